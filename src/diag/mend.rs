//! Applies the fixes of reports to the text they are about.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::{Certainty, Diagnostic, Edit, Fix};
use crate::base::SourceId;

/// A text after one round of fixes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mended {
    /// The text.
    pub text: String,
    /// The titles of the fixes that were made.
    pub made: Vec<String>,
}

/// Applies every fix to a source that is the only one of its report and touches no fix before it. What
/// overlaps is left for another round, when the text has been checked again; where a report offers several
/// fixes, a person has to choose.
pub(crate) fn mend(source: SourceId, text: &str, reports: &[Diagnostic]) -> Mended {
    made(source, text, reports.iter().filter_map(only_fix))
}

/// The same where a text may only become one that `keeps` what it has: where all fixes together do not, each is
/// tried beside those that do.
pub(crate) fn mend_keeping(
    source: SourceId,
    text: &str,
    reports: &[Diagnostic],
    keeps: impl Fn(&str) -> bool,
) -> Mended {
    /// So many are tried one by one.
    const TRIED: usize = 64;
    let all = mend(source, text, reports);
    if all.made.is_empty() || keeps(&all.text) {
        return all;
    }
    let mut held: Vec<&Fix> = Vec::new();
    for fix in reports.iter().filter_map(only_fix).take(TRIED) {
        held.push(fix);
        let mended = made(source, text, held.iter().copied());
        if mended.made.len() < held.len() || !keeps(&mended.text) {
            held.pop();
        }
    }
    made(source, text, held.into_iter())
}

fn made<'f>(source: SourceId, text: &str, fixes: impl Iterator<Item = &'f Fix>) -> Mended {
    let mut edits: Vec<Edit> = Vec::new();
    let mut made = Vec::new();
    // What else is wrong in a line may only follow from its first fault.
    let mut lines: FxHashSet<usize> = FxHashSet::default();
    let line_of = |edit: &Edit| {
        text.get(..edit.span.start as usize).map_or(0, |before| before.rfind('\n').map_or(0, |end| end + 1))
    };
    for fix in fixes.filter(|fix| fits(fix, source, text)) {
        let own: Vec<usize> = fix.edits.iter().map(line_of).collect();
        let is_free = own.iter().all(|line| !lines.contains(line));
        if is_free && !fix.edits.iter().any(|edit| edits.iter().any(|other| touch(edit, other))) {
            lines.extend(own);
            edits.extend(fix.edits.iter().cloned());
            made.push(fix.title.clone());
        }
    }
    // What is inserted ends its lines as the text does.
    if text.contains("\r\n") {
        for edit in &mut edits {
            edit.text = edit.text.replace("\r\n", "\n").replace('\n', "\r\n");
        }
    }
    match edited(text, edits.iter().collect()) {
        Some(text) => Mended { text, made },
        None => Mended { text: text.to_owned(), made: Vec::new() },
    }
}

/// The fix of a report that offers one and no other, and that is more than an example.
pub(crate) fn only_fix(report: &Diagnostic) -> Option<&Fix> {
    match report.fixes.as_slice() {
        [only] if only.certainty != Certainty::Example => Some(only),
        _ => None,
    }
}

/// A text with these edits, in any order; `None` where one is not in the text or overlaps another.
pub(crate) fn edited(text: &str, mut edits: Vec<&Edit>) -> Option<String> {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    edits.dedup();
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        made.push_str(text.get(at..edit.span.start as usize)?);
        made.push_str(&edit.text);
        at = edit.span.end as usize;
    }
    made.push_str(text.get(at..)?);
    Some(made)
}

/// Whether a fix changes this text and nothing else, and its edits do not overlap.
fn fits(fix: &Fix, source: SourceId, text: &str) -> bool {
    let ours = fix.edits.iter().all(|edit| edit.span.source == source);
    let changes = |edit: &Edit| text.get(edit.span.range()).is_some_and(|old| old != edit.text);
    ours && fix.edits.iter().any(changes) && edited(text, fix.edits.iter().collect()).is_some()
}

/// Whether two edits overlap or meet: which of two insertions at one place comes first is not known.
fn touch(a: &Edit, b: &Edit) -> bool {
    let (Range { start: a, end: a_end }, Range { start: b, end: b_end }) = (a.span.range(), b.span.range());
    a <= b_end && b <= a_end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;
    use crate::diag::codes;

    const SOURCE: SourceId = SourceId(3);

    fn report(start: usize, end: usize, text: &str) -> Diagnostic {
        let span = Span::new(SOURCE, start, end);
        Diagnostic::error(&codes::tables::NO_DIE, span, "wrong").fix(format!("write {text}"), span, text)
    }

    #[test]
    fn fixes_that_touch_wait_for_another_round() {
        let reports = [report(0, 2, "éé"), report(2, 3, "X"), report(4, 5, "Y"), report(6, 7, "Z")];
        let mended = mend(SOURCE, "abcdef\ng", &reports);
        assert_eq!(
            (mended.text.as_str(), mended.made.len()),
            ("éécdef\ng", 1),
            "the line end touches nothing"
        );
        let reports = [report(0, 2, "éé"), report(4, 5, "Y"), report(7, 8, "Z")];
        let mended = mend(SOURCE, "abcdef\ng", &reports);
        assert_eq!((mended.text.as_str(), mended.made.len()), ("éécdef\nZ", 2));
    }

    #[test]
    fn what_would_not_keep_a_text_is_left_out() {
        let reports = [report(0, 1, "X"), report(2, 3, "!"), report(4, 5, "Y")];
        let mended = mend_keeping(SOURCE, "a\nb\nc", &reports, |text| !text.contains('!'));
        assert_eq!((mended.text.as_str(), mended.made.len()), ("X\nb\nY", 2));
        assert!(mend_keeping(SOURCE, "a\nb\nc", &reports, |text| text == "a\nb\nc").made.is_empty());
    }

    #[test]
    fn inserted_lines_end_as_the_others_do() {
        assert_eq!(mend(SOURCE, "a\r\nb", &[report(3, 4, "c\nd")]).text, "a\r\nc\r\nd");
        assert_eq!(mend(SOURCE, "a\nb", &[report(2, 3, "c\nd")]).text, "a\nc\nd");
    }

    #[test]
    fn nothing_is_done_where_a_choice_or_another_source_is_meant() {
        let span = Span::new(SOURCE, 0, 1);
        let several = report(0, 1, "X").fix("write Z", span, "Z");
        let elsewhere = report(0, 1, "X");
        assert_eq!(mend(SOURCE, "ab", &[several]).text, "ab");
        assert!(mend(SourceId(4), "ab", &[elsewhere]).made.is_empty());
        // Past the end, within a character, and what changes nothing.
        for wrong in [report(9, 10, "X"), report(1, 2, "X"), report(0, 2, "é")] {
            assert!(mend(SOURCE, "é", &[wrong]).made.is_empty());
        }
    }
}
