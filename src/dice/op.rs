//! The operators of pools: one form for all that handles them, from the source to the dice.

use super::Condition;
use crate::base::Num;

/// An operator with its numbers.
///
/// What a number is depends on who holds the operator: an expression in the syntax tree, a place on the
/// stack in a plan, and once dice are rolled a [`Num`]. Numbers of dice are then counts, `C`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PoolOp<N, C> {
    /// `kh` `kl` `dh` `dl`: takes dice off one end of the sorted pool.
    Keep(Keep<C>),
    /// `!` `!!` `!p` `r` `ro`: throws dice again, each die of the pool on its own.
    Again(Again<N, C>),
    /// `min` `max`: changes each value by a bound; their order stays.
    Bound(Bound<N>),
    /// `c` with an optional `cf`: turns the pool into a count.
    Count(Count<N>),
}

/// An operator whose numbers are known.
pub type Op = PoolOp<Num, u32>;

/// `kh` `kl` `dh` `dl`: keep or drop so many of the highest or lowest dice.
///
/// Dice of equal value are told apart by their place: of two equal ones the earlier is kept first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Keep<C = u32> {
    /// Which dice stay.
    pub kept: Kept,
    /// How many are named: those that stay, or those that go.
    pub count: C,
}

/// Which dice of the sorted pool stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kept {
    /// The highest: `kh`.
    Highest,
    /// The lowest: `kl`.
    Lowest,
    /// All but the highest: `dh`.
    ButHighest,
    /// All but the lowest: `dl`.
    ButLowest,
}

/// Throwing again: on which dice, what becomes of the new die, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Again<N = Num, C = u32> {
    /// What becomes of the new die.
    pub how: How,
    /// Which dice; on the highest face where nothing is said.
    pub when: Option<Condition<N>>,
    /// How often at most for each die; no end where nothing is said.
    pub limit: Option<C>,
}

/// What becomes of a die that is thrown because of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum How {
    /// It joins the pool: `!`.
    Join,
    /// It joins the pool, one lower than it shows: `!p`.
    JoinLower,
    /// Its value is added to the first die: `!!`.
    Add,
    /// It takes the first die's place: `r`, and `ro` where there is a limit.
    Replace,
}

/// A change of values that keeps their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bound<N = Num> {
    /// On which side values change.
    pub side: Side,
    /// What they are raised or lowered to.
    pub number: N,
}

/// On which side of a bound values change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// `min`: what is less is raised.
    AtLeast,
    /// `max`: what is more is lowered.
    AtMost,
}

/// `c`: count the dice that meet a condition, and with `cf` take off those that meet another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Count<N = Num> {
    /// Dice that count one.
    pub hit: Condition<N>,
    /// Dice that take one off.
    pub miss: Option<Condition<N>>,
}

/// What a number of an operator says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberRole {
    /// How many dice are kept or dropped.
    Count,
    /// How often a die is thrown again at most.
    Limit,
    /// What values are raised or lowered to.
    Bound,
    /// What a die is compared with.
    Face,
}

impl<N> PoolOp<N, N> {
    /// The same operator with other numbers: `turn` is handed each in the order in which they are worked out.
    ///
    /// # Errors
    /// Whatever `turn` gives first.
    pub(crate) fn try_map<'n, M, E>(
        &'n self,
        mut turn: impl FnMut(NumberRole, &'n N) -> Result<M, E>,
    ) -> Result<PoolOp<M, M>, E> {
        Ok(match self {
            PoolOp::Keep(Keep { kept, count }) => {
                PoolOp::Keep(Keep { kept: *kept, count: turn(NumberRole::Count, count)? })
            }
            PoolOp::Again(Again { how, when, limit }) => {
                let when = when.as_ref().map(|when| when.try_map(|face| turn(NumberRole::Face, face)));
                let when = when.transpose()?;
                let limit = limit.as_ref().map(|limit| turn(NumberRole::Limit, limit)).transpose()?;
                PoolOp::Again(Again { how: *how, when, limit })
            }
            PoolOp::Bound(Bound { side, number }) => {
                PoolOp::Bound(Bound { side: *side, number: turn(NumberRole::Bound, number)? })
            }
            PoolOp::Count(Count { hit, miss }) => {
                let hit = hit.try_map(|face| turn(NumberRole::Face, face))?;
                let miss = miss.as_ref().map(|miss| miss.try_map(|face| turn(NumberRole::Face, face)));
                PoolOp::Count(Count { hit, miss: miss.transpose()? })
            }
        })
    }

