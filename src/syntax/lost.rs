//! Lines that could not be read: what belongs to them is passed over, so that one mistake does not make
//! others.

use super::assemble::Assembler;
use super::frame::BlockKind;
use super::lines;
use super::then;
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

impl Assembler<'_> {
    /// After a line that could not be read: if it opened something, what belongs to it is still read, so
    /// that one mistake does not make others.
    pub(super) fn unread(&mut self, text: &str, at: usize, span: Span) {
        const BLOCKS: &[&str] = &[
            "procedure",
            "test",
            "sheet",
            "step",
            "for",
            "repeat",
            "while",
            "timer",
            "every",
            "when",
            "with",
            "if",
        ];
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or("");
        let second = words.next().unwrap_or("");
        if matches!(first, "words" | "ladder" | "symbols") {
            text.split(|c: char| !c.is_alphanumeric() && c != '_').for_each(|word| self.lose(word));
        } else if first == "let" || lines::HEADS.contains(&first) {
            self.lose(second);
        }
        if matches!(first, "table" | "chart" | "deck" | "each") {
            self.skip_rows(span);
            return;
        }
        let opened = match first {
            "change" if second == "procedure" => Some("change"),
            // What has its value on its line needs no `end`.
            "fn" => text.trim_end().ends_with(['=', ':', ')']).then_some("fn"),
            "if" if is_one_line_if(text) => None,
            "if" | "when" if then::missing_before(text, at).is_some() => None,
            _ => BLOCKS.iter().find(|word| **word == first).copied(),
        };
        let begins = !second.is_empty() && !second.starts_with(['=', '+', '.', ',']);
        if let Some(word) = opened.filter(|_| begins) {
            self.push(BlockKind::Unread(word), span);
        }
    }

    /// The name with which a text begins will be missed.
    pub(super) fn lose(&mut self, text: &str) {
        let text = text.trim_start();
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        if end > 0 {
            self.lost.push(text[..end].into());
        }
    }

    /// `hp: 10` in a sheet is meant as the value that a field begins with.
    pub(super) fn first_value(&mut self, text: &str, span: Span) {
        let Some((name, value)) = text.trim().split_once(':') else { return };
        let (name, value) = (name.trim(), value.trim());
        let is_value = value.starts_with('"') || value.parse::<i64>().is_ok();
        if let Some(report) =
            self.builder.diagnostics.last_mut().filter(|report| report.is_error() && is_value)
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        {
            let line = format!("{name} = {value}");
            let message = format!("`{name}: {value}` gives a kind, and `{value}` is none");
            *report = Diagnostic::error(&codes::BROUGHT, span, message).surely(
                format!("write `{line}`"),
                span,
                line,
            );
        }
    }
}

/// Whether something follows `then` on an `if`'s line.
fn is_one_line_if(text: &str) -> bool {
    text.split_once(" then").is_some_and(|(_, rest)| !rest.trim().is_empty())
}
