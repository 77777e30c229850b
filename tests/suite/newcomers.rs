//! What people who are new type first, and what they are told.

use crate::support::cases::folder_with;
use crate::support::program::Tw;

const NOTE: &str = "# Fens\n\n## Night Encounters (deep)\n\n| d2 | What |\n|---|---|\n| 1 | eels |\n| 2 | eels |\n\n\
    ## Trinkets\n\n| d6 | What |\n|---|---|\n| 1-5 | a bone |\n";

/// A heading in words rolls the table below it.
#[test]
fn a_title_rolls_its_table() {
    let folder = folder_with("fens.md", NOTE);
    for title in
        ["Night Encounters (deep)", "night encounters deep", "roll on the night encounters deep table"]
    {
        let ran = Tw::new().args(["roll", title, "-f", "fens.md"]).within(folder.path()).run();
        assert!(ran.out.contains("= eels"), "{title}: {ran:?}");
    }
}

/// A table that was left out of a note because of a mistake is not simply unknown.
#[test]
fn a_table_that_was_left_out_is_named() {
    let folder = folder_with("fens.md", NOTE);
    let ran = Tw::new().args(["roll", "trinkets", "-f", "fens.md"]).within(folder.path()).run();
    assert!(ran.err.contains("this table of `fens.md` has a mistake and was left out"), "{ran:?}");
}

/// A table with the name of an open part does not fill it, and the line that does is given.
#[test]
fn an_open_part_is_filled_by_the_line_that_is_given() {
    let table = "table encounters\n- rats\n- ghouls\n";
    let folder = folder_with("crypt.tw", &format!("use delving\n{table}"));
    let ran = Tw::new().args(["check", "crypt.tw"]).within(folder.path()).run();
    let line = "use delving with encounters = encounters";
    assert!(ran.err.contains("TW0111") || ran.out.contains("TW0111"), "{ran:?}");
    assert!(format!("{}{}", ran.out, ran.err).replace("\n        ", " ").contains(line), "{ran:?}");
    std::fs::write(folder.path().join("crypt.tw"), format!("{line}\n{table}")).expect("written");
    let ran = Tw::new().args(["check", "crypt.tw", "--deny-warnings"]).within(folder.path()).run();
    assert_eq!(ran.code, 0, "{ran:?}");
}

/// The list of a rule-set begins with what it leaves open.
#[test]
fn what_a_rule_set_leaves_open_is_listed_first() {
    let ran = Tw::new().args(["library", "delving"]).run();
    let place = |what: &str| ran.out.find(what).unwrap_or_else(|| panic!("{what}: {ran:?}"));
    assert!(place("For you to fill in") < place("encounters") && place("encounters") < place("Procedures"));
}

/// A party with `hp` alone is told which column starts it.
#[test]
fn a_party_with_hit_points_alone_is_helped() {
    let party = "use delving\n\nparty\n| name | hp |\n|---|---|\n| Ash | 6 |\n";
    let folder = folder_with("party.tw", party);
    let ran = Tw::new().args(["check", "party.tw"]).within(folder.path()).run();
    let told = format!("{}{}", ran.out, ran.err);
    assert!(told.contains("call the column `hp` `max_hp`"), "{ran:?}");
}

/// Lighting torches that nobody has says so.
#[test]
fn torches_that_are_not_there_are_not_lit_in_silence() {
    let folder = folder_with("dark.tw", "use delving\ndo light_torches(2)\n");
    let ran = Tw::new().args(["run", "dark.tw"]).within(folder.path()).run();
    assert!(ran.out.contains("no torches left to light"), "{ran:?}");
}

/// What is pasted line by line is one note between `:paste` and a dot, whatever its lines look like by themselves.
#[test]
fn a_note_is_pasted_line_by_line() {
    let note =
        format!(":paste\n{}.\ntrinkets.key is 6\n:tables\n", NOTE.replace("1-5 | a bone", "1-6 | a bone"));
    let ran = Tw::new().args(["repl"]).stdin(&note).run();
    assert!(ran.out.contains("night_encounters_deep") && ran.out.contains("trinkets"), "{ran:?}");
    // Without a dot, the end of the input ends the note.
    let ran = Tw::new().args(["repl"]).stdin(":paste\n## Omens\n\n- crow\n- owl\n").run();
    assert!(ran.out.contains("omens"), "{ran:?}");
}

