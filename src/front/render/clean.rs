//! Text from a script, a table, a saved state or a path never drives the terminal.
//!
//! What is harmful anywhere, in a file as well, is replaced where a text is put into words, here. What only hides at a
//! terminal, such as a space of no width, is part of the text: a file or a pipe gets it, and the door replaces
//! it where somebody looks at a terminal.

use std::borrow::Cow;

/// Whether a character could move the cursor, change colours, reorder a line, or hide: what no terminal gets.
pub(crate) fn is_hostile(c: char) -> bool {
    match c {
        // Nearly all there is, looked at first.
        ' '..='~' | '\n' | '\t' | '\u{2070}'..='\u{D7FF}' => false,
        // Marks of writing direction, and separators that terminals treat differently.
        '\u{061C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}' => true,
        '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' => true,
        '\u{E0000}'..='\u{E007F}' => true,
        _ => is_harmful(c),
    }
}

/// Whether a character could drive whatever a text comes to, or make it read as something else: control
/// characters, and overrides of writing direction. No file gets them either.
pub(crate) fn is_harmful(c: char) -> bool {
    match c {
        ' '..='~' | '\n' | '\t' => false,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    }
}

/// Whether there is nothing in a text but letters, figures and signs of ASCII, as in most texts: none of them is
/// hostile, and each takes one column.
pub(crate) fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Whether there is one of these characters in a text; those of ASCII that are seen are none.
pub(crate) fn has(text: &str, unwanted: fn(char) -> bool) -> bool {
    !text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) && text.chars().any(unwanted)
}

/// The text with each harmful character replaced by `�`. Line breaks and tabs stay.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if has(text, is_harmful) {
        Cow::Owned(text.replace("\r\n", "\n").chars().map(harmless).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The text on one line: harmful characters replaced, line breaks and tabs as spaces.
pub(crate) fn clean_line(text: &str) -> Cow<'_, str> {
    if !is_plain(text) && text.chars().any(|c| is_harmful(c) || c == '\n' || c == '\t') {
        let one_line = |c| if matches!(c, '\n' | '\t') { ' ' } else { harmless(c) };
        Cow::Owned(text.chars().map(one_line).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The character itself, or `�` for a harmful one.
fn harmless(c: char) -> char {
    if is_harmful(c) { char::REPLACEMENT_CHARACTER } else { c }
}

/// The character as a terminal gets it: itself, or `�` for a hostile one.
pub(crate) fn clean_char(c: char) -> char {
    if is_hostile(c) { char::REPLACEMENT_CHARACTER } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_bidirectional_marks_do_not_get_through() {
        assert_eq!(clean("a\u{1b}[31mb\u{202E}c\nd"), "a\u{FFFD}[31mb\u{FFFD}c\nd");
        assert_eq!(clean_line("a\nb\u{9b}"), "a b\u{FFFD}");
        assert!(matches!(clean("plain – “text”"), Cow::Borrowed(_)));
    }

    #[test]
    fn what_only_hides_is_part_of_a_text_and_shown_to_no_terminal() {
        let hidden = "\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}\u{2029}\u{2060}\u{feff}\u{fff9}";
        assert_eq!((&*clean(hidden), &*clean_line(hidden)), (hidden, hidden));
        assert!(hidden.chars().all(is_hostile) && !hidden.chars().any(is_harmful));
        for c in ('\0'..=char::MAX).filter(|c| is_harmful(*c)) {
            assert!(is_hostile(c), "{c:?}");
        }
    }
}
