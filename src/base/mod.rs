//! The ground everything stands on: exact numbers, places in a source text, names, limits.
//!
//! Nothing here knows the language.

mod by_name;
mod counted;
mod free_names;
mod limits;
pub(crate) mod memory;
mod names;
mod num;
mod parts;
mod preorder;
mod shared;
mod source;
mod span;
pub(crate) mod stack;
pub(crate) mod stop;
mod words;

pub(crate) use by_name::{ByName, Named};
pub(crate) use counted::counted;
pub(crate) use free_names::FreeNames;
pub use limits::Limits;
pub(crate) use limits::{DEFAULT_SAMPLES, LIMITS, LimitInfo};
pub(crate) use names::{closest, likely_of, near_names, plain_text, same_text, some_of};
pub use num::Num;
pub(crate) use num::NumError;
pub(crate) use parts::parts;
pub(crate) use preorder::preorder;
pub(crate) use shared::{SharedMap, SharedVec};
pub(crate) use source::SourceId;
pub(crate) use source::{Source, Sources};
pub use span::Span;
pub(crate) use span::Spanned;
pub(crate) use words::WordList;
