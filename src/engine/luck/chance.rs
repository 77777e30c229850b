//! The door to luck: what a machine asks for.

use crate::base::Num;
use crate::check::program::{Fold, GlobalId, ProcId, TableId, Tally, UnitId};
use crate::dice::PoolSpec;
use crate::engine::Stop;
use crate::plan::{CodeId, Ix, Measured, Op, Passed, Plan, Reach, Value};

/// A pool about to be rolled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PoolAt<'a> {
    /// The pool.
    pub spec: &'a PoolSpec,
    /// Its place among the plan's pools; none where its numbers were worked out while running.
    pub place: Option<u32>,
    /// What is counted of its rolls, where nothing else is looked at; nothing where all of a roll may be.
    pub counted: &'a [Tally],
    /// From which number on it makes no difference how much more comes up, where that is known.
    pub enough: Option<Measured>,
}

/// A call about to be made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallAt<'a> {
    /// The code.
    pub code: CodeId,
    /// The procedure that it is, if it is one.
    pub proc: Option<ProcId>,
    /// What it is called with.
    pub args: &'a [Value],
    /// How many calls of the same run are in progress around it.
    pub depth: usize,
    /// From which number on it makes no difference how much more it comes to, where that is known.
    pub enough: Option<Measured>,
}

/// An expression about to be worked out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DrawAt<'a> {
    /// The code that it stands in.
    pub code: CodeId,
    /// Its first step.
    pub pc: u32,
    /// What the locals hold that it looks at.
    pub args: &'a [Value],
    /// From which number on it makes no difference how much more it comes to, where that is known.
    pub enough: Option<Measured>,
}

/// A roll: its first step, and whether it is decided as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct RollAt {
    /// The first step.
    pub at: Ix,
    /// Whether it is an expression that luck decides as a whole.
    pub is_draw: bool,
}

/// What a roll goes into where only matters how that stands to some numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Enough {
    /// What becomes of the roll before it gets there.
    pub way: OnTheWay,
    /// From when on it makes no difference how much more it is.
    pub until: Until,
}

/// From when on it makes no difference how much more a roll is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Until {
    /// It is added to a count, or taken from it, and the count is beyond all that it is held against.
    Passed {
        /// Which way the count goes, and what it is held against.
        course: Course,
        /// Where the count is while the roll is made.
        count: CountAt,
    },
    /// It is above a number.
    Above(Measured),
}

/// Where a count is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CountAt {
    /// On the stack, so far above the locals.
    Stack(u32),
    /// In a local.
    Local(Ix),
    /// In a global.
    Global(GlobalId),
    /// In a field of some record, by its symbol.
    Fields(Ix),
}

/// How a count is held against numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Course {
    /// Whether the count goes up.
    pub up: bool,
    /// The last number that is written out of those that the count is held against on its way, and its unit.
    pub last: Option<(i64, Option<UnitId>)>,
    /// The locals that the count is held against, too.
    pub against: Vec<Ix>,
    /// The locals that are part of what it goes on by: only where none of them is below 0 does it go one way.
    pub steps: Vec<Ix>,
}

/// What becomes of a roll on its way into a count.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OnTheWay {
    /// What is taken off it.
    pub less: Num,
    /// The locals that are taken off it.
    pub less_locals: Vec<Ix>,
    /// The unit that it is given.
    pub unit: Option<UnitId>,
}

impl Default for OnTheWay {
    fn default() -> OnTheWay {
        OnTheWay { less: Num::ZERO, less_locals: Vec::new(), unit: None }
    }
}

impl OnTheWay {
    /// Whether anything is taken off it.
    pub(crate) fn is_less(&self) -> bool {
        self.less != Num::ZERO || !self.less_locals.is_empty()
    }
}

impl Course {
    /// Of a count, how much it is and the last of what it is held against; `None` where that is not known.
    pub(crate) fn last<'v>(
        &self,
        count: &Value,
        held: &dyn Fn(Ix) -> Option<&'v Value>,
    ) -> Option<(i64, i64)> {
        let (count, unit) = count.measured()?;
        let grows =
            |local: &Ix| held(*local).and_then(Value::measured).is_some_and(|(step, _)| step >= Num::ZERO);
        if !self.steps.iter().all(grows) || self.last.is_some_and(|(_, of)| of != unit) {
            return None;
        }
        let mut last = self.last.map(|(last, _)| last);
        for local in &self.against {
            let (number, _) = held(*local).and_then(Value::measured).filter(|(_, of)| *of == unit)?;
            let nearest = if self.up { number.floor() } else { number.ceil() }.as_int()?;
            last = Some(
                last.map_or(nearest, |last| if self.up { last.max(nearest) } else { last.min(nearest) }),
            );
        }
        Some((count.as_int()?, last?))
    }
}

impl Course {
    /// What takes a count beyond all that it is held against, and its unit.
    pub(crate) fn beyond<'v>(
        &self,
        count: &Value,
        held: &dyn Fn(Ix) -> Option<&'v Value>,
    ) -> Option<Measured> {
        let (_, unit) = count.measured()?;
        let (count, last) = self.last(count, held)?;
        let beyond = if self.up { last.checked_sub(count)? } else { count.checked_sub(last)? };
        Some((Num::int(beyond.checked_add(1)?), unit))
    }
}

