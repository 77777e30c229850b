//! The words of the language, in one place: the grammar's keywords, completion and the reference agree here.

/// Words that are never names: they join expressions or begin statements and definitions.
pub const RESERVED: &[&str] = &[
    "adv",
    "and",
    "default",
    "dis",
    "else",
    "end",
    "for",
    "from",
    "given",
    "has",
    "if",
    "in",
    "is",
    "let",
    "mod",
    "no",
    "not",
    "nothing",
    "odds",
    "or",
    "otherwise",
    "pick",
    "then",
    "times",
    "to",
    "where",
    "with",
    "yes",
];

/// Words that begin a statement or a definition. They may be names elsewhere, as columns often are.
pub const STARTING: &[&str] = &[
    "add",
    "advance",
    "apply",
    "ask",
    "author",
    "cancel",
    "change",
    "chart",
    "choose",
    "deck",
    "do",
    "each",
    "every",
    "expect",
    "fn",
    "improve",
    "keep",
    "ladder",
    "license",
    "note",
    "option",
    "party",
    "policy",
    "procedure",
    "remove",
    "repeat",
    "reshuffle",
    "return",
    "roll",
    "roster",
    "rules",
    "say",
    "sheet",
    "show",
    "skip",
    "source",
    "step",
    "stop",
    "stub",
    "symbols",
    "table",
    "tags",
    "test",
    "timer",
    "unit",
    "use",
    "version",
    "when",
    "words",
    "worsen",
];

/// Words that mean something only in their place, and may be names elsewhere.
pub const CONTEXTUAL: &[&str] = &[
    "after", "answers", "any", "as", "before", "better", "by", "cancels", "chance", "clamp", "dice", "down",
    "empty", "even", "first", "groups", "highest", "it", "limit", "lowest", "mean", "odd", "of", "quietly",
    "rolls", "row", "shift", "sort", "takes", "turn", "unique", "until", "while", "within", "without",
    "worse", "x",
];

/// Words after which a definition's name stands.
pub const DEFINING: &[&str] = &[
    "chart",
    "deck",
    "each",
    "fn",
    "keep",
    "ladder",
    "let",
    "option",
    "procedure",
    "roster",
    "rules",
    "sheet",
    "step",
    "symbols",
    "table",
    "timer",
    "unit",
    "words",
];

/// Words that join the parts of a statement or a definition.
pub const LINKING: &[&str] = &[
    "after", "answers", "any", "as", "before", "by", "cancels", "chance", "clamp", "dice", "down", "highest",
    "lowest", "of", "quietly", "rolls", "row", "shift", "takes", "unique", "until", "while", "within",
    "without",
];

/// Whether a word can never be a name.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

/// Whether a word reads as a die, so that it cannot be a name: `d6`, `d20x`.
pub fn is_like_a_die(word: &str) -> bool {
    let mut bytes = word.bytes();
    let begins =
        matches!(bytes.next(), Some(b'd' | b'D')) && bytes.next().is_some_and(|b| b.is_ascii_digit());
    begins || word.eq_ignore_ascii_case("df")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_apart() {
        assert!(RESERVED.is_sorted() && STARTING.is_sorted() && CONTEXTUAL.is_sorted());
        assert!(CONTEXTUAL.iter().chain(STARTING).all(|word| !is_reserved(word)));
    }

    #[test]
    fn dice_are_no_names() {
        assert!(is_like_a_die("d6") && is_like_a_die("D20x") && is_like_a_die("dF"));
        assert!(!is_like_a_die("delve") && !is_like_a_die("d"));
    }
}
