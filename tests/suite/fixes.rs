//! Fixes that are applied: `tw check --fix`, `:fix`, and `tw watch`.

use std::fs;

use crate::support::cases::folder_with;
use crate::support::program::Tw;
use tablewright::inside::faulty_sources;

const WRONG: &str = "\u{feff}let strength = 3\r\nsay \"{strenght} é 𝄞\"\r\nsay \"{strengh}\"\r\nsay 1 2\r\n";
const MENDED: &str =
    "\u{feff}let strength = 3\r\nsay \"{strength} é 𝄞\"\r\nsay \"{strength}\"\r\nsay 1 2\r\n";

#[test]
fn nothing_is_written_that_was_not_agreed_to() {
    let folder = folder_with("a.tw", WRONG);
    let shown = Tw::new().args(["check", "--fix", "a.tw"]).within(folder.path()).run();
    assert_eq!(shown.code, 1, "{shown:?}");
    assert!(shown.out.contains("-say \"{strengh}\"\n+say \"{strength} é"), "{shown:?}");
    assert!(shown.err.contains("`tw check --fix --yes a.tw` makes the 2 fixes"), "{shown:?}");
    assert_eq!(fs::read_to_string(folder.path().join("a.tw")).expect("read"), WRONG);
}

#[test]
fn fixes_keep_every_other_byte_and_what_is_left_is_reported() {
    let folder = folder_with("a.tw", WRONG);
    let fixed = Tw::new().args(["check", "--fix", "--yes", "a.tw"]).within(folder.path()).run();
    assert_eq!(fs::read_to_string(folder.path().join("a.tw")).expect("read"), MENDED);
    assert_eq!(fixed.code, 1, "{fixed:?}");
    assert!(
        fixed.err.contains("a.tw: 2 fixes made") && fixed.err.contains("1 error, 0 warnings"),
        "{fixed:?}"
    );
    assert!(!fixed.err.contains("strengh"), "{fixed:?}");
    let again = Tw::new().args(["check", "--fix", "--yes", "a.tw", "-q"]).within(folder.path()).run();
    assert_eq!(again.out, "", "{again:?}");
    let piped = Tw::new().args(["check", "--fix", "-"]).stdin(WRONG).run();
    assert_eq!(piped.out, MENDED.trim_start_matches('\u{feff}'), "{piped:?}");
}

#[test]
fn a_note_is_fixed_where_it_stands() {
    let note = "# Moor\n\nSome *prose*.\n\n| Roll | what |\n|---|---|\n| 1-3 | a |\n| 4-6 | b |\n\nMore.\n";
    let folder = folder_with("note.md", note);
    let fixed = Tw::new().args(["check", "--fix", "--yes", "note.md"]).within(folder.path()).run();
    assert_eq!(fixed.code, 0, "{fixed:?}");
    let text = fs::read_to_string(folder.path().join("note.md")).expect("read");
    assert_eq!(text, note.replace("| Roll |", "| d6 |"));
}

/// Rows that no dice pick yet: one report, and a fix that numbers them, whatever the bars look like.
#[test]
fn rows_without_numbers_are_numbered() {
    let even =
        "table t\n| d3 | Thing | Price |\n|---|---|---|\n| 1 | a | 1 |\n| 2 | b | 2 |\n| 3 | c | 3 |\n";
    let rows = "| Thing | Price |\n|---|---|\n| a | 1 |\n| b | 2 |\n| c | 3 |\n";
    for (bad, fix, good) in [
        (
            format!("table t rolls d3\n{rows}"),
            "number the rows",
            even.replace("table t\n", "table t rolls d3\n"),
        ),
        (
            "table t rolls d6\n- a\n- b\n".to_owned(),
            "as likely as the others",
            "table t\n- a\n- b\n".to_owned(),
        ),
        ("table t rolls 2d6\na\nb\n".to_owned(), "as likely as the others", "table t\na\nb\n".to_owned()),
    ] {
        let folder = folder_with("a.tw", &bad);
        let checked = Tw::new().args(["check", "a.tw"]).within(folder.path()).run();
        assert!(checked.err.contains("1 error") && checked.err.contains(fix), "{bad}: {checked:?}");
        let fixed = Tw::new().args(["check", "--fix", "--yes", "a.tw"]).within(folder.path()).run();
        assert_eq!(fixed.code, 0, "{bad}: {fixed:?}");
        assert_eq!(fs::read_to_string(folder.path().join("a.tw")).expect("read"), good);
    }
    // Which of the two is meant is not sure where no die is written.
    let folder = folder_with("a.tw", &format!("table t\n{rows}"));
    let checked = Tw::new().args(["check", "a.tw"]).within(folder.path()).run();
    assert!(
        checked.err.contains("number the rows for d3") && checked.err.contains("look it up"),
        "{checked:?}"
    );
}

