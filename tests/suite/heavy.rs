//! Questions and sources that are built to be slow or deep come to an end, and never by the stack.

use crate::support::cases::folder_with;
use crate::support::program::{Ran, Tw};

/// So long, in seconds, a question may take where nothing is optimised and the machine has other things to do.
const PATIENCE: &str = "150";

fn each(count: usize, one: impl Fn(usize) -> String) -> String {
    (1..=count).map(one).collect()
}

fn asked(question: &str) -> Ran {
    Tw::new().args(["odds", question, "--json", "--timeout", PATIENCE]).run()
}

/// What one definition comes to through thousands of others is no deeper on the stack for that.
#[test]
fn chains_of_definitions_never_fill_the_stack() {
    const LONG: usize = 1_000;
    type Link = fn(usize) -> String;
    let chains: [(&str, Link, &str); 6] = [
        ("fn f0 = d6\n", |at| format!("fn f{at} = f{} + 1\n", at - 1), "f1000"),
        ("fn f0(x) = x\n", |at| format!("fn f{at}(x) = f{}(x) + 1\n", at - 1), "f1000(d6)"),
        ("fn f0(x) = x\n", |at| format!("fn f{at}(x) = if d6 > 3 then f{}(x) else 1\n", at - 1), "f1000(1)"),
        ("fn f0 = d6 > 3\n", |at| format!("fn f{at} = chance(f{}) > 1/2\n", at - 1), "f100"),
        ("fn f0 = d6\n", |at| format!("fn f{at} = a + a where a = f{}\n", at - 1), "f1000"),
        ("fn f0 = d6\n", |at| format!("fn f{at} = adv f{}\n", at - 1), "f1000"),
    ];
    for (first, link, question) in chains {
        let folder = folder_with("chain.tw", &(first.to_owned() + &each(LONG, link)));
        let args = ["odds", question, "-f", "chain.tw", "--timeout", PATIENCE];
        let ran = Tw::new().within(folder.path()).args(args).run();
        // What luck leads out of is as good as certain; everything else goes deeper than calls may.
        match question {
            "f1000(1)" => assert!(ran.code == 0 && ran.out.contains("100%"), "{first}{question}: {ran:?}"),
            _ => assert!(ran.code == 4 && ran.err.contains("TW0807"), "{first}{question}: {ran:?}"),
        }
    }
}

/// Whether a name holds what was rolled is found out once for each function, however often each calls the next.
#[test]
fn functions_that_call_the_next_many_times_are_checked() {
    let calls = |at: usize| vec![format!("f{}(x)", at - 1); 20].join(" + ");
    let link = |at: usize| format!("fn f{at}(x) = {calls} + y where y = {calls}\n", calls = calls(at));
    let folder = folder_with("wide.tw", &("fn f0(x) = x\n".to_owned() + &each(40, link)));
    let ran = Tw::new().within(folder.path()).args(["check", "wide.tw"]).run();
    assert_eq!(ran.code, 0, "{ran:?}");
}

/// What a table names through thousands of others is looked through without filling the stack.
#[test]
fn odds_of_chains_of_tables_never_fill_the_stack() {
    let chain = each(17_000, |at| format!("table t{at}\n- {{t{}}}\n- x\n\n", at - 1));
    let folder = folder_with("chain.tw", &format!("table t0\n- x\n\n{chain}odds t17000\n"));
    let ran = |args: &[&str]| Tw::new().within(folder.path()).args(args.iter().copied()).run();
    let ran = ran(&["odds", "t17000", "-f", "chain.tw", "--samples", "100", "--timeout", PATIENCE]);
    assert!(matches!(ran.code, 0 | 4), "{ran:?}");
}

