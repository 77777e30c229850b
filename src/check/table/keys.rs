//! Keys: what picks a row, and what is wrong with it.

use std::sync::Arc;

use super::near_keys::{is_rest, number_named, odd_and_even, rest_of};
use super::shape::{ColumnRole, TableLayout};
use super::shares::{chance_alone, is_chance_heading};
use super::turned::turned;
use super::unnumbered::{with_numbers, without_numbers};
use crate::base::{Num, Span};
use crate::check::Workspace;
use crate::check::checker::Checker;
use crate::check::program::{Expr, ExprKind, Faces, Kind, Literal, Match, ModuleId, RowKey, UnitId};
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, CellKind, KeyPart, TableBody, TableKind, WrittenKey};
use crate::syntax::{self, read_key};

/// What a `0` at the end of a key stands for: `96-00` goes to 100, `8-0` on a d10 to 10.
fn zero_means(key: &WrittenKey, die: Option<&Expr>) -> Option<Num> {
    let zeros = key.text.chars().rev().take_while(|c| *c == '0').count();
    match (zeros, die.and_then(crate::check::resolve::sides_of)) {
        (_, Some(10)) => Some(Num::int(10)),
        (2, _) => Some(Num::int(100)),
        (3, _) => Some(Num::int(1000)),
        (_, _) => None,
    }
}

/// Whether the faces of a die are texts, so that words are keys.
fn rolls_texts(die: &Expr) -> bool {
    let ExprKind::Pool(groups, _) = &die.kind else { return false };
    groups.iter().any(|group| matches!(group.faces, Faces::Texts(_)))
}

impl Checker<'_> {}

/// The unit that the heading above the keys names, if it names one: `hours`, `Distance (miles)`.
pub(super) fn key_unit(
    ws: &Workspace,
    module: ModuleId,
    table: &ast::Table,
    layout: &TableLayout,
) -> Option<UnitId> {
    let TableBody::Pipe { headings, .. } = &table.body else { return None };
    let (heading, _) = headings.iter().zip(&layout.roles).find(|(_, role)| **role == ColumnRole::Key)?;
    let words = heading.text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let mut units = words.filter(|word| !word.is_empty()).flat_map(|word| {
        let lower = word.to_lowercase();
        ws.units_named(module, &lower).into_iter().next()
    });
    let first = units.next()?;
    units.all(|other| other == first).then_some(first)
}

fn reversed_key(reports: &mut Reports, keyed: &KeyedTable<'_>, key: &WrittenKey, (low, high): (Num, Num)) {
    let report = Diagnostic::error(&codes::tables::REVERSED, key.span, "this range ends before it begins");
    // `96-10` of a d100 is as likely `96-100`.
    let last = keyed.die.and_then(crate::check::resolve::sides_of).filter(|last| low < Num::int(*last));
    let begins_so = |last: &i64| last.to_string().starts_with(&high.to_string());
    let report = match last.filter(begins_so) {
        Some(last) => report.fix(format!("write {low}-{last}"), key.span, format!("{low}-{last}")),
        None => report,
    };
    reports.add(report.fix(format!("write {high}-{low}"), key.span, format!("{high}-{low}")));
}

/// The range that a chart's cell is, in whichever way of those in which keys are written: what is looked up may lie in
/// it. `None` of a number alone, and of anything else.
pub(super) fn range_of_chart(kind: TableKind, cell: &ast::Cell) -> Option<Expr> {
    let is_written = match &cell.kind {
        CellKind::Blank => false,
        CellKind::Value(value) => matches!(value.kind, ast::ExprKind::Range(..)),
        CellKind::Text(text) => text.is_literal() && cell.raw().bytes().any(|byte| byte.is_ascii_digit()),
    };
    if kind != TableKind::Chart || !is_written {
        return None;
    }
    let key = read_key(cell.raw())?;
    let mut ends: Vec<(Option<Num>, Option<Num>)> =
        key.parts.iter().map(|part| ends_of(&key, part)).collect::<Option<_>>()?;
    ends.sort();
    let (first, rest) = ends.split_first()?;
    // Several are one range where each follows the one before.
    let (low, high) = rest.iter().try_fold(*first, |(from, to), (low, high)| {
        let follows = to?.add(Num::ONE).ok()? == (*low)?;
        follows.then_some((from, *high))
    })?;
    let literal = Literal::Range(low, high);
    (low != high).then_some(Expr { kind: ExprKind::Literal(literal), span: cell.span, gives: Kind::Range })
}

