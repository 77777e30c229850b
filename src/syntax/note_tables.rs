//! Tables of a note with pipes: which are rolled, by what, and their lines as this language has them.

use std::borrow::Cow;
use std::ops::Range;

use super::ast::{Expr, ExprKind, KeyPart, Segment, Table, TableBody, TableHeading, WrittenKey};
use super::build::Builder;
use super::counted;
use super::dashes::is_delimiter;
use super::keyed::{self, Faces};
use super::list_key::is_numbers;
use super::naming::rolled_sum;
use crate::base::{Num, Span};
use crate::diag::{Diagnostic, codes};

/// A table that is rolled.
pub(super) struct RolledTable {
    pub body: TableBody,
    /// Whether its first line is a row, though there is a rule below it.
    pub first_is_row: bool,
}

impl RolledTable {
    /// The die of its title or of its rows, where its heading does not say it.
    pub(super) fn die_beside(&self, title: Option<&str>) -> Option<String> {
        let of_title = title.and_then(|title| titled_die(&self.body, title));
        of_title.or_else(|| implied(&self.body)).map(|(die, _)| die)
    }
}

/// The rows of a table whose first heading is dice, or whose keys cover the die that its title names; other tables of
/// a text are none of ours.
pub(super) fn rollable(
    builder: &mut Builder,
    text: &str,
    at: &Range<usize>,
    title: Option<&str>,
) -> Option<RolledTable> {
    let mark = builder.diagnostics.len();
    let slice = &*without_bare_marks(text[at.clone()].trim_end());
    if super::controls::has(slice) {
        return None;
    }
    if let Some(body) = title.and_then(|title| without_heading(builder, slice, at.start, title)) {
        return Some(RolledTable { body, first_is_row: true });
    }
    let body = builder.pipe_table(slice, at.start);
    let is_rolled = body.as_ref().is_some_and(|body| match body {
        TableBody::Pipe { headings, .. } => headings.first().is_some_and(|first| {
            let named = ["roll", "weight"].iter().any(|known| first.text.eq_ignore_ascii_case(known));
            let dice = first.expr.as_ref().is_some_and(|expr| holds_dice(&expr.kind));
            let covers = || title.is_some_and(|title| covered_die(body, title).is_some());
            dice || named || implied(body).is_some() || covers()
        }),
        TableBody::Lines(_) | TableBody::Bullets(_) => false,
    });
    if !is_rolled {
        builder.diagnostics.truncate(mark);
        return None;
    }
    body.map(|body| RolledTable { body, first_is_row: false })
}

/// A table in a quotation, with blanks for the mark of each line that holds nothing else.
fn without_bare_marks(slice: &str) -> Cow<'_, str> {
    let is_bare =
        |line: &str| line.contains('>') && line.trim_matches(['>', ' ', '\t', '\r', '\n']).is_empty();
    if !slice.split_inclusive('\n').any(is_bare) {
        return Cow::Borrowed(slice);
    }
    let lines = slice.split_inclusive('\n');
    lines.map(|line| if is_bare(line) { line.replace('>', " ") } else { line.to_owned() }).collect()
}

/// The rows of a table whose first line is a row as well: with it, the keys cover the die of the title.
fn without_heading(builder: &mut Builder, slice: &str, start: usize, title: &str) -> Option<TableBody> {
    let (_, faces) = keyed::faces_of(title)?;
    let mut lines = slice.split_inclusive('\n');
    let (first, rule) = (lines.next()?, lines.next().filter(|line| is_delimiter(line))?);
    if !is_numbers(first_cell(first)) {
        return None;
    }
    let blank: String = rule.chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
    let rest = slice.get(first.len() + rule.len()..)?;
    let mark = builder.diagnostics.len();
    let body = builder.pipe_table(&format!("{first}{blank}{rest}"), start);
    let covers = body.as_ref().is_some_and(|body| {
        let TableBody::Pipe { rows, .. } = body else { return false };
        cover(rows.iter().filter_map(|row| row.cells.first().map(|cell| &cell.key)), faces)
    });
    if !covers {
        builder.diagnostics.truncate(mark);
    }
    body.filter(|_| covers)
}

