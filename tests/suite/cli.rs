//! The command line as a user and as another program see it: results, reports, exit codes, JSON.

use crate::support::cases::folder_with;
use crate::support::program;
use crate::support::program::Tw;
use crate::support::schemas::Schemas;
use serde_json::Value;

#[test]
fn an_expression_is_rolled_without_saying_roll() {
    let plain = Tw::new().args(["4d6kh3", "--seed", "7"]).run();
    assert_eq!(plain.code, 0, "{plain:?}");
    let said = Tw::new().args(["roll", "4d6kh3", "--seed", "7"]).run();
    assert_eq!(plain.out, said.out);
    assert!(plain.out.starts_with("4d6kh3 → ["), "{}", plain.out);
    assert_eq!(plain.err, "seed 7\n");
}

#[test]
fn given_dice_are_shown_and_the_dropped_one_stands_in_brackets() {
    let rolled = Tw::new().args(["4d6kh3", "--dice", "6,5,3,1"]).run();
    assert_eq!(rolled.out, "4d6kh3 → [6, 5, 3, (1)] = 14\n", "{}", rolled.err);
    assert_eq!(rolled.err, "");
    let few = Tw::new().args(["2d6", "--dice", "6"]).run();
    assert_eq!(few.code, 1, "{few:?}");
    let many = Tw::new().args(["2d6", "--dice", "6,1,1"]).run();
    assert!(many.err.contains("1 of the given dice were not used"), "{many:?}");
}

#[test]
fn the_seed_is_said_and_accepted_back() {
    let first = Tw::new().args(["10d1000"]).run();
    let seed = first.err.trim().strip_prefix("seed ").expect("a seed line").to_owned();
    let again = Tw::new().args(["10d1000", "--seed", &seed]).run();
    assert_eq!(first.out, again.out);
}

#[test]
fn several_rolls_are_those_of_the_session_with_that_seed() {
    let batch = Tw::new().args(["roll", "3d6", "-n", "3", "--seed", "7", "-q"]).run();
    let lines: Vec<&str> = batch.out.lines().collect();
    assert_eq!(lines.len(), 3, "{batch:?}");
    for (nth, line) in lines.iter().enumerate() {
        let one = Tw::new().args(["roll", "3d6", "-q", "--seed", &format!("7/{nth}")]).run();
        assert_eq!(one.out.trim(), *line);
    }
}

#[test]
fn every_json_object_keeps_to_its_schema() {
    let schemas = Schemas::read();
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("bad.tw");
    std::fs::write(&bad, "say hazrad\ntable t\n| d6 | x |\n|--|--|\n| 1-3 | a |\n| 3-6 | b |\n")
        .expect("written");
    let good = folder.path().join("good.tw");
    let text = "table t\n| d6 | x |\n|--|--|\n| 1-3 | a |\n| 4-6 | b |\n\nsay \"{t}\"\ntest \"it\"\n  expect 1 == 1\nend test\n";
    std::fs::write(&good, text).expect("written");
    let (bad, good) = (bad.to_string_lossy().into_owned(), good.to_string_lossy().into_owned());
    let cases: &[(&str, &[&str])] = &[
        ("roll", &["roll", "4d6kh3", "2d6 / 2", "-n", "2", "--json", "--trace"]),
        ("roll", &["roll", "dungeon_turn.hazard", "--json"]),
        ("odds", &["odds", "2d6", "--json", "--at-least", "9"]),
        ("odds", &["odds", "2d6", "--samples", "1000", "--seed", "3", "--json"]),
        ("odds", &["odds", "d6!", "--json"]),
        ("odds", &["odds", "dungeon_turn.hazard", "--json"]),
        (
            "change",
            &["odds", "dungeon_turn.disposition", "--changed", "dungeon_turn.quiet_turns=3", "--json"],
        ),
        ("change", &["odds", "3d6", "--samples", "100", "--changed", "dungeon_turn.quiet_turns=3", "--json"]),
        ("diagnostic", &["check", &bad, "--format", "json"]),
        ("limits", &["limits", "--json"]),
        ("library", &["library", "--json"]),
        ("library", &["library", "dungeon_turn", "--json"]),
        ("library", &["library", "dungeon_turn", "hazard", "--json"]),
        ("test", &["test", &good, "--json"]),
        ("event", &["run", &good, "--json", "--seed", "7"]),
        ("table", &["export", "t", "-f", &good, "--to", "json"]),
    ];
    for (kind, args) in cases {
        let ran = Tw::new().args(args.iter().copied()).run();
        let objects = objects(&ran.out);
        assert!(!objects.is_empty(), "{args:?} wrote nothing: {ran:?}");
        for object in objects {
            assert_eq!(object["kind"], *kind, "{args:?}");
            schemas.hold(kind, &object);
        }
    }
}

/// The output as one object, or as one a line.
fn objects(out: &str) -> Vec<Value> {
    match serde_json::from_str(out) {
        Ok(one) => vec![one],
        Err(_) => out.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect(),
    }
}

