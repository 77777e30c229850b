//! What is known of definitions while they are worked out, and afterwards.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::kinds::one_of;
use super::program::{
    FnId, GlobalId, Kind, ModuleId, OptionId, ProcId, PromptId, RosterId, ScaleId, SheetId, TableId,
};
use super::scope::{BareWords, ModuleScope, SummedDice};
use crate::base::{ByName, Named, SharedMap, SharedVec, Span, WordList};
use crate::modules::Origin;
use crate::syntax::ast;

/// A definition, by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Defined {
    Option(OptionId),
    Global(GlobalId),
    Table(TableId),
    Fn(FnId),
    Proc(ProcId),
}

/// How far a definition has been worked out. What it was written as is kept until then.
#[derive(Debug, Clone)]
pub(super) enum DefinitionState<T> {
    /// Not yet.
    Waiting(Arc<T>),
    /// At this moment: whoever asks now stands in a circle.
    Running,
    /// Done.
    Done,
}

/// A change of a procedure's steps, and the module that made it.
#[derive(Debug, Clone)]
pub(super) struct StepChange {
    pub(crate) module: ModuleId,
    pub(crate) change: Arc<ast::Change>,
}

/// The changes of a procedure's steps, in the order in which they are made.
#[derive(Debug, Clone, Default)]
pub(super) struct StepChanges {
    all: Vec<StepChange>,
    /// Those of each step.
    of: FxHashMap<Arc<str>, Vec<usize>>,
}

impl StepChanges {
    /// Adds a change of a step.
    pub(super) fn add(&mut self, change: StepChange) {
        if let Some(step) = change.change.kind.step() {
            self.of.entry(Arc::clone(&step.text)).or_default().push(self.all.len());
        }
        self.all.push(change);
    }

    /// All of them.
    pub(super) fn all(&self) -> &[StepChange] {
        &self.all
    }

    /// Those of a step.
    pub(super) fn of(&self, step: &str) -> Vec<StepChange> {
        let places = self.of.get(step).into_iter().flatten();
        places.filter_map(|at| self.all.get(*at).cloned()).collect()
    }

    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        *self = StepChanges::default();
    }
}

/// A procedure as written; kept, since a later `change` works it out anew.
#[derive(Debug, Clone)]
pub(super) struct ProcDef {
    pub(crate) written: Option<Arc<ast::Procedure>>,
    pub(crate) changes: StepChanges,
    /// The parts it returns with their kinds; a plain result has an empty name.
    pub(crate) gives: Vec<(Arc<str>, Kind, BareWords)>,
    pub(crate) state: DefinitionState<()>,
}

/// The value of a global as written.
#[derive(Debug, Clone)]
pub(super) struct GlobalDef {
    pub(crate) value: Arc<ast::Expr>,
    pub(crate) bounds: Option<Box<(ast::Expr, ast::Expr)>>,
}

/// Definitions that are not worked out yet, by their ids, and what is known of those that are.
#[derive(Debug, Clone, Default)]
pub(super) struct Defs {
    pub(crate) tables: SharedVec<DefinitionState<ast::Table>>,
    pub(crate) infos: SharedVec<Arc<TableInfo>>,
    pub(crate) fns: SharedVec<DefinitionState<ast::FnDef>>,
    pub(crate) procs: SharedVec<ProcDef>,
    pub(crate) globals: SharedVec<DefinitionState<GlobalDef>>,
    pub(crate) options: SharedVec<DefinitionState<ast::OptionDef>>,
    pub(crate) prompt_kinds: SharedVec<Kind>,
    /// The prompt of a procedure that was declared last under a name.
    pub(crate) prompt_names: SharedMap<(ProcId, Arc<str>), PromptId>,
    /// Where a sheet's field is declared.
    pub(crate) field_spans: SharedMap<(SheetId, Arc<str>), Span>,
    /// Where the words of ladders and lists are written.
    pub(crate) word_spans: SharedMap<(ScaleId, u32), Span>,
    /// Fields that no sheet declares yet: a column of a roster made them.
    pub(crate) columns_as_fields: Vec<(SheetId, Arc<str>)>,
    /// The dice that a top-level `let` is the sum of.
    pub(crate) sums: SharedMap<GlobalId, SummedDice>,
    /// How many locals the parameters of a definition and their defaults take.
    pub(crate) param_locals: SharedMap<Defined, u32>,
    /// The names of records by their place in the roster's table.
    pub(crate) member_names: SharedMap<(RosterId, u32), Arc<str>>,
}

/// What a module defines, and where it came from.
#[derive(Debug, Clone)]
pub(super) struct ModuleInfo {
    pub(crate) origin: Origin,
    pub(crate) scope: Arc<ModuleScope>,
}

/// What is known of a table's result column.
#[derive(Debug, Clone)]
pub(super) struct ColumnInfo {
    pub(crate) name: Arc<str>,
    pub(crate) heading: Arc<str>,
    pub(crate) span: Span,
    pub(crate) kind: Kind,
}

impl Named for ColumnInfo {
    fn name(&self) -> &Arc<str> {
        &self.name
    }
}

/// What is known of a table without its cells being worked out.
#[derive(Debug, Clone)]
pub(super) struct TableInfo {
    pub(crate) columns: ByName<ColumnInfo>,
    /// Keys that are words, as written.
    pub(crate) keys: WordList,
    /// The second keys of a chart that has two.
    pub(crate) headings: WordList,
    /// The kind of the key: a word list where the heading names one.
    pub(crate) key_kind: Kind,
    /// The kind of the second key.
    pub(crate) heading_kind: Kind,
    /// Names of rows: small letters to the name as written.
    pub(crate) row_names: FxHashMap<String, Arc<str>>,
    /// Whether some row has live parts in its name.
    pub(crate) has_live_names: bool,
}

impl Default for TableInfo {
    fn default() -> TableInfo {
        TableInfo {
            columns: ByName::default(),
            keys: WordList::default(),
            headings: WordList::default(),
            key_kind: Kind::Any,
            heading_kind: Kind::Any,
            row_names: FxHashMap::default(),
            has_live_names: false,
        }
    }
}

impl TableInfo {
    /// What one cell of a chart with two keys gives.
    pub(crate) fn cell_kind(&self) -> Kind {
        let kinds: Vec<Kind> = self.columns.iter().map(|column| column.kind.clone()).collect();
        let kind = one_of(kinds);
        // A chart of ranges gives the heading whose range holds the second key.
        if kind.alternatives().contains(&Kind::Range) { Kind::Text.or_nothing() } else { kind }
    }
}
