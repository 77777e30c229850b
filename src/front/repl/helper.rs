//! What the line editor asks while somebody types: colours, completion, hints, and whether Enter
//! submits or goes on.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};

use super::commands::{self, ArgumentKind, ParsedCommand};
use super::{offered, paths, topics};
use crate::diag::codes;
use crate::front::door;
use crate::front::render::clean::{has, is_hostile};
use crate::front::render::{Style, Tint, clean_line};
use crate::session::{Candidate, Session, Typing};
use crate::syntax::{TokenClass, Verdict, tokens};

/// Longer lines get no colours, so that typing stays quick: each key reads all of the line.
const MAX_COLORED_BYTES: usize = 4_000;
/// Longer lines get no hints: each key works out the odds of all of the line. What is so long is pasted, by a terminal
/// that may not say so and sends it key by key.
const MAX_HINTED_BYTES: usize = 400;
/// Of longer entries it is not said what ends them.
const MAX_GOING_ON_BYTES: usize = 10_000;
/// Longer entries are pasted, and submitted as they stand: while the line editor asks whether one is whole, nobody
/// hears Ctrl-C.
const MAX_JUDGED_BYTES: usize = 100_000;

/// The helper of the line editor.
pub(crate) struct Assistant {
    session: Rc<RefCell<Session>>,
    look: Style,
    /// The entry that is being typed.
    typing: RefCell<Typing>,
    /// Whether each line is taken as it is, since `:paste`.
    pub(super) verbatim: bool,
}

impl Assistant {
    /// A helper that looks things up in a session.
    pub(crate) fn new(session: Rc<RefCell<Session>>, look: Style) -> Assistant {
        Assistant { session, look, typing: RefCell::default(), verbatim: false }
    }

    fn complete_command(&self, line: &str, pos: usize) -> (usize, Vec<Pair>) {
        let typed = line.get(..pos).unwrap_or("");
        let start = typed.len() - typed.trim_start().len() + 1;
        let name_end = typed.find(' ').unwrap_or(typed.len());
        if pos <= name_end {
            let prefix = typed.get(start..).unwrap_or("");
            let pair = |info: &commands::Info| Pair {
                display: format!(":{} {}", info.name, info.usage).trim_end().to_owned(),
                replacement: format!("{} ", info.name),
            };
            return (start, commands::beginning_with(prefix).map(pair).collect());
        }
        let ParsedCommand::Command(command, _) = commands::read(typed.get(..name_end).unwrap_or("")) else {
            return (pos, Vec::new());
        };
        match commands::about(command).takes {
            ArgumentKind::File if command == commands::Command::Import => paths::complete(typed, "state "),
            ArgumentKind::File => paths::complete(typed, ""),
            ArgumentKind::Code => words(typed, codes::all().map(|code| code.id.to_owned())),
            ArgumentKind::Topic => words(typed, topics::all().into_iter().map(|topic| topic.title)),
            ArgumentKind::Expression | ArgumentKind::Name | ArgumentKind::Setting => {
                self.complete_names(line, pos)
            }
            ArgumentKind::Words | ArgumentKind::Nothing => (pos, Vec::new()),
        }
    }

    /// What is shown on the new line of an entry that goes on: that it does, and what ends it.
    fn going_on(&self, entry: &str) -> Option<Glance> {
        if !entry.ends_with('\n') || self.verbatim {
            return None;
        }
        let reports = crate::syntax::parse_untold(entry.trim_end()).diagnostics;
        let ends = reports.iter().rev().find_map(|report| {
            let said = report.help.iter().chain(report.fixes.iter().map(|fix| &fix.title));
            said.map(String::as_str).find_map(|said| said.strip_prefix("close it with "))
        });
        let rows = ["table", "chart", "deck", "each", "party", "roster", "|"];
        let has_rows = rows.iter().any(|begins| entry.starts_with(begins));
        let hint = match ends {
            Some(ends) => format!("{} ends it", clean_line(ends.trim_end_matches(" at the end"))),
            None if has_rows => "a blank line ends it".to_owned(),
            None => "goes on".to_owned(),
        };
        let (arrow, dots) = (self.look.glyph("⇒", "=>"), self.look.glyph("…", "..."));
        let hint = format!("{dots} {hint}");
        Some(Glance(format!("  {arrow} {}", door::guarded(&hint, false))))
    }

