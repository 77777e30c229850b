//! Exact odds against plain enumeration: questions of lists of many kinds, each spelled in many ways.
//!
//! What comes up is gone through case by case, in fractions of whole numbers. So much that is called exact must be the
//! same to the last digit in every spelling; what is sampled, cut off or refused is counted, so that it shows when there
//! is more of it.

use std::collections::BTreeMap;

use tablewright::Value;

use crate::support::enumeration::Answer::{Item, Items, Number, YesNo};
use crate::support::enumeration::Looks::{List, Lists, Pair, Three};
use crate::support::enumeration::{Luck, Question, Source, Tally, enumerated, loaded, spellings};

fn max(items: &[i64]) -> i64 {
    items.iter().copied().max().unwrap_or(0)
}

fn min(items: &[i64]) -> i64 {
    items.iter().copied().min().unwrap_or(0)
}

fn sum(items: &[i64]) -> i64 {
    items.iter().sum()
}

fn sorted(items: &[i64]) -> Vec<i64> {
    let mut items = items.to_vec();
    items.sort_unstable();
    items
}

fn distinct(items: &[i64]) -> Vec<i64> {
    let mut seen = Vec::new();
    for item in items {
        if !seen.contains(item) {
            seen.push(*item);
        }
    }
    seen
}

fn count(items: &[i64], of: impl Fn(i64) -> bool) -> i64 {
    items.iter().filter(|item| of(**item)).count() as i64
}

/// How often each different item occurs.
fn groups(items: &[i64]) -> Vec<i64> {
    distinct(items).iter().map(|item| count(items, |other| other == *item)).collect()
}

fn both(xs: &[i64], ys: &[i64]) -> Vec<i64> {
    [xs, ys].concat()
}

fn kinds(items: &[i64]) -> i64 {
    distinct(items).len() as i64
}

/// Questions for items of every kind.
const OF_ALL: &[Question] = &[
    (List, "count(distinct(xs))", |x, _| Number(kinds(x))),
    (List, "count(distinct(xs)) < count(xs)", |x, _| YesNo(kinds(x) < x.len() as i64)),
    (List, "max([count(g) for g in groups of xs by it])", |x, _| Number(max(&groups(x)))),
    (List, "count(groups of xs by it)", |x, _| Number(kinds(x))),
    (Three, "count(groups of xs by it where count(it) >= 2)", |x, _| Number(count(&groups(x), |n| n >= 2))),
    (Three, "sum([count(g) * count(g) for g in groups of xs by it])", |x, _| {
        Number(groups(x).iter().map(|n| n * n).sum())
    }),
    (List, "first(sort xs)", |x, _| Item(min(x))),
    (List, "last(sort xs)", |x, _| Item(max(x))),
    (Three, "first(sort xs down)", |x, _| Item(max(x))),
    (Three, "(sort xs)[2]", |x, _| Item(sorted(x)[1])),
    (Three, "(sort xs down)[1]", |x, _| Item(max(x))),
    (List, "xs[1] is xs[2]", |x, _| YesNo(x[0] == x[1])),
    (Three, "xs[1] == xs[3] or xs[2] == xs[3]", |x, _| YesNo(x[0] == x[2] || x[1] == x[2])),
    (Three, "xs[1] in [xs[2], xs[3]]", |x, _| YesNo(x[1..].contains(&x[0]))),
    (Three, "count([x for x in xs where x is first(xs)])", |x, _| Number(count(x, |n| n == x[0]))),
    (Three, "first(distinct(xs))", |x, _| Item(x[0])),
    (List, "join(sort xs, \"-\")", |x, _| Items(sorted(x))),
    (List, "join(distinct(xs), \"-\")", |x, _| Items(distinct(x))),
    (Lists, "count(distinct(xs ++ ys))", |x, y| Number(kinds(&both(x, y)))),
    (Lists, "xs[1] in ys", |x, y| YesNo(y.contains(&x[0]))),
    (Lists, "count(xs where it in ys)", |x, y| Number(count(x, |n| y.contains(&n)))),
    (Lists, "first(sort xs) is first(sort ys)", |x, y| YesNo(min(x) == min(y))),
    (Lists, "count(distinct(xs)) == count(distinct(ys))", |x, y| YesNo(kinds(x) == kinds(y))),
    (Lists, "xs[1] is ys[1] and xs[2] is ys[2]", |x, y| YesNo(x == y)),
    (Pair, "one is two", |x, y| YesNo(x == y)),
    (Pair, "one in [two]", |x, y| YesNo(x == y)),
    (Pair, "count(distinct([one, two]))", |x, y| Number(kinds(&both(x, y)))),
    (Pair, "first(sort [one, two])", |x, y| Item(min(&both(x, y)))),
    (Pair, "join([one, two], \"-\")", |x, y| Items(both(x, y))),
];

