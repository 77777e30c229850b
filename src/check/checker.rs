//! What works on a workspace, and collects what is wrong.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::defs::{Asked, PendingField};
use super::program::{GlobalId, ModuleId, ProcId, RosterId, TableId};
use super::scope::{Mention, Named};
use super::workspace::{Host, Workspace};
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::modules::{LoadError, Origin};

/// Works on a workspace, and collects what is wrong.
pub(super) struct Checker<'a, 'h> {
    pub(crate) ws: &'a mut Workspace,
    pub(crate) host: &'a mut Host<'h>,
    pub(crate) found: Vec<Diagnostic>,
    /// Names that lead to definitions, as they are resolved.
    pub(crate) mentions: Vec<Mention>,
    /// How many definitions are being worked out inside one another.
    pub(crate) depth: u32,
    /// How many expressions and blocks are being resolved inside one another.
    pub(crate) nested: u32,
    /// How many names have been compared with unknown ones.
    pub(crate) compared: usize,
    /// Sources that are being loaded, outermost first.
    pub(crate) loading: Vec<Origin>,
    /// What was asked for and could not be had.
    pub(crate) refused: FxHashMap<Asked, LoadError>,
    /// Fields whose bounds and defaults wait until all fields are known.
    pub(crate) pending_fields: Vec<PendingField>,
    /// Rosters that were worked out and not yet looked at as a whole.
    pub(crate) new_rosters: Vec<RosterId>,
    /// Whether a rule-set is being loaded because something of it was named in full.
    pub(crate) on_demand: bool,
    /// Fields of rosters that were reported to have no value.
    pub(crate) told_fields: Vec<(RosterId, usize)>,
    /// What a name stood for before a `let` at the top took it.
    pub(crate) shadowed: FxHashMap<GlobalId, Option<(Named, Span)>>,
    /// Procedures that a change makes to be worked out anew.
    pub(crate) define_later: Vec<ProcId>,
    /// Tables that a change has altered, to be proved once all changes are made.
    pub(crate) changed_tables: Vec<TableId>,
    /// Tables that a module has replaced as a whole, so that earlier changes of their rows are gone.
    pub(crate) replaced_tables: FxHashMap<TableId, ModuleId>,
}

impl<'a, 'h> Checker<'a, 'h> {
    pub(crate) fn new(ws: &'a mut Workspace, host: &'a mut Host<'h>) -> Checker<'a, 'h> {
        Checker {
            ws,
            host,
            found: Vec::new(),
            mentions: Vec::new(),
            depth: 0,
            nested: 0,
            compared: 0,
            loading: Vec::new(),
            refused: FxHashMap::default(),
            pending_fields: Vec::new(),
            new_rosters: Vec::new(),
            on_demand: false,
            told_fields: Vec::new(),
            shadowed: FxHashMap::default(),
            define_later: Vec::new(),
            changed_tables: Vec::new(),
            replaced_tables: FxHashMap::default(),
        }
    }

    /// Whether no further definition may be worked out inside those that are: it is taken as not known
    /// for now, so that the stack has a bound whatever a source says.
    pub(crate) fn is_deep(&self) -> bool {
        const DEFINITIONS: u32 = 40;
        const NESTED: u32 = 150;
        self.depth >= DEFINITIONS || self.nested >= NESTED
    }

    /// What was found, by place, each once.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.sort_by(|a, b| a.order().cmp(&b.order()));
        self.found.dedup();
        self.found
    }

    /// Takes down a report.
    pub(crate) fn report(&mut self, report: Diagnostic) {
        self.found.push(report);
    }

    /// A piece of source as it was written.
    pub(crate) fn written(&self, span: Span) -> Arc<str> {
        let source = self.host.sources.get(span.source);
        source.map_or_else(|| "".into(), |source| source.slice(span.range()).into())
    }
}
