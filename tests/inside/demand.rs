//! Odds put together from parts against the same odds by the machine, which runs every branch of luck.

use crate::base::Num;
use crate::odds::Route;
use crate::session::odds::{DistributionEnd, Method, Odds, OddsAsk, Outcome};
use crate::session::{RollSeed, Session};

/// What the questions are about: tables in tables, chances, functions of dice.
const RULES: &str = r#"
table letter
- a
- 2x b

table word
- {letter}{letter}
- ab

table feature
| d6  | feature            | size  |
|-----|--------------------|-------|
| 1   | Nothing            | {d4}  |
| 2-3 | {word}{word}       | {2d3} |
| 4   | A pool of {word}   | 3     |
| 5   | ab                 | {d2}  |
| 6   | {word}             | 5     |

table again
- Nothing
- 2x {feature}

table gem
| d4 | gem     | worth | value  |
|----|---------|-------|--------|
| 1  | Agate   | 10    | 10 gp  |
| 2  | Beryl   | {d3}  | 25 gp  |
| 3  | Citrine | 10    | 10 gp  |
| 4  | Diamond | 500   | 500 gp |

each hoard
| chance | what   | worth                       |
|--------|--------|-----------------------------|
| 50%    | copper | {2d3}                       |
| 1 in 3 | silver | {d4 * 10}                   |
| 10%    | gems   | {sum((d2 times gem).worth)} |

table met(level)
| d6 + level | met    |
|------------|--------|
| 2-4        | rats   |
| 5 or more  | wolves |

deck cards
- 2x red
- 3x black
- joker

unit gp

words mood: calm | angry

option die: dice = d6
keep seen = 3

fn high(a, b) = if a >= b then a + d6 else a
fn twice(x) = x + x
fn pool_of(n) = n times d6
fn best(rolls) = (rolls)kh1
fn of_dice(d: dice) = d + d
fn met_at(level) = met(level)
fn e(n) = if n == 6 then 6 + e(d6) else n
fn retry() = if d4 == 1 then retry() else d6
fn deeper(n) = if d2 == 1 then 1 + other(n) else n
fn other(n) = x + deeper(n) where x = d3
"#;

