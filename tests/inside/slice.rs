//! A part of what a procedure returns has the same odds alone, where all that it does not depend on is
//! left out, as it has among all parts.

#[allow(dead_code, reason = "samples are judged elsewhere")]
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::support::shipped::{calls, exact, loaded, sources, weighed};
use crate::modules::{Origin, SourceText};
use crate::odds::Route;
use crate::session::odds::{Odds, OddsAsk};
use crate::session::{RollSeed, Session};

/// How likely each value of a part is, as shown.
type Margin = BTreeMap<String, f64>;

fn add(margin: &mut Margin, value: &serde_json::Value, p: f64) {
    *margin.entry(value.to_string()).or_insert(0.0) += p;
}

/// How likely each value of each part is, by the odds of all parts together.
fn margins(odds: &Odds) -> BTreeMap<String, Margin> {
    let mut all: BTreeMap<String, Margin> = BTreeMap::new();
    for outcome in odds.outcomes() {
        let json = outcome.json();
        let parts = json.as_object().filter(|parts| !parts.contains_key("table"));
        for (name, value) in parts.into_iter().flatten() {
            add(all.entry(name.clone()).or_default(), value, outcome.p());
        }
    }
    all
}

fn alone(odds: &Odds) -> Margin {
    let mut margin = Margin::new();
    for outcome in odds.outcomes() {
        add(&mut margin, &outcome.json(), outcome.p());
    }
    margin
}

fn same(a: &Margin, b: &Margin) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|((a, p), (b, q))| a == b && (p - q).abs() <= 1e-9 * p.max(1e-9))
}

#[test]
fn a_part_of_what_is_shipped_has_the_odds_that_it_has_among_all() {
    let mut held = 0;
    for path in sources() {
        let mut session = loaded(&path, 50_000);
        for call in calls(&session).iter().filter(|call| call.ends_with(')')) {
            let Some(all) = exact(&mut session, call).filter(|odds| odds.residual.is_none()) else {
                continue;
            };
            for (part, margin) in margins(&all) {
                let expr = format!("{call}.{part}");
                let Some(odds) = exact(&mut session, &expr) else { continue };
                assert!(same(&margin, &alone(&odds)), "{}: {expr}", path.display());
                held += 1;
            }
        }
    }
    assert!(held >= 40, "only {held} parts");
}

/// Numbers for making up programs: the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }
}

const PARTS: [&str; 8] = ["a", "b", "g", "h", "mood", "flag", "hp", "last"];

const START: &str = r#"
rules made_up "Made up"
ladder spirits: merry > weary > glum
keep g = 1
keep h = 0
keep mood: spirits = merry
keep flag = no
keep a_left = 0
keep b_left = 3
keep last: number or nothing = nothing
sheet hero
  hp: 0..4 = 2
end sheet
party
| name  |
|-------|
| Ash   |
| Birch |
chart songs
| spirits | verses |
|---------|--------|
| merry   | 3      |
| weary   | 2      |
| glum    | 0      |
table omens rolls d2
  1 when g > 2: A crow => g -= 1
  1: A hare => h += 1
  2: Rain, {d2} hours => do rain(h)
end table
table lots
- 2x nothing
- {g} coins => g += 1
- a song of {mood}

when mood is glum then h += 1
every 20 minutes then flag = not flag
fn least(x, y) = if x < y then x else y
procedure rain(how: number)
  if how > 2 then stop
  worsen mood
  if mood is glum then flag = yes
  last = how
end procedure
procedure watch(hero: hero, lasts: number) takes 10 minutes
  step walk
    if hero.hp < lasts then hero.hp += 1
    timer torch = 15 minutes
      improve mood
      b_left -= 1
    end timer
  end step
  step rest
    if torch.left is nothing then skip
    a_left += 1
  end step
  return left = a_left
end procedure
"#;

/// A number that a program can work out.
fn number(dice: &mut Dice) -> String {
    let x = dice.pick(&["a", "b", "g", "h", "ash.hp", "birch.hp"]);
    match dice.below(9) {
        0..=2 => x.to_owned(),
        3 => format!("{x} + 1"),
        4 => format!("{x} - {}", dice.pick(&["a", "b", "g", "h"])),
        5 => format!("least({x}, {})", dice.pick(&["a", "b", "g", "3"])),
        6 => dice.pick(&["songs[mood].verses", "b_left", "a_left", "watch(ash, h).left"]).to_owned(),
        7 => format!("(last otherwise {x})"),
        _ => "d2".to_owned(),
    }
}

