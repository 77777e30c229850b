//! Wrong lines tried by hand, each with its report. Each report says what to do instead, and each change that
//! it offers is taken when it is typed.

use super::support::cases;
use std::fmt::Write as _;

use crate::diag::Diagnostic;
use crate::session::{RollSeed, Session};

const DEFINED: &[&str] = &[
    "table abbey\n| d8 | Name |\n|---|---|\n| 1-3 | Monk |\n| 4-7 | Rat |\n| 8 | Ghost |\n",
    "table gap rolls d6\n  1-6: hole\nend table",
    "option rate = 2",
];

fn session() -> Session {
    let mut session = Session::new(RollSeed::new(7));
    for text in DEFINED {
        assert!(session.submit(text).is_done(), "{text}");
    }
    session
}

/// A line with a change made in it.
fn mended(line: &str, fix: &crate::diag::Fix) -> String {
    let mut text = line.to_owned();
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    for edit in edits {
        text.replace_range(edit.span.range(), &edit.text);
    }
    text
}

/// What is told about a line, with what each change makes of it.
fn told(line: &str) -> String {
    let mut session = session();
    let reply = session.submit(line);
    let mut out = String::new();
    let reports: Vec<&Diagnostic> = reply.reports.iter().collect();
    if reports.is_empty() {
        return "    taken\n".to_owned();
    }
    for report in reports {
        let _ = writeln!(out, "    {} {}", report.code, report.message);
        if !report.primary.text.is_empty() {
            let _ = writeln!(out, "      {}", report.primary.text);
        }
        for text in &report.help {
            let _ = writeln!(out, "      help: {text}");
        }
        for fix in &report.fixes {
            let text = mended(line, fix);
            let _ = writeln!(out, "      fix: {}", text.replace('\n', "\\n"));
            let mut session = self::session();
            let reply = session.submit(&text);
            let again = reply.reports.iter().find(|report| report.is_error());
            // Where a line has two faults, mending one leaves the other.
            let same = again.filter(|again| again.message == report.message);
            if let Some(same) = same {
                let _ = writeln!(out, "      FAULT: the same again: {}", same.message);
            }
        }
        let helps = !report.help.is_empty() || !report.fixes.is_empty() || !report.primary.text.is_empty();
        if !helps && report.labels.is_empty() {
            out.push_str("      FAULT: no word of what to type instead\n");
        }
    }
    out
}

#[test]
fn every_report_says_what_to_type_instead() {
    let faults = std::cell::Cell::new(0);
    cases::each_case("wrong", "txt", |_, input| {
        let mut out = String::new();
        for line in input.lines() {
            let _ = write!(out, "{line}\n{}", told(&line.replace("\\n", "\n")));
        }
        faults.set(faults.get() + out.matches("FAULT").count());
        out
    });
    assert_eq!(faults.get(), 0, "see the lines with FAULT");
}
