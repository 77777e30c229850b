//! The layout of a source: which lines there are, which go on, and how deep their brackets are.
//!
//! A line of code goes on while a bracket is open, after an operator, and where the next line begins with a word
//! that joins, such as `and`, `where`, or the `else` that its `if` still needs. Rows of tables do not: one line is one row. So whoever reads the lines says
//! which he wants.

use std::ops::Range;

/// The deepest nesting of brackets and blocks that is read.
pub(crate) const MAX_NESTING: usize = 100;

/// The lines of a text, read from the front.
#[derive(Debug, Clone)]
pub(crate) struct Lines<'t> {
    text: &'t str,
    at: usize,
    /// Where the line that begins at `at` ends.
    end: usize,
}

/// A line of code with all that belongs to it.
#[derive(Debug, Clone)]
pub(crate) struct CodeLine {
    /// Its bytes, without the last line break.
    pub range: Range<usize>,
    /// Whether it wanted to go on when the text, or the reader's patience, ended.
    pub open: bool,
    /// Where its brackets are nested too deep to be read.
    pub too_deep: Option<usize>,
}

impl<'t> Lines<'t> {
    /// The lines of `text` from byte `at` on.
    pub(crate) fn new(text: &'t str, at: usize) -> Lines<'t> {
        Lines { text, at, end: end_of_line(text, at) }
    }

    /// Where the next line begins.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Goes on from another place.
    pub(crate) fn go_to(&mut self, at: usize) {
        *self = Lines::new(self.text, at);
    }

    /// The next line as it stands, without its line break, and left where it is.
    pub(crate) fn peek(&self) -> Option<Range<usize>> {
        (self.at < self.text.len()).then_some(self.at..self.end)
    }

    /// The next line as it stands, without its line break.
    pub(crate) fn take(&mut self) -> Option<Range<usize>> {
        let line = self.peek()?;
        self.go_to((line.end + 1).min(self.text.len()));
        Some(line)
    }

    /// The next line of code, with the lines on which it goes on.
    pub(crate) fn take_code(&mut self) -> Option<CodeLine> {
        let first = self.take()?;
        let mut scan = BracketScan::default();
        scan.line(self.text, first.clone());
        let mut end = first.end;
        let mut open = scan.goes_on();
        let head = self.peek().is_some_and(|next| heads_lines(&self.text[first.clone()], &self.text[next]));
        let is_row = |line: &Range<usize>| self.text[line.clone()].trim_start().starts_with('|');
        let rows = is_row(&first);
        let mut branches = Branches::default();
        while let Some(next) = self.peek().filter(|next| !head && (!rows || is_row(next))) {
            if !open && !goes_on_below(&self.text[first.start..end], &self.text[next.clone()], &mut branches)
            {
                break;
            }
            if open && begins_anew(&self.text[next.clone()]) {
                break;
            }
            self.take();
            scan.line(self.text, next.clone());
            end = next.end;
            open = scan.goes_on();
        }
        open &= !head && !rows;
        let code = &self.text[first.start..end];
        open |= self.peek().is_none()
            && ["then", "else"].iter().any(|word| goes_on_below(code, word, &mut branches));
        Some(CodeLine { range: first.start..end, open, too_deep: scan.too_deep })
    }
}

/// Whether the next line goes on with this one: it begins with a word that joins, or with the `then` or `else`
/// that an `if` on this line still needs, as in `let x = if c then a` and below it `else b`. A statement `if` has
/// its own way with an `else`.
fn goes_on_below(code: &str, next: &str, branches: &mut Branches) -> bool {
    // Most lines begin with another letter than these words.
    if !next.trim_start().starts_with(['a', 'o', 'w', 'g', 't', 'e']) {
        return false;
    }
    let first = next.split(|c: char| !is_word_char(c)).find(|word| !word.is_empty());
    let Some(word) = first.filter(|word| next.trim_start().starts_with(word)) else { return false };
    // Nothing begins with these.
    if matches!(word, "and" | "or" | "where" | "given" | "otherwise") {
        return !code.trim().is_empty()
            && !next.trim_start()[word.len()..].trim_start().starts_with(['=', ':', '(']);
    }
    if !matches!(word, "then" | "else") {
        return false;
    }
    let begins_with = code.split(|c: char| !is_word_char(c)).find(|word| !word.is_empty());
    if matches!(begins_with, Some("if" | "else" | "when" | "timer" | "every")) {
        return false;
    }
    branches.count(code);
    if word == "then" { branches.ifs > branches.thens } else { branches.thens > branches.elses }
}

/// How often the words of an `if` stand in code that grows by whole lines; each of them is looked at once.
#[derive(Default)]
struct Branches {
    /// The bytes that are counted.
    counted: usize,
    ifs: usize,
    thens: usize,
    elses: usize,
}

impl Branches {
    fn count(&mut self, code: &str) {
        for word in code_words(&code[self.counted.min(code.len())..]) {
            self.ifs += usize::from(word == "if");
            self.thens += usize::from(word == "then");
            self.elses += usize::from(word == "else");
        }
        self.counted = code.len();
    }
}

/// Whether this is the first line of a function of several lines, with an `=` that it does not need: statements
/// stand below it.
fn heads_lines(code: &str, next: &str) -> bool {
    if !code.trim_start().starts_with("fn ") || !code.trim_end().ends_with('=') {
        return false;
    }
    let mut words = code_words(next).filter(|word| !word.is_empty());
    match words.next() {
        Some("let" | "return" | "for" | "repeat" | "say" | "do") => true,
        Some("if") => {
            let rest: Vec<&str> = words.collect();
            rest.contains(&"return") || !rest.contains(&"then")
        }
        _ => false,
    }
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The words of code, without those in texts and comments.
fn code_words(code: &str) -> impl Iterator<Item = &str> {
    let mut pieces = Vec::new();
    for line in code.lines() {
        for (at, piece) in line.split('"').enumerate() {
            // What stands between two quotes is text.
            if at % 2 == 0 {
                let (code, comment) = piece.split_once('#').map_or((piece, false), |(code, _)| (code, true));
                pieces.push(code);
                if comment {
                    break;
                }
            }
        }
    }
    pieces.into_iter().flat_map(|piece| piece.split(|c: char| !is_word_char(c)))
}

/// Where the line ends in which byte `at` stands.
fn end_of_line(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |length| at + length)
}

/// Whether a line begins something new even where a bracket is open or an operator comes last: a definition at the left
/// edge, an `end`, or a statement that is no value. It keeps a forgotten bracket from swallowing the rest of the file,
/// and a forgotten value from taking the `end` of its block.
fn begins_anew(line: &str) -> bool {
    /// Words that begin statements and stand in no value, where another word or a text is behind them.
    const DOING: [&str; 11] =
        ["apply", "ask", "choose", "do", "improve", "let", "note", "repeat", "return", "say", "worsen"];
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or("");
    let acts = words.next().is_some_and(|next| next.starts_with(|c: char| c.is_alphanumeric() || c == '"'));
    first == "end" || begins_definition(line) || DOING.contains(&first) && acts
}

/// The words that begin a definition.
pub(crate) const HEADS: [&str; 20] = [
    "table",
    "chart",
    "deck",
    "each",
    "fn",
    "procedure",
    "option",
    "keep",
    "unit",
    "symbols",
    "words",
    "ladder",
    "sheet",
    "roster",
    "stub",
    "change",
    "policy",
    "test",
    "use",
    "rules",
];

/// Whether a line at the left edge begins a definition.
pub(crate) fn begins_definition(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("");
    let after_is_name = line.split_whitespace().nth(1).is_some_and(|word| !word.starts_with(['=', '.', ',']));
    !line.starts_with([' ', '\t']) && (HEADS.contains(&first) || first == "let") && after_is_name
}

/// Stands for the text of a row among the closing brackets: nothing in the row closes it.
const ROW: u8 = 0;

/// The bytes at which a scan of brackets has to look. Most are others.
const MEANS_SOMETHING: [bool; 256] = {
    let mut means = [false; 256];
    let bytes = b"\\\"#([{)]} \t\r";
    let mut at = 0;
    while at < bytes.len() {
        means[bytes[at] as usize] = true;
        at += 1;
    }
    means
};

/// What is open after the lines read so far.
#[derive(Debug, Default)]
struct BracketScan {
    /// Closing brackets awaited, and where each was opened; `"` for text in quotes, [`ROW`] for the text of a row.
    opened: Vec<(u8, usize)>,
    /// Where a text without a closing quote began.
    open_quote: Option<usize>,
    too_deep: Option<usize>,
    /// The last word or sign of code was an operator.
    after_operator: bool,
}

impl BracketScan {
    /// The closing bracket that is awaited next.
    fn awaited(&self) -> Option<u8> {
        self.opened.last().map(|(closer, _)| *closer)
    }

