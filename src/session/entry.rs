//! Entries: what is typed is read, checked, made into a plan, and run; all of it, or nothing.

use std::sync::Arc;

use super::chronicle::ByReferee;
use super::reply::Changes;
use super::steps::{Size, Step};
use super::typed::{Typed, value_name};
use super::world::{Run, World};
use super::{Deed, Entered, NO_SOURCE, Outcome, Prepared, Reply, Session, UNDO};
use crate::base::{Source, SourceId, Sources, Span};
use crate::check::Host;
use crate::check::program::{Body, Closure, ExprKind};
use crate::diag::{Diagnostic, codes};
use crate::engine::{Answers, Entry, Event, Fault, Log, NoAnswers, NoLog, Stop};
use crate::modules::Loader;
use crate::plan::{CodeId, Value};
use crate::syntax::{self, ast};

impl Session {
    /// Does an entry: expressions, definitions, statements. Prompts have no answer but their policy.
    pub(crate) fn submit(&mut self, text: &str) -> Reply {
        self.submit_to(text, &mut NoAnswers::default(), &mut Vec::<Event>::new())
    }

    /// Does an entry, with somebody to answer and somebody to tell.
    pub(crate) fn submit_to(&mut self, text: &str, answers: &mut dyn Answers, log: &mut dyn Log) -> Reply {
        self.act(Deed::Enter, text, answers, log)
    }

    /// Changes what is in play by the referee's hand: `ash.hp = 3`. It is an entry like any other.
    pub(crate) fn change_to(&mut self, text: &str, answers: &mut dyn Answers, log: &mut dyn Log) -> Reply {
        let mut log = ByReferee { log, within: Arc::from([]), changed: false };
        self.act(Deed::Change, text, answers, &mut log)
    }

    /// Applies a row that had been put off, by its place from 0.
    pub(crate) fn apply_deferred(
        &mut self,
        at: usize,
        answers: &mut dyn Answers,
        log: &mut dyn Log,
    ) -> Reply {
        let text = self.deferred().get(at).cloned().unwrap_or_default();
        self.act(Deed::Apply(at), &text, answers, log)
    }

    /// Does what an entry is, all of it or nothing.
    pub(super) fn act(
        &mut self,
        deed: Deed,
        text: &str,
        answers: &mut dyn Answers,
        log: &mut dyn Log,
    ) -> Reply {
        let _heed = self.heed();
        let number = self.next_entry;
        self.next_entry += 1;
        let before = self.world.clone();
        let mut log = Counted { log, events: 0 };
        let reply = match &deed {
            Deed::Enter | Deed::Change => self.enter(number, text, answers, &mut log),
            Deed::Import(state) => {
                let name = text.trim_start_matches(":import state ").to_owned();
                self.next_entry = number;
                return self.import_state(&name, state, log.log);
            }
            Deed::Reload => {
                self.next_entry = number;
                return self.reload_as_entry(log.log);
            }
            Deed::Apply(at) => {
                let entry = self.world.take_deferred(*at);
                Reply { entry: number, value: None, ..self.run_code(entry, NO_SPAN, answers, &mut log) }
            }
        };
        if reply.is_done() {
            self.undone.clear();
            let events = log.events;
            self.remember(Entered { number, text: text.into(), deed, events, before });
        } else {
            self.world = before;
        }
        reply
    }

    pub(super) fn remember(&mut self, entered: Entered) {
        if self.entries.len() == UNDO {
            self.entries.remove(0);
        }
        self.entries.push(entered);
    }

