//! The steps of code, by what they are about.

use crate::check::Builtin;
use crate::check::program::{
    GlobalId, OptionId, ProcId, RosterId, ScaleId, TableId, Telling, TimerId, UnitFamily, UnitId, UnrolledId,
};
use crate::syntax::ast::{ArithOp, Compare, LadderSide};

/// A piece of code of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct CodeId(pub u32);

/// An index into one of a code's own lists.
pub(crate) type Ix = u32;

/// One step of the machine. Operands are on the stack; «gives» means: pushes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Op {
    /// Where the machine goes on: within its code, into other code, and back.
    Jump(JumpOp),
    /// What rolls dice or is about rolled dice: pools, chances, advantage, checks.
    Dice(DiceOp),
    /// What is drawn from tables and looked up in them.
    Table(TableOp),
    /// What a step of a procedure does in play: tells, changes records, asks; and what tests do.
    Play(PlayOp),
    /// Time: what passes, what is due and what is watched.
    Time(TimeOp),

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
    /// Takes a value and appends it to the list in a local; `sorted` keeps the list in order as long as it is short.
    Append {
        /// The local of the list.
        list: Ix,
        /// Whether only the values count, not their order.
        sorted: bool,
    },
    /// Takes a value and makes it a list to walk: a list, a set, a range, a roster's records.
    ToItems,
    /// The same for a walk, which goes through a range as it is.
    ToWalk,
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
    IsStanding(LadderSide),
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
    /// Whether a list has an item at a place.
    HasItem,
    /// Reads a text or a row as a word of a list.
    AsWord(ScaleId),
    /// Sees to it that a value is what a kept value may be.
    AsKept(GlobalId),
    /// Sorts a list (first) by a list of keys (second), or by its values where there are no keys; the
    /// bits say which keys go down.
    SortBy(Ix),
    /// Groups a list (first) by a list of keys (second).
    GroupBy,
    /// The item of a list (first) whose key (second) is highest or lowest.
    ExtremeBy(bool),
    /// Asks for a distribution; its captured values are on the stack.
    Query(Ix),
    /// Keeps a number between two: the number, the low end, the high end.
    Clamp,
    /// Moves a ladder's word: the word, how far; towards the end or the start.
    Step(bool),
    /// A list or set with a value added.
    With,
    /// The same for a set: what is in it already is not added again.
    WithOnce,
    /// A list or set with a value taken out.
    Without,
    /// Calls what a stub stands for: an error that says what is missing.
    Missing(Ix),
}

// Code is long, and read again and again.
const _: () = assert!(size_of::<Op>() <= 16, "a step stays small");

/// Where the machine goes on: within its code, into other code, and back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum JumpOp {
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
    /// Goes forward unless luck lets rolls wait until somebody looks at them.
    SkipUnlessWaiting(Ix),
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
    /// Calls code with so many arguments.
    Call(CodeId, Ix),
    /// Runs a procedure: its arguments, then an answer or `nothing` for each of its prompts.
    Run(ProcId, Ix),
    /// Ends code: gives its value to the caller.
    Return,
    /// Unwinds to the end of the running procedure of this id.
    StopProc(ProcId),
}

impl From<JumpOp> for Op {
    fn from(op: JumpOp) -> Op {
        Op::Jump(op)
    }
}

/// What rolls dice or is about rolled dice: pools, chances, advantage, checks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum DiceOp {
    /// Rolls an unrolled value.
    RollUnrolled,
    /// Rolls unrolled dice and gives the single dice as a list.
    RollDice,
    /// Rolls a pool of the plan that is known beforehand.
    Roll(Ix),
    /// Rolls a pool whose numbers are on the stack.
    RollWith(Ix),
    /// Takes a count and rolls a known pool so often: a sorted list, where only the values count.
    RollTimes(Ix),
    /// Rolls a pool for a list that one loop goes through: luck may leave that to the loop.
    RollOrLeave(Ix),
    /// Rolls an item that was left to the loop; one that was rolled stays as it is.
    RollIfLeft,
    /// Shows a label in the log.
    Label(Ix),
    /// True with a probability.
    Likely,
    /// One item of a list, each as likely.
    PickItem,
    /// Begins an operand that may be rolled twice; takes the net count.
    AdvantageBegin,
    /// Ends it: goes back for the second roll, or keeps one.
    AdvantageEnd(Ix),
    /// Begins a check: from here on it waits for its first natural face.
    CheckBegin,
    /// Takes a total, a difficulty class, and whether a tie wins; gives a check's parts.
    Check,
    /// Takes two totals and whether a tie wins; gives a contest's parts.
    Contest,
}

impl From<DiceOp> for Op {
    fn from(op: DiceOp) -> Op {
        Op::Dice(op)
    }
}

/// What is drawn from tables and looked up in them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum TableOp {
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
    /// Takes what the coming rolls are given, a list, then a number of rolls and what is added to each of
    /// them; gives the list with that in it.
    GiveNext,
    /// Takes a roll and what the coming rolls are given; gives the roll with what is added to it.
    AddNext,
    /// Takes what the coming rolls are given, and gives it without the first.
    DropNext,
    /// How many cards a deck holds.
    DeckLeft(TableId),
    /// A table without die was rolled: an error that says to look it up.
    NeedsKey(TableId),
}

impl From<TableOp> for Op {
    fn from(op: TableOp) -> Op {
        Op::Table(op)
    }
}

/// What a step of a procedure does in play: tells, changes records, asks; and what tests do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum PlayOp {
    /// Tells of a value.
    Tell(Telling),
    /// Runs the effects of a row.
    Apply,
    /// Sees to it that a value is what a field may be: the value, then the record.
    AsField(Ix),
    /// Sets a field of a record: the record, then the value.
    SetField(Ix),
    /// Sets a field without looking at its bounds.
    StoreField(Ix),
    /// Adds a record: its name, then a value or `nothing` for so many fields. A sheet may have grown since.
    AddRecord(RosterId, u32),
    /// Removes a record.
    RemoveRecord(RosterId),
    /// Begins a step of a procedure.
    StepBegin(Ix),
    /// Ends it.
    StepEnd,
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
}

impl From<PlayOp> for Op {
    fn from(op: PlayOp) -> Op {
        Op::Play(op)
    }
}

/// Time: what passes, what is due and what is watched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum TimeOp {
    /// Runs what has become due or true since, one thing at a time, until nothing turns true any more.
    Settle,
    /// Whether the condition of a `when` has turned true: the condition, in a watch's own code.
    TurnedTrue,
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
}

impl From<TimeOp> for Op {
    fn from(op: TimeOp) -> Op {
        Op::Time(op)
    }
}

impl Op {
    /// A step that leads forward leads here.
    pub(super) fn lead_to(&mut self, place: Ix) {
        let Op::Jump(jump) = self else { return };
        if let JumpOp::Skip(to)
        | JumpOp::SkipUnless(to)
        | JumpOp::SkipUnlessWaiting(to)
        | JumpOp::SkipIfPresent(to)
        | JumpOp::SkipIfSet { to, .. }
        | JumpOp::NextItem { exit: to, .. }
        | JumpOp::CountDown { exit: to, .. } = jump
        {
            *to = place;
        }
    }
}