    fn is_in_text(&self) -> bool {
        matches!(self.awaited(), Some(b'"' | ROW))
    }

    fn goes_on(&self) -> bool {
        !self.opened.is_empty() || self.after_operator
    }

    /// Reads one line. Text never goes past the end of its line.
    fn line(&mut self, text: &str, range: Range<usize>) {
        let bytes = text.as_bytes();
        let mut at = range.start;
        let mut code_end = None;
        let mut last = None;
        let mut in_text = self.is_in_text();
        while at < range.end {
            let byte = bytes[at];
            if !MEANS_SOMETHING[usize::from(byte)] {
                if !in_text {
                    last = Some(at);
                }
                at += 1;
                continue;
            }
            match byte {
                b'\\' if in_text => at += 1,
                b'"' if self.awaited() == Some(b'"') => {
                    self.close();
                    last = Some(at);
                }
                b'{' if in_text => self.open(b'}', at),
                _ if in_text => {}
                b'#' => {
                    code_end = Some(at);
                    break;
                }
                b'"' => {
                    self.open(b'"', at);
                    last = Some(at);
                }
                b'(' => self.open(b')', at),
                b'[' => self.open(b']', at),
                b'{' => self.open(b'}', at),
                b')' | b']' | b'}' if self.awaited() == Some(byte) => {
                    self.close();
                    last = Some(at);
                }
                b' ' | b'\t' | b'\r' => {}
                _ => last = Some(at),
            }
            at += 1;
            in_text = self.is_in_text();
        }
        if let Some(quote) = self.opened.iter().position(|(closer, _)| *closer == b'"') {
            self.open_quote = self.open_quote.or(self.opened.get(quote).map(|(_, at)| *at));
            self.opened.truncate(quote);
        }
        let code = &text[range.start..last.map_or(range.start, |last| floor_boundary(text, last + 1))];
        if last.is_some() {
            self.after_operator = ends_with_operator(code);
        } else if code_end.is_none() {
            // A blank line ends what only an operator kept going.
            self.after_operator = false;
        }
    }