impl OnTheWay {
    /// What must be rolled for this to get there.
    pub(crate) fn before<'v>(
        &self,
        (there, unit): Measured,
        held: &dyn Fn(Ix) -> Option<&'v Value>,
    ) -> Option<Measured> {
        let mut rolled = there.add(self.less).ok()?;
        for local in &self.less_locals {
            let (off, _) = held(*local)?.measured().filter(|(_, of)| *of == unit)?;
            rolled = rolled.add(off).ok()?;
        }
        let unit = match self.unit {
            None => unit,
            given if given == unit => None,
            Some(_) => return None,
        };
        Some((rolled, unit))
    }
}

/// A point of a run at which luck decides.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Point<'a> {
    /// A pool of which only the total is wanted; answered with the number.
    Total(PoolAt<'a>),
    /// A pool rolled so often, of which only the totals count, not their order; answered with a sorted
    /// list.
    Times(PoolAt<'a>, u32),
    /// Yes with a probability between 0 and 1; answered with yes or no.
    Likely(Num),
    /// One of so many, each as likely; answered with its place from 0.
    Among(u64),
    /// One by weight; answered with its place from 0.
    Weighted(&'a [u64]),
    /// A card of a deck; answered with its place among them, and with `nothing` where none is left.
    Card(TableId),
    /// A call as a whole; answered with what it gives.
    Call(CallAt<'a>),
    /// An expression as a whole; answered with what it gives.
    Draw(DrawAt<'a>),
}

/// Something in play that may stay as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Lasting<'a> {
    /// What a global holds.
    Global(GlobalId),
    /// The fields of this name, of all records.
    Field(&'a str),
}

/// A pass of a loop: its steps in the code.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoopPass<'a> {
    /// The code.
    pub ops: &'a [Op],
    /// Which it is.
    pub code: CodeId,
    /// The first step of the pass.
    pub from: u32,
    /// The step that goes back to it.
    pub to: u32,
}

impl LoopPass<'_> {
    /// Whether luck may decide something in the pass.
    pub(crate) fn draws(&self, plan: &Plan) -> bool {
        let steps = self.ops.get(self.from as usize..self.to as usize).unwrap_or(self.ops);
        let rolls = |ops: &[Op]| ops.iter().any(|op| op.does(plan).luck);
        rolls(steps) || Reach::of_steps(plan, steps).codes().any(|code| rolls(&plan.code(code).ops))
    }
}

/// Luck.
pub(crate) trait Chance {
    /// A face from 1 to `sides`, each as likely.
    ///
    /// # Errors
    /// There is none: a script has run out, or the exact driver forks here.
    fn face(&mut self, sides: u32) -> Result<u32, Stop>;

    /// A number from 0 to `n - 1`, each as likely; `n` is at least 1.
    ///
    /// # Errors
    /// As [`Chance::face`].
    fn below(&mut self, n: u64) -> Result<u64, Stop>;

    /// Decides a point as a whole; `None` where its faces are to be asked for one by one.
    ///
    /// # Errors
    /// As [`Chance::face`].
    fn decide(&mut self, point: Point<'_>) -> Result<Option<Value>, Stop> {
        let _ = point;
        Ok(None)
    }

    /// Whether it may decide calls and expressions as a whole.
    fn knows_calls(&self) -> bool {
        false
    }

    /// Whether dice may be left unrolled until somebody looks at them. Only the exact driver's may.
    fn leaves_dice(&self) -> bool {
        false
    }

    /// What becomes of the value of a call that is the last of what its code does, where codes come round to
    /// themselves so: what is called takes the place of that code then.
    fn last_call(&self, code: CodeId, pc: Ix) -> Option<Passed> {
        let _ = (code, pc);
        None
    }

    /// What a roll goes into, where that is all that becomes of it and it may come to any number; nothing elsewhere.
    fn goes_into(&self, code: CodeId, roll: RollAt) -> &[Enough] {
        let _ = (code, roll);
        &[]
    }

    /// Whether something in play stays as it is, as long as this luck is asked; not where that is not known.
    fn lasts(&mut self, what: Lasting<'_>) -> bool {
        let _ = what;
        false
    }

    /// Of a deck, for each card the first that nothing can tell from it; `None` where each is its own.
    fn alike(&self, deck: TableId) -> Option<&[usize]> {
        let _ = deck;
        None
    }

    /// A list to which a step has added, as far as it is looked at; `None` where it stays as it is.
    fn folded(&mut self, step: (CodeId, u32), folds: &[Fold], list: &[Value]) -> Option<Vec<Value>> {
        let _ = (step, folds, list);
        None
    }

    /// What stands for the cell of a row that begins at a step, where nothing looks at it and it is left out.
    fn blank_cell(&self, code: CodeId, step: u32) -> Option<Value> {
        let _ = (code, step);
        None
    }

    /// Whether anything looks at what was rolled for the rows of a table's own code.
    fn reads_roll(&self, code: CodeId) -> bool {
        let _ = code;
        true
    }

    /// Whether dice given beforehand come up next.
    fn has_given(&self) -> bool {
        false
    }

    /// Whether the machine rests after the pass of a loop that has just ended, so that runs that have
    /// become alike are put together. Only the exact driver's does.
    fn rests(&mut self, pass: &LoopPass<'_>) -> bool {
        let _ = pass;
        false
    }

    /// The step that asked has been taken: what it was given will not be asked for again.
    fn taken(&mut self) {}
}
