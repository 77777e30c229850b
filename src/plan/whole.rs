//! The plan as a whole, and the places in it that are known by number.

use std::sync::Arc;

use super::code::{Code, SourceExpr};
use super::op::{CodeId, Ix};
use super::policies::Policies;
use super::pools::PoolTemplate;
use super::standing::FixedAnswers;
use super::table::PlanTable;
use super::value::Value;
use crate::base::{SharedMap, SharedVec};
use crate::check::program::{Program, PromptId, QueryKind, TimerId};
use crate::dice::PoolSpec;

/// All that the machine needs. Parts are shared, so that extending a plan copies little.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plan {
    /// The program it was made from: titles, names and places, for showing.
    pub program: Arc<Program>,
    /// The pieces of code.
    pub codes: SharedVec<Arc<Code>>,
    /// Constants.
    pub consts: SharedVec<Value>,
    /// Names of columns, fields and parts.
    pub symbols: SharedVec<Arc<str>>,
    /// The places of those names.
    pub symbol_places: SharedMap<Arc<str>, u32>,
    /// Pools known beforehand.
    pub pools: SharedVec<Arc<PoolSpec>>,
    /// The places of those pools.
    pub pool_places: SharedMap<Arc<PoolSpec>, u32>,
    /// Pools whose numbers are worked out.
    pub templates: SharedVec<Arc<PoolTemplate>>,
    /// Lists of part names.
    pub names: SharedVec<Arc<[Arc<str>]>>,
    /// Tables by id.
    pub tables: SharedVec<Arc<PlanTable>>,
    /// Functions by id.
    pub fns: SharedVec<CodeId>,
    /// Procedures by id.
    pub procs: SharedVec<CodeId>,
    /// Options by id: code that gives the value in force.
    pub options: SharedVec<CodeId>,
    /// Unrolled expressions.
    pub unrolled: SharedVec<CodeId>,
    /// For each of them that is dice: the code that gives the single dice as a list.
    pub unrolled_dice: SharedVec<Option<CodeId>>,
    /// Questions about distributions.
    pub queries: SharedVec<QuerySite>,
    /// What the code of questions and of expressions on their own was made from.
    pub written: SharedMap<CodeId, Arc<SourceExpr>>,
    /// Where timers are started.
    pub timers: SharedVec<TimerSite>,
    /// Where an `every` is started.
    pub everys: SharedVec<WatchSite>,
    /// Where a `when` is started.
    pub whens: SharedVec<WatchSite>,
    /// Prompts as they stand in the code.
    pub prompts: SharedVec<PromptSite>,
    /// Answers that files give.
    pub policies: Policies,
    /// Answers from outside of the files that hold every time.
    pub answers: FixedAnswers,
    /// Sheets by id.
    pub sheets: SharedVec<SheetPlan>,
    /// Texts of labels, steps, stubs and expectations.
    pub texts: SharedVec<Arc<str>>,
    /// Makes what globals and rosters hold when a campaign begins, for each extension in order.
    pub beginnings: SharedVec<CodeId>,
    /// The top-level statements of the started file.
    pub main: Option<CodeId>,
    /// Tests, in the program's order.
    pub tests: SharedVec<CodeId>,
    /// How many of the program's standing rules the beginnings put in force.
    pub standing: usize,
    /// How many globals the beginnings make.
    pub globals: usize,
    /// How many records of each roster the beginnings make.
    pub records: Vec<usize>,
    /// How many fields each sheet had when the last beginning was made.
    pub fields: Vec<usize>,
}

/// A question about a distribution.
#[derive(Debug, Clone)]
pub(crate) struct QuerySite {
    /// The question.
    pub kind: QueryKind,
    /// What is asked about; where there is a condition, it gives a list of value and condition.
    pub code: CodeId,
    /// How many values it captures.
    pub captures: u32,
    /// Whether there is a condition.
    pub given: bool,
    /// For a mean behind a condition, what it is made of.
    pub held: Option<HeldSums>,
}

/// Codes of a mean behind a condition: where the condition holds, the value and 1, and 0 where it does not. The mean of
/// the one over that of the other is the mean asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HeldSums {
    /// The value.
    pub value: CodeId,
    /// How often the condition holds.
    pub times: CodeId,
}

/// Where a timer is started.
#[derive(Debug, Clone)]
pub(crate) struct TimerSite {
    /// The timer.
    pub timer: TimerId,
    /// What happens when it runs out.
    pub code: CodeId,
    /// How many values it captures.
    pub captures: u32,
}

/// Where an `every` or a `when` is started.
#[derive(Debug, Clone)]
pub(crate) struct WatchSite {
    /// What it does; for a `when`, looks at its condition first.
    pub code: CodeId,
    /// How many values it captures.
    pub captures: u32,
}

/// A prompt as it stands in the code.
#[derive(Debug, Clone)]
pub(crate) struct PromptSite {
    /// The prompt.
    pub prompt: PromptId,
    /// What may be answered.
    pub ask: AskKind,
    /// Whether there is a default (it is on the stack).
    pub default: bool,
    /// The local that holds an answer given by the caller, or `nothing`.
    pub given: Option<Ix>,
}

/// What may be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AskKind {
    /// One of a list on the stack.
    From,
    /// A number between two on the stack; an open end is `nothing`.
    Number,
    /// Yes or no.
    YesNo,
    /// Text.
    Text,
}

/// How records of a sheet are made and changed.
#[derive(Debug, Clone, Default)]
pub(crate) struct SheetPlan {
    /// Takes a record and a value or `nothing` for each field; fills in the rest.
    pub init: Option<CodeId>,
    /// For each field, the code that stores a record's (first) value (second) within bounds, where a
    /// plain store is not enough.
    pub store: Vec<Option<CodeId>>,
}
