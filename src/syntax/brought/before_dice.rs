//! A word in front of dice: what the roll is for, or a slip of a word that changes it. Dice are never rolled as if the
//! word were not there: it stays as their label, or somebody has to say what it means.

use super::told::{DAMAGE, with_label};
use super::{Brought, again, begins_with_die, is_number, is_plain_pool, touched};
use crate::base::closest;
use crate::dice::{Takes, operator};
use crate::syntax::words;

/// Where a line comes from that begins with a word that nothing here has.
pub(crate) const UNKNOWN_WORD: &str = "a word before dice";

/// What rolls are for, as it is said at the table, besides kinds of damage.
const PURPOSES: &[&str] = &[
    "arrow",
    "attack",
    "axe",
    "backstab",
    "bite",
    "blast",
    "bolt",
    "bow",
    "burn",
    "check",
    "claw",
    "club",
    "crossbow",
    "dagger",
    "explosion",
    "fall",
    "falling",
    "fireball",
    "fist",
    "greataxe",
    "greatsword",
    "grenade",
    "hammer",
    "initiative",
    "lance",
    "longbow",
    "longsword",
    "loot",
    "mace",
    "morale",
    "perception",
    "pistol",
    "potion",
    "punch",
    "rapier",
    "reaction",
    "rifle",
    "save",
    "scimitar",
    "shortbow",
    "shortsword",
    "sling",
    "smash",
    "spear",
    "spell",
    "stab",
    "staff",
    "stealth",
    "sting",
    "strike",
    "sword",
    "tail",
    "treasure",
    "trident",
    "warhammer",
    "weapon",
];

/// Longer words in front of dice that change what these are.
const CHANGING: [&str; 10] = [
    "advantage",
    "disadvantage",
    "double",
    "exploding",
    "highest",
    "lowest",
    "percentile",
    "reroll",
    "triple",
    "worst",
];

/// The word for a roll that is made twice which a word is hardly anything but a slip of: `avd`, `dsi`.
pub(crate) fn rolled_twice(word: &str) -> Option<&'static str> {
    const OTHERS: [&str; 7] = ["add", "ads", "did", "die", "dig", "dim", "dip"];
    if word.len() < 3 || OTHERS.contains(&word) || DAMAGE.contains(&word) || words::is_starting(word) {
        return None;
    }
    let is_slip = |meant: &str| {
        let begins_so = word.chars().next() == meant.chars().next();
        words::is_slip(word, meant) || begins_so && closest(word, [meant]).is_some()
    };
    ["adv", "dis"].into_iter().find(|meant| word != *meant && is_slip(meant))
}

/// `heal 2d4+2`, `sneak attack 3d6`, `fireball 8d6`: a roll behind what it is for, which is its label; `avd d20`,
/// `kh 4d6`: a slip.
pub(super) fn line(line: &str) -> Option<Brought> {
    let mut starts = line.match_indices(' ').map(|(at, _)| at + 1);
    let at = starts.find(|at| line.get(*at..).is_some_and(begins_with_die))?;
    let (label, roll) = (line.get(..at)?.trim_end().trim_end_matches(':'), line.get(at..)?);
    if label.eq_ignore_ascii_case("reroll") && is_plain_pool(roll) {
        let readings =
            vec![("rolled once more", roll.to_owned()), ("each 1 anew, once", format!("{roll}ro=1"))];
        return Brought::either("plain words", readings);
    }
    let said: Vec<&str> = label.split(' ').collect();
    let fits = said.len() <= 3
        && said.iter().all(|word| word.len() > 1 && word.chars().all(char::is_alphabetic))
        && !touched::is_telling(&said)
        && said.first().is_some_and(|word| !words::is_starting(word) && !words::is_reserved(word))
        && !roll.contains(['"', ':', '=', '|', ',', '[', '{']);
    fits.then_some(())?;
    if let [word] = said.as_slice()
        && let Some(found) = mistyped(&word.to_ascii_lowercase(), roll)
    {
        return Some(found);
    }
    let text = with_label(&again(roll), label)?;
    if says_what_for(&said) {
        return Brought::sure("plain words", text);
    }
    Brought::either(UNKNOWN_WORD, vec![("as a label", text)])
}

/// Whether words say what a roll is for: one that is often said so, or several long ones.
fn says_what_for(said: &[&str]) -> bool {
    const LEAST: usize = 3;
    let is_known = |word: &&str| {
        let lower = word.to_ascii_lowercase();
        DAMAGE.contains(&&*lower) || PURPOSES.contains(&&*lower)
    };
    said.iter().any(is_known) || said.len() > 1 && said.iter().all(|word| word.len() >= LEAST)
}

/// A slip of a word that changes what is rolled, or a modifier that belongs behind the dice.
fn mistyped(word: &str, roll: &str) -> Option<Brought> {
    if let Some(meant) = rolled_twice(word) {
        return Brought::either(UNKNOWN_WORD, vec![("", format!("{meant} {roll}"))]);
    }
    if let Some(text) = modifier_before(word, roll) {
        return Brought::either(UNKNOWN_WORD, text);
    }
    if DAMAGE.contains(&word) || PURPOSES.contains(&word) {
        return None;
    }
    let meant = closest(word, CHANGING).filter(|meant| words::is_slip(word, meant))?;
    let found = super::translate(&format!("{meant} {roll}"))?;
    Some(Brought { from: UNKNOWN_WORD, sure: false, ..found })
}

/// `kh 4d6`, `dl d20 + 2`: the modifier touches its dice. Of a single die nothing can be kept: it is rolled twice.
fn modifier_before(word: &str, roll: &str) -> Option<Vec<(&'static str, String)>> {
    let about = operator(word).filter(|about| about.takes == Takes::Dice)?;
    let end = roll.find([' ', '+', '-']).unwrap_or(roll.len());
    let (pool, rest) = roll.split_at(end);
    is_plain_pool(pool).then_some(())?;
    let count = pool.split(['d', 'D']).next().unwrap_or_default();
    if is_number(count) && count != "1" {
        return Some(vec![("behind the dice, with how many", format!("{pool}{}1{rest}", about.symbol))]);
    }
    let sides = pool.get(count.len()..)?;
    let twice = match about.symbol {
        "kh" => "adv",
        "kl" => "dis",
        _ => {
            return Some(vec![(
                "behind the dice, with how many",
                format!("2{sides}{}1{rest}", about.symbol),
            )]);
        }
    };
    Some(vec![
        ("rolled twice", format!("{twice} {sides}{rest}")),
        ("behind two dice", format!("2{sides}{}1{rest}", about.symbol)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::brought::translate;

    #[test]
    fn no_word_before_dice_is_dropped() {
        for (theirs, ours) in [
            ("avd d20 + 5", "adv d20 + 5"),
            ("dsi d20 + 3", "dis d20 + 3"),
            ("addv d20 + 2", "adv d20 + 2"),
            ("kh d20", "adv d20"),
            ("kh 4d6", "4d6kh1"),
            ("plugh d20 + 5", "d20 [plugh] + 5"),
        ] {
            let found = translate(theirs).expect("something is offered");
            assert_eq!(found.readings.first().map(|(_, text)| &**text), Some(ours), "{theirs}");
            assert_eq!(found.meaning(), None, "{theirs} is not read unasked");
        }
        for (theirs, ours) in [("fire 2d6", "2d6 [fire]"), ("bow d8+2", "d8 [bow] +2")] {
            assert_eq!(translate(theirs).as_ref().and_then(Brought::meaning), Some(ours), "{theirs}");
        }
    }
}
