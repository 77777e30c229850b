//! Units that a module declares.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::declarer::Declarer;
use crate::base::Num;
use crate::check::program::{Def, UnitId};
use crate::check::units::{add, plural_of};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast;

impl Declarer<'_, '_> {
    /// Declares the units of a module, in whatever order they stand: one that is made of another waits for it.
    pub(crate) fn declare_units(&mut self, units: Vec<(ast::Unit, Def)>) {
        let mut waiting: FxHashMap<Arc<str>, Vec<(ast::Unit, Def)>> = FxHashMap::default();
        let mut open = VecDeque::from(units);
        while let Some((unit, def)) = open.pop_front() {
            let of = match &unit.equals {
                None => None,
                Some((count, path)) => match self.cx.ws.unit_of_path(self.module, path) {
                    Some(of) => Some((*count, of)),
                    None => {
                        waiting.entry(path.name.text.clone()).or_default().push((unit, def));
                        continue;
                    }
                },
            };
            let names = self.declare_unit(&unit, def, of).into_iter().flatten();
            open.extend(names.filter_map(|name| waiting.remove(&name)).flatten());
        }
        let mut unknown: Vec<(ast::Unit, Def)> = waiting.into_values().flatten().collect();
        unknown.sort_by_key(|(unit, _)| unit.name.span.start);
        for (unit, def) in unknown {
            if let Some((_, path)) = &unit.equals {
                self.cx.kinds_in(self.module).unknown_unit(path);
            }
            self.declare_unit(&unit, def, None);
        }
    }

    /// Declares a unit, unless it cannot be one, and gives what one of it is called and what many are.
    fn declare_unit(
        &mut self,
        unit: &ast::Unit,
        def: Def,
        of: Option<(Num, UnitId)>,
    ) -> Option<[Arc<str>; 2]> {
        let name = &unit.name;
        if &*name.text == "x" {
            let report = Diagnostic::error(&codes::names::RESERVED, name.span, "`x` cannot be a unit");
            self.cx.report(report.help("`2d6 x 100` multiplies"));
            return None;
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
            self.cx.reports.duplicate(name, other, "unit");
            return None;
        }
        let plural: Arc<str> = match &unit.plural {
            Some(plural) => plural.text.clone(),
            None => plural_of(&name.text).into(),
        };
        let id = add(&mut self.cx.ws.program.units, def, plural.clone(), of);
        let scope = self.cx.ws.scope_mut(self.module);
        scope.units.insert(name.text.clone(), (id, span));
        scope.units.insert(plural.clone(), (id, span));
        Some([name.text.clone(), plural])
    }
}
