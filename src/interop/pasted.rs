//! What is pasted as it was copied: out of a spreadsheet, a page, a wiki, a chat or a printed list.

use super::carried::Carried;
use super::die_word::DieWord;
use super::import::import_csv;
use super::list_keys::{key_of, mark_of, weak_mark};
use super::list_parts::{import_lists, parts};
use super::lists::is_sure_title;
use super::notes::import_markdown;
use super::shares::{Shares, shares_of};
use super::spaced::with_tabs;
use super::tabbed::import_tabbed;
use crate::syntax::{PartForm, is_roll_heading, note_comments, note_parts, other_tables, words};

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
    if let Some(sheet) = bars_alone(text) {
        return import_csv(&sheet.text, sheet.title.unwrap_or(&nameless())).ok().filter(|_| !is_ours());
    }
    let note = note_parts(text);
    // A list whose numbers cover the die of its title is read as in a note.
    let is_keyed =
        note.iter().any(|part| part.form == PartForm::Keyed) && note.iter().all(|part| part.form.is_lines());
    let keyed = || import_markdown(text).ok().filter(|_| !is_ours());
    // What a comment that is not closed leaves out is told.
    if note_comments(text).open.is_some() {
        return keyed();
    }
    // What a note looks up is a chart, which its rolled tables stand beside.
    if note.iter().any(|part| part.not_rolled.is_some()) {
        return import_markdown(text).ok().filter(|_| !is_ours());
    }
    if text.lines().any(|line| line.trim_start().starts_with("##")) {
        return if is_keyed { keyed() } else { bare_lines(text, &nameless(), is_ours) };
    }
    let tabbed = with_tabs(text);
    if let Some(carried) = import_tabbed(tabbed.as_deref().unwrap_or(text), &nameless()) {
        return carried.ok();
    }
    if !other_tables(text).is_empty() {
        return import_markdown(text).ok();
    }
    if is_keyed {
        return keyed();
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
    let Some(lists) = lists else { return bare_lines(text, &nameless(), is_ours) };
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

/// Lines without numbers, as a list: under what can only be their title or alone above them, or without one where
/// each begins as a sentence does; and bullets.
fn bare_lines(text: &str, nameless: &str, is_ours: impl FnOnce() -> bool) -> Option<Carried> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (title, rest) = lines.split_first()?;
    let signs = ['|', '=', '"', '{', '['];
    let is_plain = |line: &&str| !line.contains(signs);
    let is_bare = |line: &&str| {
        let numbered = mark_of(line).is_some() || weak_mark(line).is_some();
        !numbered && line.starts_with(char::is_alphabetic)
    };
    let titled = is_sure_title(title) && rest.len() > 1 && rest.iter().all(is_bare);
    let says_much = || lines.len() > 2 && (lines.iter().all(begins_a_row) || shares_below(&lines));
    let has_title = is_bullet_of_words(title) || is_bare(title);
    let bulleted = || has_title && !rest.is_empty() && rest.iter().all(is_bullet_of_words);
    let bare = lines.iter().all(is_plain) && (titled || says_much() || bulleted());
    if !bare || is_ours() {
        return None;
    }
    import_lists(text, nameless).ok()
}

/// Whether a line is words that begin as a sentence does, and not with a word that begins a line to be done.
fn begins_a_row(line: &&str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("").to_lowercase();
    let numbered = mark_of(line).is_some() || weak_mark(line).is_some();
    !numbered && line.starts_with(char::is_uppercase) && !words::is_doing(&first)
}

/// Whether percentages of a whole stand at the lines below a title, or at all of them.
fn shares_below(lines: &[&str]) -> bool {
    let whole = |lines: &[&str]| matches!(shares_of(lines.iter().copied()), Some(Shares::Whole(..)));
    whole(lines) || whole(&lines[1..])
}

/// `- a wolf` and `- 30% Rain`, but not `- 2x wolves`, which is ours.
fn is_bullet_of_words(line: &&str) -> bool {
    let says = mark_of(line).filter(|(key, _)| key.is_none()).map_or("", |(_, rest)| rest);
    let behind_digits = says.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    says.starts_with(char::is_alphabetic) || behind_digits.starts_with('%')
}

/// Rows with bars around them and no rule below a head: a sheet with bars between its values.
struct BarSheet<'t> {
    title: Option<&'t str>,
    text: String,
}

/// Rows whose first values are all keys, below a head or without one, and the line above them.
fn bars_alone(text: &str) -> Option<BarSheet<'_>> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    let title = lines.next_if(|line| !line.contains(['|', '=', '"', '{']));
    let inside = |line: &str| Some(line.strip_prefix('|')?.strip_suffix('|')?.trim().to_owned());
    let rows: Vec<String> = lines.map(inside).collect::<Option<_>>()?;
    let key = |row: &String| key_of(row.split('|').next().unwrap_or("")).is_some();
    let keyed = rows.len() > 1 && rows.iter().all(|row| row.contains('|')) && rows.iter().skip(1).all(key);
    let head = rows.first().map_or("", |row| row.split('|').next().unwrap_or("").trim());
    let headed = key_of(head).is_some() || DieWord::of(head).is_some() || is_roll_heading(head);
    (keyed && headed).then(|| BarSheet { title, text: rows.join("\n") })
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
            (
                "| 1 | Wolves |\n| 2-3 | Bear |\n| 4-6 | Nothing |\n",
                "table pasted \"Pasted\"\n| d6 | result |",
            ),
            (
                "Forest\n| d6 | What |\n| 1-3 | Orc |\n| 4-6 | Ogre |\n",
                "table forest \"Forest\"\n| d6 | What |",
            ),
            (
                "# Forest\n| d6 | What |\n| 1-3 | Orc |\n| 4-6 | Ogre |\n",
                "table forest \"Forest\"\n| d6 | What |",
            ),
            ("# Prices\n| Thing | Cost |\n|---|---|\n| rope | 1 gp |\n", "chart prices \"Prices\""),
            (
                "Weather\n\n30% Rain\n70% Sun\n",
                "table weather \"Weather\"\n| weight | result |\n|---|---|\n| 30 | Rain |",
            ),
            ("Rain (30%)\nSun (50%)\nSnow (20%)\n", "| 20 | Snow |"),
            ("Rumours\n\nThe mayor lies\nThe well is dry\n", "table rumours \"Rumours\"\n- The mayor lies\n"),
            (
                "The mayor lies\nThe well is dry\nA wolf howls\n",
                "table pasted \"Pasted\"\n- The mayor lies\n",
            ),
            ("- Wolves\n- a bear\n", "- Wolves\n- a bear\n"),
            ("Weather\n- 30% Rain\n- 70% Sun\n", "table weather \"Weather\"\n| weight | result |"),
            ("- 30% Rain\n- 70% Sun\n", "| 70 | Sun |"),
            ("Loot\n- 20% discount\n- 40% discount\n", "- 1x 40% discount"),
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
            "| 1 | a |\n| 2 | b |\n",
            "- Wolves\n- Bears\n",
        ] {
            assert_eq!(
                import_pasted(other, &|| "pasted".to_owned(), || true).map(|carried| carried.text),
                None,
                "{other}"
            );
        }
    }
}
