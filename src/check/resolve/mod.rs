//! Expressions: from what was written to what it means.

mod amounts;
mod arith;
mod builtin;
mod calls;
mod calls_of_others;
mod dashed;
mod dice;
mod die_names;
mod fields;
mod head;
mod homes;
mod is;
mod lists;
mod missing;
mod named_dice;
mod names;
mod near;
mod order;
mod params;
mod pools;
mod printed;
mod probabilities;
mod queries;
mod resolvers;
mod sheet_numbers;
mod single_dice;
mod symbol_dice;
mod tagged;
mod texts;
mod unfit;
mod within;
mod words;

use die_names::{is_named_die, sides_named};

use super::kinds::one_of;
use super::program::{Expr, ExprKind, Kind, Literal, TextPart};
use super::scope::Want;
use crate::base::{Num, Span};
use crate::check::reading::SourceReader;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Segment};

pub(super) use super::exprs::{made, number};
pub(super) use super::kinds::without_nothing;
pub(super) use super::parts::has_field;
pub(super) use calls::option_table;
pub(super) use dice::{has_dice, sides_of};
pub(super) use head::Head;
pub(super) use params::bind_params;
pub(super) use pools::summed_dice;
pub(super) use resolvers::{CallResolver, DiceResolver, ExprResolver, NameResolver};

impl ExprResolver<'_, '_> {
    /// Resolves an expression and brings its value to what a place wants; `place` says which in a report.
    pub(crate) fn value(&mut self, written: &ast::Expr, want: &Want, place: &str) -> Expr {
        let value = self.expr(written, want);
        self.cx.fitted(value, &want.kind, place)
    }

    /// Resolves a condition.
    pub(crate) fn condition(&mut self, written: &ast::Expr) -> Expr {
        self.value(written, &Want::of(Kind::YesNo), "a condition")
    }

    /// Resolves a number.
    pub(crate) fn number(&mut self, written: &ast::Expr, place: &str) -> Expr {
        let value = self.expr(written, &Want::of(Kind::Number));
        let value = self.cx.row_as_value(value);
        self.cx.fitted(value, &Kind::Number, place)
    }

    /// Resolves an expression. What the place wants tells how bare words are read; whether the value
    /// fits is looked at by who asks.
    pub(crate) fn expr(&mut self, written: &ast::Expr, want: &Want) -> Expr {
        self.cx.depth.enter();
        let value = self.form(written, want);
        self.cx.depth.leave();
        value
    }

    /// Resolves an expression by its form.
    fn form(&mut self, written: &ast::Expr, want: &Want) -> Expr {
        let span = written.span;
        match &written.kind {
            ast::ExprKind::Number { value, percent } => {
                let literal = Literal::Number { value: *value, percent: *percent };
                made(ExprKind::Literal(literal), span, Kind::Number)
            }
            ast::ExprKind::Text(text) => self.text(text),
            ast::ExprKind::Nothing => made(ExprKind::Literal(Literal::Nothing), span, Kind::Nothing),
            ast::ExprKind::YesNo(yes) => made(ExprKind::Literal(Literal::YesNo(*yes)), span, Kind::YesNo),
            ast::ExprKind::Name(name) => self.names_in().bare_name(name, want),
            ast::ExprKind::Field(base, name) => self.names_in().field(base, name, span),
            ast::ExprKind::Index(base, keys) => self.index(base, keys, span),
            ast::ExprKind::Call(callee, args) => self.calls().call(callee, args, span),
            ast::ExprKind::Dice(dice) => self.pools().dice(dice, &[], span),
            ast::ExprKind::Pool(entries) => self.pools().pool(entries, &[], span),
            ast::ExprKind::Modified(of, modifiers) => self.pools().modified(of, modifiers, span),
            ast::ExprKind::Label(of, label) => {
                let of = self.expr(of, want);
                let gives = of.gives.clone();
                made(ExprKind::Label(Box::new(of), label.value.as_str().into()), span, gives)
            }
            ast::ExprKind::Quantity(of, unit) => self.quantity(of, unit, span),
            ast::ExprKind::List(items) => self.list(items, want, span),
            ast::ExprKind::Comprehension { each, name, of, filter } => {
                self.comprehension(each, name, of, filter.as_deref(), span)
            }
            ast::ExprKind::Record(parts) => self.parts(parts, span),
            ast::ExprKind::Range(low, high) => self.range(low, high, span),
            ast::ExprKind::Arith(first, rest) => self.arith(first, rest, span),
            ast::ExprKind::Compare(left, compare, right) => self.compare(left, *compare, right, span),
            ast::ExprKind::And(all) => {
                let all = all.iter().map(|one| self.condition(one)).collect();
                made(ExprKind::And(all), span, Kind::YesNo)
            }
            ast::ExprKind::Or(all) => {
                let all = all.iter().map(|one| self.condition(one)).collect();
                made(ExprKind::Or(all), span, Kind::YesNo)
            }
            ast::ExprKind::Not(of) => {
                let of = self.condition(of);
                made(ExprKind::Not(Box::new(of)), span, Kind::YesNo)
            }
            ast::ExprKind::Negate(of) => self.negate(of, span),
            ast::ExprKind::Is { of, negated, alternatives } => self.is(of, *negated, alternatives, span),
            ast::ExprKind::In(item, list) => self.within(item, list, span),
            ast::ExprKind::Has(list, item) => self.has(list, item, span),
            ast::ExprKind::Times { count, body, unique } => self.times(count, body, *unique, span),
            ast::ExprKind::If(condition, yes, no) => self.choice(condition, yes, no, want, span),
            ast::ExprKind::Otherwise(first, other) => self.otherwise(first, other, want, span),
            ast::ExprKind::OneIn(part, of) => probabilities::one_in(&mut self.cx.reports, *part, *of, span),
            ast::ExprKind::Likely(chance) => self.likely(chance, span),
            ast::ExprKind::Advantage(which, of) => {
                let net = match which {
                    ast::AdvantageKind::Advantage => 1,
                    ast::AdvantageKind::Disadvantage => -1,
                };
                let of = self.expr(of, want);
                let gives = of.gives.clone();
                made(ExprKind::Advantage(Box::new(number(Num::int(net), span)), Box::new(of)), span, gives)
            }
            ast::ExprKind::Bind(of, bindings) => self.bind(of, bindings, want, span),
            ast::ExprKind::Filter(of, condition) => self.filter(of, condition, span),
            ast::ExprKind::With(of, which, key) => self.extreme(of, *which, key, span),
            ast::ExprKind::Sort(of, keys) => self.sort(of, keys, span),
            ast::ExprKind::Groups(of, key) => self.groups(of, key, span),
            ast::ExprKind::Pick(of) => self.pick(of, span),
            ast::ExprKind::Query(query) => self.query(query, &[], span),
            ast::ExprKind::Added(item, to) => self.cx.stmts(self.scope).added(item, to, span),
            ast::ExprKind::Joined(first, second) => self.joined(first, second, span),
            ast::ExprKind::Named(name, of) => self.named_pick(name, of, span),
            ast::ExprKind::Unshown(name, of) => {
                let named = self.named_pick(name, of, span);
                texts::unshown(named)
            }
            ast::ExprKind::Choice(options) => self.one_text(options, span),
        }
    }