#[test]
fn rolls_and_odds_of_a_file_begin_where_its_top_leaves_off() {
    let source = "\
sheet hero
  hours: number = 0
  hp: number = 6
end sheet

party
| name |
|------|
| Ash  |

keep oil = 0
let lucky = d6

procedure light_up(who: hero)
  oil += 1
  who.hours += 2
  return oil
end procedure

first(party).hours = 10
do light_up(ash)
if oil == 1 then ash.hp = 2
say \"Ready.\"
light_up(ash)
";
    let folder = folder_with("camp.tw", source);
    let ask = |args: &[&str]| Tw::new().args(args.iter().copied()).within(folder.path()).run();
    let odds = ask(&[
        "odds",
        "d1 + ash.hours + 100 * ash.hp + 1000 * oil",
        "-f",
        "camp.tw",
        "--json",
        "--seed",
        "4",
    ]);
    let object: Value = serde_json::from_str(&odds.out).expect("JSON");
    assert_eq!(object["mean"], "1213", "{odds:?}");
    assert!(odds.err.contains("camp.tw: line 24 is not played here"), "{odds:?}");
    assert!(!odds.out.contains("Ready"), "{odds:?}");
    // What is rolled on the way belongs to the seed that is said.
    let once = ask(&["roll", "lucky * 1000000 + d1000000", "-f", "camp.tw"]);
    let seed = once.err.lines().find_map(|line| line.strip_prefix("seed ")).expect("a seed").to_owned();
    let again = ask(&["roll", "lucky * 1000000 + d1000000", "-f", "camp.tw", "--seed", &seed]);
    assert_eq!(once.out, again.out);
    assert!(ask(&["odds", "lucky + d2", "-f", "camp.tw", "--seed", "4"]).err.contains("seed 4"));
}

#[test]
fn two_dice_have_their_exact_odds() {
    let odds = Tw::new().args(["odds", "2d6", "--json"]).run();
    let object: Value = serde_json::from_str(&odds.out).expect("JSON");
    assert_eq!(object["method"], "exact");
    assert_eq!(object["mean"], "7");
    let outcomes = object["outcomes"].as_array().expect("outcomes");
    assert_eq!(outcomes.len(), 11);
    assert_eq!(outcomes[0]["value"], 2);
    assert_eq!(outcomes[0]["exact"], "1/36");
    assert_eq!(outcomes[5]["exact"], "1/6");
}

#[test]
fn a_decimal_is_not_said_twice_beside_itself() {
    for (question, shown) in [("mean(2d4) / 2", "= 2.5"), ("d2 * 0 + 1/3", "= 1/3 ≈ 0.3333")] {
        let ran = Tw::new().args(["odds", question]).run();
        assert_eq!(ran.out.trim_end(), format!("{question} {shown}"));
    }
}

#[test]
fn what_is_nearly_nothing_is_not_said_to_be_nothing() {
    for (roll, shown) in [
        ("chance(12d6 == 12)", "1/2176782336 ≈ 4.6e-8% ≈ 4.6e-10"),
        ("1/3000000", "1/3000000 ≈ 3.3e-7"),
        ("mean(d2) / 100000", "3/200000 ≈ 1.5e-5"),
        ("chance(3d6 == 3)", "1/216 ≈ 0.46% ≈ 0.0046"),
    ] {
        let ran = Tw::new().args(["roll", roll]).run();
        assert_eq!(ran.out.trim_end(), format!("{roll} → {shown}"));
    }
}

#[test]
fn bars_fit_the_width_and_tails_are_exact() {
    for width in ["40", "80", "120"] {
        let odds = Tw::new().args(["odds", "100d6", "--width", width]).run();
        assert_eq!(odds.code, 0, "{odds:?}");
        let width: usize = width.parse().expect("a number");
        assert!(odds.out.lines().all(|line| line.chars().count() <= width.max(60)), "{}", odds.out);
        assert!(odds.out.lines().count() <= 44, "{}", odds.out);
    }
    let tail = Tw::new().args(["odds", "3d6", "--at-least", "15"]).run();
    assert!(tail.out.contains("P(3d6 ≥ 15) = 5/54 = 9.26%"), "{}", tail.out);
    let plain = Tw::new().args(["odds", "3d6", "--ascii"]).run();
    assert!(plain.out.is_ascii(), "{}", plain.out);
}

#[test]
fn odds_are_compared_and_written_in_every_form() {
    let both = Tw::new().args(["odds", "adv d20", "d20 + 5"]).run();
    assert!(both.out.contains("adv d20") && both.out.contains("d20 + 5"), "{}", both.out);
    let csv = Tw::new().args(["odds", "d4", "--format", "csv"]).run();
    assert!(csv.out.starts_with("expr,outcome,p,exact,low,high\nd4,1,0.25,1/4,,\n"), "{}", csv.out);
    let svg = Tw::new().args(["odds", "d4", "--format", "svg"]).run();
    assert!(svg.out.starts_with("<svg ") && svg.out.trim_end().ends_with("</svg>"), "{}", svg.out);
    let html = Tw::new().args(["odds", "d4", "--format", "html"]).run();
    assert!(html.out.contains("<h3>Percentiles</h3>"), "{}", html.out);
    let table = Tw::new().args(["odds", "d4", "--format", "table"]).run();
    assert!(table.out.contains("1/4"), "{}", table.out);
}

