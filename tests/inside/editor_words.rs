//! The words of the language in the files of the editors: lists that are the same everywhere, made from
//! `src/syntax/words.rs`. `TW_BLESS=1` writes them anew.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::support::cases::compare;
use crate::syntax::words;

const TEXTMATE: &str = "editors/vscode/syntaxes/tablewright.tmLanguage.json";
const VIM: &str = "editors/neovim/syntax/tablewright.vim";
const TREE_SITTER: &str = "editors/tree-sitter/grammar.js";
/// What `tree-sitter generate` makes of its grammar.
const GENERATED: &str = "editors/tree-sitter/src/grammar.json";

const LITERALS: [&str; 3] = ["no", "nothing", "yes"];

type Words = BTreeSet<&'static str>;

fn reserved() -> Words {
    words::reserved_words().filter(|word| !LITERALS.contains(word)).collect()
}

fn starting() -> Words {
    words::starting().collect()
}

fn linking() -> Words {
    words::linking().collect()
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

fn read(file: &str) -> String {
    std::fs::read_to_string(path(file)).expect("a file of an editor")
}

fn joined(words: &Words, with: &str) -> String {
    words.iter().copied().collect::<Vec<_>>().join(with)
}

/// A text with each of its lists, between whose words `between` stands, as the list of ours that it nearly is:
/// most words are in both.
fn with_lists(text: &str, between: &str, ours: &[Words]) -> String {
    let is_letter = |c: char| c.is_ascii_lowercase();
    let mut made = String::new();
    let mut parts: Vec<&str> = text.split(between).collect();
    parts.reverse();
    while let Some(part) = parts.pop() {
        // The first word ends this part, the last one begins another, and those between are parts of their own.
        let whole =
            parts.iter().rev().take_while(|part| !part.is_empty() && part.chars().all(is_letter)).count();
        let start = part.trim_end_matches(is_letter).len();
        let behind = parts.len().checked_sub(whole + 1).and_then(|at| Some((at, *parts.get(at)?)));
        let near = behind.and_then(|(at, last)| {
            let end = last.len() - last.trim_start_matches(is_letter).len();
            let listed: BTreeSet<&str> =
                parts[at + 1..].iter().copied().chain([&part[start..], &last[..end]]).collect();
            let same = ours.iter().find(|known| {
                let both = 5 * known.intersection(&listed).count();
                both > 4 * listed.len() && both > 4 * known.len()
            });
            Some((same?, at, &last[end..]))
        });
        match near {
            Some((known, at, rest)) => {
                made.push_str(&part[..start]);
                made.push_str(&joined(known, between));
                parts.truncate(at);
                parts.push(rest);
            }
            None => {
                made.push_str(part);
                made.push_str(if parts.is_empty() { "" } else { between });
            }
        }
    }
    made
}

/// Words in lines that are full, each of which begins the same.
fn filled(words: impl Iterator<Item = String>, begins: &str, between: &str) -> String {
    const WIDTH: usize = 116;
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + between.len() + word.len() < WIDTH => {
                line.push_str(between);
                line.push_str(&word);
            }
            _ => lines.push(format!("{begins}{word}")),
        }
    }
    lines.join(&format!("{}\n", between.trim_end()))
}

/// A text with what stands from one piece up to another replaced.
fn replaced(text: &str, from: &str, to: &str, with: &str) -> String {
    let (before, rest) = text.split_once(from).unwrap_or_else(|| panic!("no `{from}`"));
    let at = rest.find(to).unwrap_or_else(|| panic!("no `{to}`"));
    format!("{before}{from}{with}{}", &rest[at..])
}

fn holds(file: &str, made: &str) {
    if let Err(difference) = compare(&path(file), made) {
        panic!("{difference}\nTW_BLESS=1 writes the lists anew");
    }
}

#[test]
fn the_textmate_grammar_has_the_words_of_the_language() {
    let made = with_lists(&read(TEXTMATE), "|", &[reserved(), starting(), linking()]);
    for (list, times) in [(reserved(), 1), (starting(), 3), (linking(), 1)] {
        assert_eq!(made.matches(&joined(&list, "|")).count(), times, "{list:?}");
    }
    holds(TEXTMATE, &made);
}

#[test]
fn the_vim_syntax_has_the_words_of_the_language() {
    let mut made = with_lists(&read(VIM), "\\|", &[starting()]);
    assert!(made.contains(&joined(&starting(), "\\|")));
    for (group, list) in [("twKeyword", reserved()), ("twLinking", linking())] {
        let begins = format!("syntax keyword {group} ");
        let (kept, old): (Vec<&str>, Vec<&str>) = made.lines().partition(|line| !line.starts_with(&begins));
        let before = made.lines().position(|line| line.starts_with(&begins)).expect("a line of keywords");
        assert!(!old.is_empty());
        let lines = filled(list.iter().map(ToString::to_string), &begins, " ");
        let mut all = kept;
        all.insert(before, &lines);
        made = all.join("\n") + "\n";
    }
    holds(VIM, &made);
}

#[test]
fn the_tree_sitter_grammar_has_the_words_of_the_language() {
    let (defining, plain): (Words, Words) = starting().into_iter().partition(|word| words::is_defining(word));
    let mut made = read(TREE_SITTER);
    for (name, list) in
        [("RESERVED", &reserved()), ("STARTING", &plain), ("DEFINING", &defining), ("LINKING", &linking())]
    {
        let lines = filled(list.iter().map(|word| format!("\"{word}\"")), "  ", ", ");
        made = replaced(&made, &format!("const {name} = [\n"), "];\n", &format!("{lines},\n"));
    }
    holds(TREE_SITTER, &made);
    let generated = read(GENERATED);
    for word in reserved().iter().chain(&starting()).chain(&linking()) {
        let known = generated.contains(&format!("\"value\": \"{word}\""));
        assert!(known, "`{word}`: run `tree-sitter generate --abi 14` in editors/tree-sitter");
    }
}
