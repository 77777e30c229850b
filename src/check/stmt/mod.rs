//! Statements: from what was written to what it means.

mod filled;
mod next;
mod places;
mod prompts;
mod records;
mod resolver;
mod steps;
mod time;

use std::sync::Arc;

use rustc_hash::FxHashMap;

pub(super) use steps::known_steps;

use super::checker::Checker;
use super::kinds::item_of;
use super::names::Hidden;
use super::program::{
    Block, Expr, ExprKind, Kind, LocalId, Place, ProcId, PromptId, Repeat, Returns, Stmt, StmtKind, Telling,
};
use super::scope::{BodyPlace, NameMeaning, Scope, Want};
use crate::base::{Span, stop};
use crate::check::Workspace;
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Verb};
pub(super) use resolver::StmtResolver;

impl StmtResolver<'_, '_> {
    /// The statements at the top of a started file or of an entry: a `let` there makes a name for all.
    pub(crate) fn top_block(&mut self, stmts: &[ast::Stmt]) -> Block {
        let mut made = Vec::with_capacity(stmts.len());
        for stmt in stmts {
            if let ast::StmtKind::Let(name, value) = &stmt.kind {
                self.top_let(name, value, stmt.span, &mut made);
                continue;
            }
            let block = ast::Block { stmts: vec![stmt.clone()] };
            self.cx.declarations(self.scope.module).declare_inside(None, &block);
            self.stmt(stmt, &mut made);
        }
        Block { stmts: made }
    }

    fn top_let(&mut self, name: &ast::Name, value: &ast::Expr, span: Span, made: &mut Vec<Stmt>) {
        let known = self.cx.ws.scope(self.scope.module).names.get(&name.text).copied();
        let Some((NameMeaning::Global(id), place)) = known else { return };
        // The value of a new name still sees the old one: `let x = x + 1`.
        if place == name.span {
            let (now, before) = ((NameMeaning::Global(id), place), self.cx.names.shadowed(id));
            self.cx.hide(Hidden { module: self.scope.module, name: name.text.clone(), now, before });
        }
        let value = self.exprs().expr(value, &Want::open());
        self.cx.unhide();
        self.cx.settle_global(id, &value);
        if let Some(global) = self.cx.ws.program.globals.get_mut(id.index())
            && global.kind != value.gives
            && !matches!(global.kind, Kind::List(_))
        {
            global.kind = Kind::Any;
        }
        made.push(Stmt { kind: StmtKind::Set(Place::Global(id), value), span });
    }

    /// Statements whose names are their own.
    pub(crate) fn block(&mut self, block: &ast::Block) -> Block {
        let mark = self.scope.enter();
        self.cx.depth.enter();
        let mut made = Vec::with_capacity(block.stmts.len());
        for (nth, stmt) in block.stmts.iter().enumerate().take_while(|_| !stop::is_asked()) {
            let hidden = self.hidden_by(stmt, mark);
            if let ast::StmtKind::Let(name, value) = &stmt.kind {
                let below = block.stmts.get(nth + 1..).unwrap_or_default();
                made.push(self.made_local(name, value, below, stmt.span));
            } else {
                self.stmt(stmt, &mut made);
            }
            if let (Some((name, outer)), Some(Stmt { kind: StmtKind::Let(_, value), .. })) =
                (hidden, made.last())
            {
                self.cx.report_hidden(name, outer, value);
            }
        }
        self.cx.block_rolls_anew(self.scope, &made);
        self.cx.depth.leave();
        self.scope.leave(mark);
        Block { stmts: made }
    }

    /// A `let` with what comes below it.
    fn made_local(&mut self, name: &ast::Name, value: &ast::Expr, below: &[ast::Stmt], span: Span) -> Stmt {
        let filled_from = self.filled_from(name, value, below);
        let value = self.exprs().expr(value, &Want::open());
        let id = self.exprs().let_local(name, &value);
        if let Some(local) = self.scope.local_mut(id) {
            local.filled_from = filled_from;
        }
        Stmt { kind: StmtKind::Let(id, value), span }
    }