    /// Changes the world by an entry; the caller puts the old one back where it fails.
    fn enter(&mut self, number: u32, text: &str, answers: &mut dyn Answers, log: &mut dyn Log) -> Reply {
        let typed = self.typed(number, text);
        let whole = Span::new(typed.source, 0, text.len());
        let mut reports = typed.reports.clone();
        if reports.iter().any(Diagnostic::is_error) {
            return Reply::faulty(number, reports);
        }
        let valued = typed.valued;
        let size = Size::of(&self.world.plan);
        let joins = !self.world.waiting.is_empty() && adds_to_rules(&typed.file);
        let anew = joins || self.concerns_earlier(&typed);
        let mut changes = Changes::default();
        let body = if anew { self.add_anew(&typed, text, &mut changes) } else { self.add(&typed) };
        let body = match body {
            Ok((body, found)) => {
                reports.extend(found);
                body
            }
            Err(mut found) => {
                if let Some(missing) = self.missing_names(&typed, &found) {
                    self.world.waiting.push(typed);
                    changes.waits_for = missing;
                    return Reply { changes: Box::new(changes), ..Reply::nothing(number) };
                }
                self.tell_waiting(&mut found);
                reports.extend(found);
                return Reply::faulty(number, reports);
            }
        };
        let code = self.world.body(&format!("entry {number}"), &body);
        let after = Size::of(&self.world.plan);
        let only_value = typed.names().is_empty()
            && !adds_to_rules(&typed.file)
            && after.is_after(&size, usize::from(valued));
        if !anew && (valued || !only_value) {
            let step = Step::Text { number, text: text.to_owned(), only_value, anew };
            self.world.steps.push_saying(step, typed.words(text));
        }
        let seed = self.seed();
        let (value, rolled) = self.play(Some(Entry::new(code)), answers, log);
        if Size::of(&self.world.plan) != after {
            // What the referee changed on the way named a rule-set that was not loaded.
            self.world.steps.push(Step::Once);
        }
        let mut reply = Reply {
            entry: number,
            outcome: Outcome::Done,
            reports,
            value: None,
            seed: rolled.then_some(seed),
            changes: Box::new(changes),
        };
        match value {
            Ok(_) if valued => {
                reply.changes.defined = self.acknowledged(&typed, &reply.reports);
                reply.value = self.global(&value_name(number));
                self.world.workspace.alias("_", &value_name(number));
            }
            Ok(_) => reply.changes.defined = self.acknowledged(&typed, &reply.reports),
            Err(stop) => reply.stopped(stop, whole),
        }
        reply
    }

    /// Adds an entry to what is loaded. What is to be run, and what there is to say; where something is
    /// wrong, that alone.
    fn add(&mut self, typed: &Typed) -> Result<(Body, Vec<Diagnostic>), Vec<Diagnostic>> {
        let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
        let before = self.world.workspace.program().tables.clone();
        let (body, mut reports) = self.world.workspace.extend(&mut host, typed.file.clone());
        if reports.iter().any(Diagnostic::is_error) {
            return Err(reports);
        }
        self.world.lower();
        let tables = &self.world.workspace.program().tables;
        reports.extend(self.proof(&self.world, tables.changed_since(&before, Arc::ptr_eq)));
        if reports.iter().any(Diagnostic::is_error) { Err(reports) } else { Ok((body, reports)) }
    }

    /// The same for an entry that concerns what came before it: the rules are made anew with it.
    fn add_anew(
        &mut self,
        typed: &Typed,
        text: &str,
        changes: &mut Changes,
    ) -> Result<(Body, Vec<Diagnostic>), Vec<Diagnostic>> {
        let step = Step::Text { number: typed.number, text: text.to_owned(), only_value: false, anew: true };
        let made = self.renew_with(step).map_err(|error| {
            let whole = Span::new(typed.source, 0, text.len());
            vec![error.diagnostic(whole)]
        })?;
        if made.reports.iter().any(Diagnostic::is_error) {
            return Err(made.reports);
        }
        self.world = made.world;
        changes.lost = made.lost;
        Ok((made.body, made.reports))
    }

    /// What a global of the session holds.
    fn global(&self, name: &str) -> Option<Value> {
        let id = self.world.workspace.global_named(name)?;
        self.world.state.globals.get(id.index()).cloned()
    }

