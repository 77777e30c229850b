//! The shape of a table: which column is what, what its rows and columns are called.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::sync::Arc;

use crate::base::{ByName, closest};
use crate::check::Workspace;
use crate::check::defs::{ColumnInfo, TableInfo};
use crate::check::program::{Expr, Kind, Literal, ModuleId};
use crate::check::reports::Reports;
use crate::check::scope::KindName;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, CellKind, KeyPart, TableBody, TableHeading, TableKind, Text, WrittenKey};
use crate::syntax::{self, plain};

/// What a column of a pipe table is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnRole {
    /// Its cells pick the row.
    Key,
    /// Relative weights.
    Weight,
    /// Every row's own chance.
    Chance,
    /// Conditions.
    When,
    /// Effects.
    Then,
    /// A named result.
    Result,
}

/// How a table's columns are used, and what it rolls by its heading.
#[derive(Debug, Clone)]
pub(super) struct TableLayout {
    /// What each column of a pipe table is for.
    pub roles: Vec<ColumnRole>,
    /// The heading that says what is rolled.
    pub die_heading: Option<ast::Expr>,
    /// Whether rows are picked by keys, so that something must be rolled.
    pub needs_die: bool,
}

impl TableLayout {
    /// The cells of a row that are shown: neither the key, which is the first, nor what happens then.
    pub(super) fn shown<'r>(&self, row: &'r ast::PipeRow) -> impl Iterator<Item = &'r ast::Cell> {
        let cells = row.cells.iter().enumerate().skip(1);
        cells.filter(|(at, _)| self.roles.get(*at) != Some(&ColumnRole::Then)).map(|(_, cell)| cell)
    }
}

/// Whether an expression above the keys says what is rolled, for this table.
fn is_die(ws: &Workspace, module: ModuleId, table: &ast::Table, heading: &TableHeading) -> bool {
    let Some(expr) = &heading.expr else { return false };
    if crate::check::resolve::has_dice(expr) {
        return true;
    }
    let known = |name: &str| {
        table.params.iter().any(|param| &*param.name.text == name) || !ws.named(module, name).is_empty()
    };
    let rolled = |expr: &ast::Expr| {
        matches!(expr.kind, ast::ExprKind::Field(..))
            || expr.called().0.name().is_some_and(|name| known(&name.text))
    };
    match (&expr.kind, table.kind) {
        (_, TableKind::Chart) => false,
        (ast::ExprKind::Arith(first, rest), TableKind::Table | TableKind::Deck | TableKind::Each) => {
            rolled(first) || rest.iter().any(|(_, term)| rolled(term))
        }
        (_, TableKind::Table | TableKind::Deck | TableKind::Each) => rolled(expr),
    }
}

/// Reads which column is what.
pub(super) fn layout(ws: &Workspace, module: ModuleId, table: &ast::Table) -> TableLayout {
    let headings = match &table.body {
        TableBody::Pipe { headings, .. } => headings.as_slice(),
        TableBody::Lines(_) => {
            let needs_die = table.kind == TableKind::Table;
            return TableLayout {
                roles: vec![ColumnRole::Key, ColumnRole::Result],
                die_heading: None,
                needs_die,
            };
        }
        TableBody::Bullets(_) => {
            return TableLayout {
                roles: vec![ColumnRole::Weight, ColumnRole::Result],
                die_heading: None,
                needs_die: false,
            };
        }
    };
    let special = |heading: &TableHeading| match heading.text.trim().to_lowercase().as_str() {
        "weight" => Some(ColumnRole::Weight),
        "when" => Some(ColumnRole::When),
        "then" => Some(ColumnRole::Then),
        "chance" if table.kind == TableKind::Each => Some(ColumnRole::Chance),
        _ => None,
    };
    let weighted = headings.iter().any(|heading| special(heading) == Some(ColumnRole::Weight));
    let first = headings.first();
    let first_is_die = first.is_some_and(|heading| is_die(ws, module, table, heading));
    let keyed = match table.kind {
        TableKind::Chart => true,
        TableKind::Table => !weighted || table.options.rolls.is_some() || first_is_die,
        TableKind::Deck => {
            first_is_die || (first.is_some_and(|heading| syntax::is_roll_heading(&heading.text)) && !weighted)
        }
        TableKind::Each => false,
    };
    let roles = headings.iter().enumerate().map(|(at, heading)| match special(heading) {
        // Where keys pick the rows, `weight` is what a thing weighs.
        Some(ColumnRole::Weight) if keyed && at > 0 => ColumnRole::Result,
        Some(role) => role,
        None if at == 0 && keyed => ColumnRole::Key,
        None => ColumnRole::Result,
    });
    let roles: Vec<ColumnRole> = roles.collect();
    let keyed = roles.first() == Some(&ColumnRole::Key);
    let die_heading =
        first.filter(|_| first_is_die && keyed).and_then(|heading| heading.expr.as_deref().cloned());
    TableLayout { roles, die_heading, needs_die: keyed && table.kind == TableKind::Table }
}

