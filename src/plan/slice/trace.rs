//! Runs a code on what values depend on instead of on values, once from start to end: locals and globals
//! are followed by name, so that loops need no second pass.

mod gives;

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use super::abstract_value::Abstract;
use super::known::Known;
use super::node::{Node, ROLL, Source, symbol_of};
use super::rows;
use super::sure::{Base, Sure};
use super::web::Web;
use crate::check::Builtin;
use crate::check::program::{Fold, TableId};
use crate::plan::stack_walk::StackWalk;
use crate::plan::{
    Code, CodeId, Does, Fails, FieldWrite, Gives, Leads, Locals, Needs, Parts, Plan, Reach, RunsCode,
};

/// Adds what depends on what in a code, and what its variables are for sure.
pub(super) fn trace(plan: &Plan, id: CodeId, known: Known<'_>, web: &mut Web) {
    let code = plan.code(id);
    let (walk, own) = (StackWalk::begin(), OnceCell::new());
    let mut tracer = Tracer { plan, id, code, known, at: 0, web, walk, own };
    tracer.run();
    let is_uneven = tracer.walk.is_uneven();
    debug_assert!(!is_uneven, "the stack of `{}` comes out uneven", code.name);
    web.is_uneven |= is_uneven;
}

struct Tracer<'t> {
    plan: &'t Plan,
    id: CodeId,
    code: &'t Code,
    known: Known<'t>,
    /// The step that is looked at.
    at: u32,
    web: &'t mut Web,
    walk: StackWalk<Abstract>,
    /// The locals that no caller gives a value, once somebody has asked.
    own: OnceCell<FxHashSet<u32>>,
}

