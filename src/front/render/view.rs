//! The part of a source that a picture shows: clean, cut to a bearable width, with byte spans turned
//! into the character spans that the drawing library counts in.
//!
//! Spans may be anything: past the end, inside a character, in a source that does not exist. What
//! comes out of here is always a place in the text that is shown.

use std::collections::BTreeMap;
use std::ops::Range;

use super::clean::{clean_char, clean_line};
use crate::base::{Source, Span};

/// How many columns stay free on the left of a place where a long line is cut.
const CONTEXT: usize = 60;

/// A clean copy of the lines that labels are on. All other lines are empty, so that line numbers
/// agree with the source.
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
        let lines: Vec<&str> = source.text().split('\n').collect();
        let starts = line_starts(&lines);
        let spots: Vec<(LineColumn, LineColumn)> =
            spans.iter().map(|span| ends(source, &lines, &starts, *span)).collect();
        let shown = shown_lines(&lines, &spots, columns);
        let mut text = String::new();
        let mut offsets = Vec::with_capacity(lines.len());
        let mut offset = 0;
        for line in 0..lines.len() {
            offsets.push(offset);
            let shown = shown.get(&line).map_or("", |shown| shown.text.as_str());
            text.push_str(shown);
            text.push('\n');
            offset += shown.chars().count() + 1;
        }
        let place = |spot: LineColumn| {
            let start = offsets.get(spot.line).copied().unwrap_or(0);
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

fn line_starts(lines: &[&str]) -> Vec<usize> {
    let mut next = 0;
    let start_of = |line: &&str| {
        let start = next;
        next += line.len() + 1;
        start
    };
    lines.iter().map(start_of).collect()
}

/// Both ends of a span by line and character; the end is where the last character ends, and never
/// after a line break.
fn ends(source: &Source, lines: &[&str], starts: &[usize], span: Span) -> (LineColumn, LineColumn) {
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
        let line = starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let line_start = starts.get(line).copied().unwrap_or(0);
        let upto = byte.saturating_sub(line_start);
        let before = lines.get(line).and_then(|line| line.get(..upto.min(line.len()))).unwrap_or("");
        LineColumn { line, col: before.chars().count() }
    };
    (spot(start), spot(start + marked.len()))
}

fn shown_lines(
    lines: &[&str],
    spots: &[(LineColumn, LineColumn)],
    columns: usize,
) -> BTreeMap<usize, ShownLine> {
    let mut focus: BTreeMap<usize, usize> = BTreeMap::new();
    for (start, end) in spots {
        focus.entry(start.line).or_insert(start.col);
        focus.entry(end.line).or_insert_with(|| if end.line == start.line { start.col } else { 0 });
    }
    let show =
        |(line, col): (usize, usize)| (line, ShownLine::new(lines.get(line).unwrap_or(&""), col, columns));
    focus.into_iter().map(show).collect()
}

impl ShownLine {
    fn new(line: &str, focus: usize, columns: usize) -> ShownLine {
        let line = line.trim_end_matches('\r');
        let length = line.chars().count();
        let from = if length <= columns { 0 } else { focus.saturating_sub(CONTEXT.min(columns / 3)) };
        let to = from.saturating_add(columns).min(length);
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
