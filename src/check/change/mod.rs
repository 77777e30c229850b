//! Whole definitions that take another one's place, and changes of steps: made before anything is worked
//! out, so that all that uses them is checked against the new ones.

mod applier;
mod steps;

use std::sync::Arc;

use crate::check::Workspace;
use crate::check::defs::{Defined, DefinitionState};
use crate::check::program::{FnId, Kind, Param, ProcId};
use crate::check::reports::Reports;
use crate::check::scope::NameMeaning;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, ChangeKind};
use applier::ChangeApplier;

impl ChangeApplier<'_, '_> {
    /// Makes the changes of a module that others are checked against.
    pub(crate) fn early_changes(&mut self, changes: &[Arc<ast::Change>]) {
        for change in changes {
            let target = &change.target;
            match &change.kind {
                ChangeKind::Step(..)
                | ChangeKind::Before(..)
                | ChangeKind::After(..)
                | ChangeKind::Without(_) => {
                    self.step_change(change);
                }
                ChangeKind::Procedure(procedure) => match self.change_target(target) {
                    Some(NameMeaning::Proc(id)) => self.change_procedure(id, procedure),
                    other => no_such_change(&mut self.cx.reports, target, other, "procedure"),
                },
                ChangeKind::Table(table) => match self.change_target(target) {
                    Some(NameMeaning::Table(id)) => {
                        self.cx.table_changes(self.module).change_table(id, table)
                    }
                    other => no_such_change(&mut self.cx.reports, target, other, "table"),
                },
                ChangeKind::Value(function) => match self.change_target(target) {
                    Some(NameMeaning::Fn(id)) => self.change_fn(id, function),
                    // A function of several lines is a procedure that returns.
                    Some(NameMeaning::Proc(id)) if is_function(self.cx.ws, id) => {
                        let procedure = returning(function);
                        self.change_procedure(id, &procedure);
                    }
                    // Options have their turn once they are worked out.
                    Some(NameMeaning::Option(_)) | None => {}
                    other => no_such_change(&mut self.cx.reports, target, other, "function or option"),
                },
                ChangeKind::Row { .. } | ChangeKind::Head(_) => {}
            }
        }
    }

    fn change_fn(&mut self, id: FnId, function: &ast::FnDef) {
        let gives = match &function.gives {
            Some(kind) => self.cx.kinds_in(self.module).kind(kind, &function.name).0,
            None => Kind::Any,
        };
        let done = !matches!(self.cx.ws.defs.fns.get(id.index()), Some(DefinitionState::Waiting(_)));
        let before =
            self.cx.ws.program.fns.get(id.index()).map(|known| known.params.clone()).unwrap_or_default();
        self.cx.ws.defs.param_locals.remove(&Defined::Fn(id));
        if let Some(known) = self.cx.ws.program.fns.get_mut(id.index()) {
            let known = Arc::make_mut(known);
            known.def.module = self.module;
            known.def.span = function.name.span;
            known.gives = gives;
            known.stub = None;
        }
        if let Some(state) = self.cx.ws.defs.fns.get_mut(id.index()) {
            *state = DefinitionState::Waiting(Arc::new(function.clone()));
        }
        if done {
            self.cx.define_fn(id);
            let after =
                self.cx.ws.program.fns.get(id.index()).map(|known| known.params.clone()).unwrap_or_default();
            self.same_parameters(&function.name, &before, &after);
        }
    }

