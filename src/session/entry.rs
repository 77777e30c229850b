//! Entries: what is typed is read, checked, made into a plan, and run; all of it, or nothing.

use std::sync::Arc;

use super::anew::Maker;
use super::inspect::Inspect;
use super::means::Means;
use super::nowhere::NO_SPAN;
use super::papers::Papers;
use super::proof::proof;
use super::reply::Changes;
use super::steps::{RuleStep, Size};
use super::typed::{Typed, value_name};
use super::world::{RunContext, World};
use super::{EntryOutcome, Reply};
use crate::base::{SourceId, Span};
use crate::check::CHECK_PARTS;
use crate::check::program::{Body, Closure, ExprKind, Kind, Program, QueryKind};
use crate::diag::{Diagnostic, codes};
use crate::engine::{Answers, EntryPoint, Fault, Log, NoAnswers, NoLog, Stop};
use crate::plan::{CodeId, Value};
use crate::syntax::{self, ast};

/// Something that is tried in a world. It changes the world also where it fails, unless it says otherwise:
/// whoever tries it keeps a copy to put back.
#[derive(Debug)]
pub(super) struct Attempt<'s> {
    world: &'s mut World,
    papers: &'s mut Papers,
    means: &'s Means,
}

/// An expression that is ready to be rolled many times.
#[derive(Debug, Clone)]
pub(crate) struct Prepared {
    code: CodeId,
    span: Span,
    /// The names of the parts of what it gives, where it always gives the same.
    parts: Vec<Arc<str>>,
    /// Warnings and notes about it.
    pub reports: Vec<Diagnostic>,
}

impl Prepared {
    /// Its code.
    pub(crate) fn code(&self) -> CodeId {
        self.code
    }

    /// Where it is written.
    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// The names of the parts of what it gives, as procedures give them; none for anything else.
    pub(super) fn parts(&self) -> &[Arc<str>] {
        &self.parts
    }
}

impl<'s> Attempt<'s> {
    /// In this world, with these texts.
    pub(crate) fn new(world: &'s mut World, papers: &'s mut Papers, means: &'s Means) -> Attempt<'s> {
        Attempt { world, papers, means }
    }

    /// The world as it stands.
    pub(crate) fn world(&mut self) -> &mut World {
        self.world
    }

    /// The texts.
    pub(crate) fn papers(&mut self) -> &mut Papers {
        self.papers
    }

    /// What may be used.
    pub(crate) fn means(&self) -> &'s Means {
        self.means
    }

