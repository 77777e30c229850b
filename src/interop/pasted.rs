//! What is pasted as it was copied: out of a spreadsheet, a page, a wiki, a chat or a printed list.

use super::carried::Carried;
use super::die_word::DieWord;
use super::import::import_csv;
use super::list_keys::{key_of, mark_of, weak_mark};
use super::list_parts::{import_lists, parts};
use super::lists::is_sure_title;
use super::notes::import_markdown;
use super::spaced::with_tabs;
use super::tabbed::import_tabbed;
use crate::syntax::{is_roll_heading, other_tables, words};

/// Longer texts are files.
const MOST_BYTES: usize = 200_000;

/// A source of what was pasted, where its form leaves no doubt that it is a table of somebody else's; `None` where it
/// may be written in the language, or is anything else. A table without a title is called `nameless`; `is_ours` says
/// whether the text can be read as it stands.
pub(crate) fn import_pasted(
    text: &str,
    nameless: &dyn Fn() -> String,
    is_ours: impl Fn() -> bool,
) -> Option<Carried> {
    if text.len() > MOST_BYTES || !text.trim().contains('\n') && !text.trim_start().starts_with('<') {
        return None;
    }
    let text = without_fence(text);
    let unquoted = without_quotation(text);
    let text = unquoted.as_deref().unwrap_or(text);
    let begins = |line: &str| words::is_starting(line.split([' ', '\t', '(']).next().unwrap_or(""));
    let is_first = text.lines().next().is_some_and(|line| begins(line.trim()));
    // A wrapped row may go on with `when` or `party`.
    if is_first || text.lines().any(|line| begins(line.trim())) && is_ours() {
        return None;
    }
    if text.lines().any(|line| line.trim_start().starts_with("##")) {
        return bare_under_title(text, &nameless(), is_ours);
    }
    let tabbed = with_tabs(text);
    if let Some(carried) = import_tabbed(tabbed.as_deref().unwrap_or(text), &nameless()) {
        return carried.ok();
    }
    if !other_tables(text).is_empty() {
        return import_markdown(text).ok();
    }
    if is_sheet(text) {
        return import_csv(&without_rule(text), &nameless()).ok();
    }
    if unquoted.is_some() {
        return import_markdown(text).ok();
    }
    let parts = parts(text);
    let lists: Option<Vec<(&str, &str, bool)>> = parts
        .iter()
        .map(|part| {
            let (title, strong) = numbered(part)?;
            Some((title, part.trim_start().strip_prefix(title).unwrap_or(part), strong))
        })
        .collect();
    let Some(lists) = lists else { return bare_under_title(text, &nameless(), is_ours) };
    if !lists.iter().all(|(_, _, strong)| *strong) && is_ours() {
        return None;
    }
    let bare = |title: &str| title.replace(['*', '#'], "").trim().to_owned();
    let text: Vec<String> =
        lists.iter().map(|(title, rows, _)| format!("{}\n\n{}", bare(title), rows.trim())).collect();
    let carried = import_lists(&text.join("\n\n"), &nameless()).ok()?;
    // Without a die, the numbers fill none. Where the title names another die than they fill, rows are missing, which
    // is told of the text as it stands.
    let dice = carried
        .text
        .split("\n\n")
        .filter(|table| table.lines().nth(1).is_some_and(|head| head.starts_with("| ")));
    // What was joined or left out is told beside the table.
    let told = [" are joined to ", " and left out", "as a part of the entry above it"];
    let whole = carried.lost.iter().all(|note| told.iter().any(|part| note.contains(part)));
    (dice.count() == lists.len() && whole).then_some(carried)
}

/// Bare lines under what can only be their title, as a list of rows that are equally likely.
fn bare_under_title(text: &str, nameless: &str, is_ours: impl FnOnce() -> bool) -> Option<Carried> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let title = lines.next()?;
    let signs = ['|', '=', '"', '{', '['];
    let is_bare = |line: &str| {
        let numbered = mark_of(line).is_some() || weak_mark(line).is_some();
        !numbered && !line.contains(signs) && line.starts_with(char::is_alphabetic)
    };
    let bare =
        is_sure_title(title) && !title.contains(signs) && lines.clone().count() > 1 && lines.all(is_bare);
    if !bare || is_ours() {
        return None;
    }
    import_lists(text, nameless).ok()
}

/// What stands between the fences of a chat.
fn without_fence(text: &str) -> &str {
    let inside = text.trim().strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    let language =
        |rest: &str| rest.lines().next().is_some_and(|line| line.chars().all(char::is_alphanumeric));
    match inside.filter(|rest| language(rest) && !rest.contains("```")) {
        Some(rest) => rest.split_once('\n').map_or("", |(_, rest)| rest),
        None => text,
    }
}

/// What stands in a quotation of a note, where every line is part of it.
fn without_quotation(text: &str) -> Option<String> {
    let lines = || text.lines().map(str::trim_start).filter(|line| !line.is_empty());
    let quoted = lines().next().is_some() && lines().all(|line| line.starts_with('>'));
    let bare = |line: &str| {
        let line = line.strip_prefix('>').unwrap_or(line);
        format!("{}\n", line.strip_prefix(' ').unwrap_or(line))
    };
    quoted.then(|| lines().map(bare).collect())
}

/// Whether a line only draws a rule below a head.
fn is_rule(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '-' | '|' | ':' | ' '))
}

fn without_rule(text: &str) -> String {
    text.lines().filter(|line| !is_rule(line)).map(|line| format!("{line}\n")).collect()
}