/// Whether a column that is not the first has dice above it, and nothing but numbers and ranges below.
fn is_second_key(table: &ast::Table, heading: &TableHeading, at: usize) -> bool {
    let TableBody::Pipe { rows, headings } = &table.body else { return false };
    let dice = heading.expr.as_ref().is_some_and(|expr| matches!(expr.kind, ast::ExprKind::Dice(_)));
    // `Roll` once more, over numbers once more.
    let first = headings.first().map_or("", |first| first.text.trim());
    let again = !first.is_empty()
        && syntax::is_roll_heading(first)
        && first.eq_ignore_ascii_case(heading.text.trim());
    let is_key = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | '—' | ' ' | '+'))
    };
    // The second half may be shorter.
    let keys = || rows.iter().filter_map(|row| row.cells.get(at)).map(|cell| cell.raw().trim());
    (dice || again) && keys().all(|key| key.is_empty() || is_key(key)) && keys().any(is_key)
}

/// Whether a table is printed beside another one, or in two halves.
fn is_side_by_side(table: &ast::Table) -> bool {
    let TableBody::Pipe { headings, .. } = &table.body else { return false };
    headings.iter().enumerate().skip(1).any(|(at, heading)| is_second_key(table, heading, at))
}

/// What to do about a table in two halves.
const BELOW: &str = "its numbers go on with those of the first column: write these rows below the others";

/// What to do about tables side by side.
const APART: &str = "write each table by itself, or the second half below the first";

/// A heading as a name: `Encounter disposition` is `encounter_disposition`.
pub(crate) fn slug(text: &str) -> String {
    let mut name = String::new();
    for c in text.trim().chars() {
        if c.is_alphanumeric() {
            name.extend(c.to_lowercase());
        } else if !name.is_empty() && !name.ends_with('_') && c != '\'' && c != '’' {
            name.push('_');
        }
    }
    let name = name.trim_end_matches('_');
    match name.chars().next() {
        Some(c) if c.is_ascii_digit() => format!("column_{name}"),
        Some(_) | None => name.to_owned(),
    }
}

/// The name of a row by its first result: the bold text it begins with, else all of it without its
/// live parts. Nothing is left of a result that is live as a whole.
pub(super) fn row_name(text: &Text) -> Cow<'_, str> {
    match text.literal() {
        Cow::Borrowed(all) => name_in(all),
        Cow::Owned(all) => Cow::Owned(name_in(&all).into_owned()),
    }
}

fn name_in(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    let bold = ["**", "__"].iter().find_map(|mark| {
        let (bold, _) = trimmed.strip_prefix(mark)?.split_once(mark)?;
        let bold = bold.trim().trim_end_matches([':', '.']).trim_end();
        (!bold.is_empty()).then_some(bold)
    });
    if let Some(bold) = bold {
        return Cow::Borrowed(bold);
    }
    // Most names are as they are written already.
    let is_plain = |word: &str| !word.is_empty() && !word.contains(char::is_whitespace);
    if !trimmed.contains(['*', '`']) && trimmed.split(' ').all(is_plain) {
        return Cow::Borrowed(trimmed.trim_matches([',', ';', ':']).trim());
    }
    let plain = trimmed.replace("**", "").replace('`', "");
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    Cow::Owned(words.trim_matches([',', ';', ':']).trim().to_owned())
}

/// A row's name, or, where nothing is left of it without its live parts, how the row is written.
pub(super) fn name_or_written<'t>(name: Cow<'t, str>, written: &'t str) -> Cow<'t, str> {
    if says_something(&name) { name } else { Cow::Borrowed(written.trim()) }
}

/// Whether anything is left of a name.
pub(super) fn says_something(name: &str) -> bool {
    name.chars().any(char::is_alphanumeric)
}

