//! Made-up programs and questions before three witnesses: exact odds, every run made one by one, and runs
//! with a seed. None of them uses what another one found.
//!
//! `TW_JUDGE=2000 cargo test --release --locked --lib judge::` judges more programs than usual, and
//! `TW_JUDGE_FROM=…` begins with another one.

#![cfg_attr(not(test), allow(dead_code, unused_imports))] // libFuzzer takes only a part of it.

#[cfg(test)]
mod again;
pub mod grow;

use std::collections::{BTreeMap, BTreeSet};

use self::grow::Grower;
use crate::base::Limits;
use crate::dist::Fraction;
use crate::modules::{Origin, SourceText};
use crate::odds::Route;
use crate::plan::FixedAnswers;
use crate::session::odds::{Odds, OddsAsk, Outcome};
use crate::session::{Reply, RollSeed, Session};

pub const PRELUDE: &str = include_str!("judge/prelude.tw");
/// So many runs at most are made one by one for a question.
const RUNS: u64 = 1_500;
/// More dice than this in one run are not rolled: the run is cut off.
const DRAWS: usize = 14;
/// So many runs with a seed are made for a question.
const SAMPLES: u64 = 200;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Seeds of what is grown in a test.
fn seeds(otherwise: u64) -> std::ops::Range<u64> {
    let from = number("TW_JUDGE_FROM", 1);
    from..from + number("TW_JUDGE", otherwise)
}

/// A session with a program loaded; `None` where the checker refuses it.
pub fn session_of(text: &str) -> Option<Session> {
    let limits = Limits { steps: 200_000, outcomes: 20_000, ..Limits::default() };
    let mut session = Session::with_limits(RollSeed::new(7), limits);
    let origin = Origin::Session("made up".into());
    let source = SourceText { name: "made up".into(), text: text.into(), origin };
    let reports = session.load_text(source);
    if reports.iter().any(|report| report.is_error()) {
        if std::env::var_os("TW_JUDGE_SHOW").is_some() {
            let first = reports.iter().find(|report| report.is_error()).expect("there is one");
            let from = first.primary.span.start as usize;
            let line = text[from..].lines().next().unwrap_or_default();
            eprintln!("refused: {} at `{line}`", first.message);
        }
        return None;
    }
    let mut answers = FixedAnswers::default();
    answers.defaults = true;
    session.set_answers(answers);
    Some(session)
}

type Outcomes = BTreeMap<String, Fraction>;

fn outcomes(odds: &Odds) -> Outcomes {
    let exact = |outcome: Outcome<'_>| {
        let weight = outcome.exact().or_else(|| outcome.at_least());
        weight.expect("exact odds").to_fraction()
    };
    let mut all = Outcomes::new();
    for outcome in odds.outcomes() {
        let sum = all.entry(outcome.json().to_string()).or_insert_with(Fraction::zero);
        *sum = sum.add(&exact(outcome));
    }
    all
}

/// Whether what every run gave can be what the exact odds say: the same, but for runs that were cut off.
fn agree(exact: &Odds, runs: &Odds) -> Result<(), String> {
    let (claimed, found) = (outcomes(exact), outcomes(runs));
    let slack = runs.residual.clone().unwrap_or_else(Fraction::zero);
    let missing = exact.residual.clone().unwrap_or_else(Fraction::zero);
    for text in claimed.keys().chain(found.keys()).collect::<BTreeSet<_>>() {
        let part = |of: &Outcomes| of.get(text).cloned().unwrap_or_else(Fraction::zero);
        let (claimed, found) = (part(&claimed), part(&found));
        let low = found.sub(&missing);
        if claimed < low || claimed > found.add(&slack) {
            return Err(format!("{text}: exact odds say {claimed}, all runs say {found} (cut off: {slack})"));
        }
    }
    Ok(())
}

