//! Lists of which single places are looked at, and nothing else.

use super::{Expr, ExprKind, LocalId};

/// The places of a list at which expressions look, counted from 1, each with where that is; `None` where one looks at
/// the list in another way, or several times at what is written once.
pub(crate) fn places_of<'e>(
    list: LocalId,
    exprs: impl IntoIterator<Item = &'e Expr>,
) -> Option<Vec<(usize, &'e Expr)>> {
    let mut places = Vec::new();
    exprs.into_iter().all(|expr| only_places(list, expr, false, &mut places)).then_some(places)
}

fn only_places<'e>(
    list: LocalId,
    expr: &'e Expr,
    repeats: bool,
    places: &mut Vec<(usize, &'e Expr)>,
) -> bool {
    if let ExprKind::Item(of, at) = &expr.kind
        && is_local(of, list)
    {
        let place = at.number().and_then(|at| usize::try_from(at.as_int()?).ok()).filter(|at| *at > 0);
        places.extend(place.map(|at| (at, expr)));
        return place.is_some() && !repeats;
    }
    if let ExprKind::Query(_, closure) | ExprKind::Unrolled(closure) = &expr.kind {
        return closure.captured().all(|local| local != list);
    }
    let repeats = repeats || may_repeat(&expr.kind);
    !is_local(expr, list) && expr.parts().into_iter().all(|part| only_places(list, part, repeats, places))
}

fn is_local(expr: &Expr, local: LocalId) -> bool {
    matches!(expr.kind, ExprKind::Local(of) | ExprKind::RollLocal(of) if of == local)
}

/// Whether what stands within may be worked out several times.
pub(crate) fn may_repeat(kind: &ExprKind) -> bool {
    use ExprKind as Is;
    matches!(
        kind,
        Is::Times { .. }
            | Is::Map(..)
            | Is::Filter(_)
            | Is::Extreme(..)
            | Is::Sort(..)
            | Is::Groups(..)
            | Is::Draw(_)
            | Is::Advantage(..)
    )
}
