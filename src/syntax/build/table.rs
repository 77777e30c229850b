//! Tables: their heads, their cells and their rows.

use super::key::{is_dash, without_marks};
use super::{Builder, Pair, Read, Rule, next, only};
use crate::base::{Num, Span, stop};
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;
use crate::syntax::ast::{
    Block, Cell, CellKind, Expr, ExprKind, KeyPart, LineRow, PipeRow, Segment, Table, TableBody,
    TableHeading, TableKind, TableOptions, Text, WrittenKey,
};
use crate::syntax::brought::begins_with_die;
use crate::syntax::dashes::{is_delimiter, is_separator};
use crate::syntax::dice_words::{ChangedDice, changed_dice};
use crate::syntax::keyed::KeyedEntry;
use crate::syntax::{lines, plain};

/// What a column is for, by its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnUse {
    /// The first: keys.
    Key,
    /// `when`, `chance`: an expression.
    Expression,
    /// `then`: statements.
    Effects,
    /// Anything else.
    Result,
}

/// What is known of a pipe table so far.
#[derive(Debug, Default)]
struct PartialTable {
    headings: Option<Vec<TableHeading>>,
    columns: Vec<ColumnUse>,
    rows: Vec<PipeRow>,
}

impl Builder {
    /// A table's first line.
    pub(super) fn table_head(&mut self, pair: Pair<'_>) -> Table {
        let head = self.span(&pair);
        let mut inner = pair.into_inner();
        let kind = table_kind(next(&mut inner).as_str());
        let name = self.called_name(&next(&mut inner));
        self.table_rest(kind, name, inner, head)
    }

