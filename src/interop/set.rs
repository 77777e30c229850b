//! A table and the tables that its rows roll on, as other programs need them: one set, linked.

use std::collections::HashMap;

use super::formula;
use super::own_only::{self, Losses};
use super::sheet::PrintedTable;
use crate::base::{Sources, Span, stop};
use crate::check::program::{Expr, ExprKind, Literal, Program, Row, RowPick, Table, TableId, TextPart};
use crate::session::{RowOdds, Session};
use crate::syntax::ast::TableKind;

/// A table and every table that it rolls on, itself first.
pub(crate) struct TableSet {
    pub(super) tables: Vec<SetTable>,
}

/// A table of a set.
pub(super) struct SetTable {
    pub(crate) kind: TableKind,
    /// The rule-set or file that it belongs to, so that ids of equal names differ.
    pub(crate) module: String,
    pub(crate) sheet: PrintedTable,
    /// Its die as other programs roll it, where they can.
    pub(crate) formula: Option<String>,
    /// The least and the greatest that its die can give.
    pub(crate) ends: Option<(i64, i64)>,
    /// Whether something besides the die decides which row comes up: conditions, or rolls beyond the ends.
    pub(crate) bent: bool,
    pub(crate) losses: Losses,
    /// The parts of each row's cells.
    pub(crate) cells: Vec<Vec<Vec<CellPiece>>>,
    /// How likely each row is now, where that is known.
    pub(crate) odds: Option<RowOdds>,
}

/// A part of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CellPiece {
    /// Text.
    Text(String),
    /// Dice that are rolled, as other programs write them.
    Dice(String),
    /// A roll on a table of the set.
    Table(usize),
    /// Something else that is live.
    Other {
        /// As it is written.
        written: String,
        /// Whether it needs what is defined beside its table.
        names: bool,
        /// The same; tables of the set that it mentions are pieces of their own.
        parts: Vec<CellPiece>,
    },
}

impl CellPiece {
    /// What is written, where it needs more than its table and the tables of its set.
    pub(super) fn needs_more(&self) -> Option<&str> {
        match self {
            CellPiece::Other { written, names: true, .. } => Some(written),
            CellPiece::Other { names: false, .. }
            | CellPiece::Text(_)
            | CellPiece::Dice(_)
            | CellPiece::Table(_) => None,
        }
    }
}

impl TableSet {
    /// The table of this name with all that it rolls on; nothing, too, where somebody asked to stop.
    pub(crate) fn of(session: &mut Session, name: &str) -> Option<TableSet> {
        let (program, root) = session.lookup().table_in(name)?;
        let mut gather = Gather { program: &program, ids: vec![root], places: HashMap::from([(root, 0)]) };
        let mut tables = Vec::new();
        while let Some(id) = gather.ids.get(tables.len()).copied() {
            if stop::is_asked() {
                return None;
            }
            let table = program.tables.get(id.index())?;
            let cells = table.rows.iter().map(|row| gather.row(row, session.sources())).collect();
            let module =
                program.modules.get(table.def.module.index()).map_or("", |module| &*module.name).to_owned();
            tables.push(SetTable {
                kind: table.kind,
                sheet: PrintedTable::of(table, session.sources()),
                formula: table.die.as_ref().and_then(formula::of),
                ends: table.die.as_ref().and_then(formula::ends),
                bent: table.clamp || table.rows.iter().any(|row| row.guard.is_some()),
                losses: Losses::of(table),
                cells,
                odds: odds_of(session, table, if id == root { name } else { "" }, &module),
                module,
            });
        }
        Some(TableSet { tables })
    }

    /// The table that was asked for.
    pub(crate) fn sheet(&self) -> &PrintedTable {
        &self.root().sheet
    }

    #[cfg(test)]
    pub(crate) fn sheets(&self) -> impl Iterator<Item = &PrintedTable> {
        self.tables.iter().map(|table| &table.sheet)
    }

    #[cfg(test)]
    pub(crate) fn odds(&self, place: usize) -> Option<&RowOdds> {
        self.tables.get(place)?.odds.as_ref()
    }

    pub(super) fn root(&self) -> &SetTable {
        self.tables.first().expect("a set holds the table that was asked for")
    }
}

/// The odds of a table's rows; it is looked for under the name that was asked, and under its own.
fn odds_of(session: &mut Session, table: &Table, asked: &str, module: &str) -> Option<RowOdds> {
    let own = &*table.def.name;
    [asked.to_owned(), format!("{module}.{own}"), own.to_owned()]
        .into_iter()
        .filter(|name| !name.is_empty() && !name.starts_with('.'))
        .find_map(|name| session.row_odds(&name).filter(|odds| odds.table.def.name == table.def.name))
        .filter(|odds| odds.table.rows.len() == table.rows.len())
}

