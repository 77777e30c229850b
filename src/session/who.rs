//! Questions about those in play: `who is hurt`, `which goblins are down`, `is ash poisoned`, `how many are up`.

use super::deeds::{self, DeedLine, Most, POINTS};
use super::world::World;
use crate::check::program::{Kind, Roster, SheetId};
use crate::syntax::name_of;

/// What is asked about somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
struct StateAsked<'t> {
    how: HowAsked,
    /// Who is asked about, in one word; empty where nobody is named.
    whose: String,
    /// What they may be: `hurt`.
    state: &'t str,
}

/// How it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HowAsked {
    /// Who it is.
    Who,
    /// How many they are.
    Count,
    /// Whether one of them is.
    Whether,
}

/// How many hit points somebody has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Health {
    Whole,
    Hurt,
    /// Half of them are gone.
    Halved,
    Up,
    Down,
}

const HEALTH: [(Health, &[&str]); 5] = [
    (Health::Whole, &["healthy", "unhurt", "unharmed", "uninjured", "whole", "fine", "ok", "okay", "well"]),
    (Health::Hurt, &["hurt", "wounded", "injured", "harmed", "damaged", "bleeding"]),
    (Health::Halved, &["bloodied", "badly hurt", "badly wounded", "below half"]),
    (Health::Up, &["up", "alive", "living", "standing", "conscious", "left", "on their feet"]),
    (
        Health::Down,
        &[
            "down",
            "dead",
            "dying",
            "out",
            "unconscious",
            "defeated",
            "killed",
            "slain",
            "at 0",
            "knocked out",
        ],
    ),
];

/// The lines that answer such a question, one for each roster it may be about. What the words stand for is only
/// guessed, so that they are offered.
pub(super) fn asked_lines(world: &World, text: &str) -> Vec<DeedLine> {
    let Some(asked) = asked(text) else { return Vec::new() };
    if asked.how == HowAsked::Whether {
        return of_one(world, &asked);
    }
    let rosters = deeds::rosters(world).map(|(roster, _)| roster);
    let rosters: Vec<&Roster> = rosters.filter(|roster| is_meant(world, roster, &asked.whose)).collect();
    let lines = rosters.iter().filter_map(|roster| {
        let (what, condition) = condition(world, roster.sheet, asked.state, "")?;
        let name = &roster.def.name;
        let what =
            if rosters.len() > 1 { format!("those of `{name}` {what}") } else { format!("those {what}") };
        let those = format!("{name} where {condition}");
        let line = match asked.how {
            HowAsked::Count => format!("count({those})"),
            HowAsked::Who | HowAsked::Whether => format!("({those}).name"),
        };
        Some(DeedLine::new(what, line).only_offered())
    });
    lines.collect()
}

/// `is ash hurt`
fn of_one(world: &World, asked: &StateAsked<'_>) -> Vec<DeedLine> {
    let found = deeds::rosters(world).find_map(|(roster, members)| {
        let one = members.into_iter().find(|member| member.said == asked.whose)?;
        let (what, condition) = condition(world, roster.sheet, asked.state, &format!("{}.", one.name))?;
        Some(DeedLine::new(format!("whether {} is {what}", one.record.name), condition))
    });
    found.map(DeedLine::only_offered).into_iter().collect()
}

/// What stands behind the first of these words that a text begins with, in small or capital letters.
fn behind<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().find_map(|word| {
        let begins = text.get(..word.len()).is_some_and(|begun| begun.eq_ignore_ascii_case(word));
        if begins { text.get(word.len()..) } else { None }
    })
}

/// Takes a question apart.
fn asked(text: &str) -> Option<StateAsked<'_>> {
    const LONGEST: usize = 80;
    const WHO: [&str; 11] = [
        "who is ",
        "who are ",
        "who's ",
        "who\u{2019}s ",
        "whos ",
        "is anyone ",
        "is anybody ",
        "is someone ",
        "is somebody ",
        "anyone ",
        "anybody ",
    ];
    let text = text.trim().trim_end_matches(['.', '!', '?']).trim_end();
    let plain = |c: char| c.is_alphanumeric() || " _-'\u{2019}".contains(c);
    if text.len() > LONGEST || !text.chars().all(plain) {
        return None;
    }
    let make = |how, whose: &str, state: &str| {
        let state = state.trim();
        let state = behind(state, &["still ", "now ", "currently ", "all "]).unwrap_or(state).trim();
        let whose = if whose.is_empty() { String::new() } else { name_of(whose) };
        (!state.is_empty()).then_some((how, whose, state.len()))
    };
    let found = if let Some(state) = behind(text, &WHO) {
        make(HowAsked::Who, "", state)
    } else if let Some(state) = behind(text, &["how many are ", "how many is "]) {
        make(HowAsked::Count, "", state)
    } else if let Some(rest) = behind(text, &["is "]) {
        let words = HEALTH.iter().flat_map(|(_, words)| words.iter());
        let long = words.filter(|word| word.contains(' ')).find_map(|word| rest.strip_suffix(word));
        let whose = long.or_else(|| rest.rsplit_once(' ').map(|(whose, _)| whose))?;
        make(HowAsked::Whether, whose.trim_end(), rest.get(whose.len()..)?)
    } else {
        [(HowAsked::Who, "which "), (HowAsked::Count, "how many ")].iter().find_map(|(how, begun)| {
            let rest = behind(text, &[begun])?;
            let (whose, state) = rest.split_once(" are ").or_else(|| rest.split_once(" is "))?;
            make(*how, whose, state)
        })
    };
    // What they may be stands at the end.
    let (how, whose, length) = found?;
    Some(StateAsked { how, whose, state: text.get(text.len() - length..)? })
}