/// Questions for numbers.
const OF_NUMBERS: &[Question] = &[
    (List, "max(xs) - min(xs)", |x, _| Number(max(x) - min(x))),
    (List, "sum(xs) - max(xs)", |x, _| Number(sum(x) - max(x))),
    (List, "sum(distinct(xs))", |x, _| Number(sum(&distinct(x)))),
    (List, "(xs)kh1 + (xs)kl1", |x, _| Number(max(x) + min(x))),
    (Three, "(xs)kh2", |x, _| Number(sum(x) - min(x))),
    (Three, "(xs)c>=2", |x, _| Number(count(x, |n| n >= 2))),
    (Three, "(sort xs)[1] * 10 + (sort xs)[3]", |x, _| Number(min(x) * 10 + max(x))),
    (Three, "(sort xs down)[1] - (sort xs down)[2]", |x, _| Number(max(x) - sorted(x)[1])),
    (Three, "first(sort xs) + 0", |x, _| Number(min(x))),
    (Three, "max(xs) * 10 + count(distinct(xs))", |x, _| Number(max(x) * 10 + kinds(x))),
    (List, "5 in xs", |x, _| YesNo(x.contains(&5))),
    (Three, "count(xs where it == 1)", |x, _| Number(count(x, |n| n == 1))),
    (Three, "count(xs where it >= 5) * 10 + count(xs where it <= 1)", |x, _| {
        Number(count(x, |n| n >= 5) * 10 + count(x, |n| n <= 1))
    }),
    (Three, "count(xs where it in [1, 5])", |x, _| Number(count(x, |n| n == 1 || n == 5))),
    (Three, "count(xs where it is 1 or 5)", |x, _| Number(count(x, |n| n == 1 || n == 5))),
    (Three, "max([x mod 4 for x in xs])", |x, _| Number(x.iter().map(|n| n % 4).max().unwrap_or(0))),
    (Three, "sum([if x >= 5 then 2 else 1 for x in xs])", |x, _| Number(3 + count(x, |n| n >= 5))),
    (Three, "count([x for x in xs where x > min(xs)])", |x, _| Number(count(x, |n| n > min(x)))),
    (Three, "max(xs where it < 5) otherwise 0", |x, _| {
        Number(x.iter().copied().filter(|n| *n < 5).max().unwrap_or(0))
    }),
    (Three, "first(xs where it > 2) otherwise 0", |x, _| {
        Item(x.iter().copied().find(|n| *n > 2).unwrap_or(0))
    }),
    (Three, "max(xs) == 5 and min(xs) == 1", |x, _| YesNo(max(x) == 5 && min(x) == 1)),
    (List, "xs[1] > xs[2]", |x, _| YesNo(x[0] > x[1])),
    (Lists, "max(xs) + max(ys)", |x, y| Number(max(x) + max(y))),
    (Lists, "max(xs) > max(ys)", |x, y| YesNo(max(x) > max(y))),
    (Lists, "sum(xs) - sum(ys)", |x, y| Number(sum(x) - sum(y))),
    (Pair, "one > two", |x, y| YesNo(x > y)),
    (Pair, "one * 10 + two", |x, y| Number(x[0] * 10 + y[0])),
    (Pair, "max(one, two)", |x, y| Number(max(&both(x, y)))),
    (Pair, "if one >= 2 then one + 0 else two + 0", |x, y| Number(if x[0] >= 2 { x[0] } else { y[0] })),
    (Pair, "contest(one, two).margin", |x, y| Number(x[0] - y[0])),
    (Pair, "contest(one, two).success", |x, y| YesNo(x >= y)),
    (Pair, "check(one, two).success", |x, y| YesNo(x >= y)),
    (Pair, "check(one, 2).margin * 10 + two", |x, y| Number((x[0] - 2) * 10 + y[0])),
];