/// The ends of a part of a key that is one or more numbers.
fn ends_of(key: &WrittenKey, part: &KeyPart) -> Option<(Option<Num>, Option<Num>)> {
    Some(match part {
        KeyPart::One(n) => (Some(*n), Some(*n)),
        KeyPart::Between(low, high) if high.is_zero() && *low > *high => (Some(*low), zero_means(key, None)),
        KeyPart::Between(low, high) if *low > *high && !high.is_negative() => return None,
        KeyPart::Between(low, high) => (Some(*low.min(high)), Some(*low.max(high))),
        KeyPart::AtLeast(low) => (Some(*low), None),
        KeyPart::AtMost(high) => (None, Some(*high)),
        KeyPart::Word(_) => return None,
    })
}

/// What the keys of a table are held against.
pub(super) struct KeyedTable<'a> {
    table: &'a ast::Table,
    die: Option<&'a Expr>,
    /// The first row of a table whose rows all lack numbers, looked for once.
    numberless: Option<Span>,
    /// The last face, where it is printed as 0 and the rows count from there: `00-04` on a d100.
    zero_face: Option<Num>,
}

impl<'a> KeyedTable<'a> {
    /// A table as it is written, and what it rolls.
    pub(super) fn of(table: &'a ast::Table, die: Option<&'a Expr>) -> KeyedTable<'a> {
        let is_named =
            |row: &ast::PipeRow| row.cells.first().is_some_and(|cell| number_named(&cell.key.text).is_some());
        let rows = without_numbers(table).map_or(&[][..], |(_, rows)| rows);
        let rows = if rows.iter().any(is_named) { &[] } else { rows };
        let first = rows.first().and_then(|row| Some(row.cells.first()?.key.span));
        KeyedTable { table, die, numberless: first, zero_face: zero_face(table, die) }
    }
}

/// The keys of the rows of a table.
fn keys_of(table: &ast::Table) -> Vec<&WrittenKey> {
    match &table.body {
        TableBody::Pipe { rows, .. } => {
            rows.iter().filter_map(|row| row.cells.first().map(|cell| &cell.key)).collect()
        }
        TableBody::Lines(rows) | TableBody::Bullets(rows) => rows.iter().map(|row| &row.key).collect(),
    }
}

/// Whether a key is a range from 0 on, or the 0 alone: `00-04`, `0-4`, `0`.
fn counts_from_zero(key: &WrittenKey) -> bool {
    let text = key.text.trim_start_matches(['(', '[', '*', '_', '`', ' ']);
    let digits = text.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
    let zeros = !digits.is_empty() && digits.bytes().all(|digit| digit == b'0');
    zeros
        && match key.parts.as_slice() {
            [KeyPart::Between(low, high)] => low.is_zero() || low > high,
            [KeyPart::One(n)] => n.is_zero(),
            _ => false,
        }
}

/// The last face of a die of 10, 100 or 1000 faces, where a row counts from 0 and no other one holds that face.
fn zero_face(table: &ast::Table, die: Option<&Expr>) -> Option<Num> {
    let keys = keys_of(table);
    keys.iter().any(|key| counts_from_zero(key)).then_some(())?;
    let sides = match die {
        Some(die) => crate::check::resolve::sides_of(die),
        // Where no die is written, the rows show which one it is.
        None if table.kind == TableKind::Table => syntax::implied_die(&keys)
            .and_then(|die| die.strip_prefix('d').and_then(|sides| sides.parse().ok())),
        None => None,
    };
    let last = Num::int(sides.filter(|sides| matches!(sides, 10 | 100 | 1000))?);
    let holds = |part: &KeyPart| match part {
        KeyPart::One(n) => *n == last,
        KeyPart::Between(low, high) => *high == last || high.is_zero() && low > high,
        KeyPart::AtLeast(_) => true,
        KeyPart::AtMost(_) | KeyPart::Word(_) => false,
    };
    let mut others = keys.iter().filter(|key| !counts_from_zero(key)).flat_map(|key| &key.parts);
    (!others.any(holds)).then_some(last)
}

