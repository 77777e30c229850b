//! Functions that call themselves by luck: `fn e(n) = if n == 6 then 6 + e(d6) else n`.
//!
//! One pass through the body either ends with a value, or comes back to the function with something added to
//! what that call gives. Where it always comes back to the same call, that is the tail of an exploding die,
//! and solved like one ([`crate::dist::Chain`]). Where it comes back with other arguments, the calls are the
//! states of a Markov chain ([`crate::dist::markov`]): found one after the other, and solved together. What is
//! only added to an argument is no state of it ([`super::running`]).

use rustc_hash::FxHashMap;

use super::Demand;
use super::gap::Gap;
use super::keys::CallKey;
use super::locals::Env;
use super::lot::Lot;
use super::need::Need;
use crate::base::Num;
use crate::check::program::{Args, Expr, ExprKind, FnId, LocalId};
use crate::diag::codes::limits;
use crate::dist::markov::{Markov, To, Way, Worth};
use crate::dist::{Chain, Cut, Dist, DistError, Line, Multiples, Nat, Onward};
use crate::engine::{Fault, Stop};
use crate::odds::error::OddsError;
use crate::plan::{LastCalls, Value};
use crate::syntax::ast::ArithOp;

/// What one pass through a function comes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Pass {
    /// A value.
    Ends(Value),
    /// What one of its calls gives, by its number, and what is done to that.
    Again(u32, Line),
}

impl Pass {
    fn with(self, line: Line) -> Result<Pass, Gap> {
        Ok(match self {
            Pass::Ends(value) if line == Line::SAME => Pass::Ends(value),
            Pass::Ends(Value::Number(number)) => Pass::Ends(Value::Number(line.of(number)?)),
            Pass::Ends(_) => return Err(Gap::Uncovered),
            Pass::Again(call, inner) => Pass::Again(call, line.after(inner)?),
        })
    }
}

/// A function that calls itself, and with which arguments.
struct Cycle {
    function: FnId,
    need: Need,
    calls: Vec<Vec<Value>>,
    numbers: FxHashMap<Vec<Value>, u32>,
}

impl Cycle {
    fn number(&mut self, args: Vec<Value>) -> u32 {
        let next = u32::try_from(self.calls.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(args.clone()).or_insert(next);
        if number == next {
            self.calls.push(args);
        }
        number
    }
}

/// Calls that have been looked at.
#[derive(Default)]
struct Explored {
    passes: Vec<Dist<Pass>>,
    /// About how likely it is to come to each call without passing one that had been looked at before.
    masses: Vec<f64>,
}

impl Explored {
    /// About how likely it is that calls within calls go deeper than this.
    fn goes_on_after(&self, deep: u64) -> f64 {
        let mut now = vec![0.0; self.masses.len()];
        if let Some(first) = now.first_mut() {
            *first = 1.0;
        }
        for _ in 0..deep {
            let mut next = vec![0.0; now.len()];
            for (at, mass) in now.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
                let Some(passes) = self.passes.get(at) else {
                    next[at] += mass;
                    continue;
                };
                for (pass, weight) in passes.outcomes() {
                    if let Pass::Again(to, _) = pass
                        && let Some(sum) = next.get_mut(*to as usize)
                    {
                        *sum += mass * passes.prob_f64(weight);
                    }
                }
            }
            now = next;
        }
        now.iter().sum()
    }
}

/// The end of a chain where what it comes to is not known.
const LOST: u32 = 0;
/// Parts of a body that may lie one in another.
const DEEPEST: u32 = 40;
/// The most calls that are solved together: where nothing ends them, as many lead to each other.
const MOST_CALLS: usize = 1 << 12;
/// Calls that weigh less than one in two to this together are not looked at at first.
const FIRST_BITS: i32 = 128;
/// Nor are they where they weigh less than this, however much may come of them.
const MOST_BITS: i32 = 512;
/// Calls that are put into one another, at most.
const MOST_ALONE: usize = 64;

