//! Code of expressions: afterwards, the expression's value is on the stack.

use std::sync::Arc;

use super::{Coder, Lowerer, last};
use crate::base::Num;
use crate::check::program::{
    Args, Called, Capture, Closure, Expr, ExprKind, FnId, IsTest, Kind, Literal, LocalId, Lookup, OptionId,
    Param, RosterId, TableId, TextPart, UnitId, UnrolledId, bound_in_any_order,
};
use crate::dice::PoolOp;
use crate::plan::{CodeId, DiceOp, JumpOp, Op, PlayOp, RecordMention, SourceExpr, TableOp, TimeOp, Value};
use crate::syntax::ast::ArithOp;
use crate::syntax::ast::Modifier;

impl Lowerer<'_> {
    pub(crate) fn expr(&mut self, coder: &mut Coder, expr: &Expr) {
        let before = coder.at(expr.span);
        let (first, draw) = (coder.here(), coder.begin_draw(expr));
        if !self.counted_look(coder, expr) {
            self.expr_kind(coder, expr);
        }
        if let Some(captures) = draw {
            coder.end_draw(first, expr, captures);
        }
        coder.back_to(before);
    }

    fn expr_kind(&mut self, coder: &mut Coder, expr: &Expr) {
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(coder, literal),
            ExprKind::Text(parts) => self.text_parts(coder, parts),
            ExprKind::Local(local) => coder.op(Op::Local(local.0)),
            ExprKind::RollLocal(local) => coder.ops([Op::Local(local.0), DiceOp::RollUnrolled.into()]),
            ExprKind::Global(global) => coder.op(Op::Global(*global)),
            ExprKind::Option(option) => self.option(coder, *option, &expr.gives),
            ExprKind::Roster(roster) => coder.op(Op::Roster(*roster)),
            ExprKind::Member(roster, name) => self.one(coder, name, Op::Member(*roster)),
            ExprKind::Field(of, name) => self.field(coder, of, name),
            ExprKind::Draw(pick) => self.draw(coder, pick),
            ExprKind::Lookup(lookup) => self.lookup(coder, lookup),
            ExprKind::HasKey(lookup) => self.has_key(coder, lookup),
            ExprKind::DiceOf(of) => self.one(coder, of, DiceOp::RollDice),
            ExprKind::DrawRest(table, args) => self.draw_rest(coder, *table, args),
            ExprKind::HasItem(of, at) => self.both(coder, of, at, Op::HasItem),
            ExprKind::Item(of, at) => self.both(coder, of, at, Op::Item),
            ExprKind::LookupIn(of, keys) => self.lookup_in(coder, of, keys),
            ExprKind::Unrolled(closure) => self.unrolled(coder, closure),
            ExprKind::UnrolledTable(table, args) => self.unrolled_table(coder, *table, args),
            ExprKind::Call(function, args) => self.call(coder, *function, args),
            ExprKind::Run(procedure, args, answers) => self.run(coder, *procedure, args, answers),
            ExprKind::Builtin(builtin, args) => self.builtin(coder, *builtin, args),
            ExprKind::Pool(groups, ops) => _ = self.pool(coder, groups, ops, None),
            ExprKind::PoolOf(entries, ops) => _ = self.pool_of(coder, entries, ops, None),
            ExprKind::ListOps(of, ops) => self.on_list(coder, of, ops),
            ExprKind::Label(of, label) => self.labelled(coder, of, label),
            ExprKind::Quantity(of, unit) => self.quantity(coder, of, *unit),
            ExprKind::List(items) => self.list(coder, items),
            ExprKind::Parts(parts) => self.parts(coder, parts),
            ExprKind::Range(low, high) => self.both(coder, low, high, Op::MakeRange),
            ExprKind::Arith(first, rest) => self.arith(coder, first, rest),
            ExprKind::Negate(of) => self.one(coder, of, Op::Negate),
            ExprKind::Compare(left, compare, right) => self.both(coder, left, right, Op::Compare(*compare)),
            ExprKind::And(terms) => self.logic(coder, terms, false),
            ExprKind::Or(terms) => self.logic(coder, terms, true),
            ExprKind::Not(of) => self.one(coder, of, Op::Not),
            ExprKind::Is { of, negated, tests } => self.is(coder, of, *negated, tests),
            ExprKind::In(of, within) => {
                self.expr(coder, of);
                self.unordered(coder, within);
                coder.op(Op::In);
            }
            ExprKind::Exploding(dice) => self.exploding(coder, dice),
            ExprKind::Times { count, body, unique } => self.times(coder, count, body, *unique, false),
            ExprKind::If(condition, then, otherwise) => self.if_else(coder, condition, then, otherwise),
            ExprKind::Otherwise(of, fallback) => self.otherwise(coder, of, fallback),
            ExprKind::Likely(of) => self.one(coder, of, DiceOp::Likely),
            ExprKind::Advantage(net, of) => self.advantage(coder, net, of),
            ExprKind::Bind(bindings, body) => {
                self.bind(coder, bindings);
                self.expr(coder, body);
            }
            ExprKind::Map(scope, each) => self.map(coder, scope, each, false),
            ExprKind::Filter(scope) => self.filter(coder, scope, false),
            ExprKind::Extreme(scope, by, highest) => self.by_key(coder, scope, by, Op::ExtremeBy(*highest)),
            ExprKind::Groups(scope, by) => self.groups(coder, scope, by),
            ExprKind::Sort(scope, keys) => self.sort(coder, scope, keys),
            ExprKind::Pick(of) => {
                self.expr(coder, of);
                coder.ops([Op::ToItems, DiceOp::PickItem.into()]);
            }
            ExprKind::Check(roll, dc, tie) => self.check(coder, [roll, dc], tie.as_deref(), DiceOp::Check),
            ExprKind::Contest(a, b, tie) => self.check(coder, [a, b], tie.as_deref(), DiceOp::Contest),
            ExprKind::Query(kind, closure) => self.query(coder, kind, closure),
            ExprKind::Added { roster, name, fields } => self.added(coder, *roster, name, fields),
            ExprKind::TimerLeft(timer, each) => {
                self.optional(coder, each.as_deref());
                coder.op(TimeOp::TimerLeft(*timer));
            }
            ExprKind::DeckLeft(deck) => coder.op(TableOp::DeckLeft(*deck)),
            ExprKind::Now(family) => coder.op(TimeOp::Now(*family)),
            ExprKind::AsWord(of, scale) => self.one(coder, of, Op::AsWord(*scale)),
            ExprKind::StubText(text) => self.push(coder, Value::text(format!("[{text}]"))),
            ExprKind::Broken => self.broken(coder),
        }
    }

    /// Operators on a list: what is thrown again is thrown in the list's order.
    fn on_list(&mut self, coder: &mut Coder, of: &Expr, ops: &[Modifier<Expr>]) {
        match ops.iter().any(|op| matches!(op.op, PoolOp::Again(_))) {
            true => self.expr(coder, of),
            false => self.unordered(coder, of),
        }
        self.list_ops(coder, ops);
    }

    /// An option's value, rolled where it holds something to roll; handed over as it is, it stays unrolled.
    fn option(&mut self, coder: &mut Coder, option: OptionId, gives: &Kind) {
        coder.op(Op::Option(option));
        let kind = self.program.options.get(option.index()).map(|option| &option.kind);
        let unrolled = matches!(kind, Some(Kind::Dice | Kind::Table));
        if unrolled && !matches!(gives, Kind::Dice | Kind::Table) {
            coder.op(DiceOp::RollUnrolled);
        }
    }

    pub(crate) fn field(&mut self, coder: &mut Coder, of: &Expr, name: &Arc<str>) {
        self.expr(coder, of);
        let symbol = self.symbol(name);
        coder.op(Op::Field(symbol));
    }

    fn lookup_in(&mut self, coder: &mut Coder, of: &Expr, keys: &[Expr]) {
        self.expr(coder, of);
        let count = self.exprs(coder, keys);
        coder.op(TableOp::LookupIn(count));
    }

    fn unrolled_table(&mut self, coder: &mut Coder, table: TableId, args: &Args) {
        let count = self.args(coder, args);
        coder.op(Op::MakeUnrolledTable(table, count));
    }

    fn list(&mut self, coder: &mut Coder, items: &[Expr]) {
        let count = self.exprs(coder, items);
        coder.op(Op::MakeList(count));
    }

    fn broken(&mut self, coder: &mut Coder) {
        let text = self.text("a part of the program that could not be read");
        coder.op(Op::Missing(text));
    }

    fn has_key(&mut self, coder: &mut Coder, lookup: &Lookup) {
        self.args(coder, &lookup.args);
        let keys = self.exprs(coder, &lookup.keys);
        coder.op(TableOp::HasKey(lookup.table, keys));
    }

    fn draw_rest(&mut self, coder: &mut Coder, table: TableId, args: &Args) {
        let args = self.args(coder, args);
        self.push(coder, Value::Nothing);
        coder.op(TableOp::DrawRest { table, args });
    }

    fn call(&mut self, coder: &mut Coder, function: FnId, args: &Args) {
        let count = self.args_for(coder, Called::Fn(function), args);
        let code = self.plan.fns.get(function.index()).copied().unwrap_or(CodeId(u32::MAX));
        coder.mention(mentions(args.iter().flatten()));
        coder.op(JumpOp::Call(code, count));
    }

    fn if_else(&mut self, coder: &mut Coder, condition: &Expr, then: &Expr, otherwise: &Expr) {
        self.expr(coder, condition);
        let no = coder.hole(JumpOp::SkipUnless(0));
        self.expr(coder, then);
        let end = coder.hole(JumpOp::Skip(0));
        coder.fill(no);
        self.expr(coder, otherwise);
        coder.fill(end);
    }

    fn otherwise(&mut self, coder: &mut Coder, of: &Expr, fallback: &Expr) {
        self.expr(coder, of);
        let end = coder.hole(JumpOp::SkipIfPresent(0));
        self.expr(coder, fallback);
        coder.fill(end);
    }

    /// What may be rolled twice and of which one roll is kept.
    fn advantage(&mut self, coder: &mut Coder, net: &Expr, of: &Expr) {
        self.one(coder, net, DiceOp::AdvantageBegin);
        let start = coder.here();
        self.one(coder, of, DiceOp::AdvantageEnd(start));
    }

    fn bind(&mut self, coder: &mut Coder, bindings: &[(LocalId, Expr)]) {
        for (local, value) in bindings {
            self.value_of(coder, *local, value);
            coder.op(Op::SetLocal(local.0));
        }
    }

    fn added(&mut self, coder: &mut Coder, roster: RosterId, name: &Expr, fields: &Args) {
        self.expr(coder, name);
        for field in fields {
            self.optional(coder, field.as_ref());
        }
        let count = u32::try_from(fields.len()).unwrap_or(u32::MAX);
        coder.op(PlayOp::AddRecord(roster, count));
    }

    pub(crate) fn push(&mut self, coder: &mut Coder, value: Value) {
        let index = self.constant(value);
        coder.op(Op::Const(index));
    }

    pub(crate) fn exprs(&mut self, coder: &mut Coder, exprs: &[Expr]) -> u32 {
        for expr in exprs {
            self.expr(coder, expr);
        }
        u32::try_from(exprs.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn optional(&mut self, coder: &mut Coder, expr: Option<&Expr>) {
        match expr {
            Some(expr) => self.expr(coder, expr),
            None => self.push(coder, Value::Nothing),
        }
    }

    /// The arguments of a call; one that is not given is left unset, and the callee works it out.
    pub(crate) fn args(&mut self, coder: &mut Coder, args: &Args) -> u32 {
        for arg in args {
            match arg {
                Some(arg) => self.expr(coder, arg),
                None => self.push(coder, Value::Unset),
            }
        }
        u32::try_from(args.len()).unwrap_or(u32::MAX)
    }

    /// Fills in what the caller did not give.
    pub(crate) fn defaults(&mut self, coder: &mut Coder, params: &[Param]) {
        for (local, param) in (0u32..).zip(params) {
            coder.keep_to_bounds(local, param);
            let Some(default) = &param.default else { continue };
            let given = coder.hole(JumpOp::SkipIfSet { local, to: 0 });
            self.expr(coder, default);
            coder.op(Op::SetLocal(local));
            coder.fill(given);
        }
    }

    /// Both sides are worked out under a watch for the first natural face; ties win unless told.
    fn check(&mut self, coder: &mut Coder, sides: [&Expr; 2], tie: Option<&Expr>, op: impl Into<Op>) {
        coder.op(DiceOp::CheckBegin);
        for side in sides {
            self.expr(coder, side);
        }
        match tie {
            Some(tie) => self.expr(coder, tie),
            None => self.push(coder, Value::YesNo(true)),
        }
        coder.mention(mentions(sides.into_iter().chain(tie)));
        coder.op(op);
    }

    /// A number given a unit; dice of symbols show these.
    fn quantity(&mut self, coder: &mut Coder, of: &Expr, unit: UnitId) {
        self.expr(coder, of);
        let shows_symbols = self.plan.program.units.get(unit).symbols.is_some();
        if shows_symbols && matches!(of.kind, ExprKind::Pool(..)) {
            coder.symbols(unit);
        }
        coder.op(Op::Quantity(unit));
    }

    /// A pool is told of with its label, anything else before it.
    fn labelled(&mut self, coder: &mut Coder, of: &Expr, label: &Arc<str>) {
        let before = coder.at(of.span);
        let is_told = if let ExprKind::Pool(groups, ops) = &of.kind {
            self.pool(coder, groups, ops, Some(label))
        } else if let ExprKind::PoolOf(entries, ops) = &of.kind {
            self.pool_of(coder, entries, ops, Some(label))
        } else {
            if !self.counted_look(coder, of) {
                self.expr_kind(coder, of);
            }
            false
        };
        coder.back_to(before);
        if !is_told {
            let text = self.text(Arc::clone(label));
            coder.op(DiceOp::Label(text));
        }
    }

    pub(super) fn one(&mut self, coder: &mut Coder, of: &Expr, op: impl Into<Op>) {
        self.expr(coder, of);
        coder.op(op);
    }

    fn both(&mut self, coder: &mut Coder, left: &Expr, right: &Expr, op: impl Into<Op>) {
        self.expr(coder, left);
        self.expr(coder, right);
        coder.op(op);
    }

    fn literal(&mut self, coder: &mut Coder, literal: &Literal) {
        let value = literal_value(literal);
        self.push(coder, value);
    }

    pub(crate) fn text_parts(&mut self, coder: &mut Coder, parts: &[TextPart]) {
        for part in parts {
            match part {
                TextPart::Literal(text) => self.push(coder, Value::text(Arc::clone(text))),
                TextPart::Live(expr) => self.expr(coder, expr),
            }
        }
        coder.op(Op::MakeText(u32::try_from(parts.len()).unwrap_or(u32::MAX)));
    }

    /// Constant arithmetic is done here, once; what fails is left to fail where it runs.
    fn arith(&mut self, coder: &mut Coder, first: &Expr, rest: &[(ArithOp, Expr)]) {
        self.expr(coder, first);
        let mut known = known_number(first);
        for (op, right) in rest {
            let folded = known.zip(known_number(right)).and_then(|(a, b)| op.apply(a, b).ok());
            if let Some(value) = folded {
                coder.op(Op::Pop);
                self.push(coder, Value::Number(value));
            } else {
                self.expr(coder, right);
                let before = coder.at(first.span.to(right.span));
                coder.op(Op::Arith(*op));
                coder.back_to(before);
            }
            known = folded;
        }
    }

    /// `and` stops at the first no, `or` at the first yes.
    fn logic(&mut self, coder: &mut Coder, terms: &[Expr], stop_at: bool) {
        let mut holes = Vec::new();
        for term in terms {
            self.expr(coder, term);
            if stop_at {
                coder.op(Op::Not);
            }
            holes.push(coder.hole(JumpOp::SkipUnless(0)));
        }
        self.push(coder, Value::YesNo(!stop_at));
        let end = coder.hole(JumpOp::Skip(0));
        coder.fill_all(holes);
        self.push(coder, Value::YesNo(stop_at));
        coder.fill(end);
    }

    fn is(&mut self, coder: &mut Coder, of: &Expr, negated: bool, tests: &[IsTest]) {
        let local = coder.fresh(1);
        self.expr(coder, of);
        coder.op(Op::SetLocal(local));
        let mut found = Vec::new();
        for (at, test) in tests.iter().enumerate() {
            coder.op(Op::Local(local));
            self.is_test(coder, test);
            if at + 1 < tests.len() {
                coder.op(Op::Not);
                found.push(coder.hole(JumpOp::SkipUnless(0)));
            }
        }
        if !found.is_empty() {
            let end = coder.hole(JumpOp::Skip(0));
            coder.fill_all(found);
            self.push(coder, Value::YesNo(true));
            coder.fill(end);
        }
        if negated {
            coder.op(Op::Not);
        }
        coder.release(local);
    }

    fn is_test(&mut self, coder: &mut Coder, test: &IsTest) {
        match test {
            IsTest::Equals(expr) => {
                self.expr(coder, expr);
                coder.op(Op::Is);
            }
            IsTest::Standing(expr, standing) => {
                self.expr(coder, expr);
                coder.op(Op::IsStanding(*standing));
            }
            IsTest::Even => coder.op(Op::IsEven),
            IsTest::Odd => coder.op(Op::IsOdd),
            IsTest::Empty => coder.op(Op::IsEmpty),
        }
    }

    fn unrolled(&mut self, coder: &mut Coder, closure: &Closure) {
        let captures = self.captured(coder, &closure.captures);
        let code = self.closure("an expression", closure);
        let dice = closure.dice.as_ref().map(|dice| {
            let single = Closure { body: dice.clone(), dice: None, ..closure.clone() };
            self.closure("an expression", &single)
        });
        self.plan.unrolled.push(code);
        self.plan.unrolled_dice.push(dice);
        coder.op(Op::MakeUnrolled(UnrolledId(last(&self.plan.unrolled)), captures));
    }

    pub(crate) fn captured(&mut self, coder: &mut Coder, captures: &[Capture]) -> u32 {
        let mut ordered: Vec<&Capture> = captures.iter().collect();
        ordered.sort_by_key(|(_, inside)| inside.0);
        for (outside, _) in ordered {
            coder.op(Op::Local(outside.0));
        }
        u32::try_from(captures.len()).unwrap_or(u32::MAX)
    }

    /// Code that starts by moving captured values, which come in the order of their inside locals,
    /// to those locals.
    pub(crate) fn place_captures(&mut self, coder: &mut Coder, captures: &[Capture]) {
        let mut inside: Vec<u32> = captures.iter().map(|(_, inside)| inside.0).collect();
        inside.sort_unstable();
        // From the last on, so that none is overwritten before it is moved: each moves up or stays.
        for (from, to) in (0u32..).zip(inside).collect::<Vec<_>>().into_iter().rev() {
            if from != to {
                coder.op(Op::Local(from));
                coder.op(Op::SetLocal(to));
            }
        }
    }

    /// The code of an expression with captured locals. Where there is a condition, it gives a list
    /// of the value and the condition.
    pub(crate) fn closure(&mut self, name: &str, closure: &Closure) -> CodeId {
        let captures = u32::try_from(closure.captures.len()).unwrap_or(u32::MAX);
        let mut coder = Coder::new(name, closure.locals.max(captures));
        self.place_captures(&mut coder, &closure.captures);
        let exprs = [&closure.body].into_iter().chain(&closure.given);
        coder.leave_order(bound_in_any_order(self.program, exprs));
        if let Some(before) = &closure.before {
            self.done_before(&mut coder, before);
        }
        match (&closure.turns, &closure.given) {
            (Some(turns), _) => self.first_turn(&mut coder, turns, &closure.body),
            (None, None) => self.expr(&mut coder, &closure.body),
            (None, Some(given)) => self.value_given(&mut coder, &closure.body, given),
        }
        let code = coder.finish(closure.body.span);
        let code = self.add(code);
        if let Some(written) = written(closure) {
            self.plan.written.insert(code, Arc::new(written));
        }
        code
    }

    /// What is done before a question is asked. What it gives is dropped at once, time after time: kept, it
    /// would hold apart courses that are alike in all that is asked about.
    fn done_before(&mut self, coder: &mut Coder, before: &Expr) {
        let ExprKind::Times { count, body, unique: false } = &before.kind else {
            self.expr(coder, before);
            coder.op(Op::Pop);
            return;
        };
        self.repeat(coder, count, |this, coder| {
            this.expr(coder, body);
            coder.op(Op::Pop);
        });
    }

    /// Repeats something until a condition holds: gives how often, or `nothing` where it never did.
    fn first_turn(&mut self, coder: &mut Coder, (count, repeated): &(Expr, Expr), condition: &Expr) {
        let turn = coder.fresh(1);
        self.push(coder, Value::int(0));
        coder.op(Op::SetLocal(turn));
        self.repeat(coder, count, |this, coder| {
            this.expr(coder, repeated);
            coder.op(Op::Pop);
            coder.op(Op::Local(turn));
            this.push(coder, Value::int(1));
            coder.op(Op::Arith(ArithOp::Add));
            coder.op(Op::SetLocal(turn));
            this.expr(coder, condition);
            let not_yet = coder.hole(JumpOp::SkipUnless(0));
            coder.op(Op::Local(turn));
            coder.leave();
            coder.fill(not_yet);
        });
        coder.release(turn);
        self.push(coder, Value::Nothing);
    }

    /// Names bound by `where` are seen by the condition too, so it goes inside the binding. Where it does not hold
    /// nobody asks for the value, which may be none there.
    fn value_given(&mut self, coder: &mut Coder, body: &Expr, given: &Expr) {
        if let ExprKind::Bind(bindings, inner) = &body.kind {
            self.bind(coder, bindings);
            return self.value_given(coder, inner, given);
        }
        // Who asks why nothing is left looks for the condition's place at the list.
        let before = coder.at(given.span);
        self.expr(coder, given);
        let no = coder.hole(JumpOp::SkipUnless(0));
        self.expr(coder, body);
        self.push(coder, Value::YesNo(true));
        let end = coder.hole(JumpOp::Skip(0));
        coder.fill(no);
        self.push(coder, Value::Nothing);
        self.push(coder, Value::YesNo(false));
        coder.fill(end);
        coder.op(Op::MakeList(2));
        coder.back_to(before);
    }
}

/// Where expressions mention what may be a record, in order.
fn mentions<'e>(exprs: impl Iterator<Item = &'e Expr>) -> Vec<RecordMention> {
    let mut found = Vec::new();
    exprs.for_each(|expr| mentioned_in(expr, &mut found));
    found
}

