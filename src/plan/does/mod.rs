//! What each step does, said once: what it takes and gives, where it leads, what it runs, what it looks at and
//! changes, and how it may go wrong. Liveness, slices, dumps, the verifier and the machine's own checks read this.
//! Only which tables, rosters and columns a step names is read off the step itself (`reach`, `slice/unread`).

mod dice;
mod jumps;
mod list;
mod play;
mod sizes;
mod tables;
mod time;

use super::{Code, CodeId, Ix, Plan};
use crate::check::Builtin;
use crate::check::program::{
    GlobalId, OptionId, ProcId, RosterId, ScaleId, TableId, TimerId, UnitId, UnrolledId,
};

/// What a step does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Does {
    /// How many values it takes from the stack.
    pub takes: u32,
    /// The value that it puts there, if any.
    pub gives: Gives,
    /// Where it leads.
    pub leads: Leads,
    /// The code that it runs, or hands over to be run.
    pub runs: RunsCode,
    /// The locals that it looks at and sets.
    pub locals: Locals,
    /// The global that it is about.
    pub global: Option<GlobalId>,
    /// The field of records that it sets.
    pub field: Option<FieldWrite>,
    /// What else of the plan or the program it is about.
    pub about: Subject,
    /// What is in play that it looks at.
    pub reads: Parts,
    /// What is in play that it changes.
    pub writes: Parts,
    /// How it may go wrong, besides limits.
    pub fails: Fails,
    /// Whether it asks luck, or decides how often luck is asked.
    pub luck: bool,
    /// Whether it asks somebody.
    pub asks: bool,
    /// Whether what it takes is handed on to code that runs later, unseen.
    pub hands_on: bool,
    /// Whether it only passes values on, whatever they are.
    pub passes_on: bool,
}

/// Something of the plan or the program that a step names by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Nothing that is not told otherwise.
    Nothing,
    /// A pool whose numbers are worked out.
    Template(Ix),
    /// A text.
    Text(Ix),
    /// A list of names.
    Names(Ix),
    /// A prompt as it stands in the code.
    Prompt(Ix),
    /// A roster.
    Roster(RosterId),
    /// A list of words.
    Scale(ScaleId),
    /// A timer.
    Timer(TimerId),
    /// A procedure that is not run.
    Proc(ProcId),
    /// A table of which no code is run.
    Table(TableId),
}

/// The value that a step gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gives {
    /// None.
    None,
    /// It can be anything.
    Any,
    /// Yes or no.
    YesNo,
    /// Whether two values are the same, as `is` means it: of rows, by what they are called.
    Sameness,
    /// Text.
    Text,
    /// A whole number from 0 on.
    Count,
    /// A number.
    Number,
    /// A record.
    Record,
    /// Records.
    Records,
    /// Rows to look at.
    Rows,
    /// What a check comes to.
    Check,
    /// What a local holds.
    Local(Ix),
    /// What a global holds.
    Global(GlobalId),
    /// A constant of the plan.
    Const(Ix),
    /// What a pool gives.
    Pool(Ix),
    /// A list of what a pool gives.
    Pools(Ix),
    /// The sum or difference of two.
    Sum,
    /// The product of two.
    Product,
    /// The quotient of two, as it is.
    Quotient,
    /// The quotient of two, rounded down.
    WholeQuotient,
    /// What is left over when one is divided by another.
    Remainder,
    /// The first that it takes, or of its kind.
    First,
    /// The second that it takes, or of its kind.
    Second,
    /// The first, where that is a list.
    FirstList,
    /// The first, a list, without what is like the second.
    Remaining,
    /// A list of all that it takes.
    List,
    /// Named parts; the names are a list of the plan.
    Parts(Ix),
    /// An item of the first.
    Item,
    /// Lists of items of the first.
    Groups,
    /// The first, a list, with the second in it.
    With,
    /// A number of this unit.
    Quantity(UnitId),
    /// The first, between the second and the third.
    Clamped,
    /// What a function gives.
    Function(Builtin),
    /// A field, column or part of what it takes.
    Field(Ix),
    /// What the code gives that it runs.
    Result,
    /// Whether a table has a row for a key.
    HasKey(TableId),
    /// A row of a table's own code, by the values of its cells.
    Built(TableId),
    /// A row of a table's own code, by its number.
    Picked(TableId),
    /// The number of a row or a yes, by the roll in a table's own code.
    ByRoll(RollGives),
    /// A row that is drawn among some; in the table's own code, its number.
    Drawn {
        /// The table.
        table: TableId,
        /// Whether it is the table's own code.
        own: bool,
    },
}

