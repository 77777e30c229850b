//! Two columns of keys, one for each of two dice: their numbers stand as one under `d66`.

use crate::base::{Num, Span};
use crate::check::program::{Literal, Match, Row, Table};
use crate::check::reading::SourceReader;
use crate::diag::{Certainty, Diagnostic, Edit, Fix, codes};
use crate::syntax::dice_of_word;

/// The report on rows that two dice pick between them, where the second column is headed by a die: only the first is
/// looked at.
pub(super) fn two_dice(reading: &SourceReader<'_>, table: &Table) -> Option<Diagnostic> {
    // The column of rows without bars is called after the table: `Moor (d6)`.
    let second = table.columns.first().filter(|column| {
        reading.before(column.span).trim_end_matches([' ', '\t', '*', '_', '(']).ends_with('|')
    })?;
    let die = table.die.as_ref()?;
    let (first_sides, second_sides) = (sides_in(&reading.written(die.span))?, sides_in(&second.heading)?);
    let message = format!("only the first die picks a row, and `{}` is a result", second.heading);
    let report =
        Diagnostic::error(&codes::tables::OVERLAP, second.span, message).label(die.span, "the first die");
    if (first_sides, second_sides) != (6, 6) {
        return Some(
            report.help("write each table of the second die by itself, and roll it in the rows of the first"),
        );
    }
    let report = report.help("two dice that are read as digits are `d66`: `11-13` is a 1, then 1 to 3");
    Some(match as_digits(reading, table, die.span, second.span) {
        Some(edits) => {
            let title = "write both dice as one key of `d66`".to_owned();
            let mut report = report;
            report.fixes.push(Fix { title, edits, certainty: Certainty::Likely });
            report
        }
        None => report,
    })
}

/// How many sides the die has that a heading names: `First d6`, `d6`.
fn sides_in(heading: &str) -> Option<u32> {
    let mut dice = heading.split_whitespace().filter_map(dice_of_word);
    let (count, sides) = dice.next()?;
    (count == 1 && dice.next().is_none()).then_some(sides)
}

/// The edits that make one column of the two.
fn as_digits(reading: &SourceReader<'_>, table: &Table, first: Span, second: Span) -> Option<Vec<Edit>> {
    let last = table.columns.last()?.span;
    let row = table.rows.first()?;
    let between = Span { start: last.end, end: row.span.start, ..row.span };
    let written = reading.written(between);
    let line = written.find('\n')? + 1;
    let mut bars = written.get(line..)?.match_indices('|').map(|(bar, _)| line + bar);
    let (from, to) = (bars.next()?, bars.next()?);
    let place = |at: usize| last.end.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
    let joined = |from: Span, to: Span, text: String| Edit { span: Span { end: to.end, ..from }, text };
    let mut edits = vec![
        joined(heading_of(reading, first), second, "d66".to_owned()),
        Edit { span: Span { start: place(from), end: place(to), ..last }, text: String::new() },
    ];
    for row in &table.rows {
        edits.push(joined(row.key.span, row.cells.first()?.span, key_of(row)?));
    }
    Some(edits)
}

/// The beginning of the heading that a die stands in: `First d6`.
fn heading_of(reading: &SourceReader<'_>, die: Span) -> Span {
    let before = reading.before(die);
    let words = before.rfind('|').map_or("", |bar| before.get(bar + 1..).unwrap_or("")).trim_start();
    let start = die.start.saturating_sub(u32::try_from(words.len()).unwrap_or(0));
    Span { start, ..die }
}

/// The key of a row under `d66`: of 1-2 and 4-6, `14-16, 24-26`.
fn key_of(row: &Row) -> Option<String> {
    let [Match::Numbers(Some(low), Some(high))] = row.key.matches.as_slice() else { return None };
    let cell = row.cells.first()?.literal()?;
    let (from, to) = if let Literal::Range(low, high) = cell {
        ((*low)?, (*high)?)
    } else {
        let only = cell.number()?;
        (only, only)
    };
    let face = |number: Num| number.as_int().filter(|face| (1..=6).contains(face));
    let (from, to) = (face(from)?, face(to)?);
    let keys = (face(*low)?..=face(*high)?)
        .map(|tens| if from == to { format!("{tens}{from}") } else { format!("{tens}{from}-{tens}{to}") });
    Some(keys.collect::<Vec<_>>().join(", "))
}
