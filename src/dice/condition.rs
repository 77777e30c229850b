//! What a modifier asks of a die: a comparison with a number.

use std::fmt;

use crate::base::Num;

/// A comparison with a number, such as `>=8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Condition<N = Num> {
    /// How the value is compared.
    pub compare: Compare,
    /// What it is compared with.
    pub number: N,
    /// For `in 3..5`, where equal means from `number` up to this.
    pub to: Option<N>,
}

/// How a value is compared with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compare {
    /// `==`; `=` behind an operator.
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

impl<N> Condition<N> {
    /// The same condition on other numbers.
    ///
    /// # Errors
    /// Whatever `turn` gives first.
    pub(crate) fn try_map<'n, M, E>(
        &'n self,
        mut turn: impl FnMut(&'n N) -> Result<M, E>,
    ) -> Result<Condition<M>, E> {
        let number = turn(&self.number)?;
        let to = self.to.as_ref().map(turn).transpose()?;
        Ok(Condition { compare: self.compare, number, to })
    }

    /// What it compares with.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &N> {
        std::iter::once(&self.number).chain(&self.to)
    }

    /// The same, to be changed.
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut N> {
        std::iter::once(&mut self.number).chain(&mut self.to)
    }
}

impl<N> Condition<N> {
    /// The condition that a value equals `number`.
    pub(crate) const fn equals(number: N) -> Condition<N> {
        Condition { compare: Compare::Equal, number, to: None }
    }
}

impl Condition {
    /// The condition that holds exactly where this one does not.
    #[must_use]
    pub(crate) const fn negated(&self) -> Condition {
        Condition { compare: self.compare.negated(), number: self.number, to: self.to }
    }

    /// Whether `value` meets the condition.
    pub(crate) fn holds(&self, value: Num) -> bool {
        let within = self.to.map_or(value == self.number, |to| self.number <= value && value <= to);
        match self.compare {
            Compare::Equal => within,
            Compare::NotEqual => !within,
            Compare::Less => value < self.number,
            Compare::AtMost => value <= self.number,
            Compare::More => value > self.number,
            Compare::AtLeast => value >= self.number,
        }
    }
}

impl Compare {
    /// The comparison that holds exactly where this one does not.
    #[must_use]
    pub(crate) const fn negated(self) -> Compare {
        match self {
            Compare::Equal => Compare::NotEqual,
            Compare::NotEqual => Compare::Equal,
            Compare::Less => Compare::AtLeast,
            Compare::AtMost => Compare::More,
            Compare::More => Compare::AtMost,
            Compare::AtLeast => Compare::Less,
        }
    }

    /// The sign as it is written after a modifier.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Compare::Equal => "=",
            Compare::NotEqual => "!=",
            Compare::Less => "<",
            Compare::AtMost => "<=",
            Compare::More => ">",
            Compare::AtLeast => ">=",
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Some(to) => write!(f, " in {}..{to}", self.number),
            None => write!(f, "{}{}", self.compare.sign(), self.number),
        }
    }
}