    /// The name that a `let` makes within a block, and the local from before the block that it hides.
    fn hidden_by<'s>(&self, stmt: &'s ast::Stmt, mark: usize) -> Option<(&'s ast::Name, LocalId)> {
        let ast::StmtKind::Let(name, _) = &stmt.kind else { return None };
        Some((name, self.scope.hidden_from_before(mark, &name.text)?))
    }

    /// One statement; it may become several.
    pub(super) fn stmt(&mut self, stmt: &ast::Stmt, made: &mut Vec<Stmt>) {
        let span = stmt.span;
        let kind = match &stmt.kind {
            ast::StmtKind::Let(name, value) => return made.push(self.made_local(name, value, &[], span)),
            ast::StmtKind::Assign(target, op, value) => {
                return self.assign(target, *op, value, span, made);
            }
            ast::StmtKind::Verb(verb, of) => self.verb(*verb, of, span),
            ast::StmtKind::If { branches, otherwise } => self.branches(branches, otherwise.as_ref(), span),
            ast::StmtKind::For { name, of, filter, body } => self.for_each(name, of, filter.as_deref(), body),
            ast::StmtKind::Repeat(kind, body) => self.repeat(kind, body),
            ast::StmtKind::Step { name, title, body } => {
                return self.step(name, title.as_ref(), body, span, made);
            }
            ast::StmtKind::Stop(name) => StmtKind::Stop(self.stopped(name.as_ref())),
            ast::StmtKind::Skip => skip(&mut self.cx.reports, self.scope, span),
            ast::StmtKind::Return(parts) => StmtKind::Return(self.returned(parts, span)),
            ast::StmtKind::Worsen(place, by) => {
                let Some((place, by)) = self.moved(place, by.as_ref(), made) else { return };
                StmtKind::Worsen(place, by)
            }
            ast::StmtKind::Improve(place, by) => {
                let Some((place, by)) = self.moved(place, by.as_ref(), made) else { return };
                StmtKind::Improve(place, by)
            }
            ast::StmtKind::Prompt(prompt) => self.prompt(prompt),
            ast::StmtKind::Advance(time) => StmtKind::Advance(self.duration(time, "what is advanced")),
            ast::StmtKind::Timer(timer) => self.timer(timer),
            ast::StmtKind::Cancel(name, each) => match self.cancel(name, each.as_ref()) {
                Some(kind) => kind,
                None => return,
            },
            ast::StmtKind::Every(period, body) => self.every(period, body),
            ast::StmtKind::When { condition, each, body } => self.when(condition, each.as_deref(), body),
            ast::StmtKind::Add(item, to) => match self.add(item, to, span, made) {
                Some(kind) => kind,
                None => return,
            },
            ast::StmtKind::Remove(item, from) => match self.remove(item, from, span, made) {
                Some(kind) => kind,
                None => return,
            },
            ast::StmtKind::Reshuffle(deck) => match self.deck(deck) {
                Some(table) => StmtKind::Reshuffle(table),
                None => return,
            },
            ast::StmtKind::Next { count, table, bonus } => {
                match self.coming_rolls(count.as_deref(), table, bonus, span) {
                    Some(kind) => kind,
                    None => return,
                }
            }
            ast::StmtKind::With { dice, answers, body } => {
                only_in_tests(&mut self.cx.reports, self.scope, "with dice", span);
                self.scripted(dice, answers, body)
            }
            ast::StmtKind::Expr(value) => {
                let mark = self.cx.reports.mark();
                let resolved = self.exprs().expr(value, &Want::any());
                // What is wrong in it says what is to be done first.
                let is_whole = !self.cx.reports.has_errors_since(mark);
                if self.scope.place != BodyPlace::Top && is_whole {
                    self.bare(value, &resolved);
                }
                StmtKind::Tell(Telling::Value, resolved)
            }
        };
        made.push(Stmt { kind, span });
    }

    /// A value that nothing is done with, and what is: a procedure is run, a function of several lines gives it, anything
    /// else is shown.
    fn bare(&mut self, value: &ast::Expr, resolved: &Expr) {
        // `every 60 say "bell"`: the word before it was taken for a unit, which is reported.
        let before = self.cx.reading.before(value.span);
        if before.split_whitespace().next_back().is_some_and(crate::syntax::words::is_doing) {
            return;
        }
        let report = Diagnostic::error(&codes::procedures::BARE, value.span, "this value is not used");
        let start = Span { end: value.span.start, ..value.span };
        let report = report.help(
            "`say` shows a value, `roll` rolls it for all to see, `do` runs a procedure, `apply` a row's effects",
        );
        let is_fn = |id: ProcId| self.cx.ws.program.procs.get(id.index()).is_some_and(|of| of.is_fn);
        let runs = matches!(resolved.kind, ExprKind::Run(id, ..) if !is_fn(id));
        let gives = match self.scope.place {
            BodyPlace::Fn => true,
            BodyPlace::Proc(id) => is_fn(id),
            BodyPlace::Top | BodyPlace::Table | BodyPlace::Effect | BodyPlace::Test | BodyPlace::Value => {
                false
            }
        };
        if gives && !runs {
            return self.cx.report(report.fix("give it with `return`", start, "return "));
        }
        let (title, verb) = if runs { ("run it with `do`", "do ") } else { ("show it with `say`", "say ") };
        // `else deed is rest` lacks its `if`.
        let is_branch = before.split_whitespace().next_back() == Some("else");
        let report = match is_branch && resolved.gives == Kind::YesNo {
            true => report.fix("write `else if`", start, "if "),
            false => self.or_changed(report, value, resolved),
        };
        let report = report.fix(title, start, verb);
        // `n == 3` may be meant to give a value, and the last value of a procedure to be given back.
        if let ast::ExprKind::Compare(left, ast::Compare::Equal, right) = &value.kind
            && matches!(left.kind, ast::ExprKind::Name(_) | ast::ExprKind::Field(..))
        {
            let sign = Span { start: left.span.end, end: right.span.start, ..value.span };
            return self.cx.report(report.fix("give it that value with `=`", sign, " = "));
        }
        let is_last = self.cx.reading.next_line(value.span).starts_with("end");
        let report = match is_last && !runs && matches!(self.scope.place, BodyPlace::Proc(_)) {
            true => report.fix("give it with `return`", start, "return "),
            false => report,
        };
        self.cx.report(report);
    }

    /// `torches - 1`, `ash.hp - d4`: what can be changed is hardly shown with something taken off.
    fn or_changed(&self, report: Diagnostic, value: &ast::Expr, resolved: &Expr) -> Diagnostic {
        let (ast::ExprKind::Arith(place, terms), ExprKind::Arith(of, _)) = (&value.kind, &resolved.kind)
        else {
            return report;
        };
        let [(sign, by), ..] = terms.as_slice() else { return report };
        let (sign, ours) = match sign {
            ast::ArithOp::Add => ("+", "+="),
            ast::ArithOp::Subtract => ("-", "-="),
            ast::ArithOp::Multiply
            | ast::ArithOp::Divide
            | ast::ArithOp::FloorDivide
            | ast::ArithOp::Modulo => {
                return report;
            }
        };
        if !matches!(of.kind, ExprKind::Global(_) | ExprKind::Local(_) | ExprKind::Field(..)) {
            return report;
        }
        let gap = Span { start: place.span.end, end: by.span.start, ..value.span };
        let written = self.cx.reading.written(gap);
        if written.trim() != sign {
            return report;
        }
        let end = Span { start: by.span.start, ..value.span };
        let shown =
            format!("{} {ours} {}", self.cx.reading.written(place.span), self.cx.reading.written(end));
        report.fix(format!("change it: `{shown}`"), gap, format!(" {ours} "))
    }

    /// `say e` and the like.
    fn verb(&mut self, verb: Verb, of: &ast::Expr, span: Span) -> StmtKind {
        let telling = match verb {
            Verb::Say => Telling::Say,
            Verb::Note => Telling::Note,
            Verb::Show => Telling::Show,
            Verb::Roll => Telling::Roll,
            Verb::Apply => return StmtKind::Apply(self.applied(of)),
            Verb::Do => return StmtKind::Do(self.done(of)),
            Verb::Expect => {
                only_in_tests(&mut self.cx.reports, self.scope, "expect", span);
                return StmtKind::Expect(self.exprs().condition(of));
            }
        };
        StmtKind::Tell(telling, self.exprs().expr(of, &Want::any()))
    }

    fn branches(
        &mut self,
        branches: &[(ast::Expr, ast::Block)],
        otherwise: Option<&ast::Block>,
        span: Span,
    ) -> StmtKind {
        let branches: Vec<(Expr, Block)> = branches
            .iter()
            .map(|(condition, block)| (self.exprs().condition(condition), self.block(block)))
            .collect();
        let conditions: Vec<&Expr> = branches.iter().map(|(condition, _)| condition).collect();
        self.cx.branches_roll_anew(self.scope, &conditions, span);
        let otherwise = otherwise.map(|block| self.block(block)).unwrap_or_default();
        StmtKind::If { branches, otherwise }
    }

    fn for_each(
        &mut self,
        name: &ast::Name,
        of: &ast::Expr,
        filter: Option<&ast::Expr>,
        body: &ast::Block,
    ) -> StmtKind {
        let mark = self.scope.enter();
        let (item, of, filter) = self.exprs().walk(name, of, filter);
        let body = self.pass(body);
        self.scope.leave(mark);
        StmtKind::For { item, of, filter: filter.map(Box::new), body }
    }

    fn repeat(&mut self, kind: &ast::RepeatKind, body: &ast::Block) -> StmtKind {
        let repeat = match kind {
            ast::RepeatKind::Times(count) => Repeat::Times(self.exprs().number(count, "how many times")),
            ast::RepeatKind::Until(condition) => Repeat::Until(self.exprs().condition(condition)),
        };
        StmtKind::Repeat(repeat, self.pass(body))
    }

    /// The body of a loop or step, which `skip` ends.
    pub(super) fn pass(&mut self, body: &ast::Block) -> Block {
        self.scope.passes += 1;
        let block = self.block(body);
        self.scope.passes -= 1;
        block
    }

    /// `apply e`: anything that gives a row.
    fn applied(&mut self, written: &ast::Expr) -> Expr {
        let value = self.exprs().expr(written, &Want::any());
        let kind = super::resolve::without_nothing(&value.gives);
        let row = |kind: &Kind| super::kinds::fits(kind, &Kind::AnyRow);
        if !row(&kind) && !item_of(&kind).is_some_and(|item| row(&item)) {
            let message =
                format!("only rows are applied, and this is {}", self.cx.ws.program.describe(&kind));
            let report = Diagnostic::error(&codes::procedures::NOT_APPLIED, value.span, message);
            self.cx.report(report.help("`apply` takes a table, or a row that was picked before"));
        }
        value
    }

    /// `do p(…)`: a procedure run for what it does.
    fn done(&mut self, written: &ast::Expr) -> Expr {
        let value = self.exprs().expr(written, &Want::any());
        if !matches!(value.kind, ExprKind::Run(..) | ExprKind::Broken) {
            let message =
                format!("`do` runs a procedure, and `{}` is not one", self.cx.reading.written(value.span));
            let report = Diagnostic::error(&codes::procedures::NOT_DONE, value.span, message);
            self.cx.report(
                report
                    .help("`roll` rolls dice and tables, `apply` does what a row says, `say` shows a value"),
            );
        }
        value
    }

    fn stopped(&mut self, name: Option<&ast::Name>) -> Option<ProcId> {
        let name = name?;
        match self.cx.named(self.scope.module, name).and_then(NameMeaning::procedure) {
            Some(id) => Some(id),
            None => {
                let message = format!("`{}` is not a procedure, so it cannot be stopped", name.text);
                let mut report = Diagnostic::error(&codes::procedures::NOT_DONE, name.span, message);
                let procs = &self.cx.ws.program.procs;
                if self.cx.reports.may_compare(procs.len())
                    && let Some(near) =
                        crate::base::closest(&name.text, procs.iter().map(|proc| &*proc.def.name))
                {
                    report = report.did_you_mean(near, name.span);
                }
                self.cx.report(report);
                None
            }
        }
    }

    fn returned(&mut self, parts: &[ast::ReturnPart], span: Span) -> Returns {
        if !matches!(self.scope.place, BodyPlace::Proc(_)) {
            let report =
                Diagnostic::error(&codes::procedures::RETURN, span, "only a procedure can return something");
            self.cx.report(report.help("`stop` ends what is running here"));
        }
        if let [ast::ReturnPart { name: None, value }] = parts
            && let ast::ExprKind::Record(fields) = &value.kind
            && self.returns_in_parts(fields)
            && let Some(parts) = ast::returned_parts(parts)
        {
            return Returns::Parts(parts.into_iter().map(|part| self.returned_part(part)).collect());
        }
        if let [part] = parts
            && part.name.is_none()
        {
            let value = self.exprs().expr(&part.value, &Want::open());
            self.returns("", &value);
            return Returns::Value(value);
        }
        let mut made: Vec<(std::sync::Arc<str>, Expr)> = Vec::with_capacity(parts.len());
        for part in parts {
            match &part.name {
                Some(name) => made.push(self.returned_part((name, &part.value))),
                None => {
                    self.exprs().expr(&part.value, &Want::open());
                    let report = Diagnostic::error(
                        &codes::procedures::RETURN,
                        part.value.span,
                        "each of several parts needs a name",
                    );
                    self.cx.report(report.help("write `return torches = used, met = n`"));
                }
            }
        }
        Returns::Parts(made)
    }

    /// Whether a record of these fields is what the procedure returns as its parts, so that each is worked out only
    /// where somebody looks at it.
    fn returns_in_parts(&self, fields: &[(ast::Name, ast::Expr)]) -> bool {
        let BodyPlace::Proc(id) = self.scope.place else { return false };
        let procedure = self.cx.ws.program.procs.get(id.index());
        procedure.is_some_and(|procedure| {
            !fields.is_empty() && fields.iter().all(|(name, _)| procedure.returns.contains(&name.text))
        })
    }

    fn returned_part(&mut self, (name, value): (&ast::Name, &ast::Expr)) -> (std::sync::Arc<str>, Expr) {
        let value = self.exprs().expr(value, &Want::open());
        self.returns(&name.text, &value);
        (name.text.clone(), value)
    }

    /// Takes down what a part of the procedure's result may be.
    fn returns(&mut self, name: &str, value: &Expr) {
        let words = self.names_in().words_of(value);
        if let BodyPlace::Proc(id) = self.scope.place
            && let Some(def) = self.cx.ws.defs.procs.get_mut(id.index())
        {
            def.gives.push((name.into(), value.gives.clone(), words));
        }
    }

    /// `with dice … and answers …`.
    fn scripted(
        &mut self,
        dice: &[ast::Expr],
        answers: &[(ast::Name, ast::Expr)],
        body: &ast::Block,
    ) -> StmtKind {
        let dice = dice.iter().map(|die| self.exprs().number(die, "a die's face")).collect();
        let wanted = answers_wanted(self.cx.ws, answers.iter().map(|(name, _)| name));
        let answers = answers
            .iter()
            .map(|(name, value)| {
                self.cx.names.answer(self.cx.ws, name);
                let want = answer_wanted(&mut self.cx.reports, self.cx.ws, &wanted, name);
                (
                    name.text.clone(),
                    self.exprs().value(value, &want, &format!("the answer to `{}`", name.text)),
                )
            })
            .collect();
        StmtKind::With { dice, answers, body: self.block(body) }
    }
}

