//! The operators between operands, and how tightly each holds.

use super::{Pair, Rule, only};
use crate::syntax::ast::{ArithOp, Compare, Extreme, LadderSide};

/// How tightly an operator holds what stands beside it; more is tighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    Whole,
    Otherwise,
    Or,
    And,
    Not,
    Compare,
    Times,
    Range,
    Sum,
    Product,
    Negate,
}

impl Precedence {
    /// The next level that holds tighter, for the operands of a chain at this one.
    pub(crate) fn tighter(self) -> Precedence {
        match self {
            Precedence::Whole => Precedence::Otherwise,
            Precedence::Otherwise => Precedence::Or,
            Precedence::Or => Precedence::And,
            Precedence::And => Precedence::Not,
            Precedence::Not => Precedence::Compare,
            Precedence::Compare => Precedence::Times,
            Precedence::Times => Precedence::Range,
            Precedence::Range => Precedence::Sum,
            Precedence::Sum => Precedence::Product,
            Precedence::Product | Precedence::Negate => Precedence::Negate,
        }
    }
}

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Infix {
    Otherwise,
    Or,
    And,
    Is {
        negated: bool,
    },
    /// `in` alone, which is also a chance: `1 in 6`.
    In,
    /// `is in` and `not in`.
    Within {
        negated: bool,
    },
    /// `is better than`, `is not worse than`.
    Stands {
        standing: LadderSide,
        negated: bool,
    },
    Has,
    /// `++` between lists.
    Join,
    Compare(Compare),
    Times,
    Range,
    Arith(ArithOp),
    Where,
    With(Extreme),
}

impl Infix {
    /// The operator that a part of a chain is.
    pub(crate) fn of(pair: &Pair<'_>) -> Option<Infix> {
        Some(match pair.as_rule() {
            Rule::sign => return Infix::of_sign(pair.as_str()),
            Rule::joint_word => return Infix::of_words(pair.as_str()),
            Rule::where_word => Infix::Where,
            Rule::with_word => Infix::With(match only(pair.clone()).as_rule() {
                Rule::with_lowest => Extreme::Lowest,
                _ => Extreme::Highest,
            }),
            _ => return None,
        })
    }

    fn of_sign(sign: &str) -> Option<Infix> {
        Some(match sign {
            "++" => Infix::Join,
            "+" => Infix::Arith(ArithOp::Add),
            "-" | "−" | "–" | "—" => Infix::Arith(ArithOp::Subtract),
            "*" | "x" | "X" | "×" => Infix::Arith(ArithOp::Multiply),
            "/" | "÷" => Infix::Arith(ArithOp::Divide),
            "//" => Infix::Arith(ArithOp::FloorDivide),
            "==" => Infix::Compare(Compare::Equal),
            "!=" | "≠" => Infix::Compare(Compare::NotEqual),
            "<" => Infix::Compare(Compare::Less),
            "<=" | "≤" => Infix::Compare(Compare::AtMost),
            ">" => Infix::Compare(Compare::More),
            ">=" | "≥" => Infix::Compare(Compare::AtLeast),
            ".." => Infix::Range,
            _ => return None,
        })
    }

    /// Between the words of one operator there may be any blanks and comments.
    fn of_words(words: &str) -> Option<Infix> {
        Some(match words {
            "and" => Infix::And,
            "or" => Infix::Or,
            "is" => Infix::Is { negated: false },
            "in" => Infix::In,
            "has" => Infix::Has,
            "times" => Infix::Times,
            "mod" => Infix::Arith(ArithOp::Modulo),
            "otherwise" => Infix::Otherwise,
            several => {
                let bare =
                    several.lines().filter_map(|line| line.split('#').next()).flat_map(str::split_whitespace);
                match *bare.collect::<Vec<&str>>() {
                    ["is", "not"] => Infix::Is { negated: true },
                    ["is", "in"] => Infix::Within { negated: false },
                    ["is", "better", "than"] => {
                        Infix::Stands { standing: LadderSide::Better, negated: false }
                    }
                    ["is", "worse", "than"] => Infix::Stands { standing: LadderSide::Worse, negated: false },
                    ["is", "not", "better", "than"] => {
                        Infix::Stands { standing: LadderSide::Better, negated: true }
                    }
                    ["is", "not", "worse", "than"] => {
                        Infix::Stands { standing: LadderSide::Worse, negated: true }
                    }
                    _ => Infix::Within { negated: true },
                }
            }
        })
    }

    /// How tightly it holds.
    pub(crate) fn level(self) -> Precedence {
        match self {
            Infix::Otherwise => Precedence::Otherwise,
            Infix::Or => Precedence::Or,
            Infix::And => Precedence::And,
            Infix::Is { .. }
            | Infix::In
            | Infix::Within { .. }
            | Infix::Stands { .. }
            | Infix::Has
            | Infix::Compare(_) => Precedence::Compare,
            Infix::Times => Precedence::Times,
            Infix::Range => Precedence::Range,
            Infix::Join | Infix::Arith(ArithOp::Add | ArithOp::Subtract) => Precedence::Sum,
            Infix::Arith(ArithOp::Multiply | ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo) => {
                Precedence::Product
            }
            Infix::Where | Infix::With(_) => Precedence::Negate,
        }
    }
}
