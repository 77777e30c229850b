//! Places as the protocol counts them: lines from 0, and in a line the units of an encoding.

use std::sync::{Arc, OnceLock};

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
            Encoding::Utf16 => units(text.as_bytes()),
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}

/// What some bytes count under UTF-16: each character at its first byte.
fn units(bytes: &[u8]) -> usize {
    bytes.iter().map(|byte| usize::from(byte & 0xC0 != 0x80) + usize::from(*byte >= 0xF0)).sum()
}

/// After so many bytes it is kept what those before count: a line may be a megabyte long, with a place in it for
/// every few bytes.
const MARK: usize = 256;

/// So long a piece of a text becomes, or longer where its last line is.
const PIECE: usize = 4 << 10;

/// A text and where its lines begin. A line ends with a line feed, a carriage return, or both.
///
/// It is held in pieces of whole lines, so that a change costs what it changes and not what there is: each piece
/// but the last ends with a line feed, and the last with none.
#[derive(Debug, Clone)]
pub(crate) struct LineStarts {
    pieces: Vec<Piece>,
    /// All of it in one, once somebody has asked for it.
    whole: OnceLock<Arc<str>>,
}

/// Some lines of a text.
#[derive(Debug, Clone)]
struct Piece {
    text: Arc<str>,
    /// Where its lines begin in it.
    starts: Arc<[usize]>,
    /// How many bytes stand before it.
    at: usize,
    /// How many lines stand before it.
    line: usize,
    /// What its first bytes count under UTF-16, so many times [`MARK`] of them, once somebody has asked for it.
    marks: OnceLock<Arc<[usize]>>,
}

