//! Making a plan from a resolved program.
//!
//! Programs grow: [`lower()`] adds what is new and makes again what has changed; everything else that a
//! plan holds stays as it is, so that running values stay good.

mod coder;
mod expr;
mod lists;
mod policy;
mod pool;
mod regions;
mod state;
mod stmt;
mod table;

use std::sync::Arc;

use rustc_hash::FxHashMap;

pub(crate) use coder::Coder;
pub use expr::literal_value;
pub use pool::pool_template;

use super::{Code, CodeId, Plan, PlanTable, Value};
use crate::check::program::{Body, Closure, Expr, Program, PromptId, TableId};

/// The plan of `program`, made by extending `plan`, the plan of an earlier state of it.
pub fn lower(plan: &Plan, program: &Arc<Program>) -> Plan {
    let first = plan.codes.len();
    let mut plan = plan.clone();
    // What stands at the top of a file must not be made again with each entry that comes after it.
    let places = |body: &Body| body.block.stmts.iter().map(|stmt| stmt.span).collect::<Vec<_>>();
    let has_main = plan.main.is_some() && places(&plan.program.main) == places(&program.main);
    let before = std::mem::replace(&mut plan.program, Arc::clone(program));
    let mut lowerer = Lowerer::new(program, plan);
    lowerer.forget_changed(&before);
    lowerer.everything(has_main);
    holds_together(&lowerer.plan, first);
    lowerer.plan
}

/// Adds the code of statements that are run on their own, such as one entry of the REPL.
pub fn lower_body(plan: &mut Plan, name: &str, body: &Body) -> CodeId {
    let (program, first) = (Arc::clone(&plan.program), plan.codes.len());
    let mut lowerer = Lowerer::new(&program, std::mem::take(plan));
    let code = lowerer.body(name, body);
    *plan = lowerer.plan;
    holds_together(plan, first);
    code
}

/// Adds the code of an expression that is worked out on its own and captures nothing.
pub fn lower_expr(plan: &mut Plan, name: &str, expr: &Closure) -> CodeId {
    let (program, first) = (Arc::clone(&plan.program), plan.codes.len());
    let mut lowerer = Lowerer::new(&program, std::mem::take(plan));
    let code = lowerer.closure(name, expr);
    *plan = lowerer.plan;
    holds_together(plan, first);
    code
}

/// Adds the code of a mention of a table as the number of the row that comes up; `None` where the
/// expression is something else.
pub fn lower_row(plan: &mut Plan, expr: &Closure) -> Option<(TableId, CodeId)> {
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
    symbols: FxHashMap<Arc<str>, u32>,
    consts: FxHashMap<Value, u32>,
    /// Tables of the plan that have changed since they were made.
    stale: Vec<usize>,
    /// The locals that hold answers given by the caller of the procedure being written.
    pub(crate) given: FxHashMap<PromptId, u32>,
}

impl<'a> Lowerer<'a> {
    fn new(program: &'a Program, plan: Plan) -> Lowerer<'a> {
        let symbols = plan.symbols.iter().cloned().zip(0u32..).collect();
        Lowerer {
            program,
            plan,
            symbols,
            consts: FxHashMap::default(),
            stale: Vec::new(),
            given: FxHashMap::default(),
        }
    }

    fn everything(&mut self, has_main: bool) {
        let program = self.program;
        self.reserve();
        for (index, option) in program.options.iter().enumerate() {
            let code = self.value_code(&option.def.name, &option.value);
            self.fill_option(index, code);
        }
        let done = self.done(|plan| &plan.tables);
        for (index, table) in program.tables.iter().enumerate() {
            if index < done && !self.stale.contains(&index) {
                continue;
            }
            let lowered = Arc::new(self.table(TableId::from(index), table));
            match self.plan.tables.get_mut(index) {
                Some(slot) => *slot = lowered,
                None => self.plan.tables.push(lowered),
            }
        }
        self.definitions();
        self.beginning();
        // They may read what globals hold from the beginning.
        for body in program.standing.iter().skip(self.plan.standing) {
            let code = self.body("standing rules", body);
            self.plan.beginnings.push(code);
        }
        self.plan.standing = program.standing.len();
        if !program.main.block.stmts.is_empty() && !has_main {
            let main = self.body("main", &program.main);
            self.plan.main = Some(main);
        }
    }

    /// What was changed since an earlier state of the program is made again.
    fn forget_changed(&mut self, before: &Program) {
        let other = |(_, (a, b)): &(usize, (&Arc<_>, &Arc<_>))| !Arc::ptr_eq(a, b);
        let tables = before.tables.iter().zip(&self.program.tables).enumerate();
        self.stale = tables.filter(other).map(|(at, _)| at).collect();
        let fns = before.fns.iter().zip(&self.program.fns).zip(&self.plan.fns);
        let fns = fns.filter(|((a, b), _)| !Arc::ptr_eq(a, b)).map(|(_, id)| *id);
        let procs = before.procs.iter().zip(&self.program.procs).zip(&self.plan.procs);
        let procs = procs.filter(|((a, b), _)| !Arc::ptr_eq(a, b)).map(|(_, id)| *id);
        let codes: Vec<CodeId> = fns.chain(procs).collect();
        for id in codes {
            self.fill(id, Code::default());
        }
    }

    fn done<T>(&self, list: impl Fn(&Plan) -> &Vec<T>) -> usize {
        list(&self.plan).len()
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

    fn definitions(&mut self) {
        let program = self.program;
        for (function, id) in program.fns.iter().zip(self.plan.fns.clone()) {
            if self.plan.code(id).ops.is_empty() {
                let code = self.function(function);
                self.fill(id, code);
            }
        }
        for (procedure, id) in program.procs.iter().zip(self.plan.procs.clone()) {
            if self.plan.code(id).ops.is_empty() {
                let code = self.procedure(procedure);
                self.fill(id, code);
            }
        }
        self.policies();
        for sheet in program.sheets.iter() {
            self.sheet(sheet);
        }
        for test in program.tests.iter().skip(self.done(|plan| &plan.tests)) {
            let code = self.body(&test.title, &test.body);
            self.plan.tests.push(code);
        }
    }

    fn fill_option(&mut self, index: usize, code: CodeId) {
        match self.plan.options.get_mut(index) {
            Some(slot) => *slot = code,
            None => self.plan.options.push(code),
        }
    }

    pub(crate) fn fill(&mut self, id: CodeId, code: Code) {
        if let Some(slot) = self.plan.codes.get_mut(id.0 as usize) {
            *slot = Arc::new(code);
        }
    }

    pub(crate) fn add(&mut self, code: Code) -> CodeId {
        let id = self.reserve_code();
        self.fill(id, code);
        id
    }

    /// The code of an expression with no locals of its own.
    pub(crate) fn value_code(&mut self, name: &str, expr: &Expr) -> CodeId {
        let mut coder = Coder::new(name, 0);
        self.expr(&mut coder, expr);
        let code = coder.finish(expr.span);
        self.add(code)
    }

    pub(crate) fn symbol(&mut self, name: &Arc<str>) -> u32 {
        if let Some(symbol) = self.symbols.get(name) {
            return *symbol;
        }
        let symbol = u32::try_from(self.plan.symbols.len()).unwrap_or(u32::MAX);
        self.plan.symbols.push(Arc::clone(name));
        self.symbols.insert(Arc::clone(name), symbol);
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
pub(crate) fn last<T>(list: &[T]) -> u32 {
    u32::try_from(list.len().saturating_sub(1)).unwrap_or(u32::MAX)
}