    fn complete_names(&self, line: &str, pos: usize) -> (usize, Vec<Pair>) {
        // A session that is busy has nobody at the keyboard.
        let Ok(mut session) = self.session.try_borrow_mut() else { return (pos, Vec::new()) };
        let (start, candidates) = session.lookup().complete(line, pos);
        let pair = |candidate: Candidate| Pair {
            display: format!("{}  {}", candidate.text, candidate.what.word()),
            replacement: candidate.text,
        };
        (start, candidates.into_iter().map(pair).collect())
    }
}

/// The words of a list that begin with what is typed after the command's name.
fn words(typed: &str, all: impl Iterator<Item = String>) -> (usize, Vec<Pair>) {
    let start = typed.find(' ').map_or(typed.len(), |space| space + 1);
    let prefix = typed.get(start..).unwrap_or("").to_lowercase();
    let fits = all.filter(|word| word.to_lowercase().starts_with(&prefix));
    (start, fits.map(|word| Pair { display: word.clone(), replacement: word }).collect())
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, mut candidates) = match line.trim_start().starts_with(':') {
            true => self.complete_command(line, pos),
            false => self.complete_names(line, pos),
        };
        // What no terminal shows as it is cannot be typed either.
        candidates.retain(|pair| !has(&pair.replacement, is_hostile) && !has(&pair.display, is_hostile));
        let typed = line.get(start..pos).unwrap_or("");
        Ok((start, offered::fitting(candidates, typed)))
    }
}

/// A hint that is looked at, not taken.
pub(crate) struct Glance(String);

impl Hint for Glance {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for Assistant {
    type Hint = Glance;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<Glance> {
        let typed = line.trim();
        if pos < line.len() || typed.is_empty() || typed.len() > MAX_GOING_ON_BYTES {
            return None;
        }
        if typed.contains('\n') || line.ends_with('\n') {
            return self.going_on(line);
        }
        if typed.len() > MAX_HINTED_BYTES {
            return None;
        }
        let asked = match typed.strip_prefix(':') {
            None => typed,
            Some(_) => match commands::read(typed) {
                ParsedCommand::Command(commands::Command::Odds | commands::Command::Trace, rest) => rest,
                ParsedCommand::Command(..) | ParsedCommand::Unknown(..) | ParsedCommand::Ambiguous(_) => {
                    return None;
                }
            },
        };
        let hint = self.session.try_borrow_mut().ok()?.hint(asked)?;
        let hint = clean_line(&hint);
        Some(Glance(format!("  {} {}", self.look.glyph("⇒", "=>"), door::guarded(&hint, false))))
    }
}

/// The line editor draws what this gives, and nothing else of a line: whatever is typed, pasted or taken from the
/// history, a terminal gets none of what could drive it.
impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        let line = door::bare(line, false);
        if !self.look.color || line.len() > MAX_COLORED_BYTES {
            return line;
        }
        if line.trim_start().starts_with(':') {
            let end = line.find(' ').unwrap_or(line.len());
            let (command, rest) = line.split_at(end);
            return Cow::Owned(format!("{}{rest}", self.look.tint(Tint::Keyword, command)));
        }
        Cow::Owned(colored(&line, self.look))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        // While somebody looks for an entry, what is typed stands in it.
        let prompt = door::bare(prompt, false);
        if self.look.color { Cow::Owned(self.look.tint(Tint::Title, &prompt).to_string()) } else { prompt }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.look.color {
            Cow::Owned(self.look.tint(Tint::Dim, hint).to_string())
        } else {
            Cow::Borrowed(hint)
        }
    }

    fn highlight_char(&self, line: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
            && (self.look.color && line.len() <= MAX_COLORED_BYTES || has(line, is_hostile))
    }
}

