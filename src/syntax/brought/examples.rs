//! Lines from elsewhere, and what each is here.

use super::*;

/// Lines of one meaning, each with what it is here.
const LINES: &[(&str, &str)] = &[
    ("/roll 4d6dl1", "4d6dl1"),
    ("/r 1d20+5 vs 15", "1d20+5 >= 15"),
    ("[[1d6+2]]", "1d6+2"),
    ("d20+5 dc 15", "d20+5 >= 15"),
    ("output 3d6 named \"stats\"", "3d6"),
    ("output [highest 3 of 4d6]", "4d6kh3"),
    ("[lowest 1 of 2d20]", "2d20kl1"),
    ("[count {5,6} in 4d6]", "4d6c>=5"),
    ("[count {1} in 4d6]", "4d6c=1"),
    ("1@3d6", "3d6kh1"),
    ("2@3d6", "3d6kh2kl1"),
    ("d{1..6}", "d6"),
    ("2d{0..2}", "2d{0, 1, 2}"),
    ("advantage", "adv d20"),
    ("d20 adv", "adv d20"),
    ("1d20+5 with disadvantage", "dis 1d20+5"),
    ("1d20adv+5", "adv 1d20+5"),
    ("6x4d6kh3", "6 times 4d6kh3"),
    ("6#4d6", "6 times 4d6"),
    ("2d6×10", "2d6 x 10"),
    ("3w6", "3d6"),
    ("2 d6", "2d6"),
    ("2d6 + 1d8 fire damage", "2d6 + 1d8 [fire damage]"),
    ("table Random Encounters", "table random_encounters \"Random Encounters\""),
    ("table encounters:", "table encounters"),
    ("table night-encounters rolls d6", "table night_encounters \"night-encounters\" rolls d6"),
    ("print('hello')", "say \"hello\""),
    ("print \"hello\"", "say \"hello\""),
    ("while x < 3:", "repeat until not (x < 3)"),
    ("let x == 3", "let x = 3"),
    ("'hello'", "\"hello\""),
    ("print 3", "say 3"),
    ("chance 2d6 > 7", "chance(2d6 > 7)"),
    ("how likely is 2d6 > 7?", "chance(2d6 > 7)"),
    ("what are the odds of 2d6", "odds 2d6"),
    ("average of 2d6", "mean(2d6)"),
    ("sum 2d6", "2d6"),
    ("highest of 2d20", "2d20kh1"),
    ("drop lowest 4d6", "4d6dl1"),
    ("2d6 by 10", "2d6 x 10"),
    ("d20 + 5 against DC 15", "d20 + 5 >= 15"),
    ("repeat 3:", "repeat 3 times"),
    ("d100%", "d100"),
    ("what is 2d6", "2d6"),
    ("moor twice", "2 times moor"),
    ("roll moor 3 times", "3 times moor"),
    ("roll 3 times on the moor table", "3 times moor"),
    ("roll on the moor table", "moor"),
    ("2d6 twice", "2 times 2d6"),
    ("1-in-6", "1 in 6"),
    ("d6, d8", "[d6, d8]"),
    ("d6 div 2", "d6 // 2"),
    ("d%%", "d%"),
    ("2^3", "2 * 2 * 2"),
    ("d6 > 3 ? 1 : 2", "if d6 > 3 then 1 else 2"),
    ("x++", "x += 1"),
    ("1...6", "1..6"),
    ("def f(x): x + 1", "fn f(x) = x + 1"),
    ("function f(x) { return x }", "fn f(x) = x"),
    ("fn f(x) return x", "fn f(x) = x"),
    ("for (i = 0; i < 3; i++)", "for i in 0..2"),
    ("for i in range(3):", "for i in 0..2"),
    ("if d6 > 3: say 1", "if d6 > 3 then say 1"),
    ("/roll 1d20 + @{Ash|str-mod}", "1d20 + str_mod"),
    ("1t[Night Encounters]", "night_encounters"),
    ("3t[wolves]", "3 times wolves"),
    ("5d10>=7f1", "5d10c>=7 cf=1"),
    ("1d20+5[attack]", "1d20 [attack] +5"),
    ("4dF.2 + 1", "4dF + 1"),
    ("chance of 7 on 2d6", "chance(2d6 == 7)"),
    ("what are the odds of rolling 15 or more on 3d6?", "chance(3d6 >= 15)"),
    ("3d6 exploding", "3d6!"),
    ("10d10 successes 7+", "10d10c>=7"),
    ("flip a coin", "d{\"heads\", \"tails\"}"),
    ("roll on the random encounters table", "random_encounters"),
    ("function: f A:n B:n { result: A + B }", "fn f(A, B) = A + B"),
    ("[middle 1 of 3d20]", "(sort (3 times d20))[2]"),
    ("roll 2d6 plus 3", "2d6 + 3"),
    ("2d6 minus 1", "2d6 - 1"),
    ("2d6 plus d4 minus one", "2d6 + d4 - 1"),
    ("4d6 drop lowest", "4d6dl1"),
    ("4d6 drop the lowest", "4d6dl1"),
    ("4d6, drop lowest", "4d6dl1"),
    ("4d6 keep highest 3", "4d6kh3"),
    ("4d6 keep 3 highest", "4d6kh3"),
    ("roll 4d6 and drop the lowest die", "4d6dl1"),
    ("4d6 best 3", "4d6kh3"),
    ("4d6 keep three", "4d6kh3"),
    ("best 3 of 4d6", "4d6kh3"),
    ("best of 3d6", "3d6kh1"),
    ("the two highest of 4d6", "4d6kh2"),
    ("keep the best three dice of 4d6", "4d6kh3"),
    ("4d6 drop lowest + 2", "4d6dl1 + 2"),
    ("4d6-L", "4d6dl1"),
    ("4d6 - H", "4d6dh1"),
    ("let str = 4d6 drop lowest", "let str = 4d6dl1"),
    ("let str = roll 2d6 plus 3", "let str = 2d6 + 3"),
    ("2d6 + 1d8 exploding", "2d6 + 1d8!"),
    ("1d8 exploding + 2d6", "1d8! + 2d6"),
    ("exploding d6", "d6!"),
    ("3d6 six times", "6 times 3d6"),
    ("roll 3d6 six times", "6 times 3d6"),
    ("six times 4d6 drop lowest", "6 times 4d6dl1"),
    ("4d6 drop lowest six times", "6 times 4d6dl1"),
    ("3d6 in order", "6 times 3d6"),
    ("3d6 down the line", "6 times 3d6"),
    ("two d6", "2d6"),
    ("roll two six-sided dice", "2d6"),
    ("3 six-sided dice", "3d6"),
    ("a twenty-sided die", "d20"),
    ("2 dice", "2d6"),
    ("flip", "d{\"heads\", \"tails\"}"),
    ("flip 3 coins", "3 times d{\"heads\", \"tails\"}"),
    ("percentile", "d100"),
    ("percentile dice", "d100"),
    ("r 2d6", "2d6"),
    ("rolld20", "d20"),
    ("r1d20+5", "1d20+5"),
    ("!rr 6 4d6kh3", "6 times 4d6kh3"),
    ("/w gm 1d20", "1d20"),
    ("!table wolves", "wolves"),
    ("1d20a", "adv 1d20"),
    ("d20advantage", "adv d20"),
    ("advantage(d20)", "adv d20"),
    ("1d20 + [[1d6]]", "1d20 + 1d6"),
    ("1d20 + [[1d6+2]]", "1d20 + (1d6+2)"),
    ("d 20", "d20"),
    ("1 d 20", "1d20"),
    ("d20 >= 15?", "d20 >= 15"),
    ("DC 15", "d20 >= 15"),
    ("hazard x3", "3 times hazard"),
    ("x3 hazard", "3 times hazard"),
    ("3x hazard", "3 times hazard"),
    ("1d20 + @abilities.str.mod", "1d20 + str_mod"),
    ("1d20 + @prof", "1d20 + prof"),
    ("odds of at least one 6 on 4d6", "chance(4d6c=6 >= 1)"),
];

#[test]
fn lines_from_elsewhere_mean_one_thing() {
    let mut wrong = Vec::new();
    for (line, ours) in LINES {
        let found = translate(line);
        let meant = found.as_ref().and_then(Brought::meaning);
        if meant != Some(*ours) {
            wrong.push(format!("{line}: {meant:?}, not {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_may_mean_two_things_gives_both() {
    let readings = |line: &str| translate(line).map(|found| found.readings.len());
    assert_eq!(readings("4d6kh3 x6"), Some(2));
    assert_eq!(readings("X: 3d6"), Some(2));
    assert_eq!(readings("2d6 d8"), Some(2));
    assert_eq!(readings("2d6 and d8"), Some(2));
    assert_eq!(readings("[explode d6]"), Some(2));
    assert_eq!(readings("roll stats"), Some(2));
    assert_eq!(readings("4d6 drop 1"), Some(2));
    assert_eq!(readings("reroll 1s on 2d6"), Some(2));
    for ours in
        ["4d6kh3", "adv d20", "table moor", "let x = 3", "2d6 x 10", "moor[3]", "t[3]", "say \"it's\""]
    {
        assert_eq!(translate(ours), None, "{ours}");
    }
}
