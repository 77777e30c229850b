//! What is looked at of the numbers of a list whose order nothing looks at: how many meet a condition, what they come
//! to, the most and the least. Numbers that meet the same conditions need not be told apart, and of a list of which
//! only the sum is wanted, the sum is all there is.

use std::convert::Infallible;
use std::sync::Arc;

use super::{Args, Expr, ExprKind, GlobalId, IsTest, Kind, Literal, LocalId, OptionId, RosterId};
use crate::base::Num;
use crate::check::Builtin;
use crate::dice::{Compare, Condition, PoolOp};
use crate::syntax::ast::ArithOp;

/// What a list of numbers is looked at for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fold<N = Num> {
    /// How many there are.
    Count,
    /// How many meet a condition.
    Passing(Tally<N>),
    /// What they come to.
    Sum,
    /// The highest.
    Most,
    /// The lowest.
    Least,
    /// Which different ones there are.
    Different,
    /// How many different ones there are, where each may stand for any other.
    HowManyDifferent,
}

/// A condition on a number that is known before anything is rolled.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Tally<N = Num> {
    /// The number is compared with another, or with a range.
    Meets(Condition<N>),
    /// One condition more than another.
    Less(Condition<N>, Condition<N>),
    Even,
    Odd,
    Not(Box<Tally<N>>),
    All(Vec<Tally<N>>),
    Any(Vec<Tally<N>>),
}

/// What numbers are compared with, where that may be known before they are rolled.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Threshold {
    Number(Num),
    /// What a local holds.
    Local(LocalId),
    /// What `keep` or a top-level `let` holds.
    Global(GlobalId),
    /// An option's value in force.
    Option(OptionId),
    /// A record of a roster, by its name.
    Member(RosterId, Arc<str>),
    /// A field of a record.
    Field(Box<Threshold>, Arc<str>),
    Sum(Box<Threshold>, Box<Threshold>),
    Difference(Box<Threshold>, Box<Threshold>),
}

impl Threshold {
    /// What an expression gives.
    pub(super) fn of(expr: &Expr) -> Option<Threshold> {
        let plain = matches!(expr.gives, Kind::Number | Kind::Any);
        if let ExprKind::Arith(first, rest) = &expr.kind {
            return rest.iter().try_fold(Threshold::of(first)?, |left, (op, right)| {
                let sides = (Box::new(left), Box::new(Threshold::of(right)?));
                match op {
                    ArithOp::Add => Some(Threshold::Sum(sides.0, sides.1)),
                    ArithOp::Subtract => Some(Threshold::Difference(sides.0, sides.1)),
                    ArithOp::Multiply | ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => None,
                }
            });
        }
        if let ExprKind::Field(of, name) = &expr.kind {
            return plain.then_some(Threshold::Field(Box::new(Threshold::record(of)?), Arc::clone(name)));
        }
        number(expr).map(Threshold::Number).or_else(|| Threshold::held(expr).filter(|_| plain))
    }

    fn record(expr: &Expr) -> Option<Threshold> {
        if let ExprKind::Member(roster, name) = &expr.kind {
            let ExprKind::Literal(Literal::Text(name)) = &name.kind else { return None };
            return Some(Threshold::Member(*roster, Arc::clone(name)));
        }
        Threshold::held(expr)
    }

    fn held(expr: &Expr) -> Option<Threshold> {
        if let ExprKind::Local(local) = expr.kind {
            return Some(Threshold::Local(local));
        }
        if let ExprKind::Global(global) = expr.kind {
            return Some(Threshold::Global(global));
        }
        if let ExprKind::Option(option) = expr.kind { Some(Threshold::Option(option)) } else { None }
    }

    /// The same where something else is handed over for parameters; `None` where that is not known.
    pub(super) fn handed(&self, args: &Args) -> Option<Threshold> {
        let both =
            |a: &Threshold, b: &Threshold| Some((Box::new(a.handed(args)?), Box::new(b.handed(args)?)));
        Some(match self {
            Threshold::Local(param) => {
                let arg = args.get(param.0 as usize)?.as_ref()?;
                Threshold::of(arg).or_else(|| Threshold::record(arg))?
            }
            Threshold::Field(of, name) => Threshold::Field(Box::new(of.handed(args)?), Arc::clone(name)),
            Threshold::Sum(a, b) => both(a, b).map(|(a, b)| Threshold::Sum(a, b))?,
            Threshold::Difference(a, b) => both(a, b).map(|(a, b)| Threshold::Difference(a, b))?,
            Threshold::Number(_) | Threshold::Global(_) | Threshold::Option(_) | Threshold::Member(..) => {
                self.clone()
            }
        })
    }