struct Gather<'p> {
    program: &'p Program,
    ids: Vec<TableId>,
    places: HashMap<TableId, usize>,
}

impl Gather<'_> {
    fn row(&mut self, row: &Row, sources: &Sources) -> Vec<Vec<CellPiece>> {
        row.cells.iter().map(|cell| self.cell(cell, sources)).collect()
    }

    fn cell(&mut self, cell: &Expr, sources: &Sources) -> Vec<CellPiece> {
        let ExprKind::Text(parts) = &cell.kind else { return vec![self.live(cell, sources)] };
        let piece = |part: &TextPart| match part {
            TextPart::Literal(text) => CellPiece::Text(text.to_string()),
            TextPart::Live(live) => self.live(live, sources),
        };
        parts.iter().map(piece).collect()
    }

    fn live(&mut self, live: &Expr, sources: &Sources) -> CellPiece {
        if let ExprKind::Literal(literal) = &live.kind {
            return CellPiece::Text(match literal {
                Literal::Text(text) => text.to_string(),
                Literal::Nothing => String::new(),
                Literal::Number { .. }
                | Literal::Quantity(..)
                | Literal::Word(..)
                | Literal::RowName(_)
                | Literal::YesNo(_)
                | Literal::Range(..) => written(live.span, sources),
            });
        }
        if let ExprKind::StubText(about) = &live.kind {
            return CellPiece::Text(format!("[{about}]"));
        }
        if let ExprKind::Draw(pick) = &live.kind
            && let Some(place) = self.place(pick)
        {
            return CellPiece::Table(place);
        }
        match formula::of(live).filter(|_| formula::rolls(live)) {
            Some(dice) => CellPiece::Dice(dice),
            None => self.other(live, sources),
        }
    }

    /// Where a table stands in the set that is rolled as it is, without arguments or conditions.
    fn place(&mut self, pick: &RowPick) -> Option<usize> {
        let table = self.program.tables.get(pick.table.index())?;
        if pick.filter.is_some() || pick.args.iter().any(Option::is_some) || table.stub.is_some() {
            return None;
        }
        let next = self.ids.len();
        let place = *self.places.entry(pick.table).or_insert(next);
        if place == next {
            self.ids.push(pick.table);
        }
        Some(place)
    }

    /// What has no equal elsewhere, as written, but for the tables in it.
    fn other(&mut self, live: &Expr, sources: &Sources) -> CellPiece {
        let mut draws = Vec::new();
        self.draws(live, &mut draws);
        draws.sort_by_key(|(span, _)| span.start);
        let mut pieces = Vec::new();
        let mut at = live.span.start;
        for (span, place) in draws {
            let inside = span.source == live.span.source && span.start >= at && span.end <= live.span.end;
            if inside {
                pieces.push(CellPiece::Text(raw(Span { start: at, end: span.start, ..live.span }, sources)));
                pieces.push(CellPiece::Table(place));
                at = span.end;
            }
        }
        pieces.push(CellPiece::Text(raw(Span { start: at, ..live.span }, sources)));
        trim_braces(&mut pieces);
        CellPiece::Other { written: written(live.span, sources), names: own_only::names(live), parts: pieces }
    }

    fn draws(&mut self, expr: &Expr, found: &mut Vec<(Span, usize)>) {
        for expr in expr.descendants() {
            if let ExprKind::Draw(pick) = &expr.kind {
                found.extend(self.place(pick).map(|place| (expr.span, place)));
            }
        }
    }
}

fn raw(span: Span, sources: &Sources) -> String {
    sources.get(span.source).map_or_else(String::new, |source| source.slice(span.range()).to_owned())
}

/// A piece of source without the braces around a live part.
fn written(span: Span, sources: &Sources) -> String {
    let text = raw(span, sources);
    let text = text.trim();
    text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text).trim().to_owned()
}

/// A cell that is one live part has its braces in its place.
fn trim_braces(pieces: &mut [CellPiece]) {
    let braced = matches!(pieces.first(), Some(CellPiece::Text(text)) if text.trim_start().starts_with('{'))
        && matches!(pieces.last(), Some(CellPiece::Text(text)) if text.trim_end().ends_with('}'));
    if !braced {
        return;
    }
    if let Some(CellPiece::Text(first)) = pieces.first_mut() {
        *first = first.trim_start().trim_start_matches('{').to_owned();
    }
    if let Some(CellPiece::Text(last)) = pieces.last_mut() {
        *last = last.trim_end().trim_end_matches('}').to_owned();
    }
}
