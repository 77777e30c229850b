//! Cells with live parts that name what nobody defines: what a stranger wrote in braces is text.

use std::collections::HashSet;

use super::source::row_text;
use crate::base::stop;
use crate::modules::{Origin, SourceText};
use crate::session::{RollSeed, Session};

/// Each round finds at least one cell that cannot be rolled; a sheet with more such cells than that in as many ways is
/// checked again when it is loaded.
const MOST_ROUNDS: usize = 50;

/// Which of these cells cannot be rolled in a table of this name that is loaded by itself.
pub(super) fn cannot_be_rolled(cells: &[&str], name: &str) -> HashSet<usize> {
    let mut wrong = HashSet::new();
    for _ in 0..MOST_ROUNDS {
        let (mut text, mut begins) = (format!("table {name}\n"), Vec::new());
        for (nth, cell) in cells.iter().enumerate().filter(|(nth, _)| !wrong.contains(nth)) {
            begins.push((text.len(), nth));
            let words: Vec<&str> = cell.split_whitespace().collect();
            text.push_str(&format!("- 1x {}\n", row_text(&words.join(" "))));
        }
        if begins.is_empty() || stop::is_asked() {
            break;
        }
        let origin = Origin::Session("<import>".into());
        let source = SourceText { name: "<import>".into(), text: text.into(), origin };
        let reports = Session::new(RollSeed::new(0)).load_text(source);
        let at = |start: usize| begins.partition_point(|(begin, _)| *begin <= start).checked_sub(1);
        let found = reports
            .iter()
            .filter(|report| report.is_error())
            .filter_map(|report| begins.get(at(report.primary.span.start as usize)?));
        let before = wrong.len();
        wrong.extend(found.map(|(_, nth)| *nth));
        if wrong.len() == before {
            break;
        }
    }
    wrong
}
