//! Foundry's RollTable documents, as its exports hold them.

use serde_json::{Value, json};

use super::sheet::{Sheet, SheetRow, as_name};
use crate::base::{Num, SourceId};
use crate::syntax::{self, entities};

/// Writes a RollTable. What its format has no place for is added to `lost`.
pub(crate) fn write(sheet: &Sheet, lost: &mut Vec<String>) -> String {
    if sheet.headings.len() > 1 {
        lost.push(format!("Foundry has one result column: {} are joined into it", sheet.headings.join(", ")));
    }
    let weighted = sheet.die.is_empty();
    let (low, high) = ends(sheet);
    // Weights that are fractions become whole numbers in the same proportions.
    let whole = sheet.rows.iter().fold(1i64, |whole, row| num_integer::lcm(whole, row.weight.denominator()));
    let mut next = 1;
    let mut results = Vec::new();
    for row in &sheet.rows {
        let weight = if weighted { row.weight.numerator() * (whole / row.weight.denominator()) } else { 1 };
        if weight < 1 {
            lost.push(format!("the row `{}` never comes up, and is left out", cells_of(sheet, row)));
            continue;
        }
        let ranges = if weighted {
            vec![(next, next + weight - 1)]
        } else {
            let closed = row.ranges.iter().map(|(from, to)| (from.unwrap_or(low), to.unwrap_or(high)));
            closed.collect()
        };
        if ranges.is_empty() {
            lost.push(format!("the row `{}` has no number to be rolled", row.key));
        }
        next += weight;
        for (from, to) in ranges {
            let text = text_out(&cells_of(sheet, row), lost);
            results.push(json!({
                "type": "text", "text": text, "description": text, "range": [from, to], "weight": weight,
                "drawn": false,
            }));
        }
    }
    let formula = if weighted { format!("1d{}", (next - 1).max(1)) } else { sheet.die.clone() };
    let table = json!({
        "name": sheet.title,
        "description": sheet.about,
        "formula": formula,
        "replacement": true,
        "displayRoll": true,
        "results": results,
    });
    format!("{table:#}\n")
}

fn cells_of(sheet: &Sheet, row: &SheetRow) -> String {
    match row.cells.as_slice() {
        [only] => only.clone(),
        several => {
            let named =
                sheet.headings.iter().zip(several).map(|(heading, cell)| format!("{heading}: {cell}"));
            named.collect::<Vec<_>>().join("; ")
        }
    }
}

/// The least and greatest number that rows name; a simple die's own ends where it has them.
fn ends(sheet: &Sheet) -> (i64, i64) {
    let named =
        || sheet.rows.iter().flat_map(|row| row.ranges.iter().flat_map(|(from, to)| [*from, *to])).flatten();
    let mut low = named().min().unwrap_or(1);
    let mut high = named().max().unwrap_or(low);
    let (count, sides) = sheet.die.split_once('d').unwrap_or(("", ""));
    let count = if count.is_empty() { Ok(1) } else { count.parse::<i64>() };
    let sides = if sides == "%" { Ok(100) } else { sides.parse::<i64>() };
    if let (Ok(count), Ok(sides)) = (count, sides) {
        low = low.min(count);
        high = high.max(count.saturating_mul(sides));
    }
    (low, high)
}

/// Text with live parts as Foundry writes it: dice that it knows become inline rolls. What else is live,
/// such as a roll on another table, stays as its name and is told in `lost`.
fn text_out(text: &str, lost: &mut Vec<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '\\']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        if let Some(after) = from.strip_prefix('\\') {
            let mut letters = after.chars();
            out.extend(letters.next());
            rest = letters.as_str();
        } else if let Some((live, after)) = from.get(1..).and_then(|from| from.split_once('}')) {
            match formula_out(live) {
                Some(formula) => out.push_str(&format!("[[{formula}]]")),
                None => {
                    lost.push(format!("`{{{live}}}` is no roll that Foundry knows; it stays as text"));
                    out.push_str(&format!("({live})"));
                }
            }
            rest = after;
        } else {
            out.push_str(from);
            rest = "";
        }
    }
    out.push_str(rest);
    out
}

/// Sums of dice and numbers, with highest and lowest kept or dropped: what Foundry reads as we do.
fn formula_out(live: &str) -> Option<String> {
    let compact: String = live.chars().filter(|c| !c.is_whitespace()).collect();
    let terms = compact.split(['+', '-', '*']);
    let known = compact.contains('d') && terms.clone().count() > 0 && terms.clone().all(is_term);
    known.then(|| live.trim().to_owned())
}

fn is_term(term: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let Some((count, rest)) = term.split_once('d') else { return digits(term) };
    let sides = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (sides, modifier) = rest.split_at(sides);
    let keeps = ["kh", "kl", "dh", "dl"].iter().find_map(|keep| modifier.strip_prefix(keep));
    (count.is_empty() || digits(count))
        && (digits(sides) || rest == "%")
        && (modifier.is_empty() || rest == "%" || keeps.is_some_and(|n| n.is_empty() || digits(n)))
}

/// Whether results are not put back.
pub(crate) fn is_deck(document: &Value) -> bool {
    document.get("replacement").and_then(Value::as_bool) == Some(false)
}

