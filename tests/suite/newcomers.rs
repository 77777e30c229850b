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
