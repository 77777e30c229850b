//! Declares what a module defines: every name gets its id before anything is worked out.

mod declarer;
mod symbols;
mod units;

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::{ByName, Span, stop};
use crate::check::checker::Checker;
use crate::check::defs::{Defined, DefinitionState, GlobalDef, ProcDef, StepChanges};
use crate::check::exprs::nothing;
use crate::check::load::PendingModule;
use crate::check::program::{
    Body, Def, FnId, Function, Global, GlobalId, Kind, ModuleId, OptionId, OptionValue, ProcId, Procedure,
    PromptInfo, Roster, RosterId, Scale, ScaleId, Sheet, SheetId, Timer, TimerId,
};
use crate::check::reports::Reports;
use crate::check::scope::{KindName, NameMeaning};
use crate::check::workspace::Workspace;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Doc, ItemKind, Name};
use declarer::Declarer;

impl Declarer<'_, '_> {
    /// Declares the items of a module, without working anything out.
    pub(crate) fn declare(
        &mut self,
        items: Vec<ast::Item>,
        uses: Vec<(ast::Use, Option<ModuleId>)>,
        started: bool,
    ) -> PendingModule {
        let mut part = PendingModule {
            module: self.module,
            started,
            sheets: Vec::new(),
            rosters: Vec::new(),
            uses,
            changes: Vec::new(),
            policies: Vec::new(),
            tests: Vec::new(),
            stmts: Vec::new(),
            defined: Vec::new(),
        };
        let mut items = items;
        if !items.is_sorted_by_key(|item| stage(&item.kind)) {
            items.sort_by_key(|item| stage(&item.kind));
        }
        let mut units = Vec::new();
        let mut head = None;
        for item in items.into_iter().take_while(|_| !stop::is_asked()) {
            if stage(&item.kind) > 0 && !units.is_empty() {
                self.declare_units(std::mem::take(&mut units));
            }
            let (doc, span) = (item.doc, item.span);
            match item.kind {
                ItemKind::Rules(rules) => self.declare_head(&mut head, *rules, doc),
                ItemKind::About(about) => self.declare_about(&about),
                ItemKind::Use(_) => {}
                ItemKind::Option(option) => self.declare_option(&mut part, option, doc, span),
                ItemKind::Unit(unit) => {
                    let def = def_of(self.module, &unit.name, None, doc, span);
                    units.push((*unit, def));
                }
                ItemKind::Symbols(symbols) => {
                    let def = def_of(self.module, &symbols.name, None, doc, span);
                    self.declare_symbols(&symbols, &def);
                }
                ItemKind::Scale(scale) => self.declare_scale(&scale, doc, span),
                ItemKind::Keep(keep) => self.declare_keep(&mut part, *keep, doc, span),
                ItemKind::Sheet(sheet) => self.declare_sheet(&mut part, *sheet, doc, span),
                ItemKind::Roster(roster) => self.declare_roster(&mut part, *roster, doc, span),
                ItemKind::Table(table) => self.declare_table(&mut part, table, doc, span),
                ItemKind::Fn(function) => self.declare_fn(&mut part, function, doc, span),
                ItemKind::Procedure(procedure) => self.declare_proc(&mut part, procedure, doc, span),
                ItemKind::Stub(stub) => self.declare_stub(*stub, doc, span),
                ItemKind::Change(change) => part.changes.push(change),
                ItemKind::Policy(entries) => part.policies.extend(entries),
                ItemKind::Test(test) => part.tests.push((*test, span)),
                ItemKind::Stmt(stmt) => self.declare_stmt(&mut part, *stmt),
            }
        }
        self.declare_units(units);
        part
    }

    fn declare_head(&mut self, head: &mut Option<Span>, rules: ast::Rules, doc: Doc) {
        let ast::Rules { name, title } = rules;
        if let Some(first) = *head {
            let report =
                Diagnostic::error(&codes::files::SECOND_HEAD, name.span, "a file can be only one rule-set");
            return self.cx.report(report.label(first, "it is named here"));
        }
        *head = Some(name.span);
        if let Some(info) = self.cx.ws.program.modules.get_mut(self.module.index()) {
            info.title = title.map(|title| title.literal().into());
            info.doc = doc;
            if self.module != Workspace::SESSION {
                info.name = name.text;
                info.span = name.span;
            }
        }
    }

