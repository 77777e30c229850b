//! `tw check`, `tw test` and `tw fmt`.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::args::{CheckArgs, FmtArgs, LuckArgs, ReportFormat, TestArgs};
use super::fix;
use super::input::{is_stdin, read_text};
use super::prompt::needed_in_test;
use super::start::{
    Pictures, ends_by_interrupt, load, load_error, load_sound, mention_warnings, session, show_reports,
    was_interrupted,
};
use crate::base::{counted, stop};
use crate::diag::{Diagnostic, Severity};
use crate::engine::NoLog;
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::files::{self, Links};
use crate::front::render::json::object;
use crate::front::render::report::short;
use crate::front::render::wrap::hanging;
use crate::front::render::{Tint, clean_line};
use crate::session::{EntryOutcome, Judged, Session};
use crate::syntax::Unformatted;

/// `tw check FILE|DIR…`.
pub(crate) fn check(args: &CheckArgs, console: &Console) -> Result<Exit, AppError> {
    let mut counts = [0usize; 2];
    let (mut limit, mut unwritten) = (false, false);
    let mut files = Vec::new();
    for path in &args.files {
        collect(path, &mut files, 0)?;
    }
    for (at, file) in files.iter().enumerate().take_while(|_| !was_interrupted()) {
        let (session, judged, reports) = if args.fix {
            let fixed = fix::fix(file, args, console)?;
            unwritten |= !fixed.written;
            (fixed.session, None, fixed.reports)
        } else {
            let mut session = session(&LuckArgs::default(), console)?;
            let (judged, reports) = judge(&mut session, file, console)?;
            (session, judged, reports)
        };
        show_reports(&reports, &session, args.report_format(), console)?;
        if console.verbose && args.report_format() == ReportFormat::Human {
            match reports.iter().any(Diagnostic::is_error) {
                true => say_what_is_sound(file, console)?,
                false => say_what_was_read(&session, file, console)?,
            }
        }
        if !console.verbose && !console.quiet && args.report_format() == ReportFormat::Human {
            // Who names a die over a list means it to be rolled.
            for line in session.meant_to_be_rolled(file) {
                let line = format!("not read: {}", clean_line(&line));
                console.remark(&format!("{}\n", hanging(&line, console.err().width)));
            }
        }
        limit |= reports.iter().any(|report| report.is_error() && report.code.starts_with("TW08"));
        for (count, severity) in counts.iter_mut().zip([Severity::Error, Severity::Warning]) {
            *count += reports.iter().filter(|report| report.severity == severity).count();
        }
        if at + 1 == files.len() {
            // Taking the last one apart takes a tenth of the time, and the process ends with it anyhow.
            std::mem::forget((session, judged));
        }
    }
    if was_interrupted() {
        return Ok(Exit::Interrupted);
    }
    let [errors, warnings] = counts;
    if args.report_format() == ReportFormat::Human && !console.quiet {
        console.remark(&format!("{}\n", summary(errors, warnings, files.len(), console)));
    }
    let fails = errors > 0 || unwritten || (args.deny_warnings && warnings > 0);
    Ok(if limit {
        Exit::Limit
    } else if fails {
        Exit::Fault
    } else {
        Exit::Done
    })
}

/// The mistakes in a file. Where it is told what there is to be rolled, it is loaded for it.
fn judge(
    session: &mut Session,
    file: &Path,
    console: &Console,
) -> Result<(Option<Judged>, Vec<Diagnostic>), AppError> {
    if is_stdin(file) || console.verbose {
        return Ok((None, load(session, file, console)?));
    }
    let mut judged = session.judge_file(file).map_err(|error| load_error(&error))?;
    let reports = std::mem::take(&mut judged.reports);
    Ok((Some(judged), reports))
}

/// What a file has to be rolled, and which tables of a note are not.
fn say_what_was_read(session: &Session, file: &Path, console: &Console) -> Result<(), AppError> {
    for line in session.inspect().loaded_tables() {
        console.line(&clean_line(&line))?;
    }
    for line in session.not_rolled(file) {
        let line = format!("not read: {}", clean_line(&line));
        console.line(&hanging(&line, console.out().width))?;
    }
    Ok(())
}

