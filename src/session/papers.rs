//! All texts of a session: where they come from, which have been read, and what was typed.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::steps::RuleStep;
use super::typed::{LastingWords, Readings, Typed};
use super::world::World;
use super::{Named, names};
use crate::base::{Limits, SharedMap, Source, SourceId, Sources, Span};
use crate::check::program::Program;
use crate::check::{SourceHost, Workspace};
use crate::diag::{Diagnostic, Severity};
use crate::modules::{self, LIBRARY, LoadError, Loader, OwnRules, SourceText, shown};
use crate::syntax::{self, ast};

/// The texts. A copy is cheap.
#[derive(Debug, Clone)]
pub(super) struct Papers {
    loader: Loader,
    sources: Sources,
    typed: Readings,
    /// Texts that were given and stand in no file.
    given: Vec<SourceText>,
    /// Rule-sets that were loaded to look at them.
    alone: FxHashMap<String, Arc<Program>>,
}

impl Papers {
    /// Nothing read yet.
    pub(crate) fn new(limits: &Limits) -> Papers {
        Papers::with(Loader::new(limits.clone()))
    }

    fn with(loader: Loader) -> Papers {
        Papers {
            loader,
            sources: Sources::new(),
            typed: Readings::default(),
            given: Vec::new(),
            alone: FxHashMap::default(),
        }
    }

    /// Nothing read yet, in the same folders.
    pub(crate) fn begun_again(&self) -> Papers {
        Papers::with(self.loader.afresh())
    }

    /// Every source so far.
    pub(crate) fn sources(&self) -> &Sources {
        &self.sources
    }

