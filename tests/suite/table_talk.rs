//! What people say at the table, typed as it comes to mind, and what it is read as.

use crate::support::cases::folder_with;
use crate::support::program::{Ran, Tw};

const FIGHT: &str = "sheet hero\n  hp: 0..12 = 6\n  dex: number = 1\nend sheet\n\n\
    party\n| name | hp |\n|---|---|\n| Ash | 6 |\n| Old Tom | 5 |\n\n\
    sheet foe\n  kind: text\n  hp: 0..20 = 7\nend sheet\n\n\
    roster foes of foe\n| name | kind | hp |\n|---|---|---|\n| Goblin 1 | goblin | 7 |\n| Goblin 2 | goblin | 7 |\n\
    | Snaga | orc | 9 |\n";

fn typed(lines: &str) -> Ran {
    let folder = folder_with("fight.tw", FIGHT);
    Tw::new()
        .args(["repl", "-f", "fight.tw", "--seed", "7", "--width", "300"])
        .within(folder.path())
        .stdin(lines)
        .run()
}

/// Who is meant is looked for among those who are there.
#[test]
fn deeds_find_who_is_meant() {
    for (line, told) in [
        ("ash takes 3", "Ash.hp 6 \u{2192} 3"),
        ("Old Tom takes 3 damage.", "Old Tom.hp 5 \u{2192} 2"),
        ("goblin 2 takes 3", "Goblin 2.hp 7 \u{2192} 4"),
        ("all goblins take 3", "Goblin 1.hp 7 \u{2192} 4, Goblin 2.hp 7 \u{2192} 4"),
        ("the goblins take 3", "Goblin 1.hp 7 \u{2192} 4, Goblin 2.hp 7 \u{2192} 4"),
        ("the orc loses 2 hp", "Snaga.hp 9 \u{2192} 7"),
        ("the party takes 2", "Ash.hp 6 \u{2192} 4, Old Tom.hp 5 \u{2192} 3"),
        ("everyone heals 1", "Ash.hp 6 \u{2192} 7, Old Tom.hp 5 \u{2192} 6"),
        ("foes lose 2", "Snaga.hp 9 \u{2192} 7"),
        ("ash heals to full", "Ash.hp 6 \u{2192} 12"),
        ("heal old tom fully", "Old Tom.hp 5 \u{2192} 12"),
        ("what is ash's hp?", "6"),
        ("everyone is fully healed", "Ash.hp 6 \u{2192} 12, Old Tom.hp 5 \u{2192} 12"),
    ] {
        let ran = typed(&format!("{line}\n"));
        assert!(ran.out.contains(told), "{line}: {ran:?}");
    }
}

/// Somebody who came in play has no name of the program's, and is found all the same.
#[test]
fn deeds_find_who_came_in_play() {
    let came = "add foe(name = \"Dora\", kind = \"ogre\", hp = 7) to foes\nadd foe(name = \"Old Nan\", kind = \"hag\", hp = 7) to foes\n";
    for (line, told) in [
        ("dora takes 3", "Dora.hp 7 \u{2192} 4"),
        ("Old Nan takes 2", "Old Nan.hp 7 \u{2192} 5"),
        ("dora.hp -= 2", "Dora.hp 7 \u{2192} 5"),
        ("old nan.hp = 1", "Old Nan.hp 7 \u{2192} 1"),
        ("remove dora\nfoes", "[Goblin 1, Goblin 2, Snaga, Old Nan]"),
        ("kill old nan", "foes[\"Old Nan\"].hp = 0"),
    ] {
        // In a campaign each line is an entry of its own.
        let folder = folder_with("fight.tw", FIGHT);
        let args = ["repl", "-f", "fight.tw", "--save", "camp", "--width", "300"];
        let ran = Tw::new().args(args).within(folder.path()).stdin(&format!("{came}{line}\n")).run();
        assert!(ran.out.contains(told) || ran.err.contains(told), "{line}: {ran:?}");
    }
}

/// What may be several things is asked about, and each line that is offered works.
#[test]
fn deeds_that_may_be_several_things_are_offered() {
    for (line, offered) in [
        ("kill ash", &["ash.hp = 0", "remove ash from party"][..]),
        ("Ash is dead", &["ash.hp = 0", "remove ash from party"]),
        ("goblin takes 3", &["goblin_1.hp -= 3", "goblin_2.hp -= 3", "for one in [goblin_1, goblin_2]"]),
        ("goblins take d6", &["let rolled = d6", "one.hp -= d6"]),
        (
            "who goes first",
            &[
                "sort [{who: one.name, rolls: d20 + one.dex} for one in party] by rolls down",
                "sort [{who: one.name, rolls: d20} for one in foes] by rolls down",
                "for one in party] ++ [{who",
                "pick party",
            ],
        ),
    ] {
        let ran = typed(&format!("{line}\n"));
        assert!(ran.err.contains("may be several things"), "{line}: {ran:?}");
        for offered in offered {
            assert!(ran.err.contains(offered), "{line}: {offered}: {ran:?}");
        }
        let fixes = ran.err.lines().filter_map(|line| line.trim().strip_prefix("fix: ")?.split_once(": `"));
        for (_, fix) in fixes {
            let lines = fix.trim_end_matches('`').replace("`, then `", "\n");
            let again = typed(&format!("{lines}\n"));
            assert!(again.err.is_empty() || again.err.starts_with("seed"), "{lines}: {again:?}");
        }
    }
}

