//! Lines that are typed at the prompt while a game is on: none of them takes away or replaces what is in play, and what
//! is offered works.

use crate::support::cases::folder_with;
use crate::support::program::Tw;

/// A file that was loaded is saved with all that it does and says.
#[test]
fn what_was_loaded_is_saved_whole() {
    const FULL: &str = "# Do not lend.\n\n## My rules for the moor.\nrules moor \"The Moor\"\nauthor \"Me\"\n\n\
        # House note: never delete this\nunit turn = 10 minutes\n\nsheet hero\n  hp: 0..10 = 10\nend sheet\n\
        party\n| name |\n|------|\n| Ash  |\n\nash.hp = 4\nlet mood = 3\ndo set_up\n\n\
        procedure set_up\n  timer torch = 6 turns\n    say \"Dark\"\n  end timer\nend procedure\n\n\
        say \"Welcome\"\n# last comment\n";
    const TIMED: &str = "table omen\n- crow\n- owl\n\ntimer torch = 60 minutes then say \"Dark.\"\n";
    for text in [FULL, TIMED] {
        let folder = folder_with("full.tw", text);
        let run =
            |stdin: &str| Tw::new().args(["repl", "--seed", "7"]).within(folder.path()).stdin(stdin).run();
        let saved = run(":load full.tw\ntable pit\n- deep\n\n:save copy.tw\n");
        assert!(saved.out.contains("wrote copy.tw"), "{saved:?}");
        let copy = std::fs::read_to_string(folder.path().join("copy.tw")).expect("written");
        for line in text.lines().filter(|line| !line.is_empty()) {
            assert!(copy.contains(line), "{line}: {copy}");
        }
        let state = |name: &str| run(&format!(":load {name}\n:state\n:time\n")).out.replace(name, "");
        assert!(state("copy.tw").contains("torch"), "{}", state("copy.tw"));
        let check = Tw::new().args(["check", "copy.tw"]).within(folder.path()).run();
        assert_eq!(check.code, 0, "{check:?}");
    }
}