/// Lists and tables of a note that are not read are named, with their line.
#[test]
fn what_is_not_read_in_a_note_is_named() {
    let note = "# Fens\n\n| d2 | What |\n|---|---|\n| 1 | eel |\n| 2 | rat |\n\n## Omens\n\n- crow\n- owl\n\n\
        ## Prices\n\n<table><tr><td>1</td></tr></table>\n";
    let folder = folder_with("fens.md", note);
    let ran = Tw::new().args(["check", "-v", "fens.md"]).within(folder.path()).run();
    assert!(
        ran.out.contains("not read: line 10: the list under \u{201c}Omens\u{201d} (2 entries)"),
        "{ran:?}"
    );
    assert!(ran.out.contains("not read: line 15: a table in HTML"), "{ran:?}");
    let ran = Tw::new().args(["import", "fens.md"]).within(folder.path()).run();
    assert!(ran.out.contains("table omens \"Omens\"\n- crow\n- owl"), "{ran:?}");
}

/// A hero's name of two words is written as on the sheet.
#[test]
fn a_name_of_two_words_has_its_numbers() {
    let party = "sheet hero\n  hp: number\nend sheet\n\nparty\n| name | hp |\n|---|---|\n| Old Tom | 6 |\n";
    let folder = folder_with("party.tw", party);
    for line in ["Old Tom.hp", "old tom.hp + 1 == 7", "Old Tom.hp + Old Tom.hp == 12"] {
        let ran = Tw::new()
            .args(["repl", "-f", "party.tw"])
            .within(folder.path())
            .stdin(&format!(":tables\n{line}\n"))
            .run();
        assert!(ran.out.contains('6') || ran.out.contains("yes"), "{line}: {ran:?}");
    }
}

/// A slip in a plain word is told apart from an unknown name.
#[test]
fn a_slip_in_a_plain_word_is_helped() {
    let ran = Tw::new().args(["repl"]).stdin(":tables\nexit2\n").run();
    assert!(ran.err.contains("`:exit`"), "{ran:?}");
}

/// A number before a table's name is so many rolls, not a unit.
#[test]
fn so_many_rolls_of_a_table_are_offered() {
    let table = "table hazard\n- a pit\n- a dart\n";
    let folder = folder_with("halls.tw", table);
    for line in ["3 hazard", "3 hazards", "3 hazrd"] {
        let ran = Tw::new().args(["roll", line, "-f", "halls.tw", "--no-config"]).within(folder.path()).run();
        let all = format!("{}{}", ran.out, ran.err);
        assert!(all.contains("3 times hazard") || all.matches("a ").count() >= 3, "{line}: {ran:?}");
    }
}

/// A second column of keys is not read in silence as what the first one gives.
#[test]
fn two_tables_side_by_side_are_warned_of() {
    let both = "table loot\n| d2 | weapon | d2 | armour |\n|---|---|---|---|\n| 1 | sword | 1 | mail |\n| 2 | bow | 2 | cap |\n";
    let folder = folder_with("loot.tw", both);
    let ran = Tw::new().args(["check", "loot.tw"]).within(folder.path()).run();
    assert!(format!("{}{}", ran.out, ran.err).contains("TW0224"), "{ran:?}");
}

/// JSON has the running chances that are asked for.
#[test]
fn json_has_that_or_more() {
    let ran = Tw::new().args(["odds", "2d6", "--or-more", "--json"]).run();
    assert!(ran.out.contains("\"or_more\":{\"value\":\"11\",\"exact\":\"1/12\""), "{ran:?}");
    let ran = Tw::new().args(["odds", "2d6", "--json"]).run();
    assert!(!ran.out.contains("or_more"), "{ran:?}");
}
