//! What a note holds besides its tables and code: lists, and tables that are no pipe tables.

use std::ops::Range;

use super::counted;
use super::markdown::{NotePart, PartForm, note_parts};
use super::naming::dice_of_word;
use super::note_comments::plain_note;
use super::note_parts::without_heading_id;
use super::plain;
use super::table_form::{is_bullet, is_numbered};

/// A list of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NoteList {
    /// Where it stands.
    pub range: Range<usize>,
    /// The heading above it.
    pub title: Option<String>,
    /// Its entries, each with its mark; what is nested in an entry follows it in brackets.
    pub entries: Vec<String>,
    /// How many entries have others nested in them.
    pub nested: usize,
    /// The faces and the text of each entry, where these cover the die of its title.
    pub keyed: Option<KeyedRows>,
    /// Where its entries stand, if that is known of each.
    pub pieces: Vec<Range<usize>>,
}

/// The rows of a list whose numbers cover a die.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyedRows {
    /// As the title has it.
    pub die: String,
    /// The key and the text of each.
    pub rows: Vec<(String, String)>,
}

impl KeyedRows {
    pub(super) fn of(part: &NotePart) -> Option<KeyedRows> {
        let rows = part.entries.iter().map(|entry| (entry.key(), entry.one_line())).collect();
        let die = part.implied_die.clone().filter(|_| part.form == PartForm::Keyed)?;
        Some(KeyedRows { die, rows })
    }
}

/// A table of a note that is written otherwise than with pipes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OtherTable {
    /// Where it stands.
    pub range: Range<usize>,
    /// How it is written.
    pub form: TableForm,
}

/// How a table without pipes is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TableForm {
    /// With `<table>`.
    Html,
    /// With `[table]`, as forums have it.
    BbCode,
    /// Between `{|` and `|}`, as in a wiki.
    Wiki,
    /// Drawn with `+---+`.
    Drawn,
}

impl TableForm {
    /// What it is called, after `a table`.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            TableForm::Html => "in HTML",
            TableForm::BbCode => "in BBCode",
            TableForm::Wiki => "of a wiki",
            TableForm::Drawn => "drawn with `+---+`",
        }
    }
}

/// The lists of a note, of two entries at least, in order.
pub(crate) fn note_lists(text: &str) -> Vec<NoteList> {
    let text = &*plain_note(text);
    let mut reader = NoteListReader::default();
    let parts = note_parts(text);
    let taken: Vec<(Range<usize>, bool)> =
        parts.iter().map(|part| (part.range.clone(), part.form.is_lines())).collect();
    let mut taken = taken.into_iter().peekable();
    let mut at = 0;
    let mut fenced = text.starts_with("---\n").then_some("---");
    for (nth, line) in text.split_inclusive('\n').enumerate() {
        let range = at..at + line.len();
        at = range.end;
        let shown = line.trim();
        let fence = ["```", "~~~", "---"].into_iter().find(|fence| shown.starts_with(fence));
        match (fenced, fence) {
            (Some(open), Some(close)) if open == close && nth > 0 => fenced = None,
            (Some(_), _) => {}
            (None, Some(open)) if open != "---" => fenced = Some(open),
            (None, _) => {
                while taken.next_if(|(part, _)| part.end <= range.start).is_some() {}
                if let Some((_, is_list)) = taken.peek().filter(|(part, _)| part.start < range.end) {
                    reader.close();
                    reader.pass(*is_list);
                } else {
                    reader.line(line.trim_end(), range);
                }
                continue;
            }
        }
        reader.close();
    }
    reader.close();
    let of_die = |part: NotePart| {
        let lines = text.get(part.range.clone()).unwrap_or("");
        let entries = match part.form {
            PartForm::Lines => counted::entries(lines),
            PartForm::List => {
                let lines = lines.lines().map(|line| unquoted(line).trim());
                lines.filter(|line| is_bullet(line) || is_numbered(line)).map(str::to_owned).collect()
            }
            PartForm::Keyed => {
                part.entries.iter().map(|entry| format!("{}. {}", entry.key(), entry.one_line())).collect()
            }
            PartForm::Code | PartForm::Pipes { .. } => return None,
        };
        let nested = part.entries.iter().filter(|entry| entry.has_inner).count();
        let pieces = part.entries.iter().map(|entry| entry.at.clone()).collect();
        let keyed = KeyedRows::of(&part);
        Some(NoteList { range: part.range, title: part.title, entries, nested, keyed, pieces })
    };
    let mut found = reader.found;
    found.extend(parts.into_iter().filter_map(of_die));
    found.sort_by_key(|list| list.range.start);
    found
}

