//! Built-in functions, and the three with a form of their own: `check`, `contest`, `edge`.

use super::CallResolver;
use super::arith::common_measure;
use super::made;
use super::pools::NamedTotal;
use super::unfit::arguments_text;
use crate::base::Span;
use crate::check::exprs::broken;
use crate::check::kinds::one_of;
use crate::check::program::{Expr, ExprKind, Kind, Literal, Program};
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::check::scope::{BareWords, Want};
use crate::check::{Builtin, BuiltinInfo};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Argument};

impl CallResolver<'_, '_> {
    /// A built-in function.
    pub(super) fn builtin(&mut self, info: &BuiltinInfo, args: &[Argument], span: Span) -> Expr {
        let (least, most) = info.arguments;
        let name = info.names.first().copied().unwrap_or_default();
        if args.len() < least || most.is_some_and(|most| args.len() > most) {
            let takes = match most {
                Some(most) if most == least => arguments_text(least),
                Some(most) => format!("{least} to {most} arguments"),
                None => "at least one argument".to_owned(),
            };
            let message = format!("`{name}` takes {takes}, found {}", args.len());
            let report = Diagnostic::error(&codes::kinds::ARGUMENTS, span, message);
            self.cx.report(report.help(format!("`{}` gives {}", info.example.0, info.example.1)));
        }
        if let Some(named) = args.iter().find_map(|arg| arg.name.as_ref()) {
            let message = format!("the arguments of `{name}` have no names");
            self.cx.report(Diagnostic::error(&codes::names::UNKNOWN_ARGUMENT, named.span, message));
        }
        total_taken(&mut self.cx.reports, &self.cx.reading, info.builtin, args, span);
        self.named_total_taken(info.builtin, args, span);
        all_counted(&mut self.cx.reports, &self.cx.reading, info.builtin, args);
        let wants_numbers = matches!(
            info.builtin,
            Builtin::Floor
                | Builtin::Ceil
                | Builtin::Round
                | Builtin::Percent
                | Builtin::Digits
                | Builtin::Abs
                | Builtin::Min
                | Builtin::Max
                | Builtin::Sum
        );
        let takes_list = matches!(info.builtin, Builtin::Count | Builtin::Join);
        let wants_list =
            matches!(info.builtin, Builtin::First | Builtin::Last | Builtin::Reverse | Builtin::Distinct);
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let value = if wants_list {
                self.exprs().listed(&arg.value)
            } else if takes_list && values.is_empty() && arg.value.name().is_some() {
                self.listed_or_value(&arg.value)
            } else {
                self.exprs().expr(&arg.value, &Want::any())
            };
            values.push(if wants_numbers { self.cx.row_as_value(value) } else { value });
        }
        if matches!(info.builtin, Builtin::Min | Builtin::Max | Builtin::Sum | Builtin::Mean) {
            self.cx.expect_amounts(name, &values);
        }
        let gives = builtin_gives(&mut self.cx.reports, &self.cx.ws.program, info.builtin, &values, span);
        made(ExprKind::Builtin(info.builtin, values), span, gives)
    }

    /// The same as `total_taken` of dice that have a name.
    fn named_total_taken(&mut self, builtin: Builtin, args: &[Argument], span: Span) {
        let ([Argument { value, .. }], Some(wanted)) = (args, DiceWanted::by(builtin)) else { return };
        let Some(name) = value.name() else { return };
        let report = match self.exprs().pools().named_total(value) {
            Some(NamedTotal::WithDice) => {
                let (what, written) = wanted.of_name(&name.text);
                let note = total_note(span).label(value.span, "the total");
                note.fix(format!("{what}: `{written}`"), value.span, written)
            }
            Some(NamedTotal::Alone) => self.exprs().pools().sum_of_dice(value, total_note(span)),
            None => return,
        };
        self.cx.report(report);
    }

    fn listed_or_value(&mut self, written: &ast::Expr) -> Expr {
        let value = self.exprs().expr(written, &Want::any());
        self.cx.row_as_value(value)
    }

    /// `check(e, dc)`, `contest(a, b)`, `edge(n, e)`.
    pub(super) fn special(&mut self, name: &str, args: &[Argument], span: Span) -> Expr {
        let plain: Vec<&Argument> = args.iter().filter(|arg| arg.name.is_none()).collect();
        let ties = args.iter().find(|arg| arg.name.as_ref().is_some_and(|name| &*name.text == "ties"));
        for arg in args {
            if let Some(named) = &arg.name
                && (&*named.text != "ties" || name == "edge")
            {
                let message = format!("`{name}` has no parameter `{}`", named.text);
                self.cx.report(Diagnostic::error(&codes::names::UNKNOWN_ARGUMENT, named.span, message));
            }
        }
        let [first, second] = plain.as_slice() else {
            let message = format!("`{name}` takes two arguments, found {}", plain.len());
            let example = match name {
                "check" => "check(d20 + 2, 12)",
                "contest" => "contest(d20 + 2, d20)",
                _ => "edge(1, d20)",
            };
            let report = Diagnostic::error(&codes::kinds::ARGUMENTS, span, message);
            self.cx.report(report.help(format!("for example `{example}`")));
            self.arguments_anyway(args);
            return broken(span);
        };
        let first = self.number_like(&first.value);
        let second = self.number_like(&second.value);
        if name == "edge" {
            let gives = second.gives.clone();
            return made(ExprKind::Advantage(Box::new(first), Box::new(second)), span, gives);
        }
        let ties = self.ties(ties, span).map(Box::new);
        let (first, second) = (Box::new(first), Box::new(second));
        let kind = match name {
            "check" => ExprKind::Check(first, second, ties),
            _ => ExprKind::Contest(first, second, ties),
        };
        made(kind, span, Kind::Check)
    }

    fn number_like(&mut self, written: &ast::Expr) -> Expr {
        let value = self.exprs().expr(written, &Want::any());
        self.cx.row_as_value(value)
    }

    /// Whether a tie wins: the argument, else the option `ties` where one is in reach.
    fn ties(&mut self, argument: Option<&Argument>, span: Span) -> Option<Expr> {
        let value = match argument {
            Some(argument) => {
                self.exprs().expr(&argument.value, &Want { kind: Kind::Any, words: BareWords::Ties })
            }
            None => {
                let named = self.cx.ws.named(self.scope.module, "ties").first()?.1;
                named.option()?;
                self.names_in().mention(named, span)
            }
        };
        if value.gives == Kind::YesNo {
            return Some(value);
        }
        let span = value.span;
        let win = if let Kind::Word(scale) = value.gives {
            self.cx.ws.program.word_of(scale, "win")
        } else {
            Some(Literal::Text("win".into()))
        };
        let Some(win) = win else {
            let report = Diagnostic::error(&codes::kinds::WRONG, span, "ties `win` or `lose`");
            self.cx.report(report.help("declare it as `option ties: win | lose = win`"));
            return None;
        };
        let gives = value.gives.clone();
        let tests = vec![crate::check::program::IsTest::Equals(made(ExprKind::Literal(win), span, gives))];
        Some(made(ExprKind::Is { of: Box::new(value), negated: false, tests }, span, Kind::YesNo))
    }
}

