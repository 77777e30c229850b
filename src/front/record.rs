//! What is done in a campaign, one record each.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::places::Places;
use super::sources::Texts;
use crate::session::Inputs;

/// Something that was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum JournalRecord {
    /// The beginning.
    Begin {
        /// The version of the journal's form.
        version: u32,
        /// The version of the program.
        program: String,
        /// The seed.
        seed: String,
    },
    /// A file was loaded.
    Load {
        /// Its path.
        path: PathBuf,
        /// The number of the entry that it is, where it was loaded while somebody played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
    },
    /// The texts of sources, which are kept in the campaign.
    Texts {
        /// The names of the texts, by where the sources stand.
        texts: Texts,
    },
    /// The top-level names of the file loaded last were given their values, and nothing else was done: campaigns
    /// of earlier versions.
    Define,
    /// What is in play was set up as the top of the file loaded last says.
    SetUp,
    /// The statements of the started file ran.
    Main {
        /// Answers to prompts, in order.
        answers: Inputs,
    },
    /// An entry.
    Enter {
        /// Its number.
        number: u32,
        /// As it was typed.
        text: String,
        /// Answers to prompts, in order.
        answers: Inputs,
    },
    /// Something in play, changed by the referee's hand.
    Change {
        /// The entry's number.
        number: u32,
        /// The assignment.
        text: String,
        /// Dice by hand, in order.
        answers: Inputs,
    },
    /// A row that had been put off.
    Apply {
        /// The entry's number.
        number: u32,
        /// Its place among those that are put off, from 0.
        at: usize,
        /// Answers to prompts, in order.
        answers: Inputs,
    },
    /// Something that waits at a prompt, with what was answered so far.
    Wait {
        /// What it will be once it is done.
        of: Box<JournalRecord>,
        /// How many of the answers of the record before still hold.
        keep: usize,
        /// The answers after those.
        answers: Inputs,
    },
    /// The number of the next entry, after one that failed.
    Number {
        /// The number.
        next: u32,
    },
    /// The last entry, with new dice.
    Reroll {
        /// Its number.
        number: u32,
        /// Answers to prompts, in order.
        answers: Inputs,
    },
    /// Entries taken back.
    Undo {
        /// How many.
        count: usize,
    },
    /// An entry done again.
    Redo,
    /// Another seed.
    Seed {
        /// The seed.
        seed: String,
    },
    /// Dice given by hand.
    Dice {
        /// Their faces.
        dice: String,
        /// Whether nothing else may come up, as with `--dice`.
        #[serde(default)]
        only: bool,
    },
    /// A house rule.
    Set {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// A state that was read in.
    Import {
        /// The entry's number.
        number: u32,
        /// The name of the file.
        name: String,
        /// All of the file.
        state: String,
    },
    /// All files loaded again; the state went on as far as it fitted.
    Reload,
}

impl JournalRecord {
    /// The same with its paths turned by this, and the places of its texts by that.
    fn with_places(
        self,
        path: impl Fn(&Path) -> PathBuf,
        of_texts: impl Fn(&Texts) -> Texts,
    ) -> JournalRecord {
        match self {
            JournalRecord::Load { path: file, number } => JournalRecord::Load { path: path(&file), number },
            JournalRecord::Texts { texts } => JournalRecord::Texts { texts: of_texts(&texts) },
            other @ (JournalRecord::Begin { .. }
            | JournalRecord::Define
            | JournalRecord::SetUp
            | JournalRecord::Main { .. }
            | JournalRecord::Enter { .. }
            | JournalRecord::Change { .. }
            | JournalRecord::Apply { .. }
            | JournalRecord::Wait { .. }
            | JournalRecord::Number { .. }
            | JournalRecord::Reroll { .. }
            | JournalRecord::Undo { .. }
            | JournalRecord::Redo
            | JournalRecord::Seed { .. }
            | JournalRecord::Dice { .. }
            | JournalRecord::Set { .. }
            | JournalRecord::Import { .. }
            | JournalRecord::Reload) => other,
        }
    }

    /// As a journal writes it down.
    #[must_use]
    pub(crate) fn kept(self, places: &Places) -> JournalRecord {
        self.with_places(|path| places.kept(path), |texts| places.kept_texts(texts))
    }

    /// As it is on this machine.
    #[must_use]
    pub(crate) fn here(self, places: &Places) -> JournalRecord {
        self.with_places(|path| places.here(path), |texts| places.texts_here(texts))
    }

    /// Whether it only prepares for play.
    pub(crate) fn prepares(&self) -> bool {
        matches!(self, JournalRecord::Begin { .. } | JournalRecord::Texts { .. } | JournalRecord::Load { .. })
    }

    /// The same with these answers.
    #[must_use]
    pub(crate) fn with(mut self, inputs: Inputs) -> JournalRecord {
        match &mut self {
            JournalRecord::Main { answers }
            | JournalRecord::Enter { answers, .. }
            | JournalRecord::Change { answers, .. }
            | JournalRecord::Apply { answers, .. }
            | JournalRecord::Reroll { answers, .. } => *answers = inputs,
            JournalRecord::Begin { .. }
            | JournalRecord::Load { .. }
            | JournalRecord::Define
            | JournalRecord::SetUp
            | JournalRecord::Wait { .. }
            | JournalRecord::Number { .. }
            | JournalRecord::Undo { .. }
            | JournalRecord::Redo
            | JournalRecord::Seed { .. }
            | JournalRecord::Dice { .. }
            | JournalRecord::Set { .. }
            | JournalRecord::Import { .. }
            | JournalRecord::Texts { .. }
            | JournalRecord::Reload => {}
        }
        self
    }
}

/// What waits at a prompt: what it will be once it is done, and what was answered so far.
pub(crate) type Waiting = Option<(JournalRecord, Inputs)>;

/// What waits after a record, if anything does.
pub(crate) fn waiting_after(before: Waiting, record: &JournalRecord) -> Waiting {
    let JournalRecord::Wait { of, keep, answers } = record else {
        // Texts that are kept change nothing in play.
        return before.filter(|_| matches!(record, JournalRecord::Texts { .. }));
    };
    let mut inputs = before.filter(|(was, _)| was == &**of).map(|(_, inputs)| inputs).unwrap_or_default();
    inputs.truncate(*keep);
    inputs.extend(answers.iter().cloned());
    Some(((**of).clone(), inputs))
}