    fn open(&mut self, closer: u8, at: usize) {
        if self.opened.len() >= MAX_NESTING {
            self.too_deep.get_or_insert(at);
        }
        self.opened.push((closer, at));
    }

    fn close(&mut self) {
        self.opened.pop();
    }
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while at < text.len() && !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Whether a line of code ends so that its sense must go on.
fn ends_with_operator(code: &str) -> bool {
    const WORDS: &[&str] = &["and", "or", "not", "mod", "is", "in", "has", "where", "given", "otherwise"];
    // `x++` and `x--` are whole lines of other languages, and so is what ends a comment there.
    if ["++", "--", "*/", "-->"].iter().any(|end| code.ends_with(end)) {
        return false;
    }
    if code.ends_with(['+', '*', '/', ',', '=', '<', '×', '|']) {
        return true;
    }
    if code.ends_with('-') || code.ends_with('−') || code.ends_with('>') {
        return true;
    }
    let start = code.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
    let (before, word) = code.split_at(start);
    // `moor.where` is a column.
    WORDS.contains(&word) && start > 0 && !before.ends_with('.')
}

/// Where the brackets of a piece of text are nested too deep, in the live parts of rows and cells.
pub(crate) fn too_deep_in_text(text: &str) -> Option<usize> {
    if rough_depth(text) <= MAX_NESTING {
        return None;
    }
    let mut scan = BracketScan { opened: vec![(ROW, 0)], ..BracketScan::default() };
    scan.line(text, 0..text.len());
    scan.too_deep
}

/// The same for code in one piece.
pub(crate) fn too_deep_in_code(text: &str) -> Option<usize> {
    if rough_depth(text) <= MAX_NESTING { None } else { scanned(text).too_deep }
}

/// Where a text in quotes begins that its line does not close.
pub(crate) fn open_quote(text: &str) -> Option<usize> {
    scanned(text).open_quote
}

/// The innermost bracket that nothing closes, and what would close it.
pub(crate) fn open_bracket(text: &str) -> Option<(usize, &'static str)> {
    let scan = scanned(text);
    let (closer, at) = scan.opened.last()?;
    let closer = match closer {
        b')' => ")",
        b']' => "]",
        _ => "}",
    };
    Some((*at, closer))
}

fn scanned(text: &str) -> BracketScan {
    let mut scan = BracketScan::default();
    let mut lines = Lines::new(text, 0);
    while let Some(line) = lines.take() {
        scan.line(text, line);
    }
    scan
}

/// Whether there are more than `most` words that may hold one of their kind without a bracket, as in
/// `if a then if b …` and `every 1 hour every 1 minute …`.
pub(crate) fn has_nesting_words<'t>(text: &'t str, most: usize) -> bool {
    // Neither has a text room for them that is too short, and their first letters tell quickly that there are not.
    if text.len() / "if ".len() < most {
        return false;
    }
    let begins = |pair: &&[u8]| {
        matches!(
            **pair,
            [b'i', b'f'] | [b's', b'o'] | [b'g', b'r'] | [b'e', b'v'] | [b't', b'i'] | [b'w', b'h']
        )
    };
    if text.as_bytes().windows(2).filter(begins).count() <= most {
        return false;
    }
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let nests = |before: &mut &'t str, word: &'t str| {
        let before = std::mem::replace(before, word);
        // A policy has a `when` for each of its answers, which hold nothing of their kind.
        Some(
            matches!(word, "if" | "sort" | "groups" | "every" | "timer")
                || word == "when" && before == "then",
        )
    };
    words.scan("", nests).filter(|nests| *nests).count() > most
}

/// The deepest that brackets of any kind stand within each other, whatever they mean. Cheap, and never
/// less than the true depth; for choosing how much stack to take.
pub(crate) fn rough_depth(text: &str) -> usize {
    /// A step down for each opening bracket, and back for each closing one.
    const STEPS: [isize; 256] = {
        let mut steps = [0; 256];
        let (open, close) = (b"([{", b")]}");
        let mut at = 0;
        while at < open.len() {
            steps[open[at] as usize] = 1;
            steps[close[at] as usize] = -1;
            at += 1;
        }
        steps
    };
    /// Of so many bytes it is seen at once that nothing among them is a bracket, as it mostly is.
    const CHUNK: usize = 16;
    let counts = |byte: u8| matches!(byte, b'(' | b'[' | b'{' | b')' | b']' | b'}' | b'\\');
    let (mut depth, mut deepest, mut escaped) = (0isize, 0, false);
    for chunk in text.as_bytes().chunks(CHUNK) {
        if !chunk.iter().fold(false, |found, byte| found | counts(*byte)) {
            escaped = false;
            continue;
        }
        for byte in chunk {
            // What a backslash stands before is text wherever the grammar allows for it.
            let step = if escaped { 0 } else { STEPS[usize::from(*byte)] };
            escaped = *byte == b'\\' && !escaped;
            depth = (depth + step).max(0);
            deepest = deepest.max(depth);
        }
    }
    deepest.unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        let mut lines = Lines::new(text, 0);
        std::iter::from_fn(|| lines.take_code()).map(|line| &text[line.range]).collect()
    }

