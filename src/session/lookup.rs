//! What a name stands for, and what a name that is being typed may become. A rule-set that is not loaded is
//! loaded to look, and not kept.

use super::complete::{Candidate, everywhere, modifiers, word_start};
use super::inspect::Inspect;
use super::names::{self, Named, defined};
use super::papers::Papers;
use super::world::World;
use crate::check::program::{Program, TableId};

/// Looks things up for a session.
#[derive(Debug)]
pub(crate) struct Glossary<'s> {
    world: &'s World,
    papers: &'s mut Papers,
}

impl<'s> Glossary<'s> {
    /// In a world, and in rule-sets besides it.
    pub(super) fn new(world: &'s World, papers: &'s mut Papers) -> Glossary<'s> {
        Glossary { world, papers }
    }

    fn inspect(&self) -> Inspect<'_> {
        Inspect::new(self.world, self.papers)
    }

    /// What may stand instead of the word that ends at byte `pos`: where it begins, and the candidates
    /// in order.
    pub(crate) fn complete(&mut self, line: &str, pos: usize) -> (usize, Vec<Candidate>) {
        let typed = line.get(..pos).unwrap_or(line);
        let start = word_start(typed);
        let word = typed.get(start..).unwrap_or("");
        if let Some((at, modifiers)) = modifiers(word) {
            return (start + at, modifiers);
        }
        let mut all = match word.split_once('.') {
            Some((module, _)) => self.qualified(module),
            None => self.bare(),
        };
        all.retain(|candidate| candidate.text.starts_with(word));
        all.sort();
        all.dedup();
        (start, all)
    }

    fn qualified(&mut self, module: &str) -> Vec<Candidate> {
        let named = self.names_of(module).into_iter();
        named.map(|named| Candidate { text: named.full(), what: named.what }).collect()
    }

    fn bare(&self) -> Vec<Candidate> {
        let readable = |named: &Named| self.world.workspace().reads_bare(&named.name);
        let own = self.inspect().names().into_iter().filter(readable);
        let names = own.chain(self.papers.rule_sets());
        let names = names.map(|named| Candidate { text: named.name.to_string(), what: named.what });
        names.chain(everywhere()).filter(|candidate| !candidate.text.starts_with('_')).collect()
    }

    /// What a module defines. A rule-set that is not loaded is loaded for this alone.
    pub(crate) fn names_of(&mut self, module: &str) -> Vec<Named> {
        let of_module =
            |all: Vec<Named>| all.into_iter().filter(|named| &*named.module == module).collect::<Vec<_>>();
        let loaded = of_module(self.inspect().names());
        if !loaded.is_empty() {
            return loaded;
        }
        let program = self.papers.loaded_alone(module);
        program.map(|program| of_module(defined(&program))).unwrap_or_default()
    }

    /// The title and the doc comment of a rule-set.
    pub(crate) fn rules(&mut self, name: &str) -> Option<(String, String)> {
        let program = self.papers.loaded_alone(name)?;
        let module = program.modules.iter().find(|module| &*module.name == name)?;
        let title = module.title.as_deref().unwrap_or(name).to_owned();
        Some((title, module.doc.as_deref().unwrap_or("").to_owned()))
    }

    /// The table of this name and the program that it belongs to: the session's own, or that of a rule-set
    /// that is loaded to look.
    pub(crate) fn table_in(&mut self, name: &str) -> Option<(Program, TableId)> {
        let at = self.describe(name).filter(|named| named.what.is_table())?.def?.span;
        let id = |place: Option<usize>| place.map(TableId::from);
        if let Some(id) = id(self.world.program().tables.iter().position(|table| table.def.span == at)) {
            return Some((self.world.program().clone(), id));
        }
        let (module, own) = name.split_once('.')?;
        let program = self.papers.loaded_alone(module)?;
        let id = id(program.tables.iter().position(|table| *table.def.name == *own))?;
        Some(((*program).clone(), id))
    }

    /// What a name stands for; a rule-set that it names is loaded to look, and not kept.
    pub(crate) fn describe(&mut self, text: &str) -> Option<Named> {
        let built_in = names::built_in();
        let found =
            names::find(&self.inspect().names(), text).or_else(|| names::find(&built_in, text)).cloned();
        found.or_else(|| {
            let (module, _) = text.split_once('.')?;
            names::find(&self.names_of(module), text).cloned()
        })
    }
}
