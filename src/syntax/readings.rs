//! What is offered for lines from elsewhere can be read: where a reading has a mistake of its own, the fixes of
//! that are offered instead.

use super::brought;
use super::parsed::{Parsed, Verdict};
use super::words;
use crate::diag::codes::syntax::BROUGHT;
use crate::diag::{Certainty, Diagnostic, Edit, Fix, edited};

/// Holds the fixes of reports on such lines against how they are read.
pub(super) fn keep_readable(reports: &mut [Diagnostic], read: impl Fn(&str) -> Parsed) {
    for report in reports.iter_mut().filter(|report| report.code == BROUGHT.id && report.is_error()) {
        for fix in std::mem::take(&mut report.fixes) {
            let mistake = match fix.edits.as_slice() {
                [edit] => mistake_of(&edit.text, &read).map(|mistake| (edit.clone(), mistake)),
                _ => None,
            };
            match mistake {
                Some((edit, mistake)) => add_fixes_of(report, &mistake, &edit),
                None => report.fixes.push(fix),
            }
        }
    }
}

/// What is wrong with a reading, where it cannot be read as it stands.
fn mistake_of(text: &str, read: &impl Fn(&str) -> Parsed) -> Option<Diagnostic> {
    // A reading that is itself from elsewhere is read further when it is typed.
    if brought::translate(text).is_some() {
        return None;
    }
    // A field stands in a sheet.
    let head = text.split_once(" = ").and_then(|(head, _)| head.split_once(": "));
    if head.is_some_and(|(name, kind)| words::is_name(name) && words::is_name(kind)) {
        return None;
    }
    // An end closes what stands above it.
    if text == "end" || text.starts_with("end ") {
        return None;
    }
    // A branch is read without its `if`; what would mend its condition stands elsewhere then.
    let branch = text.strip_prefix("else").map(str::trim_start);
    let read = read(branch.unwrap_or(text));
    let broken = read.verdict == Verdict::Broken;
    let mut mistake = read.diagnostics.into_iter().find(|report| broken && report.is_error())?;
    if branch.is_some() {
        mistake.fixes.clear();
    }
    Some(mistake)
}

/// The fixes of a mistake in a reading, each as the whole line to type.
fn add_fixes_of(report: &mut Diagnostic, mistake: &Diagnostic, reading: &Edit) {
    for fix in &mistake.fixes {
        let Some(line) = edited(&reading.text, fix.edits.iter().collect()) else { continue };
        let meaning = fix.title.split(": `").next().unwrap_or("").to_owned();
        let meaning = if meaning.starts_with("write `") { "write".to_owned() } else { meaning };
        let link = if meaning == "write" { " " } else { ": " };
        let title = format!("{meaning}{link}`{line}`");
        report.fixes.push(Fix {
            title,
            edits: vec![Edit { span: reading.span, text: line }],
            certainty: Certainty::Likely,
        });
    }
    if mistake.fixes.is_empty() {
        report.help.push(format!("read as `{}`: {}", reading.text.trim(), mistake.message));
    }
}
