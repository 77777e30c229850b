//! The expressions of AnyDice, written as ours.

use std::collections::BTreeMap;

/// Expressions nest no deeper.
const MAX_DEPTH: usize = 60;
/// A range of faces that is written out is no longer.
const MAX_FACES: i64 = 200;

/// What an expression gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A number, or dice that are summed.
    Number,
    /// Yes or no, where AnyDice has 1 and 0.
    Truth,
}

/// An expression of ours.
#[derive(Debug, Clone)]
pub(crate) struct Made {
    /// As it is written.
    pub text: String,
    /// What it gives.
    pub sort: Sort,
    /// Whether an operator may stand beside it without brackets.
    tight: bool,
    /// `count` and the die behind it, for a plain pool.
    pool: Option<(String, String)>,
    /// The numbers of a sequence that is written out.
    faces: Option<Vec<i64>>,
}

impl Made {
    /// A name, or a call.
    pub(crate) fn name(text: String, sort: Sort) -> Made {
        Made { text, sort, tight: true, pool: None, faces: None }
    }

    /// What needs brackets beside an operator.
    pub(crate) fn compound(text: String, sort: Sort) -> Made {
        Made { tight: false, ..Made::name(text, sort) }
    }

    /// As a condition: in AnyDice, what is not 0 holds.
    pub(crate) fn condition(&self) -> String {
        match self.sort {
            Sort::Truth => self.text.clone(),
            Sort::Number => format!("{} != 0", self.operand()),
        }
    }

    /// As a number: in AnyDice, what holds is 1.
    fn number(&self) -> Result<Made, String> {
        if self.faces.is_some() {
            return Err("adds up a sequence".to_owned());
        }
        Ok(match self.sort {
            Sort::Number => self.clone(),
            Sort::Truth => Made::compound(format!("if {} then 1 else 0", self.text), Sort::Number),
        })
    }

    fn operand(&self) -> String {
        if self.tight { self.text.clone() } else { format!("({})", self.text) }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Number(i64),
    Name(String),
    Word(String),
    Sign(&'static str),
}

/// Reads an expression.
pub(crate) struct Reader<'a> {
    tokens: Result<Vec<Token>, String>,
    at: usize,
    depth: usize,
    known: &'a BTreeMap<String, Made>,
    /// What is to be said of the reading.
    pub told: Vec<String>,
}

const SIGNS: [&str; 24] = [
    "..", "!=", "<=", ">=", "+", "-", "*", "/", "^", "@", "#", "(", ")", "[", "]", "{", "}", ",", ":", "=",
    "<", ">", "&", "|",
];

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut all = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let run = |of: fn(char) -> bool| rest.find(|c: char| !of(c)).unwrap_or(rest.len());
        let length = if first.is_ascii_digit() {
            let end = run(|c| c.is_ascii_digit());
            all.push(Token::Number(rest[..end].parse().map_err(|_| "has a number too large".to_owned())?));
            end
        } else if first.is_ascii_uppercase() {
            let end = run(|c| c.is_ascii_uppercase() || c == '_');
            all.push(Token::Name(rest[..end].to_owned()));
            end
        } else if first.is_ascii_lowercase() {
            let end = run(|c| c.is_ascii_lowercase());
            all.push(Token::Word(rest[..end].to_owned()));
            end
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| format!("has a sign that is not known here, `{first}`"))?;
            all.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(all)
}

