//! Everything that draws: reports, dice, tables, bars. Nothing here prints; it gives text.

pub(crate) mod bars;
pub(crate) mod changed;
pub(crate) mod chart;
pub(crate) mod clean;
mod coming;
pub(crate) mod events;
pub(crate) mod json;
mod label;
pub(crate) mod markdown;
pub(crate) mod odds;
pub(crate) mod percent;
pub(crate) mod report;
pub(crate) mod rows;
pub(crate) mod running;
pub(crate) mod several;
pub(crate) mod state;
pub(crate) mod style;
pub(crate) mod summary;
pub(crate) mod table;
pub(crate) mod teller;
pub(crate) mod value;
mod view;
pub(crate) mod waiting;
pub(crate) mod wrap;

pub(crate) use clean::{clean, clean_line};
pub(crate) use style::{Style, Tint};
