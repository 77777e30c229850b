//! A note that was pasted where code is typed: its tables and lists as definitions.

use super::counted;
use super::markdown::{NotePart, PartForm, note_parts};
use super::naming::name_of;
use super::note_comments::plain_note;
use super::note_tables::pipe_lines;
use super::parse::parse_untold;
use super::parsed::Verdict;
use super::table_form::{is_bullet, is_numbered, number_of};
use super::unread::{KeyedRows, NoteList, heading, note_lists};
use super::words;
use crate::base::FreeNames;

/// The definitions that a note amounts to, each with its name; `None` where a text is code, or a note
/// without tables and lists.
pub(crate) fn note_as_entries(text: &str) -> Option<Vec<String>> {
    let text = &*plain_note(text);
    let counted =
        || note_parts(text).iter().any(|part| matches!(part.form, PartForm::Lines | PartForm::Keyed));
    if !text.trim().contains('\n') || begins_as_code(text) {
        return None;
    }
    if !(counted() || looks_like_a_note(text) && !is_code(text)) {
        return None;
    }
    let parts = note_parts(text);
    let lists_alone = parts.iter().all(|part| part.form.is_lines() || part.not_rolled.is_some());
    let mut all = if lists_alone { Vec::new() } else { tables(text, &parts) };
    // Beside tables, a list by itself may be no more than remarks; one under a heading is meant.
    let is_meant = |list: &NoteList| {
        let apart = |part: &NotePart| {
            part.not_rolled.is_some()
                || part.range.end <= list.range.start
                || list.range.end <= part.range.start
        };
        lists_alone || list.title.is_some() && parts.iter().all(apart)
    };
    all.extend(lists(text, &parts, is_meant));
    all.sort_by_key(|(start, _)| *start);
    (!all.is_empty()).then(|| all.into_iter().map(|(_, entry)| entry).collect())
}

/// Whether a text is rows of a table without its name, and nothing else: more of them may follow.
pub(crate) fn is_rows_alone(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    !text.trim().is_empty() && lines.all(|line| line.starts_with('|')) && !text.ends_with('\n')
}

/// Whether one of the lines is a heading, a table row or an item of a list.
fn looks_like_a_note(text: &str) -> bool {
    let is_sign = |line: &str| {
        let line = line.trim_matches(['>', ' ', '\t', '\r']);
        line.starts_with('|') || heading(line).is_some() || is_bullet(line) || is_numbered(line)
    };
    text.lines().any(is_sign)
}

/// Whether a text is read as code without a mistake. A heading is a comment there, and comments alone are
/// no code.
fn is_code(text: &str) -> bool {
    !is_headed_list(text) && parse_untold(text).verdict == Verdict::Complete
}

/// Whether a text is headings and bullets of words below, which could be read as negative numbers, too.
fn is_headed_list(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (headings, items): (Vec<&str>, Vec<&str>) = lines.partition(|line| heading(line).is_some());
    let of_words = |line: &&str| is_bullet(line) && line.chars().nth(2).is_some_and(char::is_alphabetic);
    !headings.is_empty() && items.len() > 1 && items.iter().all(of_words)
}

/// Whether the first line that says something begins a definition.
fn begins_as_code(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.next().and_then(|line| line.split_whitespace().next()).unwrap_or("");
    words::is_starting(first) || first == "let"
}

/// The tables that are rolled and the blocks of code, each with where it begins.
fn tables(text: &str, parts: &[NotePart]) -> Vec<(usize, String)> {
    let entry = |part: &NotePart| {
        let inside = text.get(part.range.clone())?.trim_end();
        if part.name.is_empty() {
            return part.not_rolled.is_none().then(|| (part.range.start, inside.to_owned()));
        }
        let die = part.implied_die.as_deref().map(|die| format!(" rolls {die}")).unwrap_or_default();
        let head = head(&part.name, part.title.as_deref());
        let rows = match part.form {
            PartForm::Pipes { first_is_row } => rows_and_code(inside, first_is_row),
            PartForm::Keyed => {
                return KeyedRows::of(part).map(|keyed| (part.range.start, rows_of(&head, &keyed)));
            }
            // What stands between two pieces of a list is no row.
            PartForm::List => {
                inside.lines().filter(|line| number_of(line).is_some()).map(str::to_owned).collect()
            }
            PartForm::Lines | PartForm::Code => inside.lines().map(str::to_owned).collect(),
        };
        Some((part.range.start, format!("{head}{die}\n{}", rows.join("\n"))))
    };
    parts.iter().filter_map(entry).collect()
}

/// The lines of a table. What has no bar below them is a row for Markdown; here it is code that was typed there.
fn rows_and_code(written: &str, first_is_row: bool) -> Vec<String> {
    let is_row =
        |line: &&str| line.trim_matches(['>', ' ', '\t', '\r', '\n']).is_empty() || line.contains('|');
    let rows = written.split_inclusive('\n').take_while(is_row).map(str::len).sum();
    let (rows, code) = written.split_at(rows);
    let mut lines = pipe_lines(rows, first_is_row);
    lines.extend(code.lines().map(str::to_owned));
    lines
}

