//! Expressions as written.

use super::{Compare, Dice, Modifier, Name, Path, Text};
use crate::base::{Num, NumError, Span, Spanned};

/// An expression and its place.
#[derive(Debug, Clone)]
pub(crate) struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

impl Expr {
    /// The name, where it is nothing but one.
    pub(crate) fn name(&self) -> Option<&Name> {
        if let ExprKind::Name(name) = &self.kind { Some(name) } else { None }
    }

    /// What is called, and its arguments; what is not called stands there without any.
    pub(crate) fn called(&self) -> (&Expr, &[Argument]) {
        if let ExprKind::Call(callee, args) = &self.kind { (callee, args) } else { (self, &[]) }
    }

    /// The question about one part of what this question is about: the odds of `e` become those of `e.part`, with
    /// all conditions.
    pub(crate) fn asked_part(self, part: &str) -> Expr {
        let span = self.span;
        match self.kind {
            ExprKind::Query(query) if query.kind == QueryKind::Odds => {
                let of = query.of.asked_part(part);
                Expr { kind: ExprKind::Query(Box::new(Query { of, ..*query })), span }
            }
            kind => {
                let name = Name { text: part.into(), span };
                Expr { kind: ExprKind::Field(Box::new(Expr { kind, span }), name), span }
            }
        }
    }
}

/// The forms of expressions. Long chains (`1 + 1 + …`, `a or b or …`) are flat.
#[derive(Debug, Clone)]
pub(crate) enum ExprKind {
    /// `12`, `1.5`, `70%`, `1,600` in a cell.
    Number {
        /// The exact value; `70%` is 7/10.
        value: Num,
        /// Whether it was written as a percentage.
        percent: bool,
    },
    /// `"You find {2d6} rations."`
    Text(Text),
    /// `nothing`.
    Nothing,
    /// `yes` and `no`.
    YesNo(bool),
    /// A word: whatever it names is found later. `it` is a name too.
    Name(Name),
    /// `e.name`; also a module's name before a dot.
    Field(Box<Expr>, Name),
    /// `t[k]`, `t[row, column]`.
    Index(Box<Expr>, Vec<Expr>),
    /// `f(a, b, name = c)`.
    Call(Box<Expr>, Vec<Argument>),
    /// `4d6`, without modifiers.
    Dice(Box<Dice>),
    /// `{d8!, d6!}`: a pool of different entries, each summed.
    Pool(Vec<Expr>),
    /// `e` with pool modifiers, left to right.
    Modified(Box<Expr>, Vec<Modifier>),
    /// `4d6 [fire]`.
    Label(Box<Expr>, Spanned<String>),
    /// `10 minutes`, `2d6 turns`, `(n) hours`, `1 delving.turn`.
    Quantity(Box<Expr>, Box<Path>),
    /// `[a, b, c]`.
    List(Vec<Expr>),
    /// `[e for x in xs where c]`.
    Comprehension {
        /// What each item gives.
        each: Box<Expr>,
        /// The item's name.
        name: Name,
        /// The list.
        of: Box<Expr>,
        /// Which items take part.
        filter: Option<Box<Expr>>,
    },
    /// `{hits: a, botches: b}`: several answers together, in queries.
    Record(Vec<(Name, Expr)>),
    /// `1..6`; both ends belong to it.
    Range(Box<Expr>, Box<Expr>),
    /// Arithmetic of one precedence, worked out left to right.
    Arith(Box<Expr>, Vec<(ArithOp, Expr)>),
    /// One comparison.
    Compare(Box<Expr>, Compare, Box<Expr>),
    /// `a and b and c`.
    And(Vec<Expr>),
    /// `a or b or c`.
    Or(Vec<Expr>),
    /// `not e`.
    Not(Box<Expr>),
    /// `-e`.
    Negate(Box<Expr>),
    /// `e is A or B`, `e is not A`.
    Is {
        /// What is looked at.
        of: Box<Expr>,
        /// `is not`.
        negated: bool,
        /// One of these.
        alternatives: Vec<Alternative>,
    },
    /// `e in xs`.
    In(Box<Expr>, Box<Expr>),
    /// `e has x`.
    Has(Box<Expr>, Box<Expr>),
    /// `6 times 4d6kh3`; `unique` does not repeat a row.
    Times {
        /// How often.
        count: Box<Expr>,
        /// The expression that is repeated.
        body: Box<Expr>,
        /// `3 times rumors unique`.
        unique: bool,
    },
    /// `if c then a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `e otherwise f`.
    Otherwise(Box<Expr>, Box<Expr>),
    /// `a ++ b`: the items of both lists.
    Joined(Box<Expr>, Box<Expr>),
    /// `{b = beast}` in a text: a pick that has a name in what follows.
    Named(Name, Box<Expr>),
    /// `the {b} and {b} where b = beast`: a name for the whole text, which shows nothing itself.
    Unshown(Name, Box<Expr>),
    /// `{red | blue | 2x green}` in a text: one of several texts with their weights.
    Choice(Vec<(Num, Text)>),
    /// `1 in 6`.
    OneIn(Num, Num),
    /// `50% chance`, `(e) chance`.
    Likely(Box<Expr>),
    /// `adv e`, `dis e`.
    Advantage(AdvantageKind, Box<Expr>),
    /// `e where a = d20, b = d20`.
    Bind(Box<Expr>, Vec<Binding>),
    /// `party where hp > 0`.
    Filter(Box<Expr>, Box<Expr>),
    /// `party with highest haggle`.
    With(Box<Expr>, Extreme, Box<Expr>),
    /// `sort xs by dex down, name`; without keys, by value.
    Sort(Box<Expr>, Vec<SortKey>),
    /// `groups of xs by dex`.
    Groups(Box<Expr>, Box<Expr>),
    /// `pick xs`.
    Pick(Box<Expr>),
    /// `odds e`, `chance(c)`, `mean(e)`, with their conditions.
    Query(Box<Query>),
    /// `add flame(…) to flames` as a value, after `let`, `=` and `return`: the record that was made.
    Added(Box<Expr>, Box<Expr>),
}

