//! Draws without regard to their order.

use super::lot::Lot;
use crate::base::Num;
use crate::dist::{Budget, Dist, DistError, Nat};
use crate::plan::Value;

/// Independent groups of independent equal draws.
#[derive(Debug, Clone)]
pub(super) struct Bag {
    pub(super) groups: Vec<Draws>,
    /// Whether the draws were sorted: the first of them is not like the others then.
    pub(super) is_sorted: bool,
}

/// So many draws, each the same.
#[derive(Debug, Clone)]
pub(super) struct Draws {
    pub(super) count: Dist<u32>,
    pub(super) each: Lot,
    /// Where the count is a sum of equal dice, how many these are and what one of them gives: the draws are
    /// that many equal heaps.
    pub(super) heaps: Heaps,
}

impl Draws {
    pub(super) fn new(count: Dist<u32>, each: Lot) -> Draws {
        Draws { count, each, heaps: None }
    }
}

/// A bag of numbers.
pub(super) struct Numbers(pub(super) Vec<(Dist<u32>, Dist<Num>)>);

/// How many equal dice a count is the sum of, and what one of them gives.
pub(super) type Heaps = Option<(u32, Dist<u32>)>;

impl Bag {
    /// Groups of draws as they came.
    pub(super) fn of(groups: Vec<Draws>) -> Bag {
        Bag { groups, is_sorted: false }
    }

    /// The bag of numbers that it is, if it is one.
    pub(super) fn numbers(&self) -> Option<Numbers> {
        let number = |group: &Draws| Some((group.count.clone(), group.each.numbers()?));
        Some(Numbers(self.groups.iter().map(number).collect::<Option<_>>()?))
    }

    /// How many there are.
    pub(super) fn size(&self, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        let mut sum = Dist::point(Num::ZERO);
        for group in &self.groups {
            let count = group.count.map(|count| Num::int(i64::from(*count)));
            sum = sum.sum(&count, budget)?;
        }
        Ok(sum)
    }

    /// Whether there may be none.
    pub(super) fn may_be_empty(&self) -> bool {
        let none = |group: &Draws| group.count.outcomes().first().is_none_or(|(count, _)| *count == 0);
        self.groups.iter().all(none)
    }
}

/// Numbers of times.
pub(super) fn counts(numbers: &Dist<Num>) -> Option<Dist<u32>> {
    let count = |number: &Num| u32::try_from(number.as_int()?).ok();
    let all: Option<Vec<(u32, Nat)>> =
        numbers.outcomes().iter().map(|(number, weight)| Some((count(number)?, weight.clone()))).collect();
    Dist::with_cut(all?, numbers.cut().cloned()).ok()
}

/// The items of a list that is known, or the numbers of a range.
pub(super) fn listed(value: &Value) -> Option<Bag> {
    let group = |item: Value| Draws::new(Dist::point(1), Lot::point(item));
    let groups = match value.as_whole_range() {
        Some((low, high)) if high.saturating_sub(low) < MOST_NUMBERS => {
            (low..=high).map(|number| group(Value::int(number))).collect()
        }
        Some(_) => return None,
        None => value.as_list()?.iter().map(|item| group(item.clone())).collect(),
    };
    Some(Bag::of(groups))
}

/// A range of more numbers than this is not laid out.
const MOST_NUMBERS: i64 = 1 << 16;
