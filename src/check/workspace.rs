//! All that is loaded, and the ways to add to it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::mentions::Mention;
use super::program::{
    Block, Body, Closure, Def, ExprKind, GlobalId, Kind, Module, ModuleId, OptionId, Program, PromptId,
    Roster, RosterId, ScaleId, Sheet, SheetId, UnitId,
};
use super::scope::{KindName, ModuleScope, Named, Place, Scope, Want};
use super::table::TableInfo;
use crate::base::{SharedMap, SharedVec, SourceId, Sources, Span};
use crate::diag::Diagnostic;
use crate::modules::{LoadError, Loader, Origin, SourceText};
use crate::syntax::ast;

/// What checking needs of the world: where sources come from, and where their texts are kept.
pub(crate) struct Host<'a> {
    /// Finds and reads files and rule-sets.
    pub loader: &'a mut Loader,
    /// Every source of the session.
    pub sources: &'a mut Sources,
}

/// How far a definition has been worked out. What it was written as is kept until then.
#[derive(Debug, Clone)]
pub(super) enum Progress<T> {
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
    pub module: ModuleId,
    pub change: Arc<ast::Change>,
}

/// A procedure as written; kept, since a later `change` works it out anew.
#[derive(Debug, Clone)]
pub(super) struct ProcDef {
    pub written: Option<Arc<ast::Procedure>>,
    pub changes: Vec<StepChange>,
    /// The parts it returns with their kinds; a plain result has an empty name.
    pub gives: Vec<(Arc<str>, Kind, super::scope::Words)>,
    pub state: Progress<()>,
}

/// The value of a global as written.
#[derive(Debug, Clone)]
pub(super) struct GlobalDef {
    pub value: ast::Expr,
    pub bounds: Option<(ast::Expr, ast::Expr)>,
}

/// Definitions that are not worked out yet, by their ids, and what is known of those that are.
#[derive(Debug, Clone, Default)]
pub(super) struct Defs {
    pub tables: SharedVec<Progress<ast::Table>>,
    pub infos: SharedVec<Arc<TableInfo>>,
    pub fns: SharedVec<Progress<ast::FnDef>>,
    pub procs: SharedVec<ProcDef>,
    pub globals: SharedVec<Progress<GlobalDef>>,
    pub options: SharedVec<Progress<ast::OptionDef>>,
    pub prompt_kinds: SharedVec<Kind>,
    /// Where a sheet's field is declared.
    pub field_spans: SharedMap<(SheetId, Arc<str>), Span>,
    /// Where the words of ladders and lists are written.
    pub word_spans: SharedMap<(ScaleId, u32), Span>,
    /// Fields that no sheet declares yet: a column of a roster made them.
    pub columns_as_fields: Vec<(SheetId, Arc<str>)>,
    /// How many locals the parameters of a definition and their defaults take.
    pub param_locals: SharedMap<super::load::Defined, u32>,
    /// The names of records by their place in the roster's table.
    pub member_names: SharedMap<(RosterId, u32), Arc<str>>,
}

/// What a module defines, and where it came from.
#[derive(Debug, Clone)]
pub(super) struct ModuleInfo {
    pub origin: Origin,
    pub scope: Arc<ModuleScope>,
}

/// All that is loaded. A copy is cheap; ids stay good when more is added.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    pub(super) program: Program,
    pub(super) modules: SharedVec<ModuleInfo>,
    pub(super) defs: Defs,
    pub(super) builtin_units: Arc<FxHashMap<Arc<str>, UnitId>>,
}

impl Default for Workspace {
    fn default() -> Workspace {
        Workspace::new()
    }
}

impl Workspace {
    /// Nothing but what is built in: the session's own module, the units, and a party without members.
    pub(crate) fn new() -> Workspace {
        let mut program = Program::default();
        let builtin_units = Arc::new(super::units::built_in(&mut program.units));
        let nowhere = Span::new(SourceId(u32::MAX), 0, 0);
        let def = |name: &str| Def {
            name: name.into(),
            module: ModuleId(0),
            title: None,
            doc: None,
            span: nowhere,
            whole: nowhere,
        };
        program.sheets.push(Arc::new(Sheet { def: def("hero"), fields: Vec::new() }));
        let party = Roster { def: def("party"), sheet: SheetId(0), records: Vec::new() };
        program.rosters.push(Arc::new(party));
        let mut workspace =
            Workspace { program, modules: SharedVec::new(), defs: Defs::default(), builtin_units };
        workspace.add_module("session", Origin::Session("session".into()), nowhere);
        workspace
    }

