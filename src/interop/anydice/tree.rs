//! The programs of AnyDice as trees: line breaks mean nothing there, and what cannot be read is passed over up to
//! the next statement.

use crate::base::stop;

/// Expressions and blocks nest no deeper.
const MAX_DEPTH: usize = 40;
/// A statement has no more operators: a chain of them is a tree as deep as the chain is long.
const MAX_OPERATORS: usize = 500;

/// Why something cannot be read or written, to be said after "it".
pub(super) type Why = String;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Lexeme {
    Number(i64),
    /// `X`, `ARMOUR_CLASS`.
    Name(String),
    Word(String),
    Text(String),
    Sign(&'static str),
    Strange(char),
}

/// A statement and where it is written.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    pub(crate) kind: StatementKind,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

#[derive(Debug, Clone)]
pub(super) enum StatementKind {
    Output(Tree, Option<String>),
    Set(String, Option<Tree>, String),
    Assign(String, Tree),
    Function(Vec<HeadPart>, Vec<Statement>),
    Loop(String, Tree, Vec<Statement>),
    If(Tree, Vec<Statement>, Vec<Statement>),
    Result(Tree),
    Broken(Why),
}

/// A part of a function's head.
#[derive(Debug, Clone)]
pub(super) enum HeadPart {
    Word(String),
    /// A parameter, and what it takes: `n`, `s`, `d`, or anything.
    Param(String, Option<char>),
}

#[derive(Debug, Clone)]
pub(super) enum Tree {
    Number(i64),
    Name(String),
    /// A sign before an operand: `-`, `!`, `#`.
    Before(&'static str, Box<Tree>),
    Between(Box<Tree>, &'static str, Box<Tree>),
    Die(Option<Box<Tree>>, Box<Tree>),
    Sequence(Vec<SequenceItem>),
    /// The words of a call, and what is given.
    Call(String, Vec<Tree>),
}

#[derive(Debug, Clone)]
pub(super) enum SequenceItem {
    One(Tree),
    Range(Tree, Tree),
    /// A part, and how often it stands there.
    Repeated(Box<SequenceItem>, Tree),
}

const SIGNS: [&str; 25] = [
    "..", "!=", "<=", ">=", "+", "-", "*", "/", "^", "@", "#", "(", ")", "[", "]", "{", "}", ",", ":", "=",
    "<", ">", "&", "|", "!",
];

fn tokens(text: &str) -> Vec<(Lexeme, usize, usize)> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |of: fn(char) -> bool| rest.find(|c: char| !of(c)).unwrap_or(rest.len());
        let mut end = first.len_utf8();
        let token = match first {
            c if c.is_whitespace() => {
                at += end;
                continue;
            }
            // A comment.
            '\\' => {
                at += 1 + rest[1..].find('\\').map_or(rest.len() - 1, |close| close + 1);
                continue;
            }
            '"' => {
                let inside = rest[1..].find('"').unwrap_or(rest.len() - 1);
                end = (inside + 2).min(rest.len());
                Lexeme::Text(rest[1..=inside].to_owned())
            }
            c if c.is_ascii_digit() => {
                end = run(|c| c.is_ascii_digit());
                rest[..end].parse().map_or(Lexeme::Strange(c), Lexeme::Number)
            }
            c if c.is_ascii_uppercase() => {
                end = run(|c| c.is_ascii_uppercase() || c == '_');
                Lexeme::Name(rest[..end].to_owned())
            }
            c if c.is_ascii_lowercase() => {
                end = run(|c| c.is_ascii_lowercase());
                Lexeme::Word(rest[..end].to_owned())
            }
            c => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => {
                    end = sign.len();
                    Lexeme::Sign(sign)
                }
                None => Lexeme::Strange(c),
            },
        };
        all.push((token, at, at + end));
        at += end;
    }
    all
}

/// The statements of a program.
pub(super) fn read(text: &str) -> Vec<Statement> {
    let mut reader = Parser { tokens: tokens(text), at: 0, depth: 0, operators: 0 };
    let mut all = Vec::new();
    while reader.at < reader.tokens.len() && !stop::is_asked() {
        all.push(reader.statement());
    }
    all
}

struct Parser {
    tokens: Vec<(Lexeme, usize, usize)>,
    at: usize,
    depth: usize,
    /// How many operators the statement has so far.
    operators: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Lexeme> {
        self.tokens.get(self.at).map(|(token, ..)| token)
    }

