//! Two routes to every number: exact odds against samples, drawn at once and step by step.

use std::path::Path;

use super::support::shipped::{
    by_text, calls, chi_square, deviations, exact, loaded, sampled, sources, tables, weighed,
};
use crate::base::Limits;
use crate::engine::Chance;
use crate::engine::luck::{Seed, Words};
use crate::modules::{Origin, SourceText};
use crate::odds::Route;
use crate::session::odds::{Method, Odds, OddsAsk, Outcome};
use crate::session::{RollSeed, Session};

/// Runs of each expression.
const RUNS: u64 = 400;

/// Every outcome came up as often as it should, within six standard errors, and so did the mean.
fn agree(expr: &str, exact: &Odds, sampled: &Odds, runs: u64) {
    // A few hits more, because rare outcomes are not spread normally.
    const FEW: f64 = 6.0;
    let runs = runs as f64;
    let (known, seen) = (by_text(exact), by_text(sampled));
    for (text, p) in &known {
        let slack = 6.0 * (runs * p * (1.0 - p)).max(0.0).sqrt() + FEW;
        let (wanted, met) = (runs * p, runs * seen.get(text).copied().unwrap_or(0.0));
        assert!((wanted - met).abs() <= slack, "{expr}: {text} {met} times, not {wanted}");
    }
    if exact.residual.is_none() {
        for text in seen.keys() {
            assert!(known.contains_key(text), "{expr}: {text} cannot come up");
        }
    }
    if let (Some(wanted), Some(met), Some(sd)) = (exact.mean_f, sampled.mean_f, exact.sd_f) {
        assert!((wanted - met).abs() <= 6.0 * sd / runs.sqrt() + 1e-9, "{expr}: mean {met}, not {wanted}");
    }
}

#[test]
fn samples_of_all_that_is_shipped_agree_with_exact_odds() {
    let mut held = 0;
    for path in sources() {
        let mut session = loaded(&path, 50_000);
        for expr in tables(&session).into_iter().chain(calls(&session)) {
            // Charts are not rolled: what is refused has no odds.
            let Some(odds) = exact(&mut session, &expr) else { continue };
            let expr = expr.as_str();
            let certain = odds.count() == 1;
            let runs = if certain { 1 } else { RUNS };
            agree(expr, &odds, &sampled(&mut session, expr, runs, Route::Steps), runs);
            agree(expr, &odds, &sampled(&mut session, expr, runs, Route::Quickest), runs);
            held += u32::from(!certain);
        }
    }
    assert!(held >= 85, "only {held} expressions");
}

/// Where a die that is known beforehand alone decides, nothing is run for the odds of rows: they are those of the
/// machine all the same.
#[test]
fn the_odds_of_rows_are_those_of_the_machine() {
    let tables = [
        "table t rolls d100\n  1-30: a\n  31-99: b\n  100: c\nend",
        "table t rolls 2d6 - 1 clamp\n  3-5: a\n  6: b\n  7-9: c\nend",
        "table t rolls 4d6kh3\n  3-8, 17: a\n  9-16: b\n  18: c\nend",
        "table t rolls 4dF\n  -4 to -1: a\n  0: b\n  1 to 4: c\nend",
        "table t rolls 3d6c>=5\n  0: a\n  1-2: b\n  3: c\nend",
        "let x = 2\ntable t rolls d6\n  1-3 when x > 1: a\n  1-4: b\n  5-6: c\nend",
    ];
    for table in tables {
        let mut session = Session::new(RollSeed::new(7));
        let reply = session.submit(table);
        assert!(reply.is_done(), "{table}: {:?}", reply.reports);
        let rows = session.row_odds("t").expect("a table");
        let ask = OddsAsk { exact_only: true, route: Route::Steps, ..OddsAsk::default() };
        let (odds, _) = session.odds("t", &ask, &|_| {}).expect("odds");
        for (row, chance) in rows.table.rows.iter().zip(&rows.chances) {
            let outcome = odds.outcomes().find(|outcome| outcome.text() == *row.name);
            assert_eq!(outcome.and_then(Outcome::exact).as_ref(), Some(chance), "{table}");
        }
    }
}

