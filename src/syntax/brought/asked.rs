//! What a roll has to reach, what is compared, and time that passes: `d100 under 45`, `3 d20s`,
//! `compare 3d6 and 2d8`, `wait 10 minutes`.

use super::spoken::compared;
use super::{Brought, again, begins_with_die, is_number};

const FROM: &str = "plain words";

/// What a line of one of these habits is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    [reached, roll_under, plural, in_brackets, added, side_by_side, time, hit_then, among, half]
        .iter()
        .find_map(|rule| rule(line))
}

/// `d100 under 45`, `d20 at least 12`, `2d6 10+`, `10+ on 2d6`, `d20 12 or more`.
fn reached(line: &str) -> Option<Brought> {
    let (roll, target) = match line.split_once(" on ").filter(|(_, roll)| begins_with_die(roll)) {
        Some((target, roll)) => (roll, target),
        None => line.split_once(' ')?,
    };
    let target = target.trim().to_ascii_lowercase();
    let target = target.strip_prefix("is ").unwrap_or(&target);
    let (sign, number) = compared(target);
    let fits = begins_with_die(roll) && !roll.contains(' ') && is_number(number) && sign != "==";
    fits.then_some(())?;
    let whole = format!("{roll} {sign} {number}");
    if matches!(sign, "<" | ">") && matches!(roll, "d100" | "1d100" | "d%" | "1d%") {
        let readings = vec![("the number itself is in", in_percent(sign, number)), ("it is not", whole)];
        return Brought::either(FROM, readings);
    }
    if may_be_each(roll, number) {
        let each = format!("{roll}c{sign}{number}");
        return Brought::either(FROM, vec![("how many dice do", each), ("whether the total does", whole)]);
    }
    Brought::sure(FROM, whole)
}

/// Whether a number that a roll has to reach may be for each die: `8d6 5+`.
fn may_be_each(roll: &str, number: &str) -> bool {
    let Some((count, sides)) = roll.split_once('d').filter(|_| super::is_plain_pool(roll)) else {
        return false;
    };
    let of = |text: &str| text.parse::<u32>().unwrap_or(1);
    of(count) > 2 && of(number) <= of(sides)
}

/// `roll under 12`, `d20 roll under 12`, `roll under 12 on d20`, `roll over 10 on 3d6`.
fn roll_under(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    if let Some((roll, target)) = lower.split_once(" roll ")
        && begins_with_die(roll)
        && ["under ", "over "].iter().any(|word| target.starts_with(word))
    {
        return Brought::sure(FROM, again(&format!("{roll} {target}")));
    }
    let rest = lower.strip_prefix("roll ")?;
    if let Some((target, roll)) = rest.split_once(" on ") {
        let (sign, number) = compared(target.trim());
        let roll = roll.trim().trim_start_matches("a ");
        let fits = begins_with_die(roll) && is_number(number) && sign != "==";
        return fits.then(|| Brought::sure(FROM, format!("{roll} {sign} {number}")))?;
    }
    let (sign, number) = compared(rest.trim());
    let fits = is_number(number) && ["under ", "over "].iter().any(|word| rest.starts_with(word));
    let with = |roll: &str| format!("{roll} {sign} {number}");
    fits.then(|| {
        Brought::either(
            FROM,
            vec![
                ("on a d20", with("d20")),
                ("on d100, where the number itself is in", in_percent(sign, number)),
            ],
        )
    })?
}

/// Under a skill in percent is at most that skill.
fn in_percent(sign: &str, number: &str) -> String {
    format!("d100 {}{number}", if sign == "<" { "<= " } else { ">= " })
}

/// `3 d20s`, `d20s`, `4d6s`.
fn plural(line: &str) -> Option<Brought> {
    let die = line.strip_suffix('s').filter(|die| die.ends_with(|c: char| c.is_ascii_digit()))?;
    let (count, die) = die.split_once(' ').unwrap_or(("", die));
    let fits = (count.is_empty() || is_number(count)) && super::is_plain_pool(die);
    fits.then(|| Brought::sure(FROM, format!("{count}{die}")))?
}

/// `1d20+4 (advantage)`, `d20 (dis)`.
fn in_brackets(line: &str) -> Option<Brought> {
    let (roll, said) = line.strip_suffix(')')?.rsplit_once('(')?;
    let ours = match said.trim().to_ascii_lowercase().as_str() {
        "advantage" | "adv" | "with advantage" => "adv",
        "disadvantage" | "dis" | "with disadvantage" => "dis",
        _ => return None,
    };
    begins_with_die(roll).then(|| Brought::sure(FROM, format!("{ours} {}", roll.trim())))?
}

