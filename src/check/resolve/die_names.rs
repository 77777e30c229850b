//! `3dlucky`: whether what stands behind a number is the name of a die. `nd6`, `3ds`: dice whose numbers are names,
//! which stand in brackets.

use crate::base::Span;
use crate::check::Workspace;
use crate::check::program::Kind;
use crate::check::scope::{NameMeaning, Resolution, Scope};
use crate::syntax::ast::{self, Name, Path};

/// The name behind the `d`, where it touches its number.
pub(super) fn die_name(count: &ast::Expr, unit: &Path) -> Option<Name> {
    let text = unit.name.text.strip_prefix('d')?;
    let touches = count.span.end == unit.span.start && count.span.source == unit.span.source;
    let span = Span { start: unit.span.start.saturating_add(1), ..unit.span };
    (unit.module.is_none() && touches && !text.is_empty()).then(|| Name::new(text, span))
}

/// Whether what stands behind a number is no unit but `d` and the name of something that is rolled.
pub(super) fn is_named_die(ws: &Workspace, scope: &mut Scope, count: &ast::Expr, unit: &Path) -> bool {
    let Some(die) = die_name(count, unit) else { return false };
    if !ws.units_named(scope.module, &unit.name.text).is_empty() {
        return false;
    }
    if let Some(Resolution::Local(local)) = scope.find(&die.text, |_| false) {
        return scope.local(local).is_some_and(|local| local.unrolled);
    }
    ws.named(scope.module, &die.text).into_iter().any(|(_, named, _)| match named {
        NameMeaning::Table(_) | NameMeaning::Fn(_) | NameMeaning::Option(_) => true,
        NameMeaning::Global(_) | NameMeaning::Roster(_) | NameMeaning::Member(..) | NameMeaning::Proc(_) => {
            false
        }
    })
}

/// `3ds`, where `s` is a number: what to write instead.
pub(super) fn sides_named(
    ws: &Workspace,
    scope: &mut Scope,
    count: &ast::Expr,
    unit: &Path,
) -> Option<String> {
    let sides = die_name(count, unit)?;
    let is_unit = !ws.units_named(scope.module, &unit.name.text).is_empty();
    (!is_unit && is_value(ws, scope, &sides.text)).then(|| format!("d({})", sides.text))
}

/// `nd6`, `nds`, `ds`, where `n` and `s` are numbers: what to write instead.
pub(super) fn dice_of_names(ws: &Workspace, scope: &mut Scope, name: &str) -> Option<String> {
    name.match_indices('d').find_map(|(at, _)| {
        let (count, sides) = (name.get(..at)?, name.get(at + 1..)?);
        let is_number = !sides.is_empty() && sides.chars().all(|c| c.is_ascii_digit());
        let count = match count {
            "" => String::new(),
            _ if is_value(ws, scope, count) => format!("({count})"),
            _ => return None,
        };
        match is_number {
            true => Some(format!("{count}d{sides}")),
            false => is_value(ws, scope, sides).then(|| format!("{count}d({sides})")),
        }
    })
}

/// Whether something of this name has a value that may be a number.
fn is_value(ws: &Workspace, scope: &mut Scope, name: &str) -> bool {
    let may_be = |kind: &Kind| matches!(kind, Kind::Number | Kind::Any);
    if let Some(Resolution::Local(local)) = scope.find(name, |_| false) {
        return scope.local(local).is_some_and(|local| !local.unrolled && may_be(&local.kind));
    }
    ws.named(scope.module, name).into_iter().any(|(_, named, _)| matches!(named, NameMeaning::Global(_)))
}

/// What stands before the brackets in `3dlucky(2)`: the number of dice, and their name.
pub(super) fn named_die_called<'e>(
    ws: &Workspace,
    scope: &mut Scope,
    callee: &'e ast::Expr,
) -> Option<(&'e ast::Expr, &'e Path)> {
    let ast::ExprKind::Quantity(count, unit) = &callee.kind else { return None };
    is_named_die(ws, scope, count, unit).then_some((&**count, unit))
}
