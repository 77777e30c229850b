//! Names to ids, kinds and units, overrides, lints with fixes.
//!
//! A [`Workspace`] holds all that is loaded, resolved to a [`program::Program`]. It grows: a started
//! file is loaded with all that it uses, and a session adds to it entry by entry.

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
mod scope;
mod stages;
mod stmt;
mod table;
mod units;
mod waiting;
mod workspace;
mod written_kinds;

pub(crate) use builtins::{BUILTINS, Builtin, BuiltinInfo};
pub(crate) use scope::Mention;
pub(crate) use workspace::{Host, Workspace};
