//! What calls and tables that were worked out are known by.

use super::need::Need;
use crate::check::program::{FnId, TableId};
use crate::plan::Value;

/// A call whose arguments are all known, and what is looked at of its result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct CallKey {
    pub(super) function: FnId,
    pub(super) args: Vec<Value>,
    pub(super) need: Need,
}

/// A mention of a table with its arguments, and what is looked at of its row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct TableKey {
    pub(super) table: TableId,
    pub(super) args: Vec<Value>,
    pub(super) need: Need,
}
