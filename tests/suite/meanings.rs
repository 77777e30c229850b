//! Fixes of files never change what was meant: what may be meant in two ways is left to a person, and nothing is mended
//! beside a line that cannot be read.

use std::fs;

use crate::support::cases::folder_with;
use crate::support::program::Tw;

/// A program with one of each thing, right as it stands.
const DELVE: &str = "words deed: search | move | rest\n\nkeep torches = 3\n\nsheet hero\n  max_hp: number\n  hp: 0..max_hp = max_hp\nend sheet\n\n\
party\n| name | max_hp |\n|------|-------:|\n| Ash  | 6      |\n\n\
table goods\n- 2x needles\n- a lantern, {half full | empty}\n\n\
table hazard rolls d6\n  1: A trap => ash.hp -= d4; say \"Ouch!\"\n  2-3: A pedlar with {goods}\n  4-6: Nothing\nend table\n\n\
fn damage(weapon, strength = 0) = max(1, weapon + strength)\n\n\
fn fare(miles)\n  let beyond = miles - 5\n  return 1 + beyond * 2\nend fn\n\n\
procedure explore(turns) takes 1 minute\n  choose deed: \"What do you do?\" from deed default move\n  repeat turns times\n    if d6 == 1 and torches > 0\n      torches -= 1\n    else if deed is rest\n      say \"Quiet.\"\n    else\n      apply hazard\n    end if\n  end repeat\n  return torches\nend procedure\n\n\
policy deed = rest\n\ndo explore(4)\n4d6kh3 + damage(d8, 3)\nadv d20 + 5\njoin((party where hp > 0).name)\nif torches > 1 then say \"Light\" else say \"Dark\"\n\n\
test \"fare\"\n  expect fare(6) == 3\nend test\n";

/// What becomes of a text where `--fix` has made its fixes, and what is said of it before.
fn fixed(text: &str) -> (String, String) {
    let folder = folder_with("a.tw", text);
    let said = Tw::new().args(["check", "a.tw"]).within(folder.path()).run();
    Tw::new().args(["check", "--fix", "--yes", "a.tw"]).within(folder.path()).run();
    (fs::read_to_string(folder.path().join("a.tw")).expect("read"), said.err)
}

