//! Names to ids, kinds and units, overrides, lints with fixes.
//!
//! A [`Workspace`] holds all that is loaded, resolved to a [`program::Program`]. It grows: a started
//! file is loaded with all that it uses, and a session adds to it entry by entry.

mod builtins;
mod change;
mod declare;
mod define;
mod kinds;
mod load;
mod mentions;
pub(crate) mod program;
mod records;
mod resolve;
mod scope;
mod stmt;
mod symbols;
mod table;
mod trial;
mod units;
mod workspace;

pub(crate) use builtins::{BUILTINS, Builtin, BuiltinInfo};
pub(crate) use mentions::Mention;
pub(crate) use workspace::{Host, Workspace};

use resolve::{has_dice, literal_number as resolve_number, sides_of};
