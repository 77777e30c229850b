//! Markdown as one HTML page that can be read and printed: no scripts, nothing from elsewhere, and nothing in
//! the text that becomes HTML of its own.

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use crate::base::FreeNames;
use crate::interop::escape_html;

const STYLE: &str = "\
body { font-family: Georgia, 'Times New Roman', serif; line-height: 1.45; color: #1c1c1c; background: #fff;
  max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { font-family: 'Helvetica Neue', Arial, sans-serif; line-height: 1.2; }
h2 { border-bottom: 2px solid #1c1c1c; padding-bottom: 0.2rem; margin-top: 2.5rem; }
h3 { margin-top: 1.8rem; }
code { font-family: 'DejaVu Sans Mono', Consolas, monospace; font-size: 0.85em; }
table { border-collapse: collapse; margin: 0.8rem 0; width: 100%; }
th, td { border-bottom: 1px solid #bbb; padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; }
thead th { border-bottom: 2px solid #1c1c1c; }
nav { columns: 3 12rem; font-size: 0.9em; }
nav ul { list-style: none; padding-left: 0.8rem; margin: 0; }
a { color: #1a4b7a; text-decoration: none; }
li { margin: 0.15rem 0; }
@media print {
  body { max-width: none; margin: 0; padding: 0; font-size: 10pt; }
  nav a { color: inherit; }
  h2, h3 { break-after: avoid; }
  tr, li { break-inside: avoid; }
  thead { display: table-header-group; }
  @page { margin: 18mm 15mm; }
}
";

/// Names for the headings of a page, as GitHub makes them.
#[derive(Default)]
pub(crate) struct Slugs(FreeNames);

impl Slugs {
    /// The name of the next heading.
    pub(crate) fn give(&mut self, title: &str) -> String {
        let kept = title.to_lowercase();
        let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let slug: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        self.0.give(&slug)
    }
}

/// A text in Markdown as a page of its own.
pub(crate) fn html(title: &str, markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut slugs = Slugs::default();
    let events: Vec<Event<'_>> = Parser::new_ext(markdown, options).map(harmless).collect();
    let mut out = Vec::with_capacity(events.len());
    let mut lists = 0u32;
    let mut in_contents = ContentsPlace::Before;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let id = slug_of(&events, at, *level, &mut slugs);
                out.push(Event::InlineHtml(format!("<{level}{id}>").into()));
                in_contents.heading(*level);
            }
            Event::End(TagEnd::Heading(level)) => out.push(Event::InlineHtml(format!("</{level}>\n").into())),
            Event::Start(Tag::List(_)) => {
                if lists == 0 && in_contents == ContentsPlace::Before && links_first(&events, at) {
                    out.push(Event::InlineHtml("<nav>\n".into()));
                    in_contents = ContentsPlace::Inside;
                }
                lists += 1;
                out.push(event.clone());
            }
            Event::End(TagEnd::List(_)) => {
                lists = lists.saturating_sub(1);
                out.push(event.clone());
                if lists == 0 && in_contents == ContentsPlace::Inside {
                    out.push(Event::InlineHtml("</nav>\n".into()));
                    in_contents = ContentsPlace::After;
                }
            }
            other => out.push(other.clone()),
        }
    }
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, out.into_iter());
    let title = escape_html(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// Where the list of contents is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ContentsPlace {
    Before,
    Inside,
    After,
}

impl ContentsPlace {
    /// Below a section's heading there is no list of contents any more.
    fn heading(&mut self, level: HeadingLevel) {
        if level != HeadingLevel::H1 {
            *self = ContentsPlace::After;
        }
    }
}

/// Whether the first thing in a list is a link within the page.
fn links_first(events: &[Event<'_>], list: usize) -> bool {
    let first =
        events.iter().skip(list + 1).find(|event| !matches!(event, Event::Start(Tag::Item | Tag::Paragraph)));
    matches!(first, Some(Event::Start(Tag::Link { dest_url, .. })) if dest_url.starts_with('#'))
}

fn slug_of(events: &[Event<'_>], heading: usize, level: HeadingLevel, slugs: &mut Slugs) -> String {
    if level == HeadingLevel::H1 {
        return String::new();
    }
    let inside =
        events.iter().skip(heading + 1).take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let text: String = inside
        .filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(&**text),
            _ => None,
        })
        .collect();
    format!(" id=\"{}\"", escape_html(&slugs.give(&text)))
}

/// HTML in a doc comment is text, and a link leads to a page or to nothing.
fn harmless(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: safe_address(dest_url, link_type), title, id })
        }
        // A picture from elsewhere would be fetched when the page is opened.
        Event::Start(Tag::Image { .. }) => Event::Start(Tag::Emphasis),
        Event::End(TagEnd::Image) => Event::End(TagEnd::Emphasis),
        other => other,
    }
}

fn safe_address(address: CowStr<'_>, kind: LinkType) -> CowStr<'_> {
    let lower = address.trim().to_lowercase();
    let known = ["https://", "http://", "mailto:", "#"].iter().any(|scheme| lower.starts_with(scheme));
    if known || kind == LinkType::Email { address } else { "#".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strangers_markdown_cannot_bring_in_scripts() {
        let text = "# T\n\n<script>alert(1)</script>\n\nA <b onclick=x>b</b> [x](javascript:alert(1)) \
                    ![p](https://x.test/p.png)\n\n## A & B\n";
        let page = html("T <x>", text);
        assert!(
            !page.contains("<script") && !page.contains("<b ") && !page.contains("javascript:"),
            "{page}"
        );
        assert!(!page.contains("<img"), "{page}");
        assert!(page.contains("<title>T &lt;x&gt;</title>") && page.contains("<h2 id=\"a--b\">"), "{page}");
    }
}
