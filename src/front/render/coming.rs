//! Bonuses that coming rolls on a table are given, in words.

use crate::check::program::Global;

/// The table whose coming rolls a name is about.
fn table_of(name: &str) -> Option<&str> {
    name.strip_prefix(Global::COMING)
}

/// `next 3 rolls on react at +2`, where that is what a place holds now: `[2, 2, 2]` or `2, 2, 2`.
pub(crate) fn told(name: &str, held: &str) -> Option<String> {
    let table = table_of(name)?;
    let bonuses: Vec<&str> =
        held.trim_matches(['[', ']']).split(',').map(str::trim).filter(|bonus| !bonus.is_empty()).collect();
    let mut runs: Vec<(usize, &str)> = Vec::new();
    for bonus in bonuses.iter().copied().filter(|bonus| *bonus != "none") {
        match runs.last_mut().filter(|(_, last)| *last == bonus) {
            Some((count, _)) => *count += 1,
            None => runs.push((1, bonus)),
        }
    }
    let at =
        |bonus: &str| if bonus.starts_with(['-', '−']) { bonus.to_owned() } else { format!("+{bonus}") };
    let rolls = |count: usize| if count == 1 { "roll".to_owned() } else { format!("{count} rolls") };
    let mut runs = runs.into_iter();
    let Some((count, bonus)) = runs.next() else {
        return Some(format!("no bonus for the next roll on {table}"));
    };
    let first = format!("next {} on {table} at {}", rolls(count), at(bonus));
    Some(runs.fold(first, |all, (count, bonus)| {
        format!(
            "{all}, then {} at {}",
            if count == 1 { "one".to_owned() } else { count.to_string() },
            at(bonus)
        )
    }))
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn bonuses_are_told_in_words() {
        let of = |held: &str| told("next rolls on react", held).expect("a bonus");
        assert_eq!(of("[2, 2, 2]"), "next 3 rolls on react at +2");
        assert_eq!(of("-1"), "next roll on react at -1");
        assert_eq!(of("2, 2, -1"), "next 2 rolls on react at +2, then one at -1");
        assert_eq!(of("[]"), "no bonus for the next roll on react");
        assert_eq!(of("none"), "no bonus for the next roll on react");
        assert_eq!(told("lamp", "2"), None);
    }
}
