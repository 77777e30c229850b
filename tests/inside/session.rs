//! The library as a program that builds the engine in uses it.

use crate::diag::Diagnostic;
use crate::modules::{Origin, SourceText};
use crate::session::{EntryOutcome, Reply, RollSeed, Session};
use crate::syntax::Verdict;

fn shown(session: &mut Session, text: &str) -> String {
    let reply = session.submit(text);
    assert!(reply.is_done(), "{text}: {:?}", reply.reports);
    reply.value.map(|value| session.show(&value)).unwrap_or_default()
}

#[test]
fn a_party_may_be_written_after_a_rule_set_is_used() {
    let mut session = Session::new(RollSeed::new(7));
    shown(&mut session, "use delving");
    assert_eq!(session.judge("party"), Verdict::Incomplete);
    shown(&mut session, "party\n| name | max_hp |\n|---|---|\n| Ash | 6 |\n| Birch | 5 |\n");
    assert_eq!(session.judge("party"), Verdict::Complete);
    shown(&mut session, "ash.hp -= 2");
    assert_eq!(shown(&mut session, "party.hp"), "[4, 5]");
    assert_eq!(session.undo(2), 2);
    assert_eq!(shown(&mut session, "party.hp"), "[6, 5]");
}

/// Columns that no sheet knew are what a rule-set's sheet says, once it is used.
#[test]
fn a_party_may_be_written_before_a_rule_set_is_used() {
    let mut session = Session::new(RollSeed::new(7));
    shown(&mut session, "party\n| name | max_hp | str |\n|---|---|---|\n| Ash | 6 | 2 |\n");
    assert_eq!(shown(&mut session, "ash.max_hp"), "6");
    shown(&mut session, "use dungeon_turn");
    shown(&mut session, "ash.hp -= 100");
    assert_eq!(shown(&mut session, "[ash.hp, ash.max_hp, ash.str, ash.int]"), "[0, 6, 2, 0]");
    assert!(!session.submit("ash.hp = \"well\"").is_done());
}

/// What stands in such a column has to fit.
#[test]
fn a_column_that_does_not_fit_the_sheet_is_reported_when_it_is_declared() {
    let mut session = Session::new(RollSeed::new(7));
    shown(&mut session, "party\n| name | mood |\n|---|---|\n| Ash | glad |\n");
    let reply = session.submit("sheet hero\n  mood: number = 3\nend sheet");
    assert!(reply.reports.iter().any(|report| report.message.contains("`mood` must be a number")));
    shown(&mut session, "sheet hero\n  mood: glad | sad = sad\nend sheet");
    assert_eq!(shown(&mut session, "ash.mood is glad"), "yes");
}

/// A die and the rows for it are changed one after the other; what is refused says in which order.
#[test]
fn a_larger_die_comes_after_the_rows_for_it() {
    let mut session = Session::new(RollSeed::new(7));
    shown(&mut session, "use dungeon_turn");
    let reply = session.submit("change hazard rolls d8");
    let report = reply.reports.first().expect("a report");
    let help = report.help.iter().find_map(|help| help.split('`').nth(1).filter(|text| text.contains("row")));
    let first = help.expect("what to type first").to_owned();
    assert_eq!(first, "change hazard row 6: 6-8:");
    shown(&mut session, &first);
    shown(&mut session, "change hazard rolls d8");
    assert_eq!(shown(&mut session, "chance(hazard.roll > 6)"), "1/4");
}

#[test]
fn a_failed_entry_leaves_no_trace() {
    let mut session = Session::new(RollSeed::new(7));
    shown(&mut session, "let n = 1");
    let reply = session.submit("n = 2\nlet m = 1 / (n - 2)");
    assert!(!reply.is_done());
    assert_eq!(shown(&mut session, "n"), "1");
    assert!(!session.submit("m").is_done());
}

#[test]
fn odds_change_nothing_that_is_in_play() {
    let mut session = Session::new(RollSeed::new(7));
    shown(&mut session, "use delving");
    let in_play = "[torches_lit, torches_spent, encounters_met, now / 1 turn]";
    let before = shown(&mut session, in_play);
    assert_ne!(shown(&mut session, "mean(delve(12).torches_used)"), "0");
    assert_eq!(shown(&mut session, in_play), before);
    // Played for real, it does change.
    shown(&mut session, "do delve(12)");
    assert_ne!(shown(&mut session, in_play), before);
}

