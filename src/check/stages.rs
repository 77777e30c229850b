//! Works out what was declared, stage by stage: records, options, kinds of tables, bodies, proofs.

use std::sync::Arc;

use super::checker::Checker;
use super::define::{fills_nothing, unknown_option};
use super::defs::{Defined, DefinitionState};
use super::exprs::body;
use super::load::PendingModule;
use super::program::{Block, Body, ModuleId, Policy, Test};
use super::scope::{BodyPlace, NameMeaning, Scope};
use super::stmt::{answer_wanted, answers_wanted};
use super::table::{prove_rows, table_cycles};
use super::workspace::Workspace;
use crate::base::{Span, stop};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast;

/// Works out what a batch of modules defines, after all of it is declared.
pub(super) struct Stages<'c, 'a> {
    cx: &'c mut Checker<'a>,
}

impl<'a> Checker<'a> {
    /// For modules that are declared and not worked out.
    pub(super) fn stages(&mut self) -> Stages<'_, 'a> {
        Stages { cx: self }
    }
}

impl Stages<'_, '_> {
    /// Works out what a batch of declared modules defines, stage by stage. Gives the statements of the
    /// session's entry; those of started files join the program's.
    pub(super) fn work_out(&mut self, mut parts: Vec<PendingModule>) -> Body {
        let first_table = parts.iter().flat_map(|part| &part.defined).find_map(|defined| match defined {
            Defined::Table(id) => Some(id.index()),
            Defined::Option(_) | Defined::Global(_) | Defined::Fn(_) | Defined::Proc(_) => None,
        });
        for part in &mut parts {
            self.cx.records_in(part.module).sheets(std::mem::take(&mut part.sheets));
        }
        for part in &mut parts {
            self.uses_with(part.module, part.started, std::mem::take(&mut part.uses));
        }
        self.cx.complete_sheets();
        for part in &parts {
            self.cx.records_in(part.module).columns(&part.rosters);
        }
        for part in &mut parts {
            self.cx.changes_in(part.module).early_changes(&part.changes);
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
            self.cx.table_changes(part.module).changes(&part.changes);
            for defined in tables_first(false) {
                // What a `let` of a started file gives is seen where its statement is, or where it is mentioned before.
                if !part.started || !is_let(self.cx.ws, defined) {
                    self.define(defined);
                }
            }
        }
        for part in &mut parts {
            self.cx.records_in(part.module).rosters(std::mem::take(&mut part.rosters));
        }
        self.cx.complete_rosters();
        if let Some(first) = first_table {
            table_cycles(&mut self.cx.reports, &self.cx.ws.program, first);
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
                join(Arc::make_mut(&mut self.cx.ws.program.main), statements);
            }
        }
        entry
    }

    /// `with name = value` of every `use`: options are set, stubs filled.
    fn uses_with(&mut self, module: ModuleId, started: bool, uses: Vec<(ast::Use, Option<ModuleId>)>) {
        for (written, used) in uses {
            let Some(used) = used else { continue };
            for (name, value) in &written.with {
                let named = self.cx.names.named_in(self.cx.ws, used, name);
                match named {
                    Some(NameMeaning::Option(id)) if started => self.cx.set_option(id, module, value),
                    Some(NameMeaning::Option(_)) => {
                        let message =
                            format!("only the started file sets options; `{}` is left as it is", name.text);
                        let report = Diagnostic::error(&codes::files::OPTION_ELSEWHERE, name.span, message);
                        self.cx.report(report.help("remove it here and set it in the file you run"));
                    }
                    Some(named) if self.cx.ws.is_stub(named) => self.fill(module, used, name, named, value),
                    Some(_) | None => {
                        let of = format!("in `{}`", self.cx.ws.program.module_name(used));
                        let known = || self.cx.ws.options_of(used);
                        unknown_option(&mut self.cx.reports, name, &of, (known, None));
                    }
                }
            }
        }
    }

    /// Puts a definition of the user's in the place of a stub.
    fn fill(
        &mut self,
        module: ModuleId,
        used: ModuleId,
        name: &ast::Name,
        stub: NameMeaning,
        value: &ast::Expr,
    ) {
        let filler = if let ast::ExprKind::Field(base, field) = &value.kind {
            let of = base.name().and_then(|of| self.cx.module(module, of));
            of.and_then(|of| self.cx.names.named_in(self.cx.ws, of, field))
        } else {
            value.name().and_then(|filler| self.cx.names.named_quietly(self.cx.ws, module, filler))
        };
        let what = stub.what();
        match (stub, filler) {
            (NameMeaning::Table(stub), Some(NameMeaning::Table(table))) => {
                // Bodies that are worked out already know the stub by its id, so it takes the rows too.
                if matches!(self.cx.ws.defs.tables.get(table.index()), Some(DefinitionState::Done)) {
                    self.copy_table(table, stub);
                }
            }
            (NameMeaning::Fn(_), Some(NameMeaning::Fn(_)))
            | (NameMeaning::Proc(_), Some(NameMeaning::Proc(_))) => {}
            (_, None) if matches!(value.kind, ast::ExprKind::Name(_)) => {
                let filler = self.cx.reading.written(value.span);
                let message = format!("`{filler}` is not defined");
                let report = Diagnostic::error(&codes::names::UNKNOWN, value.span, message);
                return self
                    .cx
                    .report(report.help(format!("define {what} of that name to fill `{}`", name.text)));
            }
            (_, Some(_) | None) => {
                let message = format!("`{}` must be filled with the name of {what}", name.text);
                let report = Diagnostic::error(&codes::kinds::WRONG, value.span, message);
                return self.cx.report(report.help(format!("define {what}, and write its name here")));
            }
        }
        if let Some(filler) = filler {
            let span = name.span;
            self.cx.ws.scope_mut(used).names.insert(name.text.clone(), (filler, span));
        }
    }

    fn copy_table(&mut self, from: super::program::TableId, to: super::program::TableId) {
        let table = self.cx.ws.program.table(from);
        let info = self.cx.info(from);
        self.cx.set_table(to, |stub| {
            let def = stub.def.clone();
            *stub = (*table).clone();
            stub.def = def;
        });
        if let Some(slot) = self.cx.ws.defs.infos.get_mut(to.index()) {
            *slot = info;
        }
    }

    /// Proves the rows of tables that these parts define or change.
    fn prove_tables(&mut self, parts: &[PendingModule]) {
        let defined = parts.iter().flat_map(|part| &part.defined).filter_map(|defined| match defined {
            Defined::Table(id) => Some(*id),
            Defined::Option(_) | Defined::Global(_) | Defined::Fn(_) | Defined::Proc(_) => None,
        });
        let mut tables: Vec<super::program::TableId> = defined.collect();
        tables.extend(self.cx.altered.take_tables());
        tables.sort_unstable();
        tables.dedup();
        let tables = tables.into_iter().take_while(|_| !stop::is_asked());
        tables.for_each(|id| prove_rows(&mut self.cx.reports, &self.cx.ws.program, &self.cx.reading, id));
    }

    /// Looks for definitions of the user's that were meant to fill what a rule-set leaves open.
    fn look_for_fillers(&mut self, parts: &[PendingModule]) {
        for part in parts.iter().filter(|part| self.cx.ws.is_own(part.module)).collect::<Vec<_>>() {
            for defined in &part.defined {
                let program = &self.cx.ws.program;
                let def = match defined {
                    Defined::Table(id) => program.tables.get(id.index()).map(|table| &table.def),
                    Defined::Fn(id) => program.fns.get(id.index()).map(|function| &function.def),
                    Defined::Proc(id) => program.procs.get(id.index()).map(|procedure| &procedure.def),
                    Defined::Option(_) | Defined::Global(_) => None,
                };
                if let Some((name, at)) = def.map(|def| (def.name.clone(), def.span)) {
                    fills_nothing(&mut self.cx.reports, self.cx.ws, part.module, &name, at);
                }
            }
        }
    }

    fn define(&mut self, defined: Defined) {
        if stop::is_asked() {
            return;
        }
        match defined {
            Defined::Option(id) => self.cx.define_option(id),
            Defined::Global(id) => self.cx.define_global(id),
            Defined::Table(id) => self.cx.define_table(id),
            Defined::Fn(id) => self.cx.define_fn(id),
            Defined::Proc(id) => self.cx.define_proc(id),
        }
    }

    /// Resolves the tests of a module.
    fn tests(&mut self, module: ModuleId, tests: Vec<(ast::TestDef, Span)>) {
        for (test, span) in tests {
            self.cx.declarations(module).declare_inside(None, &test.body);
            let mut scope = Scope::new(module, BodyPlace::Test);
            let block = self.cx.stmts(&mut scope).block(&test.body);
            let made =
                Test { title: test.title.literal().into(), module, body: body(block, &mut scope), span };
            self.cx.ws.program.tests.push(Arc::new(made));
        }
    }

    /// Resolves the answers that a file gives to prompts.
    fn policies(&mut self, module: ModuleId, policies: Vec<ast::PolicyEntry>) {
        let wanted = answers_wanted(self.cx.ws, policies.iter().map(|policy| &policy.name));
        for policy in policies {
            let mut scope = Scope::new(module, BodyPlace::Value);
            self.cx.names.answer(self.cx.ws, &policy.name);
            let want = answer_wanted(&mut self.cx.reports, self.cx.ws, &wanted, &policy.name);
            let place = format!("the answer to `{}`", policy.name.text);
            let answer = self.cx.exprs(&mut scope).value(&policy.answer, &want, &place);
            let condition =
                policy.condition.as_ref().map(|condition| self.cx.exprs(&mut scope).condition(condition));
            let span = policy.name.span.to(policy.answer.span);
            self.cx.ws.program.policy.push(Policy {
                prompt: policy.name.text,
                answer,
                condition,
                module,
                span,
            });
        }
    }

    fn top_statements(&mut self, module: ModuleId, started: bool, stmts: Vec<ast::Stmt>) -> Body {
        let mut scope = Scope::new(module, BodyPlace::Top);
        if started {
            let block = self.cx.stmts(&mut scope).top_block(&stmts);
            return body(block, &mut scope);
        }
        let (standing, idle): (Vec<_>, Vec<_>) = stmts.into_iter().partition(is_standing);
        for stmt in &idle {
            let report = Diagnostic::warning(
                &codes::procedures::STATEMENT_IN_USED,
                stmt.span,
                "statements in a used file do not run, only its definitions count",
            );
            self.cx.report(report.help(instead_of(&stmt.kind)));
        }
        if !standing.is_empty() {
            let block = self.cx.stmts(&mut scope).top_block(&standing);
            let made = body(block, &mut scope);
            self.cx.ws.program.standing.push(made);
        }
        Body::default()
    }
}

/// Whether a definition is a `let` at the top.
fn is_let(ws: &Workspace, defined: Defined) -> bool {
    let Defined::Global(id) = defined else { return false };
    ws.program.globals.get(id.index()).is_some_and(|global| !global.kept)
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
