//! Odds in every form: bars, a table, comma-separated values.

use std::fmt::Write as _;

use super::bars::{USUAL_ROWS, compare, draw, rows};
use super::clean::clean_line;
use super::markdown::unbold;
use super::percent::{no_more_than, percent, significant};
use super::running;
use super::style::{Style, Tint};
use super::summary::{OddsView, summary, tail_line};
use super::value::{beside_number, is_long_fraction};
use super::wrap::{columns, pad, pad_left};
use crate::session::odds::{Method, Odds};

/// What must be said besides: why samples were taken, what is not listed.
fn remarks(odds: &Odds) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(short) = odds.short_by() {
        let rounded = if odds.method == Method::Rounded { "rounded down: " } else { "" };
        all.push(format!(
            "{rounded}all chances together are too small by {}, with what is not listed",
            no_more_than(short)
        ));
    } else if let Some(left) = odds.left_over().filter(|_| odds.rest_is_later()) {
        all.push(format!("later or never: {}", percent(left)));
    } else if let Some(left) = odds.left_over() {
        all.push(format!("outcomes that are not listed: {} together", percent(left)));
    }
    if !odds.never.is_empty() {
        all.push(format!("never came up: {}", clean_line(&odds.never.join(", "))));
    }
    // What is not listed has been named.
    let note = odds.note.iter().filter(|_| !odds.rest_is_later());
    all.extend(note.map(|note| clean_line(note).into_owned()));
    all
}

/// What is said where no fraction is shown.
pub(super) const TOO_LONG: &str = "the exact fraction is too long to be shown here; `--format json` has it";

/// What has one outcome needs no bars: `chance(3d6 >= 15) = 5/54 = 9.26%`.
fn certain(odds: &Odds, look: Style) -> Option<String> {
    let only = odds.only()?;
    if !matches!(odds.method, Method::Exact | Method::Short) || odds.residual.is_some() {
        return None;
    }
    let text = unbold(&only.text());
    let share = only.fraction_f().map(|share| match odds.expr.trim_start().starts_with("chance") {
        true => format!(" = {}", percent(share)),
        // A decimal is not said twice.
        false if !text.contains('/') => String::new(),
        false => beside_number(&odds.expr, share, look),
    });
    let share = share.unwrap_or_default();
    let too_long = is_long_fraction(&text, look);
    let value =
        if too_long { String::new() } else { format!(" = {}", look.tint(Tint::Value, clean_line(&text))) };
    let mut line = format!("{}{value}{share}\n", look.tint(Tint::Title, clean_line(&odds.expr)));
    let remark = too_long.then(|| TOO_LONG.to_owned());
    for remark in remarks(odds).into_iter().chain(remark) {
        let _ = writeln!(line, "{}", look.tint(Tint::Dim, format!("  {remark}")));
    }
    Some(line)
}

/// Bars; several odds stand side by side.
pub(crate) fn bars(all: &[Odds], view: &OddsView, look: Style) -> String {
    let most = view.rows.unwrap_or(USUAL_ROWS);
    let mut out = String::new();
    if let [odds] = all
        && let Some(line) = certain(odds, look)
    {
        return line;
    }
    for (nth, odds) in all.iter().enumerate() {
        let _ = writeln!(out, "{}", summary(odds, look));
        if let Some(Some(tail)) = view.tails.get(nth) {
            let _ = writeln!(out, "{}", tail_line(odds, tail, look));
        }
        for remark in remarks(odds) {
            let _ = writeln!(out, "{}", look.tint(Tint::Dim, format!("  {remark}")));
        }
    }
    if let Some(drawn) = view.running.and_then(|bound| running::bars(all, bound, most, look)) {
        return format!("{out}{}{drawn}", if all.len() > 1 { "\n" } else { "" });
    }
    if let [odds] = all {
        let tail = view.tails.first().and_then(Option::as_ref);
        let hit = |outcome: usize| tail.is_some_and(|tail| tail.holds.get(outcome).copied().unwrap_or(false));
        out.push_str(&draw(&rows(odds, most, look, &hit), odds.is_yes_no(), look));
    } else {
        out.push('\n');
        out.push_str(&compare(all, most, look));
    }
    out
}

