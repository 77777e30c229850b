//! The resolved program: every name is an id, every place knows its kind, and what was shorthand
//! is written out. The plan is made from this and from nothing else.

mod apart;
mod called;
mod calm;
mod counters;
mod def;
mod drawn;
mod ending;
mod expr;
mod gathers;
mod guards;
mod ids;
mod interchangeable;
mod kind;
mod lookups;
mod order;
mod places;
mod renamed;
mod seen;
mod stmt;
mod straight;
mod symbols;
mod table;
mod waits;
mod walk;
mod walked;
mod worklist;
mod written_out;

use std::sync::Arc;

pub(crate) use apart::{items_apart, passes_alone, passes_apart};
pub(crate) use called::{Function, Param, Procedure};
pub(crate) use counters::{Counter, CounterLook, OfCount, counted_lists, list_begun, number_added};
pub(crate) use def::Def;
pub(crate) use drawn::{drawn_as_one, own_locals};
pub(crate) use expr::{
    Args, Closure, DiceGroup, Explosion, Expr, ExprKind, Faces, IsTest, ItemScope, Literal, Lookup,
    QueryKind, RowPick, TextPart,
};
pub(crate) use gathers::gathered_sum;
pub(crate) use guards::held_always;
pub(crate) use ids::{
    Capture, FnId, GlobalId, LocalId, ModuleId, OptionId, ProcId, PromptId, RosterId, ScaleId, SheetId,
    TableId, TimerId, UnitFamily, UnitId, UnrolledId,
};
pub(crate) use kind::{Kind, Scale, Unit, Units};
pub(crate) use order::{
    Called, ParamUses, bound_in_any_order, gathers_from_rolls, in_any_order, is_bound_in_any_order,
    is_sortable, only_counted, only_folded,
};
pub(crate) use places::{may_repeat, places_of};
pub(crate) use seen::{Fold, Tally, Threshold};
pub(crate) use stmt::{
    Block, Body, Ending, Place, PromptAsk, Repeat, Returns, Stmt, StmtKind, Straight, Telling, Worklist,
};
pub(crate) use symbols::{Symbol, Symbols};
pub(crate) use table::{Column, Match, Row, RowKey, Table};
pub(crate) use waits::Waiting;
pub(crate) use walk::Child;
pub(crate) use walked::walked_once;

use crate::base::{ByName, Named, SharedMap, SharedVec, Span};
use crate::syntax::ast::Doc;

/// All that was loaded, resolved. Big definitions are shared, so that a copy of a program is cheap.
#[derive(Debug, Clone, Default)]
pub(crate) struct Program {
    /// The session's own module, then the others, used ones before their users.
    pub modules: SharedVec<Module>,
    /// The started files, in the order in which they were started.
    pub started: Vec<ModuleId>,
    /// The units, built-in ones first.
    pub units: Units,
    /// Ladders and lists of words.
    pub scales: SharedVec<Scale>,
    /// House-rule switches with the value in force.
    pub options: SharedVec<Arc<OptionValue>>,
    /// What `keep` and a top-level `let` hold.
    pub globals: SharedVec<Global>,
    /// Kinds of records.
    pub sheets: SharedVec<Arc<Sheet>>,
    /// Where each file adds its fields to the sheet of heroes.
    pub hero_parts: Vec<Def>,
    /// The party and the other rosters.
    pub rosters: SharedVec<Arc<Roster>>,
    /// Tables, charts, decks, each-tables; stubs of tables too.
    pub tables: SharedVec<Arc<Table>>,
    /// The tags of tables.
    pub tags: Vec<(TableId, Arc<str>)>,
    /// Functions; stubs of functions too.
    pub fns: SharedVec<Arc<Function>>,
    /// Procedures; stubs of procedures too.
    pub procs: SharedVec<Arc<Procedure>>,
    /// Timers that procedures start.
    pub timers: SharedVec<Timer>,
    /// Prompts, for naming and answering them.
    pub prompts: SharedVec<PromptInfo>,
    /// Answers that the files themselves give, in order.
    pub policy: SharedVec<Policy>,
    /// The top-level statements of the started file, in order.
    pub main: Arc<Body>,
    /// What holds from the campaign's start: the top-level `every` and `when` of used files, a body for
    /// each file.
    pub standing: SharedVec<Body>,
    /// The tests of the started files.
    pub tests: SharedVec<Arc<Test>>,
    /// What `change` altered: the whole of the definition, and the name in the line that says so.
    pub changes: SharedVec<(Span, Span)>,
    /// The same, to see whether one is among them.
    pub noted_changes: SharedMap<(Span, Span), ()>,
}

