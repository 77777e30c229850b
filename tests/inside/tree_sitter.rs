//! The tree-sitter grammar of `editors/tree-sitter`, held against the program's own colours. The `tree-sitter` of
//! the PATH, or the program that `TREE_SITTER` names, does the work; where there is none, only the lists of words are
//! checked (`editor_words.rs`).

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use super::colours::{Comparison, sources};
use crate::syntax::TokenClass;

const FOLDER: &str = "editors/tree-sitter";

/// Colours for Neovim and for `tree-sitter highlight`; colours for Helix, which has other names for them.
const QUERIES: [&str; 2] = [
    "editors/tree-sitter/queries/highlights.scm",
    "editors/helix/runtime/queries/tablewright/highlights.scm",
];

const FOLDERS: [&str; 8] = [
    "library",
    "library/tests",
    "examples",
    "tests/check",
    "tests/check/parts",
    "tests/language",
    "tests/language/games",
    "tests/language/parts",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What `tree-sitter` runs as; `None` where it is not installed.
fn program() -> Option<OsString> {
    let program = std::env::var_os("TREE_SITTER").unwrap_or_else(|| "tree-sitter".into());
    if Command::new(&program).arg("--version").output().is_err() {
        println!("there is no tree-sitter here: its grammar is not tried");
        return None;
    }
    Some(program)
}

/// What it prints, if it succeeds.
fn printed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("it runs");
    let (out, errors) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{command:?}\n{out}\n{errors}");
    out.into_owned()
}

/// The names that the two queries have for the colour of a piece. Punctuation may look like anything.
fn fits(class: TokenClass, capture: &str) -> bool {
    let names: &[&str] = match class {
        TokenClass::Keyword => &["keyword"],
        TokenClass::Definition | TokenClass::Name => &["variable", "function"],
        TokenClass::Literal => &["constant.builtin"],
        TokenClass::Number => &["number", "constant.numeric"],
        TokenClass::Dice => &["number.dice", "constant.numeric.dice"],
        TokenClass::Text => &["string"],
        TokenClass::Escape => &["string.escape", "constant.character.escape"],
        TokenClass::Live => &["punctuation.special"],
        TokenClass::Key => &["property", "attribute"],
        TokenClass::TableMark => &["punctuation.delimiter"],
        TokenClass::Operator => &["operator"],
        TokenClass::Punctuation => return true,
        TokenClass::Comment => &["comment", "comment.line"],
        TokenClass::Doc => &["comment.documentation", "comment.block.documentation"],
    };
    names.contains(&capture)
}

/// A place as it is printed, `(2, 14)`: line and byte, both from zero.
fn place(text: &str) -> Option<(usize, usize)> {
    let (line, column) = text.strip_prefix('(')?.split_once(", ")?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

/// What a line such as `pattern: 2, capture: 2 - keyword, start: (3, 0), end: (3, 5), text: …` tells: the name, the
/// line and the bytes in it.
fn capture(line: &str) -> Option<(&str, usize, std::ops::Range<usize>)> {
    let (_, rest) = line.split_once("capture: ")?;
    let (_, rest) = rest.split_once(" - ")?;
    let (name, rest) = rest.split_once(", start: ")?;
    let (start, rest) = rest.split_once("), end: ")?;
    let (end, _) = rest.split_once("), text: ")?;
    let ((line, from), (last, to)) = (place(start)?, place(end)?);
    assert_eq!(line, last, "nothing that has a colour goes over the end of a line");
    Some((name, line, from..to))
}

/// The captures of a text, by its bytes.
fn paint<'o>(text: &str, output: &[&'o str]) -> Vec<&'o str> {
    let mut starts = vec![0];
    starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
    let mut colours = vec![""; text.len()];
    for (name, line, bytes) in output.iter().filter_map(|line| capture(line)) {
        let start = starts[line];
        colours[start + bytes.start..start + bytes.end].fill(name);
    }
    colours
}

#[test]
fn the_tree_sitter_grammar_paints_as_the_program_does() {
    let Some(program) = program() else { return };
    let built = tempfile::tempdir().expect("a folder");
    let sources = sources(&FOLDERS);
    assert!(sources.len() > 100, "only {} sources", sources.len());
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.current_dir(root().join(FOLDER)).env("TREE_SITTER_LIBDIR", built.path());
        printed(command.args(arguments).args(sources.iter().map(|(path, _)| path)))
    };
    // It fails where there is an ERROR or something MISSING.
    run(&["parse", "--quiet"]);
    for query in QUERIES {
        let query = root().join(query);
        let output = run(&["query", "--captures", query.to_str().expect("a path")]);
        let mut of_source: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut path = "";
        for line in output.lines() {
            match sources.iter().find(|(known, _)| known == line) {
                Some((known, _)) => path = known,
                None => of_source.entry(path).or_default().push(line),
            }
        }
        let mut comparison = Comparison::default();
        for (path, text) in &sources {
            let output = of_source.get(path.as_str()).map_or(&[][..], Vec::as_slice);
            comparison.add(path, text, &paint(text, output), fits);
        }
        comparison.agree();
    }
}

#[test]
fn the_tree_sitter_parser_is_made_from_its_grammar() {
    let Some(program) = program() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::copy(root().join(FOLDER).join("grammar.js"), folder.path().join("grammar.js")).expect("a copy");
    printed(Command::new(program).current_dir(folder.path()).args(["generate", "--abi", "14"]));
    let read = |path: &Path| -> Value {
        let text = std::fs::read_to_string(path.join("src/grammar.json")).expect("a grammar");
        serde_json::from_str(&text).expect("JSON")
    };
    let (made, kept) = (read(folder.path()), read(&root().join(FOLDER)));
    for part in ["name", "word", "rules", "extras", "externals"] {
        assert_eq!(made[part], kept[part], "run `tree-sitter generate --abi 14` in {FOLDER}");
    }
}
