//! Questions and orders as people say them.

use super::{Brought, again, begins_with_die, is_name, is_number, is_plain_pool};
use crate::syntax::naming::dice_of_word;
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
    "chances of ",
    "chance to roll ",
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
    let line = question(line.trim_end_matches('?').trim_end());
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
    rest(&["what is ", "what's ", "is ", "does "]).map(|rest| Brought::sure(FROM, again(rest)))?
}

/// Whether a line begins as a question about how likely something is.
pub(super) fn asks_how_likely(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    LIKELY.iter().any(|beginning| lower.starts_with(*beginning))
}

/// What a line in words asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// How likely something is.
    Chance,
    /// A whole distribution.
    Odds,
    /// What comes up.
    Roll,
}

/// What a line asks for, and of what, in small letters.
pub(super) fn asked_of(line: &str) -> (Asked, String) {
    let lower = question(line.trim().trim_end_matches('?').trim_end()).to_lowercase();
    let behind = |beginnings: &[&str]| {
        beginnings
            .iter()
            .find_map(|beginning| lower.strip_prefix(*beginning))
            .map(|rest| rest.trim().to_owned())
    };
    if let Some(rest) = behind(LIKELY) {
        return (Asked::Chance, rest);
    }
    match behind(ODDS).or_else(|| behind(&["odds "])) {
        Some(rest) => (Asked::Odds, rest),
        None => (Asked::Roll, lower),
    }
}

/// A question without the small words before what it asks for: `what's the average of 2d6`, `percent chance of …`.
fn question(line: &str) -> &str {
    const SMALL: &[&str] = &[
        "what is ",
        "what's ",
        "whats ",
        "what are ",
        "tell me ",
        "the ",
        "my ",
        "a ",
        "percent ",
        "percentage ",
        "% ",
    ];
    let lower = line.to_ascii_lowercase();
    let mut at = 0;
    while let Some(word) =
        SMALL.iter().find(|word| lower.get(at..).is_some_and(|rest| rest.starts_with(**word)))
    {
        at += word.len();
    }
    let asks =
        |rest: &str| LIKELY.iter().chain(ODDS).chain(MEAN).any(|beginning| rest.starts_with(beginning));
    if lower.get(at..).is_some_and(asks) { line.get(at..).unwrap_or(line) } else { line }
}

/// `chance of 7 on 2d6`, `what are the odds of rolling 15 or more on 3d6`.
pub(super) fn likely(line: &str) -> Option<Brought> {
    let lower = question(line.trim_end_matches('?').trim_end()).to_ascii_lowercase();
    let rest = LIKELY.iter().chain(ODDS).find_map(|beginning| lower.strip_prefix(*beginning))?;
    let without = |rest: &'_ str, words: &[&str]| {
        words.iter().fold(0, |at, word| if rest[at..].starts_with(word) { at + word.len() } else { at })
    };
    let rest = &rest[without(rest, &["rolling ", "getting ", "to roll ", "to get "])..];
    let whole = rest;
    let rest = &rest[without(rest, &["a ", "an "])..];
    let (target, dice) =
        [" on ", " with ", " in ", " from "].iter().find_map(|link| rest.split_once(link))?;
    let dice = dice.strip_prefix("a ").unwrap_or(dice);
    if !begins_roll(dice) {
        return None;
    }
    let (sign, number) = compared(target.trim());
    if sign == "==" && rest.len() < whole.len() && is_number(number) && is_plain_pool(dice) {
        // A 6 on four dice is one that shows it, or what they add up to.
        return face_or_total(number, dice);
    }
    is_number(number).then(|| Brought::sure(FROM, format!("chance({} {sign} {number})", again(dice))))?
}

/// `chance of a 6 on 4d6`: at least one die that shows it, or the total; where only one of them can be, that.
fn face_or_total(number: &str, dice: &str) -> Option<Brought> {
    let (count, sides) = dice_of_word(dice)?;
    let wanted: u32 = number.parse().ok()?;
    let (shown, total) = (format!("chance({dice}c={number} >= 1)"), format!("chance({dice} == {number})"));
    if count < 2 || wanted > sides {
        return Brought::sure(FROM, total);
    }
    if wanted < count {
        return Brought::sure(FROM, shown);
    }
    Brought::either(FROM, vec![("at least one die shows it", shown), ("the total is that", total)])
}

