//! Code: what the machine steps through.
//!
//! Control flow is structured: a skip goes forward to the end of a branch, and the only way back is
//! [`JumpOp::LoopAgain`](super::JumpOp::LoopAgain) inside its loop. So the same code can be run one game at a time or read as
//! blocks, branches and loops.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::op::{Ix, Op};
use crate::base::{Num, Span};
use crate::check::program::{Expr, Fold, GlobalId, LocalId, RosterId, Tally, Threshold, UnitId};

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
    /// Of dice rolled one by one: what is counted of them, where nothing else is looked at.
    pub counted: ByStep<Arc<[Tally<Threshold>]>>,
    /// Of numbers added to a list: what the list is looked at for, where nothing else of it is looked at.
    pub folded: ByStep<Arc<[Fold]>>,
    /// Expressions that luck may decide as a whole, by their first step.
    pub draws: ByStep<Arc<OneDraw>>,
    /// In a table, the cells that have to be rolled; elsewhere the named parts of what the code gives that have to be
    /// worked out: by the first step of each.
    pub cells: ByStep<LiveCell>,
    /// The label of what a step rolls.
    pub labels: ByStep<Arc<str>>,
    /// The unit of the symbols on the dice that a step rolls.
    pub symbols: ByStep<UnitId>,
    /// Whose a check is, or what a call is about: the records that are mentioned in it.
    pub mentions: ByStep<Arc<[RecordMention]>>,
    /// The steps of a procedure, outer ones before those within.
    pub parts: Seldom<StepSpan>,
    /// What each step decides over that decides something, in the order of those steps.
    pub regions: Vec<Region>,
    /// Where helper locals begin to hold something that has nothing to do with what they held before.
    pub reused: Seldom<(Ix, Ix)>,
    /// Where the records of a roster are walked, each by itself.
    pub walks: Seldom<IndependentWalk>,
    /// What ends each loop, by the step that enters it.
    pub loops: ByStep<Loop>,
    /// How many locals it has, parameters and its own helpers included.
    pub locals: u32,
    /// What it is, for dumps and for the place of events: `hazard`, `delve`.
    pub name: Arc<str>,
    /// In a table: the local of the roll, or of the key looked up.
    pub roll: u32,
    /// In a procedure: where the answers to its prompts go, one local each.
    pub answers: u32,
    /// What its parameters may be given.
    pub bounds: Seldom<ParamBounds>,
    /// Whether it is the body of a timer that may have to wait when it runs out.
    pub holds: bool,
    /// Where a procedure's end begins: its time passes, then it returns.
    pub end: u32,
}

/// The numbers that a parameter may be given, where they are written out: `n: 1..6`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParamBounds {
    /// The parameter's local.
    pub local: u32,
    /// The least.
    pub low: Num,
    /// The most.
    pub high: Num,
    /// The parameter's name.
    pub name: Arc<str>,
}

impl Code {
    /// Where the step at `pc` was written.
    pub(crate) fn span(&self, pc: u32) -> Option<Span> {
        self.spans.get(pc as usize).copied()
    }

    /// The innermost step of a procedure that a place lies in.
    pub(crate) fn part_around(&self, pc: u32) -> Option<&StepSpan> {
        self.parts.iter().rfind(|part| part.begin <= pc && pc <= part.end)
    }
}

/// A list that is empty in most pieces of code, and takes a single word there.
#[derive(Debug, Clone)]
#[expect(clippy::box_collection, reason = "a list without the box takes three words, also where it is empty")]
pub(crate) struct Seldom<T>(Option<Box<Vec<T>>>);

impl<T> Default for Seldom<T> {
    fn default() -> Seldom<T> {
        Seldom(None)
    }
}

impl<T> Seldom<T> {
    /// Adds an item at the end.
    pub(super) fn push(&mut self, item: T) {
        self.0.get_or_insert_default().push(item);
    }

    /// Keeps the items that hold.
    fn retain(&mut self, holds: impl FnMut(&T) -> bool) {
        if let Some(items) = &mut self.0 {
            items.retain(holds);
        }
    }
}

impl<T> Deref for Seldom<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl<T> DerefMut for Seldom<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.as_deref_mut().map_or(&mut [], Vec::as_mut_slice)
    }
}

