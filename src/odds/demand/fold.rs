//! Several looks at one list of independent draws, worked out together: value by value from the lowest up,
//! with how many draws show each, so that no list is ever made.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Demand;
use super::draws::Bag;
use super::far::FarItem;
use super::gap::Gap;
use super::locals::Env;
use super::lot::Lot;
use super::numbers::holds;
use super::view::{Made, View};
use crate::base::Num;
use crate::dice::Keep;
use crate::dist::{Budget, Cut, Dist, Nat, Tail, binomial, binomials};
use crate::plan::Value;

/// What it costs to place some draws at a value and to find what they lead to, beside the words of their weight.
const STEPS_PER_PLACED: u64 = 48;

/// What one view knows of one value of the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Figure {
    /// It takes no part.
    Out,
    Number(Num),
    YesNo(bool),
    /// It is a number above all others, of which no more is known.
    Far,
}

/// How far the draws have been gone through: how many are left of each group, and what each view has so far, unless
/// that is not known of one of them.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Partial {
    left: Vec<u32>,
    found: Option<Vec<Option<Num>>>,
}

/// A value of the list: what each view makes of it, and how heavy it is in each group.
struct FoldStep {
    worths: Vec<Figure>,
    weights: Weights,
}

impl FoldStep {
    /// Where it stands among others by what a view makes of it; `None` where that is no number. What lies beyond all
    /// that are listed comes last.
    fn standing(&self, view: usize) -> Option<(bool, Num)> {
        match self.worths.get(view)? {
            Figure::Number(number) => Some((false, *number)),
            Figure::Far => Some((true, Num::ZERO)),
            Figure::YesNo(_) | Figure::Out => None,
        }
    }
}

enum Weights {
    /// Of each group's draws, each of which may show it.
    Draws(Vec<Nat>),
    /// So many cards of a deck.
    Cards(u64),
}

impl Weights {
    /// Of two values together.
    fn join(&mut self, other: Weights) {
        match (self, other) {
            (Weights::Cards(known), Weights::Cards(more)) => *known += more,
            (Weights::Draws(known), Weights::Draws(more)) => {
                known.iter_mut().zip(&more).for_each(|(known, more)| *known += more);
            }
            (Weights::Cards(_), Weights::Draws(_)) | (Weights::Draws(_), Weights::Cards(_)) => {}
        }
    }

    fn is_nothing(&self, group: usize) -> bool {
        match self {
            Weights::Draws(weights) => weights.get(group).is_none_or(Nat::is_zero),
            Weights::Cards(cards) => *cards == 0,
        }
    }

    /// In how many ways so many of the `left` draws of a group show it, for each of these counts.
    fn ways(&self, group: usize, left: u32, (from, to): (u32, u32)) -> Vec<(u32, Nat)> {
        let (of, weight) = match self {
            Weights::Draws(weights) => (u64::from(left), weights.get(group).cloned().unwrap_or(Nat::ZERO)),
            Weights::Cards(cards) => (*cards, Nat::ONE),
        };
        if from == to {
            return vec![(from, &binomial(of, u64::from(from)) * &weight.pow(from))];
        }
        let powers = std::iter::successors(Some(Nat::ONE), |power| Some(power * &weight));
        let ways = binomials(of, to).into_iter().zip(powers).map(|(picked, power)| &picked * &power);
        (0..=to).zip(ways).filter(|(count, _)| *count >= from).collect()
    }
}

/// What a value is told apart by, and what each view makes of it.
type Told = (Vec<Option<Value>>, Vec<Figure>);

/// The values of a list, those of which all views make the same as one.
#[derive(Default)]
struct FoldSteps {
    places: FxHashMap<Told, usize>,
    steps: Vec<FoldStep>,
}

impl FoldSteps {
    fn add(&mut self, kinds: Vec<Option<Value>>, worths: Vec<Figure>, weights: Weights) {
        let place = *self.places.entry((kinds, worths.clone())).or_insert(self.steps.len());
        match self.steps.get_mut(place) {
            Some(known) => known.weights.join(weights),
            None => self.steps.push(FoldStep { worths, weights }),
        }
    }

