//! Arguments that do not fit: what a call is told that gives too many, too few, or others than are taken.
//!
//! There may be thousands of parameters: of these the first are named.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::params::what_it_takes;
use crate::base::{Span, closest};
use crate::check::program::{Args, Def, Kind, Param, ProcId, Program};
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Argument};

/// Where each parameter stands, by its name, if some argument has one.
pub(super) fn places_of<'p>(params: &'p [Param], args: &[Argument]) -> FxHashMap<&'p str, usize> {
    let named = args.iter().any(|arg| arg.name.is_some());
    let params = if named { params } else { &[] };
    // Of several with one name the first counts.
    params.iter().enumerate().rev().map(|(at, param)| (&*param.name, at)).collect()
}

/// So many parameters are named in a report.
const MOST_NAMED: usize = 12;

/// A function, table or procedure as it is called.
pub(super) fn signature(def: &Def, params: &[Param]) -> String {
    let names: Vec<&str> = params.iter().take(MOST_NAMED).map(|param| &*param.name).collect();
    let more = if params.len() > MOST_NAMED { ", …" } else { "" };
    format!("{}({}{more})", def.name, names.join(", "))
}

/// The questions that a procedure asks.
fn questions(program: &Program, proc: Option<ProcId>) -> Vec<Arc<str>> {
    let procedure = proc.and_then(|id| program.procs.get(id.index()));
    let asked = procedure.into_iter().flat_map(|procedure| &procedure.prompts);
    asked.filter_map(|id| program.prompts.get(id.index())).map(|prompt| prompt.name.clone()).collect()
}

/// Says how the questions of a procedure are answered by its caller, where it asks any.
fn with_questions(report: Diagnostic, asked: &[Arc<str>]) -> Diagnostic {
    if asked.is_empty() {
        return report;
    }
    let answers = asked.iter().take(MOST_NAMED).map(|name| format!("`{name} = …`"));
    let answers: Vec<String> = answers.collect();
    report.help(format!("what it asks is answered by name: {}", answers.join(", ")))
}

/// Reports more arguments than are taken.
#[expect(clippy::too_many_arguments, reason = "one report, and all it says")]
pub(super) fn too_many(
    reports: &mut Reports,
    program: &Program,
    def: &Def,
    params: &[Param],
    proc: Option<ProcId>,
    args: &[Argument],
    given: usize,
    span: Span,
) {
    let message = format!("`{}` takes {}, found {given}", def.name, arguments_text(params.len()));
    let at = args.get(params.len()).map_or(span, |arg| arg.value.span);
    let report = Diagnostic::error(&codes::kinds::ARGUMENTS, at, message);
    let report = report.here("one too many").label(def.span, signature(def, params));
    reports.add(with_questions(report, &questions(program, proc)));
}

/// Reports parameters that are given nothing.
pub(super) fn missing(
    reports: &mut Reports,
    program: &Program,
    def: &Def,
    params: &[Param],
    values: &Args,
    span: Span,
) {
    let unfilled =
        params.iter().zip(values).filter(|(param, value)| value.is_none() && param.default.is_none());
    let unfilled: Vec<&Param> = unfilled.map(|(param, _)| param).collect();
    if unfilled.is_empty() {
        return;
    }
    let named = unfilled.iter().take(MOST_NAMED);
    let mut missing: Vec<String> = named.clone().map(|param| format!("`{}`", param.name)).collect();
    if let Some(more) = unfilled.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
        missing.push(format!("{more} more"));
    }
    let message = format!("`{}` needs {}", def.name, missing.join(" and "));
    let mut report = Diagnostic::error(&codes::kinds::ARGUMENTS, span, message);
    for param in named.filter(|param| param.kind != Kind::Any) {
        report = report.help(what_it_takes(program, def, params, param));
    }
    reports.add(report.label(def.span, signature(def, params)));
}

/// Reports an argument by a name that no parameter has.
pub(super) fn unknown_argument(
    reports: &mut Reports,
    program: &Program,
    def: &Def,
    params: &[Param],
    proc: Option<ProcId>,
    name: &ast::Name,
) {
    let message = format!("`{}` has no parameter `{}`", def.name, name.text);
    let mut report = Diagnostic::error(&codes::names::UNKNOWN_ARGUMENT, name.span, message);
    report = report.label(def.span, signature(def, params));
    if !reports.may_compare(params.len()) {
        return reports.add(report);
    }
    let mut known: Vec<Arc<str>> = params.iter().map(|param| param.name.clone()).collect();
    let asked = questions(program, proc);
    known.extend(asked.iter().cloned());
    report = match closest(&name.text, known.iter().map(|known| &**known)) {
        Some(near) => report.did_you_mean(near, name.span),
        None => with_questions(report, &asked),
    };
    reports.add(report);
}

pub(super) fn arguments_text(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        more => format!("{more} arguments"),
    }
}
