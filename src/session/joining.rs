//! Somebody by name who comes into play: `add hero Cole`, `add Cole to the party`.

use super::deeds::{self, DeedLine};
use super::world::World;
use crate::check::program::{Kind, Roster, Sheet, SheetField};
use crate::engine::Record;
use crate::plan::Value;
use crate::syntax::{brought, name_of};

/// What a hero of the party is called besides.
const HEROES: [&str; 6] = ["hero", "player", "pc", "character", "adventurer", "member"];

/// Somebody who is to join those in play.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Newcomer<'t> {
    /// The roster that is named, in one word.
    roster: Option<String>,
    /// The words behind `add`: a sheet, a name, or both.
    words: Vec<&'t str>,
}

/// The lines that add somebody by name, with a value for each column that needs one.
pub(super) fn joining_lines(world: &World, text: &str) -> Vec<DeedLine> {
    let Some(newcomer) = newcomer(text) else { return Vec::new() };
    let program = world.program();
    let sheets: Vec<&str> = program.sheets.iter().map(|sheet| &*sheet.def.name).collect();
    let joins = program.rosters.iter().filter_map(|roster| {
        let sheet = program.sheets.get(roster.sheet.index())?;
        let name = newcomer.name(roster, sheet, &sheets)?;
        let first = deeds::rosters(world).find(|(known, _)| known.def.name == roster.def.name);
        let first = first.and_then(|(_, members)| members.first().map(|member| member.record));
        added(world, roster, sheet, (&name, first))
    });
    let lines: Vec<DeedLine> = joins.collect();
    // `add Cole` says neither where nor as what.
    let is_bare = newcomer.roster.is_none() && !lines.is_empty() && newcomer.words.len() == 1;
    let declared = brought::arrival(text).filter(|_| is_bare).map(|arrival| arrival.declared());
    let declared =
        declared.map(|line| DeedLine::new("with a sheet and a roster, here of 5 hit points", line));
    lines.into_iter().chain(declared).collect()
}

/// Takes apart what is said: `add Cole to the party`.
fn newcomer(text: &str) -> Option<Newcomer<'_>> {
    const LONGEST: usize = 80;
    let text = text.trim().trim_end_matches(['.', '!']);
    let rest = ["add ", "new ", "create "].iter().find_map(|word| {
        let begins = text.get(..word.len()).is_some_and(|begun| begun.eq_ignore_ascii_case(word));
        if begins { text.get(word.len()..) } else { None }
    })?;
    let plain = |c: char| c.is_alphabetic() || " -'\u{2019}".contains(c);
    if text.len() > LONGEST || !rest.chars().all(|c| plain(c) || c == '_') {
        return None;
    }
    let (who, roster) = rest.rsplit_once(" to ").map_or((rest, None), |(who, roster)| (who, Some(roster)));
    let roster = roster.map(|roster| {
        name_of(
            ["the ", "our ", "my "]
                .iter()
                .fold(roster.trim(), |rest, word| rest.strip_prefix(word).unwrap_or(rest)),
        )
    });
    let mut words: Vec<&str> = who.split_whitespace().collect();
    words.retain(|word| !matches!(*word, "new" | "named" | "called"));
    if words.len() > 1 && matches!(words.first(), Some(&("a" | "an" | "the"))) {
        words.remove(0);
    }
    let (fits, is_joined) =
        ((1..=5).contains(&words.len()), words.iter().any(|word| matches!(*word, "and" | "to" | "from")));
    (fits && !is_joined).then_some(Newcomer { roster, words })
}

impl Newcomer<'_> {
    /// The name of one who is to join this roster.
    fn name(&self, roster: &Roster, sheet: &Sheet, sheets: &[&str]) -> Option<String> {
        let is_party = &*roster.def.name == "party";
        if self.roster.as_ref().is_some_and(|named| **named != *roster.def.name) {
            return None;
        }
        let (first, rest) = self.words.split_first()?;
        let first = name_of(first);
        let is_one = first == *sheet.def.name || is_party && HEROES.contains(&&*first);
        let name = if is_one && !rest.is_empty() { rest } else { &self.words[..] };
        let said = name_of(&name.join(" "));
        // A name alone is told from `add goblin` by its capital, where nothing else says who is meant.
        let is_capital = name.iter().all(|word| word.starts_with(char::is_uppercase));
        let is_clear = is_one && !rest.is_empty() || self.roster.is_some() || is_party && is_capital;
        let is_kind = sheets.contains(&&*said) || is_party && HEROES.contains(&&*said);
        (is_clear && !is_kind).then(|| name.iter().map(|word| capital(word)).collect::<Vec<_>>().join(" "))
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The line that adds somebody to a roster. What has no default is given what the `first` of the roster has.
fn added(
    world: &World,
    roster: &Roster,
    sheet: &Sheet,
    (name, first): (&str, Option<&Record>),
) -> Option<DeedLine> {
    let needs = |field: &SheetField| field.default.is_none() && &*field.name != "name";
    let given = |(at, field): (usize, &SheetField)| {
        let known = first.and_then(|record| written(world, record.fields.get(at)?));
        let value = known.or_else(|| begun(&field.kind).map(str::to_owned))?;
        Some(format!("{} = {value}", field.name))
    };
    let wanted = sheet.fields.iter().enumerate().filter(|(_, field)| needs(field));
    let values: Vec<String> = wanted.map(given).collect::<Option<_>>()?;
    let begins = std::iter::once(format!("name = \"{name}\""));
    let all: Vec<String> = begins.chain(values.iter().cloned()).collect();
    let (sheet, roster) = (&sheet.def.name, &roster.def.name);
    let line = format!("add {sheet}({}) to {roster}", all.join(", "));
    if values.is_empty() {
        return Some(DeedLine::new(format!("to `{roster}`"), line));
    }
    let whose = first.map_or_else(String::new, |record| format!(", here those of {}", record.name));
    let what = format!("to `{roster}`, with values for what has no default{whose}");
    Some(DeedLine::new(what, line).for_example())
}

/// A value as it is written, where it is a plain one.
fn written(world: &World, value: &Value) -> Option<String> {
    match value {
        Value::Number(_) | Value::YesNo(_) | Value::Quantity(..) | Value::Word(..) => Some(world.show(value)),
        Value::Text(text) if !text.contains(['"', '\\', '{', '\n']) => Some(format!("\"{text}\"")),
        _ => None,
    }
}

/// What a field may begin with, where nobody has it yet.
fn begun(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Number | Kind::Any => Some("1"),
        Kind::YesNo => Some("no"),
        Kind::Text => Some("\"\""),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newcomers_are_told_from_what_is_added_up() {
        for (line, roster, words) in [
            ("add hero Cole", None, &["hero", "Cole"][..]),
            ("add Cole to the party", Some("party"), &["Cole"]),
            ("new hero Old Tom!", None, &["hero", "Old", "Tom"]),
            ("Add a hero named Cole", None, &["hero", "Cole"]),
            ("add hero cole to party", Some("party"), &["hero", "cole"]),
        ] {
            let wanted = Newcomer { roster: roster.map(str::to_owned), words: words.to_vec() };
            assert_eq!(newcomer(line), Some(wanted), "{line}");
        }
        for line in ["add 3 goblins", "add shaken to ash.traits", "added", "add ", "add a and b", "add x + 1"]
        {
            assert_eq!(newcomer(line), None, "{line}");
        }
    }
}
