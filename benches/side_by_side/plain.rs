//! The same by hand in plain Rust.

use std::fmt::Write;
use std::hint::black_box;
use std::process::{Command, Stdio};

use crate::clock::{Work, measure};

pub fn run(wanted: &dyn Fn(&str) -> bool) {
    let mut luck = Xorshift(0x9e37_79b9_7f4a_7c15);
    for name in ["3d6+2", "4d6kh3", "1000d6", "100d6!"].into_iter().filter(|name| wanted(name)) {
        measure(&Work { name, peer: "plain Rust", mode: "samples", unit: "rolls" }, |n| {
            let mut sum = 0u64;
            for _ in 0..n {
                sum += roll(name, &mut luck);
            }
            sum as f64 / n as f64
        });
    }
    if wanted("odds 4d6kh3") {
        measure(&Work { name: "odds 4d6kh3", peer: "plain Rust", mode: "exact", unit: "questions" }, |n| {
            (0..n).fold(0.0, |_, _| enumerated())
        });
    }
    for (name, dice) in [("odds 100d6", 100), ("odds 1000d6", 1000)].into_iter().filter(|(w, _)| wanted(w)) {
        measure(&Work { name, peer: "plain Rust", mode: "exact", unit: "questions" }, |n| {
            (0..n).fold(0.0, |_, _| powers(black_box(dice)))
        });
    }
    if wanted("table text") {
        measure(&Work { name: "table text", peer: "plain Rust", mode: "text", unit: "texts" }, |n| {
            let length: usize = (0..n).map(|_| black_box(rumour(&mut luck)).len()).sum();
            length as f64 / n as f64
        });
    }
    if wanted("delve") {
        measure(&Work { name: "delve", peer: "plain Rust", mode: "samples", unit: "delves" }, |n| {
            let wounds: u64 = (0..n).map(|_| delve(&mut luck, 24)).sum();
            wounds as f64 / n as f64
        });
    }
    if wanted("start") {
        measure(&Work { name: "start", peer: "true", mode: "process", unit: "runs" }, |n| {
            for _ in 0..n {
                let status = Command::new("true").stdout(Stdio::null()).status();
                assert!(status.is_ok_and(|status| status.success()));
            }
            n as f64
        });
    }
}

/// A small quick generator, as somebody in a hurry takes.
struct Xorshift(u64);

impl Xorshift {
    fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: u64) -> u64 {
        ((self.word() >> 32) * n) >> 32
    }

    fn die(&mut self, sides: u64) -> u64 {
        self.below(sides) + 1
    }

    fn dice(&mut self, count: u64, sides: u64) -> u64 {
        (0..count).map(|_| self.die(sides)).sum()
    }
}

fn roll(name: &str, luck: &mut Xorshift) -> u64 {
    match name {
        "3d6+2" => luck.dice(3, 6) + 2,
        "4d6kh3" => {
            let dice = [luck.die(6), luck.die(6), luck.die(6), luck.die(6)];
            dice.iter().sum::<u64>() - dice.iter().min().copied().unwrap_or(0)
        }
        "1000d6" => luck.dice(1000, 6),
        _ => {
            let mut sum = 0;
            for _ in 0..100 {
                let mut face = luck.die(6);
                sum += face;
                while face == 6 {
                    face = luck.die(6);
                    sum += face;
                }
            }
            sum
        }
    }
}

/// The mean of `4d6kh3` from all 1296 throws.
fn enumerated() -> f64 {
    let mut ways = [0u64; 19];
    for throw in 0..black_box(1296usize) {
        let dice = [throw % 6, throw / 6 % 6, throw / 36 % 6, throw / 216];
        let kept = dice.iter().sum::<usize>() - dice.iter().min().copied().unwrap_or(0) + 3;
        ways[kept] += 1;
    }
    let sum: u64 = (0u64..).zip(ways).map(|(total, ways)| total * ways).sum();
    sum as f64 / 1296.0
}

/// The exact distribution of many d6 by the power recurrence, in limbs of 64 bits; its mean. With f the
/// polynomial of a die and G its n-th power, f G' = n f' G gives each coefficient from the five before.
fn powers(dice: u64) -> f64 {
    let limbs = dice as usize * 2585 / 1000 / 64 + 2;
    let count = dice as usize * 5 + 1;
    let mut ways: Vec<Vec<u64>> = Vec::with_capacity(count);
    let mut first = vec![0u64; limbs];
    first[0] = 1;
    ways.push(first);
    for at in 1..=count / 2 {
        let (mut more, mut less) = (vec![0u64; limbs], vec![0u64; limbs]);
        for back in 1..=at.min(5) {
            let factor = (dice + 1) as i64 * back as i64 - at as i64;
            let sum = if factor < 0 { &mut less } else { &mut more };
            add_multiple(sum, &ways[at - back], factor.unsigned_abs());
        }
        subtract(&mut more, &less);
        divide(&mut more, at as u64);
        ways.push(more);
    }
    for at in count / 2 + 1..count {
        ways.push(ways[count - 1 - at].clone());
    }
    let top = ways[count / 2].iter().rposition(|limb| *limb > 0).unwrap_or(0);
    let value = |limbs: &Vec<u64>| {
        (0..=top).rev().take(2).fold(0.0, |sum, at| sum * 2f64.powi(64) + limbs[at] as f64)
    };
    let sum: f64 = ways.iter().map(value).sum();
    (0u32..).zip(&ways).map(|(at, ways)| (f64::from(at) + dice as f64) * value(ways)).sum::<f64>() / sum
}

