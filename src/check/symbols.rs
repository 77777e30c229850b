//! Declares what stands on dice of symbols.

use std::sync::Arc;

use super::checker::Checker;
use super::program::{Def, ModuleId, Symbol, Symbols};
use super::units::{add, plural_of};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast;

impl Checker<'_> {
    /// Symbols are units of one family: each counts so much of the heap that holds them all.
    pub(crate) fn declare_symbols(&mut self, module: ModuleId, written: &ast::Symbols, def: &Def) {
        if written.symbols.len() > Symbols::MOST {
            let message = format!("at most {} kinds of symbols can be counted together", Symbols::MOST);
            let report = Diagnostic::error(&codes::kinds::UNITS, written.name.span, message);
            return self.report(report.help("those that cancel each other count as one: `hit cancels miss`"));
        }
        let symbol =
            |name: &ast::Name| -> (Arc<str>, Arc<str>) { (name.text.clone(), plural_of(&name.text).into()) };
        let all = written.symbols.iter().map(|(name, cancels)| {
            let (name, plural) = symbol(name);
            Symbol { name, plural, cancels: cancels.as_ref().map(symbol) }
        });
        let symbols = Arc::new(Symbols::new(all.collect()));
        let heap = add(&mut self.ws.program.units, def.clone(), def.name.clone(), None);
        self.counts_symbols(module, &written.name, heap, &symbols);
        for (name, cancels) in &written.symbols {
            for name in std::iter::once(name).chain(cancels) {
                let Some(worth) = symbols.worth(&name.text) else { continue };
                let def = Def { name: name.text.clone(), span: name.span, doc: None, ..def.clone() };
                let plural: Arc<str> = plural_of(&name.text).into();
                let unit = add(&mut self.ws.program.units, def, plural, Some((worth, heap)));
                self.counts_symbols(module, name, unit, &symbols);
            }
        }
    }

    fn counts_symbols(
        &mut self,
        module: ModuleId,
        name: &ast::Name,
        unit: super::program::UnitId,
        symbols: &Arc<Symbols>,
    ) {
        if let Some((_, other)) = self.ws.scope(module).units.get(&name.text).copied()
            && other.source == name.span.source
        {
            return self.reports.duplicate(name, other, "symbol");
        }
        if let Some(unit) = self.ws.program.units.all.get_mut(unit.index()) {
            unit.symbols = Some(Arc::clone(symbols));
        }
        let plural = self.ws.program.units.get(unit).plural.clone();
        let scope = self.ws.scope_mut(module);
        scope.units.insert(name.text.clone(), (unit, name.span));
        scope.units.insert(plural, (unit, name.span));
    }
}
