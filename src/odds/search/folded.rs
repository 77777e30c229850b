//! Lists of which only so much is looked at: how many there are, what they come to, the most and the least, how many
//! meet a condition, which different ones there are. One list stands for all of which these are the same.

use rustc_hash::FxHashMap;

use crate::base::Num;
use crate::check::program::{Fold, Tally};
use crate::plan::{CodeId, Value};

/// Numbers that stand for others that meet the same conditions, by the code, in the order in which they came.
#[derive(Default)]
pub(super) struct StandIns(FxHashMap<CodeId, Vec<Num>>);

impl StandIns {
    /// The list that stands for another one, of which so much is looked at; `None` where no other does.
    pub(super) fn shortened(&mut self, code: CodeId, wanted: &[&Fold], list: &[Value]) -> Option<Vec<Value>> {
        if wanted.contains(&&Fold::HowManyDifferent) {
            return Some(interchanged(wanted, list));
        }
        if wanted.contains(&&Fold::Different) {
            return different(wanted, list);
        }
        let number = |value: &Value| if let Value::Number(number) = value { Some(*number) } else { None };
        let numbers: Vec<Num> = list.iter().map(number).collect::<Option<_>>()?;
        let tally = |fold: &&Fold| if let Fold::Passing(tally) = fold { Some(tally.clone()) } else { None };
        let tallies: Vec<Tally> = wanted.iter().filter_map(tally).collect();
        let others = wanted.iter().any(|fold| matches!(fold, Fold::Sum | Fold::Most | Fold::Least));
        let mut stands = match (tallies.is_empty(), others) {
            (true, _) => folded(wanted, &numbers)?,
            (false, true) => return None,
            (false, false) => numbers.iter().map(|number| self.of(code, &tallies, *number)).collect(),
        };
        stands.sort_unstable();
        Some(stands.into_iter().map(Value::Number).collect())
    }

    /// The first number that meets the same of these conditions. Other lists of the code have others, by which the same
    /// numbers are told apart in another way.
    fn of(&mut self, code: CodeId, tallies: &[Tally], number: Num) -> Num {
        let known = self.0.entry(code).or_default();
        let is_alike = |other: &Num| tallies.iter().all(|tally| tally.of(*other) == tally.of(number));
        known.iter().copied().find(is_alike).unwrap_or_else(|| {
            known.push(number);
            number
        })
    }
}

/// Each different one of a sorted list, and the first of them so often that there are as many, if that is wanted.
fn different(wanted: &[&Fold], list: &[Value]) -> Option<Vec<Value>> {
    let is_known = |fold: &&&Fold| matches!(fold, Fold::Different | Fold::Most | Fold::Least | Fold::Count);
    if !wanted.iter().all(|fold| is_known(&fold)) {
        return None;
    }
    let mut stands = list.to_vec();
    stands.dedup();
    if wanted.contains(&&Fold::Count)
        && let Some(first) = stands.first().cloned()
    {
        let more = list.len() - stands.len();
        stands.splice(0..0, std::iter::repeat_n(first, more));
    }
    Some(stands)
}

/// The first numbers for as many different ones, and the first of them so often that there are as many, if that is
/// wanted.
fn interchanged(wanted: &[&Fold], list: &[Value]) -> Vec<Value> {
    let mut stands = list.to_vec();
    stands.sort_unstable_by(Value::order);
    stands.dedup();
    let different = stands.len();
    let more = if wanted.contains(&&Fold::Count) { list.len() - different } else { 0 };
    let first = std::iter::repeat_n(Value::int(1), more);
    first.chain((1i64..).map(Value::int).take(different)).collect()
}

