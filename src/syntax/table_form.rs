//! In which form the rows of a table are written.

use super::dashes::is_delimiter;
use super::lines::{Lines, begins_definition};
use super::words;

/// What a line below a table's head begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowForm {
    Pipe,
    BarePipe,
    Bullets,
    /// `- 1-3: text`: a bulleted list with keys.
    KeyedBullets,
    Lines,
    /// `1. text`: a numbered list.
    Numbers,
    /// Cells with tabs between them, as a spreadsheet copies them.
    Tabs,
    /// Lines that are rows as they stand.
    Bare,
}

/// The form that begins at the next line; `None` where no row does.
pub(super) fn form_of(text: &str, lines: &Lines<'_>) -> Option<RowForm> {
    let raw = &text[lines.peek()?];
    let line = raw.trim();
    if line.starts_with('|') {
        return Some(RowForm::Pipe);
    }
    if is_bullet(line) {
        return Some(if has_keys(lines, text) { RowForm::KeyedBullets } else { RowForm::Bullets });
    }
    if is_numbered(line) || runs_in_numbers(text, lines) {
        return Some(RowForm::Numbers);
    }
    if is_tabbed(line) && !begins_definition(raw) {
        return Some(RowForm::Tabs);
    }
    let mut ahead = lines.clone();
    ahead.take();
    let below = ahead.peek().map_or("", |range| &text[range]);
    let is_ruled = is_delimiter(below) || !is_row_line(line);
    if line.contains('|') && below.contains('|') && is_ruled {
        return Some(RowForm::BarePipe);
    }
    let is_closed = line.split_whitespace().next() == Some("end");
    let is_row = is_row_line(line) && !begins_definition(raw);
    if is_row || is_closed {
        return Some(RowForm::Lines);
    }
    is_bare(raw).then_some(RowForm::Bare)
}

/// Whether a line is an item of a numbered list: `1. text`, `2) text`, `3-4. text`.
pub(super) fn is_numbered(line: &str) -> bool {
    after_number(line).is_some_and(|(_, rest)| {
        let rest = rest.trim_start_matches(['*', '_', '`']);
        let rest = rest.strip_prefix(['.', ')']).map(|rest| rest.trim_start_matches(['*', '_', '`']));
        rest.is_some_and(|rest| rest.starts_with([' ', '\t']))
    })
}

/// The first and the last number of an item of a numbered list.
pub(super) fn number_of(line: &str) -> Option<(u32, u32)> {
    let line = line.trim();
    let numbered = is_numbered(line).then(|| after_number(line)).flatten().map(|(numbers, _)| numbers);
    numbered.or_else(|| key_of_bullet(line))
}

/// The key of `- 1-3: text`.
fn key_of_bullet(line: &str) -> Option<(u32, u32)> {
    let rest = line.get(1..).filter(|_| is_bullet(line))?.trim_start();
    after_number(rest).filter(|(_, rest)| rest.trim_start().starts_with(':')).map(|(numbers, _)| numbers)
}

/// The keys of all bullets of a list; `None` where one has none.
fn keys_of_bullets(lines: &Lines<'_>, text: &str) -> Option<Vec<(u32, u32)>> {
    let mut ahead = lines.clone();
    let bullets = std::iter::from_fn(|| ahead.take().map(|range| text[range].trim()));
    bullets.take_while(|line| is_bullet(line)).map(key_of_bullet).collect()
}

/// Whether all bullets of a list have numbers as keys, each above the one before.
fn has_keys(lines: &Lines<'_>, text: &str) -> bool {
    let keys = keys_of_bullets(lines, text).unwrap_or_default();
    keys.len() > 1 && keys.iter().all(|(first, last)| first <= last) && keys.is_sorted_by(|a, b| a.1 < b.0)
}

/// Whether all bullets of a list begin with numbers, in whatever order: under a die they are keys.
pub(super) fn has_keys_in_any_order(lines: &Lines<'_>, text: &str) -> bool {
    keys_of_bullets(lines, text).is_some_and(|keys| keys.len() > 1)
}

/// Whether a number that is printed as `0`, `00` or `000` stands for the face behind the last number.
pub(super) fn is_last_face(number: u32, before: u32) -> bool {
    number == 0 && matches!(before, 9 | 99 | 999)
}

/// Whether a line begins with a number or a range and a blank: `3-4 text`.
pub(super) fn leads_with_number(line: &str) -> bool {
    is_numbered(line) || after_number(line).is_some_and(|(_, rest)| rest.starts_with([' ', '\t']))
}

