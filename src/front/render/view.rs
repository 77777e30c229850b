//! The part of a source that a picture shows: clean, cut to a bearable width, with byte spans turned
//! into the character spans that the drawing library counts in.
//!
//! Spans may be anything: past the end, inside a character, in a source that does not exist. What
//! comes out of here is always a place in the text that is shown.

use std::collections::BTreeMap;
use std::ops::Range;

use super::clean::{clean_char, clean_line};
use super::wrap;
use crate::base::{Source, Span};

/// How many columns stay free on the left of a place where a long line is cut.
const CONTEXT: usize = 60;

/// A clean copy of the lines that labels are on. All other lines are empty, so that line numbers
/// agree with the source; those behind the last label are left out.
pub(crate) struct SourceView {
    /// What the source is called.
    pub name: String,
    /// The text that is drawn.
    pub text: String,
    /// For each span asked for, where it is in `text`, in characters.
    pub places: Vec<Range<usize>>,
    /// The line and column that the first span has in the source.
    pub line_col: (usize, usize),
    /// The column that the first span has in `text`, from 1.
    pub shown_col: usize,
}

/// A place by line and character, both counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct LineColumn {
    line: usize,
    col: usize,
}

/// One line as it is shown: its text, and which characters of the source line these are.
struct ShownLine {
    text: String,
    from: usize,
    to: usize,
    lead: usize,
}

impl SourceView {
    /// The view of `source` for these spans; lines are cut to `columns` characters.
    pub(crate) fn new(source: &Source, spans: &[Span], columns: usize) -> SourceView {
        let spots: Vec<(LineColumn, LineColumn)> = spans.iter().map(|span| ends(source, *span)).collect();
        let shown = shown_lines(source, &spots, columns);
        let mut text = String::new();
        // Where each shown line begins in the text, in characters.
        let mut offsets: BTreeMap<usize, usize> = BTreeMap::new();
        let (mut line, mut offset) = (0, 0);
        for (at, shown) in &shown {
            let blank = at - line;
            text.extend(std::iter::repeat_n('\n', blank));
            offsets.insert(*at, offset + blank);
            text.push_str(&shown.text);
            text.push('\n');
            offset += blank + shown.text.chars().count() + 1;
            line = at + 1;
        }
        let place = |spot: LineColumn| {
            let start = offsets.get(&spot.line).copied().unwrap_or(0);
            start + shown.get(&spot.line).map_or(0, |shown| shown.column(spot.col))
        };
        let range = |(start, end): &(LineColumn, LineColumn)| {
            let start = place(*start);
            // Something must be under the mark: the character after an empty span, or the line's end.
            start..place(*end).max(start + 1)
        };
        let first = spots.first().map_or(LineColumn { line: 0, col: 0 }, |(start, _)| *start);
        let shown_col = shown.get(&first.line).map_or(0, |shown| shown.column(first.col)) + 1;
        SourceView {
            name: clean_line(source.name()).into_owned(),
            text,
            places: spots.iter().map(range).collect(),
            line_col: (first.line + 1, first.col + 1),
            shown_col,
        }
    }
}

/// Both ends of a span by line and character; the end is where the last character ends, and never
/// after a line break.
fn ends(source: &Source, span: Span) -> (LineColumn, LineColumn) {
    let text = source.text();
    let clamp = |byte: u32| {
        let mut byte = (byte as usize).min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    };
    let start = clamp(span.start);
    let end = clamp(span.end).max(start);
    let marked = text.get(start..end).unwrap_or("").trim_end();
    let spot = |byte: usize| {
        let at = source.line_col(u32::try_from(byte).unwrap_or(u32::MAX));
        LineColumn { line: at.line.saturating_sub(1) as usize, col: at.col.saturating_sub(1) as usize }
    };
    (spot(start), spot(start + marked.len()))
}

fn shown_lines(
    source: &Source,
    spots: &[(LineColumn, LineColumn)],
    columns: usize,
) -> BTreeMap<usize, ShownLine> {
    let mut focus: BTreeMap<usize, usize> = BTreeMap::new();
    for (start, end) in spots {
        focus.entry(start.line).or_insert(start.col);
        focus.entry(end.line).or_insert_with(|| if end.line == start.line { start.col } else { 0 });
    }
    let text = |line: usize| u32::try_from(line + 1).map_or("", |line| source.line(line));
    let show = |(line, col): (usize, usize)| (line, ShownLine::new(text(line), col, columns));
    focus.into_iter().map(show).collect()
}

/// How many of these fit into so many columns.
fn within(widths: impl Iterator<Item = usize>, columns: usize) -> usize {
    let mut taken = 0;
    let fits = |wide: &usize| {
        taken += wide;
        taken <= columns
    };
    widths.take_while(fits).count()
}

impl ShownLine {
    fn new(line: &str, focus: usize, columns: usize) -> ShownLine {
        let length = line.chars().count();
        let fits = length <= columns && wrap::columns(line) <= columns;
        let wide = |c: char| wrap::columns(c.encode_utf8(&mut [0; 4])).max(1);
        let (mut from, mut to) = (0, length);
        if !fits {
            // Characters that take two columns are counted as two.
            let letters: Vec<char> = line.chars().take(focus.saturating_add(columns)).collect();
            let before = letters.get(..focus.min(letters.len())).unwrap_or_default();
            from = before.len() - within(before.iter().rev().map(|c| wide(*c)), CONTEXT.min(columns / 3));
            let behind = letters.get(from..).unwrap_or_default();
            to = from + within(behind.iter().map(|c| wide(*c)), columns);
        }
        let (before, after) = (from > 0, to < length);
        let mut text = String::new();
        if before {
            text.push('…');
        }
        text.extend(line.chars().skip(from).take(to - from).map(clean_char));
        if after {
            text.push('…');
        }
        ShownLine { text, from, to, lead: usize::from(before) }
    }

    /// Where a character of the source line is in the shown line.
    fn column(&self, col: usize) -> usize {
        col.clamp(self.from, self.to) - self.from + self.lead
    }
}
