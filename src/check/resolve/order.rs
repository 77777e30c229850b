//! The order of bindings that need one another: `where hits = (p)c=6, p = 4d6`.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

/// A name that is bound, and who needs it.
#[derive(Default)]
struct WaitingName {
    /// How many bindings of this name still wait.
    waiting: usize,
    /// The bindings that mention it.
    needed_by: Vec<usize>,
}

/// The places of bindings in the order in which they can be worked out: again and again the first that needs
/// none which still waits, and where they need each other, the first. What a name that is not `new` means is
/// known, so nothing waits for it.
pub(super) fn in_order(names: &[&str], texts: &[Arc<str>], news: &[bool]) -> Vec<usize> {
    let mut bound: FxHashMap<&str, WaitingName> = FxHashMap::default();
    for (name, _) in names.iter().zip(news).filter(|(_, new)| **new) {
        bound.entry(name).or_default().waiting += 1;
    }
    // How many names a binding still waits for.
    let mut needs = vec![0usize; names.len()];
    for ((at, name), text) in names.iter().enumerate().zip(texts) {
        for word in words(text).collect::<FxHashSet<_>>() {
            let Some(found) = bound.get_mut(word) else { continue };
            if found.waiting > usize::from(word == *name) {
                found.needed_by.push(at);
                if let Some(needs) = needs.get_mut(at) {
                    *needs += 1;
                }
            }
        }
    }
    let mut waiting: BTreeSet<usize> = (0..names.len()).collect();
    let mut free: BTreeSet<usize> = waiting.iter().copied().filter(|at| needs.get(*at) == Some(&0)).collect();
    let mut ordered = Vec::with_capacity(names.len());
    while let Some(at) = free.pop_first().or_else(|| waiting.first().copied()) {
        waiting.remove(&at);
        ordered.push(at);
        let Some((name, _)) = names.get(at).zip(news.get(at)).filter(|(_, new)| **new) else { continue };
        let Some(done) = bound.get_mut(name) else { continue };
        done.waiting -= 1;
        // The last of a name may mention itself; all others wait until it is bound.
        let left = done.waiting;
        for user in done.needed_by.iter().copied().filter(|_| left <= 1) {
            let own = names.get(user) == Some(name);
            if left == usize::from(own)
                && let Some(needs) = needs.get_mut(user)
            {
                *needs = needs.saturating_sub(1);
                if *needs == 0 && waiting.contains(&user) {
                    free.insert(user);
                }
            }
        }
    }
    ordered
}

/// The words of an expression's text, other than those that are parts of something else: `x.name`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    let mut before = None;
    std::iter::from_fn(move || {
        loop {
            let begin = rest.find(is_word)?;
            let last = rest.get(..begin).and_then(|passed| passed.chars().next_back()).or(before);
            let word = rest.get(begin..)?;
            let end = word.find(|c| !is_word(c)).unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            (rest, before) = (after, word.chars().next_back());
            if last != Some('.') {
                return Some(word);
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
        in_order(&names, &texts, &vec![true; names.len()])
    }

    #[test]
    fn each_comes_after_those_that_it_needs_and_else_as_it_is_written() {
        assert_eq!(ordered(&[("hits", "(p)c=6"), ("p", "4d6")]), [1, 0]);
        assert_eq!(ordered(&[("a", "1"), ("b", "x.c + c"), ("c", "2"), ("d", "x.c")]), [0, 2, 1, 3]);
        // Those that need each other stay as they are; one may mention itself.
        assert_eq!(ordered(&[("a", "b"), ("b", "a"), ("c", "1")]), [2, 0, 1]);
        assert_eq!(ordered(&[("a", "a + 1"), ("b", "a")]), [0, 1]);
        assert_eq!(ordered(&[("a", "1"), ("a", "a"), ("b", "a")]), [0, 1, 2]);
        assert_eq!(ordered(&[("é\u{301}", "1"), ("b", "é\u{301}×2"), ("c", "1..b")]), [0, 1, 2]);
    }
}
