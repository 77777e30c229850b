//! Sources: how they are come by, which are being loaded, and what stands in them.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::workspace::SourceHost;
use crate::base::{LIMITS, SourceId, Sources, Span};
use crate::diag::codes::names;
use crate::diag::{Code, Diagnostic};
use crate::modules::{FoundSource, LIBRARY, LoadError, Loader, Origin, SourceText};
use crate::syntax::{ast, brought};

/// Bytes before or after a place in its line that a report looks at: each of thousands of reports on one line
/// looks again.
const MOST_OF_A_LINE: usize = 1 << 10;

/// The first place from here on at which a character begins, or the end.
fn boundary_from(text: &str, at: usize) -> usize {
    (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

/// What a `use` asks for, and whose file asks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum UseRequest {
    Rules(Arc<str>),
    File(Origin, String),
}

/// Reads sources, and knows which are being loaded.
pub(super) struct SourceReader<'a> {
    loader: &'a mut Loader,
    sources: &'a mut Sources,
    /// Sources that are being loaded, outermost first.
    loading: Vec<Origin>,
    /// What was asked for and could not be had.
    refused: FxHashMap<UseRequest, LoadError>,
    /// Whether a rule-set is being loaded because something of it was named in full.
    on_demand: bool,
    /// What would be defined in lines that could not be read, by source.
    lost: FxHashSet<(SourceId, Arc<str>)>,
}

