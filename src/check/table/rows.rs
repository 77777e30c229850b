//! The rows of a table, cell by cell.

use super::row_resolver::RowResolver;
use std::sync::Arc;

use super::shape::{
    ColumnRole, TableLayout, cell_name, kept_name, listed_cell, listed_name, row_name, says_something, slug,
};
use crate::base::{Num, Span, stop};
use crate::check::Workspace;
use crate::check::exprs::nothing;
use crate::check::kinds::one_of;
use crate::check::program::{Block, Expr, ExprKind, Kind, Literal, Row, RowKey, ScaleId, TableId};
use crate::check::reports::Reports;
use crate::check::scope::{BodyPlace, KindName, Scope, Want};
use crate::check::table::cells::{begun_cell, ended_cell, row_cells};
use crate::check::table::keys::{KeyedTable, range_of_chart, row_key};
use crate::check::table::shares::chance_alone;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, CellKind, KeyPart, LineRow, PipeRow, Segment, TableBody, TableKind};

impl RowResolver<'_, '_> {
    /// Works the rows out; gives them and the kinds of the result columns.
    pub(super) fn rows(
        &mut self,
        id: TableId,
        table: &ast::Table,
        layout: &TableLayout,
        die: Option<&Expr>,
    ) -> (Vec<Row>, Vec<Kind>) {
        let row_local = crate::check::program::LocalId::from(table.params.len());
        let keyed = &KeyedTable::of(table, die);
        match &table.body {
            TableBody::Pipe { headings, rows } => {
                let scales = column_scales(self.cx.ws, self.scope, headings, rows, layout);
                let made: Vec<Row> = rows
                    .iter()
                    .take_while(|_| !stop::is_asked())
                    .map(|row| self.pipe_row(id, table, row, headings, layout, &scales, keyed))
                    .collect();
                let count = layout.roles.iter().filter(|role| **role == ColumnRole::Result).count();
                let kinds = (0..count).map(|at| column_kind(&made, at)).collect();
                (made, kinds)
            }
            TableBody::Lines(rows) => {
                let results = results_of(rows);
                let made: Vec<Row> = rows
                    .iter()
                    .take_while(|_| !stop::is_asked())
                    .map(|row| self.line_row(table, row, row_local, keyed, results))
                    .collect();
                let kind = column_kind(&made, 0);
                (made, vec![kind])
            }
            TableBody::Bullets(rows) => {
                let results = results_of(rows);
                let made: Vec<Row> = rows
                    .iter()
                    .take_while(|_| !stop::is_asked())
                    .map(|row| self.bullet(row, row_local, results))
                    .collect();
                let kind = column_kind(&made, 0);
                (made, vec![kind])
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a row is read by all that its table says")]
    fn pipe_row(
        &mut self,
        id: TableId,
        table: &ast::Table,
        row: &PipeRow,
        headings: &[ast::TableHeading],
        layout: &TableLayout,
        scales: &[Option<ScaleId>],
        keyed: &KeyedTable<'_>,
    ) -> Row {
        count_cells(&mut self.cx.reports, row, headings);
        let results = layout.roles.iter().filter(|role| **role == ColumnRole::Result).count();
        let key_text = |text: Arc<str>| RowKey { matches: Vec::new(), text, span: row.span };
        let mut made = Row {
            key: key_text("".into()),
            name: "".into(),
            listed: "".into(),
            weight: Num::ONE,
            chance: None,
            guard: None,
            cells: Vec::with_capacity(results),
            shared: Vec::new(),
            effects: None,
            span: row.span,
        };
        let mut cells = row_cells(self.cx.ws, id, row, layout, scales);
        for (at, role) in layout.roles.iter().enumerate() {
            let cell = row.cells.get(at);
            match (role, cell) {
                (ColumnRole::Key, Some(cell)) => {
                    made.key = row_key(&mut self.cx.reports, &self.cx.reading, &cell.key, keyed)
                }
                (ColumnRole::Weight, Some(cell)) => made.weight = self.weight(cell),
                (ColumnRole::Chance, Some(cell)) => made.chance = self.chance(cell).map(Box::new),
                (ColumnRole::When, Some(cell)) => made.guard = self.guard_cell(cell).map(Box::new),
                (ColumnRole::Then, Some(cell)) => made.effects = self.effects(id, cell.effects.as_ref()),
                (ColumnRole::Result, Some(cell)) => {
                    let result = made.cells.len();
                    // Only its results use one another: what it does, and when, finds them in the row that came up.
                    self.scope.row = cells.take();
                    let value = match begun_cell(self.scope, result) {
                        Some(value) => value,
                        None => match range_of_chart(table.kind, cell) {
                            Some(range) => range,
                            None => self.cell(cell, scales.get(at).copied().flatten()),
                        },
                    };
                    ended_cell(self.scope, result, &value);
                    cells = self.scope.row.take();
                    if made.cells.is_empty() {
                        made.name = kept_name(&cell_name(cell), &value);
                        made.listed = listed_cell(&made.name, cell);
                    }
                    made.cells.push(value);
                }
                (ColumnRole::Result, None) => made.cells.push(nothing(row.span.after())),
                (
                    ColumnRole::Key
                    | ColumnRole::Weight
                    | ColumnRole::Chance
                    | ColumnRole::When
                    | ColumnRole::Then,
                    None,
                ) => {}
            }
        }
        if table.kind == TableKind::Deck && !made.key.matches.is_empty() {
            made.weight = cards(&made.key);
        }
        made.shared = cells.map(|row| row.into_shared()).unwrap_or_default();
        made
    }

    /// A result: a value of the type that the cell looks like, or text.
    pub(super) fn cell(&mut self, cell: &ast::Cell, scale: Option<ScaleId>) -> Expr {
        if let CellKind::Value(value) = &cell.kind
            && self.cx.ws.unknown_quantity(self.scope.module, value)
        {
            let literal = Literal::Text(cell.raw().into());
            return Expr { kind: ExprKind::Literal(literal), span: cell.span, gives: Kind::Text };
        }
        self.cell_value(&cell.kind, cell.span, scale)
    }

    /// The same for what stands in a cell, apart from its place in a table.
    pub(super) fn cell_value(&mut self, kind: &CellKind, span: Span, scale: Option<ScaleId>) -> Expr {
        match kind {
            CellKind::Blank => nothing(span),
            CellKind::Value(value) => {
                let was_in_text = std::mem::replace(&mut self.scope.in_text, true);
                let value = self.exprs().expr(value, &Want::any());
                self.scope.in_text = was_in_text;
                value
            }
            CellKind::Text(text) => {
                let word = scale.and_then(|scale| {
                    Some((scale, self.cx.ws.program.word_of(scale, text.literal().trim())?))
                });
                match word {
                    Some((scale, word)) => {
                        Expr { kind: ExprKind::Literal(word), span, gives: Kind::Word(scale) }
                    }
                    None => self.cell_text(text),
                }
            }
        }
    }

    /// Text of a cell or row; one live part alone is the value itself.
    fn cell_text(&mut self, text: &ast::Text) -> Expr {
        if let Some(live) = only_live(text) {
            let was_in_text = std::mem::replace(&mut self.scope.in_text, true);
            let value = self.exprs().expr(live, &Want::any());
            self.scope.in_text = was_in_text;
            // Where the cell is shown or exported, its braces belong to it.
            return Expr { span: text.span, ..value };
        }
        self.exprs().text(text)
    }

    /// What a line's row says: a number where all rows of its table, or what it stands in for, are numbers.
    pub(super) fn result(&mut self, text: &ast::Text, results: Results) -> Expr {
        match (results, number_in(text)) {
            (Results::Numbers, Some((value, percent))) => {
                let literal = Literal::Number { value, percent };
                Expr { kind: ExprKind::Literal(literal), span: text.span, gives: Kind::Number }
            }
            (Results::Numbers, None) | (Results::Texts, _) => self.cell_text(text),
        }
    }

    fn weight(&mut self, cell: &ast::Cell) -> Num {
        let value = match &cell.kind {
            CellKind::Value(expr) => self.exprs().number(expr, "a weight").number(),
            // `1/2` is a text elsewhere, as `3/4 of a mile` is.
            CellKind::Text(text) => text.literal().trim().parse().ok().filter(|_| text.is_literal()),
            CellKind::Blank => None,
        };
        match value {
            Some(n) if !n.is_negative() => n,
            Some(_) | None => {
                let message = format!("`{}` is not a weight", cell.raw());
                let report = Diagnostic::error(&codes::tables::WEIGHT, cell.span, message);
                self.cx.report(report.help("a weight is a number, 0 or more; a row of weight 3 comes up three times as often as one of weight 1"));
                Num::ONE
            }
        }
    }

    /// The chance of a row of an each-table, as a number: `30%`, `1 in 6`.
    fn chance(&mut self, cell: &ast::Cell) -> Option<Expr> {
        let Some(expr) = &cell.expr else {
            let message = format!("`{}` is not a chance", cell.raw());
            let report = Diagnostic::error(&codes::tables::WEIGHT, cell.span, message);
            self.cx.report(report.help("write a percentage, or `1 in 6`"));
            return None;
        };
        let value = self.exprs().expr(expr, &Want::any());
        if let ExprKind::Likely(chance) = value.kind {
            return Some(*chance);
        }
        let value = match value {
            // `1 in level`: where a chance stands, nothing is looked for in a list.
            Expr { kind: ExprKind::In(part, of), span, .. } if of.gives == Kind::Any => {
                let chance = ExprKind::Arith(part, vec![(ast::ArithOp::Divide, *of)]);
                Expr { kind: chance, span, gives: Kind::Number }
            }
            value => value,
        };
        let value = self.cx.fitted(value, &Kind::Number, "a chance");
        if let Some(number) = value.number().filter(|number| number.is_negative() || *number > Num::ONE) {
            self.cx.report(no_chance(cell.raw(), number, cell.span));
            return None;
        }
        Some(value)
    }

    fn guard_cell(&mut self, cell: &ast::Cell) -> Option<Expr> {
        match (&cell.expr, &cell.kind) {
            (Some(expr), _) => Some(self.exprs().condition(expr)),
            (None, CellKind::Blank) => None,
            (None, CellKind::Value(_) | CellKind::Text(_)) => {
                let message = format!("`{}` cannot be read as a condition", cell.raw());
                self.cx.report(Diagnostic::error(&codes::tables::GUARD, cell.span, message));
                None
            }
        }
    }

    /// What `apply` does; it sees the row besides the table's arguments.
    fn effects(&mut self, id: TableId, block: Option<&ast::Block>) -> Option<Block> {
        let block = block.filter(|block| !block.stmts.is_empty())?;
        let params = self.cx.ws.program.table(id).params.len();
        Some(self.effect_block(crate::check::program::LocalId::from(params), block))
    }

    /// Statements that see this row.
    pub(super) fn effect_block(&mut self, row: crate::check::program::LocalId, block: &ast::Block) -> Block {
        let place = std::mem::replace(&mut self.scope.place, BodyPlace::Effect);
        let mark = self.scope.enter();
        self.scope.see(row);
        let block = self.stmts().block(block);
        self.scope.leave(mark);
        self.scope.place = place;
        block
    }

    /// `key: text => effect`.
    pub(super) fn line_row(
        &mut self,
        table: &ast::Table,
        row: &LineRow,
        row_local: crate::check::program::LocalId,
        keyed: &KeyedTable<'_>,
        results: Results,
    ) -> Row {
        let (key, chance) = match table.kind {
            TableKind::Each => {
                let chance = chance_of_key(&mut self.cx.reports, &row.key);
                (
                    RowKey { matches: Vec::new(), text: row.key.text.as_str().into(), span: row.key.span },
                    chance,
                )
            }
            TableKind::Table | TableKind::Chart | TableKind::Deck => {
                (row_key(&mut self.cx.reports, &self.cx.reading, &row.key, keyed), None)
            }
        };
        let guard = row.guard.as_ref().map(|guard| Box::new(self.exprs().condition(guard)));
        let cell = self.result(&row.text, results);
        let block = row.effects.as_ref().filter(|block| !block.stmts.is_empty());
        let effects = block.map(|block| self.effect_block(row_local, block));
        let weight = if table.kind == TableKind::Deck { cards(&key) } else { Num::ONE };
        let (name, listed) = self.line_names(row, &cell);
        Row {
            key,
            name,
            listed,
            weight,
            chance: chance.map(Box::new),
            guard,
            cells: vec![cell],
            shared: Vec::new(),
            effects,
            span: row.span,
        }
    }

    /// The name of a row that is a line, by its result, and how it is listed.
    fn line_names(&self, row: &LineRow, result: &Expr) -> (Arc<str>, Arc<str>) {
        let name = row_name(&row.text);
        let written = || self.cx.reading.written(row.text.span);
        let name = if says_something(&name) { kept_name(&name, result) } else { written().trim().into() };
        let listed = listed_name(&name, &row.text, written);
        (name, listed)
    }

    /// `- text`, `- 3x text`.
    fn bullet(&mut self, row: &LineRow, row_local: crate::check::program::LocalId, results: Results) -> Row {
        let weight = match row.key.parts.first() {
            Some(KeyPart::One(n)) => *n,
            Some(KeyPart::Between(..) | KeyPart::AtLeast(_) | KeyPart::AtMost(_) | KeyPart::Word(_))
            | None => Num::ONE,
        };
        let guard = row.guard.as_ref().map(|guard| Box::new(self.exprs().condition(guard)));
        let cell = self.result(&row.text, results);
        let block = row.effects.as_ref().filter(|block| !block.stmts.is_empty());
        let effects = block.map(|block| self.effect_block(row_local, block));
        let key = RowKey { matches: Vec::new(), text: "".into(), span: row.key.span };
        let (name, listed) = self.line_names(row, &cell);
        Row {
            key,
            name,
            listed,
            weight,
            chance: None,
            guard,
            cells: vec![cell],
            shared: Vec::new(),
            effects,
            span: row.span,
        }
    }
}

/// What the rows of a table without columns say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Results {
    /// Each says a number, and nothing else.
    Numbers,
    /// Some say more.
    Texts,
}

fn results_of(rows: &[LineRow]) -> Results {
    match rows.iter().all(|row| number_in(&row.text).is_some()) {
        true => Results::Numbers,
        false => Results::Texts,
    }
}

/// The number that a text consists of, and whether it is a percentage.
fn number_in(text: &ast::Text) -> Option<(Num, bool)> {
    let literal = text.literal();
    let written = literal.trim();
    let (digits, percent) = match written.strip_suffix('%') {
        Some(digits) => (digits, true),
        None => (written, false),
    };
    let plain = digits.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+'));
    let value: Num = digits.parse().ok().filter(|_| text.is_literal() && plain && !digits.contains('/'))?;
    Some((if percent { value.div(Num::int(100)).ok()? } else { value }, percent))
}

/// The one live part that a text consists of, if that is all there is.
fn only_live(text: &ast::Text) -> Option<&ast::Expr> {
    let mut live = None;
    for segment in &text.segments {
        match segment {
            Segment::Live(expr) if live.is_none() => live = Some(expr),
            Segment::Live(_) => return None,
            Segment::Literal(text) if text.trim().is_empty() => {}
            Segment::Literal(_) => return None,
        }
    }
    live
}

/// How many cards of a deck a row with a key stands for: one for each number that the key holds.
pub(super) fn cards(key: &RowKey) -> Num {
    let numbers = key.matches.iter().filter_map(|one| match one {
        crate::check::program::Match::Numbers(Some(low), Some(high)) => {
            high.sub(*low).ok()?.add(Num::ONE).ok()
        }
        crate::check::program::Match::Numbers(..) | crate::check::program::Match::Word(_) => Some(Num::ONE),
    });
    let sum = numbers.fold(Num::ZERO, |sum, n| sum.add(n).unwrap_or(sum));
    if sum.is_zero() { Num::ONE } else { sum }
}

/// The kind that a column's cells have together.
pub(super) fn column_kind(rows: &[Row], at: usize) -> Kind {
    kind_together(rows.iter().filter_map(|row| row.cells.get(at)).map(|cell| &cell.gives))
}

/// The kind that cells of these kinds have together: one of several, as long as these are few.
pub(super) fn kind_together<'k>(all: impl Iterator<Item = &'k Kind>) -> Kind {
    const MOST: usize = 4;
    let mut kinds: Vec<Kind> = Vec::new();
    for kind in all {
        if !kinds.contains(kind) {
            kinds.push(kind.clone());
            if one_of(kinds.clone()).alternatives().len() > MOST {
                return Kind::Any;
            }
        }
    }
    one_of(kinds)
}

/// A place for reports about a row as a whole.
pub(super) fn row_head(row: &Row) -> Span {
    if row.key.text.is_empty() { row.span } else { row.key.span }
}

/// For each column, the word list that its heading names, where all its cells are words of it.
fn column_scales(
    ws: &Workspace,
    scope: &Scope,
    headings: &[ast::TableHeading],
    rows: &[PipeRow],
    layout: &TableLayout,
) -> Vec<Option<ScaleId>> {
    let scale_of = |at: usize, heading: &ast::TableHeading| {
        let Some(KindName::Scale(scale)) = ws.kind_named(scope.module, &slug(&heading.text)) else {
            return None;
        };
        let mut some = false;
        let all = rows.iter().filter_map(|row| row.cells.get(at)).all(|cell| match &cell.kind {
            CellKind::Blank => true,
            CellKind::Value(_) => false,
            CellKind::Text(text) => {
                some = true;
                text.is_literal() && ws.program.word_of(scale, text.literal().trim()).is_some()
            }
        });
        (all && some).then_some(scale)
    };
    let roles = headings.iter().zip(&layout.roles).enumerate();
    roles
        .map(|(at, (heading, role))| (*role == ColumnRole::Result).then(|| scale_of(at, heading)).flatten())
        .collect()
}

/// Rows with too many cells lose what stands in them, so that is an error; missing ones are blank.
fn count_cells(reports: &mut Reports, row: &PipeRow, headings: &[ast::TableHeading]) {
    if row.cells.len() < headings.len() {
        let message =
            format!("this row has {} of {} cells; the rest is blank", row.cells.len(), headings.len());
        let report = Diagnostic::warning(&codes::tables::CELLS, row.span, message);
        reports.add(report.help("put a `|` for each blank cell"));
    }
    let extra = row.cells.iter().skip(headings.len()).find(|cell| !matches!(cell.kind, CellKind::Blank));
    if let Some(extra) = extra {
        let message =
            format!("this row has {} cells, and the table {} columns", row.cells.len(), headings.len());
        let report = Diagnostic::error(&codes::tables::CELLS, extra.span, message);
        reports.add(report.help("a `|` inside a cell is written `\\|`"));
    }
}

/// The report on what is no chance, though it may be meant as a percentage.
fn no_chance(text: &str, number: Num, span: Span) -> Diagnostic {
    let message = format!("`{text}` is not a chance");
    let report = Diagnostic::error(&codes::tables::WEIGHT, span, message)
        .help("a chance is a percentage, as in `50%`, or `1 in 6`");
    let percent = number > Num::ONE && number <= Num::int(100) && !text.contains('%');
    match chance_alone(text).map(|(chance, _)| chance).filter(|chance| chance != text) {
        Some(chance) if percent || chance.contains(" in ") => {
            report.fix(format!("write `{chance}`"), span, chance)
        }
        Some(_) | None => report,
    }
}

/// The key of an each-table's line is its chance: `30%: a gem`.
fn chance_of_key(reports: &mut Reports, key: &ast::WrittenKey) -> Option<Expr> {
    let text = key.text.trim();
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let chance = match text.strip_suffix('%') {
        Some(percent) => number(percent).and_then(|n| Num::ratio(i128::from(n), 100).ok()),
        None => text
            .split_once(" in ")
            .and_then(|(part, of)| Num::ratio(i128::from(number(part)?), i128::from(number(of)?)).ok()),
    };
    let fits = chance.filter(|chance| !chance.is_negative() && *chance <= Num::ONE);
    if fits.is_none() {
        let number = text.parse().unwrap_or(Num::ZERO);
        reports.add(no_chance(text, number, key.span));
    }
    let value = fits?;
    let kind = ExprKind::Literal(Literal::Number { value, percent: text.ends_with('%') });
    Some(Expr { kind, span: key.span, gives: Kind::Number })
}
