//! Procedures that work something off: one item with all that it brings comes to the same whichever it is, as what comes
//! back to itself does.

use super::Demand;
use super::branches::SelfCall;
use super::gap::Gap;
use super::keys::ComesBack;
use super::locals::Env;
use super::lot::Lot;
use super::means::Mean;
use super::need::Need;
use crate::base::Num;
use crate::check::program::{Expr, ExprKind, Worklist};
use crate::dist::{Dist, Fraction, Offspring};
use crate::plan::Value;

/// A procedure that works something off, or a part of what it gives.
pub(super) struct WorkedOff<'p> {
    list: &'p Worklist,
    comes_back: ComesBack,
    locals: u32,
}

impl<'p> Demand<'p> {
    /// What an expression works off; `None` where it does not.
    pub(super) fn worked_off(&mut self, expr: &'p Expr) -> Option<WorkedOff<'p>> {
        let (run, part) =
            if let ExprKind::Field(of, name) = &expr.kind { (&**of, Some(name)) } else { (expr, None) };
        let ExprKind::Run(id, _, answers) = &run.kind else { return None };
        let procedure = self.plain_procedure(*id).filter(|_| answers.is_empty())?;
        let list = procedure.body.worklists().iter().find(|list| list.part.as_ref() == part)?;
        let is_apart = procedure.params.is_empty() && !self.effects.of(&list.pass).changes();
        let locals = procedure.body.locals_apart();
        is_apart.then(|| WorkedOff { list, comes_back: ComesBack::Run(*id, part.cloned()), locals })
    }

    /// What it gives; `None` where that is not known so.
    pub(super) fn work_off(&mut self, of: &WorkedOff<'p>) -> Result<Option<Lot>, Gap> {
        if of.list.items != Num::ONE {
            return Ok(None);
        }
        self.solved_once(of.comes_back.clone(), |this, back| {
            let passes = this.items_of(of)?;
            let first = of.list.total;
            let with_first = |lot: Lot| Some(Lot::Numbers(lot.numbers()?.linear(Num::ONE, first).ok()?));
            Ok(this.descendants(&passes, back)?.and_then(with_first))
        })
    }

    /// The mean of what it gives, which is known also where no fractions say how likely each total is.
    pub(super) fn mean_worked_off(&mut self, of: &WorkedOff<'p>) -> Result<Option<Mean>, Gap> {
        let passes = match self.items_of(of) {
            Err(Gap::Uncovered) => return Ok(None),
            passes => passes?,
        };
        let WorkedOff { list, comes_back, .. } = of;
        let items = Fraction::from(list.items);
        let mean = SelfCall::new(comes_back.clone()).mean(&passes);
        Ok(mean.map(|one| Mean { number: one.number.mul(&items).add(&list.total.into()), ..one }))
    }

    /// What one item comes to: how many it brings, and what it adds.
    fn items_of(&mut self, of: &WorkedOff<'p>) -> Result<Dist<Offspring>, Gap> {
        let starts = of.list.items.as_int().is_some_and(|items| items > 0);
        let passes = self.within(|this| this.lot(&of.list.pass, &Env::new(of.locals), &Need::all()))?;
        let passes = passes.into_values();
        if !starts || !passes.is_complete() {
            return Err(Gap::Uncovered);
        }
        passes.try_map(|pass| brings(pass).ok_or(Gap::Uncovered))
    }
}

/// How many items a pass brings in place of the one that it takes off, and what it adds.
fn brings(pass: &Value) -> Option<Offspring> {
    let Value::Parts(parts) = pass else { return None };
    let part =
        |name: &str| parts.iter().find(|(of, _)| &**of == name).and_then(|(_, value)| value.as_number());
    let [left, total] = Worklist::PARTS.map(part);
    let times = left?.as_int()?.checked_add(1)?;
    Some((u32::try_from(times).ok()?, total?))
}
