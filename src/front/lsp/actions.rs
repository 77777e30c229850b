//! Quick fixes: the changes that reports offer.

use std::collections::HashMap;

use lsp_types::{CodeAction, CodeActionKind, CodeActionOrCommand, Range, TextEdit, Uri, WorkspaceEdit};

use super::look::DocumentLook;
use super::reports;
use crate::diag::{Certainty, Fix};

/// More than anybody chooses from; each holds its report once more.
const MOST: usize = 500;

/// The changes that the reports at a range offer, the first of them where there are very many.
pub(crate) fn fixes(look: &DocumentLook, range: Range) -> Vec<CodeActionOrCommand> {
    let mut all = Vec::new();
    for report in &look.reports {
        if all.len() >= MOST {
            break;
        }
        let here = look.location(report.primary.span);
        let Some(here) = here.filter(|here| here.uri == look.document.uri) else { continue };
        if here.range.start > range.end || range.start > here.range.end {
            continue;
        }
        for fix in &report.fixes {
            let Some(edit) = edit(look, fix) else { continue };
            all.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: fix.title.clone(),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![reports::shown(report, look)]),
                edit: Some(edit),
                is_preferred: Some(match fix.certainty {
                    Certainty::Sure => true,
                    Certainty::Likely => report.fixes.len() == 1,
                    Certainty::Example => false,
                }),
                ..CodeAction::default()
            }));
        }
    }
    all
}

/// The edits of a fix; `None` where one of them is in no file of the user's.
#[allow(clippy::mutable_key_type)] // The protocol's own type; nothing changes an address.
fn edit(look: &DocumentLook, fix: &Fix) -> Option<WorkspaceEdit> {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for edit in &fix.edits {
        let (_, own) = look.file_of(edit.span.source)?;
        let place = look.location(edit.span).filter(|_| own)?;
        changes
            .entry(place.uri)
            .or_default()
            .push(TextEdit { range: place.range, new_text: edit.text.clone() });
    }
    Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}
