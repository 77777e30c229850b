//! The one list of operators, which the parser, the help, completion and the tests read.

use super::ops;
use super::{Condition, Op};
use crate::base::Num;

/// Which operator, without its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OpKind {
    /// `kh`
    KeepHighest,
    /// `kl`
    KeepLowest,
    /// `dh`
    DropHighest,
    /// `dl`
    DropLowest,
    /// `!`
    Explode,
    /// `!!`
    Compound,
    /// `!p`
    Penetrate,
    /// `r`
    Reroll,
    /// `ro`
    RerollOnce,
    /// `c`
    Count,
    /// `min`
    Min,
    /// `max`
    Max,
}

impl OpKind {
    /// The registry's entry.
    pub const fn operator(self) -> &'static Operator {
        match self {
            OpKind::KeepHighest => &ops::KEEP_HIGHEST,
            OpKind::KeepLowest => &ops::KEEP_LOWEST,
            OpKind::DropHighest => &ops::DROP_HIGHEST,
            OpKind::DropLowest => &ops::DROP_LOWEST,
            OpKind::Explode => &ops::EXPLODE,
            OpKind::Compound => &ops::COMPOUND,
            OpKind::Penetrate => &ops::PENETRATE,
            OpKind::Reroll => &ops::REROLL,
            OpKind::RerollOnce => &ops::REROLL_ONCE,
            OpKind::Count => &ops::COUNT,
            OpKind::Min => &ops::MIN,
            OpKind::Max => &ops::MAX,
        }
    }
}

/// What there is to know about an operator.
#[derive(Debug)]
pub struct Operator {
    /// Which one.
    pub kind: OpKind,
    /// How it is written: `kh`.
    pub symbol: &'static str,
    /// What it is called: `keep highest`.
    pub name: &'static str,
    /// Which arguments it takes.
    pub shape: Shape,
    /// How other systems write it.
    pub aliases: &'static [Alias],
    /// One sentence for the help.
    pub help: &'static str,
    /// A pool that uses it.
    pub example: &'static str,
    /// Makes the operator from what was read: the spelling used and the arguments after it.
    pub build: fn(&str, Arguments) -> Result<Op, MissingArgument>,
}

/// Which arguments an operator takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// How many dice; one where it is left out.
    Amount,
    /// A condition and a limit, each of which may be left out.
    ConditionAndLimit,
    /// A condition.
    Condition,
    /// A condition, and after `cf` perhaps a second one.
    Counting,
    /// A number.
    Bound,
}

/// Another system's spelling of an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alias {
    /// How it is written there.
    pub spelling: &'static str,
    /// Where.
    pub system: &'static str,
}

/// What stood after an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Arguments {
    /// The number of dice.
    pub amount: Option<u32>,
    /// The condition.
    pub when: Option<Condition>,
    /// The number after `limit`.
    pub limit: Option<u32>,
    /// The condition after `cf`.
    pub miss: Option<Condition>,
    /// The number of a bound.
    pub bound: Option<Num>,
}

/// An operator stands without an argument that it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MissingArgument {
    /// Such as `r` alone.
    #[error("a condition is missing, such as `=1` or `<3`")]
    Condition,
    /// Such as `min` alone.
    #[error("a number is missing")]
    Number,
}

impl Arguments {
    /// The condition of an operator that needs one.
    ///
    /// # Errors
    /// There is none.
    pub fn condition(&self) -> Result<Condition, MissingArgument> {
        self.when.ok_or(MissingArgument::Condition)
    }

    /// The number of an operator that needs one.
    ///
    /// # Errors
    /// There is none.
    pub fn bound(&self) -> Result<Num, MissingArgument> {
        self.bound.ok_or(MissingArgument::Number)
    }
}

/// Every operator, in the order of the reference.
pub const OPERATORS: [&Operator; 12] = [
    &ops::KEEP_HIGHEST,
    &ops::KEEP_LOWEST,
    &ops::DROP_HIGHEST,
    &ops::DROP_LOWEST,
    &ops::EXPLODE,
    &ops::COMPOUND,
    &ops::PENETRATE,
    &ops::REROLL,
    &ops::REROLL_ONCE,
    &ops::COUNT,
    &ops::MIN,
    &ops::MAX,
];

/// The operator that is written so, here or in another system; case does not matter.
///
/// The second part tells whether the spelling is another system's.
pub fn find_operator(spelling: &str) -> Option<(&'static Operator, Option<Alias>)> {
    OPERATORS.iter().find_map(|operator| {
        if operator.symbol.eq_ignore_ascii_case(spelling) {
            return Some((*operator, None));
        }
        let alias = operator.aliases.iter().find(|alias| alias.spelling.eq_ignore_ascii_case(spelling))?;
        Some((*operator, Some(*alias)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_listed_once_under_its_own_entry() {
        for operator in OPERATORS {
            assert_eq!(operator.kind.operator().symbol, operator.symbol);
            assert_eq!(OPERATORS.iter().filter(|other| other.kind == operator.kind).count(), 1);
        }
    }

    #[test]
    fn spellings_are_unambiguous_and_found_in_any_case() {
        let spellings: Vec<_> = OPERATORS
            .iter()
            .flat_map(|op| std::iter::once(op.symbol).chain(op.aliases.iter().map(|alias| alias.spelling)))
            .collect();
        for spelling in &spellings {
            assert_eq!(spellings.iter().filter(|other| other == &spelling).count(), 1, "{spelling}");
        }
        let (operator, alias) = find_operator("XO").expect("an alias");
        assert_eq!((operator.kind, alias.map(|alias| alias.spelling)), (OpKind::Explode, Some("xo")));
        let once = (operator.build)("xo", Arguments::default()).expect("no argument needed");
        assert_eq!(once.to_string(), "!limit 1");
        assert!(find_operator("e").is_none());
        assert_eq!(
            (OpKind::Reroll.operator().build)("r", Arguments::default()),
            Err(MissingArgument::Condition)
        );
    }
}
