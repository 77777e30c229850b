//! The session as a person sees it: keys go in, and the screen is looked at.

use std::path::Path;
use std::time::Duration;

use crate::support::terminal::{PROMPT, Terminal};

#[test]
fn dice_are_rolled_and_values_come_again() {
    let mut tw = Terminal::start(&["repl", "--seed", "7"]);
    tw.see(PROMPT).line(":dice 6, 5, 3, 1").see("4 dice are given");
    tw.line("4d6kh3").see("4d6kh3 → [6, 5, 3, (1)] = 14");
    tw.line("_ + 2").see("\n16");
    tw.line("_1 * 10").see("\n140");
    assert_eq!(tw.leave(), 0);
}

#[test]
fn what_is_set_by_hand_is_told() {
    let mut tw = Terminal::start(&["repl", "--seed", "7"]);
    tw.see(PROMPT).line("let hp = 9").see("hp = 9");
    tw.line(":set hp 2").see("hp is 2");
    tw.line(":set hp 2").see("hp is already 2");
    assert_eq!(tw.leave(), 0);
}

#[test]
fn three_rolls_after_a_seed_are_those_of_the_command_line() {
    let batch = std::process::Command::new(env!("CARGO_BIN_EXE_tw"))
        .args(["roll", "5d1000", "-n", "3", "--seed", "7"])
        .output()
        .expect("the program runs");
    let batch = String::from_utf8(batch.stdout).expect("UTF-8");
    let mut tw = Terminal::start(&[]);
    tw.see(PROMPT).line(":seed 7").see("seed 7");
    for line in batch.lines() {
        tw.line("5d1000").see(line);
    }
}

#[test]
fn a_pasted_table_is_defined_rolled_and_asked_for_its_odds() {
    let mut tw = Terminal::start(&[]);
    tw.see(PROMPT);
    tw.paste("table moor\n| d4 | what |\n|----|------|\n| 1-3 | mud |\n| 4 | a bog light |\n");
    tw.line("moor[4]").see("a bog light");
    tw.line(":odds moor").see("75.00%").see("25.00%");
    tw.line("moor")
        .see_when("a roll of it", |screen| screen.contains("moor → [") || screen.contains("moor → "));
}

#[test]
fn a_pasted_note_is_its_tables_and_lists() {
    let mut tw = Terminal::start(&["repl", "--seed", "7"]);
    tw.see(PROMPT);
    tw.paste("# On the Road\n\nRoll when they (travel.\n\n| d6 | Encounter |\n|---|---|\n| 1-6 | Wolf |\n\n## Bad\n\n| d4 | x |\n|---|---|\n| 1 | a |\n| 3-4 | b |\n");
    tw.see("on_the_road: d6, 1 row, no holes").see("`bad` has no row for 2");
    tw.line("on_the_road").see("= Wolf");
    tw.paste("## Rumours\n\n1. A monk.\n2. A nun: pale.\n").see("rumours: d2, 2 rows, no holes");
    tw.paste("table tabs\nd4\twhat\n1-2\ta\n3-4\tb\n").see("tabs: d4, 2 rows");
    tw.line("1d20+5 >= 15").see("] = ").see(", ");
    assert_eq!(tw.leave(), 0);
}

#[test]
fn several_statements_pasted_run_all() {
    let mut tw = Terminal::start(&[]);
    tw.see(PROMPT).paste("let a = 3\nlet b = 4\na * b");
    tw.see("\n12");
}

#[test]
fn a_mistake_gets_a_picture_and_leaves_no_trace() {
    let mut tw = Terminal::start(&[]);
    tw.see(PROMPT).line("let strength = 3");
    tw.line("strengh + 1").see("error[TW").see("<repl:2>").see("strength");
    tw.line("let x = 1 + nobody").see("<repl:3>");
    tw.line("x").see("<repl:4>");
    tw.line("strength + 1").see("\n4");
}

#[test]
fn a_byte_that_is_no_text_costs_the_line_that_is_typed() {
    for odd in [&b"\xff"[..], b"\xc3(", b"\xed\xa0\x80", b"\xf5"] {
        let mut tw = Terminal::start(&[]);
        tw.see(PROMPT).line("let a = 3");
        tw.keys("a + ").raw(odd).see("no UTF-8 text").ready();
        tw.line("a + 4").see("\n7");
        assert_eq!(tw.leave(), 0);
    }
}

#[test]
fn odds_are_drawn_as_bars() {
    let mut tw = Terminal::start(&[]);
    tw.see(PROMPT).line(":odds 2d6").see("mean 7").see("16.67%").see("█");
    tw.line(":o d4").see("25.00%");
}