    /// The sheet of the party's members.
    pub(crate) const HERO: SheetId = SheetId(0);
    /// The party.
    pub(crate) const PARTY: RosterId = RosterId(0);
    /// The module of what is typed in a session. It sees all that the started files see.
    pub(crate) const SESSION: ModuleId = ModuleId(0);

    /// The resolved program.
    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// Loads a started file with all that it uses. Everything is kept even where there are mistakes,
    /// so that the rest of the file can be looked at; it must not be run then.
    pub(crate) fn load_main(&mut self, host: &mut Host<'_>, text: SourceText) -> Vec<Diagnostic> {
        let mut checker = Checker::new(self, host);
        checker.start(text);
        checker.finish()
    }

    /// The same, with every name in the sources that leads to a definition.
    pub(crate) fn load_with_mentions(
        &mut self,
        host: &mut Host<'_>,
        text: SourceText,
    ) -> (Vec<Diagnostic>, Vec<Mention>) {
        let mut checker = Checker::new(self, host);
        checker.start(text);
        let mentions = checker.take_mentions();
        (checker.finish(), mentions)
    }

    /// Where the text of each loaded file came from, by its source.
    pub(crate) fn origins(&self) -> impl Iterator<Item = (SourceId, &Origin)> {
        let modules = self.program.modules.iter().zip(&self.modules);
        modules.map(|(module, info)| (module.span.source, &info.origin))
    }

    /// Adds what was typed: definitions, `use`, statements. Gives the statements to run. Where there is
    /// an error, nothing has changed.
    pub(crate) fn extend(&mut self, host: &mut Host<'_>, entry: ast::File) -> (Body, Vec<Diagnostic>) {
        self.extend_but(host, entry, &|_| false)
    }

    /// The same, where some mistakes do not matter: those of what was done before and is not run again.
    pub(crate) fn extend_but(
        &mut self,
        host: &mut Host<'_>,
        entry: ast::File,
        excused: &dyn Fn(&Diagnostic) -> bool,
    ) -> (Body, Vec<Diagnostic>) {
        let mut draft = self.clone();
        let mut checker = Checker::new(&mut draft, host);
        let body = checker.entry(entry);
        let found = checker.finish();
        if found.iter().any(|report| report.is_error() && !excused(report)) {
            return (Body::default(), found);
        }
        *self = draft;
        (body, found)
    }

    /// Resolves one expression in the session's module. Rule-sets that it names in full are loaded.
    pub(crate) fn expression(
        &mut self,
        host: &mut Host<'_>,
        written: &ast::Expr,
    ) -> (Closure, Vec<Diagnostic>) {
        let mut checker = Checker::new(self, host);
        let mut scope = Scope::new(Workspace::SESSION, Place::Top);
        let body = checker.expr(&mut scope, written, &Want::any());
        let locals = scope.frame().count();
        let closure = Closure {
            before: None,
            turns: None,
            body,
            given: None,
            captures: Vec::new(),
            locals,
            dice: None,
        };
        (closure, checker.finish())
    }

    /// Puts another value of an option in force: `--set module.option=value`. The name may be given
    /// with its module or, where only one has it, without.
    pub(crate) fn set_option(
        &mut self,
        host: &mut Host<'_>,
        name: &ast::Path,
        value: &ast::Expr,
    ) -> Vec<Diagnostic> {
        let mut draft = self.clone();
        let mut checker = Checker::new(&mut draft, host);
        checker.set_option_by_path(name, value);
        let found = checker.finish();
        if !found.iter().any(Diagnostic::is_error) {
            *self = draft;
        }
        found
    }

    /// Adds an empty module.
    pub(super) fn add_module(&mut self, name: &str, origin: Origin, span: Span) -> ModuleId {
        let id = ModuleId::from(self.modules.len());
        self.modules.push(ModuleInfo { origin, scope: Arc::default() });
        let name = name.into();
        self.program.modules.push(Module { name, title: None, about: Vec::new(), doc: None, span });
        id
    }

