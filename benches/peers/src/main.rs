//! The works of `side_by_side` that other crates can do too, measured in the same way.

#[path = "../../side_by_side/clock.rs"]
mod clock;

use caith::Roller;
use clock::{Work, measure};
use rant::Rant;
use rhai::{Engine, Scope};
use tyche::Expr;
use tyche::dice::roller::FastRand;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |work: &str| words.is_empty() || words.iter().any(|word| work.contains(word.as_str()));
    // Its `kh3` and `x` mean the same; endless explosions are its `x`.
    for (name, expr) in [("3d6+2", "3d6 + 2"), ("4d6kh3", "4d6kh3"), ("1000d6", "200d6+200d6+200d6+200d6+200d6"), ("100d6!", "100d6x")] {
        if wanted(name) {
            tyche(name, expr);
        }
    }
    for (name, expr) in [("3d6+2", "3d6 + 2"), ("4d6kh3", "4d6 K3"), ("1000d6", "1000d6"), ("100d6!", "100d6 ie6")] {
        if wanted(name) {
            caith(name, expr);
        }
    }
    if wanted("table text") {
        rumour();
    }
    if wanted("delve") {
        delve();
    }
}

/// Totals with every die: it knows no other way.
fn tyche(name: &str, expr: &str) {
    let Ok(expr) = expr.parse::<Expr>() else { return eprintln!("tyche does not read {expr}") };
    let mut roller = FastRand::with_seed(7);
    measure(&Work { name, peer: "tyche", mode: "dice", unit: "rolls" }, |n| {
        let mut sum = 0i64;
        for _ in 0..n {
            let rolled = expr.eval(&mut roller).expect("dice");
            sum += i64::from(rolled.calc().expect("a total"));
        }
        sum as f64 / n as f64
    });
}

/// It reads the expression anew for each roll: there is no other way in.
fn caith(name: &str, expr: &str) {
    let Ok(roller) = Roller::new(expr) else { return eprintln!("caith does not read {expr}") };
    if roller.roll().is_err() {
        return eprintln!("caith does not roll {expr}");
    }
    measure(&Work { name, peer: "caith", mode: "dice", unit: "rolls" }, |n| {
        let mut sum = 0i64;
        for _ in 0..n {
            let rolled = roller.roll().expect("dice");
            sum += rolled.as_single().map_or(0, |single| single.get_total() as i64);
        }
        sum as f64 / n as f64
    });
}

fn rumour() {
    let mut rant = Rant::with_seed(7);
    let mut problems: Vec<rant::compiler::CompilerMessage> = Vec::new();
    let program = match rant.compile(include_str!("rumour.rant"), &mut problems) {
        Ok(program) => program,
        Err(error) => return eprintln!("rant: {error}: {problems:?}"),
    };
    measure(&Work { name: "table text", peer: "rant", mode: "text", unit: "texts" }, |n| {
        let mut length = 0;
        for _ in 0..n {
            length += rant.run(&program).expect("a text").to_string().len();
        }
        length as f64 / n as f64
    });
}

fn delve() {
    let mut engine = Engine::new();
    let state = std::cell::RefCell::new(0x9e37_79b9_7f4a_7c15u64);
    engine.register_fn("die", move |sides: i64| {
        let mut word = state.borrow_mut();
        *word ^= *word << 13;
        *word ^= *word >> 7;
        *word ^= *word << 17;
        (((*word >> 32) * sides as u64) >> 32) as i64 + 1
    });
    let ast = engine.compile(include_str!("delve.rhai")).expect("a script");
    measure(&Work { name: "delve", peer: "rhai", mode: "steps", unit: "delves" }, |n| {
        let mut sum = 0;
        for _ in 0..n {
            sum += engine.call_fn::<i64>(&mut Scope::new(), &ast, "delve", (24i64,)).expect("a delve");
        }
        sum as f64 / n as f64
    });
}
