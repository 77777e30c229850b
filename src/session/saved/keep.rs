//! A state that goes on under other rules: what still fits is kept, and what does not is said.

use std::cell::RefCell;
use std::sync::Arc;

use serde_json::Value as Json;

use super::bounds::{Bounds, mend};
use super::names::Labels;
use super::values::StateReader;
use super::{Refused, written_with};
use crate::base::Num;
use crate::check::program::SheetField;
use crate::engine::{EntryPoint, Every, State};
use crate::plan::Value;
use crate::session::anew::Maker;
use crate::session::world::World;

impl Maker<'_> {
    /// Puts the state in play into a draft of other rules, which stands at its beginning, as far as it
    /// fits there; what could not be kept, in words.
    pub(in crate::session) fn keep_what_fits(&mut self, draft: &mut World) -> Vec<String> {
        let (own, gone) = Labels::carried(&self.world().plan().program, &draft.plan().program);
        let json = written_with(self.world(), self.papers().sources(), true, &own, &gone);
        let plan = Arc::clone(draft.plan());
        let labels = Labels::of(&plan.program);
        let reader = StateReader {
            plan: &plan,
            labels: &labels,
            sources: self.papers().sources(),
            notes: Some(RefCell::default()),
            moved: RefCell::default(),
        };
        let begun = draft.state().clone();
        let read = reader.state(&json, begun.clone());
        let mut lost = reader.notes.map(RefCell::into_inner).unwrap_or_default();
        match read {
            Ok(mut state) => {
                self.begin_anew(&plan, &mut state, &begun, &mut lost);
                draft.set_state(state);
            }
            Err(refused) => lost.push(refused),
        }
        draft.set_luck(self.world().luck().clone());
        draft.set_turns(self.world().turns());
        draft.all_begun();
        self.give_defaults(draft);
        for (refused, mended) in Bounds::new(self.means(), draft, &labels).beyond() {
            lost.push(refused);
            mend(draft, mended);
        }
        lost.iter().map(|refused| in_words(&json, refused)).collect()
    }

    /// Records that were added in play get the defaults of fields that are new.
    fn give_defaults(&self, draft: &mut World) {
        let plan = Arc::clone(draft.plan());
        for (roster, of) in plan.program.rosters.iter().enumerate() {
            let Some(sheet) = plan.program.sheets.get(of.sheet.index()) else { continue };
            let Some(init) = plan.sheets.get(of.sheet.index()).and_then(|sheet| sheet.init) else { continue };
            let before =
                self.world().plan().program.sheets.iter().find(|before| before.def.name == sheet.def.name);
            let is_new = |field: &SheetField| {
                field.default.is_some() && before.is_none_or(|of| of.fields.place(&field.name).is_none())
            };
            let count = draft.state().rosters.get(roster).map_or(0, |records| records.len());
            for record in of.records.len()..count {
                let at = u32::try_from(record).unwrap_or(u32::MAX);
                let Some(own) = draft.state().record(roster.into(), at).cloned() else { continue };
                let mut tried = draft.clone();
                let args =
                    std::iter::once(Value::Record(roster.into(), at)).chain(own.fields.iter().cloned());
                let args = args.collect();
                let filled = tried.work_out(EntryPoint { code: init, args }, &mut self.means().budget());
                let filled = filled.and_then(|_| tried.state().record(roster.into(), at).cloned());
                let Some((filled, own)) = filled.zip(draft.record_mut(roster, at)) else {
                    continue;
                };
                let fields = sheet.fields.iter().zip(own.fields.iter_mut().zip(&filled.fields));
                for (_, (slot, value)) in fields.filter(|(field, _)| is_new(field)) {
                    slot.clone_from(value);
                }
            }
        }
    }

    /// Where the rules start other things every so often, or watch others, those begin anew.
    fn begin_anew(
        &self,
        plan: &crate::plan::Plan,
        state: &mut State,
        begun: &State,
        lost: &mut Vec<Refused>,
    ) {
        let before = self.world().plan();
        if before.everys.len() != plan.everys.len() {
            let note =
                Refused::new("/every", "the rules do other things every so often, which now begin anew");
            lost.extend((!state.everys.is_empty()).then_some(note));
            state.everys = begun.everys.iter().map(|every| Arc::new(ahead(plan, state, every))).collect();
        }
        if before.whens.len() != plan.whens.len() {
            let note =
                Refused::new("/when", "the rules watch other conditions, which are now looked at anew");
            lost.extend((!state.watches.is_empty()).then_some(note));
            state.watches.clone_from(&begun.watches);
        }
        state.started = state.started.max(begun.started);
    }
}

/// What is done every so often, as it stands after all the time that has passed.
fn ahead(plan: &crate::plan::Plan, state: &State, every: &Every) -> Every {
    let now = state.clock(plan.program.units.get(every.unit).family);
    let periods = now.sub(every.due).and_then(|late| late.floor_div(every.period));
    let missed = periods.and_then(|count| count.add(Num::ONE)?.mul(every.period));
    let due = missed.and_then(|missed| every.due.add(missed)).unwrap_or(every.due);
    Every { due: due.max(every.due), ..every.clone() }
}

/// What could not be kept, for people: `Ash.hp: 9 is out of its bounds (the nearest that fits is 6)`.
fn in_words(json: &Json, refused: &Refused) -> String {
    let parts: Vec<String> =
        refused.at.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~")).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let place = match parts.as_slice() {
        ["kept" | "decks", name, ..] => (*name).to_owned(),
        ["rosters", roster, record, rest @ ..] => {
            let name = json.pointer(&format!("/rosters/{roster}/{record}/name")).and_then(Json::as_str);
            let field = rest.get(1).map(|field| format!(".{field}")).unwrap_or_default();
            format!("{}{field}", name.unwrap_or(roster))
        }
        parts => parts.join(" "),
    };
    match &refused.expected {
        Some(expected) => format!("{place}: {} ({expected})", refused.why),
        None => format!("{place}: {}", refused.why),
    }
}
