//! Tests that reach inside the engine, past the front door. They are part of the crate, so that nothing has to
//! be public for their sake.
//!
//! `cargo test --lib inside::odds::` runs those of one file.

#![allow(unreachable_pub)] // What is shared with the tests of the program is `pub` there.

mod support;

mod alike;
mod bad_input;
mod check;
mod colours;
mod demand;
mod exchange;
mod foreign;
mod fuzz;
mod judge;
mod odds;
mod session;
mod slice;
mod state;
mod syntax;
mod table;
mod tree_sitter;
mod wrong_lines;
