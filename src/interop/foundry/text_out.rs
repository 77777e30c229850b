//! Text as Foundry shows it: HTML, in which inline rolls and links are live.

use crate::interop::form::escape_html;
use crate::interop::set::CellPiece;

/// A cell; what has no equal there is told.
pub(super) fn text_out(
    pieces: &[CellPiece],
    link_to: &dyn Fn(usize) -> String,
    told: &mut Vec<String>,
) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            CellPiece::Text(text) => out.push_str(&escaped(text)),
            CellPiece::Dice(dice) => out.push_str(&format!("[[{dice}]]")),
            CellPiece::Table(place) => {
                out.push_str(&link_to(*place));
                told.push("Foundry rolls the table in its text when its link is clicked".to_owned());
            }
            CellPiece::Other { written, parts, .. } => {
                let part = |part: &CellPiece| match part {
                    CellPiece::Text(text) | CellPiece::Dice(text) => escaped(text),
                    CellPiece::Table(place) => link_to(*place),
                    CellPiece::Other { written, .. } => escaped(written),
                };
                let inside: String = parts.iter().map(part).collect();
                told.push(format!("`{{{written}}}` is no roll that Foundry knows; it stays as text"));
                out.push_str(&format!("({inside})"));
            }
        }
    }
    out
}

/// A link to a table; its label ends at the first brace.
pub(super) fn link(id: &str, title: &str) -> String {
    let label = escaped(&title.replace(['{', '}', '[', ']'], ""));
    format!("@UUID[RollTable.{id}]{{{label}}}")
}

/// Text with nothing live in it: marks of HTML as their entities, and what Foundry would read as a roll or a
/// link (`[[`, `@UUID[`, `&Reference[`) taken apart by an element that shows nothing.
pub(super) fn escaped(text: &str) -> String {
    const NOTHING: &str = "<span></span>";
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let (before, from) = rest.split_at(at);
        out.push_str(&escape_html(before));
        let word =
            before.rfind(|c: char| !c.is_alphanumeric() && c != '.').map_or(before, |at| &before[at..]);
        if word.starts_with(['@', '&']) {
            out.push_str(NOTHING);
        }
        out.push('[');
        rest = &from[1..];
        if rest.starts_with('[') {
            out.push_str(NOTHING);
        }
    }
    out.push_str(&escape_html(rest));
    out
}
