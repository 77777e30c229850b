//! Tables of a note that are written in HTML, in BBCode, as in a wiki or drawn with `+---+`, as tables with pipes.

use std::borrow::Cow;

use super::form::escape_html;
use super::foundry::{NoTables, text_in};
use super::source::between_bars;
use crate::base::stop;
use crate::syntax::{NoteComments, OpenComment, TableForm, note_comments, open_comments, other_tables};

/// A note with every table written with pipes.
pub(super) fn with_pipes(text: &str, lost: &mut Vec<String>) -> String {
    let mut tables = other_tables(text);
    tables.sort_by_key(|table| table.range.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for table in tables.into_iter().take_while(|_| !stop::is_asked()) {
        let Some(written) = text.get(table.range.clone()).filter(|_| table.range.start >= at) else {
            continue;
        };
        let rows = match table.form {
            TableForm::Html => html_rows(written, lost),
            TableForm::BbCode => html_rows(&html_of(written), lost),
            TableForm::Wiki => wiki_rows(written, lost),
            TableForm::Drawn => drawn_rows(written),
        };
        out.push_str(&headings_of(text.get(at..table.range.start).unwrap_or("")));
        let caption = caption_of(written, table.form, lost);
        let caption = caption.map(|caption| format!("**{caption}**\n\n")).unwrap_or_default();
        out.push_str(&format!("\n\n{caption}{}\n", piped(&rows)));
        at = table.range.end;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

/// A note without its comments, `<!-- … -->` and `%% … %%`, which are for its writer alone; they are counted.
pub(super) fn without_comments<'t>(text: &'t str, lost: &mut Vec<String>) -> Cow<'t, str> {
    let NoteComments { closed, open } = note_comments(text);
    if closed.is_empty() && open.is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for comment in &closed {
        out.push_str(&text[at..comment.start]);
        at = comment.end;
        // What follows stays in its line.
        out.extend(text[comment.clone()].chars().filter(|letter| *letter == '\n'));
        // One blank is left where there was one on both sides.
        if out.is_empty() || out.ends_with([' ', '\n']) {
            at += usize::from(text[at..].starts_with(' '));
        }
    }
    out.push_str(&text[at..open.unwrap_or(text.len())]);
    match closed.len() {
        0 => {}
        1 => lost.push("one comment is left out".to_owned()),
        count => lost.push(format!("{count} comments are left out")),
    }
    let told = |open: &OpenComment| format!("line {}: a comment is not closed: {}", open.line, open.told());
    lost.extend(open_comments(text).iter().map(told));
    Cow::Owned(out)
}

/// Lines with headings of a page, `<h2>Moor</h2>`, as those of a note.
fn headings_of(text: &str) -> Cow<'_, str> {
    if !text.contains("<h") && !text.contains("<H") {
        return Cow::Borrowed(text);
    }
    let line = |line: &str| heading_of(line).map_or_else(|| line.to_owned(), |says| format!("\n## {says}\n"));
    Cow::Owned(text.split_inclusive('\n').map(line).collect())
}

/// What a heading of a page says that stands alone on its line.
fn heading_of(line: &str) -> Option<String> {
    let line = line.trim();
    let inside = line.strip_prefix("<h").or_else(|| line.strip_prefix("<H"))?;
    let (tag, says) = inside.split_once('>')?;
    let (says, close) = says.rsplit_once("</")?;
    let is_heading = tag.starts_with(|c: char| matches!(c, '1'..='6')) && close.ends_with('>');
    let says = text_in(says, &NoTables, &mut Vec::new());
    Some(says.trim().to_owned()).filter(|says| is_heading && !says.is_empty() && !says.contains('\n'))
}

fn piped(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    for (nth, row) in rows.iter().enumerate() {
        let cells = (0..columns).map(|at| row.get(at).map_or_else(String::new, |cell| between_bars(cell)));
        out.push_str(&format!("| {} |\n", cells.collect::<Vec<_>>().join(" | ")));
        if nth == 0 {
            out.push_str(&format!("|{}\n", "---|".repeat(columns)));
        }
    }
    out
}

/// What a table says over itself.
fn caption_of(written: &str, form: TableForm, lost: &mut Vec<String>) -> Option<String> {
    let caption = match form {
        TableForm::Html => {
            let (_, from) = written.split_once("<caption")?;
            let caption = from.split_once('>')?.1.split("</caption").next()?;
            text_in(caption, &NoTables, lost)
        }
        TableForm::Wiki => {
            let caption = written.lines().find_map(|line| line.trim().strip_prefix("|+"))?;
            wiki_cell(caption, lost)
        }
        TableForm::BbCode | TableForm::Drawn => return None,
    };
    Some(caption.replace('*', "").trim().to_owned()).filter(|caption| !caption.is_empty())
}

fn html_rows(html: &str, lost: &mut Vec<String>) -> Vec<Vec<String>> {
    let lower = html.to_ascii_lowercase();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut at = 0;
    while let Some(start) = lower.get(at..).and_then(|rest| rest.find("<t")).map(|start| at + start) {
        let inside =
            lower.get(start..).and_then(|rest| rest.find('>')).map_or(html.len(), |end| start + end + 1);
        let rest = lower.get(start..).unwrap_or("");
        at = inside;
        if rest.starts_with("<tr") {
            rows.push(Vec::new());
        } else if rest.starts_with("<td") || rest.starts_with("<th>") || rest.starts_with("<th ") {
            let after = lower.get(inside..).unwrap_or("");
            let end = after.match_indices('<').map(|(at, _)| at).find(|at| ends_cell(&after[*at..]));
            let end = end.map_or(html.len(), |end| inside + end);
            let cell = text_in(&with_raised_numbers(html.get(inside..end).unwrap_or("")), &NoTables, lost);
            let cell = cell.split_whitespace().collect::<Vec<_>>().join(" ");
            match rows.last_mut() {
                Some(row) => row.push(cell),
                None => rows.push(vec![cell]),
            }
        }
    }
    rows.retain(|row| !row.is_empty());
    rows
}

