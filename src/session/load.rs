//! Loading: started files, and house rules.

use std::path::Path;

use super::{NO_SOURCE, Reply, Session};
use crate::base::{Source, SourceId, Span};
use crate::check::Host;
use crate::check::program::{Block, Body, Place, Stmt, StmtKind};
use crate::diag::Diagnostic;
use crate::engine::{NoAnswers, NoLog};
use crate::modules::{LoadError, SourceText};
use crate::syntax::{self, ast};

impl Session {
    /// Loads a file that a person started, with all that it uses. The reports of all its mistakes; where
    /// one is an error, nothing has changed but the sources.
    ///
    /// # Errors
    /// The file cannot be had.
    pub fn load(&mut self, path: &Path) -> Result<Vec<Diagnostic>, LoadError> {
        let text = self.loader.start(path)?;
        Ok(self.load_text(text))
    }

    /// Loads a text as if it were a file.
    pub fn load_text(&mut self, text: SourceText) -> Vec<Diagnostic> {
        let mut draft = self.world.clone();
        let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
        let reports = draft.workspace.load_main(&mut host, text);
        if !reports.iter().any(Diagnostic::is_error) {
            draft.lower();
            self.world = draft;
        }
        reports
    }

    /// Gives the top-level names of the started file their values, without running its other statements:
    /// for those who load a file for its definitions.
    pub fn run_definitions(&mut self) -> Reply {
        let main = &self.program().main;
        let gives_value = |stmt: &&Stmt| matches!(stmt.kind, StmtKind::Set(Place::Global(_), _));
        let stmts: Vec<Stmt> = main.block.stmts.iter().filter(gives_value).cloned().collect();
        let body = Body { block: Block { stmts }, locals: main.locals.clone() };
        let code = self.world.body("definitions", &body);
        self.run_code(Some(code), Span::new(NO_SOURCE, 0, 0), &mut NoAnswers::default(), &mut NoLog)
    }

    /// Puts another value of an option in force: `dungeon_turn.quiet_turns`, `3`.
    pub fn set_option(&mut self, name: &str, value: &str) -> Vec<Diagnostic> {
        let path = path_of(self.add_source("<option>", name), name);
        let (value, mut reports) = syntax::parse_expression(self.add_source("<option>", value), value);
        let Some(value) = value.filter(|_| reports.is_empty()) else { return reports };
        let mut draft = self.world.clone();
        let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
        reports.extend(draft.workspace.set_option(&mut host, &path, &value));
        if !reports.iter().any(Diagnostic::is_error) {
            draft.lower();
            self.world = draft;
        }
        reports
    }

    pub(super) fn add_source(&mut self, name: &str, text: &str) -> SourceId {
        self.sources.add(Source::new(name, text))
    }
}

/// A name with or without its module, as a user gives it outside of any source.
fn path_of(source: SourceId, text: &str) -> ast::Path {
    let span = Span::new(source, 0, text.len());
    let (module, name) = match text.split_once('.') {
        Some((module, name)) => (Some(ast::Name::new(module.trim(), span)), name),
        None => (None, text),
    };
    ast::Path { module, name: ast::Name::new(name.trim(), span), span }
}
