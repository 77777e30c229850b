//! States that differ in no more than which of several records stands in which state, where nothing tells those
//! apart (see [`crate::odds::records`]), put in one order.

use std::sync::Arc;

use super::{Checkpoint, Values};
use crate::check::program::RosterId;
use crate::engine::{Frame, State};
use crate::plan::{DiceOp, IndependentWalk, Op, Plan, Value};

/// Puts the states of records that nothing tells apart in order.
#[derive(Default)]
pub(in crate::odds) struct EqualRecords {
    /// The rosters, each with the numbers of its records as values.
    rosters: Vec<(RosterId, Vec<u32>)>,
    /// Whether one of them was kept where it may be told from others: in a field of another, or in a list.
    is_kept: bool,
    /// Scratch.
    places: Vec<usize>,
    before: Vec<u32>,
}

/// Where a walk over the records of a roster has come to: those before it are done, and then one may be in progress.
#[derive(Clone, Copy)]
struct Progress {
    done: usize,
    begun: usize,
    /// Where the list lies that is walked.
    list: usize,
}

impl EqualRecords {
    pub(in crate::odds) fn new(rosters: &[RosterId], state: &State, values: &mut Values) -> EqualRecords {
        let mut number = |roster: &RosterId| {
            let count = state.rosters.get(roster.index()).map_or(0, |records| records.len());
            // All of them together tell nobody apart: one is picked from them.
            values.number_openly(&Value::List(Arc::new(state.records(*roster))));
            (*roster, numbered(*roster, count, values))
        };
        EqualRecords { rosters: rosters.iter().map(&mut number).collect(), ..EqualRecords::default() }
    }

    pub(in crate::odds) fn is_empty(&self) -> bool {
        self.rosters.is_empty()
    }

    /// How many records are put in order.
    pub(in crate::odds) fn count(&self) -> u64 {
        if self.is_kept { 0 } else { self.rosters.iter().map(|(_, records)| records.len() as u64).sum() }
    }

    /// Whether records have turned out to be kept where it makes a difference which is which.
    pub(in crate::odds) fn are_kept(&self) -> bool {
        self.is_kept
    }

    /// Notes what a run came to: of a record, it makes a difference which.
    pub(in crate::odds) fn see_result(&mut self, number: u32, values: &Values) {
        let is_record = || self.rosters.iter().any(|(_, records)| records.contains(&number));
        self.is_kept = self.is_kept || is_record() || values.is_record_list(number);
    }

    /// Puts the records of a row in order, and what the row holds of them along.
    pub(in crate::odds) fn put_in_order(
        &mut self,
        row: &mut [u32],
        halt: &Checkpoint,
        plan: &Plan,
        values: &mut Values,
    ) {
        if self.rosters.is_empty() || self.is_kept {
            return;
        }
        let mut rosters = std::mem::take(&mut self.rosters);
        let picked = picked_list(halt, plan);
        for (roster, records) in &mut rosters {
            // Some may have been added.
            let count = halt.record_count(roster.index());
            if count > records.len() {
                *records = numbered(*roster, count, values);
            }
            let present = records.get(..count).unwrap_or_default();
            self.put_roster_in_order((*roster, present), row, halt, plan, (values, picked));
        }
        self.rosters = rosters;
    }

