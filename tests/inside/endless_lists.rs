//! Several looks at one list of dice without end, held against all lists of dice that explode a few times at most: what
//! an outcome weighs there is too little by no more than what explodes more often.

use std::collections::BTreeMap;

use crate::session::odds::{Method, OddsAsk};
use crate::session::{RollSeed, Session};

/// How often a die is followed.
const MOST_THROWS: u32 = 6;

/// What a die that explodes on its highest face comes to, as long as it is followed.
fn exploding(sides: i64) -> Vec<(i64, f64)> {
    let face = 1.0 / sides as f64;
    let throws =
        (0..MOST_THROWS).map(|before| (i64::from(before) * sides, face.powf(f64::from(before) + 1.0)));
    throws.flat_map(|(so_far, weight)| (1..sides).map(move |face| (so_far + face, weight))).collect()
}

/// How likely each answer is, for all lists of one die of each size.
fn listed(sizes: &[i64], asked: OfList) -> BTreeMap<i64, f64> {
    let mut lists: Vec<(Vec<i64>, f64)> = vec![(Vec::new(), 1.0)];
    for sides in sizes {
        let die = exploding(*sides);
        let longer = |(list, weight): &(Vec<i64>, f64)| {
            let (list, weight) = (list.clone(), *weight);
            let with = move |(value, own): &(i64, f64)| ([list.clone(), vec![*value]].concat(), weight * own);
            die.iter().map(with).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    let mut answers = BTreeMap::new();
    for (list, weight) in lists {
        *answers.entry(asked(&list)).or_insert(0.0) += weight;
    }
    answers
}

fn count(list: &[i64], met: impl Fn(i64) -> bool) -> i64 {
    list.iter().filter(|value| met(**value)).count() as i64
}

fn highest(list: &[i64], dice: usize) -> i64 {
    let mut list = list.to_vec();
    list.sort_unstable_by(|a, b| b.cmp(a));
    list.iter().take(dice).sum()
}

fn least(list: &[i64]) -> i64 {
    list.iter().copied().min().unwrap_or(0)
}

type OfList = fn(&[i64]) -> i64;

/// A question about a list `p`, and the same of a list that is at hand.
const LOOKS: &[(&str, OfList)] = &[
    ("max(p) - min(p)", |p| highest(p, 1) - least(p)),
    ("sum(p) - max(p)", |p| p.iter().sum::<i64>() - highest(p, 1)),
    ("sum(p) - 3 * count(p where it == 1)", |p| p.iter().sum::<i64>() - 3 * count(p, |die| die == 1)),
    ("2 * count(p where it >= 5) - count(p where it == 1)", |p| {
        2 * count(p, |x| x >= 5) - count(p, |x| x == 1)
    }),
    ("count(p where it >= 5) * 10 + min(p)", |p| count(p, |die| die >= 5) * 10 + least(p)),
    ("(p)c>=3 + 7 * (p)c in 2..6", |p| count(p, |x| x >= 3) + 7 * count(p, |x| (2..=6).contains(&x))),
    ("if any([it > 6 for it in p]) then min(p) else 100", |p| if highest(p, 1) > 6 { least(p) } else { 100 }),
    ("(p)kh2 - (p)kl1", |p| highest(p, 2) - least(p)),
    ("(p)kl2 * 2 - min(p)", |p| 2 * (p.iter().sum::<i64>() - highest(p, p.len() - 2)) - least(p)),
    ("(sort p)[2] + 100 * count(p where it is even)", |p| {
        let mut sorted = p.to_vec();
        sorted.sort_unstable();
        sorted[1] + 100 * count(p, |die| die % 2 == 0)
    }),
    ("sum([min(it, 6) for it in p]) + 50 * count(p where it > 6)", |p| {
        p.iter().map(|die| die.min(&6)).sum::<i64>() + 50 * count(p, |die| die > 6)
    }),
    ("sum([1 for it in p where it > 3]) - sum([2 for it in p where it < 3])", |p| {
        count(p, |die| die > 3) - 2 * count(p, |die| die < 3)
    }),
    ("count(distinct(p)) * 10 + max([count(g) for g in groups of p by it])", |p| {
        let mut kinds = BTreeMap::new();
        p.iter().for_each(|die| *kinds.entry(*die).or_insert(0) += 1);
        kinds.len() as i64 * 10 + kinds.values().max().copied().unwrap_or(0)
    }),
];

#[test]
fn looks_at_lists_of_dice_without_end_are_those_of_all_lists() {
    let mut session = Session::new(RollSeed::new(1));
    for (list, sizes) in [("3 times d4!", &[4, 4, 4][..]), ("[d3!, d6!]", &[3, 6])] {
        let further: f64 = sizes.iter().map(|sides| (*sides as f64).powf(-f64::from(MOST_THROWS))).sum();
        for (asked, of_list) in LOOKS {
            let question = format!("{asked} where p = {list}");
            let ask = OddsAsk { exact_only: true, ..OddsAsk::default() };
            let (odds, _) = session.odds(&question, &ask, &|_| {}).unwrap_or_else(|_| panic!("{question}"));
            assert!(matches!(odds.method, Method::Exact | Method::Short), "{question}");
            let given: BTreeMap<String, f64> = odds.outcomes().map(|one| (one.text(), one.p())).collect();
            for (answer, chance) in listed(sizes, *of_list) {
                let found = given.get(&answer.to_string()).copied().unwrap_or(0.0);
                let is_between = found > chance - 1e-7 && found < chance + further;
                assert!(is_between, "{question}: {answer} is {found}, and at least {chance}");
            }
        }
    }
}