    pub(super) fn scope(&self, module: ModuleId) -> &ModuleScope {
        &self.modules.get(module.index()).expect("module ids are indices of the list of modules").scope
    }

    pub(super) fn scope_mut(&mut self, module: ModuleId) -> &mut ModuleScope {
        let info = self.modules.get_mut(module.index());
        Arc::make_mut(&mut info.expect("module ids are indices of the list of modules").scope)
    }

    /// The modules whose names a module reads bare: nearest first, equals together.
    fn layers(&self, module: ModuleId) -> Vec<Vec<ModuleId>> {
        let uses = |of: ModuleId| self.scope(of).uses.iter().map(|(_, used)| *used);
        let direct: Vec<ModuleId> = uses(module).collect();
        let mut layers = vec![vec![module], direct.clone()];
        if module == Workspace::SESSION {
            layers.push(direct.iter().flat_map(|used| uses(*used)).collect());
        }
        layers
    }

    /// Whether a bare name is read in the session's module.
    pub(crate) fn reads_bare(&self, name: &str) -> bool {
        !self.named(Workspace::SESSION, name).is_empty()
    }

    /// Whether a bare name is a ladder, words, a sheet or a unit in the session's module.
    pub(crate) fn reads_kind(&self, name: &str) -> bool {
        self.kind_named(Workspace::SESSION, name).is_some()
            || !self.units_named(Workspace::SESSION, name).is_empty()
    }

    /// The name of the module that a name before a dot leads to in the session's module.
    pub(crate) fn leads_to(&self, name: &str) -> Option<&Arc<str>> {
        let module = self.module_named(Workspace::SESSION, name)?;
        self.program.modules.get(module.index()).map(|module| &module.name)
    }

    /// Lets `new` stand in the session's module for what `old` stands for there.
    pub(crate) fn alias(&mut self, new: &str, old: &str) {
        let names = &mut self.scope_mut(Workspace::SESSION).names;
        if let Some(found) = names.get(old).copied() {
            names.insert(new.into(), found);
        }
    }

    /// What a name stands for in a module. Several where modules that are used disagree.
    pub(super) fn named(&self, module: ModuleId, name: &str) -> Vec<(ModuleId, Named, Span)> {
        for layer in self.layers(module) {
            let mut hits: Vec<(ModuleId, Named, Span)> = Vec::new();
            for module in layer {
                if let Some((named, span)) = self.scope(module).names.get(name)
                    && !hits.iter().any(|hit| hit.1 == *named)
                {
                    hits.push((module, *named, *span));
                }
            }
            if !hits.is_empty() {
                return hits;
            }
        }
        match name {
            "party" => vec![(Workspace::SESSION, Named::Roster(Workspace::PARTY), self.party_span())],
            _ => Vec::new(),
        }
    }

    fn party_span(&self) -> Span {
        let party = self.program.rosters.first();
        party.map(|party| party.def.span).expect("a program always has the party")
    }

    /// Every module in reach of another one, itself first, each once.
    pub(super) fn reachable(&self, module: ModuleId) -> Vec<ModuleId> {
        let mut all = vec![module];
        let mut next = 0;
        while let Some(id) = all.get(next).copied() {
            next += 1;
            for (_, used) in &self.scope(id).uses {
                if !all.contains(used) {
                    all.push(*used);
                }
            }
        }
        all
    }

    /// The ladder, words or sheet of this name in reach of a module.
    pub(super) fn kind_named(&self, module: ModuleId, name: &str) -> Option<KindName> {
        let mut all = self.reachable(module).into_iter();
        let found = all.find_map(|id| self.scope(id).kinds.get(name).map(|(kind, _)| *kind));
        found.or_else(|| (name == "hero").then_some(KindName::Sheet(Workspace::HERO)))
    }

    /// The units of this name in reach of a module: nearest layer first; several where modules differ.
    pub(super) fn units_named(&self, module: ModuleId, name: &str) -> Vec<UnitId> {
        let mut layers = self.layers(module);
        layers.push(self.reachable(module));
        for layer in layers {
            let mut hits: Vec<UnitId> = layer
                .iter()
                .filter_map(|id| self.scope(*id).units.get(name).map(|(unit, _)| *unit))
                .collect();
            hits.sort_unstable();
            hits.dedup();
            if !hits.is_empty() {
                return hits;
            }
        }
        self.builtin_units.get(name).copied().into_iter().collect()
    }

