//! At the table: dice by hand, rulings on rows, changes and steps back at a prompt, runs that wait.

use std::path::Path;

use crate::support::cases::folder_with;
use crate::support::program::{Ran, Tw};
use crate::support::schemas::Schemas;
use serde_json::Value;

const HALL: &str = include_str!("../data/hall.tw");

fn folder() -> tempfile::TempDir {
    folder_with("hall.tw", HALL)
}

fn run(folder: &Path, args: &[&str], lines: &[&str]) -> Ran {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let args = ["run", "hall.tw", "turn", "--seed", "7"].iter().chain(args).copied();
    Tw::new().args(args).within(folder).stdin(&text).run()
}

/// Plays with the log as JSON, answering with these values in turn; every line keeps to its schema.
fn events(folder: &Path, args: &[&str], values: &[&str]) -> (i32, Vec<Value>) {
    let lines: Vec<String> = values.iter().map(|value| format!("{{\"value\": \"{value}\"}}")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    let ran = run(folder, &args, &lines);
    let schemas = Schemas::read();
    let parsed = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let events: Vec<Value> = parsed.collect();
    events.iter().for_each(|event| schemas.hold("event", event));
    (ran.code, events)
}

fn of_type<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["type"] == kind).collect()
}

fn said(events: &[Value]) -> Vec<&str> {
    of_type(events, "say").iter().filter_map(|event| event["text"].as_str()).collect()
}

#[test]
fn dice_by_hand_are_asked_for_refused_and_rolled() {
    let folder = folder();
    let (code, log) = events(folder.path(), &["--dice", "ask"], &["search", "5", "3", "no"]);
    assert_eq!(code, 0, "{log:#?}");
    assert_eq!(said(&log), ["search: a door falls shut", "again: no"]);
    let error = of_type(&log, "error");
    assert!(error[0]["message"].as_str().expect("words").contains("1 to 4"), "{error:#?}");
    let asked: Vec<&str> = of_type(&log, "ask").iter().filter_map(|event| event["id"].as_str()).collect();
    assert_eq!(asked, ["deed", ":dice", ":dice", "again"]);
}

#[test]
fn dice_by_hand_are_asked_for_by_the_name_of_what_rolls() {
    let tables = "\
table outer
- a {inner} crow
- the {inner} crow

table inner
| weight | colour |
|--------|--------|
| 2      | red    |
| 1      | blue   |

deck cards
- ace
- king

table hats rolls {d4, d6}kh1
  1-6: a hat
end table

procedure turn
  say \"{outer} {cards} {hats} {pick [1, 2, 3]}\"
end procedure
";
    let folder = folder_with("hall.tw", tables);
    let values = ["1", "3", "2", "4", "6", "2"];
    let (code, log) = events(folder.path(), &["--dice", "ask"], &values);
    assert_eq!(code, 0, "{log:#?}");
    assert_eq!(said(&log), ["a blue crow king a hat 2"]);
    let asked = of_type(&log, "ask");
    let asked = asked.iter().filter_map(|event| event["question"].as_str()?.rsplit_once(": "));
    let asked: Vec<&str> = asked.map(|(what, _)| what).collect();
    let wanted = ["outer: d2", "inner: d3", "cards: d2", "hats: d4", "hats: d6", "turn: d3"];
    assert_eq!(asked, wanted);
}

#[test]
fn an_empty_line_lets_the_program_roll_the_same_as_ever() {
    let folder = folder();
    let (_, plain) = events(folder.path(), &[], &["search", "no"]);
    let (code, asked) = events(folder.path(), &["--dice", "ask"], &["search", "", "no"]);
    assert_eq!(code, 0);
    assert_eq!(said(&plain), said(&asked));
}

