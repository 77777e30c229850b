//! Runs a code on what values depend on instead of on values, once from start to end: locals and globals
//! are followed by name, so that loops need no second pass.

use rustc_hash::{FxHashMap, FxHashSet};

use super::abstract_value::Abstract;
use super::effect::{Effect, Sinks};
use super::regions::Regions;
use super::versions::Versions;
use super::{Node, Web, rows};
use crate::check::program::TableId;
use crate::plan::{Code, CodeId, Op, Plan, Reach};

/// Adds what depends on what in a code. Gives the versions of its locals.
pub(super) fn trace(plan: &Plan, id: CodeId, sinks: Sinks, web: &mut Web) -> Versions {
    let code = plan.code(id);
    let regions = Regions::of(plan, code);
    let versions = Versions::of(code, &regions);
    let known = Known { plan, id, code, sinks, regions: &regions, versions: &versions };
    let fieldless = locals_without_fields(known);
    let mut tracer = Tracer::new(known, fieldless, web);
    tracer.run();
    let is_uneven = tracer.is_uneven;
    debug_assert!(!is_uneven, "the stack of `{}` comes out uneven", code.name);
    web.is_uneven |= is_uneven;
    versions
}

/// What is known of a code before it is traced.
#[derive(Clone, Copy)]
struct Known<'t> {
    plan: &'t Plan,
    id: CodeId,
    code: &'t Code,
    sinks: Sinks,
    regions: &'t Regions,
    versions: &'t Versions,
}

/// The locals that may hold something without fields.
fn locals_without_fields(known_code: Known<'_>) -> FxHashSet<Node> {
    let mut fieldless = FxHashSet::default();
    loop {
        let known = fieldless.len();
        let mut web = Web::default();
        let mut tracer = Tracer::new(known_code, fieldless, &mut web);
        tracer.run();
        fieldless = tracer.fieldless;
        if fieldless.len() == known {
            return fieldless;
        }
    }
}

struct Tracer<'t> {
    plan: &'t Plan,
    id: CodeId,
    code: &'t Code,
    known: Known<'t>,
    /// The step that is looked at.
    at: u32,
    /// The locals that may hold something without fields.
    fieldless: FxHashSet<Node>,
    web: &'t mut Web,
    /// The operands; `None` where nothing leads on from the step before.
    stack: Option<Vec<Abstract>>,
    /// What waits at steps that are led to from further up.
    waiting: FxHashMap<u32, Vec<Abstract>>,
    /// Whether two ways met with stacks of different heights.
    is_uneven: bool,
}