/// A table with exact fractions and both cumulative columns.
pub(crate) fn table(odds: &Odds, view: &OddsView, look: Style) -> String {
    let mut out = format!("{}\n", summary(odds, look));
    if let Some(Some(tail)) = view.tails.first() {
        let _ = writeln!(out, "{}", tail_line(odds, tail, look));
    }
    let numbers = odds.mean_f.is_some();
    let mut heads = vec!["outcome", "odds", "exact"];
    if numbers {
        heads.extend(["at most", "at least"]);
    }
    let mut lines: Vec<Vec<String>> = vec![heads.iter().map(|head| (*head).to_owned()).collect()];
    let mut below = 0.0;
    let all = odds.together(odds.outcomes());
    let most = view.rows.unwrap_or(usize::MAX);
    for outcome in odds.outcomes().take(most) {
        let exact = match (outcome.exact(), outcome.interval()) {
            (Some(exact), _) => exact.to_string(),
            (None, Some((low, high))) => format!("{} to {}", percent(low), percent(high)),
            (None, None) => String::new(),
        };
        let mut line = vec![clean_line(&unbold(&outcome.text())).into_owned(), percent(outcome.p()), exact];
        if numbers {
            let least = all - below;
            below += outcome.p();
            line.extend([percent(whole(below)), percent(whole(least))]);
        }
        lines.push(line);
    }
    let width = |nth: usize| {
        lines.iter().filter_map(|line| line.get(nth)).map(|cell| columns(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    for (row, line) in lines.iter().enumerate() {
        let cells = line.iter().zip(&widths).enumerate().map(|(nth, (cell, width))| match (nth, numbers) {
            (0, false) => pad(cell, *width),
            _ => pad_left(cell, *width),
        });
        let text = cells.collect::<Vec<_>>().join("  ");
        let text = text.trim_end();
        let _ = if row == 0 {
            writeln!(out, "  {}", look.tint(Tint::Dim, text))
        } else {
            writeln!(out, "  {text}")
        };
    }
    let left = odds.count().saturating_sub(most);
    if left > 0 {
        let _ = writeln!(out, "  {} {left} more", look.glyph("…", "..."));
    }
    for remark in remarks(odds) {
        let _ = writeln!(out, "  {}", look.tint(Tint::Dim, remark));
    }
    out
}

/// A sum of chances, where what the rounding of its parts took off all of them is put back.
fn whole(p: f64) -> f64 {
    if (p - 1.0).abs() < 1e-12 { 1.0 } else { p.clamp(0.0, 1.0) }
}

/// Comma-separated values with a head, one line for each outcome of each of the odds.
pub(crate) fn csv(all: &[Odds]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |fields: &[String]| writer.write_record(fields).is_ok();
    let head = ["expr", "outcome", "p", "exact", "low", "high"].map(str::to_owned);
    // Writing to memory does not fail.
    let mut good = write(&head);
    for odds in all {
        for outcome in odds.outcomes() {
            let bound = |pick: fn((f64, f64)) -> f64| {
                outcome
                    .interval()
                    .map(|interval| significant(pick(interval), 6).to_string())
                    .unwrap_or_default()
            };
            let fields = [
                clean_line(odds.label()).into_owned(),
                clean_line(&unbold(&outcome.text())).into_owned(),
                significant(outcome.p(), 12).to_string(),
                outcome.exact().map(|exact| exact.to_string()).unwrap_or_default(),
                bound(|(low, _)| low),
                bound(|(_, high)| high),
            ];
            good &= write(&fields);
        }
    }
    debug_assert!(good);
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}
