//! Reckoning and comparing, with units.

use std::sync::Arc;

use super::ExprResolver;
use super::{made, without_nothing};
use crate::base::{Num, Span};
use crate::check::Workspace;
use crate::check::kinds::one_of;
use crate::check::parts::fields_of;
use crate::check::program::{Expr, ExprKind, Faces, IsTest, Kind, Literal, Program, UnitFamily};
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::check::scope::Want;
use crate::diag::{Diagnostic, Edit, codes};
use crate::syntax::ast::{self, ArithOp, Compare};
use crate::syntax::brought::in_one_text;
use crate::syntax::is_key;

/// What a kind is to arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dimension {
    /// Not known before the run.
    Open,
    /// A plain number.
    Plain,
    /// A number with a unit of this family.
    Of(UnitFamily),
}

impl Dimension {
    fn kind(self) -> Kind {
        match self {
            Dimension::Open => Kind::Any,
            Dimension::Plain => Kind::Number,
            Dimension::Of(family) => Kind::Quantity(family),
        }
    }
}

/// A value that cannot be reckoned with.
struct Misfit {
    report: Diagnostic,
    is_text: bool,
}

fn measure(kind: &Kind) -> Option<Dimension> {
    match kind {
        Kind::Any => Some(Dimension::Open),
        Kind::Number | Kind::YesNo | Kind::Dice => Some(Dimension::Plain),
        Kind::Quantity(family) => Some(Dimension::Of(*family)),
        Kind::OneOf(kinds) => {
            let mut all = kinds.iter().filter(|kind| **kind != Kind::Nothing).map(measure);
            let first = all.next()??;
            if all.all(|other| other == Some(first)) { Some(first) } else { Some(Dimension::Open) }
        }
        Kind::Text
        | Kind::Word(_)
        | Kind::Set(_)
        | Kind::Row(_)
        | Kind::AnyRow
        | Kind::List(_)
        | Kind::Record(_)
        | Kind::Table
        | Kind::Range
        | Kind::Check
        | Kind::Returned(_)
        | Kind::Parts(_)
        | Kind::Nothing => None,
    }
}

impl ExprResolver<'_, '_> {
    /// A chain of one precedence.
    pub(crate) fn arith(&mut self, first: &ast::Expr, rest: &[(ArithOp, ast::Expr)], span: Span) -> Expr {
        // A sum of texts is one mistake, not one for each text.
        let mut wrong = None;
        let mut first = self.operand(first, &mut wrong);
        let mut sum = measure(&first.gives).unwrap_or(Dimension::Open);
        let mut terms: Vec<(ArithOp, Expr)> = Vec::with_capacity(rest.len());
        for (op, term) in rest {
            let mut term = self.operand(term, &mut wrong);
            let right = measure(&term.gives).unwrap_or(Dimension::Open);
            if matches!(op, ArithOp::Add | ArithOp::Subtract) {
                // A bare 0 is none of anything.
                if let (Dimension::Of(family), true) = (sum, term.number().is_some_and(|n| n.is_zero())) {
                    term = self.cx.ws.program.zero(family, term.span);
                } else if let (Dimension::Of(family), true) =
                    (right, terms.is_empty() && first.number().is_some_and(|n| n.is_zero()))
                {
                    first = self.cx.ws.program.zero(family, first.span);
                    sum = right;
                }
            }
            let right = measure(&term.gives).unwrap_or(Dimension::Open);
            no_zero_divisor(&mut self.cx.reports, *op, &term);
            if let (Dimension::Plain, Dimension::Of(_)) = (sum, right)
                && self.amount_as_a_whole(span, *op, &term)
            {
                sum = right;
                terms.push((*op, term));
                continue;
            }
            sum = combine(&mut self.cx.reports, &self.cx.ws.program, *op, sum, right, first.span, term.span);
            terms.push((*op, term));
        }
        if let Some(misfit) = wrong {
            let report = self.in_one_text(misfit, &first, &terms, span);
            self.cx.report(report);
        }
        made(ExprKind::Arith(Box::new(first), terms), span, sum.kind())
    }

