//! Statements, resolved.

use std::sync::{Arc, OnceLock};

use super::{Capture, Expr, GlobalId, LocalId, ProcId, PromptId, RosterId, TableId, TimerId};
use crate::base::{Num, Span};

/// Statements with locals of their own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Body {
    /// What is done.
    pub block: Block,
    /// The names of the locals; parameters come first.
    pub locals: Vec<Arc<str>>,
    /// What it is as expressions, once that was asked for.
    straight: OnceLock<Option<Box<Straight>>>,
    /// What it makes of what its loops come to, once that was asked for.
    ending: OnceLock<Option<Box<Ending>>>,
    /// What it works off, once that was asked for.
    worklists: OnceLock<Box<[Worklist]>>,
}

/// What statements give that only name things, choose and return, as expressions over the same locals and, where names are set
/// again, further ones.
#[derive(Debug, Clone)]
pub(crate) struct Straight {
    /// All of it.
    pub whole: Expr,
    /// Each of the parts that are returned by name.
    pub parts: Vec<(Arc<str>, Expr)>,
}

/// A body in two parts.
#[derive(Debug, Clone)]
pub(crate) struct Ending {
    /// All up to the last loop, which gives what one local came to.
    pub head: Body,
    /// That local.
    pub local: LocalId,
    /// What is made of it then.
    pub rest: Expr,
}

/// A body that works something off item by item, and gives a total.
#[derive(Debug, Clone)]
pub(crate) struct Worklist {
    /// The part of what it returns that the total is; nothing where it is all of it.
    pub part: Option<Arc<str>>,
    /// How many items there are at first.
    pub items: Num,
    /// What the total is at first.
    pub total: Num,
    /// What one pass adds to the items that are left, and to the total, by these names.
    pub pass: Expr,
}

impl Worklist {
    /// What the parts of a pass are called: the items, and the total.
    pub(crate) const PARTS: [&str; 2] = ["left", "total"];
}

impl Body {
    /// These statements, with names for their locals.
    pub(crate) fn new(block: Block, locals: Vec<Arc<str>>) -> Body {
        Body { block, locals, ..Body::default() }
    }

    /// What it is as expressions, which is found out once.
    pub(super) fn straight_by(
        &self,
        find: impl FnOnce(&Block, &[Arc<str>]) -> Option<Straight>,
    ) -> Option<&Straight> {
        self.straight.get_or_init(|| find(&self.block, &self.locals).map(Box::new)).as_deref()
    }

    /// What it makes of what its loops come to, which is found out once.
    pub(super) fn ending_by(
        &self,
        find: impl FnOnce(&Block, &[Arc<str>]) -> Option<Ending>,
    ) -> Option<&Ending> {
        self.ending.get_or_init(|| find(&self.block, &self.locals).map(Box::new)).as_deref()
    }

    /// What it works off, which is found out once.
    pub(super) fn worklists_by(
        &self,
        find: impl FnOnce(&Block, &[Arc<str>]) -> Vec<Worklist>,
    ) -> &[Worklist] {
        self.worklists.get_or_init(|| find(&self.block, &self.locals).into())
    }
}

/// Statements in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
}

/// A statement and its place.
#[derive(Debug, Clone)]
pub(crate) struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it was written.
    pub span: Span,
}

/// A place that can be changed.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    /// A local name.
    Local(LocalId),
    /// What `keep` or a top-level `let` holds.
    Global(GlobalId),
    /// A field of a record.
    Field(Box<Expr>, Arc<str>),
}

