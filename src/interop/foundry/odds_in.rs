//! The odds of a RollTable as Foundry rolls it: where its formula misses every result, it rolls again.

use std::collections::HashMap;

use num_integer::Integer;

use super::dice_in::dice_in;
use crate::base::{Limits, stop};
use crate::dist::{Nat, Prob};
use crate::session::odds::OddsAsk;
use crate::session::{RollSeed, Session};

/// Formulas of more bytes are none that somebody rolls.
const MAX_FORMULA_BYTES: usize = 200;
/// Dice with more faces are not worked out to carry a table over.
const MOST_FACES: u64 = 5_000;

/// What picks the results.
pub(super) enum Weighed {
    /// This die, by their ranges.
    Die(String),
    /// These weights.
    Weights(Vec<u64>),
}

impl Weighed {
    /// The weight of each result.
    pub(super) fn weights(&self, ranges: &[(i64, i64)]) -> Vec<u64> {
        match self {
            Weighed::Weights(weights) => weights.clone(),
            Weighed::Die(_) => reduced(ranges.iter().map(|(from, to)| held(*from, *to)).collect()),
        }
    }
}

/// What picks results with these ranges under this formula; what differs from how it is written is told.
pub(super) fn weigh(
    formula: &str,
    ranges: &[(i64, i64)],
    deck: bool,
    known: &mut KnownDice,
    lost: &mut Vec<String>,
) -> Weighed {
    let fills = ranges
        .iter()
        .try_fold(1i64, |next, (from, to)| (*from == next).then(|| to.saturating_add(1)))
        .map(|next| next - 1);
    let written = formula.split_whitespace().collect::<Vec<_>>().join(" ");
    if written.is_empty() {
        return match fills.and_then(one_die) {
            Some(die) => Weighed::Die(die),
            None => by_ranges(ranges),
        };
    }
    let Some(dice) = dice_in(formula).filter(|dice| dice.len() <= MAX_FORMULA_BYTES) else {
        lost.push(format!(
            "the formula `{written}` has no equal here; each result weighs what its range holds"
        ));
        return by_ranges(ranges);
    };
    let shares: Option<Vec<Prob>> = match sides_of(&dice) {
        Some(sides) => {
            if let Some(fills) = fills
                && let Some(die) = one_die(fills)
                && fills <= sides
            {
                if fills < sides {
                    lost.push(format!(
                        "written as {written}; Foundry rolls again beyond {fills}, so it is {die} here"
                    ));
                }
                return Weighed::Die(if fills == sides { dice } else { die });
            }
            let share = |(from, to): &(i64, i64)| part(held((*from).max(1), (*to).min(sides)), sides);
            ranges.iter().map(share).collect()
        }
        None => known.faces(&dice).map(|faces| ranges.iter().map(|range| faces.share(*range)).collect()),
    };
    let Some(shares) = shares else {
        lost.push(format!(
            "the odds of `{written}` could not be worked out; each result weighs what its range holds"
        ));
        return by_ranges(ranges);
    };
    let overlap = overlaps(ranges);
    if overlap {
        lost.push(format!(
            "written as {written} with overlapping ranges, of which Foundry gives every result that holds the number; here one comes up"
        ));
    }
    let sum = shares.iter().fold(Prob::ZERO, |sum, share| sum.add(share));
    let fills = !overlap && sum.is_certain();
    if fills && !deck {
        return Weighed::Die(dice);
    }
    if sum == Prob::ZERO {
        lost.push(format!("`{written}` never gives any of its results; here each is as likely"));
        return Weighed::Weights(vec![1; ranges.len()]);
    }
    let Some(weights) = in_whole_numbers(&shares) else {
        lost.push(format!(
            "the odds of `{written}` are too fine for weights; each result weighs what its range holds"
        ));
        return by_ranges(ranges);
    };
    if !overlap && !fills {
        lost.push(format!(
            "written as {written}, which can miss every result; Foundry then rolls again, so here the results have weights"
        ));
    }
    Weighed::Weights(reduced(weights))
}

