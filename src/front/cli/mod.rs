//! The command line: reads the arguments, does the command, gives the exit code.

pub(crate) mod about;
pub(crate) mod answering;
pub(crate) mod args;
mod args_pages;
pub(crate) mod ask;
pub(crate) mod changed;
mod check;
mod doc;
pub(crate) mod exchange;
mod fill;
mod fix;
mod input;
pub(crate) mod library;
pub(crate) mod log;
pub(crate) mod odds;
pub(crate) mod prompt;
pub(crate) mod roll;
mod run;
pub(crate) mod start;
mod watching;

use std::io::IsTerminal;

use clap::{CommandFactory, Parser};

use self::args::{Cli, CliCommand, ReplArgs};
use super::app::{AppError, Exit};
use super::console::Console;
use super::render::clean::is_hostile;
use super::{door, terminal, watch};

/// Runs the command line of the process.
pub(crate) fn run() -> Exit {
    let given: Vec<std::ffi::OsString> = with_implied_command(std::env::args_os().collect());
    let file = given.get(1).and_then(|first| first.to_str()).filter(|first| names_file(first));
    if let Some(file) = file.filter(|file| std::path::Path::new(file).is_file()) {
        let help = format!("`tw run {file}` runs it, `tw repl {file}` opens a session with it");
        let error = AppError::usage(format!("`{file}` is a file; say what to do with it"), help);
        Console::plain().complain(&error);
        return error.exit();
    }
    let cli = match Cli::try_parse_from(given) {
        Ok(cli) => cli,
        Err(error) => return say_usage(&error),
    };
    let console = match Console::new(&cli.global) {
        Ok(console) => console,
        Err(error) => {
            Console::plain().complain(&error);
            return error.exit();
        }
    };
    terminal::outlive_full_files();
    watch::begin(console.limits.live_bytes, cli.global.timeout);
    // In a session Ctrl-C ends what runs, and not the session.
    let is_session = matches!(cli.command, None | Some(CliCommand::Repl(_)));
    let done = dispatch(cli.command, &console).and_then(|exit| console.flush().map(|()| exit));
    let stopped = !is_session && !matches!(done, Ok(Exit::Done)) && start::was_interrupted();
    let done = match (done, watch::was_late(cli.global.timeout)) {
        (Ok(Exit::Interrupted), Some(late)) => Err(late),
        (_, Some(late)) if stopped => Err(late),
        (Ok(_), None) if stopped => Ok(Exit::Interrupted),
        (done, _) => done,
    };
    done.unwrap_or_else(|error| {
        if !matches!(error, AppError::Closed) {
            console.complain(&error);
        }
        error.exit()
    })
}

/// Help and versions are results like any other; what is wrong with a command line is a report.
fn say_usage(error: &clap::Error) -> Exit {
    let plain = std::env::args_os()
        .map(|argument| argument.to_string_lossy().into_owned())
        .all(|argument| !argument.chars().any(is_hostile));
    let printed = door::usage(error, plain);
    if error.use_stderr() {
        // What cannot be written there has nowhere to go.
        return Exit::Usage;
    }
    match printed.map_err(|error| AppError::output(&error)) {
        Ok(()) | Err(AppError::Closed) => Exit::Done,
        Err(error) => {
            Console::plain().complain(&error);
            error.exit()
        }
    }
}

fn dispatch(command: Option<CliCommand>, console: &Console) -> Result<Exit, AppError> {
    match command {
        Some(CliCommand::Doc(args)) => doc::doc(&args, console),
        Some(CliCommand::Fill(args)) => fill::fill(&args, console),
        Some(CliCommand::Explain(args)) => about::explain(&args, console),
        Some(CliCommand::Limits(args)) => about::limits(&args, console),
        Some(CliCommand::New(args)) => about::new(&args, console),
        Some(CliCommand::Completions(args)) => about::completions(&args, console),
        Some(CliCommand::Man) => about::man(console),
        Some(CliCommand::Import(args)) => exchange::import(&args, console),
        Some(CliCommand::Export(args)) => library::export(&args, console),
        Some(CliCommand::Library(args)) => library::library(&args, console),
        Some(CliCommand::Roll(args)) => roll::roll(&args, console),
        Some(CliCommand::Odds(args)) => odds::odds(&args, console),
        Some(CliCommand::Run(args)) => run::run(&args, console),
        Some(CliCommand::Check(args)) => check::check(&args, console),
        Some(CliCommand::Test(args)) => check::test(&args, console),
        Some(CliCommand::Fmt(args)) => check::fmt(&args, console),
        Some(CliCommand::Watch(args)) => watching::watch(&args, console),
        Some(CliCommand::Repl(mut args)) => {
            args.sources.files.append(&mut args.also);
            repl(&args, console)
        }
        Some(CliCommand::Lsp) => super::lsp::run(console),
        None => repl(&ReplArgs::default(), console),
    }
}

