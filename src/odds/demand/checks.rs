//! Checks against a number, and contests.

use super::Demand;
use super::gap::Gap;
use super::locals::Env;
use super::lot::Lot;
use super::need::Need;
use super::numbers::{arith, compared, extreme};
use crate::base::Num;
use crate::check::program::{Expr, ExprKind};
use crate::dist::Dist;
use crate::plan::{Op, Value};
use crate::syntax::ast::{ArithOp, Compare};

impl<'p> Demand<'p> {
    /// One part of a check or a contest of plain numbers, from how they are spread; `None` where it is something
    /// else, or where it is about a natural face.
    pub(super) fn part_of_check(
        &mut self,
        of: &'p Expr,
        name: &str,
        env: &Env<'p>,
    ) -> Result<Option<Lot>, Gap> {
        let (ExprKind::Check(roll, against, tie) | ExprKind::Contest(roll, against, tie)) = &of.kind else {
            return Ok(None);
        };
        let is_known = matches!(name, "total" | "dc" | "against" | "margin" | "short" | "success");
        if !is_known || !self.effects.parts_apart(of) {
            return Ok(None);
        }
        let ties_win = match tie {
            Some(tie) => self.lot(tie, env, &Need::all())?.single(),
            None => Some(Value::YesNo(true)),
        };
        let roll = self.lot(roll, env, &Need::first())?;
        let against = self.lot(against, env, &Need::first())?;
        let (Lot::Numbers(roll), Lot::Numbers(against), Some(Value::YesNo(ties_win))) =
            (roll, against, ties_win)
        else {
            return Ok(None);
        };
        let budget = &mut self.budget;
        Ok(Some(match name {
            "total" => Lot::Numbers(roll),
            "margin" => Lot::Numbers(arith(ArithOp::Subtract, &roll, &against, budget)?),
            "short" => {
                let missing = arith(ArithOp::Subtract, &against, &roll, budget)?;
                Lot::Numbers(extreme(&[(1, missing), (1, Dist::point(Num::ZERO))], true, budget)?)
            }
            "success" => {
                let compare = if ties_win { Compare::AtLeast } else { Compare::More };
                Lot::yes_no(compared(compare, &roll, &against, budget)?)
            }
            _ => Lot::Numbers(against),
        }))
    }

    /// A check or a contest; its natural face is the machine's business.
    pub(super) fn check(
        &mut self,
        roll: &'p Expr,
        against: &'p Expr,
        tie: Option<&'p Expr>,
        op: Op,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let seen = ["total", "dc", "margin", "short", "success", "against"];
        let only_those = seen.iter().any(|part| !need.of_field(part).is_nothing());
        if !only_those || !need.of_field("natural").is_nothing() {
            return Err(Gap::Uncovered);
        }
        let roll = self.lot(roll, env, &Need::first())?;
        let against = self.lot(against, env, &Need::first())?;
        let tie = match tie {
            Some(tie) => self.lot(tie, env, &Need::all())?,
            None => Lot::point(Value::YesNo(true)),
        };
        let all = self.together(vec![roll, against, tie])?;
        self.budget.charge(all.len() as u64 * 32)?;
        let bench = &mut self.bench;
        Ok(Lot::of(all.try_map(|values| bench.apply(op, values))?))
    }
}
