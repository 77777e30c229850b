//! What calls and tables that were worked out are known by.

use std::sync::Arc;

use super::need::Need;
use crate::check::program::{FnId, ProcId, TableId};
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

/// What comes back to itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum ComesBack {
    Fn(FnId),
    Column(TableId, Arc<str>),
    /// What a procedure without parameters gives, or a part of that.
    Run(ProcId, Option<Arc<str>>),
}
