//! Datasworn in: the oracles of Ironsworn, Starforged and what is written for them, as their JSON holds them.

use std::fmt::Write as _;

use serde_json::Value;

use super::carried::{Carried, ImportError};
use super::die_word::DieWord;
use super::foundry::{NoTables, text_in};
use super::said::plain_cell;
use super::source::{head, pipes, title_in};
use crate::base::FreeNames;
use crate::syntax::name_of;

/// Collections nest no deeper.
const MAX_DEPTH: usize = 32;

/// Whether a document looks like Datasworn: a rule-set, or a collection or oracle of one; or like Dataforged, as
/// it was called before: a list of collections, their keys in capitals.
pub(crate) fn is_datasworn(document: &Value) -> bool {
    document.get("datasworn_version").is_some()
        || of(document, &["oracles"]).is_some()
        || holds_oracles(document, 0)
}

fn holds_oracles(document: &Value, depth: usize) -> bool {
    let is_one = |parts: &Vec<Value>| parts.iter().any(|part| holds_oracles(part, depth + 1));
    let inside = || ["oracles", "categories"].iter().filter_map(|key| of(document, &[key])?.as_array());
    has_rows(document)
        || depth < MAX_DEPTH && (document.as_array().is_some_and(is_one) || inside().any(is_one))
}

/// What stands under one of these keys, which older documents write with a capital.
fn of<'v>(document: &'v Value, keys: &[&str]) -> Option<&'v Value> {
    keys.iter().find_map(|key| {
        let mut capital = key.to_string();
        if let Some(first) = capital.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        document.get(*key).or_else(|| document.get(&capital))
    })
}

fn has_rows(of: &Value) -> bool {
    rows(of).is_some_and(|rows| !rows.is_empty() && rows.iter().all(|row| ends(row).is_some()))
}

fn rows(of: &Value) -> Option<&Vec<Value>> {
    self::of(of, &["rows", "table"]).and_then(Value::as_array)
}

/// Makes a source of every oracle in a document.
///
/// # Errors
/// It holds none.
pub(crate) fn import_datasworn(document: &Value) -> Result<Carried, ImportError> {
    let mut reader = OracleReader { out: String::new(), lost: Vec::new(), names: FreeNames::default() };
    let whole = of(document, &["name", "title"]);
    reader.walk(document, whole.and_then(Value::as_str).unwrap_or("oracle"), 0);
    if reader.out.is_empty() {
        return Err(ImportError::NoTable);
    }
    reader.lost.dedup();
    Ok(Carried { text: reader.out, lost: reader.lost })
}

struct OracleReader {
    out: String,
    lost: Vec<String>,
    names: FreeNames,
}

impl OracleReader {
    fn walk(&mut self, of: &Value, key: &str, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        if has_rows(of) {
            self.oracle(of, key);
            return;
        }
        match of {
            Value::Object(parts) => {
                for (key, part) in parts {
                    self.walk(part, key, depth + 1);
                }
            }
            Value::Array(parts) => {
                for part in parts {
                    let name = self::of(part, &["name"]).and_then(Value::as_str);
                    self.walk(part, name.unwrap_or(key), depth + 1);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn oracle(&mut self, of: &Value, key: &str) {
        let text = |key: &str| self::of(of, &[key]).and_then(Value::as_str);
        let title = text("title").or_else(|| of.get("Display")?.get("Title")?.as_str());
        let title = title_in(text("name").or(title).unwrap_or(key));
        let name = self.names.give(&name_of(if title.is_empty() { key } else { &title }));
        let all = rows(of).map(Vec::as_slice).unwrap_or_default();
        let mut written = Vec::new();
        let (mut next, mut high) = (1, 0);
        for row in all {
            let Some((from, to)) = ends(row) else { continue };
            let Some((from, to)) = from.zip(to) else {
                self.lost
                    .push(format!("`{title}`: the row `{}` has no numbers, and is left out", text_of(row)));
                continue;
            };
            if from != next {
                self.lost.push(format!("`{title}`: the row {from}-{to} does not follow {}", next - 1));
            }
            let links = [
                "oracle_rolls",
                "suggestions",
                "embed_table",
                "Oracle rolls",
                "Suggestions",
                "Subtable",
                "Game objects",
                "Multiple rolls",
                "Roll template",
            ];
            if links.iter().any(|link| row.get(link).is_some_and(|link| !link.is_null())) {
                self.lost
                    .push(format!("`{title}`: what the row {from}-{to} rolls besides is not carried over"));
            }
            (next, high) = (to.saturating_add(1), high.max(to));
            let key = if from == to { from.to_string() } else { format!("{from}-{to}") };
            written.push(vec![key, plain_cell(&text_in(&text_of(row), &NoTables, &mut self.lost))]);
        }
        let die = text("dice").and_then(DieWord::of);
        let die = die.map_or_else(|| format!("d{high}"), |die| die.written().to_owned());
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        let _ = write!(
            self.out,
            "{}",
            pipes(&head("table", &name, &title), &[die, "result".to_owned()], &written)
        );
    }
}

/// The numbers of a row: `roll: {min, max}` or `min` and `max` in it; `None` where it is no row of an oracle.
fn ends(row: &Value) -> Option<(Option<i64>, Option<i64>)> {
    let of = row.get("roll").filter(|roll| roll.is_object()).unwrap_or(row);
    let end = |names: [&str; 3]| names.iter().find_map(|name| of.get(name));
    let low = end(["min", "floor", "Floor"])?;
    let high = end(["max", "ceiling", "Ceiling"])?;
    Some((low.as_i64(), high.as_i64()))
}

fn text_of(row: &Value) -> String {
    let parts = ["text", "result", "text2", "text3", "summary"]
        .iter()
        .filter_map(|key| of(row, &[key]).and_then(Value::as_str));
    without_links(&parts.collect::<Vec<_>>().join("; "))
}

/// `[Sail](id:classic/moves/sail) on` as `Sail on`.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, from)) = rest.split_once('[') {
        out.push_str(before);
        let link = from.split_once("](").and_then(|(label, to)| Some((label, to.split_once(')')?.1)));
        match link.filter(|(label, _)| !label.contains(['[', ']'])) {
            Some((label, after)) => {
                out.push_str(label);
                rest = after;
            }
            None => {
                out.push('[');
                rest = from;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn oracles_of_both_editions_are_read_wherever_they_are() {
        let document = json!({"datasworn_version": "0.1.0", "oracles": {"character": {"contents": {
            "action": {"name": "Action {x}", "dice": "1d4", "rows": [
                {"roll": {"min": 1, "max": 3}, "text": "[Sail](id:x/y) on"},
                {"min": 4, "max": 4, "text": "Fall | rise", "oracle_rolls": [{"oracle": "x"}]},
            ]},
            "then": {"rows": [{"min": 1, "max": 2, "text": "a"}, {"min": null, "max": null, "text": "b"}]},
        }}}});
        let carried = import_datasworn(&document).expect("oracles");
        assert_eq!(
            carried.text,
            "table action_x \"Action (x)\"\n| 1d4 | result |\n|---|---|\n| 1-3 | Sail on |\n| 4 | Fall \\| rise |\n\n\
             table then_ \"then\"\n| d2 | result |\n|---|---|\n| 1-2 | a |\n"
        );
        assert_eq!(carried.lost.len(), 2, "{:?}", carried.lost);
    }
}
