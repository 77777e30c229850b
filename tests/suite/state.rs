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
