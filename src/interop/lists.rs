//! Lists in: numbered or bulleted ones, bare lines, and lines copied out of a printed page, which are wrapped and
//! have running heads and page numbers between them.

use std::collections::{HashMap, VecDeque};

use super::Carried;
use super::carried::ImportError;
use super::die_word::DieWord;
use super::foundry::inert;
use super::list_keys::{Key, are_of, die_of, mark_of, weak_mark};
use super::said::cell_in;
use super::shares::{Shares, shares_of};
use super::sheet::in_words;
use super::source::{bullets, head, pipes};
use crate::base::{Num, stop};
use crate::syntax::{dice_in_words, name_of, rolled_sum};

/// Makes a source of lines: a numbered or bulleted list, or bare lines, one entry each. A line without a mark of
/// its own belongs to the entry above it; numbers of pages and running heads are left out and named.
///
/// # Errors
/// There is no line.
pub(crate) fn import_lines(text: &str, name: &str) -> Result<Carried, ImportError> {
    let text = text.trim_start_matches('\u{feff}').replace('\u{c}', "\n");
    let mut reader = Reader::of(&text);
    for line in text.lines().take_while(|_| !stop::is_asked()) {
        reader.line(line);
    }
    let Reader { entries, title, heading, mut lost, .. } = reader;
    // `d66 Complications` alone over a list is its title, too.
    let title = title.or_else(|| heading.as_ref().and_then(Heading::says));
    if entries.is_empty() {
        return Err(ImportError::NoTable);
    }
    let name = name_of(title.as_deref().unwrap_or(name));
    let title = title.unwrap_or_else(|| in_words(&name));
    Ok(Carried { text: lines_out((&name, &title), heading, &entries, &inert, &mut lost), lost })
}

/// Keys ahead among which that of a line is looked for: one that stood in another line's text is passed over.
const NEXT: usize = 8;

/// Makes a source of the entries of a list, each with its mark.
pub(super) fn import_entries(
    entries: &[String],
    (name, title): (&str, &str),
    says: Says<'_>,
    lost: &mut Vec<String>,
) -> String {
    let entry = |entry: &String| {
        let (key, text) = mark_of(entry).or_else(|| weak_mark(entry).map(|(key, text)| (Some(key), text)))?;
        Some(Entry { key, text: text.to_owned() })
    };
    let entries: Vec<Entry> = entries
        .iter()
        .map(|line| entry(line).unwrap_or_else(|| Entry { key: None, text: line.clone() }))
        .collect();
    lines_out((name, title), None, &entries, says, lost)
}

/// What the text of an entry becomes: with what is live in it, or as text throughout.
pub(super) type Says<'s> = &'s dyn Fn(&str) -> String;

/// An entry of a list, with the numbers before it.
struct Entry {
    key: Option<Key>,
    text: String,
}

/// What stands over a list: the die, and what its results are called.
struct Heading {
    die: DieWord,
    column: String,
    /// What is rolled, where words behind the die change it: `d20 with advantage`.
    rolled: Option<String>,
}

impl Heading {
    /// What it calls the results, where that is more than that they are results.
    fn says(&self) -> Option<String> {
        const BARE: [&str; 6] = ["result", "results", "roll", "effect", "outcome", "description"];
        Some(self.column.clone()).filter(|column| !BARE.contains(&&*column.to_lowercase()))
    }
}

/// Lines up to this length are seldom broken off.
const SHORT: usize = 40;

