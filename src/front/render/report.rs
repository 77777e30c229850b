//! A diagnostic as people see it: a picture of the source with marks, or one line.
//!
//! This is the only file that knows the drawing library, and the library draws the marked source
//! only: head, help, notes and fixes are written here, so that a report without a place keeps them.

use std::fmt::Write as _;

use ariadne::{CharSet, Config, IndexType, Label as Mark, Report, ReportKind};

use super::clean::{clean, clean_line};
use super::label;
use super::style::{Style, Tint};
use super::view::SourceView;
use super::wrap::{columns, wrap};
use crate::base::{SourceId, Sources, Span};
use crate::diag::{Diagnostic, Fix, Label, Severity, edited};

/// The colour of a severity's head.
pub(crate) fn severity_tint(severity: Severity) -> Tint {
    match severity {
        Severity::Error => Tint::Error,
        Severity::Warning => Tint::Warning,
        Severity::Note => Tint::Note,
    }
}

/// The report as a picture, with a line break at its end.
pub(crate) fn picture(diagnostic: &Diagnostic, sources: &Sources, look: Style) -> String {
    let mut out = String::new();
    let head = format!("{}[{}]", diagnostic.severity.word(), diagnostic.code);
    let body = wrap(&clean(&diagnostic.message), look.width.saturating_sub(columns(&head) + 2).max(30));
    let tint = severity_tint(diagnostic.severity);
    for (nth, line) in body.iter().enumerate() {
        if nth == 0 {
            let _ = writeln!(out, "{}: {}", look.tint(tint, &head), look.tint(Tint::Value, line));
        } else {
            let _ = writeln!(out, "{}{}", " ".repeat(columns(&head) + 2), look.tint(Tint::Value, line));
        }
    }
    let typed = typed_line(diagnostic.primary.span.source, sources);
    // Who typed one line still sees it above a mere note.
    if diagnostic.severity != Severity::Note || typed.is_none() {
        out.push_str(&marked_source(diagnostic, sources, look));
    }
    for fix in &diagnostic.fixes {
        let whole = whole_line(fix, sources);
        advice(&mut out, look, "fix", whole.as_deref().unwrap_or(&fix.title));
    }
    for help in &diagnostic.help {
        advice(&mut out, look, "help", help);
    }
    for note in &diagnostic.notes {
        advice(&mut out, look, "note", note);
    }
    bounded(out, look.report_bytes)
}

/// The one line that was typed, where nothing else was.
fn typed_line(source: SourceId, sources: &Sources) -> Option<&str> {
    const LONGEST: usize = 80;
    let source = sources.get(source)?;
    let line = source.text().trim_end();
    (source.name().starts_with('<') && !line.contains('\n') && columns(line) <= LONGEST).then_some(line)
}

/// What a fix says, with the line as it is to be typed in place of the piece that is written into it.
fn whole_line(fix: &Fix, sources: &Sources) -> Option<String> {
    let [edit] = fix.edits.as_slice() else { return None };
    let line = typed_line(edit.span.source, sources)?;
    let says = fix.title.strip_suffix(&format!("`{}`", edit.text.trim()))?;
    let mended = edited(line, vec![edit])?;
    (!mended.contains('\n')).then(|| format!("{says}`{}`", mended.trim()))
}

fn advice(out: &mut String, look: Style, word: &str, text: &str) {
    let tint = if word == "note" { Tint::Note } else { Tint::Help };
    let indent = word.len() + 4;
    for (nth, line) in wrap(&clean(text), look.width.saturating_sub(indent).max(30)).iter().enumerate() {
        if nth == 0 {
            let _ = writeln!(out, "  {}: {line}", look.tint(tint, word));
        } else {
            let _ = writeln!(out, "{}{line}", " ".repeat(indent));
        }
    }
}

fn bounded(mut out: String, most: usize) -> String {
    if out.len() > most {
        let mut end = most;
        while !out.is_char_boundary(end) {
            end -= 1;
        }
        out.truncate(end);
        out.push_str("\n  (the report is cut here)\n");
    }
    out
}

/// The report on one line, as editors and `grep` read it, without a line break.
pub(crate) fn short(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let word = diagnostic.severity.word();
    let message = clean_line(&diagnostic.message);
    let code = diagnostic.code;
    match sources.get(diagnostic.primary.span.source) {
        Some(source) => {
            let at = source.line_col(diagnostic.primary.span.start);
            let name = clean_line(source.name());
            format!("{name}:{}:{}: {word}[{code}]: {message}", at.line, at.col)
        }
        None => format!("{word}[{code}]: {message}"),
    }
}

/// Columns that a picture's frame takes.
const FRAME: usize = 10;
/// A line is never cut to less than this.
const NARROWEST: usize = 60;

/// The labels of one source; the one that holds the primary label comes first.
struct Shown<'a> {
    id: SourceId,
    labels: Vec<(&'a Label, bool)>,
}

