//! Operands with what stands behind them, and whole expressions with their conditions.

use super::chain::Parts;
use super::dice::is_modifier;
use super::{Builder, Pair, Rule, boxed, next, only};
use crate::base::{Num, Span, Spanned};
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;
use crate::syntax::ast::{Argument, Binding, Expr, ExprKind, Modifier, Name, Query, QueryKind, SortKey};
use crate::syntax::equals::Apart;
use crate::syntax::lines::MAX_NESTING;
use crate::syntax::naming::dice_of_word;
use crate::syntax::thousands;
use crate::syntax::words::is_like_a_die;

impl Builder {
    /// An expression with what stands at its end: `given`, `after`, and a `where` that binds.
    pub(crate) fn expr(&mut self, pair: Pair<'_>) -> Expr {
        let mut parts = pair.into_inner().peekable();
        let expr = self.whole(&mut parts);
        self.tails(expr, parts)
    }

    /// An expression whose odds are asked. What stands at its end makes a question of it where it is none.
    pub(super) fn asked(&mut self, pair: Pair<'_>, kind: QueryKind) -> Expr {
        let mut parts = pair.into_inner().peekable();
        let mut expr = self.whole(&mut parts);
        let bare = match kind {
            QueryKind::FirstTurn => true,
            QueryKind::Odds
            | QueryKind::Chance
            | QueryKind::Mean
            | QueryKind::HighestFace
            | QueryKind::LowestFace => {
                query_in(&mut expr).is_none() && parts.clone().any(|tail| tail.as_rule() != Rule::binding)
            }
        };
        if bare {
            let span = expr.span;
            let query = Query { kind, of: expr, given: None, after: None, within: None };
            expr = Expr { kind: ExprKind::Query(Box::new(query)), span };
        }
        self.tails(expr, parts)
    }

    /// Each of what stands at the end holds all that is before it, so that many are nested deep.
    fn tails(&mut self, mut expr: Expr, parts: Parts<'_>) -> Expr {
        for (at, tail) in parts.enumerate() {
            if at >= MAX_NESTING {
                self.report_too_deep(self.span(&tail));
                break;
            }
            expr = self.tail(expr, tail);
        }
        expr
    }

    fn tail(&mut self, expr: Expr, tail: Pair<'_>) -> Expr {
        let place = self.span(&tail);
        let span = expr.span.to(place);
        // A name for a part of what stands here is no question.
        if self.in_text && tail.as_rule() != Rule::binding {
            let word = tail.as_str().split_whitespace().next().unwrap_or("");
            self.report_query_in_text(place, word);
        }
        match tail.as_rule() {
            Rule::binding => {
                let bindings = tail.into_inner().map(|bound| self.bound(bound)).collect();
                Expr { kind: ExprKind::Bind(Box::new(expr), bindings), span }
            }
            rule => {
                let condition = self.chain(only(tail));
                self.with_condition(expr, rule, condition, span)
            }
        }
    }

    fn bound(&mut self, pair: Pair<'_>) -> Binding {
        let mut inner = pair.into_inner();
        let name = self.new_name(&next(&mut inner));
        Binding { name, value: self.chain(next(&mut inner)) }
    }

    /// Puts `given c`, `after e` or `within e` into the query before it.
    fn with_condition(&mut self, mut expr: Expr, rule: Rule, condition: Expr, span: Span) -> Expr {
        let word = match rule {
            Rule::given => "given",
            Rule::within => "within",
            _ => "after",
        };
        if let Some(query) = query_in(&mut expr) {
            let place = match rule {
                Rule::given => &mut query.given,
                Rule::within => &mut query.within,
                _ => &mut query.after,
            };
            if place.replace(condition).is_some() {
                let message = format!("`{word}` appears twice here");
                self.report(
                    Diagnostic::error(&codes::MISPLACED_WORD, span, message)
                        .help("join conditions with `and`"),
                );
            }
        } else {
            let message = format!("`{word}` belongs to a question about odds");
            self.report(
                Diagnostic::error(&codes::MISPLACED_WORD, condition.span, message)
                    .help(format!("write `odds … {word} …` or `chance(… {word} …)`")),
            );
        }
        expr.span = span;
        expr
    }

    fn report_query_in_text(&mut self, span: Span, word: &str) {
        let message = format!("`{word}` cannot be used inside a text or a cell");
        self.report(
            Diagnostic::error(&codes::MISPLACED_WORD, span, message)
                .help("give the expression a name with `let` or `fn`, and write that name in the text"),
        );
    }

