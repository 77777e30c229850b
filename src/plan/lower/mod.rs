//! Making a plan from a resolved program.
//!
//! A [`Lowerer`] holds the program, and the plan that grows; a [`Coder`] (`coder`, with the regions that conditions
//! decide over in `regions`) holds one piece of code while it is written: its locals, its jumps, its notes. The
//! other files add methods to the first that write into the second: `expr`, `lists` and `pool` leave a value on
//! the stack, `stmt` and `policy` leave none, `table` and `state` make the pieces that a table and a campaign
//! consist of.
//!
//! Programs grow: [`lower()`] adds what is new and makes again what has changed; everything else that a
//! plan holds stays as it is, so that running values stay good.

mod coder;
mod counters;
mod expr;
mod given;
mod lists;
mod parts;
mod policy;
mod pool;
mod regions;
mod state;
mod stmt;
mod table;
mod waiting;

use std::sync::Arc;

use rustc_hash::FxHashMap;

pub(crate) use coder::Coder;
pub(crate) use expr::literal_value;
pub(crate) use pool::pool_template;
pub(crate) use table::cells_to_look_at;

use super::{Code, CodeId, Plan, PlanTable, Value};
use crate::base::SharedVec;
use crate::check::program::{
    Body, Closure, Expr, LocalId, Procedure, Program, PromptId, TableId, Tally, own_locals,
};

/// The plan of `program`, made by extending `plan`, the plan of an earlier state of it.
pub(crate) fn lower(plan: &Plan, program: &Arc<Program>) -> Plan {
    let first = plan.codes.len();
    let mut plan = plan.clone();
    let before = std::mem::replace(&mut plan.program, Arc::clone(program));
    let mut lowerer = Lowerer::new(program, plan);
    lowerer.everything(&before);
    holds_together(&lowerer.plan, first);
    lowerer.plan
}

/// A plan that holds the dice of these tables, by their places, and nothing else: of those that are known before
/// anything runs.
pub(crate) fn lower_dice(program: &Arc<Program>, tables: impl IntoIterator<Item = usize>) -> Plan {
    let plan = Plan { program: Arc::clone(program), ..Plan::default() };
    let mut lowerer = Lowerer::new(program, plan);
    for at in tables {
        let pool = program.tables.get(at).and_then(|table| lowerer.known_die(table));
        while lowerer.plan.tables.len() < at {
            lowerer.plan.tables.push(Arc::default());
        }
        put(&mut lowerer.plan.tables, at, Arc::new(PlanTable { pool, ..PlanTable::default() }));
    }
    lowerer.plan
}

/// Adds the code of statements that are run on their own, such as one entry of the REPL.
pub(crate) fn lower_body(plan: &mut Plan, name: &str, body: &Body) -> CodeId {
    let (program, first) = (Arc::clone(&plan.program), plan.codes.len());
    let mut lowerer = Lowerer::new(&program, std::mem::take(plan));
    let code = lowerer.body(name, body);
    *plan = lowerer.plan;
    holds_together(plan, first);
    code
}

/// Adds the code of a procedure with another body, which is run on its own.
pub(crate) fn lower_instead(plan: &mut Plan, procedure: &Procedure, body: &Body) -> CodeId {
    let (program, first) = (Arc::clone(&plan.program), plan.codes.len());
    let mut lowerer = Lowerer::new(&program, std::mem::take(plan));
    let code = lowerer.procedure(&Procedure { body: body.clone(), ..procedure.clone() });
    let code = lowerer.add(code);
    *plan = lowerer.plan;
    holds_together(plan, first);
    code
}

/// Adds the code of an expression that is worked out on its own and captures nothing.
pub(crate) fn lower_expr(plan: &mut Plan, name: &str, expr: &Closure) -> CodeId {
    let (program, first) = (Arc::clone(&plan.program), plan.codes.len());
    let mut lowerer = Lowerer::new(&program, std::mem::take(plan));
    let code = lowerer.closure(name, expr);
    *plan = lowerer.plan;
    holds_together(plan, first);
    code
}

/// Adds the code of a mention of a table as the number of the row that comes up; `None` where the
/// expression is something else.
pub(crate) fn lower_row(plan: &mut Plan, expr: &Closure) -> Option<(TableId, CodeId)> {
    let (program, first) = (Arc::clone(&plan.program), plan.codes.len());
    let mut lowerer = Lowerer::new(&program, std::mem::take(plan));
    let found = if expr.given.is_none() && expr.before.is_none() { lowerer.row_of(&expr.body) } else { None };
    *plan = lowerer.plan;
    holds_together(plan, first);
    found
}

/// Codes from the first one on hold together; in play that is taken for granted.
fn holds_together(plan: &Plan, first: usize) {
    if cfg!(debug_assertions)
        && let Err(flaw) = plan.verify(first)
    {
        unreachable!("lowering: {flaw:?}");
    }
}

/// The work in progress.
pub(crate) struct Lowerer<'a> {
    pub(crate) program: &'a Program,
    pub(crate) plan: Plan,
    consts: FxHashMap<Value, u32>,
    /// The locals that hold answers given by the caller of the procedure being written.
    pub(crate) given: FxHashMap<PromptId, u32>,
}

