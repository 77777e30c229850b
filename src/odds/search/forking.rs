//! Luck that forks: every branch is taken in turn.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::folded::StandIns;
use crate::base::Num;
use crate::check::program::{Fold, TableId, Tally};
use crate::dice::{ExactError, PoolSpec};
use crate::dist::{Budget, Cut, Dist, DistError, Nat, Tail};
use crate::engine::luck::{CallAt, DrawAt, Enough, Lasting, LoopPass, PoolAt, RollAt};
use crate::engine::{Chance, Point, Stop};
use crate::odds::cards::Kinds;
use crate::odds::scope::QuestionScope;
use crate::odds::states::fork::{Fork, Supply, Waiting};
use crate::plan::{CodeId, Measured, Passed, Plan, UnreadCells, Value};

/// Knows what calls come to as a whole. That takes a search of its own, so who knows it stands above.
pub(in crate::odds) trait WholeCalls {
    /// What a call comes to; `None` where it is to be run.
    ///
    /// # Errors
    /// Somebody asked to stop.
    fn fork(&self, call: CallAt<'_>) -> Result<Option<Arc<Fork>>, Stop>;

    /// What an expression comes to; `None` where its steps are to be taken.
    ///
    /// # Errors
    /// Somebody asked to stop, or it goes wrong.
    fn draw(&self, draw: DrawAt<'_>) -> Result<Option<Arc<Fork>>, Stop>;
}

/// What is counted of the rolls of a list, and what the list may be.
type RolledList = (Vec<Tally>, Arc<Fork>);

/// The exact driver's luck: gives what it was handed, and then stops the machine at the next fork.
pub(super) struct Forking<'w> {
    pub(super) supply: Supply,
    given: usize,
    /// Whether luck has decided something since the machine last rested.
    decided: bool,
    pub(super) waiting: Option<Waiting>,
    pub(super) error: Option<DistError>,
    pools: FxHashMap<PoolSpec, Option<Arc<Fork>>>,
    lists: FxHashMap<(PoolSpec, u32), Vec<RolledList>>,
    pub(super) budget: Budget,
    residual_bits: u32,
    /// What calls come to; nothing where all of them are run.
    calls: Option<Box<dyn WholeCalls + 'w>>,
    /// Cards that nothing can tell apart.
    kinds: Kinds,
    /// Numbers that stand for others in lists.
    stand_ins: StandIns,
    /// What nothing looks at of rows and lists.
    unread: Arc<UnreadCells>,
    scope: Arc<QuestionScope>,
    plan: &'w Plan,
    /// Whether luck may decide something in the pass of a loop, by the step that ends it.
    drawing: FxHashMap<(CodeId, u32), bool>,
    /// Whether fields of a name stay as they are.
    lasting: FxHashMap<Box<str>, bool>,
}

impl<'w> Forking<'w> {
    pub(super) fn new(
        budget: Budget,
        residual_bits: u32,
        calls: Option<Box<dyn WholeCalls + 'w>>,
        (plan, scope): (&'w Plan, Arc<QuestionScope>),
    ) -> Forking<'w> {
        let (kinds, unread) = (Arc::clone(&scope.kinds), scope.unread());
        Forking {
            supply: Supply::default(),
            given: 0,
            decided: false,
            waiting: None,
            error: None,
            pools: FxHashMap::default(),
            lists: FxHashMap::default(),
            budget,
            residual_bits,
            calls,
            kinds,
            stand_ins: StandIns::default(),
            unread,
            scope,
            plan,
            drawing: FxHashMap::default(),
            lasting: FxHashMap::default(),
        }
    }

    /// Hands over what the next step gets.
    pub(super) fn hand(&mut self, supply: Supply) {
        self.decided = !supply.is_empty();
        self.supply = supply;
        self.given = 0;
        self.waiting = None;
    }

    fn draws(&mut self, pass: &LoopPass<'_>) -> bool {
        let plan = self.plan;
        *self.drawing.entry((pass.code, pass.to)).or_insert_with(|| pass.draws(plan))
    }

    fn fork(&mut self, fork: Arc<Fork>) -> Result<Option<Value>, Stop> {
        if let ([(only, _)], None) = (fork.branches.as_slice(), &fork.cut) {
            return Ok(Some(only.clone()));
        }
        self.waiting = Some(Waiting::Fork(fork));
        Err(Stop::Forks)
    }