/// Whether runs with a seed can have come from these odds: by chi-square over the outcomes that are
/// frequent enough, far beyond what chance would do in all tests ever made.
fn plausible(exact: &Odds, drawn: &Odds) -> Result<(), String> {
    let claimed: BTreeMap<String, f64> = exact.outcomes().fold(BTreeMap::new(), |mut all, outcome| {
        *all.entry(outcome.json().to_string()).or_insert(0.0) += outcome.p();
        all
    });
    let open = exact.residual.is_some();
    #[allow(clippy::cast_precision_loss)]
    let runs = SAMPLES as f64;
    let (mut sum, mut kinds, mut seen) = (0.0, 0u32, BTreeSet::new());
    for outcome in drawn.outcomes() {
        let text = outcome.json().to_string();
        let Some(p) = claimed.get(&text) else {
            if open {
                continue;
            }
            return Err(format!("{text} came up, but exact odds do not know it"));
        };
        if p * runs >= 5.0 {
            sum += (outcome.p() * runs - p * runs).powi(2) / (p * runs);
            kinds += 1;
        }
        seen.insert(text);
    }
    for (text, p) in &claimed {
        if !seen.contains(text) && p * runs >= 5.0 {
            sum += p * runs;
            kinds += 1;
        }
    }
    let bound = f64::from(kinds) + 8.0 * (2.0 * f64::from(kinds)).sqrt() + 32.0;
    if sum > bound { Err(format!("chi-square {sum:.1} over {kinds} outcomes")) } else { Ok(()) }
}

/// What became of a question.
#[derive(Default)]
pub struct Tally {
    held: usize,
    wrong_both: usize,
    too_many: usize,
    over_budget: usize,
    sampled: usize,
}

impl std::fmt::Display for Tally {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "{} held, {} of them against samples; {} went wrong in all, {} had too many runs, {} were over budget",
            self.held, self.sampled, self.wrong_both, self.too_many, self.over_budget
        )
    }
}

fn first_code(reply: &Reply) -> &str {
    reply.reports.first().map_or("none", |report| report.code)
}

/// Hears all witnesses about one question.
pub fn judge(session: &mut Session, question: &str, tally: &mut Tally) -> Result<(), String> {
    let Some(runs) = session.asking().enumerated(question, RUNS, DRAWS).transpose() else {
        tally.too_many += 1;
        return Ok(());
    };
    let ask = OddsAsk { exact_only: true, ..OddsAsk::default() };
    let exact = session.odds(question, &ask, &|_| {}).map(|(odds, _)| odds);
    let (exact, runs) = match (exact, runs) {
        (Ok(exact), Ok(runs)) => (exact, runs),
        // What goes wrong in some run goes wrong for exact odds.
        (Err(_), Err(_)) => {
            tally.wrong_both += 1;
            return Ok(());
        }
        (Ok(_), Err(reply)) => return Err(format!("a run fails with {}", first_code(&reply))),
        (Err(reply), Ok(_)) if first_code(&reply).starts_with("TW08") => {
            tally.over_budget += 1;
            return Ok(());
        }
        (Err(reply), Ok(_)) => {
            let why = reply.reports.first().map_or("", |report| report.message.as_str());
            return Err(format!("exact odds fail with {}: {why}", first_code(&reply)));
        }
    };
    agree(&exact, &runs)?;
    tally.held += 1;
    let ask = OddsAsk { samples: Some(SAMPLES), route: Route::Steps, ..OddsAsk::default() };
    if let Ok((drawn, _)) = session.odds(question, &ask, &|_| {}) {
        plausible(&exact, &drawn)?;
        tally.sampled += 1;
    }
    Ok(())
}

/// The kinds of nodes that a file of the syntax of programs declares in an enum.
fn kinds_of(source: &str, name: &str) -> Vec<String> {
    let start = source.find(&format!("enum {name} {{")).expect("the enum is there");
    let body = &source[start..];
    let body = &body[..body.find("\n}").expect("it ends")];
    let is_variant = |line: &&str| {
        line.strip_prefix("    ")
            .is_some_and(|line| line.starts_with(|first: char| first.is_ascii_uppercase()))
    };
    let word = |line: &str| line.trim().chars().take_while(char::is_ascii_alphanumeric).collect();
    body.lines().filter(is_variant).map(word).collect()
}

/// Node kinds that stand in what was judged, as programs show themselves.
fn note_kinds(session: &Session, reached: &mut BTreeSet<String>) {
    let shown = format!("{:?}", session.program());
    for (mark, of) in [("Expr { kind: ", "Expr"), ("Stmt { kind: ", "Stmt")] {
        for (at, _) in shown.match_indices(mark) {
            let rest = &shown[at + mark.len()..];
            let word: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
            reached.insert(format!("{of}::{word}"));
        }
    }
}

/// The enums of steps, with the steps that hold others.
const STEPS: [(&str, &str); 6] = [
    ("Op", ""),
    ("JumpOp", "Jump"),
    ("DiceOp", "Dice"),
    ("TableOp", "Table"),
    ("PlayOp", "Play"),
    ("TimeOp", "Time"),
];

