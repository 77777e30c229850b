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
const BITS: usize = 5;
const CHUNK: usize = 1 << BITS;

/// A list whose copies share its pieces.
pub(crate) struct SharedVec<T> {
    /// Pieces of the full length.
    full: Option<Arc<Vec<Arc<Vec<T>>>>>,
    /// The items after those, fewer than a piece: what is added changes nothing else.
    tail: Option<Arc<Vec<T>>>,
    len: usize,
}

impl<T> SharedVec<T> {
    /// No items.
    pub(crate) const fn new() -> SharedVec<T> {
        SharedVec { full: None, tail: None, len: 0 }
    }

    /// How many items there are.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn full(&self) -> &[Arc<Vec<T>>] {
        self.full.as_ref().map_or(&[], |full| full.as_slice())
    }

    #[inline]
    fn tail(&self) -> &[T] {
        self.tail.as_ref().map_or(&[], |tail| tail.as_slice())
    }

    /// An item by its place.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        if at >= self.len {
            return None;
        }
        match self.full().get(at >> BITS) {
            Some(piece) => piece.get(at & (CHUNK - 1)),
            None => self.tail().get(at & (CHUNK - 1)),
        }
    }

    /// The first item.
    pub(crate) fn first(&self) -> Option<&T> {
        self.get(0)
    }

    /// The last item.
    #[cfg(test)]
    pub(crate) fn last(&self) -> Option<&T> {
        self.get(self.len.checked_sub(1)?)
    }

    /// The items in order. Passing over the first ones costs nothing.
    pub(crate) const fn iter(&self) -> Iter<'_, T> {
        Iter { list: self, next: 0, end: self.len }
    }

    /// The places of what differs from an earlier state of this list, and of what has come since; what the
    /// two share is not looked at.
    pub(crate) fn changed_since(&self, before: &SharedVec<T>, same: impl Fn(&T, &T) -> bool) -> Vec<usize> {
        let mut changed = Vec::new();
        let mut look = |from: usize, items: &[T]| {
            let differs = |(at, item): (usize, &T)| {
                let stays = before.get(at).is_some_and(|old| same(old, item));
                (!stays).then_some(at)
            };
            changed.extend((from..).zip(items).filter_map(differs));
        };
        for (at, piece) in self.full().iter().enumerate() {
            if !before.full().get(at).is_some_and(|old| Arc::ptr_eq(old, piece)) {
                look(at << BITS, piece);
            }
        }
        let tails = (&self.tail, &before.tail);
        if !matches!(tails, (Some(tail), Some(old)) if self.len == before.len && Arc::ptr_eq(tail, old)) {
            look(self.full().len() << BITS, self.tail());
        }
        changed
    }
}

impl<T: Clone> SharedVec<T> {
    /// Adds an item at the end.
    pub(crate) fn push(&mut self, item: T) {
        let tail = Arc::make_mut(self.tail.get_or_insert_default());
        tail.push(item);
        self.len += 1;
        if tail.len() == CHUNK {
            Arc::make_mut(self.full.get_or_insert_default()).extend(self.tail.take());
        }
    }

    /// An item to change, by its place.
    #[inline]
    pub(crate) fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        if at >= self.len {
            return None;
        }
        if at >> BITS < self.full().len() {
            let piece = Arc::make_mut(self.full.as_mut()?).get_mut(at >> BITS)?;
            return Arc::make_mut(piece).get_mut(at & (CHUNK - 1));
        }
        Arc::make_mut(self.tail.as_mut()?).get_mut(at & (CHUNK - 1))
    }

    /// Keeps the first items.
    pub(crate) fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        if len >> BITS < self.full().len()
            && let Some(full) = &mut self.full
        {
            self.tail = Arc::make_mut(full).drain(len >> BITS..).next();
        }
        self.len = len;
        self.tail = self.tail.take().filter(|_| len & (CHUNK - 1) > 0);
        if let Some(tail) = &mut self.tail {
            Arc::make_mut(tail).truncate(len & (CHUNK - 1));
        }
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
        SharedVec { full: self.full.clone(), tail: self.tail.clone(), len: self.len }
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
        fn same<T: PartialEq>(a: &Arc<Vec<T>>, b: &Arc<Vec<T>>) -> bool {
            Arc::ptr_eq(a, b) || a == b
        }
        let tails = match (&self.tail, &other.tail) {
            (Some(a), Some(b)) => same(a, b),
            (a, b) => a.is_none() == b.is_none(),
        };
        self.len == other.len && tails && self.full().iter().zip(other.full()).all(|(a, b)| same(a, b))
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