    fn declare_about(&mut self, about: &ast::About) {
        if let Some(info) = self.cx.ws.program.modules.get_mut(self.module.index()) {
            let told = |text: &ast::Text| (about.word.text.clone(), Arc::from(text.literal()));
            info.about.extend(about.texts.iter().map(told));
        }
    }

    /// Puts a name into a module. In a file it must be new; in a session it takes the place of the old.
    pub(crate) fn name(&mut self, name: &Name, named: NameMeaning) {
        let known = self.cx.ws.scope(self.module).names.get(&name.text).copied();
        if let Some((_, other)) = known
            && other.source == name.span.source
            && other != name.span
        {
            return self.cx.reports.duplicate(name, other, "name");
        }
        self.cx.ws.scope_mut(self.module).names.insert(name.text.clone(), (named, name.span));
    }

    fn declare_option(
        &mut self,
        part: &mut PendingModule,
        option: Arc<ast::OptionDef>,
        doc: Doc,
        whole: Span,
    ) {
        let id = OptionId::from(self.cx.ws.program.options.len());
        self.name(&option.name, NameMeaning::Option(id));
        let text = self.cx.reading.written(option.default.span);
        self.cx.ws.program.options.push(Arc::new(OptionValue {
            def: def_of(self.module, &option.name, None, doc, whole),
            kind: Kind::Any,
            value: nothing(option.default.span),
            default_text: text.clone(),
            text,
            changed: false,
        }));
        self.cx.ws.defs.options.push(DefinitionState::Waiting(option));
        part.defined.push(Defined::Option(id));
    }

    fn declare_scale(&mut self, scale: &ast::Scale, doc: Doc, whole: Span) {
        let def = def_of(self.module, &scale.name, None, doc, whole);
        let id = self.cx.add_scale(def, scale.ladder, &scale.words);
        self.kind_name(&scale.name, KindName::Scale(id));
    }

    fn kind_name(&mut self, name: &Name, kind: KindName) {
        let known = self.cx.ws.scope(self.module).kinds.get(&name.text).copied();
        if let Some((_, other)) = known
            && other.source == name.span.source
        {
            return self.cx.reports.duplicate(name, other, "kind");
        }
        self.cx.ws.scope_mut(self.module).kinds.insert(name.text.clone(), (kind, name.span));
    }

    fn declare_keep(&mut self, part: &mut PendingModule, keep: ast::KeepItem, doc: Doc, whole: Span) {
        if let Some(KindName::Scale(_)) = self.cx.ws.kind_named(self.module, &keep.name.text)
            && let Some((_, ladder)) = self.cx.ws.scope(self.module).kinds.get(&keep.name.text).copied()
        {
            let message = format!("`{}` is already the name of a ladder or of words", keep.name.text);
            let report = Diagnostic::error(&codes::names::KIND_NAME, keep.name.span, message);
            self.cx.report(report.label(ladder, "defined here").help("give what is kept a name of its own"));
        }
        let def = def_of(self.module, &keep.name, None, doc, whole);
        let (kind, bounds) = match &keep.kind {
            Some(kind) => self.cx.kinds_in(self.module).kept_kind(kind, &keep.name),
            None => (Kind::Any, None),
        };
        let id = self.cx.add_global(def, kind, true, Arc::new(keep.value), bounds.map(Box::new));
        if let Some(global) = self.cx.ws.program.globals.get_mut(id.index()) {
            global.quiet = keep.quietly;
        }
        self.name(&keep.name, NameMeaning::Global(id));
        part.defined.push(Defined::Global(id));
    }