    /// `1d4+1 hours`: where a sum ends with an amount in a unit, all of it was meant to be. Whether that was reported.
    fn amount_as_a_whole(&mut self, sum: Span, op: ArithOp, term: &Expr) -> bool {
        if !matches!(op, ArithOp::Add | ArithOp::Subtract) || term.span.end != sum.end {
            return false;
        }
        let written = self.cx.reading.written(sum);
        let unit = written.trim_end_matches(|c: char| c.is_alphabetic());
        let (number, unit) = (unit.trim_end(), written.get(unit.len()..).unwrap_or(""));
        if unit.is_empty() || number.ends_with(')') || !number.ends_with(|c: char| c.is_ascii_digit()) {
            return false;
        }
        let text = format!("({number}) {unit}");
        let message = "only the last number of this sum has a unit";
        let report = Diagnostic::error(&codes::kinds::UNITS, term.span, message);
        let report = report.fix(format!("give it to the whole: `{text}`"), sum, text);
        self.cx.report(report);
        true
    }

    /// Texts that are added up are told as one text.
    fn in_one_text(&self, misfit: Misfit, first: &Expr, terms: &[(ArithOp, Expr)], span: Span) -> Diagnostic {
        let Misfit { report, is_text } = misfit;
        if !is_text || terms.iter().any(|(op, _)| *op != ArithOp::Add) {
            return report;
        }
        let spans = || std::iter::once(first.span).chain(terms.iter().map(|(_, term)| term.span));
        let first_text = spans().position(|at| at == report.primary.span);
        let written: Vec<Arc<str>> = spans().map(|at| self.cx.reading.written(at)).collect();
        let pieces: Vec<&str> = written.iter().map(|piece| &**piece).collect();
        match first_text.and_then(|at| in_one_text(&pieces, at, "")) {
            Some(text) => {
                Diagnostic { help: Vec::new(), ..report }.fix(format!("write `{text}`"), span, text)
            }
            None => report,
        }
    }

    /// A value to reckon with; a row counts as its first result where that is a number.
    /// The report on the first that is none mends the others, too.
    fn operand(&mut self, written: &ast::Expr, wrong: &mut Option<Misfit>) -> Expr {
        let value = self.expr(written, &Want::any());
        let value = self.cx.row_as_value(value);
        if measure(&value.gives).is_none() {
            let message = format!(
                "this is {}, which cannot be used in arithmetic",
                self.cx.ws.program.describe(&value.gives)
            );
            let mut report = Diagnostic::error(&codes::kinds::WRONG, value.span, message);
            let help = help_to_reckon(self.cx.ws, &value.gives);
            let is_row = matches!(value.gives, Kind::Row(_));
            let number = if is_row { self.cx.reading.number_rolled(value.span) } else { None };
            if let Some(help) = help {
                report = report.help(help);
            }
            if is_row {
                report = self.cx.reading.rolled_instead(report, value.span);
            }
            match wrong {
                None => *wrong = Some(Misfit { report, is_text: value.gives == Kind::Text }),
                Some(before) => {
                    if let Some((fix, edit)) = before.report.fixes.first_mut().zip(number) {
                        fix.title =
                            format!("{} and `{}`", fix.title.replacen("number ", "numbers ", 1), edit.text);
                        fix.edits.push(edit);
                    }
                }
            }
            return made(ExprKind::Broken, value.span, Kind::Any);
        }
        value
    }

    /// `-e`.
    pub(crate) fn negate(&mut self, of: &ast::Expr, span: Span) -> Expr {
        let mut wrong = None;
        let of = self.operand(of, &mut wrong);
        wrong.into_iter().for_each(|misfit| self.cx.report(misfit.report));
        if let ExprKind::Literal(Literal::Number { value, percent }) = of.kind
            && let Ok(value) = value.neg()
        {
            return made(ExprKind::Literal(Literal::Number { value, percent }), span, Kind::Number);
        }
        let gives = match measure(&of.gives) {
            Some(measure) => measure.kind(),
            None => Kind::Any,
        };
        made(ExprKind::Negate(Box::new(of)), span, gives)
    }

