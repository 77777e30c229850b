//! Statements that are nearly ours: with a word too many, or in another order.

use super::{Brought, again, begins_with_die, in_one_text, is_name, is_number};
use crate::syntax::words;

const FROM: &str = "other languages";

/// What a line of one of these habits is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    [expected, unless, ended, behind, called_roll, said, dealt, stepped, spaced_field, parts]
        .iter()
        .find_map(|rule| rule(line))
}

/// `assert mean(d6) == 7/2`, `check chance(d6 > 3) == 1/2`: what a test expects.
fn expected(line: &str) -> Option<Brought> {
    let rest = ["assert ", "check ", "ensure "].iter().find_map(|word| line.strip_prefix(word))?.trim();
    let rest = rest.strip_suffix(';').unwrap_or(rest);
    let holds = [" == ", " != ", " is ", " > ", " < "].iter().any(|sign| rest.contains(sign));
    holds.then(|| Brought::sure(FROM, format!("expect {rest}")))?
}

/// `unless d6 > 3 then say "x"`.
fn unless(line: &str) -> Option<Brought> {
    let rest = line.strip_prefix("unless ")?.trim_end_matches(':');
    let text = match rest.split_once(" then ") {
        Some((condition, deed)) => format!("if not ({}) then {}", condition.trim(), deed.trim()),
        None => format!("if not ({})", rest.trim()),
    };
    Brought::sure(FROM, text)
}

/// `if d6 > 3 then say "x" end`.
fn ended(line: &str) -> Option<Brought> {
    let whole = line.strip_suffix(" end").or_else(|| line.strip_suffix(" end if"))?;
    let is_whole = whole.starts_with("if ") && whole.contains(" then ");
    is_whole.then(|| Brought::sure(FROM, whole.trim_end()))?
}

/// `return hits: 3, lost: 1`, in brackets or without: parts stand behind `=`.
fn parts(line: &str) -> Option<Brought> {
    let rest = line.strip_prefix("return")?.trim();
    let inner = [('(', ')'), ('[', ']'), ('{', '}')]
        .iter()
        .find_map(|(open, close)| rest.strip_prefix(*open)?.strip_suffix(*close))
        .unwrap_or(rest);
    let part = |part: &str| {
        let (name, value) = part.split_once(':').or_else(|| part.split_once('='))?;
        let (name, value) = (name.trim().trim_matches(['"', '\'']), value.trim());
        (is_name(name) && !value.is_empty() && !value.starts_with('=')).then(|| format!("{name} = {value}"))
    };
    let parts: Vec<String> = inner.split(',').map(part).collect::<Option<_>>()?;
    Brought::sure(FROM, format!("return {}", parts.join(", ")))
}

/// `a if d6 > 3 else b`.
fn behind(line: &str) -> Option<Brought> {
    let (then, rest) = line.split_once(" if ")?;
    let (condition, other) = rest.split_once(" else ")?;
    let plain = ![then, condition, other].iter().any(|part| part.contains(" then "));
    let starts = then.contains(" = ") || first_word_is_ours(then);
    let text = format!("if {} then {} else {}", condition.trim(), then.trim(), other.trim());
    (plain && !starts).then(|| Brought::sure(FROM, text))?
}

/// `roll(d20) + 5`.
fn called_roll(line: &str) -> Option<Brought> {
    let (roll, rest) = line.strip_prefix("roll(")?.split_once(')')?;
    let plain = begins_with_die(roll) && !roll.contains('(');
    plain.then(|| Brought::sure(FROM, format!("{}{}", again(roll), rest.trim_end())))?
}

/// `say "hp", hp`, `say "You rolled " d20`, `say You rolled {d20}`.
fn said(line: &str) -> Option<Brought> {
    let verb = ["say", "note"]
        .into_iter()
        .find(|verb| line.strip_prefix(verb).is_some_and(|rest| rest.starts_with([' ', ':'])))?;
    let what = line.get(verb.len()..)?.trim_start_matches(':').trim();
    if let Some(call) = called_without_brackets(what) {
        return Brought::sure(FROM, format!("{verb} {call}"));
    }
    let text = match what.strip_prefix('"') {
        Some(rest) => {
            let (text, rest) = rest.split_once('"')?;
            let behind = rest.trim_start();
            let value = behind.strip_prefix(',').unwrap_or(behind).trim();
            let gap = if behind.starts_with(',') { " " } else { "" };
            in_one_text(&[&format!("\"{text}\""), value], 0, gap)?
        }
        None => {
            let is_word = |word: &str| {
                let inner = word.trim_end_matches(['.', ',', '!', '?', ':']).trim_matches(['{', '}']);
                !inner.is_empty() && inner.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '\''))
            };
            let capital = what.starts_with(char::is_uppercase) && what.contains(' ');
            let enough = what.contains('{') || capital || what.split(' ').count() > 2;
            let in_words = enough
                && what.starts_with(char::is_alphabetic)
                && what.split(' ').all(is_word)
                && !begins_with_die(what);
            (in_words && !first_word_is_ours(what)).then(|| format!("\"{what}\""))?
        }
    };
    Brought::sure(FROM, format!("{verb} {text}"))
}