const QUESTIONS: &[&str] = &[
    // Arithmetic and comparisons.
    "2d6 * 2 - d4",
    "d6 // 2 + d4 mod 3",
    "(d6 + 1) / d3",
    "d6 == d6",
    "d6 != 3",
    "d6 < d8 or d4 == 1",
    "d6 > 2 and not d4 == 1",
    "-2d4",
    "abs(d6 - d6)",
    "max(d6, 2d4, 3)",
    "min(d6, d8) + max(d6, d8)",
    "if d6 == 6 then 2d6 else d4",
    "if d4 is even then 1 else d6",
    "nothing otherwise d6",
    "50% chance",
    "(d4 / 5) chance",
    "1 in 6",
    "d6 in 2..4",
    "[d6, d4]",
    "[d4, d4][2]",
    "{a: d4, b: d6 > 3}",
    "{a: d4, b: d6}.b",
    "d6 * 10%",
    "d4 * 5 gp",
    "(2d4) gp + d6 * 1 gp",
    "\"{d4} and {d2}\"",
    // Pools.
    "4d4kh3",
    "(d3)d4",
    "(2d3)d4",
    "2d(d4)",
    "(d3)d4kh1",
    "{d4, 2d3}kh1",
    "{d4!limit 2, d6}kl1",
    "{d4 + 1, d6 - 1, d3}kh2",
    "adv d6",
    "dis (d4 + 1)",
    "edge(d3 - 2, d6)",
    // Names.
    "a + b where a = d6, b = d4",
    "a + a where a = d6",
    "a + b where a = d6, b = a",
    "a * b + a where a = d4, b = d3",
    "if a > b then a else c where a = d6, b = d6, c = d4",
    "a + b given a > b where a = d6, b = d4",
    "total given total is even where total = 2d4",
    // Lists in their order.
    "3 times d4",
    "d3 times d3",
    "(d3 - 1) times d2",
    "2 times (d2 times d2)",
    "[a, b, a] where a = 2 times d2, b = d3",
    "[x * 2 for x in [d3, d2, 4] where x > 1]",
    "{a: 2 times d2, b: d3}",
    // Lists of equal rolls.
    "sum(4 times d4)",
    "sum(d3 times d4)",
    "sum(2d2 times d4)",
    "count(5 times d4)",
    "count((3 times d6) where it >= 5)",
    "count((d3 times d6) where it >= 5)",
    "sum((4 times d4) where it > 2)",
    "sum([x * x for x in 3 times d4])",
    "sum([x + d2 for x in 3 times d4 where x > 1])",
    "max(3 times d6)",
    "min(d3 times d6)",
    "average(3 times d4)",
    "any([x == 1 for x in 3 times d4])",
    "all([x > 1 for x in 3 times d4])",
    "none([x > 3 for x in d3 times d4])",
    "summary([x > 1 for x in 3 times d3])",
    "count([x > 2 for x in 3 times d4])",
    "(4 times d4)kh2",
    "(4 times d4)kl1",
    "(4 times d4)dl1dh1",
    "(4 times d4)c>=3",
    "(4 times d4)c>=3 cf=1",
    "(4 times d4)min2",
    "(d3 times d4)kh1",
    "(3 times 3d3kh2)kh1",
    "sort (3 times d4)",
    "sort (3 times d4) by it down",
    "(sort (4 times d4))[2]",
    "(sort (4 times d4) by it down)[1]",
    "first(sort (3 times d4))",
    "last(sort (3 times d4))",
    "first(3 times d4)",
    "(3 times d4)[2]",
    "3 times d3",
    "count(distinct(4 times d4))",
    "count(distinct([x mod 2 for x in 3 times d4]))",
    "max([count(g) for g in groups of (4 times d4) by it])",
    "count(groups of (4 times d3) by it)",
    "(2 times d4) is empty",
    "(d2 - 1 times d4) is empty",
    "pick [d4, 7]",
    "pick (2 times d4)",
    // Names of dice that are looked at one by one.
    "(pool)kh1 - (pool)kl1 where pool = 3d6",
    "{hits: (pool)c>=4, botches: (pool)c=1} where pool = 4d5",
    "pool + (pool)kh1 where pool = 3d4",
    "(pool)kh2 where pool = 3d4",
    "count(pool where it == 1) * sum(pool) where pool = 3d4",
    "max(pool) - min(pool) + count(distinct(pool)) where pool = 4d3",
    "if (pool)kh1 == 4 then (pool)kl1 else d6 where pool = 3d4",
    "(pool)kh1 + (pool)kl1 where pool = 2d4!limit 1",
    "best(rolls) - (rolls)kl1 where rolls = 3 times d5",
    "sum(rolls) + rolls[1] where rolls = 3 times d3",
    "count(rolls) + sum(rolls) where rolls = d3 times d3",
    "any([x == 3 for x in rolls]) and sum(rolls) > 5 where rolls = 3 times d3",
    "(rolls)kh1 + sum(rolls) where rolls = pool_of(3)",
    "max(rolls) - min(rolls) where rolls = pool_of(d3)",
    // Functions.
    "high(d10, 9)",
    "sum(3 times high(d4, 4))",
    "twice(d6)",
    "twice(twice(d4))",
    "best(pool_of(3))",
    "best(pool_of(d3))",
    "(4 times high(d3, 3))kh2",
    "of_dice(d4)",
    "of_dice(2d2 + 1)",
    "die + die",
    "seen + d4",
    // Rows.
    "feature",
    "feature.roll",
    "feature.key",
    "feature.size",
    "feature is Nothing",
    "feature is \"ab\"",
    "feature is \"abab\"",
    "feature is not \"a pool of ab\"",
    "feature is Nothing or \"ab\"",
    "[f.roll, f.size] where f = feature",
    "f.size * f.size where f = feature",
    "\"{feature}\"",
    "again",
    "again is Nothing",
    "count((2 times again) where it is Nothing)",
    "word",
    "\"{word}{letter}\"",
    "gem",
    "gem.worth",
    "gem.value",
    "sum((2 times gem).worth)",
    "sum(d2 times gem.worth)",
    "sum((2 times gem).value)",
    "max((2 times gem).value)",
    "count((3 times gem) where worth >= 10)",
    "count((2 times gem) where it is Agate)",
    "gem where value == 10 gp",
    "gem[d4]",
    "gem[2].worth",
    "adv gem.roll",
    "(adv gem).worth",
    "hoard",
    "count(hoard)",
    "hoard is empty",
    "sum(hoard.worth)",
    "count(hoard where what is \"gems\")",
    "sum(2d2 times gem.worth) + d4",
    "sum(3d2 times gem.worth)",
    "count(hoard) * 2 + d4",
    "(7d4kh3) + (6d4kl4)",
    "7d4kh5",
    "(d3)d4 + (2d2)d6",
    "sort (4 times 2d4)",
    "sort (3 times [gem, gem][1].worth)",
    "mean(sum(hoard.worth))",
    "mean(sum(2d2 times gem.worth) * d4 - 3)",
    "mean(sum((2 times gem).value))",
    "mean(d6 + 2 * d4 / 3)",
    "mean(twice(d6) + high(d4, 3))",
    "count((3 times cards) where it is red)",
    "count(hand where it is black) - count(hand where it is red) where hand = 3 times cards",
    "any([it is joker for it in 2 times cards])",
    "cards is joker",
    "met(0 + d2)",
    "met_at(d3)",
    "check(d6 + 1, 4).success",
    "check(d6, d4).margin",
    "contest(d6, d6).success",
    "check(d6, 4).natural",
];

