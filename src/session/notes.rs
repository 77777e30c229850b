//! What of a note that was loaded is not rolled, and why.

use std::path::Path;

use super::papers::Papers;
use crate::syntax;

impl Papers {
    /// The tables and lists of a note that was loaded which are not rolled, and why: those whose title `fits`.
    pub(crate) fn not_rolled(&self, path: &Path, fits: impl Fn(Option<&str>) -> bool) -> Vec<String> {
        let Some((text, _)) = self.text_read(path).filter(|(text, _)| text.is_markdown()) else {
            return Vec::new();
        };
        let line = |at: usize| text.text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
        let under = |title: Option<String>| {
            title.map(|title| format!(" under \u{201c}{title}\u{201d}")).unwrap_or_default()
        };
        let mut told: Vec<(usize, String)> = Vec::new();
        let parts = syntax::note_parts(&text.text);
        let rolled: Vec<std::ops::Range<usize>> =
            parts.iter().filter(|part| part.form.is_lines()).map(|part| part.range.clone()).collect();
        for part in parts {
            let Some(why) = part.not_rolled.filter(|_| fits(part.title.as_deref())) else { continue };
            let what = if part.form.is_lines() { "lines" } else { "table" };
            told.push((line(part.range.start), format!("the {what}{}: {why}", under(part.title))));
        }
        let is_rolled = |list: &syntax::NoteList| {
            rolled.iter().any(|part| part.start < list.range.end && list.range.start < part.end)
        };
        let lists = syntax::note_lists(&text.text).into_iter();
        for list in lists.filter(|list| !is_rolled(list) && fits(list.title.as_deref())) {
            let (count, name) = (list.entries.len(), list.title.as_deref().map(syntax::name_of));
            let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| "rumours".to_owned());
            let numbered = list.entries.iter().all(|entry| entry.starts_with(|c: char| c.is_ascii_digit()));
            let way = match &list.title {
                Some(title) if numbered && !syntax::names_dice(title) => {
                    format!("name its die in the heading, as in `{title} (d{count})`")
                }
                Some(title) if numbered || syntax::names_its_die(title) => {
                    "write each entry on one line that begins with its numbers, `1. text` or `- 1-3: text`"
                        .to_owned()
                }
                Some(_) | None => format!("put a line ```tw and `table {name}` above it, and ``` below"),
            };
            let what = format!("the list{} ({count} entries); to roll it, {way}", under(list.title.clone()));
            told.push((line(list.range.start), what));
        }
        for other in syntax::other_tables(&text.text).into_iter().filter(|_| fits(None)) {
            let what =
                format!("a table {}; `tw import` of this note writes it with pipes", other.form.in_words());
            told.push((line(other.range.start), what));
        }
        told.sort();
        told.into_iter().map(|(line, what)| format!("line {line}: {what}")).collect()
    }
}