    /// A comparison. Rows are compared by name or key, words and texts by name.
    pub(crate) fn compare(
        &mut self,
        left: &ast::Expr,
        compare: Compare,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let left = self.expr(left, &Want::any());
        let equality = match compare {
            Compare::Equal | Compare::NotEqual => true,
            Compare::Less | Compare::AtMost | Compare::More | Compare::AtLeast => false,
        };
        if let Kind::Word(_) = left.gives
            && !equality
        {
            return self.words_compared(&left, compare, right, span);
        }
        let is_list = matches!(without_nothing(&left.gives), Kind::List(_));
        if !equality {
            if is_list {
                self.list_compared(&left, compare, right, span);
                return made(ExprKind::Broken, span, Kind::YesNo);
            }
            let left = self.ordered(left);
            let right = self.expr(right, &Want::of(Kind::Any));
            let right = self.ordered(right);
            return comparison(&mut self.cx.reports, &self.cx.ws.program, left, compare, right, span);
        }
        let want = self.names_in().want_like(&left);
        let written = right;
        let right = self.expr(right, &want);
        if is_list && measure(&right.gives).is_some() && right.gives != Kind::Any {
            self.list_compared(&left, compare, written, span);
            return made(ExprKind::Broken, span, Kind::YesNo);
        }
        if matches!(without_nothing(&left.gives), Kind::Row(_) | Kind::AnyRow) {
            let negated = compare == Compare::NotEqual;
            let right = self.row_test(&left, right);
            let tests = vec![IsTest::Equals(right)];
            return made(ExprKind::Is { of: Box::new(left), negated, tests }, span, Kind::YesNo);
        }
        // `10 == find`: as a number, a row is its first result.
        let counts = matches!(left.gives, Kind::Number | Kind::Quantity(_));
        let right = if counts { self.cx.row_as_value(right) } else { right };
        let right = match crate::check::kinds::wanted_word(&left.gives) {
            Some(_) => self.cx.comparable(right, &left.gives.clone().or_nothing()),
            None => right,
        };
        comparison(&mut self.cx.reports, &self.cx.ws.program, left, compare, right, span)
    }

    /// `lamp < dim`: which end of a ladder is the less is not said.
    fn words_compared(&mut self, left: &Expr, compare: Compare, right: &ast::Expr, span: Span) -> Expr {
        let want = self.names_in().want_like(left);
        let right = self.expr(right, &want);
        let Kind::Word(scale) = left.gives else { return made(ExprKind::Broken, span, Kind::YesNo) };
        let message =
            format!("words of `{}` have no numbers to compare", self.cx.ws.program.scale_name(scale));
        let report = Diagnostic::error(&codes::kinds::WORD_ORDER, left.span, message);
        let is_ladder = self.cx.ws.program.scales.get(scale.index()).is_some_and(|scale| scale.ladder);
        let (it, with) = (self.cx.reading.written(left.span), self.cx.reading.written(right.span));
        let strict = match compare {
            Compare::Less | Compare::More => true,
            Compare::AtMost | Compare::AtLeast | Compare::Equal | Compare::NotEqual => false,
        };
        let report = if is_ladder && right.gives == left.gives {
            ["worse", "better"].into_iter().fold(report, |report, side| {
                let text = if strict {
                    format!("{it} is {side} than {with}")
                } else {
                    format!("{it} is {with} or {side}")
                };
                report.fix(format!("{side}: `{text}`"), span, text)
            })
        } else if is_ladder {
            report.help(format!("write `{it} is worse than …` or `{it} is better than …`"))
        } else {
            report.help("these words have no order: compare them with `is`")
        };
        self.cx.report(report);
        made(ExprKind::Broken, span, Kind::YesNo)
    }

    /// Reports a list that is held against a number, where its items are meant.
    fn list_compared(&mut self, left: &Expr, compare: Compare, right: &ast::Expr, span: Span) {
        let (list, with) = (self.cx.reading.written(left.span), self.cx.reading.written(right.span));
        // Behind a modifier one sign is enough.
        let sign = if compare == Compare::Equal { "==" } else { compare.sign() };
        let plain = match right.name() {
            Some(name) => &*name.text != "it",
            None => matches!(right.kind, ast::ExprKind::Number { .. }),
        };
        let kind = self.cx.ws.program.describe(&left.gives);
        let message = format!("this is {kind}, and a comparison is of one number");
        let report = Diagnostic::error(&codes::kinds::WRONG, left.span, message);
        let each = format!("[it {sign} {with} for it in {list}]");
        let before = self.cx.reading.before(span);
        let word =
            before.strip_suffix('(').map(|before| before.rsplit(|c: char| !c.is_alphanumeric()).next());
        let alone = self.cx.reading.after(span).starts_with(')');
        let report = match word.flatten().filter(|_| alone && plain) {
            Some("any" | "all" | "none") => report.surely(format!("compare each: `{each}`"), span, each),
            Some("count") => {
                let end = Span { start: left.span.end, end: span.end + 1, ..span };
                report
                    .fix(format!("count those that meet it: `count({each})`"), span, each)
                    .fix(format!("compare how many there are: `count({list}) {sign} {with}`"), end, format!(") {sign} {with}"))
            }
            Some(_) | None => report.help(format!(
                "to compare each, write `{each}`; whether one or all of them do, `any({each})`, `all({each})`; to count some, `count(({list}) where it {sign} {with})`"
            )),
        };
        self.cx.report(report);
    }