/// Every bad source of the list of codes, mended as far as fixes go, has no report left that could be fixed
/// by the one change that it offers.
#[test]
fn fixes_do_away_with_their_reports() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut names = Vec::new();
    for (code, bad) in faulty_sources() {
        let name = format!("{code}.tw");
        fs::write(folder.path().join(&name), bad).expect("written");
        names.push(name);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let fixed = Tw::new().args(["check", "--fix", "--yes"]).args(names.clone()).within(folder.path()).run();
    assert!(fixed.code == 1 || fixed.code == 4, "{fixed:?}");
    let left = Tw::new().args(["check", "--format", "json"]).args(names).within(folder.path()).run();
    for line in left.out.lines() {
        let report: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let fixes = report["fixes"].as_array().expect("fixes");
        assert!(fixes.len() != 1, "{line}");
    }
}

/// The dice behind a name: by `where` they are there to be kept, by `let` they have to be kept where they are rolled.
#[test]
fn what_takes_a_total_is_given_the_dice() {
    let bad = "fn a() = max(p) - min(p) where p = 5d8\nfn b() = average(p) where p = {d8, d6}\n\
               fn c()\n  let p = 3d6\n  return max(p)\nend fn\nlet e = average(2d6)\n";
    let good = "fn a() = max((p)kh1) - min((p)kl1) where p = 5d8\n\
                fn b() = average(sort p) where p = {d8, d6}\n\
                fn c()\n  let p = 3 times d6\n  return max(p)\nend fn\nlet e = average(sort 2d6)\n";
    let folder = folder_with("a.tw", bad);
    let fixed = Tw::new().args(["check", "--fix", "--yes", "a.tw"]).within(folder.path()).run();
    assert_eq!(fs::read_to_string(folder.path().join("a.tw")).expect("read"), good, "{fixed:?}");
    let left = Tw::new().args(["check", "a.tw"]).within(folder.path()).run();
    assert!(left.code == 0 && !left.err.contains("TW0503"), "{left:?}");
}

/// The same of names at the top of a file.
#[test]
fn totals_at_the_top_of_a_file_are_given_the_dice() {
    for (bad, good) in [
        ("let p = 5d8\nsay max(p)\n", "let p = 5 times d8\nsay max(p)\n"),
        ("let p = 5d8\nsay p[1]\n", "let p = 5 times d8\nsay p[1]\n"),
        ("keep p = 4d6kh3\nsay min(p)\n", "keep p = sort 4d6kh3\nsay min(p)\n"),
        ("let p = d8\nsay max(p)\n", "let p = d8\nsay max(p)\n"),
    ] {
        becomes(bad, good);
    }
}

/// A file is what it should be once all its fixes are made, and has no mistake left.
fn becomes(bad: &str, good: &str) {
    let folder = folder_with("a.tw", bad);
    let fixed = Tw::new().args(["check", "--fix", "--yes", "a.tw"]).within(folder.path()).run();
    assert_eq!(fs::read_to_string(folder.path().join("a.tw")).expect("read"), good, "{fixed:?}");
    let left = Tw::new().args(["check", "a.tw"]).within(folder.path()).run();
    assert!(left.code == 0 && !left.err.contains("fix: "), "{good}: {left:?}");
}

