//! Pools of dice, and pool operators on lists.

use super::Demand;
use super::draws::counts;
use super::forms::known_pool;
use super::gap::Gap;
use super::locals::Env;
use super::lot::Lot;
use super::need::Need;
use crate::base::Num;
use crate::check::program::{DiceGroup, Explosion, Expr, ExprKind, Faces, Literal};
use crate::dice::{self, ExactError, PoolSource, PoolSpec, values_total_dist};
use crate::dist::Dist;
use crate::plan::{Arg, Op, PoolTemplate, Value, build, pool_template};
use crate::syntax::ast::Modifier;

impl<'p> Demand<'p> {
    /// `4d6kh3`.
    pub(super) fn pool(
        &mut self,
        groups: &'p [DiceGroup],
        ops: &'p [Modifier<Expr>],
        env: &Env<'p>,
    ) -> Result<Lot, Gap> {
        let (template, holes) = pool_template(groups, ops);
        let holes = self.holes(&holes, env)?;
        let known: Option<Vec<Num>> = holes.iter().map(single).collect();
        if let Some(known) = known {
            return self.pool_dist(&build::pool(&template, &mut known.into_iter()).map_err(|_| Gap::Wrong)?);
        }
        if let Some(lot) = self.so_many_dice(&template, &holes)? {
            return Ok(lot);
        }
        let all = self.all_holes(&holes)?;
        self.follow(&all, |this, numbers| {
            let pool = build::pool(&template, &mut numbers.iter().copied()).map_err(|_| Gap::Wrong)?;
            this.pool_dist(&pool)
        })
    }

    /// `(2d6)d10`: a random number of equal dice, added up.
    fn so_many_dice(&mut self, template: &PoolTemplate, holes: &[Dist<Num>]) -> Result<Option<Lot>, Gap> {
        let ([group], true, [count]) = (template.groups.as_slice(), template.ops.is_empty(), holes) else {
            return Ok(None);
        };
        if group.count != Arg::Stack {
            return Ok(None);
        }
        let one = build::pool(template, &mut std::iter::once(Num::ONE)).map_err(|_| Gap::Wrong)?;
        if one.faces().is_some_and(dice::Faces::is_text) {
            return Ok(None);
        }
        let counts = counts(count).ok_or(Gap::Wrong)?;
        let Lot::Numbers(once) = self.pool_dist(&one)? else { return Ok(None) };
        Ok(Some(Lot::Numbers(once.random_sum(&counts, &mut self.budget)?)))
    }

