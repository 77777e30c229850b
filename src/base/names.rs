//! Did-you-mean: which known name somebody probably meant.

use strsim::osa_distance;

/// The candidate nearest to `word`, ignoring case, if one is near enough to be a slip of the keys.
///
/// Near enough is a third of the word's length, at least one edit in words of two letters and more; ties go to the first candidate.
pub(crate) fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    by_distance(word, candidates).min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// The candidates that are near enough, each with its number of edits.
fn by_distance<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = (usize, &'a str)> {
    const LONGEST: usize = 64;
    let wanted = word.to_lowercase();
    let length = wanted.chars().count();
    // One letter in place of another is another name, not a slip.
    let allowed = if length < 2 { 0 } else { (length / 3).max(1) };
    candidates
        .into_iter()
        .filter(move |candidate| length <= LONGEST && candidate.len() <= 4 * LONGEST)
        // Each letter too many or too few is a slip of its own.
        .filter(move |candidate| candidate.chars().count().abs_diff(length) <= allowed)
        .map(move |candidate| (osa_distance(&wanted, &candidate.to_lowercase()), candidate))
        .filter(move |(distance, _)| *distance <= allowed)
}

/// The names that may be meant: those with this word in them, or else the nearest, all that are as near.
pub(crate) fn near_names<'n>(word: &str, names: impl Iterator<Item = &'n str> + Clone) -> Vec<String> {
    const MOST: usize = 3;
    let parts = part_of_names(word, names.clone());
    if !parts.is_empty() {
        return parts;
    }
    let near: Vec<(usize, &str)> = by_distance(word, names).collect();
    let least = near.iter().map(|(distance, _)| *distance).min();
    let mut nearest: Vec<String> = Vec::new();
    for (_, name) in near.iter().filter(|(distance, _)| Some(*distance) == least) {
        if nearest.len() < MOST && !nearest.iter().any(|known| known == name) {
            nearest.push((*name).to_owned());
        }
    }
    nearest
}

/// As many of some words as are soon read, and how many more there are.
pub(crate) fn some_of(words: &[String]) -> String {
    const MOST: usize = 12;
    const LETTERS: usize = 240;
    let mut letters = 0;
    let fits = |word: &&String| {
        letters += word.len() + 2;
        letters <= LETTERS
    };
    let shown: Vec<&str> = words.iter().take(MOST).take_while(fits).map(String::as_str).collect();
    match words.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The word of a closed list that is probably meant by one that is like none of them by its letters alone: one of the
/// words of a longer name, or the other number of the same word, as `wolf` of `wolves`. `None` where it may be several.
pub(crate) fn likely_of<'n>(word: &str, names: impl Iterator<Item = &'n str> + Clone) -> Option<&'n str> {
    const LEAST: usize = 3;
    let wanted = word.to_lowercase();
    if wanted.chars().count() < LEAST {
        return None;
    }
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut found = names.clone().filter(|name| fits(&name.to_lowercase()));
        found.next().filter(|first| found.all(|other| other == *first))
    };
    only(&|name| name.split([' ', '-', '_']).any(|part| part == wanted))
        .or_else(|| only(&|name| stem(name) == stem(&wanted)))
        .or_else(|| only(&|name| name.starts_with(&wanted) || wanted.starts_with(name)))
}

/// A word without its ending of one or many, near enough to hold two against each other: `wolf`, `wolfs` and `wolves`.
fn stem(word: &str) -> String {
    let many = ["ves", "ies", "es", "s"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    let one = ["fe", "f", "y", "e"].iter().find_map(|end| many.strip_suffix(end)).unwrap_or(many);
    one.to_owned()
}

/// The few names that have a word as one of theirs: `turn` may be `delving_turn`, `torches` `torches_spare`.
fn part_of_names<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    const MOST: usize = 4;
    if word.len() < 4 {
        return Vec::new();
    }
    let word = word.to_ascii_lowercase();
    let one = word.strip_suffix('s').unwrap_or(&word);
    let has_part = |name: &&str| {
        name.contains('_') && name.split('_').any(|part| part.strip_suffix('s').unwrap_or(part) == one)
    };
    let mut found: Vec<String> = Vec::new();
    for name in names.filter(has_part) {
        if !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    }
    if found.len() > MOST { Vec::new() } else { found }
}

/// Names compare without regard to case, and `_` stands for a blank.
pub(crate) fn same_text(a: &str, b: &str) -> bool {
    a == b || plain_text(a).eq(plain_text(b))
}

/// A name as it is compared with others.
pub(crate) fn plain_text(name: &str) -> impl Iterator<Item = char> {
    name.chars().flat_map(char::to_lowercase).map(|c| if c == '_' { ' ' } else { c })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        assert_eq!(closest("hazrad", ["hazard"]), Some("hazard"));
        assert_eq!(closest("hazrd", ["delve", "hazard"]), Some("hazard"));
        assert_eq!(closest("Hazard", ["hazard"]), Some("hazard"));
        assert_eq!(closest("ox", ["hazard", "delve"]), None);
        for (word, meant) in [
            ("wolfs", Some("wolves")),
            ("wolf", Some("wolves")),
            ("fairy", Some("Fairies")),
            ("mag", Some("Old Mag")),
            ("bandit", Some("bandits")),
            ("ox", None),
            ("old", None),
        ] {
            let names = ["wolves", "bandits", "Old Mag", "Old Tom", "Fairies"];
            assert_eq!(likely_of(word, names.into_iter()), meant, "{word}");
        }
        assert_eq!((closest("x", ["a"]), closest("X", ["x"])), (None, Some("x")));
    }
}
