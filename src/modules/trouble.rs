//! Why a source could not be had.

use std::path::PathBuf;

use thiserror::Error;

use crate::base::{LimitInfo, Span};
use crate::diag::{Code, Diagnostic, codes};

/// Why a source could not be had. Shown as it is where no source asked for it, as a diagnostic where
/// a `use` did.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LoadError {
    /// There is no such file.
    #[error("there is no file `{path}`")]
    Missing {
        /// The path as it was asked for.
        path: String,
        /// A file beside it with nearly that name.
        near: Option<String>,
    },
    /// There is no such rule-set.
    #[error("there is no rule-set called `{name}`")]
    Unknown {
        /// The name as it was asked for.
        name: String,
        /// A rule-set with nearly that name.
        near: Option<String>,
    },
    /// It lies outside the folder of the started script.
    #[error("`{path}` is outside the folder of the started script")]
    Outside {
        /// The path as it was asked for.
        path: String,
    },
    /// A text of the session has no folder, so no file can be beside it.
    #[error("`{path}` cannot be found: no script was started")]
    NoFolder {
        /// The path as it was asked for.
        path: String,
    },
    /// A folder, device, or pipe.
    #[error("`{path}` is not a regular file")]
    NotRegular {
        /// The path as it was asked for.
        path: String,
    },
    /// The system would not let it be read.
    #[error("`{path}` cannot be read: {why}")]
    Unreadable {
        /// The path as it was asked for.
        path: String,
        /// What the system said.
        why: String,
    },
    /// Not UTF-8.
    #[error("`{path}` is not UTF-8 text: the bytes on line {line} are not characters")]
    NotText {
        /// The path as it was asked for.
        path: String,
        /// The first line with such bytes.
        line: usize,
    },
    /// Holds a NUL.
    #[error("`{path}` holds a NUL character on line {line}, so it is not text")]
    Nul {
        /// The path as it was asked for.
        path: String,
        /// The first line with one.
        line: usize,
    },
    /// A limit was met.
    #[error("`{path}` exceeds the limit of {limit} {about}{}", met_text(*met))]
    Limit {
        /// The path as it was asked for.
        path: String,
        /// The code of the limit.
        code: &'static str,
        /// What the limit counts.
        about: &'static str,
        /// Its value in force.
        limit: u64,
        /// The value it met, where it is known.
        met: Option<u64>,
    },
}

fn met_text(met: Option<u64>) -> String {
    met.map(|met| format!(": {met}")).unwrap_or_default()
}

impl LoadError {
    /// A limit met by a file.
    pub(crate) fn limit(path: &str, info: &LimitInfo, limit: u64, met: Option<u64>) -> LoadError {
        LoadError::Limit { path: path.to_owned(), code: info.code, about: info.about, limit, met }
    }

    /// The report for the `use` at `span` that asked for it.
    pub(crate) fn diagnostic(&self, span: Span) -> Diagnostic {
        let report = Diagnostic::error(self.code(), span, self.to_string());
        match self {
            LoadError::Missing { near: Some(near), .. } => report.help(format!("there is `{near}`")).fix(
                format!("use \"{near}\""),
                span,
                format!("\"{near}\""),
            ),
            LoadError::Missing { near: None, path } if is_shipped(path) => {
                let name = path.strip_suffix(".tw").unwrap_or(path);
                let title = format!("the shipped rule-set: `use {name}`");
                report.fix(title, span, name)
            }
            LoadError::Missing { near: None, .. } => {
                report.help("files are looked for beside the file that uses them")
            }
            LoadError::Unknown { near: Some(near), .. } => report.did_you_mean(near, span),
            LoadError::Unknown { near: None, name } => report
                .help(format!("the shipped rule-sets are {}", shipped_names()))
                .help(format!("put the name of your own file in quotes: use \"{name}.tw\"")),
            LoadError::Outside { .. } => {
                report.help("a script reads only files in its own folder and below: copy the file there")
            }
            LoadError::NoFolder { .. } => report.help("start a script, and files beside it can be used"),
            LoadError::NotText { .. } => report.help("save the file as UTF-8"),
            LoadError::NotRegular { .. }
            | LoadError::Unreadable { .. }
            | LoadError::Nul { .. }
            | LoadError::Limit { .. } => report,
        }
    }

    pub(crate) fn code(&self) -> &'static Code {
        match self {
            LoadError::Missing { .. } | LoadError::NoFolder { .. } => &codes::files::MISSING,
            LoadError::Unknown { .. } => &codes::files::UNKNOWN_RULES,
            LoadError::Outside { .. } => &codes::files::OUTSIDE,
            LoadError::NotRegular { .. } | LoadError::Unreadable { .. } => &codes::files::UNREADABLE,
            LoadError::NotText { .. } | LoadError::Nul { .. } => &codes::files::NOT_TEXT,
            LoadError::Limit { code, .. } => codes::find(code).unwrap_or(&codes::files::UNREADABLE),
        }
    }
}

/// Whether a path is the name of a shipped rule-set, which has no quotes.
fn is_shipped(path: &str) -> bool {
    let name = path.strip_suffix(".tw").unwrap_or(path);
    super::LIBRARY.iter().any(|shipped| shipped.name == name)
}

fn shipped_names() -> String {
    let names: Vec<&str> =
        super::LIBRARY.iter().map(|shipped| shipped.name).filter(|name| *name != super::PRELUDE).collect();
    names.join(", ")
}

/// What a path is called in reports: with `/`, so that reports are the same on every system.
pub(crate) fn shown(path: &std::path::Path) -> String {
    let parts: PathBuf = path.components().collect();
    parts.to_string_lossy().replace('\\', "/")
}
