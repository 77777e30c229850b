//! What leaves as a table of another program and comes back has the odds that it had, row for row, exactly, or
//! a note names the row.

use std::path::Path;

use super::support::shipped::{exact, loaded, sources};
use crate::interop::{Carried, Form, TableSet, export, import_file};
use crate::modules::{Origin, SourceText};
use crate::session::odds::Odds;
use crate::session::{RollSeed, Session};

/// The forms that come back, and the name of a file of each.
const FORMS: [(Form, &str); 3] =
    [(Form::Foundry, "back.json"), (Form::Markdown, "back.md"), (Form::Csv, "back.csv")];

/// A session that holds what was imported; tables that a form did not take along are stubs. `None` where it
/// does not hold.
fn session_with(carried: &Carried) -> Option<Session> {
    const ROUNDS: usize = 20;
    let mut text = carried.text.clone();
    for _ in 0..ROUNDS {
        let mut session = Session::new(RollSeed::new(7));
        let origin = Origin::Session("imported".into());
        let source = SourceText { name: "imported".into(), text: text.clone().into(), origin };
        let reports = session.load_text(source);
        let errors: Vec<_> = reports.iter().filter(|report| report.is_error()).collect();
        if errors.is_empty() {
            return Some(session);
        }
        // Other tables that a cell rolls on are not there.
        let mut missing: Vec<&str> = errors
            .iter()
            .filter(|report| report.code == "TW0301")
            .filter_map(|report| report.message.split('`').nth(1))
            .collect();
        missing.sort_unstable();
        missing.dedup();
        if missing.is_empty() {
            return None;
        }
        for name in missing {
            // What is called with something is a function.
            let stand_in = if carried.text.contains(&format!("{name}(")) {
                format!("\nfn {name}(a = 0, b = 0, c = 0) = 0\n")
            } else {
                format!("\ntable {name}\n- a stand-in\n- another\n")
            };
            text.push_str(&stand_in);
        }
    }
    None
}

/// The names of the tables in a source, in order.
fn tables_in(text: &str) -> Vec<&str> {
    let heads = text
        .lines()
        .filter(|line| ["table ", "deck ", "each ", "chart "].iter().any(|word| line.starts_with(word)));
    heads.filter_map(|line| line.split(' ').nth(1)).collect()
}

/// How likely each row of a table is; of neighbours that came of one row, together.
fn odds_of_rows(session: &mut Session, name: &str, parts: &[usize]) -> Option<Vec<String>> {
    let odds = session.row_odds(name)?;
    let mut rows = odds.chances.iter();
    let mut all = Vec::new();
    for count in parts {
        let mut sum = crate::dist::Prob::ZERO;
        for _ in 0..*count {
            sum = sum.add(rows.next()?);
        }
        all.push(sum.to_string());
    }
    rows.next().is_none().then_some(all)
}

/// What a table's export and its import have to say for themselves.
struct Judged {
    held: usize,
    named: usize,
    faults: Vec<String>,
}

impl Judged {
    /// Holds every row of a table, as it was and as it is.
    fn hold(
        &mut self,
        what: &str,
        set: &TableSet,
        place: usize,
        was: &[String],
        is: Option<&[String]>,
        lost: &[String],
    ) {
        let table = set.sheets().nth(place).expect("a table");
        for (at, row) in table.rows.iter().enumerate() {
            if is.is_some_and(|is| is.get(at) == was.get(at)) {
                self.held += 1;
            } else if lost.iter().any(|note| names(note, &table.name, &row.shown())) {
                self.named += 1;
            } else {
                let is = is.and_then(|is| is.get(at));
                self.faults.push(format!("{what}, {}: {:?} became {is:?}", row.shown(), was.get(at)));
            }
        }
    }
}

/// Whether a note is about a row of a table.
fn names(note: &str, table: &str, row: &str) -> bool {
    let ends = |at: usize| {
        let after = note.get(at + row.len()..).unwrap_or("");
        after.is_empty() || after.starts_with([',', ' ', ':'])
    };
    note.contains(&format!("`{table}`")) && note.match_indices(row).any(|(at, _)| ends(at))
}

#[test]
fn what_goes_out_and_comes_back_has_the_odds_it_had() {
    let mut judged = Judged { held: 0, named: 0, faults: Vec::new() };
    let mut same = 0;
    for path in sources() {
        let mut session = loaded(&path, 50_000);
        let program = session.program().clone();
        let own = program.tables.iter().filter(|table| program.started.contains(&table.def.module));
        for table in own.filter(|table| table.stub.is_none()) {
            let Some(set) = TableSet::of(&mut session, &table.def.name) else {
                judged.faults.push(format!("{}: there is no such table", table.def.name));
                continue;
            };
            let was = exact(&mut session, &table.def.name);
            for (form, file) in FORMS {
                same += usize::from(one_way(&mut session, &set, form, file, was.as_ref(), &mut judged));
            }
        }
    }
    println!(
        "{} rows held, {} are named by notes, {same} tables are the same in all",
        judged.held, judged.named
    );
    assert!(judged.faults.is_empty(), "{} faults:\n{}", judged.faults.len(), judged.faults.join("\n"));
    assert!(judged.held >= 400, "only {} rows came back", judged.held);
    assert!(same >= 50, "only {same} tables came back whole");
}

