//! Locals: values, and expressions that are put in where they are used.

use super::Demand;
use super::forms::is_thrown;
use super::gap::Gap;
use super::keys::CallKey;
use super::locals::{Env, Slot};
use super::lot::Lot;
use super::need::Need;
use super::uses::{self, MOST_LOCALS};
use crate::check::program::{
    Args, Closure, Expr, ExprKind, FnId, Kind, LocalId, Param, is_bound_in_any_order, is_sortable,
};
use crate::dist::Dist;
use crate::plan::{Unrolled, Value};

impl<'p> Demand<'p> {
    pub(super) fn local(&mut self, local: LocalId, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        match env.slot(local) {
            Slot::Value(value) => Ok(Lot::point(value.clone())),
            Slot::Beyond(numbers) => Ok(Lot::Numbers(Dist::clone(numbers))),
            Slot::Later(expr, outer) => self.lot(expr, &outer.clone(), need),
            Slot::Unset | Slot::Roll(..) | Slot::Table(..) => Err(Gap::Uncovered),
        }
    }

    pub(super) fn roll_local(&mut self, local: LocalId, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        match env.slot(local) {
            Slot::Roll(closure, outer) => {
                let (closure, outer) = (*closure, outer.clone());
                self.roll_closure(closure, &outer, need)
            }
            Slot::Table(table, args) => {
                let (table, args) = (*table, args.clone());
                self.draw_with(table, args, need)
            }
            Slot::Value(Value::Unrolled(unrolled)) => match &**unrolled {
                Unrolled::Table(table, args) => self.draw_with(*table, args.to_vec(), need),
                Unrolled::Expr(..) | Unrolled::Pool(_) => Err(Gap::Uncovered),
            },
            Slot::Value(value) => Ok(Lot::point(value.clone())),
            Slot::Unset | Slot::Beyond(_) | Slot::Later(..) => Err(Gap::Uncovered),
        }
    }

    /// Rolls what was handed over unrolled.
    pub(super) fn roll(&mut self, expr: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        if let ExprKind::Unrolled(closure) = &expr.kind {
            return self.roll_closure(closure, env, need);
        }
        if let ExprKind::UnrolledTable(table, args) = &expr.kind
            && args.is_empty()
        {
            return self.draw_with(*table, Vec::new(), need);
        }
        Err(Gap::Uncovered)
    }