/// A table that names the next is no more work for that where only its own rows are asked about.
#[test]
fn the_rows_of_each_of_a_thousand_tables_in_a_chain_are_weighed() {
    let chain = each(1_000, |at| format!("table t{at}\n- {{t{}}}\n- x\n\n", at - 1));
    let folder = folder_with("chain.tw", &format!("table t0\n- x\n\n{chain}"));
    for args in
        [&["doc", "chain.tw", "--to", "markdown"][..], &["export", "t1000", "--to", "json", "-f", "chain.tw"]]
    {
        let ran = Tw::new().within(folder.path()).args(args.iter().copied()).run();
        assert!(ran.code == 0 && ran.out.contains("t999"), "{args:?}: {:.300} {}", ran.out, ran.err);
    }
}

/// Each of these took time by the square of its length, or more.
#[test]
fn what_is_many_is_checked_one_by_one() {
    const MANY: usize = 3_000;
    let words = each(MANY, |at| format!("| w{at} | r{at} |\n"));
    let chart = format!("chart t\n| k | a |\n|---|---|\n{words}\n");
    let rows = each(MANY, |at| format!("  {at}: r\n"));
    let sources = [
        (
            "fn f(x) =\n  ".to_owned() + &each(MANY, |at| format!("if x == {at} then {at}\n  else ")) + "0\n",
            4,
        ),
        (each(MANY, |at| format!("unit u{at} = 1 u{}\n", at + 1)) + &format!("unit u{}\n", MANY + 1), 0),
        (
            format!("table t rolls d{MANY}\n{rows}end table\n")
                + &each(MANY, |at| format!("change t row {at}: s{at}\n")),
            0,
        ),
        (
            format!(
                "table t\n| d2 |{}\n|---|{}\n| 1-2 |{}\n",
                " c |".repeat(MANY),
                "---|".repeat(MANY),
                " x |".repeat(MANY)
            ),
            1,
        ),
        (chart + &each(MANY / 5, |at| format!("t[v{at}].a\n")), 1),
    ];
    for (source, code) in sources {
        let folder = folder_with("many.tw", &source);
        let args = ["check", "many.tw", "--timeout", PATIENCE];
        let ran = Tw::new().within(folder.path()).args(args).run();
        assert_eq!(ran.code, code, "{:.100}: {:.300} {:.300}", source, ran.out, ran.err);
    }
}

/// As many draws without repeats as a table has rows are charged for what they take.
#[test]
fn draws_without_repeats_are_counted_as_steps() {
    let rows = each(20_000, |at| format!("- row {at}\n"));
    let folder = folder_with("many.tw", &format!("table t\n{rows}\ncount(20000 times t unique)\n"));
    // So many steps are more than there are draws, and less than they take.
    let args = ["run", "many.tw", "--limit", "steps=1000000", "--timeout", PATIENCE];
    let ran = Tw::new().within(folder.path()).args(args).run();
    assert!(ran.code == 4 && ran.err.contains("TW0812"), "{:.300} {:.300}", ran.out, ran.err);
}

/// Odds go as deep as calls may where they are played, and no deeper.
#[test]
fn odds_are_refused_where_every_run_would_be() {
    let links: [fn(usize) -> String; 3] = [
        |at| format!("fn f{at}(x) = f{}(x) + 1\n", at - 1),
        |at| format!("fn f{at}(x) = max(f{}(x), 3)\n", at - 1),
        |at| format!("fn f{at}(x) = b + 1 where b = f{}(x)\n", at - 1),
    ];
    for link in links {
        let source = "fn f0(x) = x + d2\n".to_owned() + &each(210, link);
        let folder = folder_with("chain.tw", &source);
        for depth in [150, 198, 199, 200, 201] {
            let question = format!("f{depth}(d6)");
            let ran = |command| {
                Tw::new().within(folder.path()).args([command, question.as_str(), "-f", "chain.tw"]).run()
            };
            let (odds, roll) = (ran("odds"), ran("roll"));
            assert_eq!(
                (odds.code, roll.code),
                if depth < 200 { (0, 0) } else { (4, 4) },
                "{question}: {odds:?}"
            );
            assert_eq!(odds.err.contains("TW0807"), roll.err.contains("TW0807"), "{question}: {odds:?}");
        }
    }
}

