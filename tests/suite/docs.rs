//! Every example in the documentation runs.
//!
//! - A fenced `tw` block is run as a script with seed 7, in the page's folder. The `output` block right
//!   after it, if there is one, is what it prints.
//! - `tw continues` runs after the blocks above it, back to the last that does not continue.
//! - `tw fails=TW0301` must be refused with that code; its `output` block is the report.
//! - `tw defaults` takes every prompt's default.
//! - A block with `file=NAME` stays in the page's folder under that name, whatever its language.
//! - In a `console` block each `$ tw …` line is run in the page's folder, and what stands below it is
//!   what it prints.
//! - A `session` block is typed into a session with seed 7, and holds what the screen shows: what stands
//!   behind the prompt is typed, for a table the lines up to the first blank one. `load=FILE` starts it
//!   with a file, `save=FOLDER` keeps a campaign, or goes on with it.
//!
//! `TW_BLESS=1 cargo test --test suite docs::` writes what was printed into the pages.

use crate::support::session;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A fenced block of a page: its lines are those between `open` and `close`, counted from 0.
struct Block {
    info: Vec<String>,
    open: usize,
    close: usize,
    text: String,
}

impl Block {
    fn is(&self, language: &str) -> bool {
        self.info.first().is_some_and(|word| word == language)
    }

    fn has(&self, tag: &str) -> bool {
        self.info.iter().skip(1).any(|word| word == tag)
    }

    fn value(&self, tag: &str) -> Option<&str> {
        self.info.iter().find_map(|word| word.strip_prefix(tag)?.strip_prefix('='))
    }
}

/// The fenced blocks of a page. A fence may be longer than three backticks, to hold others.
fn blocks(page: &str) -> Vec<Block> {
    let lines: Vec<&str> = page.lines().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let fence = lines[at].len() - lines[at].trim_start_matches('`').len();
        if fence < 3 {
            at += 1;
            continue;
        }
        let info = lines[at][fence..].split_whitespace().map(str::to_owned).collect();
        let close = (at + 1..lines.len())
            .find(|&line| lines[line].len() == fence && lines[line].chars().all(|c| c == '`'))
            .unwrap_or_else(|| panic!("line {}: a fence that nothing closes", at + 1));
        let text = lines[at + 1..close].iter().map(|line| format!("{line}\n")).collect();
        found.push(Block { info, open: at, close, text });
        at = close + 1;
    }
    found
}

/// What a command printed, both streams as they came, and its exit status.
struct Ran {
    text: String,
    status: i32,
}

fn tw(args: &[String], folder: &Path, input: &str) -> Ran {
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tw"));
    command.args(args).current_dir(folder);
    for name in ["NO_COLOR", "COLUMNS", "CLICOLOR_FORCE", "TW_SEED"] {
        command.env_remove(name);
    }
    command
        .env("XDG_DATA_HOME", folder.join(".data"))
        .env("XDG_CONFIG_HOME", folder.join(".config"))
        .env("XDG_STATE_HOME", folder.join(".state"));
    command.stdin(Stdio::piped()).stderr(writer.try_clone().expect("a second end")).stdout(writer);
    let mut child = command.spawn().expect("tw starts");
    drop(command);
    let mut stdin = child.stdin.take().expect("standard input");
    // A command that does not read its input closes it, which is no failure of the example.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let mut text = Vec::new();
    reader.read_to_end(&mut text).expect("output");
    let status = child.wait().expect("an end").code().unwrap_or(-1);
    let text = String::from_utf8(text).expect("output in UTF-8");
    Ran { text: trimmed(&text), status }
}

/// Without spaces at the ends of lines and without blank lines at either end.
fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |at| at + 1);
    lines[first..last].iter().map(|line| format!("{line}\n")).collect()
}

/// A command line as a shell would split it: words, quotes, and `<` and `>` for files.
struct Line {
    words: Vec<String>,
    input: Option<String>,
    output: Option<String>,
}