impl<'p> Demand<'p> {
    /// What a call gives that comes back to its function; `None` where it does not, or in another way.
    pub(super) fn recursion(
        &mut self,
        key: &CallKey,
        body: &'p Expr,
        inside: &Env<'p>,
    ) -> Result<Option<Lot>, Gap> {
        if self.hopeless.contains(&key.function) || !self.effects.brings(body, key.function) {
            return Ok(None);
        }
        // A number beyond the bounds of a parameter ends all, which the machine tells of.
        let function = self.plan.program.fns.get(key.function.index());
        if function.is_some_and(|function| function.params.iter().any(|param| param.bounds.is_some())) {
            return Ok(None);
        }
        if key.args.is_empty() {
            self.hopeless.push(key.function);
            let branches = self.branches(key.function, body, inside);
            self.hopeless.retain(|function| *function != key.function);
            if let Some(lot) = branches? {
                return Ok(Some(lot));
            }
        }
        let (key, line) = self.key_without_running(key);
        if let Some(known) = self.calls.get(&key).filter(|_| line != Line::SAME) {
            return Ok(known.clone().with(line));
        }
        // What is tried within is not tried again there.
        self.hopeless.push(key.function);
        let mut round = Cycle {
            function: key.function,
            need: key.need.clone(),
            calls: Vec::new(),
            numbers: FxHashMap::default(),
        };
        round.number(key.args.clone());
        let lot = match self.round(&mut round, body, inside) {
            Err(Gap::Uncovered) => return Ok(None),
            lot => lot?,
        };
        self.hopeless.retain(|function| *function != key.function);
        let changed = lot.clone().with(line);
        self.calls.insert(key, lot);
        Ok(changed)
    }

    /// Whether a function may call itself, also by way of others.
    pub(in crate::odds) fn comes_back(&mut self, function: FnId) -> bool {
        let plan = self.plan;
        let body = plan.program.fns.get(function.index()).and_then(|function| function.body.as_ref());
        body.is_some_and(|body| self.effects.brings(body, function))
    }

    /// Whether calls of a function take the place of those that they are the last of, as deep as they go.
    fn never_nests(&self, function: FnId) -> bool {
        self.plan.fns.get(function.index()).is_some_and(|code| LastCalls::alone_lead_back(self.plan, *code))
    }

    /// What the first call of a round gives.
    fn round(&mut self, round: &mut Cycle, body: &'p Expr, inside: &Env<'p>) -> Result<Lot, Gap> {
        let mut looked = Explored { passes: Vec::new(), masses: vec![1.0] };
        let mut bits = FIRST_BITS;
        loop {
            self.look(round, (body, inside), &mut looked, bits)?;
            let is_whole = looked.passes.len() == round.calls.len();
            if is_whole
                && !looked.passes.iter().any(comes_multiplied)
                && let Some(passes) = self.alone(&looked.passes)?
                && let Some(lot) = self.one_call(&passes)?
            {
                return Ok(lot);
            }
            let lot = if looked.passes.iter().any(comes_multiplied) {
                let multiples = multiples(&looked.passes).filter(|_| is_whole).ok_or(Gap::Uncovered)?;
                Some(Lot::Numbers(multiples.first(self.residual_bits, &mut self.budget)?))
            } else {
                self.solved(round, &looked.passes, body)?
            };
            if let Some(lot) = lot {
                let goes_on = looked.goes_on_after(self.calls_limit);
                let most =
                    if is_whole { 0.5 } else { 2f64.powi(-i32::try_from(self.residual_bits).unwrap_or(40)) };
                return match goes_on < most || self.never_nests(round.function) {
                    true => Ok(lot),
                    false => Err(Gap::too_deep(self.calls_limit, body.span)),
                };
            }
            // What is as likely to go on after so many calls goes on for ever, or as good as that.
            if bits >= MOST_BITS {
                let met = round.calls.len() as u64;
                return Err(Gap::TooLarge(DistError::Outcomes { met, limit: met }, Some(body.span)));
            }
            bits = bits.saturating_mul(2);
        }
    }