/// What a step of a table's own code gives by the roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RollGives {
    /// Whether a key holds it.
    Held,
    /// The number of its row.
    Row,
}

/// Where a step leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leads {
    /// On.
    On,
    /// Somewhere else.
    To(Ix),
    /// On or somewhere else.
    Either(Ix),
    /// On or, with what it takes left where it is, somewhere else.
    EitherKeeping(Ix),
    /// On or back to where it began, for a second time.
    Twice(Ix),
    /// Back to the beginning of a loop.
    Back(Ix),
    /// On with a row that is known already, or to the code that makes it.
    ToRow(TableId),
    /// To the caller.
    Return,
    /// Nowhere: it always goes wrong.
    Nowhere,
}

/// The code that a step runs, or hands over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunsCode {
    /// None.
    Nothing,
    /// This code, with what the step takes.
    Code(CodeId),
    /// A procedure, with arguments and answers.
    Proc(ProcId),
    /// An option's code.
    Option(OptionId),
    /// A table's own code: a roll on it.
    Draw(TableId),
    /// A table's own code: a roll for its row's number.
    DrawRow(TableId),
    /// A table's own code: looked up by a key.
    Lookup(TableId),
    /// The code of a chart's cells.
    Cell(TableId),
    /// The code that tells whether a table has a row for a key.
    HasKey(TableId),
    /// A table's own code, for one of some rows.
    DrawAmong(TableId),
    /// Nothing itself; a table's code may come of it.
    OfTable(TableId),
    /// An expression that is handed over.
    HandedOver(UnrolledId),
    /// Anything that was handed over.
    AnyHandedOver,
    /// The effects of rows.
    Effects,
    /// What keeps fields within bounds and fills records.
    Sheets,
    /// What files answer to prompts.
    Policies,
    /// What a question is about.
    Query(Ix),
    /// What a timer does.
    Timer(Ix),
    /// What is done every so often.
    Every(Ix),
    /// What is watched.
    When(Ix),
    /// Whatever is due or watched, none of which was started by this step.
    WhatIsDue,
}

/// The locals that a step looks at and sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Locals {
    /// None.
    None,
    /// Looks at one.
    Reads(Ix),
    /// Sets one, whatever it held.
    Sets(Ix),
    /// Takes the next item: looks at the list and at the count behind it, counts, and sets the item.
    Walks {
        /// The list.
        list: Ix,
        /// The item.
        item: Ix,
    },
    /// Adds to a list.
    Grows(Ix),
    /// Counts one down.
    Counts(Ix),
    /// Looks at the parameters and the roll of a table's own code.
    Frame,
}

/// How a field is set, by its symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldWrite {
    /// Through the code that keeps it within bounds, where there is one.
    Bounded(Ix),
    /// As it is.
    Plain(Ix),
}

impl FieldWrite {
    /// The symbol of its name.
    pub(crate) fn symbol(self) -> Ix {
        match self {
            FieldWrite::Bounded(symbol) | FieldWrite::Plain(symbol) => symbol,
        }
    }
}

/// How a step may go wrong, besides limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fails {
    /// It does not.
    Never,
    /// It does not where what it takes is of the right kind.
    Unless(Needs),
    /// It does not where the roll or the look-up that led here has a row; who made that answers for it.
    AsDrawn,
    /// It does not where what it takes first is a record that is still there.
    IfGone,
    /// It may.
    May,
}

