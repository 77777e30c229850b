//! Expressions, resolved.

use std::sync::Arc;

use super::{
    Capture, FnId, GlobalId, Kind, LocalId, OptionId, ProcId, PromptId, RosterId, ScaleId, TableId, TimerId,
    UnitFamily, UnitId,
};
use crate::base::{Num, Span};
use crate::check::Builtin;
use crate::syntax::ast::{ArithOp, Compare, LadderSide, Modifier};

/// An expression, its place, and what it is known to give.
#[derive(Debug, Clone)]
pub(crate) struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it was written.
    pub span: Span,
    /// What it gives.
    pub gives: Kind,
}

impl Expr {
    /// The value, where it is written out.
    pub(crate) fn literal(&self) -> Option<&Literal> {
        if let ExprKind::Literal(literal) = &self.kind { Some(literal) } else { None }
    }

    /// The number, where it is written out, with a minus or without.
    pub(crate) fn number(&self) -> Option<Num> {
        if let ExprKind::Negate(of) = &self.kind { of.number()?.neg().ok() } else { self.literal()?.number() }
    }

    /// The die, where it is a single one without operators.
    pub(crate) fn one_die(&self) -> Option<&DiceGroup> {
        let ExprKind::Pool(groups, ops) = &self.kind else { return None };
        let [group] = groups.as_slice() else { return None };
        (ops.is_empty() && group.count.number() == Some(Num::ONE)).then_some(group)
    }
}

/// A value that is written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Literal {
    /// A number; `percent` where it is shown as a percentage.
    Number {
        /// The exact value.
        value: Num,
        /// Whether it prints as a percentage.
        percent: bool,
    },
    /// A number with a unit.
    Quantity(Num, UnitId),
    /// Text without live parts.
    Text(Arc<str>),
    /// A word, by its place in its ladder or list.
    Word(ScaleId, u32),
    /// The name of a row, to be compared with rows: `Hostile`.
    RowName(Arc<str>),
    /// Yes or no.
    YesNo(bool),
    /// A range of numbers, both ends included; an open end is `None`.
    Range(Option<Num>, Option<Num>),
    /// The absent value.
    Nothing,
}

impl Literal {
    /// The number, where it is one without a unit.
    pub(crate) fn number(&self) -> Option<Num> {
        if let Literal::Number { value, .. } = self { Some(*value) } else { None }
    }

    /// The text, where it is one.
    pub(crate) fn text(&self) -> Option<&Arc<str>> {
        if let Literal::Text(text) = self { Some(text) } else { None }
    }

    /// The word and its list, where it is one.
    pub(crate) fn word(&self) -> Option<(ScaleId, u32)> {
        if let Literal::Word(scale, word) = self { Some((*scale, *word)) } else { None }
    }
}

/// An argument for each parameter; where it is `None`, the parameter's default holds, worked out among
/// the locals of what is called, after the parameters before it.
pub(crate) type Args = Vec<Option<Expr>>;