#[derive(Default)]
struct NoteListReader {
    found: Vec<NoteList>,
    /// The heading above, and where it stands.
    title: Option<(String, Range<usize>)>,
    /// Whether it is no heading, but a line that names a die for what is right below it.
    is_said: bool,
    open: Option<NoteList>,
    /// What is nested in the last entry.
    inner: Vec<String>,
    /// How far the entries are indented.
    indent: usize,
    after_blank: bool,
}

impl NoteListReader {
    fn line(&mut self, line: &str, range: Range<usize>) {
        let line = unquoted(line);
        let shown = line.trim();
        if shown.is_empty() {
            self.after_blank = true;
            return;
        }
        let after_blank = std::mem::take(&mut self.after_blank);
        let indent = line.len() - line.trim_start().len();
        if is_bullet(shown) || is_numbered(shown) {
            self.item(shown, indent, range);
        } else if let Some(heading) = heading(shown) {
            self.close();
            self.is_said = false;
            let said = (plain::shown(without_heading_id(heading)).into_owned(), range);
            self.title = counted::with_die(Some(said), self.title.take().as_ref());
        } else if (self.open.is_none() || indent == 0 && (after_blank || titles_next(shown)))
            && let Some(said) = counted::die_line(shown).filter(|said| counted::rolled_die(said).is_some())
        {
            // `Random Encounters (d6)` over a list is its title without any mark.
            self.close();
            self.is_said = true;
            self.title = counted::with_die(Some((said, range)), self.title.take().as_ref());
        } else if (self.open.is_none() || after_blank)
            && (is_in_capitals(shown) || indent == 0 && is_title(shown))
        {
            self.close();
            self.title = Some((shown.to_owned(), range));
        } else if !after_blank || indent > 0 {
            self.goes_on(shown, range);
        } else {
            self.close();
        }
    }

    /// Passes over a line that is read elsewhere. What names a die above a list is over with it.
    fn pass(&mut self, is_list: bool) {
        if is_list && std::mem::take(&mut self.is_said) {
            self.title = None;
        }
    }

    fn item(&mut self, shown: &str, indent: usize, range: Range<usize>) {
        let nested = self.open.is_some() && indent >= self.indent + 2;
        if !nested {
            self.end_inner();
            self.indent = indent;
        }
        let title = self.title.as_ref().map(|(title, _)| title.clone());
        let list = self.open.get_or_insert_with(|| NoteList {
            range: range.clone(),
            title,
            entries: Vec::new(),
            nested: 0,
            keyed: None,
            pieces: Vec::new(),
        });
        list.range.end = range.end;
        if nested {
            let bare = shown.trim_start_matches(|c: char| c.is_ascii_digit() || "-*•+.)".contains(c));
            self.inner.push(bare.trim().to_owned());
        } else {
            list.entries.push(shown.to_owned());
        }
    }

    /// A line without a mark goes on with the entry above it.
    fn goes_on(&mut self, shown: &str, range: Range<usize>) {
        let Some(list) = &mut self.open else { return };
        list.range.end = range.end;
        if let Some(last) = self.inner.last_mut().or(list.entries.last_mut()) {
            last.push(' ');
            last.push_str(shown);
        }
    }

    fn end_inner(&mut self) {
        let inner = std::mem::take(&mut self.inner);
        if let Some(list) = self.open.as_mut().filter(|_| !inner.is_empty())
            && let Some(last) = list.entries.last_mut()
        {
            list.nested += 1;
            last.push_str(&format!(" ({})", inner.join("; ")));
        }
    }

