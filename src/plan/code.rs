//! Code: what the machine steps through.
//!
//! Control flow is structured: a skip goes forward to the end of a branch, and the only way back is
//! [`Op::LoopAgain`] inside its loop. So the same code can be run one game at a time or read as
//! blocks, branches and loops.

use std::sync::Arc;

use crate::base::Span;
use crate::check::Builtin;
use crate::check::program::{
    GlobalId, OptionId, ProcId, RosterId, ScaleId, TableId, Telling, TimerId, UnitFamily, UnitId, UnrolledId,
};
use crate::syntax::ast::{ArithOp, Compare, Standing};

/// A piece of code of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct CodeId(pub u32);

/// An index into one of a code's own lists.
pub(crate) type Ix = u32;

/// One step of the machine. Operands are on the stack; «gives» means: pushes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Op {
    /// Gives a constant of the plan.
    Const(Ix),
    /// Gives a local.
    Local(Ix),
    /// Takes a value into a local.
    SetLocal(Ix),
    /// Gives what a global holds.
    Global(GlobalId),
    /// Takes a value into a global.
    SetGlobal(GlobalId),
    /// Gives an option's value in force, or runs its code.
    Option(OptionId),
    /// Drops a value.
    Pop,
    /// Goes forward.
    Skip(Ix),
    /// Takes a yes/no and goes forward on a no.
    SkipUnless(Ix),
    /// Goes forward where a local has been given a value.
    SkipIfSet {
        /// The local.
        local: Ix,
        /// Where to.
        to: Ix,
    },
    /// Goes forward where the value on top is not `nothing`; otherwise drops it.
    SkipIfPresent(Ix),
    /// Begins a loop.
    LoopEnter,
    /// Goes back to the loop's first step.
    LoopAgain(Ix),
    /// Ends a loop.
    LoopLeave,
    /// The next item of the list in local `list` goes into `item`; `list + 1` counts; at the end goes
    /// forward.
    NextItem {
        /// The local of the list; the next one is the count.
        list: Ix,
        /// The local of the item.
        item: Ix,
        /// Where the list's end leads.
        exit: Ix,
    },
    /// Counts local `count` down to zero; at zero goes forward.
    CountDown {
        /// The local.
        count: Ix,
        /// Where zero leads.
        exit: Ix,
    },
    /// Takes a value and appends it to the list in a local; `sorted` keeps the list in order.
    Append {
        /// The local of the list.
        list: Ix,
        /// Whether only the values count, not their order.
        sorted: bool,
    },
    /// Takes a value and makes it a list to walk: a list, a set, a range, a roster's records.
    ToItems,
    /// Takes a whole number from 0 on, as a count of times.
    ToCount,
    /// Arithmetic on two values.
    Arith(ArithOp),
    /// Turns the sign.
    Negate,
    /// Turns yes and no.
    Not,
    /// Compares two values.
    Compare(Compare),
    /// Whether the first is the second, as `is` means it.
    Is,
    /// Whether a ladder's word is at or on one side of another.
    IsStanding(Standing),
    /// Whether a whole number is even.
    IsEven,
    /// Whether a whole number is odd.
    IsOdd,
    /// Whether a list or text is empty, or a value is `nothing`.
    IsEmpty,
    /// Whether the first is in the second.
    In,
    /// A list of so many values.
    MakeList(Ix),
    /// Text of so many values.
    MakeText(Ix),
    /// Named parts; the names are a list of the plan.
    MakeParts(Ix),
    /// A range of two numbers.
    MakeRange,
    /// Gives a number a unit.
    Quantity(UnitId),
    /// An unrolled expression, with so many captured values.
    MakeUnrolled(UnrolledId, Ix),
    /// An unrolled table, with so many arguments.
    MakeUnrolledTable(TableId, Ix),
    /// Rolls an unrolled value.
    RollUnrolled,
    /// Rolls unrolled dice and gives the single dice as a list.
    RollDice,
    /// A column, field or part by its name.
    Field(Ix),
    /// An item of a list, counted from 1.
    Item,
    /// A list of a roster's records.
    Roster(RosterId),
    /// A record of a roster by its name.
    Member(RosterId),
    /// A built-in function of so many values.
    Builtin(Builtin, Ix),
    /// Rolls a pool of the plan that is known beforehand.
    Roll(Ix),
    /// Rolls a pool whose numbers are on the stack.
    RollWith(Ix),
    /// Takes a count and rolls a known pool so often: a sorted list, where only the values count.
    RollTimes(Ix),
    /// Shows a label in the log.
    Label(Ix),
    /// True with a probability.
    Likely,
    /// One item of a list, each as likely.
    PickItem,
    /// Begins an operand that may be rolled twice; takes the net count.
    EdgeBegin,
    /// Ends it: goes back for the second roll, or keeps one.
    EdgeEnd(Ix),
    /// Begins a check: from here on it waits for its first natural face.
    CheckBegin,
    /// Takes a total, a difficulty class, and whether a tie wins; gives a check's parts.
    Check,
    /// Takes two totals and whether a tie wins; gives a contest's parts.
    Contest,
    /// Rolls a table: so many arguments.
    Draw(TableId),
    /// Looks a table up: arguments, then one key.
    Lookup(TableId),
    /// Looks a two-key chart up: arguments, then two keys.
    LookupCell(TableId),
    /// Whether a table has a row for a key, and a chart a column for a second one: arguments, then so many
    /// keys.
    HasKey(TableId, Ix),
    /// In a table: whether a row without condition holds what is in the roll's local.
    HasRow(TableId),
    /// Whether a list has an item at a place.
    HasItem,
    /// In a two-key chart: takes a row's number and the second key; gives the number of the cell, counted
    /// row by row, or −1 where no single cell is picked.
    CellAt(TableId),
    /// In a two-key chart: takes a row's number and the second key; gives the cell or the heading.
    CellOf(TableId),
    /// Looks up an unrolled table: the table, then so many keys.
    LookupIn(Ix),
    /// In a table: whether a row's key holds what is in the roll's local.
    KeyHolds(TableId, Ix),
    /// In a table: the row whose key holds what is in the roll's local.
    FindRow(TableId),
    /// In a table: takes a list of the rows that take part, and draws one by weight.
    DrawAmong {
        /// The table.
        table: TableId,
        /// How many arguments lie below the list; `None` in the table's own code, which has them already.
        args: Option<Ix>,
    },
    /// Draws a row of a table that was not drawn before; takes the table's arguments and, above them,
    /// `nothing` in place of a list.
    DrawRest {
        /// The table.
        table: TableId,
        /// How many arguments there are.
        args: Ix,
    },
    /// Rolls on a table with its arguments, and gives the number of the row that comes up.
    DrawRow(TableId),
    /// In a table drawn by weight without guards: draws a row.
    DrawWeighted(TableId),
    /// In a deck: draws a card.
    DrawCard(TableId),
    /// In a table: takes a row's number and goes to the code of its cells.
    RowSwitch(TableId),
    /// In a table: makes a row of the values of its cells.
    BuildRow(TableId, Ix),
    /// All rows of a table whose cells hold no dice, as a list of rows to look at.
    Rows(TableId),
    /// Shuffles a deck.
    Reshuffle(TableId),
    /// How many cards a deck holds.
    DeckLeft(TableId),
    /// Calls code with so many arguments.
    Call(CodeId, Ix),
    /// Runs a procedure: its arguments, then an answer or `nothing` for each of its prompts.
    Run(ProcId, Ix),
    /// Ends code: gives its value to the caller.
    Return,
    /// Reads a text or a row as a word of a list.
    AsWord(ScaleId),
    /// Sorts a list (first) by a list of keys (second), or by its values where there are no keys; the
    /// bits say which keys go down.
    SortBy(Ix),
    /// Groups a list (first) by a list of keys (second).
    GroupBy,
    /// The item of a list (first) whose key (second) is highest or lowest.
    ExtremeBy(bool),
    /// Asks for a distribution; its captured values are on the stack.
    Query(Ix),

    /// Tells of a value.
    Tell(Telling),
    /// Runs the effects of a row.
    Apply,
    /// Sets a field of a record: the record, then the value.
    SetField(Ix),
    /// Sets a field without looking at its bounds.
    StoreField(Ix),
    /// Keeps a number between two: the number, the low end, the high end.
    Clamp,
    /// Moves a ladder's word: the word, how far; towards the end or the start.
    Step(bool),
    /// Adds a record: its name, then a value or `nothing` for each field.
    AddRecord(RosterId),
    /// Removes a record.
    RemoveRecord(RosterId),
    /// A list or set with a value added.
    With,
    /// The same for a set: what is in it already is not added again.
    WithOnce,
    /// A list or set with a value taken out.
    Without,
    /// Begins a step of a procedure.
    StepBegin(Ix),
    /// Ends it.
    StepEnd,
    /// Runs what has become due or true since, one thing at a time, until nothing turns true any more.
    Settle,
    /// Whether the condition of a `when` has turned true: the condition, in a watch's own code.
    TurnedTrue,
    /// Unwinds to the end of the running procedure of this id.
    StopProc(ProcId),
    /// Takes a quantity: time begins to pass.
    Advance,
    /// Time passes to the moment on the stack, with all that is due on the way.
    AdvanceTo,
    /// Starts a timer: whose it is, how long, its captured values.
    StartTimer(Ix),
    /// Puts a timer that may not yet run out aside until it may.
    HoldTimer,
    /// Cancels a timer: whose it is.
    CancelTimer(TimerId),
    /// From now on a timer that runs has a span of time left: whose it is, the span.
    NudgeTimer(TimerId),
    /// How long a timer still runs: whose it is.
    TimerLeft(TimerId),
    /// The time on a family's clock.
    Now(UnitFamily),
    /// From now on does something every so often: how often, captured values.
    StartEvery(Ix),
    /// From now on watches for a condition: captured values.
    StartWhen(Ix),
    /// Asks: the question, what may be answered, the default; the answer goes on the stack.
    Prompt(Ix),
    /// The file's own answer to a prompt, or `nothing`.
    Policy(Ix),
    /// A test's expectation: its value; the parts shown on failure are on the stack below.
    Expect(Ix),
    /// Takes so many dice and lets them come up next.
    ScriptBegin(Ix, Ix),
    /// All of them must have come up.
    ScriptEnd,
    /// A table without die was rolled: an error that says to look it up.
    NeedsKey(TableId),
    /// Calls what a stub stands for: an error that says what is missing.
    Missing(Ix),
}

