//! Marked places in a note, whose content is written anew again and again:
//!
//! ```text
//! You find <!-- tw: 2d6 -->7<!-- /tw --> coins.
//! ```
//!
//! Markdown readers hide the comments. Everything outside the marks stays byte for byte.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};
use thiserror::Error;

/// A marked place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// What is asked for.
    pub(crate) expr: String,
    /// The line of its first comment, counted from 1.
    pub(crate) line: usize,
    /// What stands between its two comments now.
    pub(crate) content: Range<usize>,
    /// `tw once: …`: what stands there stays.
    pub(crate) once: bool,
    /// Whether its content has lines of its own.
    pub(crate) block: bool,
    /// Whether it stands in a table, where a bar would end the cell.
    in_table: bool,
}

/// What is wrong with the marks of a note.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum MarkError {
    /// A place begins and does not end.
    #[error("line {line}: `<!-- tw: {expr} -->` is not closed; write `<!-- /tw -->` where its result ends")]
    Open {
        /// The line of its comment.
        line: usize,
        /// What it asks for.
        expr: String,
    },
    /// A place ends that has not begun.
    #[error("line {line}: `<!-- /tw -->` closes nothing; a place begins with `<!-- tw: 2d6 -->`")]
    Closed {
        /// The line of its comment.
        line: usize,
    },
    /// A mark without a question.
    #[error("line {line}: `<!-- tw: … -->` says nothing to roll; for example `<!-- tw: 2d6 -->`")]
    Empty {
        /// The line of its comment.
        line: usize,
    },
    /// A mark that only what stands in it keeps from being code.
    #[error("line {line}: once filled in, this would be code; put it on a line of its own")]
    Code {
        /// The line of its comment.
        line: usize,
    },
    /// A mark whose result would run into what stands around it.
    #[error(
        "line {line}: filled in, this would change how the text around it is read; put it on a line of its own, with empty lines around it"
    )]
    RunsOn {
        /// The line of its comment.
        line: usize,
    },
}

/// A comment that is a mark.
enum Comment {
    Opens { expr: String, once: bool },
    Closes,
}

/// The marked places of a note, in order. Comments in code are text about marks, not marks.
///
/// # Errors
/// A place does not end, or one ends that has not begun.
pub(crate) fn marks(text: &str) -> Result<Vec<Mark>, MarkError> {
    let code = ranges_of(text, is_code);
    let mut found = Vec::new();
    let mut open: Option<(String, bool, usize, usize)> = None;
    let (mut at, mut line, mut counted) = (0, 1, 0);
    while let Some(start) = text.get(at..).and_then(|rest| rest.find("<!--")).map(|found| at + found) {
        if let Some(inside) = holding(&code, start) {
            at = inside.end.max(start + 1);
            continue;
        }
        let Some(end) =
            text.get(start + 4..).and_then(|rest| rest.find("-->")).map(|found| start + 4 + found)
        else {
            break;
        };
        at = end + 3;
        line += text.get(counted..start).map_or(0, |passed| passed.matches('\n').count());
        counted = start;
        let Some(comment) = text.get(start + 4..end).and_then(comment) else { continue };
        match (comment, open.take()) {
            (Comment::Opens { expr, .. }, None) if expr.is_empty() => return Err(MarkError::Empty { line }),
            (Comment::Opens { expr, once }, None) => open = Some((expr, once, at, line)),
            (Comment::Opens { .. }, Some((expr, _, _, line))) => return Err(MarkError::Open { line, expr }),
            (Comment::Closes, None) => return Err(MarkError::Closed { line }),
            (Comment::Closes, Some((expr, once, from, line))) => {
                let content = from..start;
                let block = text.get(content.clone()).is_some_and(|content| content.contains('\n'));
                found.push(Mark { expr, line, content, once, block, in_table: false });
            }
        }
    }
    match open {
        Some((expr, _, _, line)) => Err(MarkError::Open { line, expr }),
        None => {
            find_tables(text, &mut found)?;
            Ok(found)
        }
    }
}

