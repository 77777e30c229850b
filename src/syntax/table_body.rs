//! The rows below a table's first line: which lines belong to it, and in which form.

use super::assemble::{Assembler, errors};
use super::ast::{Doc, Expr, KeyPart, LineRow, Table, TableBody, TableKind, WrittenKey};
use super::build::Builder;
use super::dice_words::changed_dice;
use super::first_word::slip_of_end;
use super::lines;
use super::naming::dice_of_word;
use super::parsed::Mode;
use super::rolled::{implied_die, is_roll_heading};
use super::separated::with_bars;
use super::table_form::{
    RowForm, counted_ends, counted_key, counts_up, form_of, has_keys_in_any_order, is_bare, is_bullet,
    is_end, is_row_line, is_tabbed, leads_with_number,
};
use super::words;
use crate::base::{Num, Span};
use crate::diag::codes::syntax as codes;
use crate::diag::codes::tables::{NO_BARS, NO_KEY};
use crate::diag::{Certainty, Diagnostic, Edit, Fix};

impl Assembler<'_> {
    /// Reads the rows of a table.
    pub(super) fn table(&mut self, mut table: Table, doc: Doc) -> Table {
        table.doc = doc;
        let after_head = self.lines.at();
        self.skip_blank();
        self.die_below(&mut table);
        let (before, was_unfinished) = (self.builder.diagnostics.len(), self.unfinished);
        let excused = self.excused;
        let body = match self.form() {
            // Under a die, numbers are its faces.
            Some(RowForm::Bare | RowForm::Numbers)
                if table.options.rolls.is_some() && counts_up(self.text, &self.lines) =>
            {
                let body = self.counted(&mut table);
                self.colons_lost(&body);
                Some(body)
            }
            Some(RowForm::Pipe) => self.pipe_body(true),
            Some(RowForm::BarePipe) => self.pipe_body(false),
            Some(RowForm::Bullets)
                if table.options.rolls.is_none() || !has_keys_in_any_order(&self.lines, self.text) =>
            {
                Some(TableBody::Bullets(self.bullets()))
            }
            Some(RowForm::Bullets | RowForm::KeyedBullets) => {
                Some(self.numbered(&mut table, is_bullet, Builder::keyed_bullet_row))
            }
            Some(RowForm::Lines) => Some(TableBody::Lines(self.row_lines(table.head, &table.name.text))),
            Some(RowForm::Numbers) => Some(self.numbered(&mut table, leads_with_number, Builder::number_row)),
            Some(RowForm::Tabs) => self.tabbed(),
            Some(RowForm::Bare) => Some(TableBody::Bullets(self.bare())),
            None => None,
        };
        if self.unfinished && !was_unfinished {
            // Rows that may go on are read to their end, whatever is wrong in one of them.
            let found = errors(self.builder.diagnostics.get(before..).unwrap_or_default());
            self.excused = self.excused.max(excused + found);
        }
        let dice = table.options.rolls.as_ref().and_then(|rolls| {
            let implied = table.implied_die.as_deref();
            dice_of_word(implied.unwrap_or_else(|| &self.text[rolls.span.range()]))
        });
        match body.map(|body| in_order(body, &table, dice)) {
            Some(mut body) => {
                // Rows are many, and stay.
                body.shrink_to_fit();
                if let TableBody::Bullets(rows) = &body {
                    self.numbers_among(rows);
                }
                table.span = self.trimmed_to(table.head, self.lines.at());
                table.body = body;
            }
            None => {
                if self.lines.peek().is_none() {
                    self.unfinished = true;
                    self.excused += 1;
                }
                self.lines.go_to(after_head);
                self.builder.report(
                    Diagnostic::error(
                        &codes::TABLE_WITHOUT_ROWS,
                        table.head,
                        format!("`{}` has no rows", table.name.text),
                    )
                    .help("paste a Markdown table below this line, or write rows `1: text` and `end table`"),
                );
            }
        }
        table
    }

    /// Warns of a number with a colon in front of a row, where other rows have none: it is text there.
    fn numbers_among(&mut self, rows: &[LineRow]) {
        let is_numbered = |row: &&LineRow| {
            let row = self.text[row.span.range()].trim_start_matches(['-', '*', '+', ' ']);
            let digits = row.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '–'));
            digits.len() < row.len() && digits.starts_with(": ")
        };
        let numbered = rows.iter().find(is_numbered);
        let other = rows.iter().find(|row| !is_numbered(row));
        if let (Some(numbered), Some(other)) = (numbered, other) {
            let message = "this number is part of the text: not all rows have one";
            let report = Diagnostic::warning(&NO_KEY, numbered.span, message);
            self.builder.report(report.label(other.span, "no number here").help("number every row, or none"));
        }
    }

    /// Reports rows without a colon behind their number where others have one, as they are reported further down.
    fn colons_lost(&mut self, body: &TableBody) {
        let TableBody::Lines(rows) = body else { return };
        let behind =
            |row: &LineRow| self.text.get(row.key.span.end as usize..row.span.end as usize).unwrap_or("");
        if !rows.iter().any(|row| behind(row).starts_with(':')) {
            return;
        }
        let lost = rows.iter().filter(|row| !behind(row).starts_with(':')).map(|row| {
            let (key_end, rest) = (row.key.span.end as usize, behind(row));
            let text = rest.trim_start_matches(['.', ')']).trim_start();
            let place = self.builder.place(key_end, key_end + (rest.len() - text.len()));
            let report = Diagnostic::error(&codes::UNEXPECTED, place, "a row has a colon behind its number");
            report.fix(format!("write `{}: {}`", row.key.text, text.trim_end()), place, ": ")
        });
        let lost: Vec<Diagnostic> = lost.collect();
        lost.into_iter().for_each(|report| self.builder.report(report));
    }

    /// A line with dice and perhaps a heading, `d6 weather`, above rows that begin with numbers, is what the table
    /// rolls.
    fn die_below(&mut self, table: &mut Table) {
        let Some(range) = self.lines.peek().filter(|_| table.options.rolls.is_none()) else { return };
        let line = self.text[range.clone()].trim();
        let said = ["rolls ", "roll "].iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
        let mut dice = said.split_whitespace().filter(|word| dice_of_word(word).is_some());
        let (Some(die), None) = (dice.next(), dice.next()) else { return };
        let rows = self.text.get(range.end..).unwrap_or_default().trim_start();
        let counted = counted_key(rows.lines().next().unwrap_or_default()).is_some();
        let mut below = self.lines.clone();
        below.take();
        let is_heading = said == die
            || changed_dice(said).is_none()
                && !said.contains(['|', '\t', '"', '{'])
                && counted_ends(self.text, &below)
                    == dice_of_word(die).map(|(count, sides)| (count, count.saturating_mul(sides)));
        if table.kind != TableKind::Table || !counted || !is_heading {
            return;
        }
        let die = die.trim_matches(['(', ')', '[', ']', ':', ',', '*']);
        let at = table.head;
        let message = "the dice of a table stand on its first line";
        let mut report = Diagnostic::error(
            &codes::BROUGHT,
            self.trimmed_span(&self.text[range.clone()], range.start),
            message,
        );
        let edits = vec![
            Edit { span: Span { start: at.end, ..at }, text: format!(" rolls {die}") },
            Edit {
                span: Span {
                    start: range.start as u32,
                    end: (range.end + 1).min(self.text.len()) as u32,
                    ..at
                },
                text: String::new(),
            },
        ];
        report.fixes.push(Fix {
            title: format!("write `rolls {die}` there"),
            edits,
            certainty: Certainty::Sure,
        });
        table.options.rolls =
            self.builder.whole_expr(die).map(|expr| Expr { span: report.primary.span, ..expr });
        self.builder.report(report);
        self.lines.take();
    }

    /// Reads lines that begin with numbers: `1 Goblins`, `2-3 Orcs`.
    pub(super) fn counted(&mut self, table: &mut Table) -> TableBody {
        self.numbered(table, |line| counted_key(line).is_some(), Builder::number_row)
    }

    /// Passes over the rows of a table whose first line could not be read, reading them for their own
    /// mistakes.
    pub(super) fn skip_rows(&mut self, head: Span) {
        self.skip_blank();
        let follows = self.form();
        let is_rows = |line: &str| {
            line.starts_with(char::is_whitespace) || is_end(line.trim()) || counted_key(line).is_some()
        };
        let lines = follows == Some(RowForm::Lines)
            && self.lines.peek().is_some_and(|range| is_rows(&self.text[range]));
        match follows {
            Some(RowForm::Pipe) => drop(self.pipe_body(true)),
            Some(RowForm::BarePipe) => drop(self.pipe_body(false)),
            Some(RowForm::Bullets) => drop(self.bullets()),
            Some(RowForm::KeyedBullets) => drop(self.listed(is_bullet, Builder::keyed_bullet_row)),
            Some(RowForm::Lines) if lines => drop(self.row_lines(head, "")),
            Some(RowForm::Numbers) => drop(self.listed(leads_with_number, Builder::number_row)),
            Some(RowForm::Tabs) => drop(self.tabbed()),
            Some(RowForm::Lines | RowForm::Bare) | None => {}
        }
    }

    /// The table of a roster, where one follows.
    pub(super) fn roster_body(&mut self, head: Span) -> Option<TableBody> {
        let after_head = self.lines.at();
        self.skip_blank();
        let body = match self.form() {
            Some(RowForm::Pipe) => self.pipe_body(true),
            Some(RowForm::BarePipe) => self.pipe_body(false),
            Some(RowForm::Tabs) => self.tabbed(),
            Some(RowForm::Bullets) => self.listed_heroes(head),
            Some(RowForm::KeyedBullets | RowForm::Lines | RowForm::Numbers | RowForm::Bare) | None => {
                let is_hero = self.line().is_some_and(super::heroes::is_written_out);
                if is_hero { self.listed_heroes(head) } else { None }
            }
        };
        if body.is_none() {
            self.lines.go_to(after_head);
        }
        body
    }

    fn line(&self) -> Option<&str> {
        self.lines.peek().map(|range| self.text[range].trim())
    }

    /// Skips blank lines and comments before the first row.
    fn skip_blank(&mut self) {
        while self
            .line()
            .is_some_and(|line| line.is_empty() || (line.starts_with('#') && !line.starts_with("##")))
        {
            self.lines.take();
        }
    }

    fn form(&self) -> Option<RowForm> {
        form_of(self.text, &self.lines)
    }

    /// The lines of a pipe table. With outer pipes blank lines and comments between rows do not end it,
    /// but in the REPL a blank line does.
    fn pipe_body(&mut self, outer: bool) -> Option<TableBody> {
        let start = self.lines.at();
        let mut end = start;
        while let Some(range) = self.lines.peek() {
            let line = self.text[range.clone()].trim();
            let is_row = if outer { line.starts_with('|') } else { line.contains('|') };
            if is_row {
                end = range.end;
                self.lines.take();
                continue;
            }
            if !outer || !self.row_follows(|line| line.starts_with('|')) {
                break;
            }
        }
        self.ends_open(end);
        self.lines.go_to((end + 1).min(self.text.len()));
        if self.holds_controls(&self.text[start..end]) {
            return Some(TableBody::Lines(Vec::new()));
        }
        self.builder.pipe_table(&self.text[start..end], start)
    }

    /// In the REPL a table that the text ends in may go on.
    fn ends_open(&mut self, end: usize) {
        if self.mode == Mode::Entry && end >= self.text.len() {
            self.unfinished = true;
        }
    }

    /// Whether another row follows after blank lines and comments, which are then skipped.
    fn row_follows(&mut self, is_row: impl Fn(&str) -> bool) -> bool {
        let mut ahead = self.lines.clone();
        while let Some(range) = ahead.peek() {
            let line = self.text[range].trim();
            if is_row(line) {
                self.lines = ahead;
                return true;
            }
            let between = line.is_empty() && self.mode != Mode::Entry
                || line.starts_with('#') && !line.starts_with("##");
            if !between {
                return false;
            }
            ahead.take();
        }
        false
    }

    fn bullets(&mut self) -> Vec<LineRow> {
        self.listed(is_bullet, Builder::bullet_row)
    }

    /// The items of a list, each read by `read`.
    fn listed(
        &mut self,
        is_item: fn(&str) -> bool,
        read: fn(&mut Builder, &str, usize) -> Option<LineRow>,
    ) -> Vec<LineRow> {
        let mut rows = Vec::new();
        let mut end = self.lines.at();
        while let Some(range) = self.lines.peek() {
            let line = &self.text[range.clone()];
            if is_item(line.trim()) {
                end = range.end;
                self.lines.take();
                if !self.holds_controls(line) {
                    rows.extend(read(&mut self.builder, line.trim_end(), range.start));
                }
                continue;
            }
            if !self.row_follows(is_item) {
                break;
            }
        }
        self.ends_open(end);
        self.lines.go_to((end + 1).min(self.text.len()));
        rows
    }

    /// The rows of a numbered list. The numbers are keys where they are what a die rolls, else only numbers.
    fn numbered(
        &mut self,
        table: &mut Table,
        is_item: fn(&str) -> bool,
        read: fn(&mut Builder, &str, usize) -> Option<LineRow>,
    ) -> TableBody {
        let mut rows = self.listed(is_item, read);
        let keys: Vec<&WrittenKey> = rows.iter().map(|row| &row.key).collect();
        let die = match table.kind {
            TableKind::Table | TableKind::Chart => implied_die(&keys),
            TableKind::Deck | TableKind::Each => None,
        };
        let first = keys.first().map_or(table.head, |key| key.span);
        self.pass_end();
        let rolls = table.options.rolls.is_some();
        // `1.` before every row is how Markdown lets its reader count.
        let all_first = rolls && rows.len() > 1 && keys.iter().all(|key| key.text == "1");
        if !all_first && (rolls || table.kind == TableKind::Chart) {
            return TableBody::Lines(rows);
        }
        let Some(die) = die.filter(|_| !all_first) else {
            for row in &mut rows {
                row.key = Builder::one_key(Span { end: row.key.span.start, ..row.key.span });
            }
            return TableBody::Bullets(rows);
        };
        table.options.rolls = self.builder.whole_expr(&die).map(|expr| Expr { span: first, ..expr });
        table.implied_die = Some(die);
        TableBody::Lines(rows)
    }

    /// Cells with tabs between them. A tab is one byte, as a bar is, so places stay those of the source.
    fn tabbed(&mut self) -> Option<TableBody> {
        let start = self.lines.at();
        let mut end = start;
        while let Some(range) = self.lines.peek().filter(|range| is_tabbed(self.text[range.clone()].trim())) {
            end = range.end;
            self.lines.take();
        }
        self.ends_open(end);
        self.lines.go_to((end + 1).min(self.text.len()));
        if self.holds_controls(&self.text[start..end]) {
            return Some(TableBody::Lines(Vec::new()));
        }
        let body = self.builder.pipe_table(&self.text[start..end].replace('\t', "|"), start);
        self.pass_end();
        body
    }

    /// Warns of a line above rows that all begin with numbers, which is a heading rather than a row: `Roll weather`.
    fn heading_above(&mut self) {
        let Some(range) = self.lines.peek() else { return };
        let line = self.text[range.clone()].trim();
        let mut below = self.lines.clone();
        below.take();
        if counted_key(line).is_some() || !counts_up(self.text, &below) {
            return;
        }
        let span = self.trimmed_span(&self.text[range.clone()], range.start);
        let message = "this line is a row, and the rows below it are texts that begin with numbers";
        let first = line.split_whitespace().next().unwrap_or("");
        let end = (range.end + 1).min(self.text.len());
        let report = match is_roll_heading(first) {
            true => Diagnostic::warning(&NO_KEY, span, message).fix(
                "leave the heading out",
                self.builder.place(range.start, end),
                "",
            ),
            // `a rope`, `1 torch`, `2 rations` may be what is carried.
            false => Diagnostic::note_at(&NO_KEY, span, message)
                .help("leave it out if it is a heading; number it if it is a row"),
        };
        self.builder.report(report);
    }

    /// Lines that are rows as they stand, up to a blank line.
    fn bare(&mut self) -> Vec<LineRow> {
        self.heading_above();
        let mut rows = Vec::new();
        let start = self.lines.at();
        let mut end = start;
        let is_row = |line: &str| is_bare(line) && !closes_table(line);
        while let Some(range) = self.lines.peek().filter(|range| is_row(&self.text[range.clone()])) {
            end = range.end;
            self.lines.take();
            let line = &self.text[range.clone()];
            if !self.holds_controls(line) {
                rows.extend(self.builder.bare_row(line.trim_end(), range.start));
            }
        }
        let place = self.builder.place(start, end.max(start));
        if !self.has_bars(place) {
            // What they say is not known yet.
            rows.clear();
        }
        self.ends_open(end);
        self.lines.go_to((end + 1).min(self.text.len()));
        self.pass_end();
        rows
    }

    /// Refuses rows whose cells have commas between them: each would be one text.
    fn has_bars(&mut self, rows: Span) -> bool {
        let Some(barred) = with_bars(&self.text[rows.range()]) else { return true };
        let message = "these rows have commas or semicolons between their cells";
        let report = Diagnostic::error(&NO_BARS, rows, message);
        self.builder.report(report.fix("with bars between them", rows, barred));
        false
    }

    /// Passes over an `end` that closes rows which need none.
    fn pass_end(&mut self) {
        let slip = self.line().is_some_and(closes_table);
        if self.line().is_some_and(is_end) || slip {
            let range = self.lines.take();
            self.unfinished = false;
            if let Some(range) = range.filter(|_| slip) {
                self.end_slip(&range);
            }
        }
    }

    /// Reports an `end table` with a slip or a capital.
    fn end_slip(&mut self, line: &std::ops::Range<usize>) {
        let text = &self.text[line.clone()];
        let end = format!("end {}", slip_of_end(text).unwrap_or_default());
        let span = self.trimmed_span(text, line.start);
        self.report_end_slip(span, end.trim_end());
    }

    /// `key: text` lines up to `end`. A definition at the left edge also ends them, with a report.
    fn row_lines(&mut self, head: Span, name: &str) -> Vec<LineRow> {
        let mut rows = Vec::new();
        let mut end = None;
        let mut after_blank = false;
        let mut indented = false;
        loop {
            let Some(range) = self.lines.peek() else {
                self.unfinished = true;
                self.excused += 1;
                self.report_open_table(head, end);
                return rows;
            };
            let line = &self.text[range.clone()];
            let trimmed = line.trim();
            if trimmed.is_empty() || trimmed.starts_with('#') {
                after_blank = true;
                self.lines.take();
                continue;
            }
            if is_end(trimmed) {
                self.lines.take();
                self.check_end(trimmed, range.start, head, name);
                return rows;
            }
            if closes_table(trimmed) {
                self.lines.take();
                self.end_slip(&range);
                return rows;
            }
            let at_edge = !line.starts_with([' ', '\t']);
            let is_other = at_edge
                && (after_blank && !is_row_line(trimmed) || end.is_some() && is_no_row(trimmed, indented));
            if lines::begins_definition(line) || is_other {
                self.report_open_table(head, end);
                return rows;
            }
            after_blank = false;
            indented = !at_edge;
            end = Some(range.start + line.trim_end().len());
            self.lines.take();
            if !self.holds_controls(line) {
                rows.extend(self.builder.line_row(line.trim_end(), range.start));
            }
        }
    }

    /// `end` is where its last row ends, where it has any.
    fn report_open_table(&mut self, head: Span, end: Option<usize>) {
        let report =
            Diagnostic::error(&codes::BLOCK_OPEN, head, "this table is never closed").here("opened here");
        self.builder.report(match end {
            Some(end) => {
                let place = self.builder.place(end, end);
                report.surely("write `end table` below its last row", place, "\nend table")
            }
            None => report.help("close its rows with `end table`"),
        });
    }

    fn check_end(&mut self, line: &str, base: usize, head: Span, name: &str) {
        let word = line.split_whitespace().nth(1).filter(|word| !word.starts_with('#'));
        let fits = word.is_none_or(|word| {
            matches!(word, "table" | "chart" | "deck" | "each" | "change") || word == name
        });
        if !fits {
            let start = base + self.text[base..].find("end").unwrap_or(0);
            let span = self.builder.place(start, start + line.len());
            self.builder.report(
                Diagnostic::error(
                    &codes::END_WITHOUT_BLOCK,
                    span,
                    format!("unexpected `{line}`: expected the end of this table"),
                )
                .label(head, "the table starts here")
                .fix("write `end table`", span, "end table"),
            );
        }
    }
}