    fn roll_closure(&mut self, closure: &'p Closure, outer: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        if closure.before.is_some() || closure.turns.is_some() || closure.given.is_some() {
            return Err(Gap::Uncovered);
        }
        let mut env = Env::new(closure.locals);
        for (outside, inside) in &closure.captures {
            match outer.slot(*outside) {
                // What is captured was forced to a value, for it may be used several times.
                slot @ (Slot::Value(_) | Slot::Roll(..) | Slot::Table(..)) => {
                    env = env.with(*inside, slot.clone())
                }
                Slot::Unset | Slot::Beyond(_) | Slot::Later(..) => return Err(Gap::Uncovered),
            }
        }
        self.lot(&closure.body, &env, need)
    }

    /// `e where a = …, b = …`.
    pub(super) fn bind(
        &mut self,
        bindings: &'p [(LocalId, Expr)],
        body: &'p Expr,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let Some(((local, value), later)) = bindings.split_first() else {
            return self.settled_lot(body, env, need);
        };
        let used = self.uses.use_of(*local, later, body, need);
        if used.times == 1 || (used.times == 0 && self.is_safe(value)) {
            self.goes_well(value, env)?;
            let among = match self.settled(value, env) {
                Err(gap) if gap.is_interruption() => return Err(gap),
                settled => settled.unwrap_or_else(|_| env.clone()),
            };
            let env = env.with(*local, Slot::Later(value, among));
            return self.bind(later, body, &env, need);
        }
        let looking = later.iter().map(|(_, value)| value).chain([body]);
        let places = self
            .by_places((*local, value, env), looking, env, |this, env| this.bind(later, body, env, need))?;
        if let Some(lot) = places {
            return Ok(lot);
        }
        // A name takes the place of what it is made of where nobody else reads that.
        let takes_its_place = env.only_beyond().is_some_and(|held| {
            !later.iter().map(|(_, value)| value).chain([body]).any(|expr| mentions(expr, held))
        });
        if self.reads_beyond(value, env) && !takes_its_place {
            // What else reads it must not take it for another number.
            let single = self.lot(value, env, &used.need)?.single().ok_or(Gap::Uncovered)?;
            return self.bind(later, body, &env.with_value(*local, single), need);
        }
        if used.times > 1
            && let Some(lot) = self.through_views((*local, value, env), (later, body), env, need)?
        {
            return Ok(lot);
        }
        let values = match self.in_any_order((*local, value), (later, body), env, &used.need)? {
            Some(lists) => Lot::Values(lists),
            None => self.lot(value, env, &used.need)?,
        };
        let next = |this: &mut Self, slot| this.bind(later, body, &env.with(*local, slot), need);
        self.follow_value((value, env), values, next)
    }

    /// What an expression gives of which it is first settled how it reads what lies beyond all that is listed.
    pub(super) fn settled_lot(&mut self, expr: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        match self.settled(expr, env) {
            Ok(env) => self.lot(expr, &env, need),
            Err(gap) if gap.is_interruption() => Err(gap),
            Err(gap) => self.by_cases(expr, env)?.ok_or(gap),
        }
    }

    /// What a list may be whose order nothing looks at, without regard to it.
    pub(super) fn in_any_order(
        &mut self,
        (local, value): (LocalId, &'p Expr),
        (later, body): (&'p [(LocalId, Expr)], &'p Expr),
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Dist<Value>>, Gap> {
        let program = &self.plan.program;
        if !matches!(&value.gives, Kind::List(item) if is_sortable(item))
            || !is_bound_in_any_order(program, (local, &value.gives), later, body)
        {
            return Ok(None);
        }
        let Some(bag) = self.bag(value, env, need)? else { return Ok(None) };
        let lists = self.multisets(&bag)?;
        Ok(Some(lists.relabel(|items| Value::List(std::sync::Arc::new(items)))))
    }

    /// A function's result.
    pub(super) fn call(&mut self, id: FnId, args: &'p Args, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        let plan = self.plan;
        let function = plan.program.fns.get(id.index()).ok_or(Gap::Uncovered)?;
        let body = function.body.as_ref().ok_or(Gap::Uncovered)?;
        if function.params.len() > MOST_LOCALS {
            return Err(Gap::Uncovered);
        }
        self.within(|this| {
            let inside = Env::new(function.locals);
            this.params(Body { params: &function.params, body, id: Some(id) }, args, env, inside, 0, need)
        })
    }

    /// The locals of a function that is called, where nothing has to be gone through value by value for it.
    pub(super) fn inside_call(
        &mut self,
        id: FnId,
        args: &'p Args,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<(&'p Expr, Env<'p>)>, Gap> {
        let plan = self.plan;
        let function = plan.program.fns.get(id.index()).ok_or(Gap::Uncovered)?;
        let Some(body) = function.body.as_ref().filter(|_| function.params.len() <= MOST_LOCALS) else {
            return Ok(None);
        };
        let mut inside = Env::new(function.locals);
        for (at, param) in (0u32..).zip(&function.params) {
            let Some(arg) = args.get(at as usize).and_then(Option::as_ref) else { return Ok(None) };
            if param.bounds.is_some() && arg.literal().is_none() {
                return Ok(None);
            }
            let slot = if param.unrolled {
                handed_over(arg, env)
            } else {
                let used = self.uses.of_param(id, LocalId(at), need);
                self.slot_for(arg, env, &used)?
            };
            let Some(slot) = slot else { return Ok(None) };
            inside = inside.with(LocalId(at), slot);
        }
        Ok(Some((body, inside)))
    }

    /// The same with names bound by `where`.
    pub(super) fn inside_bind(
        &mut self,
        bindings: &'p [(LocalId, Expr)],
        body: &'p Expr,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Env<'p>>, Gap> {
        if bindings.len() > MOST_LOCALS {
            return Ok(None);
        }
        let mut env = env.clone();
        for (at, (local, value)) in bindings.iter().enumerate() {
            let used = self.uses.use_of(*local, bindings.get(at + 1..).unwrap_or(&[]), body, need);
            let Some(slot) = self.slot_for(value, &env, &used)? else { return Ok(None) };
            env = env.with(*local, slot);
        }
        Ok(Some(env))
    }

    /// How a local holds a value that is used so; nothing where several values have to be told apart.
    fn slot_for(
        &mut self,
        value: &'p Expr,
        env: &Env<'p>,
        used: &uses::Use,
    ) -> Result<Option<Slot<'p>>, Gap> {
        let is_fixed = matches!(value.kind, ExprKind::Literal(_));
        if !is_fixed && (used.times == 1 || (used.times == 0 && self.is_safe(value))) {
            self.goes_well(value, env)?;
            return Ok(Some(Slot::Later(value, env.clone())));
        }
        if is_thrown(value) {
            return Ok(None);
        }
        Ok(self.lot(value, env, &used.need)?.single().map(Slot::Value))
    }

    /// Gives the parameters from `at` on their arguments, and then works out the body.
    pub(super) fn params(
        &mut self,
        of: Body<'p>,
        args: &'p Args,
        outer: &Env<'p>,
        inside: Env<'p>,
        at: usize,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let Some(param) = of.params.get(at) else { return self.known_call(of, &inside, need) };
        let local = LocalId(u32::try_from(at).unwrap_or(u32::MAX));
        let (value, among) = match args.get(at).and_then(Option::as_ref) {
            Some(arg) => (arg, outer.clone()),
            None => (param.default.as_ref().ok_or(Gap::Uncovered)?, inside.clone()),
        };
        if param.unrolled {
            let slot = handed_over(value, &among).ok_or(Gap::Uncovered)?;
            return self.params(of, args, outer, inside.with(local, slot), at + 1, need);
        }
        let used = match of.id {
            Some(id) => self.uses.of_param(id, local, need),
            None => self.uses.use_of(local, &[], of.body, need),
        };
        let is_read_by_defaults = of.params.iter().skip(at + 1).any(|param| param.default.is_some());
        let is_held =
            matches!(value.kind, ExprKind::Local(local) if matches!(among.slot(local), Slot::Value(_)));
        let is_fixed = is_held || value.literal().is_some();
        if used.times == 1 && !is_fixed && param.bounds.is_none() {
            self.goes_well(value, &among)?;
            let inside = inside.with(local, Slot::Later(value, among));
            return self.params(of, args, outer, inside, at + 1, need);
        }
        // The last one may be put in as what is looked at of it.
        if used.times > 1 && at + 1 == of.params.len() && param.bounds.is_none() {
            let list = (local, value, &among);
            let places =
                self.by_places(list, [of.body], &inside, |this, env| this.settled_lot(of.body, env, need))?;
            let viewed = match places {
                Some(lot) => Some(lot),
                None => self.through_views(list, (&[], of.body), &inside, need)?,
            };
            if let Some(lot) = viewed {
                return Ok(lot);
            }
        }
        let values = match self.in_any_order((local, value), (&[], of.body), &among, &used.need)? {
            Some(lists) if !is_read_by_defaults => Lot::Values(lists),
            Some(_) | None => self.lot(value, &among, &used.need)?,
        };
        self.follow_value((value, &among), values, |this, slot| {
            // What goes wrong is told by the machine.
            let is_outside = match &slot {
                Slot::Value(value) => is_beyond(param, value),
                Slot::Beyond(_) => param.bounds.is_some() || is_read_by_defaults,
                Slot::Unset | Slot::Later(..) | Slot::Roll(..) | Slot::Table(..) => false,
            };
            if is_outside {
                return Err(Gap::Uncovered);
            }
            this.params(of, args, outer, inside.with(local, slot), at + 1, need)
        })
    }

    /// What a function gives that is called with values; nothing where none are known of it.
    pub(in crate::odds) fn called(&mut self, id: FnId, args: &[Value]) -> Result<Dist<Value>, Gap> {
        let plan = self.plan;
        let function = plan.program.fns.get(id.index()).ok_or(Gap::Uncovered)?;
        let body = function.body.as_ref().ok_or(Gap::Uncovered)?;
        let inside = self.handed(&function.params, args, Env::new(function.locals))?;
        let of = Body { params: &function.params, body, id: Some(id) };
        Ok(self.known_call(of, &inside, &Need::all())?.into_values())
    }

    /// The locals of what is called with values; those that are left out have their defaults.
    pub(super) fn handed(
        &mut self,
        params: &'p [Param],
        args: &[Value],
        mut inside: Env<'p>,
    ) -> Result<Env<'p>, Gap> {
        if args.len() != params.len() {
            return Err(Gap::Uncovered);
        }
        for ((local, param), arg) in (0u32..).zip(params).zip(args) {
            let value = match (arg, &param.default) {
                (Value::Unset, Some(default)) => {
                    self.lot(default, &inside, &Need::all())?.single().ok_or(Gap::Uncovered)?
                }
                // What is handed over to be rolled is seen to by the code itself.
                (Value::Unset | Value::Unrolled(_), _) => return Err(Gap::Uncovered),
                // Dice that are left to a loop are rolled there.
                (Value::List(items), _) if items.iter().any(|item| matches!(item, Value::Unrolled(_))) => {
                    return Err(Gap::Uncovered);
                }
                (value, _) => value.clone(),
            };
            inside = inside.with_value(LocalId(local), value);
        }
        Ok(inside)
    }

    /// The body of a function with all arguments in place; what only depends on values is worked out once.
    fn known_call(&mut self, of: Body<'p>, inside: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        let locals = (0..of.params.len()).filter_map(|at| u32::try_from(at).ok());
        let args: Option<Vec<Value>> = locals
            .map(|local| match inside.slot(LocalId(local)) {
                Slot::Value(value) => Some(value.clone()),
                Slot::Unset | Slot::Beyond(_) | Slot::Later(..) | Slot::Roll(..) | Slot::Table(..) => None,
            })
            .collect();
        let (Some(function), Some(args)) = (of.id, args) else {
            return self.settled_lot(of.body, inside, need);
        };
        let key = CallKey { function, args, need: need.clone() };
        if let Some(known) = self.calls.get(&key) {
            return Ok(known.clone());
        }
        let lot = match self.recursion(&key, of.body, inside)? {
            Some(lot) => lot,
            None => self.lot(of.body, inside, need)?,
        };
        self.calls.insert(key, lot.clone());
        Ok(lot)
    }
}

