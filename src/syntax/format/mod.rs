//! The formatter: indentation by blocks, tables in columns, names on the `end` of long blocks.
//!
//! It works on lines and keeps what stands in them, so comments stay and no meaning changes.

mod kept;
mod pipe;

use super::dashes::{draws_dashes, is_delimiter};
use super::grammar::{Rule, parse};
use super::lines::Lines;
use super::parse::parse_file;
use super::parsed::Verdict;
use super::table_form::{RowForm, form_of, is_bare, is_bullet, is_end, is_tabbed, leads_with_number};
use crate::base::SourceId;
use crate::base::stack::with_large_stack;
use crate::diag::Diagnostic;

/// A block of more lines than this gets its name on its `end`.
const LONG: usize = 10;
/// How many columns a block, or a line that goes on, stands further in.
const STEP: usize = 2;

/// Why a text is left as it is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unformatted {
    /// It cannot be read; the reports say why.
    Unread(Vec<Diagnostic>),
    /// What would be written would not be read as the same: a mistake of the formatter.
    Changed,
}

/// The text in the one form that all texts have.
///
/// # Errors
/// The text cannot be read, or would not be read as the same.
pub(crate) fn format(source: &str) -> Result<String, Unformatted> {
    let parsed = parse_file(SourceId(0), source);
    if parsed.verdict != Verdict::Complete {
        return Err(Unformatted::Unread(parsed.diagnostics));
    }
    let formatted = formatted(source);
    if formatted == source || kept::is_kept(parsed, source, &formatted) {
        Ok(formatted)
    } else {
        Err(Unformatted::Changed)
    }
}

/// A text that can be read, line by line.
fn formatted(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let (out, ends_blank) = with_large_stack(|| {
        let lines = Lines::new(&text, 0);
        let mut formatter = Formatter {
            text: &text,
            lines,
            out: String::new(),
            open: Vec::new(),
            line: 0,
            line_if: None,
            heads: Vec::new(),
            needs_blank: false,
        };
        formatter.run();
        (formatter.out, formatter.needs_blank)
    });
    // The blank line behind a last line that would go on without it stays.
    let end = if ends_blank { "\n\n" } else { "\n" };
    let formatted = format!("{}{end}", out.trim_matches('\n'));
    if formatted.trim().is_empty() { String::new() } else { formatted }
}

struct Formatter<'t> {
    text: &'t str,
    lines: Lines<'t>,
    out: String,
    /// The words of the open blocks, and the output line on which each began.
    open: Vec<(&'static str, usize)>,
    /// How many lines were written.
    line: usize,
    /// How far in the `if` of the line before stood, where it is on one line and an `else` may follow.
    line_if: Option<usize>,
    /// How far in the lines stood that began the open blocks.
    heads: Vec<usize>,
    /// Whether the last line would go on, had it no blank one behind it: `use is`.
    needs_blank: bool,
}

