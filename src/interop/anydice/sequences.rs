//! Which functions of AnyDice give a sequence, and which names hold one: known before any of them is written, as
//! functions call each other and themselves.

use std::collections::BTreeSet;

use super::expr::{ExprScope, ParamType};
use super::made::Sort;
use super::order::{has_tree, mentioned};
use super::tree::{Statement, StatementKind, Tree, Why};

/// To look at what a name is given costs this.
const LOOK: usize = 16;

/// Each parameter of a function there, here, and what it takes.
pub(super) type Params = [(String, String, ParamType)];

/// Whether dice are thrown in a function, as far as what it mentions is known.
pub(super) fn throws(function: &Statement, around: &ExprScope<'_>) -> bool {
    let StatementKind::Function(_, body) = &function.kind else { return false };
    let mentions = mentioned(function).unwrap_or_default();
    has_tree(body, |tree| match tree {
        Tree::Die(..) => true,
        Tree::Name(name) => mentions.contains(name) && around.names.get(name).is_some_and(|made| made.rolls),
        Tree::Call(words, _) => around.functions.get(words).is_some_and(|function| function.rolls),
        Tree::Number(_) | Tree::Before(..) | Tree::Between(..) | Tree::Sequence(_) => false,
    })
}

/// Whether a function in which no dice are thrown gives a sequence on one of its ways.
pub(super) fn gives_list(params: &Params, body: &[Statement], around: &ExprScope<'_>) -> Result<bool, Why> {
    Ok(SequenceNames::of(params, body, around)?.is_given(body))
}

/// The names of a function that hold a sequence somewhere in it.
pub(super) fn lists(
    params: &Params,
    body: &[Statement],
    around: &ExprScope<'_>,
) -> Result<BTreeSet<String>, Why> {
    Ok(SequenceNames::of(params, body, around)?.lists)
}

struct SequenceNames<'p> {
    /// The function's own names, which hide those of the program.
    own: BTreeSet<String>,
    lists: BTreeSet<String>,
    around: &'p ExprScope<'p>,
}

impl<'p> SequenceNames<'p> {
    fn of(params: &Params, body: &[Statement], around: &'p ExprScope<'p>) -> Result<SequenceNames<'p>, Why> {
        let lists = params.iter().filter(|(_, _, takes)| *takes == ParamType::List);
        let lists = lists.map(|(name, ..)| name.clone()).collect();
        let mut names =
            SequenceNames { own: params.iter().map(|(name, ..)| name.clone()).collect(), lists, around };
        names.note_own(body);
        // What one name holds may come from another that is given it further down.
        loop {
            around.effort.spend(LOOK * (1 + names.own.len()))?;
            if !names.spread(body) {
                return Ok(names);
            }
        }
    }

    fn note_own(&mut self, block: &[Statement]) {
        for statement in block {
            match &statement.kind {
                StatementKind::Assign(name, _) => drop(self.own.insert(name.clone())),
                StatementKind::Loop(name, _, body) => {
                    self.own.insert(name.clone());
                    self.note_own(body);
                }
                StatementKind::If(_, then, otherwise) => {
                    self.note_own(then);
                    self.note_own(otherwise);
                }
                StatementKind::Output(..)
                | StatementKind::Set(..)
                | StatementKind::Function(..)
                | StatementKind::Result(_)
                | StatementKind::Broken(_) => {}
            }
        }
    }

    /// Adds the names that are given a sequence, and says whether there was one more.
    fn spread(&mut self, block: &[Statement]) -> bool {
        block.iter().fold(false, |more, statement| {
            let here = match &statement.kind {
                StatementKind::Assign(name, value) => {
                    self.is_sequence(value) && self.lists.insert(name.clone())
                }
                StatementKind::Loop(_, _, body) => self.spread(body),
                StatementKind::If(_, then, otherwise) => {
                    let then = self.spread(then);
                    self.spread(otherwise) || then
                }
                StatementKind::Output(..)
                | StatementKind::Set(..)
                | StatementKind::Function(..)
                | StatementKind::Result(_)
                | StatementKind::Broken(_) => false,
            };
            more || here
        })
    }

    fn is_given(&self, block: &[Statement]) -> bool {
        block.iter().any(|statement| match &statement.kind {
            StatementKind::Result(of) => self.is_sequence(of),
            StatementKind::Loop(_, _, body) => self.is_given(body),
            StatementKind::If(_, then, otherwise) => self.is_given(then) || self.is_given(otherwise),
            StatementKind::Assign(..)
            | StatementKind::Output(..)
            | StatementKind::Set(..)
            | StatementKind::Function(..)
            | StatementKind::Broken(_) => false,
        })
    }

    /// Whether an expression is a sequence, where what it mentions throws no dice: of those, a total comes back.
    fn is_sequence(&self, tree: &Tree) -> bool {
        let ExprScope { names, functions, .. } = self.around;
        match tree {
            Tree::Sequence(_) => true,
            Tree::Name(name) if self.own.contains(name) => self.lists.contains(name),
            Tree::Name(name) => names.get(name).is_some_and(|made| matches!(made.sort, Sort::List(_))),
            Tree::Call(words, _) => match functions.get(words) {
                Some(function) => function.gives_list,
                None => matches!(words.as_str(), "sort" | "reverse"),
            },
            Tree::Number(_) | Tree::Before(..) | Tree::Between(..) | Tree::Die(..) => false,
        }
    }
}
