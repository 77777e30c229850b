//! Who called whom: the places that led to one where something went wrong.

use std::sync::Arc;

use super::machine::Machine;
use super::{Fault, Frame};
use crate::base::Span;
use crate::diag::codes::running;
use crate::plan::{Plan, RunsCode, Value};
use crate::syntax::name_of;

/// Calls that are shown, at most: the innermost ones, and the first.
const MAX_CALLS_SHOWN: usize = 4;

impl Machine {
    /// A row that was applied without what its table is given, where that is what went wrong: the place of it is
    /// where it was applied.
    fn unnamed(&self, plan: &Plan, fault: Fault) -> Fault {
        if fault.code != &running::NOTHING {
            return fault;
        }
        let applied = self.frames.windows(2).rev().find_map(|pair| {
            let [caller, called] = pair else { return None };
            let code = plan.code(caller.code);
            code.ops.get(called.from as usize).filter(|op| op.does(plan).runs == RunsCode::Effects)?;
            // Effects are given what their table was given, and then the row.
            let mut given = self.stack.get(called.base as usize..)?.iter().enumerate();
            let row = given.find_map(|(at, value)| {
                let Value::Row(row) = value else { return None };
                (row.args.len() == at).then(|| Arc::clone(row))
            })?;
            Some((row, code.span(called.from)?))
        });
        let Some((row, at)) = applied else { return fault };
        let Some(table) = plan.program.tables.get(row.table.index()) else { return fault };
        let missing = table.params.iter().zip(row.args.iter()).find(|(_, arg)| **arg == Value::Nothing);
        let Some((param, _)) = missing else { return fault };
        let (table, param) = (&table.def.name, &param.name);
        let message = format!("`{table}` is applied without its `{param}`");
        let hero = plan.program.rosters.iter().find_map(|roster| roster.records.first());
        let hero = hero.map_or_else(|| "…".to_owned(), |hero| name_of(&hero.name));
        let help = format!("say which: `apply {table}({hero})`");
        let needed = fault.span.map(|span| (span, "needed here"));
        let fault = Fault { span: Some(at), ..Fault::new(fault.code, message).help(help) };
        needed.into_iter().fold(fault, |fault, (span, what)| fault.label(span, what))
    }

    /// Adds the calls that led to a fault, the nearest first.
    pub(super) fn with_trail(&self, plan: &Plan, fault: Fault) -> Fault {
        let fault = self.unnamed(plan, fault);
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
        let first = if calls.len() > MAX_CALLS_SHOWN { calls.pop() } else { None };
        calls.truncate(MAX_CALLS_SHOWN - usize::from(first.is_some()));
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
        RunsCode::Lookup(_) | RunsCode::Cell(_) | RunsCode::HasKey(_) => {
            format!("`{name}` is looked up here")
        }
        RunsCode::Draw(_) | RunsCode::DrawRow(_) | RunsCode::DrawAmong(_) => {
            format!("`{name}` is rolled here")
        }
        RunsCode::Code(_) | RunsCode::Proc(_) | RunsCode::Option(_) if !name.contains(' ') => {
            format!("`{name}` is called here")
        }
        RunsCode::Code(_)
        | RunsCode::Proc(_)
        | RunsCode::Option(_)
        | RunsCode::AnyHandedOver
        | RunsCode::Effects
        | RunsCode::Sheets
        | RunsCode::Policies
        | RunsCode::Query(_)
        | RunsCode::WhatIsDue
        | RunsCode::Nothing
        | RunsCode::OfTable(_)
        | RunsCode::HandedOver(_)
        | RunsCode::Timer(_)
        | RunsCode::Every(_)
        | RunsCode::When(_) => "this led to it".to_owned(),
    };
    Some((span, what))
}

/// Whether a place holds another one.
fn holds(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}
