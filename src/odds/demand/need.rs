//! Who looks: what is looked at of the value that an expression gives.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::check::Builtin;
use crate::check::program::{Expr, ExprKind, IsTest, ItemScope, Kind, LocalId, TextPart};

/// What is looked at of a value. Of rows and of named parts it may be little; of a list it is said of each
/// item. All other values are seen whole as soon as anybody looks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Need {
    all: bool,
    /// Which row it is.
    which: bool,
    /// Its first result, which is what it is shown and counted as.
    first: bool,
    /// What it was rolled with.
    roll: bool,
    /// These results or parts.
    fields: BTreeMap<Arc<str>, Need>,
}

impl Need {
    /// Everything.
    pub(super) fn all() -> Need {
        Need { all: true, ..Need::default() }
    }

    /// Which row it is, and no more of a row.
    pub(super) fn which() -> Need {
        Need { which: true, ..Need::default() }
    }

    /// What it counts as or is shown as.
    pub(super) fn first() -> Need {
        Need { first: true, ..Need::default() }
    }

    /// What a comparison looks at.
    pub(super) fn compared() -> Need {
        Need { which: true, first: true, ..Need::default() }
    }

    /// Whether it is held against others, or asked for: it then makes no difference in which unit it stands.
    pub(super) fn is_compared(&self) -> bool {
        self.which && !self.all
    }

    /// What a pair of rolls is ranked by, beside what is looked at of the one that is kept.
    pub(super) fn ranked(&self) -> Need {
        Need { first: true, roll: true, ..self.clone() }
    }

    /// A part, so far as it is looked at itself.
    pub(super) fn field(name: &Arc<str>, need: &Need) -> Need {
        let mut fields = BTreeMap::new();
        fields.insert(Arc::clone(name), need.clone());
        let which = matches!(&**name, "key" | "name" | "number");
        Need { roll: &**name == "roll", which, fields, ..Need::default() }
    }

    /// Whether nobody looks at all.
    pub(super) fn is_nothing(&self) -> bool {
        *self == Need::default()
    }

    /// What either looks at.
    pub(super) fn add(&mut self, other: &Need) {
        self.all |= other.all;
        self.which |= other.which;
        self.first |= other.first;
        self.roll |= other.roll;
        for (name, need) in &other.fields {
            self.fields.entry(Arc::clone(name)).or_default().add(need);
        }
    }

    /// What is looked at of a part of this name.
    pub(super) fn of_field(&self, name: &str) -> Need {
        if self.all { Need::all() } else { self.fields.get(name).cloned().unwrap_or_default() }
    }

    /// What is looked at of a row's result in this column. A row without a name of its own is known by its
    /// first result.
    pub(super) fn of_cell(&self, column: &str, at: usize, nameless: bool) -> Need {
        let mut need = self.of_field(column);
        if at == 0 && self.first {
            need.add(&Need::first());
            if self.which {
                need.add(&Need::which());
            }
        }
        if at == 0 && nameless && self.which {
            need.add(&Need::which());
        }
        need
    }

    /// Whether somebody looks at what picked a row.
    pub(super) fn sees_roll(&self) -> bool {
        self.all || self.roll
    }
}

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
struct Uses(Vec<(LocalId, Use)>);

impl Uses {
    fn one(local: LocalId, used: Use) -> Uses {
        Uses(vec![(local, used)])
    }

    fn of(&self, local: LocalId) -> Use {
        self.0.iter().find(|(used, _)| *used == local).map(|(_, used)| used.clone()).unwrap_or_default()
    }

    fn joined(mut self, other: Uses, join: impl Fn(Use, Use) -> Use) -> Uses {
        for (local, used) in other.0 {
            match self.0.iter_mut().find(|(known, _)| *known == local) {
                Some((_, known)) => *known = join(std::mem::take(known), used),
                None => self.0.push((local, used)),
            }
        }
        self
    }

    fn and(self, other: Uses) -> Uses {
        self.joined(other, Use::and)
    }

    /// Only one of the two comes to pass.
    fn or(self, other: Uses) -> Uses {
        self.joined(other, Use::or)
    }