/// What a range from 0 on holds: the faces from 1, and the last one, which is printed as 0.
fn from_zero(
    reports: &mut Reports,
    key: &WrittenKey,
    (low, high): (Num, Num),
    keyed: &KeyedTable<'_>,
) -> Vec<Match> {
    let faces = |from: Num, to: Num| Match::Numbers(Some(from), Some(to));
    match keyed.zero_face {
        Some(last) => vec![faces(Num::ONE, high), faces(last, last)],
        None if low.is_zero() => vec![faces(low, high)],
        // What is only looked up may be 0.
        None if keyed.table.kind == TableKind::Chart => vec![faces(Num::ZERO, high)],
        None => {
            let message = format!("`00` is {low}, so this range ends before it begins");
            let report = Diagnostic::error(&codes::tables::REVERSED, key.span, message);
            let begins = key.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
            let from_one = format!("{:0begins$}{}", 1, key.text.get(begins..).unwrap_or(""));
            reports.add(report.fix(format!("write {from_one}"), key.span, from_one));
            vec![faces(Num::ONE, high)]
        }
    }
}

/// A word as a key can only be met by a die that has words on it; a chart may be asked for it.
fn word_key(
    reports: &mut Reports,
    reading: &SourceReader<'_>,
    key: &WrittenKey,
    word: &str,
    keyed: &KeyedTable<'_>,
) {
    let KeyedTable { table, die, numberless, .. } = *keyed;
    let rolled = match table.kind {
        TableKind::Table | TableKind::Deck => true,
        TableKind::Chart | TableKind::Each => false,
    };
    let Some(die) = die else { return };
    if !rolled || rolls_texts(die) || !matches!(die.gives, crate::check::program::Kind::Number) {
        return;
    }
    let what = reading.written(die.span);
    if let Some(first) = numberless {
        // What no row has is said once, at the first.
        if first == key.span {
            let message = format!("no row of `{}` has a number that {what} could roll", table.name.text);
            let report = Diagnostic::error(&codes::tables::KEY_NO_NUMBER, key.span, message);
            let report = report.label(die.span, "what is rolled");
            let sides = crate::check::resolve::sides_of(die).unwrap_or(0);
            let rows = without_numbers(table).map_or(&[][..], |(_, rows)| rows);
            reports.add(match odd_and_even(report.clone(), rows, sides) {
                Some(report) => report,
                None => with_numbers(report, reading, table, Some(&what)),
            });
        }
        return;
    }
    // `1-3 if night`: a condition stands behind `when`.
    if let Some((numbers, condition)) = key.text.split_once(" if ")
        && read_key(numbers).is_some_and(|key| !key.parts.iter().any(|part| matches!(part, KeyPart::Word(_))))
    {
        let text = format!("{numbers} when {condition}");
        let report = Diagnostic::error(
            &codes::tables::KEY_NO_NUMBER,
            key.span,
            "a row has its condition behind `when`",
        );
        return reports.add(report.fix(format!("write `{text}`"), key.span, text));
    }
    let message = format!("`{word}` is not a number, so {what} can never roll it");
    let report =
        Diagnostic::error(&codes::tables::KEY_NO_NUMBER, key.span, message).label(die.span, "what is rolled");
    let rest = || {
        let sides = crate::check::resolve::sides_of(die).filter(|_| is_rest(word))?;
        rest_of(&table.body, sides)
    };
    reports.add(match number_named(word).or_else(rest) {
        Some(number) => report.fix(format!("write {number}"), key.span, number),
        None => report.help("a key is a number, a range such as 2-3, or open such as 12+"),
    });
}

fn heading_key(heading: &ast::TableHeading) -> RowKey {
    let key = &heading.key;
    let matches = key.parts.iter().map(|part| match part {
        KeyPart::One(n) => Match::Numbers(Some(*n), Some(*n)),
        KeyPart::Between(low, high) => Match::Numbers(Some(*low.min(high)), Some(*low.max(high))),
        KeyPart::AtLeast(low) => Match::Numbers(Some(*low), None),
        KeyPart::AtMost(high) => Match::Numbers(None, Some(*high)),
        KeyPart::Word(word) => Match::Word(word.as_str().into()),
    });
    let mut matches: Vec<Match> = matches.collect();
    if matches.is_empty() {
        matches.push(Match::Word(heading.text.trim().into()));
    }
    RowKey { matches, text: heading.text.trim().into(), span: heading.span }
}