fn mentioned_in(expr: &Expr, found: &mut Vec<RecordMention>) {
    if let ExprKind::Unrolled(closure) | ExprKind::Query(_, closure) = &expr.kind {
        found.extend(closure.captured().map(|outside| RecordMention::Local(outside.0)));
    }
    expr.parts().into_iter().for_each(|part| mentioned_in(part, found));
    found.extend(mention(expr));
}

fn mention(expr: &Expr) -> Option<RecordMention> {
    if let ExprKind::Local(local) | ExprKind::RollLocal(local) = &expr.kind {
        return Some(RecordMention::Local(local.0));
    }
    if let ExprKind::Global(global) = &expr.kind {
        return Some(RecordMention::Global(*global));
    }
    if let ExprKind::Member(roster, name) = &expr.kind {
        return Some(RecordMention::Member(*roster, Box::new(mention(name)?)));
    }
    let ExprKind::Literal(Literal::Text(name)) = &expr.kind else { return None };
    Some(RecordMention::Named(Arc::clone(name)))
}

/// What a closure works out, where that is one expression.
fn written(closure: &Closure) -> Option<SourceExpr> {
    if closure.before.is_some() || closure.turns.is_some() {
        return None;
    }
    let expr = match &closure.given {
        None => closure.body.clone(),
        Some(given) => with_condition(&closure.body, given),
    };
    let mut captures: Vec<LocalId> = closure.captures.iter().map(|(_, inside)| *inside).collect();
    captures.sort_unstable_by_key(|local| local.0);
    Some(SourceExpr { expr, locals: closure.locals, captures })
}