fn add_multiple(sum: &mut [u64], other: &[u64], factor: u64) {
    let mut carry = 0u128;
    for (sum, other) in sum.iter_mut().zip(other) {
        carry += u128::from(*other) * u128::from(factor) + u128::from(*sum);
        *sum = carry as u64;
        carry >>= 64;
    }
}

fn subtract(sum: &mut [u64], other: &[u64]) {
    let mut borrow = false;
    for (sum, other) in sum.iter_mut().zip(other) {
        let (first, under) = sum.overflowing_sub(*other);
        let (second, under_again) = first.overflowing_sub(u64::from(borrow));
        (*sum, borrow) = (second, under || under_again);
    }
}

fn divide(number: &mut [u64], divisor: u64) {
    let mut rest = 0u128;
    for limb in number.iter_mut().rev() {
        let part = rest << 64 | u128::from(*limb);
        *limb = (part / u128::from(divisor)) as u64;
        rest = part % u128::from(divisor);
    }
}

const COLOURS: [&str; 6] = ["red", "grey", "green", "black", "white", "blue"];

/// The table of `tavern.tw`.
fn rumour(luck: &mut Xorshift) -> String {
    let mut row = luck.below(62);
    let weights = [10, 8, 8, 6, 6, 5, 5, 4, 4, 3, 2, 1];
    let mut at = 0;
    while row >= weights[at] {
        row -= weights[at];
        at += 1;
    }
    match at {
        0 => format!("{} goblins camp by {}.", luck.dice(3, 6), place(luck)),
        1 => format!("A merchant pays {} gp for {}.", luck.dice(2, 6) * 10, thing(luck)),
        2 => format!("{} was last seen near {}.", person(luck), place(luck)),
        3 => format!("The well gave {} days of red water.", luck.die(4)),
        4 => format!("{} sells {}, and no questions asked.", person(luck), thing(luck)),
        5 => format!("{} wolves follow the mill road by night.", luck.dice(2, 4)),
        6 => format!("Somebody buried {} under {}.", thing(luck), place(luck)),
        7 => format!("The toll is {} sp since the flood.", luck.die(6) + 1),
        8 => {
            let mut text = person(luck);
            let _ = write!(text, " owes {} {} gp.", person(luck), luck.dice(3, 6));
            text
        }
        9 => format!("A light burns on {}.", place(luck)),
        10 => format!("{} ships never came home.", luck.die(3)),
        _ => "Nothing at all.".to_owned(),
    }
}

fn colour(luck: &mut Xorshift) -> &'static str {
    COLOURS[luck.below(6) as usize]
}

fn place(luck: &mut Xorshift) -> String {
    match luck.below(6) {
        0 => format!("the {} tower", colour(luck)),
        1 => "the old mill".to_owned(),
        2 => format!("{}'s barn", person(luck)),
        3 => format!("the {} bridge", colour(luck)),
        4 => "the north gate".to_owned(),
        _ => "the drowned chapel".to_owned(),
    }
}

fn thing(luck: &mut Xorshift) -> String {
    match luck.below(4) {
        0 => format!("a {} gem", colour(luck)),
        1 => format!("a map of {} rooms", luck.die(6) + 1),
        2 => "a silver key".to_owned(),
        _ => format!("a {} cloak", colour(luck)),
    }
}

fn person(luck: &mut Xorshift) -> String {
    match luck.below(4) {
        0 => "the miller".to_owned(),
        1 => "Old Mag".to_owned(),
        2 => format!("a {}-haired stranger", colour(luck)),
        _ => "the reeve".to_owned(),
    }
}

/// The delve of `delve.tw`; the wounds.
fn delve(luck: &mut Xorshift, turns: u32) -> u64 {
    let mut hp = [6u64; 4];
    let (mut left, mut right, mut weary, mut spares) = (0, 0, 0, 4);
    let (mut met, mut fights) = (0, 0);
    for _ in 0..turns {
        match luck.die(6) {
            1 => {
                met += 1;
                if luck.dice(2, 6) <= 5 {
                    fights += 1;
                    let hurt = luck.below(4) as usize;
                    hp[hurt] = hp[hurt].saturating_sub(luck.die(3));
                }
            }
            2 => weary = (weary + 1).min(2),
            3 => {
                for torch in [&mut left, &mut right] {
                    *torch = (*torch + 1).min(2);
                }
                for torch in [&mut left, &mut right] {
                    if *torch == 2 && spares > 0 {
                        spares -= 1;
                        *torch = 0;
                    }
                }
            }
            _ => {}
        }
    }
    black_box((met, fights, weary, spares));
    24 - hp.iter().sum::<u64>()
}
