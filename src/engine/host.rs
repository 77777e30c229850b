//! What the machine needs from outside: luck, decisions, somebody to tell, and limits.

use std::collections::VecDeque;

use super::luck::Scripted;
use super::{Answers, Chance, CommandBudget, DiceFaces, DiceRequest, Fault, Log, Point, State, Stop};
use crate::check::program::TableId;
use crate::diag::codes::running;
use crate::plan::{Plan, QuerySite, Value};

/// Answers questions about distributions; what does so stands above the engine.
pub(crate) trait Oracle {
    /// The value of `odds`, `chance` and the like, from the state in play, which stays as it is.
    ///
    /// # Errors
    /// What is asked about goes wrong, or is too large.
    fn query(&self, plan: &Plan, state: &State, site: &QuerySite, captured: &[Value]) -> Result<Value, Stop>;

    /// In what proportions a table's die gives its rows.
    ///
    /// # Errors
    /// As [`Oracle::query`].
    fn row_weights(
        &self,
        plan: &Plan,
        state: &State,
        table: TableId,
        args: &[Value],
    ) -> Result<Vec<u64>, Stop>;
}

/// What the machine needs from outside: luck, decisions, somebody to tell, and limits.
pub(crate) struct Host<'a> {
    /// Luck.
    pub luck: &'a mut dyn Chance,
    /// Decisions.
    pub answers: &'a mut dyn Answers,
    /// Who is told.
    pub log: &'a mut dyn Log,
    /// Who knows distributions.
    pub oracle: Option<&'a dyn Oracle>,
    /// What may be used.
    pub budget: &'a mut CommandBudget,
    /// Dice that tests give for a while, innermost last, with the frame that gave them.
    pub scripts: Vec<(usize, Scripted)>,
    /// Whether dice are asked for before they are rolled.
    pub(super) by_hand: bool,
    /// Whether rows are ruled on before they are applied.
    pub(super) rules: bool,
    /// What the roll in progress is of, where dice are asked for.
    pub(super) rolling: String,
    /// Faces that a person rolled for the roll in progress; `None` is left to luck.
    pub(super) hand: VecDeque<Option<u64>>,
}

impl<'a> Host<'a> {
    /// A host without scripts.
    pub(crate) fn new(
        luck: &'a mut dyn Chance,
        answers: &'a mut dyn Answers,
        log: &'a mut dyn Log,
        oracle: Option<&'a dyn Oracle>,
        budget: &'a mut CommandBudget,
    ) -> Host<'a> {
        let (by_hand, rules) = (answers.rolls_by_hand(), answers.rules());
        Host {
            luck,
            answers,
            log,
            oracle,
            budget,
            rolling: String::new(),
            scripts: Vec::new(),
            by_hand,
            rules,
            hand: VecDeque::new(),
        }
    }

    pub(super) fn decide(&mut self, point: Point<'_>) -> Result<Option<Value>, Stop> {
        if self.scripts.is_empty() && !self.by_hand { self.luck.decide(point) } else { Ok(None) }
    }

    /// Whether dice may be left unrolled until somebody looks at them: only where nobody sees the order in which they
    /// fall.
    pub(super) fn leaves_dice(&self) -> bool {
        self.scripts.is_empty() && !self.by_hand && !self.log.wants() && self.luck.leaves_dice()
    }

    pub(super) fn below(&mut self, n: u64) -> Result<u64, Stop> {
        match self.scripts.last_mut() {
            Some((_, script)) => script.below(n),
            None if self.by_hand => match self.by_hand(n)? {
                Some(face) => Ok(face.saturating_sub(1)),
                None => self.luck.below(n),
            },
            None => self.luck.below(n),
        }
    }

    /// The next face that a person rolled, asked for where none is in hand; `None` for luck's.
    fn by_hand(&mut self, sides: u64) -> Result<Option<u64>, Stop> {
        if self.luck.has_given() {
            return Ok(None);
        }
        if self.hand.is_empty() {
            let die = format!("d{sides}");
            let faces = DiceFaces::Sides(sides);
            let of = self.rolling.clone();
            let request = DiceRequest { of, expr: die.clone(), die, faces, count: 1, span: None };
            self.hand.extend(self.answers.dice(&request)?);
        }
        Ok(self.hand.pop_front().flatten())
    }

    /// Asks a person for dice that are about to be rolled together.
    pub(super) fn gather(&mut self, request: impl FnOnce() -> DiceRequest) -> Result<(), Stop> {
        self.hand.clear();
        if self.by_hand && self.scripts.is_empty() && !self.luck.has_given() {
            let request = request();
            self.rolling.clone_from(&request.of);
            // Dice of several kinds are asked for one by one.
            if request.count > 0 {
                self.hand.extend(self.answers.dice(&request)?);
            }
        }
        Ok(())
    }
}

/// Faces for pools, from the innermost script or from luck.
impl crate::dice::Luck for Host<'_> {
    type Stop = Stop;

    fn face(&mut self, sides: u32) -> Result<u32, Stop> {
        match self.scripts.last_mut() {
            Some((_, script)) => script.face(sides),
            None if self.by_hand => match self.by_hand(u64::from(sides))? {
                Some(face) => Ok(u32::try_from(face).unwrap_or(sides)),
                None => self.luck.face(sides),
            },
            None => self.luck.face(sides),
        }
    }
}

/// Ends the innermost script: all of its dice must have come up.
pub(super) fn end_script(host: &mut Host<'_>) -> Result<(), Stop> {
    host.answers.pop();
    let Some((_, script)) = host.scripts.pop() else { return Ok(()) };
    if script.left() == 0 {
        return Ok(());
    }
    let (left, given) = (script.left(), script.given());
    Err(Fault::new(&running::DICE_LEFT, format!("{left} of {given} given dice were not used"))
        .help("give exactly as many dice as are rolled")
        .into())
}
