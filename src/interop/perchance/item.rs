//! One line of a list: its weight, what is picked in it, and what is chosen between bars.

use std::collections::{HashMap, HashSet};

use crate::base::Num;
use crate::interop::foundry::inert;
use crate::syntax::plain_name;

/// The lists of a generator: how each is called there and here.
pub(super) struct Lists {
    names: HashMap<String, String>,
    taken: HashSet<String>,
}

impl Lists {
    pub(super) fn of(names: impl Iterator<Item = (String, String)>) -> Lists {
        let names: HashMap<String, String> = names.collect();
        let taken = names.values().cloned().collect();
        Lists { names, taken }
    }

    fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name)
    }
}

/// Whether a text is a name there.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A line without the weight at its end, and the weight.
pub(super) fn weight_of<'t>(text: &'t str, lost: &mut Vec<String>) -> (&'t str, Num) {
    let Some((before, weight)) = text.rsplit_once('^') else { return (text, Num::int(1)) };
    match weight.trim().parse::<Num>() {
        Ok(weight) if weight > Num::int(0) => (before.trim_end(), weight),
        _ if weight.starts_with('[') => {
            lost.push(format!("the weight `^{weight}` is worked out there, and is 1 here"));
            (before.trim_end(), Num::int(1))
        }
        _ => (text, Num::int(1)),
    }
}

/// A line of a list as the text of a row, and its weight.
pub(super) fn item_in(line: &str, lists: &Lists, lost: &mut Vec<String>) -> (Num, String) {
    let (text, weight) = weight_of(line, lost);
    let mut reader = ItemReader { lists, lost, kept: HashMap::new(), article: None, depth: 0 };
    (weight, reader.text(text))
}

struct ItemReader<'r> {
    lists: &'r Lists,
    lost: &'r mut Vec<String>,
    /// What was picked and is named again: there and here.
    kept: HashMap<String, String>,
    /// `{a}` or `{A}` that waits for its word.
    article: Option<&'static str>,
    /// How many choices stand around what is read.
    depth: usize,
}

impl ItemReader<'_> {
    fn text(&mut self, text: &str) -> String {
        let mut out = String::new();
        let partners = partners(text);
        let mut rest = text;
        while let Some(at) = rest.find(['[', '{', '\\']) {
            self.plain(&rest[..at], &mut out);
            let from = &rest[at..];
            let begins = text.len() - from.len();
            if let Some(escaped) = from.strip_prefix('\\') {
                let sign = escaped.chars().next().map_or(0, char::len_utf8);
                self.plain(&escaped[..sign], &mut out);
                rest = &escaped[sign..];
                continue;
            }
            let partner = partners.get(&begins).map(|partner| partner - begins);
            let Some((inside, after)) = partner.map(|end| (&from[1..end], &from[end + 1..])) else {
                self.plain(&from[..1], &mut out);
                rest = &from[1..];
                continue;
            };
            let live = if from.starts_with('[') { self.picked(inside) } else { self.braces(inside) };
            out.push_str(&live);
            rest = after;
        }
        self.plain(rest, &mut out);
        if self.article.take().is_some() {
            out.push('a');
        }
        out
    }

    /// Words that are only words; the first of them may be what an article waits for.
    fn plain(&mut self, text: &str, out: &mut String) {
        let Some(article) = self.article.filter(|_| !text.trim().is_empty()) else {
            if self.article.is_none() {
                out.push_str(&inert(text));
            }
            return;
        };
        self.article = None;
        let text = text.trim_start();
        let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        out.push_str(&with_article(article, &format!("\"{word}\"")));
        out.push_str(&inert(rest));
    }

    /// What stands between brackets: a list, with what is done to its pick.
    fn picked(&mut self, inside: &str) -> String {
        let (name, of) = match inside.split_once('=') {
            Some((name, of)) if is_name(name.trim()) && !of.starts_with('=') => {
                (Some(name.trim()), of.trim())
            }
            _ => (None, inside.trim()),
        };
        let article = self.article.take();
        let Some(value) = self.value(of) else {
            self.lost.push(format!("`[{inside}]` is a program there, and text here"));
            return inert(&format!("({})", inside.trim()));
        };
        let Some(name) = name else {
            return article.map_or_else(|| format!("{{{value}}}"), |article| with_article(article, &value));
        };
        let mut here = plain_name(name);
        if self.lists.is_taken(&here) {
            here.push_str("_picked");
        }
        self.kept.insert(name.to_owned(), here.clone());
        format!("{{{here} = {value}}}")
    }

    fn value(&mut self, of: &str) -> Option<String> {
        /// More steps are a program, and each writes all that was made before once more.
        const MOST_STEPS: usize = 32;
        let steps = steps_of(of);
        if steps.len() > MOST_STEPS {
            return None;
        }
        let mut steps = steps.into_iter();
        let mut path = steps.next()?.to_owned();
        let mut value = self.kept.get(&path).or_else(|| self.lists.names.get(&path)).cloned();
        for step in steps {
            let deeper = format!("{path}.{step}");
            if let Some(list) = self.lists.names.get(&deeper) {
                (path, value) = (deeper, Some(list.clone()));
                continue;
            }
            value = Some(self.step(step, value?)?);
        }
        value
    }

    /// What a step makes of a value: `titleCase`, `selectMany(2)`.
    fn step(&mut self, step: &str, value: String) -> Option<String> {
        let (name, argument) = match step.split_once('(') {
            Some((name, rest)) => (name, rest.trim_end_matches(')').trim()),
            None => (step, ""),
        };
        let called = |function: &str| Some(format!("{function}({value})"));
        match name {
            "selectOne" | "evaluateItem" | "toString" | "singularForm" | "selectAll" => Some(value),
            "titleCase" => called("title"),
            "sentenceCase" => called("capital"),
            "upperCase" | "toUpperCase" => called("upper"),
            "lowerCase" | "toLowerCase" => called("lower"),
            "pluralForm" => Some(format!("plural({value}, 2)")),
            "selectMany" | "selectUnique" => {
                let count: u32 = argument.parse().ok()?;
                if name == "selectUnique" {
                    self.lost.push(format!("`{step}` never picks one twice there; here it may"));
                }
                Some(format!("join({count} times {value})"))
            }
            "joinItems" => {
                let separator = argument.trim_matches(['"', '\'']).replace(['"', '\\', '{'], "");
                Some(format!("{}, \"{separator}\")", value.strip_suffix(')')?))
            }
            _ => None,
        }
    }

    /// What stands between braces: an article, numbers, or a choice.
    fn braces(&mut self, inside: &str) -> String {
        match inside.trim() {
            "a" => return self.wait("a"),
            "A" => return self.wait("A"),
            "s" => {
                self.lost.push("`{s}` is an s for more than one there, and always one here".to_owned());
                return "s".to_owned();
            }
            _ => {}
        }
        let article = self.article.take().map_or("", |article| if article == "A" { "A " } else { "a " });
        let live = dice_between(inside).or_else(|| self.choice(inside));
        let live = live.unwrap_or_else(|| {
            self.lost.push(format!("`{{{inside}}}` is a program there, and text here"));
            inert(&format!("({})", inside.trim()))
        });
        if !article.is_empty() {
            self.lost.push(format!("the article before `{{{inside}}}` is always `a` here"));
        }
        format!("{article}{live}")
    }

    fn wait(&mut self, article: &'static str) -> String {
        self.article = Some(article);
        String::new()
    }

    fn choice(&mut self, inside: &str) -> Option<String> {
        /// Choices within choices that are followed.
        const DEEPEST: usize = 16;
        let options = parted(inside);
        if options.len() < 2 || self.depth == DEEPEST {
            return None;
        }
        self.depth += 1;
        let read = options.into_iter().map(|option| {
            let (text, weight) = weight_of(option, self.lost);
            (weight, self.text(text))
        });
        let options: Vec<(Num, String)> = read.collect();
        self.depth -= 1;
        let written = whole(&options).into_iter().map(|(weight, text)| match weight {
            1 => text.replace('|', "\\|"),
            _ => format!("{weight}x {}", text.replace('|', "\\|")),
        });
        Some(format!("{{{}}}", written.collect::<Vec<_>>().join(" | ")))
    }
}