fn ask(session: &mut Session, question: &str, route: Route) -> Option<Odds> {
    let ask = OddsAsk { exact_only: true, route, ..OddsAsk::default() };
    session
        .odds(question, &ask, &|_| {})
        .ok()
        .map(|(odds, _)| odds)
        .filter(|odds| odds.method == Method::Exact)
}

fn shown(odds: &Odds) -> Vec<(String, String)> {
    let exact = |outcome: Outcome<'_>| outcome.exact().map_or_else(String::new, |p| p.to_string());
    odds.outcomes().map(|outcome| (outcome.text(), exact(outcome))).collect()
}

#[test]
fn odds_from_parts_are_the_odds_of_every_branch() {
    let mut session = Session::new(RollSeed::new(1));
    let reply = session.submit(RULES);
    assert!(reply.is_done(), "{:?}", reply.reports);
    let mut wrong = Vec::new();
    for question in QUESTIONS {
        let (parts, steps) =
            (ask(&mut session, question, Route::Quickest), ask(&mut session, question, Route::Steps));
        match (parts, steps) {
            (Some(parts), Some(steps)) if shown(&parts) == shown(&steps) && parts.mean == steps.mean => {}
            (parts, steps) => {
                let [parts, steps] = [parts, steps].map(|odds| odds.map(|odds| (shown(&odds), odds.mean)));
                wrong.push(format!("{question}\n  parts {parts:?}\n  steps {steps:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), QUESTIONS.len(), wrong.join("\n"));
}

/// Endless dice: each answer follows from a series that is summed by hand.
const ENDLESS: &[(&str, &str)] = &[
    // A six changes nothing about even and odd: 2 and 4 of 1 to 5.
    ("chance(d6! is even)", "2/5"),
    ("chance(d6! is not even)", "3/5"),
    ("chance(d6! mod 3 == 0)", "1/5"),
    ("chance(2d6! is odd)", "12/25"),
    ("chance(d6! + d8! is even)", "18/35"),
    ("chance(20 - d6! is even)", "2/5"),
    ("chance(if d2 == 1 then d6! is even else d8! is even)", "29/70"),
    // Both end on the same face, or both roll on.
    ("chance(d6! == d6!)", "1/7"),
    ("chance(d6! > d6!)", "3/7"),
    ("chance(d6! in 1..3)", "1/2"),
    ("chance(d6! in [1, 2, 9])", "13/36"),
    ("chance(20 - d6! <= 5)", "1/54"),
    ("chance(13 <= d6!)", "1/36"),
    // 1 to 5 come to 0, 1, 1, 2, 2, and each six to 3 more.
    ("mean(d6! // 2)", "1.8"),
    ("chance(d6! // 2 == 3)", "1/36"),
    ("chance(d6! // 2 is even)", "4/7"),
    ("chance((d6! + d8!) // 10 >= 1)", "37/96"),
    // A function that calls itself by luck is such a die.
    ("mean(e(6))", "10.2"),
    ("mean(e(d6))", "4.2"),
    ("chance(e(d6) >= 12)", "1/36"),
    ("chance(e(d6) is even)", "2/5"),
    ("mean(retry())", "3.5"),
    ("chance(retry() == 6)", "1/6"),
    // Half of the time 1 and two on average more, and again.
    ("mean(deeper(5))", "8"),
    ("chance(deeper(5) == 8)", "1/12"),
    ("mean(adv d6!)", "5.8"),
    ("mean(min(d6!, d6!))", "2.6"),
    ("mean({d8!, d6!}kh1)", "21494566/3317755"),
    ("mean(if d2 == 1 then d6! else d8!)", "327/70"),
];

#[test]
fn endless_dice_are_exact_to_the_end() {
    let mut session = Session::new(RollSeed::new(1));
    assert!(session.submit(RULES).is_done());
    for (question, answer) in ENDLESS {
        let odds = ask(&mut session, question, Route::Quickest).unwrap_or_else(|| panic!("{question}"));
        let shown: Vec<String> = odds.outcomes().map(|outcome| outcome.text()).collect();
        assert_eq!(shown, [*answer], "{question}");
    }
}

#[test]
fn a_chance_that_is_short_says_so_and_nothing_is_worked_out_from_it() {
    let mut session = Session::new(RollSeed::new(1));
    let mut said = |text: &str| {
        let reply = session.submit(text);
        let value = reply.value.map(|value| session.show(&value)).unwrap_or_default();
        format!("{value}{:?}{:?}", reply.reports, reply.outcome)
    };
    assert!(said("chance(d10!>=9 is even)").contains("short by at most"));
    assert!(said("chance(d10!>=9 is even) * 2").contains("not known exactly"));
    assert!(said("chance(d10!>=9 is even) == 1/2").contains("not known exactly"));
    assert!(said("chance(d10!>=9 is even) > 0.4").contains("yes"));
}

/// Of what is cut off nobody knows where it ends: here it would have ended in the first round.
const CUT_OFF: &str = r"
procedure rounds
  let left = 3
  let n = 0
  repeat until left <= 0
    let x = d2!
    if x is odd then left -= x else left -= x + 0
    n += 1
  end repeat
  return n
end procedure

fn label(n) = if n == 1 then 10 else 20

procedure told
  let k = rounds()
  if k == 1 then return 10
  return 20
end procedure
";

/// What somebody may ask of it, without the word that asks for a chance.
const OF_WHAT_IS_CUT_OFF: [&str; 12] = [
    "rounds() == 1",
    "rounds() >= 2",
    "rounds() in [1, 2]",
    "not (rounds() is 1)",
    "rounds() == 1 and d6 == 6",
    "rounds() == 1 or d6 == 6",
    "max(rounds(), 2) == 2",
    "2 * rounds() - 1 == 1",
    "label(rounds()) == 10",
    "told() == 20",
    "count((2 times rounds()) where it == 1) == 0",
    "rounds() + rounds() == 2",
];

#[test]
fn a_part_that_is_cut_off_is_missing_wherever_it_may_lie() {
    let mut session = Session::new(RollSeed::new(1));
    assert!(session.submit(CUT_OFF).is_done());
    for question in OF_WHAT_IS_CUT_OFF {
        let (odds, _) = session.odds(question, &OddsAsk::default(), &|_| {}).expect("odds");
        assert!(odds.residual.is_some(), "{question}");
        let reply = session.submit(&format!("chance({question})"));
        let shown = reply.value.map(|value| session.show(&value)).unwrap_or_default();
        assert!(shown.contains("short by at most"), "{question}: {shown}");
        for other in [format!("mean({question})"), format!("mean(if {question} then 100 else 0)")] {
            let ask = OddsAsk { exact_only: true, ..OddsAsk::default() };
            assert!(session.odds(&other, &ask, &|_| {}).is_err(), "{other}");
        }
    }
    let (odds, _) = session.odds("rounds()", &OddsAsk::default(), &|_| {}).expect("odds");
    let tail = odds.tail(DistributionEnd::AtLeast, Num::int(2)).expect("numbers");
    assert!(tail.exact.is_none() && (tail.p - 0.5).abs() < 1e-9, "{tail:?}");
}

#[test]
fn sums_of_very_many_dice_are_rounded_and_say_so() {
    let mut session = Session::new(RollSeed::new(1));
    for (question, mean) in [("10000d6", 35_000.0), ("1000d1000", 500_500.0), ("10000d6 + 5 - 2d4", 35_000.0)]
    {
        let (odds, _) = session.odds(question, &OddsAsk::default(), &|_| {}).expect("odds");
        assert_eq!(odds.method, Method::Rounded, "{question}");
        assert!(odds.outcomes().all(|outcome| outcome.exact().is_none()), "{question}");
        let listed: f64 = odds.outcomes().map(|outcome| outcome.p()).sum();
        let short = odds.short_by().expect("rounded");
        assert!(short < 1e-9 && (1.0 - listed - short).abs() < 1e-9, "{question}: {short}");
        assert_eq!(odds.mean_f, Some(mean), "{question}");
        assert!(!odds.is_exact());
        // Nobody is told that they are exact.
        assert!(ask(&mut session, question, Route::Quickest).is_none(), "{question}");
    }
    let reply = session.submit("chance(10000d6 > 35000)");
    let shown = reply.value.map(|value| session.show(&value)).unwrap_or_default();
    assert!(shown.contains("short by at most"), "{shown}");
}

#[test]
fn what_takes_more_than_a_moment_is_sampled_and_named() {
    let mut session = Session::new(RollSeed::new(1));
    let rules = "procedure long(turns)\n  let a = 0\n  let b = 0\n  let c = 0\n  repeat turns times\n    let x = d20\n    \
                 a = (a * 7 + x) mod 101\n    b = (b * 5 + a) mod 97\n    c = (c * 3 + b) mod 89\n  end repeat\n  \
                 return a + b * c\nend procedure\n";
    let reply = session.submit(rules);
    assert!(reply.is_done(), "{:?}", reply.reports);
    let (odds, _) = session.odds("long(40)", &OddsAsk::default(), &|_| {}).expect("odds");
    assert!(matches!(odds.method, Method::Samples { .. }));
    let note = odds.note.expect("why");
    assert!(note.contains("more than a moment") && note.contains("`d20` is rolled in `long`"), "{note}");
    assert!(note.contains("`--exact` works on"), "{note}");
}

#[test]
fn lists_that_grow_in_a_loop_are_refused_before_they_are_made() {
    let mut session = Session::new(RollSeed::new(1));
    let rules = "procedure listed(n)\n  let rolls = n times d20\n  if rolls[1] == rolls[2] then return []\n  \
                 return rolls\nend procedure\n";
    let reply = session.submit(rules);
    assert!(reply.is_done(), "{:?}", reply.reports);
    let (odds, _) = session.odds("listed(12)", &OddsAsk::default(), &|_| {}).expect("odds");
    assert!(matches!(odds.method, Method::Samples { .. }));
    let note = odds.note.expect("why");
    assert!(
        note.contains("more than 1000000 states") && note.contains("`d20` is rolled in `listed`"),
        "{note}"
    );
    // Some that are few enough are listed to the last.
    let few = ask(&mut session, "listed(3)", Route::Quickest).expect("few");
    assert_eq!(few.count(), 1 + 20 * 19 * 20);
}

#[test]
fn long_outcomes_have_fewer_samples() {
    let mut session = Session::new(RollSeed::new(1));
    let mut samples = |question: &str| {
        let (odds, _) = session.odds(question, &OddsAsk::default(), &|_| {}).expect("odds");
        match odds.method {
            Method::Samples { samples, .. } => samples,
            Method::Exact | Method::Short | Method::Rounded => 0,
        }
    };
    let (long, short) = (samples("20 times d2"), samples("sum(l) * l[1] where l = 20 times d20"));
    assert!(1_000 <= long && 3 * long < 2 * short, "{long} {short}");
}

/// Parties whose heroes are equal, and others; each question is about luck that picks among them.
const PARTIES: &str = r#"
sheet hero
  hp: 0..3 = 3
  luck: number = 0
end sheet

party
| name  |
|-------|
| Ash   |
| Birch |
| Cole  |

roster foes of hero
| name | hp |
|------|----|
| Rat  | 1  |
| Wolf | 3  |

procedure wounds(turns)
  repeat turns times
    if d6 <= 4
      let hurt = pick party
      hurt.hp -= d2
    end if
  end repeat
  return sum(party.hp)
end procedure

procedure first_hurt(turns)
  repeat turns times
    let hurt = pick party
    hurt.hp -= d2
  end repeat
  return ash.hp * 10 + birch.hp
end procedure

procedure who_is_hurt
  let hurt = pick party
  hurt.hp -= d2
  let other = pick party
  other.hp -= 1
  return hurt
end procedure

procedure twice_the_same
  let hurt = pick party
  hurt.hp -= d2
  let other = pick party
  other.hp -= d3
  return same = hurt == other, left = hurt.hp, lowest = min(party.hp)
end procedure

procedure their_name
  let hurt = pick party
  hurt.hp -= d2
  let other = pick party
  other.hp -= d2
  return "{hurt} {hurt.hp}"
end procedure


procedure foes_hurt(turns)
  repeat turns times
    let hurt = pick foes
    hurt.hp -= d2
  end repeat
  return rat.hp * 10 + wolf.hp
end procedure

procedure marked
  let mark = pick party
  repeat 3 times
    let hurt = pick party
    hurt.hp -= d2
  end repeat
  return mark.hp
end procedure

procedure pair
  let mark = pick party
  mark.luck += d2
  let hurt = pick party
  hurt.hp -= d2
  return [mark, hurt]
end procedure

fn saves(h) = d3 + h.hp >= 4

procedure march(turns)
  let falls = 0
  repeat turns times
    for h in party where hp > 0
      let slips = d3 == 1
      if slips
        h.hp -= d2
        falls += 1
      else if not saves(h)
        h.luck += 1
      end if
    end for
  end repeat
  return falls = falls, down = count(party where hp == 0), lucky = max([h.luck for h in party])
end procedure

procedure in_turn
  let foe = 4
  for h in party
    if foe > 0
      foe -= d2
      h.luck += foe
    end if
  end for
  let one = pick party
  one.luck += 1
  return sum(party.luck) * 10 + max(party.luck)
end procedure

procedure all_with(turns)
  let mark = pick party
  repeat turns times
    for h in party
      h.hp -= d2 - 1
    end for
  end repeat
  return mark.hp * 10 + min(party.hp)
end procedure

procedure like_the_first
  let mark = pick party
  for h in party
    h.hp -= d2
    h.luck += mark.hp
  end for
  return sum(party.luck) * 10 + min(party.luck)
end procedure

procedure last_standing
  let turns = 0
  repeat until count(party where hp > 0) <= 1
    let hurt = pick (party where hp > 0)
    hurt.hp -= d2
    turns += 1
  end repeat
  return turns
end procedure

procedure who_stands
  repeat 4 times
    let hurt = pick (party where hp > 0)
    hurt.hp -= d2
  end repeat
  return party where hp > 0
end procedure

procedure kept_list
  let hurt = pick party
  hurt.hp -= d2
  let well = party where hp == 3
  let other = pick party
  other.hp -= d2
  return sum(well.hp)
end procedure

procedure two_of_them
  let both = [pick party, pick party]
  for h in party
    h.hp -= d2
  end for
  return sum(both.hp)
end procedure

procedure sums_of_each
  repeat 3 times
    for h in party
      h.luck += d2
    end for
  end repeat
  return max(party.luck) - min(party.luck)
end procedure

procedure until_hurt
  let total = 0
  repeat until min(party.hp) < 3
    for h in party
      if d6 == 1 then h.hp -= 1
      total += h.hp
    end for
  end repeat
  return total
end procedure
"#;

const CROWD: &str = r"
sheet villager
  hp: 0..3 = 3
end sheet

roster crowd of villager
| name | hp |
|------|----|
| A    | 3  |
| B    | 3  |
| C    | 3  |
| D    | 3  |
| E    | 3  |
| F    | 3  |
| G    | 3  |
| H    | 3  |
| I    | 3  |
| J    | 3  |
| K    | 3  |
| L    | 3  |

procedure wounds(turns)
  repeat turns times
    let hurt = pick crowd
    if d6 <= 4 then hurt.hp -= d2
  end repeat
  return sum(crowd.hp)
end procedure

procedure of_one(turns)
  let hp = 3
  repeat turns times
    if d12 == 1 and d6 <= 4 then hp = max(0, hp - d2)
  end repeat
  return hp
end procedure
";

/// One by one they would have millions of states.
#[test]
fn a_crowd_of_which_one_is_picked_is_counted() {
    let mut session = Session::new(RollSeed::new(1));
    let reply = session.submit(CROWD);
    assert!(reply.is_done(), "{:?}", reply.reports);
    let odds = ask(&mut session, "mean(wounds(14)) - 12 * mean(of_one(14))", Route::Quickest);
    assert_eq!(odds.map(|odds| shown(&odds)), Some(vec![("0".to_owned(), "1".to_owned())]));
}

#[test]
fn heroes_that_nothing_tells_apart_are_counted_as_one() {
    let mut session = Session::new(RollSeed::new(1));
    let reply = session.submit(PARTIES);
    assert!(reply.is_done(), "{:?}", reply.reports);
    let questions = [
        "wounds(5)",
        "first_hurt(3)",
        "who_is_hurt()",
        "twice_the_same()",
        "their_name()",
        "foes_hurt(3)",
        "marked()",
        "pair()",
        "wounds(2) + marked()",
        "march(2)",
        "chance(march(3).down > 0)",
        "mean(march(3).falls)",
        "in_turn()",
        "all_with(2)",
        "like_the_first()",
        "mean(last_standing())",
        "last_standing()",
        "who_stands()",
        "kept_list()",
        "two_of_them()",
        "sums_of_each()",
        "mean(until_hurt())",
        "count(party where hp == 3) + wounds(1)",
    ];
    for question in questions {
        let [parts, steps] = [Route::Quickest, Route::Steps].map(|route| ask(&mut session, question, route));
        let [parts, steps] = [parts, steps].map(|odds| odds.map(|odds| shown(&odds)));
        assert!(parts.is_some(), "{question}");
        assert_eq!(parts, steps, "{question}");
    }
}

/// Eight alike heroes: where each is known by its own state, they come to more than five million of them.
#[test]
fn many_equal_heroes_are_few_states() {
    let mut session = Session::new(RollSeed::new(1));
    let names: String = (1..=8).map(|at| format!("| Hero {at} |\n")).collect();
    let rules = format!(
        "sheet hero\n  hp: 0..11 = 11\nend sheet\n\nparty\n| name |\n|------|\n{names}\n\
         procedure march(turns)\n  repeat turns times\n    for h in party where hp > 0\n\
         \x20     if d20 < 9 then h.hp -= d3\n    end for\n  end repeat\n\
         \x20 return count(party where hp == 0)\nend procedure\n\
         procedure arrows(shots)\n  repeat shots times\n    let hurt = pick (party where hp > 0)\n\
         \x20   hurt.hp -= 2\n  end repeat\n  return min(party.hp)\nend procedure\n"
    );
    let reply = session.submit(&rules);
    assert!(reply.is_done(), "{:?}", reply.reports);
    for question in ["march(2)", "arrows(8)"] {
        assert!(ask(&mut session, question, Route::Quickest).is_some(), "{question}");
    }
}