    /// A value that has an order.
    fn ordered(&mut self, value: Expr) -> Expr {
        let value = self.cx.row_as_value(value);
        if let Kind::Word(scale) = value.gives {
            let name = self.cx.ws.program.scale_name(scale).to_owned();
            let message = format!("words of `{name}` have no numbers to compare");
            let report = Diagnostic::error(&codes::kinds::WORD_ORDER, value.span, message);
            self.cx.report(report.help("write `… is tired or worse`, `… is dim or better`"));
            return made(ExprKind::Broken, value.span, Kind::Any);
        }
        if measure(&value.gives).is_none() {
            let message =
                format!("this is {}, which has no order", self.cx.ws.program.describe(&value.gives));
            let mut report = Diagnostic::error(&codes::kinds::WRONG, value.span, message);
            if matches!(value.gives, Kind::List(_)) {
                let list = self.cx.reading.written(value.span);
                report = report.help(format!(
                    "to compare each, write `[it > 0 for it in {list}]`; to count some, `count(({list}) where it > 0)`"
                ));
            }
            self.cx.report(report);
            return made(ExprKind::Broken, value.span, Kind::Any);
        }
        value
    }

    /// The range from one number to another.
    pub(crate) fn range(&mut self, low: &ast::Expr, high: &ast::Expr, span: Span) -> Expr {
        let mut wrong = None;
        let low = self.operand(low, &mut wrong);
        let high = self.operand(high, &mut wrong);
        if let Some(misfit) = wrong {
            // Elsewhere two points join texts.
            let joined = misfit.is_text.then(|| self.cx.reading.brought_here(span)).flatten();
            self.cx.report(joined.unwrap_or(misfit.report));
        }
        if let (Some(from), Some(to)) = (low.number(), high.number()) {
            if from > to {
                let report =
                    Diagnostic::error(&codes::kinds::REVERSED, span, "this range ends before it begins");
                let turned = report.fix(format!("write {to}..{from}"), span, format!("{to}..{from}"));
                // `6-0` may be printed for the last faces of a d10.
                let last = if from < Num::int(10) { 10 } else { 100 };
                self.cx.report(match to.is_zero() && from < Num::int(100) {
                    true => turned.fix(format!("write {from}..{last}"), span, format!("{from}..{last}")),
                    false => turned,
                });
            }
            let literal = Literal::Range(Some(from), Some(to));
            return made(ExprKind::Literal(literal), span, Kind::Range);
        }
        made(ExprKind::Range(Box::new(low), Box::new(high)), span, Kind::Range)
    }
}

impl SourceReader<'_> {
    /// Offers to reckon with the number that a table rolled, or to roll so often: `hazard * 3`.
    fn rolled_instead(&self, report: Diagnostic, table: Span) -> Diagnostic {
        let Some(Edit { text: number, .. }) = self.number_rolled(table) else { return report };
        let report = report.fix(format!("the number rolled: `{number}`"), table, number);
        self.or_so_often(report, &[self.written(table).to_string()], table)
    }

    /// The number that a table rolled, in place of its row.
    fn number_rolled(&self, table: Span) -> Option<Edit> {
        let written = self.written(table);
        let is_name = written.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        is_name.then(|| Edit { span: table, text: format!("{written}.roll") })
    }
}

/// The kind that the sum, or the greatest, of values of these kinds has.
pub(super) fn common_measure(kinds: impl IntoIterator<Item = Kind>) -> Kind {
    let measures: Vec<Kind> =
        kinds.into_iter().map(|kind| measure(&kind).map_or(Kind::Any, Dimension::kind)).collect();
    let kind = one_of(measures);
    if kind.alternatives().len() > 1 { Kind::Any } else { kind }
}