impl Op {
    /// A step that leads forward leads here.
    pub(super) fn lead_to(&mut self, place: Ix) {
        if let Op::Skip(to)
        | Op::SkipUnless(to)
        | Op::SkipIfPresent(to)
        | Op::SkipIfSet { to, .. }
        | Op::NextItem { exit: to, .. }
        | Op::CountDown { exit: to, .. } = self
        {
            *to = place;
        }
    }
}

/// A piece of code with what it needs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Code {
    /// The steps.
    pub ops: Vec<Op>,
    /// Where each was written.
    pub spans: Vec<Span>,
    /// Of what a step says: the words that are written in it, and not put in.
    pub words: ByStep<Arc<[Arc<str>]>>,
    /// The steps that make a text which is only told of.
    pub told: ByStep<()>,
    /// The label of what a step rolls.
    pub labels: ByStep<Arc<str>>,
    /// Whose a check is, or what a call is about: the records that are mentioned in it.
    pub mentions: ByStep<Arc<[Mention]>>,
    /// The steps of a procedure, outer ones before those within.
    pub parts: Vec<Part>,
    /// What each step decides over that decides something, in the order of those steps.
    pub regions: Vec<Region>,
    /// Where helper locals begin to hold something that has nothing to do with what they held before.
    pub reused: Vec<(Ix, Ix)>,
    /// Where loops are entered that only luck ends, whatever the program says: dice that explode.
    pub explosions: Vec<Ix>,
    /// How many locals it has, parameters and its own helpers included.
    pub locals: u32,
    /// What it is, for dumps and for the place of events: `hazard`, `delve`.
    pub name: Arc<str>,
    /// In a table: the local of the roll, or of the key looked up.
    pub roll: u32,
    /// In a procedure: where the answers to its prompts go, one local each.
    pub answers: u32,
    /// Whether it is the body of a timer that may have to wait when it runs out.
    pub holds: bool,
    /// Where a procedure's end begins: its time passes, then it returns.
    pub end: u32,
}

