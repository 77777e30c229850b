//! Totals that are held to a bound, and modifiers with a space before them: `d6-1 min 0`, `4d6 r1`.

use super::{Brought, begins_with_die, is_number, is_plain_pool};
use crate::syntax::foreign;

/// What a line of one of these habits is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    [behind, before, spaced].iter().find_map(|rule| rule(line))
}

/// `d6-1 min 0`, `2d6 + 3 to a max of 10`: the least that a total may be is the greater of the two.
fn behind(line: &str) -> Option<Brought> {
    const SAID: &[(&str, &str)] = &[
        (" to a minimum of ", "max"),
        (" to a maximum of ", "min"),
        (" to a min of ", "max"),
        (" to a max of ", "min"),
        (" minimum of ", "max"),
        (" maximum of ", "min"),
        (" minimum ", "max"),
        (" maximum ", "min"),
        (" min ", "max"),
        (" max ", "min"),
    ];
    let (roll, ours, bound) = SAID.iter().find_map(|(said, ours)| {
        let (roll, bound) = line.rsplit_once(said)?;
        Some((roll.trim_end_matches([',', ' ']), ours, bound.trim()))
    })?;
    let whole = begins_with_die(roll) && !roll.contains(['"', ',']) && is_number(bound);
    // Of dice alone, each die may be meant.
    let each = is_plain_pool(roll) && *ours == "max";
    (whole && !each).then(|| Brought::sure("plain words", format!("{ours}({roll}, {bound})")))?
}

/// `min 1 d6-1`, `at least 1: d6-2`.
fn before(line: &str) -> Option<Brought> {
    const SAID: &[(&str, &str)] = &[
        ("min ", "max"),
        ("minimum ", "max"),
        ("at least ", "max"),
        ("max ", "min"),
        ("maximum ", "min"),
        ("at most ", "min"),
    ];
    let (said, ours) = SAID.iter().find(|(said, _)| line.starts_with(said))?;
    let (bound, roll) = line.get(said.len()..)?.split_once([' ', ':', ','])?;
    let roll = roll.trim_start_matches([' ', ':', ',']).trim_start_matches("of ");
    let whole = is_number(bound) && begins_with_die(roll) && !roll.contains(['"', ',']);
    whole.then(|| Brought::sure("plain words", format!("{ours}({bound}, {roll})")))?
}

/// `4d6 r1`, `5d10 t7`, `4d6 d1`: letters of other programs, which touch the dice there.
fn spaced(line: &str) -> Option<Brought> {
    let (pool, modifier) = line.split_once(' ')?;
    let letter = modifier.starts_with(['r', 's', 't', 'e', 'f']) || modifier == "d1";
    let number = modifier.get(1..).is_some_and(is_number);
    if !is_plain_pool(pool) || !letter || !number {
        return None;
    }
    let readings = foreign::readings_of(modifier)?;
    Brought::either(
        "other programs",
        readings.into_iter().map(|(what, ours)| (what, pool.to_owned() + &ours)).collect(),
    )
}