#[test]
fn exit_codes_are_the_contract() {
    let folder = tempfile::tempdir().expect("a folder");
    let asks = folder.path().join("asks.tw");
    let source = "procedure turn\n  choose deed: \"What now?\" from [\"search\", \"rest\"]\n  say deed\nend procedure\ndo turn()\n";
    std::fs::write(&asks, source).expect("written");
    let asks = asks.to_string_lossy().into_owned();
    let cases: &[(i32, &[&str])] = &[
        (0, &["roll", "2d6"]),
        (1, &["roll", "hazrad"]),
        (1, &["roll", "2 +"]),
        (2, &["roll"]),
        (2, &["roll", "2d6", "--seed", "moor"]),
        (2, &["explain", "TW9999"]),
        (2, &["limits", "--limit", "dicee=3"]),
        (2, &["limits", "--limit", "nesting=300"]),
        (3, &["run", &asks]),
        (0, &["run", &asks, "--answer", "deed=search"]),
        (1, &["run", &asks, "--answer", "deed=sing"]),
        (4, &["roll", "100001d6"]),
        (5, &["check", "no_such_file.tw"]),
        (5, &["run", "no_such_file.tw"]),
    ];
    for (code, args) in cases {
        let ran = Tw::new().args(args.iter().copied()).run();
        assert_eq!(ran.code, *code, "{args:?}: {ran:?}");
        assert!(*code == 0 || !ran.err.is_empty(), "{args:?} says nothing");
        assert!(!ran.err.contains("internal error"), "{args:?}: {ran:?}");
    }
    let needed = Tw::new().args(["run", &asks]).run();
    for part in ["deed", "What now?", "search, rest", "asks.tw:2"] {
        assert!(needed.err.contains(part), "{part} is missing: {}", needed.err);
    }
}

#[test]
fn what_cannot_be_run_is_answered_with_the_procedures_there_are() {
    let source = "use delving\nkeep none_left: number = 3\ntable moor\n- a crow\nprocedure march(days)\n  say \"on\"\nend procedure\n";
    let folder = crate::support::cases::folder_with("moor.tw", source);
    let run = |name: &str| Tw::new().within(folder.path()).args(["run", "moor.tw", name]).run();
    for name in ["nope", "none_left", "nope(3)"] {
        let ran = run(name);
        let name = name.trim_end_matches("(3)");
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(&format!("`moor.tw` has no procedure `{name}`")), "{ran:?}");
        assert!(ran.err.contains("the procedures are: march(days), "), "{ran:?}");
        assert!(!ran.err.contains("none") || name == "none_left", "{ran:?}");
        assert!(!ran.err.contains("<repl"), "{ran:?}");
    }
    assert!(run("mrach").err.contains("did you mean `march`?"), "{:?}", run("mrach"));
    // Tables are rolled by their names, and procedures of rule-sets run by their full ones.
    assert_eq!((run("moor").code, run("moor").out.trim()), (0, "a crow"));
    let bare = crate::support::cases::folder_with("bare.tw", "say \"hello\"\n");
    let ran = Tw::new().within(bare.path()).args(["run", "bare.tw", "nope"]).run();
    assert!(ran.code == 2 && ran.err.contains("it has none"), "{ran:?}");
}

#[test]
fn a_report_tells_each_thing_once_and_none_of_what_is_kept_quietly() {
    let source = "\
table mood rolls d1
  1: Polite
end table
keep met = 0
keep quietly count_of_all = 0
keep quietly: number = 3
procedure meet
  let now = mood
  met += 1
  count_of_all += 1
  say \"SAID\"
end procedure
";
    let run = |said: &str, more: &[&str]| {
        let folder = crate::support::cases::folder_with("moor.tw", &source.replace("SAID", said));
        let args = ["run", "moor.tw", "meet", "--seed", "1"].into_iter().chain(more.iter().copied());
        Tw::new().within(folder.path()).args(args).run().out
    };
    // The word stands there whatever came up: that tells nothing of the row.
    assert_eq!(run("Nobody is polite.", &[]), "Meet\n  mood 1: Polite\n  met 0 → 1\n  Nobody is polite.\n");
    assert_eq!(run("They are {now}.", &[]), "Meet\n  met 0 → 1\n  They are Polite.\n");
    // In the log stands everything.
    assert!(run("Nobody.", &["--json"]).contains("count_of_all"));
}

#[test]
fn reports_keep_to_the_limits_that_are_set() {
    let source = format!("say \"{}\" + nope\n", "moor ".repeat(60));
    let folder = crate::support::cases::folder_with("long.tw", &source);
    let run = |limit: &str| {
        let args = ["check", "long.tw", "--width", "400", "--limit", limit];
        Tw::new().within(folder.path()).args(args).run().err
    };
    let shown = |limit: &str| run(limit).matches("moor").count();
    assert!(shown("line_columns=100") < shown("line_columns=180"), "{}", run("line_columns=180"));
    assert!(run("report_bytes=40").contains("the report is cut here"));
}

#[test]
fn standard_input_is_a_script() {
    let ran = Tw::new().args(["--seed-free"]).run();
    assert_eq!(ran.code, 2, "{ran:?}");
    let ran = Tw::new().stdin("let x = 3\nsay \"x is {x}\"\nx * 2\n").run();
    assert_eq!(ran.out, "x is 3\n6\n", "{ran:?}");
    let ran = Tw::new().args(["run", "-"]).stdin("say \"hello\"\n").run();
    assert_eq!(ran.out, "hello\n", "{ran:?}");
}

#[test]
fn nothing_from_a_source_drives_the_terminal() {
    let ran = Tw::new().args(["run", "-"]).stdin("say \"a\u{1b}[31mb\u{202E}\"\n").run();
    assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'), "{ran:?}");
    assert!(!ran.out.contains('\u{202E}') && !ran.err.contains('\u{202E}'), "{ran:?}");
    let ran = Tw::new().args(["roll", "\u{1b}[2J"]).run();
    assert!(!ran.err.contains('\u{1b}'), "{ran:?}");
}

#[test]
fn colours_are_used_when_asked_for_and_not_otherwise() {
    let plain = Tw::new().args(["roll", "2d6"]).run();
    assert!(!plain.out.contains('\u{1b}'));
    let colored = Tw::new().args(["roll", "2d6", "--color", "always"]).run();
    assert!(colored.out.contains('\u{1b}'), "{colored:?}");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let ran = Tw::new().args(["roll", "d6", "-n", "100000", "--seed", "1"]).head_only();
    assert_eq!(ran.err, "", "{ran:?}");
}

