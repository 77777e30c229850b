//! The syntax tree: what was written, with its place, and nothing yet of what it means.

mod dice;
mod expr;
mod item;
mod kind;
mod name;
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
    About, Change, ChangeKind, FnDef, Item, ItemKind, KeepItem, KeyText, OptionDef, PolicyEntry, Procedure,
    RenewedBy, Roster, Rules, Scale, Sheet, SheetField, Stub, StubKind, Symbols, TestDef, Unit, Use, UseFrom,
};
pub(crate) use kind::{Kind, KindAtom, Param};
pub(crate) use name::{Doc, Name, Path};
pub(crate) use stmt::{
    AssignOp, Block, Prompt, PromptKind, RepeatKind, ReturnPart, Stmt, StmtKind, Timer, Verb, returned_parts,
};
pub(crate) use table::{
    Cell, CellKind, KeyPart, LineRow, PipeRow, Row, Table, TableBody, TableHeading, TableKind, TableOptions,
    WrittenKey,
};
pub(crate) use text::{Segment, Text};

/// One source, read.
#[derive(Debug, Clone, Default)]
pub(crate) struct File {
    /// What stands in it, in order. Parts that could not be read are left out; they have diagnostics.
    pub items: Vec<Item>,
    /// What would be defined in lines that could not be read.
    pub lost: Vec<Arc<str>>,
}
