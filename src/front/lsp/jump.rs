//! From a name to its definition, and to every place where it stands.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lsp_types::{GotoDefinitionResponse, Location, Position};

use super::documents::Documents;
use super::look::{DocumentLook, Ways};
use super::neighbours;

/// Where the name at a place is defined, also in a file that is used or in a shipped rule-set.
pub(crate) fn definition(look: &DocumentLook, position: Position) -> Option<GotoDefinitionResponse> {
    let survey = look.survey.as_ref()?;
    let name = survey.name_at(survey.source, look.byte(position))?;
    look.location(name.of).map(GotoDefinitionResponse::Scalar)
}

/// Every place where the name at a place stands, in all files around it.
pub(crate) fn references(
    look: &DocumentLook,
    position: Position,
    with_definition: bool,
    documents: &Documents,
    ways: &Arc<Ways>,
    stop: &Arc<AtomicBool>,
) -> Option<Vec<Location>> {
    let survey = look.survey.as_ref()?;
    let name = survey.name_at(survey.source, look.byte(position))?;
    let places = neighbours::everywhere(look, name.of, documents, ways, stop)?;
    let skipped = usize::from(!with_definition);
    Some(places.into_iter().skip(skipped).map(|place| place.location).collect())
}
