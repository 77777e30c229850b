//! Questions about distributions that a program asks while it runs.

use std::sync::Arc;

use super::exact::{Exact, OddsError};
use super::{numbers, quantities};
use crate::check::program::{QueryKind, TableId};
use crate::diag::codes::running;
use crate::dist::{Dist, Fraction};
use crate::engine::{Entry, Fault, Oracle, State, Stop};
use crate::plan::{OddsValue, Plan, QuerySite, Value};

impl Exact {
    /// The distribution that a question is about, its condition applied.
    ///
    /// # Errors
    /// As [`Exact::distribution`], or the condition never holds.
    pub fn asked(
        &self,
        plan: &Plan,
        state: &State,
        site: &QuerySite,
        captured: &[Value],
    ) -> Result<Dist<Value>, OddsError> {
        let entry = Entry { code: site.code, args: captured.to_vec() };
        let dist = self.distribution(plan, state, entry)?;
        if !site.given {
            return Ok(dist);
        }
        let holds = |pair: &Value| pair.as_list().and_then(|pair| pair.get(1)) == Some(&Value::YesNo(true));
        let value =
            |pair: &Value| pair.as_list().and_then(|pair| pair.first()).cloned().unwrap_or(Value::Nothing);
        match dist.given(holds) {
            Some(left) => Ok(left.map(value)),
            None => Err(OddsError::Stop(
                Fault::new(&running::TOO_FINE, "the condition after `given` never holds").into(),
            )),
        }
    }
}

impl Oracle for Exact {
    fn query(&self, plan: &Plan, state: &State, site: &QuerySite, captured: &[Value]) -> Result<Value, Stop> {
        let dist = self.asked(plan, state, site, captured).map_err(OddsError::into_stop)?;
        match site.kind {
            QueryKind::Odds => {
                let outcomes = dist.outcomes().iter();
                let outcomes =
                    outcomes.map(|(value, weight)| (value.clone(), dist.prob(weight).to_fraction()));
                Ok(Value::Odds(Arc::new(OddsValue { outcomes: outcomes.collect() })))
            }
            QueryKind::Chance => {
                if dist.outcomes().iter().any(|(value, _)| value.as_yes_no().is_none()) {
                    return Err(Fault::new(&running::KIND, "`chance` asks how likely a yes/no is")
                        .help("compare with something: `chance(2d6 >= 10)`")
                        .into());
                }
                Ok(number(dist.chance(|value| *value == Value::YesNo(true)).to_fraction()))
            }
            QueryKind::FirstTurn => {
                Err(Fault::new(&running::NO_ODDS, "when a condition first holds cannot be asked yet")
                    .help("ask how likely it is after so many turns: `chance(c) after 3 times p`")
                    .into())
            }
            QueryKind::Mean => {
                let mean = numbers(&dist).and_then(|dist| dist.mean());
                let with_unit = || {
                    let (dist, unit) = quantities(&dist)?;
                    Some(Value::Quantity(dist.mean()?.to_num()?, unit))
                };
                match mean.map(number).or_else(with_unit) {
                    Some(mean) => Ok(mean),
                    None => Err(Fault::new(&running::KIND, "only numbers have a mean").into()),
                }
            }
        }
    }

    fn row_weights(
        &self,
        plan: &Plan,
        state: &State,
        table: TableId,
        args: &[Value],
    ) -> Result<Vec<u64>, Stop> {
        self.rows(plan, state, table, args)
    }
}

/// A fraction as a value: a number where it fits.
fn number(fraction: Fraction) -> Value {
    match fraction.to_num() {
        Some(number) => Value::Number(number),
        None => Value::Fraction(Arc::new(fraction)),
    }
}
