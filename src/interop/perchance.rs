//! Perchance in: its lists become tables, what stands in brackets becomes live, and what is a program there is
//! named and left as text.

use super::carried::{Carried, ImportError};
use super::sheet::in_words;
use super::source::bullets;
use crate::base::{FreeNames, Num, stop};
use crate::syntax::{name_of, plain_name};

mod item;

use item::{Lists, item_in, whole};

/// Makes a source of a generator: every list becomes a table, `output` the one that the file is named after.
///
/// # Errors
/// There is no list in it.
pub(crate) fn import_perchance(text: &str, stem: &str) -> Result<Carried, ImportError> {
    let lines: Vec<IndentedLine> =
        text.trim_start_matches('\u{feff}').lines().filter_map(IndentedLine::of).collect();
    let mut lost = Vec::new();
    let lists = gather(&lines, stem, &mut lost);
    if lists.iter().all(|list| list.items.is_empty()) {
        return Err(ImportError::NoTable);
    }
    let known = Lists::of(lists.iter().map(|list| (list.path.clone(), list.name.clone())));
    let mut pieces = Vec::new();
    for list in lists.iter().filter(|list| !list.items.is_empty()).take_while(|_| !stop::is_asked()) {
        let items = list.items.iter().map(|item| match item {
            ListItem::Text(text) => item_in(text, &known, &mut lost),
            ListItem::List(name, weight) => (*weight, format!("{{{name}}}")),
        });
        pieces.push(bullets(&list.name, &list.title, "table", &whole(&items.collect::<Vec<_>>())));
    }
    Ok(Carried { text: pieces.join("\n"), lost })
}

/// Whether a text is a generator: names, each over lines further in, of which some name others in brackets.
pub(super) fn is_perchance(text: &str) -> bool {
    let lines: Vec<IndentedLine> = text.lines().filter_map(IndentedLine::of).collect();
    let is_name = |line: &IndentedLine| line.depth == 0 && item::is_name(line.text.trim_start_matches('$'));
    let heads = lines.windows(2).filter(|pair| matches!(pair, [a, b] if is_name(a) && b.depth > 0)).count();
    let outer = lines.iter().filter(|line| line.depth == 0);
    heads > 0
        && outer.clone().all(|line| is_name(line) || line.text.contains('='))
        && text.contains(['[', '^'])
}

/// A line with how far in it stands.
struct IndentedLine<'t> {
    depth: usize,
    text: &'t str,
}

impl<'t> IndentedLine<'t> {
    fn of(line: &'t str) -> Option<IndentedLine<'t>> {
        const TAB: usize = 2;
        let text = line.trim_start();
        let depth = line[..line.len() - text.len()].chars().map(|c| if c == '\t' { TAB } else { 1 }).sum();
        // A remark begins a line or follows a blank, so that addresses stay whole.
        let text = if text.starts_with("//") { "" } else { text.split(" //").next().unwrap_or(text) };
        let text = text.trim_end();
        (!text.is_empty()).then_some(IndentedLine { depth, text })
    }
}

/// A list of a generator.
struct GeneratorList {
    /// How it is called there: `animal`, `animal.mammal`.
    path: String,
    name: String,
    title: String,
    items: Vec<ListItem>,
}

enum ListItem {
    Text(String),
    /// A list within the list, by its name here, with its weight.
    List(String, Num),
}

/// The lists, those within others beside them.
fn gather(lines: &[IndentedLine], stem: &str, lost: &mut Vec<String>) -> Vec<GeneratorList> {
    let mut names = FreeNames::default();
    let title = lines.iter().find_map(|line| line.text.strip_prefix("title").and_then(after_equals));
    let title = title.map(str::to_owned);
    let output = names.give(&name_of(title.as_deref().unwrap_or(stem)));
    let mut lists: Vec<GeneratorList> = Vec::new();
    // The lists around a line, each with how far in its name stands.
    let mut around: Vec<(usize, usize)> = Vec::new();
    for (nth, line) in lines.iter().enumerate() {
        around.retain(|(depth, _)| *depth < line.depth);
        let is_list = lines.get(nth + 1).is_some_and(|next| next.depth > line.depth);
        let above = around.last().map(|(_, list)| *list);
        let (text, weight) = item::weight_of(line.text, &mut Vec::new());
        match above {
            None if is_list || after_equals(line.text).is_some() => {
                let (path, value) = match line.text.split_once('=') {
                    Some((path, value)) if !is_list => (path.trim(), Some(value.trim())),
                    _ => (text.trim_end_matches(['=', ' ']), None),
                };
                let called = path.trim_start_matches('$');
                if matches!(called, "title" | "description" | "meta" | "image" | "tags")
                    || called.contains('(')
                {
                    lost.push(format!("`{path}` is left out: it is no list"));
                    around.push((line.depth, usize::MAX));
                    continue;
                }
                let is_output = called == "output";
                let name = if is_output { output.clone() } else { names.give(&plain_name(called)) };
                let shown = title.clone().filter(|_| is_output).unwrap_or_else(|| in_words(&name));
                let items = value.map(|value| ListItem::Text(value.to_owned())).into_iter().collect();
                around.push((line.depth, lists.len()));
                lists.push(GeneratorList { path: called.to_owned(), name, title: shown, items });
            }
            None => lost.push(format!("`{}` stands in no list, and is left out", line.text)),
            // What belongs to something that is no list.
            Some(usize::MAX) => {}
            Some(above) if is_list => {
                let path = format!("{}.{text}", lists[above].path);
                let name = names.give(&plain_name(&format!("{} {text}", lists[above].name)));
                lists[above].items.push(ListItem::List(name.clone(), weight));
                around.push((line.depth, lists.len()));
                lists.push(GeneratorList { path, title: in_words(&name), name, items: Vec::new() });
            }
            Some(above) => lists[above].items.push(ListItem::Text(line.text.to_owned())),
        }
    }
    lists
}

/// The value of a line `name = value`.
fn after_equals(line: &str) -> Option<&str> {
    let (name, value) = line.split_once('=').or_else(|| line.strip_prefix('=').map(|value| ("x", value)))?;
    let is_named = name.trim().is_empty() || item::is_name(name.trim().trim_start_matches('$'));
    is_named.then(|| value.trim()).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_become_tables() {
        let text = "output\n  {A} [animal] and {1-6} more\nanimal // kinds\n  dog^3\n  cat ^1/2\n  fish ^2\n    eel\n    pike\n";
        assert!(is_perchance(text));
        let carried = import_perchance(text, "moor sights").expect("tables");
        assert_eq!(
            carried.text,
            "table moor_sights \"Moor sights\"\n- {capital(a(animal))} and {d6} more\n\n\
             table animal \"Animal\"\n- 6x dog\n- cat\n- 4x {animal_fish}\n\n\
             table animal_fish \"Animal fish\"\n- eel\n- pike\n"
        );
        assert!(carried.lost.is_empty(), "{:?}", carried.lost);
    }

    #[test]
    fn lists_of_other_kinds_are_none_of_it() {
        for text in
            ["1. mud\n2. eels\n  [deep] ones", "Bog finds:\n  mud\n", "mud\neels\n", "# A\n\n| d4 | x |"]
        {
            assert!(!is_perchance(text), "{text}");
        }
    }
}