/// The second keys of a chart: its headings.
pub(super) fn column_keys(table: &ast::Table, layout: &TableLayout) -> Vec<RowKey> {
    let TableBody::Pipe { headings, .. } = &table.body else { return Vec::new() };
    let results = headings.iter().zip(&layout.roles).filter(|(_, role)| **role == ColumnRole::Result);
    results.map(|(heading, _)| heading_key(heading)).collect()
}

/// The key of a row. A key that cannot pick anything is reported, once.
pub(super) fn row_key(
    reports: &mut Reports,
    reading: &SourceReader<'_>,
    key: &WrittenKey,
    keyed: &KeyedTable<'_>,
) -> RowKey {
    let die = keyed.die;
    let in_percent = in_percent(key, keyed);
    let key = in_percent.as_ref().unwrap_or(key);
    let mut matches = Vec::with_capacity(key.parts.len());
    for part in &key.parts {
        match part {
            KeyPart::One(n) if n.is_zero() => {
                let n = keyed.zero_face.or_else(|| zero_means(key, die)).unwrap_or(*n);
                matches.push(Match::Numbers(Some(n), Some(n)));
            }
            KeyPart::One(n) => matches.push(Match::Numbers(Some(*n), Some(*n))),
            KeyPart::Between(low, high) if counts_from_zero(key) && (low.is_zero() || low > high) => {
                matches.extend(from_zero(reports, key, (*low, *high), keyed));
            }
            KeyPart::Between(low, high) => {
                let high = match zero_means(key, die) {
                    Some(end) if high.is_zero() && *low > *high => end,
                    Some(_) | None => *high,
                };
                if *low > high && high.is_negative() {
                    // `-1 to -15` goes down from -1; nobody means it otherwise.
                    matches.push(Match::Numbers(Some(high), Some(*low)));
                } else if *low > high {
                    reversed_key(reports, keyed, key, (*low, high));
                    matches.push(Match::Numbers(Some(high), Some(*low)));
                } else {
                    matches.push(Match::Numbers(Some(*low), Some(high)));
                }
            }
            KeyPart::AtLeast(low) => matches.push(Match::Numbers(Some(*low), None)),
            KeyPart::AtMost(high) => matches.push(Match::Numbers(None, Some(*high))),
            KeyPart::Word(word) => {
                word_key(reports, reading, key, word, keyed);
                matches.push(Match::Word(word.as_str().into()));
            }
        }
    }
    if matches.is_empty() {
        let report = Diagnostic::error(
            &codes::tables::NO_KEY,
            key.span,
            "this row has no key, so nothing can pick it",
        );
        reports.add(report.help("write the number or the range that picks it, such as 4 or 5-6"));
    }
    RowKey { matches, text: Arc::from(key.text.as_str()), span: key.span }
}

/// `01% - 50%` on a d100 that is rolled: the numbers, which no die shows as fractions.
fn in_percent(key: &WrittenKey, keyed: &KeyedTable<'_>) -> Option<WrittenKey> {
    let hundred = keyed.table.kind == TableKind::Table
        && keyed.die.and_then(crate::check::resolve::sides_of) == Some(100);
    (hundred && key.text.contains('%')).then_some(())?;
    let read = syntax::read_key(&key.text.replace('%', ""))?;
    Some(WrittenKey { text: key.text.clone(), span: key.span, ..read })
}

/// What the first heading of a table is nearly: `2 d6`, `wieght`; and whether that is dice.
fn heading_meant(table: &ast::Table) -> Option<(String, bool)> {
    let TableBody::Pipe { headings, rows } = &table.body else { return None };
    let heading = headings.first()?.text.trim();
    if let Some((count, die)) = heading.split_once(' ')
        && count.bytes().all(|byte| byte.is_ascii_digit())
        && let die = die.trim_start()
        && die.starts_with(['d', 'D'])
        && syntax::dice_of_word(die).is_some()
    {
        return Some((format!("{count}{die}"), true));
    }
    let is_number =
        |row: &ast::PipeRow| row.cells.first().is_some_and(|cell| cell.raw().trim().parse::<u32>().is_ok());
    let is_slip = syntax::words::is_slip(&heading.to_lowercase(), "weight");
    (is_slip && rows.iter().all(is_number)).then(|| ("weight".to_owned(), false))
}

