//! Names to ids, kinds and units, overrides, lints with fixes.

mod builtins;
pub mod program;

pub use builtins::{BUILTINS, Builtin, BuiltinInfo};
