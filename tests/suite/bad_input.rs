//! What goes wrong in a campaign leaves nothing behind.

use crate::support::program::Tw;

const MARSH: &str = include_str!("../data/marsh.tw");

#[test]
fn a_campaign_keeps_nothing_of_what_failed() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("marsh.tw"), MARSH).expect("written");
    let failing: String =
        ["do endless()", "do hurry()", "do late()", "do brawl()", "do ask_foe()", "do ask_things()"]
            .iter()
            .map(|line| format!("{line}\n"))
            .collect();
    let repl = |input: &str, args: &[&str], code: i32| {
        let args = ["repl", "--save", "camp", "--seed", "7"].iter().chain(args).copied();
        let ran = Tw::new().args(args).within(folder.path()).stdin(input).run();
        assert_eq!(ran.code, code, "{ran:?}");
        ran
    };
    repl("found = 3\n:export state one.json\n", &["-f", "marsh.tw"], 0);
    // What never ends ends soon.
    let soon = ["--limit", "steps=200000"];
    let failed = repl(&format!("{failing}:export state two.json\n:log\n"), &soon, 4);
    assert!(failed.err.contains("nothing of this is kept"), "{failed:?}");
    repl(":export state three.json\n", &[], 0);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a state");
    assert_eq!(read("one.json"), read("two.json"));
    assert_eq!(read("one.json"), read("three.json"));
}
