//! The one list of operators, which the parser, the help, completion and the tests read.

use super::Op;
use super::effect::{End, Keep};
use super::operator::{About, Alias, Arguments, MissingArgument};
use super::ops::{self, Compound, Count, Explode, LowerTo, Penetrate, RaiseTo, Reroll, RerollOnce};

/// An operator: what there is to know about it, and how it is made.
#[derive(Debug)]
pub(crate) struct Operator {
    /// What there is to know about it.
    pub about: About,
    /// Makes the operator from what was read: the spelling used and the arguments after it.
    pub build: fn(&str, Arguments) -> Result<Op, MissingArgument>,
}

impl Op {}

/// Every operator, in the order of the reference.
pub(crate) static OPERATORS: [Operator; 12] = [
    Operator { about: ops::KEEP_HIGHEST, build: |_, it| Ok(Op::Keep(Keep::build(End::Highest, false, it))) },
    Operator { about: ops::KEEP_LOWEST, build: |_, it| Ok(Op::Keep(Keep::build(End::Lowest, false, it))) },
    Operator { about: ops::DROP_HIGHEST, build: |_, it| Ok(Op::Keep(Keep::build(End::Highest, true, it))) },
    Operator { about: ops::DROP_LOWEST, build: |_, it| Ok(Op::Keep(Keep::build(End::Lowest, true, it))) },
    Operator { about: ops::EXPLODE, build: |spelling, it| Explode::build(spelling, it).map(Op::Explode) },
    Operator { about: ops::COMPOUND, build: |spelling, it| Compound::build(spelling, it).map(Op::Compound) },
    Operator {
        about: ops::PENETRATE,
        build: |spelling, it| Penetrate::build(spelling, it).map(Op::Penetrate),
    },
    Operator { about: ops::REROLL, build: |spelling, it| Reroll::build(spelling, it).map(Op::Reroll) },
    Operator {
        about: ops::REROLL_ONCE,
        build: |spelling, it| RerollOnce::build(spelling, it).map(Op::RerollOnce),
    },
    Operator { about: ops::COUNT, build: |spelling, it| Count::build(spelling, it).map(Op::Count) },
    Operator { about: ops::MIN, build: |_, it| RaiseTo::build(it).map(Op::Min) },
    Operator { about: ops::MAX, build: |_, it| LowerTo::build(it).map(Op::Max) },
];

/// The operator that is written so, here or in another system; case does not matter.
///
/// The second part tells whether the spelling is another system's.
pub(crate) fn find_operator(spelling: &str) -> Option<(&'static Operator, Option<Alias>)> {
    OPERATORS.iter().find_map(|operator| {
        if operator.about.symbol.eq_ignore_ascii_case(spelling) {
            return Some((operator, None));
        }
        let alias =
            operator.about.aliases.iter().find(|alias| alias.spelling.eq_ignore_ascii_case(spelling))?;
        Some((operator, Some(*alias)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_unambiguous_and_found_in_any_case() {
        let spellings: Vec<_> = OPERATORS
            .iter()
            .flat_map(|op| {
                std::iter::once(op.about.symbol).chain(op.about.aliases.iter().map(|alias| alias.spelling))
            })
            .collect();
        for spelling in &spellings {
            assert_eq!(spellings.iter().filter(|other| other == &spelling).count(), 1, "{spelling}");
        }
        let (operator, alias) = find_operator("XO").expect("an alias");
        assert_eq!((operator.about.symbol, alias.map(|alias| alias.spelling)), ("!", Some("xo")));
        let once = (operator.build)("xo", Arguments::default()).expect("no argument needed");
        assert_eq!(once.to_string(), "!limit 1");
        assert!(find_operator("e").is_none());
        let (reroll, _) = find_operator("r").expect("an operator");
        assert_eq!((reroll.build)("r", Arguments::default()), Err(MissingArgument::Condition));
    }
}
