//! AnyDice programs in: names, functions, loops and outputs become functions of ours. What has no equal here is
//! named and stays as a comment.

mod block;
mod effort;
mod expr;
mod made;
mod order;
mod program;
mod sequences;
mod tree;

pub(super) use program::import_anydice;