/// Why a table is not rolled.
pub(super) fn why_not(written: &str) -> String {
    let mut lines = written.lines();
    let first = lines.next().map_or("", first_cell);
    let has_rule = lines.next().is_some_and(is_delimiter);
    match first {
        "" => "its first heading is blank, and its rows do not say which die".to_owned(),
        first if !has_rule && is_numbers(first) => "nothing above its rows says which die".to_owned(),
        first => format!("its first heading, `{first}`, is not dice"),
    }
}

/// The first cell of a line.
pub(super) fn first_cell(line: &str) -> &str {
    let line = line.trim_start_matches(['>', ' ', '\t']).trim_end();
    line.strip_prefix('|').unwrap_or(line).split('|').next().unwrap_or("").trim()
}

/// The lines of a table as this language has them: with bars around each, a rule below the headings, and nothing
/// between the rows.
pub(crate) fn pipe_lines(written: &str, first_is_row: bool) -> Vec<String> {
    // A backslash at the end of a line breaks it, and is no part of it.
    let bare = written.lines().map(|line| line.trim_start_matches(['>', ' ', '\t']).trim_end());
    let bare = bare.map(|line| line.strip_suffix('\\').unwrap_or(line).trim_end());
    let with_bars = |line: &str| {
        let open = if line.starts_with('|') { "" } else { "| " };
        let close = if line.ends_with('|') && !line.ends_with("\\|") { "" } else { " |" };
        format!("{open}{line}{close}")
    };
    let mut lines: Vec<String> = bare.filter(|line| !line.is_empty()).map(with_bars).collect();
    let has_rule = lines.get(1).is_some_and(|line| is_delimiter(line));
    if has_rule && !first_is_row {
        return lines;
    }
    if has_rule {
        lines.remove(1);
    }
    let Some(first) = lines.first() else { return lines };
    let columns = first.matches('|').count() - first.matches("\\|").count();
    let columns = columns.saturating_sub(1).max(1);
    let is_row = first_is_row || is_numbers(first_cell(first));
    if is_row {
        let further = (2..columns).map(|nth| format!(" result {nth} |"));
        let heading = format!("| Roll | result |{}", further.collect::<String>());
        lines.insert(0, heading);
    }
    lines.insert(1, format!("|{}", "---|".repeat(columns)));
    lines
}

/// The die that the rows imply, under a heading that does not say what to roll.
fn implied(body: &TableBody) -> Option<(String, Span)> {
    let TableBody::Pipe { headings, rows } = body else { return None };
    // The keys of one half say nothing about the die.
    if super::is_in_halves(body) {
        return None;
    }
    let first = headings.first()?;
    let keys: Vec<_> = rows.iter().filter_map(|row| row.cells.first().map(|cell| &cell.key)).collect();
    let die = super::implied_die(&keys)?;
    // `01-50` under `%` is what a d100 rolls; `50%` is a share.
    let has_ranges =
        || keys.iter().flat_map(|key| &key.parts).any(|part| matches!(part, KeyPart::Between(..)));
    let is_percent = matches!(first.text.trim().to_lowercase().as_str(), "%" | "percent" | "percentage");
    let fits = super::is_roll_heading(&first.text) || is_percent && die == "d100" && has_ranges();
    fits.then_some((die, first.span))
}

/// Notes are seldom written for a program: the die of a title is taken, and where there is none and the rows leave
/// no doubt, theirs, which is said.
pub(super) fn roll_what_is_said(builder: &mut Builder, table: &mut Table) {
    if let Some((die, heading)) = die_of_title(table) {
        table.options.rolls = builder.whole_expr(&die).map(|expr| Expr { span: heading, ..expr });
        table.implied_die = Some(die);
        return;
    }
    let Some((die, heading)) = implied(&table.body) else { return };
    table.options.rolls = builder.whole_expr(&die).map(|expr| Expr { span: heading, ..expr });
    table.implied_die = Some(die.clone());
    let message = format!("`{}` does not say what to roll; its rows fit {die}", table.name.text);
    builder.report(
        Diagnostic::warning(&codes::tables::NO_DIE, heading, message)
            .help(format!("{die} is used; write it above the keys to make sure"))
            .fix(format!("write {die}"), heading, die),
    );
}

