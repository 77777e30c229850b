//! Places as the protocol counts them: lines from 0, and in a line the units of an encoding.

use std::sync::Arc;

use lsp_types::{Position, PositionEncodingKind, Range};

/// What a character of a line counts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// What every client knows: a character beyond U+FFFF counts two.
    Utf16,
}

impl Encoding {
    /// The encoding to use with a client that knows these: bytes where it can, which need no counting.
    pub(crate) fn negotiated(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        let knows_bytes = offered.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8));
        if knows_bytes { Encoding::Utf8 } else { Encoding::Utf16 }
    }

    /// Its name in the protocol.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// How much a text counts.
    pub(crate) fn count(self, text: &str) -> u32 {
        let count = match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.encode_utf16().count(),
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    fn of_char(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
        }
    }
}

/// Where the lines of a text begin. A line ends with a line feed, a carriage return, or both.
#[derive(Debug, Clone)]
pub(crate) struct LineStarts {
    text: Arc<str>,
    starts: Vec<usize>,
}

/// Where lines begin behind the line breaks among some bytes.
fn starts_behind(text: &str, bytes: std::ops::Range<usize>) -> impl Iterator<Item = usize> + '_ {
    let all = text.as_bytes();
    let ends = move |at: &usize| match all.get(*at) {
        Some(b'\n') => true,
        Some(b'\r') => all.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    bytes.filter(ends).map(|at| at + 1)
}

impl LineStarts {
    /// The lines of a text.
    pub(crate) fn new(text: Arc<str>) -> LineStarts {
        let starts = starts_behind(&text, 0..text.len());
        let starts = std::iter::once(0).chain(starts).collect();
        LineStarts { text, starts }
    }

    /// The lines after some bytes were replaced. Only what is new is looked through: an editor sends every
    /// letter that is typed.
    pub(crate) fn replaced(&self, bytes: std::ops::Range<usize>, new: &str) -> LineStarts {
        let before = self.text.get(..bytes.start).unwrap_or("");
        let after = self.text.get(bytes.end..).unwrap_or("");
        let text: Arc<str> = [before, new, after].concat().into();
        let behind_new = before.len() + new.len();
        // A carriage return ends a line or not by what follows it: the byte before is looked at, too.
        let looked_at = before.len().saturating_sub(1)..behind_new;
        let kept = self.starts.iter().take_while(|start| **start < before.len() || **start == 0).copied();
        let mut starts: Vec<usize> = kept.collect();
        starts.extend(starts_behind(&text, looked_at));
        let moved =
            self.starts.iter().skip_while(|start| **start <= bytes.end).map(|start| start - bytes.end);
        starts.extend(moved.map(|start| start + behind_new));
        LineStarts { text, starts }
    }

    /// The text.
    pub(crate) fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The bytes of a line without its line break.
    pub(crate) fn line(&self, line: usize) -> std::ops::Range<usize> {
        let Some(start) = self.starts.get(line).copied() else { return self.text.len()..self.text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..end).unwrap_or("");
        start..start + text.trim_end_matches(['\n', '\r']).len()
    }

    /// The place of a byte; inside a character, that of the character.
    pub(crate) fn position(&self, byte: usize, encoding: Encoding) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let range = self.line(line);
        let before = self.text.get(range.start..byte.min(range.end)).unwrap_or("");
        Position { line: u32::try_from(line).unwrap_or(u32::MAX), character: encoding.count(before) }
    }

    /// The byte of a place. Beyond a line's end that end is meant, beyond the last line the text's end,
    /// and inside a character its beginning.
    pub(crate) fn byte(&self, position: Position, encoding: Encoding) -> usize {
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        if line >= self.starts.len() {
            return self.text.len();
        }
        let range = self.line(line);
        let wanted = usize::try_from(position.character).unwrap_or(usize::MAX);
        let mut counted = 0;
        for (at, c) in self.text.get(range.clone()).unwrap_or("").char_indices() {
            counted += encoding.of_char(c);
            if counted > wanted {
                return range.start + at;
            }
        }
        range.end
    }

    /// The range of some bytes.
    pub(crate) fn range(&self, bytes: std::ops::Range<usize>, encoding: Encoding) -> Range {
        let start = self.position(bytes.start, encoding);
        Range { start, end: self.position(bytes.end.max(bytes.start), encoding) }
    }

    /// The bytes of a range; one that ends before it begins is empty.
    pub(crate) fn bytes(&self, range: Range, encoding: Encoding) -> std::ops::Range<usize> {
        let start = self.byte(range.start, encoding);
        start..self.byte(range.end, encoding).max(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_after_a_change_are_those_of_the_new_text() {
        let pieces = ["", "a", "\n", "\r", "\r\n", "é\r", "\nb", "\r\r\n\n"];
        for text in ["", "\r\n", "a\r\nb\n\rc", "\r\n\r\n", "é\n\r𝄞"] {
            let lines = LineStarts::new(text.into());
            let places: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
            for (at, from) in places.iter().enumerate() {
                for to in &places[at..] {
                    for piece in pieces {
                        let changed = lines.replaced(*from..*to, piece);
                        let whole = LineStarts::new(Arc::clone(changed.text()));
                        assert_eq!(changed.starts, whole.starts, "{text:?} {from}..{to} {piece:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_character_is_found_again_under_both_encodings() {
        let lines = LineStarts::new("é𝄞a\r\nb\rc\n\n𝄞".into());
        assert_eq!(lines.starts.len(), 5);
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (at, _) in lines.text().char_indices().filter(|(_, c)| !matches!(c, '\r' | '\n')) {
                assert_eq!(lines.byte(lines.position(at, encoding), encoding), at, "{encoding:?}");
            }
        }
        let place = |line, character| Position { line, character };
        assert_eq!(lines.position(6, Encoding::Utf16), place(0, 3));
        assert_eq!(lines.position(6, Encoding::Utf8), place(0, 6));
        assert_eq!(lines.byte(place(0, 2), Encoding::Utf16), 2, "inside a pair of surrogates");
        assert_eq!(lines.byte(place(0, 99), Encoding::Utf16), 7, "beyond the line's end");
        assert_eq!(lines.byte(place(99, 0), Encoding::Utf16), lines.text().len());
        assert_eq!(lines.position(8, Encoding::Utf8), place(0, 7), "between the two of a line break");
    }
}
