//! Code: what the machine steps through.
//!
//! Control flow is structured: a skip goes forward to the end of a branch, and the only way back is
//! [`JumpOp::LoopAgain`](super::JumpOp::LoopAgain) inside its loop. So the same code can be run one game at a time or read as
//! blocks, branches and loops.

use std::sync::Arc;

use super::op::{Ix, Op};
use crate::base::{Num, Span};
use crate::check::program::{Expr, GlobalId, LocalId, RosterId, Tally};

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
    pub counted: ByStep<Arc<[Tally]>>,
    /// Expressions that luck may decide as a whole, by their first step.
    pub draws: ByStep<Arc<OneDraw>>,
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
    /// Where the records of a roster are walked, each by itself.
    pub walks: Vec<Walk>,
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
    /// What its parameters may be given.
    pub bounds: Vec<ParamBounds>,
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

    /// Whether nothing is known of any.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes it of a step that comes after those before.
    pub(super) fn note(&mut self, pc: u32, known: T) {
        debug_assert!(self.0.last().is_none_or(|(last, _)| *last < pc), "steps are noted in their order");
        self.0.push((pc, known));
    }
}

/// The expression that a piece of code was made from.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    /// The expression; where there is a condition, a list of the value and the condition.
    pub expr: Expr,
    /// How many locals it has.
    pub locals: u32,
    /// The locals that hold what it captures, in the order in which the code is handed them.
    pub captures: Vec<LocalId>,
}

/// An expression within a code that luck may decide as a whole.
#[derive(Debug, Clone)]
pub(crate) struct OneDraw {
    /// The step after its last; its value is on the stack then.
    pub until: Ix,
    /// What it looks at of the code's locals, and what it works out.
    pub written: Written,
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

/// Where the records of a roster are walked in turn, and what is done for one has nothing to do with the others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Walk {
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

impl Walk {
    /// Whether a step belongs to it.
    pub(crate) const fn has(&self, pc: Ix) -> bool {
        self.from <= pc && pc < self.until
    }
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
