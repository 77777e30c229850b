//! What is only added up is no part of a state: it is left open, and what each way adds is gained on it.
//!
//! Before the machine waits, every place that is only ever added to is set to a number that is open (see
//! [`crate::plan::Open`]): the sum of that place, with nothing added to it yet. What had been added since it
//! waited before is what the way gained. As long as nobody looks at the number, states that differ in it
//! alone are one. Where somebody looks, the place is a part of the state like any other, and all begins
//! anew.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Num;
use crate::check::program::{RosterId, UnitId};
use crate::engine::{LookedPart, Looks, Machine, OpenLocals, Spot};
use crate::odds::saturated::Saturated;
use crate::odds::scope::QuestionScope;
use crate::plan::{CodeId, JumpOp, Known, Op, Open, Plan, PlayOp, Rest, Size, Taker, Value, ValueFlow};
use crate::syntax::ast::ArithOp;

/// A place that holds a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Home {
    Local(CodeId, u32),
    Global(u32),
    /// Roster, record, field.
    Field(u32, u32, u32),
}

/// What became of a sum on a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Gained {
    /// So much was added.
    Add(Num),
    /// It was set to so much.
    Set(Num),
}

/// The sums of a question.
#[derive(Default)]
pub(super) struct QuestionSums {
    /// Places that something is added to somewhere, and that are no part of the state.
    homes: FxHashSet<Home>,
    /// Those of fields, by their symbols' places in any sheet.
    numbers: FxHashMap<Home, u32>,
    all: Vec<Home>,
    /// What those are divided by of which what is left is looked at.
    divided: FxHashMap<Home, i64>,
    /// Below which number those are told apart that are held against numbers.
    limits: FxHashMap<Home, Num>,
    /// Parameters that take over the number of another code's local, which is done with then: they are one place.
    heirs: FxHashMap<Home, Home>,
    /// Places of which more matters where they are held against numbers than how large they are: something is taken
    /// from them, or nothing else is made of them, so that all that they are is known soon (see [`Saturated`]).
    whole: FxHashSet<Home>,
    /// The locals among the places, as the machine is told; made where it is asked for.
    open: OnceCell<Arc<OpenLocals>>,
    /// What was gained on ways, each once; the first is nothing.
    gains: Vec<Vec<(u32, Gained)>>,
    known: FxHashMap<Vec<(u32, Gained)>, u32>,
}

/// A place that cannot be left open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Looked {
    /// By its number.
    pub(super) sum: u32,
    /// What is looked at of it, where that is not all.
    pub(super) part: Option<LookedPart>,
}

impl Looked {
    /// All of it is looked at.
    pub(super) fn whole(sum: u32) -> Looked {
        Looked { sum, part: None }
    }
}

/// The most that is told apart of what is left of a number that is divided.
const MOST_LEFT: i64 = 1_000;

impl QuestionSums {
    /// The places that code adds to.
    pub(super) fn of(plan: &Plan, scope: &QuestionScope) -> QuestionSums {
        let reach = &scope.reach;
        let mut sums = QuestionSums { gains: vec![Vec::new()], ..QuestionSums::default() };
        for id in reach.codes() {
            for pair in plan.code(id).ops.windows(2) {
                let [Op::Arith(arith @ (ArithOp::Add | ArithOp::Subtract)), set] = *pair else { continue };
                let falls = arith == ArithOp::Subtract;
                if let Op::SetLocal(local) = set {
                    sums.home(Home::Local(id, local), falls);
                } else if let Op::Play(PlayOp::SetField(symbol)) = set {
                    sums.field(plan, symbol, falls);
                } else if let Op::SetGlobal(global) = set
                    // What cannot change is no part of a state.
                    && let Some(living) = reach.living().find(|living| *living == global.index())
                {
                    sums.home(Home::Global(u32::try_from(living).unwrap_or(u32::MAX)), falls);
                }
            }
        }
        let mut taken_over = Vec::new();
        for (code, pc, called) in scope.last_calls.of_codes() {
            taken_over.extend(sums.handed_on(plan, code, pc, called));
        }
        // What is handed on again and again is one sum all along.
        let mut known = 0;
        while known < sums.homes.len() {
            known = sums.homes.len();
            taken_over.iter().for_each(|(from, to)| sums.take_over(*from, *to));
        }
        for id in reach.codes() {
            plan.code(id).ops.iter().for_each(|op| sums.close_counters(id, op));
        }
        let held = |home: &&Home| is_held(&scope.saturated, **home);
        let held: Vec<Home> = sums.homes.iter().filter(held).copied().collect();
        let whole: FxHashSet<Home> = sums.whole.iter().chain(&held).map(|home| sums.first(*home)).collect();
        sums.whole = whole;
        sums
    }

