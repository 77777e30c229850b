//! Holds the drawing at the top of the crate: which layer may use which, and which outside crate is
//! used where.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers, lowest first. A layer uses itself and those before it.
const LAYERS: [&str; 14] = [
    "base", "dist", "dice", "diag", "syntax", "modules", "check", "plan", "engine", "odds", "session",
    "interop", "embed", "front",
];

/// Outside crates that only some places may name.
const KEPT_IN: [(&str, &[&str]); 10] = [
    ("pest", &["syntax"]),
    ("pest_derive", &["syntax"]),
    ("rand", &["engine/luck"]),
    ("rand_chacha", &["engine/luck"]),
    ("ariadne", &["front/render"]),
    ("miette", &["front"]),
    ("rustyline", &["front/repl"]),
    ("clap", &["front"]),
    ("lsp_server", &["front/lsp"]),
    ("lsp_types", &["front/lsp"]),
];

/// What only the outermost layer may do. `modules` reads sources, that is all.
const OUTSIDE: [(&str, &[&str]); 7] = [
    ("println!", &["front"]),
    ("eprintln!", &["front"]),
    ("print!", &["front"]),
    ("std::env", &["front"]),
    ("std::fs", &["front", "modules"]),
    ("SystemTime", &["front"]),
    ("Instant", &["front"]),
];

fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the sources") {
            let path = entry.expect("an entry of a folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(&root).expect("inside src").to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).expect("a readable source")));
            }
        }
    }
    assert!(found.len() > 50, "the sources were not found");
    found
}

/// Lines that are code: no comments, and nothing after the unit tests begin.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
        .map(|(at, line)| (at + 1, line))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Whether a line names a crate or module, as a path's beginning.
fn names(line: &str, what: &str) -> bool {
    let mut rest = line;
    while let Some(at) = rest.find(what) {
        let before = rest[..at].chars().next_back();
        let after = &rest[at + what.len()..];
        let starts = before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':' && c != '.');
        if starts && after.starts_with("::") {
            return true;
        }
        rest = after;
    }
    false
}

/// Layers that a line reaches through `crate::`, also in grouped imports of one line.
fn reached(line: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    for layer in LAYERS {
        let direct = format!("crate::{layer}::");
        let ends = [format!("crate::{layer};"), format!("crate::{layer} ")];
        if line.contains(&direct) || ends.iter().any(|end| line.contains(end.as_str())) {
            found.push(layer);
        }
    }
    if let Some((_, group)) = line.split_once("use crate::{") {
        for layer in LAYERS {
            let named = group.split([',', '{', '}', ' ', ';']).any(|part| {
                part == layer || part.strip_prefix(layer).is_some_and(|rest| rest.starts_with("::"))
            });
            if named {
                found.push(layer);
            }
        }
    }
    found
}

