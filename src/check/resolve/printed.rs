//! Keys of tables as they are printed.

use super::{CallResolver, made};
use crate::base::Num;
use crate::check::exprs::broken;
use crate::check::program::{Expr, ExprKind, Kind, Literal, Match, TableId};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast;

impl CallResolver<'_, '_> {
    /// `reaction[3-5]`: a key as it is printed, which by itself would be a subtraction. It is the row with that key;
    /// where no row has it, somebody has to say which number is meant.
    pub(super) fn printed_range(&mut self, id: TableId, key: &ast::Expr) -> Option<Expr> {
        let (from, to) = written_range(key)?;
        self.cx.info(id);
        let table = self.cx.ws.program.table(id);
        let printed = Match::Numbers(Some(from), Some(to));
        if table.rows.iter().any(|row| row.key.matches.contains(&printed)) {
            return Some(made(
                ExprKind::Literal(Literal::Number { value: from, percent: false }),
                key.span,
                Kind::Number,
            ));
        }
        let message = format!("no row of `{}` has the key {from}-{to}", table.def.name);
        let title = |number: Num| format!("the row for {number}: `{}[{number}]`", table.def.name);
        let report = Diagnostic::error(&codes::names::UNKNOWN_ROW, key.span, message)
            .label(table.def.span, "the table")
            .fix(title(from), key.span, from.to_string())
            .fix(title(to), key.span, to.to_string());
        self.cx.report(report);
        Some(broken(key.span))
    }
}

/// `3-5`, from the smaller to the greater number.
fn written_range(key: &ast::Expr) -> Option<(Num, Num)> {
    let ast::ExprKind::Arith(from, rest) = &key.kind else { return None };
    let [(ast::ArithOp::Subtract, to)] = rest.as_slice() else { return None };
    match (&from.kind, &to.kind) {
        (
            ast::ExprKind::Number { value: from, percent: false },
            ast::ExprKind::Number { value: to, percent: false },
        ) if from < to => Some((*from, *to)),
        (_, _) => None,
    }
}