/// Whether the first column of a table says how likely its rows are.
fn has_chances(table: &ast::Table) -> bool {
    let TableBody::Pipe { headings, rows } = &table.body else { return false };
    let first = headings.first().map_or("", |heading| heading.text.trim());
    let is_chance = |row: &ast::PipeRow| {
        row.cells.first().is_some_and(|cell| chance_alone(cell.raw()).is_some_and(|(_, read)| read))
    };
    first.eq_ignore_ascii_case("chance") || is_chance_heading(first) && rows.iter().all(is_chance)
}

/// Whether the first heading names dice that are not just this one.
fn holds_other_dice(table: &ast::Table, die: &str) -> bool {
    let TableBody::Pipe { headings, .. } = &table.body else { return false };
    headings.first().is_some_and(|first| syntax::holds_more_than(&first.text, die))
}

/// Reports a table that does not say what to roll, with the die that its rows imply.
pub(super) fn no_die(reports: &mut Reports, reading: &SourceReader<'_>, table: &ast::Table) {
    let keys = keys_of(table);
    let name = &table.name.text;
    let message = format!("`{name}` does not say what to roll");
    let at = match &table.body {
        TableBody::Pipe { headings, .. } => headings.first().map_or(table.head, |heading| heading.span),
        TableBody::Lines(_) | TableBody::Bullets(_) => table.name.span,
    };
    let mut report = Diagnostic::error(&codes::tables::NO_DIE, at, message);
    if let Some(report) = turned(report.clone(), reading, table) {
        return reports.add(report);
    }
    if let Some((meant, is_die)) = heading_meant(table) {
        let help =
            if is_die { "a die is written in one word" } else { "the shares of rows stand under `weight`" };
        return reports.add(report.help(help).fix(format!("write `{meant}`"), at, meant));
    }
    match syntax::implied_die(&keys) {
        // Of two halves, the keys of one say nothing.
        Some(_) if syntax::is_in_halves(&table.body) => {
            report = report
                .help("it is printed in two halves: write the rows of the second below those of the first");
        }
        Some(die) if holds_other_dice(table, &die) => {
            report = report
                .help("the heading cannot be read as dice: write an expression, such as `adv d20`, `4d6kh3` or `d6 + d8`");
        }
        Some(die) => {
            report = report.help(format!(
                "the rows look like those of {die}: put it above the keys, or on the first line"
            ));
            report = match &table.body {
                TableBody::Pipe { headings, .. } if !headings.is_empty() => {
                    report.fix(format!("write {die} above the keys"), at, die)
                }
                TableBody::Pipe { .. } | TableBody::Lines(_) | TableBody::Bullets(_) => {
                    report.fix(format!("roll {die}"), table.head.after(), format!(" rolls {die}"))
                }
            };
        }
        None if has_chances(table) => {
            let kind = Span { end: table.head.start + 5, ..table.head };
            report = report
                .help("under `chance`, each row of an `each` table comes up or not by itself; a table gives one row")
                .fix("one row, as likely as its share: `weight` above the shares", at, "weight");
            let report = match &*reading.written(kind) {
                "table" => report.fix("each row by itself: `each`", kind, "each "),
                _ => report,
            };
            return reports.add(report);
        }
        None if without_numbers(table).is_some() => {
            report = with_numbers(report, reading, table, None);
        }
        None => {
            report = report
                .help("write the dice above the first column, or after `rolls` on the first line")
                .help("for rows that are equally likely, write a list: `- text`");
        }
    }
    let report = report.help("a table that is only looked up, and never rolled, starts with `chart`");
    let kind = Span { end: table.head.start + 5, ..table.head };
    let looked_up = without_numbers(table).is_some() && &*reading.written(kind) == "table";
    reports.add(if looked_up { report.fix("look it up, and never roll it", kind, "chart") } else { report });
}