#[test]
fn entries_are_taken_back_with_their_dice() {
    let mut tw = Terminal::start(&["repl", "--seed", "11"]);
    tw.see(PROMPT).line("let x = 1");
    tw.line("9d1000").see("9d1000 → [").ready();
    let roll = |tw: &Terminal| {
        tw.screen().lines().filter(|line| line.contains("9d1000 →")).map(str::to_owned).collect::<Vec<_>>()
    };
    let first = roll(&tw);
    tw.line(":undo").see("taken back: 9d1000");
    tw.line("9d1000").see_when("the same roll", |screen| screen.matches("9d1000 →").count() == 2).ready();
    let both = roll(&tw);
    assert_eq!(both[0], first[0]);
    assert_eq!(both[0], both[1]);
    tw.line(":reroll").see_when("another roll", |screen| screen.matches("9d1000 →").count() == 3).ready();
    let all = roll(&tw);
    assert_ne!(all[1], all[2]);
    tw.line(":undo 2").see("taken back: let x = 1");
    tw.line("x").see("error[TW");
}

#[test]
fn names_commands_and_modifiers_are_completed() {
    let mut tw = Terminal::start(&[]);
    tw.see(PROMPT).line("let strength = 3");
    tw.keys("stre\t").see("› strength").keys("\r").see("\n3");
    tw.keys(":expl\t").see(":explain").keys("TW0301\r").see("not defined");
    tw.keys("dungeon_turn.haz\t").see("dungeon_turn.hazard").keys("\x03");
}

#[test]
fn a_hint_shows_mean_and_range_while_one_types() {
    let mut tw = Terminal::start(&[]);
    tw.see(PROMPT).keys("2d6").see("2d6  ⇒ mean 7, 2 to 12");
    tw.keys("\r").see("2d6 → [");
    assert!(!tw.screen().contains("⇒"), "the hint stays\n{}", tw.screen());
}

#[test]
fn unfinished_blocks_go_on_and_a_second_blank_line_submits() {
    let mut tw = Terminal::start(&[]);
    tw.see(PROMPT).line("fn double(x) =").line("  x * 2");
    tw.line("double(21)").see("\n42");
    tw.line("procedure p").line("").line("").see("error[TW");
}

#[test]
fn control_c_drops_the_line_and_stops_what_runs() {
    let mut tw = Terminal::start(&["repl", "--limit", "steps=100000000000"]);
    tw.see(PROMPT).keys("let x = ").see("let x =").keys("\x03").ready();
    tw.line("1 + 1").see("\n2");
    tw.paste("repeat until no\n  let y = 1\nend repeat");
    std::thread::sleep(Duration::from_millis(500));
    tw.keys("\x03").see("stopped; nothing has changed");
    tw.line("1 + 2").see("\n3");
}

#[test]
fn control_c_stops_the_reading_of_what_was_pasted() {
    let mut tw = Terminal::start(&["repl"]);
    tw.see(PROMPT).line(":paste").see("Paste the note").see("…");
    tw.paste(&("| d6 | x |\n|--|--|\n\n".repeat(3_000) + "."));
    // The line editor has given the terminal back: it is read now.
    while !tw.typing().contains("ICANON") {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(100));
    tw.keys("\x03").see("stopped; nothing has changed");
    tw.line("1 + 2").see("\n3");
}

#[test]
fn commands_are_shortened_and_misses_are_helped() {
    let mut tw = Terminal::start(&[]);
    tw.see(PROMPT).line(":odsd 2d6").see("did you mean `:odds`?");
    tw.line(":re").see(":reload, :redo, :reroll");
    tw.line(":help").see(":explain CODE");
    tw.line(":help luck").see(":seed 7");
    tw.line(":info kh").see("keep highest");
    tw.ready().line(":q");
    assert_eq!(tw.end(), 0);
}

#[test]
fn the_history_is_kept_for_the_next_session() {
    let mut tw = Terminal::start(&[]);
    tw.see(PROMPT).line("20 + 22").see("\n42");
    assert_eq!(tw.leave(), 0);
    let home = std::mem::replace(&mut tw.home, tempfile::tempdir().expect("a folder"));
    drop(tw);
    let mut tw = Terminal::start_at(home, &[]);
    tw.see(PROMPT).keys("\x1b[A").see("20 + 22");
}

#[test]
fn nothing_asks_the_terminal_questions() {
    let mut tw = Terminal::start(&[]);
    tw.see(PROMPT).line("2d6").see("2d6 →");
    tw.leave();
    let seen = String::from_utf8_lossy(&tw.seen).into_owned();
    for question in ["\x1b[6n", "\x1b[c", "\x1b[>c", "\x1b[5n", "\x1b]11;?"] {
        assert!(!seen.contains(question), "{question:?}");
    }
}