#[test]
fn runs_that_walk_are_the_runs_that_take_every_step() {
    let mut held = 0;
    for path in sources() {
        let mut session = loaded(&path, 2000);
        for expr in tables(&session).into_iter().chain(calls(&session)) {
            let sampled = |session: &mut Session, route| {
                let ask = OddsAsk { samples: Some(200), route, ..OddsAsk::default() };
                session.odds(&expr, &ask, &|_| {}).ok().map(|(odds, _)| weighed(&odds))
            };
            let walked = sampled(&mut session, Route::Walks);
            assert_eq!(walked, sampled(&mut session, Route::Steps), "{}: {expr}", path.display());
            held += u32::from(walked.is_some_and(|outcomes| outcomes.len() > 1));
        }
    }
    assert!(held >= 85, "only {held} expressions");
}

/// Long runs, runs that change who is there, runs that end by chance, and how many steps they may take.
const RUNS_OF_MANY_KINDS: [(&str, u64); 6] = [
    ("long(150)", 1_000_000),
    ("fight()", 1_000_000),
    ("search()", 1_000_000),
    ("waits()", 1_000_000),
    // Here the longest runs are too long.
    ("waits()", 300),
    ("fight()", 250),
];

/// Runs are made in pieces of 1,024.
const MORE_THAN_TWO_PIECES: u64 = 2_100;

#[test]
fn runs_side_by_side_are_the_runs_that_take_every_step() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inside/support/runs.tw");
    let on = |threads: usize, expr: &str, steps: u64, route: Route| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut session = Session::with_limits(RollSeed::new(7), Limits { steps, ..Limits::default() });
            session.load(&path).expect("a readable file");
            let ask = OddsAsk { samples: Some(MORE_THAN_TWO_PIECES), route, ..OddsAsk::default() };
            match session.odds(expr, &ask, &|_| {}) {
                Ok((odds, _)) => Ok(weighed(&odds)),
                Err(reply) => Err(reply.reports),
            }
        })
    };
    let mut stopped = 0;
    for (expr, steps) in RUNS_OF_MANY_KINDS {
        let wanted = on(1, expr, steps, Route::Steps);
        assert_eq!(on(1, expr, steps, Route::Walks), wanted, "{expr}");
        assert_eq!(on(3, expr, steps, Route::Walks), wanted, "{expr} on three threads");
        stopped += usize::from(wanted.is_err());
    }
    assert_eq!(stopped, 2);
}

/// Samples of each table and die: enough to see a weight that is off by a thousandth.
const TEN_MILLION: u64 = 10_000_000;
/// Further off than this is one in two million.
const FAR: f64 = 5.0;

#[test]
fn samples_of_every_table_and_die_are_spread_as_they_should() {
    let mut held = 0;
    for path in sources() {
        let mut session = loaded(&path, 20_000);
        for expr in tables(&session) {
            let Some(odds) = exact(&mut session, &expr) else { continue };
            let samples = sampled(&mut session, &expr, TEN_MILLION, Route::Quickest);
            let far = chi_square(&odds, &samples, TEN_MILLION);
            assert!(far.abs() < FAR, "{}: {expr}: {far:.2} standard deviations", path.display());
            held += 1;
        }
    }
    assert!(held >= 40, "only {held} tables and dice");
}