/// Questions for words.
const OF_WORDS: &[Question] = &[
    (List, "count(xs where it is \"birch\")", |x, _| Number(count(x, |n| n == 2))),
    (Three, "count(xs where it is not \"birch\")", |x, _| Number(count(x, |n| n != 2))),
    (Three, "count(xs where it is \"ash\" or \"cole\")", |x, _| Number(count(x, |n| n != 2))),
    (Three, "any([x is \"ash\" for x in xs])", |x, _| YesNo(x.contains(&1))),
    (Three, "all([x is \"birch\" for x in xs])", |x, _| YesNo(count(x, |n| n != 2) == 0)),
    (List, "\"birch\" in xs", |x, _| YesNo(x.contains(&2))),
    (Three, "count(xs where it is \"ash\") > count(xs where it is \"birch\")", |x, _| {
        YesNo(count(x, |n| n == 1) > count(x, |n| n == 2))
    }),
    (Three, "sum([if x is \"ash\" then 5 else 1 for x in xs])", |x, _| Number(3 + 4 * count(x, |n| n == 1))),
    (Three, "first(xs where it is not \"birch\") otherwise \"birch\"", |x, _| {
        Item(x.iter().copied().find(|n| *n != 2).unwrap_or(2))
    }),
    (Pair, "one is \"ash\" and two is \"birch\"", |x, y| YesNo(x[0] == 1 && y[0] == 2)),
];

/// Questions of what is left, where rows stay out and there are five.
const OF_LEFT: &[Question] = &[
    (List, "count(xs) * 10 + t.left", |x, _| Number(x.len() as i64 * 9 + 5)),
    (List, "count(distinct(xs)) * 10 + t.left", |x, _| Number(kinds(x) * 10 + 5 - x.len() as i64)),
    (Lists, "count(xs ++ ys) * 10 + t.left", |_, _| Number(41)),
    (Pair, "if one is two then t.left else t.left * 10", |x, y| Number(if x == y { 3 } else { 30 })),
];

/// A row that is picked by `d4`: 2, 5, 5 or 1, and never in the order of the keys.
const FOUR: &[(i64, u128)] = &[(2, 1), (5, 2), (1, 1)];
/// Five cards: numbers of which one is there twice.
const FIVE: &[(i64, u128)] = &[(5, 1), (1, 1), (1, 1), (2, 1), (3, 1)];
/// One of four is ash, one is cole, two are birch.
const TREES: &[(i64, u128)] = &[(1, 1), (2, 2), (3, 1)];
/// Five cards with words.
const GROVE: &[(i64, u128)] = &[(1, 1), (2, 1), (2, 1), (3, 1), (3, 1)];

const ROLLED: &str = "# times t";