/// What a game master pastes or writes as elsewhere.
#[test]
fn what_is_pasted_from_notes_is_mended() {
    for (bad, good) in [
        (
            "table t\n| First d6 | Second d6 | Result |\n|---|---|---|\n| 1-3 | 1-2 | crows |\n\
             | 1-3 | 3-6 | wolves |\n| 4-6 | 1-6 | bog |\n",
            "table t\n| d66 | Result |\n|---|---|\n| 11-12, 21-22, 31-32 | crows |\n\
             | 13-16, 23-26, 33-36 | wolves |\n| 41-46, 51-56, 61-66 | bog |\n",
        ),
        (
            "table t\n| 01-50 | 51-00 |\n|---|---|\n| crows | wolves |\n",
            "table t\n| d100 | Result |\n|---|---|\n| 01-50 | crows |\n| 51-00 | wolves |\n",
        ),
        (
            "table t\n| d6 | what |\n|---|---|\n| 1-3 | a |\n| 4-7 | b |\n",
            "table t\n| d6 | what |\n|---|---|\n| 1-3 | a |\n| 4-6 | b |\n",
        ),
        (
            "table t\n| d6 | what |\n|---|---|\n| 1-3 | 2d6x10 gp |\n| 4-6 | b |\n",
            "table t\n| d6 | what |\n|---|---|\n| 1-3 | {2d6 x 10} gp |\n| 4-6 | b |\n",
        ),
        (
            "sheet hero\n  str: number = 0\nend sheet\n\nparty\n  ash: hero(str = 3)\n  bo = hero(str = 2)\nend party\n",
            "sheet hero\n  str: number = 0\nend sheet\n\nparty\n| name | str |\n| --- | --- |\n| ash | 3 |\n| bo | 2 |\n",
        ),
        (
            "sheet hero\n  str: number = 0\nend sheet\n\nparty\n  ash: str 3\n  bo: str 2\n\nsay ash.str\n",
            "sheet hero\n  str: number = 0\nend sheet\n\nparty\n| name | str |\n| --- | --- |\n| ash | 3 |\n| bo | 2 |\n\nsay ash.str\n",
        ),
        (
            "table t\n| d6 | what |\n|---|---|\n| 1-5 | a |\n| 7 | b |\n",
            "table t\n| d6 | what |\n|---|---|\n| 1-5 | a |\n| 6 | b |\n",
        ),
        ("let all = [1,000, 2]\n", "let all = [1000, 2]\n"),
        ("let all = 2d6x10\n", "let all = 2d6 * 10\n"),
        ("let all = 2d6 ro < 3kh1\n", "let all = 2d6ro<3kh1\n"),
        (
            "let my-var = 3\nsay my-var + 1\nsay \"{my-var}\"\nmy-var += 1\n",
            "let my_var = 3\nsay my_var + 1\nsay \"{my_var}\"\nmy_var += 1\n",
        ),
    ] {
        becomes(bad, good);
    }
    // Lists of small numbers are lists.
    for right in ["let all = [1, 200, 2]\n", "let all = [100,200,300]\n", "let x = 3\nlet y = 2\nsay x-y\n"] {
        becomes(right, right);
    }
}

#[test]
fn a_session_makes_the_fix_it_was_offered() {
    let folder = folder_with("a.tw", "let strength = 3\nfn f() = strenght\n");
    let save = folder.path().join("camp");
    let save = save.to_string_lossy();
    let typed = "let wisdom = 4\nsay wisdmo\n:fix\n:fix\n:fix a.tw\nf()\n";
    let ran = Tw::new().args(["repl", "--save", &save]).stdin(typed).within(folder.path()).run();
    assert!(ran.out.contains("say wisdom\n4\n"), "{ran:?}");
    assert!(ran.err.contains("the last report offers no fix"), "{ran:?}");
    assert!(ran.out.contains("wrote a.tw") && ran.out.trim_end().ends_with('3'), "{ran:?}");
}

#[test]
#[cfg(unix)]
fn watch_tests_what_changed_and_what_uses_it() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = folder_with("part.tw", "fn f() = 1\n");
    let main = "use \"part.tw\"\n\ntest \"f\"\n  expect part.f() == 1\nend test\n";
    fs::write(folder.path().join("main.tw"), main).expect("written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tw"))
        .args(["watch", "main.tw", "-q"])
        .current_dir(folder.path())
        .env_clear()
        .env("HOME", folder.path())
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
    let first = lines.find(|line| line.contains("main.tw:")).unwrap_or_default();
    fs::write(folder.path().join("part.tw"), "fn f() = 2\n\n").expect("written");
    let second = lines.find(|line| line.starts_with("main.tw:")).unwrap_or_default();
    let _ = child.kill();
    let _ = child.wait();
    assert!(first.contains("1 passed, 0 failed"), "{first}");
    assert!(second.contains("0 passed, 1 failed"), "{second}");
}