/// Sends a set out in a form and back in; whether nothing at all was lost.
fn one_way(
    session: &mut Session,
    set: &TableSet,
    form: Form,
    file: &str,
    was: Option<&Odds>,
    judged: &mut Judged,
) -> bool {
    let out = export(set, form);
    let back = import_file(Path::new(file), &out.text);
    let back = back.unwrap_or_else(|_| Carried { text: String::new(), lost: Vec::new() });
    let lost: Vec<String> = out.lost.iter().chain(&back.lost).cloned().collect();
    let mut other = session_with(&back);
    let names = tables_in(&back.text);
    let count = if form == Form::Foundry { set.sheets().count() } else { 1 };
    for place in 0..count {
        let sheet = set.sheets().nth(place).expect("a table");
        let what = format!("{} as {form:?}", sheet.name);
        let one_each = vec![1; sheet.rows.len()];
        let Some(before) = odds_before(session, set, place, &one_each) else { continue };
        let parts = if form == Form::Foundry { set.results(place) } else { one_each };
        let after =
            other.as_mut().zip(names.get(place)).and_then(|(other, name)| odds_of_rows(other, name, &parts));
        judged.hold(&what, set, place, &before, after.as_deref(), &lost);
    }
    let (Some(was), Some(mut other), true) = (was, other, lost.is_empty()) else { return false };
    let Some(is) = names.first().and_then(|name| exact(&mut other, name)) else { return false };
    if chances(&is) != chances(was) {
        judged.faults.push(format!("{} as {form:?} says something else:\n{}", set.sheet().name, back.text));
    }
    true
}

/// The odds of a table's rows where it is; a table of another module under its full name.
fn odds_before(session: &mut Session, set: &TableSet, place: usize, parts: &[usize]) -> Option<Vec<String>> {
    set.odds(place)
        .map(|odds| odds.chances.iter().map(ToString::to_string).collect())
        .or_else(|| odds_of_rows(session, &set.sheets().nth(place)?.name, parts))
}

/// How likely the outcomes are, the least likely first.
fn chances(odds: &Odds) -> Vec<String> {
    let mut all: Vec<_> = odds.outcomes().map(|outcome| (outcome.p(), outcome.exact())).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.iter().map(|(_, exact)| exact.as_ref().map_or_else(String::new, ToString::to_string)).collect()
}

/// What strangers may write; none of it may do anything but be shown.
const STRANGE: [&str; 30] = [
    "{d6}",
    "\\{d6}",
    "\\\\{d6}",
    "{goods",
    "goods}",
    "=> say \"x\"",
    "mud => hp -= 1",
    "3x crows",
    "when yes: x",
    "# a comment",
    "\"quoted\"",
    "\"half",
    "a | b",
    "---",
    "| --- |",
    "- x",
    "1-3: x",
    "2d6",
    "d20 + 3",
    "(2d6 * 10)",
    "d{1..3}",
    "**bold** rest",
    "nothing",
    "end table",
    "table x",
    "```",
    "use dungeon_turn",
    "a\\",
    "[[/x 2d6]]",
    "{{d6}}",
];

#[test]
fn texts_of_strangers_are_shown_and_nothing_else() {
    for strange in STRANGE {
        let json = serde_json::json!({
            "name": strange, "description": strange, "formula": "1d2",
            "results": [{"text": strange, "range": [1, 1]}, {"text": "mud", "range": [2, 2]}],
        });
        let deck = serde_json::json!({
            "name": strange, "formula": strange, "replacement": false,
            "results": [{"name": strange, "description": strange, "range": [1, 1]}, {"text": "mud", "range": [2, 4]}],
        });
        let oracle = serde_json::json!({"datasworn_version": "0.1.0", "oracles": {"x": {
            "name": strange, "rows": [{"min": 1, "max": 1, "text": strange}, {"min": 2, "max": 2, "text": "mud"}],
        }}});
        let list = format!("1. mud\n2. {strange}\n");
        let bullets = format!("- mud\n- {strange}\n");
        for (file, text) in [
            ("x.json", json.to_string()),
            ("x.json", deck.to_string()),
            ("x.json", oracle.to_string()),
            ("x.txt", list),
            ("x.txt", bullets),
        ] {
            let carried =
                import_file(Path::new(file), &text).unwrap_or_else(|why| panic!("{strange}: {why}"));
            let session = session_with(&carried).unwrap_or_else(|| panic!("{strange}:\n{}", carried.text));
            let program = session.program();
            assert_eq!(
                (program.tables.len(), program.main.block.stmts.len()),
                (1, 0),
                "{strange}:\n{}",
                carried.text
            );
            let table = program.tables.first().expect("a table");
            assert_eq!(table.rows.len(), 2, "{strange}:\n{}", carried.text);
            for cell in table.rows.iter().flat_map(|row| &row.cells) {
                let inert = matches!(cell.kind, crate::check::program::ExprKind::Literal(_));
                assert!(inert, "{strange}: {:?}\n{}", cell.kind, carried.text);
            }
            assert!(table.rows.iter().all(|row| row.effects.is_none() && row.guard.is_none()), "{strange}");
        }
    }
}
