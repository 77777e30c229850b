//! Rows that claim the same result, and charts that leave a hole between their rows: looked for once all
//! changes are made.

use rustc_hash::FxHashMap;

use super::rows::row_head;
use super::two_dice::two_dice;
use crate::base::{Num, Span};
use crate::check::program::{Expr, Literal, Match, Program, Row, RowKey, Table, TableId, held_always};
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, Edit, codes};
use crate::syntax::ast::TableKind;

/// Numbers from … to …, with what claims them: the place of a key, a heading or a cell among its like.
type Claim = (Option<Num>, Option<Num>, usize);

/// What reports on the numbers that lie between the claims of a chart: an error where ranges or open ends
/// show that all numbers are meant, a warning where only one of a row of numbers is left out.
fn hole_of(
    table: &Table,
    what: &str,
    claims: &[Claim],
    place: &dyn Fn(usize) -> Option<(String, Span)>,
) -> Vec<Diagnostic> {
    let mut sorted = claims.to_vec();
    sorted.sort();
    let step = step_of(&sorted, place);
    let all_meant = sorted.iter().any(|(low, high, _)| low != high || low.is_none());
    let holes: Vec<(Num, Num, usize)> = between(&sorted, step);
    let told = if all_meant { holes } else { left_out(&sorted, &holes) };
    // For each place, its first claim and how many it has.
    let mut of_place: FxHashMap<usize, (Option<Num>, usize)> = FxHashMap::default();
    for (low, _, at) in claims {
        of_place.entry(*at).or_insert((*low, 0)).1 += 1;
    }
    let reports = told.into_iter().filter_map(|(first, last, before)| {
        let (text, span) = place(before)?;
        let shown = if first == last { first.to_string() } else { format!("{first} to {last}") };
        let name = &table.def.name;
        let message = format!("`{name}` has no {what} for {shown}");
        let report = if all_meant {
            Diagnostic::error(&codes::tables::HOLE, span, message)
        } else {
            Diagnostic::warning(&codes::tables::HOLE, span, message)
        };
        let mut report = report.here(format!("nothing follows this {what}"));
        report = report.help(format!("add a {what}, with `—` for nothing, or extend a neighbouring one"));
        if table.clamp {
            report = report.note("`clamp` covers the ends, never a hole in the middle");
        }
        let (low, many) = *of_place.get(&before)?;
        Some(match low.filter(|_| many == 1) {
            Some(low) if all_meant => {
                let wider = if low.is_negative() || last.is_negative() {
                    format!("{low} to {last}")
                } else {
                    format!("{low}-{last}")
                };
                report.fix(format!("extend {text} to {wider}"), span, wider)
            }
            Some(_) | None => report,
        })
    });
    reports.collect()
}

/// The finest step that the ends of claims show: 1 for whole numbers, a hundredth for percentages.
fn step_of(claims: &[Claim], place: &dyn Fn(usize) -> Option<(String, Span)>) -> Num {
    let ends = claims.iter().flat_map(|(low, high, _)| [*low, *high]).flatten();
    let common = ends.fold(1_i64, |common, end| {
        num_integer::lcm(i128::from(common), i128::from(end.denominator())).try_into().unwrap_or(i64::MAX)
    });
    let percent = claims.iter().any(|claim| place(claim.2).is_some_and(|(text, _)| text.contains('%')));
    let common = if percent { num_integer::lcm(i128::from(common), 100) } else { i128::from(common) };
    Num::ratio(1, common).unwrap_or(Num::ONE)
}

/// The numbers between sorted claims that none of them holds, with the claim before.
fn between(claims: &[Claim], step: Num) -> Vec<(Num, Num, usize)> {
    let mut holes = Vec::new();
    let mut reach: Option<(Option<Num>, usize)> = None;
    for (low, high, at) in claims {
        if let (Some((Some(end), before)), Some(low)) = (reach, low)
            && let (Ok(first), Ok(last)) = (end.add(step), low.sub(step))
            && first <= last
        {
            holes.push((first, last, before));
        }
        let further = reach.is_none_or(|(end, _)| end.is_some() && (high.is_none() || *high > end));
        if further {
            reach = Some((*high, *at));
        }
    }
    holes
}