impl Formatter<'_> {
    fn run(&mut self) {
        while let Some(range) = self.lines.peek() {
            let line = self.text[range].trim();
            if line.is_empty() {
                self.lines.take();
                self.blank();
            } else if line.starts_with('#') {
                self.lines.take();
                self.write(self.open.len(), line);
            } else {
                self.code();
            }
        }
    }

    /// One blank line at most.
    fn blank(&mut self) {
        if !self.out.ends_with("\n\n") && !self.out.is_empty() {
            self.write(0, "");
        }
    }

    fn write(&mut self, indent: usize, line: &str) {
        let line = line.trim_end();
        if !line.is_empty() {
            self.out.extend(std::iter::repeat_n("  ", indent));
            self.out.push_str(line);
            self.needs_blank = false;
        }
        self.out.push('\n');
        self.line += 1;
    }

    fn code(&mut self) {
        let Some(code) = self.lines.take_code() else { return };
        let text = &self.text[code.range];
        let read = rule_of(text, self.open.last().map(|(word, _)| *word));
        let rule = read.map(|(rule, _)| rule);
        let (column, line_if) = (columns_before(text), self.line_if.take());
        if rule == Some(Rule::end_stmt) {
            self.heads.pop();
            let (word, began) = self.open.pop().unwrap_or(("", self.line));
            self.end_line(text, word, began);
            return;
        }
        let is_else =
            matches!(rule, Some(Rule::else_stmt | Rule::else_line | Rule::else_if_stmt | Rule::else_if_line));
        if is_else && line_if == Some(column) && self.stands_further_in(column) {
            return self.else_below(rule, text, column);
        }
        let indent = self.open.len().saturating_sub(usize::from(is_else));
        self.write_code(indent, text);
        let Some(rule) = rule else { return };
        self.line_if = matches!(read, Some((Rule::if_line, 2))).then_some(column);
        if rule == Rule::table_head || (rule == Rule::change_item && changes_table(text)) {
            self.rows(indent);
        } else if rule == Rule::roster_head {
            self.roster_rows(indent);
        } else if let Some(word) = opens(rule, text) {
            self.open.push((word, self.line));
            self.heads.push(column);
        }
    }

    /// Whether a line stands further in than the `if` around it, whose `else` it would be otherwise.
    fn stands_further_in(&self, column: usize) -> bool {
        let around = self.open.last().zip(self.heads.last());
        around.is_none_or(|((word, _), head)| *word != "if" || *head < column)
    }

    /// An `else` below an `if` on one line: it stands as far in as that.
    fn else_below(&mut self, rule: Option<Rule>, text: &str, column: usize) {
        self.write_code(self.open.len(), text);
        match rule {
            Some(Rule::else_stmt | Rule::else_if_stmt) => {
                self.open.push(("if", self.line));
                self.heads.push(column);
            }
            Some(Rule::else_if_line) => self.line_if = Some(column),
            _ => {}
        }
    }

    /// A line of code with the lines on which it goes on, which keep their place beside it and stand
    /// at least a step further in than it does.
    fn write_code(&mut self, indent: usize, text: &str) {
        // Only a blank line ends what wants to go on.
        let ends_blank = text.rsplit_once('\n').is_some_and(|(_, last)| last.trim().is_empty());
        let mut lines = text.trim_end().lines();
        let first = lines.next().unwrap_or("");
        let before = columns_before(first);
        self.write(indent, first.trim());
        let further = |line: &str| columns_before(line).saturating_sub(before);
        let goes_on = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with([')', ']', '}']);
        let least = lines.clone().filter(goes_on).map(further).min().unwrap_or(STEP);
        for line in lines {
            let missing = if goes_on(&line) { STEP.saturating_sub(least) } else { 0 };
            let spaces = " ".repeat(further(line) + missing);
            if line.trim().is_empty() {
                self.write(0, "");
            } else {
                self.write(indent, &format!("{spaces}{}", line.trim()));
            }
        }
        if ends_blank {
            self.blank();
            self.needs_blank = true;
        }
    }

    fn end_line(&mut self, text: &str, word: &str, began: usize) {
        let indent = self.open.len();
        let line = text.trim();
        let rest = line.strip_prefix("end").unwrap_or("").trim_start();
        let bare = rest.is_empty() || rest.starts_with('#');
        if bare && !word.is_empty() && self.line - began > LONG {
            let gap = if rest.is_empty() { "" } else { "  " };
            self.write(indent, &format!("end {word}{gap}{rest}"));
        } else {
            self.write(indent, line);
        }
    }

    /// The rows below a table's first line.
    fn rows(&mut self, indent: usize) {
        self.comments_before_rows(indent);
        match form_of(self.text, &self.lines) {
            Some(RowForm::Pipe) => self.pipe_rows(indent, true),
            Some(RowForm::BarePipe) => self.pipe_rows(indent, false),
            Some(RowForm::Bullets | RowForm::KeyedBullets) => self.bullets(indent),
            Some(RowForm::Lines) => self.row_lines(indent),
            Some(RowForm::Numbers) => self.listed(indent, leads_with_number, str::to_owned),
            Some(RowForm::Tabs) => self.tabbed(indent),
            Some(RowForm::Bare) => self.bare(indent),
            None => {}
        }
    }

    fn roster_rows(&mut self, indent: usize) {
        let mut ahead = self.lines.clone();
        while ahead.peek().is_some_and(|range| is_between(self.text[range].trim())) {
            ahead.take();
        }
        match form_of(self.text, &ahead) {
            Some(RowForm::Pipe | RowForm::BarePipe | RowForm::Tabs) => self.rows(indent),
            Some(
                RowForm::Bullets | RowForm::KeyedBullets | RowForm::Lines | RowForm::Numbers | RowForm::Bare,
            )
            | None => {}
        }
    }

    fn comments_before_rows(&mut self, indent: usize) {
        while let Some(range) = self.lines.peek() {
            let line = self.text[range].trim();
            if !is_between(line) {
                break;
            }
            self.lines.take();
            if !line.is_empty() {
                self.write(indent, line);
            }
        }
    }

    fn pipe_rows(&mut self, indent: usize, outer: bool) {
        let mut rows: Vec<&str> = Vec::new();
        let mut held: Vec<&str> = Vec::new();
        while let Some(range) = self.lines.peek() {
            // Blanks of other kinds are a cell.
            let line = self.text[range].trim_matches(pipe::BLANKS);
            let is_row = if outer { line.trim().starts_with('|') } else { line.contains('|') };
            if is_row {
                rows.append(&mut held);
                rows.push(line);
            } else if outer && is_between(line.trim()) {
                held.push(line.trim());
            } else {
                break;
            }
            self.lines.take();
        }
        for line in pipe::aligned(&rows) {
            self.write(indent, &line);
        }
        for line in held {
            if line.is_empty() {
                self.blank();
            } else {
                self.write(self.open.len(), line);
            }
        }
    }

    fn bullets(&mut self, indent: usize) {
        let item = |line: &str| {
            let mut chars = line.chars();
            chars.next();
            format!("- {}", chars.as_str().trim())
        };
        self.listed(indent, is_bullet, item);
    }

    /// The items of a list, each written by `shown`.
    fn listed(&mut self, indent: usize, is_item: fn(&str) -> bool, shown: impl Fn(&str) -> String) {
        while let Some(range) = self.lines.peek() {
            let line = self.text[range].trim();
            let belongs = is_item(line) || (is_between(line) && self.item_follows(is_item));
            if !belongs {
                break;
            }
            self.lines.take();
            if is_item(line) {
                self.write(indent, &shown(line));
            } else if !line.is_empty() {
                self.write(indent, line);
            }
        }
        self.pass_end();
    }

    fn item_follows(&self, is_item: fn(&str) -> bool) -> bool {
        let mut ahead = self.lines.clone();
        while let Some(range) = ahead.take() {
            let line = self.text[range].trim();
            if !is_between(line) {
                return is_item(line);
            }
        }
        false
    }

    /// Cells with tabs between them become a pipe table.
    fn tabbed(&mut self, indent: usize) {
        let mut rows: Vec<String> = Vec::new();
        while let Some(range) = self.lines.peek() {
            let line = self.text[range].trim();
            if !is_tabbed(line) {
                break;
            }
            self.lines.take();
            rows.push(format!("|{}|", line.replace('\t', "|")));
        }
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        for line in pipe::aligned(&rows) {
            self.write(indent, &line);
        }
        self.pass_end();
    }

    /// Lines that are rows as they stand become a list.
    fn bare(&mut self, indent: usize) {
        while let Some(range) = self.lines.peek().filter(|range| is_bare(&self.text[range.clone()])) {
            self.lines.take();
            self.write(indent, &format!("- {}", self.text[range].trim()));
        }
        self.pass_end();
    }

    /// An `end` below rows that need none goes.
    fn pass_end(&mut self) {
        if self.lines.peek().is_some_and(|range| is_end(self.text[range].trim())) {
            self.lines.take();
        }
    }

    fn row_lines(&mut self, indent: usize) {
        let began = self.line;
        while let Some(range) = self.lines.take() {
            let line = self.text[range].trim();
            if is_end(line) {
                self.end_line(line, "table", began);
                return;
            }
            if line.is_empty() {
                self.blank();
            } else {
                self.write(indent + 1, line);
            }
        }
    }
}