    /// Makes an expression ready to be rolled.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn prepare(&mut self, text: &str) -> Result<Prepared, Reply> {
        self.prepare_by(syntax::parse_expression, text)
    }

    /// Makes an expression ready whose odds are asked.
    pub(super) fn prepare_question(&mut self, text: &str) -> Result<Prepared, Reply> {
        self.prepare_by(syntax::parse_question, text)
    }

    fn prepare_by(&mut self, parse: Parse, text: &str) -> Result<Prepared, Reply> {
        let (closure, span, reports) = self.read(parse, text)?;
        let code = self.world.expression("expression", &closure);
        Ok(Prepared { code, span, reports })
    }

    /// Whether an expression runs a procedure, so that more comes of it than its value.
    pub(crate) fn is_run(&self, text: &str) -> bool {
        let read = self.scratch().read(syntax::parse_expression, text);
        read.is_ok_and(|(closure, ..)| matches!(closure.body.kind, ExprKind::Run(..)))
    }

    /// Reads and checks an expression; the plan is ready for its code.
    pub(super) fn read(
        &mut self,
        parse: Parse,
        text: &str,
    ) -> Result<(Closure, Span, Vec<Diagnostic>), Reply> {
        let _heed = self.heed();
        let source = self.add_source("<expression>", text);
        let (expr, mut reports) = parse(source, text);
        let Some(expr) = expr.filter(|_| !reports.iter().any(Diagnostic::is_error)) else {
            return Err(Reply::faulty(0, reports));
        };
        let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
        let (closure, found) = self.world.workspace.expression(&mut host, &expr);
        reports.extend(found);
        if reports.iter().any(Diagnostic::is_error) {
            self.tell_waiting(&mut reports);
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
        self.run_code(Some(Entry::new(prepared.code)), prepared.span, answers, log)
    }

    /// Runs the statements of the started file. Where they fail, nothing has changed.
    pub(crate) fn run_main(&mut self, answers: &mut dyn Answers, log: &mut dyn Log) -> Reply {
        let started = self.program().started.last().and_then(|id| self.program().modules.get(id.index()));
        let place = started.map(|module| module.span);
        let place = place.unwrap_or_else(|| Span::new(NO_SOURCE, 0, 0));
        self.run_code(self.world.plan.main.map(Entry::new), place, answers, log)
    }

    /// Gives globals and rosters that are new what they begin with.
    pub(crate) fn begin(&mut self) -> Reply {
        self.run_code(None, Span::new(NO_SOURCE, 0, 0), &mut NoAnswers::default(), &mut NoLog)
    }

    /// Runs something in the world. Where the referee changes what is in play on the way, the change is
    /// read and checked as if it had been typed.
    fn play(
        &mut self,
        entry: Option<Entry>,
        answers: &mut dyn Answers,
        log: &mut dyn Log,
    ) -> (Result<Value, Stop>, bool) {
        let mut budget = self.budget();
        let oracle = self.exact();
        let (loader, sources) = (&mut self.loader, &mut self.sources);
        let mut change = |world: &mut World, text: &str| changed(world, &mut *loader, &mut *sources, text);
        let mut run = Run { answers, oracle: Some(&oracle), budget: &mut budget, change: Some(&mut change) };
        self.world.run(entry, &mut run, log)
    }

    pub(super) fn run_code(
        &mut self,
        entry: Option<Entry>,
        place: Span,
        answers: &mut dyn Answers,
        log: &mut dyn Log,
    ) -> Reply {
        let before = self.world.clone();
        let seed = self.seed();
        let (value, rolled) = self.play(entry, answers, log);
        let mut reply = Reply {
            entry: 0,
            outcome: Outcome::Done,
            reports: Vec::new(),
            value: None,
            seed: rolled.then_some(seed),
            changes: Box::default(),
        };
        match value {
            Ok(value) => reply.value = Some(value),
            Err(stop) => {
                self.world = before;
                reply.stopped(stop, place);
            }
        }
        reply
    }
}

/// Counts the events on their way.
struct Counted<'a> {
    log: &'a mut dyn Log,
    events: usize,
}

impl Log for Counted<'_> {
    fn wants(&self) -> bool {
        self.log.wants()
    }

    fn event(&mut self, event: Event) {
        self.events += 1;
        self.log.event(event);
    }

    fn step(&mut self, code: CodeId, at: u32) {
        self.log.step(code, at);
    }
}

/// How an expression is read.
pub(super) type Parse = fn(SourceId, &str) -> (Option<ast::Expr>, Vec<Diagnostic>);

/// A place in no source.
pub(super) const NO_SPAN: Span = Span { source: NO_SOURCE, start: 0, end: 0 };

/// Reads and checks a statement that changes what is in play.
fn changed(
    world: &mut World,
    loader: &mut Loader,
    sources: &mut Sources,
    text: &str,
) -> Result<CodeId, Fault> {
    let source = sources.add(Source::new("<referee>", text));
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
    let (body, found) = world.workspace.extend(&mut Host { loader, sources }, file);
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
pub(super) fn adds_to_rules(file: &ast::File) -> bool {
    file.items.iter().any(|item| match &item.kind {
        ast::ItemKind::Stmt(stmt) => matches!(stmt.kind, ast::StmtKind::Let(..)),
        _ => true,
    })
}