    /// A `let` at the top makes a name for the whole module.
    fn declare_stmt(&mut self, part: &mut PendingModule, stmt: ast::Stmt) {
        if let ast::StmtKind::Let(name, value) = &stmt.kind {
            let def = def_of(self.module, name, None, None, stmt.span);
            let id = self.cx.add_global(def, Kind::Any, false, Arc::clone(value), None);
            // `let x = 1` and later `let x = x + 1` are two names; the statements see them in order.
            let taken = self.cx.ws.scope(self.module).names.get(&name.text).copied();
            match taken {
                Some((NameMeaning::Global(other), span))
                    if span.source == name.span.source && !is_kept(self.cx.ws, other) => {}
                Some((named, _)) if self.module == Workspace::SESSION && !is_let(self.cx.ws, named) => {
                    let_over(&mut self.cx.reports, named, name, stmt.span);
                }
                taken => {
                    self.cx.names.shadow(id, taken);
                    self.name(name, NameMeaning::Global(id));
                    part.defined.push(Defined::Global(id));
                }
            }
        }
        self.declare_timers(&stmt);
        part.stmts.push(stmt);
    }

    /// Declares the timers that a statement at the top starts, so that procedures may look at them and cancel them.
    fn declare_timers(&mut self, stmt: &ast::Stmt) {
        for stmt in stmt.descendants() {
            if let ast::StmtKind::Timer(timer) = &stmt.kind {
                self.declare_timer(timer);
            }
        }
    }

    fn declare_sheet(&mut self, part: &mut PendingModule, sheet: ast::Sheet, doc: Doc, whole: Span) {
        let id = if &*sheet.name.text == "hero" {
            let parts = &mut self.cx.ws.program.hero_parts;
            if parts.iter().all(|known| known.span.source != sheet.name.span.source) {
                parts.push(def_of(self.module, &sheet.name, None, doc, whole));
            }
            Workspace::HERO
        } else {
            let known = self.cx.ws.scope(self.module).kinds.get(&sheet.name.text).copied();
            if let Some((_, other)) = known
                && other.source == sheet.name.span.source
            {
                return self.cx.reports.duplicate(&sheet.name, other, "sheet");
            }
            let id = SheetId::from(self.cx.ws.program.sheets.len());
            let def = def_of(self.module, &sheet.name, None, doc, whole);
            self.cx.ws.program.sheets.push(Arc::new(Sheet { def, fields: ByName::default() }));
            self.cx
                .ws
                .scope_mut(self.module)
                .kinds
                .insert(sheet.name.text.clone(), (KindName::Sheet(id), sheet.name.span));
            id
        };
        part.sheets.push((sheet, id));
    }

    fn declare_roster(&mut self, part: &mut PendingModule, roster: ast::Roster, doc: Doc, whole: Span) {
        let def = def_of(self.module, &roster.name, None, doc, whole);
        if roster.sheet.is_none() && !part.started {
            let report = Diagnostic::warning(
                &codes::procedures::PARTY_ELSEWHERE,
                roster.head,
                "the party is written in the file that is started; this one is left out",
            );
            return self.cx.report(report.help("a used file may hold other rosters: `roster foes of foe`"));
        }
        let id = if roster.sheet.is_none() {
            if let Some(party) = self.cx.ws.program.rosters.get_mut(Workspace::PARTY.index()) {
                let first = party.def.span;
                if first.source == roster.name.span.source && first != roster.name.span {
                    self.cx.reports.duplicate(&roster.name, first, "party");
                    return;
                }
                Arc::make_mut(party).def = def;
            }
            Workspace::PARTY
        } else {
            let sheet = roster
                .sheet
                .as_ref()
                .map_or(Workspace::HERO, |name| self.cx.records_in(self.module).sheet(name));
            let id = RosterId::from(self.cx.ws.program.rosters.len());
            self.name(&roster.name, NameMeaning::Roster(id));
            self.cx.ws.program.rosters.push(Arc::new(Roster { def, sheet, records: Vec::new() }));
            id
        };
        self.declare_members(id, &roster);
        part.rosters.push((roster, id));
    }

    fn declare_table(&mut self, part: &mut PendingModule, table: Arc<ast::Table>, doc: Doc, whole: Span) {
        let doc = doc.or_else(|| table.doc.clone());
        let def = def_of(self.module, &table.name, table.title.as_ref(), doc, whole);
        let name = table.name.clone();
        let id = self.cx.add_table(def, table);
        self.name(&name, NameMeaning::Table(id));
        part.defined.push(Defined::Table(id));
    }

