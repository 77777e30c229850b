//! Orders of a few words, and signs of sums on paper: `pick a, b or c`, `random 1 to 10`, `|d6 - d6|`.

use super::{Brought, again, begins_with_die, is_name, is_number};

const FROM: &str = "plain words";

/// What a line of one of these habits is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    [advantage, choice, between, rounded, on_paper, fate, attack, at_least, bang_behind, successes, looped]
        .iter()
        .find_map(|rule| rule(line))
}

/// `d20 with advantage + 5`, `d20 at disadvantage +3`.
fn advantage(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    [("disadvantage", "dis"), ("advantage", "adv")].iter().find_map(|(word, ours)| {
        let at = lower.find(word)?;
        let before = line.get(..at)?.trim_end();
        let before =
            ["with", "at", "w/", "w"].iter().find_map(|link| before.strip_suffix(link)).unwrap_or(before);
        let after = line.get(at + word.len()..)?.trim();
        let before = before.trim();
        let bonus = after.starts_with(['+', '-']) && !before.contains(' ');
        (bonus && begins_with_die(before)).then(|| Brought::sure(FROM, format!("{ours} {before} {after}")))?
    })
}

/// `pick one: a, b, c`, `choose red, blue or green`, `random of a, b`.
fn choice(line: &str) -> Option<Brought> {
    const ORDERS: &[&str] = &["choose", "pick", "random", "select", "one"];
    let called = ["random.choice(", "choice(", "oneof(", "one_of(", "random("]
        .iter()
        .find_map(|call| line.strip_prefix(call)?.strip_suffix(')'));
    let (order, rest) = called.map_or_else(|| line.split_once(' '), |inner| Some(("pick", inner)))?;
    ORDERS.contains(&order.to_ascii_lowercase().as_str()).then_some(())?;
    let small = ["one of", "one from", "one", "from", "of", "between", "among"];
    let rest =
        small.iter().fold(rest.trim(), |rest, word| rest.strip_prefix(word).unwrap_or(rest).trim_start());
    let rest = rest.trim_start_matches(':').trim().trim_matches(['[', ']', '(', ')']);
    let joined = rest.replace(", or ", ",").replace(" or ", ",");
    let parts: Vec<&str> = joined.split(',').map(|part| part.trim().trim_matches('"')).collect();
    let plain = |part: &&str| {
        !part.is_empty()
            && part.chars().all(|c| c.is_alphanumeric() || " '-".contains(c))
            && !begins_with_die(part)
    };
    (parts.len() > 1 && parts.iter().all(plain)).then(|| {
        let texts: Vec<String> = parts
            .iter()
            .map(|part| if is_number(part) { (*part).to_owned() } else { format!("\"{part}\"") })
            .collect();
        Brought::sure(FROM, format!("pick [{}]", texts.join(", ")))
    })?
}

