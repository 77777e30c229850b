//! Keys of rows as people write them.

use std::borrow::Cow;

use super::{Builder, Pair, Rule, next, only};
use crate::base::{Num, Span};
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;
use crate::syntax::ast::{KeyPart, WrittenKey};
use crate::syntax::grammar::parse;
use crate::syntax::list_key::last_face_of;
use crate::syntax::plain;

impl Builder {
    /// The key that a text at `base` is: numbers where it can be read as them, else a word.
    pub(crate) fn key(&mut self, text: &str, base: usize) -> WrittenKey {
        let shown = text.trim();
        if !shown.is_empty() && shown.bytes().all(|byte| byte.is_ascii_digit()) {
            let start = base + (text.len() - text.trim_start().len());
            return self.quick_key(shown, self.place(start, start + shown.len()));
        }
        if text.contains('\\') {
            // Markdown writes `1\-6` where a bare dash would begin a list.
            let plain = text.replace('\\', "");
            return self.key(&plain, base);
        }
        if let Cow::Owned(read) = plain::shown(text)
            && read != text
        {
            return self.key(&read, base);
        }
        let quoted = shown.len() > 1 && shown.starts_with('"') && shown.ends_with('"');
        if quoted || !text.bytes().any(|byte| byte.is_ascii_digit()) {
            return self.word_key(text, base);
        }
        let face = last_face(shown);
        match parse(Rule::one_key, text) {
            Ok(mut pairs) if face.is_none() => {
                let pair = next(&mut pairs);
                self.at(base, |builder| builder.key_of(pair))
            }
            Ok(_) | Err(_) => {
                let plain = face.or_else(|| loosened(shown));
                match plain.filter(|plain| parse(Rule::one_key, plain).is_ok()) {
                    Some(plain) => {
                        let start = base + (text.len() - text.trim_start().len());
                        let span = self.place(start, start + shown.len());
                        let read = self.key(&plain, base);
                        WrittenKey { text: without_marks(shown).to_owned(), span, ..read }
                    }
                    None => self.word_key(text, base),
                }
            }
        }
    }

    /// The key of a row that has none: it comes up as often as any other.
    pub(in crate::syntax) fn one_key(span: Span) -> WrittenKey {
        WrittenKey { parts: vec![KeyPart::One(Num::ONE)], text: String::new(), span }
    }

    /// A number or a plain range, as most keys are.
    pub(super) fn quick_key(&mut self, text: &str, span: Span) -> WrittenKey {
        let part = match text.split_once(['-', '–']) {
            Some((low, high)) => KeyPart::Between(self.key_number(low, span), self.key_number(high, span)),
            None => KeyPart::One(self.key_number(text, span)),
        };
        WrittenKey { parts: vec![part], text: text.to_owned(), span }
    }

    /// The key that the grammar recognised as numbers.
    pub(super) fn key_of(&mut self, pair: Pair<'_>) -> WrittenKey {
        let span = self.span(&pair);
        let text = without_marks(pair.as_str()).to_owned();
        let mut parts = Vec::with_capacity(1);
        for part in pair.into_inner() {
            let place = self.span(&part);
            match part.as_rule() {
                Rule::key_number => {
                    let value = self.key_number(part.as_str(), place);
                    parts.push(KeyPart::One(value));
                }
                Rule::key_to => {
                    let doubled = part.as_str().starts_with("--");
                    let number = only(part);
                    let end = self.key_number(number.as_str(), place);
                    // `4--6`: nobody counts from 4 down to -6.
                    let plain = |start: Num| {
                        if doubled && start >= Num::ZERO { end.abs().unwrap_or(end) } else { end }
                    };
                    self.turn(&mut parts, |start| KeyPart::Between(start, plain(start)));
                }
                Rule::key_more => self.turn(&mut parts, KeyPart::AtLeast),
                Rule::key_fewer => self.turn(&mut parts, KeyPart::AtMost),
                Rule::key_below => parts.push(self.key_bound(part, true)),
                Rule::key_above => parts.push(self.key_bound(part, false)),
                _ => {}
            }
        }
        WrittenKey { parts, text, span }
    }

    /// Makes something else of the number just read.
    fn turn(&self, parts: &mut Vec<KeyPart>, make: impl FnOnce(Num) -> KeyPart) {
        if let Some(KeyPart::One(start)) = parts.last() {
            let start = *start;
            parts.pop();
            parts.push(make(start));
        }
    }

