//! Means behind a condition: what the value comes to where the condition holds, over how often it does.

use super::Exact;
use super::oracle::mean_value;
use crate::engine::{EntryPoint, State, Stop};
use crate::odds::demand::Mean;
use crate::odds::driver::WantedOdds;
use crate::odds::error::OddsError;
use crate::odds::figures::{as_numbers, as_quantities};
use crate::plan::{CodeId, HeldSums, Plan, Value};

impl Exact {
    /// The mean of a value where a condition holds, of numbers without end; nothing where it is not known.
    pub(super) fn mean_given(
        &self,
        plan: &Plan,
        state: &State,
        held: HeldSums,
        captured: &[Value],
    ) -> Result<Option<Value>, Stop> {
        let mean = |code| known(self.mean_of_code(plan, state, code, captured));
        let Some(value) = mean(held.value)? else { return Ok(None) };
        let Some(times) = mean(held.times)? else { return Ok(None) };
        let number = value.number.div(&times.number);
        Ok(number.and_then(|number| mean_value(Mean { number, ..value })))
    }

    /// The mean of what a code gives; nothing where it is not known.
    fn mean_of_code(
        &self,
        plan: &Plan,
        state: &State,
        code: CodeId,
        captured: &[Value],
    ) -> Result<Option<Mean>, OddsError> {
        if let Some(mean) = self.mean_by_demand(plan, state, code, captured)? {
            return Ok(Some(mean));
        }
        let before = self.context.want(WantedOdds::Mean);
        let dist = self.distribution(plan, state, EntryPoint { code, args: captured.to_vec() });
        self.context.want(before);
        let dist = dist?;
        if let Some(number) = as_numbers(&dist).and_then(|dist| dist.mean()) {
            return Ok(Some(Mean { number, unit: None }));
        }
        let amounts = as_quantities(&plan.program.units, &dist);
        Ok(amounts.and_then(|(dist, unit)| Some(Mean { number: dist.mean()?, unit: Some(unit) })))
    }
}

/// A mean, where nothing is in its way but that somebody asked to stop.
fn known(mean: Result<Option<Mean>, OddsError>) -> Result<Option<Mean>, Stop> {
    match mean {
        Ok(mean) => Ok(mean),
        Err(OddsError::Stop(Stop::Interrupted)) => Err(Stop::Interrupted),
        Err(OddsError::Stop(_) | OddsError::TooLarge(_)) => Ok(None),
    }
}
