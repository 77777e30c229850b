//! The words of the language, in one table: what reads, completes, colours and explains them reads this, and
//! tests hold the grammar and the reference against it.

/// A word of the language.
struct Word {
    text: &'static str,
    class: Class,
    /// Whether a definition's name stands after it.
    names: bool,
    /// Whether it joins the parts of a statement or a definition.
    links: bool,
    /// A line to start from, where it begins lines that need more than the word.
    example: Option<&'static str>,
}

/// Where a word may stand, and whether it may be a name elsewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Never a name: it joins expressions, or begins statements and definitions.
    Reserved,
    /// It begins a statement of one line. It may be a name elsewhere, as columns often are.
    Doing,
    /// It begins a definition, or a statement of several lines. It may be a name elsewhere.
    Opening,
    /// It means something only in its place, and may be a name elsewhere.
    Contextual,
}

impl Word {
    const fn new(text: &'static str, class: Class) -> Word {
        Word { text, class, names: false, links: false, example: None }
    }

    const fn names(self) -> Word {
        Word { names: true, ..self }
    }

    const fn links(self) -> Word {
        Word { links: true, ..self }
    }

    const fn like(self, example: &'static str) -> Word {
        Word { example: Some(example), ..self }
    }

    fn starts(&self) -> bool {
        matches!(self.class, Class::Doing | Class::Opening)
    }
}

const fn reserved(text: &'static str) -> Word {
    Word::new(text, Class::Reserved)
}

const fn doing(text: &'static str) -> Word {
    Word::new(text, Class::Doing)
}

const fn opening(text: &'static str) -> Word {
    Word::new(text, Class::Opening)
}

const fn contextual(text: &'static str) -> Word {
    Word::new(text, Class::Contextual)
}

/// Every word, in alphabetical order.
static WORDS: &[Word] = &[
    doing("add").like("add hero(name = \"Ash\") to party"),
    reserved("adv"),
    doing("advance").like("advance 10 minutes"),
    contextual("after").links(),
    reserved("and"),
    contextual("answers").links(),
    contextual("any").links(),
    doing("apply").like("apply encounters"),
    contextual("as").links(),
    doing("ask").like("ask search: \"Search the room?\" yes_no"),
    opening("author"),
    contextual("before").links(),
    contextual("better"),
    contextual("by").links(),
    doing("cancel").like("cancel torch"),
    contextual("cancels").links(),
    contextual("chance").links(),
    opening("change").like("change encounters row 3: Two wolves"),
    opening("chart").names().like("chart prices"),
    doing("choose").like("choose way: \"Which way?\" from left | right"),
    contextual("clamp").links(),
    opening("deck").names().like("deck omens"),
    reserved("default"),
    contextual("dice").links(),
    reserved("dis"),
    doing("do").like("do explore"),
    contextual("down").links(),
    opening("each").names().like("each finds"),
    reserved("else"),
    contextual("empty"),
    reserved("end"),
    contextual("even"),
    opening("every").like("every 3 turns say \"The torch burns lower.\""),
    doing("expect").like("expect 2 + 2 == 4"),
    contextual("first"),
    opening("fn").names().like("fn doubled(n) = n * 2"),
    reserved("for").like("for hero in party"),
    reserved("from"),
    reserved("given"),
    contextual("groups"),
    reserved("has"),
    contextual("highest").links(),
    reserved("if").like("if gold > 10 then say \"Rich!\""),
    doing("improve").like("improve light"),
    reserved("in"),
    reserved("is"),
    contextual("it"),
    opening("keep").names().like("keep gold = 10"),
    opening("ladder").names().like("ladder light: bright > dim > dark"),
    reserved("let").names().like("let gold = 3d6 x 10"),
    opening("license"),
    contextual("limit"),
    contextual("lowest").links(),
    contextual("mean"),
    reserved("mod"),
    doing("next").like("next 3 rolls on reaction at +2"),
    reserved("no"),
    reserved("not"),
    doing("note").like("note \"The door is trapped.\""),
    reserved("nothing"),
    contextual("odd"),
    reserved("odds"),
    contextual("of").links(),
    opening("option").names().like("option torches = 6"),
    reserved("or"),
    reserved("otherwise"),
    opening("party").like("party"),
    reserved("pick"),
    opening("policy").like("policy search = yes"),
    opening("procedure").names().like("procedure explore"),
    contextual("quietly").links(),
    doing("remove").like("remove ash from party"),
    opening("repeat").like("repeat 3 times"),
    doing("reshuffle").like("reshuffle omens"),
    doing("return").like("return gold"),
    doing("roll").like("roll 2d6"),
    contextual("rolls").links(),
    opening("roster").names().like("roster foes of foe"),
    contextual("row").links(),
    opening("rules").names(),
    doing("say").like("say \"The door opens.\""),
    opening("sheet").names().like("sheet hero"),
    contextual("shift").links(),
    doing("show"),
    doing("skip"),
    contextual("sort"),
    opening("source"),
    opening("step").names().like("step look"),
    doing("stop"),
    opening("stub"),
    opening("symbols").names().like("symbols story: success cancels failure"),
    opening("table").names().like("table encounters"),
    opening("tags"),
    contextual("takes").links(),
    opening("test").like("test \"sums\""),
    reserved("then"),
    opening("timer").names().like("timer torch = 6 turns"),
    reserved("times"),
    reserved("to"),
    contextual("turn"),
    contextual("unique").links(),
    opening("unit").names().like("unit gp"),
    contextual("until").links(),
    opening("use").like("use dungeon_turn"),
    opening("version"),
    opening("when").like("when torch.left == 0 then say \"It is dark.\""),
    reserved("where"),
    contextual("while").links(),
    reserved("with").like("with dice 3, 4"),
    contextual("within").links(),
    contextual("without").links(),
    opening("words").names().like("words element: fire | water"),
    contextual("worse"),
    doing("worsen").like("worsen light"),
    contextual("x"),
    reserved("yes"),
];

