//! Completion: what a name that is being typed may become.

use super::names::{What, built_in};
use crate::dice::OPERATORS;
use crate::syntax::words;

/// What a name may become.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidate {
    /// What stands there then.
    pub text: String,
    /// What it stands for.
    pub what: What,
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
    let words = words::reserved_words().chain(words::starting());
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
    use crate::session::{RollSeed, Session};

    fn texts(session: &mut Session, line: &str) -> Vec<String> {
        session.lookup().complete(line, line.len()).1.into_iter().map(|candidate| candidate.text).collect()
    }

    #[test]
    fn names_modifiers_and_shipped_tables_are_offered() {
        let mut session = Session::new(RollSeed::new(1));
        assert!(session.submit("let strength = 3\nfn strong(x) = x + strength").is_done());
        assert_eq!(texts(&mut session, "2 + stre"), ["strength"]);
        assert_eq!(texts(&mut session, "4d6k"), ["kh", "kl"]);
        assert_eq!(texts(&mut session, "dungeon_turn.haz"), ["dungeon_turn.hazard"]);
        assert!(texts(&mut session, "dungeon").contains(&"dungeon_turn".to_owned()));
        assert_eq!(session.lookup().complete("2 + stre", 8).0, 4);
    }
}