    /// A place that something is added to, or taken from.
    fn home(&mut self, home: Home, falls: bool) {
        self.homes.insert(home);
        if falls {
            self.whole.insert(home);
        }
    }

    /// What loops count by is looked at in each pass. A local without a name may hold a sum before it counts.
    fn close_counters(&mut self, code: CodeId, op: &Op) {
        if let Op::Jump(JumpOp::NextItem { list, .. }) = op {
            self.homes.remove(&Home::Local(code, list + 1));
        }
        if let Op::Jump(JumpOp::CountDown { count, .. }) = op {
            self.homes.remove(&Home::Local(code, *count));
        }
    }

    /// Parameters to which something is added as they are handed on; which of them take over what a local held.
    fn handed_on(&mut self, plan: &Plan, code: CodeId, pc: u32, called: CodeId) -> Vec<(Home, Home)> {
        let of = plan.code(code);
        let Some(flow) = ValueFlow::of(plan, of) else { return Vec::new() };
        let local = |at: u32| match of.ops.get(at as usize) {
            Some(Op::Local(local)) => Some(Home::Local(code, *local)),
            _ => None,
        };
        let mut taken_over = Vec::new();
        for (at, op) in (0u32..).zip(&of.ops) {
            let Some(taker) = flow.taker(at).filter(|taker| taker.at == pc) else { continue };
            let param = Home::Local(called, taker.operand);
            let from = if let Op::Arith(arith @ (ArithOp::Add | ArithOp::Subtract)) = op {
                self.home(param, *arith == ArithOp::Subtract);
                flow.giver(Taker { at, operand: 0 }).and_then(local)
            } else {
                local(at)
            };
            taken_over.extend(from.filter(|_| code != called).map(|from| (from, param)));
        }
        taken_over
    }

    /// What one place hands on to another is one sum, if either is one.
    fn take_over(&mut self, from: Home, to: Home) {
        if !self.homes.contains(&from) && !self.homes.contains(&to) {
            return;
        }
        self.homes.extend([from, to]);
        let (from, to) = (self.first(from), self.first(to));
        if from != to {
            self.heirs.values_mut().filter(|first| **first == to).for_each(|first| *first = from);
            self.heirs.insert(to, from);
        }
    }

    /// The place that stands for one and all that are one with it.
    fn first(&self, home: Home) -> Home {
        self.heirs.get(&home).copied().unwrap_or(home)
    }

    /// Fields of these rosters are parts of the state: it is not told which record is which.
    pub(super) fn close_fields_of(&mut self, rosters: &[RosterId]) {
        let of = |roster: &u32| rosters.iter().any(|known| known.index() == *roster as usize);
        self.homes.retain(|home| !matches!(home, Home::Field(roster, ..) if of(roster)));
    }

    /// A field of all records of all rosters whose sheet has it.
    fn field(&mut self, plan: &Plan, symbol: u32, falls: bool) {
        let Some(name) = plan.symbols.get(symbol as usize) else { return };
        for (roster, of) in (0u32..).zip(&plan.program.rosters) {
            let fields = plan.program.sheets.get(of.sheet.index()).map_or(&[][..], |sheet| &sheet.fields);
            if let Some((at, _)) = (0u32..).zip(fields).find(|(_, field)| field.name == *name) {
                // Which records there are is seen when they are met.
                self.home(Home::Field(roster, u32::MAX, at), falls);
            }
        }
    }