    /// Looks at the calls of a round one after the other, until hardly any weight is in those that are left.
    fn look(
        &mut self,
        round: &mut Cycle,
        (body, inside): (&'p Expr, &Env<'p>),
        looked: &mut Explored,
        bits: i32,
    ) -> Result<(), Gap> {
        let least = 2f64.powi(-bits);
        loop {
            let at = looked.passes.len();
            let waiting: f64 = looked.masses.iter().skip(at).sum();
            let Some(args) = round.calls.get(at).filter(|_| waiting > least) else { return Ok(()) };
            if at >= MOST_CALLS {
                let (met, limit) = (round.calls.len() as u64, MOST_CALLS as u64);
                return Err(Gap::TooLarge(DistError::Outcomes { met, limit }, Some(body.span)));
            }
            self.fallback.look_up()?;
            let env = (0u32..)
                .zip(args.clone())
                .fold(inside.clone(), |env, (local, value)| env.with_value(LocalId(local), value));
            let passes = self.pass(body, &env, round, 0)?;
            if !passes.is_complete() {
                return Err(Gap::Uncovered);
            }
            looked.masses.resize(round.calls.len(), 0.0);
            let mass = looked.masses.get(at).copied().unwrap_or(0.0);
            for (pass, weight) in passes.outcomes() {
                if let Pass::Again(to, _) = pass
                    && *to as usize > at
                    && let Some(sum) = looked.masses.get_mut(*to as usize)
                {
                    *sum += mass * passes.prob_f64(weight);
                }
            }
            looked.passes.push(passes);
        }
    }

    /// One pass of the first call, where all others that it comes to end, or come back to it; `None` where others
    /// lead to each other.
    fn alone(&mut self, passes: &[Dist<Pass>]) -> Result<Option<Dist<Pass>>, Gap> {
        if passes.len() > MOST_ALONE {
            return Ok(None);
        }
        let mut known: Vec<Option<Dist<Pass>>> = vec![None; passes.len()];
        for _ in 0..passes.len() {
            let mut is_new = false;
            for (at, own) in passes.iter().enumerate().rev() {
                if known.get(at).is_none_or(Option::is_some) {
                    continue;
                }
                if let Some(found) = self.put_in(own, &known)? {
                    is_new = true;
                    if let Some(slot) = known.get_mut(at) {
                        *slot = Some(found);
                    }
                }
            }
            if !is_new {
                break;
            }
        }
        Ok(known.into_iter().next().flatten())
    }

    /// A pass with what is known of other calls put in; `None` where one of them is not known.
    fn put_in(&mut self, own: &Dist<Pass>, known: &[Option<Dist<Pass>>]) -> Result<Option<Dist<Pass>>, Gap> {
        let mut parts = Vec::with_capacity(own.len());
        for (pass, weight) in own.outcomes() {
            let part = match pass {
                Pass::Again(to, line) if *to > 0 => {
                    let Some(Some(other)) = known.get(*to as usize) else { return Ok(None) };
                    other.try_map(|pass| pass.clone().with(*line))?
                }
                Pass::Again(..) | Pass::Ends(_) => Dist::point(pass.clone()),
            };
            parts.push((weight.clone(), part));
        }
        Ok(Some(Dist::mix(&parts, &mut self.budget)?))
    }

    /// What a call gives that comes back to itself alone; `None` where it never ends, or gives no numbers.
    fn one_call(&mut self, passes: &Dist<Pass>) -> Result<Option<Lot>, Gap> {
        let (mut ends, mut goes) = (Vec::new(), Vec::new());
        for (pass, weight) in passes.outcomes() {
            match pass {
                Pass::Ends(Value::Number(number)) => ends.push((*number, weight.clone())),
                Pass::Ends(_) => return Ok(None),
                // What comes back as it is changes nothing.
                Pass::Again(_, line) if *line == Line::SAME => {}
                Pass::Again(_, line) => goes.push((line.plus, weight.clone())),
            }
        }
        if ends.is_empty() {
            return Ok(None);
        }
        if goes.is_empty() {
            return Ok(Some(Lot::Numbers(Dist::from_weights(ends)?)));
        }
        let chain = Chain { starts: vec![Vec::new(), vec![(Num::ZERO, Nat::ONE)]], ends, goes };
        Ok(Some(Lot::Numbers(chain.sum_of(1, self.residual_bits, &mut self.budget)?)))
    }

