//! What came of a value that was set by hand: a place keeps to its bounds.

use std::cmp::Ordering;

use super::Session;
use crate::base::closest;
use crate::engine::{NoAnswers, NoLog};
use crate::plan::Value;

/// What a place holds after a value was set by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settled {
    /// How what it holds stands to what was asked for; `None` where the two cannot be compared.
    pub order: Option<Ordering>,
    /// What it holds, as text.
    pub holds: String,
}

impl Session {
    /// What a place holds, against the value that was set. `None` where that value was rolled: then
    /// nobody knows any more what it was.
    pub(crate) fn settled(&mut self, place: &str, value: &str) -> Option<Settled> {
        let holds = self.holds(place)?;
        let mut is = |sign: &str| {
            self.peek(&format!("({place}) {sign} ({value})")).and_then(|answer| answer.as_yes_no())
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
        let value = self.peek(place)?;
        Some(self.show(&value))
    }

    /// What might have been meant by a place that is not there: the same field of each record that has
    /// one, or else a name that is nearly the same.
    pub(crate) fn places_like(&self, place: &str) -> Vec<String> {
        let places = self.places();
        let field = |other: &&String| other.rsplit_once('.').is_some_and(|(_, field)| field == place);
        let of_records: Vec<String> = places.iter().filter(field).cloned().collect();
        if !of_records.is_empty() {
            return of_records;
        }
        closest(place, places.iter().map(String::as_str)).map(str::to_owned).into_iter().collect()
    }

    /// The value of an expression that rolls nothing; nothing of it stays.
    fn peek(&mut self, text: &str) -> Option<Value> {
        let before = self.world.clone();
        let value = self.prepare(text).ok().and_then(|prepared| {
            let reply = self.roll(&prepared, &mut NoAnswers::default(), &mut NoLog);
            reply.value.filter(|_| reply.seed.is_none())
        });
        self.world = before;
        value
    }
}
