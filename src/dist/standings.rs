//! Several things that differ, each at a rank of its own luck: who of them comes at a place, and in which order all of
//! them come.

use rustc_hash::FxHashMap;

use super::{Budget, Dist, DistError, Nat};

/// What one of them may be: its rank, the best being 0, and what is then seen of it.
pub(crate) type Standing<T> = (usize, T);

/// What is seen of the one at a place, counted from 0: that of the best rank comes first, and of equal ranks the one
/// that was named first. All of them are independent; there are more of them than `place`.
///
/// # Errors
/// The budget is passed.
pub(crate) fn at_place<T: Ord + Clone>(
    entrants: &[Dist<Standing<T>>],
    place: usize,
    budget: &mut Budget,
) -> Result<Dist<T>, DistError> {
    let words: u64 = entrants.iter().map(|entrant| entrant.total().words()).sum();
    let mut before = vec![Nat::ZERO; entrants.len()];
    let mut found: Vec<(T, Nat)> = Vec::new();
    for stands in in_turn(entrants) {
        budget.charge_products((entrants.len() * (place + 1)) as u64, words, 1)?;
        let ways = ways_before(entrants, &before, stands.entrant, place);
        for ((_, seen), weight) in stands.outcomes {
            found.push((seen.clone(), weight * &ways));
            if let Some(before) = before.get_mut(stands.entrant) {
                *before += weight;
            }
        }
        budget.check(found.len() as u64, words)?;
    }
    Dist::from_weights(found)
}

/// In how many ways exactly so many of the others come before one.
fn ways_before<T: Ord + Clone>(
    entrants: &[Dist<Standing<T>>],
    before: &[Nat],
    one: usize,
    many: usize,
) -> Nat {
    let mut ways = vec![Nat::ZERO; many + 1];
    if let Some(none) = ways.first_mut() {
        *none = Nat::ONE;
    }
    for (at, (entrant, before)) in entrants.iter().zip(before).enumerate() {
        if at == one {
            continue;
        }
        let after = entrant.total().checked_sub(before).unwrap_or(Nat::ZERO);
        let mut fewer = Nat::ZERO;
        for ways in &mut ways {
            let next = &(&*ways * &after) + &(&fewer * before);
            fewer = std::mem::replace(ways, next);
        }
    }
    ways.pop().unwrap_or(Nat::ZERO)
}

/// What is seen of all of them, in their order.
///
/// # Errors
/// The budget is passed; there is no room for more than 64.
pub(crate) fn all_places<T: Ord + Clone + std::hash::Hash>(
    entrants: &[Dist<Standing<T>>],
    budget: &mut Budget,
) -> Result<Dist<Vec<T>>, DistError> {
    let items = entrants.len() as u64;
    if items > u64::from(u64::BITS) {
        return Err(DistError::Lists { met: u64::MAX, items, limit: 0 });
    }
    let words: u64 = entrants.iter().map(|entrant| entrant.total().words()).sum();
    // Who has come in, and what was seen of them.
    let mut all: FxHashMap<(u64, Vec<T>), Nat> = FxHashMap::default();
    all.insert((0, Vec::new()), Nat::ONE);
    for stands in in_turn(entrants) {
        let own = 1u64 << stands.entrant;
        budget.charge_products((all.len() * stands.outcomes.len()) as u64, words, 1)?;
        let mut next: FxHashMap<(u64, Vec<T>), Nat> = FxHashMap::default();
        for ((come, list), ways) in all {
            if come & own == 0 {
                for ((_, seen), weight) in stands.outcomes {
                    let mut longer = Vec::with_capacity(list.len() + 1);
                    longer.extend(list.iter().cloned());
                    longer.push(seen.clone());
                    *next.entry((come | own, longer)).or_insert(Nat::ZERO) += &(&ways * weight);
                }
            }
            // It must have come in once there is no later rank for it.
            if come & own != 0 || !stands.is_last {
                *next.entry((come, list)).or_insert(Nat::ZERO) += &ways;
            }
        }
        budget.check_lists(next.len() as u64, items, words)?;
        all = next;
    }
    Dist::from_weights(all.into_iter().map(|((_, list), ways)| (list, ways)))
}

/// Where one of them may stand at one rank.
struct Stands<'d, T> {
    entrant: usize,
    outcomes: &'d [(Standing<T>, Nat)],
    /// Whether it has no later rank.
    is_last: bool,
}

/// All ranks that each may have, the best first, and of equal ranks those of the one named first.
fn in_turn<T: Ord + Clone>(entrants: &[Dist<Standing<T>>]) -> Vec<Stands<'_, T>> {
    let mut turns: Vec<(usize, Stands<'_, T>)> = Vec::new();
    for (entrant, dist) in entrants.iter().enumerate() {
        let ranks = dist.outcomes().chunk_by(|((a, _), _), ((b, _), _)| a == b);
        let ranks = ranks.filter_map(|outcomes| {
            let ((rank, _), _) = outcomes.first()?;
            Some((*rank, Stands { entrant, outcomes, is_last: false }))
        });
        turns.extend(ranks);
        if let Some((_, last)) = turns.last_mut() {
            last.is_last = true;
        }
    }
    turns.sort_by_key(|(rank, stands)| (*rank, stands.entrant));
    turns.into_iter().map(|(_, stands)| stands).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every run of the luck of three, one by one, put in order by a stable sort.
    #[test]
    fn places_and_orders_are_those_of_every_run() {
        let one = |outcomes: &[(usize, char, u64)]| {
            let outcomes = outcomes.iter().map(|(rank, seen, weight)| ((*rank, *seen), Nat::from(*weight)));
            Dist::from_weights(outcomes).expect("some weight")
        };
        let entrants = [
            one(&[(0, 'a', 1), (2, 'A', 3), (4, 'a', 2)]),
            one(&[(0, 'b', 2), (2, 'b', 1), (2, 'B', 1)]),
            one(&[(1, 'c', 5), (4, 'c', 1)]),
        ];
        let mut orders: Vec<(Vec<char>, Nat)> = Vec::new();
        for (a, x) in entrants[0].outcomes() {
            for (b, y) in entrants[1].outcomes() {
                for (c, z) in entrants[2].outcomes() {
                    let mut run = [*a, *b, *c];
                    run.sort_by_key(|(rank, _)| *rank);
                    orders.push((run.iter().map(|(_, seen)| *seen).collect(), &(x * y) * z));
                }
            }
        }
        let orders = Dist::from_weights(orders).expect("some weight");
        let mut budget = Budget::default();
        assert_eq!(all_places(&entrants, &mut budget).expect("a small question"), orders);
        for place in 0..3 {
            let seen = orders.map(|order| order[place]);
            assert_eq!(at_place(&entrants, place, &mut budget).expect("a small question"), seen, "{place}");
        }
    }
}
