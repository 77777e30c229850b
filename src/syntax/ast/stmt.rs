//! Statements as written.

use std::iter;
use std::sync::Arc;

use super::{Expr, ExprKind, Kind, Name, Text};
use crate::base::{Span, Spanned, preorder};

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
    /// Where it stands; of a block, its first line.
    pub span: Span,
}

/// The words that do one thing with one value.
macro_rules! verbs {
    ($($(#[$about:meta])* $verb:ident = $word:literal,)+) => {
        /// A word that does something with a value: `say e`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Verb {
            $($(#[$about])* $verb,)+
        }

        impl Verb {
            /// The one that is written so.
            pub(crate) fn of(word: &str) -> Option<Verb> {
                match word {
                    $($word => Some(Verb::$verb),)+
                    _ => None,
                }
            }
        }
    };
}

verbs! {
    /// Says it.
    Say = "say",
    /// For the referee's log only.
    Note = "note",
    /// The whole table with the row marked.
    Show = "show",
    /// Shows what was rolled.
    Roll = "roll",
    /// Rolls the table and does the row's `then`.
    Apply = "apply",
    /// Runs a procedure.
    Do = "do",
    /// Must hold, in a test.
    Expect = "expect",
}

/// The forms of statements. What few of them have is held by a box, because a file has very many statements, each as
/// large as the largest.
#[derive(Debug, Clone)]
pub(crate) enum StmtKind {
    /// `let x = e`.
    Let(Name, Arc<Expr>),
    /// `x = e`, `x += e`, `x -= e`.
    Assign(Expr, AssignOp, Expr),
    /// `say e` and the like.
    Verb(Verb, Expr),
    /// `if … else if … else … end`, or on one line.
    If {
        /// Conditions and what they lead to.
        branches: Vec<(Expr, Block)>,
        /// `else`.
        otherwise: Option<Block>,
    },
    /// `for x in xs where c … end`.
    For {
        /// The item's name.
        name: Name,
        /// The list.
        of: Expr,
        /// Which items take part.
        filter: Option<Box<Expr>>,
        /// What is done.
        body: Block,
    },
    /// `repeat n times … end`, `repeat until c … end`.
    Repeat(RepeatKind, Block),
    /// `step name "Title" … end`.
    Step {
        /// Its name.
        name: Name,
        /// Its title.
        title: Option<Text>,
        /// What is done.
        body: Block,
    },
    /// `stop`, `stop dungeon_turn`.
    Stop(Option<Name>),
    /// `skip`: end this step or pass of a loop.
    Skip,
    /// `return e`, `return torches_used = used, met = n`.
    Return(Vec<ReturnPart>),
    /// `worsen x by n`.
    Worsen(Expr, Option<Expr>),
    /// `improve x by n`.
    Improve(Expr, Option<Expr>),
    /// `choose …`, `ask …`.
    Prompt(Box<Prompt>),
    /// `advance 10 minutes`.
    Advance(Expr),
    /// `timer torch = 6 turns … end`.
    Timer(Box<Timer>),
    /// `cancel torch`, `cancel death for hero`.
    Cancel(Name, Option<Expr>),
    /// `every 6 turns … end`.
    Every(Expr, Block),
    /// `when c for h in party … end`.
    When {
        /// The condition.
        condition: Expr,
        /// Once for each of these.
        each: Option<Box<(Name, Expr)>>,
        /// What is done when it turns true.
        body: Block,
    },
    /// `add vendor(name = "Mag") to vendors`, `add shaken to hero.traits`.
    Add(Expr, Expr),
    /// `remove x from xs`.
    Remove(Expr, Expr),
    /// `reshuffle d`.
    Reshuffle(Expr),
    /// `next 3 rolls on reaction at +2`.
    Next {
        /// How many; one where it is not said.
        count: Option<Box<Expr>>,
        /// The table.
        table: Box<Expr>,
        /// What is added to each.
        bonus: Expr,
    },
    /// `with dice 5, 4 and answers reply = rest … end`, in tests.
    With {
        /// Consumed exactly.
        dice: Vec<Expr>,
        /// Answers to prompts, by name.
        answers: Vec<(Name, Expr)>,
        /// What is done with them.
        body: Block,
    },
    /// A bare expression: in the REPL and at a script's top.
    Expr(Expr),
}

impl Block {
    /// All statements of it and of the blocks within, each before those within it.
    pub(crate) fn descendants(&self) -> impl Iterator<Item = &Stmt> {
        preorder(&self.stmts, |stmt, found| {
            found.extend(stmt.kind.blocks().into_iter().flat_map(|block| &block.stmts));
        })
    }
}

impl Stmt {
    /// The statement and all those within it.
    pub(crate) fn descendants(&self) -> impl Iterator<Item = &Stmt> {
        iter::once(self).chain(self.kind.blocks().into_iter().flat_map(Block::descendants))
    }
}

impl StmtKind {
    /// The blocks inside it.
    pub(crate) fn blocks(&self) -> Vec<&Block> {
        self.inside().1
    }

    /// The name that it makes, for what is inside it or follows it.
    pub(crate) fn binding(&self) -> Option<&Name> {
        self.inside().0
    }

    /// The name that it makes, and the blocks inside it.
    fn inside(&self) -> (Option<&Name>, Vec<&Block>) {
        match self {
            StmtKind::If { branches, otherwise } => {
                (None, branches.iter().map(|(_, block)| block).chain(otherwise).collect())
            }
            StmtKind::For { name, body, .. } => (Some(name), vec![body]),
            StmtKind::When { each, body, .. } => (each.as_ref().map(|each| &each.0), vec![body]),
            StmtKind::Repeat(_, body)
            | StmtKind::Step { body, .. }
            | StmtKind::Every(_, body)
            | StmtKind::With { body, .. } => (None, vec![body]),
            StmtKind::Timer(timer) => (None, vec![&timer.body]),
            StmtKind::Let(name, _) => (Some(name), Vec::new()),
            StmtKind::Prompt(prompt) => (Some(&prompt.name), Vec::new()),
            StmtKind::Assign(..)
            | StmtKind::Stop(_)
            | StmtKind::Skip
            | StmtKind::Return(_)
            | StmtKind::Worsen(..)
            | StmtKind::Improve(..)
            | StmtKind::Advance(_)
            | StmtKind::Cancel(..)
            | StmtKind::Add(..)
            | StmtKind::Remove(..)
            | StmtKind::Reshuffle(_)
            | StmtKind::Next { .. }
            | StmtKind::Verb(..)
            | StmtKind::Expr(_) => (None, Vec::new()),
        }
    }
}

/// How a place is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AssignOp {
    /// `=`.
    Set,
    /// `+=`.
    Add,
    /// `-=`.
    Subtract,
}

/// How a `repeat` ends.
#[derive(Debug, Clone)]
pub(crate) enum RepeatKind {
    /// `repeat n times`.
    Times(Expr),
    /// `repeat until c`: looked at before each pass.
    Until(Expr),
}

/// One part of a `return`.
#[derive(Debug, Clone)]
pub(crate) struct ReturnPart {
    /// `name = …`, where parts are named.
    pub name: Option<Name>,
    /// The value.
    pub value: Expr,
}

/// The names and values of the parts that a `return` gives: `a = 1, b = 2`, or `{a: 1, b: 2}`. `None` for one value
/// without a name, and where a name is missing or stands twice.
pub(crate) fn returned_parts(parts: &[ReturnPart]) -> Option<Vec<(&Name, &Expr)>> {
    let named: Vec<(&Name, &Expr)> = match parts {
        [ReturnPart { name: None, value: Expr { kind: ExprKind::Record(fields), .. } }] => {
            fields.iter().map(|(name, value)| (name, value)).collect()
        }
        parts => parts.iter().map(|part| Some((part.name.as_ref()?, &part.value))).collect::<Option<_>>()?,
    };
    let mut names: Vec<&str> = named.iter().map(|(name, _)| &*name.text).collect();
    names.sort_unstable();
    names.windows(2).all(|pair| pair[0] != pair[1]).then_some(named)
}

/// A question to the table.
#[derive(Debug, Clone)]
pub(crate) struct Prompt {
    /// The name that holds the answer, and by which it is given.
    pub name: Name,
    /// The question.
    pub question: Text,
    /// What is asked for.
    pub kind: PromptKind,
    /// The answer where nobody gives one and defaults are wanted.
    pub default: Option<Expr>,
    /// `if c`: asked only while this holds.
    pub condition: Option<Expr>,
}

/// What a prompt asks for.
#[derive(Debug, Clone)]
pub(crate) enum PromptKind {
    /// `choose deed: "…" from e`: words, a list, a roster, a table.
    From(Expr),
    /// `ask part: "…" text`, `ask hours: "…" 1..12`, `ask fight: "…" yes_no`.
    Of(Kind),
}

/// `timer death for hero = 1 minute not while fight … end`.
#[derive(Debug, Clone)]
pub(crate) struct Timer {
    /// Its name.
    pub name: Name,
    /// Whose it is, where each has one.
    pub each: Option<Expr>,
    /// How long it runs.
    pub lasts: Expr,
    /// It does not run out while this holds.
    pub not_while: Option<Expr>,
    /// What happens when it runs out.
    pub body: Block,
    /// The line that starts it.
    pub head: Spanned<()>,
}

impl Stmt {
    /// Whether it is an `if` that an `else` may follow.
    pub(crate) fn lacks_else(&self) -> bool {
        matches!(self.kind, StmtKind::If { otherwise: None, .. })
    }
}