const fn tint_of(class: TokenClass) -> Option<Tint> {
    match class {
        TokenClass::Keyword | TokenClass::Live => Some(Tint::Keyword),
        TokenClass::Definition => Some(Tint::Title),
        TokenClass::Literal | TokenClass::Number | TokenClass::Key => Some(Tint::Number),
        TokenClass::Dice => Some(Tint::Bar),
        TokenClass::Text | TokenClass::Escape => Some(Tint::Text),
        TokenClass::Comment | TokenClass::Doc | TokenClass::TableMark => Some(Tint::Dim),
        TokenClass::Name | TokenClass::Operator | TokenClass::Punctuation => None,
    }
}

/// Source text in colours.
pub(crate) fn colored(text: &str, look: Style) -> String {
    let mut out = String::new();
    let mut at = 0;
    for token in tokens(text) {
        let Some(piece) = text.get(token.range.clone()) else { continue };
        out.push_str(text.get(at..token.range.start).unwrap_or(""));
        match tint_of(token.class) {
            Some(tint) => out.push_str(&look.tint(tint, piece).to_string()),
            None => out.push_str(piece),
        }
        at = token.range.end;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

impl Validator for Assistant {
    fn validate(&self, ctx: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let input = ctx.input();
        if self.verbatim
            || input.len() > MAX_JUDGED_BYTES
            || input.trim_start().starts_with(':')
            || input.trim().is_empty()
        {
            return Ok(ValidationResult::Valid(None));
        }
        // A second blank line submits what is there, so that nobody is ever caught in a block.
        let blank_lines = input.len() - input.trim_end_matches(['\n', ' ']).len();
        if input.ends_with('\n') && blank_lines >= 2 {
            return Ok(ValidationResult::Valid(None));
        }
        let verdict = self.session.try_borrow().map(|session| {
            let mut typing = self.typing.borrow_mut();
            typing.become_text(input);
            typing.judge(&session)
        });
        Ok(match verdict {
            Ok(Verdict::Incomplete) => ValidationResult::Incomplete,
            // Broken input is submitted, so that it is reported.
            Ok(Verdict::Complete | Verdict::Broken) | Err(_) => ValidationResult::Valid(None),
        })
    }
}

impl Helper for Assistant {}

#[cfg(test)]
mod tests {
    use rustyline::history::MemHistory;

    use super::*;
    use crate::session::RollSeed;

    #[test]
    fn a_line_that_is_longer_than_anybody_types_gets_no_hint() {
        let session = Rc::new(RefCell::new(Session::new(RollSeed::new(1))));
        let helper = Assistant::new(session, Style::default());
        let history = MemHistory::new();
        let hint = |line: &str| helper.hint(line, line.len(), &Context::new(&history)).map(|hint| hint.0);
        let sum = |dice: usize| vec!["d6"; dice].join("+");
        assert!(hint(&sum(20)).is_some_and(|hint| hint.contains("mean 70")));
        assert_eq!(hint(&sum(200)), None);
    }

    #[test]
    fn a_line_is_drawn_without_what_could_drive_a_terminal() {
        let session = Rc::new(RefCell::new(Session::new(RollSeed::new(1))));
        for color in [false, true] {
            let helper = Assistant::new(Rc::clone(&session), Style { color, ..Style::default() });
            for line in ["say \"a\u{202e}\u{9b}b\u{7}\"", ":load \u{1b}]0;x\u{7}\u{200f}"] {
                let drawn = helper.highlight(line, 0);
                assert!(door::guarded(&drawn, true) == drawn, "{drawn:?}");
                assert!(helper.highlight_char(line, 0, CmdKind::Other), "{line:?}");
            }
        }
    }
}
