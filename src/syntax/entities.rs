//! The entities of HTML, which Markdown knows, too: `&amp;` is an ampersand.

use std::borrow::Cow;

use pulldown_cmark::{Event, Parser};

/// A text with `&amp;`, `&eacute;`, `&#233;` as the characters that they are.
pub(crate) fn decoded(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 32;
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, from)) = rest.split_once('&') {
        out.push_str(before);
        let named = from.split_once(';').filter(|(name, _)| {
            name.len() <= LONGEST
                && !name.is_empty()
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#')
        });
        let known = named.and_then(|(name, after)| Some((entity(name)?, after)));
        match known {
            Some((stands_for, after)) => {
                out.push_str(&stands_for.replace('\u{a0}', " "));
                rest = after;
            }
            None => {
                out.push('&');
                rest = from;
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// What an entity of HTML stands for.
fn entity(name: &str) -> Option<String> {
    let written = format!("&{name};");
    let read: String = Parser::new(&written)
        .filter_map(|event| if let Event::Text(text) = event { Some(text.into_string()) } else { None })
        .collect();
    (read != written).then_some(read)
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn entities_are_what_they_stand_for_and_other_ampersands_stay() {
        assert_eq!(decoded("Fish &amp; chips &eacute;&#233;"), "Fish & chips éé");
        assert_eq!(decoded("R&D; a && b; AT&T &nosuch; &"), "R&D; a && b; AT&T &nosuch; &");
    }
}
