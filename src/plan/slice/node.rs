//! What an answer may depend on.

use crate::check::program::GlobalId;
use crate::plan::CodeId;

/// Something that can make a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Node {
    /// What always does: what can go wrong, end a run, ask, or let time pass.
    Always,
    /// A local of a code, in one of its versions.
    Local(CodeId, u32, u32),
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

impl Node {
    pub(super) fn of(global: GlobalId) -> Node {
        Node::Global(u32::try_from(global.index()).unwrap_or(u32::MAX))
    }
}