#[test]
fn the_referee_takes_another_row_and_it_is_the_one_that_is_told() {
    let folder = folder();
    let args = ["--referee", "--dice", "1"];
    let (code, log) = events(folder.path(), &args, &["search", "door", "no"]);
    assert_eq!(code, 0, "{log:#?}");
    assert_eq!(said(&log)[0], "search: a door falls shut");
    assert_eq!(of_type(&log, "interrupt")[0]["what"], "row");
    let ruled = of_type(&log, "ask").iter().filter(|event| event["id"] == ":apply").count();
    assert_eq!(ruled, 1, "the row that was taken by hand is not ruled on again: {log:#?}");
    let end = log.last().expect("an end");
    assert_eq!(end["state"]["kept"]["doors"], "1");
    let (_, log) = events(folder.path(), &["--referee", "--dice", "3"], &["search", "ignore", "no"]);
    assert_eq!(log.last().expect("an end")["state"]["kept"]["doors"], "0");
    let (_, log) = events(folder.path(), &["--referee", "--dice", "3,2"], &["rest", "reroll", "", "no"]);
    let end = log.last().expect("an end");
    assert_eq!((&end["state"]["kept"]["doors"], &end["state"]["kept"]["lamp"]), (&"0".into(), &"dim".into()));
    let (_, log) = events(folder.path(), &["--referee", "--dice", "3"], &["rest", "perhaps", "", "no"]);
    assert!(of_type(&log, "error")[0]["message"].as_str().expect("words").contains("ignore"));
}

#[test]
fn another_row_may_be_taken_and_put_off() {
    let folder = folder();
    let args = ["--referee", "--dice", "2"];
    let (code, log) = events(folder.path(), &args, &["search", "defer door", "no"]);
    assert_eq!(code, 0, "{log:#?}");
    assert_eq!(said(&log)[0], "search: a door falls shut");
    let ruled: Vec<&Value> = of_type(&log, "interrupt").iter().map(|event| &event["what"]).collect();
    assert_eq!(ruled, ["row", "defer"], "{log:#?}");
    let end = log.last().expect("an end");
    let held = (&end["state"]["kept"]["doors"], &end["state"]["kept"]["lamp"]);
    assert_eq!(held, (&"0".into(), &"bright".into()));
}

#[test]
fn at_a_prompt_the_referee_changes_skips_and_goes_back() {
    let folder = folder();
    let (code, log) = events(folder.path(), &[], &[":set ash.hp 3", ":set lamp dim", "search", "no"]);
    assert_eq!(code, 0, "{log:#?}");
    let by_hand: Vec<&Value> =
        of_type(&log, "set").into_iter().filter(|event| event["by"] == "referee").collect();
    assert_eq!((&by_hand[0]["what"], &by_hand[0]["to"]), (&"Ash.hp".into(), &"3".into()));
    assert_eq!((&by_hand[1]["what"], &by_hand[1]["to"]), (&"lamp".into(), &"dim".into()));
    let (_, log) = events(folder.path(), &[], &[":set asch.hp 3", ":set doors 1 +", "search", "no"]);
    assert_eq!(of_type(&log, "error").len(), 2, "{log:#?}");
    assert_eq!(log.last().expect("an end")["status"], 0);
    let (_, log) = events(folder.path(), &[], &["search", ":skip"]);
    assert_eq!(said(&log).len(), 1, "{log:#?}");
    assert_eq!(of_type(&log, "interrupt")[0]["what"], "skip");
    let (_, plain) = events(folder.path(), &[], &["search", "no"]);
    let (code, back) = events(folder.path(), &[], &["rest", ":undo", "search", "no"]);
    assert_eq!(code, 0, "{back:#?}");
    assert_eq!(of_type(&back, "undo")[0]["what"], "back");
    // The dice are the same as if nothing had been taken back.
    assert_eq!(said(&back).last(), said(&plain).last());
    assert!(said(&back).contains(&said(&plain)[0]), "{back:#?}");
}

#[test]
fn the_referee_may_change_what_is_in_play_before_ruling_on_each_of_several_rows() {
    let several = HALL
        .replace("    let row = hazard\n    apply row\n", "    let row = 2 times hazard\n    apply row\n");
    let folder = folder_with("hall.tw", &several);
    let args = ["--referee", "--dice", "3,2"];
    let lines = ["search", ":set ash.hp 3", "", ":set doors 5", "ignore", "no"];
    let (code, log) = events(folder.path(), &args, &lines);
    assert_eq!(code, 0, "{log:#?}");
    let state = &log.last().expect("an end")["state"]["kept"];
    assert_eq!((&state["doors"], &state["lamp"]), (&"5".into(), &"bright".into()), "{log:#?}");
    let by_hand = of_type(&log, "set").into_iter().filter(|event| event["by"] == "referee").count();
    assert_eq!(by_hand, 2, "{log:#?}");
}