#[test]
fn a_file_is_loaded_and_loaded_again() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("moor.tw");
    write(&file, "table moor\n| d4 | what |\n|----|------|\n| 1-4 | mud |\n");
    let mut tw = Terminal::start_at(home, &["repl", "-f", "moor.tw"]);
    tw.see(PROMPT).line("moor[1]").see("mud");
    write(&file, "table moor\n| d4 | what |\n|----|------|\n| 1-4 | peat |\n");
    tw.line(":reload").see("reloaded 1 file").line("moor[1]").see("peat");
    tw.line(":load nowhere.tw").see("there is no file");
}

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).expect("written");
}

#[test]
fn a_campaign_goes_on_where_it_was_left_and_is_open_once() {
    let mut tw = Terminal::start(&["repl", "--save", "moor", "--seed", "9"]);
    tw.see(PROMPT).line("keep lamp = 6").ready();
    tw.line("9d1000").see("9d1000 → [").ready();
    let line = |tw: &Terminal| tw.screen().lines().find(|line| line.contains("9d1000 →")).map(str::to_owned);
    let first = line(&tw);
    let second = std::process::Command::new(env!("CARGO_BIN_EXE_tw"))
        .args(["run", "none.tw", "--save", "moor"])
        .current_dir(tw.home.path())
        .output()
        .expect("the program runs");
    assert_eq!(second.status.code(), Some(5));
    assert!(String::from_utf8_lossy(&second.stderr).contains("open in another session"), "{second:?}");
    tw.line("lamp -= 2").ready();
    tw.line(":undo").see("taken back: lamp -= 2").ready();
    tw.line("lamp -= 1").ready();
    assert_eq!(tw.leave(), 0);
    let home = std::mem::replace(&mut tw.home, tempfile::tempdir().expect("a folder"));
    drop(tw);
    let mut tw = Terminal::start_at(home, &["repl", "--save", "moor"]);
    tw.see("goes on").see(PROMPT).line("lamp").see("\n5").ready();
    tw.line("_2").see(first.as_deref().and_then(|line| line.rsplit(" = ").next()).expect("a total"));
}

#[test]
fn the_referee_is_told_what_rulings_there_are_and_the_state_has_no_marks() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("hall.tw");
    let table = "table hazard rolls d4\n  1: **A draught** blows => noises += 1\n  2-4: Quiet\nend table\n";
    write(&path, &format!("keep noises = 0\nkeep last: hazard or nothing = nothing\n{table}"));
    let mut tw = Terminal::start(&["repl", path.to_str().expect("UTF-8")]);
    tw.see(PROMPT).line(":set referee on").see("you rule on each row");
    tw.line("apply hazard[2]").see("or a row: 1 2-4");
    tw.line("?").see("Rule on the row").see("its effects wait");
    tw.line("1").see("noises 0");
    tw.line("last = hazard[1]").see("A draught blows");
    tw.line(":state").see("last    A draught blows");
}

const WALK: &str = "\
sheet hero
  hp: number = 9
end sheet
party
| name | hp |
| Mira | 9 |
| Old Tom | 5 |

table hazard rolls d6
1-3: **Rats**: two of them
4-6: calm
end table
procedure walk
  for hero in party
    hero.hp -= 2
  end for
  choose way: \"Which way?\" from left | right
  say \"You go {way}.\"
  apply hazard
end procedure
";

#[test]
fn at_a_question_and_at_a_ruling_one_may_look_around() {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::write(home.path().join("walk.tw"), WALK).expect("a file");
    let mut tw = Terminal::start_at(home, &["repl", "walk.tw", "--seed", "7"]);
    tw.see(PROMPT).line(":set referee on").see("you rule").next_prompt();
    tw.line("walk").see("Which way?");
    // What the run has changed so far is seen.
    tw.line(":party").see("Old Tom  3").line(":set old tom hp 1").see("3 → 1");
    tw.line(":party").see("Old Tom  1").line("hero hp").see("is not one of the answers");
    tw.line(":odds 2d6").see("mean 7").line("1 + 7 * 2").see("\n15");
    tw.line("left").see("You go left.").see("[accept]");
    tw.line(":odds hazard").see("50.00%").line(":help undo").see("takes back").line("accept");
    tw.next_prompt().line("mira.hp").see("\n7");
    assert_eq!(tw.leave(), 0);
}

