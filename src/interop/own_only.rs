//! What of a table only the language here can say.

use super::formula;
use crate::check::program::{Expr, ExprKind, Literal, Table};

/// What of a table only the language here can say.
pub(super) struct Losses {
    pub(super) guarded: Vec<usize>,
    pub(super) effects: Vec<usize>,
    pub(super) arguments: Vec<String>,
    pub(super) clamp: bool,
    /// The die names things that are defined elsewhere.
    pub(super) die_of_names: bool,
}

impl Losses {
    pub(super) fn of(table: &Table) -> Losses {
        let rows = |has: fn(&crate::check::program::Row) -> bool| {
            let found = table.rows.iter().enumerate().filter(|(_, row)| has(row));
            found.map(|(at, _)| at).collect()
        };
        Losses {
            guarded: rows(|row| row.guard.is_some()),
            effects: rows(|row| row.effects.is_some()),
            arguments: table.params.iter().map(|param| param.name.to_string()).collect(),
            clamp: table.clamp,
            die_of_names: table
                .die
                .as_ref()
                .is_some_and(|die| formula::of(die).is_none() && (names(die) || draws(die))),
        }
    }
}

/// Whether an expression needs what is defined beside its table; tables that it rolls on are looked at apart.
pub(super) fn names(expr: &Expr) -> bool {
    expr.descendants().any(is_beside)
}

fn is_beside(expr: &Expr) -> bool {
    if let ExprKind::Literal(literal) = &expr.kind {
        matches!(literal, Literal::Quantity(..) | Literal::Word(..))
    } else {
        matches!(
            expr.kind,
            ExprKind::Global(_)
                | ExprKind::Option(_)
                | ExprKind::Roster(_)
                | ExprKind::Member(..)
                | ExprKind::Lookup(_)
                | ExprKind::HasKey(_)
                | ExprKind::DrawRest(..)
                | ExprKind::LookupIn(..)
                | ExprKind::Unrolled(_)
                | ExprKind::UnrolledTable(..)
                | ExprKind::Call(..)
                | ExprKind::Run(..)
                | ExprKind::Query(..)
                | ExprKind::Added { .. }
                | ExprKind::TimerLeft(..)
                | ExprKind::DeckLeft(_)
                | ExprKind::Now(_)
                | ExprKind::AsWord(..)
                | ExprKind::RollLocal(_)
        )
    }
}

/// Whether a table is rolled on in an expression.
fn draws(expr: &Expr) -> bool {
    expr.descendants().any(|expr| matches!(expr.kind, ExprKind::Draw(_)))
}
