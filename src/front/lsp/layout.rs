//! Formatting: what `tw fmt` writes, as one edit of the lines that differ.

use lsp_types::TextEdit;

use super::documents::Document;
use super::look::own_range;
use super::place::Encoding;
use crate::syntax;

/// The edits that format a document. None where nothing changes, and where the text cannot be read: the
/// reports say why. Notes stay as they are.
/// So does a text that would be longer, in bytes, than `most`, which nothing could read then.
pub(crate) fn edits(document: &Document, encoding: Encoding, most: u64) -> Vec<TextEdit> {
    if document.is_markdown() {
        return Vec::new();
    }
    let old = &**document.text();
    let Ok(new) = syntax::format(old) else { return Vec::new() };
    if *old == new || new.len() as u64 > most {
        return Vec::new();
    }
    // Lines that are the same at both ends stay: the cursor and folded blocks stay where they are.
    let lines = |text: &'_ str| text.split_inclusive('\n').map(str::len).collect::<Vec<usize>>();
    let (old_lines, new_lines) = (lines(old), lines(&new));
    let start = common(old, &new, &old_lines, &new_lines);
    let end = common_end(&old[start..], &new[start..]);
    let new = new.get(start..new.len() - end).unwrap_or("").to_owned();
    let range = own_range(document, start..old.len() - end, encoding);
    vec![TextEdit { range, new_text: new }]
}

/// How many bytes of whole lines are the same at the beginning.
fn common(old: &str, new: &str, old_lines: &[usize], new_lines: &[usize]) -> usize {
    let mut at = 0;
    for (a, b) in old_lines.iter().zip(new_lines) {
        if a != b || old.get(at..at + a) != new.get(at..at + b) {
            break;
        }
        at += a;
    }
    at
}

/// How many bytes of whole lines are the same at the end.
fn common_end(old: &str, new: &str) -> usize {
    let mut same = 0;
    for (a, b) in old.split_inclusive('\n').rev().zip(new.split_inclusive('\n').rev()) {
        if a != b {
            break;
        }
        same += a.len();
    }
    same
}