#[test]
fn formatting_is_checked_and_done() {
    let ran = Tw::new().args(["fmt", "-"]).stdin("if 1 == 1\nsay \"x\"\nend\n").run();
    assert_eq!(ran.out, "if 1 == 1\n  say \"x\"\nend\n", "{ran:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.tw");
    std::fs::write(&file, "if 1 == 1\nsay \"x\"\nend\n").expect("written");
    let path = file.to_string_lossy().into_owned();
    assert_eq!(Tw::new().args(["fmt", "--check", &path]).run().code, 1);
    assert_eq!(Tw::new().args(["fmt", &path]).run().code, 0);
    assert_eq!(std::fs::read_to_string(&file).expect("readable"), ran.out);
    assert_eq!(Tw::new().args(["fmt", "--check", &path]).run().code, 0);
}

#[test]
fn a_first_file_runs_and_its_tests_pass() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = Tw::new().within(folder.path()).args(["new", "moor"]).run();
    assert_eq!(made.code, 0, "{made:?}");
    let format = Tw::new().within(folder.path()).args(["fmt", "--check", "moor.tw"]).run();
    assert_eq!(format.code, 0, "{format:?}");
    let check = Tw::new().within(folder.path()).args(["check", "moor.tw", "--deny-warnings"]).run();
    assert_eq!(check.code, 0, "{check:?}");
    let ran = Tw::new().within(folder.path()).args(["run", "moor.tw", "--seed", "7"]).run();
    assert!(ran.out.starts_with("On the moor: ") && ran.out.lines().count() == 1, "{ran:?}");
    let tested = Tw::new().within(folder.path()).args(["test"]).run();
    assert_eq!((tested.code, tested.out.as_str()), (0, "1 passed, 0 failed\n"), "{tested:?}");
    let again = Tw::new().within(folder.path()).args(["new", "moor"]).run();
    assert_eq!(again.code, 5, "{again:?}");
}

#[test]
fn tables_go_out_and_come_in_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "table bog \"Bog finds\"\n| d4 | find |\n|---|---|\n| 1-2 | {1d6} coins |\n| 3 | {2d6 * 10} |\n| 4 | mud |\n";
    std::fs::write(folder.path().join("bog.tw"), text).expect("written");
    for (form, file) in [("markdown", "bog.md"), ("csv", "bog.csv"), ("foundry", "bog.json")] {
        let out = Tw::new().within(folder.path()).args(["export", "bog", "-f", "bog.tw", "--to", form]).run();
        assert_eq!(out.code, 0, "{out:?}");
        let copy = format!("copy_{file}");
        std::fs::write(folder.path().join(&copy), &out.out).expect("written");
        let back = Tw::new().within(folder.path()).args(["import", &copy]).run();
        assert_eq!(back.code, 0, "{back:?}");
        assert!(back.out.contains("{1d6} coins"), "{form}: {}", back.out);
        assert!(back.out.contains("{2d6 * 10}"), "{form}: {}", back.out);
        std::fs::write(folder.path().join("back.tw"), &back.out).expect("written");
        let check = Tw::new().within(folder.path()).args(["check", "back.tw", "--deny-warnings"]).run();
        assert_eq!(check.code, 0, "{form}: {check:?}\n{}", back.out);
    }
}

#[test]
fn a_program_answers_in_lines_of_json() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "procedure turn\n  choose deed: \"What now?\" from [\"search\", \"rest\"]\n  say \"we {deed}\"\nend procedure\ndo turn()\n";
    std::fs::write(folder.path().join("asks.tw"), source).expect("written");
    let args = ["run", "asks.tw", "--json", "--seed", "1"];
    let ran =
        Tw::new().within(folder.path()).args(args).stdin("{\"id\":\"deed\",\"value\":\"rest\"}\n").run();
    assert_eq!(ran.code, 0, "{ran:?}");
    let schemas = Schemas::read();
    let lines = objects(&ran.out);
    for (n, line) in lines.iter().enumerate() {
        schemas.hold("event", line);
        assert_eq!(line["n"], n);
    }
    let kinds: Vec<&str> = lines.iter().filter_map(|line| line["type"].as_str()).collect();
    assert_eq!(kinds.first(), Some(&"start"));
    assert_eq!(kinds.last(), Some(&"end"));
    let asked = lines.iter().find(|line| line["type"] == "ask").expect("a question");
    assert_eq!(asked["options"], serde_json::json!(["search", "rest"]));
    assert!(lines.iter().any(|line| line["text"] == "we rest"), "{}", ran.out);
    let silent = Tw::new().within(folder.path()).args(args).run();
    assert_eq!(silent.code, 3, "{silent:?}");
}

#[test]
fn output_and_samples_have_their_limits() {
    let ran = Tw::new().args(["roll", "d6", "-n", "1000", "--limit", "output_bytes=500"]).run();
    assert_eq!(ran.code, 4, "{ran:?}");
    assert!(ran.err.contains("TW0818"), "{ran:?}");
}

#[test]
fn distributions_side_by_side_share_their_rows() {
    let odds = Tw::new().args(["odds", "adv d20", "d20+5", "--rows", "3", "--ascii", "--width", "60"]).run();
    let rows: Vec<&str> = odds.out.lines().skip_while(|line| !line.starts_with("  1..9")).collect();
    assert_eq!(rows.len(), 3, "{}", odds.out);
    let figures = |line: &&str| line.matches('%').count();
    assert!(rows.iter().all(|line| figures(line) == 2), "{}", odds.out);
    assert!(rows[0].contains("20.25%") && rows[0].contains("20.00%"), "{}", odds.out);
}

