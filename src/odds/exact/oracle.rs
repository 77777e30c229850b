//! Questions about distributions that a program asks while it runs.

use std::sync::Arc;

use super::Exact;
use crate::base::Span;
use crate::check::program::{QueryKind, TableId, Units};
use crate::diag::codes::running;
use crate::dist::{Cut, Dist, Fraction, Nat, Tail};
use crate::engine::{EntryPoint, Fault, Oracle, State, Stop, show};
use crate::odds::demand::Mean;
use crate::odds::driver::WantedOdds;
use crate::odds::error::{OddsError, too_large};
use crate::odds::figures::{as_numbers, as_quantities};
use crate::plan::{CodeId, JumpOp, OddsValue, Op, Plan, QuerySite, Ratio, Value};

impl Exact {
    /// The distribution that a question is about, its condition applied.
    ///
    /// # Errors
    /// As [`Exact::distribution`], or the condition never holds.
    pub(crate) fn asked(
        &self,
        plan: &Plan,
        state: &State,
        site: &QuerySite,
        captured: &[Value],
    ) -> Result<Dist<Value>, OddsError> {
        let entry = EntryPoint { code: site.code, args: captured.to_vec() };
        let dist = self.distribution(plan, state, entry)?;
        if site.kind == QueryKind::FirstTurn {
            return later(&dist);
        }
        if !site.given {
            return Ok(dist);
        }
        let value = |pair: &Value| where_given(pair).cloned().unwrap_or(Value::Nothing);
        match dist.given(|pair| where_given(pair).is_some()) {
            Some(left) => Ok(left.map(value)),
            None => {
                let fault = Fault::new(&running::TOO_FINE, "the condition after `given` never holds");
                Err(OddsError::Stop(Fault { span: condition(plan, site), ..fault }.into()))
            }
        }
    }
}

/// Where the condition of a question stands: the last step before its code ends makes the pair.
pub(crate) fn condition(plan: &Plan, site: &QuerySite) -> Option<Span> {
    let code = plan.code(site.code);
    let pair = code.ops.iter().rposition(|op| matches!(op, Op::MakeList(2)))?;
    code.span(u32::try_from(pair).ok()?)
}

