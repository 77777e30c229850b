//! States with a single way out, on which nothing is gained: whoever comes there is as good as where it leads. A draw of
//! many outcomes whose most go back to it is then one state, and no system of as many equations as it has outcomes.

use num_bigint::BigInt;

use super::{Edge, Gain, Markov, To};

impl Markov {
    /// The same chain with ways that lead past such states; nothing where there are none. All states keep their numbers.
    /// Without `gains` nobody asks what is gained.
    pub(super) fn past_passes(&self, gains: Option<&[Gain]>) -> Option<Markov> {
        let gains_nothing = |way: &Edge| match gains {
            Some(gains) => gains.get(way.gain as usize) == Some(&Gain::Add(BigInt::ZERO)),
            None => true,
        };
        let leads_on = |state: u32| match self.ways_of(state) {
            [way] if gains_nothing(way) && self.weight(way) == self.whole(state) => Some(way.to),
            _ => None,
        };
        let passes: Vec<Option<To>> = (0u32..).take(self.len()).map(leads_on).collect();
        if passes.iter().all(Option::is_none) {
            return None;
        }
        let ends = ends_of(passes);
        let onward = |to: To| match to {
            To::State(state) => ends.get(state as usize).copied().flatten().unwrap_or(to),
            To::End(_) => to,
        };
        let ways = self.ways.iter().map(|way| Edge { to: onward(way.to), ..*way }).collect();
        Some(Markov {
            wholes: self.wholes.clone(),
            until: self.until.clone(),
            ways,
            weights: self.weights.clone(),
            ends: self.ends,
        })
    }
}

/// Where each pass leads in the end. One of a ring of passes leads to itself: there is no way out of it.
fn ends_of(mut passes: Vec<Option<To>>) -> Vec<Option<To>> {
    let mut trail: Vec<usize> = Vec::new();
    let mut is_passed = vec![false; passes.len()];
    for first in 0..passes.len() {
        let mut at = first;
        let end = loop {
            match passes.get(at).copied().flatten() {
                Some(To::State(_)) if is_passed[at] => break None,
                Some(to) => {
                    is_passed[at] = true;
                    trail.push(at);
                    match to {
                        To::State(next) => at = next as usize,
                        To::End(_) => break Some(to),
                    }
                }
                None => break u32::try_from(at).ok().map(To::State),
            }
        };
        for passed in trail.drain(..) {
            is_passed[passed] = false;
            passes[passed] = end;
        }
    }
    passes
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;
    use crate::dist::{Budget, Nat};

    fn way(to: To, weight: u64, gain: u32) -> Way {
        Way { to, weight: Nat::from(weight), gain }
    }

    #[test]
    fn a_draw_that_mostly_goes_back_to_itself_is_one_state() {
        // One of many is drawn; a few end it, and what goes back adds one first.
        const MANY: u32 = 5_000;
        let mut chain = Markov::default();
        chain.push(Nat::from(MANY), (1..=MANY).map(|to| way(To::State(to), 1, 1)));
        for drawn in 1..=MANY {
            let to = if drawn <= 5 { To::End(drawn % 2) } else { To::State(0) };
            chain.push(Nat::ONE, [way(to, 1, 0)]);
        }
        chain.set_ends(2);
        let gains = [Gain::Add(0.into()), Gain::Add(1.into())];
        let reached = chain.reached(Some(&gains), &mut Budget::default()).expect("little work");
        let whole = BigInt::from(reached.whole.to_big());
        let of = |end: usize, moment: usize| &reached.ends[end][moment] * 5;
        // Ends after 1,000 draws in the mean, counted in where each end is reached.
        assert_eq!([of(0, 0), of(1, 0)], [&whole * 2, &whole * 3]);
        assert_eq!([of(0, 1), of(1, 1)], [&whole * 2_000, &whole * 3_000]);
    }

    #[test]
    fn passes_lead_past_passes_and_round_in_rings() {
        let states = [Some(To::State(1)), Some(To::State(2)), None, Some(To::State(4)), Some(To::State(3))];
        let (two, none) = (Some(To::State(2)), None);
        assert_eq!(ends_of(states.to_vec()), [two, two, none, none, none]);
        assert_eq!(ends_of(vec![Some(To::State(1)), Some(To::End(3))]), [Some(To::End(3)); 2]);
    }
}
