//! Counts that are only held against each other, in the rows of states.

use rustc_hash::FxHashMap;

use crate::odds::saturated::Saturated;
use crate::odds::states::{Checkpoint, Values};
use crate::plan::Value;

/// Puts counts that are only held against each other in place of others as far apart, in the rows of states.
#[derive(Default)]
pub(super) struct RelativeRows {
    /// What is left of a count when another is taken off it, both by their numbers; nothing where that is no number.
    less: FxHashMap<(u32, u32), Option<u32>>,
}

impl RelativeRows {
    /// Takes the same off all counts of a row that waits there, so that the first is 0.
    pub(super) fn settle(
        &mut self,
        saturated: &Saturated,
        row: &mut [u32],
        halt: &Checkpoint,
        values: &mut Values,
    ) {
        for frame in saturated.has_relative().then_some(&halt.shape.skeleton.frames).into_iter().flatten() {
            let first = (halt.layout.stack + frame.base) as usize;
            for relative in saturated.relative_at(frame.code, frame.pc) {
                let places = relative.locals().iter().map(|local| first + *local as usize);
                self.settle_counts(&places.collect::<Vec<_>>(), row, values);
            }
        }
    }

    fn settle_counts(&mut self, places: &[usize], row: &mut [u32], values: &mut Values) {
        let unset = values.number(&Value::Unset);
        let held = |place: &&usize| row.get(**place).is_some_and(|number| *number != unset);
        let places: Vec<usize> = places.iter().filter(held).copied().collect();
        let Some(off) = places.first().and_then(|first| row.get(*first).copied()) else { return };
        let less = |place: &usize| self.less(*row.get(*place)?, off, values);
        let Some(settled) = places.iter().map(less).collect::<Option<Vec<u32>>>() else { return };
        for (place, number) in places.iter().zip(settled) {
            if let Some(slot) = row.get_mut(*place) {
                *slot = number;
            }
        }
    }

    fn less(&mut self, number: u32, off: u32, values: &mut Values) -> Option<u32> {
        *self.less.entry((number, off)).or_insert_with(|| {
            let (of, off) = (values.value(number), values.value(off));
            let ((of, unit), (off, other)) = (of.measured()?, off.measured()?);
            let left = of.sub(off).ok().filter(|_| unit == other)?;
            Some(values.number(&unit.map_or(Value::Number(left), |unit| Value::Quantity(left, unit))))
        })
    }
}