    /// Makes rules beside the world.
    pub(crate) fn maker(&mut self) -> Maker<'_> {
        Maker::new(self.world, self.papers, self.means)
    }

    fn inspect(&self) -> Inspect<'_> {
        Inspect::new(self.world, self.papers)
    }

    /// Changes the world by an entry; the caller puts the old one back where it fails.
    pub(crate) fn enter(
        &mut self,
        number: u32,
        text: &str,
        answers: &mut dyn Answers,
        log: &mut dyn Log,
    ) -> Reply {
        let typed = self.papers.typed(number, text);
        let whole = Span::new(typed.source, 0, text.len());
        let mut reports = typed.reports.clone();
        if reports.iter().any(Diagnostic::is_error) {
            return Reply::faulty(number, reports);
        }
        let valued = typed.valued;
        let size = Size::of(self.world.plan());
        let joins = self.world.is_waiting() && adds_to_rules(&typed.file);
        let anew = joins || self.maker().concerns_earlier(&typed);
        let mut changes = Changes::default();
        let before = self.inspect().standing(&typed);
        let body = if anew { self.add_anew(&typed, text, &mut changes) } else { self.add(&typed) };
        let body = match body {
            Ok((body, found)) => {
                reports.extend(found);
                body
            }
            Err(mut found) => {
                if let Some(missing) = self.maker().missing_names(&typed, &found) {
                    self.world.wait_for_names(typed);
                    changes.waits_for = missing;
                    return Reply { changes: Box::new(changes), ..Reply::nothing(number) };
                }
                self.world.tell_waiting(self.papers.sources(), &mut found);
                reports.extend(found);
                return Reply::faulty(number, reports);
            }
        };
        // What only defines something runs nothing.
        let runs = !body.block.stmts.is_empty();
        let code = runs.then(|| self.world.body(&format!("entry {number}"), &body));
        let after = Size::of(self.world.plan());
        let only_value = typed.names().is_empty()
            && !adds_to_rules(&typed.file)
            && after.is_after(&size, usize::from(valued));
        changes.only_value = valued && typed.file.items.len() == 1;
        if !anew && (valued || !only_value) {
            let step = RuleStep::Text { number, text: text.to_owned(), only_value, anew };
            self.world.note_step_saying(step, typed.words(text));
        }
        let seed = self.world.luck().seed;
        let (value, rolled) = self.play(code.map(EntryPoint::new), answers, log);
        if Size::of(self.world.plan()) != after {
            // What the referee changed on the way named a rule-set that was not loaded.
            self.world.note_step(RuleStep::Once);
        }
        let mut reply = Reply {
            entry: number,
            outcome: EntryOutcome::Done,
            reports,
            value: None,
            seed: rolled.then_some(seed),
            changes: Box::new(changes),
        };
        match value {
            Ok(_) if valued => {
                reply.changes.defined = self.acknowledged(&typed, &reply.reports, &before);
                reply.value = self.global(&value_name(number));
                self.world.name_last(&value_name(number));
            }
            Ok(_) => reply.changes.defined = self.acknowledged(&typed, &reply.reports, &before),
            Err(stop) => reply.stopped(stop, whole),
        }
        reply
    }

    /// What an entry defined, and what it took the place of.
    fn acknowledged(
        &self,
        typed: &Typed,
        reports: &[Diagnostic],
        before: &[(Arc<str>, &'static str)],
    ) -> Vec<String> {
        let mut lines = self.inspect().acknowledged(typed, reports);
        lines.extend(self.inspect().replaced(typed, before));
        lines
    }

    /// Adds an entry to what is loaded. What is to be run, and what there is to say; where something is
    /// wrong, that alone.
    fn add(&mut self, typed: &Typed) -> Result<(Body, Vec<Diagnostic>), Vec<Diagnostic>> {
        let before = self.world.program().tables.clone();
        let (body, mut reports) = self.world.extend(&mut self.papers.host(), typed.file.clone());
        if reports.iter().any(Diagnostic::is_error) {
            return Err(reports);
        }
        self.world.lower();
        let tables = &self.world.program().tables;
        let changed = tables.changed_since(&before, Arc::ptr_eq);
        reports.extend(proof(self.means, self.papers.sources(), self.world, changed));
        if reports.iter().any(Diagnostic::is_error) { Err(reports) } else { Ok((body, reports)) }
    }

    /// The same for an entry that concerns what came before it: the rules are made anew with it.
    fn add_anew(
        &mut self,
        typed: &Typed,
        text: &str,
        changes: &mut Changes,
    ) -> Result<(Body, Vec<Diagnostic>), Vec<Diagnostic>> {
        let step =
            RuleStep::Text { number: typed.number, text: text.to_owned(), only_value: false, anew: true };
        let made = self.maker().renew_with(step).map_err(|error| {
            let whole = Span::new(typed.source, 0, text.len());
            vec![error.diagnostic(whole)]
        })?;
        if made.reports.iter().any(Diagnostic::is_error) {
            return Err(made.reports);
        }
        *self.world = made.world;
        changes.lost = made.lost;
        Ok((made.body, made.reports))
    }

    /// What a global of the session holds.
    fn global(&self, name: &str) -> Option<Value> {
        let id = self.world.workspace().global_named(name)?;
        self.world.state().globals.get(id.index()).cloned()
    }

    /// Makes an expression ready to be rolled.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn prepare(&mut self, text: &str) -> Result<Prepared, Reply> {
        self.prepare_by(syntax::parse_expression, text)
    }

    /// Makes an expression ready whose odds are asked.
    pub(crate) fn prepare_question(&mut self, text: &str) -> Result<Prepared, Reply> {
        self.prepare_by(syntax::parse_question, text)
    }

    /// Makes one part of what is asked ready, as if `.part` stood behind it.
    pub(super) fn prepare_part(&mut self, text: &str, part: &str) -> Result<Prepared, Reply> {
        let parse = |source, text: &str| {
            let (expr, reports) = syntax::parse_question(source, text);
            (expr.map(|expr| expr.asked_part(part)), reports)
        };
        self.prepare_by(parse, text)
    }

    fn prepare_by(
        &mut self,
        parse: impl Fn(SourceId, &str) -> (Option<ast::Expr>, Vec<Diagnostic>),
        text: &str,
    ) -> Result<Prepared, Reply> {
        let (closure, span, reports) = self.read(parse, text)?;
        let parts = asked_parts(self.world.program(), &closure);
        let code = self.world.expression("expression", &closure);
        Ok(Prepared { code, span, parts, reports })
    }

    /// Reads and checks an expression; the plan is ready for its code.
    pub(crate) fn read(
        &mut self,
        parse: impl Fn(SourceId, &str) -> (Option<ast::Expr>, Vec<Diagnostic>),
        text: &str,
    ) -> Result<(Closure, Span, Vec<Diagnostic>), Reply> {
        let _heed = self.means.heed();
        let source = self.papers.add("<expression>", text);
        let (expr, mut reports) = parse(source, text);
        let Some(expr) = expr.filter(|_| !reports.iter().any(Diagnostic::is_error)) else {
            return Err(Reply::faulty(0, reports));
        };
        let (closure, found) = self.world.check_expression(&mut self.papers.host(), &expr);
        reports.extend(found);
        if reports.iter().any(Diagnostic::is_error) {
            self.world.tell_waiting(self.papers.sources(), &mut reports);
            return Err(Reply::faulty(0, reports));
        }
        self.world.lower();
        Ok((closure, Span::new(source, 0, text.len()), reports))
    }

    /// Rolls a prepared expression once. Where it fails, nothing has changed.
    pub(crate) fn roll(
        &mut self,
        prepared: &Prepared,
        answers: &mut dyn Answers,
        log: &mut dyn Log,
    ) -> Reply {
        self.run_code(Some(EntryPoint::new(prepared.code)), prepared.span, answers, log)
    }

    /// Runs the statements of the started file. Where they fail, nothing has changed.
    pub(crate) fn run_main(&mut self, answers: &mut dyn Answers, log: &mut dyn Log) -> Reply {
        let program = self.world.program();
        let started = program.started.last().and_then(|id| program.modules.get(id.index()));
        let place = started.map(|module| module.span);
        let place = place.unwrap_or(NO_SPAN);
        self.run_code(self.world.plan().main.map(EntryPoint::new), place, answers, log)
    }

    /// Gives globals and rosters that are new what they begin with.
    pub(crate) fn begin(&mut self) -> Reply {
        self.run_code(None, NO_SPAN, &mut NoAnswers::default(), &mut NoLog)
    }

    /// Runs something in the world. Where the referee changes what is in play on the way, the change is
    /// read and checked as if it had been typed.
    fn play(
        &mut self,
        entry: Option<EntryPoint>,
        answers: &mut dyn Answers,
        log: &mut dyn Log,
    ) -> (Result<Value, Stop>, bool) {
        let mut budget = self.means.budget();
        let oracle = self.means.exact();
        let papers = &mut *self.papers;
        let mut change = |world: &mut World, text: &str| changed(world, papers, text);
        let mut run =
            RunContext { answers, oracle: Some(&oracle), budget: &mut budget, change: Some(&mut change) };
        self.world.run(entry, &mut run, log)
    }

    pub(crate) fn run_code(
        &mut self,
        entry: Option<EntryPoint>,
        place: Span,
        answers: &mut dyn Answers,
        log: &mut dyn Log,
    ) -> Reply {
        let before = self.world.clone();
        let seed = self.world.luck().seed;
        let (value, rolled) = self.play(entry, answers, log);
        let mut reply = Reply {
            entry: 0,
            outcome: EntryOutcome::Done,
            reports: Vec::new(),
            value: None,
            seed: rolled.then_some(seed),
            changes: Box::default(),
        };
        match value {
            Ok(value) => reply.value = Some(value),
            Err(stop) => {
                *self.world = before;
                reply.stopped(stop, place);
            }
        }
        reply
    }
}