    fn put_roster_in_order(
        &mut self,
        (roster, records): (RosterId, &[u32]),
        row: &mut [u32],
        halt: &Checkpoint,
        plan: &Plan,
        (values, picked): (&mut Values, Option<usize>),
    ) {
        let Some((from, width)) = halt.fields_of(roster.index(), records.len()) else { return };
        let to = from + width * records.len();
        let Some(fields) = row.get(from..to) else { return };
        let walk = match progress(roster, records, (row, halt), plan, values) {
            Ok(walk) => walk,
            Err(Tangled) => return,
        };
        let stray = |(at, number): (usize, &u32)| {
            let is_known = Some(at) == picked || walk.is_some_and(|walk| walk.list == at);
            !is_known && values.is_record_list(*number)
        };
        if fields.iter().any(|number| records.contains(number)) || row.iter().enumerate().any(stray) {
            self.is_kept = true;
            return;
        }
        self.before.clear();
        self.before.extend_from_slice(fields);
        let block = |at: usize| self.before.get(at * width..(at + 1) * width).unwrap_or_default();
        self.places.clear();
        self.places.extend(0..records.len());
        let (done, begun) = walk.map_or((0, 0), |walk| (walk.done, walk.begun));
        let (past, rest) = self.places.split_at_mut(begun.min(records.len()));
        let sorted = [past.get_mut(..done).unwrap_or_default(), rest];
        let mut is_moved = false;
        for part in sorted {
            if !part.is_sorted_by_key(|at| block(*at)) {
                part.sort_by(|a, b| block(*a).cmp(block(*b)));
                is_moved = true;
            }
        }
        if !is_moved {
            return;
        }
        for (to, at) in row.iter_mut().skip(from).zip(self.places.iter().flat_map(|at| block(*at))) {
            *to = *at;
        }
        // A record that is held somewhere is held there at its new place.
        let moved_to = |was: usize| self.places.iter().position(|place| *place == was);
        for (at, slot) in row.iter_mut().enumerate() {
            if (from..to).contains(&at) {
                continue;
            }
            if Some(at) == picked && values.is_record_list(*slot) {
                *slot = renamed(*slot, roster, &moved_to, values);
                continue;
            }
            let is = records.iter().position(|record| record == slot).and_then(moved_to);
            if let Some(number) = is.and_then(|is| records.get(is)) {
                *slot = *number;
            }
        }
    }
}

/// The numbers of a roster's records as values.
fn numbered(roster: RosterId, count: usize, values: &mut Values) -> Vec<u32> {
    (0u32..).take(count).map(|record| values.number(&Value::Record(roster, record))).collect()
}

/// A list of records that are held at new places, in their order.
fn renamed(
    number: u32,
    roster: RosterId,
    moved_to: &impl Fn(usize) -> Option<usize>,
    values: &mut Values,
) -> u32 {
    let list = values.value(number);
    let place = |item: &Value| {
        let Value::Record(of, at) = item else { return None };
        let at = moved_to(*at as usize).filter(|_| *of == roster)?;
        u32::try_from(at).ok()
    };
    let places: Option<Vec<u32>> = list.items().map(place).collect();
    let Some(mut places) = places else { return number };
    places.sort_unstable();
    let records = places.into_iter().map(|at| Value::Record(roster, at)).collect();
    values.number(&Value::List(std::sync::Arc::new(records)))
}

/// Walks that lie one in another, or that are not where they can be read.
struct Tangled;

/// Where a walk has come to that is going on over the records of a roster; nothing where none is.
fn progress(
    roster: RosterId,
    records: &[u32],
    (row, halt): (&[u32], &Checkpoint),
    plan: &Plan,
    values: &Values,
) -> Result<Option<Progress>, Tangled> {
    let mut found = None;
    for (frame, walk) in walks(halt, plan) {
        if plan.code(frame.code).ops.get(walk.from as usize) != Some(&Op::Roster(roster)) {
            continue;
        }
        let at = |local: u32| (halt.layout.stack + frame.base + local) as usize;
        let slot = |local: u32| row.get(at(local)).copied();
        let begun = slot(walk.list + 1).and_then(|number| values.value(number).as_number()?.as_int());
        let begun = begun.and_then(|begun| usize::try_from(begun).ok()).ok_or(Tangled)?;
        let is_held = slot(walk.item)
            .is_some_and(|item| begun.checked_sub(1).and_then(|at| records.get(at)) == Some(&item));
        let done = if is_held { begun - 1 } else { begun };
        if walk.lists || found.is_some() {
            return Err(Tangled);
        }
        found = Some(Progress { done, begun, list: at(walk.list) });
    }
    Ok(found)
}

/// The walks that are going on.
fn walks<'a>(halt: &'a Checkpoint, plan: &'a Plan) -> impl Iterator<Item = (&'a Frame, &'a IndependentWalk)> {
    let frames = halt.shape.skeleton.frames.iter();
    frames.flat_map(|frame| {
        let walks = plan.code(frame.code).walks.iter();
        walks.filter(|walk| walk.has(frame.pc)).map(move |walk| (frame, walk))
    })
}

/// Where the list lies that is picked from next.
fn picked_list(halt: &Checkpoint, plan: &Plan) -> Option<usize> {
    let frame = halt.shape.skeleton.frames.last()?;
    let op = plan.code(frame.code).ops.get(frame.pc as usize);
    let picks = op == Some(&Op::Dice(DiceOp::PickItem));
    halt.width().checked_sub(1).filter(|_| picks)
}
