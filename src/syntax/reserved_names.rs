//! Words that join two values and are written as a name: `fn attack(mod) = d20 + mod`. Wherever such a word stands in
//! the place of a value it is that name, so that one change puts all of it right.

use super::words;
use crate::base::{SourceId, Span};
use crate::diag::codes::syntax as codes;
use crate::diag::{Certainty, Diagnostic, Edit};

/// Words that stand between two values and nowhere else, and that people call things by.
const JOINING: [&str; 2] = ["mod", "times"];
/// What a value may follow.
const BEFORE_VALUES: [char; 11] = ['+', '-', '*', '/', '(', ',', '=', '[', '{', '<', '>'];
const WORDS_BEFORE_VALUES: [&str; 16] = [
    "let", "say", "expect", "return", "if", "then", "else", "and", "or", "not", "is", "where", "until", "by",
    "roll", "keep",
];

/// Reports each such word once, with all places where it is a name.
pub(super) fn report(source: SourceId, text: &str, reports: &mut Vec<Diagnostic>) {
    let reported = [codes::RESERVED_WORD.id, codes::UNEXPECTED.id];
    for word in JOINING {
        let is_told = |report: &Diagnostic| {
            reported.contains(&report.code) && text.get(report.primary.span.range()) == Some(word)
        };
        if !reports.iter().any(is_told) {
            continue;
        }
        let uses = uses(text, word);
        let Some(named) = uses.iter().find(|(_, names)| *names).map(|(at, _)| *at) else { continue };
        // At the end of a line such a word takes the next one along, which may be the end of a block.
        let joins =
            |at: &usize| text.get(at + word.len()..).is_some_and(|rest| rest.starts_with(['\n', '\r']));
        let has_joined = uses.iter().any(|(at, _)| joins(at));
        let follows = |report: &Diagnostic| has_joined && report.code == codes::BLOCK_OPEN.id;
        reports.retain(|report| !(is_told(report) || follows(report)));
        // What else is wrong may be so for that word alone.
        for fix in reports.iter_mut().flat_map(|report| &mut report.fixes) {
            fix.certainty = Certainty::Example;
        }
        let span = |at: usize| Span::new(source, at, at + word.len());
        let name = format!("{word}_");
        let edits = uses.iter().map(|(at, _)| Edit { span: span(*at), text: name.clone() }).collect();
        let message = format!("`{word}` is a word of the language and cannot be a name");
        let title = format!("write `{name}` wherever it is a name");
        reports.push(Diagnostic::error(&codes::RESERVED_WORD, span(named), message).fix_all(title, edits));
    }
}

/// Where a word stands as a value does, and whether it gets that name there.
fn uses(text: &str, word: &str) -> Vec<(usize, bool)> {
    let mut uses = Vec::new();
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split_once('#').map_or(line, |(code, _)| code);
        for (at, _) in code.match_indices(word) {
            let (before, after) = (&code[..at], &code[at + word.len()..]);
            if let Some(names) = use_between(before, after) {
                uses.push((from + at, names));
            }
        }
        from += line.len();
    }
    uses
}

/// Whether what stands between these parts of a line is a value, and whether it gets a name there.
fn use_between(before: &str, after: &str) -> Option<bool> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    if before.ends_with(is_part) || after.starts_with(is_part) || is_quoted(before) {
        return None;
    }
    // No sign touches a word that joins two values.
    let has_part = |rest: &str| rest.starts_with(char::is_alphabetic);
    let is_touched = after.starts_with('[') || after.strip_prefix('.').is_some_and(has_part);
    let (before, after) = (before.trim(), after.trim_start());
    let is_given = after.starts_with('=') && !after.starts_with("==");
    let first = before.split(|c: char| !is_part(c)).next().unwrap_or("");
    if before.is_empty() {
        let is_changed = ["+=", "-=", ":"].iter().any(|sign| after.starts_with(sign));
        return (is_given || is_changed).then_some(true);
    }
    if before.ends_with(BEFORE_VALUES) && before != "-" && before != "*" {
        let heads = matches!(first, "fn" | "procedure" | "table" | "chart") && !before.contains(')');
        return Some(heads || is_given && before.contains("where"));
    }
    let last = before.rsplit(|c: char| !is_part(c)).next().unwrap_or("");
    let is_code = words::is_starting(first) || WORDS_BEFORE_VALUES.contains(&first);
    let follows = is_touched || WORDS_BEFORE_VALUES.contains(&last) && (is_code || last == "where");
    follows.then_some(is_given && matches!(last, "let" | "where" | "keep"))
}

/// Whether a part of a line ends within quotes, and outside of braces there.
fn is_quoted(before: &str) -> bool {
    let mut inside = before.split('"');
    let last = inside.next_back().unwrap_or("");
    inside.count() % 2 == 1 && last.matches('{').count() <= last.matches('}').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_a_name_where_a_value_stands() {
        for (line, found) in [
            ("fn attack(mod, dc) = d20 + mod", vec![(10, true), (27, false)]),
            ("let mod = 3", vec![(4, true)]),
            ("say 7 mod 3", vec![]),
            ("say \"roll with mod\" # and mod", vec![]),
            ("say \"{mod}\"", vec![(6, false)]),
            ("d20 + mod where mod = 2", vec![(6, false), (16, true)]),
            ("  mod: 0..5 = 2", vec![(2, true)]),
            ("- mod", vec![]),
            ("  if mod > 2 then return mod", vec![(5, false), (25, false)]),
            ("modest + mod mod 2", vec![(9, false)]),
            ("expect not mod.success", vec![(11, false)]),
        ] {
            assert_eq!(uses(line, "mod"), found, "{line}");
        }
    }
}
