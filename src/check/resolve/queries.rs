//! Questions about distributions.

use super::ExprResolver;
use super::arith::common_measure;
use super::made;
use crate::base::Span;
use crate::check::Builtin;
use crate::check::exprs::broken;
use crate::check::program::{Closure, Expr, ExprKind, Kind, QueryKind};
use crate::check::scope::Want;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast;

/// `chance(c) after 3 times p == 1/2`: what is compared are the turns, and not the chance.
fn compared_within(question: Span, before: Span, against: Span) -> Diagnostic {
    let asked = Span { end: before.end, ..question };
    Diagnostic::error(&codes::kinds::WRONG, against, "this is compared with what comes after `after`")
        .label(asked, "the question needs brackets")
        .help("write `(chance(…) after 3 times p) == 1/2`")
}

impl ExprResolver<'_, '_> {
    /// `odds e`, `chance(c)`, `mean(e)`, with `given`, `after`, and names bound by `where`. All of it
    /// is worked out anew for each possible course, so it stands in a frame of its own.
    pub(crate) fn query(&mut self, query: &ast::Query, bindings: &[ast::Binding], span: Span) -> Expr {
        if let Some(ast::Expr { kind: ast::ExprKind::Compare(before, _, against), .. }) = &query.after {
            self.cx.report(compared_within(span, before.span, against.span));
            return broken(span);
        }
        self.scope.open();
        let before = query.after.as_ref().map(|after| self.expr(after, &Want::any()));
        let turns = self.turns(query);
        let mark = self.scope.enter();
        let bound = self.bindings(bindings);
        let of = match query.kind {
            ast::QueryKind::Chance | ast::QueryKind::FirstTurn => self.condition(&query.of),
            ast::QueryKind::Odds | ast::QueryKind::Mean => self.expr(&query.of, &Want::any()),
            ast::QueryKind::HighestFace => self.face_asked(&query.of, Builtin::Max),
            ast::QueryKind::LowestFace => self.face_asked(&query.of, Builtin::Min),
        };
        let given = query.given.as_ref().map(|given| self.condition(given));
        if let Some(given) = &given {
            self.cx.given_rolls_anew(self.scope, &of, given, span);
        }
        let bound = super::pools::with_dice(self.scope, bound);
        self.scope.leave(mark);
        let measured = match query.kind {
            ast::QueryKind::Mean => self.cx.row_as_value(of),
            ast::QueryKind::HighestFace
            | ast::QueryKind::LowestFace
            | ast::QueryKind::Odds
            | ast::QueryKind::Chance
            | ast::QueryKind::FirstTurn => of,
        };
        let (kind, gives, of) = match query.kind {
            ast::QueryKind::Odds => (QueryKind::Odds, Kind::Any, measured),
            ast::QueryKind::Chance => (QueryKind::Chance, Kind::Number, measured),
            ast::QueryKind::FirstTurn => (QueryKind::FirstTurn, Kind::Any, measured),
            ast::QueryKind::HighestFace => (QueryKind::HighestFace, measured.gives.clone(), measured),
            ast::QueryKind::LowestFace => (QueryKind::LowestFace, measured.gives.clone(), measured),
            ast::QueryKind::Mean => {
                let measured = mean_of_items(measured);
                let gives = common_measure([measured.gives.clone()]);
                (QueryKind::Mean, gives, self.fitted_to_mean(measured))
            }
        };
        let body = if bound.is_empty() {
            of
        } else {
            let (span, gives) = (of.span, of.gives.clone());
            made(ExprKind::Bind(bound, Box::new(of)), span, gives)
        };
        let frame = self.scope.close();
        let locals = frame.count();
        let closure = Closure { before, turns, body, given, captures: frame.captures, locals, dice: None };
        made(ExprKind::Query(kind, Box::new(closure)), span, gives)
    }

    /// What a die can show: of several dice, the highest or lowest of them all.
    fn face_asked(&mut self, of: &ast::Expr, extreme: Builtin) -> Expr {
        let of = self.expr(of, &Want::any());
        let of = self.cx.row_as_value(of);
        let span = of.span;
        let asked = match super::pools::single_dice(self.scope, &of) {
            Some(dice) => made(ExprKind::Builtin(extreme, vec![dice]), span, Kind::Number),
            None => of,
        };
        self.fitted_to_mean(asked)
    }

    /// What `first turn when … within 24 times turn` repeats, and how often.
    fn turns(&mut self, query: &ast::Query) -> Option<Box<(Expr, Expr)>> {
        let first_turn = query.kind == ast::QueryKind::FirstTurn;
        let (misplaced, message) = if first_turn {
            (query.given.as_ref(), "`given` does not go with `first turn when`")
        } else {
            (query.within.as_ref(), "`within` belongs to `first turn when`")
        };
        let misplaced = misplaced.map(|misplaced| (misplaced.span, message));
        const SAY: &str = "for example `odds first turn when c within 24 times p`";
        if let Some((span, message)) = misplaced {
            self.cx.report(Diagnostic::error(&codes::syntax::MISPLACED_WORD, span, message).help(SAY));
        }
        if !first_turn {
            return None;
        }
        let within = query.within.as_ref();
        if let Some(ast::ExprKind::Times { count, body, unique: false }) = within.map(|within| &within.kind) {
            let count = self.number(count, "how many times");
            return Some(Box::new((count, self.expr(body, &Want::any()))));
        }
        let span = within.map_or(query.of.span, |within| within.span);
        let message = "this does not say what is repeated until the condition is true";
        self.cx.report(Diagnostic::error(&codes::syntax::MISPLACED_WORD, span, message).help(SAY));
        None
    }

    fn fitted_to_mean(&mut self, of: Expr) -> Expr {
        if of.gives.is_quantity() { of } else { self.cx.fitted(of, &Kind::Number, "what this asks about") }
    }

    /// An expression handed over unrolled.
    pub(crate) fn unrolled(&mut self, written: &ast::Expr) -> Expr {
        self.scope.open();
        let body = self.expr(written, &Want::any());
        let dice = super::pools::single_dice(self.scope, &body);
        let frame = self.scope.close();
        let (span, locals) = (body.span, frame.count());
        let captures = frame.captures;
        let closure = Closure { before: None, turns: None, body, given: None, captures, locals, dice };
        made(ExprKind::Unrolled(Box::new(closure)), span, Kind::Dice)
    }
}

/// `mean(party.speed)`: of a list, the mean of its items is meant.
fn mean_of_items(of: Expr) -> Expr {
    let Kind::List(item) = &of.gives else { return of };
    let gives = if item.is_quantity() { (**item).clone() } else { Kind::Number };
    let span = of.span;
    made(ExprKind::Builtin(Builtin::Mean, vec![of]), span, gives)
}