/// What a step needs, so as not to go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    /// Two that add up.
    Sum,
    /// Two whose product fits.
    Product,
    /// A number, and one that it can be divided by.
    Quotient,
    /// One that has a sign.
    Sign,
    /// A yes or no.
    YesNo,
    /// Two that have an order.
    Order,
    /// Two words of one ladder.
    Standing,
    /// A list, as the second.
    SecondList,
    /// A list, as the first.
    FirstList,
    /// A number, as the last.
    Number,
    /// A whole number from 0 on.
    Count,
    /// Something with fields.
    Fields,
    /// Two numbers and a yes or no.
    Check,
    /// Three of a kind that has an order.
    Clamp,
    /// A word of a ladder, and a number.
    Step,
    /// What a function needs.
    Function(Builtin),
}

/// Parts of what is in play, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Parts(u16);

impl Parts {
    /// No part.
    pub(crate) const NONE: Parts = Parts(0);
    /// Fields of records.
    pub(crate) const FIELDS: Parts = Parts(1);
    /// Who is in which roster, and by what name.
    pub(crate) const ROSTERS: Parts = Parts(1 << 1);
    /// The clocks, if only for how long something takes.
    pub(crate) const CLOCKS: Parts = Parts(1 << 2);
    /// Timers, those that wait included, and what is done every so often.
    pub(crate) const TIMERS: Parts = Parts(1 << 3);
    /// What is watched.
    pub(crate) const WATCHES: Parts = Parts(1 << 4);
    /// Decks.
    pub(crate) const DECKS: Parts = Parts(1 << 5);
    /// Rows that are put off.
    pub(crate) const DEFERRED: Parts = Parts(1 << 6);
    /// The natural faces that checks wait for.
    pub(crate) const NATURALS: Parts = Parts(1 << 7);
    /// Dice that a test gives.
    pub(crate) const SCRIPTS: Parts = Parts(1 << 8);
    /// The steps of procedures that were taken.
    pub(crate) const STEPS: Parts = Parts(1 << 9);
    /// Globals.
    pub(crate) const GLOBALS: Parts = Parts(1 << 10);
    /// What the clocks show, as such.
    pub(crate) const NOW: Parts = Parts(1 << 11);
    /// All that a run can see, but for what the clocks show as such.
    pub(crate) const ALL: Parts = Parts((1 << 11) - 1);
    /// What only the log, and a check that waits for its die, have to do with.
    pub(crate) const ASIDE: Parts = Parts::NATURALS.and(Parts::STEPS);
    /// What is no variable: who changes it makes a difference by that alone.
    const LASTING: Parts = Parts(
        Parts::ROSTERS.0
            | Parts::CLOCKS.0
            | Parts::TIMERS.0
            | Parts::WATCHES.0
            | Parts::DECKS.0
            | Parts::DEFERRED.0
            | Parts::SCRIPTS.0,
    );

    /// Both.
    #[must_use]
    pub(crate) const fn and(self, other: Parts) -> Parts {
        Parts(self.0 | other.0)
    }

    /// These but for others.
    #[must_use]
    pub(crate) const fn without(self, others: Parts) -> Parts {
        Parts(self.0 & !others.0)
    }

    /// Whether all of these are among them.
    pub(crate) const fn holds(self, others: Parts) -> bool {
        self.0 & others.0 == others.0
    }

    /// Whether any of these is among them.
    pub(crate) const fn meets(self, others: Parts) -> bool {
        self.0 & others.0 != 0
    }
}

impl Locals {
    /// The locals that are looked at before they are set; all of them where that is `None`.
    pub(crate) fn read(self) -> Option<impl Iterator<Item = Ix>> {
        let read = match self {
            Locals::None | Locals::Sets(_) => [None, None],
            Locals::Reads(local) | Locals::Grows(local) | Locals::Counts(local) => [Some(local), None],
            Locals::Walks { list, .. } => [Some(list), Some(list + 1)],
            Locals::Frame => return None,
        };
        Some(read.into_iter().flatten())
    }

    /// The local that is given a value which has nothing to do with the one before.
    pub(crate) fn set(self) -> Option<Ix> {
        match self {
            Locals::Sets(local) | Locals::Walks { item: local, .. } => Some(local),
            Locals::None | Locals::Reads(_) | Locals::Grows(_) | Locals::Counts(_) | Locals::Frame => None,
        }
    }

