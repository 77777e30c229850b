//! The ways to add to what is loaded: a file, an entry of a session, an expression, a house rule.

use super::checker::Checker;
use super::program::{Body, Closure};
use super::scope::{BodyPlace, Mention, Scope, Want};
use super::workspace::{SourceHost, Workspace};
use crate::diag::Diagnostic;
use crate::modules::SourceText;
use crate::syntax::ast;

impl Workspace {
    /// Loads a started file with all that it uses. Everything is kept even where there are mistakes,
    /// so that the rest of the file can be looked at; it must not be run then.
    pub(crate) fn load_main(&mut self, host: &mut SourceHost<'_>, text: SourceText) -> Vec<Diagnostic> {
        let mut checker = Checker::new(self, host);
        checker.start(text);
        checker.finish()
    }

    /// The same, with every name in the sources that leads to a definition.
    pub(crate) fn load_with_mentions(
        &mut self,
        host: &mut SourceHost<'_>,
        text: SourceText,
    ) -> (Vec<Diagnostic>, Vec<Mention>) {
        let mut checker = Checker::new(self, host);
        checker.names.take_down();
        checker.start(text);
        let mentions = checker.names.finish();
        (checker.finish(), mentions)
    }

    /// Adds what was typed: definitions, `use`, statements. Gives the statements to run. Where there is
    /// an error, nothing has changed.
    pub(crate) fn extend(&mut self, host: &mut SourceHost<'_>, entry: ast::File) -> (Body, Vec<Diagnostic>) {
        self.extend_but(host, entry, &|_| false)
    }

    /// The same, where some mistakes do not matter: those of what was done before and is not run again.
    pub(crate) fn extend_but(
        &mut self,
        host: &mut SourceHost<'_>,
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
        host: &mut SourceHost<'_>,
        written: &ast::Expr,
    ) -> (Closure, Vec<Diagnostic>) {
        let mut checker = Checker::new(self, host);
        let mut scope = Scope::new(Workspace::SESSION, BodyPlace::Top);
        let body = checker.exprs(&mut scope).expr(written, &Want::any());
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
        host: &mut SourceHost<'_>,
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
}
