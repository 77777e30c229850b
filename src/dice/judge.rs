//! The judge of every shortcut: walks through all sequences of faces that a roll can ask for.

use std::collections::BTreeMap;

use super::{Luck, PoolSpec, RollError, RollLimits, Rolled};
use crate::dist::{Dist, Nat, Prob};

/// Gives the faces of a list, and says how many sides were asked for when it is used up.
struct ScriptedFaces<'a> {
    faces: &'a [u32],
    used: usize,
}

impl Luck for ScriptedFaces<'_> {
    type Stop = u32;

    fn face(&mut self, sides: u32) -> Result<u32, u32> {
        let face = self.faces.get(self.used).copied().ok_or(sides)?;
        self.used += 1;
        Ok(face)
    }
}

/// What a walk found: how likely each result is, and how likely it is to need more dice.
pub(super) struct BruteForceResult<T> {
    pub(super) found: BTreeMap<T, Prob>,
    pub(super) missing: Prob,
}

/// Walks through every roll of at most `most` dice, and takes from each what `read` says.
pub(super) fn walk<T: Ord>(spec: &PoolSpec, most: usize, read: impl Fn(&Rolled) -> T) -> BruteForceResult<T> {
    let mut verdict = BruteForceResult { found: BTreeMap::new(), missing: Prob::ZERO };
    let mut open = vec![(Vec::new(), 1u128)];
    while let Some((faces, weight)) = open.pop() {
        let mut luck = ScriptedFaces { faces: &faces, used: 0 };
        let chance = Prob::new(&Nat::ONE, &Nat::word(weight)).expect("a weight above zero");
        match spec.roll(&mut luck, &mut RollLimits::default()) {
            Ok(rolled) => {
                assert_eq!(luck.used, faces.len(), "{spec} asked for fewer dice than before");
                let sum = verdict.found.entry(read(&rolled)).or_insert(Prob::ZERO);
                *sum = sum.add(&chance);
            }
            Err(RollError::Stop(_)) if faces.len() >= most => verdict.missing = verdict.missing.add(&chance),
            Err(RollError::Stop(sides)) => {
                for face in 1..=sides {
                    let mut longer = faces.clone();
                    longer.push(face);
                    open.push((longer, weight * u128::from(sides)));
                }
            }
            Err(error) => panic!("{spec}: {error:?}"),
        }
    }
    verdict
}

/// Fails unless the distribution agrees with the verdict, within what each leaves open.
pub(super) fn hold_against<T: Ord + Clone + std::fmt::Debug>(
    what: &str,
    dist: &Dist<T>,
    verdict: &BruteForceResult<T>,
) {
    let open = verdict.missing.add(&dist.residual());
    let exact = open.is_zero();
    let agree = |a: &Prob, b: &Prob| if exact { a == b } else { a <= &b.add(&open) && b <= &a.add(&open) };
    for (outcome, found) in &verdict.found {
        let given = dist.prob_of(outcome);
        assert!(agree(&given, found), "{what}: {outcome:?} is {given}, but should be {found}");
    }
    for (outcome, weight) in dist.outcomes() {
        let found = verdict.found.get(outcome).cloned().unwrap_or(Prob::ZERO);
        let given = dist.prob(weight);
        assert!(agree(&given, &found), "{what}: {outcome:?} is {given}, but should be {found}");
    }
}

/// A distribution as a verdict on another one.
pub(super) fn verdict_of<T: Ord + Clone>(dist: &Dist<T>) -> BruteForceResult<T> {
    let found = dist.outcomes().iter().map(|(outcome, weight)| (outcome.clone(), dist.prob(weight)));
    BruteForceResult { found: found.collect(), missing: dist.residual() }
}
