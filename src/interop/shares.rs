//! Entries of a list that each say how likely they are: `30% Rain`, `Rain (30%)`, `Rain: 30 %`.

use crate::base::Num;

/// What a list makes of the shares that its entries say.
pub(super) enum Shares {
    /// Together they are everything, or are meant to be: how many percent, and each as a number, with what is left of
    /// its entry.
    Whole(Num, Vec<(String, String)>),
    /// Together they are this many percent, which is no whole.
    Sum(Num),
}

/// What is as near to a hundred percent as this was added up wrongly.
const LEAST_WHOLE: i64 = 90;
const MOST_WHOLE: i64 = 110;

/// The shares of entries, where every one of them says one, all at the same end.
pub(super) fn shares_of<'t>(entries: impl Iterator<Item = &'t str> + Clone) -> Option<Shares> {
    let read = |end: fn(&str) -> Option<(String, &str)>| entries.clone().map(end).collect::<Option<Vec<_>>>();
    let all = read(before).or_else(|| read(behind)).filter(|all| all.len() > 1)?;
    let shares = all.iter().map(|(share, _)| share.parse::<Num>().ok());
    let sum = shares.collect::<Option<Vec<Num>>>()?;
    let sum = sum.into_iter().try_fold(Num::int(0), Num::add).ok()?;
    if sum < Num::int(LEAST_WHOLE) || sum > Num::int(MOST_WHOLE) {
        return Some(Shares::Sum(sum));
    }
    Some(Shares::Whole(sum, all.into_iter().map(|(share, rest)| (share, rest.to_owned())).collect()))
}

/// `30% Rain`, `30 %: Rain`.
fn before(entry: &str) -> Option<(String, &str)> {
    let (number, rest) = entry.split_once('%')?;
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || PARTS.contains(&c));
    Some((number_in(number)?, rest)).filter(|(_, rest)| !rest.is_empty())
}

/// `Rain (30%)`, `Rain – 30 %`.
fn behind(entry: &str) -> Option<(String, &str)> {
    let open = entry.trim_end().trim_end_matches([')', ']']).trim_end().strip_suffix('%')?.trim_end();
    let number = open.trim_start_matches(|c: char| !c.is_ascii_digit());
    let number = number.rsplit(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).next()?;
    let rest = open.strip_suffix(number)?;
    let parted = rest.ends_with(|c: char| c.is_whitespace() || PARTS.contains(&c));
    let rest = rest.trim_end_matches(|c: char| c.is_whitespace() || PARTS.contains(&c));
    Some((number_in(number)?, rest)).filter(|(_, rest)| parted && !rest.is_empty())
}

/// What stands between an entry and its share.
const PARTS: [char; 8] = ['(', '[', ')', ']', ':', '-', '–', '—'];

/// A number of digits, with a point where a comma may stand.
fn number_in(text: &str) -> Option<String> {
    let number = text.trim().replace(',', ".");
    let plain = number.starts_with(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    Some(number).filter(|number| plain && number.parse::<Num>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_stand_at_one_end_of_every_entry() {
        let whole = |entries: &[&str]| match shares_of(entries.iter().copied())? {
            Shares::Whole(_, all) => {
                Some(all.iter().map(|(share, rest)| format!("{share} {rest}")).collect::<Vec<_>>())
            }
            Shares::Sum(sum) => Some(vec![sum.to_string()]),
        };
        let weather = Some(vec!["30 Rain".to_owned(), "70 Sun".to_owned()]);
        for entries in [
            ["30% Rain", "70% Sun"],
            ["30 %: Rain", "70 %: Sun"],
            ["Rain (30%)", "Sun (70%)"],
            ["Rain: 30%", "Sun – 70 %"],
            ["Rain 30%", "Sun 70%"],
        ] {
            assert_eq!(whole(&entries), weather, "{entries:?}");
        }
        assert_eq!(whole(&["12,5% Rain", "87.5% Sun"]).expect("a whole")[0], "12.5 Rain");
        assert_eq!(whole(&["30% Rain", "50% Sun"]), Some(vec!["80".to_owned()]));
        assert_eq!(whole(&["30% Rain", "60% Sun"]).expect("nearly a whole")[1], "60 Sun");
        for entries in [["30% Rain", "Sun"], ["Rain", "70% Sun"], ["30%", "70%"], ["a30%", "b70%"]] {
            assert_eq!(whole(&entries), None, "{entries:?}");
        }
    }
}