/// What is being called: a function, or a procedure that is an expression, which has no number here.
#[derive(Clone, Copy)]
pub(super) struct Body<'p> {
    pub(super) params: &'p [Param],
    pub(super) body: &'p Expr,
    pub(super) id: Option<FnId>,
}

/// Whether a name stands anywhere in an expression, whatever it holds there.
fn mentions(expr: &Expr, local: LocalId) -> bool {
    expr.descendants().any(|expr| expr.uses().contains(&local))
}

/// Whether a number is beyond what a parameter may be given.
pub(super) fn is_beyond(param: &Param, value: &Value) -> bool {
    let bounds = param.bounds.as_deref().and_then(|(low, high)| Some((low.number()?, high.number()?)));
    match (bounds, value) {
        (Some((low, high)), Value::Number(number)) => *number < low || *number > high,
        (Some(_) | None, _) => false,
    }
}

/// What is handed over unrolled.
fn handed_over<'p>(value: &'p Expr, env: &Env<'p>) -> Option<Slot<'p>> {
    if let ExprKind::Unrolled(closure) = &value.kind {
        return Some(Slot::Roll(closure, env.clone()));
    }
    if let ExprKind::UnrolledTable(table, args) = &value.kind {
        return args.is_empty().then(|| Slot::Table(*table, Vec::new()));
    }
    let ExprKind::Local(local) = &value.kind else { return None };
    match env.slot(*local) {
        slot @ (Slot::Roll(..) | Slot::Table(..)) => Some(slot.clone()),
        Slot::Value(value @ Value::Unrolled(_)) => Some(Slot::Value(value.clone())),
        Slot::Unset | Slot::Beyond(_) | Slot::Later(..) | Slot::Value(_) => None,
    }
}
