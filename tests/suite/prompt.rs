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

/// What is in play keeps its name, whatever number is typed behind it.
#[test]
fn a_number_behind_a_name_takes_nothing_away() {
    for (line, choices) in [
        ("reaction 5", &["reaction[5]", "5 times reaction"][..]),
        ("reaction 99", &["reaction[99]", "99 times reaction"]),
        ("road encounters 3", &["road_encounters[3]", "3 times road_encounters"]),
        ("gold 50", &["gold = 50", "gold += 50", "gold -= 50"]),
        ("gold: 50", &["gold = 50", "gold += 50", "gold -= 50"]),
        ("purse 3", &["purse = 3 gp", "purse += 3 gp", "purse -= 3 gp"]),
        ("ash 5", &["ash.hp -= 5", "ash.hp += 5", "ash.hp = 5"]),
        ("Ash 5", &["ash.hp -= 5", "ash.hp += 5", "ash.hp = 5"]),
        (
            "goblins 2",
            &["goblins[2]", "repeat 2 times\n add goblin(name = \"Goblin\") to goblins\nend repeat"],
        ),
        ("party 2", &["party[2]", "for one in party\n one.hp -= 2\nend for"]),
    ] {
        let ran = typed(&format!("{line}\n"));
        assert!(ran.code != 0 && !ran.out.contains("read as"), "{line}: {ran:?}");
        let offers = offered(&ran);
        for choice in choices {
            assert!(offers.iter().any(|offer| offer == choice), "{line}: {choice}: {offers:?}");
        }
        for offer in &offers {
            let again = typed(&format!("{offer}\n"));
            assert_eq!(again.code, 0, "{line}: {offer}: {again:?}");
        }
    }
    for (line, told) in [
        ("colour 2", "2 times colour"),
        ("colour: 2", "2 times colour"),
        ("cards 2", "2 times draw(cards)"),
        ("card 2", "2 times draw(cards)"),
        ("d 6", "d6"),
        ("rand 100", "d100"),
        ("gp 5", "5 gp"),
        ("ash.hp 5", "Ash.hp 10 \u{2192} 5"),
        ("strength 14", "let strength = 14"),
    ] {
        let ran = typed(&format!("{line}\n"));
        assert!(ran.out.contains(told), "{line}: {ran:?}");
    }
}