    /// The locals that it is made of.
    fn locals(&self, into: &mut Vec<LocalId>) {
        match self {
            Threshold::Local(local) => into.push(*local),
            Threshold::Field(of, _) => of.locals(into),
            Threshold::Sum(a, b) | Threshold::Difference(a, b) => {
                a.locals(into);
                b.locals(into);
            }
            Threshold::Number(_) | Threshold::Global(_) | Threshold::Option(_) | Threshold::Member(..) => {}
        }
    }
}

impl<N> Tally<N> {
    /// The same condition with other numbers.
    ///
    /// # Errors
    /// Whatever `turn` gives first.
    pub(crate) fn try_map<M, E>(&self, turn: &mut dyn FnMut(&N) -> Result<M, E>) -> Result<Tally<M>, E> {
        let mut all = |tests: &[Tally<N>]| {
            tests.iter().map(|test| test.try_map(turn)).collect::<Result<Vec<Tally<M>>, E>>()
        };
        Ok(match self {
            Tally::Meets(condition) => Tally::Meets(condition.try_map(&mut *turn)?),
            Tally::Less(hit, miss) => Tally::Less(hit.try_map(&mut *turn)?, miss.try_map(&mut *turn)?),
            Tally::Even => Tally::Even,
            Tally::Odd => Tally::Odd,
            Tally::Not(test) => Tally::Not(Box::new(test.try_map(turn)?)),
            Tally::All(tests) => Tally::All(all(tests)?),
            Tally::Any(tests) => Tally::Any(all(tests)?),
        })
    }
}

impl Tally<Threshold> {
    /// The locals that hold what numbers are compared with.
    pub(crate) fn locals(&self) -> Vec<LocalId> {
        let mut locals = Vec::new();
        let _ = self.try_map(&mut |threshold: &Threshold| {
            threshold.locals(&mut locals);
            Ok::<_, Infallible>(())
        });
        locals
    }
}

impl Fold<Threshold> {
    /// The same where something else is handed over for parameters; `None` where that is not known.
    pub(super) fn handed(&self, args: &Args) -> Option<Fold<Threshold>> {
        let Fold::Passing(tally) = self else { return Some(self.clone()) };
        let handed = tally.try_map(&mut |threshold: &Threshold| threshold.handed(args).ok_or(()));
        handed.ok().map(Fold::Passing)
    }

    /// The locals that hold what numbers are compared with.
    pub(super) fn locals(&self) -> Vec<LocalId> {
        if let Fold::Passing(tally) = self { tally.locals() } else { Vec::new() }
    }

    /// The same where all is known beforehand.
    pub(super) fn known(self) -> Option<Fold> {
        Some(match self {
            Fold::Passing(tally) => Fold::Passing(
                tally
                    .try_map(&mut |threshold| {
                        if let Threshold::Number(number) = threshold { Ok(*number) } else { Err(()) }
                    })
                    .ok()?,
            ),
            Fold::Count => Fold::Count,
            Fold::Sum => Fold::Sum,
            Fold::Most => Fold::Most,
            Fold::Least => Fold::Least,
            Fold::Different => Fold::Different,
            Fold::HowManyDifferent => Fold::HowManyDifferent,
        })
    }
}

impl Tally {
    /// What it says of a number.
    pub(crate) fn of(&self, number: Num) -> i32 {
        i32::from(match self {
            Tally::Less(hit, miss) => return i32::from(hit.holds(number)) - i32::from(miss.holds(number)),
            Tally::Meets(condition) => condition.holds(number),
            Tally::Even => number.is_int() && number.modulo(Num::int(2)) == Ok(Num::ZERO),
            Tally::Odd => number.is_int() && number.modulo(Num::int(2)) == Ok(Num::ONE),
            Tally::Not(test) => test.of(number) == 0,
            Tally::All(tests) => tests.iter().all(|test| test.of(number) != 0),
            Tally::Any(tests) => tests.iter().any(|test| test.of(number) != 0),
        })
    }
}

/// The list that an expression looks at, and for what; `None` where it looks at more.
pub(super) fn folded(expr: &Expr) -> Option<(LocalId, Fold<Threshold>)> {
    if let Some((local, test)) = counted(expr) {
        return Some((local, Fold::Passing(test)));
    }
    // Whether a number is in a list is whether any is that number.
    if let ExprKind::In(item, within) = &expr.kind {
        return Some((
            folded_list(within, true)?,
            Fold::Passing(Tally::Meets(Condition::equals(Threshold::of(item)?))),
        ));
    }
    let ExprKind::Builtin(builtin, args) = &expr.kind else { return None };
    let [of] = args.as_slice() else { return None };
    let fold = Fold::of(*builtin)?;
    let alone = matches!(fold, Fold::Count);
    Some((folded_list(of, alone)?, fold))
}

