//! States of campaigns in files, as the program writes and reads them.

use std::path::Path;

use crate::support::cases::folder_with;
use crate::support::program::{Ran, Tw};

fn folder() -> tempfile::TempDir {
    folder_with("moor.tw", include_str!("../data/moor.tw"))
}

fn run(folder: &Path, args: &[&str]) -> Ran {
    Tw::new().args(args.iter().copied()).args(["--no-config"]).within(folder).run()
}

fn repl(folder: &Path, save: &str, lines: &[&str]) -> Ran {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Tw::new().args(["repl", "--save", save, "--no-config"]).within(folder).stdin(&text).run()
}

#[test]
fn runs_go_on_from_a_state_and_write_theirs() {
    let folder = folder();
    let all = run(folder.path(), &["run", "moor.tw", "explore", "--seed", "7", "--export-state", "one.json"]);
    assert_eq!(all.code, 0, "{all:?}");
    let from = ["run", "moor.tw", "explore", "--import-state", "one.json", "--export-state", "one.json"];
    assert_eq!(run(folder.path(), &from).code, 0);
    let text = std::fs::read_to_string(folder.path().join("one.json")).expect("a state");
    assert!(text.contains("\"turns\": 2") && text.contains("\"seed\": \"7/2\""), "{text}");
    std::fs::write(folder.path().join("bad.json"), text.replace("\"Ash\"", "3")).expect("written");
    let refused = run(folder.path(), &["run", "moor.tw", "explore", "--import-state", "bad.json"]);
    assert_eq!((refused.code, refused.out.as_str()), (5, ""), "{refused:?}");
    assert!(refused.err.contains("TW0726") && refused.err.contains("bad.json"), "{}", refused.err);
    assert!(!folder.path().join("one.json.new").exists());
}

#[test]
fn an_import_is_kept_in_a_campaign() {
    let folder = folder();
    let begun = Tw::new()
        .args(["repl", "-f", "moor.tw", "--save", "camp", "--seed", "7", "--no-config"])
        .within(folder.path())
        .stdin("do explore()\n:export state one.json\ndo explore()\n:import state one.json\n:log\nd100\n")
        .run();
    assert_eq!(begun.code, 0, "{begun:?}");
    // The file may go; the campaign has what it needs.
    std::fs::remove_file(folder.path().join("one.json")).expect("removed");
    let look = repl(
        folder.path(),
        "camp",
        &[":export state two.json", ":log", ":undo 2", ":time", ":redo", ":time"],
    );
    assert_eq!(look.code, 0, "{look:?}");
    assert!(look.out.contains("The state of one.json"), "{look:?}");
    assert!(look.out.contains("20 minutes") && look.out.contains("10 minutes"), "{look:?}");
    let again = repl(folder.path(), "camp", &[":import state three.json", ":import state", ":import"]);
    assert!(again.err.contains("three.json") && again.err.contains("`:import` reads the state"), "{again:?}");
}

/// What is exported can be imported, whatever came to a kept value through something of no kind.
#[test]
fn places_hold_what_their_kinds_allow_in_the_run_too() {
    const RULES: &str = "words mood: calm | angry\nkeep k: mood = calm\nkeep n: number = 0\nkeep q: yes_no = no\n\
        unit gp\nkeep purse: gp = 0 gp\nkeep maybe: number or nothing = nothing\nkeep name: text = \"\"\n\
        procedure pay(x)\n  purse = x\nend procedure\nprocedure perhaps(x)\n  maybe = x\nend procedure\n\
        procedure call_it(x)\n  name = x\nend procedure\nkeep all: list = []\nsheet hero\n  m: mood = calm\n  tags: any of calm | angry = []\nend sheet\n\
        party\n| name |\n|------|\n| Ash  |\n\nfn felt(x): mood = x\n\
        procedure word(x)\n  k = x\nend procedure\nprocedure number_of(x)\n  n = x\nend procedure\n\
        procedure flag(x)\n  q = x\nend procedure\nprocedure more(x)\n  add x to all\nend procedure\n\
        procedure field(who, x)\n  who.m = x\nend procedure\nprocedure tag(x)\n  add x to ash.tags\nend procedure\n";
    for (entry, refused, message) in [
        ("word(\"sad\")", "TW0709", "`sad` is not a word of `mood`"),
        ("word(3)", "TW0709", "`3` is not a word of `mood`"),
        ("word(nothing)", "TW0703", "`k` must be a word of `mood` (calm | angry), but this is nothing"),
        ("number_of(\"a\")", "TW0703", "`n` must be a number, but this is the text `a`"),
        ("flag(3)", "TW0703", "`q` must be yes or no, but this is the number `3`"),
        ("field(ash, \"sad\")", "TW0709", "`sad` is not a word of `mood`"),
        ("tag(\"sad\")", "TW0709", "`sad` is not a word"),
        ("felt(\"sad\")", "TW0709", "`sad` is not a word of `mood`"),
        ("add hero(name = \"Birch\", m = felt(\"sad\")) to party", "TW0709", "`sad` is not a word of `mood`"),
        ("pay(3)", "TW0703", "`purse` must be a quantity"),
        ("perhaps(\"a\")", "TW0703", "`maybe` must be a number or nothing, but this is the text `a`"),
        ("call_it(3)", "TW0703", "`name` must be a text, but this is the number `3`"),
        ("word(\"angry\")", "", ""),
        ("pay(0)", "", ""),
        ("pay(2 gp)", "", ""),
        ("perhaps(nothing)", "", ""),
        ("perhaps(3)", "", ""),
        ("call_it(mood.calm)", "", ""),
        ("number_of(3)", "", ""),
        ("flag(yes)", "", ""),
        ("more(3)", "", ""),
        ("field(ash, \"angry\")", "", ""),
        ("tag(\"calm\")", "", ""),
    ] {
        let folder = folder_with("rules.tw", RULES);
        let lines = format!("{entry}\n:export state s.json\n:import state s.json\nk is calm or angry\n");
        let ran = Tw::new()
            .args(["repl", "-f", "rules.tw", "--no-config", "--width", "200"])
            .within(folder.path())
            .stdin(&lines)
            .run();
        assert!(ran.err.contains(refused) && ran.err.contains(message), "{entry}: {ran:?}");
        assert!(refused.is_empty() == ran.err.is_empty(), "{entry}: {ran:?}");
        assert!(ran.out.contains("the state of s.json is in play"), "{entry}: {ran:?}");
        assert!(ran.out.trim_end().ends_with("yes"), "{entry}: {ran:?}");
    }
}

#[test]
fn names_of_a_session_come_with_its_state() {
    let folder = folder();
    let session =
        |lines: &str| Tw::new().args(["repl", "--no-config"]).within(folder.path()).stdin(lines).run();
    let given = session("let mag = 3\nlet loot = [\"a\", 2]\n:export state one.json\n");
    assert_eq!((given.code, given.err.as_str()), (0, ""), "{given:?}");
    let taken = session("let own = 5\n:import state one.json\n[mag, loot, own]\n:undo 2\nmag\n");
    assert!(taken.out.contains("[3, [a, 2], 5]"), "{taken:?}");
    assert!(taken.err.contains("`mag` is not defined"), "{taken:?}");
}
