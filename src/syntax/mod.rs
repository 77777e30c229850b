//! Text to syntax tree, with recovery; the only user of `pest`.

pub mod ast;