    /// What the first of several calls gives; `None` where that is not known but for next to nothing, because
    /// some have not been looked at.
    fn solved(&mut self, round: &Cycle, passes: &[Dist<Pass>], body: &'p Expr) -> Result<Option<Lot>, Gap> {
        let (chain, values, gains) = chain_of(round, passes);
        let reached = match chain.reached(None, &mut self.budget) {
            Err(DistError::Empty) => return Err(never_ends(passes, body)),
            reached => reached?,
        };
        let lost = reached.ends.first().map_or(0, |end| end[0].bits());
        if lost > 0 && reached.whole.bits() <= lost + u64::from(self.residual_bits) {
            return Ok(None);
        }
        if values.iter().all(|value| matches!(value, Value::Number(_))) {
            let numbers = values.iter().map(|value| value.as_number());
            let ends: Vec<Option<Num>> = std::iter::once(None).chain(numbers).collect();
            let worth = Worth { ends: &ends, gains: &gains };
            let found = chain.numbers(&worth, &reached, self.residual_bits, &mut self.budget)?;
            return found.map(|found| Some(Lot::Numbers(found))).ok_or(Gap::Uncovered);
        }
        if gains.len() > 1 {
            return Err(Gap::Uncovered);
        }
        let mut weights = reached.ends.iter().map(|end| Nat::from(end[0].magnitude().clone()));
        let lost = weights.next().filter(|lost| !lost.is_zero()).map(Cut::anywhere);
        Ok(Some(Lot::of(Dist::with_cut(values.into_iter().zip(weights).collect(), lost)?)))
    }