#[test]
fn a_chance_that_leaves_something_out_says_so() {
    let said = |expr: &str| Tw::new().args(["odds", expr]).run().out;
    assert_eq!(said("chance(2d6! >= 12)"), "chance(2d6! >= 12) = 23/108 = 21.30%\n");
    assert_eq!(said("chance(3d6!kh2 >= 12)"), "chance(3d6!kh2 >= 12) = 19/144 = 13.19%\n");
    let short = said("chance(3d6!dh1 >= 12)");
    assert!(short.contains("(short by at most "), "{short}");
    // A fraction would pass for one that is exact.
    assert!(short.contains(" = 0.170524691358 (") && !short.contains('/'), "{short}");
}

#[test]
fn what_is_the_least_that_a_chance_can_be_is_not_called_exact() {
    let said = |args: &[&str]| -> Value {
        serde_json::from_str(&Tw::new().args(args.iter().copied()).run().out).expect("JSON")
    };
    let pool = said(&["odds", "3d6!dh1", "--json", "--or-more"]);
    let tail = said(&["odds", "3d6!dh1", "--json", "--at-least", "12"]);
    assert_eq!((&pool["method"], &pool["mean"]), (&"short".into(), &"917/120".into()), "{pool}");
    assert!(pool["short_by"].as_f64().is_some_and(|short| short > 0.0 && short < 1e-11), "{pool}");
    for chance in [&pool["outcomes"][0], &pool["outcomes"][0]["or_more"], &tail["at_least"]] {
        assert!(chance["at_least"].is_string() && chance["exact"].is_null(), "{chance}");
    }
    let chance = said(&["odds", "chance(3d6!dh1 >= 12)", "--json"]);
    assert_eq!((&chance["method"], &chance["outcomes"][0]["exact"]), (&"short".into(), &"1".into()));
    let rolled = said(&["roll", "chance(3d6!dh1 >= 12)", "--json"]);
    assert_eq!(rolled["value"], chance["outcomes"][0]["value"]);
    assert!(rolled["value"]["at_least"].is_string() && rolled["value"]["short_by"].is_f64(), "{rolled}");
    assert!(rolled["value_f"].is_null(), "{rolled}");
    let odds = said(&["roll", "odds (d10!>=9 is even)", "--json"]);
    assert!(odds["value"][0]["at_least"].is_string() && odds["value"][0]["exact"].is_null(), "{odds}");
    assert!(odds["value"][2]["exact"].is_string(), "{odds}");
    let folder = tempfile::tempdir().expect("a folder");
    let table = "table t\n| d6! | x |\n|-----|---|\n| 1-5 | a |\n| 6-10 | b |\n| 11+ | c |\n";
    std::fs::write(folder.path().join("t.tw"), table).expect("written");
    let ran = Tw::new().within(folder.path()).args(["odds", "-f", "t.tw", "t", "--json"]).run();
    let rows: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(rows["rows"][2]["at_least"].is_string() && rows["rows"][2]["exact"].is_null(), "{rows}");
    // What is left out of these lies above all else.
    let above = said(&["odds", "d6!", "--json"]);
    assert_eq!((&above["method"], &above["outcomes"][0]["exact"]), (&"exact".into(), &"1/6".into()));
}

#[test]
fn what_is_next_to_nothing_is_not_called_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = "procedure q7()\n  let c = check(d6!, 6)\n  return c.success\nend procedure\n";
    std::fs::write(folder.path().join("q.tw"), rules).expect("written");
    let said = |question: &str| {
        Tw::new().within(folder.path()).args(["odds", "-f", "q.tw", question, "--width", "60"]).run().out
    };
    let chance = said("chance(q7() == 1)");
    assert!(chance.contains("0.166666666667 (short by less than 1e-300) = 16.67%"), "{chance}");
    let listed = said("q7()");
    assert!(listed.contains("too small by less than 1e-298%, with what is not listed"), "{listed}");
}

#[test]
fn tails_of_endless_explosions_are_exact() {
    let ran = Tw::new().args(["odds", "d6!", "--at-least", "13", "--json"]).run();
    let object: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(object["at_least"]["exact"], "1/36", "{}", ran.out);
    assert_eq!(object["mean"], "21/5");
}

#[test]
fn expressions_may_begin_with_a_minus() {
    let ran = Tw::new().args(["-d6 + 3", "-q", "--dice", "5"]).run();
    assert_eq!(ran.out, "-2\n", "{ran:?}");
    let ran = Tw::new().args(["roll", "-1", "-q"]).run();
    assert_eq!(ran.out, "-1\n", "{ran:?}");
}

#[test]
fn the_odds_of_a_table_stand_beside_its_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    let notes = folder.path().join("moor.md");
    let text = "## Moor\n\n| 2d6 | **Beast** |\n|--|--|\n| 2-3 | Wolf |\n| 4-11 | Crow |\n| 12 | Wolf |\n";
    std::fs::write(&notes, text).expect("written");
    let shown = Tw::new().args(["odds", "moor", "--width", "40", "-f", &notes.to_string_lossy()]).run();
    let rows = "moor  Moor\n   2d6  Beast    odds  exact\n   2-3  Wolf    8.33%   1/12\n  4-11  Crow   88.89%    8/9\n    12  Wolf    2.78%   1/36\n";
    assert_eq!(shown.out, rows, "{}", shown.err);
    let each = folder.path().join("each.tw");
    let text = "each hoard\n| chance | lot |\n|--|--|\n| 1 in 6 | gems |\n| 50% | coins |\n";
    std::fs::write(&each, text).expect("written");
    let shown = Tw::new().args(["odds", "hoard", "--json", "-f", &each.to_string_lossy()]).run();
    let object: Value = serde_json::from_str(&shown.out).expect("JSON");
    assert_eq!(object["rows"][0]["exact"], "1/6", "{shown:?}");
    assert_eq!(object["rows"][1]["exact"], "1/2", "{shown:?}");
}

