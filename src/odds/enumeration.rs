//! Enumeration: every sequence of faces in turn, each as a run of its own from the beginning.
//!
//! This is the second witness for exact odds. It shares nothing with the exact driver but the machine's
//! steps: no states are merged, no transition is looked up, no distribution is used as a shortcut, and
//! nothing is left out because it makes no difference. It is slow on purpose; tests hold the driver to it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::exact::row_count;
use super::named::named;
use crate::base::Num;
use crate::check::program::{QueryKind, TableId};
use crate::dist::{Cut, Dist, Fraction, Nat};
use crate::engine::{
    Chance, CommandBudget, EntryPoint, Fault, Host, Machine, NoAnswers, NoLog, Oracle, State, Stop,
};
use crate::plan::{Plan, QuerySite, Value};

/// How much an enumeration may do before it gives up.
#[derive(Debug, Clone)]
pub(crate) struct EnumerationLimit {
    /// How many runs, at most.
    pub runs: u64,
    /// How many draws one run may make. A run that wants more is cut off, and its weight counted as such.
    pub draws: usize,
    /// What each run may use.
    pub budget: CommandBudget,
}

/// The outcomes of every run that there is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Enumerated {
    /// How likely each outcome is, by the runs that came to their end. Rows that are listed alike are one.
    pub outcomes: FxHashMap<Value, Fraction>,
    /// How likely all runs together are that were cut off.
    pub cut: Option<Fraction>,
}

impl Enumerated {
    /// As a distribution; what was cut off may be anything. `None` where nothing came to its end.
    pub(crate) fn into_dist(self) -> Option<Dist<Value>> {
        let weights = || self.outcomes.values().chain(&self.cut);
        let whole = weights().fold(Nat::ONE, |whole, weight| whole.lcm(&weight.denominator().clone().into()));
        let scaled = |weight: &Fraction| -> Nat {
            let factor = whole.checked_div(&weight.denominator().clone().into()).unwrap_or(Nat::ONE);
            &factor * &weight.numerator().magnitude().clone().into()
        };
        let cut = self.cut.as_ref().map(|weight| Cut::anywhere(scaled(weight)));
        let outcomes = self.outcomes.iter().map(|(value, weight)| (value.clone(), scaled(weight)));
        Dist::with_cut(outcomes.collect(), cut).ok()
    }
}

/// Why an enumeration has no result.
#[derive(Debug, Clone)]
pub(crate) enum NotEnumerated {
    /// There are more runs than were allowed.
    TooMany,
    /// A run went wrong or asked what nobody answers.
    Stop(Stop),
}

/// Makes every run from a state, each weighed by the dice that it rolled.
///
/// # Errors
/// There are too many runs, or one of them goes wrong.
pub(crate) fn enumerate(
    plan: &Plan,
    state: &State,
    entry: &EntryPoint,
    effort: &EnumerationLimit,
) -> Result<Enumerated, NotEnumerated> {
    let mut tape = Tape::default();
    let mut found = Enumerated::default();
    let oracle = ByEnumeration { effort };
    for _ in 0..effort.runs {
        tape.rewind(effort.draws);
        let mut budget = effort.budget.clone();
        let mut answers = NoAnswers::default();
        let mut log = NoLog;
        let mut host = Host::new(&mut tape, &mut answers, &mut log, Some(&oracle), &mut budget);
        let ended = Machine::begin(plan, state.clone(), entry.clone()).run(plan, &mut host);
        let weight = tape.weight();
        match ended {
            Ok(value) => {
                add(found.outcomes.entry(named(plan, &value)).or_insert_with(Fraction::zero), &weight)
            }
            Err(_) if tape.ran_out => add(found.cut.get_or_insert_with(Fraction::zero), &weight),
            Err(stop) => return Err(NotEnumerated::Stop(stop)),
        }
        if !tape.advance() {
            return Ok(found);
        }
    }
    Err(NotEnumerated::TooMany)
}

fn add(sum: &mut Fraction, weight: &Fraction) {
    *sum = sum.add(weight);
}

/// The draws of one run: what came up, from 0, and out of how many.
#[derive(Debug, Default)]
struct Tape {
    draws: Vec<(u64, u64)>,
    /// How many of them this run has used.
    used: usize,
    most: usize,
    /// Whether this run wanted more draws than it may make.
    ran_out: bool,
}

impl Tape {
    fn rewind(&mut self, most: usize) {
        *self = Tape { draws: std::mem::take(&mut self.draws), used: 0, most, ran_out: false };
    }

    fn draw(&mut self, of: u64) -> Result<u64, Stop> {
        if self.used == self.draws.len() {
            if self.used == self.most {
                self.ran_out = true;
                return Err(Stop::Interrupted);
            }
            self.draws.push((0, of));
        }
        let (came, _) = self.draws.get(self.used).copied().unwrap_or_default();
        self.used += 1;
        Ok(came)
    }

