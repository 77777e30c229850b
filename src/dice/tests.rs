//! Every operator and every pair of operators against the enumeration of the roll itself.

use super::judge::{hold_against, walk};
use super::*;
use crate::base::Num;
use crate::dist::Budget;

fn condition(compare: Compare, number: i64) -> Condition {
    Condition { compare, number: Num::int(number) }
}

/// Operators with small arguments, every kind of the registry at least once.
fn small_ops() -> Vec<Op> {
    let conditions = [
        condition(Compare::Equal, 1),
        condition(Compare::Less, 3),
        condition(Compare::AtLeast, 3),
        condition(Compare::NotEqual, 2),
    ];
    let mut ops = Vec::new();
    for operator in OPERATORS {
        let build = |arguments| (operator.build)(operator.symbol, arguments).expect("all arguments given");
        match operator.shape {
            Shape::Amount => {
                ops.extend([1, 2].map(|n| build(Arguments { amount: Some(n), ..Arguments::default() })))
            }
            Shape::ConditionAndLimit => {
                ops.push(build(Arguments::default()));
                ops.push(build(Arguments { limit: Some(1), ..Arguments::default() }));
                let when = Some(condition(Compare::Equal, 2));
                ops.push(build(Arguments { when, limit: Some(2), ..Arguments::default() }));
            }
            Shape::Condition => {
                ops.extend(
                    conditions.map(|when| build(Arguments { when: Some(when), ..Arguments::default() })),
                );
            }
            Shape::Counting => {
                let when = Some(conditions[2]);
                ops.push(build(Arguments { when, ..Arguments::default() }));
                ops.push(build(Arguments { when, miss: Some(conditions[0]), ..Arguments::default() }));
            }
            Shape::Bound => ops.push(build(Arguments { bound: Some(Num::int(2)), ..Arguments::default() })),
        }
    }
    ops
}

fn judge(spec: &PoolSpec, most_dice: usize) {
    if spec.fatal_problem().is_some() {
        let refused = spec.total_dist(&mut Budget::default());
        assert!(matches!(refused, Err(ExactError::Problem(_))), "{spec} should be refused");
        return;
    }
    let total = spec.total_dist(&mut Budget::default()).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let verdict = walk(spec, most_dice, |rolled| rolled.total().expect("numbers"));
    hold_against(&spec.to_string(), &total, &verdict);
    let faces = spec.faces_dist(&mut Budget::default()).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let verdict = walk(spec, most_dice, |rolled| {
        let mut kept = rolled.kept.clone();
        kept.sort_unstable();
        kept
    });
    hold_against(&format!("{spec}, values"), &faces, &verdict);
}

#[test]
fn every_operator_agrees_with_the_enumeration() {
    for op in small_ops() {
        for count in 0..=3 {
            for faces in [Faces::Sides(3), Faces::Sides(4), Faces::Fate] {
                judge(&PoolSpec::dice(count, faces).with(op), 5);
            }
        }
    }
}

#[test]
fn every_pair_of_operators_agrees_with_the_enumeration() {
    for first in small_ops() {
        for second in small_ops() {
            for count in 1..=2 {
                judge(&PoolSpec::dice(count, Faces::Sides(3)).with(first).with(second), 5);
            }
        }
    }
}
