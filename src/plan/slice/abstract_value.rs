//! What a value depends on.

use std::sync::Arc;

use super::node::Node;
use super::sure::Sure;
use crate::plan::CodeId;

/// What a value depends on.
#[derive(Debug, Clone, Default)]
pub(super) struct Abstract {
    /// What decides which it is.
    pub(super) pick: Vec<Node>,
    /// What else is in it: the cells of a row.
    pub(super) inside: Vec<Node>,
    /// Its named parts.
    pub(super) parts: Vec<(Arc<str>, Abstract)>,
    /// The codes that gave it, of which it is not known yet how much is used.
    pub(super) given: Vec<CodeId>,
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

    /// All that is in it.
    pub(super) fn whole(&self) -> Vec<Node> {
        let parts = self.parts.iter().flat_map(|(_, part)| part.whole());
        let given = self.given.iter().map(|code| Node::Gives(*code));
        self.pick.iter().chain(&self.inside).copied().chain(parts).chain(given).collect()
    }

    /// Which row it is, whatever is in it.
    pub(super) fn which(&self) -> Vec<Node> {
        let given = self.given.iter().map(|code| Node::Picks(*code));
        self.pick.iter().copied().chain(given).collect()
    }

    /// One named part of it, by its name and the name's symbol.
    pub(super) fn part(&self, name: &str, symbol: u32) -> Vec<Node> {
        let parts = self.parts.iter().filter(|(part, _)| **part == *name).flat_map(|(_, part)| part.whole());
        let given = self.given.iter().map(|code| Node::Part(*code, symbol));
        self.pick.iter().chain(&self.inside).copied().chain(parts).chain(given).collect()
    }

    /// Either of two.
    pub(super) fn or(mut self, other: Abstract) -> Abstract {
        self.pick.extend(other.pick);
        self.pick = once(self.pick);
        self.inside.extend(other.inside);
        self.inside = once(self.inside);
        self.parts.extend(other.parts);
        for code in other.given {
            if !self.given.contains(&code) {
                self.given.push(code);
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
