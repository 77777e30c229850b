//! `[1,000, 2]`: a comma between thousands parts two items.

use crate::base::Span;
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// The report on a list that writes a number with a comma in it; `at` is where the list stands.
pub(super) fn parted(text: &str, at: Span) -> Option<Diagnostic> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    if inner.contains(['[', '(', '{', '"']) {
        return None;
    }
    // Where blanks follow the commas between items, one without a blank is no such comma.
    let spaced = inner.contains(", ");
    let is_grouped = |item: &str| {
        let mut groups = item.split(',');
        let first = groups.next().unwrap_or("");
        let digits = |group: &str| group.chars().all(|c| c.is_ascii_digit());
        let begins = (1..=3).contains(&first.len()) && digits(first) && !first.starts_with('0');
        let mut rest = groups.clone();
        let all = groups.all(|group| group.len() == 3 && digits(group));
        let zero = rest.any(|group| group.starts_with('0'));
        begins && item.contains(',') && all && (spaced || zero)
    };
    let items = || inner.split(", ");
    let number = items().map(str::trim).find(|item| is_grouped(item)).or_else(|| before_zeros(inner))?;
    let start = at.start.checked_add(u32::try_from(1 + inner.find(number)?).ok()?)?;
    let span = Span { start, end: start.checked_add(u32::try_from(number.len()).ok()?)?, ..at };
    let whole = number.replace(',', "");
    let count = number.split(',').count();
    let message = format!("`{number}` is {count} numbers here: a comma stands between the items of a list");
    // Nobody writes a number as `000`.
    if number.split(',').skip(1).any(|group| group.starts_with('0')) {
        let report = Diagnostic::error(&codes::BROUGHT, span, message);
        return Some(report.surely(format!("write `{whole}`"), span, whole));
    }
    let report = Diagnostic::warning(&codes::BROUGHT, span, message);
    Some(report.fix(format!("write `{whole}`"), span, whole))
}

/// The `1,000` of `1,000,2`: nobody writes an item as `000`.
fn before_zeros(items: &str) -> Option<&str> {
    let is_digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let mut parts = items.split(',').scan(0, |at, part| {
        let start = *at;
        *at += part.len() + 1;
        Some((start, part))
    });
    let (mut begins, mut before) = parts.next()?;
    for (start, part) in parts {
        if part.len() == 3
            && part.starts_with('0')
            && is_digits(part)
            && is_digits(before)
            && before.len() <= 3
        {
            return items.get(begins..start + part.len());
        }
        (begins, before) = (start, part);
    }
    None
}
