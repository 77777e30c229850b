//! Bars: a distribution that fits the width and the rows one has.

use std::fmt::Write as _;

use super::clean::clean_line;
use super::percent::percent;
use super::style::{Look, Tint};
use super::wrap::{columns, cut, pad, pad_left};
use crate::session::odds::Odds;

/// How many rows are drawn where nothing is said.
pub const USUAL_ROWS: usize = 40;
/// Together less likely than this, the outcomes at an end are drawn as one row; the first that makes
/// the rest fit is taken.
const TAILS: [f64; 3] = [0.0005, 0.005, 0.02];
const LONGEST_LABEL: usize = 40;

/// One row of bars.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
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
pub fn rows(odds: &Odds, most: usize, look: Look, hit: &dyn Fn(usize) -> bool) -> Vec<Row> {
    let most = most.max(3);
    let drawing = Drawing { odds, look, hit };
    let all: Vec<usize> = (0..odds.outcomes.len()).collect();
    if all.len() <= most {
        all.into_iter().map(|nth| drawing.row(nth)).collect()
    } else if odds.outcomes.iter().all(|outcome| outcome.number.is_some()) {
        drawing.put_together(&all, most)
    } else {
        drawing.likeliest(all, most)
    }
}

/// A distribution being drawn. Only what gets a row is put in words.
struct Drawing<'d> {
    odds: &'d Odds,
    look: Look,
    hit: &'d dyn Fn(usize) -> bool,
}

impl Drawing<'_> {
    fn row(&self, nth: usize) -> Row {
        let interval = self.odds.outcomes.get(nth).and_then(|outcome| outcome.interval);
        Row { label: self.label(nth), p: self.p(nth), interval, hit: (self.hit)(nth) }
    }

    fn label(&self, nth: usize) -> String {
        let text = self.odds.outcomes.get(nth).map(|outcome| self.odds.text(outcome)).unwrap_or_default();
        cut(&clean_line(&text), LONGEST_LABEL, self.look.glyph("…", "..."))
    }

    fn p(&self, nth: usize) -> f64 {
        self.odds.outcomes.get(nth).map_or(0.0, |outcome| outcome.p)
    }

    fn joined(&self, outcomes: &[usize], label: String) -> Row {
        let p = outcomes.iter().map(|nth| self.p(*nth)).sum();
        Row { label, p, interval: None, hit: outcomes.iter().all(|nth| (self.hit)(*nth)) }
    }

    fn likeliest(&self, mut order: Vec<usize>, most: usize) -> Vec<Row> {
        // Of equally likely ones the first.
        let likelier = |a: &usize, b: &usize| self.p(*b).total_cmp(&self.p(*a)).then(a.cmp(b));
        let (kept, ..) = order.select_nth_unstable_by(most - 1, likelier);
        let kept = kept.len();
        let (kept, rest) = order.split_at_mut(kept);
        kept.sort_unstable();
        let mut rows: Vec<Row> = kept.iter().map(|nth| self.row(*nth)).collect();
        rows.push(self.joined(rest, format!("{} {} more", self.look.glyph("…", "..."), rest.len())));
        rows
    }

    fn put_together(&self, all: &[usize], most: usize) -> Vec<Row> {
        let end = |outcomes: &mut dyn Iterator<Item = &usize>, tail: f64| {
            let mut left = tail;
            outcomes
                .take_while(|nth| {
                    left -= self.p(**nth);
                    left > 0.0
                })
                .count()
        };
        let ends = |tail: f64| (end(&mut all.iter(), tail), end(&mut all.iter().rev(), tail));
        let fits = |(low, high): &(usize, usize)| all.len() - low - high + 2 <= most;
        let (low, high) = TAILS.into_iter().map(ends).find(fits).unwrap_or_else(|| ends(TAILS[0]));
        let (below, rest) = all.split_at(low);
        let (middle, above) = rest.split_at(rest.len() - high);
        let ends = usize::from(low > 0) + usize::from(high > 0);
        let step = middle.len().div_ceil(most.saturating_sub(ends).max(1)).max(1);
        let mut rows = Vec::new();
        if let Some(last) = below.last() {
            rows.push(self.joined(below, format!("{} {}", self.look.glyph("≤", "<="), self.label(*last))));
        }
        for chunk in middle.chunks(step) {
            match chunk {
                [single] => rows.push(self.row(*single)),
                [first, .., last] => {
                    let dash = self.look.glyph("–", "..");
                    rows.push(
                        self.joined(chunk, format!("{}{dash}{}", self.label(*first), self.label(*last))),
                    );
                }
                [] => {}
            }
        }
        if let Some(first) = above.first() {
            rows.push(self.joined(above, format!("{} {}", self.look.glyph("≥", ">="), self.label(*first))));
        }
        rows
    }
}

/// A bar of `width` columns at most, `share` of it full.
pub fn bar(share: f64, width: usize, look: Look) -> String {
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
pub fn draw(rows: &[Row], look: Look) -> String {
    let labels = rows.iter().map(|row| columns(&row.label)).max().unwrap_or(0);
    let figures: Vec<String> = rows.iter().map(|row| percent(row.p)).collect();
    let figure_width = figures.iter().map(|figure| columns(figure)).max().unwrap_or(0);
    let sampled = rows.iter().any(|row| row.interval.is_some());
    let spread_width = if sampled { 9 } else { 0 };
    let taken = labels + figure_width + spread_width + 6;
    let room = look.width.saturating_sub(taken).clamp(10, 60);
    let highest = rows.iter().map(|row| row.p).fold(0.0, f64::max);
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

/// Several distributions side by side: a row for each outcome that one of them has.
pub fn compare(all: &[Vec<Row>], names: &[String], look: Look) -> String {
    const FIGURE: usize = 7;
    let mut labels: Vec<&str> = Vec::new();
    for row in all.iter().flatten() {
        if !labels.contains(&row.label.as_str()) {
            labels.push(&row.label);
        }
    }
    let number = |label: &str| label.parse::<f64>().ok();
    if labels.iter().all(|label| number(label).is_some()) {
        labels.sort_by(|a, b| number(a).unwrap_or(0.0).total_cmp(&number(b).unwrap_or(0.0)));
    }
    let label_width = labels.iter().map(|label| columns(label)).max().unwrap_or(0).max(4);
    let each = look.width.saturating_sub(label_width + 2).checked_div(all.len()).unwrap_or(0).max(FIGURE + 6);
    let room = each.saturating_sub(FIGURE + 3).clamp(3, 40);
    let highest = all.iter().flatten().map(|row| row.p).fold(0.0, f64::max);
    let mut out = " ".repeat(label_width + 2);
    for name in names {
        let head = pad(&cut(&clean_line(name), each - 1, look.glyph("…", "...")), each);
        let _ = write!(out, "{}", look.tint(Tint::Title, head));
    }
    out = format!("{}\n", out.trim_end());
    for label in labels {
        let mut line = format!("{}  ", pad_left(label, label_width));
        for rows in all {
            let cell = match rows.iter().find(|row| row.label == label) {
                Some(row) => {
                    let share = if highest > 0.0 { row.p / highest } else { 0.0 };
                    let drawn = pad(&bar(share, room, look), each.saturating_sub(FIGURE + 1));
                    format!("{} {}", pad_left(&percent(row.p), FIGURE), look.tint(Tint::Bar, drawn))
                }
                None => pad(&pad_left(look.glyph("–", "-"), FIGURE), each),
            };
            line.push_str(&cell);
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}
