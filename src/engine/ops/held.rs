//! What a place may hold, where the kind of a value is only known in the run.

use super::access::symbol_name;
use super::kind_word;
use crate::base::Num;
use crate::check::program::{GlobalId, Kind};
use crate::diag::codes::running;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{Fault, Stop};
use crate::plan::{Value, wanted};

impl Step<'_> {
    /// Sees to it that the value on the stack is what a kept value may be.
    pub(super) fn as_kept(&mut self, global: GlobalId) -> Result<CodeFlow, Stop> {
        let Some(known) = self.plan().program.globals.get(global.index()) else { return Ok(CodeFlow::Next) };
        let value = self.pop();
        let value = self.held(&known.kind, &known.def.name, value)?;
        Ok(self.push(value))
    }

    /// Sees to it that a value is what a field of a record may be.
    pub(super) fn as_field(&mut self, symbol: u32) -> Result<CodeFlow, Stop> {
        let (value, record) = self.pop_two();
        let Value::Record(roster, _) = record else { return Err(self.wrong_kind("a record", &record)) };
        let name = symbol_name(self.plan(), symbol);
        let sheet = self.plan().program.rosters.get(roster.index()).map(|roster| roster.sheet);
        let sheet = sheet.and_then(|sheet| self.plan().program.sheets.get(sheet.index()));
        let field = sheet.and_then(|sheet| sheet.fields.iter().find(|field| *field.name == *name));
        // A record without this field is told of where it is set.
        let Some(field) = field else { return Ok(self.push(value)) };
        let value = self.held(&field.kind, name, value)?;
        Ok(self.push(value))
    }

    /// A value as a place of a kind holds it: a text or a row may be one of its words.
    ///
    /// # Errors
    /// It is nothing that the place may hold.
    pub(super) fn held(&self, kind: &Kind, place: &str, value: Value) -> Result<Value, Stop> {
        if let (Kind::Word(scale), Value::Text(_) | Value::Row(_)) = (kind, &value) {
            return self.word_of(*scale, value);
        }
        let program = &self.plan().program;
        // Nothing of it needs no unit.
        if let Kind::Quantity(family) = kind
            && value.as_number().is_some_and(Num::is_zero)
            && let Some(unit) = program.units.smallest.get(family.index())
        {
            return Ok(Value::Quantity(Num::ZERO, *unit));
        }
        if wanted(program, kind, &value).is_none() {
            return Ok(value);
        }
        let met = if value == Value::Nothing {
            "nothing".to_owned()
        } else {
            format!("{} `{}`", kind_word(&value), self.show_briefly(&value))
        };
        let message = format!("`{place}` must be {}, but this is {met}", program.describe(kind));
        Err(Fault::new(&running::KIND, message).into())
    }
}
