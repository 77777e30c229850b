//! Keeping and dropping: take dice off one end of the sorted pool.

use crate::dice::hand::{Hand, Member};
use crate::dice::op::{End, Keep};
use crate::dice::operator::{About, ForeignSpelling};

impl<C> Keep<C> {
    pub(in crate::dice) const fn about(&self) -> &'static About {
        match (self.end, self.drop) {
            (End::Highest, false) => &KEEP_HIGHEST,
            (End::Lowest, false) => &KEEP_LOWEST,
            (End::Highest, true) => &DROP_HIGHEST,
            (End::Lowest, true) => &DROP_LOWEST,
        }
    }
}

impl Keep {
    /// Which places of a pool of `size` dice, sorted upwards, stay: from the first to before the second.
    pub(in crate::dice) fn range(&self, size: u64) -> (u64, u64) {
        let count = u64::from(self.count).min(size);
        match (self.end, self.drop) {
            (End::Highest, false) => (size - count, size),
            (End::Highest, true) => (0, size - count),
            (End::Lowest, false) => (0, count),
            (End::Lowest, true) => (count, size),
        }
    }

    /// Which places of so many sorted values stay after all of these, one after the other.
    pub(crate) fn range_of(keeps: &[Keep], size: u64) -> (u64, u64) {
        keeps.iter().fold((0, size), |(from, to), keep| {
            let (first, end) = keep.range(to - from);
            (from + first, from + end)
        })
    }

    pub(in crate::dice) fn play(&self, hand: &mut Hand<'_>) {
        let size = hand.pool.len() as u64;
        let (from, to) = self.range(size);
        let staying = usize::try_from(to - from).unwrap_or(usize::MAX);
        let end = if to == size { End::Highest } else { End::Lowest };
        if hand.pool.len().saturating_sub(staying) <= MAX_DROPPED_SINGLY {
            drop_one_by_one(&mut hand.pool, staying, end);
        } else {
            keep_by_sorting(&mut hand.pool, staying, end);
        }
    }
}

/// Up to so many dice are dropped one after the other, which needs no list of places.
const MAX_DROPPED_SINGLY: usize = 4;

/// Drops from the end that does not stay; of equal dice the latest goes first.
fn drop_one_by_one(pool: &mut Vec<Member>, staying: usize, end: End) {
    while pool.len() > staying {
        let places = pool.iter().enumerate().rev();
        let going = match end {
            End::Highest => places.min_by_key(|(_, slot)| slot.value),
            End::Lowest => places.min_by_key(|(_, slot)| std::cmp::Reverse(slot.value)),
        };
        let Some((place, _)) = going else { break };
        pool.remove(place);
    }
}

/// Sorts the places with the end that stays in front; the sort is stable, so that of equal dice the
/// earlier stays.
fn keep_by_sorting(pool: &mut Vec<Member>, staying: usize, end: End) {
    let mut order: Vec<(usize, Member)> = pool.iter().copied().enumerate().collect();
    match end {
        End::Highest => order.sort_by_key(|(_, slot)| std::cmp::Reverse(slot.value)),
        End::Lowest => order.sort_by_key(|(_, slot)| slot.value),
    }
    order.truncate(staying);
    order.sort_unstable_by_key(|(place, _)| *place);
    pool.clear();
    pool.extend(order.into_iter().map(|(_, slot)| slot));
}

pub(in crate::dice) static KEEP_HIGHEST: About = About {
    symbol: "kh",
    name: "keep highest",
    aliases: &[ForeignSpelling { spelling: "k", system: "Roll20, Foundry, Avrae" }],
    help: "Keeps the highest dice; one where no number is given.",
    example: "4d6kh3",
};

pub(in crate::dice) static KEEP_LOWEST: About = About {
    symbol: "kl",
    name: "keep lowest",
    aliases: &[],
    help: "Keeps the lowest dice; one where no number is given.",
    example: "2d20kl1",
};

pub(in crate::dice) static DROP_HIGHEST: About = About {
    symbol: "dh",
    name: "drop highest",
    aliases: &[ForeignSpelling { spelling: "ph", system: "Avrae" }],
    help: "Drops the highest dice; one where no number is given.",
    example: "3d6dh1",
};

pub(in crate::dice) static DROP_LOWEST: About = About {
    symbol: "dl",
    name: "drop lowest",
    aliases: &[ForeignSpelling { spelling: "pl", system: "Avrae" }],
    help: "Drops the lowest dice; one where no number is given.",
    example: "4d6dl1",
};
