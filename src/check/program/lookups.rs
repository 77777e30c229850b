//! What a program says of an id.

use std::sync::Arc;

use super::{Expr, ExprKind, Kind, Literal, Program, ScaleId, Table, TableId, UnitFamily};
use crate::base::{Num, Span};
use crate::syntax::ast::TableKind;

impl Program {
    /// No quantity of a family.
    pub(crate) fn zero(&self, family: UnitFamily, span: Span) -> Expr {
        let unit = self.units.smallest.get(family.index()).copied();
        let unit = unit.expect("a family is made with its first unit");
        let kind = ExprKind::Literal(Literal::Quantity(Num::ZERO, unit));
        Expr { kind, span, gives: Kind::Quantity(family) }
    }

    /// The word of a list by its name: as written, else without regard to case.
    pub(crate) fn word_of(&self, scale: ScaleId, name: &str) -> Option<Literal> {
        self.exact_word(scale, name).or_else(|| {
            let name = name.to_lowercase();
            self.word(scale, |word| word.to_lowercase() == name)
        })
    }

    /// The word of a list that is written so.
    pub(crate) fn exact_word(&self, scale: ScaleId, name: &str) -> Option<Literal> {
        self.word(scale, |word| word == name)
    }

    fn word(&self, scale: ScaleId, is: impl Fn(&str) -> bool) -> Option<Literal> {
        let at = self.scales.get(scale.index())?.words.iter().position(|word| is(word))?;
        Some(Literal::Word(scale, u32::try_from(at).ok()?))
    }

    /// What a mention of a table gives.
    pub(crate) fn drawn(&self, id: TableId) -> Kind {
        let table = self.tables.get(id.index());
        match table.map(|table| table.kind) {
            Some(TableKind::Each) => Kind::List(Box::new(Kind::Row(id))),
            Some(TableKind::Table | TableKind::Chart | TableKind::Deck) | None => Kind::Row(id),
        }
    }

    /// The table of an id that this workspace gave.
    pub(crate) fn table(&self, id: TableId) -> Arc<Table> {
        self.tables.get(id.index()).cloned().expect("table ids are indices of the list of tables")
    }
}
