//! What is due at a moment: timers, and what is done every so often. Thousands may run at once.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::base::{Num, Span};
use crate::check::program::{Module, TimerId, UnitId};
use crate::plan::{CodeId, Plan, Value};

/// Something that is due at a moment.
pub(crate) trait Queued: Clone {
    /// The clock that it runs by, as its smallest unit.
    fn unit(&self) -> UnitId;
    /// When it is due, in that unit.
    fn due(&self) -> Num;
    /// Its place among all that was started.
    fn order(&self) -> u32;
    /// What is done then.
    fn code(&self) -> CodeId;
    /// What it is found by.
    fn keys(&self) -> Vec<QueueKey>;
}

/// What something that is due is found by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum QueueKey {
    /// What is done.
    Code(CodeId),
    /// A timer, whosever it is.
    Timer(TimerId),
    /// A timer of somebody, or of nobody.
    TimerOf(TimerId, Value),
    /// Whose it is.
    Owner(Value),
}

/// Where code is declared: by module, used ones first as they are loaded, and what was typed last; then by place.
pub(crate) type Declared = (usize, Option<Span>);

/// What is due, in the order in which it was started.
#[derive(Debug, Clone)]
pub(crate) struct Queue<T> {
    all: Vec<Arc<T>>,
    /// Found out where something is looked for among many.
    index: OnceLock<Arc<QueueIndex>>,
}

#[derive(Debug, Clone, Default)]
struct QueueIndex {
    due: FxHashMap<UnitId, BTreeSet<(Num, Declared, u32)>>,
    found: FxHashMap<QueueKey, BTreeSet<u32>>,
}

/// Among so few, everything is looked at.
const FEW: usize = 24;

impl QueueIndex {
    fn note(&mut self, plan: &Plan, one: &impl Queued) {
        let due = (one.due(), declared(plan, one.code()), one.order());
        self.due.entry(one.unit()).or_default().insert(due);
        for key in one.keys() {
            self.found.entry(key).or_default().insert(one.order());
        }
    }

    fn forget(&mut self, plan: &Plan, one: &impl Queued) {
        if let Some(due) = self.due.get_mut(&one.unit()) {
            due.remove(&(one.due(), declared(plan, one.code()), one.order()));
        }
        for key in one.keys() {
            if let Some(found) = self.found.get_mut(&key) {
                found.remove(&one.order());
            }
        }
    }
}

impl<T: Queued> Queue<T> {
    fn index(&self, plan: &Plan) -> &QueueIndex {
        self.index.get_or_init(|| {
            let mut index = QueueIndex::default();
            self.all.iter().for_each(|one| index.note(plan, &**one));
            Arc::new(index)
        })
    }

    /// Another plan may declare them in another order.
    pub(crate) fn forget_places(&mut self) {
        self.index.take();
    }

    /// The first that is due by a clock up to a moment: when it is, and which. Of several at once it is the one that is
    /// declared first, and of those the one that was started first.
    pub(crate) fn first_due(&self, plan: &Plan, unit: UnitId, until: Num) -> Option<(Num, Declared, u32)> {
        if self.all.len() > FEW {
            let first = self.index(plan).due.get(&unit)?.first().copied();
            return first.filter(|(due, ..)| *due <= until);
        }
        let all = || self.all.iter().filter(|one| one.unit() == unit && one.due() <= until);
        let due = all().map(|one| one.due()).min()?;
        // Where each is declared takes longer to find out.
        let now = all().filter(|one| one.due() == due);
        now.map(|one| (due, declared(plan, one.code()), one.order())).min()
    }

    /// Those that are found by this, by their places among all that was started.
    pub(crate) fn found(&self, plan: &Plan, key: &QueueKey) -> Vec<u32> {
        if self.all.len() > FEW {
            return self.index(plan).found.get(key).into_iter().flatten().copied().collect();
        }
        self.all.iter().filter(|one| one.keys().contains(key)).map(|one| one.order()).collect()
    }

    /// The first that is found by this.
    pub(crate) fn first_found(&self, plan: &Plan, key: &QueueKey) -> Option<&Arc<T>> {
        if self.all.len() > FEW {
            let order = *self.index(plan).found.get(key)?.first()?;
            return self.all.get(self.place(order)?);
        }
        self.all.iter().find(|one| one.keys().contains(key))
    }

    /// The one with this place among all that was started.
    pub(crate) fn with_order(&self, order: u32) -> Option<&Arc<T>> {
        self.all.get(self.place(order)?)
    }

    /// Where one stands. They stand in the order in which they were started, unless somebody wrote them otherwise.
    fn place(&self, order: u32) -> Option<usize> {
        let near = self.all.partition_point(|one| one.order() < order);
        let is_it = |at: &usize| self.all.get(*at).is_some_and(|one| one.order() == order);
        Some(near).filter(is_it).or_else(|| self.all.iter().position(|one| one.order() == order))
    }

    /// Adds one that was started after all others.
    pub(crate) fn add(&mut self, plan: &Plan, one: T) {
        if let Some(index) = self.index.get_mut() {
            Arc::make_mut(index).note(plan, &one);
        }
        self.all.push(Arc::new(one));
    }

    /// Takes one out.
    pub(crate) fn take_out(&mut self, plan: &Plan, order: u32) -> Option<Arc<T>> {
        let one = self.all.remove(self.place(order)?);
        if let Some(index) = self.index.get_mut() {
            Arc::make_mut(index).forget(plan, &*one);
        }
        Some(one)
    }

    /// Changes one.
    pub(crate) fn change(&mut self, plan: &Plan, order: u32, change: impl FnOnce(&mut T)) {
        let Some(one) = self.place(order).and_then(|at| self.all.get_mut(at)) else { return };
        let before = self.index.get_mut().map(|index| (index, Arc::clone(one)));
        change(Arc::make_mut(one));
        if let Some((index, before)) = before {
            let index = Arc::make_mut(index);
            index.forget(plan, &*before);
            index.note(plan, &**one);
        }
    }
}

/// Where code is declared.
fn declared(plan: &Plan, code: CodeId) -> Declared {
    let at = plan.code(code).span(0);
    let is_in = |module: &Module| at.is_some_and(|at| at.source == module.span.source);
    (plan.program.modules.iter().position(is_in).unwrap_or(usize::MAX), at)
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue { all: Vec::new(), index: OnceLock::new() }
    }
}

impl<T> FromIterator<Arc<T>> for Queue<T> {
    fn from_iter<I: IntoIterator<Item = Arc<T>>>(all: I) -> Queue<T> {
        Queue { all: all.into_iter().collect(), index: OnceLock::new() }
    }
}

impl<T> Deref for Queue<T> {
    type Target = Vec<Arc<T>>;

    fn deref(&self) -> &Vec<Arc<T>> {
        &self.all
    }
}

/// Whoever changes them so may change what they are found by.
impl<T> DerefMut for Queue<T> {
    fn deref_mut(&mut self) -> &mut Vec<Arc<T>> {
        self.index.take();
        &mut self.all
    }
}

impl<T: PartialEq> PartialEq for Queue<T> {
    fn eq(&self, other: &Queue<T>) -> bool {
        self.all == other.all
    }
}

impl<T: Eq> Eq for Queue<T> {}

impl<T: Hash> Hash for Queue<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.all.hash(state);
    }
}
