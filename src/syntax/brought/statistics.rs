//! Questions about chances and averages in the words of statistics, and numbers by chance in those of
//! programming languages.

use super::{Brought, again, begins_with_die, is_name, is_number, is_plain_pool};

const FROM: &str = "plain words";

/// What is asked of a roll, by the words for it.
const ASKED: &[(&str, &[&str])] = &[
    ("chance", &["p", "pr", "prob", "probability", "likelihood"]),
    ("mean", &["avg", "expected", "expectation", "ev", "e", "expected value"]),
    (
        "odds",
        &[
            "stddev",
            "stdev",
            "std",
            "sd",
            "variance",
            "histogram",
            "graph",
            "plot",
            "dist",
            "distribution",
            "pmf",
            "pdf",
            "cdf",
            "stats",
            "statistics",
            "show odds",
            "spread",
            "range",
        ],
    ),
];

/// `p(2d6 >= 7)`, `avg 3d6`, `histogram of 3d6`, `2d6 odds`, `randint(1, 6)`, `roll("2d6")`.
pub(super) fn line(line: &str) -> Option<Brought> {
    asked(line)
        .or_else(|| asked_behind(line))
        .or_else(|| how_many(line))
        .or_else(|| by_chance(line))
        .or_else(|| called(line))
}

/// A word that asks something, and the roll behind it.
fn asked(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    let mut words = ASKED.iter().flat_map(|(ours, theirs)| theirs.iter().map(move |word| (*ours, *word)));
    words.find_map(|(ours, word)| {
        let rest = lower.strip_prefix(word)?;
        let rest = line.get(line.len() - rest.len()..)?;
        let bracketed = rest.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let spaced = rest.strip_prefix(' ').map(|rest| rest.trim_start().trim_start_matches("of "));
        let roll = bracketed.or(spaced)?.trim();
        let holds = begins_with_die(roll) || bracketed.is_some() && holds_die(roll);
        holds.then(|| at_value(word, roll).or_else(|| ask(ours, roll)))?
    })
}

/// `cdf(2d6, 7)`, `pmf(2d6, 7)`: how likely a roll is to come to that at most, or to just that.
fn at_value(word: &str, inputs: &str) -> Option<Brought> {
    let sign = match word {
        "cdf" => "<=",
        "pmf" | "pdf" => "==",
        _ => return None,
    };
    let (roll, at) = inputs.rsplit_once(',')?;
    is_number(at.trim())
        .then(|| Brought::sure(FROM, format!("chance({} {sign} {})", roll.trim(), at.trim())))?
}

/// `2d6 odds`, `3d6 average`.
fn asked_behind(line: &str) -> Option<Brought> {
    let (roll, word) = line.rsplit_once(' ')?;
    let ours = match word.to_ascii_lowercase().as_str() {
        "odds" | "distribution" | "histogram" | "probabilities" => "odds",
        "chance" | "probability" => "chance",
        "average" | "mean" | "avg" => "mean",
        _ => return None,
    };
    begins_with_die(roll).then(|| ask(ours, roll))?
}

fn ask(ours: &str, roll: &str) -> Option<Brought> {
    let compares = roll.contains(['<', '>', '=']);
    let roll = again(roll);
    let text = match ours {
        "odds" => format!("odds {roll}"),
        "chance" if !compares => format!("odds {roll}"),
        ours => format!("{ours}({roll})"),
    };
    Brought::sure(FROM, text)
}

/// `how many 6s in 6d6`, `count 6 in 6d6`, `number of 6s on 6d6`.
fn how_many(line: &str) -> Option<Brought> {
    let lower = line.trim_end_matches('?').to_ascii_lowercase();
    let rest = ["how many ", "count ", "number of ", "count the "]
        .iter()
        .find_map(|word| lower.strip_prefix(word))?;
    let (face, pool) = [" in ", " on ", " from ", " of "].iter().find_map(|link| rest.split_once(link))?;
    let (face, more) = face.strip_suffix('+').map_or((face, false), |face| (face, true));
    let face = face.trim_end_matches('s').trim_end_matches('\'');
    let sign = if more { ">=" } else { "=" };
    (is_number(face) && is_plain_pool(pool.trim()))
        .then(|| Brought::sure(FROM, format!("{}c{sign}{face}", pool.trim())))?
}

