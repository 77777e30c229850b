//! Questions about odds that are answered by samples.

use rustc_hash::FxHashMap;

use super::Prepared;
use super::inspect::Inspect;
use super::means::Means;
use super::odds::Odds;
use super::question::{Progress, Question};
use super::world::{RunContext, World};
use crate::base::DEFAULT_SAMPLES;
use crate::check::program::QueryKind;
use crate::diag::codes::running;
use crate::dist::Dist;
use crate::engine::{EntryPoint, Fault, NoAnswers, NoLog, Stop};
use crate::odds::{self, Alike, RowNames, Sampled, Sampling, sample};
use crate::plan::{QuerySite, Value};

/// Dice and steps together that samples may take where nobody said how many samples to take: a moment's work, which
/// the crate's own tests, not optimised, do in a minute.
const SAMPLED_WORK: u64 = if cfg!(test) { 1_000_000 } else { 10_000_000 };
/// What each value within an outcome costs, of those: it is made, compared with others, and put in order.
const WORK_PER_PART: u64 = 8;
/// Fewer samples than this say little: where one of them is much work, they may take longer...
const FEWEST_SAMPLES: u64 = 1_000;
/// ...up to this, some seconds; with the fewest of which a spread is told.
const LONGEST_WORK: u64 = 30_000_000;
const FEWEST_AT_ALL: u64 = 4;

/// A run that was made to see how it goes.
struct TrialRun {
    value: Value,
    /// Whether luck had a say in it.
    rolled: bool,
    /// Dice and steps, and what its value is made of.
    work: u64,
}

/// Takes samples in a world, which stays as it is.
pub(super) struct Sampler<'s> {
    world: &'s World,
    inspect: Inspect<'s>,
    means: Means,
}

