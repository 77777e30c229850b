//! Which dice of a pool count, said in words.

use super::{Brought, begins_with_die, is_plain_pool, number};

const FROM: &str = "plain words";

/// What the words say so far.
#[derive(Default)]
struct Said {
    /// `k` keeps, `d` drops; `-` is `minus`, which drops `the lowest`, but not `1`.
    verb: Option<char>,
    /// `h` the highest, `l` the lowest.
    end: Option<char>,
    count: Option<String>,
}

impl Said {
    /// Takes one more word; `false` where it says nothing of the kind.
    fn takes(&mut self, word: &str) -> bool {
        let word = word.trim_end_matches(',').to_ascii_lowercase();
        match word.as_str() {
            "keep" | "keeping" | "kept" | "take" | "taking" if self.verb.is_none() => self.verb = Some('k'),
            "drop" | "dropping" | "dropped" | "discard" | "remove" | "ignore" if self.verb.is_none() => {
                self.verb = Some('d');
            }
            "minus" | "without" if self.verb.is_none() => self.verb = Some('-'),
            "highest" | "best" | "top" | "higher" | "largest" | "biggest" if self.end.is_none() => {
                self.end = Some('h');
            }
            "lowest" | "worst" | "bottom" | "lower" | "smallest" if self.end.is_none() => {
                self.end = Some('l')
            }
            "the" | "and" | "dice" | "die" | "roll" | "rolls" => {}
            _ => match number(&word).filter(|_| self.count.is_none()) {
                Some(count) => self.count = Some(count),
                None => return false,
            },
        }
        true
    }

    /// The modifiers that are meant: one, or two to choose from.
    fn modifiers(&self) -> Vec<(&'static str, String)> {
        let count = self.count.as_deref().unwrap_or("1");
        match (self.verb, self.end) {
            (Some('d'), None) => {
                vec![("drop the lowest", format!("dl{count}")), ("drop the highest", format!("dh{count}"))]
            }
            (Some('-'), None) => Vec::new(),
            (Some('d' | '-'), Some(end)) => vec![("", format!("d{end}{count}"))],
            (Some(_), None) if self.count.is_some() => vec![("", format!("kh{count}"))],
            (None | Some(_), Some(end)) => vec![("", format!("k{end}{count}"))],
            (None | Some(_), None) => Vec::new(),
        }
    }
}

/// `4d6 drop lowest`, `4d6, keep the best 3 + 2`, `best 3 of 4d6`, `4d6-L`.
pub(super) fn line(line: &str) -> Option<Brought> {
    let words: Vec<&str> = line.split_whitespace().collect();
    behind(&words).or_else(|| before(&words)).or_else(|| letter(line))
}

/// The words stand behind the dice.
fn behind(words: &[&str]) -> Option<Brought> {
    let (pool, words) = pool_of(words)?;
    let mut said = Said::default();
    let taken = words.iter().take_while(|word| said.takes(word)).count();
    let rest = words.get(taken..)?;
    let ends = rest.first().is_none_or(|word| word.starts_with(['+', '-', '*', '<', '>', '=']));
    // A number alone is none of ours: `4d6 3`.
    let meant = said.verb.is_some() || said.end.is_some();
    let rest = if rest.is_empty() { String::new() } else { format!(" {}", rest.join(" ")) };
    let often = rest.ends_with(" times") || rest.ends_with(" twice");
    (taken > 0 && meant && (ends || often)).then_some(())?;
    readings(&said, &pool, &rest)
}

/// The dice that words begin with, and the words behind them: `4d6`, or several that are one pool, such as
/// `d8! and d6!`.
fn pool_of<'w, 't>(words: &'w [&'t str]) -> Option<(String, &'w [&'t str])> {
    let (first, _) = words.split_first()?;
    let is_single = |word: &str| {
        begins_with_die(word) && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '!' | '%'))
    };
    let mut dice: Vec<&str> = Vec::new();
    let mut rest = words;
    loop {
        rest = match rest {
            ["and" | "or" | "&" | "+", rest @ ..] if !dice.is_empty() => rest,
            all => all,
        };
        let [word, behind @ ..] = rest else { break };
        let die = word.trim_end_matches(',');
        if !is_single(die) {
            break;
        }
        dice.push(die);
        rest = behind;
    }
    match dice.as_slice() {
        [] | [_] => {
            let pool = first.trim_end_matches(',');
            is_plain_pool(pool).then(|| (pool.to_owned(), words.get(1..).unwrap_or_default()))
        }
        several => Some((format!("{{{}}}", several.join(", ")), rest)),
    }
}

/// The words stand before the dice.
fn before(words: &[&str]) -> Option<Brought> {
    let mut said = Said::default();
    let taken = words.iter().take_while(|word| said.takes(word)).count();
    let words = words.get(taken..)?;
    let words = match words {
        ["of" | "from" | "in" | "out", rest @ ..] => rest,
        all => all,
    };
    let words = words.strip_prefix(&["the"]).unwrap_or(words);
    let (pool, rest) = pool_of(words)?;
    // `best of d20 and 2d6` are two totals.
    let counted = |die: &str| die.trim().starts_with(|c: char| c.is_ascii_digit());
    if pool.starts_with('{') && pool.trim_matches(['{', '}']).split(',').any(counted) {
        return None;
    }
    let ends = rest.first().is_none_or(|word| word.starts_with(['+', '-', '*', '<', '>', '=']));
    let meant = said.end.is_some() || said.verb.is_some() && said.count.is_some();
    let rest = if rest.is_empty() { String::new() } else { format!(" {}", rest.join(" ")) };
    (taken > 0 && meant && ends).then_some(())?;
    readings(&said, &pool, &rest)
}

fn readings(said: &Said, pool: &str, rest: &str) -> Option<Brought> {
    let modifiers = said.modifiers();
    let readings: Vec<_> =
        modifiers.into_iter().map(|(what, modifier)| (what, format!("{pool}{modifier}{rest}"))).collect();
    (!readings.is_empty()).then(|| Brought::told(FROM, readings))?
}

/// `4d6-L`, `4d6 - H`: without the lowest, without the highest.
fn letter(line: &str) -> Option<Brought> {
    let (pool, letter) = line.split_once('-')?;
    let modifier = match letter.trim() {
        "L" => "dl1",
        "H" => "dh1",
        _ => return None,
    };
    let pool = pool.trim();
    is_plain_pool(pool).then(|| Brought::sure("other programs", format!("{pool}{modifier}")))?
}
