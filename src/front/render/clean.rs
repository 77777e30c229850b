//! Text from a script, a table, a saved state or a path never drives the terminal.

use std::borrow::Cow;

/// Whether a character could move the cursor, change colours, reorder a line, or hide.
pub(crate) fn is_hostile(c: char) -> bool {
    match c {
        // Nearly all there is, looked at first.
        ' '..='~' | '\n' | '\t' | '\u{2070}'..='\u{D7FF}' => false,
        // Marks and overrides of writing direction, and separators that terminals treat differently.
        '\u{061C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' => true,
        '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' => true,
        '\u{E0000}'..='\u{E007F}' => true,
        _ => c.is_control(),
    }
}

/// Whether there is nothing in a text but letters, figures and signs of ASCII, as in most texts: none of them is
/// hostile, and each takes one column.
pub(crate) fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Whether there is a hostile character in a text.
pub(crate) fn has_hostile(text: &str) -> bool {
    !text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) && text.chars().any(is_hostile)
}

/// The text with each hostile character replaced by `�`. Line breaks and tabs stay.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if has_hostile(text) {
        Cow::Owned(text.replace("\r\n", "\n").chars().map(clean_char).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The text on one line: hostile characters replaced, line breaks and tabs as spaces.
pub(crate) fn clean_line(text: &str) -> Cow<'_, str> {
    if !is_plain(text) && text.chars().any(|c| is_hostile(c) || c == '\n' || c == '\t') {
        let one_line = |c| if matches!(c, '\n' | '\t') { ' ' } else { clean_char(c) };
        Cow::Owned(text.chars().map(one_line).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The character itself, or `�` for a hostile one.
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
}
