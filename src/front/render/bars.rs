//! Bars: a distribution that fits the width and the rows one has.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::clean::clean_line;
use super::markdown::unbold;
use super::percent::percent;
use super::style::{Style, Tint};
use super::wrap::{columns, cut, pad, pad_left};
use crate::base::Num;
use crate::session::odds::{Odds, Outcome};

/// How many rows are drawn where nothing is said.
pub(crate) const USUAL_ROWS: usize = 40;
/// Together less likely than this, the outcomes at an end are drawn as one row; the first that makes
/// the rest fit is taken.
const TAILS: [f64; 3] = [0.0005, 0.005, 0.02];
const LONGEST_LABEL: usize = 40;

/// One row of bars.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BarRow {
    /// What it stands for: `7`, `10–14`, `≥ 30`.
    pub label: String,
    /// How likely it is.
    pub p: f64,
    /// Between which bounds it is, where it was sampled.
    pub interval: Option<(f64, f64)>,
    /// Whether it is marked.
    pub hit: bool,
}

/// The rows of a distribution, at most so many. Numbers are put together into ranges and ends,
/// other outcomes are drawn from the likeliest down to the rest.
pub(crate) fn rows(odds: &Odds, most: usize, look: Style, hit: &dyn Fn(usize) -> bool) -> Vec<BarRow> {
    let most = most.max(3);
    let drawing = BarChart { odds, look, hit };
    let all: Vec<usize> = (0..odds.count()).collect();
    if all.len() <= most {
        all.into_iter().map(|nth| drawing.row(nth)).collect()
    } else if is_numeric(odds) {
        drawing.put_together(most)
    } else {
        drawing.likeliest(all, most)
    }
}

/// The rows of several distributions, in the same order, with the same ranges of numbers for all of them.
/// A row that one of them has no outcome for is empty there.
pub(crate) fn rows_beside(all: &[Odds], most: usize, look: Style) -> (Vec<String>, Vec<Vec<Option<f64>>>) {
    if all.iter().all(is_numeric) {
        return ranges_beside(all, most.max(3), look);
    }
    let drawn: Vec<Vec<BarRow>> = all.iter().map(|odds| rows(odds, most, look, &|_| false)).collect();
    let mut labels: Vec<String> = Vec::new();
    for row in drawn.iter().flatten() {
        if !labels.contains(&row.label) {
            labels.push(row.label.clone());
        }
    }
    let cell =
        |rows: &Vec<BarRow>, label: &String| rows.iter().find(|row| row.label == *label).map(|row| row.p);
    let column = |rows: &Vec<BarRow>| labels.iter().map(|label| cell(rows, label)).collect();
    let columns = drawn.iter().map(column).collect();
    (labels, columns)
}

fn ranges_beside(all: &[Odds], most: usize, look: Style) -> (Vec<String>, Vec<Vec<Option<f64>>>) {
    let mut together: BTreeMap<Num, (String, f64)> = BTreeMap::new();
    for odds in all {
        for outcome in odds.outcomes() {
            let Some(number) = outcome.number() else { continue };
            together.entry(number).or_insert_with(|| (unbold(&outcome.text()), 0.0)).1 += outcome.p();
        }
    }
    let count = together.len().max(1);
    // Each distribution has its share of an end, so that an end is left out of none too early.
    let shares: Vec<f64> = together.values().map(|(_, p)| p / all.len().max(1) as f64).collect();
    let texts: Vec<&String> = together.values().map(|(text, _)| text).collect();
    let ranges = if count <= most { singles(count) } else { ranges(&shares, most) };
    let text = |nth: usize| texts.get(nth).map(|text| shortened(text, look)).unwrap_or_default();
    let labels = ranges.iter().map(|range| range.label(&text, look)).collect();
    let numbers: Vec<Num> = together.keys().copied().collect();
    let column = |odds: &Odds| {
        let cell = |range: &OutcomeRange| {
            let (first, last) = (numbers.get(range.from)?, numbers.get(range.to - 1)?);
            let inside = |outcome: &Outcome<'_>| outcome.number().is_some_and(|n| *first <= n && n <= *last);
            let mut parts = odds.outcomes().filter(inside).peekable();
            parts.peek().is_some().then(|| odds.together(parts))
        };
        ranges.iter().map(cell).collect()
    };
    (labels, all.iter().map(column).collect())
}

fn is_numeric(odds: &Odds) -> bool {
    odds.outcomes().all(|outcome| outcome.number().is_some())
}

