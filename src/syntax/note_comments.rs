//! What a note holds for its writer alone: comments, `<!-- … -->` and `%% … %%`, which are none of its tables and
//! lists.

use std::borrow::Cow;
use std::ops::Range;

/// The comments of a note.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct NoteComments {
    /// Where each stands, from its first sign to its last.
    pub closed: Vec<Range<usize>>,
    /// Where one begins that nothing closes: nothing behind it is shown to a reader.
    pub open: Option<usize>,
}

/// The comments of a note; what stands between fences is code.
pub(crate) fn note_comments(text: &str) -> NoteComments {
    let mut found = NoteComments::default();
    if !text.contains("<!--") && !text.contains("%%") {
        return found;
    }
    let (mut at, mut fence) = (0, None);
    while at < text.len() {
        let rest = &text[at..];
        let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let begins = at == 0 || text[..at].ends_with('\n');
        let marks =
            ["```", "~~~"].into_iter().find(|marks| begins && unquoted(&rest[..end]).starts_with(marks));
        fence = match (fence, marks) {
            (None, marks) => marks,
            (Some(open), Some(marks)) if open == marks => None,
            (Some(open), _) => Some(open),
        };
        match comment_in(rest, end).filter(|_| fence.is_none() && marks.is_none()) {
            Some(comment) => {
                found.closed.push(at + comment.start..at + comment.end);
                at += comment.end;
            }
            None => {
                let is_open =
                    fence.is_none() && marks.is_none() && unquoted(&rest[..end]).starts_with("<!--");
                if is_open && begins {
                    found.open = Some(at + rest.find("<!--").unwrap_or(0));
                    return found;
                }
                at += end;
            }
        }
    }
    found
}

/// A line without what marks it as part of a quotation.
fn unquoted(line: &str) -> &str {
    line.trim_start_matches(['>', ' ', '\t'])
}

/// The first comment that begins before `end`. One between `%%` stands on one line.
fn comment_in(text: &str, end: usize) -> Option<Range<usize>> {
    let line = &text[..end];
    let html = line.find("<!--").and_then(|at| Some(at..at + 4 + text[at + 4..].find("-->")? + 3));
    let percent = line.find("%%").and_then(|at| Some(at..at + 2 + line[at + 2..].find("%%")? + 2));
    [html, percent].into_iter().flatten().min_by_key(|comment| comment.start)
}

/// A note without what would part its tables and lists though nobody sees it, with as many bytes: comments at
/// the end of a line, or over several, and backslashes that only break a line have become blanks. Comments within a
/// line are part of what is read there.
pub(super) fn plain_note(text: &str) -> Cow<'_, str> {
    let NoteComments { closed, open } = note_comments(text);
    let breaks = line_breaks(text);
    if closed.is_empty() && open.is_none() && breaks.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    let blank = |bytes: &mut Vec<u8>, at: Range<usize>| {
        bytes[at].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    };
    closed.iter().cloned().for_each(|at| blank(&mut bytes, at));
    open.into_iter().for_each(|at| blank(&mut bytes, at..text.len()));
    breaks.into_iter().for_each(|at| blank(&mut bytes, at..at + 1));
    for comment in closed.iter().filter(|comment| !text[(*comment).clone()].contains('\n')) {
        let ends = text[comment.end..].find('\n').map_or(text.len(), |end| comment.end + end);
        let is_last = bytes[comment.end..ends].iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        if !is_last {
            bytes[comment.clone()].copy_from_slice(text[comment.clone()].as_bytes());
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Where a backslash at the end of a line breaks it, outside of code: an odd one out, for two are a sign.
fn line_breaks(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    if !text.contains('\\') {
        return found;
    }
    let (mut at, mut fence) = (0, None);
    for line in text.split_inclusive('\n') {
        let marks = ["```", "~~~"].into_iter().find(|marks| unquoted(line).starts_with(marks));
        fence = match (fence, marks) {
            (None, marks) => marks,
            (Some(open), Some(marks)) if open == marks => None,
            (Some(open), _) => Some(open),
        };
        let shown = line.trim_end();
        let signs = shown.len() - shown.trim_end_matches('\\').len();
        if fence.is_none() && signs % 2 == 1 {
            found.push(at + shown.len() - 1);
        }
        at += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_found_and_code_has_none() {
        let found = |text: &str| {
            let comments = note_comments(text);
            let closed: Vec<String> = comments.closed.iter().map(|at| text[at.clone()].to_owned()).collect();
            (closed.join(","), comments.open.map(|at| text[at..].to_owned()))
        };
        for (text, closed, open) in [
            ("a <!-- b --> c\n%% d %%\n", "<!-- b -->,%% d %%", None),
            ("<!-- a\nb -->\n1. c", "<!-- a\nb -->", None),
            ("```\n<!-- a\n```\nb", "", None),
            ("~~~\n```\n<!-- a -->\n~~~\n<!-- b -->", "<!-- b -->", None),
            ("a\n\n> <!-- b\n> c\n", "", Some("<!-- b\n> c\n")),
            ("<!-- a --> b\n<!-- c", "<!-- a -->", Some("<!-- c")),
            // Within a line it is text where nothing closes it.
            ("a <!-- b\nc", "", None),
            ("50%% a", "", None),
        ] {
            assert_eq!(found(text), (closed.to_owned(), open.map(str::to_owned)), "{text}");
        }
    }

    #[test]
    fn what_nobody_sees_becomes_blanks() {
        for (text, plain) in [
            ("1. a\n<!-- b -->\n2. c", "1. a\n          \n2. c"),
            ("> <!-- é -->\n", ">            \n"),
            ("1. a <!-- b\nc --> d\n", "1. a       \n      d\n"),
            ("1. a <!-- b -->\n", "1. a           \n"),
            ("1. a <!-- b --> c\n", "1. a <!-- b --> c\n"),
            ("<!-- a --> <!-- b -->\n", "                     \n"),
            ("1. a\\\n2. b\\\\\n", "1. a \n2. b\\\\\n"),
            ("```\na\\\n```\nb\\\r\n", "```\na\\\n```\nb \r\n"),
            ("a\n<!-- b\n| c |\n", "a\n      \n     \n"),
        ] {
            assert_eq!(plain_note(text), plain, "{text}");
            assert_eq!(plain_note(text).len(), text.len());
        }
    }
}