struct Reader {
    /// How often each line without a mark occurs, numbers aside: running heads occur on every page.
    counts: HashMap<String, usize>,
    /// Whether entries have marks, so that a line without one goes on.
    marked: bool,
    /// How long a line is that may have been broken off: most of the longest.
    broken_from: usize,
    /// How long the line above is.
    above: usize,
    /// The keys among numbers without a dot or bracket, in the order of the lines.
    bare: VecDeque<Key>,
    entries: Vec<Entry>,
    /// A number alone on its line, whose text is below.
    waiting: Option<Key>,
    title: Option<String>,
    heading: Option<Heading>,
    after_blank: bool,
    /// Whether the first of bare lines is a title, by what it is or by the blank line below it.
    titled: bool,
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
        let bare = bare_keys(lines());
        let marked = !bare.is_empty() || lines().filter(|line| mark_of(line).is_some()).count() > 1;
        Reader {
            counts,
            marked,
            broken_from: (lines().map(str::len).max().unwrap_or(0) * 2 / 3).max(SHORT),
            above: 0,
            bare,
            entries: Vec::new(),
            waiting: None,
            title: None,
            heading: None,
            after_blank: false,
            titled: begins_with_title(text),
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
        let above = std::mem::replace(&mut self.above, trimmed.len());
        if let Some((key, rest)) = self.mark(trimmed) {
            self.ended = false;
            if rest.is_empty() {
                self.waiting = key;
            } else {
                self.entries.push(Entry { key, text: rest.to_owned() });
            }
        } else if is_page_number(trimmed) || self.is_page_foot(trimmed) {
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
            self.further(line, after_blank, above >= self.broken_from);
        }
    }

    /// The mark of a line, and what follows it.
    fn mark<'l>(&mut self, line: &'l str) -> Option<(Option<Key>, &'l str)> {
        if self.waiting.is_some() {
            return None;
        }
        let weak = weak_mark(line);
        let counted = weak.filter(|(key, _)| {
            let found = self.bare.iter().take(NEXT).position(|next| next == key);
            self.bare.drain(..found.map_or(0, |at| at + 1));
            found.is_some()
        });
        mark_of(line).or_else(|| counted.map(|(key, rest)| (Some(key), rest)))
    }

    fn is_running_head(&self, line: &str) -> bool {
        self.marked
            && !self.entries.is_empty()
            && self.counts.get(&without_numbers(line)).is_some_and(|n| *n > 1)
    }

    /// `128 CHAPTER 6: COMBAT`, `COMBAT 128`: a number beside a title in capitals, among entries in small letters.
    fn is_page_foot(&self, line: &str) -> bool {
        let has_small = |entry: &Entry| entry.text.contains(char::is_lowercase);
        self.marked && self.waiting.is_none() && self.entries.iter().any(has_small) && {
            let title = line.trim_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '|' | '•' | '·'));
            let numbered = line.starts_with(|c: char| c.is_ascii_digit())
                || line.ends_with(|c: char| c.is_ascii_digit());
            numbered && title.len() < line.len() && is_head_of_page(title)
        }
    }

    /// Whether a line over the first entry may be its title or its heading.
    fn is_above(&self, line: &str) -> bool {
        let first = self.titled && self.title.is_none();
        self.marked || first || line.ends_with(':') || line.starts_with('#') || heading_in(line).is_some()
    }

    fn above(&mut self, line: &str) {
        if let Some(heading) = heading_in(line)
            && self.heading.is_none()
        {
            self.heading = Some(heading);
        } else if self.title.is_none() {
            let title =
                line.trim_matches('*').trim_end_matches(':').trim_start_matches('#').trim_matches('*');
            self.title = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
        } else if let Some(title) = self.title.as_mut().filter(|_| line.starts_with(char::is_lowercase)) {
            // A title that is wrapped.
            title.push(' ');
            title.push_str(line.trim_end_matches(':'));
        } else {
            self.lost.push(format!("`{}` above the list is left out", shortened(line)));
        }
    }

    /// A line without a mark below the first entry, and below a line that may have been `broken` off.
    fn further(&mut self, line: &str, after_blank: bool, broken: bool) {
        let trimmed = line.trim();
        let is_more = self.marked || goes_on(line) && (broken || line.starts_with([' ', '\t']));
        let Some(last) = self.entries.last_mut().filter(|_| is_more) else {
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
        if !self.marked || weak_mark(trimmed).is_some_and(|(_, rest)| !rest.is_empty()) {
            let note = format!("`{}` is read as a part of the entry above it", shortened(trimmed));
            self.lost.push(note);
        }
        last.text.push_str(trimmed);
    }
}