/// Weights as whole numbers, where a common measure is small.
pub(super) fn whole(rows: &[(Num, String)]) -> Vec<(u64, String)> {
    const LARGEST: i64 = 1_000_000;
    let scale = rows.iter().try_fold(Num::int(1), |scale, (weight, _)| {
        let scaled = weight.mul(scale).ok()?;
        scale.mul(Num::int(scaled.denominator())).ok().filter(|scale| *scale <= Num::int(LARGEST))
    });
    let scale = scale.unwrap_or(Num::int(1));
    let of =
        |weight: &Num| weight.mul(scale).ok().and_then(|weight| u64::try_from(weight.round().as_int()?).ok());
    rows.iter().map(|(weight, text)| (of(weight).unwrap_or(1), text.clone())).collect()
}

fn with_article(article: &str, value: &str) -> String {
    if article == "A" { format!("{{capital(a({value}))}}") } else { format!("{{a({value})}}") }
}

/// `3-8` as dice: `{d6 + 2}`.
fn dice_between(inside: &str) -> Option<String> {
    const MOST: i64 = 1_000_000;
    let (low, high) = inside.trim().split_once('-')?;
    let (low, high): (i64, i64) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    if !(0..=MOST).contains(&low) || !(low + 1..=MOST).contains(&high) {
        return None;
    }
    let die = format!("d{}", high - low + 1);
    Some(match low - 1 {
        0 => format!("{{{die}}}"),
        -1 => format!("{{{die} - 1}}"),
        more => format!("{{{die} + {more}}}"),
    })
}

/// Where each bracket or brace of a text has its partner, if it has one.
fn partners(text: &str) -> HashMap<usize, usize> {
    let mut found = HashMap::new();
    let mut open = Vec::new();
    for (at, sign) in text.bytes().enumerate() {
        match sign {
            b'[' | b'{' => open.push(at),
            b']' | b'}' => found.extend(open.pop().map(|from| (from, at))),
            _ => {}
        }
    }
    found
}

/// The options between bars that stand in no brackets of their own.
fn parted(inside: &str) -> Vec<&str> {
    outside(inside, '|')
}

/// The steps of `list.part.titleCase`.
fn steps_of(of: &str) -> Vec<&str> {
    outside(of, '.').into_iter().map(str::trim).collect()
}

/// A text parted at a sign where it stands in no brackets and quotes.
fn outside(text: &str, sign: char) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut begins, mut quoted) = (0i32, 0, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted ^= true,
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            _ if c == sign && depth == 0 && !quoted => {
                found.push(&text[begins..at]);
                begins = at + c.len_utf8();
            }
            _ => {}
        }
    }
    found.push(&text[begins..]);
    found
}