    fn declare_fn(&mut self, part: &mut PendingModule, function: Arc<ast::FnDef>, doc: Doc, whole: Span) {
        let def = def_of(self.module, &function.name, None, doc, whole);
        let gives = match &function.gives {
            Some(kind) => self.cx.kinds_in(self.module).kind(kind, &function.name).0,
            None => Kind::Any,
        };
        let id = FnId::from(self.cx.ws.program.fns.len());
        self.name(&function.name, NameMeaning::Fn(id));
        let params = Vec::new();
        let function_of = Function { def, params, locals: 0, gives, body: None, stub: None };
        self.cx.ws.program.fns.push(Arc::new(function_of));
        self.cx.ws.defs.fns.push(DefinitionState::Waiting(function));
        part.defined.push(Defined::Fn(id));
    }

    fn declare_proc(
        &mut self,
        part: &mut PendingModule,
        procedure: Arc<ast::Procedure>,
        doc: Doc,
        whole: Span,
    ) {
        let def = def_of(self.module, &procedure.name, procedure.title.as_ref(), doc, whole);
        let id = self.cx.add_proc(def, None);
        if let Some(known) = self.cx.ws.program.procs.get_mut(id.index()) {
            Arc::make_mut(known).is_fn = procedure.is_fn;
        }
        self.name(&procedure.name, NameMeaning::Proc(id));
        self.declare_inside(Some(id), &procedure.body);
        self.cx.ws.defs.procs.push(ProcDef {
            written: Some(procedure),
            changes: StepChanges::default(),
            state: DefinitionState::Waiting(Arc::new(())),
            gives: Vec::new(),
        });
        part.defined.push(Defined::Proc(id));
    }

    fn declare_stub(&mut self, stub: ast::Stub, doc: Doc, whole: Span) {
        let def = def_of(self.module, &stub.name, None, doc, whole);
        let about: Arc<str> = stub.about.literal().into();
        let named = match stub.kind {
            ast::StubKind::Table => NameMeaning::Table(self.cx.add_stub_table(def, &stub, about)),
            ast::StubKind::Fn => {
                let id = FnId::from(self.cx.ws.program.fns.len());
                let params = self.cx.stub_params(self.module, &stub.params);
                let locals = u32::try_from(params.len()).unwrap_or(u32::MAX);
                let stub = Function { def, params, locals, gives: Kind::Any, body: None, stub: Some(about) };
                self.cx.ws.program.fns.push(Arc::new(stub));
                self.cx.ws.defs.fns.push(DefinitionState::Done);
                NameMeaning::Fn(id)
            }
            ast::StubKind::Procedure => {
                let params = self.cx.stub_params(self.module, &stub.params);
                let id = self.cx.add_proc(def, Some(about));
                if let Some(procedure) = self.cx.ws.program.procs.get_mut(id.index()) {
                    Arc::make_mut(procedure).params = params;
                }
                self.cx.ws.defs.procs.push(ProcDef {
                    written: None,
                    changes: StepChanges::default(),
                    state: DefinitionState::Done,
                    gives: Vec::new(),
                });
                NameMeaning::Proc(id)
            }
        };
        self.name(&stub.name, named);
    }

    /// Declares the prompts and timers of a body: callers name the prompts, and every procedure of a
    /// module may cancel its timers.
    pub(crate) fn declare_inside(&mut self, proc: Option<ProcId>, block: &ast::Block) {
        let mut prompts: Vec<&ast::Prompt> = Vec::new();
        let mut returns: Vec<&[ast::ReturnPart]> = Vec::new();
        for stmt in block.descendants() {
            if let ast::StmtKind::Prompt(prompt) = &stmt.kind {
                prompts.push(prompt);
            }
            if let ast::StmtKind::Timer(timer) = &stmt.kind {
                self.declare_timer(timer);
            }
            if let ast::StmtKind::Return(parts) = &stmt.kind {
                returns.push(parts);
            }
        }
        let mut names = part_names(&returns);
        names.sort_by_key(|name| name.span);
        if let Some(procedure) = proc.and_then(|id| self.cx.ws.program.procs.get_mut(id.index())) {
            for name in names {
                if !procedure.returns.contains(&name.text) {
                    Arc::make_mut(procedure).returns.push(name.text);
                }
            }
        }
        prompts.sort_by_key(|prompt| prompt.name.span);
        for prompt in prompts {
            self.declare_prompt(proc, prompt);
        }
    }