impl<'a> Lowerer<'a> {
    fn new(program: &'a Program, plan: Plan) -> Lowerer<'a> {
        Lowerer { program, plan, consts: FxHashMap::default(), given: FxHashMap::default() }
    }

    /// Makes what is new, and again what has changed since an earlier state of the program.
    fn everything(&mut self, before: &Program) {
        let program = self.program;
        let fns = program.fns.changed_since(&before.fns, Arc::ptr_eq);
        let procs = program.procs.changed_since(&before.procs, Arc::ptr_eq);
        self.reserve();
        for at in program.options.changed_since(&before.options, Arc::ptr_eq) {
            let Some(option) = program.options.get(at) else { continue };
            let code = self.value_code(&option.def.name, &option.value);
            put(&mut self.plan.options, at, code);
        }
        for at in program.tables.changed_since(&before.tables, Arc::ptr_eq) {
            let Some(table) = program.tables.get(at) else { continue };
            let lowered = Arc::new(self.table(TableId::from(at), table));
            put(&mut self.plan.tables, at, lowered);
        }
        self.definitions(&fns, &procs);
        for at in program.sheets.changed_since(&before.sheets, Arc::ptr_eq) {
            let Some(sheet) = program.sheets.get(at) else { continue };
            let plan = self.sheet(sheet);
            put(&mut self.plan.sheets, at, plan);
        }
        for test in program.tests.iter().skip(self.plan.tests.len()) {
            let code = self.body(&test.title, &test.body);
            self.plan.tests.push(code);
        }
        self.beginning();
        // They may read what globals hold from the beginning.
        for body in program.standing.iter().skip(self.plan.standing) {
            let code = self.body("standing rules", body);
            self.plan.beginnings.push(code);
        }
        self.plan.standing = program.standing.len();
        // What stands at the top of a file is not made again with each entry that comes after it.
        let has_main = self.plan.main.is_some() && Arc::ptr_eq(&before.main, &program.main);
        if !program.main.block.stmts.is_empty() && !has_main {
            let main = self.body("main", &program.main);
            self.plan.main = Some(main);
        }
    }

    /// Ids of functions and procedures are given before their code is made, for they call each other.
    fn reserve(&mut self) {
        while self.plan.fns.len() < self.program.fns.len() {
            let id = self.reserve_code();
            self.plan.fns.push(id);
        }
        while self.plan.procs.len() < self.program.procs.len() {
            let id = self.reserve_code();
            self.plan.procs.push(id);
        }
    }

    fn reserve_code(&mut self) -> CodeId {
        let id = CodeId(u32::try_from(self.plan.codes.len()).unwrap_or(u32::MAX));
        self.plan.codes.push(Arc::new(Code::default()));
        id
    }

    /// Makes these functions and procedures, by their places, and the answers that are new.
    fn definitions(&mut self, fns: &[usize], procs: &[usize]) {
        let program = self.program;
        for at in fns {
            let Some((function, id)) = program.fns.get(*at).zip(self.plan.fns.get(*at).copied()) else {
                continue;
            };
            let code = self.function(function);
            self.fill(id, code);
        }
        for at in procs {
            let Some((procedure, id)) = program.procs.get(*at).zip(self.plan.procs.get(*at).copied()) else {
                continue;
            };
            let code = self.procedure(procedure);
            self.fill(id, code);
        }
        self.policies();
    }

    pub(crate) fn fill(&mut self, id: CodeId, mut code: Code) {
        self.forget_counts(&mut code);
        if let Some(slot) = self.plan.codes.get_mut(id.0 as usize) {
            *slot = Arc::new(code);
        }
    }

    /// What is counted of dice is known where they are rolled only if what they are held against is set before, and
    /// never again.
    fn forget_counts(&self, code: &mut Code) {
        let Code { counted, ops, .. } = code;
        let changes = |local: LocalId| {
            let sets = (0u32..).zip(ops.iter()).filter(|(_, op)| op.does(&self.plan).locals.changes(local.0));
            sets.map(|(at, _)| at).collect::<Vec<_>>()
        };
        counted.retain(|roll, tallies| {
            let mut held = tallies.iter().flat_map(Tally::locals);
            held.all(|local| match changes(local).as_slice() {
                [] => true,
                [only] => *only < roll,
                [_, _, ..] => false,
            })
        });
    }

    pub(crate) fn add(&mut self, code: Code) -> CodeId {
        let id = self.reserve_code();
        self.fill(id, code);
        id
    }

    /// The code of an expression that stands by itself.
    pub(crate) fn value_code(&mut self, name: &str, expr: &Expr) -> CodeId {
        let mut coder = Coder::new(name, own_locals(expr));
        self.expr(&mut coder, expr);
        let code = coder.finish(expr.span);
        self.add(code)
    }

    pub(crate) fn symbol(&mut self, name: &Arc<str>) -> u32 {
        if let Some(symbol) = self.plan.symbol_places.get(name) {
            return *symbol;
        }
        let symbol = u32::try_from(self.plan.symbols.len()).unwrap_or(u32::MAX);
        self.plan.symbols.push(Arc::clone(name));
        self.plan.symbol_places.insert(Arc::clone(name), symbol);
        symbol
    }

    pub(crate) fn constant(&mut self, value: Value) -> u32 {
        if let Some(index) = self.consts.get(&value) {
            return *index;
        }
        let index = u32::try_from(self.plan.consts.len()).unwrap_or(u32::MAX);
        self.plan.consts.push(value.clone());
        self.consts.insert(value, index);
        index
    }

    pub(crate) fn text(&mut self, text: impl Into<Arc<str>>) -> u32 {
        self.plan.texts.push(text.into());
        last(&self.plan.texts)
    }

    pub(crate) fn empty_table() -> PlanTable {
        PlanTable::default()
    }
}

/// The index of the item that was just pushed.
pub(crate) fn last<T>(list: &SharedVec<T>) -> u32 {
    u32::try_from(list.len().saturating_sub(1)).unwrap_or(u32::MAX)
}

/// Puts an item in its place, which may be the one after the last.
fn put<T: Clone>(list: &mut SharedVec<T>, at: usize, item: T) {
    match list.get_mut(at) {
        Some(slot) => *slot = item,
        None => list.push(item),
    }
}
