//! Comments as other languages write them: here they begin with `#`.

use super::spot::FailureSite;
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// What begins a comment elsewhere that goes to the end of its line.
const SIGNS: &[&str] = &["//", "--", ";", "%", "REM ", "rem "];
/// Those of them that are found behind code, too.
const BEHIND_CODE: &[&str] = &["//", "--", "/*"];
/// What begins and ends one that goes over several lines.
pub(super) const BLOCKS: &[(&str, &str)] = &[("/*", "*/"), ("<!--", "-->")];

/// A line that could not be read because it is, or has in it, a comment of another language.
pub(super) fn of_elsewhere(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let start = spot.before().rfind('\n').map_or(0, |end| end + 1);
    let rest = spot.text.get(start..)?;
    let line = rest.split('\n').next()?.trim_end();
    let start = start + line.len() - line.trim_start().len();
    let line = line.trim_start();
    let block = |at: usize| {
        let (open, text) = block_of(line.get(at..)?)?;
        let report = report(open, spot.span(start + at, start + at + open.len()));
        let whole = spot.span(start + at, start + line.len());
        Some(match text {
            Some(text) => report.surely(format!("write `# {text}`"), whole, format!("# {text}")),
            None => report.help("begin each of its lines with `#`"),
        })
    };
    if let Some(report) = block(0) {
        return Some(report);
    }
    let is_sign = |sign: &&&str| line.strip_prefix(**sign).is_some_and(is_told);
    let (at, sign) = match SIGNS.iter().find(is_sign) {
        Some(sign) => (0, *sign),
        None => behind_code(line).filter(|(at, _)| start + at <= spot.at)?,
    };
    let span = spot.span(start + at, start + at + sign.trim_end().len());
    block(at).or_else(|| Some(report(sign.trim_end(), span).surely("write `#`", span, "#")))
}

/// Whether a text begins as words do that are told.
fn is_told(text: &str) -> bool {
    text.trim_start_matches(['/', '-', ';', '%', '!', '*', ' ', '\t'])
        .starts_with(|c: char| c.is_alphabetic())
}

/// A comment behind code.
fn behind_code(line: &str) -> Option<(usize, &'static str)> {
    let found = |sign: &'static str| {
        let at = line.find(sign)?;
        let (code, text) = (line.get(..at)?, line.get(at + sign.len()..)?);
        let in_text = code.matches('"').count() % 2 == 1;
        (code.ends_with([' ', '\t']) && is_told(text) && !in_text).then_some((at, sign))
    };
    BEHIND_CODE.iter().find_map(|sign| found(sign))
}

/// What begins a comment of several lines with which a line begins, and what it says where it ends there.
fn block_of(line: &str) -> Option<(&'static str, Option<&str>)> {
    let (open, close) = BLOCKS.iter().find(|(open, _)| line.starts_with(open))?;
    let text = line.trim_end().strip_prefix(open)?.strip_suffix(close);
    Some((open, text.map(|text| text.trim_matches([' ', '\t', '*']))))
}

pub(super) fn report(sign: &str, span: Span) -> Diagnostic {
    Diagnostic::error(&codes::BROUGHT, span, format!("a comment begins with `#`, not with `{sign}`"))
}
