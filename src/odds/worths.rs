//! What something is worth of which a card is all that is not written out.

use crate::check::Builtin;
use crate::check::program::{Expr, ExprKind, IsTest, Kind, LocalId, TableId};
use crate::engine::Workbench;
use crate::plan::{Op, Plan, Value, literal_value};

/// A condition, and whether it holds.
pub(super) type HeldAround<'p> = (&'p Expr, bool);

/// Where a card stands in an expression: in a local, or where it is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) enum CardPlace<'p> {
    Local(LocalId),
    Draw(&'p Expr, TableId),
}

/// An expression in which a card, or a column of it, stands for a hole, and the conditions on that under which it is
/// worked out at all.
#[derive(Debug, Clone)]
pub(super) struct CardWorth<'p> {
    pub(super) of: &'p Expr,
    pub(super) hole: CardPlace<'p>,
    pub(super) under: Vec<HeldAround<'p>>,
}

impl PartialEq for CardPlace<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (CardPlace::Local(local), CardPlace::Local(other)) => local == other,
            // Each time a card is drawn it is another.
            (CardPlace::Draw(draw, _), CardPlace::Draw(other, _)) => std::ptr::eq(*draw, *other),
            (CardPlace::Local(_), CardPlace::Draw(..)) | (CardPlace::Draw(..), CardPlace::Local(_)) => false,
        }
    }
}

impl PartialEq for CardWorth<'_> {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |((a, holds), (b, other)): (&HeldAround<'_>, &HeldAround<'_>)| {
            std::ptr::eq(*a, *b) && holds == other
        };
        std::ptr::eq(self.of, other.of)
            && self.under.len() == other.under.len()
            && self.under.iter().zip(&other.under).all(is_same)
    }
}

