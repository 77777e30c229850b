//! Which functions of a program lead to which: there, a function may stand below those that call it.

use std::collections::{BTreeMap, BTreeSet};

use super::effort::Fuel;
use super::tree::{HeadPart, SequenceItem, Statement, StatementKind, Tree, Why};

/// A step from a function to one that it calls costs this.
const STEP: usize = 16;

/// The functions of a program by the words they are called with.
pub(super) struct FunctionOrder {
    defined: BTreeMap<String, usize>,
    calls: Vec<BTreeSet<usize>>,
}

impl FunctionOrder {
    pub(super) fn of(statements: &[Statement]) -> FunctionOrder {
        let mut defined = BTreeMap::new();
        for (at, statement) in statements.iter().enumerate() {
            if let StatementKind::Function(head, _) = &statement.kind {
                defined.entry(words_of(head)).or_insert(at);
            }
        }
        let calls = |statement| {
            let mut words = BTreeSet::new();
            each_tree(statement, &mut |tree| {
                if let Tree::Call(called, _) = tree {
                    words.extend(defined.get(called).copied());
                }
            });
            words
        };
        let calls = statements.iter().map(calls).collect();
        FunctionOrder { defined, calls }
    }

    /// The functions that a statement leads to and that are still to come, by their places.
    pub(super) fn missing(
        &self,
        at: usize,
        is_known: impl Fn(usize) -> bool,
        effort: &Fuel,
    ) -> Result<BTreeSet<usize>, Why> {
        let mut missing = BTreeSet::new();
        let mut open = vec![at];
        while let Some(from) = open.pop() {
            for called in self.calls.get(from).into_iter().flatten().copied() {
                effort.spend(STEP)?;
                if called != at && !is_known(called) && missing.insert(called) {
                    open.push(called);
                }
            }
        }
        Ok(missing)
    }

    /// Whether the function of these words is the one that stands here.
    pub(super) fn is_at(&self, words: &str, at: usize) -> bool {
        self.defined.get(words) == Some(&at)
    }
}

/// The words that a function is called with.
pub(super) fn words_of(head: &[HeadPart]) -> String {
    let words = head.iter().filter_map(|part| match part {
        HeadPart::Word(word) => Some(word.as_str()),
        HeadPart::Param(..) => None,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether an expression in a block is such a one.
pub(super) fn has_tree(block: &[Statement], is: impl Fn(&Tree) -> bool) -> bool {
    let mut found = false;
    for statement in block {
        each_tree(statement, &mut |tree| found = found || is(tree));
    }
    found
}

fn each_tree(statement: &Statement, look: &mut dyn FnMut(&Tree)) {
    match &statement.kind {
        StatementKind::Output(tree, _) | StatementKind::Assign(_, tree) | StatementKind::Result(tree) => {
            within(tree, look);
        }
        StatementKind::Set(_, tree, _) => tree.iter().for_each(|tree| within(tree, look)),
        StatementKind::Function(_, body) => body.iter().for_each(|inside| each_tree(inside, look)),
        StatementKind::Loop(_, over, body) => {
            within(over, look);
            body.iter().for_each(|inside| each_tree(inside, look));
        }
        StatementKind::If(condition, then, otherwise) => {
            within(condition, look);
            then.iter().chain(otherwise).for_each(|inside| each_tree(inside, look));
        }
        StatementKind::Broken(_) => {}
    }
}

fn within(tree: &Tree, look: &mut dyn FnMut(&Tree)) {
    look(tree);
    match tree {
        Tree::Number(_) | Tree::Name(_) => {}
        Tree::Before(_, of) => within(of, look),
        Tree::Between(left, _, right) => {
            within(left, look);
            within(right, look);
        }
        Tree::Die(count, sides) => count.iter().chain([sides]).for_each(|part| within(part, look)),
        Tree::Sequence(items) => {
            for item in items {
                match item {
                    SequenceItem::One(one) => within(one, look),
                    SequenceItem::Range(from, to) | SequenceItem::Repeated(from, to) => {
                        within(from, look);
                        within(to, look);
                    }
                }
            }
        }
        Tree::Call(_, given) => given.iter().for_each(|one| within(one, look)),
    }
}
