//! Lists one after another in one text, each under its title.

use super::Carried;
use super::carried::ImportError;
use super::die_word::DieWord;
use super::list_keys::{Key, mark_of, weak_mark};
use super::lists::{import_lines, is_page_number, is_sure_title};
use crate::base::FreeNames;

/// Makes a source of the lists in a text of lines, one after another.
///
/// # Errors
/// There is no line.
pub(crate) fn import_lists(text: &str, name: &str) -> Result<Carried, ImportError> {
    let parts = parts(text);
    if parts.len() < 2 {
        return import_lines(text, name);
    }
    let mut names = FreeNames::default();
    let mut all = Carried::default();
    for part in parts {
        let carried = import_lines(part, name)?;
        let (head, rows) = carried.text.split_once('\n').unwrap_or((&carried.text, ""));
        let mut words = head.splitn(3, ' ');
        let (kind, called, rest) = (words.next(), words.next(), words.next());
        let free = names.give(called.unwrap_or(name));
        let about = rest.unwrap_or_default().trim_matches('"').to_owned();
        let between = if all.text.is_empty() { "" } else { "\n" };
        let head = [kind.unwrap_or("table"), &free, rest.unwrap_or_default()].join(" ");
        all.text.push_str(&format!("{between}{}\n{rows}", head.trim_end()));
        all.lost.extend(carried.lost.into_iter().map(|lost| format!("list `{about}`: {lost}")));
    }
    Ok(all)
}

/// The lists of a text, each with what stands over it: a new one begins where numbers begin again under a line that
/// may be a title, or bullets under one that can be nothing else.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let lines = lines_of(text);
    let mut starts = vec![0];
    let mut last: Option<(usize, Option<Key>)> = None;
    for (nth, (_, line)) in lines.iter().enumerate() {
        let Some(key) = key_of_line(line) else { continue };
        if let Some((before, Some(old))) = last
            && let Some(new) = key
            && begins_again(old, new)
            && goes_on(&lines, nth, new)
            && let Some(at) = title_between(&lines, before, nth)
        {
            starts.push(at);
        } else if let Some((before, None)) = last
            && key.is_none()
            && let Some(at) = title_between(&lines, before, nth).filter(|at| is_sure(&lines, *at, nth))
        {
            starts.push(at);
        } else if let (Some((_, Some(old))), Some(new)) = (last, key)
            && begins_again(old, new)
        {
            // A number within the text of an entry.
            continue;
        }
        last = Some((nth, key));
    }
    let offset = |line: &usize| lines.get(*line).map_or(text.len(), |(at, _)| *at);
    let ends = starts.iter().skip(1).map(offset).chain([text.len()]);
    let parts = starts.iter().map(offset).zip(ends).filter_map(|(from, to)| text.get(from..to));
    parts.collect()
}

fn lines_of(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let line = |line: &'_ str| {
        let start = at;
        at += line.len();
        start
    };
    let starts: Vec<usize> = text.split_inclusive('\n').map(line).collect();
    starts.into_iter().zip(text.lines().map(str::trim)).collect()
}

/// The key of an entry, or that it has a bullet.
fn key_of_line(line: &str) -> Option<Option<Key>> {
    let weak = || weak_mark(line).filter(|(_, rest)| !rest.is_empty()).map(|(key, _)| Some(key));
    mark_of(line).map(|(key, _)| key).or_else(weak)
}

/// Whether a key cannot come after another one in the same list.
fn begins_again(old: Key, new: Key) -> bool {
    !old.is_before(new)
}

/// Whether the entry below goes on from this one.
fn goes_on(lines: &[(usize, &str)], at: usize, key: Key) -> bool {
    let below = lines.iter().skip(at + 1).find_map(|(_, line)| key_of_line(line));
    below.flatten().is_some_and(|next| key.is_followed_by(next))
}

/// Where the title begins that stands between two entries: right above the second, after a blank line or with dice.
fn title_between(lines: &[(usize, &str)], before: usize, below: usize) -> Option<usize> {
    let between = lines.get(before + 1..below)?;
    let line = |at: usize| between.get(at).map_or("", |(_, line)| *line);
    let mut end = between.len();
    while end > 0 && line(end - 1).is_empty() {
        end -= 1;
    }
    let block = |end: usize| {
        let mut start = end;
        while start > 0 && !line(start - 1).is_empty() {
            start -= 1;
        }
        start
    };
    let mut start = block(end);
    if start == end || (start..end).all(|at| is_page_number(line(at))) {
        return None;
    }
    if start == 0 {
        // No blank line: dice tell the title from the rest of the entry above, or how it begins and ends.
        let heads = |at: &usize| names_dice(line(*at)) || at + 1 == end && is_heading(line(*at));
        return (0..end).find(heads).map(|at| before + 1 + at);
    }
    // A die alone, and its title above it.
    if end - start == 1 && DieWord::of(line(start)).is_some() {
        let mut above = start;
        while above > 0 && line(above - 1).is_empty() {
            above -= 1;
        }
        let title = block(above);
        if above - title == 1 && title > 0 {
            start = title;
        }
    }
    Some(before + 1 + start)
}

