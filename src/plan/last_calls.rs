//! Calls that are the last of what a code does, where codes come round to themselves by them: such a call is a way
//! back to a beginning, as the end of a loop's pass is. What is called takes the place of its caller then.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{CodeId, Ix, JumpOp, Op, Plan, PlanTable, PlayOp, Reach, TableOp, TimeOp, Value};
use crate::base;
use crate::check::program::TableId;

/// What becomes of the value of a call that is the last of what a code does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Passed {
    /// It is the value of that code as well.
    On,
    /// It is dropped, and that code gives `nothing`.
    Dropped,
}

/// The last calls by which codes come round to themselves.
#[derive(Debug, Default)]
pub(crate) struct LastCalls(FxHashMap<(CodeId, Ix), (Called, Passed)>);

/// What is called: a code, or the effects of rows of a table, or of any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Called {
    Code(CodeId),
    EffectsOf(TableId),
    AnyEffects,
}

/// What is on the stack after a call.
#[derive(Clone, Copy)]
enum Top {
    /// What the call gave.
    Given,
    /// Nothing at all.
    Bare,
    /// The value `nothing`.
    Nothing,
}

impl LastCalls {
    /// Those of all that can be come to. Where something `awaits`, it may be due after a call.
    pub(crate) fn of(plan: &Plan, reach: &Reach, awaits: bool) -> LastCalls {
        let mut calls = Vec::new();
        let stopped = stopped(plan, reach);
        for code in reach.codes() {
            for pc in (0..).take(plan.code(code).ops.len()) {
                let last = last_call(plan, code, pc, awaits, &stopped);
                calls.extend(last.map(|(called, passed)| (code, pc, called, passed)));
            }
        }
        if calls.is_empty() {
            return LastCalls::default();
        }
        let mut ways = Ways::default();
        for (code, _, called, _) in &calls {
            ways.lead(plan, *code, *called);
        }
        let rounds = ways.rounds();
        let round = |called: &Called| rounds.get(called).copied();
        let leads = |(code, _, called, _): &(CodeId, Ix, Called, Passed)| {
            Some((round(&Called::Code(*code))?, round(called)?))
        };
        let comes_round = |(from, to): &(u32, u32)| from == to;
        let turns: FxHashSet<u32> =
            calls.iter().filter_map(leads).filter(comes_round).map(|(from, _)| from).collect();
        let mut by_luck: FxHashMap<u32, bool> = FxHashMap::default();
        calls.retain(|call| {
            // One may go on to another: to the second phase of a fight.
            let turn = leads(call).filter(|(from, to)| turns.contains(from) && turns.contains(to));
            turn.is_some_and(|(from, _)| *by_luck.entry(from).or_insert_with(|| rolls(plan, call.0)))
        });
        LastCalls(
            calls.into_iter().map(|(code, pc, called, passed)| ((code, pc), (called, passed))).collect(),
        )
    }

    /// What becomes of the value of a call, if it is one of these.
    pub(crate) fn at(&self, code: CodeId, pc: Ix) -> Option<Passed> {
        self.0.get(&(code, pc)).map(|(_, passed)| *passed)
    }

    /// What becomes of the value of one call, if it is one of these.
    pub(crate) fn one(plan: &Plan, code: CodeId, pc: Ix, awaits: bool) -> Option<Passed> {
        last_call(plan, code, pc, awaits, &[])?;
        LastCalls::of(plan, &Reach::of(plan, [code]), awaits).at(code, pc)
    }

    /// Whether a code comes round to itself by last calls alone, so that it never lies within itself.
    pub(crate) fn alone_lead_back(plan: &Plan, code: CodeId) -> bool {
        let reach = Reach::of(plan, [code]);
        let last = LastCalls::of(plan, &reach, true);
        let leads_back = |steps: &[Op]| Reach::of_steps(plan, steps).has(code);
        reach.codes().all(|within| {
            let steps = (0..).zip(&plan.code(within).ops);
            { steps }.all(|(pc, step)| last.at(within, pc).is_some() || !leads_back(&[*step]))
        })
    }

    /// Those that hand a code its arguments, with that code.
    pub(crate) fn of_codes(&self) -> impl Iterator<Item = (CodeId, Ix, CodeId)> {
        self.0.iter().filter_map(|((code, pc), (called, _))| match called {
            Called::Code(of) => Some((*code, *pc, *of)),
            Called::EffectsOf(_) | Called::AnyEffects => None,
        })
    }

    /// Whether one of these codes comes round to itself.
    pub(crate) fn goes_round(&self, reach: &Reach) -> bool {
        !self.0.is_empty() && self.0.keys().any(|(code, _)| reach.has(*code))
    }
}

/// What a step calls, and what becomes of that, where nothing else is done after it and nobody stops by its name
/// what does it.
fn last_call(
    plan: &Plan,
    code: CodeId,
    pc: Ix,
    awaits: bool,
    stopped: &[CodeId],
) -> Option<(Called, Passed)> {
    let called = called(plan, code, pc, *plan.code(code).ops.get(pc as usize)?)?;
    let passed = passed(plan, code, pc, awaits)?;
    let is_own = called == Called::Code(code);
    (is_own || !stopped.contains(&code)).then_some((called, passed))
}

