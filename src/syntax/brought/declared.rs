//! Words, ladders, symbols and tables, declared with the signs of other languages.

use super::{Brought, begins_with_die, is_name};
use crate::base::closest;

/// `ladder q: poor, fair, good`, `words a b c`, `enum mood { happy, sad }`, `symbols hit, miss`, `table t = d6`.
pub(super) fn line(line: &str) -> Option<Brought> {
    let (word, rest) = line.split_once(' ')?;
    let rest = rest.trim();
    match word {
        "ladder" | "scale" | "track" | "rank" | "ranks" => ladder(rest),
        "words" | "enum" => {
            let (name, words, _) = named_words(rest)?;
            Brought::sure("other languages", format!("words {name}: {}", words.join(" | ")))
        }
        "symbols" => symbols(rest),
        "die" | "dice" => {
            let (name, die) = rest.split_once('=')?;
            let (name, die) = (name.trim(), die.trim());
            let fits = is_name(name) && begins_with_die(die);
            fits.then(|| Brought::sure("other languages", format!("fn {name} = {die}")))?
        }
        "table" | "chart" => {
            misspelt_option(word, rest).or_else(|| rolled_table(rest)).or_else(|| tagged(rest))
        }
        _ => None,
    }
}

/// `table door roolls d6`, `table reaction shhift -2..+4`.
fn misspelt_option(table: &str, rest: &str) -> Option<Brought> {
    let (name, rest) = rest.split_once(' ')?;
    let (written, value) = rest.trim_start().split_once(' ')?;
    let value = value.trim();
    let fits = |option: &str| match option {
        "rolls" => begins_with_die(value),
        "shift" => value.contains(".."),
        _ => value.starts_with('"'),
    };
    let near = closest(written, ["rolls", "shift", "tags"]).filter(|near| *near != written && fits(near))?;
    is_name(name).then(|| Brought::sure("plain words", format!("{table} {name} {near} {value}")))?
}

/// `hp: 0-5 = 5`, `keep y: 0-10 = 3`, `fn f(level: 1-3)`: bounds of a name have two dots between them.
pub(super) fn with_dash(line: &str) -> Option<Brought> {
    let begins = ["keep ", "fn ", "procedure ", "table "].iter().any(|word| line.starts_with(word));
    let name = line.split_once(':')?.0;
    if !begins && !is_name(name.trim()) {
        return None;
    }
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(": ") {
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (low, behind) = after.split_at(digits(after));
        let dash = behind.strip_prefix(['-', '\u{2013}']).filter(|_| !low.is_empty());
        let (high, last) = dash.map_or(("", ""), |dash| dash.split_at(digits(dash)));
        let ends = last.is_empty() || last.starts_with([' ', ',', ')']);
        text += before;
        text += ": ";
        rest = after;
        if ends && !high.is_empty() {
            text += &format!("{low}..{high}");
            rest = last;
        }
    }
    text += rest;
    (text != line).then(|| Brought::sure("other languages", text))?
}

/// `hp: 0..5 = 5`
pub(super) fn is_bounded(line: &str) -> bool {
    let Some((name, bounds)) = line.split_once(": ") else { return false };
    is_name(name) && bounds.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with("..")
}

/// The words of a ladder are written best first; which end is the best is only sure where `<` says it.
fn ladder(rest: &str) -> Option<Brought> {
    let (name, words, sign) = named_words(rest)?;
    let first = format!("ladder {name}: {}", words.join(" > "));
    let mut backwards = words.clone();
    backwards.reverse();
    let last = format!("ladder {name}: {}", backwards.join(" > "));
    match sign {
        '<' => Brought::sure("other languages", last),
        '>' => Brought::sure("other languages", first),
        _ => Brought::either(
            "other languages",
            vec![("the first is the best", first), ("the last is the best", last)],
        ),
    }
}

/// A name and at least two words behind it, with the sign that stands between them.
fn named_words(rest: &str) -> Option<(&str, Vec<&str>, char)> {
    let end = rest.find([':', '=', '{', ' '])?;
    let (name, words) = (rest.get(..end)?, rest.get(end..)?);
    let words = words.trim_start().trim_start_matches([':', '=']).trim();
    let words =
        words.strip_prefix(['{', '[', '(']).map_or(words, |words| words.trim_end_matches(['}', ']', ')']));
    let sign = words.chars().find(|c| matches!(c, '<' | '>' | ',' | '|' | '/' | ';')).unwrap_or(' ');
    let words: Vec<&str> = words.split(sign).map(str::trim).filter(|word| !word.is_empty()).collect();
    let plain = is_name(name) && words.len() > 1 && words.iter().all(|word| is_name(word));
    plain.then_some((name, words, sign))
}

/// `symbols hit, miss`: they have no name yet.
fn symbols(rest: &str) -> Option<Brought> {
    let words: Vec<&str> = rest.split([',', '|', ' ']).filter(|word| !word.is_empty()).collect();
    let plain = words.len() > 1 && words.iter().all(|word| is_name(word));
    plain
        .then(|| Brought::either("", vec![("with a name", format!("symbols faces: {}", words.join(", ")))]))?
}

/// `table t = d6`, `table t: 2d6`, `table t (d6)`, `table t roll d6`.
fn rolled_table(rest: &str) -> Option<Brought> {
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let (name, die) = (rest.get(..end)?, rest.get(end..)?);
    let said = |die: &str| die.trim_start_matches(['=', ':', ' ', '(', ',']).to_owned();
    let words = ["rolls", "rolled", "rolling", "roll", "on", "with", "using", "by", "uses", "is"];
    let die = words.iter().fold(said(die), |die, word| {
        said(die.strip_prefix(word).filter(|rest| rest.starts_with([' ', ':'])).unwrap_or(&die))
    });
    let die = die.trim_end_matches([')', ':', ' ']);
    let plain = is_name(name) && begins_with_die(die) && !die.contains(' ');
    plain.then(|| Brought::sure("other languages", format!("table {name} rolls {die}")))?
}

/// `table trees tags forest, night`: tags are texts.
fn tagged(rest: &str) -> Option<Brought> {
    let (name, tags) = rest.split_once(" tags ")?;
    let tags: Vec<&str> = tags.split(',').map(|tag| tag.trim().trim_matches('"')).collect();
    let fits = is_name(name.trim()) && tags.iter().all(|tag| is_name(tag));
    let tags: Vec<String> = tags.iter().map(|tag| format!("\"{tag}\"")).collect();
    fits.then(|| Brought::sure("plain words", format!("table {} tags {}", name.trim(), tags.join(", "))))?
}