fn shortened(text: &str, look: Style) -> String {
    cut(&clean_line(text), LONGEST_LABEL, look.glyph("…", "..."))
}

/// Outcomes in one row: from the first to before the last, and whether they are one end of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct OutcomeRange {
    from: usize,
    to: usize,
    end: ChartEnd,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChartEnd {
    Low,
    Middle,
    High,
}

impl OutcomeRange {
    fn label(&self, text: &dyn Fn(usize) -> String, look: Style) -> String {
        match self.end {
            ChartEnd::Low => format!("{} {}", look.glyph("≤", "<="), text(self.to - 1)),
            ChartEnd::High => format!("{} {}", look.glyph("≥", ">="), text(self.from)),
            ChartEnd::Middle if self.to - self.from == 1 => text(self.from),
            ChartEnd::Middle => format!("{}{}{}", text(self.from), look.glyph("–", ".."), text(self.to - 1)),
        }
    }
}

fn singles(count: usize) -> Vec<OutcomeRange> {
    (0..count).map(|nth| OutcomeRange { from: nth, to: nth + 1, end: ChartEnd::Middle }).collect()
}

/// Puts outcomes in order together, at most so many rows: unlikely ones at either end, the others in ranges
/// of equally many.
fn ranges(shares: &[f64], most: usize) -> Vec<OutcomeRange> {
    let end = |shares: &mut dyn Iterator<Item = &f64>, tail: f64| {
        let mut left = tail;
        shares
            .take_while(|share| {
                left -= **share;
                left > 0.0
            })
            .count()
    };
    let ends = |tail: f64| (end(&mut shares.iter(), tail), end(&mut shares.iter().rev(), tail));
    let fits = |(low, high): &(usize, usize)| shares.len() - low - high + 2 <= most;
    let (low, high) = TAILS.into_iter().map(ends).find(fits).unwrap_or_else(|| ends(TAILS[0]));
    let (from, to) = (low, shares.len() - high);
    let ends = usize::from(low > 0) + usize::from(high > 0);
    let step = (to - from).div_ceil(most.saturating_sub(ends).max(1)).max(1);
    let below = (low > 0).then_some(OutcomeRange { from: 0, to: low, end: ChartEnd::Low });
    let above = (high > 0).then_some(OutcomeRange { from: to, to: shares.len(), end: ChartEnd::High });
    let middle = (from..to).step_by(step);
    let middle = middle.map(|at| OutcomeRange { from: at, to: (at + step).min(to), end: ChartEnd::Middle });
    below.into_iter().chain(middle).chain(above).collect()
}

/// A distribution being drawn. Only what gets a row is put in words.
struct BarChart<'d> {
    odds: &'d Odds,
    look: Style,
    hit: &'d dyn Fn(usize) -> bool,
}

impl BarChart<'_> {
    fn row(&self, nth: usize) -> BarRow {
        let outcome = self.odds.outcome(nth);
        let interval = outcome.and_then(Outcome::interval);
        BarRow { label: self.label(nth), p: outcome.map_or(0.0, Outcome::p), interval, hit: (self.hit)(nth) }
    }

    fn label(&self, nth: usize) -> String {
        let text = self.odds.outcome(nth).map(|outcome| unbold(&outcome.text())).unwrap_or_default();
        shortened(&text, self.look)
    }

    fn joined(&self, outcomes: &[usize], label: String) -> BarRow {
        let p = self.odds.together(outcomes.iter().filter_map(|nth| self.odds.outcome(*nth)));
        BarRow { label, p, interval: None, hit: outcomes.iter().all(|nth| (self.hit)(*nth)) }
    }

    fn likeliest(&self, mut order: Vec<usize>, most: usize) -> Vec<BarRow> {
        // Of equally likely ones the first.
        let weight = |nth: usize| self.odds.outcome(nth).map(Outcome::weight);
        let likelier = |a: &usize, b: &usize| weight(*b).cmp(&weight(*a)).then(a.cmp(b));
        let (kept, ..) = order.select_nth_unstable_by(most - 1, likelier);
        let kept = kept.len();
        let (kept, rest) = order.split_at_mut(kept);
        kept.sort_unstable();
        let mut rows: Vec<BarRow> = kept.iter().map(|nth| self.row(*nth)).collect();
        rows.push(self.joined(rest, format!("{} {} more", self.look.glyph("…", "..."), rest.len())));
        rows
    }

    fn put_together(&self, most: usize) -> Vec<BarRow> {
        let shares: Vec<f64> = self.odds.outcomes().map(Outcome::p).collect();
        let row = |range: OutcomeRange| match (range.to - range.from, range.end) {
            (1, ChartEnd::Middle) => self.row(range.from),
            _ => {
                let outcomes: Vec<usize> = (range.from..range.to).collect();
                self.joined(&outcomes, range.label(&|nth| self.label(nth), self.look))
            }
        };
        ranges(&shares, most).into_iter().map(row).collect()
    }
}

