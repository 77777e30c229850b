//! The log of a run as a report to read: on a terminal or a page, or in Markdown for a journal.
//!
//! Each thing is told once. Headings wait until something stands below them, changes that follow one
//! another share a line, time that passes with nothing but changes in it is one stretch, and a row waits
//! for what is made of it. Figures that are only looked up are
//! not told: they stand in the trace and in the log.

use std::fmt::Write as _;

use super::clean::{clean, clean_line};
use super::events::{Detail, event_line, shown_value};
use super::markdown::emphasis;
use super::style::{Style, Tint};
use super::value::{TableBook, listed};
use super::waiting::{ChangeLine, Passage, PendingLine, PendingLines};
use crate::engine::{By, Event, EventKind};

/// In which form the report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReportForm {
    /// For a terminal, or as plain text.
    Plain,
    /// Markdown.
    Markdown,
}

/// What a line of a report is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineKind {
    /// A turn begins.
    Turn,
    /// A procedure begins.
    Title,
    /// A step begins.
    Step,
    /// What is said to the players.
    Said,
    /// What came up, what was asked.
    Detail,
    /// What changed.
    Minor,
}

/// A heading that something may stand below.
struct PendingHeading {
    /// How deep what stands below it is.
    depth: usize,
    kind: LineKind,
    text: String,
    told: bool,
}

/// Writes a report, event by event.
pub(crate) struct Teller {
    detail: Detail,
    form: ReportForm,
    look: Style,
    book: TableBook,
    headings: Vec<PendingHeading>,
    /// Rows and changes that wait for what follows them.
    waiting: PendingLines,
    /// Whether dice were rolled since the last line.
    dice: bool,
    /// Whether what was typed by itself is told as well, one thing after another: nothing else shows it.
    typed: bool,
    /// What was written last.
    last: Option<LineKind>,
}

impl Teller {
    /// A report of this detail in this form.
    pub(crate) fn new(detail: Detail, form: ReportForm, look: Style, book: TableBook) -> Teller {
        // A page has no colours.
        let look = if form == ReportForm::Markdown { Style { color: false, ..look } } else { look };
        let (headings, waiting) = (Vec::new(), PendingLines::default());
        Teller { detail, form, look, book, headings, waiting, dice: false, typed: false, last: None }
    }

    /// For reading later: what was rolled and changed outside of procedures is told, too.
    #[must_use]
    pub(crate) fn for_later(self) -> Teller {
        Teller { typed: true, ..self }
    }

    /// What is to be written for an event; some of it may wait for the next one.
    pub(crate) fn tell(&mut self, event: &Event) -> String {
        if self.detail == Detail::Silent {
            return String::new();
        }
        if self.detail >= Detail::Traced {
            return self.trace(event);
        }
        let mut out = String::new();
        self.told_in(event);
        if !self.joins(event) {
            out.push_str(&self.rest());
        }
        let depth = event.within.len();
        self.headings.retain(|heading| heading.depth <= depth);
        self.tell_kind(&mut out, event, depth);
        if self.detail == Detail::Said {
            self.waiting = PendingLines::default();
        }
        self.dice = match &event.kind {
            EventKind::Roll { .. } => true,
            EventKind::Check { .. } => self.dice,
            _ => false,
        };
        out
    }

    /// Writes what an event is, or keeps it for the next one.
    fn tell_kind(&mut self, out: &mut String, event: &Event, depth: usize) {
        match &event.kind {
            EventKind::Procedure { name, turn } => self.begin(event, depth, name, *turn),
            EventKind::Step { name } => {
                self.headings.retain(|heading| heading.depth <= depth);
                self.head(depth + 1, LineKind::Step, words(&clean_line(name)));
            }
            EventKind::Say { text, .. } => self.line(out, LineKind::Said, &self.shown(text)),
            EventKind::Value { text, value } => {
                let text = self.book.in_short(value, text, self.look);
                self.line(out, LineKind::Said, &self.shown(&text));
            }
            EventKind::Show { value, text } => self.show(out, value, text),
            // What is as it was is no news.
            EventKind::Set { from, to, by: By::Rules, .. } if from == to => {}
            EventKind::Set { quiet: true, by: By::Rules, .. } => {}
            EventKind::Set { what, from, to, by, .. } => {
                let hand = *by == By::Referee;
                let shown = |text: &str| self.shown(&listed(&word(&clean_line(text))));
                let (from, to) = (shown(from), shown(to));
                let change = ChangeLine { what: words(&clean_line(what)), from, to, hand };
                if self.is_typed(event) {
                    self.waiting.lone_change(change);
                } else {
                    self.waiting.change(change);
                }
            }
            EventKind::Row { table, roll, text, value, .. } => {
                // At the top of a script, rows are mentioned in what is said, and seen there.
                let typed = self.is_typed(event);
                if (depth > 0 || typed) && !self.book.is_figure(value, self.dice) {
                    if typed {
                        self.waiting.roll_told(&clean_line(roll));
                    }
                    let line = self.row_line(table, roll, text);
                    self.waiting.row(PendingLine::Row { table: table.to_string(), text: text.clone(), line });
                }
            }
            EventKind::Time { by, .. } => {
                let shown = clean_line(by).into_owned();
                let length = self.book.length(&shown);
                self.waiting.time(Passage { shown, length });
            }
            EventKind::Roll { total, dice, .. } if self.is_typed(event) && !dice.is_empty() => {
                if let Some(line) = event_line(event, Detail::Traced, self.look) {
                    self.waiting.roll(clean_line(total).into_owned(), line.trim_start().to_owned());
                }
            }
            EventKind::Roll { .. } | EventKind::StepEnd => {}
            EventKind::Answer { question, value, .. } => {
                let value = shown_value(&word(&clean_line(value)), self.look);
                self.line(out, LineKind::Detail, &format!("{} {value}", clean_line(question)));
            }
            EventKind::Note(_)
            | EventKind::Check { .. }
            | EventKind::Timer { .. }
            | EventKind::Ruling { .. }
            | EventKind::Undo { .. } => {
                if let Some(line) = event_line(event, Detail::Told, self.look) {
                    self.line(out, LineKind::Detail, line.trim_start());
                }
            }
        }
    }

