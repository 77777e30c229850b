//! Prompts at a terminal, and the words for a prompt that nobody answers.

use std::fmt::Write as _;
use std::io::{BufRead, Write};

use crate::engine::{PromptRequest, Stop};
use crate::front::console::Console;
use crate::front::render::{Look, Tint, clean, clean_line};
use crate::plan::{AskKind, Value};
use crate::session::{Person, Session};

/// Somebody at a terminal.
pub struct AtTerminal<'a> {
    /// The terminal.
    pub console: &'a Console,
}

impl Person for AtTerminal<'_> {
    fn ask(&mut self, request: &PromptRequest) -> Result<Option<String>, Stop> {
        // What led to the question is seen before it. A closed output cannot be answered.
        if self.console.let_go(true).is_err() {
            return Ok(None);
        }
        let mut out = std::io::stderr().lock();
        // A terminal that cannot be written to cannot answer either.
        let _ = write!(out, "{}", question(request, self.console.err)).and_then(|()| out.flush());
        let mut line = String::new();
        match std::io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => Ok(None),
            Ok(_) => Ok(Some(answer(request, line.trim()))),
        }
    }
}

/// What a person means by a line: a number picks an option, an empty line the default.
pub fn answer(request: &PromptRequest, line: &str) -> String {
    if line.is_empty()
        && let Some((_, text)) = &request.default
    {
        return text.clone();
    }
    let by_number = line.parse::<usize>().ok().filter(|_| request.ask == AskKind::From);
    let option = by_number.and_then(|nth| request.options.get(nth.checked_sub(1)?));
    // An option that is itself that number is meant by its own text.
    let is_option = request.options.iter().any(|(_, text)| text == line);
    match option {
        Some((_, text)) if !is_option => text.clone(),
        _ => line.to_owned(),
    }
}

/// The question with its options.
pub fn question(request: &PromptRequest, look: Look) -> String {
    let mut out = format!("{}\n", look.tint(Tint::Title, clean(&request.question)));
    for (nth, (_, text)) in (1..).zip(&request.options) {
        let _ = writeln!(out, "  {} {}", look.tint(Tint::Dim, format!("{nth}.")), clean_line(text));
    }
    let kind = expected(request);
    let default =
        request.default.as_ref().map(|(_, text)| format!(" [{}]", clean_line(text))).unwrap_or_default();
    let _ = write!(out, "{}{default}> ", if kind.is_empty() { String::new() } else { format!("{kind} ") });
    out
}

fn expected(request: &PromptRequest) -> String {
    match request.ask {
        AskKind::From | AskKind::Text => String::new(),
        AskKind::YesNo => "yes or no".to_owned(),
        AskKind::Number => {
            let end = |value: &Value| match value {
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            };
            match (end(&request.bounds.0), end(&request.bounds.1)) {
                (Some(low), Some(high)) => format!("{low} to {high}"),
                (Some(low), None) => format!("{low} or more"),
                (None, Some(high)) => format!("{high} or less"),
                (None, None) => "a number".to_owned(),
            }
        }
    }
}

/// The words for a prompt without an answer: the prompt, its options, its line, and what to do.
pub fn needed(request: &PromptRequest, session: &Session, look: Look) -> String {
    let example = clean_line(request.options.first().map_or("VALUE", |(_, text)| text.as_str()));
    let help = format!("give it with `--answer {}={example}`, or `--defaults`", request.name);
    wanted(request, session, look, &help)
}

/// The same where a test asks: nobody sits at the table then.
pub fn needed_in_test(request: &PromptRequest, session: &Session, look: Look) -> String {
    let default = request.default.as_ref().map(|(_, text)| text.as_str());
    let example = default.or_else(|| request.options.first().map(|(_, text)| text.as_str()));
    let help = format!("write `with answers {} = {}`", request.name, clean_line(example.unwrap_or("…")));
    wanted(request, session, look, &help)
}

fn wanted(request: &PromptRequest, session: &Session, look: Look, help: &str) -> String {
    let mut out = format!(
        "{}: `{}` needs an answer: {}\n",
        look.tint(Tint::Error, "input needed"),
        clean_line(&request.name),
        clean_line(&request.question)
    );
    if let Some(span) = request.span
        && let Some(source) = session.sources().get(span.source)
    {
        let at = source.line_col(span.start);
        let _ = writeln!(out, "  at {}:{}:{}", clean_line(source.name()), at.line, at.col);
    }
    let options: Vec<&str> = request.options.iter().map(|(_, text)| text.as_str()).collect();
    let kind = expected(request);
    if !options.is_empty() {
        let _ = writeln!(out, "  options: {}", clean_line(&options.join(", ")));
    } else if !kind.is_empty() {
        let _ = writeln!(out, "  expected: {kind}");
    }
    let _ = writeln!(out, "  {}: {help}", look.tint(Tint::Help, "help"));
    out
}
