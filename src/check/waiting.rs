//! What waits until more is known.

use rustc_hash::FxHashMap;

use super::kinds::WrittenBounds;
use super::program::{ModuleId, ProcId, RosterId, SheetId, TableId};
use crate::syntax::ast;

/// A field whose bounds and default wait until all fields are known.
pub(super) struct PendingField {
    pub(super) module: ModuleId,
    pub(super) sheet: SheetId,
    pub(super) at: usize,
    pub(super) bounds: WrittenBounds,
    pub(super) default: Option<ast::Expr>,
}

/// Fields and rosters that are not complete.
#[derive(Default)]
pub(super) struct OpenRecords {
    fields: Vec<PendingField>,
    rosters: Vec<RosterId>,
    /// Fields of rosters that were reported to have no value.
    told: Vec<(RosterId, usize)>,
}

impl OpenRecords {
    pub(super) fn add_field(&mut self, field: PendingField) {
        self.fields.push(field);
    }

    /// The fields that waited.
    pub(super) fn take_fields(&mut self) -> Vec<PendingField> {
        std::mem::take(&mut self.fields)
    }

    /// Adds a roster that was worked out, to be looked at as a whole.
    pub(super) fn add_roster(&mut self, roster: RosterId) {
        self.rosters.push(roster);
    }

    /// The rosters that waited.
    pub(super) fn take_rosters(&mut self) -> Vec<RosterId> {
        std::mem::take(&mut self.rosters)
    }

    /// Whether it is told for the first time that a field of a roster has no value.
    pub(super) fn tell(&mut self, roster: RosterId, field: usize) -> bool {
        let new = !self.told.contains(&(roster, field));
        if new {
            self.told.push((roster, field));
        }
        new
    }
}

/// What `change` has altered.
#[derive(Default)]
pub(super) struct Altered {
    procs: Vec<ProcId>,
    tables: Vec<TableId>,
    replaced: FxHashMap<TableId, ModuleId>,
}

impl Altered {
    /// Has a procedure worked out anew.
    pub(super) fn add_proc(&mut self, id: ProcId) {
        self.procs.push(id);
    }

    /// The procedures to be worked out anew.
    pub(super) fn take_procs(&mut self) -> Vec<ProcId> {
        std::mem::take(&mut self.procs)
    }

    /// Has a table proved once all changes are made.
    pub(super) fn add_table(&mut self, id: TableId) {
        self.tables.push(id);
    }

    /// The tables to be proved.
    pub(super) fn take_tables(&mut self) -> Vec<TableId> {
        std::mem::take(&mut self.tables)
    }

    /// A module has replaced a table as a whole.
    pub(super) fn replace(&mut self, id: TableId, by: ModuleId) {
        self.replaced.insert(id, by);
    }

    /// Whether a later module than this one has replaced a table, so that a change of its rows is gone.
    pub(super) fn is_replaced_after(&self, id: TableId, module: ModuleId) -> bool {
        self.replaced.get(&id).is_some_and(|by| module < *by)
    }
}

/// How deep definitions and expressions stand in one another.
#[derive(Debug, Default)]
pub(super) struct Depth {
    definitions: u32,
    nested: u32,
}

impl Depth {
    /// Whether no further definition may be worked out inside those that are: it is taken as not known
    /// for now, so that the stack has a bound whatever a source says.
    pub(super) fn is_deep(&self) -> bool {
        const DEFINITIONS: u32 = 40;
        const NESTED: u32 = 150;
        self.definitions >= DEFINITIONS || self.nested >= NESTED
    }

    /// A definition is being worked out.
    pub(super) fn define(&mut self) {
        self.definitions += 1;
    }

    /// It is done.
    pub(super) fn defined(&mut self) {
        self.definitions -= 1;
    }

    /// An expression or a block is being resolved.
    pub(super) fn enter(&mut self) {
        self.nested += 1;
    }

    /// It is done.
    pub(super) fn leave(&mut self) {
        self.nested -= 1;
    }
}
