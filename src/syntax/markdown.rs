//! Markdown files as sources: rollable tables, and fenced `tw` blocks that are code.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::assemble;
use super::ast::{
    Expr, ExprKind, File, Item, ItemKind, KeyPart, Name, Segment, Table, TableBody, TableKind, Text,
};
use super::build::Builder;
use super::counted::{self, CountedLines};
use super::naming::{name_of, plain_name, rolled_sum};
use super::parsed::{Mode, Parsed, Verdict};
use super::plain;
use crate::base::{FreeNames, SourceId, Span, stop};
use crate::diag::{Diagnostic, codes};

/// What of a Markdown file is read, in order.
enum MarkdownPart {
    Table {
        at: Range<usize>,
        title: Option<(String, Range<usize>)>,
        id: Option<String>,
    },
    /// A list that its title names the die of.
    List {
        at: Range<usize>,
        /// The lines of it, in as many pieces as paragraphs between them make.
        pieces: Vec<Range<usize>>,
        title: (String, Range<usize>),
        die: String,
    },
    Lines(CountedLines),
    Code(Range<usize>),
}

impl MarkdownPart {
    fn range(&self) -> Range<usize> {
        match self {
            MarkdownPart::Table { at, .. } | MarkdownPart::List { at, .. } | MarkdownPart::Code(at) => {
                at.clone()
            }
            MarkdownPart::Lines(lines) => lines.rows.clone(),
        }
    }
}

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
}

/// How a part of a note is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartForm {
    Code,
    /// A table with pipes.
    Pipes,
    /// A list, whose die its title names.
    List,
    /// Lines that begin with numbers, under a die.
    Lines,
}

impl PartForm {
    /// Whether it is lines, each a row, with or without marks of a list.
    pub(crate) fn is_lines(self) -> bool {
        match self {
            PartForm::List | PartForm::Lines => true,
            PartForm::Code | PartForm::Pipes => false,
        }
    }
}

/// The tables and blocks of code of a note, whether they are read or not.
pub(crate) fn note_parts(text: &str) -> Vec<NotePart> {
    let mut builder = Builder::new(SourceId(u32::MAX));
    let mut taken = FreeNames::default();
    let part = |part: MarkdownPart| match part {
        MarkdownPart::Code(range) => {
            let name = String::new();
            NotePart { range, title: None, not_rolled: None, name, implied_die: None, form: PartForm::Code }
        }
        MarkdownPart::List { at, title: (title, _), die, .. } => {
            let name = free_name(None, Some(&title), &mut taken);
            let title = Some(title);
            NotePart {
                range: at,
                title,
                not_rolled: None,
                name,
                implied_die: Some(die),
                form: PartForm::List,
            }
        }
        MarkdownPart::Lines(CountedLines { rows: range, title: (title, _), die }) => {
            let name = die.as_ref().map(|_| free_name(None, Some(&title), &mut taken)).unwrap_or_default();
            let (implied_die, not_rolled) = (die.as_ref().ok().cloned(), die.err());
            NotePart { range, title: Some(title), not_rolled, name, implied_die, form: PartForm::Lines }
        }
        MarkdownPart::Table { at, title, id } => {
            let body = rollable(&mut builder, text, &at);
            let rolled = body.is_some();
            let titled = title.as_ref().and_then(|(title, _)| die_in(title));
            let of_title = body.as_ref().filter(|body| says_no_die(body).is_some()).and(titled);
            let implied_die = of_title.map(str::to_owned);
            let implied_die = implied_die.or_else(|| body.as_ref().and_then(implied).map(|(die, _)| die));
            let name = body.as_ref().map(|body| table_name(id.as_deref(), title.as_ref(), body, &mut taken));
            let first = text[at.clone()].lines().next().unwrap_or("");
            let first =
                first.trim().trim_start_matches('|').split('|').next().unwrap_or("").trim().to_owned();
            let why = match first.as_str() {
                "" => "its first heading is blank, and its rows do not say which die".to_owned(),
                first => format!("its first heading, `{first}`, is not dice"),
            };
            let title = title.map(|(title, _)| title);
            let not_rolled = (!rolled).then_some(why);
            let name = name.unwrap_or_default();
            NotePart { range: at, title, not_rolled, name, implied_die, form: PartForm::Pipes }
        }
    };
    parts(text).into_iter().map(part).collect()
}

