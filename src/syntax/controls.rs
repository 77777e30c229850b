//! Signs that no source may hold: control characters, and those that turn the direction of writing.

use crate::base::{SourceId, Span};
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// At most so many are reported one by one.
const SHOWN: usize = 10;

/// Whether no source may hold this sign.
pub(crate) fn is_control(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a text holds any. Every source is looked through, so this goes by the bytes with which such
/// signs begin.
pub(crate) fn has(text: &str) -> bool {
    const CHUNK: usize = 64;
    let begins = |byte: u8| {
        (byte < b' ') & !matches!(byte, b'\n' | b'\r' | b'\t') | matches!(byte, 0x7f | 0xc2 | 0xe2)
    };
    let is_at = |at: usize| text.get(at..).and_then(|rest| rest.chars().next()).is_some_and(is_control);
    text.as_bytes().chunks(CHUNK).enumerate().any(|(nth, chunk)| {
        // All of a chunk is looked at together, which is the quick way through the many that hold none.
        chunk.iter().fold(false, |found, byte| found | begins(*byte))
            && (nth * CHUNK..nth * CHUNK + chunk.len()).any(is_at)
    })
}

/// Reports those from byte `begin` on, each with the fix that takes it out.
pub(crate) fn report(source: SourceId, text: &str, begin: usize, diagnostics: &mut Vec<Diagnostic>) {
    let part = text.get(begin..).unwrap_or("");
    if !has(part) {
        return;
    }
    let mut found = part.char_indices().map(|(at, c)| (begin + at, c)).filter(|(_, c)| is_control(*c));
    for (at, c) in found.by_ref().take(SHOWN) {
        let span = Span::new(source, at, at + c.len_utf8());
        let what = match c {
            '\0' => "a NUL character".to_owned(),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                format!("U+{:04X}, which turns the direction of writing,", u32::from(c))
            }
            _ => format!("the control character U+{:04X}", u32::from(c)),
        };
        diagnostics.push(
            Diagnostic::error(&codes::CONTROL_CHARACTER, span, format!("{what} is in the source"))
                .help("it is invisible in an editor; this line is not read")
                .fix("take it out", span, ""),
        );
    }
    let rest = found.count();
    if rest > 0
        && let Some(last) = diagnostics.last_mut()
    {
        last.notes.push(format!("{rest} more further down"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_character_is_found_by_its_first_byte() {
        for c in (0..=0x2fff).filter_map(char::from_u32) {
            assert_eq!(has(&format!("é—·{c}x")), is_control(c), "U+{:04X}", u32::from(c));
        }
    }
}
