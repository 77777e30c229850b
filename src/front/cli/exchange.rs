//! `tw import` and `tw export`.

use std::path::Path;

use super::args::ImportArgs;
use super::input::read_text;
use super::start::ends_by_interrupt;
use crate::base::stop;
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::render::{Tint, clean};
use crate::interop::{Carried, ENDS, import_file};

/// `tw import FILE`.
pub(crate) fn import(args: &ImportArgs, console: &Console) -> Result<Exit, AppError> {
    let _heed = stop::heed(Some(ends_by_interrupt()));
    let text = read_text(&args.file, console)?;
    let carried = import_file(&args.file, &text);
    if stop::is_asked() {
        return Ok(Exit::Interrupted);
    }
    match carried {
        Ok(mut carried) => {
            let (bytes, most) = (carried.text.len() as u64, console.limits.source_bytes);
            if bytes > most {
                carried.lost.push(format!("this has {bytes} bytes, and {}", unread(most)));
            }
            give(&carried, console)
        }
        Err(error) => Err(AppError::Import {
            path: shown(&args.file),
            reason: error.to_string(),
            help: ENDS.to_owned(),
        }),
    }
}

/// What is said of a text that is too long to be read.
fn unread(most: u64) -> String {
    format!(
        "{most} are the limit of one source (TW0801): cut it into several files, or raise it with \
         `--limit source_bytes=…`"
    )
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Prints what came out, and says what was lost.
pub(crate) fn give(carried: &Carried, console: &Console) -> Result<Exit, AppError> {
    console.print(&clean(&carried.text))?;
    if !console.quiet {
        for lost in &carried.lost {
            console.remark(&format!("{}: {}\n", console.err().tint(Tint::Note, "note"), clean(lost)));
        }
    }
    Ok(Exit::Done)
}