/// Each slip, in place of what is right, is mended to what was right.
#[track_caller]
fn mended(slips: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (right, slip) in slips {
        assert!(DELVE.contains(right), "{right}");
        let (text, said) = fixed(&DELVE.replacen(right, slip, 1));
        if text != DELVE {
            wrong.push(format!("{slip}:\n{said}{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each slip has a report that offers these fixes, and nothing is changed unasked.
#[track_caller]
fn left(slips: &[(&str, &str, &[&str])]) {
    let mut wrong = Vec::new();
    for (right, slip, offers) in slips {
        assert!(DELVE.contains(right), "{right}");
        let bad = DELVE.replacen(right, slip, 1);
        let (text, said) = fixed(&bad);
        if text != bad || offers.iter().any(|offer| !said.contains(offer)) {
            wrong.push(format!("{slip}:\n{said}{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_program_is_right() {
    assert_eq!(fixed(DELVE).0, DELVE);
    assert!(!fixed(DELVE).1.contains("error"), "{}", fixed(DELVE).1);
}

#[test]
fn no_word_before_dice_is_dropped() {
    mended(&[("adv d20", "avd d20"), ("adv d20", "addv d20"), ("adv d20 + 5", "d20 + 5 avd")]);
    left(&[
        ("adv d20", "kh d20", &["`kh` is not defined", "`adv d20 + 5`"]),
        ("adv d20", "plugh d20", &["`plugh` is not defined", "as a label: `d20 [plugh] + 5`"]),
        ("adv d20 + 5", "reroll d20", &["`d20ro=1`"]),
    ]);
}

#[test]
fn what_may_be_meant_in_two_ways_is_left() {
    left(&[
        ("ash.hp -= d4", "ash.hp - d4", &["`ash.hp -= d4`", "show it with `say`"]),
        ("torches -= 1", "torches - 1", &["`torches -= 1`", "show it with `say`"]),
        ("torches -= 1", "torches -1", &["`torches -= 1`"]),
        ("else if deed", "else deed", &["write `else if`"]),
        ("{goods}", "{goods", &["close it: `{goods}`", "`\\{`"]),
        ("{half full | empty}", "{half full | empty", &["close it: `{half full | empty}`", "`\\{`"]),
        ("{goods}", "goods}", &["open one: `{goods}`"]),
        ("join((", "join(", &["open one more", "take it out"]),
        ("max(1, weapon", "max(1 weapon", &["`1, weapon`", "`1 * weapon`"]),
        ("explore(turns) takes 1 minute", "explore turns", &["`procedure explore(turns)`"]),
        ("from deed default", "from deeds default", &["write `deed`", "`delving.deeds`"]),
        ("return 1 + beyond * 2", "return 1 + beyond *", &["unexpected end of the line"]),
        ("if d6 == 1 and torches > 0", "if (d6 + 1 > 3", &["close it before `>`", "at the end"]),
    ]);
}

#[test]
fn names_wait_for_lines_that_cannot_be_read() {
    // `explore` is a procedure of a shipped rule-set, too.
    left(&[("procedure explore(turns) takes 1 minute", "procedur of explore", &[])]);
    let text = "use dungeonturn 3\neach hoard\n- gems\n\nchange hazard row 6: Free\n";
    assert_eq!(fixed(text).0, text);
    for slip in ["dungeonturn", "\"dungeon_turn\"", "dungeon turn"] {
        let right = "use dungeon_turn\n\neach hoard\n- gems\n\nchange hazard row 6: Free\n";
        assert_eq!(fixed(&right.replace("dungeon_turn", slip)).0, right, "{slip}");
    }
    let right = "use dungeon_turn with quiet_turns = 3, wanderer = cellar\n\ntable cellar\n- a\n";
    assert_eq!(fixed(&right.replace("3, ", "3 ")).0, right);
    assert_eq!(fixed(&right.replace("turns = 3", "turns: 3")).0, right);
}

#[test]
fn brackets_and_ends_are_put_where_they_were() {
    mended(&[
        ("damage(weapon, strength = 0)", "damage weapon, strength = 0"),
        ("damage(weapon, strength = 0)", "damage(weapon, strength = 0"),
        ("explore(turns) takes", "explore(turns takes"),
        ("end fn", "end function"),
        ("end procedure", "end proc"),
        ("end test", "end of test"),
        ("procedure explore", "proc explore"),
    ]);
}

#[test]
fn words_and_rows_are_mended_to_what_they_were() {
    mended(&[
        ("1: A trap => ash.hp -= d4", "1 A trap => ash.hp -= d4"),
        ("1: A trap", "1. A trap"),
        ("4d6kh3", "4d6k3h"),
        ("4d6kh3", "4d6hk3"),
        ("party\n", "Party\n"),
        ("party\n", "partys\n"),
        ("table goods", "goods"),
        ("say \"Ouch!\"", "say Ouch!"),
        ("say \"Ouch!\"", "sya \"Ouch!\""),
        ("    else\n", "    esle\n"),
        ("0..max_hp", "0.max_hp"),
        ("0..max_hp", "0-max_hp"),
        ("turns times", "turns"),
        ("turns times", "turns time"),
        ("keep torches", "keep torchs"),
        ("hazard rolls d6", "hazard rolls 6"),
        ("hazard rolls d6", "hazard rolls 1-6"),
        ("4-6: Nothing", "46: Nothing"),
        ("4-6: Nothing", "4-6 Nothing"),
        ("4-6: Nothing", "4-6; Nothing"),
    ]);
}

#[test]
fn slips_in_other_tables_and_questions_are_mended() {
    for (right, ours, slip) in [
        ("each t\n| chance | x |\n|---|---|\n| 70% | a |\n", "70%", "7O%"),
        ("table t\n| weight | x |\n|---|---|\n| 3 | a |\n| 2 | b |\n", "weight", "wieght"),
        ("table t\n| 2d6 | x |\n|---|---|\n| 2-7 | a |\n| 8-12 | b |\n", "2d6", "2 d6"),
        (
            "table t(night: yes_no = no) rolls d6\n  1-3 when night: a\n  1-6: b\nend table\n",
            "1-3 when",
            "1-3 if",
        ),
        ("fn passes(a) = d20 > a\nchance(passes(12))\n", "chance(passes(12))", "chance passes(12)"),
        ("6 times 4d6kh3\n", "times 4", "times4"),
        ("6 times 4d6kh3\n", "kh3", " best 3"),
        ("6 times d6\n", "d6", "d 6"),
        ("option ties: win | lose = win\nties\n", "win | lose", "win, lose"),
        ("table wolves\n- a\n- b\n\n2 times wolves unique\n", "times", "time"),
    ] {
        let (text, said) = fixed(&right.replacen(ours, slip, 1));
        assert_eq!(text, right, "{slip}: {said}");
    }
    let find = "table find\n| d% | find |\n|---|---|\n| 01-95 | dust |\n| 96-10 | gold |\n";
    assert_eq!(fixed(find).0, find);
    assert!(fixed(find).1.contains("write 96-100"));
}

#[test]
fn a_row_without_its_colon_keeps_its_effect() {
    let right =
        "keep us = 3\n\ntable path rolls d6\n  1-3: on => us += 1\n  4-6: deeper => us -= 1\nend table\n";
    let (text, said) = fixed(&right.replacen("4-6:", "4-6", 1));
    assert_eq!(text, right, "{said}");
}
