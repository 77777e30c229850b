//! What is known for sure of a value, whichever way the program goes: enough to tell which operations cannot go
//! wrong.

use crate::base::Num;
use crate::check::program::{ScaleId, UnitId};
use crate::dice::{PoolSource, PoolSpec};
use crate::plan::Value;

/// What is known for sure of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Sure {
    pub(super) base: Base,
    /// It is a list of such values.
    pub(super) list: bool,
    /// A number so small that it may be added as often as a command has steps.
    pub(super) small: bool,
    /// A number with few places after the point, as sums of such have, too.
    pub(super) plain: bool,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) enum Base {
    /// No value has been seen yet.
    #[default]
    Never,
    Number,
    YesNo,
    Quantity(UnitId),
    Word(ScaleId),
    Text,
    /// A row, a record or parts: it has fields.
    Row,
    Record,
    Parts,
    /// What `check` and `contest` give.
    Check,
    /// One of several, or `nothing`, or not known.
    Any,
}

impl Sure {
    pub(super) const ANY: Sure = Sure::of(Base::Any);
    pub(super) const YES_NO: Sure = Sure::of(Base::YesNo);
    pub(super) const TEXT: Sure = Sure::of(Base::Text);
    pub(super) const ROW: Sure = Sure::of(Base::Row);
    /// A small whole number.
    pub(super) const COUNT: Sure = Sure { small: true, plain: true, ..Sure::of(Base::Number) };
    pub(super) const NUMBER: Sure = Sure::of(Base::Number);

    pub(super) const fn of(base: Base) -> Sure {
        Sure { base, list: false, small: false, plain: false }
    }

    /// What is known of a value.
    pub(super) fn value(value: &Value) -> Sure {
        match value {
            Value::Unset => Sure::default(),
            Value::YesNo(_) => Sure::YES_NO,
            Value::Number(number) | Value::Percent(number) => Sure::NUMBER.sized(*number),
            Value::Quantity(number, unit) => Sure::of(Base::Quantity(*unit)).sized(*number),
            Value::Word(scale, _) => Sure::of(Base::Word(*scale)),
            Value::Text(_) => Sure::TEXT,
            Value::Row(_) => Sure::ROW,
            Value::Record(..) => Sure::of(Base::Record),
            Value::Parts(_) => Sure::of(Base::Parts),
            Value::List(items) => {
                let items = items.iter().map(Sure::value).fold(Sure::default(), Sure::or);
                items.as_list()
            }
            Value::Nothing
            | Value::Fraction(_)
            | Value::Set(..)
            | Value::Range(_)
            | Value::Unrolled(_)
            | Value::Odds(_)
            | Value::Open(_) => Sure::ANY,
        }
    }

    fn sized(self, number: Num) -> Sure {
        /// What a command adds up in all its steps still fits.
        const SMALL: u64 = 1 << 38;
        /// Up to three decimal places.
        const PLAIN: i64 = 1000;
        let plain = PLAIN % number.denominator() == 0;
        Sure { plain, small: plain && number.numerator().unsigned_abs() <= SMALL, ..self }
    }

    /// What a pool gives.
    pub(super) fn pool(pool: &PoolSpec) -> Sure {
        /// With as many dice as a command may throw.
        const SIDES: i64 = 1000;
        match &pool.source {
            PoolSource::Dice { faces, .. } if faces.is_text() => Sure::of(Base::Any),
            PoolSource::Dice { faces, .. } => {
                let ends = [faces.lowest(), faces.highest()];
                let small =
                    ends.into_iter().flatten().all(|end| Num::int(-SIDES) <= end && end <= Num::int(SIDES));
                let plain = !matches!(faces, crate::dice::Faces::Numbers(numbers) if !numbers.iter().all(|n| n.is_int()));
                Sure { small: small && plain, plain, ..Sure::NUMBER }
            }
            PoolSource::Entries(entries) => entries.iter().map(Sure::pool).fold(Sure::default(), Sure::or),
        }
    }

    /// A list of such values.
    pub(super) fn as_list(self) -> Sure {
        if self.list { Sure { list: true, ..Sure::ANY } } else { Sure { list: true, ..self } }
    }

    /// An item of such a list.
    pub(super) fn item(self) -> Sure {
        if self.list { Sure { list: false, ..self } } else { Sure::ANY }
    }

    /// Either of two.
    pub(super) fn or(self, other: Sure) -> Sure {
        match (self.base, other.base) {
            _ if self == other => self,
            (Base::Never, _) if !self.list => other,
            (_, Base::Never) if !other.list => self,
            _ if self.list != other.list => Sure::ANY,
            (Base::Never, _) => other,
            (_, Base::Never) => self,
            (a, b) if a == b => {
                Sure { small: self.small && other.small, plain: self.plain && other.plain, ..self }
            }
            (Base::Number | Base::YesNo, Base::Number | Base::YesNo) => {
                let (a, b) = (self.counted(), other.counted());
                Sure { small: a.small && b.small, plain: a.plain && b.plain, ..a }
            }
            _ => Sure { list: self.list, ..Sure::ANY },
        }
    }

    /// A yes counts as 1.
    fn counted(self) -> Sure {
        if self.base == Base::YesNo { Sure { list: self.list, ..Sure::COUNT } } else { self }
    }

    pub(super) fn is(self, base: Base) -> bool {
        !self.list && (self.base == base || self.base == Base::Never)
    }

    pub(super) fn is_number(self) -> bool {
        !self.list && matches!(self.base, Base::Number | Base::YesNo | Base::Never)
    }

    pub(super) fn is_yes_no(self) -> bool {
        !self.list && matches!(self.base, Base::YesNo | Base::Never)
    }

    pub(super) fn is_word(self) -> bool {
        !self.list && matches!(self.base, Base::Word(_) | Base::Never)
    }

    pub(super) fn is_list(self) -> bool {
        self.list || self.base == Base::Never
    }

    /// Whether it, or each of its items, has fields.
    pub(super) fn has_fields(self) -> bool {
        matches!(self.base, Base::Row | Base::Record | Base::Parts | Base::Check | Base::Never)
    }

    /// Whether both are numbers, or quantities of one unit, or words of one list.
    pub(super) fn is_alike(self, other: Sure) -> bool {
        let both = self.is_number() && other.is_number();
        let same = |base| matches!(base, Base::Quantity(_) | Base::Word(_)) && !self.list && !other.list;
        both || (self.base == other.base && same(self.base))
    }

    /// The sum of two.
    pub(super) fn plus(self, other: Sure) -> Sure {
        if !self.is_alike(other) || self.is_word() && self.base != Base::Never {
            return Sure::ANY;
        }
        let (a, b) = (self.counted(), other.counted());
        let base = if a.base == Base::Never { b.base } else { a.base };
        Sure { plain: a.plain && b.plain, ..Sure::of(base) }
    }

    /// Whether two may be added again and again without growing too large, one of them being small.
    pub(super) fn adds_up(self, other: Sure) -> bool {
        let (a, b) = (self.counted(), other.counted());
        let never = a.base == Base::Never || b.base == Base::Never;
        self.is_alike(other) && (never || a.small || b.small) && !matches!(a.base, Base::Word(_))
    }
}
