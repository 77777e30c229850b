//! What completion offers, cut to what fits the screen: a list that asks whether to go on would take the next
//! keys for its answer, and the lines of a paste with them.

use rustyline::completion::Pair;

use crate::front::render::wrap::columns;

/// More is not read anyway.
const MAX_OFFERED: usize = 60;

/// These candidates, or so many of them as the screen has room for, with how many more there are. What is
/// typed already is `typed`; a longer beginning that all have in common comes first, alone.
pub(crate) fn fitting(candidates: Vec<Pair>, typed: &str) -> Vec<Pair> {
    let (width, height) = screen();
    fitting_in(candidates, typed, width, height)
}

fn fitting_in(mut candidates: Vec<Pair>, typed: &str, width: usize, height: usize) -> Vec<Pair> {
    const GAP: usize = 2;
    let widest = candidates.iter().map(|pair| columns(&pair.display)).max().unwrap_or(0);
    let across = (width / (widest + GAP).clamp(1, width.max(1))).max(1);
    // The line itself and the prompt below the list stay on the screen.
    let most = (across * height.saturating_sub(3)).clamp(1, MAX_OFFERED);
    if candidates.len() <= most {
        return candidates;
    }
    let common = common_start(&candidates);
    if common.len() > typed.len() {
        return vec![Pair { display: common.clone(), replacement: common }];
    }
    let left = candidates.len() - (most - 1);
    candidates.truncate(most - 1);
    candidates.push(Pair { display: format!("... {left} more"), replacement: common });
    candidates
}

/// The beginning that all candidates share.
fn common_start(candidates: &[Pair]) -> String {
    let Some(first) = candidates.first() else { return String::new() };
    let shared = |common: &str, other: &str| {
        let same = common.chars().zip(other.chars()).take_while(|(a, b)| a == b);
        same.map(|(c, _)| c).collect::<String>()
    };
    candidates.iter().fold(first.replacement.clone(), |common, pair| shared(&common, &pair.replacement))
}

fn screen() -> (usize, usize) {
    let size = terminal_size::terminal_size();
    size.map_or((80, 24), |(width, height)| (usize::from(width.0), usize::from(height.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(names: impl Iterator<Item = String>) -> Vec<Pair> {
        names.map(|name| Pair { display: name.clone(), replacement: name }).collect()
    }

    #[test]
    fn a_list_is_no_longer_than_the_screen() {
        let many = || pairs((0..500).map(|nth| format!("name_{nth}")));
        let listed = fitting_in(many(), "name_", 80, 24);
        assert!(listed.len() <= 7 * 21, "{}", listed.len());
        assert!(
            listed.last().is_some_and(|last| last.display.ends_with("more") && last.replacement == "name_")
        );
        // What all begin with is completed before anything is listed.
        let common = fitting_in(many(), "na", 80, 24);
        assert_eq!(common.len(), 1);
        assert_eq!(common.first().map(|pair| pair.replacement.as_str()), Some("name_"));
        assert_eq!(fitting_in(pairs(["a".to_owned(), "b".to_owned()].into_iter()), "", 80, 24).len(), 2);
        assert!(fitting_in(many(), "name_", 10, 4).len() <= 2);
    }
}
