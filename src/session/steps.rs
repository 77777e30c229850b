//! How the rules of a world came to be what they are: files that were loaded, house rules, definitions
//! that were typed. By these steps they can be made again, with other texts or without running anything.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::typed::LastingWords;
use crate::base::SharedMap;
use crate::plan::Plan;

/// Something that added to the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RuleStep {
    /// A file was started.
    Load(PathBuf),
    /// The top-level names of the file started last were given their values.
    Define,
    /// A house rule was put in force.
    Option {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// An entry.
    Text {
        /// Its number.
        number: u32,
        /// As it was typed.
        text: String,
        /// Whether it added nothing but its value.
        only_value: bool,
        /// Whether it concerned what came before it, so that the rules were made anew.
        #[serde(default, skip_serializing_if = "is_false")]
        anew: bool,
    },
    /// A text was given that stands in no file; the session has it under this number.
    Given(usize),
    /// Something that cannot be done again: the referee named a rule-set in the middle of a run.
    Once,
}

// What serde asks for.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The steps up to a world. A copy is cheap: worlds share what came before.
#[derive(Debug, Clone, Default)]
pub(super) struct Steps {
    last: Trail,
    said: Vocabulary,
}

/// What entries say that lasts: the words that a later definition may give another meaning.
#[derive(Debug, Clone, Default)]
pub(super) struct Vocabulary {
    words: SharedMap<Arc<str>, ()>,
    any: bool,
}

impl Vocabulary {
    /// Whether anything lasts.
    pub(crate) fn any(&self) -> bool {
        self.any
    }

    /// Whether a word stands in what lasts.
    pub(crate) fn holds(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }
}

#[derive(Debug, Clone, Default)]
struct Trail(Option<Arc<TrailNode>>);

#[derive(Debug)]
struct TrailNode {
    step: RuleStep,
    before: Trail,
}

impl Steps {
    /// With one more, which says nothing that lasts.
    pub(crate) fn push(&mut self, step: RuleStep) {
        self.push_saying(step, LastingWords::default());
    }

    /// With one more, which says these words.
    pub(crate) fn push_saying(&mut self, step: RuleStep, words: LastingWords) {
        let before = std::mem::take(&mut self.last);
        self.last = Trail(Some(Arc::new(TrailNode { step, before })));
        self.said.any |= words.any();
        for word in words {
            if !self.said.words.contains_key(&word) {
                self.said.words.insert(word, ());
            }
        }
    }

    /// Whether there are any.
    pub(crate) fn any(&self) -> bool {
        self.last.0.is_some()
    }

    /// What they say.
    pub(crate) fn said(&self) -> &Vocabulary {
        &self.said
    }

    /// What comes after them in a list of steps that begins with them.
    pub(crate) fn begin<'s>(&self, steps: &'s [RuleStep]) -> Option<&'s [RuleStep]> {
        let (mut count, mut next) = (0_usize, &self.last.0);
        while let Some(node) = next {
            (count, next) = (count + 1, &node.before.0);
        }
        let (own, more) = steps.split_at_checked(count)?;
        let mut next = &self.last.0;
        for step in own.iter().rev() {
            let node = next.as_ref().filter(|node| node.step == *step)?;
            next = &node.before.0;
        }
        Some(more)
    }

    /// All of them, oldest first.
    pub(crate) fn all(&self) -> Vec<RuleStep> {
        let mut all = Vec::new();
        let mut next = &self.last.0;
        while let Some(node) = next {
            all.push(node.step.clone());
            next = &node.before.0;
        }
        all.reverse();
        all
    }
}

impl Drop for Trail {
    /// One by one: a long campaign must not need a deep stack.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.before.0.take());
        }
    }
}

/// How much of everything there is: what differs before and after an entry that added to the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Size {
    globals: usize,
    others: [usize; 12],
}

impl Size {
    /// Of a plan and its program.
    pub(crate) fn of(plan: &Plan) -> Size {
        let program = &plan.program;
        let fields = program.sheets.iter().map(|sheet| sheet.fields.len()).sum::<usize>();
        let records = program.rosters.iter().map(|roster| roster.records.len() + 1).sum::<usize>();
        let others = [
            program.modules.len(),
            program.units.all.len() + program.scales.len(),
            program.options.len(),
            program.sheets.len() + fields,
            records,
            program.tables.len() + program.fns.len(),
            program.procs.len() + program.policy.len() + program.tests.len(),
            program.timers.len(),
            program.prompts.len(),
            plan.timers.len(),
            plan.everys.len(),
            plan.whens.len(),
        ];
        Size { globals: program.globals.len(), others }
    }

    /// Whether nothing but so many globals came after another size.
    pub(crate) fn is_after(&self, before: &Size, globals: usize) -> bool {
        self.others == before.others && self.globals == before.globals + globals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_shared_and_long_ones_go_without_a_deep_stack() {
        let mut steps = Steps::default();
        for number in 0..200_000 {
            let step = RuleStep::Text { number, text: String::new(), only_value: true, anew: false };
            steps.push(step);
        }
        let mut other = steps.clone();
        other.push(RuleStep::Once);
        drop(steps);
        let all = other.all();
        assert_eq!((all.len(), all.last()), (200_001, Some(&RuleStep::Once)));
    }

    #[test]
    fn steps_know_whether_others_go_on_from_them() {
        let mut steps = Steps::default();
        assert_eq!(steps.begin(&[RuleStep::Once]), Some(&[RuleStep::Once][..]));
        steps.push(RuleStep::Given(1));
        steps.push(RuleStep::Define);
        let more = [RuleStep::Given(1), RuleStep::Define, RuleStep::Once];
        assert_eq!(steps.begin(&more), Some(&more[2..]));
        assert_eq!(steps.begin(&more[..2]), Some(&[][..]));
        assert_eq!(steps.begin(&more[..1]), None);
        assert_eq!(steps.begin(&[RuleStep::Given(2), RuleStep::Define]), None);
    }
}
