//! Dice as written.

use super::{Expr, Name, Text};
use crate::base::{Num, Span};

/// One group of equal dice without modifiers: `4d6`, `(short)d6`, `2d(n)`, `d{2,3,5,7}`.
#[derive(Debug, Clone)]
pub(crate) struct Dice {
    /// How many; `None` where nothing is written (one die).
    pub count: Option<Expr>,
    /// What is on the dice.
    pub sides: Sides,
}

/// What is on a die.
#[derive(Debug, Clone)]
pub(crate) enum Sides {
    /// `1..=n`, with a number written out.
    Number(i64),
    /// `d%`: 1 to 100.
    Percent,
    /// `dF`: −1, 0, +1.
    Fate,
    /// `d66`, `d666`: this many d6 read as digits.
    Digits(u32),
    /// `d(e)`: computed, once for the pool.
    Computed(Box<Expr>),
    /// `d{2,3,5,7}`: custom faces that are numbers.
    Numbers(Vec<Num>),
    /// `d{"hit","miss"}`: custom faces that are texts.
    Texts(Vec<Text>),
    /// `d{blank, success, success + advantage}`: for each face its symbols, and how many of each.
    Symbols(Vec<Vec<(Num, Name)>>),
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Compare {
    /// `==`; `=` in a die's condition.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    AtMost,
    /// `>`.
    More,
    /// `>=`.
    AtLeast,
}

/// A condition on one die: `>=5`, `=6`, `<(n)`.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    /// How it compares.
    pub compare: Compare,
    /// With what; a number or a bracketed expression.
    pub with: Box<Expr>,
    /// `in 3..5`: from `with` up to this.
    pub to: Option<Box<Expr>>,
}

/// One modifier of a pool.
#[derive(Debug, Clone)]
pub(crate) struct Modifier {
    /// What it does.
    pub kind: ModifierKind,
    /// Where it stands.
    pub span: Span,
}

/// The modifiers of the language, other systems' spellings already turned into ours.
#[derive(Debug, Clone)]
pub(crate) enum ModifierKind {
    /// `kh3`: keep the highest (`None`: one).
    KeepHighest(Option<Box<Expr>>),
    /// `kl3`: keep the lowest.
    KeepLowest(Option<Box<Expr>>),
    /// `dh1`: drop the highest.
    DropHighest(Option<Box<Expr>>),
    /// `dl1`: drop the lowest.
    DropLowest(Option<Box<Expr>>),
    /// `!`, `!>=5`, `!limit 3`: extra dice join the pool.
    Explode {
        /// On which faces; `None`: the highest.
        on: Option<Condition>,
        /// At most so many extra dice for each die.
        limit: Option<Box<Expr>>,
    },
    /// `!!`: extra dice add into the same die.
    Compound {
        /// On which faces; `None`: the highest.
        on: Option<Condition>,
        /// At most so many extra dice for each die.
        limit: Option<Box<Expr>>,
    },
    /// `!p`: extra dice join the pool, each less one.
    Penetrate {
        /// On which faces; `None`: the highest.
        on: Option<Condition>,
        /// At most so many extra dice for each die.
        limit: Option<Box<Expr>>,
    },
    /// `r<2`: reroll until the condition is false.
    Reroll(Condition),
    /// `ro<2`: reroll once.
    RerollOnce(Condition),
    /// `c>=8`, `c>=8 cf=1`: count the dice that meet the condition, less those that meet the second.
    Count {
        /// Counted.
        on: Condition,
        /// Taken off.
        less: Option<Condition>,
    },
    /// `min2`: each die at least this.
    Min(Box<Expr>),
    /// `max5`: each die at most this.
    Max(Box<Expr>),
}