/// The table as Foundry rolls it: where its die can miss every result, it rolls again, so that results come
/// up in the proportions of what they hold.
pub(crate) fn as_rolled(mut sheet: Sheet, lost: &mut Vec<String>) -> Sheet {
    let ranges: Vec<(i64, i64)> = sheet
        .rows
        .iter()
        .flat_map(|row| &row.ranges)
        .filter_map(|(from, to)| Some(((*from)?, (*to)?)))
        .collect();
    for (row, (from, to)) in sheet.rows.iter_mut().zip(&ranges) {
        row.weight = Num::int(to.saturating_sub(*from).saturating_add(1).max(1));
    }
    let fills = ranges
        .iter()
        .try_fold(1i64, |next, (from, to)| (*from == next && to >= from).then(|| to.saturating_add(1)));
    let written = sheet.die.replace(' ', "");
    let sides = single_die(&written);
    match (sides, fills) {
        (Some(sides), Some(next)) if sides == next - 1 => {}
        (Some(sides), Some(next)) if sides > next - 1 => {
            sheet.die = format!("1d{}", next - 1);
            lost.push(format!(
                "written as {written}; Foundry rolls again beyond {}, so it is {} here",
                next - 1,
                sheet.die
            ));
        }
        (Some(_), _) => {
            sheet.die.clear();
            lost.push(format!(
                "written as {written} with gaps or overlaps; here each result weighs what its range holds"
            ));
        }
        (None, Some(next)) if written.is_empty() => sheet.die = format!("1d{}", next - 1),
        (None, None) if written.is_empty() => sheet.die.clear(),
        (None, _) => {}
    }
    sheet
}

/// The sides of one die and nothing else.
fn single_die(formula: &str) -> Option<i64> {
    let sides = formula.strip_prefix("1d").or_else(|| formula.strip_prefix('d'))?;
    if sides == "%" { Some(100) } else { sides.parse().ok() }
}

/// Reads a RollTable; `Err` is why it is none.
pub(crate) fn read(document: &Value, lost: &mut Vec<String>) -> Result<Sheet, String> {
    let text = |key: &str| document.get(key).and_then(Value::as_str).unwrap_or("").trim().to_owned();
    let Some(results) = document.get("results").and_then(Value::as_array) else {
        return Err("it has no list of `results`; export the RollTable from Foundry as it is".to_owned());
    };
    let title = if text("name").is_empty() { "Table".to_owned() } else { text("name") };
    let mut rows = Vec::new();
    for result in results {
        rows.push(row_in(result, lost)?);
    }
    Ok(Sheet {
        name: as_name(&title),
        title,
        about: text_in(&text("description"), lost),
        die: text("formula"),
        headings: vec!["result".to_owned()],
        rows,
    })
}

fn row_in(result: &Value, lost: &mut Vec<String>) -> Result<SheetRow, String> {
    let text = |key: &str| result.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let shown = text("text").or_else(|| text("description")).or_else(|| text("name")).unwrap_or("–");
    let of_document =
        result.get("type").is_some_and(|kind| !matches!(kind.as_str(), Some("text") | None) || kind == 1);
    if of_document {
        lost.push(format!("`{shown}` was a link to a document; its name stays"));
    }
    let end = |nth: usize| result.get("range").and_then(|range| range.get(nth)).and_then(Value::as_i64);
    let (Some(from), Some(to)) = (end(0), end(1)) else {
        return Err(format!("the result `{shown}` has no range of two numbers"));
    };
    let (from, to) = if to < from {
        lost.push(format!("the range {from} to {to} of `{shown}` is read the other way round"));
        (to, from)
    } else {
        (from, to)
    };
    let weight = result.get("weight").and_then(Value::as_i64).unwrap_or(1);
    Ok(SheetRow {
        key: if from == to { from.to_string() } else { format!("{from}-{to}") },
        ranges: vec![(Some(from), Some(to))],
        weight: Num::int(weight),
        cells: vec![text_in(shown, lost)],
    })
}