/// Reads the tables and the code of a Markdown text; spans stand in the whole text.
///
/// What begins at one of the bytes `without` is left out.
pub(super) fn read(source: SourceId, text: &str, without: &[usize]) -> Parsed {
    let mut builder = Builder::new(source);
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
                let Some(body) = rollable(&mut builder, text, &at) else { continue };
                let span = builder.place(at.start, at.end);
                let name = table_name(id.as_deref(), title.as_ref(), &body, &mut taken);
                let mut table = table_of(&builder, name, title, body, span);
                roll_what_is_said(&mut builder, &mut table);
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
    title: (String, Range<usize>),
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

fn table_of(
    builder: &Builder,
    name: String,
    title: Option<(String, Range<usize>)>,
    body: TableBody,
    span: Span,
) -> Table {
    let place =
        title.as_ref().map_or(Span { end: span.start, ..span }, |(_, at)| builder.place(at.start, at.end));
    let text =
        |(title, _): (String, Range<usize>)| Text { segments: vec![Segment::Literal(title)], span: place };
    let title = title.map(text);
    Table { title, body, span, ..Table::new(TableKind::Table, Name::new(name, place), place) }
}

/// The rows of a table whose first heading is dice; other tables of a text are none of ours.
fn rollable(builder: &mut Builder, text: &str, at: &Range<usize>) -> Option<TableBody> {
    let mark = builder.diagnostics.len();
    let slice = text[at.clone()].trim_end();
    let body = if super::controls::has(slice) { None } else { builder.pipe_table(slice, at.start) };
    let is_rolled = body.as_ref().is_some_and(|body| match body {
        TableBody::Pipe { headings, .. } => headings.first().is_some_and(|first| {
            let rolls = first.expr.as_ref().is_some_and(|expr| holds_dice(&expr.kind));
            let named = ["roll", "weight"].iter().any(|known| first.text.eq_ignore_ascii_case(known));
            rolls || named || implied(body).is_some()
        }),
        TableBody::Lines(_) | TableBody::Bullets(_) => false,
    });
    if !is_rolled {
        builder.diagnostics.truncate(mark);
        return None;
    }
    body
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
fn roll_what_is_said(builder: &mut Builder, table: &mut Table) {
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
    let heading = says_no_die(&table.body)?;
    let Some([Segment::Literal(title)]) = table.title.as_ref().map(|title| title.segments.as_slice()) else {
        return None;
    };
    Some((die_in(title)?.to_owned(), heading))
}

/// The heading over the keys of a table, where it does not say what is rolled.
fn says_no_die(body: &TableBody) -> Option<Span> {
    let TableBody::Pipe { headings, .. } = body else { return None };
    headings.first().filter(|first| super::is_roll_heading(&first.text)).map(|first| first.span)
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

/// The tables and code blocks of a text with what names them.
fn parts(text: &str) -> Vec<MarkdownPart> {
    let mut found: Vec<MarkdownPart> = Vec::new();
    let mut title: Option<(String, Range<usize>)> = None;
    let mut gathered: Option<(String, Range<usize>)> = None;
    let mut code: Option<Range<usize>> = None;
    let mut table: Option<Range<usize>> = None;
    let mut lists = 0;
    // A line such as `d12 Monster` directly above a list.
    let mut said: Option<(String, Range<usize>)> = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::Paragraph) => gathered = Some((String::new(), range)),
            Event::End(TagEnd::Heading(_)) => {
                let words = |text: &str| plain::shown(without_heading_id(text)).into_owned();
                let heading = gathered.take().map(|(text, at)| (words(&text), at));
                title = heading.filter(|(text, _)| !text.is_empty());
                said = None;
            }
            Event::Start(Tag::List(_)) => lists += 1,
            Event::End(TagEnd::List(_)) => {
                lists -= 1;
                if lists == 0 {
                    let titled = counted::with_die(said.take(), title.as_ref());
                    if let Some(list) =
                        titled.and_then(|title| rolled_list(text, range, title, found.last_mut()))
                    {
                        found.push(list);
                    }
                }
            }
            Event::End(TagEnd::Paragraph) => {
                let Some((paragraph, at)) = gathered.take() else { continue };
                let written = &text[at.clone()];
                if lists == 0 && goes_on_with_bars(text, written, &at, found.last_mut()) {
                    continue;
                }
                if lists == 0 {
                    let titled = counted::with_die(said.take(), title.as_ref());
                    if let Some(counted) = counted::in_paragraph(text, at.clone(), titled.as_ref()) {
                        found.push(MarkdownPart::Lines(counted));
                        continue;
                    }
                    let alone = Some(written.trim()).filter(|written| !written.contains('\n'));
                    said = alone.and_then(counted::die_line).map(|said| (said, at.clone()));
                }
                name_by_paragraph(&paragraph, written, at, &mut title, &mut found);
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let is_ours = info.split([' ', ',']).next().is_some_and(|word| word == "tw");
                code = is_ours.then_some(range.end..range.start);
            }
            Event::End(TagEnd::CodeBlock) => {
                found.extend(code.take().filter(|at| at.start < at.end).map(MarkdownPart::Code));
            }
            Event::Start(Tag::Table(_)) => table = Some(range),
            Event::End(TagEnd::Table) => {
                if let Some(at) = table.take() {
                    let (at, id) = without_block_id(text, at);
                    let title = counted::with_die(said.take(), title.as_ref());
                    found.push(MarkdownPart::Table { at, title, id });
                }
            }
            Event::Text(piece) | Event::Code(piece) => {
                if let Some(at) = &mut code {
                    *at = at.start.min(range.start)..at.end.max(range.end);
                } else if let Some((gathered, _)) = &mut gathered {
                    gathered.push_str(&piece);
                }
            }
            Event::SoftBreak => {
                if let Some((gathered, _)) = &mut gathered {
                    gathered.push(' ');
                }
            }
            _ => {}
        }
    }
    found
}