impl Tracer<'_> {
    /// Follows the whole code.
    fn run(&mut self) {
        for (at, op) in (0u32..).zip(self.code.ops.iter().copied()) {
            self.at = at;
            if self.walk.come_to(at, Abstract::or).is_none() {
                continue;
            }
            let does = op.does(self.plan);
            let taken = self.walk.take(does.takes);
            self.depends(&does, &taken);
            self.give(&does, &taken);
            self.walk.lead(self.plan, does.leads, &taken, Abstract::or);
        }
    }

    /// What decides whether this step is taken.
    fn around(&self) -> Vec<Node> {
        let branch = self.known.regions.around(self.at).map(|at| Node::Branch(self.id, at));
        branch.into_iter().chain([Node::Runs(self.id)]).collect()
    }

    /// A local, in the version that this step is about.
    fn local(&self, local: u32) -> Node {
        let (code, local, version) = self.version_of(local);
        Node::Local(code, local, version)
    }

    fn version_of(&self, local: u32) -> (CodeId, u32, u32) {
        (self.id, local, self.known.versions.at(self.at, local))
    }

    /// What a local holds, of which parts may be looked at alone.
    fn held_by(&self, local: u32) -> Abstract {
        let (code, local, version) = self.version_of(local);
        Abstract::from(Source::Local(code, local, version))
    }

    /// What the step makes others depend on.
    fn depends(&mut self, does: &Does, taken: &[Abstract]) {
        let sure: Vec<Sure> = taken.iter().map(|value| value.sure).collect();
        if self.known.ground.sinks.holds(does, &sure) {
            // Some go wrong, or not, by which row, record or parts these are, or by whether a list is empty.
            let is_fold = |builtin| fold_symbol(builtin, taken).is_some();
            let by_which = matches!(does.fails, Fails::Unless(Needs::Fields) | Fails::IfGone)
                || matches!(does.fails, Fails::Unless(Needs::Function(builtin)) if is_fold(builtin));
            let looks: Vec<Node> = match taken {
                [of, ..] if does.runs == RunsCode::Effects => of.whole(),
                [of, ..] if by_which => of.which(),
                _ => taken.iter().flat_map(Abstract::whole).collect(),
            };
            let around = self.around();
            self.web.sinks.insert((self.id, self.at));
            self.web.add(Node::Always, looks.into_iter().chain(around));
        }
        self.looks(does);
        self.makes_row(does, taken);
        self.sets(does, taken);
        self.decides(does, taken);
        self.calls(does, taken);
    }

    /// The locals that a step looks at which makes a difference by itself.
    fn looks(&mut self, does: &Does) {
        if !does.lasts() {
            return;
        }
        let looked_at = match does.locals {
            Locals::Frame => Some(self.local(self.code.roll)),
            Locals::Reads(local) => Some(self.local(local)),
            Locals::None | Locals::Sets(_) | Locals::Walks { .. } | Locals::Grows(_) | Locals::Counts(_) => {
                None
            }
        };
        self.web.add(Node::Always, looked_at);
    }

    /// What the columns are of a row that is made.
    fn makes_row(&mut self, does: &Does, taken: &[Abstract]) {
        if let Gives::Built(_) | Gives::Picked(_) = does.gives {
            let roll = self.local(self.code.roll);
            self.web.add(Node::Cell(self.id, ROLL), [roll]);
        }
        let Gives::Built(table) = does.gives else { return };
        let Some(table) = self.plan.tables.get(table.index()) else { return };
        let Some(draw) = table.draw else { return };
        for (symbol, cell) in table.columns_by_symbol.iter().zip(taken) {
            self.web.may_be(Node::Part(draw, *symbol), cell.sure);
            self.web.add(Node::Cell(self.id, *symbol), cell.whole());
            self.web.built.insert((self.id, self.at, *symbol), cell.sure);
        }
    }

    /// What the step gives a value.
    fn sets(&mut self, does: &Does, taken: &[Abstract]) {
        let value = || taken.last().cloned().unwrap_or_default();
        let sure = taken.last().map(|value| value.sure).unwrap_or_default();
        let from = || taken.iter().flat_map(Abstract::whole);
        match does.locals {
            Locals::Sets(local) => self.set_local(local, sure, value()),
            Locals::Grows(list) => self.set_local(list, sure.as_list(), value()),
            Locals::Walks { list, item } => {
                let at = Abstract::on([self.local(list + 1)]);
                let sure = self.web.sure_of(self.local(list)).item();
                self.set_local(item, sure, self.held_by(list).picked_by(&[at]));
            }
            Locals::None | Locals::Reads(_) | Locals::Counts(_) | Locals::Frame => {}
        }
        if let Some(global) = does.global.filter(|_| does.writes.holds(Parts::GLOBALS)) {
            self.set_to(Node::of(global), sure, from().collect());
        }
        match does.field {
            Some(FieldWrite::Plain(symbol)) => self.set_to(Node::Field(symbol), sure, from().collect()),
            Some(FieldWrite::Bounded(symbol)) => {
                let stored = self.store(symbol, taken);
                self.set_to(Node::Field(symbol), stored.unwrap_or_default(), from().collect());
            }
            None => {}
        }
    }

    fn set_local(&mut self, local: u32, sure: Sure, value: Abstract) {
        let (node, of) = (self.local(local), self.version_of(local));
        self.web.hold(of, value);
        self.set_to(node, sure, Vec::new());
    }

    fn set_to(&mut self, node: Node, sure: Sure, from: Vec<Node>) {
        let around = self.around();
        self.web.may_be(node, sure);
        self.web.add(node, from.into_iter().chain(around));
    }

    /// What decides which way the code goes from this step, and what it gives at its end.
    fn decides(&mut self, does: &Does, taken: &[Abstract]) {
        match does.leads {
            Leads::Either(_) | Leads::EitherKeeping(_) | Leads::ToRow(_) => {
                let on = match does.locals {
                    // How many there are, whatever is in them.
                    Locals::Walks { list, .. } => {
                        let (code, walked, version) = self.version_of(list);
                        vec![Node::LocalPicks(code, walked, version), self.local(list + 1)]
                    }
                    Locals::Counts(count) => vec![self.local(count)],
                    // A blank keeps whether a local is set.
                    Locals::Reads(_) => Vec::new(),
                    Locals::None | Locals::Sets(_) | Locals::Grows(_) | Locals::Frame => {
                        taken.iter().flat_map(Abstract::whole).collect()
                    }
                };
                let walks_rows = self.walks_rows(does);
                self.branch(on, walks_rows);
            }
            Leads::Return => {
                for value in taken {
                    self.web.may_be(Node::Gives(self.id), value.sure);
                }
                let before = self.web.gives.remove(&self.id);
                let given = before.into_iter().chain(taken.iter().cloned()).reduce(Abstract::or);
                self.web.gives.extend(given.map(|given| (self.id, given)));
            }
            Leads::On | Leads::To(_) | Leads::Twice(_) | Leads::Back(_) | Leads::Nowhere => {}
        }
    }

    /// What the step makes other code depend on.
    fn calls(&mut self, does: &Does, taken: &[Abstract]) {
        let plan = self.plan;
        match does.runs {
            RunsCode::Code(code) => self.call(code, taken),
            RunsCode::Option(option) => {
                plan.options.get(option.index()).into_iter().for_each(|code| self.call(*code, &[]));
            }
            RunsCode::Proc(proc) => {
                let Some(code) = plan.procs.get(proc.index()).copied() else { return };
                let prompts = plan.program.procs.get(proc.index()).map_or(0, |proc| proc.prompts.len());
                let (args, answers) = taken.split_at(taken.len().saturating_sub(prompts));
                self.hand_over(code, plan.code(code).answers, answers);
                self.call(code, args);
            }
            RunsCode::Draw(table) | RunsCode::Lookup(table) => {
                self.draw(table, plan.tables.get(table.index()).and_then(|table| table.draw), taken);
            }
            RunsCode::DrawRow(table) => {
                self.draw(table, plan.tables.get(table.index()).and_then(|table| table.row), taken);
            }
            RunsCode::Cell(table) => {
                let cell = plan.tables.get(table.index()).and_then(|known| known.cell);
                if let Some(code) = cell {
                    self.web.add(Node::Always, [Node::Gives(code)]);
                    self.call(code, taken);
                }
            }
            RunsCode::HasKey(table) => {
                let has = plan.tables.get(table.index()).and_then(|known| known.has);
                if let Some(code) = has {
                    self.web.add(Node::Always, [Node::Gives(code)]);
                    self.call(code, taken);
                }
            }
            RunsCode::Query(site) => {
                let code = plan.queries.get(site as usize).map(|site| site.code);
                self.web.add(Node::Always, code.map(Node::Gives));
            }
            RunsCode::DrawAmong(table) => {
                let Some(known) = plan.tables.get(table.index()) else { return };
                self.web.add(Node::Always, known.row.map(Node::Gives));
                if let (Some(draw), Some((_, args))) = (known.draw, taken.split_last()) {
                    self.hand_over(draw, 0, args);
                }
            }
            // What these run is counted as running always, with all that it may be given.
            RunsCode::Nothing
            | RunsCode::OfTable(_)
            | RunsCode::HandedOver(_)
            | RunsCode::AnyHandedOver
            | RunsCode::Effects
            | RunsCode::Sheets
            | RunsCode::Policies
            | RunsCode::Timer(_)
            | RunsCode::Every(_)
            | RunsCode::When(_)
            | RunsCode::WhatIsDue => {}
        }
    }

    /// Whether the step goes through a list of rows, or of such lists. That ends, whatever is blanked: lists stay as
    /// they are, and so does the count of what has been seen of them.
    fn walks_rows(&mut self, does: &Does) -> bool {
        let Locals::Walks { list, .. } = does.locals else { return false };
        let walks = self.web.sure_of(self.local(list)).is_rows();
        if walks {
            self.web.counts.insert(self.version_of(list + 1));
        }
        walks
    }

    fn branch(&mut self, on: Vec<Node>, walks_rows: bool) {
        let branch = Node::Branch(self.id, self.at);
        let around = self.around();
        self.web.add(branch, on.into_iter().chain(around));
        if self.known.regions.at(self.at).is_some_and(|region| region.goes_round) && !walks_rows {
            // A loop must end.
            self.web.add(Node::Always, [branch]);
        }
    }

    /// Values become locals of other code, from `first` on.
    fn hand_over(&mut self, code: CodeId, first: u32, values: &[Abstract]) {
        for (local, value) in (first..).zip(values) {
            self.web.may_be(Node::Local(code, local, 0), value.sure);
            self.web.hold((code, local, 0), value.clone());
        }
    }

    fn call(&mut self, code: CodeId, args: &[Abstract]) {
        self.hand_over(code, 0, args);
        let around = self.around();
        self.web.add(Node::Runs(code), around);
    }

    /// A field is stored by code of its own where it has bounds. Gives what it becomes where it has none.
    fn store(&mut self, symbol: u32, taken: &[Abstract]) -> Option<Sure> {
        let plan = self.plan;
        let name = plan.symbols.get(symbol as usize)?;
        let mut plainly = None;
        for (sheet, stored) in plan.program.sheets.iter().zip(&plan.sheets) {
            let Some(at) = sheet.fields.place(name) else { continue };
            match stored.store.get(at).copied().flatten() {
                Some(code) => self.call(code, taken),
                None => plainly = taken.last().map(|value| value.sure),
            }
        }
        plainly
    }

    fn draw(&mut self, table: TableId, code: Option<CodeId>, taken: &[Abstract]) {
        let plan = self.plan;
        let (Some(known), Some(code)) = (plan.tables.get(table.index()), code) else { return };
        let (args, key) = taken.split_at(taken.len().min(known.params as usize));
        let roll = Node::Local(code, plan.code(code).roll, 0);
        self.web.add(roll, key.iter().flat_map(Abstract::whole));
        let is_sure = match key {
            [key, ..] => {
                let base = if key.sure.list { Base::Any } else { key.sure.base };
                self.web.may_be(roll, key.sure);
                *self.web.found.entry((table, base)).or_insert_with(|| rows::is_found(plan, table, base))
            }
            [] => *self.web.rolled.entry(table).or_insert_with(|| rows::comes_up(plan, table)),
        };
        if !is_sure {
            let around = self.around();
            self.web.add(Node::Always, around.into_iter().chain([roll, Node::Picks(code)]));
        }
        self.call(code, args);
    }

    /// What the step gives.
    fn give(&mut self, does: &Does, taken: &[Abstract]) {
        if does.gives == Gives::None {
            return;
        }
        let mut value = self.value(does, taken);
        value.pick.extend(self.known.regions.around(self.at).map(|at| Node::Branch(self.id, at)));
        self.walk.give(value);
    }
}

