//! Foundry's text as ours: inline rolls become live, links become tables or their labels, HTML is taken off.

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Spanned, Token, Tokenizer};

use super::dice_in::dice_in;

/// Tables that links may lead to: the name here of what a link names.
pub(crate) trait Tables {
    /// The table that a link of this kind (`UUID`, `RollTable`) to this address leads to.
    fn linked(&self, kind: &str, address: &str) -> Option<String>;
}

/// No tables.
pub(crate) struct NoTables;

impl Tables for NoTables {
    fn linked(&self, _: &str, _: &str) -> Option<String> {
        None
    }
}

/// A text of Foundry as the text of a cell here.
pub(crate) fn text_in(html: &str, tables: &dyn Tables, lost: &mut Vec<String>) -> String {
    let mut emitter: DefaultEmitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut out = String::new();
    // Rolls and links are looked for in one piece of text at a time, as Foundry does.
    let mut node = String::new();
    let mut hidden = 0usize;
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(token) = token;
        match token {
            Token::String(Spanned { value, .. }) => {
                if hidden == 0 {
                    node.push_str(&String::from_utf8_lossy(&value));
                }
            }
            Token::StartTag(tag) => {
                live(&std::mem::take(&mut node), tables, lost, &mut out);
                hidden += usize::from(hides(&tag.name) && !tag.self_closing);
                out.push_str(if parts_words(&tag.name) { " " } else { "" });
            }
            Token::EndTag(tag) => {
                live(&std::mem::take(&mut node), tables, lost, &mut out);
                hidden = hidden.saturating_sub(usize::from(hides(&tag.name)));
                out.push_str(if parts_words(&tag.name) { " " } else { "" });
            }
            Token::Comment(_) => live(&std::mem::take(&mut node), tables, lost, &mut out),
            Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    live(&node, tables, lost, &mut out);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Elements whose text nobody sees.
fn hides(tag: &[u8]) -> bool {
    [b"script".as_slice(), b"style", b"template"].contains(&tag)
}

/// Elements that begin or end a line, which keeps words apart here.
fn parts_words(tag: &[u8]) -> bool {
    const TAGS: [&[u8]; 22] = [
        b"br",
        b"p",
        b"li",
        b"ul",
        b"ol",
        b"div",
        b"td",
        b"th",
        b"tr",
        b"table",
        b"h1",
        b"h2",
        b"h3",
        b"h4",
        b"h5",
        b"h6",
        b"hr",
        b"section",
        b"blockquote",
        b"dt",
        b"dd",
        b"figcaption",
    ];
    TAGS.contains(&tag)
}

/// A piece of text with its rolls and links.
fn live(text: &str, tables: &dyn Tables, lost: &mut Vec<String>, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['[', '@']) {
        let (before, from) = rest.split_at(at);
        out.push_str(&inert(before));
        if let Some((roll, after)) = roll_in(from) {
            rest = labelled(roll_out(roll, lost), after, out);
        } else if let Some(link) = link_in(from) {
            match tables.linked(link.kind, link.address) {
                Some(name) => out.push_str(&format!("{{{name}}}")),
                None => {
                    lost.push(format!("the link to `{}` became its name", link.label));
                    out.push_str(&inert(link.label));
                }
            }
            rest = link.after;
        } else {
            out.push_str(&from[..1]);
            rest = &from[1..];
        }
    }
    out.push_str(&inert(rest));
}

/// Rolls, addresses and labels are no longer, in bytes: a text of nothing but brackets is looked through once.
const MAX_PART_BYTES: usize = 1_000;

/// A text before and behind the first of these signs, which stands near.
fn parted<'t>(text: &'t str, sign: &str) -> Option<(&'t str, &'t str)> {
    let near = (0..=text.len().min(MAX_PART_BYTES)).rev().find(|end| text.is_char_boundary(*end))?;
    let at = text[..near].find(sign)?;
    Some((&text[..at], &text[at + sign.len()..]))
}

