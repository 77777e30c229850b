//! A kind behind the name that a `let` makes: `let how: fate or nothing = nothing`.

use super::spot::{FailureSite, is_word};
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// The report on it. What a `let` holds has the kind of its value, so there is nothing to say of it.
pub(super) fn behind_let(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let name = spot.before().trim().strip_prefix("let ")?.trim_start();
    let rest = spot.rest().trim_start().strip_prefix(':')?;
    if name.is_empty() || !name.chars().all(is_word) || rest.starts_with('=') {
        return None;
    }
    let line = rest.lines().next().unwrap_or("");
    let (kind, value) = line.split_once('=').unwrap_or((line, ""));
    let (from, kind_end) = (spot.before().trim_end().len(), spot.text.len() - rest.len() + kind.len());
    let span = spot.span(from, spot.text.len() - rest.len() + kind.trim_end().len());
    let (kind, value) = (kind.trim(), value.trim());
    let report = Diagnostic::error(&codes::UNEXPECTED, span, "a `let` has no kind");
    let keep = match (kind, value) {
        ("", _) | (_, "") => "`keep hp: 0..10 = 10`".to_owned(),
        _ => format!("`keep {name}: {kind} = {value}`"),
    };
    let report = report.help(format!(
        "what a `let` holds has the kind of its value; a kind stands behind inputs, as in `fn f(n: number)`, and behind what is kept in play: {keep}"
    ));
    Some(if value.is_empty() {
        report
    } else {
        report.surely(format!("write `let {name} = {value}`"), spot.span(from, kind_end), " ")
    })
}
