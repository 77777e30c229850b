//! What clocks show, in words.

use crate::base::Num;
use crate::check::program::UnitFamily;
use crate::engine::State;
use crate::plan::{Plan, Value, ValueFormatter};

/// The clocks that have moved, each in its largest whole units.
pub(super) fn clocks(plan: &Plan, state: &State) -> Vec<String> {
    let moved = state.clocks.iter().filter(|(_, now)| !now.is_zero());
    moved.map(|(family, now)| clock(plan, *family, *now)).collect()
}

fn clock(plan: &Plan, family: UnitFamily, now: Num) -> String {
    clock_in(plan, family, now, "").unwrap_or_else(|| now.to_string())
}

/// A time in the largest whole units but one; `None` where no unit is left to say it in.
pub(super) fn clock_in(plan: &Plan, family: UnitFamily, now: Num, without: &str) -> Option<String> {
    let names = ValueFormatter { plan, record: &|_, _| "".into() };
    let units = &plan.program.units;
    let mut of_family: Vec<(usize, Num)> = units
        .all
        .iter()
        .enumerate()
        .filter(|(_, unit)| unit.family == family && *unit.singular != *without)
        .map(|(at, unit)| (at, unit.factor))
        .collect();
    of_family.sort_by_key(|(_, factor)| std::cmp::Reverse(*factor));
    let mut left = now;
    let mut parts = Vec::new();
    for (at, factor) in of_family {
        let whole = left.floor_div(factor).unwrap_or(Num::ZERO);
        if whole.is_zero() || parts.len() == 2 {
            continue;
        }
        left = left.modulo(factor).unwrap_or(Num::ZERO);
        parts.push(names.show(&Value::Quantity(whole, at.into())));
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}