/// The die that the title of a table names, over keys whose heading does not say what is rolled.
fn die_of_title(table: &Table) -> Option<(String, Span)> {
    let Some([Segment::Literal(title)]) = table.title.as_ref().map(|title| title.segments.as_slice()) else {
        return None;
    };
    titled_die(&table.body, title)
}

/// The die that a title names over keys, and where their heading stands. Under a heading that may say something else
/// than what is rolled, `Total`, it is theirs where they cover it.
fn titled_die(body: &TableBody, title: &str) -> Option<(String, Span)> {
    let TableBody::Pipe { headings, .. } = body else { return None };
    let first = headings.first().filter(|first| super::is_roll_heading(&first.text));
    let said = first.and_then(|first| Some((die_in(title)?.to_owned(), first.span)));
    // Where the keys say it, a title may only mention a die.
    let is_unclear = || first.is_none() || implied(body).is_none();
    said.or_else(|| covered_die(body, title).filter(|_| is_unclear()))
}

/// The die that a title names, where the keys below cover it.
fn covered_die(body: &TableBody, title: &str) -> Option<(String, Span)> {
    let TableBody::Pipe { headings, rows } = body else { return None };
    let first = headings.first()?;
    let (die, faces) = keyed::faces_of(title).filter(|_| !rolls(first))?;
    let keys = rows.iter().filter_map(|row| row.cells.first().map(|cell| &cell.key));
    cover(keys, faces).then_some((die, first.span))
}

/// Whether a heading says what is rolled.
fn rolls(first: &TableHeading) -> bool {
    let is_weight = ["weight", "chance"].iter().any(|known| first.text.eq_ignore_ascii_case(known));
    is_weight || first.expr.as_ref().is_some_and(|expr| holds_dice(&expr.kind))
}

/// Whether keys cover these faces, one after the other.
fn cover<'k>(keys: impl Iterator<Item = &'k WrittenKey>, faces: Faces) -> bool {
    let mut next = Some(faces.lowest);
    for part in keys.flat_map(|key| &key.parts) {
        let (first, last) = match part {
            KeyPart::One(only) => (*only, *only),
            KeyPart::Between(first, last) => (*first, *last),
            KeyPart::AtLeast(first) => (*first, Num::int(i64::from(faces.highest))),
            KeyPart::AtMost(last) if next == Some(faces.lowest) => (Num::int(i64::from(faces.lowest)), *last),
            KeyPart::AtMost(_) | KeyPart::Word(_) => return false,
        };
        let face = |number: Num| number.as_int().and_then(|number| u32::try_from(number).ok());
        let (Some(first), Some(last), Some(expected)) = (face(first), face(last), next) else { return false };
        // The last face is printed as 0.
        let shown = |face: u32| if face == 0 { faces.highest } else { face };
        if shown(first) != expected || shown(last) < expected || shown(last) > faces.highest {
            return false;
        }
        next = faces.after(shown(last));
    }
    next.is_none()
}

/// What a title says is rolled: `Carousing (d6)`, `Roads (d6 + d8)`.
fn die_in(title: &str) -> Option<&str> {
    rolled_sum(title).or_else(|| counted::rolled_die(title))
}

/// Whether an expression is made of dice: `2d6`, `d20 + 3`, `4d6kh3`.
fn holds_dice(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Dice(_) | ExprKind::Pool(_) => true,
        ExprKind::Modified(of, _) | ExprKind::Advantage(_, of) | ExprKind::Label(of, _) => {
            holds_dice(&of.kind)
        }
        ExprKind::Arith(first, rest) => {
            holds_dice(&first.kind) || rest.iter().any(|(_, operand)| holds_dice(&operand.kind))
        }
        _ => false,
    }
}
