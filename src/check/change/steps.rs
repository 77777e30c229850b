//! Changes of the steps of procedures, and what a change is about.

use std::sync::Arc;

use super::applier::ChangeApplier;
use crate::base::{Span, closest};
use crate::check::defs::{DefinitionState, StepChange};
use crate::check::program::Program;
use crate::check::scope::NameMeaning;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast;

impl ChangeApplier<'_, '_> {
    /// Takes down a change of a step, before procedures are worked out. One that is worked out already
    /// waits again.
    pub(crate) fn step_change(&mut self, change: &Arc<ast::Change>) {
        match self.change_target(&change.target) {
            Some(NameMeaning::Proc(id)) => {
                if let Some(def) = self.cx.ws.defs.procs.get_mut(id.index()) {
                    def.changes.add(StepChange { module: self.module, change: change.clone() });
                    if matches!(def.state, DefinitionState::Done) {
                        def.state = DefinitionState::Waiting(Arc::new(()));
                    }
                    self.cx.altered.add_proc(id);
                }
            }
            Some(_) => {
                let name = &change.target.name;
                let message = format!("`{}` is not a procedure, so it has no steps", name.text);
                self.cx.report(Diagnostic::error(&codes::procedures::NO_STEP, name.span, message));
            }
            None => {}
        }
    }

    /// What a `change` is about; reported where there is nothing of that name.
    pub(crate) fn change_target(&mut self, path: &ast::Path) -> Option<NameMeaning> {
        let named = match &path.module {
            Some(of) => {
                let of = self.cx.module(self.module, of);
                of.and_then(|of| self.cx.names.named_in(self.cx.ws, of, &path.name))
            }
            None => self.cx.named(self.module, &path.name),
        };
        if named.is_none() {
            let known = self.cx.ws.names_in_reach(self.module);
            let message = format!("there is no `{}` to change", path.name.text);
            let mut report = Diagnostic::error(&codes::names::NOTHING_TO_CHANGE, path.span, message);
            if self.cx.reports.may_compare(known.len())
                && let Some(near) = closest(&path.name.text, known.iter().map(|known| &**known))
            {
                report = report.did_you_mean(near, path.name.span);
            }
            self.cx.report(report);
        }
        if let Some(named) = named {
            note_change(&mut self.cx.ws.program, named, path.span);
        }
        named
    }
}

/// Takes down that a definition is altered by the line in which its name stands at a place.
fn note_change(program: &mut Program, named: NameMeaning, at: Span) {
    let whole = match named {
        NameMeaning::Table(id) => program.tables.get(id.index()).map(|table| table.def.whole),
        NameMeaning::Fn(id) => program.fns.get(id.index()).map(|function| function.def.whole),
        NameMeaning::Proc(id) => program.procs.get(id.index()).map(|procedure| procedure.def.whole),
        NameMeaning::Option(id) => program.options.get(id.index()).map(|option| option.def.whole),
        NameMeaning::Global(_) | NameMeaning::Roster(_) | NameMeaning::Member(..) => None,
    };
    if let Some(whole) = whole
        && !program.noted_changes.contains_key(&(whole, at))
    {
        program.noted_changes.insert((whole, at), ());
        program.changes.push((whole, at));
    }
}