/// The steps that a program was made into.
#[cfg(test)]
fn note_steps(session: &Session, reached: &mut BTreeSet<String>) {
    for op in session.plan().codes.iter().flat_map(|code| &code.ops) {
        let shown = format!("{op:?}");
        let mut words = shown.split(|of: char| !of.is_ascii_alphanumeric());
        let first = words.next().unwrap_or_default();
        reached.insert(format!("Op::{first}"));
        if let Some((of, _)) = STEPS.iter().find(|(_, holds)| *holds == first) {
            reached.insert(format!("{of}::{}", words.next().unwrap_or_default()));
        }
    }
}

/// Kinds that no made-up program can hold.
const BEYOND: [&str; 10] = [
    // Made-up questions hold them; procedures cannot.
    "Expr::Bind",
    "Expr::Exploding",
    "Expr::Parts",
    // Reports have been made of it, and no program.
    "Expr::Broken",
    // They stand in tests and at the top of a script alone.
    "Stmt::Expect",
    "Stmt::With",
    "PlayOp::Expect",
    "PlayOp::ScriptBegin",
    "PlayOp::ScriptEnd",
    // Only what is asked of a table's rows is made into it.
    "TableOp::DrawRow",
];

/// The parts that a made-up procedure returns.
const PARTS: [&str; 6] = ["a", "g", "mood", "hp", "found", "e"];

#[test]
fn made_up_programs_have_the_odds_of_their_runs() {
    let (mut tally, mut reached, mut refused, mut faults) =
        (Tally::default(), BTreeSet::new(), 0, Vec::new());
    for seed in seeds(50) {
        let made = Grower::new(seed).program();
        let Some(mut session) = session_of(&format!("{PRELUDE}\n{made}")) else {
            refused += 1;
            continue;
        };
        note_kinds(&session, &mut reached);
        note_steps(&session, &mut reached);
        let parts = PARTS.map(|part| format!("made().{part}"));
        for question in ["made()", "h after made()"].into_iter().chain(parts.iter().map(String::as_str)) {
            let too_many = tally.too_many;
            if let Err(why) = judge(&mut session, question, &mut tally) {
                faults.push(format!("seed {seed}, {question}: {why}\n{made}"));
                break;
            }
            // A part of it has the same runs.
            if tally.too_many > too_many {
                break;
            }
        }
    }
    println!("{tally}; {refused} refused");
    assert!(tally.over_budget * 10 <= tally.held, "too many were over budget");
    assert!(faults.is_empty(), "{} disagree\n{}", faults.len(), faults[..faults.len().min(5)].join("\n"));
    let exprs = kinds_of(include_str!("../../src/check/program/expr.rs"), "ExprKind");
    let stmts = kinds_of(include_str!("../../src/check/program/stmt.rs"), "StmtKind");
    let all = exprs.iter().map(|kind| format!("Expr::{kind}"));
    let all = all.chain(stmts.iter().map(|kind| format!("Stmt::{kind}")));
    let steps = STEPS.iter().flat_map(|(of, _)| {
        let kinds = kinds_of(include_str!("../../src/plan/op.rs"), of);
        kinds.into_iter().map(move |kind| format!("{of}::{kind}"))
    });
    let all = all.chain(steps);
    let missed: Vec<String> =
        all.filter(|kind| !reached.contains(kind) && !BEYOND.contains(&kind.as_str())).collect();
    println!("{} kinds of nodes and steps were reached", reached.len());
    assert!(missed.is_empty(), "no program held {}", missed.join(", "));
}

#[test]
fn made_up_questions_have_the_odds_of_their_runs() {
    let (mut tally, mut faults) = (Tally::default(), Vec::new());
    let mut session = session_of(PRELUDE).expect("the prelude is sound");
    let mut refused = 0;
    for seed in seeds(200) {
        let question = Grower::new(seed).question();
        if session
            .odds(&question, &OddsAsk { samples: Some(1), ..OddsAsk::default() }, &|_| {})
            .is_err_and(|reply| reply.reports.iter().any(|report| !report.code.starts_with("TW07")))
        {
            if std::env::var_os("TW_JUDGE_SHOW").is_some() {
                eprintln!("refused: {question}");
            }
            refused += 1;
            continue;
        }
        if let Err(why) = judge(&mut session, &question, &mut tally) {
            faults.push(format!("seed {seed}: {question}\n  {why}"));
        }
    }
    println!("{tally}; {refused} refused");
    assert!(faults.is_empty(), "{} disagree\n{}", faults.len(), faults.join("\n"));
    assert!(tally.held * 2 > refused, "too few questions were judged");
}