    /// One pass through a part of the body.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what comes back in a way that is not named is not solved here"
    )]
    fn pass(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        round: &mut Cycle,
        deep: u32,
    ) -> Result<Dist<Pass>, Gap> {
        if !self.effects.brings(expr, round.function) {
            let values = self.lot(expr, env, &round.need.clone())?;
            return if values.is_complete() {
                Ok(values.into_values().relabel(Pass::Ends))
            } else {
                Err(Gap::Uncovered)
            };
        }
        self.budget.charge(16)?;
        if deep > DEEPEST {
            return Err(Gap::Uncovered);
        }
        match &expr.kind {
            ExprKind::Label(of, _) => self.pass(of, env, round, deep + 1),
            ExprKind::If(condition, then, otherwise) => {
                if self.effects.brings(condition, round.function) {
                    return Err(Gap::Uncovered);
                }
                let yes = self.lot(condition, env, &Need::all())?.yeses().ok_or(Gap::Wrong)?;
                let mut parts = Vec::with_capacity(2);
                for (yes, weight) in yes.outcomes() {
                    let branch = if *yes { then } else { otherwise };
                    parts.push((weight.clone(), self.pass(branch, env, round, deep + 1)?));
                }
                self.passes(&yes, parts)
            }
            ExprKind::Negate(of) => {
                let turned = Line::times(Num::int(-1));
                self.pass(of, env, round, deep + 1)?.try_map(|pass| pass.clone().with(turned))
            }
            ExprKind::Arith(first, rest) => self.pass_terms(first, rest, env, round, deep + 1),
            ExprKind::Bind(bindings, body) => self.pass_bound(bindings, body, env, round, deep + 1),
            ExprKind::Call(function, args) => {
                self.pass_call(*function, args, env, Vec::new(), round, deep + 1)
            }
            _ => Err(Gap::Uncovered),
        }
    }

    /// A sum in which one term comes back, or a product in which one factor does.
    fn pass_terms(
        &mut self,
        first: &'p Expr,
        rest: &'p [(ArithOp, Expr)],
        env: &Env<'p>,
        round: &mut Cycle,
        deep: u32,
    ) -> Result<Dist<Pass>, Gap> {
        let terms = std::iter::once((ArithOp::Add, first)).chain(rest.iter().map(|(op, term)| (*op, term)));
        // What is made of the one that comes back: before it is met, it counts nothing.
        let mut lines: Dist<Line> = Dist::point(Line::times(Num::ZERO));
        let mut again = None;
        for (op, term) in terms {
            if self.effects.brings(term, round.function) {
                if again.replace(term).is_some() {
                    return Err(Gap::Uncovered);
                }
                lines = lines.try_map(|line| met(op, line.plus))?;
                continue;
            }
            let numbers = self.whole_numbers(term, env)?;
            lines = lines.try_product(&numbers, &mut self.budget, |line, number| {
                Ok::<Line, Gap>(known(op, *number)?.after(*line)?)
            })?;
        }
        let again = self.pass(again.ok_or(Gap::Uncovered)?, env, round, deep)?;
        again.try_product(&lines, &mut self.budget, |again, line| again.clone().with(*line))
    }

    /// The numbers that an expression gives, where all of them are listed.
    fn whole_numbers(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Dist<Num>, Gap> {
        match self.lot(expr, env, &Need::first())? {
            Lot::Numbers(numbers) if numbers.is_complete() => Ok(numbers),
            Lot::Numbers(_) | Lot::Values(_) => Err(Gap::Uncovered),
        }
    }

    fn passes<T: Ord + Clone>(
        &mut self,
        of: &Dist<T>,
        parts: Vec<(Nat, Dist<Pass>)>,
    ) -> Result<Dist<Pass>, Gap> {
        if !of.is_complete() {
            return Err(Gap::Uncovered);
        }
        Ok(Dist::mix(&parts, &mut self.budget)?)
    }

    fn pass_bound(
        &mut self,
        bindings: &'p [(LocalId, Expr)],
        body: &'p Expr,
        env: &Env<'p>,
        round: &mut Cycle,
        deep: u32,
    ) -> Result<Dist<Pass>, Gap> {
        let Some(((local, value), later)) = bindings.split_first() else {
            return self.pass(body, env, round, deep);
        };
        if self.effects.brings(value, round.function) {
            return Err(Gap::Uncovered);
        }
        let values = self.lot(value, env, &Need::all())?.into_values();
        let mut parts = Vec::with_capacity(values.len());
        for (value, weight) in values.outcomes() {
            let env = env.with_value(*local, value.clone());
            parts.push((weight.clone(), self.pass_bound(later, body, &env, round, deep)?));
        }
        self.passes(&values, parts)
    }

    /// A call with the arguments in `known`, and then each of the others in turn.
    fn pass_call(
        &mut self,
        function: FnId,
        args: &'p Args,
        env: &Env<'p>,
        known: Vec<Value>,
        round: &mut Cycle,
        deep: u32,
    ) -> Result<Dist<Pass>, Gap> {
        let plan = self.plan;
        let called = plan.program.fns.get(function.index()).ok_or(Gap::Uncovered)?;
        let body = called.body.as_ref().ok_or(Gap::Uncovered)?;
        let Some(param) = called.params.get(known.len()) else {
            if function == round.function {
                let (known, line) = self.without_running(function, known);
                return Ok(Dist::point(Pass::Again(round.number(known), line)));
            }
            let inside = (0u32..).zip(known).fold(Env::new(called.locals), |inside, (local, value)| {
                inside.with_value(LocalId(local), value)
            });
            return self.pass(body, &inside, round, deep);
        };
        let arg = args.get(known.len()).and_then(Option::as_ref).filter(|_| !param.unrolled);
        let arg = arg.ok_or(Gap::Uncovered)?;
        if self.effects.brings(arg, round.function) {
            return Err(Gap::Uncovered);
        }
        let values = self.lot(arg, env, &Need::all())?.into_values();
        let mut parts = Vec::with_capacity(values.len());
        for (value, weight) in values.outcomes() {
            let mut known = known.clone();
            known.push(value.clone());
            parts.push((weight.clone(), self.pass_call(function, args, env, known, round, deep)?));
        }
        self.passes(&values, parts)
    }
}

