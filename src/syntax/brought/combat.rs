//! Attacks, damage and what virtual tabletops write behind a pool: `attack +5 vs 14`, `crit 2d6+3`, `5d6sd`.

use super::deeds::{DeedKind, SpokenDeed, deed};
use super::{Brought, again, begins_with_die, is_number, is_plain_pool};

const FROM: &str = "plain words";

pub(super) fn line(line: &str) -> Option<Brought> {
    to_hit(line)
        .or_else(|| damage(line))
        .or_else(|| sorted(line))
        .or_else(|| group_repeated(line))
        .or_else(|| one_by_one(line))
        .or_else(|| rerolled(line))
        .or_else(|| asked_for(line))
        .or_else(|| harmed(line))
        .or_else(|| saved(line))
}

/// `attack +5 vs 14`, `+5 to hit`, `1d20 + 5 to hit vs AC 15`.
fn to_hit(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    let after = |word: &str| lower.strip_prefix(word).and_then(|rest| line.get(line.len() - rest.len()..));
    let bonus = |text: &str| {
        let text = text.trim_start();
        text.starts_with(['+', '-'])
            && text.get(1..).is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    };
    let at = lower.find(" to hit");
    if let Some((before, behind)) = at.and_then(|at| Some((line.get(..at)?, line.get(at + 7..)?))) {
        let ends = behind.is_empty() || behind.starts_with([' ', ',']);
        let roll = if bonus(before) { format!("d20 {}", before.trim()) } else { before.trim().to_owned() };
        let text = format!("{roll}{}", behind.trim_start_matches(','));
        return (ends && begins_with_die(&roll)).then(|| Brought::sure(FROM, again(&text)))?;
    }
    let rest =
        ["attack at ", "attack with ", "attack ", "attack: ", "atk ", "hit "].into_iter().find_map(after)?;
    bonus(rest).then(|| Brought::sure(FROM, again(&format!("d20 {}", rest.trim()))))?
}

/// `damage 1d8+3`, `crit 2d6+3`.
fn damage(line: &str) -> Option<Brought> {
    let after = |words: &[&str]| words.iter().find_map(|word| line.strip_prefix(word)).map(str::trim);
    if let Some(roll) = after(&["damage ", "damage: ", "dmg "]).filter(|roll| begins_with_die(roll)) {
        return Brought::sure(FROM, again(&format!("{roll} damage")));
    }
    None
}

/// `5d6s`, `5d6sa`, `10d10sd`: sorted.
fn sorted(line: &str) -> Option<Brought> {
    let (pool, down) =
        match (line.strip_suffix("sd"), line.strip_suffix("sa").or_else(|| line.strip_suffix('s'))) {
            (Some(pool), _) => (pool, " down"),
            (None, Some(pool)) => (pool, ""),
            (None, None) => return None,
        };
    let (count, sides) = pool.split_once(['d', 'D']).filter(|_| is_plain_pool(pool))?;
    is_number(count).then(|| Brought::sure("Roll20", format!("sort ({count} times d{sides}){down}")))?
}

/// `{4d6kh3}x6`, `(4d6kh3)x6`.
fn group_repeated(line: &str) -> Option<Brought> {
    let (roll, count) = line.rsplit_once(['x', 'X', '×']).filter(|(_, count)| is_number(count))?;
    let inner = roll.trim().strip_prefix('{')?.strip_suffix('}')?;
    begins_with_die(inner)
        .then(|| Brought::sure("other programs", format!("{} times {inner}", count.trim())))?
}

/// `1d20+3; 1d8+2`: several rolls.
fn one_by_one(line: &str) -> Option<Brought> {
    let parts: Vec<&str> = line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    let plain = |part: &&str| begins_with_die(part) && !part.contains(['[', '{', '"', '\n']);
    (parts.len() > 1 && parts.iter().all(plain))
        .then(|| Brought::sure("", format!("[{}]", parts.join(", "))))?
}

/// `3d6 reroll ones`, `2d6 reroll 1s`.
fn rerolled(line: &str) -> Option<Brought> {
    let (pool, said) = line.split_once(" reroll ").or_else(|| line.split_once(" rerolling "))?;
    let face = match said.trim().trim_end_matches('s') {
        "one" => "1",
        "two" => "2",
        face => face,
    };
    let plain = is_plain_pool(pool.trim()) && is_number(face);
    let once = ("once", format!("{}ro={face}", pool.trim()));
    let again = ("again and again", format!("{}r={face}", pool.trim()));
    plain.then(|| Brought::either(FROM, vec![once, again]))?
}

/// `1d20+5 =`: what it comes to is asked.
fn asked_for(line: &str) -> Option<Brought> {
    let roll = line.strip_suffix('=')?.trim_end();
    let plain = begins_with_die(roll) && !roll.ends_with(['=', '<', '>', '!']);
    plain.then(|| Brought::sure(FROM, again(roll)))?
}

/// `Ash takes 3 damage`, `heal Ash 2`, `Ash hp 5`: what happens to a hero's hit points.
fn harmed(line: &str) -> Option<Brought> {
    let SpokenDeed { who, what: DeedKind::Points { sign, amount }, all: false } = deed(line)? else {
        return None;
    };
    let one = who.chars().all(char::is_alphabetic);
    one.then(|| Brought::sure(FROM, format!("{}.hp {sign} {amount}", crate::syntax::plain_name(&who))))?
}

/// `save vs poison`, `save dex`: a saving throw, whose bonus only the reader knows.
fn saved(line: &str) -> Option<Brought> {
    let rest = line.strip_prefix("save ").or_else(|| line.strip_prefix("saving throw "))?;
    let plain = rest.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '.'));
    let rolled = vec![
        ("a d20 with your bonus, here 2", "d20 + 2".to_owned()),
        ("against a difficulty, here 15", "d20 + 2 >= 15".to_owned()),
    ];
    plain.then(|| Brought::either(FROM, rolled))?
}
