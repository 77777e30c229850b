//! What a reader of Markdown sees of a cell, a row or a heading: links as their words, entities as the
//! characters that they are, no comments.

use std::borrow::Cow;

use super::entities;

/// Signs that begin something that is shown otherwise than it is written.
const SIGNS: [char; 6] = ['&', '[', '<', '%', '=', '!'];

/// Tags of HTML that only say how their text looks.
const TAGS: [&str; 18] = [
    "b", "i", "u", "s", "em", "strong", "small", "big", "sub", "sup", "mark", "span", "font", "center",
    "code", "kbd", "del", "ins",
];

/// The text of a cell with its escapes resolved: `[[Old Tom\|Tom]]` is `Tom`, `\*` an asterisk.
pub(crate) fn shown(written: &str) -> Cow<'_, str> {
    if !written.contains(SIGNS) && !written.contains('\\') {
        return Cow::Borrowed(written);
    }
    Cow::Owned(MarkdownStripper { keeps_code: false }.read(written))
}

/// The text of a cell as a reader of the page sees it, where what is live stays as it is written, and so do
/// braces that are meant as text.
pub(crate) fn shown_around_code(written: &str) -> String {
    MarkdownStripper { keeps_code: true }.read(written)
}

struct MarkdownStripper {
    /// Whether braces stay as they are written, with all that is in them.
    keeps_code: bool,
}

impl MarkdownStripper {
    fn read(&self, written: &str) -> String {
        let mut out = String::with_capacity(written.len());
        let mut rest = written;
        while let Some(letter) = rest.chars().next() {
            let taken = match letter {
                '\\' => self.escaped(rest, &mut out),
                '{' if self.keeps_code => code(rest, &mut out),
                _ if SIGNS.contains(&letter) => self.marked(rest, &mut out),
                _ => None,
            };
            let plain = || {
                let stops = |c: char| c == '\\' || c == '{' || SIGNS.contains(&c);
                let first = letter.len_utf8();
                rest[first..].find(stops).map_or(rest.len(), |at| first + at)
            };
            let length = taken.unwrap_or_else(|| {
                let length = plain();
                out.push_str(&rest[..length]);
                length
            });
            rest = &rest[length..];
        }
        // What a comment at the end leaves behind.
        if !written.ends_with(' ') {
            out.truncate(out.trim_end_matches(' ').len());
        }
        out
    }

    /// `\n` breaks the line, a sign stands for itself, and before anything else the backslash stays: `\times`.
    fn escaped(&self, rest: &str, out: &mut String) -> Option<usize> {
        let sign = rest[1..].chars().next()?;
        match sign {
            '{' | '}' | '\\' if self.keeps_code => out.extend(['\\', sign]),
            'n' if !self.keeps_code => out.push('\n'),
            't' if !self.keeps_code && !rest[2..].starts_with(char::is_alphanumeric) => out.push('\t'),
            sign if sign.is_ascii_punctuation() => out.push(sign),
            _ => return None,
        }
        Some(1 + sign.len_utf8())
    }

