//! Lists of which only single places are looked at: each is a roll of its own.

use super::Demand;
use super::gap::Gap;
use super::locals::{Env, Slot};
use super::lot::Lot;
use super::need::Need;
use crate::check::program::{Expr, ExprKind, LocalId, places_of};
use crate::plan::Value;

/// A place of a list, where that is looked at in several places of an expression, and what is rolled for it.
type SharedPlace<'p> = (usize, Vec<*const Expr>, &'p Expr);

impl<'p> Demand<'p> {
    /// What comes of a list of equal rolls of which single places are looked at by some expressions; `None` where more
    /// is. The list was written among other locals.
    pub(super) fn by_places(
        &mut self,
        (local, value, among): (LocalId, &'p Expr, &Env<'p>),
        looking: impl IntoIterator<Item = &'p Expr>,
        env: &Env<'p>,
        mut next: impl FnMut(&mut Self, &Env<'p>) -> Result<Lot, Gap>,
    ) -> Result<Option<Lot>, Gap> {
        let ExprKind::Times { count, body: each, unique: false } = &value.kind else { return Ok(None) };
        let count = count.number().and_then(|count| usize::try_from(count.as_int()?).ok());
        let (Some(count), Some(places)) = (count, places_of(local, looking)) else { return Ok(None) };
        if places.iter().any(|(at, _)| *at > count) || !self.effects.parts_apart(value) {
            return Ok(None);
        }
        let mut shared: Vec<SharedPlace<'p>> = Vec::new();
        for (nth, (at, expr)) in places.iter().enumerate() {
            if let Some((_, exprs, _)) = shared.iter_mut().find(|(known, ..)| known == at) {
                exprs.push(std::ptr::from_ref(*expr));
            } else if places.iter().skip(nth + 1).any(|(other, _)| other == at) {
                shared.push((*at, vec![std::ptr::from_ref(*expr)], each));
            }
        }
        let env = env.with(local, Slot::Later(value, among.clone()));
        self.place_by_place(&shared, among, &env, &mut next).map(Some)
    }

    /// What is looked at several times is taken value by value, and all else where it is looked at.
    fn place_by_place(
        &mut self,
        shared: &[SharedPlace<'p>],
        among: &Env<'p>,
        env: &Env<'p>,
        next: &mut impl FnMut(&mut Self, &Env<'p>) -> Result<Lot, Gap>,
    ) -> Result<Lot, Gap> {
        let Some(((_, exprs, each), rest)) = shared.split_first() else { return next(self, env) };
        let values = self.lot(each, among, &Need::all())?.into_values();
        self.follow(&values, |this, value: &Value| {
            let seen = exprs.iter().map(|expr| (*expr, value.clone())).collect();
            this.place_by_place(rest, among, &env.with_seen(seen), next)
        })
    }
}
