//! The slice of a program that an answer depends on: which locals, globals and fields can still make a
//! difference to it. The exact driver blanks the others, so that states merge which differ in nothing
//! that was asked about.
//!
//! What depends on what is read off the code ([`trace`]), with [`regions`] for what a condition decides over;
//! then everything is followed back from the answer, and from whatever can go wrong, end a run or let time
//! pass. What is not reached only ever makes itself and what is said. An operation that may go wrong with
//! what it takes keeps all that decides it; which cannot is told by what values are for sure, whichever way
//! the program goes ([`sure`]). A blank is of the same kind as the value that it stands for.

mod abstract_value;
mod effect;
mod kinds;
mod known;
mod node;
mod regions;
mod rows;
mod sure;
mod trace;
mod unread;
mod versions;
mod web;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::abstract_value::Abstract;
use self::node::Node;
use self::regions::Regions;
use self::sure::Sure;
pub(crate) use self::unread::UnreadCells;
use self::versions::Versions;
use self::web::Web;
use super::{CodeId, Does, Parts, Plan, Reach, RunsCode, Value};
use crate::base::{Num, SharedVec, stop};
use crate::check::program::{GlobalId, Roster, RosterId};

/// Which parts of a run are kept, beyond the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct KeptParts {
    /// Whether luck is drawn: a run then draws as it would if nothing were blanked.
    pub luck: bool,
    /// Which steps of procedures are taken.
    pub steps: bool,
}

/// A program is gone through so often at most; one that is not understood by then is taken as it is.
const MOST_PASSES: u32 = 32;

/// What an answer depends on.
#[derive(Default)]
pub(crate) struct Slice {
    locals: FxHashSet<(CodeId, u32, u32)>,
    versions: FxHashMap<CodeId, Versions>,
    /// The globals that make no difference.
    globals: Vec<u32>,
    /// For each roster, the fields that make none.
    fields: Vec<Vec<usize>>,
    /// What nothing looks at of the rows of tables.
    unread: Arc<UnreadCells>,
    /// The codes of which all that they give is looked at, and the parts that are looked at of others.
    given: FxHashSet<Node>,
}

impl Slice {
    /// What the value that `entry` gives depends on, `reach` being all that it can come to, and `held` what
    /// variables hold when it begins. `None` where that cannot be told.
    pub(crate) fn of(
        plan: &Plan,
        reach: &Reach,
        entry: CodeId,
        held: &InitialKinds,
        kept: KeptParts,
    ) -> Option<Slice> {
        let mut codes: Vec<CodeId> = reach.codes().collect();
        let any = |codes: &[CodeId], is: fn(&Does) -> bool| {
            codes.iter().any(|code| plan.code(*code).ops.iter().any(|op| is(&op.does(plan))))
        };
        if !any(&codes, Does::adds_records) {
            // No record is made, so none is filled.
            codes.retain(|code| !plan.sheets.iter().any(|sheet| sheet.init == Some(*code)));
        }
        let removes = any(&codes, removes_records);
        let holds = codes.iter().any(|code| plan.code(*code).holds);
        let is_watched = holds || any(&codes, starts_a_watch);
        let sinks = effect::Sinks { kept, is_watched, removes };
        let hands_over = any(&codes, |does| does.runs == RunsCode::AnyHandedOver);
        // What comes to nothing but itself is not held against the whole plan: a file may have thousands of
        // tables with a plain die, and each of them is proved.
        let is_alone = codes == [entry] && !hands_over;
        let mut called = if is_alone { FxHashSet::default() } else { called(plan, hands_over) };
        called.remove(&entry);
        let ground = known::Ground { sinks, called: &called };
        let mut web = held.web(plan);
        let layout = |id: &CodeId| {
            let code = plan.code(*id);
            (*id, Regions::of(code), Versions::of(code))
        };
        let layouts: Vec<(CodeId, Regions, Versions)> = codes.iter().map(layout).collect();
        // What is known of one code may depend on another; what is known in the end holds together. Codes
        // are gone through to and fro, so that what is known soon gets from callers to called and back.
        let mut settled = 0;
        for pass in 0..MOST_PASSES {
            if stop::is_asked() {
                return None;
            }
            web.edges.clear();
            web.held.clear();
            web.sinks.clear();
            web.counts.clear();
            web.gave = std::mem::take(&mut web.gives);
            web.has_learned = false;
            let mut trace = |(code, regions, versions): &(CodeId, Regions, Versions)| {
                trace::trace(plan, *code, known::Known { regions, versions, ground }, &mut web);
            };
            if pass % 2 == 0 {
                layouts.iter().for_each(&mut trace)
            } else {
                layouts.iter().rev().for_each(trace)
            }
            settled = if web.has_learned { 0 } else { settled + 1 };
            if settled == 2 {
                break;
            }
        }
        if web.is_uneven || settled < 2 {
            return None;
        }
        if !is_alone {
            trace::loose_ends(plan, reach, &mut web);
        }
        web.add(Node::Always, [Node::Gives(entry)]);
        let versions = layouts.into_iter().map(|(code, _, versions)| (code, versions)).collect();
        Some(Slice::follow(plan, &web, reach, versions))
    }