/// What a term that comes back makes of the number that was worked out before it.
fn met(op: ArithOp, before: Num) -> Result<Line, Gap> {
    match op {
        ArithOp::Add => Ok(Line::plus(before)),
        ArithOp::Subtract => Ok(Line { times: Num::int(-1), plus: before }),
        ArithOp::Multiply => Ok(Line::times(before)),
        ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => Err(Gap::Uncovered),
    }
}

/// What a term that is a number does to all before it.
fn known(op: ArithOp, number: Num) -> Result<Line, Gap> {
    match op {
        ArithOp::Add => Ok(Line::plus(number)),
        ArithOp::Subtract => Ok(Line::plus(number.neg()?)),
        ArithOp::Multiply => Ok(Line::times(number)),
        ArithOp::Divide if !number.is_zero() => Ok(Line::times(Num::ONE.div(number)?)),
        ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => Err(Gap::Uncovered),
    }
}

fn comes_multiplied(passes: &Dist<Pass>) -> bool {
    let mut ways = passes.outcomes().iter();
    ways.any(|(pass, _)| matches!(pass, Pass::Again(_, line) if line.times != Num::ONE))
}

/// The calls of a round, where some come back multiplied; `None` where not all give numbers.
fn multiples(passes: &[Dist<Pass>]) -> Option<Multiples> {
    let mut found = Multiples::default();
    for passes in passes {
        let mut ways = Vec::with_capacity(passes.len());
        for (pass, weight) in passes.outcomes() {
            let onward = match pass {
                Pass::Ends(Value::Number(number)) => Onward::End(*number),
                Pass::Ends(_) => return None,
                Pass::Again(to, line) => Onward::Again(*to, *line),
            };
            ways.push((onward, weight.clone()));
        }
        found.push(passes.total().clone(), ways);
    }
    Some(found)
}

/// The calls of a round as a chain, with the values that its ends from 1 on stand for and what ways add. Calls
/// that were not looked at may give anything.
fn chain_of(round: &Cycle, passes: &[Dist<Pass>]) -> (Markov, Vec<Value>, Vec<Num>) {
    let mut chain = Markov::default();
    let (mut values, mut gains) = (Vec::new(), vec![Num::ZERO]);
    let mut ends: FxHashMap<Value, u32> = FxHashMap::default();
    let mut known: FxHashMap<Num, u32> = FxHashMap::default();
    known.insert(Num::ZERO, 0);
    let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    for passes in passes {
        let ways = passes.outcomes().iter().map(|(pass, weight)| {
            let (to, gain) = match pass {
                Pass::Ends(value) => {
                    let next = small(values.len() + 1);
                    let end = *ends.entry(value.clone()).or_insert(next);
                    if end == next {
                        values.push(value.clone());
                    }
                    (To::End(end), 0)
                }
                Pass::Again(to, line) => {
                    let next = small(gains.len());
                    let gain = *known.entry(line.plus).or_insert(next);
                    if gain == next {
                        gains.push(line.plus);
                    }
                    (To::State(*to), gain)
                }
            };
            Way { to, weight: weight.clone(), gain }
        });
        let ways: Vec<Way> = ways.collect();
        chain.push(passes.total().clone(), ways);
    }
    for _ in passes.len()..round.calls.len() {
        chain.push(Nat::ONE, [Way { to: To::End(LOST), weight: Nat::ONE, gain: 0 }]);
    }
    chain.set_ends(values.len() + 1);
    (chain, values, gains)
}

/// Calls from which no roll leads out have no odds. Where luck has no say, the machine tells of it.
fn never_ends(passes: &[Dist<Pass>], body: &Expr) -> Gap {
    if passes.iter().all(|passes| passes.len() == 1) {
        return Gap::Uncovered;
    }
    let message = "this function can go on calling itself for ever: from some of its calls no roll leads out";
    let fault = Fault { span: Some(body.span), ..Fault::new(&limits::STEPS, message) };
    Gap::Told(OddsError::Stop(Stop::Fault(fault)))
}
