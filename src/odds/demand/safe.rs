//! Whether anything can go wrong while something is worked out whose value nobody looks at: where nothing can, it is
//! left out.

use super::Demand;
use super::forms::{is_number_of_times, is_pool, is_small};
use super::gap::Gap;
use super::locals::Env;
use super::need::Need;
use crate::base::Num;
use crate::base::stack::with_room;
use crate::check::Builtin;
use crate::check::program::{
    Args, DiceGroup, Expr, ExprKind, Faces, FnId, IsTest, Kind, Literal, RowPick, TableId,
};
use crate::dice::PoolOp;
use crate::syntax::ast::{ArithOp, Modifier, TableKind};

impl<'p> Demand<'p> {
    /// Whether nothing can go wrong while an expression is worked out.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named may go wrong: the safe answer")]
    pub(super) fn is_safe(&mut self, expr: &'p Expr) -> bool {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::StubText(_) => true,
            ExprKind::Text(_)
            | ExprKind::List(_)
            | ExprKind::Parts(_)
            | ExprKind::Label(..)
            | ExprKind::Bind(..)
            | ExprKind::Otherwise(..) => self.are_safe(expr.parts()),
            ExprKind::If(condition, ..) => condition.gives == Kind::YesNo && self.are_safe(expr.parts()),
            ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Not(_) => {
                expr.parts().iter().all(|part| part.gives == Kind::YesNo) && self.are_safe(expr.parts())
            }
            ExprKind::Likely(share) => is_share(share),
            ExprKind::Compare(..) => {
                expr.parts().iter().all(|part| is_number(part)) && self.are_safe(expr.parts())
            }
            ExprKind::Is { of, tests, .. } => {
                let fits = |test: &IsTest| match test {
                    IsTest::Equals(_) => true,
                    IsTest::Even | IsTest::Odd => is_whole(of),
                    IsTest::Standing(..) | IsTest::Empty => false,
                };
                tests.iter().all(fits) && self.are_safe(expr.parts())
            }
            ExprKind::Pick(list) => is_surely_some(list) && self.is_safe(list),
            ExprKind::Arith(first, rest) => is_safe_sum(first, rest) && self.are_safe(expr.parts()),
            ExprKind::Pool(groups, ops) => is_plain_pool(groups, ops),
            ExprKind::Draw(pick) => self.is_safe_draw(pick),
            ExprKind::Call(function, args) => self.is_safe_call(*function, args),
            ExprKind::Builtin(
                Builtin::Capital
                | Builtin::TitleCase
                | Builtin::Upper
                | Builtin::Lower
                | Builtin::Article
                | Builtin::ToText,
                args,
            ) => args.iter().all(|arg| matches!(arg.gives, Kind::Text | Kind::Row(_)) && self.is_safe(arg)),
            ExprKind::Builtin(Builtin::Sum | Builtin::Count, args) => match args.as_slice() {
                [list] => list.gives == Kind::List(Box::new(Kind::Number)) && self.is_safe(list),
                _ => false,
            },
            ExprKind::Times { count, body, unique: false } => is_number_of_times(count) && self.is_safe(body),
            // Each row has all results of its table.
            ExprKind::Field(of, _) => match &of.gives {
                Kind::Row(_) => self.is_safe(of),
                Kind::List(each) => matches!(**each, Kind::Row(_)) && self.is_safe(of),
                _ => false,
            },
            ExprKind::Sort(scope, keys) if keys.is_empty() && scope.filter.is_none() => {
                self.is_safe(&scope.of)
            }
            ExprKind::Exploding(dice) => self.is_safe(&dice.die),
            _ => false,
        }
    }

    fn are_safe(&mut self, parts: Vec<&'p Expr>) -> bool {
        parts.into_iter().all(|part| self.is_safe(part))
    }

    fn is_safe_call(&mut self, id: FnId, args: &'p Args) -> bool {
        let plan = self.plan;
        let Some(function) = plan.program.fns.get(id.index()) else { return false };
        let fits = |(at, param): (usize, &crate::check::program::Param)| {
            let given = args.get(at).and_then(Option::as_ref).or(param.default.as_ref());
            !param.unrolled && param.bounds.is_none() && given.is_some()
        };
        function.params.iter().enumerate().all(fits)
            && args.iter().flatten().all(|arg| self.is_safe(arg))
            && self.is_safe_function(id)
    }

    fn is_safe_function(&mut self, id: FnId) -> bool {
        if let Some(known) = self.safe_functions.get(&id) {
            return *known;
        }
        // What comes back to itself goes wrong only where something else does.
        self.safe_functions.insert(id, true);
        let plan = self.plan;
        let function = plan.program.fns.get(id.index());
        let safe = function.is_some_and(|function| {
            let defaults = function.params.iter().filter_map(|param| param.default.as_ref());
            with_room(|| function.body.iter().chain(defaults).all(|part| self.is_safe(part)))
        });
        if !safe {
            self.forget_what_is_safe();
        }
        self.safe_functions.insert(id, safe);
        safe
    }

    /// Forgets what was found safe: something was taken for safe on the way.
    pub(super) fn forget_what_is_safe(&mut self) {
        self.safe_tables.retain(|_, safe| !*safe);
        self.safe_functions.retain(|_, safe| !*safe);
    }

    /// That nothing goes wrong in a value which is only worked out where it is looked at, and may be looked at nowhere: in
    /// play a name gets its value whether it is read or not.
    ///
    /// # Errors
    /// Something does.
    pub(super) fn goes_well(&mut self, value: &'p Expr, env: &Env<'p>) -> Result<(), Gap> {
        if !self.is_risky(value) {
            return Ok(());
        }
        match self.lot(value, env, &Need::default()) {
            Err(gap) if gap.is_interruption() || matches!(gap, Gap::Wrong) => Err(gap),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Whether values of the right kinds may be too much for an expression: it divides, looks something up, or takes a place.
    fn is_risky(&mut self, expr: &'p Expr) -> bool {
        expr.descendants().any(|part| self.is_risky_itself(part))
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named goes well with the right kinds"
    )]
    fn is_risky_itself(&mut self, expr: &'p Expr) -> bool {
        match &expr.kind {
            ExprKind::Arith(_, rest) => rest.iter().any(|(op, by)| match op {
                ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => {
                    by.literal().and_then(Literal::number).is_none_or(Num::is_zero)
                }
                ArithOp::Add | ArithOp::Subtract | ArithOp::Multiply => false,
            }),
            ExprKind::Lookup(_) | ExprKind::LookupIn(..) | ExprKind::Item(..) | ExprKind::AsWord(..) => true,
            ExprKind::Pick(list) => !is_surely_some(list),
            ExprKind::Call(function, _) => self.is_risky_function(*function),
            _ => false,
        }
    }

    fn is_risky_function(&mut self, id: FnId) -> bool {
        if let Some(known) = self.risky.get(&id) {
            return *known;
        }
        // What comes back to itself is risky only where something else in it is.
        self.risky.insert(id, false);
        let plan = self.plan;
        let function = plan.program.fns.get(id.index());
        let risky = function.is_some_and(|function| {
            function.params.iter().any(|param| param.bounds.is_some())
                || with_room(|| function.body.iter().any(|body| self.is_risky(body)))
        });
        self.risky.insert(id, risky);
        risky
    }

    /// Whether nothing can go wrong in a row.
    pub(super) fn is_safe_draw(&mut self, pick: &'p RowPick) -> bool {
        if pick.filter.is_some() || !pick.args.is_empty() {
            return false;
        }
        if let Some(known) = self.safe_tables.get(&pick.table) {
            return *known;
        }
        // What comes back to itself goes wrong only where something else does.
        self.safe_tables.insert(pick.table, true);
        let safe = with_room(|| self.is_safe_table(pick.table));
        if !safe {
            self.forget_what_is_safe();
        }
        self.safe_tables.insert(pick.table, safe);
        safe
    }

    fn is_safe_table(&mut self, id: TableId) -> bool {
        let Ok(of) = self.given(id, Vec::new()) else { return false };
        if !matches!(of.table.kind, TableKind::Table | TableKind::Chart) || self.picked(&of, false).is_err() {
            return false;
        }
        let rows = of.table.rows.iter().zip(&of.lowered.cells).filter(|(_, known)| known.is_none());
        rows.flat_map(|(row, _)| &row.cells).all(|cell| self.is_safe(cell))
    }
}

