//! The front door for Rust programs: a [`Session`] that takes anything a person could type and returns
//! plain data. Everything is at the root of the crate.

mod error;
mod event;
mod number;
mod odds;
mod run;
mod session;
mod value;

pub use error::{Error, Question};
pub use event::Event;
pub use number::Number;
pub use odds::{Chance, Odds, Outcome};
pub use run::Run;
pub use session::{Reply, Session};
pub use value::{Kind, Row, Value, WrongKind};

/// A place in a source, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The name of the source: a file's path, or `<repl:3>` for the third entry.
    pub source: String,
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}