/// What a line of valid code is, by the rule that reads it.
fn rule_of(text: &str, inside: Option<&str>) -> Option<(Rule, usize)> {
    let entry = match inside {
        None => Rule::top_line,
        Some("sheet") => Rule::field_line,
        Some(_) => Rule::body_line,
    };
    parse(entry, text).ok()?.next().map(|pair| (pair.as_rule(), pair.into_inner().count()))
}

/// The word of the block that a line opens.
fn opens(rule: Rule, text: &str) -> Option<&'static str> {
    Some(match rule {
        Rule::procedure_head => "procedure",
        Rule::fn_head => "fn",
        Rule::test_head => "test",
        Rule::sheet_head => "sheet",
        Rule::step_stmt => "step",
        Rule::for_stmt => "for",
        Rule::repeat_stmt => "repeat",
        Rule::timer_stmt => "timer",
        Rule::every_stmt => "every",
        Rule::when_stmt => "when",
        Rule::with_stmt => "with",
        Rule::if_head_stmt => "if",
        Rule::change_item => {
            let mut words = text.split_whitespace().skip(1);
            let procedure = words.next() == Some("procedure");
            let taken_out = words.nth(1) == Some("without");
            return (procedure && !taken_out).then_some("change");
        }
        _ => return None,
    })
}

fn changes_table(text: &str) -> bool {
    matches!(text.split_whitespace().nth(1), Some("table" | "chart" | "deck" | "each"))
}

/// Blank lines and comments, which may stand between a table's rows.
fn is_between(line: &str) -> bool {
    line.is_empty() || (line.starts_with('#') && !line.starts_with("##"))
}

fn columns_before(line: &str) -> usize {
    let blanks = line.chars().take_while(|c| c.is_whitespace());
    blanks.map(|c| if c == '\t' { 2 } else { 1 }).sum()
}
