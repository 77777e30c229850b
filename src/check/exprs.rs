//! Expressions and bodies that are made in many places.

use super::program::{Block, Body, Expr, ExprKind, Kind, Literal};
use super::scope::Scope;
use crate::base::{Num, Span};

/// An expression of a known form and kind.
pub(super) fn made(kind: ExprKind, span: Span, gives: Kind) -> Expr {
    Expr { kind, span, gives }
}

/// A number written out.
pub(super) fn number(value: Num, span: Span) -> Expr {
    made(ExprKind::Literal(Literal::Number { value, percent: false }), span, Kind::Number)
}

/// `nothing`, for places that are filled later.
pub(super) fn nothing(span: Span) -> Expr {
    Expr { kind: ExprKind::Literal(Literal::Nothing), span, gives: Kind::Nothing }
}

/// An expression that could not be resolved.
pub(super) fn broken(span: Span) -> Expr {
    Expr { kind: ExprKind::Broken, span, gives: Kind::Any }
}

/// A body of these statements.
pub(super) fn body(block: Block, scope: &mut Scope) -> Body {
    Body::new(block, scope.frame().names())
}
