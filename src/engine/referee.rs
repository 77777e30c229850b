//! What the referee may do in the middle of a run: give dice by hand, rule on a row before its effects
//! are applied, change what is in play, leave a step.

use std::sync::Arc;

use crate::base::{Num, Span};
use crate::dice::zero_is_highest;

/// Dice that are about to be rolled, for a person to roll them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DiceRequest {
    /// The table, function or procedure that rolls; empty where nobody needs to know.
    pub of: String,
    /// What is rolled, as the language writes it: `4d6kh3`, `1 in 6`.
    pub expr: String,
    /// One of the dice, as people call it: `d6`.
    pub die: String,
    /// The faces of each of the dice, by what may be typed for them; a face that is only its place has
    /// no text.
    pub faces: DiceFaces,
    /// How many of them.
    pub count: usize,
    /// Where it stands.
    pub span: Option<Span>,
}

/// What the faces of a die are called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DiceFaces {
    /// 1 to so many.
    Sides(u64),
    /// Each by its own text, the first face first.
    Named(Vec<String>),
}

impl DiceFaces {
    /// The face that is meant by a word, from 1.
    pub(crate) fn read(&self, word: &str) -> Option<u64> {
        match self {
            DiceFaces::Sides(sides) => match word.parse().ok()? {
                0 if zero_is_highest(*sides) => Some(*sides),
                face => Some(face).filter(|face| (1..=*sides).contains(face)),
            },
            DiceFaces::Named(names) => {
                let plain = word.strip_prefix('+').unwrap_or(word);
                let at = names.iter().position(|name| name.eq_ignore_ascii_case(plain))?;
                u64::try_from(at).ok().map(|at| at + 1)
            }
        }
    }

    /// In words: `1 to 6`.
    pub(crate) fn in_words(&self) -> String {
        match self {
            DiceFaces::Sides(sides) => format!("1 to {sides}"),
            DiceFaces::Named(names) => names.join(", "),
        }
    }
}

/// A row whose effects are about to be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RulingRequest {
    /// The table.
    pub table: Arc<str>,
    /// What picked the row, as text; empty where nothing did.
    pub roll: String,
    /// The row, as text.
    pub text: String,
    /// The rows that may be taken instead, by key and text, in order; none where the row is one of
    /// several that are applied.
    pub rows: Vec<(String, String)>,
    /// Whether the table's own die can be rolled again.
    pub can_reroll: bool,
    /// Where it stands.
    pub span: Option<Span>,
}

/// What the referee makes of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ruling {
    /// It is applied.
    Accept,
    /// Another row, by its place from 0.
    Row(u32),
    /// Another row, by its place from 0, which is kept for later.
    RowLater(u32),
    /// The table is rolled again.
    Reroll,
    /// It has no effects.
    Ignore,
    /// It has no effects now, and is kept for later.
    Defer,
}

/// What the referee orders at a prompt instead of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Order {
    /// These faces come up next.
    Dice(Vec<Num>),
    /// A statement that changes what is in play.
    Change(String),
    /// The step, or the procedure, in which the prompt stands is left.
    Skip,
    /// Back to the prompt before.
    Back,
    /// The referee came back to this prompt.
    CameBack,
    /// Who rolls, or who rules, has changed; whoever answers knows.
    Again,
    /// Somebody wants to see something of what is in play before they answer; nothing changes.
    Look(String),
}

/// Who changed something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum By {
    /// The rules.
    #[default]
    Rules,
    /// The referee, by hand.
    Referee,
}
