//! What an export or import gives.

use std::collections::HashSet;

use thiserror::Error;

/// A text made from a table or from tables, and what could not be carried over.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Carried {
    /// The text.
    pub(crate) text: String,
    /// What was lost, a sentence each.
    pub(crate) lost: Vec<String>,
}

/// Notes of more characters are cut: what a stranger wrote may be a line of a megabyte.
const MAX_NOTE_CHARS: usize = 400;
/// More notes than this are only counted.
const MAX_NOTES: usize = 200;

impl Carried {
    /// The same with notes that somebody can read: none of them twice, each of some lines at most.
    pub(super) fn in_short(self) -> Carried {
        let mut seen = HashSet::new();
        let mut lost: Vec<String> =
            self.lost.into_iter().map(in_short).filter(|what| seen.insert(what.clone())).collect();
        let more = lost.len().saturating_sub(MAX_NOTES);
        if more > 1 {
            lost.truncate(MAX_NOTES);
            lost.push(format!("{more} more notes like these are left out"));
        }
        Carried { text: self.text, lost }
    }
}

fn in_short(text: String) -> String {
    match text.char_indices().nth(MAX_NOTE_CHARS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// Why nothing could be made of a text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum ImportError {
    /// There is no table in it.
    #[error("there is no table in it")]
    NoTable,
    /// It is not what its name says.
    #[error("{0}")]
    Broken(String),
}

impl ImportError {
    pub(super) fn in_short(self) -> ImportError {
        match self {
            ImportError::NoTable => ImportError::NoTable,
            ImportError::Broken(why) => ImportError::Broken(in_short(why)),
        }
    }
}
