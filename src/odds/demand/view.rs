//! What a look at a list is: what is made of its items, and what becomes of each of them first.

use std::sync::Arc;

use super::locals::Env;
use super::need::Need;
use super::uses::Uses;
use crate::base::Num;
use crate::check::program::{Expr, ExprKind, ItemScope, Kind, Literal, LocalId};
use crate::dice::{Count, Keep};
use crate::syntax::ast::Compare;

/// What is made of the items of a list.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Made {
    Sum,
    /// How many; of yes and no, how many are yes.
    Count,
    Min,
    Max,
    Any,
    All,
    NoneOf,
    /// Whether there are none.
    Empty,
    /// How many there are of the one that there are most of.
    MostOfAKind,
    /// The sum of those that stay: each number drops or keeps so many at an end.
    Kept(Vec<Keep>),
    /// Those that meet a condition, less those that meet another.
    Tally(Count),
    /// The item at a place, counted from 0, from the lowest or from the highest.
    Place(u32, bool),
}

/// An expression that looks at a list as a whole.
#[derive(Clone)]
pub(super) struct View<'p> {
    pub(super) made: Made,
    /// What becomes of each item first, from the list on.
    pub(super) steps: Vec<ItemStep<'p>>,
    /// After so many of these, items that are the same are one kind; nothing where each item is for itself.
    pub(super) by_kind: Option<usize>,
    /// The list.
    pub(super) source: &'p Expr,
    /// What kind of value it is.
    pub(super) gives: &'p Kind,
    /// Where no more is asked of it than how it compares with a number: how, and with which.
    pub(super) against: Option<(Compare, Num)>,
}

impl View<'_> {
    /// Whether items that are the same count once.
    pub(super) fn is_of_distinct(&self) -> bool {
        self.by_kind.is_some() && self.made != Made::MostOfAKind
    }

    /// Whether it is a number that grows draw by draw.
    pub(super) fn is_number(&self) -> bool {
        self.by_kind.is_none() && self.made.is_number()
    }

    /// Whether each draw adds to what the others gave, whichever they were.
    pub(super) fn adds_up(&self) -> bool {
        self.by_kind.is_none() && self.made.adds_up()
    }

    /// Whether it looks at no item.
    fn only_counts(&self) -> bool {
        self.by_kind.is_none() && matches!(self.made, Made::Count | Made::Empty)
    }

    /// What is looked at of each row of the list.
    pub(super) fn need(&self, uses: &Uses<'_>) -> Need {
        match self.steps.first() {
            None if self.only_counts() => Need::default(),
            Some(ItemStep::Column(name)) => Need::field(&Arc::from(*name), &Need::all()),
            Some(ItemStep::Walked(scope, each)) => {
                let stays = each.is_none() && (self.steps.len() > 1 || !self.only_counts());
                let own = uses.item_need(scope, each.as_slice(), &Need::all());
                if stays { Need::all() } else { own }
            }
            Some(ItemStep::Same(_)) | None => Need::all(),
        }
    }
}

/// What becomes of an item.
#[derive(Clone, Copy)]
pub(super) enum ItemStep<'p> {
    /// It is let through or not, and turned into something; nothing where it stays as it is.
    Walked(&'p ItemScope, Option<&'p Expr>),
    /// Of a card, only this column.
    Column(&'p str),
    /// Whether it is what is written out.
    Same(&'p Literal),
}

/// Whether an expression is a list of rows.
pub(super) fn is_row_list(list: &Expr) -> bool {
    matches!(&list.gives, Kind::List(of) if matches!(**of, Kind::Row(_)))
}

impl Made {
    /// Whether it goes by the places of items in their order.
    pub(super) fn is_by_place(&self) -> bool {
        matches!(self, Made::Kept(_) | Made::Place(..))
    }
}

impl<'p> ItemStep<'p> {
    /// Whether it lets only some of the items through.
    pub(super) fn may_leave_out(&self) -> bool {
        matches!(self, ItemStep::Walked(scope, _) if scope.filter.is_some())
    }

    /// The item of a walk.
    pub(super) fn item(&self) -> Option<LocalId> {
        match self {
            ItemStep::Walked(scope, _) => Some(scope.item),
            ItemStep::Column(_) | ItemStep::Same(_) => None,
        }
    }

    /// What is worked out for each item.
    pub(super) fn parts(&self) -> impl Iterator<Item = &'p Expr> + use<'p> {
        let (filter, each) = match *self {
            ItemStep::Walked(scope, each) => (scope.filter.as_deref(), each),
            ItemStep::Column(_) | ItemStep::Same(_) => (None, None),
        };
        filter.into_iter().chain(each)
    }

    pub(super) fn reads(&self, list: &LookedAt) -> bool {
        let ItemStep::Walked(scope, each) = self else { return false };
        scope.filter.as_deref().into_iter().chain(*each).any(|expr| list.is_read(expr))
    }
}

/// A list with the names of looks at it, the bindings that are left, and the locals for them.
pub(super) type NamedViews<'p> = (LookedAt, &'p [(LocalId, Expr)], Env<'p>);

/// A local's list, and names that stand for looks at it.
pub(super) struct LookedAt {
    pub(super) local: LocalId,
    pub(super) names: Vec<LocalId>,
}

impl LookedAt {
    /// What a name stands for, if an expression is one of these names.
    pub(super) fn meant<'p>(&self, expr: &'p Expr, env: &Env<'p>) -> &'p Expr {
        let is_name = matches!(expr.kind, ExprKind::Local(local) if self.names.contains(&local));
        if is_name { env.put_in(expr).0 } else { expr }
    }

    /// Whether an expression looks at it.
    pub(super) fn is_read(&self, expr: &Expr) -> bool {
        expr.free_locals().iter().any(|local| *local == self.local || self.names.contains(local))
    }
}

/// A look, and where it stands.
pub(super) type Placed<'p> = (*const Expr, View<'p>);

/// The looks at a list that were found.
#[derive(Default)]
pub(super) struct Looks<'p> {
    /// The names that are bound behind the list, with what each stands for.
    pub(super) bound: &'p [(LocalId, Expr)],
    /// Those that look at nothing else.
    pub(super) first: Vec<Placed<'p>>,
    /// Those that go by what the first ones give.
    pub(super) second: Vec<Placed<'p>>,
}

impl<'p> Looks<'p> {
    /// Takes a look down, once.
    pub(super) fn add(&mut self, expr: &'p Expr, view: View<'p>) {
        add_to(&mut self.first, expr, view);
    }

    /// Whether what a view does with each item reads a name that is bound behind the list.
    pub(super) fn is_about_bound(&self, view: &View<'p>) -> bool {
        let mut parts = view.steps.iter().flat_map(|step| step.parts());
        !self.bound.is_empty() && parts.any(|part| self.reads_bound(part))
    }

    /// Whether an expression reads one of the names that are bound behind the list.
    fn reads_bound(&self, expr: &Expr) -> bool {
        expr.free_locals().iter().any(|local| self.bound.iter().any(|(bound, _)| bound == local))
    }
}

/// Adds a look to others, once for each place.
pub(super) fn add_to<'p>(looks: &mut Vec<Placed<'p>>, expr: &'p Expr, view: View<'p>) {
    let place = std::ptr::from_ref(expr);
    if !looks.iter().any(|(known, _)| std::ptr::eq(*known, place)) {
        looks.push((place, view));
    }
}
