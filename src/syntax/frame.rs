//! Blocks that wait for their `end`.

use super::ast::{Block, Doc, Expr, Name, Path, Procedure, Sheet, Stmt, Text};
use super::build::{Opener, ProcedureChange};
use crate::base::Span;

/// A block that waits for its `end`.
#[derive(Debug)]
pub(super) struct OpenBlock {
    pub(super) frame: BlockKind,
    /// Its first line.
    pub(super) head: Span,
    /// What stands in it so far.
    pub(super) stmts: Vec<Stmt>,
    pub(super) doc: Doc,
}

/// What kind of block is open.
#[derive(Debug)]
pub(super) enum BlockKind {
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

impl BlockKind {
    pub(super) fn word(&self) -> &'static str {
        match self {
            BlockKind::Procedure(procedure) if procedure.is_fn => "fn",
            BlockKind::Procedure(_) | BlockKind::Whole(..) => "procedure",
            BlockKind::Change(..) => "change",
            BlockKind::Test(_) => "test",
            BlockKind::Sheet(_) => "sheet",
            BlockKind::Stmt(opener) => opener.word(),
            BlockKind::If { .. } => "if",
            BlockKind::Unread(word) => word,
        }
    }

    /// Whether an `else` may follow here.
    pub(super) fn takes_else(&self) -> bool {
        match self {
            BlockKind::Stmt(Opener::If(_)) => true,
            BlockKind::If { condition, .. } => condition.is_some(),
            BlockKind::Unread(word) => *word == "if",
            BlockKind::Stmt(_)
            | BlockKind::Procedure(_)
            | BlockKind::Whole(..)
            | BlockKind::Change(..)
            | BlockKind::Test(_)
            | BlockKind::Sheet(_) => false,
        }
    }

    /// Whether `end word` may close it.
    pub(super) fn is_closed_by(&self, word: &str) -> bool {
        self.word() == word
            || match self {
                BlockKind::Procedure(procedure) => &*procedure.name.text == word,
                BlockKind::Whole(_, procedure) => word == "change" || &*procedure.name.text == word,
                BlockKind::Change(_, _, step) => word == "step" || word == "procedure" || &*step.text == word,
                BlockKind::Sheet(sheet) => &*sheet.name.text == word,
                BlockKind::Stmt(Opener::Step { name, .. } | Opener::Timer { name, .. }) => {
                    &*name.text == word
                }
                BlockKind::Test(_) | BlockKind::Stmt(_) | BlockKind::If { .. } | BlockKind::Unread(_) => {
                    false
                }
            }
    }
}
