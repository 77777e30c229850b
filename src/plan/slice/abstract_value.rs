//! What a value depends on.

use std::sync::Arc;

use super::node::{Node, Source};
use super::sure::Sure;

/// What a value depends on.
#[derive(Debug, Clone, Default)]
pub(super) struct Abstract {
    /// What decides which it is.
    pub(super) pick: Vec<Node>,
    /// What else is in a row besides its columns.
    pub(super) inside: Vec<Node>,
    /// What is in the items of a list, besides how many there are.
    pub(super) items: Vec<Node>,
    /// Its named parts.
    pub(super) parts: Vec<(Arc<str>, Abstract)>,
    /// Where it comes from, as far as it is not known yet how much of that is used.
    pub(super) given: Vec<Source>,
    /// What it is for sure.
    pub(super) sure: Sure,
}

impl Abstract {
    pub(super) fn on(nodes: impl IntoIterator<Item = Node>) -> Abstract {
        Abstract { pick: nodes.into_iter().collect(), ..Abstract::default() }
    }

    /// A value made of others.
    pub(super) fn of(values: &[Abstract]) -> Abstract {
        Abstract::on(once(values.iter().flat_map(Abstract::whole).collect()))
    }

    /// The same, being this for sure.
    pub(super) fn being(self, sure: Sure) -> Abstract {
        Abstract { sure, ..self }
    }

    /// What comes from somewhere, of which it is not known yet how much is used.
    pub(super) fn from(source: Source) -> Abstract {
        Abstract { given: vec![source], ..Abstract::default() }
    }

    /// One of its items, or itself: which one is decided by others as well.
    pub(super) fn picked_by(mut self, others: &[Abstract]) -> Abstract {
        self.pick.extend(others.iter().flat_map(Abstract::whole));
        self
    }

    /// All that is in it.
    pub(super) fn whole(&self) -> Vec<Node> {
        let parts = self.parts.iter().flat_map(|(_, part)| part.whole());
        let given = self.given.iter().map(|source| source.whole());
        self.pick.iter().chain(&self.inside).chain(&self.items).copied().chain(parts).chain(given).collect()
    }

    /// Which row it is, whatever is in it.
    pub(super) fn which(&self) -> Vec<Node> {
        let given = self.given.iter().map(|source| source.picks());
        self.pick.iter().copied().chain(given).collect()
    }

    /// One named part of it, by its name and the name's symbol.
    pub(super) fn part(&self, name: &str, symbol: u32) -> Vec<Node> {
        let mut parts = self.parts.iter().filter(|(part, _)| **part == *name).peekable();
        let inside = if parts.peek().is_some() { &[][..] } else { &self.inside };
        let given = self.given.iter().map(|source| source.part(symbol));
        let parts = parts.flat_map(|(_, part)| part.whole());
        self.pick.iter().chain(inside).chain(&self.items).copied().chain(parts).chain(given).collect()
    }

    /// Either of two.
    pub(super) fn or(mut self, other: Abstract) -> Abstract {
        self.pick.extend(other.pick);
        self.pick = once(self.pick);
        self.inside.extend(other.inside);
        self.inside = once(self.inside);
        self.items.extend(other.items);
        self.items = once(self.items);
        for (name, part) in other.parts {
            match self.parts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = std::mem::take(known).or(part),
                None => self.parts.push((name, part)),
            }
        }
        for source in other.given {
            if !self.given.contains(&source) {
                self.given.push(source);
            }
        }
        self.sure = self.sure.or(other.sure);
        self
    }

    /// What one named part of it is for sure.
    pub(super) fn part_sure(&self, name: &str) -> Option<Sure> {
        let parts = self.parts.iter().filter(|(part, _)| **part == *name).map(|(_, part)| part.sure);
        parts.reduce(Sure::or)
    }
}

/// Each only once, where there are many.
fn once(mut nodes: Vec<Node>) -> Vec<Node> {
    const FEW: usize = 16;
    if nodes.len() > FEW {
        nodes.sort_unstable();
        nodes.dedup();
    }
    nodes
}
