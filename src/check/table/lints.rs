//! What can be seen wrong in a table without asking what its dice can make.

use super::loose_weights::loose_weights;
use super::said_rolls::said_rolls;
use super::shape::{ColumnRole, TableLayout};
use crate::base::{Num, Span};
use crate::check::Workspace;
use crate::check::program::{Match, ModuleId, Row};
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, CellKind, Segment, TableBody, TableKind};

/// `1,5` as `1.5`, where a cell looks like a number with a decimal comma.
fn decimal_comma(raw: &str) -> Option<String> {
    let (whole, part) = raw.trim().split_once(',')?;
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let sign_off = whole.trim_start_matches(['+', '-', '−']);
    (digits(sign_off) && digits(part) && part.len() < 3).then(|| format!("{whole}.{part}"))
}

/// The first dice that a text writes, with what is added to them or multiplied: `2d6`, `2d6+1`, `2d6 × 10`.
fn dice_in(text: &str) -> Option<String> {
    let start = text.char_indices().map(|(at, _)| at).find(|at| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        let free = before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | '{'));
        free && text.get(*at..).is_some_and(|rest| die_length(rest) > 0)
    })?;
    let rest = text.get(start..)?;
    let mut end = die_length(rest);
    while let Some(length) = rest.get(end..).map(addend_length).filter(|length| *length > 0) {
        end += length;
    }
    rest.get(..end).map(str::to_owned)
}

/// How long the die is with which a text begins; 0 where it begins with none.
fn die_length(text: &str) -> usize {
    let count = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let Some(sides) = text.get(count..).and_then(|rest| rest.strip_prefix('d')) else { return 0 };
    let digits = sides.len() - sides.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = if sides.starts_with('%') { 1 } else { digits };
    let ends = sides.get(length..).is_none_or(|rest| !rest.starts_with(char::is_alphabetic));
    if length > 0 && ends { count + 1 + length } else { 0 }
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
    if blanks != more || sign == 'x' && blanks == 0 {
        return 0;
    }
    let value = behind.get(more..).unwrap_or("");
    let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = die_length(value).max(digits);
    let ends = value.get(length..).is_none_or(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()));
    if length > 0 && ends { blanks + sign.len_utf8() + more + length } else { 0 }
}

fn no_weight_at_all(reports: &mut Reports, table: &ast::Table, rows: &[Row]) {
    if rows.iter().all(|row| row.weight.is_zero()) {
        let message = format!("every row of `{}` has weight 0, so none can come up", table.name.text);
        reports.add(Diagnostic::error(&codes::tables::WEIGHT, table.head, message));
    }
}

/// A text among numbers, and numbers with a decimal comma.
fn lint_column(reports: &mut Reports, at: usize, rows: &[ast::PipeRow]) {
    let mut numbers = 0_usize;
    let mut texts: Vec<&ast::Cell> = Vec::new();
    for cell in rows.iter().filter_map(|row| row.cells.get(at)) {
        match &cell.kind {
            CellKind::Value(_) => numbers += 1,
            // One live part alone gives what it gives.
            CellKind::Text(text) if matches!(text.segments.as_slice(), [Segment::Live(_)]) => {}
            CellKind::Text(_) => {
                texts.push(cell);
                // In the first column, `3,4` is a key of two numbers.
                if let Some(point) = decimal_comma(cell.raw()).filter(|_| at > 0) {
                    let message = format!("`{}` is read as text", cell.raw());
                    let report = Diagnostic::note_at(&codes::tables::DECIMAL_COMMA, cell.span, message);
                    let report =
                        report.help(format!("if it is a number, write {point}; a comma separates thousands"));
                    reports.add(report.fix(format!("write {point}"), cell.span, point));
                }
            }
            CellKind::Blank => {}
        }
    }
    if let ([text], true) = (texts.as_slice(), numbers >= 3)
        && decimal_comma(text.raw()).is_none()
    {
        let message = format!("`{}` is text in a column of numbers", text.raw());
        let report = Diagnostic::warning(&codes::tables::TEXT_AMONG_NUMBERS, text.span, message);
        reports.add(
            report.help("arithmetic with this cell will fail; leave it blank or put `—` where there is none"),
        );
    }
}

