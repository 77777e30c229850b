//! What came of a value that was set by hand: a place keeps to its bounds.

use std::cmp::Ordering;

use super::{Session, orders};
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

/// The place that the first words of a text name, however it is spelled, and what stands behind it.
pub(crate) fn named_place(places: &[String], text: &str) -> Option<(String, String)> {
    let text = text.trim();
    let ends = text.char_indices().filter(|(_, c)| *c == ' ' || *c == '=').map(|(at, _)| at);
    // The longest name that fits: `mira hp 3` is about `mira.hp`, not about `mira`.
    let mut found = ends.filter_map(|end| {
        let (name, value) = text.split_at(end);
        let wanted = plain_place(name);
        let place = places.iter().find(|place| plain_place(place) == wanted)?;
        let value = value.trim().trim_start_matches('=').trim();
        let value = value.strip_prefix("to ").map_or(value, str::trim);
        (!value.is_empty()).then(|| (place.clone(), value.to_owned()))
    });
    found.next_back()
}

/// The name of a place without what may be written this way and that.
fn plain_place(name: &str) -> String {
    let words = name.to_lowercase().replace("'s ", " ").replace("’s ", " ");
    words.split([' ', '.', '_']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
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

    /// What `:set` is to change, and to what: `mira.hp 3`, `Mira hp = 3`, `mira's HP to 3`. Of a place that is
    /// not there, the words as they stand.
    pub(crate) fn set_pair(&self, text: &str) -> Option<(String, String)> {
        let places = self.places();
        named_place(&places, text).or_else(|| {
            let (place, value) = orders::pair(text)?;
            Some((place.to_owned(), value.to_owned()))
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_found_however_it_is_spelled() {
        let places: Vec<String> =
            ["mira.hp", "mira.max_hp", "old_tom.hp", "torches_lit", "mira"].map(str::to_owned).to_vec();
        let found = |text: &str| named_place(&places, text).map(|(place, value)| format!("{place}={value}"));
        for (text, wanted) in [
            ("mira.hp 3", "mira.hp=3"),
            ("mira hp 3", "mira.hp=3"),
            ("Mira.HP = 3", "mira.hp=3"),
            ("Mira's hp to 3", "mira.hp=3"),
            ("mira max hp 2d6 + 1", "mira.max_hp=2d6 + 1"),
            ("Old Tom hp 4", "old_tom.hp=4"),
            ("torches lit 2", "torches_lit=2"),
            ("mira.hp=3", "mira.hp=3"),
            ("mira asleep", "mira=asleep"),
        ] {
            assert_eq!(found(text).as_deref(), Some(wanted), "{text}");
        }
        assert_eq!(found("bran.hp 3"), None);
        assert_eq!(found("mira.hp"), None);
    }
}
