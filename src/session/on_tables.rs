//! Tables and decks asked for in words: `two colours`, `a random colour`, `reaction +1`, `draw a card`. Which one is
//! meant is looked for among those that are loaded.

use super::deeds::DeedLine;
use super::world::World;
use crate::base::Num;
use crate::check::program::Table;
use crate::plan::plural;
use crate::syntax::ast::TableKind;
use crate::syntax::{brought, name_of};

/// Nobody asks in a longer line, in bytes.
const LONGEST: usize = 80;

/// What is asked of a table.
#[derive(Debug, Default, PartialEq, Eq)]
struct AskedTable {
    /// Its name, as it was said.
    name: String,
    /// How many times it is rolled; `None` where nothing is said.
    count: Option<String>,
    /// Whether no row may repeat.
    unique: bool,
    /// Whether it is drawn from.
    drawn: bool,
    /// Whether a card is asked for, of whatever deck there is.
    any_deck: bool,
    /// What is added to the roll: `+ 2`.
    bonus: Option<String>,
}

/// The lines that a text may be, whether they can be done or not; none where no table is meant.
pub(super) fn table_lines(world: &World, text: &str) -> Vec<DeedLine> {
    let text = text.trim().trim_end_matches(['.', '!', '?']);
    if text.len() > LONGEST || text.contains(['\n', '"']) {
        return Vec::new();
    }
    if let Some(line) = keyed(world, text) {
        return vec![line];
    }
    let Some(asked) = asked(text) else { return Vec::new() };
    let wanted = name_of(&asked.name);
    let tables = world.program().tables.iter().filter(|table| {
        let id = world.workspace().table_named(&table.def.name);
        let is_it = id.and_then(|id| world.program().tables.get(id.index()));
        is_it.is_some_and(|known| known.def.span == table.def.span)
    });
    let is_deck = |table: &Table| table.kind == TableKind::Deck;
    let fits = |table: &Table| {
        is_called(&table.def.name, &wanted)
            || table.def.title.as_ref().is_some_and(|title| is_called(&name_of(title), &wanted))
    };
    let mut meant: Vec<_> = tables.clone().filter(|table| fits(table)).collect();
    if meant.is_empty() && asked.any_deck {
        meant = tables.filter(|table| is_deck(table)).collect();
    }
    let several = meant.len() > 1;
    let lines = meant.into_iter().flat_map(|table| of_table(table, &asked));
    let named = |line: DeedLine, whose: &str| match several {
        true if line.what.is_empty() => DeedLine::new(format!("`{whose}`"), line.line),
        _ => line,
    };
    lines.map(|(whose, line)| named(line, &whose)).collect()
}

/// The only table that is called so, by one of it or by many.
pub(super) fn table_called<'w>(world: &'w World, wanted: &str) -> Option<&'w Table> {
    if let Some(id) = world.workspace().table_named(wanted) {
        return world.program().tables.get(id.index()).map(|table| &**table);
    }
    let mut tables =
        world.program().tables.iter().filter(|table| {
            is_called(&table.def.name, wanted) && world.workspace().reads_bare(&table.def.name)
        });
    tables.next().filter(|_| tables.next().is_none()).map(|table| &**table)
}

/// `colour` is meant by `colours`, and `road_encounters` by `road_encounter`.
fn is_called(name: &str, wanted: &str) -> bool {
    let many = |one: &str| name_of(&plural(&one.replace('_', " ")));
    name == wanted || many(name) == wanted || many(wanted) == name
}

/// What a line asks of a table.
fn asked(text: &str) -> Option<AskedTable> {
    const VERBS: [&str; 12] =
        ["roll", "draw", "deal", "pull", "pick", "get", "give", "take", "generate", "make", "on", "from"];
    const SMALL: [&str; 9] = ["a", "an", "the", "me", "us", "random", "another", "new", "some"];
    const UNIQUE: [&str; 3] = ["unique", "different", "distinct"];
    let lower = text.to_lowercase();
    let (lower, bonus) = with_bonus(&lower);
    let mut asked = AskedTable { bonus, ..AskedTable::default() };
    let mut name: Vec<&str> = Vec::new();
    let mut says_more = false;
    for word in lower.split_whitespace() {
        let begins = name.is_empty();
        match word {
            "draw" | "deal" | "pull" if begins => asked.drawn = true,
            word if begins && VERBS.contains(&word) => {}
            word if begins && SMALL.contains(&word) => says_more = true,
            word if begins && UNIQUE.contains(&word) => asked.unique = true,
            "of" | "from" | "on" if !begins && !asked.any_deck && is_card(&name) => {
                asked.any_deck = true;
                name.clear();
            }
            "the" if asked.any_deck => {}
            "table" | "deck" if !begins || asked.any_deck => {}
            "unique" if !begins => asked.unique = true,
            word => match brought::number(word).filter(|_| begins && asked.count.is_none()) {
                Some(count) => asked.count = Some(count),
                None => name.push(word),
            },
        }
    }
    if name.is_empty() && asked.any_deck {
        name.push("card");
    }
    let plain = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || "_-'\u{2019}".contains(c));
    let begins = name.first().is_some_and(|first| first.starts_with(char::is_alphabetic));
    if !begins || name.len() > 5 || !name.iter().all(plain) {
        return None;
    }
    // What names a card only by what it is may be of any deck.
    asked.any_deck = asked.drawn && is_card(&name);
    asked.name = name.join(" ");
    let several_words = name.len() > 1 || says_more;
    let tells = several_words || asked.count.is_some() || asked.drawn || asked.bonus.is_some();
    tells.then_some(asked)
}

