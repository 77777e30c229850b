//! Tables that cannot fail to give a row.

use super::sure::Base;
use crate::base::Num;
use crate::check::program::TableId;
use crate::dice::{Faces, PoolSource, PoolSpec};
use crate::plan::{Plan, PlanTable};

/// Spans of rolls are looked through up to this.
const WIDEST: i64 = 1 << 12;

/// Whether a roll on a table always has a row: it is drawn by weight, or every total of its dice is a key.
pub(super) fn comes_up(plan: &Plan, id: TableId) -> bool {
    let Some(table) = plan.tables.get(id.index()) else { return false };
    match table.pool {
        Some(pool) => plan.pools.get(pool as usize).is_some_and(|pool| holds(table, pool)),
        None => table.die.is_none() && !table.is_looked_up,
    }
}

/// Whether every total of plain dice is the key of a row.
fn holds(table: &PlanTable, pool: &PoolSpec) -> bool {
    let PoolSource::Dice { count, faces } = &pool.source else { return false };
    let one = matches!(faces, Faces::Sides(_) | Faces::Fate) || *count == 1;
    let ends = faces.lowest().zip(faces.highest());
    let ends = ends.and_then(|(low, high)| Some((low.as_int()?, high.as_int()?)));
    let Some((low, high)) = ends.filter(|_| one && pool.ops.is_empty() && !faces.is_text()) else {
        return false;
    };
    let count = i64::from(*count);
    let (Some(low), Some(high)) = (low.checked_mul(count), high.checked_mul(count)) else { return false };
    high.saturating_sub(low) <= WIDEST
        && (low..=high)
            .map(Num::int)
            .filter(|total| count > 1 || faces.contains(*total))
            .all(|total| table.index.number(total).is_some())
}

/// Whether looking a table up goes well, whichever value of this kind the key is: of a list of words, each has
/// a row.
pub(super) fn is_found(plan: &Plan, id: TableId, key: Base) -> bool {
    let Some(table) = plan.tables.get(id.index()) else { return false };
    let has =
        |word: &str| table.index.word(word).or_else(|| table.index.word(&word.replace('_', " "))).is_some();
    match key {
        Base::Word(scale) => {
            let scale = plan.program.scales.get(scale.index());
            scale.is_some_and(|scale| scale.words.iter().all(|word| has(word)))
        }
        Base::YesNo => has("yes") && has("no"),
        Base::Never => true,
        Base::Number
        | Base::Quantity(_)
        | Base::Text
        | Base::Row(_)
        | Base::Rows
        | Base::Record
        | Base::Parts
        | Base::Check
        | Base::Any => false,
    }
}