/// The list whose different items an expression gives.
pub(super) fn different(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Builtin(Builtin::Distinct, args) = &expr.kind else { return None };
    if let [of] = args.as_slice() { Some(of) } else { None }
}

/// The local whose different items are all that a list has to do with, or a column of them.
pub(super) fn different_of(list: &Expr) -> Option<LocalId> {
    folded_list(if let ExprKind::Field(rows, _) = &list.kind { rows } else { list }, true)
}

/// A local that holds a list, or that with numbers that are known.
fn folded_list(of: &Expr, alone: bool) -> Option<LocalId> {
    let is_list = matches!(of.gives, Kind::List(_));
    if let ExprKind::Local(local) = of.kind {
        return is_list.then_some(local);
    }
    let ExprKind::Builtin(Builtin::Together, args) = &of.kind else { return None };
    let known = |arg: &&Expr| matches!(&arg.kind, ExprKind::List(items) if items.iter().all(|item| number(item).is_some()));
    let mut others = args.iter().filter(|arg| !known(arg));
    match (others.next(), others.next()) {
        (Some(only), None) if !alone => folded_list(only, alone),
        _ => None,
    }
}

impl<N> Fold<N> {
    /// What a function looks at a list for.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named looks at more")]
    pub(crate) fn of(builtin: Builtin) -> Option<Fold<N>> {
        Some(match builtin {
            Builtin::Count => Fold::Count,
            Builtin::Sum => Fold::Sum,
            Builtin::Max => Fold::Most,
            Builtin::Min => Fold::Least,
            _ => return None,
        })
    }
}

/// The list of which an expression counts how many meet a condition, and which condition.
fn counted(expr: &Expr) -> Option<(LocalId, Tally<Threshold>)> {
    let local = |of: &Expr| if let ExprKind::Local(local) = of.kind { Some(local) } else { None };
    if let ExprKind::Builtin(Builtin::Count, args) = &expr.kind
        && let [of] = args.as_slice()
        && let ExprKind::Filter(scope) = &of.kind
    {
        return Some((local(&scope.of)?, test(scope.filter.as_deref()?, scope.item)?));
    }
    if let ExprKind::ListOps(of, ops) = &expr.kind
        && let [op] = ops.as_slice()
        && let PoolOp::Count(count) = &op.op
    {
        let known =
            |condition: &Condition<Box<Expr>>| condition.try_map(|expr| Threshold::of(expr).ok_or(())).ok();
        let hit = known(&count.hit)?;
        let test = match &count.miss {
            Some(miss) => Tally::Less(hit, known(miss)?),
            None => Tally::Meets(hit),
        };
        return Some((local(of)?, test));
    }
    None
}

/// A condition on an item that looks at nothing else.
#[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named may look at more: the safe answer")]
fn test(expr: &Expr, item: LocalId) -> Option<Tally<Threshold>> {
    let is_item = |of: &Expr| matches!(of.kind, ExprKind::Local(local) if local == item);
    let all = |parts: &[Expr]| parts.iter().map(|part| test(part, item)).collect::<Option<Vec<_>>>();
    let within = |from, to| Tally::Meets(Condition { compare: Compare::Equal, number: from, to: Some(to) });
    match &expr.kind {
        ExprKind::Compare(of, compare, with) if is_item(of) => {
            Some(Tally::Meets(Condition { compare: *compare, number: Threshold::of(with)?, to: None }))
        }
        ExprKind::In(of, range) if is_item(of) => match &range.kind {
            ExprKind::Range(from, to) => Some(within(Threshold::of(from)?, Threshold::of(to)?)),
            ExprKind::Literal(Literal::Range(Some(from), Some(to))) => {
                Some(within(Threshold::Number(*from), Threshold::Number(*to)))
            }
            _ => None,
        },
        ExprKind::Is { of, negated, tests } if is_item(of) => {
            let any = Tally::Any(tests.iter().map(is_test).collect::<Option<_>>()?);
            Some(if *negated { Tally::Not(Box::new(any)) } else { any })
        }
        ExprKind::Not(of) => Some(Tally::Not(Box::new(test(of, item)?))),
        ExprKind::And(parts) => Some(Tally::All(all(parts)?)),
        ExprKind::Or(parts) => Some(Tally::Any(all(parts)?)),
        _ => None,
    }
}

fn is_test(test: &IsTest) -> Option<Tally<Threshold>> {
    match test {
        IsTest::Equals(with) => Some(Tally::Meets(Condition::equals(Threshold::of(with)?))),
        IsTest::Even => Some(Tally::Even),
        IsTest::Odd => Some(Tally::Odd),
        IsTest::Standing(..) | IsTest::Empty => None,
    }
}

fn number(expr: &Expr) -> Option<Num> {
    if let ExprKind::Literal(Literal::Number { value, .. }) = expr.kind { Some(value) } else { None }
}