/// The one number left out of a row of single numbers that are otherwise equally far apart: most likely a
/// slip.
fn left_out(claims: &[Claim], holes: &[(Num, Num, usize)]) -> Vec<(Num, Num, usize)> {
    let numbers: Vec<(Num, usize)> = claims.iter().filter_map(|(low, _, at)| Some(((*low)?, *at))).collect();
    let pairs = numbers.iter().zip(numbers.iter().skip(1));
    let gaps: Vec<Num> = pairs.filter_map(|((a, _), (b, _))| b.sub(*a).ok()).collect();
    let usual = gaps.iter().min().copied().unwrap_or(Num::ZERO);
    let odd: Vec<usize> =
        gaps.iter().enumerate().filter(|(_, gap)| **gap != usual).map(|(at, _)| at).collect();
    let ([one], true) = (odd.as_slice(), usual == Num::ONE && gaps.len() >= 4) else { return Vec::new() };
    let doubled = gaps.get(*one).copied() == usual.add(usual).ok();
    let before = numbers.get(*one).map(|(_, at)| *at);
    holes.iter().filter(|hole| doubled && Some(hole.2) == before).copied().collect()
}

/// The claims of keys that hold numbers.
fn claims_of(keys: &[(usize, &RowKey)]) -> Vec<Claim> {
    let parts = keys.iter().flat_map(|(at, key)| key.matches.iter().map(move |part| (*at, part)));
    let numbers = parts.filter_map(|(at, part)| match part {
        Match::Numbers(low, high) => Some((*low, *high, at)),
        Match::Word(_) => None,
    });
    numbers.collect()
}

/// Which keys hold the same number or word, in pairs.
fn overlapping(keys: &[(usize, &RowKey)]) -> Vec<(usize, usize)> {
    let mut told = reaching(claims_of(keys));
    let parts = keys.iter().flat_map(|(at, key)| key.matches.iter().map(move |part| (*at, part)));
    let mut words: Vec<(String, usize)> = parts
        .filter_map(|(at, part)| match part {
            Match::Word(word) => Some((word.to_lowercase(), at)),
            Match::Numbers(..) => None,
        })
        .collect();
    words.sort();
    for pair in words.windows(2) {
        if let [(first, a), (second, b)] = pair
            && first == second
        {
            told.push((*a.min(b), *a.max(b)));
        }
    }
    told.sort_unstable();
    told.dedup();
    told
}

/// Which claims reach into one another.
fn reaching(mut claims: Vec<Claim>) -> Vec<(usize, usize)> {
    let mut told = Vec::new();
    // An open low end sorts first, as `None` does.
    claims.sort();
    let mut widest: Option<(Option<Num>, usize)> = None;
    for (low, high, at) in claims {
        if let Some((end, other)) = widest
            && reaches(end, low)
        {
            told.push((other.min(at), other.max(at)));
        }
        let further = widest.is_none_or(|(end, _)| end.is_some() && (high.is_none() || high > end));
        if further {
            widest = Some((high, at));
        }
    }
    told
}

/// Whether a range that ends at `end` reaches one that begins at `low`.
fn reaches(end: Option<Num>, low: Option<Num>) -> bool {
    match (end, low) {
        (None, _) | (_, None) => true,
        (Some(end), Some(low)) => low <= end,
    }
}

/// Whether the ranges of these rows are bands of a scale: they rise from cell to cell, and most begin where
/// the one before ends.
fn are_bands<'c>(rows: impl Iterator<Item = &'c [Claim]>) -> bool {
    let (mut joined, mut apart) = (0_usize, 0_usize);
    for claims in rows {
        for pair in claims.windows(2) {
            // Only the first may have no low end, and only the last no high end.
            let [(low, Some(high), _), (Some(next), end, _)] = pair else { return false };
            if low.is_some_and(|low| *next <= low) || end.is_some_and(|end| end <= *high) {
                return false;
            }
            match next.sub(*high) {
                Ok(gap) if gap.is_zero() || gap == Num::ONE => joined += 1,
                Ok(_) | Err(_) => apart += 1,
            }
        }
    }
    joined > apart
}

