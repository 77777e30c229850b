//! Loading: started files, and house rules.

use std::path::Path;

use super::entry::NO_SPAN;
use super::steps::Step;
use super::world::{World, defines};
use super::{NO_SOURCE, Reply, Session};
use crate::base::{Source, SourceId, Span, stop};
use crate::check::Host;
use crate::check::program::{Program, Table};
use crate::diag::{Diagnostic, Severity};
use crate::engine::{Entry, NoAnswers, NoLog};
use crate::modules::{self, LoadError, SourceText};
use crate::odds::coverage;
use crate::syntax::{self, ast};

impl Session {
    /// Loads a file that a person started, with all that it uses. The reports of all its mistakes; where
    /// one is an error, nothing has changed but the sources.
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub(crate) fn load(&mut self, path: &Path) -> Result<Vec<Diagnostic>, LoadError> {
        let text = self.loader.start(path)?;
        let step = Step::Load(path.to_path_buf());
        if self.world.steps.any() {
            return self.load_beside(step);
        }
        Ok(self.load_as(text, step))
    }

    /// Loads a file as [`Session::load`] does, but of a Markdown note all that is sound: a table with a
    /// mistake is left out, and its report becomes a warning.
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub(crate) fn load_sound(&mut self, path: &Path) -> Result<Vec<Diagnostic>, LoadError> {
        let mut left_out = Vec::new();
        loop {
            let mut reports = self.load(path)?;
            if !reports.iter().any(Diagnostic::is_error) || !self.leave_out_broken(&mut reports) {
                left_out.extend(reports);
                return Ok(left_out);
            }
            left_out.extend(reports.into_iter().filter(|report| !report.notes.is_empty()));
        }
    }

    /// Leaves out of notes what has mistakes in it; their reports become warnings, and all others go.
    /// Whether there was anything to leave out; where not, the reports stay as they are.
    pub(super) fn leave_out_broken(&mut self, reports: &mut Vec<Diagnostic>) -> bool {
        let mut some = false;
        if reports.iter().any(Diagnostic::is_interruption) {
            return false;
        }
        let mut left = reports.clone();
        left.retain_mut(|report| {
            let Some(source) = self.sources.get(report.primary.span.source).filter(|_| report.is_error())
            else {
                return false;
            };
            let at = report.primary.span.start as usize;
            let Some((text, place)) = self.loader.text_read(Path::new(source.name())) else { return false };
            let parts = if text.is_markdown() { syntax::note_parts(source.text()) } else { Vec::new() };
            let Some(part) = parts.into_iter().find(|part| part.range.contains(&at)) else { return false };
            some |= self.loader.leave_out(&place, part.range.start);
            report.severity = Severity::Warning;
            report
                .notes
                .push("the table with this mistake is left out; everything else is loaded".to_owned());
            true
        });
        if some {
            *reports = left;
        }
        some
    }

