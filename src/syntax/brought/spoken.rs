//! Questions and orders as people say them.

use super::{Brought, again, begins_with_die, is_name, is_number, is_plain_pool};
use crate::syntax::words;

const FROM: &str = "plain words";

/// Beginnings of questions about how likely something is.
const LIKELY: &[&str] = &[
    "how likely is ",
    "what is the chance of ",
    "what is the chance that ",
    "what's the chance of ",
    "what is the probability of ",
    "chance of ",
    "chance that ",
    "probability of ",
    "probability that ",
    "p of ",
    "chance ",
];
/// Beginnings of questions about a whole distribution.
const ODDS: &[&str] =
    &["what are the odds of ", "what are the odds that ", "the odds of ", "odds of ", "odds for "];
/// Beginnings of questions about an average.
const MEAN: &[&str] = &[
    "what is the average of ",
    "the average of ",
    "average of ",
    "average ",
    "mean of ",
    "mean ",
    "expected value of ",
];

/// `chance 2d6 > 7`, `what are the odds of 2d6`, `average of 2d6`, `what is 2d6`.
pub(super) fn asked(line: &str) -> Option<Brought> {
    let line = line.trim_end_matches('?').trim_end();
    let rest = |beginnings: &[&str]| {
        let lower = line.to_ascii_lowercase();
        let found = beginnings.iter().find(|beginning| lower.starts_with(**beginning))?;
        line.get(found.len()..).map(str::trim).filter(|rest| begins_roll(rest))
    };
    if let Some(rest) = rest(LIKELY) {
        let compares = rest.contains(['<', '>', '=']) || rest.contains(" in ") || rest.contains(" is ");
        let inner = again(rest);
        return Brought::sure(
            FROM,
            if compares { format!("chance({inner})") } else { format!("odds {inner}") },
        );
    }
    if let Some(rest) = rest(ODDS) {
        return Brought::sure(FROM, format!("odds {}", again(rest)));
    }
    if let Some(rest) = rest(MEAN) {
        return Brought::sure(FROM, format!("mean({})", again(rest)));
    }
    rest(&["what is ", "what's "]).map(|rest| Brought::sure(FROM, again(rest)))?
}

