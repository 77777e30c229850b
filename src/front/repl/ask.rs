//! A line at a prompt of a run, with its possible answers at the Tab key.

use std::borrow::Cow;

use rustyline::completion::{Completer, Pair};
use rustyline::config::{BellStyle, CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::engine::Stop;
use crate::front::console::Console;
use crate::front::render::clean::{has, is_hostile};
use crate::front::render::clean_line;
use crate::front::{door, terminal};

/// Completes the words that may be answered.
struct AnswerWords(Vec<String>);

impl Completer for AnswerWords {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..pos).unwrap_or("").to_lowercase();
        let begins = |word: &&String| word.to_lowercase().starts_with(&typed);
        // Commands only where one is begun, so that Tab alone shows the answers.
        let wanted = |word: &&String| begins(word) && (typed.starts_with(':') || !word.starts_with(':'));
        let pair = |word: &String| Pair {
            display: door::guarded(&clean_line(word), false).into_owned(),
            replacement: word.clone(),
        };
        let candidates = self.0.iter().filter(wanted).map(pair).collect();
        Ok((0, super::offered::fitting(candidates, line.get(..pos).unwrap_or(""))))
    }
}

impl Hinter for AnswerWords {
    type Hint = String;
}

/// As in the session, the line editor draws what this gives, and nothing else.
impl Highlighter for AnswerWords {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        door::bare(line, false)
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        door::bare(prompt, true)
    }

    fn highlight_char(&self, line: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor && has(line, is_hostile)
    }
}
impl Validator for AnswerWords {}
impl Helper for AnswerWords {}

/// Reads a line; `None` where the person has no more to say.
///
/// # Errors
/// The person asks to stop.
pub(crate) fn line(sign: &str, words: Vec<String>, console: &Console) -> Result<Option<String>, Stop> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .bell_style(BellStyle::None)
        .color_mode(super::ALWAYS)
        .build();
    let Ok(mut editor) = Editor::<AnswerWords, MemHistory>::with_history(config, MemHistory::new()) else {
        return Ok(None);
    };
    editor.set_helper(Some(AnswerWords(words)));
    let sign = door::guarded(sign, console.err().color);
    match terminal::while_typing(|| editor.readline(&*sign)) {
        Ok(line) => Ok(Some(line)),
        Err(ReadlineError::Interrupted) => Err(Stop::Interrupted),
        Err(ReadlineError::Eof) => Ok(None),
        Err(error) => {
            console.remark(&format!("the terminal cannot be read: {error}\n"));
            Ok(None)
        }
    }
}