/// What is said to be something else takes the name, and that is told.
#[test]
fn what_a_definition_replaces_is_told() {
    for (line, told) in [
        ("let reaction = 5", "until now `reaction` was a table"),
        ("fn goblins = 3", "until now `goblins` was a roster"),
        ("let ash = 5", "until now `ash` was a member of a roster"),
    ] {
        let folder = folder_with("game.tw", GAME);
        let args = ["repl", "-f", "game.tw", "--save", "camp", "--width", "300"];
        let ran = Tw::new().args(args).within(folder.path()).stdin(&format!("{line}\n")).run();
        assert!(ran.out.contains(told), "{line}: {ran:?}");
    }
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

/// What may be a change or a value is not guessed.
#[test]
fn set_with_a_sign_is_asked_about() {
    for (line, offers) in [
        (":set ash.hp +2", ["`ash.hp += 2`", "`:set ash.hp = 2`"]),
        (":set ash.hp -3", ["`ash.hp -= 3`", "`:set ash.hp = -3`"]),
        (":set ash.hp += 2", ["`ash.hp += 2`", "what `ash.hp` is now"]),
    ] {
        let ran = typed(&format!("{line}\nash.hp\n"));
        for offer in offers {
            assert!(ran.err.contains(offer), "{line}: {offer}: {ran:?}");
        }
        assert!(ran.out.contains("10"), "{line}: {ran:?}");
    }
    let ran = typed(":set ash.ac = -3\nash.ac\n");
    assert!(ran.out.contains("14 \u{2192} -3"), "{ran:?}");
}

/// Tables and decks are asked for in words.
#[test]
fn tables_are_asked_for_in_words() {
    for (line, read) in [
        ("draw a card", "draw(cards)"),
        ("draw cards", "draw(cards)"),
        ("draw 2 cards", "2 times draw(cards)"),
        ("deal three cards", "3 times draw(cards)"),
        ("two colours", "2 times colour"),
        ("a random colour", "colour"),
        ("2 unique colours", "2 times colour unique"),
        ("two different colours", "2 times colour unique"),
        ("road encounter", "road_encounters"),
        ("reaction +1", "reaction[2d6 + 1]"),
        ("roll reaction with +2", "reaction[2d6 + 2]"),
        ("reaction at -1", "reaction[2d6 - 1]"),
        ("reaction(5)", "Hostile"),
        ("ac[chain mail]", "16"),
    ] {
        let ran = typed(&format!("{line}\n"));
        // Of one card or colour, only what came up is shown.
        let told = match read {
            "draw(cards)" | "colour" => typed(&format!("{read}\n")).out,
            read => read.to_owned(),
        };
        assert!(ran.code == 0 && ran.out.contains(told.trim()), "{line}: {ran:?} {told}");
    }
    let ran = typed("cards.remaining\n");
    assert_eq!(offered(&ran), ["cards.left"]);
}

/// The first of several who are called alike has the number one.
#[test]
fn the_first_goblin_is_goblin_1() {
    for (line, told) in [
        ("goblin 1 takes 2", "Goblin.hp 5 \u{2192} 3"),
        ("goblin 2 takes 3", "Goblin 2.hp 5 \u{2192} 2"),
        ("goblin 1.hp -= 1", "Goblin.hp 5 \u{2192} 4"),
    ] {
        let ran = typed(&format!("{line}\n"));
        assert!(ran.out.contains(told), "{line}: {ran:?}");
    }
    let ran = typed("kill goblin 1\n");
    assert!(ran.err.contains("goblins[\"Goblin\"].hp = 0"), "{ran:?}");
}

/// What is kept goes up and down as it is said.
#[test]
fn what_is_kept_is_changed_in_words() {
    for (line, told) in [
        ("+10 gold", "gold 100 \u{2192} 110"),
        ("-10 gold", "gold 100 \u{2192} 90"),
        ("tick alarm", "alarm 0 \u{2192} 1"),
        ("spend 3 purse", "purse 5 gp \u{2192} 2 gp"),
        ("purse += 5", "purse 5 gp \u{2192} 10 gp"),
        ("ash -3hp", "Ash.hp 10 \u{2192} 7"),
        ("ash -3\nheal everyone", "Ash.hp 7 \u{2192} 10"),
    ] {
        let folder = folder_with("game.tw", GAME);
        let args = ["repl", "-f", "game.tw", "--save", "camp", "--width", "300"];
        let ran = Tw::new().args(args).within(folder.path()).stdin(&format!("{line}\n")).run();
        assert!(ran.out.contains(told), "{line}: {ran:?}");
    }
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

/// Commands and questions in words are no rolls and no comments.
#[test]
fn commands_and_questions_in_words_are_understood() {
    let folder = folder_with("game.tw", GAME);
    let args = ["repl", "-f", "game.tw", "--width", "300"];
    let ran = Tw::new().args(args).within(folder.path()).stdin("let x = 3\nsave as x.tw\n").run();
    assert!(ran.out.contains("wrote x.tw"), "{ran:?}");
    let ran = typed("% chance of 18 on 3d6\n");
    assert!(ran.out.contains("1/216"), "{ran:?}");
}

/// What is offered is worth typing.
#[test]
fn what_is_offered_is_not_wrong_again() {
    for (line, wrong) in [
        ("2 unique things", "write `2 unique"),
        ("tick clock", "pick clock"),
        ("every 3 turns\nsay \"x\"\nend every\n\n", "unit turns"),
        ("when hp < 0\nsay \"x\"\nend when\n\n", "table hp"),
        ("fn double(x) = x2", "fn double(x) = x`"),
        ("4d6 - lowest", "4d6 - 2"),
        ("say max 3 4", "say \"max"),
    ] {
        let ran = typed(&format!("{line}\n"));
        assert!(!ran.err.contains(wrong) && !ran.out.contains(wrong), "{line}: {ran:?}");
    }
    let ran = typed("fn double(x) = x2\n");
    assert!(ran.err.contains("x * 2"), "{ran:?}");
}

/// A block is closed by its end in one word, and by an `end` with a slip in it.
#[test]
fn a_block_is_closed_with_a_slip() {
    for end in ["endprocedure", "end_procedure", "edn", "edn procedure"] {
        let ran = typed(&format!(":seed 7\nprocedure greet\n  say \"Well met.\"\n{end}\ndo greet\n"));
        assert!(ran.out.contains("Well met.") && !ran.err.contains("error"), "{end}: {ran:?}");
    }
}

/// Rows are added and changed in play.
#[test]
fn rows_are_added_and_changed_in_play() {
    for line in ["add blue to colour", "change colour: add violet"] {
        let ran = typed(&format!(":seed 7\n{line}\n"));
        assert!(ran.out.contains("colour is changed") && ran.out.contains("- red"), "{line}: {ran:?}");
    }
    for line in ["change reaction 3-5: Angry", "reaction[3-5] = Angry"] {
        let ran = typed(&format!(":seed 7\n{line}\nreaction[4]\n"));
        assert!(ran.out.contains("Angry"), "{line}: {ran:?}");
    }
    let ran = typed(":set reaction 5\n");
    assert!(ran.err.contains("`:dice 5`"), "{ran:?}");
    // A chart is written again with a row for a key that it did not have.
    let chart = "chart prices\n| good | price | weight |\n|---|--:|--:|\n| rope | 1 | 5 |\n\n:seed 7\n";
    for line in ["add lamp: 7, 2 to prices", "prices[lamp] = 7, 2", "change prices row lamp: 7, 2"] {
        let ran = typed(&format!("{chart}{line}\n:seed 7\nprices[lamp].price + prices[rope].weight\n"));
        assert!(ran.out.contains("prices is changed") && ran.out.contains("12"), "{line}: {ran:?}");
    }
    // One value too few is none.
    let ran = typed(&format!("{chart}add lamp: 7 to prices\n"));
    assert!(ran.code == 1 && !ran.out.contains("is changed"), "{ran:?}");
}

/// The name of a row by itself is asked of its table, and where a row is meant, those that there are are told.
#[test]
fn rows_are_named_where_one_is_meant() {
    let ran = typed("red\n");
    assert!(ran.err.contains("write `colour is red`"), "{ran:?}");
    for line in ["colour is zebra", "colour is \"zebra\""] {
        let ran = typed(&format!("{line}\n"));
        assert!(ran.err.contains("red") && !ran.err.contains("use quotes"), "{line}: {ran:?}");
    }
}

/// What is said on the command line is one roll, and what may be several things is asked about before anything is
/// rolled.
#[test]
fn a_roll_in_words_is_one_roll() {
    let ran = Tw::new().args(["flip", "a", "coin"]).run();
    assert!(ran.code == 0 && (ran.out.contains("heads") || ran.out.contains("tails")), "{ran:?}");
    for args in [&["roll", "2d6", "x5"][..], &["3d6", "drop", "the", "lowest", "x", "6"]] {
        let ran = Tw::new().args(args.iter().copied()).run();
        assert!(ran.out.is_empty() && ran.code != 0, "{args:?}: {ran:?}");
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

/// A house rule that is set is an entry like any other.
#[test]
fn a_house_rule_is_taken_back_by_itself() {
    let ran = Tw::new()
        .args(["repl", "--no-config", "--seed", "7"])
        .stdin("use dungeon_turn\n:set dungeon_turn.quiet_turns 3\n:undo\n:redo\n:set dungeon_turn.quiet_turns 0.5.5\n:set\n")
        .run();
    assert!(ran.out.contains("dungeon_turn.quiet_turns = 3"), "{ran:?}");
    assert!(ran.out.contains("taken back: dungeon_turn.quiet_turns = 3"), "{ran:?}");
    assert!(!ran.out.contains("taken back: use dungeon_turn"), "{ran:?}");
    assert!(ran.err.contains("error"), "{ran:?}");
}

/// The timers of rule-sets that a session uses, or its file, are read there.
#[test]
fn timers_of_rule_sets_are_read() {
    let party = "party\n| name | str |\n|------|-----|\n| Ash  | 6   |\n\n";
    let file = folder_with("game.tw", &format!("use dungeon_exploration\n{party}"));
    let asked = "do light_up(ash, torch)\nash.burning.left\n";
    let started = Tw::new().args(["repl", "-f", "game.tw", "--no-config"]).within(file.path());
    let used = Tw::new().args(["repl", "--no-config"]);
    for ran in
        [started.stdin(asked).run(), used.stdin(&format!("use dungeon_exploration\n{party}{asked}")).run()]
    {
        assert!(ran.err.is_empty() && ran.out.trim_end().ends_with("60 minutes"), "{ran:?}");
    }
}

/// What a procedure asks at the top of a file is left out where the file is loaded for something else.
#[test]
fn what_asks_at_the_top_is_left_out() {
    let game = "words way: left | right\nkeep gone: way = left\nprocedure go\n  choose way: \"Which way?\" from way default left\n  \
        gone = way\nend procedure\nkeep set = 0\nset = 2\ndo go\nset = 3\n";
    let folder = folder_with("game.tw", game);
    let run = |args: &[&str]| Tw::new().args(args.iter().copied()).within(folder.path()).run();
    for args in [&["roll", "-f", "game.tw", "set"][..], &["run", "game.tw", "go", "--answer", "way=right"]] {
        let ran = run(args);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.err.contains("line 9 is not played here"), "{ran:?}");
    }
    assert!(run(&["roll", "-f", "game.tw", "set"]).out.contains('3'));
    assert!(run(&["run", "game.tw", "go", "--answer", "way=right"]).out.contains("right"));
}

/// A file that is loaded is an entry like any other, also when the campaign is opened again.
#[test]
fn a_file_that_is_loaded_is_taken_back_by_itself() {
    let folder = folder_with("omens.tw", "table omen\n- a crow\n- a fox\n");
    let tw = |lines: &str| {
        let args = ["repl", "--no-config", "--seed", "7", "--save", "camp"];
        Tw::new().args(args).within(folder.path()).stdin(lines).run()
    };
    let ran = tw("table gale\n- north\n- south\n\n:load omens.tw\n:undo\n:tables\n:redo\nomen\n");
    assert!(ran.out.contains("taken back: :load omens.tw") && ran.out.contains("again: :load"), "{ran:?}");
    assert!(ran.out.contains("a crow") || ran.out.contains("a fox"), "{ran:?}");
    let ran = tw(":undo 2\ngale\nomen\n:undo\n:undo\ngale\n");
    assert!(ran.out.contains("taken back: :load omens.tw"), "{ran:?}");
    assert!(ran.out.contains("north") || ran.out.contains("south"), "{ran:?}");
    assert_eq!(ran.err.matches("is not defined").count(), 2, "{ran:?}");
}

/// Of several fixes one is chosen by its place, and an example is made by nobody else.
#[test]
fn fixes_are_chosen() {
    let ran = typed("table a rolls d6\n1-3: x\n3-6: y\nend table\n\n:fix\n:fix 2\na.roll > 0\n");
    assert!(ran.err.contains("more than one fix") && ran.out.contains("yes"), "{ran:?}");
    let ran = typed("d20 + might\n:fix\n:fix 1\n:fix 1\n");
    assert!(ran.err.contains("offers an example") && ran.out.contains("d20 + 2"), "{ran:?}");
    assert!(ran.err.contains("offers no fix"), "{ran:?}");
}

/// What waits for names is written down with the rest.
#[test]
fn what_waits_is_saved() {
    let folder = folder_with("game.tw", GAME);
    let lines = "table sky\n- storm\n- {nowhere} and {d4}\n\ntable sea\n- calm\n\n:save mine.tw\n";
    let ran = Tw::new().args(["repl", "--no-config"]).within(folder.path()).stdin(lines).run();
    let saved = std::fs::read_to_string(folder.path().join("mine.tw")).expect("written");
    assert!(saved.contains("table sky") && saved.contains("{nowhere}"), "{saved}\n{ran:?}");
    assert!(ran.err.contains("`nowhere`"), "{ran:?}");
}

/// A timer runs on when the text above the place that started it has changed.
#[test]
fn timers_run_on_in_a_text_that_has_grown() {
    const LIGHTS: &str = "keep oil = 3\ntimer candle = 50 minutes\n  say \"out\"\nend timer\n";
    let folder = folder_with("lights.tw", LIGHTS);
    let tw = |lines: &str| {
        let args = ["repl", "--no-config", "--save", "camp"];
        Tw::new().args(args).within(folder.path()).stdin(lines).run()
    };
    tw(":load lights.tw\nadvance 25 minutes\n:export state s.json\n");
    std::fs::write(folder.path().join("lights.tw"), format!("keep bread = 2\n{LIGHTS}")).expect("written");
    let ran = tw(":reload\n:time\n");
    assert!(ran.out.contains("candle") && !ran.out.contains("not kept"), "{ran:?}");
    let fresh = Tw::new().args(["repl", "--no-config", "-f", "lights.tw"]).within(folder.path());
    let ran = fresh.stdin(":import state s.json\n:time\n").run();
    assert!(ran.out.contains("candle  due at 50 minutes"), "{ran:?}");
}

/// People are told by their whole names, without the small words, or by the first word alone.
#[test]
fn long_names_are_said() {
    let party = "sheet hero\n  hp: 0..9 = 9\nend sheet\nparty\n| name | hp |\n|---|---|\n| Osric the Lame | 9 |\n| Ash | 9 |\n";
    let folder = folder_with("game.tw", party);
    for (said, read) in [
        ("osric the lame takes 2", "osric_the_lame.hp -= 2"),
        ("osric takes 3", "osric_the_lame.hp -= 3"),
        ("osric the lame heals to full", "osric_the_lame.hp = 9"),
    ] {
        let args = ["repl", "-f", "game.tw", "--seed", "7"];
        let ran = Tw::new().args(args).within(folder.path()).stdin(&format!("{said}\n")).run();
        assert!(ran.out.contains(read) || ran.err.contains(read), "{said}: {ran:?}");
    }
}

/// Nothing of a report or of help is wider than the terminal, as long as its words fit there.
#[test]
fn reports_keep_to_the_width() {
    let folder = folder_with("game.tw", GAME);
    let wide = |text: &str| text.chars().map(|c| if c > '\u{2e80}' { 2 } else { 1 }).sum::<usize>();
    let long = "a_name_that_goes_on_and_on_and_on_up_to_the_edge_of_the_screen";
    let many: Vec<String> = (0..30).map(|nth| format!("item_{nth}")).collect();
    for (lines, needle) in [
        (format!("{long}\n"), "is not defined"),
        (format!("say {long} + {long}\n"), "is not defined"),
        (format!("fn {long}(a, b) = a +\n"), "expected a value"),
        ("is is\n".to_owned(), "expected a value (a number, dice, a name or a text), a statement"),
        (format!("say \"{} {{nobody}}\"\n", "long text ".repeat(20)), "is not defined"),
        (format!("say \"{}\" + nobody\n", "\u{65e5}\u{672c} ".repeat(30)), "is not defined"),
        (format!("let xs = [{}]\n", many.join(", ")), "is not defined"),
        (format!("kill {long} and then some\n"), "expected"),
        ("who goes first\n".to_owned(), "may be several things"),
        (":odds 2d6 --foo\n".to_owned(), "has no option"),
        (":limits\n".to_owned(), "Change one with"),
        (":help statements\n".to_owned(), "changes what exists"),
    ] {
        let args = ["repl", "-f", "game.tw", "--width", "80"];
        let ran = Tw::new().args(args).within(folder.path()).stdin(&lines).run();
        let told = format!("{}{}", ran.out, ran.err);
        let flat = told.replace('\u{2502}', " ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(needle), "{lines}: {told}");
        let too_wide: Vec<&str> = told.lines().filter(|line| wide(line.trim_end()) > 80).collect();
        assert!(too_wide.is_empty(), "{lines}: {too_wide:?}");
    }
}