/// What is wrong in a call of the library, and what is offered for it: only what works when it is typed.
#[test]
fn a_word_in_a_call_is_led_to_where_it_belongs() {
    let offered = |uses: &str, line: &str| {
        let folder = folder_with("a.tw", &format!("use {uses}\n{line}\n"));
        let fixed = Tw::new().args(["check", "--fix", "--yes", "a.tw"]).within(folder.path()).run();
        let text = fs::read_to_string(folder.path().join("a.tw")).expect("read");
        (text.lines().last().unwrap_or_default().to_owned(), fixed)
    };
    // A word without a name answers the question that has it.
    for (uses, line, mended) in [
        ("dungeon_turn", "do dungeon_turn(rest)", "do dungeon_turn(deed = rest)"),
        ("delving", "do delving_turn(move, pace = running)", "do delving_turn(deed = move, pace = running)"),
        ("dungeon_exploration", "do exploration_turn(search)", "do exploration_turn(deed = search)"),
        ("dungeon_turn", "do roll_to_return(arduous)", "do roll_to_return(path = arduous)"),
    ] {
        let (now, fixed) = offered(uses, line);
        assert_eq!((&*now, fixed.code), (mended, 0), "{line}: {fixed:?}");
    }
    // Where one list of words is wanted, neither another list nor another rule-set helps.
    for (uses, line, expected) in [
        ("travel_and_time", "can_attack(close, arcane)", "melee, ranged"),
        ("dungeon_exploration", "dc_of(sleep)", "easy, normal, hard"),
    ] {
        let (now, fixed) = offered(uses, line);
        assert_eq!((&*now, fixed.code), (line, 1), "{line}: {fixed:?}");
        assert!(fixed.err.contains(&format!("expected {expected}")), "{line}: {fixed:?}");
    }
}

/// Who counts a comparison of a total meant the dice.
#[test]
fn a_count_of_a_comparison_becomes_a_count_of_dice() {
    let written = "let sixes = count(4d6 == 6)\nlet many = 2 * count( 10d10 >= 8 ) + 1\n";
    let fixed = Tw::new().args(["check", "--fix", "-"]).stdin(written).run();
    assert_eq!(fixed.out, "let sixes = 4d6c=6\nlet many = 2 * 10d10c>=8 + 1\n", "{fixed:?}");
}

/// What game masters and those who come from other languages type, and the one thing that it is here.
#[test]
fn slips_with_one_meaning_are_mended() {
    for (written, mended) in [
        ("option crit = off\n", "option crit = no\n"),
        (
            "procedure p\n  let x = 2\n  x *= 2\n  x /= 3 + 1\nend procedure\n",
            "procedure p\n  let x = 2\n  x = x * 2\n  x = x / (3 + 1)\nend procedure\n",
        ),
        (
            "procedure p\n  let a = 0\n  let b = 0\n  if d6 == 1 then a += 1 otherwise b = 2\nend procedure\n",
            "procedure p\n  let a = 0\n  let b = 0\n  if d6 == 1 then a += 1 else b = 2\nend procedure\n",
        ),
        ("fn f(x)\n  x + 1\nend fn\n", "fn f(x)\n  return x + 1\nend fn\n"),
        (
            "procedure p\n  q()\nend procedure\nprocedure q\n  say \"a\"\nend procedure\n",
            "procedure p\n  do q()\nend procedure\nprocedure q\n  say \"a\"\nend procedure\n",
        ),
        (
            "procedure p\n  let n = 0\n  while n < 3\n    n += 1\n  end while\nend procedure\n",
            "procedure p\n  let n = 0\n  repeat until n >= 3\n    n += 1\n  end repeat\nend procedure\n",
        ),
        ("let a = max(3 times d6 where it > 4)\n", "let a = max((3 times d6) where it > 4)\n"),
        ("let a = 2d6r = 1\n", "let a = 2d6r=1\n"),
        ("let a = 2d6 ro < 3\n", "let a = 2d6ro<3\n"),
        ("let a = 2d6ro < 3kh1\n", "let a = 2d6ro<3kh1\n"),
        ("let a = mean(4d6c >= 5)\n", "let a = mean(4d6c>=5)\n"),
        ("let a = max(d6r = 1, 2)\n", "let a = max(d6r=1, 2)\n"),
        ("let a = max(d6 = 1, 2)\n", "let a = max(d6 == 1, 2)\n"),
        ("let a = {a = d6, b = \"x, y\"}\n", "let a = {a: d6, b: \"x, y\"}\n"),
        ("let a = {a=[1, 2], b: 3}\n", "let a = {a:[1, 2], b: 3}\n"),
        ("let a = any([1, 2] == 2)\n", "let a = any([it == 2 for it in [1, 2]])\n"),
        (
            "keep hp = 10\nprocedure volley\n  hp -= d6\nend procedure\n\
             odds first volley when hp <= 0 within 24 times volley\n",
            "keep hp = 10\nprocedure volley\n  hp -= d6\nend procedure\n\
             odds first turn when hp <= 0 within 24 times volley\n",
        ),
        ("let a = 1d4+1 hours\n", "let a = (1d4+1) hours\n"),
        ("keep gold: 0-10 = 5\n", "keep gold: 0..10 = 5\n"),
        ("table foes roll d2\n1: a\n2: b\nend table\n", "table foes rolls d2\n1: a\n2: b\nend table\n"),
        (
            "table t\nd2,who\n1,rats\n2,\"cats, many\"\n",
            "table t\n| d2 | who |\n|---|---|\n| 1 | rats |\n| 2 | cats, many |\n",
        ),
    ] {
        let folder = folder_with("a.tw", written);
        let fixed = Tw::new().args(["check", "--fix", "--yes", "a.tw"]).within(folder.path()).run();
        let text = fs::read_to_string(folder.path().join("a.tw")).expect("read");
        assert_eq!((&*text, fixed.code), (mended, 0), "{written}: {fixed:?}");
    }
}

