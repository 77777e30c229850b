//! Prompts at a terminal, and the words for a prompt that nobody answers.

use std::fmt::Write as _;
use std::path::Path;

use crate::engine::{DiceFaces, DiceRequest, PromptRequest, RulingRequest};
use crate::front::app::AppError;
use crate::front::files::{self, Links};
use crate::front::render::markdown::unbold;
use crate::front::render::wrap::{columns, pad};
use crate::front::render::{Style, Tint, clean, clean_line};
use crate::plan::{AskKind, Value};
use crate::session::{DICE, Inputs, Session, answer_lines, orders};

/// What a person means by a line: a number picks an option, an empty line the default.
pub(crate) fn answer(request: &PromptRequest, line: &str) -> String {
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

/// The question with its options: on one line where they fit, below one another where not.
pub(crate) fn question(request: &PromptRequest, look: Style) -> String {
    let mut out = format!("{}\n", look.tint(Tint::Title, clean(&request.question)));
    let number = |nth: usize| look.tint(Tint::Dim, nth.to_string()).to_string();
    let options = request.options.iter().map(|(_, text)| unbold(&clean_line(text)));
    let width = options.clone().map(|text| columns(&text) + 6).sum::<usize>();
    if request.options.is_empty() {
        return out;
    }
    let shown = (1..).zip(options).map(|(nth, text)| format!("{} {text}", number(nth)));
    if width <= look.width {
        let _ = writeln!(out, "  {}", shown.collect::<Vec<_>>().join("   "));
    } else {
        shown.for_each(|line| out.push_str(&format!("  {line}\n")));
    }
    out
}

/// What stands before the answer: what kind of it is wanted, and what Enter alone answers.
pub(crate) fn sign(request: &PromptRequest, look: Style) -> String {
    let kind = expected(request);
    let default =
        request.default.as_ref().map(|(_, text)| format!(" [{}]", clean_line(text))).unwrap_or_default();
    let lead = format!("{kind}{default}");
    format!("{} {} ", lead.trim_start(), look.glyph("»", ">>")).trim_start().to_owned()
}

/// What may be answered, as completion offers it.
pub(crate) fn words(request: &PromptRequest) -> Vec<String> {
    match request.ask {
        AskKind::From => request.options.iter().map(|(_, text)| text.clone()).collect(),
        AskKind::YesNo => vec!["yes".to_owned(), "no".to_owned()],
        AskKind::Number | AskKind::Text => Vec::new(),
    }
}

/// What is asked before dice are rolled by hand: `4d6kh3: four d6?`.
pub(crate) fn dice_sign(request: &DiceRequest, look: Style) -> String {
    const SMALL: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let count = SMALL.get(request.count).map_or_else(|| request.count.to_string(), |word| (*word).to_owned());
    let faces = match &request.faces {
        DiceFaces::Sides(_) => String::new(),
        DiceFaces::Named(_) => format!(" ({})", request.faces.in_words()),
    };
    let expr = clean_line(&request.expr);
    let of = if request.of.is_empty() { String::new() } else { format!("{}: ", clean_line(&request.of)) };
    let what = if *expr == *request.die {
        format!("{expr}{faces}?")
    } else {
        format!("{expr}: {count} {}{faces}?", request.die)
    };
    format!("{of}{what} {} ", look.glyph("»", ">>"))
}

/// The row on which the referee is asked to rule.
pub(crate) fn ruling(request: &RulingRequest, look: Style) -> String {
    let head = look.tint(Tint::Title, clean(&orders::ruling_question(request)).replace("**", "")).to_string();
    let rows: Vec<&str> = request.rows.iter().map(|(key, _)| key.as_str()).collect();
    let row =
        if rows.is_empty() { String::new() } else { format!("   or a row: {}", clean_line(&rows.join(" "))) };
    let choices = orders::choices(request).join("   ");
    format!("{head}\n  {choices}{}\n", look.tint(Tint::Dim, row))
}

/// What stands before a ruling.
pub(crate) fn ruling_sign(look: Style) -> String {
    format!("[accept] {} ", look.glyph("»", ">>"))
}

/// Rulings, as completion offers them.
pub(crate) fn ruling_words(request: &RulingRequest) -> Vec<String> {
    let row = |(_, text): &(String, String)| clean_line(text).replace("**", "");
    let choices = orders::choices(request).into_iter().map(str::to_owned);
    choices.chain(request.rows.iter().map(row).filter(|text| !text.is_empty())).collect()
}

/// What may be typed at a prompt, or about a row.
pub(crate) fn help(about_row: bool, look: Style) -> String {
    let (first, rulings) = match about_row {
        true => ("Rule on the row; Enter alone accepts it.", orders::AT_RULING),
        false => {
            ("Type an answer, its number or the start of it; Enter alone takes the one in brackets.", &[][..])
        }
    };
    let mut out = format!("{first}\n");
    for (usage, what) in rulings.iter().chain(orders::AT_PROMPT) {
        let _ = writeln!(out, "  {} {what}", look.tint(Tint::Title, pad(usage, 18)));
    }
    out.push_str("  Ctrl-C drops the entry; nothing of it is kept.\n");
    out
}

fn expected(request: &PromptRequest) -> String {
    match request.ask {
        AskKind::From | AskKind::Text => String::new(),
        AskKind::YesNo => "yes or no".to_owned(),
        AskKind::Number => {
            let end = |value: &Value| match value {
                Value::Number(number) => Some(number.shown()),
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

/// The words for a prompt without an answer: the prompt, its options, its line, and what to do; `typed` where it
/// comes of an entry in a session.
pub(crate) fn needed(request: &PromptRequest, session: &Session, typed: bool, look: Style) -> String {
    let least = request.bounds.0.as_number().map(crate::base::Num::shown);
    let example = request.options.first().map(|(_, text)| text.as_str()).or(least.as_deref());
    let example = clean_line(example.unwrap_or("VALUE"));
    let is_dice = &*request.name == DICE;
    let help = match (typed, is_dice) {
        (true, true) => "enter it again, or `:dice seed` to let the program roll".to_owned(),
        (true, false) => "enter it again to be asked once more".to_owned(),
        (false, true) => "leave out `--dice ask` to let the program roll".to_owned(),
        (false, false) => {
            let or = if request.default.is_some() { ", or `--defaults`" } else { "" };
            format!("give it with `--answer {}={example}`{or}", request.name)
        }
    };
    wanted(request, session, look, &help)
}

/// The same where a test asks: nobody sits at the table then.
pub(crate) fn needed_in_test(request: &PromptRequest, session: &Session, look: Style) -> String {
    let default = request.default.as_ref().map(|(_, text)| text.as_str());
    let example = default.or_else(|| request.options.first().map(|(_, text)| text.as_str()));
    let help = format!("write `with answers {} = {}`", request.name, clean_line(example.unwrap_or("…")));
    wanted(request, session, look, &help)
}

fn wanted(request: &PromptRequest, session: &Session, look: Style, help: &str) -> String {
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

/// Writes what was answered as a file of answers.
///
/// # Errors
/// It cannot be written.
pub(crate) fn write_answers(path: &Path, taken: &Inputs) -> Result<(), AppError> {
    files::replace(path, &answers_text(taken), Links::Within)
}

/// What was answered, as a file of answers holds it.
pub(crate) fn answers_text(taken: &Inputs) -> String {
    let lines = taken.iter().map(|(name, value)| format!("{name}: {}\n", answer_lines::written(value)));
    std::iter::once("# id: value, in the order of the questions\n".to_owned()).chain(lines).collect()
}
