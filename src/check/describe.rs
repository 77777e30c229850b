//! Kinds and definitions in people's words.

use std::sync::Arc;

use super::program::{Kind, ModuleId, Program, ScaleId};
use super::units::TIME;

impl Program {
    /// A kind in people's words.
    pub(crate) fn describe(&self, kind: &Kind) -> String {
        match kind {
            Kind::Any => "anything".into(),
            Kind::Number => "a number".into(),
            Kind::Quantity(family) => {
                let unit = self.units.smallest.get(family.index());
                let unit = unit.map(|unit| self.units.get(*unit));
                match unit {
                    Some(unit) if *family == TIME => {
                        format!("a time ({} and the like)", unit.plural)
                    }
                    Some(unit) if unit.symbols.is_some() => format!("symbols of {}", unit.singular),
                    Some(unit) => format!("a quantity in {}", unit.plural),
                    None => "a quantity".into(),
                }
            }
            Kind::YesNo => "yes or no".into(),
            Kind::Text => "a text".into(),
            Kind::Word(id) => format!("a word of {}", self.scale_words(*id)),
            Kind::Set(id) => format!("a set of words of {}", self.scale_words(*id)),
            Kind::Row(id) => format!("a row of `{}`", self.table(*id).def.name),
            Kind::AnyRow => "a row of a table".into(),
            Kind::List(of) if **of == Kind::Any => "a list".into(),
            Kind::List(of) => format!("a list ({} each)", self.describe(of)),
            Kind::Record(id) => {
                let sheet = self.sheets.get(id.index());
                format!("a {}", sheet.map_or("record", |sheet| &*sheet.def.name))
            }
            Kind::Dice => "dice".into(),
            Kind::Table => "a table".into(),
            Kind::Range => "a range of numbers".into(),
            Kind::Check => "the outcome of a check".into(),
            Kind::Returned(_) => "what a procedure returns".into(),
            Kind::Parts(_) => "several named parts".into(),
            Kind::Nothing => "nothing".into(),
            Kind::OneOf(kinds) => {
                let names: Vec<String> = kinds.iter().map(|kind| self.describe(kind)).collect();
                names.join(" or ")
            }
        }
    }

    pub(crate) fn scale_words(&self, id: ScaleId) -> String {
        let Some(scale) = self.scales.get(id.index()) else { return "a list".into() };
        let mark = if scale.ladder { " > " } else { " | " };
        let most = scale.words.iter().take(8).map(|word| &**word).collect::<Vec<_>>();
        let more = if scale.words.len() > most.len() { " …" } else { "" };
        format!("`{}` ({}{more})", scale.def.name, most.join(mark))
    }

    /// The name of a ladder or list of words.
    pub(crate) fn scale_name(&self, id: ScaleId) -> &str {
        self.scales.get(id.index()).map_or("", |scale| &*scale.def.name)
    }

    /// What a module is called before a dot.
    pub(crate) fn module_name(&self, module: ModuleId) -> Arc<str> {
        let found = self.modules.get(module.index());
        found.map_or_else(|| "session".into(), |module| module.name.clone())
    }
}
