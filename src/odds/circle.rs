//! Loops that only luck ends and that go round among few states: solved, so that nothing is left over.
//!
//! From each such state one lap is run: with some weight it ends in a result, with the rest it is back in
//! one of these states. How often each state is passed in all laps together is then a system of linear
//! equations, and what each lap ends in is weighed by that.

use rustc_hash::FxHashMap;

use super::exact::OddsError;
use super::group::Group;
use super::states::{Halt, Shape};
use super::weight::Weight;
use super::work::Work;
use crate::diag::codes::limits;
use crate::dist::{Fraction, Nat};
use crate::engine::Fault;

/// More states than this are followed instead, until hardly anything is left...
const MOST: usize = 128;
/// ...and so are those between which there are more ways.
const MOST_WAYS: usize = 1 << 12;

/// So many loops are tried in vain.
const TRIES: u32 = 4;

/// What one lap from a state leads to.
struct Lap {
    from: Row,
    results: FxHashMap<u32, Weight>,
    cut: Option<Weight>,
    /// The states that it comes back to, by their rows.
    back: Vec<(Row, Weight)>,
}

/// What a state holds.
type Row = Vec<u32>;

impl Work<'_> {
    /// Solves the loop that the states of a group are in. Gives the group back where it has too many
    /// states.
    ///
    /// # Errors
    /// The loop has no end, or goes wrong.
    pub(super) fn go_round(&mut self, group: Group) -> Result<Option<Group>, OddsError> {
        if self.went_round >= TRIES || group.len() > MOST {
            return Ok(Some(group));
        }
        // What comes of it is not to be tried at every pass.
        self.went_round += 1;
        // What waits elsewhere, and what came of others, stays as it is.
        let results = std::mem::take(&mut self.results);
        let cut = self.cut.take();
        let open = std::mem::take(&mut self.open);
        let laps = self.laps(&group);
        self.open = open;
        self.results = results;
        self.cut = cut;
        let Some(laps) = laps? else { return Ok(Some(group)) };
        let Some(passes) = passes(&group, &laps) else {
            let span = self.construct(&group).map(|(span, _)| span);
            let message = "this loop can go on for ever: from some of its states no roll leads out";
            return Err(OddsError::Stop(Fault { span, ..Fault::new(&limits::STEPS, message) }.into()));
        };
        self.went_round -= 1;
        for (lap, often) in laps.into_iter().zip(passes) {
            for (value, weight) in lap.results {
                let part = weight.times(&often);
                self.results.entry(value).and_modify(|sum| sum.add(&part)).or_insert(part);
            }
            if let Some(cut) = lap.cut {
                self.lose(cut.times(&often));
            }
        }
        Ok(None)
    }

    /// The states that are passed, and a lap from each.
    fn laps(&mut self, group: &Group) -> Result<Option<Vec<Lap>>, OddsError> {
        let mut rows: Vec<Row> = (0..group.len()).map(|at| group.row(at).to_vec()).collect();
        let mut laps: Vec<Lap> = Vec::new();
        let mut ways = 0;
        while let Some(row) = rows.get(laps.len()).cloned() {
            let lap = self.lap(group, &row)?;
            for (row, _) in &lap.back {
                if !rows.contains(row) {
                    rows.push(row.clone());
                }
            }
            ways += lap.back.len();
            laps.push(lap);
            if rows.len() > MOST || ways > MOST_WAYS {
                return Ok(None);
            }
        }
        Ok(Some(laps))
    }

    /// From a state once round the loop, on every branch.
    fn lap(&mut self, group: &Group, row: &[u32]) -> Result<Lap, OddsError> {
        let halt = Halt { shape: group.halt.shape.clone(), layout: group.halt.layout.clone() };
        let mut next = Some(Group::new(halt, group.waiting.clone()));
        if let Some(first) = &mut next {
            first.add(row, &Nat::ONE);
        }
        let mut back: Vec<(Row, Weight)> = Vec::new();
        let mut begun = false;
        while let Some(open) = next {
            if begun && is_same(&open.halt.shape, &group.halt.shape) && open.waiting == group.waiting {
                for (at, top) in open.tops.iter().enumerate() {
                    add_to(&mut back, open.row(at), Weight::new(top.clone(), open.bottom.clone()));
                }
            } else {
                self.count_states(&open)?;
                self.step(open)?;
                begun = true;
            }
            next = self.next_group();
        }
        let results = std::mem::take(&mut self.results);
        Ok(Lap { from: row.to_vec(), results, cut: self.cut.take(), back })
    }
}

