//! Lines of a note that begin with numbers, under a die: `d12 Monster`, and below it `1 Goblins`, `2-3 Orcs`.

use std::borrow::Cow;
use std::ops::Range;

use super::naming::{dice_of_word, in_words};
use super::plain;
use super::table_form::{counted_key, is_last_face};

/// Lines that a die is rolled on, or that were meant so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CountedLines {
    /// The lines with numbers.
    pub rows: Range<usize>,
    /// What stands over them, and where.
    pub title: (String, Range<usize>),
    /// The die, or why they are not rolled.
    pub die: Result<String, String>,
}

/// The one die that a title names: `In the sacks (d6)`.
pub(super) fn one_die(title: &str) -> Option<(&str, (u32, u32))> {
    let words = title.split(|c: char| !c.is_alphanumeric() && c != '%');
    let mut dice = words.filter_map(|word| Some((word, dice_of_word(word)?)));
    match (dice.next(), dice.next()) {
        (Some(only), None) => Some(only),
        (Some(_) | None, _) => None,
    }
}

/// The die that a title names as the one that is rolled on what is below: `Carousing (d6)`, `d6 Carousing`,
/// `Carousing d6`, `Roll d6`. In `Wounds for d6 days` and `Wounds worth d6` it is only mentioned.
pub(super) fn rolled_die(title: &str) -> Option<&str> {
    let (die, _) = one_die(title)?;
    let title = title.trim().trim_matches(['*', '_', '`', ':']).trim();
    let is_first = title.get(..die.len()) == Some(die);
    let before = title.strip_suffix(die).and_then(|before| before.split_whitespace().next_back());
    let is_last = before
        .is_some_and(|word| word.starts_with(|c: char| c.is_uppercase() || c == '\u{2013}' || c == '-'));
    (is_first || is_last || title.contains(&format!("({die})")) || is_die_alone(title)).then_some(die)
}

/// Whether a title names the die that is rolled on what is below.
pub(crate) fn names_its_die(title: &str) -> bool {
    rolled_die(title).is_some()
}

/// Whether a title names any dice.
pub(crate) fn names_dice(title: &str) -> bool {
    title.split(|c: char| !c.is_alphanumeric() && c != '%').any(|word| dice_of_word(word).is_some())
}

/// The lowest and the highest number that dice make; `d66` is two dice, read as digits.
pub(super) fn ends_of((count, sides): (u32, u32)) -> Option<(u32, u32)> {
    match (count, sides) {
        (1, 66) => Some((11, 66)),
        (1, 666) => Some((111, 666)),
        _ => Some((count, count.checked_mul(sides)?)),
    }
}

/// The text of a line over a list that says little more than the die: `**d12 Monster**`, `Monster (d12)`, `Roll d12:`.
pub(super) fn die_line(line: &str) -> Option<String> {
    const LONGEST: usize = 80;
    const WORDS: usize = 8;
    // Links may be longer than what they show, but not by so much.
    if line.len() > 8 * LONGEST {
        return None;
    }
    let line = without_emphasis(line.trim().trim_start_matches(['>', ' ']));
    let shown = plain::shown(&line).into_owned();
    let shown = shown.trim().trim_matches(['*', '_', '`', ':']).trim();
    let is_line = !shown.ends_with('.') || is_die_alone(shown);
    let short = shown.len() <= LONGEST && shown.split_whitespace().count() <= WORDS && is_line;
    (short && counted_key(shown).is_none() && one_die(shown).is_some()).then(|| shown.to_owned())
}

