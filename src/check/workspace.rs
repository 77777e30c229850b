//! All that is loaded, and what names stand for in it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::defs::{Defs, ModuleInfo};
use super::program::{
    Def, GlobalId, Kind, Module, ModuleId, OptionId, ProcId, Program, PromptId, Roster, RosterId, ScaleId,
    Sheet, SheetId, TableId, TimerId, UnitId,
};
use super::scope::{KindName, ModuleScope, NameMeaning, Scope};
use crate::base::{ByName, SharedVec, SourceId, Sources, Span};
use crate::modules::{Loader, Origin};
use crate::syntax::ast::Name;

/// What checking needs of the world: where sources come from, and where their texts are kept.
pub(crate) struct SourceHost<'a> {
    /// Finds and reads files and rule-sets.
    pub loader: &'a mut Loader,
    /// Every source of the session.
    pub sources: &'a mut Sources,
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
        program.sheets.push(Arc::new(Sheet { def: def("hero"), fields: ByName::default() }));
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

    /// Where the text of each loaded file came from, by its source.
    pub(crate) fn origins(&self) -> impl Iterator<Item = (SourceId, &Origin)> {
        let modules = self.program.modules.iter().zip(&self.modules);
        modules.map(|(module, info)| (module.span.source, &info.origin))
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
        let uses = |of: ModuleId| self.scope(of).uses.modules();
        let direct = uses(module).to_vec();
        if direct.is_empty() {
            return vec![vec![module]];
        }
        let mut layers = vec![vec![module], direct.clone()];
        if module == Workspace::SESSION {
            layers.push(direct.iter().flat_map(|used| uses(*used)).copied().collect());
        }
        layers
    }

    /// Whether a bare name is read in the session's module.
    pub(crate) fn reads_bare(&self, name: &str) -> bool {
        !self.named(Workspace::SESSION, name).is_empty()
    }

    /// Whether a bare name is a ladder, words, a sheet or a unit in the session's module.
    pub(crate) fn reads_kind(&self, name: &str) -> bool {
        self.kind_named(Workspace::SESSION, name).is_some() || self.reads_unit(name)
    }

    /// What a bare name stands for in the session's module, in words.
    pub(crate) fn stands_for(&self, name: &str) -> Option<&'static str> {
        self.named(Workspace::SESSION, name).first().map(|(_, named, _)| named.what())
    }

    /// Whether a bare name is a unit in the session's module.
    pub(crate) fn reads_unit(&self, name: &str) -> bool {
        !self.units_named(Workspace::SESSION, name).is_empty()
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
    pub(super) fn named(&self, module: ModuleId, name: &str) -> Vec<(ModuleId, NameMeaning, Span)> {
        let own = self.scope(module);
        // Most names are a module's own, and most others no module's.
        if let Some((named, span)) = own.names.get(name) {
            return vec![(module, *named, *span)];
        }
        let layers = if own.uses.modules().is_empty() { Vec::new() } else { self.layers(module) };
        for layer in layers {
            let mut hits: Vec<(ModuleId, NameMeaning, Span)> = Vec::new();
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
            "party" => vec![(Workspace::SESSION, NameMeaning::Roster(Workspace::PARTY), self.party_span())],
            _ => Vec::new(),
        }
    }

    /// The table that a bare name stands for in the session's module.
    pub(crate) fn table_named(&self, name: &str) -> Option<TableId> {
        self.named(Workspace::SESSION, name).first()?.1.table()
    }

    /// The kept value that a bare name stands for in the session's module.
    pub(crate) fn global_named(&self, name: &str) -> Option<GlobalId> {
        self.named(Workspace::SESSION, name).first()?.1.global()
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
            for used in self.scope(id).uses.modules() {
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
        let in_scope = |of: ModuleId| self.scope(of).uses.named(name);
        let own = self.program.modules.get(module.index()).is_some_and(|own| &*own.name == name);
        let mut layers = self.layers(module).into_iter().flatten();
        own.then_some(module).or_else(|| layers.find_map(in_scope))
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

    /// The names that the user's own modules in reach of a module define.
    pub(super) fn names_of_own(&self, module: ModuleId) -> Vec<Arc<str>> {
        let modules = self.layers(module).into_iter().flatten().filter(|id| self.is_own(*id));
        modules.flat_map(|id| self.scope(id).names.keys().cloned().collect::<Vec<_>>()).collect()
    }

    /// The option of an id that this workspace gave.
    pub(super) fn option_def(&self, id: OptionId) -> &super::program::OptionValue {
        self.program.options.get(id.index()).expect("option ids are indices of the list of options")
    }

    /// The kind that a prompt's answer has.
    pub(super) fn prompt_kind(&self, id: PromptId) -> Kind {
        self.defs.prompt_kinds.get(id.index()).cloned().unwrap_or(Kind::Any)
    }

    /// Whether a module is the user's: a started file or the session. Remarks on style are for those.
    pub(crate) fn is_own(&self, module: ModuleId) -> bool {
        module == Workspace::SESSION || self.program.started.contains(&module)
    }

    pub(super) fn origin_of(&self, module: ModuleId) -> Origin {
        let found = self.modules.get(module.index());
        found.map_or_else(|| Origin::Session("session".into()), |module| module.origin.clone())
    }

    /// The prompt of a procedure by its name.
    pub(crate) fn prompt_of(&self, proc: ProcId, name: &Arc<str>) -> Option<PromptId> {
        let procedure = self.program.procs.get(proc.index())?;
        let known = *self.defs.prompt_names.get(&(proc, Arc::clone(name)))?;
        // A procedure that was changed asks no more what it asked before.
        procedure.prompts.binary_search(&known).is_ok().then_some(known)
    }

    /// A timer of this module, or of the nearest one within reach that has it.
    pub(super) fn timer_known(&self, scope: &Scope, name: &Name) -> Option<TimerId> {
        let timer = |module: ModuleId| self.scope(module).timers.get(&name.text).copied();
        timer(scope.module).or_else(|| self.layers(scope.module).into_iter().flatten().find_map(timer))
    }
}
