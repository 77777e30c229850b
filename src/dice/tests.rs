//! Every operator and every pair of operators against the enumeration of the roll itself.

use super::judge::{hold_against, walk};
use super::*;
use crate::base::Num;
use crate::dist::Budget;

fn condition(compare: Compare, number: i64) -> Condition {
    Condition { compare, number: Num::int(number), to: None }
}

/// Operators with small arguments, every kind of the registry at least once.
fn small_ops() -> Vec<Op> {
    let conditions = [
        condition(Compare::Equal, 1),
        condition(Compare::Less, 3),
        condition(Compare::AtLeast, 3),
        condition(Compare::NotEqual, 2),
    ];
    let again = |how| move |when, limit| Op::Again(Again { how, when, limit });
    let two = Some(condition(Compare::Equal, 2));
    let keeps = [Op::keep_highest, Op::keep_lowest, Op::drop_highest, Op::drop_lowest];
    let keeps = keeps.iter().flat_map(|keep| [keep(1), keep(2)]);
    let explosions = [How::Join, How::Add, How::JoinLower].map(again);
    let explosions = explosions.iter().flat_map(|of| [of(None, None), of(None, Some(1)), of(two, Some(2))]);
    let rerolls = conditions
        .iter()
        .flat_map(|when| [None, Some(1)].map(|limit| again(How::Replace)(Some(*when), limit)));
    let counts = [None, Some(conditions[0])].map(|miss| Op::Count(Count { hit: conditions[2], miss }));
    let bounds = [Side::AtLeast, Side::AtMost].map(|side| Op::Bound(Bound { side, number: Num::int(2) }));
    let ops: Vec<Op> = keeps.chain(explosions).chain(rerolls).chain(counts).chain(bounds).collect();
    for about in OPERATORS {
        assert!(ops.iter().any(|op| std::ptr::eq(op.about(), about)), "{} is not tried", about.symbol);
    }
    ops
}

/// How far endless explosions are listed here: far enough to tell mistakes from what is open.
const BITS: u32 = 8;

fn judge(spec: &PoolSpec, most_dice: usize) {
    let budget = &mut Budget::default();
    if spec.fatal_problem().is_some() {
        let refused = spec.total_dist(budget);
        assert!(matches!(refused, Err(ExactError::Problem(_))), "{spec} should be refused");
        return;
    }
    let total = spec.total_dist_within(BITS, budget).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let verdict = walk(spec, most_dice, |rolled| rolled.total().expect("numbers"));
    hold_against(&spec.to_string(), &total, &verdict);
    // The general route may be too slow for what has no end; the enumeration judges that alone.
    let budget = &mut Budget::outcomes(3000);
    match spec.total_by_fold(BITS, budget) {
        Ok(folded) => hold_against(&format!("{spec}, by fold"), &total, &judge::verdict_of(&folded)),
        Err(error) => return assert!(matches!(error, ExactError::Dist(_)), "{spec}: {error}"),
    }
    let Ok(faces) = spec.faces_dist_within(BITS, &mut Budget::outcomes(3000)) else { return };
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
            judge(&PoolSpec::dice(2, Faces::Sides(3)).with(first).with(second), 4);
        }
    }
}

#[test]
fn entries_agree_with_the_enumeration() {
    let keeps = [Op::keep_highest(1), Op::keep_lowest(1), Op::drop_lowest(1), Op::drop_highest(1)];
    let exploding = Op::explode(None, Some(1));
    let pools = [
        PoolSpec::dice(1, Faces::Sides(4)).with(exploding),
        PoolSpec::dice(1, Faces::Sides(3)),
        PoolSpec::dice(2, Faces::Sides(2)),
    ];
    for keep in keeps {
        judge(&PoolSpec::entries(pools.to_vec()).with(keep), 6);
        let [.., last] = &pools;
        judge(&PoolSpec::entries(vec![last.clone(), last.clone()]).with(keep), 6);
        let bound = Op::Bound(Bound { side: Side::AtLeast, number: Num::int(3) });
        judge(&PoolSpec::entries(pools.to_vec()).with(bound).with(keep).with(bound), 6);
    }
    judge(&PoolSpec::entries(pools.to_vec()), 6);
}

