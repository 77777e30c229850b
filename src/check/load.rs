//! Loads a source with all that it uses, and works the definitions out stage by stage: names first,
//! then kinds, then options, then bodies. So the order of definitions in a file does not matter.

use std::sync::Arc;

use super::checker::Checker;
use super::define::fills_nothing;
use super::defs::Defined;
use super::exprs::body;
use super::program::{Block, Body, ModuleId};
use super::reading::Asked;
use super::scope::{Place, Scope};
use super::table::{prove_rows, table_cycles};
use super::workspace::Workspace;
use crate::base::{SourceId, Span, stop};
use crate::diag::{Diagnostic, codes};
use crate::modules::{Found, LoadError, Origin, SourceText};
use crate::syntax::ast::{self, ItemKind};

/// A module whose names are declared and whose bodies still wait.
pub(super) struct Batch {
    /// The modules of this batch, used ones first.
    pub parts: Vec<Part>,
}

/// What still waits of one module.
pub(super) struct Part {
    pub module: ModuleId,
    /// Whether its statements run: the started file, or an entry of the session.
    pub started: bool,
    pub sheets: Vec<(ast::Sheet, super::program::SheetId)>,
    pub rosters: Vec<(ast::Roster, super::program::RosterId)>,
    pub uses: Vec<(ast::Use, Option<ModuleId>)>,
    pub changes: Vec<Arc<ast::Change>>,
    pub policies: Vec<ast::PolicyEntry>,
    pub tests: Vec<(ast::TestDef, Span)>,
    pub stmts: Vec<ast::Stmt>,
    /// What this part defines, in order.
    pub defined: Vec<Defined>,
}

