//! What stands at the beginning of a chain.

use crate::check::program::{Expr, LocalId, ModuleId, ScaleId, TimerId};
use crate::check::scope::NameMeaning;

/// What stands before a dot, a bracket or an index.
pub(in crate::check) enum Head {
    /// A value.
    Value(Expr),
    /// A definition.
    Named(NameMeaning),
    /// A local that holds something unrolled.
    Unrolled(LocalId),
    /// A ladder or list of words.
    Scale(ScaleId),
    /// A module.
    Module(ModuleId),
    /// A timer, and whose it is where that was said.
    Timer(TimerId, Option<Box<Expr>>),
    /// Nothing that is known; it is reported already.
    Missing,
}