    /// The numbers of a pool that are worked out.
    fn holes(&mut self, holes: &[&'p Expr], env: &Env<'p>) -> Result<Vec<Dist<Num>>, Gap> {
        holes
            .iter()
            .map(|hole| {
                let lot = self.lot(hole, env, &Need::first())?;
                // A percentage is a number here, and a probability is one where it is short enough.
                match lot.numbers() {
                    Some(numbers) => Ok(numbers),
                    None => {
                        let number = |value: &Value| value.as_number().ok_or(Gap::Wrong);
                        lot.into_values().try_map(number)
                    }
                }
            })
            .collect()
    }

    fn all_holes(&mut self, holes: &[Dist<Num>]) -> Result<Dist<Vec<Num>>, Gap> {
        let mut all: Dist<Vec<Num>> = Dist::point(Vec::new());
        for hole in holes {
            all = all.product(hole, &mut self.budget, |list, number| {
                let mut list = list.clone();
                list.push(*number);
                list
            })?;
        }
        Ok(all)
    }

    /// The distribution of a known pool's result.
    pub(super) fn pool_dist(&mut self, pool: &PoolSpec) -> Result<Lot, Gap> {
        match pool.total_dist_within(self.residual_bits, &mut self.budget) {
            Ok(dist) => Ok(Lot::Numbers(dist)),
            Err(ExactError::Dist(error)) => Err(error.into()),
            Err(ExactError::Problem(_)) => match pool.text_dist() {
                Ok(texts) => Ok(Lot::Values(texts.map(|text| Value::Text(std::sync::Arc::clone(text))))),
                // Several texts, or no sense at all: the machine tells which.
                Err(_) => Err(Gap::Uncovered),
            },
        }
    }

    /// `{d8!, 2d6 + 1}kh1`.
    pub(super) fn pool_of(
        &mut self,
        entries: &'p [Expr],
        ops: &'p [Modifier<Expr>],
        env: &Env<'p>,
    ) -> Result<Lot, Gap> {
        let known: Option<Vec<PoolSpec>> = entries.iter().map(known_pool).collect();
        let ops = self.ops(ops, env)?;
        if let Some(entries) = known {
            return self.pool_dist(&PoolSpec { source: PoolSource::Entries(entries), ops });
        }
        let mut groups: Vec<(u32, Dist<Num>)> = Vec::new();
        for entry in entries {
            let once = self.lot(entry, env, &Need::first())?.numbers().ok_or(Gap::Uncovered)?;
            match groups.iter_mut().find(|(_, other)| *other == once) {
                Some((count, _)) => *count += 1,
                None => groups.push((1, once)),
            }
        }
        self.values_total(groups, &ops)
    }

    /// Operators whose numbers are certain.
    pub(super) fn ops(&mut self, ops: &'p [Modifier<Expr>], env: &Env<'p>) -> Result<Vec<dice::Op>, Gap> {
        let (template, holes) = pool_template(&[], ops);
        let holes = self.holes(&holes, env)?;
        let known: Option<Vec<Num>> = holes.iter().map(single).collect();
        let mut known = known.ok_or(Gap::Uncovered)?.into_iter();
        build::ops(&template, &mut known).map_err(|_| Gap::Wrong)
    }

    pub(super) fn values_total(
        &mut self,
        groups: Vec<(u32, Dist<Num>)>,
        ops: &[dice::Op],
    ) -> Result<Lot, Gap> {
        match values_total_dist(groups, ops, self.residual_bits, &mut self.budget) {
            Ok(Some(total)) => Ok(Lot::Numbers(total)),
            Ok(None) | Err(ExactError::Problem(_)) => Err(Gap::Uncovered),
            Err(ExactError::Dist(error)) => Err(error.into()),
        }
    }

    /// `(6 times 4d6kh3)kh1`.
    pub(super) fn list_ops(
        &mut self,
        expr: &'p Expr,
        (of, ops): (&'p Expr, &'p [Modifier<Expr>]),
        env: &Env<'p>,
    ) -> Result<Lot, Gap> {
        let known = self.ops(ops, env)?;
        if let Some(pool) = exploded(of, env).and_then(|dice| explosion_pool(dice, &known)) {
            return self.pool_dist(&pool);
        }
        if let Some(bag) = self.bag(of, env, &Need::first())? {
            let numbers = bag.numbers().ok_or(Gap::Uncovered)?;
            return self.by_counts(&numbers, |this, groups| this.values_total(groups, &known));
        }
        // Of a hand of cards it is known what stays, value by value.
        if let Some(found) = self.viewed(expr, env)? {
            return Ok(found);
        }
        let lists = self.lot(of, env, &Need::first())?.into_values();
        self.budget.charge(lists.len() as u64 * 32)?;
        let bench = &mut self.bench;
        Ok(Lot::of(lists.try_map(|list| {
            let items = list.as_list().ok_or(Gap::Wrong)?;
            let numbers: Option<Vec<Num>> = items.iter().map(Value::as_number).collect();
            Ok::<Value, Gap>(bench.list_ops(&known, &numbers.ok_or(Gap::Wrong)?)?)
        })?))
    }

    /// A list of values that are certain, by a step.
    pub(super) fn item(
        &mut self,
        expr: &'p Expr,
        (list, at): (&'p Expr, &'p Expr),
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let at = self.lot(at, env, &Need::first())?;
        if let Some(place) = at.single().as_ref().and_then(Value::as_number).and_then(Num::as_int)
            && let Some(found) = self.at_place(list, place, env, need)?
        {
            return Ok(found);
        }
        if let Some(found) = self.viewed(expr, env)? {
            return Ok(found);
        }
        let list = self.lot(list, env, &need.of_list_in_order())?;
        self.crossed(list, at, Op::Item)
    }
}

pub(super) fn single(dist: &Dist<Num>) -> Option<Num> {
    match (dist.outcomes(), dist.is_complete()) {
        ([(only, _)], true) => Some(*only),
        _ => None,
    }
}

/// Dice that explode, as they are or as a name for them that is used once.
pub(super) fn exploded<'p>(of: &'p Expr, env: &Env<'p>) -> Option<&'p Explosion> {
    if let ExprKind::Exploding(dice) = &env.put_in(of).0.kind { Some(dice) } else { None }
}

/// The same dice as a pool with these operators behind the explosion.
fn explosion_pool(dice: &Explosion, ops: &[dice::Op]) -> Option<PoolSpec> {
    let ExprKind::Literal(Literal::Number { value: count, .. }) = &dice.count.kind else { return None };
    let ExprKind::Pool(groups, none) = &dice.die.kind else { return None };
    let ([group], true) = (groups.as_slice(), none.is_empty()) else { return None };
    if matches!(group.faces, Faces::Computed(_) | Faces::Texts(_)) {
        return None;
    }
    let die = known_pool(&dice.die)?;
    let count = u32::try_from(count.as_int()?).ok()?;
    let limit = match dice.limit {
        Some(limit) => Some(u32::try_from(limit.as_int()?).ok()?),
        None => None,
    };
    let (compare, number) = dice.again;
    let explode = dice::Op::explode(Some(dice::Condition { compare, number, to: None }), limit);
    let mut pool = PoolSpec::dice(count, die.faces()?.clone()).with(explode);
    pool.ops.extend(ops.iter().cloned());
    Some(pool)
}