fn condition(dice: &mut Dice) -> String {
    match dice.below(5) {
        0 => format!("{} > {}", number(dice), dice.below(3)),
        1 => "flag".to_owned(),
        2 => format!("mood is {}", dice.pick(&["weary or worse", "glum", "not merry"])),
        3 => format!("flag and {} <= {}", number(dice), number(dice)),
        _ => "d2 == 1".to_owned(),
    }
}

fn statements(dice: &mut Dice, depth: usize, in_loop: bool, out: &mut String) {
    let pad = "  ".repeat(3 - depth);
    for _ in 0..=dice.below(3) {
        let place = dice.pick(&["a", "b", "g", "h", "ash.hp", "birch.hp", "last"]);
        let line = match dice.below(if depth == 0 { 9 } else { 13 }) {
            0..=2 => format!("{place} = {}", number(dice)),
            3 => format!("flag = {}", condition(dice)),
            4 => format!("{} mood", dice.pick(&["worsen", "improve"])),
            5 => format!("do rain({})", number(dice)),
            6 => {
                dice.pick(&["apply omens", "apply lots", "do watch(birch, b)", "do watch(ash, 2)"]).to_owned()
            }
            7 => format!("say \"{{{}}} and {{mood}}\"", number(dice)),
            8 => match dice.below(6) {
                0 => format!("if {} then stop", condition(dice)),
                1 if in_loop => format!("if {} then skip", condition(dice)),
                2 => format!("{place} = 6 / {}", number(dice)),
                3 => format!("{place} = (if {} then last else {}) + 1", condition(dice), number(dice)),
                _ => format!("a += {}", number(dice)),
            },
            kind => {
                let (head, end) = match kind {
                    9 | 10 => (format!("if {}", condition(dice)), "if"),
                    11 => ("repeat 2 times".to_owned(), "repeat"),
                    _ => ("for hero in party where hero.hp > 0".to_owned(), "for"),
                };
                let mut inner = String::new();
                statements(dice, depth - 1, in_loop || end != "if", &mut inner);
                if end == "if" && dice.below(2) == 0 {
                    let _ = writeln!(inner, "{pad}else");
                    statements(dice, depth - 1, in_loop, &mut inner);
                }
                if end == "for" {
                    let _ = writeln!(inner, "{pad}  hero.hp -= {}", dice.pick(&["1", "d2", "a"]));
                }
                format!("{head}\n{inner}{pad}end {end}")
            }
        };
        let _ = writeln!(out, "{pad}{line}");
    }
}

/// A program of luck, state, loops and conditions.
fn program(seed: u64) -> String {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut body = String::new();
    statements(&mut dice, 2, false, &mut body);
    statements(&mut dice, 2, false, &mut body);
    let inner = body.lines().map(|line| format!("{line}\n")).collect::<String>();
    let returns =
        "return a = a, b = b, g = g, h = h, mood = mood, flag = flag, hp = sum(party.hp), last = last";
    format!("{START}\nprocedure made\n  let a = 1\n  let b = d2\n{inner}  {returns}\nend procedure\n")
}