/// Foundry's text as ours: inline rolls become live, links become their labels, HTML is taken off.
pub(super) fn text_in(text: &str, lost: &mut Vec<String>) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '{', '[', '@']) {
        let (before, from) = rest.split_at(at);
        plain.push_str(&inert(before));
        if let Some((roll, after)) = from.strip_prefix("[[").and_then(|from| from.split_once("]]")) {
            let dice = roll.trim();
            let command = ["/roll", "/r"].iter().find_map(|command| dice.strip_prefix(command));
            let dice = command.unwrap_or(dice);
            let dice = dice.split('#').next().unwrap_or(dice).trim();
            if is_ours(dice) {
                plain.push_str(&format!("{{{dice}}}"));
            } else {
                lost.push(format!("`[[{dice}]]` is no roll that is known here; it stays as text"));
                plain.push_str(&format!("({})", inert(dice)));
            }
            // A label behind a roll says what the number is of.
            rest = match after.strip_prefix('{').and_then(|label| label.split_once('}')) {
                Some((label, after)) => {
                    plain.push(' ');
                    plain.push_str(&inert(label));
                    after
                }
                None => after,
            };
        } else if let Some((label, after)) = link(from) {
            lost.push(format!("the link to `{label}` became its name"));
            plain.push_str(&inert(label));
            rest = after;
        } else if let Some((tag, after)) = html_tag(from) {
            // What ends a line there keeps words apart here.
            if ["br", "p", "/p", "li", "/li", "div", "/div", "td", "/td"].contains(&tag.as_str()) {
                plain.push(' ');
            }
            rest = match hidden_until(&tag).and_then(|end| after.find(end).map(|at| at + end.len())) {
                Some(at) => after.get(at..).unwrap_or("").split_once('>').map_or("", |(_, after)| after),
                None => after,
            };
        } else {
            let mut letters = from.chars();
            if let Some(letter) = letters.next() {
                plain.push_str(&inert(&from[..letter.len_utf8()]));
            }
            rest = letters.as_str();
        }
    }
    plain.push_str(&inert(rest));
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A stranger's text with nothing live in it, and its entities as what they stand for.
fn inert(text: &str) -> String {
    entities::decoded(text).replace('\\', "\\\\").replace('{', "\\{")
}

/// The name of the tag that a text begins with, and what follows it. `5 < 6` begins with none.
fn html_tag(text: &str) -> Option<(String, &str)> {
    let inside = text.strip_prefix('<')?;
    if let Some(comment) = inside.strip_prefix("!--") {
        return Some(("!".to_owned(), comment.split_once("-->").map_or("", |(_, after)| after)));
    }
    let first = inside.trim_start_matches('/').chars().next()?;
    let (tag, after) = inside.split_once('>').filter(|_| first.is_ascii_alphabetic())?;
    let name = tag.split(|c: char| c.is_whitespace()).next().unwrap_or("").trim_end_matches('/');
    Some((name.to_lowercase(), after))
}

/// What hides everything up to its end.
fn hidden_until(tag: &str) -> Option<&'static str> {
    match tag {
        "script" => Some("</script"),
        "style" => Some("</style"),
        _ => None,
    }
}

/// Whether a roll reads here as it stands: dice and numbers, no names.
fn is_ours(dice: &str) -> bool {
    let (read, reports) = syntax::parse_expression(SourceId(0), dice);
    let harmless = dice.chars().all(|c| c.is_ascii_alphanumeric() || "+-*/<>=!{}, ".contains(c));
    read.is_some()
        && reports.iter().all(|report| !report.is_error())
        && harmless
        && formula_out(dice).is_some()
}

/// `@UUID[Compendium.…]{Label}`, by its label; without one, by the end of its path.
fn link(text: &str) -> Option<(&str, &str)> {
    let after_at = text.strip_prefix('@')?;
    let (word, rest) = after_at.split_once('[')?;
    if word.is_empty() || !word.chars().all(|c| c.is_ascii_alphanumeric()) {
        return None;
    }
    let (path, rest) = rest.split_once(']')?;
    let labelled = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    Some(labelled.unwrap_or_else(|| (path.rsplit('.').next().unwrap_or(path), rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_table_is_read() {
        let document = json!({
            "name": "Bog finds", "formula": "1d4", "description": "<p>Cold &amp; wet</p>",
            "results": [
                {"type": "text", "text": "<b>[[/r 2d6]]</b> coins", "range": [1, 3], "weight": 3},
                {"type": "document", "text": "@UUID[Item.x]{A lamp} {lit}", "range": [4, 4]},
            ],
        });
        let mut lost = Vec::new();
        let sheet = read(&document, &mut lost).expect("a table");
        assert_eq!((sheet.name.as_str(), sheet.about.as_str()), ("bog_finds", "Cold & wet"));
        assert_eq!(sheet.rows[0].key, "1-3");
        assert_eq!(sheet.rows[0].cells[0], "{2d6} coins");
        assert_eq!(sheet.rows[1].cells[0], "A lamp \\{lit}");
        assert_eq!(lost.len(), 2);
        assert!(read(&json!({"name": "x"}), &mut lost).is_err());
    }

    #[test]
    fn what_is_written_in_html_is_text_and_never_code() {
        let of = |text: &str| text_in(text, &mut Vec::new());
        assert_eq!(of("5 < 6 &amp; 7 > 3 &eacute;&#233;&rsquo;&nosuch;"), "5 < 6 & 7 > 3 éé’&nosuch;");
        assert_eq!(of("&#123;2d6} &lt;b&gt; <b>x</b><br/>y<!-- z -->"), "\\{2d6} <b> x y");
        assert_eq!(of("a<script>alert(1)</script >b<style>c</style>"), "ab");
        assert_eq!(of("@UUID[Compendium.x.Item.abc] @UUID[x]{A lamp} a@b.c"), "abc A lamp a@b.c");
        let mut lost = Vec::new();
        let swapped = read(
            &json!({"name": "x", "formula": "1d2", "results": [{"text": "a", "range": [2, 1]}]}),
            &mut lost,
        );
        assert_eq!((swapped.expect("a table").rows[0].key.as_str(), lost.len()), ("1-2", 1));
    }
}
