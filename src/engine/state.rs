//! What a campaign is made of.

use std::sync::Arc;

use super::held::HeldFor;
use super::queue::{Queue, QueueKey, Queued};
use super::records::{Record, Records};
use crate::base::{Num, SharedVec};
use crate::check::program::{RosterId, TableId, TimerId, UnitFamily, UnitId};
use crate::plan::{CodeId, Plan, Value};

/// The state in play. A copy is a snapshot: undo, save and odds all rest on that.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct State {
    /// What globals hold.
    pub globals: SharedVec<Value>,
    /// Records by roster.
    pub rosters: Vec<Records>,
    /// For each deck that was drawn from, how many of each card are left.
    pub decks: Vec<(TableId, Arc<Vec<u64>>)>,
    /// The time on each family's clock, in its smallest unit.
    pub clocks: Vec<(UnitFamily, Num)>,
    /// Timers that run.
    pub timers: Queue<ActiveTimer>,
    /// Timers that have run out but may not yet.
    pub held: Vec<Arc<ActiveTimer>>,
    /// What is done every so often.
    pub everys: Queue<Every>,
    /// Conditions that are watched.
    pub watches: Vec<Arc<Watch>>,
    /// How many timers and the like were ever started: their order of declaration.
    pub started: u32,
    /// Rows whose effects the referee has put off.
    pub deferred: Vec<Value>,
}

/// A timer that runs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ActiveTimer {
    /// The timer as it is declared.
    pub timer: TimerId,
    /// Whose it is, or `nothing`.
    pub each: Value,
    /// The clock that it runs by, as its smallest unit.
    pub unit: UnitId,
    /// When it runs out, in that unit.
    pub due: Num,
    /// Its place among all that was started.
    pub order: u32,
    /// What happens then.
    pub code: CodeId,
    /// The captured values.
    pub captured: Arc<[Value]>,
}

/// Something done every so often.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Every {
    /// The clock that it runs by, as its smallest unit.
    pub unit: UnitId,
    /// How often, in that unit.
    pub period: Num,
    /// When it is next due.
    pub due: Num,
    /// Its place among all that was started.
    pub order: u32,
    /// What is done.
    pub code: CodeId,
    /// The captured values.
    pub captured: Arc<[Value]>,
}

impl Queued for ActiveTimer {
    fn unit(&self) -> UnitId {
        self.unit
    }

    fn due(&self) -> Num {
        self.due
    }

    fn order(&self) -> u32 {
        self.order
    }

    fn code(&self) -> CodeId {
        self.code
    }

    fn keys(&self) -> Vec<QueueKey> {
        vec![
            QueueKey::Timer(self.timer),
            QueueKey::TimerOf(self.timer, self.each.clone()),
            QueueKey::Owner(self.each.clone()),
        ]
    }
}

impl Queued for Every {
    fn unit(&self) -> UnitId {
        self.unit
    }

    fn due(&self) -> Num {
        self.due
    }

    fn order(&self) -> u32 {
        self.order
    }

    fn code(&self) -> CodeId {
        self.code
    }

    fn keys(&self) -> Vec<QueueKey> {
        vec![QueueKey::Code(self.code)]
    }
}

/// A condition that is watched.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Watch {
    /// Looks at the condition and does what is to be done.
    pub code: CodeId,
    /// The captured values.
    pub captured: Arc<[Value]>,
    /// For whom it already holds; `nothing` where it is not for each.
    pub held_for: Arc<HeldFor>,
}

impl State {
    /// Room for all that the plan has; what is there stays, and where it is declared is found out anew.
    pub(crate) fn fit(&mut self, plan: &Plan) {
        self.timers.forget_places();
        self.everys.forget_places();
        self.globals.resize(plan.program.globals.len(), Value::Nothing);
        self.rosters.resize(plan.program.rosters.len(), Records::default());
    }

    /// Whether something is watched, or will be due.
    pub(crate) fn awaits(&self) -> bool {
        let waiting = self.timers.len() + self.held.len() + self.everys.len();
        waiting > 0 || !self.watches.is_empty()
    }

    /// The time on a clock.
    pub(crate) fn clock(&self, family: UnitFamily) -> Num {
        self.clocks.iter().find(|(of, _)| *of == family).map_or(Num::ZERO, |(_, now)| *now)
    }