    fn follow(plan: &Plan, web: &Web, reach: &Reach, versions: FxHashMap<CodeId, Versions>) -> Slice {
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![Node::Always];
        while let Some(node) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            open.extend(web.edges.get(&node).into_iter().flatten());
            match node {
                Node::Gives(code) => open.extend(web.gives.get(&code).iter().flat_map(|given| given.whole())),
                Node::Picks(code) => open.extend(web.gives.get(&code).iter().flat_map(|given| given.which())),
                Node::Part(code, symbol) => {
                    let name = plan.symbols.get(symbol as usize).map_or("", |name| name);
                    open.extend(web.gives.get(&code).iter().flat_map(|given| given.part(name, symbol)));
                }
                Node::Local(code, local, version) => {
                    open.push(Node::LocalPicks(code, local, version));
                    open.extend(web.held_in(code, local, version).flat_map(Abstract::whole));
                }
                Node::LocalPicks(code, local, version) => {
                    open.extend(web.edges.get(&Node::Local(code, local, version)).into_iter().flatten());
                    open.extend(web.held_in(code, local, version).flat_map(Abstract::which));
                }
                Node::LocalPart(code, local, version, symbol) => {
                    let name = plan.symbols.get(symbol as usize).map_or("", |name| name);
                    let part = |value: &Abstract| value.part(name, symbol);
                    open.push(Node::LocalPicks(code, local, version));
                    open.extend(web.held_in(code, local, version).flat_map(part));
                }
                Node::Always
                | Node::Cell(..)
                | Node::Row(_)
                | Node::Global(_)
                | Node::Field(_)
                | Node::Runs(_)
                | Node::Branch(..)
                | Node::Unrolled
                | Node::Policies => {}
            }
        }
        let global = |at: &usize| !seen.contains(&Node::of(GlobalId::from(*at)));
        let globals = reach.living().filter(global).filter_map(|at| u32::try_from(at).ok()).collect();
        let locals = seen.iter().filter_map(|node| {
            let Node::LocalPicks(code, local, version) = node else { return None };
            Some((*code, *local, *version))
        });
        let unread = Arc::new(UnreadCells::of(plan, reach, web, &versions, &seen));
        let fields = Slice::idle_fields(plan, &seen);
        let locals = locals.chain(web.counts.iter().copied()).collect();
        let given =
            seen.iter().filter(|node| matches!(node, Node::Gives(_) | Node::Part(..))).copied().collect();
        Slice { locals, versions, globals, fields, unread, given }
    }

    fn idle_fields(plan: &Plan, seen: &FxHashSet<Node>) -> Vec<Vec<usize>> {
        let needed: FxHashSet<&str> = (0u32..)
            .zip(&plan.symbols)
            .filter(|(symbol, _)| seen.contains(&Node::Field(*symbol)))
            .map(|(_, name)| &**name)
            .collect();
        let idle = |roster: &Arc<Roster>| {
            let fields = plan.program.sheets.get(roster.sheet.index()).map_or(&[][..], |sheet| &sheet.fields);
            let fields = fields.iter().enumerate().filter(|(_, field)| !needed.contains(&*field.name));
            fields.map(|(at, _)| at).collect()
        };
        plan.program.rosters.iter().map(idle).collect()
    }

    /// Whether what a local holds before a step makes a difference.
    pub(crate) fn needs_local(&self, code: CodeId, pc: u32, local: u32) -> bool {
        let Some(versions) = self.versions.get(&code) else { return true };
        self.locals.contains(&(code, local, versions.at(pc, local)))
    }

    /// Whether anything looks at a part of what a code gives.
    pub(crate) fn looks_at_part(&self, plan: &Plan, code: CodeId, name: &Arc<str>) -> bool {
        let part = plan.symbol_places.get(name).map(|symbol| Node::Part(code, *symbol));
        self.given.contains(&Node::Gives(code)) || part.is_some_and(|part| self.given.contains(&part))
    }

    /// What nothing looks at of the rows of tables.
    pub(crate) fn unread(&self) -> Arc<UnreadCells> {
        Arc::clone(&self.unread)
    }

    /// The globals that can change and make no difference.
    pub(crate) fn idle_globals(&self) -> &[u32] {
        &self.globals
    }

    /// The fields of a roster's records that make no difference, by their places.
    pub(crate) fn idle_fields_of(&self, roster: RosterId) -> &[usize] {
        self.fields.get(roster.index()).map_or(&[], Vec::as_slice)
    }
}

