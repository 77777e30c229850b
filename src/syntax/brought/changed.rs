//! Statements that change something, define something or bring a file in, in the words of other languages.

use super::{Brought, is_name};

const FROM: &str = "other languages";

/// What a line of one of these habits is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    [by_so_much, collected, defined, used, braced].iter().find_map(|rule| rule(line))
}

/// `increase gold by 5`, `subtract 3 from gold`, `increment gold`.
fn by_so_much(line: &str) -> Option<Brought> {
    let (verb, rest) = line.split_once(' ')?;
    let (sign, place, amount) = match verb {
        "increase" | "raise" | "increment" => ('+', rest, "1"),
        "decrease" | "reduce" | "lower" | "decrement" => ('-', rest, "1"),
        "subtract" | "deduct" => {
            let (amount, place) = rest.split_once(" from ")?;
            ('-', place, amount)
        }
        _ => return None,
    };
    let (place, amount) = place.split_once(" by ").unwrap_or((place, amount));
    let (place, amount) = (place.trim(), amount.trim());
    let known = place.split('.').all(is_name) && !amount.is_empty();
    known.then(|| Brought::sure(FROM, format!("{place} {sign}= {amount}")))?
}

/// `append 3 to list`, `push x onto list`, `list.append(3)`.
fn collected(line: &str) -> Option<Brought> {
    let (item, list) =
        match line.split_once(' ').filter(|(verb, _)| ["append", "push", "insert"].contains(verb)) {
            Some((_, rest)) => {
                [" to ", " onto ", " into ", " in "].iter().find_map(|link| rest.rsplit_once(link))?
            }
            None => {
                let inner = line.strip_suffix(')')?;
                let (list, item) =
                    [".append(", ".push(", ".add("].iter().find_map(|call| inner.split_once(call))?;
                (item, list)
            }
        };
    let (item, list) = (item.trim(), list.trim());
    let known = list.split('.').all(is_name) && !item.is_empty();
    known.then(|| Brought::sure(FROM, format!("add {item} to {list}")))?
}

/// `procedure double(x) = x * 2`, `define double(x) = …`, `sub travel(days)`.
fn defined(line: &str) -> Option<Brought> {
    if let Some((head, value)) = line.split_once(" := ")
        && let Some((name, inputs)) = head.split_once('(')
        && is_name(name)
        && inputs.ends_with(')')
    {
        return Brought::sure(FROM, format!("fn {head} = {value}"));
    }
    let (word, rest) = line.split_once(' ')?;
    let rest = rest.trim().trim_end_matches(['{', ':']).trim_end();
    let (head, body) = match rest.split_once(')') {
        Some((head, body)) => (format!("{head})"), body.trim()),
        None => (rest.to_owned(), ""),
    };
    if !is_name(head.split('(').next()?.trim()) {
        return None;
    }
    let value = body.strip_prefix('=').filter(|value| !value.starts_with('=')).map(str::trim);
    match (word, value) {
        ("procedure" | "proc" | "sub" | "define" | "routine" | "method", Some(value))
            if head.ends_with(')') && !value.is_empty() =>
        {
            Brought::sure(FROM, format!("fn {head} = {value}"))
        }
        ("proc" | "sub" | "define" | "routine" | "method" | "func", None) if body.is_empty() => {
            let brackets = if head.ends_with(')') { "" } else { "()" };
            Brought::sure(FROM, format!("procedure {head}{brackets}"))
        }
        _ => None,
    }
}

/// `import "tables.tw"`, `include tables`, `use tables.tw`.
fn used(line: &str) -> Option<Brought> {
    let words = ["import ", "include ", "require ", "load ", "use "];
    let named = line.strip_prefix("from ").and_then(|rest| Some(rest.split_once(" import ")?.0));
    let file = words.iter().find_map(|word| line.strip_prefix(word)).or(named)?.trim().trim_end_matches(';');
    let file = file.trim_matches(['"', '\'', '<', '>', '(', ')']);
    let is_path = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_-./".contains(c));
    if file.is_empty() || !is_path(file) {
        return None;
    }
    // `use dungeon_turn.hazard`: what a rule-set has comes with it.
    if let Some((set, name)) = file.split_once('.')
        && is_name(set)
        && is_name(name)
        && !matches!(name, "tw" | "md" | "csv" | "json" | "txt")
    {
        let readings = vec![("a rule-set", format!("use {set}")), ("a file", format!("use \"{set}.tw\""))];
        return Brought::either(FROM, readings);
    }
    let starred = line.ends_with(" import *");
    if is_name(file) && !starred {
        let readings = vec![("a rule-set", format!("use {file}")), ("a file", format!("use \"{file}.tw\""))];
        return Brought::either(FROM, readings);
    }
    let file = if file.ends_with(".tw") { file.to_owned() } else { format!("{file}.tw") };
    Brought::sure(FROM, format!("use \"{file}\""))
}

/// `if (gold > 5) { say "rich" }`.
fn braced(line: &str) -> Option<Brought> {
    let (condition, rest) = line.strip_prefix("if ").or_else(|| line.strip_prefix("if("))?.split_once('{')?;
    let deed = rest.trim_end().strip_suffix('}')?.trim().trim_end_matches(';');
    let condition = condition.trim();
    let condition = condition.strip_prefix('(').unwrap_or(condition);
    let condition = condition.strip_suffix(')').filter(|_| !condition.contains('(')).unwrap_or(condition);
    let plain = !condition.contains('"') && !deed.is_empty() && !deed.contains(['{', '}', ';']);
    plain.then(|| Brought::sure(FROM, format!("if {condition} then {deed}")))?
}