    /// The distribution of a pool rolled so often, in any order; `None` where it is rolled one by one. Many states may
    /// come to the same roll.
    fn times(&mut self, pool: PoolAt<'_>, count: u32) -> Result<Option<Arc<Fork>>, Stop> {
        let Some(once) = self.pool(pool.spec)? else { return Ok(None) };
        let key = (pool.spec.clone(), count);
        let known = self.lists.get(&key).into_iter().flatten().find(|(counted, _)| counted == pool.counted);
        if let Some((_, known)) = known {
            return Ok(Some(Arc::clone(known)));
        }
        let branches = once.branches.iter().cloned();
        let dist = Dist::from_weights(alike_counted(branches, pool.counted))
            .and_then(|once| once.multiset(count, &mut self.budget));
        match dist {
            Ok(dist) => {
                let list = |(values, weight): &(Vec<Value>, Nat)| {
                    (Value::List(Arc::new(values.clone())), weight.clone())
                };
                let branches = dist.outcomes().iter().map(list).collect();
                // Where outcomes are not listed, all draws must be among those that are.
                let whole = once.whole.pow(count);
                let lost = whole.checked_sub(dist.total()).filter(|_| once.cut.is_some());
                let fork = Arc::new(Fork::new(branches, whole, lost.map(Cut::anywhere)));
                self.lists.entry(key).or_default().push((pool.counted.to_vec(), Arc::clone(&fork)));
                Ok(Some(fork))
            }
            Err(error) => {
                self.error = Some(error);
                Err(Stop::Forks)
            }
        }
    }

    /// The distribution of a pool's result; `None` where its dice have to be rolled one by one.
    fn pool(&mut self, pool: &PoolSpec) -> Result<Option<Arc<Fork>>, Stop> {
        if let Some(known) = self.pools.get(pool) {
            return Ok(known.clone());
        }
        let fork = match pool.total_dist_within(self.residual_bits, &mut self.budget) {
            Ok(dist) => {
                let number = |(total, weight): &(Num, Nat)| (Value::Number(*total), weight.clone());
                let branches = dist.outcomes().iter().map(number).collect();
                Some(Arc::new(Fork::new(branches, dist.total().clone(), dist.cut().cloned())))
            }
            Err(ExactError::Problem(_)) => pool.text_dist().ok().map(|dist| {
                let text = |(text, weight): &(Arc<str>, Nat)| (Value::Text(Arc::clone(text)), weight.clone());
                let branches = dist.outcomes().iter().map(text).collect();
                Arc::new(Fork::new(branches, dist.total().clone(), None))
            }),
            Err(ExactError::Dist(error)) => {
                self.error = Some(error);
                return Err(Stop::Forks);
            }
        };
        self.pools.insert(pool.clone(), fork.clone());
        Ok(fork)
    }
}

impl Chance for Forking<'_> {
    fn face(&mut self, sides: u32) -> Result<u32, Stop> {
        if let Some(face) = self.supply.faces.get(self.given) {
            self.given += 1;
            return Ok(*face);
        }
        self.waiting = Some(Waiting::Face(sides));
        Err(Stop::Forks)
    }

    fn below(&mut self, n: u64) -> Result<u64, Stop> {
        match self.decide(Point::Among(n))? {
            Some(Value::Number(at)) => Ok(at.as_int().and_then(|at| u64::try_from(at).ok()).unwrap_or(0)),
            _ => Ok(0),
        }
    }

    fn decide(&mut self, point: Point<'_>) -> Result<Option<Value>, Stop> {
        let is_draw = matches!(point, Point::Draw(_));
        if is_draw && !self.supply.is_of_draw && !self.supply.is_empty() {
            // What is handed over is for its first step.
            return Ok(None);
        }
        if let Some(value) = self.supply.value.take() {
            return Ok(Some(value));
        }
        let fork = match point {
            Point::Total(pool) => match self.pool(pool.spec)? {
                Some(fork) => far_enough(fork, pool.enough),
                None => return Ok(None),
            },
            Point::Times(pool, count) => match self.times(pool, count)? {
                Some(fork) => fork,
                None => return Ok(None),
            },
            Point::Likely(p) => {
                let top = u64::try_from(p.numerator()).unwrap_or(0);
                let whole = u64::try_from(p.denominator()).unwrap_or(1);
                let branches = [(true, top), (false, whole.saturating_sub(top))];
                let listed = branches.into_iter().filter(|(_, weight)| *weight > 0);
                let branches = listed.map(|(yes, weight)| (Value::YesNo(yes), Nat::from(weight))).collect();
                Arc::new(Fork::new(branches, Nat::from(whole), None))
            }
            Point::Among(count) => {
                if let Err(error) = self.budget.check(count, 1) {
                    self.error = Some(error);
                    return Err(Stop::Forks);
                }
                places((0..count).map(|at| (at, 1)))
            }
            Point::Card(deck) => {
                self.waiting = Some(Waiting::Card(deck));
                return Err(Stop::Forks);
            }
            Point::Weighted(weights) => places((0u64..).zip(weights.iter().copied())),
            Point::Call(call) => match self.calls.as_ref().map(|calls| calls.fork(call)) {
                Some(fork) => match fork? {
                    Some(fork) => far_enough(fork, call.enough),
                    None => return Ok(None),
                },
                None => return Ok(None),
            },
            Point::Draw(draw) => match self.calls.as_ref().map(|calls| calls.draw(draw)) {
                Some(fork) => match fork? {
                    Some(fork) => far_enough(fork, draw.enough),
                    None => return Ok(None),
                },
                None => return Ok(None),
            },
        };
        self.fork(fork)
    }

