//! Dice in the texts of a table, which are shown as they are written and rolled by nobody: `(d12 * 1000) cp`.

use std::ops::Range;

use super::shape::TableLayout;
use crate::base::Span;
use crate::check::Workspace;
use crate::check::program::ModuleId;
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, Edit, Fix, codes};
use crate::syntax::ast::{self, CellKind, Segment, TableBody, Text};

/// So many dice of a table are made live by one fix.
const MOST: usize = 100;

/// Dice in a text are shown as they stand. The first of a table are pointed at, and all of them are mended together,
/// but for those in texts that are told of already.
pub(super) fn unrolled_dice(
    reports: &mut Reports,
    ws: &Workspace,
    reading: &SourceReader<'_>,
    module: ModuleId,
    (table, layout): (&ast::Table, &TableLayout),
    told: &[Span],
) {
    let mut first = None;
    let mut edits: Vec<Edit> = Vec::new();
    let texts = shown_texts(ws, reading, module, (table, layout)).into_iter();
    for text in texts.filter(|text| !told.contains(&text.span)) {
        let written = reading.written(text.span);
        for WrittenDice { outer, inner } in dice_in(&written) {
            let dice = written.get(inner).unwrap_or_default();
            if !text.says(dice) {
                continue;
            }
            first.get_or_insert_with(|| (dice.to_owned(), text.span));
            let start = text.span.start as usize;
            // `[[1d6]]` is how chat programs roll within a text.
            let inline = written.get(..outer.start).is_some_and(|before| before.ends_with("[["))
                && written.get(outer.end..).is_some_and(|after| after.starts_with("]]"));
            let around = if inline { 2 } else { 0 };
            let span = Span::new(text.span.source, start + outer.start - around, start + outer.end + around);
            edits.push(Edit { span, text: live(dice) });
        }
        if edits.len() >= MOST {
            break;
        }
    }
    let Some((dice, span)) = first else { return };
    let message = format!("`{dice}` in a text is shown, not rolled");
    let title = match edits.len() {
        1 => format!("write {}", live(&dice)),
        2 => format!("write {}, and the other one in this table alike", live(&dice)),
        count => format!("write {}, and the other {} in this table alike", live(&dice), count - 1),
    };
    let mut report = Diagnostic::note_at(&codes::tables::DICE_IN_TEXT, span, message);
    report.fixes.push(Fix { title, edits, sure: false });
    reports.add(report);
}

/// Dice as a live part. Without blanks a cross is read as part of the die.
fn live(dice: &str) -> String {
    let text = dice.replace(" × ", "×").replace('×', " × ");
    match text.split_once('x').filter(|(before, _)| before.ends_with(|c: char| c.is_ascii_digit())) {
        Some((before, after)) => format!("{{{before} x {after}}}"),
        None => format!("{{{text}}}"),
    }
}

/// A text of a row that is shown.
struct ShownText<'t> {
    span: Span,
    /// Its parts; none where all of it is a literal.
    parts: Option<&'t Text>,
}

impl ShownText<'_> {
    /// Whether some part of it shows this, so that it is nothing that is worked out.
    fn says(&self, dice: &str) -> bool {
        self.parts.is_none_or(|text| {
            text.segments.iter().any(|part| match part {
                Segment::Literal(literal) => literal.contains(dice),
                Segment::Live(_) => false,
            })
        })
    }
}

/// The texts of a table's rows.
fn shown_texts<'t>(
    ws: &Workspace,
    reading: &SourceReader<'_>,
    module: ModuleId,
    (table, layout): (&'t ast::Table, &TableLayout),
) -> Vec<ShownText<'t>> {
    match &table.body {
        TableBody::Pipe { rows, .. } => {
            let cells = rows.iter().flat_map(|row| layout.shown(row));
            cells.filter_map(|cell| shown_cell(ws, module, cell)).collect()
        }
        TableBody::Lines(rows) | TableBody::Bullets(rows) => {
            // What an effect rolls may be said in the text before it.
            let rows = rows.iter().filter(|row| !rolls_what_it_says(reading, row));
            rows.map(|row| ShownText { span: row.text.span, parts: Some(&row.text) }).collect()
        }
    }
}

/// A cell that is text, by its look or for want of the unit that it names.
fn shown_cell<'t>(ws: &Workspace, module: ModuleId, cell: &'t ast::Cell) -> Option<ShownText<'t>> {
    match &cell.kind {
        CellKind::Text(text) => Some(ShownText { span: cell.span, parts: Some(text) }),
        CellKind::Value(value) if ws.unknown_quantity(module, value) => {
            Some(ShownText { span: cell.span, parts: None })
        }
        CellKind::Value(_) | CellKind::Blank => None,
    }
}

