//! Lists in: numbered or bulleted ones, bare lines, and lines copied out of a printed page, which are wrapped and
//! have running heads and page numbers between them.

use std::collections::HashMap;

use super::Carried;
use super::carried::ImportError;
use super::foundry::inert;
use super::list_keys::{Key, die_of, mark_of, weak_mark};
use super::sheet::{as_name, in_words};
use super::source::{bullets, cell_in, pipes};

/// Makes a source of lines: a numbered or bulleted list, or bare lines, one entry each. A line without a mark of
/// its own belongs to the entry above it; numbers of pages and running heads are left out and named.
///
/// # Errors
/// There is no line.
pub(crate) fn import_lines(text: &str, name: &str) -> Result<Carried, ImportError> {
    let text = text.trim_start_matches('\u{feff}').replace('\u{c}', "\n");
    let mut reader = Reader::of(&text);
    for line in text.lines() {
        reader.line(line);
    }
    let Reader { entries, title, heading, mut lost, .. } = reader;
    if entries.is_empty() {
        return Err(ImportError::NoTable);
    }
    let name = as_name(title.as_deref().unwrap_or(name));
    let title = title.unwrap_or_else(|| in_words(&name));
    Ok(Carried { text: lines_out(&name, &title, heading, &entries, &mut lost), lost })
}

/// An entry of a list, with the numbers before it.
struct Entry {
    key: Option<Key>,
    text: String,
}

/// What stands over a list: the die, and what its results are called.
struct Heading {
    die: String,
    column: String,
}

struct Reader {
    /// How often each line without a mark occurs, numbers aside: running heads occur on every page.
    counts: HashMap<String, usize>,
    /// Whether entries have marks, so that a line without one goes on.
    marked: bool,
    /// Whether numbers without a dot or bracket are keys: they follow each other from line to line.
    bare_numbers: bool,
    entries: Vec<Entry>,
    /// A number alone on its line, whose text is below.
    waiting: Option<Key>,
    title: Option<String>,
    heading: Option<Heading>,
    after_blank: bool,
    /// Whether what follows is no part of the list any more, up to the next mark.
    ended: bool,
    lost: Vec<String>,
}

impl Reader {
    fn of(text: &str) -> Reader {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        let mut counts = HashMap::new();
        for line in lines().filter(|line| mark_of(line).is_none()) {
            *counts.entry(without_numbers(line)).or_insert(0) += 1;
        }
        let bare_numbers = follow_each_other(lines());
        let marked = bare_numbers || lines().filter(|line| mark_of(line).is_some()).count() > 1;
        Reader {
            counts,
            marked,
            bare_numbers,
            entries: Vec::new(),
            waiting: None,
            title: None,
            heading: None,
            after_blank: false,
            ended: false,
            lost: Vec::new(),
        }
    }

    fn line(&mut self, line: &str) {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            self.after_blank = true;
            return;
        }
        let after_blank = std::mem::take(&mut self.after_blank);
        if let Some((key, rest)) = self.mark(trimmed) {
            self.ended = false;
            if rest.is_empty() {
                self.waiting = key;
            } else {
                self.entries.push(Entry { key, text: rest.to_owned() });
            }
        } else if is_page_number(trimmed) {
            self.lost.push(format!("`{trimmed}` is taken for the number of a page, and left out"));
            // A page that ends in the middle of an entry does not end the entry.
            self.after_blank = false;
        } else if self.is_running_head(trimmed) {
            self.lost.push(format!("`{trimmed}` is taken for a running head, and left out"));
        } else if let Some(key) = self.waiting.take() {
            self.entries.push(Entry { key: Some(key), text: trimmed.to_owned() });
        } else if self.entries.is_empty() && self.is_above(trimmed) {
            self.above(trimmed);
        } else {
            self.further(line, after_blank);
        }
    }

    /// The mark of a line, and what follows it.
    fn mark<'l>(&self, line: &'l str) -> Option<(Option<Key>, &'l str)> {
        if self.waiting.is_some() {
            return None;
        }
        if let Some(found) = mark_of(line) {
            return Some(found);
        }
        if !self.bare_numbers {
            return None;
        }
        let (key, rest) = weak_mark(line)?;
        let before = self.entries.last().map(|entry| entry.key);
        match before {
            Some(Some(before)) => before.is_followed_by(key).then_some((Some(key), rest)),
            Some(None) => None,
            None => Some((Some(key), rest)),
        }
    }

    fn is_running_head(&self, line: &str) -> bool {
        self.marked
            && !self.entries.is_empty()
            && self.counts.get(&without_numbers(line)).is_some_and(|n| *n > 1)
    }

    /// Whether a line over the first entry may be its title or its heading.
    fn is_above(&self, line: &str) -> bool {
        self.marked || line.ends_with(':') || line.starts_with('#') || heading_in(line).is_some()
    }

    fn above(&mut self, line: &str) {
        if let Some(heading) = heading_in(line)
            && self.heading.is_none()
        {
            self.heading = Some(heading);
        } else if self.title.is_none() {
            let title = line.trim_end_matches(':').trim_start_matches('#').trim();
            self.title = Some(title.to_owned()).filter(|title| !title.is_empty());
        } else {
            self.lost.push(format!("`{}` above the list is left out", shortened(line)));
        }
    }

    /// A line without a mark below the first entry.
    fn further(&mut self, line: &str, after_blank: bool) {
        let trimmed = line.trim();
        let Some(last) = self.entries.last_mut().filter(|_| self.marked || goes_on(line)) else {
            self.entries.push(Entry { key: None, text: trimmed.to_owned() });
            return;
        };
        if self.ended || after_blank && !goes_on(line) {
            self.lost.push(format!("`{}` below the list is left out", shortened(trimmed)));
            self.ended = true;
            return;
        }
        let word = last.text.rsplit(' ').next().unwrap_or("");
        let parted = word.strip_suffix(['-', '\u{ad}', '‐']).filter(|word| {
            word.ends_with(char::is_alphabetic) && trimmed.starts_with(|c: char| c.is_lowercase())
        });
        match parted {
            Some(parted) => {
                let next = trimmed.split(' ').next().unwrap_or("");
                self.lost.push(format!("`{word}` and `{next}` are joined to `{parted}{next}`"));
                let kept = last.text.len() - (word.len() - parted.len());
                last.text.truncate(kept);
            }
            None => last.text.push(' '),
        }
        last.text.push_str(trimmed);
    }
}