/// The numbers without a dot or bracket that count lines, as in `1 mud`, `2 eels`; none where no two follow each
/// other. A number may be left out: what begins with a later one is an entry, unless the missing one is below.
fn bare_keys<'t>(lines: impl Iterator<Item = &'t str>) -> VecDeque<Key> {
    /// Lines below that are looked at for the number that is missing.
    const BELOW: usize = 50;
    let all: Vec<(Key, &str)> = lines.filter_map(weak_mark).collect();
    let mut keys: VecDeque<Key> = VecDeque::new();
    let mut followed = false;
    for (nth, (key, rest)) in all.iter().enumerate() {
        let Some(before) = keys.back() else {
            let next = all.get(nth + 1).is_some_and(|(next, _)| key.is_followed_by(*next));
            if next || !is_head_of_page(rest) {
                keys.push_back(*key);
            }
            continue;
        };
        if before.is_followed_by(*key) {
            followed = true;
            keys.push_back(*key);
            continue;
        }
        let mut below = all.iter().skip(nth + 1).take(BELOW);
        let goes_on = all.get(nth + 1).is_none_or(|(next, _)| key.is_followed_by(*next));
        // A number alone may be that of a page, and so may one beside the title of a chapter.
        let goes_on = goes_on && !rest.is_empty() && !is_head_of_page(rest);
        if before.is_before(*key) && goes_on && !below.any(|(other, _)| before.is_followed_by(*other)) {
            keys.push_back(*key);
        }
    }
    if followed { keys } else { VecDeque::new() }
}

/// Whether a line can only be the title of the bare lines below it.
pub(super) fn is_sure_title(line: &str) -> bool {
    let bold = line.len() > 4 && line.starts_with("**") && line.ends_with("**");
    line.ends_with(':') || line.starts_with('#') || bold || ends_in_die(line)
}

/// `Rumours (d6)`.
fn ends_in_die(line: &str) -> bool {
    let last = line.split_whitespace().next_back().unwrap_or("");
    last.starts_with('(') && last.ends_with(')') && last != line && DieWord::of(last).is_some()
}

/// Whether the first of bare lines is their title: nothing else can be in bold or name a die, and stands alone above
/// lines that have no blank ones between them.
fn begins_with_title(text: &str) -> bool {
    let mut lines = text.trim().lines().map(str::trim);
    let Some(first) = lines.next() else { return false };
    let rest: Vec<&str> = lines.collect();
    let rows = rest.iter().filter(|line| !line.is_empty());
    if rows.clone().count() < 2 {
        return false;
    }
    if is_sure_title(first) {
        return !rows.clone().any(|line| is_sure_title(line));
    }
    let blanks = rest.iter().take_while(|line| line.is_empty()).count();
    blanks > 0 && rest.iter().skip(blanks).all(|line| !line.is_empty())
}

/// Whether a text is printed at the head or the foot of pages: in capitals, or `Chapter 6`.
fn is_head_of_page(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let lower = text.to_lowercase();
    let names_part = ["chapter ", "appendix ", "part "].iter().any(|word| lower.starts_with(word));
    letters > 3 && (names_part || !text.contains(char::is_lowercase))
}

fn without_numbers(line: &str) -> String {
    line.chars().filter(|c| !c.is_ascii_digit()).collect::<String>().trim().to_owned()
}

/// `17`, `– 17 –`, `Page 17`, `17 | Chapter` is not: it may be anything.
pub(super) fn is_page_number(line: &str) -> bool {
    let bare = line.trim_matches(|c: char| matches!(c, '-' | '–' | '—' | '[' | ']' | '|' | ' ' | '.'));
    let lower = bare.to_lowercase();
    let number = ["page ", "p. ", "p."].iter().find_map(|word| lower.strip_prefix(word)).unwrap_or(&lower);
    let number = number.split(['/', ' ']).next().unwrap_or(number);
    let digits = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    let short = bare.split(' ').count() == 1 || lower.starts_with("page ");
    digits && short
}