    pub(super) fn declare_prompt(&mut self, proc: Option<ProcId>, prompt: &ast::Prompt) {
        if let Some(proc) = proc
            && self.cx.ws.prompt_of(proc, &prompt.name.text).is_some()
        {
            return;
        }
        let id = crate::check::program::PromptId::from(self.cx.ws.program.prompts.len());
        let info = PromptInfo { name: prompt.name.text.clone(), span: prompt.name.span };
        self.cx.ws.program.prompts.push(info);
        let kind = match &prompt.kind {
            ast::PromptKind::Of(kind) => self.cx.kinds_in(self.module).kind(kind, &prompt.name).0,
            ast::PromptKind::From(from) => self.cx.kinds_in(self.module).kind_of_choice(from),
        };
        self.cx.ws.defs.prompt_kinds.push(kind);
        if let Some(procedure) = proc.and_then(|id| self.cx.ws.program.procs.get_mut(id.index())) {
            Arc::make_mut(procedure).prompts.push(id);
        }
        if let Some(proc) = proc {
            self.cx.ws.defs.prompt_names.insert((proc, prompt.name.text.clone()), id);
        }
    }

    pub(super) fn declare_timer(&mut self, timer: &ast::Timer) {
        if let Some(known) = self.cx.ws.scope(self.module).timers.get(&timer.name.text).copied() {
            let each = self.cx.ws.program.timers.get(known.index()).is_some_and(|known| known.each);
            if each == timer.each.is_some() {
                return;
            }
        }
        let id = TimerId::from(self.cx.ws.program.timers.len());
        let def = def_of(self.module, &timer.name, None, None, timer.head.span);
        self.cx.ws.program.timers.push(Timer { def, each: timer.each.is_some() });
        self.cx.ws.scope_mut(self.module).timers.insert(timer.name.text.clone(), id);
    }

    /// Makes the records of a roster's table known by their names.
    pub(crate) fn declare_members(&mut self, id: RosterId, roster: &ast::Roster) {
        let Some(ast::TableBody::Pipe { headings, rows }) = &roster.body else { return };
        let at = crate::check::records::name_column(headings);
        for (row_at, row) in rows.iter().enumerate() {
            let Some(cell) = row.cells.get(at) else { continue };
            let Ok(number) = u32::try_from(row_at) else { continue };
            self.cx.ws.defs.member_names.insert((id, number), cell.raw().trim().into());
            let name = ast::Name::new(crate::check::table::slug(cell.raw()), cell.span);
            if !name.text.is_empty() {
                self.name(&name, NameMeaning::Member(id, number));
            }
        }
    }
}

