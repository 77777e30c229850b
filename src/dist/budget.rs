//! How much exact work may be done before it is refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::Nat;
use crate::base::{counted, memory, stop};

/// Why a distribution could not be worked out exactly.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DistError {
    /// A distribution would have more outcomes than the budget allows.
    #[error("{met} outcomes are needed, and the limit is {limit}")]
    Outcomes {
        /// How many outcomes are needed, or more.
        met: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// The work would take more steps than the budget allows.
    #[error("more than {limit} steps of exact work are needed")]
    Work {
        /// How many steps are allowed in all.
        limit: u64,
    },
    /// All of a question would take longer than somebody who waits for the answer is asked to wait.
    #[error("that would take more than a moment")]
    Moment,
    /// The outcomes lie too far apart to be listed by places, as this way of working needs.
    #[error("the outcomes lie too far apart")]
    Sparse,
    /// A value left the range of exact numbers.
    #[error(transparent)]
    Number(#[from] crate::base::NumError),
    /// A distribution without any outcome.
    #[error("there is no outcome at all")]
    Empty,
    /// There would be too many lists: the longer they are, the fewer there may be.
    #[error("{met} lists of {} are needed; there is room for {limit}", counted(*.items, "item"))]
    Lists {
        /// How many lists are needed, or more.
        met: u64,
        /// How many items each has.
        items: u64,
        /// How many lists of so many items are allowed.
        limit: u64,
    },
    /// The process holds as much memory as it may.
    #[error("more memory is needed than a command may take")]
    Memory,
    /// Somebody asked to stop.
    #[error("it was stopped")]
    Interrupted,
}

/// What all the work on one question may cost where somebody waits for the answer. It is shared by every
/// budget of that question, and counts steps and not time, so that the answer is the same everywhere.
#[derive(Debug)]
pub(crate) struct Effort(AtomicU64);

impl Effort {
    /// So many steps.
    pub(crate) const fn steps(steps: u64) -> Effort {
        Effort(AtomicU64::new(steps))
    }

    /// Takes `steps` off what is left.
    ///
    /// # Errors
    /// Nothing is left.
    pub(crate) fn charge(&self, steps: u64) -> Result<(), DistError> {
        // One thread works on a question: nothing comes between the two.
        match self.0.load(Ordering::Relaxed).checked_sub(steps) {
            Some(left) => {
                self.0.store(left, Ordering::Relaxed);
                Ok(())
            }
            None => Err(DistError::Moment),
        }
    }

    /// How many steps are left.
    pub(crate) fn left(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes off what was done already, as far as it goes.
    pub(crate) fn spend(&self, steps: u64) {
        self.0.store(self.left().saturating_sub(steps), Ordering::Relaxed);
    }
}

/// A fence for exact work: how large a distribution may become, and how many steps all of it takes.
///
/// Operations charge it *before* they work or allocate, so that a hopeless question is refused at
/// once. A step is about one machine-word operation.
#[derive(Debug, Clone)]
pub struct Budget {
    outcomes: u64,
    work: u64,
    work_limit: u64,
    /// Set from outside to stop the work soon.
    interrupt: Option<Arc<AtomicBool>>,
    /// What the whole question may cost.
    effort: Option<Arc<Effort>>,
    /// Where weights may be rounded down that would be too long otherwise: set once some are.
    rounding: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// Steps allowed for each allowed outcome.
    const STEPS_PER_OUTCOME: u64 = 500;
    /// What a product costs beside its words: making room for it.
    const STEPS_PER_PRODUCT: u64 = 16;
    /// What it costs to make a value and to find its place among others.
    const STEPS_PER_VALUE: u64 = 100;
    /// Words of weight allowed for each allowed outcome: what bounds the memory.
    const WORDS_PER_OUTCOME: u64 = 16;
    /// What an item of a list fills, and what a list fills beside its items.
    const WORDS_PER_ITEM: u64 = 4;
    const WORDS_PER_LIST: u64 = 8;

    /// A budget for distributions of at most `outcomes` outcomes, with work in proportion.
    pub(crate) const fn outcomes(outcomes: u64) -> Budget {
        let work = outcomes.saturating_mul(Budget::STEPS_PER_OUTCOME);
        Budget { outcomes, work, work_limit: work, interrupt: None, effort: None, rounding: None }
    }

    /// The same with an own limit on the steps.
    #[must_use]
    pub(crate) fn with_work(self, steps: u64) -> Budget {
        Budget { work: steps, work_limit: steps, ..self }
    }

    /// The same, stopping soon after the flag is set.
    #[must_use]
    pub(crate) fn with_interrupt(self, flag: Option<Arc<AtomicBool>>) -> Budget {
        Budget { interrupt: flag, ..self }
    }

    /// The same as a part of a question that may cost no more than this in all.
    #[must_use]
    pub(crate) fn with_effort(self, effort: Option<Arc<Effort>>) -> Budget {
        Budget { effort, ..self }
    }

    /// The same, where weights may be rounded down that would be too long otherwise; the flag is set once
    /// some are.
    #[must_use]
    pub(crate) fn with_rounding(self, flag: Option<Arc<AtomicBool>>) -> Budget {
        Budget { rounding: flag, ..self }
    }

    /// Whether weights may be rounded down.
    pub(super) const fn may_round(&self) -> bool {
        self.rounding.is_some()
    }

    /// Notes that weights were rounded down.
    pub(super) fn note_rounding(&self) {
        if let Some(flag) = &self.rounding {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the work is to stop: somebody asked for it, or too much memory is held. Charges look, and
    /// whoever works long after a charge looks as well.
    ///
    /// # Errors
    /// It is to stop.
    pub(crate) fn look_up(&self) -> Result<(), DistError> {
        if self.interrupt.as_ref().is_some_and(|flag| stop::is_set(flag)) {
            return Err(DistError::Interrupted);
        }
        if memory::is_full() { Err(DistError::Memory) } else { Ok(()) }
    }

    /// How many outcomes a distribution may have.
    pub(crate) const fn outcome_limit(&self) -> u64 {
        self.outcomes
    }

    /// Takes `steps` off what is left.
    ///
    /// # Errors
    /// Nothing is left.
    pub(crate) fn charge(&mut self, steps: u64) -> Result<(), DistError> {
        match self.work.checked_sub(steps) {
            Some(left) => {
                if let Some(effort) = &self.effort {
                    effort.charge(steps)?;
                }
                self.work = left;
                self.look_up()
            }
            None => Err(DistError::Work { limit: self.work_limit }),
        }
    }

    /// Takes off what `count` products of numbers of so many words cost, with their additions.
    ///
    /// # Errors
    /// Not so much is left.
    pub(crate) fn charge_products(&mut self, count: u64, left: u64, right: u64) -> Result<(), DistError> {
        let each = left.saturating_mul(right).saturating_add(Budget::STEPS_PER_PRODUCT);
        self.charge(count.saturating_mul(each))
    }

    /// Takes off what the whole question may cost what it takes to make and sort so many values. What this
    /// work alone may cost counts weights only.
    ///
    /// # Errors
    /// The question may not cost so much.
    pub(crate) fn charge_values(&self, count: u64) -> Result<(), DistError> {
        let steps = count.saturating_mul(Budget::STEPS_PER_VALUE);
        self.effort.as_ref().map_or(Ok(()), |effort| effort.charge(steps))
    }

    /// A budget for a part of the work: at most so many steps, and no more than are left.
    #[must_use]
    pub(crate) fn part(&self, steps: u64) -> Budget {
        let work = self.work.min(steps);
        Budget { work, work_limit: work, ..self.clone() }
    }

    /// Whether at least `steps` are left, for work whose cost is known to be at least that.
    ///
    /// # Errors
    /// They are not.
    pub(crate) fn require(&self, steps: u64) -> Result<(), DistError> {
        if steps > self.work {
            return Err(DistError::Work { limit: self.work_limit });
        }
        match &self.effort {
            Some(effort) if steps > effort.left() => Err(DistError::Moment),
            Some(_) | None => Ok(()),
        }
    }

    /// A power, where the work that is left has room for making it: the power of a large number of dice may have
    /// more digits than memory, and is told by its length before it is made.
    ///
    /// # Errors
    /// It would take too much.
    pub(crate) fn power(&self, base: &Nat, exponent: u32) -> Result<Nat, DistError> {
        self.allow_power(base.bits(), exponent)?;
        Ok(base.pow(exponent))
    }

    /// Whether there is room for making the power of a number of so many bits.
    ///
    /// # Errors
    /// There is not.
    pub(super) fn allow_power(&self, bits: u64, exponent: u32) -> Result<(), DistError> {
        // It has at least so many words; to make it costs less than their square, and more than their number.
        let words = bits.saturating_sub(1).saturating_mul(u64::from(exponent)) / 64;
        self.check(1, words)?;
        self.require(words.saturating_mul(words.isqrt()))
    }

    /// Whether a distribution of `outcomes` outcomes with weights of `words` words each may be made.
    ///
    /// # Errors
    /// It may not.
    pub(crate) fn check(&self, outcomes: u64, words: u64) -> Result<(), DistError> {
        if outcomes > self.outcomes {
            return Err(DistError::Outcomes { met: outcomes, limit: self.outcomes });
        }
        if outcomes.saturating_mul(words) > self.room() {
            return Err(DistError::Work { limit: self.work_limit });
        }
        self.look_up()
    }

    /// Whether so many outcomes may be made that are lists of so many items each.
    ///
    /// # Errors
    /// There are too many, for lists or for lists of that length.
    pub(crate) fn check_lists(&self, lists: u64, items: u64, words: u64) -> Result<(), DistError> {
        self.check(lists, 1)?;
        let limit = self.most_lists(items, words);
        if lists > limit {
            return Err(DistError::Lists { met: lists, items, limit });
        }
        Ok(())
    }

    /// How many lists of so many items, with weights of so many words, there is room for.
    pub(crate) fn most_lists(&self, items: u64, words: u64) -> u64 {
        let each = items.saturating_mul(Budget::WORDS_PER_ITEM).saturating_add(words);
        self.room() / each.saturating_add(Budget::WORDS_PER_LIST)
    }

    /// Words of memory that one distribution may fill.
    fn room(&self) -> u64 {
        self.outcomes.saturating_mul(Budget::WORDS_PER_OUTCOME).max(1 << 16)
    }
}

impl Default for Budget {
    /// The limit of exact odds: a million outcomes.
    fn default() -> Budget {
        Budget::outcomes(1_000_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_runs_out() {
        let mut budget = Budget::outcomes(10).with_work(5);
        assert_eq!(budget.charge(5), Ok(()));
        assert_eq!(budget.charge(1), Err(DistError::Work { limit: 5 }));
        assert_eq!(budget.check(10, 1), Ok(()));
        assert_eq!(budget.check(11, 1), Err(DistError::Outcomes { met: 11, limit: 10 }));
        assert_eq!(budget.check(10, 1 << 60), Err(DistError::Work { limit: 5 }));
    }

    #[test]
    fn powers_are_measured_before_they_are_made() {
        let budget = Budget::default();
        assert_eq!(budget.power(&Nat::word(6), 100), Ok(Nat::word(6).pow(100)));
        assert!(budget.power(&Nat::word(6), u32::MAX).is_err());
        assert_eq!(budget.power(&Nat::ONE, u32::MAX), Ok(Nat::ONE));
    }

    #[test]
    fn lists_are_counted_by_their_items() {
        let budget = Budget::default();
        assert_eq!(budget.check_lists(500_000, 3, 2), Ok(()));
        assert!(matches!(budget.check_lists(500_000, 20, 1), Err(DistError::Lists { items: 20, .. })));
        assert!(matches!(budget.check_lists(2_000_000, 1, 1), Err(DistError::Outcomes { .. })));
    }

    #[test]
    fn what_a_product_costs_grows_with_its_words() {
        let mut budget = Budget::default().with_work(100);
        assert_eq!(budget.charge_products(2, 3, 4), Ok(()));
        assert_eq!(budget.require(44), Ok(()));
        assert_eq!(budget.require(45), Err(DistError::Work { limit: 100 }));
        assert_eq!(budget.charge_products(2, 3, 3), Err(DistError::Work { limit: 100 }));
        assert_eq!(budget.charge_products(u64::MAX, u64::MAX, 2), Err(DistError::Work { limit: 100 }));
        assert_eq!(budget.charge(44), Ok(()), "what was refused costs nothing");
        assert_eq!(budget.charge(1), Err(DistError::Work { limit: 100 }));
    }

    #[test]
    fn work_is_in_proportion_to_the_outcomes_allowed() {
        let mut budget = Budget::outcomes(10);
        assert_eq!(budget.outcome_limit(), 10);
        assert_eq!(budget.require(5000), Ok(()));
        assert_eq!(budget.charge(5001), Err(DistError::Work { limit: 5000 }));
        assert_eq!(Budget::default().outcome_limit(), 1_000_000);
    }

    #[test]
    fn a_part_of_the_work_has_no_more_than_is_left() {
        let mut budget = Budget::outcomes(10).with_work(100);
        assert_eq!(budget.part(30).charge(31), Err(DistError::Work { limit: 30 }));
        assert_eq!(budget.charge(90), Ok(()));
        assert_eq!(budget.part(30).charge(11), Err(DistError::Work { limit: 10 }));
        assert_eq!(budget.charge(10), Ok(()), "a part is a purse of its own");
    }

    #[test]
    fn all_work_on_a_question_is_paid_from_one_purse() {
        let effort = Arc::new(Effort::steps(1000));
        let budget = || Budget::default().with_effort(Some(Arc::clone(&effort)));
        assert_eq!(budget().charge(300), Ok(()));
        assert_eq!(budget().charge_values(5), Ok(()));
        assert_eq!(effort.left(), 200);
        assert_eq!(budget().require(200), Ok(()));
        assert_eq!(budget().require(201), Err(DistError::Moment));
        assert_eq!(budget().charge_values(3), Err(DistError::Moment));
        assert_eq!(budget().charge(201), Err(DistError::Moment));
        effort.spend(150);
        assert_eq!(effort.left(), 50);
        effort.spend(80);
        assert_eq!((effort.left(), budget().charge(1)), (0, Err(DistError::Moment)));
        assert_eq!(Budget::default().charge_values(u64::MAX), Ok(()), "nobody waits for it");
    }

    #[test]
    fn an_interruption_stops_whoever_looks_up() {
        let flag = Arc::new(AtomicBool::new(false));
        let mut budget = Budget::default().with_interrupt(Some(Arc::clone(&flag)));
        assert_eq!((budget.look_up(), budget.charge(1), budget.check(1, 1)), (Ok(()), Ok(()), Ok(())));
        flag.store(true, Ordering::Relaxed);
        let stopped = Err(DistError::Interrupted);
        assert_eq!((budget.look_up(), budget.charge(1)), (stopped.clone(), stopped.clone()));
        assert_eq!((budget.check(1, 1), budget.check_lists(1, 1, 1)), (stopped.clone(), stopped));
    }

    #[test]
    fn rounding_is_noted_where_it_is_allowed() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::default().with_rounding(Some(Arc::clone(&flag)));
        assert!(budget.may_round() && !Budget::default().may_round());
        Budget::default().note_rounding();
        assert!(!flag.load(Ordering::Relaxed));
        budget.note_rounding();
        assert!(flag.load(Ordering::Relaxed));
    }

    #[test]
    fn weights_may_fill_so_many_words_in_all() {
        let budget = Budget::outcomes(10_000);
        assert_eq!(budget.check(10_000, 16), Ok(()));
        assert!(matches!(budget.check(10_000, 17), Err(DistError::Work { .. })));
        // A small budget has room for as much as a short list needs.
        assert_eq!(Budget::outcomes(2).check(2, 1 << 15), Ok(()));
        // Four words an item, eight a list, and the weight.
        assert_eq!(budget.most_lists(3, 2), 160_000 / 22);
        assert_eq!(budget.check_lists(160_000 / 22, 3, 2), Ok(()));
        assert!(matches!(budget.check_lists(160_000 / 22 + 1, 3, 2), Err(DistError::Lists { .. })));
    }
}