/// The bounds of a cell that is a range of known numbers, or one of them.
fn range_of(cell: &Expr) -> Option<(Option<Num>, Option<Num>)> {
    let literal = cell.literal()?;
    if let Literal::Range(low, high) = literal {
        return Some((*low, *high));
    }
    literal.number().map(|number| (Some(number), Some(number)))
}

/// Two unguarded rows for one result: which one is meant?
fn overlaps(reports: &mut Reports, reading: &SourceReader<'_>, table: &Table) {
    let rows = &table.rows;
    let unguarded = rows.iter().enumerate().filter(|(_, row)| row.guard.is_none());
    let keys: Vec<(usize, &RowKey)> = unguarded.map(|(at, row)| (at, &row.key)).collect();
    let found = overlapping(&keys);
    if let Some(report) = (!found.is_empty()).then(|| two_dice(reading, table)).flatten() {
        return reports.add(report);
    }
    if let Some(report) = shared_ends(table, &found) {
        return reports.add(report);
    }
    for (first, second) in found {
        let (Some(first), Some(second)) = (rows.get(first), rows.get(second)) else { continue };
        let (a, b) = (&first.key.text, &second.key.text);
        let message = if first.span == second.span {
            format!("the key {a} names a result twice")
        } else {
            format!("rows {a} and {b} overlap")
        };
        let report = Diagnostic::error(&codes::tables::OVERLAP, row_head(second), message);
        let report = report.here("this row").label(row_head(first), "and this one");
        reports.add(report.help("each result needs exactly one row; only rows with `when` may overlap"));
    }
}

/// Rows of which each begins where the one before ends: `1-5`, `5-10`, `10-15`.
fn shared_ends(table: &Table, found: &[(usize, usize)]) -> Option<Diagnostic> {
    let range = |at: usize| {
        let row = table.rows.get(at)?;
        let [Match::Numbers(Some(low), Some(high))] = row.key.matches.as_slice() else { return None };
        (low < high).then_some((row, *low, *high))
    };
    let dash = |row: &Row| row.key.text.chars().find(|c| matches!(c, '–' | '—')).unwrap_or('-');
    let written = |row: &Row, low: Num, high: Num| Edit {
        span: row.key.span,
        text: if low == high { low.to_string() } else { format!("{low}{}{high}", dash(row)) },
    };
    let (mut later, mut earlier) = (Vec::new(), Vec::new());
    for (first, second) in found {
        let ((one, low, high), (next, from, to)) = (range(*first)?, range(*second)?);
        if high != from || table.changed.is_some() {
            return None;
        }
        later.push(written(next, from.add(Num::ONE).ok()?, to));
        earlier.push(written(one, low, high.sub(Num::ONE).ok()?));
    }
    let (first, second) = found.first()?;
    let ((one, ..), (next, from, _)) = (range(*first)?, range(*second)?);
    let (a, b) = (&one.key.text, &next.key.text);
    let message = format!("rows {a} and {b} overlap: both hold {from}");
    let report = Diagnostic::error(&codes::tables::OVERLAP, row_head(next), message);
    let report = report.here("this row").label(row_head(one), "and this one");
    Some(
        report
            .fix_all("begin each row behind the one before", later)
            .fix_all("end each row before the one behind", earlier),
    )
}

fn holes(
    reports: &mut Reports,
    table: &Table,
    what: &str,
    claims: &[Claim],
    place: &dyn Fn(usize) -> Option<(String, Span)>,
) {
    reports.extend(hole_of(table, what, claims, place));
}

