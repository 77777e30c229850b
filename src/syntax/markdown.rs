//! Markdown files as sources: rollable tables, and fenced `tw` blocks that are code.

use std::ops::Range;
use std::sync::Arc;

use super::assemble;
use super::ast::{Expr, File, Item, ItemKind, Name, Segment, Table, TableBody, TableKind, Text};
use super::build::Builder;
use super::counted::CountedLines;
use super::keyed::KeyedEntry;
use super::naming::{name_of, plain_name};
use super::note_comments::plain_note;
use super::note_parts::{MarkdownPart, Title, parts};
use super::note_tables;
use super::parsed::{Mode, Parsed, Verdict};
use crate::base::{FreeNames, SourceId, Span, stop};
use crate::diag::Diagnostic;

/// A part of a note: a table, or a block of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotePart {
    /// Where it stands.
    pub range: Range<usize>,
    /// The heading or caption above it.
    pub title: Option<String>,
    /// Why a table is not rolled, where it is not.
    pub not_rolled: Option<String>,
    /// The name that the table gets; empty for a block of code.
    pub name: String,
    /// The die that the rows of the table imply, where its headings do not say what is rolled.
    pub implied_die: Option<String>,
    /// How it is written.
    pub form: PartForm,
    /// Its entries, where their numbers cover the die of its title.
    pub(super) entries: Vec<KeyedEntry>,
}

impl NotePart {
    fn new(range: Range<usize>, form: PartForm) -> NotePart {
        let (title, not_rolled, implied_die) = (None, None, None);
        NotePart { range, title, not_rolled, name: String::new(), implied_die, form, entries: Vec::new() }
    }
}

/// How a part of a note is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartForm {
    Code,
    /// A table with pipes.
    Pipes {
        /// Whether its first line is a row, though there is a rule below it.
        first_is_row: bool,
    },
    /// A list, whose die its title names.
    List,
    /// Entries whose numbers cover the die of their title.
    Keyed,
    /// Lines that begin with numbers, under a die.
    Lines,
}

impl PartForm {
    /// Whether it is lines, each a row, with or without marks of a list.
    pub(crate) fn is_lines(self) -> bool {
        match self {
            PartForm::List | PartForm::Keyed | PartForm::Lines => true,
            PartForm::Code | PartForm::Pipes { .. } => false,
        }
    }
}

/// The tables and blocks of code of a note, whether they are read or not.
pub(crate) fn note_parts(text: &str) -> Vec<NotePart> {
    let text = &*plain_note(text);
    let mut builder = Builder::new(SourceId(u32::MAX));
    let mut taken = FreeNames::default();
    let part = |part: MarkdownPart| match part {
        MarkdownPart::Code(range) => NotePart::new(range, PartForm::Code),
        MarkdownPart::List { at, title: (title, _), die, .. } => NotePart {
            name: free_name(None, Some(&title), &mut taken),
            title: Some(title),
            implied_die: Some(die),
            ..NotePart::new(at, PartForm::List)
        },
        MarkdownPart::Keyed { at, entries, title: (title, _), die } => NotePart {
            name: free_name(None, Some(&title), &mut taken),
            title: Some(title),
            implied_die: Some(die),
            entries,
            ..NotePart::new(at, PartForm::Keyed)
        },
        MarkdownPart::Lines(CountedLines { rows: range, title: (title, _), die }) => {
            let name = die.as_ref().map(|_| free_name(None, Some(&title), &mut taken)).unwrap_or_default();
            let (implied_die, not_rolled) = (die.as_ref().ok().cloned(), die.err());
            let part = NotePart::new(range, PartForm::Lines);
            NotePart { title: Some(title), not_rolled, name, implied_die, ..part }
        }
        MarkdownPart::Table { at, title, id } => {
            let title = title.map(|(title, _)| title);
            let rolled = note_tables::rollable(&mut builder, text, &at, title.as_deref());
            let name = rolled
                .as_ref()
                .map(|rolled| table_name(id.as_deref(), title.as_deref(), &rolled.body, &mut taken));
            let (implied_die, first_is_row) = match &rolled {
                Some(rolled) => (rolled.die_beside(title.as_deref()), rolled.first_is_row),
                None => (None, false),
            };
            let not_rolled = rolled.is_none().then(|| note_tables::why_not(&text[at.clone()]));
            let name = name.unwrap_or_default();
            let part = NotePart::new(at, PartForm::Pipes { first_is_row });
            NotePart { title, not_rolled, name, implied_die, ..part }
        }
    };
    parts(text).into_iter().map(part).collect()
}

