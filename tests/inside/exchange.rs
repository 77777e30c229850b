//! What leaves as a table of another program and comes back has the odds that it had, row for row, or it
//! is said what was lost.

#[allow(dead_code, reason = "a part of it is used")]
use super::support::shipped::{exact, loaded, sources};
use crate::interop::{
    Carried, Form, ImportError, Sheet, export, import_csv, import_foundry, import_markdown,
};
use crate::modules::{Origin, SourceText};
use crate::session::odds::Odds;
use crate::session::{RollSeed, Session};

/// How likely the rows are, the least likely first.
fn chances(odds: &Odds) -> Vec<String> {
    let mut all: Vec<_> = odds.outcomes.iter().map(|outcome| (outcome.p, odds.exact(outcome))).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.iter().map(|(_, exact)| exact.as_ref().map_or_else(String::new, ToString::to_string)).collect()
}

/// A session that holds what was imported, and the name of its table.
fn session_with(carried: &Carried) -> (Session, String) {
    let mut session = Session::new(RollSeed::new(7));
    let origin = Origin::Session("imported".into());
    let source = SourceText { name: "imported".into(), text: carried.text.clone().into(), origin };
    let reports = session.load_text(source);
    let errors: Vec<_> = reports.iter().filter(|report| report.is_error()).collect();
    // Other tables that a cell rolls on are not there.
    let foreign = errors.iter().all(|report| report.code == "TW0301");
    assert!(foreign, "{}\n{errors:?}", carried.text);
    let head = carried.text.lines().find(|line| line.starts_with("table ") || line.starts_with("deck "));
    let name = head.and_then(|line| line.split(' ').nth(1)).expect("a table").to_owned();
    let name = if errors.is_empty() { name } else { String::new() };
    (session, name)
}

type Import = fn(&str) -> Result<Carried, ImportError>;

#[test]
fn what_goes_out_and_comes_back_has_the_odds_it_had() {
    let ways: [(Form, Import); 3] = [
        (Form::Foundry, import_foundry),
        (Form::Markdown, import_markdown),
        (Form::Csv, |text| import_csv(text, "back")),
    ];
    let mut held = 0;
    for path in sources() {
        let mut session = loaded(&path, 50_000);
        let program = session.program().clone();
        for table in &program.tables {
            if !program.started.contains(&table.def.module)
                || table.stub.is_some()
                || !table.params.is_empty()
            {
                continue;
            }
            let (sheet, lost) = Sheet::of(table, session.sources());
            let Some(was) = exact(&mut session, &table.def.name) else { continue };
            for (form, import) in ways {
                let out = export(&sheet, form, lost.clone());
                let Ok(back) = import(&out.text) else {
                    panic!("{}: {form:?} does not come back:\n{}", table.def.name, out.text)
                };
                if !out.lost.is_empty() || !back.lost.is_empty() {
                    continue;
                }
                let (mut other, name) = session_with(&back);
                let Some(is) = exact(&mut other, &name) else { continue };
                assert_eq!(chances(&is), chances(&was), "{} as {form:?}:\n{}", table.def.name, back.text);
                held += 1;
            }
        }
    }
    assert!(held >= 50, "only {held} tables came back");
}