/// `d20 Result`, `2d6`, `d% | Find`, `Roll a d6:`.
fn heading_in(line: &str) -> Option<Heading> {
    let mut words = line.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty());
    let first = words.next()?;
    let die = if matches!(&*first.to_lowercase(), "roll" | "roll:") {
        words.find(|word| !matches!(&*word.to_lowercase(), "a" | "an" | "the" | "one"))?
    } else {
        first
    };
    let die = DieWord::of(die)?;
    let rolled = dice_in_words(line.trim_end_matches([':', '.']));
    let column = words.collect::<Vec<_>>().join(" ");
    let column = if column.is_empty() || rolled.is_some() { "result".to_owned() } else { column };
    Some(Heading { die, column, rolled })
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
    (name, title): (&str, &str),
    heading: Option<Heading>,
    entries: &[Entry],
    says: Says<'_>,
    lost: &mut Vec<String>,
) -> String {
    // `Random Encounters (d6)` says it as well as a heading of its own.
    let titled = || title.split_whitespace().find_map(DieWord::of);
    let written = heading.as_ref().map(|heading| heading.die.clone()).or_else(titled);
    let numbered = numbers_behind_bullets(entries, written.is_some());
    let entries = numbered.as_deref().unwrap_or(entries);
    let mut keys: Option<Vec<Key>> = entries.iter().map(|entry| entry.key).collect();
    let last_face = written.as_ref().map(DieWord::last_face);
    if let Some([.., before, last]) = keys.as_deref_mut() {
        *last = before.next_of(*last);
    }
    if let Some(last) = keys.as_mut().and_then(|keys| keys.last_mut()) {
        lost.extend(last.close(last_face));
    }
    let sum = || rolled_sum(title).map(str::to_owned);
    let rolled = heading.as_ref().and_then(|heading| heading.rolled.clone()).or_else(sum);
    let die = keys.as_deref().and_then(|keys| {
        let filled = rolled.or_else(|| die_of(keys, written.as_ref(), lost));
        filled.or_else(|| {
            // Numbers of a die that is written over them are kept, whatever is missing.
            let die = written.as_ref().filter(|die| are_of(keys, die.last_face()))?;
            lost.push(format!("{}, which `tw check` shows", trouble(entries)));
            Some(die.written().to_owned())
        })
    });
    let text = |entry: &Entry| says(&entry.text);
    let (Some(keys), Some(die)) = (keys, die) else {
        if entries.iter().any(|entry| entry.key.is_some()) {
            lost.push(format!("{}, so every entry is as likely", trouble(entries)));
        } else if let Some(written) = written.as_ref().filter(|_| all_begin_with_numbers(entries)) {
            let written = written.written();
            lost.push(format!(
                "the numbers that the entries begin with do not count up like the faces of {written}: they are text, so every entry is as likely"
            ));
        } else if let Some(written) =
            written.filter(|die| i64::try_from(entries.len()) != Ok(die.last_face()))
        {
            let written = written.written();
            lost.push(format!("no entry has a number of {written}, so every entry is as likely"));
        }
        return unnumbered((name, title), entries, says, lost);
    };
    let rows: Vec<Vec<String>> =
        keys.iter().zip(entries).map(|(key, entry)| vec![key.to_string(), cell_in(&text(entry))]).collect();
    let column = heading.map_or_else(
        || "result".to_owned(),
        |heading| super::import::heading_in(&heading.column, false, lost),
    );
    pipes(&head("table", name, title), &[die, column], &rows)
}

/// Entries that fill no die: by the shares that they say, if these are everything; else each is as likely.
fn unnumbered(
    (name, title): (&str, &str),
    entries: &[Entry],
    says: Says<'_>,
    lost: &mut Vec<String>,
) -> String {
    let texts = entries.iter().map(|entry| &*entry.text);
    let shares = if entries.iter().any(|entry| entry.key.is_some()) { None } else { shares_of(texts) };
    match shares {
        Some(Shares::Whole(sum, all)) => {
            lost.push(match sum == Num::int(100) {
                true => "the percentages are taken for how likely each entry is".to_owned(),
                false => format!("the percentages make up {sum}%: each counts as its part of that"),
            });
            let rows: Vec<Vec<String>> =
                all.into_iter().map(|(share, text)| vec![share, cell_in(&says(&text))]).collect();
            return pipes(&head("table", name, title), &["weight".to_owned(), "result".to_owned()], &rows);
        }
        Some(Shares::Sum(sum)) => {
            lost.push(format!("the percentages make up {sum}%, so every entry is as likely"));
        }
        None => {}
    }
    let rows: Vec<(u64, String)> = entries.iter().map(|entry| (1, says(&entry.text))).collect();
    bullets(name, title, "table", &rows)
}

