//! Texts: put together part by part, and compared without making more of them than the comparison needs.

use rustc_hash::FxHashSet;

use super::Demand;
use super::forms::mention;
use super::gap::Gap;
use super::locals::Env;
use super::lot::Lot;
use super::need::Need;
use super::tables::Given;
use super::told::{Comparing, Told};
use crate::check::program::{Expr, ExprKind, IsTest, Kind, Literal, Row, TableId, TextPart};
use crate::dist::{Dist, Nat};
use crate::plan::{Op, Value, literal_value};
use crate::syntax::ast::TableKind;

/// Whether a row is one of some names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RowIs {
    No,
    Yes,
    /// It is whatever this table gives, which is being worked out.
    Again(TableId),
}

impl<'p> Demand<'p> {
    /// Text with live parts.
    pub(super) fn text(&mut self, parts: &'p [TextPart], env: &Env<'p>) -> Result<Lot, Gap> {
        let whole = self.parts_told(parts, env, None)?;
        Ok(Lot::Values(whole.map(|text| Value::text(text.as_deref().unwrap_or_default()))))
    }

    /// What an expression is as a part of a text.
    pub(super) fn shown(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Dist<String>, Gap> {
        let plain = |kind: TableKind| matches!(kind, TableKind::Table | TableKind::Chart);
        if let Some(pick) = mention(expr).filter(|pick| pick.args.is_empty()) {
            let of = self.given(pick.table, Vec::new())?;
            if plain(of.table.kind) {
                let told = self.table_told(&of, 1.0)?;
                return told.try_map(|told| match told {
                    Told::Text(text) => Ok(text.clone()),
                    Told::Again(_) => Err(Gap::Uncovered),
                });
            }
        }
        if self.mixes_units(expr, env)? {
            return Err(Gap::Uncovered);
        }
        let values = self.lot(expr, env, &Need::first())?;
        self.spoken(values)
    }

    /// Whether an expression looks at a list of amounts in several units, of which it is seen in words which one it
    /// takes: 60 minutes and 1 hour are the same to all who calculate.
    fn mixes_units(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<bool, Gap> {
        if matches!(expr.gives, Kind::Number | Kind::Text | Kind::YesNo | Kind::Row(_) | Kind::Word(_)) {
            return Ok(false);
        }
        let ExprKind::Builtin(_, args) = &expr.kind else { return Ok(false) };
        let [list] = args.as_slice() else { return Ok(false) };
        let Some(bag) = self.bag(list, env, &Need::all())? else { return Ok(false) };
        let mut units = FxHashSet::default();
        for (value, _) in bag.groups.iter().flat_map(|group| group.each.outcomes()) {
            units.extend(if let Value::Quantity(_, unit) = value { Some(unit) } else { None });
        }
        Ok(units.len() > 1)
    }

    /// What the row that comes up on a table is as a part of a text; `p`: how likely it is to be asked.
    fn table_told(&mut self, of: &Given<'p>, p: f64) -> Result<Dist<Told>, Gap> {
        if let Some(known) = self.texts.get(&of.id) {
            return Ok(known.clone());
        }
        let before = self.told.last().map_or(1.0, |(_, before)| *before);
        // A text that goes on and on is listed down to what is negligible.
        if before * p < 2f64.powi(-i32::try_from(self.residual_bits).unwrap_or(40)) {
            return Ok(Dist::unlisted());
        }
        self.told.push((of.id, before * p));
        let told = self.rows_told(of);
        self.told.pop();
        let own = Told::Again(of.id);
        // Where the roll leads back here it is made again: the rest is all that it can end with.
        let told = told?.given(|told| *told != own).ok_or(Gap::Uncovered)?;
        // What is told whole and leads back to nothing is the same wherever it is asked.
        let whole =
            told.is_complete() && told.outcomes().iter().all(|(told, _)| matches!(told, Told::Text(_)));
        if whole || self.told.is_empty() {
            self.texts.insert(of.id, told.clone());
        }
        Ok(told)
    }

    fn rows_told(&mut self, of: &Given<'p>) -> Result<Dist<Told>, Gap> {
        let rows = self.picked(of, false)?;
        let mut parts = Vec::with_capacity(rows.len());
        for ((_, at), weight) in rows.outcomes() {
            let p = rows.prob_f64(weight);
            let cell = of.table.rows.get(*at as usize).and_then(|row| row.cells.first());
            let cell = cell.ok_or(Gap::Uncovered)?;
            let known = of.lowered.cells.get(*at as usize).and_then(Option::as_ref);
            let told = match (known.is_some(), mention(cell).filter(|pick| pick.args.is_empty())) {
                (false, Some(pick)) => {
                    if self.told.iter().any(|(open, _)| *open == pick.table) {
                        Dist::point(Told::Again(pick.table))
                    } else {
                        let inner = self.given(pick.table, Vec::new())?;
                        if !matches!(inner.table.kind, TableKind::Table | TableKind::Chart) {
                            return Err(Gap::Uncovered);
                        }
                        self.table_told(&inner, p)?
                    }
                }
                (true, _) => self.spoken(Lot::point(of.blank(*at)))?.map(|text| Told::Text(text.clone())),
                (false, None) => {
                    let before = self.told.last().copied();
                    if let Some((_, reached)) = self.told.last_mut() {
                        *reached *= p;
                    }
                    let text = self.shown(cell, &of.env);
                    if let (Some(slot), Some(before)) = (self.told.last_mut(), before) {
                        *slot = before;
                    }
                    text?.map(|text| Told::Text(text.clone()))
                }
            };
            parts.push((weight.clone(), told));
        }
        Ok(Dist::mix(&parts, &mut self.budget)?)
    }

    /// Values as parts of a text.
    fn spoken(&mut self, values: Lot) -> Result<Dist<String>, Gap> {
        let values = values.into_values();
        self.budget.charge(values.len() as u64 * 8)?;
        let bench = &mut self.bench;
        values.try_map(|value| {
            let text = bench.apply(Op::MakeText(1), std::slice::from_ref(value))?;
            text.as_text().map(ToString::to_string).ok_or(Gap::Uncovered)
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
        let name = |test: &'p IsTest| {
            let IsTest::Equals(with) = test else { return None };
            let name = with.literal()?;
            matches!(name, Literal::RowName(_) | Literal::Text(_)).then(|| literal_value(name))
        };
        let names: Option<Vec<Value>> = tests.iter().map(name).collect();
        let (Some(names), Kind::Row(_)) = (names, &of.gives) else { return Ok(None) };
        let (of, _) = env.put_in(of);
        let Some(pick) = mention(of).filter(|pick| pick.args.is_empty()) else { return Ok(None) };
        let given = self.given(pick.table, Vec::new())?;
        if !matches!(given.table.kind, TableKind::Table | TableKind::Chart) {
            return Ok(None);
        }
        let held = self.within(|this| this.table_is(&given, &names))?;
        Ok(Some(held.map(|held| *held == RowIs::Yes)))
    }

    /// Whether the row that comes up on a table is one of these names.
    fn table_is(&mut self, of: &Given<'p>, names: &[Value]) -> Result<Dist<RowIs>, Gap> {
        if self.compared.contains(&of.id) {
            return Ok(Dist::point(RowIs::Again(of.id)));
        }
        self.compared.push(of.id);
        let held = self.rows_are(of, names);
        self.compared.pop();
        // Where the roll leads back here it is made again: the rest is all that it can end with.
        held?.given(|held| *held != RowIs::Again(of.id)).ok_or(Gap::Uncovered)
    }

    fn rows_are(&mut self, of: &Given<'p>, names: &[Value]) -> Result<Dist<RowIs>, Gap> {
        let rows = self.picked(of, false)?;
        let mut parts: Vec<(Nat, Dist<RowIs>)> = Vec::with_capacity(rows.len());
        for ((_, at), weight) in rows.outcomes() {
            let row = of.table.rows.get(*at as usize).ok_or(Gap::Uncovered)?;
            let held = match (self.is_one_of(&of.blank(*at), names)?, row.cells.first()) {
                (true, _) => Dist::point(RowIs::Yes),
                (false, None) => Dist::point(RowIs::No),
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
    fn cell_is(&mut self, of: &Given<'p>, cell: &'p Expr, names: &[Value]) -> Result<Dist<RowIs>, Gap> {
        if let Some(inner) = mention(cell).filter(|pick| pick.args.is_empty()) {
            let inner = self.given(inner.table, Vec::new())?;
            return self.within(|this| this.table_is(&inner, names));
        }
        if let ExprKind::Literal(_) = &cell.kind {
            return Ok(Dist::point(RowIs::No));
        }
        if !matches!(cell.kind, ExprKind::Text(_) | ExprKind::Bind(..)) {
            return Err(Gap::Uncovered);
        }
        let texts = names
            .iter()
            .filter_map(|name| if let Value::Text(text) = name { Some(name_of(text)) } else { None });
        let wanted = Wanted { texts: texts.collect(), plain: name_of };
        let texts = self.within_reach(cell, &of.env, &wanted)?;
        Ok(texts.map(|text| if wanted.is(text.as_deref()) { RowIs::Yes } else { RowIs::No }))
    }

    /// The same after `is`.
    pub(super) fn text_is_one_of(
        &mut self,
        of: &'p Expr,
        tests: &'p [IsTest],
        env: &Env<'p>,
    ) -> Result<Option<Dist<bool>>, Gap> {
        let text = |test: &'p IsTest| {
            let IsTest::Equals(with) = test else { return None };
            if let Literal::Text(text) | Literal::RowName(text) = with.literal()? {
                Some(&**text)
            } else {
                None
            }
        };
        match tests.iter().map(text).collect::<Option<Vec<&str>>>() {
            Some(texts) if of.gives == Kind::Text || matches!(of.kind, ExprKind::Field(..)) => {
                self.text_is(of, &texts, env)
            }
            Some(_) | None => Ok(None),
        }
    }

    /// Whether what an expression gives is one of these texts. No more of it is made than could still be one;
    /// `None` where it is no text that is put together from parts.
    pub(super) fn text_is(
        &mut self,
        of: &'p Expr,
        among: &[&str],
        env: &Env<'p>,
    ) -> Result<Option<Dist<bool>>, Gap> {
        let (of, env) = env.put_in(of);
        if env.seen(of).is_some() || !self.effects.parts_apart(of) {
            return Ok(None);
        }
        if let ExprKind::Label(of, _) = &of.kind {
            return self.text_is(of, among, &env);
        }
        if let ExprKind::Call(function, args) = &of.kind {
            return match self.inside_call(*function, args, &env, &Need::all())? {
                Some((body, inside)) => self.within(|this| this.text_is(body, among, &inside)),
                None => Ok(None),
            };
        }
        if let ExprKind::Field(row, column) = &of.kind {
            let (row, _) = env.put_in(row);
            return self.first_result_is(row, column, among);
        }
        if !matches!(of.kind, ExprKind::Text(_)) {
            return Ok(None);
        }
        let wanted = Wanted::whatever_case(among);
        match self.within_reach(of, &env, &wanted) {
            Err(Gap::Uncovered) => Ok(None),
            texts => Ok(Some(texts?.map(|text| wanted.is(text.as_deref())))),
        }
    }

    /// Whether the first result of a row that is rolled is one of these texts, where it is the column that is
    /// asked for.
    fn first_result_is(
        &mut self,
        row: &'p Expr,
        column: &str,
        among: &[&str],
    ) -> Result<Option<Dist<bool>>, Gap> {
        let Some(pick) = mention(row).filter(|pick| pick.args.is_empty()) else { return Ok(None) };
        let of = self.given(pick.table, Vec::new())?;
        let is_first = of.table.columns.first().is_some_and(|first| *first.name == *column);
        // A number is never equal to a text that looks like it.
        let shows_text = |row: &Row| {
            row.cells.first().is_some_and(|cell| cell.gives == Kind::Text || mention(cell).is_some())
        };
        if !is_first
            || !of.table.rows.iter().all(shows_text)
            || !matches!(of.table.kind, TableKind::Table | TableKind::Chart)
        {
            return Ok(None);
        }
        let wanted = Wanted::whatever_case(among);
        match self.within(|this| this.row_within_reach(&of, &wanted, false)) {
            Err(Gap::Uncovered) => Ok(None),
            told => Ok(Some(ended(&told?)?.map(|text| wanted.is(text.as_deref())))),
        }
    }

    /// What an expression shows as a part of a text, where that can still be a part of one of these texts.
    pub(super) fn within_reach(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        wanted: &Wanted,
    ) -> Result<Dist<Option<String>>, Gap> {
        let (expr, env) = &env.put_in(expr);
        if let ExprKind::Bind(bindings, body) = &expr.kind
            && let Some(inside) = self.inside_bind(bindings, body, env, &Need::first())?
        {
            return self.within_reach(body, &inside, wanted);
        }
        if let ExprKind::Text(parts) = &expr.kind {
            return self.parts_told(parts, env, Some(wanted));
        }
        if let Some(pick) = mention(expr).filter(|pick| pick.args.is_empty()) {
            let of = self.given(pick.table, Vec::new())?;
            if matches!(of.table.kind, TableKind::Table | TableKind::Chart) {
                return ended(&self.within(|this| this.row_within_reach(&of, wanted, false))?);
            }
        }
        let texts = self.shown(expr, env)?;
        Ok(texts.map(|text| wanted.part(text)))
    }

    /// A table whose rows lead back to it is first taken to show nothing of it, and then gone through with what
    /// was found, until that is all: each time round, the texts that can still be reached are longer. A row
    /// that leads back with nothing beside it is rolled again: the rest is all that it can end with.
    /// `alone`: it is all that a row shows. `None` stands for what can be no part of the texts.
    fn row_within_reach(
        &mut self,
        of: &Given<'p>,
        wanted: &Wanted,
        alone: bool,
    ) -> Result<Dist<Option<Told>>, Gap> {
        let own = Some(Told::Again(of.id));
        if let Some(at) = self.reached.iter().position(|open| open.table == of.id) {
            let within = self.reached.get(at + 1..).unwrap_or(&[]);
            if alone && within.iter().all(|open| open.alone) {
                return Ok(Dist::point(own));
            }
            let open = self.reached.get_mut(at).ok_or(Gap::Uncovered)?;
            open.leads_back = true;
            return Ok(open.shown.map(|text| text.clone().map(Told::Text)));
        }
        let mut shown = Dist::point(None);
        for _ in 0..MOST_ROUNDS.min(wanted.longest() + 2) {
            self.reached.push(Comparing { table: of.id, shown: shown.clone(), leads_back: false, alone });
            let found = self.rows_within_reach(of, wanted);
            let leads_back = self.reached.pop().is_some_and(|open| open.leads_back);
            let found = found?.given(|told| *told != own).ok_or(Gap::Uncovered)?;
            if !leads_back {
                return Ok(found);
            }
            // What it shows beside other parts must have ended.
            let texts = ended(&found)?;
            if alike(&texts, &shown) {
                return Ok(found);
            }
            shown = texts;
        }
        Err(Gap::Uncovered)
    }

    fn rows_within_reach(&mut self, of: &Given<'p>, wanted: &Wanted) -> Result<Dist<Option<Told>>, Gap> {
        let rows = self.picked(of, false)?;
        let mut parts = Vec::with_capacity(rows.len());
        for ((_, at), weight) in rows.outcomes() {
            let cell = of.table.rows.get(*at as usize).and_then(|row| row.cells.first());
            let cell = cell.ok_or(Gap::Uncovered)?;
            let text = if let ExprKind::Text(parts) = &cell.kind { Some(parts.as_slice()) } else { None };
            let alone = match text {
                Some([TextPart::Live(only)]) => mention(only),
                Some(_) => None,
                None => mention(cell),
            };
            let told = match alone.filter(|pick| pick.args.is_empty()) {
                Some(pick) => {
                    let inner = self.given(pick.table, Vec::new())?;
                    if !matches!(inner.table.kind, TableKind::Table | TableKind::Chart) {
                        return Err(Gap::Uncovered);
                    }
                    self.within(|this| this.row_within_reach(&inner, wanted, true))?
                }
                None => self.within_reach(cell, &of.env, wanted)?.map(|text| text.clone().map(Told::Text)),
            };
            parts.push((weight.clone(), told));
        }
        Ok(Dist::mix(&parts, &mut self.budget)?)
    }
}

/// What rows show, where none leads back to a table that is still being gone through.
fn ended(told: &Dist<Option<Told>>) -> Result<Dist<Option<String>>, Gap> {
    told.try_map(|told| match told {
        None => Ok(None),
        Some(Told::Text(text)) => Ok(Some(text.clone())),
        Some(Told::Again(_)) => Err(Gap::Uncovered),
    })
}

/// Texts that something is compared with, all written in one way.
pub(super) struct Wanted {
    texts: Vec<String>,
    plain: fn(&str) -> String,
}

impl Wanted {
    /// These texts, in large and small letters.
    fn whatever_case(texts: &[&str]) -> Wanted {
        Wanted { texts: texts.iter().map(|text| text.to_lowercase()).collect(), plain: str::to_lowercase }
    }

    /// A part of a text, where it can be a part of one of these.
    pub(super) fn part(&self, text: &str) -> Option<String> {
        self.joined(&(self.plain)(text))
    }

    pub(super) fn joined(&self, text: &str) -> Option<String> {
        self.texts.iter().any(|whole| whole.contains(text)).then(|| text.to_owned())
    }

    fn is(&self, text: Option<&str>) -> bool {
        text.is_some_and(|text| self.texts.iter().any(|wanted| wanted == text))
    }

    fn longest(&self) -> usize {
        self.texts.iter().map(String::len).max().unwrap_or(0)
    }
}

/// How often a table that leads back to itself is gone through: so many of its rows may stand in a text, one
/// in another.
const MOST_ROUNDS: usize = 24;

/// Whether two distributions say the same.
fn alike(a: &Dist<Option<String>>, b: &Dist<Option<String>>) -> bool {
    let pairs = a.outcomes().iter().zip(b.outcomes());
    a.len() == b.len()
        && a.is_complete()
        && b.is_complete()
        && pairs.into_iter().all(|((a_text, a_weight), (b_text, b_weight))| {
            a_text == b_text && a_weight * b.total() == b_weight * a.total()
        })
}

/// What an item of a list fills.
pub(super) const BYTES_PER_ITEM: usize = 32;

/// A text as names are compared: without regard to case, and with a blank for `_`.
fn name_of(text: &str) -> String {
    text.to_lowercase().replace('_', " ")
}
