//! Values: what expressions give while a plan runs.

use std::cmp::Ordering;
use std::sync::Arc;

use super::{Ix, Open, Ratio};
use crate::base::Num;
use crate::check::program::{RosterId, ScaleId, TableId, UnitId, UnrolledId};
use crate::dist::Fraction;

/// A value. Copies are cheap: what is large is shared and never changes.
///
/// Equality, order and hash are of the representation, as merging of states needs it; what the
/// language calls equal is [`Value::same`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) enum Value {
    /// What a local holds before it is given a value; never seen by a program.
    #[default]
    Unset,
    /// The absent value.
    Nothing,
    /// Yes or no.
    YesNo(bool),
    /// A number.
    Number(Num),
    /// A number shown as a percentage.
    Percent(Num),
    /// A number with a unit.
    Quantity(Num, UnitId),
    /// A probability, shown as a fraction; or a mean that is too fine for [`Num`].
    Fraction(Arc<Ratio>),
    /// A word of a ladder or list.
    Word(ScaleId, u32),
    /// Words of a list, in its order.
    Set(ScaleId, Arc<[u32]>),
    /// Text.
    Text(Arc<str>),
    /// A range of numbers, both ends included; an open end is `None`.
    Range(Arc<(Option<Num>, Option<Num>)>),
    /// A list.
    List(Arc<Vec<Value>>),
    /// A row that was picked.
    Row(Arc<RowValue>),
    /// A record of a roster, by its number there.
    Record(RosterId, u32),
    /// Named parts, in order.
    Parts(Arc<[(Arc<str>, Value)]>),
    /// Something unrolled: each mention rolls it.
    Unrolled(Arc<Unrolled>),
    /// A distribution, as `odds` gives it.
    Odds(Arc<OddsValue>),
    /// A number that is open: only exact odds make these.
    Open(Arc<Open>),
}

/// A row that was picked, with all that is in it rolled.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RowValue {
    /// The table.
    pub table: TableId,
    /// Which row.
    pub row: u32,
    /// What picked it: the roll or the key looked up; `nothing` for rows drawn by weight.
    pub roll: Value,
    /// The table's arguments.
    pub args: Arc<[Value]>,
    /// Its results, one for each column.
    pub cells: Arc<[Value]>,
}

/// Something handed over unrolled.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Unrolled {
    /// An expression with the values of the locals that it captured.
    Expr(UnrolledId, Arc<[Value]>),
    /// A table with its arguments.
    Table(TableId, Arc<[Value]>),
    /// A pool of the plan that is left to the loop that goes through its list: only exact odds make these.
    Pool(Ix),
}

/// A distribution as a value: outcomes with their exact probabilities, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct OddsValue {
    /// Each outcome with its probability.
    pub outcomes: Vec<(Value, Fraction)>,
    /// Whether each probability but the last is the least that it can be: the last is that of what is not
    /// listed, which may be any of the others.
    pub short: bool,
}

/// What stands directly inside a value beside items and parts, by how it stands there.
#[derive(Default)]
struct DirectParts<'v> {
    row: Option<&'v RowValue>,
    taken: &'v [Value],
    outcomes: &'v [(Value, Fraction)],
}

/// A number and the unit that it is in.
pub(crate) type Measured = (Num, Option<UnitId>);

impl Value {
    /// Text as a value.
    pub(crate) fn text(text: impl Into<Arc<str>>) -> Value {
        Value::Text(text.into())
    }

    /// A whole number as a value.
    pub(crate) fn int(value: i64) -> Value {
        Value::Number(Num::int(value))
    }