fn by_source<'a>(diagnostic: &'a Diagnostic, sources: &Sources) -> Vec<Shown<'a>> {
    let mut groups: Vec<Shown<'a>> = Vec::new();
    let primary = std::iter::once((&diagnostic.primary, true));
    for (label, is_primary) in primary.chain(diagnostic.labels.iter().map(|label| (label, false))) {
        let id = label.span.source;
        if sources.get(id).is_none() {
            continue;
        }
        match groups.iter_mut().find(|group| group.id == id) {
            Some(group) => group.labels.push((label, is_primary)),
            None => groups.push(Shown { id, labels: vec![(label, is_primary)] }),
        }
    }
    groups
}

/// What the drawing library asks for sources.
struct Views {
    views: Vec<(SourceView, ariadne::Source<String>)>,
}

impl ariadne::Cache<usize> for &Views {
    type Storage = String;

    fn fetch(&mut self, nth: &usize) -> Result<&ariadne::Source<String>, impl std::fmt::Debug> {
        self.views.get(*nth).map(|(_, source)| source).ok_or("no such source")
    }

    fn display<'a>(&self, nth: &'a usize) -> Option<impl std::fmt::Display + 'a> {
        self.views.get(*nth).map(|(view, _)| view.name.clone())
    }
}

type Place = (usize, std::ops::Range<usize>);

fn marked_source(diagnostic: &Diagnostic, sources: &Sources, look: Style) -> String {
    let groups = by_source(diagnostic, sources);
    // What does not fit beside the frame is cut around the place, and never more than the limit shown.
    let most = look.line_columns.max(NARROWEST);
    let columns = look.width.saturating_sub(FRAME).clamp(NARROWEST, most);
    let mut views = Views { views: Vec::new() };
    let mut marks = Vec::new();
    for (nth, group) in groups.iter().enumerate() {
        let Some(source) = sources.get(group.id) else { continue };
        let spans: Vec<Span> = group.labels.iter().map(|(label, _)| label.span).collect();
        let view = SourceView::new(source, &spans, columns);
        for ((label, is_primary), place) in group.labels.iter().zip(&view.places) {
            // A mark without words would not be drawn.
            let text = if label.text.is_empty() { "here" } else { &label.text };
            marks.push((nth, place.clone(), clean_line(text).into_owned(), *is_primary));
        }
        let drawn = ariadne::Source::from(view.text.clone());
        views.views.push((view, drawn));
    }
    let Some((_, first, ..)) = marks.first() else { return String::new() };
    let start: Place = (0, first.clone());
    // Out of order, the library would show one file several times.
    marks.sort_by_key(|(nth, place, ..)| (*nth, place.end, place.start));
    draw(start, marks, &views, diagnostic.severity, look)
}

type Marked = (usize, std::ops::Range<usize>, String, bool);

