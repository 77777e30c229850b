//! Odds as a drawing (SVG) and as a single page (HTML) with the distribution, the cumulative curve
//! and percentiles.

use std::fmt::Write as _;

use super::bars::{BarRow, rows, rows_beside};
use super::clean::clean_line;
use super::percent::{decimal, no_more_than, percent};
use super::style::Style;
use crate::base::{Num, counted};
use crate::interop::escape_html;
use crate::session::odds::{DistributionEnd, Method, Odds};

const WIDTH: f64 = 720.0;
const LINE: f64 = 22.0;
const LABELS: f64 = 170.0;
const FIGURES: f64 = 70.0;
const COLORS: [&str; 4] = ["#3b6ea5", "#c0603a", "#4c8a4c", "#8a5a9a"];

/// Text that is safe between tags.
fn safe(text: &str) -> String {
    escape_html(&clean_line(text))
}

fn chart_rows(odds: &Odds, most: usize) -> Vec<BarRow> {
    rows(odds, most, Style::default(), &|_| false)
}

/// Some distributions as one drawing: beside each other in the same rows.
pub(crate) fn svg_of(all: &[Odds], most: usize) -> String {
    match all {
        [odds] => svg(odds, most, 0),
        several => plot(several, most),
    }
}

/// Several distributions in one plot: for each row a bar of each, and what their colours mean.
fn plot(all: &[Odds], most: usize) -> String {
    const BAR: f64 = 11.0;
    let (labels, drawn) = rows_beside(all, most, Style::default());
    #[allow(clippy::cast_precision_loss)]
    let (count, rows) = (all.len() as f64, labels.len() as f64);
    let row = BAR * count + 6.0;
    let height = rows * row + (count + 1.0) * LINE;
    let most = drawn.iter().flatten().flatten().copied().fold(f64::MIN_POSITIVE, f64::max);
    let highest = if all.iter().all(Odds::is_yes_no) { 1.0 } else { most };
    let names: Vec<&str> = all.iter().map(Odds::label).collect();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<title>{}</title>\n",
        safe(&names.join(", "))
    );
    out.push_str(&legend(all));
    let mut y = 4.0 + LINE * count;
    for (nth, label) in labels.iter().enumerate() {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LABELS - 8.0,
            y + row / 2.0,
            safe(label),
        );
        for (column, color) in drawn.iter().zip(COLORS.iter().cycle()) {
            if let Some(p) = column.get(nth).copied().flatten() {
                let length = (WIDTH - LABELS - FIGURES - 20.0) * p / highest;
                let _ = writeln!(
                    out,
                    "<rect x=\"{LABELS}\" y=\"{y:.1}\" width=\"{length:.1}\" height=\"{:.1}\" fill=\"{color}\"/>\
                     <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" fill=\"#555\">{}</text>",
                    BAR - 1.0,
                    LABELS + length + 6.0,
                    y + BAR - 2.0,
                    percent(p),
                );
            }
            y += BAR;
        }
        y += 6.0;
    }
    out.push_str("</svg>\n");
    out
}

/// One distribution as a drawing.
pub(crate) fn svg(odds: &Odds, most: usize, color: usize) -> String {
    let rows = chart_rows(odds, most);
    let color = COLORS.get(color % COLORS.len()).unwrap_or(&"#3b6ea5");
    #[allow(clippy::cast_precision_loss)]
    let height = (rows.len() + 2) as f64 * LINE;
    let most = rows.iter().map(|row| row.p).fold(f64::MIN_POSITIVE, f64::max);
    let highest = if odds.is_yes_no() { 1.0 } else { most };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<title>{}</title>\n\
         <text x=\"8\" y=\"16\" font-weight=\"bold\">{}</text>\n",
        safe(odds.label()),
        safe(&heading(odds))
    );
    let mut y = LINE * 1.4;
    for row in &rows {
        let length = (WIDTH - LABELS - FIGURES - 20.0) * row.p / highest;
        let middle = y + LINE * 0.65;
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{middle:.1}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{LABELS}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"{:.1}\" fill=\"{color}\"/>\
             <text x=\"{:.1}\" y=\"{middle:.1}\" fill=\"#555\">{}</text>",
            LABELS - 8.0,
            safe(&row.label),
            y + 2.0,
            LINE - 5.0,
            LABELS + length + 6.0,
            percent(row.p),
        );
        y += LINE;
    }
    out.push_str("</svg>\n");
    out
}

fn heading(odds: &Odds) -> String {
    let mut parts = vec![odds.label().to_owned()];
    parts.extend(odds.mean_f.map(|mean| format!("mean {}", decimal(mean))));
    parts.extend(odds.sd_f.map(|sd| format!("sd {}", decimal(sd))));
    parts.join(" · ")
}

