//! Dice with words behind them that change how they are rolled: `4d6 drop lowest`, `d20 with advantage`.

use super::brought::{begins_with_die, translate};
use super::grammar::{Rule, parse};

/// Words that say how dice are rolled or which of them count. Any other word beside dice only says what they are for.
const CHANGING: &[&str] = &[
    "add",
    "adding",
    "adv",
    "advantage",
    "best",
    "dis",
    "disadv",
    "disadvantage",
    "discard",
    "divided",
    "double",
    "doubled",
    "doubles",
    "drop",
    "dropping",
    "explode",
    "explodes",
    "exploding",
    "half",
    "halved",
    "highest",
    "keep",
    "keeping",
    "lowest",
    "maximum",
    "minimum",
    "minus",
    "mod",
    "modifier",
    "modifiers",
    "multiplied",
    "penetrating",
    "plus",
    "reroll",
    "rerolled",
    "rerolling",
    "rerolls",
    "rounded",
    "times",
    "twice",
    "worst",
];

/// What dice and the words behind them are, where that is a roll of dice and numbers alone.
pub(crate) fn dice_in_words(text: &str) -> Option<String> {
    let bare = text.replace(['(', ')', ','], " ").replace("w/", "with ");
    let words = bare.split_whitespace().map(|word| word.trim_end_matches('.'));
    let bare = words.collect::<Vec<_>>().join(" ");
    let known = |word: &str| {
        word.contains(|c: char| c.is_ascii_digit()) || matches!(word, "adv" | "dis" | "x" | "+" | "-" | "//")
    };
    [text, bare.as_str()].iter().find_map(|said| {
        let roll = translate(said)?.meaning()?.to_owned();
        let alone = roll.split_whitespace().all(known);
        (alone
            && begins_with_die(roll.trim_start_matches("adv ").trim_start_matches("dis "))
            && parse(Rule::one_expr, &roll).is_ok())
        .then_some(roll)
    })
}

/// What a heading says that holds dice and words which change them.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ChangedDice<'h> {
    /// A roll of dice and numbers alone.
    Rolled(String),
    /// What has to be written instead.
    Written(String),
    /// Nobody knows what is meant by this word.
    Unclear(&'h str),
}

/// What a heading says that holds dice and words which change them; `None` where its words only say what the dice are
/// for.
pub(super) fn changed_dice(heading: &str) -> Option<ChangedDice<'_>> {
    let mut words = heading.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let changing = words.find(|word| CHANGING.contains(&word.to_lowercase().as_str()))?;
    heading.split_whitespace().any(begins_with_die).then_some(())?;
    // `d6 times 10` at the prompt is a list of rolls; above keys it can only be a product.
    let is_factor = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let product = heading.split_once(" times ").map(|(roll, factor)| (roll.trim(), factor.trim()));
    if let Some((roll, factor)) = product.filter(|(roll, factor)| begins_with_die(roll) && is_factor(factor))
    {
        return Some(ChangedDice::Written(format!("{roll} * {factor}")));
    }
    if let Some(roll) = dice_in_words(heading) {
        return Some(ChangedDice::Rolled(roll));
    }
    let meant = translate(heading).and_then(|found| found.meaning().map(str::to_owned));
    let meant = meant.filter(|text| begins_with_die(text) && parse(Rule::one_expr, text).is_ok());
    Some(meant.map_or(ChangedDice::Unclear(changing), ChangedDice::Written))
}

/// Whether a heading holds dice that are not what it says: with words that change them, or beside other dice.
pub(crate) fn holds_more_than(heading: &str, die: &str) -> bool {
    let mut dice = heading.split_whitespace().filter(|word| begins_with_die(word)).peekable();
    dice.peek().is_some()
        && (changed_dice(heading).is_some() || dice.any(|word| word.trim_matches(['(', ')']) != die))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_behind_dice_are_understood() {
        for (said, roll) in [
            ("d20 with advantage", "adv d20"),
            ("d20 adv", "adv d20"),
            ("2d20 keep highest", "2d20kh1"),
            ("4d6 drop the lowest", "4d6dl1"),
            ("4d6 (drop lowest)", "4d6dl1"),
            ("4d6, drop lowest", "4d6dl1"),
            ("d6 exploding", "d6!"),
            ("d6 halved", "d6 // 2"),
            ("d20 w/ advantage", "adv d20"),
        ] {
            assert_eq!(dice_in_words(said).as_deref(), Some(roll), "{said}");
        }
        for said in ["4d6 drop lowest orcs", "2d6 orcs", "2d6 plus level", "1d8-1 (minimum 1)"] {
            assert_eq!(dice_in_words(said), None, "{said}");
        }
    }

    #[test]
    fn headings_say_what_is_rolled() {
        let written = |text: &str| Some(ChangedDice::Written(text.to_owned()));
        for (heading, roll) in [
            ("d20 adv", Some(ChangedDice::Rolled("adv d20".to_owned()))),
            ("d6 times 10", written("d6 * 10")),
            ("2d6 plus level", written("2d6 + level")),
            ("d20 twice a day", Some(ChangedDice::Unclear("twice"))),
            ("d6 encounters", None),
            ("Roll d8", None),
        ] {
            assert_eq!(changed_dice(heading), roll, "{heading}");
        }
    }
}
