//! Odds of expressions, worked out over the resolved program by what is looked at of each value.
//!
//! Within an expression nothing happens twice: its parts are independent but for the locals that they share.
//! So the distribution of the whole is put together from those of the parts. A local that is used once is put
//! in where it is used, one that is used more often is taken value by value. A list of equal rolls stays so
//! many rolls of one kind until somebody looks at places, and of a row only what is looked at is rolled.
//!
//! What single steps make of values is asked of the machine ([`crate::engine::Workbench`]), and a part that
//! nothing here covers is run by it on every branch of luck. The tests hold this route against the machine.

mod added;
mod beyond;
mod branches;
mod builtins;
mod calling;
mod cases;
mod checks;
mod draws;
mod each_record;
mod effects;
mod endings;
mod endless_columns;
mod fallback;
mod far;
mod fold;
mod forms;
mod found;
mod gap;
mod gathered;
mod hands;
mod keys;
mod linear;
mod locals;
mod lot;
mod machine;
mod means;
mod named_texts;
mod need;
mod numbers;
mod ordered;
mod places;
mod pools;
mod recursion;
mod running;
mod safe;
mod second_views;
mod standings;
mod straight;
mod tables;
mod texts;
mod throws;
mod told;
mod unordered;
mod uses;
mod view;
mod views;
mod worklists;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use self::effects::AllEffects;
use self::endless_columns::EndlessColumns;
use self::fallback::Fallback;
use self::forms::{comes_to_run, is_run};
pub(super) use self::gap::Gap;
use self::keys::{CallKey, ComesBack, TableKey};
use self::locals::Env;
use self::lot::{Lot, longer};
pub(super) use self::means::Mean;
use self::need::Need;
use self::told::{Comparing, Told};
use self::uses::Uses;
use super::driver::{CallsAround, Driver, WantedOdds};
use crate::base::Num;
use crate::base::stack::with_room;
use crate::check::program::{Expr, ExprKind, FnId, GlobalId, Kind, LocalId, OptionId, TableId};
use crate::dist::{Budget, Dist};
use crate::engine::{State, StepsTaken, Workbench};
use crate::plan::{DiceOp, Op, Plan, SourceExpr, Value, literal_value};
use crate::syntax::ast::Compare;

/// A question being worked out.
pub(super) struct Demand<'p> {
    plan: &'p Plan,
    state: &'p State,
    bench: Workbench<'p>,
    effects: AllEffects<'p>,
    uses: Uses<'p>,
    budget: Budget,
    residual_bits: u32,
    /// How deep calls within calls may go where they are played.
    calls_limit: u64,
    fallback: Fallback<'p>,
    calls: FxHashMap<CallKey, Lot>,
    tables: FxHashMap<TableKey, Lot>,
    /// Whether rows that are nothing but another table lead from a table by way of others to itself.
    rounds: FxHashMap<TableId, bool>,
    /// Tables of which it is being worked out whether their row is some name.
    compared: Vec<TableId>,
    /// Tables whose rows are being put into words, each with how likely it is to come to that.
    told: Vec<(TableId, f64)>,
    texts: FxHashMap<TableId, Dist<Told>>,
    /// Tables that are being held against a text.
    reached: Vec<Comparing>,
    /// How many definitions are in progress, one in another.
    around: CallsAround,
    /// Functions of which it is known, or being found out, that they do not come back to themselves in a way
    /// that is solved here.
    hopeless: Vec<FnId>,
    /// How much a function's result is more for each one that its parameters are more, where that is so.
    running: FxHashMap<FnId, Vec<Option<Num>>>,
    /// Whether it is as many times as large as a parameter is.
    factors: FxHashMap<FnId, Vec<bool>>,
    /// What columns and procedures give that come back to themselves; nothing where that is not known in this way.
    come_back: FxHashMap<ComesBack, Option<Lot>>,
    endless: Rc<EndlessColumns<'p>>,
    /// Tables in which nothing can go wrong, and others.
    safe_tables: FxHashMap<TableId, bool>,
    /// The same of functions.
    safe_functions: FxHashMap<FnId, bool>,
    /// Functions that values of the right kinds may be too much for, and others.
    risky: FxHashMap<FnId, bool>,
}

/// What it costs to look at an expression at all, in steps of exact work: one is looked at anew for each value of
/// what it stands behind.
const STEPS_PER_EXPR: u64 = 100;