impl Piece {
    fn new(text: &str) -> Piece {
        let bytes = text.as_bytes();
        let ends = |at: &usize| match bytes.get(*at) {
            Some(b'\n') => at + 1 < bytes.len(),
            Some(b'\r') => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = (0..bytes.len()).filter(ends).map(|at| at + 1);
        let starts = std::iter::once(0).chain(starts).collect();
        Piece { text: text.into(), starts, at: 0, line: 0, marks: OnceLock::new() }
    }

    fn marks(&self) -> &[usize] {
        self.marks.get_or_init(|| {
            let counts = self.text.as_bytes().chunks(MARK).scan(0, |sum, bytes| {
                *sum += units(bytes);
                Some(*sum)
            });
            std::iter::once(0).chain(counts).collect()
        })
    }

    /// What the text before a byte counts.
    fn count_before(&self, byte: usize, encoding: Encoding) -> usize {
        match encoding {
            Encoding::Utf8 => byte,
            Encoding::Utf16 => {
                let from = byte / MARK;
                let rest = self.text.as_bytes().get(from * MARK..byte).unwrap_or(&[]);
                self.marks().get(from).copied().unwrap_or(0) + units(rest)
            }
        }
    }

    /// The first character before which, with itself, the text counts more than this.
    fn byte_beyond(&self, count: usize, encoding: Encoding) -> usize {
        let boundary = |mut at: usize| {
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        if encoding == Encoding::Utf8 {
            return boundary(count.min(self.text.len()));
        }
        let mark = self.marks().partition_point(|mark| *mark <= count).saturating_sub(1);
        let mut from = (mark * MARK).min(self.text.len());
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        let mut counted = self.count_before(from, encoding);
        let beyond = self.text.get(from..).unwrap_or("").char_indices().find(|(_, c)| {
            counted += c.len_utf16();
            counted > count
        });
        beyond.map_or(self.text.len(), |(at, _)| from + at)
    }
}

/// A text cut into pieces; one that ends it has no line feed at its end.
fn pieces_of(mut text: &str, ends: bool) -> Vec<Piece> {
    let mut pieces = Vec::new();
    while let Some(rest) = text.as_bytes().get(PIECE..)
        && let Some(end) = rest.iter().position(|byte| *byte == b'\n')
    {
        let (piece, behind) = text.split_at(PIECE + end + 1);
        pieces.push(Piece::new(piece));
        text = behind;
    }
    if !ends {
        pieces.extend((!text.is_empty()).then(|| Piece::new(text)));
        return pieces;
    }
    let last = text.rfind('\n').map_or(0, |at| at + 1);
    if last == text.len() && last > 0 {
        pieces.push(Piece::new(text));
        text = "";
    }
    pieces.push(Piece::new(text));
    pieces
}

impl LineStarts {
    /// The lines of a text.
    pub(crate) fn new(text: &str) -> LineStarts {
        LineStarts::joined(pieces_of(text, true), 0)
    }

    /// Pieces of which those from one on have moved.
    fn joined(mut pieces: Vec<Piece>, from: usize) -> LineStarts {
        let before = pieces[..from].last();
        let mut next =
            before.map_or((0, 0), |piece| (piece.at + piece.text.len(), piece.line + piece.starts.len()));
        for piece in &mut pieces[from..] {
            (piece.at, piece.line) = next;
            next = (next.0 + piece.text.len(), next.1 + piece.starts.len());
        }
        LineStarts { pieces, whole: OnceLock::new() }
    }

    /// The lines after some bytes were replaced.
    pub(crate) fn replaced(&self, bytes: std::ops::Range<usize>, new: &str) -> LineStarts {
        let (first, last) = (self.piece_at(bytes.start), self.piece_at(bytes.end));
        let (begins, ends) = (&self.pieces[first], &self.pieces[last]);
        let before = begins.text.get(..bytes.start - begins.at).unwrap_or("");
        let after = ends.text.get(bytes.end - ends.at..).unwrap_or("");
        // What is typed line by line is no piece for each.
        let short = self.pieces[..first].last().filter(|piece| piece.text.len() < PIECE / 2);
        let joined = [short.map_or("", |piece| &piece.text), before, new, after].concat();
        let first = first - usize::from(short.is_some());
        let changed = pieces_of(&joined, last + 1 == self.pieces.len());
        let (kept, behind) = (&self.pieces[..first], &self.pieces[last + 1..]);
        LineStarts::joined([kept, &changed, behind].concat(), first)
    }

    /// The piece in which a byte stands; of one behind the end the last.
    fn piece_at(&self, byte: usize) -> usize {
        self.pieces.partition_point(|piece| piece.at <= byte).saturating_sub(1)
    }

    /// The text.
    pub(crate) fn text(&self) -> &Arc<str> {
        self.whole.get_or_init(|| {
            let pieces: Vec<&str> = self.pieces.iter().map(|piece| &*piece.text).collect();
            pieces.concat().into()
        })
    }

    /// How many bytes it has.
    pub(crate) fn len(&self) -> usize {
        self.pieces.last().map_or(0, |last| last.at + last.text.len())
    }

    /// Whether it begins with some text, within its first line.
    pub(crate) fn starts_with(&self, text: &str) -> bool {
        self.pieces.first().is_some_and(|piece| piece.text.starts_with(text))
    }

    /// Whether it is known to be the same text: what was changed in the same places may be taken for another.
    pub(crate) fn is_same(&self, other: &LineStarts) -> bool {
        let alike = |(one, other): (&Piece, &Piece)| one.text == other.text;
        self.pieces.len() == other.pieces.len() && self.pieces.iter().zip(&other.pieces).all(alike)
    }

    /// The piece in which a line stands, and its bytes there without its line break.
    fn line(&self, line: usize) -> Option<(&Piece, std::ops::Range<usize>)> {
        let index = self.pieces.partition_point(|piece| piece.line <= line).saturating_sub(1);
        let piece = self.pieces.get(index)?;
        let start = piece.starts.get(line - piece.line).copied()?;
        let end = piece.starts.get(line - piece.line + 1).copied().unwrap_or(piece.text.len());
        let text = piece.text.get(start..end)?.trim_end_matches(['\n', '\r']);
        Some((piece, start..start + text.len()))
    }

    /// The place of a byte; inside a character, that of the character.
    pub(crate) fn position(&self, byte: usize, encoding: Encoding) -> Position {
        let byte = byte.min(self.len());
        let piece = &self.pieces[self.piece_at(byte)];
        let mut inside = byte - piece.at;
        while !piece.text.is_char_boundary(inside) {
            inside -= 1;
        }
        let line = piece.line + piece.starts.partition_point(|start| *start <= inside).saturating_sub(1);
        let (start, end) = self.line(line).map_or((inside, inside), |(_, line)| (line.start, line.end));
        let character = piece.count_before(inside.min(end), encoding) - piece.count_before(start, encoding);
        let small = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Position { line: small(line), character: small(character) }
    }

    /// The byte of a place. Beyond a line's end that end is meant, beyond the last line the text's end,
    /// and inside a character its beginning.
    pub(crate) fn byte(&self, position: Position, encoding: Encoding) -> usize {
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let Some((piece, inside)) = self.line(line) else { return self.len() };
        let wanted = usize::try_from(position.character).unwrap_or(usize::MAX);
        let count = piece.count_before(inside.start, encoding).saturating_add(wanted);
        piece.at + piece.byte_beyond(count, encoding).min(inside.end)
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
            let lines = LineStarts::new(text);
            let places: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
            for (at, from) in places.iter().enumerate() {
                for to in &places[at..] {
                    for piece in pieces {
                        let changed = lines.replaced(*from..*to, piece);
                        let expected = [&text[..*from], piece, &text[*to..]].concat();
                        assert_eq!(&**changed.text(), expected);
                        assert_eq!(starts(&changed), starts_in(&expected), "{text:?} {from}..{to} {piece:?}");
                    }
                }
            }
        }
    }

    /// Where the lines of a text begin, told by its lines.
    fn starts(lines: &LineStarts) -> Vec<usize> {
        let count = lines.pieces.last().map_or(0, |last| last.line + last.starts.len());
        (0..count)
            .filter_map(|line| lines.line(line).map(|(piece, inside)| piece.at + inside.start))
            .collect()
    }

    /// The same, told by its line breaks.
    fn starts_in(text: &str) -> Vec<usize> {
        let bytes = text.as_bytes();
        let is_break =
            |at: usize| bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        std::iter::once(0).chain((0..bytes.len()).filter(|at| is_break(*at)).map(|at| at + 1)).collect()
    }

    #[test]
    fn long_texts_are_the_same_in_pieces() {
        let line = |n: usize| format!("{}\r\n", "é".repeat(n % 97));
        let mut text: String = (0..3_000).map(line).collect();
        let mut lines = LineStarts::new(&text);
        assert!(lines.pieces.len() > 5);
        for step in 0..200usize {
            let mut from = step * 7_919 % (text.len() + 1);
            let mut to = (from + step * step * 31 % 40_000).min(text.len());
            while !text.is_char_boundary(from) {
                from -= 1;
            }
            while !text.is_char_boundary(to) {
                to += 1;
            }
            let piece = ["\n", "", "x", "\r"][step % 4].repeat(step * 41 % 9_000);
            lines = lines.replaced(from..to, &piece);
            text.replace_range(from..to, &piece);
            assert_eq!((lines.len(), &**lines.text()), (text.len(), &*text));
            assert_eq!(starts(&lines), starts_in(&text));
            assert!(lines.is_same(&lines.clone()));
        }
        // Line by line, and then all at once.
        for _ in 0..2_000 {
            lines = lines.replaced(lines.len()..lines.len(), "ab\n");
        }
        assert!(lines.pieces.len() < 100);
        assert_eq!(starts(&lines.replaced(0..lines.len(), "")), [0]);
    }

    #[test]
    fn places_in_a_long_line_are_those_that_are_counted() {
        let text = "|\n".to_owned() + &"é𝄞a|".repeat(500) + "\r\n|";
        let lines = LineStarts::new(&text);
        let mut counted = 0;
        for (at, c) in text.char_indices().skip(2).take(2_000) {
            let place = Position { line: 1, character: counted };
            assert_eq!(lines.position(at, Encoding::Utf16), place);
            assert_eq!(lines.byte(place, Encoding::Utf16), at);
            counted += u32::try_from(c.len_utf16()).unwrap_or(0);
        }
    }

    #[test]
    fn every_character_is_found_again_under_both_encodings() {
        let lines = LineStarts::new("é𝄞a\r\nb\rc\n\n𝄞");
        assert_eq!(starts(&lines).len(), 5);
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
