//! What `sum`, `min`, `max` and `average` take: numbers, quantities and lists of them.

use super::fields::is_numeric;
use super::without_nothing;
use crate::check::checker::Checker;
use crate::check::kinds::item_of;
use crate::check::parts::fields_of;
use crate::check::program::{Expr, Kind};
use crate::diag::{Diagnostic, codes};

impl Checker<'_> {
    /// Reports the first value that is neither an amount nor a list of amounts.
    pub(super) fn expect_amounts(&mut self, function: &str, values: &[Expr]) {
        if let Some(report) = values.iter().find_map(|value| self.no_amount(function, value)) {
            self.report(report);
        }
    }

    fn no_amount(&mut self, function: &str, value: &Expr) -> Option<Diagnostic> {
        let kind = without_nothing(&value.gives);
        let item = if let Kind::List(_) = kind { item_of(&kind)? } else { kind.clone() };
        if !self.is_never_amount(&item) {
            return None;
        }
        let each = if item == kind { "this is" } else { "each of these is" };
        let message = format!("`{function}` takes numbers, and {each} {}", self.ws.program.describe(&item));
        let mut report = Diagnostic::error(&codes::kinds::WRONG, value.span, message);
        let written = self.reading.written(value.span);
        // A list of lists takes the function for each of them first.
        let (of, each) = if let Kind::List(inner) = &item { (&**inner, true) } else { (&item, false) };
        if each && !self.is_never_amount(of) {
            let text = format!("[{function}(it) for it in {written}]");
            return Some(report.fix(format!("write `{text}`"), value.span, text));
        }
        let bare = written.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        for (name, kind) in self.parts_with_kinds(of) {
            if is_numeric(&kind) {
                let text = match (each, bare) {
                    (true, _) => format!("[{function}(it.{name}) for it in {written}]"),
                    (false, true) => format!("{written}.{name}"),
                    (false, false) => format!("({written}).{name}"),
                };
                report = report.fix(format!("the numbers of `{name}`: `{text}`"), value.span, text);
            }
        }
        if report.fixes.is_empty() && matches!(item, Kind::Row(_)) {
            report = report.help(format!("a row has parts: {}", fields_of(self.ws, &item).join(", ")));
        }
        Some(report)
    }

    /// Whether no value of this kind counts as a number.
    fn is_never_amount(&mut self, kind: &Kind) -> bool {
        match kind {
            Kind::Text | Kind::List(_) | Kind::Record(_) | Kind::Set(_) => true,
            // A row counts as its first result.
            Kind::Row(id) => {
                let info = self.info(*id);
                info.columns.first().is_some_and(|column| self.is_never_amount(&column.kind))
            }
            Kind::Any
            | Kind::Number
            | Kind::Quantity(_)
            | Kind::YesNo
            | Kind::Word(_)
            | Kind::AnyRow
            | Kind::Dice
            | Kind::Table
            | Kind::Range
            | Kind::Check
            | Kind::Returned(_)
            | Kind::Parts(_)
            | Kind::OneOf(_)
            | Kind::Nothing => false,
        }
    }

    /// The columns of a row or the fields of a record, each with its kind.
    fn parts_with_kinds(&mut self, kind: &Kind) -> Vec<(String, Kind)> {
        match kind {
            Kind::Row(id) => {
                let info = self.info(*id);
                info.columns.iter().map(|column| (column.name.to_string(), column.kind.clone())).collect()
            }
            Kind::Record(id) => {
                let fields = self.ws.program.sheets.get(id.index()).map(|sheet| &sheet.fields);
                let fields = fields.into_iter().flatten();
                fields.map(|field| (field.name.to_string(), field.kind.clone())).collect()
            }
            Kind::Any
            | Kind::Number
            | Kind::Quantity(_)
            | Kind::YesNo
            | Kind::Text
            | Kind::Word(_)
            | Kind::Set(_)
            | Kind::List(_)
            | Kind::AnyRow
            | Kind::Dice
            | Kind::Table
            | Kind::Range
            | Kind::Check
            | Kind::Returned(_)
            | Kind::Parts(_)
            | Kind::OneOf(_)
            | Kind::Nothing => Vec::new(),
        }
    }
}