fn find(word: &str) -> Option<&'static Word> {
    WORDS.binary_search_by(|known| known.text.cmp(word)).ok().and_then(|at| WORDS.get(at))
}

fn texts(which: impl Fn(&Word) -> bool) -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(move |word| which(word)).map(|word| word.text)
}

/// A line that begins with this word, where the word begins lines.
pub(crate) fn example(word: &str) -> Option<&'static str> {
    find(word)?.example
}

/// Words that are never names.
pub(crate) fn reserved_words() -> impl Iterator<Item = &'static str> {
    texts(|word| word.class == Class::Reserved)
}

/// Words that begin a statement or a definition, and may be names elsewhere.
pub(crate) fn starting() -> impl Iterator<Item = &'static str> {
    texts(|word| word.class == Class::Doing).chain(texts(|word| word.class == Class::Opening))
}

/// Words that join the parts of a statement or a definition.
#[cfg(test)]
pub(crate) fn linking() -> impl Iterator<Item = &'static str> {
    texts(|word| word.links)
}

/// Whether a word begins a statement or a definition, though it may be a name elsewhere.
pub(crate) fn is_starting(word: &str) -> bool {
    find(word).is_some_and(Word::starts)
}

/// Whether a word begins a statement of one line, though it may be a name elsewhere.
pub(crate) fn is_doing(word: &str) -> bool {
    find(word).is_some_and(|word| word.class == Class::Doing)
}

/// Whether a definition's name stands after a word.
pub(crate) fn is_defining(word: &str) -> bool {
    find(word).is_some_and(|word| word.names)
}

/// Whether a word joins the parts of a statement or a definition.
pub(crate) fn is_linking(word: &str) -> bool {
    find(word).is_some_and(|word| word.links)
}

/// Whether a word can never be a name.
pub(crate) fn is_reserved(word: &str) -> bool {
    find(word).is_some_and(|word| word.class == Class::Reserved)
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

/// The words that a text may begin with where the blank behind one was forgotten, with the rest of it: `letgold`,
/// `notempty`.
pub(crate) fn glued(text: &str) -> impl Iterator<Item = (&'static str, &str)> {
    let begins = starting().chain(["let", "for", "if", "not", "else"]);
    begins.filter_map(|word| {
        let rest = text.strip_prefix(word)?;
        let is_number = !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()) && word != "d";
        (is_number || rest.starts_with(char::is_alphabetic)).then_some((word, rest))
    })
}

