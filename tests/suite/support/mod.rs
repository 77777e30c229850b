//! What several tests share.

pub mod cases;
#[cfg(unix)]
pub mod editor;
pub mod enumeration;
pub mod nests;
pub mod program;
pub mod schemas;
pub mod session;
#[cfg(unix)]
pub mod terminal;