/// `* 1-4: sun`: entries with bullets that all have a number as well, one after the other; under a die, in any order.
/// There `* 3 rain` has one, too, where the numbers go up and another entry leaves no doubt.
fn numbers_behind_bullets(entries: &[Entry], has_die: bool) -> Option<Vec<Entry>> {
    let numbered = |entry: &Entry, is_weak: bool| {
        let bare = Some(&entry.text).filter(|_| entry.key.is_none())?;
        let strong = mark_of(bare).and_then(|(key, text)| Some((key?, text)));
        let (key, text) =
            strong.or_else(|| weak_mark(bare).filter(|(_, text)| is_weak && !text.is_empty()))?;
        Some(Entry { key: Some(key), text: text.to_owned() })
    };
    let all = |is_weak| entries.iter().map(|entry| numbered(entry, is_weak)).collect::<Option<Vec<_>>>();
    let in_turn = |entries: &[Entry], fits: fn(Key, Key) -> bool| {
        entries.windows(2).all(
            |pair| matches!(pair, [Entry { key: Some(a), .. }, Entry { key: Some(b), .. }] if fits(*a, *b)),
        )
    };
    if let Some(strong) = all(false) {
        let is_meant = has_die || in_turn(&strong, Key::is_followed_by);
        return Some(strong).filter(|strong| strong.len() > 1 && is_meant);
    }
    let leaves_no_doubt = has_die && entries.iter().any(|entry| numbered(entry, false).is_some());
    all(true).filter(|all| leaves_no_doubt && all.len() > 1 && in_turn(all, Key::is_before))
}

/// Whether all entries begin with a number that is no mark.
fn all_begin_with_numbers(entries: &[Entry]) -> bool {
    entries.iter().all(|entry| entry.key.is_none() && weak_mark(&entry.text).is_some())
}

