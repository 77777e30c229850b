//! Numbers before or behind the rows of a list that are meant as weights, and are none.

use super::shares::{Share, ShareSort, share_in};
use crate::base::{Num, Span};
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Certainty, Diagnostic, Edit, Fix, codes};
use crate::syntax::ast::{self, KeyPart, LineRow, TableBody, TableKind};

/// Points at weights that are read as something else: as text (`- 3 x wolf`, `- 50% rain`, `- sun x2`), or as the
/// numbers of cards (`5: plague` in a deck).
pub(super) fn loose_weights(reports: &mut Reports, reading: &SourceReader<'_>, table: &ast::Table) {
    match &table.body {
        TableBody::Bullets(rows) if table.kind != TableKind::Each => in_text(reports, reading, rows),
        TableBody::Lines(rows) if table.kind == TableKind::Deck => as_keys(reports, reading, table, rows),
        // `1. 60% rain` on a d2: the numbers of a list are its keys.
        TableBody::Lines(rows) if table.kind == TableKind::Table => beside_keys(reports, reading, rows),
        TableBody::Lines(_) | TableBody::Pipe { .. } | TableBody::Bullets(_) => {}
    }
}

/// Percentages in the texts of rows that are numbered one by one.
fn beside_keys(reports: &mut Reports, reading: &SourceReader<'_>, rows: &[LineRow]) {
    let is_share = |row: &LineRow| {
        let one = matches!(row.key.parts.as_slice(), [KeyPart::One(_)]);
        one && share_in(&reading.written(row.text.span))
            .is_some_and(|share| share.sort == ShareSort::Percent && share.leads)
    };
    let Some(first) = rows.first().filter(|_| rows.len() > 1 && rows.iter().all(is_share)) else { return };
    let text = reading.written(first.text.span);
    let message = format!("`{text}` is text: the row is as likely as its number");
    let report = Diagnostic::warning(&codes::tables::LOOSE_WEIGHT, first.text.span, message);
    reports.add(report.help("for shares, write a list without numbers and with weights: `- 60x rain`"));
}

/// Rows whose texts say how likely they are, with the number of rows besides.
struct LooseRows<'t> {
    found: Vec<(&'t LineRow, Share)>,
    rows: usize,
}

impl LooseRows<'_> {
    /// Whether all rows have a share of this sort, which make a hundred percent together.
    fn make_all(&self, sort: ShareSort) -> bool {
        let numbers = self.found.iter().filter(|(_, share)| share.sort == sort);
        let numbers: Option<Vec<Num>> = numbers.map(|(_, share)| share.number.parse().ok()).collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.len() == self.rows) else { return false };
        let sum = numbers.iter().try_fold(Num::ZERO, |sum, number| sum.add(*number));
        sum == Ok(Num::int(100))
    }

    /// Whether every row has a share of this sort.
    fn all_have(&self, sort: ShareSort) -> bool {
        self.rows > 1 && self.found.iter().filter(|(_, share)| share.sort == sort).count() == self.rows
    }
}

fn in_text(reports: &mut Reports, reading: &SourceReader<'_>, rows: &[LineRow]) {
    let shares = rows.iter().filter(|row| row.key.text.is_empty()).filter_map(|row| {
        let share = share_in(&reading.written(row.text.span))?;
        Some((row, share))
    });
    let rows = LooseRows { found: shares.collect(), rows: rows.len() };
    let sort = ShareSort::Percent;
    let said = |row: &LineRow| {
        let text = reading.written(row.text.span);
        format!("`{text}` is text: the row is no likelier than another")
    };
    let first = |which: &dyn Fn(&Share) -> bool| rows.found.iter().find(|(_, share)| which(share));
    if let Some((row, _)) = first(&|share| share.sort == sort).filter(|_| rows.all_have(sort)) {
        let report = Diagnostic::warning(&codes::tables::LOOSE_WEIGHT, row.text.span, said(row));
        reports.add(if rows.make_all(sort) {
            with_weights(report, weights(&rows.found, |share| share.sort == sort))
        } else {
            report
                .help("the percentages do not make 100 together; for one row, write them as weights: `- 50x rain`")
                .help("for rows that come up or not by themselves, write an `each` table of lines: `50%: rain`")
        });
        return;
    }
    let before = |share: &Share| share.sort == ShareSort::Times && share.leads;
    if let Some((row, _)) = first(&before) {
        let report = Diagnostic::note_at(&codes::tables::LOOSE_WEIGHT, row.text.span, said(row));
        reports.add(with_weights(report, weights(&rows.found, before)));
        return;
    }
    // `goblin x3` may well be three goblins.
    if let Some((row, share)) = first(&|share| share.sort == ShareSort::Times) {
        let report = Diagnostic::note_at(&codes::tables::LOOSE_WEIGHT, row.text.span, said(row));
        let weight = format!("- {}x {}", share.number, share.rest);
        reports
            .add(report.help(format!("for a row that is likelier, write the weight before it: `{weight}`")));
    }
}

/// The rows with their shares as weights before them.
fn weights(found: &[(&LineRow, Share)], which: impl Fn(&Share) -> bool) -> Vec<Edit> {
    let meant = found.iter().filter(|(_, share)| which(share));
    let edit = |(row, share): &(&LineRow, Share)| Edit {
        span: row.text.span,
        text: format!("{}x {}", share.number, share.rest),
    };
    meant.map(edit).collect()
}

fn as_keys(reports: &mut Reports, reading: &SourceReader<'_>, table: &ast::Table, rows: &[LineRow]) {
    let number = |row: &LineRow| match row.key.parts.as_slice() {
        [KeyPart::One(number)] => Some(*number),
        _ => None,
    };
    let Some(mut numbers) = rows.iter().map(number).collect::<Option<Vec<Num>>>() else { return };
    numbers.sort_unstable();
    let counts_on = numbers.windows(2).all(|pair| matches!(pair, [a, b] if a.add(Num::ONE) == Ok(*b)));
    let Some(first) = rows.first().filter(|_| !counts_on) else { return };
    let text = &first.key.text;
    let message = format!("`{text}:` is the number on a card, not how many there are of it");
    let report = Diagnostic::warning(&codes::tables::LOOSE_WEIGHT, first.key.span, message).help(format!(
        "`{}` has {} cards",
        table.name.text,
        rows.len()
    ));
    let edits = rows.iter().filter_map(|row| {
        let between = Span { start: row.key.span.end, end: row.text.span.start, ..row.span };
        let colon = reading.written(between).trim() == ":" && row.guard.is_none();
        colon.then(|| Edit { span: between, text: "x ".to_owned() })
    });
    reports.add(with_weights(report, edits.collect()));
}

fn with_weights(mut report: Diagnostic, edits: Vec<Edit>) -> Diagnostic {
    let title = "make the numbers weights, as in `3x wolf`".to_owned();
    report.fixes.push(Fix { title, edits, certainty: Certainty::Likely });
    report
}
