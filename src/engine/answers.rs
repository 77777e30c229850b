//! The one door to decisions.

use std::sync::Arc;

use super::{DiceRequest, Fault, Order, PromptRequest, Ruling, RulingRequest, State, Stop};
use crate::plan::{FixedAnswers, Value};

/// Where answers come from.
pub(crate) trait Answers {
    /// The answer to a prompt as a value, or as text that the machine reads; `None` where there is
    /// none, and the run then stops with [`Stop::Asks`].
    ///
    /// # Errors
    /// Whoever answers asks to stop.
    fn answer(&mut self, request: &PromptRequest) -> Result<Option<Answer>, Stop>;

    /// Answers that a test gives for a while, by the prompt's name.
    fn push(&mut self, answers: Vec<(Arc<str>, Value)>);

    /// Ends the last [`Answers::push`].
    fn pop(&mut self);

    /// The answers that hold in odds which are asked on the way, where there are any; `shown` is a value as text.
    fn for_odds(&mut self, shown: &dyn Fn(&Value) -> String) -> Option<FixedAnswers> {
        let _ = shown;
        None
    }

    /// Whether an answer that makes no sense may be given again; whoever answers is told why.
    fn again(&mut self, why: &Fault) -> bool {
        let _ = why;
        false
    }

    /// Shows whoever answers what they asked to see of the state in play ([`Order::Look`]).
    fn look(&mut self, state: &State, asked: &str) {
        let _ = (state, asked);
    }

    /// Whether dice are asked for before they are rolled.
    fn rolls_by_hand(&self) -> bool {
        false
    }

    /// The faces of dice, each from 1; `None` for one that luck decides.
    ///
    /// # Errors
    /// Whoever rolls asks to stop, or is not there.
    fn dice(&mut self, request: &DiceRequest) -> Result<Vec<Option<u64>>, Stop> {
        Ok(vec![None; request.count])
    }

    /// Whether rows are ruled on before they are applied.
    fn rules(&self) -> bool {
        false
    }

    /// What is made of a row that is about to be applied.
    ///
    /// # Errors
    /// Whoever rules asks to stop, or is not there.
    fn ruling(&mut self, request: &RulingRequest) -> Result<Ruling, Stop> {
        let _ = request;
        Ok(Ruling::Accept)
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A value.
    Value(Value),
    /// Text to be read.
    Text(String),
    /// No answer, but something to be done before the question is asked again.
    Order(Order),
}

/// Answers nothing but what tests give and what the files say themselves.
#[derive(Debug, Clone, Default)]
pub(crate) struct NoAnswers {
    pushed: Vec<Vec<(Arc<str>, Value)>>,
}

impl Answers for NoAnswers {
    fn answer(&mut self, request: &PromptRequest) -> Result<Option<Answer>, Stop> {
        let given = self.pushed.iter().rev().flatten().find(|(name, _)| *name == request.name);
        let value = given.map(|(_, value)| value).or(request.policy.as_ref().map(|(value, _)| value));
        Ok(value.cloned().map(Answer::Value))
    }

    fn for_odds(&mut self, shown: &dyn Fn(&Value) -> String) -> Option<FixedAnswers> {
        let pushed = self.pushed.iter().rev().flatten();
        FixedAnswers::default().after(pushed.map(|(name, value)| (Arc::clone(name), shown(value))))
    }

    fn push(&mut self, answers: Vec<(Arc<str>, Value)>) {
        self.pushed.push(answers);
    }

    fn pop(&mut self) {
        self.pushed.pop();
    }
}
