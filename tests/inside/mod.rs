//! Tests that reach inside the engine, past the front door. They are part of the crate, so that nothing has to
//! be public for their sake.
//!
//! `cargo test --lib inside::odds::` runs those of one file.

#![allow(unreachable_pub)] // What is shared with the tests of the program is `pub` there.
#![allow(clippy::unwrap_used, clippy::panic)] // A test ends where something is not as it should be.

// libFuzzer feeds these, too: it builds the crate as it is, and not for tests.
pub mod fuzz;
mod judge;

#[cfg(test)]
mod support;

#[cfg(test)]
mod alike;
#[cfg(test)]
mod bad_input;
#[cfg(test)]
mod check;
#[cfg(test)]
mod colours;
#[cfg(test)]
mod demand;
#[cfg(test)]
mod editor_words;
#[cfg(test)]
mod endless_lists;
#[cfg(test)]
mod exchange;
#[cfg(test)]
mod foreign;
#[cfg(test)]
mod odds;
#[cfg(test)]
mod session;
#[cfg(test)]
mod slice;
#[cfg(test)]
mod state;
#[cfg(test)]
mod syntax;
#[cfg(test)]
mod table;
#[cfg(test)]
mod tree_sitter;
#[cfg(test)]
mod wrong_lines;