/// The code of procedures that are stopped by their names.
fn stopped(plan: &Plan, reach: &Reach) -> Vec<CodeId> {
    let ops = reach.codes().flat_map(|code| &plan.code(code).ops);
    let procs =
        ops.filter_map(|op| if let Op::Jump(JumpOp::StopProc(proc)) = op { Some(*proc) } else { None });
    procs.filter_map(|proc| plan.procs.get(proc.index()).copied()).collect()
}

/// What a step calls that is a call and nothing more.
fn called(plan: &Plan, code: CodeId, pc: Ix, op: Op) -> Option<Called> {
    if let Op::Jump(JumpOp::Call(code, _)) = op {
        return Some(Called::Code(code));
    }
    if let Op::Jump(JumpOp::Run(proc, _)) = op {
        return Some(Called::Code(*plan.procs.get(proc.index())?));
    }
    if op != Op::Play(PlayOp::Apply) {
        return None;
    }
    let before = pc.checked_sub(1).and_then(|before| plan.code(code).ops.get(before as usize));
    let Some(Op::Table(TableOp::Draw(table) | TableOp::Lookup(table))) = before else {
        return Some(Called::AnyEffects);
    };
    Some(Called::EffectsOf(*table))
}

/// What becomes of what a call gives, where nothing else is done after it.
fn passed(plan: &Plan, code: CodeId, pc: Ix, awaits: bool) -> Option<Passed> {
    let ops = &plan.code(code).ops;
    let (mut top, mut at) = (Top::Given, pc + 1);
    loop {
        let op = ops.get(at as usize)?;
        at += 1;
        match (op, top) {
            (Op::Jump(JumpOp::Return), Top::Given) => return Some(Passed::On),
            (Op::Jump(JumpOp::Return), Top::Nothing) => return Some(Passed::Dropped),
            (Op::Jump(JumpOp::Skip(to)), _) => at = *to,
            (Op::Pop, Top::Given) => top = Top::Bare,
            (Op::Const(value), Top::Bare) if *plan.constant(*value) == Value::Nothing => top = Top::Nothing,
            (Op::Time(TimeOp::Settle), _) if !awaits => {}
            (Op::Play(PlayOp::StepEnd), _) => {}
            (_, Top::Given | Top::Bare | Top::Nothing) => return None,
        }
    }
}

/// What leads where by last calls.
#[derive(Default)]
struct Ways {
    numbers: FxHashMap<Called, u32>,
    ways: Vec<Vec<u32>>,
}

impl Ways {
    fn lead(&mut self, plan: &Plan, code: CodeId, called: Called) {
        let (from, to) = (self.number(plan, Called::Code(code)), self.number(plan, called));
        if let Some(ways) = self.ways.get_mut(from as usize) {
            ways.push(to);
        }
    }

    /// The number of what is called; what effects lead to is known with it.
    fn number(&mut self, plan: &Plan, called: Called) -> u32 {
        if let Some(known) = self.numbers.get(&called) {
            return *known;
        }
        let number = u32::try_from(self.ways.len()).unwrap_or(u32::MAX);
        self.numbers.insert(called, number);
        self.ways.push(Vec::new());
        let effects: Vec<CodeId> = match called {
            Called::Code(_) => Vec::new(),
            Called::EffectsOf(table) => {
                plan.tables.get(table.index()).into_iter().flat_map(effects).collect()
            }
            Called::AnyEffects => plan.tables.iter().flat_map(effects).collect(),
        };
        let ways = effects.into_iter().map(|code| self.number(plan, Called::Code(code))).collect();
        if let Some(own) = self.ways.get_mut(number as usize) {
            *own = ways;
        }
        number
    }

    /// Of each, a number that those have as well which lead to it and to which it leads.
    fn rounds(&self) -> FxHashMap<Called, u32> {
        let way = |from: u32, nth: usize| Some((nth, *self.ways.get(from as usize)?.get(nth)?));
        let parts = base::parts(self.ways.len(), way);
        let part_of = |round: u32, part: Vec<u32>| part.into_iter().map(move |number| (number, round));
        let rounds: FxHashMap<u32, u32> =
            (0..).zip(parts).flat_map(|(round, part)| part_of(round, part)).collect();
        self.numbers.iter().filter_map(|(called, number)| Some((*called, *rounds.get(number)?))).collect()
    }
}

/// The code of the effects of a table's rows.
fn effects(table: &Arc<PlanTable>) -> impl Iterator<Item = CodeId> {
    table.effects.iter().copied().flatten()
}

/// Whether luck may decide something in a code, or in what it comes to.
fn rolls(plan: &Plan, code: CodeId) -> bool {
    Reach::of(plan, [code]).codes().any(|code| plan.code(code).ops.iter().any(|op| op.does(plan).luck))
}