/// A file after `tw check --fix --yes`, and whether nothing is left to report.
fn mended(bad: &str) -> (String, bool) {
    let folder = folder_with("a.tw", bad);
    let fixed = Tw::new().args(["check", "--fix", "--yes", "a.tw"]).within(folder.path()).run();
    (fs::read_to_string(folder.path().join("a.tw")).expect("read"), fixed.code == 0)
}

/// What other languages write is mended to what it means there, and can be read then.
#[test]
fn what_is_mended_means_what_was_written() {
    const X: &str = "let x = 3\n";
    const LIGHT: &str = "ladder light: bright > dim > out\nkeep lamp: light = dim\n";
    const SHEET: &str =
        "sheet hero\n  hp: number = 3\nend sheet\n\nparty\n| name | hp |\n|---|---|\n| Ash | 3 |\n\n";
    for (before, bad, good) in [
        (X, "if x == 2 then say \"a; b\"; say \"c\"", "if x == 2\n  say \"a; b\"\n  say \"c\"\nend"),
        ("", "let gold = 1,000", "let gold = 1000"),
        ("", "say \u{201c}You find {2d6} coins.\u{201d}", "say \"You find {2d6} coins.\""),
        ("", "say \"You find it.\u{201d}", "say \"You find it.\""),
        ("", "let x = roll(\"2d6\")", "let x = 2d6"),
        ("", "let x = roll(\"2d6 + 1\") * 2", "let x = (2d6 + 1) * 2"),
        ("", "say \"You find {2d6 coins.\"", "say \"You find {2d6} coins.\""),
        (X, "if x === 3 then say \"a\"", "if x == 3 then say \"a\""),
        (X, "if x =< 3 then say \"a\"", "if x <= 3 then say \"a\""),
        (X, "if x => 3 then say \"a\"", "if x >= 3 then say \"a\""),
        (X, "if x is greater than 2 then say \"a\"", "if x > 2 then say \"a\""),
        ("", "keep x := 3", "keep x = 3"),
        (
            X,
            "if x == 3 then\n  say \"a\"\nelseif x == 4 then\n  say \"b\"\nend",
            "if x == 3\n  say \"a\"\nelse if x == 4\n  say \"b\"\nend",
        ),
        (X, "if x == 3 {\n  say \"a\"\n}", "if x == 3\n  say \"a\"\nend"),
        (LIGHT, "now lamp is out", "lamp = out"),
        (LIGHT, "now lamp = out", "lamp = out"),
        (X, "say \"x is %d\" % x", "say \"x is {x}\""),
        ("", "say hello\"", "say \"hello\""),
        ("", "say(\"hello\")", "say \"hello\""),
        (X, "say 'a' + x", "say \"a{x}\""),
        ("", "say 50 %", "say 50%"),
        ("", "if 50 % then say \"a\"", "if 50% chance then say \"a\""),
        ("", "if 50% then say \"a\"", "if 50% chance then say \"a\""),
        ("", "if chance of 50% then say \"a\"", "if 50% chance then say \"a\""),
        ("", "use \"dungeon_turn\"", "use dungeon_turn"),
        ("", "say .5 * 3", "say 0.5 * 3"),
        ("", "let my-var = 3", "let my_var = 3"),
        ("", "let xs = [1, 2\nsay \"a\"", "let xs = [1, 2]\nsay \"a\""),
        ("", "timer torch for 10 minutes\n  say \"x\"\nend", "timer torch = 10 minutes\n  say \"x\"\nend"),
        (SHEET, "for hero in party\n  hp -= 1\nend for", "for hero in party\n  hero.hp -= 1\nend for"),
        ("sheet hero\n", "  luck number = 3\nend sheet", "  luck: number = 3\nend sheet"),
    ] {
        let (text, sound) = mended(&format!("{before}{bad}\n"));
        assert_eq!((text.as_str(), sound), (format!("{before}{good}\n").as_str(), true), "{bad}");
    }
}

