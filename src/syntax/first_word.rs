//! Lines whose first word is one of the language with a capital or a slip of the keyboard: `Keep gold = 3`,
//! `tabel weather`, `edn table`. What follows it tells whether it is meant, before any other habit is looked for.

use super::brought;
use super::grammar::{Rule, parse};
use super::spot::FailureSite;
use super::words;
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// Words that begin lines, besides those that begin statements and definitions.
const BEGIN: [&str; 6] = ["let", "for", "with", "if", "else", "end"];
/// Words behind which only so much can be read: where a line can, it is meant.
const SHAPED: [&str; 12] =
    ["do", "for", "if", "keep", "let", "option", "policy", "procedure", "repeat", "timer", "unit", "use"];
/// What `end` closes.
const CLOSED: &[&str] = &[
    "chart",
    "change",
    "deck",
    "each",
    "every",
    "fn",
    "for",
    "if",
    "party",
    "procedure",
    "repeat",
    "roster",
    "sheet",
    "step",
    "table",
    "test",
    "timer",
    "when",
    "while",
    "with",
];

/// What is short for a word that begins definitions.
const SHORT: [(&str, &str); 3] = [("proc", "procedure"), ("tbl", "table"), ("opt", "option")];

/// The report on a line that can be read once its first word is the one that it is close to.
pub(super) fn likely(rule: Rule, spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let text = spot.text.trim_end();
    let start = text.len() - text.trim_start().len();
    let line = text.get(start..)?;
    let first = super::spot::word_at(line);
    let meant = if first.contains(char::is_uppercase) {
        in_small_letters(line)?
    } else {
        let known = words::is_starting(first) || words::is_reserved(first);
        let mut near = words::starting().chain(BEGIN).filter(|word| !known && words::is_slip(first, word));
        let rest = line.get(first.len()..).unwrap_or("");
        // `advance1 turn`
        let name = first.trim_end_matches(|c: char| c.is_ascii_digit());
        let apart = format!("{name} {}{rest}", first.get(name.len()..).unwrap_or(""));
        let is_apart = name.len() < first.len() && words::is_starting(name) && parse(rule, &apart).is_ok();
        let long = SHORT.iter().find(|(short, _)| *short == first).map(|(_, long)| format!("{long}{rest}"));
        match near.next() {
            _ if is_apart => apart,
            _ if let Some(long) = long => long,
            Some(word) => {
                let meant = format!("{word}{rest}");
                // What is said in words of its own is no slip: `how likely is 2d6 > 7`.
                let is_clear = SHAPED.contains(&word) && parse(rule, &meant).is_ok();
                (is_clear || brought::translate(line).is_none()).then_some(meant)?
            }
            // `keepgold: 0..6 = 0`
            None => {
                let glued = words::glued(first).map(|(word, name)| format!("{word} {name}{rest}"));
                { glued }.find(|meant| !known && parse(rule, meant).is_ok())?
            }
        }
    };
    let meant = if parse(rule, &meant).is_ok() {
        meant
    } else if meant.contains('\n') {
        return None;
    } else {
        // `Table Weather` has a title for its name.
        let found = brought::translate(&meant)?;
        let found = found.meaning().filter(|text| parse(rule, text).is_ok())?;
        found.starts_with(super::spot::word_at(&meant)).then(|| found.to_owned())?
    };
    let span = spot.span(start, text.len());
    let message = format!("`{first}` is written `{}`", super::spot::word_at(&meant));
    let shown = meant.lines().next().unwrap_or("").to_owned();
    Some(Diagnostic::error(&codes::BROUGHT, span, message).surely(format!("write `{shown}`"), span, meant))
}

/// A line with the words of the language in small letters, where its first word is one of them in capitals.
fn in_small_letters(line: &str) -> Option<String> {
    let first = super::spot::word_at(line).to_lowercase();
    (words::is_starting(&first) || BEGIN.contains(&first.as_str())).then_some(())?;
    let mut written = String::with_capacity(line.len());
    let mut quoted = false;
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let word = super::spot::word_at(rest);
        let word = if word.is_empty() { rest.get(..c.len_utf8())? } else { word };
        quoted ^= word == "\"";
        let lower = word.to_lowercase();
        let ours = written.is_empty()
            || words::is_reserved(&lower)
            || words::is_linking(&lower)
            || first == "end" && CLOSED.contains(&lower.as_str());
        written.push_str(if ours && !quoted { &lower } else { word });
        rest = rest.get(word.len()..)?;
    }
    Some(written)
}

/// What a line closes that is `end` with a slip, a capital, or without the blank: `edn table`, `End If`,
/// `endprocedure`; nothing where it names no block.
pub(crate) fn slip_of_end(line: &str) -> Option<String> {
    let lower = line.trim().to_lowercase();
    let mut words = lower.split_whitespace();
    let (first, second) = (words.next()?, words.next());
    if words.next().is_some() || line.trim().starts_with("end ") || line.trim() == "end" {
        return None;
    }
    let closes = |word: &str| CLOSED.contains(&word).then(|| word.to_owned());
    match second {
        Some(second)
            if first == "end"
                || matches!(first, "ned" | "nd" | "emd" | "enf")
                || words::is_slip(first, "end") =>
        {
            closes(second)
        }
        Some(_) => None,
        None if first == "end" || matches!(first, "edn" | "endd" | "ennd" | "eend") => Some(String::new()),
        None => closes(first.strip_prefix("end")?.trim_start_matches(['_', '-'])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_with_slips_close() {
        for (line, closed) in [
            ("End", Some("")),
            ("edn", Some("")),
            ("End If", Some("if")),
            ("edn table", Some("table")),
            ("endprocedure", Some("procedure")),
            ("END_IF", Some("if")),
            ("end", None),
            ("end if", None),
            ("ned", None),
            ("ned dies", None),
            ("endless", None),
        ] {
            assert_eq!(slip_of_end(line).as_deref(), closed, "{line}");
        }
    }
}