#[test]
fn a_part_of_a_made_up_program_has_the_odds_that_it_has_among_all() {
    let (mut held, mut refused) = (0, 0);
    for seed in 1..=100 {
        let text = program(seed);
        let mut session = Session::new(RollSeed::new(7));
        let origin = Origin::Session("made up".into());
        let source = SourceText { name: "made up".into(), text: text.clone().into(), origin };
        let reports = session.load_text(source);
        assert!(reports.is_empty(), "{text}\n{reports:?}");
        let ask = OddsAsk { exact_only: true, ..OddsAsk::default() };
        let mut drawn = Vec::new();
        let all = session.odds("made()", &ask, &|_| {}).ok().map(|(odds, _)| odds);
        // Where it stopped without returning anything there is no part to ask for.
        let all = all.filter(|odds| odds.outcomes().all(|outcome| outcome.json().is_object()));
        let all = all.as_ref().map(margins);
        for route in [Route::Walks, Route::Steps] {
            let ask = OddsAsk { samples: Some(40), route, ..OddsAsk::default() };
            let odds = session.odds("made().a", &ask, &|_| {});
            drawn.push(odds.ok().map(|(odds, _)| weighed(&odds)));
        }
        assert_eq!(drawn.pop(), drawn.pop(), "{text}");
        if let Some(all) = &all {
            let after = session.odds("g after made()", &ask, &|_| {}).expect("as for the part").0;
            assert!(same(&all["g"], &alone(&after)), "{text}");
        }
        for part in PARTS {
            let odds = session.odds(&format!("made().{part}"), &ask, &|_| {});
            match (&all, odds) {
                (Some(all), Ok((odds, _))) => {
                    let margin = all.get(part).expect("every part");
                    assert!(
                        same(margin, &alone(&odds)),
                        "{part}: {margin:?}, not {:?}\n{text}",
                        alone(&odds)
                    );
                    held += 1;
                }
                // What goes wrong on some branch goes wrong whatever is asked.
                (None, Err(_)) => refused += 1,
                (all, odds) => {
                    panic!("{part}: {} and {:?}\n{text}", all.is_some(), odds.map(|(odds, _)| odds))
                }
            }
        }
    }
    assert!(held >= 400 && refused >= 16, "{held} parts, {refused} refused");
}

/// What goes wrong where the die shows a six, and nowhere else.
const FAULTS: [&str; 20] = [
    "let z = (if x > 5 then nothing else 3) + 1",
    "let y = if x > 5 then nothing else 3\n  let z = y + 1",
    "last = if x > 5 then nothing else 3\n  let z = d2\n  last = last + 1",
    "last = if x > 5 then nothing else 3\n  let z = d2\n  if last > 2 then h = 1",
    "let z = not (if x > 5 then nothing else yes)",
    "if (if x > 5 then \"text\" else yes) then h = 1",
    "let z = abs(if x > 5 then nothing else -3)",
    "let z = minus(if x > 5 then \"text\" else 3)",
    "let z = has_one(if x > 5 then 3 else [1, 2])",
    "let z = inc(if x > 5 then 3 ft else 1)",
    "let z = worsened(if x > 5 then nothing else mood)",
    "let z = check(d20, if x > 5 then nothing else 10)",
    "let z = songs[if x > 5 then \"silent\" else mood].verses",
    "let z = 1\n  repeat x * 11 times\n    z = z + z\n  end repeat",
    "let z = [1, 2, 3, 4, 5][x]",
    "let z = 6 / (6 - x)",
    "apply eerie(x)",
    "let z = odd(x)",
    "say \"{if x > 5 then inc(nothing) else 1}\"",
    "do rain(if x > 5 then nothing else 1)",
];

const TABLES: &str = r#"
fn inc(n) = n + 1
fn minus(n) = -n
fn has_one(n) = 1 in n
fn worsened(n) = worse(n)
table eerie(n) rolls d2
  1: A sigh => h = (if n > 5 then nothing else n) + 1
  2: A moan
end table
table odd(n) rolls d2
  1: {if n > 5 then inc(nothing) else n}
  2: nothing much
end table
"#;

#[test]
fn what_goes_wrong_on_some_branch_goes_wrong_whatever_is_asked() {
    for fault in FAULTS {
        let text = format!(
            "{START}{TABLES}\nprocedure made\n  let x = d6\n  let w = d2\n  {fault}\n  return a = w, b = x\n\
             end procedure\n"
        );
        let mut session = Session::new(RollSeed::new(7));
        let origin = Origin::Session("made up".into());
        let source = SourceText { name: "made up".into(), text: text.clone().into(), origin };
        let reports = session.load_text(source);
        assert!(!reports.iter().any(|report| report.is_error()), "{fault}: {reports:?}");
        let ask = OddsAsk { exact_only: true, ..OddsAsk::default() };
        for asked in ["made()", "made().a", "chance(made().a > 1)", "g after made()"] {
            let reply = session.odds(asked, &ask, &|_| {}).map(|(odds, _)| odds.count());
            let reply = reply.expect_err(fault);
            assert!(reply.reports.iter().any(|report| report.code.starts_with("TW07")), "{fault}: {reply:?}");
        }
    }
}