/// `chance of 7 on 2d6`, `what are the odds of rolling 15 or more on 3d6`.
pub(super) fn likely(line: &str) -> Option<Brought> {
    let lower = line.trim_end_matches('?').trim_end().to_ascii_lowercase();
    let rest = LIKELY.iter().chain(ODDS).find_map(|beginning| lower.strip_prefix(*beginning))?;
    let rest = ["rolling ", "getting ", "to roll ", "a "]
        .iter()
        .fold(rest, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let (target, dice) =
        [" on ", " with ", " in ", " from "].iter().find_map(|link| rest.split_once(link))?;
    let dice = dice.strip_prefix("a ").unwrap_or(dice);
    if !begins_roll(dice) {
        return None;
    }
    let (sign, number) = compared(target.trim());
    is_number(number).then(|| Brought::sure(FROM, format!("chance({} {sign} {number})", again(dice))))?
}

/// What is asked of a roll: `15 or more`, `at most 3`, `7`.
fn compared(target: &str) -> (&'static str, &str) {
    const BEFORE: &[(&str, &str)] = &[
        ("at least ", ">="),
        ("at most ", "<="),
        ("more than ", ">"),
        ("less than ", "<"),
        ("over ", ">"),
        ("under ", "<"),
    ];
    const AFTER: &[(&str, &str)] = &[
        (" or more", ">="),
        (" or higher", ">="),
        (" or better", ">="),
        (" or above", ">="),
        ("+", ">="),
        (" or less", "<="),
        (" or lower", "<="),
        (" or below", "<="),
        (" or under", "<="),
    ];
    let before = BEFORE.iter().find_map(|(said, sign)| Some((*sign, target.strip_prefix(said)?)));
    let after = || AFTER.iter().find_map(|(said, sign)| Some((*sign, target.strip_suffix(said)?)));
    before.or_else(after).unwrap_or(("==", target))
}

/// `3d6 exploding`, `d6 reroll 1s`, `10d10 successes 7`.
pub(super) fn modified(line: &str) -> Option<Brought> {
    let (pool, words) = line.split_once(' ')?;
    if !is_plain_pool(pool) {
        return None;
    }
    let words = words.trim().to_ascii_lowercase();
    if matches!(words.as_str(), "exploding" | "explode" | "explodes" | "exploded" | "aces") {
        return Brought::sure(FROM, format!("{pool}!"));
    }
    let (word, number) = words.rsplit_once(' ')?;
    let number = number.trim_end_matches('s').trim_end_matches('+');
    is_number(number).then_some(())?;
    match word.trim() {
        "reroll" | "rerolling" | "reroll all" => Brought::either(
            FROM,
            vec![
                ("until another face comes up", format!("{pool}r={number}")),
                ("once", format!("{pool}ro={number}")),
            ],
        ),
        "reroll once" => Brought::sure(FROM, format!("{pool}ro={number}")),
        "success" | "successes" | "successes on" | "success on" | "target" | "difficulty" => {
            Brought::sure(FROM, format!("{pool}c>={number}"))
        }
        _ => None,
    }
}

/// `flip a coin`.
pub(super) fn tossed(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    let known = ["flip a coin", "toss a coin", "flip coin", "coin flip", "coin toss"];
    known.contains(&lower.as_str()).then(|| Brought::sure(FROM, "d{\"heads\", \"tails\"}"))?
}

/// `sum 2d6`, `highest of 2d6`, `drop lowest 4d6`, `5d10 count 8+`.
pub(super) fn kept(line: &str) -> Option<Brought> {
    const KEPT: &[(&str, &str)] = &[
        ("drop lowest ", "dl1"),
        ("drop highest ", "dh1"),
        ("keep highest ", "kh1"),
        ("keep lowest ", "kl1"),
        ("highest ", "kh1"),
        ("lowest ", "kl1"),
        ("best ", "kh1"),
        ("worst ", "kl1"),
        ("max ", "kh1"),
        ("min ", "kl1"),
        ("sum ", ""),
        ("total ", ""),
        ("add ", ""),
    ];
    let line = line.strip_prefix("the ").unwrap_or(line);
    let (said, modifier) = KEPT.iter().find(|(said, _)| line.starts_with(said))?;
    let rest = line.get(said.len()..)?.trim();
    let rest =
        ["of the ", "of ", "the ", "from "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    is_plain_pool(rest).then(|| Brought::sure(FROM, format!("{rest}{modifier}")))?
}

/// `1-in-6`, `2 in 6 chance`.
pub(super) fn one_in(line: &str) -> Option<Brought> {
    let bare = line.strip_suffix(" chance").unwrap_or(line);
    let (few, all) = bare.split_once("-in-").or_else(|| bare.split_once(" in "))?;
    (bare != line || line.contains("-in-")).then_some(())?;
    (is_number(few) && is_number(all)).then(|| Brought::sure(FROM, format!("{few} in {all}")))?
}

/// `abbey twice`, `2d6 3 times`, `3 times on the abbey table`.
pub(super) fn so_often(line: &str) -> Option<Brought> {
    let (count, what) = often(line)?;
    let what = table(what);
    let known = words::is_starting(what);
    (!known && (is_name(what) || begins_with_die(what)))
        .then(|| Brought::sure(FROM, format!("{count} times {}", again(what))))?
}

/// `on the abbey table`, `the abbey table`.
pub(super) fn table_named(line: &str) -> Option<Brought> {
    let named = table(line);
    let said = line.ends_with(" table") || line.starts_with("on ");
    let in_words = named.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '\''));
    let name = if in_words { crate::syntax::identifier(named) } else { named.to_owned() };
    (said && named != line && is_name(&name) && !words::is_starting(&name))
        .then(|| Brought::sure(FROM, name))?
}

/// Whether a line is an order in words.
pub(super) fn is_spoken(line: &str) -> bool {
    so_often(line).is_some() || table_named(line).is_some()
}

/// How often, and what.
fn often(line: &str) -> Option<(&str, &str)> {
    const COUNTS: &[(&str, &str)] = &[("once", "1"), ("twice", "2"), ("thrice", "3"), ("three times", "3")];
    for (said, count) in COUNTS {
        let what = line.strip_suffix(said).or_else(|| line.strip_prefix(said));
        if let Some(what) = what.filter(|what| what.starts_with(' ') || what.ends_with(' ')) {
            return Some((count, what.trim()));
        }
    }
    if let Some((count, what)) = line.split_once(" times on ").filter(|(count, _)| is_number(count)) {
        return Some((count.trim(), what.trim()));
    }
    let (what, count) = line.strip_suffix(" times")?.rsplit_once(' ')?;
    is_number(count).then_some((count, what.trim()))
}

/// The name of a table without the small words around it.
fn table(text: &str) -> &str {
    let rest = text.strip_prefix("on ").unwrap_or(text);
    let rest = rest.strip_prefix("the ").unwrap_or(rest);
    rest.strip_suffix(" table").unwrap_or(rest).trim()
}

/// Whether something that can be rolled begins here.
fn begins_roll(text: &str) -> bool {
    begins_with_die(text) || text.starts_with("adv d") || text.starts_with("dis d")
}