/// The chance of each outcome or less, or or more, as a curve for each distribution, with what the colours
/// mean; `None` where an outcome is no number.
pub(crate) fn curves(all: &[Odds], bound: DistributionEnd) -> Option<String> {
    const HEIGHT: f64 = 220.0;
    const LEFT: f64 = 50.0;
    let mut numbers = Vec::new();
    for outcome in all.iter().flat_map(Odds::outcomes) {
        numbers.push(outcome.number()?);
    }
    let (low, high) = (numbers.iter().min()?.to_f64(), numbers.iter().max()?.to_f64());
    let span = if high > low { high - low } else { 1.0 };
    #[allow(clippy::cast_precision_loss)]
    let top = if all.len() > 1 { LINE * all.len() as f64 } else { 0.0 };
    let x = |value: f64| LEFT + (WIDTH - LEFT - 20.0) * (value - low) / span;
    let y = |p: f64| top + HEIGHT - 30.0 - (HEIGHT - 50.0) * p;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {0}\" width=\"{WIDTH}\" height=\"{0}\" font-family=\"sans-serif\" font-size=\"12\">\n",
        top + HEIGHT
    );
    if all.len() > 1 {
        out.push_str(&legend(all));
    }
    for quarter in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let _ = write!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{}</text>",
            WIDTH - 20.0,
            y(quarter),
            y(quarter),
            LEFT - 6.0,
            y(quarter) + 4.0,
            percent(quarter),
        );
    }
    for (odds, color) in all.iter().zip(COLORS.iter().cycle()) {
        let points: Vec<String> =
            steps(odds, bound).into_iter().map(|(at, p)| format!("{:.1},{:.1}", x(at), y(p))).collect();
        let _ = write!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
    }
    let _ = write!(
        out,
        "<text x=\"{LEFT}\" y=\"{0}\">{low}</text><text x=\"{1}\" y=\"{0}\" text-anchor=\"end\">{high}</text>\n</svg>\n",
        top + HEIGHT - 10.0,
        WIDTH - 20.0,
    );
    Some(out)
}

/// The corners of a curve: at each outcome it goes up, or down, by how likely that is.
fn steps(odds: &Odds, bound: DistributionEnd) -> Vec<(f64, f64)> {
    let (mut p, sign) = match bound {
        DistributionEnd::AtMost => (0.0, 1.0),
        DistributionEnd::AtLeast => (1.0, -1.0),
    };
    let mut corners = Vec::with_capacity(odds.count() * 2);
    for outcome in odds.outcomes() {
        let Some(at) = outcome.number().map(Num::to_f64) else { continue };
        corners.push((at, p));
        p += sign * outcome.p();
        corners.push((at, p));
    }
    corners
}

/// What the colours of several distributions mean, one line each.
fn legend(all: &[Odds]) -> String {
    let mut out = String::new();
    let mut y = 4.0;
    for (odds, color) in all.iter().zip(COLORS.iter().cycle()) {
        let _ = writeln!(
            out,
            "<rect x=\"8\" y=\"{:.1}\" width=\"12\" height=\"12\" fill=\"{color}\"/><text x=\"26\" y=\"{:.1}\">{}</text>",
            y + 2.0,
            y + 12.0,
            safe(&heading(odds)),
        );
        y += LINE;
    }
    out
}

/// The least outcome that is reached with at least this probability.
fn percentile(odds: &Odds, level: f64) -> Option<String> {
    let mut below = 0.0;
    // A sum of parts may fall short of the level by the last digit.
    let reached = |p: f64| p + 1e-12 >= level;
    odds.outcomes().find_map(|outcome| {
        below += outcome.p();
        reached(below).then(|| outcome.text())
    })
}

/// A page with everything about some distributions.
pub(crate) fn html(all: &[Odds], most: usize) -> String {
    let names: Vec<String> = all.iter().map(|odds| odds.label().to_owned()).collect();
    let title = safe(&format!("Odds of {}", names.join(", ")));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n\
         body {{ font-family: sans-serif; margin: 2em auto; max-width: 760px; color: #222; }}\n\
         table {{ border-collapse: collapse; }}\nth, td {{ padding: 0.2em 0.8em; text-align: right; border-bottom: 1px solid #ddd; }}\n\
         code {{ font-size: 1.05em; }}\nsvg {{ max-width: 100%; height: auto; }}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    let together = all.len() > 1;
    if together {
        out.push_str(&plot(all, most));
        if let Some(drawn) = curves(all, DistributionEnd::AtMost) {
            let _ = writeln!(out, "<h2>This or less</h2>\n{drawn}");
        }
    }
    for (nth, odds) in all.iter().enumerate() {
        let how = match &odds.method {
            Method::Exact => "Exact.".to_owned(),
            Method::Short => match odds.short_by() {
                Some(short) => format!("All chances together are too small by {}.", no_more_than(short)),
                None => "The outcomes are themselves short by what is not listed.".to_owned(),
            },
            Method::Rounded => {
                let short = no_more_than(odds.short_by().unwrap_or(0.0));
                format!("Rounded down: all chances together are too small by {short}.")
            }
            Method::Samples { samples, seed } => {
                format!("{} from seed {}.", counted(*samples, "sample"), safe(seed))
            }
        };
        let _ = writeln!(
            out,
            "<h2><code>{}</code></h2>\n<p>{how}</p>\n{}",
            safe(odds.label()),
            if together { String::new() } else { svg(odds, most, nth) }
        );
        if odds.mean_f.is_none() {
            continue;
        }
        if !together && let Some(drawn) = curves(std::slice::from_ref(odds), DistributionEnd::AtMost) {
            let _ = writeln!(out, "<h3>This or less</h3>\n{drawn}");
        }
        let _ = writeln!(
            out,
            "<h3>Percentiles</h3>\n<table>\n<tr><th>at most, so often</th><th>outcome</th></tr>"
        );
        for level in [0.05, 0.25, 0.5, 0.75, 0.95] {
            let value = percentile(odds, level).unwrap_or_else(|| "–".to_owned());
            let _ = writeln!(out, "<tr><td>{}</td><td>{}</td></tr>", percent(level), safe(&value));
        }
        out.push_str("</table>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}