/// Whether lines begin with numbers that follow each other, as in `1 mud`, `2 eels`.
fn follow_each_other<'t>(lines: impl Iterator<Item = &'t str>) -> bool {
    let mut last: Option<Key> = None;
    let mut followed = 0;
    for (key, _) in lines.filter_map(weak_mark) {
        match last {
            Some(before) if before.is_followed_by(key) => {
                followed += 1;
                last = Some(key);
            }
            Some(_) => {}
            None => last = Some(key),
        }
    }
    followed > 0
}

fn without_numbers(line: &str) -> String {
    line.chars().filter(|c| !c.is_ascii_digit()).collect::<String>().trim().to_owned()
}

/// `17`, `– 17 –`, `Page 17`, `17 | Chapter` is not: it may be anything.
fn is_page_number(line: &str) -> bool {
    let bare = line.trim_matches(|c: char| matches!(c, '-' | '–' | '—' | '[' | ']' | '|' | ' ' | '.'));
    let lower = bare.to_lowercase();
    let number = ["page ", "p. ", "p."].iter().find_map(|word| lower.strip_prefix(word)).unwrap_or(&lower);
    let number = number.split(['/', ' ']).next().unwrap_or(number);
    let digits = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    let short = bare.split(' ').count() == 1 || lower.starts_with("page ");
    digits && short
}

/// `d20 Result`, `2d6`, `d% | Find`.
fn heading_in(line: &str) -> Option<Heading> {
    let mut words = line.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty());
    let die = words.next()?.to_lowercase();
    let (count, sides) = die.split_once('d')?;
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let is_die = digits(count) && (sides == "%" || !sides.is_empty() && digits(sides));
    let column = words.collect::<Vec<_>>().join(" ");
    let column = if column.is_empty() { "result".to_owned() } else { column };
    is_die.then(|| Heading { die: if sides == "%" { format!("{count}d100") } else { die.clone() }, column })
}

fn shortened(line: &str) -> String {
    const LONGEST: usize = 60;
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

fn goes_on(line: &str) -> bool {
    line.starts_with([' ', '\t']) || line.trim_start().chars().next().is_some_and(char::is_lowercase)
}

/// Entries with numbers become rows of a die where they fill one; others are as likely as each other.
fn lines_out(
    name: &str,
    title: &str,
    heading: Option<Heading>,
    entries: &[Entry],
    lost: &mut Vec<String>,
) -> String {
    let keys: Option<Vec<Key>> = entries.iter().map(|entry| entry.key).collect();
    let written = heading.as_ref().map(|heading| heading.die.as_str());
    let die = keys.as_deref().and_then(|keys| die_of(keys, written, lost));
    let text = |entry: &Entry| inert(&entry.text);
    let (Some(keys), Some(die)) = (keys, die) else {
        if entries.iter().any(|entry| entry.key.is_some()) {
            lost.push("the numbers leave gaps or overlap, so every entry is as likely".to_owned());
        } else if let Some(written) = written {
            lost.push(format!("no entry has a number of {written}, so every entry is as likely"));
        }
        let rows: Vec<(u64, String)> = entries.iter().map(|entry| (1, text(entry))).collect();
        return bullets(name, title, "table", &rows);
    };
    let rows: Vec<Vec<String>> =
        keys.iter().zip(entries).map(|(key, entry)| vec![key.to_string(), cell_in(&text(entry))]).collect();
    let column = heading.map_or_else(
        || "result".to_owned(),
        |heading| super::import::heading_in(&heading.column, false, lost),
    );
    pipes(name, title, "", &[die, column], &rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_become_rows() {
        let carried = import_lines("Bog finds:\n1. mud\n2. eels in\n   a basket\n3. {d6} => x\n17\n", "x")
            .expect("a table");
        assert_eq!(
            carried.text,
            "table bog_finds \"Bog finds\"\n| d3 | result |\n|---|---|\n| 1 | mud |\n| 2 | eels in a basket |\n| 3 | \\{d6} => x |\n"
        );
        assert_eq!(carried.lost.len(), 1);
        let carried = import_lines("01-50 mud\n51–00 eels\n", "bog").expect("a table");
        assert!(
            carried.text.contains("| d100 | result |") && carried.text.contains("| 51-100 | eels |"),
            "{}",
            carried.text
        );
        let carried = import_lines("- mud\n- eels => gold\n- a lamp\n", "bog").expect("a table");
        assert_eq!(carried.text, "table bog \"Bog\"\n- mud\n- eels \\=> gold\n- a lamp\n");
    }
}