    /// Shows a value: a table as such, anything else by its text.
    fn show(&mut self, out: &mut String, value: &crate::plan::Value, text: &str) {
        match self.book.show(value, self.look) {
            Some(table) if self.form == ReportForm::Plain => {
                for line in table.lines() {
                    self.line(out, LineKind::Said, line);
                }
            }
            Some(_) => self.table(out, value),
            None => self.line(out, LineKind::Said, &self.shown(text)),
        }
    }

    /// A row with its table and the roll that it came up on.
    fn row_line(&self, table: &str, roll: &str, text: &str) -> String {
        let roll = if roll.is_empty() { String::new() } else { format!(" {}", clean_line(roll)) };
        format!("{}{roll}: {}", words(&clean_line(table)), shown_value(&clean_line(text), self.look))
    }

    /// What still waits: before a question, and at the end.
    pub(crate) fn rest(&mut self) -> String {
        let mut out = String::new();
        for line in self.waiting.take() {
            match line {
                PendingLine::Row { line, .. } | PendingLine::Roll { line, .. } => {
                    self.line(&mut out, LineKind::Detail, &line)
                }
                PendingLine::Changes(changes) => {
                    let arrow = self.look.glyph("→", "->");
                    let told: Vec<String> = changes.iter().map(|change| change.told(arrow)).collect();
                    self.line(&mut out, LineKind::Minor, &told.join(", "));
                }
                PendingLine::Time(passage) => {
                    let words = passage.length.and_then(|(clock, length)| self.book.stretch(clock, length));
                    let by = words.unwrap_or(passage.shown);
                    let one = by.starts_with("1 ") && by.split(' ').count() == 2;
                    let pass = if one { "passes" } else { "pass" };
                    self.line(&mut out, LineKind::Minor, &format!("{by} {pass}."));
                }
            }
        }
        out
    }

    /// What still waits, and the headings that a question stands below.
    pub(crate) fn before_question(&mut self) -> String {
        let mut out = self.rest();
        if self.detail >= Detail::Told && self.detail < Detail::Traced {
            self.tell_headings(&mut out);
        }
        out
    }

    /// Leaves out the row that waits: it is told in another way.
    pub(crate) fn forget_row(&mut self) {
        self.waiting.forget_row();
    }

