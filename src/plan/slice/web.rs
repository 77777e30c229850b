//! What depends on what.

use rustc_hash::{FxHashMap, FxHashSet};

use super::abstract_value::Abstract;
use super::node::Node;
use super::sure::{Base, Sure};
use crate::check::program::TableId;
use crate::plan::CodeId;

/// What depends on what, as it is found.
#[derive(Default)]
pub(super) struct Web {
    pub(super) edges: FxHashMap<Node, Vec<Node>>,
    pub(super) gives: FxHashMap<CodeId, Abstract>,
    /// What locals hold, as far as parts of it may be looked at alone.
    pub(super) held: FxHashMap<(CodeId, u32, u32), Abstract>,
    /// What the cells of rows are for sure, by the steps that make the rows and the columns' symbols.
    pub(super) built: FxHashMap<(CodeId, u32, u32), Sure>,
    /// Steps that make a difference by themselves.
    pub(super) sinks: FxHashSet<(CodeId, u32)>,
    /// What counts the rows that were gone through, which is never blanked.
    pub(super) counts: FxHashSet<(CodeId, u32, u32)>,
    /// Of tables that were met: whether a roll on them always has a row...
    pub(super) rolled: FxHashMap<TableId, bool>,
    /// ...and whether looking them up by such a key always finds one.
    pub(super) found: FxHashMap<(TableId, Base), bool>,
    /// What variables, and what codes give, are for sure; and whether more was learned of it.
    pub(super) sure: FxHashMap<Node, Sure>,
    pub(super) has_learned: bool,
    /// What codes gave when they were traced before.
    pub(super) gave: FxHashMap<CodeId, Abstract>,
    /// Whether some code did not come out even, which would be a mistake in what is known of operations.
    pub(super) is_uneven: bool,
}

impl Web {
    pub(super) fn add(&mut self, from: Node, to: impl IntoIterator<Item = Node>) {
        self.edges.entry(from).or_default().extend(to);
    }

    /// A local may hold this.
    pub(super) fn hold(&mut self, local: (CodeId, u32, u32), value: Abstract) {
        let before = self.held.remove(&local);
        let either = before.into_iter().chain([value]).reduce(Abstract::or);
        self.held.extend(either.map(|either| (local, either)));
    }

    /// What a local holds, where that is known by its parts.
    pub(super) fn held_in(&self, code: CodeId, local: u32, version: u32) -> impl Iterator<Item = &Abstract> {
        self.held.get(&(code, local, version)).into_iter()
    }

    pub(super) fn sure_of(&self, node: Node) -> Sure {
        self.sure.get(&node).copied().unwrap_or_default()
    }

    pub(super) fn may_be(&mut self, node: Node, sure: Sure) {
        let known = self.sure.entry(node).or_default();
        let both = known.or(sure);
        self.has_learned |= both != *known;
        *known = both;
    }
}
