//! Writing one piece of code.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::{
    Code, DiceOp, IndependentWalk, Ix, JumpOp, LiveCell, Loop, OneDraw, Op, ParamBounds, RecordMention,
    SourceExpr, StepSpan, TimeOp,
};
use super::regions::{RegionExit, RegionStack};
use crate::base::Span;
use crate::check::program::{Counter, Expr, Fold, LocalId, Param, Tally, Threshold, UnitId, drawn_as_one};

/// A piece of code being written. Forward skips are written with a hole and filled when the place
/// they lead to is reached.
pub(crate) struct Coder {
    code: Code,
    at: Option<Span>,
    next_local: u32,
    regions: RegionStack,
    /// The innermost step or pass of a loop, for `skip`.
    pub(crate) passes: Vec<SkipTarget>,
    /// Holes of `stop` and `return`, which lead to the end.
    pub(crate) ends: Vec<Hole>,
    /// Locals that hold lists whose order nothing looks at.
    in_any_order: BTreeSet<LocalId>,
    /// Those of which it is only counted how many meet conditions.
    only_counted: BTreeMap<LocalId, Vec<Tally<Threshold>>>,
    /// What lists are looked at for to which numbers are added, where that is not all.
    only_folded: BTreeMap<LocalId, Vec<Fold>>,
    /// Lists that one loop goes through, and nothing else looks at; whether they may hold dice that are left to it.
    walked_once: BTreeMap<LocalId, bool>,
    /// Of those, the ones whose rolls wait for it: the local in which it is kept how many there are, and the roll.
    waiting_lists: BTreeMap<LocalId, (Ix, Expr)>,
    /// Lists that are no lists, of which only counts are kept.
    pub(super) counters: Counters,
    /// Whether expressions that luck may decide as a whole are looked for: not within others of them.
    finds_draws: bool,
}

/// What `skip` ends: a step or a pass of a loop, and the skips that lead to its end.
#[derive(Default)]
pub(crate) struct SkipTarget {
    pub(crate) holes: Vec<Hole>,
}

/// A forward skip whose end is not known yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hole {
    at: usize,
    way: Option<RegionExit>,
}

/// What is counted of each list of which no more is kept, and in which locals.
#[derive(Default)]
pub(super) struct Counters(BTreeMap<LocalId, Vec<(Counter, Ix)>>);

impl Counters {
    pub(super) fn new(lists: BTreeMap<LocalId, Vec<(Counter, Ix)>>) -> Counters {
        Counters(lists)
    }

    pub(super) fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a list is counted.
    pub(super) fn hold(&self, list: LocalId) -> bool {
        self.0.contains_key(&list)
    }

    pub(super) fn of(&self, list: LocalId) -> Vec<(Counter, Ix)> {
        self.0.get(&list).cloned().unwrap_or_default()
    }
}

impl Coder {
    /// Code that is called with `locals` locals laid out already.
    pub(crate) fn new(name: &str, locals: u32) -> Coder {
        let code = Code { name: Arc::from(name), locals, ..Code::default() };
        let regions = RegionStack::default();
        let in_any_order = BTreeSet::new();
        Coder {
            code,
            at: None,
            next_local: locals,
            regions,
            passes: Vec::new(),
            ends: Vec::new(),
            in_any_order,
            only_counted: BTreeMap::new(),
            only_folded: BTreeMap::new(),
            walked_once: BTreeMap::new(),
            waiting_lists: BTreeMap::new(),
            counters: Counters::default(),
            finds_draws: false,
        }
    }

    /// Says which locals hold lists whose order nothing looks at.
    pub(crate) fn leave_order(&mut self, locals: BTreeSet<LocalId>) {
        self.in_any_order = locals;
    }

    /// Says of which lists it is only counted how many meet conditions.
    pub(crate) fn leave_values(&mut self, locals: BTreeMap<LocalId, Vec<Tally<Threshold>>>) {
        self.only_counted = locals;
    }

    /// Says for what lists are looked at to which numbers are added.
    pub(crate) fn leave_items(&mut self, locals: BTreeMap<LocalId, Vec<Fold>>) {
        self.only_folded = locals;
    }

    /// Says which lists one loop goes through, and nothing else looks at. Those of the first so many locals may be
    /// handed in with dice that are left to it.
    pub(crate) fn leave_to_loops(&mut self, locals: BTreeSet<LocalId>, params: usize) {
        self.walked_once = locals.into_iter().map(|local| (local, local.index() < params)).collect();
    }

    /// Says of which of them the rolls wait for the loop.
    pub(crate) fn let_wait(&mut self, lists: BTreeMap<LocalId, (Ix, Expr)>) {
        self.waiting_lists = lists;
    }

    /// Where it is kept how many rolls of a list wait, and the roll; nothing where they do not.
    pub(crate) fn waiting(&self, list: LocalId) -> Option<(Ix, Expr)> {
        self.waiting_lists.get(&list).cloned()
    }

