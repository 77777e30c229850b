//! What a place may hold, as written.

use super::{Expr, Name, Path};
use crate::base::{Span, Spanned};

/// A parameter.
#[derive(Debug, Clone)]
pub(crate) struct Param {
    /// Its name.
    pub name: Name,
    /// What it may be; `dice` and `table` stay unrolled.
    pub kind: Option<Kind>,
    /// What it is where the caller gives nothing.
    pub default: Option<Expr>,
}

impl Param {
    /// Whether an expression has to be worked out for it: its default, or the bounds of its kind.
    pub(crate) fn works_something_out(&self) -> bool {
        let ranges = |kind: &Kind| kind.alternatives.iter().any(|atom| matches!(atom, KindAtom::Range(..)));
        self.default.is_some() || self.kind.as_ref().is_some_and(ranges)
    }
}

/// What a place may hold.
#[derive(Debug, Clone)]
pub(crate) struct Kind {
    /// One of these; a single one is the common case.
    pub alternatives: Vec<KindAtom>,
    /// `any of a | b`: a set of words.
    pub any_of: bool,
    /// `or nothing`.
    pub or_nothing: bool,
    /// Where it stands.
    pub span: Span,
}

/// One kind.
#[derive(Debug, Clone)]
pub(crate) enum KindAtom {
    /// `number`, `text`, a unit, a ladder, a sheet, a table, or a word of its own.
    Name(Path),
    /// `0..max_hp`.
    Range(Box<Expr>, Box<Expr>),
    /// A quoted word of several words.
    Quoted(Spanned<String>),
}