/// `random(1, 6)`, `randint(1,6)`, `rand(6)`, `random.randint(1, 6)`.
fn by_chance(line: &str) -> Option<Brought> {
    let (function, inputs) = line.strip_suffix(')')?.split_once('(')?;
    let known = [
        "random",
        "rand",
        "randint",
        "rnd",
        "random.randint",
        "randrange",
        "RANDBETWEEN",
        "randbetween",
        "math.random",
        "random.randrange",
        "Random.Range",
    ];
    known.contains(&function.trim()).then_some(())?;
    let (from, to) = inputs.split_once(',').unwrap_or(("1", inputs));
    let (from, to) = (from.trim().parse::<i64>().ok()?, to.trim().parse::<i64>().ok()?);
    let sides = to.checked_sub(from)?.checked_add(1).filter(|sides| *sides > 0)?;
    let shift = from.checked_sub(1)?;
    let text = match shift {
        0 => format!("d{sides}"),
        1.. => format!("d{sides} + {shift}"),
        _ => format!("d{sides} - {}", shift.checked_neg()?),
    };
    Brought::sure("other languages", text)
}

/// `roll(2d6)`, `dice.roll("2d6")`, `d[6]`.
fn called(line: &str) -> Option<Brought> {
    if let Some(sides) = line.strip_prefix("d[").and_then(|rest| rest.strip_suffix(']')) {
        return is_number(sides).then(|| Brought::sure("other languages", format!("d{sides}")))?;
    }
    let (function, inner) = line.strip_suffix(')')?.split_once('(')?;
    let known = ["roll", "r", "dice.roll", "Dice.roll", "rollDice", "roll_dice", "dice"];
    let inner = inner.trim().trim_matches(['"', '\'']);
    (known.contains(&function.trim()) && begins_with_die(inner) && !inner.contains(')'))
        .then(|| Brought::sure("other languages", again(inner)))?
}

/// Whether a die stands anywhere in a text, or a name that could be rolled is all of it.
fn holds_die(text: &str) -> bool {
    is_name(text) || text.split([' ', '+', '-', '(', ',']).any(begins_with_die)
}

/// `½`, `1,5`: a fraction or a decimal as it is written elsewhere.
pub(super) fn fraction(line: &str) -> Option<Brought> {
    const SIGNS: [(&str, &str); 6] =
        [("½", "1/2"), ("¼", "1/4"), ("¾", "3/4"), ("⅓", "1/3"), ("⅔", "2/3"), ("⅛", "1/8")];
    if let Some((sign, ours)) = SIGNS.iter().find(|(sign, _)| line.contains(sign)) {
        let (before, after) = line.split_once(sign)?;
        let before_whole = before.trim_end_matches(|c: char| c.is_ascii_digit());
        let whole = before.get(before_whole.len()..).unwrap_or("");
        // The sides of a die, or dice, are no part of the number.
        let in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        if before_whole.ends_with(in_word) || after.starts_with(in_word) {
            return None;
        }
        let number = if whole.is_empty() { (*ours).to_owned() } else { format!("{whole} + {ours}") };
        let alone = before_whole.is_empty() && after.is_empty();
        let text = if alone { number } else { format!("{before_whole}({number}){after}") };
        return Brought::sure("other programs", text);
    }
    let (whole, part) = line.split_once(',')?;
    (is_number(whole) && is_number(part) && part.len() != 3).then_some(())?;
    Brought::either(
        "",
        vec![("a decimal", format!("{whole}.{part}")), ("a list", format!("[{whole}, {part}]"))],
    )
}

#[cfg(test)]
mod tests {
    use crate::syntax::brought::{Brought, translate};

    #[test]
    fn halves_are_fractions() {
        for (theirs, ours) in [
            ("2 * 3½", "2 * (3 + 1/2)"),
            ("10 - 2½", "10 - (2 + 1/2)"),
            ("6 / ½", "6 / (1/2)"),
            ("2½ + ½", "(2 + 1/2) + (1/2)"),
        ] {
            assert_eq!(translate(theirs).as_ref().and_then(Brought::meaning), Some(ours), "{theirs}");
        }
    }
}