fn is_card(name: &[&str]) -> bool {
    matches!(name, ["card" | "cards"])
}

/// A line without what is added to its roll: `reaction +1`, `roll reaction with +2`, `reaction at -1`.
fn with_bonus(text: &str) -> (&str, Option<String>) {
    let found = text.rfind(['+', '-']).and_then(|at| {
        let (before, bonus) = text.split_at_checked(at)?;
        let (sign, amount) = bonus.split_at_checked(1)?;
        let amount = amount.trim();
        let plain = !amount.is_empty() && amount.chars().all(|c| c.is_ascii_digit());
        (plain && before.ends_with(' ')).then(|| (before.trim_end(), format!("{sign} {amount}")))
    });
    let Some((before, bonus)) = found else { return (text, None) };
    let before = ["with a", "with", "at", "adding", "using"]
        .iter()
        .find_map(|word| before.strip_suffix(word).filter(|rest| rest.ends_with(' ')))
        .unwrap_or(before);
    (before.trim_end(), Some(bonus))
}

/// What is done with a table, by the name of the table.
fn of_table(table: &Table, asked: &AskedTable) -> Vec<(String, DeedLine)> {
    let name = &*table.def.name;
    let count = asked.count.as_deref().filter(|count| *count != "1");
    let mut lines = Vec::new();
    if let Some(bonus) = &asked.bonus {
        if table.die.is_none() || count.is_some() {
            return Vec::new();
        }
        let row = format!("{name}[{} {bonus}]", table.die_text);
        // Where callers say what they add, nothing else is meant.
        if table.shift.is_some() {
            lines.push(DeedLine::new("", row));
        } else {
            lines.push(DeedLine::new("the row for the changed roll", row));
            lines.push(DeedLine::new("only the number", format!("{name}.roll {bonus}")));
        }
    } else {
        let one = |drawn: bool| match table.kind {
            TableKind::Deck if asked.drawn || count.is_some() => format!("draw({name})"),
            TableKind::Table | TableKind::Chart if drawn => format!("draw({name})"),
            TableKind::Deck | TableKind::Table | TableKind::Each | TableKind::Chart => name.to_owned(),
        };
        let line = |drawn: bool| match (count, asked.unique) {
            (Some(count), true) => format!("{count} times {name} unique"),
            (Some(count), false) => format!("{count} times {}", one(drawn)),
            (None, _) => one(drawn),
        };
        if asked.drawn && table.kind != TableKind::Deck && !asked.unique {
            // Of a deck, either is the same.
            lines.push(DeedLine::new("a roll, which may repeat", line(false)));
            lines.push(DeedLine::new("what was not drawn yet", line(true)));
        } else {
            lines.push(DeedLine::new("", line(false)));
        }
    }
    lines.into_iter().map(|line| (name.to_owned(), line)).collect()
}

/// `reaction(5)`, `ac[chain mail]`: a row is looked up by what stands in square brackets, and words in quotes.
fn keyed(world: &World, text: &str) -> Option<DeedLine> {
    let (name, rest) = text.split_once(['(', '['])?;
    let key = rest.strip_suffix([')', ']'])?.trim();
    let id = world.workspace().table_named(name.trim())?;
    let table = world.program().tables.get(id.index())?;
    let in_words = key.contains(' ')
        && key.starts_with(char::is_alphabetic)
        && key.chars().all(|c| c.is_alphanumeric() || " -'".contains(c));
    let is_number = !key.is_empty() && key.parse::<Num>().is_ok();
    if in_words {
        return Some(DeedLine::new("", format!("{}[\"{key}\"]", table.def.name)));
    }
    let round = text.contains('(') && table.params.is_empty();
    (round && is_number).then(|| DeedLine::new("", format!("{}[{key}]", table.def.name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_of_a_table_is_read() {
        let name = |name: &str| AskedTable { name: name.to_owned(), ..AskedTable::default() };
        let count = |count: &str, asked| AskedTable { count: Some(count.to_owned()), ..asked };
        for (line, read) in [
            ("two colours", count("2", name("colours"))),
            ("a random colour", name("colour")),
            ("2 unique colours", AskedTable { unique: true, ..count("2", name("colours")) }),
            ("road encounter", name("road encounter")),
            ("roll reaction with +2", AskedTable { bonus: Some("+ 2".into()), ..name("reaction") }),
            ("reaction -1", AskedTable { bonus: Some("- 1".into()), ..name("reaction") }),
            ("reaction at +2", AskedTable { bonus: Some("+ 2".into()), ..name("reaction") }),
            ("draw 2 cards", AskedTable { drawn: true, any_deck: true, ..count("2", name("cards")) }),
            ("draw two cards from the deck", AskedTable { drawn: true, ..count("2", name("card")) }),
            ("draw a card from the tarot deck", AskedTable { drawn: true, ..name("tarot") }),
        ] {
            assert_eq!(
                asked(line).map(|asked| AskedTable { any_deck: read.any_deck, ..asked }),
                Some(read),
                "{line}"
            );
        }
        for line in ["colour", "2d6 + 1", "x = 3"] {
            assert_eq!(asked(line), None, "{line}");
        }
    }
}