#[test]
fn three_operators_in_a_row_agree_with_the_enumeration() {
    let condition = condition(Compare::AtLeast, 3);
    let rows: [&[Op]; 6] = [
        &[Op::keep_highest(2), Op::explode(None, None), Op::keep_lowest(2)],
        &[
            Op::drop_lowest(1),
            Op::Bound(Bound { side: Side::AtLeast, number: Num::int(2) }),
            Op::drop_highest(1),
        ],
        &[
            Op::Again(Again { how: How::Replace, when: Some(Condition::equals(Num::ONE)), limit: None }),
            Op::keep_highest(2),
            Op::Count(Count { hit: condition, miss: None }),
        ],
        &[Op::explode(None, None), Op::keep_highest(2), Op::Count(Count { hit: condition, miss: None })],
        &[
            Op::Again(Again { how: How::Add, when: None, limit: None }),
            Op::keep_highest(1),
            Op::Bound(Bound { side: Side::AtMost, number: Num::int(4) }),
        ],
        &[
            Op::Again(Again { how: How::Replace, when: Some(condition), limit: Some(1) }),
            Op::Again(Again { how: How::JoinLower, when: None, limit: None }),
            Op::keep_highest(1),
        ],
    ];
    for row in rows {
        let spec = row.iter().fold(PoolSpec::dice(3, Faces::Sides(3)), |spec, op| spec.with(*op));
        judge(&spec, 6);
    }
}

fn numbers(values: &[i64]) -> Vec<Num> {
    values.iter().copied().map(Num::int).collect()
}

/// Rolls with these faces, which must be just enough.
fn roll(spec: &PoolSpec, faces: &[u32]) -> Rolled {
    struct List<'a>(std::slice::Iter<'a, u32>);
    impl Luck for List<'_> {
        type Stop = &'static str;
        fn face(&mut self, sides: u32) -> Result<u32, &'static str> {
            self.0.next().copied().filter(|face| *face <= sides).ok_or("no face left")
        }
    }
    let mut luck = List(faces.iter());
    let rolled = spec.roll(&mut luck, &mut RollLimits::default()).expect("enough faces");
    assert_eq!(luck.0.next(), None, "faces left over");
    rolled
}

fn sides(count: u32, sides: u32) -> PoolSpec {
    PoolSpec::dice(count, Faces::Sides(sides))
}

#[test]
fn the_order_of_operators_is_the_order_of_their_work() {
    let explode = Op::explode(None, None);
    let keep_first = roll(&sides(3, 4).with(Op::keep_highest(1)).with(explode), &[4, 4, 1, 2]);
    assert_eq!(keep_first.kept, numbers(&[4, 2]));
    let explode_first = roll(&sides(3, 4).with(explode).with(Op::keep_highest(1)), &[4, 4, 1, 2, 3]);
    assert_eq!(explode_first.kept, numbers(&[4]));
    let triple = sides(3, 6).with(Op::drop_lowest(1)).with(Op::drop_highest(1));
    assert_eq!(roll(&triple, &[5, 5, 5]).kept, numbers(&[5]));
}

