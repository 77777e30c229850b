//! What looks at a list make of an item that lies beyond all that are listed: mostly the same, whichever it is.

use std::rc::Rc;

use super::Demand;
use super::forms::is_item;
use super::gap::Gap;
use super::locals::{Env, Slot};
use super::need::Need;
use super::view::{ItemStep, Made, View};
use crate::base::Num;
use crate::check::program::Expr;
use crate::dice::Count;
use crate::dist::{Dist, Tail};
use crate::plan::Value;

/// What becomes of an item beyond all that are listed.
pub(super) enum FarItem {
    /// It takes no part.
    Out,
    /// It gives this, whichever it is.
    Value(Value),
    /// It stays the number that it is.
    Itself,
}

impl<'p> Demand<'p> {
    /// What a view makes of an item that lies beyond all that are listed; `None` where that depends on which it is.
    pub(super) fn through_far(
        &mut self,
        view: &View<'p>,
        far: &Rc<Dist<Num>>,
        env: &Env<'p>,
    ) -> Result<Option<FarItem>, Gap> {
        for (at, step) in view.steps.iter().enumerate() {
            let ItemStep::Walked(scope, each) = step else { return Ok(None) };
            let env_of_item = env.with(scope.item, Slot::Beyond(Rc::clone(far)));
            if let Some(filter) = &scope.filter {
                match self.same_for_all(filter, &env_of_item)? {
                    Some(Value::YesNo(true)) => {}
                    Some(Value::YesNo(false)) => return Ok(Some(FarItem::Out)),
                    _ => return Ok(None),
                }
            }
            let Some(each) = each.filter(|each| !is_item(scope, each)) else { continue };
            let Some(value) = self.same_for_all(each, &env_of_item)? else { return Ok(None) };
            let further = view.steps.get(at + 1..).unwrap_or(&[]);
            let given = self.through(further, &value, env)?;
            return Ok(given.map(|given| given.map_or(FarItem::Out, FarItem::Value)));
        }
        Ok(Some(FarItem::Itself))
    }

    /// What an expression gives for all that lies beyond what is listed; `None` where that is not one value.
    fn same_for_all(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Value>, Gap> {
        let lot = self.settled(expr, env).and_then(|env| self.lot(expr, &env, &Need::all()));
        match lot {
            Ok(lot) => Ok(lot.single()),
            Err(gap) if gap.is_interruption() => Err(gap),
            Err(_) => Ok(None),
        }
    }
}

impl Made {
    /// What a number beyond all that are listed counts for, where that is the same for all of them.
    pub(super) fn of_far(&self, far: &Dist<Num>) -> Option<Num> {
        match self {
            Made::Count | Made::Empty => Some(Num::ONE),
            Made::Tally(tally) => score_of_all(tally, far),
            Made::Sum | Made::Min | Made::Max | Made::Any | Made::All | Made::NoneOf => None,
            Made::MostOfAKind | Made::Kept(_) | Made::Place(..) => None,
        }
    }
}

/// What each of some numbers without an upper end counts, where all that they are held against lies below them.
fn score_of_all(tally: &Count, far: &Dist<Num>) -> Option<Num> {
    let (lowest, _) = far.outcomes().first()?;
    let met = std::iter::once(&tally.hit).chain(&tally.miss);
    let is_below = met.flat_map(|met| met.numbers()).all(|number| number < lowest);
    (is_below && far.cut()?.tail == Tail::Above).then(|| tally.score(*lowest))
}
