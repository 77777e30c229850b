//! Running values: `fn run(n) = if d6 == 1 then n else run(n + d6)`.
//!
//! Where a function only hands a parameter on with something added to it, and in the end gives it with something
//! added to that, `f(n)` is `n` more than `f(0)`: the running value is no state of the calls, but what they gain.

use super::Demand;
use super::keys::CallKey;
use super::lot::Lot;
use crate::base::Num;
use crate::check::program::{Args, Expr, ExprKind, FnId, Literal, LocalId, Program};
use crate::dist::Line;
use crate::plan::Value;
use crate::syntax::ast::ArithOp;

/// How much more a result is for each one that a parameter is more; nothing where only calls tell that are still
/// being looked at.
type Slope = Option<Num>;

/// A parameter of a function.
type Place = (FnId, u32);

/// What parameters are being looked at together, and how much they count as far as is known.
struct Slopes<'p> {
    program: &'p Program,
    known: Vec<(Place, Slope)>,
    /// Whether all of them are there, and are only looked at once more.
    is_all: bool,
}

/// Parts of a body that may lie one in another.
const DEEPEST: u32 = 40;

impl<'p> Demand<'p> {
    /// How much a result is more for each one that each parameter is more; nothing for a parameter on which it
    /// depends in another way.
    pub(super) fn slopes(&mut self, function: FnId) -> Vec<Option<Num>> {
        if let Some(known) = self.running.get(&function) {
            return known.clone();
        }
        let program = &self.plan.program;
        let params = program.fns.get(function.index()).map_or(0, |function| function.params.len());
        let params = (0u32..).take(params);
        let found: Vec<Option<Num>> = params.map(|param| slope_of(program, (function, param))).collect();
        self.running.insert(function, found.clone());
        found
    }

    /// Of each parameter, whether a result is as many times as large as it is: `f(n)` is `n` times `f(1)`.
    fn factors(&mut self, function: FnId) -> Vec<bool> {
        if let Some(known) = self.factors.get(&function) {
            return known.clone();
        }
        let program = &self.plan.program;
        let params = program.fns.get(function.index()).map_or(0, |function| function.params.len());
        let of = |param| Factors { program, met: Vec::new() }.of_param((function, param), 0);
        let found: Vec<bool> = (0u32..).take(params).map(of).collect();
        self.factors.insert(function, found.clone());
        found
    }

    /// A call without its running values, and what they make of its result.
    pub(super) fn without_running(&mut self, function: FnId, mut args: Vec<Value>) -> (Vec<Value>, Line) {
        let mut times = Num::ONE;
        for (arg, is_factor) in args.iter_mut().zip(self.factors(function)) {
            if let (Value::Number(number), true) = (&*arg, is_factor)
                && !number.is_zero()
                && let Ok(product) = times.mul(*number)
            {
                times = product;
                *arg = Value::Number(Num::ONE);
            }
        }
        let mut more = Num::ZERO;
        for (arg, slope) in args.iter_mut().zip(self.slopes(function)) {
            if let (Value::Number(number), Some(slope)) = (&*arg, slope)
                && !slope.is_zero()
                && let Ok(sum) = number.mul(slope).and_then(|part| more.add(part))
            {
                more = sum;
                *arg = Value::Number(Num::ZERO);
            }
        }
        let line = Line::times(times).after(Line::plus(more));
        (args, line.unwrap_or(Line::SAME))
    }

    /// The same of a call that is known by its arguments.
    pub(super) fn key_without_running(&mut self, key: &CallKey) -> (CallKey, Line) {
        let (args, line) = self.without_running(key.function, key.args.clone());
        (CallKey { args, ..key.clone() }, line)
    }
}

impl Lot {
    /// Numbers multiplied and with something added; nothing where they are no numbers.
    pub(super) fn with(self, line: Line) -> Option<Lot> {
        match self {
            lot if line == Line::SAME => Some(lot),
            Lot::Numbers(numbers) => numbers.linear(line.times, line.plus).ok().map(Lot::Numbers),
            Lot::Values(_) => None,
        }
    }
}