/// Thousands of names and of parameters, each of which looks at the one before it.
#[test]
fn thousands_of_names_beside_each_other_are_worked_out() {
    let names = "a3000 where a0 = 1".to_owned() + &each(3_000, |at| format!(", a{at} = a{} + 1", at - 1));
    let ran = asked(&names);
    assert!(ran.code == 0 && ran.out.contains("\"value\":3001"), "{ran:?}");
    let params = each(3_000, |at| format!(", a{at} = a{} + 1", at - 1));
    let folder = folder_with("wide.tw", &format!("fn f(a0 = 1{params}) = a3000\n"));
    let args = ["odds", "f() + d2", "-f", "wide.tw", "--timeout", PATIENCE];
    let ran = Tw::new().within(folder.path()).args(args).run();
    assert!(ran.code == 0 && ran.out.contains("3002 to 3003"), "{ran:?}");
}

/// Each of these has more cases than can be gone through in a moment, though nothing in it is large.
#[test]
fn what_has_many_cases_is_sampled_after_a_moment() {
    for question in ["count(distinct(100 times d100))", "sum([x * d6 * d6 for x in 1..3000])"] {
        let ran = asked(question);
        assert!(ran.code == 0 && ran.out.contains("\"samples\""), "{question}: {ran:?}");
    }
}

/// What luck has no say in has one value, and that is exact, however much work it is.
#[test]
fn what_rolls_nothing_is_certain() {
    for question in ["count([x for x in 1..100000])", "upper(join(20000 times \"ab\"))"] {
        for args in [&["--json"][..], &["--json", "--exact"]] {
            let ran =
                Tw::new().args(["odds", question, "--timeout", PATIENCE]).args(args.iter().copied()).run();
            let exact = ran.out.contains("\"method\":\"exact\"") && ran.out.contains("\"exact\":\"1\"");
            assert!(ran.code == 0 && exact, "{question}: {:.300} {}", ran.out, ran.err);
        }
    }
}

/// A thousand samples of what takes a hundred thousand dice are more than anybody waits for.
#[test]
fn fewer_samples_are_taken_of_what_is_much_work() {
    let ran = asked("(100000d6)kh(d100000)");
    assert!(ran.code == 0 && ran.out.contains("\"method\":\"samples\""), "{ran:?}");
    assert!(!ran.out.contains("\"samples\":1000,"), "{:.300}", ran.out);
}

/// Each of many reports on one line looks at what stands near its place, and not at the whole line.
#[test]
fn reports_cost_no_more_where_a_line_is_long_or_lines_are_many() {
    let long = "let a = 0".to_owned() + &each(2_000, |at| format!(" + unknown{at}")) + "\n";
    for (source, errors) in [(long, "2000 errors"), ("@\n".repeat(20_000), "20000 errors")] {
        let folder = folder_with("bad.tw", &source);
        let ran = Tw::new().within(folder.path()).args(["check", "bad.tw", "--timeout", PATIENCE]).run();
        assert!(ran.code == 1 && ran.err.contains(errors), "{errors}: {:.300} {:.300}", ran.out, ran.err);
    }
}

/// Whether no row of a table has a number is looked at once, and not once for each row.
#[test]
fn rows_without_numbers_are_looked_through_once() {
    let rows = each(60_000, |at| format!("| k{at} | b |\n"));
    let folder = folder_with("bad.tw", &format!("table t\n| d6 | x |\n|--|--|\n{rows}"));
    let ran = Tw::new().within(folder.path()).args(["check", "bad.tw", "--timeout", PATIENCE]).run();
    assert!(
        ran.code == 1 && ran.err.contains("no row of `t` has a number"),
        "{:.300} {:.300}",
        ran.out,
        ran.err
    );
}