const WOUNDS: &str = "sheet hero\n  max_hp: number\n  hp: 0..max_hp = max_hp\n  str: number\n  poisoned: yes_no = no\n\
    \x20 moods: any of shaken | brave = []\nend sheet\n\nparty\n| name | max_hp | hp | str |\n|---|---|---|---|\n\
    | Ash | 6 | 3 | 2 |\n| Birch | 4 | 0 | 1 |\n| Old Tom | 5 | 5 | 0 |\n\nash.poisoned = yes\nadd brave to birch.moods\n";

fn among_wounded(lines: &str) -> Ran {
    let folder = folder_with("wounds.tw", WOUNDS);
    let args = ["repl", "-f", "wounds.tw", "--width", "300"];
    Tw::new().args(args).within(folder.path()).stdin(lines).run()
}

/// Who is hurt, down or up is asked in words that no file declares: what answers it is offered, and `:fix` asks it.
#[test]
fn questions_about_those_in_play_are_offered_their_lines() {
    for (line, offered, answer) in [
        ("who is hurt", "(party where hp < max_hp).name", "[Ash, Birch]"),
        ("Who's wounded?", "(party where hp < max_hp).name", "[Ash, Birch]"),
        ("who is down", "(party where hp <= 0).name", "[Birch]"),
        ("who is still alive?", "(party where hp > 0).name", "[Ash, Old Tom]"),
        ("who is unhurt", "(party where hp >= max_hp).name", "[Old Tom]"),
        ("is anyone bloodied?", "(party where hp * 2 <= max_hp).name", "[Ash, Birch]"),
        ("which heroes are hurt", "(party where hp < max_hp).name", "[Ash, Birch]"),
        ("how many are down", "count(party where hp <= 0)", "1"),
        ("how many of us are up?", "count(party where hp > 0)", "2"),
        ("is Old Tom hurt", "old_tom.hp < old_tom.max_hp", "no"),
        ("who is poisoned", "(party where poisoned).name", "[Ash]"),
        ("who is brave", "(party where moods has brave).name", "[Birch]"),
    ] {
        let ran = among_wounded(&format!("{line}\n:fix\n"));
        assert!(ran.err.contains(&format!("`{offered}`")), "{line}: {ran:?}");
        // What is offered is shown by itself, one name below the other.
        let names: Vec<&str> = answer.trim_matches(['[', ']']).split(", ").collect();
        let is_told = |ran: &Ran| names.iter().all(|name| ran.out.contains(name));
        assert!(is_told(&ran), "{line}: {ran:?}");
        let typed = among_wounded(&format!("{offered}\n"));
        assert!(is_told(&typed) && typed.err.is_empty(), "{offered}: {typed:?}");
    }
    // Of several rosters each is offered; a word that says nothing here is reported as any other.
    let ran = typed("who is hurt\n");
    assert!(ran.err.contains("(party where hp < 12).name") && ran.err.contains("(foes where hp < 20).name"));
    assert!(among_wounded("who is tall\n").err.contains("`tall` is not defined"));
}

/// Somebody by name joins the roster of their sheet, with a value for each column that needs one.
#[test]
fn somebody_by_name_joins_the_party() {
    let joined = "add hero(name = \"Cole\", max_hp = 6, str = 2) to party";
    for line in [
        "add hero Cole",
        "add hero cole to the party",
        "add Cole to party",
        "new hero Cole",
        "add player Cole",
        "add a hero named Cole",
        "add Cole",
    ] {
        let ran = among_wounded(&format!("{line}\n"));
        assert!(ran.err.contains(&format!("`{joined}`")), "{line}: {ran:?}");
        // The numbers are an example, which is only taken by its own number.
        let ran = among_wounded(&format!("{line}\n:fix 1\nparty\n"));
        assert!(ran.out.contains("Old Tom, Cole]"), "{line}: {ran:?}");
    }
    assert!(among_wounded(&format!("{joined}\nparty\n")).out.contains("[Ash, Birch, Old Tom, Cole]"));
    // Where every column has a default, nothing is left to say.
    assert!(typed("add hero Cole\n").out.contains("read as: add hero(name = \"Cole\") to party"));
    assert!(among_wounded("add goblin\n").err.contains("sheet goblin"));
}