    fn sign(&mut self, wanted: &[&'static str]) -> Option<&'static str> {
        let found = match self.peek() {
            Some(Lexeme::Sign(sign)) => wanted.iter().find(|wanted| *wanted == sign).copied(),
            _ => None,
        };
        self.at += usize::from(found.is_some());
        found
    }

    fn word(&mut self, wanted: &str) -> bool {
        let found = matches!(self.peek(), Some(Lexeme::Word(word)) if word == wanted);
        self.at += usize::from(found);
        found
    }

    fn need(&mut self, sign: &'static str) -> Result<(), Why> {
        self.sign(&[sign]).map(|_| ()).ok_or_else(|| format!("lacks `{sign}`"))
    }

    /// Whether a statement begins here.
    fn begins(&self) -> bool {
        match self.peek() {
            Some(Lexeme::Word(word)) => {
                ["output", "function", "loop", "if", "set", "result", "print"].contains(&word.as_str())
            }
            Some(Lexeme::Name(_)) => {
                matches!(self.tokens.get(self.at + 1), Some((Lexeme::Sign(":"), ..)))
            }
            _ => false,
        }
    }

    fn statement(&mut self) -> Statement {
        let first = self.at;
        let from = self.tokens.get(first).map_or(0, |(_, from, _)| *from);
        let depth = self.depth;
        self.operators = 0;
        let kind = self.statement_here().unwrap_or_else(|why| {
            self.depth = depth;
            self.pass_over(first);
            StatementKind::Broken(why)
        });
        let to = self.tokens.get(self.at.saturating_sub(1)).map_or(from, |(_, _, to)| *to);
        Statement { kind, from, to: to.max(from) }
    }

    /// Goes on to the next statement at the depth at which this one began.
    fn pass_over(&mut self, first: usize) {
        self.at = first + 1;
        let mut depth = 0i32;
        while let Some(token) = self.peek() {
            let opens = matches!(token, Lexeme::Sign("{"));
            let closes = matches!(token, Lexeme::Sign("}"));
            if depth == 0 && (closes || !opens && self.begins()) {
                return;
            }
            depth += i32::from(opens) - i32::from(closes);
            self.at += 1;
        }
    }

    fn statement_here(&mut self) -> Result<StatementKind, Why> {
        if self.word("output") {
            let of = self.level(0)?;
            return Ok(StatementKind::Output(of, self.named()));
        }
        if self.word("result") {
            self.need(":")?;
            return Ok(StatementKind::Result(self.level(0)?));
        }
        if self.word("if") {
            return self.condition();
        }
        if self.word("loop") {
            let name = self.name()?;
            if !self.word("over") {
                return Err("lacks `over`".to_owned());
            }
            let over = self.level(0)?;
            return Ok(StatementKind::Loop(name, over, self.block()?));
        }
        if self.word("set") {
            let Some(Lexeme::Text(what)) = self.peek().cloned() else {
                return Err("sets nothing".to_owned());
            };
            self.at += 1;
            if !self.word("to") {
                return Err("lacks `to`".to_owned());
            }
            if let Some(Lexeme::Text(to)) = self.peek().cloned() {
                self.at += 1;
                return Ok(StatementKind::Set(what, None, to));
            }
            return Ok(StatementKind::Set(what, Some(self.level(0)?), String::new()));
        }
        if self.word("function") {
            self.need(":")?;
            let head = self.head()?;
            return Ok(StatementKind::Function(head, self.block()?));
        }
        if let Some(Lexeme::Name(name)) = self.peek().cloned()
            && self.begins()
        {
            self.at += 2;
            return Ok(StatementKind::Assign(name, self.level(0)?));
        }
        Err("has no equal here".to_owned())
    }

    fn named(&mut self) -> Option<String> {
        if !self.word("named") {
            return None;
        }
        let Some(Lexeme::Text(title)) = self.peek().cloned() else { return None };
        self.at += 1;
        Some(title)
    }

    fn name(&mut self) -> Result<String, Why> {
        let Some(Lexeme::Name(name)) = self.peek().cloned() else { return Err("lacks a name".to_owned()) };
        self.at += 1;
        Ok(name)
    }

    fn condition(&mut self) -> Result<StatementKind, Why> {
        let condition = self.level(0)?;
        let then = self.block()?;
        let otherwise = if !self.word("else") {
            Vec::new()
        } else if matches!(self.peek(), Some(Lexeme::Word(word)) if word == "if") {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err("nests too deep".to_owned());
            }
            let other = vec![self.statement()];
            self.depth -= 1;
            other
        } else {
            self.block()?
        };
        Ok(StatementKind::If(condition, then, otherwise))
    }

    fn block(&mut self) -> Result<Vec<Statement>, Why> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("nests too deep".to_owned());
        }
        self.need("{")?;
        let mut all = Vec::new();
        while self.sign(&["}"]).is_none() {
            if self.peek().is_none() {
                return Err("has a block that is not closed".to_owned());
            }
            all.push(self.statement());
        }
        self.depth -= 1;
        Ok(all)
    }

    fn head(&mut self) -> Result<Vec<HeadPart>, Why> {
        let mut head = Vec::new();
        loop {
            match self.peek().cloned() {
                Some(Lexeme::Word(word)) => {
                    self.at += 1;
                    head.push(HeadPart::Word(word));
                }
                Some(Lexeme::Name(name)) => {
                    self.at += 1;
                    let mut takes = None;
                    if self.sign(&[":"]).is_some() {
                        let Some(Lexeme::Word(kind)) = self.peek().cloned() else {
                            return Err("has a parameter of no kind".to_owned());
                        };
                        self.at += 1;
                        takes = kind.chars().next().filter(|_| ["n", "s", "d"].contains(&kind.as_str()));
                    }
                    head.push(HeadPart::Param(name, takes));
                }
                Some(Lexeme::Sign("{")) => return Ok(head),
                _ => return Err("has a head that cannot be read".to_owned()),
            }
        }
    }

    /// Operators from the loosest to the tightest.
    fn level(&mut self, level: usize) -> Result<Tree, Why> {
        const LEVELS: [&[&str]; 7] =
            [&["|"], &["&"], &["=", "!=", "<=", ">=", "<", ">"], &["+", "-"], &["*", "/"], &["^"], &["@"]];
        let Some(signs) = LEVELS.get(level) else { return self.operand() };
        let mut left = self.level(level + 1)?;
        while let Some(sign) = self.sign(signs) {
            self.count_operator()?;
            let right = self.level(level + 1)?;
            left = Tree::Between(Box::new(left), sign, Box::new(right));
        }
        Ok(left)
    }

    fn count_operator(&mut self) -> Result<(), Why> {
        self.operators += 1;
        match self.operators > MAX_OPERATORS {
            true => Err(format!("has more than {MAX_OPERATORS} operators")),
            false => Ok(()),
        }
    }

    fn operand(&mut self) -> Result<Tree, Why> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("nests too deep".to_owned());
        }
        let found = self.operand_here();
        self.depth -= 1;
        found
    }

    fn operand_here(&mut self) -> Result<Tree, Why> {
        if let Some(sign) = self.sign(&["-", "!", "#"]) {
            return Ok(Tree::Before(sign, Box::new(self.operand()?)));
        }
        let mut left =
            if self.word("d") { Tree::Die(None, Box::new(self.primary()?)) } else { self.primary()? };
        while self.word("d") {
            self.count_operator()?;
            left = Tree::Die(Some(Box::new(left)), Box::new(self.primary()?));
        }
        Ok(left)
    }

    fn primary(&mut self) -> Result<Tree, Why> {
        let token = self.peek().cloned().ok_or("ends too early")?;
        self.at += 1;
        match token {
            Lexeme::Number(number) => Ok(Tree::Number(number)),
            Lexeme::Name(name) => Ok(Tree::Name(name)),
            Lexeme::Sign("(") => {
                let inside = self.level(0)?;
                self.need(")")?;
                Ok(inside)
            }
            Lexeme::Sign("{") => self.sequence(),
            Lexeme::Sign("[") => self.call(),
            // `d6d{…}` and `dd6`.
            Lexeme::Word(word) if word == "d" => {
                self.count_operator()?;
                Ok(Tree::Die(None, Box::new(self.primary()?)))
            }
            Lexeme::Strange(c) => Err(format!("has a sign that is not known here, `{c}`")),
            Lexeme::Sign(_) | Lexeme::Word(_) | Lexeme::Text(_) => Err("has no equal here".to_owned()),
        }
    }

    fn sequence(&mut self) -> Result<Tree, Why> {
        let mut items = Vec::new();
        while self.sign(&["}"]).is_none() {
            let from = self.level(0)?;
            let item = match self.sign(&[".."]) {
                Some(_) => SequenceItem::Range(from, self.level(0)?),
                None => SequenceItem::One(from),
            };
            items.push(match self.sign(&[":"]) {
                Some(_) => SequenceItem::Repeated(Box::new(item), self.level(0)?),
                None => item,
            });
            if self.sign(&[","]).is_none() && self.peek() != Some(&Lexeme::Sign("}")) {
                return Err("has a sequence that cannot be read".to_owned());
            }
        }
        Ok(Tree::Sequence(items))
    }

    /// `[highest 3 of 4d6]`, `[attack 15 with 3]`.
    fn call(&mut self) -> Result<Tree, Why> {
        let mut words: Vec<String> = Vec::new();
        let mut given = Vec::new();
        while self.sign(&["]"]).is_none() {
            match self.peek().cloned() {
                Some(Lexeme::Word(word)) if word != "d" => {
                    self.at += 1;
                    words.push(word);
                }
                Some(_) => given.push(self.level(0)?),
                None => return Err("has a bracket that is not closed".to_owned()),
            }
        }
        Ok(Tree::Call(words.join(" "), given))
    }
}
