//! Odds as JSON. The schemas stand in `docs/schemas`, and the tests hold every object against them.

use serde_json::{Map, Value, json};

use super::percent::significant;
use crate::check::program::Row;
use crate::dist::Prob;
use crate::session::RowOdds;
use crate::session::odds::{DistributionEnd, Method, Odds, Outcome, TailChance};

pub(crate) use crate::session::json::{diagnostic, die, object};

/// The rows of a table with their odds.
fn rows(rows: &RowOdds) -> Value {
    let known = if rows.short { "at_least" } else { "exact" };
    let row = |(row, chance): (&Row, &Prob)| {
        json!({
            "key": &*row.key.text,
            "name": &*row.listed,
            known: chance.to_string(),
            "p": significant(chance.to_f64(), 12),
        })
    };
    rows.table.rows.iter().zip(&rows.chances).map(row).collect()
}

/// The odds of one expression; of a table with those of its rows.
pub(crate) fn odds(
    odds: &Odds,
    tail: Option<&TailChance>,
    of_rows: Option<&RowOdds>,
    running: Option<DistributionEnd>,
) -> Value {
    let mut parts = Map::new();
    parts.insert("expr".to_owned(), odds.expr.as_str().into());
    if let Some(name) = &odds.name {
        parts.insert("name".to_owned(), name.as_str().into());
    }
    if let Some(unit) = &odds.unit {
        parts.insert("unit".to_owned(), unit.as_str().into());
    }
    parts.insert("method".to_owned(), method_name(&odds.method).into());
    if let Method::Samples { samples, seed } = &odds.method {
        parts.insert("samples".to_owned(), (*samples).into());
        parts.insert("seed".to_owned(), seed.as_str().into());
    }
    if let Some(mean) = &odds.mean {
        parts.insert("mean".to_owned(), mean.to_string().into());
    }
    if let Some(mean) = odds.mean_f {
        parts.insert("mean_f".to_owned(), significant(mean, 12).into());
    }
    if let Some((low, high)) = odds.mean_interval {
        parts.insert("mean_low".to_owned(), significant(low, 6).into());
        parts.insert("mean_high".to_owned(), significant(high, 6).into());
    }
    if let Some(sd) = odds.sd_f {
        parts.insert("sd_f".to_owned(), significant(sd, 12).into());
    }
    if let Some(tail) = tail {
        parts.insert(tail_name(tail).to_owned(), tail_object(tail));
    }
    if let Some(short) = odds.short_by() {
        parts.insert("short_by".to_owned(), significant(short, 2).into());
    }
    if let Some((residual, left)) = odds.residual.as_ref().zip(odds.left_over())
        && odds.method != Method::Rounded
    {
        parts.insert("residual".to_owned(), residual.to_string().into());
        parts.insert("residual_p".to_owned(), significant(left, 6).into());
    }
    if !odds.never.is_empty() {
        parts.insert("never".to_owned(), odds.never.clone().into());
    }
    if let Some(note) = &odds.note {
        parts.insert("note".to_owned(), note.as_str().into());
    }
    if let Some(of_rows) = of_rows {
        parts.insert("rows".to_owned(), rows(of_rows));
    }
    let mut running = running.and_then(|bound| Some((running_name(bound), so_far(odds, bound)?)));
    let outcomes = odds.outcomes().map(|outcome| {
        let mut object = Map::new();
        object.insert("value".to_owned(), outcome.json());
        if let Some(exact) = outcome.exact() {
            object.insert("exact".to_owned(), exact.to_string().into());
        }
        if let Some(least) = outcome.at_least() {
            object.insert("at_least".to_owned(), least.to_string().into());
        }
        object.insert("p".to_owned(), significant(outcome.p(), 12).into());
        if let Some((low, high)) = outcome.interval() {
            object.insert("low".to_owned(), significant(low, 6).into());
            object.insert("high".to_owned(), significant(high, 6).into());
        }
        if let Some((name, chances)) = &mut running {
            object.insert((*name).to_owned(), chances.next().unwrap_or_default());
        }
        Value::Object(object)
    });
    parts.insert("outcomes".to_owned(), outcomes.collect::<Vec<_>>().into());
    object("odds", Value::Object(parts))
}

const fn method_name(method: &Method) -> &'static str {
    match method {
        Method::Exact => "exact",
        Method::Short => "short",
        Method::Rounded => "rounded",
        Method::Samples { .. } => "samples",
    }
}

const fn running_name(bound: DistributionEnd) -> &'static str {
    match bound {
        DistributionEnd::AtLeast => "or_more",
        DistributionEnd::AtMost => "or_less",
    }
}

/// How likely each outcome or more is, or each or less, in the order of the outcomes; `None` where one is no
/// number, or there are too many to add up one by one.
fn so_far(odds: &Odds, bound: DistributionEnd) -> Option<std::vec::IntoIter<Value>> {
    const MOST: usize = 2_000;
    if odds.count() > MOST {
        return None;
    }
    let one = |outcome: Outcome<'_>| odds.tail(bound, outcome.number()?).map(|tail| tail_object(&tail));
    odds.outcomes().map(one).collect::<Option<Vec<_>>>().map(Vec::into_iter)
}

const fn tail_name(tail: &TailChance) -> &'static str {
    match tail.bound {
        DistributionEnd::AtLeast => "at_least",
        DistributionEnd::AtMost => "at_most",
    }
}

fn tail_object(tail: &TailChance) -> Value {
    let mut parts = Map::new();
    parts.insert("value".to_owned(), tail.at.to_string().into());
    if let Some(exact) = &tail.exact {
        parts.insert("exact".to_owned(), exact.to_string().into());
    }
    if let Some(least) = &tail.at_least {
        parts.insert("at_least".to_owned(), least.to_string().into());
    }
    parts.insert("p".to_owned(), significant(tail.p, 12).into());
    if let Some((low, high)) = tail.interval {
        parts.insert("low".to_owned(), significant(low, 6).into());
        parts.insert("high".to_owned(), significant(high, 6).into());
    }
    Value::Object(parts)
}
