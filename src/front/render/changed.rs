//! Odds before and after a change, side by side.

use serde_json::{Value, json};

use super::bars::bar;
use super::clean::clean_line;
use super::json::object;
use super::markdown::unbold;
use super::percent::{decimal, percent, significant};
use super::style::{Style, Tint};
use super::table::Grid;
use crate::session::change::{ChangedOutcome, OddsChange};
use crate::session::odds::Method;

const ROOMY: usize = 64;
const BAR: usize = 16;

/// What a change does to one expression: a sentence, and a row for each outcome.
pub(crate) fn changed(change: &OddsChange, most: usize, look: Style) -> String {
    let head = look.tint(Tint::Title, clean_line(&change.before.expr));
    let mut out = format!("{head}  {}\n", sentence(change, look));
    if !change.differs() {
        return out;
    }
    let widest = change.rows.iter().map(|row| row.by().abs()).fold(0.0, f64::max);
    let mut grid = Grid {
        head: ["outcome", "before", "after", "change"].map(str::to_owned).to_vec(),
        right: vec![change.before.mean_f.is_some(), true, true, true],
        ..Grid::default()
    };
    for row in change.rows.iter().take(most) {
        let mut cells = vec![unbold(&row.text), percent(row.p.0), percent(row.p.1), signed(row, look)];
        if look.width >= ROOMY {
            let share = if widest > 0.0 { row.by().abs() / widest } else { 0.0 };
            cells.push(bar(share, BAR, look));
        }
        grid.rows.push(cells);
    }
    if look.width >= ROOMY {
        grid.head.push(String::new());
        grid.right.push(false);
    }
    out.push_str(&grid.draw(look));
    if let Some(left) = change.rows.len().checked_sub(most).filter(|left| *left > 0) {
        out.push_str(&format!("  {} {left} more\n", look.glyph("…", "...")));
    }
    out
}

fn sentence(change: &OddsChange, look: Style) -> String {
    let mut parts = Vec::new();
    if let (Some(before), Some(after)) = (change.before.mean_f, change.after.mean_f) {
        let arrow = look.glyph("→", "->");
        parts.push(format!("mean {} {arrow} {}", decimal(before), decimal(after)));
    }
    parts.push(if change.differs() {
        let exact = change.moved_exactly().map(|moved| moved.to_string()).filter(|moved| moved.len() < 16);
        let exact = exact.map(|exact| format!(" ({exact})")).unwrap_or_default();
        format!("{}{exact} of all rolls come out differently", percent(change.moved()))
    } else {
        "no difference".to_owned()
    });
    match method(change) {
        "samples" => parts.push("from samples".to_owned()),
        "rounded" => parts.push("rounded".to_owned()),
        "short" => parts.push("without what is not listed".to_owned()),
        _ => {}
    }
    parts.join(", ")
}

fn signed(row: &ChangedOutcome, look: Style) -> String {
    if !row.differs() {
        return look.glyph("·", ".").to_owned();
    }
    let sign = if row.by() < 0.0 { look.glyph("−", "-") } else { "+" };
    format!("{sign}{}", percent(row.by().abs()))
}

/// How the less exact side was worked out.
fn method(change: &OddsChange) -> &'static str {
    let any =
        |test: fn(&Method) -> bool| [&change.before, &change.after].iter().any(|odds| test(&odds.method));
    if any(|method| matches!(method, Method::Samples { .. })) {
        "samples"
    } else if any(|method| *method == Method::Rounded) {
        "rounded"
    } else if any(|method| *method == Method::Short) {
        "short"
    } else {
        "exact"
    }
}

/// The same as JSON.
pub(crate) fn changed_json(change: &OddsChange) -> Value {
    let rows = change.rows.iter().map(|row| {
        let mut one = json!({
            "value": row.json,
            "before": significant(row.p.0, 12),
            "after": significant(row.p.1, 12),
        });
        if let Some((before, after)) = &row.exact {
            one["before_exact"] = before.to_string().into();
            one["after_exact"] = after.to_string().into();
        }
        one
    });
    let mut whole = json!({
        "expr": change.before.expr,
        "method": method(change),
        "moved_p": significant(change.moved(), 12),
        "outcomes": rows.collect::<Vec<_>>(),
    });
    if let Some(moved) = change.moved_exactly() {
        whole["moved"] = moved.to_string().into();
    }
    object("change", whole)
}