fn draw(start: Place, marks: Vec<Marked>, views: &Views, severity: Severity, look: Style) -> String {
    let config = Config::new()
        .with_color(look.color)
        .with_char_set(if look.ascii { CharSet::Ascii } else { CharSet::Unicode })
        .with_index_type(IndexType::Char)
        .with_tab_width(2)
        .with_compact(false);
    let mut report = Report::<Place>::build(ReportKind::Error, start).with_config(config);
    let texts: Vec<String> = marks.iter().map(|(_, _, text, _)| text.clone()).collect();
    for (order, (nth, place, text, is_primary)) in (0..).zip(marks) {
        let color = match (is_primary, severity) {
            (true, Severity::Error) => ariadne::Color::Red,
            (true, Severity::Warning) => ariadne::Color::Yellow,
            (true, Severity::Note) => ariadne::Color::Cyan,
            (false, _) => ariadne::Color::Blue,
        };
        let mark = Mark::new((nth, place)).with_order(order).with_color(color);
        report.add_label(mark.with_message(text));
    }
    let mut bytes = Vec::new();
    if report.finish().write(views, &mut bytes).is_err() {
        return String::new();
    }
    let drawn = String::from_utf8_lossy(&bytes);
    // The first line is the library's head; ours stands above already.
    let body = drawn.split_once('\n').map_or("", |(_, body)| body);
    let Some((view, _)) = views.views.first() else { return String::new() };
    let (line, col) = view.line_col;
    let wrong = format!("{}:{line}:{}", view.name, view.shown_col);
    let body = body.replacen(&wrong, &format!("{}:{line}:{col}", view.name), 1);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    label::within(&body, &texts, look.width.max(NARROWEST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Source;
    use crate::diag::codes::names::UNKNOWN;

    fn at(id: SourceId, start: usize, end: usize) -> Span {
        Span::new(id, start, end)
    }

    fn sources(text: &str) -> (Sources, SourceId) {
        let mut sources = Sources::new();
        let id = sources.add(Source::new("moor.tw", text));
        (sources, id)
    }

    #[test]
    fn a_picture_shows_head_place_marks_and_advice() {
        let (sources, id) = sources("let x = 2\nroll hazrd\n");
        let report = Diagnostic::error(&UNKNOWN, at(id, 15, 20), "`hazrd` is not defined")
            .here("not known")
            .label(at(id, 4, 5), "known names end here")
            .fix("write `hazard`", at(id, 15, 20), "hazard")
            .help("names are listed by `:tables`")
            .note("names compare as written");
        let shown = picture(&report, &sources, Style::default());
        let wanted = [
            "error[TW0301]: `hazrd` is not defined",
            "moor.tw:2:6",
            "roll hazrd",
            "not known",
            "known names end here",
            "fix: write `hazard`",
            "help: names are listed by `:tables`",
            "note: names compare as written",
        ];
        for part in wanted {
            assert!(shown.contains(part), "{part:?} is missing in\n{shown}");
        }
        assert_eq!(shown.matches("moor.tw").count(), 1, "{shown}");
        assert_eq!(short(&report, &sources), "moor.tw:2:6: error[TW0301]: `hazrd` is not defined");
    }

    #[test]
    fn a_name_that_was_probably_meant_is_told_once() {
        let (sources, id) = sources("roll hazrd\n");
        let report = Diagnostic::error(&UNKNOWN, at(id, 5, 10), "`hazrd` is not defined")
            .did_you_mean("hazard", at(id, 5, 10))
            .fix("ask for the table of yesterday", at(id, 5, 10), "dread");
        let shown = picture(&report, &sources, Style::default());
        assert_eq!(shown.matches("hazard").count(), 1, "{shown}");
        assert!(shown.contains("fix: write `hazard`") && shown.contains("fix: ask for"), "{shown}");
    }

    #[test]
    fn a_fix_of_a_typed_line_gives_the_whole_line() {
        let mut sources = Sources::new();
        let id = sources.add(Source::new("<repl:3>", "4d6h3 + 2"));
        let report = Diagnostic::error(&UNKNOWN, at(id, 3, 5), "`h3` is written differently here").fix(
            "keep the highest: `kh3`",
            at(id, 3, 5),
            "kh3",
        );
        let shown = picture(&report, &sources, Style::default());
        assert!(shown.contains("fix: keep the highest: `4d6kh3 + 2`"), "{shown}");
        let note = Diagnostic::note_at(&UNKNOWN, at(id, 0, 3), "short");
        assert_eq!(picture(&note, &sources, Style::default()), "note[TW0301]: short\n");
    }

    #[test]
    fn no_span_makes_a_picture_fail() {
        let text = "é骰\r\n\tab\u{1b}[2J\u{202E}\n\n| 1 | 🎲 |\nlast";
        let (sources, id) = sources(text);
        let ends = 0..=text.len() + 3;
        for start in ends.clone() {
            for end in ends.clone() {
                let report = Diagnostic::warning(&UNKNOWN, at(id, start, end), "hostile")
                    .here("here")
                    .label(at(id, end, start + 4), "there")
                    .help("kept");
                let shown = picture(&report, &sources, Style { ascii: true, ..Style::default() });
                assert!(shown.contains("help: kept"), "{start}..{end}\n{shown}");
                assert!(shown.contains("here"), "{start}..{end}\n{shown}");
                assert!(!shown.contains(['\u{1b}', '\u{202E}', '\r']), "{start}..{end}\n{shown}");
            }
        }
    }

    #[test]
    fn a_source_that_does_not_exist_leaves_the_words() {
        let (mut other, _) = sources("x");
        let missing = other.add(Source::new("gone", ""));
        let (one, _) = sources("x");
        let report = Diagnostic::error(&UNKNOWN, at(missing, 0, 9), "lost").help("kept").note("also");
        let shown = picture(&report, &one, Style::default());
        assert_eq!(shown, "error[TW0301]: lost\n  help: kept\n  note: also\n");
        assert_eq!(short(&report, &one), "error[TW0301]: lost");
    }

    #[test]
    fn a_long_line_is_cut_around_its_place_and_keeps_its_column() {
        let text = format!("{}HERE{}", "a".repeat(5000), "b".repeat(5000));
        let (sources, id) = sources(&text);
        let report = Diagnostic::error(&UNKNOWN, at(id, 5000, 5004), "far").here("x");
        let shown = picture(&report, &sources, Style::default());
        assert!(shown.contains("HERE") && shown.contains("moor.tw:1:5001"), "{shown}");
        assert!(shown.lines().all(|line| columns(line) < 230), "{shown}");
    }

    #[test]
    fn two_sources_are_shown_once_each() {
        let (mut sources, first) = sources("one\ntwo\nthree\n");
        let second = sources.add(Source::new("other.tw", "four\nfive\n"));
        let report = Diagnostic::error(&UNKNOWN, at(first, 8, 13), "both")
            .label(at(second, 5, 9), "b")
            .label(at(first, 0, 3), "c")
            .label(at(second, 0, 4), "d");
        let shown = picture(&report, &sources, Style::default());
        assert_eq!(shown.matches("moor.tw").count(), 1, "{shown}");
        assert_eq!(shown.matches("other.tw").count(), 1, "{shown}");
        let colored = picture(&report, &sources, Style { color: true, ..Style::default() });
        assert!(colored.contains("\u{1b}[1;31m"));
    }
}