    /// A place is a part of the state from now on, and so are the locals that it is compared with; or what is looked at
    /// of it, where that is not all.
    pub(super) fn close<'l>(&mut self, looked: Looked, compared_with: impl Fn(CodeId, u32) -> &'l [u32]) {
        let home = self.all.get(looked.sum as usize).copied();
        let home = home.filter(|home| !self.opens_part(kind_of(*home), looked.part));
        if let Some(home) = home {
            let heirs = &self.heirs;
            self.homes.retain(|other| heirs.get(other).unwrap_or(other) != &home);
            match home {
                Home::Field(roster, _, field) => {
                    self.homes.remove(&Home::Field(roster, u32::MAX, field));
                }
                Home::Local(code, local) => compared_with(code, local).iter().for_each(|other| {
                    self.homes.remove(&Home::Local(code, *other));
                }),
                Home::Global(_) => {}
            }
        }
        self.open.take();
        self.numbers.clear();
        self.all.clear();
        self.gains = vec![Vec::new()];
        self.known.clear();
    }

    /// A part of what a place holds makes a difference from now on, in place of all; not where that cannot be.
    fn opens_part(&mut self, home: Home, part: Option<LookedPart>) -> bool {
        match part {
            Some(LookedPart::LeftOver(by)) => self.divide(home, by),
            Some(LookedPart::Below(limit)) => self.limit(home, limit),
            None => false,
        }
    }

    /// Numbers of a place that only grows, and that more is made of, are told apart up to this one; not where they are already.
    fn limit(&mut self, home: Home, limit: Num) -> bool {
        let is_new = !self.whole.contains(&home) && self.limits.get(&home).is_none_or(|known| *known < limit);
        if is_new {
            self.limits.insert(home, limit);
        }
        is_new
    }

    /// What is left of a place makes a difference from now on; not where that is known already, or too much.
    fn divide(&mut self, home: Home, by: i64) -> bool {
        if by > MOST_LEFT {
            return false;
        }
        let known = self.divided.get(&home).copied().unwrap_or(1);
        let both = num_integer::lcm(known, by);
        let is_new = both != known && both <= MOST_LEFT;
        if is_new {
            self.divided.insert(home, both);
        }
        is_new
    }

    fn number(&mut self, home: Home) -> Option<u32> {
        if !self.homes.contains(&kind_of(home)) {
            return None;
        }
        let home = self.first(home);
        let next = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(home).or_insert(next);
        if number == next {
            self.all.push(home);
        }
        Some(number)
    }

    /// What was gained on ways, by its number.
    pub(super) fn gains(&self) -> &[Vec<(u32, Gained)>] {
        &self.gains
    }

    /// Sets all places that are sums to what is open, and tells what was gained; besides, where else open
    /// numbers lie. `needed` says whether a local makes a difference.
    ///
    /// # Errors
    /// A sum is mixed up with others, or copied.
    pub(super) fn settle(
        &mut self,
        plan: &Plan,
        machine: &mut Machine,
        needed: &dyn Fn(CodeId, u32, u32) -> bool,
    ) -> Result<(u32, Vec<u32>), Looked> {
        let mut gains: Vec<(u32, Gained)> = Vec::new();
        let mut settled: FxHashSet<u32> = FxHashSet::default();
        let mut homes: Vec<(Spot, u32)> = Vec::new();
        for (spot, home) in homes_of(plan, machine, needed) {
            homes.extend(self.number(home).map(|sum| (spot, sum)));
        }
        for (spot, sum) in homes.iter().copied() {
            let Some(slot) = slot_of(machine, spot) else { continue };
            let Some((step, unit)) = step_of(slot, sum)? else { continue };
            let known = self.known_of(slot, sum)?;
            // Where a procedure calls itself, a local is several.
            if !settled.insert(sum) {
                return Err(Looked::whole(sum));
            }
            if let Some(step) = step {
                gains.push((sum, step));
                set_slot(machine, spot, Value::Open(Arc::new(Open::of(sum, unit, known))));
            }
        }
        let elsewhere = elsewhere(machine, &homes, &gains)?;
        gains.sort_unstable_by_key(|(sum, _)| *sum);
        Ok((self.gained(gains), elsewhere))
    }

    /// What is known of a sum in its own place, as far as it is looked at.
    fn known_of(&self, value: &Value, sum: u32) -> Result<Known, Looked> {
        let Some(home) = self.all.get(sum as usize).map(|home| kind_of(*home)) else {
            return Ok(Known::default());
        };
        let known = if let Value::Open(open) = value { Some(open.known) } else { None };
        let rest = self.divided.get(&home).map(|by| match known {
            Some(known) => known.rest.filter(|rest| rest.by == *by),
            None => value.amount().and_then(|number| Rest::of(number, *by)),
        });
        let size = self.limits.get(&home).map(|limit| {
            let size = match known {
                Some(known) => known.size,
                None => value.amount().map(Size::Is),
            };
            size.and_then(|size| size.below(*limit))
        });
        let is_told = rest.is_none_or(|rest| rest.is_some()) && size.is_none_or(|size| size.is_some());
        let known = Known { rest: rest.flatten(), size: size.flatten() };
        is_told.then_some(known).ok_or(Looked::whole(sum))
    }

    fn gained(&mut self, gains: Vec<(u32, Gained)>) -> u32 {
        if gains.is_empty() {
            return 0;
        }
        let next = u32::try_from(self.gains.len()).unwrap_or(u32::MAX);
        let number = *self.known.entry(gains.clone()).or_insert(next);
        if number == next {
            self.gains.push(gains);
        }
        number
    }

    /// The machine stops where anybody looks at an open number.
    pub(super) fn watch(&self, machine: &mut Machine) {
        let local =
            |home: &Home| if let Home::Local(code, local) = *home { Some((code, local)) } else { None };
        let open = self.open.get_or_init(|| Arc::new(self.homes.iter().filter_map(local).collect()));
        machine.looks = Looks::watching(Arc::clone(open));
    }
}

