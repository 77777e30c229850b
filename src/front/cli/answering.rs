//! `--answer`, `--answers` and `--defaults`: what prompts are answered with beforehand.

use super::args::Answering;
use super::input::read_text;
use crate::front::app::AppError;
use crate::front::console::Console;
use crate::front::render::{Tint, clean_line};
use crate::session::{GivenAnswers, Session};

/// What was given beforehand, its file read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Beforehand {
    pairs: Vec<String>,
    file: Option<String>,
    defaults: bool,
}

impl Beforehand {
    /// Reads what the command line names.
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub(crate) fn read(args: &Answering, console: &Console) -> Result<Beforehand, AppError> {
        let file = args.answers.as_ref().map(|file| read_text(file, console)).transpose()?;
        Ok(Beforehand { pairs: args.answer.clone(), file, defaults: args.defaults })
    }

    /// Gives it.
    ///
    /// # Errors
    /// Something in it is no answer.
    pub(crate) fn give(&self, answers: &mut GivenAnswers<'_>) -> Result<(), AppError> {
        let wrong = |what: String| {
            AppError::usage(what, "an answer is `--answer deed=search`, or a line `deed: search` in a file")
        };
        for pair in &self.pairs {
            answers.give(pair).map_err(wrong)?;
        }
        if let Some(text) = &self.file {
            answers.read(text).map_err(wrong)?;
        }
        answers.defaults = self.defaults;
        Ok(())
    }

    /// Lets it hold for every question of the session, as odds need it.
    ///
    /// # Errors
    /// Something in it is no answer, or not always the same.
    pub(crate) fn stand(&self, session: &mut Session) -> Result<(), AppError> {
        let mut answers = GivenAnswers::new();
        self.give(&mut answers)?;
        let standing = answers.standing().map_err(|what| {
            AppError::usage(
                what,
                "write `--answer deed=search` once, or `deed*: search` in the file of answers",
            )
        })?;
        session.set_answers(standing);
        Ok(())
    }
}

/// Says which answers nothing has asked for.
pub(crate) fn warn_unasked(session: &Session, console: &Console) {
    for name in session.unasked_answers() {
        let warning = console.err().tint(Tint::Warning, "warning");
        console.remark(&format!(
            "{warning}: `{}` was not asked for, so its answer was not used\n",
            clean_line(&name)
        ));
    }
}

/// Says how many of the dice given by hand are left.
pub(crate) fn warn_dice_left(session: &Session, console: &Console) {
    let left = session.dice_left();
    if left > 0 && !console.quiet {
        let warning = console.err().tint(Tint::Warning, "warning");
        console.remark(&format!("{warning}: {left} of the given dice were not used\n"));
    }
}
