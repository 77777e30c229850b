//! The operators, one file each: arguments, meaning, and what they do to a distribution.

mod again;
mod bound;
mod compound;
mod count;
mod explode;
mod keep;
mod penetrate;
mod reroll;
mod reroll_once;

pub(crate) use bound::{LowerTo, RaiseTo};
pub(crate) use compound::Compound;
pub use count::Count;
pub use explode::Explode;
pub(crate) use penetrate::Penetrate;
pub(crate) use reroll::Reroll;
pub(crate) use reroll_once::RerollOnce;

pub(super) use bound::{MAX, MIN};
pub(super) use compound::COMPOUND;
pub(super) use count::COUNT;
pub(super) use explode::EXPLODE;
pub(super) use keep::{DROP_HIGHEST, DROP_LOWEST, KEEP_HIGHEST, KEEP_LOWEST};
pub(super) use penetrate::PENETRATE;
pub(super) use reroll::REROLL;
pub(super) use reroll_once::REROLL_ONCE;