impl<'t> Tracer<'t> {
    fn new(known: Known<'t>, fieldless: FxHashSet<Node>, web: &'t mut Web) -> Tracer<'t> {
        let Known { plan, id, code, .. } = known;
        let (stack, waiting) = (Some(Vec::new()), FxHashMap::default());
        Tracer { plan, id, code, known, at: 0, fieldless, web, stack, waiting, is_uneven: false }
    }

    /// Follows the whole code.
    fn run(&mut self) {
        for (at, op) in (0u32..).zip(self.code.ops.iter().copied()) {
            self.at = at;
            if let Some(arrived) = self.waiting.remove(&at) {
                let here = self.stack.take();
                self.stack = Some(self.met(here, arrived));
            }
            if self.stack.is_none() {
                continue;
            }
            let effect = Effect::of(self.plan, self.id, op);
            let taken = self.take(effect.takes);
            self.depends(op, &taken);
            self.give(op, effect, &taken);
            self.lead(op, &taken);
        }
    }

    /// Two ways meet.
    fn met(&mut self, stack: Option<Vec<Abstract>>, arrived: Vec<Abstract>) -> Vec<Abstract> {
        let Some(stack) = stack else { return arrived };
        self.is_uneven |= stack.len() != arrived.len();
        stack.into_iter().zip(arrived).map(|(a, b)| a.or(b)).collect()
    }

    fn take(&mut self, count: usize) -> Vec<Abstract> {
        let Some(stack) = &mut self.stack else { return Vec::new() };
        let at = stack.len().checked_sub(count);
        self.is_uneven |= at.is_none();
        stack.split_off(at.unwrap_or(0))
    }

    /// What decides whether this step is taken.
    fn around(&self) -> Vec<Node> {
        let branch = self.known.regions.around(self.at).map(|at| Node::Branch(self.id, at));
        branch.into_iter().chain([Node::Runs(self.id)]).collect()
    }

    /// A local, as this step reads it.
    fn local(&self, local: u32) -> Node {
        Node::Local(self.id, local, self.known.versions.read_at(self.at, local))
    }

    /// A local, as this step sets it.
    fn set(&self, local: u32) -> Node {
        Node::Local(self.id, local, self.known.versions.set_at(self.at, local))
    }

    /// Where the step leads.
    fn lead(&mut self, op: Op, taken: &[Abstract]) {
        match op {
            Op::Skip(to) => {
                let stack = self.stack.take();
                stack.into_iter().for_each(|stack| self.wait(to, stack));
            }
            Op::SkipUnless(to)
            | Op::SkipIfSet { to, .. }
            | Op::NextItem { exit: to, .. }
            | Op::CountDown { exit: to, .. } => self.wait(to, self.stack.clone().unwrap_or_default()),
            Op::SkipIfPresent(to) => {
                let stack = self.stack.iter().flatten().chain(taken).cloned().collect();
                self.wait(to, stack);
            }
            Op::RowSwitch(table) => {
                let starts = self.plan.tables.get(table.index()).map_or(&[][..], |table| &table.row_starts);
                // A row that is known already was put on the stack by this step; others are made there.
                let mut below = self.stack.clone().unwrap_or_default();
                below.pop();
                for start in starts.iter().filter(|start| **start > 0) {
                    self.wait(*start, below.clone());
                }
            }
            Op::LoopAgain(_) | Op::Return | Op::Missing(_) | Op::NeedsKey(_) => self.stack = None,
            _ => {}
        }
    }

    fn wait(&mut self, to: u32, stack: Vec<Abstract>) {
        let earlier = self.waiting.remove(&to);
        let both = self.met(earlier, stack);
        self.waiting.insert(to, both);
    }

    /// What the step makes others depend on.
    fn depends(&mut self, op: Op, taken: &[Abstract]) {
        if self.known.sinks.holds(op) {
            let looks = |value: &Abstract| if op == Op::Apply { value.which() } else { value.whole() };
            let around = self.around();
            self.web.add(Node::Always, taken.iter().flat_map(looks).chain(around));
        }
        self.sets(op, taken);
        self.decides(op, taken);
        self.calls(op, taken);
    }

    /// What the step gives a value.
    fn sets(&mut self, op: Op, taken: &[Abstract]) {
        let node = match op {
            Op::SetLocal(local) => {
                if taken.iter().any(|value| !value.has_fields) {
                    self.fieldless.insert(self.set(local));
                }
                self.set(local)
            }
            Op::Append { list, .. } => self.local(list),
            Op::SetGlobal(global) => Node::of(global),
            Op::SetField(symbol) | Op::StoreField(symbol) => {
                let record = taken.first();
                if self.known.sinks.removes || !record.is_some_and(|record| record.has_fields) {
                    self.may_lack_fields(record);
                }
                if let Op::SetField(_) = op {
                    self.store(symbol, taken);
                }
                Node::Field(symbol)
            }
            Op::Field(_) => {
                if !taken.iter().all(|value| value.has_fields) {
                    self.may_lack_fields(taken.first());
                }
                return;
            }
            Op::NextItem { list, item, .. } => {
                if self.fieldless.contains(&self.local(list)) {
                    self.fieldless.insert(self.local(item));
                }
                let from = [self.local(list), self.local(list + 1)];
                self.web.add(self.local(item), from);
                self.local(item)
            }
            _ => return,
        };
        let around = self.around();
        self.web.add(node, taken.iter().flat_map(Abstract::whole).chain(around));
    }

    /// Where there may be nothing, which value it is decides whether it goes wrong.
    fn may_lack_fields(&mut self, value: Option<&Abstract>) {
        let around = self.around();
        self.web.add(Node::Always, value.into_iter().flat_map(Abstract::which).chain(around));
    }

    /// What decides which way the code goes from this step, and what it gives at its end.
    fn decides(&mut self, op: Op, taken: &[Abstract]) {
        match op {
            Op::SkipUnless(_) | Op::SkipIfPresent(_) | Op::RowSwitch(_) => {
                self.branch(taken.iter().flat_map(Abstract::whole).collect());
            }
            Op::NextItem { list, .. } => self.branch(vec![self.local(list), self.local(list + 1)]),
            Op::CountDown { count, .. } => self.branch(vec![self.local(count)]),
            // A blank keeps whether a local is set.
            Op::SkipIfSet { .. } => self.branch(Vec::new()),
            Op::Return => {
                let before = self.web.gives.remove(&self.id);
                let given = before.into_iter().chain(taken.iter().cloned()).reduce(Abstract::or);
                self.web.gives.extend(given.map(|given| (self.id, given)));
            }
            _ => {}
        }
    }

    /// What the step makes other code depend on.
    fn calls(&mut self, op: Op, taken: &[Abstract]) {
        let plan = self.plan;
        match op {
            Op::Option(option) => {
                plan.options.get(option.index()).into_iter().for_each(|code| self.call(*code, &[]));
            }
            Op::Call(code, _) => self.call(code, taken),
            Op::Run(proc, _) => {
                let Some(code) = plan.procs.get(proc.index()).copied() else { return };
                let prompts = plan.program.procs.get(proc.index()).map_or(0, |proc| proc.prompts.len());
                let (args, answers) = taken.split_at(taken.len().saturating_sub(prompts));
                for (local, answer) in (plan.code(code).answers..).zip(answers) {
                    self.web.add(Node::Local(code, local, 0), answer.whole());
                }
                self.call(code, args);
            }
            Op::Draw(table) | Op::DrawRow(table) | Op::Lookup(table) => self.draw(op, table, taken),
            Op::DrawCard(_) => self.web.add(Node::Always, [self.local(self.code.roll)]),
            Op::Prompt(site) => {
                let given = plan.prompts.get(site as usize).and_then(|site| site.given);
                self.web.add(Node::Always, given.map(|local| Node::Local(self.id, local, 0)));
            }
            Op::Query(site) => {
                let code = plan.queries.get(site as usize).map(|site| site.code);
                self.web.add(Node::Always, code.map(Node::Gives));
            }
            Op::DrawAmong(table) => {
                let row = plan.tables.get(table.index()).and_then(|table| table.row);
                self.web.add(Node::Always, row.map(Node::Gives));
            }
            _ => {}
        }
    }

    fn branch(&mut self, on: Vec<Node>) {
        let branch = Node::Branch(self.id, self.at);
        let around = self.around();
        self.web.add(branch, on.into_iter().chain(around));
        if self.known.regions.at(self.at).is_some_and(|region| region.goes_round) {
            // A loop must end.
            self.web.add(Node::Always, [branch]);
        }
    }

    fn call(&mut self, code: CodeId, args: &[Abstract]) {
        for (local, arg) in (0u32..).zip(args) {
            self.web.add(Node::Local(code, local, 0), arg.whole());
        }
        let around = self.around();
        self.web.add(Node::Runs(code), around);
    }

    /// A field is stored by code of its own where it has bounds.
    fn store(&mut self, symbol: u32, taken: &[Abstract]) {
        let plan = self.plan;
        let Some(name) = plan.symbols.get(symbol as usize) else { return };
        for (sheet, stored) in plan.program.sheets.iter().zip(&plan.sheets) {
            let at = sheet.fields.iter().position(|field| field.name == *name);
            let code = at.and_then(|at| stored.store.get(at).copied().flatten());
            code.into_iter().for_each(|code| self.call(code, taken));
        }
    }

    fn draw(&mut self, op: Op, table: TableId, taken: &[Abstract]) {
        let plan = self.plan;
        let Some(known) = plan.tables.get(table.index()) else { return };
        let code = if matches!(op, Op::DrawRow(_)) { known.row } else { known.draw };
        let Some(code) = code else { return };
        let (args, key) = taken.split_at(taken.len().min(known.params as usize));
        let roll = Node::Local(code, plan.code(code).roll, 0);
        self.web.add(roll, key.iter().flat_map(Abstract::whole));
        let is_sure = match key {
            [] => *self.web.rolled.entry(table).or_insert_with(|| rows::comes_up(plan, table)),
            _ => *self.web.found.entry(table).or_insert_with(|| rows::is_found(plan, table)),
        };
        if !is_sure {
            let around = self.around();
            self.web.add(Node::Always, around.into_iter().chain([roll]));
        }
        self.call(code, args);
    }

    /// What the step gives.
    fn give(&mut self, op: Op, effect: Effect, taken: &[Abstract]) {
        let gives = if matches!(op, Op::RowSwitch(_)) { 1 } else { effect.gives };
        if gives == 0 {
            return;
        }
        let mut value = self.value(op, taken);
        value.pick.extend(self.known.regions.around(self.at).map(|at| Node::Branch(self.id, at)));
        if let Some(stack) = &mut self.stack {
            stack.push(value);
        }
    }

    fn value(&self, op: Op, taken: &[Abstract]) -> Abstract {
        let sure = |value: Abstract| Abstract { has_fields: true, ..value };
        let code_of = |code: Option<CodeId>| code.map(Abstract::given_by).unwrap_or_default();
        match op {
            Op::Local(local) => {
                let node = self.local(local);
                let has_fields = !self.fieldless.contains(&node) && !self.is_parameter(local);
                Abstract { has_fields, ..Abstract::on([node]) }
            }
            Op::Global(global) => Abstract::on([Node::of(global)]),
            Op::Option(option) => code_of(self.plan.options.get(option.index()).copied()),
            Op::Field(symbol) => {
                let name = self.plan.symbols.get(symbol as usize).map_or("", |name| name);
                let part = taken.iter().flat_map(|value| value.part(name, symbol));
                Abstract::on(part.chain([Node::Field(symbol)]))
            }
            Op::MakeParts(names) => {
                let names = self.plan.names.get(names as usize).map_or(&[][..], |names| names);
                let parts = names.iter().cloned().zip(taken.iter().cloned()).collect();
                sure(Abstract { parts, ..Abstract::default() })
            }
            Op::Call(code, _) => Abstract::given_by(code),
            Op::Run(proc, _) => code_of(self.plan.procs.get(proc.index()).copied()),
            Op::Draw(table) | Op::Lookup(table) | Op::DrawAmong(table) => {
                let drawn = code_of(self.plan.tables.get(table.index()).and_then(|table| table.draw));
                sure(drawn.or(Abstract::of(taken)))
            }
            Op::DrawRow(table) => code_of(self.plan.tables.get(table.index()).and_then(|table| table.row)),
            Op::KeyHolds(..) | Op::FindRow(_) | Op::DrawCard(_) => Abstract::on([self.local(self.code.roll)]),
            Op::RowSwitch(table) | Op::BuildRow(table, _) => sure(self.row(op, table, taken)),
            Op::Query(site) => {
                let code = self.plan.queries.get(site as usize).map(|site| site.code);
                Abstract::of(taken).or(code_of(code))
            }
            Op::RollUnrolled | Op::LookupIn(_) => Abstract::of(taken).or(Abstract::on([Node::Unrolled])),
            Op::Policy(_) => Abstract::on([Node::Policies]),
            Op::Roster(_) | Op::Rows(_) | Op::Member(_) | Op::Check | Op::Contest => {
                sure(Abstract::of(taken))
            }
            Op::ToItems | Op::PickItem => {
                let has_fields = taken.iter().all(|value| value.has_fields);
                Abstract { has_fields, ..Abstract::of(taken) }
            }
            _ => Abstract::of(taken),
        }
    }

    /// A row of a table's own code: what picked it, and what is in it. It holds the arguments as well.
    fn row(&self, op: Op, table: TableId, taken: &[Abstract]) -> Abstract {
        let params = self.plan.tables.get(table.index()).map_or(0, |table| table.params);
        let held = (0..params).chain([self.code.roll]).map(|local| self.local(local));
        let inside = taken.iter().flat_map(Abstract::whole);
        match op {
            Op::BuildRow(..) => Abstract { inside: inside.chain(held).collect(), ..Abstract::default() },
            _ => Abstract { pick: inside.collect(), inside: held.collect(), ..Abstract::default() },
        }
    }

    /// Whether a local may have been given a value by the caller.
    fn is_parameter(&self, local: u32) -> bool {
        let is_set = |op: &Op| match *op {
            Op::SetLocal(set) => set == local,
            Op::NextItem { item, .. } => item == local,
            _ => false,
        };
        let has_default = |op: &Op| matches!(*op, Op::SkipIfSet { local: of, .. } if of == local);
        self.code.ops.iter().any(has_default) || !self.code.ops.iter().any(is_set)
    }
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
    web.add(Node::Policies, plan.policies.iter().map(|(_, code)| Node::Gives(*code)));
}