#[test]
fn no_look_changes_the_dice_that_come_next() {
    let roll = |looks: &[&str]| {
        let home = tempfile::tempdir().expect("a folder");
        std::fs::write(home.path().join("walk.tw"), WALK).expect("a file");
        let mut tw = Terminal::start_at(home, &["repl", "walk.tw", "--seed", "7"]);
        tw.see(PROMPT).next_prompt().line("walk").see("Which way?");
        for look in looks {
            tw.line(look).see(&format!("{look} → "));
        }
        tw.line("left").next_prompt().line("5d1000").see("5d1000 → [").next_prompt();
        let screen = tw.screen();
        screen.lines().rfind(|line| line.starts_with("5d1000 →")).map(str::to_owned).expect("a roll")
    };
    assert_eq!(roll(&["8d1000", "8d999"]), roll(&[]));
}

#[test]
fn a_note_about_a_line_is_said_once_and_the_width_is_that_of_the_moment() {
    let mut tw = Terminal::start(&["repl", "--seed", "7"]);
    tw.see(PROMPT).next_prompt().line(":odds 5d10>30").see("TW0503").see("yes").next_prompt();
    tw.line(":clear").next_prompt().line(":odds 5d10>31").see("yes").next_prompt();
    assert!(!tw.screen().contains("TW0503"), "{}", tw.screen());
    tw.resize(40, 60).line(":clear").next_prompt().line(":odds 2d6").see("16.67%").next_prompt();
    let longest = tw.screen().lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(60), "{}", tw.screen());
}

#[test]
fn told_to_end_it_leaves_the_terminal_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    write(&folder.path().join("asks.tw"), "choose deed: \"What?\" from [\"rest\", \"go\"]\nsay \"{deed}\"\n");
    for (args, waits) in [(&["repl"][..], PROMPT), (&["run", "asks.tw"], "\u{bb}")] {
        let home = tempfile::tempdir().expect("a folder");
        std::fs::copy(folder.path().join("asks.tw"), home.path().join("asks.tw")).expect("a copy");
        let mut tw = Terminal::start_at(home, args);
        tw.see(waits);
        while tw.typing().contains("ICANON") {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let pid = tw.child.process_id().expect("a process").to_string();
        let told = std::process::Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs");
        assert!(told.success());
        tw.child.wait().expect("it ends");
        let typing = tw.typing();
        assert!(typing.contains("ICANON") && typing.contains("ECHO"), "{args:?}: {typing}");
    }
}

/// A list that fills many screens is shown by its ends, and how to see all of it is said.
#[test]
fn long_lists_are_shown_by_their_ends() {
    let mut tw = Terminal::start(&["repl", "--seed", "7"]);
    tw.see(PROMPT).line("100001 times d6").see("99981 more").see("100,001 items; `say _` prints all");
    tw.line("let xs = 300 times d6").see("280 more");
    tw.line("roll 201 times d6").see("181 more");
    tw.line("200 times d6").see_when("all of it", |screen| !screen.contains("200 items"));
    assert_eq!(tw.leave(), 0);
    let piped = std::process::Command::new(env!("CARGO_BIN_EXE_tw"))
        .args(["roll", "300 times d6", "--seed", "7"])
        .output()
        .expect("the program runs");
    let piped = String::from_utf8(piped.stdout).expect("UTF-8");
    assert!(piped.matches(", ").count() >= 299 && !piped.contains("280 more"), "{piped}");
}

/// A new line of an entry that goes on says so, and what ends it.
#[test]
fn an_open_block_says_what_ends_it() {
    let mut tw = Terminal::start(&["repl", "--seed", "7"]);
    tw.see(PROMPT).keys("procedure x()\r").see("… `end procedure` ends it");
    tw.keys("say \"a\"\r").see("… `end procedure` ends it").keys("end\r").see("x: a procedure");
    tw.keys("(1 +\r").see("… goes on").keys("2)\r").see("\n3");
    tw.keys("table t\r").see("… a blank line ends it").keys("- a\r").keys("- b\r").keys("\r").see("t: 2");
    tw.line("1-6").see("-5").see("a range is written `1..6`");
    assert_eq!(tw.leave(), 0);
}

/// What Tab puts into the line is what the command reads, whatever a name holds.
#[test]
fn names_of_files_are_completed_as_they_are_read() {
    let home = tempfile::tempdir().expect("a folder");
    for name in ["two words.tw", "it's; so.tw"] {
        write(&home.path().join(name), "let three = 3\n");
    }
    let mut tw = Terminal::start_at(home, &[]);
    tw.next_prompt();
    for (typed, line) in [
        ("two\t", ":load two words.tw"),
        ("\"two\t", ":load \"two words.tw\""),
        ("it\t", ":load it's; so.tw"),
    ] {
        tw.keys(":load ").keys(typed).see(line).keys("\r").next_prompt();
    }
    assert!(!tw.screen().contains("there is no file"), "{}", tw.screen());
    tw.line("three").see("= 3");
    assert_eq!(tw.leave(), 0);
}
