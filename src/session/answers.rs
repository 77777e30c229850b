//! Answers to prompts, from the first source that has one: what was given beforehand, the file's own
//! policy, defaults where they are wanted, and the person.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::engine::{Answer, Answers, PromptRequest, Stop};
use crate::plan::Value;

/// Asks a person; `None` where there is nobody, or nobody answers.
pub trait Person {
    /// The answer to a prompt, as it was typed.
    ///
    /// # Errors
    /// The person asks to stop.
    fn ask(&mut self, request: &PromptRequest) -> Result<Option<String>, Stop>;
}

/// Answers given beforehand for one prompt.
#[derive(Debug, Clone, Default)]
struct Given {
    name: String,
    /// Each is used once.
    queue: VecDeque<String>,
    /// Used whenever the queue is empty.
    always: Option<String>,
}

/// All sources of answers.
#[derive(Default)]
pub struct GivenAnswers<'a> {
    given: Vec<Given>,
    pushed: Vec<Vec<(Arc<str>, Value)>>,
    /// Whether defaults are taken.
    pub defaults: bool,
    /// The answers that were taken, by the prompts' names, in order: what a journal keeps.
    pub taken: Vec<(String, String)>,
    /// Whom to ask.
    pub person: Option<&'a mut dyn Person>,
}

impl GivenAnswers<'_> {
    /// No answers.
    pub fn new() -> Self {
        GivenAnswers::default()
    }

    /// Gives an answer beforehand: `deed=search`, or `deed*=search` for every time.
    ///
    /// # Errors
    /// The text has no `=`.
    pub fn give(&mut self, pair: &str) -> Result<(), String> {
        let (name, value) =
            pair.split_once('=').ok_or_else(|| format!("`{pair}` is no answer: write `deed=search`"))?;
        self.add(name.trim(), value.trim());
        Ok(())
    }

    /// Reads a file of answers: lines `id: value`; `id*: value` answers every time.
    ///
    /// # Errors
    /// The line that is none.
    pub fn read(&mut self, text: &str) -> Result<(), String> {
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (name, value) =
                line.split_once(':').ok_or_else(|| format!("line {number} is no `id: value`"))?;
            self.add(name.trim(), value.trim());
        }
        Ok(())
    }

    /// Gives an answer beforehand; a name with `*` at its end answers every time.
    pub fn add(&mut self, name: &str, value: &str) {
        let (name, every) = name.strip_suffix('*').map_or((name, false), |name| (name.trim_end(), true));
        let at = self.given.iter().position(|given| given.name == name).unwrap_or_else(|| {
            self.given.push(Given { name: name.to_owned(), ..Given::default() });
            self.given.len() - 1
        });
        let Some(given) = self.given.get_mut(at) else { return };
        if every {
            given.always = Some(value.to_owned());
        } else {
            given.queue.push_back(value.to_owned());
        }
    }

    fn take(&mut self, request: &PromptRequest, text: String) -> Answer {
        self.taken.push((request.name.to_string(), text.clone()));
        Answer::Text(text)
    }

    /// The names of prompts whose answers were not all used.
    pub fn left_over(&self) -> Vec<&str> {
        self.given.iter().filter(|given| !given.queue.is_empty()).map(|given| given.name.as_str()).collect()
    }
}

impl Answers for GivenAnswers<'_> {
    fn answer(&mut self, request: &PromptRequest) -> Result<Option<Answer>, Stop> {
        let pushed = self.pushed.iter().rev().flatten().find(|(name, _)| *name == request.name);
        if let Some((_, value)) = pushed {
            return Ok(Some(Answer::Value(value.clone())));
        }
        if let Some(given) = self.given.iter_mut().find(|given| given.name == *request.name)
            && let Some(text) = given.queue.pop_front().or_else(|| given.always.clone())
        {
            return Ok(Some(self.take(request, text)));
        }
        if let Some(value) = &request.policy {
            return Ok(Some(Answer::Value(value.clone())));
        }
        if let (true, Some((value, text))) = (self.defaults, &request.default) {
            self.taken.push((request.name.to_string(), text.clone()));
            return Ok(Some(Answer::Value(value.clone())));
        }
        match &mut self.person {
            Some(person) => Ok(person.ask(request)?.map(|text| self.take(request, text))),
            None => Ok(None),
        }
    }

    fn push(&mut self, answers: Vec<(Arc<str>, Value)>) {
        self.pushed.push(answers);
    }

    fn pop(&mut self) {
        self.pushed.pop();
    }
}
