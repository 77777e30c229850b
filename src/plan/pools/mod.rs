//! Pools whose numbers are worked out while running.

pub(crate) mod build;

use std::sync::Arc;

use crate::base::Num;

use crate::syntax::ast::Compare;

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

/// A pool operator with its arguments; the stack holds, in this order, its number, the condition's,
/// the second condition's, and the limit's.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OpArg {
    /// Its name in the registry.
    pub name: &'static str,
    /// Its number.
    pub number: Option<Arg>,
    /// Its condition.
    pub on: Option<TestArg>,
    /// The second condition of a count.
    pub less: Option<TestArg>,
    /// At most so many extra dice for each die.
    pub limit: Option<Arg>,
}

/// A condition on a die.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TestArg {
    /// How it compares.
    pub compare: Compare,
    /// With what.
    pub with: Arg,
    /// For a range, up to what.
    pub to: Option<Arg>,
}

/// A pool with holes; operators alone where it is for a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct PoolTemplate {
    /// The groups; none where the operators work on a list.
    pub groups: Vec<GroupArg>,
    /// The operators, left to right.
    pub ops: Vec<OpArg>,
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
        let ops = self.ops.iter().map(|op| {
            let condition = |on: &Option<TestArg>| {
                on.as_ref().map_or(0, |on| hole(&on.with) + on.to.as_ref().map_or(0, hole))
            };
            op.number.as_ref().map_or(0, hole)
                + condition(&op.on)
                + condition(&op.less)
                + op.limit.as_ref().map_or(0, hole)
        });
        groups.sum::<usize>() + ops.sum::<usize>()
    }
}