#[test]
fn a_layer_uses_only_those_below_it() {
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        let Some(own) = LAYERS.iter().position(|layer| file.starts_with(&format!("{layer}/"))) else {
            continue;
        };
        for (line, content) in code(&text) {
            for layer in reached(content) {
                let other = LAYERS.iter().position(|known| *known == layer).expect("a layer");
                if other > own {
                    wrong.push(format!("src/{file}:{line} uses {layer}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "layers that reach up:\n{}", wrong.join("\n"));
}

#[test]
fn outside_crates_and_powers_stay_in_their_places() {
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        let within = |places: &[&str]| {
            places.iter().any(|place| file.starts_with(&format!("{place}/")) || file == format!("{place}.rs"))
        };
        for (line, content) in code(&text) {
            for (name, places) in KEPT_IN {
                if names(content, name) && !within(places) {
                    wrong.push(format!("src/{file}:{line} names {name}"));
                }
            }
            for (power, places) in OUTSIDE {
                let used = content.match_indices(power).any(|(at, _)| {
                    let before = content[..at].chars().next_back();
                    before.is_none_or(|c| !c.is_alphanumeric() && c != '_')
                });
                if used && !within(places) && file != "main.rs" {
                    wrong.push(format!("src/{file}:{line} uses {power}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "outside their places:\n{}", wrong.join("\n"));
}

#[test]
fn files_stay_short() {
    const MOST: usize = 600;
    let long: Vec<String> = sources()
        .into_iter()
        .map(|(file, text)| (file, text.lines().count()))
        .filter(|(_, lines)| *lines > MOST)
        .map(|(file, lines)| format!("src/{file}: {lines} lines"))
        .collect();
    assert!(long.is_empty(), "split these:\n{}", long.join("\n"));
}

/// Files that are one thing that refers to itself: an expression holds texts and dice, and these hold expressions.
const CIRCLE: [&str; 3] = ["syntax/ast/dice.rs", "syntax/ast/expr.rs", "syntax/ast/text.rs"];

#[test]
fn files_do_not_use_each_other_in_a_circle() {
    let sources = sources();
    let files = super::circles::Files::read(&sources);
    let known = |circle: &Vec<&str>| circle.iter().all(|file| CIRCLE.contains(file));
    let circles: Vec<String> =
        files.circles().iter().filter(|circle| !known(circle)).map(|circle| circle.join(", ")).collect();
    assert!(circles.is_empty(), "move what these share below them:\n{}", circles.join("\n"));
}

/// The longest a function may be, in lines.
const LONGEST: usize = 80;

/// The functions of a text but for its unit tests: name and lines. A function ends where a brace stands below its beginning.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let own = text.split("\nmod tests {").next().unwrap_or("");
    let lines: Vec<&str> = own.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let Some((before, after)) = code.split_once("fn ").filter(|_| !code.starts_with("//")) else {
            continue;
        };
        let marks = before.split_whitespace().all(|word| {
            word.starts_with("pub") || ["const", "async", "unsafe"].contains(&word) || word.ends_with(')')
        });
        if !marks || line.ends_with(';') || line.ends_with('}') {
            continue;
        }
        let end = format!("{}}}", &line[..line.len() - code.len()]);
        let length = lines[at..].iter().position(|line| *line == end).map_or(1, |end| end + 1);
        found.push((after.split(['(', '<']).next().unwrap_or(""), length));
    }
    found
}

#[test]
fn functions_stay_short() {
    let mut long = Vec::new();
    for (file, text) in sources() {
        let found = functions(&text).into_iter().filter(|(_, lines)| *lines > LONGEST);
        long.extend(found.map(|(name, lines)| format!("src/{file}: {name}, {lines} lines")));
    }
    assert!(long.is_empty(), "split these:\n{}", long.join("\n"));
}

/// What the guide names is where it says: each path, and each name that stands behind the path of a file.
#[test]
fn the_guide_names_what_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("the guide");
    let spans: Vec<&str> = guide.split('`').collect();
    let is_path = |span: &str| {
        let first = span.split('/').next().unwrap_or("");
        span.contains('/') && !span.contains([' ', '…']) && root.join(first).is_dir() && !first.is_empty()
    };
    let mut gone = Vec::new();
    let mut paths = 0;
    for (at, span) in spans.iter().enumerate().skip(1).step_by(2).filter(|(_, span)| is_path(span)) {
        // What is kept there when something is found is made on the way.
        if span.starts_with("target/") {
            continue;
        }
        paths += 1;
        let path = root.join(span);
        if !path.exists() {
            gone.push((*span).to_owned());
        }
        let Some((&", ", name)) = spans.get(at + 1).zip(spans.get(at + 2)) else { continue };
        let name = name.rsplit("::").next().unwrap_or(name);
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if path.is_file() && is_name && !fs::read_to_string(&path).expect("text").contains(name) {
            gone.push(format!("{span}, {name}"));
        }
    }
    assert!(paths > 40, "only {paths} paths are seen");
    assert!(gone.is_empty(), "CONTRIBUTING.md names what is not there:\n{}", gone.join("\n"));
}