/// The name that a cell gives its row.
pub(super) fn cell_name(cell: &ast::Cell) -> Cow<'_, str> {
    match &cell.kind {
        CellKind::Text(text) => name_or_written(row_name(text), cell.raw()),
        CellKind::Value(_) | CellKind::Blank => Cow::Borrowed(cell.raw().trim()),
    }
}

/// How a row is listed: its name, with what is rolled in it as it is written.
pub(super) fn listed_name<W: AsRef<str>>(
    name: &Arc<str>,
    text: &Text,
    written: impl FnOnce() -> W,
) -> Arc<str> {
    if text.is_literal() {
        return Arc::clone(name);
    }
    name_in(&plain::shown_around_code(written().as_ref().trim())).into()
}

/// The same by the cell that gives the row its name.
pub(super) fn listed_cell(name: &Arc<str>, cell: &ast::Cell) -> Arc<str> {
    match &cell.kind {
        CellKind::Text(text) => listed_name(name, text, || cell.raw()),
        CellKind::Value(_) | CellKind::Blank => Arc::clone(name),
    }
}

/// A row's name to keep: mostly it is what the row's first cell says.
pub(super) fn kept_name(name: &str, value: &Expr) -> Arc<str> {
    match value.literal() {
        Some(Literal::Text(text)) if **text == *name => Arc::clone(text),
        Some(_) | None => name.into(),
    }
}

impl TableInfo {
    fn add_name(&mut self, name: &str, live: bool) {
        self.has_live_names |= live;
        if !name.is_empty() && !name.starts_with('{') {
            self.row_names.entry(name.to_lowercase()).or_insert_with(|| name.into());
        }
    }

    /// Takes in the names of changed rows. The old names stay known, for what was written before the
    /// change still asks for them.
    pub(super) fn add_names(&mut self, names: impl Iterator<Item = Arc<str>>) {
        for name in names {
            self.add_name(&name, false);
        }
    }
}

fn columns(reports: &mut Reports, table: &ast::Table, layout: &TableLayout) -> ByName<ColumnInfo> {
    let TableBody::Pipe { headings, .. } = &table.body else {
        let heading = table.title.as_ref().map_or_else(|| Cow::Borrowed(&*table.name.text), Text::literal);
        let name = "text".into();
        let only = ColumnInfo { name, heading: heading.into(), span: table.head, kind: Kind::Any };
        return ByName::from_iter([only]);
    };
    let mut columns: ByName<ColumnInfo> = ByName::with_capacity(headings.len());
    let beside = LazyCell::new(|| is_side_by_side(table));
    for (at, (heading, role)) in headings.iter().zip(&layout.roles).enumerate() {
        if *role != ColumnRole::Result {
            continue;
        }
        if at > 0 && is_second_key(table, heading, at) {
            let message = format!("`{}` looks like the keys of a second table", heading.text);
            let report = Diagnostic::warning(&codes::tables::SIDE_BY_SIDE, heading.span, message);
            let halves = syntax::is_in_halves(&table.body);
            reports.add(report.help(if halves { BELOW } else { APART }));
        }
        let mut name = slug(&heading.text);
        if name.is_empty() {
            name = format!("column_{}", at + 1);
        }
        if let Some(first) = columns.named(&name) {
            let message = format!("two columns are called `{name}`");
            let report = Diagnostic::error(&codes::tables::SAME_COLUMN, heading.span, message);
            let help = if *beside { APART } else { "give one of them another name" };
            reports.add(report.label(first.span, "the first one").help(help));
        }
        let heading_text = heading.text.as_str().into();
        columns.push(ColumnInfo {
            name: name.into(),
            heading: heading_text,
            span: heading.span,
            kind: Kind::Any,
        });
    }
    columns
}

/// A chart with several result columns can be looked up by row and column.
fn two_keys(
    ws: &Workspace,
    module: ModuleId,
    table: &ast::Table,
    headings: &[TableHeading],
    layout: &TableLayout,
    info: &mut TableInfo,
) {
    let results = || headings.iter().zip(&layout.roles).filter(|(_, role)| **role == ColumnRole::Result);
    if table.kind != TableKind::Chart || results().count() < 2 {
        return;
    }
    info.headings = results().map(|(heading, _)| Arc::from(heading.text.trim())).collect();
    let scales = ws.scales_in_reach(module);
    let fits = |scale: &crate::check::program::ScaleId| {
        info.headings.iter().all(|heading| ws.program.word_of(*scale, heading).is_some())
    };
    let mut fitting = scales.into_iter().filter(fits);
    if let (Some(scale), None) = (fitting.next(), fitting.next()) {
        info.heading_kind = Kind::Word(scale);
    }
}