#[test]
fn what_a_change_does_to_odds_is_shown_row_by_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let wind = "\n\ntable wind\n- north\n- south\n";
    let before = path("before.tw", &format!("table t\n| d6 | x |\n|--|--|\n| 1-3 | a |\n| 4-6 | b |{wind}"));
    let after = path("after.tw", &format!("table t\n| d6 | x |\n|--|--|\n| 1-2 | a |\n| 3-6 | b |{wind}"));
    let all = Tw::new().args(["odds", "-f", &before, "--changed", &after, "--width", "40"]).run();
    let rows = "t  16.67% (1/6) of all rolls come out differently\n  outcome  before   after   change\n  a        50.00%  33.33%  −16.67%\n  b        50.00%  66.67%  +16.67%\n1 table changed, 1 unchanged\n";
    assert_eq!(all.out, rows, "{}", all.err);
    let rest = "dungeon_turn.short_rest(-1)";
    let rule =
        Tw::new().args(["odds", rest, "--changed", "dungeon_turn.rest_strength=bonus_only", "--json"]).run();
    let object: Value = serde_json::from_str(&rule.out).expect("JSON");
    // A d8 less 1, and a d8: only 0 and 8 differ.
    assert_eq!(
        (object["moved"].as_str(), object["method"].as_str()),
        (Some("1/8"), Some("exact")),
        "{rule:?}"
    );
    let neither = Tw::new().args(["odds", "2d6", "--changed", "x"]).run();
    assert_eq!(neither.code, 2, "{neither:?}");
}

#[test]
fn what_things_are_is_said_without_the_numbers_of_rules() {
    let listed = Tw::new().args(["library", "dungeon_exploration", "--width", "100"]).run();
    assert_eq!(listed.code, 0, "{listed:?}");
    let search =
        listed.out.lines().find(|line| line.trim_start().starts_with("can_search(")).expect("a line");
    assert!(search.contains("Whether a room can be searched"), "{search}");
    assert!(!listed.out.contains("DE-15 ·"), "{}", listed.out);
    let one = Tw::new().args(["library", "dungeon_exploration", "can_search"]).run();
    assert!(one.out.contains("Whether a room can be searched"), "{}", one.out);
    assert!(!one.out.contains("DE-15"), "{}", one.out);
}

#[test]
fn a_test_that_stops_at_a_prompt_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("asks.tw");
    let text = "procedure turn\n  choose deed: \"What now?\" from [\"rest\", \"move\"]\nend procedure\n\ntest \"it\"\n  do turn\nend test\n";
    std::fs::write(&file, text).expect("written");
    let path = file.to_string_lossy().into_owned();
    let run = Tw::new().args(["test", &path]).run();
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.contains("`deed` needs an answer: What now?"), "{run:?}");
    assert!(run.err.contains("with answers deed = rest"), "{run:?}");
    let json = Tw::new().args(["test", "--json", &path]).run();
    assert!(json.out.contains("`deed` needs an answer"), "{json:?}");
}

const LOOPS: &str = "\
procedure tries
  let n = 0
  let done = no
  repeat until done
    n += 1
    done = 1 in 6
  end repeat
  return n
end procedure

procedure five_of_a_hundred
  return [d100, d100, d100, d100, d100]
end procedure

keep lamps = 1
procedure turn_of_play
  if 1 in 6 then lamps -= 1
end procedure
";

fn odds_in_loops(question: &str, more: &[&str]) -> program::Ran {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("loops.tw"), LOOPS).expect("a file");
    let args = ["odds", question, "--exact", "-f", "loops.tw"].into_iter().chain(more.iter().copied());
    Tw::new().within(folder.path()).args(args).run()
}

#[test]
fn odds_of_what_asks_wait_for_the_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("dreams.tw");
    let text = "procedure sleep(hours)\n  choose dream: \"What is dreamt?\" from [\"a fall\", \"a flight\"]\n  \
                return hours\nend procedure\nprocedure night\n  let hours = 3\n  say chance(sleep(hours) == 3)\n\
                end procedure\ndo night\n";
    std::fs::write(&file, text).expect("written");
    let file = file.to_string_lossy().into_owned();
    let asked = Tw::new().args(["run", &file]).run();
    assert_eq!(asked.code, 3, "{asked:?}");
    assert!(asked.err.contains("`dream` needs an answer"), "{asked:?}");
}

#[test]
fn a_loop_that_luck_ends_has_odds_with_a_stated_remainder() {
    let odds = odds_in_loops("tries", &["--json"]);
    let object: Value = serde_json::from_str(&odds.out).expect("JSON");
    assert_eq!(object["outcomes"][2]["exact"], "25/216", "{odds:?}");
    let rest = object["residual_p"].as_f64().expect("a stated remainder");
    assert!(rest > 0.0 && rest < 1e-11, "{rest}");
}