impl Checker<'_> {
    /// Loads the started file; its statements become the program's.
    pub(crate) fn start(&mut self, text: SourceText) {
        let origin = text.origin.clone();
        let (source, file) = self.read(&text);
        let mut batch = Batch { parts: Vec::new() };
        let module = self.load_file(&mut batch, origin, source, file, true);
        self.ws.program.started.push(module);
        self.work_out(batch);
        let name = self.ws.program.module_name(module);
        let uses = &mut self.ws.scope_mut(Workspace::SESSION).uses;
        uses.push((name, module));
    }

    /// Adds an entry of the session and gives its statements.
    pub(crate) fn entry(&mut self, entry: ast::File) -> Body {
        let mut batch = Batch { parts: Vec::new() };
        let origin = self.ws.origin_of(Workspace::SESSION);
        let (uses, items) = self.load_uses(&mut batch, &origin, entry.items);
        self.declare_items(&mut batch, Workspace::SESSION, uses, items, true);
        self.work_out(batch)
    }

    /// Reads a source into a tree and takes down what the reader found.
    fn read(&mut self, text: &SourceText) -> (SourceId, ast::File) {
        let (source, file, found) = self.reading.tree(text);
        self.reports.extend(found);
        (source, file)
    }

    /// Declares a source as a module, after all that it uses.
    fn load_file(
        &mut self,
        batch: &mut Batch,
        origin: Origin,
        source: SourceId,
        file: ast::File,
        started: bool,
    ) -> ModuleId {
        let head = file.items.iter().find_map(|item| {
            if let ItemKind::Rules(name, _) = &item.kind { Some(name.clone()) } else { None }
        });
        let span = head.as_ref().map_or(Span::new(source, 0, 0), |name| name.span);
        let name = match head {
            Some(name) => name.text,
            None => module_name_of(&origin),
        };
        self.reading.begin(origin.clone());
        let (uses, items) = self.load_uses(batch, &origin, file.items);
        self.reading.end();
        let module = self.ws.add_module(&name, origin, span);
        self.declare_items(batch, module, uses, items, started);
        module
    }

    /// Loads all that the items of a source use; gives what was used, and the other items.
    fn load_uses(
        &mut self,
        batch: &mut Batch,
        origin: &Origin,
        items: Vec<ast::Item>,
    ) -> (Vec<(ast::Use, Option<ModuleId>)>, Vec<ast::Item>) {
        let mut uses = Vec::new();
        let mut rest = Vec::new();
        for item in items {
            if let ItemKind::Use(written) = item.kind {
                let used = self.load_used(batch, origin, &written);
                uses.push((written, used));
            } else {
                rest.push(item);
            }
        }
        (uses, rest)
    }

    /// Declares the items of a module, and makes the names of what it uses known in it.
    fn declare_items(
        &mut self,
        batch: &mut Batch,
        module: ModuleId,
        uses: Vec<(ast::Use, Option<ModuleId>)>,
        items: Vec<ast::Item>,
        started: bool,
    ) {
        for (written, used) in &uses {
            if let Some(used) = used {
                self.make_known(module, written, *used);
            }
        }
        let part = self.declare(module, items, uses, started);
        batch.parts.push(part);
    }

    /// Loads what one `use` asks for, unless it is loaded.
    fn load_used(&mut self, batch: &mut Batch, from: &Origin, written: &ast::Use) -> Option<ModuleId> {
        let (span, asked) = match &written.from {
            ast::UseFrom::Library(name) => (name.span, Asked::Rules(name.text.clone())),
            ast::UseFrom::File(path) => (path.span, Asked::File(from.clone(), path.value.clone())),
        };
        match self.reading.find(&asked).and_then(|found| self.load_found(batch, &found, span)) {
            Ok(module) => module,
            Err(error) => {
                self.report(error.diagnostic(span));
                self.reading.refuse(asked, error);
                None
            }
        }
    }

    /// Loads what was found, unless it is loaded or being loaded.
    fn load_found(
        &mut self,
        batch: &mut Batch,
        found: &Found,
        span: Span,
    ) -> Result<Option<ModuleId>, LoadError> {
        let origin = found.origin();
        if let circle @ [_, ..] = self.reading.circle(&origin) {
            self.reports.add(in_circle(circle, span, &found.name()));
            return Ok(None);
        }
        if let Some(known) = self.ws.modules.iter().position(|module| module.origin == origin) {
            return Ok(Some(ModuleId::from(known)));
        }
        if let Some(error) = self.reading.too_deep(found) {
            // Said here, since the same file may be had from a file that is less deep.
            self.report(error.diagnostic(span));
            return Ok(None);
        }
        let text = self.reading.text_at(found)?;
        let (source, file) = self.read(&text);
        Ok(Some(self.load_file(batch, origin, source, file, false)))
    }

    fn make_known(&mut self, module: ModuleId, written: &ast::Use, used: ModuleId) {
        let (name, span) = match (&written.alias, &written.from) {
            (Some(alias), _) => (alias.text.clone(), alias.span),
            (None, ast::UseFrom::Library(name)) => (self.ws.program.module_name(used), name.span),
            (None, ast::UseFrom::File(path)) => (self.ws.program.module_name(used), path.span),
        };
        let from = match &written.from {
            ast::UseFrom::Library(name) => name.span,
            ast::UseFrom::File(path) => path.span,
        };
        self.names.module(self.ws, from, used);
        if written.alias.is_some() {
            self.names.module(self.ws, span, used);
        }
        let known = self.ws.scope(module).uses.iter().find(|(alias, _)| *alias == name).cloned();
        match known {
            Some((_, other)) if other == used => {}
            Some(_) if module != Workspace::SESSION => {
                let message = format!("another module used here is already called `{name}`");
                let report = Diagnostic::error(&codes::files::ALIAS_TAKEN, span, message);
                self.report(report.help(format!("give it a name of its own: `as {name}_2`")));
            }
            Some(_) | None => {
                let uses = &mut self.ws.scope_mut(module).uses;
                uses.retain(|(alias, _)| *alias != name);
                uses.push((name, used));
            }
        }
    }

    /// A module by the name that stands before a dot; a rule-set is loaded on demand.
    pub(crate) fn module(&mut self, from: ModuleId, name: &ast::Name) -> Option<ModuleId> {
        if let Some(known) = self.ws.module_named(from, &name.text) {
            self.names.module(self.ws, name.span, known);
            return Some(known);
        }
        let found = self.reading.rules(&name.text)?;
        let mut batch = Batch { parts: Vec::new() };
        let module = self.load_found(&mut batch, &found, name.span).ok()??;
        let was_on_demand = self.reading.set_on_demand(true);
        self.work_out(batch);
        self.reading.set_on_demand(was_on_demand);
        self.names.module(self.ws, name.span, module);
        Some(module)
    }

    /// Works out what a batch of declared modules defines, stage by stage. Gives the statements of the
    /// session's entry; those of started files join the program's.
    pub(crate) fn work_out(&mut self, batch: Batch) -> Body {
        let mut parts = batch.parts;
        let first_table = parts.iter().flat_map(|part| &part.defined).find_map(|defined| match defined {
            Defined::Table(id) => Some(id.index()),
            Defined::Option(_) | Defined::Global(_) | Defined::Fn(_) | Defined::Proc(_) => None,
        });
        for part in &mut parts {
            self.sheets(part.module, std::mem::take(&mut part.sheets));
        }
        for part in &mut parts {
            self.uses_with(part.module, part.started, std::mem::take(&mut part.uses));
        }
        self.complete_sheets();
        for part in &mut parts {
            self.early_changes(part.module, &part.changes);
        }
        for part in &mut parts {
            let tables_first = |wanted: bool| {
                let is_table = |defined: &Defined| matches!(defined, Defined::Table(_) | Defined::Option(_));
                part.defined
                    .iter()
                    .copied()
                    .filter(move |defined| is_table(defined) == wanted)
                    .collect::<Vec<_>>()
            };
            for defined in tables_first(true) {
                self.define(defined);
            }
            self.changes(part.module, &part.changes);
            for defined in tables_first(false) {
                self.define(defined);
            }
        }
        for part in &mut parts {
            self.rosters(part.module, std::mem::take(&mut part.rosters));
        }
        self.complete_rosters();
        if let Some(first) = first_table {
            table_cycles(&mut self.reports, &self.ws.program, first);
        }
        self.prove_tables(&parts);
        self.look_for_fillers(&parts);
        let mut entry = Body::default();
        for part in parts {
            self.policies(part.module, part.policies);
            // Tests of used modules do not run, and their heroes lack the fields that others add.
            if part.started {
                self.tests(part.module, part.tests);
            }
            let statements = self.top_statements(part.module, part.started, part.stmts);
            if part.module == Workspace::SESSION {
                entry = statements;
            } else if !statements.block.stmts.is_empty() {
                join(Arc::make_mut(&mut self.ws.program.main), statements);
            }
        }
        entry
    }

    /// Proves the rows of tables that these parts define or change.
    fn prove_tables(&mut self, parts: &[Part]) {
        let defined = parts.iter().flat_map(|part| &part.defined).filter_map(|defined| match defined {
            Defined::Table(id) => Some(*id),
            Defined::Option(_) | Defined::Global(_) | Defined::Fn(_) | Defined::Proc(_) => None,
        });
        let mut tables: Vec<super::program::TableId> = defined.collect();
        tables.extend(self.altered.take_tables());
        tables.sort_unstable();
        tables.dedup();
        let tables = tables.into_iter().take_while(|_| !stop::is_asked());
        tables.for_each(|id| prove_rows(&mut self.reports, &self.ws.program, &self.reading, id));
    }

    /// Looks for definitions of the user's that were meant to fill what a rule-set leaves open.
    fn look_for_fillers(&mut self, parts: &[Part]) {
        for part in parts.iter().filter(|part| self.ws.is_own(part.module)).collect::<Vec<_>>() {
            for defined in &part.defined {
                let program = &self.ws.program;
                let def = match defined {
                    Defined::Table(id) => program.tables.get(id.index()).map(|table| &table.def),
                    Defined::Fn(id) => program.fns.get(id.index()).map(|function| &function.def),
                    Defined::Proc(id) => program.procs.get(id.index()).map(|procedure| &procedure.def),
                    Defined::Option(_) | Defined::Global(_) => None,
                };
                if let Some((name, at)) = def.map(|def| (def.name.clone(), def.span)) {
                    fills_nothing(&mut self.reports, self.ws, part.module, &name, at);
                }
            }
        }
    }

    fn define(&mut self, defined: Defined) {
        if stop::is_asked() {
            return;
        }
        match defined {
            Defined::Option(id) => self.define_option(id),
            Defined::Global(id) => self.define_global(id),
            Defined::Table(id) => self.define_table(id),
            Defined::Fn(id) => self.define_fn(id),
            Defined::Proc(id) => self.define_proc(id),
        }
    }

    fn top_statements(&mut self, module: ModuleId, started: bool, stmts: Vec<ast::Stmt>) -> Body {
        let mut scope = Scope::new(module, Place::Top);
        if started {
            let block = self.top_block(&mut scope, &stmts);
            return body(block, &mut scope);
        }
        let (standing, idle): (Vec<_>, Vec<_>) = stmts.into_iter().partition(is_standing);
        for stmt in &idle {
            let report = Diagnostic::warning(
                &codes::procedures::STATEMENT_IN_USED,
                stmt.span,
                "statements in a used file do not run, only its definitions count",
            );
            self.report(report.help(instead_of(&stmt.kind)));
        }
        if !standing.is_empty() {
            let block = self.top_block(&mut scope, &standing);
            let made = body(block, &mut scope);
            self.ws.program.standing.push(made);
        }
        Body::default()
    }
}

