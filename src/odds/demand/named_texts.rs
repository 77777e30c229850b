//! Texts that name a pick and show it again further on: `{b = beast} tracks, and there is the {b}`.

use super::Demand;
use super::gap::Gap;
use super::locals::{Env, Slot};
use super::need::Need;
use super::texts::{BYTES_PER_ITEM, Wanted};
use crate::check::program::{Expr, ExprKind, LocalId, TextPart};
use crate::dist::Dist;
use crate::plan::Value;

/// What a text may be; nothing where it can no longer be a part of one that is wanted.
type ToldTexts = Dist<Option<String>>;

impl<'p> Demand<'p> {
    /// The parts of a text, one after the other. Where texts are `wanted`, no more is made of it than could still be
    /// a part of one.
    pub(super) fn parts_told(
        &mut self,
        parts: &'p [TextPart],
        env: &Env<'p>,
        wanted: Option<&Wanted>,
    ) -> Result<ToldTexts, Gap> {
        let mut whole = Dist::point(Some(String::new()));
        let mut rest = parts;
        while let Some((part, later)) = rest.split_first() {
            rest = later;
            if whole.outcomes().iter().all(|(text, _)| text.is_none()) {
                break;
            }
            if let TextPart::Live(expr) = part
                && let ExprKind::Bind(bindings, shown) = &expr.kind
                && is_named_later(bindings, later)
            {
                let told = self.bound_told(bindings, (shown, later), env, wanted)?;
                return self.told_together(&whole, &told, wanted);
            }
            let told = match part {
                TextPart::Literal(text) => {
                    Dist::point(wanted.map_or_else(|| Some(text.to_string()), |wanted| wanted.part(text)))
                }
                TextPart::Live(expr) => self.part_told(expr, env, wanted)?,
            };
            whole = self.told_together(&whole, &told, wanted)?;
        }
        Ok(whole)
    }

    fn part_told(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        wanted: Option<&Wanted>,
    ) -> Result<ToldTexts, Gap> {
        match wanted {
            Some(wanted) => self.within_reach(expr, env, wanted),
            None => Ok(self.shown(expr, env)?.relabel(Some)),
        }
    }

    /// What names a pick, and the parts of the text after it.
    fn bound_told(
        &mut self,
        bindings: &'p [(LocalId, Expr)],
        (shown, rest): (&'p Expr, &'p [TextPart]),
        env: &Env<'p>,
        wanted: Option<&Wanted>,
    ) -> Result<ToldTexts, Gap> {
        let Some(((local, value), later)) = bindings.split_first() else {
            let first = self.part_told(shown, env, wanted)?;
            let rest = self.parts_told(rest, env, wanted)?;
            return self.told_together(&first, &rest, wanted);
        };
        let mut used = self.uses.use_of(*local, later, shown, &Need::first());
        for part in rest {
            if let TextPart::Live(expr) = part {
                used = used.and(self.uses.uses(expr, *local, &Need::first()));
            }
        }
        if used.times == 1 || (used.times == 0 && self.is_safe(value)) {
            let env = env.with(*local, Slot::Later(value, env.clone()));
            return self.bound_told(later, (shown, rest), &env, wanted);
        }
        if let (Some(_), []) = (wanted, later)
            && is_local(shown, *local)
            && is_only_shown(*local, rest)
        {
            return self.shown_again(*local, value, rest, env, wanted);
        }
        let values = self.lot(value, env, &used.need)?.into_values();
        if !values.is_complete() {
            return Err(Gap::Uncovered);
        }
        let mut parts = Vec::with_capacity(values.len());
        for (value, weight) in values.outcomes() {
            self.budget.charge(8)?;
            let env = env.with_value(*local, value.clone());
            parts.push((weight.clone(), self.bound_told(later, (shown, rest), &env, wanted)?));
        }
        Ok(Dist::mix(&parts, &mut self.budget)?)
    }

    /// A pick that is shown, and again further on: as far as it could still be a part of a text that is wanted.
    fn shown_again(
        &mut self,
        local: LocalId,
        value: &'p Expr,
        rest: &'p [TextPart],
        env: &Env<'p>,
        wanted: Option<&Wanted>,
    ) -> Result<ToldTexts, Gap> {
        let picks = self.part_told(value, env, wanted)?;
        let mut parts = Vec::with_capacity(picks.len());
        for (pick, weight) in picks.outcomes() {
            let told = match pick {
                Some(text) => {
                    let env = env.with_value(local, Value::text(text.as_str()));
                    let rest = self.parts_told(rest, &env, wanted)?;
                    self.told_together(&Dist::point(pick.clone()), &rest, wanted)?
                }
                None => Dist::point(None),
            };
            parts.push((weight.clone(), told));
        }
        Ok(Dist::mix(&parts, &mut self.budget)?)
    }

    fn told_together(
        &mut self,
        whole: &ToldTexts,
        part: &ToldTexts,
        wanted: Option<&Wanted>,
    ) -> Result<ToldTexts, Gap> {
        if let Some(wanted) = wanted {
            return Ok(whole.product(part, &mut self.budget, |a, b| match (a, b) {
                (Some(a), Some(b)) => wanted.joined(&format!("{a}{b}")),
                _ => None,
            })?);
        }
        // A text fills memory by its length, as a list does by its items.
        let items = (longest(whole) + longest(part)) / BYTES_PER_ITEM;
        let both =
            |a: &Option<String>, b: &Option<String>| Some(format!("{}{}", a.as_deref()?, b.as_deref()?));
        let told = whole.lists_with(part, items, &mut self.budget, both)?;
        self.budget.charge(told.len() as u64 * 16)?;
        self.budget.charge_values(told.len() as u64)?;
        Ok(told)
    }
}

fn is_local(expr: &Expr, local: LocalId) -> bool {
    matches!(expr.kind, ExprKind::Local(of) if of == local)
}

/// Whether a pick is shown in the parts of a text, and nothing else is done with it.
fn is_only_shown(local: LocalId, parts: &[TextPart]) -> bool {
    parts.iter().all(|part| match part {
        TextPart::Literal(_) => true,
        TextPart::Live(expr) => is_local(expr, local) || !expr.reads(local),
    })
}

/// Whether a text goes on to show what was named in it.
fn is_named_later(bindings: &[(LocalId, Expr)], later: &[TextPart]) -> bool {
    let is_shown = |local: &LocalId| later.iter().filter_map(TextPart::live).any(|expr| expr.reads(*local));
    bindings.iter().any(|(local, _)| is_shown(local))
}

/// How long the longest text is.
fn longest(texts: &ToldTexts) -> usize {
    texts.outcomes().iter().map(|(text, _)| text.as_ref().map_or(0, String::len)).max().unwrap_or(0)
}