    /// Its numbers, in the order in which they are worked out.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &N> {
        let (first, second, last) = match self {
            PoolOp::Keep(keep) => (None, None, Some(&keep.count)),
            PoolOp::Again(again) => (again.when.as_ref(), None, again.limit.as_ref()),
            PoolOp::Bound(bound) => (None, None, Some(&bound.number)),
            PoolOp::Count(count) => (Some(&count.hit), count.miss.as_ref(), None),
        };
        [first, second].into_iter().flatten().flat_map(Condition::numbers).chain(last)
    }

    /// The same, to be changed.
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut N> {
        let (first, second, last) = match self {
            PoolOp::Keep(keep) => (None, None, Some(&mut keep.count)),
            PoolOp::Again(again) => (again.when.as_mut(), None, again.limit.as_mut()),
            PoolOp::Bound(bound) => (None, None, Some(&mut bound.number)),
            PoolOp::Count(count) => (Some(&mut count.hit), count.miss.as_mut(), None),
        };
        [first, second].into_iter().flatten().flat_map(Condition::numbers_mut).chain(last)
    }
}

impl PoolOp<Num, Num> {
    /// The operator, once its numbers of dice are known to be counts.
    ///
    /// # Errors
    /// The number that is not a whole one from 0 on, and what it says.
    pub(crate) fn counted(self) -> Result<Op, (Num, NumberRole)> {
        let whole = |number: Num, figure| {
            number.as_int().and_then(|number| u32::try_from(number).ok()).ok_or((number, figure))
        };
        Ok(match self {
            PoolOp::Keep(Keep { kept, count }) => {
                Op::Keep(Keep { kept, count: whole(count, NumberRole::Count)? })
            }
            PoolOp::Again(Again { how, when, limit }) => {
                let limit = limit.map(|limit| whole(limit, NumberRole::Limit)).transpose()?;
                Op::Again(Again { how, when, limit })
            }
            PoolOp::Bound(bound) => Op::Bound(bound),
            PoolOp::Count(count) => Op::Count(count),
        })
    }
}

impl Op {
    /// Keep the `count` highest: `kh`.
    #[must_use]
    pub const fn keep_highest(count: u32) -> Op {
        Op::Keep(Keep { kept: Kept::Highest, count })
    }

    /// Keep the `count` lowest: `kl`.
    #[must_use]
    pub const fn keep_lowest(count: u32) -> Op {
        Op::Keep(Keep { kept: Kept::Lowest, count })
    }

    /// Drop the `count` highest: `dh`.
    #[cfg(test)]
    pub(crate) const fn drop_highest(count: u32) -> Op {
        Op::Keep(Keep { kept: Kept::ButHighest, count })
    }

    /// Drop the `count` lowest: `dl`.
    #[must_use]
    pub const fn drop_lowest(count: u32) -> Op {
        Op::Keep(Keep { kept: Kept::ButLowest, count })
    }

    /// Explode: `!`.
    #[must_use]
    pub const fn explode(when: Option<Condition>, limit: Option<u32>) -> Op {
        Op::Again(Again { how: How::Join, when, limit })
    }

    /// Whether it leaves each die a face of its own, so that faces tell what a condition meets.
    pub(super) const fn leaves_faces(&self) -> bool {
        match self {
            Op::Keep(_) => true,
            Op::Again(again) => matches!(again.how, How::Join | How::Replace),
            Op::Bound(_) | Op::Count(_) => false,
        }
    }

    /// Whether it may make the pool larger.
    pub(super) const fn joins(&self) -> bool {
        match self {
            Op::Again(again) => matches!(again.how, How::Join | How::JoinLower),
            Op::Keep(_) | Op::Bound(_) | Op::Count(_) => false,
        }
    }
}
