//! Kinds as they are written after `:`.

use super::Workspace;
use super::checker::Checker;
use super::declare::def_of;
use super::kinds::{BUILT_IN, WrittenBounds, built_in, one_of};
use super::program::{Expr, Kind, Literal, ModuleId};
use super::reports::Reports;
use super::scope::{KindName, Named, Scope, Want};
use crate::base::closest;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, KindAtom, Name};

impl Checker<'_> {
    /// Reads a kind. Words written on the spot become a list of words named after the place.
    pub(crate) fn kind(
        &mut self,
        module: ModuleId,
        written: &ast::Kind,
        place: &Name,
    ) -> (Kind, WrittenBounds) {
        let mut bounds = None;
        let mut kinds = Vec::new();
        let words = words_on_the_spot(self.ws, module, written);
        if let Some(words) = words {
            let def = def_of(module, place, None, None, written.span);
            kinds.push(Kind::Word(self.add_scale(def, false, &words)));
        } else {
            for atom in &written.alternatives {
                match atom {
                    KindAtom::Name(path) => kinds.push(self.kind_of_path(module, path)),
                    KindAtom::Range(low, high) => {
                        bounds = Some(((**low).clone(), (**high).clone()));
                        kinds.push(self.kind_of_bounds(module, low, high));
                    }
                    KindAtom::Quoted(_) => {}
                }
            }
        }
        if written.any_of {
            for kind in &mut kinds {
                if let Kind::Word(scale) = kind {
                    *kind = Kind::Set(*scale);
                }
            }
        }
        if written.or_nothing {
            kinds.push(Kind::Nothing);
        }
        (one_of(kinds), bounds)
    }

    fn kind_of_path(&mut self, module: ModuleId, path: &ast::Path) -> Kind {
        let name = &path.name.text;
        if path.module.is_none()
            && let Some(kind) = built_in(name)
        {
            return kind;
        }
        let of = match &path.module {
            Some(at) => match self.module(module, at) {
                Some(of) => of,
                None => {
                    unknown_kind(&mut self.reports, self.ws, module, path);
                    return Kind::Any;
                }
            },
            None => module,
        };
        match self.names.kind_at(self.ws, of, &path.name) {
            Some(KindName::Scale(id)) => return Kind::Word(id),
            Some(KindName::Sheet(id)) => return Kind::Record(id),
            None => {}
        }
        if let Some((_, Named::Table(id), known)) = self.ws.named(of, name).first().copied() {
            self.names.named(self.ws, path.name.span, Named::Table(id), known);
            return Kind::Row(id);
        }
        if let Some(unit) = self.ws.units_named(of, name).first().copied() {
            self.names.unit(self.ws, path.name.span, unit);
            return Kind::Quantity(self.ws.program.units.get(unit).family);
        }
        unknown_kind(&mut self.reports, self.ws, of, path);
        Kind::Any
    }

    /// The kind of a number between these bounds: with the unit that one of them has.
    fn kind_of_bounds(&mut self, module: ModuleId, low: &ast::Expr, high: &ast::Expr) -> Kind {
        for bound in [low, high] {
            if let ast::ExprKind::Quantity(_, path) = &bound.kind
                && let Some(unit) = self.unit(module, path)
            {
                return Kind::Quantity(self.ws.program.units.get(unit).family);
            }
        }
        Kind::Number
    }

    /// Resolves the bounds of a place.
    pub(crate) fn bounds(
        &mut self,
        scope: &mut Scope,
        kind: &Kind,
        bounds: &WrittenBounds,
    ) -> Option<(Expr, Expr)> {
        let (low, high) = bounds.as_ref()?;
        let want = Want::of(kind.clone());
        let low_value = self.exprs(scope).value(low, &want, "the lower bound");
        let high_value = self.exprs(scope).value(high, &want, "the upper bound");
        let constant = |e: &Expr| e.literal().and_then(Literal::number);
        if let (Some(from), Some(to)) = (constant(&low_value), constant(&high_value))
            && from > to
        {
            let report = Diagnostic::error(
                &codes::kinds::REVERSED,
                low.span.to(high.span),
                "this range ends before it begins",
            );
            self.report(report.help(format!("write {to}..{from}")));
        }
        Some((low_value, high_value))
    }
}

/// Whether a name among several is a kind. Units are not: `yards | feet` are two words.
fn is_kind(ws: &Workspace, module: ModuleId, name: &str) -> bool {
    BUILT_IN.contains(&name)
        || ws.kind_named(module, name).is_some()
        || matches!(ws.named(module, name).first(), Some((_, Named::Table(_), _)))
}

/// The words of a kind that are written where it is used: `a | b`, where one of them is no kind.
fn words_on_the_spot(ws: &Workspace, module: ModuleId, written: &ast::Kind) -> Option<Vec<Name>> {
    let several = written.alternatives.len() > 1 || written.any_of;
    let is_kind = |atom: &KindAtom| match atom {
        KindAtom::Name(path) => path.module.is_some() || is_kind(ws, module, &path.name.text),
        KindAtom::Range(..) => true,
        KindAtom::Quoted(_) => false,
    };
    let quoted = written.alternatives.iter().any(|atom| matches!(atom, KindAtom::Quoted(_)));
    let built_in = written
        .alternatives
        .iter()
        .any(|atom| matches!(atom, KindAtom::Name(path) if BUILT_IN.contains(&&*path.name.text)));
    if !quoted && (!several || built_in || written.alternatives.iter().all(is_kind)) {
        return None;
    }
    let words = written.alternatives.iter().filter_map(|atom| match atom {
        KindAtom::Name(path) => Some(path.name.clone()),
        KindAtom::Quoted(word) => Some(Name::new(word.value.as_str(), word.span)),
        KindAtom::Range(..) => None,
    });
    Some(words.collect())
}

fn unknown_kind(reports: &mut Reports, ws: &Workspace, module: ModuleId, path: &ast::Path) {
    let name = &path.name.text;
    let scales = ws.scales_in_reach(module);
    let known = scales.iter().map(|id| ws.program.scale_name(*id));
    let near = closest(name, BUILT_IN.iter().copied().chain(known)).map(str::to_owned);
    let mut report =
        Diagnostic::error(&codes::names::UNKNOWN_KIND, path.span, format!("unknown kind `{name}`"));
    match near {
        Some(near) => report = report.did_you_mean(near, path.name.span),
        None => {
            report = report.help("a kind is number, text, yes_no, dice, table, list, a range such as 0..10, a unit, a ladder, words, a sheet, or a table");
        }
    }
    reports.add(report);
}
