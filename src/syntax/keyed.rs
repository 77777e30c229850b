//! Lists whose entries begin with the faces of a die: `- 1-2 Wolves`, `3. Bears`, `**4–6** – Nothing`.
//!
//! Where the numbers cover the die that the title names, they are its faces, whatever stands around them. So a list
//! may go on beyond blank lines, in several lists and paragraphs.

use std::ops::Range;

use super::counted::{ends_of, one_die};
use super::list_key::{EntryStart, SpacedDash, entry_start, line_start};
use super::naming::{dice_of_word, rolled_sum};

/// An entry with the faces that it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeyedEntry {
    /// The faces, from the first to the last.
    pub faces: Vec<(u32, u32)>,
    /// Where its numbers stand.
    pub key_at: Range<usize>,
    /// Where its text begins.
    pub text_at: usize,
    /// Its text, with as many bytes as it is written with: what parts its lines has become blanks.
    pub text: String,
    /// Whether it has other entries in it, which follow in brackets.
    pub has_inner: bool,
    /// Where all of it stands.
    pub at: Range<usize>,
}

impl KeyedEntry {
    /// The faces as a key: `4`, `2-3`, `1, 6`.
    pub(super) fn key(&self) -> String {
        let part = |(first, last): &(u32, u32)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        self.faces.iter().map(part).collect::<Vec<_>>().join(", ")
    }

    /// Its text on one line.
    pub(super) fn one_line(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The faces of dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Faces {
    pub lowest: u32,
    pub highest: u32,
    /// Whether each digit is a die of its own, as on d66.
    in_sixes: bool,
}

impl Faces {
    /// The face behind this one.
    pub(super) fn after(self, face: u32) -> Option<u32> {
        let next = match face {
            _ if !self.in_sixes => face + 1,
            _ if face % 100 == 66 => face + 45,
            _ if face % 10 == 6 => face + 5,
            _ => face + 1,
        };
        (face < self.highest).then_some(next)
    }
}

/// The dice that a title names, and their faces: `Hex (1d6)`, `Patrons — roll 2d4`, `Roads (d6 + d8)`.
pub(super) fn faces_of(title: &str) -> Option<(String, Faces)> {
    if let Some(sum) = rolled_sum(title) {
        let (mut lowest, mut highest) = (0u32, 0u32);
        // A difference has faces below 0.
        for part in sum.split('+').map(str::trim) {
            let (least, most) = match dice_of_word(part) {
                Some(dice) => ends_of(dice)?,
                None => part.parse().ok().map(|number: u32| (number, number))?,
            };
            (lowest, highest) = (lowest.checked_add(least)?, highest.checked_add(most)?);
        }
        return Some((sum.to_owned(), Faces { lowest, highest, in_sixes: false }));
    }
    let (die, dice) = one_die(title)?;
    let (lowest, highest) = ends_of(dice)?;
    let in_sixes = matches!(dice, (1, 66 | 666));
    Some((die.to_owned(), Faces { lowest, highest, in_sixes }))
}

/// The entries that cover the faces in the first of these blocks and, where they go on there, those below it; and
/// how many blocks that are. A paragraph between two of them is passed over.
pub(super) fn covering(
    text: &str,
    blocks: &[Range<usize>],
    faces: Faces,
) -> Option<(Vec<KeyedEntry>, usize)> {
    let read = |dash| EntryReader::new(text, faces, dash).covering(blocks);
    read(SpacedDash::Range).or_else(|| read(SpacedDash::Parts))
}

/// What a block of lines is to the entries above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockIs {
    /// It begins with the next of them.
    Entries,
    Prose,
    /// Its numbers are others.
    Against,
}

struct EntryReader<'t> {
    text: &'t str,
    faces: Faces,
    dash: SpacedDash,
    entries: Vec<KeyedEntry>,
    /// The face that comes next; `None` behind the last.
    next: Option<u32>,
    /// Whether entries have bullets, and how far they are indented: as the first one.
    form: Option<(bool, usize)>,
    /// The lines of the entry that is read: what parts each from the one above, and whether it is an inner entry.
    lines: Vec<EntryLine>,
}

/// The faces of an entry, and the face behind them, if there is one.
struct TakenFaces {
    faces: Vec<(u32, u32)>,
    next: Option<u32>,
}

#[derive(Debug, Clone)]
struct EntryLine {
    begins: usize,
    text_at: usize,
    ends: usize,
    is_inner: bool,
}