    /// How likely this run is.
    fn weight(&self) -> Fraction {
        let ways = self.draws.iter().fold(Nat::ONE, |ways, (_, of)| &ways * &Nat::from(*of));
        Fraction::ratio(&Nat::ONE, &ways)
    }

    /// Goes on to the next run; says whether there is one.
    fn advance(&mut self) -> bool {
        self.draws.truncate(self.used);
        while let Some((came, of)) = self.draws.pop() {
            if came + 1 < of {
                self.draws.push((came + 1, of));
                return true;
            }
        }
        false
    }
}

impl Chance for Tape {
    fn face(&mut self, sides: u32) -> Result<u32, Stop> {
        let face = self.draw(u64::from(sides))?;
        Ok(u32::try_from(face).map_or(sides, |face| face + 1))
    }

    fn below(&mut self, n: u64) -> Result<u64, Stop> {
        self.draw(n)
    }
}

/// Answers questions inside a program by enumeration, too.
struct ByEnumeration<'e> {
    effort: &'e EnumerationLimit,
}

impl ByEnumeration<'_> {
    fn all(&self, plan: &Plan, state: &State, entry: &EntryPoint) -> Result<Enumerated, Stop> {
        let found = enumerate(plan, state, entry, self.effort).map_err(|why| match why {
            NotEnumerated::TooMany => Stop::Interrupted,
            NotEnumerated::Stop(stop) => stop,
        })?;
        if found.cut.is_some() { Err(Stop::Interrupted) } else { Ok(found) }
    }
}

impl Oracle for ByEnumeration<'_> {
    fn query(&self, plan: &Plan, state: &State, site: &QuerySite, captured: &[Value]) -> Result<Value, Stop> {
        let entry = EntryPoint { code: site.code, args: captured.to_vec() };
        let found = self.all(plan, state, &entry)?;
        let pairs = found.outcomes.iter().filter_map(|(value, weight)| {
            if !site.given {
                return Some((value.clone(), weight));
            }
            let pair = value.as_list()?;
            (pair.get(1) == Some(&Value::YesNo(true))).then(|| Some((pair.first()?.clone(), weight)))?
        });
        if let QueryKind::HighestFace | QueryKind::LowestFace = site.kind {
            let faces = pairs.map(|(value, _)| value.as_number().map(|number| (number, value)));
            let faces: Vec<_> = faces.collect::<Option<_>>().ok_or(Stop::Interrupted)?;
            let faces = faces.into_iter();
            let face = if site.kind == QueryKind::HighestFace {
                faces.max_by_key(|(number, _)| *number)
            } else {
                faces.min_by_key(|(number, _)| *number)
            };
            return face.map(|(_, value)| value).ok_or(Stop::Interrupted);
        }
        let (mut sum, mut among) = (Fraction::zero(), Fraction::zero());
        for (value, weight) in pairs {
            among = among.add(weight);
            let worth = match (&site.kind, &value) {
                (QueryKind::Chance, Value::YesNo(yes)) => {
                    Fraction::ratio(&Nat::from(u64::from(*yes)), &Nat::ONE)
                }
                (QueryKind::Mean, value) => value.as_number().map(Fraction::from).ok_or(Stop::Interrupted)?,
                (
                    QueryKind::Chance
                    | QueryKind::Odds
                    | QueryKind::FirstTurn
                    | QueryKind::HighestFace
                    | QueryKind::LowestFace,
                    _,
                ) => {
                    return Err(Stop::Interrupted);
                }
            };
            sum = sum.add(&worth.mul(weight));
        }
        let answer = sum.div(&among).ok_or(Stop::Interrupted)?;
        let number = answer.to_num().filter(|number| site.kind == QueryKind::Mean || number.is_int());
        Ok(number.map_or_else(|| Value::Fraction(Arc::new(answer.into())), Value::Number))
    }

    fn row_weights(
        &self,
        plan: &Plan,
        state: &State,
        table: TableId,
        args: &[Value],
    ) -> Result<Vec<u64>, Stop> {
        let mut weights = vec![0u64; row_count(plan, table)];
        let Some(code) = plan.tables.get(table.index()).and_then(|table| table.row) else {
            return Ok(weights);
        };
        let found = self.all(plan, state, &EntryPoint { code, args: args.to_vec() })?;
        let whole = found
            .outcomes
            .values()
            .fold(Nat::ONE, |whole, weight| whole.lcm(&weight.denominator().clone().into()));
        for (row, weight) in &found.outcomes {
            let row = row.as_number().and_then(Num::as_int).and_then(|row| usize::try_from(row).ok());
            let scaled = weight.mul(&Fraction::ratio(&whole, &Nat::ONE)).to_num();
            let scaled = scaled.and_then(Num::as_int).and_then(|scaled| u64::try_from(scaled).ok());
            let slot = row.and_then(|row| weights.get_mut(row));
            match (slot, scaled) {
                (Some(slot), Some(scaled)) => *slot = scaled,
                _ => return Err(Fault::new(&crate::diag::codes::running::TOO_FINE, "too fine").into()),
            }
        }
        Ok(weights)
    }
}
