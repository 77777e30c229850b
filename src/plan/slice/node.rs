//! What an answer may depend on.

use crate::check::program::{Fold, GlobalId};
use crate::plan::CodeId;

/// Stands for the symbol of a row's roll, which is no column.
pub(super) const ROLL: u32 = u32::MAX;

/// Stands for what a list of numbers is looked at for, as if that were a part of it; `None` for what is told of by its
/// items.
pub(super) fn symbol_of(fold: &Fold) -> Option<u32> {
    match fold {
        Fold::Count => Some(ROLL - 1),
        Fold::Sum => Some(ROLL - 2),
        Fold::Most => Some(ROLL - 3),
        Fold::Least => Some(ROLL - 4),
        Fold::Passing(_) | Fold::Different | Fold::HowManyDifferent => None,
    }
}

/// Something that can make a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Node {
    /// What always does: what can go wrong, end a run, ask, or let time pass.
    Always,
    /// A local of a code, in one of its versions.
    Local(CodeId, u32, u32),
    /// Of what a local holds, only which row, record or parts it is.
    LocalPicks(CodeId, u32, u32),
    /// A named part of what a local holds.
    LocalPart(CodeId, u32, u32, u32),
    /// A column of the rows that a table's own code makes, by its symbol; or their roll, by [`ROLL`].
    Cell(CodeId, u32),
    /// Which row it is of those that a table's own code gives.
    Row(CodeId),
    /// A global, by its number.
    Global(u32),
    /// A field of any record, by its symbol.
    Field(u32),
    /// What a code gives, with all that is in it.
    Gives(CodeId),
    /// Of a row that a code gives, only which it is.
    Picks(CodeId),
    /// A named part of what a code gives.
    Part(CodeId, u32),
    /// Whether a code runs.
    Runs(CodeId),
    /// Which way a code goes at a step.
    Branch(CodeId, u32),
    /// What anything unrolled gives.
    Unrolled,
    /// What any file answers to a prompt.
    Policies,
}

/// Where a value comes from of which it is not known yet how much is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// What a code gives.
    Code(CodeId),
    /// What a local of a code holds, in one of its versions.
    Local(CodeId, u32, u32),
}

impl Source {
    /// All that is in it.
    pub(super) fn whole(self) -> Node {
        match self {
            Source::Code(code) => Node::Gives(code),
            Source::Local(code, local, version) => Node::Local(code, local, version),
        }
    }

    /// Which row, record or parts it is.
    pub(super) fn picks(self) -> Node {
        match self {
            Source::Code(code) => Node::Picks(code),
            Source::Local(code, local, version) => Node::LocalPicks(code, local, version),
        }
    }

    /// A named part of it, by the name's symbol.
    pub(super) fn part(self, symbol: u32) -> Node {
        match self {
            Source::Code(code) => Node::Part(code, symbol),
            Source::Local(code, local, version) => Node::LocalPart(code, local, version, symbol),
        }
    }
}

impl Node {
    pub(super) fn of(global: GlobalId) -> Node {
        Node::Global(u32::try_from(global.index()).unwrap_or(u32::MAX))
    }
}
