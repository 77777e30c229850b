//! Brings values to the kind that a place wants, and says kinds in people's words.

use super::checker::Checker;
use super::kinds::{fits, fits_exactly, may_name_word, wanted_word};
use super::program::{Expr, ExprKind, Kind, Literal, Program};
use super::reading::SourceReader;
use crate::diag::{Diagnostic, codes};

impl Checker<'_> {
    /// Brings a value to what a place wants: texts and rows become words; what cannot fit is reported.
    pub(crate) fn fitted(&mut self, value: Expr, want: &Kind, place: &str) -> Expr {
        let value = self.row_in_quotes(value, want);
        self.brought_to(want, as_wanted(&self.ws.program, value, want, true), place)
    }

    /// Turns a text that is the name of a row into that row, where one is wanted.
    fn row_in_quotes(&mut self, value: Expr, want: &Kind) -> Expr {
        let ExprKind::Literal(Literal::Text(text)) = &value.kind else { return value };
        if fits(&value.gives, want) {
            return value;
        }
        let named = want.alternatives().iter().find_map(|kind| {
            let Kind::Row(table) = kind else { return None };
            Some((self.row_name(*table, text)?, kind.clone()))
        });
        match named {
            Some((row, gives)) => Expr { kind: ExprKind::Literal(row), gives, ..value },
            None => value,
        }
    }

    /// The same for a value that a word is compared with. What is not known before the run may be anything there.
    pub(crate) fn comparable(&mut self, value: Expr, want: &Kind) -> Expr {
        let value = as_wanted(&self.ws.program, value, want, false);
        self.brought_to(want, value, "what a word is compared with")
    }

    fn brought_to(&mut self, want: &Kind, mut value: Expr, place: &str) -> Expr {
        // A row that is a number is one where no row may stand.
        if matches!(want, Kind::Number | Kind::Quantity(_)) {
            value = self.row_as_value(value);
        }
        if !fits(&value.gives, want) {
            // `d6 and d8` are two dice, and no conditions. The line is reported once.
            if *want == Kind::YesNo
                && let Some(report) = self.reading.brought_here(value.span)
            {
                self.report(report);
                return Expr { gives: want.clone(), ..value };
            }
            let (got, wanted) = (self.ws.program.describe(&value.gives), self.ws.program.describe(want));
            let is_amount = |kind: &Kind| kind.is_quantity() || *kind == Kind::Number;
            // Two plain numbers fit, so one of the amounts has a unit.
            let only_units = is_amount(&value.gives) && is_amount(want);
            let code = if only_units { &codes::kinds::UNITS } else { &codes::kinds::WRONG };
            let report =
                Diagnostic::error(code, value.span, format!("{place} must be {wanted}, but this is {got}"));
            let report = help_to_fit(&self.ws.program, &self.reading, report, &value, want);
            self.report(report);
            return Expr { gives: want.clone(), ..value };
        }
        value
    }
}

/// Turns what has the name of a word into the word, and 0 into no quantity, where that is wanted.
fn as_wanted(program: &Program, value: Expr, want: &Kind, unknown: bool) -> Expr {
    if let Some(scale) = wanted_word(want)
        && (may_name_word(&value.gives) || unknown && value.gives == Kind::Any)
        && !fits_exactly(&value.gives, want)
    {
        let span = value.span;
        let may_be_nothing = value.gives == Kind::Any || value.gives.may_be_nothing();
        let gives = if may_be_nothing { Kind::Word(scale).or_nothing() } else { Kind::Word(scale) };
        if let ExprKind::Literal(Literal::Text(text) | Literal::RowName(text)) = &value.kind
            && let Some(word) = program.word_of(scale, text)
        {
            return Expr { kind: ExprKind::Literal(word), span, gives };
        }
        return Expr { kind: ExprKind::AsWord(Box::new(value), scale), span, gives };
    }
    if let (Kind::Quantity(family), ExprKind::Literal(Literal::Number { value: number, .. })) =
        (want, &value.kind)
        && number.is_zero()
    {
        return program.zero(*family, value.span);
    }
    value
}

fn help_to_fit(
    program: &Program,
    reading: &SourceReader<'_>,
    report: Diagnostic,
    value: &Expr,
    want: &Kind,
) -> Diagnostic {
    if let Kind::Row(id) = value.gives {
        let table = program.table(id);
        let column = table.columns.first().map_or("roll", |column| &*column.name);
        return report.help(format!("a row has columns: `{}.{column}`", reading.written(value.span)));
    }
    if value.gives.is_quantity() && *want == Kind::Number {
        return report.help("divide by one of the unit to get a plain number: `q / 1 gp`");
    }
    if value.gives != Kind::Number {
        return report;
    }
    if let Kind::Quantity(family) = want {
        let unit = program.units.smallest.get(family.index());
        let name = unit.map_or("", |unit| &*program.units.get(*unit).plural);
        return report.help(format!("say its unit, as in `{} {name}`", reading.written(value.span)));
    }
    if matches!(want, Kind::List(_)) {
        let list = format!("[{}]", reading.written(value.span));
        let report = report.help("rolls are a list when they are written as `3 times d6`");
        return report.fix(format!("a list of one: `{list}`"), value.span, list);
    }
    if *want != Kind::YesNo {
        return report;
    }
    match reading.equals_before_or(value.span) {
        Some(sign) => report.fix("compare with each of them: write `is`", sign, "is"),
        None if is_share(value) => {
            let likely = format!("{} chance", reading.written(value.span));
            report.fix(format!("so likely: `{likely}`"), value.span, likely)
        }
        None => report.help("compare it: `… > 0`"),
    }
}

/// `50%`, written out: as a condition it is hardly a number.
fn is_share(value: &Expr) -> bool {
    matches!(&value.kind, ExprKind::Literal(Literal::Number { percent: true, .. }))
}
