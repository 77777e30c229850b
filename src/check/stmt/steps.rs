//! Steps of procedures, and the changes that house rules make to them.

use super::resolver::StmtResolver;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::base::{Span, closest};
use crate::check::Workspace;
use crate::check::defs::StepChange;
use crate::check::program::{ModuleId, ProcId, Stmt, StmtKind};
use crate::check::reports::Reports;
use crate::check::scope::BodyPlace;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, ChangeKind, Name};

impl StmtResolver<'_, '_> {
    /// A step, as it is or as changes have it.
    pub(super) fn step(
        &mut self,
        name: &Name,
        title: Option<&ast::Text>,
        body: &ast::Block,
        span: Span,
        made: &mut Vec<Stmt>,
    ) {
        let title: Option<Arc<str>> = title.map(|title| title.literal().into());
        let changes: Vec<StepChange> = match self.scope.place {
            BodyPlace::Proc(id) => {
                let def = self.cx.ws.defs.procs.get(id.index());
                def.map(|def| def.changes.of(&name.text)).unwrap_or_default()
            }
            BodyPlace::Top
            | BodyPlace::Fn
            | BodyPlace::Table
            | BodyPlace::Effect
            | BodyPlace::Test
            | BodyPlace::Value => Vec::new(),
        };
        let mut before = Vec::new();
        let mut after = Vec::new();
        let mut replaced: Option<Option<(ModuleId, ast::Block)>> = None;
        for StepChange { module, change } in changes {
            match &change.kind {
                ChangeKind::Before(_, block) => before.push((module, block.clone())),
                ChangeKind::After(_, block) => after.push((module, block.clone())),
                ChangeKind::Step(_, block) => replaced = Some(Some((module, block.clone()))),
                ChangeKind::Without(_) => replaced = Some(None),
                ChangeKind::Row { .. }
                | ChangeKind::Table(_)
                | ChangeKind::Head(_)
                | ChangeKind::Procedure(_)
                | ChangeKind::Value(_) => {}
            }
        }
        for (module, block) in before {
            made.extend(self.changed_block(module, &block));
        }
        let own = match replaced {
            None => Some((self.scope.module, body.clone())),
            Some(other) => other,
        };
        if let Some((module, block)) = own {
            self.scope.passes += 1;
            let stmts = self.changed_block(module, &block);
            self.scope.passes -= 1;
            let body = crate::check::program::Block { stmts };
            made.push(Stmt { kind: StmtKind::Step { name: name.text.clone(), title, body }, span });
        }
        for (module, block) in after {
            made.extend(self.changed_block(module, &block));
        }
    }

    /// A block that reads its names where it was written, and the procedure's locals.
    fn changed_block(&mut self, module: ModuleId, block: &ast::Block) -> Vec<Stmt> {
        if module != self.scope.module {
            self.cx.declarations(module).declare_inside(None, block);
        }
        let own = std::mem::replace(&mut self.scope.module, module);
        // A step is a part of its procedure, not a block of its own: what is chosen in one step is
        // known in the next.
        let mut made = Vec::with_capacity(block.stmts.len());
        for stmt in &block.stmts {
            self.stmt(stmt, &mut made);
        }
        self.scope.module = own;
        made
    }
}

/// Reports changes of steps that a procedure does not have.
pub(in crate::check) fn known_steps<'b>(
    reports: &mut Reports,
    ws: &Workspace,
    id: ProcId,
    block: &'b ast::Block,
) {
    let changes = match ws.defs.procs.get(id.index()) {
        Some(def) if !def.changes.all().is_empty() => def.changes.all(),
        Some(_) | None => return,
    };
    let step = |stmt: &'b ast::Stmt| {
        if let ast::StmtKind::Step { name, .. } = &stmt.kind { Some(&*name.text) } else { None }
    };
    let steps: Vec<&str> = block.descendants().filter_map(step).collect();
    let known: FxHashSet<&str> = steps.iter().copied().collect();
    for change in changes {
        let Some(name) = change.change.kind.step().filter(|name| !known.contains(&*name.text)) else {
            continue;
        };
        let message = format!("`{}` has no step `{}`", change.change.target.name.text, name.text);
        let report = Diagnostic::error(&codes::procedures::NO_STEP, name.span, message);
        let may_compare = reports.may_compare(steps.len());
        let near = may_compare.then(|| closest(&name.text, steps.iter().copied())).flatten();
        reports.add(match near {
            Some(near) => report.did_you_mean(near, name.span),
            None => {
                let most: Vec<&str> = steps.iter().take(20).copied().collect();
                report.help(format!("its steps are {}", most.join(", ")))
            }
        });
    }
}
