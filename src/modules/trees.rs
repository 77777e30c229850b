//! The trees of the shipped rule-sets. A rule-set is asked for again and again, and read once.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Origin, SourceText};
use crate::base::{Source, SourceId, Sources, stop};
use crate::syntax::{self, Parsed};

/// Which trees are known.
#[derive(Debug, Clone, Default)]
pub(super) struct Trees {
    known: BTreeMap<&'static str, (SourceId, Arc<Parsed>)>,
}

impl Trees {
    /// Reads a source into a tree, for the sources of a session. Of notes, the parts that begin at
    /// `left_out` are not read.
    pub(crate) fn read(
        &mut self,
        text: &SourceText,
        left_out: &[usize],
        sources: &mut Sources,
    ) -> (SourceId, Parsed) {
        if let Origin::Library(name) = &text.origin {
            let (source, tree) = self.shipped(name, text, sources);
            return (source, Parsed::clone(&tree));
        }
        let source = sources.add(Source::new(text.name.clone(), text.text.clone()));
        let parsed = match text.is_markdown() {
            true => syntax::parse_markdown_without(source, &text.text, left_out),
            false => syntax::parse_file(source, &text.text),
        };
        (source, parsed)
    }

    /// The tree of a shipped rule-set, shared.
    fn shipped(
        &mut self,
        name: &'static str,
        text: &SourceText,
        sources: &mut Sources,
    ) -> (SourceId, Arc<Parsed>) {
        if let Some((source, tree)) = self.known.get(name)
            // Other sources, or a text that a campaign kept, make another tree.
            && sources.get(*source).is_some_and(|known| *known.text() == text.text)
        {
            return (*source, Arc::clone(tree));
        }
        let source = sources.add(Source::new(text.name.clone(), text.text.clone()));
        let tree = Arc::new(syntax::parse_file(source, &text.text));
        if !stop::is_asked() {
            self.known.insert(name, (source, Arc::clone(&tree)));
        }
        (source, tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::Loader;

    #[test]
    fn a_shipped_rule_set_is_read_once_for_the_same_sources() {
        let (mut loader, mut sources) = (Loader::default(), Sources::new());
        let text = loader.rules("delving").unwrap();
        let (first, tree) = loader.tree(&text, &mut sources);
        let (again, same) = loader.tree(&text, &mut sources);
        assert_eq!((again, sources.iter().count()), (first, 1));
        assert_eq!(same.file.items.len(), tree.file.items.len());
        sources.add(Source::new("note.tw", ""));
        let mut others = Sources::new();
        others.add(Source::new("note.tw", ""));
        assert_ne!(loader.tree(&text, &mut others).0, first, "an id counts for its own sources");
    }
}
