//! Declares what stands on dice of symbols.

use std::sync::Arc;

use super::declarer::Declarer;
use crate::check::program::{Def, Symbol, Symbols};
use crate::check::units::{add, plural_of};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast;

impl Declarer<'_, '_> {
    /// Symbols are units of one family: each counts so much of the heap that holds them all.
    pub(crate) fn declare_symbols(&mut self, written: &ast::Symbols, def: &Def) {
        if written.symbols.len() > Symbols::MOST {
            let message = format!("at most {} kinds of symbols can be counted together", Symbols::MOST);
            let report = Diagnostic::error(&codes::kinds::UNITS, written.name.span, message);
            return self
                .cx
                .report(report.help("those that cancel each other count as one: `hit cancels miss`"));
        }
        let symbol =
            |name: &ast::Name| -> (Arc<str>, Arc<str>) { (name.text.clone(), plural_of(&name.text).into()) };
        let all = written.symbols.iter().map(|(name, cancels)| {
            let (name, plural) = symbol(name);
            Symbol { name, plural, cancels: cancels.as_ref().map(symbol) }
        });
        let symbols = Arc::new(Symbols::new(all.collect()));
        let heap = add(&mut self.cx.ws.program.units, def.clone(), def.name.clone(), None);
        self.counts_symbols(&written.name, heap, &symbols);
        for (name, cancels) in &written.symbols {
            for name in std::iter::once(name).chain(cancels) {
                let Some(worth) = symbols.worth(&name.text) else { continue };
                let def = Def { name: name.text.clone(), span: name.span, doc: None, ..def.clone() };
                let plural: Arc<str> = plural_of(&name.text).into();
                let unit = add(&mut self.cx.ws.program.units, def, plural, Some((worth, heap)));
                self.counts_symbols(name, unit, &symbols);
            }
        }
    }

    fn counts_symbols(
        &mut self,
        name: &ast::Name,
        unit: crate::check::program::UnitId,
        symbols: &Arc<Symbols>,
    ) {
        if let Some((_, other)) = self.cx.ws.scope(self.module).units.get(&name.text).copied()
            && other.source == name.span.source
        {
            return self.cx.reports.duplicate(name, other, "symbol");
        }
        if let Some(unit) = self.cx.ws.program.units.all.get_mut(unit.index()) {
            unit.symbols = Some(Arc::clone(symbols));
        }
        let plural = self.cx.ws.program.units.get(unit).plural.clone();
        let scope = self.cx.ws.scope_mut(self.module);
        scope.units.insert(name.text.clone(), (unit, name.span));
        scope.units.insert(plural, (unit, name.span));
    }
}
