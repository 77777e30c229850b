//! Records that never meet: a procedure in which each record of a roster only ever looks at itself, and whose result
//! is gathered from them one by one, such as how many are left. Each is played alone, and the results are put together.

use super::Demand;
use super::gap::Gap;
use super::locals::Env;
use super::lot::Lot;
use crate::check::Builtin;
use crate::check::program::{
    Block, Expr, ExprKind, ItemScope, Repeat, Returns, RosterId, Stmt, StmtKind, items_apart, passes_alone,
};
use crate::dist::Dist;
use crate::engine::State;
use crate::plan::{Op, Value};
use crate::syntax::ast::ArithOp;

/// How what comes of some records and what comes of others are put together.
#[derive(Clone, Copy)]
pub(super) enum Gathered {
    /// Added up.
    Sum,
    /// The higher, or the lower.
    End(Builtin),
    /// Whether it holds for all of them.
    All,
    /// Whether it holds for any of them.
    Any,
}

impl<'p> Demand<'p> {
    /// What a procedure gives of records that never meet; `None` where they may, or where there is but one.
    pub(super) fn by_each_record(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Lot>, Gap> {
        let Some((roster, gathered)) = self.gathered_from(expr) else { return Ok(None) };
        let state = self.state;
        let records = state.records(roster);
        let fields = state.rosters.iter().flatten().flatten().flat_map(|record| &record.fields);
        let meet = state.awaits()
            || self.sheets_look_around()
            || fields.chain(state.globals.iter()).any(Value::holds_record);
        if meet || records.len() < 2 || !expr.free_locals().is_empty() {
            return Ok(None);
        }
        let mut all: Option<Dist<Value>> = None;
        for record in &records {
            let locals = vec![Value::Unset; env.len()];
            let own = match self.fallback.run_in(expr, locals, &alone(state, roster, record)) {
                Ok(own) if own.is_complete() => own.into_values(),
                Err(gap) if gap.is_interruption() => return Err(gap),
                Ok(_) | Err(_) => return Ok(None),
            };
            all = Some(match all {
                None => own,
                Some(before) => self.put_together(&before, &own, gathered)?,
            });
        }
        Ok(all.map(Lot::of))
    }

    /// Whether what a field may hold depends on others than its record.
    fn sheets_look_around(&self) -> bool {
        let codes = self.plan.sheets.iter().flat_map(|sheet| sheet.store.iter().flatten());
        codes
            .flat_map(|code| &self.plan.code(*code).ops)
            .any(|op| matches!(op, Op::Roster(_) | Op::Member(_)))
    }

    fn put_together(
        &mut self,
        left: &Dist<Value>,
        right: &Dist<Value>,
        gathered: Gathered,
    ) -> Result<Dist<Value>, Gap> {
        let bench = &mut self.bench;
        let mut join = |a: &Value, b: &Value| {
            let op = match (gathered, a, b) {
                (Gathered::All, Value::YesNo(a), Value::YesNo(b)) => return Ok(Value::YesNo(*a && *b)),
                (Gathered::Any, Value::YesNo(a), Value::YesNo(b)) => return Ok(Value::YesNo(*a || *b)),
                (Gathered::All | Gathered::Any, _, _) => return Err(Gap::Wrong),
                (Gathered::Sum, _, _) => Op::Arith(ArithOp::Add),
                (Gathered::End(builtin), _, _) => Op::Builtin(builtin, 2),
            };
            bench.apply(op, &[a.clone(), b.clone()]).map_err(Gap::from)
        };
        left.try_product(right, &mut self.budget, &mut join)
    }

    /// The roster whose records never meet in what a procedure gives, and how its result is gathered from them.
    pub(super) fn gathered_from(&self, expr: &Expr) -> Option<(RosterId, Gathered)> {
        let (run, part) =
            if let ExprKind::Field(of, name) = &expr.kind { (&**of, Some(name)) } else { (expr, None) };
        let ExprKind::Run(id, args, answers) = &run.kind else { return None };
        let program = &self.plan.program;
        let procedure = program.procs.get(id.index())?;
        let calm = |expr: &Expr| expr.is_calm(&program.fns);
        let defaults = procedure.params.iter().filter_map(|param| param.default.as_ref());
        let known = args.iter().flatten().chain(defaults).all(calm) && answers.is_empty();
        let plain = procedure.prompts.is_empty() && procedure.takes.is_none() && procedure.stub.is_none();
        let (Stmt { kind: StmtKind::Return(returns), .. }, before) =
            procedure.body.block.stmts.split_last().filter(|_| known && plain)?
        else {
            return None;
        };
        let result = match (returns, part) {
            (Returns::Value(value), None) => value,
            (Returns::Parts(parts), Some(part)) => {
                parts.iter().find(|(name, _)| name == part).map(|(_, of)| of)?
            }
            (Returns::Value(_), Some(_)) | (Returns::Parts(_), None) => return None,
        };
        let gathered = self.how_gathered(result)?;
        before.iter().all(|stmt| self.is_apart(stmt)).then_some(gathered)
    }

    /// How a result is gathered from the records of a roster, each by itself.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named is gathered in no such way")]
    fn how_gathered(&self, result: &Expr) -> Option<(RosterId, Gathered)> {
        let fns = &self.plan.program.fns;
        let ExprKind::Builtin(builtin, args) = &result.kind else { return None };
        let [list] = args.as_slice() else { return None };
        let roster = |of: &Expr| if let ExprKind::Roster(roster) = of.kind { Some(roster) } else { None };
        let apart = |scope: &ItemScope, each: Option<&Expr>| {
            roster(&scope.of).filter(|_| items_apart(fns, scope, each))
        };
        let (of, some) = match &list.kind {
            ExprKind::Field(of, _) => (roster(of)?, false),
            ExprKind::Map(scope, each) => (apart(scope, Some(each))?, scope.filter.is_some()),
            ExprKind::Filter(scope) => (apart(scope, None)?, true),
            _ => return None,
        };
        let gathered = match builtin {
            Builtin::Sum | Builtin::Count => Gathered::Sum,
            // Of none there is none that is highest.
            Builtin::Max | Builtin::Min if !some => Gathered::End(*builtin),
            Builtin::All | Builtin::NoneOf => Gathered::All,
            Builtin::Any => Gathered::Any,
            _ => return None,
        };
        Some((of, gathered))
    }

    /// Whether a statement does nothing but go through records, each by itself, and nothing depends on luck or on
    /// records besides.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named may do more: the safe answer")]
    fn is_apart(&self, stmt: &Stmt) -> bool {
        let fns = &self.plan.program.fns;
        let all = |block: &Block| block.stmts.iter().all(|stmt| self.is_apart(stmt));
        match &stmt.kind {
            StmtKind::Let(_, value) => value.is_calm(fns),
            StmtKind::Repeat(Repeat::Times(count), body) => count.is_calm(fns) && all(body),
            StmtKind::Step { body, .. } => all(body),
            StmtKind::For { item, of, filter, body } => {
                let filter = filter.clone();
                passes_alone(fns, &ItemScope { of: Box::new(of.clone()), item: *item, filter }, body)
            }
            _ => false,
        }
    }
}

/// A state in which all other records of a roster are gone.
fn alone(state: &State, roster: RosterId, record: &Value) -> State {
    let mut alone = state.clone();
    let records = alone.rosters.get_mut(roster.index()).into_iter().flatten();
    for (at, slot) in (0u32..).zip(records) {
        if *record != Value::Record(roster, at) {
            *slot = None;
        }
    }
    alone
}