#[test]
fn a_roll_keeps_what_every_die_did() {
    let compound = Op::Again(Again { how: How::Add, when: None, limit: None });
    let rolled = roll(&sides(2, 6).with(compound), &[6, 2, 6, 3]);
    assert_eq!(rolled.total(), Ok(Num::int(17)));
    assert_eq!(rolled.to_string(), "[6+6+3, 2]");
    let rolled = roll(&sides(4, 6).with(Op::keep_highest(3)), &[6, 5, 3, 1]);
    assert_eq!((rolled.to_string().as_str(), rolled.total()), ("[6, 5, 3, (1)]", Ok(Num::int(14))));
    let rolled = roll(&sides(2, 6).with(Op::explode(None, None)), &[6, 2, 6, 1]);
    assert_eq!(rolled.to_string(), "[6!, 2, 6!, 1]");
    assert_eq!(
        rolled.dice.iter().map(|die| die.role).collect::<Vec<_>>(),
        [Role::First, Role::First, Role::Extra(0), Role::Extra(2)]
    );
    let rolled = roll(
        &sides(2, 6).with(Op::Again(Again {
            how: How::Replace,
            when: Some(Condition::equals(Num::ONE)),
            limit: None,
        })),
        &[1, 2, 1, 4],
    );
    assert_eq!((rolled.kept.clone(), rolled.natural), (numbers(&[4, 2]), Some(Num::int(4))));
    let rolled =
        roll(&sides(1, 20).with(Op::Bound(Bound { side: Side::AtLeast, number: Num::int(10) })), &[3]);
    assert_eq!((rolled.total(), rolled.natural), (Ok(Num::int(10)), Some(Num::int(3))));
    let entries = PoolSpec::entries(vec![sides(1, 8), sides(2, 6)]).with(Op::keep_highest(1));
    let rolled = roll(&entries, &[7, 6, 2]);
    assert_eq!((rolled.to_string().as_str(), rolled.total()), ("[(7), 6+2]", Ok(Num::int(8))));
    assert_eq!(rolled.dice.iter().map(|die| die.kept).collect::<Vec<_>>(), [false, true, true]);
}

#[test]
fn odd_dice() {
    assert_eq!(roll(&PoolSpec::dice(1, Faces::Digits(2)), &[3, 5]).total(), Ok(Num::int(35)));
    assert_eq!(roll(&PoolSpec::dice(3, Faces::Fate), &[1, 2, 3]).kept, numbers(&[-1, 0, 1]));
    let custom = Faces::Numbers(numbers(&[2, 3, 5, 7]).into());
    assert_eq!(roll(&PoolSpec::dice(1, custom), &[4]).total(), Ok(Num::int(7)));
    let texts = Faces::Texts(["hit", "miss", "miss"].map(Into::into).into());
    let text = PoolSpec::dice(1, texts.clone());
    assert_eq!(roll(&text, &[2]).text().map(|text| &**text), Some("miss"));
    let odds = text.text_dist().expect("texts");
    assert_eq!(odds.prob_of(&"miss".into()).to_string(), "2/3");
    assert!(PoolSpec::dice(2, texts).total_dist(&mut Budget::default()).is_err());
    assert_eq!(roll(&sides(0, 6), &[]).total(), Ok(Num::ZERO));
    assert_eq!(sides(0, 6).total_dist(&mut Budget::default()).expect("nothing").outcomes().len(), 1);
}

#[test]
fn problems_are_found_before_rolling() {
    let explode = |when| Op::explode(when, None);
    let kinds = |spec: &PoolSpec| spec.problems().iter().map(|problem| problem.kind).collect::<Vec<_>>();
    let all = condition(Compare::AtLeast, 1);
    assert_eq!(kinds(&sides(3, 6).with(explode(Some(all)))), [ProblemKind::EndlessExplosion]);
    assert_eq!(kinds(&sides(3, 1).with(explode(None))), [ProblemKind::EndlessExplosion]);
    assert_eq!(
        kinds(&sides(3, 6).with(Op::Again(Again { how: How::Replace, when: Some(all), limit: None }))),
        [ProblemKind::EndlessReroll]
    );
    assert_eq!(
        kinds(&sides(3, 6).with(explode(Some(condition(Compare::More, 6))))),
        [ProblemKind::NeverMeets]
    );
    assert_eq!(kinds(&sides(1, 0)), [ProblemKind::NoFaces]);
    assert_eq!(kinds(&sides(4, 6).with(Op::keep_highest(4))), [ProblemKind::KeepsAll]);
    let counted = sides(4, 6).with(Op::Count(Count { hit: all, miss: None })).with(Op::keep_highest(1));
    assert_eq!(kinds(&counted), [ProblemKind::AfterCount]);
    let inner = PoolSpec::entries(vec![sides(1, 4), sides(1, 0)]).with(explode(None));
    assert_eq!(inner.problems()[0].entry, [1]);
    assert_eq!(kinds(&inner), [ProblemKind::NoFaces, ProblemKind::NeedsDice]);
    let values = apply_to_values(&[explode(None)], &numbers(&[1, 2]), &RollLimits::default());
    assert_eq!(values, Err(RollError::Problem(ProblemKind::NeedsDice)));
    let kept = apply_to_values(&[Op::keep_highest(2)], &numbers(&[4, 1, 9]), &RollLimits::default());
    assert_eq!(kept.expect("numbers").kept, numbers(&[4, 9]));
}

