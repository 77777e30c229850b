//! The numbers that an entry of a list begins with, however they are written: `1. a`, `- 2-3 b`, `* [4] c`,
//! `**5–6.** d`, `7, 8) e`, `9 or 10: f`, `11+ g`, `12\. h`.
//!
//! Whoever reads a list of a note asks here, so that what is a key for one of them is none for another.

use std::ops::Range;

/// Numbers of a longer run of digits stand for something else.
const DIGITS: usize = 9;

/// How a dash with blanks around it is read: `1 - 2 wolves` is the key 1-2, or the key 1 of `2 wolves`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SpacedDash {
    /// It makes a range.
    Range,
    /// It parts the number from the text.
    Parts,
}

/// The first line of an entry, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EntryStart<'l> {
    /// The numbers, each from the first to the last; `00` is 0 here.
    pub numbers: Vec<(u32, u32)>,
    /// Whether they go on to the last face: `11+`.
    pub is_open: bool,
    /// Where they stand in the line.
    pub at: Range<usize>,
    /// The mark of emphasis that opens before them and closes in the text: `**1. Sword.** It glows.`
    pub opens: &'l str,
    /// Where the text begins.
    pub text_at: usize,
    /// Whether it can hardly be an amount: a dot, a bracket, a colon or a dash is behind it, or it is a range.
    pub is_sure: bool,
}

impl EntryStart<'_> {
    /// The numbers as one run from the first to the last, where they are one.
    fn run(&self) -> Option<(u32, u32)> {
        let mut run = *self.numbers.first()?;
        for (first, last) in self.numbers.iter().skip(1).copied() {
            match (first, last) {
                // `10/0`: the last face, with what is printed for it.
                (0, 0) if matches!(run.1, 10 | 100 | 1000) => {}
                _ if first == run.1.checked_add(1)? => run.1 = last,
                _ => return None,
            }
        }
        Some(run)
    }
}

/// The numbers at the beginning of a line, which has no bullet, from the first to the last; whether they go on to the
/// last face; and where they end.
pub(crate) fn leading_numbers(line: &str) -> Option<((u32, u32), bool, usize)> {
    let start = entry_start(line, SpacedDash::Range).filter(|start| start.at.start == 0)?;
    Some((start.run()?, start.is_open, start.at.end))
}

/// Whether a text is the numbers of an entry, and nothing else: `4`, `2-3`, `**7, 8**`.
pub(super) fn is_numbers(text: &str) -> bool {
    entry_start(text, SpacedDash::Range).is_some_and(|start| start.text_at >= text.len())
}

/// How a line begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineStart {
    /// How far it is indented, the marks of a quotation left aside.
    pub indent: usize,
    /// Whether it has the bullet of a list.
    pub has_bullet: bool,
    /// Where it begins behind all of these.
    pub text_at: usize,
}

/// How a line begins: in a quotation, indented, with a bullet.
pub(super) fn line_start(line: &str) -> LineStart {
    let quoted = line.trim_start_matches(['>', ' ', '\t']);
    let marks = &line[..line.len() - quoted.len()];
    let indented = marks.rfind('>').map_or(marks, |at| {
        let behind = &marks[at + 1..];
        behind.strip_prefix(' ').unwrap_or(behind)
    });
    let indent = indented.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum();
    let bare = ["-", "*", "+", "•", "–", "▪", "◦", "·"]
        .iter()
        .find_map(|bullet| quoted.strip_prefix(bullet).filter(|rest| rest.starts_with([' ', '\t'])));
    let text = bare.map_or(quoted, |rest| rest.trim_start_matches([' ', '\t']));
    LineStart { indent, has_bullet: bare.is_some(), text_at: line.len() - text.len() }
}

/// The numbers that a line begins with, behind a bullet or without one; `None` where it begins otherwise.
pub(super) fn entry_start(line: &str, dash: SpacedDash) -> Option<EntryStart<'_>> {
    let mut reader = KeyReader { line, at: line_start(line).text_at };
    let opens = reader.emphasis();
    let close =
        ["[", "("].iter().zip(["]", ")"]).find_map(|(open, close)| reader.eats(open).then_some(close));
    let from = reader.at;
    let mut numbers = vec![reader.range(dash)?];
    let is_open = reader.eats_any(&["+", " or more", " or higher", " or above", " and up", " and above"]);
    let alone = reader.at;
    if !is_open {
        while let Some(next) = reader.further(dash) {
            numbers.push(next);
        }
    }
    let mut to = reader.at;
    let mut end = reader.end(opens, close);
    let is_meant = end.is_some_and(|end| end.is_sure) || reader.rest().is_empty();
    if numbers.len() > 1 && !is_meant {
        // `1, 2 wolves`: without a sign behind the numbers, only the first can be meant as one.
        numbers.truncate(1);
        (reader.at, to) = (alone, alone);
        end = reader.end(opens, close);
    }
    let end = end?;
    let is_range = numbers.iter().any(|(first, last)| first != last);
    Some(EntryStart {
        numbers,
        is_open,
        at: from..to,
        opens: if end.closes { "" } else { opens },
        text_at: reader.at,
        is_sure: end.is_sure || is_range || is_open,
    })
}