/// `max 3 4`: what a function is given stands in brackets.
fn called_without_brackets(text: &str) -> Option<String> {
    let (function, given) = text.split_once(' ')?;
    let given: Vec<&str> = given.split([' ', ',']).filter(|given| !given.is_empty()).collect();
    let is_value = |given: &&str| super::is_number(given) || begins_with_die(given);
    let fits = matches!(function, "max" | "min") && given.len() > 1 && given.iter().all(is_value);
    fits.then(|| format!("{function}({})", given.join(", ")))
}

fn first_word_is_ours(text: &str) -> bool {
    text.split(' ').next().is_some_and(|word| words::is_starting(word) || words::is_reserved(word))
}

/// `draw 3 from tarot`, `draw a tarot`, `draw tarot`, `shuffle tarot`.
fn dealt(line: &str) -> Option<Brought> {
    if let Some(deck) = line.strip_prefix("shuffle ") {
        let deck = deck.trim().trim_start_matches("the ");
        return is_name(deck).then(|| Brought::sure("plain words", format!("reshuffle {deck}")))?;
    }
    let rest = ["draw ", "deal ", "pull "].iter().find_map(|word| line.strip_prefix(word))?.trim();
    let from = rest.strip_prefix("from ");
    let rest = from.unwrap_or(rest);
    let (count, deck) = rest.split_once(" from ").unwrap_or(("1", rest));
    let count = count.trim().trim_end_matches(" cards").trim_end_matches(" card");
    let count = if matches!(count, "a" | "one" | "card" | "a card") { "1" } else { count };
    let deck = deck.trim().trim_start_matches("the ").trim_start_matches("a ").trim_end_matches(" deck");
    let plain = is_name(deck) && !words::is_starting(deck) && is_number(count);
    if plain && count == "1" && from.is_none() && line.starts_with("draw ") {
        // Of a deck, either is the same.
        let readings = vec![
            ("a roll, which may repeat", deck.to_owned()),
            ("one that was not drawn yet", format!("draw({deck})")),
        ];
        return Brought::either("plain words", readings);
    }
    let text = if count == "1" { deck.to_owned() } else { format!("{count} times {deck}") };
    plain.then(|| Brought::sure("plain words", text))?
}

/// `mood = mood worse by 2`: a step on a ladder.
fn stepped(line: &str) -> Option<Brought> {
    let (place, value) = line.split_once(" = ")?;
    let words = [(" worse", "worsen"), (" better", "improve")];
    let (rest, ours) = words.iter().find_map(|(word, ours)| {
        let (word, rest) = value.rsplit_once(*word).filter(|(before, _)| *before == place.trim())?;
        is_name_or_field(word).then_some((rest.trim(), ours))
    })?;
    let by = rest.strip_prefix("by ").unwrap_or(rest);
    let text = match by {
        "" => format!("{ours} {}", place.trim()),
        _ if is_number(by) || begins_with_die(by) => format!("{ours} {} by {by}", place.trim()),
        _ => return None,
    };
    Brought::sure("plain words", text)
}

fn is_name_or_field(text: &str) -> bool {
    text.split('.').all(is_name)
}

/// `ash hp -= 3`, `ash.hp - = 3`: a field is behind a dot.
fn spaced_field(line: &str) -> Option<Brought> {
    let signs = [" -= ", " += ", " = "];
    let (sign, (place, value)) = signs.iter().find_map(|sign| Some((sign, line.split_once(sign)?)))?;
    let (who, field) = place.trim().split_once(' ')?;
    let known = words::is_starting(who) || words::is_reserved(who) || matches!(who, "now" | "VAR" | "DIM");
    let plain =
        is_name(who) && is_name(field.trim()) && !known && !(*sign == " = " && words::is_near_declaring(who));
    plain.then(|| Brought::sure("plain words", format!("{who}.{}{sign}{}", field.trim(), value.trim())))?
}