    fn often(mut self) -> Uses {
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

    fn of(self, mut uses: Uses) -> Uses {
        uses.0.retain(|(local, _)| self.takes(*local));
        uses
    }
}

/// How an expression uses a local, where this much is looked at of what it gives.
pub(super) fn uses(expr: &Expr, local: LocalId, need: &Need) -> Use {
    uses_in(expr, Wanted::One(local), need).of(local)
}

/// How an expression uses locals, where this much is looked at of what it gives.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "whatever is not named looks at all there is: the safe answer"
)]
fn uses_in(expr: &Expr, wanted: Wanted, need: &Need) -> Uses {
    let of = |expr: &Expr, need: &Need| uses_in(expr, wanted, need);
    let whole = |expr: &Expr| of(expr, &Need::all());
    let first = |expr: &Expr| of(expr, &Need::first());
    let all = |exprs: &mut dyn Iterator<Item = &Expr>, need: &Need| {
        exprs.fold(Uses::default(), |sum, expr| sum.and(of(expr, need)))
    };
    match &expr.kind {
        ExprKind::Local(used) if wanted.takes(*used) => {
            Uses::one(*used, Use { times: 1, need: need.clone() })
        }
        // An unrolled value is handed over whole.
        ExprKind::RollLocal(used) if wanted.takes(*used) => {
            Uses::one(*used, Use { times: 2, need: Need::all() })
        }
        ExprKind::Query(_, closure) | ExprKind::Unrolled(closure) => {
            let captured = closure.captures.iter().map(|(outside, _)| *outside);
            captured.filter(|local| wanted.takes(*local)).fold(Uses::default(), |sum, local| {
                sum.and(Uses::one(local, Use { times: 2, need: Need::all() }))
            })
        }
        ExprKind::Field(inner, name) => of(inner, &Need::field(name, need)),
        ExprKind::If(condition, then, otherwise) => {
            whole(condition).and(of(then, need).or(of(otherwise, need)))
        }
        ExprKind::Otherwise(inner, fallback) => of(inner, &present(need)).and(of(fallback, need)),
        ExprKind::Times { count, body, unique: false } => first(count).and(of(body, need).often()),
        ExprKind::Map(scope, each) => wanted.of(in_walk(scope, Some(each), need)),
        ExprKind::Filter(scope) => wanted.of(in_walk(scope, None, need)),
        ExprKind::Advantage(net, inner) => first(net).and(of(inner, &need.ranked()).often()),
        ExprKind::Bind(bindings, body) => {
            let (read, unread) = in_bindings(bindings, body, need);
            wanted.of(read.and(unread))
        }
        ExprKind::Builtin(builtin, args) => {
            let need = builtin_need(*builtin, args, need);
            all(&mut args.iter(), &need)
        }
        ExprKind::Text(parts) => {
            let live = parts.iter().filter_map(|part| match part {
                TextPart::Live(expr) => Some(expr),
                TextPart::Literal(_) => None,
            });
            live.fold(Uses::default(), |sum, expr| sum.and(first(expr)))
        }
        ExprKind::Arith(start, rest) => rest.iter().fold(first(start), |sum, (_, term)| sum.and(first(term))),
        ExprKind::Negate(inner) | ExprKind::Likely(inner) => first(inner),
        ExprKind::Compare(left, _, right) => of(left, &Need::compared()).and(of(right, &Need::compared())),
        ExprKind::Is { of: inner, tests, .. } => {
            let tested = tests.iter().filter_map(IsTest::with);
            tested.fold(of(inner, &is_need(tests)), |sum, expr| sum.and(of(expr, &Need::compared())))
        }
        ExprKind::List(items) => all(&mut items.iter(), need),
        ExprKind::Parts(parts) => {
            parts.iter().fold(Uses::default(), |sum, (name, value)| sum.and(of(value, &need.of_field(name))))
        }
        ExprKind::Label(inner, _) => of(inner, need),
        ExprKind::Item(list, at) => of(list, need).and(first(at)),
        _ => {
            // What walks a list may look at what is outside for every item.
            let walks = matches!(
                expr.kind,
                ExprKind::Extreme(..) | ExprKind::Sort(..) | ExprKind::Groups(..) | ExprKind::Draw(_)
            );
            let used = all(&mut expr.parts().into_iter(), &Need::all());
            if walks { used.often() } else { used }
        }
    }
}

/// How locals are used where a list is walked: in the list, in what lets items through, and in what is made of each.
/// Without that, the items themselves are what it gives.
fn in_walk(scope: &ItemScope, each: Option<&Expr>, need: &Need) -> Uses {
    let each_uses = each.map(|each| uses_in(each, Wanted::All, need)).unwrap_or_default();
    let filter = scope.filter.as_deref();
    let filter_uses = filter.map(|filter| uses_in(filter, Wanted::All, &Need::all())).unwrap_or_default();
    let mut items = each_uses.of(scope.item).need;
    items.add(&filter_uses.of(scope.item).need);
    if each.is_none() {
        items.add(need);
    }
    uses_in(&scope.of, Wanted::All, &items).and(filter_uses.often()).and(each_uses.often())
}

