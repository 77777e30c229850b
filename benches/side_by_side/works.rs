//! What the program does.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tablewright::base::Num;
use tablewright::dice::{Explode, Faces, Limits as DiceLimits, Luck, Op, PoolSpec, Rolled};
use tablewright::engine::Chance;
use tablewright::engine::luck::{Seed, Seeded, Words};
use tablewright::odds::Route;
use tablewright::session::odds::OddsAsk;
use tablewright::session::{RollSeed, Session};

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
        exact(name, &mut Session::new(RollSeed::new(7)), expr);
    }
    for (name, expr) in SAMPLES.into_iter().filter(|(name, _)| wanted(name)) {
        samples(name, &mut Session::new(RollSeed::new(7)), expr, "rolls", Route::Quickest);
        dice(name);
    }
    if wanted("table text") {
        texts();
    }
    if wanted("delve exact") {
        let mut session = loaded(&library("dungeon_turn"));
        exact("delve exact", &mut session, "delve(24).met");
    }
    if wanted("delve") {
        let mut session = loaded(&source("delve"));
        samples("delve", &mut session, DELVE, "delves", Route::Steps);
        samples("delve", &mut session, DELVE, "delves", Route::Walks);
        samples("delve", &mut session, DELVE, "delves", Route::Quickest);
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

fn loaded(path: &Path) -> Session {
    let mut session = Session::new(RollSeed::new(7));
    session.load(path).expect("a readable file");
    session
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
fn exact(name: &str, session: &mut Session, expr: &str) {
    let work = Work { name, peer: "tablewright", mode: "exact", unit: "questions" };
    measure(&work, |n| {
        let ask = OddsAsk { exact_only: true, ..OddsAsk::default() };
        let mut check = 0.0;
        for _ in 0..n {
            let odds = session.odds(black_box(expr), &ask, &|_| {});
            let Ok((odds, _)) = odds else { panic!("{expr} has no exact odds") };
            check = odds.mean_f.unwrap_or(odds.outcomes.len() as f64);
        }
        check
    });
}

fn samples(name: &str, session: &mut Session, expr: &str, unit: &str, route: Route) {
    let mode = match route {
        Route::Apart => "apart",
        Route::Steps => "steps",
        Route::Walks => "walks",
        Route::Quickest => "samples",
    };
    measure(&Work { name, peer: "tablewright", mode, unit }, |n| {
        let ask = OddsAsk { samples: Some(n), route, ..OddsAsk::default() };
        match session.odds(expr, &ask, &|_| {}) {
            Ok((odds, _)) => odds.mean_f.unwrap_or(0.0),
            Err(reply) => panic!("{expr}: {:?}", reply.reports),
        }
    });
}

/// Faces from a seed.
struct Thrown(Seeded);

impl Luck for Thrown {
    type Stop = ();

    fn face(&mut self, sides: u32) -> Result<u32, ()> {
        self.0.face(sides).map_err(|_| ())
    }
}

/// Every die thrown and kept, as a log needs it.
fn dice(name: &str) {
    let d6 = |count| PoolSpec::dice(count, Faces::Sides(6));
    let (pool, plus) = match name {
        "3d6+2" => (d6(3), 2),
        "4d6kh3" => (d6(4).with(Op::keep_highest(3)), 0),
        "1000d6" => (d6(1000), 0),
        _ => (d6(100).with(Op::Explode(Explode { when: None, limit: None })), 0),
    };
    let mut luck = Thrown(Seeded::new(Seed(7)));
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
    let mut session = loaded(&source("tavern"));
    let texts = session.texts("rumour").ok().flatten().expect("rows and dice alone");
    measure(&Work { name: "table text", peer: "tablewright", mode: "text", unit: "texts" }, |n| {
        let mut words = Words::from(Seed(7), 0);
        let (mut text, mut length) = (String::new(), 0u64);
        for _ in 0..n {
            words.next_run();
            text.clear();
            texts.write(&mut words, &mut text);
            length += black_box(&text).len() as u64;
        }
        length as f64 / n as f64
    });
    measure(&Work { name: "table text", peer: "tablewright", mode: "counted", unit: "texts" }, |n| {
        let ask = OddsAsk { samples: Some(n), ..OddsAsk::default() };
        match session.odds("\"{rumour}\"", &ask, &|_| {}) {
            Ok((odds, _)) => odds.outcomes.len() as f64,
            Err(reply) => panic!("{:?}", reply.reports),
        }
    });
}