/// The same for a file with mistakes: of a note, the tables without one are there, as `:load` has them.
fn say_what_is_sound(file: &Path, console: &Console) -> Result<(), AppError> {
    let mut session = session(&LuckArgs::default(), console)?;
    let reports = load_sound(&mut session, file, console)?;
    if reports.iter().any(Diagnostic::is_error) {
        return Ok(());
    }
    say_what_was_read(&session, file, console)
}

/// How many reports there are, in words.
pub(crate) fn summary(errors: usize, warnings: usize, files: usize, console: &Console) -> String {
    let files = counted(files, "file");
    match (errors, warnings) {
        (0, 0) => format!("{}: {files}", console.err().tint(Tint::Help, "no mistakes found")),
        (0, _) => format!("{} in {files}", console.err().tint(Tint::Warning, counted(warnings, "warning"))),
        _ => format!(
            "{}, {} in {files}",
            console.err().tint(Tint::Error, counted(errors, "error")),
            counted(warnings, "warning")
        ),
    }
}

/// `tw test [FILE|DIR…]`.
pub(crate) fn test(args: &TestArgs, console: &Console) -> Result<Exit, AppError> {
    let here = [PathBuf::from(".")];
    let paths = if args.paths.is_empty() { &here[..] } else { &args.paths };
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files, 0)?;
    }
    let (mut passed, mut failed) = (0usize, 0usize);
    for file in files.iter().take_while(|_| !was_interrupted()) {
        let mut session = session(&LuckArgs { seed: Some("1".to_owned()), dice: Vec::new() }, console)?;
        let reports = load(&mut session, file, console)?;
        if reports.iter().any(Diagnostic::is_error) {
            show_reports(&reports, &session, ReportFormat::Human, console)?;
            failed += 1;
            continue;
        }
        mention_warnings(&reports, file, console);
        let counts = run_tests(&mut session, args.json, console)?;
        (passed, failed) = (passed + counts.0, failed + counts.1);
    }
    if was_interrupted() {
        return Ok(Exit::Interrupted);
    }
    if !args.json {
        let tint = if failed > 0 { Tint::Error } else { Tint::Help };
        console
            .line(&format!("{}", console.out().tint(tint, format!("{passed} passed, {failed} failed"))))?;
    }
    if passed + failed == 0 && !console.quiet {
        console.remark("no tests found; a test is a block `test \"…\" … end test`\n");
    }
    Ok(if failed > 0 { Exit::Fault } else { Exit::Done })
}

/// Runs the tests of what is loaded: how many passed, and how many failed. What is interrupted did neither.
///
/// # Errors
/// Standard output fails.
pub(crate) fn run_tests(
    session: &mut Session,
    json: bool,
    console: &Console,
) -> Result<(usize, usize), AppError> {
    let (mut passed, mut failed) = (0, 0);
    let mut pictures = Pictures::new(console);
    for test in session.inspect().tests() {
        let reply = session.run_test(&test, &mut NoLog);
        if was_interrupted() {
            break;
        }
        if reply.is_done() {
            passed += 1;
        } else {
            failed += 1;
        }
        report_test(session, &test, &reply, json, &mut pictures, console)?;
    }
    pictures.end("`tw test --json` tells all of them");
    Ok((passed, failed))
}

fn report_test(
    session: &Session,
    test: &crate::check::program::Test,
    reply: &crate::session::Reply,
    json: bool,
    pictures: &mut Pictures<'_>,
    console: &Console,
) -> Result<(), AppError> {
    let source = session.sources().get(test.span.source);
    let file = source.map_or("", |source| source.name());
    let line = source.map_or(0, |source| source.line_col(test.span.start).line);
    let title = clean_line(&test.title);
    if json {
        let mut object_parts =
            json!({"title": &*test.title, "file": file, "line": line, "passed": reply.is_done()});
        if let Some(report) = reply.reports.iter().find(|report| report.is_error()) {
            object_parts["message"] = short(report, session.sources()).into();
        } else if let EntryOutcome::Asks(request) = &reply.outcome {
            let message = format!("`{}` needs an answer: {}", request.name, request.question);
            object_parts["message"] = clean_line(&message).into();
        }
        return console.json(&object("test", object_parts));
    }
    if reply.is_done() {
        if console.verbose {
            console.line(&format!("{} {title}", console.out().tint(Tint::Help, "pass")))?;
        }
        return Ok(());
    }
    console.line(&format!(
        "{} {title}  {}:{line}",
        console.out().tint(Tint::Error, "FAIL"),
        clean_line(file)
    ))?;
    for report in &reply.reports {
        pictures.show(report, session.sources());
    }
    if let EntryOutcome::Asks(request) = &reply.outcome {
        console.remark(&needed_in_test(request, session, console.err()));
    }
    Ok(())
}

