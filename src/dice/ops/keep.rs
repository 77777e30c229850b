//! Keeping and dropping: take dice off one end of the sorted pool.

use std::cmp::Reverse;

use crate::dice::hand::{Hand, Member};
use crate::dice::op::{Keep, Kept};
use crate::dice::operator::{About, ForeignSpelling, Takes};

impl Kept {
    const fn about(self) -> &'static About {
        match self {
            Kept::Highest => &KEEP_HIGHEST,
            Kept::Lowest => &KEEP_LOWEST,
            Kept::ButHighest => &DROP_HIGHEST,
            Kept::ButLowest => &DROP_LOWEST,
        }
    }

    /// Which places of a pool of `size` dice, sorted upwards, stay where `count` are named: from the first to
    /// before the second. This *is* the meaning of these operators: playing and odds both ask it.
    const fn range(self, count: u64, size: u64) -> (u64, u64) {
        let count = if count < size { count } else { size };
        match self {
            Kept::Highest => (size - count, size),
            Kept::Lowest => (0, count),
            Kept::ButHighest => (0, size - count),
            Kept::ButLowest => (count, size),
        }
    }

    /// How many of `size` dice stay where `count` are named.
    pub(crate) const fn staying(self, count: u64, size: u64) -> u64 {
        let (from, to) = self.range(count, size);
        to - from
    }
}

impl<C> Keep<C> {
    pub(in crate::dice) const fn about(&self) -> &'static About {
        self.kept.about()
    }
}

impl Keep {
    /// Which places of a pool of `size` dice, sorted upwards, stay: from the first to before the second.
    pub(in crate::dice) fn range(&self, size: u64) -> (u64, u64) {
        self.kept.range(u64::from(self.count), size)
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
        lose(&mut hand.pool, from, End::Lowest);
        lose(&mut hand.pool, size - to, End::Highest);
    }
}

/// An end of the sorted pool.
#[derive(Clone, Copy)]
enum End {
    Highest,
    Lowest,
}

/// Up to so many dice are dropped one after the other, which needs no list of places.
const MAX_DROPPED_SINGLY: u64 = 4;

/// Drops so many dice from an end; of equal ones the latest goes first.
fn lose(pool: &mut Vec<Member>, count: u64, end: End) {
    if count <= MAX_DROPPED_SINGLY {
        (0..count).for_each(|_| drop_one(pool, end));
    } else {
        let staying = (pool.len() as u64).saturating_sub(count);
        drop_beyond(pool, usize::try_from(staying).unwrap_or(usize::MAX), end);
    }
}

fn drop_one(pool: &mut Vec<Member>, end: End) {
    let places = pool.iter().enumerate().rev();
    let going = match end {
        End::Lowest => places.min_by_key(|(_, slot)| slot.value),
        End::Highest => places.min_by_key(|(_, slot)| Reverse(slot.value)),
    };
    if let Some((place, _)) = going {
        pool.remove(place);
    }
}

/// Looks for the last value that stays; of the dice that show it the earlier ones stay.
fn drop_beyond(pool: &mut Vec<Member>, staying: usize, end: End) {
    if staying >= pool.len() {
        return;
    }
    let mut values: Vec<_> = pool.iter().map(|slot| slot.value).collect();
    let Some(last) = staying.checked_sub(1) else { return pool.clear() };
    let (_, last, _) = match end {
        End::Lowest => values.select_nth_unstable_by_key(last, |value| Reverse(*value)),
        End::Highest => values.select_nth_unstable(last),
    };
    let last = *last;
    let is_before = |slot: &Member| match end {
        End::Lowest => slot.value > last,
        End::Highest => slot.value < last,
    };
    let mut room = staying - pool.iter().filter(|slot| is_before(slot)).count();
    pool.retain(|slot| {
        let stays = is_before(slot) || slot.value == last && room > 0;
        room -= usize::from(stays && slot.value == last);
        stays
    });
}

pub(in crate::dice) static KEEP_HIGHEST: About = About {
    symbol: "kh",
    name: "keep highest",
    aliases: &[ForeignSpelling { spelling: "k", system: "Roll20, Foundry, Avrae" }],
    takes: Takes::Dice,
    help: "Keeps the highest dice; one where no number is given.",
    example: "4d6kh3",
};

pub(in crate::dice) static KEEP_LOWEST: About = About {
    symbol: "kl",
    name: "keep lowest",
    aliases: &[],
    takes: Takes::Dice,
    help: "Keeps the lowest dice; one where no number is given.",
    example: "2d20kl1",
};

pub(in crate::dice) static DROP_HIGHEST: About = About {
    symbol: "dh",
    name: "drop highest",
    aliases: &[ForeignSpelling { spelling: "ph", system: "Avrae" }],
    takes: Takes::Dice,
    help: "Drops the highest dice; one where no number is given.",
    example: "3d6dh1",
};

pub(in crate::dice) static DROP_LOWEST: About = About {
    symbol: "dl",
    name: "drop lowest",
    aliases: &[ForeignSpelling { spelling: "pl", system: "Avrae" }],
    takes: Takes::Dice,
    help: "Drops the lowest dice; one where no number is given.",
    example: "4d6dl1",
};
