//! Expressions that luck may decide as a whole: what they give is a number, a yes or no, or the like, and luck has a
//! say in it more than once, or is only held against something.

use std::collections::BTreeSet;

use super::{Child, Expr, ExprKind, Kind, LocalId};

/// With more locals than this an expression is seldom the same twice.
const MOST_CAPTURED: usize = 2;

/// The locals from outside that an expression looks at which luck may decide as a whole, in their order; `None`
/// where its parts are as well drawn one after the other.
pub(crate) fn drawn_as_one(expr: &Expr) -> Option<Vec<LocalId>> {
    let gives_one = matches!(
        expr.gives,
        Kind::Number | Kind::Quantity(_) | Kind::YesNo | Kind::Word(_) | Kind::Nothing | Kind::Any
    );
    if !gives_one {
        return None;
    }
    let mut looks = LuckSeen::default();
    looks.at(expr, 1);
    let captured: Vec<LocalId> = looks.mentioned.difference(&looks.bound).copied().collect();
    let asks = matches!(
        expr.kind,
        ExprKind::Compare(..)
            | ExprKind::Is { .. }
            | ExprKind::In(..)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Not(_)
    );
    // Of dice without end that are only held against a number, all is known.
    let is_enough = looks.luck > 1 || (looks.luck == 1 && asks);
    if looks.lasts || !is_enough {
        return None;
    }
    // What tells many values of a local apart only to add to each of them is not worked out for each of them.
    let narrows = asks || matches!(expr.kind, ExprKind::Builtin(..));
    (captured.is_empty() || (narrows && captured.len() <= MOST_CAPTURED)).then_some(captured)
}

/// How many locals there are up to the last that an expression sets itself.
pub(crate) fn own_locals(expr: &Expr) -> u32 {
    let mut looks = LuckSeen::default();
    looks.at(expr, 1);
    looks.bound.last().map_or(0, |last| last.0.saturating_add(1))
}

/// What has been seen of an expression.
#[derive(Default)]
struct LuckSeen {
    mentioned: BTreeSet<LocalId>,
    /// Those that are set within.
    bound: BTreeSet<LocalId>,
    /// How often luck has a say, as far as it matters: once, or more.
    luck: u32,
    /// Whether more comes of it than its value, or it looks at more than values.
    lasts: bool,
}

impl LuckSeen {
    /// LuckSeen at an expression that is worked out so often.
    fn at(&mut self, expr: &Expr, often: u32) {
        self.lasts |= matches!(
            expr.kind,
            ExprKind::Run(..)
                | ExprKind::Added { .. }
                | ExprKind::DrawRest(..)
                | ExprKind::Query(..)
                | ExprKind::RollLocal(_)
                | ExprKind::Unrolled(_)
                | ExprKind::UnrolledTable(..)
                | ExprKind::LookupIn(..)
                | ExprKind::DiceOf(_)
                | ExprKind::TimerLeft(..)
                | ExprKind::DeckLeft(_)
                | ExprKind::Now(_)
                | ExprKind::StubText(_)
                | ExprKind::Broken
        );
        let draws = matches!(
            expr.kind,
            ExprKind::Pool(..)
                | ExprKind::PoolOf(..)
                | ExprKind::Exploding(_)
                | ExprKind::Likely(_)
                | ExprKind::Pick(_)
                | ExprKind::Call(..)
        );
        if draws {
            self.luck += often;
        }
        // A row is made of its roll and its cells.
        if matches!(expr.kind, ExprKind::Draw(_)) {
            self.luck += 2 * often;
        }
        let repeats =
            matches!(expr.kind, ExprKind::Times { .. } | ExprKind::Map(..) | ExprKind::Advantage(..));
        let often = if repeats { 2 } else { often };
        expr.visit_children(&mut |child| match child {
            Child::Expr(part) => self.at(part, often),
            Child::Use(local) | Child::Assignment(local) => {
                self.mentioned.insert(local);
            }
            Child::Binding(local) => {
                self.bound.insert(local);
            }
            Child::Block(_) | Child::Started(_) => {}
        });
    }
}
