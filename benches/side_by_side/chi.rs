//! Ten million samples of every shipped table and die against their exact odds.

#[path = "../../tests/support/shipped.rs"]
#[allow(dead_code)]
mod shipped;

use std::process::ExitCode;

use tablewright::engine::Chance;
use tablewright::engine::luck::{Seed, Words};
use tablewright::odds::Route;

const RUNS: u64 = 10_000_000;
/// Further than this lies one in two million, above or below.
const FAR: f64 = 5.0;

pub fn run() -> ExitCode {
    let (mut held, mut furthest, mut failed) = (0u32, 0.0f64, false);
    let mut judge = |what: &str, far: f64| {
        held += 1;
        furthest = if far.abs() > furthest.abs() { far } else { furthest };
        if far.abs() > FAR {
            failed = true;
            println!("{what}: {far:.2} standard deviations");
        }
    };
    for sides in (2..=20).chain([30, 66, 100, 1000]) {
        judge(&format!("d{sides} face by face"), faces(sides));
    }
    for path in shipped::sources() {
        let mut session = shipped::loaded(&path, 20_000);
        for expr in shipped::tables(&session) {
            let Some(odds) = shipped::exact(&mut session, &expr) else { continue };
            let samples = shipped::sampled(&mut session, &expr, RUNS, Route::Quickest);
            let name = format!("{}: {expr}", path.display());
            judge(&name, shipped::chi_square(&odds, &samples, RUNS));
        }
    }
    println!("{held} tables and dice at {RUNS} samples, the furthest {furthest:.2} standard deviations off");
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Chi-square of a die's faces as steps throw them.
fn faces(sides: u32) -> f64 {
    let mut counts = vec![0u64; sides as usize];
    let mut words = Words::from(Seed(7), 0);
    for _ in 0..RUNS / 4 {
        words.next_run();
        for _ in 0..4 {
            let Ok(face) = words.face(sides) else { continue };
            counts[face as usize - 1] += 1;
        }
    }
    let wanted = RUNS as f64 / f64::from(sides);
    let sum: f64 = counts.iter().map(|count| (*count as f64 - wanted).powi(2) / wanted).sum();
    let freedom = f64::from(sides - 1);
    let spread = 2.0 / (9.0 * freedom);
    ((sum / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}