/// Reads the tables and the code of a Markdown text; spans stand in the whole text.
///
/// What begins at one of the bytes `without` is left out.
pub(super) fn read(source: SourceId, text: &str, without: &[usize]) -> Parsed {
    let mut builder = Builder::new(source);
    let text = &*plain_note(text);
    let (mut items, mut lost) = (Vec::new(), Vec::new());
    let mut verdict = Verdict::Complete;
    let mut taken = FreeNames::default();
    for part in parts(text).into_iter().take_while(|_| !stop::is_asked()) {
        if without.contains(&part.range().start) {
            continue;
        }
        match part {
            MarkdownPart::Code(range) => {
                // Everything before the block is left out, so that places stay those of the file.
                let parsed = assemble::assemble_part(source, &text[..range.end], range.start, Mode::File);
                builder.diagnostics.extend(parsed.diagnostics);
                items.extend(parsed.file.items);
                lost.extend(parsed.file.lost);
            }
            MarkdownPart::Table { at, title, id } => {
                let said = title.as_ref().map(|(title, _)| title.as_str());
                let Some(rolled) = note_tables::rollable(&mut builder, text, &at, said) else { continue };
                let span = builder.place(at.start, at.end);
                let name = table_name(id.as_deref(), said, &rolled.body, &mut taken);
                let mut table = table_of(&builder, name, title, rolled.body, span);
                note_tables::roll_what_is_said(&mut builder, &mut table);
                items.push(Item { kind: ItemKind::Table(Arc::new(table)), doc: None, span });
            }
            MarkdownPart::Keyed { at, entries, title, die } => {
                let (span, mut table) = titled(&mut builder, &at, title, &die, &mut taken);
                let rows = entries.iter().filter_map(|entry| builder.keyed_row(entry));
                table.body = TableBody::Lines(rows.collect());
                table.span = span;
                items.push(Item { kind: ItemKind::Table(Arc::new(table)), doc: None, span });
            }
            MarkdownPart::List { at, pieces, title, die } => {
                let (span, table) = titled(&mut builder, &at, title, &die, &mut taken);
                let (table, found) = list_of(source, text, &pieces, table);
                builder.diagnostics.extend(found);
                items.push(Item { kind: ItemKind::Table(Arc::new(table)), doc: None, span });
            }
            MarkdownPart::Lines(CountedLines { rows: at, title, die: Ok(die) }) => {
                let (span, table) = titled(&mut builder, &at, title, &die, &mut taken);
                let (table, found) = assemble::counted_rows_of(source, &text[..at.end], at.start, table);
                builder.diagnostics.extend(found);
                items.push(Item { kind: ItemKind::Table(Arc::new(table)), doc: None, span });
            }
            MarkdownPart::Lines(CountedLines { die: Err(_), .. }) => {}
        }
    }
    let mut diagnostics = builder.diagnostics;
    diagnostics.sort_by_key(crate::diag::Diagnostic::order);
    if diagnostics.iter().any(crate::diag::Diagnostic::is_error) {
        verdict = Verdict::Broken;
    }
    Parsed { file: File { items, lost }, diagnostics, verdict }
}

/// A table without rows yet, whose title names the die.
fn titled(
    builder: &mut Builder,
    at: &Range<usize>,
    title: Title,
    die: &str,
    taken: &mut FreeNames,
) -> (Span, Table) {
    let span = builder.place(at.start, at.end);
    let name = free_name(None, Some(&title.0), taken);
    let mut table = table_of(builder, name, Some(title), TableBody::Lines(Vec::new()), span);
    let head = table.head;
    table.implied_die = Some(die.to_owned());
    table.options.rolls = builder.whole_expr(die).map(|expr| Expr { span: head, ..expr });
    (span, table)
}

/// The table with the rows of all pieces of a list.
fn list_of(source: SourceId, text: &str, pieces: &[Range<usize>], head: Table) -> (Table, Vec<Diagnostic>) {
    let (mut whole, mut found) = (None::<Table>, Vec::new());
    for piece in pieces {
        let (table, reports) = assemble::rows_of(source, &text[..piece.end], piece.start, head.clone());
        found.extend(reports);
        match &mut whole {
            Some(whole) => add_rows(&mut whole.body, table.body),
            None => whole = Some(table),
        }
    }
    (whole.unwrap_or(head), found)
}

/// Puts further rows below those of a list.
fn add_rows(body: &mut TableBody, more: TableBody) {
    match (body, more) {
        (TableBody::Lines(rows), TableBody::Lines(more))
        | (TableBody::Bullets(rows), TableBody::Bullets(more)) => rows.extend(more),
        (TableBody::Lines(_) | TableBody::Bullets(_) | TableBody::Pipe { .. }, _) => {}
    }
}

fn table_of(builder: &Builder, name: String, title: Option<Title>, body: TableBody, span: Span) -> Table {
    let place =
        title.as_ref().map_or(Span { end: span.start, ..span }, |(_, at)| builder.place(at.start, at.end));
    let text = |(title, _): Title| Text { segments: vec![Segment::Literal(title)], span: place };
    let title = title.map(text);
    Table { title, body, span, ..Table::new(TableKind::Table, Name::new(name, place), place) }
}

/// The name of a table of a note: by its block id, its title, or the heading of what it holds.
fn table_name(id: Option<&str>, title: Option<&str>, body: &TableBody, taken: &mut FreeNames) -> String {
    let heading = match body {
        TableBody::Pipe { headings, .. } => headings.get(1).map(|heading| heading.text.as_str()),
        TableBody::Lines(_) | TableBody::Bullets(_) => None,
    };
    free_name(id, title.or(heading), taken)
}

/// A name made of a block id or a title, not taken by a table before.
fn free_name(id: Option<&str>, title: Option<&str>, taken: &mut FreeNames) -> String {
    taken.give(&id.map(plain_name).unwrap_or_else(|| name_of(title.unwrap_or(""))))
}
