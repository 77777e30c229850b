//! Where a part of a JSON text stands, so that a report can point at it.

use std::ops::Range;

/// The place of the part that a path such as `/kept/lamp` leads to; where there is no such part, of
/// what comes nearest on the way.
pub(super) fn find(text: &str, path: &str) -> Range<usize> {
    let mut scan = Scan { text: text.as_bytes(), at: 0 };
    let mut whole = scan.value();
    for step in path.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        let mut inner = Scan { text: text.as_bytes().get(..whole.end).unwrap_or_default(), at: whole.start };
        match inner.part(&step) {
            Some(found) => whole = found,
            None => return whole.start..whole.end.min(whole.start.saturating_add(1)),
        }
    }
    whole
}

/// Goes through a text that is known to be JSON; whatever the text is, it comes to its end.
struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace() || byte == b',' || byte == b':') {
            self.at += 1;
        }
    }

    /// Goes over a value; its place.
    fn value(&mut self) -> Range<usize> {
        self.blanks();
        let start = self.at;
        let mut depth = 0usize;
        loop {
            match self.peek() {
                None => break,
                Some(b'"') => self.string(),
                Some(b'{' | b'[') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(b'}' | b']') => {
                    depth = depth.saturating_sub(1);
                    self.at += 1;
                }
                Some(_) if depth > 0 => self.at += 1,
                Some(_) => self.word(),
            }
            if depth == 0 {
                break;
            }
        }
        start..self.at
    }

    fn string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                break;
            }
        }
        self.at = self.at.min(self.text.len());
    }

    /// A number, `true`, `false` or `null`.
    fn word(&mut self) {
        let end = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b'}' | b']' | b':');
        let start = self.at;
        while self.peek().is_some_and(|byte| !end(byte)) {
            self.at += 1;
        }
        self.at = self.at.max(start + 1).min(self.text.len());
    }

    /// The part of this name, or of this number from 0. A name that stands twice counts where it stands
    /// last, as JSON is read.
    fn part(&mut self, step: &str) -> Option<Range<usize>> {
        let is_object = self.peek() == Some(b'{');
        let mut nth = 0usize;
        let mut found = None;
        self.at += 1;
        loop {
            self.blanks();
            if matches!(self.peek(), None | Some(b'}' | b']')) {
                return found;
            }
            let is_it = if is_object {
                let key = self.value();
                let key = self.text.get(key).and_then(|key| serde_json::from_slice::<String>(key).ok());
                key.as_deref() == Some(step)
            } else {
                nth += 1;
                step.parse::<usize>().is_ok_and(|step| step + 1 == nth)
            };
            let value = self.value();
            found = if is_it { Some(value) } else { found };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{ "a": [1, {"b/c": "x\"y"}, null], "d": {"a": -2.5}, "a\u0065": true }"#;

    fn found(path: &str) -> &'static str {
        TEXT.get(find(TEXT, path)).expect("a place in the text")
    }

    #[test]
    fn parts_are_found_by_name_and_number() {
        for (path, text) in [
            ("", TEXT),
            ("/a/0", "1"),
            ("/a/1/b~1c", r#""x\"y""#),
            ("/a/2", "null"),
            ("/d/a", "-2.5"),
            ("/ae", "true"),
            ("/d/e", "{"),
            ("/a/7", "["),
        ] {
            assert_eq!(found(path), text, "{path}");
        }
    }

    #[test]
    fn texts_that_are_cut_off_come_to_an_end() {
        for end in 0..TEXT.len() {
            for path in ["/a/1/b~1c", "/d/a", "/ae"] {
                let cut = TEXT.get(..end).expect("ASCII");
                assert!(cut.get(find(cut, path)).is_some(), "{end} {path}");
            }
        }
    }
}