    /// The number that this is or counts as: a yes is 1, a no is 0; a row with a single number is that.
    pub(crate) fn as_number(&self) -> Option<Num> {
        match self {
            Value::Number(number) | Value::Percent(number) => Some(*number),
            Value::YesNo(yes) => Some(Num::int(i64::from(*yes))),
            Value::Row(row) => {
                let number = |cell: &&Value| matches!(cell, Value::Number(_) | Value::Percent(_));
                row.cells.first().filter(number).and_then(Value::as_number)
            }
            Value::Fraction(fraction) => fraction.to_num(),
            Value::Unset
            | Value::Nothing
            | Value::Quantity(..)
            | Value::Word(..)
            | Value::Set(..)
            | Value::Text(_)
            | Value::Range(_)
            | Value::List(_)
            | Value::Record(..)
            | Value::Parts(_)
            | Value::Unrolled(_)
            | Value::Odds(_)
            | Value::Open(_) => None,
        }
    }

    /// The number that this is or counts as, in its unit where it has one.
    pub(crate) fn amount(&self) -> Option<Num> {
        if let Value::Quantity(amount, _) = self { Some(*amount) } else { self.as_number() }
    }

    /// The number that this is, and the unit that it is in; `None` for what only counts as a number.
    pub(crate) fn measured(&self) -> Option<Measured> {
        if let Value::Quantity(amount, unit) = self {
            return Some((*amount, Some(*unit)));
        }
        if let Value::Number(number) = self { Some((*number, None)) } else { None }
    }

    /// How many values this holds, one beside the other; of a text, for each few letters one.
    pub(crate) fn parts(&self) -> usize {
        const LETTERS: usize = 24;
        match self {
            Value::List(items) => items.len(),
            Value::Parts(parts) => parts.len() * 2,
            Value::Row(row) => row.cells.len() + row.args.len() + 4,
            Value::Text(text) => text.len() / LETTERS,
            Value::Set(_, words) => words.len() / LETTERS,
            Value::Odds(odds) => odds.outcomes.len() * 4,
            Value::Unset
            | Value::Nothing
            | Value::YesNo(_)
            | Value::Number(_)
            | Value::Percent(_)
            | Value::Quantity(..)
            | Value::Fraction(_)
            | Value::Word(..)
            | Value::Range(_)
            | Value::Record(..)
            | Value::Unrolled(_)
            | Value::Open(_) => 0,
        }
    }