/// Values with commas, semicolons or bars between them: a die over keys, and as many values in each line.
fn is_sheet(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !is_rule(line));
    let Some(head) = lines.next() else { return false };
    [',', ';', '|'].into_iter().any(|sign| {
        let first = |line: &str| line.split(sign).next().unwrap_or("").trim().trim_matches('"').to_owned();
        let keyed = |line: &str| key_of(&first(line)).is_some() && line.contains(sign);
        let over = first(head);
        // Nothing of ours is called `Roll;Monster`; a comma may stand between values.
        let rolls = DieWord::of(&over).is_some()
            || is_roll_heading(&over) && !over.is_empty() && lines.clone().count() > 1;
        head.contains(sign) && rolls && lines.clone().all(keyed)
    })
}

/// Of lines that begin with numbers, the title above them, empty where there is none, and whether a dot, a bracket or
/// a colon is behind each number; `None` where the lines are anything else.
fn numbered(text: &str) -> Option<(&str, bool)> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    let is_strong = |line: &str| {
        let ends = line.split_whitespace().next().is_some_and(|first| first.ends_with(['.', ')', ':']));
        ends && mark_of(line).is_some_and(|(key, _)| key.is_some())
    };
    let is_numbered =
        |line: &str| is_strong(line) || weak_mark(line).is_some_and(|(_, rest)| !rest.is_empty());
    let title = lines.next_if(|line| !is_numbered(line)).unwrap_or("");
    // Signs of the language, or of a table with bars.
    if title.contains(['|', '=', '"', '{', '[']) {
        return None;
    }
    // The title may be wrapped.
    let wrapped = |line: &&str| !title.is_empty() && line.starts_with(char::is_lowercase);
    let rows: Vec<&str> = lines.skip_while(wrapped).collect();
    let counted = rows.iter().filter(|line| is_numbered(line)).count();
    // So may rows be, where there are enough of them to tell.
    let goes_on =
        counted > 2 && counted * 2 >= rows.len() && rows.first().is_some_and(|line| is_numbered(line));
    let all = counted > 1 && (counted == rows.len() || goes_on);
    all.then(|| (title, rows.iter().all(|line| is_strong(line))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pastes_are_tables_where_nothing_else_can_be_meant() {
        for (pasted, head) in [
            ("d6\tWeather\tWind\n1-2\tSun\tcalm\n3-6\tRain\tgale\n", "| d6 | Weather | Wind |"),
            ("Weather\nd6\tWeather\tWind\n1-2\tSun\tcalm\n3-6\tRain\tgale\n", "table weather \"Weather\""),
            ("Name\tPrice\nRope\t1 gp\nTorch\t2 cp\n", "chart pasted"),
            ("```\nd6,Weather\n1-2,Sun\n3-6,Rain\n```", "| d6 | Weather |"),
            ("Hoard (d4)\n\n1. gold\n2. silver\n3. gems\n4. nothing\n", "table hoard"),
            ("**Weather** (d6)\n1-3 -> Sun\n4-6 -> Rain\n", "| 4-6 | Rain |"),
            ("**Weather** (1d6)\n1-2: sun\n3-4: rain\n5-6: snow\n", "table weather "),
            ("01-50 Sun\n51-00 Rain\n", "| d100 | result |"),
            (
                "Finds (d3)\n1 A mule, its packs\nstill full\n2 A wheel\n3 Rain\n",
                "| 1 | A mule, its packs still full |",
            ),
            ("Road: what the\nparty finds\n1 Mule\n2 Wheel\n3 Rain\n", "table road_what_the_party_finds"),
            ("Rumours:\nThe mayor lies\nThe well is dry\n", "table rumours \"Rumours\"\n- The mayor lies\n"),
            (
                "## Rumours\nThe mayor lies\nThe well is dry\n",
                "table rumours \"Rumours\"\n- The mayor lies\n",
            ),
            (
                "**Rumours**\n\nThe mayor lies\nThe well is dry\n",
                "table rumours \"Rumours\"\n- The mayor lies\n",
            ),
            ("Rumours (d2)\nThe mayor lies\nThe well is dry\n", "- The well is dry\n"),
            ("01–50 .......... 3d6\n51–00 ....... 4d6\n", "| 51-100 | {\"4d6\"} |"),
            ("Chest? (d4)\n1-3: no\n4: yes\n\nPotion (d4)\n1-2: red\n3-4: blue\n", "\n\ntable potion"),
            ("d6 | What | Who\n1-3 | Orc | a\n4-6 | Ogre | b\n", "| d6 | What | Who |"),
            ("d6 | What\n---|---\n1-3 | Orc\n4-6 | Ogre\n", "| 4-6 | Ogre |"),
            ("> | d6 | What |\n> |--|--|\n> | 1-3 | Orc |\n> | 4-6 | Ogre |\n", "table what"),
            ("Roll;Monster;Number\n1-3;Orc;2d6\n4-6;Ogre;1\n", "| 4-6 | Ogre | 1 |"),
            (
                "{| class=\"wikitable\"\n! d6 !! Weather\n|-\n| 1-2 || Sun\n|-\n| 3-6 || Rain\n|}\n",
                "| d6 | Weather |",
            ),
        ] {
            let carried = import_pasted(pasted, &|| "pasted".to_owned(), || false).expect(pasted);
            assert!(carried.text.contains(head), "{pasted}: {}", carried.text);
        }
        for other in [
            "table mood\nwary\t1\nglad\t2\n",
            "2d6\n3d6\n",
            "let x = 3\n1-2 * x\n",
            "1 + 2\n3 + 4\n",
            "| d6 | a |\n|---|---|\n| 1-6 | b |\n",
            "Sun\nRain\n",
            "2 swords\n3 axes and\nmore\n",
        ] {
            assert_eq!(
                import_pasted(other, &|| "pasted".to_owned(), || true).map(|carried| carried.text),
                None,
                "{other}"
            );
        }
    }
}