fn split(line: &str) -> Line {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    let mut taken = |sign: &str| {
        let at = words.iter().position(|word| word == sign)?;
        let file = words.get(at + 1).cloned();
        words.drain(at..at + 2);
        file
    };
    let (input, output) = (taken("<"), taken(">"));
    Line { words, input, output }
}

/// A page under test, with the replacements that blessing would make.
struct Page {
    name: String,
    path: PathBuf,
    folder: tempfile::TempDir,
    failures: Vec<String>,
    replaced: Vec<(usize, usize, String)>,
}

impl Page {
    fn fail(&mut self, line: usize, what: &str) {
        self.failures.push(format!("{}:{}: {what}", self.name, line + 1));
    }

    fn compare(&mut self, expected: &Block, printed: &str) {
        if trimmed(&expected.text) == printed {
            return;
        }
        self.replaced.push((expected.open + 1, expected.close, printed.to_owned()));
        let wanted = &expected.text;
        self.fail(expected.open, &format!("this is printed:\n{printed}instead of:\n{wanted}"));
    }

    /// Runs a script under the name of its block.
    fn run(&self, block: &Block, script: &str) -> Ran {
        let file = block.value("file").unwrap_or("example.tw");
        fs::write(self.folder.path().join(file), script).expect("a file");
        let mut args = vec!["run", file, "--seed", "7", "-q", "--width", "80"];
        if block.has("defaults") {
            args.push("--defaults");
        }
        tw(&args.into_iter().map(str::to_owned).collect::<Vec<_>>(), self.folder.path(), "")
    }

    /// Checks and runs a block; `before` are the blocks that it continues.
    fn script(&mut self, block: &Block, before: &str, expected: Option<&Block>) {
        let whole = format!("{before}{}", block.text);
        let ran = self.run(block, &whole);
        let mut printed = ran.text;
        if let Some(code) = block.value("fails") {
            if ran.status == 0 || !printed.contains(code) {
                self.fail(
                    block.open,
                    &format!("not refused with {code} (status {}):\n{printed}", ran.status),
                );
            }
        } else if ran.status != 0 {
            self.fail(block.open, &format!("refused (status {}):\n{printed}", ran.status));
            return;
        }
        if !before.is_empty() {
            let earlier = self.run(block, before).text;
            printed = trimmed(printed.strip_prefix(earlier.as_str()).unwrap_or(&printed));
        }
        if let Some(expected) = expected {
            self.compare(expected, &printed);
        }
        if whole.lines().any(|line| line.starts_with("test ")) {
            self.tests(block, &whole);
        }
    }

    /// Runs the tests that stand in a script.
    fn tests(&mut self, block: &Block, script: &str) {
        let file = "tested.tw";
        fs::write(self.folder.path().join(file), script).expect("a file");
        let ran = tw(&["test".to_owned(), file.to_owned()], self.folder.path(), "");
        if ran.status != 0 {
            self.fail(block.open, &format!("a test fails:\n{}", ran.text));
        }
    }

    fn console(&mut self, block: &Block) {
        let mut printed = String::new();
        for line in block.text.lines() {
            let Some(command) = line.strip_prefix("$ ") else { continue };
            let line = split(command);
            if line.words.first().is_none_or(|word| word != "tw") {
                self.fail(block.open, &format!("not a command of tw: {command}"));
                continue;
            }
            let file = |name: &String| self.folder.path().join(name);
            let input = line.input.as_ref().map(|name| fs::read_to_string(file(name)).expect("the input"));
            let ran = tw(&line.words[1..], self.folder.path(), input.as_deref().unwrap_or(""));
            printed.push_str(&format!("$ {command}\n"));
            match &line.output {
                Some(name) => fs::write(file(name), &ran.text).expect("the output"),
                None => printed.push_str(&ran.text),
            }
        }
        self.compare(block, &printed);
    }

