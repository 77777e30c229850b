//! The session at a terminal.

mod actions;
pub(crate) mod ask;
mod asking;
pub(crate) mod commands;
mod editors;
mod fixing;
mod help;
mod helper;
pub(crate) mod lines;
mod looking;
mod offered;
mod paths;
mod saving;
mod states;
mod table;
pub(crate) mod topics;

use std::cell::RefCell;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::Editor;
use rustyline::config::{BellStyle, ColorMode, CompletionType, Config, EditMode};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;

use self::actions::Actions;
use self::helper::Assistant;
use super::app::{AppError, Exit};
use super::cli::args::ReplArgs;
use super::cli::start;
use super::config;
use super::console::Console;
use super::places::campaign_path;
use super::record::JournalRecord;
use super::render::Tint;
use super::{door, replay, terminal, watch};

use crate::session::{AtTable, Session};

pub(crate) use helper::colored;
pub(crate) use looking::LOOKS;

/// How many entries the history file holds.
const HISTORY: usize = 10_000;

/// Runs the session until it is left.
///
/// # Errors
/// A file that was asked for cannot be had, or the terminal fails.
pub(crate) fn run(args: &ReplArgs, console: &Console) -> Result<Exit, AppError> {
    let Some((session, interrupt, mut actions)) = begin(args, console)? else { return Ok(Exit::Fault) };
    console.line(&format!(
        "Tablewright {}. {}",
        env!("CARGO_PKG_VERSION"),
        console.out().tint(Tint::Dim, "Type dice, a table, or :help. Ctrl-D leaves.")
    ))?;
    console.note_once();
    let session = Rc::new(RefCell::new(session));
    let mut editor = editor(&session, console)?;
    let history = history_file();
    if let Some(path) = &history {
        // A first session has none yet.
        let _ = editor.load_history(path);
    }
    let mut exit = Exit::Done;
    actions.go_on_waiting(&mut session.borrow_mut())?;
    while !actions.leaves {
        // While the line editor waits, it sees Ctrl-C itself; the flag is for what runs.
        interrupt.store(false, Ordering::Relaxed);
        let prompt = actions.prompt(&session.borrow());
        let prompt = door::guarded(&prompt, false);
        if let Some(helper) = editor.helper_mut() {
            helper.verbatim = actions.is_pasting();
        }
        match watch::resting(|| terminal::while_typing(|| editor.readline(&*prompt))) {
            Ok(line) => {
                // What is entered is what was seen.
                let line = door::bare(&line, false).into_owned();
                // The history is a comfort: a full disk must not end the session.
                let _ = editor.add_history_entry(line.as_str());
                console.next_command();
                // What needs too much memory ends, and not what was played before it.
                let take = || actions.take(&mut session.borrow_mut(), &line);
                let (taken, too_much) = watch::giving_way(&interrupt, take);
                if too_much {
                    console.complain(&AppError::Unusable { what: watch::too_much_memory() });
                }
                match taken {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error @ AppError::TooMuch { .. }) => console.complain(&error),
                    Err(error) => return Err(error),
                }
            }
            Err(ReadlineError::Interrupted) => actions.drop_paste(),
            Err(ReadlineError::Eof) if actions.is_pasting() => {
                actions.end_paste(&mut session.borrow_mut())?
            }
            Err(ReadlineError::Eof) => break,
            // The line so far is not entered; the next one may be sound.
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                let what = "a byte that is no UTF-8 text came, and what stood before it is dropped: type the line again".to_owned();
                console.complain(&AppError::Unusable { what });
            }
            Err(error) => {
                console
                    .complain(&AppError::Unusable { what: format!("the terminal cannot be read: {error}") });
                exit = Exit::File;
                break;
            }
        }
    }
    if let Some(path) = &history {
        // As above.
        let _ = editor.save_history(path);
    }
    Ok(exit)
}

/// The session that the command line asks for, the flag that Ctrl-C sets, and what is done in it; `None`
/// where a source is at fault.
///
/// # Errors
/// A file or the campaign cannot be had.
fn begin<'a>(
    args: &ReplArgs,
    console: &'a Console,
) -> Result<Option<(Session, Arc<AtomicBool>, Actions<'a>)>, AppError> {
    let (mut session, interrupt) = start::interruptible_session(&args.luck, console)?;
    if let Ok(folder) = std::env::current_dir() {
        // Without a folder to read, `use "file"` is refused in words.
        let _ = session.set_folder(&folder);
    }
    let mut actions = Actions::new(console);
    actions.table = AtTable { policies: args.ask_policies, ..start::table_of(&args.luck) };
    let mut loaded = Vec::new();
    let mut fresh = true;
    if let Some(folder) = &args.save {
        let mut taken = replay::open(
            folder,
            args.repair,
            !args.sources.files.is_empty(),
            &args.luck,
            &mut session,
            console,
        )?;
        loaded.clone_from(&taken.files);
        fresh = taken.fresh;
        let (undefined, loading) = (taken.undefined, taken.loading.take());
        actions.go_on(taken);
        if undefined && !actions.define(&mut session)? {
            return Ok(None);
        }
        if let Some(loading) = loading {
            loading.done(&mut session);
        }
    }
    // A campaign that goes on has read it before.
    if let Some(file) = console.startup.as_ref().filter(|_| fresh) {
        actions.start_up(&mut session, file)?;
    }
    for file in args.sources.files.iter().filter(|file| !loaded.contains(&campaign_path(file))) {
        if !actions.add_file(&mut session, file.clone())? {
            return Ok(None);
        }
    }
    if !start::set_options(&mut session, &args.sources.set, console)? {
        return Ok(None);
    }
    for (name, value) in args.sources.set.iter().filter_map(|pair| pair.split_once('=')) {
        actions.keep(&JournalRecord::Set { name: name.trim().to_owned(), value: value.trim().to_owned() })?;
    }
    Ok(Some((session, interrupt, actions)))
}

/// The line editor lets its helper draw the line even where there are no colours: it is the helper that keeps a line from
/// driving the terminal.
pub(super) const ALWAYS: ColorMode = ColorMode::Forced;

type Line = Editor<Assistant, DefaultHistory>;

fn editor(session: &Rc<RefCell<crate::session::Session>>, console: &Console) -> Result<Line, AppError> {
    let broken =
        |error: ReadlineError| AppError::Unusable { what: format!("the terminal cannot be used: {error}") };
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .edit_mode(EditMode::Emacs)
        .bell_style(BellStyle::None)
        .color_mode(ALWAYS)
        .bracketed_paste(true)
        .tab_stop(2)
        .max_history_size(HISTORY)
        .and_then(|builder| builder.history_ignore_dups(true))
        .map_err(broken)?
        .build();
    let mut editor: Line = Editor::with_config(config).map_err(broken)?;
    editor.set_helper(Some(Assistant::new(Rc::clone(session), console.out())));
    Ok(editor)
}

/// The history file in the user's state folder.
fn history_file() -> Option<PathBuf> {
    let folders = config::folders()?;
    let folder = folders.state_dir().unwrap_or_else(|| folders.data_local_dir());
    std::fs::create_dir_all(folder).ok()?;
    let path = folder.join("history");
    // A pipe of that name would block, and a link lead elsewhere.
    let may = std::fs::symlink_metadata(&path).map_or(true, |meta| meta.is_file());
    may.then_some(path)
}