/// What a function looks at of a list of numbers, if that is not all.
fn fold_symbol(builtin: Builtin, taken: &[Abstract]) -> Option<u32> {
    let [of] = taken else { return None };
    Fold::of(builtin).as_ref().and_then(symbol_of).filter(|_| of.sure.is_numbers())
}

/// What is called without being named: effects of rows, what is unrolled, what answers prompts.
pub(super) fn loose_ends(plan: &Plan, reach: &Reach, web: &mut Web) {
    let reached: FxHashSet<CodeId> = reach.codes().collect();
    for table in &plan.tables {
        let Some(draw) = table.draw.filter(|draw| reached.contains(draw)) else { continue };
        web.add(Node::Unrolled, [Node::Gives(draw)]);
        for effects in table.effects.iter().flatten().filter(|effects| reached.contains(effects)) {
            for local in 0..table.params {
                web.add(Node::Local(*effects, local, 0), [Node::Local(draw, local, 0)]);
            }
            web.add(Node::Local(*effects, table.params, 0), [Node::Gives(draw)]);
        }
    }
    web.add(
        Node::Unrolled,
        plan.unrolled.iter().filter(|code| reached.contains(code)).map(|code| Node::Gives(*code)),
    );
    web.add(Node::Policies, plan.policies.iter().map(|policy| Node::Gives(policy.first)));
}
