//! Loads a source with all that it uses: every name is declared before anything is worked out. So the order
//! of definitions in a file does not matter.

use std::sync::Arc;

use super::checker::Checker;
use super::defs::Defined;
use super::program::{Body, ModuleId};
use super::reading::UseRequest;
use super::workspace::Workspace;
use crate::base::{SourceId, Span};
use crate::diag::{Diagnostic, codes};
use crate::modules::{FoundSource, LoadError, Origin, SourceText};
use crate::syntax::ast::{self, ItemKind};

/// What still waits of one module.
pub(super) struct PendingModule {
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

/// Loads sources with all that they use, and declares them: used ones first.
struct ModuleLoader<'c, 'a> {
    cx: &'c mut Checker<'a>,
    /// The modules whose names are declared and whose bodies still wait.
    parts: Vec<PendingModule>,
}

impl<'c, 'a> ModuleLoader<'c, 'a> {
    fn new(cx: &'c mut Checker<'a>) -> ModuleLoader<'c, 'a> {
        ModuleLoader { cx, parts: Vec::new() }
    }

    /// Declares a source as a module, after all that it uses.
    fn load_file(&mut self, origin: Origin, source: SourceId, file: ast::File, started: bool) -> ModuleId {
        let head = file.items.iter().find_map(|item| {
            if let ItemKind::Rules(rules) = &item.kind { Some(rules.name.clone()) } else { None }
        });
        let span = head.as_ref().map_or(Span::new(source, 0, 0), |name| name.span);
        let name = match head {
            Some(name) => name.text,
            None => module_name_of(&origin),
        };
        self.cx.reading.begin(origin.clone());
        let (uses, items) = self.load_uses(&origin, file.items);
        self.cx.reading.end();
        let module = self.cx.ws.add_module(&name, origin, span);
        self.declare_items(module, uses, items, started);
        module
    }

    /// Loads all that the items of a source use; gives what was used, and the other items.
    fn load_uses(
        &mut self,
        origin: &Origin,
        items: Vec<ast::Item>,
    ) -> (Vec<(ast::Use, Option<ModuleId>)>, Vec<ast::Item>) {
        let mut uses = Vec::new();
        // The others stay where they are in memory; a file may have very many.
        let others = items.into_iter().filter_map(|item| {
            if let ItemKind::Use(written) = item.kind {
                let used = self.load_used(origin, &written);
                uses.push((*written, used));
                return None;
            }
            Some(item)
        });
        let others = others.collect();
        (uses, others)
    }

    /// Declares the items of a module, and makes the names of what it uses known in it.
    fn declare_items(
        &mut self,
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
        let part = self.cx.declarations(module).declare(items, uses, started);
        self.parts.push(part);
    }

    /// Loads what one `use` asks for, unless it is loaded.
    fn load_used(&mut self, from: &Origin, written: &ast::Use) -> Option<ModuleId> {
        let (span, asked) = match &written.from {
            ast::UseFrom::Library(name) => (name.span, UseRequest::Rules(name.text.clone())),
            ast::UseFrom::File(path) => (path.span, UseRequest::File(from.clone(), path.value.clone())),
        };
        match self.cx.reading.find(&asked).and_then(|found| self.load_found(&found, span)) {
            Ok(module) => module,
            Err(error) => {
                self.cx.report(error.diagnostic(span));
                self.cx.reading.refuse(asked, error);
                None
            }
        }
    }

    /// Loads what was found, unless it is loaded or being loaded.
    fn load_found(&mut self, found: &FoundSource, span: Span) -> Result<Option<ModuleId>, LoadError> {
        let origin = found.origin();
        if let circle @ [_, ..] = self.cx.reading.circle(&origin) {
            self.cx.reports.add(in_circle(circle, span, &found.name()));
            return Ok(None);
        }
        if let Some(known) = self.cx.ws.modules.iter().position(|module| module.origin == origin) {
            return Ok(Some(ModuleId::from(known)));
        }
        if let Some(error) = self.cx.reading.too_deep(found) {
            // Said here, since the same file may be had from a file that is less deep.
            self.cx.report(error.diagnostic(span));
            return Ok(None);
        }
        let text = self.cx.reading.text_at(found)?;
        let (source, file) = self.read(&text);
        Ok(Some(self.load_file(origin, source, file, false)))
    }

    /// Reads a source into a tree and takes down what the reader found.
    fn read(&mut self, text: &SourceText) -> (SourceId, ast::File) {
        let (source, file, found) = self.cx.reading.tree(text);
        self.cx.reports.extend(found);
        (source, file)
    }

    fn make_known(&mut self, module: ModuleId, written: &ast::Use, used: ModuleId) {
        let (name, span) = match (&written.alias, &written.from) {
            (Some(alias), _) => (alias.text.clone(), alias.span),
            (None, ast::UseFrom::Library(name)) => (self.cx.ws.program.module_name(used), name.span),
            (None, ast::UseFrom::File(path)) => (self.cx.ws.program.module_name(used), path.span),
        };
        let from = match &written.from {
            ast::UseFrom::Library(name) => name.span,
            ast::UseFrom::File(path) => path.span,
        };
        self.cx.names.module(self.cx.ws, from, used);
        if written.alias.is_some() {
            self.cx.names.module(self.cx.ws, span, used);
        }
        match self.cx.ws.scope(module).uses.named(&name) {
            Some(other) if other == used => {}
            Some(_) if module != Workspace::SESSION => {
                let message = format!("another module used here is already called `{name}`");
                let report = Diagnostic::error(&codes::files::ALIAS_TAKEN, span, message);
                self.cx.report(report.help(format!("give it a name of its own: `as {name}_2`")));
            }
            Some(_) | None => self.cx.ws.scope_mut(module).uses.put(name, used),
        }
    }
}

impl Checker<'_> {
    /// Loads the started file; its statements become the program's.
    pub(crate) fn start(&mut self, text: SourceText) {
        let origin = text.origin.clone();
        let mut loader = ModuleLoader::new(self);
        let (source, file) = loader.read(&text);
        let module = loader.load_file(origin, source, file, true);
        let parts = loader.parts;
        self.ws.program.started.push(module);
        self.stages().work_out(parts);
        let name = self.ws.program.module_name(module);
        self.ws.scope_mut(Workspace::SESSION).uses.add(name, module);
    }

    /// Adds an entry of the session and gives its statements.
    pub(crate) fn entry(&mut self, entry: ast::File) -> Body {
        let origin = self.ws.origin_of(Workspace::SESSION);
        let mut loader = ModuleLoader::new(self);
        let (uses, items) = loader.load_uses(&origin, entry.items);
        loader.declare_items(Workspace::SESSION, uses, items, true);
        let parts = loader.parts;
        self.stages().work_out(parts)
    }

    /// A module by the name that stands before a dot; a rule-set is loaded on demand.
    pub(crate) fn module(&mut self, from: ModuleId, name: &ast::Name) -> Option<ModuleId> {
        if let Some(known) = self.ws.module_named(from, &name.text) {
            self.names.module(self.ws, name.span, known);
            return Some(known);
        }
        let found = self.reading.rules(&name.text)?;
        let mut loader = ModuleLoader::new(self);
        let module = loader.load_found(&found, name.span).ok()??;
        let parts = loader.parts;
        let was_on_demand = self.reading.set_on_demand(true);
        self.stages().work_out(parts);
        self.reading.set_on_demand(was_on_demand);
        self.names.module(self.ws, name.span, module);
        Some(module)
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
