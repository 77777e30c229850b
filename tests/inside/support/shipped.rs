//! What the shipped rule-sets and the examples can be asked for, and how samples are judged.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::base::Limits;
use crate::check::program::{Def, Kind, Param, Program};
use crate::dist::Nat;
use crate::odds::Route;
use crate::plan::{FixedAnswers, Value};
use crate::session::odds::{Odds, OddsAsk};
use crate::session::{RollSeed, Session};

/// The files of the library and the examples.
pub fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["library", "examples", "examples/play"].map(|folder| root.join(folder));
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "tw" || end == "md"));
    paths.sort();
    paths
}

/// A session with a file loaded, whose exact odds may have so many outcomes and states.
pub fn loaded(path: &Path, outcomes: u64) -> Session {
    let mut session = Session::with_limits(RollSeed::new(7), Limits { outcomes, ..Limits::default() });
    session.load(path).expect("a readable file");
    // What asks is answered by its defaults.
    let mut answers = FixedAnswers::default();
    answers.defaults = true;
    session.set_answers(answers);
    session
}

/// Arguments for parameters: none where there are defaults, small numbers for numbers, a word for words.
fn arguments(program: &Program, params: &[Param]) -> Option<String> {
    let needed = params.iter().filter(|param| param.default.is_none());
    let given = needed.enumerate().map(|(at, param)| match &param.kind {
        Kind::Number | Kind::Any => Some((at + 2).to_string()),
        Kind::Word(scale) => Some(format!("\"{}\"", program.scales.get(scale.index())?.words.last()?)),
        Kind::YesNo => Some("yes".to_owned()),
        Kind::Dice => Some("d20".to_owned()),
        _ => None,
    });
    given.collect::<Option<Vec<_>>>().map(|given| given.join(", "))
}

/// A file's own tables, and the dice that they are rolled with.
pub fn tables(session: &Session) -> Vec<String> {
    let program = session.program();
    let own = |def: &Def| program.started.contains(&def.module);
    let mut all = Vec::new();
    for table in program.tables.iter().filter(|table| own(&table.def) && table.stub.is_none()) {
        if table.params.iter().all(|param| param.default.is_some()) {
            all.push(table.def.name.to_string());
        }
        if table.die.is_some() && table.params.is_empty() {
            all.push(table.die_text.to_string());
        }
    }
    all.sort();
    all.dedup();
    all
}

/// A file's own functions and procedures with arguments, and rows of its tables by their keys.
pub fn calls(session: &Session) -> Vec<String> {
    let program = session.program();
    let own = |def: &Def| program.started.contains(&def.module);
    let mut all = Vec::new();
    for table in program.tables.iter().filter(|table| own(&table.def) && table.stub.is_none()) {
        if table.params.iter().all(|param| param.default.is_some()) {
            let keys = table.rows.iter().step_by(2).take(3).map(|row| row.key.text.trim());
            all.extend(keys.map(|key| format!("{}[{key}]", table.def.name)));
        }
    }
    for function in program.fns.iter().filter(|function| own(&function.def)) {
        all.extend(
            arguments(program, &function.params).map(|given| format!("{}({given})", function.def.name)),
        );
    }
    for procedure in program.procs.iter().filter(|procedure| own(&procedure.def)) {
        all.extend(
            arguments(program, &procedure.params).map(|given| format!("{}({given})", procedure.def.name)),
        );
    }
    all
}

/// The exact odds, where there are any.
pub fn exact(session: &mut Session, expr: &str) -> Option<Odds> {
    let ask = OddsAsk { exact_only: true, ..OddsAsk::default() };
    session.odds(expr, &ask, &|_| {}).ok().map(|(odds, _)| odds)
}

/// So many samples, drawn at once where that can be, or step by step.
pub fn sampled(session: &mut Session, expr: &str, runs: u64, route: Route) -> Odds {
    let ask = OddsAsk { samples: Some(runs), route, ..OddsAsk::default() };
    match session.odds(expr, &ask, &|_| {}) {
        Ok((odds, _)) => odds,
        Err(reply) => panic!("{expr}: {:?}", reply.reports),
    }
}

/// The outcomes with their weights.
pub fn weighed(odds: &Odds) -> Vec<(Value, Nat)> {
    odds.outcomes().map(|outcome| (outcome.value().clone(), outcome.weight().clone())).collect()
}

/// How likely each text is: outcomes that look alike are one.
pub fn by_text(odds: &Odds) -> BTreeMap<String, f64> {
    let mut all = BTreeMap::new();
    for outcome in odds.outcomes() {
        *all.entry(outcome.text()).or_insert(0.0) += outcome.p();
    }
    all
}

/// How far samples lie from exact odds, as a number of standard deviations: chi-square over all outcomes
/// of which some should have come up, the rarer ones together, made normal (Wilson and Hilferty).
pub fn chi_square(exact: &Odds, sampled: &Odds, runs: u64) -> f64 {
    const FEW: f64 = 10.0;
    let runs = runs as f64;
    let seen = by_text(sampled);
    let (mut sum, mut cells) = (0.0, 0u32);
    let (mut rare, mut rare_seen) = (0.0, 0.0);
    for (text, p) in by_text(exact) {
        let (wanted, met) = (p * runs, seen.get(&text).copied().unwrap_or(0.0) * runs);
        if wanted < FEW {
            rare += wanted;
            rare_seen += met;
            continue;
        }
        sum += (met - wanted).powi(2) / wanted;
        cells += 1;
    }
    if rare >= FEW {
        sum += (rare_seen - rare).powi(2) / rare;
        cells += 1;
    }
    if cells < 2 {
        return 0.0;
    }
    deviations(sum, f64::from(cells - 1))
}

/// How many standard deviations a chi-square with so many degrees of freedom is off (Wilson and Hilferty).
pub fn deviations(sum: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((sum / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}
