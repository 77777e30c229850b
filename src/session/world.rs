//! All that an entry may change. It is copied before an entry runs and put in place only when all of
//! the entry succeeded, so that a failed entry leaves no trace, and undo is putting back a copy.

use std::sync::Arc;

use super::chronicle::{ByReferee, Chronicle};
use super::json;
use super::luck::{CallersLuck, LuckState, RollSeed, RunLuck};
use super::steps::{RuleStep, Steps};
use super::typed::{LastingWords, Typed};
use crate::base::{Num, Sources};
use crate::check::program::{Block, Body, Closure, Place, Program, Stmt, StmtKind, TableId};
use crate::check::{Mention, SourceHost, Workspace};
use crate::diag::{Diagnostic, codes};
use crate::engine::{
    Answers, CommandBudget, EntryPoint, Event, EventKind, Fault, Host, Log, Machine, NoAnswers, NoLog,
    Oracle, Order, Record, State, Stop, When,
};
use crate::modules::SourceText;
use crate::plan::{CodeId, FixedAnswers, Plan, Value, lower};
use crate::syntax::ast;

/// What is loaded, what it was made into, and the state in play.
#[derive(Debug, Clone)]
pub(super) struct World {
    /// What is loaded.
    workspace: Workspace,
    /// What it was made into.
    plan: Arc<Plan>,
    /// The state in play.
    state: State,
    /// Where luck comes from.
    luck: LuckState,
    /// How many turns have begun.
    turns: u64,
    /// How the rules came to be what they are.
    steps: Steps,
    /// Definitions that mention names which are not defined yet.
    waiting: Vec<Arc<Typed>>,
    /// How often everything had been loaded again when its rules were made.
    edition: u32,
    /// How many of the plan's beginnings have run.
    begun: usize,
}

/// Makes a statement ready to change what is in play, in the middle of a run.
pub(super) type Change<'a> = dyn FnMut(&mut World, &str) -> Result<CodeId, Fault> + 'a;

/// What a run needs besides the world.
pub(super) struct RunContext<'a> {
    pub answers: &'a mut dyn Answers,
    pub oracle: Option<&'a dyn Oracle>,
    pub budget: &'a mut CommandBudget,
    pub change: Option<&'a mut Change<'a>>,
}

impl World {
    /// Nothing loaded, with luck from a seed.
    pub(crate) fn new(seed: RollSeed) -> World {
        World {
            workspace: Workspace::new(),
            plan: Arc::new(Plan::default()),
            state: State::default(),
            luck: LuckState::new(seed),
            turns: 0,
            steps: Steps::default(),
            waiting: Vec::new(),
            edition: 0,
            begun: 0,
        }
    }

    /// What is loaded.
    pub(crate) fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// What is loaded, resolved.
    pub(crate) fn program(&self) -> &Program {
        self.workspace.program()
    }

    /// What it was made into.
    pub(crate) fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// The state in play.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// Whether all in play is as it was, but for values that came since.
    pub(crate) fn is_in_play_as(&self, before: &World) -> bool {
        let globals = self.state.globals.iter().take(before.state.globals.len());
        let known = State { globals: globals.cloned().collect(), ..self.state.clone() };
        self.turns == before.turns && known == before.state
    }

    /// Where luck comes from.
    pub(crate) fn luck(&self) -> &LuckState {
        &self.luck
    }

    /// How many turns have begun.
    pub(crate) fn turns(&self) -> u64 {
        self.turns
    }

    /// How the rules came to be what they are.
    pub(crate) fn steps(&self) -> &Steps {
        &self.steps
    }

    /// How often everything had been loaded again when its rules were made.
    pub(crate) fn edition(&self) -> u32 {
        self.edition
    }

    /// Whether definitions wait for names.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Loads the text of a file; what is wrong with it.
    pub(crate) fn load_main(&mut self, host: &mut SourceHost<'_>, text: SourceText) -> Vec<Diagnostic> {
        self.workspace.load_main(host, text)
    }

    /// The same, with every name that the text mentions.
    pub(crate) fn load_with_mentions(
        &mut self,
        host: &mut SourceHost<'_>,
        text: SourceText,
    ) -> (Vec<Diagnostic>, Vec<Mention>) {
        self.workspace.load_with_mentions(host, text)
    }

    /// Adds what was typed to what is loaded: its statements, and what is wrong with it.
    pub(crate) fn extend(&mut self, host: &mut SourceHost<'_>, file: ast::File) -> (Body, Vec<Diagnostic>) {
        self.workspace.extend(host, file)
    }

