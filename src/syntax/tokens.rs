//! Tokens for colours: what each piece of a text looks like, even where it is wrong or unfinished.

use std::ops::Range;

use super::grammar::{Pair, Rule, parse};
use super::lines::{self, Lines};
use super::table_form::{RowForm, form_of, is_bare, leads_with_number};
use super::words;

/// A piece of text and what it looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// Its bytes.
    pub range: Range<usize>,
    /// What it looks like.
    pub class: TokenClass,
}

/// What a piece of text looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TokenClass {
    /// A word of the language.
    Keyword,
    /// The name that a definition gives.
    Definition,
    /// Any other name.
    Name,
    /// `yes`, `no`, `nothing`.
    Literal,
    /// A number.
    Number,
    /// Dice with their modifiers.
    Dice,
    /// Text that is shown as it stands.
    Text,
    /// A backslash and what follows it.
    Escape,
    /// The braces around a live part.
    Live,
    /// The key of a row.
    Key,
    /// The bars, bullets, colons and arrows of tables.
    TableMark,
    /// An operator.
    Operator,
    /// Brackets, commas and the like.
    Punctuation,
    /// A comment.
    Comment,
    /// A doc comment.
    Doc,
}

/// The tokens of a text, in order, none overlapping another. Blanks are left out.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut painter = Painter { text, out: Vec::new() };
    let mut lines = Lines::new(text, 0);
    let mut rows = false;
    while let Some(line) = lines.take() {
        match painter.line(line, rows) {
            Painted::Head => {
                painter.plain_rows(&mut lines);
                rows = true;
            }
            Painted::Row => rows = true,
            Painted::Code => rows = false,
            Painted::Between => {}
        }
    }
    painter.out
}

/// What a line is to the rows of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Painted {
    /// It begins a table.
    Head,
    Row,
    /// It is empty, a comment, or a row that says so by its first sign.
    Between,
    Code,
}

struct Painter<'t> {
    text: &'t str,
    out: Vec<Token>,
}

impl Painter<'_> {
    /// Paints one line; `rows` says whether it stands among the rows of a table.
    fn line(&mut self, line: Range<usize>, rows: bool) -> Painted {
        let text = &self.text[line.clone()];
        let start = line.start + (text.len() - text.trim_start().len());
        let shown = self.text[start..line.end].trim_end();
        let end = start + shown.len();
        if shown.is_empty() {
            return Painted::Between;
        }
        if shown.starts_with('#') {
            let class = if shown.starts_with("##") { TokenClass::Doc } else { TokenClass::Comment };
            self.push(start..end, class);
            return Painted::Between;
        }
        let mut words = shown.split_whitespace();
        let first = words.next().unwrap_or("");
        if shown.starts_with('|') {
            self.pipe_row(start..end);
            return Painted::Between;
        }
        if rows && first != "end" {
            if shown.starts_with("- ") || shown.starts_with("* ") {
                self.push(start..start + 1, TokenClass::TableMark);
                self.row_text(start + 1..end);
                return Painted::Row;
            }
            if let Some(colon) = shown.find(':').filter(|at| *at > 0)
                && !lines::begins_definition(text)
            {
                self.push(start..start + shown[..colon].trim_end().len(), TokenClass::Key);
                self.push(start + colon..start + colon + 1, TokenClass::TableMark);
                self.row_text(start + colon + 1..end);
                return Painted::Row;
            }
        }
        self.code(start..end, true);
        let second = words.next().unwrap_or("");
        let is_head =
            matches!(first, "table" | "chart" | "deck" | "each") || (first == "change" && second == "table");
        if is_head { Painted::Head } else { Painted::Code }
    }

    /// Rows that only their table's first line tells from code: those that stand without a mark, and those that
    /// begin with a number.
    fn plain_rows(&mut self, lines: &mut Lines<'_>) {
        let mut ahead = lines.clone();
        while ahead.peek().is_some_and(|line| self.text[line].trim().is_empty()) {
            ahead.take();
        }
        let is_row: fn(&str) -> bool = match form_of(self.text, &ahead) {
            Some(RowForm::Bare) => is_bare,
            Some(RowForm::Numbers) => |line| leads_with_number(line.trim()),
            Some(
                RowForm::Pipe
                | RowForm::BarePipe
                | RowForm::Bullets
                | RowForm::KeyedBullets
                | RowForm::Lines
                | RowForm::Tabs,
            )
            | None => return,
        };
        while let Some(row) = ahead.peek().filter(|row| is_row(&self.text[row.clone()])) {
            let line = &self.text[row.clone()];
            let start = row.start + line.len() - line.trim_start().len();
            let key = self.text[start..row.end].find([' ', '\t']).filter(|_| leads_with_number(line.trim()));
            let text = start + key.unwrap_or(0);
            self.push(start..text, TokenClass::Key);
            self.row_text(text..row.end);
            ahead.take();
        }
        *lines = ahead;
    }

    fn pipe_row(&mut self, row: Range<usize>) {
        let text = self.text;
        let mut at = row.start;
        let mut column = 0;
        let mut escaped = false;
        for (offset, byte) in text[row.clone()].bytes().enumerate() {
            if byte == b'|' && !escaped {
                let here = row.start + offset;
                self.cell(at..here, column);
                self.push(here..here + 1, TokenClass::TableMark);
                at = here + 1;
                column += 1;
            }
            escaped = byte == b'\\' && !escaped;
        }
        self.cell(at..row.end, column);
    }

    fn cell(&mut self, range: Range<usize>, column: usize) {
        let raw = &self.text[range.clone()];
        let text = raw.trim();
        if text.is_empty() {
            return;
        }
        let start = range.start + (raw.len() - raw.trim_start().len());
        let place = start..start + text.len();
        let draws = text.bytes().all(|byte| matches!(byte, b'-' | b':'));
        if draws {
            self.push(place, TokenClass::TableMark);
        } else if column <= 1 {
            self.push(place, TokenClass::Key);
        } else {
            self.text_with_live(place);
        }
    }

    /// The text of a row, and behind ` => ` what it does.
    fn row_text(&mut self, range: Range<usize>) {
        let text = &self.text[range.clone()];
        match text.find(" => ") {
            Some(arrow) => {
                let at = range.start + arrow + 1;
                self.text_with_live(range.start..at);
                self.push(at..at + 2, TokenClass::TableMark);
                self.code(at + 2..range.end, true);
            }
            None => self.text_with_live(range),
        }
    }

    fn text_with_live(&mut self, range: Range<usize>) {
        self.paint(Rule::text_tokens, range, false);
    }

    fn code(&mut self, range: Range<usize>, starts: bool) {
        self.paint(Rule::code_tokens, range, starts);
    }

    fn paint(&mut self, rule: Rule, range: Range<usize>, starts: bool) {
        let text = &self.text[range.clone()];
        let quotes = text.bytes().filter(|byte| *byte == b'{').count();
        let parsed = if quotes > lines::MAX_NESTING { None } else { parse(rule, text).ok() };
        let Some(pairs) = parsed else {
            return self.push(range, TokenClass::Text);
        };
        // Nested parts come one after the other in the flat order, so no recursion is needed.
        let mut previous: Option<String> = None;
        for pair in pairs.flatten() {
            let Some(class) = class_of(&pair, previous.as_deref(), starts) else { continue };
            let span = pair.as_span();
            self.push(range.start + span.start()..range.start + span.end(), class);
            previous = Some(pair.as_str().to_owned());
        }
    }

    fn push(&mut self, range: Range<usize>, class: TokenClass) {
        let trimmed = self.text[range.clone()].trim();
        if !trimmed.is_empty() {
            self.out.push(Token { range, class });
        }
    }
}

