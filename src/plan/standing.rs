//! Answers that hold whenever a prompt asks: what odds need, which ask in every branch at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Answers given from outside of the files, each the same every time.
#[derive(Debug, Clone, Default)]
pub(crate) struct FixedAnswers {
    given: Vec<FixedAnswer>,
    /// Whether prompts without an answer take their default.
    pub defaults: bool,
}

#[derive(Debug, Clone)]
struct FixedAnswer {
    name: Arc<str>,
    answer: Arc<str>,
    /// Whether it was asked for. Copies know of one another.
    asked: Arc<AtomicBool>,
}

impl FixedAnswers {
    /// Answers the prompt of this name.
    pub(crate) fn add(&mut self, name: &str, answer: &str) {
        self.given.push(FixedAnswer { name: name.into(), answer: answer.into(), asked: Arc::default() });
    }

    /// These answers, with others that go before them; nothing where there are none at all.
    pub(crate) fn after(&self, first: impl Iterator<Item = (Arc<str>, String)>) -> Option<FixedAnswers> {
        let first =
            first.map(|(name, answer)| FixedAnswer { name, answer: answer.into(), asked: Arc::default() });
        let given: Vec<FixedAnswer> = first.chain(self.given.iter().cloned()).collect();
        let any = !given.is_empty() || self.defaults;
        any.then_some(FixedAnswers { given, defaults: self.defaults })
    }

    /// The names and answers, in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.given.iter().map(|standing| (&*standing.name, &*standing.answer))
    }

    /// Whether something has asked for the answer of this name.
    pub(crate) fn was_asked(&self, name: &str) -> bool {
        let named = self.given.iter().filter(|standing| *standing.name == *name);
        named.into_iter().any(|standing| standing.asked.load(Ordering::Relaxed))
    }

    /// The answer to a prompt that asks.
    pub(crate) fn to(&self, name: &str) -> Option<&str> {
        let standing = self.given.iter().find(|standing| *standing.name == *name)?;
        standing.asked.store(true, Ordering::Relaxed);
        Some(&standing.answer)
    }

    /// The names of those that nothing has asked for.
    pub(crate) fn unasked(&self) -> Vec<String> {
        let unasked = self.given.iter().filter(|standing| !standing.asked.load(Ordering::Relaxed));
        unasked.map(|standing| standing.name.to_string()).collect()
    }
}
