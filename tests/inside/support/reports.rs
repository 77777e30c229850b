//! Reports as plain lines.

use std::fmt::Write as _;

use crate::base::Source;
use crate::diag::Diagnostic;

/// Reports as plain lines: place, severity, code, message, what is said at the places, help and fixes.
pub fn reports(source: &Source, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for found in diagnostics {
        let at = source.line_col(found.primary.span.start);
        let shown = source.slice(found.primary.span.range()).replace('\n', "⏎");
        let _ = writeln!(
            out,
            "{}:{} {}[{}] {}",
            at.line,
            at.col,
            found.severity.word(),
            found.code,
            found.message
        );
        let _ = writeln!(out, "    at   `{shown}` {}", found.primary.text);
        for label in &found.labels {
            let at = source.line_col(label.span.start);
            let _ = writeln!(out, "    and  {}:{} {}", at.line, at.col, label.text);
        }
        for help in &found.help {
            let _ = writeln!(out, "    help {help}");
        }
        for note in &found.notes {
            let _ = writeln!(out, "    note {note}");
        }
        for fix in &found.fixes {
            let _ = writeln!(out, "    fix  {}: {}", fix.title, mended(source, fix));
        }
    }
    out
}

/// The line of a fix's first edit as it stands when the fix is made.
pub fn mended(source: &Source, fix: &crate::diag::Fix) -> String {
    let mut text = source.text().to_string();
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    for edit in &edits {
        text.replace_range(edit.span.range(), &edit.text);
    }
    let first = edits.last().map_or(0, |edit| edit.span.start as usize);
    let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
    text[start..].lines().next().unwrap_or("").trim_end().to_owned()
}
