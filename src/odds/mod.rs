//! Everything that can happen, and how likely it is.
//!
//! [`Exact`] runs the one machine on every branch of luck: it forks at each die, weighs the branches,
//! and puts machines in equal states together, the least advanced first, so that a hundred turns cost
//! about a hundred times one turn. [`sample`] draws a batch: from the exact distribution, where that is
//! quickly known, and otherwise by running the same machine many times, each run on a stream of its
//! own.
//!
//! The rooms, lowest first. A file uses those below it; what works out a question within a question stands
//! above, and is known to those below as a [`driver::Driver`].
//!
//! | room | what is there |
//! |---|---|
//! | `error`, `figures`, `named`, `alike` | why there are no odds; outcomes as numbers, by name, and which are equal |
//! | `looks`, `worths`, `cards`, `records` | what is looked at of cards and records, and which of them nothing tells apart |
//! | `deck_life`, `saturated` | decks that nobody looks at any more; counts that have passed all that they are held against, and rolls without end that go into them |
//! | `scope`, `driver` | what a question is about; what it may cost, and how a part asks for odds of its own |
//! | `states` | states of the machine as rows of numbers, in groups; where they wait, and the ways between them |
//! | `search` | all states of a question, from draw to draw; loops that only luck ends, as Markov chains |
//! | `demand` | expressions put together from their parts, by what is looked at of each; `covered` in it has a line for each kind of expression, and what it does not cover is for the machine |
//! | `exact` | the exact driver; calls as one draw; rows of tables; questions that a program asks |
//! | `sampling` | batches of runs |
//! | `coverage` | the rows of tables, held against what their dice can really make |
//! | `enumeration` | every run there is, one by one: the second witness that tests hold the driver to |

#![deny(clippy::wildcard_enum_match_arm)]

mod alike;
mod cards;
pub(crate) mod coverage;
mod deck_life;
mod demand;
mod driver;
#[cfg(any(test, fuzzing))]
mod enumeration;
mod error;
mod exact;
mod figures;
mod looks;
mod named;
mod records;
mod sampling;
mod saturated;
mod scope;
mod search;
mod states;
mod worths;

pub(crate) use self::alike::Alike;
#[cfg(any(test, fuzzing))]
pub(crate) use self::enumeration::{EnumerationLimit, NotEnumerated, enumerate};
pub(crate) use self::error::OddsError;
pub(crate) use self::exact::{Exact, LATER, asked_about, condition, question, where_given};
pub(crate) use self::named::{RowNames, holds_rows};
pub use self::sampling::Route;
pub(crate) use self::sampling::{Sampled, Sampling, Texts, interval, sample};
