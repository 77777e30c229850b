//! Counts that are only held against a few numbers: `if day == 5`, `if turn mod 3 == 0`. Once such a count has passed
//! all of them, it makes no difference how far, so that a loop that counts comes back to where it was. Nor does it of a
//! roll without end that goes into such a count (`left -= d6!`): from some number on all of its results are one.

mod amount;
mod floors;
mod relative;
mod traced;
mod uses;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use self::amount::RolledCode;
use self::floors::{floored, taken_from};
use self::relative::Relative;
use self::traced::rolls_endless;
use self::uses::{CountPlace, CountUses, IntoCount, Saturation};
use crate::check::program::{GlobalId, RosterId};
use crate::engine::State;
use crate::engine::luck::{CountAt, Course, Enough, RollAt, Until};
use crate::plan::{Code, CodeId, Ix, Op, Parts, Plan, Reach, Slice, Taker, Value};

/// What is known of such counts.
#[derive(Default)]
pub(super) struct Saturated {
    /// By the code, with their locals.
    locals: FxHashMap<CodeId, Vec<(Ix, Saturation)>>,
    globals: Vec<(GlobalId, Saturation)>,
    /// Fields of records, by roster and place.
    fields: Vec<(usize, usize, Saturation)>,
    /// Counts in locals that are only held against each other.
    relative: FxHashMap<CodeId, Vec<Relative>>,
    /// What rolls without end go into.
    rolls: FxHashMap<(CodeId, RollAt), Vec<Enough>>,
}

/// A roll on its way into a count.
struct Lead {
    into: IntoCount,
    course: Course,
    /// Where the count is held, if that is known.
    place: Option<CountPlace>,
    /// The steps that set the count to what it was and something more.
    counting: Vec<(CodeId, Ix)>,
}

impl Saturated {
    /// The counts of code with loops that luck ends, or with rolls without end.
    pub(super) fn of(plan: &Plan, reach: &Reach, slice: &Slice) -> Saturated {
        let mut all = Saturated::default();
        let trace = |id: CodeId| RolledCode::of(plan, slice, id);
        let mut codes: Vec<CodeId> = reach.codes().collect();
        if !codes.iter().any(|code| plan.code(*code).ops.iter().any(|op| op.does(plan).adds_records())) {
            // No record is made, so none is filled.
            codes.retain(|code| !plan.sheets.iter().any(|sheet| sheet.init == Some(*code)));
        }
        let matters = |id: &CodeId| !plan.code(*id).loops.is_empty() || ends_by_luck(plan, plan.code(*id));
        let count = codes.len();
        let (own, rest): (Vec<CodeId>, Vec<CodeId>) = codes.into_iter().partition(matters);
        let mut traced: Vec<RolledCode<'_>> = own.into_iter().filter_map(trace).collect();
        for of in &traced {
            let relative = Relative::of(of);
            if !relative.is_empty() {
                all.relative.insert(of.id, relative);
            }
        }
        let by_luck = || traced.iter().filter(|of| ends_by_luck(plan, of.code));
        let locals =
            |of: &RolledCode<'_>| (0..of.code.locals).map(|at| CountPlace::Local(of.id, at)).collect();
        let mut places: Vec<CountPlace> = by_luck().flat_map::<Vec<CountPlace>, _>(locals).collect();
        let mut shared: Vec<CountPlace> = by_luck().flat_map(shared_counts).collect();
        shared.dedup();
        if !shared.is_empty() {
            traced.extend(rest.into_iter().filter_map(trace));
            // All must be seen that may look at them.
            if traced.len() == count {
                places.extend(shared);
            }
        }
        let mut leads: Vec<Lead> = traced.iter().flat_map(floor_leads).collect();
        for place in places {
            let Some(uses) = CountUses::of(place, &traced) else { continue };
            let Some(saturation) = uses.saturation() else { continue };
            if saturation.modulus == 1 {
                let CountUses { rolls, counting, .. } = uses;
                let lead = |into| Lead {
                    into,
                    course: saturation.course.clone(),
                    place: Some(place),
                    counting: counting.clone(),
                };
                leads.extend(rolls.into_iter().map(lead));
            }
            all.add(plan, place, saturation);
        }
        for of in &traced {
            let own: Vec<&Lead> = leads.iter().filter(|lead| lead.into.code == of.id).collect();
            for roll in of.rolls_without_end() {
                if let Some(enough) = all_enough(of, &traced, roll, &own) {
                    all.rolls.insert((of.id, roll), enough);
                }
            }
        }
        all
    }

    /// The locals of a code that are held against each other, where this is one of them and no more matters of them than
    /// how far apart they are.
    pub(super) fn compared_with(&self, code: CodeId, local: Ix) -> &[Ix] {
        let all = self.relative.get(&code).map_or(&[][..], Vec::as_slice);
        all.iter().find_map(|relative| relative.compared_with(local)).unwrap_or_default()
    }

    fn add(&mut self, plan: &Plan, place: CountPlace, saturation: Saturation) {
        match place {
            CountPlace::Local(code, local) => {
                self.locals.entry(code).or_default().push((local, saturation));
            }
            CountPlace::Global(global) => self.globals.push((global, saturation)),
            CountPlace::Field(symbol) => {
                for roster in 0..plan.program.rosters.len() {
                    if let Some(at) = plan.field_place(RosterId::from(roster), plan.symbol(symbol)) {
                        self.fields.push((roster, at, saturation.clone()));
                    }
                }
            }
        }
    }