/// `random 1 to 10`, `random number between 1 and 10`, `a number from 3 to 8`.
fn between(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    let rest = ["pick ", "give me ", "roll "]
        .iter()
        .fold(&*lower, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let begun = ["a random number ", "random number ", "a number ", "random ", "rand ", "rng "];
    let rest = begun.iter().find_map(|word| rest.strip_prefix(word))?;
    let rest = rest.strip_prefix("between ").or_else(|| rest.strip_prefix("from ")).unwrap_or(rest);
    let (from, to) = [" and ", " to ", "-", "..", " "].iter().find_map(|link| rest.split_once(link))?;
    let (from, to) = (from.trim(), to.trim());
    let (from, to): (i64, i64) = (from.parse().ok()?, to.parse().ok()?);
    let sides = (to - from + 1).max(0);
    let die = match from {
        _ if sides < 2 => return None,
        1 => format!("d{sides}"),
        _ => format!("d{sides} {} {}", if from > 1 { '+' } else { '-' }, (from - 1).abs()),
    };
    Brought::sure(FROM, die)
}

/// `d6/2 rounded down`, `round up d6/2`, `half of 2d6`, `half 2d6 rounded up`.
fn rounded(line: &str) -> Option<Brought> {
    const WAYS: &[(&str, &str)] = &[
        ("rounded down", "floor"),
        ("round down", "floor"),
        ("rounding down", "floor"),
        ("rounded up", "ceil"),
        ("round up", "ceil"),
        ("rounding up", "ceil"),
        ("rounded", "round"),
    ];
    let said = WAYS.iter().find_map(|(said, ours)| {
        let inner = line.strip_suffix(said).or_else(|| line.strip_prefix(said))?;
        Some((*ours, inner.trim().trim_end_matches(',').trim_matches(['(', ')']).trim()))
    });
    let (way, inner) = said.map_or((None, line), |(way, inner)| (Some(way), inner));
    let half = inner.strip_prefix("half of ").or_else(|| inner.strip_prefix("half "));
    let known = (way.is_some() || half.is_some()) && begins_with_die(half.unwrap_or(inner));
    known.then_some(())?;
    let value = half.map_or_else(|| again(inner), |roll| halved(&again(roll)));
    match way {
        Some(way) => Brought::sure(FROM, format!("{way}({value})")),
        None => Brought::either(
            FROM,
            vec![("rounded down", format!("floor({value})")), ("with its half", value.clone())],
        ),
    }
}

fn halved(roll: &str) -> String {
    if roll.contains([' ', '+', '-']) { format!("({roll}) / 2") } else { format!("{roll} / 2") }
}

/// `|d6 - d6|`, `+d6`, `3(d6)`, `2(d6+1)`.
fn on_paper(line: &str) -> Option<Brought> {
    const PAPER: &str = "other languages";
    if let Some(inner) = line.strip_prefix('|').and_then(|rest| rest.strip_suffix('|'))
        && begins_with_die(inner)
        && !inner.contains('|')
    {
        return Brought::sure(PAPER, format!("abs({})", inner.trim()));
    }
    if let Some(roll) = line.strip_prefix('+').map(str::trim).filter(|roll| begins_with_die(roll)) {
        return Brought::sure(PAPER, roll);
    }
    let (count, rest) = line.split_once('(')?;
    let inner =
        rest.strip_suffix(')').filter(|inner| begins_with_die(inner) && !inner.contains(['(', ')']))?;
    is_number(count).then_some(())?;
    let times =
        if inner.contains([' ', '+', '-', '*', '/']) { format!("({inner})") } else { inner.to_owned() };
    let readings = vec![
        ("so many rolls", format!("{count} times {times}")),
        ("multiplied", format!("{count} * ({inner})")),
    ];
    Brought::either(PAPER, readings)
}

/// `fate +2`, `roll fudge`, `fate dice`.
fn fate(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    let rest = lower.strip_prefix("fate").or_else(|| lower.strip_prefix("fudge"))?;
    let rest = rest.strip_prefix(" dice").or_else(|| rest.strip_prefix(" roll")).unwrap_or(rest).trim();
    let bonus = rest.trim_start_matches(['+', '-']).trim();
    let plain = rest.is_empty() || rest.starts_with(['+', '-']) && is_number(bonus);
    plain.then(|| Brought::sure(FROM, format!("4dF {rest}").trim_end().to_owned()))?
}

/// `attack +5 vs AC 15`, `to hit +7 against 16`.
fn attack(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    let begun = ["attack ", "atk ", "to hit ", "hit ", "check ", "test ", "save ", "initiative ", "init "];
    let rest = begun.iter().find_map(|word| lower.strip_prefix(word))?;
    let (bonus, target) =
        match [" vs ", " vs. ", " against ", " versus "].iter().find_map(|sign| rest.split_once(sign)) {
            Some((bonus, target)) => (bonus, Some(target)),
            None => match rest.strip_prefix("dc").or_else(|| rest.strip_prefix("ac")) {
                Some(target) => ("", Some(target)),
                None => (rest, None),
            },
        };
    if begins_with_die(rest) && target.is_some() {
        return super::compared(rest).filter(|_| !line.starts_with("hit"));
    }
    let bonus = bonus.trim();
    let number = bonus.trim_start_matches(['+', '-']).trim();
    let plain = bonus.is_empty() && target.is_some() || bonus.starts_with(['+', '-']) && is_number(number);
    let roll = format!("d20 {bonus}").trim_end().to_owned();
    let target = target.map(|target| target.trim().trim_start_matches("ac").trim_start_matches("dc").trim());
    match target {
        Some(target) if plain && is_number(target) => Brought::sure(FROM, format!("{roll} >= {target}")),
        None if plain => Brought::sure(FROM, roll),
        Some(_) | None => None,
    }
}

/// `at least one 6 in 4d6`, `at least two 5s on 6d6`, `one or more 6s in 4d6`.
fn at_least(line: &str) -> Option<Brought> {
    let lower = line.trim_end_matches('?').trim_end().to_ascii_lowercase();
    let (count, rest) = match lower.strip_prefix("at least ") {
        Some(rest) => rest.split_once(' ')?,
        None => lower.split_once(" or more ")?,
    };
    let (face, pool) = [" in ", " on ", " from ", " with "].iter().find_map(|link| rest.split_once(link))?;
    let (count, face) = (super::number(count)?, face.trim().trim_end_matches(['s', '\'']));
    let fits = is_number(face) && super::is_plain_pool(pool.trim());
    let roll = format!("{}c={face} >= {count}", pool.trim());
    let readings = vec![("rolled", roll.clone()), ("how likely it is", format!("chance({roll})"))];
    fits.then(|| Brought::either(FROM, readings))?
}

/// `successes(5d10, 7)`, `count_successes(6d6, 5)`.
fn successes(line: &str) -> Option<Brought> {
    let inner = ["successes(", "count_successes(", "hits("]
        .iter()
        .find_map(|call| line.strip_prefix(call)?.strip_suffix(')'))?;
    let (pool, goal) = inner.split_once(',')?;
    let (pool, goal) = (pool.trim(), goal.trim().trim_start_matches(['>', '=']).trim());
    let fits = super::is_plain_pool(pool) && is_number(goal);
    fits.then(|| Brought::sure("other languages", format!("{pool}c>={goal}")))?
}

/// `6d10>=8!`: each die that meets it counts, and the highest roll again.
fn bang_behind(line: &str) -> Option<Brought> {
    let (pool, goal) =
        line.strip_suffix('!')?.split_once(">=").or_else(|| line.strip_suffix('!')?.split_once('>'))?;
    let sign = if line.contains(">=") { ">=" } else { ">" };
    let fits = super::is_plain_pool(pool) && is_number(goal);
    fits.then(|| Brought::sure("other programs", format!("{pool}!c{sign}{goal}")))?
}

/// `for i in 1..3: roll d6`.
fn looped(line: &str) -> Option<Brought> {
    let (head, deed) = line.strip_prefix("for ")?.split_once(':')?;
    let (name, range) = head.split_once(" in ")?;
    let (from, to) = range.trim().split_once("..")?;
    let (from, to): (u32, u32) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    let roll = deed.trim().strip_prefix("roll ").unwrap_or(deed.trim());
    let fits = is_name(name.trim()) && from <= to && begins_with_die(roll);
    fits.then(|| Brought::sure("other languages", format!("{} times {}", to - from + 1, again(roll))))?
}
