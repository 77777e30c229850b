//! `tw check --fix`.

use std::path::Path;

use super::args::{CheckArgs, LuckArgs, ReportFormat};
use super::input::{is_stdin, read_text};
use super::start::session;
use crate::diag::Diagnostic;
use crate::front::app::AppError;
use crate::front::console::Console;
use crate::front::mending::{self, MendedSource, Target};
use crate::session::Session;

/// What came of a file: what is wrong with it now, and whether all that could be mended was written.
pub(crate) struct Fixed {
    /// The session that holds the file as it is now.
    pub session: Session,
    /// What is left.
    pub reports: Vec<Diagnostic>,
    /// Whether the fixes were written, or there were none to write.
    pub written: bool,
}

/// Fixes a file, or standard input to standard output.
///
/// # Errors
/// The file cannot be read or written.
pub(crate) fn fix(file: &Path, args: &CheckArgs, console: &Console) -> Result<Fixed, AppError> {
    let fresh = || session(&LuckArgs::default(), console);
    if is_stdin(file) {
        let text = read_text(file, console)?;
        let mended = mending::mended(Target::Text(&text), fresh, console)?;
        console.data(&mended.after)?;
        return Ok(Fixed { session: mended.session, reports: mended.reports, written: true });
    }
    let mended = mending::mended(Target::File(file), fresh, console)?;
    let name = mending::shown(file);
    let written = mended.made == 0 || agreed_and_written(file, &name, &mended, args, console)?;
    let choices = mending::choices(&mended.reports);
    if choices > 0 && !console.quiet {
        let reports = if choices == 1 { "one report offers" } else { "some reports offer" };
        console.remark(&format!("{name}: {reports} more than one fix; choose and make it by hand\n"));
    }
    if written {
        return Ok(Fixed { session: mended.session, reports: mended.reports, written });
    }
    // Nothing was written, so what is wrong is what was wrong.
    let mut session = fresh()?;
    let reports = super::start::load(&mut session, file, console)?;
    Ok(Fixed { session, reports, written })
}

fn agreed_and_written(
    file: &Path,
    name: &str,
    mended: &MendedSource,
    args: &CheckArgs,
    console: &Console,
) -> Result<bool, AppError> {
    let fixes = if mended.made == 1 { "1 fix".to_owned() } else { format!("{} fixes", mended.made) };
    match args.report_format() {
        ReportFormat::Human => {
            console.print(&mending::difference(name, &mended.before, &mended.after, console.out()))?;
        }
        // There the result is the reports.
        ReportFormat::Short | ReportFormat::Json => {
            console.remark(&mending::difference(name, &mended.before, &mended.after, console.err()));
        }
    }
    let agreed = args.yes || mending::agreed(&format!("write {fixes} to {name}?"), console).unwrap_or(false);
    if agreed {
        mending::write(file, mended, console)?;
    }
    if !console.quiet {
        let line = match agreed {
            true => format!("{name}: {fixes} made\n"),
            false => {
                format!("{name}: nothing was written; `tw check --fix --yes {name}` makes the {fixes}\n")
            }
        };
        console.remark(&line);
    }
    Ok(agreed)
}