impl<'a> SourceReader<'a> {
    pub(super) fn new(host: &'a mut SourceHost<'_>) -> SourceReader<'a> {
        let (loader, sources) = (&mut *host.loader, &mut *host.sources);
        SourceReader {
            loader,
            sources,
            loading: Vec::new(),
            refused: FxHashMap::default(),
            on_demand: false,
            lost: FxHashSet::default(),
        }
    }

    /// Reads a source into a tree; what the reader found wrong is in it.
    pub(super) fn tree(&mut self, text: &SourceText) -> (SourceId, ast::File, Vec<Diagnostic>) {
        let (source, parsed) = self.loader.tree(text, self.sources);
        self.lost.extend(parsed.file.lost.iter().map(|name| (source, name.clone())));
        (source, parsed.file, parsed.diagnostics)
    }

    /// Finds what is asked for. What could not be had is not looked for again on the next line.
    pub(super) fn find(&self, asked: &UseRequest) -> Result<FoundSource, LoadError> {
        if let Some(error) = self.refused.get(asked) {
            return Err(error.clone());
        }
        match asked {
            UseRequest::Rules(name) => self.loader.find_rules(name),
            UseRequest::File(from, path) => self.loader.find_beside(from, path),
        }
    }

    /// Remembers that something cannot be had.
    pub(super) fn refuse(&mut self, asked: UseRequest, error: LoadError) {
        self.refused.insert(asked, error);
    }

    /// The rule-set of this name, unless it is being loaded.
    pub(super) fn rules(&self, name: &str) -> Option<FoundSource> {
        if !self.is_rules(name) {
            return None;
        }
        let found = self.loader.find_rules(name).ok()?;
        (!self.loading.contains(&found.origin())).then_some(found)
    }

    /// The text of what was found.
    pub(super) fn text_at(&mut self, found: &FoundSource) -> Result<SourceText, LoadError> {
        self.loader.text_at(found)
    }

    /// From here on, this source is being loaded.
    pub(super) fn begin(&mut self, origin: Origin) {
        self.loading.push(origin);
    }

    /// The source that was begun last is loaded.
    pub(super) fn end(&mut self) {
        self.loading.pop();
    }

    /// The sources from this one on that are being loaded one for another; empty where it is not.
    pub(super) fn circle(&self, origin: &Origin) -> &[Origin] {
        let at = self.loading.iter().position(|loading| loading == origin);
        at.and_then(|at| self.loading.get(at..)).unwrap_or_default()
    }

    /// Why no source may be loaded for those that are, where they are too many.
    pub(super) fn too_deep(&self, found: &FoundSource) -> Option<LoadError> {
        let depth = u64::try_from(self.loading.len()).unwrap_or(u64::MAX);
        let most = self.loader.use_depth();
        let info = LIMITS.iter().find(|info| info.name == "use_depth" && depth > most)?;
        Some(LoadError::limit(&found.name(), info, most, Some(depth)))
    }

    /// Whether a rule-set is being loaded because something of it was named in full.
    pub(super) fn is_on_demand(&self) -> bool {
        self.on_demand
    }

    /// Sets that; gives what it was.
    pub(super) fn set_on_demand(&mut self, on_demand: bool) -> bool {
        std::mem::replace(&mut self.on_demand, on_demand)
    }

    /// Whether there is a rule-set of this name.
    pub(super) fn is_rules(&self, name: &str) -> bool {
        self.loader.is_rules(name)
    }

    /// The names of all rule-sets, shipped and own.
    pub(super) fn rules_names(&self) -> Vec<String> {
        let own = self.loader.own_rules().into_iter().map(|rules| rules.name);
        LIBRARY.iter().map(|shipped| shipped.name.to_owned()).chain(own).collect()
    }

    /// Whether a rule-set of this name is shipped.
    pub(super) fn is_shipped(&self, name: &str) -> bool {
        LIBRARY.iter().any(|shipped| shipped.name == name)
    }

    /// The name of the note that has a table of this name with a mistake, so that it was left out.
    pub(super) fn left_out(&self, name: &str) -> Option<String> {
        let note = self.loader.left_out(name)?;
        Some(note.file_name().map(|file| file.to_string_lossy().into_owned()).unwrap_or_default())
    }

    /// What to do about the list of a note whose heading this is the name of, and which no die rolls.
    pub(super) fn list_of_a_note(&self, name: &str) -> Option<String> {
        let (title, count, note) = self.loader.list_of_a_note(name)?;
        Some(format!(
            "the list `{title}` of `{note}` has no die: write it into the heading, as in `{title} (d{count})`"
        ))
    }

    /// A piece of source as it was written.
    pub(super) fn written(&self, span: Span) -> Arc<str> {
        let source = self.sources.get(span.source);
        source.map_or_else(|| "".into(), |source| source.slice(span.range()).into())
    }

    /// The source text right before a place, from the line's beginning; of a very long line, its last piece.
    pub(super) fn before(&self, span: Span) -> Arc<str> {
        let Some(source) = self.sources.get(span.source) else { return "".into() };
        let text = source.text();
        let at = (span.start as usize).min(text.len());
        let from = boundary_from(text, at.saturating_sub(MOST_OF_A_LINE));
        let before = text.get(from..at).unwrap_or("");
        before.rsplit('\n').next().unwrap_or("").into()
    }

    /// Whether a report is about a name that would be defined in a line of the same source that could not be read:
    /// that line is reported, and this says nothing new.
    pub(super) fn misses_what_is_lost(&self, report: &Diagnostic) -> bool {
        const CODES: [&Code; 6] = [
            &names::UNKNOWN,
            &names::UNKNOWN_FIELD,
            &names::UNKNOWN_UNIT,
            &names::UNKNOWN_KIND,
            &names::NOTHING_TO_CHANGE,
            &names::NOT_A_PLACE,
        ];
        let span = report.primary.span;
        CODES.iter().any(|code| code.id == report.code)
            && self.lost.contains(&(span.source, self.written(span)))
    }

    /// The sign in `d20 == 20 or 19`, where the place is that of the last number.
    pub(super) fn equals_before_or(&self, span: Span) -> Option<Span> {
        let before = self.before(span);
        let at = before.rfind("==")?;
        let values = before.get(at + 2..)?.trim_end().strip_suffix("or")?;
        values.split(" or ").all(|value| value.trim().parse::<i64>().is_ok()).then_some(())?;
        let start = span.start - u32::try_from(before.len() - at).ok()?;
        Some(Span { start, end: start + 2, ..span })
    }

    /// The source text right after a place, up to the line's end; of a very long line, its first piece.
    pub(super) fn after(&self, span: Span) -> Arc<str> {
        let Some(source) = self.sources.get(span.source) else { return "".into() };
        let text = source.text();
        let at = (span.end as usize).min(text.len());
        let to = boundary_from(text, at.saturating_add(MOST_OF_A_LINE));
        let rest = text.get(at..to).unwrap_or("");
        rest.lines().next().unwrap_or("").into()
    }

    /// The first line below a place that says something.
    pub(super) fn next_line(&self, span: Span) -> Arc<str> {
        let Some(source) = self.sources.get(span.source) else { return "".into() };
        let rest = source.text().get(span.end as usize..).unwrap_or("");
        rest.lines().skip(1).map(str::trim).find(|line| !line.is_empty()).unwrap_or("").into()
    }

    /// Whether something is so of the whole text of a place's source.
    pub(super) fn source_holds(&self, span: Span, is_so: impl FnOnce(&str) -> bool) -> bool {
        self.sources.get(span.source).is_some_and(|source| is_so(source.text()))
    }

    /// The report on the line of a place, where another program writes it so.
    pub(super) fn brought_here(&self, span: Span) -> Option<Diagnostic> {
        let (before, after) = (self.before(span), self.after(span));
        if before.len() >= MOST_OF_A_LINE || after.len() >= MOST_OF_A_LINE {
            return None;
        }
        let own = self.written(span);
        let line = format!("{before}{own}{after}");
        let found = brought::translate(&line)?;
        let blanks = line.len() - line.trim_start().len();
        let start = (span.start as usize).saturating_sub(before.len()) + blanks;
        let whole = Span::new(span.source, start, start + line.trim().len());
        Some(crate::syntax::brought_report(&found, line.trim(), whole))
    }
}
