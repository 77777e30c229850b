//! The outline of a document.

use lsp_types::{DocumentSymbol, SymbolKind};

use super::documents::Document;
use super::look::own_range;
use super::place::Encoding;
use crate::session::What;
use crate::session::outline::{OutlineItem, OutlineKind, outline};

/// What a document defines, in the order of its text.
pub(crate) fn symbols(document: &Document, encoding: Encoding) -> Vec<DocumentSymbol> {
    let parts = outline(document.text(), document.is_markdown());
    parts.into_iter().map(|part| symbol(document, encoding, part)).collect()
}

fn symbol(document: &Document, encoding: Encoding, part: OutlineItem) -> DocumentSymbol {
    let range = |span: crate::base::Span| own_range(document, span.range(), encoding);
    let children: Vec<DocumentSymbol> =
        part.inside.into_iter().map(|inside| symbol(document, encoding, inside)).collect();
    #[allow(deprecated)] // The field must be named; it has a successor, `tags`.
    DocumentSymbol {
        name: part.name,
        detail: (!part.detail.is_empty()).then_some(part.detail),
        kind: kind(part.kind),
        tags: None,
        deprecated: None,
        range: range(part.whole),
        selection_range: range(part.at),
        children: (!children.is_empty()).then_some(children),
    }
}

fn kind(kind: OutlineKind) -> SymbolKind {
    match kind {
        OutlineKind::Defines(what) => kind_of(what),
        OutlineKind::Field => SymbolKind::FIELD,
        OutlineKind::Step => SymbolKind::EVENT,
        OutlineKind::Change => SymbolKind::OPERATOR,
        OutlineKind::Test => SymbolKind::METHOD,
    }
}

/// The kind that editors have a sign for.
pub(crate) fn kind_of(what: What) -> SymbolKind {
    match what {
        What::Table | What::Chart | What::Deck | What::Each => SymbolKind::ARRAY,
        What::Function | What::Builtin | What::Procedure => SymbolKind::FUNCTION,
        What::Option => SymbolKind::PROPERTY,
        What::Value | What::Local => SymbolKind::VARIABLE,
        What::Field => SymbolKind::FIELD,
        What::Word => SymbolKind::ENUM_MEMBER,
        What::Roster => SymbolKind::OBJECT,
        What::Ladder | What::Words => SymbolKind::ENUM,
        What::Sheet => SymbolKind::STRUCT,
        What::Unit => SymbolKind::NUMBER,
        What::Rules => SymbolKind::MODULE,
        What::Modifier => SymbolKind::OPERATOR,
        What::Keyword => SymbolKind::KEY,
    }
}
