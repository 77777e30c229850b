//! `my-var`: a name with a minus in it, which is written `my_var`.

use super::NameResolver;
use crate::base::Span;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::Name;

/// What was found out about a name that is part of one with minus signs.
pub(super) enum Dashed {
    /// It is the first part that is not known: the report on all of it.
    First(Diagnostic),
    /// The report on an earlier part says it.
    Later,
}

impl NameResolver<'_, '_> {
    /// A part of a name with minus signs, where the same name with underlines is known, or is defined as it is
    /// written here.
    pub(super) fn part_of_dashed(&mut self, name: &Name) -> Option<Dashed> {
        let (before, after) = (self.cx.reading.before(name.span), self.cx.reading.after(name.span));
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let from = before.trim_end_matches(is_part).len();
        let to = after.find(|c| !is_part(c)).unwrap_or(after.len());
        let (left, right) = (before.get(from..)?, after.get(..to)?);
        let whole = format!("{left}{}{right}", name.text);
        let parts: Vec<&str> = whole.split('-').collect();
        if parts.len() < 2 || !parts.iter().all(|part| part.starts_with(char::is_alphabetic)) {
            return None;
        }
        let ours = parts.join("_");
        if !self.is_defined(&ours) && !self.is_defined_so(name.span, &whole) {
            return None;
        }
        if left.split('-').any(|part| !part.is_empty() && !self.is_defined(part)) {
            return Some(Dashed::Later);
        }
        let start = name.span.start.checked_sub(u32::try_from(left.len()).ok()?)?;
        let end = name.span.end.checked_add(u32::try_from(right.len()).ok()?)?;
        let span = Span { start, end, ..name.span };
        let message = format!("`{whole}` is one name less another");
        let report = Diagnostic::error(&codes::names::UNKNOWN, span, message);
        Some(Dashed::First(report.surely(format!("write `{ours}`"), span, ours)))
    }

    fn is_defined(&self, name: &str) -> bool {
        self.scope.has_local(name) || !self.cx.ws.named(self.scope.module, name).is_empty()
    }

    /// Whether the same source defines a name as it is written, with its minus signs.
    fn is_defined_so(&self, at: Span, name: &str) -> bool {
        let heads = ["let ", "keep ", "option "].map(|word| format!("{word}{name} "));
        self.cx.reading.source_holds(at, |text| heads.iter().any(|head| text.contains(head)))
    }
}