/// Where open numbers lie that are no sums' own places. A sum that has changed must not lie there.
fn elsewhere(machine: &Machine, homes: &[(Spot, u32)], gains: &[(u32, Gained)]) -> Result<Vec<u32>, Looked> {
    let homes: FxHashSet<Spot> = homes.iter().map(|(spot, _)| *spot).collect();
    let mut found = Vec::new();
    let stack = (0u32..).zip(&machine.stack).map(|(at, value)| (Spot::Slot(at), value));
    let globals = (0u32..).zip(&machine.state.globals).map(|(at, value)| (Spot::Global(at), value));
    for (spot, value) in stack.chain(globals).filter(|(spot, _)| !homes.contains(spot)) {
        let Some(sum) = value.open_sum() else { continue };
        let Spot::Slot(at) = spot else { return Err(Looked::whole(sum)) };
        let mut within = Vec::new();
        sums_in(value, &mut within);
        if let Some(changed) = within.iter().find(|sum| gains.iter().any(|(of, _)| of == *sum)) {
            return Err(Looked::whole(*changed));
        }
        found.push(at);
        found.extend(within);
    }
    let fields = records_of(machine).flat_map(|(roster, at, record)| {
        let fields = (0u32..).zip(&record.fields);
        fields.map(move |(field, value)| (Spot::Field(roster, at, field), value))
    });
    for (spot, value) in fields.filter(|(spot, _)| !homes.contains(spot)) {
        if let Some(sum) = value.open_sum() {
            debug_assert!(matches!(spot, Spot::Field(..)));
            return Err(Looked::whole(sum));
        }
    }
    Ok(found)
}

/// Whether a place is only held against numbers.
fn is_held(saturated: &Saturated, home: Home) -> bool {
    match home {
        Home::Local(code, local) => saturated.is_local_held(code, local),
        Home::Global(global) => saturated.is_global_held(global as usize),
        Home::Field(roster, _, field) => saturated.is_field_held(roster as usize, field as usize),
    }
}