/// The numbers that a line of a note begins with, where more follows: `1 text`, `2-3: text`, `4+ text`.
pub(super) fn counted_key(line: &str) -> Option<(u32, u32)> {
    let (numbers, rest) = after_number(line.trim())?;
    let rest = rest.strip_prefix('+').unwrap_or(rest);
    let rest = rest.strip_prefix(['.', ')', ':']).unwrap_or(rest).trim_start_matches(['*', '_', '`']);
    (rest.starts_with([' ', '\t']) && !rest.trim().is_empty()).then_some(numbers)
}

/// Whether lines up to a blank one begin with numbers, each above the one before.
pub(super) fn counts_up(text: &str, lines: &Lines<'_>) -> bool {
    let mut ahead = lines.clone();
    let (mut least, mut count) = (0, 0);
    while let Some(line) = ahead.take().map(|range| text[range].trim()).filter(|line| !line.is_empty()) {
        match counted_key(line) {
            Some((first, last)) if (count == 0 || first > least) && last >= first => {
                (least, count) = (last, count + 1);
            }
            Some(_) => return false,
            None if is_end(line) => break,
            None => return false,
        }
    }
    count > 1
}

/// The first and the last number of lines that count up, as far as [`counts_up`] looks.
pub(super) fn counted_ends(text: &str, lines: &Lines<'_>) -> Option<(u32, u32)> {
    counts_up(text, lines).then_some(())?;
    let mut ahead = lines.clone();
    let mut keys = std::iter::from_fn(|| counted_key(&text[ahead.take()?]));
    let (first, last) = keys.next()?;
    Some((first, keys.last().map_or(last, |(_, last)| last)))
}

/// The numbers from the first to the last that a line begins with, and what follows them.
fn after_number(line: &str) -> Option<((u32, u32), &str)> {
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    // In a quotation of a note each line begins with `>`.
    let line = line.trim_start_matches(['>', ' ', '\t']).trim_start_matches(['*', '_', '`']);
    let (first, rest) = line.split_at(digits(line));
    let first: u32 = first.parse().ok()?;
    let last = rest
        .trim_start_matches(' ')
        .strip_prefix(['-', '–', '—', '−'])
        // `4--6` is how some editors write the dash of a range.
        .map(|rest| rest.strip_prefix('-').unwrap_or(rest).trim_start_matches(' '));
    match last.map(|last| last.split_at(digits(last))) {
        Some((last, rest)) if !last.is_empty() => {
            let rest = rest.trim_start_matches(['*', '_', '`']);
            let last = if last.bytes().all(|digit| digit == b'0') { 100 } else { last.parse().ok()? };
            Some(((first, last), rest))
        }
        Some(_) | None => Some(((first, first), rest.trim_start_matches(['*', '_', '`']))),
    }
}

/// Whether lines begin with numbers that run on from 1 without a gap: then they are keys, and no amounts.
fn runs_in_numbers(text: &str, lines: &Lines<'_>) -> bool {
    let mut ahead = lines.clone();
    let (mut next, mut count) = (1, 0);
    while let Some(range) = ahead.take() {
        let line = text[range].trim();
        let Some(((first, last), rest)) = after_number(line) else { break };
        if first != next || last < first || !rest.starts_with([' ', '\t']) || line.contains('|') {
            return false;
        }
        next = last + 1;
        count += 1;
    }
    count > 1
}

/// Whether a line has cells with tabs between them.
pub(super) fn is_tabbed(line: &str) -> bool {
    let mut cells = line.split('\t');
    let first = cells.next().unwrap_or("").trim();
    !line.contains('|')
        && !first.is_empty()
        && !first.ends_with(':')
        && cells.any(|cell| !cell.trim().is_empty())
}

/// Whether a line may be a row as it stands: one that begins no definition and no statement.
pub(super) fn is_bare(raw: &str) -> bool {
    let line = raw.trim();
    let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    let begins =
        ["let", "for", "if", "with", "end", "else", "odds"].contains(&word) || words::is_starting(word);
    !line.is_empty() && !line.starts_with(['#', '|', ':', '=']) && !begins && !begins_definition(raw)
}

/// Whether a line is a row of a bullet list.
pub(super) fn is_bullet(line: &str) -> bool {
    let mut chars = line.chars();
    matches!(chars.next(), Some('-' | '*' | '•' | '+')) && chars.next().is_some_and(|c| c == ' ' || c == '\t')
}

/// Whether a line closes a table.
pub(super) fn is_end(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("end")
        && !line.contains(':')
        && words.next().is_none_or(|word| !word.starts_with('='))
}

/// Whether a line has a colon that could end a key, outside its text.
pub(super) fn is_row_line(line: &str) -> bool {
    line.find(':').is_some_and(|at| at > 0 && !line[..at].contains('"') && !line[..at].contains("=>"))
}