fn slope_of(program: &Program, place: Place) -> Option<Num> {
    let mut slopes = Slopes { program, known: Vec::new(), is_all: false };
    let found = slopes.of_param(place, 0)??;
    // A call that came back was taken to fit; now that all are known, each is held against them.
    slopes.is_all = true;
    for (place, slope) in slopes.known.clone() {
        let body = slopes.body(place)?;
        (slope.is_some() && slopes.of(body, LocalId(place.1), 0)? == slope).then_some(())?;
    }
    Some(found)
}

impl<'p> Slopes<'p> {
    fn body(&self, (function, param): Place) -> Option<&'p Expr> {
        let function = self.program.fns.get(function.index())?;
        let param = function.params.get(param as usize)?;
        function.body.as_ref().filter(|_| !param.unrolled && param.bounds.is_none())
    }

    fn of_param(&mut self, place: Place, deep: u32) -> Option<Slope> {
        if let Some((_, slope)) = self.known.iter().find(|(known, _)| *known == place) {
            return Some(*slope);
        }
        if self.is_all {
            return None;
        }
        let body = self.body(place)?;
        self.known.push((place, None));
        let slope = self.of(body, LocalId(place.1), deep + 1)?;
        if let Some(known) = self.known.iter_mut().find(|(known, _)| *known == place) {
            known.1 = slope;
        }
        Some(slope)
    }

    /// How much an expression gives more for each one that a local is more; nothing where it depends on it in
    /// another way.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is not named may depend on it in any way: the safe answer"
    )]
    fn of(&mut self, expr: &'p Expr, local: LocalId, deep: u32) -> Option<Slope> {
        if deep > DEEPEST {
            return None;
        }
        if !expr.reads(local) {
            return Some(Some(Num::ZERO));
        }
        match &expr.kind {
            ExprKind::Local(_) => Some(Some(Num::ONE)),
            ExprKind::Label(of, _) => self.of(of, local, deep + 1),
            ExprKind::Negate(of) => scaled(self.of(of, local, deep + 1)?, Num::int(-1)),
            ExprKind::If(condition, then, otherwise) if !condition.reads(local) => {
                let (then, otherwise) =
                    (self.of(then, local, deep + 1)?, self.of(otherwise, local, deep + 1)?);
                match (then, otherwise) {
                    (Some(a), Some(b)) => (a == b).then_some(Some(a)),
                    (one, None) | (None, one) => Some(one),
                }
            }
            ExprKind::Bind(bindings, body) if !bindings.iter().any(|(_, value)| value.reads(local)) => {
                self.of(body, local, deep + 1)
            }
            ExprKind::Arith(first, rest) => self.of_terms(first, rest, local, deep + 1),
            ExprKind::Call(function, args) => self.of_call(*function, args, local, deep + 1),
            _ => None,
        }
    }

    fn of_terms(
        &mut self,
        first: &'p Expr,
        rest: &'p [(ArithOp, Expr)],
        local: LocalId,
        deep: u32,
    ) -> Option<Slope> {
        if let [(ArithOp::Multiply, term)] = rest
            && let Some(factor) = number(first)
        {
            return scaled(self.of(term, local, deep)?, factor);
        }
        let mut sum = self.of(first, local, deep)?;
        for (op, term) in rest {
            sum = match op {
                ArithOp::Add => plus(sum, self.of(term, local, deep)?)?,
                ArithOp::Subtract => plus(sum, scaled(self.of(term, local, deep)?, Num::int(-1))?)?,
                // Several factors are worked out from left to right: the sum so far times the next.
                ArithOp::Multiply => scaled(sum, number(term)?)?,
                ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => return None,
            };
        }
        Some(sum)
    }

    fn of_call(&mut self, function: FnId, args: &'p Args, local: LocalId, deep: u32) -> Option<Slope> {
        let called = self.program.fns.get(function.index())?;
        let mut sum = Some(Num::ZERO);
        for (at, _) in (0u32..).zip(&called.params) {
            let arg = args.get(at as usize)?.as_ref()?;
            if !arg.reads(local) {
                continue;
            }
            let by = self.of(arg, local, deep)??;
            let slope = self.of_param((function, at), deep)?;
            sum = plus(sum, scaled(slope, by)?)?;
        }
        Some(sum)
    }
}

