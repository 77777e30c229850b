//! Where faces come from: the one door to luck, and those who stand in it.

mod bounded;
mod chance;
mod drawn;
mod scripted;
mod seeded;
mod words;

pub use bounded::{below_u32, below_u64};
pub use chance::{Chance, Point, PoolAt};
pub use drawn::{Drawn, Made, Total, Totals};
pub use scripted::Scripted;
pub use seeded::{Seed, Seeded};
pub use words::{Cursor, Words};
