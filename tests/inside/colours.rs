//! The TextMate grammar of `editors/vscode`, held against the program's own colours: a small reader of such
//! grammars paints every source of the project, and the two must agree. `tree_sitter.rs` compares its grammar
//! with the same colours.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use crate::syntax::{TokenClass, tokens};
use fancy_regex::{Captures, Regex};
use serde_json::Value;

const GRAMMAR: &str = "editors/vscode/syntaxes/tablewright.tmLanguage.json";

/// A rule of the grammar.
struct Rule {
    begin: Regex,
    /// For a rule with a beginning and an end: the end, and what is inside.
    block: Option<(Regex, Patterns, BTreeMap<usize, Capture>)>,
    name: Option<String>,
    captures: BTreeMap<usize, Capture>,
}

/// Rules as the grammar lists them. They are read when they are first wanted: rules may contain themselves.
struct Patterns {
    written: Value,
    read: OnceCell<Vec<Rc<Rule>>>,
}

impl Patterns {
    fn new(written: Value) -> Patterns {
        Patterns { written, read: OnceCell::new() }
    }
}

enum Capture {
    Name(String),
    Patterns(Patterns),
}

struct Grammar {
    patterns: Patterns,
    repository: Value,
    made: RefCell<BTreeMap<String, Rc<Rule>>>,
}

impl Grammar {
    fn read() -> Grammar {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GRAMMAR);
        let text = std::fs::read_to_string(path).expect("the grammar");
        let root: Value = serde_json::from_str(&text).expect("JSON");
        Grammar {
            patterns: Patterns::new(root["patterns"].clone()),
            repository: root["repository"].clone(),
            made: RefCell::default(),
        }
    }

    /// The rules of a list, those that it includes in their places.
    fn rules(&self, patterns: &Value) -> Vec<Rc<Rule>> {
        let mut all = Vec::new();
        for pattern in patterns.as_array().expect("a list of patterns") {
            if let Some(name) = pattern["include"].as_str() {
                let found = &self.repository[name.trim_start_matches('#')];
                assert!(found.is_object(), "{name} is not there");
                match found.get("match").or(found.get("begin")) {
                    Some(_) => all.push(self.rule(found)),
                    None => all.extend(self.rules(&found["patterns"])),
                }
            } else {
                all.push(self.rule(pattern));
            }
        }
        all
    }

    fn rule(&self, pattern: &Value) -> Rc<Rule> {
        let key = pattern.to_string();
        if let Some(known) = self.made.borrow().get(&key) {
            return known.clone();
        }
        let regex = |key: &str| {
            pattern[key]
                .as_str()
                .map(|text| Regex::new(text).unwrap_or_else(|error| panic!("{text}: {error}")))
        };
        let captures = |key: &str| -> BTreeMap<usize, Capture> {
            let listed = pattern[key].as_object().into_iter().flatten();
            listed
                .map(|(nth, capture)| {
                    let what = match capture["name"].as_str() {
                        Some(name) => Capture::Name(name.to_owned()),
                        None => Capture::Patterns(Patterns::new(capture["patterns"].clone())),
                    };
                    (nth.parse().expect("a number"), what)
                })
                .collect()
        };
        let inside = || Patterns::new(pattern.get("patterns").cloned().unwrap_or(Value::Array(Vec::new())));
        let rule = match regex("match") {
            Some(begin) => {
                Rule { begin, block: None, name: name_of(pattern), captures: captures("captures") }
            }
            None => Rule {
                begin: regex("begin").expect("a beginning"),
                block: Some((regex("end").expect("an end"), inside(), captures("endCaptures"))),
                name: name_of(pattern),
                captures: captures("beginCaptures"),
            },
        };
        let rule = Rc::new(rule);
        self.made.borrow_mut().insert(key, rule.clone());
        rule
    }

    /// The scope of every byte of a text, empty where there is none.
    fn paint(&self, text: &str) -> Vec<String> {
        let mut scopes = vec![String::new(); text.len()];
        let mut open: Vec<Rc<Rule>> = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let bare = line.trim_end_matches(['\n', '\r']);
            self.line(bare, &self.patterns, &mut open, &mut scopes[start..start + bare.len()]);
            start += line.len();
        }
        scopes
    }

    /// Paints a line; these rules hold where none is open.
    fn line(&self, line: &str, outside: &Patterns, open: &mut Vec<Rc<Rule>>, scopes: &mut [String]) {
        let mut at = 0;
        for _ in 0..10_000 {
            let last = open.last().cloned();
            let inside = last.as_ref().and_then(|rule| rule.block.as_ref());
            let patterns = inside.map_or(outside, |(_, patterns, _)| patterns);
            let around = open.iter().rev().find_map(|rule| rule.name.clone()).unwrap_or_default();
            let end = inside.and_then(|(end, _, _)| end.captures_from_pos(line, at).expect("runs"));
            let mut best: Option<(usize, Captures<'_, str>, Rc<Rule>)> = None;
            for rule in patterns.read.get_or_init(|| self.rules(&patterns.written)) {
                let Some(found) = rule.begin.captures_from_pos(line, at).expect("runs") else { continue };
                let from = found.get(0).expect("all of it").start();
                // A rule that takes nothing and opens nothing would be taken for ever.
                let empty = found.get(0).is_some_and(|all| all.as_str().is_empty()) && rule.block.is_none();
                if !empty && best.as_ref().is_none_or(|(known, _, _)| from < *known) {
                    best = Some((from, found, rule.clone()));
                }
            }
            let ends = end.as_ref().and_then(|found| found.get(0)).map(|all| all.start());
            let begins = best.as_ref().map(|(from, _, _)| *from);
            let until = ends.into_iter().chain(begins).min().unwrap_or(line.len());
            fill(&mut scopes[at..until], &around);
            if ends.is_some_and(|ends| begins.is_none_or(|begins| ends <= begins)) {
                let found = end.expect("it is there");
                let rule = open.pop().expect("it is open");
                let (_, _, captures) = rule.block.as_ref().expect("a block");
                at = self.take(&found, rule.name.as_deref().unwrap_or(&around), captures, scopes);
            } else if let Some((_, found, rule)) = best {
                let name = rule.name.clone().unwrap_or(around);
                at = self.take(&found, &name, &rule.captures, scopes);
                if rule.block.is_some() {
                    open.push(rule);
                }
            } else {
                return;
            }
        }
        panic!("the grammar goes round for ever in {line:?}");
    }

    /// Paints what a rule has found; where it ends.
    fn take(
        &self,
        found: &Captures<'_, str>,
        name: &str,
        captures: &BTreeMap<usize, Capture>,
        scopes: &mut [String],
    ) -> usize {
        let all = found.get(0).expect("all of it");
        fill(&mut scopes[all.start()..all.end()], name);
        for (nth, capture) in captures {
            let Some(part) = found.get(*nth) else { continue };
            let place = &mut scopes[part.start()..part.end()];
            match capture {
                Capture::Name(name) => fill(place, name),
                Capture::Patterns(patterns) => self.line(part.as_str(), patterns, &mut Vec::new(), place),
            }
        }
        all.end()
    }
}