    /// Resolves an expression; what is wrong with it.
    pub(crate) fn check_expression(
        &mut self,
        host: &mut SourceHost<'_>,
        expr: &ast::Expr,
    ) -> (Closure, Vec<Diagnostic>) {
        self.workspace.expression(host, expr)
    }

    /// Puts another value of an option in force; what is wrong with it.
    pub(crate) fn set_option(
        &mut self,
        host: &mut SourceHost<'_>,
        name: &ast::Path,
        value: &ast::Expr,
    ) -> Vec<Diagnostic> {
        self.workspace.set_option(host, name, value)
    }

    /// Lets `_` stand for the value of this name.
    pub(crate) fn name_last(&mut self, name: &str) {
        self.workspace.alias("_", name);
    }

    /// Takes over what was loaded elsewhere; [`World::lower`] then makes the plan of it.
    pub(crate) fn set_workspace(&mut self, workspace: Workspace) {
        self.workspace = workspace;
    }

    /// Adds a step to how the rules came to be, which says nothing that lasts.
    pub(crate) fn note_step(&mut self, step: RuleStep) {
        self.steps.push(step);
    }

    /// Adds a step to how the rules came to be, with what it says.
    pub(crate) fn note_step_saying(&mut self, step: RuleStep, words: LastingWords) {
        self.steps.push_saying(step, words);
    }

    /// These steps led to how the rules are.
    pub(crate) fn set_steps(&mut self, steps: Steps) {
        self.steps = steps;
    }

    /// A definition waits for names from now on.
    pub(crate) fn wait_for_names(&mut self, typed: Arc<Typed>) {
        self.waiting.push(typed);
    }

    /// These definitions wait for names, and no others.
    pub(crate) fn set_waiting(&mut self, waiting: Vec<Arc<Typed>>) {
        self.waiting = waiting;
    }

    /// Says how often everything had been loaded again when its rules were made.
    pub(crate) fn set_edition(&mut self, edition: u32) {
        self.edition = edition;
    }

    /// Puts another state in play, made to fit the plan.
    pub(crate) fn set_state(&mut self, state: State) {
        self.state = state;
        self.state.fit(&self.plan);
    }

    /// Puts a value in a global.
    pub(crate) fn set_global(&mut self, id: usize, value: Value) {
        if let Some(slot) = self.state.globals.get_mut(id) {
            *slot = value;
        }
    }

    /// Puts a value in a field of a record.
    pub(crate) fn set_field(&mut self, roster: usize, record: u32, field: usize, value: Value) {
        let record = self.record_mut(roster, record);
        if let Some(slot) = record.and_then(|record| record.fields.get_mut(field)) {
            *slot = value;
        }
    }

    /// A record to change.
    pub(crate) fn record_mut(&mut self, roster: usize, record: u32) -> Option<&mut Record> {
        self.state.record_mut(roster.into(), record)
    }

    /// So many turns have begun.
    pub(crate) fn set_turns(&mut self, turns: u64) {
        self.turns = turns;
    }

    /// Takes luck from here from now on.
    pub(crate) fn set_luck(&mut self, luck: LuckState) {
        self.luck = luck;
    }

    /// Rolls from this seed from now on.
    pub(crate) fn set_seed(&mut self, seed: RollSeed) {
        self.luck.seed = seed;
    }

    /// Takes luck from a caller instead of the seed.
    pub(crate) fn set_callers_luck(&mut self, luck: Option<CallersLuck>) {
        self.luck.callers = luck;
    }

    /// Uses these faces next, in order; afterwards the seed again, or nothing with `only`.
    pub(crate) fn give(&mut self, dice: Vec<Num>, only: bool) {
        self.luck.give(dice, only);
    }

    /// Answers prompts in the same way every time.
    pub(crate) fn set_answers(&mut self, answers: FixedAnswers) {
        Arc::make_mut(&mut self.plan).answers = answers;
    }

    /// A value as people read it.
    pub(crate) fn show(&self, value: &Value) -> String {
        crate::engine::show(&self.plan, &self.state, value)
    }

    /// The same, a long list by its ends alone.
    pub(crate) fn show_briefly(&self, value: &Value) -> String {
        crate::engine::show_briefly(&self.plan, &self.state, value)
    }

    /// A value as JSON.
    pub(crate) fn json(&self, value: &Value) -> serde_json::Value {
        json::value_json(&self.plan, &self.state, value)
    }

    /// When it is.
    pub(crate) fn when(&self) -> When {
        When { turn: self.turns, clocks: self.state.clocks.clone() }
    }

    /// Whether the started file's own statements define anything.
    pub(crate) fn has_definitions(&self) -> bool {
        self.workspace.program().main.block.stmts.iter().any(defines)
    }

