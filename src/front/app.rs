//! Errors of the program itself, as opposed to errors in a source: a file that is not there, a flag
//! that makes no sense, a broken saved state. And the exit codes.

use std::io;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use super::free::free_beside;
use super::render::clean_line;

/// How the program ends; the numbers are a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done.
    Done,
    /// The source, the run, or a test is at fault; `fmt --check` differs.
    Fault,
    /// The command line makes no sense.
    Usage,
    /// A prompt had no answer.
    InputNeeded,
    /// A limit stopped it.
    Limit,
    /// A file, a saved state, or a lock is at fault.
    File,
    /// A mistake in the program itself.
    Internal,
    /// Interrupted by Ctrl-C.
    Interrupted,
}

impl Exit {
    /// The number for the process.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Fault => 1,
            Exit::Usage => 2,
            Exit::InputNeeded => 3,
            Exit::Limit => 4,
            Exit::File => 5,
            Exit::Internal => 70,
            Exit::Interrupted => 130,
        }
    }
}

/// An error of the program itself, in words for the person at the keyboard.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum AppError {
    /// There is no such file.
    #[error("there is no file `{path}`")]
    #[diagnostic(help("{help}"))]
    NoFile {
        /// The path as given.
        path: String,
        /// What to do.
        help: String,
    },
    /// A file cannot be read.
    #[error("`{path}` cannot be read: {reason}")]
    Read {
        /// The path as given.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// A file cannot be written.
    #[error("`{path}` cannot be written: {reason}")]
    Write {
        /// The path as given.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// A file that was to be begun is there already.
    #[error("`{path}` cannot be written: it already exists")]
    #[diagnostic(help("nothing was written: try `{command}{free}`"))]
    Exists {
        /// The path as given.
        path: String,
        /// What is typed before a name.
        command: String,
        /// A name that nothing has.
        free: String,
    },
    /// A saved campaign is at fault.
    #[error("{what}")]
    #[diagnostic(help("{help}"))]
    Saved {
        /// What is wrong.
        what: String,
        /// What to do.
        help: String,
    },
    /// Something outside the program cannot be used.
    #[error("{what}")]
    Unusable {
        /// What, and why.
        what: String,
    },
    /// Nothing could be made of another program's file.
    #[error("`{path}` cannot be imported: {reason}")]
    #[diagnostic(help("{help}"))]
    Import {
        /// The path as given.
        path: String,
        /// Why.
        reason: String,
        /// What to do.
        help: String,
    },
    /// The command line makes no sense.
    #[error("{what}")]
    #[diagnostic(help("{help}"))]
    Usage {
        /// What is wrong.
        what: String,
        /// What to write instead.
        help: String,
    },
    /// A command prints more than it may.
    #[error("a command prints at most {limit} bytes (TW0818)")]
    #[diagnostic(help("raise the limit with `--limit output_bytes=…`, or ask for less"))]
    TooMuch {
        /// The limit.
        limit: u64,
    },
    /// The time that was given is over.
    #[error("{what}")]
    #[diagnostic(help("give it more time, or ask for less"))]
    Late {
        /// What happened.
        what: String,
    },
    /// The reader of standard output went away; this is no fault.
    #[error("the output was closed")]
    Closed,
}

impl AppError {
    /// A usage error.
    pub(crate) fn usage(what: impl Into<String>, help: impl Into<String>) -> AppError {
        AppError::Usage { what: what.into(), help: help.into() }
    }

    /// Why this file cannot be read.
    pub(crate) fn reading(path: &Path, error: &io::Error) -> AppError {
        let shown = shown_path(path);
        if error.kind() == io::ErrorKind::NotFound {
            if let Ok(target) = std::fs::read_link(path) {
                return AppError::Read { path: shown, reason: leads_nowhere(&target) };
            }
            return AppError::NoFile { path: shown, help: near_miss(path) };
        }
        AppError::Read { path: shown, reason: error.to_string() }
    }

    /// Why this file cannot be written.
    pub(crate) fn writing(path: &Path, error: &io::Error) -> AppError {
        if error.kind() == io::ErrorKind::AlreadyExists {
            let free = shown_path(&free_beside(path));
            return AppError::Exists { path: shown_path(path), command: String::new(), free };
        }
        // The unfinished file that was to be renamed is none of the reader's.
        let told = error.to_string();
        let reason = told.split(" at path \"").next().unwrap_or(&told).to_owned();
        AppError::Write { path: shown_path(path), reason }
    }

    /// The same where a name is typed after this command: what it advises can be typed.
    #[must_use]
    pub(crate) fn after(self, typed: &str) -> AppError {
        match self {
            AppError::Exists { path, free, .. } => {
                AppError::Exists { path, command: format!("{typed} "), free }
            }
            other => other,
        }
    }

    /// Why output stopped.
    pub(crate) fn output(error: &io::Error) -> AppError {
        if error.kind() == io::ErrorKind::BrokenPipe {
            AppError::Closed
        } else {
            AppError::Write { path: "standard output".to_owned(), reason: error.to_string() }
        }
    }

    /// How the program ends with this error.
    pub(crate) const fn exit(&self) -> Exit {
        match self {
            AppError::NoFile { .. }
            | AppError::Read { .. }
            | AppError::Write { .. }
            | AppError::Exists { .. }
            | AppError::Unusable { .. }
            | AppError::Saved { .. } => Exit::File,
            AppError::Import { .. } => Exit::Fault,
            AppError::Usage { .. } => Exit::Usage,
            AppError::TooMuch { .. } | AppError::Late { .. } => Exit::Limit,
            AppError::Closed => Exit::Done,
        }
    }
}

/// What is said of a link to something that is not there.
fn leads_nowhere(target: &Path) -> String {
    format!("it is a link to `{}`, which is not there", shown_path(target))
}

fn shown_path(path: &Path) -> String {
    clean_line(&path.to_string_lossy()).into_owned()
}

/// The file beside `path` whose name is nearest, as advice.
fn near_miss(path: &Path) -> String {
    const MOST: usize = 1000;
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let wanted = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let Ok(entries) = std::fs::read_dir(folder) else {
        return format!("there is no folder `{}` either", shown_path(folder));
    };
    let names: Vec<PathBuf> = entries.flatten().take(MOST).map(|entry| entry.path()).collect();
    let texts: Vec<String> = names
        .iter()
        .filter_map(|path| path.file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    match crate::base::closest(&wanted, texts.iter().map(String::as_str)) {
        Some(name) => format!("did you mean `{}`?", clean_line(name)),
        None => "paths are taken from the folder you are in".to_owned(),
    }
}

/// Writes the error as a report, in the manner of the source reports.
pub(crate) fn describe(error: &AppError, look: super::render::Style) -> String {
    use super::render::{Tint, clean, wrap};
    let mut out = String::new();
    let width = look.width.saturating_sub(7).max(30);
    for (nth, line) in wrap::wrap(&clean(&error.to_string()), width).iter().enumerate() {
        let head = if nth == 0 { format!("{}: ", look.tint(Tint::Error, "error")) } else { " ".repeat(7) };
        out.push_str(&format!("{head}{line}\n"));
    }
    if let Some(help) = error.help() {
        for (nth, line) in wrap::wrap(&clean(&help.to_string()), width.saturating_sub(1)).iter().enumerate() {
            let head =
                if nth == 0 { format!("  {}: ", look.tint(Tint::Help, "help")) } else { " ".repeat(8) };
            out.push_str(&format!("{head}{line}\n"));
        }
    }
    out
}

/// Makes a mistake in the program itself end with words and code 70 instead of a trace.
pub(crate) fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
        let payload = info.payload();
        let what = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        let said = format!(
            "tw: internal error: {} ({place})\nThis is a mistake in Tablewright, not in what you wrote.\nPlease \
             report it with this line, the command, and the file: tw {} on {}.\n",
            clean_line(&what),
            env!("CARGO_PKG_VERSION"),
            std::env::consts::OS
        );
        super::door::remark(&said, false);
        std::process::exit(i32::from(Exit::Internal.code()));
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_names_its_neighbour() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("delve.tw"), "").expect("a file");
        let path = folder.path().join("delv.tw");
        let error = std::fs::read(&path).expect_err("there is no such file");
        let shown = describe(&AppError::reading(&path, &error), super::super::render::Style::default());
        assert!(shown.contains("did you mean `delve.tw`?"), "{shown}");
    }

    #[test]
    fn exit_codes_are_a_contract() {
        let all = [
            (Exit::Done, 0),
            (Exit::Fault, 1),
            (Exit::Usage, 2),
            (Exit::InputNeeded, 3),
            (Exit::Limit, 4),
            (Exit::File, 5),
            (Exit::Internal, 70),
            (Exit::Interrupted, 130),
        ];
        for (exit, code) in all {
            assert_eq!(exit.code(), code);
        }
    }
}