    /// `≤ 3`, `> 20`: a bound that does not belong to it is moved to the next whole number.
    fn key_bound(&mut self, part: Pair<'_>, below: bool) -> KeyPart {
        let place = self.span(&part);
        let mut inner = part.into_inner();
        let sign = next(&mut inner).as_str().to_ascii_lowercase();
        let number = self.key_number(next(&mut inner).as_str(), place);
        let outside =
            matches!(sign.as_str(), "<" | "&lt;" | "under" | "below" | ">" | "&gt;" | "over" | "above");
        let step = if !outside {
            Num::ZERO
        } else if below {
            Num::int(-1)
        } else {
            Num::ONE
        };
        let bound = number.add(step).unwrap_or(number);
        if below { KeyPart::AtMost(bound) } else { KeyPart::AtLeast(bound) }
    }

    /// A number of a key. `00` is the 100 of percentile dice, `000` a thousand.
    fn key_number(&mut self, text: &str, span: Span) -> Num {
        let unsigned = text
            .trim_start_matches(['+', '-', '−', '–'])
            .trim_start_matches("&minus;")
            .trim_start_matches("&#8722;");
        let negative = unsigned.len() != text.len() && !text.starts_with('+');
        if unsigned.len() > 1 && unsigned.len() <= 9 && unsigned.bytes().all(|digit| digit == b'0') {
            return Num::int(10i64.pow(u32::try_from(unsigned.len()).unwrap_or(2)));
        }
        let (value, _) = self.num(unsigned, span);
        if negative { value.neg().unwrap_or(Num::ZERO) } else { value }
    }

    /// A key that is no number: a word or several, or nothing. Signs and digits that make no key are
    /// reported and give an empty key.
    fn word_key(&mut self, text: &str, base: usize) -> WrittenKey {
        let shown = without_marks(text.trim());
        let start = base + (text.len() - text.trim_start().len());
        let span = self.place(start, start + text.trim().len());
        let unquoted = shown.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(shown);
        let mut key = WrittenKey { parts: Vec::new(), text: unquoted.to_owned(), span };
        if unquoted.is_empty() || is_dash(unquoted) {
            return key;
        }
        let quoted = unquoted.len() < shown.len();
        if quoted
            || unquoted.chars().any(char::is_alphabetic)
            || !unquoted.bytes().any(|byte| byte.is_ascii_digit())
        {
            key.parts.push(KeyPart::Word(unquoted.to_owned()));
        } else {
            let message = format!("`{unquoted}` cannot be read as a key");
            let report = Diagnostic::error(&codes::BAD_KEY, span, message);
            let open = unquoted.strip_suffix(['-', '–', '—', '−']).map(str::trim_end);
            self.report(match open.filter(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
                // `5-` ends a range that is not written.
                Some(number) => report
                    .fix(format!("and more: `{number}+`"), span, format!("{number}+"))
                    .fix(format!("and less: `{number} or less`"), span, format!("{number} or less")),
                None => report.help("a key is a number, a range such as `2-3`, a list such as `13,14`, `12+`, `3 or less`, or a word"),
            });
        }
        key
    }
}

/// Numbers of a key with what people write around and between them: `(1-2)`, `1-2:`, `5 or 6`, `3 & 4`.
fn loosened(shown: &str) -> Option<String> {
    let bare =
        without_marks(shown).trim_end_matches([':', '.', ')', ';', ']']).trim_start_matches(['(', '[']);
    let bare = bare.trim().trim_end_matches(',');
    let listed = [" or ", " and ", " & ", "&", " + "]
        .iter()
        .fold(bare.to_owned(), |text, sign| text.replace(sign, ","));
    let plain = listed.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–' | '—'));
    (plain && listed != shown && listed.starts_with(|c: char| c.is_ascii_digit())).then_some(listed)
}

/// The last face of a die that prints it as 0, written with both: `10 (0)`, `0/10`, `99-100 [00]`.
fn last_face(shown: &str) -> Option<String> {
    let bare = without_marks(shown).trim_end_matches([':', '.']);
    let bracketed = |open, close| bare.strip_suffix(close)?.rsplit_once(open);
    let (before, beside) = bracketed('(', ')')
        .or_else(|| bracketed('[', ']'))
        .or_else(|| bare.rsplit_once('/'))
        .or_else(|| bare.rsplit_once(" or "))?;
    let before = without_marks(before);
    let number = before.rsplit(|c: char| !c.is_ascii_digit()).next()?;
    let face = last_face_of(number.parse().ok()?, beside.trim().parse().ok()?)?;
    Some(format!("{}{face}", before.get(..before.len() - number.len())?))
}

/// A text without the bold, italic and code marks around it.
pub(super) fn without_marks(text: &str) -> &str {
    text.trim_matches(|c: char| matches!(c, '*' | '`' | '_') || c.is_whitespace())
}

/// Whether a cell is only a dash, which means that nothing is there.
pub(super) fn is_dash(text: &str) -> bool {
    matches!(
        text,
        "-" | "--"
            | "---"
            | "–"
            | "—"
            | "−"
            | "‒"
            | "―"
            | "&ndash;"
            | "&mdash;"
            | "&minus;"
            | "&#8211;"
            | "&#8212;"
    )
}