/// What may mean several things is not decided, and what no change mends is told in words.
#[test]
fn what_is_not_sure_is_left_and_told() {
    const TABLE: &str = "table rumors\n- a\n- b\n\n";
    const LIGHT: &str = "ladder light: bright > dim > out\nkeep lamp: light = dim\n";
    for (before, bad, told) in [
        (TABLE, "let x = draw rumors", "draw(rumors)"),
        ("", "every 60 say \"bell\"", "60 minutes say"),
        ("", "when d6 > 3 then say \"a\"; say \"b\"", "are a block"),
        ("", "let n = 3\nrepeat\n  n -= 1\nuntil n == 0", "repeat until n == 0"),
        ("", "let y = 2\nlet x = y = 3", "a line of its own"),
        ("", "VAR x = 3", "keep x = 3"),
        ("keep x = 2\n", "x := 3", "`x = 3`"),
        ("", "from dungeon_turn import hazard", "`use dungeon_turn`"),
        (LIGHT, "if lamp < dim then say \"a\"", "lamp is worse than dim"),
        ("fn f(x) = x + 1\n", "say f 3", "f(3)"),
        ("", "option mode: a | b", "option mode: a | b = a"),
        ("", "say 1.5d6", "whole numbers"),
        ("", "for x in 1..3\n  if x == 2 then continue\nend for", "`skip`"),
        (
            "",
            "table t\n| d12 | what |\n|---|---|\n| 1-11 | a |\n| 12 | Roll twice, ignoring further 12s |",
            "leave nothing out",
        ),
    ] {
        let text = format!("{before}{bad}\n");
        let folder = folder_with("a.tw", &text);
        let checked = Tw::new().args(["check", "a.tw", "--width", "300"]).within(folder.path()).run();
        assert!(format!("{}{}", checked.out, checked.err).contains(told), "{bad}: {checked:?}");
        assert_eq!(mended(&text).0, text, "{bad}");
    }
}

/// Keys as people write them are the numbers that they mean.
#[test]
fn keys_are_read_as_they_are_written() {
    for rows in [
        "| (1-4) | a |\n| (5-6) | b |\n",
        "| 1-4: | a |\n| 5-6: | b |\n",
        "| 1-4 | a |\n| 5 or 6 | b |\n",
        "| 1-2 | a |\n| 3 & 4 | a |\n| 5 and 6 | b |\n",
    ] {
        let folder = folder_with("a.tw", &format!("table t\n| d6 | what |\n|---|---|\n{rows}"));
        let asked = Tw::new().args(["odds", "chance(t is b)", "-f", "a.tw"]).within(folder.path()).run();
        assert!(asked.out.contains("1/3"), "{rows}: {asked:?}");
    }
    let percent = "table t\n| d100 | what |\n|---|---|\n| 01% - 50% | a |\n| 51% - 99% | b |\n| 100% | c |\n";
    let folder = folder_with("a.tw", percent);
    let asked = Tw::new().args(["odds", "chance(t is b)", "-f", "a.tw"]).within(folder.path()).run();
    assert!(asked.out.contains("49/100"), "{asked:?}");
}