impl Checker<'_> {
    /// Warns of `let s = s + 1` within a block, where the `s` from before it was to change.
    fn report_hidden(&mut self, name: &ast::Name, outer: LocalId, value: &Expr) {
        if !mentions(value, outer) {
            return;
        }
        let text = &name.text;
        let message = format!("this `{text}` ends with its block, and the one from before stays as it is");
        let before = self.reading.before(name.span);
        let word = u32::try_from(before.len() - before.rfind("let").unwrap_or(before.len())).unwrap_or(0);
        let word = Span { start: name.span.start - word, end: name.span.start, ..name.span };
        let report = Diagnostic::warning(&codes::names::HIDDEN, name.span, message).here("a new name");
        self.report(report.fix(format!("change the `{text}` from before"), word, ""));
    }
}

fn mentions(value: &Expr, local: LocalId) -> bool {
    value.descendants().any(|expr| matches!(expr.kind, ExprKind::Local(of) if of == local))
}

fn skip(reports: &mut Reports, scope: &Scope, span: Span) -> StmtKind {
    if scope.passes == 0 {
        let report =
            Diagnostic::error(&codes::procedures::SKIP, span, "there is no step or loop to skip here");
        reports.add(report.help("`stop` ends the procedure"));
    }
    StmtKind::Skip
}