impl Oracle for Exact {
    fn query(&self, plan: &Plan, state: &State, site: &QuerySite, captured: &[Value]) -> Result<Value, Stop> {
        self.context.asking(|| self.answer(plan, state, site, captured))
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

impl Exact {
    /// What a question comes to.
    fn answer(
        &self,
        plan: &Plan,
        state: &State,
        site: &QuerySite,
        captured: &[Value],
    ) -> Result<Value, Stop> {
        if site.kind == QueryKind::Mean && !site.given {
            let mean = self.mean_by_demand(plan, state, site.code, captured).map_err(OddsError::into_stop)?;
            if let Some(value) = mean.and_then(mean_value) {
                return Ok(value);
            }
        }
        // A mean needs no distribution.
        let is_mean = site.kind == QueryKind::Mean && !site.given;
        let before = self.context.want(if is_mean { WantedOdds::Mean } else { WantedOdds::All });
        let asked = self.asked(plan, state, site, captured);
        self.context.want(before);
        let dist = asked.map_err(OddsError::into_stop)?;
        match site.kind {
            QueryKind::Odds | QueryKind::FirstTurn => {
                // Each chance is a fraction in lowest terms: long ones take a while.
                let (many, words) = (dist.len() as u64, dist.total().words());
                let room = self.context.dist_budget().charge_products(many, words, words);
                room.map_err(|error| too_large(&error, None, plan.code(site.code).span(0)).into_stop())?;
                let outcomes = dist.outcomes().iter();
                let outcomes =
                    outcomes.map(|(value, weight)| (value.clone(), dist.prob(weight).to_fraction()));
                // What is not listed is stated, so that the chances add up.
                let rest = dist.cut().map(|_| {
                    let what = if site.kind == QueryKind::FirstTurn { LATER } else { "not listed" };
                    (Value::text(what), dist.residual().to_fraction())
                });
                let short = dist.cut().is_some_and(|cut| cut.tail == Tail::Anywhere);
                Ok(Value::Odds(Arc::new(OddsValue { outcomes: outcomes.chain(rest).collect(), short })))
            }
            QueryKind::Chance => {
                if dist.outcomes().iter().any(|(value, _)| value.as_yes_no().is_none()) {
                    return Err(Fault::new(&running::KIND, "`chance` asks how likely a yes/no is")
                        .help("compare with something: `chance(2d6 >= 10)`")
                        .into());
                }
                let yes = dist.chance(|value| *value == Value::YesNo(true)).to_fraction();
                // What is not listed counts as a no, and is told.
                Ok(match dist.is_complete() {
                    true => probability(yes),
                    false => Value::Fraction(Arc::new(Ratio::at_least(yes, dist.residual().to_fraction()))),
                })
            }
            QueryKind::HighestFace => face(&dist, true),
            QueryKind::LowestFace => face(&dist, false),
            QueryKind::Mean => {
                let mean = as_numbers(&dist).and_then(|dist| dist.mean());
                let with_unit = || {
                    let (dist, unit) = as_quantities(&plan.program.units, &dist)?;
                    Some(Value::Quantity(dist.mean()?.to_num()?, unit))
                };
                match mean.map(number).or_else(with_unit) {
                    Some(mean) => Ok(mean),
                    // Numbers they are, and yet not all of them are known.
                    None if dist.cut().is_some() && are_numbers(&plan.program.units, &dist) => {
                        let within = match site.held.filter(|_| !self.context.steps_all()) {
                            Some(held) => self.mean_given(plan, state, held, captured)?,
                            None => None,
                        };
                        if let Some(mean) = within {
                            return Ok(mean);
                        }
                        let message = "the mean is not known exactly: some of the outcomes have no end";
                        // Samples have a mean.
                        let fault = Fault { is_limit: true, ..Fault::new(&running::TOO_FINE, message) };
                        Err(fault.help("`odds` lists them down to a remainder that it states").into())
                    }
                    None => Err(no_mean(plan, state, &dist).into()),
                }
            }
        }
    }
}

/// What `first turn when` lists last: it does not come to that in the times asked.
pub(crate) const LATER: &str = "later or never";

/// The report on a mean of something that is not always a number: it names what else comes up.
fn no_mean(plan: &Plan, state: &State, dist: &Dist<Value>) -> Fault {
    let mut others = dist.outcomes().iter().map(|(value, _)| value).filter(|value| value.amount().is_none());
    let fault = |what: String| Fault::new(&running::KIND, format!("only numbers have a mean{what}"));
    match others.next() {
        Some(Value::Nothing) => {
            fault(", and this is sometimes `nothing`: a cell is blank, or no row fits".to_owned())
                .help("say what counts instead, in brackets: `mean(… otherwise 0)`")
        }
        Some(other) => fault(format!(", and this can be `{}`", show(plan, state, other))),
        None => fault(String::new()),
    }
}

/// Whether all that is listed are numbers, or amounts that add up.
fn are_numbers(units: &Units, dist: &Dist<Value>) -> bool {
    as_numbers(dist).is_some() || as_quantities(units, dist).is_some()
}

/// The question that a piece of code consists of, if it asks for a whole distribution and nothing else.
pub(crate) fn question(plan: &Plan, code: CodeId) -> Option<&QuerySite> {
    asked_about(plan, code).filter(|site| match site.kind {
        QueryKind::Odds | QueryKind::FirstTurn => true,
        QueryKind::Chance | QueryKind::Mean | QueryKind::HighestFace | QueryKind::LowestFace => false,
    })
}

/// The question that a piece of code consists of, if it is a question and nothing else, whatever it asks
/// for: what it is about can be sampled.
pub(crate) fn asked_about(plan: &Plan, code: CodeId) -> Option<&QuerySite> {
    let [Op::Query(site), Op::Jump(JumpOp::Return)] = plan.code(code).ops.as_slice() else { return None };
    plan.queries.get(*site as usize).filter(|site| site.captures == 0)
}

/// Of a question with a condition, what was asked about where the condition holds; nothing where it does
/// not.
pub(crate) fn where_given(pair: &Value) -> Option<&Value> {
    match pair.as_list()?.as_slice() {
        [value, Value::YesNo(true)] => Some(value),
        _ => None,
    }
}

/// The highest or the lowest of all that can come up.
fn face(dist: &Dist<Value>, highest: bool) -> Result<Value, Stop> {
    let endless = dist.cut().is_some_and(|cut| match cut.tail {
        Tail::Above => highest,
        Tail::Below => !highest,
        Tail::Anywhere => true,
    });
    if endless {
        let which = if highest { "highest" } else { "lowest" };
        let fault =
            Fault::new(&running::TOO_FINE, format!("this has no {which} face: it goes on without end"));
        return Err(fault.help("ask about the die without what rolls it again").into());
    }
    let faces = dist.outcomes().iter().map(|(value, _)| value.amount().map(|worth| (worth, value)));
    let faces: Option<Vec<_>> = faces.collect();
    let face = faces.and_then(|faces| {
        let ranked = faces.into_iter();
        if highest { ranked.max_by_key(|(worth, _)| *worth) } else { ranked.min_by_key(|(worth, _)| *worth) }
    });
    let numbers =
        || Fault::new(&running::KIND, "only dice with numbers have a highest and a lowest face").into();
    face.map(|(_, value)| value.clone()).ok_or_else(numbers)
}

/// Turns by number; where it never came to that, it comes later, if ever.
fn later(dist: &Dist<Value>) -> Result<Dist<Value>, OddsError> {
    let (never, turns): (Vec<_>, Vec<_>) =
        dist.outcomes().iter().cloned().partition(|(value, _)| *value == Value::Nothing);
    let unlisted = dist.cut().map(|cut| &cut.weight);
    let mut rest = Nat::ZERO;
    for weight in never.iter().map(|(_, weight)| weight).chain(unlisted) {
        rest += weight;
    }
    let tail = if unlisted.is_some() { Tail::Anywhere } else { Tail::Above };
    let cut = (!rest.is_zero()).then_some(Cut { tail, ..Cut::anywhere(rest) });
    Dist::with_cut(turns, cut)
        .map_err(|error| OddsError::Stop(Fault::new(&running::TOO_FINE, error.to_string()).into()))
}

/// A probability as a value: it is shown as a fraction, where it is none of the two certain ones.
fn probability(fraction: Fraction) -> Value {
    match fraction.to_num().filter(|number| number.is_int()) {
        Some(certain) => Value::Number(certain),
        None => Value::Fraction(Arc::new(fraction.into())),
    }
}

/// A mean as a value; nothing where its unit would need a finer number than there is.
pub(super) fn mean_value(mean: Mean) -> Option<Value> {
    match mean.unit {
        Some(unit) => Some(Value::Quantity(mean.number.to_num()?, unit)),
        None => Some(number(mean.number)),
    }
}

/// A fraction as a value: a number where it fits.
fn number(fraction: Fraction) -> Value {
    match fraction.to_num() {
        Some(number) => Value::Number(number),
        None => Value::Fraction(Arc::new(fraction.into())),
    }
}