    /// The tables and lists of a note that was loaded which are not rolled, and why.
    pub(crate) fn not_rolled(&self, path: &Path) -> Vec<String> {
        let Some((text, _)) = self.loader.text_read(path).filter(|(text, _)| text.is_markdown()) else {
            return Vec::new();
        };
        let line = |at: usize| text.text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
        let under = |title: Option<String>| {
            title.map(|title| format!(" under \u{201c}{title}\u{201d}")).unwrap_or_default()
        };
        let mut told: Vec<(usize, String)> = Vec::new();
        let parts = syntax::note_parts(&text.text);
        let rolled: Vec<std::ops::Range<usize>> =
            parts.iter().filter(|part| part.form.is_lines()).map(|part| part.range.clone()).collect();
        for part in parts {
            let Some(why) = part.not_rolled else { continue };
            let what = if part.form.is_lines() { "lines" } else { "table" };
            told.push((line(part.range.start), format!("the {what}{}: {why}", under(part.title))));
        }
        let is_rolled = |list: &syntax::NoteList| {
            rolled.iter().any(|part| part.start < list.range.end && list.range.start < part.end)
        };
        for list in syntax::note_lists(&text.text).into_iter().filter(|list| !is_rolled(list)) {
            let (count, name) = (list.entries.len(), list.title.as_deref().map(syntax::name_of));
            let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| "rumours".to_owned());
            let numbered = list.entries.iter().all(|entry| entry.starts_with(|c: char| c.is_ascii_digit()));
            let way = match &list.title {
                Some(title) if numbered => format!("name its die in the heading, as in `{title} (d{count})`"),
                Some(_) | None => format!("put a line ```tw and `table {name}` above it, and ``` below"),
            };
            let what = format!("the list{} ({count} entries); to roll it, {way}", under(list.title.clone()));
            told.push((line(list.range.start), what));
        }
        for other in syntax::other_tables(&text.text) {
            let what =
                format!("a table {}; `tw import` of this note writes it with pipes", other.form.in_words());
            told.push((line(other.range.start), what));
        }
        told.sort();
        told.into_iter().map(|(line, what)| format!("line {line}: {what}")).collect()
    }

    /// What the file that was loaded last defines to be rolled or looked up, in a line each.
    pub(crate) fn loaded_tables(&self) -> Vec<String> {
        let Some(last) = self.program().started.last().copied() else { return Vec::new() };
        let own = self.program().tables.iter().filter(|table| table.def.module == last);
        own.map(|table| super::known::described(table, table.die.is_none(), &[])).collect()
    }

    /// Loads a text as if it were a file.
    pub(crate) fn load_text(&mut self, text: SourceText) -> Vec<Diagnostic> {
        let step = Step::Given(self.given.len());
        self.given.push(text.clone());
        self.load_as(text, step)
    }

    /// Loads a file beside what is loaded and what was typed, for which its names and changes count.
    fn load_beside(&mut self, step: Step) -> Result<Vec<Diagnostic>, LoadError> {
        let made = self.renew_with(step)?;
        if !made.reports.iter().any(Diagnostic::is_error) {
            self.world = made.world;
        }
        Ok(made.reports)
    }

    fn load_as(&mut self, text: SourceText, step: Step) -> Vec<Diagnostic> {
        let _heed = self.heed();
        let mut draft = self.world.clone();
        draft.steps.push(step);
        let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
        let mut reports = draft.workspace.load_main(&mut host, text);
        self.take_over(draft, &mut reports);
        reports
    }

    /// Gives the top-level names of the started file their values and puts its `every` and `when` in
    /// force, without running its other statements: for those who load a file for its definitions.
    pub(crate) fn run_definitions(&mut self) -> Reply {
        let code = self.world.definitions();
        let entry = Some(Entry::new(code));
        let reply = self.run_code(entry, Span::new(NO_SOURCE, 0, 0), &mut NoAnswers::default(), &mut NoLog);
        if reply.is_done() {
            self.world.steps.push(Step::Define);
        }
        reply
    }

    /// Whether the started file's own statements define anything.
    pub(super) fn has_definitions(&self) -> bool {
        self.program().main.block.stmts.iter().any(defines)
    }

    /// Puts another value of an option in force: `dungeon_turn.quiet_turns`, `3`.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Vec<Diagnostic> {
        let _heed = self.heed();
        let path = path_of(self.add_source("<option>", name), name);
        let written = value;
        let (value, mut reports) = syntax::parse_expression(self.add_source("<option>", value), value);
        let Some(value) = value.filter(|_| reports.is_empty()) else { return reports };
        let mut draft = self.world.clone();
        draft.steps.push(Step::Option { name: name.to_owned(), value: written.to_owned() });
        let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
        reports.extend(draft.workspace.set_option(&mut host, &path, &value));
        self.take_over(draft, &mut reports);
        reports
    }

    /// Puts a draft in force, if there is nothing wrong with it and its tables.
    pub(super) fn take_over(&mut self, mut draft: World, reports: &mut Vec<Diagnostic>) {
        let is_sound = !reports.iter().any(Diagnostic::is_error);
        if reports.iter().any(Diagnostic::is_interruption) {
            return;
        }
        draft.lower();
        let mut proof = self.proof(&draft, 0..draft.workspace.program().tables.len());
        if !is_sound {
            // One mistake does not hide the gaps of other tables; what it touches itself is not judged.
            proof.retain(|gap| !is_doubtful(gap.primary.span, reports, draft.workspace.program()));
        }
        reports.extend(proof);
        reports.sort_by_key(Diagnostic::order);
        if !reports.iter().any(Diagnostic::is_error) {
            self.world = draft;
        }
    }

    /// Proves that every result of a table's die has a row, for some tables by their places. Those of the shipped library are proved by its own tests; where an option of theirs
    /// has another value, their dice may be others, and then only what would go wrong is told.
    pub(super) fn proof(&self, draft: &World, tables: impl IntoIterator<Item = usize>) -> Vec<Diagnostic> {
        let program = draft.workspace.program();
        let shipped = |table: &Table| {
            self.sources.get(table.def.span.source).is_some_and(|source| modules::is_shipped(source.name()))
        };
        let started = program.modules.len().saturating_sub(1);
        let has_options = |table: &Table| {
            program.options.iter().any(|option| option.changed && option.def.module == table.def.module)
        };
        let exact = self.exact();
        let prove = |at: usize| coverage::check(&exact, &draft.plan, &draft.state, at.into());
        let mut reports = Vec::new();
        for at in tables {
            let Some(table) = program.tables.get(at) else { continue };
            let own = table.def.module.index() == started || !shipped(table);
            if table.changed.is_some() || own {
                reports.extend(prove(at));
            } else if !own && has_options(table) {
                reports.extend(prove(at).into_iter().filter(Diagnostic::is_error));
            }
        }
        if stop::is_asked() {
            // What could not be worked out in time says nothing of the table.
            return vec![Diagnostic::interrupted(NO_SPAN)];
        }
        reports
    }

    pub(super) fn add_source(&mut self, name: &str, text: &str) -> SourceId {
        self.sources.add(Source::new(name, text))
    }
}

