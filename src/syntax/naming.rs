//! Names made of titles: a table of a note or of another program is called after what stands over it.

use rustc_hash::FxHashMap;

use super::words::{is_like_a_die, is_reserved};
use crate::diag::codes::syntax as codes;
use crate::diag::{Certainty, Diagnostic};

/// `The Hazard Die!` as a name: `the_hazard_die`. A number that counts headings and a die beside the words
/// (`2. Road finds (d8)`, `d10 Road finds`) are no part of it; a title without a letter gives `table_`.
pub(crate) fn name_of(title: &str) -> String {
    let name = plain_name(in_words(title));
    // `d(3)` is a die, whatever table is called `d`.
    if name == "d" { "table_d".to_owned() } else { name }
}

/// A text as a name, with all that it says: `2d6 and more` as `table_2d6_and_more`.
pub(crate) fn plain_name(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() {
            name.extend(c.to_lowercase());
        } else if !name.is_empty() && !name.ends_with('_') && c != '\'' && c != '’' {
            name.push('_');
        }
    }
    let name = name.trim_end_matches('_').to_owned();
    let begins_badly = name.starts_with(|c: char| !c.is_alphabetic()) || is_like_a_die(&name);
    match begins_badly || name.is_empty() {
        true => format!("table_{name}"),
        false if is_reserved(&name) => format!("{name}_"),
        false => name,
    }
}

/// The title without the number of its heading and the die beside its words.
pub(super) fn in_words(title: &str) -> &str {
    let said = without_number(title.trim());
    let said = match said.split_once(char::is_whitespace) {
        Some((first, rest)) if dice_of_word(first).is_some() => {
            rest.trim_start_matches([' ', ':', '-', '–', '—'])
        }
        _ => said,
    };
    let said = match rolled_sum(said).and_then(|_| said.rsplit_once('(')) {
        Some((rest, _)) => rest.trim_end_matches([' ', ',', ':', '-', '–', '—']),
        None => said,
    };
    let said = match said.rsplit_once(char::is_whitespace) {
        Some((rest, last)) if dice_of_word(last).is_some() => {
            rest.trim_end_matches([' ', ',', ':', '-', '–', '—'])
        }
        _ => said,
    };
    if said.contains(char::is_alphabetic) { said } else { title }
}

/// `2. Road finds` and `2.1) Road finds` say `Road finds`.
fn without_number(title: &str) -> &str {
    let after = title.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = &title[..title.len() - after.len()];
    let counts = number.ends_with('.') || after.starts_with(')');
    let said = after.trim_start_matches(')');
    if counts && !number.is_empty() && said.starts_with(' ') { said.trim_start() } else { title }
}

/// The number and the sides of dice that a word is, and nothing else: `d8`, `(2d6)`, `[d100]`, `d%:`.
pub(crate) fn dice_of_word(word: &str) -> Option<(u32, u32)> {
    let bare = word.trim_matches(['(', ')', '[', ']', ':', ',', '*']);
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let (count, sides) =
        bare.split_once(['d', 'D']).filter(|(count, sides)| digits(count) && !sides.is_empty())?;
    let count = if count.is_empty() { 1 } else { count.parse().ok()? };
    let sides = if sides == "%" { 100 } else { Some(sides).filter(|sides| digits(sides))?.parse().ok()? };
    Some((count, sides))
}

/// The sum of dice and numbers in the last brackets of a title: `d6 + d8` of `Roads (d6 + d8)`.
pub(crate) fn rolled_sum(title: &str) -> Option<&str> {
    let (_, last) = title.trim().strip_suffix(')')?.rsplit_once('(')?;
    let sum = last.trim();
    let parts: Vec<&str> = sum.split(['+', '-', '\u{2212}', '\u{2013}']).map(str::trim).collect();
    let is_number = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let is_part =
        |part: &&str| is_number(part) || !part.contains(['(', ':', ',']) && dice_of_word(part).is_some();
    (parts.len() > 1 && parts.iter().all(is_part) && !parts.iter().all(is_number)).then_some(sum)
}

/// Where a definition is given another name, and the text mentions the old one elsewhere, its writer has to change both.
pub(super) fn keep_names_together(text: &str, reports: &mut [Diagnostic]) {
    let renames = [codes::RESERVED_WORD.id, codes::NAME_LIKE_DIE.id];
    // Made once for all of them, and only where there are some.
    let mut words = None;
    for report in reports.iter_mut().filter(|report| renames.contains(&report.code)) {
        for fix in &mut report.fixes {
            let [edit] = fix.edits.as_slice() else { continue };
            let name = text.get(edit.span.range()).unwrap_or("");
            let words = words.get_or_insert_with(|| words_in(text));
            if words.get(name).is_some_and(|times| *times > 1) {
                fix.certainty = Certainty::Example;
            }
        }
    }
}

/// How often a text has each word that could be a name.
fn words_in(text: &str) -> FxHashMap<&str, usize> {
    let mut words = FxHashMap::default();
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()) {
        *words.entry(word).or_default() += 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_names() {
        for (title, name) in [
            ("Encounter disposition (day)", "encounter_disposition_day"),
            ("A goblin's pocket", "a_goblins_pocket"),
            ("d10 Things in a goblin’s pocket", "things_in_a_goblins_pocket"),
            ("Random Encounters (1d8)", "random_encounters"),
            ("Weather, d%", "weather"),
            ("Roads (d6 + d8)", "roads"),
            ("Roads (1d4+1)", "roads"),
            ("Roads (north)", "roads_north"),
            ("2.1 Road finds", "table_2_1_road_finds"),
            ("2.1. Road finds [D6]", "road_finds"),
            ("3) Loot", "loot"),
            ("d66", "table_d66"),
            ("d66 names", "names"),
            ("7th level", "table_7th_level"),
            ("Then", "then_"),
            ("  — ", "table_"),
            ("2d6", "table_2d6"),
            ("D", "table_d"),
        ] {
            assert_eq!(name_of(title), name, "{title}");
        }
    }
}
