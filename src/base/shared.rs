//! Lists and maps whose copies share what they hold.
//!
//! A session keeps the world before each entry, so that an entry can be taken back. What an entry adds
//! must cost what it adds, however much is there already: a copy counts a few references, and adding to
//! a copy leaves the rest shared.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHashMap;

/// How many items are copied when one of them is changed, as a power of 2.
const BITS: usize = 6;
const CHUNK: usize = 1 << BITS;

/// A list that is copied by its pieces.
pub(crate) struct SharedVec<T> {
    /// All are full but the last one, and none is empty.
    chunks: Vec<Arc<Vec<T>>>,
    len: usize,
}

impl<T> SharedVec<T> {
    /// No items.
    pub(crate) const fn new() -> SharedVec<T> {
        SharedVec { chunks: Vec::new(), len: 0 }
    }

    /// How many items there are.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// An item by its place.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        self.chunks.get(at >> BITS)?.get(at & (CHUNK - 1))
    }

    /// The first item.
    pub(crate) fn first(&self) -> Option<&T> {
        self.get(0)
    }

    /// The last item.
    #[cfg(test)]
    pub(crate) fn last(&self) -> Option<&T> {
        self.chunks.last()?.last()
    }

    /// The items in order. Passing over the first ones costs nothing.
    pub(crate) const fn iter(&self) -> Iter<'_, T> {
        Iter { list: self, next: 0, end: self.len }
    }

    /// The places of what differs from an earlier state of this list, and of what has come since; what the
    /// two share is not looked at.
    pub(crate) fn changed_since(&self, before: &SharedVec<T>, same: impl Fn(&T, &T) -> bool) -> Vec<usize> {
        let mut changed = Vec::new();
        for (at, chunk) in self.chunks.iter().enumerate() {
            let old = before.chunks.get(at);
            if old.is_some_and(|old| Arc::ptr_eq(old, chunk)) {
                continue;
            }
            let old = old.map_or(&[][..], |old| old.as_slice());
            let differs = |(in_chunk, item): (usize, &T)| {
                let stays = old.get(in_chunk).is_some_and(|old| same(old, item));
                (!stays).then_some((at << BITS) + in_chunk)
            };
            changed.extend(chunk.iter().enumerate().filter_map(differs));
        }
        changed
    }
}

impl<T: Clone> SharedVec<T> {
    /// Adds an item at the end.
    pub(crate) fn push(&mut self, item: T) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < CHUNK => Arc::make_mut(last).push(item),
            Some(_) | None => self.chunks.push(Arc::new(vec![item])),
        }
        self.len += 1;
    }

    /// An item to change, by its place.
    #[inline]
    pub(crate) fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        if at >= self.len {
            return None;
        }
        Arc::make_mut(self.chunks.get_mut(at >> BITS)?).get_mut(at & (CHUNK - 1))
    }

    /// The last item, to change.
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.get_mut(self.len.checked_sub(1)?)
    }

    /// Keeps the first items.
    pub(crate) fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.chunks.truncate(len.div_ceil(CHUNK));
        if let Some(last) = self.chunks.last_mut().filter(|_| !len.is_multiple_of(CHUNK)) {
            Arc::make_mut(last).truncate(len % CHUNK);
        }
        self.len = len;
    }

    /// Makes it so long, by this item.
    pub(crate) fn resize(&mut self, len: usize, item: T) {
        self.truncate(len);
        while self.len < len {
            self.push(item.clone());
        }
    }
}

impl<T> Clone for SharedVec<T> {
    fn clone(&self) -> SharedVec<T> {
        SharedVec { chunks: self.chunks.clone(), len: self.len }
    }

    fn clone_from(&mut self, other: &SharedVec<T>) {
        self.chunks.clone_from(&other.chunks);
        self.len = other.len;
    }
}

impl<T> Default for SharedVec<T> {
    fn default() -> SharedVec<T> {
        SharedVec::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for SharedVec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<T: PartialEq> PartialEq for SharedVec<T> {
    fn eq(&self, other: &SharedVec<T>) -> bool {
        let same = |(a, b): (&Arc<Vec<T>>, &Arc<Vec<T>>)| Arc::ptr_eq(a, b) || a == b;
        self.len == other.len && self.chunks.iter().zip(&other.chunks).all(same)
    }
}

impl<T: Eq> Eq for SharedVec<T> {}

impl<T: Hash> Hash for SharedVec<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len);
        self.iter().for_each(|item| item.hash(state));
    }
}

impl<T: Clone> Extend<T> for SharedVec<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

impl<T: Clone> FromIterator<T> for SharedVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> SharedVec<T> {
        let mut list = SharedVec::new();
        list.extend(items);
        list
    }
}

impl<'a, T> IntoIterator for &'a SharedVec<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

