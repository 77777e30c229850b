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
    let mut search = CommentSearch::of(text);
    let (mut at, mut fences) = (0, Fences::default());
    while at < text.len() {
        let begins = at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n');
        let line = search.line_at(at);
        let shown = unquoted(line);
        let is_code = if begins { fences.hold(line) } else { fences.are_open() };
        if let Some(comment) = search.next(at).filter(|_| !is_code) {
            at = comment.end;
            found.closed.push(comment);
            continue;
        }
        if begins && !is_code && shown.starts_with("<!--") {
            found.open = Some(at + line.len() - shown.len());
            return found;
        }
        at += line.len();
    }
    found
}

/// Where comments are looked for. A line may hold thousands of them, and a text thousands of beginnings that nothing
/// ends: neither is looked through anew for each.
struct CommentSearch<'t> {
    text: &'t str,
    /// Where the last sign stands that could end one.
    last_end: Option<usize>,
    /// Where the line ends that is looked at.
    line_end: usize,
    /// In it, the next comment between `%%`.
    percent: Option<Range<usize>>,
}

impl<'t> CommentSearch<'t> {
    fn of(text: &'t str) -> CommentSearch<'t> {
        CommentSearch { text, last_end: text.rfind("-->"), line_end: 0, percent: None }
    }

    /// What is left of the line in which a place lies.
    fn line_at(&mut self, at: usize) -> &'t str {
        if at >= self.line_end {
            self.line_end = self.text[at..].find('\n').map_or(self.text.len(), |end| at + end + 1);
            self.percent = self.between_signs(at);
        } else if self.percent.as_ref().is_some_and(|percent| percent.start < at) {
            self.percent = self.between_signs(at);
        }
        &self.text[at..self.line_end]
    }

    /// Such a comment stands on one line.
    fn between_signs(&self, at: usize) -> Option<Range<usize>> {
        let signs = |from: usize| self.text[from..self.line_end].find("%%").map(|signs| from + signs);
        let from = signs(at)?;
        Some(from..signs(from + 2)? + 2)
    }

    /// The first comment that begins in that line from there on.
    fn next(&self, at: usize) -> Option<Range<usize>> {
        let line = &self.text[at..self.line_end];
        let html = line.find("<!--").map(|from| at + from).and_then(|from| {
            let inside = from + 4;
            self.last_end.filter(|end| *end >= inside)?;
            Some(from..inside + self.text[inside..].find("-->")? + 3)
        });
        let percent = self.percent.clone().filter(|comment| comment.start >= at);
        [html, percent].into_iter().flatten().min_by_key(|comment| comment.start)
    }
}

/// The fence that is open, between which and the next of its kind all is code.
#[derive(Default)]
struct Fences(Option<&'static str>);

impl Fences {
    fn are_open(&self) -> bool {
        self.0.is_some()
    }

    /// Whether the next line is code, or a fence itself.
    fn hold(&mut self, line: &str) -> bool {
        let marks = ["```", "~~~"].into_iter().find(|marks| unquoted(line).starts_with(marks));
        let is_code = self.are_open() || marks.is_some();
        self.0 = match (self.0, marks) {
            (None, marks) => marks,
            (Some(open), Some(marks)) if open == marks => None,
            (Some(open), _) => Some(open),
        };
        is_code
    }
}

/// A line without what marks it as part of a quotation.
fn unquoted(line: &str) -> &str {
    line.trim_start_matches(['>', ' ', '\t'])
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
    // From the last on: one is at the end of its line where nothing is behind it but others that are.
    let mut next: Option<(usize, bool)> = None;
    for comment in closed.iter().rev() {
        let behind = &bytes[comment.end..next.map_or(text.len(), |(start, _)| start)];
        let line = behind.iter().position(|byte| *byte == b'\n').and_then(|end| behind.get(..end));
        let is_blank = line.unwrap_or(behind).iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        let is_last = is_blank && (line.is_some() || next.is_none_or(|(_, is_last)| is_last));
        let is_blanked = is_last || text[comment.clone()].contains('\n');
        if !is_blanked {
            bytes[comment.clone()].copy_from_slice(text[comment.clone()].as_bytes());
        }
        next = Some((comment.start, is_blanked));
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Where a backslash at the end of a line breaks it, outside of code: an odd one out, for two are a sign.
fn line_breaks(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    if !text.contains('\\') {
        return found;
    }
    let (mut at, mut fences) = (0, Fences::default());
    for line in text.split_inclusive('\n') {
        let is_code = fences.hold(line);
        let shown = line.trim_end();
        let signs = shown.len() - shown.trim_end_matches('\\').len();
        if !is_code && signs % 2 == 1 {
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
            ("<!-- a --> <!-- b --> c\n", "<!-- a --> <!-- b --> c\n"),
            ("<!-- a --> <!-- b\n--> c\n", "                 \n    c\n"),
            ("1 <!-- a -->\\\n", "1            \n"),
            ("1. a\\\n2. b\\\\\n", "1. a \n2. b\\\\\n"),
            ("```\na\\\n```\nb\\\r\n", "```\na\\\n```\nb \r\n"),
            ("a\n<!-- b\n| c |\n", "a\n      \n     \n"),
        ] {
            assert_eq!(plain_note(text), plain, "{text}");
            assert_eq!(plain_note(text).len(), text.len());
        }
    }
}