/// What is suggested may stand there: no function without its arguments, no word in place of a name.
#[test]
fn only_what_fits_is_suggested() {
    let mut session = Session::new(RollSeed::new(7));
    assert!(session.submit("keep weather = 3").is_done());
    let mut suggested = |text: &str| {
        let reply = session.submit(text);
        let report = reply.reports.first().expect("a report");
        report.fixes.first().map(|fix| fix.title.clone()).unwrap_or_default()
    };
    assert_eq!(suggested("wether"), "write `weather`");
    assert_eq!(suggested("weathr(2)"), "");
    assert_eq!(suggested("bettre"), "");
    assert_eq!(suggested("bettre(light.dim)"), "write `better`");
    assert_eq!(suggested("flor(7/2)"), "write `floor`");
    assert_eq!(suggested("flor"), "");
    assert_eq!(suggested("chnce(d6 > 3)"), "write `chance`");
    assert_eq!(suggested("yess"), "write `yes`");
    assert_eq!(suggested("delvng.hazard"), "write `delving`");
    assert_eq!(suggested("delvng"), "");
    assert_eq!(suggested("a"), "");
}

/// A row that is live as a whole is called as it is written, and two such rows are not one.
#[test]
fn rows_without_a_name_are_called_as_they_are_written() {
    let mut session = Session::new(RollSeed::new(7));
    let table =
        "table find\n- a comb\n- {2d6 * 10}\n- {d4}\n- {d6}, shiny\n- {gem}\n\ntable gem\n- ruby\n- opal\n";
    assert!(session.submit(table).is_done());
    let rows = session.row_odds("find").expect("a table");
    let names: Vec<&str> = rows.table.rows.iter().map(|row| &*row.name).collect();
    assert_eq!(names, ["a comb", "{2d6 * 10}", "{d4}", "shiny", "{gem}"]);
    assert_eq!(shown(&mut session, "chance(find is ruby)"), "1/10");
    assert_eq!(shown(&mut session, "chance(find is shiny)"), "1/5");
}

#[test]
fn values_inside_one_another_have_a_limit() {
    let grow = |start: &str, step: &str, times: u32| {
        let mut session = Session::new(RollSeed::new(7));
        assert!(session.submit(&format!("let x = {start}")).is_done());
        let reply = session.submit(&format!("repeat {times} times\n  x = {step}\nend"));
        reply.reports.first().map(|report| report.code)
    };
    let steps = ["[x]", "groups of [x] by count(it)", "[y for y in [x]]"];
    for (start, step) in steps.map(|step| ("[1]", step)).into_iter().chain([("{a: 1}", "{a: x}")]) {
        assert_eq!(grow(start, step, 300_000), Some("TW0806"), "{step}");
    }
    // What is shared counts each time: it is small in memory, and endless to show.
    assert_eq!(grow("[1]", "[x, x]", 60), Some("TW0816"));
    assert_eq!(grow("[1]", "[x]", 60), None);
}

/// What was changed, redefined or filled later counts for what was typed before, as it does in a file.
#[test]
fn later_definitions_count_for_earlier_ones() {
    let mut session = Session::new(RollSeed::new(7));
    shown(&mut session, "use dungeon_turn");
    shown(&mut session, "change hazard row 6: **Free**, but cold");
    assert!(shown(&mut session, "hazard[6]").ends_with(", but cold"));
    shown(&mut session, "change disposition rolls d8 + d4");
    assert_eq!(shown(&mut session, "chance(disposition is Hostile)"), "3/32");
    shown(&mut session, "table cellar\n- rats\n");
    shown(&mut session, "use dungeon_turn with wanderer = cellar");
    assert!(shown(&mut session, "hazard[1]").contains(": rats, far off"));
    shown(&mut session, "table cellar\n- ghosts\n");
    assert!(shown(&mut session, "hazard[1]").contains(": ghosts, far off"));
    shown(&mut session, "table attic\n- bats\n");
    shown(&mut session, "use dungeon_turn with wanderer = attic");
    assert!(shown(&mut session, "hazard[1]").contains(": bats, far off"));
    // The fill and the change from before still hold.
    assert!(shown(&mut session, "hazard[6]").ends_with(", but cold"));
    assert_eq!(session.undo(3), 3);
    assert!(shown(&mut session, "hazard[1]").contains(": ghosts, far off"));
}

