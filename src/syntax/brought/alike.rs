//! Dice that show the same face: `doubles on 2d6`, `chance of triples on 3d6`, `3d6 doubles`.

use super::spoken::{Asked, asked_of};
use super::{Brought, is_number, is_plain_pool};

/// What so many dice of one face are called.
const ALIKE: &[(&str, u32)] = &[
    ("doubles", 2),
    ("double", 2),
    ("a pair", 2),
    ("pairs", 2),
    ("pair", 2),
    ("two of a kind", 2),
    ("triples", 3),
    ("triple", 3),
    ("three of a kind", 3),
    ("quadruples", 4),
    ("four of a kind", 4),
    ("five of a kind", 5),
];

/// What a line is that asks whether dice show the same.
pub(super) fn line(line: &str) -> Option<Brought> {
    const FROM: &str = "plain words";
    let (asked, rest) = asked_of(line);
    let rest = ["roll ", "rolling ", "getting ", "get ", "a ", "any "]
        .iter()
        .fold(&*rest, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let (pool, count) = ALIKE.iter().find_map(|(word, count)| {
        let links = [" on ", " in ", " with ", " from ", " of ", " for "];
        let behind = rest.strip_prefix(word).and_then(|pool| {
            // `double 2d6` is twice what is rolled.
            let bare = || pool.strip_prefix(' ').filter(|_| word.ends_with("les"));
            links.iter().find_map(|link| pool.strip_prefix(link)).or_else(bare)
        });
        let before = || rest.strip_suffix(word)?.strip_suffix(' ');
        Some((behind.or_else(before)?.trim(), *count))
    })?;
    let holds = shown_alike(pool, count)?;
    let chance = format!("chance({holds})");
    match asked {
        Asked::Chance => Brought::sure(FROM, chance),
        Asked::Odds => Brought::sure(FROM, format!("odds {holds}")),
        Asked::Roll => Brought::either(FROM, vec![("rolled", holds), ("how likely it is", chance)]),
    }
}

/// The condition that at least so many dice of a pool show the same face.
fn shown_alike(pool: &str, count: u32) -> Option<String> {
    let (dice, sides) = pool.split_once(['d', 'D']).filter(|_| is_plain_pool(pool))?;
    let dice: u32 = dice.parse().ok()?;
    if dice < count || !is_number(sides) {
        return None;
    }
    Some(match count {
        _ if count == dice => format!("count(distinct({pool})) == 1"),
        2 => format!("count(distinct({pool})) < {dice}"),
        _ => format!("max([count(same) for same in groups of ({dice} times d{sides}) by it]) >= {count}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::brought::translate;

    #[test]
    fn dice_that_show_the_same_are_asked_for() {
        for (line, ours) in [
            ("chance of doubles on 2d6", "chance(count(distinct(2d6)) == 1)"),
            ("what are the odds of rolling doubles on 3d6?", "odds count(distinct(3d6)) < 3"),
            ("odds doubles on 2d6", "odds count(distinct(2d6)) == 1"),
            ("chance 2d6 doubles", "chance(count(distinct(2d6)) == 1)"),
            ("probability of triples with 3d6", "chance(count(distinct(3d6)) == 1)"),
            (
                "chance of three of a kind on 5d6",
                "chance(max([count(same) for same in groups of (5 times d6) by it]) >= 3)",
            ),
        ] {
            assert_eq!(translate(line).as_ref().and_then(Brought::meaning), Some(ours), "{line}");
        }
        let both = translate("doubles on 2d6").expect("read");
        assert_eq!((both.readings.len(), both.meaning()), (2, None));
        for line in ["double 2d6", "chance of triples on 2d6", "doubles", "chance of doubles on d6"] {
            assert_eq!(super::line(line), None, "{line}");
        }
    }
}