    /// What waits for names, as steps.
    pub(crate) fn waiting_steps(&self, sources: &Sources) -> Vec<RuleStep> {
        let step = |typed: &Arc<Typed>| {
            let text = sources.get(typed.source)?.text().to_string();
            Some(RuleStep::Text { number: typed.number, text, only_value: false, anew: true })
        };
        self.waiting.iter().filter_map(step).collect()
    }

    /// Whether an entry waits for names.
    pub(crate) fn waits(&self, typed: &Typed) -> bool {
        self.waiting.iter().any(|waiting| waiting.number == typed.number)
    }

    /// Adds to reports of unknown names that one of them was defined, and what it waits for.
    pub(crate) fn tell_waiting(&self, sources: &Sources, reports: &mut [Diagnostic]) {
        let unknown = [codes::names::UNKNOWN.id, codes::names::UNKNOWN_UNIT.id];
        for report in reports.iter_mut().filter(|report| unknown.contains(&report.code)) {
            let at = report.primary.span;
            let name = sources.get(at.source).map_or("", |source| source.slice(at.range()));
            // `2dboost` are dice that have a name.
            let is_unit = report.code == codes::names::UNKNOWN_UNIT.id;
            let name = if is_unit { name.strip_prefix('d').unwrap_or(name) } else { name };
            let is_it = |typed: &&Arc<Typed>| typed.names().iter().any(|own| *own.text == *name);
            if self.waiting.iter().any(|typed| is_it(&typed)) {
                report.help = vec![format!("`{name}` was defined, but mentions names that are not")];
                report.fixes.clear();
            }
        }
    }

    /// Makes the plan again after the workspace has changed.
    pub(crate) fn lower(&mut self) {
        let program = Arc::new(self.workspace.program().clone());
        self.plan = Arc::new(lower::lower(&self.plan, &program));
        self.state.fit(&self.plan);
    }

    /// Makes of the plan nothing but the dice of these tables that are known before anything runs, for a world in
    /// which nothing is played.
    pub(crate) fn lower_dice(&mut self, tables: impl IntoIterator<Item = usize>) {
        let program = Arc::new(self.workspace.program().clone());
        self.plan = Arc::new(lower::lower_dice(&program, tables));
    }

    /// Puts the campaign back to its beginning.
    pub(crate) fn begin_again(&mut self) {
        self.state = State::default();
        self.state.fit(&self.plan);
        self.begun = 0;
        self.turns = 0;
    }

    /// Takes everything as begun: what the beginnings would make has come from elsewhere.
    pub(crate) fn all_begun(&mut self) {
        self.begun = self.plan.beginnings.len();
    }

    /// Runs some code for its value, with nobody to answer, and from luck that stays as it is; `None`
    /// where it does not come to its end.
    pub(crate) fn work_out(&mut self, entry: EntryPoint, budget: &mut CommandBudget) -> Option<Value> {
        let mut luck = self.luck.begin();
        let mut answers = NoAnswers::default();
        let mut run = RunContext { answers: &mut answers, oracle: None, budget, change: None };
        self.run_one(entry, &mut run, &mut NoLog, &mut luck).ok()
    }

    /// Takes a row that had been put off, ready to be applied; `None` where it has no effects.
    pub(crate) fn take_deferred(&mut self, at: usize) -> Option<EntryPoint> {
        if at >= self.state.deferred.len() {
            return None;
        }
        let row = self.state.deferred.remove(at);
        let Value::Row(of) = &row else { return None };
        let table = self.plan.tables.get(of.table.index())?;
        let code = table.effects.get(of.row as usize).copied().flatten()?;
        let args = of.args.iter().cloned().chain([row.clone()]).collect();
        Some(EntryPoint { code, args })
    }

    /// Adds the code of some statements.
    pub(crate) fn body(&mut self, name: &str, body: &Body) -> CodeId {
        lower::lower_body(Arc::make_mut(&mut self.plan), name, body)
    }

    /// Adds the code that gives the top-level names of the started file their values and puts its `every`
    /// and `when` in force.
    pub(crate) fn definitions(&mut self) -> CodeId {
        let main = &self.workspace.program().main;
        let stmts: Vec<Stmt> = main.block.stmts.iter().filter(|stmt| defines(stmt)).cloned().collect();
        let body = Body::new(Block { stmts }, main.locals.clone());
        self.body("definitions", &body)
    }

    /// Adds the code of an expression.
    pub(crate) fn expression(&mut self, name: &str, closure: &Closure) -> CodeId {
        lower::lower_expr(Arc::make_mut(&mut self.plan), name, closure)
    }