    /// What begins with a sign that means something, and how long it is.
    fn marked(&self, rest: &str, out: &mut String) -> Option<usize> {
        let all = rest;
        let rest = near(rest);
        let (shown, length) = if let Some(inner) = rest.strip_prefix("![[") {
            wiki(inner).map(|(shown, length)| (picture(&shown), length + 3))?
        } else if let Some(inner) = rest.strip_prefix("[[") {
            wiki(inner).map(|(shown, length)| (shown, length + 2))?
        } else if let Some(inner) = rest.strip_prefix("![") {
            let (text, target, length) = link(inner)?;
            let text = if text.is_empty() { picture(target) } else { self.read(text) };
            (text, length + 2)
        } else if let Some(note) = rest.strip_prefix("[^") {
            let end = note.find([']', ' ', '['])?;
            note[end..].starts_with(']').then(|| (String::new(), end + 3))?
        } else if let Some(inner) = rest.strip_prefix('[') {
            let (text, _, length) = link(inner)?;
            (self.read(text), length + 1)
        } else if let Some(inner) = rest.strip_prefix("%%") {
            (String::new(), inner.find("%%")? + 4)
        } else if let Some(inner) = rest.strip_prefix("==") {
            let end = inner.find("==")?;
            let words = inner.get(..end).filter(|words| !words.is_empty() && words.trim() == *words)?;
            (self.read(words), end + 4)
        } else if let Some(inner) = rest.strip_prefix("<!--") {
            (String::new(), inner.find("-->")? + 7)
        } else if rest.starts_with('<') {
            tag(rest)?
        } else if rest.starts_with('&') {
            let end = rest.find(';')? + 1;
            let decoded = entities::decoded(&rest[..end]);
            (decoded != rest[..end]).then(|| (decoded.into_owned(), end))?
        } else {
            return None;
        };
        // What a comment or a picture leaves behind is one blank, not two.
        let doubled = shown.is_empty() && (out.is_empty() || out.ends_with(' '));
        out.push_str(&shown);
        let blank = usize::from(doubled && all[length..].starts_with(' '));
        Some(length + blank)
    }
}

/// As much of a text as a link or a tag may take: what is longer is looked at only so far, for each sign anew.
fn near(rest: &str) -> &str {
    const LONGEST: usize = 500;
    if rest.len() <= LONGEST {
        return rest;
    }
    let end = (0..=LONGEST).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(0);
    &rest[..end]
}

/// Braces up to the one that closes them, as they are written.
fn code(rest: &str, out: &mut String) -> Option<usize> {
    let mut depth = 0usize;
    let mut letters = rest.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            out.push_str(&rest[..=at]);
            return Some(at + 1);
        }
    }
    None
}

/// `Old Tom#Past|Tom]]` behind its brackets: what it shows, and its length with the closing brackets.
fn wiki(inner: &str) -> Option<(String, usize)> {
    let end = inner.find("]]")?;
    let link = inner.get(..end).filter(|link| !link.contains(['\n', '[', ']', '{']))?;
    let (target, alias) = match link.split_once('|') {
        Some((target, alias)) => (target.trim_end_matches('\\'), Some(alias)),
        None => (link, None),
    };
    let is_roll = target.starts_with('/') || is_sum_of_dice(target);
    let shown = match alias.map(str::trim).filter(|alias| !alias.is_empty()) {
        // The width of a picture is no text.
        Some(alias) if !alias.chars().all(|c| c.is_ascii_digit() || c == 'x') => alias.to_owned(),
        Some(_) | None => page(target),
    };
    (!is_roll && !shown.is_empty()).then_some((shown, end + 2))
}

/// `[[2d6+1]]` is a roll of Roll20 and no page.
fn is_sum_of_dice(text: &str) -> bool {
    let mut pieces = text.split(['+', '-', ' ', '*']).filter(|piece| !piece.is_empty()).peekable();
    pieces.peek().is_some_and(|first| first.starts_with(|c: char| c.is_ascii_digit() || c == 'd' || c == '@'))
        && pieces.all(|piece| {
            let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
            let die = piece.split_once('d').filter(|(count, _)| digits(count));
            digits(piece)
                || piece.starts_with('@')
                || die.is_some_and(|(_, sides)| {
                    sides.starts_with(|c: char| c.is_ascii_digit() || "%F".contains(c))
                })
        })
}

/// The name of a page: `people/Old Tom#Past` shows `Old Tom > Past`.
fn page(target: &str) -> String {
    let (page, part) = target.split_once('#').map_or((target, ""), |(page, part)| (page, part));
    let page = page.rsplit('/').next().unwrap_or(page).trim();
    let part = part.trim_start_matches('^').trim();
    match (page, part) {
        (page, "") => page.to_owned(),
        ("", part) => part.to_owned(),
        (page, part) => format!("{page} > {part}"),
    }
}