    fn close(&mut self) {
        self.end_inner();
        const BOXES: [&str; 6] = ["- [ ]", "- [x]", "- [X]", "* [ ]", "* [x]", "* [X]"];
        let Some(mut list) = self.open.take().filter(|list| list.entries.len() > 1) else { return };
        if list.entries.iter().all(|entry| BOXES.iter().any(|box_| entry.starts_with(box_))) {
            // What is to be done is not rolled, but where a die is named, what can be ticked off is.
            if !list.title.as_deref().is_some_and(counted::names_its_die) {
                return;
            }
            for entry in &mut list.entries {
                *entry = format!("- {}", entry.get(BOXES[0].len()..).unwrap_or("").trim_start());
            }
        }
        self.found.push(list);
        self.title = None;
    }
}

/// Whether a line right below an entry can only be the title of the next list: `d4: Hair`, `d4 Hair`.
fn titles_next(line: &str) -> bool {
    let (die, rest) = line.split_once([' ', ':']).unwrap_or((line, ""));
    dice_of_word(die).is_some() && rest.trim().starts_with(char::is_uppercase)
}

/// Whether a line is in capitals, as titles are printed: `RANDOM TAVERN NAMES`.
fn is_in_capitals(line: &str) -> bool {
    const LONGEST: usize = 80;
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    letters > 3
        && line.len() <= LONGEST
        && !line.contains(['|', '='])
        && !line.chars().any(char::is_lowercase)
}

/// Whether a line is a few words that begin with capitals, as titles do: `Tavern Names`, `Signs of the Moon`.
fn is_title(line: &str) -> bool {
    const SMALL: [&str; 10] = ["of", "the", "and", "in", "a", "an", "on", "for", "to", "at"];
    let words: Vec<&str> = line.split_whitespace().collect();
    let plain = line.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '\'' | '’' | '-' | '&'));
    let capital = |word: &&str| word.starts_with(char::is_uppercase) || SMALL.contains(word) || *word == "&";
    (2..=6).contains(&words.len())
        && plain
        && words.iter().all(capital)
        && [words.first(), words.last()]
            .into_iter()
            .flatten()
            .all(|word| word.starts_with(char::is_uppercase))
}

/// A line without the marks of a quotation.
fn unquoted(line: &str) -> &str {
    let mut line = line;
    while let Some(quoted) = line.trim_start().strip_prefix('>') {
        line = quoted.strip_prefix(' ').unwrap_or(quoted);
    }
    line
}

/// The text of a heading: `## Rumours`, `**Rumours**`, or a line that ends with a colon.
pub(super) fn heading(line: &str) -> Option<&str> {
    let hashes = line.trim_start_matches('#');
    if hashes.len() < line.len() && hashes.starts_with(' ') {
        return Some(hashes.trim().trim_end_matches('#').trim());
    }
    let bold = line.strip_prefix("**").and_then(|rest| rest.strip_suffix("**"));
    let bold = bold.or_else(|| line.strip_suffix(':').filter(|rest| !rest.contains([':', '|', '"', '('])));
    bold.map(str::trim).filter(|title| !title.is_empty() && title.len() <= 80)
}

/// The tables of a note that are not written with pipes.
pub(crate) fn other_tables(text: &str) -> Vec<OtherTable> {
    let text = &*plain_note(text);
    let mut found = between_tags(text, ["<table", "<tr", "<td", "</table>"], TableForm::Html);
    found.extend(between_tags(text, ["[table", "[tr", "[td", "[/table]"], TableForm::BbCode));
    let mut at = 0;
    let mut open: Option<OtherTable> = None;
    let mut closed = false;
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let shown = line.trim();
        let rule = shown.len() > 4 && shown.starts_with('+') && shown.chars().all(|c| "+-=:".contains(c));
        let begins = match () {
            () if rule => Some(TableForm::Drawn),
            () if shown.starts_with("{|") => Some(TableForm::Wiki),
            () => None,
        };
        let goes_on = open.as_ref().is_some_and(|open| match open.form {
            TableForm::Drawn => rule || shown.starts_with('|'),
            TableForm::Wiki => !closed,
            TableForm::Html | TableForm::BbCode => false,
        });
        match &mut open {
            Some(open) if goes_on => open.range.end = range.end,
            _ => found.extend(std::mem::replace(&mut open, begins.map(|form| OtherTable { range, form }))),
        }
        if !shown.is_empty() {
            closed = line.trim_end() == "|}";
        }
    }
    found.extend(open);
    found
}