/// A loaded file or rule-set.
#[derive(Debug, Clone)]
pub(crate) struct Module {
    /// The name that stands before a dot.
    pub name: Arc<str>,
    /// Its title, for display.
    pub title: Option<Arc<str>>,
    /// `source`, `author`, `license`, `tags` and the like, in order.
    pub about: Vec<(Arc<str>, Arc<str>)>,
    /// The doc comment of its `rules` line.
    pub doc: Doc,
    /// Where it is defined.
    pub span: Span,
}

/// A house-rule switch.
#[derive(Debug, Clone)]
pub(crate) struct OptionValue {
    /// Its definition.
    pub def: Def,
    /// What it may be.
    pub kind: Kind,
    /// The value in force; for `dice` and `table` it stays unrolled and each mention rolls it.
    pub value: Expr,
    /// The default as written.
    pub default_text: Arc<str>,
    /// The value in force as written.
    pub text: Arc<str>,
    /// Whether it is not the default.
    pub changed: bool,
}

/// What `keep` or a top-level `let` holds.
#[derive(Debug, Clone)]
pub(crate) struct Global {
    /// Its definition.
    pub def: Def,
    /// What it may hold.
    pub kind: Kind,
    /// The bounds a number stops at, both ends included.
    pub bounds: Option<Box<(Expr, Expr)>>,
    /// What it holds at first; a top-level `let` is given its value when its statement runs, and is
    /// `nothing` before.
    pub initial: Expr,
    /// `keep`: saved with the campaign.
    pub kept: bool,
    /// `keep quietly`: reports do not tell when it changes.
    pub quiet: bool,
    /// A top-level `let` whose value is rolled.
    pub rolled: bool,
}

impl Global {
    /// How the names of those begin that hold what the coming rolls on a table are given.
    pub(crate) const COMING: &str = "next rolls on ";

    /// Whether it holds what the coming rolls on a table are given. No program can name it.
    pub(crate) fn is_coming(&self) -> bool {
        self.def.name.starts_with(Global::COMING)
    }
}

/// A kind of record.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    /// Its definition.
    pub def: Def,
    /// Its fields in order; every module's `sheet hero` adds to one sheet.
    pub fields: ByName<SheetField>,
}

/// A field of a sheet. Its expressions see the record as local 0.
#[derive(Debug, Clone)]
pub(crate) struct SheetField {
    /// Its name.
    pub name: Arc<str>,
    /// What it may hold.
    pub kind: Kind,
    /// The bounds a number stops at, both ends included.
    pub bounds: Option<(Expr, Expr)>,
    /// What it holds where the roster does not say.
    pub default: Option<Expr>,
    /// Its doc comment.
    pub doc: Doc,
}

impl Named for SheetField {
    fn name(&self) -> &Arc<str> {
        &self.name
    }
}

/// Records of one sheet.
#[derive(Debug, Clone)]
pub(crate) struct Roster {
    /// Its definition.
    pub def: Def,
    /// The sheet.
    pub sheet: SheetId,
    /// Its records when a campaign begins: a value for every field that is given, in the sheet's order.
    pub records: Vec<RosterRecord>,
}

/// A record as a roster's table gives it.
#[derive(Debug, Clone)]
pub(crate) struct RosterRecord {
    /// The name as shown: `Old Mag`.
    pub name: Arc<str>,
    /// The values by field of the sheet; `None` where the default holds.
    pub fields: Vec<Option<Expr>>,
    /// The row.
    pub span: Span,
}

/// A timer that some statement starts.
#[derive(Debug, Clone)]
pub(crate) struct Timer {
    /// Its definition.
    pub def: Def,
    /// Whose it is: the local that its body sees it in, where each has one.
    pub each: bool,
}

/// A prompt, for those who answer it.
#[derive(Debug, Clone)]
pub(crate) struct PromptInfo {
    /// Its name: `deed`.
    pub name: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

/// An answer that a file gives.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// The prompt's name.
    pub prompt: Arc<str>,
    /// The answer, with its own locals.
    pub answer: Expr,
    /// Only while this holds.
    pub condition: Option<Expr>,
    /// The module that says it.
    pub module: ModuleId,
    /// Where it stands.
    pub span: Span,
}

/// A test.
#[derive(Debug, Clone)]
pub(crate) struct Test {
    /// What it is about.
    pub title: Arc<str>,
    /// The module it stands in.
    pub module: ModuleId,
    /// What it does.
    pub body: Body,
    /// Where it stands.
    pub span: Span,
}