impl<'a> Reader<'a> {
    /// A reader of a text, with the names that it may use.
    pub(crate) fn new(text: &str, known: &'a BTreeMap<String, Made>) -> Reader<'a> {
        Reader { tokens: tokens(text), at: 0, depth: 0, known, told: Vec::new() }
    }

    /// The whole text as one expression; `Err` is why not.
    ///
    /// # Errors
    /// It has no equal here.
    pub(crate) fn whole(&mut self) -> Result<Made, String> {
        if let Err(why) = &self.tokens {
            return Err(why.clone());
        }
        let made = self.level(0)?;
        match self.peek() {
            None if made.faces.is_none() => Ok(made),
            None => Err("gives a sequence".to_owned()),
            Some(_) => Err("has no equal here".to_owned()),
        }
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.as_ref().ok()?.get(self.at)
    }

    fn sign(&mut self, wanted: &[&'static str]) -> Option<&'static str> {
        let found = match self.peek() {
            Some(Token::Sign(sign)) => wanted.iter().find(|wanted| *wanted == sign).copied(),
            _ => None,
        };
        self.at += usize::from(found.is_some());
        found
    }

    fn word(&mut self, wanted: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(word)) if word == wanted);
        self.at += usize::from(found);
        found
    }

    /// Operators from the loosest to the tightest.
    fn level(&mut self, level: usize) -> Result<Made, String> {
        const LEVELS: [&[&str]; 6] =
            [&["|"], &["&"], &["=", "!=", "<=", ">=", "<", ">"], &["+", "-"], &["*", "/"], &["^"]];
        let Some(signs) = LEVELS.get(level) else { return self.at_sign() };
        let mut left = self.level(level + 1)?;
        while let Some(sign) = self.sign(signs) {
            let right = self.level(level + 1)?;
            left = joined(left, sign, right)?;
        }
        Ok(left)
    }

    /// `1@3d6`: the highest of three dice.
    fn at_sign(&mut self) -> Result<Made, String> {
        let left = self.dice()?;
        if self.sign(&["@"]).is_none() {
            return Ok(left);
        }
        let right = self.dice()?;
        match (&right.pool, left.text.as_str()) {
            (Some(_), "1") => Ok(Made::name(format!("{}kh1", right.text), Sort::Number)),
            (Some((count, die)), _) => {
                Ok(Made::name(format!("(sort ({count} times {die}) down)[{}]", left.text), Sort::Number))
            }
            (None, _) => Err("takes a position of a sequence or number".to_owned()),
        }
    }

    fn dice(&mut self) -> Result<Made, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("nests too deep".to_owned());
        }
        let made = self.dice_here();
        self.depth -= 1;
        made
    }

    fn dice_here(&mut self) -> Result<Made, String> {
        if self.word("d") {
            let sides = self.primary()?;
            return die("", &sides);
        }
        if self.sign(&["-"]).is_some() {
            let of = self.dice()?.number()?;
            return Ok(Made::compound(format!("-{}", of.operand()), Sort::Number));
        }
        let count = self.primary()?;
        if !self.word("d") {
            return Ok(count);
        }
        let sides = self.primary()?;
        let plain = count.text.chars().all(|c| c.is_ascii_digit());
        let count = count.number()?;
        die(&if plain { count.text.clone() } else { format!("({})", count.text) }, &sides)
    }

    fn primary(&mut self) -> Result<Made, String> {
        let token = self.peek().cloned().ok_or("ends too early")?;
        self.at += 1;
        match token {
            Token::Number(number) => Ok(Made::name(number.to_string(), Sort::Number)),
            Token::Name(name) => self
                .known
                .get(&name)
                .cloned()
                .ok_or_else(|| format!("uses `{name}`, which is not carried over")),
            Token::Sign("(") => {
                let inside = self.level(0)?;
                self.sign(&[")"]).ok_or("has a bracket that is not closed")?;
                Ok(inside)
            }
            Token::Sign("{") => self.sequence(),
            Token::Sign("[") => self.call(),
            Token::Sign(_) | Token::Word(_) => Err("has no equal here".to_owned()),
        }
    }

    /// `{1, 2, 4..6, 7:3}`.
    fn sequence(&mut self) -> Result<Made, String> {
        let mut faces = Vec::new();
        while self.sign(&["}"]).is_none() {
            let from = self.whole_number()?;
            if self.sign(&[".."]).is_some() {
                let to = self.whole_number()?;
                if to.saturating_sub(from) > MAX_FACES {
                    return Err("has a long sequence".to_owned());
                }
                faces.extend(from..=to);
            } else if self.sign(&[":"]).is_some() {
                let times = self.whole_number()?.clamp(0, MAX_FACES);
                faces.extend((0..times).map(|_| from));
            } else {
                faces.push(from);
            }
            if self.sign(&[","]).is_none() && self.peek() != Some(&Token::Sign("}")) {
                return Err("has a sequence of more than numbers".to_owned());
            }
        }
        Ok(Made { faces: Some(faces), ..Made::name(String::new(), Sort::Number) })
    }

    fn whole_number(&mut self) -> Result<i64, String> {
        let sign = if self.sign(&["-"]).is_some() { -1 } else { 1 };
        let Some(Token::Number(number)) = self.peek().cloned() else {
            return Err("has a sequence of more than numbers".to_owned());
        };
        self.at += 1;
        Ok(sign * number)
    }

    /// `[highest 3 of 4d6]`, `[explode d6]`, `[attack 15 with 3]`.
    fn call(&mut self) -> Result<Made, String> {
        let mut words: Vec<String> = Vec::new();
        let mut given: Vec<Made> = Vec::new();
        while self.sign(&["]"]).is_none() {
            match self.peek().cloned() {
                Some(Token::Word(word)) if word != "d" => {
                    self.at += 1;
                    words.push(word);
                }
                Some(_) => given.push(self.level(0)?),
                None => return Err("has a bracket that is not closed".to_owned()),
            }
        }
        let name = words.join(" ");
        if let Some(known) = self.known.get(&name) {
            let given: Result<Vec<String>, String> = given.iter().map(|one| Ok(one.number()?.text)).collect();
            return Ok(Made::name(format!("{}({})", known.text, given?.join(", ")), known.sort));
        }
        match (name.as_str(), given.as_slice()) {
            ("highest of" | "lowest of", [count, pool]) if pool.pool.is_some() => {
                let keep = if name.starts_with('h') { "kh" } else { "kl" };
                Ok(Made::name(format!("{}{keep}{}", pool.text, count.operand()), Sort::Number))
            }
            ("highest of and", [a, b]) => {
                Ok(Made::name(format!("max({}, {})", a.text, b.text), Sort::Number))
            }
            ("lowest of and", [a, b]) => Ok(Made::name(format!("min({}, {})", a.text, b.text), Sort::Number)),
            ("explode", [die]) if die.pool.as_ref().is_some_and(|(count, _)| count == "1") => {
                self.told.push(
                    "`[explode …]` ends after two further dice in AnyDice; here it has no end".to_owned(),
                );
                Ok(Made::name(format!("{}!", die.text), Sort::Number))
            }
            ("absolute", [of]) => Ok(Made::name(format!("abs({})", of.number()?.text), Sort::Number)),
            ("count in", [of, pool]) if pool.pool.is_some() => {
                match of.faces.as_deref().unwrap_or_default() {
                    [only] => Ok(Made::name(format!("{}c={only}", pool.text), Sort::Number)),
                    _ => Err("counts several faces".to_owned()),
                }
            }
            _ => Err(format!("calls `[{name} …]`, which is not known here")),
        }
    }
}

