//! What the program does.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tablewright::inside::{DiceLimits, Faces, Num, OddsProbe, Op, PoolSpec, Rolled, Route, Thrown};

use crate::clock::{Work, measure};

/// Odds that are asked for as a whole process.
const ODDS: [(&str, &str); 10] = [
    ("odds 4d6kh3", "4d6kh3"),
    ("odds 10d10kh3", "10d10kh3"),
    ("odds 100d6", "100d6"),
    ("odds 100d6kh3", "100d6kh3"),
    ("odds 200d10kh10", "200d10kh10"),
    ("odds (6d6)d6", "(6d6)d6"),
    ("odds 20d10!limit 5 c>=8", "20d10!limit 5 c>=8"),
    ("odds margin", "safe_areas_and_rooms.bargain[d20 + 8 - (d10 + 5)]"),
    ("odds six sorted", "sort (6 times 4d6kh3)"),
    ("odds 1000d6", "1000d6"),
];

const SAMPLES: [(&str, &str); 4] =
    [("3d6+2", "3d6 + 2"), ("4d6kh3", "4d6kh3"), ("1000d6", "1000d6"), ("100d6!", "100d6!")];

pub fn run(wanted: &dyn Fn(&str) -> bool) {
    for (name, expr) in ODDS.into_iter().filter(|(name, _)| wanted(name)) {
        process(name, &["odds", expr]);
        exact(name, &mut OddsProbe::default(), expr);
    }
    for (name, expr) in SAMPLES.into_iter().filter(|(name, _)| wanted(name)) {
        samples(name, &mut OddsProbe::default(), expr, "rolls", Route::Quickest);
        dice(name);
    }
    if wanted("table text") {
        texts();
    }
    if wanted("delve exact") {
        let mut asked = OddsProbe::of_file(&library("dungeon_turn"));
        exact("delve exact", &mut asked, "delve(24).met");
    }
    if wanted("delve") {
        let mut asked = OddsProbe::of_file(&source("delve"));
        samples("delve", &mut asked, DELVE, "delves", Route::Steps);
        samples("delve", &mut asked, DELVE, "delves", Route::Walks);
        samples("delve", &mut asked, DELVE, "delves", Route::Quickest);
    }
    if wanted("start") {
        process("start", &["roll", "2d6"]);
    }
}

const DELVE: &str = "delve(24).wounds";

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/side_by_side").join(name).with_extension("tw")
}

fn library(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("library").join(name).with_extension("tw")
}

/// The whole process, from start to end.
fn process(name: &str, args: &[&str]) {
    let work = Work { name, peer: "tablewright", mode: "process", unit: "runs" };
    measure(&work, |n| {
        for _ in 0..n {
            let mut command = Command::new(env!("CARGO_BIN_EXE_tw"));
            command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
            assert!(command.status().expect("the program runs").success(), "{args:?}");
        }
        n as f64
    });
}

/// The same in this process, from the text of the expression.
fn exact(name: &str, asked: &mut OddsProbe, expr: &str) {
    let work = Work { name, peer: "tablewright", mode: "exact", unit: "questions" };
    measure(&work, |n| {
        let mut check = 0.0;
        for _ in 0..n {
            let (outcomes, mean) = asked.exact(black_box(expr));
            check = mean.unwrap_or(outcomes as f64);
        }
        check
    });
}

fn samples(name: &str, asked: &mut OddsProbe, expr: &str, unit: &str, route: Route) {
    let mode = match route {
        Route::Apart => "apart",
        Route::Steps => "steps",
        Route::Walks => "walks",
        Route::Quickest => "samples",
    };
    measure(&Work { name, peer: "tablewright", mode, unit }, |n| {
        asked.sampled(expr, n, route).1.unwrap_or(0.0)
    });
}

/// Every die thrown and kept, as a log needs it.
fn dice(name: &str) {
    let d6 = |count| PoolSpec::dice(count, Faces::Sides(6));
    let (pool, plus) = match name {
        "3d6+2" => (d6(3), 2),
        "4d6kh3" => (d6(4).with(Op::keep_highest(3)), 0),
        "1000d6" => (d6(1000), 0),
        _ => (d6(100).with(Op::explode(None, None)), 0),
    };
    let mut luck = Thrown::new(7);
    let mut rolled = Rolled::default();
    measure(&Work { name, peer: "tablewright", mode: "dice", unit: "rolls" }, |n| {
        let mut sum = 0.0;
        for _ in 0..n {
            let mut limits = DiceLimits::default();
            pool.roll_into(&mut luck, &mut limits, &mut rolled).expect("a small pool");
            let total = rolled.total().and_then(|total| Ok(total.add(Num::int(plus))?)).expect("small");
            sum += black_box(&rolled).total().map_or(0.0, |_| total.to_f64());
        }
        sum / n as f64
    });
}

/// A table as text, by the million.
fn texts() {
    let mut asked = OddsProbe::of_file(&source("tavern"));
    measure(&Work { name: "table text", peer: "tablewright", mode: "text", unit: "texts" }, |n| {
        asked.texts("rumour", n)
    });
    measure(&Work { name: "table text", peer: "tablewright", mode: "counted", unit: "texts" }, |n| {
        asked.sampled("\"{rumour}\"", n, Route::Quickest).0 as f64
    });
}