fn only_in_tests(reports: &mut Reports, scope: &Scope, what: &str, span: Span) {
    if !matches!(scope.place, BodyPlace::Test | BodyPlace::Top) {
        let message = format!("`{what}` belongs in a test");
        let report = Diagnostic::error(&codes::procedures::ONLY_IN_TESTS, span, message);
        reports.add(report.help("put it inside `test \"…\"` … `end test`"));
    }
}

/// What the answers to prompts of these names may be.
pub(super) fn answers_wanted<'n>(
    ws: &Workspace,
    names: impl Iterator<Item = &'n ast::Name>,
) -> FxHashMap<Arc<str>, Want> {
    let mut asked: FxHashMap<Arc<str>, Vec<Kind>> =
        names.map(|name| (Arc::clone(&name.text), Vec::new())).collect();
    let prompts = if asked.is_empty() { 0 } else { ws.program.prompts.len() };
    for (at, prompt) in ws.program.prompts.iter().enumerate().take(prompts) {
        if let Some(kinds) = asked.get_mut(&prompt.name) {
            kinds.push(ws.prompt_kind(PromptId::from(at)));
        }
    }
    let kinds = asked.into_iter().filter(|(_, kinds)| !kinds.is_empty());
    kinds.map(|(name, kinds)| (name, Want::of(super::kinds::one_of(kinds)))).collect()
}

/// What the answer to a prompt of this name may be; a name that no prompt has is reported.
pub(super) fn answer_wanted(
    reports: &mut Reports,
    ws: &Workspace,
    wanted: &FxHashMap<Arc<str>, Want>,
    name: &ast::Name,
) -> Want {
    if let Some(want) = wanted.get(&name.text) {
        return want.clone();
    }
    let known = &ws.program.prompts;
    let message = format!("there is no prompt `{}`", name.text);
    let mut report = Diagnostic::error(&codes::procedures::UNKNOWN_PROMPT, name.span, message);
    if reports.may_compare(known.len())
        && let Some(near) = crate::base::closest(&name.text, known.iter().map(|prompt| &*prompt.name))
    {
        report = report.did_you_mean(near, name.span);
    }
    reports.add(report);
    Want::any()
}
