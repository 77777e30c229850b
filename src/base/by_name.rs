//! Lists whose items have names, and are found by them however many there are.

use std::ops::Deref;
use std::sync::Arc;

use rustc_hash::FxHashMap;

/// What a [`ByName`] can hold.
pub(crate) trait Named {
    /// Its name, which stays what it is.
    fn name(&self) -> &Arc<str>;
}

/// So few items are looked through faster than they are looked up.
const FEW: usize = 8;

/// A list in which an item is looked up by its name. Of several with one name, the first is found.
#[derive(Debug, Clone)]
pub(crate) struct ByName<T> {
    items: Vec<T>,
    /// Where the first item of each name is, where there are more than a few.
    places: FxHashMap<Arc<str>, usize>,
}

impl<T> Default for ByName<T> {
    fn default() -> ByName<T> {
        ByName { items: Vec::new(), places: FxHashMap::default() }
    }
}

impl<T: Named> ByName<T> {
    /// A list with room for so many items.
    pub(crate) fn with_capacity(items: usize) -> ByName<T> {
        ByName { items: Vec::with_capacity(items), places: FxHashMap::default() }
    }

    /// Adds an item at the end.
    pub(crate) fn push(&mut self, item: T) {
        self.items.push(item);
        let new = match self.items.len() {
            0..=FEW => return,
            len if self.places.is_empty() => 0..len,
            len => len - 1..len,
        };
        for (at, item) in self.items.iter().enumerate().take(new.end).skip(new.start) {
            self.places.entry(item.name().clone()).or_insert(at);
        }
    }

    /// The place of the first item with this name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        match self.places.is_empty() {
            true => self.items.iter().position(|item| **item.name() == *name),
            false => self.places.get(name).copied(),
        }
    }

    /// The first item with this name.
    pub(crate) fn named(&self, name: &str) -> Option<&T> {
        self.items.get(self.place(name)?)
    }

    /// An item by its place. It keeps its name.
    pub(crate) fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        self.items.get_mut(at)
    }

    /// All items in order. They keep their names.
    pub(crate) fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }
}

impl<T> Deref for ByName<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<'l, T> IntoIterator for &'l ByName<T> {
    type Item = &'l T;
    type IntoIter = std::slice::Iter<'l, T>;

    fn into_iter(self) -> std::slice::Iter<'l, T> {
        self.items.iter()
    }
}

impl<T: Named> FromIterator<T> for ByName<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> ByName<T> {
        let items = items.into_iter();
        let mut list = ByName::with_capacity(items.size_hint().0);
        for item in items {
            list.push(item);
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Named for Arc<str> {
        fn name(&self) -> &Arc<str> {
            self
        }
    }

    #[test]
    fn the_first_of_a_name_is_found_among_few_and_among_many() {
        let mut list: ByName<Arc<str>> = ByName::default();
        for count in 0..3 * FEW {
            list.push(format!("n{}", count / 2).into());
            assert_eq!(list.place(&format!("n{}", count / 2)), Some(count / 2 * 2));
            assert_eq!((list.place("n0"), list.place("m")), (Some(0), None));
        }
        assert_eq!(list.named("n5").map(|name| &**name), Some("n5"));
    }
}
