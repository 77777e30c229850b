//! The dice that stand over a column or a list, as other programs and printed pages write them.

use crate::syntax::dice_of_word;

/// Dice in one word: `d20`, `2d6`, `d%`, `**W6**`, `(1d8)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DieWord {
    count: u32,
    sides: u32,
    /// As this language writes it, with the number as it stands there: `1d8`.
    written: String,
    /// Whether it says `W6`, as German rule-books do.
    german: bool,
}

impl DieWord {
    /// The dice that a word is, and nothing else.
    pub(super) fn of(word: &str) -> Option<DieWord> {
        let lower = word.trim().to_lowercase();
        let german = lower.contains('w');
        let ours = lower.replace('w', "d");
        let (count, sides) = dice_of_word(&ours).filter(|(count, sides)| *count > 0 && *sides > 0)?;
        let bare = ours.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '%');
        Some(DieWord { count, sides, written: bare.replace('%', "100"), german })
    }

    /// As this language writes it.
    pub(super) fn written(&self) -> &str {
        &self.written
    }

    /// Whether it is written with the letter that German has for dice.
    pub(super) const fn is_german(&self) -> bool {
        self.german
    }

    /// The highest total.
    pub(super) fn last_face(&self) -> i64 {
        i64::from(self.count).saturating_mul(i64::from(self.sides))
    }

    /// Whether these are the dice of another spelling: `1d8` and `d8`.
    pub(super) fn is(&self, other: &str) -> bool {
        DieWord::of(other).is_some_and(|other| (self.count, self.sides) == (other.count, other.sides))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_as_people_write_them() {
        let written = |word: &str| DieWord::of(word).map(|die| (die.written, die.german));
        for (word, ours, german) in [
            ("d20", "d20", false),
            ("2D6", "2d6", false),
            (" **1d8**: ", "1d8", false),
            ("(d66)", "d66", false),
            ("W6", "d6", true),
            ("3w%", "3d100", true),
        ] {
            assert_eq!(written(word), Some((ours.to_owned(), german)), "{word}");
        }
        for word in
            ["", "d", "w", "dd6", "1d6+1", "weight", "2d", "d0", "0d6", "d6 or d8", "d99999999999", "wd6"]
        {
            assert_eq!(written(word), None, "{word}");
        }
        assert!(DieWord::of("1d8").is_some_and(|die| die.is("d8") && !die.is("2d8") && die.last_face() == 8));
    }
}
