//! What is looked at of the value that an expression gives.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::check::Builtin;
use crate::check::program::{Expr, IsTest, Kind};

/// What is looked at of a value. Of rows and of named parts it may be little; of a list it is said of each
/// item. All other values are seen whole as soon as anybody looks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Need {
    all: bool,
    /// Whether it is there at all: of items, how many there are.
    there: bool,
    /// Which row it is.
    which: bool,
    /// Its first result, which is what it is shown and counted as.
    first: bool,
    /// What it was rolled with.
    roll: bool,
    /// These results or parts.
    fields: BTreeMap<Arc<str>, Need>,
    /// Of lists, those of which nobody looks at the order of the items: in the lowest bit the list itself, in the next
    /// the lists that are its items, and so on.
    unordered: u8,
    /// The same, and besides those of which nobody looks at it where the items are plain numbers.
    unordered_numbers: u8,
}

impl Need {
    /// Everything.
    pub(super) fn all() -> Need {
        Need { all: true, ..Need::default() }
    }

    /// Whether it is there, and of a list how many items there are: they may come in any order, and be whatever they
    /// are.
    pub(super) fn counted() -> Need {
        Need { there: true, unordered: u8::MAX, unordered_numbers: u8::MAX, ..Need::default() }
    }

    /// Whether nobody looks at more than how many there are.
    pub(super) fn is_only_counted(&self) -> bool {
        Need { there: false, ..self.clone() }.is_nothing()
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

    /// The same of a list whose order makes no difference.
    pub(super) fn in_any_order(self) -> Need {
        Need { unordered: self.unordered | 1, unordered_numbers: self.unordered_numbers | 1, ..self }
    }

    /// The same of a list whose order makes no difference where its items are plain numbers.
    pub(super) fn in_any_order_of_numbers(self) -> Need {
        Need { unordered_numbers: self.unordered_numbers | 1, ..self }
    }

    /// Whether the order of a list's items makes no difference where this is the kind of the list.
    pub(super) fn is_unordered_as(&self, kind: &Kind) -> bool {
        self.is_unordered()
            || self.unordered_numbers & 1 != 0 && matches!(kind, Kind::List(item) if **item == Kind::Number)
    }

    /// What is looked at of an item, where this is looked at of the list.
    pub(super) fn of_item(&self) -> Need {
        self.at_level(&|unordered| unordered >> 1)
    }

    /// What is looked at of a list, where this is looked at of each item.
    pub(super) fn of_list(&self, in_any_order: bool) -> Need {
        self.at_level(&|unordered| unordered << 1 | u8::from(in_any_order))
    }

    /// The same of a list instead of its items, or of an item: the parts of a list's items are a list as well.
    fn at_level(&self, level: &impl Fn(u8) -> u8) -> Need {
        let fields =
            self.fields.iter().map(|(name, need)| (Arc::clone(name), need.at_level(level))).collect();
        let (unordered, unordered_numbers) = (level(self.unordered), level(self.unordered_numbers));
        Need { fields, unordered, unordered_numbers, ..*self }
    }

    /// What is looked at of a list, where this is looked at of one item that is taken from it by its place.
    pub(super) fn of_list_in_order(&self) -> Need {
        self.of_list(false)
    }

    /// What is looked at of a list, where this is looked at of one item that may be any.
    pub(super) fn of_list_in_any_order(&self) -> Need {
        self.of_list(true)
    }

    /// Whether the order of a list's items makes no difference.
    pub(super) fn is_unordered(&self) -> bool {
        self.unordered & 1 != 0
    }

    /// What a pair of rolls is ranked by, beside what is looked at of the one that is kept.
    pub(super) fn ranked(&self) -> Need {
        Need { first: true, roll: true, ..self.clone() }
    }

    /// What items are put in order by, beside what is looked at of them then. Lists are held against one another item
    /// by item.
    pub(super) fn sorted(&self) -> Need {
        let (unordered, unordered_numbers) = (self.unordered & 1, self.unordered_numbers & 1);
        Need { which: true, first: true, unordered, unordered_numbers, ..self.clone() }
    }

    /// A part, or that part of each item of a list, so far as it is looked at itself.
    pub(super) fn field(name: &Arc<str>, need: &Need) -> Need {
        let mut fields = BTreeMap::new();
        fields.insert(Arc::clone(name), need.clone());
        let which = matches!(&**name, "key" | "name" | "number");
        let Need { unordered, unordered_numbers, .. } = *need;
        Need { roll: &**name == "roll", which, fields, unordered, unordered_numbers, ..Need::default() }
    }

    /// Whether nobody looks at all.
    pub(super) fn is_nothing(&self) -> bool {
        !(self.all || self.there || self.which || self.first || self.roll) && self.fields.is_empty()
    }

    /// What either looks at.
    pub(super) fn add(&mut self, other: &Need) {
        if other.is_nothing() {
            return;
        }
        if self.is_nothing() {
            (self.unordered, self.unordered_numbers) = (other.unordered, other.unordered_numbers);
        }
        self.unordered &= other.unordered;
        self.unordered_numbers &= other.unordered_numbers;
        self.all |= other.all;
        self.there |= other.there;
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

    /// What is looked at of a value that stands as a named part beside others: who looks which parts they are, or what
    /// they count as, sees each of them whole.
    pub(super) fn of_named_part(&self, name: &str) -> Need {
        let mut need = self.of_field(name);
        if self.which || self.first {
            need.add(&Need::which());
        }
        need
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

    /// Whether somebody looks at which row it is, or at what that is shown as, and at nothing beside.
    pub(super) fn is_of_row_alone(&self) -> bool {
        self.which && !(self.all || self.there || self.roll) && self.fields.is_empty()
    }

    /// Whether somebody looks at which row it is.
    pub(super) fn sees_which(&self) -> bool {
        self.all || self.which
    }

    /// Whether somebody looks at what picked a row.
    pub(super) fn sees_roll(&self) -> bool {
        self.all || self.roll
    }
}

/// What a value is looked at for that may be `nothing`.
pub(super) fn present(need: &Need) -> Need {
    let mut need = need.clone();
    need.add(&Need::counted());
    need
}

/// What a built-in function looks at.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "whatever is not named looks at all there is: the safe answer"
)]
pub(super) fn builtin_need(builtin: Builtin, args: &[Expr], need: &Need) -> Need {
    match builtin {
        // Yes and no are seen whole as soon as anybody looks; anything else is only counted.
        Builtin::Count => Need::counted(),
        Builtin::First | Builtin::Last => need.of_list_in_order(),
        Builtin::Reverse => need.clone(),
        Builtin::Sum | Builtin::Min | Builtin::Max | Builtin::Mean if args.len() == 1 => {
            Need::first().in_any_order()
        }
        Builtin::Sum | Builtin::Min | Builtin::Max | Builtin::Mean => Need::first(),
        Builtin::Any | Builtin::All | Builtin::NoneOf => Need::all().in_any_order(),
        Builtin::Distinct => {
            let mut looked = need.clone();
            // Rows are told apart as they are compared: one in which all is rolled by what came up.
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
    if by_presence { Need::counted() } else { Need::compared() }
}
