//! What several tests share.

pub mod cases;
#[cfg(unix)]
pub mod editor;
pub mod program;
pub mod session;
pub mod shipped;
#[cfg(unix)]
pub mod terminal;
pub mod tree;
