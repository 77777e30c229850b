//! For whom a condition holds, found however many there are.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

use crate::plan::Value;

/// Those for whom a condition holds, in the order in which it turned true for them.
#[derive(Debug, Clone, Default)]
pub(crate) struct HeldFor {
    /// Each by the number of its coming.
    all: BTreeMap<u64, Value>,
    /// The numbers of records, and of nobody: these are the same only where they are equal.
    numbers: FxHashMap<Value, u64>,
    next: u64,
}

impl HeldFor {
    /// In order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Value> {
        self.all.values()
    }

    /// The number of this one; `is_same` tells whether another value is the same.
    pub(super) fn number(&self, whose: &Value, is_same: impl Fn(&Value) -> bool) -> Option<u64> {
        match is_found(whose) {
            true => self.numbers.get(whose).copied(),
            false => self.all.iter().find_map(|(number, other)| is_same(other).then_some(*number)),
        }
    }

    /// Adds one, as the last.
    pub(super) fn add(&mut self, whose: Value) {
        let before = if is_found(&whose) { self.numbers.insert(whose.clone(), self.next) } else { None };
        // Only a state that somebody has written holds one twice.
        before.map(|before| self.all.remove(&before));
        self.all.insert(self.next, whose);
        self.next += 1;
    }

    /// Takes one out by its number.
    pub(super) fn take_out(&mut self, number: u64) {
        if let Some(whose) = self.all.remove(&number) {
            self.numbers.remove(&whose);
        }
    }
}

fn is_found(whose: &Value) -> bool {
    matches!(whose, Value::Nothing | Value::Record(..))
}

impl FromIterator<Value> for HeldFor {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> HeldFor {
        let mut held = HeldFor::default();
        values.into_iter().for_each(|value| held.add(value));
        held
    }
}

// When each came makes no difference, only after whom.
impl PartialEq for HeldFor {
    fn eq(&self, other: &HeldFor) -> bool {
        self.all.len() == other.all.len() && self.iter().eq(other.iter())
    }
}

impl Eq for HeldFor {}

impl Hash for HeldFor {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.all.len().hash(state);
        self.iter().for_each(|value| value.hash(state));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_are_equal_whose_values_came_in_the_same_order() {
        let text = |text: &str| Value::Text(text.into());
        let mut held: HeldFor = [Value::Nothing, text("a"), text("b")].into_iter().collect();
        let same = |text: &'static str| move |value: &Value| *value == Value::Text(text.into());
        assert_eq!(held.number(&Value::Nothing, |_| false), Some(0));
        assert_eq!(held.number(&text("b"), same("b")), Some(2));
        held.take_out(0);
        assert_eq!(held.number(&Value::Nothing, |_| true), None);
        assert_eq!(held, [text("a"), text("b")].into_iter().collect());
        held.take_out(1);
        held.add(text("a"));
        assert_ne!(held, [text("a"), text("b")].into_iter().collect());
    }
}
