//! Answers that files give to prompts, and which of them says what is answered.

use std::sync::Arc;

use super::CodeId;
use crate::base::{SharedMap, SharedVec};

/// An answer that a file gives to a prompt.
#[derive(Debug, Clone)]
pub(crate) struct PolicyPlan {
    /// The prompt's name.
    pub prompt: Arc<str>,
    /// Gives the answer, or `nothing` while its condition does not hold.
    pub answer: CodeId,
    /// Of the last one for its prompt: gives the first answer that holds, of this one and all that were given before,
    /// or `nothing`.
    pub first: CodeId,
    /// Whether it has a condition.
    pub is_guarded: bool,
    /// Whether it stands in a started file.
    pub is_own: bool,
}

/// All such answers, in the order in which they are given.
#[derive(Debug, Clone, Default)]
pub(crate) struct Policies {
    given: SharedVec<PolicyPlan>,
    /// The last for each prompt.
    last: SharedMap<Arc<str>, usize>,
}

impl Policies {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.given.len()
    }

    /// All of them in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &PolicyPlan> {
        self.given.iter()
    }

    /// Adds one at the end.
    pub(crate) fn push(&mut self, policy: PolicyPlan) {
        self.last.insert(Arc::clone(&policy.prompt), self.given.len());
        self.given.push(policy);
    }

    /// The last for a prompt: it knows of all before it.
    pub(crate) fn last_for(&self, prompt: &str) -> Option<&PolicyPlan> {
        self.given.get(*self.last.get(prompt)?)
    }

    /// Says which code gives the first answer to a prompt that holds.
    pub(crate) fn decide(&mut self, prompt: &str, first: CodeId) {
        let last = self.last.get(prompt).and_then(|at| self.given.get_mut(*at));
        last.into_iter().for_each(|last| last.first = first);
    }
}
