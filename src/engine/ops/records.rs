//! Records: made, changed within their bounds, removed; words of ladders moved.

use std::sync::Arc;

use super::access::{gone, symbol_name};
use super::is_same;
use crate::check::program::RosterId;
use crate::diag::codes::running;
use crate::engine::Host;
use crate::engine::step::{Back, CodeFlow, Step};
use crate::engine::{By, EventKind, Fault, Record, Stop, Watch};
use crate::plan::Value;

impl Step<'_> {
    /// The record of which a field is changed, and what the field becomes.
    fn pop_change(&mut self) -> Result<(RosterId, u32, Value), Stop> {
        let (record, value) = self.pop_two();
        let Value::Record(roster, at) = record else {
            return Err(self.wrong_kind("a record", &record));
        };
        Ok((roster, at, value))
    }

    /// Sets a field: through the code that keeps bounds where there is one.
    pub(super) fn change_field(&mut self, host: &mut Host<'_>, symbol: u32) -> Result<CodeFlow, Stop> {
        let (roster, at, value) = self.pop_change()?;
        let name = symbol_name(self.plan(), symbol);
        let sheet = self.plan().program.rosters.get(roster.index()).map(|roster| roster.sheet);
        let place = self.plan().field_place(roster, name);
        let store = sheet.zip(place).and_then(|(sheet, place)| {
            self.plan().sheets.get(sheet.index())?.store.get(place).copied().flatten()
        });
        match store {
            Some(code) => {
                self.push_many([Value::Record(roster, at), value]);
                self.run_code(host, code, 2, Back::AFTER)
            }
            None => {
                self.push(Value::Record(roster, at));
                self.push(value);
                self.store_field(host, symbol)
            }
        }
    }

    pub(super) fn store_field(&mut self, host: &mut Host<'_>, symbol: u32) -> Result<CodeFlow, Stop> {
        let (roster, at, value) = self.pop_change()?;
        let name = symbol_name(self.plan(), symbol);
        let Some(place) = self.plan().field_place(roster, name) else {
            return Err(
                Fault::new(&running::NO_FIELD, format!("there is no field `{name}` to change")).into()
            );
        };
        let Some(old) = self.field(roster, at, place, symbol) else {
            return Err(gone(self.plan(), roster, at, name));
        };
        if old == value {
            return Ok(CodeFlow::Next);
        }
        self.set_field(roster, at, place, symbol, value.clone());
        if old != Value::Nothing {
            self.tell(host, |machine| EventKind::Set {
                what: format!("{}.{name}", machine.name_of(roster, at)),
                from: machine.show_briefly(&old),
                to: machine.show_briefly(&value),
                by: By::Rules,
                quiet: false,
            });
        }
        Ok(CodeFlow::Next)
    }

    pub(super) fn step_word(&mut self, worse: bool) -> Result<CodeFlow, Stop> {
        let (word, by) = self.pop_two();
        let stepped = self.stepped_word(&word, &by, worse)?;
        Ok(self.push(stepped))
    }

    /// A ladder's word some steps towards its end or its start, stopping there.
    pub(super) fn stepped_word(&self, word: &Value, by: &Value, worse: bool) -> Result<Value, Stop> {
        let Value::Word(scale, at) = word else {
            return Err(self.wrong_kind("a word of a ladder", word));
        };
        let by = self.number(by)?.as_int().unwrap_or(0);
        let words = self.plan().program.scales.get(scale.index());
        let Some(scale_info) = words.filter(|scale| scale.ladder) else {
            let name = words.map_or("it", |scale| &scale.def.name);
            return Err(Fault::new(&running::KIND, format!("`{name}` is a list of words without order"))
                .help("`ladder` instead of `words` gives them one")
                .into());
        };
        let last = i64::try_from(scale_info.words.len()).unwrap_or(i64::MAX) - 1;
        let step = if worse { by } else { by.checked_neg().unwrap_or(0) };
        let moved = i64::from(*at).saturating_add(step).clamp(0, last.max(0));
        Ok(Value::Word(*scale, u32::try_from(moved).unwrap_or(*at)))
    }

    /// Adds a record and fills it; a name that is taken gets a number.
    pub(super) fn add_record(
        &mut self,
        host: &mut Host<'_>,
        roster: RosterId,
        given: u32,
    ) -> Result<CodeFlow, Stop> {
        let info = self.plan().program.rosters.get(roster.index()).expect("a roster of the program");
        let sheet = self.plan().program.sheets.get(info.sheet.index());
        let count = sheet.map_or(0, |sheet| sheet.fields.len());
        let mut given = self.pop_many(given as usize);
        for (field, value) in sheet.into_iter().flat_map(|sheet| &sheet.fields).zip(&mut given) {
            // What is not given gets its default.
            if *value != Value::Nothing {
                *value = self.held(&field.kind, &field.name, std::mem::take(value))?;
            }
        }
        // What the sheet has got since then gets its default.
        given.resize(count, Value::Nothing);
        let name = self.pop();
        let wanted = self.show(&name);
        let wanted = if wanted.is_empty() || wanted == "nothing" { "someone" } else { &wanted };
        let records = self.roster_mut(roster).expect("a roster has a place");
        let at = u32::try_from(records.len()).unwrap_or(u32::MAX);
        host.budget.grows(records.len())?;
        let name = records.free_name(wanted).into();
        records.add(Record { name, fields: vec![Value::Nothing; count] });
        let init = self.plan().sheets.get(info.sheet.index()).and_then(|sheet| sheet.init);
        let Some(init) = init else { return Ok(self.push(Value::Record(roster, at))) };
        self.push(Value::Record(roster, at));
        self.push_many(given);
        self.call(host, init, u32::try_from(count + 1).unwrap_or(u32::MAX))
    }

    /// Removes a record, or each of a list, along with the timers it has.
    pub(super) fn remove_record(&mut self, host: &mut Host<'_>, roster: RosterId) -> Result<CodeFlow, Stop> {
        let value = self.pop();
        let gone = value.as_list().map_or_else(|| vec![value.clone()], |items| items.to_vec());
        for value in gone {
            let Value::Record(of, at) = value else { return Err(self.wrong_kind("a record", &value)) };
            if of == roster {
                self.cancel_timers_of(host, &value);
            }
            let is_out = of == roster && self.roster_mut(of).is_some_and(|records| records.take_out(at));
            if !is_out {
                let name = self.name_of(of, at);
                let rosters = &self.plan().program.rosters;
                let roster = rosters.get(roster.index()).map_or("?", |roster| &roster.def.name);
                let own = rosters.get(of.index()).map_or("?", |roster| &roster.def.name);
                let fault = Fault::new(&running::NO_RECORD, format!("{name} is not in `{roster}`"));
                return Err(fault.help(format!("{name} is in `{own}`")).into());
            }
        }
        Ok(CodeFlow::Next)
    }

    /// Whether the condition of a `when` holds now and did not before; of each, for this one.
    pub(super) fn turned_true(&mut self) -> Result<CodeFlow, Stop> {
        let (whose, holds) = self.pop_two();
        let Some(holds) = holds.as_yes_no() else { return Err(self.wrong_kind("yes or no", &holds)) };
        let (plan, code) = (self.plan(), self.frames().last().map(|frame| frame.code));
        let is_it = |watch: &Arc<Watch>| Some(watch.code) == code;
        // It is the one that is being looked at now, and need not be looked for.
        let near = self.looked_at().filter(|at| self.watches().get(*at).is_some_and(is_it));
        let at = near.or_else(|| self.watches().iter().position(is_it));
        let Some(watch) = at.and_then(|at| self.watches_mut().get_mut(at)) else {
            return Ok(self.push(Value::YesNo(false)));
        };
        let held = watch.held_for.number(&whose, |other| is_same(plan, other, &whose));
        let turned = match (holds, held) {
            (true, None) => {
                Arc::make_mut(&mut Arc::make_mut(watch).held_for).add(whose);
                true
            }
            (false, Some(number)) => {
                Arc::make_mut(&mut Arc::make_mut(watch).held_for).take_out(number);
                false
            }
            (true, Some(_)) | (false, None) => false,
        };
        Ok(self.push(Value::YesNo(turned)))
    }
}
