//! Markdown as the terminal shows it: the documentation and doc comments.

use std::fmt::Write as _;

use super::clean::clean;
use super::style::{Style, Tint};
use super::wrap::{columns, pad, wrap};
use crate::base::SourceId;

/// A page or a part of one, with a line break at its end.
pub(crate) fn markdown(text: &str, look: Style) -> String {
    let text = clean(text);
    let width = look.width.min(90);
    let mut out = String::new();
    let mut paragraph = String::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") {
            flush(&mut out, &mut paragraph, width, look);
            at = code_block(&mut out, &lines, at, look);
        } else if trimmed.is_empty() {
            flush(&mut out, &mut paragraph, width, look);
            if !out.is_empty() && !out.ends_with("\n\n") {
                out.push('\n');
            }
        } else if let Some(heading) = heading(trimmed) {
            flush(&mut out, &mut paragraph, width, look);
            let _ = writeln!(out, "{}", look.tint(Tint::Title, unbold(heading)));
        } else if trimmed.starts_with('|') {
            flush(&mut out, &mut paragraph, width, look);
            // A row that is too wide goes on further in.
            let rows = wrap(&in_one_piece(trimmed), look.width.saturating_sub(6).max(20));
            for (nth, line) in rows.iter().enumerate() {
                let _ = writeln!(out, "{}{}", if nth == 0 { "  " } else { "      " }, inline(line, look));
            }
        } else {
            if trimmed.starts_with("- ") || trimmed.starts_with("* ") {
                flush(&mut out, &mut paragraph, width, look);
            }
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(trimmed);
        }
    }
    flush(&mut out, &mut paragraph, width, look);
    format!("{}\n", out.trim_end())
}

/// Shows the block of code whose lines begin at `at`, with what its lines give beside them, where that follows
/// in a block of its own. Returns where to go on.
fn code_block(out: &mut String, lines: &[&str], at: usize, look: Style) -> usize {
    fn is_fence(line: &str) -> bool {
        line.trim_start().starts_with("```")
    }
    let block = |from: usize| {
        let inside = lines.get(from..).unwrap_or(&[]);
        let end = inside.iter().position(|line| is_fence(line)).unwrap_or(inside.len());
        (inside.get(..end).unwrap_or(&[]), (from + end + 1).min(lines.len()))
    };
    let opens = |nth: usize, word: &str| {
        let info = lines.get(nth).map(|line| line.trim_start().trim_start_matches('`'));
        info.is_some_and(|info| info.split(' ').next() == Some(word))
    };
    let (code, mut end) = block(at);
    let blanks = lines.get(end..).unwrap_or(&[]).iter().take_while(|line| line.trim().is_empty()).count();
    if opens(at - 1, "tw") && opens(end + blanks, "output") {
        let (results, after) = block(end + blanks + 1);
        if let Some(joined) = beside(code, results, look.width) {
            for line in joined {
                let _ = writeln!(out, "    {}", look.tint(Tint::Help, line));
            }
            return after;
        }
    }
    for line in code {
        let _ = writeln!(out, "    {}", look.tint(Tint::Help, line));
    }
    end = end.max(at);
    end
}

/// Each line of code with its result beside it, where every expression has one result of one line and there is
/// room; nothing else of the code gives one.
fn beside(code: &[&str], results: &[&str], width: usize) -> Option<Vec<String>> {
    let gives = |line: &str| {
        let is_row = line.starts_with([' ', '|', '-', '#']) || line.is_empty();
        !is_row && crate::syntax::parse_expression(SourceId(u32::MAX), line).0.is_some()
    };
    let says = |line: &&&str| line.trim_start().starts_with("say ");
    let count = code.iter().filter(|line| gives(line)).count();
    if count == 0 || count != results.len() || code.iter().any(|line| says(&line)) {
        return None;
    }
    let widest = code.iter().filter(|line| gives(line)).map(|line| columns(line)).max()?;
    let mut results = results.iter();
    let mut joined = Vec::new();
    for line in code {
        let result = if gives(line) { results.next() } else { None };
        let shown = result.map_or((*line).to_owned(), |result| format!("{}   {result}", pad(line, widest)));
        if result.is_some() && columns(&shown) + 4 > width {
            return None;
        }
        joined.push(shown);
    }
    Some(joined)
}

/// The text of a heading line, without its marks.
pub(crate) fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    ((1..=6).contains(&level) && text.starts_with(' ')).then(|| text.trim())
}

fn flush(out: &mut String, paragraph: &mut String, width: usize, look: Style) {
    if paragraph.is_empty() {
        return;
    }
    let is_item = paragraph.starts_with("- ") || paragraph.starts_with("* ");
    let indent = if is_item { "    " } else { "  " };
    let glued = in_one_piece(paragraph);
    for (nth, line) in wrap(&glued, width.saturating_sub(indent.len()).max(20)).iter().enumerate() {
        let lead = if nth == 0 { "  " } else { indent };
        let _ = writeln!(out, "{lead}{}", inline(line, look));
    }
    paragraph.clear();
}