/// How locals are used in bindings and in what they are bound for: all that is worked out, and apart from it what
/// stands in bindings that nobody reads.
fn in_bindings(bindings: &[(LocalId, Expr)], body: &Expr, need: &Need) -> (Uses, Uses) {
    let mut read = uses_in(body, Wanted::All, need);
    let mut unread = Uses::default();
    // The last comes first: what is looked at of one depends on what is looked at of those after it.
    for (bound, value) in bindings.iter().rev() {
        let looked = read.of(*bound);
        let uses = uses_in(value, Wanted::All, &looked.need);
        match looked.times {
            0 => unread = unread.and(uses),
            _ => read = read.and(uses),
        }
    }
    (read, unread)
}

/// What a value is looked at for that may be `nothing`.
pub(super) fn present(need: &Need) -> Need {
    let mut need = need.clone();
    need.add(&Need::which());
    need
}

/// What a built-in function looks at.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "whatever is not named looks at all there is: the safe answer"
)]
pub(super) fn builtin_need(builtin: Builtin, args: &[Expr], need: &Need) -> Need {
    let rows =
        |kind: &Kind| matches!(kind, Kind::List(item) if matches!(**item, Kind::Row(_) | Kind::AnyRow));
    match builtin {
        // Rows are counted and not looked at.
        Builtin::Count if args.iter().all(|arg| rows(&arg.gives)) => Need::which(),
        Builtin::First | Builtin::Last | Builtin::Reverse => need.clone(),
        Builtin::Sum | Builtin::Min | Builtin::Max | Builtin::Mean => Need::first(),
        Builtin::Distinct => {
            let mut looked = need.clone();
            looked.add(&Need::compared());
            looked
        }
        _ => Need::all(),
    }
}

/// What tests after `is` look at.
pub(super) fn is_need(tests: &[IsTest]) -> Need {
    let by_presence = tests.iter().all(|test| match test {
        IsTest::Equals(expr) => expr.gives == Kind::Nothing,
        IsTest::Empty => true,
        IsTest::Standing(..) | IsTest::Even | IsTest::Odd => false,
    });
    if by_presence { Need::which() } else { Need::compared() }
}

/// How a bound value is used in the bindings after it and in the body.
pub(super) fn use_of(local: LocalId, later: &[(LocalId, Expr)], body: &Expr, need: &Need) -> Use {
    if later.is_empty() {
        return uses(body, local, need);
    }
    // What nobody reads is not worked out.
    in_bindings(later, body, need).0.of(local)
}

/// What is looked at of the items of a list that is walked.
pub(super) fn item_need(scope: &ItemScope, looked: &[&Expr], need: &Need) -> Need {
    let mut items = Need::default();
    for expr in looked {
        items.add(&uses(expr, scope.item, need).need);
    }
    if let Some(filter) = &scope.filter {
        items.add(&uses(filter, scope.item, &Need::all()).need);
    }
    items
}

/// What is looked at of the items of a list of which some are let through.
pub(super) fn filter_need(scope: &ItemScope, need: &Need) -> Need {
    let mut items = item_need(scope, &[], need);
    items.add(need);
    items
}

/// Whether an expression reads a local.
pub(super) fn is_read(expr: &Expr, local: LocalId) -> bool {
    let mut read = Vec::new();
    reads(expr, &mut read);
    read.contains(&local)
}

/// Every local that an expression reads from outside of it, closures included.
pub(super) fn reads(expr: &Expr, into: &mut Vec<LocalId>) {
    let mut bound = Vec::new();
    let mut read = Vec::new();
    locals_in(expr, &mut read, &mut bound);
    into.extend(read.into_iter().filter(|local| !bound.contains(local)));
}

fn locals_in(expr: &Expr, read: &mut Vec<LocalId>, bound: &mut Vec<LocalId>) {
    use ExprKind as Is;
    if let Is::Local(local) | Is::RollLocal(local) = &expr.kind {
        read.push(*local);
    }
    if let Is::Query(_, closure) | Is::Unrolled(closure) = &expr.kind {
        read.extend(closure.captures.iter().map(|(outside, _)| *outside));
    }
    if let Is::Bind(bindings, _) = &expr.kind {
        bound.extend(bindings.iter().map(|(local, _)| *local));
    }
    if let Is::Map(scope, _)
    | Is::Filter(scope)
    | Is::Extreme(scope, ..)
    | Is::Sort(scope, _)
    | Is::Groups(scope, _) = &expr.kind
    {
        bound.push(scope.item);
    }
    if let Is::Draw(pick) = &expr.kind {
        bound.extend(pick.filter.iter().map(|(item, _)| *item));
    }
    for part in expr.parts() {
        locals_in(part, read, bound);
    }
}
