//! Completion: what a name that is being typed may become.

use std::sync::Arc;

use super::names::{Named, What, built_in, defined};
use super::{NO_SOURCE, Session};
use crate::check::program::Program;
use crate::check::{Host, Workspace};
use crate::dice::OPERATORS;
use crate::syntax::{self, words};

/// What a name may become.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidate {
    /// What stands there then.
    pub text: String,
    /// What it stands for.
    pub what: What,
}

impl Session {
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
        let readable = |named: &Named| self.world.workspace.reads_bare(&named.name);
        let own = self.names().into_iter().filter(readable);
        let names = own.chain(self.rule_sets());
        let names = names.map(|named| Candidate { text: named.name.to_string(), what: named.what });
        names.chain(everywhere()).filter(|candidate| !candidate.text.starts_with('_')).collect()
    }

    /// What a module defines. A rule-set that is not loaded is loaded for this alone.
    pub(crate) fn names_of(&mut self, module: &str) -> Vec<Named> {
        let of_module =
            |all: Vec<Named>| all.into_iter().filter(|named| &*named.module == module).collect::<Vec<_>>();
        let loaded = of_module(self.names());
        if !loaded.is_empty() {
            return loaded;
        }
        let program = self.loaded_alone(module);
        program.map(|program| of_module(defined(&program))).unwrap_or_default()
    }

    /// A rule-set loaded by itself, beside the session.
    pub(super) fn loaded_alone(&mut self, module: &str) -> Option<Arc<Program>> {
        if !self.loader.is_rules(module) {
            return None;
        }
        if let Some(program) = self.alone.get(module) {
            return Some(Arc::clone(program));
        }
        let mut scratch = Workspace::new();
        let text = format!("use {module}\n");
        let source = self.add_source("<library>", &text);
        let parsed = syntax::parse_entry(source, &text);
        let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
        scratch.extend(&mut host, parsed.file);
        let program = Arc::new(scratch.program().clone());
        self.alone.insert(module.to_owned(), Arc::clone(&program));
        Some(program)
    }

    /// Whether a text names a rule-set that is not loaded: loading it takes longer than a hint may.
    pub(super) fn would_load(&self, text: &str) -> bool {
        let loaded = |name: &str| self.program().modules.iter().any(|module| &*module.name == name);
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| self.loader.is_rules(word) && !loaded(word))
    }

    /// Whether a text can be asked for its odds, as far as its form goes.
    pub(crate) fn is_question(&self, text: &str) -> bool {
        syntax::parse_question(NO_SOURCE, text).0.is_some()
    }

    /// Whether a text is an expression, as far as its form goes.
    pub(crate) fn is_expression(&self, text: &str) -> bool {
        syntax::parse_expression(NO_SOURCE, text).0.is_some()
    }
}

/// Where the word begins that a text ends with, dots included.
pub(super) fn word_start(typed: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.' || c == '!';
    typed.char_indices().rev().take_while(|(_, c)| is_part(*c)).last().map_or(typed.len(), |(at, _)| at)
}

/// Where a modifier begins in a die that is being typed, and those that may stand there.
pub(super) fn modifiers(word: &str) -> Option<(usize, Vec<Candidate>)> {
    let at = modifier_start(word)?;
    let begun = word.get(at..).unwrap_or("");
    let fits = OPERATORS.iter().filter(|op| op.symbol.starts_with(begun));
    Some((at, fits.map(|op| Candidate { text: op.symbol.to_owned(), what: What::Modifier }).collect()))
}

/// What may stand in any source: functions that are built in, and the words of the language.
pub(super) fn everywhere() -> Vec<Candidate> {
    let functions = built_in().into_iter().filter(|named| named.what == What::Builtin);
    let functions = functions.map(|named| Candidate { text: named.name.to_string(), what: named.what });
    let words = words::RESERVED.iter().copied().chain(words::starting());
    functions.chain(words.map(|word| Candidate { text: word.to_owned(), what: What::Keyword })).collect()
}

/// Where a modifier begins in a die that is being typed: `4d6k` at 3.
fn modifier_start(word: &str) -> Option<usize> {
    let is_count = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let (count, rest) = word.split_once('d')?;
    let sides = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let is_die = is_count(count) && sides > 0 && sides < rest.len();
    is_die.then_some(count.len() + 1 + sides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::RollSeed;

    fn texts(session: &mut Session, line: &str) -> Vec<String> {
        session.complete(line, line.len()).1.into_iter().map(|candidate| candidate.text).collect()
    }

    #[test]
    fn names_modifiers_and_shipped_tables_are_offered() {
        let mut session = Session::new(RollSeed::new(1));
        assert!(session.submit("let strength = 3\nfn strong(x) = x + strength").is_done());
        assert_eq!(texts(&mut session, "2 + stre"), ["strength"]);
        assert_eq!(texts(&mut session, "4d6k"), ["kh", "kl"]);
        assert_eq!(texts(&mut session, "dungeon_turn.haz"), ["dungeon_turn.hazard"]);
        assert!(texts(&mut session, "dungeon").contains(&"dungeon_turn".to_owned()));
        assert_eq!(session.complete("2 + stre", 8).0, 4);
    }
}
