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

/// A range with two dashes is a range wherever rows are written.
#[test]
fn two_dashes_are_one() {
    for rows in
        ["1--3 a\n4--6 b\n", "- 1--3: a\n- 4--6: b\n", "| d6 | t |\n|---|---|\n| 1--3 | a |\n| 4--6 | b |\n"]
    {
        let folder = folder_with("a.tw", &format!("table t\n{rows}\n"));
        let ran =
            Tw::new().args(["roll", "chance(t is a)", "t[5]", "-f", "a.tw"]).within(folder.path()).run();
        assert!(ran.out.contains("1/2") && ran.out.contains("\u{2192} b"), "{rows}: {ran:?}");
    }
}

/// The heading of what was left out says why, as it is written in the note.
#[test]
fn a_heading_that_was_left_out_says_why() {
    let note =
        "## Night Encounters\n\n| d8 | who |\n|---|---|\n| 1-3 | a |\n\n## Town Rumours\n\n- one\n- two\n";
    let folder = folder_with("fens.md", note);
    for (typed, told) in
        [("night encounters", "has a mistake and was left out"), ("town rumours", "has no die")]
    {
        let typed = format!(":load fens.md\n{typed}\n");
        let ran = Tw::new().args(["repl"]).within(folder.path()).stdin(&typed).run();
        assert!(ran.err.contains(told), "{ran:?}");
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

/// What is offered for a line from elsewhere can be typed, and what has only one meaning among the names that are
/// there is done.
#[test]
fn what_is_offered_can_be_typed() {
    let typed =
        |line: &str| Tw::new().args(["repl", "--seed", "7"]).stdin(&format!(":seed 7\n{line}\n")).run();
    for (line, wanted) in [
        ("/r 2d6r1", "`2d6r=1`"),
        ("1d20 + ?{Bonus|0}", "`1d20 + 0`"),
        ("STR check", "`d20 + 2 >= 15`"),
        ("dex save DC 13", "`d20 + 2 >= 13`"),
        ("6d6=6", "`6d6==6`"),
        ("d{heads,tails}", "`d{\"heads\", \"tails\"}`"),
        ("hazard * 3", "`3 times delving.hazard`"),
    ] {
        let ran = typed(line);
        assert!(ran.err.contains(wanted), "{line}: {ran:?}");
        let offered = wanted.trim_matches('`');
        let again = typed(offered);
        assert!(!again.err.contains("error"), "{offered}: {again:?}");
    }
    for line in ["Ash hp -1", "!attack longsword", "%{Mira|attack}", "how many 6s fit", "10d6sf"] {
        let ran = typed(line);
        let fixes: Vec<&str> = ran.err.lines().filter(|told| told.trim_start().starts_with("fix:")).collect();
        assert!(ran.err.contains("error") && fixes.is_empty(), "{line}: {ran:?}");
    }
    let ran = typed("use delving\ntorches_spare = 6\nlight_torches 2");
    assert!(ran.out.contains("torches spare 6 \u{2192} 4"), "{ran:?}");
    let ran = typed("use delving\ntorches = 6");
    assert!(ran.err.contains("`torches_spare = 6`"), "{ran:?}");
    let ran = typed("table moor\n- crow\n- owl\n\nmoor * 3");
    assert!(ran.err.contains("`moor.roll * 3`") && ran.err.contains("`3 times moor`"), "{ran:?}");
}

/// A script without commands that holds such lines understands them as a session does.
#[test]
fn a_script_understands_what_a_session_does() {
    for line in ["/roll 4d6dl1", "6x4d6kh3", "d20 adv", "help", "tables"] {
        let ran = Tw::new().args(["repl", "--seed", "7"]).stdin(&format!("{line}\n")).run();
        assert_eq!((ran.code, ran.err.contains("error")), (0, false), "{line}: {ran:?}");
    }
}

/// A party that is typed line by line is a party, whatever rosters the rules bring.
#[test]
fn a_party_is_typed_line_by_line() {
    let party = "party\n| name | max_hp |\n|---|---|\n| Ash | 6 |\n| Birch | 4 |\n\n:party\n";
    let ran = Tw::new().args(["repl"]).stdin(&format!(":seed\nuse dungeon_turn\nuse delving\n{party}")).run();
    assert!(ran.out.contains("Birch") && !ran.err.contains("error"), "{ran:?}");
}

/// A numbered list under a title with its die is a table of the note; a heading's block id is no part of a name.
#[test]
fn a_list_under_a_title_with_its_die_is_rolled() {
    let note = "# Mill\n\n## In the sacks (d4) ^sacks\n\n1. flour\n2. rats\n3. {2d4} coins\n4. a hat\n\n**Hexes** (d20)\n\n* 1-10: empty\n* 11-19: lair\n* 20: \
        wonder\n\n## To do\n\n\
        - [ ] minis\n- [x] maps\n\n## Weather\n\n| d2 | x |\n|---|---|\n| 1 | sun |\n| 1 | rain |\n";
    let folder = folder_with("mill.md", note);
    let tw = |args: &[&str]| Tw::new().args(args.iter().copied()).within(folder.path()).run();
    let ran = tw(&["roll", "in_the_sacks[4]", "-f", "mill.md"]);
    assert!(ran.out.contains("a hat"), "{ran:?}");
    let ran = tw(&["odds", "hexes", "-f", "mill.md"]);
    assert!(ran.out.contains("11-19  lair") && ran.out.contains("45.00%"), "{ran:?}");
    // A note with a mistake says what is sound in it.
    let ran = tw(&["check", "-v", "mill.md"]);
    assert!(ran.out.contains("in_the_sacks: d4, 4 rows") && !ran.out.contains("To do"), "{ran:?}");
    assert_eq!(ran.code, 1, "{ran:?}");
    let ran = tw(&["import", "mill.md"]);
    assert!(ran.out.contains("flour") && ran.out.contains("a hat"), "{ran:?}");
}

/// Words of the shell in several arguments are one roll, and a session's options open one.
#[test]
fn arguments_are_one_roll_where_they_are_meant_so() {
    let ran = Tw::new().args(["odds", "2d6", "vs", "3d4"]).run();
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = Tw::new().args(["odds", "4d6", "drop", "lowest"]).run();
    assert!(ran.out.starts_with("4d6dl1  mean"), "{ran:?}");
    for args in
        [&["adv", "d20"][..], &["3d6", "x", "10"], &["roll", "4d6", "drop", "lowest"], &["d20", "adv"]]
    {
        let ran = Tw::new().args(args.iter().copied()).run();
        assert_eq!((ran.code, ran.out.lines().count()), (0, 1), "{args:?}: {ran:?}");
    }
    let ran = Tw::new().args(["roll", "2d6", "3d6"]).run();
    assert_eq!(ran.out.lines().count(), 2, "{ran:?}");
    let ran = Tw::new().args(["--seed", "7"]).stdin("2d6\n").run();
    assert_eq!(ran.code, 0, "{ran:?}");
}

/// A session that nobody watches ends as the first thing did that went wrong.
#[test]
fn a_session_without_a_terminal_ends_as_it_went() {
    let ended = |typed: &str| Tw::new().args(["repl"]).stdin(typed).run();
    assert_eq!(ended("let x = 3\n:save no/such/folder/x.tw\n").code, 5);
    assert_eq!(ended(":seed 7\nmor + 1\n").code, 1);
    assert_eq!(ended(":seed 7\n2d6\n").code, 0);
}

/// A word of a name finds it, and other languages' words for yes and no are understood.
#[test]
fn a_word_of_a_name_finds_it() {
    let ran = Tw::new().args(["repl"]).stdin(":seed 7\nuse delving\ndo turn\n").run();
    assert!(ran.err.contains("`do delving_turn`"), "{ran:?}");
    let ran = Tw::new().args(["repl"]).stdin(":seed 7\nuse delving\ndo rest\n").run();
    assert!(!ran.err.contains("do deed.rest"), "{ran:?}");
    let ran = Tw::new().args(["repl"]).stdin(":seed 7\nlet lit = true\nlit\n").run();
    assert!(ran.out.contains("yes"), "{ran:?}");
}

/// Help shows each line of code with what it gives.
#[test]
fn help_has_results_beside_their_lines() {
    let ran = Tw::new().args(["repl"]).stdin(":help decks\n").run();
    assert!(ran.out.contains("fates        the well") || ran.out.contains("fates.left   3"), "{ran:?}");
}

/// The bonus of a coming roll is shown beside its dice.
#[test]
fn the_bonus_of_a_coming_roll_is_shown() {
    let table = "table react shift -2..2 clamp\n| 2d6 | r |\n|---|---|\n| 2-6 | bad |\n| 7-12 | fine |\n\n";
    let typed = format!("{table}:dice 2, 3\nnext roll on react at +2\nreact\n");
    let ran = Tw::new().args(["repl"]).stdin(&typed).run();
    assert!(ran.out.contains("[2, 3] + 2 = fine"), "{ran:?}");
}

const WORDS: &str = "# Fens\n\n## People of [[The Fens|fens]]\n\n| d3 | Who | Where |\n|---|---|---|\n\
    | 1 | [[Old Tom|Tom]] sings | [[Inn]] |\n| 2 | [[Old Tom\\|Tom]] *the* **bold**[^1] | ![[map.png]] |\n\
    | 3 | [a hat](hat.md) | `x` |\n\n[^1]: so they say\n\n## Omens (d2)\n\n1. [[Crow]]s\n2. ![[owl.png]] hoots\n\n\
    d12 Monster\n1 Goblins\n2-3 Orcs\n4+ A [[Troll|big troll]]\n\n## Loot\n\n**Roll 2d6:**\n2 Gold\n3\u{2013}11: Dust\n12 Ring\n\n\
    d4 Weather\n1 Rain\nor worse\n2-3 Sun\n";

/// Links, pictures, footnotes and marks of a note are shown as readers of the note see them, everywhere alike.
#[test]
fn links_in_notes_are_their_words() {
    let folder = folder_with("fens.md", WORDS);
    let tw = |args: &[&str]| Tw::new().args(args.iter().copied()).within(folder.path()).run();
    for (asked, shown) in [
        ("people_of_fens[1]", "Tom sings"),
        ("people_of_fens[1].where", "Inn"),
        ("people_of_fens[2]", "Tom the bold"),
        ("people_of_fens[2].where", "map"),
        ("people_of_fens[3]", "a hat"),
        ("omens[1]", "Crows"),
        ("omens[2]", "owl hoots"),
        ("monster[5]", "A big troll"),
        ("loot[7]", "Dust"),
    ] {
        let ran = tw(&["roll", asked, "-f", "fens.md"]);
        assert!(ran.out.lines().next().is_some_and(|line| line.ends_with(shown)), "{asked}: {ran:?}");
    }
    let ran = tw(&["odds", "people_of_fens", "-f", "fens.md"]);
    assert!(ran.out.contains("Tom the bold") && !ran.out.contains("[["), "{ran:?}");
    let ran = tw(&["export", "people_of_fens", "-f", "fens.md", "--to", "csv"]);
    assert!(ran.out.contains("1,Tom sings,Inn"), "{ran:?}");
}

/// Lines with numbers under a die are a table of a note: loaded, listed and imported; those that cannot be one are
/// named with the reason.
#[test]
fn lines_under_a_die_are_a_table() {
    let folder = folder_with("fens.md", WORDS);
    let tw = |args: &[&str]| Tw::new().args(args.iter().copied()).within(folder.path()).run();
    let ran = tw(&["check", "-v", "fens.md"]);
    for told in [
        "monster: d12, 3 rows, no holes",
        "loot: 2d6, 3 rows, no holes",
        "the lines under \u{201c}d4 Weather\u{201d}: `or worse` does not begin with a number",
    ] {
        let unwrapped = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(unwrapped.contains(told), "{told}: {ran:?}");
    }
    let ran = tw(&["import", "fens.md"]);
    assert!(ran.out.contains("| 1 | Goblins |") && ran.out.contains("| 3-11 | Dust |"), "{ran:?}");
    assert!(ran.out.contains("| 1 | Rain or worse |"), "{ran:?}");
    let gap = folder_with("gap.md", "d4 Weather\n1 Rain\n3-4 Sun\n");
    let ran = Tw::new().args(["check", "gap.md"]).within(gap.path()).run();
    assert!(format!("{}{}", ran.out, ran.err).contains("has no row for 2"), "{ran:?}");
    // Under a die in a file, numbers are faces, too.
    let folder = folder_with("react.tw", "table react rolls 2d6\n2 Dragon\n3-11 - Orc\n12 Nothing\n");
    let ran = Tw::new().args(["roll", "react[12]", "-f", "react.tw"]).within(folder.path()).run();
    assert!(ran.out.contains("Nothing"), "{ran:?}");
}

/// Rows without a name, typed or piped line by line, are one table up to a blank line or to what is no row.
#[test]
fn rows_without_a_name_are_one_table() {
    let rows = "| d6 | Weather |\n|---|---|\n| 1-3 | Rain |\n| 4-6 | Sun |\n";
    for typed in [format!("{rows}\n:tables\n"), format!("{rows}:tables\n"), format!("{rows}weather[2]\n")] {
        let ran = Tw::new().args(["repl"]).stdin(&typed).run();
        assert!(ran.out.contains("weather: d6, 2 rows, no holes"), "{typed}: {ran:?}");
        assert!(!ran.err.contains("error"), "{typed}: {ran:?}");
    }
    // A table that a blank line closes is what was typed: there is nothing to be told of it.
    let ran = Tw::new().args(["repl"]).stdin("table omens rolls d6\n  1-3: crow\n  4-6: owl\n\n").run();
    assert!(ran.out.contains("omens: d6, 2 rows") && !ran.out.contains("read as"), "{ran:?}");
    let ran = Tw::new().args(["repl"]).stdin("# Fens\n\n## Omens\n\n- crow\n- owl\n").run();
    assert!(ran.out.contains("omens") && !ran.err.contains("error"), "{ran:?}");
    // In a file there is one report, with the line that is missing.
    let folder = folder_with("bare.tw", &format!("let a = 3\n\n{rows}"));
    let ran = Tw::new().args(["check", "bare.tw"]).within(folder.path()).run();
    assert_eq!(ran.err.matches("error[").count(), 1, "{ran:?}");
    assert!(ran.err.contains("`table weather`"), "{ran:?}");
}

/// What only rule-sets use of each other is not listed.
#[test]
fn tables_of_the_rule_sets_alone_are_not_listed() {
    let ran = Tw::new().args(["repl"]).stdin("use travel_and_time\n:tables\n").run();
    assert!(ran.out.contains("travel_threat") && !ran.out.contains("edge_worth"), "{ran:?}");
}

/// Coming bonuses are told in words, and so is what is kept of them.
#[test]
fn coming_bonuses_are_told_in_words() {
    let table = "table react shift -2..2 clamp\n| 2d6 | r |\n|---|---|\n| 2-6 | bad |\n| 7-12 | fine |\n\n";
    let typed = format!("{table}:seed 7\nnext 3 rolls on react at +2\n:state\n");
    let ran = Tw::new().args(["repl"]).stdin(&typed).run();
    assert_eq!(ran.out.matches("next 3 rolls on react at +2").count(), 2, "{ran:?}");
}

/// A number of a character sheet that nobody wrote down: the whole line that can be typed is offered.
#[test]
fn a_number_of_a_sheet_is_offered() {
    let typed = |lines: &str| Tw::new().args(["repl"]).stdin(&format!(":seed 7\n{lines}\n")).run();
    for (line, wanted) in [
        ("d20+DEX", "`d20+2`"),
        ("@{str}+1d20", "`2+1d20`"),
        ("d20 + @str_mod", "`d20 + 2`"),
        ("[[1d20+@{dex}]]", "`1d20+2`"),
        ("d20+prof+wis", "`d20+2+2`"),
        ("(2d6+3)*2 fire", "`(2d6 [fire] +3)*2`"),
    ] {
        let ran = typed(line);
        assert!(ran.err.contains(wanted), "{line}: {ran:?}");
        let again = typed(wanted.trim_matches('`'));
        assert!(!again.err.contains("error"), "{wanted}: {again:?}");
    }
    let party = "use delving\nparty\n| name | max_hp | dex |\n|---|---|---|\n| Ash | 6 | 2 |\n\n";
    let ran = typed(&format!("{party}d20+DEX"));
    assert!(ran.err.contains("`d20+ash.dex`"), "{ran:?}");
}

/// A worked-out number beyond a parameter's bounds stops the run and says which, in odds as in play.
#[test]
fn a_number_beyond_the_bounds_stops_the_run() {
    let defined = "fn f(n: 1..6) = n + 1\nprocedure p(n: 1..6)\n  say \"{n}\"\n  return got = n\nend procedure\n\
        table t(n: 1..3) rolls d2\n  1: a {n}\n  2: b\nend table\nlet nine = 9\n";
    let folder = folder_with("bounds.tw", defined);
    for asked in ["f(nine)", "f(d6 + 6)", "p(nine).got", "t(nine)"] {
        for order in ["roll", "odds"] {
            let ran = Tw::new().args([order, asked, "-f", "bounds.tw"]).within(folder.path()).run();
            assert!(ran.err.contains("`n` goes from 1 to"), "{order} {asked}: {ran:?}");
        }
    }
    let ran = Tw::new().args(["odds", "f(d6)", "-f", "bounds.tw"]).within(folder.path()).run();
    assert_eq!(ran.code, 0, "{ran:?}");
}

/// Answers that are given beforehand reach the odds that a procedure asks for, and so do those of a test.
#[test]
fn answers_reach_odds_in_a_procedure() {
    let asks = "words kind: a | b\nprocedure choice\n  choose k: \"Which?\" from kind\n  return n = if k is a then 1 else 2\n\
        end procedure\nprocedure outer\n  say \"{chance(choice().n == 1)}\"\nend procedure\n\
        test \"given\"\n  with answers k = a\n    do outer\n    expect chance(choice().n == 1) == 1\n  end with\nend test\n";
    let folder = folder_with("asks.tw", asks);
    let tw = |args: &[&str]| Tw::new().args(args.iter().copied()).within(folder.path()).run();
    let ran = tw(&["run", "asks.tw", "outer", "--answer", "k=a"]);
    assert!(ran.code == 0 && ran.out.contains('1') && !ran.err.contains("not asked"), "{ran:?}");
    assert_eq!(tw(&["run", "asks.tw", "outer"]).code, 3);
    let ran = tw(&["test", "asks.tw"]);
    assert!(ran.out.contains("1 passed"), "{ran:?}");
    // A campaign that goes on knows them.
    let ran = tw(&["run", "asks.tw", "outer", "--answer", "k=a", "--save", "evening"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = Tw::new().args(["repl", "--save", "evening"]).stdin(":log\n").within(folder.path()).run();
    assert!(ran.code == 0 && !ran.err.contains("error"), "{ran:?}");
}

/// Scripts give answers as JSON, and read mistakes as JSON: those found before anything runs, too.
#[test]
fn scripts_read_and_write_json() {
    let asks = "procedure go\n  ask way: \"Which way?\" left | right\n  ask n: \"How many?\" 1..6\n  say \"{way} {n}\"\nend\n";
    let folder = folder_with("asks.tw", asks);
    let given = folder.path().join("given.json");
    std::fs::write(&given, "{\"way\": [\"left\"], \"n\": 3}").expect("a file");
    let tw = |args: &[&str]| Tw::new().args(args.iter().copied()).within(folder.path()).run();
    let ran = tw(&["run", "asks.tw", "go", "--answers", "given.json"]);
    assert!(ran.code == 0 && ran.out.contains("left 3"), "{ran:?}");
    std::fs::write(&given, "{\"way\": {}}").expect("a file");
    let ran = tw(&["run", "asks.tw", "go", "--answers", "given.json"]);
    assert!(ran.code != 0 && ran.err.contains("is no answer"), "{ran:?}");
    std::fs::write(folder.path().join("bad.tw"), "say 3 +\n").expect("a file");
    for args in [&["run", "bad.tw", "--json"][..], &["odds", "d6 +", "--json"], &["roll", "d6 +", "--json"]] {
        let ran = tw(args);
        assert!(
            ran.code == 1 && ran.out.starts_with("{\"tw\":1,\"kind\":\"diagnostic\""),
            "{args:?}: {ran:?}"
        );
        assert!(ran.err.contains("TW0001"), "{args:?}: {ran:?}");
    }
}

/// The report of an evening tells of each thing by itself that was typed: rolls, rows and changes.
#[test]
fn the_report_tells_what_was_typed() {
    let folder = folder_with("wild.tw", "keep torches = 6\ntable wild rolls d4\n  1-4: a bear\nend\n");
    let typed = "wild\ntorches -= 1\ntorches -= 2\n2d6\nwild\n:log text\n";
    let ran =
        Tw::new().args(["repl", "wild.tw", "--save", "evening"]).stdin(typed).within(folder.path()).run();
    for once in ["torches 6 → 5", "torches 5 → 3", "2d6 → ["] {
        assert_eq!(ran.out.matches(once).count(), 2, "{once}: {ran:?}");
    }
    assert_eq!(ran.out.matches("a bear").count(), 4, "{ran:?}");
}

/// Reports that say what is missing: who an injury is for, and that a row is wanted.
#[test]
fn what_is_missing_is_said() {
    let party = "use travel_and_time\nparty\n| name | max_hp | con |\n|---|---|---|\n| Ash | 6 | 10 |\n\n";
    let ran = |line: &str| {
        let folder = folder_with("road.tw", &format!("{party}{line}\n"));
        Tw::new().args(["run", "road.tw", "--dice", "1"]).within(folder.path()).run()
    };
    let told = ran("apply injury");
    assert!(told.err.contains("`injury` is applied without its `who`"), "{told:?}");
    assert!(told.err.contains("`apply injury(ash)`"), "{told:?}");
    let told = ran("do corrupt(ash, \"snake venom\")");
    assert!(told.err.contains("`corruptions[\"snake venom\"]`"), "{told:?}");
    let heavy = "use safe_areas_and_rooms with heavy_row = own_row\nsay \"{penalties_of(heavy).fatigue}\"\n";
    let folder = folder_with("heavy.tw", heavy);
    let told = Tw::new().args(["run", "heavy.tw"]).within(folder.path()).run();
    assert!(told.err.contains("the figures of a heavy load"), "{told:?}");
    let twice = folder_with("party.tw", &format!("{party}party\n"));
    let shown = Tw::new().args(["run", "party.tw"]).within(twice.path()).run();
    assert!(shown.code == 0 && shown.out.contains("Ash"), "{shown:?}");
    let braces = folder_with("braces.tw", &format!("say \"{{{{\"\nsay \"{}\"\n", "\\{".repeat(300)));
    let told = Tw::new().args(["check", "braces.tw"]).within(braces.path()).run();
    assert_eq!(told.err.matches("error[").count(), 1, "{told:?}");
}

/// A note as game masters write them: callouts, titles with remarks, lists without a die, and a saving throw that
/// writes no file.
#[test]
fn a_note_of_a_game_master_is_read() {
    let note = "# Barrow\n\n## Wandering Monsters (every 2 turns)\n\nd4 | Monster | No.\n---|---|---\n1-2 | [[Skeleton]] | 2d4\n\
        3 | [[Giant Rat|Rats]] | 3d6\n4 | - | -\n\n> **In the bucket** (d3)\n> 1. A frog\n> 2. A ring\n> 3. Mud\n\n\
        ### Rumours\n\n1. The king lives.\n2. Sir Bors sold his horse.\n";
    let folder = folder_with("barrow.md", note);
    let typed = ":load barrow.md\nwandering monsters\nroll wandering monsters\nin_the_bucket[2]\nrumours\nsave vs poison\n";
    let ran = Tw::new().args(["repl", "--seed", "7"]).within(folder.path()).stdin(typed).run();
    assert_eq!(ran.out.matches("wandering_monsters_every_2_turns \u{2192}").count(), 2, "{ran:?}");
    assert!(ran.out.contains("A ring") && !ran.out.contains("not read: line 9"), "{ran:?}");
    assert!(ran.err.contains("`Rumours (d2)`"), "{ran:?}");
    assert!(!folder.path().join("vs poison.tw").exists(), "{ran:?}");
}

/// What is done at the table, in the words of the table.
#[test]
fn what_is_done_at_the_table_is_understood() {
    let party =
        "use delving\nparty\n| name | max_hp |\n|---|---|\n| Ash | 8 |\n| Birch | 4 |\n\ntorches_spare = 5\n";
    let typed = |lines: &str| Tw::new().args(["repl"]).stdin(&format!(":seed 7\n{party}{lines}\n")).run();
    let ran = typed("light a torch\nlight 2 torches\nAsh takes 3 damage\nheal ash 1\nash.hp\ntorches_lit");
    assert!(!ran.err.contains("error"), "{ran:?}");
    assert!(ran.out.ends_with("6\n3\n"), "{ran:?}");
    let road = "use travel_and_time\nparty\n| name | max_hp | dex_score |\n|---|---|---|\n| Ash | 8 | 12 |\n| Bo | 4 | 15 |\n\n";
    let ran = Tw::new().args(["repl"]).stdin(&format!(":seed 7\n{road}roll initiative\n")).run();
    assert!(ran.out.contains("[Bo] and [Ash]") || ran.out.contains("Bo"), "{ran:?}");
    let ran = Tw::new().args(["repl"]).stdin(":seed 7\nuse travel_and_time\nroll initiative\n").run();
    assert!(ran.out.contains("the list is empty"), "{ran:?}");
}

/// What is asked of a value behind a point is done in a session, and where only a run knows that it is a list, it is
/// said how its items are counted.
#[test]
fn what_is_asked_behind_a_point_is_understood() {
    let typed = "let rolls = [1, 2, 6]\nrolls.map(x => x * 2)\nrolls.contains(6)\nd6-1 min 6\n";
    let ran = Tw::new().args(["repl"]).stdin(typed).run();
    for told in ["[2, 4, 12]", "yes", "max(d6-1, 6) \u{2192}", "= 6"] {
        assert!(ran.out.contains(told), "{told}: {ran:?}");
    }
    let folder = folder_with("a.tw", "let rolls = [1, 2, 6]\n");
    let ran = Tw::new().args(["roll", "rolls.length", "-f", "a.tw"]).within(folder.path()).run();
    assert!(ran.err.contains("`count(list)`"), "{ran:?}");
}

/// Words before dice that change what is rolled are never left out of it: they have their meaning, or are asked about.
#[test]
fn no_word_that_changes_a_roll_is_dropped() {
    let ran = |line: &str| Tw::new().args(["repl"]).stdin(&format!(":seed 7\n{line}\n")).run();
    for (line, ours) in [
        ("disadvantage 1d20", "dis 1d20 \u{2192}"),
        ("second highest of 4d6", "4d6dh1kh1 \u{2192}"),
        ("8d6 count 5+", "8d6c>=5 \u{2192}"),
        ("any of 4d6 is 6", "4d6c=6 >= 1 \u{2192}"),
        ("stealth d20+5", "d20 [stealth] +5 \u{2192}"),
    ] {
        let ran = ran(line);
        assert!(ran.out.contains(ours), "{line}: {ran:?}");
    }
    for line in ["double 2d6", "hits 8d6", "maximized 2d6", "doubles on 2d6", "8d6 5+", "bane 3d6"] {
        let ran = ran(line);
        assert!(ran.err.contains("error") && !ran.out.contains('\u{2192}'), "{line}: {ran:?}");
    }
    let party = "party\n| name | max_hp |\n|---|---|\n| Ash | 30 |\n\n";
    let typed = format!(
        "use delving\n{party}ash takes 2d6+3 fire damage\nash takes 1 fire\nash: 3\nash.hp =- 1\nash.hp\n"
    );
    let ran = Tw::new().args(["repl"]).stdin(&format!(":seed 7\n:dice 1,1\n{typed}")).run();
    assert!(ran.out.ends_with("23\n"), "{ran:?}");
    let ran = Tw::new().args(["odds", "d20+5 vs 15"]).run();
    assert!(ran.out.contains("55.00%"), "{ran:?}");
    let ran = Tw::new().args(["odds", "chance(d20 + n >= 15) for n in 0..1"]).run();
    assert!(ran.out.contains("value") && !ran.out.contains("sd"), "{ran:?}");
}

/// A die that a pasted title names is the one that is rolled, and rows that it lacks are reported.
#[test]
fn the_die_of_a_title_is_rolled() {
    for (pasted, missing) in [
        ("d6 Bad\n1-3 Lost\n4-5 Jail\n", "has no row for 6"),
        ("## Carousing (d6)\n\n1. a\n2. b\n3. c\n4. d\n5. e\n", "has no row for 6"),
        ("Bad (d6)\n1 a\n2-3 b\n5 c\n6 d\n", "has no row for 4"),
        ("## Omens (d6)\n\n- crow\n- owl\n- bat\n", "rolls d6"),
    ] {
        let ran = Tw::new().args(["repl"]).stdin(pasted).run();
        assert!(ran.err.contains(missing), "{pasted}: {ran:?}");
    }
    let ran = Tw::new().args(["repl"]).stdin("## Wounds for d6 days\n\n- arm\n- leg\n").run();
    assert!(ran.code == 0, "{ran:?}");
    let folder = folder_with("a.md", "## Carousing (d6)\n\n1. a\n2. b\n3. c\n4. d\n5. e\n");
    let ran = Tw::new().args(["check", "a.md"]).within(folder.path()).run();
    assert!(ran.err.contains("TW0250") || ran.out.contains("TW0250"), "{ran:?}");
}

/// What a file sets up at its top is in force however it is loaded.
#[test]
fn what_a_file_sets_up_holds_everywhere() {
    let text = "keep gold = 1\nprocedure setup\n  gold = 50\nend procedure\ndo setup\nprocedure p\n  return gold\nend procedure\n";
    let folder = folder_with("top.tw", text);
    let tw = |args: &[&str], typed: &str| {
        Tw::new().args(args.iter().copied()).stdin(typed).within(folder.path()).run()
    };
    for (args, typed) in [
        (&["run", "top.tw", "p"][..], ""),
        (&["roll", "p()", "-f", "top.tw"], ""),
        (&["repl", "-f", "top.tw"], "p()\n"),
        (&["repl"], ":load top.tw\np()\n"),
        (&["run", "top.tw", "p", "--save", "evening"], ""),
        (&["run", "top.tw", "p", "--save", "evening"], ""),
        (&["repl", "--save", "evening"], "p()\n"),
    ] {
        let ran = tw(args, typed);
        assert!(ran.out.contains("50"), "{args:?}: {ran:?}");
    }
}

/// As many entries are done again as are asked for.
#[test]
fn several_entries_are_done_again() {
    let typed = "keep n = 0\nn += 1\nn += 2\n:undo 2\n:redo 2\nn\n:undo 2\n:redo 9\n";
    let ran = Tw::new().args(["repl"]).stdin(typed).run();
    assert!(ran.out.contains("\n3\n") && ran.out.contains("nothing more was taken back"), "{ran:?}");
}

/// Dice of symbols show their symbols, and a heap of them is no number.
#[test]
fn dice_of_symbols_show_symbols() {
    let text = "symbols story: success cancels failure, advantage cancels threat\n\
                fn ability = d{blank, success:2, 2 success, advantage:2, success + advantage, 2 advantage}\n\
                fn difficulty = d{blank, failure, 2 failure, threat:3, 2 threat, failure + threat}\n";
    let folder = folder_with("story.tw", text);
    let tw = |args: &[&str]| Tw::new().args(args.iter().copied()).within(folder.path()).run();
    let ran = tw(&["roll", "2dability + 1ddifficulty", "-f", "story.tw", "--dice", "4,7,8"]);
    assert!(
        ran.out.contains("[2 successes, 1 success, 1 advantage] [1 failure, 1 threat] = 2 successes"),
        "{ran:?}"
    );
    let ran = tw(&["odds", "2dability + 1ddifficulty", "-f", "story.tw"]);
    assert!(!ran.out.contains("mean") && !ran.out.contains("sd"), "{ran:?}");
    let ran = tw(&["odds", "(2dability).success", "-f", "story.tw"]);
    assert!(ran.out.contains("mean 1.25"), "{ran:?}");
    let ran =
        Tw::new().args(["repl", "-f", "story.tw"]).within(folder.path()).stdin(":dice ask\nability\n").run();
    assert!(ran.err.contains("d{blank, 1 success, 1 success, 2 successes"), "{ran:?}");
}

/// Functions of spreadsheets and other dice tools are read where they mean one thing, and offered where not.
#[test]
fn functions_of_spreadsheets_are_known() {
    let typed = |line: &str| Tw::new().args(["repl", "--seed", "7"]).stdin(&format!("{line}\n")).run();
    for (line, told) in [
        ("clamp(7, 1, 5)", "5"),
        ("if(2 > 1, 3, 4)", "3"),
        ("IF(1 > 2, \"hit, hard\", \"miss\")", "miss"),
        ("max(1, min(7, 5))", "5"),
    ] {
        let ran = typed(line);
        assert!(ran.code == 0 && ran.out.contains(told), "{line}: {ran:?}");
    }
    let ran = typed("let n = 9\nlet m = clamp(n, 1, 5)");
    assert!(ran.out.contains("max(1, min(n, 5))") && ran.out.contains("m = 5"), "{ran:?}");
}

/// An `end` where nothing is open says so, however it is written.
#[test]
fn an_end_that_closes_nothing_is_told() {
    for line in ["end", "edn", "END", "endprocedure", "end_if", "end if"] {
        let ran = Tw::new().args(["repl"]).stdin(&format!("{line}\n")).run();
        assert!(ran.err.contains("closes nothing: no block is open here"), "{line}: {ran:?}");
    }
}

/// What is no number in a mean is named; what comes later has one label, exact or sampled.
#[test]
fn what_is_left_of_odds_is_named() {
    let source = "table mishap\n| d6 | harm |\n|---|---|\n| 1-3 | 2 |\n| 4-6 | none |\n\nkeep torches = 2\n\
        procedure an_hour\n  if 1 in 6 then torches -= 1\nend procedure\n";
    let folder = folder_with("a.tw", source);
    let tw = |args: &[&str]| Tw::new().args(args.iter().copied()).within(folder.path()).run();
    let mean = tw(&["roll", "mean(mishap().harm)", "-f", "a.tw"]);
    assert!(mean.err.contains("only numbers have a mean, and this can be `none`"), "{mean:?}");
    let asked = "first turn when torches <= 0 within 3 times an_hour";
    for how in [&["odds", asked, "-f", "a.tw"][..], &["odds", asked, "-f", "a.tw", "--samples", "100"]] {
        let odds = tw(how);
        assert!(odds.out.contains("later or never") && !odds.out.contains("not in that time"), "{odds:?}");
    }
}

/// An option of odds acts, or says in words why it cannot.
#[test]
fn options_of_odds_act_or_are_refused() {
    let folder = folder_with("a.tw", "table rumour\n- wolves\n- bandits\n");
    let tw = |args: &[&str]| Tw::new().args(args.iter().copied()).within(folder.path()).run();
    for (args, told) in [
        (&["odds", "2d6", "--at-least", "8", "--format", "csv"][..], "`--at-least` has no effect"),
        (&["odds", "2d6", "--or-more", "--format", "csv"], "`--or-more` has no effect"),
        (&["odds", "2d6", "--rows", "4", "--json"], "`--rows` has no effect"),
        (&["odds", "2d6", "--at-most", "4", "--format", "svg"], "`--at-most` has no effect"),
        (&["odds", "2d6", "--or-less", "--format", "html"], "`--or-less` has no effect"),
        (&["odds", "rumour", "--at-least", "3", "-f", "a.tw"], "`rumour` is not always a number"),
        (&["odds", "d20 > 10", "--or-more"], "is a yes or a no"),
        (&["odds", "d20 >= x for x in 1..5", "--at-least", "8"], "is a yes or a no"),
    ] {
        let ran = tw(args);
        assert!(ran.code == 2 && ran.out.is_empty() && ran.err.contains(told), "{args:?}: {ran:?}");
    }
    for (line, told) in [
        (":odds 2d6 --at-least", "`--at-least` needs a number"),
        (":odds 2d6 --or-more 8", "`--at-least 8`"),
        (":odds 2d6 --rows many", "`--rows` needs a number"),
        (":odds 2d6 --or-more --at-least 8", "do not go with"),
        (":odds 2d6 --at-least 8 --changed a=3", "does not go with"),
    ] {
        let ran = Tw::new().args(["repl"]).stdin(&format!("{line}\n2 + 3\n")).run();
        assert!(ran.err.contains(told) && ran.out.contains('5'), "{line}: {ran:?}");
    }
}

/// What can only be a row of a table is found by one of its words, and as one or many.
#[test]
fn rows_are_found_as_one_or_many() {
    let folder = folder_with("a.tw", "table rumour\n- wolves\n- bandits\n- **Old Mag** is ill\n");
    for (line, fix) in [
        ("rumour is wolfs", "rumour is wolves"),
        ("rumour is wolf", "rumour is wolves"),
        ("rumour is bandit", "rumour is bandits"),
        ("chance(rumour is mag)", "chance(rumour is \"Old Mag\")"),
        ("rumour is \"wolfs\"", "\"wolves\""),
    ] {
        let typed =
            |line: &str| Tw::new().args(["repl", "-f", "a.tw"]).within(folder.path()).stdin(line).run();
        let ran = typed(&format!("{line}\n"));
        assert!(ran.err.contains(fix), "{line}: {ran:?}");
        let again = if fix.starts_with('"') { format!("rumour is {fix}") } else { fix.to_owned() };
        assert_eq!(typed(&format!("{again}\n")).code, 0, "{again}");
    }
}

/// A number with a comma in a list is no two items where it cannot be: nobody writes one as `000`.
#[test]
fn thousands_in_lists_are_read() {
    for line in ["[1,000, 2]", "[1,000,2]", "[2, 1,000]"] {
        let ran = Tw::new().args(["repl"]).stdin(&format!("{line}\n")).run();
        assert!(ran.out.contains("1000") && !ran.out.contains(" 0"), "{ran:?}");
    }
}
