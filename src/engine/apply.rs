//! What single steps make of values, for those who work with distributions of values: the same steps that
//! play takes, without a program around them.

use super::control::Doing;
use super::luck::Chance;
use super::machine::Machine;
use super::step::{CodeFlow, Step};
use super::{CommandBudget, Host, NoAnswers, NoLog, State, Stop};
use crate::base::{Limits, Num};
use crate::dice;
use crate::plan::{Code, DiceOp, Op, Plan, Value};

/// Takes steps that roll, ask, call and change nothing.
pub(crate) struct Workbench<'p> {
    plan: &'p Plan,
    machine: Machine,
    budget: CommandBudget,
    code: Code,
}

/// No luck at all.
struct NoChance;

impl Chance for NoChance {
    fn face(&mut self, _sides: u32) -> Result<u32, Stop> {
        Err(Stop::Forks)
    }

    fn below(&mut self, _n: u64) -> Result<u64, Stop> {
        Err(Stop::Forks)
    }
}

impl<'p> Workbench<'p> {
    /// A workbench in a state, which stays as it is.
    pub(crate) fn new(plan: &'p Plan, state: State, limits: &Limits) -> Workbench<'p> {
        Workbench {
            plan,
            machine: Machine::idle(state),
            budget: CommandBudget::new(limits),
            code: Code::default(),
        }
    }

    /// What a step gives for these operands.
    ///
    /// # Errors
    /// What goes wrong, without its place; [`Stop::Forks`] for a step that needs luck.
    pub(crate) fn apply(&mut self, op: Op, operands: &[Value]) -> Result<Value, Stop> {
        self.machine.stack.clear();
        self.machine.stack.extend_from_slice(operands);
        self.machine.controls.clear();
        if matches!(op, Op::Dice(DiceOp::Check | DiceOp::Contest)) {
            Step::of(&mut self.machine, self.plan).begin_doing(Doing::Check(Value::Nothing));
        }
        self.budget.renew();
        let (mut luck, mut answers, mut log) = (NoChance, NoAnswers::default(), NoLog);
        let mut host = Host::new(&mut luck, &mut answers, &mut log, None, &mut self.budget);
        match Step::of(&mut self.machine, self.plan).take(&mut host, &self.code, 0, op)? {
            CodeFlow::Next => Ok(self.machine.stack.pop().unwrap_or(Value::Nothing)),
            CodeFlow::Jump(_) | CodeFlow::Switch | CodeFlow::Done => Err(Stop::Forks),
        }
    }

    /// What pool operators make of a list of numbers.
    ///
    /// # Errors
    /// As [`Workbench::apply`].
    pub(crate) fn list_ops(&mut self, ops: &[dice::Op], values: &[Num]) -> Result<Value, Stop> {
        super::ops::list_total(ops, values, &self.budget.dice)
    }

    /// What a value counts as in the order of two rolls of one operand: `adv`.
    ///
    /// # Errors
    /// The values have no order.
    pub(crate) fn rank(&mut self, a: &Value, b: &Value) -> Result<std::cmp::Ordering, Stop> {
        Step::of(&mut self.machine, self.plan).rank(a, b)
    }
}
