//! All that an entry may change. It is copied before an entry runs and put in place only when all of
//! the entry succeeded, so that a failed entry leaves no trace, and undo is putting back a copy.

use std::sync::Arc;

use super::luck::{LuckState, RollSeed};
use crate::check::Workspace;
use crate::check::program::{Body, Closure, TableId};
use crate::engine::{Answers, Budget, Entry, Host, Log, Machine, NoLog, Oracle, State, Stop};
use crate::plan::{CodeId, Plan, Value, lower};

/// What is loaded, what it was made into, and the state in play.
#[derive(Debug, Clone)]
pub(super) struct World {
    /// What is loaded.
    pub workspace: Workspace,
    /// What it was made into.
    pub plan: Arc<Plan>,
    /// The state in play.
    pub state: State,
    /// Where luck comes from.
    pub luck: LuckState,
    /// How many of the plan's beginnings have run.
    begun: usize,
}

/// What a run needs besides the world.
pub(super) struct Run<'a> {
    pub answers: &'a mut dyn Answers,
    pub log: &'a mut dyn Log,
    pub oracle: Option<&'a dyn Oracle>,
    pub budget: &'a mut Budget,
}

impl World {
    /// Nothing loaded, with luck from a seed.
    pub fn new(seed: RollSeed) -> World {
        World {
            workspace: Workspace::new(),
            plan: Arc::new(Plan::default()),
            state: State::default(),
            luck: LuckState::new(seed),
            begun: 0,
        }
    }

    /// Makes the plan again after the workspace has changed.
    pub fn lower(&mut self) {
        let program = Arc::new(self.workspace.program().clone());
        self.plan = Arc::new(lower::lower(&self.plan, &program));
        self.state.fit(&self.plan);
    }

    /// Puts the campaign back to its beginning.
    pub fn begin_again(&mut self) {
        self.state = State::default();
        self.state.fit(&self.plan);
        self.begun = 0;
    }

    /// Adds the code of some statements.
    pub fn body(&mut self, name: &str, body: &Body) -> CodeId {
        lower::lower_body(Arc::make_mut(&mut self.plan), name, body)
    }

    /// Adds the code of an expression.
    pub fn expression(&mut self, name: &str, closure: &Closure) -> CodeId {
        lower::lower_expr(Arc::make_mut(&mut self.plan), name, closure)
    }

    /// Adds the code of a mention of a table as the number of the row that comes up.
    pub fn row(&mut self, closure: &Closure) -> Option<(TableId, CodeId)> {
        lower::lower_row(Arc::make_mut(&mut self.plan), closure)
    }

    /// Runs what makes new globals and rosters hold what they begin with, and then the code, all from
    /// the luck of one roll. The value, whether the run ended well, and whether it rolled anything.
    pub fn run(&mut self, code: Option<CodeId>, run: &mut Run<'_>) -> (Result<Value, Stop>, bool) {
        let plan = Arc::clone(&self.plan);
        let mut luck = self.luck.begin();
        let beginnings = plan.beginnings.iter().skip(self.begun).copied();
        let mut value = Ok(Value::Nothing);
        let mut silent = NoLog;
        let steps = beginnings.map(|code| (code, true)).chain(code.map(|code| (code, false)));
        for (code, is_beginning) in steps {
            let log: &mut dyn Log = if is_beginning { &mut silent } else { run.log };
            let mut machine = Machine::begin(&plan, std::mem::take(&mut self.state), Entry::new(code));
            let mut host = Host::new(&mut luck, run.answers, log, run.oracle, run.budget);
            value = machine.run(&plan, &mut host);
            self.state = machine.state;
            if value.is_err() {
                break;
            }
        }
        self.begun = plan.beginnings.len();
        let rolled = luck.rolled;
        self.luck.after(luck);
        (value, rolled)
    }
}