#[test]
fn answers_that_were_written_play_the_same_again() {
    let folder = folder();
    let first = ["--dice", "ask", "--referee", "--write-answers", "answers.txt"];
    let values = [":set ash.hp 2", "search", "2", "door", "", "yes"];
    let (code, log) = events(folder.path(), &first, &values);
    assert_eq!(code, 0, "{log:#?}");
    let once = run(folder.path(), &["--answers", "answers.txt"], &[]);
    let twice = run(folder.path(), &["--answers", "answers.txt"], &[]);
    assert_eq!((once.code, &once.out), (0, &twice.out), "{once:?}");
    assert!(
        once.out.contains("search: a door falls shut") && once.out.contains("by the referee"),
        "{once:?}"
    );
    assert!(!once.err.contains("not asked for"), "{once:?}");
}

/// So are answers of several lines, and those with signs that no file gets.
#[test]
fn answers_in_many_lines_are_written_as_one() {
    let source = "ask motto: \"Your motto?\" text\nsay \"{motto}\"\nchoose way: \"Where?\" from [\"left\", \"right\"]\nsay \"{way}\"\n";
    let folder = crate::support::cases::folder_with("st.tw", source);
    for motto in ["a\r\nb", "a\nway: right", "\u{1b}[2J\u{202e} b", " b ", "\"b\""] {
        let given = serde_json::json!({"motto": motto, "way": "left"}).to_string();
        std::fs::write(folder.path().join("given.json"), given).expect("written");
        let run = |more: &[&str]| {
            Tw::new().within(folder.path()).args(["run", "st.tw", "--json"]).args(more.iter().copied()).run()
        };
        let first = run(&["--seed", "7", "--answers", "given.json", "--write-answers", "kept"]);
        let again = run(&["--seed", "7", "--answers", "kept"]);
        let text = std::fs::read_to_string(folder.path().join("kept")).expect("written");
        assert_eq!((first.code, again.code, text.lines().count()), (0, 0, 3), "{text:?}: {again:?}");
        assert_eq!(first.out, again.out, "{text:?}");
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\r']), "{text:?}");
    }
}

#[test]
fn a_run_that_waits_goes_on_where_it_waits() {
    let folder = folder();
    let whole = run(folder.path(), &["--answer", "deed=search", "--answer", "again=yes"], &[]);
    let first = run(folder.path(), &["--save", "camp", "--answer", "deed=search"], &[]);
    assert_eq!(first.code, 3, "{first:?}");
    let other = Tw::new().args(["run", "hall.tw", "turn(deed = \"rest\")", "--save", "camp"]);
    let other = other.within(folder.path()).run();
    assert_eq!(other.code, 2, "{other:?}");
    assert!(other.err.contains("waits at a question") && other.err.contains("--drop"), "{other:?}");
    let args = ["run", "hall.tw", "turn", "--save", "camp", "--answer", "again=yes"];
    let second = Tw::new().args(args).within(folder.path()).run();
    assert_eq!(second.code, 0, "{second:?}");
    assert!(!second.out.contains("search:"), "what was shown is not shown again: {second:?}");
    assert_eq!(format!("{}{}", first.out, second.out), whole.out);
}

#[test]
fn the_journal_in_markdown_is_the_same_for_the_same_inputs() {
    let folder = folder();
    let args = ["--format", "markdown", "--answer", "deed=search", "--answer", "again=no"];
    let (once, twice) = (run(folder.path(), &args, &[]), run(folder.path(), &args, &[]));
    assert_eq!(once.out, twice.out);
    assert!(
        once.out.starts_with("### Turn 1 · Turn\n") && once.out.contains("- 10 minutes pass."),
        "{once:?}"
    );
}