#[test]
fn limits_hold() {
    struct Ones;
    impl Luck for Ones {
        type Stop = ();
        fn face(&mut self, _sides: u32) -> Result<u32, ()> {
            Ok(1)
        }
    }
    let limits = RollLimits { dice_left: 100, dice: 100, sides: 100, pool: 50 };
    let refused = |spec: &PoolSpec| spec.roll(&mut Ones, &mut limits.clone()).expect_err("too much");
    assert_eq!(refused(&sides(51, 6)), RollError::Pool { met: Some(51), limit: 50 });
    assert_eq!(refused(&sides(1, 101)), RollError::Sides { met: 101, limit: 100 });
    let on_one = Some(Condition::equals(Num::ONE));
    let endless = sides(1, 6).with(Op::Again(Again { how: How::Add, when: on_one, limit: None }));
    assert_eq!(refused(&endless), RollError::Dice { limit: 100 });
    let joining = sides(1, 6).with(Op::explode(on_one, None));
    assert_eq!(refused(&joining), RollError::Pool { met: None, limit: 50 });
    let huge = sides(100_000, 1_000_000).total_dist(&mut Budget::default());
    assert!(matches!(huge, Err(ExactError::Dist(_))));
}

#[test]
fn pools_are_written_in_the_notation_of_the_language() {
    let nine = condition(Compare::AtLeast, 9);
    let explode = |when, limit| Op::explode(when, limit);
    let written = [
        (sides(4, 6).with(Op::keep_highest(3)), "4d6kh3"),
        (sides(5, 10).with(explode(Some(nine), Some(3))), "5d10!>=9 limit 3"),
        (
            sides(20, 10).with(explode(None, Some(5))).with(Op::Count(Count { hit: nine, miss: None })),
            "20d10!limit 5 c>=9",
        ),
        (sides(2, 6).with(explode(None, None)).with(explode(None, None)), "2d6! !"),
        (
            sides(1, 6)
                .with(Op::Again(Again { how: How::JoinLower, when: None, limit: None }))
                .with(Op::keep_lowest(1)),
            "d6!pkl1",
        ),
        (
            PoolSpec::entries(vec![
                sides(1, 8).with(explode(None, None)),
                sides(1, 6).with(explode(None, None)),
            ])
            .with(Op::keep_highest(1)),
            "{d8!, d6!}kh1",
        ),
        (PoolSpec::dice(4, Faces::Fate), "4dF"),
        (PoolSpec::dice(1, Faces::Digits(3)), "d666"),
        (PoolSpec::dice(1, Faces::Numbers(numbers(&[2, 3]).into())), "d{2,3}"),
    ];
    for (spec, text) in written {
        assert_eq!(spec.to_string(), text);
    }
}