fn die(count: &str, sides: &Made) -> Result<Made, String> {
    let die = match &sides.faces {
        Some(faces) if faces.is_empty() => return Err("rolls an empty die".to_owned()),
        Some(faces) => {
            format!("d{{{}}}", faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        None if sides.text.chars().all(|c| c.is_ascii_digit()) => format!("d{}", sides.text),
        None => return Err("rolls dice of dice, or of sides that are worked out".to_owned()),
    };
    let pool = Some((if count.is_empty() { "1".to_owned() } else { count.to_owned() }, die.clone()));
    Ok(Made { pool, ..Made::name(format!("{count}{die}"), Sort::Number) })
}

fn joined(left: Made, sign: &str, right: Made) -> Result<Made, String> {
    let ours = match sign {
        "|" | "&" => {
            let word = if sign == "|" { "or" } else { "and" };
            return Ok(Made::compound(
                format!("({}) {word} ({})", left.condition(), right.condition()),
                Sort::Truth,
            ));
        }
        "=" => "==",
        // AnyDice rounds towards zero.
        "/" => "//",
        other => other,
    };
    let (left, right) = (left.number()?, right.number()?);
    let sort = if ["==", "!=", "<", ">", "<=", ">="].contains(&ours) { Sort::Truth } else { Sort::Number };
    let sums = matches!(ours, "+");
    let left_text = if sums && !left.text.starts_with("if ") { left.text.clone() } else { left.operand() };
    Ok(Made::compound(format!("{left_text} {ours} {}", right.operand()), sort))
}
