//! A choice by cases, as other languages write it over several lines: `case x of`, `match x {`, `switch (x)`. Here
//! it is `if … then … else if …`.

use super::assemble::Assembler;
use super::brought::begins_with_die;
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// What begins one elsewhere.
const WORDS: &[&str] = &["case", "match", "switch"];
/// What ends one elsewhere.
const ENDS: &[&str] = &["end", "}", "esac", "endcase", "done", "fi"];
/// The last case, which is for all that is left.
const REST: &[&str] = &["else", "default", "otherwise", "_", "*", "other", "any"];
/// Nobody writes more lines of one.
const MOST_LINES: usize = 60;

/// `let pace = case sky of`: what comes before the word, and what is looked at.
struct Head<'t> {
    lead: &'t str,
    word: &'static str,
    subject: &'t str,
}

/// `clear: 3`: the condition, where it is not for all that is left, and what is done or given.
struct Case {
    condition: Option<String>,
    body: Vec<String>,
}

impl Assembler<'_> {
    /// Passes over the cases below a line that could not be read, where it begins a choice by cases.
    pub(super) fn skip_cases(&mut self, span: Span) -> bool {
        let begin = span.start as usize;
        let source = self.text;
        let rest = source.get(begin..).unwrap_or("");
        let Some(head) = rest.lines().next().and_then(head) else { return false };
        let line = Span { end: span.start + head_length(rest), ..span };
        let message = format!("`{} {}` is written differently here", head.word, head.subject);
        let report = Diagnostic::error(&codes::BROUGHT, line, message);
        let told = "each case is an `if`: `if x is clear then 3 else if x is rain then 2 else 0`";
        // The line itself has been told already, in other words.
        self.builder.diagnostics.pop();
        self.lose(head.lead.split_once(' ').map_or("", |(_, name)| name));
        let Some((cases, length)) = cases(&head, rest) else {
            self.builder.diagnostics.push(report.help(told));
            return true;
        };
        while self.lines.at() < begin + length && self.lines.take().is_some() {}
        let indent = source.get(..begin).unwrap_or("").rsplit('\n').next().unwrap_or("");
        let whole = Span::new(span.source, begin, begin + length);
        self.builder.diagnostics.push(match written(&head, &cases, indent) {
            Some(text) => report.surely("write it with `if … else if … else …`", whole, text),
            None => report.help(told),
        });
        true
    }
}

fn head_length(rest: &str) -> u32 {
    u32::try_from(rest.lines().next().map_or(0, |line| line.trim_end().len())).unwrap_or(0)
}

fn head(line: &str) -> Option<Head<'_>> {
    let line = line.trim_end();
    WORDS.iter().find_map(|word| {
        let at = line.match_indices(word).map(|(at, _)| at).find(|at| {
            let before = line.get(..*at).unwrap_or("");
            before.is_empty() || before.ends_with("= ") || before == "return "
        })?;
        let rest = line.get(at + word.len()..)?;
        let subject = rest.trim().trim_end_matches(['{', ':']).trim_end();
        let subject = [" of", " do", " in", " with", " is"]
            .iter()
            .find_map(|end| subject.strip_suffix(end))
            .unwrap_or(subject);
        let bare = subject.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(subject);
        let fits = rest.starts_with([' ', '(']) && !bare.is_empty() && !bare.contains([':', '"', '{', '=']);
        fits.then(|| Head { lead: line.get(..at).unwrap_or(""), word, subject: bare.trim() })
    })
}

/// The cases below the first line of a text, and how long they are with it; `None` where there are none.
fn cases(head: &Head<'_>, text: &str) -> Option<(Vec<Case>, usize)> {
    let mut found: Vec<Case> = Vec::new();
    let mut length = 0;
    for (number, line) in text.split_inclusive('\n').take(MOST_LINES).enumerate() {
        let told = line.trim();
        let closes = ENDS.contains(&told) || WORDS.iter().any(|word| told == format!("end {word}"));
        let end = length + line.trim_end().len();
        length += line.len();
        if number == 0 || told.is_empty() || told.starts_with('#') {
            continue;
        }
        if closes {
            return (!found.is_empty()).then_some((found, end));
        }
        match (case(head, told), found.last_mut()) {
            (Some(case), _) => found.push(case),
            (None, Some(last)) if told != "break" && told != "break;" => last.body.push(told.to_owned()),
            (None, Some(_)) => {}
            (None, None) => return None,
        }
    }
    None
}