    /// Sets a clock.
    pub(crate) fn set_clock(&mut self, family: UnitFamily, now: Num) {
        match self.clocks.iter_mut().find(|(of, _)| *of == family) {
            Some((_, clock)) => *clock = now,
            None => self.clocks.push((family, now)),
        }
    }

    /// Sets all clocks back to 0; what is due keeps its distance. Two states that differ in nothing else are
    /// then equal: they go on equally, unless somebody looks at a clock.
    pub(crate) fn start_clocks_anew(&mut self, plan: &Plan) {
        if self.clocks.is_empty() {
            return;
        }
        let clocks = std::mem::take(&mut self.clocks);
        let since = |unit: UnitId, due: Num| {
            let family = plan.program.units.get(unit).family;
            let now = clocks.iter().find(|(of, _)| *of == family).map_or(Num::ZERO, |(_, now)| *now);
            due.sub(now).unwrap_or(due)
        };
        for timer in self.timers.iter_mut() {
            let timer = Arc::make_mut(timer);
            timer.due = since(timer.unit, timer.due);
        }
        for every in self.everys.iter_mut() {
            let every = Arc::make_mut(every);
            every.due = since(every.unit, every.due);
        }
    }

    /// Numbers what was started anew, in the order in which it was: only the order counts.
    pub(crate) fn count_anew(&mut self) {
        let timers = self.timers.iter().chain(&self.held).map(|timer| timer.order);
        let mut orders: Vec<u32> = timers.chain(self.everys.iter().map(|every| every.order)).collect();
        orders.sort_unstable();
        orders.dedup();
        self.started = u32::try_from(orders.len()).unwrap_or(u32::MAX);
        let rank = |order: u32| orders.partition_point(|other| *other < order);
        let rank = |order: u32| u32::try_from(rank(order) + 1).unwrap_or(u32::MAX);
        for timer in
            self.timers.iter_mut().chain(&mut self.held).filter(|timer| timer.order != rank(timer.order))
        {
            let timer = Arc::make_mut(timer);
            timer.order = rank(timer.order);
        }
        for every in self.everys.iter_mut().filter(|every| every.order != rank(every.order)) {
            let every = Arc::make_mut(every);
            every.order = rank(every.order);
        }
    }

    /// A record, if it has not been removed.
    pub(crate) fn record(&self, roster: RosterId, record: u32) -> Option<&Arc<Record>> {
        self.rosters.get(roster.index())?.get(record as usize)?.as_ref()
    }

    /// A record to change, if it has not been removed.
    pub(crate) fn record_mut(&mut self, roster: RosterId, record: u32) -> Option<&mut Record> {
        self.rosters.get_mut(roster.index())?.record_mut(record)
    }

    /// The records of a roster, as values.
    pub(crate) fn records(&self, roster: RosterId) -> Vec<Value> {
        let records = self.rosters.get(roster.index()).map_or(&[][..], |records| records.as_slice());
        let present = (0u32..).zip(records).filter(|(_, record)| record.is_some());
        present.map(|(at, _)| Value::Record(roster, at)).collect()
    }

    /// A record's name, for display.
    pub(crate) fn name_of(&self, roster: RosterId, record: u32) -> Arc<str> {
        self.record(roster, record)
            .map_or_else(|| Arc::from("somebody who is gone"), |found| Arc::clone(&found.name))
    }

    /// How many of each card a deck still holds, where it was drawn from.
    pub(crate) fn deck(&self, deck: TableId) -> Option<&Arc<Vec<u64>>> {
        self.decks.iter().find(|(of, _)| *of == deck).map(|(_, left)| left)
    }

    /// Sets how many of each card a deck holds.
    pub(crate) fn set_deck(&mut self, deck: TableId, left: Arc<Vec<u64>>) {
        match self.decks.iter_mut().find(|(of, _)| *of == deck) {
            Some((_, slot)) => *slot = left,
            None => self.decks.push((deck, left)),
        }
    }
}

/// Takes a card out of what is left: of its kind, whose first card this is, the first that is left.
pub(crate) fn take_first_of(left: &mut [u64], card: usize, kinds: Option<&[usize]>) {
    let is_of_kind = |at: usize| kinds.map_or(at, |kinds| kinds.get(at).copied().unwrap_or(at)) == card;
    let found = left.iter_mut().enumerate().find(|(at, count)| **count > 0 && is_of_kind(*at));
    if let Some((_, count)) = found {
        *count -= 1;
    }
}
