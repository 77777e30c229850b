//! Lines that could not be read: what belongs to them is passed over, so that one mistake does not make
//! others.

use super::assemble::Assembler;
use super::ast::Name;
use super::comments;
use super::first_word::slip_of_end;
use super::frame::BlockKind;
use super::hints::is_row_of_bars;
use super::lines;
use super::then;
use super::words;
use crate::base::Span;
use crate::diag::codes::syntax as codes;
use crate::diag::{Certainty, Diagnostic, Edit};

/// The words whose lines open a block.
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
    "switch",
    "match",
];

impl Assembler<'_> {
    /// After a line that could not be read: if it opened something, what belongs to it is still read, so
    /// that one mistake does not make others.
    pub(super) fn unread(&mut self, text: &str, at: usize, span: Span) {
        if self.skip_comment(text, span) || self.skip_cases(span) {
            return;
        }
        let meant = self
            .meant(span)
            .filter(|_| !text.split_whitespace().next().is_some_and(|word| BLOCKS.contains(&word)));
        let text = meant.as_deref().unwrap_or(text);
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or("");
        let second = words.next().unwrap_or("");
        if is_row_of_bars(text) && self.open.is_empty() {
            self.skip_bars();
            return;
        }
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
            "if" | "when"
                if then::missing_before(text, at).is_some()
                    && text.lines().next().is_none_or(|line| lines::open_bracket(line).is_none()) =>
            {
                None
            }
            _ => BLOCKS.iter().find(|word| **word == first).copied(),
        };
        let begins = !second.is_empty() && !second.starts_with(['=', '+', '.', ',']);
        if let Some(word) = opened.filter(|_| begins) {
            self.push(BlockKind::Unread(word), span);
        }
    }

    /// `endif`, `fi`, `endwhile`, `End`: the end of a block in one word, or with a slip.
    pub(super) fn closed_in_one_word(&mut self, span: Span) -> bool {
        let line = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        let block = match line {
            "fi" => "if".to_owned(),
            "endwhile" | "end_while" | "wend" | "endloop" | "end_loop" => "repeat".to_owned(),
            _ => match slip_of_end(line) {
                Some(block) => block,
                None => return false,
            },
        };
        let closes = |open: &super::frame::OpenBlock| block.is_empty() || open.frame.is_closed_by(&block);
        if !self.open.iter().any(closes) {
            return false;
        }
        let end = format!("end {block}");
        self.report_end_slip(span, end.trim_end());
        let named = (!block.is_empty()).then(|| Name { text: block.as_str().into(), span });
        self.end(named, span);
        true
    }

    /// Reports a line that closes a block, and is written otherwise.
    pub(super) fn report_end_slip(&mut self, span: Span, end: &str) {
        let message = format!("a block is closed with `{end}`");
        let report = Diagnostic::error(&codes::END_WITHOUT_BLOCK, span, message);
        self.builder.diagnostics.push(report.surely(format!("write `{end}`"), span, end));
    }

    /// A line of words behind two dashes could be read as a value with two signs, which nobody writes.
    pub(super) fn dashed_comment(&mut self, text: &str, base: usize) -> bool {
        let span = self.trimmed_span(text, base);
        let is_comment = text.trim_start().strip_prefix("--").is_some_and(|rest| {
            rest.starts_with([' ', '\t']) && rest.trim_start().starts_with(|c: char| c.is_alphabetic())
        });
        if is_comment {
            let sign = self.builder.place(span.start as usize, span.start as usize + 2);
            self.builder.diagnostics.push(comments::report("--", sign).surely("write `#`", sign, "#"));
        }
        is_comment
    }

    /// Passes over the rest of a comment of several lines, where a line that could not be read begins one that is
    /// ended at all.
    pub(super) fn skip_comment(&mut self, text: &str, span: Span) -> bool {
        let Some((open, close)) =
            comments::BLOCKS.iter().find(|(open, _)| text.trim_start().starts_with(open))
        else {
            return false;
        };
        let begin = span.start as usize;
        if self.never_ended.contains(close) {
            return false;
        }
        let Some(end) = self.text[begin..].find(close).map(|length| begin + length) else {
            self.never_ended.push(close);
            return false;
        };
        if !self.text[begin..end].contains('\n') {
            return false;
        }
        while self.lines.at() <= end && self.lines.take().is_some() {}
        let told = self.text[begin + open.len()..end].trim();
        let lines = told.lines().map(|line| format!("# {}", line.trim_matches([' ', '\t', '*'])));
        let lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
        let whole = self.builder.place(begin, end + close.len());
        if let Some(last) = self.builder.diagnostics.last_mut() {
            let title = "begin each of its lines with `#`";
            *last = comments::report(open, span).surely(title, whole, lines.join("\n"));
        }
        true
    }

    /// A line with nothing but a name right above rows, which is the first line of their table: `goods` above `- rope`,
    /// `Party` above `| name | hp |`. Whether it is; its rows are passed over.
    pub(super) fn headless(&mut self, span: Span) -> bool {
        let line = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        let Some(rows) = self.lines.peek().and_then(|range| self.text.get(range)) else { return false };
        let rows = rows.trim_start();
        let is_word = |text: &str| text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '{' | '"'));
        let bullet = rows.strip_prefix("- ").or_else(|| rows.strip_prefix("* ")).map(|text| {
            let counted = text.trim_start_matches(|c: char| c.is_ascii_digit());
            is_word(text) || counted.len() < text.len() && counted.starts_with("x ")
        });
        let is_party = !line.is_empty() && line != "party" && {
            let lower = line.to_lowercase();
            lower == "party" || words::is_slip(&lower, "party")
        };
        let pipes = rows.starts_with('|') && rows.matches('|').count() > 1;
        let known = words::is_starting(line) || words::is_reserved(line) || line == "party";
        if !words::is_name(line) || known || !(pipes || bullet == Some(true)) {
            return false;
        }
        let meant =
            if pipes && is_party { "party".to_owned() } else { format!("table {}", line.to_lowercase()) };
        let message = format!("`{line}` is the first line of no table, and rows follow it");
        let report = Diagnostic::error(&codes::UNEXPECTED, span, message);
        self.builder.diagnostics.push(report.fix(format!("write `{meant}`"), span, meant));
        self.lose(&line.to_lowercase());
        self.take_doc();
        self.skip_rows(span);
        true
    }

    /// The rows below a row that belongs to no table.
    fn skip_bars(&mut self) {
        while let Some(range) = self.lines.peek().filter(|range| self.text[range.clone()].contains('|')) {
            if lines::begins_definition(&self.text[range]) {
                return;
            }
            self.lines.take();
        }
    }

    /// What the line is meant as, where its report says so: by a sure fix of all of it, or by the only fix of its
    /// first word.
    fn meant(&self, span: Span) -> Option<String> {
        let report = self.builder.diagnostics.last()?;
        let line = self.text.get(span.start as usize..span.end as usize)?;
        let sure =
            report.fixes.iter().filter(|fix| fix.certainty == Certainty::Sure).find_map(|fix| {
                match fix.edits.as_slice() {
                    [edit] => Some(edit).filter(|edit| edit.span == span).map(|edit| edit.text.clone()),
                    _ => None,
                }
            });
        let first_word = || match report.fixes.as_slice() {
            [fix] => match fix.edits.as_slice() {
                [edit] if edit.span.start == span.start && edit.span.end < span.end => {
                    let rest = line.get((edit.span.end - span.start) as usize..)?;
                    Some(format!("{}{rest}", edit.text))
                }
                _ => None,
            },
            _ => None,
        };
        sure.or_else(first_word)
    }

    /// A `while` that is meant as `repeat until` ends with `end repeat`: both are written at once.
    pub(super) fn ends_meant(&mut self, head: Span, end: Span) {
        let reports = self.builder.diagnostics.iter_mut().rev();
        let report = reports.into_iter().find(|report| report.primary.span == head);
        for fix in report.into_iter().flat_map(|report| &mut report.fixes) {
            if fix.edits.iter().any(|edit| edit.span == head && edit.text.starts_with("repeat ")) {
                fix.edits.push(Edit { span: end, text: "repeat".to_owned() });
            }
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

    /// `hp: 10` in a sheet is meant as the value that a field begins with, `class: thief, mage` as its words.
    pub(super) fn first_value(&mut self, text: &str, span: Span) {
        let Some((name, value)) = text.trim().split_once(':') else { return };
        let (name, value) = (name.trim(), value.trim());
        let is_value = value.starts_with('"') || value.parse::<i64>().is_ok();
        let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
        let words: Vec<&str> = value.split([',', '/']).map(str::trim).collect();
        let line = match words.as_slice() {
            _ if is_value => format!("{name} = {value}"),
            [_, _, ..] if words.iter().all(|word| is_name(word)) => format!("{name}: {}", words.join(" | ")),
            _ => return,
        };
        if let Some(report) = self.builder.diagnostics.last_mut().filter(|report| report.is_error())
            && is_name(name)
        {
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