/// Numbers with the same count, sum, most and least, as far as these are wanted.
fn folded(wanted: &[&Fold], numbers: &[Num]) -> Option<Vec<Num>> {
    let wants = |fold: Fold| wanted.iter().any(|wanted| **wanted == fold);
    let sum = || numbers.iter().try_fold(Num::ZERO, |sum, number| sum.add(*number).ok());
    let (Some(most), Some(least)) = (numbers.iter().max(), numbers.iter().min()) else {
        return Some(Vec::new());
    };
    let ends = [(wants(Fold::Most), *most), (wants(Fold::Least), *least)];
    let mut stands: Vec<Num> = ends.into_iter().filter(|(wanted, _)| *wanted).map(|(_, end)| end).collect();
    // One number may be both.
    stands.truncate(numbers.len());
    if !wants(Fold::Sum) {
        let filled = stands.first().copied().unwrap_or(Num::ZERO);
        // Where nothing is wanted but whether there is one, one is enough.
        let count = if wants(Fold::Count) { numbers.len() } else { stands.len().max(1) };
        stands.resize(count, filled);
        return Some(stands);
    }
    if stands.is_empty() && !wants(Fold::Count) {
        return Some(vec![sum()?]);
    }
    // The others are all alike: what is left, in equal parts, lies between the ends.
    let rest = stands.iter().try_fold(sum()?, |rest, end| rest.sub(*end).ok())?;
    let left = numbers.len() - stands.len();
    let part = rest.div(Num::int(i64::try_from(left).ok().filter(|left| *left > 0).unwrap_or(1))).ok()?;
    stands.resize(numbers.len(), part);
    Some(stands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_ones_stand_for_all() {
        let values = |all: &[i64]| all.iter().map(|number| Value::int(*number)).collect::<Vec<_>>();
        let of = |wanted: &[Fold], all: &[i64]| different(&wanted.iter().collect::<Vec<_>>(), &values(all));
        let all = [2, 2, 3, 3, 3, 6];
        assert_eq!(of(&[Fold::Different], &all), Some(values(&[2, 3, 6])));
        assert_eq!(of(&[Fold::Different, Fold::Count], &all), Some(values(&[2, 2, 2, 2, 3, 6])));
        assert_eq!(of(&[Fold::Different, Fold::Count], &[]), Some(Vec::new()));
        assert_eq!(of(&[Fold::Different, Fold::Sum], &all), None);
    }

    #[test]
    fn as_many_different_ones_stand_for_any() {
        let values = |all: &[i64]| all.iter().map(|number| Value::int(*number)).collect::<Vec<_>>();
        let of =
            |wanted: &[Fold], all: &[i64]| interchanged(&wanted.iter().collect::<Vec<_>>(), &values(all));
        assert_eq!(of(&[Fold::HowManyDifferent], &[6, 3, 6, 2]), values(&[1, 2, 3]));
        assert_eq!(of(&[Fold::HowManyDifferent, Fold::Count], &[6, 3, 6, 2]), values(&[1, 1, 2, 3]));
        assert_eq!(of(&[Fold::HowManyDifferent, Fold::Count], &[]), Vec::new());
    }

    #[test]
    fn one_list_stands_for_all_that_come_to_the_same() {
        let numbers = |all: &[i64]| all.iter().map(|number| Num::int(*number)).collect::<Vec<_>>();
        let of = |wanted: &[Fold], all: &[i64]| folded(&wanted.iter().collect::<Vec<_>>(), &numbers(all));
        assert_eq!(of(&[], &[3, 4, 5]), Some(numbers(&[0])));
        assert_eq!(of(&[Fold::Count], &[3, 4, 5]), Some(numbers(&[0, 0, 0])));
        assert_eq!(of(&[Fold::Sum], &[3, 4, 5]), Some(numbers(&[12])));
        assert_eq!(of(&[Fold::Most], &[3, 4, 5]), Some(numbers(&[5])));
        assert_eq!(of(&[Fold::Most, Fold::Least], &[4]), Some(numbers(&[4])));
        assert_eq!(of(&[Fold::Most, Fold::Count], &[3, 4, 5]), Some(numbers(&[5, 5, 5])));
        let all = [Fold::Most, Fold::Least, Fold::Sum, Fold::Count];
        assert_eq!(of(&all, &[1, 2, 6, 7]), Some(numbers(&[7, 1, 4, 4])));
        assert_eq!(of(&all, &[3]), Some(numbers(&[3])));
        assert_eq!(of(&all, &[]), Some(Vec::new()));
    }
}
