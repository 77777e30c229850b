//! Names to ids, kinds and units, overrides, lints with fixes.
//!
//! A [`Workspace`] holds all that is loaded, resolved to a [`program::Program`]. It grows: a started
//! file is loaded with all that it uses, and a session adds to it entry by entry.
//!
//! A `Checker` is one piece of work on it. It hands out ids, works definitions out when they are first asked
//! for, and opens the rest, each of which sees the checker and what it is about:
//!
//! - `ModuleLoader` reads sources and what they use; `Declarer` gives every name its id; `Stages` then works
//!   out what was declared, in order.
//! - `KindResolver` reads kinds and units, `RecordResolver` sheets and rosters, `ChangeApplier` and
//!   `TableChanger` what one module changes in others.
//! - Inside a body, with the names in reach: `ExprResolver`, `NameResolver`, `CallResolver` and `DiceResolver`
//!   for expressions, `StmtResolver` for statements, `RowResolver` for the rows of a table.
//!
//! What they share is in parts with a state of their own: `SourceReader`, `Reports`, `References`, `Depth`,
//! `OpenRecords`, `Altered`. Kinds (`kinds.rs`), expressions (`exprs.rs`) and shapes of tables are plain functions.

#![deny(clippy::wildcard_enum_match_arm)]

mod builtins;
mod change;
mod checker;
mod coerce;
mod declare;
mod define;
mod defs;
mod describe;
mod entry;
mod exprs;
mod kinds;
mod load;
mod names;
mod parts;
pub(crate) mod program;
mod reading;
mod records;
mod reports;
mod resolve;
mod rolled_anew;
mod scope;
mod stages;
mod stmt;
mod table;
mod units;
mod uses;
mod waiting;
mod workspace;
mod written_kinds;

pub(crate) use builtins::{BUILTINS, Builtin, BuiltinInfo};
pub(crate) use parts::CHECK_PARTS;
pub(crate) use scope::Mention;
pub(crate) use table::slug as column_name;
pub(crate) use workspace::{SourceHost, Workspace};
