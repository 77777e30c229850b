//! What expressions do besides giving a value: only where that does not matter may parts be worked out each
//! by itself.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::program::{Expr, ExprKind, FnId, OptionId, Param, ProcId, TableId};
use crate::engine::State;
use crate::plan::{JumpOp, Op, Parts, Plan, Reach, TimeOp};
use crate::syntax::ast::TableKind;

/// All but the decks: what is changed in it by one may be looked at by another in ways that are not told apart.
const BESIDE_DECKS: Parts = Parts::ALL.and(Parts::NOW).without(Parts::DECKS);

/// What an expression does with the state in play: with its decks, and with all the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effects {
    /// What of it it may change; all, where it may ask somebody.
    changes: Parts,
    /// What of it it may look at.
    reads: Parts,
}

impl Effects {
    /// It does nothing with it.
    const NONE: Effects = Effects { changes: Parts::NONE, reads: Parts::NONE };
    /// It may do anything with it.
    const ALL: Effects = Effects { changes: Parts::ALL, reads: Parts::ALL };

    /// It looks at the decks, and changes them.
    const DRAWS: Effects = Effects { changes: Parts::DECKS, reads: Parts::DECKS };
    /// It looks at the rest.
    const READS: Effects = Effects { changes: Parts::NONE, reads: BESIDE_DECKS };

    /// It changes these parts, and looks at those.
    fn of(changes: Parts, reads: Parts) -> Effects {
        let whole = |parts: Parts| if parts.meets(BESIDE_DECKS) { parts.and(BESIDE_DECKS) } else { parts };
        Effects { changes: whole(changes), reads: whole(reads) }
    }

    fn with(self, other: Effects) -> Effects {
        Effects { changes: self.changes.and(other.changes), reads: self.reads.and(other.reads) }
    }

    /// Whether it makes no difference which of two comes first.
    fn is_apart_from(self, other: Effects) -> bool {
        let sees = |one: Effects, by: Effects| by.changes.meets(one.changes.and(one.reads));
        !sees(self, other) && !sees(other, self)
    }

    /// Whether it may change anything.
    pub(super) fn changes(self) -> bool {
        self.changes != Parts::NONE
    }
}

/// A definition that an expression may bring into play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Definition {
    Function(FnId),
    Table(TableId),
    Procedure(ProcId),
    Option(OptionId),
}

/// A definition on the way through what one comes to: before what it brings into play, and after it.
enum Visit {
    Enter(Definition),
    Leave(Definition, Effects, Vec<Definition>),
}

/// The effects of a program's definitions, found out as they are asked for.
pub(super) struct AllEffects<'p> {
    plan: &'p Plan,
    /// Whether something is watched, or will be due: that is seen to after every step of a procedure.
    awaits: bool,
    known: FxHashMap<Definition, Effects>,
    /// What expressions do, each looked at once however often it is come to.
    exprs: FxHashMap<*const Expr, Effects>,
    reach: FxHashMap<Definition, Rc<[Definition]>>,
}

