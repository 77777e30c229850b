//! How likely a row is, written in its text: `50% rain`, `rain (50%)`, `2x: sun`, `sun x2`, `1 in 6: a gem`.

/// What a row's text says of its likelihood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Share {
    pub sort: ShareSort,
    /// The number, in digits: `50`, `2.5`; of `1 in 6`, all of it.
    pub number: String,
    /// What is left of the text.
    pub rest: String,
    /// Whether it stands before the rest.
    pub leads: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShareSort {
    /// `50%`
    Percent,
    /// `2x`
    Times,
    /// `1 in 6`
    OneIn,
}

/// The share that a text begins or ends with, where something else is left of it.
pub(super) fn share_in(text: &str) -> Option<Share> {
    let found = leading(text).or_else(|| trailing(text)).or_else(|| turned(text))?;
    found.rest.chars().any(char::is_alphabetic).then_some(found)
}

fn leading(text: &str) -> Option<Share> {
    let (sort, number, length) = share_at(text)?;
    let rest = text.get(length..)?;
    let bare = rest.trim_start();
    let bare = bare.strip_prefix([':', '-', '–', '—']).unwrap_or(bare).trim_start();
    let spaced = rest.starts_with([' ', ':', '\t']);
    // `50% of them flee`, `3x5 cards` and `50% off` say something of the rest.
    let of = ["of ", "off", "chance", "more ", "less "].iter().any(|word| bare.starts_with(word));
    (spaced && !of).then(|| Share { sort, number, rest: bare.to_owned(), leads: true })
}

fn trailing(text: &str) -> Option<Share> {
    let text = text.trim_end();
    let (inner, before) = match text.strip_suffix([')', ']']) {
        Some(open) => {
            let at = open.rfind(['(', '['])?;
            (open.get(at + 1..)?, open.get(..at)?)
        }
        None => {
            let at = text.rfind(' ')?;
            text.get(at + 1..).zip(text.get(..=at))?
        }
    };
    let turned = inner.strip_prefix(['x', 'X', '×']).map(|number| format!("{}x", number.trim()));
    let said = turned.as_deref().unwrap_or(inner.trim());
    let (sort, number, length) = share_at(said)?;
    let rest = before.trim_end().trim_end_matches([':', '-', '–', '—', ',']).trim_end();
    let whole = length == said.len() && before.ends_with(' ');
    whole.then(|| Share { sort, number, rest: rest.to_owned(), leads: false })
}

/// `x2 needles`: the sign before its number may as well say how many there are of it.
fn turned(text: &str) -> Option<Share> {
    let (number, rest) = text.strip_prefix(['x', 'X', '×'])?.split_once(' ')?;
    let is_count = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let share = || Share {
        sort: ShareSort::Times,
        number: number.to_owned(),
        rest: rest.trim().to_owned(),
        leads: false,
    };
    is_count.then(share)
}

/// The share with which a text begins, and how long it is.
fn share_at(text: &str) -> Option<(ShareSort, String, usize)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
    let number = text.get(..digits).filter(|number| number.parse::<f64>().is_ok())?;
    let rest = text.get(digits..)?;
    let behind = rest.trim_start_matches(' ');
    let blanks = rest.len() - behind.len();
    if behind.starts_with('%') {
        return Some((ShareSort::Percent, number.to_owned(), digits + blanks + 1));
    }
    if let Some(cross) = behind.chars().next().filter(|c| matches!(c, 'x' | 'X' | '×')) {
        return Some((ShareSort::Times, number.to_owned(), digits + blanks + cross.len_utf8()));
    }
    let of = behind.strip_prefix("in ").or_else(|| rest.strip_prefix("-in-"))?;
    let sides = of.len() - of.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let end = text.len() - of.len() + sides;
    (sides > 0).then(|| (ShareSort::OneIn, format!("{number} in {}", &of[..sides]), end))
}

/// A chance that is all of a text, as it is written here, and whether it could be read as it stands: `50%`,
/// `1-in-6`, `25`.
pub(super) fn chance_alone(text: &str) -> Option<(String, bool)> {
    let text = text.trim();
    if let Some((sort, number, _)) = share_at(text).filter(|(.., length)| *length == text.len()) {
        return match sort {
            ShareSort::Percent => Some((format!("{number}%"), true)),
            ShareSort::OneIn => Some((number, true)),
            ShareSort::Times => None,
        };
    }
    let percent = text.parse::<f64>().is_ok_and(|number| (0.0..=100.0).contains(&number));
    let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    (percent && plain).then(|| (format!("{text}%"), false))
}

/// Whether a heading stands over chances.
pub(super) fn is_chance_heading(heading: &str) -> bool {
    matches!(
        heading.trim().to_lowercase().as_str(),
        "%" | "chance"
            | "chances"
            | "chance %"
            | "chance (%)"
            | "chance of"
            | "% chance"
            | "percent"
            | "percentage"
            | "probability"
            | "prob"
            | "prob."
            | "likelihood"
            | "odds"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_found_before_and_behind() {
        for (text, number, rest, leads) in [
            ("50% Rain", "50", "Rain", true),
            ("12.5 %: Rain", "12.5", "Rain", true),
            ("2x: Sun", "2", "Sun", true),
            ("3 x wolf", "3", "wolf", true),
            ("1 in 6: a gem", "1 in 6", "a gem", true),
            ("1-in-6 a gem", "1 in 6", "a gem", true),
            ("Orc (40%)", "40", "Orc", false),
            ("Orc - 40%", "40", "Orc", false),
            ("Orc [40 %]", "40", "Orc", false),
            ("Rain x3", "3", "Rain", false),
            ("Sun (x2)", "2", "Sun", false),
            ("Sun (2x)", "2", "Sun", false),
        ] {
            let share = share_in(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(
                (share.number.as_str(), share.rest.as_str(), share.leads),
                (number, rest, leads),
                "{text}"
            );
        }
        for text in [
            "50% of them flee",
            "10% off",
            "wolf",
            "50%",
            "3x5 cards",
            "d6 wolves",
            "Orc (AC 5)",
            "Box3",
            "Mach 2x2",
        ] {
            assert_eq!(share_in(text), None, "{text}");
        }
    }

    #[test]
    fn chances_alone() {
        for (text, chance) in [
            ("50%", Some(("50%", true))),
            ("25", Some(("25%", false))),
            ("1 in 6", Some(("1 in 6", true))),
            ("1-in-6", Some(("1 in 6", true))),
            ("2x", None),
            ("101", None),
            ("often", None),
        ] {
            let found = chance_alone(text);
            assert_eq!(found.as_ref().map(|(chance, read)| (chance.as_str(), *read)), chance, "{text}");
        }
    }
}
