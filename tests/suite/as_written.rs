//! Rows are listed as they are written where odds are shown, and are asked for by their names.

use crate::support::cases::folder_with;
use crate::support::program::{Ran, Tw};

const OMENS: &str = "table omen\n| d6 | Omen |\n|---|---|\n| 1-2 | {d4} wolves |\n\
    | 3 | {sign} and {sign} |\n| 4 | {sign} and {d4} |\n| 5 | **Rain**, for {d6} days |\n| 6 | a raven |\n\n\
    table sign\n- fire\n- 2x ash\n";

fn ran(args: &[&str], typed: &str) -> Ran {
    let folder = folder_with("omen.tw", OMENS);
    Tw::new().args(args.iter().copied()).within(folder.path()).stdin(typed).run()
}

const WRITTEN: [&str; 5] = ["{d4} wolves", "{sign} and {sign}", "{sign} and {d4}", "Rain", "a raven"];

#[test]
fn odds_list_rows_as_they_are_written() {
    let listed = |ran: &Ran| {
        let names =
            ran.out.lines().skip(1).filter_map(|line| line.split("  ").find(|part| !part.trim().is_empty()));
        names.map(|name| name.trim().to_owned()).collect::<Vec<_>>()
    };
    let session = ran(&["repl", "omen.tw", "--seed", "1", "-q"], "odds omen\n");
    let shown: Vec<&str> =
        session.out.trim().split(", ").filter_map(|row| Some(row.split_once(": ")?.0)).collect();
    assert_eq!(
        shown,
        ["{d4} wolves", "{sign} and {sign}", "{sign} and {d4}", "Rain", "a raven"],
        "{session:?}"
    );
    let sampled = ran(&["odds", "omen", "-f", "omen.tw", "--samples", "2000", "--seed", "1", "-q"], "");
    assert_eq!(listed(&sampled), WRITTEN, "{sampled:?}");
    let json = ran(&["odds", "omen", "-f", "omen.tw", "--json"], "");
    let odds: serde_json::Value = serde_json::from_str(json.out.trim()).expect("JSON");
    let names = |of: &str, name: fn(&serde_json::Value) -> &serde_json::Value| {
        let rows = odds[of].as_array().expect("rows").iter();
        rows.map(|row| name(row).as_str().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("rows", |row| &row["name"]), WRITTEN, "{json:?}");
    assert_eq!(names("outcomes", |row| &row["value"]["omen"]), WRITTEN, "{json:?}");
}

/// The name of a row is what it was; who writes it as it is listed is told.
#[test]
fn rows_are_asked_for_by_name() {
    for (asked, answer) in [
        ("chance(omen is wolves)", "1/3"),
        ("chance(omen is \"a raven\")", "1/6"),
        ("chance(omen is rain)", "1/6"),
        ("chance omen is a raven", "1/6"),
        ("odds omen where it is wolves", "{d4} wolves: 1\n"),
    ] {
        let ran = ran(&["repl", "omen.tw", "--seed", "1", "-q"], &format!("{asked}\n"));
        assert!(ran.out.contains(answer), "{asked}: {ran:?}");
    }
    for (asked, fix, answer) in [
        ("odds omen is {d4} wolves", "write \"wolves\"", "33.33%"),
        ("odds omen is \"{d4} wolves\"", "write \"wolves\"", "33.33%"),
        ("odds omen where omen is wolves", "ask the row itself: `it is wolves`", "{d4} wolves"),
    ] {
        let told = ran(&["repl", "omen.tw", "--seed", "1"], &format!("{asked}\n"));
        assert!(told.err.contains(fix), "{asked}: {told:?}");
        let fixed = ran(&["repl", "omen.tw", "--seed", "1", "--save", "camp"], &format!("{asked}\n:fix\n"));
        assert!(fixed.out.contains(answer), "{asked}: {fixed:?}");
    }
}
