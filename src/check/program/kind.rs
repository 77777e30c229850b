//! Kinds of values, units, and words.

use std::sync::Arc;

use super::{Def, ProcId, ScaleId, SheetId, Symbols, TableId, UnitFamily, UnitId};
use crate::base::{Num, SharedVec};

/// What a place may hold, as far as it is known before the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Not known, or anything.
    Any,
    /// A number without unit.
    Number,
    /// A number with a unit of this family.
    Quantity(UnitFamily),
    /// True or false.
    YesNo,
    /// Text.
    Text,
    /// A word of a ladder or list.
    Word(ScaleId),
    /// A set of words of a list: `any of …`.
    Set(ScaleId),
    /// A row of a table.
    Row(TableId),
    /// A row of some table.
    AnyRow,
    /// A list of such values.
    List(Box<Kind>),
    /// A record of a sheet.
    Record(SheetId),
    /// An expression that each mention rolls.
    Dice,
    /// A table that each mention rolls.
    Table,
    /// A range of numbers, as a cell may hold.
    Range,
    /// What `check` and `contest` give.
    Check,
    /// What a procedure returns in parts.
    Returned(ProcId),
    /// Named parts, as `{hits: …}` has them.
    Parts(Vec<Arc<str>>),
    /// The absent value.
    Nothing,
    /// One of several.
    OneOf(Vec<Kind>),
}

impl Kind {
    /// This or `nothing`.
    #[must_use]
    pub(crate) fn or_nothing(self) -> Kind {
        if self == Kind::Any || self.may_be_nothing() {
            return self;
        }
        let kinds = self.alternatives().iter().cloned().chain([Kind::Nothing]);
        Kind::OneOf(kinds.collect())
    }

    /// Whether all that is of this kind is what a place of another kind holds: the run need not look again.
    pub(crate) fn is_surely(&self, want: &Kind) -> bool {
        match (self, want) {
            (_, Kind::Any)
            | (Kind::YesNo | Kind::Number | Kind::Dice, Kind::Number | Kind::Dice)
            | (Kind::Row(_) | Kind::AnyRow | Kind::Word(_), Kind::Text)
            | (Kind::Row(_), Kind::AnyRow) => true,
            (Kind::OneOf(kinds), want) => kinds.iter().all(|kind| kind.is_surely(want)),
            (kind, Kind::OneOf(kinds)) => kinds.iter().any(|want| kind.is_surely(want)),
            (Kind::List(items), Kind::List(want)) => items.is_surely(want),
            (Kind::Set(scale), Kind::List(want)) => Kind::Word(*scale).is_surely(want),
            (Kind::List(items), Kind::Set(scale)) => items.is_surely(&Kind::Word(*scale)),
            (kind, want) => kind == want,
        }
    }

    /// The kinds of which it is one; one kind alone is the only one.
    pub(crate) fn alternatives(&self) -> &[Kind] {
        if let Kind::OneOf(kinds) = self { kinds } else { std::slice::from_ref(self) }
    }

    /// Whether a value of this kind may be `nothing`.
    pub(crate) fn may_be_nothing(&self) -> bool {
        self.alternatives().contains(&Kind::Nothing)
    }

    /// Whether a value of this kind may be a record, or a list that holds one.
    pub(crate) fn may_be_record(&self) -> bool {
        match self {
            Kind::Any | Kind::Record(_) => true,
            Kind::List(of) => of.may_be_record(),
            Kind::OneOf(kinds) => kinds.iter().any(Kind::may_be_record),
            Kind::Number
            | Kind::Quantity(_)
            | Kind::YesNo
            | Kind::Text
            | Kind::Word(_)
            | Kind::Set(_)
            | Kind::Row(_)
            | Kind::AnyRow
            | Kind::Dice
            | Kind::Table
            | Kind::Range
            | Kind::Check
            | Kind::Returned(_)
            | Kind::Parts(_)
            | Kind::Nothing => false,
        }
    }

    /// Whether it is handed over unrolled, so that each mention rolls it.
    pub(crate) fn is_unrolled(&self) -> bool {
        matches!(self, Kind::Dice | Kind::Table)
    }

    /// Whether it is a number with a unit.
    pub(crate) fn is_quantity(&self) -> bool {
        matches!(self, Kind::Quantity(_))
    }
}

/// A ladder (ordered, best first) or a list of words.
#[derive(Debug, Clone)]
pub(crate) struct Scale {
    /// Its definition; a list written where it is used has the name of its place.
    pub def: Def,
    /// Whether it is a ladder.
    pub ladder: bool,
    /// Its words as written.
    pub words: Vec<Arc<str>>,
}

/// A unit.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    /// Its definition; built-in units have an empty span.
    pub def: Def,
    /// One: `turn`.
    pub singular: Arc<str>,
    /// Several: `turns`.
    pub plural: Arc<str>,
    /// Its family.
    pub family: UnitFamily,
    /// How many of the family's smallest unit it is.
    pub factor: Num,
    /// Where it counts what stands on dice of symbols: all that may stand on them.
    pub symbols: Option<Arc<Symbols>>,
}

/// All units.
#[derive(Debug, Clone, Default)]
pub(crate) struct Units {
    /// The units by id.
    pub all: SharedVec<Unit>,
    /// The smallest unit of each family.
    pub smallest: SharedVec<UnitId>,
}

impl Units {
    /// The unit of an id of this program.
    pub(crate) fn get(&self, id: UnitId) -> &Unit {
        self.all.get(id.index()).expect("a unit's id is an index of its program's units")
    }

    /// What stands on dice of symbols, where a family counts that.
    pub(crate) fn symbols(&self, family: UnitFamily) -> Option<&Symbols> {
        self.get(*self.smallest.get(family.index())?).symbols.as_deref()
    }
}
