//! Kinds as they are written after `:`.

use crate::check::Workspace;
mod resolver;
mod units;

use crate::base::closest;
use crate::check::declare::def_of;
use crate::check::kinds::{BUILT_IN, WrittenBounds, built_in, one_of};
use crate::check::program::{Kind, ModuleId};
use crate::check::reports::Reports;
use crate::check::scope::{KindName, NameMeaning};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, KindAtom, Name};
use resolver::KindResolver;

impl KindResolver<'_, '_> {
    /// Reads a kind. Words written on the spot become a list of words named after the place.
    pub(crate) fn kind(&mut self, written: &ast::Kind, place: &Name) -> (Kind, WrittenBounds) {
        let mut bounds = None;
        let mut kinds = Vec::new();
        let words = words_on_the_spot(self.cx.ws, self.module, written);
        if let Some(words) = words {
            let def = def_of(self.module, place, None, None, written.span);
            kinds.push(Kind::Word(self.cx.add_scale(def, false, &words)));
        } else {
            for atom in &written.alternatives {
                match atom {
                    KindAtom::Name(path) => kinds.push(self.kind_of_path(path)),
                    KindAtom::Range(low, high) => {
                        bounds = Some(((**low).clone(), (**high).clone()));
                        kinds.push(self.kind_of_bounds(low, high));
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

    /// The same of what is kept in play, which holds values: dice would be rolled once, and their result kept.
    pub(crate) fn kept_kind(&mut self, written: &ast::Kind, place: &Name) -> (Kind, WrittenBounds) {
        let (kind, bounds) = self.kind(written, place);
        if !kind.alternatives().contains(&Kind::Dice) {
            return (kind, bounds);
        }
        let name = &place.text;
        let message = format!("`{name}` cannot hold dice: what is kept in play is a value");
        let report = Diagnostic::error(&codes::kinds::KEPT_DICE, written.span, message);
        self.cx.report(report.help(format!(
            "keep how many sides they have, `{name}: number = 8`, and roll them where they are used: `d(…)` around it"
        )));
        (Kind::Any, None)
    }

    fn kind_of_path(&mut self, path: &ast::Path) -> Kind {
        let name = &path.name.text;
        if path.module.is_none()
            && let Some(kind) = built_in(name)
        {
            return kind;
        }
        let of = match &path.module {
            Some(at) => match self.cx.module(self.module, at) {
                Some(of) => of,
                None => {
                    unknown_kind(&mut self.cx.reports, self.cx.ws, self.module, path);
                    return Kind::Any;
                }
            },
            None => self.module,
        };
        match self.cx.names.kind_at(self.cx.ws, of, &path.name) {
            Some(KindName::Scale(id)) => return Kind::Word(id),
            Some(KindName::Sheet(id)) => return Kind::Record(id),
            None => {}
        }
        if let Some((_, NameMeaning::Table(id), known)) = self.cx.ws.named(of, name).first().copied() {
            self.cx.names.named(self.cx.ws, path.name.span, NameMeaning::Table(id), known);
            return Kind::Row(id);
        }
        if let Some(unit) = self.cx.ws.units_named(of, name).first().copied() {
            self.cx.names.unit(self.cx.ws, path.name.span, unit);
            return Kind::Quantity(self.cx.ws.program.units.get(unit).family);
        }
        unknown_kind(&mut self.cx.reports, self.cx.ws, of, path);
        Kind::Any
    }

    /// The kind of a number between these bounds: with the unit that one of them has.
    fn kind_of_bounds(&mut self, low: &ast::Expr, high: &ast::Expr) -> Kind {
        for bound in [low, high] {
            if let ast::ExprKind::Quantity(_, path) = &bound.kind
                && let Some(unit) = self.unit(path)
            {
                return Kind::Quantity(self.cx.ws.program.units.get(unit).family);
            }
        }
        Kind::Number
    }

    /// What `from` offers in a prompt, by its kind, before the prompt is worked out.
    pub(crate) fn kind_of_choice(&mut self, from: &ast::Expr) -> Kind {
        let ast::ExprKind::Name(name) = &from.kind else { return Kind::Any };
        match self.cx.names.kind_at(self.cx.ws, self.module, name) {
            Some(KindName::Scale(scale)) => return Kind::Word(scale),
            Some(KindName::Sheet(_)) | None => {}
        }
        match self.cx.names.named_quietly(self.cx.ws, self.module, name) {
            Some(NameMeaning::Table(id)) => Kind::Row(id),
            Some(NameMeaning::Roster(id)) => self
                .cx
                .ws
                .program
                .rosters
                .get(id.index())
                .map_or(Kind::Any, |roster| Kind::Record(roster.sheet)),
            Some(
                NameMeaning::Option(_)
                | NameMeaning::Global(_)
                | NameMeaning::Member(..)
                | NameMeaning::Fn(_)
                | NameMeaning::Proc(_),
            )
            | None => Kind::Any,
        }
    }
}

/// Whether a name among several is a kind. Units are not: `yards | feet` are two words.
fn is_kind(ws: &Workspace, module: ModuleId, name: &str) -> bool {
    BUILT_IN.contains(&name)
        || ws.kind_named(module, name).is_some()
        || matches!(ws.named(module, name).first(), Some((_, NameMeaning::Table(_), _)))
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