fn comment(inside: &str) -> Option<Comment> {
    let inside = inside.trim();
    if inside == "/tw" {
        return Some(Comment::Closes);
    }
    let (once, rest) = match (inside.strip_prefix("tw once:"), inside.strip_prefix("tw:")) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) => (false, rest),
        (None, None) => return None,
    };
    Some(Comment::Opens { expr: rest.trim().to_owned(), once })
}

/// Finds out which places stand in a table, with a word in each of them: its old content may hold a table, and is
/// about to go, and what is filled anew must come out the same. In a table, a place has no lines of its own.
///
/// # Errors
/// Without its old content, a place is code.
fn find_tables(text: &str, found: &mut [Mark]) -> Result<(), MarkError> {
    /// A place that loses its lines may put the next one into a table.
    const MOST: usize = 32;
    for _ in 0..MOST {
        let mut with_words = String::with_capacity(text.len());
        let mut begins = Vec::with_capacity(found.len());
        let mut at = 0;
        for mark in found.iter() {
            with_words.push_str(text.get(at..mark.content.start).unwrap_or(""));
            begins.push(with_words.len().saturating_sub(1));
            with_words.push_str(if mark.block { "\nx\n" } else { "x" });
            at = mark.content.end;
        }
        with_words.push_str(text.get(at..).unwrap_or(""));
        let code = ranges_of(&with_words, is_code);
        let mut marks = found.iter().zip(&begins);
        if let Some((mark, _)) = marks.find(|(_, begins)| holding(&code, **begins).is_some()) {
            return Err(MarkError::Code { line: mark.line });
        }
        let tables = ranges_of(&with_words, |event| matches!(event, Event::Start(Tag::Table(_))));
        let mut changed = false;
        for (mark, begins) in found.iter_mut().zip(begins) {
            mark.in_table = holding(&tables, begins).is_some();
            changed |= mark.block && mark.in_table;
            mark.block &= !mark.in_table;
        }
        if !changed {
            break;
        }
    }
    Ok(())
}

fn is_code(event: &Event<'_>) -> bool {
    matches!(event, Event::Start(Tag::CodeBlock(_)) | Event::Code(_))
}

/// Where something begins that is looked for, in order.
fn ranges_of(text: &str, wanted: impl Fn(&Event<'_>) -> bool) -> Vec<Range<usize>> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    events.filter(|(event, _)| wanted(event)).map(|(_, range)| range).collect()
}

/// The range that holds a byte.
fn holding(ranges: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    let after = ranges.partition_point(|range| range.start <= at);
    ranges.get(after.checked_sub(1)?).filter(|range| range.contains(&at))
}

impl Mark {
    /// Whether its content stays as it is.
    pub(crate) fn is_kept(&self, text: &str) -> bool {
        self.once && text.get(self.content.clone()).is_some_and(|content| !content.trim().is_empty())
    }
}

/// The note with these results in the marked places; `None` leaves a place as it is.
///
/// # Errors
/// There is a place that nothing can be written into without changing what stands around it.
pub(crate) fn fill(text: &str, marks: &[Mark], results: &[Option<String>]) -> Result<String, MarkError> {
    let plain = filled(text, marks, results, str::to_owned);
    if changed_place(&plain, text, marks).is_none() {
        return Ok(plain);
    }
    // What would be code together with what stands around it must not swallow a mark.
    let guarded = filled(text, marks, results, |result| {
        let lines = result.replace('`', "&#96;").replace('~', "&#126;");
        lines.lines().map(|line| format!("{}\n", line.trim_start())).collect()
    });
    match changed_place(&guarded, text, marks) {
        None => Ok(guarded),
        Some(line) => Err(MarkError::RunsOn { line }),
    }
}

/// The line of the first marked place that is another in a note that was filled, or beside which something changed.
fn changed_place(filled: &str, text: &str, before: &[Mark]) -> Option<usize> {
    let now = marks(filled).unwrap_or_default();
    let (around, was): (Vec<&str>, Vec<&str>) =
        (between(filled, &now).collect(), between(text, before).collect());
    let is_kept = |(at, mark): (usize, &Mark)| {
        let same = now.get(at).is_some_and(|now| now.expr == mark.expr && now.once == mark.once);
        same && around.get(at..at + 2) == was.get(at..at + 2)
    };
    let changed = before.iter().enumerate().find(|place| !is_kept(*place)).map(|(_, mark)| mark);
    let more = before.last().filter(|_| now.len() != before.len());
    changed.or(more).map(|mark| mark.line)
}

/// What stands before, between and after the marked places of a note.
fn between<'t>(text: &'t str, marks: &[Mark]) -> impl Iterator<Item = &'t str> {
    let from = std::iter::once(0).chain(marks.iter().map(|mark| mark.content.end));
    let upto = marks.iter().map(|mark| mark.content.start).chain([text.len()]);
    from.zip(upto).map(|(from, upto)| text.get(from..upto).unwrap_or(""))
}