    /// The values that are laid side by side in this: the items of a list, the parts with names.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Value> {
        let items = if let Value::List(items) = self { items.as_slice() } else { &[] };
        let parts = if let Value::Parts(parts) = self { &**parts } else { &[] };
        items.iter().chain(parts.iter().map(|(_, part)| part))
    }

    /// The same with something else in the place of each of its items (see [`Value::items`]).
    pub(crate) fn with_items(&self, mut made: impl FnMut(&Value) -> Value) -> Value {
        if let Value::List(items) = self {
            return Value::List(Arc::new(items.iter().map(made).collect()));
        }
        let Value::Parts(parts) = self else { return self.clone() };
        Value::Parts(parts.iter().map(|(name, part)| (Arc::clone(name), made(part))).collect())
    }

    /// All values that stand directly inside this: its items, what a row is made of, what an unrolled
    /// expression took along, the outcomes of a distribution.
    pub(crate) fn held(&self) -> impl Iterator<Item = &Value> {
        let DirectParts { row, taken, outcomes, .. } = self.inside();
        let row =
            row.into_iter().flat_map(|row| std::iter::once(&row.roll).chain(&*row.args).chain(&*row.cells));
        self.items().chain(row).chain(taken).chain(outcomes.iter().map(|(outcome, _)| outcome))
    }

    fn inside(&self) -> DirectParts<'_> {
        match self {
            Value::Row(row) => DirectParts { row: Some(row), ..DirectParts::default() },
            Value::Unrolled(unrolled) => match &**unrolled {
                Unrolled::Expr(_, taken) | Unrolled::Table(_, taken) => {
                    DirectParts { taken, ..DirectParts::default() }
                }
                Unrolled::Pool(_) => DirectParts::default(),
            },
            Value::Odds(odds) => DirectParts { outcomes: &odds.outcomes, ..DirectParts::default() },
            Value::Unset
            | Value::Nothing
            | Value::YesNo(_)
            | Value::Number(_)
            | Value::Percent(_)
            | Value::Quantity(..)
            | Value::Fraction(_)
            | Value::Word(..)
            | Value::Set(..)
            | Value::Text(_)
            | Value::Range(_)
            | Value::List(_)
            | Value::Parts(_)
            | Value::Record(..)
            | Value::Open(_) => DirectParts::default(),
        }
    }

    /// Whether this is a record, or holds one.
    pub(crate) fn holds_record(&self) -> bool {
        matches!(self, Value::Record(..)) || self.held().any(Value::holds_record)
    }

    /// Whether this is less than what was asked for by what is not listed, or holds what is.
    pub(crate) fn is_short(&self) -> bool {
        let itself = match self {
            Value::Fraction(ratio) => ratio.short().is_some(),
            Value::Odds(odds) => odds.short,
            Value::Unset
            | Value::Nothing
            | Value::YesNo(_)
            | Value::Number(_)
            | Value::Percent(_)
            | Value::Quantity(..)
            | Value::Word(..)
            | Value::Set(..)
            | Value::Text(_)
            | Value::Range(_)
            | Value::List(_)
            | Value::Row(_)
            | Value::Record(..)
            | Value::Parts(_)
            | Value::Unrolled(_)
            | Value::Open(_) => false,
        };
        itself || self.held().any(Value::is_short)
    }

    /// A sum that is in this or in what it holds, where it is or holds a number that is open.
    pub(crate) fn open_sum(&self) -> Option<u32> {
        if let Value::Open(open) = self {
            return open.sums.first().map(|(sum, _)| *sum);
        }
        self.held().find_map(Value::open_sum)
    }

    /// The ends of a range of whole numbers, where this is one.
    pub(crate) fn as_whole_range(&self) -> Option<(i64, i64)> {
        let Value::Range(range) = self else { return None };
        range.0.and_then(Num::as_int).zip(range.1.and_then(Num::as_int))
    }

    /// Text, where this is some.
    pub(crate) fn as_text(&self) -> Option<&Arc<str>> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    /// Yes or no, where this is one.
    pub(crate) fn as_yes_no(&self) -> Option<bool> {
        if let Value::YesNo(yes) = self { Some(*yes) } else { None }
    }

    /// Whether the language calls the two equal: percentages are numbers, and text ignores case.
    pub(crate) fn same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Number(a) | Value::Percent(a), Value::Number(b) | Value::Percent(b)) => a == b,
            (Value::Fraction(fraction), Value::Number(number) | Value::Percent(number))
            | (Value::Number(number) | Value::Percent(number), Value::Fraction(fraction)) => {
                **fraction == (*number).into()
            }
            (Value::Text(a), Value::Text(b)) => a == b || a.to_lowercase() == b.to_lowercase(),
            (Value::List(a), Value::List(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.same(b))
            }
            _ => self == other,
        }
    }

    /// The order in which the language sorts values of one kind; values of several kinds by kind.
    pub(crate) fn order(&self, other: &Value) -> Ordering {
        match (self.as_number(), other.as_number()) {
            (Some(a), Some(b)) => a.cmp(&b).then_with(|| self.cmp(other)),
            _ => self.cmp(other),
        }
    }

    /// The items of a list.
    pub(crate) fn as_list(&self) -> Option<&Arc<Vec<Value>>> {
        if let Value::List(items) = self { Some(items) } else { None }
    }

    /// How much room the value itself takes, in steps of the engine's budget.
    pub(crate) fn weight(&self) -> u64 {
        let items = match self {
            Value::Text(text) => text.len() / 16,
            Value::List(items) => items.len(),
            Value::Set(_, words) => words.len(),
            Value::Parts(parts) => parts.len(),
            Value::Row(row) => row.cells.len(),
            Value::Odds(odds) => odds.outcomes.len(),
            Value::Unset
            | Value::Nothing
            | Value::YesNo(_)
            | Value::Number(_)
            | Value::Percent(_)
            | Value::Quantity(..)
            | Value::Fraction(_)
            | Value::Word(..)
            | Value::Range(_)
            | Value::Record(..)
            | Value::Unrolled(_)
            | Value::Open(_) => 0,
        };
        items as u64
    }
}
