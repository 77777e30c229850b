//! A long source is read in several pieces at the same time. What comes of it is what comes of reading it in one:
//! a piece counts only where the one before ends just there, with nothing open.

use super::assemble::Assembler;
use super::lines::{self, Lines};
use super::parsed::{Mode, Parsed};
use super::{beside, controls};
use crate::base::SourceId;

/// How many bytes a piece has at least.
const PIECE: usize = 1 << 15;

/// Reads a file from byte `begin` on.
pub(super) fn read(source: SourceId, text: &str, begin: usize) -> Parsed {
    let threads = beside::threads(text);
    let starts = if threads > 1 { starts(text, begin, PIECE) } else { vec![begin] };
    read_in(source, text, &starts, threads).finish()
}

/// Where the pieces begin: each so long or a little longer, and before a definition.
fn starts(text: &str, begin: usize, length: usize) -> Vec<usize> {
    let mut starts = vec![begin];
    let mut from = begin + length;
    while let Some(start) = definition_from(text, from) {
        starts.push(start);
        from = start + length;
    }
    starts
}

/// Where the first definition begins of the lines that begin behind byte `at`. It has no notes above it, which belong
/// to it.
fn definition_from(text: &str, at: usize) -> Option<usize> {
    let rest = text.as_bytes().get(at..)?;
    let mut lines = Lines::new(text, at + rest.iter().position(|byte| *byte == b'\n')? + 1);
    let mut has_notes = true;
    while let Some(range) = lines.take() {
        let line = &text[range.clone()];
        if !has_notes && lines::begins_definition(line) {
            return Some(range.start);
        }
        has_notes = line.trim_start().starts_with("##");
    }
    None
}

/// Reads the pieces that begin at these bytes, on so many threads.
fn read_in<'t>(source: SourceId, text: &'t str, starts: &[usize], threads: usize) -> Assembler<'t> {
    let start_of = |nth: usize| starts.get(nth).copied().unwrap_or(text.len());
    let has_controls = controls::has(text.get(start_of(0)..).unwrap_or(""));
    let mut pieces = beside::all(text, starts.len(), threads, |nth| {
        let mut piece = Assembler::at(source, text, start_of(nth), Mode::File, has_controls);
        piece.run_to(start_of(nth + 1));
        piece
    })
    .into_iter();
    let mut whole =
        pieces.next().unwrap_or_else(|| Assembler::at(source, text, text.len(), Mode::File, has_controls));
    for (nth, piece) in (1..).zip(pieces) {
        if !whole.take_over(start_of(nth), piece) {
            whole.run_to(start_of(nth + 1));
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::ast::ItemKind;

    /// What was read of a text that is cut before these bytes, with all places.
    fn read_cut(text: &str, starts: &[usize], threads: usize) -> String {
        format!("{:?}", read_in(SourceId(0), text, starts, threads).finish())
    }

    /// Texts of every kind: what is shipped, what the tests of the reader hold, and definitions left open.
    fn texts() -> Vec<String> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders =
            ["library", "library/tests", "tests/check", "tests/language", "tests/syntax/files", "examples"];
        let files = folders.iter().flat_map(|folder| std::fs::read_dir(root.join(folder)).expect(folder));
        let paths = files.map(|file| file.expect("a file").path());
        let sources = paths.filter(|path| path.extension().is_some_and(|end| end == "tw"));
        let mut texts: Vec<String> =
            sources.map(|path| std::fs::read_to_string(path).expect("text")).collect();
        texts.push(
            "let a = (1\nlet b = 2)\nfn f =\n  return 1\nparty\n\nparty\n| name |\n| ash |\n".to_owned(),
        );
        texts.push(
            "let a = 1\nif a > 1 then say \"a\"\nlet b = 2\nelse say \"b\"\n## a note\nlet c = 3\n"
                .to_owned(),
        );
        texts
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let mut cut = 0;
        for text in texts() {
            let whole = read_cut(&text, &[0], 1);
            for length in [1, 40, 300] {
                let starts = starts(&text, 0, length);
                cut += starts.len() - 1;
                assert_eq!(read_cut(&text, &starts, 2), whole, "{text}");
            }
            // Wherever a line begins, whatever stands there.
            let lines: Vec<usize> =
                std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
            assert_eq!(read_cut(&text, &lines, 1), whole, "{text}");
        }
        assert!(cut > 3_000, "{cut}");
    }

    #[test]
    fn a_long_source_is_read_in_its_pieces() {
        let text: String = (0..9_000).map(|nth| format!("let v{nth} = {nth}\n")).collect();
        let starts = starts(&text, 0, PIECE);
        assert!(starts.len() > 3, "{starts:?}");
        let read = read_in(SourceId(0), &text, &starts, 3).finish();
        let is_let = |nth: usize, kind: &ItemKind| {
            let ItemKind::Stmt(stmt) = kind else { return false };
            text[stmt.span.range()] == format!("let v{nth} = {nth}")
        };
        assert!(read.file.items.iter().enumerate().all(|(nth, item)| is_let(nth, &item.kind)));
        assert_eq!((read.file.items.len(), read.diagnostics.len()), (9_000, 0));
    }
}
