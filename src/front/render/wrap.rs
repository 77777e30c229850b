//! Lines that fit, measured in columns of the terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::clean::{is_hostile, is_plain};

/// How many columns a text on one line takes.
pub(crate) fn columns(text: &str) -> usize {
    if is_plain(text) {
        return text.len();
    }
    if text.chars().all(is_narrow) {
        return text.chars().count();
    }
    text.width() + text.chars().filter(|c| is_replaced(*c)).count()
}

/// Whether a character takes no column, but the sign takes one that a terminal gets in its place.
fn is_replaced(c: char) -> bool {
    is_hostile(c) && c.width() == Some(0)
}

/// Signs that stand by themselves and take one column, as bars are drawn of.
fn is_narrow(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{2013}' | '\u{2014}' | '\u{2500}'..='\u{259F}')
}

/// The text broken at spaces into lines of at most `width` columns; its own line breaks stay. A word
/// that is too long has a line of its own.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let indent = paragraph.len() - paragraph.trim_start_matches(' ').len();
        let indent = paragraph.get(..indent).unwrap_or("");
        let mut line = String::new();
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            if line.is_empty() {
                line.push_str(indent);
            } else if columns(&line) + 1 + columns(word) > width {
                lines.push(std::mem::replace(&mut line, indent.to_owned()));
            } else {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// One entry of a list: its further lines stand two columns further in than its first.
pub(crate) fn hanging(text: &str, width: usize) -> String {
    let indent = text.len() - text.trim_start_matches(' ').len() + 2;
    let mut lines = wrap(text, width.saturating_sub(2).max(30)).into_iter();
    let first = lines.next().unwrap_or_default();
    lines.fold(first, |whole, line| format!("{whole}\n{}{}", " ".repeat(indent), line.trim_start()))
}

/// The text cut to `width` columns, with `…` (or `...`) where something was cut.
pub(crate) fn cut(text: &str, width: usize, ellipsis: &str) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(columns(ellipsis));
    let mut used = 0;
    let fits = |c: &char| {
        used += if is_replaced(*c) { 1 } else { c.width().unwrap_or(0) };
        used <= room
    };
    let mut kept: String = text.chars().take_while(fits).collect();
    kept.push_str(ellipsis);
    kept
}

/// The text with spaces after it up to `width` columns.
pub(crate) fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(columns(text));
    format!("{text}{}", " ".repeat(missing))
}

/// The text with spaces before it up to `width` columns.
pub(crate) fn pad_left(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(columns(text));
    format!("{}{text}", " ".repeat(missing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_wrap_and_wide_characters_count_twice() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("a\nb", 7), ["a", "b"]);
        assert_eq!(wrap("  deep in words", 9), ["  deep in", "  words"]);
        let hung = hanging("  not read: a list of some length here", 32);
        assert_eq!(hung, "  not read: a list of some\n    length here");
        let narrow: String = (' '..='\u{2FFF}').filter(|c| is_narrow(*c)).collect();
        assert_eq!((columns(&narrow), narrow.chars().count()), (narrow.width(), narrow.width()));
        assert_eq!(cut("骰子骰子", 5, "…"), "骰子…");
        assert_eq!(pad("骰", 4), "骰  ");
    }
}
