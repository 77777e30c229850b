//! Units that a module declares.

use super::declarer::Declarer;
use std::sync::Arc;

use crate::base::Num;
use crate::check::program::{Def, UnitId};
use crate::check::units::{add, plural_of};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast;

impl Declarer<'_, '_> {
    /// Declares the units of a module, in whatever order they stand.
    pub(crate) fn declare_units(&mut self, mut units: Vec<(ast::Unit, Def)>) {
        loop {
            let before = units.len();
            let mut waiting = Vec::new();
            for (unit, def) in units {
                let of = match &unit.equals {
                    None => Some(None),
                    Some((count, path)) => {
                        self.cx.ws.unit_of_path(self.module, path).map(|of| Some((*count, of)))
                    }
                };
                match of {
                    Some(of) => self.declare_unit(&unit, def, of),
                    None => waiting.push((unit, def)),
                }
            }
            units = waiting;
            if units.is_empty() || units.len() == before {
                break;
            }
        }
        for (unit, def) in units {
            if let Some((_, path)) = &unit.equals {
                self.cx.kinds_in(self.module).unknown_unit(path);
            }
            self.declare_unit(&unit, def, None);
        }
    }

    fn declare_unit(&mut self, unit: &ast::Unit, def: Def, of: Option<(Num, UnitId)>) {
        let name = &unit.name;
        if &*name.text == "x" {
            let report = Diagnostic::error(&codes::names::RESERVED, name.span, "`x` cannot be a unit");
            return self.cx.report(report.help("`2d6 x 100` multiplies"));
        }
        if let Some((count, _)) = of
            && (count.is_zero() || count.is_negative())
        {
            let report =
                Diagnostic::error(&codes::kinds::UNITS, unit.name.span, "a unit must be greater than zero");
            self.cx.report(report.help("say how many of the other unit it equals: `unit turn = 10 minutes`"));
        }
        let span = name.span;
        if let Some((_, other)) = self.cx.ws.scope(self.module).units.get(&name.text).copied()
            && other.source == span.source
        {
            return self.cx.reports.duplicate(name, other, "unit");
        }
        let plural: Arc<str> = match &unit.plural {
            Some(plural) => plural.text.clone(),
            None => plural_of(&name.text).into(),
        };
        let id = add(&mut self.cx.ws.program.units, def, plural.clone(), of);
        let scope = self.cx.ws.scope_mut(self.module);
        scope.units.insert(name.text.clone(), (id, span));
        scope.units.insert(plural, (id, span));
    }
}
