//! Luck that is asked from outside: it stops the machine wherever luck decides, and says what it asks
//! for. What it is handed then is drawn as [`crate::engine::luck::Drawn`] would draw it.

use std::sync::Arc;

use crate::engine::luck::{LoopPass, PoolTotals, Total, Totals, below_u32};
use crate::engine::{Chance, Point, Stop};
use crate::odds::states::small;
use crate::plan::Value;

/// What the machine waits for.
#[derive(Debug, Clone)]
pub(super) enum Request {
    /// A face of a die with so many sides.
    Face(u32),
    /// One of so many.
    Below(u32),
    /// The total of a pool.
    Total(Arc<Total>),
    /// Nothing: a pass of a loop has ended.
    Rest,
}

impl Request {
    /// How many answers there are.
    pub(super) fn answers(&self) -> usize {
        match self {
            Request::Face(count) | Request::Below(count) => *count as usize,
            Request::Total(total) => total.places(),
            Request::Rest => 1,
        }
    }

    /// How many faces a die has, or what is drawn like one.
    pub(super) fn faces(&self) -> Option<u32> {
        match self {
            Request::Face(count) | Request::Below(count) => Some(*count),
            Request::Total(_) | Request::Rest => None,
        }
    }

    /// Draws an answer, known by its place.
    #[inline]
    pub(super) fn draw(&self, word: impl FnMut() -> u32) -> u32 {
        match self {
            Request::Face(count) | Request::Below(count) => below_u32(*count, word),
            Request::Total(total) => small(total.draw(word)),
            Request::Rest => 0,
        }
    }
}

impl PartialEq for Request {
    fn eq(&self, other: &Request) -> bool {
        match (self, other) {
            (Request::Face(a), Request::Face(b)) | (Request::Below(a), Request::Below(b)) => a == b,
            (Request::Total(a), Request::Total(b)) => Arc::ptr_eq(a, b),
            (Request::Rest, Request::Rest) => true,
            (Request::Face(_) | Request::Below(_) | Request::Total(_) | Request::Rest, _) => false,
        }
    }
}

/// The luck of one step.
pub(super) struct SuspendingChance<'t> {
    totals: &'t Totals,
    made: PoolTotals,
    /// A decision as a whole.
    value: Option<Value>,
    /// Faces and numbers for the step that asked.
    pub(super) faces: Vec<u32>,
    given: usize,
    /// Whether luck has decided something since the machine last rested.
    decided: bool,
    pub(super) asked: Option<Request>,
}

impl<'t> SuspendingChance<'t> {
    pub(super) fn new(totals: &'t Totals) -> SuspendingChance<'t> {
        let faces = Vec::new();
        SuspendingChance {
            totals,
            made: PoolTotals::default(),
            value: None,
            faces,
            given: 0,
            decided: false,
            asked: None,
        }
    }

    /// Hands over the answer to what was asked, after the faces that came before in the same step.
    pub(super) fn hand(&mut self, asked: &Request, answer: u32, before: &[u32]) {
        self.faces.clear();
        self.given = 0;
        self.asked = None;
        self.decided = true;
        match asked {
            Request::Face(_) => self.hand_face(before, answer + 1),
            Request::Below(_) => self.hand_face(before, answer),
            Request::Total(total) => self.value = Some(total.value(answer as usize)),
            Request::Rest => self.decided = false,
        }
    }

    fn hand_face(&mut self, before: &[u32], face: u32) {
        self.faces.extend_from_slice(before);
        self.faces.push(face);
    }

    fn next(&mut self, asked: Request) -> Result<u32, Stop> {
        if let Some(face) = self.faces.get(self.given) {
            self.given += 1;
            return Ok(*face);
        }
        self.asked = Some(asked);
        Err(Stop::Forks)
    }
}

impl Chance for SuspendingChance<'_> {
    fn face(&mut self, sides: u32) -> Result<u32, Stop> {
        self.next(Request::Face(sides))
    }

    fn below(&mut self, n: u64) -> Result<u64, Stop> {
        match u32::try_from(n) {
            Ok(n) => self.next(Request::Below(n)).map(u64::from),
            Err(_) => Err(Stop::Forks),
        }
    }

    fn decide(&mut self, point: Point<'_>) -> Result<Option<Value>, Stop> {
        let pool = match point {
            Point::Total(pool) => pool,
            // A whole list has too many values to be one of them by its place: nothing is asked for, and
            // the runs are taken step by step.
            Point::Times(..) => {
                self.asked = None;
                return Err(Stop::Forks);
            }
            Point::Likely(_)
            | Point::Among(_)
            | Point::Weighted(_)
            | Point::Card(_)
            | Point::Call(_)
            | Point::Draw(_) => {
                return Ok(None);
            }
        };
        if let Some(value) = self.value.take() {
            return Ok(Some(value));
        }
        let Some(total) = self.totals.total(pool, &mut self.made) else { return Ok(None) };
        self.asked = Some(Request::Total(total));
        Err(Stop::Forks)
    }

    fn rests(&mut self, _pass: &LoopPass<'_>) -> bool {
        let rests = std::mem::replace(&mut self.decided, false);
        if rests {
            self.faces.clear();
            self.asked = Some(Request::Rest);
        }
        rests
    }

    fn taken(&mut self) {
        self.faces.clear();
        self.given = 0;
    }
}