/// What a sentence says that tells its reader to roll: `Roll d20` of `Roll a d20 to see what is found.`
pub(super) fn told_die(sentence: &str) -> Option<String> {
    const LONGEST: usize = 100;
    let sentence = sentence.trim_matches(['*', '_', ' ']);
    let rest = sentence.strip_prefix("Roll ").filter(|rest| rest.len() <= LONGEST)?;
    let mut words = rest.split_whitespace().skip_while(|word| matches!(*word, "a" | "an" | "one" | "your"));
    let first = words.next().filter(|word| dice_of_word(word).is_some())?;
    let tells =
        words.next().is_some_and(|word| matches!(word, "to" | "for" | "on" | "when" | "whenever" | "if"));
    let ends = sentence.ends_with(['.', ':']) && !sentence.trim_end_matches(['.', ':']).contains(['.', ':']);
    let die = first.trim_matches(['(', ')', '[', ']', ':', ',', '*']);
    (tells && ends && one_die(sentence).is_some()).then(|| format!("Roll {die}"))
}

/// `**Monster** (d12)` without the marks around its first words.
fn without_emphasis(line: &str) -> Cow<'_, str> {
    let marked = ["**", "__", "*", "_"].iter().find_map(|mark| {
        let (words, rest) = line.strip_prefix(mark)?.split_once(mark)?;
        Some(format!("{words}{rest}"))
    });
    marked.map_or(Cow::Borrowed(line), Cow::Owned)
}

/// The title of lines: what stands directly over them with a die, under the heading where it names nothing else.
pub(super) fn with_die(
    said: Option<(String, Range<usize>)>,
    above: Option<&(String, Range<usize>)>,
) -> Option<(String, Range<usize>)> {
    match (said, above) {
        (Some((said, _)), Some((title, at))) if says_only_die(&said, title) => {
            let die = one_die(&said).map_or("", |(die, _)| die);
            // The nearest die counts.
            let title = match one_die(title) {
                Some((own, _)) if own == die => title.clone(),
                Some(_) => format!("{} ({die})", in_words(title)),
                None => format!("{title} ({die})"),
            };
            Some((title, at.clone()))
        }
        (Some(said), _) => Some(said),
        (None, above) => above.cloned(),
    }
}

/// Whether a title says nothing but that a die is rolled: `d12`, `Roll d12`, `Roll a d12 on this table:`.
fn is_die_alone(title: &str) -> bool {
    const SMALL: [&str; 13] =
        ["roll", "a", "an", "one", "on", "the", "this", "following", "table", "list", "below", "for", "once"];
    let title = title.trim().trim_end_matches(['.', ':']);
    let is_small = |word: &&str| SMALL.contains(&&*word.to_ascii_lowercase());
    let mut words = title.split_whitespace().filter(|word| !is_small(word));
    words.next().is_some_and(|word| dice_of_word(word).is_some()) && words.next().is_none()
}

/// Whether a line says nothing but that a die is rolled, perhaps on what a heading over it names: `Roll 1d4 on the
/// weather table`.
pub(super) fn says_only_die(said: &str, title: &str) -> bool {
    let named: Vec<String> = title.split_whitespace().map(str::to_lowercase).collect();
    let other = |word: &&str| !named.contains(&word.trim_end_matches(['.', ':']).to_lowercase());
    let rest: Vec<&str> = said.split_whitespace().filter(other).collect();
    is_die_alone(&rest.join(" "))
}

/// The lines with numbers in a paragraph, under a die in its first line or in the title above it.
pub(super) fn in_paragraph(
    text: &str,
    at: Range<usize>,
    above: Option<&(String, Range<usize>)>,
) -> Option<CountedLines> {
    let mut lines: Vec<(&str, Range<usize>)> = Vec::new();
    let mut start = at.start;
    for line in text.get(at)?.split_inclusive('\n') {
        if !line.trim().is_empty() {
            lines.push((line.trim(), start..start + line.trim_end().len()));
        }
        start += line.len();
    }
    let (first, place) = lines.first()?.clone();
    let own = die_line(first);
    let rows = if own.is_some() { lines.get(1..)? } else { lines.as_slice() };
    let (from, to) = (rows.first()?.1.start, rows.last()?.1.end);
    let title = with_die(own.map(|own| (own, place)), above)?;
    let (word, dice) = one_die(&title.0)?;
    let keyed = rows.iter().filter(|(line, _)| begins_entry(line)).count();
    if keyed < 2 || keyed * 2 < rows.len() {
        return None;
    }
    let die = trouble(rows, dice, word).map_or_else(|| Ok(word.to_owned()), Err);
    Some(CountedLines { rows: from..to, title, die })
}