/// `Weather ^weather`: a heading's block id is none of its words.
fn without_heading_id(heading: &str) -> &str {
    match heading.trim().rsplit_once(" ^") {
        Some((words, id)) if !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') => {
            words.trim_end()
        }
        Some(_) | None => heading,
    }
}

/// A list of numbers, or of bullets with numbers as keys, whose title names one die, which its first and last
/// number are the least and the most of: `In the sacks (d6)` and six entries. Where it goes on with the numbers of
/// the list `above` it, beyond a paragraph, it is a part of that.
fn rolled_list(
    text: &str,
    at: Range<usize>,
    title: (String, Range<usize>),
    above: Option<&mut MarkdownPart>,
) -> Option<MarkdownPart> {
    let slice = text.get(at.clone())?.trim_end();
    let at = at.start..at.start + slice.len();
    let keys = keys_of(slice)?;
    if let Some(MarkdownPart::List { at: whole, pieces, title: (_, place), .. }) = above
        && *place == title.1
        && let Some((_, last)) =
            pieces.last().and_then(|piece| keys_of(&text[piece.clone()])?.last().copied())
        && keys.first().is_some_and(|(first, _)| *first == last + 1)
    {
        whole.end = at.end;
        pieces.push(at);
        return None;
    }
    let sum = rolled_sum(&title.0).map(str::to_owned);
    let (die, whole) = match (sum, counted::one_die(&title.0)) {
        (Some(sum), _) => (sum, true),
        (None, Some((die, dice))) => {
            let (least, most) = counted::ends_of(dice)?;
            let ends = keys.first()?.0 == least && keys.last()?.1 == most;
            // Where the title leaves no doubt, what is missing is reported.
            (die.to_owned(), ends || counted::rolled_die(&title.0).is_some())
        }
        (None, None) => return None,
    };
    let pieces = vec![at.clone()];
    (whole && keys.len() > 1).then_some(MarkdownPart::List { at, pieces, title, die })
}