/// A source as it is written below: its name, its program, a single draw, several, what happens to a row that came up,
/// and the rows.
type Line = (&'static str, &'static str, &'static str, &'static str, Luck, &'static [(i64, u128)]);

fn source(line: &Line, words: bool) -> Source {
    let (name, program, one, many, luck, rows) = *line;
    Source { name, program, one, many, luck, rows, words }
}

const PIPES: &str =
    "table t\n| d4 | v | n |\n|--|--:|--|\n| 1 | 2 | ash |\n| 2-3 | 5 | birch |\n| 4 | 1 | cole |\n";
const PLACES: &str = "\
table t\n| d5 | n | v |\n|--|--|--:|\n| 1 | a | 5 |\n| 2 | b | 1 |\n| 3 | c | 1 |\n| 4 | d | 2 |\n| 5 | e | 3 |\n";
const CARDS: &str = "\
deck t\n| weight | n | v |\n|--|--|--:|\n| 1 | ash | 5 |\n| 2 | birch | 1 |\n| 1 | x | 2 |\n| 1 | y | 3 |\n";
const GROWN: &str =
    "deck t\n| weight | v | n |\n|--|--|--|\n| 1 | x | ash |\n| 2 | y | birch |\n| 2 | z | cole |\n";

/// Dice, and tables of numbers. A row `- {u}` of a table of numbers `u` is not among them: it is no number, neither in
/// arithmetic, which refuses it, nor in `sort`, `==` and `in`, which do not, though `max` and `sum` count it as one.
const NUMBERS: &[Line] = &[
    ("plain dice", "", "d5", "# times d5", Luck::Again, &[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]),
    ("written die", "", "d{1, 2, 2, 5}", "# times d{1, 2, 2, 5}", Luck::Again, &[(1, 1), (2, 2), (5, 1)]),
    (
        "keys",
        "table t rolls d3\n  1: 5\n  2: 1\n  3: 2\nend table\n",
        "t",
        ROLLED,
        Luck::Again,
        &[(5, 1), (1, 1), (2, 1)],
    ),
    ("ranges", "table t rolls d4\n  1: 2\n  2-3: 5\n  4: 1\nend table\n", "t", ROLLED, Luck::Again, FOUR),
    (
        "twice",
        "table t rolls d4\n  1: 5\n  2: 2\n  3: 5\n  4: 1\nend table\n",
        "t",
        ROLLED,
        Luck::Again,
        FOUR,
    ),
    ("list", "table t\n- 2\n- 2x 5\n- 1\n", "t", ROLLED, Luck::Again, FOUR),
    ("pipes", PIPES, "t", ROLLED, Luck::Again, FOUR),
    ("column", PIPES, "t.v", "(# times t).v", Luck::Again, FOUR),
];

/// Rows that stay out, and are numbers.
const DRAWN_NUMBERS: &[Line] = &[
    ("deck", "deck t\n- 5\n- 2x 1\n- 2\n- 3\n", "t", ROLLED, Luck::Out, FIVE),
    ("deck column", CARDS, "t.v", "(# times t).v", Luck::Out, FIVE),
    ("drawn", PLACES, "draw(t).v", "", Luck::Out, FIVE),
    (
        "unique",
        "table t\n- 5\n- 2x 1\n- 2\n- 3\n",
        "t",
        "# times t unique",
        Luck::Unique,
        &[(5, 1), (1, 2), (2, 1), (3, 1)],
    ),
    ("unique column", PLACES, "t.v", "(# times t unique).v", Luck::Unique, FIVE),
];

/// Words.
const OF_TREES: &[Line] = &[
    (
        "die",
        "",
        "d{\"ash\", \"birch\", \"birch\", \"cole\"}",
        "# times d{\"ash\", \"birch\", \"birch\", \"cole\"}",
        Luck::Again,
        TREES,
    ),
    ("list", "table t\n- ash\n- 2x birch\n- cole\n", "t", ROLLED, Luck::Again, TREES),
    (
        "ranges",
        "table t rolls d4\n  1: ash\n  2-3: birch\n  4: cole\nend table\n",
        "t",
        ROLLED,
        Luck::Again,
        TREES,
    ),
    ("twice", "table t\n- ash\n- birch\n- birch\n- cole\n", "t", ROLLED, Luck::Again, TREES),
    ("column", PIPES, "t.n", "(# times t).n", Luck::Again, TREES),
    ("rolled", "table t\n- {u}\ntable u\n- ash\n- 2x birch\n- cole\n", "t", ROLLED, Luck::Again, TREES),
    ("deck", "deck t\n- ash\n- 2x birch\n- 2x cole\n", "t", ROLLED, Luck::Out, GROVE),
    ("deck column", GROWN, "t.n", "(# times t).n", Luck::Out, GROVE),
    ("unique", "table t\n- ash\n- 2x birch\n- cole\n", "t", "# times t unique", Luck::Unique, TREES),
];

/// Of each cell, one spelling in so many is asked.
const ONE_IN: usize = 19;

/// Asks questions of sources. Of each cell one spelling in so many is asked, and others in the next cell, so that each
/// source and each question comes in all of them.
fn grid(lines: &[Line], words: bool, questions: &[&[Question]], one_in: usize) -> Tally {
    let mut tally = Tally::default();
    for (row, line) in lines.iter().enumerate() {
        let source = source(line, words);
        for (column, question) in questions.iter().copied().flatten().enumerate() {
            let lengths: &[usize] = match question.0 {
                List if one_in == 1 => &[3, 2],
                List if (row + column).is_multiple_of(3) => &[2],
                List | Three | Lists | Pair => &[3],
            };
            for length in lengths {
                tally.cell(&source, question, *length, |at| (at + row + column).is_multiple_of(one_in));
            }
        }
    }
    tally
}

#[test]
fn lists_of_numbers() {
    grid(NUMBERS, false, &[OF_ALL, OF_NUMBERS], ONE_IN).judge(8, 0, 0);
}

#[test]
fn lists_of_numbers_that_stay_out() {
    grid(DRAWN_NUMBERS, false, &[OF_ALL, OF_NUMBERS], ONE_IN).judge(2, 0, 0);
    grid(&DRAWN_NUMBERS[..3], false, &[OF_LEFT], ONE_IN).judge(0, 0, 0);
}

#[test]
fn lists_of_words() {
    grid(OF_TREES, true, &[OF_ALL, OF_WORDS], ONE_IN).judge(0, 0, 0);
    grid(&OF_TREES[6..8], true, &[OF_LEFT], ONE_IN).judge(0, 0, 0);
}

/// What was wrong once, in all spellings.
#[test]
fn cells_that_were_wrong_once() {
    let cells = [
        (&OF_TREES[5], true, "count(distinct(xs))"),
        (&OF_TREES[5], true, "count(distinct(xs)) == count(distinct(ys))"),
        (&DRAWN_NUMBERS[0], false, "count(distinct(xs))"),
        (&DRAWN_NUMBERS[1], false, "first(sort xs)"),
    ];
    let mut tally = Tally::default();
    for (line, words, asked) in cells {
        let question = OF_ALL.iter().find(|question| question.1 == asked).expect("a question");
        tally.cell(&source(line, words), question, 3, |_| true);
    }
    tally.judge(0, 0, 0);
}

#[test]
#[ignore = "takes minutes; for when something about lists of rows or cards has changed"]
fn every_spelling_of_every_cell() {
    grid(NUMBERS, false, &[OF_ALL, OF_NUMBERS], 1).judge(99, 0, 0);
    grid(DRAWN_NUMBERS, false, &[OF_ALL, OF_NUMBERS], 1).judge(14, 0, 0);
    grid(OF_TREES, true, &[OF_ALL, OF_WORDS], 1).judge(0, 0, 0);
    grid(&DRAWN_NUMBERS[..3], false, &[OF_LEFT], 1).judge(0, 0, 0);
    grid(&OF_TREES[6..8], true, &[OF_LEFT], 1).judge(0, 0, 0);
}

/// How often each cell is played: so often from each of so many seeds.
const SEEDS: u64 = 50;
const PLAYS: u64 = 40;

/// What comes up where a question is played in this spelling, and how often.
fn played(source: &Source, question: &Question, spelled: &str) -> BTreeMap<String, f64> {
    let spellings = spellings(source, question, 3);
    let spelling = spellings.iter().find(|spelling| spelling.name == spelled).expect("a spelling");
    let reshuffle = if source.luck == Luck::Out { "  reshuffle t\n" } else { "" };
    let play = format!("procedure play()\n{reshuffle}  return {}\nend procedure\n", spelling.asked);
    let mut session = loaded(source, &(spelling.defined.clone() + &play)).expect("a sound text");
    let mut often = BTreeMap::new();
    for seed in 0..SEEDS {
        session.set_seed(seed);
        let reply = session.submit(&format!("{PLAYS} times play()")).expect("it is played");
        let values: Vec<Value> = reply.value.expect("a value").try_into().expect("a list");
        for value in values {
            *often.entry(value.text().to_owned()).or_default() += 1.0;
        }
    }
    often
}

/// What is played comes up as often as the odds say.
#[test]
fn play_and_odds_are_the_same_game() {
    let cells = [
        (&NUMBERS[2], false, "(sort xs)[2]", "let"),
        (&NUMBERS[3], false, "max([count(g) for g in groups of xs by it])", "where"),
        (&NUMBERS[4], false, "count(groups of xs by it)", "handed"),
        (&NUMBERS[6], false, "count(xs where it == 1)", "loop"),
        (&DRAWN_NUMBERS[0], false, "count(distinct(xs))", "let"),
        (&DRAWN_NUMBERS[1], false, "first(sort xs)", "where"),
        (&DRAWN_NUMBERS[0], false, "contest(one, two).margin", "inline"),
        (&DRAWN_NUMBERS[1], false, "max(xs) + max(ys)", "handed"),
        (&DRAWN_NUMBERS[3], false, "(xs)kh1 + (xs)kl1", "fn of list"),
        (&OF_TREES[5], true, "xs[1] is xs[2]", "after if"),
        (&OF_TREES[5], true, "count(distinct(xs))", "fn"),
        (&OF_TREES[6], true, "count(distinct(xs)) < count(xs)", "added"),
    ];
    let mut wrong = Vec::new();
    for (line, words, asked, spelled) in cells {
        let source = source(line, words);
        let known = |question: &&Question| question.1 == asked;
        let question = OF_ALL.iter().chain(OF_NUMBERS).find(known).expect("a question");
        let mut often = played(&source, question, spelled);
        for (shown, chance) in enumerated(&source, question, 3) {
            let (found, p, n) = (often.remove(&shown).unwrap_or(0.0), chance.float(), (SEEDS * PLAYS) as f64);
            if (found - n * p).abs() > 5.0 * (n * p * (1.0 - p)).sqrt() {
                wrong.push(format!(
                    "{} × {asked} × {spelled}: {shown} {found} times, not {}",
                    source.name,
                    n * p
                ));
            }
        }
        wrong.extend(often.keys().map(|shown| format!("{} × {asked} × {spelled}: {shown}", source.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