    /// Text with its live parts; text without any is a literal.
    pub(crate) fn text(&mut self, text: &ast::Text) -> Expr {
        self.stray_braces(text);
        if text.is_literal() {
            let literal = Literal::Text(text.literal().into());
            return made(ExprKind::Literal(literal), text.span, Kind::Text);
        }
        let was_in_text = std::mem::replace(&mut self.scope.in_text, true);
        // What gets a name in a text has it to the text's end.
        let mark = self.scope.enter();
        self.shown_dollars(text);
        let segments = bound_first(&self.cx.reading, text);
        let parts = segments.into_iter().map(|segment| match segment {
            Segment::Literal(text) => TextPart::Literal(text.as_str().into()),
            Segment::Live(live) => TextPart::Live(self.expr(live, &Want::any())),
        });
        let parts = parts.collect();
        self.scope.leave(mark);
        self.scope.in_text = was_in_text;
        made(ExprKind::Text(parts), text.span, Kind::Text)
    }

    fn quantity(&mut self, of: &ast::Expr, unit: &ast::Path, span: Span) -> Expr {
        if is_named_die(self.cx.ws, self.scope, of, unit) {
            return self.pools().named_die((of, unit, &[]), &[], span);
        }
        if let Some(die) = sides_named(self.cx.ws, self.scope, of, unit) {
            let message = format!("`{}` has the number of its sides in brackets", unit.name.text);
            let report = Diagnostic::error(&codes::names::UNKNOWN_UNIT, unit.span, message);
            self.cx.report(report.surely(format!("write `{die}`"), unit.span, die));
            return made(ExprKind::Broken, span, Kind::Any);
        }
        let Some(unit) = self.cx.kinds_in(self.scope.module).unit(unit) else {
            // What it would be a unit of may be anything.
            self.expr(of, &Want::any());
            return made(ExprKind::Broken, span, Kind::Any);
        };
        let of = self.number(of, "what stands before a unit");
        let gives = Kind::Quantity(self.cx.ws.program.units.get(unit).family);
        let kind = match of.literal().and_then(Literal::number) {
            Some(value) => ExprKind::Literal(Literal::Quantity(value, unit)),
            None => ExprKind::Quantity(Box::new(of), unit),
        };
        made(kind, span, gives)
    }