#[test]
fn a_number_too_large_on_a_branch_of_no_weight_is_left_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let doubling = "procedure prize\n  let gold = 1\n  repeat until d2 == 2\n    gold = gold * 2\n  end repeat\n  return gold\nend procedure\n";
    std::fs::write(folder.path().join("prize.tw"), doubling).expect("written");
    let ran = Tw::new().within(folder.path()).args(["odds", "-f", "prize.tw", "prize()", "--json"]).run();
    let object: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("JSON: {ran:?}"));
    assert_eq!(object["outcomes"][3]["at_least"], "1/16", "{ran:?}");
    let rest = object["residual_p"].as_f64().expect("a stated remainder");
    assert!(rest > 0.0 && rest < 1e-18, "{rest}");
}

#[test]
fn when_something_first_happens_leaves_the_rest_for_later() {
    let odds = odds_in_loops("odds first turn when lamps is 0 within 3 times turn_of_play", &["--json"]);
    let object: Value = serde_json::from_str(&odds.out).expect("JSON");
    let exact: Vec<_> = (0..3).map(|turn| object["outcomes"][turn]["exact"].clone()).collect();
    assert_eq!(exact, ["1/6", "5/36", "25/216"], "{odds:?}");
    assert_eq!(object["residual"], "125/216");
    let unsaid = odds_in_loops("odds first turn when lamps is 0", &[]);
    assert!(unsaid.err.contains("within 24 times"), "{unsaid:?}");
}

#[test]
fn bare_questions_are_shown_as_they_were_written() {
    let ask = |question: &str| odds_in_loops(question, &[]);
    let never = ask("lamps given lamps > 5");
    assert!(never.err.contains("TW0724") && never.err.contains("<expression>:1:13"), "{never:?}");
    assert!(never.err.contains("│ lamps given lamps > 5\n"), "{never:?}");
    // Words that the question only begins like, a line's end between its parts, and what stands within it.
    let lamps = "keep chance_of_rain = 3";
    let folder = crate::support::cases::folder_with("rain.tw", lamps);
    let ask =
        |question: &str| Tw::new().within(folder.path()).args(["odds", question, "-f", "rain.tw"]).run();
    let rain = ask("chance_of_rain + d6 given d6 > 1");
    assert!(rain.out.contains("mean 6.5"), "{rain:?}");
    assert!(ask("d6\ngiven 1 > 0").out.contains("mean 3.5"));
    assert!(ask("{a: (p)c>=4, b: 1} where p = 2d6").out.contains("{a: 2, b: 1}"));
    assert!(ask("1 + 2 * d6 > 3 and d4 is 2").out.contains("yes"));
    assert!(ask("chance(d6 > 3) given yes").out.contains("50.00%"));
    assert!(ask("x given x > 4 where x = d6").out.contains("mean 5.5"));
}

#[test]
fn a_mean_that_is_not_known_exactly_is_sampled() {
    let program = "procedure hit(n)\n  if 1 in 3 then return n + hit(n)\n  return d3\nend procedure\n";
    let folder = crate::support::cases::folder_with("hit.tw", program);
    let ask = |more: &[&str]| {
        let all = ["odds", "mean(hit(3))", "-f", "hit.tw"].iter().chain(more).copied();
        Tw::new().within(folder.path()).args(all).run()
    };
    let sampled = ask(&[]);
    assert!(sampled.out.contains("samples") && !sampled.err.contains("TW0724"), "{sampled:?}");
    let exact = ask(&["--exact"]);
    assert!(exact.err.contains("TW0724"), "{exact:?}");
}

#[test]
fn who_stops_the_search_for_exact_odds_has_the_samples_taken_meanwhile() {
    // Counts and their highest are too many states for the time that is left. It is a part of what the search takes
    // before it gives up by itself, and several times what it takes before samples are begun.
    let program = "procedure walk(n)\n  let at = 0\n  let best = 0\n  repeat n times\n    at += d6 - d4\n    \
                   if at > best then best = at\n  end repeat\n  return best * at\nend procedure\n";
    let folder = crate::support::cases::folder_with("walk.tw", program);
    let args = ["odds", "walk(200)", "-f", "walk.tw", "--timeout", "4"];
    let ran = Tw::new().within(folder.path()).args(args).run();
    assert_eq!(ran.code, 0, "{ran:?}");
    let said = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("stopped before there were exact odds; these are samples"), "{ran:?}");
}

#[test]
fn what_nobody_asks_about_still_goes_wrong() {
    let program = "procedure grow(n)\n  let stake = 1\n  repeat n times\n    stake = stake * (1000 + d4)\n  end repeat\n  \
                   return met = d6, stake = stake\nend procedure\n";
    let folder = crate::support::cases::folder_with("grow.tw", program);
    let ask =
        |question: &str| Tw::new().within(folder.path()).args(["odds", question, "-f", "grow.tw"]).run();
    assert!(ask("grow(3).met").out.contains("mean 3.5"));
    let grown = ask("grow(30).met");
    assert!(grown.err.contains("error") && !grown.out.contains("mean 3.5"), "{grown:?}");
}

#[test]
fn odds_over_the_budget_name_what_is_too_much() {
    let odds = odds_in_loops("five_of_a_hundred", &["--limit", "outcomes=10000"]);
    assert_ne!(odds.code, 0);
    let said = odds.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("where `d100` is rolled in `five_of_a_hundred`"), "{}", odds.err);
}