/// What stands in backticks is not broken over two lines: its spaces are such as no line ends at.
fn in_one_piece(paragraph: &str) -> String {
    let parts = paragraph.split('`').enumerate();
    let parts = parts.map(|(nth, part)| if nth % 2 == 1 { part.replace(' ', GLUE) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

/// The space that no line ends at.
const GLUE: &str = "\u{a0}";

/// A line of text with `**bold**`, `*italic*` and `` `code` `` as emphasis: in its colour, or without its marks. What
/// is in braces is code, and stays as it is: `{2d6 * 10}`.
pub(crate) fn emphasis(text: &str, look: Style) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut closes = true;
    while let Some(letter) = text[at..].chars().next() {
        if let Some(length) = (letter == '{' && closes).then(|| live_length(&text[at..])) {
            closes = length.is_some();
            let end = at + length.unwrap_or(1);
            out.push_str(&text[at..end]);
            at = end;
            continue;
        }
        match marked(text, at) {
            Some((inner, length)) => {
                out.push_str(&look.tint(Tint::Value, emphasis(inner, Style::default())).to_string());
                at += length;
            }
            None => {
                out.push(letter);
                at += letter.len_utf8();
            }
        }
    }
    out
}

/// How long the live part is that a text begins with, where its brace is closed.
fn live_length(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(at + letter.len_utf8());
        }
    }
    None
}

/// The text between two marks, the first of which begins at `at`, and the length with both. Marks touch what is
/// between them; a single one stands outside of words, so that `2*3*4` and `a_b_c` have none.
fn marked(text: &str, at: usize) -> Option<(&str, usize)> {
    let is_in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    ["***", "**", "__", "*", "_", "`"].into_iter().find_map(|mark| {
        let inside = text[at..].strip_prefix(mark)?;
        let end = inside.find(mark)?;
        let inner = &inside[..end];
        let (before, after) = (&text[..at], &inside[end + mark.len()..]);
        let touches = !inner.is_empty() && inner.trim() == inner;
        let apart =
            mark == "**" || !is_in_word(before.chars().next_back()) && !is_in_word(after.chars().next());
        let sum = mark == "*" && multiplies(before, inner) && multiplies(inner, after);
        (touches && apart && !sum).then_some((inner, end + 2 * mark.len()))
    })
}

/// Whether a star between two texts multiplies numbers: `(d12 *1000)`.
fn multiplies(before: &str, after: &str) -> bool {
    let is_value = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit() || matches!(c, '(' | ')'));
    is_value(before.trim_end().chars().next_back()) && is_value(after.trim_start().chars().next())
}

/// A line of text without the marks of emphasis, where there is no colour for it: a label, a figure, a page.
pub(crate) fn unbold(text: &str) -> String {
    emphasis(text, Style::default())
}

/// Text within backticks in its colour, emphasis without its marks.
fn inline(line: &str, look: Style) -> String {
    let mut out = String::new();
    for (nth, part) in line.split('`').enumerate() {
        if nth % 2 == 1 {
            let part = part.replace(GLUE, " ");
            let code = if look.color { look.tint(Tint::Help, part).to_string() } else { format!("`{part}`") };
            out.push_str(&code);
        } else {
            out.push_str(&part.replace("**", ""));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_code_lists_and_paragraphs_are_told_apart() {
        let shown = markdown(
            "# One `x`\n\nLong words\ngo on.\n\n- a **b**\n- c\n\n```\ncode  stays\n```\n",
            Style::default(),
        );
        assert_eq!(shown, "One x\n\n  Long words go on.\n\n  - a b\n  - c\n\n    code  stays\n");
    }

    #[test]
    fn emphasis_has_no_marks() {
        for (written, shown) in [
            ("**Old** *Tom* `sings` _low_, __loud__", "Old Tom sings low, loud"),
            ("***both***", "both"),
            ("2*3*4, a_b_c, 2 * 3 * 4, ** and *", "2*3*4, a_b_c, 2 * 3 * 4, ** and *"),
            ("(d12 *1000) cp, (d6* 100) sp", "(d12 *1000) cp, (d6* 100) sp"),
            ("**{2d6 * 10}** of {d4 * 5}, {*", "{2d6 * 10} of {d4 * 5}, {*"),
        ] {
            assert_eq!(unbold(written), shown);
        }
    }

    #[test]
    fn code_is_not_broken_over_two_lines() {
        let look = Style { width: 30, ..Style::default() };
        let shown = markdown("It counts as one: `cards + 1` is 3.", look);
        assert_eq!(shown, "  It counts as one:\n  `cards + 1` is 3.\n");
    }
}
