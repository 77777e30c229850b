//! Odds of several things on one screen: series with names, sweeps, fields of a record, quantities.

use crate::support::cases::folder_with;
use crate::support::program::Tw;

fn odds(args: &[&str]) -> String {
    let ran = Tw::new().args(["odds", "--width", "80"]).args(args.iter().copied()).run();
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.out
}

#[test]
fn a_sweep_has_a_row_for_each_value() {
    let out = odds(&["d20 + 5 >= ac for ac in 10..12"]);
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(rows.len(), 5, "{out}");
    assert!(rows[2].contains("10  80.00%    4/5") && rows[4].contains("12  70.00%   7/10"), "{out}");
    let out = odds(&["2d6 + n for n in [1, 3]", "--at-least", "9"]);
    assert!(out.contains("at least 9") && out.contains("41.67%") && out.contains("72.22%"), "{out}");
    let json = odds(&["d20 >= n for n in 2..3", "--json"]);
    assert!(json.lines().count() == 2 && json.contains("\"name\":\"3\""), "{json}");
}

#[test]
fn series_have_names_and_share_a_plot() {
    let out = odds(&["fighter = 2d6+3, wizard = 3d4", "--at-least", "9"]);
    assert!(out.contains("fighter  mean 10") && out.contains("wizard  mean 7.5"), "{out}");
    assert!(out.contains("P(fighter ≥ 9) = 13/18") && out.contains("P(wizard ≥ 9)"), "{out}");
    for format in ["svg", "html"] {
        let out = odds(&["a = 2d6", "b = 3d4", "--format", format]);
        let plots = if format == "svg" { out.matches("<svg").count() } else { 1 };
        assert!(plots == 1 && out.contains("a · mean 7") && out.contains("b · mean 7.5"), "{out}");
    }
}

#[test]
fn a_record_is_shown_field_by_field() {
    let out = odds(&["check(d20 + 5, 15)"]);
    assert!(out.lines().count() <= 24, "{out}");
    for line in ["total  mean 15.5", "dc 15", "success", "yes  55.00%", "natural  mean 10.5"] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let out = odds(&["dungeon_turn.delve(6)"]);
    assert!(out.contains("met  mean 1") && out.contains("exhausted  19.62%"), "{out}");
}

/// All parts together are too many cases; each by itself is not.
#[test]
fn parts_that_are_few_by_themselves_are_exact() {
    let delve = ["-f", "benches/side_by_side/delve.tw"];
    for question in ["delve(24)", "odds delve(24)", "delve(n) where n = 24"] {
        let out = odds(&[&[question, "--exact"][..], &delve].concat());
        for line in ["met  mean 4, sd 1.8257", "fights  mean 1.1111 (10/9)", "wounds  mean", "spares  mean"] {
            assert!(out.contains(line), "{question}: {line}: {out}");
        }
        assert!(!out.contains("samples"), "{question}: {out}");
    }
    let given = odds(&[&["delve(24) given d6 > 3"][..], &delve].concat());
    assert!(given.contains("met  mean 4, sd 1.8257"), "{given}");
}

/// Amounts in a unit are numbers, however many they may be: what two of them come to, and which is more.
#[test]
fn amounts_in_a_unit_are_worked_out_as_numbers_are() {
    let folder = folder_with("unit.tw", "unit gp\n");
    let odds = |question: &str| {
        let args = ["odds", question, "-f", "unit.tw", "--exact", "--json"];
        let ran = Tw::new().within(folder.path()).args(args).run();
        assert_eq!(ran.code, 0, "{question}: {}", ran.err);
        let all: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        let exact = |outcome: &serde_json::Value| outcome["exact"].clone();
        all["outcomes"].as_array().expect("outcomes").iter().map(exact).collect::<Vec<_>>()
    };
    for with in ["chance(@ > @)", "chance(a <= b where a = @, b = @)", "@ + @", "@ - @", "adv @"] {
        let (plain, amounts) = (with.replace('@', "(300d6)"), with.replace('@', "((300d6) gp)"));
        assert!(odds(&plain) == odds(&amounts), "{amounts}");
    }
}

#[test]
fn quantities_have_a_mean_and_ends() {
    let out = odds(&["2d6 minutes", "--at-least", "7"]);
    assert!(out.contains("mean 7 minutes, sd 2.4152 minutes") && out.contains("≥ 7) = 7/12"), "{out}");
    // A yes is read against all cases.
    let yes = odds(&["d20 >= 11"]);
    let widths: Vec<usize> = yes.lines().map(|line| line.matches('█').count()).collect();
    assert_eq!(widths, [0, 30, 30], "{yes}");
}

#[test]
fn each_row_tells_of_that_or_more_for_all_of_them() {
    let out = odds(&["a = 2d6", "b = 3d4", "--or-more"]);
    let row =
        |text: &str| out.lines().find(|line| line.trim_start().starts_with(text)).expect("a row").to_owned();
    assert!(row("7 or more").contains("58.33%") && row("7 or more").contains("68.75%"), "{out}");
    assert!(row("3 or more").contains("97.22%") && row("3 or more").contains("100%"), "{out}");
    let out = odds(&["2d6", "--or-less"]);
    assert!(out.contains("4 or less   16.67%") && out.starts_with("2d6  mean 7"), "{out}");
    let out = odds(&["a = 2d6", "b = 3d4", "--format", "table"]);
    let row = out.lines().find(|line| line.trim_start().starts_with("7 ")).expect("a row");
    let figures: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(figures, ["7", "16.67%", "58.33%", "58.33%", "18.75%", "50.00%", "68.75%"], "{out}");
    // A page has the curves of all in one plot.
    let page = odds(&["a = 2d6", "b = 3d4", "--format", "html"]);
    assert_eq!((page.matches("<svg").count(), page.matches("<polyline").count()), (2, 2), "{page}");
    let drawn = odds(&["a = 2d6", "b = 3d4", "--or-more", "--format", "svg"]);
    assert_eq!((drawn.matches("<svg").count(), drawn.matches("<polyline").count()), (1, 2), "{drawn}");
}