impl<'p> Demand<'p> {
    pub(super) fn new(driver: &dyn Driver, plan: &'p Plan, state: &'p State) -> Demand<'p> {
        let context = driver.context();
        Demand {
            plan,
            state,
            bench: Workbench::new(plan, state.clone(), context.limits()),
            effects: AllEffects::new(plan, state),
            uses: Uses::new(&plan.program.fns),
            budget: context.dist_budget(),
            residual_bits: context.residual_bits(),
            calls_limit: context.limits().calls,
            fallback: Fallback::new(driver, plan),
            calls: FxHashMap::default(),
            tables: FxHashMap::default(),
            rounds: FxHashMap::default(),
            compared: Vec::new(),
            told: Vec::new(),
            texts: FxHashMap::default(),
            reached: Vec::new(),
            around: context.calls_around(),
            hopeless: Vec::new(),
            running: FxHashMap::default(),
            factors: FxHashMap::default(),
            come_back: FxHashMap::default(),
            endless: Rc::new(EndlessColumns::new(&plan.program)),
            safe_tables: FxHashMap::default(),
            safe_functions: FxHashMap::default(),
            risky: FxHashMap::default(),
        }
    }

    /// The distribution of what was written, with what it captured.
    pub(super) fn distribution(
        &mut self,
        written: &'p SourceExpr,
        captured: &[Value],
    ) -> Result<Dist<Value>, Gap> {
        let env = Env::captured(written, captured);
        Ok(self.lot(&written.expr, &env, &Need::which())?.into_values())
    }

    /// The steps of procedures that were taken in what the machine ran of the question.
    pub(super) fn steps_taken(&self) -> StepsTaken {
        self.fallback.steps_taken()
    }

    /// The distribution of what an expression gives, so far as it is looked at.
    fn lot(&mut self, expr: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        if let Some(value) = env.seen(expr) {
            return Ok(Lot::point(value));
        }
        self.fallback.look_up()?;
        if !need.is_unordered() && need.is_unordered_as(&expr.gives) {
            return self.lot(expr, env, &need.clone().in_any_order());
        }
        if need.is_nothing() && self.is_safe(expr) {
            return Ok(Lot::point(Value::Unset));
        }
        if is_run(expr)
            && let Some(lot) = self.by_each_record(expr, env)?
        {
            return Ok(lot);
        }
        if is_run(expr)
            && let Some(lot) = self.straight_lot(expr, env, need)?
        {
            return Ok(lot);
        }
        if let Some(lot) = self.by_ending(expr, env, need)? {
            return Ok(lot);
        }
        if !self.effects.parts_apart(expr) {
            return match self.hands(expr, env, need)? {
                Some(hands) => Ok(hands),
                None => self.by_machine(expr, env),
            };
        }
        self.budget.charge(STEPS_PER_EXPR)?;
        match with_room(|| self.covered(expr, env, need)) {
            Err(Gap::Uncovered) => self.by_machine(expr, env),
            Err(Gap::TooLarge(error, None)) => Err(Gap::TooLarge(error, Some(expr.span))),
            done => done,
        }
    }

    /// The table of contents: one line for each kind of expression.
    fn covered(&mut self, expr: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        match &expr.kind {
            ExprKind::Literal(literal) => Ok(Lot::point(literal_value(literal))),
            ExprKind::Text(parts) => self.text(parts, env),
            ExprKind::Local(local) => self.local(*local, env, need),
            ExprKind::RollLocal(local) => self.roll_local(*local, env, need),
            ExprKind::Global(global) => Ok(Lot::point(self.global(*global))),
            ExprKind::Option(option) => self.option(*option, expr, need),
            ExprKind::Roster(roster) => Ok(Lot::point(Value::List(Arc::new(self.state.records(*roster))))),
            // Of what a procedure gives, the machine works out no more than what is looked at.
            ExprKind::Field(of, _) if comes_to_run(of) => Err(Gap::Uncovered),
            ExprKind::Compare(of, compare, with)
                if is_run(of) && matches!(with.kind, ExprKind::Literal(_)) =>
            {
                self.compare_run(expr, (of, *compare, with), env)
            }
            ExprKind::Bind(bindings, body) if self.is_for_the_machine(bindings, body, need) => {
                Err(Gap::Uncovered)
            }
            ExprKind::Field(of, name) => self.field(of, name, env, need),
            ExprKind::Draw(pick) => self.draw(pick, env, need),
            ExprKind::Lookup(lookup) => self.lookup(lookup, env, need),
            ExprKind::Item(list, at) => self.item(expr, (list, at), env, need),
            ExprKind::HasItem(of, at) => self.both(of, at, Op::HasItem, env, &Need::which()),
            ExprKind::Call(function, args) => self.call(*function, args, env, need),
            ExprKind::Builtin(builtin, args) => self.builtin(expr, *builtin, args, env, need),
            ExprKind::Pool(groups, ops) => self.pool(groups, ops, env),
            ExprKind::PoolOf(entries, ops) => self.pool_of(entries, ops, env),
            ExprKind::ListOps(of, ops) => self.list_ops(expr, (of, ops), env),
            ExprKind::Label(of, _) => self.lot(of, env, need),
            ExprKind::Quantity(of, unit) => self.each(of, &Need::first(), Op::Quantity(*unit), env),
            ExprKind::List(items) => self.list(items, env, need),
            ExprKind::Parts(parts) => self.parts(parts, env, need),
            ExprKind::Range(low, high) => self.both(low, high, Op::MakeRange, env, &Need::first()),
            ExprKind::Arith(first, rest) => self.arith(expr, first, rest, env),
            ExprKind::Negate(of) => self.negate(of, env),
            ExprKind::Compare(left, compare, right) => self.compare(left, *compare, right, env),
            ExprKind::And(terms) => self.logic(terms, env, false),
            ExprKind::Or(terms) => self.logic(terms, env, true),
            ExprKind::Not(of) => Ok(Lot::yes_no(self.yeses(of, env)?.map(|yes| !yes))),
            ExprKind::Is { of, negated, tests } => self.is(of, *negated, tests, env),
            ExprKind::In(of, within) => self.is_in(expr, (of, within), env),
            ExprKind::If(condition, then, otherwise) => match self.extreme_of_names(expr, env)? {
                Some(lot) => Ok(lot),
                None => self.choice(condition, [then, otherwise], env, need),
            },
            ExprKind::Otherwise(of, fallback) => self.otherwise(of, fallback, env, need),
            ExprKind::Likely(of) => self.likely(of, env),
            ExprKind::Advantage(net, of) => self.advantage(net, of, env, need),
            ExprKind::Bind(bindings, body) => self.bind(bindings, body, env, need),
            ExprKind::Sort(scope, keys) => self.sort(scope, keys, env, need),
            ExprKind::Extreme(scope, key, highest) => self.extreme_item(scope, (key, *highest), env, need),
            ExprKind::Groups(scope, key) => self.groups(scope, key, env, need),
            ExprKind::Pick(of) => self.pick(of, env, need),
            ExprKind::Check(roll, against, tie) => {
                self.check(roll, against, tie.as_deref(), DiceOp::Check.into(), env, need)
            }
            ExprKind::Contest(a, b, tie) => {
                self.check(a, b, tie.as_deref(), DiceOp::Contest.into(), env, need)
            }
            ExprKind::AsWord(of, scale) => self.each(of, &Need::compared(), Op::AsWord(*scale), env),
            ExprKind::Times { .. } | ExprKind::Map(..) | ExprKind::Filter(_) => self.ordered(expr, env, need),
            ExprKind::StubText(text) => Ok(Lot::point(Value::text(format!("[{text}]")))),
            ExprKind::Member(..)
            | ExprKind::HasKey(_)
            | ExprKind::Added { .. }
            | ExprKind::LookupIn(..)
            | ExprKind::Unrolled(_)
            | ExprKind::UnrolledTable(..)
            | ExprKind::Run(..)
            | ExprKind::Exploding(_)
            | ExprKind::Query(..)
            | ExprKind::TimerLeft(..)
            | ExprKind::DeckLeft(_)
            | ExprKind::DiceOf(_)
            | ExprKind::DrawRest(..)
            | ExprKind::Now(_)
            | ExprKind::Broken => Err(Gap::Uncovered),
        }
    }

    /// Whether a `where` binds too many names to be put together here, or a run.
    fn is_for_the_machine(&mut self, bindings: &'p [(LocalId, Expr)], body: &'p Expr, need: &Need) -> bool {
        bindings.len() > uses::MOST_LOCALS || self.holds_a_run(bindings, body, need)
    }

    /// `if … then … else …`.
    fn choice(
        &mut self,
        condition: &'p Expr,
        [then, otherwise]: [&'p Expr; 2],
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let condition = self.yeses(condition, env)?;
        self.follow(&condition, |this, yes| this.lot(if *yes { then } else { otherwise }, env, need))
    }

    fn global(&self, global: GlobalId) -> Value {
        self.state.globals.get(global.index()).cloned().unwrap_or(Value::Nothing)
    }

    /// What a step makes of each outcome.
    fn each(&mut self, of: &'p Expr, need: &Need, op: Op, env: &Env<'p>) -> Result<Lot, Gap> {
        let of = self.lot(of, env, need)?;
        self.mapped(of, op)
    }

    fn yeses(&mut self, of: &'p Expr, env: &Env<'p>) -> Result<Dist<bool>, Gap> {
        self.lot(of, env, &Need::all())?.yeses().ok_or(Gap::Wrong)
    }

    fn field(&mut self, of: &'p Expr, name: &Arc<str>, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        if let Some(pick) = forms::mention(of).filter(|pick| pick.args.is_empty())
            && let Some(lot) = self.column_again(pick.table, name)?
        {
            return Ok(lot);
        }
        if let Some(part) = self.part_of_check(of, name, env)? {
            return Ok(part);
        }
        if let Some(cell) = self.endless_cell(of, name, env)? {
            return Ok(cell);
        }
        let of = self.lot(of, env, &Need::field(name, need))?;
        let symbol = self.symbol(name).ok_or(Gap::Uncovered)?;
        self.mapped(of, Op::Field(symbol))
    }

    fn otherwise(
        &mut self,
        of: &'p Expr,
        fallback: &'p Expr,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let of = self.lot(of, env, &need::present(need))?;
        if of.single().is_some_and(|value| value != Value::Nothing) {
            return Ok(of);
        }
        self.follow(&of.into_values(), |this, value| {
            if *value == Value::Nothing {
                this.lot(fallback, env, need)
            } else {
                Ok(Lot::point(value.clone()))
            }
        })
    }

    /// Whether names hold results of procedures of which several things are looked at.
    fn holds_a_run(&mut self, bindings: &'p [(LocalId, Expr)], body: &'p Expr, need: &Need) -> bool {
        (1..).zip(bindings).any(|(after, (local, of))| {
            let rest = bindings.get(after..).unwrap_or(&[]);
            let is_one_value = matches!(of.gives, Kind::Number | Kind::YesNo | Kind::Quantity(_));
            // A number whose luck says how long it takes is known without end by itself.
            let is_known = is_one_value
                && (self.uses.use_of(*local, rest, body, need).times <= 1 || self.effects.goes_round(of));
            is_run(of) && !is_known
        })
    }

    /// A result of a procedure, compared with what is written out.
    fn compare_run(
        &mut self,
        expr: &'p Expr,
        (of, compare, with): (&'p Expr, Compare, &'p Expr),
        env: &Env<'p>,
    ) -> Result<Lot, Gap> {
        if self.straight(of, env)?.is_some() || self.handed_to(of).is_some() || self.solved_run(of)?.is_some()
        {
            return self.compare(of, compare, with, env);
        }
        if self.in_two_parts(of).is_some()
            && let Some(lot) = self.compare_listed(of, compare, with, env)?
        {
            return Ok(lot);
        }
        // Of the results themselves it may be known on which side the rest of them lies. Where luck says how long
        // the procedure goes on, they are soon listed up to what they are compared with.
        let listed_first = self.effects.goes_round(of) || self.gathered_from(of).is_some();
        if listed_first {
            self.fallback.want(with.number().map_or(WantedOdds::All, WantedOdds::UpTo));
            let compared = self.compare_listed(of, compare, with, env);
            self.fallback.want(WantedOdds::All);
            if let Some(compared) = compared? {
                return Ok(compared);
            }
        }
        let as_one = self.by_machine(expr, env)?;
        if as_one.is_complete() || listed_first {
            return Ok(as_one);
        }
        Ok(self.compare_listed(of, compare, with, env)?.unwrap_or(as_one))
    }

    /// The same by all that may come up; `None` where that does not tell.
    fn compare_listed(
        &mut self,
        of: &'p Expr,
        compare: Compare,
        with: &'p Expr,
        env: &Env<'p>,
    ) -> Result<Option<Lot>, Gap> {
        match self.compare(of, compare, with, env) {
            Err(gap) if gap.is_interruption() => Err(gap),
            compared => Ok(compared.ok().filter(Lot::is_complete)),
        }
    }

    /// What follows from each outcome, mixed by the outcomes' weights.
    fn follow<T: Ord + Clone>(
        &mut self,
        dist: &Dist<T>,
        mut next: impl FnMut(&mut Self, &T) -> Result<Lot, Gap>,
    ) -> Result<Lot, Gap> {
        let mut parts = Vec::with_capacity(dist.len());
        for (outcome, weight) in dist.outcomes() {
            self.budget.charge(1)?;
            parts.push((weight.clone(), next(self, outcome)?));
        }
        let mixed = Lot::mix(parts, &mut self.budget)?;
        let Some(cut) = dist.cut() else { return Ok(mixed) };
        // What is not listed here stays so.
        let listed = dist.total().checked_sub(&cut.weight).unwrap_or(crate::dist::Nat::ZERO);
        Ok(match mixed {
            Lot::Numbers(mixed) => Lot::Numbers(mixed.scaled_down(&listed, dist.total())),
            Lot::Values(mixed) => Lot::Values(mixed.scaled_down(&listed, dist.total())),
        })
    }

    /// What a step makes of each value.
    fn mapped(&mut self, of: Lot, op: Op) -> Result<Lot, Gap> {
        let dist = of.into_values();
        self.budget.charge(dist.len() as u64 * 8)?;
        self.budget.charge_values(dist.len() as u64)?;
        let bench = &mut self.bench;
        Ok(Lot::of(dist.try_map(|value| bench.apply(op, std::slice::from_ref(value)))?))
    }

    /// What a step makes of two independent values.
    fn crossed(&mut self, left: Lot, right: Lot, op: Op) -> Result<Lot, Gap> {
        let (left, right) = (left.into_values(), right.into_values());
        let pairs = (left.len() as u64).saturating_mul(right.len() as u64);
        self.budget.charge(pairs.saturating_mul(16))?;
        let bench = &mut self.bench;
        let join = |a: &Value, b: &Value| bench.apply(op, &[a.clone(), b.clone()]).map_err(Gap::from);
        Ok(Lot::of(left.try_product(&right, &mut self.budget, join)?))
    }

    fn both(
        &mut self,
        left: &'p Expr,
        right: &'p Expr,
        op: Op,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let (left, right) = (self.lot(left, env, need)?, self.lot(right, env, need)?);
        self.crossed(left, right, op)
    }

    /// A list in its order.
    fn list(&mut self, items: &'p [Expr], env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        let each = need.of_item();
        let items: Vec<Lot> =
            items.iter().map(|item| self.lot(item, env, &each)).collect::<Result<_, _>>()?;
        let lists = self.together(items)?;
        Ok(Lot::of(lists.relabel(|items| Value::List(Arc::new(items)))))
    }

    /// Several independent values side by side.
    fn together(&mut self, items: Vec<Lot>) -> Result<Dist<Vec<Value>>, Gap> {
        let mut all: Dist<Vec<Value>> = Dist::point(Vec::new());
        let items: Vec<Dist<Option<Value>>> =
            items.into_iter().map(|item| item.into_values().relabel(Some)).collect();
        // All of them differ, so that it is known beforehand how many there will be.
        let many = items.iter().fold(1u64, |many, item| many.saturating_mul(item.len() as u64));
        self.budget.check_lists(many, items.len() as u64, 1)?;
        for (at, item) in items.iter().enumerate() {
            all = longer(all, item, at + 1, &mut self.budget)?;
        }
        Ok(all)
    }

    fn parts(
        &mut self,
        parts: &'p [(std::sync::Arc<str>, Expr)],
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let lots = parts
            .iter()
            .map(|(name, value)| self.lot(value, env, &need.of_named_part(name)))
            .collect::<Result<Vec<Lot>, Gap>>()?;
        let names: Vec<std::sync::Arc<str>> =
            parts.iter().map(|(name, _)| std::sync::Arc::clone(name)).collect();
        let all = self.together(lots)?;
        Ok(Lot::of(all.relabel(|values| Value::Parts(names.iter().cloned().zip(values).collect()))))
    }

    fn option(&mut self, id: OptionId, expr: &'p Expr, need: &Need) -> Result<Lot, Gap> {
        let plan = self.plan;
        let option = plan.program.options.get(id.index()).ok_or(Gap::Uncovered)?;
        let unrolled = matches!(option.kind, Kind::Dice | Kind::Table);
        if unrolled && matches!(expr.gives, Kind::Dice | Kind::Table) {
            return Err(Gap::Uncovered);
        }
        let env = Env::new(0);
        if unrolled { self.roll(&option.value, &env, need) } else { self.lot(&option.value, &env, need) }
    }

    /// Goes into a definition, unless more are in progress than may be called inside one another.
    pub(super) fn within<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Gap>) -> Result<T, Gap> {
        let around = self.around.clone();
        around.further_in(1, || work(self)).unwrap_or(Err(Gap::Uncovered))
    }

    /// The number of a name among the plan's names of columns and fields.
    fn symbol(&self, name: &str) -> Option<u32> {
        let at = self.plan.symbols.iter().position(|symbol| **symbol == *name)?;
        u32::try_from(at).ok()
    }
}
