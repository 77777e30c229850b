//! Runs of a batch that walk over transitions: from where luck is asked to where it is asked next. Each
//! transition is run by the machine once, and from then on looked up by what it depends on. Once most of
//! them are known they are laid out (see [`super::compiled`]), and only runs that stray from there walk.
//! What a run draws is what it would draw step by step, word for word.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::batch::Sampling;
use super::compiled::{Lanes, RunTally, TransitionTable};
use super::request::{Request, SuspendingChance};
use super::transitions::{DrawPoint, Transition};
use crate::base::memory;
use crate::engine::luck::{Totals, Words};
use crate::engine::{CommandBudget, Host, Machine, NoAnswers, Noted, Notes, Oracle, StepsTaken, Stop};
use crate::odds::driver::Driver;
use crate::odds::exact::Exact;
use crate::odds::scope::QuestionScope;
use crate::odds::states::ways::{DecisionTree, Successor};
use crate::odds::states::{Checkpoint, Globals, Resumed, Shape, Values, small};
use crate::plan::{KeptParts, Value};

/// Transitions that are known, and those that runs add to them.
pub(super) struct MemoSampler<'w> {
    work: &'w Sampling<'w>,
    exact: Exact,
    scope: Arc<QuestionScope>,
    luck: SuspendingChance<'w>,
    budget: CommandBudget,
    /// The steps of procedures in what was run.
    pub(super) log: StepsTaken,
    globals: Globals,
    values: Values,
    places: Vec<DrawPoint>,
    /// How many answers all places together may have that are still to come.
    room: usize,
    index: FxHashMap<Rc<Shape>, Vec<u32>>,
    transitions: Vec<Transition>,
    /// The way from the beginning.
    first: Option<u32>,
    row: Vec<u32>,
    /// Transitions taken, and how many of them had to be run.
    taken: u64,
    run: u64,
    /// Whether runs depend on too much for this to be of use.
    is_hopeless: bool,
    /// How many transitions were known when they were last laid out, how many runs have not kept to that
    /// since, and how many may.
    compiled: Option<Lanes>,
    laid: usize,
    strayed: usize,
    patience: usize,
}

/// So many are learned before it is judged whether that is of use.
const TRIAL: u64 = 1 << 12;
/// So many runs may stray from what is laid out, and more where laying it out takes longer: so many runs
/// that walk take as long.
const PATIENCE: usize = 16;
/// It is, where a transition is run at most once for so many that are taken...
const TAKEN_FOR_RUN: u64 = 12;
/// ...and there are at most so many.
const MAX_TRANSITIONS: usize = 1 << 19;
/// So many answers have all places of all threads together: each has its own ways on from there, which fill memory
/// before anybody has gone them. More are taken step by step.
const MAX_ANSWERS: usize = 1 << 21;

