//! What was expected, in people's words.

/// A token that stands for any value: every value could begin with it.
pub(super) const VALUE: &str = "adv";
/// A token that stands for any operator: every operator could have stood where it could.
pub(super) const OPERATOR: &str = "*";

/// Where in a line the reader stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StopPlace {
    /// Nothing stands before it.
    LineStart,
    /// A whole value may end before it.
    AfterValue,
    /// Anywhere else.
    Within,
}

/// What every value could begin with, in words.
const A_VALUE: &str = "a value (a number, dice, a name or a text)";

impl StopPlace {
    /// What usually stands there.
    pub(crate) fn usual(self) -> &'static str {
        match self {
            StopPlace::LineStart => "a value (a number, dice, a name or a text), a statement or a definition",
            StopPlace::AfterValue => "an operator or the end of the line",
            StopPlace::Within => A_VALUE,
        }
    }
}

/// What could have stood somewhere, as a phrase. `None` where nothing helps.
pub(super) fn in_words(tokens: &[String], place: StopPlace, in_dice: bool) -> Option<String> {
    const SHOWN: usize = 5;
    let has = |token: &str| tokens.iter().any(|known| known == token);
    let (value, operator) = (has(VALUE), has(OPERATOR));
    if place == StopPlace::LineStart && (value || tokens.len() > SHOWN) {
        return Some(place.usual().to_owned());
    }
    // Where a value may end, what else could stand there belongs to assignments and modifiers of dice.
    if place == StopPlace::AfterValue && !value && (operator || in_dice) {
        let closers = [")", "]", "}"].into_iter().filter(|closer| has(closer));
        let mut phrases: Vec<String> = closers.map(|closer| format!("`{closer}`")).collect();
        let words = ["then", "else", ":"].into_iter().filter(|word| has(word) && operator);
        phrases.extend(words.map(|word| format!("`{word}`")));
        let ends = if phrases.is_empty() { "the end of the line" } else { "" };
        phrases.insert(0, "an operator".to_owned());
        phrases.extend((!ends.is_empty()).then(|| ends.to_owned()));
        return Some(joined(phrases));
    }
    let mut phrases: Vec<String> = Vec::new();
    if value {
        phrases.push(A_VALUE.to_owned());
    } else if has("_") && !operator {
        phrases.push("a name".to_owned());
    }
    for token in tokens {
        let is_word = token.len() > 1 && token.chars().all(|c| c.is_ascii_lowercase());
        let shown = match token.as_str() {
            ")" | "]" | "}" => true,
            "," | ":" | "=" => !value && !operator,
            _ => {
                is_word
                    && !(value && STARTS_VALUE.contains(&token.as_str()))
                    && !(operator && JOINS.contains(&token.as_str()))
            }
        };
        if shown {
            phrases.push(format!("`{token}`"));
        }
    }
    if has("\"") && !value {
        phrases.push("a text in quotes".to_owned());
    }
    if operator {
        phrases.push("an operator".to_owned());
        let open = has(")") || has("]") || has("}") || has("then") || has("else");
        if !open {
            phrases.push("the end of the line".to_owned());
        }
    }
    phrases.dedup();
    // A long list of words tells less than an example.
    if phrases.is_empty() || phrases.len() > SHOWN { None } else { Some(joined(phrases)) }
}

fn joined(mut phrases: Vec<String>) -> String {
    let last = phrases.pop().unwrap_or_default();
    if phrases.is_empty() { last } else { format!("{} or {last}", phrases.join(", ")) }
}

/// Words that begin a value; one phrase says them all.
const STARTS_VALUE: &[&str] = &["add", "adv", "dis", "groups", "if", "in", "not", "odds", "pick", "sort"];

/// Words that join values; one phrase says them all.
const JOINS: &[&str] = &[
    "after",
    "and",
    "chance",
    "given",
    "has",
    "in",
    "is",
    "mod",
    "not",
    "or",
    "otherwise",
    "times",
    "unique",
    "where",
    "with",
    "within",
];