/// A list of a value and its condition; names bound by `where` are seen by both.
fn with_condition(body: &Expr, given: &Expr) -> Expr {
    let kind = if let ExprKind::Bind(bindings, inner) = &body.kind {
        ExprKind::Bind(bindings.clone(), Box::new(with_condition(inner, given)))
    } else {
        ExprKind::List(vec![body.clone(), given.clone()])
    };
    Expr { kind, span: body.span, gives: Kind::List(Box::new(Kind::Any)) }
}

fn known_number(expr: &Expr) -> Option<Num> {
    let ExprKind::Literal(Literal::Number { value, percent: false }) = &expr.kind else { return None };
    Some(*value)
}

/// The value that a literal is.
pub(crate) fn literal_value(literal: &Literal) -> Value {
    match literal {
        Literal::Number { value, percent: false } => Value::Number(*value),
        Literal::Number { value, percent: true } => Value::Percent(*value),
        Literal::Quantity(value, unit) => Value::Quantity(*value, *unit),
        Literal::Text(text) | Literal::RowName(text) => Value::Text(Arc::clone(text)),
        Literal::Word(scale, word) => Value::Word(*scale, *word),
        Literal::YesNo(yes) => Value::YesNo(*yes),
        Literal::Range(low, high) => Value::Range(Arc::new((*low, *high))),
        Literal::Nothing => Value::Nothing,
    }
}
