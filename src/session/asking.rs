//! Questions that are asked of a copy of the world: nothing stays of them but the sources that they are
//! written in.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::Reply;
use super::beside::beside;
use super::entry::{Attempt, Prepared};
use super::fields::OddsInParts;
use super::inspect::Inspect;
use super::means::Means;
use super::odds::{LATER_NOTE, Odds, OddsAsk};
use super::papers::Papers;
use super::question::{Question, Tell};
use super::sampled::Sampler;
use super::world::World;
use crate::base::Limits;
use crate::check::program::{ExprKind, QueryKind};
use crate::diag::Diagnostic;
use crate::engine::{EntryPoint, Fault, NoAnswers, NoLog, Stop};
use crate::odds::{self, Exact, OddsError, Route, Texts};
#[cfg(any(test, fuzzing))]
use crate::odds::{EnumerationLimit, NotEnumerated, enumerate};
use crate::plan::Value;
use crate::syntax::is_expression;
use crate::syntax::parse_expression;

/// What a hint may cost, in outcomes and steps: well below a blink.
const HINT_OUTCOMES: u64 = 2_000;
const HINT_STEPS: u64 = 2_000;

/// What came of looking for exact odds.
enum Found<T> {
    Exact(T),
    /// There are none: what is too large, or nothing where only samples are asked for.
    TooLarge(Option<Fault>),
    /// Somebody asked to stop.
    Stopped,
}

impl<T> Found<T> {
    fn map<U>(self, made: impl FnOnce(T) -> U) -> Found<U> {
        match self {
            Found::Exact(odds) => Found::Exact(made(odds)),
            Found::TooLarge(fault) => Found::TooLarge(fault),
            Found::Stopped => Found::Stopped,
        }
    }
}

/// Why there are no odds, as a reply.
fn stopped(stop: Stop, prepared: &Prepared) -> Reply {
    let mut reply = Reply::nothing(0);
    reply.stopped(stop, prepared.span());
    reply
}

/// Asks something of a world.
#[derive(Debug)]
pub(crate) struct Inquiry<'s> {
    world: World,
    papers: &'s mut Papers,
    means: &'s Means,
}

