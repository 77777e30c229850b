//! Texts: put together part by part, and compared without making more of them than the comparison needs.

use super::env::Env;
use super::lot::Lot;
use super::need::Need;
use super::tables::{Given, mention};
use super::{Demand, Gap};
use crate::check::program::{Expr, ExprKind, IsTest, Kind, Literal, TextPart};
use crate::dist::{Dist, Nat};
use crate::plan::{Op, Value, literal_value};
use crate::syntax::ast::TableKind;

impl<'p> Demand<'p> {
    /// Text with live parts.
    pub(super) fn text(&mut self, parts: &'p [TextPart], env: &Env<'p>) -> Result<Lot, Gap> {
        let mut whole = Dist::point(String::new());
        for part in parts {
            let part = match part {
                TextPart::Literal(text) => Dist::point(text.to_string()),
                TextPart::Live(expr) => self.shown(expr, env)?,
            };
            whole = whole.product(&part, &mut self.budget, |a, b| format!("{a}{b}"))?;
            self.budget.charge(whole.len() as u64 * 16)?;
        }
        Ok(Lot::Values(whole.map(|text| Value::text(text.as_str()))))
    }

    /// What an expression is as a part of a text.
    fn shown(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Dist<String>, Gap> {
        let values = self.lot(expr, env, &Need::first())?.into_values();
        self.budget.charge(values.len() as u64 * 8)?;
        let bench = &mut self.bench;
        values.try_map(|value| match bench.apply(Op::MakeText(1), std::slice::from_ref(value))? {
            Value::Text(text) => Ok(text.to_string()),
            _ => Err(Gap::Uncovered),
        })
    }

    /// `feature is Nothing`: whether a row that is rolled is one of these names. Texts in it are made only so
    /// far as they could still be one; `None` where something else is compared.
    pub(super) fn row_is(
        &mut self,
        of: &'p Expr,
        tests: &'p [IsTest],
        env: &Env<'p>,
    ) -> Result<Option<Dist<bool>>, Gap> {
        let names: Option<Vec<Value>> = tests
            .iter()
            .map(|test| match test {
                IsTest::Equals(Expr { kind: ExprKind::Literal(name), .. }) => match name {
                    Literal::RowName(_) | Literal::Text(_) => Some(literal_value(name)),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        let (Some(names), Kind::Row(_)) = (names, &of.gives) else { return Ok(None) };
        let of = env.put_in(of);
        let Some(pick) = mention(of).filter(|pick| pick.args.is_empty()) else { return Ok(None) };
        let given = self.given(pick.table, Vec::new())?;
        if !matches!(given.table.kind, TableKind::Table | TableKind::Chart) {
            return Ok(None);
        }
        self.within(|this| this.table_is(&given, &names)).map(Some)
    }

    /// Whether the row that comes up on a table is one of these names.
    fn table_is(&mut self, of: &Given<'p>, names: &[Value]) -> Result<Dist<bool>, Gap> {
        let rows = self.picked(of, false)?;
        let mut parts: Vec<(Nat, Dist<bool>)> = Vec::with_capacity(rows.len());
        for ((_, at), weight) in rows.outcomes() {
            let row = of.table.rows.get(*at as usize).ok_or(Gap::Uncovered)?;
            let blank = of.blank(*at);
            let held = match (self.is_one_of(&blank, names)?, row.cells.first()) {
                (by_name, None) => Dist::point(by_name),
                (true, Some(_)) => Dist::point(true),
                (false, Some(cell)) => self.cell_is(of, cell, names)?,
            };
            parts.push((weight.clone(), held));
        }
        Ok(Dist::mix(&parts, &mut self.budget)?)
    }

    fn is_one_of(&mut self, value: &Value, names: &[Value]) -> Result<bool, Gap> {
        for name in names {
            if self.bench.apply(Op::Is, &[value.clone(), name.clone()])? == Value::YesNo(true) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a row's first result is one of these names.
    fn cell_is(&mut self, of: &Given<'p>, cell: &'p Expr, names: &[Value]) -> Result<Dist<bool>, Gap> {
        if let Some(inner) = mention(cell).filter(|pick| pick.args.is_empty()) {
            let inner = self.given(inner.table, Vec::new())?;
            return self.within(|this| this.table_is(&inner, names));
        }
        if let ExprKind::Literal(_) = &cell.kind {
            return Ok(Dist::point(false));
        }
        if !matches!(cell.kind, ExprKind::Text(_)) {
            return Err(Gap::Uncovered);
        }
        let wanted: Vec<String> = names
            .iter()
            .filter_map(|name| if let Value::Text(text) = name { Some(plain(text)) } else { None })
            .collect();
        let texts = self.within_reach(cell, &of.env, &wanted)?;
        Ok(texts.map(|text| text.as_ref().is_some_and(|text| wanted.contains(text))))
    }

    /// What an expression shows as a part of a text, where that can still be a part of one of these texts.
    fn within_reach(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        wanted: &[String],
    ) -> Result<Dist<Option<String>>, Gap> {
        let keep = |text: &str| wanted.iter().any(|whole| whole.contains(text)).then(|| text.to_owned());
        if let ExprKind::Text(parts) = &expr.kind {
            let mut whole = Dist::point(Some(String::new()));
            for part in parts {
                let part = match part {
                    TextPart::Literal(text) => Dist::point(keep(&plain(text))),
                    TextPart::Live(expr) => self.within_reach(expr, env, wanted)?,
                };
                whole = whole.product(&part, &mut self.budget, |a, b| match (a, b) {
                    (Some(a), Some(b)) => keep(&format!("{a}{b}")),
                    _ => None,
                })?;
            }
            return Ok(whole);
        }
        if let Some(pick) = mention(expr).filter(|pick| pick.args.is_empty()) {
            let of = self.given(pick.table, Vec::new())?;
            if matches!(of.table.kind, TableKind::Table | TableKind::Chart) {
                return self.within(|this| this.row_within_reach(&of, wanted));
            }
        }
        let texts = self.shown(expr, env)?;
        Ok(texts.map(|text| keep(&plain(text))))
    }

    fn row_within_reach(&mut self, of: &Given<'p>, wanted: &[String]) -> Result<Dist<Option<String>>, Gap> {
        let rows = self.picked(of, false)?;
        let mut parts = Vec::with_capacity(rows.len());
        for ((_, at), weight) in rows.outcomes() {
            let cell = of.table.rows.get(*at as usize).and_then(|row| row.cells.first());
            let cell = cell.ok_or(Gap::Uncovered)?;
            parts.push((weight.clone(), self.within_reach(cell, &of.env, wanted)?));
        }
        Ok(Dist::mix(&parts, &mut self.budget)?)
    }
}

/// A text as names are compared: without regard to case, and with a blank for `_`.
fn plain(text: &str) -> String {
    text.to_lowercase().replace('_', " ")
}
