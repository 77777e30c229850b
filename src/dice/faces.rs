//! What can stand on a die.

use std::fmt;
use std::sync::Arc;

use super::condition::{Compare, Condition};
use super::luck::{Draw, Halt};
use crate::base::Num;

/// The faces of one die.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Faces {
    /// 1 to n: `d6`, and `d%` with a hundred.
    Sides(u32),
    /// −1, 0, +1: `dF`.
    Fate,
    /// So many six-sided dice read as the digits of one number: `d66`, `d666`.
    Digits(u8),
    /// Listed numbers; a repeated one weighs more: `d{2,3,5,7}`.
    Numbers(Arc<[Num]>),
    /// Listed texts; a repeated one weighs more: `d{"hit","miss","miss"}`.
    Texts(Arc<[Arc<str>]>),
}

impl Faces {
    /// The most digits that a digit die may have, so that its faces can be counted and listed.
    pub(crate) const MOST_DIGITS: u8 = 8;

    /// How many equally likely faces there are; 0 for a die that cannot be rolled.
    pub(crate) fn count(&self) -> u32 {
        match self {
            Faces::Sides(sides) => *sides,
            Faces::Fate => 3,
            Faces::Digits(digits) if *digits <= Faces::MOST_DIGITS => 6u32.pow(u32::from(*digits)),
            Faces::Digits(_) => 0,
            Faces::Numbers(numbers) => u32::try_from(numbers.len()).unwrap_or(0),
            Faces::Texts(texts) => u32::try_from(texts.len()).unwrap_or(0),
        }
    }

    /// Whether the faces are texts, which cannot be added or compared.
    pub(crate) const fn is_text(&self) -> bool {
        matches!(self, Faces::Texts(_))
    }

    /// The value of the face number `face`, counted from 1; on a die of texts its place.
    pub(crate) fn value(&self, face: u32) -> Num {
        let place = i64::from(face);
        match self {
            Faces::Sides(_) | Faces::Texts(_) => Num::int(place),
            Faces::Fate => Num::int(place - 2),
            Faces::Digits(digits) => {
                let mut rest = place - 1;
                let mut value = 0;
                let mut unit = 1;
                for _ in 0..*digits {
                    value += (rest % 6 + 1) * unit;
                    rest /= 6;
                    unit *= 10;
                }
                Num::int(value)
            }
            Faces::Numbers(numbers) => {
                let at = usize::try_from(face).unwrap_or(0).wrapping_sub(1);
                numbers.get(at).copied().unwrap_or(Num::ZERO)
            }
        }
    }

    /// The text of the face number `face`, counted from 1.
    pub(crate) fn text(&self, face: u32) -> Option<&Arc<str>> {
        match self {
            Faces::Texts(texts) => texts.get(usize::try_from(face).ok()?.checked_sub(1)?),
            Faces::Sides(_) | Faces::Fate | Faces::Digits(_) | Faces::Numbers(_) => None,
        }
    }

    /// The highest value; nothing for a die without faces.
    pub(crate) fn highest(&self) -> Option<Num> {
        match self {
            Faces::Numbers(numbers) => numbers.iter().max().copied(),
            Faces::Sides(_) | Faces::Fate | Faces::Digits(_) | Faces::Texts(_) => {
                let count = self.count();
                (count > 0).then(|| self.value(count))
            }
        }
    }

    /// The lowest value; nothing for a die without faces.
    pub(crate) fn lowest(&self) -> Option<Num> {
        match self {
            Faces::Numbers(numbers) => numbers.iter().min().copied(),
            Faces::Sides(_) | Faces::Fate | Faces::Digits(_) | Faces::Texts(_) => {
                (self.count() > 0).then(|| self.value(1))
            }
        }
    }

    /// Whether `value` stands on a face.
    pub(crate) fn contains(&self, value: Num) -> bool {
        match self {
            Faces::Sides(_) | Faces::Fate | Faces::Texts(_) => {
                let reach = self.lowest().is_some_and(|low| low <= value);
                value.is_int() && reach && self.highest().is_some_and(|high| value <= high)
            }
            Faces::Digits(digits) => {
                let written = value.to_string();
                written.len() == usize::from(*digits)
                    && written.bytes().all(|digit| (b'1'..=b'6').contains(&digit))
            }
            Faces::Numbers(numbers) => numbers.contains(&value),
        }
    }

    /// Whether every face meets the condition.
    pub(crate) fn all_meet(&self, condition: &Condition) -> bool {
        let (Some(low), Some(high)) = (self.lowest(), self.highest()) else { return false };
        match condition.compare {
            Compare::Equal if condition.to.is_some() => condition.holds(low) && condition.holds(high),
            Compare::NotEqual if condition.to.is_some() => !self.meets_range(condition.number, condition.to),
            Compare::Equal => low == high && low == condition.number,
            Compare::NotEqual => !self.contains(condition.number),
            Compare::Less | Compare::AtMost | Compare::More | Compare::AtLeast => {
                condition.holds(low) && condition.holds(high)
            }
        }
    }

    /// Whether some face lies from `low` up to `high`.
    fn meets_range(&self, low: Num, high: Option<Num>) -> bool {
        let within = |face: Num| low <= face && high.is_none_or(|high| face <= high);
        match self {
            Faces::Sides(_) | Faces::Fate => {
                let (first, last) = (self.lowest().unwrap_or(low), self.highest().unwrap_or(low));
                let next = low.ceil().max(first);
                next <= last && within(next)
            }
            Faces::Digits(_) => (1..=self.count()).any(|face| within(self.value(face))),
            Faces::Numbers(numbers) => numbers.iter().any(|face| within(*face)),
            Faces::Texts(_) => false,
        }
    }

    /// Whether no face meets the condition.
    pub(crate) fn none_meet(&self, condition: &Condition) -> bool {
        self.all_meet(&condition.negated())
    }

    /// Draws one face, counted from 1. A digit die draws each of its digits, the first one first.
    pub(super) fn draw(&self, luck: &mut dyn Draw) -> Result<u32, Halt> {
        match self {
            Faces::Digits(digits) => {
                let mut index = 0;
                for _ in 0..*digits {
                    index = index * 6 + (luck.face(6)? - 1);
                }
                Ok(index + 1)
            }
            Faces::Sides(_) | Faces::Fate | Faces::Numbers(_) | Faces::Texts(_) => luck.face(self.count()),
        }
    }

    /// How many draws from luck one roll of this die takes.
    pub(crate) fn draws(&self) -> u32 {
        match self {
            Faces::Digits(digits) => u32::from(*digits),
            Faces::Sides(_) | Faces::Fate | Faces::Numbers(_) | Faces::Texts(_) => 1,
        }
    }
}

/// The die as it is written, without a count: `d6`, `dF`, `d66`, `d{2,3,5}`.
impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Faces::Sides(sides) => write!(f, "d{sides}"),
            Faces::Fate => f.write_str("dF"),
            Faces::Digits(digits) => {
                f.write_str("d")?;
                (0..*digits).try_for_each(|_| f.write_str("6"))
            }
            Faces::Numbers(numbers) => {
                f.write_str("d{")?;
                for (at, number) in numbers.iter().enumerate() {
                    write!(f, "{}{number}", if at > 0 { "," } else { "" })?;
                }
                f.write_str("}")
            }
            Faces::Texts(texts) => {
                f.write_str("d{")?;
                for (at, text) in texts.iter().enumerate() {
                    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('{', "\\{");
                    write!(f, "{}\"{escaped}\"", if at > 0 { "," } else { "" })?;
                }
                f.write_str("}")
            }
        }
    }
}