    /// The module that stands before a dot in another one.
    pub(super) fn module_named(&self, module: ModuleId, name: &str) -> Option<ModuleId> {
        let in_scope = |of: ModuleId| self.scope(of).uses.iter().find(|(alias, _)| &**alias == name);
        let own = self.program.modules.get(module.index()).is_some_and(|own| &*own.name == name);
        let mut layers = self.layers(module).into_iter().flatten();
        own.then_some(module).or_else(|| layers.find_map(|of| in_scope(of).map(|(_, id)| *id)))
    }

    /// Every ladder and list of words in reach of a module.
    pub(super) fn scales_in_reach(&self, module: ModuleId) -> Vec<ScaleId> {
        let kinds = self.reachable(module).into_iter().flat_map(|id| self.scope(id).kinds.values());
        let mut scales: Vec<ScaleId> = kinds
            .filter_map(|(kind, _)| match kind {
                KindName::Scale(id) => Some(*id),
                KindName::Sheet(_) => None,
            })
            .collect();
        scales.sort_unstable();
        scales
    }

    /// Every bare value name in reach of a module, for suggestions.
    pub(super) fn names_in_reach(&self, module: ModuleId) -> Vec<Arc<str>> {
        let mut names: Vec<Arc<str>> = self
            .layers(module)
            .into_iter()
            .flatten()
            .flat_map(|id| self.scope(id).names.keys().cloned().collect::<Vec<_>>())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The option of an id that this workspace gave.
    pub(super) fn option_def(&self, id: OptionId) -> &super::program::OptionValue {
        self.program.options.get(id.index()).expect("option ids are indices of the list of options")
    }

    /// The kind that a prompt's answer has.
    pub(super) fn prompt_kind(&self, id: PromptId) -> Kind {
        self.defs.prompt_kinds.get(id.index()).cloned().unwrap_or(Kind::Any)
    }
}

/// Works on a workspace, and collects what is wrong.
pub(super) struct Checker<'a, 'h> {
    pub ws: &'a mut Workspace,
    pub host: &'a mut Host<'h>,
    pub found: Vec<Diagnostic>,
    /// Names that lead to definitions, as they are resolved.
    pub mentions: Vec<Mention>,
    /// How many definitions are being worked out inside one another.
    pub depth: u32,
    /// How many expressions and blocks are being resolved inside one another.
    pub nested: u32,
    /// How many names have been compared with unknown ones.
    pub(crate) compared: usize,
    /// Sources that are being loaded, outermost first.
    pub loading: Vec<Origin>,
    /// What was asked for and could not be had.
    pub(crate) refused: FxHashMap<super::load::Asked, LoadError>,
    /// Fields whose bounds and defaults wait until all fields are known.
    pub pending_fields: Vec<super::records::PendingField>,
    /// Rosters that were worked out and not yet looked at as a whole.
    pub new_rosters: Vec<RosterId>,
    /// Whether a rule-set is being loaded because something of it was named in full.
    pub on_demand: bool,
    /// Fields of rosters that were reported to have no value.
    pub told_fields: Vec<(RosterId, usize)>,
    /// What a name stood for before a `let` at the top took it.
    pub shadowed: FxHashMap<GlobalId, Option<(Named, Span)>>,
    /// Procedures that a change makes to be worked out anew.
    pub define_later: Vec<super::program::ProcId>,
    /// Tables that a change has altered, to be proved once all changes are made.
    pub changed_tables: Vec<super::program::TableId>,
    /// Tables that a module has replaced as a whole, so that earlier changes of their rows are gone.
    pub replaced_tables: FxHashMap<super::program::TableId, ModuleId>,
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

/// An expression that could not be resolved.
pub(super) fn broken(span: Span) -> super::program::Expr {
    super::program::Expr { kind: ExprKind::Broken, span, gives: Kind::Any }
}

/// A body of these statements.
pub(super) fn body(block: Block, scope: &mut Scope) -> Body {
    Body { block, locals: scope.frame().names() }
}