#[test]
fn figures_known_from_elsewhere() {
    let budget = &mut Budget::default();
    let mut total = |spec: PoolSpec| spec.total_dist(budget).expect("within the budget");
    let score = total(sides(4, 6).with(Op::keep_highest(3)));
    assert_eq!(score.mean().expect("complete").to_string(), "15869/1296");
    assert_eq!(score.prob_of(&Num::int(18)).to_string(), "7/432");
    let advantage = total(sides(2, 20).with(Op::keep_highest(1)));
    assert_eq!(advantage.mean().expect("complete").to_string(), "553/40");
    let thousand = total(sides(1000, 6));
    assert_eq!(thousand.len(), 5001);
    assert_eq!(thousand.mean().expect("complete").to_string(), "3500");
    assert_eq!(thousand.variance().expect("complete").to_string(), "8750/3");
    assert_eq!(thousand.outcomes()[0].1, crate::dist::Nat::ONE);
    // Three times 21/5 and three times 266/25, as for one exploding die.
    let exploding = total(sides(3, 6).with(Op::explode(None, None)));
    assert_eq!(exploding.mean().expect("solved").to_string(), "63/5");
    assert_eq!(exploding.variance().expect("solved").to_string(), "798/25");
    assert_eq!(exploding.prob_of(&Num::int(3)).to_string(), "1/216");
    assert!(exploding.residual() <= crate::dist::Prob::one_in_power_of_two(40));
    // On each of twenty dice, a hit for 8, 9, 10, and one more chance for each 10.
    let hits = sides(20, 10).with(Op::explode(None, None));
    let hits = total(hits.with(Op::Count(Count { hit: condition(Compare::AtLeast, 8), miss: None })));
    assert_eq!(hits.mean().expect("solved").to_string(), "20/3");
}

/// The values on the faces, one after the other.
fn values(faces: &Faces) -> Vec<Num> {
    (1..=faces.count()).map(|face| faces.value(face)).collect()
}

/// Dice of every kind whose faces are numbers.
fn dice_with_numbers() -> Vec<Faces> {
    let half = Num::ratio(1, 2).expect("a half");
    let odd = [numbers(&[2, 3, 5, 7]), vec![Num::int(4), half, Num::int(-1), Num::int(4)], numbers(&[3])];
    let odd = odd.into_iter().map(|values| Faces::Numbers(values.into()));
    [Faces::Sides(1), Faces::Sides(6), Faces::Fate, Faces::Digits(1), Faces::Digits(2)]
        .into_iter()
        .chain(odd)
        .collect()
}

/// Conditions of every kind around the numbers on those dice, also between two of them.
fn conditions_to_try() -> Vec<Condition> {
    let halves = (-5..=17).chain([21, 22, 23, 132, 133, 134]);
    let kinds =
        [Compare::Equal, Compare::NotEqual, Compare::Less, Compare::AtMost, Compare::More, Compare::AtLeast];
    let mut all = Vec::new();
    for number in halves.map(|half| Num::ratio(half, 2).expect("a half")) {
        all.extend(kinds.map(|compare| Condition { compare, number, to: None }));
        for reach in [-1, 0, 1, 4, 60] {
            let to = Some(number.add(Num::ratio(reach, 2).expect("a half")).expect("small"));
            all.extend([Compare::Equal, Compare::NotEqual].map(|compare| Condition { compare, number, to }));
        }
    }
    all
}

#[test]
fn a_condition_holds_where_its_sign_says() {
    use std::cmp::Ordering::{Equal, Greater, Less};
    for condition in conditions_to_try() {
        for value in dice_with_numbers().iter().flat_map(values) {
            let order = value.cmp(&condition.number);
            let within = condition.to.map_or(order == Equal, |to| (condition.number..=to).contains(&value));
            let wanted = match condition.compare {
                Compare::Equal => within,
                Compare::NotEqual => !within,
                Compare::Less => order == Less,
                Compare::AtMost => order != Greater,
                Compare::More => order == Greater,
                Compare::AtLeast => order != Less,
            };
            assert_eq!(condition.holds(value), wanted, "{value}{condition}");
            assert_eq!(condition.negated().holds(value), !wanted, "not {value}{condition}");
        }
    }
}

#[test]
fn whether_all_faces_meet_a_condition_is_known_without_a_look_at_each() {
    for faces in dice_with_numbers() {
        let values = values(&faces);
        assert_eq!(
            (faces.lowest(), faces.highest()),
            (values.iter().min().copied(), values.iter().max().copied())
        );
        for condition in conditions_to_try() {
            let all = values.iter().all(|value| condition.holds(*value));
            let none = !values.iter().any(|value| condition.holds(*value));
            assert_eq!(faces.all_meet(&condition), all, "all of {faces}{condition}");
            assert_eq!(faces.none_meet(&condition), none, "none of {faces}{condition}");
            let on_a_face = values.contains(&condition.number);
            assert_eq!(faces.contains(condition.number), on_a_face, "{} on {faces}", condition.number);
        }
    }
}