/// What a token looks like; `None` for those that only hold others.
fn class_of(pair: &Pair<'_>, previous: Option<&str>, starts: bool) -> Option<TokenClass> {
    Some(match pair.as_rule() {
        Rule::hue_comment => TokenClass::Comment,
        Rule::hue_quote | Rule::hue_run | Rule::row_hue_run => TokenClass::Text,
        Rule::hue_escape => TokenClass::Escape,
        Rule::hue_open | Rule::hue_close => TokenClass::Live,
        Rule::hue_die => TokenClass::Dice,
        Rule::hue_number => TokenClass::Number,
        Rule::hue_sign => TokenClass::Operator,
        Rule::hue_other => TokenClass::Punctuation,
        Rule::hue_word => class_of_word(pair.as_str(), previous, starts),
        _ => return None,
    })
}

fn class_of_word(word: &str, previous: Option<&str>, starts: bool) -> TokenClass {
    if matches!(word, "yes" | "no" | "nothing") {
        return TokenClass::Literal;
    }
    if previous == Some(".") {
        return TokenClass::Name;
    }
    let after = |words: &[&str]| previous.is_some_and(|before| words.contains(&before));
    let begins = starts && (previous.is_none() || after(&["then", "else", ";", "stub", "change", "and"]));
    let links = previous.is_some() && !after(&["(", ","]);
    if words::is_reserved(word) {
        TokenClass::Keyword
    } else if previous.is_some_and(words::is_defining) {
        TokenClass::Definition
    } else if (begins && words::is_starting(word)) || (links && words::is_linking(word)) {
        TokenClass::Keyword
    } else {
        TokenClass::Name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(text: &str) -> Vec<(&str, TokenClass)> {
        tokens(text).into_iter().map(|token| (&text[token.range], token.class)).collect()
    }

    #[test]
    fn code_and_text_are_told_apart() {
        use TokenClass::*;
        assert_eq!(
            classes("let x = 4d6kh3 + 1"),
            [
                ("let", Keyword),
                ("x", Definition),
                ("=", Operator),
                ("4d6kh3", Dice),
                ("+", Operator),
                ("1", Number)
            ]
        );
        assert_eq!(
            classes("say \"a {b} c"),
            [
                ("say", Keyword),
                ("\"", Text),
                ("a ", Text),
                ("{", Live),
                ("b", Name),
                ("}", Live),
                (" c", Text)
            ]
        );
    }

    #[test]
    fn rows_are_painted_as_rows() {
        use TokenClass::*;
        let found = classes("table t rolls d6\n  1-2: Trap => do snap\n  3: end\nend table");
        assert!(found.contains(&("1-2", Key)));
        assert!(found.contains(&("=>", TableMark)));
        assert!(found.contains(&("do", Keyword)));
        assert!(classes("| 2d6 | a |").contains(&("2d6", Key)));
        assert_eq!(classes("table t\nh#").last(), Some(&("h#", Text)));
        assert!(classes("table t\n1-2 a # b\n3 c\nlet x = 1 # d").contains(&("1-2", Key)));
        assert_eq!(classes("table t\n1-2 a # b\n3 c\nlet x = 1 # d").last(), Some(&("# d", Comment)));
    }
}