/// The place, whichever record it is of.
fn kind_of(home: Home) -> Home {
    match home {
        Home::Field(roster, _, field) => Home::Field(roster, u32::MAX, field),
        Home::Local(..) | Home::Global(_) => home,
    }
}

/// What became of a sum in its own place, if anything, and its unit.
type SumStep = (Option<Gained>, Option<UnitId>);

/// What became of a sum in its own place; nothing where the place holds no number.
fn step_of(value: &Value, sum: u32) -> Result<Option<SumStep>, Looked> {
    if let Value::Number(number) = value {
        return Ok(Some((Some(Gained::Set(*number)), None)));
    }
    if let Value::Quantity(number, unit) = value {
        return Ok(Some((Some(Gained::Set(*number)), Some(*unit))));
    }
    let Value::Open(open) = value else {
        return value.open_sum().map_or(Ok(None), |other| Err(Looked::whole(other)));
    };
    match open.sums.as_slice() {
        [(of, often)] if *of == sum && *often == Num::ONE => {
            let step = (!open.plus.is_zero()).then_some(Gained::Add(open.plus));
            Ok(Some((step, open.unit)))
        }
        sums => Err(Looked::whole(sums.iter().map(|(of, _)| *of).find(|of| *of != sum).unwrap_or(sum))),
    }
}

/// All sums in a value.
fn sums_in(value: &Value, found: &mut Vec<u32>) {
    if let Value::Open(open) = value {
        return found.extend(open.sums.iter().map(|(sum, _)| *sum));
    }
    if matches!(value, Value::List(_) | Value::Parts(_)) {
        return value.items().for_each(|item| sums_in(item, found));
    }
    found.extend(value.open_sum());
}

fn records_of(machine: &Machine) -> impl Iterator<Item = (u32, u32, &crate::engine::Record)> {
    (0u32..).zip(&machine.state.rosters).flat_map(|(roster, records)| {
        let present = (0u32..).zip(records).filter_map(|(at, record)| Some((at, record.as_ref()?)));
        present.map(move |(at, record)| (roster, at, &**record))
    })
}

/// All places that may hold a sum.
fn homes_of(plan: &Plan, machine: &Machine, needed: &dyn Fn(CodeId, u32, u32) -> bool) -> Vec<(Spot, Home)> {
    let mut all = Vec::new();
    for frame in &machine.frames {
        for local in (0..plan.code(frame.code).locals).filter(|local| needed(frame.code, frame.pc, *local)) {
            all.push((Spot::Slot(frame.base + local), Home::Local(frame.code, local)));
        }
    }
    for global in (0u32..).take(machine.state.globals.len()) {
        all.push((Spot::Global(global), Home::Global(global)));
    }
    for (roster, at, record) in records_of(machine) {
        for field in (0u32..).take(record.fields.len()) {
            all.push((Spot::Field(roster, at, field), Home::Field(roster, at, field)));
        }
    }
    all
}

fn slot_of(machine: &Machine, spot: Spot) -> Option<&Value> {
    match spot {
        Spot::Slot(at) => machine.stack.get(at as usize),
        Spot::Global(global) => machine.state.globals.get(global as usize),
        Spot::Field(roster, at, field) => {
            let record = machine.state.rosters.get(roster as usize)?.get(at as usize)?.as_ref()?;
            record.fields.get(field as usize)
        }
        Spot::Deck(_) => None,
    }
}

fn set_slot(machine: &mut Machine, spot: Spot, value: Value) {
    machine.notes.write(spot);
    let slot = match spot {
        Spot::Slot(at) => machine.stack.get_mut(at as usize),
        Spot::Global(global) => machine.state.globals.get_mut(global as usize),
        Spot::Field(roster, at, field) => {
            let records = machine.state.rosters.get_mut(roster as usize);
            let record = records.and_then(|records| records.get_mut(at as usize)?.as_mut());
            record.and_then(|record| Arc::make_mut(record).fields.get_mut(field as usize))
        }
        Spot::Deck(_) => None,
    };
    if let Some(slot) = slot {
        *slot = value;
    }
}