fn name_of(pattern: &Value) -> Option<String> {
    pattern["name"].as_str().map(str::to_owned)
}

fn fill(scopes: &mut [String], name: &str) {
    scopes.iter_mut().for_each(|scope| name.clone_into(scope));
}

/// What a scope must begin with for a piece of this class.
fn fits(class: TokenClass, scope: &str) -> bool {
    match class {
        TokenClass::Keyword => scope.starts_with("keyword.control") || scope.starts_with("keyword.other"),
        TokenClass::Definition | TokenClass::Name => {
            scope.starts_with("variable") || scope.starts_with("entity")
        }
        TokenClass::Literal => scope.starts_with("constant.language"),
        TokenClass::Number => scope.starts_with("constant.numeric.tablewright"),
        TokenClass::Dice => scope.starts_with("constant.numeric.dice"),
        TokenClass::Text => scope.starts_with("string"),
        TokenClass::Escape => scope.starts_with("constant.character.escape"),
        TokenClass::Live => scope.starts_with("punctuation.section"),
        TokenClass::Key => scope.starts_with("constant.other.key"),
        TokenClass::TableMark => scope.starts_with("punctuation.separator.table"),
        TokenClass::Operator => scope.starts_with("keyword.operator"),
        TokenClass::Punctuation => true,
        TokenClass::Comment | TokenClass::Doc => scope.starts_with("comment"),
    }
}

/// The sources of these folders, each with its path.
pub(super) fn sources(folders: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in folders {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder").flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|end| end == "tw") {
                all.push((path.display().to_string(), std::fs::read_to_string(&path).expect("readable")));
            }
        }
    }
    all.sort();
    all
}

/// Holds what a grammar paints, byte by byte, against the program's tokens.
#[derive(Default)]
pub(super) struct Comparison {
    count: usize,
    wrong: Vec<String>,
}

impl Comparison {
    /// Compares one source; `fits` tells whether a piece of this class may have this colour.
    pub(super) fn add(
        &mut self,
        name: &str,
        text: &str,
        colours: &[impl AsRef<str>],
        fits: fn(TokenClass, &str) -> bool,
    ) {
        for token in tokens(text) {
            self.count += 1;
            let piece = &text[token.range.clone()];
            let other = token.range.clone().find(|at| {
                let letter = text.as_bytes()[*at];
                !letter.is_ascii_whitespace() && !fits(token.class, colours[*at].as_ref())
            });
            if let Some(at) = other {
                let line = text[..at].matches('\n').count() + 1;
                let (class, colour) = (token.class, colours[at].as_ref());
                self.wrong.push(format!("{name}:{line}: {piece:?} is {class:?}, painted {colour:?}"));
            }
        }
    }

    /// Asks that the two agree.
    pub(super) fn agree(&self) {
        /// Of a thousand pieces so many may look otherwise: a grammar of patterns does not know all that the
        /// program knows.
        const MAY_DIFFER: usize = 1;
        let (count, wrong) = (self.count, &self.wrong);
        assert!(count > 20_000, "only {count} pieces");
        let some: Vec<&String> = wrong.iter().take(60).collect();
        assert!(wrong.len() * 1000 <= count * MAY_DIFFER, "{} of {count} differ\n{some:#?}", wrong.len());
    }
}

#[test]
fn the_textmate_grammar_paints_as_the_program_does() {
    let grammar = Grammar::read();
    let mut comparison = Comparison::default();
    for (name, text) in sources(&["library", "library/tests", "examples", "tests/check"]) {
        comparison.add(&name, &text, &grammar.paint(&text), fits);
    }
    comparison.agree();
}
