//! Pools whose numbers are worked out while running.

pub(crate) mod build;

use std::sync::Arc;

use crate::base::Num;
use crate::dice::PoolOp;

/// A number that is known, or the next one on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Arg {
    /// Known.
    Known(Num),
    /// On the stack, in the order of the template's arguments.
    Stack,
}

/// What is on a group's dice.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FacesArg {
    /// `1..=n`.
    Sides(Arg),
    /// −1, 0, +1.
    Fate,
    /// So many d6 as digits.
    Digits(u32),
    /// Numbers.
    Numbers(Arc<[Num]>),
    /// Texts.
    Texts(Arc<[Arc<str>]>),
}

/// A group of equal dice.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GroupArg {
    /// How many.
    pub count: Arg,
    /// What is on them.
    pub faces: FacesArg,
}

/// A pool with holes; operators alone where it is for a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct PoolTemplate {
    /// The groups; none where the operators work on a list.
    pub groups: Vec<GroupArg>,
    /// The operators, left to right; the stack holds the numbers of each in the order of
    /// [`PoolOp::numbers`].
    pub ops: Vec<PoolOp<Arg, Arg>>,
}

impl PoolTemplate {
    /// How many numbers it takes from the stack.
    pub(crate) fn holes(&self) -> usize {
        let hole = |arg: &Arg| usize::from(*arg == Arg::Stack);
        let groups = self.groups.iter().map(|group| {
            let sides = match &group.faces {
                FacesArg::Sides(arg) => hole(arg),
                FacesArg::Fate | FacesArg::Digits(_) | FacesArg::Numbers(_) | FacesArg::Texts(_) => 0,
            };
            hole(&group.count) + sides
        });
        let ops = self.ops.iter().flat_map(PoolOp::numbers).map(hole);
        groups.sum::<usize>() + ops.sum::<usize>()
    }
}
