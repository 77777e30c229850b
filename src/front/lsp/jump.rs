//! From a name to its definition, and to every place where it stands.

use lsp_types::{GotoDefinitionResponse, Location, Position};

use super::look::Look;

/// Where the name at a place is defined, also in a file that is used or in a shipped rule-set.
pub fn definition(look: &Look, position: Position) -> Option<GotoDefinitionResponse> {
    let survey = look.survey.as_ref()?;
    let name = survey.name_at(survey.source, look.byte(position))?;
    look.location(name.of).map(GotoDefinitionResponse::Scalar)
}

/// Every place where the name at a place stands, in all that the document uses.
pub fn references(look: &Look, position: Position, with_definition: bool) -> Option<Vec<Location>> {
    let survey = look.survey.as_ref()?;
    let name = survey.name_at(survey.source, look.byte(position))?;
    let places = survey.places_of(name.of).into_iter().filter(|at| with_definition || *at != name.of);
    Some(places.filter_map(|at| look.location(at)).collect())
}