/// The sources of a path: itself, or those of a folder and the folders in it.
///
/// # Errors
/// A folder cannot be read.
pub(crate) fn collect(path: &Path, files: &mut Vec<PathBuf>, depth: usize) -> Result<(), AppError> {
    const DEEPEST: usize = 16;
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(|error| AppError::reading(path, &error))?;
    let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    inside.sort();
    for entry in inside {
        let hidden = entry.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        // A link to a folder may lead back up.
        let linked = entry.is_symlink() && entry.is_dir();
        let named = |name: &str| entry.file_name().is_some_and(|file| file == name);
        if hidden || linked || named("target") || named("node_modules") {
            continue;
        }
        if entry.is_dir() {
            if depth < DEEPEST {
                collect(&entry, files, depth + 1)?;
            }
        } else if entry.extension().is_some_and(|extension| extension == "tw") {
            files.push(entry);
        }
    }
    Ok(())
}

/// What is written in its place has to be read again.
fn refuse_too_large(name: &str, formatted: &str, console: &Console) -> Result<(), AppError> {
    let (bytes, most) = (formatted.len() as u64, console.limits.source_bytes);
    if bytes <= most {
        return Ok(());
    }
    let name = clean_line(name);
    let would = format!("`{name}` is left as it is: formatted, it would have {bytes} bytes");
    let limit = format!("{most} are the limit of one source (TW0801)");
    Err(AppError::Unusable { what: format!("{would}, and {limit}; `--limit source_bytes=…` raises it") })
}

/// `tw fmt FILE|DIR…`.
pub(crate) fn fmt(args: &FmtArgs, console: &Console) -> Result<Exit, AppError> {
    let _heed = stop::heed(Some(ends_by_interrupt()));
    let mut differs = false;
    let mut files = Vec::new();
    for path in &args.files {
        collect(path, &mut files, 0)?;
    }
    for file in &files {
        let text = read_text(file, console)?;
        let name = if is_stdin(file) { "<stdin>".into() } else { file.to_string_lossy() };
        let formatted = match crate::syntax::format(&text) {
            Ok(formatted) => formatted,
            Err(Unformatted::Changed) => {
                let what = format!(
                    "`{}` is left as it is: formatted, it would not be read as the same. This is a mistake in \
                     Tablewright, not in what you wrote; please report it with the file",
                    clean_line(&name)
                );
                return Err(AppError::Unusable { what });
            }
            Err(Unformatted::Unread(reports)) => {
                let mut sources = crate::base::Sources::new();
                sources.add(crate::base::Source::new(&*name, &*text));
                let mut pictures = Pictures::new(console);
                reports.iter().for_each(|report| pictures.show(report, &sources));
                pictures.end("`tw check --format short` lists all of them");
                return Ok(Exit::Fault);
            }
        };
        if stop::is_asked() {
            return Ok(Exit::Interrupted);
        }
        if formatted != text {
            refuse_too_large(&name, &formatted, console)?;
        }
        if args.check {
            if formatted != text {
                differs = true;
                console.line(&clean_line(&name))?;
            }
        } else if is_stdin(file) {
            console.data(&formatted)?;
        } else if formatted != text {
            files::replace(file, &formatted, Links::Within)?;
            if !console.quiet {
                console.remark(&format!("formatted {}\n", clean_line(&name)));
            }
        }
    }
    Ok(if differs { Exit::Fault } else { Exit::Done })
}