/// Whether something is wrong in the table that a report is on: from its name to its last row, or below it, where a
/// row may have stood that could not be read.
fn is_doubtful(at: Span, reports: &[Diagnostic], program: &Program) -> bool {
    let here = |span: &Span| span.source == at.source;
    let tables = || program.tables.iter().filter(|table| here(&table.def.span));
    let table =
        tables().filter(|table| table.def.span.start <= at.start).max_by_key(|table| table.def.span.start);
    let begin = table.map_or(0, |table| table.def.span.start);
    let rows = table.iter().flat_map(|table| &table.rows).map(|row| row.span).filter(here);
    let end = rows.map(|span| span.end).max().unwrap_or(begin);
    let next =
        tables().map(|table| table.def.span.start).filter(|next| *next >= end).min().unwrap_or(u32::MAX);
    let mut wrong = reports.iter().filter(|report| report.is_error() && here(&report.primary.span));
    wrong.any(|report| {
        let start = report.primary.span.start;
        // Names that are not known, and all that comes after, take no row away.
        (begin..end).contains(&start) || (end..next).contains(&start) && report.code < "TW0300"
    })
}

/// A name with or without its module, as a user gives it outside of any source.
pub(super) fn path_of(source: SourceId, text: &str) -> ast::Path {
    let span = Span::new(source, 0, text.len());
    let (module, name) = match text.split_once('.') {
        Some((module, name)) => (Some(ast::Name::new(module.trim(), span)), name),
        None => (None, text),
    };
    ast::Path { module, name: ast::Name::new(name.trim(), span), span }
}