fn no_zero_divisor(reports: &mut Reports, op: ArithOp, term: &Expr) {
    let divides = match op {
        ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => true,
        ArithOp::Add | ArithOp::Subtract | ArithOp::Multiply => false,
    };
    if divides && term.number().is_some_and(|n| n.is_zero()) {
        reports.add(Diagnostic::error(
            &codes::kinds::DIVIDE_BY_ZERO,
            term.span,
            "nothing can be divided by 0",
        ));
    }
}

/// What to do with a value of a kind that cannot be reckoned with.
fn help_to_reckon(ws: &Workspace, kind: &Kind) -> Option<String> {
    match kind {
        Kind::Text => Some("to join texts, write them as one: \"{a} and {b}\"".into()),
        Kind::List(_) => Some("add up a list with `sum(…)`, count it with `count(…)`".into()),
        Kind::Check => Some("a check has parts: `.total`, `.margin`, `.success`".into()),
        Kind::Row(_) => {
            let mut parts: Vec<String> = Vec::new();
            for part in fields_of(ws, kind) {
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
            Some(format!("a row has parts: {}", parts.join(", ")))
        }
        Kind::Nothing => {
            Some("`nothing` cannot be used in arithmetic; give it a value: `e otherwise 0`".into())
        }
        Kind::Any
        | Kind::Number
        | Kind::Quantity(_)
        | Kind::YesNo
        | Kind::Word(_)
        | Kind::Set(_)
        | Kind::AnyRow
        | Kind::Record(_)
        | Kind::Dice
        | Kind::Table
        | Kind::Range
        | Kind::Returned(_)
        | Kind::Parts(_)
        | Kind::OneOf(_) => None,
    }
}

fn units_differ(
    reports: &mut Reports,
    program: &Program,
    op: ArithOp,
    left: Dimension,
    right: Dimension,
    at: Span,
    right_at: Span,
) {
    let (left, right) = (program.describe(&left.kind()), program.describe(&right.kind()));
    let what = match op {
        ArithOp::Add => format!("{right} cannot be added to {left}"),
        ArithOp::Subtract => format!("{right} cannot be taken from {left}"),
        ArithOp::Multiply => format!("{left} cannot be multiplied by {right}"),
        ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => {
            format!("{left} cannot be divided by {right}")
        }
    };
    let report = Diagnostic::error(&codes::kinds::UNITS, right_at, what);
    reports.add(
        report
            .here(right)
            .label(at, left)
            .help("a unit is converted only where it is declared: `unit turn = 10 minutes`"),
    );
}

fn combine(
    reports: &mut Reports,
    program: &Program,
    op: ArithOp,
    left: Dimension,
    right: Dimension,
    at: Span,
    right_at: Span,
) -> Dimension {
    match (op, left, right) {
        (_, Dimension::Open, Dimension::Open) => Dimension::Open,
        (ArithOp::Add | ArithOp::Subtract | ArithOp::Modulo, Dimension::Open, other)
        | (ArithOp::Add | ArithOp::Subtract | ArithOp::Modulo, other, Dimension::Open) => other,
        (ArithOp::Add | ArithOp::Subtract, Dimension::Plain, Dimension::Plain) => Dimension::Plain,
        (ArithOp::Add | ArithOp::Subtract | ArithOp::Modulo, Dimension::Of(a), Dimension::Of(b))
            if a == b =>
        {
            left
        }
        (
            ArithOp::Multiply | ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo,
            Dimension::Plain,
            Dimension::Plain,
        ) => Dimension::Plain,
        (ArithOp::Multiply, Dimension::Of(_), Dimension::Plain) => left,
        (ArithOp::Multiply, Dimension::Plain, Dimension::Of(_)) => right,
        (ArithOp::Multiply | ArithOp::Divide | ArithOp::FloorDivide, Dimension::Open, _)
        | (ArithOp::Multiply | ArithOp::Divide | ArithOp::FloorDivide, _, Dimension::Open) => Dimension::Open,
        (ArithOp::Divide | ArithOp::FloorDivide, Dimension::Of(a), Dimension::Of(b)) if a == b => {
            Dimension::Plain
        }
        (ArithOp::Divide | ArithOp::FloorDivide, Dimension::Of(_), Dimension::Plain) => left,
        (
            ArithOp::Add | ArithOp::Subtract | ArithOp::Modulo,
            Dimension::Plain | Dimension::Of(_),
            Dimension::Plain | Dimension::Of(_),
        )
        | (ArithOp::Multiply, Dimension::Of(_), Dimension::Of(_))
        | (ArithOp::Divide | ArithOp::FloorDivide, Dimension::Plain | Dimension::Of(_), Dimension::Of(_)) => {
            units_differ(reports, program, op, left, right, at, right_at);
            Dimension::Open
        }
    }
}

/// Reports a comparison of kinds that are never equal.
pub(super) fn never_equal(reports: &mut Reports, program: &Program, left: &Expr, right: &Expr, span: Span) {
    let (a, b) = (&left.gives, &right.gives);
    let fits = crate::check::kinds::fits;
    let free = Kind::may_be_nothing;
    // Parts are equal where their names and values are, whoever gives them.
    let has_parts = |kind: &Kind| matches!(kind, Kind::Returned(_) | Kind::Parts(_));
    if has_parts(a) && has_parts(b) {
        return;
    }
    if fits(a, b) || fits(b, a) || free(a) || free(b) || matches!(b, Kind::Range) {
        return;
    }
    // A range is met by how it is written, as a row is by its key.
    let is_written = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit()) && is_key(text);
    if *a == Kind::Range && right.literal().and_then(Literal::text).is_some_and(|text| is_written(text)) {
        return;
    }
    let (first, second) = (program.describe(a), program.describe(b));
    let message = format!("{first} is never equal to {second}");
    let report = Diagnostic::error(&codes::kinds::NEVER_EQUAL, span, message);
    reports.add(report.label(left.span, first).label(right.span, second));
}