/// The report on a source that is used while it is being loaded itself.
fn in_circle(circle: &[Origin], span: Span, name: &str) -> Diagnostic {
    let through: Vec<String> = circle.iter().map(|origin| module_name_of(origin).to_string()).collect();
    let back = through.first().map_or("", |first| first);
    let message = format!("`{name}` is already being loaded");
    Diagnostic::error(&codes::files::CIRCLE, span, message)
        .note(format!("the circle: {} → {back}", through.join(" → ")))
        .help("put what both files need into a third file")
}

/// Whether a statement is a rule that holds from the campaign's start, also where its file is only used.
fn is_standing(stmt: &ast::Stmt) -> bool {
    matches!(stmt.kind, ast::StmtKind::Every(..) | ast::StmtKind::When { .. })
}

/// What to write in a used file instead of a statement.
fn instead_of(stmt: &ast::StmtKind) -> &'static str {
    if matches!(stmt, ast::StmtKind::Let(..)) {
        "`keep` makes a name that holds a value from the start"
    } else if matches!(stmt, ast::StmtKind::Timer(_)) {
        "start it in a procedure, which the started file does; `every` and `when` hold from the start"
    } else {
        "put it in a `procedure`, which the started file does: `do` and its name"
    }
}

/// Puts the statements of a second started file after those of the first.
fn join(main: &mut Body, more: Body) {
    if main.block.stmts.is_empty() {
        *main = more;
        return;
    }
    // A second file has locals of its own; only blocks bind any, so numbers above the first's would do,
    // but slots that never live at the same time may be shared.
    if more.locals.len() > main.locals.len() {
        let missing = more.locals.iter().skip(main.locals.len()).cloned();
        main.locals.extend(missing);
    }
    main.block = Block { stmts: main.block.stmts.drain(..).chain(more.block.stmts).collect() };
}

/// The name of a module that does not say one: its file's name, as a name of the language.
fn module_name_of(origin: &Origin) -> Arc<str> {
    match origin {
        Origin::Session(name) => name.clone(),
        Origin::Library(name) => Arc::from(*name),
        Origin::File(path) => {
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            super::table::slug(&stem.unwrap_or_default()).into()
        }
    }
}