    /// The steps, in the order of what the views make of them where these go by places; `None` where views tell
    /// different values apart and do not agree on which are the same, or on their order.
    fn told_apart(mut self, views: &[View<'_>]) -> Option<Vec<FoldStep>> {
        let by_place = |(at, view): (usize, &View<'_>)| view.made.is_by_place().then_some(at);
        let by_place: Vec<usize> = views.iter().enumerate().filter_map(by_place).collect();
        if let Some(first) = by_place.first() {
            self.steps.sort_by_key(|step| step.standing(*first));
        }
        let stands = |view: &usize| {
            let standings: Option<Vec<_>> = self.steps.iter().map(|step| step.standing(*view)).collect();
            standings.is_some_and(|standings| standings.is_sorted())
        };
        if !by_place.iter().all(stands) {
            return None;
        }
        let views = self.places.keys().next().map_or(0, |(kinds, _)| kinds.len());
        let apart = |at: usize| {
            let kinds = self.places.keys().filter_map(|(kinds, _)| kinds.get(at)?.as_ref());
            let all: Vec<&Value> = kinds.collect();
            let different: FxHashSet<&Value> = all.iter().copied().collect();
            different.len() == all.len()
        };
        (0..views).all(apart).then_some(self.steps)
    }
}

/// The most groups that are gone through together.
const MOST_GROUPS: usize = 4;

impl<'p> Demand<'p> {
    /// What the views give, together; `None` where that cannot be had value by value.
    pub(super) fn folded(
        &mut self,
        bag: &Bag,
        views: &[View<'p>],
        env: &Env<'p>,
    ) -> Result<Option<Dist<Vec<Value>>>, Gap> {
        if bag.groups.len() > MOST_GROUPS {
            return self.gathered(bag, views, env);
        }
        let Some(steps) = self.steps(bag, views, env)? else { return self.gathered(bag, views, env) };
        let mut counts: Dist<Vec<u32>> = Dist::point(Vec::new());
        for group in &bag.groups {
            counts = counts.product(&group.count, &mut self.budget, |all, count| {
                let mut all = all.clone();
                all.push(*count);
                all
            })?;
        }
        if !counts.is_complete() {
            return Ok(None);
        }
        let mut parts = Vec::with_capacity(counts.len());
        for (counts, weight) in counts.outcomes() {
            let Some(found) = self.all_reached(counts, &steps, views)? else { return Ok(None) };
            parts.push((weight.clone(), found));
        }
        Ok(Some(Dist::mix(&parts, &mut self.budget)?))
    }

    /// The values of all groups in order, with what the views make of them; last what lies beyond all that are listed.
    fn steps(&mut self, bag: &Bag, views: &[View<'p>], env: &Env<'p>) -> Result<Option<Vec<FoldStep>>, Gap> {
        let parted: Option<Vec<Parted>> =
            bag.groups.iter().map(|group| Parted::of(&group.each, &mut self.budget)).collect();
        let Some(parted) = parted else { return Ok(None) };
        let edge = parted.iter().filter_map(Parted::edge).min();
        let mut values: Vec<&Value> = parted.iter().flat_map(|part| part.near.keys()).collect();
        values.sort_by(|a, b| self.plan.order(a, b));
        values.dedup();
        if edge.is_some() && !values.iter().all(|value| matches!(value, Value::Number(_))) {
            return Ok(None);
        }
        let mut steps = FoldSteps::default();
        for value in values {
            let weights = parted.iter().map(|part| part.near.get(value).cloned().unwrap_or(Nat::ZERO));
            let weights = Weights::Draws(weights.collect());
            let is_far = edge.is_some() && value.as_number() >= edge;
            if !self.fold_step(&mut steps, (value, is_far), weights, views, env)? {
                return Ok(None);
            }
        }
        for (at, part) in parted.iter().enumerate() {
            let Some((far, weight)) = &part.far else { continue };
            let Some(worths) = self.worths_of_far(far, views, env)? else { return Ok(None) };
            let own = |group| if group == at { weight.clone() } else { Nat::ZERO };
            let kinds = views.iter().filter(|view| view.by_kind.is_some()).map(|_| None).collect();
            steps.add(kinds, worths, Weights::Draws((0..parted.len()).map(own).collect()));
        }
        // What lies beyond is the highest only of the items as they are.
        let goes_on = |view: &View<'p>| view.made.is_by_place() && !view.steps.is_empty();
        if edge.is_some() && views.iter().any(goes_on) {
            return Ok(None);
        }
        Ok(steps.told_apart(views))
    }

    /// What the views make of what lies beyond all that are listed; `None` where that depends on which it is.
    fn worths_of_far(
        &mut self,
        far: &Rc<Dist<Num>>,
        views: &[View<'p>],
        env: &Env<'p>,
    ) -> Result<Option<Vec<Figure>>, Gap> {
        let mut worths = Vec::with_capacity(views.len());
        for view in views {
            worths.push(match self.through_far(view, far, env)? {
                Some(FarItem::Out) => Figure::Out,
                Some(_) if view.by_kind.is_some() => Figure::Far,
                Some(FarItem::Value(Value::YesNo(yes))) => Figure::YesNo(yes),
                Some(FarItem::Value(Value::Number(number))) => Figure::Number(number),
                Some(FarItem::Itself) => view.made.of_far(far).map_or(Figure::Far, Figure::Number),
                Some(FarItem::Value(_)) | None => return Ok(None),
            });
        }
        Ok(Some(worths))
    }

    /// Adds what the views make of a value, put together with other values of which they make the same; gives whether
    /// that is known.
    fn fold_step(
        &mut self,
        steps: &mut FoldSteps,
        (value, is_far): (&Value, bool),
        weights: Weights,
        views: &[View<'p>],
        env: &Env<'p>,
    ) -> Result<bool, Gap> {
        let Some(mut worths) = self.worths(value, views, env)? else { return Ok(false) };
        let mut kinds = Vec::new();
        for view in views.iter().filter(|view| view.by_kind.is_some()) {
            let Some(kind) = self.kind_of(view, value, env)? else { return Ok(false) };
            kinds.push(kind.filter(|_| !is_far));
        }
        if is_far {
            let all = worths.iter_mut().zip(views);
            all.filter(|(worth, view)| **worth != Figure::Out && view.tells_apart())
                .for_each(|(worth, _)| *worth = Figure::Far);
        }
        steps.add(kinds, worths, weights);
        Ok(true)
    }

    /// What the views make of one value of the list.
    fn worths(
        &mut self,
        value: &Value,
        views: &[View<'p>],
        env: &Env<'p>,
    ) -> Result<Option<Vec<Figure>>, Gap> {
        let mut worths = Vec::with_capacity(views.len());
        for view in views {
            let Some(item) = self.through_steps(view, value, env)? else { return Ok(None) };
            worths.push(match item {
                None => Figure::Out,
                Some(Value::Number(number)) => Figure::Number(number),
                Some(Value::YesNo(yes)) => Figure::YesNo(yes),
                // A row that is a number counts as that where a number comes of it.
                Some(ref row @ Value::Row(_)) if view.made.is_made_of_numbers() => match row.as_number() {
                    Some(number) => Figure::Number(number),
                    None => return Ok(None),
                },
                // Only whether it is there counts, or how many of them there are.
                Some(Value::Word(..) | Value::Text(_))
                    if matches!(view.made, Made::Count | Made::MostOfAKind) =>
                {
                    Figure::Number(Num::ZERO)
                }
                Some(Value::Row(_))
                    if view.made == Made::MostOfAKind
                        || view.made == Made::Count && view.is_of_distinct() =>
                {
                    Figure::Number(Num::ZERO)
                }
                Some(_) if view.by_kind.is_none() && matches!(view.made, Made::Count | Made::Empty) => {
                    Figure::Number(Num::ZERO)
                }
                Some(_) => return Ok(None),
            });
        }
        Ok(Some(worths))
    }

    /// What the views give of so many cards of a deck; cards that they cannot tell apart are one kind.
    pub(super) fn folded_cards(
        &mut self,
        count: u32,
        cards: &[(Value, u64)],
        views: &[View<'p>],
        env: &Env<'p>,
    ) -> Result<Option<Dist<Vec<Value>>>, Gap> {
        // What stays goes by the place, from the least on.
        let mut in_order: Vec<&(Value, u64)> = cards.iter().collect();
        in_order.sort_by(|(a, _), (b, _)| self.plan.order(a, b));
        let mut steps = FoldSteps::default();
        for (card, many) in in_order {
            if !self.fold_step(&mut steps, (card, false), Weights::Cards(*many), views, env)? {
                return Ok(None);
            }
        }
        let Some(steps) = steps.told_apart(views) else { return Ok(None) };
        self.all_reached(&[count], &steps, views)
    }

    /// What the views give of so many draws of each group.
    fn all_reached(
        &mut self,
        counts: &[u32],
        steps: &[FoldStep],
        views: &[View<'p>],
    ) -> Result<Option<Dist<Vec<Value>>>, Gap> {
        let size: u32 = counts.iter().sum();
        let begun = views.iter().map(|view| match view.made {
            Made::Min | Made::Max | Made::Place(..) => None,
            Made::Sum
            | Made::Count
            | Made::Any
            | Made::All
            | Made::NoneOf
            | Made::Empty
            | Made::MostOfAKind
            | Made::Kept(_)
            | Made::Tally(_) => Some(Num::ZERO),
        });
        let start = Partial { left: counts.to_vec(), found: Some(begun.collect()) };
        let mut states: FxHashMap<Partial, Nat> = FxHashMap::default();
        states.insert(start, Nat::ONE);
        // The draws of a group must be placed before its values are through.
        let last: Vec<usize> = (0..counts.len())
            .map(|group| steps.iter().rposition(|step| !step.weights.is_nothing(group)).unwrap_or(0))
            .collect();
        for (at, step) in steps.iter().enumerate() {
            let mut next: FxHashMap<Partial, Nat> = FxHashMap::default();
            for (state, weight) in &states {
                let placed = self.placed(&state.left, step, |group| last.get(group) == Some(&at))?;
                self.budget.charge(placed.len() as u64 * (STEPS_PER_PLACED + weight.words()))?;
                self.budget.charge_values(placed.len() as u64)?;
                for (shown, ways) in placed {
                    let reached = state.with(&shown, step, views, size)?;
                    *next.entry(reached).or_insert(Nat::ZERO) += &(weight * &ways);
                }
            }
            self.budget.check(next.len() as u64, 1)?;
            states = next;
        }
        let (mut outcomes, mut lost) = (Vec::with_capacity(states.len()), Nat::ZERO);
        for (state, weight) in states {
            let Some(found) = state.found else {
                lost += &weight;
                continue;
            };
            let value = |(found, view): (Option<Num>, &View<'p>)| given(view, found).unwrap_or(Value::Unset);
            outcomes.push((found.into_iter().zip(views).map(value).collect(), weight));
        }
        if lost.is_zero() {
            return Ok(Some(Dist::from_weights(outcomes)?));
        }
        // More is known of what a single look gives beyond all that are listed.
        if views.len() == 1 || outcomes.is_empty() {
            return Ok(None);
        }
        Ok(Some(Dist::with_cut(outcomes, Some(Cut::anywhere(lost)))?))
    }

    /// In how many ways so many of the draws that are left show a value.
    fn placed(
        &mut self,
        left: &[u32],
        step: &FoldStep,
        is_last: impl Fn(usize) -> bool,
    ) -> Result<Vec<(Vec<u32>, Nat)>, Gap> {
        let mut all: Vec<(Vec<u32>, Nat)> = vec![(Vec::new(), Nat::ONE)];
        for (group, left) in left.iter().enumerate() {
            let from = if is_last(group) { *left } else { 0 };
            let to = if step.weights.is_nothing(group) { 0 } else { *left };
            let own = if from <= to { step.weights.ways(group, *left, (from, to)) } else { Vec::new() };
            let mut next = Vec::with_capacity(all.len());
            for (shown, ways) in &all {
                for (count, own) in own.iter().filter(|(_, own)| !own.is_zero()) {
                    let mut shown = shown.clone();
                    shown.push(*count);
                    next.push((shown, ways * own));
                }
            }
            self.budget.charge(next.len() as u64 * 8)?;
            all = next;
        }
        Ok(all)
    }
}

impl Partial {
    /// After so many draws of each group have shown a value.
    fn with(&self, shown: &[u32], step: &FoldStep, views: &[View<'_>], size: u32) -> Result<Partial, Gap> {
        let count: u32 = shown.iter().sum();
        let seen = size - self.left.iter().sum::<u32>();
        let left = self.left.iter().zip(shown).map(|(left, shown)| left - shown).collect();
        let Some(found) = &self.found else { return Ok(Partial { left, found: None }) };
        let mut reached = Vec::with_capacity(views.len());
        for ((found, worth), view) in found.iter().zip(&step.worths).zip(views) {
            let count = if view.is_of_distinct() { count.min(1) } else { count };
            if count > 0 && *worth == Figure::Far && !view.ends_below(*found, seen, size) {
                return Ok(Partial { left, found: None });
            }
            let more = if count == 0 { *found } else { more(&view.made, *found, worth, count, seen, size)? };
            reached.push(more);
        }
        Ok(Partial { left, found: Some(reached) })
    }
}

impl View<'_> {
    /// Whether it goes by which items are larger, or the same.
    fn tells_apart(&self) -> bool {
        self.by_kind.is_some() || matches!(self.made, Made::Min | Made::Max | Made::Kept(_) | Made::Place(..))
    }

    /// Whether the items that are larger than those seen so far make no difference to it.
    fn ends_below(&self, found: Option<Num>, seen: u32, size: u32) -> bool {
        match &self.made {
            Made::Min => found.is_some(),
            Made::Kept(keeps) => Keep::range_of(keeps, u64::from(size)).1 <= u64::from(seen),
            Made::Place(place, down) => {
                let wanted = if *down { size.checked_sub(place + 1) } else { Some(*place) };
                wanted.is_some_and(|wanted| wanted < seen)
            }
            Made::Sum | Made::Count | Made::Max | Made::Any | Made::All => false,
            Made::NoneOf | Made::Empty | Made::MostOfAKind | Made::Tally(_) => false,
        }
    }
}

/// A group's values that are gone through one by one, and what lies beyond these, with what it weighs.
struct Parted {
    near: FxHashMap<Value, Nat>,
    far: Option<(Rc<Dist<Num>>, Nat)>,
}

impl Parted {
    /// `None` where it is not known how they go on, or where they have no lowest.
    fn of(each: &Lot, budget: &mut Budget) -> Option<Parted> {
        if each.is_complete() {
            let near = each.outcomes().map(|(value, weight)| (value, weight.clone())).collect();
            return Some(Parted { near, far: None });
        }
        let Lot::Numbers(numbers) = each else { return None };
        let parts = numbers.near_and_far(budget)?;
        if parts.far.cut()?.tail != Tail::Above {
            return None;
        }
        let near = parts.near.into_iter().map(|(number, weight)| (Value::Number(number), weight));
        Some(Parted { near: near.collect(), far: Some((Rc::new(parts.far), parts.weight)) })
    }

    /// The least of what lies beyond those that are gone through one by one.
    fn edge(&self) -> Option<Num> {
        self.far.as_ref()?.0.outcomes().first().map(|(number, _)| *number)
    }
}

/// What a view has after `count` more items of one value, of which `seen` lie below.
fn more(
    made: &Made,
    found: Option<Num>,
    worth: &Figure,
    count: u32,
    seen: u32,
    size: u32,
) -> Result<Option<Num>, Gap> {
    let number = match worth {
        Figure::Out | Figure::Far => return Ok(found),
        Figure::Number(number) => *number,
        Figure::YesNo(yes) => Num::int(i64::from(*yes)),
    };
    if matches!((made, worth), (Made::Any | Made::All | Made::NoneOf, Figure::Number(_))) {
        return Err(Gap::Wrong);
    }
    let so_far = found.unwrap_or(Num::ZERO);
    let many = Num::int(i64::from(count));
    let yes = matches!(worth, Figure::YesNo(true));
    Ok(Some(match made {
        Made::Sum => so_far.add(number.mul(many)?)?,
        Made::Count => match worth {
            Figure::YesNo(false) => so_far,
            Figure::YesNo(true) | Figure::Number(_) | Figure::Out | Figure::Far => so_far.add(many)?,
        },
        Made::Empty => Num::ONE,
        Made::Min => found.map_or(number, |found| found.min(number)),
        Made::Max => found.map_or(number, |found| found.max(number)),
        // Counted: those that are yes, or those that are no.
        Made::Any | Made::NoneOf => {
            if yes {
                Num::ONE
            } else {
                so_far
            }
        }
        Made::All => {
            if yes {
                so_far
            } else {
                Num::ONE
            }
        }
        Made::MostOfAKind => so_far.max(many),
        Made::Kept(keeps) => {
            let (from, to) = Keep::range_of(keeps, u64::from(size));
            let kept = u64::from(seen + count).min(to).saturating_sub(u64::from(seen).max(from));
            so_far.add(number.mul(Num::int(i64::try_from(kept).unwrap_or(i64::MAX)))?)?
        }
        Made::Tally(tally) => so_far.add(many.mul(tally.score(number))?)?,
        Made::Place(place, down) => {
            let wanted = if *down { size.checked_sub(place + 1).ok_or(Gap::Wrong)? } else { *place };
            if wanted < seen || wanted >= seen + count {
                return Ok(found);
            }
            number
        }
    }))
}

/// The value of a view at the end; `None` where it has none.
fn given(view: &View<'_>, found: Option<Num>) -> Option<Value> {
    let found = found?;
    if let Some((compare, with)) = view.against {
        return Some(Value::YesNo(holds(compare, found, with)));
    }
    Some(match view.made {
        Made::Any => Value::YesNo(!found.is_zero()),
        Made::All | Made::NoneOf | Made::Empty => Value::YesNo(found.is_zero()),
        Made::Sum
        | Made::Count
        | Made::Min
        | Made::Max
        | Made::MostOfAKind
        | Made::Kept(_)
        | Made::Tally(_)
        | Made::Place(..) => Value::Number(found),
    })
}
