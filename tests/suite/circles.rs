//! Which file of the sources uses which, read from their text: from `use` lines, and from paths that begin with
//! `crate` or `super`.

use std::collections::{BTreeMap, BTreeSet};

/// A module's path from the crate's root.
type Path = Vec<String>;

/// What one file says of others.
struct File {
    name: String,
    /// What it uses, by absolute paths.
    uses: Vec<Path>,
    /// What it hands on under a name of its own.
    hands_on: BTreeMap<String, Path>,
    /// Its text without `use` and `mod` lines.
    body: String,
}

/// The files of a crate by their modules.
pub struct Files(BTreeMap<Path, File>);

impl Files {
    /// Reads the files, each with its name below `src`.
    pub fn read(sources: &[(String, String)]) -> Files {
        let modules: BTreeMap<Path, &(String, String)> = sources
            .iter()
            .filter(|(name, _)| name != "main.rs" && !name.ends_with("tests.rs"))
            .map(|source| (module_of(&source.0), source))
            .collect();
        let known: BTreeSet<&Path> = modules.keys().collect();
        let read = |(path, (name, text)): (&Path, &&(String, String))| {
            (path.clone(), File::read(name, text, path, &known))
        };
        Files(modules.iter().map(read).collect())
    }

    /// The files that reach each other, in groups.
    pub fn circles(&self) -> Vec<Vec<&str>> {
        let uses: BTreeMap<&Path, BTreeSet<&Path>> =
            self.0.iter().map(|(path, file)| (path, self.used_by(path, file))).collect();
        let reached: BTreeMap<&Path, BTreeSet<&Path>> =
            self.0.keys().map(|path| (path, reached_from(path, &uses))).collect();
        let mut circles: Vec<Vec<&str>> = Vec::new();
        let mut told: BTreeSet<&Path> = BTreeSet::new();
        for (path, others) in &reached {
            let back: Vec<&Path> =
                others.iter().copied().filter(|other| reached[*other].contains(*path)).collect();
            if back.len() > 1 && told.insert(path) {
                told.extend(&back);
                circles.push(back.iter().map(|path| self.0[*path].name.as_str()).collect());
            }
        }
        circles
    }

    /// The files that a file uses. What it only hands on is its users' business.
    fn used_by(&self, path: &Path, file: &File) -> BTreeSet<&Path> {
        let mut named: BTreeMap<&Path, Vec<&str>> = BTreeMap::new();
        for used in &file.uses {
            if let Some(to) = self.home_of(used, 0).filter(|to| *to != path) {
                named.entry(to).or_default().push(used.last().map_or("", String::as_str));
            }
        }
        let needed = |name: &&str| !file.hands_on.contains_key(*name) || is_word_of(&file.body, name);
        named.into_iter().filter(|(_, names)| names.iter().any(needed)).map(|(to, _)| to).collect()
    }

    /// The module in which something stands, wherever it is handed on.
    fn home_of(&self, path: &[String], depth: usize) -> Option<&Path> {
        const HANDED_ON: usize = 6;
        let (module, file) = (0..=path.len()).rev().find_map(|end| self.0.get_key_value(&path[..end]))?;
        let handed = path.get(module.len()).and_then(|name| file.hands_on.get(name));
        match handed {
            Some(further) if depth < HANDED_ON => self.home_of(further, depth + 1),
            Some(_) | None => Some(module),
        }
    }
}

impl File {
    fn read(name: &str, text: &str, path: &[String], known: &BTreeSet<&Path>) -> File {
        let text = text.split("\nmod tests {").next().unwrap_or("");
        let mut file =
            File { name: name.to_owned(), uses: Vec::new(), hands_on: BTreeMap::new(), body: String::new() };
        let mut lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        while let Some(line) = lines.next() {
            let (public, rest) = unmarked(line.trim_start());
            if let Some(first) = rest.strip_prefix("use ") {
                let mut used = first.to_owned();
                while !used.contains(';') {
                    used.push_str(lines.next().expect("a `use` ends").trim());
                }
                for part in expanded(used.split(';').next().unwrap_or("")) {
                    let Some(target) = absolute(path, &part, known) else { continue };
                    if let Some(last) = target.last().filter(|_| public) {
                        file.hands_on.insert(last.clone(), target.clone());
                    }
                    file.uses.push(target);
                }
            } else if !(rest.starts_with("mod ") && rest.ends_with(';')) {
                file.uses.extend(paths_in(rest).iter().filter_map(|part| absolute(path, part, known)));
                file.body.push_str(rest);
                file.body.push('\n');
            }
        }
        file
    }
}

fn module_of(name: &str) -> Path {
    let name = name.strip_suffix(".rs").unwrap_or(name);
    let name = if name == "lib" { "" } else { name.strip_suffix("/mod").unwrap_or(name) };
    name.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn reached_from<'a>(from: &'a Path, uses: &BTreeMap<&'a Path, BTreeSet<&'a Path>>) -> BTreeSet<&'a Path> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from];
    while let Some(path) = next.pop() {
        for to in &uses[path] {
            if reached.insert(*to) {
                next.push(to);
            }
        }
    }
    reached
}

/// A line without its `pub…`, and whether it had one.
fn unmarked(line: &str) -> (bool, &str) {
    let Some(rest) = line.strip_prefix("pub") else { return (false, line) };
    match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((_, rest)) => (true, rest.trim_start()),
        None => (rest.starts_with(' '), rest.trim_start()),
    }
}

/// `a::{b, c::d}` as `a::b` and `a::c::d`.
fn expanded(written: &str) -> Vec<String> {
    let written = written.trim();
    let Some((head, group)) = written.strip_suffix('}').and_then(|rest| rest.split_once('{')) else {
        return vec![written.split(" as ").next().unwrap_or("").trim().to_owned()];
    };
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("there is always one").push(c);
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expanded(part)).map(|part| format!("{head}{part}")).collect()
}

/// Paths in a line of code that begin with `crate` or `super`.
fn paths_in(line: &str) -> Vec<String> {
    let line = line.split("(in ").map(|part| part.trim_start_matches("crate::")).collect::<String>();
    let pieces = line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    let paths = pieces.filter(|piece| piece.starts_with("crate::") || piece.starts_with("super::"));
    paths.map(|piece| piece.trim_end_matches(':').to_owned()).collect()
}

/// A path from the crate's root; `None` for what is outside.
fn absolute(module: &[String], written: &str, known: &BTreeSet<&Path>) -> Option<Path> {
    let mut parts: Vec<&str> = written.split("::").map(str::trim).collect();
    let mut from = module.to_vec();
    match *parts.first()? {
        "crate" => {
            from.clear();
            parts.remove(0);
        }
        "self" => drop(parts.remove(0)),
        "super" => {
            while parts.first() == Some(&"super") {
                from.pop();
                parts.remove(0);
            }
        }
        first => {
            from.push(first.to_owned());
            if !known.contains(&from) {
                return None;
            }
            parts.remove(0);
        }
    }
    from.extend(parts.into_iter().filter(|part| *part != "*" && *part != "self").map(str::to_owned));
    Some(from)
}

fn is_word_of(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

#[test]
fn a_circle_is_found() {
    let source = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let files = Files::read(&[
        source("lib.rs", "mod a;"),
        source("a/mod.rs", "mod b;\nmod c;\npub use b::B;\n"),
        source("a/b.rs", "use super::{c::{C, D}};\n"),
        source("a/c.rs", "fn f() { let b = super::B; }\n"),
        source("d.rs", "use crate::a::B;\n"),
    ]);
    assert_eq!(files.circles(), [["a/b.rs", "a/c.rs"]]);
}