/// Each of these took time by the square of how many there are: each field's bounds looked for the field before it,
/// each table's dice were worked out from the first table on, each slip was compared with all names, and each change
/// of a list told all that is in it.
#[test]
fn what_leads_to_what_stands_before_it_costs_no_more_for_how_much_that_is() {
    const MANY: usize = 2_000;
    let fields = each(3 * MANY, |at| format!("  f{at}: 0..f{} = f{}\n", at - 1, at - 1));
    let sheet = format!("sheet hero\n  f0: number = 5\n{fields}end sheet\nroster heroes of hero\n");
    let rolled = |at: usize| format!("table t{at} rolls t{}\n  1-6: {}\nend table\n", at - 1, at % 6 + 1);
    let tables = "table t0 rolls d6\n  1-6: 1\nend table\n".to_owned() + &each(500, rolled);
    let rows = each(MANY, |at| format!("| word{at} | r{at} |\n"));
    let chart = format!("chart c\n| k | a |\n|---|---|\n{rows}\n");
    let slips = chart.clone() + &each(MANY, |at| format!("c[\"ward{at}\"].a\n"));
    let looked_up = chart + &each(MANY, |at| format!("c[\"word{at}\"].a\n"));
    let kept = "keep xs = [i for i in 1..4000]\nprocedure p\n  repeat 1000 times\n    add 1 to xs\n  end repeat\n\
                end procedure\ndo p\ncount(xs)\n";
    let tagged = each(MANY, |at| format!("table t{at} tags \"x\"\n- a{at}\n- b{at}\n\n"));
    let timers = "keep c = 0\n".to_owned()
        + &each(MANY, |at| format!("timer t{at} = 1 hour\n  c += 1\nend timer\n"))
        + "advance 1 hour\nc\n";
    let cases: [(&str, &[&str], i32); 7] = [
        (&sheet, &["check", "many.tw"], 0),
        (&tables, &["check", "many.tw"], 0),
        (&slips, &["check", "many.tw"], 1),
        (&looked_up, &["check", "many.tw"], 0),
        (kept, &["run", "many.tw"], 0),
        (&tagged, &["odds", "tagged(\"x\")", "-f", "many.tw"], 0),
        (&timers, &["run", "many.tw"], 0),
    ];
    for (source, args, code) in cases {
        let folder = folder_with("many.tw", source);
        let args = args.iter().copied().chain(["--timeout", PATIENCE]);
        let ran = Tw::new().within(folder.path()).args(args).run();
        assert_eq!(ran.code, code, "{:.100}: {:.300} {:.300}", source, ran.out, ran.err);
    }
}

/// Each of these took many times as long as it may here: every change of a row, every line that names a member of the
/// party, every moment at which something is due and every condition looked at all that there is of its kind.
#[test]
fn what_is_one_of_thousands_is_found_without_a_look_at_the_others() {
    const MANY: usize = 6_000;
    const SOON: &str = "12";
    let rows = each(MANY, |at| format!("| {at} | r{at} | {at} |\n"));
    let changes = each(MANY, |at| format!("change t row {at} b: {}\n", at + 1));
    let changed = format!("chart t\n| n | a | b |\n|---|---|---|\n{rows}\n{changes}");
    let heroes = each(MANY, |at| format!("| h{at} | 5 |\n"));
    let hits = each(MANY, |at| format!("h{at}.hp -= 1\n"));
    let party =
        format!("sheet hero\n  hp: number\nend sheet\nparty\n| name | hp |\n|---|---|\n{heroes}\n{hits}");
    let everys = "keep c = 0\n".to_owned() + &each(MANY, |_| "every 5 minutes c += 1\n".to_owned());
    let shown = each(MANY, |at| format!("  say \"{{d{}}}\"\n  if 3d{at} == 2 then say \"{at}\"\n", at + 4));
    let policies = each(MANY, |at| format!("policy a = 2 when k == {at}\n"));
    let asks = "procedure p\n  ask a: \"how?\" 1..12 default 1\n  k += a\nend procedure\n";
    let cases: [(&str, &str); 5] = [
        (&changed, "check"),
        (&party, "run"),
        (&(everys + "advance 10 minutes\nc\n"), "run"),
        (&format!("procedure p\n{shown}end procedure\n"), "check"),
        (&format!("keep k = 0\n{asks}{policies}k\n"), "run"),
    ];
    for (source, command) in cases {
        let folder = folder_with("many.tw", source);
        let ran = Tw::new().within(folder.path()).args([command, "many.tw", "-q", "--timeout", SOON]).run();
        assert_eq!(ran.code, 0, "{:.100}: {:.300} {:.300}", source, ran.out, ran.err);
    }
}