#[test]
fn faces_that_runs_throw_one_by_one_are_spread_as_they_should() {
    for sides in [2, 3, 4, 6, 8, 10, 12, 20, 30, 66, 100, 1000] {
        let mut counts = vec![0u64; sides as usize];
        let mut words = Words::from(Seed(7), 0);
        for _ in 0..TEN_MILLION / 16 {
            words.next_run();
            for _ in 0..16 {
                counts[words.face(sides).expect("a face") as usize - 1] += 1;
            }
        }
        let wanted = TEN_MILLION as f64 / f64::from(sides);
        let sum = counts.iter().map(|count| (*count as f64 - wanted).powi(2) / wanted).sum();
        let far = deviations(sum, f64::from(sides - 1));
        assert!(far.abs() < FAR, "d{sides}: {far:.2} standard deviations");
    }
}

const EXPRESSIONS: [&str; 30] = [
    "2d6",
    "4d6kh3 + 2",
    "d20 - d12",
    "2d6 * 10",
    "(d8 + 3) / 2",
    "floor(d20 / 3)",
    "max(d6, d8)",
    "min(d6, d8, d10)",
    "-(d4) + d6",
    "2d6 >= 9",
    "d20 + 5 > d12 + 8",
    "6d10c>=8",
    "6d10c>=8 cf=1",
    "{d8!limit 2, d6}kh1",
    "not (d6 == 6)",
    "4d6!",
    "4d6!!",
    "3d6!p",
    "6d6r<2",
    "6d6ro<3kh3",
    "8d4kh4!",
    "(d4)d6kh2",
    "(d3)d4",
    "3 times 2d6",
    "sort (3 times d6)",
    "adv d20",
    "1 in 6",
    "d{\"hit\",\"miss\",\"miss\"}",
    "check(adv d20 + 2, 12).margin",
    "\"{2d6} wolves and {d4 + 1} crows\"",
];

#[test]
fn samples_of_expressions_agree_with_exact_odds() {
    let mut session = Session::new(RollSeed::new(7));
    for expr in EXPRESSIONS {
        let Some(odds) = exact(&mut session, expr) else { panic!("{expr} has no exact odds") };
        agree(expr, &odds, &sampled(&mut session, expr, RUNS, Route::Quickest), RUNS);
        agree(expr, &odds, &sampled(&mut session, expr, RUNS, Route::Steps), RUNS);
    }
    // So fine that a batch of rolls would show nothing of the spread.
    let many = sampled(&mut session, "1000d6", 100_000, Route::Quickest);
    assert!(matches!(many.method, Method::Samples { samples: 100_000, .. }));
    assert!((many.mean_f.expect("a number") - 3500.0).abs() < 6.0 * 54.01 / 100_000f64.sqrt());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let on = |threads: usize, expr: &str, route: Route| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| weighed(&sampled(&mut Session::new(RollSeed::new(7)), expr, 3000, route)))
    };
    for (expr, route) in [
        ("4d6kh3 + (d3)d4", Route::Steps),
        ("4d6kh3", Route::Quickest),
        ("\"{40d6} {40d6}\"", Route::Quickest),
    ] {
        assert_eq!(on(1, expr, route), on(3, expr, route), "{expr}");
    }
}

#[test]
fn texts_made_of_segments_are_those_of_the_machine() {
    let mut session = Session::new(RollSeed::new(7));
    let source = "table hoard rolls 2d4\n  2-4: {d6} coins\n  5-6: {gem} and {gem}\n  7+: {2d6 * 10} gp\nend table\n\
                  table gem\n| weight | gem |\n|---|---|\n| 3 | a {d4 + 1} ct ruby |\n| 1 | nothing |\n";
    let reports = session.load_text(text(source));
    assert!(!reports.iter().any(crate::diag::Diagnostic::is_error), "{reports:?}");
    for expr in ["\"Here: {hoard}.\"", "\"{gem}, {gem}\""] {
        let odds = exact(&mut session, expr).expect(expr);
        let mut words = Words::from(Seed(7), 0);
        let made = session.asking().texts(expr).ok().flatten().expect("rows and dice");
        let known = |text: &str| odds.outcomes().any(|outcome| outcome.text() == text);
        for _ in 0..500 {
            words.next_run();
            let mut text = String::new();
            made.write(&mut words, &mut text);
            assert!(known(&text), "{expr}: {text}");
        }
        agree(expr, &odds, &sampled(&mut session, expr, RUNS, Route::Quickest), RUNS);
    }
}