/// Whether the effect of a row rolls the dice that its text names: `2: Strength falls by 1d6 => who.str -= 1d6`.
fn rolls_what_it_says(reading: &SourceReader<'_>, row: &ast::LineRow) -> bool {
    let written = reading.written(row.span);
    let Some((said, does)) = written.split_once(" => ").filter(|_| row.effects.is_some()) else {
        return false;
    };
    let dice = dice_in(said).into_iter().next().and_then(|dice| said.get(dice.inner));
    dice.is_some_and(|dice| does.contains(dice.trim_start_matches('1')))
}

/// Dice that a text writes, with what is added to them or multiplied.
struct WrittenDice {
    /// With the brackets around them.
    outer: Range<usize>,
    /// Without.
    inner: Range<usize>,
}

/// The dice that a text writes outside of braces: `2d6`, `2d6+1`, `2d6 × 10`, `(d12 * 1000)`.
fn dice_in(text: &str) -> Vec<WrittenDice> {
    let mut found: Vec<WrittenDice> = Vec::new();
    let mut depth = 0usize;
    let mut before: Option<char> = None;
    let mut done = 0;
    for (at, letter) in text.char_indices() {
        let free = before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | '{'));
        match letter {
            '{' if before != Some('\\') => depth += 1,
            '}' if before != Some('\\') => depth = depth.saturating_sub(1),
            _ if depth == 0 && free && at >= done => {
                if let Some(dice) = dice_at(text, at) {
                    done = dice.outer.end;
                    found.push(dice);
                }
            }
            _ => {}
        }
        before = Some(letter);
    }
    found
}

/// The dice that begin at a place of a text.
fn dice_at(text: &str, at: usize) -> Option<WrittenDice> {
    let rest = text.get(at..)?;
    let mut length = die_length(rest);
    if length == 0 {
        return None;
    }
    while let Some(more) = rest.get(length..).map(addend_length).filter(|more| *more > 0) {
        length += more;
    }
    let inner = at..at + length;
    let bracketed = text.get(..at)?.ends_with('(') && text.get(inner.end..)?.starts_with(')');
    // `2(d6)` and `f(d6)` need theirs.
    let apart = !text.get(..at.saturating_sub(1))?.ends_with(char::is_alphanumeric);
    let outer = if bracketed && apart { at - 1..inner.end + 1 } else { inner.clone() };
    Some(WrittenDice { outer, inner })
}

/// How long the die is with which a text begins; 0 where it begins with none.
fn die_length(text: &str) -> usize {
    let count = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let Some(sides) = text.get(count..).and_then(|rest| rest.strip_prefix('d')) else { return 0 };
    let digits = sides.len() - sides.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = if sides.starts_with('%') { 1 } else { digits };
    let rest = sides.get(length..).unwrap_or("");
    let ends = !rest.starts_with(char::is_alphabetic) || factor_length(rest) > 0;
    if length > 0 && ends { count + 1 + length } else { 0 }
}

/// How long `x10` is at the beginning of a text; 0 where it begins with nothing like it.
fn factor_length(text: &str) -> usize {
    let Some(number) = text.strip_prefix('x') else { return 0 };
    let digits = number.len() - number.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let ends = number.get(digits..).is_none_or(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()));
    if digits > 0 && ends { 1 + digits } else { 0 }
}

/// How long `+1`, `- 2d4` or ` × 10` is at the beginning of a text; 0 where it begins with nothing like it.
fn addend_length(text: &str) -> usize {
    let blanks = text.len() - text.trim_start_matches(' ').len();
    let rest = text.get(blanks..).unwrap_or("");
    let Some(sign) = rest.chars().next().filter(|c| matches!(c, '+' | '-' | '×' | '*' | 'x')) else {
        return 0;
    };
    let behind = rest.get(sign.len_utf8()..).unwrap_or("");
    let more = behind.len() - behind.trim_start_matches(' ').len();
    // `3d6 - 5 of them` is no sum, `2d6-1` is; a cross multiplies only with blanks around it.
    let multiplies = matches!(sign, '*' | '×');
    if sign == 'x' && blanks == 0 {
        return factor_length(rest);
    }
    if blanks != more && !multiplies {
        return 0;
    }
    let value = behind.get(more..).unwrap_or("");
    let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = die_length(value).max(digits);
    let ends = value.get(length..).is_none_or(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()));
    if length > 0 && ends { blanks + sign.len_utf8() + more + length } else { 0 }
}
