//! What locals hold: values, and expressions that are put in where they are used.

use std::rc::Rc;

use super::forms::is_list;
use crate::base::Num;
use crate::check::program::{Closure, Expr, ExprKind, LocalId, TableId};
use crate::dist::Dist;
use crate::plan::{SourceExpr, Value};

/// What locals hold.
#[derive(Clone)]
pub(super) struct Env<'p> {
    slots: Rc<Vec<Slot<'p>>>,
    /// What parts of an expression are known to give, by their place in memory.
    seen: Rc<Vec<(*const Expr, Value)>>,
}

/// What one local holds.
#[derive(Clone)]
pub(super) enum Slot<'p> {
    Unset,
    Value(Value),
    /// All that lies beyond those of its numbers that are listed: one number, whichever it is.
    Beyond(Rc<Dist<Num>>),
    /// Used once: worked out there, among the locals that it was written with.
    Later(&'p Expr, Env<'p>),
    /// Unrolled: worked out at each mention.
    Roll(&'p Closure, Env<'p>),
    /// A table, unrolled.
    Table(TableId, Vec<Value>),
}

impl<'p> Env<'p> {
    pub(super) fn new(locals: u32) -> Env<'p> {
        Env { slots: Rc::new(vec![Slot::Unset; locals as usize]), seen: Rc::new(Vec::new()) }
    }

    /// The locals of what was written, with what it captured.
    pub(super) fn captured(written: &SourceExpr, captured: &[Value]) -> Env<'p> {
        let env = Env::new(written.locals);
        let captured = written.captures.iter().zip(captured);
        captured.fold(env, |env, (local, value)| env.with_value(*local, value.clone()))
    }

    pub(super) fn with(&self, local: LocalId, slot: Slot<'p>) -> Env<'p> {
        let mut env = self.clone();
        let slots = Rc::make_mut(&mut env.slots);
        let at = local.0 as usize;
        if slots.len() <= at {
            slots.resize(at + 1, Slot::Unset);
        }
        if let Some(place) = slots.get_mut(at) {
            *place = slot;
        }
        env
    }

    pub(super) fn with_value(&self, local: LocalId, value: Value) -> Env<'p> {
        self.with(local, Slot::Value(value))
    }

    /// The same where some parts of an expression are known.
    pub(super) fn with_seen(&self, seen: Vec<(*const Expr, Value)>) -> Env<'p> {
        let mut env = self.clone();
        Rc::make_mut(&mut env.seen).extend(seen);
        env
    }

    pub(super) fn seen(&self, expr: &Expr) -> Option<Value> {
        let found = self.seen.iter().find(|(known, _)| std::ptr::eq(*known, expr));
        found.map(|(_, value)| value.clone())
    }

    /// Whether parts of some expression are known beforehand.
    pub(super) fn sees_parts(&self) -> bool {
        !self.seen.is_empty()
    }

    pub(super) fn slot(&self, local: LocalId) -> &Slot<'p> {
        const UNSET: &Slot<'static> = &Slot::Unset;
        match self.slots.get(local.0 as usize) {
            Some(slot) => slot,
            None => UNSET,
        }
    }

    /// The expression that stands for a name that is used once, with the locals that it was written with;
    /// any other as it is.
    pub(super) fn put_in(&self, expr: &'p Expr) -> (&'p Expr, Env<'p>) {
        let (mut expr, mut env) = (expr, self.clone());
        while let ExprKind::Local(local) = &expr.kind {
            match env.slot(*local) {
                Slot::Later(later, outer) => (expr, env) = (*later, outer.clone()),
                Slot::Unset | Slot::Value(_) | Slot::Beyond(_) | Slot::Roll(..) | Slot::Table(..) => break,
            }
        }
        (expr, env)
    }

    /// Whether an expression gives a list: a name without a kind stands for one where that was handed over.
    pub(super) fn is_list(&self, expr: &'p Expr) -> bool {
        if let ExprKind::Field(of, _) = &expr.kind {
            return is_list(expr) || self.is_list(of);
        }
        is_list(expr) || is_list(self.put_in(expr).0)
    }

    /// What lies beyond all that is listed of locals here.
    pub(super) fn beyond(&self) -> Vec<Rc<Dist<Num>>> {
        let held = |slot: &Slot<'p>| match slot {
            Slot::Beyond(held) => Some(Rc::clone(held)),
            Slot::Unset | Slot::Value(_) | Slot::Later(..) | Slot::Roll(..) | Slot::Table(..) => None,
        };
        self.slots.iter().filter_map(held).collect()
    }

    /// Whether a local here holds what lies beyond all that is listed of it.
    pub(super) fn has_beyond(&self) -> bool {
        self.slots.iter().any(|slot| matches!(slot, Slot::Beyond(_)))
    }

    /// The only local that holds what lies beyond all that is listed of it, where all others hold values: nothing else
    /// is still to be worked out of what it holds.
    pub(super) fn only_beyond(&self) -> Option<LocalId> {
        let is_value = |slot: &Slot<'p>| matches!(slot, Slot::Unset | Slot::Value(_));
        let mut others = (0u32..).zip(self.slots.iter()).filter(|(_, slot)| !is_value(slot));
        let (at, slot) = others.next()?;
        (matches!(slot, Slot::Beyond(_)) && others.next().is_none()).then_some(LocalId(at))
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }
}
