//! Words as they are written, found whatever their case.

use std::ops::Deref;
use std::sync::Arc;

use rustc_hash::FxHashMap;

/// A list of words in which one is found at once, capitals or not. Of several that differ in case alone the first
/// is found.
#[derive(Debug, Clone, Default)]
pub(crate) struct WordList {
    written: Vec<Arc<str>>,
    /// Where the first of each is.
    places: FxHashMap<String, usize>,
}

impl WordList {
    /// Adds a word at the end.
    pub(crate) fn push(&mut self, word: Arc<str>) {
        self.places.entry(lower(&word)).or_insert(self.written.len());
        self.written.push(word);
    }

    /// The word as it is written in the list.
    pub(crate) fn find(&self, word: &str) -> Option<&Arc<str>> {
        self.written.get(*self.places.get(&lower(word))?)
    }
}

/// Each letter by itself: an end of a word makes no difference.
fn lower(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).collect()
}

impl Deref for WordList {
    type Target = [Arc<str>];

    fn deref(&self) -> &[Arc<str>] {
        &self.written
    }
}

impl FromIterator<Arc<str>> for WordList {
    fn from_iter<I: IntoIterator<Item = Arc<str>>>(words: I) -> WordList {
        let mut list = WordList::default();
        words.into_iter().for_each(|word| list.push(word));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_a_word_is_found_in_any_case() {
        let list: WordList = ["Torch", "rope", "TORCH"].into_iter().map(Arc::from).collect();
        assert_eq!(list.find("torch").map(|word| &**word), Some("Torch"));
        assert_eq!((list.find("ROPE").is_some(), list.find("tent"), list.len()), (true, None, 3));
    }
}
