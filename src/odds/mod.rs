//! The exact driver, batches and reports.
//!
//! [`Exact`] runs the one machine on every branch of luck: it forks at each die, weighs the branches,
//! and puts machines in equal states together, the least advanced first, so that a hundred turns cost
//! about a hundred times one turn. [`sample`] draws a batch: from the exact distribution, where that is
//! quickly known, and otherwise by running the same machine many times, each run on a stream of its
//! own. `enumerate` makes every run there is, one by one: the second witness that tests hold the driver
//! to. [`coverage`] holds the rows of tables against what their dice can really make.

mod alike;
mod apart;
mod asking;
mod branch;
mod calls;
mod cards;
mod chain;
pub(crate) mod coverage;
mod demand;
mod endless;
#[cfg(test)]
mod enumerate;
mod exact;
mod fence;
mod figures;
mod forking;
mod group;
mod oracle;
mod paved;
mod rows;
mod runs;
mod sample;
mod states;
mod steps;
mod texts;
mod tracks;
mod walk;
mod weight;
mod work;

pub(crate) use alike::Alike;
#[cfg(test)]
pub(crate) use enumerate::{Effort, NotEnumerated, enumerate};
pub(crate) use exact::{Exact, Names, OddsError};
pub(crate) use figures::{as_numbers as numbers, as_quantities as quantities};
pub(crate) use oracle::{asked_about, condition, question, where_given};
pub use sample::Route;
pub(crate) use sample::{Sampled, Sampling, interval, sample};
pub(crate) use texts::Texts;