/// Parameters that are being looked at together: each is taken for a factor until that is found wrong.
struct Factors<'p> {
    program: &'p Program,
    met: Vec<Place>,
}

impl<'p> Factors<'p> {
    fn of_param(&mut self, place: Place, deep: u32) -> bool {
        if self.met.contains(&place) {
            return true;
        }
        self.met.push(place);
        let function = self.program.fns.get(place.0.index());
        let param = function.and_then(|function| function.params.get(place.1 as usize));
        let is_open = param.is_some_and(|param| !param.unrolled && param.bounds.is_none());
        let body = function.and_then(|function| function.body.as_ref()).filter(|_| is_open);
        body.is_some_and(|body| self.of(body, LocalId(place.1), deep + 1))
    }

    /// Whether an expression gives so many times as much as a local is.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is not named may depend on it in any way: the safe answer"
    )]
    fn of(&mut self, expr: &'p Expr, local: LocalId, deep: u32) -> bool {
        if deep > DEEPEST {
            return false;
        }
        match &expr.kind {
            ExprKind::Local(read) => *read == local,
            ExprKind::Literal(_) => number(expr).is_some_and(Num::is_zero),
            ExprKind::Label(of, _) | ExprKind::Negate(of) => self.of(of, local, deep + 1),
            ExprKind::If(condition, then, otherwise) => {
                !condition.reads(local)
                    && self.of(then, local, deep + 1)
                    && self.of(otherwise, local, deep + 1)
            }
            ExprKind::Bind(bindings, body) => {
                !bindings.iter().any(|(_, value)| value.reads(local)) && self.of(body, local, deep + 1)
            }
            ExprKind::Arith(first, rest) => self.of_terms(first, rest, local, deep + 1),
            ExprKind::Call(function, args) => self.of_call(*function, args, local, deep + 1),
            _ => false,
        }
    }

    fn of_terms(&mut self, first: &'p Expr, rest: &'p [(ArithOp, Expr)], local: LocalId, deep: u32) -> bool {
        let mut is_factor = first.reads(local);
        if is_factor && !self.of(first, local, deep) {
            return false;
        }
        for (op, term) in rest {
            let is_read = term.reads(local);
            is_factor = match op {
                ArithOp::Add | ArithOp::Subtract => is_factor && self.of(term, local, deep),
                ArithOp::Multiply if is_read => !is_factor && self.of(term, local, deep),
                ArithOp::Multiply => is_factor,
                ArithOp::Divide => is_factor && !is_read,
                ArithOp::FloorDivide | ArithOp::Modulo => false,
            };
            if is_read && !is_factor {
                return false;
            }
        }
        is_factor
    }

    fn of_call(&mut self, function: FnId, args: &'p Args, local: LocalId, deep: u32) -> bool {
        let mut reading = (0u32..).zip(args.iter()).filter_map(|(at, arg)| Some((at, arg.as_ref()?)));
        let mut reading = reading.by_ref().filter(|(_, arg)| arg.reads(local));
        let (Some((at, arg)), None) = (reading.next(), reading.next()) else { return false };
        self.of(arg, local, deep) && self.of_param((function, at), deep)
    }
}

fn number(expr: &Expr) -> Option<Num> {
    if let ExprKind::Literal(Literal::Number { value, percent: false }) = expr.kind {
        Some(value)
    } else {
        None
    }
}

/// The slope of a sum. Of one that is not known yet only a part without slope may be taken on.
fn plus(a: Slope, b: Slope) -> Option<Slope> {
    match (a, b) {
        (Some(a), Some(b)) => a.add(b).ok().map(Some),
        (one, None) | (None, one) => one.is_none_or(|one| one.is_zero()).then_some(None),
    }
}

fn scaled(slope: Slope, by: Num) -> Option<Slope> {
    match slope {
        Some(slope) => slope.mul(by).ok().map(Some),
        None => (by == Num::ONE).then_some(None),
    }
}
