//! A saved campaign without a terminal: an entry is a line of standard input, or the lines of a block.

use std::io::BufRead;

use super::actions::Actions;
use super::begin;
use crate::front::app::{AppError, Exit};
use crate::front::cli::args::ReplArgs;
use crate::front::console::Console;
use crate::session::{Session, Typing};
use crate::syntax::Verdict;

/// Runs until standard input ends. Every reply is written out before the next line is read. It ends as the
/// first thing did that went wrong.
///
/// # Errors
/// A file or the campaign cannot be had, or a stream fails.
pub(crate) fn run(args: &ReplArgs, console: &Console) -> Result<Exit, AppError> {
    over(args, std::io::stdin().lock(), console)
}

/// The same with lines that come from elsewhere.
///
/// # Errors
/// As [`run`].
pub(crate) fn over(args: &ReplArgs, lines: impl BufRead, console: &Console) -> Result<Exit, AppError> {
    let Some((mut session, _, mut actions)) = begin(args, console)? else { return Ok(Exit::Fault) };
    actions.asks = false;
    console.note_once();
    let mut entry = Typing::default();
    for line in lines.lines() {
        let line = line.map_err(|error| AppError::Unusable {
            what: format!("standard input cannot be read: {error}"),
        })?;
        // What follows rows without a name and is no row is an entry of its own.
        let is_next = !(line.trim().is_empty() || line.trim_start().starts_with('|'));
        if is_next
            && crate::syntax::is_rows_alone(entry.text())
            && !take(&mut actions, &mut session, &entry.take(), console)?
        {
            return Ok(console.first_failure());
        }
        entry.push(&line);
        // As at a terminal, a blank line ends an unfinished block.
        let ends = line.trim().is_empty() || entry.text().trim_start().starts_with(':');
        if !ends && !actions.is_pasting() && matches!(entry.judge(&session), Verdict::Incomplete) {
            continue;
        }
        if !take(&mut actions, &mut session, &entry.take(), console)? {
            return Ok(console.first_failure());
        }
    }
    take(&mut actions, &mut session, &entry.take(), console)?;
    actions.end_paste(&mut session)?;
    Ok(console.first_failure())
}

/// Does an entry; `false` where the session is to be left.
fn take(
    actions: &mut Actions<'_>,
    session: &mut Session,
    entry: &str,
    console: &Console,
) -> Result<bool, AppError> {
    console.next_command();
    let goes_on = match actions.take(session, entry) {
        Err(error @ AppError::TooMuch { .. }) => {
            console.complain(&error);
            true
        }
        other => other?,
    };
    console.flush()?;
    Ok(goes_on)
}
