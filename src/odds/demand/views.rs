//! Expressions that look at a list as a whole: how many, the sum, the highest, the most of a kind. Several of
//! them on one list are worked out together, value by value (see [`super::fold`]).

use super::Demand;
use super::forms::{is_item, sort_order};
use super::gap::Gap;
use super::locals::{Env, Slot};
use super::lot::Lot;
use super::need::Need;
use super::pools::exploded;
use super::view::{ItemStep, LookedAt, Looks, Made, NamedViews, View, is_row_list};
use crate::base::Num;
use crate::check::Builtin;
use crate::check::program::{Expr, ExprKind, IsTest, ItemScope, Kind, LocalId};
use crate::dice::{self, PoolOp};
use crate::dist::{Dist, Nat};
use crate::engine::row_identity;
use crate::plan::{Op, Value, literal_value};
use crate::syntax::ast::{Compare, Modifier};

impl<'p> Demand<'p> {
    /// What an expression gives that looks at a list as a whole; `None` where it is no such expression.
    pub(super) fn viewed(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Lot>, Gap> {
        let Some(view) = self.view(expr, env)? else { return Ok(None) };
        let source = view.source;
        if let Some(dice) = exploded(source, env)
            && let Some(sum) = self.sum_of_one(view.clone(), dice, env)?
        {
            return Ok(Some(Lot::Numbers(sum)));
        }
        let Some(found) = self.views_on(source, std::slice::from_ref(&view), env)? else { return Ok(None) };
        let has_none = |(values, _): &(Vec<Value>, Nat)| values.contains(&Value::Unset);
        if found.outcomes().iter().any(has_none) {
            return Ok(None);
        }
        let first = |values: &Vec<Value>| values.first().cloned().unwrap_or(Value::Nothing);
        Ok(Some(Lot::of(found.map(first))))
    }

    /// What views of a list give, together. One that has no value, as the highest of none, is unset.
    pub(super) fn views_on(
        &mut self,
        list: &'p Expr,
        views: &[View<'p>],
        env: &Env<'p>,
    ) -> Result<Option<Dist<Vec<Value>>>, Gap> {
        if let Some(dice) = exploded(list, env) {
            return self.gathered_explosion(dice, views, env);
        }
        if let Some((count, cards)) = self.cards(list, env)? {
            return self.folded_cards(count, &cards, views, env);
        }
        // What is only counted is not looked at.
        let rows = is_row_list(env.put_in(list).0);
        let mut need = if rows { Need::default() } else { Need::all() };
        if rows {
            views.iter().for_each(|view| need.add(&view.need(&self.uses)));
        }
        match self.bag(list, env, &need)? {
            Some(bag) => self.folded(&bag, views, env),
            None => Ok(None),
        }
    }

    /// The body of a binding where the bound list, which was written among other locals, is only looked at as a whole;
    /// `None` where it is not.
    pub(super) fn through_views(
        &mut self,
        (local, value, among): (LocalId, &'p Expr, &Env<'p>),
        (later, body): (&'p [(LocalId, Expr)], &'p Expr),
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Lot>, Gap> {
        if !among.is_list(value) {
            return Ok(None);
        }
        let (list, later, env) = &self.named_views(local, later, body, env, need)?;
        if later.is_empty()
            && let Some(lot) = self.added_views((list, value, among), body, env)?
        {
            return Ok(Some(lot));
        }
        // Looks are found, and the list drawn, where it stands for what was written. What is left has none.
        let drawn = env.with(local, Slot::Later(value, among.clone()));
        let mut found = Looks { bound: later, ..Looks::default() };
        for (at, (bound, value)) in later.iter().enumerate() {
            let read = self.uses.use_of(*bound, later.get(at + 1..).unwrap_or(&[]), body, need);
            if read.times > 0 && !self.views_of(list, value, &drawn, &mut found)? {
                return Ok(None);
            }
        }
        if !self.views_of(list, body, &drawn, &mut found)? || found.first.is_empty() {
            return Ok(None);
        }
        if !found.second.is_empty() {
            return self.second_views(&found, (later, body), (env, &drawn), need);
        }
        let (places, views): (Vec<*const Expr>, Vec<View<'p>>) = found.first.into_iter().unzip();
        let Some(source) = views.first().map(|view| view.source) else { return Ok(None) };
        let Some(values) = self.views_on(source, &views, &drawn)? else { return Ok(None) };
        let lot = self.follow(&values, |this, values| {
            // What is not there must not be looked at.
            let there = places.iter().copied().zip(values.iter().cloned());
            let seen = there.filter(|(_, value)| *value != Value::Unset).collect();
            this.bind(later, body, &env.with_seen(seen), need)
        });
        match lot {
            Err(Gap::Uncovered) => Ok(None),
            done => done.map(Some),
        }
    }

    /// Names bound behind a list that each stand for looks at it, put in where they are used; what is left of the
    /// bindings otherwise.
    fn named_views(
        &mut self,
        local: LocalId,
        later: &'p [(LocalId, Expr)],
        body: &'p Expr,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<NamedViews<'p>, Gap> {
        let mut list = LookedAt { local, names: Vec::new() };
        let mut inside = env.clone();
        for (at, (bound, value)) in later.iter().enumerate() {
            if self.added(&list, value, &inside)?.is_some() {
                inside = inside.with(*bound, Slot::Later(value, inside.clone()));
                list.names.push(*bound);
                continue;
            }
            let read = self.uses.use_of(*bound, later.get(at + 1..).unwrap_or(&[]), body, need);
            if read.times > 0 || !self.is_safe(value) {
                return Ok((LookedAt { local, names: Vec::new() }, later, env.clone()));
            }
        }
        Ok((list, &[], inside))
    }

    /// Collects the views of a local's list; gives whether it is looked at in no other way.
    pub(super) fn views_of(
        &mut self,
        list: &LookedAt,
        expr: &'p Expr,
        env: &Env<'p>,
        found: &mut Looks<'p>,
    ) -> Result<bool, Gap> {
        if !list.is_read(expr) {
            return Ok(true);
        }
        // How a quantity is written depends on the order in which it was added up.
        let is_written = matches!(expr.kind, ExprKind::Text(_));
        let met = (found.first.len(), found.second.len());
        if let Some(view) = self.view_of(list, expr, env)?
            && !found.is_about_bound(&view)
        {
            found.add(expr, view);
            return Ok(true);
        }
        if self.second_view(list, expr, env, found)? {
            return Ok(true);
        }
        let meant = list.meant(expr, env);
        if !std::ptr::eq(meant, expr) {
            return self.views_of(list, meant, env, found);
        }
        let own = matches!(
            expr.kind,
            ExprKind::Local(_) | ExprKind::RollLocal(_) | ExprKind::Query(..) | ExprKind::Unrolled(_)
        );
        if own {
            return Ok(false);
        }
        for part in expr.parts() {
            if !self.views_of(list, part, env, found)? {
                return Ok(false);
            }
        }
        let is_plain = |(_, view): &(*const Expr, View<'p>)| {
            !matches!(view.gives, Kind::Quantity(_) | Kind::Any | Kind::OneOf(_))
        };
        let mut here = found.first.iter().skip(met.0).chain(found.second.iter().skip(met.1));
        Ok(!is_written || here.all(is_plain))
    }

    /// The view of a local's list that an expression is, or a comparison of one with a number.
    pub(super) fn view_of(
        &mut self,
        list: &LookedAt,
        expr: &'p Expr,
        env: &Env<'p>,
    ) -> Result<Option<View<'p>>, Gap> {
        let expr = list.meant(expr, env);
        if let ExprKind::Compare(of, compare, with) = &expr.kind
            && with.gives == Kind::Number
            && of.gives == Kind::Number
            && let Some(view) = self.view_of(list, of, env)?
            && view.made.is_number()
            && view.against.is_none()
        {
            let with = self.certain(with, env)?;
            return Ok(with.map(|with| View { against: Some((*compare, with)), gives: &expr.gives, ..view }));
        }
        let is_of_list = |view: &View<'p>| {
            matches!(view.source.kind, ExprKind::Local(of) if of == list.local)
                && !view.steps.iter().any(|step| step.reads(list))
        };
        Ok(self.view(expr, env)?.filter(is_of_list))
    }

    /// The view that an expression is.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named looks at more than a list as a whole"
    )]
    pub(super) fn view(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<View<'p>>, Gap> {
        let mut steps = Vec::new();
        let (made, list, is_grouped) = match &expr.kind {
            ExprKind::Builtin(builtin, args) => match args.as_slice() {
                [list] => match made_of(*builtin, list, &mut steps) {
                    Some(found) => found,
                    None => return Ok(None),
                },
                _ => return Ok(None),
            },
            ExprKind::ListOps(list, ops) => match self.made_by(ops, env)? {
                Some(made) => (made, &**list, false),
                None => return Ok(None),
            },
            ExprKind::Item(list, at) => match (&list.kind, self.certain(at, env)?) {
                (ExprKind::Sort(scope, keys), Some(at)) if scope.filter.is_none() => {
                    let place = at.as_int().and_then(|at| u32::try_from(at.checked_sub(1)?).ok());
                    match (place, sort_order(scope, keys)) {
                        (Some(place), Some(down)) => (Made::Place(place, down), &*scope.of, false),
                        _ => return Ok(None),
                    }
                }
                _ => return Ok(None),
            },
            ExprKind::In(of, within) if env.is_list(within) => match of.literal() {
                Some(with) => {
                    steps.push(ItemStep::Same(with));
                    (Made::Any, &**within, false)
                }
                None => return Ok(None),
            },
            ExprKind::Is { of, negated: false, tests } if matches!(tests.as_slice(), [IsTest::Empty]) => {
                (Made::Empty, &**of, false)
            }
            _ => return Ok(None),
        };
        // Groups are told apart by all that becomes of the items.
        let mut told = is_grouped.then_some(0);
        let is_grouped_by_column = steps.iter().any(|step| matches!(step, ItemStep::Column(_)));
        let source = self.source_of(list, &mut steps, &mut told, env);
        if is_grouped_by_column && !is_row_list(env.put_in(source).0) {
            return Ok(None);
        }
        steps.reverse();
        let by_kind = told.map(|told| steps.len() - told);
        // What stays of a list goes by the place in it, which is known only where all items are there.
        let is_whole = made != Made::MostOfAKind || by_kind == Some(steps.len());
        let all_there = by_kind.is_none() && !steps.iter().any(ItemStep::may_leave_out);
        let fits = is_whole && (!made.is_by_place() || all_there);
        Ok(fits.then_some(View { made, steps, by_kind, source, gives: &expr.gives, against: None }))
    }

    /// What operators make of a list, where they are of a simple kind.
    fn made_by(&mut self, ops: &'p [Modifier<Expr>], env: &Env<'p>) -> Result<Option<Made>, Gap> {
        let mut keeps = Vec::with_capacity(ops.len());
        for modifier in ops {
            match self.certain_op(modifier, env)? {
                Some(PoolOp::Keep(keep)) => keeps.push(keep),
                Some(PoolOp::Count(count)) if ops.len() == 1 => {
                    return Ok(Some(Made::Tally(count)));
                }
                Some(PoolOp::Count(_) | PoolOp::Again(_) | PoolOp::Bound(_)) | None => return Ok(None),
            }
        }
        Ok((!keeps.is_empty()).then_some(Made::Kept(keeps)))
    }

    /// An operator all of whose numbers are certain.
    fn certain_op(&mut self, modifier: &'p Modifier<Expr>, env: &Env<'p>) -> Result<Option<dice::Op>, Gap> {
        let known = modifier.op.try_map(|_, number| match self.certain(number, env) {
            Ok(number) => number.ok_or(None),
            Err(gap) => Err(Some(gap)),
        });
        match known {
            Ok(op) => Ok(op.counted().ok()),
            Err(None) => Ok(None),
            Err(Some(gap)) => Err(gap),
        }
    }

    /// A number that is certain and needs no list.
    pub(super) fn certain(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Num>, Gap> {
        if !matches!(expr.kind, ExprKind::Literal(_)) {
            // Only where nothing in it is still to be rolled.
            let read = expr.free_locals();
            if read.iter().any(|local| !matches!(env.slot(*local), Slot::Value(_))) {
                return Ok(None);
            }
        }
        Ok(self.lot(expr, env, &Need::first())?.single().as_ref().and_then(Value::as_number))
    }

    /// What a view makes of one item of the list; `None` where that is a matter of luck.
    pub(super) fn through_steps(
        &mut self,
        view: &View<'p>,
        item: &Value,
        env: &Env<'p>,
    ) -> Result<Option<Option<Value>>, Gap> {
        self.through(&view.steps, item, env)
    }

    /// What an item is told apart by, where items that are the same are one kind; `None` where that is a matter of luck.
    pub(super) fn kind_of(
        &mut self,
        view: &View<'p>,
        item: &Value,
        env: &Env<'p>,
    ) -> Result<Option<Option<Value>>, Gap> {
        let Some(told) = view.by_kind else { return Ok(Some(None)) };
        let kind = self.through(view.steps.get(..told).unwrap_or(&view.steps), item, env)?;
        Ok(kind.map(|kind| match kind {
            // Texts are the same whatever their case.
            Some(Value::Text(text)) => Some(Value::text(text.to_lowercase())),
            Some(Value::Row(row)) => {
                let identity = row_identity(self.plan, &row);
                let Value::Text(text) = &identity else { return Some(identity) };
                Some(Value::text(text.to_lowercase()))
            }
            Some(amount @ Value::Quantity(..)) => Some(self.plan.in_smallest_unit(&amount).unwrap_or(amount)),
            kind => kind,
        }))
    }

    pub(super) fn through(
        &mut self,
        steps: &[ItemStep<'p>],
        item: &Value,
        env: &Env<'p>,
    ) -> Result<Option<Option<Value>>, Gap> {
        let mut item = item.clone();
        for step in steps {
            let (scope, each) = match step {
                ItemStep::Walked(scope, each) => (*scope, *each),
                ItemStep::Same(with) => {
                    item = self.bench.apply(Op::Compare(Compare::Equal), &[literal_value(with), item])?;
                    continue;
                }
                ItemStep::Column(name) => {
                    let symbol = self.symbol(name).ok_or(Gap::Uncovered)?;
                    item = self.bench.apply(Op::Field(symbol), &[item])?;
                    continue;
                }
            };
            let env = env.with_value(scope.item, item.clone());
            if let Some(filter) = &scope.filter {
                match self.lot(filter, &env, &Need::all())?.single() {
                    Some(Value::YesNo(true)) => {}
                    Some(Value::YesNo(false)) => return Ok(Some(None)),
                    _ => return Ok(None),
                }
            }
            if let Some(each) = each {
                let Some(value) = self.lot(each, &env, &Need::all())?.single() else { return Ok(None) };
                item = value;
            }
        }
        Ok(Some(Some(item)))
    }

    /// The list that others are made from, item by item; the last step comes first. Cards stay whole, so that
    /// several columns of one hand are looked at together. `told`: how many steps are taken with items of which those
    /// that are the same count once.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a list that is not named is made from no other")]
    fn source_of(
        &mut self,
        list: &'p Expr,
        steps: &mut Vec<ItemStep<'p>>,
        told: &mut Option<usize>,
        env: &Env<'p>,
    ) -> &'p Expr {
        // What is done for one item is not to change what the next one sees.
        let walks_apart = |this: &mut Self, scope: &'p ItemScope, each: Option<&'p Expr>| {
            let mut parts = scope.filter.as_deref().into_iter().chain(each);
            !parts.any(|part| this.effects.of(part).changes())
        };
        match &list.kind {
            ExprKind::Map(scope, each) if walks_apart(self, scope, Some(each)) => {
                steps.push(ItemStep::Walked(scope, Some(each)));
                self.source_of(&scope.of, steps, told, env)
            }
            ExprKind::Filter(scope) if walks_apart(self, scope, None) => {
                steps.push(ItemStep::Walked(scope, None));
                self.source_of(&scope.of, steps, told, env)
            }
            ExprKind::Field(of, name) if is_row_list(env.put_in(of).0) => {
                steps.push(ItemStep::Column(name));
                self.source_of(of, steps, told, env)
            }
            ExprKind::Sort(scope, _) if scope.filter.is_none() => self.source_of(&scope.of, steps, told, env),
            ExprKind::Builtin(Builtin::Distinct, args) if told.is_none() && args.len() == 1 => {
                *told = Some(steps.len());
                args.first().map_or(list, |inner| self.source_of(inner, steps, told, env))
            }
            ExprKind::Label(of, _) => self.source_of(of, steps, told, env),
            _ => list,
        }
    }
}

/// What a built-in function makes of a list, and of which; whether of groups of items that are the same.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "whatever is not named looks at more than a list as a whole"
)]
fn made_of<'p>(
    builtin: Builtin,
    list: &'p Expr,
    steps: &mut Vec<ItemStep<'p>>,
) -> Option<(Made, &'p Expr, bool)> {
    match builtin {
        Builtin::Count => match &list.kind {
            ExprKind::Groups(scope, key) if is_alone(scope, key, steps) => {
                Some((Made::Count, &scope.of, true))
            }
            _ => Some((Made::Count, list, false)),
        },
        Builtin::Max => {
            let grouped = sizes_of_groups(list, steps).map(|inner| (Made::MostOfAKind, inner, true));
            Some(grouped.unwrap_or((Made::Max, list, false)))
        }
        Builtin::Min => Some((Made::Min, list, false)),
        Builtin::Sum => Some((Made::Sum, list, false)),
        Builtin::Any => Some((Made::Any, list, false)),
        Builtin::All => Some((Made::All, list, false)),
        Builtin::NoneOf => Some((Made::NoneOf, list, false)),
        Builtin::First | Builtin::Last => match &list.kind {
            ExprKind::Sort(scope, keys) if scope.filter.is_none() => {
                let down = sort_order(scope, keys)?;
                let last = builtin == Builtin::Last;
                Some((Made::Place(0, down != last), &scope.of, false))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `[count(g) for g in groups of rolls by it]`: the list that is grouped by its own values, or its cards by a
/// column.
fn sizes_of_groups<'p>(list: &'p Expr, steps: &mut Vec<ItemStep<'p>>) -> Option<&'p Expr> {
    let ExprKind::Map(scope, each) = &list.kind else { return None };
    let ExprKind::Builtin(Builtin::Count, args) = &each.kind else { return None };
    let [counted] = args.as_slice() else { return None };
    let ExprKind::Groups(groups, key) = &scope.of.kind else { return None };
    let by_itself = is_item(scope, counted) && scope.filter.is_none() && is_alone(groups, key, steps);
    by_itself.then_some(&*groups.of)
}

/// Whether a key is the item itself, or a column of it, which then is a step.
fn is_alone<'p>(scope: &'p ItemScope, key: &'p Expr, steps: &mut Vec<ItemStep<'p>>) -> bool {
    if scope.filter.is_some() {
        return false;
    }
    if let ExprKind::Field(of, name) = &key.kind
        && is_item(scope, of)
    {
        steps.push(ItemStep::Column(name));
        return true;
    }
    is_item(scope, key)
}
