//! What is offered mends: after a fix of a line that cannot be read, what stands around it is read no worse.

use std::cmp::Ordering;
use std::ops::Range;

use super::assemble::assemble;
use super::lines::{begins_definition, rough_depth};
use super::parsed::{Mode, Verdict};
use super::stack::with_stack_for;
use crate::base::SourceId;
use crate::diag::codes::syntax::{BROUGHT, FOREIGN_SIGN, SINGLE_EQUALS, UNEXPECTED};
use crate::diag::{Diagnostic, Edit, Fix, edited};

/// The longest piece of a source that is read again for a fix in it, in bytes.
const LONGEST: usize = 4 << 10;
/// So many bytes are read again for the fixes of one source, so that many mistakes cost what they cost; fixes
/// beyond are held against their source where they are made.
const MOST: usize = 64 << 10;

/// Where a piece has more mistakes than this, one fix more or less is not looked at.
const MANY: usize = 20;
/// What is nested deeper takes long to be read again.
const DEEPEST: usize = 16;

/// Takes away the fixes that leave a source no better: after which it has more mistakes, or the same again.
pub(super) fn keep_sound(reports: &mut [Diagnostic], text: &str, mode: Mode) {
    let mut left = MOST;
    let mut known: Option<(Range<usize>, Mistakes)> = None;
    // What a typed line from elsewhere means may be from elsewhere itself: it is read further when it is typed.
    let is_tried =
        |report: &&mut Diagnostic| report.is_error() && (mode == Mode::File || report.code != BROUGHT.id);
    for report in reports.iter_mut().filter(is_tried) {
        let (code, message) = (report.code, report.message.clone());
        let offered = report.fixes.first().and_then(|fix| fix.edits.first()).map(|edit| edit.text.clone());
        report.fixes.retain(|fix| {
            if left == 0 {
                return true;
            }
            let piece =
                piece_around(text, fix, mode).filter(|piece| rough_depth(&text[piece.clone()]) <= DEEPEST);
            let Some(piece) = piece else { return true };
            let Some(changed) = changed(&text[piece.clone()], piece.start, fix) else { return true };
            if changed == text[piece.clone()] {
                return false;
            }
            left = left.saturating_sub(piece.len());
            if known.as_ref().is_none_or(|(place, _)| *place != piece) {
                known = Some((piece.clone(), Mistakes::of(&text[piece.clone()], mode)));
            }
            let before = known.as_ref().map(|(_, before)| before);
            let before = before.filter(|before| before.reports.len() <= MANY);
            before.is_none_or(|before| Mistakes::of(&changed, mode).are_better_than(before, code, &message))
        });
        // What is offered may lack what only its writer knows: the lines of a block.
        if let Some(offered) = offered.filter(|_| report.code == BROUGHT.id)
            && report.fixes.is_empty()
            && report.help.is_empty()
        {
            report.help.push(format!("it begins so: `{}`", offered.trim()));
        }
    }
}

/// The mistakes in a text, read by itself.
struct Mistakes {
    mode: Mode,
    verdict: Verdict,
    reports: Vec<Diagnostic>,
}

impl Mistakes {
    fn of(text: &str, mode: Mode) -> Mistakes {
        let mut read = with_stack_for(text, || assemble(SourceId(u32::MAX), text, mode));
        read.diagnostics.retain(Diagnostic::is_error);
        Mistakes { mode, verdict: read.verdict, reports: read.diagnostics }
    }

    /// Whether a fix of a report was worth it: there are fewer mistakes, or others in the place of that one.
    fn are_better_than(&self, before: &Mistakes, code: &str, message: &str) -> bool {
        let same = |mistakes: &Mistakes| {
            mistakes.reports.iter().filter(|other| other.code == code && other.message == message).count()
        };
        match self.reports.len().cmp(&before.reports.len()) {
            Ordering::Less => true,
            Ordering::Greater => false,
            // A typed line is all there is: nothing is gained where it still cannot be read.
            Ordering::Equal if self.mode == Mode::Entry => {
                self.verdict != Verdict::Broken || self.reports.iter().all(|report| !report.fixes.is_empty())
            }
            Ordering::Equal => same(self) < same(before) && self.leave_a_way_on(before),
        }
    }

    /// Whether what cannot be read now, and could before, has a fix of its own: otherwise one dead end became another.
    fn leave_a_way_on(&self, before: &Mistakes) -> bool {
        let is_dead_end = |report: &Diagnostic| {
            let unread = [UNEXPECTED.id, SINGLE_EQUALS.id, FOREIGN_SIGN.id].contains(&report.code);
            unread && report.fixes.is_empty()
        };
        let is_known = |report: &Diagnostic| {
            before.reports.iter().any(|other| other.code == report.code && other.message == report.message)
        };
        self.reports.iter().all(|report| is_known(report) || !is_dead_end(report))
    }
}

/// A piece of a source after a fix.
fn changed(piece: &str, start: usize, fix: &Fix) -> Option<String> {
    let moved = fix.edits.iter().map(|edit| {
        let mut edit = edit.clone();
        edit.span.start = u32::try_from((edit.span.start as usize).checked_sub(start)?).ok()?;
        edit.span.end = u32::try_from((edit.span.end as usize).checked_sub(start)?).ok()?;
        Some(edit)
    });
    let moved: Option<Vec<Edit>> = moved.collect();
    edited(piece, moved?.iter().collect())
}

/// The definitions or statements of a source that a fix changes; all of what was typed. `None` where it is long.
fn piece_around(text: &str, fix: &Fix, mode: Mode) -> Option<Range<usize>> {
    let first = fix.edits.iter().map(|edit| edit.span.start as usize).min()?;
    let last = fix.edits.iter().map(|edit| edit.span.end as usize).max()?;
    if mode == Mode::Entry {
        return (text.len() <= LONGEST).then_some(0..text.len());
    }
    let mut start = line_begin(text, first)?;
    while start > 0 && !begins_piece(text, start) {
        start = line_begin(text, start - 1)?;
        if first - start > LONGEST {
            return None;
        }
    }
    let mut end = line_end(text, last)?;
    while end < text.len() && !begins_piece(text, end) {
        end = line_end(text, end)?;
        if end - start > LONGEST {
            return None;
        }
    }
    (end - start <= LONGEST).then_some(start..end)
}

/// Where the line of a place begins; `None` where that is far away.
fn line_begin(text: &str, at: usize) -> Option<usize> {
    let from = at.saturating_sub(LONGEST);
    let near = text.as_bytes().get(from..at)?;
    match near.iter().rposition(|byte| *byte == b'\n') {
        Some(end) => Some(from + end + 1),
        None => (from == 0).then_some(0),
    }
}

/// Where the line below a place begins, or the text ends; `None` where that is far away.
fn line_end(text: &str, at: usize) -> Option<usize> {
    let to = text.len().min(at + LONGEST);
    let near = text.as_bytes().get(at..to)?;
    match near.iter().position(|byte| *byte == b'\n') {
        Some(end) => Some(at + end + 1),
        None => (to == text.len()).then_some(to),
    }
}

/// Whether a definition begins on the line at a place.
fn begins_piece(text: &str, at: usize) -> bool {
    begins_definition(text[at..].split('\n').next().unwrap_or(""))
}