fn text(source: &str) -> crate::modules::SourceText {
    crate::modules::SourceText {
        name: "test.tw".into(),
        text: source.into(),
        origin: crate::modules::Origin::Session("test".into()),
    }
}

#[test]
fn steps_that_no_run_took_are_named() {
    let mut session = Session::new(RollSeed::new(7));
    let text = "keep hp = 10\nprocedure day\n  step march\n    hp -= d6\n  end step\n  if hp > 500\n    step feast\n      hp += 1\n    end step\n  end if\nend procedure\nprocedure trip\n  repeat 20 times\n    do day\n  end repeat\n  return hp\nend procedure\n";
    let origin = Origin::Session("trip".into());
    let reports = session.load_text(SourceText { name: "trip".into(), text: text.into(), origin });
    assert!(reports.is_empty(), "{reports:?}");
    for route in [Route::Quickest, Route::Walks, Route::Steps] {
        assert_eq!(sampled(&mut session, "trip", 100, route).never, ["feast (day)"], "{route:?}");
    }
}

fn loaded_text(source: &str) -> Session {
    let mut session = Session::new(RollSeed::new(7));
    let reports = session.load_text(text(source));
    assert!(!reports.iter().any(crate::diag::Diagnostic::is_error), "{reports:?}");
    session
}

/// Questions with a condition, and questions within a question: what they are about is sampled.
#[test]
fn samples_of_a_question_are_samples_of_what_it_is_about() {
    let mut session = Session::new(RollSeed::new(7));
    for expr in ["a + b given a > b where a = d20, b = d20", "odds 2d6 given d6 > 4", "d6 + d8 given 1 in 6"]
    {
        let odds = exact(&mut session, expr).expect(expr);
        for route in [Route::Quickest, Route::Walks, Route::Steps, Route::Apart] {
            let samples = sampled(&mut session, expr, 20_000, route);
            let Method::Samples { samples: runs, .. } = samples.method else { panic!("{expr}: no samples") };
            assert!(runs > 2000 && samples.note.is_some(), "{expr}: {runs} runs");
            agree(expr, &odds, &samples, runs);
        }
    }
    // `chance` and `mean` of samples: yes and no, and the mean with its interval.
    let chance = sampled(&mut session, "chance(d6 == 6 given d6 > 1)", 20_000, Route::Quickest);
    assert_eq!(chance.count(), 2);
    let mean = sampled(&mut session, "mean(3d6)", 20_000, Route::Quickest);
    assert!((mean.mean_f.expect("numbers") - 10.5).abs() < 0.2 && mean.mean_interval.is_some());
}

#[test]
fn a_question_with_a_condition_that_is_too_large_is_sampled() {
    let limits = Limits { outcomes: 10, ..Limits::default() };
    for (expr, counts) in [
        ("a + b given a > b where a = d20, b = d20", 37),
        ("chance(a > b given a > 3 where a = d20, b = d20)", 2),
    ] {
        let mut session = Session::with_limits(RollSeed::new(7), limits.clone());
        let (odds, _) = session.odds(expr, &OddsAsk::default(), &|_| {}).expect("samples");
        assert!(matches!(odds.method, Method::Samples { .. }), "{expr}");
        assert_eq!(odds.count(), counts, "{expr}");
        assert!(exact(&mut session, expr).is_none(), "{expr}");
    }
}

/// A loop in which time passes, alone, with a timer that starts again, and with luck while time passes.
const WAITS: &str = "unit turn = 10 minutes
keep burnt = 0
procedure wait
  repeat until d6 == 1
    advance 1 turn
  end repeat
  return 1