/// Numbers that are raised stay apart from the word before them: `interest<sup>1</sup>` is `interest¹`.
fn with_raised_numbers(html: &str) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let mut out = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("<sup>") {
        let number = after.split_once("</sup>").filter(|(number, _)| {
            !number.trim().is_empty() && number.trim().chars().all(|c| c.is_ascii_digit())
        });
        out.push_str(before);
        if let Some((number, behind)) = number {
            let digits = number.trim().chars().filter_map(|c| c.to_digit(10));
            out.extend(digits.filter_map(|digit| RAISED.get(digit as usize)));
            rest = behind;
        } else {
            out.push_str("<sup>");
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// Whether a cell is over where this begins.
fn ends_cell(html: &str) -> bool {
    ["<td", "<th", "</td", "</th", "<tr", "</tr", "</table"].iter().any(|end| html.starts_with(end))
}

/// The lines between two rules are one row.
fn drawn_rows(drawn: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut fresh = true;
    for line in drawn.lines().map(str::trim) {
        let Some(inside) = line.strip_prefix('|') else {
            fresh = true;
            continue;
        };
        let cells = inside.trim_end_matches('|').split('|').map(|cell| cell.trim().to_owned());
        match rows.last_mut().filter(|_| !fresh) {
            Some(row) => {
                for (at, cell) in cells.enumerate().filter(|(_, cell)| !cell.is_empty()) {
                    match row.get_mut(at) {
                        Some(before) => go_on(before, &cell),
                        None => row.push(cell),
                    }
                }
            }
            None => rows.push(cells.collect()),
        }
        fresh = false;
    }
    rows
}

/// A cell goes on with these words.
fn go_on(cell: &mut String, words: &str) {
    if !cell.is_empty() && !words.is_empty() {
        cell.push(' ');
    }
    cell.push_str(words);
}

/// A table of a forum in HTML.
fn html_of(bbcode: &str) -> String {
    let mut out = String::new();
    let mut rest = bbcode;
    while let Some(at) = rest.find('[') {
        out.push_str(&escape_html(&rest[..at]));
        let from = &rest[at..];
        // No tag holds the beginning of another.
        let end = from[1..].find(['[', ']']).filter(|end| from.as_bytes().get(*end + 1) == Some(&b']'));
        let tag = end.map(|end| (&from[1..=end], &from[end + 2..])).filter(|(tag, _)| is_tag(tag));
        match tag {
            Some((tag, after)) => {
                // `[url=…]` and `[color=red]`: what they are given is no text.
                out.push_str(&format!("<{}>", tag.split('=').next().unwrap_or(tag)));
                rest = after;
            }
            None => {
                out.push('[');
                rest = &from[1..];
            }
        }
    }
    out.push_str(&escape_html(rest));
    out
}

fn is_tag(text: &str) -> bool {
    const TAGS: [&str; 16] = [
        "table", "tr", "td", "th", "b", "i", "u", "s", "url", "color", "size", "font", "center", "left",
        "right", "quote",
    ];
    let name = text.trim_start_matches('/').split(['=', ' ']).next().unwrap_or("").to_ascii_lowercase();
    TAGS.contains(&name.as_str())
}

/// Rows of a wiki: `|-` parts them, `!` begins heads, `|` and `||` cells.
fn wiki_rows(written: &str, lost: &mut Vec<String>) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = vec![Vec::new()];
    for line in written.lines().map(str::trim) {
        if line.starts_with("{|") || line.starts_with("|+") || line.starts_with("|}") {
            continue;
        }
        let Some(row) = rows.last_mut() else { break };
        if line.starts_with("|-") {
            rows.push(Vec::new());
        } else if let Some(cells) = line.strip_prefix('!') {
            row.extend(
                cells.split("!!").flat_map(|cells| cells.split("||")).map(|cell| wiki_cell(cell, lost)),
            );
        } else if let Some(cells) = line.strip_prefix('|') {
            row.extend(cells.split("||").map(|cell| wiki_cell(cell, lost)));
        } else if let Some(last) = row.last_mut() {
            // A cell goes on in the next line.
            go_on(last, wiki_cell(line, lost).trim());
        }
    }
    rows.retain(|row| !row.is_empty());
    rows
}

/// A cell without how it looks: `style="…" |` before it, quotes for bold, links.
fn wiki_cell(cell: &str, lost: &mut Vec<String>) -> String {
    let looks = cell.split_once('|').filter(|(looks, _)| looks.contains('=') && !looks.contains("[["));
    let cell = looks.map_or(cell, |(_, text)| text).replace("'''", "").replace("''", "");
    let mut out = String::new();
    let mut rest = cell.as_str();
    while let Some((before, (link, after))) =
        rest.split_once("[[").and_then(|(before, from)| Some((before, from.split_once("]]")?)))
    {
        out.push_str(before);
        out.push_str(link.rsplit('|').next().unwrap_or(link));
        rest = after;
    }
    out.push_str(rest);
    text_in(&out, &NoTables, lost)
}
