//! Reading sources, entries, notes and single expressions.

use super::brought::Brought;
use super::grammar::Rule;
use super::parsed::{Mode, Parsed, Verdict};
use super::stack::with_stack_for;
use super::{assemble, ast, build, controls, hints, markdown, note_left_out, readings, sound};
use crate::base::{SourceId, Span, stop};
use crate::diag::Diagnostic;
use crate::diag::codes::limits;

/// The longest text that is read at all, in bytes. Whoever reads sources for a user holds them to the
/// limit in force, which is lower.
pub(crate) const MAX_SOURCE: usize = 1 << 24;

/// How many readings within each other are looked at: what is offered for a line may itself be a line for which
/// something is offered, and so on without an end.
const MOST_READINGS: u32 = 3;

/// Reads a `.tw` file.
pub(crate) fn parse_file(id: SourceId, text: &str) -> Parsed {
    let mut parsed = parse(id, text, Mode::File, 0);
    sound::keep_sound(&mut parsed.diagnostics, text, Mode::File);
    parsed
}

/// Reads what was typed into the REPL: the same language, with bare expressions, and tables that end at a
/// blank line.
pub(crate) fn parse_entry(id: SourceId, text: &str) -> Parsed {
    entry_within(id, text, 0)
}

/// Reads an entry of which nobody sees what is offered for its mistakes: no fix is tried.
pub(crate) fn parse_untold(text: &str) -> Parsed {
    parse(SourceId(u32::MAX), text, Mode::Entry, MOST_READINGS)
}

/// An entry that is read within so many others.
fn entry_within(id: SourceId, text: &str, within: u32) -> Parsed {
    let mut parsed = parse(id, text, Mode::Entry, within);
    if within < MOST_READINGS {
        sound::keep_sound(&mut parsed.diagnostics, text, Mode::Entry);
    }
    parsed
}

/// Reads a Markdown file: each table whose first heading is dice becomes a table named by its block id,
/// caption or heading, and fenced `tw` blocks are code. Places are those of the Markdown text.
pub(crate) fn parse_markdown(id: SourceId, text: &str) -> Parsed {
    parse_markdown_without(id, text, &[])
}

/// The same without the tables and blocks that begin at some bytes.
pub(crate) fn parse_markdown_without(id: SourceId, text: &str, without: &[usize]) -> Parsed {
    match too_long(id, text) {
        Some(report) => refused(report),
        None => {
            let read = || {
                let mut read = markdown::read(id, text, without);
                read.diagnostics.extend(note_left_out::reports(id, text));
                read.diagnostics.sort_by_key(Diagnostic::order);
                read
            };
            whole(id, with_stack_for(text, read), 0)
        }
    }
}

/// Whether of a text no less can be read than of the one before it.
pub(crate) fn reads_as_well(before: &str, now: &str, note: bool) -> bool {
    let read = if note { parse_markdown } else { parse_file };
    let unread = |text| read(SourceId(0), text).diagnostics.iter().filter(|report| report.is_error()).count();
    unread(now) <= unread(before)
}

/// Reads one expression; `None` where it cannot be read.
pub(crate) fn parse_expression(id: SourceId, text: &str) -> (Option<ast::Expr>, Vec<Diagnostic>) {
    in_one_piece(id, text, build::Builder::whole_expr)
}

/// Reads an expression whose odds are asked: `given`, `after` and `first turn when` need no `odds` before
/// them. `None` where it cannot be read.
pub(crate) fn parse_question(id: SourceId, text: &str) -> (Option<ast::Expr>, Vec<Diagnostic>) {
    in_one_piece(id, text, build::Builder::question)
}

/// Whether a text is an expression, as far as its form goes.
pub(crate) fn is_expression(text: &str) -> bool {
    fits(Rule::one_expr, text)
}

