//! What other languages ask of a value behind a point: `list.length`, `list.map(x => x + 1)`, `5d6.count(6)`.

use super::{Brought, begins_with_die, is_name, is_number, is_plain_pool};

const FROM: &str = "other languages";

/// What a line with such a question is here.
pub(super) fn line(line: &str) -> Option<Brought> {
    [behind_a_point, walked].iter().find_map(|rule| rule(line))
}

/// `list.length`, `[1, 2].filter(x => x > 1)`, `loot.roll()`.
fn behind_a_point(line: &str) -> Option<Brought> {
    let points = line.match_indices('.').filter(|(at, _)| !in_text(line, *at));
    points.into_iter().find_map(|(at, _)| {
        let (start, of) = receiver(line.get(..at)?)?;
        let rest = line.get(at + 1..)?;
        let name_end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (method, rest) = rest.split_at(name_end);
        let (inner, after) = match rest.strip_prefix('(') {
            Some(_) => inside(rest)?,
            None => ("", rest),
        };
        let asked = Asked { of, method, inner: inner.trim(), called: rest.starts_with('(') };
        let ours = asked.ours()?;
        let before = line.get(..start)?;
        let alone = before.trim_end().is_empty() || before.trim_end().ends_with(['=', '(', '[', ',']);
        let alone =
            alone && (after.trim_start().is_empty() || after.trim_start().starts_with([')', ']', ',']));
        let is_one = !ours.contains(' ') || ours.ends_with([')', ']']) && !ours.starts_with("not ");
        let text = if alone || is_one { ours } else { format!("({ours})") };
        Brought::sure(FROM, format!("{before}{text}{after}"))
    })
}

/// `map(f, list)`, `filter(f, list)`, `list(map(f, list))`.
fn walked(line: &str) -> Option<Brought> {
    let (word, at) = ["map(", "filter("].iter().find_map(|word| Some((*word, line.find(word)?)))?;
    let before = line.get(..at)?;
    if before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.')) || in_text(line, at) {
        return None;
    }
    let (inner, after) = inside(line.get(at + word.len() - 1..)?)?;
    let (function, list) = inner.split_once(',')?;
    let asked =
        Asked { of: list.trim(), method: word.trim_end_matches('('), inner: function.trim(), called: true };
    Brought::sure(FROM, format!("{before}{}{after}", asked.ours()?))
}

/// A question behind a point.
struct Asked<'l> {
    of: &'l str,
    method: &'l str,
    /// What stands in its brackets.
    inner: &'l str,
    /// Whether it has brackets.
    called: bool,
}

impl Asked<'_> {
    /// What it is here.
    fn ours(&self) -> Option<String> {
        let (of, inner) = (self.of, self.inner);
        let is_pool = is_plain_pool(of);
        if let Some(walk) = self.walk() {
            return Some(walk);
        }
        match (self.method, self.called, inner) {
            ("length" | "size" | "len" | "count", _, "") => Some(format!("count({of})")),
            ("count" | "countOf" | "count_of", true, face) if is_pool && is_number(face) => {
                Some(format!("{of}c={face}"))
            }
            ("count" | "countOf" | "count_of", true, item) => Some(format!("count({of} where it == {item})")),
            ("sum" | "total" | "roll" | "result", _, "") if is_pool => Some(of.to_owned()),
            ("roll", true, "") if is_name(of) => Some(of.to_owned()),
            ("sum" | "max" | "min", true, "") => Some(format!("{}({of})", self.method)),
            ("avg" | "mean" | "average", true, "") => Some(format!("average({of})")),
            ("highest" | "maximum", true, "") => Some(format!("max({of})")),
            ("lowest" | "minimum", true, "") => Some(format!("min({of})")),
            ("sort" | "sorted" | "order", true, "") => Some(format!("sort {of}")),
            ("reverse" | "reversed", true, "") => Some(format!("reverse({of})")),
            ("unique" | "distinct" | "uniq", true, "") => Some(format!("distinct({of})")),
            ("includes" | "contains" | "has" | "include?" | "indexOf", true, item) if !item.is_empty() => {
                Some(format!("{item} in {of}"))
            }
            ("isEmpty" | "is_empty" | "empty", true, "") => Some(format!("{of} is empty")),
            ("random" | "choice" | "sample" | "pick", true, "") => Some(format!("pick {of}")),
            _ => None,
        }
    }

    /// `map` and `filter`, `any` and `all`: a list made of each item.
    fn walk(&self) -> Option<String> {
        let of = self.of;
        let (name, each) = function(self.inner)?;
        match self.method {
            "map" | "collect" | "select" => Some(format!("[{each} for {name} in {of}]")),
            "filter" | "where" | "find_all" => Some(format!("[{name} for {name} in {of} where {each}]")),
            "any" | "some" | "exists" => Some(format!("count([{name} for {name} in {of} where {each}]) > 0")),
            "all" | "every" => Some(format!("count([{name} for {name} in {of} where not ({each})]) == 0")),
            _ => None,
        }
    }
}

/// `x => x + 1`, `|x| x + 1`, `lambda x: x + 1`, `f`: the name of an item, and what is made of it.
fn function(text: &str) -> Option<(&str, String)> {
    let arrow = || ["=>", "->"].iter().find_map(|sign| text.split_once(sign));
    let bars = || text.strip_prefix('|')?.split_once('|');
    let lambda = || ["lambda ", "\\"].iter().find_map(|word| text.strip_prefix(word))?.split_once(':');
    match lambda().or_else(bars).or_else(arrow) {
        Some((name, each)) => {
            let name = name.trim().trim_matches(['(', ')', '\\']).trim();
            (is_name(name) && !each.trim().is_empty()).then(|| (name, each.trim().to_owned()))
        }
        None => is_name(text).then(|| ("x", format!("{text}(x)"))),
    }
}

/// The value right before a point, with where it begins: a list, a call, dice or a name.
fn receiver(before: &str) -> Option<(usize, &str)> {
    let is_sign = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let mut start = before.len();
    if before.ends_with([')', ']']) {
        let mut depth = 0usize;
        start = before.char_indices().rev().find_map(|(at, c)| {
            match c {
                ')' | ']' => depth += 1,
                '(' | '[' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(at)
        })?;
    }
    let named = before.get(..start)?;
    start -= named.len() - named.trim_end_matches(is_sign).len();
    let of = before.get(start..)?;
    let bare = of.strip_prefix('(').and_then(|of| of.strip_suffix(')'));
    let of = bare.filter(|bare| !bare.contains(['(', ')'])).unwrap_or(of);
    let known = of.starts_with(char::is_alphabetic) || of.starts_with(['[', '(']) || begins_with_die(of);
    (known && !of.contains('"')).then_some((start, of))
}

/// What stands in the brackets that a text begins with, and what follows them.
fn inside(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    let end = text.char_indices().find_map(|(at, c)| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    Some((text.get(1..end)?, text.get(end + 1..)?))
}

/// Whether a place in a line is in quotes.
fn in_text(line: &str, at: usize) -> bool {
    line.get(..at).is_some_and(|before| before.matches('"').count() % 2 == 1)
}