/// The lists that are meant, each under its heading, with where it begins.
fn lists(text: &str, parts: &[NotePart], is_meant: impl Fn(&NoteList) -> bool) -> Vec<(usize, String)> {
    let mut taken = FreeNames::default();
    for part in parts.iter().filter(|part| !part.form.is_lines() && !part.name.is_empty()) {
        taken.give(&part.name);
    }
    let entry = |list: NoteList| {
        let base = list.title.unwrap_or_else(|| "list".to_owned());
        let name = taken.give(&name_of(&base));
        if let Some(keyed) = &list.keyed {
            return (list.range.start, rows_of(&head(&name, Some(&base)), keyed));
        }
        let die = counted::rolled_die(&base).map(|die| format!(" rolls {die}")).unwrap_or_default();
        (list.range.start, format!("{}{die}\n{}", head(&name, Some(&base)), list.entries.join("\n")))
    };
    note_lists(text).into_iter().filter(is_meant).map(entry).collect()
}

/// A table of the rows of a list whose numbers cover a die.
fn rows_of(head: &str, keyed: &KeyedRows) -> String {
    let rows = keyed.rows.iter();
    // A row of several numbers apart from each other, and one that says nothing, is written with a colon.
    let is_plain = |(key, text): &(String, String)| !key.contains(',') && !text.is_empty();
    let (sign, end) = if keyed.rows.iter().all(is_plain) { (".", "") } else { (":", "\nend table") };
    let rows: Vec<String> = rows.map(|(key, text)| format!("{key}{sign} {text}")).collect();
    format!("{head} rolls {}\n{}{end}", keyed.die, rows.join("\n"))
}

/// The first line of a table, with its title where it says more than the name.
fn head(name: &str, title: Option<&str>) -> String {
    match title.filter(|title| *title != name) {
        Some(title) => {
            let title = title.replace('\\', "\\\\").replace('"', "\\\"").replace('{', "\\{");
            format!("table {name} \"{title}\"")
        }
        None => format!("table {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_become_definitions_and_code_stays() {
        let note =
            "# On the Road\n\nRoll when they travel.\n\n| d6 | Encounter |\n|---|---|\n| 1-6 | Wolf |\n";
        let entries = note_as_entries(note).expect("a note");
        assert_eq!(
            entries,
            ["table on_the_road \"On the Road\"\n| d6 | Encounter |\n|---|---|\n| 1-6 | Wolf |"]
        );
        let list = "## Rumours\n\n1. A monk\n2. A nun\n\nSome prose.\n";
        assert_eq!(
            note_as_entries(list).expect("a list"),
            ["table rumours \"Rumours\"\n1. A monk\n2. A nun"]
        );
        let both = "## Boats\n\n| d2 | x |\n|---|---|\n| 1 | sail |\n| 2 | oar |\n\n## Smells\n\n1. Tar\n2. Fish\n\n- a remark\n";
        assert_eq!(note_as_entries(both).expect("both").len(), 2);
        for (title, name) in [("Omens (d4)", "omens"), ("Omens d4", "omens"), ("d4 Omens", "omens")] {
            let pasted = format!("{title}\n1. crow\n2. owl\n3. fox");
            let entry = note_as_entries(&pasted).expect("a list").concat();
            assert!(
                entry.starts_with(&format!("table {name} ")) && entry.contains(" rolls d4\n1. crow"),
                "{entry}"
            );
        }
        let bare = "| d2 | Omen |\n|---|---|\n| 1 | crow |\n| 2 | owl |";
        assert!(note_as_entries(bare).expect("a table")[0].starts_with("table omen\n| d2"));
        // Quoted, with a blank line between rows, without a rule; and a list whose numbers cover its die.
        for (pasted, entry) in [
            (
                "> | d2 | Mood |\n> |--|--|\n> | 1 | a |\n> | 2 | b |",
                "table mood\n| d2 | Mood |\n|--|--|\n| 1 | a |\n| 2 | b |",
            ),
            (
                "## Green\n\n| d2 | x |\n|--|--|\n| 1 | a |\n\n| 2 | b |",
                "table green \"Green\"\n| d2 | x |\n|--|--|\n| 1 | a |\n| 2 | b |",
            ),
            (
                "## Green\n\n| d2 | x |\n| 1 | a |\n| 2 | b |",
                "table green \"Green\"\n| d2 | x |\n|---|---|\n| 1 | a |\n| 2 | b |",
            ),
            (
                "## Hoard (d100)\n\n01-50 a\n51-99 b\n00 c",
                "table hoard \"Hoard (d100)\" rolls d100\n1-50. a\n51-99. b\n100. c",
            ),
            ("## Hex (d2)\n\n1: a\n2:", "table hex \"Hex (d2)\" rolls d2\n1: a\n2: \nend table"),
            ("## Hex (d4)\n\n- 1-2 a\n- 3 b\n- 4 c", "table hex \"Hex (d4)\" rolls d4\n1-2. a\n3. b\n4. c"),
        ] {
            assert_eq!(note_as_entries(pasted).expect(pasted), [entry], "{pasted}");
        }
        for code in ["table moor\n- a\n- b\n", "# why\nlet a = 3\na * 2", "- 3", "let a = 1\nlet b = "] {
            assert_eq!(note_as_entries(code), None, "{code}");
        }
    }
}
