//! `tw watch`: checks and tests what changed, and what uses it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use super::args::{ReportFormat, WatchArgs};
use super::check::{collect, run_tests, summary};
use super::start::{load, plain_session, seed_of, show_reports};
use crate::diag::Diagnostic;
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::render::{Tint, clean_line};

/// How often the files are looked at.
const PAUSE: Duration = Duration::from_millis(250);

/// When a file was written, and its size; `None` where it is gone.
type Stamp = Option<(SystemTime, u64)>;

/// A file, with the true paths of all that it was made of when it was last read.
struct Watched {
    path: PathBuf,
    made_of: BTreeMap<PathBuf, Stamp>,
}

/// `tw watch FILE|DIR…`: looks four times a second, which costs less than it tells.
pub(crate) fn watch(args: &WatchArgs, console: &Console) -> Result<Exit, AppError> {
    let stop = super::start::interrupt_flag();
    let mut watched: Vec<Watched> = Vec::new();
    loop {
        for path in &sources_of(&args.files)? {
            if !watched.iter().any(|known| known.path == *path) {
                watched.push(Watched { path: path.clone(), made_of: BTreeMap::new() });
            }
        }
        for one in &mut watched {
            if one.changed() {
                one.look(&stop, console)?;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(Exit::Interrupted);
            }
        }
        console.flush()?;
        console.next_command();
        std::thread::sleep(PAUSE);
        if stop.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
    }
}

/// The files that are asked for; new ones may come to lie in a folder.
fn sources_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, AppError> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files, 0)?;
    }
    Ok(files)
}

fn stamp(path: &Path) -> Stamp {
    let meta = std::fs::metadata(path).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}

impl Watched {
    /// Whether it was never read, or something that it was made of is not what it was.
    fn changed(&self) -> bool {
        self.made_of.is_empty() || self.made_of.iter().any(|(path, seen)| stamp(path) != *seen)
    }

    /// Checks the file and runs its tests.
    fn look(&mut self, stop: &Arc<AtomicBool>, console: &Console) -> Result<(), AppError> {
        let name = clean_line(&self.path.to_string_lossy()).into_owned();
        // Taken before it is read: what is written in the meantime is seen the next time.
        let before: BTreeMap<PathBuf, Stamp> =
            self.made_of.keys().chain([&self.path]).map(|path| (path.clone(), stamp(path))).collect();
        let mut session = plain_session(seed_of(Some("1"))?, console);
        session.set_interrupt(Arc::clone(stop));
        let reports = match load(&mut session, &self.path, console) {
            Ok(reports) => reports,
            // An editor may be in the middle of replacing it.
            Err(error) => {
                console.complain(&error);
                self.made_of = before;
                return Ok(());
            }
        };
        let read = session.texts_read().keys().map(PathBuf::from).filter(|path| path.is_absolute());
        self.made_of = before;
        for path in read {
            self.made_of.entry(path.clone()).or_insert_with(|| stamp(&path));
        }
        show_reports(&reports, &session, ReportFormat::Human, console)?;
        let errors = reports.iter().filter(|report| report.is_error()).count();
        let mut said = summary(errors, reports.len() - errors, 1, console);
        if !reports.iter().any(Diagnostic::is_error) {
            let (passed, failed) = run_tests(&mut session, false, console)?;
            if passed + failed > 0 {
                let tint = if failed > 0 { Tint::Error } else { Tint::Help };
                let tests = console.err().tint(tint, format!("{passed} passed, {failed} failed"));
                said = format!("{said}; {tests}");
            }
        }
        console.remark(&format!("{name}: {said}\n"));
        Ok(())
    }
}