/// What is known of some steps of a code, in their order.
#[derive(Debug, Clone)]
pub(crate) struct ByStep<T>(Seldom<(Ix, T)>);

impl<T> Default for ByStep<T> {
    fn default() -> ByStep<T> {
        ByStep(Seldom::default())
    }
}

impl<T> ByStep<T> {
    /// What is known of a step, if anything is.
    pub(crate) fn at(&self, pc: u32) -> Option<&T> {
        let at = self.0.binary_search_by_key(&pc, |(at, _)| *at).ok()?;
        self.0.get(at).map(|(_, known)| known)
    }

    /// All that is known, with the steps, in their order.
    pub(crate) fn each(&self) -> impl Iterator<Item = &(Ix, T)> {
        self.0.iter()
    }

    /// All that is known, in the order of the steps.
    pub(crate) fn all(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, known)| known)
    }

    /// Whether nothing is known of any.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Forgets what is known of steps of which something is not so.
    pub(super) fn retain(&mut self, mut holds: impl FnMut(Ix, &T) -> bool) {
        self.0.retain(|(pc, known)| holds(*pc, known));
    }

    /// Notes it of a step that comes after those before.
    pub(super) fn note(&mut self, pc: u32, known: T) {
        debug_assert!(self.0.last().is_none_or(|(last, _)| *last < pc), "steps are noted in their order");
        self.0.push((pc, known));
    }
}

/// The expression that a piece of code was made from.
#[derive(Debug, Clone)]
pub(crate) struct SourceExpr {
    /// The expression; where there is a condition, a list of the value and the condition.
    pub expr: Expr,
    /// How many locals it has.
    pub locals: u32,
    /// The locals that hold what it captures, in the order in which the code is handed them.
    pub captures: Vec<LocalId>,
}

/// A cell of a row that has to be rolled, or a part of what a code gives that has to be worked out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LiveCell {
    /// The step after its last; its value is on the stack then.
    pub until: Ix,
    /// The name of its column, or its own.
    pub symbol: Ix,
    /// The local in which other cells of the row find it.
    pub shared: Option<Ix>,
    /// Whether it is a part of what the code gives.
    pub is_part: bool,
}

/// An expression within a code that luck may decide as a whole.
#[derive(Debug, Clone)]
pub(crate) struct OneDraw {
    /// The step after its last; its value is on the stack then.
    pub until: Ix,
    /// What it looks at of the code's locals, and what it works out.
    pub written: SourceExpr,
}

/// Where an expression mentions something that may be a record.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum RecordMention {
    /// What a local holds.
    Local(Ix),
    /// What a global holds.
    Global(GlobalId),
    /// Who in a roster has the name that something gives.
    Member(RosterId, Box<RecordMention>),
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

/// What ends a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loop {
    /// As many passes as this local holds; a pass takes one off.
    Counted(Ix),
    /// The list in this local; the local after it says how many of its items are done.
    Items(Ix),
    /// What is asked before each pass.
    Asked,
    /// Luck alone, whatever the program says: dice that explode.
    Explosion,
}

impl Loop {
    /// Whether the number of passes is known when the loop is entered.
    pub(crate) const fn is_counted(self) -> bool {
        match self {
            Loop::Counted(_) | Loop::Items(_) => true,
            Loop::Asked | Loop::Explosion => false,
        }
    }
}

/// Where the records of a roster are walked in turn, and what is done for one has nothing to do with the others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IndependentWalk {
    /// The step that gives the records.
    pub from: Ix,
    /// The step after the walk.
    pub until: Ix,
    /// Holds the records; the local after it, how many of them are done.
    pub list: Ix,
    /// Holds the record whose turn it is.
    pub item: Ix,
    /// Whether the walk only makes a list, and luck has no say in it.
    pub lists: bool,
}

impl IndependentWalk {
    /// Whether a step belongs to it.
    pub(crate) const fn has(&self, pc: Ix) -> bool {
        self.from <= pc && pc < self.until
    }
}

/// A step of a procedure, in its code.
#[derive(Debug, Clone)]
pub(crate) struct StepSpan {
    /// Where it begins.
    pub begin: Ix,
    /// Where it ends.
    pub end: Ix,
    /// Its title or name.
    pub name: Arc<str>,
}
