//! The records of a roster, and who has which name.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::base::{plain_text, same_text};
use crate::plan::Value;

/// A record of a roster.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Record {
    /// Its name as shown.
    pub name: Arc<str>,
    /// Its values, in the sheet's order.
    pub fields: Vec<Value>,
}

/// The records that a roster ever had; removed ones leave a hole, so that numbers stay good.
#[derive(Debug, Clone, Default)]
pub(crate) struct Records {
    all: Vec<Option<Arc<Record>>>,
    /// Found out where somebody is looked for by name among many.
    names: OnceLock<Arc<Names>>,
}

/// Who has which name.
#[derive(Debug, Clone, Default)]
struct Names {
    /// By their names as these are compared.
    places: FxHashMap<String, BTreeSet<u32>>,
    /// For a name that was taken: no number below this one is free for a further one of that name.
    free: FxHashMap<Arc<str>, usize>,
}

/// Among so few, everybody is looked at.
const FEW: usize = 24;

impl Names {
    fn of(records: &[Option<Arc<Record>>]) -> Names {
        let mut names = Names::default();
        for (at, record) in (0u32..).zip(records) {
            record.iter().for_each(|record| names.note(at, &record.name));
        }
        names
    }

    fn note(&mut self, at: u32, name: &str) {
        self.places.entry(plain_text(name).collect()).or_default().insert(at);
    }

    fn forget(&mut self, at: u32, name: &str) {
        if let Some(places) = self.places.get_mut(&plain_text(name).collect::<String>()) {
            places.remove(&at);
        }
        // The number of this one is free again.
        let numbered =
            name.rsplit_once(' ').and_then(|(of, number)| Some((of, number.parse::<usize>().ok()?)));
        if let Some((of, number)) = numbered
            && let Some(free) = self.free.get_mut(of)
        {
            *free = number.clamp(2, *free);
        }
    }
}

impl Records {
    /// Who has a name.
    pub(crate) fn called(&self, wanted: &str) -> Option<u32> {
        if self.all.len() <= FEW {
            let is_it =
                |record: &Option<Arc<Record>>| record.as_ref().is_some_and(|of| same_text(&of.name, wanted));
            return self.all.iter().position(is_it).and_then(|at| u32::try_from(at).ok());
        }
        self.names().places.get(&plain_text(wanted).collect::<String>())?.first().copied()
    }

    fn names(&self) -> &Arc<Names> {
        self.names.get_or_init(|| Arc::new(Names::of(&self.all)))
    }

    /// Whether somebody has this very name.
    fn is_taken(&self, wanted: &str) -> bool {
        let is_it = |record: &Arc<Record>| *record.name == *wanted;
        if self.all.len() <= FEW {
            return self.all.iter().flatten().any(is_it);
        }
        let places = self.names().places.get(&plain_text(wanted).collect::<String>());
        places.into_iter().flatten().filter_map(|at| self.all.get(*at as usize)?.as_ref()).any(is_it)
    }

    /// A name for a new one: the wanted name, and where that is taken, with the first number that is free.
    pub(crate) fn free_name(&mut self, wanted: &str) -> String {
        if !self.is_taken(wanted) {
            return wanted.to_owned();
        }
        let is_many = self.all.len() > FEW;
        let known = is_many.then(|| self.names().free.get(wanted).copied()).flatten();
        let mut number = known.unwrap_or(2);
        while self.is_taken(&format!("{wanted} {number}")) {
            number += 1;
        }
        if let Some(names) = self.names.get_mut().filter(|_| is_many) {
            Arc::make_mut(names).free.insert(wanted.into(), number);
        }
        format!("{wanted} {number}")
    }

    /// Adds one.
    pub(crate) fn add(&mut self, record: Record) {
        if let Some(names) = self.names.get_mut() {
            Arc::make_mut(names).note(u32::try_from(self.all.len()).unwrap_or(u32::MAX), &record.name);
        }
        self.all.push(Some(Arc::new(record)));
    }

    /// Takes one out. Gives whether there was such a place.
    pub(crate) fn take_out(&mut self, at: u32) -> bool {
        let Some(slot) = self.all.get_mut(at as usize) else { return false };
        if let (Some(record), Some(names)) = (slot.take(), self.names.get_mut()) {
            Arc::make_mut(names).forget(at, &record.name);
        }
        true
    }

    /// One to change, who keeps the name.
    pub(crate) fn record_mut(&mut self, at: u32) -> Option<&mut Record> {
        self.all.get_mut(at as usize)?.as_mut().map(Arc::make_mut)
    }
}

impl Deref for Records {
    type Target = Vec<Option<Arc<Record>>>;

    fn deref(&self) -> &Vec<Option<Arc<Record>>> {
        &self.all
    }
}

/// Whoever changes them so may give other names.
impl DerefMut for Records {
    fn deref_mut(&mut self) -> &mut Vec<Option<Arc<Record>>> {
        self.names.take();
        &mut self.all
    }
}

impl<'r> IntoIterator for &'r Records {
    type Item = &'r Option<Arc<Record>>;
    type IntoIter = std::slice::Iter<'r, Option<Arc<Record>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl<'r> IntoIterator for &'r mut Records {
    type Item = &'r mut Option<Arc<Record>>;
    type IntoIter = std::slice::IterMut<'r, Option<Arc<Record>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl PartialEq for Records {
    fn eq(&self, other: &Records) -> bool {
        self.all == other.all
    }
}

impl Eq for Records {}

impl Hash for Records {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.all.hash(state);
    }
}