/// The codes that are called with arguments that can be seen; tables are not, where one may be handed over
/// unrolled.
fn called(plan: &Plan, unrolled: bool) -> FxHashSet<CodeId> {
    let tables =
        plan.tables.iter().filter(|_| !unrolled).flat_map(|table| table.draw.into_iter().chain(table.row));
    let stores = plan.sheets.iter().flat_map(|sheet| sheet.store.iter().copied().flatten());
    let named = plan.fns.iter().chain(&plan.procs).chain(&plan.options).copied();
    named.chain(tables).chain(stores).collect()
}

/// What variables hold when a question is asked, as far as it matters what they are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct InitialKinds {
    globals: Vec<Sure>,
    /// By roster and field.
    fields: Vec<Vec<Sure>>,
}

impl InitialKinds {
    /// What globals hold, and the fields of all records of each roster.
    pub(crate) fn of<'v>(
        globals: &SharedVec<Value>,
        rosters: impl Iterator<Item = Box<dyn Iterator<Item = &'v [Value]> + 'v>>,
    ) -> InitialKinds {
        let fields = |records: Box<dyn Iterator<Item = &'v [Value]> + 'v>| {
            let mut fields: Vec<Sure> = Vec::new();
            for record in records {
                fields.resize(fields.len().max(record.len()), Sure::default());
                for (sure, value) in fields.iter_mut().zip(record) {
                    *sure = sure.or(Sure::value(value));
                }
            }
            fields
        };
        InitialKinds {
            globals: globals.iter().map(Sure::value).collect(),
            fields: rosters.map(fields).collect(),
        }
    }

    fn web(&self, plan: &Plan) -> Web {
        let mut web = Web::default();
        for (at, sure) in self.globals.iter().enumerate() {
            web.may_be(Node::of(GlobalId::from(at)), *sure);
        }
        for (roster, fields) in plan.program.rosters.iter().zip(&self.fields) {
            let named = plan.program.sheets.get(roster.sheet.index()).map_or(&[][..], |sheet| &sheet.fields);
            for (field, sure) in named.iter().zip(fields) {
                if let Some(symbol) = plan.symbols.iter().position(|symbol| *symbol == field.name) {
                    web.may_be(Node::Field(u32::try_from(symbol).unwrap_or(u32::MAX)), *sure);
                }
            }
        }
        web
    }
}

fn starts_a_watch(does: &Does) -> bool {
    does.writes.holds(Parts::WATCHES) || matches!(does.runs, RunsCode::Timer(_))
}

fn removes_records(does: &Does) -> bool {
    does.writes.holds(Parts::ROSTERS) && does.runs == RunsCode::Nothing
}

/// A value of the same kind that stands for one that makes no difference; texts, lists and what is made of
/// several values stay as they are.
pub(crate) fn blank(value: &Value) -> Value {
    match value {
        Value::YesNo(_) => Value::YesNo(false),
        Value::Number(_) => Value::Number(Num::ZERO),
        Value::Percent(_) => Value::Percent(Num::ZERO),
        Value::Quantity(_, unit) => Value::Quantity(Num::ZERO, *unit),
        Value::Word(scale, _) => Value::Word(*scale, 0),
        Value::Open(open) => match open.unit {
            Some(unit) => Value::Quantity(Num::ZERO, unit),
            None => Value::Number(Num::ZERO),
        },
        Value::Unset
        | Value::Nothing
        | Value::Fraction(_)
        | Value::Set(..)
        | Value::Text(_)
        | Value::Range(_)
        | Value::List(_)
        | Value::Row(_)
        | Value::Record(..)
        | Value::Parts(_)
        | Value::Unrolled(_)
        | Value::Odds(_) => value.clone(),
    }
}