    /// Whether a local is a count that is only held against numbers.
    pub(super) fn is_local_held(&self, code: CodeId, local: Ix) -> bool {
        self.locals.get(&code).is_some_and(|all| all.iter().any(|(of, _)| *of == local))
    }

    /// The same of a global.
    pub(super) fn is_global_held(&self, global: usize) -> bool {
        self.globals.iter().any(|(of, _)| of.index() == global)
    }

    /// The same of a field of the records of a roster.
    pub(super) fn is_field_held(&self, roster: usize, field: usize) -> bool {
        self.fields.iter().any(|(of, at, _)| (*of, *at) == (roster, field))
    }

    /// What a roll without end goes into, where that is all that becomes of it.
    pub(super) fn goes_into(&self, code: CodeId, roll: RollAt) -> &[Enough] {
        self.rolls.get(&(code, roll)).map_or(&[], Vec::as_slice)
    }

    /// Whether there are counts that are only held against each other.
    pub(super) fn has_relative(&self) -> bool {
        !self.relative.is_empty()
    }

    /// Those of a code that may be put in place of others before a step.
    pub(super) fn relative_at(&self, code: CodeId, pc: Ix) -> impl Iterator<Item = &Relative> {
        self.relative.get(&code).into_iter().flatten().filter(move |relative| relative.may_settle(pc))
    }

    /// Puts counts in locals that have passed all that they are held against in place of others of which the same is
    /// true.
    pub(super) fn settle(&self, code: CodeId, locals: &mut [Value]) {
        for (local, saturation) in self.locals.get(&code).map_or(&[][..], Vec::as_slice) {
            let held = |local: Ix| locals.get(local as usize);
            let settled = held(*local).and_then(|count| saturation.settled(count, &held));
            if let (Some(settled), Some(count)) = (settled, locals.get_mut(*local as usize)) {
                *count = settled;
            }
        }
    }

    /// The same for counts in globals and in fields of records.
    pub(super) fn settle_state(&self, state: &mut State) {
        let settled = |saturation: &Saturation, count: &Value| saturation.settled(count, &|_| None);
        for (global, saturation) in &self.globals {
            if let Some(count) =
                state.globals.get(global.index()).and_then(|count| settled(saturation, count))
                && let Some(slot) = state.globals.get_mut(global.index())
            {
                *slot = count;
            }
        }
        for (roster, at, saturation) in &self.fields {
            for record in state.rosters.get_mut(*roster).into_iter().flatten().flatten() {
                if let Some(count) = record.fields.get(*at).and_then(|count| settled(saturation, count))
                    && let Some(slot) = Arc::make_mut(record).fields.get_mut(*at)
                {
                    *slot = count;
                }
            }
        }
    }
}

/// Whether luck may end a loop of a code, or its dice may come to any number.
fn ends_by_luck(plan: &Plan, code: &Code) -> bool {
    !code.loops.all().all(|by| by.is_counted()) || code.ops.iter().any(|op| rolls_endless(plan, op))
}

/// The globals and fields that a code sets.
fn shared_counts(traced: &RolledCode<'_>) -> Vec<CountPlace> {
    let set = |op: &Op| {
        let does = op.does(traced.plan);
        let global = does.global.filter(|_| does.writes.holds(Parts::GLOBALS)).map(CountPlace::Global);
        global.or(does.field.map(|field| CountPlace::Field(field.symbol())))
    };
    traced.code.ops.iter().filter_map(set).collect()
}

fn floor_leads(traced: &RolledCode<'_>) -> Vec<Lead> {
    let lead = |(into, course)| {
        let place = taken_from(traced, &into);
        Lead { into, course, place, counting: Vec::new() }
    };
    floored(traced).into_iter().map(lead).collect()
}

/// What a roll goes into, where nothing else becomes of it.
fn all_enough(
    traced: &RolledCode<'_>,
    all: &[RolledCode<'_>],
    roll: RollAt,
    leads: &[&Lead],
) -> Option<Vec<Enough>> {
    let own: Vec<&&Lead> = leads.iter().filter(|lead| lead.into.carried.roll == roll).collect();
    let ends: Vec<Ix> = own.iter().map(|lead| lead.into.at).collect();
    let held = traced.held_besides(roll, &ends)?;
    let counted = own.iter().map(|lead| {
        let until = Until::Passed { course: lead.course.clone(), count: lead.count(traced, all)? };
        Some(Enough { way: lead.into.carried.way.clone(), until })
    });
    counted.chain(held.into_iter().map(Some)).collect()
}

impl Lead {
    /// Where the count is while the roll is made; `None` where it may go back before the roll gets there.
    fn count(&self, traced: &RolledCode<'_>, all: &[RolledCode<'_>]) -> Option<CountAt> {
        let IntoCount { at, operand, carried, .. } = &self.into;
        if carried.through.is_empty() {
            return traced.flow.place(Taker { at: *at, operand: *operand }).map(CountAt::Stack);
        }
        let place = self.place?;
        let is_over = |at: Ix| carried.through.iter().all(|local| !traced.is_live_after(at, *local));
        let keeps = |of: &RolledCode<'_>| {
            let mut sets = of.steps().filter(|(_, op)| place.is_set_by(of, op)).map(|(at, _)| at);
            sets.all(|at| self.counting.contains(&(of.id, at)) || (of.id == traced.id && is_over(at)))
        };
        if !all.iter().all(keeps) {
            return None;
        }
        match place {
            CountPlace::Local(_, local) => Some(CountAt::Local(local)),
            CountPlace::Global(global) => Some(CountAt::Global(global)),
            CountPlace::Field(symbol) => Some(CountAt::Fields(symbol)),
        }
    }
}
