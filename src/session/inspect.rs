//! Looking at what is loaded and in play: nothing changes by it.

use std::sync::Arc;

use super::papers::Papers;
use super::view::Viewer;
use super::world::World;
use super::{Named, names};
use crate::base::Sources;
use crate::check::program::{Program, Test};
use crate::engine::State;
use crate::plan::Value;

/// A look at a session.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inspect<'s> {
    world: &'s World,
    papers: &'s Papers,
}

impl<'s> Inspect<'s> {
    /// Of a world, with its texts.
    pub(super) fn new(world: &'s World, papers: &'s Papers) -> Inspect<'s> {
        Inspect { world, papers }
    }

    /// Every source so far.
    pub(crate) fn sources(self) -> &'s Sources {
        self.papers.sources()
    }

    /// What a name holds now, where it is one of `keep` or `let`.
    pub(crate) fn value_of(self, named: &Named) -> Option<Value> {
        let at = self
            .program()
            .globals
            .iter()
            .position(|global| Some(global.def.span) == named.def.as_ref().map(|def| def.span));
        self.world.state().globals.get(at?).cloned()
    }

    /// The state in play.
    pub(crate) fn state(self) -> &'s State {
        self.world.state()
    }

    /// The names of the modules of the started files.
    pub(crate) fn started(self) -> Vec<Arc<str>> {
        let modules = &self.program().modules;
        let started = self.program().started.iter().filter_map(|id| modules.get(id.index()));
        started.map(|module| Arc::clone(&module.name)).collect()
    }

    /// Whether a name is read without its module.
    pub(crate) fn reads_bare(self, named: &Named) -> bool {
        self.world.workspace().reads_bare(&named.name)
    }

    /// Whether the session knows a name without its module.
    pub(crate) fn is_defined(self, name: &str) -> bool {
        self.world.workspace().reads_bare(name)
    }

    /// Everything that is defined, in the order of modules and definitions.
    pub(crate) fn names(self) -> Vec<Named> {
        names::defined(self.program())
    }

    /// Whether a name is that of a table with this tag.
    pub(crate) fn has_tag(self, named: &Named, tag: &str) -> bool {
        let Some(def) = &named.def else { return false };
        let tables = &self.program().tables;
        let is_it = |id: crate::check::program::TableId| {
            tables.get(id.index()).is_some_and(|table| table.def.span == def.span)
        };
        self.program().tags.iter().any(|(id, of)| of.eq_ignore_ascii_case(tag) && is_it(*id))
    }

    /// The tests of the started files.
    pub(crate) fn tests(self) -> Vec<Arc<Test>> {
        let program = self.program();
        program.tests.iter().filter(|test| program.started.contains(&test.module)).cloned().collect()
    }

    /// What is loaded.
    pub(crate) fn program(self) -> &'s Program {
        self.world.program()
    }

    /// A value as people read it.
    pub(crate) fn show(self, value: &Value) -> String {
        self.world.show(value)
    }

    /// A value as JSON.
    pub(crate) fn json(self, value: &Value) -> serde_json::Value {
        self.world.json(value)
    }

    /// What is needed to show values while something runs.
    pub(crate) fn viewer(self) -> Viewer {
        Viewer::of(self.world, self.papers.sources())
    }

    /// The world itself.
    pub(super) fn world(self) -> &'s World {
        self.world
    }
}
