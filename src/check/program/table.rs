//! Tables, resolved.

use std::sync::Arc;

use super::{Block, Def, Expr, ExprKind, GlobalId, LocalId, Param, TextPart, UnitId};
use crate::base::{ByName, Named, Num, Span};
use crate::syntax::ast::TableKind;

/// A table. Its expressions share one set of locals: the parameters first, then `row`, then what
/// effects bind.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    /// Its definition.
    pub def: Def,
    /// What is done with it.
    pub kind: TableKind,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What is rolled: an expression over the parameters. `None` for weighted tables and bullets
    /// (rows drawn by weight), decks, each-tables, and charts that only are looked up.
    pub die: Option<Expr>,
    /// The die as written, for display: `2d6`.
    pub die_text: Arc<str>,
    /// Its result columns in order.
    pub columns: ByName<Column>,
    /// Its rows in order, `change`s done.
    pub rows: Vec<Row>,
    /// For a chart with two keys: the second key of each result column.
    pub column_keys: Option<Vec<RowKey>>,
    /// The unit that its keys count in, where the heading over them names one.
    pub key_unit: Option<UnitId>,
    /// Whether off the end is the end.
    pub clamp: bool,
    /// What callers say they add.
    pub shift: Option<(Num, Num)>,
    /// What is added to each of the coming rolls, as a list: for tables that say what callers add.
    pub coming: Option<GlobalId>,
    /// Whether anything adds to its coming rolls.
    pub favoured: bool,
    /// The local that holds the row while its effects run.
    pub row_local: LocalId,
    /// How many locals there are.
    pub locals: u32,
    /// What a stub would be.
    pub stub: Option<Arc<str>>,
    /// Where it was last changed after it was loaded.
    pub changed: Option<Span>,
}

/// A result column.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    /// As `row.name` says it: `encounter_disposition`.
    pub name: Arc<str>,
    /// As the table prints it: `Encounter disposition`.
    pub heading: Arc<str>,
    /// Where the heading stands.
    pub span: Span,
}

impl Named for Column {
    fn name(&self) -> &Arc<str> {
        &self.name
    }
}

/// A row.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// What picks it.
    pub key: RowKey,
    /// Its name: what `is` compares.
    pub name: Arc<str>,
    /// As it is listed, and joined with others by odds: its name, with what is rolled in it as it is written.
    pub listed: Arc<str>,
    /// Its weight where rows are drawn by weight; 1 elsewhere.
    pub weight: Num,
    /// Its chance, in an each-table: a number from 0 to 1.
    pub chance: Option<Box<Expr>>,
    /// It takes part only while this holds; guarded rows lie over the unguarded ones.
    pub guard: Option<Box<Expr>>,
    /// Its results, one for each column.
    pub cells: Vec<Expr>,
    /// Results that others of the row use: they are worked out first, in this order, into these locals.
    pub shared: Vec<(usize, LocalId)>,
    /// What `apply` does.
    pub effects: Option<Block>,
    /// The line.
    pub span: Span,
}

impl Row {
    /// Whether its name says what it is: something is written in its first result besides what is rolled. Any other row
    /// is what came up in it.
    pub(crate) fn says_what_it_is(&self) -> bool {
        let Some(first) = self.cells.first() else { return true };
        let says = |part: &TextPart| match part {
            TextPart::Literal(text) => text.chars().any(char::is_alphanumeric),
            TextPart::Live(_) => false,
        };
        if let ExprKind::Text(parts) = &first.kind {
            parts.iter().any(says)
        } else {
            first.literal().is_some()
        }
    }
}

/// What picks a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RowKey {
    /// The alternatives; none for rows that are drawn by weight.
    pub matches: Vec<Match>,
    /// As printed.
    pub text: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

/// One alternative of a key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Match {
    /// Numbers from … to …, both included; an open end is `None`.
    Numbers(Option<Num>, Option<Num>),
    /// A word or text, compared without case.
    Word(Arc<str>),
}