/// `2d20 take the best and add 4`, `2d6 add 3`, `d20 and subtract 2`.
fn added(line: &str) -> Option<Brought> {
    const SAID: &[(&str, char)] = &[
        (" and add ", '+'),
        (" then add ", '+'),
        (" add ", '+'),
        (" and subtract ", '-'),
        (" subtract ", '-'),
    ];
    let (roll, sign, bonus) = SAID.iter().find_map(|(said, sign)| {
        let (roll, bonus) = line.split_once(said)?;
        Some((roll, sign, bonus.trim()))
    })?;
    let fits = begins_with_die(roll) && (is_number(bonus) || begins_with_die(bonus));
    fits.then(|| Brought::sure(FROM, format!("{} {sign} {bonus}", again(roll))))?
}

/// `compare 3d6 and 2d8`, `which is better 2d6 or d12`, `3d6 or 2d8`.
fn side_by_side(line: &str) -> Option<Brought> {
    let line = line.trim_end_matches('?').trim_end();
    let begun = [
        "compare ",
        "which is better ",
        "which is better, ",
        "what is better ",
        "what's better, ",
        "what's better ",
    ];
    let rest = begun
        .iter()
        .find_map(|begin| line.strip_prefix(begin))
        .unwrap_or(line)
        .trim_start_matches(':')
        .trim();
    let links: &[&str] =
        if rest.len() < line.len() { &[" and ", " or ", " with ", " to ", " vs ", ", "] } else { &[" or "] };
    let (one, other) = links.iter().find_map(|link| rest.split_once(link))?;
    let fits = |roll: &str| begins_with_die(roll) && !roll.contains(['<', '>', '=']);
    (fits(one) && fits(other)).then_some(())?;
    let (one, other) = (again(one), again(other));
    let readings = vec![
        ("how often the first is higher", format!("chance({one} > {other})")),
        ("their averages", format!("[mean({one}), mean({other})]")),
    ];
    Brought::either(FROM, readings)
}

/// `wait 10 minutes`, `rest 8 hours`, `10 minutes pass`.
fn time(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    let spent = ["wait ", "pass ", "spend ", "rest for ", "rest ", "skip "]
        .iter()
        .find_map(|word| lower.strip_prefix(word));
    let spent = spent.or_else(|| lower.strip_suffix(" pass")).or_else(|| lower.strip_suffix(" later"))?;
    let (count, unit) = spent.strip_prefix("for ").unwrap_or(spent).split_once(' ')?;
    let known = matches!(unit.trim_end_matches('s'), "minute" | "hour" | "day" | "turn" | "round" | "week");
    let count = super::number(count)?;
    known.then(|| Brought::sure(FROM, format!("advance {count} {unit}")))?
}

/// `d20+7 >= 16 then 2d6+4`.
fn hit_then(line: &str) -> Option<Brought> {
    let (condition, then) = line.split_once(" then ")?;
    let fits = begins_with_die(condition) && condition.contains(['<', '>', '=']) && begins_with_die(then);
    let otherwise = if then.contains(" else ") { "" } else { " else 0" };
    fits.then(|| Brought::sure(FROM, format!("if {condition} then {then}{otherwise}")))?
}

/// `d6 in 5,6`, `d6 is 5 or 6`.
fn among(line: &str) -> Option<Brought> {
    let (roll, faces) = line.split_once(" in ")?;
    let faces: Vec<&str> = faces.split(',').map(str::trim).collect();
    let fits = begins_with_die(roll) && faces.len() > 1 && faces.iter().all(|face| is_number(face));
    fits.then(|| Brought::sure(FROM, format!("{roll} in [{}]", faces.join(", "))))?
}

/// `10d6 half`, `8d6 halved`, `½d6`, `d6½`.
fn half(line: &str) -> Option<Brought> {
    let sign = line.strip_prefix('½').or_else(|| line.strip_suffix('½')).map(str::trim);
    if let Some(roll) = sign.filter(|roll| super::is_plain_pool(roll)) {
        return Brought::either(
            FROM,
            vec![("rounded down", format!("{roll} // 2")), ("rounded up", format!("ceil({roll} / 2)"))],
        );
    }
    let roll =
        ["half", "halved", "for half"].iter().find_map(|end| line.strip_suffix(end)?.strip_suffix(' '))?;
    super::is_plain_pool(roll).then(|| Brought::sure(FROM, format!("{roll} // 2")))?
}
