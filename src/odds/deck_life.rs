//! Decks whose cards nothing looks at any more, or not before they are shuffled: what is left of them makes no
//! difference.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::check::program::TableId;
use crate::engine::Machine;
use crate::plan::{CodeId, Does, JumpOp, Leads, Op, Parts, Plan, Reach, RunsCode, TableOp};

/// For each code and deck, and whether the deck is looked at after that code: whether it is looked at from each step
/// on. `None` while that is being found out.
#[derive(Default)]
pub(super) struct DeckLife(RefCell<FxHashMap<(CodeId, TableId, bool), Option<LookedAt>>>);

/// For each step of a code, whether a deck is looked at from there on.
type LookedAt = Rc<Vec<bool>>;

impl DeckLife {
    /// The decks that were drawn from and that nothing looks at any more before they are shuffled.
    pub(super) fn forgotten(&self, plan: &Plan, machine: &Machine) -> Vec<TableId> {
        // What is due, and what is done twice, may come to anything.
        if machine.state.decks.is_empty() || machine.state.awaits() || !machine.controls.is_empty() {
            return Vec::new();
        }
        let decks = machine.state.decks.iter().map(|(deck, _)| *deck);
        decks.filter(|deck| !self.is_looked_at(plan, machine, *deck)).collect()
    }

    fn is_looked_at(&self, plan: &Plan, machine: &Machine, deck: TableId) -> bool {
        // The place of a frame is the step that comes next in it.
        machine.frames.iter().fold(false, |after, frame| {
            let looked_at = self.of(plan, frame.code, deck, after);
            looked_at.get(frame.pc as usize).copied().unwrap_or(true)
        })
    }

    /// From which steps of a code on a deck is looked at.
    fn of(&self, plan: &Plan, id: CodeId, deck: TableId, after: bool) -> LookedAt {
        let key = (id, deck, after);
        let code = plan.code(id);
        if let Some(known) = self.0.borrow().get(&key) {
            // Code that comes back to itself may look at it at every step.
            return known.clone().unwrap_or_else(|| Rc::new(vec![true; code.ops.len() + 1]));
        }
        self.0.borrow_mut().insert(key, None);
        let does: Vec<Does> = code.ops.iter().map(|op| op.does(plan)).collect();
        let mut at = vec![false; code.ops.len() + 1];
        loop {
            let mut has_changed = false;
            for (pc, (op, does)) in code.ops.iter().zip(&does).enumerate().rev() {
                let pc = u32::try_from(pc).unwrap_or(u32::MAX);
                let is_at = |to: u32| at.get(to as usize).copied().unwrap_or(false);
                let goes_on = match does.leads {
                    Leads::Return => after,
                    Leads::On => is_at(pc + 1) || code.end > pc && is_at(code.end),
                    Leads::To(_)
                    | Leads::Either(_)
                    | Leads::EitherKeeping(_)
                    | Leads::Twice(_)
                    | Leads::Back(_)
                    | Leads::ToRow(_)
                    | Leads::Nowhere => does.next(plan, code, pc).into_iter().any(is_at),
                };
                // Whoever another procedure is left for may look at anything.
                let leaves = |op: &Op| {
                    let Op::Jump(JumpOp::StopProc(proc)) = op else { return false };
                    plan.procs.get(proc.index()) != Some(&id)
                };
                let looks = leaves(op) || self.before(plan, op, does, deck, goes_on);
                if let Some(slot) = at.get_mut(pc as usize).filter(|slot| **slot != looks) {
                    *slot = looks;
                    has_changed = true;
                }
            }
            if !has_changed {
                break;
            }
        }
        let known = Rc::new(at);
        self.0.borrow_mut().insert(key, Some(Rc::clone(&known)));
        known
    }

    /// Whether a deck is looked at from a step on, after which it is or is not.
    fn before(&self, plan: &Plan, op: &Op, does: &Does, deck: TableId, after: bool) -> bool {
        if let Op::Table(TableOp::Reshuffle(of)) = op {
            return after && *of != deck;
        }
        if looks_at(op, does, deck) {
            return true;
        }
        let entered = |code: CodeId| self.of(plan, code, deck, after).first().copied().unwrap_or(true);
        match does.runs {
            // What is due was started by some step.
            RunsCode::Nothing | RunsCode::OfTable(_) | RunsCode::WhatIsDue => after,
            RunsCode::Code(code) => entered(code),
            RunsCode::Proc(proc) => plan.procs.get(proc.index()).is_none_or(|code| entered(*code)),
            RunsCode::Option(_)
            | RunsCode::Draw(_)
            | RunsCode::DrawRow(_)
            | RunsCode::Lookup(_)
            | RunsCode::Cell(_)
            | RunsCode::HasKey(_)
            | RunsCode::DrawAmong(_)
            | RunsCode::HandedOver(_)
            | RunsCode::AnyHandedOver
            | RunsCode::Effects
            | RunsCode::Sheets
            | RunsCode::Policies
            | RunsCode::Query(_)
            | RunsCode::Timer(_)
            | RunsCode::Every(_)
            | RunsCode::When(_) => {
                let reach = Reach::of_steps(plan, std::slice::from_ref(op));
                let looks = |op: &Op| looks_at(op, &op.does(plan), deck);
                after || reach.codes().any(|code| plan.code(code).ops.iter().any(looks))
            }
        }
    }
}

/// Whether a step looks by itself at what is left of a deck.
fn looks_at(op: &Op, does: &Does, deck: TableId) -> bool {
    if let Op::Table(TableOp::DrawCard(of) | TableOp::DeckLeft(of)) = op {
        return *of == deck;
    }
    does.reads.meets(Parts::DECKS)
}
