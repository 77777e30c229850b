//! What would take more than there may be is refused before it is begun, or done in another way, and whatever else
//! was there stays.

use serde_json::Value;

use crate::support::cases::folder_with;
use crate::support::program::{Ran, Tw};

fn each(count: usize, one: impl Fn(usize) -> String) -> String {
    (1..=count).map(one).collect()
}

fn at(text: &str, args: &[&str]) -> Ran {
    let folder = folder_with("x.tw", text);
    Tw::new().within(folder.path()).args(args.iter().copied()).run()
}

/// Dice of a million sides that are looked at one by one: the ways on from each face filled all memory before a
/// hundredth of them was gone.
#[test]
fn dice_with_very_many_sides_are_sampled() {
    for dice in ["2d1000000 + 2d1000000", "20d1000000kh5", "300d10000!p", "10d1000000r<2"] {
        let ran = Tw::new().args(["odds", dice, "--samples", "300", "--seed", "1", "--json"]).run();
        assert!(ran.code == 0 && ran.out.contains("\"samples\":300"), "{dice}: {:.300} {}", ran.out, ran.err);
    }
    for dice in ["20d1000000!", "5d1000000!!"] {
        let ran = Tw::new().args(["odds", dice, "--exact"]).run();
        assert!(ran.code == 4 && ran.err.contains(dice) && ran.err.contains("TW0814"), "{dice}: {ran:?}");
    }
}

/// A question that needs too much ends by itself, and not the session.
#[test]
fn a_session_outlives_a_question_that_is_too_large() {
    let typed = "let kept = 41\n:odds 2d1000000 + 2d1000000\nkept + 1\n";
    let ran = Tw::new().args(["repl", "--seed", "1"]).stdin(typed).run();
    assert!(ran.code == 0 && ran.out.contains("42"), "{:.300} {}", ran.out, ran.err);
}

/// Of an each-table every row has its own chance: which of them come up together nobody has to list.
#[test]
fn each_tables_are_told_row_by_row() {
    let rows = |count| each(count, |at| format!("| {}% | row {at} |\n", at % 90 + 1));
    let table = |count| format!("each t\n| chance | x |\n|--|--|\n{}", rows(count));
    let many = table(600);
    let ran = at(&many, &["export", "t", "-f", "x.tw", "--to", "csv"]);
    assert!(ran.code == 0 && ran.out.lines().count() == 601, "{:.300} {:.300}", ran.out, ran.err);
    let ran = at(&many, &["odds", "t", "-f", "x.tw"]);
    assert!(ran.code == 0 && ran.out.contains("row 600"), "{:.300} {:.300}", ran.out, ran.err);
    // Whole lists are sampled, and none is begun.
    let lists = ["odds", "t", "-f", "x.tw", "--samples", "20", "--json", "--seed", "1"];
    assert_eq!(at(&table(40), &lists).code, 0);
    let ran = at(&table(40), &["odds", "t", "-f", "x.tw", "--exact", "--json"]);
    assert!(ran.code == 4 && ran.err.contains("TW0814"), "{:.300} {:.300}", ran.out, ran.err);
}

/// What formatting makes of a file has to be read again: where it would be too long, the file stays.
#[test]
fn what_nothing_could_read_is_not_written() {
    let text = "table t\n|d6|x|\n|-|-|\n|1-3|a longer cell|\n|4-6|b|\n";
    let folder = folder_with("x.tw", text);
    let ran = |args: &[&str]| Tw::new().within(folder.path()).args(args.iter().copied()).run();
    let limit = format!("source_bytes={}", text.len());
    let refused = ran(&["fmt", "x.tw", "--limit", &limit]);
    assert!(refused.code == 5 && refused.err.contains("TW0801"), "{refused:?}");
    let left = std::fs::read_to_string(folder.path().join("x.tw")).expect("the file");
    assert_eq!(left, text);
    assert_eq!(ran(&["fmt", "x.tw"]).code, 0);
    std::fs::write(folder.path().join("x.md"), "# T\n\n1. a\n2. b\n3. c\n").expect("written");
    let carried = ran(&["import", "x.md", "--limit", "source_bytes=20"]);
    assert!(carried.code == 0 && carried.err.contains("TW0801"), "{carried:?}");
}

/// A report names some parameters of a function that has thousands, and each slip costs no more for them.
#[test]
fn reports_on_arguments_grow_with_their_number_alone() {
    let text = |count: usize| {
        let params: Vec<String> = (0..count).map(|at| format!("param{at}")).collect();
        let args: Vec<String> = (0..count).map(|at| format!("parma{at} = 1")).collect();
        format!("fn f({}) = 1\nf({})\n", params.join(", "), args.join(", "))
    };
    let said = |count| at(&text(count), &["check", "x.tw", "--format", "json"]).out;
    let (few, many) = (said(300), said(600));
    assert!(many.len() < few.len() * 5 / 2, "{} and {}", few.len(), many.len());
    let longest = many.lines().map(str::len).max().unwrap_or(0);
    assert!(longest < 65_536, "{longest}");
    let reports = many.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count();
    assert_eq!(reports, 601);
}

/// Weights of faces that are small one by one are many together.
#[test]
fn faces_by_weight_are_counted_together() {
    let faces: Vec<String> = (1..4_000).map(|at| format!("{at}:{at}")).collect();
    let ran = at(&format!("say d{{{}}}\n", faces.join(",")), &["check", "x.tw"]);
    assert!(ran.code == 1 && ran.err.contains("faces"), "{:.300} {:.300}", ran.out, ran.err);
}
