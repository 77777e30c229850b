//! Rule-sets in a folder of one's own, and the file that sessions begin with.

use std::fs;
use std::path::Path;

use crate::support::cases::folder_with;
use crate::support::program::Tw;
use crate::support::schemas::Schemas;

/// The program with a folder of rule-sets.
fn with_rules(folder: &Path) -> Tw {
    Tw::new().env("TW_RULES", &folder.join("rules")).within(folder)
}

fn rules_folder() -> tempfile::TempDir {
    let folder = folder_with("night.tw", "use moor\n\ntest \"it\"\n  expect moor.depth() == 3\nend test\n");
    let rules = folder.path().join("rules");
    fs::create_dir(&rules).expect("a folder");
    let moor = "## Bogs and what is in them.\nrules moor \"The moor\"\n\nuse \"deep.tw\"\n\nfn depth() = deep.depth()\n\n## A bird.\ntable birds\n- crow\n- rook\n";
    fs::write(rules.join("moor.tw"), moor).expect("written");
    fs::write(rules.join("deep.tw"), "fn depth() = 3\n").expect("written");
    fs::write(rules.join("finds.md"), "## Finds\n\n| d2 | find |\n|---|---|\n| 1 | mud |\n| 2 | gold |\n")
        .expect("written");
    folder
}

#[test]
fn they_are_used_listed_and_rolled_as_the_shipped_ones() {
    let folder = rules_folder();
    let tests = with_rules(folder.path()).args(["test", "night.tw"]).run();
    assert_eq!((tests.code, tests.out.trim()), (0, "1 passed, 0 failed"), "{tests:?}");
    let list = with_rules(folder.path()).args(["library"]).run();
    assert!(list.out.contains("dungeon_turn") && list.out.contains("\nyour own, in "), "{list:?}");
    assert!(list.out.contains("\nmoor ") && list.out.contains("Bogs and what is in them."), "{list:?}");
    let json = with_rules(folder.path()).args(["library", "--json"]).run();
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    Schemas::read().hold("library", &json);
    let one = with_rules(folder.path()).args(["library", "moor"]).run();
    assert!(one.out.contains("birds") && one.out.contains("The moor"), "{one:?}");
    let rolled = with_rules(folder.path()).args(["roll", "moor.birds", "finds.finds", "--dice", "1,2"]).run();
    assert!(rolled.out.contains("crow") && rolled.out.contains("gold"), "{rolled:?}");
    let odds = with_rules(folder.path()).args(["odds", "moor.birds", "--format", "csv"]).run();
    assert!(odds.out.contains("1/2"), "{odds:?}");
    let near = with_rules(folder.path()).args(["library", "mooor"]).run();
    assert!(near.err.contains("did you mean `moor`?"), "{near:?}");
}

#[test]
fn without_the_folder_they_are_not_there() {
    let folder = rules_folder();
    let checked = Tw::new().args(["check", "night.tw"]).within(folder.path()).run();
    assert_eq!(checked.code, 1, "{checked:?}");
    assert!(checked.err.contains("TW0"), "{checked:?}");
}

#[test]
fn a_campaign_goes_on_without_the_rule_set_it_was_played_with() {
    let folder = rules_folder();
    let play = |entries: &str, rules: bool| {
        let tw = if rules { with_rules(folder.path()) } else { Tw::new().within(folder.path()) };
        tw.args(["repl", "--save", "camp"]).stdin(entries).run()
    };
    let first = play("use moor\nmoor.depth()\n", true);
    assert!(first.out.contains('3'), "{first:?}");
    let second = play("moor.depth() + 1\n", false);
    assert!(second.out.trim_end().ends_with('4'), "{second:?}");
}

#[test]
fn a_session_begins_with_the_startup_file() {
    let folder = folder_with("startup.tw", "use \"own/luck.tw\"\n");
    fs::create_dir(folder.path().join("own")).expect("a folder");
    fs::write(folder.path().join("own/luck.tw"), "keep luck = 7\n").expect("a file");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("startup.tw");
    let run = |args: &[&str], entries: &str| {
        let tw = Tw::new().env("TW_STARTUP", &file).within(elsewhere.path());
        tw.args(args.iter().copied()).stdin(entries).run()
    };
    let first = run(&["repl", "--save", "camp"], "luck + 1\n");
    assert!(first.out.trim_end().ends_with('8'), "{first:?}");
    // It goes on with what was read then.
    fs::write(&file, "let luck = \n").expect("written");
    let second = run(&["repl", "--save", "camp"], "luck + 2\n");
    assert!(second.out.trim_end().ends_with('9'), "{second:?}");
    let broken = run(&["repl", "--save", "other"], "1 + 1\n");
    assert!(broken.out.trim_end().ends_with('2') && broken.err.contains("start-up file"), "{broken:?}");
    let without = run(&["repl", "--save", "third", "--no-config"], "luck\n");
    assert!(without.err.contains("`luck`") && !without.err.contains("start-up"), "{without:?}");
}