fn filled(
    text: &str,
    marks: &[Mark],
    results: &[Option<String>],
    guarded: impl Fn(&str) -> String,
) -> String {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (mark, result) in marks.iter().zip(results) {
        let Some(result) = result else { continue };
        out.push_str(text.get(at..mark.content.start).unwrap_or(""));
        out.push_str(&shown(mark, &guarded(result), newline));
        at = mark.content.end;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

/// A result as it stands in its place. It cannot end the place, or the cell that the place is in.
fn shown(mark: &Mark, result: &str, newline: &str) -> String {
    let result = result.replace("<!--", "&lt;!--").replace("-->", "--&gt;");
    let lines: Vec<&str> = result.lines().map(str::trim_end).collect();
    if mark.block {
        return format!("{newline}{}{newline}", lines.join(newline));
    }
    let line =
        lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    if mark.in_table { line.replace('|', "\\|") } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str, result: &str) -> String {
        let marks = marks(text).expect("marks");
        let results: Vec<_> = marks.iter().map(|_| Some(result.to_owned())).collect();
        fill(text, &marks, &results).expect("it can be filled")
    }

    #[test]
    fn places_are_filled_again_and_again() {
        let text = "\u{feff}é <!-- tw: 2d6 --><!-- /tw --> coins\r\n<!--tw:moor-->\r\nold\r\n<!-- /tw -->\r\n<!-- no -->";
        let once = filled(text, "a\nb");
        assert_eq!(
            once,
            "\u{feff}é <!-- tw: 2d6 -->a b<!-- /tw --> coins\r\n<!--tw:moor-->\r\na\r\nb\r\n<!-- /tw -->\r\n<!-- no -->"
        );
        assert_eq!(filled(&once, "a\nb"), once);
    }

    #[test]
    fn a_result_ends_neither_its_place_nor_its_cell() {
        let evil = "x | <!-- /tw --> <!-- tw: 9 -->";
        let text = "| a | b |\n|---|---|\n| 1 | <!-- tw: d6 --><!-- /tw --> |\n";
        let once = filled(text, evil);
        assert_eq!(marks(&once).expect("marks").len(), 1, "{once}");
        assert!(once.contains("x \\| &lt;!--"), "{once}");
    }

    #[test]
    fn marks_in_code_are_text_and_broken_ones_are_named() {
        let text = "`<!-- tw: 1 -->`\n\n```\n<!-- tw: 2 -->\n```\n\n    <!-- /tw -->\n\n<!-- tw once: d6 -->5<!-- /tw -->\n";
        let found = marks(text).expect("marks");
        assert_eq!((found.len(), found[0].expr.as_str(), found[0].line), (1, "d6", 9));
        assert!(found[0].is_kept(text));
        assert_eq!(marks("\n<!-- tw: d6 -->"), Err(MarkError::Open { line: 2, expr: "d6".into() }));
        assert_eq!(marks("a <!-- /tw -->"), Err(MarkError::Closed { line: 1 }));
        assert_eq!(marks("<!-- tw: --><!-- /tw -->"), Err(MarkError::Empty { line: 1 }));
        assert!(matches!(
            marks("<!-- tw: 1 -->\n<!-- tw: 2 --><!-- /tw -->"),
            Err(MarkError::Open { line: 1, .. })
        ));
    }
}
