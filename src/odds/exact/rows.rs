//! How likely each row of a table is.

use super::Exact;
use crate::base::Num;
use crate::check::program::{Table, TableId};
use crate::diag::codes::running;
use crate::dist::{Dist, DistError, Nat, Prob};
use crate::engine::{EntryPoint, Fault, State, Stop};
use crate::odds::demand::{Demand, Gap};
use crate::odds::driver::Driver;
use crate::odds::error::{OddsError, too_large};
use crate::plan::{Plan, Value};
use crate::syntax::ast::TableKind;

impl Exact {
    /// How likely each row of a table is to come up, by code that gives the row's number, and whether that is no
    /// more than the least that it can be.
    ///
    /// # Errors
    /// As [`Exact::distribution`].
    pub(crate) fn row_odds(
        &self,
        plan: &Plan,
        state: &State,
        table: TableId,
        entry: EntryPoint,
    ) -> Result<(Vec<Prob>, bool), OddsError> {
        let dist = self.row_numbers(plan, state, table, entry)?;
        let chance = |row: usize| dist.prob_of(&Some(row));
        Ok(((0..row_count(plan, table)).map(chance).collect(), !dist.is_complete()))
    }

    /// How likely each row of an each-table is to be among those that come up, by code that gives the
    /// list of these; and whether that is no more than the least that it can be.
    ///
    /// # Errors
    /// As [`Exact::distribution`].
    pub(crate) fn each_odds(
        &self,
        plan: &Plan,
        state: &State,
        table: TableId,
        entry: EntryPoint,
    ) -> Result<(Vec<Prob>, bool), OddsError> {
        if let Some(chances) = self.each_by_demand(plan, state, &entry)? {
            let short = chances.iter().any(|chance| !chance.is_complete());
            return Ok((chances.iter().map(|chance| chance.prob_of(&true)).collect(), short));
        }
        // The machine tells rows only together: there may be as many lists of them as there are sets.
        let limit = self.context.limits().outcomes;
        let met = u32::try_from(row_count(plan, table)).ok().and_then(|rows| 1u64.checked_shl(rows));
        let met = met.unwrap_or(u64::MAX);
        if met > limit {
            return Err(too_large(&DistError::Outcomes { met, limit }, None, None));
        }
        let dist = self.raw(plan, state, entry)?;
        let holds = |list: &Value, row: usize| {
            let mut rows = list.as_list().into_iter().flat_map(|list| list.iter());
            rows.any(|item| matches!(item, Value::Row(found) if found.row as usize == row))
        };
        let chance = |row: usize| dist.chance(|list| holds(list, row));
        Ok(((0..row_count(plan, table)).map(chance).collect(), !dist.is_complete()))
    }

    /// How likely each row of an each-table is, one by one; `None` where the machine has to tell.
    fn each_by_demand(
        &self,
        plan: &Plan,
        state: &State,
        entry: &EntryPoint,
    ) -> Result<Option<Vec<Dist<bool>>>, OddsError> {
        let known = plan.written.get(&entry.code).filter(|_| !self.context.steps_all());
        let Some(written) = known else { return Ok(None) };
        match Demand::new(self, plan, state).chances_of_each(written, &entry.args) {
            Ok(chances) => Ok(chances),
            Err(Gap::Machine(error @ OddsError::Stop(Stop::Interrupted)) | Gap::Told(error)) => Err(error),
            Err(Gap::TooLarge(error, span)) => Err(too_large(&error, None, span)),
            Err(Gap::Uncovered | Gap::Wrong | Gap::Machine(_)) => Ok(None),
        }
    }

    /// In what proportions a table's die gives its rows; see [`crate::engine::Oracle::row_weights`].
    pub(super) fn rows(
        &self,
        plan: &Plan,
        state: &State,
        table: TableId,
        args: &[Value],
    ) -> Result<Vec<u64>, Stop> {
        let count = row_count(plan, table);
        let Some(code) = plan.tables.get(table.index()).and_then(|table| table.row) else {
            return Ok(vec![0; count]);
        };
        let entry = EntryPoint { code, args: args.to_vec() };
        let rows = self.row_numbers(plan, state, table, entry).map_err(OddsError::into_stop)?;
        let mut weights = vec![0u64; count];
        let shared = rows.outcomes().iter().fold(rows.total().clone(), |gcd, (_, weight)| gcd.gcd(weight));
        for (row, weight) in rows.outcomes() {
            let reduced = weight.checked_div(&shared).and_then(|weight| u64::try_from(&weight.to_big()).ok());
            let Some(reduced) = reduced else {
                let fault = Fault::new(&running::TOO_FINE, "the odds of this table's rows are too fine");
                return Err(fault.into());
            };
            if let Some(slot) = row.and_then(|row| weights.get_mut(row)) {
                *slot = reduced;
            }
        }
        Ok(weights)
    }

    /// What a table's die gives, where it is a pool of numbers that is known beforehand: nothing has to be run
    /// for it.
    pub(in crate::odds) fn known_die(&self, plan: &Plan, table: TableId) -> Option<Dist<Num>> {
        let pool = plan.tables.get(table.index())?.pool.filter(|_| !self.context.steps_all())?;
        plan.pool(pool).total_dist_within(self.context.residual_bits(), &mut self.context.dist_budget()).ok()
    }

    /// Which row comes up, where a die that is known beforehand alone decides, or the weights of the rows do.
    fn known_rows(&self, plan: &Plan, id: TableId) -> Option<Dist<Option<usize>>> {
        let table = plan.program.tables.get(id.index()).filter(|table| is_plain(table))?;
        let lowered = plan.tables.get(id.index())?;
        if table.die.is_none() && !lowered.is_looked_up && !self.context.steps_all() {
            let weights = lowered.weights.iter().enumerate();
            return Dist::from_weights(weights.map(|(row, weight)| (Some(row), Nat::from(*weight)))).ok();
        }
        let row = |roll: &Num| lowered.index.picked(*roll).map(|row| Some(row as usize)).ok_or(());
        self.known_die(plan, id)?.try_map(row).ok()
    }

    fn row_numbers(
        &self,
        plan: &Plan,
        state: &State,
        table: TableId,
        entry: EntryPoint,
    ) -> Result<Dist<Option<usize>>, OddsError> {
        if let Some(known) = self.known_rows(plan, table) {
            return Ok(known);
        }
        let number = |value: &Value| value.as_number().and_then(Num::as_int);
        let dist = self.raw(plan, state, entry)?;
        Ok(dist.map(|value| number(value).and_then(|row| usize::try_from(row).ok())))
    }
}

/// Whether nothing but the die says which row comes up.
fn is_plain(table: &Table) -> bool {
    matches!(table.kind, TableKind::Table | TableKind::Chart)
        && table.stub.is_none()
        && !table.favoured
        && table.params.is_empty()
        && table.rows.iter().all(|row| row.guard.is_none())
}

pub(in crate::odds) fn row_count(plan: &Plan, table: TableId) -> usize {
    plan.program.tables.get(table.index()).map_or(0, |table| table.rows.len())
}