impl Checker<'_> {
    /// Adds a ladder or list of words; a word that stands in it twice is reported.
    pub(crate) fn add_scale(&mut self, def: Def, ladder: bool, words: &[Name]) -> ScaleId {
        let mut known: FxHashMap<&str, Span> = FxHashMap::default();
        for word in words {
            match known.entry(&*word.text) {
                Entry::Occupied(earlier) => self.reports.duplicate(word, *earlier.get(), "word"),
                Entry::Vacant(free) => {
                    free.insert(word.span);
                }
            }
        }
        for word in words {
            if crate::syntax::words::is_like_a_die(&word.text)
                && !self.reading.written(word.span).starts_with('"')
            {
                let message = format!("`{}` reads like a die, so it cannot be a word", word.text);
                let report = Diagnostic::error(&codes::names::RESERVED, word.span, message);
                self.report(
                    report
                        .help(format!("write it in quotes, here and where it is used: `\"{}\"`", word.text)),
                );
            }
        }
        let id = ScaleId::from(self.ws.program.scales.len());
        let places = words.iter().zip(0..).map(|(word, at)| ((id, at), word.span));
        places.for_each(|(word, place)| self.ws.defs.word_spans.insert(word, place));
        let words = words.iter().map(|word| word.text.clone()).collect();
        self.ws.program.scales.push(Scale { def, ladder, words });
        id
    }

    fn add_global(
        &mut self,
        def: Def,
        kind: Kind,
        kept: bool,
        value: Arc<ast::Expr>,
        bounds: Option<Box<(ast::Expr, ast::Expr)>>,
    ) -> GlobalId {
        let id = GlobalId::from(self.ws.program.globals.len());
        let initial = nothing(value.span);
        self.ws.program.globals.push(Global {
            def,
            kind,
            bounds: None,
            initial,
            kept,
            quiet: false,
            rolled: false,
        });
        self.ws.defs.globals.push(DefinitionState::Waiting(Arc::new(GlobalDef { value, bounds })));
        id
    }

    fn add_proc(&mut self, def: Def, stub: Option<Arc<str>>) -> ProcId {
        let id = ProcId::from(self.ws.program.procs.len());
        self.ws.program.procs.push(Arc::new(Procedure {
            def,
            params: Vec::new(),
            prompts: Vec::new(),
            is_fn: false,
            takes: None,
            body: Body::default(),
            returns: Vec::new(),
            stub,
        }));
        id
    }
}

/// What is declared first: kinds refer to scales, sheets and units, then to tables.
fn stage(item: &ItemKind) -> u8 {
    match item {
        ItemKind::Rules(..)
        | ItemKind::About(..)
        | ItemKind::Use(_)
        | ItemKind::Unit(_)
        | ItemKind::Symbols(_)
        | ItemKind::Scale(_)
        | ItemKind::Sheet(_) => 0,
        ItemKind::Table(_) | ItemKind::Stub(_) => 1,
        ItemKind::Option(_)
        | ItemKind::Keep(_)
        | ItemKind::Roster(_)
        | ItemKind::Fn(_)
        | ItemKind::Procedure(_)
        | ItemKind::Change(_)
        | ItemKind::Policy(_)
        | ItemKind::Test(_)
        | ItemKind::Stmt(_) => 2,
    }
}

/// What is known of any definition.
pub(in crate::check) fn def_of(
    module: ModuleId,
    name: &Name,
    title: Option<&ast::Text>,
    doc: Doc,
    whole: Span,
) -> Def {
    Def {
        name: name.text.clone(),
        module,
        title: title.map(|title| title.literal().into()),
        doc,
        span: name.span,
        whole,
    }
}

/// The names of the parts that a procedure gives by these `return`s. A record is taken for its parts where nothing
/// else is given anywhere.
fn part_names(returns: &[&[ast::ReturnPart]]) -> Vec<Name> {
    let all: Option<Vec<_>> = returns.iter().map(|parts| ast::returned_parts(parts)).collect();
    match all {
        Some(all) => all.into_iter().flatten().map(|(name, _)| name.clone()).collect(),
        None => returns.iter().flat_map(|parts| parts.iter()).filter_map(|part| part.name.clone()).collect(),
    }
}

fn is_kept(ws: &Workspace, id: GlobalId) -> bool {
    ws.program.globals.get(id.index()).is_some_and(|global| global.kept)
}

fn is_let(ws: &Workspace, named: NameMeaning) -> bool {
    matches!(named, NameMeaning::Global(id) if !is_kept(ws, id))
}

/// Reports a `let` for a name that a definition of the session has: in a file, too, one name is one
/// thing.
fn let_over(reports: &mut Reports, named: NameMeaning, name: &Name, stmt: Span) {
    let message = format!("`{}` is already the name of {}", name.text, named.what());
    let report = Diagnostic::error(&codes::names::DUPLICATE, name.span, message);
    let report = if matches!(named, NameMeaning::Global(_)) {
        let place = Span { start: stmt.start, ..name.span };
        report.fix(format!("change it: `{} = …`", name.text), place, &*name.text)
    } else {
        let other = format!("{}_2", name.text);
        report.fix(format!("use another name: `{other}`"), name.span, other)
    };
    reports.add(report);
}
