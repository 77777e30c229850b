//! `e.name`: columns of rows, fields of records, parts of what checks and procedures give.

use super::NameResolver;
use super::calls::part_kind;
use super::{Head, made};
use crate::base::{Span, closest};
use crate::check::checker::Checker;
use crate::check::exprs::broken;
use crate::check::parts::{CHECK_PARTS, fields_of};
use crate::check::program::{Expr, ExprKind, Kind, Program};
use crate::check::reports::Reports;
use crate::check::scope::NameMeaning;
use crate::check::workspace::Workspace;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Name, TableKind};

impl NameResolver<'_, '_> {
    /// `base.name` as it was written.
    pub(crate) fn field(&mut self, base: &ast::Expr, name: &Name, span: Span) -> Expr {
        if let ast::ExprKind::Name(row) = &base.kind
            && &*row.text == "row"
            && self.scope.row.is_some()
            && let Some(cell) = self.cx.rows_in(self.scope).row_cell(name, span)
        {
            return cell;
        }
        let head = self.head(base, Some(name));
        self.field_of_head(head, name, span)
    }

    /// The field of whatever stands before the dot.
    pub(crate) fn field_of_head(&mut self, head: Head, name: &Name, span: Span) -> Expr {
        match head {
            Head::Missing => broken(span),
            Head::Value(base) => self.cx.field_of(base, name, span),
            Head::Unrolled(local) => {
                let base = made(ExprKind::RollLocal(local), span, Kind::Any);
                self.cx.field_of(base, name, span)
            }
            Head::Scale(scale) => match self.cx.ws.program.word_of(scale, &name.text) {
                Some(word) => {
                    self.cx.names.word(self.cx.ws, name.span, &word);
                    made(ExprKind::Literal(word), span, Kind::Word(scale))
                }
                None => {
                    unknown_word(&mut self.cx.reports, &self.cx.ws.program, scale, name);
                    broken(span)
                }
            },
            Head::Timer(timer, owner) => {
                // A timer may run by a clock of its own, such as rooms or rounds.
                made(ExprKind::TimerLeft(timer, owner), span, Kind::Any)
            }
            Head::Module(module) => match self.cx.head_in_module(module, name) {
                Some(named) => self.mention(named, span),
                None => broken(span),
            },
            Head::Named(NameMeaning::Table(id)) if &*name.text == "left" && self.cx.has_rest(id) => {
                made(ExprKind::DeckLeft(id), span, Kind::Number)
            }
            Head::Named(named) => {
                let base = self.mention(named, span);
                self.cx.field_of(base, name, span)
            }
        }
    }
}

impl Checker<'_> {
    fn head_in_module(
        &mut self,
        module: crate::check::program::ModuleId,
        name: &Name,
    ) -> Option<NameMeaning> {
        match self.head_in(module, name, None) {
            Head::Named(named) => Some(named),
            Head::Value(_)
            | Head::Unrolled(_)
            | Head::Scale(_)
            | Head::Module(_)
            | Head::Timer(..)
            | Head::Missing => None,
        }
    }

    /// The field of a value.
    pub(crate) fn field_of(&mut self, base: Expr, name: &Name, span: Span) -> Expr {
        if matches!(base.kind, ExprKind::Broken) {
            return broken(span);
        }
        let kind = super::without_nothing(&base.gives);
        let Some(gives) = self.field_kind(&kind, &name.text) else {
            match self.reading.brought_here(name.span).filter(|_| matches!(kind, Kind::List(_))) {
                Some(report) => self.report(report),
                None => no_field(&mut self.reports, self.ws, &base, &kind, name),
            }
            return broken(span);
        };
        self.names.field(self.ws, name, &kind);
        made(ExprKind::Field(Box::new(base), name.text.clone()), span, gives)
    }

    /// The kind of a field, where values of this kind have it.
    fn field_kind(&mut self, kind: &Kind, name: &str) -> Option<Kind> {
        match kind {
            Kind::Any | Kind::AnyRow => Some(Kind::Any),
            Kind::Row(id) => {
                let info = self.info(*id);
                let column = info.columns.named(name);
                match (column, name) {
                    (Some(column), _) => Some(column.kind.clone()),
                    // A key is a number, a range or a word.
                    (None, "roll" | "key") => Some(Kind::Any),
                    (None, "name") => Some(Kind::Text),
                    (None, _) => None,
                }
            }
            Kind::Record(id) => {
                let sheet = self.ws.program.sheets.get(id.index())?;
                match sheet.fields.named(name) {
                    Some(field) => Some(field.kind.clone()),
                    None => (name == "name").then_some(Kind::Text),
                }
            }
            Kind::List(of) => Some(crate::check::kinds::list_of(self.field_kind(of, name)?)),
            Kind::Check => match name {
                "success" => Some(Kind::YesNo),
                name => CHECK_PARTS.contains(&name).then_some(Kind::Any),
            },
            Kind::Returned(id) => {
                self.define_proc(*id);
                let returns = self.ws.program.procs.get(id.index()).map(|procedure| &procedure.returns)?;
                let known = returns.iter().any(|part| &**part == name);
                known.then(|| part_kind(self.ws, *id, name))
            }
            Kind::Parts(parts) => parts.iter().any(|part| &**part == name).then_some(Kind::Any),
            Kind::OneOf(kinds) => {
                let found: Vec<Kind> = kinds.iter().filter_map(|kind| self.field_kind(kind, name)).collect();
                (!found.is_empty()).then(|| crate::check::kinds::one_of(found))
            }
            Kind::Quantity(family) => {
                let symbols = self.ws.program.units.symbols(*family)?;
                symbols.place(name).map(|_| Kind::Number)
            }
            Kind::Number
            | Kind::YesNo
            | Kind::Text
            | Kind::Word(_)
            | Kind::Set(_)
            | Kind::Dice
            | Kind::Table
            | Kind::Range
            | Kind::Nothing => None,
        }
    }

    /// A row where a plain value is needed: its first result, where that is a number.
    pub(crate) fn row_as_value(&mut self, value: Expr) -> Expr {
        let Kind::Row(id) = value.gives else { return value };
        let info = self.info(id);
        let Some(column) = info.columns.first() else { return value };
        if !is_numeric(&column.kind) {
            return value;
        }
        let (span, name, gives) = (value.span, column.name.clone(), column.kind.clone());
        made(ExprKind::Field(Box::new(value), name), span, gives)
    }
}