/// Whether a word is another one with two letters in the wrong order, or with a letter too many or too few.
pub(crate) fn is_slip(word: &str, meant: &str) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    let without = |long: &str, short: &str| {
        long.char_indices().any(|(at, c)| {
            long.get(..at)
                .zip(long.get(at + c.len_utf8()..))
                .is_some_and(|(before, after)| short.strip_prefix(before).is_some_and(|rest| rest == after))
        })
    };
    // Ned is somebody.
    if matches!((word, meant), ("et" | "lt", "let")) || word != "ned" && is_swapped(word, meant) {
        return true;
    }
    let fits = word.len() > 2 && meant.len() > 2 && word != meant;
    fits && (sorted(word) == sorted(meant) && word.chars().next() == meant.chars().next()
        || without(word, meant)
        || word.len() > 2 && meant.len() > 3 && without(meant, word))
}

/// Whether a word is another one with two neighbouring letters in the wrong order: `od` for `do`.
fn is_swapped(word: &str, meant: &str) -> bool {
    let (word, meant): (Vec<char>, Vec<char>) = (word.chars().collect(), meant.chars().collect());
    let Some(at) = word.iter().zip(&meant).position(|(a, b)| a != b) else { return false };
    let mut swapped = word.clone();
    if at + 1 < swapped.len() {
        swapped.swap(at, at + 1);
    }
    swapped == meant && word != meant
}

/// Whether a word is a slip of one behind which a name and its value stand: `leet hit = d20`, `uniit gp = 100 cp`.
pub(crate) fn is_near_declaring(word: &str) -> bool {
    ["let", "keep", "unit", "option", "timer", "policy"].iter().any(|meant| is_slip(word, meant))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that begin a line about the file itself, or are a whole line.
    const ABOUT: &[&str] =
        &["author", "license", "rules", "show", "skip", "source", "stop", "stub", "tags", "version"];

    #[test]
    fn each_word_stands_once_in_order() {
        assert!(WORDS.is_sorted_by(|one, next| one.text < next.text));
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
        assert_eq!(grammar, texts(|word| word.class == Class::Doing).collect::<Vec<_>>());
        assert!(words_of("verb").iter().all(|word| crate::syntax::ast::Verb::of(word).is_some()));
    }

    #[test]
    fn the_reference_has_every_statement() {
        let reference = include_str!("../../docs/reference.md");
        for word in texts(|word| word.class == Class::Doing) {
            let (alone, begins) = (format!("`{word}`"), format!("`{word} "));
            assert!(reference.contains(&alone) || reference.contains(&begins), "{word}");
        }
    }

    /// The words that begin statements in these files.
    fn begun_in(folders: &[&str]) -> Vec<String> {
        let mut begun = Vec::new();
        for folder in folders {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let text = std::fs::read_to_string(path).unwrap_or_default();
                let lines = text.lines().flat_map(|line| line.split("; "));
                let stmts = lines.flat_map(|line| line.split(" then ").flat_map(|part| part.split(" else ")));
                let words = stmts.flat_map(|stmt| stmt.split("=> ")).map(str::trim_start);
                begun.extend(words.filter_map(|stmt| Some(stmt.split_whitespace().next()?.to_owned())));
            }
        }
        begun
    }

    #[test]
    fn every_statement_is_in_the_tests_of_reading_and_of_the_language() {
        for folders in [
            &["tests/syntax/files"][..],
            &["tests/language", "tests/language/games", "library", "library/tests"],
        ] {
            let begun = begun_in(folders);
            for word in texts(|word| word.class == Class::Doing) {
                assert!(
                    begun.iter().any(|known| known == word),
                    "`{word}` begins no statement in {folders:?}"
                );
            }
        }
    }

    #[test]
    fn every_example_can_be_typed() {
        use crate::base::SourceId;
        use crate::syntax::{Verdict, parse_entry};
        for Word { text, example, .. } in WORDS {
            let Some(line) = example else { continue };
            let read = parse_entry(SourceId(0), line);
            let sound = matches!(read.verdict, Verdict::Complete | Verdict::Incomplete);
            assert!(sound && line.split(' ').next() == Some(text), "{line}: {:?}", read.diagnostics);
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

    #[test]
    fn slips_are_close() {
        for (word, meant) in [
            ("tabel", "table"),
            ("edn", "end"),
            ("lett", "let"),
            ("et", "let"),
            ("kep", "keep"),
            ("procedrue", "procedure"),
        ] {
            assert!(is_slip(word, meant), "{word}");
        }
        for (word, meant) in
            [("kemp", "keep"), ("lee", "let"), ("table", "table"), ("le", "let"), ("ned", "end")]
        {
            assert!(!is_slip(word, meant), "{word}");
        }
    }
}
