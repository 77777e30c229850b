//! Foundry's RollTables, out and in.

mod dice_in;
mod id;
mod odds_in;
mod read;
mod text_in;
mod text_out;
mod write;

pub(super) use read::{documents, import, is_table};
pub(super) use text_in::{NoTables, inert, text_in};
pub(super) use write::write;
