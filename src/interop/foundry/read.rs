//! Foundry's RollTable documents, one or a set, as source text.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::Value;

use super::odds_in::{KnownDice, Weighed, weigh};
use super::text_in::{Tables, inert, text_in};
use crate::base::{FreeNames, stop};
use crate::interop::Carried;
use crate::interop::carried::ImportError;
use crate::interop::said::{plain_cell, plain_row};
use crate::interop::source::{bullets, head, pipes, title_in};
use crate::syntax::name_of;

/// The RollTables in a text: one document, a list of them, an Adventure or a world that holds some, or a
/// compendium's file with one document a line.
pub(crate) fn documents(text: &str) -> Result<Vec<Value>, serde_json::Error> {
    let text = text.trim_start_matches('\u{feff}');
    let whole: Result<Value, serde_json::Error> = serde_json::from_str(text);
    match whole {
        Ok(document) => Ok(tables_in(document)),
        Err(error) => {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            let documents: Result<Vec<Value>, _> = lines.map(serde_json::from_str).collect();
            // What is wrong with a document of several lines is said of the whole.
            documents.map(|documents| documents.into_iter().flat_map(tables_in).collect()).map_err(|_| error)
        }
    }
}

fn tables_in(document: Value) -> Vec<Value> {
    match document {
        // A list without one may be of another program.
        Value::Array(documents) if !documents.iter().any(is_table) => vec![Value::Array(documents)],
        Value::Array(documents) => documents.into_iter().filter(is_table).collect(),
        Value::Object(mut parts) => match parts.get("tables") {
            Some(Value::Array(_)) => {
                let Some(Value::Array(tables)) = parts.remove("tables") else { return Vec::new() };
                tables.into_iter().filter(is_table).collect()
            }
            _ => vec![Value::Object(parts)],
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// Whether a document is a RollTable.
pub(crate) fn is_table(document: &Value) -> bool {
    document.get("results").is_some()
}

/// Makes a source of RollTables.
///
/// # Errors
/// There is none, or one is not as Foundry writes it.
pub(crate) fn import(documents: &[Value]) -> Result<Carried, ImportError> {
    let names = TableNames::of(documents);
    let mut dice = KnownDice::default();
    let mut out = Carried { text: String::new(), lost: Vec::new() };
    for (document, name) in documents.iter().zip(&names.given).take_while(|_| !stop::is_asked()) {
        let mut lost = Vec::new();
        let text = table(document, name, &names, &mut dice, &mut lost).map_err(ImportError::Broken)?;
        lost.dedup();
        if documents.len() > 1 {
            lost.iter_mut().for_each(|what| *what = format!("`{name}`: {what}"));
        }
        let _ = write!(out.text, "{}{text}", if out.text.is_empty() { "" } else { "\n" });
        out.lost.extend(lost);
    }
    if documents.is_empty() { Err(ImportError::NoTable) } else { Ok(out) }
}

/// The names that the tables are given, and what links call them.
struct TableNames {
    given: Vec<String>,
    by_id: HashMap<String, String>,
    by_title: HashMap<String, String>,
}

impl TableNames {
    fn of(documents: &[Value]) -> TableNames {
        let mut free = FreeNames::default();
        let mut names = TableNames { given: Vec::new(), by_id: HashMap::new(), by_title: HashMap::new() };
        for document in documents {
            let title = title_of(document);
            let name = free.give(&name_of(&title));
            if let Some(id) = document.get("_id").and_then(Value::as_str) {
                names.by_id.entry(id.to_owned()).or_insert_with(|| name.clone());
            }
            names.by_title.entry(title.to_lowercase()).or_insert_with(|| name.clone());
            names.given.push(name);
        }
        names
    }

    fn at_address(&self, address: &str) -> Option<String> {
        let id = address.split('#').next()?.rsplit('.').next()?;
        self.by_id.get(id).cloned()
    }
}

impl Tables for TableNames {
    fn linked(&self, kind: &str, address: &str) -> Option<String> {
        match kind {
            "UUID" | "Compendium" => self.at_address(address),
            // Before version 10, a table's title was an address, too.
            "RollTable" => {
                self.at_address(address).or_else(|| self.by_title.get(&address.to_lowercase()).cloned())
            }
            _ => None,
        }
    }
}

fn title_of(document: &Value) -> String {
    let title = title_in(document.get("name").and_then(Value::as_str).unwrap_or(""));
    if title.is_empty() { "Table".to_owned() } else { title }
}

struct RangeResult {
    from: i64,
    to: i64,
    /// Empty where it says nothing.
    text: String,
}

impl RangeResult {
    fn cell(&self) -> String {
        if self.text.is_empty() { NOTHING.to_owned() } else { plain_cell(&self.text) }
    }

    fn row(&self) -> String {
        if self.text.is_empty() { NOTHING.to_owned() } else { plain_row(&self.text) }
    }
}

/// What stands here where nothing stands there.
const NOTHING: &str = "–";

fn table(
    document: &Value,
    name: &str,
    names: &TableNames,
    dice: &mut KnownDice,
    lost: &mut Vec<String>,
) -> Result<String, String> {
    let text = |key: &str| document.get(key).and_then(Value::as_str).unwrap_or("").trim();
    let Some(listed) = document.get("results").and_then(Value::as_array) else {
        return Err("it has no list of `results`; export the RollTable from Foundry as it is".to_owned());
    };
    if listed.is_empty() {
        return Err(format!("the table `{}` has no results", title_of(document)));
    }
    let results =
        listed.iter().map(|result| result_in(result, names, lost)).collect::<Result<Vec<_>, _>>()?;
    let title = title_of(document);
    let about = text_in(text("description"), &super::text_in::NoTables, &mut Vec::new());
    let about: String = about.lines().map(|line| format!("## {line}\n")).collect();
    let deck = document.get("replacement").and_then(Value::as_bool) == Some(false);
    let ranges: Vec<(i64, i64)> = results.iter().map(|result| (result.from, result.to)).collect();
    let weighed = weigh(text("formula"), &ranges, deck, dice, lost);
    if deck {
        tell_of_deck(listed, &weighed, lost);
    }
    let rows = match &weighed {
        Weighed::Die(die) if !deck => {
            let key = |from: i64, to: i64| if from == to { from.to_string() } else { format!("{from}-{to}") };
            let rows: Vec<Vec<String>> =
                results.iter().map(|result| vec![key(result.from, result.to), result.cell()]).collect();
            pipes(&head("table", name, &title), &[die.clone(), "result".to_owned()], &rows)
        }
        Weighed::Die(_) | Weighed::Weights(_) => {
            let weights = weighed.weights(&ranges);
            let rows: Vec<(u64, String)> =
                weights.into_iter().zip(results.iter().map(RangeResult::row)).collect();
            bullets(name, &title, if deck { "deck" } else { "table" }, &rows)
        }
    };
    Ok(format!("{about}{rows}"))
}

fn tell_of_deck(listed: &[Value], weighed: &Weighed, lost: &mut Vec<String>) {
    let drawn = listed.iter().filter(|result| result.get("drawn") == Some(&Value::Bool(true))).count();
    if drawn > 0 {
        lost.push(format!("{drawn} of its results were drawn already; here they are in the deck again"));
    }
    if !matches!(weighed, Weighed::Weights(weights) if weights.iter().all(|weight| *weight == 1))
        && !matches!(weighed, Weighed::Die(_))
    {
        lost.push("a result of several numbers is drawn once there; here it is as many cards".to_owned());
    }
}

fn result_in(result: &Value, names: &TableNames, lost: &mut Vec<String>) -> Result<RangeResult, String> {
    let text = |key: &str| result.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let shown = text("text").or_else(|| text("description")).or_else(|| text("name"));
    let end = |nth: usize| result.get("range").and_then(|range| range.get(nth)).and_then(Value::as_i64);
    let (Some(from), Some(to)) = (end(0), end(1)) else {
        return Err(format!("the result `{}` has no range of two numbers", shown.unwrap_or("–")));
    };
    if to < from {
        lost.push(format!(
            "the range {from} to {to} of `{}` is read the other way round",
            shown.unwrap_or("–")
        ));
    }
    let text = match linked(result, names) {
        Linked::Table(name) => format!("{{{name}}}"),
        Linked::Elsewhere => {
            let shown = text("name").or(shown).unwrap_or_default();
            lost.push(format!("`{shown}` was a link to a document; its name stays"));
            inert(&shown.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        Linked::Text => text_in(shown.unwrap_or_default(), names, lost),
    };
    Ok(RangeResult { from: from.min(to), to: from.max(to), text })
}

enum Linked {
    Text,
    Table(String),
    Elsewhere,
}

/// What a result is; version 9 says `collection` and `resultId`, 10 to 12 `documentCollection` and
/// `documentId`, 13 `documentUuid`.
fn linked(result: &Value, names: &TableNames) -> Linked {
    let text = |key: &str| result.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    let is_text = match result.get("type") {
        None | Some(Value::Null) => text("documentUuid").or_else(|| text("documentId")).is_none(),
        Some(Value::String(kind)) => kind == "text" || kind == "0",
        Some(kind) => kind.as_i64() == Some(0),
    };
    if is_text {
        return Linked::Text;
    }
    let address = text("documentUuid").or_else(|| text("documentId")).or_else(|| text("resultId"));
    match address.and_then(|address| names.at_address(address)) {
        Some(name) => Linked::Table(name),
        None => Linked::Elsewhere,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_roll_table_is_read() {
        let document = json!({
            "name": "Bog finds", "formula": "1d4", "description": "<p>Cold &amp; wet</p>",
            "results": [
                {"type": "text", "text": "<b>[[/r 2d6]]</b> coins", "range": [3, 1], "weight": 3},
                {"type": "document", "text": "@UUID[Item.x]{A lamp} {lit}", "range": [4, 4]},
            ],
        });
        let carried = import(&[document]).expect("a table");
        assert_eq!(
            carried.text,
            "## Cold & wet\ntable bog_finds \"Bog finds\"\n| 1d4 | result |\n|---|---|\n| 1-3 | {2d6} coins |\n\
             | 4 | @UUID[Item.x]\\{A lamp} \\{lit} |\n"
        );
        assert_eq!(carried.lost.len(), 2);
        assert!(import(&[json!({"name": "x"})]).is_err());
    }
}
