//! Whether a formatted text says what the text said before: the same tree, and the same comments.

use std::fmt::{self, Debug, Write};
use std::hash::{DefaultHasher, Hasher};

use super::super::parse::parse_file;
use super::super::parsed::{Parsed, Verdict};
use super::super::tokens::{TokenClass, tokens};
use crate::base::SourceId;
use crate::base::stack::with_large_stack;

/// Whether what was read of a text is read of the other, too.
pub(super) fn is_kept(before: Parsed, text: &str, formatted: &str) -> bool {
    let wanted = with_large_stack(|| outline(&before.file.items));
    // Two trees of a long text would take twice the memory.
    drop(before);
    let after = parse_file(SourceId(0), formatted);
    after.verdict == Verdict::Complete
        && wanted == with_large_stack(|| outline(&after.file.items))
        && comments(text).eq(comments(formatted))
}

/// A number that stands for a tree, whatever the places in it.
fn outline(tree: &impl Debug) -> u64 {
    let mut writer = HashWriter(DefaultHasher::new());
    // Nothing that is hashed can fail to be written.
    let _ = write!(writer, "{tree:-?}");
    writer.0.finish()
}

/// What is written to it is only hashed.
struct HashWriter(DefaultHasher);

impl Write for HashWriter {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        self.0.write(piece.as_bytes());
        Ok(())
    }
}

/// The comments of a text, in order.
fn comments(text: &str) -> impl Iterator<Item = &str> {
    let all = tokens(text).into_iter();
    let all = all.filter(|token| matches!(token.class, TokenClass::Comment | TokenClass::Doc));
    all.map(|token| text[token.range].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_something_else_is_noticed() {
        let kept = |before: &str, after: &str| is_kept(parse_file(SourceId(0), before), before, after);
        assert!(kept("let  x =1 # a\n\n\nd6", "let x = 1  # a\n\nd6\n"));
        assert!(!kept("let x = 1", "let x = 2"));
        assert!(!kept("let x = 1 # a", "let x = 1"));
        assert!(!kept("d6\nd6", "d6"));
        assert!(!kept("say \"Span\"", "say \"Spam\""));
        assert!(!kept("if d6 > 3\nsay \"x\"\nend", "if d6 > 3\nsay \"x\"\n"));
    }
}