#[test]
fn odds_of_what_asks_take_one_answer_for_each_prompt() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ways.tw");
    let text = "words way: left | right\nkeep gold = 0\n\nprocedure go\n  choose way: \"Which way?\" from way default left\n  ask steps: \"How far?\" 1..3\n  if way is left then gold += d6\n  if way is right then gold += steps\nend procedure\n\nprocedure twice\n  do go\n  do go\n  return gold\nend procedure\n";
    std::fs::write(&file, text).expect("written");
    let path = file.to_string_lossy().into_owned();
    let asked = |more: &[&str]| {
        let args = ["odds", "-f", &path, "twice", "--json"].into_iter().chain(more.iter().copied());
        Tw::new().args(args.collect::<Vec<_>>()).run()
    };
    let none = asked(&[]);
    assert_eq!((none.code, none.err.contains("--answer way=left")), (3, true), "{none:?}");
    let half = asked(&["--defaults"]);
    assert_eq!((half.code, half.err.contains("--answer steps=1")), (3, true), "{half:?}");
    let object: serde_json::Value =
        serde_json::from_str(&asked(&["--defaults", "--answer", "steps=1"]).out).expect("JSON");
    assert_eq!((&object["mean"], object["outcomes"].as_array().map(Vec::len)), (&"7".into(), Some(11)));
    let fixed = asked(&["--answer", "way=right", "--answer", "steps=2"]);
    let object: serde_json::Value = serde_json::from_str(&fixed.out).expect("JSON");
    assert_eq!((&object["mean"], object["outcomes"].as_array().map(Vec::len)), (&"4".into(), Some(1)));
    let sampled = asked(&["--answer", "way=right", "--answer", "steps=2", "--samples", "50"]);
    let object: serde_json::Value = serde_json::from_str(&sampled.out).expect("JSON");
    assert_eq!(object["outcomes"][0]["value"], 4, "{sampled:?}");
    // What cannot be had is refused in words.
    let two = asked(&["--answer", "way=right", "--answer", "way=left"]);
    assert_eq!((two.code, two.err.contains("holds every time")), (2, true), "{two:?}");
    let wrong = asked(&["--answer", "way=up"]);
    assert_eq!((wrong.code, wrong.err.contains("answer one of left, right")), (1, true), "{wrong:?}");
    let stray = asked(&["--defaults", "--answer", "steps=1", "--answer", "wey=left"]);
    assert_eq!((stray.code, stray.err.contains("`wey` was not asked for")), (0, true), "{stray:?}");
    let rolled = Tw::new()
        .args(["roll", "-f", &path, "go()", "--defaults", "--answer", "steps=1", "-n", "2", "--seed", "7"])
        .run();
    assert_eq!(rolled.code, 0, "{rolled:?}");
}

#[test]
fn a_folder_is_checked_like_the_files_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("deep")).expect("a folder");
    std::fs::write(folder.path().join("a.tw"), "let a = 1\n").expect("a file");
    std::fs::write(folder.path().join("deep/b.tw"), "let b = nobody\n").expect("a file");
    let check = Tw::new().within(folder.path()).args(["check", "."]).run();
    assert_eq!(check.code, 1, "{check:?}");
    assert!(check.err.contains("b.tw") && check.err.contains("in 2 files"), "{check:?}");
}

#[test]
fn cells_read_the_same_wherever_they_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let note =
        "# Inn\n\n| d2 | Food &amp; drink |\n|---|---|\n| 1 | Fish &amp; **chips** |\n| 2 | ale \\| wine |\n";
    std::fs::write(folder.path().join("inn.md"), note).expect("a file");
    let tw = |args: &[&str]| {
        let ran = Tw::new().within(folder.path()).args(args.iter().copied().chain(["-f", "inn.md"])).run();
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.out
    };
    assert_eq!(tw(&["roll", "inn", "--dice", "1"]).trim(), "inn → [1] = Fish & chips");
    let odds = tw(&["odds", "inn"]);
    assert!(
        odds.contains("Food & drink") && odds.contains("Fish & chips") && odds.contains("ale | wine"),
        "{odds}"
    );
    assert!(tw(&["odds", "inn is \"Fish & chips\""]).contains("50.00%"));
    assert!(tw(&["odds", "inn", "--format", "csv"]).contains("inn,Fish & chips,0.5"));
    assert!(tw(&["export", "inn", "--to", "csv"]).contains("2,ale | wine"));
    assert!(tw(&["export", "inn", "--to", "markdown"]).contains("| 2 | ale \\| wine |"));
    assert!(tw(&["export", "inn", "--to", "html"]).contains("Fish &amp; <strong>chips</strong>"));
}

#[test]
fn what_a_question_without_an_answer_advises_can_be_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let asks = "choose a: \"A?\" from [\"x\", \"y\"]\nsay \"{a}\"\n";
    std::fs::write(folder.path().join("asks.tw"), asks).expect("written");
    let asks = "choose a: \"A?\" from [\"x\", \"y\"] default \"x\"\nsay \"{a}\"\n";
    std::fs::write(folder.path().join("default.tw"), asks).expect("written");
    let told = |args: &[&str], stdin: &str| {
        Tw::new().within(folder.path()).args(args.iter().copied()).stdin(stdin).run().err
    };
    let asked = told(&["run", "asks.tw"], "");
    assert!(asked.contains("`--answer a=x`\n") && !asked.contains("--defaults"), "{asked}");
    assert!(told(&["run", "default.tw"], "").contains("`--answer a=x`, or `--defaults`"));
    assert!(told(&["roll", "2d6", "--dice", "ask"], "").contains("leave out `--dice ask`"));
    let session = told(&["repl"], ":dice ask\nd6\n");
    assert!(session.contains("`:dice seed`") && !session.contains("--"), "{session}");
}