    pub(super) fn table_rest<'t>(
        &mut self,
        kind: TableKind,
        name: super::Name,
        inner: impl Iterator<Item = Pair<'t>>,
        head: Span,
    ) -> Table {
        let mut table = Table::new(kind, name, head);
        for part in inner {
            match part.as_rule() {
                Rule::params => table.params = self.params(part),
                Rule::text => table.title = Some(self.text(part)),
                Rule::table_tags => table.tags.extend(part.into_inner().map(|tag| self.text(tag))),
                _ => self.table_option(part, &mut table.options),
            }
        }
        table
    }

    /// One of the parts of a table's first line that a change of it may say anew.
    pub(super) fn table_option(&mut self, part: Pair<'_>, options: &mut TableOptions) {
        match part.as_rule() {
            Rule::rolls => options.rolls = Some(self.expr(only(part))),
            Rule::clamp => options.clamp = true,
            _ => options.shift = Some(self.shift(part)),
        }
    }

    fn shift(&mut self, pair: Pair<'_>) -> (Expr, Expr) {
        let mut bounds = pair.into_inner();
        let low = self.signed(next(&mut bounds));
        (low, self.signed(next(&mut bounds)))
    }

    fn signed(&mut self, pair: Pair<'_>) -> Expr {
        let span = self.span(&pair);
        let value = self.signed_number(pair.as_str(), span);
        Expr { kind: ExprKind::Number { value, percent: false }, span }
    }

    fn signed_number(&mut self, text: &str, span: Span) -> Num {
        self.face_number(text.trim_end_matches('%'), span)
    }

    /// The lines of a pipe table, `base` being where they begin. `None` where there is no line.
    pub(crate) fn pipe_table(&mut self, text: &str, base: usize) -> Option<TableBody> {
        let mut table = PartialTable::default();
        let mut start = 0;
        while start < text.len() && !stop::is_asked() {
            let end = piece_end(text, start);
            self.read(Rule::pipe_lines, &text[start..end], base + start, |builder, pairs| {
                builder.pipe_rows(&mut table, pairs);
            });
            start = end;
        }
        table.headings.map(|headings| TableBody::Pipe { headings, rows: table.rows })
    }

    /// Reads further lines of a table.
    fn pipe_rows<'t>(&mut self, table: &mut PartialTable, pairs: impl Iterator<Item = Pair<'t>>) {
        let lines = pairs.filter(|line| line.as_rule() == Rule::pipe_line && is_row(line.as_str()));
        let mut lines = lines.peekable();
        if table.headings.is_none() {
            let Some(first) = lines.next() else { return };
            // Dashes below the first line make headings of it, whatever it looks like.
            let has_rule = lines.next_if(|line| is_delimiter(line.as_str())).is_some();
            if !has_rule && begins_with_key(&first) {
                let headings = self.implied_headings(&first);
                table.columns = columns(&headings);
                table.headings = Some(headings);
                table.rows.push(self.pipe_row(first, &table.columns));
            } else {
                let headings = self.headings(first);
                table.columns = columns(&headings);
                table.headings = Some(headings);
            }
        }
        for line in lines {
            // A row that was left empty says nothing, such as the last one of an editor's form.
            let is_empty = line.as_str().chars().all(|c| c == '|' || c.is_whitespace());
            if !is_empty && !is_separator(line.as_str()) {
                table.rows.push(self.pipe_row(line, &table.columns));
            }
        }
    }

    fn headings(&mut self, line: Pair<'_>) -> Vec<TableHeading> {
        let cells = line.into_inner().enumerate().take_while(|_| !stop::is_asked());
        cells.map(|(column, cell)| self.heading(&cell, column == 0)).collect()
    }

    fn heading(&mut self, cell: &Pair<'_>, first: bool) -> TableHeading {
        let (raw, span) = self.trimmed(cell);
        let shown = without_marks(raw);
        let base = span.start as usize + raw.find(shown).unwrap_or(0);
        let could_be = !shown.is_empty() && lines::too_deep_in_code(shown).is_none();
        let expr = if could_be { self.quiet_expr(shown, base) } else { None };
        let expr = match expr {
            Some(Expr { kind: ExprKind::Quantity(..), .. }) | None if first && could_be => {
                self.changed_die(shown, base, span).or(expr)
            }
            Some(Expr { kind: ExprKind::Times { .. }, .. }) if first && begins_with_die(shown) => {
                self.changed_die(shown, base, span).or(expr)
            }
            expr => expr,
        };
        let expr = match expr {
            // `2d6 roll` heads a column; it is no quantity.
            Some(Expr { kind: ExprKind::Quantity(dice, _), .. }) if first => Some(*dice),
            None if first && could_be => {
                self.spaced_die(shown, base).or_else(|| self.die_among_words(shown, base))
            }
            other => other,
        };
        let mark = self.diagnostics.len();
        let key = self.key(raw, span.start as usize);
        // A heading need not be a key.
        self.diagnostics.truncate(mark);
        let text = plain::shown(&shown.replace("\\|", "|")).into_owned();
        TableHeading { text, span, expr: expr.map(Box::new), key }
    }

    /// Dice with words behind them that change how they are rolled: `d20 with advantage`.
    fn changed_die(&mut self, heading: &str, base: usize, span: Span) -> Option<Expr> {
        let mut die = self.die_among_words(heading, base);
        let report = match changed_dice(heading)? {
            ChangedDice::Rolled(roll) => {
                let place = self.place(base, base + heading.len());
                return self.quiet_expr(&roll, base).map(|expr| Expr { span: place, ..expr });
            }
            ChangedDice::Written(meant) => {
                die = die.or_else(|| self.quiet_expr(&meant, base));
                let message = format!("`{heading}` is written differently here");
                let report = Diagnostic::error(&codes::BROUGHT, span, message);
                report.surely(format!("write `{meant}`"), span, meant)
            }
            ChangedDice::Unclear(word) => {
                let message = format!("`{word}` changes nothing here: only the dice are rolled");
                let help = "write what is rolled as an expression, such as `adv d20`, `4d6kh3` or `2d6 * 10`; other words may stand beside it";
                Diagnostic::warning(&codes::BROUGHT, span, message).help(help)
            }
        };
        let die = die?;
        self.report(report);
        Some(die)
    }

    /// A die that is written with a blank in it: `d 4`, `1 d6`.
    fn spaced_die(&mut self, heading: &str, base: usize) -> Option<Expr> {
        let tight: String = heading.split_whitespace().collect();
        let is_die = tight.chars().all(|c| c.is_ascii_digit() || matches!(c, 'd' | 'D'));
        if !is_die || tight.len() == heading.len() {
            return None;
        }
        let span = self.place(base, base + heading.len());
        self.quiet_expr(&tight, base).map(|expr| Expr { span, ..expr })
    }

    /// The one die of a heading such as `Roll 1d8` or `d6 (result)`, where all else is plain words.
    fn die_among_words(&mut self, heading: &str, base: usize) -> Option<Expr> {
        let mut found = None;
        for word in heading.split_whitespace() {
            let bare = word.trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']' | ':' | '.' | ','));
            let start = base + heading.find(bare).unwrap_or(0);
            if bare.chars().all(char::is_alphabetic) && bare != "d" {
                continue;
            }
            let dice = self.quiet_expr(bare, start)?;
            let is_dice = matches!(dice.kind, ExprKind::Dice(_) | ExprKind::Modified(..));
            if !is_dice || found.replace(dice).is_some() {
                return None;
            }
        }
        found
    }

    /// Headings for a table whose first line is already a row.
    fn implied_headings(&mut self, line: &Pair<'_>) -> Vec<TableHeading> {
        let span = Span { end: self.span(line).start, ..self.span(line) };
        let count = line.clone().into_inner().count();
        let name = |column: usize| match column {
            0 => String::new(),
            1 => "result".to_owned(),
            _ => format!("result {column}"),
        };
        (0..count)
            .map(|column| {
                let text = name(column);
                TableHeading {
                    key: WrittenKey { parts: Vec::new(), text: text.clone(), span },
                    text,
                    span,
                    expr: None,
                }
            })
            .collect()
    }

    fn pipe_row(&mut self, line: Pair<'_>, columns: &[ColumnUse]) -> PipeRow {
        let span = self.span(&line);
        let text = line.as_str();
        let pairs: Vec<Pair<'_>> = line.into_inner().collect();
        let cut = if pairs.len() > columns.len() { cut_braces(text) } else { None };
        let good_to = cut.as_ref().map_or(usize::MAX, |cut| span.start as usize + cut.start);
        let mut cells = Vec::with_capacity(pairs.len());
        for (index, cell) in pairs.iter().enumerate() {
            let column = columns.get(index).copied().unwrap_or(ColumnUse::Result);
            if (self.span(cell).end as usize) <= good_to {
                cells.push(self.cell(cell, column));
            }
        }
        if let Some(cut) = cut {
            self.bars_in_braces(&text[cut.clone()], span.start as usize + cut.start);
            let at = self.place(good_to, good_to);
            cells.resize_with(columns.len(), || Cell::blank(at));
        }
        PipeRow { cells, span }
    }

    /// Braces that a bar cuts in two: every reader of pipe tables ends the cell there.
    fn bars_in_braces(&mut self, braces: &str, at: usize) {
        let span = self.place(at, at + braces.len());
        let escaped = braces.replace("\\|", "|").replace('|', "\\|");
        self.report(
            Diagnostic::error(&codes::LONE_BRACE, span, "a `|` ends the cell of a pipe table, in braces too")
                .help("write `\\|` for each bar, as in any Markdown table")
                .fix(format!("write `{escaped}`"), span, escaped.clone()),
        );
    }

    /// A cell's text without outer blanks, and its place.
    fn trimmed<'t>(&self, cell: &Pair<'t>) -> (&'t str, Span) {
        let whole = cell.as_str();
        let text = whole.trim();
        let start = self.span(cell).start as usize + (whole.len() - whole.trim_start().len());
        (text, self.place(start, start + text.len()))
    }

    fn cell(&mut self, pair: &Pair<'_>, column: ColumnUse) -> Cell {
        let (raw, span) = self.trimmed(pair);
        let start = span.start as usize;
        let mut cell = Cell::blank(span);
        if raw.is_empty() || is_dash(raw) {
            cell.keep_raw(raw);
            return cell;
        }
        match column {
            ColumnUse::Key if pair.as_rule() == Rule::quick_key => cell.key = self.quick_key(raw, span),
            ColumnUse::Key if pair.as_rule() == Rule::key => cell.key = self.key_of(pair.clone()),
            ColumnUse::Key => cell.key = self.key(raw, start),
            ColumnUse::Expression => cell.expr = self.cell_expr(raw, start).map(Box::new),
            ColumnUse::Effects => cell.effects = self.cell_effects(raw, start),
            ColumnUse::Result => {}
        }
        cell.kind = match column {
            ColumnUse::Effects => CellKind::Text(self.literal_text(raw, span)),
            ColumnUse::Key | ColumnUse::Expression | ColumnUse::Result => self.cell_kind(raw, span),
        };
        cell.keep_raw(raw);
        cell
    }

    fn literal_text(&self, raw: &str, span: Span) -> Text {
        Text { segments: vec![crate::syntax::ast::Segment::Literal(raw.to_owned())], span }
    }

    fn cell_expr(&mut self, raw: &str, start: usize) -> Option<Expr> {
        let raw = without_marks(raw);
        match self.read(Rule::one_expr, raw, start, |builder, mut pairs| {
            builder.inside_text(|builder| pairs.next().map(|pair| builder.expr(pair)))
        }) {
            Read::Done(expr) => expr,
            Read::Failed(_) => None,
        }
    }

    fn cell_effects(&mut self, raw: &str, start: usize) -> Option<Block> {
        match self.read(Rule::one_effects, raw, start, |builder, mut pairs| {
            pairs.next().map(|pair| builder.effects(pair))
        }) {
            Read::Done(effects) => effects,
            Read::Failed(_) => None,
        }
    }

    /// An expression where there may be none; what is wrong with it is not reported.
    pub(super) fn quiet_expr(&mut self, text: &str, base: usize) -> Option<Expr> {
        let mark = self.diagnostics.len();
        let expr = self.try_read(Rule::one_expr, text, base, |builder, mut pairs| {
            pairs.next().map(|pair| builder.expr(pair))
        });
        let clean = self.diagnostics[mark..].iter().all(|found| !found.is_error());
        self.diagnostics.truncate(mark);
        expr.flatten().filter(|_| clean)
    }

    /// `key when guard: text => effect`.
    pub(crate) fn line_row(&mut self, text: &str, base: usize) -> Option<LineRow> {
        self.row(Rule::row_line, text, base).map(|(_, row)| row)
    }

    /// `- text`, `- 3x text`.
    pub(crate) fn bullet_row(&mut self, text: &str, base: usize) -> Option<LineRow> {
        self.row(Rule::bullet_line, text, base).map(|(_, row)| row)
    }

    /// `- 1-3: text`.
    pub(in crate::syntax) fn keyed_bullet_row(&mut self, text: &str, base: usize) -> Option<LineRow> {
        let row = text.trim_start().get(1..).unwrap_or("").trim_start();
        let base = base + text.len() - row.len();
        // `- **1:** text`, where the emphasis ends behind the colon.
        let mark = ["***", "**", "__", "*", "_"].into_iter().find(|mark| row.starts_with(mark));
        if let Some((mark, colon)) = mark.zip(row.find(':'))
            && row.get(colon + 1..).is_some_and(|rest| rest.starts_with(mark))
        {
            let blank = " ".repeat(mark.len());
            let plain =
                format!("{blank}{}:{blank}{}", &row[mark.len()..colon], &row[colon + 1 + mark.len()..]);
            return self.line_row(&plain, base);
        }
        self.line_row(row, base)
    }

    /// `1. text`, `3-4 text`.
    pub(in crate::syntax) fn number_row(&mut self, text: &str, base: usize) -> Option<LineRow> {
        self.row(Rule::number_line, text, base).map(|(_, row)| row)
    }

    /// An entry of a note whose faces are known.
    pub(in crate::syntax) fn keyed_row(&mut self, entry: &KeyedEntry) -> Option<LineRow> {
        // Rows are read with a number before them; what the true one is has been found.
        const NUMBER: &str = "1. ";
        let base = entry.text_at.saturating_sub(NUMBER.len());
        let mut row = self.number_row(&format!("{NUMBER}{}", entry.text), base)?;
        let part = |(first, last): &(u32, u32)| {
            let (first, last) = (Num::int(i64::from(*first)), Num::int(i64::from(*last)));
            if first == last { KeyPart::One(first) } else { KeyPart::Between(first, last) }
        };
        let span = self.place(entry.key_at.start, entry.key_at.end);
        row.key = WrittenKey { parts: entry.faces.iter().map(part).collect(), text: entry.key(), span };
        row.span = self.place(entry.at.start, entry.at.end);
        for segment in &mut row.text.segments {
            if let Segment::Literal(text) = segment {
                // A line that goes on was indented.
                while text.contains("  ") {
                    *text = text.replace("  ", " ");
                }
            }
        }
        Some(row)
    }

    /// A line that is a row as it stands.
    pub(in crate::syntax) fn bare_row(&mut self, text: &str, base: usize) -> Option<LineRow> {
        self.row(Rule::bare_line, text, base).map(|(_, row)| row)
    }

    pub(super) fn row(
        &mut self,
        rule: Rule,
        text: &str,
        base: usize,
    ) -> Option<(Option<super::Path>, LineRow)> {
        if let Some(at) = lines::too_deep_in_text(text) {
            self.report_too_deep(self.place(base + at, base + at + 1));
            return None;
        }
        let read = self.read(rule, text, base, |builder, pairs| builder.row_of(only_row(pairs)));
        match read {
            Read::Done(row) => Some(row),
            Read::Failed(_) => None,
        }
    }

    fn row_of(&mut self, pair: Pair<'_>) -> (Option<super::Path>, LineRow) {
        let span = self.span(&pair);
        let start = span.start as usize;
        let one = Builder::one_key(self.place(start, start));
        let empty = Text { segments: Vec::new(), span: span.after() };
        let mut row = LineRow { key: one, guard: None, text: empty, effects: None, span };
        let mut target = None;
        for part in pair.into_inner() {
            let place = self.span(&part);
            let at = place.start as usize;
            match part.as_rule() {
                Rule::path => target = Some(self.path(part)),
                Rule::row_key | Rule::number_key => row.key = self.key(part.as_str(), at),
                Rule::row_guard => row.guard = Some(self.chain(only(part))),
                Rule::bullet_weight => {
                    let number = only(part);
                    let place = self.span(&number);
                    let value = self.num(number.as_str(), place).0;
                    row.key = WrittenKey {
                        parts: vec![KeyPart::One(value)],
                        text: number.as_str().to_owned(),
                        span: place,
                    };
                }
                Rule::row_text => {
                    let text = part.as_str().trim();
                    let from = at + (part.as_str().len() - part.as_str().trim_start().len());
                    self.check_arrow(text, from);
                    row.text = self.bare_text(text, from);
                }
                Rule::row_effects => row.effects = Some(self.effects(only(part))),
                _ => {}
            }
        }
        (target, row)
    }

    /// `=>` without spaces is text, and rarely meant so.
    fn check_arrow(&mut self, text: &str, from: usize) {
        let found = text.match_indices("=>").find(|(at, _)| !text[..*at].ends_with('\\'));
        if let Some((at, arrow)) = found {
            let span = self.place(from + at, from + at + arrow.len());
            self.report(
                Diagnostic::warning(
                    &codes::ARROW_UNSPACED,
                    span,
                    "`=>` without a space on both sides is text",
                )
                .fix("make it start the effect", span, " => ")
                .fix("keep it as text", span, "\\=>"),
            );
        }
    }
}

