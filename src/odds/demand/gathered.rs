//! Several looks at one list of independent draws that each add something to what was found before: worked out
//! group by group, in whatever order the draws fall.

use super::Demand;
use super::draws::{Bag, Draws, counts};
use super::found::{Caps, FoundSoFar, caps, joined};
use super::gap::Gap;
use super::locals::Env;
use super::lot::Lot;
use super::need::Need;
use super::numbers::holds;
use super::throws::Throws;
use super::view::{Made, View};
use crate::base::Num;
use crate::check::program::{Explosion, UnitId};
use crate::dist::{Dist, Nat};
use crate::odds::figures::{in_unit, larger};
use crate::plan::Value;

/// What the views make of each item, with its weight.
type ShownItems = Vec<(Vec<Option<Value>>, Nat)>;

/// How many dice explode, and the faces of one of them.
type ExplodingFaces = (Dist<u32>, Dist<Num>);

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
        if !views.iter().all(|view| view.adds_up()) {
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
        let mut groups = Vec::with_capacity(bag.groups.len());
        for (group, items) in bag.groups.iter().zip(shown) {
            let Some(each) = self.added_by(items, views, &units) else { return Ok(None) };
            groups.push((group.count.clone(), Dist::from_weights(each)?));
        }
        self.found_in_all(&groups, views, &units).map(Some)
    }

    /// What the views give of dice that explode, together.
    pub(super) fn gathered_explosion(
        &mut self,
        dice: &'p Explosion,
        views: &[View<'p>],
        env: &Env<'p>,
    ) -> Result<Option<Dist<Vec<Value>>>, Gap> {
        if !views.iter().all(|view| view.adds_up()) {
            return Ok(None);
        }
        let Some((count, faces)) = self.exploding_faces(dice, env)? else { return Ok(None) };
        let (mut ends, mut goes) = (Vec::new(), Vec::new());
        let units: FoundUnits = vec![None; views.len()];
        for (face, weight) in faces.outcomes() {
            let value = Value::Number(*face);
            let mut items = Vec::with_capacity(views.len());
            for view in views {
                let Some(item) = self.through_steps(view, &value, env)? else { return Ok(None) };
                items.push(item);
            }
            let Some(added) = self.added_by(vec![(items, weight.clone())], views, &units) else {
                return Ok(None);
            };
            let (compare, with) = dice.again;
            if holds(compare, *face, with) { goes.extend(added) } else { ends.extend(added) }
        }
        let caps = caps(views, ends.iter().chain(&goes).map(|(found, _)| found));
        let throws = Throws { ends, goes, caps: &caps };
        let limit = dice.limit.map(|limit| limit.as_int().and_then(|limit| u32::try_from(limit).ok()));
        if limit == Some(None) {
            return Ok(None);
        }
        let each = throws.of_one(views, limit.flatten(), self.residual_bits, &mut self.budget)?;
        self.found_in_all(&[(count, each)], views, &units).map(Some)
    }

    /// How many dice explode, and the faces of one of them.
    pub(super) fn exploding_faces(
        &mut self,
        dice: &'p Explosion,
        env: &Env<'p>,
    ) -> Result<Option<ExplodingFaces>, Gap> {
        let count = self.lot(&dice.count, env, &Need::first())?.numbers().as_ref().and_then(counts);
        let faces = self.lot(&dice.die, env, &Need::first())?;
        match (count, faces) {
            (Some(count), Lot::Numbers(faces)) if faces.is_complete() => Ok(Some((count, faces))),
            _ => Ok(None),
        }
    }

    /// What each item adds to what the views have found; `None` where one adds nothing that can be added.
    fn added_by(
        &self,
        items: ShownItems,
        views: &[View<'p>],
        units: &FoundUnits,
    ) -> Option<Vec<(FoundSoFar, Nat)>> {
        let added = |(items, weight): (Vec<Option<Value>>, Nat)| {
            let all = items.iter().zip(views).zip(units);
            let found: Option<FoundSoFar> =
                all.map(|((item, view), unit)| self.adds(item.as_ref(), &view.made, *unit)).collect();
            Some((found?, weight))
        };
        items.into_iter().map(added).collect()
    }

    /// What the views give of so many draws of each group.
    fn found_in_all(
        &mut self,
        groups: &[(Dist<u32>, Dist<FoundSoFar>)],
        views: &[View<'p>],
        units: &FoundUnits,
    ) -> Result<Dist<Vec<Value>>, Gap> {
        let caps = caps(views, groups.iter().flat_map(|(_, each)| each.outcomes()).map(|(found, _)| found));
        let mut all: Dist<FoundSoFar> = Dist::point(vec![None; views.len()]);
        for (count, each) in groups {
            let found = self.found_in(count, each, views, &caps)?;
            all = self.together_found(&all, &found, views, &caps)?;
        }
        let value = |found: &FoundSoFar| {
            let all = found.iter().zip(views).zip(units);
            all.map(|((found, view), unit)| view.found(*found, *unit).unwrap_or(Value::Unset)).collect()
        };
        Ok(all.map(value))
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
    pub(super) fn adds(
        &self,
        item: Option<&Value>,
        made: &Made,
        unit: Option<UnitId>,
    ) -> Option<Option<Num>> {
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
            Made::MostOfAKind | Made::Kept(_) | Made::Place(..) => return None,
        }))
    }

    /// What is found in so many draws of a group.
    fn found_in(
        &mut self,
        counts: &Dist<u32>,
        each: &Dist<FoundSoFar>,
        views: &[View<'p>],
        caps: &Caps,
    ) -> Result<Dist<FoundSoFar>, Gap> {
        let mut parts = Vec::with_capacity(counts.len());
        let (mut drawn, mut found) = (0, Dist::point(vec![None; views.len()]));
        for (count, weight) in counts.outcomes() {
            while drawn < *count {
                found = self.together_found(&found, each, views, caps)?;
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
        caps: &Caps,
    ) -> Result<Dist<FoundSoFar>, Gap> {
        let both = |a: &FoundSoFar, b: &FoundSoFar| joined(views, caps, a, b);
        let pairs = (a.len() as u64).saturating_mul(b.len() as u64);
        self.budget.charge(pairs.saturating_mul(4))?;
        a.try_product(b, &mut self.budget, both)
    }
}