/// An argument of a call.
#[derive(Debug, Clone)]
pub(crate) struct Argument {
    /// `name = …`, where it is said.
    pub name: Option<Name>,
    /// The value.
    pub value: Expr,
}

/// Arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ArithOp {
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`, `x`, `×`.
    Multiply,
    /// `/`: exact.
    Divide,
    /// `//`: rounded down.
    FloorDivide,
    /// `mod`.
    Modulo,
}

impl ArithOp {
    /// What it makes of two numbers.
    ///
    /// # Errors
    /// The result is too large or too fine, or the second is zero and divides.
    pub(crate) fn apply(self, a: Num, b: Num) -> Result<Num, NumError> {
        match self {
            ArithOp::Add => a.add(b),
            ArithOp::Subtract => a.sub(b),
            ArithOp::Multiply => a.mul(b),
            ArithOp::Divide => a.div(b),
            ArithOp::FloorDivide => a.floor_div(b),
            ArithOp::Modulo => a.modulo(b),
        }
    }
}

/// One alternative after `is`.
#[derive(Debug, Clone)]
pub(crate) struct Alternative {
    /// What it is compared with; `even`, `odd` and `empty` are names here.
    pub value: Expr,
    /// `tired or worse`, `dim or better`.
    pub standing: Option<LadderSide>,
}

/// Which side of a ladder's word is meant besides the word itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LadderSide {
    /// `or worse`: towards the ladder's end.
    OrWorse,
    /// `or better`: towards its start.
    OrBetter,
    /// `better than dim`.
    Better,
    /// `worse than dim`.
    Worse,
}

/// Advantage or disadvantage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AdvantageKind {
    /// `adv`: keep the better.
    Advantage,
    /// `dis`: keep the worse.
    Disadvantage,
}

/// Highest or lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Extreme {
    /// `with highest`.
    Highest,
    /// `with lowest`.
    Lowest,
}

/// `name = value` after `where`.
#[derive(Debug, Clone)]
pub(crate) struct Binding {
    /// The name bound.
    pub name: Name,
    /// Its value.
    pub value: Expr,
}

/// One key of `sort … by`.
#[derive(Debug, Clone)]
pub(crate) struct SortKey {
    /// The key.
    pub by: Expr,
    /// `down`: highest first.
    pub down: bool,
}

/// A question about a distribution.
#[derive(Debug, Clone)]
pub(crate) struct Query {
    /// Which question.
    pub kind: QueryKind,
    /// About what.
    pub of: Expr,
    /// `given c`.
    pub given: Option<Expr>,
    /// `… after 12 times dungeon_turn`: what is run first, in an expression of its own.
    pub after: Option<Expr>,
    /// `… within 24 times dungeon_turn`: how often what is repeated before the search is given up.
    pub within: Option<Expr>,
}

/// The questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum QueryKind {
    /// `odds e`: the whole distribution.
    Odds,
    /// `chance(c)`: how likely a condition is.
    Chance,
    /// `mean(e)`.
    Mean,
    /// `first turn when c`: when a condition first holds.
    FirstTurn,
    /// `highest_face(d)`: the highest that a die can show.
    HighestFace,
    /// `lowest_face(d)`: the lowest.
    LowestFace,
}
