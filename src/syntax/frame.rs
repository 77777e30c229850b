//! Blocks that wait for their `end`.

use super::ast::{Block, Doc, Expr, Name, Path, Procedure, Sheet, Stmt, Text};
use super::build::{Opener, ProcedureChange};
use crate::base::Span;

/// A block that waits for its `end`.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) frame: Frame,
    /// Its first line.
    pub(super) head: Span,
    /// What stands in it so far.
    pub(super) stmts: Vec<Stmt>,
    pub(super) doc: Doc,
}

/// What kind of block is open.
#[derive(Debug)]
pub(super) enum Frame {
    Procedure(Procedure),
    Whole(Path, Procedure),
    Change(Path, ProcedureChange, Name),
    Test(Text),
    Sheet(Sheet),
    Stmt(Opener),
    /// A first line that could not be read; its `end` belongs to it all the same.
    Unread(&'static str),
    /// After `else if` or `else`: the branches before, and the condition of this one.
    If {
        branches: Vec<(Expr, Block)>,
        condition: Option<Expr>,
    },
}

impl Frame {
    pub(super) fn word(&self) -> &'static str {
        match self {
            Frame::Procedure(procedure) if procedure.is_fn => "fn",
            Frame::Procedure(_) | Frame::Whole(..) => "procedure",
            Frame::Change(..) => "change",
            Frame::Test(_) => "test",
            Frame::Sheet(_) => "sheet",
            Frame::Stmt(opener) => opener.word(),
            Frame::If { .. } => "if",
            Frame::Unread(word) => word,
        }
    }

    /// Whether an `else` may follow here.
    pub(super) fn takes_else(&self) -> bool {
        match self {
            Frame::Stmt(Opener::If(_)) => true,
            Frame::If { condition, .. } => condition.is_some(),
            Frame::Unread(word) => *word == "if",
            Frame::Stmt(_)
            | Frame::Procedure(_)
            | Frame::Whole(..)
            | Frame::Change(..)
            | Frame::Test(_)
            | Frame::Sheet(_) => false,
        }
    }

    /// Whether `end word` may close it.
    pub(super) fn is_closed_by(&self, word: &str) -> bool {
        self.word() == word
            || match self {
                Frame::Procedure(procedure) => &*procedure.name.text == word,
                Frame::Whole(_, procedure) => word == "change" || &*procedure.name.text == word,
                Frame::Change(_, _, step) => word == "step" || word == "procedure" || &*step.text == word,
                Frame::Sheet(sheet) => &*sheet.name.text == word,
                Frame::Stmt(Opener::Step { name, .. } | Opener::Timer { name, .. }) => &*name.text == word,
                Frame::Test(_) | Frame::Stmt(_) | Frame::If { .. } | Frame::Unread(_) => false,
            }
    }
}
