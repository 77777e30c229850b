//! Who called whom: the places that led to one where something went wrong.

use super::machine::Machine;
use super::{Fault, Frame};
use crate::base::Span;
use crate::plan::{Plan, Runs};

/// Calls that are shown, at most: the innermost ones, and the first.
const MOST: usize = 4;

impl Machine {
    /// Adds the calls that led to a fault, the nearest first.
    pub(super) fn with_trail(&self, plan: &Plan, fault: Fault) -> Fault {
        let mut last = fault.span;
        let mut calls: Vec<(Span, String)> = Vec::new();
        for pair in self.frames.windows(2).rev() {
            let [caller, called] = pair else { continue };
            let Some((at, what)) = call(plan, caller, called) else { continue };
            // What stands in the caller's own text is no other place.
            if last.is_some_and(|last| holds(at, last)) || fault.labels.iter().any(|label| label.span == at) {
                continue;
            }
            last = Some(at);
            if !calls.iter().any(|(known, _)| *known == at) {
                calls.push((at, what));
            }
        }
        // What is missing in a definition is missed where it was asked for.
        let mut fault = fault;
        if !calls.is_empty() && fault.labels.iter().any(|label| Some(label.span) == fault.span) {
            fault.span = Some(calls.remove(0).0);
        }
        let first = if calls.len() > MOST { calls.pop() } else { None };
        calls.truncate(MOST - usize::from(first.is_some()));
        calls.into_iter().chain(first).fold(fault, |fault, (at, what)| fault.label(at, what))
    }
}

/// Where a frame called the one within it, and in words; nothing where nobody wrote that.
fn call(plan: &Plan, caller: &Frame, called: &Frame) -> Option<(Span, String)> {
    let code = plan.code(caller.code);
    let at = called.from;
    let span = code.span(at).filter(|span| span.source.0 != u32::MAX)?;
    let name = &plan.code(called.code).name;
    let does = code.ops.get(at as usize)?.does(plan);
    let what = match does.runs {
        Runs::Lookup(_) | Runs::Cell(_) | Runs::HasKey(_) => format!("`{name}` is looked up here"),
        Runs::Draw(_) | Runs::DrawRow(_) | Runs::DrawAmong(_) => format!("`{name}` is rolled here"),
        Runs::Code(_) | Runs::Proc(_) | Runs::Option(_) if !name.contains(' ') => {
            format!("`{name}` is called here")
        }
        Runs::Code(_)
        | Runs::Proc(_)
        | Runs::Option(_)
        | Runs::AnyHandedOver
        | Runs::Effects
        | Runs::Sheets
        | Runs::Policies
        | Runs::Query(_)
        | Runs::WhatIsDue
        | Runs::Nothing
        | Runs::OfTable(_)
        | Runs::HandedOver(_)
        | Runs::Timer(_)
        | Runs::Every(_)
        | Runs::When(_) => "this led to it".to_owned(),
    };
    Some((span, what))
}

/// Whether a place holds another one.
fn holds(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}