/// The names of the parts of what is asked about, where it always gives the same.
fn asked_parts(program: &Program, closure: &Closure) -> Vec<Arc<str>> {
    if let ExprKind::Query(QueryKind::Odds, about) = &closure.body.kind {
        return asked_parts(program, about);
    }
    if let ExprKind::Check(..) = closure.body.kind {
        return CHECK_PARTS.iter().map(|part| Arc::from(*part)).collect();
    }
    let parts = match &closure.body.gives {
        Kind::Returned(id) => program.procs.get(id.index()).map(|procedure| &procedure.returns),
        Kind::Parts(names) => Some(names),
        _ => None,
    };
    parts.cloned().unwrap_or_default()
}

/// Reads and checks a statement that changes what is in play.
fn changed(world: &mut World, papers: &mut Papers, text: &str) -> Result<CodeId, Fault> {
    let source = papers.add("<referee>", text);
    let syntax::Parsed { file, diagnostics, .. } = syntax::parse_entry(source, text);
    let refuse = |reports: &[Diagnostic]| match reports.iter().find(|report| report.is_error()) {
        None => Ok(()),
        Some(report) => {
            let code = codes::find(report.code).unwrap_or(&codes::running::ANSWER);
            let fault = Fault::new(code, report.message.clone());
            Err(report.help.iter().fold(fault, |fault, help| fault.help(help.clone())))
        }
    };
    refuse(&diagnostics)?;
    if !is_change(&file) {
        let fault = Fault::new(&codes::running::ANSWER, format!("`{text}` does not change anything in play"));
        return Err(fault.help("for example `:set ash.hp 3`"));
    }
    let (body, found) = world.extend(&mut papers.host(), file);
    refuse(&found)?;
    world.lower();
    Ok(world.body("change", &body))
}

/// Whether a text is a single assignment.
fn is_change(file: &ast::File) -> bool {
    match file.items.as_slice() {
        [ast::Item { kind: ast::ItemKind::Stmt(stmt), .. }] => {
            matches!(stmt.kind, ast::StmtKind::Assign(..))
        }
        _ => false,
    }
}

/// Whether an entry defines something, besides the value of its last expression.
fn adds_to_rules(file: &ast::File) -> bool {
    file.items.iter().any(|item| match &item.kind {
        ast::ItemKind::Stmt(stmt) => matches!(stmt.kind, ast::StmtKind::Let(..)),
        _ => true,
    })
}