/// Whether a roster is asked about: where nobody is named, all are.
fn is_meant(world: &World, roster: &Roster, whose: &str) -> bool {
    let whose = whose.strip_prefix("of_the_").unwrap_or(whose);
    let sheet = deeds::sheet_name(world, roster.sheet).unwrap_or("");
    let many = crate::plan::plural(&sheet.replace('_', " "));
    let heroes = &*roster.def.name == "party"
        && matches!(whose, "characters" | "pcs" | "players" | "people" | "of_us");
    whose.is_empty() || *roster.def.name == *whose || name_of(&many) == whose || heroes
}

/// What is asked of a record of a sheet, in words and as a condition; `of` stands before each field.
fn condition(world: &World, sheet: SheetId, state: &str, of: &str) -> Option<(String, String)> {
    declared(world, sheet, state, of).or_else(|| {
        let state = state.to_lowercase();
        let (health, _) = HEALTH.iter().find(|(_, words)| words.contains(&state.as_str()))?;
        let points = deeds::field(world, sheet, &POINTS)?;
        let most = || {
            deeds::most(world, sheet, points).map(|most| match most {
                Most::Field(field) => format!("{of}{field}"),
                Most::Number(number) => number.to_string(),
            })
        };
        Some(match health {
            Health::Whole => (format!("at full `{points}`"), format!("{of}{points} >= {}", most()?)),
            Health::Hurt => (format!("below full `{points}`"), format!("{of}{points} < {}", most()?)),
            Health::Halved => {
                (format!("at half `{points}` or below"), format!("{of}{points} * 2 <= {}", most()?))
            }
            Health::Up => (format!("with `{points}` left"), format!("{of}{points} > 0")),
            Health::Down => (format!("with no `{points}` left"), format!("{of}{points} <= 0")),
        })
    })
}

/// A field that is called so, or may hold that word: `poisoned: yes_no`, `traits: any of shaken | poisoned`.
fn declared(world: &World, sheet: SheetId, state: &str, of: &str) -> Option<(String, String)> {
    let program = world.program();
    let word = name_of(state);
    let fields = &program.sheets.get(sheet.index())?.fields;
    fields.iter().find_map(|field| {
        let name = &field.name;
        let holds = |scale| program.word_of(scale, &word).is_some();
        let condition = match &field.kind {
            Kind::YesNo if **name == *word => format!("{of}{name}"),
            Kind::Word(scale) if holds(*scale) => format!("{of}{name} is {word}"),
            Kind::Set(scale) if holds(*scale) => format!("{of}{name} has {word}"),
            _ => return None,
        };
        Some((format!("whose `{name}` says so"), condition))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_taken_apart() {
        use HowAsked::{Count, Whether, Who};
        for (line, how, whose, state) in [
            ("who is hurt", Who, "", "hurt"),
            ("Who's down?", Who, "", "down"),
            ("who is still up", Who, "", "up"),
            ("anybody hurt?", Who, "", "hurt"),
            ("is anyone below half?", Who, "", "below half"),
            ("which goblins are dead", Who, "goblins", "dead"),
            ("how many are down", Count, "", "down"),
            ("how many of the goblins are still alive?", Count, "of_the_goblins", "alive"),
            ("is Old Tom poisoned?", Whether, "old_tom", "poisoned"),
            ("is Old Tom below half", Whether, "old_tom", "below half"),
        ] {
            let wanted = StateAsked { how, whose: whose.to_owned(), state };
            assert_eq!(asked(line), Some(wanted), "{line}");
        }
        for line in ["who goes first", "ash is hurt", "hurt", "is", "which", "who is", "who is 2 > 1"] {
            assert_eq!(asked(line), None, "{line}");
        }
    }
}