#[test]
fn a_function_or_a_kept_value_that_is_defined_again_is_the_one_that_counts() {
    let mut session = Session::new(RollSeed::new(7));
    shown(&mut session, "fn f(x) = x + 1\nfn g(x) = f(x) * 10\nkeep gold = 10\nfn rich() = gold > 5");
    shown(&mut session, "keep torches = 3");
    shown(&mut session, "torches -= 1");
    let hit = shown(&mut session, "let hit = d20\nhit");
    shown(&mut session, "fn f(x, y = 5) = x + y");
    assert_eq!(shown(&mut session, "g(1)"), "60");
    shown(&mut session, "keep gold = 0");
    assert_eq!(shown(&mut session, "rich()"), "no");
    // What is in play goes on.
    assert_eq!((shown(&mut session, "torches"), shown(&mut session, "hit")), ("2".to_owned(), hit));
    // What a new definition breaks is said, and it is not taken.
    let reply = session.submit("fn f() = 3");
    assert!(!reply.is_done() && reply.reports[0].is_error(), "{:?}", reply.reports);
    assert_eq!(shown(&mut session, "g(1)"), "60");
    let reply = session.submit("let gold = 3");
    assert_eq!(reply.reports[0].code, "TW0302", "{:?}", reply.reports);
}

#[test]
fn a_definition_may_come_before_what_it_mentions() {
    let mut session = Session::new(RollSeed::new(7));
    let reply = session.submit("table moor\n- a pedlar with {goods}\n");
    assert!(reply.is_done() && reply.changes.waits_for == ["goods"], "{reply:?}");
    let reply = session.submit("moor");
    assert!(reply.reports[0].help[0].contains("mentions names that are not"), "{:?}", reply.reports);
    shown(&mut session, "table goods\n- rope\n");
    assert_eq!(shown(&mut session, "moor"), "a pedlar with rope");
    // A slip is told at once.
    assert!(!session.submit("table inn\n- {godos}\n").is_done());
}

/// Whether the order of a list makes a difference is a matter of what it is handed to: when that is defined anew, what
/// hands it over is made anew as well.
#[test]
fn what_hands_a_list_over_goes_by_the_function_as_it_is_now() {
    let mut session = Session::new(RollSeed::new(7));
    let procedure = "procedure p\n  let pool = 3 times d6\n  return look(pool)\nend procedure\n";
    shown(&mut session, "fn look(xs) = count(xs where it >= 5)\n");
    shown(&mut session, procedure);
    assert_eq!(shown(&mut session, "chance(p() == 1)"), "4/9");
    shown(&mut session, "fn look(xs) = xs[1]\n");
    assert_eq!(shown(&mut session, "chance(p() == 1)"), "1/6");
    shown(&mut session, "fn look(xs) = max(xs)\n");
    assert_eq!(shown(&mut session, "chance(p() == 1)"), "1/216");
}

/// Where it goes wrong, and the labels of the report with their places.
fn trail(session: &mut Session, text: &str) -> (String, Vec<String>) {
    let reply = session.submit(text);
    let report = reply.reports.first().expect("a report").clone();
    let slice = |span: crate::base::Span| {
        let source = session.sources().get(span.source).expect("a source");
        source.slice(span.start as usize..span.end as usize).to_owned()
    };
    let labels = report.labels.iter().map(|label| format!("{}: {}", slice(label.span), label.text));
    (slice(report.primary.span), labels.collect())
}

