//! How an answer is written into a file of answers, one on a line: as it is where it reads back as the same, otherwise
//! in quotes as JSON writes texts.

use std::borrow::Cow;

/// An answer as it is written behind its name.
pub(crate) fn written(answer: &str) -> Cow<'_, str> {
    let is_plain = !answer.contains(is_escaped) && answer.trim() == answer && read(answer) == answer;
    if is_plain { Cow::Borrowed(answer) } else { Cow::Owned(quoted(answer)) }
}

/// The answer that is written behind a name. What is in quotes and has nothing escaped is as it was typed, quotes and
/// all.
pub(crate) fn read(text: &str) -> Cow<'_, str> {
    let is_quoted = text.len() > 1 && text.starts_with('"') && text.ends_with('"') && text.contains('\\');
    match is_quoted.then(|| serde_json::from_str(text)) {
        Some(Ok(answer)) => Cow::Owned(answer),
        Some(Err(_)) | None => Cow::Borrowed(text),
    }
}

/// Whether a character is never written as it is: what ends a line, or could drive a terminal that shows the file.
fn is_escaped(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// An answer in quotes, with something escaped in any case.
fn quoted(answer: &str) -> String {
    let mut out = String::with_capacity(answer.len() + 8);
    out.push('"');
    for (at, c) in answer.char_indices() {
        // Blanks around an answer are not read.
        let is_outside = c.is_whitespace() && (at == 0 || at + c.len_utf8() == answer.len());
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if is_outside || is_escaped(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_reads_back_as_what_it_was() {
        for plain in
            ["search", "", "a: b", "\"stop\" she said", "\"stop\"", "{x} ⇒ é \u{200b}", "\"a\\", "C:\\new"]
        {
            assert_eq!(written(plain), plain);
            assert_eq!(read(plain), plain);
        }
        for (answer, as_written) in [
            ("a\r\nb", "\"a\\u000d\\u000ab\""),
            ("a\nway: right", "\"a\\u000away: right\""),
            (" x ", "\"\\u0020x\\u0020\""),
            ("\u{3000}x", "\"\\u3000x\""),
            ("\u{1b}[2J\u{202e}\u{9b}\0", "\"\\u001b[2J\\u202e\\u009b\\u0000\""),
            ("\"a\\n\"", "\"\\\"a\\\\n\\\"\""),
        ] {
            assert_eq!(written(answer), as_written, "{answer:?}");
            assert_eq!(read(&written(answer)), answer);
        }
    }
}