    #[test]
    fn lines_go_on_in_brackets_and_after_operators() {
        assert_eq!(pieces("a = (1\n + 2)\nb"), ["a = (1\n + 2)", "b"]);
        assert_eq!(pieces("a = 1 +\n  2\nb"), ["a = 1 +\n  2", "b"]);
        assert_eq!(pieces("say \"(\"\nb"), ["say \"(\"", "b"]);
        assert_eq!(pieces("say \"{f(\"a\")}\"\nb"), ["say \"{f(\"a\")}\"", "b"]);
        assert_eq!(pieces("f( # (\n 1)\nb"), ["f( # (\n 1)", "b"]);
        // Rows without their table end with the last of them.
        assert_eq!(pieces("| a | (b |\n| c |\nend"), ["| a | (b |\n| c |", "end"]);
    }

    #[test]
    fn an_if_goes_on_with_its_else() {
        assert_eq!(pieces("f = if a then b\n  else c\nd"), ["f = if a then b\n  else c", "d"]);
        assert_eq!(
            pieces("f = if a\nthen b\nelse if c then d\nelse e"),
            ["f = if a\nthen b\nelse if c then d\nelse e"]
        );
        assert_eq!(pieces("f = if a then b else c\nelse d"), ["f = if a then b else c", "else d"]);
        assert_eq!(pieces("if a then b\nelse c"), ["if a then b", "else c"]);
        assert_eq!(pieces("say \"if a then b\"\nelse c"), ["say \"if a then b\"", "else c"]);
        assert_eq!(pieces("a = b\n  where b = 1\n  and c\nd"), ["a = b\n  where b = 1\n  and c", "d"]);
        assert_eq!(pieces("x = 1 # if a then b\nelse c"), ["x = 1 # if a then b", "else c"]);
    }

    #[test]
    fn a_forgotten_bracket_does_not_swallow_the_next_definition() {
        assert_eq!(pieces("let a = (1\ntable t\nb"), ["let a = (1", "table t", "b"]);
    }

    #[test]
    fn nesting_is_counted() {
        let deep = "(".repeat(MAX_NESTING + 1);
        assert_eq!(too_deep_in_code(&deep), Some(MAX_NESTING));
        assert_eq!(too_deep_in_code(&"(".repeat(MAX_NESTING)), None);
    }
}
