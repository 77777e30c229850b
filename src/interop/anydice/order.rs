//! Which functions of a program lead to which: there, a function may stand below those that call it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::effort::Fuel;
use super::tree::{HeadPart, SequenceItem, Statement, StatementKind, Tree, Why};

/// A step from a function to one that it calls costs this.
const STEP: usize = 16;

/// The functions of a program by the words they are called with.
pub(super) struct FunctionOrder {
    defined: BTreeMap<String, usize>,
    calls: Vec<BTreeSet<usize>>,
    /// The names of the program that each function looks at.
    mentions: BTreeMap<usize, BTreeSet<String>>,
}

impl FunctionOrder {
    pub(super) fn of(statements: &[Statement]) -> FunctionOrder {
        let mut defined = BTreeMap::new();
        for (at, statement) in statements.iter().enumerate() {
            if let StatementKind::Function(head, _) = &statement.kind {
                defined.entry(words_of(head)).or_insert(at);
            }
        }
        let calls = statements.iter().map(|statement| called(&defined, statement)).collect();
        let mentions = (0..).zip(statements).filter_map(|(at, statement)| Some((at, mentioned(statement)?)));
        FunctionOrder { mentions: mentions.collect(), defined, calls }
    }

    /// The names of the program that a function looks at.
    pub(super) fn mentions(&self, function: usize) -> impl Iterator<Item = &String> {
        self.mentions.get(&function).into_iter().flatten()
    }

    /// The functions that a statement leads to, each with those that it leads to itself.
    pub(super) fn reached(
        &self,
        statement: &Statement,
        effort: &Fuel,
    ) -> Result<BTreeMap<usize, BTreeSet<usize>>, Why> {
        let mut reached = BTreeMap::new();
        let mut open: Vec<usize> = called(&self.defined, statement).into_iter().collect();
        while let Some(function) = open.pop() {
            if let Entry::Vacant(place) = reached.entry(function) {
                let further = self.missing(function, |_| false, effort)?;
                open.extend(&further);
                place.insert(further);
            }
        }
        Ok(reached)
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

/// The functions that a statement calls, by their places.
fn called(defined: &BTreeMap<String, usize>, statement: &Statement) -> BTreeSet<usize> {
    let mut places = BTreeSet::new();
    each_tree(statement, &mut |tree| {
        if let Tree::Call(called, _) = tree {
            places.extend(defined.get(called).copied());
        }
    });
    places
}

/// The names that a function looks at and that are not its own.
pub(super) fn mentioned(statement: &Statement) -> Option<BTreeSet<String>> {
    let StatementKind::Function(head, body) = &statement.kind else { return None };
    let mut names = BTreeSet::new();
    each_tree(statement, &mut |tree| {
        if let Tree::Name(name) = tree {
            names.insert(name.clone());
        }
    });
    for part in head {
        if let HeadPart::Param(name, _) = part {
            names.remove(name);
        }
    }
    drop_own(body, true, &mut names);
    Some(names)
}

/// Leaves out the names that are given something in a block before anything can look at them: what is assigned in
/// the body itself, and what loops walk with.
fn drop_own(block: &[Statement], is_body: bool, names: &mut BTreeSet<String>) {
    for statement in block {
        match &statement.kind {
            StatementKind::Assign(name, _) if is_body => {
                names.remove(name);
            }
            StatementKind::Loop(name, _, body) => {
                names.remove(name);
                drop_own(body, false, names);
            }
            StatementKind::If(_, then, otherwise) => {
                drop_own(then, false, names);
                drop_own(otherwise, false, names);
            }
            StatementKind::Assign(..)
            | StatementKind::Output(..)
            | StatementKind::Set(..)
            | StatementKind::Function(..)
            | StatementKind::Result(_)
            | StatementKind::Broken(_) => {}
        }
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

fn within_item(item: &SequenceItem, look: &mut dyn FnMut(&Tree)) {
    match item {
        SequenceItem::One(one) => within(one, look),
        SequenceItem::Range(from, to) => {
            within(from, look);
            within(to, look);
        }
        SequenceItem::Repeated(item, times) => {
            within_item(item, look);
            within(times, look);
        }
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
            items.iter().for_each(|item| within_item(item, look));
        }
        Tree::Call(_, given) => given.iter().for_each(|one| within(one, look)),
    }
}