    /// Adds the code of a mention of a table as the number of the row that comes up.
    pub(crate) fn row(&mut self, closure: &Closure) -> Option<(TableId, CodeId)> {
        lower::lower_row(Arc::make_mut(&mut self.plan), closure)
    }

    /// Runs what makes new globals and rosters hold what they begin with, and then the code, all from
    /// the luck of one roll. The value, whether the run ended well, and whether it rolled anything.
    pub(crate) fn run(
        &mut self,
        entry: Option<EntryPoint>,
        run: &mut RunContext<'_>,
        log: &mut dyn Log,
    ) -> (Result<Value, Stop>, bool) {
        let mut luck = self.luck.begin();
        let beginnings: Vec<CodeId> = self.plan.beginnings.iter().skip(self.begun).copied().collect();
        let mut value = Ok(Value::Nothing);
        for code in beginnings {
            value = self.run_one(EntryPoint::new(code), run, &mut NoLog, &mut luck);
            if value.is_err() {
                break;
            }
        }
        if let (true, Some(entry)) = (value.is_ok(), entry) {
            let mut chronicle = Chronicle::new(log, self.turns);
            value = self.run_one(entry, run, &mut chronicle, &mut luck);
            self.turns = chronicle.turns;
        }
        self.begun = self.plan.beginnings.len();
        let rolled = luck.rolled;
        self.luck.after(luck);
        (value, rolled)
    }

    /// Runs some code to its end, doing what the referee orders on the way.
    fn run_one(
        &mut self,
        entry: EntryPoint,
        run: &mut RunContext<'_>,
        log: &mut dyn Log,
        luck: &mut RunLuck,
    ) -> Result<Value, Stop> {
        let mut plan = Arc::clone(&self.plan);
        let mut machine = Machine::begin(&plan, std::mem::take(&mut self.state), entry);
        let mut scripts = Vec::new();
        let value = loop {
            let mut host = Host::new(luck, run.answers, log, run.oracle, run.budget);
            host.scripts = std::mem::take(&mut scripts);
            let value = machine.run(&plan, &mut host);
            let Err(Stop::Orders(order)) = value else { break value };
            let done = match order {
                Order::Skip => machine.leave_step(&plan, &mut host),
                Order::CameBack => {
                    machine.tell_back(&plan, &mut host);
                    Ok(())
                }
                Order::Dice(_) | Order::Change(_) | Order::Back | Order::Again | Order::Look(_) => Ok(()),
            };
            scripts = std::mem::take(&mut host.scripts);
            let done = match order {
                Order::Dice(dice) => {
                    luck.give(dice);
                    Ok(())
                }
                Order::Change(text) => self.change(&text, &mut machine, run, log, luck),
                Order::Back => break Err(Stop::Orders(Order::Back)),
                Order::Look(asked) => {
                    run.answers.look(&machine.state, &asked);
                    Ok(())
                }
                Order::Skip | Order::CameBack | Order::Again => done,
            };
            match done {
                Err(Stop::Fault(fault)) if run.answers.again(&fault) => {}
                Err(stop) => break Err(stop),
                Ok(()) => {}
            }
            plan = Arc::clone(&self.plan);
        };
        self.state = machine.state;
        value
    }

    /// Changes what is in play while a run waits.
    fn change(
        &mut self,
        text: &str,
        machine: &mut Machine,
        run: &mut RunContext<'_>,
        log: &mut dyn Log,
        luck: &mut RunLuck,
    ) -> Result<(), Stop> {
        let before = (self.workspace.clone(), Arc::clone(&self.plan));
        let Some(change) = run.change.as_mut() else { return Ok(()) };
        let code = match change(self, text) {
            Ok(code) => code,
            Err(fault) => {
                (self.workspace, self.plan) = before;
                return Err(fault.into());
            }
        };
        let mut state = machine.state.clone();
        state.fit(&self.plan);
        let mut log = ByReferee { log, within: machine.within(&self.plan), changed: false };
        let mut host = Host::new(luck, run.answers, &mut log, run.oracle, run.budget);
        let mut own = Machine::begin(&self.plan, state, EntryPoint::new(code));
        own.run(&Arc::clone(&self.plan), &mut host)?;
        machine.state = own.state;
        if !log.changed {
            let what = format!("nothing changes by {text}: it is so already, or out of its bounds");
            let at = When { turn: 0, clocks: machine.state.clocks.clone() };
            log.event(Event { kind: EventKind::Note(what), span: None, within: Arc::from([]), at });
        }
        Ok(())
    }
}

/// Whether a top-level statement defines something: a name's value, or a rule that holds from now on.
pub(super) fn defines(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Set(Place::Global(_), _) | StmtKind::Every { .. } | StmtKind::When { .. })
}