impl<'w> MemoSampler<'w> {
    pub(super) fn new(work: &'w Sampling<'w>, totals: &'w Totals) -> MemoSampler<'w> {
        let kept = KeptParts { luck: true, steps: true };
        let exact = Exact::new(work.limits).with_interrupt(work.interrupt.clone()).keeping(kept);
        let scope = exact.context().scope(work.plan, work.state, work.entry.code);
        MemoSampler {
            globals: Globals::new(work.state.globals.clone(), scope.reach.living()),
            budget: CommandBudget { interrupt: work.interrupt.clone(), ..CommandBudget::new(work.limits) },
            luck: SuspendingChance::new(totals),
            log: StepsTaken::default(),
            work,
            exact,
            scope,
            values: Values::default(),
            places: Vec::new(),
            room: MAX_ANSWERS / rayon::current_num_threads().max(1),
            index: FxHashMap::default(),
            transitions: Vec::new(),
            first: None,
            row: Vec::new(),
            taken: 0,
            run: 0,
            is_hopeless: false,
            compiled: None,
            laid: 0,
            strayed: 0,
            patience: PATIENCE,
        }
    }

    /// The runs whose words are ready, over compiled transitions, side by side. Those that are left are for
    /// [`MemoSampler::once`].
    pub(super) fn side_by_side(&mut self, words: &mut Words, count: usize, came: &mut RunTally<'_>) {
        self.compile();
        match &mut self.compiled {
            Some(lanes) => {
                lanes.run(words, count, came);
                self.taken += std::mem::take(&mut lanes.drawn);
            }
            None => came.left.extend(0..count),
        }
        self.strayed += came.left.len();
    }

    /// Lays out what is known, where so many runs have strayed that it is worth while.
    fn compile(&mut self) {
        let Some(first) = self.first.filter(|_| !self.is_hopeless) else { return };
        let known = self.transitions.len();
        if known > self.laid && self.strayed > self.patience {
            let compiled = TransitionTable::of(&self.places, &self.transitions, first);
            self.patience = PATIENCE + compiled.as_ref().map_or(known, TransitionTable::size) / 2;
            self.compiled = compiled.map(|compiled| Lanes::new(compiled, self.work.limits));
            self.laid = known;
            self.strayed = 0;
        }
    }

    /// A value by its number.
    pub(super) fn value(&self, number: u32) -> Value {
        self.values.value(number)
    }

    /// One run: the number of its value. `None` where it has to be taken step by step instead.
    ///
    /// # Errors
    /// Somebody asked to stop.
    pub(super) fn once(&mut self, words: &mut Words) -> Result<Option<u32>, Stop> {
        match self.walk(words) {
            Err(Stop::Interrupted) => Err(Stop::Interrupted),
            // What goes wrong is told by the run that takes every step, with all the values that led to it.
            Err(_) => Ok(None),
            done => done,
        }
    }

    fn walk(&mut self, words: &mut Words) -> Result<Option<u32>, Stop> {
        if self.is_hopeless {
            return Ok(None);
        }
        let (mut steps, mut dice) = (0u64, 0u64);
        let first = match self.first {
            Some(first) => Some(first),
            None => self.begin()?,
        };
        let Some(mut next) = first else { return Ok(None) };
        self.row.clear();
        loop {
            let Some(transition) = self.transitions.get(next as usize) else { return Ok(None) };
            steps = steps.saturating_add(transition.steps);
            dice = dice.saturating_add(transition.dice);
            if steps > self.work.limits.steps || dice > self.work.limits.dice {
                return Ok(None);
            }
            let (at, change) = match &transition.way {
                Successor::End(value) => return Ok(Some(*value)),
                Successor::On(at, change) => (*at, change),
                Successor::Over => return Ok(None),
            };
            change.apply(&mut self.row);
            let Some(place) = self.places.get(at as usize) else { return Ok(None) };
            let answer = place.asked.draw(|| words.word());
            self.taken += 1;
            next = match place.ways.get(answer as usize).and_then(|ways| ways.of(&self.row)) {
                Some(known) => known,
                // Only here is the machine needed.
                None => match self.learn(at, answer)? {
                    Some(learned) => learned,
                    None => return Ok(None),
                },
            };
        }
    }

    /// From the beginning to where luck is asked first.
    fn begin(&mut self) -> Result<Option<u32>, Stop> {
        let machine = Machine::begin(self.work.plan, self.work.state.clone(), self.work.entry.clone());
        self.first = self.go(machine, None)?.map(|(transition, _)| self.add(transition));
        self.is_hopeless = self.first.is_none();
        Ok(self.first)
    }

    /// Runs the machine from a place, and keeps what came of it.
    fn learn(&mut self, at: u32, answer: u32) -> Result<Option<u32>, Stop> {
        self.run += 1;
        let too_many = self.transitions.len() >= MAX_TRANSITIONS || memory::is_full();
        let useless = self.run > TRIAL && self.run * TAKEN_FOR_RUN > self.taken;
        let Some(place) = self.places.get(at as usize).filter(|_| !too_many && !useless) else {
            self.give_up();
            return Ok(None);
        };
        let halt = Rc::clone(&place.halt);
        self.luck.hand(&place.asked, answer, &halt.shape.faces);
        let mut machine = halt.machine(&self.row, &self.values, &self.globals);
        machine.notes = Notes::begin(machine.stack.len());
        let Some((transition, noted)) = self.go(machine, Some(&halt))? else {
            self.give_up();
            return Ok(None);
        };
        let way = self.add(transition);
        if !noted.whole
            && let Some(ways) = self.places.get_mut(at as usize).and_then(|p| p.ways.get_mut(answer as usize))
        {
            ways.learn(&halt.looks(&self.row, &noted, &self.globals, &self.values.decks), way);
        }
        Ok(Some(way))
    }

    /// Runs the machine to where luck is asked next, or to its end. `None` where it asks for what cannot
    /// be told by a small number.
    fn go(
        &mut self,
        mut machine: Machine,
        from: Option<&Checkpoint>,
    ) -> Result<Option<(Transition, Noted)>, Stop> {
        let mut answers = NoAnswers::default();
        self.budget.renew();
        let result = {
            let oracle = Some(&self.exact as &dyn Oracle);
            let mut host = Host::new(&mut self.luck, &mut answers, &mut self.log, oracle, &mut self.budget);
            machine.run(self.work.plan, &mut host)
        };
        let mut noted = machine.notes.take();
        noted.whole |= from.is_none();
        let way = match result {
            Ok(value) => Successor::End(self.values.number(&value)),
            Err(Stop::Forks) => {
                let Some(asked) = self.luck.asked.take() else { return Ok(None) };
                let faces = std::mem::take(&mut self.luck.faces);
                let dropped = self.exact.context().forget(self.work.plan, &self.scope, &mut machine);
                let looked = noted.clone();
                let moved = Resumed { machine, noted: looked, dropped, faces, place: Vec::new() };
                let (shape, change) = moved.after(from, &mut self.values, &self.globals);
                let Some(place) = self.place(shape, asked) else { return Ok(None) };
                Successor::On(place, change)
            }
            Err(stop) => return Err(stop),
        };
        let steps = self.budget.steps - self.budget.steps_left;
        let dice = self.budget.dice.dice - self.budget.dice.dice_left;
        Ok(Some((Transition { way, steps, dice }, noted)))
    }

    fn add(&mut self, transition: Transition) -> u32 {
        self.transitions.push(transition);
        small(self.transitions.len() - 1)
    }

    /// The place where this is asked; `None` where there is no room for its answers.
    fn place(&mut self, shape: Shape, asked: Request) -> Option<u32> {
        let places = &self.places;
        let alike = self.index.get(&shape).and_then(|all| {
            all.iter().find(|at| places.get(**at as usize).is_some_and(|place| place.asked == asked))
        });
        if let Some(known) = alike {
            return Some(*known);
        }
        self.room = self.room.checked_sub(asked.answers())?;
        let shape = Rc::new(shape);
        let number = small(self.places.len());
        self.index.entry(Rc::clone(&shape)).or_default().push(number);
        let mut ways = Vec::new();
        ways.resize_with(asked.answers(), DecisionTree::default);
        self.places.push(DrawPoint {
            halt: Rc::new(Checkpoint::new(shape, &self.globals, &self.values.decks)),
            asked,
            ways,
        });
        Some(number)
    }

    /// Forgets all: the runs that are left are taken step by step.
    fn give_up(&mut self) {
        self.is_hopeless = true;
        self.compiled = None;
        self.places = Vec::new();
        self.index = FxHashMap::default();
        self.transitions = Vec::new();
    }
}