/// What is asked of a roll: `15 or more`, `at most 3`, `7`.
pub(super) fn compared(target: &str) -> (&'static str, &str) {
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

/// `2d6 + 1d8 exploding`, `exploding d6`, `d6 reroll 1s`, `reroll 1s on d6`, `10d10 successes 7`.
pub(super) fn modified(line: &str) -> Option<Brought> {
    if let Some(found) = exploding(line) {
        return Some(found);
    }
    if let Some(face) = line.strip_prefix("reroll ").map(|face| face.trim_end_matches('s'))
        && is_number(face)
    {
        return Brought::either(
            FROM,
            vec![
                ("until another face comes up, for example with 2d6", format!("2d6r={face}")),
                ("once", format!("2d6ro={face}")),
            ],
        );
    }
    if let Some((words, pool)) = line.split_once(" on ").or_else(|| line.split_once(" of "))
        && words.starts_with("reroll")
        && is_plain_pool(pool)
    {
        return modified(&format!("{pool} {words}"));
    }
    let (pool, words) = line.split_once(' ')?;
    if !is_plain_pool(pool) {
        return None;
    }
    let words = words.trim().to_ascii_lowercase();
    if let Some((one, two)) = words.strip_prefix("reroll ").and_then(|faces| faces.split_once(" and ")) {
        let faces = [one, two].map(|face| face.trim_end_matches('s'));
        return (faces == ["1", "2"]).then(|| {
            Brought::either(
                FROM,
                vec![("until others come up", format!("{pool}r<3")), ("once", format!("{pool}ro<3"))],
            )
        })?;
    }
    let words = words.trim_end_matches(" once");
    let at = words.find(|c: char| c.is_ascii_digit())?;
    let (word, target) = words.split_at(at);
    let (sign, number) = compared(target.trim_end_matches('s'));
    is_number(number).then_some(())?;
    let sign = if sign == "==" { "=" } else { sign };
    let once = line.ends_with(" once");
    match word.trim() {
        "reroll" | "rerolling" if once => Brought::sure(FROM, format!("{pool}ro{sign}{number}")),
        "count" | "counting" | "number of" => Brought::sure(FROM, format!("{pool}c{sign}{number}")),
        "reroll" | "rerolling" | "reroll all" => Brought::either(
            FROM,
            vec![
                ("until another face comes up", format!("{pool}r{sign}{number}")),
                ("once", format!("{pool}ro{sign}{number}")),
            ],
        ),
        "reroll once" => Brought::sure(FROM, format!("{pool}ro{sign}{number}")),
        "success" | "successes" | "successes on" | "success on" | "successes at" | "success at"
        | "target" | "target number" | "tn" | "difficulty" | "diff" | "hits on" | "hit on" => {
            Brought::sure(FROM, format!("{pool}c>={number}"))
        }
        _ => None,
    }
}

/// The word behind dice, or before them, that lets them explode.
fn exploding(line: &str) -> Option<Brought> {
    const WORDS: [&str; 6] = ["exploding", "explodes", "explode", "exploded", "acing", "aces"];
    for word in WORDS {
        if let Some(pool) = line.strip_prefix(word).map(str::trim).filter(|pool| is_plain_pool(pool)) {
            return Brought::sure(FROM, format!("{pool}!"));
        }
        let on = line.split_once(&format!(" {word} "));
        if let Some((pool, on)) = on.map(|(pool, on)| (pool, on.trim_start_matches("on ").trim()))
            && is_plain_pool(pool)
            && on.starts_with(|c: char| c.is_ascii_alphanumeric())
        {
            let (sign, face) = compared(on.trim_start_matches("a "));
            let sign = if sign == "==" { "=" } else { sign };
            return is_number(face).then(|| Brought::sure(FROM, format!("{pool}!{sign}{face}")))?;
        }
        let Some((before, after)) = line.split_once(&format!(" {word}")) else { continue };
        let pool = before.rsplit([' ', '+', '-', '(']).next()?;
        let ends = after.is_empty() || after.starts_with([' ', '+', '-', ')']);
        if ends && is_plain_pool(pool) {
            return Brought::sure(FROM, format!("{before}!{after}"));
        }
    }
    None
}

/// `flip a coin`, `flip`, `coin`, `flip 3 coins`.
pub(super) fn tossed(line: &str) -> Option<Brought> {
    const COIN: &str = "d{\"heads\", \"tails\"}";
    let lower = line.to_ascii_lowercase();
    let lower = lower.trim_end_matches(['.', '!', '?']);
    let words: Vec<&str> = lower.split([' ', '-']).filter(|word| !word.is_empty()).collect();
    let is_order = |word: &&str| matches!(*word, "flip" | "toss" | "throw");
    let is_coin = |word: &&str| matches!(*word, "coin" | "coins");
    let count = match words.as_slice() {
        ["flip" | "coin" | "coinflip" | "cointoss"]
        | ["heads", "or", "tails"]
        | ["coin", "flip" | "toss"] => "1".to_owned(),
        [order, coin] if is_order(order) && is_coin(coin) => "1".to_owned(),
        [order, count, coin] if is_order(order) && is_coin(coin) => super::number(count)?,
        _ => return None,
    };
    Brought::sure(FROM, if count == "1" { COIN.to_owned() } else { format!("{count} times {COIN}") })
}

/// `percentile`, `two d6`, `3 six-sided dice`, `2 dice`.
pub(super) fn named_dice(line: &str) -> Option<Brought> {
    const SIDES: &[(&str, u32)] = &[
        ("three", 3),
        ("four", 4),
        ("six", 6),
        ("eight", 8),
        ("ten", 10),
        ("twelve", 12),
        ("twenty", 20),
        ("hundred", 100),
    ];
    let lower = line.to_ascii_lowercase().replace(" sided", "-sided");
    let is_die = |word: &str| matches!(word, "die" | "dice");
    let words: Vec<&str> = lower.split_whitespace().collect();
    if matches!(words.as_slice(), ["percentile" | "percentiles"] | ["percentile", "die" | "dice" | "roll"]) {
        return Brought::sure(FROM, "d100");
    }
    let sides = |word: &str| {
        let word = word.strip_suffix("-sided")?;
        let known = SIDES.iter().find(|(known, _)| *known == word).map(|(_, sides)| *sides);
        known.or_else(|| word.parse().ok())
    };
    let (count, sides) = match words.as_slice() {
        [count, sided, die] if is_die(die) => (super::number(count)?, sides(sided)?),
        [sided, die] if is_die(die) && sides(sided).is_some() => ("1".to_owned(), sides(sided)?),
        [count, die] if is_die(die) => (super::number(count)?, 6),
        [count, die] if !is_number(count) && is_plain_pool(die) && die.starts_with('d') => {
            (super::number(count)?, die.get(1..)?.parse().ok()?)
        }
        _ => return None,
    };
    let count = if count == "1" { String::new() } else { count };
    Brought::sure(FROM, format!("{count}d{sides}"))
}

/// `roll stats`, `3d6 in order`: six abilities.
pub(super) fn scores(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    if let Some(roll) = [" in order", " down the line"].iter().find_map(|end| lower.strip_suffix(end)) {
        let roll = again(roll);
        return begins_with_die(&roll).then(|| Brought::sure(FROM, format!("6 times {roll}")))?;
    }
    let order = lower.trim_start_matches(['/', '!']);
    let order = ["roll ", "generate ", "my ", "new ", "for "]
        .iter()
        .fold(order, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let known =
        ["stats", "ability scores", "abilities", "attributes", "stat block", "randchar", "char", "character"];
    (known.contains(&order) && (order != lower || order.contains("stats") || order.contains(' '))).then(
        || {
            Brought::either(
                FROM,
                vec![
                    ("4d6 without the lowest, six times", "6 times 4d6dl1".to_owned()),
                    ("3d6, six times", "6 times 3d6".to_owned()),
                ],
            )
        },
    )?
}

/// `2d6 plus 3`, `2d6 minus one`.
pub(super) fn signs(line: &str) -> Option<Brought> {
    if line.contains(['"', '|', ':']) || !begins_roll(line) {
        return None;
    }
    let words: Vec<String> = line
        .split(' ')
        .scan(false, |behind, word| {
            let sign = match word.to_ascii_lowercase().as_str() {
                "plus" => Some("+"),
                "minus" => Some("-"),
                _ => None,
            };
            let own = if *behind {
                super::number(word).unwrap_or_else(|| word.to_owned())
            } else {
                word.to_owned()
            };
            *behind = sign.is_some();
            Some(sign.map_or(own, str::to_owned))
        })
        .collect();
    let text = words.join(" ");
    (text != line).then(|| Brought::sure(FROM, text))?
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
    if let Some(found) = of_two(line) {
        return Some(found);
    }
    let (said, modifier) = KEPT.iter().find(|(said, _)| line.starts_with(said))?;
    let rest = line.get(said.len()..)?.trim();
    let rest =
        ["of the ", "of ", "the ", "from "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    is_plain_pool(rest).then(|| Brought::sure(FROM, format!("{rest}{modifier}")))?
}

/// `the better of d20 and d20`, `lower of 2d6 and d12`.
fn of_two(line: &str) -> Option<Brought> {
    const SAID: &[(&str, &str)] = &[
        ("better of ", "max"),
        ("best of ", "max"),
        ("higher of ", "max"),
        ("highest of ", "max"),
        ("worse of ", "min"),
        ("worst of ", "min"),
        ("lower of ", "min"),
        ("lowest of ", "min"),
    ];
    let (said, ours) = SAID.iter().find(|(said, _)| line.starts_with(said))?;
    let rest = line.get(said.len()..)?;
    let (one, other) = rest.split_once(" and ").or_else(|| rest.split_once(" or "))?;
    let (one, other) = (one.trim(), other.trim());
    (begins_with_die(one) && begins_with_die(other))
        .then(|| Brought::sure(FROM, format!("{ours}({one}, {other})")))?
}

/// `1-in-6`, `2 in 6 chance`.
pub(super) fn one_in(line: &str) -> Option<Brought> {
    let bare = line.strip_suffix(" chance").unwrap_or(line);
    let (few, all) = bare.split_once("-in-").or_else(|| bare.split_once(" in "))?;
    (bare != line || line.contains("-in-")).then_some(())?;
    (is_number(few) && is_number(all)).then(|| Brought::sure(FROM, format!("{few} in {all}")))?
}

/// `chance of 45%`, `45% on d100`: in so many of a hundred cases.
pub(super) fn in_a_hundred(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    let of = ["a chance of ", "chance of ", "chance "].iter().find_map(|said| lower.strip_prefix(said));
    let on =
        [" on d100", " on a d100", " on 1d100", " on d%"].iter().find_map(|said| lower.strip_suffix(said));
    let number = of.or(on)?.strip_suffix('%')?.trim();
    is_number(number).then(|| Brought::sure(FROM, format!("{number}% chance")))?
}

/// `abbey twice`, `2d6 3 times`, `3 times on the abbey table`.
pub(super) fn so_often(line: &str) -> Option<Brought> {
    let (count, what) = often(line)?;
    let what = table(what);
    let known = words::is_starting(what) || matches!(what, "loop" | "while");
    (!known && (is_name(what) || begins_with_die(what)))
        .then(|| Brought::sure(FROM, format!("{count} times {}", again(what))))?
}

/// `on the abbey table`, `the abbey table`.
pub(super) fn table_named(line: &str) -> Option<Brought> {
    let named = table(line);
    let said = line.ends_with(" table") || line.starts_with("on ");
    let in_words = named.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '\''));
    let name = if in_words { crate::syntax::name_of(named) } else { named.to_owned() };
    // `say moor table` is no table called `say_moor`.
    let first = named.split(' ').next().unwrap_or(named);
    let is_order = words::is_starting(first) || words::is_reserved(first);
    (said && named != line && is_name(&name) && !is_order).then(|| Brought::sure(FROM, name))?
}

/// Whether a line is an order in words.
pub(super) fn is_spoken(line: &str) -> bool {
    so_often(line).is_some() || table_named(line).is_some()
}

/// How often, and what.
fn often(line: &str) -> Option<(String, &str)> {
    const COUNTS: &[(&str, &str)] = &[("once", "1"), ("twice", "2"), ("thrice", "3"), ("three times", "3")];
    for (said, count) in COUNTS {
        let what = line.strip_suffix(said).or_else(|| line.strip_prefix(said));
        if let Some(what) = what.filter(|what| what.starts_with(' ') || what.ends_with(' ')) {
            return Some(((*count).to_owned(), what.trim()));
        }
    }
    if let Some((count, what)) = line.split_once(" times on ").filter(|(count, _)| is_number(count)) {
        return Some((count.trim().to_owned(), what.trim()));
    }
    if let Some((count, what)) = line.split_once(" times ")
        && !is_number(count)
    {
        return Some((super::number(count)?, what.trim()));
    }
    let (what, count) = line.strip_suffix(" times")?.rsplit_once(' ')?;
    super::number(count).map(|count| (count, what.trim_end_matches([',', '*', ' '])))
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