/// What keeps lines from being the rows of a die.
fn trouble(rows: &[(&str, Range<usize>)], dice: (u32, u32), die: &str) -> Option<String> {
    let (lowest, _) = ends_of(dice)?;
    let mut last: Option<u32> = None;
    for (line, _) in rows {
        let Some((from, to)) = counted_key(line) else {
            return Some(format!("`{}` does not begin with a number", beginning(line)));
        };
        match last {
            None if from != lowest => {
                return Some(format!("its numbers begin at {from}, and {die} at {lowest}"));
            }
            Some(before) if is_last_face(from, before) => last = Some(before + 1),
            Some(last) if from <= last => return Some(format!("{from} comes after {last}")),
            Some(_) | None => last = Some(to),
        }
    }
    None
}

/// Whether a line begins an entry: with numbers, or with a letter that counts, `a) text`.
fn begins_entry(line: &str) -> bool {
    let mut letters = line.chars();
    let lettered = letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(')');
    counted_key(line).is_some() || lettered && letters.next() == Some(' ')
}

fn beginning(line: &str) -> String {
    const LONGEST: usize = 30;
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", line[..at].trim_end()),
        None => line.to_owned(),
    }
}

/// The entries of these lines; one without a number goes on with the entry above it.
pub(super) fn entries(lines: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match all.last_mut().filter(|_| !begins_entry(line)) {
            Some(last) => *last = format!("{last} {line}"),
            None => all.push(line.to_owned()),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, above: Option<&str>) -> Option<(String, Result<String, String>)> {
        let above = above.map(|title| (title.to_owned(), 0..0));
        in_paragraph(text, 0..text.len(), above.as_ref()).map(|found| (found.title.0, found.die))
    }

    #[test]
    fn lines_with_numbers_under_a_die_are_rolled() {
        let rolled = |title: &str, die: &str| Some((title.to_owned(), Ok(die.to_owned())));
        assert_eq!(
            found("d12 Monster\n1 Goblins\n2-3 Orcs\n4-12 Ogre\n", None),
            rolled("d12 Monster", "d12")
        );
        assert_eq!(found("**Loot** (d4)\n1-3 Gold\n4 Ring\n", None), rolled("Loot (d4)", "d4"));
        assert_eq!(found("**Loot (2d6)**\n2 Gold\n3–11: Dust\n12 Ring\n", None), rolled("Loot (2d6)", "2d6"));
        assert_eq!(found("Roll d4:\n1 Gold\n2+ Dust\n", Some("Loot")), rolled("Loot (d4)", "d4"));
        assert_eq!(found("01-50 Gold\n51-00 Dust\n", Some("Loot, d%")), rolled("Loot, d%", "d%"));
        assert_eq!(found("d66 Names\n11-36 Ada\n41-66 Bo\n", None), rolled("d66 Names", "d66"));
    }

    #[test]
    fn lines_that_are_not_rolled_say_why() {
        let why = |text: &str| found(text, None).and_then(|(_, die)| die.err()).unwrap_or_default();
        assert_eq!(why("d6 Omen\n1 Crow\nand owl\n2-6 Bat\n"), "`and owl` does not begin with a number");
        assert_eq!(why("d6 Omen\n3 Crow\n4-6 Bat\n"), "its numbers begin at 3, and d6 at 1");
        assert_eq!(why("d6 Omen\n1-3 Crow\n2-6 Bat\n"), "2 comes after 3");
    }

    #[test]
    fn prose_is_no_table() {
        for text in
            ["Roll d6 for each.\nThey wait.\n", "1 Goblin\n2 Orcs\n", "They lose d6 hp.\n1 goblin flees.\n"]
        {
            assert_eq!(found(text, None), None, "{text}");
        }
        assert_eq!(found("1 goblin\n2 orcs\n", Some("Room 4")), None);
    }
}