    /// Whether it may set a local.
    pub(crate) fn changes(self, local: Ix) -> bool {
        match self {
            Locals::Sets(own) | Locals::Grows(own) | Locals::Counts(own) => own == local,
            Locals::Walks { list, item } => local == list + 1 || local == item,
            Locals::None | Locals::Reads(_) | Locals::Frame => false,
        }
    }
}

/// A step that takes so many values and gives one; all else is added.
const fn op(takes: u32, gives: Gives) -> Does {
    Does {
        takes,
        gives,
        leads: Leads::On,
        runs: RunsCode::Nothing,
        locals: Locals::None,
        global: None,
        field: None,
        about: Subject::Nothing,
        reads: Parts::NONE,
        writes: Parts::NONE,
        fails: Fails::Never,
        luck: false,
        asks: false,
        hands_on: false,
        passes_on: false,
    }
}

impl Does {
    const fn global(self, global: GlobalId) -> Does {
        Does { global: Some(global), ..self }
    }

    const fn leads(self, leads: Leads) -> Does {
        Does { leads, ..self }
    }

    const fn runs(self, runs: RunsCode) -> Does {
        Does { runs, ..self }
    }

    const fn about(self, about: Subject) -> Does {
        Does { about, ..self }
    }

    const fn locals(self, locals: Locals) -> Does {
        Does { locals, ..self }
    }

    const fn reads(self, reads: Parts) -> Does {
        Does { reads, ..self }
    }

    /// Who changes a part looks at it as well.
    const fn writes(self, writes: Parts) -> Does {
        Does { writes, reads: self.reads.and(writes), ..self }
    }

    const fn fails(self, fails: Fails) -> Does {
        Does { fails, ..self }
    }

    const fn may_fail(self) -> Does {
        self.fails(Fails::May)
    }

    const fn needs(self, needs: Needs) -> Does {
        self.fails(Fails::Unless(needs))
    }

    const fn luck(self) -> Does {
        Does { luck: true, ..self }
    }

    const fn asks(self) -> Does {
        Does { asks: true, ..self }
    }

    const fn hands_on(self) -> Does {
        Does { hands_on: true, ..self }
    }

    const fn passes_on(self) -> Does {
        Does { passes_on: true, ..self }
    }

    /// How many values it gives.
    pub(crate) fn given(&self) -> u32 {
        u32::from(self.gives != Gives::None)
    }

    /// Whether it may leave what it takes where it is.
    #[cfg(debug_assertions)]
    pub(crate) fn keeps(&self) -> bool {
        matches!(self.leads, Leads::EitherKeeping(_))
    }

    /// Whether it may go somewhere else without giving its value, which leaves the stack so high.
    #[cfg(debug_assertions)]
    pub(crate) fn leads_away(&self, height: usize, below: usize) -> bool {
        matches!(self.leads, Leads::ToRow(_)) && height == below
    }

    /// Whether it makes a difference by itself, whatever becomes of what it gives and of variables. Whoever
    /// only does what is due makes one where anything can be due.
    pub(crate) fn lasts(&self) -> bool {
        let only_if_due = self.runs == RunsCode::WhatIsDue && !self.writes.holds(Parts::CLOCKS);
        self.asks || self.hands_on || (self.writes.meets(Parts::LASTING) && !only_if_due)
    }

    /// Whether it adds a record to a roster.
    pub(crate) fn adds_records(&self) -> bool {
        self.writes.holds(Parts::ROSTERS) && self.runs == RunsCode::Sheets
    }

    /// Where it may lead from step `pc` of a code, within that code.
    pub(crate) fn next(&self, plan: &Plan, code: &Code, pc: Ix) -> Vec<Ix> {
        match self.leads {
            // Something that runs inside may unwind to this code's end.
            Leads::On => vec![pc + 1, code.end],
            Leads::To(to) | Leads::Back(to) => vec![to],
            Leads::Either(to) | Leads::EitherKeeping(to) | Leads::Twice(to) => vec![pc + 1, to],
            Leads::ToRow(table) => {
                let starts = plan.tables.get(table.index()).map_or(&[][..], |table| &table.row_starts);
                std::iter::once(pc + 1).chain(starts.iter().copied().filter(|start| *start > 0)).collect()
            }
            Leads::Return | Leads::Nowhere => Vec::new(),
        }
    }
}
