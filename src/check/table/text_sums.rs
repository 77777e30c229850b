//! Cells that reckon with something that is defined, and are read as text: `10 gp + gem.worth`, `gem.worth`.

use super::shape::TableLayout;
use crate::base::{SourceId, Span};
use crate::check::Workspace;
use crate::check::builtins::Builtin;
use crate::check::program::ModuleId;
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::check::scope::NameMeaning;
use crate::diag::{Certainty, Diagnostic, Edit, Fix, codes};
use crate::syntax::ast::{self, CellKind, Expr, ExprKind, TableBody};
use crate::syntax::parse_expression;

/// Points at the first of them and mends all; gives where they stand.
pub(super) fn text_sums(
    reports: &mut Reports,
    ws: &Workspace,
    reading: &SourceReader<'_>,
    module: ModuleId,
    (table, layout): (&ast::Table, &TableLayout),
) -> Vec<Span> {
    let TableBody::Pipe { rows, .. } = &table.body else { return Vec::new() };
    let names = KnownNames { ws, module, params: &table.params };
    let cells = rows.iter().flat_map(|row| layout.shown(row));
    let texts = cells.filter(|cell| matches!(cell.kind, CellKind::Text(_))).map(|cell| cell.span);
    let is_sum = |span: &Span| {
        let written = reading.written(*span);
        may_reckon(&written)
            && parse_expression(SourceId(u32::MAX), &written).0.is_some_and(|sum| names.reckons(&sum))
    };
    let found: Vec<Span> = texts.filter(is_sum).collect();
    let Some(first) = found.first() else { return found };
    let written = reading.written(*first);
    let message = format!("`{written}` is text, and nothing works it out");
    let mut report = Diagnostic::note_at(&codes::tables::SUM_IN_TEXT, *first, message);
    let title = match found.len() {
        1 => format!("write {{{written}}}"),
        2 => format!("write {{{written}}}, and the other one of this table alike"),
        count => format!("write {{{written}}}, and the other {} of this table alike", count - 1),
    };
    let live = |span: &Span| Edit { span: *span, text: format!("{{{}}}", reading.written(*span)) };
    report.fixes.push(Fix { title, edits: found.iter().map(live).collect(), certainty: Certainty::Likely });
    reports.add(report);
    found
}

/// A cheap look at what cannot reckon, which most texts cannot: sentences are longer than sums in cells.
fn may_reckon(text: &str) -> bool {
    const LONGEST: usize = 96;
    let has_sign = || [" + ", " - ", " * ", " / ", " times "].iter().any(|sign| text.contains(sign));
    let is_one_word = || !text.contains(' ') && text.contains('.') || text.ends_with(')');
    text.len() <= LONGEST && !text.contains('{') && (has_sign() || is_one_word())
}

/// Whether a built-in function of this name makes a number of numbers: the others may be words with brackets.
fn reckons(name: &ast::Name) -> bool {
    const OF_NUMBERS: [Builtin; 9] = [
        Builtin::Floor,
        Builtin::Ceil,
        Builtin::Round,
        Builtin::Abs,
        Builtin::Min,
        Builtin::Max,
        Builtin::Sum,
        Builtin::Count,
        Builtin::Mean,
    ];
    Builtin::named(&name.text).is_some_and(|info| OF_NUMBERS.contains(&info.builtin))
}

/// What a sum adds up.
#[derive(PartialEq, Eq)]
enum SumTerm {
    /// Dice, a number, or either with a unit.
    Amount,
    /// A column or a call of something that is defined.
    Column,
    /// Something that is defined.
    Defined,
}

/// What names stand for in the cells of a table.
struct KnownNames<'n> {
    ws: &'n Workspace,
    module: ModuleId,
    params: &'n [ast::Param],
}

impl KnownNames<'_> {
    /// Whether an expression reckons with an amount, or a column, and something that is defined; or is a column.
    fn reckons(&self, sum: &Expr) -> bool {
        let ExprKind::Arith(first, rest) = &sum.kind else {
            return matches!(self.term(sum), Some(SumTerm::Column));
        };
        let terms = [&**first].into_iter().chain(rest.iter().map(|(_, term)| term));
        let sorts: Option<Vec<SumTerm>> = terms.map(|term| self.term(term)).collect();
        let has = |sort: SumTerm| sorts.as_ref().is_some_and(|sorts| sorts.contains(&sort));
        has(SumTerm::Column) || has(SumTerm::Defined) && has(SumTerm::Amount)
    }

    /// Whether anything has this name, or a parameter of the table has it.
    fn is_defined(&self, name: &ast::Name) -> bool {
        let is_param = |param: &ast::Param| param.name.text == name.text;
        self.params.iter().any(is_param) || !self.ws.named(self.module, &name.text).is_empty()
    }

    /// Whether what a name stands for has such a column, as far as its columns are known yet.
    fn may_have(&self, of: &ast::Name, column: &ast::Name) -> bool {
        self.ws.named(self.module, &of.text).iter().any(|(_, meaning, _)| {
            let NameMeaning::Table(table) = meaning else { return true };
            let columns = self.ws.defs.infos.get(table.index()).map_or(&[][..], |info| &info.columns);
            columns.is_empty() || columns.iter().any(|known| known.name == column.text)
        })
    }

    /// What a term is; `None` for words that are nothing here.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named is no sum that a cell is likely to hold"
    )]
    fn term(&self, term: &Expr) -> Option<SumTerm> {
        match &term.kind {
            ExprKind::Number { .. } | ExprKind::Dice(_) => Some(SumTerm::Amount),
            ExprKind::Quantity(of, _) | ExprKind::Modified(of, _) => self.term(of),
            ExprKind::Arith(first, rest) => rest.iter().try_fold(self.term(first)?, |sum, (_, term)| {
                Some(match (sum, self.term(term)?) {
                    (SumTerm::Amount, SumTerm::Amount) => SumTerm::Amount,
                    _ => SumTerm::Column,
                })
            }),
            ExprKind::Field(of, column) => {
                of.name().filter(|of| self.may_have(of, column)).map(|_| SumTerm::Column)
            }
            ExprKind::Call(callee, args) => {
                let name = callee.name()?;
                let adds_up = || reckons(name) && args.iter().all(|arg| self.term(&arg.value).is_some());
                (self.is_defined(name) || adds_up()).then_some(SumTerm::Column)
            }
            ExprKind::Times { count, body, .. } => self.term(count).and_then(|_| self.term(body)),
            ExprKind::Name(name) => self.is_defined(name).then_some(SumTerm::Defined),
            _ => None,
        }
    }
}
