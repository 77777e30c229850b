//! Odds of several things on one screen: the fields of a record, and sweeps.

use std::fmt::Write as _;

use super::bars::{bar, draw, rows};
use super::clean::clean_line;
use super::markdown::unbold;
use super::percent::{decimal, percent};
use super::style::{Style, Tint};
use super::summary::summary;
use super::wrap::{columns, cut, pad_left, wrap};
use crate::base::Num;
use crate::session::odds::{DistributionEnd, Odds, Outcome};

/// How wide the longest bar of a sweep is at least.
const LEAST_BAR: usize = 8;
/// How many rows all fields together take.
const SCREEN: usize = 20;

/// The fields of a record, each as a small distribution.
pub(crate) fn by_field(name: &str, fields: &[Odds], most: Option<usize>, look: Style) -> String {
    let mut out = format!("{}\n", look.tint(Tint::Title, clean_line(name)));
    let varied = fields.iter().filter(|odds| odds.count() > 1).count();
    let each = most.unwrap_or_else(|| (SCREEN.saturating_sub(fields.len()) / varied.max(1)).clamp(3, 12));
    for odds in fields {
        if let Some(only) = odds.only() {
            let text = clean_line(&unbold(&only.text())).into_owned();
            let _ = writeln!(out, "{} {}", clean_line(odds.label()), look.tint(Tint::Value, text));
            continue;
        }
        let _ = writeln!(out, "{}", summary(odds, look));
        out.push_str(&draw(&rows(odds, each, look, &|_| false), odds.is_yes_no(), look));
    }
    out
}

/// A sweep: a row for each value, with how likely a yes is, or the mean, deviation and tail of a number.
pub(crate) fn swept(
    name: &str,
    exprs: &[String],
    all: &[Odds],
    tail: Option<(DistributionEnd, Num)>,
    look: Style,
) -> String {
    let mut out = format!("{}\n", look.tint(Tint::Title, clean_line(&exprs.join(", "))));
    let mut shares: Vec<(f64, Vec<String>)> = all.iter().map(|odds| figures(odds, tail)).collect();
    let chances = all.iter().all(Odds::is_yes_no) || tail.is_some();
    let most = if chances { 1.0 } else { shares.iter().map(|(share, _)| *share).fold(0.0, f64::max) };
    let label = all.iter().map(|odds| columns(odds.label())).max().unwrap_or(0).max(columns(name));
    let count = shares.iter().map(|(_, figures)| figures.len()).max().unwrap_or(0);
    let mut heads = heads(all, tail, count);
    let width = |shares: &[(f64, Vec<String>)], heads: &[String], at: usize| {
        let cells = shares.iter().filter_map(|(_, figures)| figures.get(at)).map(|cell| columns(cell));
        cells.chain(heads.get(at).map(|head| columns(head))).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..count).map(|at| width(&shares, &heads, at)).collect();
    let needs = |widths: &[usize]| label + widths.iter().map(|width| width + 2).sum::<usize>() + 4;
    let mut remark = "";
    // Fractions are shown whole or not at all; other figures may be cut.
    if needs(&widths) + LEAST_BAR > look.width && heads.last().is_some_and(|head| head == "exact") {
        heads.pop();
        widths.pop();
        remark = "the exact fractions are too long to be shown here; `--format json` has them";
    }
    let fixed = heads.len().min(2);
    let over = (needs(&widths) + LEAST_BAR).saturating_sub(look.width);
    let texts = widths.len().saturating_sub(fixed);
    for width in widths.iter_mut().skip(fixed) {
        *width = (*width).min(width.saturating_sub(over.div_ceil(texts)).max(LEAST_BAR));
    }
    for (_, figures) in &mut shares {
        figures.truncate(heads.len());
        for (figure, width) in figures.iter_mut().zip(&widths) {
            *figure = cut(figure, *width, look.glyph("…", "..."));
        }
    }
    let line = |first: &str, cells: &[String]| {
        let cells = widths.iter().zip(cells).map(|(width, cell)| format!("  {}", pad_left(cell, *width)));
        format!("  {}{}", pad_left(first, label), cells.collect::<String>())
    };
    let _ = writeln!(out, "{}", look.tint(Tint::Dim, line(name, &heads)));
    let room = look.width.saturating_sub(needs(&widths)).clamp(LEAST_BAR, 50);
    for (odds, (share, figures)) in all.iter().zip(&shares) {
        let share = if most > 0.0 { (share / most).clamp(0.0, 1.0) } else { 0.0 };
        let text = line(&clean_line(odds.label()), figures);
        let _ = writeln!(out, "{text}  {}", look.tint(Tint::Bar, bar(share, room, look)));
    }
    for line in wrap(remark, look.width.saturating_sub(2)).iter().filter(|line| !line.is_empty()) {
        let _ = writeln!(out, "  {}", look.tint(Tint::Dim, line));
    }
    out
}

/// The headings over the figures of a sweep.
fn heads(all: &[Odds], tail: Option<(DistributionEnd, Num)>, count: usize) -> Vec<String> {
    let heads: Vec<String> = match tail {
        Some((DistributionEnd::AtLeast, at)) => {
            vec![format!("at least {}", at.shown()), "mean".to_owned(), "sd".to_owned()]
        }
        Some((DistributionEnd::AtMost, at)) => {
            vec![format!("at most {}", at.shown()), "mean".to_owned(), "sd".to_owned()]
        }
        None if all.iter().all(Odds::is_yes_no) => vec!["yes".to_owned(), "exact".to_owned()],
        None if all.iter().all(|odds| single(odds).is_some()) => vec!["value".to_owned(), "exact".to_owned()],
        None => vec!["mean".to_owned(), "sd".to_owned(), "from".to_owned(), "to".to_owned()],
    };
    heads.into_iter().take(count).collect()
}

/// The only outcome, which is the figure itself: that of `chance(…)` and `mean(…)`.
fn single(odds: &Odds) -> Option<(f64, String)> {
    let only = odds.only()?;
    only.fraction_f().map(|share| (share, only.text()))
}

/// How long the bar of a row is, and the figures before it.
fn figures(odds: &Odds, tail: Option<(DistributionEnd, Num)>) -> (f64, Vec<String>) {
    let moments = || [odds.mean_f, odds.sd_f].map(|figure| figure.map(decimal).unwrap_or_default());
    if let Some(tail) = tail.and_then(|(bound, at)| odds.tail(bound, at)) {
        return (tail.p, std::iter::once(percent(tail.p)).chain(moments()).collect());
    }
    if odds.is_yes_no() {
        let yes = odds.yes();
        let exact = yes.and_then(Outcome::exact).map(|exact| exact.to_string());
        let p = yes.map_or(0.0, Outcome::p);
        return (p, vec![percent(p), exact.unwrap_or_default()]);
    }
    if let Some((share, text)) = single(odds) {
        return (share, vec![decimal(share), text]);
    }
    let ends = [odds.outcomes().next(), odds.outcomes().next_back()];
    let ends = ends.map(|end| end.map(|end| clean_line(&end.text()).into_owned()).unwrap_or_default());
    (odds.mean_f.unwrap_or(0.0), moments().into_iter().chain(ends).collect())
}