/// A picture by its file's name.
fn picture(target: &str) -> String {
    let file = target.rsplit('/').next().unwrap_or(target);
    file.rsplit_once('.').map_or(file, |(name, _)| name).to_owned()
}

/// `text](target)` behind its bracket: both, and the length with the closing bracket.
fn link(inner: &str) -> Option<(&str, &str, usize)> {
    inner.contains("](").then_some(())?;
    let mut depth = 0usize;
    let end = inner.char_indices().find_map(|(at, letter)| {
        match letter {
            '[' => depth += 1,
            ']' if depth == 0 => return Some(at),
            ']' => depth -= 1,
            _ => {}
        }
        None
    })?;
    let target = inner[end + 1..].strip_prefix('(')?;
    let closes = target.find(')')?;
    let (text, target) = (&inner[..end], &target[..closes]);
    (!target.contains('\n')).then_some((text, target, end + closes + 3))
}

/// A tag that says only how its text looks shows nothing; `<br>` is a blank.
fn tag(rest: &str) -> Option<(String, usize)> {
    let end = rest.find('>')?;
    let inside = rest.get(1..end)?.trim_start_matches('/').trim_end_matches('/').trim();
    let name = inside.split(' ').next().unwrap_or("").to_ascii_lowercase();
    let shown = if name == "br" { " " } else { "" };
    (name == "br" || TAGS.contains(&name.as_str())).then(|| (shown.to_owned(), end + 1))
}

#[cfg(test)]
mod tests {
    use super::{shown, shown_around_code};

    #[test]
    fn links_are_their_words() {
        for (written, reads) in [
            ("[[Old Tom|Tom]] sings", "Tom sings"),
            (r"[[Old Tom\|Tom]] sings", "Tom sings"),
            ("[[Old Tom]]", "Old Tom"),
            ("[[people/Old Tom#Past]]", "Old Tom > Past"),
            ("[[#Here]]", "Here"),
            ("[[Crow]]s", "Crows"),
            ("![[picture.png]]", "picture"),
            ("![[maps/moor.png|200]] north", "moor north"),
            ("[text](https://x.example/y) on", "text on"),
            ("![a hat](hat.png)", "a hat"),
            ("![](hat.png)", "hat"),
            ("a **[bold](x.md)** link", "a **bold** link"),
            ("a footnote[^1].", "a footnote."),
            ("seen %%secret%% here", "seen here"),
            ("seen %%secret%%", "seen"),
            ("<!-- he's dead --> church <!-- or not -->", "church"),
            ("==marked== <b>bold</b>, next<br>line", "marked bold, next line"),
            ("Fish &amp; chips", "Fish & chips"),
            (r"\[\[x\]\] \* \&amp;", "[[x]] * &amp;"),
        ] {
            assert_eq!(shown(written), reads, "{written}");
        }
    }

    #[test]
    fn what_is_no_link_stays() {
        for written in [
            "[[2d6]]",
            "[[/r 1d6]]",
            "[[2d6+@str]]",
            "[note]",
            "[a] (b)",
            "a == b",
            "R&D; x",
            "<Nothing>",
            "50% of 10%",
            "[[",
            "[[]]",
            "wait!",
            "5 < 6 > 2",
            "[^ up",
            "[[a] b]]",
        ] {
            assert_eq!(shown(written), written);
        }
    }

    #[test]
    fn many_signs_take_no_longer_than_their_number() {
        for sign in ["[", "[[", "<", "&", "%%", "==", "![", "[^", "[a](", "**"] {
            let text = sign.repeat(200_000);
            assert!(shown(&text).len() <= text.len(), "{sign}");
        }
    }

    #[test]
    fn what_is_live_stays_as_it_is_written() {
        assert_eq!(shown_around_code(r"{[a][1]} [[X|y]] \{ \| {d6}"), r"{[a][1]} y \{ | {d6}");
        assert_eq!(shown_around_code(r"{ open [[X]]"), "{ open X");
    }
}