/// The items of a list in order.
pub(crate) struct Iter<'a, T> {
    list: &'a SharedVec<T>,
    next: usize,
    end: usize,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { list: self.list, next: self.next, end: self.end }
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        self.nth(0)
    }

    fn nth(&mut self, over: usize) -> Option<&'a T> {
        let at = self.next.saturating_add(over).min(self.end);
        self.next = (at + 1).min(self.end);
        if at < self.end { self.list.get(at) } else { None }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}

impl<T> DoubleEndedIterator for Iter<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        self.list.get(self.end)
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {}

/// How many entries of a map are copied with it at most.
const RECENT: usize = 128;

/// A map whose copies share all but what came last.
#[derive(Debug, Clone)]
pub(crate) struct SharedMap<K, V> {
    settled: Arc<FxHashMap<K, V>>,
    /// What came since; `None` where an entry was taken out.
    recent: FxHashMap<K, Option<V>>,
}

impl<K, V> Default for SharedMap<K, V> {
    fn default() -> SharedMap<K, V> {
        SharedMap { settled: Arc::default(), recent: FxHashMap::default() }
    }
}

impl<K: Hash + Eq + Clone, V: Clone> SharedMap<K, V> {
    /// What a key stands for.
    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        match self.recent.get(key) {
            Some(found) => found.as_ref(),
            None => self.settled.get(key),
        }
    }

    /// Whether a key stands for something.
    pub(crate) fn contains_key<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.get(key).is_some()
    }

    /// Lets a key stand for something.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.put(key, Some(value));
    }

    /// Takes a key out.
    pub(crate) fn remove(&mut self, key: &K) {
        self.put(key.clone(), None);
    }

    fn put(&mut self, key: K, value: Option<V>) {
        self.recent.insert(key, value);
        if self.recent.len() > RECENT || Arc::strong_count(&self.settled) == 1 {
            let settled = Arc::make_mut(&mut self.settled);
            for (key, value) in self.recent.drain() {
                match value {
                    Some(value) => settled.insert(key, value),
                    None => settled.remove(&key),
                };
            }
        }
    }

    /// All that is in it, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        let settled = self.settled.iter().filter(|(key, _)| !self.recent.contains_key(*key));
        settled.chain(self.recent.iter().filter_map(|(key, value)| Some((key, value.as_ref()?))))
    }

    /// Every key, in no order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    /// Every value, in no order.
    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_keeps_what_it_held_and_shares_what_it_can() {
        let mut list: SharedVec<usize> = (0..1000).collect();
        let before = list.clone();
        list.push(1000);
        *list.get_mut(70).expect("a place") = 7;
        assert_eq!((before.len(), before.get(70)), (1000, Some(&70)));
        assert_eq!((list.len(), list.get(70), list.last()), (1001, Some(&7), Some(&1000)));
        assert_eq!(list.changed_since(&before, |a, b| a == b), [70, 1000]);
        let shared = list.chunks.iter().zip(&before.chunks).filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        assert_eq!(shared, before.chunks.len() - 2);
    }

    #[test]
    fn a_list_does_what_a_plain_one_does() {
        for len in [0, 1, 63, 64, 65, 128, 200] {
            let plain: Vec<usize> = (0..len).collect();
            let list: SharedVec<usize> = plain.iter().copied().collect();
            assert!(list.iter().eq(&plain) && list.iter().rev().eq(plain.iter().rev()));
            for cut in [0, 1, 64, 100, 300] {
                assert!(list.iter().skip(cut).eq(plain.iter().skip(cut)));
                let (mut list, mut plain) = (list.clone(), plain.clone());
                list.truncate(cut);
                plain.truncate(cut);
                assert!(list.iter().eq(&plain) && list.last() == plain.last());
                list.resize(150, 9);
                plain.resize(150, 9);
                assert!(list.iter().eq(&plain) && list.len() == plain.len());
                assert_eq!(list, plain.into_iter().collect());
            }
        }
    }

    #[test]
    fn a_map_does_what_a_plain_one_does() {
        let mut map: SharedMap<u32, u32> = SharedMap::default();
        let mut plain: FxHashMap<u32, u32> = FxHashMap::default();
        let mut kept = Vec::new();
        for step in 0..1000u32 {
            let key = step.wrapping_mul(2_654_435_761) % 300;
            if step % 3 == 0 {
                map.remove(&key);
                plain.remove(&key);
            } else {
                map.insert(key, step);
                plain.insert(key, step);
            }
            if step % 50 == 0 {
                kept.push((map.clone(), plain.clone()));
            }
        }
        kept.push((map, plain));
        for (map, plain) in kept {
            let held: FxHashMap<u32, u32> = map.iter().map(|(key, value)| (*key, *value)).collect();
            assert_eq!(held, plain);
            assert!((0..300).all(|key| map.get(&key) == plain.get(&key)));
        }
    }
}