/// Why the numbers of entries fill no die.
fn trouble(entries: &[Entry]) -> String {
    let keys: Vec<Option<Key>> = entries.iter().map(|entry| entry.key).collect();
    let breaks = keys.windows(2).find_map(|pair| match pair {
        [Some(a), Some(b)] if !a.is_followed_by(*b) => Some(format!("{b} comes after {a}")),
        _ => None,
    });
    match breaks {
        Some(breaks) => format!("the numbers leave gaps or overlap ({breaks})"),
        None => "the numbers fill no die".to_owned(),
    }
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
        // A number is missing, and a line goes on with a number.
        let carried =
            import_lines("1 mud\n2 eels and\n12 newts\n3 a lamp\n5 a boot\n", "bog").expect("a table");
        assert_eq!(carried.text, "table bog \"Bog\"\n- mud\n- eels and 12 newts\n- a lamp\n- a boot\n");
        assert!(carried.lost.iter().any(|note| note.contains("12 newts")), "{:?}", carried.lost);
        assert!(carried.lost.iter().any(|note| note.contains("5 comes after 3")), "{:?}", carried.lost);
        // Under a die that is written, what is missing or said twice is kept, and said.
        for (text, rows) in [
            ("d6 Bog\n- 1: mud\n- 2: eels\n- 4-6: a lamp\n", "| 1 | mud |\n| 2 | eels |\n| 4-6 | a lamp |\n"),
            (
                "Bog (d6)\n- 1-2 mud\n- 3 eels\n- 5-6 a lamp\n",
                "| 1-2 | mud |\n| 3 | eels |\n| 5-6 | a lamp |\n",
            ),
            ("d6 Bog\n1-3. mud\n3-6. eels\n", "| 1-3 | mud |\n| 3-6 | eels |\n"),
        ] {
            let carried = import_lines(text, "x").expect("a table");
            assert!(carried.text.contains("| d6 | ") && carried.text.ends_with(rows), "{carried:?}");
            assert!(carried.lost.iter().any(|note| note.contains("`tw check`")), "{carried:?}");
        }
        let amounts = import_lines("Bog (d3)\n- 3 eels\n- 2 newts\n- 1 lamp\n", "x").expect("a table");
        assert!(amounts.lost.iter().any(|note| note.contains("they are text")), "{amounts:?}");
        let carried = import_lines("d6 Bog\n1. mud\n1. eels\n1. a lamp\n", "x").expect("a table");
        assert!(carried.text.ends_with("\n- mud\n- eels\n- a lamp\n"), "{carried:?}");
        let carried = import_lines("d6\n1: mud\n2-3: eels\n4+: a lamp\n", "bog").expect("a table");
        assert!(carried.text.contains("| 4-6 | a lamp |") && carried.lost.is_empty(), "{carried:?}");
        let carried = import_lines("Roll 1d2:\n1 - mud\n2+ - eels\n", "bog").expect("a table");
        assert!(
            carried.text.contains("| 1d2 | result |\n|---|---|\n| 1 | mud |\n| 2 | eels |"),
            "{carried:?}"
        );
        let carried = import_lines("1: mud\n2+: eels\n", "bog").expect("a table");
        assert!(carried.lost.iter().any(|note| note.contains("`2+` is read as 2")), "{carried:?}");
        // The foot of a page, with its number before the title or behind it.
        for foot in ["128 CHAPTER 6: BOGS", "BOGS 128", "128 | Chapter 6"] {
            let text = format!("d100 Find\n01-50 mud\n51-99 eels\n{foot}\n00 a lamp\n{foot}\n");
            let carried = import_lines(&text, "bog").expect("a table");
            assert!(carried.text.ends_with("| 51-99 | eels |\n| 100 | a lamp |\n"), "{carried:?}");
            assert!(carried.lost.iter().any(|note| note.contains(foot)), "{carried:?}");
        }
        // Words behind the die say how it is rolled.
        let carried = import_lines("d20 with advantage\n1-10 mud\n11-20 eels\n", "bog").expect("a table");
        assert!(carried.text.contains("| adv d20 | result |") && carried.lost.is_empty(), "{carried:?}");
        // What begins small is an entry of its own, unless the line above was broken off.
        let carried = import_lines("A bent spoon\na silver thimble\ntwo teeth\n", "x").expect("a table");
        assert_eq!(carried.text, "table x \"X\"\n- A bent spoon\n- a silver thimble\n- two teeth\n");
        let broken = "A bent spoon that has seen better days and\nsmells of fish\nTwo teeth\n";
        let carried = import_lines(broken, "x").expect("a table");
        assert!(carried.text.contains("days and smells of fish\n- Two teeth"), "{carried:?}");
        assert!(carried.lost.iter().any(|note| note.contains("smells of fish")), "{carried:?}");
        // A title over bare lines, in bold, with a die, or alone; one that is wrapped over numbers.
        for (text, out) in [
            ("**Bog**\n\nMud\nEels\n", "table bog \"Bog\"\n- Mud\n- Eels\n"),
            ("Bog finds (d2)\nMud\nEels\n", "table bog_finds \"Bog finds (d2)\"\n- Mud\n- Eels\n"),
            ("Bog\n\nMud\nEels\n", "table bog \"Bog\"\n- Mud\n- Eels\n"),
            ("Mud\n\nEels\n\nNewts\n", "table x \"X\"\n- Mud\n- Eels\n- Newts\n"),
        ] {
            let carried = import_lines(text, "x").expect("a table");
            assert_eq!((carried.text.as_str(), carried.lost.len()), (out, 0), "{carried:?}");
        }
        let carried = import_lines("Bog: what\nis found (d2)\n1 mud\n2 eels\n", "x").expect("a table");
        assert!(carried.text.starts_with("table bog_what_is_found "), "{carried:?}");
        // The last face is printed as 0, and the first of a hundred as well.
        let ten: String = (1..10).chain([0]).map(|n| format!("{n} mud{n}\n")).collect();
        let carried = import_lines(&ten, "bog").expect("a table");
        assert!(carried.text.contains("| d10 |") && carried.text.contains("| 10 | mud0 |"), "{carried:?}");
        let carried = import_lines("00-49 mud\n50-99 eels\n", "bog").expect("a table");
        assert!(carried.text.contains("| d100 |") && carried.text.contains("| 0-49 | mud |"), "{carried:?}");
        let carried = import_lines("- mud\n- eels => gold\n- a lamp\n", "bog").expect("a table");
        assert_eq!(carried.text, "table bog \"Bog\"\n- mud\n- eels \\=> gold\n- a lamp\n");
    }
}
