//! The syntax tree: what was written, with its place, and nothing yet of what it means.

mod dice;
mod expr;
mod item;
mod stmt;
mod table;
mod text;

use std::sync::Arc;

pub(crate) use crate::dice::Compare;
pub(crate) use dice::{Dice, Modifier, Sides};
pub(crate) use expr::{
    AdvantageKind, Alternative, Argument, ArithOp, Binding, Expr, ExprKind, Extreme, LadderSide, Query,
    QueryKind, SortKey,
};
pub(crate) use item::{
    About, Change, ChangeKind, FnDef, Item, ItemKind, KeepItem, KeyText, Kind, KindAtom, OptionDef, Param,
    PolicyEntry, Procedure, RenewedBy, Roster, Rules, Scale, Sheet, SheetField, Stub, StubKind, Symbols,
    TestDef, Unit, Use, UseFrom,
};
pub(crate) use stmt::{
    AssignOp, Block, Prompt, PromptKind, RepeatKind, ReturnPart, Stmt, StmtKind, Timer, Verb, returned_parts,
};
pub(crate) use table::{
    Cell, CellKind, KeyPart, LineRow, PipeRow, Row, Table, TableBody, TableHeading, TableKind, TableOptions,
    WrittenKey,
};
pub(crate) use text::{Segment, Text};

use crate::base::Span;

/// A name as written, with its place. Names compare as written: `Hazard` is not `hazard`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Name {
    /// The name.
    pub text: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

impl Name {
    /// A name at a place.
    pub(crate) fn new(text: impl Into<Arc<str>>, span: Span) -> Name {
        Name { text: text.into(), span }
    }
}

/// A name that may say which module it is from: `hazard`, `delving.hazard`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    /// The module, where it is said.
    pub module: Option<Name>,
    /// The name itself.
    pub name: Name,
    /// All of it.
    pub span: Span,
}

/// A doc comment: the lines after `##`, without the marks, joined by line breaks.
pub(crate) type Doc = Option<Arc<str>>;

/// One source, read.
#[derive(Debug, Clone, Default)]
pub(crate) struct File {
    /// What stands in it, in order. Parts that could not be read are left out; they have diagnostics.
    pub items: Vec<Item>,
    /// What would be defined in lines that could not be read.
    pub lost: Vec<Arc<str>>,
}
