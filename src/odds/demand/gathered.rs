//! Several looks at one list of independent draws that each add something to what was found before: worked out
//! group by group, in whatever order the draws fall.

use super::Demand;
use super::draws::{Bag, Draws};
use super::gap::Gap;
use super::locals::Env;
use super::views::{Made, View};
use crate::base::Num;
use crate::check::program::UnitId;
use crate::dist::{Dist, Nat};
use crate::odds::figures::{in_unit, larger};
use crate::plan::Value;

/// What the views have found so far; nothing where they have found nothing.
type FoundSoFar = Vec<Option<Num>>;

/// What the views make of each item, with its weight.
type ShownItems = Vec<(Vec<Option<Value>>, Nat)>;

/// The units of what views find, where it has one.
type FoundUnits = Vec<Option<UnitId>>;

impl<'p> Demand<'p> {
    /// What the views give, together; `None` where one of them looks at more than what each draw adds.
    pub(super) fn gathered(
        &mut self,
        bag: &Bag,
        views: &[View<'p>],
        env: &Env<'p>,
    ) -> Result<Option<Dist<Vec<Value>>>, Gap> {
        if !views.iter().all(|view| view.made.adds_up()) {
            return Ok(None);
        }
        let mut units: FoundUnits = vec![None; views.len()];
        let mut shown = Vec::with_capacity(bag.groups.len());
        for group in &bag.groups {
            if !group.each.is_complete() || !group.count.is_complete() {
                return Ok(None);
            }
            let Some(each) = self.items_shown(group, views, env, &mut units)? else { return Ok(None) };
            shown.push(each);
        }
        let mut all: Dist<FoundSoFar> = Dist::point(vec![None; views.len()]);
        for (group, items) in bag.groups.iter().zip(shown) {
            let mut weights = Vec::with_capacity(items.len());
            for (items, weight) in items {
                let found: Option<FoundSoFar> = items
                    .iter()
                    .zip(views)
                    .zip(&units)
                    .map(|((item, view), unit)| self.adds(item.as_ref(), &view.made, *unit))
                    .collect();
                let Some(found) = found else { return Ok(None) };
                weights.push((found, weight));
            }
            let found = self.found_in(group, &Dist::from_weights(weights)?, views)?;
            all = self.together_found(&all, &found, views)?;
        }
        let mut outcomes = Vec::with_capacity(all.len());
        for (found, weight) in all.into_outcomes() {
            let values: Option<Vec<Value>> = found
                .iter()
                .zip(views)
                .zip(&units)
                .map(|((found, view), unit)| view.made.found(*found, *unit))
                .collect();
            let Some(values) = values else { return Ok(None) };
            outcomes.push((values, weight));
        }
        Ok(Some(Dist::from_weights(outcomes)?))
    }

    /// What the views make of each item of a group, and in which units.
    fn items_shown(
        &mut self,
        group: &Draws,
        views: &[View<'p>],
        env: &Env<'p>,
        units: &mut FoundUnits,
    ) -> Result<Option<ShownItems>, Gap> {
        let mut all = Vec::with_capacity(group.each.len());
        for (value, weight) in group.each.outcomes() {
            self.budget.charge(16)?;
            let mut items = Vec::with_capacity(views.len());
            for (view, known) in views.iter().zip(units.iter_mut()) {
                let Some(item) = self.through_steps(view, &value, env)? else { return Ok(None) };
                if let Some(Value::Quantity(_, unit)) = item
                    && known.is_none_or(|known| larger(&self.plan.program.units, unit, known))
                {
                    *known = Some(unit);
                }
                items.push(item);
            }
            all.push((items, weight.clone()));
        }
        Ok(Some(all))
    }

    /// What an item adds; `None` where that is no number, or of another kind than the unit.
    fn adds(&self, item: Option<&Value>, made: &Made, unit: Option<UnitId>) -> Option<Option<Num>> {
        let Some(item) = item else { return Some(None) };
        let yes_no = item.as_yes_no().filter(|_| matches!(item, Value::YesNo(_)));
        let number = match (unit, item) {
            (_, Value::Number(number)) if unit.is_none() || number.is_zero() => Some(*number),
            (Some(unit), Value::Quantity(..)) => in_unit(&self.plan.program.units, item, unit),
            _ => None,
        };
        Some(Some(match made {
            Made::Sum | Made::Min | Made::Max => number?,
            Made::Count => Num::int(i64::from(yes_no.unwrap_or(true))),
            Made::Empty => Num::ONE,
            Made::Any | Made::NoneOf => Num::int(i64::from(yes_no?)),
            Made::All => Num::int(i64::from(!yes_no?)),
            Made::Tally(tally) => tally.score(number.filter(|_| unit.is_none())?),
            Made::Distinct | Made::MostOfAKind | Made::Kept(_) | Made::Place(..) => return None,
        }))
    }

    /// What is found in so many draws of a group.
    fn found_in(
        &mut self,
        group: &Draws,
        each: &Dist<FoundSoFar>,
        views: &[View<'p>],
    ) -> Result<Dist<FoundSoFar>, Gap> {
        let mut parts = Vec::with_capacity(group.count.len());
        let (mut drawn, mut found) = (0, Dist::point(vec![None; views.len()]));
        for (count, weight) in group.count.outcomes() {
            while drawn < *count {
                found = self.together_found(&found, each, views)?;
                drawn += 1;
            }
            parts.push((weight.clone(), found.clone()));
        }
        Ok(Dist::mix(&parts, &mut self.budget)?)
    }

    fn together_found(
        &mut self,
        a: &Dist<FoundSoFar>,
        b: &Dist<FoundSoFar>,
        views: &[View<'p>],
    ) -> Result<Dist<FoundSoFar>, Gap> {
        let both = |a: &FoundSoFar, b: &FoundSoFar| -> Result<FoundSoFar, Gap> {
            a.iter().zip(b).zip(views).map(|((a, b), view)| view.made.joined(*a, *b)).collect()
        };
        let pairs = (a.len() as u64).saturating_mul(b.len() as u64);
        self.budget.charge(pairs.saturating_mul(4))?;
        a.try_product(b, &mut self.budget, both)
    }
}

impl Made {
    /// Whether each draw adds to what the others gave, whichever they were.
    fn adds_up(&self) -> bool {
        match self {
            Made::Sum | Made::Count | Made::Min | Made::Max => true,
            Made::Any | Made::All | Made::NoneOf | Made::Empty | Made::Tally(_) => true,
            Made::Distinct | Made::MostOfAKind | Made::Kept(_) | Made::Place(..) => false,
        }
    }

    /// What was found here and there, as one.
    fn joined(&self, a: Option<Num>, b: Option<Num>) -> Result<Option<Num>, Gap> {
        let (Some(a), Some(b)) = (a, b) else { return Ok(a.or(b)) };
        Ok(Some(match self {
            Made::Min => a.min(b),
            Made::Max | Made::Any | Made::NoneOf | Made::All | Made::Empty => a.max(b),
            Made::Sum | Made::Count | Made::Tally(_) => a.add(b)?,
            Made::Distinct | Made::MostOfAKind | Made::Kept(_) | Made::Place(..) => {
                return Err(Gap::Uncovered);
            }
        }))
    }

    /// The value of what was found in the end; `None` where there is none.
    fn found(&self, found: Option<Num>, unit: Option<UnitId>) -> Option<Value> {
        let number = found.unwrap_or(Num::ZERO);
        Some(match self {
            Made::Any => Value::YesNo(!number.is_zero()),
            Made::All | Made::NoneOf | Made::Empty => Value::YesNo(number.is_zero()),
            Made::Count | Made::Tally(_) => Value::Number(number),
            // Of nothing the sum is a plain 0.
            Made::Sum if found.is_none() => Value::Number(number),
            Made::Sum => unit.map_or(Value::Number(number), |unit| Value::Quantity(number, unit)),
            Made::Min | Made::Max => {
                let number = found?;
                unit.map_or(Value::Number(number), |unit| Value::Quantity(number, unit))
            }
            Made::Distinct | Made::MostOfAKind | Made::Kept(_) | Made::Place(..) => return None,
        })
    }
}