/// The tables between tags: where rows stand behind the tag that begins one, up to the tag that ends it. Without that,
/// a table ends with its last row.
fn between_tags(text: &str, [begin, row, cell, end]: [&str; 4], form: TableForm) -> Vec<OtherTable> {
    let lower = text.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = lower.get(at..).and_then(|rest| rest.find(begin)).map(|start| at + start) {
        let inside = start + begin.len();
        at = inside;
        let rest = lower.get(inside..).unwrap_or("");
        // `[Table 4]` and `<tablecloth>` are text, and so is `<table>` by itself.
        let is_tag = rest.starts_with([']', '>', '=', ' ', '\n', '\r', '\t']);
        let first = rest.get(..rest.find(begin).unwrap_or(rest.len())).unwrap_or("");
        if !is_tag || !first.contains(row) && !first.contains(cell) {
            continue;
        }
        at = inside + end_of_table(rest, [begin, cell, end]);
        found.push(OtherTable { range: start..at, form });
    }
    found
}

/// Where a table ends behind the tag that begins it: with the tag that ends it, or else with its last row. What begins
/// right behind that row without an end goes on with it.
fn end_of_table(text: &str, [begin, cell, end]: [&str; 3]) -> usize {
    let mut from = 0;
    loop {
        let rest = text.get(from..).unwrap_or("");
        let next = rest.find(begin).unwrap_or(rest.len());
        let rows = rest.get(..next).unwrap_or("");
        if let Some(ends) = rows.find(end) {
            return from + ends + end.len();
        }
        let closing = ["/tr", "/td", "/th"].iter().filter_map(|tag| rows.rfind(tag)).max();
        let last =
            closing.map(|at| (at, ['>', ']'])).or_else(|| rows.rfind(cell).map(|at| (at, ['\n', '\n'])));
        let last = last.map_or(0, |(at, signs)| {
            let behind = rows.get(at..).unwrap_or("");
            at + behind.find(signs).map_or(behind.len(), |sign| sign + 1)
        });
        let goes_on = next < rest.len() && rows.get(last..).is_some_and(|behind| behind.trim().is_empty());
        if !goes_on {
            return from + last;
        }
        from += next + begin.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_found_beside_tables_and_code() {
        let note = "---\ntags:\n- a\n- b\n---\n# Bog\n\n| d2 | x |\n|---|---|\n| 1 | a |\n| 2 | b |\n\n## Rumours\n\n\
                    1. a monk\n   from afar\n2. gems\n   - ruby\n   - opal\n\n```\n- no\n- list\n```\nSome prose.\n\n\
                    **Omens**\n- crow\n- owl\n";
        let lists = note_lists(note);
        assert_eq!(lists.len(), 2, "{lists:?}");
        assert_eq!(lists[0].title.as_deref(), Some("Rumours"));
        assert_eq!(lists[0].entries, ["1. a monk from afar", "2. gems (ruby; opal)"]);
        assert_eq!(lists[1].title.as_deref(), Some("Omens"));
    }

    #[test]
    fn plain_titles_name_the_list_below() {
        let lists = note_lists("Tavern Names\n\n- The Fox\n- The Owl\n\nSome prose.\n\n- a\n- b\n");
        let titles: Vec<Option<&str>> = lists.iter().map(|list| list.title.as_deref()).collect();
        assert_eq!(titles, [Some("Tavern Names"), None]);
    }

    #[test]
    fn words_like_tags_begin_no_table() {
        for text in [
            "see [Table 4](#water)",
            "see [[Table 4]]",
            "a [table] of tr",
            "[tablecloth] [tr]",
            "a <table> with legs",
            "a <tablet><tr>",
        ] {
            assert_eq!(other_tables(text), [], "{text}");
        }
        let note = "[table] of contents\n\n[table][tr][td]1[/td][/tr]\nand more\n[table 2] [/table]";
        let found = other_tables(note);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(&note[found[0].range.clone()], "[table][tr][td]1[/td][/tr]");
    }

    #[test]
    fn tables_without_pipes_are_found() {
        let note = "x\n<TABLE><tr></tr></TABLE>\n\n+---+---+\n| a | b |\n+---+---+\n\nend\n";
        let found = other_tables(note);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(
            found[0].form == TableForm::Html && note[found[1].range.clone()].ends_with("+---+---+\n"),
            "{found:?}"
        );
    }
}