/// The numbers of a list, line by line. What is nested, or goes on over several lines, is for whoever imports the
/// note.
fn keys_of(list: &str) -> Option<Vec<(u32, u32)>> {
    let lines = list.lines().filter(|line| !line.trim().is_empty());
    let mut keys: Vec<(u32, u32)> = lines.map(super::table_form::number_of).collect::<Option<_>>()?;
    for at in 1..keys.len() {
        let before = keys[at - 1].1;
        if super::table_form::is_last_face(keys[at].0, before) {
            keys[at] = (before + 1, before + 1);
        }
    }
    Some(keys)
}

/// Rows with bars below a table, beyond a blank line, which ends a table for Markdown: they are the rest of it.
fn goes_on_with_bars(text: &str, written: &str, at: &Range<usize>, above: Option<&mut MarkdownPart>) -> bool {
    let Some(MarkdownPart::Table { at: table, id: None, .. }) = above else { return false };
    let has_bars = |line: &str| line.trim().starts_with('|') && line.trim().ends_with('|');
    let is_next = text.get(table.end..at.start).is_some_and(|between| between.trim().is_empty());
    let goes_on = is_next && written.lines().all(has_bars);
    if goes_on {
        table.end = at.start + written.trim_end().len();
    }
    goes_on
}

/// A table's lines, and the block id in the line directly below them, which Markdown takes for a row.
fn without_block_id(text: &str, at: Range<usize>) -> (Range<usize>, Option<String>) {
    let lines = text[at.clone()].trim_end();
    let last = lines.rfind('\n').map_or(0, |line| line + 1);
    let id = lines[last..].trim().strip_prefix('^').filter(|id| !id.contains(['|', ' ']));
    match id {
        Some(id) => (at.start..at.start + last, Some(id.to_owned())),
        None => (at, None),
    }
}

/// A paragraph may be a block id, which names the table above it, or a caption for the table below.
fn name_by_paragraph(
    paragraph: &str,
    written: &str,
    at: Range<usize>,
    title: &mut Option<(String, Range<usize>)>,
    found: &mut [MarkdownPart],
) {
    let shown = paragraph.trim();
    if let Some(block) = shown.strip_prefix('^')
        && !block.contains(char::is_whitespace)
    {
        if let Some(MarkdownPart::Table { id, .. }) = found.last_mut() {
            *id = Some(block.to_owned());
        }
        return;
    }
    let written = written.trim();
    let die_behind = written.starts_with("**") && written.ends_with(')') && written.contains("** (");
    let is_bold = die_behind
        || (written.starts_with("**") && written.ends_with("**"))
        || (written.starts_with('*') && written.ends_with('*'))
        || (written.starts_with('_') && written.ends_with('_'));
    let is_caption = is_bold || shown.starts_with("Table:") || shown.starts_with("Table ");
    if is_caption && !written.contains('\n') {
        let caption = shown.strip_prefix("Table:").unwrap_or(shown).trim();
        let caption = plain::shown(caption).into_owned();
        // `**Roll d4**` under a heading says what is rolled, and the heading what on.
        if !title.as_ref().is_some_and(|(title, _)| counted::says_only_die(&caption, title)) {
            *title = Some((caption, at));
        }
    }
}

/// The name of a table of a note: by its block id, its title, or the heading of what it holds.
fn table_name(
    id: Option<&str>,
    title: Option<&(String, Range<usize>)>,
    body: &TableBody,
    taken: &mut FreeNames,
) -> String {
    let heading = match body {
        TableBody::Pipe { headings, .. } => headings.get(1).map(|heading| heading.text.as_str()),
        TableBody::Lines(_) | TableBody::Bullets(_) => None,
    };
    free_name(id, title.map(|(title, _)| title.as_str()).or(heading), taken)
}

/// A name made of a block id or a title, not taken by a table before.
fn free_name(id: Option<&str>, title: Option<&str>, taken: &mut FreeNames) -> String {
    taken.give(&id.map(plain_name).unwrap_or_else(|| name_of(title.unwrap_or(""))))
}