/// A column that rises or falls with the key, but for one row.
fn bands(reports: &mut Reports, at: usize, rows: &[Row]) {
    let values: Option<Vec<Num>> = rows.iter().map(|row| row.cells.get(at)?.literal()?.number()).collect();
    let Some(values) = values else { return };
    let numbered = rows.iter().all(|row| matches!(row.key.matches.as_slice(), [Match::Numbers(..)]));
    if values.len() < 5 || !numbered {
        return;
    }
    let steps: Vec<std::cmp::Ordering> = values
        .windows(2)
        .map(|pair| match pair {
            [a, b] => b.cmp(a),
            _ => std::cmp::Ordering::Equal,
        })
        .collect();
    let against = |way: std::cmp::Ordering| {
        let wrong: Vec<usize> =
            steps.iter().enumerate().filter(|(_, step)| **step == way).map(|(at, _)| at).collect();
        let right = steps.iter().filter(|step| **step == way.reverse()).count();
        match wrong.as_slice() {
            [at] if right >= 3 && right + 1 >= steps.len() => Some(*at + 1),
            _ => None,
        }
    };
    let odd = against(std::cmp::Ordering::Less).or_else(|| against(std::cmp::Ordering::Greater));
    if let Some(row) = odd.and_then(|at| rows.get(at))
        && let Some(cell) = row.cells.get(at)
    {
        let message = "this value breaks the order of its column";
        let report = Diagnostic::warning(&codes::tables::BANDS, cell.span, message);
        reports.add(report.help("all the others rise or fall with the key; is there a typo?"));
    }
}

/// Whether a cell is text, by its look or for want of the unit that it names.
fn is_shown_as_text(ws: &Workspace, module: ModuleId, cell: &ast::Cell) -> bool {
    match &cell.kind {
        CellKind::Text(text) => text.is_literal(),
        CellKind::Value(value) => ws.unknown_quantity(module, value),
        CellKind::Blank => false,
    }
}

/// Whether the effect of a row rolls the dice that its text names: `2: Strength falls by 1d6 => who.str -= 1d6`.
fn rolls_what_it_says(reading: &SourceReader<'_>, row: &ast::LineRow) -> bool {
    let said = row.text.segments.iter().find_map(|part| match part {
        ast::Segment::Literal(text) => dice_in(text),
        ast::Segment::Live(_) => None,
    });
    let written = reading.written(row.span);
    let does = written.split_once(" => ").map_or("", |(_, does)| does);
    row.effects.is_some() && said.is_some_and(|dice| does.contains(dice.trim_start_matches('1')))
}

/// Dice in a text are shown as they stand. The first such text of a table is pointed at.
fn unrolled_dice(
    reports: &mut Reports,
    ws: &Workspace,
    reading: &SourceReader<'_>,
    module: ModuleId,
    table: &ast::Table,
) {
    let texts: Vec<(&str, Span)> = match &table.body {
        TableBody::Pipe { rows, .. } => {
            // The first is the key.
            let cells = rows.iter().flat_map(|row| row.cells.iter().skip(1));
            let shown = cells.filter(|cell| is_shown_as_text(ws, module, cell));
            shown.map(|cell| (cell.raw(), cell.span)).collect()
        }
        TableBody::Lines(rows) | TableBody::Bullets(rows) => {
            // What an effect rolls may be said in the text before it.
            let rows = rows.iter().filter(|row| !rolls_what_it_says(reading, row));
            let literals =
                rows.flat_map(|row| row.text.segments.iter().map(move |part| (part, row.text.span)));
            let literals = literals.filter_map(|(part, span)| match part {
                ast::Segment::Literal(text) => Some((text.as_str(), span)),
                ast::Segment::Live(_) => None,
            });
            literals.collect()
        }
    };
    let Some((dice, span)) = texts.into_iter().find_map(|(text, span)| Some((dice_in(text)?, span))) else {
        return;
    };
    let source = reading.written(span);
    let message = format!("`{dice}` in a text is shown, not rolled");
    let mut report = Diagnostic::note_at(&codes::tables::DICE_IN_TEXT, span, message);
    if let Some(at) = source.find(&dice) {
        let start = span.start as usize + at;
        let place = Span::new(span.source, start, start + dice.len());
        // Without blanks a cross is read as part of the die.
        let live = dice.replace(" × ", "×").replace('×', " × ");
        report = report.fix(format!("write {{{live}}}"), place, format!("{{{live}}}"));
    }
    reports.add(report);
}

/// Looks at the rows as a whole.
pub(super) fn lint_rows(
    reports: &mut Reports,
    ws: &Workspace,
    reading: &SourceReader<'_>,
    module: ModuleId,
    table: &ast::Table,
    rows: &[Row],
    layout: &TableLayout,
) {
    if rows.is_empty() {
        let message = format!("`{}` has no rows", table.name.text);
        let report = Diagnostic::error(&codes::tables::EMPTY, table.head, message);
        reports.add(report.help("write one row per line: `| 1 | text |`, `1: text`, or `- text`"));
        return;
    }
    no_weight_at_all(reports, table, rows);
    if let TableBody::Pipe { rows: written, .. } = &table.body {
        let results = layout.roles.iter().enumerate().filter(|(_, role)| **role == ColumnRole::Result);
        for (at, _) in results {
            lint_column(reports, at, written);
        }
    }
    if ws.is_own(module) {
        unrolled_dice(reports, ws, reading, module, table);
        said_rolls(reports, ws, reading, module, table);
        loose_weights(reports, reading, table);
    }
    if table.kind == TableKind::Chart {
        let count = rows.first().map_or(0, |row| row.cells.len());
        for at in 0..count {
            bands(reports, at, rows);
        }
    }
}