/// Numbers between the rows of a chart that none of them holds.
fn chart_rows(reports: &mut Reports, program: &Program, table: &Table) {
    let unguarded = table.rows.iter().enumerate().filter(|(_, row)| row.guard.is_none());
    let keys: Vec<(usize, &RowKey)> = unguarded.map(|(at, row)| (at, &row.key)).collect();
    let mut claims = claims_of(&keys);
    if table.rows.iter().any(|row| row.guard.is_some()) {
        // Rows of which one holds in every case leave no hole.
        let row_of = |low: &Option<Num>| {
            let begins = |row: &Row| {
                row.key.matches.iter().any(|part| match part {
                    Match::Numbers(from, to) => {
                        from <= low && to.is_none_or(|to| low.is_none_or(|low| low <= to))
                    }
                    Match::Word(_) => false,
                })
            };
            table.rows.iter().position(begins).unwrap_or(0)
        };
        let held = held_always(program, &table.rows);
        claims.extend(held.iter().map(|(low, high)| (*low, *high, row_of(low))));
    }
    let place = |at: usize| table.rows.get(at).map(|row| (row.key.text.to_string(), row_head(row)));
    holes(reports, table, "row", &claims, &place);
}

/// The same for the second keys of a chart, which stand over its columns.
fn chart_headings(reports: &mut Reports, table: &Table) {
    let Some(headings) = &table.column_keys else { return };
    let keys: Vec<(usize, &RowKey)> = headings.iter().enumerate().collect();
    for (first, second) in overlapping(&keys) {
        let (Some(first), Some(second)) = (headings.get(first), headings.get(second)) else { continue };
        let message = format!("columns {} and {} overlap", first.text, second.text);
        let report = Diagnostic::error(&codes::tables::OVERLAP, second.span, message);
        let report = report.here("this column").label(first.span, "and this one");
        reports.add(report.help("each result needs exactly one column"));
    }
    let place = |at: usize| headings.get(at).map(|key| (key.text.to_string(), key.span));
    holes(reports, table, "column", &claims_of(&keys), &place);
}

/// The same for the ranges that stand in the rows of a chart, where the second key is a number. They are
/// taken for bands of one scale where most of them follow one another.
fn chart_cells(reports: &mut Reports, reading: &SourceReader<'_>, table: &Table) {
    if table.column_keys.is_none() {
        return;
    }
    let bands = |row: &Row| -> Vec<Claim> {
        let ranges = row.cells.iter().enumerate();
        ranges.filter_map(|(at, cell)| range_of(cell).map(|(low, high)| (low, high, at))).collect()
    };
    let rows: Vec<(&Row, Vec<Claim>)> = table.rows.iter().map(|row| (row, bands(row))).collect();
    if !are_bands(rows.iter().map(|(_, claims)| claims.as_slice())) {
        return;
    }
    for (row, claims) in rows {
        let place = |at: usize| {
            let cell = row.cells.get(at)?;
            Some((reading.written(cell.span).trim().to_owned(), cell.span))
        };
        for (first, second) in reaching(claims.clone()) {
            let (Some((first, at)), Some((second, here))) = (place(first), place(second)) else {
                continue;
            };
            let message = format!("{first} and {second} overlap in the row {}", row.key.text);
            let report = Diagnostic::error(&codes::tables::OVERLAP, here, message);
            let report = report.here("this cell").label(at, "and this one");
            reports.add(report.help("each result needs exactly one cell"));
        }
        holes(reports, table, "cell", &claims, &place);
    }
}

/// Proves the rows of a table against each other, and what a chart is looked up by against holes.
pub(in crate::check) fn prove_rows(
    reports: &mut Reports,
    program: &Program,
    reading: &SourceReader<'_>,
    id: TableId,
) {
    let table = program.table(id);
    match table.kind {
        TableKind::Table => overlaps(reports, reading, &table),
        TableKind::Chart => {
            overlaps(reports, reading, &table);
            chart_rows(reports, program, &table);
            chart_headings(reports, &table);
            chart_cells(reports, reading, &table);
        }
        TableKind::Deck | TableKind::Each => {}
    }
}