impl Code {
    /// Where the step at `pc` was written.
    pub(crate) fn span(&self, pc: u32) -> Option<Span> {
        self.spans.get(pc as usize).copied()
    }

    /// The innermost step of a procedure that a place lies in.
    pub(crate) fn part_around(&self, pc: u32) -> Option<&Part> {
        self.parts.iter().rfind(|part| part.begin <= pc && pc <= part.end)
    }
}

/// What is known of some steps of a code, in their order.
#[derive(Debug, Clone)]
pub(crate) struct ByStep<T>(Vec<(Ix, T)>);

impl<T> Default for ByStep<T> {
    fn default() -> ByStep<T> {
        ByStep(Vec::new())
    }
}

impl<T> ByStep<T> {
    /// What is known of a step, if anything is.
    pub(crate) fn at(&self, pc: u32) -> Option<&T> {
        let at = self.0.binary_search_by_key(&pc, |(at, _)| *at).ok()?;
        self.0.get(at).map(|(_, known)| known)
    }

    /// Notes it of a step that comes after those before.
    pub(super) fn note(&mut self, pc: u32, known: T) {
        debug_assert!(self.0.last().is_none_or(|(last, _)| *last < pc), "steps are noted in their order");
        self.0.push((pc, known));
    }
}

/// Where an expression mentions something that may be a record.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Mention {
    /// What a local holds.
    Local(Ix),
    /// What a global holds.
    Global(GlobalId),
    /// Who in a roster has the name that something gives.
    Member(RosterId, Box<Mention>),
    /// A name as it is written.
    Named(Arc<str>),
}

/// The steps that another one decides over: those between it and the place where its ways have met again. One
/// lies inside another or beside it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Region {
    /// The step that decides.
    pub by: Ix,
    /// The first step that it decides over; before it, where it decides whether a loop goes round again.
    pub from: Ix,
    /// Where its ways have met.
    pub until: Ix,
    /// Whether it decides whether a loop goes round again.
    pub goes_round: bool,
}

/// A step of a procedure, in its code.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// Where it begins.
    pub begin: Ix,
    /// Where it ends.
    pub end: Ix,
    /// Its title or name.
    pub name: Arc<str>,
}
