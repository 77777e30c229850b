//! Colours by meaning: what each piece of a text looks like, as the session paints it, and what a name
//! leads to where that is known.

use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
};

use rustc_hash::{FxHashMap, FxHashSet};

use super::look::{DocumentLook, own_range};
use crate::session::{What, built_in};
use crate::syntax::{self, TokenClass};

/// The types, in the order in which tokens number them.
const TYPES: &[SemanticTokenType] = &[
    SemanticTokenType::KEYWORD,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::CLASS,
    SemanticTokenType::ENUM,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::STRUCT,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::TYPE,
];

/// The modifiers, one bit each. `dice` is our own.
const MODIFIERS: [&str; 4] = ["definition", "documentation", "defaultLibrary", "dice"];
const DEFINITION: u32 = 1;
const DOCUMENTATION: u32 = 2;
const LIBRARY: u32 = 4;
const DICE: u32 = 8;

/// What the numbers of tokens mean.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: MODIFIERS.iter().map(|name| SemanticTokenModifier::new(name)).collect(),
    }
}

/// The colours of a document. Of a note only its tables and its code have any.
pub(crate) fn tokens(look: &DocumentLook) -> SemanticTokens {
    let text = look.document.text();
    let mut found = Vec::new();
    if look.document.is_markdown() {
        for part in syntax::note_parts(text).into_iter().filter(|part| part.not_rolled.is_none()) {
            let Some(inside) = text.get(part.range.clone()) else { continue };
            let moved = |token: syntax::Token| syntax::Token {
                range: token.range.start + part.range.start..token.range.end + part.range.start,
                ..token
            };
            found.extend(syntax::tokens(inside).into_iter().map(moved));
        }
    } else {
        found = syntax::tokens(text);
    }
    found.sort_by_key(|token| token.range.start);
    let meanings = Meanings::of(look);
    let mut data = Vec::with_capacity(found.len());
    let (mut line, mut character) = (0, 0);
    for token in found {
        let Some((kind, modifiers)) = meanings.looks(text, &token) else { continue };
        let range = own_range(&look.document, token.range.clone(), look.encoding());
        let length = look.encoding().count(text.get(token.range).unwrap_or(""));
        let start = range.start;
        // A token never begins before the one that was told last.
        let Some(delta_line) = start.line.checked_sub(line) else { continue };
        let from = if delta_line == 0 { character } else { 0 };
        let Some(delta_start) = start.character.checked_sub(from) else { continue };
        let token_type = TYPES.iter().position(|known| *known == kind).and_then(|at| u32::try_from(at).ok());
        let Some(token_type) = token_type else { continue };
        data.push(SemanticToken {
            delta_line,
            delta_start,
            length,
            token_type,
            token_modifiers_bitset: modifiers,
        });
        (line, character) = (start.line, start.character);
    }
    SemanticTokens { result_id: None, data }
}

/// What names lead to, by the byte at which they begin.
struct Meanings {
    names: FxHashMap<u32, What>,
    built_in: FxHashSet<String>,
}

impl Meanings {
    fn looks(&self, text: &str, token: &syntax::Token) -> Option<(SemanticTokenType, u32)> {
        Some(match token.class {
            TokenClass::Keyword | TokenClass::Literal => (SemanticTokenType::KEYWORD, 0),
            TokenClass::Definition => (self.name(token), DEFINITION),
            TokenClass::Name => {
                let known = self.leads_to(token);
                let written = text.get(token.range.clone()).unwrap_or("");
                match known.is_none() && self.built_in.contains(written) {
                    true => (SemanticTokenType::FUNCTION, LIBRARY),
                    false => (self.name(token), 0),
                }
            }
            TokenClass::Number => (SemanticTokenType::NUMBER, 0),
            TokenClass::Dice => (SemanticTokenType::NUMBER, DICE),
            TokenClass::Key => (SemanticTokenType::NUMBER, 0),
            TokenClass::Text => (SemanticTokenType::STRING, 0),
            TokenClass::Escape | TokenClass::Live | TokenClass::TableMark | TokenClass::Operator => {
                (SemanticTokenType::OPERATOR, 0)
            }
            TokenClass::Comment => (SemanticTokenType::COMMENT, 0),
            TokenClass::Doc => (SemanticTokenType::COMMENT, DOCUMENTATION),
            TokenClass::Punctuation => return None,
        })
    }

    /// What a name looks like, by what it leads to.
    fn name(&self, token: &syntax::Token) -> SemanticTokenType {
        match self.leads_to(token) {
            Some(What::Table | What::Chart | What::Deck | What::Each) => SemanticTokenType::CLASS,
            Some(What::Function | What::Procedure | What::Builtin) => SemanticTokenType::FUNCTION,
            Some(What::Option | What::Field) => SemanticTokenType::PROPERTY,
            Some(What::Ladder | What::Words) => SemanticTokenType::ENUM,
            Some(What::Word) => SemanticTokenType::ENUM_MEMBER,
            Some(What::Sheet) => SemanticTokenType::STRUCT,
            Some(What::Unit) => SemanticTokenType::TYPE,
            Some(What::Rules) => SemanticTokenType::NAMESPACE,
            Some(What::Value | What::Roster | What::Local | What::Modifier | What::Keyword) | None => {
                SemanticTokenType::VARIABLE
            }
        }
    }

    fn leads_to(&self, token: &syntax::Token) -> Option<What> {
        self.names.get(&u32::try_from(token.range.start).ok()?).copied()
    }

    /// What is known of the names in the document.
    fn of(look: &DocumentLook) -> Meanings {
        let mut names = FxHashMap::default();
        if let Some(survey) = &look.survey {
            let defined =
                survey.names().iter().filter_map(|named| Some((named.def.as_ref()?.span, named.what)));
            let defined: FxHashMap<_, _> = defined.collect();
            let own = |span: &&crate::base::Span| span.source == survey.source;
            names
                .extend(defined.iter().filter(|(span, _)| own(span)).map(|(span, what)| (span.start, *what)));
            for mention in survey.mentions().iter().filter(|mention| mention.at.source == survey.source) {
                names.extend(defined.get(&mention.of).map(|what| (mention.at.start, *what)));
            }
        }
        let functions = built_in().into_iter().filter(|named| named.what == What::Builtin);
        Meanings { names, built_in: functions.map(|named| named.name.to_string()).collect() }
    }
}