fn name_of(builtin: Builtin) -> &'static str {
    let info = crate::check::BUILTINS.iter().find(|info| info.builtin == builtin);
    info.and_then(|info| info.names.first()).copied().unwrap_or_default()
}

/// Whether this is several dice, with no modifier behind them.
fn is_bare_pool(value: &ast::Expr) -> bool {
    matches!(&value.kind, ast::ExprKind::Dice(dice) if dice.count.is_some())
}

/// `count(5 times rumor where it is old)` rolls five times among the old ones, and counts all five.
fn all_counted(reports: &mut Reports, reading: &SourceReader<'_>, builtin: Builtin, args: &[Argument]) {
    let [Argument { value, .. }] = args else { return };
    let (Builtin::Count, ast::ExprKind::Times { body, .. }) = (builtin, &value.kind) else { return };
    let ast::ExprKind::Filter(rows, _) = &body.kind else { return };
    let rolled = Span { end: rows.span.end, ..value.span };
    let message = "all of these are counted: only rows that fit are rolled";
    let report = Diagnostic::warning(&codes::syntax::MISPLACED_WHERE, body.span, message);
    let written = format!("({})", reading.written(rolled));
    reports.add(report.fix(format!("to count those that fit, write `{written} where …`"), rolled, written));
}

/// The dice of a pool come to a function as their total, where each die may have been meant.
fn total_taken(
    reports: &mut Reports,
    reading: &SourceReader<'_>,
    builtin: Builtin,
    args: &[Argument],
    span: Span,
) {
    let [Argument { value, .. }] = args else { return };
    if let (Builtin::Count, ast::ExprKind::Compare(pool, compare, with)) = (builtin, &value.kind)
        && is_bare_pool(pool)
    {
        let message = "this is one comparison, of the total of the dice";
        let note = Diagnostic::note_at(&codes::dice::COMPARES_TOTAL, span, message);
        return reports.add(if let ast::ExprKind::Number { value, percent: false } = &with.kind {
            let counted = format!("{}c{}{value}", reading.written(pool.span), compare.sign());
            note.fix(format!("to count the dice, write `{counted}`"), span, counted)
        } else {
            note.help("to count dice, write the condition after them: `4d6c=6`")
        });
    }
    if !is_bare_pool(value) {
        return;
    }
    let note = total_note(span);
    match DiceWanted::by(builtin) {
        Some(DiceWanted::One { which, modifier }) => {
            reports.add(note.fix(
                format!("keep the {which} die: `{modifier}`"),
                value.span.after(),
                modifier,
            ));
        }
        Some(DiceWanted::All) => {
            let dice = format!("sort {}", reading.written(value.span));
            reports.add(note.fix(format!("take the single dice: `{dice}`"), value.span, dice));
        }
        None if builtin == Builtin::Count => reports.add(note.help("a list of dice is `4 times d6`")),
        None => {}
    }
}

