//! The session at a terminal.

pub mod commands;
pub mod topics;