/// Whether a value of this kind can be reckoned with.
pub(super) fn is_numeric(kind: &Kind) -> bool {
    let numeric = |kind: &Kind| matches!(kind, Kind::Number | Kind::Quantity(_) | Kind::YesNo | Kind::Dice);
    let kinds = kind.alternatives();
    *kind != Kind::Nothing && kinds.iter().all(|kind| numeric(kind) || *kind == Kind::Nothing)
}

fn unknown_word(
    reports: &mut Reports,
    program: &Program,
    scale: crate::check::program::ScaleId,
    name: &Name,
) {
    let Some(found) = program.scales.get(scale.index()).cloned() else { return };
    let message = format!("`{}` has no word `{}`", found.def.name, name.text);
    let mut report = Diagnostic::error(&codes::names::UNKNOWN, name.span, message);
    report = report.label(found.def.span, "defined here");
    if !reports.may_compare(found.words.len()) {
        return reports.add(report);
    }
    let words: Vec<&str> = found.words.iter().map(|word| &**word).collect();
    match closest(&name.text, words.iter().copied()) {
        Some(near) => {
            report = report.did_you_mean(near, name.span);
        }
        None => report = report.help(format!("its words are {}", words.join(", "))),
    }
    reports.add(report);
}

/// What others call the cards of a deck that are not drawn yet.
const NOT_DRAWN_YET: [&str; 7] = ["remaining", "remain", "remains", "rest", "size", "count", "length"];

fn no_field(reports: &mut Reports, ws: &Workspace, base: &Expr, kind: &Kind, name: &Name) {
    let message = format!("{} has no `{}`", ws.program.describe(kind), name.text);
    let mut report = Diagnostic::error(&codes::names::UNKNOWN_FIELD, name.span, message);
    if !reports.may_compare(0) {
        return reports.add(report);
    }
    let mut known = fields_of(ws, kind);
    reports.may_compare(known.len());
    let of_a_deck = match (kind, &base.kind) {
        (Kind::Row(id), ExprKind::Draw(_)) => ws.program.table(*id).kind == TableKind::Deck,
        (_, _) => false,
    };
    if of_a_deck {
        known.push("left".to_owned());
    }
    let is_timer = matches!(kind, Kind::Record(_))
        && ws.program.timers.iter().any(|timer| timer.each && *timer.def.name == *name.text);
    match closest(&name.text, known.iter().map(String::as_str)) {
        _ if is_timer => {
            let left = format!("{}.left", name.text);
            report = report.fix(format!("the time it has left: `{left}`"), name.span, left);
        }
        Some(near) => {
            report = report.did_you_mean(near, name.span);
        }
        None if of_a_deck && NOT_DRAWN_YET.contains(&&*name.text) => {
            report = report.fix("how many are not drawn yet: `left`", name.span, "left");
        }
        None if known.is_empty() => {}
        None => report = report.help(format!("it has {}", known.join(", "))),
    }
    if *kind == Kind::Record(Workspace::HERO)
        && let Some(other) = ws
            .program
            .sheets
            .iter()
            .find(|sheet| &*sheet.def.name != "hero" && sheet.fields.place(&name.text).is_some())
    {
        let (field, sheet) = (&name.text, &other.def.name);
        report = report.label(other.def.span, format!("`{field}` is a field of this sheet"));
        report =
            report.help(format!("the party has the sheet `hero`: write `sheet hero` for `sheet {sheet}`"));
    }
    if let (Kind::Row(id), true) = (kind, matches!(base.kind, ExprKind::Draw(_))) {
        report = report.label(ws.program.table(*id).def.span, "the table");
    }
    reports.add(report);
}
