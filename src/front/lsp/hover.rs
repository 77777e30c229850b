//! What stands under the cursor: what a name is, and the odds of a table, of its row, and of dice.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

use super::look::DocumentLook;
use crate::base::Span;
use crate::check::program::Table;
use crate::front::render::percent::{decimal, percent};
use crate::session::odds::{Method, Odds, OddsAsk};
use crate::session::{Named, RowOdds, What, built_in};
use crate::syntax::{self, TokenClass};

/// Odds are worked out for so long; an editor waits for them.
const PATIENCE: Duration = Duration::from_millis(80);
/// How many outcomes or rows are listed.
const ROWS: usize = 8;

/// What there is to say about a place; `None` where nothing is known.
pub(crate) fn hover(look: &mut DocumentLook, position: Position, stop: &Arc<AtomicBool>) -> Option<Hover> {
    let at = look.byte(position);
    let (text, span) = about_name(look, at, stop).or_else(|| about_token(look, at, stop))?;
    let range = Some(look.own_range(span));
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range })
}

/// A name that leads to a definition.
fn about_name(look: &mut DocumentLook, at: u32, stop: &Arc<AtomicBool>) -> Option<(String, Span)> {
    let survey = look.survey.as_ref()?;
    let mention = survey.name_at(survey.source, at)?;
    let Some(named) = survey.defined_at(mention.of).cloned() else {
        return about_local(look, mention.at, mention.of);
    };
    let table = survey.program().tables.iter().find(|table| table.def.span == mention.of).cloned();
    let mut text = described(&named);
    if let Some(table) = table {
        text.push_str(&odds_of_table(look, &named, &table, stop));
    }
    Some((text, mention.at))
}

/// What is defined in the middle of something: the line in which it is.
fn about_local(look: &DocumentLook, at: Span, of: Span) -> Option<(String, Span)> {
    let source = look.sources().get(of.source)?;
    if of.start == of.end {
        // A file that does not name itself.
        return Some((format!("`{}`", source.name()), at));
    }
    let line = source.line(source.line_col(of.start).line).trim();
    Some((fenced(line), at))
}

fn fenced(code: &str) -> String {
    // More backticks than stand in the text.
    let marks = "`".repeat(code.split(|c| c != '`').map(str::len).max().unwrap_or(0).max(2) + 1);
    format!("{marks}tw\n{code}\n{marks}")
}

/// A definition: how it is written, its title, and its doc comment.
fn described(named: &Named) -> String {
    let mut text = match named.what {
        What::Modifier | What::Builtin | What::Keyword => fenced(&named.usage),
        what => fenced(&format!("{} {}", what.word(), named.usage)),
    };
    if let Some(title) = &named.title {
        let _ = write!(text, "\n\n**{}**", title.trim());
    }
    if let Some(doc) = &named.doc {
        let _ = write!(text, "\n\n{doc}");
    }
    if !named.module.is_empty() {
        let _ = write!(text, "\n\n*{}*", named.module);
    }
    text
}

/// Odds or why there are none, below a line.
fn odds_of_table(look: &mut DocumentLook, named: &Named, table: &Table, stop: &Arc<AtomicBool>) -> String {
    if table.stub.is_some() {
        return String::new();
    }
    if table.params.iter().any(|param| param.default.is_none()) {
        return below("its odds depend on its inputs");
    }
    if !look.can_play() {
        return below("its odds are shown once there are no errors");
    }
    let name = named.full();
    match within_patience(look, stop, |look| look.session.row_odds(&name)) {
        Ok(Some(rows)) if is_same(&rows, table) => below(&listed_rows(&rows)),
        Ok(_) => String::new(),
        Err(TooLong) => below(&too_long(&name)),
    }
}

/// Whether odds are those of a table: where parts of a note are left out, another one may have its name.
fn is_same(rows: &RowOdds, table: &Table) -> bool {
    rows.table.def.span.range() == table.def.span.range() && rows.table.rows.len() == table.rows.len()
}

fn listed_rows(rows: &RowOdds) -> String {
    let mut text = String::from("| | row | odds |\n|---:|---|---:|\n");
    for (row, chance) in rows.table.rows.iter().zip(&rows.chances).take(ROWS) {
        let share = percent(chance.to_f64());
        let _ = writeln!(text, "| {} | {} | {share} |", cell(&row.key.text), cell(&row.listed));
    }
    more(&mut text, rows.chances.len());
    text
}

fn more(text: &mut String, count: usize) {
    if count > ROWS {
        let _ = writeln!(text, "\n… and {} more", count - ROWS);
    }
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    const LONGEST: usize = 40;
    let text = text.replace(['\n', '\r'], " ").replace('|', "\\|");
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or("")),
        None => text,
    }
}

fn below(text: &str) -> String {
    format!("\n\n---\n\n{text}")
}

fn too_long(what: &str) -> String {
    format!("the odds take longer than an editor waits; `tw odds {what}` works them out")
}

