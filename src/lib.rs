//! Tablewright: a small language for tabletop role-playing.
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
//! - [`base`]: exact numbers, places in a source, names.
//! - [`diag`]: diagnostics as plain data, and the one list of codes.
//! - [`syntax`]: text to syntax tree, with recovery; the only user of `pest`.
//! - [`modules`]: where source text comes from; the only reader of source files.
//! - [`dist`]: exact weights and finite distributions: pure mathematics.
//! - [`dice`]: faces, pools, and one registry of pool operators.
//! - [`check`]: names to ids, kinds and units, overrides, lints with fixes.
//! - [`plan`]: the plan that the engine runs, and how it is made.
//! - [`engine`]: the machine that steps through a plan: state, time, prompts, the log.
//! - [`odds`]: the exact driver, batches and reports.
//! - [`session`]: the one way in for every user: submit, judge, roll, undo, describe.
//! - [`interop`]: Markdown, CSV and Foundry, in and out.
//! - [`front`]: the command line, the REPL and everything that draws.
// A user can never cause a panic; tests may.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::panic))]

pub mod base;
pub mod check;
pub mod diag;
pub mod dice;
pub mod dist;
pub mod engine;
pub mod front;
pub mod interop;
pub mod modules;
pub mod odds;
pub mod plan;
pub mod session;
pub mod syntax;

/// The Rust code on the page about embedding is tested as the documentation of this.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
pub struct Embedding;