/// A bar of `width` columns at most, `share` of it full.
pub(crate) fn bar(share: f64, width: usize, look: Style) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let eighths = (share.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
    if look.ascii {
        // A whole column for what rounds to half a column or more; something stays visible.
        return "#".repeat(((eighths + 4) / 8).max(usize::from(share > 0.0)));
    }
    let eighths = if share > 0.0 { eighths.max(1) } else { 0 };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS.get(eighths % 8).unwrap_or(&""))
}

/// One distribution as bars, a row each.
pub(crate) fn draw(rows: &[BarRow], is_yes_no: bool, look: Style) -> String {
    let labels = rows.iter().map(|row| columns(&row.label)).max().unwrap_or(0);
    let figures: Vec<String> = rows.iter().map(|row| percent(row.p)).collect();
    let figure_width = figures.iter().map(|figure| columns(figure)).max().unwrap_or(0);
    let sampled = rows.iter().any(|row| row.interval.is_some());
    let spread_width = if sampled { 9 } else { 0 };
    let taken = labels + figure_width + spread_width + 6;
    let room = look.width.saturating_sub(taken).clamp(10, 60);
    // A yes or no is read against all cases.
    let highest = if is_yes_no { 1.0 } else { rows.iter().map(|row| row.p).fold(0.0, f64::max) };
    let mut out = String::new();
    for (row, figure) in rows.iter().zip(&figures) {
        let label = pad_left(&row.label, labels);
        let label = if row.hit { look.tint(Tint::Hit, label) } else { look.tint(Tint::Value, label) };
        let spread = match row.interval {
            Some((low, high)) => {
                format!(" {}", pad(&format!("{}{}", look.glyph("±", "+-"), percent((high - low) / 2.0)), 8))
            }
            None => " ".repeat(spread_width),
        };
        let share = if highest > 0.0 { row.p / highest } else { 0.0 };
        let drawn = look.tint(if row.hit { Tint::Hit } else { Tint::Bar }, bar(share, room, look));
        let line = format!("  {label}  {}{spread}  {drawn}", pad_left(figure, figure_width));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// Several distributions side by side, with the same rows for all of them.
pub(crate) fn compare(all: &[Odds], most: usize, look: Style) -> String {
    let (labels, drawn) = rows_beside(all, most, look);
    let most = drawn.iter().flatten().flatten().copied().fold(0.0, f64::max);
    let highest = if all.iter().all(Odds::is_yes_no) { 1.0 } else { most };
    let heads: Vec<&str> = all.iter().map(Odds::label).collect();
    beside(&heads, &labels, &drawn, highest, look)
}

/// Bars in columns under their headings; a bar is as wide as there is room where it is the `highest`.
pub(crate) fn beside(
    heads: &[&str],
    labels: &[String],
    drawn: &[Vec<Option<f64>>],
    highest: f64,
    look: Style,
) -> String {
    const FIGURE: usize = 7;
    let label_width = labels.iter().map(|label| columns(label)).max().unwrap_or(0).max(4);
    let each =
        look.width.saturating_sub(label_width + 2).checked_div(heads.len()).unwrap_or(0).max(FIGURE + 6);
    let room = each.saturating_sub(FIGURE + 3).clamp(3, 40);
    let mut out = " ".repeat(label_width + 2);
    for head in heads {
        let head = pad(&cut(&clean_line(head), each - 1, look.glyph("…", "...")), each);
        let _ = write!(out, "{}", look.tint(Tint::Title, head));
    }
    out = format!("{}\n", out.trim_end());
    for (nth, label) in labels.iter().enumerate() {
        let mut line = format!("{}  ", pad_left(label, label_width));
        for column in drawn {
            let cell = match column.get(nth).copied().flatten() {
                Some(p) => {
                    let share = if highest > 0.0 { p / highest } else { 0.0 };
                    let drawn = pad(&bar(share, room, look), each.saturating_sub(FIGURE + 1));
                    format!("{} {}", pad_left(&percent(p), FIGURE), look.tint(Tint::Bar, drawn))
                }
                None => pad(&pad_left(look.glyph("–", "-"), FIGURE), each),
            };
            line.push_str(&cell);
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}
