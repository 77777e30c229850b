//! The machine that steps through a plan: state, time, prompts, the log.
//!
//! [`Machine`] has one door to luck, the trait [`Chance`], and one to decisions, the trait
//! [`Answers`]. A seeded generator, scripted dice, dice typed in by hand, and the exact driver are
//! all `Chance`s of the same steps, so that playing and odds cannot drift apart. A step is all or
//! nothing: where luck forks or an answer is missing, nothing has changed, and the same step can be
//! taken again.
//!
//! | file | what is there |
//! |---|---|
//! | `machine`, `frame`, `control`, `run` | the machine, where it is, what is in progress, and running it |
//! | `step` | the one door by which a step looks at and changes anything; debug builds hold it to what it says |
//! | `ops` | the steps, a file for each kind |
//! | `state`, `records`, `queue`, `held` | what a campaign is made of: globals, rosters, decks, what is due, what holds |
//! | `luck`, `answers`, `referee`, `request` | the doors to luck and to decisions |
//! | `host`, `budget`, `event`, `trail`, `fault` | what the machine is given: limits, somebody to tell, whom to blame |
//! | `notes`, `looks` | what a run looked at, for the exact driver |
//! | `apply` | what single steps make of values, for those who work with distributions of them |

#![deny(clippy::wildcard_enum_match_arm)]

mod answers;
mod apply;
mod budget;
mod control;
mod event;
mod fault;
mod frame;
mod held;
mod host;
mod looks;
pub(crate) mod luck;
mod machine;
mod notes;
mod ops;
mod queue;
mod records;
mod referee;
mod request;
mod run;
mod state;
mod step;
mod trail;

pub(crate) use answers::{Answer, Answers, NoAnswers};
pub(crate) use apply::Workbench;
pub(crate) use budget::CommandBudget;
pub(crate) use event::{DieShown, Event, EventKind, Log, NoLog, StepsTaken, When};
pub(crate) use fault::{Fault, Stop};
pub(crate) use frame::{CallerGets, Frame, LoopProgress, Onward};
pub(crate) use host::{Host, Oracle};
pub(crate) use looks::{LookedPart, Looks, OpenLocals};
pub(crate) use luck::{Chance, Point};
pub(crate) use machine::{EntryPoint, Machine, show, show_briefly};
pub(crate) use notes::{Noted, Notes, Spot};
pub(crate) use ops::{handed_on, is_same, row_identity};
pub(crate) use queue::{Queue, QueueKey};
pub(crate) use records::{Record, Records};
pub(crate) use referee::{By, DiceFaces, DiceRequest, Order, Ruling, RulingRequest};
pub(crate) use request::PromptRequest;
pub(crate) use state::{ActiveTimer, Every, State, Watch, take_first_of};