impl<'t> EntryReader<'t> {
    fn new(text: &'t str, faces: Faces, dash: SpacedDash) -> EntryReader<'t> {
        let next = Some(faces.lowest);
        EntryReader { text, faces, dash, entries: Vec::new(), next, form: None, lines: Vec::new() }
    }

    fn covering(mut self, blocks: &[Range<usize>]) -> Option<(Vec<KeyedEntry>, usize)> {
        let mut used = 0;
        for (nth, at) in blocks.iter().enumerate() {
            // What is complete is another list where it goes on with more, and ends in any other case.
            if self.next.is_none() {
                let line = self.text.get(at.clone()).unwrap_or("").lines().next().unwrap_or("");
                let more = entry_start(line, self.dash).filter(|entry| entry.is_sure);
                if more.is_some_and(|entry| self.goes_beyond(&entry)) {
                    return None;
                }
                break;
            }
            match self.block(at.clone()) {
                BlockIs::Entries => used = nth + 1,
                BlockIs::Against => return None,
                BlockIs::Prose if used == 0 || nth > used => break,
                BlockIs::Prose => {}
            }
        }
        self.close();
        let covers = self.next.is_none() && self.entries.len() > 1;
        covers.then_some((self.entries, used))
    }

    fn block(&mut self, at: Range<usize>) -> BlockIs {
        let mut begins = at.start;
        let mut is_first = true;
        for line in self.text.get(at).unwrap_or("").split_inclusive('\n') {
            let range = begins..begins + line.trim_end().len();
            begins += line.len();
            if line.trim_matches(['>', ' ', '\t', '\n', '\r']).is_empty() {
                continue;
            }
            match self.line(line.trim_end(), &range, is_first) {
                BlockIs::Entries => {}
                other => return other,
            }
            is_first = false;
        }
        if is_first { BlockIs::Prose } else { BlockIs::Entries }
    }

    /// Reads a line; the first one of a block must begin an entry.
    fn line(&mut self, line: &str, range: &Range<usize>, is_first: bool) -> BlockIs {
        let start = line_start(line);
        let entry = entry_start(line, self.dash);
        let (has_bullets, indent) = *self.form.get_or_insert((start.has_bullet, start.indent));
        let is_inside = !is_first && start.indent >= indent + 2;
        let begins = !is_inside && has_bullets == start.has_bullet;
        let faces = entry.as_ref().filter(|_| begins).and_then(|entry| self.faces_of(entry));
        if let Some((TakenFaces { faces, next }, entry)) = faces.zip(entry.as_ref()) {
            self.close();
            self.next = next;
            let opened = entry.text_at.saturating_sub(entry.opens.len());
            let (key_at, text_at) =
                (range.start + entry.at.start..range.start + entry.at.end, range.start + opened);
            let text = entry.opens.to_owned();
            let at = range.clone();
            self.entries.push(KeyedEntry { faces, key_at, text_at, text, has_inner: false, at });
            let text_at = range.start + entry.text_at;
            self.lines.push(EntryLine { begins: text_at, text_at, ends: range.end, is_inner: false });
            return BlockIs::Entries;
        }
        let is_sure = entry.as_ref().is_some_and(|entry| entry.is_sure || self.goes_beyond(entry));
        if begins && (is_sure || has_bullets) {
            return if self.entries.is_empty() && !is_sure { BlockIs::Prose } else { BlockIs::Against };
        }
        if is_first {
            return BlockIs::Prose;
        }
        let is_inner = start.has_bullet || is_inside && is_sure;
        let counted = entry.filter(|entry| is_inner && entry.is_sure && !start.has_bullet);
        let behind = counted.map_or(start.text_at, |entry| entry.text_at);
        let (begins, ends) = (self.lines.last().map_or(range.start, |line| line.ends), range.end);
        self.lines.push(EntryLine { begins, text_at: range.start + behind, ends, is_inner });
        BlockIs::Entries
    }

    /// Whether a list that is complete goes on with another number.
    fn goes_beyond(&self, entry: &EntryStart<'_>) -> bool {
        let first = entry.numbers.first().map(|(first, _)| *first);
        self.next.is_none() && first == self.faces.highest.checked_add(1)
    }

    /// The faces of an entry that goes on with the next one.
    fn faces_of(&self, entry: &EntryStart<'_>) -> Option<TakenFaces> {
        let highest = self.faces.highest;
        let mut next = self.next;
        let mut faces: Vec<(u32, u32)> = Vec::new();
        for (nth, (first, last)) in entry.numbers.iter().copied().enumerate() {
            // The last face is printed as 0, perhaps beside its number.
            let prints_zero = matches!(highest, 10 | 100 | 1000);
            if (first, last) == (0, 0) && next.is_none() && nth > 0 && prints_zero {
                continue;
            }
            let expected = next?;
            let first = if first == 0 && expected == highest && prints_zero { highest } else { first };
            let last = match last {
                0 if prints_zero => highest,
                _ if entry.is_open => highest,
                last => last,
            };
            if first != expected || last < first || last > highest {
                return None;
            }
            next = self.faces.after(last);
            match faces.last_mut() {
                Some((_, before)) if self.faces.after(*before) == Some(first) => *before = last,
                Some(_) | None => faces.push((first, last)),
            }
        }
        Some(TakenFaces { faces, next })
    }

    /// Puts the lines of the last entry together.
    fn close(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        let Some(entry) = self.entries.last_mut() else { return };
        let mut has_inner = false;
        for line in lines {
            // Inner entries stand in brackets, with semicolons between them.
            let parted = line.text_at - line.begins;
            match (line.is_inner, has_inner) {
                (true, true) => entry.text.push_str(&format!("; {}", " ".repeat(parted.saturating_sub(2)))),
                (true, false) => entry.text.push_str(&format!("{}(", " ".repeat(parted.saturating_sub(1)))),
                (false, _) => entry.text.push_str(&" ".repeat(parted)),
            }
            has_inner |= line.is_inner;
            entry.text.push_str(self.text.get(line.text_at..line.ends).unwrap_or(""));
            entry.at.end = line.ends;
        }
        if has_inner {
            entry.text.push(')');
        }
        entry.has_inner |= has_inner;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys and texts of the list below a title.
    fn read(title: &str, blocks: &[&str]) -> Option<Vec<(String, String)>> {
        let mut text = String::new();
        let mut at = Vec::new();
        for block in blocks {
            at.push(text.len()..text.len() + block.len());
            text.push_str(&format!("{block}\n\n"));
        }
        let (_, faces) = faces_of(title).expect("dice");
        let (entries, _) = covering(&text, &at, faces)?;
        Some(entries.iter().map(|entry| (entry.key(), entry.one_line())).collect())
    }

    fn rows(rows: &[(&str, &str)]) -> Option<Vec<(String, String)>> {
        Some(rows.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect())
    }

    #[test]
    fn numbers_that_cover_the_die_are_its_faces() {
        let three = rows(&[("1-2", "Wolves"), ("3", "Bears"), ("4-6", "3 goblins")]);
        for list in [
            "- 1-2 Wolves\n- 3 Bears\n- 4-6 3 goblins",
            "- 1–2 — Wolves\n- 3 — Bears\n- 4–6 — 3 goblins",
            "* [1-2] Wolves\n* [3] Bears\n* [4-6] 3 goblins",
            "- **1–2.** Wolves\n- **3.** Bears\n- **4–6.** 3 goblins",
            "- 1-2. Wolves\n- 3. Bears\n- 4-6. 3 goblins",
            "1, 2: Wolves\n3: Bears\n4+: 3 goblins",
            "1 or 2: Wolves\n3: Bears\n4 to 6: 3 goblins",
            ">1-2: Wolves\n>3: Bears\n>4-6: 3 goblins",
            "1-2\\. Wolves\n3\\. Bears\n4-6\\. 3 goblins",
            "1-2 | Wolves\n3 | Bears\n4-6 | 3 goblins",
        ] {
            assert_eq!(read("Encounter (d6)", &[list]), three, "{list}");
        }
        let dashes = "1 - 2 goblins\n2 - a bear\n3-4 - 5 gold";
        let wanted = rows(&[("1", "2 goblins"), ("2", "a bear"), ("3-4", "5 gold")]);
        assert_eq!(read("Finds d4", &[dashes]), wanted);
        let last = "1-4 nothing\n5-9 wolves\n0 bears";
        assert_eq!(read("d10", &[last]), rows(&[("1-4", "nothing"), ("5-9", "wolves"), ("10", "bears")]));
        assert_eq!(
            read("d%", &["01-50 a\n51-98 b\n99/00: c"]),
            rows(&[("1-50", "a"), ("51-98", "b"), ("99-100", "c")])
        );
    }

    #[test]
    fn lists_go_on_beyond_blank_lines_and_paragraphs() {
        let wanted = rows(&[("1", "**Sword.** Glows."), ("2", "**Cloak.** +1 AC."), ("3-4", "Ring")]);
        assert_eq!(
            read("Items (d4)", &["**1. Sword.** Glows.", "**2. Cloak.** +1 AC.", "**3-4** Ring"]),
            wanted
        );
        assert_eq!(read("Items (d2)", &["1. a", "so it says", "2. b"]), rows(&[("1", "a"), ("2", "b")]));
        assert_eq!(read("Items (d2)", &["1. a", "so", "it says", "2. b"]), None);
        let wrapped = "1. A pedlar selling:\n   - rope\n   - candles\n2. Bandits! They\n   want gold\n3.";
        assert_eq!(
            read("d3", &[wrapped]),
            rows(&[("1", "A pedlar selling: (rope; candles)"), ("2", "Bandits! They want gold"), ("3", "")])
        );
    }

    #[test]
    fn other_numbers_are_no_faces() {
        for list in [
            "- 2d6 gold\n- 1 gem\n- 3 gems",
            "1. a\n2. b\n3. c",
            "- 1 a\n- 2 b\n- 3-4 c\n- 5 d",
            "1. a\n2. b\n3-4. c\n5. d",
            "1. a\n3. b\n4. c",
            "- a\n- b\n- c\n- d",
        ] {
            assert_eq!(read("d4", &[list]), None, "{list}");
        }
        assert_eq!(read("d2", &["1. a\n2. b", "3. c"]), None);
    }

    #[test]
    fn what_is_read_has_as_many_bytes_as_what_is_written() {
        let text = "1. one {a}\n   two\n   - three\n   - four {b}\n2. **x** y\n";
        let (_, faces) = faces_of("d2").expect("a die");
        let (entries, _) = covering(text, std::slice::from_ref(&(0..text.len())), faces).expect("a list");
        let first = &entries[0];
        let at = first.text.find("{b}").expect("the braces");
        assert_eq!(text.get(first.text_at + at..first.text_at + at + 3), Some("{b}"));
    }
}