/// `clear: 3`, `when 1..3 then 2`, `_ => 0`, `else 0`.
fn case(head: &Head<'_>, line: &str) -> Option<Case> {
    let line = ["when ", "case ", "| "].iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
    let signs = ["=>", "->", ":", " then"];
    let cut = signs.iter().filter_map(|sign| Some((line.find(sign)?, *sign))).min_by_key(|(at, _)| *at);
    let (pattern, body) = match cut {
        Some((at, sign)) => (line.get(..at)?, line.get(at + sign.len()..)?),
        None => line
            .split_once(' ')
            .filter(|(word, _)| REST.contains(word))
            .or_else(|| REST.contains(&line).then_some((line, "")))?,
    };
    let (pattern, body) = (pattern.trim(), body.trim().trim_end_matches([',', ';']).trim_end());
    let body = body.strip_prefix('{').and_then(|body| body.strip_suffix('}')).map_or(body, str::trim);
    let condition = match REST.contains(&pattern) {
        true => None,
        false => Some(condition(&subject(head), pattern)?),
    };
    let body = if body.is_empty() || body == "{" { Vec::new() } else { vec![body.to_owned()] };
    Some(Case { condition, body })
}

/// What the conditions look at: what is rolled is rolled once.
fn subject(head: &Head<'_>) -> String {
    if is_place(head.subject) { head.subject.to_owned() } else { "found".to_owned() }
}

fn is_place(text: &str) -> bool {
    let is_name = |part: &str| {
        part.starts_with(char::is_alphabetic) && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    text.split('.').all(is_name) && !begins_with_die(text)
}

fn condition(subject: &str, pattern: &str) -> Option<String> {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let is_text = |text: &str| text.len() > 1 && text.starts_with('"') && text.ends_with('"');
    if let Some(least) = pattern.strip_suffix('+').filter(|least| is_number(least)) {
        return Some(format!("{subject} >= {least}"));
    }
    if let Some(sign) = [">=", "<=", ">", "<", "=="].iter().find(|sign| pattern.starts_with(**sign)) {
        let number = pattern.get(sign.len()..)?.trim();
        return is_number(number).then(|| format!("{subject} {sign} {number}"));
    }
    for link in ["..", "-", "–", " to "] {
        if let Some((from, to)) = pattern.split_once(link)
            && is_number(from.trim())
            && is_number(to.trim())
        {
            return Some(format!("{subject} in {}..{}", from.trim(), to.trim()));
        }
    }
    let parts: Vec<&str> =
        pattern.split([',', '|']).flat_map(|part| part.split(" or ")).map(str::trim).collect();
    if parts.len() > 1 && parts.iter().all(|part| is_number(part)) {
        return Some(format!("{subject} in [{}]", parts.join(", ")));
    }
    let one = |part: &&str| match part {
        part if is_number(part) => Some(format!("{subject} == {part}")),
        part if is_text(part) || is_place(part) => Some(format!("{subject} is {part}")),
        _ => None,
    };
    let conditions: Option<Vec<String>> = parts.iter().map(one).collect();
    Some(conditions?.join(" or "))
}

/// All of it, as it is written here; `None` where a case gives nothing, or more than there is room for.
fn written(head: &Head<'_>, cases: &[Case], indent: &str) -> Option<String> {
    if head.lead.is_empty() { Some(as_block(head, cases, indent)) } else { as_value(head, cases) }
}

/// `let pace = if sky is clear then 3 else 0`.
fn as_value(head: &Head<'_>, cases: &[Case]) -> Option<String> {
    let mut text = head.lead.to_owned();
    let mut is_whole = false;
    for case in cases.iter().filter(|case| case.condition.is_some()) {
        let [value] = case.body.as_slice() else { return None };
        text += &format!("if {} then {value} else ", case.condition.as_ref()?);
    }
    if let Some(rest) = cases.iter().find(|case| case.condition.is_none()) {
        let [value] = rest.body.as_slice() else { return None };
        text += value;
        is_whole = true;
    }
    let held =
        if is_place(head.subject) { String::new() } else { format!(" where found = {}", head.subject) };
    is_whole.then(|| text + &held)
}

/// An `if` of several lines.
fn as_block(head: &Head<'_>, cases: &[Case], indent: &str) -> String {
    let mut lines = Vec::new();
    if !is_place(head.subject) {
        lines.push(format!("let found = {}", head.subject));
    }
    for (nth, case) in cases.iter().enumerate() {
        lines.push(match &case.condition {
            Some(condition) if nth == 0 => format!("{indent}if {condition}"),
            Some(condition) => format!("{indent}else if {condition}"),
            None => format!("{indent}else"),
        });
        lines.extend(case.body.iter().map(|line| format!("{indent}  {line}")));
    }
    lines.push(format!("{indent}end if"));
    let text = lines.join("\n");
    text.strip_prefix(indent).map_or(text.clone(), str::to_owned)
}
