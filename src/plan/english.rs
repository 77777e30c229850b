//! English words as text needs them: which article, and the plural.

use std::cell::RefCell;

use pluralizer::pluralize;
use rustc_hash::FxHashMap;

/// `a` or `an`, by the sound that the text probably begins with.
pub(crate) fn article(text: &str) -> &'static str {
    let word = text.trim_start().split(|c: char| !c.is_alphanumeric() && c != ',').next().unwrap_or("");
    let vowel = if word.starts_with(|c: char| c.is_ascii_digit()) {
        number_begins_with_vowel(word)
    } else if is_spelled(word) {
        word.starts_with(['A', 'E', 'F', 'H', 'I', 'L', 'M', 'N', 'O', 'R', 'S', 'X'])
    } else {
        word_begins_with_vowel(&word.to_lowercase())
    };
    if vowel { "an" } else { "a" }
}

/// Whether a word is read letter by letter: `MP`, `NPC`.
fn is_spelled(word: &str) -> bool {
    const LONGEST: usize = 4;
    let pronounced = word.len() > 3 && word.contains(['A', 'E', 'I', 'O', 'U']);
    let capitals = word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    capitals && word.len() <= LONGEST && !pronounced
}

/// An eight, or an eleven or eighteen at the head of its group of three.
fn number_begins_with_vowel(word: &str) -> bool {
    let digits: String = word.chars().filter(|c| *c != ',').take_while(char::is_ascii_digit).collect();
    let leads = digits.len() % 3 == 2 && (digits.starts_with("11") || digits.starts_with("18"));
    digits.starts_with('8') || leads
}

fn word_begins_with_vowel(word: &str) -> bool {
    const SILENT_H: [&str; 5] = ["hour", "honest", "honor", "honour", "heir"];
    const YOU_OR_ONE: [&str; 13] =
        ["uni", "use", "usu", "usa", "uk", "ubi", "uto", "ute", "ura", "eu", "ewe", "one", "once"];
    const UN: [&str; 3] = ["unin", "unim", "unid"];
    let begins = |starts: &[&str]| starts.iter().any(|start| word.starts_with(start));
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u', 'é']);
    (vowel && (!begins(&YOU_OR_ONE) || begins(&UN))) || begins(&SILENT_H)
}

/// The plural of an English word. Of several words the last one changes, or the one before `of`, `in`, `at` or
/// `with`: `giant rats`, `potions of healing`, `men-at-arms`. What is a plural already stays.
pub(crate) fn plural(words: &str) -> String {
    /// Words that are kept with their plurals; tables hold a few each.
    const KEPT: usize = 4096;
    thread_local! {
        static KNOWN: RefCell<FxHashMap<String, String>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        if let Some(plural) = known.get(words) {
            return plural.clone();
        }
        if known.len() >= KEPT {
            known.clear();
        }
        let plural = worked_out(words);
        known.insert(words.to_owned(), plural.clone());
        plural
    })
}

fn worked_out(words: &str) -> String {
    const BEHIND: [&str; 8] = [" of ", " in ", " at ", " with ", " from ", "-of-", "-in-", "-at-"];
    let behind = BEHIND.iter().filter_map(|link| words.find(link)).min().filter(|at| *at > 0);
    let (head, behind) = words.split_at(behind.unwrap_or(words.len()));
    let last = head.rfind([' ', '-']).map_or(0, |at| at + 1);
    let (before, word) = head.split_at(last);
    format!("{before}{}{behind}", of_word(word))
}

fn of_word(word: &str) -> String {
    /// What games say otherwise than the rest of the world.
    const OWN: [(&str, &str); 3] = [("staff", "staves"), ("roof", "roofs"), ("genie", "genies")];
    let is_word = word.chars().next_back().is_some_and(char::is_alphabetic);
    if !is_word {
        return if word.is_empty() { String::new() } else { format!("{word}s") };
    }
    match OWN.iter().find(|(one, _)| one.eq_ignore_ascii_case(word)) {
        Some((one, many)) => {
            let same = one.bytes().zip(many.bytes()).take_while(|(a, b)| a == b).count();
            format!("{}{}", &word[..same], &many[same..])
        }
        None => pluralize(word, 2, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_articles_of_what_tables_hold() {
        let words = [
            ("", ""),
            ("rat", "rats"),
            ("wolf", "wolves"),
            ("elf", "elves"),
            ("witch", "witches"),
            ("fairy", "fairies"),
            ("donkey", "donkeys"),
            ("swordsman", "swordsmen"),
            ("human", "humans"),
            ("fox", "foxes"),
            ("giant rat", "giant rats"),
            ("thief", "thieves"),
            ("knife", "knives"),
            ("goblins", "goblins"),
            ("hero", "heroes"),
            ("woman", "women"),
            ("fisherman", "fishermen"),
            ("belief", "beliefs"),
            ("die", "dice"),
            ("wild goose", "wild geese"),
            ("dwarf", "dwarves"),
            ("Staff", "Staves"),
            ("staff of fire", "staves of fire"),
            ("potion of healing", "potions of healing"),
            ("man-at-arms", "men-at-arms"),
            ("hammer-wielding ox", "hammer-wielding oxen"),
            ("vial (full)", "vial (full)s"),
        ];
        for (one, many) in words {
            assert_eq!(plural(one), many);
        }
        let an = "orc hour 8-headed 11 18th 11,000 heirloom uninvited MP NPC XP umbra ogre éclair urn 80";
        let a = "rat unicorn ewe ukulele UFO one-eyed euphoric 1 110 historic utensil LARP useful ubiquitous";
        for (text, wanted) in an.split(' ').map(|of| (of, "an")).chain(a.split(' ').map(|of| (of, "a"))) {
            assert_eq!(article(text), wanted, "{text}");
        }
    }
}
