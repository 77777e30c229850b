//! `tw fill`.

use super::answering::Beforehand;
use super::args::FillArgs;
use super::input::{is_stdin, read_text};
use super::start::{
    exit_of, load_sound, mention_warnings, prepare, say_seed, session, show_reply, was_interrupted,
};
use crate::base::counted;
use crate::diag::Diagnostic;
use crate::engine::{Event, Log};
use crate::front::app::{AppError, Exit};
use crate::front::cli::start;
use crate::front::console::Console;
use crate::front::files::{self, Links};
use crate::front::render::events::Detail;
use crate::front::render::teller::{ReportForm, Teller};
use crate::front::render::value::TableBook;
use crate::front::render::{Style, clean, clean_line};
use crate::interop::{Mark, MarkError, fill as write_marks, marks};
use crate::modules::{Origin, SourceText};
use crate::plan::Value;
use crate::session::{GivenAnswers, Reply, RollSeed, Session};

/// Tells a run in the manner of a journal.
struct RunJournal {
    teller: Teller,
    text: String,
}

impl Log for RunJournal {
    fn wants(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        self.text.push_str(&self.teller.tell(&event));
    }
}

/// `tw fill NOTE.md`.
pub(crate) fn fill(args: &FillArgs, console: &Console) -> Result<Exit, AppError> {
    let file = &args.note;
    let text =
        if is_stdin(file) { read_text(file, console)? } else { files::read_text(file, &console.limits)? };
    let name = clean_line(&file.to_string_lossy()).into_owned();
    let misplaced = |error: MarkError| {
        AppError::usage(format!("{name}, {error}"), "`tw help fill` shows how places are marked")
    };
    let marks = marks(&text).map_err(misplaced)?;
    let mut session = session(&args.luck, console)?;
    let seed = session.seed();
    if !load_note(&mut session, args, &text, console)? {
        return Ok(Exit::Fault);
    }
    let beforehand = Beforehand::read(&args.answering, console)?;
    let mut results = Vec::new();
    for (nth, mark) in (0u64..).zip(&marks) {
        if mark.is_kept(&text) {
            results.push(None);
            continue;
        }
        // Each place has luck of its own, so that one which stays does not change the others.
        session.set_seed(RollSeed { roll: seed.roll.wrapping_add(nth), ..seed });
        let (reply, result) = played(&mut session, mark, &beforehand)?;
        if !reply.is_done() {
            console.remark(&format!("{name}, line {}: `{}`\n", mark.line, clean_line(&mark.expr)));
            show_reply(&reply, &session, console)?;
            return Ok(exit_of(&reply));
        }
        results.push(Some(clean(&result).into_owned()));
    }
    let filled = write_marks(&text, &marks, &results).map_err(misplaced)?;
    if was_interrupted() {
        return Ok(Exit::Interrupted);
    }
    if is_stdin(file) {
        console.data(&filled)?;
    } else if filled != text {
        if files::read_text(file, &console.limits)? != text {
            let what = format!("`{name}` has changed in the meantime; nothing was written");
            return Err(AppError::Unusable { what });
        }
        files::replace(file, &filled, Links::Within)?;
    }
    say_what_was_done(&name, &marks, &results, console);
    say_seed(seed, console);
    Ok(Exit::Done)
}

fn say_what_was_done(name: &str, marks: &[Mark], results: &[Option<String>], console: &Console) {
    if console.quiet {
        return;
    }
    let count = results.iter().flatten().count();
    let places = counted(count, "place");
    let kept = match marks.len() - count {
        0 => String::new(),
        kept => format!(", {kept} kept as they were"),
    };
    console.remark(&format!("{name}: {places} filled{kept}\n"));
}

/// Loads the tables and the code of the note itself, after the files that are named.
fn load_note(
    session: &mut Session,
    args: &FillArgs,
    text: &str,
    console: &Console,
) -> Result<bool, AppError> {
    if !prepare(session, &args.sources.files, &args.sources.set, console)? {
        return Ok(false);
    }
    let is_note = |ending: &&str| args.note.extension().is_some_and(|found| found == *ending);
    let reports = if is_stdin(&args.note) {
        let origin = Origin::Session("<stdin.md>".into());
        session.load_text(SourceText { name: "<stdin.md>".into(), text: text.into(), origin })
    } else if ["md", "markdown"].iter().any(is_note) {
        load_sound(session, &args.note, console)?
    } else {
        return Ok(true);
    };
    if reports.iter().any(Diagnostic::is_error) {
        start::show_reports(&reports, session, super::args::ReportFormat::Human, console)?;
        return Ok(false);
    }
    mention_warnings(&reports, &args.note, console);
    let (reply, _) = session.set_up();
    show_reply(&reply, session, console)
}

/// Plays what a place asks for: the value of an expression, or what a procedure tells.
fn played(session: &mut Session, mark: &Mark, beforehand: &Beforehand) -> Result<(Reply, String), AppError> {
    let look = Style { color: false, ..Style::default() };
    let mut answers = GivenAnswers::new();
    beforehand.give(&mut answers)?;
    let meant = session.meaning().meant(&mark.expr);
    let expr = meant.as_deref().unwrap_or(&mark.expr);
    let teller = Teller::new(Detail::Told, ReportForm::Markdown, look, TableBook::of(session));
    let mut journal = RunJournal { teller, text: String::new() };
    let reply = session.submit_to(expr, &mut answers, &mut journal);
    let told = format!("{}{}", journal.text, journal.teller.rest());
    let result = match &reply.value {
        Some(Value::List(items)) if mark.block => {
            items.iter().map(|item| format!("- {}\n", session.show(item))).collect()
        }
        Some(value) if *value != Value::Nothing => session.show(value),
        Some(_) | None => told,
    };
    Ok((reply, result))
}