    fn choice(
        &mut self,
        condition: &ast::Expr,
        yes: &ast::Expr,
        no: &ast::Expr,
        want: &Want,
        span: Span,
    ) -> Expr {
        let condition = self.condition(condition);
        let yes = self.expr(yes, want);
        let yes = self.quietly_fitted(yes, want);
        let is_outermost = self.scope.further_choice.replace(no.span) != Some(span);
        let no = self.expr(no, want);
        let no = self.quietly_fitted(no, want);
        let gives = one_of(vec![yes.gives.clone(), no.gives.clone()]);
        let choice = made(ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no)), span, gives);
        if is_outermost {
            self.cx.choice_rolls_anew(self.scope, &choice);
        }
        choice
    }

    /// Turns a branch's text into the word that is wanted, where it has to be one.
    fn quietly_fitted(&mut self, value: Expr, want: &Want) -> Expr {
        match super::kinds::wanted_word(&want.kind) {
            Some(_) => self.cx.fitted(value, &want.kind.clone().or_nothing(), "this"),
            None => value,
        }
    }

    fn otherwise(&mut self, first: &ast::Expr, other: &ast::Expr, want: &Want, span: Span) -> Expr {
        let first = self.expr(first, want);
        let first = self.quietly_fitted(first, want);
        let kind = if want.kind == Kind::Any { without_nothing(&first.gives) } else { want.kind.clone() };
        let want = Want { kind, words: want.words };
        let other = self.expr(other, &want);
        let other = self.quietly_fitted(other, &want);
        let gives = one_of(vec![without_nothing(&first.gives), other.gives.clone()]);
        let (bound, first) = missing::or_nothing(self.scope, first);
        let otherwise = made(ExprKind::Otherwise(Box::new(first), Box::new(other)), span, gives.clone());
        if bound.is_empty() {
            return otherwise;
        }
        made(ExprKind::Bind(bound, Box::new(otherwise)), span, gives)
    }

    fn bind(&mut self, of: &ast::Expr, bindings: &[ast::Binding], want: &Want, span: Span) -> Expr {
        // What a question is about is asked afresh each time, so the names belong inside it.
        if let ast::ExprKind::Query(query) = &of.kind {
            return self.query(query, bindings, span);
        }
        let mark = self.scope.enter();
        let bound = self.bindings(bindings);
        let of = self.expr(of, want);
        let bound = pools::with_dice(self.scope, bound);
        self.scope.leave(mark);
        let gives = of.gives.clone();
        made(ExprKind::Bind(bound, Box::new(of)), span, gives)
    }

    /// Resolves bindings in order; each sees those before it.
    fn bindings(&mut self, bindings: &[ast::Binding]) -> Vec<(super::program::LocalId, Expr)> {
        let mut bound = Vec::new();
        for binding in in_order(&self.cx.reading, bindings) {
            let value = self.expr(&binding.value, &Want::open());
            let dice = pools::hold_dice(self.scope, &value);
            let local = self.let_local(&binding.name, &value);
            if let Some(local) = self.scope.local_mut(local) {
                local.dice = dice;
            }
            bound.push((local, value));
        }
        bound
    }

    /// A new local that holds this value.
    pub(crate) fn let_local(&mut self, name: &ast::Name, value: &Expr) -> super::program::LocalId {
        let words = self.names_in().words_of(value);
        // A name that begins as `nothing` is going to hold something else.
        let kind = if value.gives == Kind::Nothing { Kind::Any } else { value.gives.clone() };
        let sum_of = pools::summed_dice(value);
        let rolled = self.cx.is_luck(value);
        self.scope.bind_local(super::scope::Local {
            words,
            sum_of,
            rolled,
            ..super::scope::Local::named(name, kind)
        })
    }
}

/// The parts of a text: what a `where` behind it binds comes first, each after those that it needs.
fn bound_first<'t>(reading: &SourceReader<'_>, text: &'t ast::Text) -> Vec<&'t Segment> {
    let named = |segment: &'t Segment| match segment {
        Segment::Live(ast::Expr { kind: ast::ExprKind::Unshown(name, value), .. }) => Some((name, value)),
        Segment::Live(_) | Segment::Literal(_) => None,
    };
    let bound: Vec<_> = text.segments.iter().map_while(named).collect();
    let names: Vec<&str> = bound.iter().map(|(name, _)| &*name.text).collect();
    let texts: Vec<std::sync::Arc<str>> =
        bound.iter().map(|(_, value)| reading.written(value.span)).collect();
    let ordered = order::in_order(&names, &texts).into_iter().filter_map(|at| text.segments.get(at));
    ordered.chain(text.segments.iter().skip(bound.len())).collect()
}

/// Bindings so that each comes after those that it needs: `where hits = (p)c=6, p = 4d6`. What is bound there means
/// the same in all of them, whatever else has its name.
fn in_order<'b>(reading: &SourceReader<'_>, bindings: &'b [ast::Binding]) -> Vec<&'b ast::Binding> {
    let texts: Vec<std::sync::Arc<str>> =
        bindings.iter().map(|binding| reading.written(binding.value.span)).collect();
    let names: Vec<&str> = bindings.iter().map(|binding| &*binding.name.text).collect();
    order::in_order(&names, &texts).into_iter().filter_map(|at| bindings.get(at)).collect()
}
