//! Dice that explode, one of them with all that are thrown after it: what it adds to what is looked for.

use rustc_hash::FxHashMap;

use super::found::{Caps, FoundSoFar, joined};
use super::gap::Gap;
use super::view::View;
use crate::dist::{Budget, Cut, Dist, Nat};

/// What each face adds, with its weight.
pub(super) struct Throws<'c> {
    /// The faces after which no other die is thrown.
    pub(super) ends: Vec<(FoundSoFar, Nat)>,
    /// Those after which another one is.
    pub(super) goes: Vec<(FoundSoFar, Nat)>,
    pub(super) caps: &'c Caps,
}

/// What has been found after some throws, each with its weight.
type Open = FxHashMap<FoundSoFar, Nat>;

impl Throws<'_> {
    /// What one die adds with all that are thrown after it, at most `limit` of them. Without a limit it is listed
    /// until the rest weighs at most one in two to the power `bits`, or for good where no more throws make a
    /// difference.
    pub(super) fn of_one(
        &self,
        views: &[View<'_>],
        limit: Option<u32>,
        bits: u32,
        budget: &mut Budget,
    ) -> Result<Dist<FoundSoFar>, Gap> {
        let weight =
            |faces: &[(FoundSoFar, Nat)]| faces.iter().fold(Nat::ZERO, |sum, (_, weight)| &sum + weight);
        let end_weight = weight(&self.ends);
        let face_weight = &end_weight + &weight(&self.goes);
        let mut open: Open = [(vec![None; views.len()], Nat::ONE)].into_iter().collect();
        let (mut done, mut total, mut thrown) = (Open::default(), Nat::ONE, 0);
        while !open.is_empty() {
            budget.charge((open.len() + done.len()) as u64 * 16)?;
            if limit == Some(thrown) {
                let last: Vec<_> = self.ends.iter().chain(&self.goes).cloned().collect();
                close(&mut done, &face_weight);
                self.add(&mut done, &open, &last, views)?;
                break;
            }
            if limit.is_none() && self.is_settled(&open, views)? {
                // However many are thrown, the last of them is one that ends it.
                if end_weight.is_zero() {
                    return Err(Gap::Uncovered);
                }
                close(&mut done, &end_weight);
                self.add(&mut done, &open, &self.ends, views)?;
                break;
            }
            let left = open.values().fold(Nat::ZERO, |sum, weight| &sum + weight);
            if limit.is_none() && left.bits() + u64::from(bits) < total.bits() {
                return Ok(Dist::with_cut(done.into_iter().collect(), Some(Cut::anywhere(left)))?);
            }
            close(&mut done, &face_weight);
            total = &total * &face_weight;
            self.add(&mut done, &open, &self.ends, views)?;
            let mut further = Open::default();
            self.add(&mut further, &open, &self.goes, views)?;
            open = further;
            thrown += 1;
        }
        Ok(Dist::from_weights(done)?)
    }

    /// Whether no further throw that goes on changes what has been found.
    fn is_settled(&self, open: &Open, views: &[View<'_>]) -> Result<bool, Gap> {
        for found in open.keys() {
            for (added, _) in &self.goes {
                if joined(views, self.caps, found, added)? != *found {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn add(
        &self,
        into: &mut Open,
        open: &Open,
        faces: &[(FoundSoFar, Nat)],
        views: &[View<'_>],
    ) -> Result<(), Gap> {
        for (found, weight) in open {
            for (added, face) in faces {
                let found = joined(views, self.caps, found, added)?;
                *into.entry(found).or_insert(Nat::ZERO) += &(weight * face);
            }
        }
        Ok(())
    }
}

/// Brings what has ended to the weights of one more throw.
fn close(done: &mut Open, by: &Nat) {
    for weight in done.values_mut() {
        *weight = &*weight * by;
    }
}
