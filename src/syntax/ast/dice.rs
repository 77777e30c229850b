//! Dice as written.

use super::{Expr, Name, Text};
use crate::base::{Num, Span};
use crate::dice::PoolOp;

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

/// One modifier of a pool: an operator whose numbers are expressions, and where it stands. Other systems'
/// spellings are already turned into ours, and a number that was left out is filled in.
#[derive(Debug, Clone)]
pub(crate) struct Modifier<E = Expr> {
    /// What it does.
    pub op: PoolOp<Box<E>, Box<E>>,
    /// Where it stands.
    pub span: Span,
}

impl<E> Modifier<E> {
    /// Its numbers, in the order in which they are worked out.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &E> {
        self.op.numbers().map(|number| &**number)
    }
}
