//! Codes about dice. Up to TW0549 they are about how dice are spelt, from TW0550 about what they do.

use super::Code;

/// A spelling of another system that has to be chosen.
pub(crate) static FOREIGN_SPELLING: Code = Code {
    id: "TW0501",
    title: "a spelling of dice that is ambiguous",
    explain: "Programs for dice disagree on this spelling, so it is not read here. The report offers the readings; each has a spelling of its own.",
    bad: "let x = 4d6d1",
    good: "let x = 4d6dl1",
};

/// `!=` with a space on one side.
pub(crate) static HALF_SPACED: Code = Code {
    id: "TW0502",
    title: "`!=` with a space on one side",
    explain: "After a die, `!=6` without spaces explodes on a 6, and ` != 6` with spaces on both sides compares the total. With one space it could be either.",
    bad: "let x = 2d6 !=6",
    good: "let x = 2d6!=6",
};

/// A comparison that touches bare dice.
pub(crate) static COMPARES_TOTAL: Code = Code {
    id: "TW0503",
    title: "a comparison of the total",
    explain: "`5d10>8` asks whether the total is above 8. To count the dice above 8, write `5d10c>8`. With spaces, `5d10 > 8`, the note is not given. A function takes the total as well: `max(3d6)` is that total, and the highest die is `3d6kh1`; of dice with a name, `max(p)` and `(p)kh1`.",
    bad: "let x = 5d10>8",
    good: "let x = 5d10c>8",
};

/// Something behind a die that is no modifier.
pub(crate) static UNKNOWN_MODIFIER: Code = Code {
    id: "TW0504",
    title: "not a dice modifier",
    explain: "Letters that touch a die are a modifier: `kh kl dh dl` keep and drop, `! !! !p` explode, `r ro` reroll, `c` counts, `min max` bound. A unit comes after a space.",
    bad: "let x = 4d6q",
    good: "let x = 4d6kh3",
};

/// A modifier with spaces inside.
pub(crate) static SPACED_MODIFIER: Code = Code {
    id: "TW0505",
    title: "a modifier with spaces inside",
    explain: "A modifier is written without spaces, directly behind its die or after one space: `4d6r<2`. With spaces, `r` would be a unit.",
    bad: "let x = 4d6 r < 2",
    good: "let x = 4d6r<2",
};

/// Faces of two kinds on one die.
pub(crate) static MIXED_FACES: Code = Code {
    id: "TW0506",
    title: "faces of two kinds on one die",
    explain: "The faces of a die are all numbers or all texts, so that its result has one kind.",
    bad: "let x = d{1, \"miss\"}",
    good: "let x = d{\"hit\", \"miss\"}",
};

/// A range after a comparison sign.
pub(crate) static RANGE_COMPARED: Code = Code {
    id: "TW0507",
    title: "a range after a comparison",
    explain: "`c in 3..5` counts the dice that show 3, 4 or 5, and `ro in 1..2` rerolls those that show 1 or 2. A comparison such as `>=` takes one number.",
    bad: "let x = 6d6c>=3..5",
    good: "let x = 6d6c in 3..5",
};

/// A roll that is made again where its first result was meant.
pub(crate) static ROLLED_ANEW: Code = Code {
    id: "TW0508",
    title: "a roll that is made again",
    explain: "Dice and tables are rolled wherever you write them, so `if 2d6 >= 10 … else if 2d6 >= 7` rolls twice, and after `roll encounter` a second `encounter` is another one. To look at one roll several times, keep it: `let rolled = 2d6` in a procedure, `… where rolled = 2d6` behind an expression. If you do mean two rolls, keep each under a name of its own.",
    bad: "procedure act\n  if 2d6 >= 10\n    say \"done\"\n  else if 2d6 >= 7\n    say \"at a price\"\n  end if\nend procedure",
    good: "procedure act\n  let rolled = 2d6\n  if rolled >= 10\n    say \"done\"\n  else if rolled >= 7\n    say \"at a price\"\n  end if\nend procedure",
};

/// Dice held against a percentage.
pub(crate) static OF_A_HUNDRED: Code = Code {
    id: "TW0509",
    title: "dice held against a percentage",
    explain: "`45%` is a share, 0.45. A roll of a hundred-sided die is held against a number, `d100 <= 45`; what is so likely is `45% chance`.",
    bad: "let hit = d100 <= 45%",
    good: "let hit = d100 <= 45",
};

/// The codes of this page, in order.
pub(crate) static ALL: &[&Code] = &[
    &FOREIGN_SPELLING,
    &HALF_SPACED,
    &COMPARES_TOTAL,
    &UNKNOWN_MODIFIER,
    &SPACED_MODIFIER,
    &MIXED_FACES,
    &RANGE_COMPARED,
    &ROLLED_ANEW,
    &OF_A_HUNDRED,
];
