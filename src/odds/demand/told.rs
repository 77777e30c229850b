//! Tables that are being put into words.

use crate::check::program::TableId;
use crate::dist::Dist;

/// A row as a part of a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Told {
    Text(String),
    /// Whatever this table gives, which is being put into words.
    Again(TableId),
}

/// A table that is being gone through for what of it can be a part of a text.
pub(super) struct Comparing {
    pub(super) table: TableId,
    /// What has been found so far.
    pub(super) shown: Dist<Option<String>>,
    pub(super) leads_back: bool,
    /// Whether it is all that the row shows which led to it.
    pub(super) alone: bool,
}
