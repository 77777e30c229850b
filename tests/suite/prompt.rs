//! Lines that are typed at the prompt while a game is on: none of them takes away or replaces what is in play, and what
//! is offered works.

use crate::support::cases::folder_with;
use crate::support::program::{Ran, Tw};

const GAME: &str = "unit gp\n\
    table reaction shift -2..+2\n| 2d6 | Reaction |\n|---|---|\n| 2 or less | Attacks |\n| 3-5 | Hostile |\n\
    | 6-8 | Uncertain |\n| 9-11 | Indifferent |\n| 12+ | Friendly |\n\n\
    table road_encounters \"Road encounters\"\n| d6 | Encounter |\n|---|---|\n| 1-3 | wolves |\n| 4-6 | bandits |\n\n\
    table colour\n- red\n- green\n- blue\n\n\
    chart ac\n| armour | ac |\n|---|---|\n| leather | 12 |\n| chain mail | 16 |\n\n\
    deck cards\n- Ace\n- King\n- Queen\n- Jack\n\n\
    sheet hero\n  hp: 0..10 = 10\n  ac: number = 12\nend sheet\n\
    party\n| name | ac |\n|---|---|\n| Ash | 14 |\n| Birch | 12 |\n\n\
    sheet goblin\n  hp: 0..5 = 5\nend sheet\nroster goblins of goblin\n\
    add goblin(name = \"Goblin\") to goblins\nadd goblin(name = \"Goblin\") to goblins\n\
    keep gold = 100\nkeep alarm: 0..6 = 0\nkeep purse = 5 gp\n";

fn typed(lines: &str) -> Ran {
    let folder = folder_with("game.tw", GAME);
    let args = ["repl", "-f", "game.tw", "--seed", "7", "--width", "300"];
    Tw::new().args(args).within(folder.path()).stdin(lines).run()
}

/// The lines that a report offers.
fn offered(ran: &Ran) -> Vec<String> {
    let fixes = ran.err.lines().filter_map(|line| line.trim().strip_prefix("fix: "));
    let between = |fix: &str| Some(fix.get(fix.find('`')? + 1..fix.rfind('`')?)?.replace("`, then `", "\n"));
    fixes.filter_map(between).collect()
}

/// A key is looked up as it is printed.
#[test]
fn keys_are_looked_up_as_they_are_printed() {
    for (line, told) in
        [("reaction[3-5]", "Hostile"), ("reaction[6-8]", "Uncertain"), ("reaction[12 - 3]", "Indifferent")]
    {
        let ran = typed(&format!("{line}\n"));
        assert!(ran.out.contains(told), "{line}: {ran:?}");
    }
    let ran = typed("reaction[2-3]\n");
    assert!(ran.err.contains("no row of `reaction` has the key 2-3"), "{ran:?}");
    assert_eq!(offered(&ran), ["reaction[2]", "reaction[3]"]);
    let ran = typed("roll 1-6\n");
    assert!(ran.out.contains("d6"), "{ran:?}");
}

/// A number of dice is multiplied, and not made a list.
#[test]
fn dice_times_a_number_is_a_product() {
    let ran = typed("1d6 times 10\n");
    assert!(ran.out.contains("1d6 x 10"), "{ran:?}");
    let ran = typed("say \"{1d6 times 10} coins\"\n");
    assert!(ran.out.contains("0 coins") && !ran.out.contains("and"), "{ran:?}");
    let ran = typed("3 times 0\n");
    assert!(ran.out.contains("[0, 0, 0]"), "{ran:?}");
}

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

/// A block is closed by its end in one word, and by an `end` with a slip in it.
#[test]
fn a_block_is_closed_with_a_slip() {
    for end in ["endprocedure", "end_procedure", "edn", "edn procedure"] {
        let ran = typed(&format!(":seed 7\nprocedure greet\n  say \"Well met.\"\n{end}\ndo greet\n"));
        assert!(ran.out.contains("Well met.") && !ran.err.contains("error"), "{end}: {ran:?}");
    }
}

/// In a cell a backslash before a word is text, and one that breaks a word is told of.
#[test]
fn a_backslash_before_a_word_is_text() {
    let folder =
        folder_with("bs.md", "# Bs\n\n| d6 | x |\n|-|-|\n| 1-5 | \\times and C:\\temp |\n| 6 | a\\nb |\n");
    let ran = Tw::new().args(["roll", "bs[1]", "bs[6]", "-f", "bs.md"]).within(folder.path()).run();
    assert!(ran.out.contains("\\times and C:\\temp"), "{ran:?}");
    let folder = folder_with("bs.md", "# Bs\n\n| d6 | x |\n|-|-|\n| 1-5 | see \\new |\n| 6 | y |\n");
    let ran = Tw::new().args(["check", "bs.md"]).within(folder.path()).run();
    let told = format!("{}{}", ran.out, ran.err);
    assert!(told.contains("looks like a word") && told.contains("\\\\new"), "{ran:?}");
}
