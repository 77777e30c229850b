//! An `end` that closes no open block of its name: one too many, or the wrong name.

use super::assemble::Assembler;
use super::ast::Name;
use super::frame::OpenBlock;
use super::lines;
use crate::base::Span;
use crate::diag::Diagnostic;

impl Assembler<'_> {
    /// What to do about an `end` that names another block than `open`, the innermost one; and whether it is the end of
    /// that block all the same.
    pub(super) fn spare_end(
        &self,
        report: Diagnostic,
        open: &OpenBlock,
        word: &Name,
        span: Span,
    ) -> (Diagnostic, bool) {
        let inner = open.frame.word();
        let report = report.label(open.head, format!("the innermost open block is this `{inner}`"));
        if !self.is_closed_below(open) {
            // It has no other end, so its name is meant.
            let named = self.to_end_of_line(word.span);
            return (report.fix(format!("write `end {inner}`"), named, inner), true);
        }
        let report = match self.line_behind_end(span) {
            Some(line) => report.fix("take it out", line, ""),
            None => report.help("remove it, or look above for a block that was closed too early"),
        };
        (report, false)
    }

    /// A word and the words behind it in its line, without a comment: `of test` of `end of test`.
    fn to_end_of_line(&self, word: Span) -> Span {
        let rest = self.text.get(word.end as usize..).unwrap_or("");
        let line = rest.split(['\n', '#', '"', ';']).next().unwrap_or("").trim_end();
        let more = u32::try_from(line.len()).unwrap_or(0);
        Span { end: word.end.saturating_add(more), ..word }
    }

    /// The line of an `end` that follows another one at once, so that nothing depends on it.
    fn line_behind_end(&self, span: Span) -> Option<Span> {
        let before = self.text.get(..span.start as usize)?;
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let above = before.get(..line)?.trim_end().rsplit('\n').next()?;
        let rest = self.text.get(span.end as usize..)?;
        let end = span.end as usize + rest.find('\n').map_or(rest.len(), |at| at + 1);
        (above.split_whitespace().next() == Some("end")).then(|| self.builder.place(line, end))
    }

    /// Whether a line further down closes a block, as far indented as its first line.
    fn is_closed_below(&self, open: &OpenBlock) -> bool {
        let indent = self.indent_of(open.head);
        let mut ahead = self.lines.clone();
        while let Some(range) = ahead.take() {
            let line = &self.text[range];
            if lines::begins_definition(line) {
                return false;
            }
            let mut words = line.split_whitespace();
            let ends = words.next() == Some("end") && line.len() - line.trim_start().len() == indent;
            if ends && words.next().is_none_or(|word| word.starts_with('#') || open.frame.is_closed_by(word))
            {
                return true;
            }
        }
        false
    }
}
