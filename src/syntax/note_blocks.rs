//! The blocks of a note, one after the other, as Markdown has them.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A block of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoteBlock {
    Heading {
        words: String,
        at: Range<usize>,
    },
    Paragraph {
        words: String,
        at: Range<usize>,
        /// Whether it is part of an entry of a list.
        in_list: bool,
    },
    /// A list with all that is in it, whose blocks follow.
    List {
        at: Range<usize>,
    },
    Table {
        at: Range<usize>,
    },
    /// The lines of a fenced block of our code.
    Code {
        at: Range<usize>,
    },
    /// What ends a list: a rule, HTML, code of another language.
    Other {
        at: Range<usize>,
    },
}

impl NoteBlock {
    /// Where it stands.
    pub(super) fn at(&self) -> &Range<usize> {
        match self {
            NoteBlock::Heading { at, .. }
            | NoteBlock::Paragraph { at, .. }
            | NoteBlock::List { at }
            | NoteBlock::Table { at }
            | NoteBlock::Code { at }
            | NoteBlock::Other { at } => at,
        }
    }
}

/// The blocks of a text, in order.
pub(super) fn blocks(text: &str) -> Vec<NoteBlock> {
    let mut found = Vec::new();
    let mut gathered: Option<(String, Range<usize>)> = None;
    let mut code: Option<Range<usize>> = None;
    let mut lists = 0;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::Paragraph) => gathered = Some((String::new(), range)),
            Event::End(TagEnd::Heading(_)) => {
                found.extend(gathered.take().map(|(words, at)| NoteBlock::Heading { words, at }));
            }
            Event::End(TagEnd::Paragraph) => {
                let in_list = lists > 0;
                found.extend(gathered.take().map(|(words, at)| NoteBlock::Paragraph { words, at, in_list }));
            }
            Event::Start(Tag::List(_)) => {
                if lists == 0 {
                    found.push(NoteBlock::List { at: range });
                }
                lists += 1;
            }
            Event::End(TagEnd::List(_)) => lists -= 1,
            Event::Start(Tag::CodeBlock(kind)) => {
                let is_ours = match &kind {
                    CodeBlockKind::Fenced(info) => {
                        info.split([' ', ',']).next().is_some_and(|word| word == "tw")
                    }
                    CodeBlockKind::Indented => false,
                };
                match is_ours {
                    true => code = Some(range.end..range.start),
                    false => found.push(NoteBlock::Other { at: range }),
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                let code = code.take().filter(|at| at.start < at.end);
                found.extend(code.map(|at| NoteBlock::Code { at }));
            }
            Event::Start(Tag::Table(_)) => found.push(NoteBlock::Table { at: range }),
            // A comment is nothing between two entries.
            Event::Start(Tag::HtmlBlock) if text[range.clone()].trim_start().starts_with("<!--") => {}
            Event::Start(Tag::HtmlBlock) | Event::Rule => found.push(NoteBlock::Other { at: range }),
            Event::Text(piece) | Event::Code(piece) => {
                if let Some(at) = &mut code {
                    *at = at.start.min(range.start)..at.end.max(range.end);
                } else if let Some((gathered, _)) = &mut gathered {
                    gathered.push_str(&piece);
                }
            }
            Event::SoftBreak => {
                if let Some((gathered, _)) = &mut gathered {
                    gathered.push(' ');
                }
            }
            _ => {}
        }
    }
    found
}