#[test]
fn a_label_stands_on_its_roll() {
    let ran = Tw::new().args(["roll", "2d6 [fire]", "--dice", "3,4"]).run();
    assert_eq!(ran.out, "2d6 [fire] → [3, 4] fire = 7\n", "{ran:?}");
    let ran = Tw::new().args(["roll", "2d6 [fire]", "--dice", "3,4", "--json", "--trace"]).run();
    let json: Value = serde_json::from_str(&ran.out).expect("JSON");
    let rolls = of_type(json["log"].as_array().expect("a log"), "roll");
    assert_eq!((rolls.len(), &rolls[0]["label"]), (1, &"fire".into()));
    // Of a roll that is one of several, or not rolled at all, the label is told as well.
    for (roll, dice) in [
        ("(if 1 == 1 then 2d4 else 2d6) [fire]", "3,4"),
        ("(if 1 == 1 then 7 else 2d6) [fire]", ""),
        ("([3, 4]kh1) [fire]", ""),
    ] {
        let mut args = vec!["roll", roll, "--json", "--trace"];
        if !dice.is_empty() {
            args.extend(["--dice", dice]);
        }
        let ran = Tw::new().args(args).run();
        let json: Value = serde_json::from_str(&ran.out).expect("JSON");
        let labels = of_type(json["log"].as_array().expect("a log"), "roll");
        assert!(labels.iter().any(|told| told["label"] == "fire"), "{roll}: {ran:?}");
    }
}

const CONTEST: &str = "\
sheet hero
  con: number
end sheet
party
| name  | con |
|-------|-----|
| Ash   | 2   |
| Birch | 0   |
fn save(bonus, dc) = check(d20 + bonus, dc)
check(d6, 3)
check(d20 + ash.con, 12)
contest(d20 + ash.con, d20 + birch.con)
for hero in party
  let held = save(hero.con, 10)
end for
";

#[test]
fn the_report_of_a_check_tells_whose_it_is() {
    let ran = Tw::new().args(["run", "-", "--dice", "4,11,9,7,3,20"]).stdin(CONTEST).run();
    let told: Vec<&str> = ran.out.lines().filter(|line| line.contains("check")).collect();
    assert_eq!(
        told,
        [
            "check 4 against 3: success",
            "Ash's check 13 against 12: success",
            "Ash's check 11 against Birch's 7: success",
            "Ash's check 5 against 10: failure",
            "Birch's check 20 against 10: success",
        ]
    );
}

#[test]
fn dice_that_were_given_and_did_not_come_up_are_told() {
    let folder = folder();
    let args = ["--answer", "deed=rest", "--answer", "again=no", "--dice", "4,1"];
    let ran = run(folder.path(), &args, &[]);
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("1 of the given dice were not used"), "{}", ran.err);
}

/// What a rule-set decides by itself is asked where somebody wants to be asked, and offered as the default.
#[test]
fn policies_of_a_rule_set_are_put_to_the_person_who_wants_to_be_asked() {
    let rules = "policy relight = yes\npolicy hurry = no\n\nprocedure burn\n  \
         ask relight: \"Lit anew?\" yes_no default no\n  ask hurry: \"In a hurry?\" yes_no\n  \
         say \"relight {relight}, hurry {hurry}\"\nend procedure\n";
    let own = "use \"rules.tw\"\n\npolicy hurry = yes\n";
    let folder = folder_with("rules.tw", rules);
    std::fs::write(folder.path().join("camp.tw"), own).expect("a file");
    let play = |args: &[&str], line: &str| {
        let args = ["run", "camp.tw", "burn", "--seed", "7"].iter().chain(args).copied();
        Tw::new().args(args).within(folder.path()).stdin(line).run()
    };
    let by_itself = play(&[], "no\n");
    assert!(by_itself.out.contains("relight yes, hurry yes"), "{by_itself:?}");
    let asked = play(&["--ask-policies", "--format", "json"], "{\"id\": \"relight\", \"value\": \"no\"}\n");
    assert!(asked.out.contains("relight no, hurry yes"), "{asked:?}");
    assert!(asked.out.contains("\"default\":\"yes\""), "{asked:?}");
    // Where nobody can answer, the rule-set decides.
    let given = play(&["--ask-policies", "--answer", "relight=no"], "");
    assert!(given.out.contains("relight no"), "{given:?}");
    let nobody = play(&["--ask-policies"], "");
    assert!(nobody.out.contains("relight yes"), "{nobody:?}");
}
