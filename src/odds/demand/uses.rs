//! Who uses what: how often names are used in an expression, and what is looked at of them.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::forms;
use super::need::{Need, builtin_need, is_need, present};
use crate::base::SharedVec;
use crate::base::stack::with_room;
use crate::check::program::{
    Args, Closure, Expr, ExprKind, FnId, Function, IsTest, ItemScope, Kind, LocalId, TextPart,
};

type Functions = SharedVec<Arc<Function>>;

/// Names that one `where` may bind, and parameters that a function may have, for all that is put together here:
/// each is seen to among all others. What has more is left to the machine.
pub(super) const MOST_LOCALS: usize = 200;

/// How often a local is used, and what is looked at of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Use {
    /// 0, 1, or 2 for more than that or for a use that may be taken several times.
    pub(super) times: u32,
    pub(super) need: Need,
}

impl Use {
    pub(super) fn and(mut self, other: Use) -> Use {
        self.times = (self.times + other.times).min(2);
        self.need.add(&other.need);
        self
    }

    /// Only one of the two comes to pass.
    fn or(mut self, other: Use) -> Use {
        self.times = self.times.max(other.times);
        self.need.add(&other.need);
        self
    }
}

/// How locals are used, each of them once.
#[derive(Debug, Default)]
struct LocalUses(Vec<(LocalId, Use)>);

impl LocalUses {
    fn one(local: LocalId, used: Use) -> LocalUses {
        LocalUses(vec![(local, used)])
    }

    fn of(&self, local: LocalId) -> Use {
        self.0.iter().find(|(used, _)| *used == local).map(|(_, used)| used.clone()).unwrap_or_default()
    }

    fn joined(mut self, other: LocalUses, join: impl Fn(Use, Use) -> Use) -> LocalUses {
        for (local, used) in other.0 {
            match self.0.iter_mut().find(|(known, _)| *known == local) {
                Some((_, known)) => *known = join(std::mem::take(known), used),
                None => self.0.push((local, used)),
            }
        }
        self
    }

    fn and(self, other: LocalUses) -> LocalUses {
        self.joined(other, Use::and)
    }

    /// Only one of the two comes to pass.
    fn or(self, other: LocalUses) -> LocalUses {
        self.joined(other, Use::or)
    }

    fn often(mut self) -> LocalUses {
        self.0.iter_mut().for_each(|(_, used)| used.times = (used.times * 2).min(2));
        self
    }
}

/// Which locals are looked for. What is looked at of a name that is bound inside depends on all that stands around
/// it: where something is bound, all are looked for at once, for one after the other takes twice as long at each level.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    One(LocalId),
    All,
}

impl Wanted {
    fn takes(self, local: LocalId) -> bool {
        match self {
            Wanted::One(wanted) => wanted == local,
            Wanted::All => true,
        }
    }

    fn of(self, mut uses: LocalUses) -> LocalUses {
        uses.0.retain(|(local, _)| self.takes(*local));
        uses
    }
}

/// What is known of the names of one `where`, by the expression that it is written behind and what is looked at of
/// that.
type BoundUses = FxHashMap<(*const Expr, Need), Rc<[(LocalId, Use)]>>;

/// Who uses what, also in the functions that are called.
pub(super) struct Uses<'p> {
    fns: &'p Functions,
    /// What is known of parameters, by what is looked at of what the function gives.
    params: RefCell<FxHashMap<(FnId, LocalId, Need), Use>>,
    bound: RefCell<BoundUses>,
}

