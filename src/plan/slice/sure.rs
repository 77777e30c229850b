//! What is known for sure of a value, whichever way the program goes: enough to tell which operations cannot go
//! wrong.

use crate::base::Num;
use crate::check::program::{ScaleId, TableId, UnitId};
use crate::dice::{PoolSource, PoolSpec};
use crate::plan::Value;

/// What is known for sure of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Sure {
    pub(super) base: Base,
    /// It is a list of such values.
    pub(super) list: bool,
    /// What a number is at most, above and below zero.
    pub(super) size: Size,
    /// A number with few places after the point, as sums of such have, too.
    pub(super) plain: bool,
    /// A whole number.
    pub(super) whole: bool,
    /// A number that is not below zero.
    pub(super) natural: bool,
    /// Whether a number can be divided by it.
    pub(super) divides: Divides,
}

/// What division by a number does for sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) enum Divides {
    /// It may be zero, or a fraction.
    #[default]
    Unsure,
    /// It is a whole number other than zero.
    Surely,
    /// The quotient of a whole number has few places after the point, too.
    Plainly,
}

/// What a number is at most, above and below zero: two to this power, or not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Size(u8);

impl Size {
    /// Only zero.
    const NOUGHT: Size = Size(0);
    /// Not known.
    pub(super) const ANY: Size = Size(u8::MAX);
    /// What a command adds up in all its steps still fits.
    const SMALL: Size = Size(38);
    /// What all that is added up in all steps of a command comes to, where each of it is tiny.
    const ADDED_UP: Size = Size(44);
    /// So little that many of it are no more than that.
    const TINY: Size = Size(12);
    /// What fits with up to three decimal places.
    const FITS: Size = Size(52);
    /// What a count is at most, and what a command may throw together.
    const COUNT: Size = Size(30);
    /// How many items a list has at most.
    const ITEMS: Size = Size(20);
    /// What leaves room for the digits of a quotient.
    const DIVISOR: Size = Size(10);

    /// Of a number with so many binary digits.
    fn digits(digits: u32) -> Size {
        u8::try_from(digits).ok().map(Size).filter(|size| *size <= Size::FITS).unwrap_or(Size::ANY)
    }

    fn plus(self, other: Size) -> Size {
        // Without this a sum that grows in a loop would not be known to fit.
        if self.max(other) == Size::ADDED_UP && self.min(other) <= Size::TINY {
            return Size::ADDED_UP;
        }
        Size::digits(u32::from(self.max(other).0) + 1)
    }

    fn times(self, other: Size) -> Size {
        Size::digits(u32::from(self.0) + u32::from(other.0))
    }

    /// Either of two. Sizes that grow in a loop go up in few steps.
    fn or(self, other: Size) -> Size {
        let most = self.max(other);
        let steps = [Size::NOUGHT, Size(10), Size(20), Size::COUNT, Size::SMALL, Size::ADDED_UP];
        let step = || steps.into_iter().find(|step| most <= *step).unwrap_or(Size::ANY);
        if self == other { self } else { step() }
    }
}

impl Default for Size {
    fn default() -> Size {
        Size::ANY
    }
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
    /// A row, a record or parts: it has fields. A row is of this table, where one is known.
    Row(Option<TableId>),
    /// A list of rows, as one of several.
    Rows,
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
    pub(super) const ROW: Sure = Sure::of(Base::Row(None));
    /// A small whole number.
    pub(super) const COUNT: Sure =
        Sure { size: Size::COUNT, plain: true, whole: true, natural: true, ..Sure::of(Base::Number) };
    pub(super) const NUMBER: Sure = Sure::of(Base::Number);

    pub(super) const fn of(base: Base) -> Sure {
        let (plain, whole, natural) = (false, false, false);
        Sure { base, list: false, size: Size::ANY, plain, whole, natural, divides: Divides::Unsure }
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
        /// Up to three decimal places.
        const PLAIN: i64 = 1000;
        let plain = PLAIN % number.denominator() == 0;
        let digits = u64::BITS - number.numerator().unsigned_abs().leading_zeros();
        let divides = match number.as_int() {
            None | Some(0) => Divides::Unsure,
            Some(whole) if PLAIN % whole == 0 => Divides::Plainly,
            Some(_) => Divides::Surely,
        };
        let natural = number >= Num::ZERO;
        Sure { size: Size::digits(digits), plain, whole: number.is_int(), natural, divides, ..self }
    }