    /// Whether dice in a list may be left to the loop that goes through it; it is made of such dice.
    pub(crate) fn leaves_dice(&mut self, list: LocalId) -> bool {
        self.walked_once.get_mut(&list).is_some_and(|left| {
            *left = true;
            true
        })
    }

    /// Whether a list may hold dice that were left to the loop that goes through it.
    pub(crate) fn may_hold_left(&self, list: LocalId) -> bool {
        self.walked_once.get(&list) == Some(&true)
    }

    /// Whether it is known for what a list is looked at to which numbers are added.
    pub(crate) fn is_folded(&self, list: LocalId) -> bool {
        self.only_folded.contains_key(&list)
    }

    /// The step before added to a list.
    pub(crate) fn added_to(&mut self, list: LocalId) {
        if let Some(folds) = self.only_folded.get(&list) {
            self.code.folded.note(self.here() - 1, folds.as_slice().into());
        }
    }

    /// Notes expressions that luck may decide as a whole.
    pub(crate) fn find_draws(&mut self) {
        self.finds_draws = true;
    }

    /// The locals that an expression looks at which luck may decide as a whole; within it, none is looked for.
    pub(crate) fn begin_draw(&mut self, expr: &Expr) -> Option<Vec<LocalId>> {
        let captured = if self.finds_draws { drawn_as_one(expr) } else { None };
        // Of a list that is counted there is nothing to be captured.
        let captured = captured.filter(|all| !all.iter().any(|local| self.counters.hold(*local)));
        self.finds_draws &= captured.is_none();
        captured
    }

    /// The steps from the first one on are an expression that luck may decide as a whole.
    pub(crate) fn end_draw(&mut self, first: Ix, expr: &Expr, captures: Vec<LocalId>) {
        self.finds_draws = true;
        let written = SourceExpr { expr: expr.clone(), locals: self.code.locals, captures };
        self.code.draws.note(first, Arc::new(OneDraw { until: self.here(), written }));
    }

    /// The steps from the first one on are a cell that has to be rolled.
    pub(crate) fn rolled_cell(&mut self, first: Ix, symbol: Ix, shared: Option<Ix>) {
        self.code.cells.note(first, LiveCell { until: self.here(), symbol, shared, is_part: false });
    }

    /// The steps from the first one on are a part of what the code gives.
    pub(crate) fn returned_part(&mut self, first: Ix, symbol: Ix) {
        self.code.cells.note(first, LiveCell { until: self.here(), symbol, shared: None, is_part: true });
    }

    /// The dice that were just rolled are what a local holds.
    pub(crate) fn rolled_for(&mut self, local: LocalId) {
        if let Some(tests) = self.only_counted.get(&local) {
            let tests = tests.clone();
            self.rolled_to_count(&tests);
        }
    }

    /// Of the dice that were just rolled it is only counted how many meet conditions.
    pub(crate) fn rolled_to_count(&mut self, tests: &[Tally<Threshold>]) {
        if let Some(Op::Dice(DiceOp::RollTimes(_))) = self.code.ops.last() {
            self.code.counted.note(self.here() - 1, tests.into());
        }
    }

    pub(crate) fn is_in_any_order(&self, local: LocalId) -> bool {
        self.in_any_order.contains(&local)
    }

    /// Sets the place that the next steps are from, and gives the one before.
    pub(crate) fn at(&mut self, span: Span) -> Option<Span> {
        self.at.replace(span)
    }

    /// Goes back to an earlier place.
    pub(crate) fn back_to(&mut self, span: Option<Span>) {
        self.at = span;
    }

    pub(crate) fn op(&mut self, op: impl Into<Op>) {
        let nowhere = Span::new(crate::base::SourceId(u32::MAX), 0, 0);
        self.code.spans.push(self.at.unwrap_or(nowhere));
        self.code.ops.push(op.into());
    }

    pub(crate) fn ops(&mut self, ops: impl IntoIterator<Item = Op>) {
        ops.into_iter().for_each(|op| self.op(op));
    }

    /// Tells of a text, in which these words are written.
    pub(crate) fn tell(&mut self, op: Op, words: Vec<Arc<str>>) {
        let here = self.here();
        if let Some(Op::MakeText(_)) = self.code.ops.last() {
            self.code.told.note(here - 1, ());
        }
        if !words.is_empty() {
            self.code.words.note(here, words.into());
        }
        self.op(op);
    }

    /// What the next step rolls has this label.
    pub(crate) fn label(&mut self, label: &Arc<str>) {
        self.code.labels.note(self.here(), Arc::clone(label));
    }

    /// What the last step rolled are symbols, counted in this unit.
    pub(crate) fn symbols(&mut self, unit: UnitId) {
        self.code.symbols.note(self.here().saturating_sub(1), unit);
    }

