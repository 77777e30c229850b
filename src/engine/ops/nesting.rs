//! Values inside one another: how deep they go, and how many they are when all is written out.
//!
//! Whatever walks through a value goes down as deep as it is nested, so its depth has a limit. And what
//! is shared counts each time: `[x, x]` of `[y, y]` of … is small in memory and endless to show.

use rustc_hash::FxHashMap;

use crate::diag::codes::limits;
use crate::engine::{CommandBudget, Host, Stop};
use crate::plan::Value;

/// How deep something is and how much it holds.
#[derive(Debug, Clone, Copy, Default)]
struct Measure {
    depth: usize,
    items: usize,
}

/// What was measured, by where it lies: what is shared is measured once.
#[derive(Default)]
struct MeasuredDepths {
    by_place: FxHashMap<usize, Measure>,
    /// How many values were looked at.
    looked_at: u64,
}

/// Refuses what would stand too deep, or hold too much, once these values are put into one.
///
/// # Errors
/// The result would be nested deeper, or hold more items, than the limits allow.
pub(super) fn fits<'v>(
    host: &mut Host<'_>,
    values: impl Iterator<Item = &'v Value> + Clone,
) -> Result<(), Stop> {
    // Most lists hold numbers, words and texts.
    if !values.clone().any(holds_others) {
        return Ok(());
    }
    let CommandBudget { nesting, list, .. } = *host.budget;
    let mut known = MeasuredDepths::default();
    let whole = within(values, &mut known);
    // What is looked through is charged as what a list holds is.
    host.budget.charge(known.looked_at / 4)?;
    if whole.depth > nesting {
        let message = format!("values inside one another go deeper than {nesting}");
        return Err(Stop::limit(&limits::VALUE_NESTING, message));
    }
    if whole.items > list {
        let message = format!("values inside one another hold more than {list} items");
        return Err(Stop::limit(&limits::LIST, message));
    }
    Ok(())
}

fn holds_others(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Row(_) | Value::Parts(_) | Value::Unrolled(_) | Value::Odds(_))
}

/// One level above these values.
fn within<'v>(values: impl Iterator<Item = &'v Value>, known: &mut MeasuredDepths) -> Measure {
    let mut whole = Measure { depth: 1, items: 0 };
    for value in values {
        known.looked_at += 1;
        let one = measure(value, known);
        whole.depth = whole.depth.max(one.depth.saturating_add(1));
        whole.items = whole.items.saturating_add(one.items).saturating_add(1);
    }
    whole
}

/// Goes no deeper than the limit: whatever was put together before has been held to it.
fn measure(value: &Value, known: &mut MeasuredDepths) -> Measure {
    if !holds_others(value) {
        return Measure::default();
    }
    // What is shared lies at one place, and so does the first that it holds.
    let place = value.held().next().map_or(0, |first| std::ptr::from_ref(first) as usize);
    if let Some(known) = known.by_place.get(&place) {
        return *known;
    }
    let found = within(value.held(), known);
    known.by_place.insert(place, found);
    found
}
