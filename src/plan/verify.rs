//! Whether a plan holds together: every index is one of the list that it is for, every way leads to a step, and
//! wherever ways meet, the stack is equally high. Lowering gives nothing else; tests and debug builds make sure.

use super::{Code, Does, Gives, JumpOp, Leads, Op, Plan, RunsCode, Subject};
use crate::base::Span;

/// What is wrong with a step of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Flaw {
    /// The code, by its name.
    pub code: String,
    /// The step.
    pub at: usize,
    /// What is wrong.
    pub what: String,
    /// Where it was written.
    pub span: Option<Span>,
}

impl Plan {
    /// Looks at all codes from the one of this number on.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub(crate) fn verify(&self, first: usize) -> Result<(), Flaw> {
        self.codes.iter().skip(first).try_for_each(|code| self.verify_code(code))
    }

    fn verify_code(&self, code: &Code) -> Result<(), Flaw> {
        let flaw = |at: usize, what: String| Flaw {
            code: code.name.to_string(),
            at,
            what,
            span: code.span(u32::try_from(at).unwrap_or(u32::MAX)),
        };
        if code.spans.len() != code.ops.len() {
            return Err(flaw(0, "there is not one place for each step".to_owned()));
        }
        let does: Vec<Does> = code.ops.iter().map(|op| op.does(self)).collect();
        for (at, (op, does)) in code.ops.iter().zip(&does).enumerate() {
            let wrong =
                self.bad_index(does).or_else(|| self.bad_code(does.runs)).or_else(|| bad_local(code, does));
            if let Some(what) = wrong {
                return Err(flaw(at, format!("{op:?}: {what}")));
            }
            let pc = u32::try_from(at).unwrap_or(u32::MAX);
            if *op == Op::Jump(JumpOp::LoopEnter) && code.loops.at(pc).is_none() {
                return Err(flaw(at, "nobody knows what ends this loop".to_owned()));
            }
        }
        self.verify_heights(code, &does).map_err(|(at, what)| flaw(at, what))
    }

    /// Follows all ways with the height of the stack.
    fn verify_heights(&self, code: &Code, does: &[Does]) -> Result<(), (usize, String)> {
        let mut heights: Vec<Option<u32>> = vec![None; does.len()];
        let mut open = vec![(0usize, 0usize, 0u32)];
        if code.end > 0 {
            // Whoever is stopped goes on at the end, with `nothing` as its value.
            open.push((0, code.end as usize, 1));
        }
        while let Some((from, at, height)) = open.pop() {
            let (Some(known), Some(here)) = (heights.get_mut(at), does.get(at)) else {
                return Err((from, format!("it leads to step {at}, which is none")));
            };
            match known {
                Some(known) if *known == height => continue,
                Some(known) => return Err((at, format!("the stack is {known} high here, or {height}"))),
                None => *known = Some(height),
            }
            let Some(below) = height.checked_sub(here.takes) else {
                return Err((at, format!("it takes {} of {height} values", here.takes)));
            };
            let after = below + here.given();
            let (next, on) = (at + 1, |to: u32| to as usize);
            match here.leads {
                Leads::On => open.push((at, next, after)),
                Leads::To(to) | Leads::Back(to) => open.push((at, on(to), after)),
                Leads::Either(to) | Leads::Twice(to) => open.extend([(at, next, after), (at, on(to), after)]),
                Leads::EitherKeeping(to) => open.extend([(at, next, after), (at, on(to), height)]),
                Leads::ToRow(table) => {
                    let starts = self.tables.get(table.index()).map_or(&[][..], |table| &table.row_starts);
                    open.push((at, next, after));
                    open.extend(starts.iter().filter(|to| **to > 0).map(|to| (at, on(*to), below)));
                }
                Leads::Return if below > 0 => return Err((at, format!("{below} values are left below"))),
                Leads::Return | Leads::Nowhere => {}
            }
        }
        Ok(())
    }

    /// The list that something which a step names is none of.
    fn bad_index(&self, does: &Does) -> Option<&'static str> {
        let program = &self.program;
        let within = |index: u32, length: usize, what| outside(index as usize, length, what);
        let given = self.bad_value(does.gives);
        let field = does.field.and_then(|field| within(field.symbol(), self.symbols.len(), "no such name"));
        let global = does.global;
        let global = global.and_then(|id| outside(id.index(), program.globals.len(), "no such global"));
        let about = match does.about {
            Subject::Nothing => None,
            Subject::Template(at) => within(at, self.templates.len(), "no such pool"),
            Subject::Text(at) => within(at, self.texts.len(), "no such text"),
            Subject::Names(at) => within(at, self.names.len(), "no such names"),
            Subject::Prompt(at) => within(at, self.prompts.len(), "no such prompt"),
            Subject::Roster(id) => outside(id.index(), program.rosters.len(), "no such roster"),
            Subject::Scale(id) => outside(id.index(), program.scales.len(), "no such list of words"),
            Subject::Timer(id) => outside(id.index(), program.timers.len(), "no such timer"),
            Subject::Proc(id) => outside(id.index(), self.procs.len(), "no such procedure"),
            Subject::Table(id) => outside(id.index(), program.tables.len(), "no such table"),
        };
        given.or(field).or(global).or(about)
    }

    /// The list that an index of what a step gives is none of.
    fn bad_value(&self, gives: Gives) -> Option<&'static str> {
        let within = |index: u32, length: usize, what| outside(index as usize, length, what);
        match gives {
            Gives::Const(at) => within(at, self.consts.len(), "no such constant"),
            Gives::Pool(at) | Gives::Pools(at) => within(at, self.pools.len(), "no such pool"),
            Gives::Field(at) => within(at, self.symbols.len(), "no such name"),
            Gives::Parts(at) => within(at, self.names.len(), "no such names"),
            Gives::Quantity(id) => outside(id.index(), self.program.units.all.len(), "no such unit"),
            // These have no index of their own, or one that is looked at as what they read or run.
            Gives::None
            | Gives::Any
            | Gives::YesNo
            | Gives::Sameness
            | Gives::Groups
            | Gives::Remaining
            | Gives::Text
            | Gives::Count
            | Gives::Number
            | Gives::Record
            | Gives::Records
            | Gives::Rows
            | Gives::Check
            | Gives::Local(_)
            | Gives::Global(_)
            | Gives::Sum
            | Gives::Product
            | Gives::Quotient
            | Gives::WholeQuotient
            | Gives::Remainder
            | Gives::First
            | Gives::Second
            | Gives::FirstList
            | Gives::List
            | Gives::Item
            | Gives::With
            | Gives::Clamped
            | Gives::Function(_)
            | Gives::Result
            | Gives::HasKey(_)
            | Gives::Built(_)
            | Gives::Picked(_)
            | Gives::ByRoll(_)
            | Gives::Drawn { .. } => None,
        }
    }

    /// The list that what a step runs is none of.
    fn bad_code(&self, runs: RunsCode) -> Option<&'static str> {
        let sites = |site: u32, length: usize| outside(site as usize, length, "no such place");
        match runs {
            RunsCode::Code(code) => outside(code.0 as usize, self.codes.len(), "no such code"),
            RunsCode::Proc(proc) => outside(proc.index(), self.procs.len(), "no such procedure"),
            RunsCode::Option(option) => outside(option.index(), self.options.len(), "no such option"),
            RunsCode::Draw(table)
            | RunsCode::DrawRow(table)
            | RunsCode::Lookup(table)
            | RunsCode::Cell(table)
            | RunsCode::HasKey(table)
            | RunsCode::DrawAmong(table)
            | RunsCode::OfTable(table) => outside(table.index(), self.program.tables.len(), "no such table"),
            RunsCode::HandedOver(of) => {
                outside(of.index(), self.unrolled.len(), "nothing such is handed over")
            }
            RunsCode::Query(site) => sites(site, self.queries.len()),
            RunsCode::Timer(site) => sites(site, self.timers.len()),
            RunsCode::Every(site) => sites(site, self.everys.len()),
            RunsCode::When(site) => sites(site, self.whens.len()),
            RunsCode::Nothing
            | RunsCode::AnyHandedOver
            | RunsCode::Effects
            | RunsCode::Sheets
            | RunsCode::Policies
            | RunsCode::WhatIsDue => None,
        }
    }
}

