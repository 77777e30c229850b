//! What may be changed by hand, and how a person names it.

use super::inspect::Inspect;
use super::orders;
use crate::base::closest;

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

impl Inspect<'_> {
    /// What may be changed by hand: the names of what is kept, and of each record's fields.
    pub(crate) fn places(self) -> Vec<String> {
        let mut places: Vec<String> = self.kept().into_iter().map(|held| held.name).collect();
        for (roster, records) in self.program().rosters.iter().zip(&self.world().state().rosters) {
            let Some(sheet) = self.program().sheets.get(roster.sheet.index()) else { continue };
            for record in records.iter().flatten() {
                let name = record.name.to_lowercase().replace(' ', "_");
                places.extend(sheet.fields.iter().map(|field| format!("{name}.{}", field.name)));
            }
        }
        places
    }

    /// What `:set` is to change, and to what: `mira.hp 3`, `Mira hp = 3`, `mira's HP to 3`. Of a place that is
    /// not there, the words as they stand.
    pub(crate) fn set_pair(self, text: &str) -> Option<(String, String)> {
        let places = self.places();
        named_place(&places, text).or_else(|| {
            let (place, value) = orders::pair(text)?;
            Some((place.to_owned(), value.to_owned()))
        })
    }

    /// What might have been meant by a place that is not there: the same field of each record that has
    /// one, or else a name that is nearly the same.
    pub(crate) fn places_like(self, place: &str) -> Vec<String> {
        let places = self.places();
        let field = |other: &&String| other.rsplit_once('.').is_some_and(|(_, field)| field == place);
        let of_records: Vec<String> = places.iter().filter(field).cloned().collect();
        if !of_records.is_empty() {
            return of_records;
        }
        closest(place, places.iter().map(String::as_str)).map(str::to_owned).into_iter().collect()
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