/// A word that is built in, a modifier, dice.
fn about_token(look: &mut DocumentLook, at: u32, stop: &Arc<AtomicBool>) -> Option<(String, Span)> {
    let text = Arc::clone(look.document.text());
    let at = at as usize;
    if look.document.is_markdown() && !syntax::note_parts(&text).iter().any(|part| part.range.contains(&at)) {
        return None;
    }
    let token =
        syntax::tokens(&text).into_iter().find(|token| token.range.start <= at && at < token.range.end)?;
    let written = text.get(token.range.clone())?;
    let span = Span::new(look.source()?, token.range.start, token.range.end);
    let about = match token.class {
        TokenClass::Dice => about_dice(look, written, stop)?,
        TokenClass::Name | TokenClass::Keyword | TokenClass::Operator | TokenClass::Literal => {
            let known = built_in();
            let found = known.iter().find(|named| *named.name == *written && named.what == What::Builtin)?;
            described(found)
        }
        TokenClass::Key => about_row(look, at, stop)?,
        TokenClass::Definition
        | TokenClass::Number
        | TokenClass::Text
        | TokenClass::Escape
        | TokenClass::Live
        | TokenClass::TableMark
        | TokenClass::Punctuation
        | TokenClass::Comment
        | TokenClass::Doc => return None,
    };
    Some((about, span))
}

/// The row whose key is here: how likely it is.
fn about_row(look: &mut DocumentLook, at: usize, stop: &Arc<AtomicBool>) -> Option<String> {
    let survey = look.survey.as_ref()?;
    let own =
        |span: Span| span.source == survey.source && (span.start as usize..=span.end as usize).contains(&at);
    let tables = survey.program().tables.iter();
    let (table, row) = tables
        .filter_map(|table| {
            Some((table, table.rows.iter().position(|row| own(row.span) || own(row.key.span))?))
        })
        .next()?;
    let named = survey.defined_at(table.def.span)?.clone();
    let table = Arc::clone(table);
    let usable = !table.params.iter().any(|param| param.default.is_none());
    if !usable || !look.can_play() {
        return None;
    }
    let name = named.full();
    match within_patience(look, stop, |look| look.session.row_odds(&name)) {
        Ok(rows) => {
            let rows = rows.filter(|rows| is_same(rows, &table))?;
            let (chance, row) = (rows.chances.get(row)?, rows.table.rows.get(row)?);
            // A fraction would pass for one that is exact.
            let exact = if rows.short { String::new() } else { format!(" ({chance})") };
            Some(format!("**{}**: {}{exact}", cell(&row.listed), percent(chance.to_f64())))
        }
        Err(TooLong) => Some(too_long(&name)),
    }
}

fn about_dice(look: &mut DocumentLook, written: &str, stop: &Arc<AtomicBool>) -> Option<String> {
    let ask = OddsAsk { exact_only: true, ..OddsAsk::default() };
    let odds = within_patience(look, stop, |look| look.session.odds(written, &ask, &|_| {}).ok());
    match odds {
        Ok(odds) => odds.map(|(odds, _)| format!("{}{}", fenced(written), below(&listed(&odds)))),
        Err(TooLong) => Some(format!("{}{}", fenced(written), below(&too_long(&format!("'{written}'"))))),
    }
}

/// Exact odds in a few lines: the mean, the range, and the outcomes where they are few.
fn listed(odds: &Odds) -> String {
    debug_assert!(matches!(odds.method, Method::Exact | Method::Short), "samples are not asked for");
    let mut text = String::new();
    if let (Some(mean), Some((first, last))) = (odds.mean_f, odds.ends()) {
        let _ = write!(text, "mean {}", decimal(mean));
        if let Some(spread) = odds.sd_f {
            let _ = write!(text, ", sd {}", decimal(spread));
        }
        let _ = writeln!(text, ", {} to {}\n", first.text(), last.text());
    }
    if odds.count() <= 3 * ROWS {
        let _ = writeln!(text, "| | odds |\n|---:|---:|");
        for outcome in odds.outcomes() {
            let _ = writeln!(text, "| {} | {} |", cell(&outcome.text()), percent(outcome.p()));
        }
    } else {
        let mut likely: Vec<_> = odds.outcomes().collect();
        likely.sort_by(|a, b| b.weight().cmp(a.weight()));
        let likely: Vec<String> = likely
            .into_iter()
            .take(3)
            .map(|outcome| format!("{} ({})", cell(&outcome.text()), percent(outcome.p())))
            .collect();
        let _ = writeln!(text, "likeliest: {}", likely.join(", "));
    }
    text
}

/// Something takes longer than an editor waits.
struct TooLong;

/// Works something out for as long as an editor waits. What the editor has given up on is not told.
fn within_patience<T>(
    look: &mut DocumentLook,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce(&mut DocumentLook) -> Option<T>,
) -> Result<Option<T>, TooLong> {
    let over = Arc::new(AtomicBool::new(false));
    let (alarm, given_up) = (Arc::clone(&over), Arc::clone(stop));
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        const LOOK: Duration = Duration::from_millis(5);
        let mut waited = Duration::ZERO;
        while waited < PATIENCE && !given_up.load(Ordering::Relaxed) {
            if wait.recv_timeout(LOOK) != Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                return;
            }
            waited += LOOK;
        }
        alarm.store(true, Ordering::Relaxed);
    });
    look.session.set_interrupt(Arc::clone(&over));
    let found = work(look);
    drop(done);
    // A watch that has nothing more to wait for ends at once.
    let _ = watch.join();
    look.session.set_interrupt(Arc::clone(stop));
    if found.is_none() && over.load(Ordering::Relaxed) { Err(TooLong) } else { Ok(found) }
}