/// Whether what stands over bullets can only be a title.
fn is_sure(lines: &[(usize, &str)], from: usize, to: usize) -> bool {
    let title = lines.get(from..to).unwrap_or_default().iter().map(|(_, line)| *line);
    let mut title = title.filter(|line| !line.is_empty());
    title.next().is_some_and(|line| is_sure_title(line) || names_dice(line))
}

/// Whether a line right below an entry is a title, and not how the entry ends: with a colon it is short, and begins as
/// a title does.
fn is_heading(line: &str) -> bool {
    const WORDS: usize = 4;
    let short = line.starts_with(char::is_uppercase) && line.split_whitespace().count() <= WORDS;
    is_sure_title(line) && (short || !line.ends_with(':'))
}

/// Whether a line is short and says what is rolled: `d4 Hair`, `Potions (d4)`, `d4: Hair`.
fn names_dice(line: &str) -> bool {
    const WORDS: usize = 8;
    let words: Vec<&str> = line.split_whitespace().collect();
    let first_or_last = [words.first(), words.last()].into_iter().flatten();
    let bracketed = |word: &&&str| word.starts_with('(') && word.ends_with(')');
    let dice = |word: &&str| DieWord::of(word).is_some();
    words.len() <= WORDS && first_or_last.chain(words.iter().filter(bracketed)).any(dice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_told_apart() {
        for text in [
            "d4 Mood\n1 happy\n2-4 sad\n\nd4 Hair\n1-3 red\n4 black\n",
            "d4 Mood\n1 happy\n2-4 sad\nd4 Hair\n1-3 red\n4 black\n",
            "Mood (d4)\n1. happy\n2-4. sad\n\nHair (d4)\n\n1-3. red\n4. black\n",
            "d4: Mood\n1: happy\n2-4: sad\nd4: Hair\n1-3: red\n4: black\n",
            "Mood\n1. happy\n2-4. sad\n\nHair\n1-3. red\n4. black\n",
            "Mood\n\nd4\n1. happy\n2-4. sad\n\nHair\n\nd4\n1-3. red\n4. black\n",
        ] {
            let carried = import_lists(text, "x").expect("tables");
            let count = |part: &str| carried.text.matches(part).count();
            assert!(carried.lost.iter().all(|lost| lost.contains("list `")), "{text}: {carried:?}");
            assert_eq!((count("table mood"), count("table hair"), count("| d4 |")), (1, 1, 2), "{carried:?}");
            assert!(carried.text.contains("| 2-4 | sad |") && carried.text.contains("| 4 | black |"));
        }
        let bullets = import_lists("Mood:\n- happy\n- sad\n\nHair:\n- red\n- black\n", "x").expect("tables");
        assert!(bullets.text.contains("\n\ntable hair \"Hair\"\n- red\n- black\n"), "{bullets:?}");
        let close = import_lists("T1:\n- happy\n- sad\nT2:\n- red\n- black\n", "x").expect("tables");
        assert!(
            close.text.contains("table t1") && close.text.contains("\n\ntable t2 \"T2\"\n- red"),
            "{close:?}"
        );
        let bold = import_lists("**Mood**\n- happy\n- sad\n**Hair**\n- red\n- black\n", "x").expect("tables");
        assert!(bold.text.contains("\n\ntable hair \"Hair\"\n- red\n"), "{bold:?}");
        let twice = import_lists("d2 Mood\n1 a\n2 b\n\nd2 Mood\n1 c\n2 d\n", "x").expect("tables");
        assert!(twice.text.contains("table mood ") && twice.text.contains("table mood_2 "), "{twice:?}");
    }

    #[test]
    fn one_list_stays_one() {
        for text in [
            "Bog\n1. mud\n2. eels\n\nBog\n\n3. newts\n4. a lamp\n",
            "Bog\n1. mud\n2. eels\n   1 of them\n3. newts\n",
            "- mud\n- eels\n\nwhich bite\n- newts\n",
            "- mud\n- eels\nand of these:\n- newts\n",
            "1 mud\n2 eels and\n12 newts\n3 a lamp\n5 a boot\n",
        ] {
            assert_eq!(parts(text).len(), 1, "{text}");
        }
    }
}