/// The kind of a chart's key: the list that its heading names, if the keys are words of it.
fn key_kind(
    reports: &mut Reports,
    ws: &Workspace,
    module: ModuleId,
    heading: &str,
    keys: &[&WrittenKey],
) -> Kind {
    let Some(KindName::Scale(scale)) = ws.kind_named(module, &slug(heading)) else {
        return Kind::Any;
    };
    let words = |key: &&&WrittenKey| key.parts.iter().all(|part| matches!(part, KeyPart::Word(_)));
    let keys: Vec<&&WrittenKey> = keys.iter().filter(words).collect();
    let known = |key: &&WrittenKey| {
        key.parts
            .iter()
            .all(|part| matches!(part, KeyPart::Word(word) if ws.program.word_of(scale, word).is_some()))
    };
    let strangers: Vec<&&WrittenKey> = keys.iter().filter(|key| !known(key)).copied().collect();
    if strangers.is_empty() {
        return if keys.is_empty() { Kind::Any } else { Kind::Word(scale) };
    }
    let Some(found) = ws.program.scales.get(scale.index()).cloned() else { return Kind::Any };
    let slips: Vec<(&&WrittenKey, &str)> = strangers
        .iter()
        .filter_map(|key| Some((*key, closest(&key.text, found.words.iter().map(|word| &**word))?)))
        .collect();
    // Keys of another kind altogether are the chart's own words; slips of the keys are mistakes.
    if slips.len() < strangers.len() || strangers.len() * 2 > keys.len() {
        return Kind::Any;
    }
    for (key, near) in slips {
        let message = format!("`{}` is not a word of `{}`", key.text, found.def.name);
        let report = Diagnostic::error(&codes::names::UNKNOWN, key.span, message);
        let report = report.label(found.def.span, "its words").help(format!("did you mean `{near}`?"));
        reports.add(report.fix(format!("write `{near}`"), key.span, near));
    }
    Kind::Word(scale)
}

/// Reads what a table's rows and columns are called.
pub(super) fn shape(
    reports: &mut Reports,
    ws: &Workspace,
    module: ModuleId,
    table: &ast::Table,
) -> TableInfo {
    let layout = layout(ws, module, table);
    let mut info = TableInfo { columns: columns(reports, table, &layout), ..TableInfo::default() };
    let mut keys: Vec<&WrittenKey> = Vec::new();
    match &table.body {
        TableBody::Pipe { headings, rows } => {
            let first = layout.roles.iter().position(|role| *role == ColumnRole::Result);
            for row in rows {
                if let Some(cell) = first.and_then(|at| row.cells.get(at)) {
                    let live = matches!(&cell.kind, CellKind::Text(text) if !text.is_literal());
                    info.add_name(&cell_name(cell), live);
                }
                if layout.roles.first() == Some(&ColumnRole::Key)
                    && let Some(cell) = row.cells.first()
                {
                    keys.push(&cell.key);
                }
            }
            two_keys(ws, module, table, headings, &layout, &mut info);
        }
        TableBody::Lines(rows) => {
            for row in rows {
                info.add_name(&row_name(&row.text), !row.text.is_literal());
                keys.push(&row.key);
            }
        }
        TableBody::Bullets(rows) => {
            for row in rows {
                info.add_name(&row_name(&row.text), !row.text.is_literal());
            }
        }
    }
    let words = keys.iter().flat_map(|key| &key.parts).filter_map(|part| match part {
        KeyPart::Word(word) => Some(Arc::from(word.as_str())),
        KeyPart::One(_) | KeyPart::Between(..) | KeyPart::AtLeast(_) | KeyPart::AtMost(_) => None,
    });
    info.keys = words.collect();
    if let TableBody::Pipe { headings, .. } = &table.body
        && layout.roles.first() == Some(&ColumnRole::Key)
        && let Some(first) = headings.first()
    {
        info.key_kind = key_kind(reports, ws, module, &first.text, &keys);
    }
    info
}
