//! Codes about what dice do; how they are spelt is the matter of the codes before.

use super::Code;

/// A condition that every face meets.
pub(crate) static ENDLESS: Code = Code {
    id: "TW0550",
    title: "a condition that every face meets",
    explain: "An explosion or a reroll goes on while the condition holds. If every face of the die meets it, it would never end. There is no hidden limit: set one with `!limit 3`, or narrow the condition.",
    bad: "say 4d6!>=1",
    good: "say 4d6!>=5",
};

/// A condition that no face meets.
pub(crate) static NEVER_MEETS: Code = Code {
    id: "TW0551",
    title: "a condition that no face meets",
    explain: "No face of the die meets the condition, so the modifier never does anything. That is often a slip of the keys.",
    bad: "say 4d6c>=8",
    good: "say 4d10c>=8",
};

/// Nothing is kept, or everything.
pub(crate) static KEEPS_ALL: Code = Code {
    id: "TW0552",
    title: "nothing is kept, or everything",
    explain: "There are no more dice than that in the pool, so this keeps or drops them all.",
    bad: "say 3d6kh4",
    good: "say 4d6kh3",
};

/// A die that cannot be.
pub(crate) static FACES: Code = Code {
    id: "TW0553",
    title: "a die that cannot be",
    explain: "A die has at least one face, and not more than can be counted.",
    bad: "say d0",
    good: "say d4",
};

/// A number of dice that cannot be.
pub(crate) static COUNT: Code = Code {
    id: "TW0554",
    title: "a number of dice that cannot be",
    explain: "The number of dice is a whole number, 0 or more.",
    bad: "say (-2)d6",
    good: "say -(2d6)",
};

/// A modifier without dice.
pub(crate) static NO_POOL: Code = Code {
    id: "TW0555",
    title: "a modifier without dice",
    explain: "Modifiers such as `kh3` and `!` work on dice, and some on lists of numbers. Most have no meaning after the dice are counted, or on faces that are text.",
    bad: "say (2d6 + 1)kh1",
    good: "say 2d6kh1 + 1",
};

/// The codes of this page, in order.
pub(crate) static ALL: &[&Code] = &[&ENDLESS, &NEVER_MEETS, &KEEPS_ALL, &FACES, &COUNT, &NO_POOL];
