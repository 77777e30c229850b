//! Looking around while a run waits for an answer: the party, odds, the help, what an expression gives.

use super::actions::Actions;
use super::commands::{self, Command, ParsedCommand};
use crate::front::app::AppError;
use crate::front::console::Console;
use crate::front::stage::PromptLooks;
use crate::session::Session;

/// How a stage shows what is asked for at a question.
pub(crate) static LOOKS: PromptLooks = PromptLooks { is_look, show };

/// Whether a line asks to see something, and answers nothing.
fn is_look(aside: &mut Session, line: &str) -> bool {
    if line.starts_with(':') {
        return matches!(commands::read(line), ParsedCommand::Command(command, _) if command.only_looks());
    }
    match commands::plain(line) {
        Some((command, _)) => command == Command::Help && !aside.inspect().is_defined("help"),
        None => crate::syntax::is_expression(line) && !aside.is_run(line) && is_sound(aside, line),
    }
}

/// Whether nothing is wrong with an expression: what is misspelt was meant as an answer.
fn is_sound(aside: &Session, line: &str) -> bool {
    aside.scratch().prepare(line).is_ok()
}

/// Shows what a line asks for.
fn show(console: &Console, aside: &mut Session, line: &str) -> Result<(), AppError> {
    let mut actions = Actions::new(console);
    actions.asks = false;
    actions.take(aside, line).map(|_| ())
}