/// Whether a text changes something, as the effects of a row do: `gold += 10`. A name alone does not.
pub(crate) fn is_effect(text: &str) -> bool {
    let changes = [" += ", " -= ", " = "].iter().any(|sign| text.contains(sign));
    changes && text.starts_with(char::is_alphabetic) && fits(Rule::one_effects, text)
}

/// Whether a text can be the key of a row: a number, a range, a word, or one of the forms between.
pub(crate) fn is_key(text: &str) -> bool {
    read_key(text).is_some()
}

/// The key that a text by itself is, where it is one.
pub(crate) fn read_key(text: &str) -> Option<ast::WrittenKey> {
    let mut builder = build::Builder::new(SourceId(u32::MAX));
    let key = with_stack_for(text, || builder.key(text, 0));
    (!key.parts.is_empty() && builder.diagnostics.is_empty()).then_some(key)
}

/// Whether a text can be asked for its odds, as far as its form goes.
pub(crate) fn is_question(text: &str) -> bool {
    fits(Rule::question, text)
}

/// Whether all braces of a cell hold something that can be read, as far as its form goes.
pub(crate) fn is_cell(text: &str) -> bool {
    text.len() <= MAX_SOURCE
        && with_stack_for(text, || !controls::has(text) && build::Builder::reads_cell(text))
}

fn fits(rule: Rule, text: &str) -> bool {
    text.len() <= MAX_SOURCE
        && with_stack_for(text, || !controls::has(text) && build::Builder::fits(rule, text))
}

fn in_one_piece(
    id: SourceId,
    text: &str,
    read: impl FnOnce(&mut build::Builder, &str) -> Option<ast::Expr> + Send,
) -> (Option<ast::Expr>, Vec<Diagnostic>) {
    let (expr, mut reports) = with_stack_for(text, || {
        let mut builder = build::Builder::new(id);
        let expr = if let Some(report) = too_long(id, text) {
            builder.report(report);
            None
        } else if controls::has(text) {
            controls::report(id, text, 0, &mut builder.diagnostics);
            None
        } else {
            read(&mut builder, text)
        };
        (expr, builder.diagnostics)
    });
    super::reserved_names::report(id, text, &mut reports);
    keep_readable(&mut reports, 0);
    (expr, reports)
}

fn parse(id: SourceId, text: &str, mode: Mode, within: u32) -> Parsed {
    match too_long(id, text) {
        Some(report) => refused(report),
        None => whole(id, with_stack_for(text, || assemble::assemble(id, text, mode)), within),
    }
}

/// The report on a line that another program writes, with what can be read of it.
pub(crate) fn brought_report(found: &Brought, line: &str, span: Span) -> Diagnostic {
    let mut report = hints::brought_report(found, line, span);
    keep_readable(std::slice::from_mut(&mut report), 0);
    report
}

/// What was read, unless the reading was asked to stop: what is missing would be taken for a mistake.
fn whole(id: SourceId, mut parsed: Parsed, within: u32) -> Parsed {
    if stop::is_asked() {
        return refused(Diagnostic::interrupted(Span::new(id, 0, 0)));
    }
    keep_readable(&mut parsed.diagnostics, within);
    parsed
}

fn keep_readable(reports: &mut [Diagnostic], within: u32) {
    if within < MOST_READINGS {
        readings::keep_readable(reports, |text| entry_within(SourceId(u32::MAX), text, within + 1));
    }
}

fn refused(report: Diagnostic) -> Parsed {
    Parsed { file: ast::File::default(), diagnostics: vec![report], verdict: Verdict::Broken }
}

fn too_long(id: SourceId, text: &str) -> Option<Diagnostic> {
    (text.len() > MAX_SOURCE).then(|| {
        let message = format!("this source has {} bytes, and at most {MAX_SOURCE} are read", text.len());
        Diagnostic::error(&limits::SOURCE_BYTES, Span::new(id, 0, 0), message)
            .help("split it, and load the parts with `use`")
    })
}