/// At a terminal a session; otherwise the script on standard input.
fn repl(args: &ReplArgs, console: &Console) -> Result<Exit, AppError> {
    if std::io::stdin().is_terminal() && door::out_is_terminal() {
        return super::repl::run(args, console);
    }
    if args.save.is_some() {
        return super::repl::lines::run(args, console);
    }
    run::script(args, console)
}

/// `tw '4d6kh3'` is `tw roll '4d6kh3'`, and `tw -f moor.tw` is `tw repl -f moor.tw`.
fn with_implied_command(given: Vec<std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    const OF_A_SESSION: [&str; 6] = ["-f", "--file", "--seed", "--save", "--dice", "--set"];
    let first = given.get(1).and_then(|first| first.to_str()).unwrap_or("");
    let flag = first.split('=').next().unwrap_or("");
    if OF_A_SESSION.contains(&flag) {
        let mut given = given;
        given.insert(1, "repl".into());
        return given;
    }
    with_implied_roll(given)
}

fn with_implied_roll(mut given: Vec<std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    let first = given.get(1).and_then(|first| first.to_str());
    let second = given.get(2).and_then(|second| second.to_str());
    let twice = matches!(first, Some("adv" | "dis")) && second.is_some_and(is_expression);
    if let Some(first) = first.filter(|first| twice || is_expression(first)) {
        let needs_end_of_flags = first.starts_with('-');
        given.insert(1, "roll".into());
        if needs_end_of_flags {
            // Behind the end of flags, so that flags may still follow it.
            let expression = given.remove(2);
            given.extend(["--".into(), expression]);
        }
        return given;
    }
    let words: Option<Vec<&str>> = given.get(1..).unwrap_or(&[]).iter().map(|word| word.to_str()).collect();
    match words.and_then(|words| said_roll(&words)) {
        Some(said) => {
            given.truncate(1);
            given.extend(["roll".into(), said.into()]);
            given
        }
        None => given,
    }
}

/// What `flip a coin` asks for, as one text: a roll in words that begins with no command.
fn said_roll(words: &[&str]) -> Option<String> {
    let first = words.first().filter(|first| Cli::command().find_subcommand(first).is_none())?;
    let is_plain = |word: &&str| !word.starts_with('-') && !names_file(word);
    let said = words.join(" ");
    let means = crate::syntax::brought::translate(&said);
    let rolls = means.as_ref().and_then(|found| found.meaning()).is_some_and(crate::syntax::is_expression);
    (!first.is_empty() && words.len() > 1 && words.iter().all(is_plain) && rolls).then_some(said)
}

/// Whether an argument is the name of a source.
fn names_file(argument: &str) -> bool {
    argument.ends_with(".tw") || argument.ends_with(".md")
}

/// Whether an argument starts like an expression and not like a command or a flag.
fn is_expression(argument: &str) -> bool {
    let is_command = |name: &str| Cli::command().find_subcommand(name).is_some();
    let mut chars = argument.chars();
    let Some(first) = chars.next() else { return false };
    let second = chars.next();
    match first {
        '0'..='9' | '(' | '{' | '[' | '"' => true,
        '-' => matches!(second, Some('0'..='9' | '(')) || (second == Some('d') && argument.len() > 2),
        'd' | 'D' if matches!(second, Some('0'..='9' | '%' | '{' | '(' | 'F')) => true,
        _ => {
            let file = argument.ends_with(".tw") || argument.ends_with(".md");
            argument.contains([' ', '.', '(', '[']) && !file && !is_command(argument)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn expressions_are_told_from_commands_flags_and_files() {
        for expression in
            ["4d6kh3", "d%", "dF", "(2)d6", "adv d20", "dungeon_turn.hazard", "-1 + d6", "-d6", "{d8}kh1"]
        {
            assert!(is_expression(expression), "{expression}");
        }
        assert_eq!(said_roll(&["flip", "a", "coin"]).as_deref(), Some("flip a coin"));
        assert_eq!(said_roll(&["roll", "2d6", "twice"]), None);
        for other in ["roll", "--json", "-q", "delve.tw", "notes.md", "", "hazard", "-h"] {
            assert!(!is_expression(other), "{other}");
        }
    }
}