    /// What checking needs.
    pub(crate) fn host(&mut self) -> SourceHost<'_> {
        SourceHost { loader: &mut self.loader, sources: &mut self.sources }
    }

    /// Adds a source that stands nowhere else.
    pub(crate) fn add(&mut self, name: &str, text: &str) -> SourceId {
        self.sources.add(Source::new(name, text))
    }

    /// Lets what is typed use files of this folder and below.
    ///
    /// # Errors
    /// There is no such folder.
    pub(crate) fn set_folder(&mut self, folder: &Path) -> Result<(), LoadError> {
        self.loader.set_folder(folder)
    }

    /// Finds rule-sets in this folder too, after the shipped ones.
    pub(crate) fn set_user_folder(&mut self, folder: PathBuf) {
        self.loader.set_user_folder(folder);
    }

    /// Where a person may keep rule-sets.
    pub(crate) fn user_folder(&self) -> Option<&Path> {
        self.loader.user_folder()
    }

    /// The rule-sets in the person's own folder that `use` finds.
    pub(crate) fn own_rules(&self) -> Vec<OwnRules> {
        let mut own = self.loader.own_rules();
        own.retain(|own| modules::shipped(&own.name).is_none());
        own
    }

    /// Every rule-set that `use` finds: the shipped ones, then those in the person's own folder.
    pub(crate) fn rule_sets(&self) -> impl Iterator<Item = Named> + use<> {
        let own = self.own_rules().into_iter().map(|own| names::rules(&own.name));
        LIBRARY.iter().map(|shipped| names::rules(shipped.name)).chain(own)
    }

    /// Whether there is a rule-set of this name.
    pub(crate) fn is_rules(&self, name: &str) -> bool {
        self.loader.is_rules(name)
    }

    /// Whether a note has a table or a list of this name that was not read.
    pub(super) fn leaves_out(&self, name: &str) -> bool {
        self.loader.left_out(name).is_some() || self.loader.list_of_a_note(name).is_some()
    }

    /// The text of a file that a person starts.
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub(crate) fn start(&mut self, path: &Path) -> Result<SourceText, LoadError> {
        self.loader.start(path)
    }

    /// Whether a text is within the limits.
    ///
    /// # Errors
    /// It is not.
    pub(crate) fn would_read(&self, text: &SourceText) -> Result<(), LoadError> {
        self.loader.would_read(text)
    }

    /// Keeps a text that stands in no file; its number.
    pub(crate) fn give(&mut self, text: SourceText) -> usize {
        self.given.push(text);
        self.given.len() - 1
    }

    /// A text that stands in no file.
    pub(crate) fn given(&self, at: usize) -> Option<SourceText> {
        self.given.get(at).cloned()
    }

    /// An entry of the past, or the one that is made now.
    pub(crate) fn typed(&mut self, number: u32, text: &str) -> Arc<Typed> {
        self.typed.read(&mut self.sources, number, text)
    }

    /// The entries among some steps that added to the rules.
    pub(crate) fn typed_of(&mut self, steps: &[RuleStep]) -> Vec<Arc<Typed>> {
        let texts = steps.iter().filter_map(|step| match step {
            RuleStep::Text { number, text, .. } => Some((*number, text.as_str())),
            RuleStep::Load(_)
            | RuleStep::Given(_)
            | RuleStep::Define
            | RuleStep::Option { .. }
            | RuleStep::Once => None,
        });
        texts.map(|(number, text)| self.typed(number, text)).collect()
    }

    /// The words of a step that later ones may give another meaning.
    pub(crate) fn words_of(&mut self, step: &RuleStep) -> LastingWords {
        match step {
            RuleStep::Text { number, text, .. } => self.typed(*number, text).words(text),
            RuleStep::Load(_)
            | RuleStep::Given(_)
            | RuleStep::Define
            | RuleStep::Option { .. }
            | RuleStep::Once => LastingWords::default(),
        }
    }

    /// A rule-set loaded by itself, beside the session.
    pub(crate) fn loaded_alone(&mut self, module: &str) -> Option<Arc<Program>> {
        if !self.loader.is_rules(module) {
            return None;
        }
        if let Some(program) = self.alone.get(module) {
            return Some(Arc::clone(program));
        }
        let mut scratch = Workspace::new();
        let text = format!("use {module}\n");
        let source = self.add("<library>", &text);
        let parsed = syntax::parse_entry(source, &text);
        scratch.extend(&mut self.host(), parsed.file);
        let program = Arc::new(scratch.program().clone());
        self.alone.insert(module.to_owned(), Arc::clone(&program));
        Some(program)
    }

    /// Reads files as they are now from here on; gives back how they have been read so far.
    pub(crate) fn look_anew(&mut self) -> Loader {
        let afresh = self.loader.afresh();
        std::mem::replace(&mut self.loader, afresh)
    }

    /// Goes on reading files as before.
    pub(crate) fn look_as_before(&mut self, loader: Loader) {
        self.loader = loader;
    }

    /// Reads every file as it was read first, until [`Papers::let_go`].
    pub(crate) fn hold(&mut self) -> SharedMap<String, Arc<str>> {
        self.loader.hold()
    }

    /// Takes these texts for what stands in those places.
    pub(crate) fn let_go(&mut self, kept: SharedMap<String, Arc<str>>) {
        self.loader.keep(kept);
    }

    /// The texts that have been read, by where they stand: a true path, or `library/delving.tw`.
    pub(crate) fn texts_read(&self) -> &BTreeMap<String, Arc<str>> {
        self.loader.texts()
    }

    /// The text of a file that was read, and where it stands.
    pub(crate) fn text_read(&self, path: &Path) -> Option<(SourceText, PathBuf)> {
        self.loader.text_read(path)
    }

    /// The file that a source was read from; `None` for what was typed and what is shipped.
    pub(crate) fn file_of(&self, source: SourceId) -> Option<PathBuf> {
        let source = self.sources.get(source)?;
        let path = Path::new(source.name());
        let (read, _) = self.loader.text_read(path)?;
        (read.text == *source.text()).then(|| path.to_path_buf())
    }

    /// The report on a text that is not read at all.
    pub(crate) fn refused_text(&mut self, path: &Path, text: &str, error: &LoadError) -> Diagnostic {
        let source = self.add(&shown(path), text);
        error.diagnostic(Span::new(source, 0, 0))
    }

    /// Leaves out of notes what has mistakes in it; their reports become warnings, and all others go.
    /// Whether there was anything to leave out; where not, the reports stay as they are.
    pub(crate) fn leave_out_broken(&mut self, reports: &mut Vec<Diagnostic>) -> bool {
        let mut some = false;
        if reports.iter().any(Diagnostic::is_interruption) {
            return false;
        }
        // A note is taken apart once, however many reports there are on it.
        let mut taken_apart: BTreeMap<SourceId, Vec<Range<usize>>> = BTreeMap::new();
        let mut left = reports.clone();
        left.retain_mut(|report| {
            let Some(source) = self.sources.get(report.primary.span.source).filter(|_| report.is_error())
            else {
                return false;
            };
            let at = report.primary.span.start as usize;
            let Some((text, place)) = self.loader.text_read(Path::new(source.name())) else { return false };
            let ranges = taken_apart.entry(report.primary.span.source).or_insert_with(|| {
                let parts = if text.is_markdown() { syntax::note_parts(source.text()) } else { Vec::new() };
                let mut ranges: Vec<Range<usize>> = parts.into_iter().map(|part| part.range).collect();
                ranges.sort_by_key(|range| range.start);
                ranges
            });
            let before = ranges.partition_point(|range| range.end <= at);
            let Some(part) = ranges.get(before).filter(|range| range.contains(&at)) else { return false };
            some |= self.loader.leave_out(&place, part.start);
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

    /// Puts another value of a house rule in force; gives what there is to say about it.
    ///
    /// # Errors
    /// What is wrong; nothing has changed.
    pub(crate) fn set_option(
        &mut self,
        world: &mut World,
        name: &str,
        value: &str,
    ) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let path = path_of(self.add("<option>", name), name);
        let (written, reports) = syntax::parse_expression(self.add("<option>", value), value);
        let Some(written) = written.filter(|_| reports.is_empty()) else { return Err(reports) };
        let reports = world.set_option(&mut self.host(), &path, &written);
        if reports.iter().any(Diagnostic::is_error) { Err(reports) } else { Ok(reports) }
    }
}

/// A name with or without its module, as a user gives it outside of any source.
fn path_of(source: SourceId, text: &str) -> ast::Path {
    let span = Span::new(source, 0, text.len());
    let (module, name) = match text.split_once('.') {
        Some((module, name)) => (Some(ast::Name::new(module.trim(), span)), name),
        None => (None, text),
    };
    ast::Path { module, name: ast::Name::new(name.trim(), span), span }
}