/// How many entries the newest layer of a map has before it is no longer changed.
const MAX_NEWEST: usize = 16;
/// How often larger each layer is than the one that came after it.
const TIMES: usize = 8;

/// A map whose copies share what they hold: layers, each much larger than the one that came after it. To
/// add an entry copies a few others, however many there are.
#[derive(Debug)]
pub(crate) struct SharedMap<K, V> {
    /// The newest last. `None` stands for an entry that was taken out; there is none in the first layer.
    layers: Vec<Layer<K, V>>,
}

type Layer<K, V> = Arc<FxHashMap<K, Option<V>>>;

impl<K, V> Clone for SharedMap<K, V> {
    fn clone(&self) -> SharedMap<K, V> {
        SharedMap { layers: self.layers.clone() }
    }
}

impl<K, V> Default for SharedMap<K, V> {
    fn default() -> SharedMap<K, V> {
        SharedMap { layers: Vec::new() }
    }
}

impl<K: Hash + Eq + Clone, V: Clone> SharedMap<K, V> {
    /// What a key stands for.
    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.layers.iter().rev().find_map(|layer| layer.get(key))?.as_ref()
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
        if let [only] = self.layers.as_mut_slice()
            && let Some(only) = Arc::get_mut(only)
        {
            return put_in(only, key, value, true);
        }
        if self.layers.last().is_none_or(|newest| newest.len() >= MAX_NEWEST) {
            self.layers.push(Arc::default());
        }
        let is_first = self.layers.len() == 1;
        if let Some(newest) = self.layers.last_mut() {
            put_in(Arc::make_mut(newest), key, value, is_first);
        }
        self.settle();
    }

    /// Puts the newest layers into those before them, where these are not much larger.
    fn settle(&mut self) {
        while let [.., before, newest] = self.layers.as_slice()
            && newest.len() >= MAX_NEWEST
            && newest.len().saturating_mul(TIMES) >= before.len()
        {
            let Some(newest) = self.layers.pop() else { return };
            let is_first = self.layers.len() == 1;
            let Some(before) = self.layers.last_mut().map(Arc::make_mut) else { return };
            for (key, value) in Arc::unwrap_or_clone(newest) {
                put_in(before, key, value, is_first);
            }
        }
    }

    /// All that is in it, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        let layers = self.layers.iter().enumerate();
        layers.flat_map(move |(at, layer)| {
            let newer = self.layers.get(at + 1..).unwrap_or_default();
            let holds = move |key: &K| newer.iter().all(|layer| !layer.contains_key(key));
            layer.iter().filter_map(move |(key, value)| Some((key, value.as_ref().filter(|_| holds(key))?)))
        })
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

impl<K: Hash + Eq + Clone, V: Clone> FromIterator<(K, V)> for SharedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> SharedMap<K, V> {
        let mut map = SharedMap::default();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

/// Puts an entry in a layer. Nothing stands behind the first one, so what is taken out there is gone.
fn put_in<K: Hash + Eq, V>(layer: &mut FxHashMap<K, Option<V>>, key: K, value: Option<V>, is_first: bool) {
    if is_first && value.is_none() {
        layer.remove(&key);
    } else {
        layer.insert(key, value);
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
        let shared = list.full().iter().zip(before.full()).filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        assert_eq!(shared, before.full().len() - 1);
    }

    #[test]
    fn a_list_does_what_a_plain_one_does() {
        for len in [0, 1, 31, 32, 33, 64, 200] {
            let plain: Vec<usize> = (0..len).collect();
            let list: SharedVec<usize> = plain.iter().copied().collect();
            assert!(list.iter().eq(&plain) && list.iter().rev().eq(plain.iter().rev()));
            for cut in [0, 1, 32, 64, 100, 300] {
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

    #[test]
    fn adding_to_a_copy_of_a_large_map_copies_little() {
        let mut map: SharedMap<u32, u32> = (0..10_000).fold(SharedMap::default(), |mut map, key| {
            map.insert(key, key);
            map
        });
        let mut copies = Vec::new();
        for key in 10_000..20_000 {
            copies.push(map.clone());
            map.insert(key, key);
        }
        let mut layers: Vec<_> = copies.iter().flat_map(|copy| &copy.layers).collect();
        layers.sort_unstable_by_key(|layer| Arc::as_ptr(layer));
        layers.dedup_by_key(|layer| Arc::as_ptr(layer));
        let held: usize = layers.iter().map(|layer| layer.len()).sum();
        assert!(held < 10_000 * 60, "{held} entries are held");
        assert!((0..20_000).all(|key| map.get(&key) == Some(&key)));
    }
}
