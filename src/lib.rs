//! Tablewright: a small language for tabletop role-playing: dice, weighted tables, charts and turn
//! procedures, with exact odds of everything.
//!
//! A [`Session`] takes anything a person could type and returns data:
//!
//! ```
//! use tablewright::Session;
//!
//! let mut session = Session::new(7);
//! session.submit("table weather rolls d6\n1-3: calm\n4-6: storm\nend table")?;
//! let today = session.submit("weather")?.value.expect("a table gives a row");
//! assert!(["calm", "storm"].contains(&today.text()));
//!
//! let odds = session.odds("4d6kh3 >= 15")?;
//! assert_eq!(odds.chance("yes").and_then(|chance| chance.exact).unwrap().to_string(), "25/108");
//! # Ok::<(), tablewright::Error>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | load files and shipped rule-sets | [`Session::load`], `session.submit("use dungeon_turn")` |
//! | run something | [`Session::submit`]; its [`Reply`] has the [`Value`] and the [`Event`]s |
//! | answer questions, one by one | [`Session::start`] |
//! | get odds | [`Session::odds`] |
//! | report errors | [`Error::diagnostics`], [`Session::locate`] |
//! | control the dice | [`Session::set_luck`], [`Session::set_seed`] |
//! | save a game | [`Session::export_state`], [`Session::import_state`] |
//!
//! `examples/embedding.rs` does all of it. Feature `cli`, on by default, adds the program `tw` and its
//! dependencies; to embed the engine, leave it out with `default-features = false`.
//!
//! # Inside
//!
//! ```text
//! text ──syntax──▶ AST + diagnostics + verdict ──check──▶ resolved program ──plan──▶ Plan (IR)
//!                                                                                    │
//!              front ◀── session ◀── events, results ◀── engine::Machine ◀───────────┤  play: draw once
//!                                                      ◀── odds (fork + merge) ◀─────┘  odds: compute all
//! ```
//!
//! Layers, lowest first; a layer uses only those above it in this list:
//!
//! - `base`: exact numbers, places in a source, names.
//! - `dist`: exact weights and finite distributions: pure mathematics.
//! - `dice`: faces, pools, and pool operators in one form for all layers.
//! - `diag`: diagnostics as plain data, and the one list of codes.
//! - `syntax`: text to syntax tree, with recovery; the only user of `pest`.
//! - `modules`: where source text comes from; the only reader of source files.
//! - `check`: names to ids, kinds and units, overrides, lints with fixes.
//! - `plan`: the plan that the engine runs, and how it is made.
//! - `engine`: the machine that steps through a plan: state, time, prompts, the log.
//! - `odds`: the exact driver, batches and reports.
//! - `session`: the one way in for every user: submit, judge, roll, undo, describe.
//! - `interop`: Markdown, CSV and Foundry, in and out.
//! - `embed`: the front door for Rust programs; all of it is at the root.
//! - `front`: the command line, the REPL and everything that draws.
// Some of what lies within is used by the command line alone.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]
// What is not reached from the root is not `pub`.
#![warn(unreachable_pub)]
// A user can never cause a panic; tests may.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::panic))]

mod base;
mod check;
mod diag;
mod dice;
mod dist;
mod embed;
mod engine;
#[cfg(feature = "cli")]
mod front;
mod interop;
mod modules;
mod odds;
mod plan;
mod session;
mod syntax;

pub use base::{Limits, Span};
pub use diag::{Certainty, Diagnostic, Edit, Fix, Label, Severity};
pub use embed::{
    Chance, Error, Event, Kind, Location, Number, Odds, Outcome, Question, Reply, Row, Run, Session, Value,
    WrongKind,
};
pub use modules::LoadError;
pub use session::RollSeed;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use front::main;

#[doc(hidden)]
pub mod inside;

#[cfg(all(any(test, fuzzing), feature = "cli"))]
#[path = "../tests/inside/mod.rs"]
mod reaching_inside;

/// The Rust code on the page about embedding is tested as the documentation of this.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
pub struct Embedding;
