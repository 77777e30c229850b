//! What several of these tests share, some of it with the tests of the program.

#[path = "../../suite/support/cases.rs"]
pub mod cases;
pub mod reports;
#[path = "../../suite/support/schemas.rs"]
pub mod schemas;
pub mod shipped;
pub mod tree;
