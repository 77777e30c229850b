//! What of a note is left out because a comment is not closed.

use super::markdown::note_parts;
use super::note_comments::{NoteComments, note_comments};
use crate::base::{SourceId, Span};
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// A comment that is not closed where it should be, and what it leaves out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OpenComment {
    /// The byte that it begins with, and the line.
    pub at: usize,
    pub line: usize,
    /// The line where another comment ends, and this one with it; `None` where nothing closes it.
    pub until: Option<usize>,
    /// The tables, lists and code in it, each with its line.
    pub left_out: Vec<String>,
}

impl OpenComment {
    /// What it leaves out, as a sentence without its end.
    pub(crate) fn told(&self) -> String {
        const SHOWN: usize = 3;
        let parts = match self.left_out.as_slice() {
            [] => String::new(),
            [only] => format!(": {only} is left out"),
            [all @ .., last] if all.len() < SHOWN => format!(": {} and {last} are left out", all.join(", ")),
            all => {
                let (shown, more) = all.split_at(SHOWN);
                format!(": {} and {} more are left out", shown.join(", "), more.len())
            }
        };
        match self.until {
            None => format!("nothing below it is read{parts}"),
            Some(line) => format!("nothing is read up to line {line}, where another comment ends{parts}"),
        }
    }
}

/// The comments of a note that are not closed; of those that another one closes, such as leave something out.
pub(crate) fn open_comments(text: &str) -> Vec<OpenComment> {
    let NoteComments { closed, open } = note_comments(text);
    // Lines are counted on the way: there may be thousands of comments.
    let (mut counted, mut line) = (0, 1);
    let mut line_of = |at: usize| {
        line += text.get(counted..at).map_or(0, |passed| passed.matches('\n').count());
        counted = counted.max(at);
        line
    };
    let holds_another = |text: &str| text.get(4..).is_some_and(|inside| inside.contains("<!--"));
    let mut left_open = Vec::new();
    for at in closed {
        let Some(comment) = text.get(at.clone()).filter(|comment| holds_another(comment)) else { continue };
        let line = line_of(at.start);
        let left_out = parts_of(comment, line);
        if !left_out.is_empty() {
            left_open.push(OpenComment { at: at.start, line, until: Some(line_of(at.end)), left_out });
        }
    }
    if let Some(at) = open {
        let line = line_of(at);
        let left_out = text.get(at..).map(|comment| parts_of(comment, line)).unwrap_or_default();
        left_open.push(OpenComment { at, line, until: None, left_out });
    }
    left_open
}

/// What would be read of a comment that begins in a line.
fn parts_of(comment: &str, begins: usize) -> Vec<String> {
    let bare = comment.replace("<!--", "    ").replace("-->", "   ");
    let (mut line, mut counted) = (begins, 0);
    let parts = note_parts(&bare).into_iter().filter(|part| part.not_rolled.is_none());
    let told = parts.map(|part| {
        line += bare.get(counted..part.range.start).map_or(0, |passed| passed.matches('\n').count());
        counted = counted.max(part.range.start);
        match part.name.is_empty() {
            true => format!("the code in line {line}"),
            false => format!("`{}` in line {line}", part.name),
        }
    });
    told.collect()
}

/// Warns of comments that are not closed.
pub(super) fn reports(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let report = |comment: OpenComment| {
        let at = comment.at;
        let line = text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at + end);
        let end = at + text.get(at..line).map_or(0, |line| line.trim_end().len());
        let message = match comment.until {
            None => "this comment is never closed",
            Some(_) => "this comment is not closed before the next one",
        };
        let opens = Span::new(source, at, at + "<!--".len());
        Diagnostic::warning(&codes::COMMENT_OPEN, opens, message).help(comment.told()).for_example(
            "close it at the end of its line, with `-->`",
            Span::new(source, end, end),
            " -->",
        )
    };
    open_comments(text).into_iter().map(report).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_comment_leaves_out_is_told() {
        let told =
            |text: &str| open_comments(text).iter().map(|open| (open.line, open.told())).collect::<Vec<_>>();
        let list = |title: &str| format!("## {title} (d2)\n\n1. a\n2. b\n\n");
        let one = format!("{}<!-- to do\n\n{}", list("Sky"), list("Sea"));
        assert_eq!(told(&one), [(6, "nothing below it is read: `sea` in line 10 is left out".to_owned())]);
        let many = format!("<!-- x\n\n{}{}{}{}", list("A"), list("B"), list("C"), list("D"));
        let all =
            "nothing below it is read: `a` in line 5, `b` in line 10, `c` in line 15 and 1 more are left out";
        assert_eq!(told(&many), [(1, all.to_owned())]);
        let swallowed = format!("<!-- x\n\n{}<!-- y -->\n", list("A"));
        let until = "nothing is read up to line 8, where another comment ends: `a` in line 5 is left out";
        assert_eq!(told(&swallowed), [(1, until.to_owned())]);
        assert_eq!(told("a\n<!--"), [(2, "nothing below it is read".to_owned())]);
        assert_eq!(told("<!-- a <!-- b -->\n<!-- c -->"), []);
    }
}