#[test]
fn faces_are_counted_and_have_their_values() {
    let d66: Vec<i64> = (1..=6).flat_map(|tens| (1..=6).map(move |ones| 10 * tens + ones)).collect();
    assert_eq!(values(&Faces::Digits(2)), numbers(&d66));
    assert_eq!(values(&Faces::Fate), numbers(&[-1, 0, 1]));
    let counts = [Faces::Digits(8), Faces::Digits(9), Faces::Sides(0)].map(|faces| faces.count());
    assert_eq!(counts, [1_679_616, 0, 0]);
    for nothing in [Faces::Sides(0), Faces::Digits(9), Faces::Numbers([].into()), Faces::Texts([].into())] {
        assert_eq!((nothing.lowest(), nothing.highest()), (None, None), "{nothing}");
        assert!(
            !nothing.all_meet(&condition(Compare::AtLeast, 1)) && !nothing.contains(Num::ONE),
            "{nothing}"
        );
    }
}

#[test]
fn values_are_kept_as_dice_are() {
    let budget = &mut Budget::default();
    let d6 = sides(1, 6).total_dist(budget).expect("a die");
    for op in [Op::keep_highest(2), Op::keep_lowest(2), Op::drop_lowest(1), Op::drop_highest(1)] {
        let of_values = values_total_dist(vec![(3, d6.clone())], &[op], BITS, budget).expect("small");
        let of_dice = sides(3, 6).with(op).total_dist(budget).expect("small");
        assert_eq!(of_values.map(|dist| dist.mean()), Some(of_dice.mean()), "{op:?}");
    }
}

#[test]
fn a_penetrating_die_shows_one_less_than_was_thrown() {
    let penetrate = Op::Again(Again { how: How::JoinLower, when: None, limit: None });
    let rolled = roll(&sides(2, 6).with(penetrate), &[6, 1, 6, 4]);
    // The second six is a five, but explodes as what was thrown.
    assert_eq!(rolled.total(), Ok(Num::int(15)));
    assert_eq!(rolled.dice.iter().map(|die| die.value).collect::<Vec<_>>(), numbers(&[6, 1, 5, 3]));
}

#[test]
fn what_makes_sense_is_no_problem() {
    let kinds = |spec: &PoolSpec| spec.problems().iter().map(|problem| problem.kind).collect::<Vec<_>>();
    let eight = Op::Count(Count { hit: condition(Compare::AtLeast, 8), miss: None });
    let compound = Op::Again(Again { how: How::Add, when: None, limit: None });
    // No d6 shows an eight, but dice that were raised or added up do.
    assert_eq!(kinds(&sides(4, 6).with(eight)), [ProblemKind::NeverMeets]);
    assert_eq!(
        kinds(&sides(4, 6).with(Op::Bound(Bound { side: Side::AtLeast, number: Num::int(8) })).with(eight)),
        []
    );
    assert_eq!(kinds(&sides(4, 6).with(compound).with(eight)), []);
    // Four of four dice are all of them, unless more dice have come or some have gone.
    assert_eq!(kinds(&sides(4, 6).with(Op::keep_highest(3))), []);
    assert_eq!(kinds(&sides(4, 6).with(Op::keep_highest(5))), [ProblemKind::KeepsAll]);
    assert_eq!(kinds(&sides(4, 6).with(Op::explode(None, None)).with(Op::keep_highest(4))), []);
    assert_eq!(kinds(&sides(0, 6).with(Op::keep_highest(1))), []);
}

#[test]
fn dice_of_a_pool_are_counted_before_they_are_thrown() {
    assert_eq!(sides(4, 6).with(Op::keep_highest(3)).dice_count(), 4);
    assert_eq!(PoolSpec::entries(vec![sides(1, 8), sides(2, 6), sides(0, 4)]).dice_count(), 3);
    // A die of digits takes as many draws as it has digits.
    assert_eq!([Faces::Sides(20), Faces::Fate, Faces::Digits(3)].map(|faces| faces.draws()), [1, 1, 3]);
}
