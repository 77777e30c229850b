//! How likely each outcome or more is, or each outcome or less, for one distribution or several beside each
//! other.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::bars::beside;
use super::clean::clean_line;
use super::percent::percent;
use super::style::{Style, Tint};
use super::summary::{OddsView, summary, tail_line};
use super::wrap::{columns, pad_left};
use crate::base::Num;
use crate::session::odds::{DistributionEnd, Odds, Outcome};

/// The numbers that come up in any of some distributions, as they are shown; `None` where there are others.
fn numbers(all: &[Odds]) -> Option<BTreeMap<Num, String>> {
    let mut numbers = BTreeMap::new();
    for odds in all {
        for outcome in odds.outcomes() {
            numbers.entry(outcome.number()?).or_insert_with(|| outcome.text());
        }
    }
    Some(numbers)
}

/// At most so many of the numbers: every second, every third, with the first and the last.
fn thinned(numbers: BTreeMap<Num, String>, most: usize) -> Vec<(Num, String)> {
    let last = numbers.len().saturating_sub(1);
    let step = last.div_ceil(most.saturating_sub(1).max(1)).max(1);
    numbers
        .into_iter()
        .enumerate()
        .filter(|(nth, _)| nth % step == 0 || *nth == last)
        .map(|(_, pair)| pair)
        .collect()
}

/// A number of a row with its bound.
fn bounded(text: &str, bound: DistributionEnd) -> String {
    match bound {
        DistributionEnd::AtLeast => format!("{text} or more"),
        DistributionEnd::AtMost => format!("{text} or less"),
    }
}

fn chance(odds: &Odds, bound: DistributionEnd, at: Num) -> Option<f64> {
    odds.tail(bound, at).map(|tail| tail.p)
}

/// Bars that grow from row to row; `None` where an outcome is no number.
pub(crate) fn bars(all: &[Odds], bound: DistributionEnd, most: usize, look: Style) -> Option<String> {
    let rows = thinned(numbers(all)?, most);
    let labels: Vec<String> = rows.iter().map(|(_, text)| bounded(&clean_line(text), bound)).collect();
    let column = |odds: &Odds| rows.iter().map(|(at, _)| chance(odds, bound, *at)).collect();
    let drawn: Vec<Vec<Option<f64>>> = all.iter().map(column).collect();
    let heads: Vec<&str> = all.iter().map(Odds::label).collect();
    let text = beside(&heads, &labels, &drawn, 1.0, look);
    // One distribution has its heading above.
    let one = (all.len() == 1).then(|| text.split_once('\n').map_or("", |(_, rest)| rest).to_owned());
    Some(one.unwrap_or(text))
}

/// Several distributions in one table: for each the chance of a row, of that or less, and of that or more;
/// `None` where an outcome is no number.
pub(crate) fn table(all: &[Odds], view: &OddsView, look: Style) -> Option<String> {
    let rows = thinned(numbers(all)?, view.rows.unwrap_or(usize::MAX));
    let mut out = String::new();
    for (nth, odds) in all.iter().enumerate() {
        let _ = writeln!(out, "{}", summary(odds, look));
        if let Some(Some(tail)) = view.tails.get(nth) {
            let _ = writeln!(out, "{}", tail_line(odds, tail, look));
        }
    }
    let label = rows.iter().map(|(_, text)| columns(text)).max().unwrap_or(0).max("outcome".len());
    let beside = look.width.saturating_sub(label + 2) / (SERIES + 2);
    for some in all.chunks(beside.max(1)) {
        side_by_side(some, &rows, label, look, &mut out);
    }
    Some(out)
}

/// The figures of each distribution.
const HEADS: [&str; 3] = ["odds", "at most", "at least"];
/// How wide each figure is.
const FIGURE: usize = "at least".len();
/// How wide all figures of a distribution are.
const SERIES: usize = HEADS.len() * (FIGURE + 2) - 2;

/// Adds the figures of as many distributions as stand beside each other.
fn side_by_side(all: &[Odds], rows: &[(Num, String)], label: usize, look: Style, out: &mut String) {
    let mut first = format!("  {}", pad_left("", label));
    let mut second = format!("  {}", pad_left("outcome", label));
    for odds in all {
        let name = super::wrap::cut(&clean_line(odds.label()), SERIES, look.glyph("…", "..."));
        let _ = write!(first, "  {}", super::wrap::pad(&name, SERIES));
        for head in HEADS {
            let _ = write!(second, "  {}", pad_left(head, FIGURE));
        }
    }
    let _ = writeln!(out, "{}", look.tint(Tint::Title, first.trim_end()));
    let _ = writeln!(out, "{}", look.tint(Tint::Dim, second));
    for (at, text) in rows {
        let _ = write!(out, "  {}", pad_left(&clean_line(text), label));
        for odds in all {
            let own = odds.outcomes().find(|outcome| outcome.number() == Some(*at));
            let figures = [
                own.map(Outcome::p).or(Some(0.0)),
                chance(odds, DistributionEnd::AtMost, *at),
                chance(odds, DistributionEnd::AtLeast, *at),
            ];
            for figure in figures {
                let figure = figure.map(percent).unwrap_or_default();
                let _ = write!(out, "  {}", pad_left(&figure, FIGURE));
            }
        }
        out.push('\n');
    }
}
