//! Units and their families: those that are built in, and how one is added.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::program::{Def, ModuleId, Unit, UnitFamily, UnitId, Units};
use crate::base::{Num, SourceId, Span};

/// A built-in unit: its name, its plural, and the fraction of another unit that it is.
type BuiltIn = (&'static str, &'static str, Option<(i64, i64, &'static str)>);

/// The built-in units.
const BUILT_IN: &[BuiltIn] = &[
    ("minute", "minutes", None),
    ("second", "seconds", Some((1, 60, "minute"))),
    ("hour", "hours", Some((60, 1, "minute"))),
    ("day", "days", Some((24, 1, "hour"))),
    ("week", "weeks", Some((7, 1, "day"))),
    ("ft", "ft", None),
    ("yd", "yd", Some((3, 1, "ft"))),
    ("mile", "miles", Some((5280, 1, "ft"))),
    ("m", "m", None),
    ("km", "km", Some((1000, 1, "m"))),
    ("lb", "lb", None),
];

/// Other spellings of built-in units.
const SPELLINGS: &[(&str, &str)] = &[
    ("foot", "ft"),
    ("feet", "ft"),
    ("yard", "yd"),
    ("yards", "yd"),
    ("metre", "m"),
    ("metres", "m"),
    ("meter", "m"),
    ("meters", "m"),
    ("kilometre", "km"),
    ("kilometres", "km"),
    ("lbs", "lb"),
    ("pound", "lb"),
    ("pounds", "lb"),
    ("min", "minute"),
];

/// The clock's family: minutes, hours, days.
pub(super) const TIME: UnitFamily = UnitFamily(0);

/// Puts the built-in units into an empty list of units.
pub(super) fn built_in(units: &mut Units) -> FxHashMap<Arc<str>, UnitId> {
    let nowhere = Span::new(SourceId(u32::MAX), 0, 0);
    let mut names = FxHashMap::default();
    for (singular, plural, equals) in BUILT_IN {
        let def = Def {
            name: (*singular).into(),
            module: ModuleId(0),
            title: None,
            doc: None,
            span: nowhere,
            whole: nowhere,
        };
        let of = equals.and_then(|(n, d, of)| {
            let unit = names.get(of).copied()?;
            Some((Num::ratio(i128::from(n), i128::from(d)).ok()?, unit))
        });
        let id = add(units, def, (*plural).into(), of);
        names.insert(Arc::from(*singular), id);
        names.insert(Arc::from(*plural), id);
    }
    for (spelling, unit) in SPELLINGS {
        if let Some(id) = names.get(*unit).copied() {
            names.entry(Arc::from(*spelling)).or_insert(id);
        }
    }
    names
}

/// Adds a unit: of a family of its own, or so many of another unit.
pub(super) fn add(units: &mut Units, def: Def, plural: Arc<str>, of: Option<(Num, UnitId)>) -> UnitId {
    let id = UnitId::from(units.all.len());
    let (family, factor) = match of {
        Some((count, unit)) => {
            let unit = units.get(unit);
            (unit.family, count.mul(unit.factor).unwrap_or(Num::ONE))
        }
        None => {
            units.smallest.push(id);
            (UnitFamily::from(units.smallest.len() - 1), Num::ONE)
        }
    };
    let singular = def.name.clone();
    units.all.push(Unit { def, singular, plural, family, factor, symbols: None });
    id
}

/// The plural that a unit has where its definition says none. Short names are abbreviations.
pub(super) fn plural_of(singular: &str) -> String {
    let last_two: String = singular.chars().rev().take(2).collect();
    let before_y = last_two.chars().nth(1);
    if singular.chars().count() <= 2 {
        singular.to_owned()
    } else if singular.ends_with('y') && !before_y.is_some_and(|c| "aeiou".contains(c)) {
        format!("{}ies", singular.trim_end_matches('y'))
    } else if ["s", "x", "z", "ch", "sh"].iter().any(|end| singular.ends_with(end)) {
        format!("{singular}es")
    } else {
        format!("{singular}s")
    }
}