    /// The next step is about what is mentioned here.
    pub(crate) fn mention(&mut self, mentions: Vec<RecordMention>) {
        if !mentions.is_empty() {
            self.code.mentions.note(self.here(), mentions.into());
        }
    }

    /// A step of a procedure begins; gives its place among them.
    pub(crate) fn begin_part(&mut self, name: &Arc<str>) -> usize {
        let begin = self.here();
        self.code.parts.push(StepSpan { begin, end: begin, name: Arc::clone(name) });
        self.code.parts.len() - 1
    }

    /// Ends a step of a procedure with the step of code that comes next.
    pub(crate) fn end_part(&mut self, at: usize) {
        let end = self.here();
        if let Some(part) = self.code.parts.get_mut(at) {
            part.end = end;
        }
    }

    /// The records of a roster were walked up to here, each by itself.
    pub(crate) fn walked(&mut self, walk: IndependentWalk) {
        self.code.walks.push(walk);
    }

    /// Enters a loop; gives its first step.
    pub(crate) fn enter(&mut self, by: Loop) -> Ix {
        self.code.loops.note(self.here(), by);
        self.op(JumpOp::LoopEnter);
        self.here()
    }

    /// The timer whose body this is has to wait.
    pub(crate) fn hold_timer(&mut self) {
        self.code.holds = true;
        self.op(TimeOp::HoldTimer);
    }

    /// The place of the next step.
    pub(crate) fn here(&self) -> u32 {
        u32::try_from(self.code.ops.len()).unwrap_or(u32::MAX)
    }

    /// A step that leads forward to a place not known yet.
    pub(crate) fn hole(&mut self, op: JumpOp) -> Hole {
        let at = self.here();
        self.op(op);
        let way =
            if op == JumpOp::Skip(0) { self.regions.leads_on() } else { Some(self.regions.decides(at)) };
        Hole { at: at as usize, way }
    }

    /// Goes back to the first step of a loop.
    pub(crate) fn again(&mut self, start: Ix) {
        self.regions.goes_back(start);
        self.op(JumpOp::LoopAgain(start));
    }

    /// Gives the value on the stack to the caller before the code's end.
    pub(crate) fn leave(&mut self) {
        self.regions.leads_to_end();
        self.op(JumpOp::Return);
    }

    /// A step that leads to one of several places, which are told one by one by [`Coder::reached`].
    pub(crate) fn choice(&mut self, op: impl Into<Op>) -> RegionExit {
        let at = self.here();
        self.op(op);
        self.regions.decides(at)
    }

    /// The last place that a choice leads to is here.
    pub(crate) fn reached(&mut self, way: RegionExit) {
        self.regions.arrives(way, self.here());
    }

    /// The place that a hole leads to is here.
    pub(crate) fn fill(&mut self, hole: Hole) {
        let here = self.here();
        if let Some(op) = self.code.ops.get_mut(hole.at) {
            op.lead_to(here);
        }
        hole.way.into_iter().for_each(|way| self.regions.arrives(way, here));
    }

    pub(crate) fn fill_all(&mut self, holes: Vec<Hole>) {
        for hole in holes {
            self.fill(hole);
        }
    }

    /// `count` fresh locals in a row; the first is given.
    pub(crate) fn fresh(&mut self, count: u32) -> Ix {
        let first = self.next_local;
        self.next_local = first.saturating_add(count);
        let here = self.here();
        let used_before = first..self.next_local.min(self.code.locals);
        used_before.for_each(|local| self.code.reused.push((local, here)));
        self.code.locals = self.code.locals.max(self.next_local);
        first
    }

    /// Gives fresh locals back, so that what follows may use them again.
    pub(crate) fn release(&mut self, first: Ix) {
        self.next_local = first;
    }

    /// The local that holds a table's roll.
    pub(crate) fn roll_in(&mut self, local: Ix) {
        self.code.roll = local;
    }

    /// Where the answers to a procedure's prompts go.
    pub(crate) fn answers_in(&mut self, first: Ix) {
        self.code.answers = first;
    }

    /// A parameter is given what its bounds allow.
    pub(crate) fn keep_to_bounds(&mut self, local: Ix, param: &Param) {
        if let Some((low, high)) = param.bounds.as_deref()
            && let (Some(low), Some(high)) = (low.number(), high.number())
        {
            self.code.bounds.push(ParamBounds { local, low, high, name: Arc::clone(&param.name) });
        }
    }

    pub(crate) fn mark_end(&mut self) {
        self.code.end = self.here();
        let ends = std::mem::take(&mut self.ends);
        self.fill_all(ends);
    }

    /// Ends the code: its value is on the stack.
    pub(crate) fn finish(mut self, span: Span) -> Code {
        self.at(span);
        self.op(JumpOp::Return);
        self.code.regions = self.regions.finish(self.code.ops.len());
        self.code.ops.shrink_to_fit();
        self.code.spans.shrink_to_fit();
        self.code
    }
}
