//! Text as Foundry shows it: HTML, in which inline rolls and links are live.

use crate::interop::form::escape_html;
use crate::interop::set::Piece;

/// A cell; what has no equal there is told.
pub(super) fn text_out(
    pieces: &[Piece],
    link_to: &dyn Fn(usize) -> String,
    told: &mut Vec<String>,
) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(&escaped(text)),
            Piece::Dice(dice) => out.push_str(&format!("[[{dice}]]")),
            Piece::Table(place) => {
                out.push_str(&link_to(*place));
                told.push("Foundry rolls the table in its text when its link is clicked".to_owned());
            }
            Piece::Other { written, parts, .. } => {
                let part = |part: &Piece| match part {
                    Piece::Text(text) | Piece::Dice(text) => escaped(text),
                    Piece::Table(place) => link_to(*place),
                    Piece::Other { written, .. } => escaped(written),
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