    /// In a pass without luck there is nothing that becomes alike which was not so before.
    fn rests(&mut self, pass: &LoopPass<'_>) -> bool {
        if !self.decided || !self.draws(pass) {
            return false;
        }
        let rests = std::mem::replace(&mut self.decided, false);
        if rests {
            self.supply = Supply::default();
            self.waiting = Some(Waiting::Rest);
        }
        rests
    }

    fn lasts(&mut self, what: Lasting<'_>) -> bool {
        match what {
            Lasting::Global(global) => !self.scope.reach.may_set(global),
            Lasting::Field(name) => {
                let (plan, scope) = (self.plan, &self.scope);
                if let Some(known) = self.lasting.get(name) {
                    return *known;
                }
                let lasts = !scope.reach.may_set_field(plan, name);
                self.lasting.insert(name.into(), lasts);
                lasts
            }
        }
    }

    fn alike(&self, deck: TableId) -> Option<&[usize]> {
        self.kinds.get(&deck).map(|kinds| &**kinds)
    }

    fn folded(&mut self, step: (CodeId, u32), folds: &[Fold], list: &[Value]) -> Option<Vec<Value>> {
        self.calls.as_ref()?;
        let wanted: Vec<&Fold> = folds
            .iter()
            .enumerate()
            .filter(|(at, _)| self.unread.wants(step, *at))
            .map(|(_, fold)| fold)
            .collect();
        self.stand_ins.shortened(step.0, &wanted, list)
    }

    fn blank_cell(&self, code: CodeId, step: u32) -> Option<Value> {
        self.unread.blank_cell(code, step)
    }

    fn reads_roll(&self, code: CodeId) -> bool {
        self.unread.reads_roll(code)
    }

    fn knows_calls(&self) -> bool {
        self.calls.is_some()
    }

    fn leaves_dice(&self) -> bool {
        self.calls.is_some()
    }

    fn last_call(&self, code: CodeId, pc: u32) -> Option<Passed> {
        if self.calls.is_some() { self.scope.last_calls.at(code, pc) } else { None }
    }

    fn goes_into(&self, code: CodeId, roll: RollAt) -> &[Enough] {
        if self.calls.is_some() { self.scope.saturated.goes_into(code, roll) } else { &[] }
    }

    fn taken(&mut self) {
        self.supply.faces.clear();
        self.given = 0;
    }
}

/// A roll without end, where it makes no difference how much more than this it comes to.
fn far_enough(fork: Arc<Fork>, enough: Option<Measured>) -> Arc<Fork> {
    let Some((cut, enough)) = fork.cut.as_ref().filter(|cut| cut.tail == Tail::Above).zip(enough) else {
        return fork;
    };
    let (enough, unit) = enough;
    let is_beyond = |(number, of): Measured| of == unit && number >= enough;
    let is_short = |(value, _): &&(Value, Nat)| !value.measured().is_some_and(is_beyond);
    let short = fork.branches.iter().take_while(is_short).count();
    let Some((first, _)) = fork.branches.get(short) else { return fork };
    let mut branches = fork.branches.get(..short).unwrap_or(&[]).to_vec();
    let beyond = fork.branches.iter().skip(short).fold(cut.weight.clone(), |sum, (_, weight)| &sum + weight);
    branches.push((first.clone(), beyond));
    Arc::new(Fork { branches, whole: fork.whole.clone(), cut: None, is_of_draw: fork.is_of_draw })
}

/// Rolls of which the same is counted, each as the first of them.
fn alike_counted(rolls: impl Iterator<Item = (Value, Nat)>, counted: &[Tally]) -> Vec<(Value, Nat)> {
    let mut first: FxHashMap<Vec<i32>, Value> = FxHashMap::default();
    let alike = |(value, weight): (Value, Nat)| {
        let Value::Number(number) = value else { return (value, weight) };
        let says = counted.iter().map(|tally| tally.of(number)).collect();
        (first.entry(says).or_insert(value).clone(), weight)
    };
    if counted.is_empty() {
        return rolls.collect();
    }
    rolls.map(alike).collect()
}

fn places(weights: impl Iterator<Item = (u64, u64)>) -> Arc<Fork> {
    let mut whole = Nat::ZERO;
    let mut branches = Vec::new();
    for (at, weight) in weights.filter(|(_, weight)| *weight > 0) {
        whole += &Nat::from(weight);
        let place = i64::try_from(at).unwrap_or(i64::MAX);
        branches.push((Value::Number(Num::int(place)), Nat::from(weight)));
    }
    Arc::new(Fork::new(branches, whole, None))
}