pub(super) fn table_kind(word: &str) -> TableKind {
    match word {
        "chart" => TableKind::Chart,
        "deck" => TableKind::Deck,
        "each" => TableKind::Each,
        _ => TableKind::Table,
    }
}

pub(super) fn only_row<'t>(mut pairs: impl Iterator<Item = Pair<'t>>) -> Pair<'t> {
    next(&mut pairs)
}

/// What the columns are for, by their headings.
fn columns(headings: &[TableHeading]) -> Vec<ColumnUse> {
    let column = |(index, heading): (usize, &TableHeading)| {
        let text = heading.text.trim();
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        if is("when") || is("chance") {
            ColumnUse::Expression
        } else if is("then") {
            ColumnUse::Effects
        } else if index == 0 {
            ColumnUse::Key
        } else {
            ColumnUse::Result
        }
    };
    headings.iter().enumerate().map(column).collect()
}

/// The end of a piece of a table that is read at once. Long tables are read in pieces, because what the
/// grammar recognised takes many times the room of the text.
fn piece_end(text: &str, start: usize) -> usize {
    const PIECE: usize = 1 << 13;
    let rest = text.as_bytes().get(start + PIECE..).unwrap_or(&[]);
    rest.iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| start + PIECE + at + 1)
}

fn begins_with_key(line: &Pair<'_>) -> bool {
    line.clone().into_inner().next().is_some_and(|cell| matches!(cell.as_rule(), Rule::key | Rule::quick_key))
}

/// Whether a line of a pipe table is a row: not blank, and no comment.
fn is_row(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !line.starts_with('#')
}

/// The first braces of a row in which a bar stands.
fn cut_braces(row: &str) -> Option<std::ops::Range<usize>> {
    let bytes = row.as_bytes();
    let (mut depth, mut start, mut barred, mut at) = (0usize, 0, false, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'{' => {
                if depth == 0 {
                    (start, barred) = (at, false);
                }
                depth += 1;
            }
            b'}' if depth > 0 => {
                depth -= 1;
                if depth == 0 && barred {
                    return Some(start..at + 1);
                }
            }
            b'|' => barred = true,
            _ => {}
        }
        at += 1;
    }
    None
}
