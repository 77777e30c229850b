//! A file looked at as it stands, sound or not: what an editor shows while somebody writes it.

use std::path::Path;

use super::entry::Attempt;
use super::{Named, names};
use crate::base::{SourceId, Span};
use crate::check::program::Program;
use crate::check::{Mention, Workspace};
use crate::diag::Diagnostic;
use crate::modules::{LoadError, Origin};

/// What is known of a file and of all that it uses, also where there are mistakes in them.
#[derive(Debug, Clone)]
pub(crate) struct Survey {
    /// The file's own source.
    pub source: SourceId,
    /// The reports that `tw check` shows.
    pub reports: Vec<Diagnostic>,
    workspace: Workspace,
    mentions: Vec<Mention>,
    names: Vec<Named>,
}

impl Attempt<'_> {
    /// Loads a file as [`Session::load`] does into a session that holds nothing yet, and keeps what is
    /// known of it where there are mistakes, too. Only a file without mistakes is in force afterwards.
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub(crate) fn survey(&mut self, path: &Path) -> Result<Survey, LoadError> {
        let _heed = self.means().heed();
        let text = self.papers().start(path)?;
        self.papers().would_read(&text)?;
        let origin = text.origin.clone();
        let mut draft = self.world().clone();
        let (mut reports, mentions) = draft.load_with_mentions(&mut self.papers().host(), text);
        let workspace = draft.workspace().clone();
        self.take_over(draft, &mut reports);
        let own = workspace.origins().find(|(_, of)| **of == origin).map(|(source, _)| source);
        let source = own.expect("a file that was loaded is a module of its workspace");
        let names = names::defined(workspace.program());
        Ok(Survey { source, reports, workspace, mentions, names })
    }
}

impl Survey {
    /// What the file and those it uses define.
    pub(crate) fn program(&self) -> &Program {
        self.workspace.program()
    }

    /// Everything that is defined, in the order of modules and definitions.
    pub(crate) fn names(&self) -> &[Named] {
        &self.names
    }

    /// Whether the file reads a name without its module.
    pub(crate) fn reads(&self, name: &str) -> bool {
        // The session's own module sees what the started file sees.
        self.workspace.reads_bare(name) || self.workspace.reads_kind(name)
    }

    /// Whether a name before a dot leads to the module of this name.
    pub(super) fn is_module(&self, written: &str, module: &str) -> bool {
        self.workspace.leads_to(written).is_some_and(|found| **found == *module)
    }

    /// Where the text of a source came from.
    pub(crate) fn origin(&self, source: SourceId) -> Option<&Origin> {
        self.workspace.origins().find(|(id, _)| *id == source).map(|(_, origin)| origin)
    }

    /// Every file and rule-set that was read, with its source.
    pub(crate) fn origins(&self) -> impl Iterator<Item = (SourceId, &Origin)> {
        // The first module is the session's own.
        self.workspace.origins().skip(1)
    }

    /// Every name in the sources that leads to a definition, in order.
    pub(crate) fn mentions(&self) -> &[Mention] {
        &self.mentions
    }

    /// The name that stands at a byte of a source, and the name in the definition that it leads to; of a
    /// definition both are the same.
    pub(crate) fn name_at(&self, source: SourceId, byte: u32) -> Option<Mention> {
        let holds = |span: Span| span.source == source && span.start <= byte && byte <= span.end;
        // Of two names that touch, `a.b`, the one that begins here is meant.
        let best = |a: &Span| (a.start == byte, std::cmp::Reverse(a.end - a.start));
        let mentioned = self.mentions.iter().filter(|mention| holds(mention.at)).max_by_key(|m| best(&m.at));
        mentioned.copied().or_else(|| {
            let own = self.mentions.iter().map(|mention| mention.of);
            let defined = self.names.iter().filter_map(|named| named.def.as_ref()).map(|def| def.span);
            let of = own.chain(defined).filter(|of| of.start < of.end && holds(*of)).max_by_key(best)?;
            Some(Mention { at: of, of })
        })
    }

    /// Every place where the name of a definition stands, the definition first.
    pub(crate) fn places_of(&self, of: Span) -> Vec<Span> {
        let mentions = self.mentions.iter().filter(|mention| mention.of == of).map(|mention| mention.at);
        let mut all: Vec<Span> = std::iter::once(of).chain(mentions.filter(|at| *at != of)).collect();
        all.dedup();
        all
    }

    /// What is defined under the name at this place.
    pub(crate) fn defined_at(&self, of: Span) -> Option<&Named> {
        self.names.iter().find(|named| named.def.as_ref().is_some_and(|def| def.span == of))
    }
}