/// The last face of a die that prints it as 0, of which one of these numbers is what it is and the other what is shown.
pub(super) fn last_face_of(number: u32, beside: u32) -> Option<u32> {
    match (number, beside) {
        (face @ (10 | 100 | 1000), 0) | (0, face @ (10 | 100 | 1000)) => Some(face),
        _ => None,
    }
}

/// What stands behind the numbers.
#[derive(Debug, Clone, Copy)]
struct KeyEnd {
    /// Whether the emphasis is over.
    closes: bool,
    is_sure: bool,
}

#[derive(Debug, Clone, Copy)]
struct KeyReader<'l> {
    line: &'l str,
    at: usize,
}

impl<'l> KeyReader<'l> {
    fn rest(&self) -> &'l str {
        self.line.get(self.at..).unwrap_or("")
    }

    fn eats(&mut self, what: &str) -> bool {
        let begins = !what.is_empty() && self.rest().starts_with(what);
        self.at += if begins { what.len() } else { 0 };
        begins
    }

    fn eats_any(&mut self, all: &[&str]) -> bool {
        all.iter().any(|what| self.eats(what))
    }

    /// Passes over blanks; whether there were any.
    fn blanks(&mut self) -> bool {
        let rest = self.rest();
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\u{a0}']).len();
        self.at += blanks;
        blanks > 0
    }

    fn emphasis(&mut self) -> &'l str {
        let sign = self.rest().chars().next().filter(|c| matches!(c, '*' | '_' | '`'));
        let Some(sign) = sign else { return "" };
        let rest = self.rest();
        let marks = &rest[..rest.len() - rest.trim_start_matches(sign).len()];
        self.at += marks.len();
        marks
    }

    fn number(&mut self) -> Option<u32> {
        let rest = self.rest();
        let digits = &rest[..rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()];
        let number = digits.parse().ok().filter(|_| digits.len() <= DIGITS)?;
        self.at += digits.len();
        Some(number)
    }

    /// `4`, `4-6`, `4 – 6`, `4 to 6`, `4..6`.
    fn range(&mut self, dash: SpacedDash) -> Option<(u32, u32)> {
        let first = self.number()?;
        let behind = self.at;
        let spaced = self.blanks();
        let in_words = spaced && self.eats_any(&["to ", "through ", "thru ", "bis "]);
        let dashed = in_words || {
            let all = ["--", "\\-", "-", "–", "—", "‒", "−", "‐", "‑", "...", "..", "…"];
            (!spaced || dash == SpacedDash::Range) && self.eats_any(&all)
        };
        self.blanks();
        let (first, last) = match self.number().filter(|_| dashed) {
            // `96-00` ends with the last face.
            Some(last) if !self.rest().starts_with(char::is_alphabetic) && (last == 0 || last >= first) => {
                (first, last)
            }
            Some(_) | None => {
                self.at = behind;
                (first, first)
            }
        };
        let last_face = self.printed_beside(last);
        let first = if (first, last) == (0, 0) { last_face } else { first };
        Some((first, last_face))
    }

    /// The last face of a die that prints it as 0, where both stand beside each other: `10 (0)`, `00 (100)`. Otherwise
    /// the number as it is.
    fn printed_beside(&mut self, number: u32) -> u32 {
        let before = self.at;
        self.blanks();
        let open = self.eats("(");
        let beside = if open { self.number() } else { None };
        if let Some(face) = beside.and_then(|beside| last_face_of(number, beside)).filter(|_| self.eats(")"))
        {
            return face;
        }
        self.at = before;
        number
    }

    /// The next number behind a comma, a stroke or `or`.
    fn further(&mut self, dash: SpacedDash) -> Option<(u32, u32)> {
        let before = self.at;
        let spaced = self.blanks();
        let joined = self.eats_any(&[",", "/", "&"]) || spaced && self.eats_any(&["or ", "and "]);
        self.blanks();
        let next = if joined { self.range(dash) } else { None };
        if next.is_none() {
            self.at = before;
        }
        next
    }

    /// What parts the numbers from the text, up to where the text begins.
    fn end(&mut self, opens: &str, close: Option<&str>) -> Option<KeyEnd> {
        let bracketed = close.is_some_and(|close| self.eats(close));
        if close.is_some() && !bracketed {
            return None;
        }
        let mut closes = self.eats(opens);
        let before = self.at;
        self.blanks();
        let colon = self.eats(":");
        if !colon {
            self.at = before;
        }
        let marked = colon || self.eats_any(&["\\.", "\\)", "\\:", ".", ")", "]"]);
        closes |= self.eats(opens);
        let is_parted = self.rest().is_empty() || self.rest().starts_with([' ', '\t', '\u{a0}']);
        // `4.5 miles` is no fourth entry, and `3rd` no third; `1–Wolves` and `1.Wolves` only leave the blanks out.
        let is_tight =
            || marked && self.rest().starts_with(|c: char| c.is_alphabetic() || "\"'“‘*_[{".contains(c));
        if !is_parted && !is_tight() && self.tight_dash().is_none() {
            return None;
        }
        let tabbed = self.rest().starts_with('\t');
        self.blanks();
        let is_led = self.leader();
        let is_sure = bracketed || marked || closes || tabbed || is_led;
        Some(KeyEnd { closes: closes || opens.is_empty(), is_sure })
    }

    /// What only leads from the number to the text: `1 - Fire`, `1 | Fire`, `1 → Fire`, `1 ........ Fire`.
    fn leader(&mut self) -> bool {
        let rest = self.rest();
        let dots = rest.len() - rest.trim_start_matches(['.', '…', '·', '_']).len();
        let is_dotted = dots > 3 && rest[dots..].starts_with(' ');
        self.at += if is_dotted { dots } else { 0 };
        self.blanks();
        let is_apart = |sign: &&&str| {
            let behind = self.rest().strip_prefix(**sign);
            behind.is_some_and(|behind| behind.is_empty() || behind.starts_with([' ', '\t']))
        };
        let spaced = ["->", "=>", "→", "\\-", "-", "–", "—", "=", "|"].iter().find(is_apart);
        let length = spaced.map(|sign| sign.len()).or_else(|| self.tight_dash());
        self.at += length.unwrap_or(0);
        self.blanks();
        is_dotted || length.is_some()
    }

    /// The length of a dash or an arrow with a word right behind it.
    fn tight_dash(&self) -> Option<usize> {
        let is_tight = |sign: &&&str| {
            self.rest().strip_prefix(**sign).is_some_and(|behind| behind.starts_with(char::is_alphabetic))
        };
        ["->", "→", "–", "—"].iter().find(is_tight).map(|sign| sign.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_however_they_are_written() {
        let text = |line: &'static str, dash| {
            let start = entry_start(line, dash)?;
            let text = format!("{}{}", start.opens, &line[start.text_at..]);
            Some((start.numbers, text, start.is_sure))
        };
        for (line, numbers, says, is_sure) in [
            ("1. x", vec![(1, 1)], "x", true),
            ("1 x", vec![(1, 1)], "x", false),
            ("- 1-2 x", vec![(1, 2)], "x", true),
            ("> * 1 - x", vec![(1, 1)], "x", true),
            ("- 1–2 — x", vec![(1, 2)], "x", true),
            ("* [3-6] x", vec![(3, 6)], "x", true),
            ("- **1–2.** x", vec![(1, 2)], "x", true),
            ("**1. Sword.** It glows", vec![(1, 1)], "**Sword.** It glows", true),
            ("* **1:** ale", vec![(1, 1)], "ale", true),
            ("- 1. x", vec![(1, 1)], "x", true),
            ("8, 9) x", vec![(8, 8), (9, 9)], "x", true),
            ("10/0: x", vec![(10, 10), (0, 0)], "x", true),
            ("1 or 2: x", vec![(1, 1), (2, 2)], "x", true),
            ("10, 11: x", vec![(10, 10), (11, 11)], "x", true),
            ("11+. x", vec![(11, 11)], "x", true),
            ("2 to 5. x", vec![(2, 5)], "x", true),
            ("96-00 x", vec![(96, 0)], "x", true),
            ("1\\. Bang", vec![(1, 1)], "Bang", true),
            ("3 \\- 4 x", vec![(3, 4)], "x", true),
            ("1 | x", vec![(1, 1)], "x", true),
            ("01 ..... x", vec![(1, 1)], "x", true),
            ("3:", vec![(3, 3)], "", true),
            ("1 - 2d4 guards", vec![(1, 1)], "2d4 guards", true),
            ("1.Wolves", vec![(1, 1)], "Wolves", true),
            ("1–Wolves", vec![(1, 1)], "Wolves", true),
            ("4 - 1d4 guards", vec![(4, 4)], "1d4 guards", true),
            ("10 (0). x", vec![(10, 10)], "x", true),
            ("- 0 (10) x", vec![(10, 10)], "x", false),
            ("96-100 (00): x", vec![(96, 100)], "x", true),
            ("10 (3) x", vec![(10, 10)], "(3) x", false),
        ] {
            let wanted = Some((numbers, says.to_owned(), is_sure));
            assert_eq!(text(line, SpacedDash::Range), wanted, "{line}");
        }
        let parts = text("1 - 2 wolves", SpacedDash::Parts);
        assert_eq!(parts, Some((vec![(1, 1)], "2 wolves".to_owned(), true)));
        for line in
            ["4.5 miles", "3rd", "x", "- x", "[4 x", "2d6 gold", "1x wolves", "2d4 **wolves**", "1, 2 wolves"]
        {
            assert_eq!(text(line, SpacedDash::Range), None, "{line}");
        }
    }
}
