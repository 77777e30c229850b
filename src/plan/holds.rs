//! Whether a place may hold a value, where its kind is not known before the run.

use std::sync::Arc;

use super::value::Value;
use crate::check::program::{Kind, Program, UnitId};

/// What a place of this kind holds, where the value is nothing of that. What is not known before the run
/// may be anything.
pub(crate) fn wanted(program: &Program, kind: &Kind, value: &Value) -> Option<String> {
    let name = |names: Option<&Arc<str>>| names.map_or("?", |name| &**name).to_owned();
    let word = |scale: usize| name(program.scales.get(scale).map(|scale| &scale.def.name));
    let (fits, says) = match kind {
        Kind::Any | Kind::Dice | Kind::Table | Kind::Nothing => return None,
        Kind::OneOf(kinds) => {
            if kinds.contains(&Kind::Nothing) && *value == Value::Nothing {
                return None;
            }
            let others = kinds.iter().filter(|kind| **kind != Kind::Nothing);
            let all: Option<Vec<String>> = others.map(|kind| wanted(program, kind, value)).collect();
            return all.map(|all| all.join(", or "));
        }
        Kind::Number => {
            // A yes counts as 1, and a row may be one of numbers.
            let fits = matches!(
                value,
                Value::Number(_)
                    | Value::Percent(_)
                    | Value::Fraction(_)
                    | Value::Open(_)
                    | Value::Row(_)
                    | Value::YesNo(_)
            );
            (fits, "a number".to_owned())
        }
        Kind::Quantity(family) => {
            let unit =
                program.units.smallest.get(family.index()).and_then(|id| program.units.all.get(id.index()));
            let own = |id: &UnitId| program.units.all.get(id.index());
            let fits =
                matches!(value, Value::Quantity(_, id) if own(id).is_some_and(|own| own.family == *family));
            (fits, format!("a quantity, in {}", unit.map_or("its unit", |unit| &*unit.plural)))
        }
        Kind::YesNo => (matches!(value, Value::YesNo(_)), "true or false".to_owned()),
        Kind::Text => {
            (matches!(value, Value::Text(_) | Value::Word(..) | Value::Row(_)), "a text".to_owned())
        }
        Kind::Word(scale) => {
            let fits = matches!(value, Value::Word(of, _) if of == scale);
            (fits, format!("a word of `{}`", word(scale.index())))
        }
        Kind::Set(scale) => {
            let own = |word: &Value| matches!(word, Value::Word(of, _) if of == scale);
            let fits = matches!(value, Value::Set(of, _) if of == scale)
                || value.as_list().is_some_and(|items| items.iter().all(own));
            (fits, format!("words of `{}`", word(scale.index())))
        }
        Kind::Row(table) => {
            let of = name(program.tables.get(table.index()).map(|table| &table.def.name));
            (matches!(value, Value::Row(row) if row.table == *table), format!("a row of `{of}`"))
        }
        Kind::AnyRow => (matches!(value, Value::Row(_)), "a row".to_owned()),
        Kind::List(inner) => {
            if let Value::List(items) = value {
                return items.iter().find_map(|item| wanted(program, inner, item));
            }
            (matches!(value, Value::Set(..)), "a list".to_owned())
        }
        Kind::Record(sheet) => {
            let own =
                |roster: usize| program.rosters.get(roster).is_some_and(|roster| roster.sheet == *sheet);
            let of = name(program.sheets.get(sheet.index()).map(|sheet| &sheet.def.name));
            (matches!(value, Value::Record(roster, _) if own(roster.index())), format!("a {of}"))
        }
        Kind::Range => (matches!(value, Value::Range(_) | Value::Number(_)), "a range".to_owned()),
        Kind::Check | Kind::Returned(_) | Kind::Parts(_) => {
            (matches!(value, Value::Parts(_)), "named parts".to_owned())
        }
    };
    (!fits).then_some(says)
}
