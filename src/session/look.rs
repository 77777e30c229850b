//! Looking around: what is loaded, what a name stands for, where one is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Named, RollSeed, Session, names, state};
use crate::base::SourceId;
use crate::check::program::{Program, TableId};
use crate::engine::State;
use crate::engine::luck::Seed;
use crate::modules::{self, LIBRARY, OwnRules};
use crate::plan::Value;

impl Session {
    /// Every rule-set that `use` finds: the shipped ones, then those in the person's own folder.
    pub(crate) fn rule_sets(&self) -> impl Iterator<Item = Named> {
        let own = self.own_rules().into_iter().map(|own| names::rules(&own.name));
        LIBRARY.iter().map(|shipped| names::rules(shipped.name)).chain(own)
    }

    /// The rule-sets in the person's own folder that `use` finds.
    pub(crate) fn own_rules(&self) -> Vec<OwnRules> {
        let mut own = self.loader.own_rules();
        own.retain(|own| modules::shipped(&own.name).is_none());
        own
    }

    /// Where a person may keep rule-sets.
    pub(crate) fn user_folder(&self) -> Option<&Path> {
        self.loader.user_folder()
    }

    /// The title and the doc comment of a rule-set.
    pub(crate) fn rules(&mut self, name: &str) -> Option<(String, String)> {
        let program = self.loaded_alone(name)?;
        let module = program.modules.iter().find(|module| &*module.name == name)?;
        let title = module.title.as_deref().unwrap_or(name).to_owned();
        Some((title, module.doc.as_deref().unwrap_or("").to_owned()))
    }

    /// The table of this name and the program that it belongs to: the session's own, or that of a rule-set
    /// that is loaded to look.
    pub(crate) fn table_in(&mut self, name: &str) -> Option<(Program, TableId)> {
        let at = self.describe(name).filter(|named| named.what.is_table())?.def?.span;
        let id = |place: Option<usize>| place.map(TableId::from);
        if let Some(id) = id(self.program().tables.iter().position(|table| table.def.span == at)) {
            return Some((self.program().clone(), id));
        }
        let (module, own) = name.split_once('.')?;
        let program = self.loaded_alone(module)?;
        let id = id(program.tables.iter().position(|table| *table.def.name == *own))?;
        Some(((*program).clone(), id))
    }

    /// What a name holds now, where it is one of `keep` or `let`.
    pub(crate) fn value_of(&self, named: &Named) -> Option<Value> {
        let at = self
            .program()
            .globals
            .iter()
            .position(|global| Some(global.def.span) == named.def.as_ref().map(|def| def.span));
        self.world.state.globals.get(at?).cloned()
    }

    /// Where the campaign is, when there is something to show: the clocks that have moved.
    pub(crate) fn now(&self) -> Option<String> {
        let clocks = state::clocks(&self.world.plan, &self.world.state);
        (!clocks.is_empty()).then(|| clocks.join(", "))
    }

    /// The state in play.
    pub(crate) fn state(&self) -> &State {
        &self.world.state
    }

    /// A copy in which somebody looks around while a run of this session waits for an answer. It rolls from
    /// luck of its own, so that no look tells which dice come next.
    pub(crate) fn aside(&self) -> Session {
        let mut aside = self.scratch();
        aside.set_dice(Vec::new(), false);
        aside.set_callers_luck(None);
        let seed = aside.seed();
        aside.set_seed(RollSeed { seed: Seed(!seed.seed.0), ..seed });
        aside.world.all_begun();
        aside
    }

    /// Looks at this state from now on.
    pub(crate) fn look_at(&mut self, state: &State) {
        self.world.state = state.clone();
        self.world.state.fit(&self.world.plan);
    }

    /// A session with nothing loaded, with this one's limits and folder.
    pub(crate) fn renewed(&self) -> Session {
        let mut fresh = Session::with_limits(self.seed(), self.limits.clone());
        fresh.loader = self.loader.afresh();
        fresh.interrupt = self.interrupt.clone();
        fresh
    }

    /// The texts that have been read, by where they stand: a true path, or `library/delving.tw`.
    pub(crate) fn texts_read(&self) -> &BTreeMap<String, Arc<str>> {
        self.loader.texts()
    }

    /// The file that a source was read from; `None` for what was typed and what is shipped.
    pub(crate) fn file_of(&self, source: SourceId) -> Option<PathBuf> {
        let source = self.sources.get(source)?;
        let path = Path::new(source.name());
        let (read, _) = self.loader.text_read(path)?;
        (read.text == *source.text()).then(|| path.to_path_buf())
    }

    /// Takes these texts from now on in the stead of what stands in those places.
    pub(crate) fn keep_texts(&mut self, texts: BTreeMap<String, Arc<str>>) {
        self.loader.keep(texts);
    }

    /// The names of the modules of the started files.
    pub(crate) fn started(&self) -> Vec<Arc<str>> {
        let modules = &self.program().modules;
        let started = self.program().started.iter().filter_map(|id| modules.get(id.index()));
        started.map(|module| Arc::clone(&module.name)).collect()
    }

    /// Whether a name is read without its module.
    pub(crate) fn reads_bare(&self, named: &Named) -> bool {
        self.world.workspace.reads_bare(&named.name)
    }

    /// Whether the session knows a name without its module.
    pub(crate) fn is_defined(&self, name: &str) -> bool {
        self.world.workspace.reads_bare(name)
    }

    /// Everything that is defined, in the order of modules and definitions.
    pub(crate) fn names(&self) -> Vec<Named> {
        names::defined(self.program())
    }

    /// Whether a name is that of a table with this tag.
    pub(crate) fn has_tag(&self, named: &Named, tag: &str) -> bool {
        let Some(def) = &named.def else { return false };
        let tables = &self.program().tables;
        let is_it = |id: crate::check::program::TableId| {
            tables.get(id.index()).is_some_and(|table| table.def.span == def.span)
        };
        self.program().tags.iter().any(|(id, of)| of.eq_ignore_ascii_case(tag) && is_it(*id))
    }

    /// What a name stands for; a rule-set that it names is loaded to look, and not kept.
    pub(crate) fn describe(&mut self, text: &str) -> Option<Named> {
        let built_in = names::built_in();
        let found = names::find(&self.names(), text).or_else(|| names::find(&built_in, text)).cloned();
        found.or_else(|| {
            let (module, _) = text.split_once('.')?;
            names::find(&self.names_of(module), text).cloned()
        })
    }
}