    /// Rows that wait and are told with this event need no line of their own.
    fn told_in(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Say { text, fixed } => self.waiting.told_in(text, fixed),
            EventKind::Row { table, text, .. } if self.is_typed(event) => self.waiting.in_row_of(table, text),
            EventKind::Value { text, .. } | EventKind::Row { text, .. } | EventKind::Ruling { text, .. } => {
                self.waiting.told_in(text, &[]);
            }
            EventKind::Show { value, text } => match self.book.table_name(value) {
                Some(table) => self.waiting.table_shown(table),
                None => self.waiting.told_in(text, &[]),
            },
            _ => {}
        }
    }

    /// Whether this was typed by itself, and is to be told.
    fn is_typed(&self, event: &Event) -> bool {
        self.typed && event.within.is_empty()
    }

    /// Whether what waits goes on waiting with this event.
    fn joins(&self, event: &Event) -> bool {
        match &event.kind {
            EventKind::Roll { .. } => !self.waiting.ends_in_change(),
            // Of other steps, or of what was called, it is another line.
            EventKind::Row { .. } | EventKind::Set { .. } | EventKind::Time { .. } => {
                self.headings.iter().all(|heading| heading.depth <= event.within.len())
            }
            _ => false,
        }
    }

    /// A procedure begins: a turn, something with a title, or what the reader started.
    fn begin(&mut self, event: &Event, depth: usize, name: &str, turn: bool) {
        self.headings.retain(|heading| heading.depth < depth);
        let name = clean_line(name).into_owned();
        if turn {
            let clocks = self.book.clocks(&event.at);
            let now = if clocks.is_empty() { String::new() } else { format!(" · {clocks}") };
            let text = format!("Turn {} · {}{now}", event.at.turn, capital(&words(&name)));
            let text = if self.look.ascii { text.replace('·', "-") } else { text };
            self.head(depth, LineKind::Turn, text);
        } else if depth == 1 || name.contains(' ') {
            // What has no title is part of what called it.
            self.head(depth, LineKind::Title, capital(&words(&name)));
        }
    }

    fn head(&mut self, depth: usize, kind: LineKind, text: String) {
        self.headings.push(PendingHeading { depth, kind, text, told: false });
    }

    fn shown(&self, text: &str) -> String {
        match self.form {
            ReportForm::Plain => emphasis(&clean(text), self.look),
            ReportForm::Markdown => clean(text).into_owned(),
        }
    }

    /// Every event on a line of its own, with every die.
    fn trace(&self, event: &Event) -> String {
        if let EventKind::Show { value, .. } = &event.kind
            && let Some(table) = self.book.show(value, self.look)
        {
            return table;
        }
        event_line(event, self.detail, self.look).map(|line| format!("{line}\n")).unwrap_or_default()
    }

    /// Writes a line, and before it the headings that it stands below.
    fn line(&mut self, out: &mut String, kind: LineKind, text: &str) {
        let wanted = match kind {
            LineKind::Said => true,
            _ => self.detail >= Detail::Told,
        };
        if !wanted {
            return;
        }
        if self.detail >= Detail::Told {
            self.tell_headings(out);
        }
        let indent = self.indent();
        for line in text.split('\n') {
            self.write(out, kind, line, indent);
        }
    }

    fn tell_headings(&mut self, out: &mut String) {
        for at in 0..self.headings.len() {
            let Some(heading) = self.headings.get_mut(at).filter(|heading| !heading.told) else { continue };
            heading.told = true;
            let (kind, text) = (heading.kind, heading.text.clone());
            let inner = self.headings.iter().take(at).any(|other| other.kind == LineKind::Step);
            let indent = match (inner, at) {
                (true, _) => 4,
                (false, 0) => 0,
                (false, _) => 2,
            };
            self.write(out, kind, &text, indent);
        }
    }

    fn indent(&self) -> usize {
        if self.detail < Detail::Told || self.headings.is_empty() {
            0
        } else if self.headings.iter().any(|heading| heading.kind == LineKind::Step) {
            4
        } else {
            2
        }
    }

    fn write(&mut self, out: &mut String, kind: LineKind, text: &str, indent: usize) {
        let first = self.last.is_none();
        // Writing to a string cannot fail.
        let _ = match self.form {
            ReportForm::Plain => {
                let indent = " ".repeat(indent);
                let dot = self.look.glyph("·", "-");
                match kind {
                    LineKind::Turn if first => writeln!(out, "{indent}{}", self.look.tint(Tint::Title, text)),
                    LineKind::Turn => writeln!(out, "\n{indent}{}", self.look.tint(Tint::Title, text)),
                    LineKind::Title => writeln!(out, "{indent}{}", self.look.tint(Tint::Title, text)),
                    LineKind::Step => {
                        writeln!(out, "{indent}{}", self.look.tint(Tint::Dim, format!("{dot} {text}")))
                    }
                    LineKind::Said | LineKind::Detail => {
                        writeln!(out, "{}", format!("{indent}{text}").trim_end())
                    }
                    LineKind::Minor => writeln!(out, "{indent}{}", self.look.tint(Tint::Dim, text)),
                }
            }
            ReportForm::Markdown => {
                let listed =
                    |kind: Option<LineKind>| matches!(kind, Some(LineKind::Detail | LineKind::Minor));
                let gap = if first || (listed(self.last) && listed(Some(kind))) { "" } else { "\n" };
                match kind {
                    LineKind::Turn => writeln!(out, "{gap}### {text}"),
                    LineKind::Title => writeln!(out, "{gap}#### {text}"),
                    LineKind::Step => writeln!(out, "{gap}*{text}*"),
                    LineKind::Said => writeln!(out, "{gap}{text}"),
                    LineKind::Detail | LineKind::Minor => writeln!(out, "{gap}- {text}"),
                }
            }
        };
        self.last = Some(kind);
    }

    /// A whole table in Markdown, with the row that came up in bold.
    fn table(&mut self, out: &mut String, value: &crate::plan::Value) {
        let Some((title, lines)) = self.book.markdown(value) else { return };
        self.line(out, LineKind::Said, &format!("**{}**", clean_line(&title)));
        let _ = write!(out, "\n{lines}");
    }
}

/// A name of the language as people write it: `torches_lit` is `torches lit`.
fn words(name: &str) -> String {
    if name.contains(' ') { name.to_owned() } else { name.replace('_', " ") }
}

/// A value that is a word of the language as people write it: `by_both` is `by both`. Texts stay.
fn word(text: &str) -> String {
    let is_word = text.chars().all(|c| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit());
    if is_word { text.replace('_', " ") } else { text.to_owned() }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
