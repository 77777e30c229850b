//! Everything that draws: reports, dice, tables, bars. Nothing here prints; it gives text.

pub mod bars;
pub mod changed;
pub mod chart;
pub mod clean;
pub mod events;
pub mod json;
pub mod markdown;
pub mod odds;
pub mod percent;
pub mod report;
pub mod rows;
pub mod several;
pub mod state;
pub mod style;
pub mod table;
pub mod teller;
pub mod value;
mod view;
pub mod waiting;
pub mod wrap;

pub use clean::{clean, clean_line};
pub use style::{Look, Tint};
