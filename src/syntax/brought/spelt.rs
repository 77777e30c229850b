//! Dice and chances that are spelt out: `1d6 divided by 2`, `one in six`, `33 percent chance`, `d00`.

use super::{Brought, again, begins_with_die, is_name, is_number, is_plain_pool, number};
use crate::syntax::words;

const FROM: &str = "plain words";

/// What a line of one of these habits is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    [double_zero, worked_out, less_one, sets, chance, by_chance, valued].iter().find_map(|rule| rule(line))
}

/// What could be read as it stands, but is hardly meant so: `d00`, `one in six`.
pub(super) fn alone(line: &str) -> Option<Brought> {
    let in_words = |line: &str| !line.contains(|c: char| c.is_ascii_digit());
    double_zero(line).or_else(|| chance(line).filter(|_| in_words(line)))
}

/// `d00`, `1d00`: the two dice for a hundred.
fn double_zero(line: &str) -> Option<Brought> {
    let count = line.strip_suffix("00")?.strip_suffix(['d', 'D'])?;
    (count.is_empty() || is_number(count)).then(|| Brought::sure(FROM, format!("{count}d100")))?
}

/// `1d6 divided by 2`, `2d6 multiplied by 10`.
fn worked_out(line: &str) -> Option<Brought> {
    let said = [(" divided by ", " / "), (" multiplied by ", " x ")];
    let text = said.iter().fold(line.to_owned(), |text, (said, sign)| text.replace(said, sign));
    (text != line && begins_with_die(line) && !line.contains('"')).then(|| Brought::sure(FROM, text))?
}

/// `4d6 - lowest`, `4d6 minus the lowest die`.
fn less_one(line: &str) -> Option<Brought> {
    let (pool, said) = line.split_once(" - ").or_else(|| line.split_once(" minus "))?;
    let said = said.trim().trim_start_matches("the ").trim_end_matches(" die").trim_end_matches(" one");
    let drops = match said {
        "lowest" | "smallest" | "worst" => "dl1",
        "highest" | "greatest" | "best" => "dh1",
        _ => return None,
    };
    is_plain_pool(pool.trim()).then(|| Brought::sure(FROM, format!("{}{drops}", pool.trim())))?
}

/// `6 sets of 4d6dl1`, `six rolls of 3d6`.
fn sets(line: &str) -> Option<Brought> {
    let (count, roll) =
        [" sets of ", " rolls of ", " lots of "].iter().find_map(|word| line.split_once(word))?;
    let count = number(count)?;
    begins_with_die(roll).then(|| Brought::sure(FROM, format!("{count} times {}", again(roll))))?
}

/// `one in six`, `a 5 in 6 chance`, `33 percent chance`.
fn chance(line: &str) -> Option<Brought> {
    let lower = line.to_ascii_lowercase();
    let text = chance_of(&lower).filter(|_| !lower.ends_with('%'))?;
    (text != lower).then(|| Brought::sure(FROM, text))?
}

/// How likely something is, as it is written here.
fn chance_of(said: &str) -> Option<String> {
    let bare = said.strip_prefix("a ").or_else(|| said.strip_prefix("an ")).unwrap_or(said);
    let bare = bare.strip_suffix(" chance").unwrap_or(bare).trim();
    if let Some(share) = bare.strip_suffix(" percent").or_else(|| bare.strip_suffix('%')) {
        let share = number(share)?;
        return Some(format!("{share}% chance"));
    }
    let (few, all) = bare.split_once(" in ").or_else(|| bare.split_once(" out of "))?;
    Some(format!("{} in {}", number(few)?, number(all)?))
}

/// `1 in 6: say "x"`, `50%: do watch`.
fn by_chance(line: &str) -> Option<Brought> {
    let (said, deed) = line.split_once(": ")?;
    let deed = deed.trim();
    let is_deed = deed.split(' ').next().is_some_and(words::is_starting) || deed.contains("= ");
    let condition = chance_of(&said.to_ascii_lowercase()).filter(|_| is_deed)?;
    Brought::sure(FROM, format!("if {condition} then {deed}"))
}

/// `keep gold 10`, `let level 3`: the sign is missing.
fn valued(line: &str) -> Option<Brought> {
    let mut parts = line.split_whitespace();
    let (word, name, value) = (parts.next()?, parts.next()?, parts.next()?);
    let is_own =
        !words::is_reserved(name) && !matches!(name, "highest" | "lowest" | "best" | "worst" | "top");
    let fits = matches!(word, "keep" | "let") && is_name(name) && is_number(value) && is_own;
    let unit = parts.next();
    let ends = parts.next().is_none() && unit.is_none_or(is_name);
    let unit = unit.map(|unit| format!(" {unit}")).unwrap_or_default();
    (fits && ends).then(|| Brought::sure(FROM, format!("{word} {name} = {value}{unit}")))?
}

/// Dice that stand on tables.
const DICE: [u32; 6] = [4, 6, 8, 10, 12, 20];

/// `roll 1-6`: a number from one to six, and no subtraction.
pub(super) fn from_to(line: &str) -> Option<Brought> {
    let rest = ["roll ", "random "].iter().find_map(|word| line.strip_prefix(word))?;
    let (from, to) = rest.split_once(['-', '\u{2013}'])?;
    let (from, to): (u32, u32) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    if from >= to || from == 0 {
        return None;
    }
    // `2-12` is how old books write 2d6.
    let sides = Some(to / from).filter(|sides| to.is_multiple_of(from) && DICE.contains(sides));
    Brought::sure(
        FROM,
        match sides {
            _ if from == 1 => format!("d{to}"),
            Some(sides) => format!("{from}d{sides}"),
            None => format!("d{} + {}", to - from + 1, from - 1),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::brought::{habit, translate};

    #[test]
    fn what_is_spelt_out_is_read() {
        for (line, ours) in [
            ("d00", "d100"),
            ("1d00", "1d100"),
            ("1d6 divided by 2", "1d6 / 2"),
            ("2d6 multiplied by 10", "2d6 x 10"),
            ("4d6 - lowest", "4d6dl1"),
            ("4d6 minus the lowest die", "4d6dl1"),
            ("6 sets of 4d6dl1", "6 times 4d6dl1"),
            ("six rolls of 3d6", "6 times 3d6"),
            ("one in six", "1 in 6"),
            ("a 5 in 6 chance", "5 in 6"),
            ("33 percent chance", "33% chance"),
            ("1 in 6: say \"x\"", "if 1 in 6 then say \"x\""),
            ("50%: do watch", "if 50% chance then do watch"),
            ("keep gold 10", "keep gold = 10"),
            ("keep purse 10 gp", "keep purse = 10 gp"),
            ("d20 adv + 5", "adv d20 + 5"),
            ("repeat three times", "repeat 3 times"),
            ("advance an hour", "advance 1 hour"),
            ("say Hello world", "say \"Hello world\""),
            ("say max 3 4", "say max(3, 4)"),
            ("rand 100", "d100"),
            ("d 6", "d6"),
        ] {
            assert_eq!(translate(line).as_ref().and_then(Brought::meaning), Some(ours), "{line}");
        }
        for (line, ours) in [
            ("d00", "d100"),
            ("one in six", "1 in 6"),
            ("roll 1-6", "d6"),
            ("roll 3-5", "d3 + 2"),
            ("roll 2-12", "2d6"),
        ] {
            assert_eq!(habit(line).as_ref().and_then(Brought::meaning), Some(ours), "{line}");
        }
        for line in ["x divided by 2", "4d6 - 1", "keep gold", "one in the room", "gold: 10"] {
            assert_eq!(super::line(line), None, "{line}");
        }
    }
}
