//! What came of a value that was set by hand: a place keeps to its bounds.

use std::cmp::Ordering;

use super::asking::Inquiry;

/// What a place holds after a value was set by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settled {
    /// How what it holds stands to what was asked for; `None` where the two cannot be compared.
    pub order: Option<Ordering>,
    /// What it holds, as text.
    pub holds: String,
}

impl Inquiry<'_> {
    /// What a place holds, against the value that was set. `None` where that value was rolled: then
    /// nobody knows any more what it was.
    pub(crate) fn settled(&mut self, place: &str, value: &str) -> Option<Settled> {
        let holds = self.holds(place)?;
        let mut is = |sign: &str| {
            self.value_now(&format!("({place}) {sign} ({value})")).and_then(|answer| answer.as_yes_no())
        };
        let order = match (is("=="), is("<"), is(">")) {
            (Some(true), _, _) => Some(Ordering::Equal),
            (_, Some(true), _) => Some(Ordering::Less),
            (_, _, Some(true)) => Some(Ordering::Greater),
            _ => None,
        };
        Some(Settled { order, holds })
    }

    /// What a place holds, as text; `None` where there is no such place.
    pub(crate) fn holds(&mut self, place: &str) -> Option<String> {
        let value = self.value_now(place)?;
        Some(self.world().show(&value))
    }
}
