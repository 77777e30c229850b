//! The topics of `:help`: the documentation itself, part by part. A part is a heading with what
//! stands below it, up to the next heading of its own or a higher level.

use crate::base::closest;
use crate::front::render::Look;
use crate::front::render::markdown::{heading, markdown};

/// The pages of the documentation, by file name.
pub(crate) static PAGES: &[(&str, &str)] = &[
    ("repl", include_str!("../../../docs/repl.md")),
    ("playing", include_str!("../../../docs/playing.md")),
    ("reference", include_str!("../../../docs/reference.md")),
    ("tutorial", include_str!("../../../docs/tutorial.md")),
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

/// The topic that is meant: by its whole heading, its beginning, a word of it, or the page's name.
pub(crate) fn find(wanted: &str) -> Result<Topic, Option<String>> {
    let wanted = wanted.trim().to_lowercase();
    let topics = all();
    let lower = |topic: &Topic| topic.title.to_lowercase();
    let has_word = |topic: &&Topic| {
        lower(topic).split(|c: char| !c.is_alphanumeric()).any(|word| !word.is_empty() && word == wanted)
    };
    let exact = topics.iter().find(|topic| lower(topic) == wanted);
    let by_word = || topics.iter().find(has_word);
    // `table` is about tables, and `dice` about dice, not about dice with a name.
    let begins = |topic: &&Topic| {
        lower(topic).strip_prefix(&wanted).is_some_and(|rest| rest.is_empty() || rest == "s")
    };
    let by_start = || topics.iter().find(begins);
    let by_page = || topics.iter().find(|topic| topic.page == wanted);
    // A title that begins with the word is about it; one that holds it may only mention it.
    if let Some(topic) = exact.or_else(by_start).or_else(by_word).or_else(by_page) {
        return Ok(topic.clone());
    }
    let titles: Vec<String> = topics.iter().map(lower).collect();
    Err(closest(&wanted, titles.iter().map(String::as_str)).map(str::to_owned))
}

/// A topic as the terminal shows it.
pub(crate) fn show(topic: &Topic, look: Look) -> String {
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
        assert_eq!(find("taking back").expect("a topic").title, "Taking back");
        assert_eq!(find("luck").expect("a topic").title, "Luck");
        assert_eq!(find("table").expect("a topic").title, "Tables");
        let page = find("repl").expect("a page");
        assert!(!page.text.contains("## Luck"), "{}", page.text);
        assert_eq!(find("lukc"), Err(Some("luck".to_owned())));
    }
}