impl<'p> AllEffects<'p> {
    pub(super) fn new(plan: &'p Plan, state: &State) -> AllEffects<'p> {
        let (known, reach) = (FxHashMap::default(), FxHashMap::default());
        AllEffects { plan, awaits: state.awaits(), known, exprs: FxHashMap::default(), reach }
    }

    /// Whether the parts of an expression may be worked out each by itself: none of them changes what another
    /// looks at in play, or changes.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named has each of its parts once")]
    pub(super) fn parts_apart(&mut self, expr: &'p Expr) -> bool {
        if matches!(
            expr.kind,
            ExprKind::Run(..) | ExprKind::Added { .. } | ExprKind::DrawRest(..) | ExprKind::Broken
        ) {
            return false;
        }
        let mut before = self.own(expr);
        // What is done several times changes what it may see the next time. A list that is walked is made once.
        let (repeated, made_once) = match &expr.kind {
            ExprKind::Times { .. } | ExprKind::Advantage(..) => (true, None),
            ExprKind::Map(scope, _)
            | ExprKind::Filter(scope)
            | ExprKind::Extreme(scope, ..)
            | ExprKind::Sort(scope, _)
            | ExprKind::Groups(scope, _) => (true, Some(&*scope.of)),
            _ => (false, None),
        };
        for part in expr.parts() {
            let effects = self.of(part);
            let repeats = repeated && made_once.is_none_or(|list| !std::ptr::eq(list, part));
            if !effects.is_apart_from(before) || repeats && !effects.is_apart_from(effects) {
                return false;
            }
            before = before.with(effects);
        }
        true
    }

    /// What an expression does.
    pub(super) fn of(&mut self, expr: &'p Expr) -> Effects {
        let key = std::ptr::from_ref(expr);
        if let Some(known) = self.exprs.get(&key) {
            return *known;
        }
        let own = self.own(expr);
        let effects = expr.parts().into_iter().fold(own, |sum, part| sum.with(self.of(part)));
        self.exprs.insert(key, effects);
        effects
    }

    /// Whether luck says how long the procedures go on that an expression runs itself.
    pub(super) fn goes_round(&self, expr: &Expr) -> bool {
        let plan = self.plan;
        let goes_round =
            |procedure: ProcId| Reach::of(plan, plan.procs.get(procedure.index()).copied()).goes_round(plan);
        if let ExprKind::Run(procedure, ..) = &expr.kind {
            return goes_round(*procedure);
        }
        expr.parts().into_iter().any(|part| self.goes_round(part))
    }

    /// Whether a procedure may come to run itself.
    pub(super) fn runs_itself(&self, procedure: ProcId) -> bool {
        let plan = self.plan;
        let reach = Reach::of(plan, plan.procs.get(procedure.index()).copied());
        let is_run = |op: &Op| matches!(op, Op::Jump(JumpOp::Run(of, _)) if *of == procedure);
        reach.codes().any(|code| plan.code(code).ops.iter().any(is_run))
    }

    /// Whether an expression may come to a function.
    pub(super) fn brings(&mut self, expr: &Expr, function: FnId) -> bool {
        let (mut ignored, mut brought) = (Effects::NONE, Vec::new());
        self.gather(expr, &mut ignored, &mut brought);
        let wanted = Definition::Function(function);
        brought
            .into_iter()
            .any(|definition| definition == wanted || self.reached(definition).contains(&wanted))
    }

    /// All definitions that one may come to.
    fn reached(&mut self, root: Definition) -> Rc<[Definition]> {
        if let Some(known) = self.reach.get(&root) {
            return Rc::clone(known);
        }
        let mut ignored = Effects::NONE;
        let mut known = FxHashSet::from_iter([root]);
        let (mut seen, mut done) = (vec![root], 0);
        while let Some(definition) = seen.get(done).copied() {
            done += 1;
            let mut brought = Vec::new();
            for expr in self.exprs_of(definition, &mut ignored) {
                self.gather(expr, &mut ignored, &mut brought);
            }
            seen.extend(brought.into_iter().filter(|next| known.insert(*next)));
        }
        let seen: Rc<[Definition]> = seen.into();
        self.reach.insert(root, Rc::clone(&seen));
        seen
    }

    fn own(&mut self, expr: &Expr) -> Effects {
        let (mut effects, mut brought) = (Effects::NONE, Vec::new());
        self.gather_own(expr, &mut effects, &mut brought);
        brought.into_iter().fold(effects, |sum, definition| sum.with(self.definition(definition)))
    }

    /// What all does that a definition may come to.
    fn definition(&mut self, root: Definition) -> Effects {
        if let Some(known) = self.known.get(&root) {
            return *known;
        }
        let found = self.found_from(root);
        // Each comes after what it leads to; only what leads back to itself takes more than one round.
        let mut changed = true;
        while changed {
            changed = false;
            for (definition, own, brought) in &found {
                let of = |next: &Definition| self.known.get(next).copied().unwrap_or(Effects::NONE);
                let effects = brought.iter().fold(*own, |sum, next| sum.with(of(next)));
                changed |= self.known.insert(*definition, effects) != Some(effects);
            }
        }
        self.known.get(&root).copied().unwrap_or(Effects::ALL)
    }

    /// The definitions that one may come to and of which nothing is known, each after those that it brings into play
    /// itself, with what it does by itself.
    fn found_from(&self, root: Definition) -> Vec<(Definition, Effects, Vec<Definition>)> {
        let (mut met, mut open, mut found) = (FxHashSet::default(), vec![Visit::Enter(root)], Vec::new());
        while let Some(visit) = open.pop() {
            let definition = match visit {
                Visit::Enter(definition) => definition,
                Visit::Leave(definition, effects, brought) => {
                    found.push((definition, effects, brought));
                    continue;
                }
            };
            if self.known.contains_key(&definition) || !met.insert(definition) {
                continue;
            }
            let (mut effects, mut brought) = (Effects::NONE, Vec::new());
            for expr in self.exprs_of(definition, &mut effects) {
                self.gather(expr, &mut effects, &mut brought);
            }
            let inner: Vec<Visit> = brought.iter().copied().map(Visit::Enter).collect();
            open.push(Visit::Leave(definition, effects, brought));
            open.extend(inner);
        }
        found
    }

    /// The expressions of a definition; what it does by itself is added.
    fn exprs_of(&self, definition: Definition, effects: &mut Effects) -> Vec<&'p Expr> {
        let program = &self.plan.program;
        let defaults = |params: &'p [Param]| params.iter().filter_map(|param| param.default.as_ref());
        match definition {
            Definition::Function(id) => program
                .fns
                .get(id.index())
                .into_iter()
                .flat_map(|function| defaults(&function.params).chain(&function.body))
                .collect(),
            Definition::Table(id) => {
                let Some(table) = program.tables.get(id.index()) else { return Vec::new() };
                if table.kind == TableKind::Deck || table.favoured {
                    let given = if table.favoured { Parts::GLOBALS } else { Parts::NONE };
                    *effects = effects.with(Effects::DRAWS).with(Effects::of(given, given));
                }
                let cells = table.rows.iter().flat_map(|row| {
                    let live = row.cells.iter().filter(|cell| !matches!(cell.kind, ExprKind::Literal(_)));
                    row.chance.as_deref().into_iter().chain(row.guard.as_deref()).chain(live)
                });
                table.die.iter().chain(defaults(&table.params)).chain(cells).collect()
            }
            Definition::Option(id) => {
                program.options.get(id.index()).map(|option| &option.value).into_iter().collect()
            }
            Definition::Procedure(id) => {
                *effects = effects.with(self.of_procedure(id));
                Vec::new()
            }
        }
    }

