//! The ground everything stands on: exact numbers, places in a source text, names, limits.
//!
//! Nothing here knows the language.

mod free_names;
mod limits;
pub mod memory;
mod names;
mod num;
mod shared;
mod source;
mod span;

pub use free_names::FreeNames;
pub use limits::{DEFAULT_SAMPLES, LIMITS, LimitInfo, Limits};
pub use names::closest;
pub use num::{Num, NumError};
pub use shared::{Iter as SharedIter, SharedMap, SharedVec};
pub use source::{LineCol, Source, SourceId, Sources};
pub use span::{Span, Spanned};
