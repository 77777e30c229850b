//! Parameters with their bounds and defaults.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::resolvers::CallResolver;
use crate::base::Span;
use crate::check::kinds::WrittenBounds;
use crate::check::program::{Def, Expr, Kind, Literal, LocalId, Param, Program};
use crate::check::scope::{Local, Scope, Want};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast;

impl CallResolver<'_, '_> {
    /// Resolves parameters: they are the first locals, and each default sees those before it.
    pub(crate) fn params(&mut self, written: &[ast::Param]) -> Vec<Param> {
        let mut params: Vec<Param> = Vec::with_capacity(written.len());
        // Few have any.
        let mut bounds: FxHashMap<usize, WrittenBounds> = FxHashMap::default();
        let mut known: FxHashMap<&str, Span> = FxHashMap::default();
        for (at, param) in written.iter().enumerate() {
            if written.len() > 1 {
                match known.entry(&*param.name.text) {
                    Entry::Occupied(first) => {
                        self.cx.reports.duplicate(&param.name, *first.get(), "parameter");
                    }
                    Entry::Vacant(free) => {
                        free.insert(param.name.span);
                    }
                }
            }
            let (kind, written_bounds) = match &param.kind {
                Some(kind) => self.cx.kinds_in(self.scope.module).kind(kind, &param.name),
                None => (Kind::Any, None),
            };
            let unrolled = kind.is_unrolled();
            params.push(Param {
                name: param.name.text.clone(),
                span: param.name.span,
                kind,
                bounds: None,
                default: None,
                unrolled,
            });
            if written_bounds.is_some() {
                bounds.insert(at, written_bounds);
            }
        }
        let mark = self.scope.enter();
        bind_params(self.scope, &params);
        if bounds.is_empty() && written.iter().all(|param| param.default.is_none()) {
            return params;
        }
        self.scope.leave(mark);
        for (at, param) in written.iter().enumerate() {
            let Some(kind) = params.get(at).map(|param| param.kind.clone()) else { continue };
            let bounds = bounds.get(&at).and_then(|written| self.bounds(&kind, written.as_ref()));
            let default = param.default.as_ref();
            let default = default.map(|default| self.handed_over(default, &kind, "the default"));
            if let Some(param) = params.get_mut(at) {
                param.bounds = bounds.map(Box::new);
                param.default = default;
            }
            self.scope.see(LocalId::from(at));
        }
        params
    }

    /// Resolves the bounds of a place.
    pub(crate) fn bounds(
        &mut self,
        kind: &Kind,
        bounds: Option<&(ast::Expr, ast::Expr)>,
    ) -> Option<(Expr, Expr)> {
        let (low, high) = bounds?;
        let want = Want::of(kind.clone());
        let low_value = self.exprs().value(low, &want, "the lower bound");
        let high_value = self.exprs().value(high, &want, "the upper bound");
        let constant = |e: &Expr| e.literal().and_then(Literal::number);
        if let (Some(from), Some(to)) = (constant(&low_value), constant(&high_value))
            && from > to
        {
            let report = Diagnostic::error(
                &codes::kinds::REVERSED,
                low.span.to(high.span),
                "this range ends before it begins",
            );
            self.cx.report(report.help(format!("write {to}..{from}")));
        }
        Some((low_value, high_value))
    }
}

/// Makes parameters the first locals of a scope.
pub(in crate::check) fn bind_params(scope: &mut Scope, params: &[Param]) {
    for param in params {
        let unrolled = param.unrolled;
        let name = ast::Name::new(param.name.clone(), param.span);
        scope.bind_local(Local { unrolled, is_param: true, ..Local::named(&name, param.kind.clone()) });
    }
}

/// What a parameter takes that was given nothing.
pub(super) fn what_it_takes(program: &Program, def: &Def, params: &[Param], param: &Param) -> String {
    let kind = program.describe(&param.kind);
    if matches!(param.kind, Kind::List(_)) && params.len() == 1 {
        let name = &def.name;
        return format!(
            "`{}` is {kind}: `{name}([\"ash\", \"birch\"])`, or `{name}([3, 5])` for numbers",
            param.name
        );
    }
    format!("`{}` is {kind}", param.name)
}
