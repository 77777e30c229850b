//! Which globals can change, and matter, once a piece of code runs: the exact driver tells states apart
//! by these alone.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::{CodeId, Loop, Op, Parts, Plan, RunsCode, TimeOp};
use crate::check::program::GlobalId;

/// What a piece of code can come to. It holds what is come to and nothing for the rest of the plan, since it
/// is made for each of thousands of tables.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    seen: FxHashSet<CodeId>,
    /// Those, in order.
    codes: Vec<CodeId>,
    open: Vec<CodeId>,
    read: BTreeSet<usize>,
    written: BTreeSet<usize>,
    /// Whether any unrolled value, any row's effects, any sheet's code, any policy is counted already.
    all: [bool; 4],
}

impl Reach {
    /// Follows all that these pieces of code can call.
    pub(crate) fn of(plan: &Plan, codes: impl IntoIterator<Item = CodeId>) -> Reach {
        let mut reach = Reach::default();
        for code in codes {
            reach.visit(code);
        }
        reach.follow(plan);
        reach
    }

    /// Follows all that some steps of a code can call; that code itself only where it is called.
    pub(crate) fn of_steps(plan: &Plan, steps: &[Op]) -> Reach {
        let mut reach = Reach::default();
        reach.scan(plan, steps);
        reach.follow(plan);
        reach
    }

    fn follow(&mut self, plan: &Plan) {
        while let Some(code) = self.open.pop() {
            self.scan(plan, &plan.code(code).ops);
        }
        self.codes = self.seen.iter().copied().collect();
        self.codes.sort_unstable();
    }

    /// The globals that can change and are looked at, by their numbers.
    pub(crate) fn living(&self) -> impl Iterator<Item = usize> {
        self.read.intersection(&self.written).copied()
    }

    /// Whether a global may be set.
    pub(crate) fn may_set(&self, global: GlobalId) -> bool {
        self.written.contains(&global.index())
    }

    /// Whether a field of this name may be set, of any record.
    pub(crate) fn may_set_field(&self, plan: &Plan, name: &str) -> bool {
        let sets = |op: &Op| {
            let does = op.does(plan);
            let own = does.field.map(|field| plan.symbol(field.symbol()));
            does.writes.meets(Parts::FIELDS) && own.is_none_or(|own| &**own == name)
        };
        self.codes().any(|code| plan.code(code).ops.iter().any(sets))
    }

    /// The codes that can run.
    pub(crate) fn codes(&self) -> impl Iterator<Item = CodeId> {
        self.codes.iter().copied()
    }

    /// Whether a code can run.
    pub(crate) fn has(&self, code: CodeId) -> bool {
        self.seen.contains(&code)
    }

    /// Whether anything that can run looks at what a clock shows: what is due at certain moments looks only
    /// at how long that is from now.
    pub(crate) fn reads_clock(&self, plan: &Plan) -> bool {
        let reads = |op: &Op| op.does(plan).reads.holds(Parts::NOW);
        self.codes().any(|code| plan.code(code).ops.iter().any(reads))
    }

    /// Whether anything is started that will be due some time, or watched.
    pub(crate) fn starts_waiting(&self, plan: &Plan) -> bool {
        let starts = |op: &Op| {
            matches!(op, Op::Time(TimeOp::StartTimer(_) | TimeOp::StartEvery(_) | TimeOp::StartWhen(_)))
        };
        self.codes().any(|code| plan.code(code).ops.iter().any(starts))
    }

    /// Whether there is a loop that nothing counts: it ends when luck, or what luck has led to, lets it.
    pub(crate) fn goes_round(&self, plan: &Plan) -> bool {
        self.codes().any(|code| plan.code(code).loops.all().any(|of| *of == Loop::Asked))
    }

    /// Whether every loop says beforehand how often it goes round.
    pub(crate) fn counts_its_loops(&self, plan: &Plan) -> bool {
        self.codes().all(|code| plan.code(code).loops.all().all(|by| by.is_counted()))
    }

    fn visit(&mut self, code: CodeId) {
        if self.seen.insert(code) {
            self.open.push(code);
        }
    }

    fn visit_all(&mut self, codes: impl IntoIterator<Item = CodeId>) {
        for code in codes {
            self.visit(code);
        }
    }

    /// Whether this kind of code is counted for the first time.
    fn first(&mut self, kind: usize) -> bool {
        self.all.get_mut(kind).is_some_and(|counted| !std::mem::replace(counted, true))
    }

    fn scan(&mut self, plan: &Plan, steps: &[Op]) {
        for does in steps.iter().map(|op| op.does(plan)) {
            if let Some(global) = does.global {
                let counted =
                    if does.writes.holds(Parts::GLOBALS) { &mut self.written } else { &mut self.read };
                counted.insert(global.index());
            }
            self.runs(plan, does.runs);
        }
    }

    fn runs(&mut self, plan: &Plan, runs: RunsCode) {
        match runs {
            // What is due or watched was started by some step, or is known from the beginning.
            RunsCode::Nothing | RunsCode::WhatIsDue => {}
            RunsCode::Code(code) => self.visit(code),
            RunsCode::Proc(proc) => self.visit_all(plan.procs.get(proc.index()).copied()),
            RunsCode::Option(option) => self.visit_all(plan.options.get(option.index()).copied()),
            RunsCode::Query(site) => self.visit_all(plan.queries.get(site as usize).map(|site| site.code)),
            RunsCode::Timer(site) => self.visit_all(plan.timers.get(site as usize).map(|site| site.code)),
            RunsCode::Every(site) => self.visit_all(plan.everys.get(site as usize).map(|site| site.code)),
            RunsCode::When(site) => self.visit_all(plan.whens.get(site as usize).map(|site| site.code)),
            RunsCode::Draw(table)
            | RunsCode::DrawRow(table)
            | RunsCode::Lookup(table)
            | RunsCode::Cell(table)
            | RunsCode::HasKey(table)
            | RunsCode::DrawAmong(table)
            | RunsCode::OfTable(table) => self.table(plan, table.index()),
            RunsCode::HandedOver(of) => {
                self.visit_all(plan.unrolled.get(of.index()).copied());
                self.visit_all(plan.unrolled_dice.get(of.index()).copied().flatten());
            }
            RunsCode::AnyHandedOver => {
                if self.first(0) {
                    self.visit_all(plan.unrolled.iter().copied());
                    self.visit_all(plan.unrolled_dice.iter().copied().flatten());
                    for table in 0..plan.tables.len() {
                        self.table(plan, table);
                    }
                }
            }
            RunsCode::Effects => {
                if self.first(1) {
                    let effects =
                        plan.tables.iter().flat_map(|table| table.effects.iter().copied().flatten());
                    self.visit_all(effects);
                }
            }
            RunsCode::Sheets => {
                if self.first(2) {
                    let sheets = plan.sheets.iter();
                    self.visit_all(sheets.flat_map(|sheet| {
                        sheet.init.into_iter().chain(sheet.store.iter().copied().flatten())
                    }));
                }
            }
            RunsCode::Policies => {
                if self.first(3) {
                    self.visit_all(plan.policies.iter().map(|policy| policy.first));
                }
            }
        }
    }

    fn table(&mut self, plan: &Plan, table: usize) {
        if let Some(table) = plan.tables.get(table) {
            let own = table.draw.into_iter().chain(table.die).chain(table.row);
            self.visit_all(own.chain(table.cell).chain(table.has));
        }
    }
}