impl<'p> Uses<'p> {
    pub(super) fn new(fns: &'p Functions) -> Uses<'p> {
        Uses { fns, params: RefCell::default(), bound: RefCell::default() }
    }

    /// How a function uses a parameter.
    pub(super) fn of_param(&self, function: FnId, param: LocalId, need: &Need) -> Use {
        let whole = Use { times: 2, need: Need::all() };
        let known = self.fns.get(function.index());
        let Some((known, body)) = known.and_then(|known| Some((known, known.body.as_ref()?))) else {
            return whole;
        };
        // A default sees the parameters before it, and what a parameter may be given is looked at.
        let later = known.params.iter().skip(param.index()).enumerate();
        if later.clone().any(|(at, param)| at > 0 && param.default.is_some())
            || known.params.get(param.index()).is_none_or(|param| param.bounds.is_some())
        {
            return whole;
        }
        let key = (function, param, need.clone());
        if let Some(used) = self.params.borrow().get(&key) {
            return used.clone();
        }
        if known.params.len() > MOST_LOCALS {
            return whole;
        }
        // What comes back to itself meanwhile may look at all there is.
        self.params.borrow_mut().insert(key.clone(), whole);
        let used = with_room(|| self.uses(body, param, need));
        self.params.borrow_mut().insert(key, used.clone());
        used
    }

    /// How an expression uses a local, where this much is looked at of what it gives.
    pub(super) fn uses(&self, expr: &Expr, local: LocalId, need: &Need) -> Use {
        self.uses_in(expr, Wanted::One(local), need).of(local)
    }

    /// How an expression uses locals, where this much is looked at of what it gives.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named looks at all there is: the safe answer"
    )]
    fn uses_in(&self, expr: &Expr, wanted: Wanted, need: &Need) -> LocalUses {
        let of = |expr: &Expr, need: &Need| self.uses_in(expr, wanted, need);
        let whole = |expr: &Expr| of(expr, &Need::all());
        let first = |expr: &Expr| of(expr, &Need::first());
        let all = |exprs: &mut dyn Iterator<Item = &Expr>, need: &Need| {
            exprs.fold(LocalUses::default(), |sum, expr| sum.and(of(expr, need)))
        };
        match &expr.kind {
            ExprKind::Local(used) if wanted.takes(*used) => {
                LocalUses::one(*used, Use { times: 1, need: need.clone() })
            }
            // An unrolled value is handed over whole.
            ExprKind::RollLocal(used) if wanted.takes(*used) => {
                LocalUses::one(*used, Use { times: 2, need: Need::all() })
            }
            ExprKind::Query(_, closure) | ExprKind::Unrolled(closure) => in_closure(closure, wanted),
            ExprKind::Field(inner, name) => of(inner, &Need::field(name, need)),
            ExprKind::If(condition, then, otherwise) => {
                if let Some((_, names)) = forms::extreme_of_names(expr) {
                    return all(&mut names.into_iter(), &Need::first());
                }
                whole(condition).and(of(then, need).or(of(otherwise, need)))
            }
            ExprKind::Otherwise(inner, fallback) => of(inner, &present(need)).and(of(fallback, need)),
            ExprKind::Times { count, body, unique: false } => {
                first(count).and(of(body, &need.of_item()).often())
            }
            ExprKind::Map(scope, each) => wanted.of(self.in_walk(scope, Some(each), need)),
            ExprKind::Filter(scope) => wanted.of(self.in_walk(scope, None, need)),
            ExprKind::Groups(scope, key) => {
                let list = self.grouped_need(scope, key, need);
                self.in_keyed(scope, [&**key].into_iter(), wanted, &list)
            }
            ExprKind::In(item, within) if matches!(within.gives, Kind::List(_)) => {
                of(item, &Need::compared()).and(of(within, &Need::compared().in_any_order()))
            }
            ExprKind::Extreme(scope, key, _) => self.in_sorted(scope, &[&**key], wanted, need),
            // What is sorted by itself is looked at whole.
            ExprKind::Sort(scope, keys) if scope.sorts_by_value(keys) => {
                self.in_keyed(scope, keys.iter().map(|(key, _)| key), wanted, &Need::all())
            }
            ExprKind::Sort(scope, keys) => {
                let keys: Vec<&Expr> = keys.iter().map(|(key, _)| key).collect();
                self.in_sorted(scope, &keys, wanted, &need.of_item())
            }
            ExprKind::Advantage(net, inner) => first(net).and(of(inner, &need.ranked()).often()),
            ExprKind::Bind(bindings, body) if bindings.len() <= MOST_LOCALS => {
                let (read, unread) = self.in_bindings(bindings, body, need, &mut Vec::new());
                wanted.of(read.and(unread))
            }
            ExprKind::Builtin(builtin, args) => {
                let need = builtin_need(*builtin, args, need);
                all(&mut args.iter(), &need)
            }
            ExprKind::Text(parts) => all(&mut live_parts(parts), &Need::first()),
            ExprKind::Arith(start, rest) => {
                rest.iter().fold(first(start), |sum, (_, term)| sum.and(first(term)))
            }
            ExprKind::Negate(inner) | ExprKind::Likely(inner) => first(inner),
            ExprKind::Compare(left, _, right) => {
                of(left, &Need::compared()).and(of(right, &Need::compared()))
            }
            ExprKind::Is { of: inner, tests, .. } => {
                let tested = tests.iter().filter_map(IsTest::with);
                tested.fold(of(inner, &is_need(tests)), |sum, expr| sum.and(of(expr, &Need::compared())))
            }
            ExprKind::List(items) => all(&mut items.iter(), &need.of_item()),
            ExprKind::Parts(parts) => parts.iter().fold(LocalUses::default(), |sum, (name, value)| {
                sum.and(of(value, &need.of_named_part(name)))
            }),
            ExprKind::Label(inner, _) => of(inner, need),
            ExprKind::Item(list, at) => of(list, &need.of_list_in_order()).and(first(at)),
            ExprKind::Call(function, args) => self.in_args(*function, args, wanted, need),
            _ => {
                let used = all(&mut expr.parts().into_iter(), &Need::all());
                // A filter of rows may look at what is outside for every row.
                if matches!(expr.kind, ExprKind::Draw(_)) { used.often() } else { used }
            }
        }
    }

    /// How a list uses locals that is put in order by keys, where this is looked at of its items then.
    fn in_sorted(&self, scope: &ItemScope, keys: &[&Expr], wanted: Wanted, need: &Need) -> LocalUses {
        let items = self.sorted_need(scope, keys.iter().copied(), need);
        self.in_keyed(scope, keys.iter().copied(), wanted, &items.of_list_in_order())
    }

    /// How a list uses locals that is put in order or in groups: this is looked at of the list once, and what it goes by
    /// for every item.
    fn in_keyed<'e>(
        &self,
        scope: &'e ItemScope,
        keys: impl Iterator<Item = &'e Expr>,
        wanted: Wanted,
        list: &Need,
    ) -> LocalUses {
        let of = |expr: &Expr| self.uses_in(expr, wanted, &Need::all());
        let by = scope.filter.as_deref().into_iter().chain(keys);
        self.uses_in(&scope.of, wanted, list)
            .and(by.fold(LocalUses::default(), |sum, key| sum.and(of(key))).often())
    }

    /// How what is given to a function uses locals: as far as the function uses that.
    fn in_args(&self, function: FnId, args: &Args, wanted: Wanted, need: &Need) -> LocalUses {
        let given = (0u32..).zip(args).filter_map(|(at, arg)| Some((LocalId(at), arg.as_ref()?)));
        given.fold(LocalUses::default(), |sum, (param, arg)| {
            sum.and(self.uses_in(arg, wanted, &self.of_param(function, param, need).need))
        })
    }

    /// How locals are used where a list is walked: in the list, in what lets items through, and in what is made of each.
    /// Without that, the items themselves are what it gives.
    fn in_walk(&self, scope: &ItemScope, each: Option<&Expr>, need: &Need) -> LocalUses {
        let each_uses = each.map(|each| self.uses_in(each, Wanted::All, &need.of_item())).unwrap_or_default();
        let filter = scope.filter.as_deref();
        let filter_uses =
            filter.map(|filter| self.uses_in(filter, Wanted::All, &Need::all())).unwrap_or_default();
        let mut items = each_uses.of(scope.item).need;
        items.add(&filter_uses.of(scope.item).need);
        // The list is in order as far as what becomes of it is.
        items = items.of_list(need.is_unordered());
        if each.is_none() {
            items.add(need);
        }
        self.uses_in(&scope.of, Wanted::All, &items).and(filter_uses.often()).and(each_uses.often())
    }

    /// How locals are used in bindings and in what they are bound for: all that is worked out, and apart from it what
    /// stands in bindings that nobody reads. How each of the bindings is used in those after it and in the body is put
    /// into `bound`, the last first.
    fn in_bindings(
        &self,
        bindings: &[(LocalId, Expr)],
        body: &Expr,
        need: &Need,
        bound: &mut Vec<(LocalId, Use)>,
    ) -> (LocalUses, LocalUses) {
        let mut read = self.uses_in(body, Wanted::All, need);
        let mut unread = LocalUses::default();
        // The last comes first: what is looked at of one depends on what is looked at of those after it.
        for (local, value) in bindings.iter().rev() {
            let looked = read.of(*local);
            let uses = self.uses_in(value, Wanted::All, &looked.need);
            match looked.times {
                0 => unread = unread.and(uses),
                _ => read = read.and(uses),
            }
            bound.push((*local, looked));
        }
        (read, unread)
    }

    /// How a bound value is used in the bindings after it and in the body. It is found out for all of them at once,
    /// when the first is asked for; what nobody reads is not worked out.
    pub(super) fn use_of(&self, local: LocalId, later: &[(LocalId, Expr)], body: &Expr, need: &Need) -> Use {
        if later.is_empty() {
            return self.uses(body, local, need);
        }
        let key = (std::ptr::from_ref(body), need.clone());
        let of = |bound: &[(LocalId, Use)]| {
            bound.iter().find(|(known, _)| *known == local).map(|(_, used)| used.clone())
        };
        if let Some(used) = self.bound.borrow().get(&key).and_then(|bound| of(bound)) {
            return used;
        }
        let mut bound = Vec::with_capacity(later.len());
        let used = self.in_bindings(later, body, need, &mut bound).0.of(local);
        bound.push((local, used.clone()));
        self.bound.borrow_mut().insert(key, bound.into());
        used
    }

    /// What is looked at of the items of a list that is walked.
    pub(super) fn item_need(&self, scope: &ItemScope, looked: &[&Expr], need: &Need) -> Need {
        let mut items = Need::default();
        for expr in looked {
            items.add(&self.uses(expr, scope.item, &need.of_item()).need);
        }
        if let Some(filter) = &scope.filter {
            items.add(&self.uses(filter, scope.item, &Need::all()).need);
        }
        // The list is in order as far as what becomes of it is.
        items.of_list(need.is_unordered())
    }

    /// What is looked at of the items of a list that is put in order by keys, of which this is looked at then.
    pub(super) fn sorted_need<'e>(
        &self,
        scope: &ItemScope,
        keys: impl Iterator<Item = &'e Expr>,
        need: &Need,
    ) -> Need {
        let mut items = need.clone();
        keys.for_each(|key| items.add(&self.uses(key, scope.item, &Need::all()).need));
        items
    }

    /// What is looked at of the items of a list that is put in groups, of which this is looked at: the list may come in
    /// any order where groups and what is in them may.
    pub(super) fn grouped_need(&self, scope: &ItemScope, key: &Expr, need: &Need) -> Need {
        let (group, item) = (need.of_item(), need.of_item().of_item());
        let mut items = self.item_need(scope, &[], &Need::all()).of_item();
        items.add(&self.uses(key, scope.item, &Need::all()).need);
        items.add(&item);
        // Groups stand in the order of their keys, and numbers that are their own keys are all alike in one.
        let by_itself = scope.filter.is_none() && scope.is_item(key);
        let list = items.of_list(need.is_unordered() && group.is_unordered());
        if by_itself { list.in_any_order_of_numbers() } else { list }
    }

    /// What is looked at of the items of a list of which some are let through.
    pub(super) fn filter_need(&self, scope: &ItemScope, need: &Need) -> Need {
        let mut items = self.item_need(scope, &[], need);
        items.add(need);
        items
    }
}

/// What is worked out in a text.
fn live_parts(parts: &[TextPart]) -> impl Iterator<Item = &Expr> {
    parts.iter().filter_map(|part| match part {
        TextPart::Live(expr) => Some(expr),
        TextPart::Literal(_) => None,
    })
}

/// What is captured is handed over whole.
fn in_closure(closure: &Closure, wanted: Wanted) -> LocalUses {
    closure.captured().filter(|local| wanted.takes(*local)).fold(LocalUses::default(), |sum, local| {
        sum.and(LocalUses::one(local, Use { times: 2, need: Need::all() }))
    })
}