/// `[[/r 2d6[fire]]]`: what is between the brackets, and what follows.
fn roll_in(text: &str) -> Option<(&str, &str)> {
    let (roll, after) = parted(text.strip_prefix("[[")?, "]]")?;
    match after.strip_prefix(']') {
        Some(further) => {
            let end = text.len() - further.len() - "]]".len();
            Some((text.get("[[".len()..end)?, further))
        }
        None => Some((roll, after)),
    }
}

fn roll_out(roll: &str, lost: &mut Vec<String>) -> String {
    const COMMANDS: [&str; 10] =
        ["/roll", "/r", "/publicroll", "/pr", "/gmroll", "/gmr", "/blindroll", "/broll", "/br", "/selfroll"];
    let written = roll.trim();
    let (first, others) = written.split_once(char::is_whitespace).unwrap_or((written, ""));
    let formula = if COMMANDS.contains(&first) { others } else { written };
    let formula = formula.split('#').next().unwrap_or(formula).trim();
    match dice_in(formula) {
        Some(dice) => format!("{{{dice}}}"),
        None => {
            lost.push(format!("`[[{formula}]]` is no roll that is known here; it stays as text"));
            format!("({})", inert(formula))
        }
    }
}

/// Writes a roll and the label behind it, which says what the number is of.
fn labelled<'t>(roll: String, after: &'t str, out: &mut String) -> &'t str {
    out.push_str(&roll);
    match after.strip_prefix('{').and_then(|label| parted(label, "}")) {
        Some((label, after)) => {
            out.push(' ');
            out.push_str(&inert(label));
            after
        }
        None => after,
    }
}

struct Link<'t> {
    kind: &'t str,
    address: &'t str,
    label: &'t str,
    after: &'t str,
}

/// `@UUID[Compendium.…]{Label}`; its label, or without one the end of its address.
fn link_in(text: &str) -> Option<Link<'_>> {
    let (kind, rest) = parted(text.strip_prefix('@')?, "[")?;
    if kind.is_empty() || !kind.chars().all(|c| c.is_ascii_alphanumeric()) {
        return None;
    }
    let (address, rest) = bracketed(rest)?;
    let labelled = rest.strip_prefix('{').and_then(|rest| parted(rest, "}"));
    let (label, after) = labelled.unwrap_or_else(|| (address.rsplit('.').next().unwrap_or(address), rest));
    Some(Link { kind, address, label, after })
}

/// What is inside of a bracket that is open already, and what follows it: `2d6[fire]]{…}`.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 1;
    let close = text.char_indices().take(MAX_PART_BYTES).find(|(_, c)| {
        depth += i32::from(*c == '[') - i32::from(*c == ']');
        depth == 0
    });
    let (at, _) = close?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// A stranger's text with nothing live in it.
pub(crate) fn inert(text: &str) -> String {
    text.replace('\\', "\\\\").replace('{', "\\{")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_in_html_is_text_and_never_code() {
        let of = |text: &str| text_in(text, &NoTables, &mut Vec::new());
        assert_eq!(of("5 < 6 &amp; 7 > 3 &eacute;&#233;&rsquo;&nosuch;"), "5 < 6 & 7 > 3 éé’&nosuch;");
        assert_eq!(of("&#123;2d6} &lt;b&gt; <b>x</b><br/>y<!-- z -->"), "\\{2d6} <b> x y");
        assert_eq!(of("a<script>if (1 < 2) alert('</b>')</script >b<style>c > d</style>"), "ab");
        assert_eq!(of("@UUID[Compendium.x.Item.abc] @UUID[x]{A lamp} a@b.c"), "abc A lamp a@b.c");
        assert_eq!(
            of("<a title='1 > 0 [[2d6]]'>x</a> [[<b>2d6</b>]] [<span></span>[2d6]]"),
            "x [[2d6]] [[2d6]]"
        );
        assert_eq!(
            of("[[/r 2d6[fire] + 1[cold]]] [[/gmr 1d66 # x]] [[2d6kh]]{gp}"),
            "{2d6 + 1} {1d{1..66}} {2d6kh} gp"
        );
    }
}
