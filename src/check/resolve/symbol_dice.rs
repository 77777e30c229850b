//! Dice of symbols: `d{blank, success, success + advantage}`.

use super::DiceResolver;
use super::made;
use crate::base::{Num, Span, closest};
use crate::check::Workspace;
use crate::check::exprs::broken;
use crate::check::program::{Expr, ExprKind, Faces, Kind, Symbols, UnitFamily, UnitId};
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::check::scope::Scope;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Modifier, Name};

impl DiceResolver<'_, '_> {
    /// So many dice with these symbols on their faces. What they give is a heap of symbols.
    pub(super) fn symbol_dice(
        &mut self,
        count: Option<&ast::Expr>,
        faces: &[Vec<(Num, Name)>],
        modifiers: &[Modifier],
        span: Span,
    ) -> Expr {
        let mut family = None;
        let mut worth = Vec::with_capacity(faces.len());
        for face in faces {
            let mut sum = Num::ZERO;
            for (count, name) in face {
                let Some((of, one)) =
                    symbol(&mut self.cx.reports, self.cx.ws, &self.cx.reading, self.scope, name, span)
                else {
                    return broken(span);
                };
                if family.is_some_and(|family| family != of) {
                    let message = "symbols from different declarations cannot be on one die";
                    self.cx.report(Diagnostic::error(&codes::dice::MIXED_FACES, name.span, message));
                    return broken(span);
                }
                family = Some(of);
                sum = count.mul(one).and_then(|of| sum.add(of)).unwrap_or(sum);
            }
            worth.push(sum);
        }
        let Some(heap) = family.and_then(|of| self.cx.ws.program.units.smallest.get(of.index()).copied())
        else {
            let report =
                Diagnostic::error(&codes::dice::MIXED_FACES, span, "all faces of this die are blank");
            self.cx.report(report.help("say what is on it: `d{blank, success, 2 success}`"));
            return broken(span);
        };
        let pool = self.pool_of_faces(count, Faces::Numbers(worth.into()), &[], span);
        self.heap_of_dice(pool, heap, faces, modifiers, span)
    }

    /// The heap that a pool of symbol dice gives.
    fn heap_of_dice(
        &mut self,
        pool: Expr,
        heap: UnitId,
        faces: &[Vec<(Num, Name)>],
        modifiers: &[Modifier],
        span: Span,
    ) -> Expr {
        if let Some(first) = modifiers.first() {
            let _ = self.pool_ops(modifiers);
            no_order(&mut self.cx.reports, first.span);
            return broken(span);
        }
        let unit = self.cx.ws.program.units.get(heap);
        let family = unit.family;
        let room = unit.symbols.as_deref().map_or(0, Symbols::room);
        let most = faces.iter().flatten().map(|(count, _)| count.floor().as_int().unwrap_or(room)).max();
        let groups = if let ExprKind::Pool(groups, _) = &pool.kind { groups.as_slice() } else { &[] };
        let dice = groups.first().and_then(|group| group.count.number());
        let dice = dice.and_then(Num::as_int).unwrap_or(1);
        if dice.saturating_mul(most.unwrap_or(0)) > room {
            let message = format!("a result has room for {room} of each symbol, and this may give more");
            self.cx.report(
                Diagnostic::error(&codes::pools::COUNT, span, message).help("roll fewer dice at once"),
            );
        }
        made(ExprKind::Quantity(Box::new(pool), heap), span, Kind::Quantity(family))
    }
}

/// Of symbols none is the highest.
pub(super) fn no_order(reports: &mut Reports, span: Span) {
    let message = "a modifier needs numbers, and these dice show symbols";
    let report = Diagnostic::error(&codes::pools::NO_POOL, span, message);
    reports.add(report.help("count one symbol and compare it: `(2dboost).success >= 1`"));
}

/// The family of a symbol, and what one of it adds to a heap.
fn symbol(
    reports: &mut Reports,
    ws: &Workspace,
    reading: &SourceReader<'_>,
    scope: &Scope,
    name: &Name,
    die: Span,
) -> Option<(UnitFamily, Num)> {
    let units = ws.units_named(scope.module, &name.text);
    let unit = units
        .iter()
        .map(|id| ws.program.units.get(*id))
        .find(|unit| unit.symbols.as_ref().is_some_and(|symbols| symbols.place(&name.text).is_some()));
    if let Some(unit) = unit {
        return Some((unit.family, unit.factor));
    }
    let units = &ws.program.units;
    let heaps = units.smallest.iter().filter_map(|unit| units.get(*unit).symbols.as_ref());
    let known: Vec<String> = heaps.flat_map(|symbols| symbols.names()).collect();
    let message = format!("`{}` is not a symbol", name.text);
    let mut report = Diagnostic::error(&codes::names::UNKNOWN, name.span, message);
    let text = reading.written(die);
    let inside = text.split_once('{').map_or("", |(_, inside)| inside).trim_end_matches('}').trim();
    report = match closest(&name.text, known.iter().map(String::as_str)) {
        Some(near) => report.did_you_mean(near, name.span),
        None if inside == &*name.text => {
            report.help(format!("a die with as many sides as `{inside}` says is `d({inside})`"))
        }
        None if known.is_empty() => in_quotes(report, &text, inside, die)
            .help("symbols are declared first: `symbols story: success cancels failure, triumph`"),
        None => report.help(format!("the symbols are {}", known.join(", "))),
    };
    reports.add(report);
    None
}

/// Offers the faces of a die as texts: `d{heads, tails}` is `d{"heads", "tails"}`.
fn in_quotes(report: Diagnostic, die: &str, faces: &str, span: Span) -> Diagnostic {
    let is_number = |face: &str| face.chars().all(|c| c.is_ascii_digit() || c == '-');
    let quoted = |face: &str| if is_number(face) { face.to_owned() } else { format!("\"{face}\"") };
    let faces_quoted: Vec<String> = faces.split(',').map(|face| quoted(face.trim())).collect();
    let text = die.replacen(faces, &faces_quoted.join(", "), 1);
    report.fix(format!("words go in quotes: `{text}`"), span, text)
}