/// Refuses dice that are held against a share: `d100 <= 45%` is 0.45, which no die comes down to.
fn of_a_hundred(reports: &mut Reports, left: &Expr, right: &Expr, span: Span) {
    let share = |expr: &Expr| {
        let ExprKind::Literal(Literal::Number { value, percent: true }) = expr.kind else { return None };
        Some((value, expr.span))
    };
    let whole = |faces: &Faces| matches!(faces, Faces::Sides(_) | Faces::Percent);
    let is_dice = |expr: &Expr| matches!(&expr.kind, ExprKind::Pool(groups, _) if groups.iter().all(|group| whole(&group.faces)));
    let held = share(right).filter(|_| is_dice(left)).or_else(|| share(left).filter(|_| is_dice(right)));
    let Some((value, at)) = held else { return };
    let Ok(number) = value.mul(Num::int(100)) else { return };
    let (number, shown) = (number.shown(), value.shown());
    let message = format!("`{number}%` is {shown}, and dice come to whole numbers");
    let report = Diagnostic::error(&codes::dice::OF_A_HUNDRED, at, message);
    let report = report.fix(format!("held against {number}: `{number}`"), at, number.clone());
    reports.add(report.fix(format!("so likely: `{number}% chance`"), span, format!("{number}% chance")));
}

fn comparison(
    reports: &mut Reports,
    program: &Program,
    left: Expr,
    compare: Compare,
    right: Expr,
    span: Span,
) -> Expr {
    let (mut left, mut right) = (left, right);
    match (measure(&left.gives), measure(&right.gives)) {
        (Some(Dimension::Of(family)), Some(Dimension::Plain))
            if right.number().is_some_and(|n| n.is_zero()) =>
        {
            right = program.zero(family, right.span);
        }
        (Some(Dimension::Plain), Some(Dimension::Of(family)))
            if left.number().is_some_and(|n| n.is_zero()) =>
        {
            left = program.zero(family, left.span);
        }
        (Some(Dimension::Of(a)), Some(Dimension::Of(b))) if a == b => {}
        (
            Some(a @ (Dimension::Plain | Dimension::Of(_))),
            Some(b @ (Dimension::Plain | Dimension::Of(_))),
        ) if a != b => {
            let (first, second) = (program.describe(&left.gives), program.describe(&right.gives));
            let message = format!("{first} cannot be compared with {second}");
            let report = Diagnostic::error(&codes::kinds::UNITS, span, message);
            reports.add(report.label(left.span, first).label(right.span, second));
        }
        (Some(_), Some(_)) => of_a_hundred(reports, &left, &right, span),
        (_, _) => never_equal(reports, program, &left, &right, span),
    }
    made(ExprKind::Compare(Box::new(left), compare, Box::new(right)), span, Kind::YesNo)
}