    /// A whole new procedure; changes of the old one's steps are gone with it.
    fn change_procedure(&mut self, id: ProcId, procedure: &ast::Procedure) {
        let Some(known) = self.cx.ws.program.procs.get_mut(id.index()) else { return };
        let known = Arc::make_mut(known);
        let (before, prompts) = (std::mem::take(&mut known.params), std::mem::take(&mut known.prompts));
        known.def.module = self.module;
        known.def.span = procedure.name.span;
        if let Some(title) = &procedure.title {
            known.def.title = Some(title.literal().into());
        }
        known.takes = None;
        known.is_fn = procedure.is_fn;
        known.returns.clear();
        known.stub = None;
        self.cx.ws.defs.param_locals.remove(&Defined::Proc(id));
        self.cx.declarations(self.module).declare_inside(Some(id), &procedure.body);
        let Some(def) = self.cx.ws.defs.procs.get_mut(id.index()) else { return };
        let done = matches!(def.state, DefinitionState::Done);
        def.written = Some(Arc::new(procedure.clone()));
        def.changes.clear();
        def.state = DefinitionState::Waiting(Arc::new(()));
        self.cx.altered.add_proc(id);
        if done {
            self.cx.declare_proc_params(id);
            let known = self.cx.ws.program.procs.get(id.index()).cloned();
            let after = known.as_ref().map(|known| known.params.clone()).unwrap_or_default();
            let asks = |id: &crate::check::program::PromptId| {
                self.cx.ws.program.prompts.get(id.index()).map(|prompt| prompt.name.clone())
            };
            let asked: Vec<_> = prompts.iter().map(asks).collect();
            let asks_now: Vec<_> = known.iter().flat_map(|known| &known.prompts).map(asks).collect();
            if before.len() != after.len() || asked != asks_now {
                takes_otherwise(
                    &mut self.cx.reports,
                    &procedure.name,
                    "the same parameters and asks the same questions",
                );
            }
            self.same_parameters(&procedure.name, &before, &after);
        }
    }

    /// What was worked out already calls the old definition; the new one must take what it gives.
    fn same_parameters(&mut self, name: &ast::Name, before: &[Param], after: &[Param]) {
        let same =
            before.iter().zip(after).all(|(old, new)| old.name == new.name && old.unrolled == new.unrolled);
        let more = after.iter().skip(before.len());
        if before.len() > after.len() || !same || more.into_iter().any(|param| param.default.is_none()) {
            takes_otherwise(
                &mut self.cx.reports,
                name,
                "the same parameters; new ones come last and have a default",
            );
        }
    }
}

/// A function of one line, written as one of several.
fn returning(function: &ast::FnDef) -> ast::Procedure {
    let part = ast::ReturnPart { name: None, value: function.body.clone() };
    let stmt = ast::Stmt { kind: ast::StmtKind::Return(vec![part]), span: function.body.span };
    ast::Procedure {
        name: function.name.clone(),
        title: None,
        params: function.params.clone(),
        is_fn: true,
        takes: None,
        body: ast::Block { stmts: vec![stmt] },
    }
}

fn is_function(ws: &Workspace, id: ProcId) -> bool {
    ws.program.procs.get(id.index()).is_some_and(|known| known.is_fn)
}

/// Reports a change of something that is of another kind.
fn no_such_change(reports: &mut Reports, target: &ast::Path, named: Option<NameMeaning>, what: &str) {
    let Some(named) = named else { return };
    let name = &target.name.text;
    let (is, instead) = match named {
        NameMeaning::Table(_) => {
            ("a table", format!("`change table {name}` and its rows, or `change {name} row …: …`"))
        }
        NameMeaning::Fn(_) => ("a function", format!("`change fn {name}(…) = …`")),
        NameMeaning::Proc(_) => ("a procedure", format!("`change procedure {name}` and its statements")),
        NameMeaning::Option(_) => ("an option", format!("`change option {name} = …`")),
        NameMeaning::Global(_) => ("a name that holds a value", format!("a statement: `{name} = …`")),
        NameMeaning::Roster(_) | NameMeaning::Member(..) => {
            ("of the roster", "`add`, `remove` and statements that change its fields".to_owned())
        }
    };
    let article = if what.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    let report = Diagnostic::error(
        &codes::kinds::WRONG,
        target.span,
        format!("`{name}` is {is}, not {article} {what}"),
    );
    reports.add(report.help(format!("to change it, write {instead}")));
}

fn takes_otherwise(reports: &mut Reports, name: &ast::Name, what: &str) {
    let message = format!("the rules that are loaded call `{}` otherwise", name.text);
    let report = Diagnostic::error(&codes::names::CHANGED_CALLS, name.span, message);
    reports.add(report.help(format!(
        "what takes its place here takes {what}; or write the change in a file, where all that calls it is read anew"
    )));
}