    #[cfg(unix)]
    fn session(&mut self, block: &Block) {
        let mut entries: Vec<String> = Vec::new();
        let mut open = false;
        for line in block.text.lines() {
            if let Some(typed) = session::behind_prompt(line) {
                entries.push(typed.to_owned());
                open = typed.starts_with("table ");
            } else if let Some(entry) = entries.last_mut().filter(|_| open) {
                entry.push('\n');
                entry.push_str(line);
                open = !line.is_empty();
            }
        }
        let mut args = vec!["repl", "--color", "never"];
        let save = block.value("save");
        // What was played before goes on with its own luck.
        if save.is_none_or(|folder| !self.folder.path().join(folder).exists()) {
            args.extend(["--seed", "7"]);
        }
        args.extend(block.value("load").into_iter().flat_map(|file| ["-f", file]));
        args.extend(save.into_iter().flat_map(|folder| ["--save", folder]));
        let shown = session::play(&args, self.folder.path(), &entries);
        // The greeting stands above the first prompt.
        let from_prompt = shown.lines().skip_while(|line| session::behind_prompt(line).is_none());
        let shown: Vec<&str> = from_prompt.collect();
        self.compare(block, &trimmed(&shown.join("\n")));
    }

    #[cfg(not(unix))]
    fn session(&mut self, _: &Block) {}

    fn bless(&self) {
        let page = fs::read_to_string(&self.path).expect("the page");
        let mut lines: Vec<&str> = page.lines().collect();
        for (from, to, text) in self.replaced.iter().rev() {
            lines.splice(from..to, text.lines());
        }
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&self.path, text).expect("the page is written");
    }
}

fn check_page(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = fs::read_to_string(&path).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    let mut page = Page { name: name.to_owned(), path, folder, failures: Vec::new(), replaced: Vec::new() };
    let blocks = blocks(&text);
    let mut before = String::new();
    for (nth, block) in blocks.iter().enumerate() {
        if let Some(file) = block.value("file") {
            fs::write(page.folder.path().join(file), &block.text).expect("a file");
        }
        if block.is("session") {
            page.session(block);
        }
        if block.is("console") {
            page.console(block);
        }
        if !block.is("tw") {
            continue;
        }
        let refused = block.value("fails").is_some();
        let continued = if block.has("continues") { before.as_str() } else { "" };
        let expected = blocks.get(nth + 1).filter(|next| next.is("output"));
        page.script(block, continued, expected);
        if refused {
            continue;
        }
        if !block.has("continues") {
            before.clear();
        }
        before.push_str(&block.text);
    }
    if std::env::var_os("TW_BLESS").is_some() {
        page.bless();
    }
    assert!(page.failures.is_empty(), "{}", page.failures.join("\n\n"));
}

macro_rules! pages {
    ($($test:ident $name:literal;)*) => {
        const PAGES: &[&str] = &[$($name),*];

        $(#[test]
        fn $test() {
            check_page($name);
        })*
    };
}

pages! {
    readme "README.md";
    coming_from "docs/coming_from.md";
    cookbook "docs/cookbook.md";
    editors "docs/editors.md";
    embedding "docs/embedding.md";
    evenings "docs/evenings.md";
    playing "docs/playing.md";
    reference "docs/reference.md";
    repl "docs/repl.md";
    rulesets "docs/rulesets.md";
    symptoms "docs/symptoms.md";
    tutorial "docs/tutorial.md";
    workbench "docs/workbench.md";
}

#[test]
fn every_page_is_tested() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut found: Vec<String> = fs::read_dir(docs)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .filter(|name| name.ends_with(".md"))
        .map(|name| format!("docs/{name}"))
        .collect();
    found.push("README.md".to_owned());
    found.sort();
    let mut listed = PAGES.to_vec();
    listed.sort_unstable();
    assert_eq!(found, listed);
}