impl<'p> CardPlace<'p> {
    /// The hole of an expression of which nothing else is unknown; `None` where there are several or none, where what it
    /// gives is the card itself, or where it is not known what becomes of a card.
    pub(super) fn of(expr: &'p Expr) -> Option<CardPlace<'p>> {
        let mut holes = Vec::new();
        let is_worth = !matches!(expr.kind, ExprKind::Local(_) | ExprKind::Draw(_) | ExprKind::Literal(_));
        (is_worth && holes_in(expr, &mut holes)).then_some(())?;
        let (first, rest) = holes.split_first()?;
        rest.iter().all(|hole| hole == first).then_some(*first)
    }

    fn is(&self, expr: &Expr) -> bool {
        match self {
            CardPlace::Local(local) => matches!(expr.kind, ExprKind::Local(of) if of == *local),
            CardPlace::Draw(draw, _) => std::ptr::eq(*draw, expr),
        }
    }
}

/// Collects what may be a card in an expression; gives whether it is known what becomes of it, card by card, also where a
/// list of cards may stand for one.
#[expect(clippy::wildcard_enum_match_arm, reason = "of whatever is not named it is not known")]
fn holes_in<'p>(expr: &'p Expr, holes: &mut Vec<CardPlace<'p>>) -> bool {
    let mut all = |parts: &[&'p Expr]| parts.iter().all(|part| holes_in(part, holes));
    match &expr.kind {
        ExprKind::Literal(_) => true,
        ExprKind::Local(local) => {
            holes.push(CardPlace::Local(*local));
            !matches!(expr.gives, Kind::List(_))
        }
        ExprKind::Draw(pick) if pick.filter.is_none() && pick.args.is_empty() => {
            holes.push(CardPlace::Draw(expr, pick.table));
            true
        }
        ExprKind::Field(of, _) | ExprKind::Label(of, _) | ExprKind::Negate(of) | ExprKind::Not(of) => {
            holes_in(of, holes)
        }
        ExprKind::Arith(first, rest) => {
            holes_in(first, holes) && rest.iter().all(|(_, term)| holes_in(term, holes))
        }
        ExprKind::Compare(left, _, right) => all(&[left, right]),
        ExprKind::And(terms) | ExprKind::Or(terms) | ExprKind::List(terms) => {
            terms.iter().all(|term| holes_in(term, holes))
        }
        ExprKind::If(condition, then, otherwise) => all(&[condition, then, otherwise]),
        ExprKind::In(of, within) => {
            let is_written = within.literal().is_some() || matches!(within.kind, ExprKind::List(_));
            is_written && all(&[of, within])
        }
        ExprKind::Is { of, tests, .. } => {
            let is_known = |test: &IsTest| match test {
                IsTest::Equals(_) | IsTest::Even | IsTest::Odd => true,
                IsTest::Standing(..) | IsTest::Empty => false,
            };
            tests.iter().all(is_known)
                && holes_in(of, holes)
                && tests.iter().filter_map(IsTest::with).all(|with| holes_in(with, holes))
        }
        // Of a list they make something else than of each of its items.
        ExprKind::Builtin(Builtin::Min | Builtin::Max, args) if args.len() > 1 => {
            args.iter().all(|arg| is_one_value(arg) && holes_in(arg, holes))
        }
        _ => false,
    }
}

/// Whether an expression is known to be no list.
fn is_one_value(expr: &Expr) -> bool {
    matches!(expr.gives, Kind::Number | Kind::Quantity(_) | Kind::YesNo)
}

/// Works out what expressions are worth where a card stands in the hole.
pub(super) struct CardWorths<'a, 'p> {
    pub(super) plan: &'p Plan,
    pub(super) bench: &'a mut Workbench<'p>,
    pub(super) card: &'a Value,
}

impl<'p> CardWorths<'_, 'p> {
    /// What is shown of the card; `None` where that goes wrong. Where a condition does not hold, no more than that is.
    pub(super) fn shown(&mut self, worth: &CardWorth<'p>) -> Option<Value> {
        for (condition, holds) in &worth.under {
            if self.of(condition, worth.hole)? != Value::YesNo(*holds) {
                return Some(Value::Unset);
            }
        }
        self.of(worth.of, worth.hole)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is asked for")]
    fn of(&mut self, expr: &'p Expr, hole: CardPlace<'p>) -> Option<Value> {
        if hole.is(expr) {
            return Some(self.card.clone());
        }
        match &expr.kind {
            ExprKind::Literal(literal) => Some(literal_value(literal)),
            ExprKind::Label(of, _) => self.of(of, hole),
            ExprKind::Field(of, name) => {
                let symbol = self.plan.symbols.iter().position(|symbol| symbol == name)?;
                self.step(Op::Field(u32::try_from(symbol).ok()?), &[of], hole)
            }
            ExprKind::Negate(of) => self.step(Op::Negate, &[of], hole),
            ExprKind::Not(of) => self.step(Op::Not, &[of], hole),
            ExprKind::Arith(first, rest) => {
                let mut sum = self.of(first, hole)?;
                for (op, term) in rest {
                    let term = self.of(term, hole)?;
                    sum = self.bench.apply(Op::Arith(*op), &[sum, term]).ok()?;
                }
                Some(sum)
            }
            ExprKind::Compare(left, compare, right) => self.step(Op::Compare(*compare), &[left, right], hole),
            ExprKind::In(of, within) => self.step(Op::In, &[of, within], hole),
            ExprKind::And(terms) => self.until(terms, false, hole),
            ExprKind::Or(terms) => self.until(terms, true, hole),
            ExprKind::If(condition, then, otherwise) => match self.of(condition, hole)? {
                Value::YesNo(true) => self.of(then, hole),
                Value::YesNo(false) => self.of(otherwise, hole),
                _ => None,
            },
            ExprKind::Is { of, negated, tests } => self.is(of, *negated, tests, hole),
            ExprKind::List(items) => {
                let items: Vec<&Expr> = items.iter().collect();
                self.step(Op::MakeList(u32::try_from(items.len()).ok()?), &items, hole)
            }
            ExprKind::Builtin(builtin, args) => {
                let args: Vec<&Expr> = args.iter().collect();
                self.step(Op::Builtin(*builtin, u32::try_from(args.len()).ok()?), &args, hole)
            }
            _ => None,
        }
    }

    /// What a step makes of some values.
    fn step(&mut self, op: Op, of: &[&'p Expr], hole: CardPlace<'p>) -> Option<Value> {
        let values: Vec<Value> = of.iter().map(|expr| self.of(expr, hole)).collect::<Option<_>>()?;
        self.bench.apply(op, &values).ok()
    }

    /// Whether one of them is so, from the first on.
    fn until(&mut self, terms: &'p [Expr], so: bool, hole: CardPlace<'p>) -> Option<Value> {
        for term in terms {
            let Value::YesNo(yes) = self.of(term, hole)? else { return None };
            if yes == so {
                return Some(Value::YesNo(so));
            }
        }
        Some(Value::YesNo(!so))
    }

    /// Whether one of the tests holds.
    fn is(&mut self, of: &'p Expr, negated: bool, tests: &'p [IsTest], hole: CardPlace<'p>) -> Option<Value> {
        let of = self.of(of, hole)?;
        let mut holds = false;
        for test in tests {
            let (op, operands) = match test {
                IsTest::Equals(with) => (Op::Is, vec![of.clone(), self.of(with, hole)?]),
                IsTest::Even => (Op::IsEven, vec![of.clone()]),
                IsTest::Odd => (Op::IsOdd, vec![of.clone()]),
                IsTest::Standing(..) | IsTest::Empty => return None,
            };
            holds |= self.bench.apply(op, &operands).ok()? == Value::YesNo(true);
        }
        Some(Value::YesNo(holds != negated))
    }
}

/// The columns of a card that an expression reads; `None` among them where it looks at the card itself.
pub(super) fn columns_read<'p>(expr: &'p Expr, hole: CardPlace<'p>, read: &mut Vec<Option<&'p str>>) {
    if let ExprKind::Field(of, name) = &expr.kind
        && hole.is(of)
    {
        read.push(Some(name));
    } else if hole.is(expr) {
        read.push(None);
    } else {
        expr.parts().into_iter().for_each(|part| columns_read(part, hole, read));
    }
}
