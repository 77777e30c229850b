//! Looks at a list by what other looks at it give: how many show the highest of them, `count(p where it == max(p))`.
//! For each value of those, they are worked out together with them.

use super::Demand;
use super::gap::Gap;
use super::locals::{Env, Slot};
use super::lot::Lot;
use super::need::Need;
use super::view::{ItemStep, LookedAt, Looks, Placed, add_to};
use crate::check::program::{Expr, ExprKind, LocalId};
use crate::dist::Dist;
use crate::plan::Value;

impl<'p> Demand<'p> {
    /// Takes an expression down that looks at a list by what other looks at it give; gives whether it is one.
    pub(super) fn second_view(
        &mut self,
        list: &LookedAt,
        expr: &'p Expr,
        env: &Env<'p>,
        found: &mut Looks<'p>,
    ) -> Result<bool, Gap> {
        let expr = list.meant(expr, env);
        let Some(view) = self.view(expr, env)? else { return Ok(false) };
        if !matches!(view.source.kind, ExprKind::Local(of) if of == list.local) {
            return Ok(false);
        }
        let mut inner = Looks { bound: found.bound, ..Looks::default() };
        for part in view.steps.iter().flat_map(|step| step.parts()) {
            if !self.views_of(list, part, env, &mut inner)? || !self.are_looks(part, found) {
                return Ok(false);
            }
        }
        // What looks by what looks go by is gone through list by list.
        if !inner.second.is_empty() {
            return Ok(false);
        }
        // What goes by the item itself is another look for each of them.
        let items: Vec<LocalId> = view.steps.iter().filter_map(ItemStep::item).collect();
        let outside = |(_, view): &Placed<'p>| {
            let mut parts = view.steps.iter().flat_map(|step| step.parts());
            !parts.any(|part| part.free_locals().iter().any(|local| items.contains(local)))
        };
        if !inner.first.iter().all(outside) {
            return Ok(false);
        }
        for (place, view) in inner.first {
            if !found.first.iter().any(|(known, _)| std::ptr::eq(*known, place)) {
                found.first.push((place, view));
            }
        }
        add_to(&mut found.second, expr, view);
        Ok(true)
    }

    /// Whether the names bound behind the list that a part reads stand for looks that are known.
    fn are_looks(&self, part: &Expr, found: &Looks<'p>) -> bool {
        let known = |value: &Expr| found.first.iter().any(|(place, _)| std::ptr::eq(*place, value));
        let read = part.free_locals();
        found.bound.iter().filter(|(bound, _)| read.contains(bound)).all(|(_, value)| known(value))
    }

    /// A body with such looks, for each value of the first ones.
    pub(super) fn second_views(
        &mut self,
        found: &Looks<'p>,
        (later, body): (&'p [(LocalId, Expr)], &'p Expr),
        (env, drawn): (&Env<'p>, &Env<'p>),
        need: &Need,
    ) -> Result<Option<Lot>, Gap> {
        let views = |looks: &[Placed<'p>]| looks.iter().map(|(_, view)| view.clone()).collect::<Vec<_>>();
        let (first, second) = (views(&found.first), views(&found.second));
        let Some(source) = first.first().map(|view| view.source) else { return Ok(None) };
        let Some(values) = self.views_on(source, &first, drawn)? else { return Ok(None) };
        let all = [first, second].concat();
        let lot = self.follow(&values, |this, values| {
            let mut known = drawn.with_seen(seen(&found.first, values));
            for (bound, value) in found.bound {
                let at = found.first.iter().position(|(place, _)| std::ptr::eq(*place, value));
                if let Some(value) = at.and_then(|at| values.get(at)) {
                    known = known.with(*bound, Slot::Value(value.clone()));
                }
            }
            let joint = this.views_on(source, &all, &known)?.ok_or(Gap::Uncovered)?;
            let (outcomes, whole) = (joint.outcomes(), joint.is_complete());
            let same = outcomes.iter().filter(|(all, _)| all.starts_with(values));
            let rest = same.map(|(all, weight)| (all[values.len()..].to_vec(), weight.clone()));
            let rest = Dist::from_weights(rest)?;
            if !whole || rest.outcomes().is_empty() {
                return Err(Gap::Uncovered);
            }
            this.follow(&rest, |this, others| {
                let mut all = seen(&found.first, values);
                all.extend(seen(&found.second, others));
                this.bind(later, body, &env.with_seen(all), need)
            })
        });
        match lot {
            Err(Gap::Uncovered) => Ok(None),
            done => done.map(Some),
        }
    }
}

/// What is known of looks; what is not there must not be looked at.
fn seen(looks: &[Placed<'_>], values: &[Value]) -> Vec<(*const Expr, Value)> {
    let there = looks.iter().map(|(place, _)| *place).zip(values.iter().cloned());
    there.filter(|(_, value)| *value != Value::Unset).collect()
}
