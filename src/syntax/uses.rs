//! Slips in a `use`: its name in two words, a colon for the sign, a comma that is missing.

use super::spot::{FailureSite, word_at};
use super::words;
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// The report on such a slip.
pub(super) fn likely(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let line = spot.text.trim_start();
    let asked = line.strip_prefix("use ").filter(|_| !line.trim_end().contains('\n'))?;
    in_two_words(spot, asked).or_else(|| with_colon(spot)).or_else(|| comma_lost(spot))
}

/// `use dungeon turn`: the name of a rule-set is one word.
fn in_two_words(spot: &FailureSite<'_>, asked: &str) -> Option<Diagnostic> {
    let named = asked.split([':', '=', ',', '"', '#']).next()?;
    let said: Vec<&str> =
        named.split_whitespace().take_while(|word| !matches!(*word, "with" | "as")).collect();
    if said.len() < 2 || !said.iter().all(|word| words::is_name(word)) {
        return None;
    }
    let start = spot.text.len() - spot.text.trim_start().len() + "use ".len();
    let from = start + asked.find(said.first()?)?;
    let to = start + asked.find(said.last()?)? + said.last()?.len();
    let name = said.join("_");
    let report =
        Diagnostic::error(&codes::UNEXPECTED, spot.span(from, to), "the name of a rule-set is one word");
    Some(report.fix(format!("write `use {name}`"), spot.span(from, to), name))
}

/// `use dungeon_turn with quiet_turns: 3`.
fn with_colon(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    if !spot.rest().starts_with(':') || !spot.before().contains(" with ") {
        return None;
    }
    let sign = spot.span(spot.at, spot.at + 1);
    let message = "what a rule-set is given stands behind `=`";
    Some(Diagnostic::error(&codes::UNEXPECTED, sign, message).fix("write ` =`", sign, " ="))
}

/// `use dungeon_turn with quiet_turns = 3 wanderer = cellar`: reading stops at the second sign.
fn comma_lost(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    if !spot.rest().starts_with('=') || spot.rest().starts_with("==") {
        return None;
    }
    let before = spot.before().trim_end();
    let name = before.get(before.trim_end_matches(super::spot::is_word).len()..)?;
    let value = before.strip_suffix(name)?.trim_end();
    let given = value.rsplit(',').next()?.rsplit(" with ").next()?;
    let (option, said) = given.split_once('=')?;
    let fits = words::is_name(name) && words::is_name(option.trim()) && !said.trim().is_empty();
    fits.then_some(())?;
    let gap = spot.span(value.len(), value.len());
    let word = spot.span(before.len() - name.len(), before.len());
    let message = format!("a comma parts what is given: `{}` is a name of its own", word_at(name));
    Some(Diagnostic::error(&codes::UNEXPECTED, word, message).fix("write a comma before it", gap, ","))
}
