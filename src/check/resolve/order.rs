//! The order of bindings that need one another: `where hits = (p)c=6, p = 4d6`.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

/// A name that is bound, and who needs it.
#[derive(Default)]
struct WaitingName {
    /// How many bindings of this name still wait.
    waiting: usize,
    /// The bindings that mention it, and whether that is this name for sure: it may be one that a `where` inside binds.
    needed_by: Vec<(usize, bool)>,
}

/// How many names a binding still waits for.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
struct Waits {
    surely: usize,
    perhaps: usize,
}

impl Waits {
    fn of(&mut self, sure: bool) -> &mut usize {
        if sure { &mut self.surely } else { &mut self.perhaps }
    }
}

/// The places of bindings in the order in which they can be worked out: again and again the first that needs
/// none which still waits, and where they need each other, the first that may not, or the first.
pub(super) fn in_order(names: &[&str], texts: &[Arc<str>]) -> Vec<usize> {
    let mut bound: FxHashMap<&str, WaitingName> = FxHashMap::default();
    for name in names {
        bound.entry(name).or_default().waiting += 1;
    }
    let mut needs = vec![Waits::default(); names.len()];
    for (((at, name), text), needs) in names.iter().enumerate().zip(texts).zip(&mut needs) {
        for (word, sure) in mentions(text) {
            let Some(found) = bound.get_mut(word) else { continue };
            if found.waiting > usize::from(word == *name) {
                found.needed_by.push((at, sure));
                *needs.of(sure) += 1;
            }
        }
    }
    let needs_of = |needs: &[Waits], at: usize| needs.get(at).copied().unwrap_or_default();
    let mut waiting: BTreeSet<usize> = (0..names.len()).collect();
    let mut free: BTreeSet<usize> =
        waiting.iter().copied().filter(|at| needs_of(&needs, *at) == Waits::default()).collect();
    let mut ordered = Vec::with_capacity(names.len());
    let stuck = |waiting: &BTreeSet<usize>, needs: &[Waits]| {
        let perhaps = waiting.iter().find(|at| needs_of(needs, **at).surely == 0);
        perhaps.or(waiting.first()).copied()
    };
    while let Some(at) = free.pop_first().or_else(|| stuck(&waiting, &needs)) {
        waiting.remove(&at);
        ordered.push(at);
        let Some((name, done)) = names.get(at).and_then(|name| Some((name, bound.get_mut(name)?))) else {
            continue;
        };
        done.waiting -= 1;
        // The last of a name may mention itself; all others wait until it is bound.
        let left = done.waiting;
        for (user, sure) in done.needed_by.iter().copied().filter(|_| left <= 1) {
            let own = names.get(user) == Some(name);
            if left == usize::from(own)
                && let Some(needs) = needs.get_mut(user)
            {
                *needs.of(sure) = needs.of(sure).saturating_sub(1);
                if *needs == Waits::default() && waiting.contains(&user) {
                    free.insert(user);
                }
            }
        }
    }
    ordered
}

/// The names that an expression's text may mention, each once, and whether it does for sure.
fn mentions(text: &str) -> FxHashMap<&str, bool> {
    let inside: FxHashSet<&str> =
        words(text).filter(|(_, word)| *word == Mentioning::Bound).map(|(word, _)| word).collect();
    let used = words(text).filter(|(_, word)| *word == Mentioning::Used);
    used.map(|(word, _)| (word, !inside.contains(word))).collect()
}

/// What a word does where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mentioning {
    /// It stands for a value.
    Used,
    /// It names a part: `{tens: d6}`.
    Label,
    /// A `where` or a `for` inside binds it.
    Bound,
}

/// The words of an expression's text, other than those that are parts of something else: `x.name`.
fn words(text: &str) -> impl Iterator<Item = (&str, Mentioning)> {
    let mut rest = text;
    let (mut before, mut previous) = (None, "");
    std::iter::from_fn(move || {
        loop {
            let begin = rest.find(is_word)?;
            let last = rest.get(..begin).and_then(|passed| passed.chars().next_back()).or(before);
            let word = rest.get(begin..)?;
            let end = word.find(|c| !is_word(c)).unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            (rest, before) = (after, word.chars().next_back());
            if last != Some('.') {
                let mut signs = after.trim_start().chars();
                let what = match (signs.next(), signs.next()) {
                    _ if previous == "for" => Mentioning::Bound,
                    (Some(':'), _) => Mentioning::Label,
                    (Some('='), Some('=')) => Mentioning::Used,
                    (Some('='), _) => Mentioning::Bound,
                    _ => Mentioning::Used,
                };
                previous = word;
                return Some((word, what));
            }
        }
    })
}

/// Whether a sign may stand in a name: marks above letters do, so all that is neither ASCII nor an operator.
fn is_word(c: char) -> bool {
    match c.is_ascii() {
        true => c.is_alphanumeric() || c == '_',
        false => !"−≠≤≥–—÷×…“”‘’\u{a0}".contains(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(bindings: &[(&str, &str)]) -> Vec<usize> {
        let names: Vec<&str> = bindings.iter().map(|(name, _)| *name).collect();
        let texts: Vec<Arc<str>> = bindings.iter().map(|(_, text)| (*text).into()).collect();
        in_order(&names, &texts)
    }

    #[test]
    fn each_comes_after_those_that_it_needs_and_else_as_it_is_written() {
        assert_eq!(ordered(&[("hits", "(p)c=6"), ("p", "4d6")]), [1, 0]);
        assert_eq!(ordered(&[("a", "1"), ("b", "x.c + c"), ("c", "2"), ("d", "x.c")]), [0, 2, 1, 3]);
        // Those that need each other stay as they are; one may mention itself.
        assert_eq!(ordered(&[("a", "b"), ("b", "a"), ("c", "1")]), [2, 0, 1]);
        assert_eq!(ordered(&[("a", "a + 1"), ("b", "a")]), [0, 1]);
        assert_eq!(ordered(&[("a", "1"), ("a", "a"), ("b", "a")]), [0, 1, 2]);
        // Labels are no names, and a `where` inside has its own.
        assert_eq!(ordered(&[("tens", "n.tens"), ("n", "{tens: d6}")]), [1, 0]);
        assert_eq!(ordered(&[("c", "b + 1"), ("b", "(c + 2 where c = d4)")]), [1, 0]);
        assert_eq!(ordered(&[("c", "sum(b)"), ("b", "[c * 2 for c in 1..3]")]), [1, 0]);
        assert_eq!(ordered(&[("b", "c + (c where c = d4)"), ("c", "d6"), ("d", "c == 1")]), [1, 0, 2]);
        assert_eq!(ordered(&[("é\u{301}", "1"), ("b", "é\u{301}×2"), ("c", "1..b")]), [0, 1, 2]);
    }
}