impl<'s> Inquiry<'s> {
    /// Of a copy of this world.
    pub(super) fn new(world: &World, papers: &'s mut Papers, means: &'s Means) -> Inquiry<'s> {
        Inquiry { world: world.clone(), papers, means }
    }

    /// Asks something else of the same world.
    pub(super) fn again(&mut self) -> Inquiry<'_> {
        Inquiry::new(&self.world, self.papers, self.means)
    }

    /// Tries something in the copy.
    pub(super) fn attempt(&mut self) -> Attempt<'_> {
        Attempt::new(&mut self.world, self.papers, self.means)
    }

    /// The copy as it stands.
    pub(super) fn inspect(&self) -> Inspect<'_> {
        Inspect::new(&self.world, self.papers)
    }

    /// The copy itself.
    pub(super) fn world(&self) -> &World {
        &self.world
    }

    /// What may be used.
    pub(super) fn means(&self) -> &'s Means {
        self.means
    }

    /// The odds of an expression from the state in play, which stays as it is, and what there is to say
    /// about its source. `tell` is told of samples taken.
    ///
    /// # Errors
    /// What is wrong with the expression, or why there are no odds.
    pub(crate) fn odds(
        &mut self,
        text: &str,
        ask: &OddsAsk,
        tell: Tell<'_>,
    ) -> Result<(Odds, Vec<Diagnostic>), Reply> {
        let prepared = self.ready(text)?;
        let question = Question { text, prepared: &prepared, ask, tell };
        let odds = self.answer(question, || self.exact_odds(text, &prepared, ask, ask.exact_only))?;
        Ok((odds, prepared.reports))
    }

    /// The same, part by part where what is asked has parts: where all together are too many cases, most parts by
    /// themselves are not. Parts that are too much by themselves are looked at in all together.
    ///
    /// # Errors
    /// What is wrong with the expression, or why there are no odds.
    pub(super) fn odds_in_parts(
        &mut self,
        text: &str,
        ask: &OddsAsk,
        tell: Tell<'_>,
    ) -> Result<(OddsInParts, Vec<Diagnostic>), Reply> {
        let prepared = self.ready(text)?;
        let names = if ask.samples.is_none() { prepared.parts() } else { &[] };
        let parts: Vec<(&str, Option<Prepared>)> =
            names.iter().map(|name| (&**name, self.attempt().prepare_part(text, name).ok())).collect();
        let question = Question { text, prepared: &prepared, ask, tell };
        let mut found = Vec::new();
        let whole = self.answer(question, || {
            found = self.exact_parts(&parts, ask);
            if !found.is_empty() && found.iter().all(Option::is_some) {
                return Ok(Found::Exact(None));
            }
            Ok(self.exact_odds(text, &prepared, ask, ask.exact_only)?.map(Some))
        })?;
        let all = match whole {
            Some(odds) => self.inspect().in_parts(odds).but(found),
            None => OddsInParts::Each(found.into_iter().flatten().collect()),
        };
        Ok((all, prepared.reports))
    }

    /// What a search for exact odds finds, or what samples say in its place.
    fn answer<T: From<Odds>>(
        &self,
        question: Question<'_>,
        search: impl FnOnce() -> Result<Found<T>, Reply>,
    ) -> Result<T, Reply> {
        let Question { text, prepared, ask, .. } = question;
        let lacks =
            |found: &Result<Found<T>, Reply>| matches!(found, Ok(Found::TooLarge(_) | Found::Stopped));
        let (found, samples) = match ask.exact_only || ask.samples.is_some() {
            true => (search(), None),
            false => beside(|stop| self.sampler(Some(stop)), self.means, question, search, lacks),
        };
        let sampler = self.sampler(self.means.interrupt());
        let (why, samples) = match found? {
            Found::Exact(odds) => return Ok(odds),
            Found::Stopped => {
                let stopped_soon = || Err(Stop::Interrupted);
                (
                    "stopped before there were exact odds; these are samples".to_owned(),
                    samples.unwrap_or_else(stopped_soon),
                )
            }
            Found::TooLarge(Some(fault)) => {
                if let Some(sure) = sampler.without_luck(text, prepared) {
                    return Ok(sure.into());
                }
                if ask.exact_only {
                    return Err(stopped(Stop::Fault(fault), prepared));
                }
                (sampler.why_sampled(&fault), samples.unwrap_or_else(|| sampler.all(question)))
            }
            Found::TooLarge(None) => (String::new(), sampler.all(question)),
        };
        let samples = samples.map_err(|stop| stopped(stop, prepared))?;
        Ok(samples.because(why).into())
    }

    /// What takes samples of this world until this flag is set.
    fn sampler(&self, stop: Option<Arc<AtomicBool>>) -> Sampler<'_> {
        Sampler::new(&self.world, self.inspect(), self.means.until(stop))
    }

    /// Reads a question, and makes the world ready for it.
    fn ready(&mut self, text: &str) -> Result<Prepared, Reply> {
        let prepared = self.attempt().prepare_question(text)?;
        let begun = self.attempt().begin();
        if begun.is_done() { Ok(prepared) } else { Err(begun) }
    }

    /// Those of these parts whose odds are exact and soon worked out. After two that are not, no more are tried.
    fn exact_parts(&self, parts: &[(&str, Option<Prepared>)], ask: &OddsAsk) -> Vec<Option<Odds>> {
        const MISSED: usize = 2;
        let mut missed = 0;
        let mut part = |(name, prepared): &(&str, Option<Prepared>)| {
            if missed == MISSED {
                return None;
            }
            let found =
                prepared.as_ref().and_then(|prepared| self.exact_odds(name, prepared, ask, false).ok());
            let Some(Found::Exact(odds)) = found else {
                missed += 1;
                return None;
            };
            Some(odds)
        };
        parts.iter().map(&mut part).collect()
    }

    /// Exact odds, where no samples are asked for and they are not too large. Who waits for them has them worked out
    /// however long it takes.
    fn exact_odds(
        &self,
        text: &str,
        prepared: &Prepared,
        ask: &OddsAsk,
        waits: bool,
    ) -> Result<Found<Odds>, Reply> {
        if ask.samples.is_some() {
            return Ok(Found::TooLarge(None));
        }
        let plan = &**self.world.plan();
        // What asks for a distribution is asked for it, and not for the odds of those odds.
        let asked = odds::question(plan, prepared.code());
        let exact = Exact::new(self.means.limits())
            .with_interrupt(self.means.interrupt())
            .stepping(ask.route == Route::Steps);
        let exact = if waits { exact } else { exact.for_a_moment() };
        let exact = if ask.exact_only { exact } else { exact.rounding() };
        let dist = match asked {
            Some(site) => exact.asked(plan, self.world.state(), site, &[]),
            None => exact.distribution(plan, self.world.state(), EntryPoint::new(prepared.code())),
        };
        let dist = match dist {
            Ok(dist) => dist,
            Err(OddsError::TooLarge(fault)) => return Ok(Found::TooLarge(Some(fault))),
            Err(OddsError::Stop(Stop::Interrupted)) => return Ok(Found::Stopped),
            Err(error) => return Err(stopped(error.into_stop(), prepared)),
        };
        let mut odds = Odds::exact_of(self.inspect(), text, dist);
        if exact.was_rounded() && odds.residual.is_some() {
            odds = odds.rounded();
        }
        let first_turn = asked.is_some_and(|site| site.kind == QueryKind::FirstTurn);
        let open = first_turn && odds.residual.is_some();
        odds.note = open.then(|| LATER_NOTE.to_owned());
        Ok(Found::Exact(odds))
    }

    /// The odds of an expression by making every run there is, one by one: slow, and worked out by nothing
    /// that [`Inquiry::odds`] uses, so that the two can be held against each other. Runs that roll more than
    /// `draws` dice are cut off and counted as the residual; `None` where there are more runs than `runs`.
    ///
    /// # Errors
    /// What is wrong with the expression, or what goes wrong in some run.
    #[cfg(any(test, fuzzing))]
    pub(crate) fn enumerated(&mut self, text: &str, runs: u64, draws: usize) -> Result<Option<Odds>, Reply> {
        let prepared = self.ready(text)?;
        let effort = EnumerationLimit { runs, draws, budget: self.means.budget() };
        let asked = odds::question(self.world.plan(), prepared.code()).filter(|site| !site.given);
        let entry = EntryPoint::new(asked.map_or(prepared.code(), |site| site.code));
        match enumerate(self.world.plan(), self.world.state(), &entry, &effort) {
            Ok(found) => Ok(found.into_dist().map(|dist| Odds::exact_of(self.inspect(), text, dist))),
            Err(NotEnumerated::TooMany) => Ok(None),
            Err(NotEnumerated::Stop(stop)) => Err(stopped(stop, &prepared)),
        }
    }

    /// What makes the texts of an expression in great numbers, without the machine; `None` where it is
    /// made of more than rows, dice and fixed words.
    ///
    /// # Errors
    /// What is wrong with the expression.
    pub(crate) fn texts(&mut self, text: &str) -> Result<Option<Texts>, Reply> {
        let prepared = self.attempt().prepare(text)?;
        let begun = self.attempt().begin();
        if !begun.is_done() {
            return Err(begun);
        }
        let (plan, state) = (self.world.plan(), self.world.state());
        Ok(Texts::of(plan, state, prepared.code(), self.means.limits(), self.means.interrupt()))
    }

    /// Whether an expression runs a procedure, so that more comes of it than its value.
    pub(crate) fn is_run(&mut self, text: &str) -> bool {
        let read = self.attempt().read(parse_expression, text);
        read.is_ok_and(|(closure, ..)| matches!(closure.body.kind, ExprKind::Run(..)))
    }

    /// The value of an expression that rolls nothing.
    pub(super) fn value_now(&mut self, text: &str) -> Option<Value> {
        let before = self.world.clone();
        let prepared = self.attempt().prepare(text).ok();
        let value = prepared.and_then(|prepared| {
            let reply = self.attempt().roll(&prepared, &mut NoAnswers::default(), &mut NoLog);
            reply.value.filter(|_| reply.seed.is_none())
        });
        self.world = before;
        value
    }

    /// The mean and the range of an expression that is being typed, where they are quick to work out:
    /// `7, 2 to 12`.
    pub(crate) fn hint(&mut self, text: &str) -> Option<String> {
        // A bare number or word needs no hint.
        if text.chars().all(|c| c.is_ascii_digit()) || self.would_load(text) || !is_expression(text) {
            return None;
        }
        let limits = Limits { outcomes: HINT_OUTCOMES, steps: HINT_STEPS, ..Limits::default() };
        let prepared = self.attempt().prepare(text).ok()?;
        if !self.attempt().begin().is_done() {
            return None;
        }
        let exact = Exact::new(&limits);
        let dist = exact
            .distribution(self.world.plan(), self.world.state(), EntryPoint::new(prepared.code()))
            .ok()?;
        let odds = Odds::exact_of(self.inspect(), text, dist);
        if let Some(only) = odds.only() {
            return Some(only.text()).filter(|shown| shown.len() <= 40 && shown != text);
        }
        let (first, last) = odds.ends()?;
        match odds.mean_f {
            Some(mean) => {
                let open = if odds.residual.is_some() { "+" } else { "" };
                Some(format!("mean {}, {} to {}{open}", short(mean), first.text(), last.text()))
            }
            None => odds.yes().map(|yes| format!("{}% yes", short(yes.p() * 100.0))),
        }
    }

    /// Whether a text names a rule-set that is not loaded: loading it takes longer than a hint may.
    fn would_load(&self, text: &str) -> bool {
        let loaded = |name: &str| self.world.program().modules.iter().any(|module| &*module.name == name);
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        // Each name once: the folders of rule-sets are looked into for it.
        let names: BTreeSet<&str> = words.filter(|word| !word.is_empty()).collect();
        names.into_iter().any(|word| self.papers.is_rules(word) && !loaded(word))
    }
}

/// A number in two digits after the point, none that say nothing.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
