//! What is mangled: everything that is written in this project, and papers of other programs.

use std::path::{Path, PathBuf};

use super::Input;
use super::mangle::{Growing, Order, mangled, mangled_bytes};
use super::papers;
use super::play;
use crate::reaching_inside::judge::grow::Grower;

/// What a piece of the corpus is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Some definitions of a source.
    Code,
    /// An entry, an expression.
    Line,
    /// A Markdown text.
    Note,
    /// A paper of another program; the number of its ending in [`ENDINGS`].
    Foreign,
    /// A state of a campaign.
    State,
    /// The journal of a campaign.
    Journal,
}

/// A piece, and what it was taken from.
struct Piece {
    kind: Kind,
    bytes: Vec<u8>,
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Pieces to take from.
pub struct Corpus {
    pieces: Growing<Piece>,
    /// Lines of them all, to be spliced in.
    lines: Growing<String>,
}

/// All files below a folder of the project, in order.
fn below(folder: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                files.push(entry);
            }
        }
    }
    files.sort();
    files
}

fn ends(path: &Path, ends: &[&str]) -> bool {
    path.extension().is_some_and(|found| ends.iter().any(|end| found == *end))
}

/// A source cut where definitions begin: after a blank line, at the margin.
fn definitions(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut blank = false;
    for line in text.split_inclusive('\n') {
        let begins = blank && !line.starts_with([' ', '\t', '\n', '|']);
        if begins {
            all.push(String::new());
        }
        all.last_mut().expect("there is one").push_str(line);
        blank = line.trim().is_empty();
    }
    all
}

/// The fenced blocks of a page.
fn blocks(page: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut open: Option<String> = None;
    for line in page.split_inclusive('\n') {
        match open.take() {
            Some(code) if line.starts_with("```") => all.push(code),
            Some(code) => open = Some(code + line),
            None => open = line.starts_with("```").then(String::new),
        }
    }
    all
}

/// What is said at a prompt on a page, without the prompt.
fn said(block: &str) -> impl Iterator<Item = &str> {
    block.lines().filter_map(|line| {
        let line = line.trim();
        line.strip_prefix("› ")
            .or_else(|| line.strip_prefix("$ tw odds "))
            .or_else(|| line.strip_prefix("$ tw "))
    })
}

impl Corpus {
    /// The pieces of these kinds.
    pub fn read(kinds: &[Kind]) -> Corpus {
        let mut corpus = Corpus { pieces: Growing::new(), lines: Growing::new() };
        for kind in kinds {
            match kind {
                Kind::Code => corpus.code(),
                Kind::Line => corpus.entries(),
                Kind::Note => corpus.notes(),
                Kind::Foreign => corpus.foreign(),
                Kind::State => corpus.add(Kind::State, play::states()),
                Kind::Journal => corpus.add(Kind::Journal, [papers::journal().to_vec()]),
            }
        }
        assert!(!corpus.pieces.is_empty());
        corpus
    }

    fn add<B: Into<Vec<u8>>>(&mut self, kind: Kind, pieces: impl IntoIterator<Item = B>) {
        for piece in pieces {
            let bytes = piece.into();
            let text = String::from_utf8_lossy(&bytes);
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            lines.for_each(|line| self.lines.push(line.to_owned()));
            self.pieces.push(Piece { kind, bytes });
        }
    }

    fn code(&mut self) {
        for folder in ["library", "examples", "tests/check", "tests/language", "tests/syntax"] {
            for path in below(folder).iter().filter(|path| ends(path, &["tw"])) {
                let text = std::fs::read_to_string(path).expect("a file");
                self.add(Kind::Code, definitions(&text));
            }
        }
        for page in below("docs").iter().filter(|path| ends(path, &["md"])) {
            self.add(Kind::Code, blocks(&std::fs::read_to_string(page).expect("a page")));
        }
        let faulty = crate::inside::faulty_sources().map(|(_, text)| text);
        self.add(Kind::Code, faulty);
    }

    fn entries(&mut self) {
        for path in below("tests").iter().filter(|path| ends(path, &["expr"])) {
            let text = std::fs::read_to_string(path).expect("a file");
            self.add(Kind::Line, text.lines().filter(|line| !line.is_empty()));
        }
        for path in below("tests/language") {
            let text = std::fs::read_to_string(path).expect("a file");
            self.add(Kind::Line, text.lines().filter_map(|line| line.trim().strip_prefix("expect ")));
        }
        for page in below("docs").iter().filter(|path| ends(path, &["md"])) {
            for block in blocks(&std::fs::read_to_string(page).expect("a page")) {
                self.add(Kind::Line, said(&block));
            }
        }
        let wrong = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong/lines.txt");
        self.add(Kind::Line, std::fs::read_to_string(wrong).expect("a file").lines());
        self.add(Kind::Line, (1..200).map(|seed| Grower::new(seed).question()));
    }

    fn notes(&mut self) {
        let mut pages = below("docs");
        pages.extend(below("examples"));
        pages.extend(below("tests/syntax"));
        pages.extend(below("tests/foreign"));
        pages.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"));
        for page in pages.iter().filter(|path| ends(path, &["md"])) {
            let text = std::fs::read_to_string(page).expect("a page");
            self.add(Kind::Note, text.split("\n## ").map(|part| format!("## {part}")));
        }
        self.add(Kind::Note, NOTES);
    }

    fn foreign(&mut self) {
        const ENDS: [&str; 6] = ["json", "db", "csv", "tsv", "txt", "anydice"];
        for path in below("tests/foreign").iter().filter(|path| ends(path, &ENDS)) {
            let text = std::fs::read_to_string(path).expect("a file");
            // The first line says what it is.
            let end = path.extension().expect("an ending").to_string_lossy();
            self.add(Kind::Foreign, [format!("{end}\n{text}")]);
        }
    }

    /// One input: some pieces, mangled.
    pub fn input(&self, order: &mut Order) -> Input {
        let first = self.pieces.one(order);
        if first.kind == Kind::Journal {
            return Input { kind: first.kind, bytes: mangled_bytes(first.bytes.clone(), order) };
        }
        let mut text = String::from_utf8_lossy(&first.bytes).into_owned();
        if matches!(first.kind, Kind::Code | Kind::Note) {
            for _ in 0..order.below(3) {
                let other = self.pieces.one(order);
                if other.kind == first.kind && text.len() + other.bytes.len() < 6_000 {
                    text.push_str("\n\n");
                    text.push_str(&String::from_utf8_lossy(&other.bytes));
                }
            }
        }
        for _ in 0..order.below(5) {
            text = mangled(text, &self.lines, order);
        }
        Input { kind: first.kind, bytes: text.into_bytes() }
    }
}

/// Notes with places to fill.
const NOTES: [&str; 3] = [
    "You find <!-- tw: 2d6 -->7<!-- /tw --> coins, <!-- tw once: d6 -->3<!-- /tw --> gems.\n",
    "# Cave\n\n<!-- tw: 3 times d6 -->\n- 1\n- 2\n<!-- /tw -->\n\n| a | b |\n|---|---|\n| 1 | <!-- tw: d6 -->2<!-- /tw --> |\n",
    "```\n<!-- tw: 1 -->\n```\r\n> <!-- tw: \"a | b\" --><!-- /tw -->\r\n\r\n- <!-- tw: d4 -->\r\n\r\n  <!-- /tw -->\r\n",
];