/// A timer has no value of its own; what is due is listed by `:time`, under other names as well.
#[test]
fn a_timer_is_asked_how_long_it_has_left() {
    let folder = folder_with("dark.tw", "unit turn = 10 minutes\ntimer torch = 6 turns then say \"Dark.\"\n");
    let typed =
        |lines: &str| Tw::new().args(["repl", "-f", "dark.tw"]).within(folder.path()).stdin(lines).run();
    let ran = typed("torch\n:fix\n");
    assert!(ran.err.contains("`torch` is a timer") && ran.err.contains("`torch.left`"), "{ran:?}");
    assert!(ran.out.ends_with("60 minutes\n"), "{ran:?}");
    for line in [":timers", ":timer", ":due", ":clock", "timers", ":time"] {
        assert!(typed(&format!("{line}\n")).out.contains("torch  due at 60 minutes"), "{line}");
    }
}

/// Who only looks at something can still do again what was taken back; who rolls or changes anything cannot.
#[test]
fn a_look_leaves_what_can_be_done_again() {
    let again = |between: &str| {
        let folder = folder_with("wounds.tw", WOUNDS);
        let args = ["repl", "-f", "wounds.tw", "--save", "camp", "--width", "300"];
        let lines = format!("ash.hp -= 1\nbirch.hp = 2\n:undo 2\n{between}\n:redo 2\nash.hp\nbirch.hp\n");
        let run = |lines: &str| Tw::new().args(args).within(folder.path()).stdin(lines).run();
        // The campaign is played again as it was.
        (run(&lines), run("ash.hp\n").out)
    };
    for look in [
        "ash.hp",
        "ash.hp\nbirch.hp + 1",
        "chance(d6 == 1)",
        "count(party where hp > 0)",
        ":party",
        "nothing_is_so",
    ] {
        let (ran, later) = again(look);
        assert!(ran.out.ends_with("again: ash.hp -= 1\nagain: birch.hp = 2\n2\n2\n"), "{look}: {ran:?}");
        assert_eq!(later, "2\n", "{look}");
    }
    for change in
        ["d20", "ash.str = 5", "let x = 3", "say \"Well.\"", ":set ash.str 5", "fn f(n) = n", "ash.hp\nd6"]
    {
        let (ran, later) = again(change);
        assert!(ran.out.ends_with("nothing was taken back\n3\n0\n"), "{change}: {ran:?}");
        assert_eq!(later, "3\n", "{change}");
    }
}

/// Who comes into play joins the roster of their sheet; what comes next is what the file calls so.
#[test]
fn arrivals_turns_and_repetitions_are_understood() {
    const PLAY: &str = "sheet goblin\n  hp: 0..7 = 7\nend sheet\nroster goblins of goblin\n\n\
        unit turn = 10 minutes\n\nprocedure watch\n  say \"All is well.\"\nend procedure\n\n\
        procedure light(torches)\n  say \"{torches} torches\"\nend procedure\n";
    let folder = folder_with("play.tw", PLAY);
    let typed = |line: &str| {
        let args = ["repl", "-f", "play.tw", "--save", line, "--width", "300"];
        Tw::new().args(args).within(folder.path()).stdin(&format!("{line}\ngoblins\n")).run()
    };
    for (line, told) in [
        ("add 3 goblins", "[Goblin, Goblin 2, Goblin 3]"),
        ("spawn a goblin", "[Goblin]"),
        ("next turn", "read as: advance 1 turn"),
        ("do watch 3 times", "All is well.\nWatch\n  All is well.\nWatch\n  All is well."),
        ("do watch 2", "read as: repeat 2 times\n           do watch\n         end repeat"),
        ("how many goblins are left?", "0"),
        ("do light 2", "2 torches"),
        ("in 1 hour say \"Dark.\"", "timer started: later"),
    ] {
        let ran = typed(line);
        assert!(ran.out.contains(told), "{line}: {ran:?}");
    }
    // Where nothing holds them, all that is needed is offered, and works.
    let ran = typed("add 2 cave bears");
    let fix =
        ran.err.lines().find_map(|line| line.trim().strip_prefix("fix: ")?.split_once(": `")).expect("a fix");
    let lines = fix.1.trim_end_matches('`').replace("`, then `", "\n");
    let again = typed(&format!("{lines}\ncave_bears"));
    assert!(again.out.contains("[Cave Bear, Cave Bear 2]"), "{again:?}");
}