    /// One operand: what it begins with and what stands behind it.
    pub(super) fn operand(&mut self, parts: &mut Parts<'_>) -> Expr {
        let Some(first) = parts.next() else {
            let span = self.place(self.base, self.base);
            return Expr { kind: ExprKind::Nothing, span };
        };
        let mut expr = self.base_of(first);
        let mut behind = 0;
        while let Some(part) = parts.next_if(|part| is_behind(part.as_rule())) {
            behind += 1;
            if behind > MAX_NESTING {
                self.report_too_deep(self.span(&part));
                break;
            }
            expr = match is_modifier(part.as_rule()) {
                true => self.modified(expr, part, parts),
                false => self.behind(expr, part),
            };
        }
        if behind > MAX_NESTING {
            while parts.next_if(|part| is_behind(part.as_rule())).is_some() {}
        }
        expr
    }

    fn base_of(&mut self, pair: Pair<'_>) -> Expr {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::number => {
                let (value, percent) = self.num(pair.as_str(), span);
                ExprKind::Number { value, percent }
            }
            Rule::die => self.die(pair.as_str(), span),
            Rule::open_die => self.open_die(None, pair),
            Rule::name | Rule::word => match pair.as_str() {
                "nothing" => ExprKind::Nothing,
                "yes" => ExprKind::YesNo(true),
                "no" => ExprKind::YesNo(false),
                _ => ExprKind::Name(self.name(&pair)),
            },
            Rule::text => ExprKind::Text(self.text(pair)),
            Rule::group => {
                let inner = self.expr(only(pair));
                return Expr { span, ..inner };
            }
            Rule::list => self.list(pair),
            Rule::braces => self.braces(pair),
            Rule::sort_form => self.sort(pair),
            Rule::groups_form => {
                let mut inner = pair.into_inner();
                let of = self.chain(next(&mut inner));
                // A condition behind the key is one on the groups: no key is a list that could be gone through.
                let (by, filter) = self.loop_chain(next(&mut inner));
                let end = by.span.end;
                let groups = ExprKind::Groups(Box::new(of), Box::new(by));
                match filter {
                    Some(filter) => {
                        let groups = Expr { kind: groups, span: Span { end, ..span } };
                        ExprKind::Filter(Box::new(groups), Box::new(filter))
                    }
                    None => groups,
                }
            }
            _ => ExprKind::Nothing,
        };
        Expr { kind, span }
    }

    fn list(&mut self, pair: Pair<'_>) -> ExprKind {
        let (text, at) = (pair.as_str(), self.span(&pair));
        if let Some(report) = thousands::parted(text, at) {
            self.report(report);
        }
        let mut items = Vec::new();
        for item in pair.into_inner() {
            if item.as_rule() == Rule::loop_clause {
                let mut clause = item.into_inner();
                let name = self.new_name(&next(&mut clause));
                let (of, filter) = self.loop_chain(next(&mut clause));
                let Some(each) = items.pop() else { break };
                return ExprKind::Comprehension {
                    each: Box::new(each),
                    name,
                    of: Box::new(of),
                    filter: filter.map(Box::new),
                };
            }
            items.push(self.expr(item));
        }
        ExprKind::List(items)
    }

    fn braces(&mut self, pair: Pair<'_>) -> ExprKind {
        let mut record = Vec::new();
        let mut entries = Vec::new();
        for part in pair.into_inner() {
            if part.as_rule() == Rule::record_part {
                let mut inner = part.into_inner();
                let name = self.name(&next(&mut inner));
                record.push((name, self.expr(next(&mut inner))));
            } else {
                entries.push(self.expr(part));
            }
        }
        if record.is_empty() { ExprKind::Pool(entries) } else { ExprKind::Record(record) }
    }

    fn sort(&mut self, pair: Pair<'_>) -> ExprKind {
        let mut inner = pair.into_inner();
        let of = self.chain(next(&mut inner));
        let keys = inner.map(|key| {
            if key.as_rule() == Rule::down {
                // `sort xs down`: by the items themselves.
                let span = self.span(&key);
                let by = Expr { kind: ExprKind::Name(Name::new("it", span)), span };
                return SortKey { by, down: true };
            }
            let mut parts = key.into_inner();
            let by = self.chain(next(&mut parts));
            SortKey { by, down: parts.next().is_some() }
        });
        let keys: Vec<SortKey> = keys.collect();
        match of {
            // `sort xs == ys` compares the sorted list.
            Expr { kind: ExprKind::Compare(left, compare, right), span } if keys.is_empty() => {
                let sorted = Expr { kind: ExprKind::Sort(left, Vec::new()), span };
                ExprKind::Compare(Box::new(sorted), compare, right)
            }
            of => ExprKind::Sort(Box::new(of), keys),
        }
    }

    /// A key in brackets. As in a table's own keys, `00` is 100.
    fn index_key(&mut self, pair: Pair<'_>) -> Expr {
        let value = match pair.as_str() {
            "00" => Num::int(100),
            "000" => Num::int(1000),
            _ => return self.chain(pair),
        };
        Expr { kind: ExprKind::Number { value, percent: false }, span: self.span(&pair) }
    }

    /// A name and what stands behind it, where no operator can follow: `shades[gray].from`.
    pub(super) fn accessed(&mut self, pair: Pair<'_>) -> Expr {
        let mut inner = pair.into_inner();
        let name = self.name(&next(&mut inner));
        let span = name.span;
        inner.fold(Expr { kind: ExprKind::Name(name), span }, |of, part| self.behind(of, part))
    }

    /// Something behind an operand that is no modifier.
    fn behind(&mut self, expr: Expr, part: Pair<'_>) -> Expr {
        let span = expr.span.to(self.span(&part));
        let kind = match part.as_rule() {
            Rule::field => ExprKind::Field(Box::new(expr), self.name(&only(part))),
            Rule::index => {
                let keys = part.into_inner().map(|key| self.index_key(key)).collect();
                ExprKind::Index(Box::new(expr), keys)
            }
            Rule::call => return self.call(expr, part, span),
            Rule::unit => {
                let unit = self.path(part);
                ExprKind::Quantity(Box::new(expr), Box::new(unit))
            }
            Rule::chance_word => ExprKind::Likely(Box::new(expr)),
            Rule::label => {
                let text = only(part);
                let label = Spanned::new(text.as_str().trim_end().to_owned(), self.span(&text));
                ExprKind::Label(Box::new(expr), label)
            }
            Rule::die_tail => return self.tailed(expr, part, span),
            _ => return expr,
        };
        Expr { kind, span }
    }

    /// A call; `chance(…)` and `mean(…)` of one expression ask about odds, and `sort(…)` sorts.
    fn call(&mut self, of: Expr, part: Pair<'_>, span: Span) -> Expr {
        let query = match &of.kind {
            ExprKind::Name(name) if &*name.text == "chance" => Some(QueryKind::Chance),
            ExprKind::Name(name) if &*name.text == "mean" => Some(QueryKind::Mean),
            ExprKind::Name(name) if &*name.text == "highest_face" => Some(QueryKind::HighestFace),
            ExprKind::Name(name) if &*name.text == "lowest_face" => Some(QueryKind::LowestFace),
            _ => None,
        };
        let count = part.clone().into_inner().count();
        if let (Some(kind), 1) = (query, count) {
            return self.query(kind, part, span);
        }
        let mut arguments: Vec<Argument> = Vec::with_capacity(count);
        arguments.extend(part.into_inner().map(|argument| self.argument(argument)));
        let sorts = matches!(&of.kind, ExprKind::Name(name) if &*name.text == "sort");
        if let (true, 1) = (sorts, count)
            && let Some(Argument { value, .. }) = arguments.pop_if(|argument| argument.name.is_none())
        {
            return Expr { kind: ExprKind::Sort(Box::new(value), Vec::new()), span };
        }
        Expr { kind: ExprKind::Call(Box::new(of), arguments), span }
    }

    /// `chance(c given d where a = d20)`: the binding covers the condition, so it goes outside.
    fn query(&mut self, kind: QueryKind, part: Pair<'_>, span: Span) -> Expr {
        let mut inner = only(part).into_inner().peekable();
        if let Some(name) = inner.next_if(|part| part.as_rule() == Rule::argument_name) {
            // `chance(d6 = 6)` compares with one sign.
            self.single_equals(&name);
        }
        let mut body = next(&mut inner).into_inner().peekable();
        let of = self.whole(&mut body);
        let query = Query { kind, of, given: None, after: None, within: None };
        let mut expr = Expr { kind: ExprKind::Query(Box::new(query)), span };
        for tail in body {
            expr = self.tail(expr, tail);
            expr.span = span;
        }
        expr
    }

    fn argument(&mut self, pair: Pair<'_>) -> Argument {
        let mut inner = pair.into_inner().peekable();
        let name = inner.next_if(|part| part.as_rule() == Rule::argument_name);
        let name = name.and_then(|name| self.argument_name(name));
        Argument { name, value: self.expr(next(&mut inner)) }
    }

    /// The name of an argument or of a part that is returned; none where a die is written in its place, which no
    /// name is.
    pub(super) fn argument_name(&mut self, pair: Pair<'_>) -> Option<Name> {
        let word = only(pair.clone());
        let text = word.as_str();
        if !is_like_a_die(text) {
            return Some(self.name(&word));
        }
        if dice_of_word(text).is_some() || text.eq_ignore_ascii_case("df") || takes_apart(&pair).is_some() {
            self.single_equals(&pair);
        } else {
            let message = format!("`{text}` reads as a die and cannot be a name");
            self.report(Diagnostic::error(&codes::NAME_LIKE_DIE, self.span(&word), message));
        }
        None
    }

    /// Reports a sign that gives a name its value, where one that compares is meant, or that of a modifier.
    fn single_equals(&mut self, name: &Pair<'_>) {
        let sign = self.span(name);
        let sign = Span { start: sign.end.saturating_sub(1), ..sign };
        let report = match takes_apart(name) {
            Some(apart) => apart.report(apart.around(Span { end: sign.start, ..sign })),
            None => Diagnostic::error(&codes::SINGLE_EQUALS, sign, "`=` does not compare")
                .help("`==` compares")
                .surely("write `==`", sign, "=="),
        };
        self.report(report);
    }

    fn modified(&mut self, expr: Expr, first: Pair<'_>, parts: &mut Parts<'_>) -> Expr {
        let mut span = expr.span;
        let mut modifiers: Vec<Modifier> = Vec::with_capacity(1);
        let mut part = Some(first);
        while let Some(pair) = part {
            span = span.to(self.span(&pair));
            let modifier = self.modifier(pair, expr.span, &modifiers);
            modifiers.extend(modifier);
            part = parts.next_if(|part| is_modifier(part.as_rule()));
        }
        if modifiers.is_empty() {
            return Expr { span, ..expr };
        }
        Expr { kind: ExprKind::Modified(Box::new(expr), modifiers), span }
    }

    /// A condition with `name = value` behind it.
    pub(super) fn settings(&mut self, pair: Pair<'_>) -> Vec<(crate::syntax::ast::Name, Expr)> {
        pair.into_inner().map(|part| self.setting(part)).collect()
    }

    /// One `name = value`.
    pub(super) fn setting(&mut self, pair: Pair<'_>) -> (crate::syntax::ast::Name, Expr) {
        let mut inner = pair.into_inner();
        let name = self.name(&next(&mut inner));
        (name, self.chain(next(&mut inner)))
    }

    /// A bound of a range of kinds.
    pub(super) fn bound_of_kind(&mut self, pair: Pair<'_>) -> Box<Expr> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner().peekable();
        let negated = parts.next_if(|part| part.as_rule() == Rule::value_sign).is_some();
        let of = self.operand(&mut parts);
        if negated { boxed(ExprKind::Negate(Box::new(of)), span) } else { Box::new(of) }
    }
}

/// The query that a condition behind an expression belongs to.
fn query_in(expr: &mut Expr) -> Option<&mut Query> {
    match &mut expr.kind {
        ExprKind::Query(query) => Some(query),
        ExprKind::Bind(inner, _) => query_in(inner),
        _ => None,
    }
}

fn is_behind(rule: Rule) -> bool {
    is_modifier(rule)
        || matches!(
            rule,
            Rule::field
                | Rule::index
                | Rule::call
                | Rule::unit
                | Rule::chance_word
                | Rule::label
                | Rule::die_tail
        )
}

/// A die before the `=` of an argument, with a modifier that the sign belongs to: `d6r = 1`.
fn takes_apart<'t>(name: &Pair<'t>) -> Option<Apart<'t>> {
    let (start, end) = (name.as_span().start(), name.as_span().end().checked_sub(1)?);
    let text = name.as_span().get_input();
    Apart::of(text.get(start..end)?, text.get(end..)?)
}
