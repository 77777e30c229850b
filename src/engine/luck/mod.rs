//! Where faces come from: the one door to luck, and those who stand in it.

mod bounded;
mod chance;
mod drawn;
mod scripted;
mod seeded;
mod words;

pub(crate) use bounded::{below_u32, below_u64};
pub(crate) use chance::Chance;
pub(crate) use chance::{
    CallAt, CountAt, Course, DrawAt, Enough, Lasting, LoopPass, OnTheWay, Point, PoolAt, RollAt, Until,
};
pub(crate) use drawn::{Drawn, PoolTotals, Total, Totals};
pub(crate) use scripted::Scripted;
pub(crate) use seeded::Seed;
pub(crate) use seeded::Seeded;
pub(crate) use words::Cursor;
pub(crate) use words::Words;
