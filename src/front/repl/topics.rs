//! The topics of `:help`: the documentation itself, part by part. A part is a heading with what
//! stands below it, up to the next heading of its own or a higher level.

use crate::front::render::Style;
use crate::front::render::markdown::{heading, markdown};

/// The pages of the documentation, by file name.
pub(crate) static PAGES: &[(&str, &str)] = &[
    ("repl", include_str!("../../../docs/repl.md")),
    ("playing", include_str!("../../../docs/playing.md")),
    ("reference", include_str!("../../../docs/reference.md")),
    ("tutorial", include_str!("../../../docs/tutorial.md")),
    ("evenings", include_str!("../../../docs/evenings.md")),
    ("cookbook", include_str!("../../../docs/cookbook.md")),
    ("workbench", include_str!("../../../docs/workbench.md")),
    ("rulesets", include_str!("../../../docs/rulesets.md")),
    ("coming_from", include_str!("../../../docs/coming_from.md")),
    ("symptoms", include_str!("../../../docs/symptoms.md")),
    ("editors", include_str!("../../../docs/editors.md")),
    ("embedding", include_str!("../../../docs/embedding.md")),
];

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Topic {
    /// Its heading.
    pub title: String,
    /// The page that it stands on.
    pub page: &'static str,
    /// Its text, heading and all.
    pub text: &'static str,
}

/// Every topic, in the order of the pages.
pub(crate) fn all() -> Vec<Topic> {
    PAGES.iter().flat_map(|(page, text)| topics_of(page, text)).collect()
}

fn topics_of(page: &'static str, text: &'static str) -> Vec<Topic> {
    let mut heads: Vec<(usize, usize, &str)> = Vec::new();
    let mut at = 0;
    let mut in_code = false;
    for line in text.split_inclusive('\n') {
        in_code ^= line.trim_start().starts_with("```");
        if let Some(title) = heading(line).filter(|_| !in_code) {
            let level = line.len() - line.trim_start_matches('#').len();
            heads.push((at, level, title));
        }
        at += line.len();
    }
    let topic = |(nth, (start, level, title)): (usize, &(usize, usize, &str))| {
        // A page's own heading is a topic without the parts below it.
        let ends = |(_, other, _): &&(usize, usize, &str)| *level == 1 || other <= level;
        let end = heads.iter().skip(nth + 1).find(ends).map_or(text.len(), |(end, ..)| *end);
        let title = title.replace(['`', '*'], "");
        Topic { title, page, text: text.get(*start..end).unwrap_or("") }
    };
    heads.iter().enumerate().map(topic).collect()
}

/// The topic that a title, its one word or plural, or the name of a page means: `table` is about tables, and
/// `dice` about dice, not about dice with a name.
pub(crate) fn titled(wanted: &str) -> Option<Topic> {
    let wanted = wanted.trim().to_lowercase();
    let topics = all();
    let begins = |topic: &&Topic| {
        topic.title.to_lowercase().strip_prefix(&wanted).is_some_and(|rest| rest.is_empty() || rest == "s")
    };
    let exact = topics.iter().find(|topic| topic.title.to_lowercase() == wanted);
    exact
        .or_else(|| topics.iter().find(begins))
        .or_else(|| topics.iter().find(|topic| topic.page == wanted))
        .cloned()
}

/// A topic whose title has this word: it may be about it, or only mention it.
pub(crate) fn mentioned_in_title(wanted: &str) -> Option<Topic> {
    let wanted = wanted.trim().to_lowercase();
    let has_word = |topic: &Topic| {
        topic.title.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| word == wanted)
    };
    all().into_iter().find(|topic| !wanted.is_empty() && has_word(topic))
}

/// The part of the reference in whose code a word stands most often.
pub(crate) fn about(word: &str) -> Option<Topic> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let count = |topic: &Topic| {
        let code = topic.text.split('`').skip(1).step_by(2);
        code.flat_map(|code| code.split(|c| !is_name(c))).filter(|found| *found == word).count()
    };
    let parts = all().into_iter().filter(|topic| topic.page == "reference" && topic.text.starts_with("##"));
    let counted = parts.map(|topic| (count(&topic), topic)).filter(|(count, _)| *count > 0);
    // Of a part and one within it, the smaller says it sooner.
    let best = counted.max_by_key(|(count, topic)| (*count, std::cmp::Reverse(topic.text.len())));
    best.map(|(_, topic)| topic)
}

/// A topic as the terminal shows it.
pub(crate) fn show(topic: &Topic, look: Style) -> String {
    markdown(topic.text, look)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_of_the_documentation_is_here() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/docs")).expect("the folder");
        let mut files: Vec<String> = folder
            .filter_map(|entry| entry.expect("an entry").file_name().into_string().ok())
            .filter_map(|name| name.strip_suffix(".md").map(str::to_owned))
            .collect();
        files.sort_unstable();
        let mut pages: Vec<&str> = PAGES.iter().map(|(page, _)| *page).collect();
        pages.sort_unstable();
        assert_eq!(files, pages);
    }

    #[test]
    fn topics_are_headings_and_are_found_by_their_words() {
        assert_eq!(titled("taking back").expect("a topic").title, "Taking back");
        assert_eq!(titled("luck").expect("a topic").title, "Luck");
        assert_eq!(titled("table").expect("a topic").title, "Tables");
        assert_eq!(mentioned_in_title("haggling").expect("a topic").title, "Haggling chart");
        let page = titled("repl").expect("a page");
        assert!(!page.text.contains("## Luck"), "{}", page.text);
        assert!(titled("lukc").is_none() && mentioned_in_title("lukc").is_none());
    }
}
