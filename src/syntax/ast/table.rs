//! Tables as written.

use super::{Block, Doc, Expr, Name, Param, Segment, Text};
use crate::base::{Num, Span};

/// A table of any kind and body.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    /// What is done with it.
    pub kind: TableKind,
    /// Its name.
    pub name: Name,
    /// Its title, for display.
    pub title: Option<Text>,
    /// Its arguments.
    pub params: Vec<Param>,
    /// What else its first line says.
    pub options: TableOptions,
    /// The die that the rows imply, as text, where `rolls` stands for it and nobody wrote it.
    pub implied_die: Option<String>,
    /// `tags "forest", "night"`: what it is found by.
    pub tags: Vec<Text>,
    /// Its rows.
    pub body: TableBody,
    /// Its doc comment.
    pub doc: Doc,
    /// The definition line.
    pub head: Span,
    /// All of it.
    pub span: Span,
}

impl Table {
    /// A table of which only the beginning of its first line is there.
    pub(crate) fn new(kind: TableKind, name: Name, head: Span) -> Table {
        Table {
            kind,
            name,
            title: None,
            params: Vec::new(),
            options: TableOptions::default(),
            implied_die: None,
            tags: Vec::new(),
            body: TableBody::Lines(Vec::new()),
            doc: None,
            head,
            span: head,
        }
    }
}

/// What the first line of a table says that `change hazard rolls d8 shift -2..+2 clamp` may say anew.
#[derive(Debug, Clone, Default)]
pub(crate) struct TableOptions {
    /// `rolls 2d6`.
    pub rolls: Option<Expr>,
    /// `shift -3..+3`: what callers add.
    pub shift: Option<(Expr, Expr)>,
    /// `clamp`: off the end is the end.
    pub clamp: bool,
}

/// The kinds of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TableKind {
    /// Rolled.
    Table,
    /// Looked up by a computed number or word.
    Chart,
    /// Drawn without replacement.
    Deck,
    /// Every row has its own chance.
    Each,
}

/// The three ways to write rows.
#[derive(Debug, Clone)]
pub(crate) enum TableBody {
    /// A Markdown pipe table.
    Pipe {
        /// The first line, cell by cell. A table without a heading line gets headings of its own: a blank
        /// one, then `result`.
        headings: Vec<TableHeading>,
        /// The lines below the delimiter line.
        rows: Vec<PipeRow>,
    },
    /// `key: text => effect`, a row a line.
    Lines(Vec<LineRow>),
    /// `- text`, `- 3x text`.
    Bullets(Vec<LineRow>),
}

impl TableBody {
    /// Gives back what was set aside for rows that did not come.
    pub(crate) fn shrink_to_fit(&mut self) {
        match self {
            TableBody::Pipe { headings, rows } => {
                headings.shrink_to_fit();
                rows.shrink_to_fit();
            }
            TableBody::Lines(rows) | TableBody::Bullets(rows) => rows.shrink_to_fit(),
        }
    }
}

/// A heading of a pipe table.
#[derive(Debug, Clone)]
pub(crate) struct TableHeading {
    /// The text as written, Markdown marks and outer blanks taken off.
    pub text: String,
    /// Where it stands, without outer blanks.
    pub span: Span,
    /// The heading read as an expression, where it can be: `2d6`, `d20 + 3`, an option's name.
    pub expr: Option<Box<Expr>>,
    /// The heading read as a key, for two-key charts.
    pub key: WrittenKey,
}

/// A row of a pipe table.
#[derive(Debug, Clone)]
pub(crate) struct PipeRow {
    /// Its cells; as many as were written.
    pub cells: Vec<Cell>,
    /// The line.
    pub span: Span,
}

/// A cell of a pipe table.
#[derive(Debug, Clone)]
pub(crate) struct Cell {
    /// The text as written, where neither its text nor its key is the same.
    raw: Option<Box<str>>,
    /// What it is.
    pub kind: CellKind,
    /// The cell read as a key, in the first column; elsewhere it is empty.
    pub key: WrittenKey,
    /// The cell read as an expression, where it can be (used under `when`, `chance`, `weight`).
    pub expr: Option<Box<Expr>>,
    /// The cell read as effects (used under `then`).
    pub effects: Option<Block>,
    /// Where it stands, without outer blanks.
    pub span: Span,
}

impl Cell {
    /// A cell in which nothing stands.
    pub(crate) fn blank(span: Span) -> Cell {
        let key = WrittenKey { parts: Vec::new(), text: String::new(), span };
        Cell { raw: None, kind: CellKind::Blank, key, expr: None, effects: None, span }
    }

    /// Keeps the text as written, once it is known what it is.
    pub(crate) fn keep_raw(&mut self, raw: &str) {
        self.raw = None;
        if self.raw() != raw {
            self.raw = Some(raw.into());
        }
    }

    /// The text as written, outer blanks taken off.
    pub(crate) fn raw(&self) -> &str {
        if let Some(raw) = &self.raw {
            return raw;
        }
        match &self.kind {
            CellKind::Text(Text { segments, .. }) => match segments.as_slice() {
                [Segment::Literal(only)] => only,
                [..] => &self.key.text,
            },
            CellKind::Blank | CellKind::Value(_) => &self.key.text,
        }
    }
}

/// What a cell is by the look of it.
#[derive(Debug, Clone)]
pub(crate) enum CellKind {
    /// Empty or a dash.
    Blank,
    /// A number, percentage, quantity, dice or range, as an expression of just that form. `3 goblins`
    /// looks like a quantity too: where its unit is unknown, the cell is text, and [`Cell::raw`] says it.
    Value(Expr),
    /// Anything else.
    Text(Text),
}

/// A row of the second or third form.
#[derive(Debug, Clone)]
pub(crate) struct LineRow {
    /// What picks it. For a bullet, its weight as [`KeyPart::One`] (1 where none is written).
    pub key: WrittenKey,
    /// `when …` before the colon.
    pub guard: Option<Expr>,
    /// What it says.
    pub text: Text,
    /// What `apply` does.
    pub effects: Option<Block>,
    /// The line.
    pub span: Span,
}

/// A row as `change` writes it: `row 6: text => effect`.
pub(crate) type Row = LineRow;

/// A row's key: all that picks it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WrittenKey {
    /// The alternatives; empty where nothing is written.
    pub parts: Vec<KeyPart>,
    /// The text as written, without marks.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// One alternative of a key; both ends belong to it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum KeyPart {
    /// `4`, `+2`, `00` (which is 100, as on percentile dice).
    One(Num),
    /// `2-3`, `2 to 3`, `96-00`.
    Between(Num, Num),
    /// `12+`, `20 or more`.
    AtLeast(Num),
    /// `-30 or less`, `≤ 3`.
    AtMost(Num),
    /// A word or several: `Easy`, `well lit`.
    Word(String),
}