/// Whoever draws all of a deck, card by card, looks through it each time, and is charged for that.
#[test]
fn drawing_a_large_deck_to_its_end_is_counted_as_steps() {
    let deck = each(30_000, |at| format!("- card {at}\n"));
    for (kind, draw) in [("deck", "c"), ("table", "draw(c)")] {
        let folder =
            folder_with("many.tw", &format!("{kind} c\n{deck}\nrepeat 30000 times\n  {draw}\nend\n"));
        // So many steps are more than there are draws, and less than they take.
        let args = ["run", "many.tw", "-q", "--limit", "steps=1000000", "--timeout", PATIENCE];
        let ran = Tw::new().within(folder.path()).args(args).run();
        assert!(ran.code == 4 && ran.err.contains("TW0812"), "{:.300} {:.300}", ran.out, ran.err);
    }
}

/// Whether a condition already held for one of a roster is found without a look at the others.
#[test]
fn conditions_of_many_are_known_one_by_one() {
    let rules = "sheet v\n  hp = 1\nend\nroster vs of v\nwhen x.hp is 0 for x in vs\n  gone += 1\nend\nkeep gone = 0\n";
    let source = format!(
        "{rules}repeat 12000 times\n  add v(name=\"a\") to vs\nend\nfor x in vs\n  x.hp -= 1\nend\n\
         for x in vs\n  x.hp += 1\nend\nsay \"{{gone}}\"\n"
    );
    let folder = folder_with("many.tw", &source);
    let ran = Tw::new().within(folder.path()).args(["run", "many.tw", "-q", "--timeout", "30"]).run();
    assert!(ran.code == 0 && ran.out.ends_with("12000\n"), "{:.300} {:.300}", ran.out, ran.err);
}

/// Each of these took time by the square of how many there are: the units that are known were put in order for each
/// unknown one, the text was searched for each name that is none, the modules in use for each further one, the dice that
/// are known for each further die, and a note was taken apart for each report on it.
#[test]
fn what_is_known_is_looked_up_and_not_looked_through() {
    let circle = each(8_000, |at| format!("unit u{at} = 2 u{}\n", at - 1)) + "unit u0 = 2 u8000\n";
    let dice = (2..100_000).map(|sides| format!("d{sides}")).collect::<Vec<_>>().join("+");
    let aliases = |name: &str, many: usize| each(many, |at| format!("use dungeon_turn as {name}{at}\n"));
    let fences = "```tw\n".repeat(20_000);
    let cases: [(&str, &str, &[&str], i32); 5] = [
        ("many.tw", &circle, &["check"], 1),
        ("many.tw", &aliases("d", 10_000), &["fmt", "--check"], 1),
        ("many.tw", &aliases("mm", 30_000), &["check"], 0),
        ("many.tw", &dice, &["run"], 0),
        ("many.md", &fences, &["doc"], 0),
    ];
    for (name, source, args, code) in cases {
        let folder = folder_with(name, source);
        let args = args.iter().copied().chain([name, "--timeout", "30"]);
        let ran = Tw::new().within(folder.path()).args(args).run();
        assert_eq!(ran.code, code, "{:.100}: {:.300} {:.300}", source, ran.out, ran.err);
    }
}
