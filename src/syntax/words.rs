//! The words of the language, in one place: the grammar's keywords, completion and the reference agree here.

/// Words that are never names: they join expressions or begin statements and definitions.
pub(crate) const RESERVED: &[&str] = &[
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

/// Words that begin a statement of one line. They may be names elsewhere, as columns often are.
pub(crate) const DOING: &[&str] = &[
    "add",
    "advance",
    "apply",
    "ask",
    "cancel",
    "choose",
    "do",
    "expect",
    "improve",
    "next",
    "note",
    "remove",
    "reshuffle",
    "return",
    "roll",
    "say",
    "show",
    "skip",
    "stop",
    "worsen",
];

/// Words that begin a definition, or a statement of several lines. They may be names elsewhere.
pub(crate) const OPENING: &[&str] = &[
    "author",
    "change",
    "chart",
    "deck",
    "each",
    "every",
    "fn",
    "keep",
    "ladder",
    "license",
    "option",
    "party",
    "policy",
    "procedure",
    "repeat",
    "roster",
    "rules",
    "sheet",
    "source",
    "step",
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
];

/// Words that mean something only in their place, and may be names elsewhere.
#[cfg(test)]
pub(crate) const CONTEXTUAL: &[&str] = &[
    "after", "answers", "any", "as", "before", "better", "by", "cancels", "chance", "clamp", "dice", "down",
    "empty", "even", "first", "groups", "highest", "it", "limit", "lowest", "mean", "odd", "of", "quietly",
    "rolls", "row", "shift", "sort", "takes", "turn", "unique", "until", "while", "within", "without",
    "worse", "x",
];

/// Words after which a definition's name stands.
pub(crate) const DEFINING: &[&str] = &[
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
pub(crate) const LINKING: &[&str] = &[
    "after", "answers", "any", "as", "before", "by", "cancels", "chance", "clamp", "dice", "down", "highest",
    "lowest", "of", "quietly", "rolls", "row", "shift", "takes", "unique", "until", "while", "within",
    "without",
];

/// A line to start from for each word that begins a statement or a definition, and for some that join.
const EXAMPLES: &[(&str, &str)] = &[
    ("add", "add hero(name = \"Ash\") to party"),
    ("advance", "advance 10 minutes"),
    ("apply", "apply encounters"),
    ("ask", "ask search: \"Search the room?\" yes_no"),
    ("cancel", "cancel torch"),
    ("change", "change encounters row 3: Two wolves"),
    ("chart", "chart prices"),
    ("choose", "choose way: \"Which way?\" from left | right"),
    ("deck", "deck omens"),
    ("do", "do explore"),
    ("each", "each finds"),
    ("every", "every 3 turns say \"The torch burns lower.\""),
    ("expect", "expect 2 + 2 == 4"),
    ("fn", "fn doubled(n) = n * 2"),
    ("for", "for hero in party"),
    ("if", "if gold > 10 then say \"Rich!\""),
    ("improve", "improve light"),
    ("keep", "keep gold = 10"),
    ("ladder", "ladder light: bright > dim > dark"),
    ("let", "let gold = 3d6 x 10"),
    ("next", "next 3 rolls on reaction at +2"),
    ("note", "note \"The door is trapped.\""),
    ("option", "option torches = 6"),
    ("party", "party"),
    ("policy", "policy search = yes"),
    ("procedure", "procedure explore"),
    ("remove", "remove ash from party"),
    ("repeat", "repeat 3 times"),
    ("reshuffle", "reshuffle omens"),
    ("return", "return gold"),
    ("roll", "roll 2d6"),
    ("roster", "roster foes of foe"),
    ("say", "say \"The door opens.\""),
    ("sheet", "sheet hero"),
    ("step", "step look"),
    ("symbols", "symbols story: success cancels failure"),
    ("table", "table encounters"),
    ("test", "test \"sums\""),
    ("timer", "timer torch = 6 turns"),
    ("unit", "unit gp"),
    ("use", "use dungeon_turn"),
    ("when", "when torch.left == 0 then say \"It is dark.\""),
    ("with", "with dice 3, 4"),
    ("words", "words element: fire | water"),
    ("worsen", "worsen light"),
];

/// Words that begin a line about the file itself.
#[cfg(test)]
const ABOUT: &[&str] =
    &["author", "license", "rules", "show", "skip", "source", "stop", "stub", "tags", "version"];

/// A line that begins with this word, where the word begins lines.
pub(crate) fn example(word: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(known, _)| *known == word).map(|(_, line)| *line)
}

/// Words that begin a statement or a definition, and may be names elsewhere.
pub(crate) fn starting() -> impl Iterator<Item = &'static str> {
    DOING.iter().chain(OPENING).copied()
}

/// Whether a word begins a statement or a definition, though it may be a name elsewhere.
pub(crate) fn is_starting(word: &str) -> bool {
    DOING.binary_search(&word).is_ok() || OPENING.binary_search(&word).is_ok()
}

/// Whether a word can never be a name.
pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

/// Whether a word has the form of a name. It may still be reserved.
pub(crate) fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
        && !is_like_a_die(word)
}

/// Whether a word reads as a die, so that it cannot be a name: `d6`, `d20x`.
pub(crate) fn is_like_a_die(word: &str) -> bool {
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
        for list in [RESERVED, DOING, OPENING, CONTEXTUAL] {
            assert!(list.is_sorted());
        }
        assert!(CONTEXTUAL.iter().copied().chain(starting()).all(|word| !is_reserved(word)));
    }

    /// The words in quotes of a rule of the grammar, up to its end.
    fn words_of(rule: &str) -> Vec<&'static str> {
        let grammar = include_str!("../../grammar/procedure.pest");
        let (_, body) = grammar.split_once(&format!("\n{rule} ")).expect("a rule of the grammar");
        let body = body.split_once('}').map_or(body, |(body, _)| body);
        body.split('"').skip(1).step_by(2).collect()
    }

    #[test]
    fn statements_begin_with_the_words_of_the_grammar() {
        let mut grammar = words_of("plain_word");
        grammar.extend(words_of("verb"));
        grammar.retain(|word| !is_reserved(word));
        grammar.sort_unstable();
        assert_eq!(grammar, DOING);
        assert!(words_of("verb").iter().all(|word| crate::syntax::ast::Verb::of(word).is_some()));
    }

    #[test]
    fn the_reference_has_every_statement() {
        let reference = include_str!("../../docs/reference.md");
        for word in DOING {
            let (alone, begins) = (format!("`{word}`"), format!("`{word} "));
            assert!(reference.contains(&alone) || reference.contains(&begins), "{word}");
        }
    }

    #[test]
    fn every_example_can_be_typed() {
        use crate::base::SourceId;
        use crate::syntax::{Verdict, parse_entry};
        assert!(EXAMPLES.is_sorted());
        for (word, line) in EXAMPLES {
            let read = parse_entry(SourceId(0), line);
            let sound = matches!(read.verdict, Verdict::Complete | Verdict::Incomplete);
            assert!(sound && line.split(' ').next() == Some(word), "{line}: {:?}", read.diagnostics);
        }
        for word in starting().filter(|word| !ABOUT.contains(word)) {
            assert!(example(word).is_some(), "{word}");
        }
    }

    #[test]
    fn dice_are_no_names() {
        assert!(is_like_a_die("d6") && is_like_a_die("D20x") && is_like_a_die("dF"));
        assert!(!is_like_a_die("delve") && !is_like_a_die("d"));
    }
}