#[test]
fn what_goes_wrong_says_who_called_whom() {
    let mut session = Session::new(RollSeed::new(7));
    let rules = "fn share(n) = 10 / n\nfn twice(n) = share(n) + share(n)\n\
        chart fee\n| n | gp |\n|---|---|\n| 1 | 2 |\n";
    assert!(session.submit(rules).is_done());
    let calls =
        ["share(n): `share` is called here".to_owned(), "twice(0): `twice` is called here".to_owned()];
    assert_eq!(trail(&mut session, "1 + twice(0)"), ("10 / n".to_owned(), calls.to_vec()));
    // What a chart does not hold is missed where it is looked up.
    let defined = vec!["fee: `fee` is defined here".to_owned()];
    assert_eq!(trail(&mut session, "fee[2]"), ("fee[2]".to_owned(), defined));
    // What keeps a field within its bounds is run by the statement that sets the field.
    let sheet = "keep least = 1\nsheet hero\n  hp: 0..share(least)\nend sheet\nparty\n| name | hp |\n|---|---|\n| Ash | 2 |\n";
    assert!(session.submit(sheet).is_done());
    assert!(
        session
            .submit("procedure hurt\n  least = 0\n  ash.hp = 1\n  say \"far away\"\nend procedure\n")
            .is_done()
    );
    let set = [
        "share(least): `share` is called here",
        "ash.hp = 1: this led to it",
        "hurt(): `hurt` is called here",
    ];
    assert_eq!(trail(&mut session, "hurt()"), ("10 / n".to_owned(), set.map(str::to_owned).to_vec()));
    let odds = vec!["share(d2 - 1): `share` is called here".to_owned()];
    assert_eq!(trail(&mut session, "mean(share(d2 - 1))"), ("10 / n".to_owned(), odds));
}

/// What people bring from other programs, with what it is here.
#[test]
fn what_is_brought_from_elsewhere_is_taken_where_it_means_one_thing() {
    let mut session = Session::new(RollSeed::new(7));
    shown(&mut session, "table abbey\n- a monk\n- a nun\n");
    shown(&mut session, "let str = 3");
    for (line, meant) in [
        ("/roll 4d6dl1", "4d6dl1"),
        ("[[1d6]]", "1d6"),
        ("1d20+5 vs 15", "1d20+5 >= 15"),
        ("advantage", "adv d20"),
        ("6#4d6", "6 times 4d6"),
        ("6x4d6kh3", "6 times 4d6kh3"),
        ("3 abbey", "3 times abbey"),
        ("abbey 3", "3 times abbey"),
        ("roll on the abbey", "abbey"),
        ("3w6", "3d6"),
        ("output [highest 3 of 4d6]", "4d6kh3"),
        ("STR", "str"),
        ("print('x')", "say \"x\""),
        ("let x == 3", "let x = 3"),
        ("table Random Encounters\n- a wolf\n", "table random_encounters \"Random Encounters\"\n- a wolf\n"),
        ("let a = 1; a", "let a = 1\n a"),
    ] {
        assert_eq!(session.meaning().meant(line).as_deref(), Some(meant), "{line}");
        assert!(session.submit(meant).is_done(), "{meant}");
    }
    // What a rule-set that is not loaded calls so is offered and not taken.
    for line in ["4d6kh3 x6", "X: 3d6", "hazard", "disposition", "4d6kh3", "abbey", "str + 1"] {
        assert_eq!(session.meaning().meant(line), None, "{line}");
    }
    assert_eq!(session.judge("table Random Encounters"), Verdict::Incomplete);
}

/// Every change that a report offers is typed: what it was about is gone.
#[test]
fn every_fix_works_when_it_is_typed() {
    let lines = [
        "4d6kh3 x6",
        "moor 2",
        "X: 3d6",
        "[explode d6]",
        "hazard",
        "table Random Encounters\n- a wolf\n",
        "table encounters:\n- a wolf\n",
        "table night-encounters\n- a wolf\n",
        "let x == 3",
        "let mod = 2",
        "let from = 3",
        "let to = 3",
        "let given = 3",
        "dungeon_turn",
        "'hello'",
        "2d6 fire",
        "4d6d1",
        "7 % 2",
        "yes && no",
        "2d6 plus 3",
        "4d6 keep highest 3",
        "4d6 drop lowest",
        "print(\"x\")",
        "while 1 > 2\n  say \"x\"\nend",
        "Abbey",
        "abey",
        "4d6 kh 3",
        "if str = 3 then say \"x\"",
    ];
    for line in lines {
        let mut session = Session::new(RollSeed::new(7));
        shown(&mut session, "table abbey\n- a monk\n- a nun\n");
        shown(&mut session, "let str = 3");
        shown(&mut session, "table moor rolls d2\n  1: mud\n  2: wind\nend table");
        let reply = session.submit(line);
        let wrong = reply.reports.iter().find(|report| report.is_error());
        let wrong = wrong.unwrap_or_else(|| panic!("{line} is taken"));
        assert!(!wrong.fixes.is_empty(), "{line}: {wrong:?}");
        for fix in &wrong.fixes {
            let mut mended = line.to_owned();
            let mut edits = fix.edits.clone();
            edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
            for edit in edits {
                mended.replace_range(edit.span.range(), &edit.text);
            }
            let reply = session.submit(&mended);
            assert!(reply.is_done(), "{line}: {mended}: {:?}", reply.reports);
            session.undo(1);
        }
    }
}