    /// What a procedure does, by all the steps that it may come to. One that changes nothing but what is its own
    /// is a distribution like any other.
    fn of_procedure(&self, procedure: ProcId) -> Effects {
        let plan = self.plan;
        let mut effects = Effects::NONE;
        let reach = Reach::of(plan, plan.procs.get(procedure.index()).copied());
        for op in reach.codes().flat_map(|code| &plan.code(code).ops) {
            let does = op.does(plan);
            let is_idle = *op == Op::Time(TimeOp::Settle) && !self.awaits;
            let changes = if does.asks { Parts::ALL } else { does.writes.without(Parts::ASIDE) };
            let changes = if is_idle { Parts::NONE } else { changes };
            effects = effects.with(Effects::of(changes, does.reads));
        }
        effects
    }

    fn gather(&self, expr: &Expr, effects: &mut Effects, brought: &mut Vec<Definition>) {
        self.gather_own(expr, effects, brought);
        for part in expr.parts() {
            self.gather(part, effects, brought);
        }
    }

    /// What an expression does beside what its parts do, and what it brings into play.
    fn gather_own(&self, expr: &Expr, effects: &mut Effects, brought: &mut Vec<Definition>) {
        match &expr.kind {
            ExprKind::Run(procedure, ..) => brought.push(Definition::Procedure(*procedure)),
            ExprKind::Added { .. } | ExprKind::Broken => *effects = Effects::ALL,
            ExprKind::DeckLeft(_) => *effects = effects.with(Effects::of(Parts::NONE, Parts::DECKS)),
            ExprKind::Query(..) => *effects = effects.with(Effects::of(Parts::NONE, Parts::ALL)),
            ExprKind::Global(_)
            | ExprKind::Roster(_)
            | ExprKind::Member(..)
            | ExprKind::TimerLeft(..)
            | ExprKind::Now(_) => *effects = effects.with(Effects::READS),
            // A field may be that of a record.
            ExprKind::Field(of, _) if of.gives.may_be_record() => *effects = effects.with(Effects::READS),
            // What is unrolled is rolled wherever it is handed to.
            ExprKind::Unrolled(closure) => self.gather(&closure.body, effects, brought),
            ExprKind::Option(option) => brought.push(Definition::Option(*option)),
            // What was drawn before counts, and this counts as drawn from now on.
            ExprKind::DrawRest(table, _) => {
                *effects = Effects::ALL;
                brought.push(Definition::Table(*table));
            }
            ExprKind::Draw(pick) => brought.push(Definition::Table(pick.table)),
            ExprKind::Lookup(lookup) | ExprKind::HasKey(lookup) => {
                brought.push(Definition::Table(lookup.table))
            }
            ExprKind::UnrolledTable(table, _) => brought.push(Definition::Table(*table)),
            ExprKind::Call(function, _) => brought.push(Definition::Function(*function)),
            ExprKind::Literal(_)
            | ExprKind::Text(_)
            | ExprKind::Local(_)
            | ExprKind::RollLocal(_)
            | ExprKind::Field(..)
            | ExprKind::HasItem(..)
            | ExprKind::DiceOf(_)
            | ExprKind::Item(..)
            | ExprKind::LookupIn(..)
            | ExprKind::Builtin(..)
            | ExprKind::Pool(..)
            | ExprKind::PoolOf(..)
            | ExprKind::ListOps(..)
            | ExprKind::Label(..)
            | ExprKind::Quantity(..)
            | ExprKind::List(_)
            | ExprKind::Parts(_)
            | ExprKind::Range(..)
            | ExprKind::Arith(..)
            | ExprKind::Negate(_)
            | ExprKind::Compare(..)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Not(_)
            | ExprKind::Is { .. }
            | ExprKind::In(..)
            | ExprKind::Exploding(_)
            | ExprKind::Times { .. }
            | ExprKind::If(..)
            | ExprKind::Otherwise(..)
            | ExprKind::Likely(_)
            | ExprKind::Advantage(..)
            | ExprKind::Bind(..)
            | ExprKind::Map(..)
            | ExprKind::Filter(_)
            | ExprKind::Extreme(..)
            | ExprKind::Sort(..)
            | ExprKind::Groups(..)
            | ExprKind::Pick(_)
            | ExprKind::Check(..)
            | ExprKind::Contest(..)
            | ExprKind::AsWord(..)
            | ExprKind::StubText(_) => {}
        }
    }
}