end procedure
procedure lit
  timer torch = 3 turns
    burnt += 1
    timer torch = 3 turns
      burnt = 2
    end timer
  end timer
  repeat until d6 == 1
    advance 1 turn
  end repeat
  return burnt
end procedure
procedure draughts
  let out = no
  timer torch = 1 turn
    burnt = d4
  end timer
  repeat until burnt == 4
    timer torch = 1 turn
      burnt = d4
    end timer
    advance 1 turn
  end repeat
  return torch.left is nothing
end procedure
";

#[test]
fn a_loop_in_which_time_passes_has_exact_odds() {
    let mut session = loaded_text(WAITS);
    for (expr, outcomes) in [("wait()", 1), ("lit()", 3), ("draughts()", 1)] {
        let odds = exact(&mut session, expr).expect(expr);
        assert!(odds.residual.is_none(), "{expr}");
        assert_eq!(odds.count(), outcomes, "{expr}");
        let samples = sampled(&mut session, expr, RUNS, Route::Apart);
        agree(expr, &odds, &samples, RUNS);
    }
    let lit = exact(&mut session, "lit()").expect("odds");
    assert_eq!(lit.mean.expect("numbers").to_string(), "42625/46656");
}

#[test]
fn a_limit_that_is_hardly_ever_met_leaves_next_to_nothing_over() {
    // A value that is only handed on has a law of its own; what is made of it in the end has none.
    const MORE: &str = "fn more(n) = if 1 in 2 then more(n + 1) else min(n, 50)\n";
    let mut session = loaded_text(MORE);
    let odds = exact(&mut session, "more(0)").expect("odds");
    assert!(odds.residual.as_ref().is_some_and(|left| left.to_f64() < 1e-30));
    let first = odds.outcome(0).and_then(Outcome::at_least).expect("a weight");
    assert_eq!(first.to_fraction().to_string(), "1/2");
    // Where it is met often, that is said.
    let mut session = Session::with_limits(RollSeed::new(7), Limits { calls: 20, ..Limits::default() });
    session.load_text(text("fn more(n) = if 1 in 2 then 1 + more(n + 1) else min(n, 50)\n"));
    assert!(exact(&mut session, "more(0)").is_none());
    // A call that takes the place of its caller lies in no other.
    let mut session = Session::with_limits(RollSeed::new(7), Limits { calls: 20, ..Limits::default() });
    session.load_text(text(MORE));
    assert!(exact(&mut session, "more(0)").is_some());
}

#[test]
fn samples_that_share_nothing_with_exact_odds_agree_with_them() {
    let mut held = 0;
    for path in sources() {
        let mut session = loaded(&path, 20_000);
        for expr in tables(&session).into_iter().chain(calls(&session)) {
            let Some(odds) = exact(&mut session, &expr) else { continue };
            let runs = if odds.count() == 1 { 1 } else { RUNS };
            agree(&expr, &odds, &sampled(&mut session, &expr, runs, Route::Apart), runs);
            held += 1;
        }
    }
    assert!(held >= 85, "only {held} expressions");
}

/// A parameter's bounds hold for what is only added up, too: on the way it is no number that could be held against them.
#[test]
fn sums_keep_to_the_bounds_of_parameters() {
    const RUNS: &str = "\
procedure bounded(n: 0..10)
  return n
end
procedure waited()
  let total = 0
  repeat until d6 == 6
    total += 1
  end
  return bounded(total)
end
procedure again(n: 0..12)
  if d6 == 6 then return n
  return again(n + 1)
end
";
    let mut session = loaded_text(RUNS);
    for (expr, told) in
        [("waited()", "from 0 to 10, and this is 11"), ("again(0)", "from 0 to 12, and this is 13")]
    {
        let refused = session.odds(expr, &OddsAsk::default(), &|_| {});
        let reports = refused.expect_err("a number is out of bounds");
        let message = format!("{reports:?}");
        assert!(message.contains(told), "{expr}: {message}");
    }
}
