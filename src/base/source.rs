//! Source texts and where their lines begin.

use std::sync::Arc;

use super::SharedVec;

use serde::Serialize;

/// Which source of a [`Sources`] is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct SourceId(pub u32);

/// A place as people count it: both numbers start at 1, columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub(crate) struct LineCol {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub col: u32,
}

/// One source text under the name that reports show.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    name: Arc<str>,
    text: Arc<str>,
    line_starts: Vec<u32>,
}

impl Source {
    /// Reads the line starts of `text`; `name` is what reports call it, such as `moor.tw` or `<repl:4>`.
    pub(crate) fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Source {
        let text: Arc<str> = text.into();
        let breaks = text.bytes().zip(1u32..).filter(|(byte, _)| *byte == b'\n').map(|(_, next)| next);
        let line_starts = std::iter::once(0).chain(breaks).collect();
        Source { name: name.into(), text, line_starts }
    }

    /// What reports call this source.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The text of a byte range; empty where the range is not on character boundaries.
    pub(crate) fn slice(&self, range: std::ops::Range<usize>) -> &str {
        self.text.get(range).unwrap_or("")
    }

    /// Line and column of a byte; a byte past the end gives the end.
    pub(crate) fn line_col(&self, byte: u32) -> LineCol {
        let line = self.line_starts.partition_point(|start| *start <= byte).max(1);
        let start = self.line_starts.get(line - 1).copied().unwrap_or(0);
        let upto = (byte as usize).min(self.text.len());
        let before = self.text.get(start as usize..upto).unwrap_or("");
        let col = u32::try_from(before.chars().count()).unwrap_or(u32::MAX).saturating_add(1);
        LineCol { line: u32::try_from(line).unwrap_or(u32::MAX), col }
    }

    /// The text of a line counted from 1, without its line break; empty past the end.
    pub(crate) fn line(&self, line: u32) -> &str {
        let at = |n: u32| self.line_starts.get(n as usize).map(|start| *start as usize);
        let Some(start) = line.checked_sub(1).and_then(at) else { return "" };
        let end = at(line).unwrap_or(self.text.len());
        self.slice(start..end).trim_end_matches(['\n', '\r'])
    }
}

/// All sources of one session, by id. Sources are never taken out, so ids stay good.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sources {
    all: SharedVec<Arc<Source>>,
}

impl Sources {
    /// No sources yet.
    pub(crate) fn new() -> Sources {
        Sources::default()
    }

    /// Adds a source and gives its id.
    pub(crate) fn add(&mut self, source: Source) -> SourceId {
        let id = SourceId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(Arc::new(source));
        id
    }

    /// The source of an id, if it is one of these.
    pub(crate) fn get(&self, id: SourceId) -> Option<&Arc<Source>> {
        self.all.get(id.0 as usize)
    }

    /// Every source with its id, oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (SourceId, &Arc<Source>)> {
        (0u32..).map(SourceId).zip(&self.all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let source = Source::new("a.tw", "é1\nab\n");
        assert_eq!(source.line_col(0), LineCol { line: 1, col: 1 });
        assert_eq!(source.line_col(2), LineCol { line: 1, col: 2 });
        assert_eq!(source.line_col(4), LineCol { line: 2, col: 1 });
        assert_eq!(source.line_col(99), LineCol { line: 3, col: 1 });
        assert_eq!(source.line(2), "ab");
        assert_eq!(source.line(9), "");
    }
}