fn is_number(expr: &Expr) -> bool {
    expr.gives == Kind::Number
}

/// Whether an expression is a whole number, for sure.
fn is_whole(expr: &Expr) -> bool {
    let whole = expr.literal().and_then(Literal::number).is_some_and(|number| number.as_int().is_some());
    whole || matches!(&expr.kind, ExprKind::Pool(groups, ops) if is_plain_pool(groups, ops))
}

/// Whether an expression is a probability that is written out.
fn is_share(share: &Expr) -> bool {
    let share = share.literal().and_then(Literal::number);
    share.is_some_and(|share| (Num::ZERO..=Num::ONE).contains(&share))
}

/// Whether a list has an item, for sure.
fn is_surely_some(list: &Expr) -> bool {
    matches!(&list.kind, ExprKind::List(items) if !items.is_empty())
}

/// Whether a sum, or a small product, keeps far from the largest number.
fn is_safe_sum(first: &Expr, rest: &[(ArithOp, Expr)]) -> bool {
    let fits = |(op, term): &(ArithOp, Expr)| match op {
        ArithOp::Add | ArithOp::Subtract => is_number(term),
        ArithOp::Multiply => rest.len() == 1 && is_pool(first) && is_small(term),
        ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => false,
    };
    is_number(first) && rest.iter().all(fits)
}

/// Whether dice are as many as they say, whatever comes up, and so many can be kept of them.
fn is_plain_pool(groups: &[DiceGroup], ops: &[Modifier<Expr>]) -> bool {
    let number = |count: &Expr| count.literal().and_then(Literal::number).and_then(Num::as_int);
    let counts: Option<Vec<i64>> = groups.iter().map(|group| number(&group.count)).collect();
    let Some(dice) = counts.map(|counts| counts.into_iter().sum::<i64>()) else { return false };
    let keeps = |op: &Modifier<Expr>| matches!(&op.op, PoolOp::Keep(keep) if number(&keep.count).is_some_and(|count| (0..=dice).contains(&count)));
    groups.iter().all(|group| !matches!(group.faces, Faces::Computed(_)))
        && ops.len() <= 1
        && ops.iter().all(keeps)
}
