//! Whether what a line is read as would take a name from something in play.

use super::deeds;
use super::meant::Meaning;
use super::nowhere::NO_SOURCE;
use super::numbered::{is_numbered, numbered_lines};
use super::typed::Typed;
use crate::syntax::{self, name_of};

impl Meaning<'_> {
    /// Whether what a text is read as would take a name from something in play.
    pub(super) fn takes_a_name(self, text: &str, read_as: &str) -> bool {
        self.name_taken(text, read_as).is_some()
    }

    /// The name that what a text is read as would take from something in play, although the text does not say so:
    /// `reaction 5` never makes a value of a table. What is written as a definition is one.
    pub(super) fn name_taken(self, text: &str, read_as: &str) -> Option<String> {
        const DEFINES: [&str; 24] = [
            "change",
            "chart",
            "class",
            "const",
            "deck",
            "def",
            "define",
            "each",
            "enum",
            "fn",
            "func",
            "function",
            "keep",
            "ladder",
            "let",
            "list",
            "party",
            "procedure",
            "roster",
            "sheet",
            "table",
            "unit",
            "var",
            "words",
        ];
        let text = text.trim();
        let first = text.split_whitespace().next().unwrap_or("").to_lowercase();
        let defines = DEFINES.contains(&&*first) && text != first && !is_numbered(text);
        // What is pasted says itself what it defines.
        if defines || text.contains('\n') {
            return None;
        }
        let workspace = self.world().workspace();
        let of_a_member = |name: &str| deeds::is_member(self.world(), name);
        // A number that was given a name by hand may be given anew.
        let own = numbered_lines(self.world(), text).iter().any(|line| line.line == read_as);
        let read = Typed::new(0, NO_SOURCE, syntax::parse_entry(NO_SOURCE, read_as));
        let in_play = |name: &str| {
            workspace.reads_bare(name) || workspace.reads_kind(name) || of_a_member(&name_of(name))
        };
        let taken = read.names().into_iter().find(|name| !own && in_play(&name.text));
        taken.map(|name| name.text.to_string())
    }
}