#[test]
fn questions_about_several_things_are_taken_apart() {
    let session = Session::new(RollSeed::new(7));
    let asked = session.meaning().read_series("d20 >= ac for ac in 10..12");
    assert_eq!(asked.sweep.as_deref(), Some("ac"));
    assert_eq!(asked.parts[2], (Some("12".to_owned()), "d20 >= 12".to_owned()));
    assert_eq!(session.meaning().read_series("a = 2d6, 3d4").parts.len(), 2);
}

#[test]
fn a_table_that_is_mentioned_has_odds_of_its_rows() {
    let mut session = Session::new(RollSeed::new(7));
    let hazard = session.row_odds("dungeon_turn.hazard").expect("a shipped table");
    assert_eq!(hazard.chances.last().map(ToString::to_string).as_deref(), Some("1/6"));
}

/// Whoever asks to stop while something is read or checked is told so, and nothing has changed.
#[test]
fn what_is_read_and_checked_stops_when_it_is_asked_to() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    let flag = Arc::new(AtomicBool::new(false));
    let mut session = Session::new(RollSeed::new(1));
    session.set_interrupt(Arc::clone(&flag));
    assert!(session.submit("let a = 1").is_done());
    flag.store(true, Ordering::Relaxed);
    let text = "table t rolls d6\n  1-6: {2d6} rats\nend table\n";
    for entry in ["let b = 2", "a + 1", "fn f(x) = x", text, "use delving"] {
        let reply = session.submit(entry);
        assert_eq!(reply.outcome, EntryOutcome::Interrupted, "{entry}");
        assert_eq!(reply.reports.iter().map(|report| report.code).collect::<Vec<_>>(), ["TW0727"], "{entry}");
    }
    let origin = Origin::Session("t".into());
    let found = session.load_text(SourceText { name: "t".into(), text: text.into(), origin });
    assert_eq!(found.iter().map(|report| report.code).collect::<Vec<_>>(), ["TW0727"]);
    assert!(session.set_option("delving.hazard_die", "8").iter().any(Diagnostic::is_interruption));
    flag.store(false, Ordering::Relaxed);
    assert_eq!(shown(&mut session, "a + 1"), "2");
    assert!(!session.submit("b").is_done(), "what was stopped has not been done");
    assert!(session.submit("use delving").is_done(), "a rule-set that was half read is read again");
}

/// One unknown name does not hold up what is pasted with it.
#[test]
fn only_what_mentions_an_unknown_name_waits() {
    let note = "## Loot\n\n| d6 | Loot |\n|---|---|\n| 1-3 | a {trinket} |\n| 4-6 | coins |\n\n\
        ## Gems\n\n| d4 | Gem |\n|---|---|\n| 1-4 | ruby |\n";
    let plain =
        "table loot\n- a {trinket}\n- coins\n\n## What shines.\ntable gems\n- ruby\n\nfn two(x) = 2 * x\n";
    for paste in [note, plain] {
        let mut session = Session::new(RollSeed::new(7));
        let entries = session.meaning().pasted(paste).expect("several entries");
        assert_eq!(entries.len(), 2, "{entries:?}");
        let replies: Vec<Reply> = entries.iter().map(|entry| session.submit(entry)).collect();
        let waits = |reply: &Reply| reply.changes.waits_for.clone();
        assert_eq!((waits(&replies[0]), waits(&replies[1])), (Vec::new(), vec!["trinket".to_owned()]));
        assert!(session.submit("gems").is_done() && !session.submit("loot").is_done());
        assert!(session.submit("table trinket\n- a bone").is_done() && session.submit("loot").is_done());
    }
    let session = Session::new(RollSeed::new(7));
    assert_eq!(
        session.meaning().pasted("table a\n- b\n\ntable c\n- {a}\n"),
        None,
        "nothing is wrong with it"
    );
}
