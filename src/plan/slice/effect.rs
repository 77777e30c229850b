//! Which steps make a difference by themselves, whatever becomes of what they give.

use super::KeptParts;
use super::sure::{Base, Sure};
use crate::check::Builtin;
use crate::plan::{Does, Fails, Needs, Parts, RunsCode};

/// Which operations make a difference by themselves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sinks {
    pub(super) kept: KeptParts,
    /// Whether anything is watched for, so that it matters when it is looked at.
    pub(super) is_watched: bool,
    /// Whether records are removed, so that one may be gone.
    pub(super) removes: bool,
}

impl Sinks {
    /// Whether a step makes a difference even where its value makes none: it may go wrong with what it
    /// takes, it changes what is no variable, or it draws luck that is kept.
    pub(super) fn holds(self, does: &Does, taken: &[Sure]) -> bool {
        let may_fail = match does.fails {
            // Who drew or looked up answers for it.
            Fails::Never | Fails::AsDrawn => false,
            Fails::Unless(needs) => !is_sure(needs, taken),
            Fails::IfGone => self.removes || !taken.first().is_some_and(|record| record.is(Base::Record)),
            Fails::May => true,
        };
        may_fail
            || does.lasts()
            || (does.luck && self.kept.luck)
            || (self.kept.steps && does.writes.holds(Parts::STEPS))
            || (self.is_watched && does.runs == RunsCode::WhatIsDue)
    }
}

/// Whether a step goes well with all that it may take here.
fn is_sure(needs: Needs, taken: &[Sure]) -> bool {
    let all = |is: fn(Sure) -> bool| taken.first().is_some_and(|of| is(*of));
    match (needs, taken) {
        (Needs::Function(builtin), taken) => function_is_sure(builtin, taken),
        (Needs::Sign, _) => all(|of| of.is_alike(of) && !of.is_word()),
        (Needs::YesNo, _) => all(Sure::is_yes_no),
        (Needs::FirstList, _) => all(Sure::is_list),
        (Needs::Fields, _) => all(Sure::has_fields),
        (Needs::Count, _) => all(|of| of.is_number() && of.whole && of.natural),
        (Needs::Number, _) => taken.last().is_some_and(|of| of.is_number()),
        (Needs::SecondList, _) => taken.get(1).is_some_and(|within| within.is_list()),
        (Needs::Sum, [a, b]) => a.adds_up(*b),
        (Needs::Product, [a, b]) => a.multiplies(*b),
        (Needs::Quotient, [a, b]) => a.divides_by(*b),
        (Needs::Order, [a, b]) => a.is_alike(*b) && !a.is_word(),
        (Needs::Standing, [a, b]) => a.is_word() && a.is_alike(*b),
        (Needs::Step, [word, by]) => word.is_word() && by.is_number(),
        (Needs::Check, [a, b, tie]) => a.is_number() && b.is_number() && tie.is_yes_no(),
        (Needs::Clamp, [of, low, high]) => of.is_alike(*low) && of.is_alike(*high) && !of.is_word(),
        // The verifier has seen that they take so many.
        (
            Needs::Sum
            | Needs::Product
            | Needs::Quotient
            | Needs::Order
            | Needs::Standing
            | Needs::Step
            | Needs::Check
            | Needs::Clamp,
            _,
        ) => false,
    }
}

fn function_is_sure(builtin: Builtin, taken: &[Sure]) -> bool {
    let numbers = || taken.iter().all(|of| of.is_number());
    match (builtin, taken) {
        (Builtin::Sum, [of]) => of.list && of.item().adds_up(of.item()),
        (Builtin::Sum, [a, b]) => a.is_number() && a.adds_up(*b),
        (Builtin::Floor | Builtin::Ceil | Builtin::Round | Builtin::Abs, [of]) => of.is_number(),
        (Builtin::Min | Builtin::Max, [_, _, ..]) => numbers(),
        (Builtin::Count | Builtin::Reverse | Builtin::Distinct, [of]) => of.list || of.is_rows(),
        (Builtin::Any | Builtin::All | Builtin::NoneOf | Builtin::Summary, [of]) => {
            of.list && of.item().is_yes_no()
        }
        (Builtin::Together, lists) => lists.iter().all(|of| of.is_list()),
        (Builtin::Worse | Builtin::Better, [word]) => word.is_word(),
        // They show whatever it is.
        (Builtin::Capital | Builtin::TitleCase | Builtin::Upper | Builtin::Lower | Builtin::ToText, [_]) => {
            true
        }
        _ => false,
    }
}
