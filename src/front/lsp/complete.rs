//! Completion: what the word that is being typed may become.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionResponse, CompletionTextEdit, Documentation, MarkupContent,
    MarkupKind, Position, TextEdit,
};

use super::look::{DocumentLook, own_range};
use crate::session::{Named, What, built_in};

/// What may stand at a place of a document.
pub(crate) fn completion(look: &DocumentLook, position: Position) -> Option<CompletionResponse> {
    let survey = look.survey.as_ref()?;
    let at = look.byte(position) as usize;
    let (start, candidates) = survey.complete(look.document.text(), at, look.session.rule_sets());
    let range = own_range(&look.document, start..at.max(start), look.encoding());
    let built_in = built_in();
    let items = candidates.into_iter().map(|candidate| {
        let same = |named: &&Named| *named.name == *candidate.text && named.what == candidate.what;
        let named = survey.names().iter().find(same).or_else(|| built_in.iter().find(same));
        let detail = named.map_or_else(|| candidate.what.word().to_owned(), detail);
        CompletionItem {
            label: candidate.text.clone(),
            kind: Some(kind(candidate.what)),
            detail: Some(detail),
            documentation: named.and_then(documentation),
            sort_text: Some(format!("{}{}", rank(candidate.what), candidate.text)),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: candidate.text })),
            ..CompletionItem::default()
        }
    });
    Some(CompletionResponse::Array(items.collect()))
}

fn detail(named: &Named) -> String {
    match named.module.is_empty() {
        true => named.usage.clone(),
        false => format!("{} {} ({})", named.what.word(), named.usage, named.module),
    }
}

fn documentation(named: &Named) -> Option<Documentation> {
    let value = named.doc.as_deref().or(named.title.as_deref())?.to_owned();
    Some(Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value }))
}

/// What is nearest comes first.
fn rank(what: What) -> u8 {
    match what {
        What::Local | What::Field => 0,
        What::Table
        | What::Chart
        | What::Deck
        | What::Each
        | What::Function
        | What::Procedure
        | What::Option
        | What::Value
        | What::Roster
        | What::Ladder
        | What::Words
        | What::Sheet
        | What::Unit => 1,
        What::Word | What::Modifier => 2,
        What::Builtin => 3,
        What::Rules | What::Keyword => 4,
    }
}

fn kind(what: What) -> CompletionItemKind {
    match what {
        What::Table | What::Chart | What::Deck | What::Each => CompletionItemKind::CLASS,
        What::Function | What::Builtin | What::Procedure => CompletionItemKind::FUNCTION,
        What::Option => CompletionItemKind::PROPERTY,
        What::Value | What::Local | What::Roster => CompletionItemKind::VARIABLE,
        What::Ladder | What::Words => CompletionItemKind::ENUM,
        What::Sheet => CompletionItemKind::STRUCT,
        What::Unit => CompletionItemKind::UNIT,
        What::Rules => CompletionItemKind::MODULE,
        What::Modifier => CompletionItemKind::OPERATOR,
        What::Keyword => CompletionItemKind::KEYWORD,
        What::Field => CompletionItemKind::FIELD,
        What::Word => CompletionItemKind::ENUM_MEMBER,
    }
}