/// The forms of resolved expressions.
#[derive(Debug, Clone)]
pub(crate) enum ExprKind {
    /// A value.
    Literal(Literal),
    /// Text with live parts.
    Text(Vec<TextPart>),
    /// A local name.
    Local(LocalId),
    /// A local that holds something unrolled, mentioned: rolls it.
    RollLocal(LocalId),
    /// What `keep` or a top-level `let` holds.
    Global(GlobalId),
    /// An option's value in force; an unrolled one is rolled by the mention.
    Option(OptionId),
    /// All records of a roster, as a list.
    Roster(RosterId),
    /// One record of a roster, by its name: `ash`, `party["Old Mag"]`.
    Member(RosterId, Box<Expr>),
    /// `e.name`: a column of a row, a field of a record (of a list: the list of it), `.roll`, `.key`,
    /// a part of a check or of what a procedure returned.
    Field(Box<Expr>, Arc<str>),
    /// A mention of a table: rolls it and picks a row.
    Draw(Box<RowPick>),
    /// `t[7]`: looks up without rolling.
    Lookup(Box<Lookup>),
    /// Whether a table has a row, and a chart a column, for what it would be looked up by.
    HasKey(Box<Lookup>),
    /// Whether a list has an item at a place.
    HasItem(Box<Expr>, Box<Expr>),
    /// The single dice of something unrolled, rolled: a list of numbers.
    DiceOf(Box<Expr>),
    /// A row of a table that was not drawn before: the table and its arguments.
    DrawRest(TableId, Args),
    /// `xs[2]`: the item of a list, counted from 1.
    Item(Box<Expr>, Box<Expr>),
    /// `t[k]` where `t` is a local or option that holds an unrolled table.
    LookupIn(Box<Expr>, Vec<Expr>),
    /// An expression handed over unrolled.
    Unrolled(Box<Closure>),
    /// A table handed over unrolled, with its arguments.
    UnrolledTable(TableId, Args),
    /// A function's result.
    Call(FnId, Args),
    /// A procedure's result; arguments, then answers to its prompts.
    Run(ProcId, Args, Vec<(PromptId, Expr)>),
    /// A built-in function.
    Builtin(Builtin, Vec<Expr>),
    /// A pool of dice: its groups, then its operators left to right.
    Pool(Vec<DiceGroup>, Vec<Modifier<Expr>>),
    /// `{d8!, d6!}kh1`: entries, each summed, then the operators.
    PoolOf(Vec<Expr>, Vec<Modifier<Expr>>),
    /// Pool operators on a list of numbers.
    ListOps(Box<Expr>, Vec<Modifier<Expr>>),
    /// `4d6 [fire]`.
    Label(Box<Expr>, Arc<str>),
    /// A number given a unit.
    Quantity(Box<Expr>, UnitId),
    /// `[a, b, c]`.
    List(Vec<Expr>),
    /// Named parts.
    Parts(Vec<(Arc<str>, Expr)>),
    /// `a..b`, both ends included.
    Range(Box<Expr>, Box<Expr>),
    /// Arithmetic, left to right.
    Arith(Box<Expr>, Vec<(ArithOp, Expr)>),
    /// `-e`.
    Negate(Box<Expr>),
    /// A comparison.
    Compare(Box<Expr>, Compare, Box<Expr>),
    /// True where all are; looks no further than it must.
    And(Vec<Expr>),
    /// True where one is; looks no further than it must.
    Or(Vec<Expr>),
    /// `not e`.
    Not(Box<Expr>),
    /// `e is …`: true where one test holds (`negated`: where none does).
    Is {
        /// What is looked at.
        of: Box<Expr>,
        /// `is not`.
        negated: bool,
        /// The tests.
        tests: Vec<IsTest>,
    },
    /// `e in xs`: in a list, a range, or a set.
    In(Box<Expr>, Box<Expr>),
    /// The dice of a pool that explodes, from lowest to highest.
    Exploding(Box<Explosion>),
    /// `e times body`: a list.
    Times {
        /// How often.
        count: Box<Expr>,
        /// The expression that is repeated.
        body: Box<Expr>,
        /// No row twice; the body is then a [`ExprKind::Draw`].
        unique: bool,
    },
    /// `if c then a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a`, or `b` where `a` is `nothing`.
    Otherwise(Box<Expr>, Box<Expr>),
    /// True with this probability, a number from 0 to 1.
    Likely(Box<Expr>),
    /// The operand rolled twice where the net count is not 0: the better where above, the worse where below.
    Advantage(Box<Expr>, Box<Expr>),
    /// Binds locals in order, then works out the expression.
    Bind(Vec<(LocalId, Expr)>, Box<Expr>),
    /// `[each for item in of where filter]`: the item's local, the list, the filter, what each gives.
    Map(ItemScope, Box<Expr>),
    /// The items that the scope's filter lets through.
    Filter(ItemScope),
    /// The item whose key is highest (`true`) or lowest; the first on a tie.
    Extreme(ItemScope, Box<Expr>, bool),
    /// The items sorted by keys; `true`: highest first.
    Sort(ItemScope, Vec<(Expr, bool)>),
    /// The items in groups of equal keys, highest first.
    Groups(ItemScope, Box<Expr>),
    /// One item, each as likely.
    Pick(Box<Expr>),
    /// `check(e, dc)`: the roll is worked out here, so that its natural face is known. The last is a
    /// yes/no: whether a tie wins (`None`: it does).
    Check(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `contest(a, b)`, and whether a tie wins for the first.
    Contest(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// A question about a distribution, asked from the state in play; a yes/no for `Chance`.
    Query(QueryKind, Box<Closure>),
    /// `add vendor(name = "Mag", …) to vendors`: the record that was made.
    Added {
        /// The roster.
        roster: RosterId,
        /// The record's name; a number is put behind it where it is taken.
        name: Box<Expr>,
        /// The values given, by field of the sheet.
        fields: Vec<Option<Expr>>,
    },
    /// `torch.left`, `death.left` of whose it is: the time until the timer runs out, `nothing` where
    /// it does not run.
    TimerLeft(TimerId, Option<Box<Expr>>),
    /// `d.left`: how many cards a deck still holds.
    DeckLeft(TableId),
    /// `now`: the time since the campaign's start, on the clock of this family.
    Now(UnitFamily),
    /// A text or a row read as the word of this list that has its name, case ignored; a word of the list
    /// and `nothing` stay what they are, anything else is an error.
    AsWord(Box<Expr>, ScaleId),
    /// A stub mentioned in text: shows its description.
    StubText(Arc<str>),
    /// Could not be resolved; there is a diagnostic, and no plan is made.
    Broken,
}

/// An expression with locals of its own, and the outer locals it sees.
#[derive(Debug, Clone)]
pub(crate) struct Closure {
    /// Worked out first and dropped: `… after 12 times dungeon_turn`.
    pub before: Option<Expr>,
    /// How often what is repeated, the body being looked at after each time: `within 24 times turn`.
    /// The closure then gives the number of the first time it holds, or `nothing`.
    pub turns: Option<Box<(Expr, Expr)>>,
    /// The expression.
    pub body: Expr,
    /// Only where this holds: `given`, which sees the same locals.
    pub given: Option<Expr>,
    /// For each captured local: outside, inside.
    pub(crate) captures: Vec<Capture>,
    /// How many locals the inside has.
    pub locals: u32,
    /// For dice that are handed over unrolled: the values of the single dice, as a list.
    pub dice: Option<Expr>,
}

impl Closure {
    /// The outer locals it sees.
    pub(crate) fn captured(&self) -> impl Iterator<Item = LocalId> {
        self.captures.iter().map(|(outside, _)| *outside)
    }
}

/// A table rolled.
#[derive(Debug, Clone)]
pub(crate) struct RowPick {
    /// The table.
    pub table: TableId,
    /// An argument for each parameter.
    pub args: Args,
    /// `encounters where level <= 3`: the local that holds the row looked at, and the condition.
    pub filter: Option<(LocalId, Expr)>,
}

/// A table looked up.
#[derive(Debug, Clone)]
pub(crate) struct Lookup {
    /// The table.
    pub table: TableId,
    /// An argument for each parameter.
    pub args: Args,
    /// One key, or two.
    pub keys: Vec<Expr>,
}

/// A list walked item by item.
#[derive(Debug, Clone)]
pub(crate) struct ItemScope {
    /// The list.
    pub of: Box<Expr>,
    /// The local that holds the item.
    pub item: LocalId,
    /// Which items take part.
    pub filter: Option<Box<Expr>>,
}

/// A part of a text.
#[derive(Debug, Clone)]
pub(crate) enum TextPart {
    /// Shown as it is.
    Literal(Arc<str>),
    /// Worked out and shown.
    Live(Expr),
}

/// One test after `is`.
#[derive(Debug, Clone)]
pub(crate) enum IsTest {
    /// Equal to this; a row is compared by name with a text and by key with a number.
    Equals(Expr),
    /// At this word of a ladder or on that side of it.
    Standing(Expr, LadderSide),
    /// An even whole number.
    Even,
    /// An odd whole number.
    Odd,
    /// An empty list or text.
    Empty,
}

/// A group of equal dice.
#[derive(Debug, Clone)]
pub(crate) struct DiceGroup {
    /// How many; a literal in nearly all cases.
    pub count: Expr,
    /// What is on them.
    pub faces: Faces,
    /// Where they stand.
    pub span: Span,
}

/// What is on a die.
#[derive(Debug, Clone)]
pub(crate) enum Faces {
    /// `1..=n`.
    Sides(u32),
    /// `1..=e`, worked out once for the pool.
    Computed(Box<Expr>),
    /// 1 to 100.
    Percent,
    /// −1, 0, +1.
    Fate,
    /// So many d6 as digits.
    Digits(u32),
    /// Numbers, each as likely.
    Numbers(Arc<[Num]>),
    /// Texts, each as likely.
    Texts(Arc<[Arc<str>]>),
}

/// Dice that explode, one by one.
#[derive(Debug, Clone)]
pub(crate) struct Explosion {
    /// How many at first.
    pub count: Expr,
    /// One of them.
    pub die: Expr,
    /// On which faces another is thrown.
    pub again: (Compare, Num),
    /// At most so many extra dice for each.
    pub limit: Option<Num>,
}

/// The questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum QueryKind {
    /// The whole distribution.
    Odds,
    /// How likely it is.
    Chance,
    /// The mean.
    Mean,
    /// How long until it first holds.
    FirstTurn,
    /// The highest face of a die: the highest that can come up.
    HighestFace,
    /// The lowest.
    LowestFace,
}
