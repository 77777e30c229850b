//! Large sources are read and checked: each of these took time in the square of its size once, and would
//! not end here.

use crate::support::cases::folder_with;
use crate::support::program::Tw;

fn checks(text: &str) {
    let folder = folder_with("large.tw", text);
    let ran = Tw::new().within(folder.path()).args(["check", "large.tw"]).run();
    assert_eq!(ran.code, 0, "{}", ran.err.chars().take(400).collect::<String>());
}

fn each(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

#[test]
fn many_tables_each_of_which_rolls_the_next() {
    checks(&format!("{}table t3000\n- end\n", each(3_000, |n| format!("table t{n}\n- {{t{}}}\n\n", n + 1))));
}

#[test]
fn many_parameters_words_and_fields() {
    let names =
        |letter: &str, by: &str| (0..5_000).map(|n| format!("{letter}{n}")).collect::<Vec<_>>().join(by);
    let fields = each(1_000, |n| format!("  f{}: 0..f{n} = 1\n", n + 1));
    checks(&format!(
        "fn f({}) = 1\nladder l: {}\n\nsheet s\n  f0: number\n{fields}end sheet\n",
        names("p", ", "),
        names("w", " > ")
    ));
}

#[test]
fn a_list_grows_to_its_limit_and_a_roster_by_thousands() {
    let foes = each(300, |_| "add foe(name = \"x\") to foes\n".to_owned());
    let text = format!(
        "let xs = [n * 2 for n in 1..60000]\nsheet foe\n  hp: number = 3\nend sheet\nroster foes of foe\n{foes}\
         say \"{{count(xs)}} {{count(foes)}}\"\n"
    );
    let folder = folder_with("large.tw", &text);
    let ran = Tw::new().within(folder.path()).args(["run", "large.tw", "-q"]).run();
    assert_eq!(ran.out.trim(), "60000 300", "{}", ran.err.chars().take(400).collect::<String>());
}

/// Whether an entry takes no longer after more than a thousand of its like than after some.
fn is_as_fast_later(one: impl Fn(usize) -> String) -> bool {
    const STRETCH: usize = 200;
    const LATER: usize = 8;
    let ratio = || {
        let mut session = tablewright::Session::new(7);
        let mut took = Vec::new();
        for stretch in 0..LATER {
            let begun = std::time::Instant::now();
            for n in 0..STRETCH {
                session.submit(&one(stretch * STRETCH + n)).expect("an entry that can be done");
            }
            took.push(begun.elapsed().as_secs_f64());
        }
        took[LATER - 1] / took[1]
    };
    // Something else may run on the machine: one good try of some is enough.
    (0..5).any(|_| ratio() < 1.8)
}

#[test]
fn an_entry_costs_what_it_adds_not_what_the_session_holds() {
    assert!(is_as_fast_later(|_| "d6".to_owned()));
    assert!(is_as_fast_later(|n| format!("fn f{n}(x) = x + {n}")));
    assert!(is_as_fast_later(|n| format!("let v{n} = d6")));
    assert!(is_as_fast_later(|n| format!("table t{n}\n- a\n- b")));
}

/// What nothing holds of any more is not read again with each definition that takes the place of the last.
#[test]
fn a_definition_that_is_typed_over_and_over_costs_no_more_each_time() {
    assert!(is_as_fast_later(|n| format!("fn f(x) = x + {n}")));
    assert!(is_as_fast_later(|n| format!("table t\n- a{n}\n- b")));
}

/// Who of thousands may be meant is looked through once: each name was compared with all others, twice over.
#[test]
fn a_question_with_a_mistake_is_refused_at_once_beside_a_large_party() {
    let heroes = each(2_000, |n| format!("| h{n} | 5 |\n"));
    let party = format!("sheet hero\n  hp: number\nend sheet\nparty\n| name | hp |\n|---|---|\n{heroes}");
    let folder = folder_with("large.tw", &party);
    let args = ["odds", "nobody(1)", "-f", "large.tw", "--timeout", "8"];
    let ran = Tw::new().within(folder.path()).args(args).run();
    let said: String = ran.err.chars().take(400).collect();
    assert!(ran.code == 1 && said.contains("`nobody` is not defined"), "{} {said}", ran.code);
}

/// A line is looked at for what it is in other programs only where somebody may have typed it.
#[test]
fn long_lines_with_mistakes_are_refused_at_once() {
    for line in [
        "d2s>18 ".repeat(3_000),
        "let z = ".repeat(2_000),
        "adv d20 ".repeat(3_000),
        "roll 2d6 and ".repeat(2_000),
    ] {
        let folder = folder_with("large.tw", &line);
        for command in ["check", "fmt"] {
            let ran = Tw::new().within(folder.path()).args([command, "large.tw", "--timeout", "30"]).run();
            let said: String = ran.err.chars().take(400).collect();
            // Some of them are nested too deep as well.
            assert!(ran.code == 1 || said.contains("TW0805"), "{command}: {} {said}", ran.code);
        }
    }
}

/// In a written state a name that was given again and again has a number each time.
#[test]
fn a_name_that_was_given_thousands_of_times_is_written_at_once() {
    let folder = folder_with("large.tw", &"let a = 1\n".repeat(40_000));
    let ran = Tw::new().within(folder.path()).args(["run", "large.tw", "--export-state", "state.json"]).run();
    assert_eq!(ran.code, 0, "{}", ran.err.chars().take(400).collect::<String>());
    let state = std::fs::read_to_string(folder.path().join("state.json")).expect("a state");
    assert!(state.contains("\"large.a#40000\""));
}