fn add_to(back: &mut Vec<(Row, Weight)>, row: &[u32], weight: Weight) {
    match back.iter_mut().find(|(known, _)| known == row) {
        Some((_, sum)) => sum.add(&weight),
        None => back.push((row.to_vec(), weight)),
    }
}

/// The same place, whatever pass it is.
fn is_same(a: &Shape, b: &Shape) -> bool {
    a.hollow == b.hollow && a.height == b.height && a.faces == b.faces
}

/// How often each state is passed, counting from the weights that the group has; nothing where it never
/// ends. With `w` these weights and `Q` the weights of coming back, it is `y` with `y = w + y Q`.
fn passes(group: &Group, laps: &[Lap]) -> Option<Vec<Weight>> {
    let place = |row: &[u32]| laps.iter().position(|lap| lap.from == row);
    let mut equations: Vec<Vec<Fraction>> = (0..laps.len())
        .map(|at| (0..=laps.len()).map(|of| if of == at { one() } else { Fraction::zero() }).collect())
        .collect();
    for (from, lap) in laps.iter().enumerate() {
        for (row, weight) in &lap.back {
            let slot = equations.get_mut(place(row)?)?.get_mut(from)?;
            *slot = slot.sub(&weight.to_fraction());
        }
    }
    for (at, top) in group.tops.iter().enumerate() {
        let slot = equations.get_mut(place(group.row(at))?)?.last_mut()?;
        *slot = Fraction::ratio(top, &group.bottom);
    }
    let solved = solve(equations)?;
    solved.iter().map(Weight::of).collect()
}

fn one() -> Fraction {
    Fraction::ratio(&Nat::ONE, &Nat::ONE)
}

/// Solves linear equations, the last column being the right-hand side; nothing where they have no single
/// solution.
fn solve(mut equations: Vec<Vec<Fraction>>) -> Option<Vec<Fraction>> {
    let zero = Fraction::zero();
    for at in 0..equations.len() {
        let pivot = (at..equations.len()).find(|row| equations[*row][at] != zero)?;
        equations.swap(at, pivot);
        let scale = one().div(&equations[at][at])?;
        let row: Vec<Fraction> = equations[at].iter().map(|value| value.mul(&scale)).collect();
        for (other, equation) in equations.iter_mut().enumerate() {
            let factor = equation[at].clone();
            if other == at || factor == zero {
                continue;
            }
            for (slot, value) in equation.iter_mut().zip(&row).skip(at) {
                *slot = slot.sub(&value.mul(&factor));
            }
        }
        equations[at] = row;
    }
    equations.into_iter().map(|mut row| row.pop()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(top: u64, bottom: u64) -> Fraction {
        Fraction::ratio(&Nat::from(top), &Nat::from(bottom))
    }

    #[test]
    fn equations_are_solved_exactly() {
        // x + y/2 = 2, x/3 - y = 0
        let minus = fraction(1, 1).neg();
        let system = vec![
            vec![fraction(1, 1), fraction(1, 2), fraction(2, 1)],
            vec![fraction(1, 3), minus, Fraction::zero()],
        ];
        assert_eq!(solve(system), Some(vec![fraction(12, 7), fraction(4, 7)]));
        let twice = vec![fraction(1, 1), fraction(2, 1), fraction(3, 1)];
        assert_eq!(solve(vec![twice.clone(), twice]), None);
    }
}
