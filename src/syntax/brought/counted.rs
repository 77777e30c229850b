//! Questions about how many dice show something: `at least one 6 on 4d6`.

use super::{Brought, is_number, is_plain_pool, number};

const FROM: &str = "plain words";

/// `5d10 count successes`, `roll 2d6 times`: a number is missing that only the reader knows.
pub(super) fn without_number(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    let pool = |end: &str| lower.strip_suffix(end).map(str::trim).filter(|pool| is_plain_pool(pool));
    if let Some(pool) = pool(" count successes").or_else(|| pool(" successes")) {
        return Brought::either(
            FROM,
            vec![("dice that show so much or more, here 7", format!("{pool}c>=7"))],
        );
    }
    // `5d10 >= 7 successes`
    if let Some((dice, sign, number)) =
        [" successes", " hits"].iter().find_map(|word| lower.strip_suffix(word)).and_then(against)
        && is_plain_pool(dice)
    {
        return Brought::sure(FROM, format!("{dice}c{sign}{number}"));
    }
    // `8d6 >= 5 exploding`: what explodes, and whether dice are counted, is not said.
    if let Some((dice, sign, number)) = [" exploding", " explode", " explodes"]
        .iter()
        .find_map(|word| lower.strip_suffix(word))
        .and_then(against)
        && is_plain_pool(dice)
    {
        return Brought::either(
            FROM,
            vec![
                (
                    "the highest face explodes, and dice that show so much count",
                    format!("{dice}!c{sign}{number}"),
                ),
                ("dice that show so much explode, and all are added up", format!("{dice}!{sign}{number}")),
            ],
        );
    }
    // `count successes 5d10 >= 7`
    let asked = ["count successes ", "successes ", "count "].iter().find_map(|word| lower.strip_prefix(word));
    if let Some((dice, sign, number)) = asked.and_then(against)
        && is_plain_pool(dice.trim_start_matches("of ").trim_start_matches("in "))
    {
        let dice = dice.trim_start_matches("of ").trim_start_matches("in ");
        return Brought::sure(FROM, format!("{dice}c{sign}{number}"));
    }
    let pool = pool(" times")?;
    Brought::either(FROM, vec![("so many rolls, here 3", format!("3 times {pool}"))])
}

/// `5d10 >= 7`, in its three parts.
fn against(text: &str) -> Option<(&str, &str, &str)> {
    [">=", "<=", "==", ">", "<", "="].iter().find_map(|sign| {
        let (dice, number) = text.split_once(sign)?;
        let ours = if *sign == "==" { "=" } else { sign };
        is_number(number).then(|| (dice.trim(), ours, number.trim()))
    })
}

/// `chance of at least one 6 on 4d6`, `odds of two 6s in 5d6`.
pub(super) fn line(line: &str) -> Option<Brought> {
    let lower = line.trim_end_matches('?').trim_end().to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let begins = words.iter().position(|word| matches!(*word, "of" | "that"))?;
    let asks = ["chance", "chances", "odds", "probability"];
    words.get(..begins)?.iter().any(|word| asks.contains(word)).then_some(())?;
    let words = words.get(begins + 1..)?;
    let words =
        words.strip_prefix(&["rolling"]).or_else(|| words.strip_prefix(&["getting"])).unwrap_or(words);
    let (sign, words) = match words {
        ["at", "least", rest @ ..] => (">=", rest),
        ["at", "most", rest @ ..] => ("<=", rest),
        ["exactly", rest @ ..] => ("==", rest),
        all => ("==", all),
    };
    let [count, face, "on" | "in" | "with" | "from", pool] = words else { return None };
    let (count, face) = (number(count)?, face_of(face));
    let plain = is_plain_pool(pool) && face.chars().all(|c| c.is_ascii_digit()) && !face.is_empty();
    plain.then(|| Brought::sure(FROM, format!("chance({pool}c={face} {sign} {count})")))?
}

/// The number that is wanted of dice: `6s`, `sixes`.
fn face_of(word: &str) -> &str {
    const WORDS: [(&str, &str); 12] = [
        ("ones", "1"),
        ("twos", "2"),
        ("threes", "3"),
        ("fours", "4"),
        ("fives", "5"),
        ("sixes", "6"),
        ("one", "1"),
        ("two", "2"),
        ("three", "3"),
        ("four", "4"),
        ("five", "5"),
        ("six", "6"),
    ];
    let known = WORDS.iter().find(|(said, _)| *said == word);
    known.map_or_else(|| word.trim_end_matches('s'), |(_, face)| *face)
}