/// So many of all the faces.
fn part(count: u64, of: i64) -> Option<Prob> {
    Prob::new(&Nat::word(u128::from(count)), &Nat::word(u128::try_from(of).ok()?))
}

/// Weights in the proportions of the odds, if none of them is too large.
fn in_whole_numbers(shares: &[Prob]) -> Option<Vec<u64>> {
    const LARGEST: u64 = 1 << 53;
    let weight = |share: &Nat| u64::try_from(share.as_word()?).ok().filter(|weight| *weight <= LARGEST);
    Prob::in_whole_numbers(shares).iter().map(weight).collect()
}

fn one_die(sides: i64) -> Option<String> {
    // Here they are dice that are read as digits.
    (sides >= 1 && sides != 66 && sides != 666).then(|| format!("1d{sides}"))
}

/// The sides of one die and nothing else.
fn sides_of(dice: &str) -> Option<i64> {
    let sides = dice.strip_prefix("1d").or_else(|| dice.strip_prefix('d'))?;
    let sides = sides.strip_prefix("{1..").and_then(|sides| sides.strip_suffix('}')).unwrap_or(sides);
    sides.parse().ok().filter(|sides| *sides > 0)
}

fn by_ranges(ranges: &[(i64, i64)]) -> Weighed {
    Weighed::Weights(reduced(ranges.iter().map(|(from, to)| held(*from, *to)).collect()))
}

fn held(from: i64, to: i64) -> u64 {
    u64::try_from(to.saturating_sub(from).saturating_add(1)).unwrap_or(0)
}

fn reduced(weights: Vec<u64>) -> Vec<u64> {
    let divisor = weights.iter().fold(0u64, |divisor, weight| divisor.gcd(weight)).max(1);
    weights.into_iter().map(|weight| weight / divisor).collect()
}

fn overlaps(ranges: &[(i64, i64)]) -> bool {
    let mut sorted = ranges.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| matches!(pair, [(_, to), (from, _)] if from <= to))
}

/// The odds of formulas that were worked out already.
#[derive(Default)]
pub(super) struct KnownDice(HashMap<String, Option<CumulativeFaces>>);

impl KnownDice {
    /// The faces of these dice, where they are few enough to be worked out beside all else.
    fn faces(&mut self, dice: &str) -> Option<&CumulativeFaces> {
        self.0.entry(dice.to_owned()).or_insert_with(|| CumulativeFaces::of(dice)).as_ref()
    }
}

/// What dice can show, in order: each face with how likely it is not to be exceeded.
struct CumulativeFaces(Vec<(i64, Prob)>);

impl CumulativeFaces {
    fn of(dice: &str) -> Option<CumulativeFaces> {
        let ask = OddsAsk { exact_only: true, ..OddsAsk::default() };
        let limits = Limits { outcomes: MOST_FACES, ..Limits::default() };
        let mut session = Session::with_limits(RollSeed::new(1), limits);
        if let Some(sign) = stop::heeded() {
            session.set_interrupt(sign);
        }
        let (odds, _) = session.odds(dice, &ask, &|_| {}).ok()?;
        if odds.residual.is_some() {
            return None;
        }
        let faces: Option<Vec<(i64, Prob)>> =
            odds.outcomes().map(|face| Some((face.number()?.as_int()?, face.exact()?))).collect();
        let mut faces = faces?;
        faces.sort_by_key(|(face, _)| *face);
        let mut sum = Prob::ZERO;
        for (_, p) in &mut faces {
            sum = sum.add(p);
            *p = sum.clone();
        }
        Some(CumulativeFaces(faces))
    }

    /// How likely the dice are to fall in a range, both ends included.
    fn share(&self, (from, to): (i64, i64)) -> Prob {
        let above = self.at_most(to).complement();
        above.add(&self.at_most(from.saturating_sub(1))).complement()
    }

    fn at_most(&self, most: i64) -> Prob {
        let count = self.0.partition_point(|(face, _)| *face <= most);
        count.checked_sub(1).and_then(|last| self.0.get(last)).map_or(Prob::ZERO, |(_, p)| p.clone())
    }
}