fn total_note(span: Span) -> Diagnostic {
    Diagnostic::note_at(&codes::dice::COMPARES_TOTAL, span, "this uses the total of the dice")
}

/// What a function that takes a list looks for among dice.
enum DiceWanted {
    One { which: &'static str, modifier: &'static str },
    All,
}

impl DiceWanted {
    fn by(builtin: Builtin) -> Option<DiceWanted> {
        let wanted = [
            (Builtin::Max, DiceWanted::One { which: "highest", modifier: "kh1" }),
            (Builtin::Min, DiceWanted::One { which: "lowest", modifier: "kl1" }),
            (Builtin::Mean, DiceWanted::All),
        ];
        wanted.into_iter().find_map(|(by, wanted)| (by == builtin).then_some(wanted))
    }

    /// What to do with dice that have a name, and how that is written.
    fn of_name(&self, name: &str) -> (String, String) {
        match self {
            DiceWanted::One { which, modifier } => {
                (format!("keep the {which} die"), format!("({name}){modifier}"))
            }
            DiceWanted::All => ("take the single dice".to_owned(), format!("sort {name}")),
        }
    }
}

/// What counts conditions takes a list of yes and no.
fn expect_conditions(
    reports: &mut Reports,
    program: &Program,
    builtin: Builtin,
    items: impl Iterator<Item = Kind>,
    span: Span,
) {
    let wrong = items.into_iter().find(|kind| !crate::check::kinds::fits(kind, &Kind::YesNo));
    if let Some(kind) = wrong {
        let message = format!(
            "`{}` takes a list of yes and no, and here is {}",
            name_of(builtin),
            program.describe(&kind)
        );
        let report = Diagnostic::error(&codes::kinds::WRONG, span, message);
        reports.add(report.help("make a list of conditions: `[h.hp > 0 for h in party]`"));
    }
}