/// The forms of resolved statements. What few of them have is held by a box, because a program has very many
/// statements, each as large as the largest.
#[derive(Debug, Clone)]
pub(crate) enum StmtKind {
    /// `let x = e`.
    Let(LocalId, Expr),
    /// `x = e`; `+=` and `-=` are written out as arithmetic on the place.
    Set(Place, Expr),
    /// Something is told: `say e`, or a bare expression.
    Tell(Telling, Expr),
    /// `apply e`: the row's effects.
    Apply(Expr),
    /// An expression worked out for what it does: `do p(…)`.
    Do(Expr),
    /// Conditions in order.
    If {
        /// Conditions and what they lead to.
        branches: Vec<(Expr, Block)>,
        /// Where none holds.
        otherwise: Block,
    },
    /// `for x in xs where c`.
    For {
        /// The item's local.
        item: LocalId,
        /// The list; walked as it was at the start.
        of: Expr,
        /// Which items take part.
        filter: Option<Box<Expr>>,
        /// What is done.
        body: Block,
    },
    /// `repeat`.
    Repeat(Repeat, Block),
    /// `step`.
    Step {
        /// Its name.
        name: Arc<str>,
        /// Its title.
        title: Option<Arc<str>>,
        /// What is done.
        body: Block,
    },
    /// `stop`: this procedure (in effects: these effects), or the running procedure named.
    Stop(Option<ProcId>),
    /// `skip`: this step or pass of a loop.
    Skip,
    /// `return`.
    Return(Returns),
    /// `worsen x by n`: towards a ladder's end, stopping there.
    Worsen(Place, Option<Expr>),
    /// `improve x by n`: towards a ladder's start, stopping there.
    Improve(Place, Option<Expr>),
    /// `choose`, `ask`.
    Prompt {
        /// The prompt.
        prompt: PromptId,
        /// The local that holds the answer.
        local: LocalId,
        /// The question, as text.
        question: Expr,
        /// What is asked for.
        ask: Box<PromptAsk>,
        /// The answer where defaults are wanted.
        default: Option<Box<Expr>>,
        /// Asked only while this holds; otherwise the local is the default, or `nothing`.
        condition: Option<Box<Expr>>,
    },
    /// `advance q`.
    Advance(Expr),
    /// `timer name for x = q … end`.
    Timer {
        /// The timer.
        timer: TimerId,
        /// Whose it is.
        each: Option<Box<Expr>>,
        /// How long it runs, a quantity.
        lasts: Box<Expr>,
        /// It does not run out while this holds; sees the timer body's locals.
        not_while: Option<Box<Expr>>,
        /// What happens when it runs out, with copies of the locals captured (outside, inside).
        body: Box<Body>,
        /// The captured locals.
        captures: Vec<Capture>,
    },
    /// `cancel name for x`.
    Cancel(TimerId, Option<Expr>),
    /// `name.left = q`: the timer runs out that much later from now.
    Nudge(TimerId, Option<Box<Expr>>, Box<Expr>),
    /// `every q … end`: from the campaign's start on.
    Every {
        /// How often, a quantity.
        period: Expr,
        /// What is done.
        body: Box<Body>,
        /// The captured locals.
        captures: Vec<Capture>,
    },
    /// `when c for h in xs … end`.
    When {
        /// The item's local and the list, where it is for each; both are seen from inside.
        each: Option<Box<(LocalId, Expr)>>,
        /// The condition; sees the body's locals.
        condition: Box<Expr>,
        /// What is done when it turns true.
        body: Box<Body>,
        /// The captured locals.
        captures: Vec<Capture>,
    },
    /// `add x to place`: into a list or set.
    AddTo(Expr, Place),
    /// `remove hero from party`.
    RemoveRecord(Expr, RosterId),
    /// `remove x from place`.
    RemoveFrom(Expr, Place),
    /// `reshuffle d`.
    Reshuffle(TableId),
    /// `next 3 rolls on reaction at +2`: what the coming rolls on a table are given, how many they are,
    /// and what is added to each.
    Next {
        /// Holds what is added to each of the coming rolls, as a list.
        coming: GlobalId,
        /// How many.
        count: Box<Expr>,
        /// What is added.
        bonus: Box<Expr>,
    },
    /// `expect e`.
    Expect(Expr),
    /// `with dice … and answers … end`.
    With {
        /// Consumed exactly.
        dice: Vec<Expr>,
        /// Answers by the prompt's name.
        answers: Vec<(Arc<str>, Expr)>,
        /// What is done with them.
        body: Block,
    },
}

/// How something is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Telling {
    /// `say e`.
    Say,
    /// `note e`: for the referee's log only.
    Note,
    /// `show e`: the whole table with the row marked.
    Show,
    /// `roll e`: what was rolled.
    Roll,
    /// A bare expression: its value.
    Value,
}

/// How a `repeat` ends.
#[derive(Debug, Clone)]
pub(crate) enum Repeat {
    /// So many times.
    Times(Expr),
    /// When this holds, looked at before each pass.
    Until(Expr),
}

/// What a `return` gives.
#[derive(Debug, Clone)]
pub(crate) enum Returns {
    /// A value.
    Value(Expr),
    /// Named parts.
    Parts(Vec<(Arc<str>, Expr)>),
}

/// What a prompt asks for.
#[derive(Debug, Clone)]
pub(crate) enum PromptAsk {
    /// One of a list of values.
    From(Expr),
    /// A row of a table, which the expression gives unrolled.
    Row(Expr),
    /// A number, between these where they are given.
    Number(Option<(Expr, Expr)>),
    /// Yes or no.
    YesNo,
    /// Text.
    Text,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_no_larger_than_a_value_and_its_place() {
        assert!(size_of::<Stmt>() <= size_of::<Expr>() + 64, "{}", size_of::<Stmt>());
    }
}
