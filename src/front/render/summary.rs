//! What is known of a distribution, on one line, and how it is asked to be shown.

use super::clean::clean_line;
use super::percent::{decimal, percent, significant};
use super::style::{Style, Tint};
use crate::base::counted;
use crate::session::OddsInParts;
use crate::session::odds::{DistributionEnd, Method, Odds, Outcome, TailChance};

/// How odds are shown.
#[derive(Debug, Clone, Default)]
pub(crate) struct OddsView {
    /// The most rows.
    pub rows: Option<usize>,
    /// The tail that was asked for, for each of the odds.
    pub tails: Vec<Option<TailChance>>,
    /// Whether each row tells of that or more, or that or less.
    pub running: Option<DistributionEnd>,
}

/// What is known of a distribution, on one line: how it was worked out, mean and deviation.
pub(crate) fn summary(odds: &Odds, look: Style) -> String {
    let mut parts = figures(odds, look);
    match &odds.method {
        Method::Exact | Method::Short | Method::Rounded => {}
        Method::Samples { samples, seed } => {
            parts.push(format!("{}, seed {seed}", counted(*samples, "sample")))
        }
    }
    let expr = look.tint(Tint::Title, clean_line(odds.label()));
    if parts.is_empty() { expr.to_string() } else { format!("{expr}  {}", parts.join(", ")) }
}

/// What samples say so far, on one line without what was asked.
pub(crate) fn so_far(odds: &OddsInParts, look: Style) -> String {
    match odds {
        OddsInParts::Whole(odds) => sampled_so_far(odds, look),
        OddsInParts::Each(parts) => {
            let part = |odds: &Odds| format!("{}: {}", clean_line(odds.label()), sampled_so_far(odds, look));
            parts.iter().map(part).collect::<Vec<_>>().join("; ")
        }
    }
}

/// The figures of numbers; of anything else what is most likely.
fn sampled_so_far(odds: &Odds, look: Style) -> String {
    const MOST_NAMED: usize = 3;
    let mut parts = figures(odds, look);
    if parts.is_empty() {
        let likely = |outcome: Outcome<'_>| (outcome.p(), clean_line(&outcome.text()).into_owned());
        let mut all: Vec<(f64, String)> = odds.outcomes().map(likely).collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        parts.extend(all.iter().take(MOST_NAMED).map(|(p, text)| format!("{text} {}", percent(*p))));
    }
    if let Method::Samples { samples, .. } = &odds.method {
        parts.push(counted(*samples, "sample"));
    }
    parts.join(", ")
}

/// Mean and deviation, and from where to where, of numbers.
fn figures(odds: &Odds, look: Style) -> Vec<String> {
    let mut parts = Vec::new();
    let unit = odds.unit.as_ref().map(|unit| format!(" {}", clean_line(unit))).unwrap_or_default();
    if let Some(mean) = odds.mean_f {
        let exact = odds
            .mean
            .as_ref()
            .map(ToString::to_string)
            .filter(|exact| exact.contains('/') && exact.len() < 16);
        let exact = exact.map(|exact| format!(" ({exact})")).unwrap_or_default();
        let sure = odds.mean_interval.map(|(_, high)| high - mean).filter(|spread| *spread > 0.0);
        let sign = look.glyph("±", "+-");
        let sure = sure.map(|spread| format!(" {sign} {}", significant(spread, 2))).unwrap_or_default();
        parts.push(format!("mean {}{exact}{sure}{unit}", decimal(mean)));
    }
    if let Some(sd) = odds.sd_f {
        parts.push(format!("sd {}{unit}", decimal(sd)));
    }
    if let Some((first, last)) = odds.ends()
        && odds.mean_f.is_some()
        && odds.method != Method::Rounded
    {
        let open = if odds.residual.is_some() { "+" } else { "" };
        parts.push(format!("{} to {}{open}", first.text(), last.text()));
    }
    parts
}

/// The tail that was asked for, as a sentence.
pub(crate) fn tail_line(odds: &Odds, tail: &TailChance, look: Style) -> String {
    let sign = match tail.bound {
        DistributionEnd::AtLeast => look.glyph("≥", ">="),
        DistributionEnd::AtMost => look.glyph("≤", "<="),
    };
    let exact = tail.exact.as_ref().map(|exact| format!("{exact} = ")).unwrap_or_default();
    let expr = clean_line(odds.label());
    let between = |(low, high)| format!(", between {} and {}", percent(low), percent(high));
    let sure = tail.interval.map(between).unwrap_or_default();
    format!("P({expr} {sign} {}) = {exact}{}{sure}", tail.at.shown(), look.tint(Tint::Value, percent(tail.p)))
}