    /// What a pool gives.
    pub(super) fn pool(pool: &PoolSpec) -> Sure {
        /// With as many dice as a command may throw.
        const SIDES: u64 = 1000;
        match &pool.source {
            PoolSource::Dice { faces, .. } if faces.is_text() => Sure::of(Base::Any),
            PoolSource::Dice { count, faces } => {
                let ends = [faces.lowest(), faces.highest()].into_iter().flatten();
                let most = ends.map(|end| end.numerator().unsigned_abs()).max().unwrap_or(0);
                // What is done to dice may throw more of them.
                let size = if pool.ops.is_empty() {
                    Size::digits(u64::BITS - most.saturating_mul(u64::from(*count)).leading_zeros())
                } else if most <= SIDES {
                    Size::COUNT
                } else {
                    Size::ANY
                };
                let plain = !matches!(faces, crate::dice::Faces::Numbers(numbers) if !numbers.iter().all(|n| n.is_int()));
                let natural = pool.ops.is_empty() && faces.lowest().is_some_and(|low| low >= Num::ZERO);
                Sure {
                    size: if plain { size } else { Size::ANY },
                    plain,
                    whole: plain,
                    natural,
                    ..Sure::NUMBER
                }
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
            (a, b) if a == b => self.narrowed(other),
            (Base::Row(_), Base::Row(_)) => Sure { list: self.list, ..Sure::ROW },
            (Base::Number | Base::YesNo, Base::Number | Base::YesNo) => {
                self.counted().narrowed(other.counted())
            }
            _ => Sure { list: self.list, ..Sure::ANY },
        }
    }

    /// What is known of both numbers.
    fn narrowed(self, other: Sure) -> Sure {
        let size = self.size.or(other.size);
        let divides = self.divides.min(other.divides);
        let (plain, whole) = (self.plain && other.plain, self.whole && other.whole);
        Sure { size, plain, whole, natural: self.natural && other.natural, divides, ..self }
    }

    /// Whether it is so small a number that it may be added as often as a command has steps.
    pub(super) fn is_small(self) -> bool {
        self.plain && self.size <= Size::SMALL
    }

    /// A yes counts as 1.
    pub(super) fn counted(self) -> Sure {
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

    /// Whether it is a list of numbers.
    pub(super) fn is_numbers(self) -> bool {
        self.list && matches!(self.base, Base::Number)
    }

    /// Whether it is a list of rows.
    pub(super) fn is_rows(self) -> bool {
        (self.list && matches!(self.base, Base::Row(_))) || self.base == Base::Rows
    }

    pub(super) fn is_list(self) -> bool {
        self.list || matches!(self.base, Base::Never | Base::Rows)
    }

    /// Whether it, or each of its items, has fields.
    pub(super) fn has_fields(self) -> bool {
        matches!(
            self.base,
            Base::Row(_) | Base::Rows | Base::Record | Base::Parts | Base::Check | Base::Never
        )
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
        let size = a.size.plus(b.size);
        Sure { size, plain: a.plain && b.plain, whole: a.whole && b.whole, ..Sure::of(base) }
    }

    /// The sum of a list of such.
    pub(super) fn of_many(self) -> Sure {
        let one = self.counted();
        Sure { size: one.size.times(Size::ITEMS), divides: Divides::Unsure, ..one }
    }

    /// The product of two, one of which has no unit.
    pub(super) fn times(self, other: Sure) -> Sure {
        let (a, b) = (self.counted(), other.counted());
        let base = match (a.base, b.base) {
            (base, Base::Number | Base::Never) | (Base::Number | Base::Never, base) => base,
            _ => Base::Any,
        };
        if self.list || other.list || !matches!(base, Base::Number | Base::Never | Base::Quantity(_)) {
            return Sure::ANY;
        }
        let plain = a.plain && b.whole || a.whole && b.plain;
        Sure { size: a.size.times(b.size), plain, whole: a.whole && b.whole, ..Sure::of(base) }
    }

    /// The quotient of two numbers.
    pub(super) fn divided(self, by: Sure) -> Sure {
        if !self.is_number() || !by.is_number() {
            return Sure::ANY;
        }
        let of = self.counted();
        let size = if by.divides > Divides::Unsure { of.size } else { Size::ANY };
        let plain = of.whole && by.divides == Divides::Plainly;
        Sure { size, plain, ..Sure::of(of.base) }
    }

    /// A number rounded to a whole one.
    pub(super) fn rounded(self) -> Sure {
        if !self.is_number() {
            return Sure::ANY;
        }
        let of = self.counted();
        Sure { size: of.size, plain: true, whole: true, ..Sure::of(of.base) }
    }

    /// What is left over when a number is divided by another.
    pub(super) fn left_over(self, by: Sure) -> Sure {
        if !self.is_number() || !by.is_number() {
            return Sure::ANY;
        }
        let of = self.counted();
        Sure { size: by.size, plain: of.plain && by.whole, whole: of.whole && by.whole, ..Sure::of(of.base) }
    }

    /// Whether the quotient of two numbers always fits.
    pub(super) fn divides_by(self, by: Sure) -> bool {
        let of = self.counted();
        let never = of.base == Base::Never || by.base == Base::Never;
        let fits = || of.plain && of.size <= Size::FITS && by.size <= Size::DIVISOR;
        self.is_number() && by.is_number() && (never || by.divides > Divides::Unsure && fits())
    }

    /// Whether the product of two always fits.
    pub(super) fn multiplies(self, other: Sure) -> bool {
        let product = self.times(other);
        let never = self.base == Base::Never || other.base == Base::Never;
        product.base != Base::Any && (never || product.plain && product.size <= Size::FITS)
    }

    /// Whether two may be added again and again without growing too large, one of them being small.
    pub(super) fn adds_up(self, other: Sure) -> bool {
        let (a, b) = (self.counted(), other.counted());
        let never = a.base == Base::Never || b.base == Base::Never;
        self.is_alike(other) && (never || a.is_small() || b.is_small()) && !matches!(a.base, Base::Word(_))
    }
}
