//! The plan that the engine runs, and how it is made.
//!
//! A [`Plan`] is made from a resolved program by [`lower()`]: names have become slots, tables arrays
//! with an index from roll to row, constant parts are folded, text cells are segments. Nothing at run
//! time looks up a name or copies a table.
//!
//! | file | what is there |
//! |---|---|
//! | `whole`, `table`, `code`, `pools` | the plan as a whole, its tables, its code, and pools whose numbers are worked out |
//! | `op`, `does` | the steps, and what each of them does, said once |
//! | `value`, `ratio`, `open`, `show`, `sorting`, `holds` | values, how people read them, how they are put in order, what may hold them |
//! | `lower` | how a plan is made |
//! | `verify`, `indexed` | whether a plan holds together |
//! | `stack_walk`, `flow` | where the values on the stack come from and go to |
//! | `live`, `reach`, `slice`, `last_calls` | what a question can come to, and what of it makes a difference: for odds |
//! | `policies`, `standing` | answers that files and options give beforehand |
//!
//! What is known of statements and expressions before they are lowered, for odds too, stands with the resolved
//! program, in `check/program`.

#![deny(clippy::wildcard_enum_match_arm)]

mod code;
mod does;
mod english;
mod flow;
mod holds;
mod indexed;
mod last_calls;
mod live;
pub(crate) mod lower;
mod op;
mod open;
mod policies;
mod pools;
mod ratio;
mod reach;
mod show;
mod slice;
mod sorting;
mod stack_walk;
mod standing;
mod table;
mod value;
mod verify;
mod whole;

pub(crate) use code::{
    Code, IndependentWalk, LiveCell, Loop, OneDraw, ParamBounds, RecordMention, Region, SourceExpr, StepSpan,
};
pub(crate) use does::{
    Does, Fails, FieldWrite, Gives, Leads, Locals, Needs, Parts, RollGives, RunsCode, Subject,
};
pub(crate) use english::{article, plural};
pub(crate) use flow::{Taker, ValueFlow};
pub(crate) use holds::wanted;
pub(crate) use last_calls::{LastCalls, Passed};
pub(crate) use live::Live;
pub(crate) use lower::{cells_to_look_at, literal_value, lower, pool_template};
pub(crate) use op::{CodeId, DiceOp, Ix, JumpOp, Op, PlayOp, TableOp, TimeOp};
pub(crate) use open::{Known, Open, Rest, Size};
pub(crate) use policies::PolicyPlan;
pub(crate) use pools::build;
pub(crate) use pools::{Arg, FacesArg, GroupArg, PoolTemplate};
pub(crate) use ratio::Ratio;
pub(crate) use reach::Reach;
pub(crate) use show::{ValueFormatter, is_long};
pub(crate) use slice::{InitialKinds, KeptParts, Slice, UnreadCells, blank};
pub(crate) use sorting::down_mask;
pub(crate) use standing::FixedAnswers;
pub(crate) use table::{PlanTable, RowIndex};
pub(crate) use value::{Measured, OddsValue, RowValue, Unrolled, Value};
pub(crate) use whole::{AskKind, HeldSums, Plan, PromptSite, QuerySite, SheetPlan, TimerSite, WatchSite};