/// Whether a line closes a table, with a slip: `edn table`, `End`.
fn closes_table(line: &str) -> bool {
    slip_of_end(line)
        .is_some_and(|block| matches!(block.as_str(), "" | "table" | "chart" | "deck" | "each" | "change"))
}

/// Whether a line at the left edge, right below rows of a table, is none of them.
fn is_no_row(line: &str, indented: bool) -> bool {
    let first = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    let begins = words::is_starting(first) || matches!(first, "let" | "for" | "if" | "with");
    if is_row_line(line) { indented && begins } else { indented || begins }
}

/// A list whose table rolls dice with as many results as it has lines: the lines stand for the results in order.
fn in_order(body: TableBody, table: &Table, dice: Option<(u32, u32)>) -> TableBody {
    let TableBody::Bullets(mut rows) = body else { return body };
    let plain = |row: &LineRow| row.key.text.is_empty();
    // The results of d66 and d666 are no numbers in a row.
    let counts = |(_, sides): &(u32, u32)| !matches!(sides, 66 | 666);
    let fits = table.kind == TableKind::Table && rows.iter().all(plain);
    let Some((count, sides)) = dice.filter(counts).filter(|_| fits) else {
        return TableBody::Bullets(rows);
    };
    let results = u64::from(count) * u64::from(sides) - u64::from(count) + 1;
    if results != rows.len() as u64 {
        return TableBody::Bullets(rows);
    }
    for (row, result) in rows.iter_mut().zip(i64::from(count)..) {
        row.key.parts = vec![KeyPart::One(Num::int(result))];
        row.key.text = result.to_string();
    }
    TableBody::Lines(rows)
}