fn outside(index: usize, length: usize, what: &'static str) -> Option<&'static str> {
    (index >= length).then_some(what)
}

/// Whether a step is about a local that its code does not have.
fn bad_local(code: &Code, does: &Does) -> Option<&'static str> {
    let read = does.locals.read().into_iter().flatten();
    let far = read.chain(does.locals.set()).any(|local| local >= code.locals);
    far.then_some("no such local")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::plan::{JumpOp, Op, Value};

    fn flaw(ops: Vec<Op>) -> Option<String> {
        let mut plan = Plan { consts: std::iter::once(Value::int(1)).collect(), ..Plan::default() };
        let nowhere = Span::new(crate::base::SourceId(0), 0, 0);
        let spans = vec![nowhere; ops.len()];
        plan.codes.push(Arc::new(Code { ops, spans, locals: 1, ..Code::default() }));
        plan.verify(0).err().map(|flaw| flaw.what)
    }

    #[test]
    fn what_does_not_hold_together_is_found() {
        assert_eq!(flaw(vec![Op::Const(0), JumpOp::Return.into()]), None);
        let wrong = [
            (vec![Op::Const(1), JumpOp::Return.into()], "no such constant"),
            (vec![Op::Local(1), JumpOp::Return.into()], "no such local"),
            (vec![JumpOp::Return.into()], "takes 1 of 0"),
            (vec![Op::Const(0), Op::Const(0), JumpOp::Return.into()], "left below"),
            (vec![Op::Const(0)], "which is none"),
            (vec![Op::Const(0), JumpOp::Skip(7).into(), JumpOp::Return.into()], "which is none"),
            (
                vec![
                    Op::Const(0),
                    Op::Const(0),
                    JumpOp::SkipUnless(4).into(),
                    Op::Const(0),
                    JumpOp::Return.into(),
                ],
                "the stack is",
            ),
        ];
        for (ops, what) in wrong {
            let found = flaw(ops.clone()).unwrap_or_default();
            assert!(found.contains(what), "{ops:?}: {found}, not {what}");
        }
    }
}