/// A table goes by the words of its name or its title, wherever they stand in a line.
#[test]
fn tables_are_named_in_words() {
    let tables = "table road_encounters\n| d4 | what |\n|---|---|\n| 1-2 | {d4} wolves |\n| 3-4 | a raven |\n\n\
        table t \"Night Birds\"\n- an owl\n";
    let folder = folder_with("road.tw", tables);
    for (line, told) in [
        ("odds road encounters", "{d4} wolves"),
        ("chance of a raven on the road encounters", "1/2"),
        ("what are the odds of wolves on Road Encounters?", "50.00%"),
        ("odds road encounters is wolves", "50.00%"),
        ("change road encounters row 3-4: an elk", "road_encounters is changed"),
        ("3 times night birds", "an owl"),
        ("show night birds", "Night Birds"),
    ] {
        let args = ["repl", "-f", "road.tw", "--save", "camp", "--seed", "3", "--width", "300"];
        let ran = Tw::new().args(args).within(folder.path()).stdin(&format!("{line}\n")).run();
        assert!(ran.out.contains(told), "{line}: {ran:?}");
        std::fs::remove_dir_all(folder.path().join("camp")).expect("removed");
    }
}

/// Nobody is given a rule-set that they have not asked for.
#[test]
fn a_rule_set_is_offered_and_not_taken() {
    for line in ["encounter", "3 encounters"] {
        let ran = typed(&format!("{line}\n:state\n"));
        assert!(ran.err.contains("`") && ran.err.contains("dungeon_turn.encounter"), "{line}: {ran:?}");
        assert!(!ran.out.contains("party_fatigue"), "{line}: {ran:?}");
    }
}

/// What is changed is shown with what changes it.
#[test]
fn a_changed_row_is_shown() {
    let ran = typed(
        "table t\n| d4 | what |\n|---|---|\n| 1-2 | a |\n| 3-4 | b |\n\nchange t row 1-2: zebra\n:info t\n",
    );
    assert!(ran.out.contains("changed by\n    change t row 1-2: zebra"), "{ran:?}");
}

/// Numbers are read as dice show them.
#[test]
fn given_dice_are_read_as_they_are_printed() {
    for (roll, dice, shown) in [
        ("d100", "00", "[100]"),
        ("d%", "0", "[100]"),
        ("2d10", "0,5", "[10, 5]"),
        ("d66", "34", "34"),
        ("d66", "3,4", "34"),
        ("2d66", "34 51", "85"),
    ] {
        let ran = Tw::new().args(["roll", roll, "--dice", dice]).run();
        assert_eq!((ran.code, ran.out.contains(shown)), (0, true), "{roll} {dice}: {ran:?}");
    }
    let ran = Tw::new().args(["roll", "d20", "--dice", "0"]).run();
    assert_eq!(ran.code, 1, "{ran:?}");
}

/// An answer that is left over says how often it was asked for.
#[test]
fn answers_that_are_left_over_say_why() {
    let folder = folder_with(
        "ask.tw",
        "procedure f\n  ask n: \"How many?\" 1..10\n  say \"{n}\"\nend procedure\ndo f\n",
    );
    let ran =
        Tw::new().args(["run", "ask.tw", "--answer", "n=3", "--answer", "n=4"]).within(folder.path()).run();
    assert!(ran.err.contains("`n` was asked for once, so `4` was not used"), "{ran:?}");
}

/// Reports of `check` as JSON, said as elsewhere.
#[test]
fn check_has_json() {
    let folder = folder_with("a.tw", "let x = {}\n");
    let ran = Tw::new().args(["check", "a.tw", "--json"]).within(folder.path()).run();
    let report: serde_json::Value = serde_json::from_str(ran.out.trim()).expect("JSON");
    assert_eq!((&report["kind"], &report["code"]), (&"diagnostic".into(), &"TW0001".into()), "{ran:?}");
    assert_eq!(report["fixes"].as_array().map(Vec::len), Some(2), "{ran:?}");
}

/// Sweeps and tables of several distributions keep to the width.
#[test]
fn sweeps_keep_to_the_width() {
    for args in [
        &["30d20 >= n for n in 300..303"][..],
        &["a = d6", "b = d8", "c = d10", "d = d12", "--format", "table"],
        &["{alpha: d6, beta: d8, gamma: d12} for n in 1..3"],
    ] {
        let ran = Tw::new().args(["odds", "--width", "60"]).args(args.iter().copied()).run();
        let widest = ran.out.lines().map(|line| line.chars().count()).max();
        assert!(ran.code == 0 && widest <= Some(60), "{args:?}: {ran:?}");
        assert!(!ran.out.contains("\u{2026}/"), "no fraction is cut off: {ran:?}");
    }
}