impl<'s> Sampler<'s> {
    /// In this world; what may be used, and who may stop it.
    pub(super) fn new(world: &'s World, inspect: Inspect<'s>, means: Means) -> Sampler<'s> {
        Sampler { world, inspect, means }
    }

    /// What is looked at.
    pub(super) fn inspect(&self) -> Inspect<'s> {
        self.inspect
    }

    /// Samples of what an expression is about: so many runs. A question, such as `chance(…)`, is not asked anew in
    /// every run: what it is about is sampled, and where there is a condition, only runs count in which it holds.
    ///
    /// # Errors
    /// A run goes wrong or asks what nobody answers, or none was done before it was stopped.
    pub(super) fn samples(&self, question: Question<'_>, runs: u64) -> Result<Odds, Stop> {
        let Question { text, prepared, ask, tell } = question;
        let plan = &**self.world.plan();
        let site = odds::asked_about(plan, prepared.code());
        let entry = EntryPoint::new(site.map_or(prepared.code(), |site| site.code));
        let work = Sampling {
            plan,
            state: self.world.state(),
            entry: &entry,
            runs,
            seed: ask.seed.seed,
            limits: self.means.limits(),
            interrupt: self.means.interrupt(),
        };
        let mut sampled = sample(&work, ask.route, &|runs| tell(Progress::Samples(runs)))?;
        if sampled.runs == 0 {
            return Err(Stop::Interrupted);
        }
        let (mut counts, runs) = self.counted(&mut sampled, site)?;
        if let Some(alike) = Alike::of(plan, counts.keys()) {
            let written = std::mem::take(&mut counts);
            for (value, count) in &written {
                *counts.entry(alike.shown(value)).or_insert(0) += count;
            }
        }
        let mut odds = Odds::sampled_of(self.inspect, text, counts, runs, ask.seed);
        odds.never.extend(sampled.steps_missed(plan));
        let fewer = runs < sampled.runs;
        odds.note = fewer.then(|| format!("of {} samples, those that meet the condition", sampled.runs));
        Ok(odds)
    }

    /// As many samples as are asked for, or as are borne where nobody said how many.
    ///
    /// # Errors
    /// As for [`Sampler::samples`].
    pub(super) fn all(&self, question: Question<'_>) -> Result<Odds, Stop> {
        let fixed = question.ask.samples;
        let runs = fixed.map_or_else(|| self.bearable_runs(question.prepared), Ok)?;
        self.samples(question, runs)
    }

    /// Why samples are taken and no exact odds: what is too large, where it can be named.
    pub(super) fn why_sampled(&self, fault: &Fault) -> String {
        const LONGEST: usize = 60;
        let written = fault.span.and_then(|span| {
            let source = self.inspect.sources().get(span.source)?;
            let text = source.slice(span.start as usize..span.end as usize).trim();
            (!text.is_empty() && !text.contains('\n') && text.chars().count() <= LONGEST).then_some(text)
        });
        let why = match written {
            Some(text) => {
                fault.message.replacen("the exact odds of this", &format!("the exact odds of `{text}`"), 1)
            }
            None => fault.message.clone(),
        };
        let instead =
            if fault.help.is_empty() { String::new() } else { format!("; {}", fault.help.join("; ")) };
        format!("{why}; these are samples{instead}")
    }

    /// How often each outcome came up among the runs that count, and how many of these there were.
    fn counted(
        &self,
        sampled: &mut Sampled,
        site: Option<&QuerySite>,
    ) -> Result<(FxHashMap<Value, u64>, u64), Stop> {
        let plan = &**self.world.plan();
        let found = std::mem::take(&mut sampled.counts);
        if site.is_none() && !found.keys().any(odds::holds_rows) {
            return Ok((found, sampled.runs));
        }
        let (mut counts, mut runs): (FxHashMap<Value, u64>, u64) = (FxHashMap::default(), 0);
        let mut names = RowNames::default();
        for (value, count) in &found {
            let held = match site.filter(|site| site.given) {
                Some(_) => odds::where_given(value),
                None => Some(value),
            };
            let Some(value) = held else { continue };
            runs += count;
            let value = match (value, site.map(|site| &site.kind)) {
                (Value::Nothing, Some(QueryKind::FirstTurn)) => Value::text(odds::LATER),
                (value, Some(QueryKind::Chance)) if value.as_yes_no().is_none() => {
                    return Err(Fault::new(&running::KIND, "`chance` asks how likely a yes/no is")
                        .help("compare with something: `chance(2d6 >= 10)`")
                        .into());
                }
                (value, _) => names.named(plan, value),
            };
            *counts.entry(value).or_insert(0) += count;
        }
        if runs == 0 {
            let message = format!("the condition after `given` held in none of {} samples", sampled.runs);
            let span = site.and_then(|site| odds::condition(plan, site));
            let fault = Fault { span, ..Fault::new(&running::TOO_FINE, message) };
            return Err(fault.help("take more samples: `--samples N`").into());
        }
        Ok((counts, runs))
    }

    /// The odds of what luck has no say in, however much work it is: what one run gives. `None` where luck has a say,
    /// or something goes wrong.
    pub(super) fn without_luck(&self, text: &str, prepared: &Prepared) -> Option<Odds> {
        let plan = &**self.world.plan();
        if odds::asked_about(plan, prepared.code()).is_some() {
            return None;
        }
        let run = self.trial(&EntryPoint::new(prepared.code())).ok()?;
        (!run.rolled).then(|| Odds::exact_of(self.inspect, text, Dist::point(run.value)))
    }

    /// How many samples are taken where nobody said how many: fewer where one of them is much work, to make or
    /// to tell from the others. One run is made to see.
    ///
    /// # Errors
    /// The run goes wrong or asks what nobody answers.
    pub(super) fn bearable_runs(&self, prepared: &Prepared) -> Result<u64, Stop> {
        let site = odds::asked_about(self.world.plan(), prepared.code());
        let entry = EntryPoint::new(site.map_or(prepared.code(), |site| site.code));
        let work = self.trial(&entry)?.work.max(1);
        let fewest = (LONGEST_WORK / work).clamp(FEWEST_AT_ALL, FEWEST_SAMPLES);
        Ok((SAMPLED_WORK / work).clamp(fewest, DEFAULT_SAMPLES))
    }

    fn trial(&self, entry: &EntryPoint) -> Result<TrialRun, Stop> {
        let mut draft = self.world.clone();
        let mut budget = self.means.budget();
        let (dice, steps) = (budget.dice.dice_left, budget.steps_left);
        let (oracle, mut answers, mut log) = (self.means.exact(), NoAnswers::default(), NoLog);
        let mut run =
            RunContext { answers: &mut answers, oracle: Some(&oracle), budget: &mut budget, change: None };
        let (value, rolled) = draft.run(Some(entry.clone()), &mut run, &mut log);
        let value = value?;
        let work = (dice - budget.dice.dice_left).saturating_add(steps - budget.steps_left);
        let work = work.saturating_add(WORK_PER_PART * parts_of(&value));
        Ok(TrialRun { value, rolled, work })
    }
}

/// How many values there are in one, and in those.
fn parts_of(value: &Value) -> u64 {
    value.held().map(parts_of).fold(value.parts() as u64, u64::saturating_add)
}