fn expect_numbers(reports: &mut Reports, program: &Program, builtin: Builtin, values: &[Expr]) {
    for value in values {
        let kind = super::without_nothing(&value.gives);
        if !super::fields::is_numeric(&kind) && kind != Kind::Any {
            let message =
                format!("`{}` takes a number, and this is {}", name_of(builtin), program.describe(&kind));
            reports.add(Diagnostic::error(&codes::kinds::WRONG, value.span, message));
        }
    }
}

/// Values to be added or set against each other must have one unit.
fn expect_one_measure(
    reports: &mut Reports,
    program: &Program,
    builtin: Builtin,
    values: &[Expr],
    span: Span,
) {
    let mut first: Option<(Kind, Span)> = None;
    for value in values {
        let kind = super::without_nothing(&value.gives);
        let kind = crate::check::kinds::item_of(&kind).filter(|_| kind != Kind::Any).unwrap_or(kind);
        if !kind.is_quantity() && kind != Kind::Number {
            continue;
        }
        let zero = value.number().is_some_and(|n| n.is_zero());
        match &first {
            _ if zero => {}
            None => first = Some((kind, value.span)),
            Some((known, _)) if *known == kind => {}
            Some((known, at)) => {
                let (a, b) = (program.describe(known), program.describe(&kind));
                let message = format!("`{}` cannot compare {b} with {a}", name_of(builtin));
                let report = Diagnostic::error(&codes::kinds::UNITS, span, message);
                reports.add(report.label(*at, a).label(value.span, b));
                return;
            }
        }
    }
}

/// What a built-in function gives; what it cannot take is reported.
fn builtin_gives(
    reports: &mut Reports,
    program: &Program,
    builtin: Builtin,
    values: &[Expr],
    span: Span,
) -> Kind {
    let first = values.first().map_or(Kind::Any, |value| super::without_nothing(&value.gives));
    let item = crate::check::kinds::item_of(&first);
    let items = || {
        values.iter().map(|value| {
            let kind = super::without_nothing(&value.gives);
            crate::check::kinds::item_of(&kind).filter(|_| kind != Kind::Any).unwrap_or(kind)
        })
    };
    match builtin {
        Builtin::Floor | Builtin::Ceil | Builtin::Round | Builtin::Abs => {
            expect_numbers(reports, program, builtin, values);
            common_measure([first])
        }
        Builtin::Percent => {
            expect_numbers(reports, program, builtin, values);
            Kind::Number
        }
        Builtin::Digits => {
            expect_numbers(reports, program, builtin, values);
            crate::check::kinds::list_of(Kind::Number)
        }
        Builtin::Together => crate::check::kinds::list_of(one_of(items().collect())),
        Builtin::Min | Builtin::Max | Builtin::Sum | Builtin::Mean => {
            let gives = common_measure(items());
            expect_one_measure(reports, program, builtin, values, span);
            gives
        }
        Builtin::Count => Kind::Number,
        Builtin::Any | Builtin::All | Builtin::NoneOf => {
            expect_conditions(reports, program, builtin, items(), span);
            Kind::YesNo
        }
        Builtin::Summary => {
            expect_conditions(reports, program, builtin, items(), span);
            Kind::Text
        }
        Builtin::First | Builtin::Last => item.unwrap_or(Kind::Any),
        Builtin::Reverse | Builtin::Distinct => crate::check::kinds::list_of(item.unwrap_or(Kind::Any)),
        Builtin::Worse | Builtin::Better => {
            if !matches!(first, Kind::Word(_) | Kind::Any) {
                let message = format!(
                    "only words of a ladder get better or worse, and this is {}",
                    program.describe(&first)
                );
                reports.add(Diagnostic::error(&codes::kinds::NO_LADDER, span, message));
            }
            first
        }
        Builtin::Article
        | Builtin::Plural
        | Builtin::Capital
        | Builtin::TitleCase
        | Builtin::Upper
        | Builtin::Lower
        | Builtin::Join
        | Builtin::ToText => Kind::Text,
    }
}
