//! Did-you-mean: which known name somebody probably meant.

/// The number of single-character edits (insert, delete, replace, swap neighbours) between two words.
pub fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let width = b.len() + 1;
    let mut before_last = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    for (i, from) in a.iter().enumerate() {
        let mut row = vec![i + 1; width];
        for (j, to) in b.iter().enumerate() {
            let replace = last[j] + usize::from(from != to);
            let mut best = replace.min(last[j + 1] + 1).min(row[j] + 1);
            let swapped = i > 0 && j > 0 && a[i - 1] == *to && b[j - 1] == *from;
            if swapped {
                best = best.min(before_last[j - 1] + 1);
            }
            row[j + 1] = best;
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// The candidate nearest to `word`, ignoring case, if one is near enough to be a slip of the keys.
///
/// Near enough is a third of the word's length, at least one edit in words of two letters and more; ties go to the first candidate.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    let wanted = word.to_lowercase();
    let length = wanted.chars().count();
    if length > LONGEST {
        return None;
    }
    // One letter in place of another is another name, not a slip.
    let allowed = if length < 2 { 0 } else { (length / 3).max(1) };
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= 4 * LONGEST)
        .map(|candidate| (edit_distance(&wanted, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        assert_eq!(edit_distance("hazard", "hazrad"), 1);
        assert_eq!(closest("hazrd", ["delve", "hazard"]), Some("hazard"));
        assert_eq!(closest("Hazard", ["hazard"]), Some("hazard"));
        assert_eq!(closest("ox", ["hazard", "delve"]), None);
        assert_eq!((closest("x", ["a"]), closest("X", ["x"])), (None, Some("x")));
    }
}
