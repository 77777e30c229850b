//! Tables: which row comes up, and of its results those that are looked at.

use std::sync::Arc;

use super::Demand;
use super::calling::is_beyond;
use super::draws::{Bag, Draws};
use super::forms::mention;
use super::gap::Gap;
use super::keys::TableKey;
use super::locals::Env;
use super::lot::{Lot, if_there, longer};
use super::need::Need;
use crate::base::Num;
use crate::check::program::{Args, Expr, ExprKind, LocalId, Lookup, Program, Row, RowPick, Table, TableId};
use crate::dist::{Dist, Nat};
use crate::odds::figures::as_numbers;
use crate::plan::{Op, PlanTable, RowValue, SourceExpr, Value, cells_to_look_at};
use crate::syntax::ast::TableKind;

/// How many cards are drawn, and the cards of the deck with how many there are of each.
pub(super) type Cards = (u32, Vec<(Value, u64)>);

/// What picked a row, where somebody looks at it, and the row.
type Picked = (Value, u32);

/// A table with its arguments in place.
pub(super) struct Given<'p> {
    pub(super) id: TableId,
    pub(super) table: &'p Table,
    pub(super) lowered: &'p PlanTable,
    args: Arc<[Value]>,
    pub(super) env: Env<'p>,
}

/// A row that came up.
#[derive(Clone, Copy)]
struct Rolled<'a, 'p> {
    of: &'a Given<'p>,
    at: u32,
    roll: &'a Value,
    row: &'p Row,
}

impl Given<'_> {
    /// A row of which only those results are there that need no rolling.
    pub(super) fn blank(&self, row: u32) -> Value {
        let partly = || self.table.rows.get(row as usize).map_or_else(|| Arc::from([]), cells_to_look_at);
        let cells = self.lowered.cells.get(row as usize).cloned().flatten().unwrap_or_else(partly);
        row_value(self, row, &Value::Nothing, cells)
    }
}

impl<'p> Demand<'p> {
    pub(super) fn is_kind(&self, id: TableId, kind: TableKind) -> bool {
        self.plan.program.tables.get(id.index()).is_some_and(|table| table.kind == kind)
    }

    /// A mention of a table.
    pub(super) fn draw(&mut self, pick: &'p RowPick, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        let args = self.args(pick.table, &pick.args, env)?;
        self.follow(&args, |this, args| match &pick.filter {
            None => this.draw_with(pick.table, args.clone(), need),
            Some((item, condition)) => {
                let of = this.given(pick.table, args.clone())?;
                let rows = this.filtered(&of, *item, condition, env)?;
                this.rows(&of, &rows, need)
            }
        })
    }

    /// The arguments of a table as values, defaults filled in.
    fn args(&mut self, id: TableId, args: &'p Args, env: &Env<'p>) -> Result<Dist<Vec<Value>>, Gap> {
        let plan = self.plan;
        let table = plan.program.tables.get(id.index()).ok_or(Gap::Uncovered)?;
        let mut all: Dist<Vec<Value>> = Dist::point(Vec::new());
        // A default that looks at other arguments is left to the machine.
        let inside = Env::new(table.locals);
        for (at, param) in table.params.iter().enumerate() {
            let (arg, env) = match args.get(at).and_then(Option::as_ref) {
                Some(arg) => (arg, env),
                None => (param.default.as_ref().ok_or(Gap::Uncovered)?, &inside),
            };
            let values = self.lot(arg, env, &Need::all())?.into_values();
            all = all.product(&values, &mut self.budget, |list, value| {
                let mut list = list.clone();
                list.push(value.clone());
                list
            })?;
        }
        Ok(all)
    }

    pub(super) fn given(&self, id: TableId, args: Vec<Value>) -> Result<Given<'p>, Gap> {
        let plan = self.plan;
        let (Some(table), Some(lowered)) = (plan.program.tables.get(id.index()), plan.tables.get(id.index()))
        else {
            return Err(Gap::Uncovered);
        };
        // What the coming rolls are given depends on the state in play.
        if table.stub.is_some() || table.favoured || args.len() != table.params.len() {
            return Err(Gap::Uncovered);
        }
        // What goes wrong is told by the machine.
        if table.params.iter().zip(&args).any(|(param, value)| is_beyond(param, value)) {
            return Err(Gap::Uncovered);
        }
        let mut env = Env::new(table.locals);
        for (local, value) in (0u32..).zip(&args) {
            env = env.with_value(LocalId(local), value.clone());
        }
        Ok(Given { id, table, lowered, args: args.into(), env })
    }

    /// A table rolled with these arguments.
    pub(super) fn draw_with(&mut self, id: TableId, args: Vec<Value>, need: &Need) -> Result<Lot, Gap> {
        let key = TableKey { table: id, args, need: need.clone() };
        if let Some(known) = self.tables.get(&key) {
            return Ok(known.clone());
        }
        let of = self.given(id, key.args.clone())?;
        let lot = self.within(|this| match of.table.kind {
            TableKind::Deck => Err(Gap::Uncovered),
            TableKind::Each => this.each_list(&of, need),
            TableKind::Table | TableKind::Chart => {
                let rows = this.picked(&of, need.sees_roll())?;
                // A row that only rolls again stands for what that comes to: the others, as often as they come up.
                let others = if need.is_of_row_alone() { without_again(&of, &rows)? } else { None };
                this.rows(&of, others.as_ref().unwrap_or(&rows), need)
            }
        })?;
        self.tables.insert(key, lot.clone());
        Ok(lot)
    }

    /// What a table without arguments is rolled with, where that is numbers; `None` where the machine has to tell.
    pub(in crate::odds) fn die_of(&mut self, id: TableId) -> Option<Dist<Num>> {
        let of = self.given(id, Vec::new()).ok()?;
        let lot = self.lot(of.table.die.as_ref()?, &of.env, &Need::all()).ok()?;
        as_numbers(&lot.into_values())
    }

    /// Which row comes up, and what picked it where that is looked at.
    pub(super) fn picked(&mut self, of: &Given<'p>, sees_roll: bool) -> Result<Dist<Picked>, Gap> {
        let guarded = of.table.rows.iter().any(|row| row.guard.is_some());
        let Some(die) = &of.table.die else {
            if of.table.rows.iter().any(|row| !row.key.matches.is_empty()) {
                // It is looked up, not rolled.
                return Err(Gap::Uncovered);
            }
            let weights = self.weights(of)?;
            let rows = (0u32..).zip(weights).map(|(row, weight)| ((Value::Nothing, row), Nat::from(weight)));
            return Ok(Dist::from_weights(rows)?);
        };
        let rolls = self.lot(die, &of.env, &Need::all())?;
        if !guarded && let Lot::Numbers(rolls) = &rolls {
            self.budget.charge(rolls.len() as u64)?;
            return rolls.try_map(|roll| {
                let row = of.lowered.index.picked(*roll).ok_or(Gap::Uncovered)?;
                Ok((if sees_roll { Value::Number(*roll) } else { Value::Nothing }, row))
            });
        }
        let Lot::Numbers(rolls) = rolls else { return Err(Gap::Uncovered) };
        // Guarded rows lie over the others: the first that holds the roll and whose guard holds wins.
        let guards = self.guards(of)?;
        rolls.try_map(|roll| {
            let over = of
                .table
                .rows
                .iter()
                .zip(&guards)
                .position(|(row, holds)| row.guard.is_some() && *holds && holds_number(row, *roll));
            let row = match over {
                Some(row) => u32::try_from(row).map_err(|_| Gap::Uncovered)?,
                None => of.lowered.index.picked(*roll).ok_or(Gap::Uncovered)?,
            };
            Ok((if sees_roll { Value::Number(*roll) } else { Value::Nothing }, row))
        })
    }

    /// Which guards hold; those that are a matter of luck are the machine's business.
    fn guards(&mut self, of: &Given<'p>) -> Result<Vec<bool>, Gap> {
        let holds = |this: &mut Self, row: &'p Row| match &row.guard {
            None => Ok(true),
            Some(guard) => match this.lot(guard, &of.env, &Need::all())?.single() {
                Some(Value::YesNo(yes)) => Ok(yes),
                _ => Err(Gap::Uncovered),
            },
        };
        of.table.rows.iter().map(|row| holds(self, row)).collect()
    }

    /// The weights of the rows that take part.
    fn weights(&mut self, of: &Given<'p>) -> Result<Vec<u64>, Gap> {
        let guards = self.guards(of)?;
        let weigh = |(weight, holds): (&u64, bool)| if holds { *weight } else { 0 };
        Ok(of.lowered.weights.iter().zip(guards).map(weigh).collect())
    }

    /// `encounters where level <= 3`: among the rows that fit, in their proportions.
    fn filtered(
        &mut self,
        of: &Given<'p>,
        item: LocalId,
        condition: &'p Expr,
        env: &Env<'p>,
    ) -> Result<Dist<Picked>, Gap> {
        if of.table.rows.iter().any(|row| row.guard.is_some()) || of.table.kind != TableKind::Table {
            return Err(Gap::Uncovered);
        }
        let rows = self.picked(of, false)?;
        let mut kept = Vec::new();
        for ((_, row), weight) in rows.outcomes() {
            let env = env.with_value(item, of.blank(*row));
            match self.lot(condition, &env, &Need::all())?.single() {
                Some(Value::YesNo(true)) => {
                    // The row is looked up then, and known as that.
                    kept.push(((Value::Nothing, *row), weight.clone()));
                }
                Some(Value::YesNo(false)) => {}
                _ => return Err(Gap::Uncovered),
            }
        }
        if kept.is_empty() {
            return Err(Gap::Wrong);
        }
        Ok(Dist::from_weights(kept)?)
    }

    /// The rows that come up, with what is looked at of them.
    fn rows(&mut self, of: &Given<'p>, picked: &Dist<Picked>, need: &Need) -> Result<Lot, Gap> {
        self.budget.charge(picked.len() as u64 * 4)?;
        if let Some(known) = known_rows(of, picked, need) {
            return Ok(Lot::Values(Dist::from_weights(known)?));
        }
        self.follow(picked, |this, (roll, row)| this.row(of, *row, roll, need))
    }

    /// One row. Results that others of the row use are worked out first, value by value.
    fn row(&mut self, of: &Given<'p>, at: u32, roll: &Value, need: &Need) -> Result<Lot, Gap> {
        let row = of.table.rows.get(at as usize).ok_or(Gap::Uncovered)?;
        self.row_after(Rolled { of, at, roll, row }, &row.shared, &of.env, need)
    }

    fn row_after(
        &mut self,
        rolled: Rolled<'_, 'p>,
        shared: &'p [(usize, LocalId)],
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let Some(((column, local), rest)) = shared.split_first() else {
            return self.row_with(rolled, env, need);
        };
        let cell = rolled.row.cells.get(*column).ok_or(Gap::Uncovered)?;
        let values = self.lot(cell, env, &Need::all())?.into_values();
        self.follow(&values, |this, value| {
            this.row_after(rolled, rest, &env.with_value(*local, value.clone()), need)
        })
    }

    fn row_with(&mut self, rolled: Rolled<'_, 'p>, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        let Rolled { of, at, roll, row } = rolled;
        let known = of.lowered.cells.get(at as usize).and_then(Option::as_ref);
        let hands_on = row.name.is_empty() || !row.says_what_it_is() && !self.goes_round(of.id);
        let mut cells = Vec::with_capacity(row.cells.len());
        for (column, cell) in row.cells.iter().enumerate() {
            let name = of.table.columns.get(column).map_or("", |column| &*column.name);
            let need = need.of_cell(name, column, hands_on);
            let shared = row.shared.iter().find(|(shared, _)| *shared == column);
            cells.push(match (known.and_then(|known| known.get(column)), shared) {
                (Some(_), _) if need.is_nothing() => Lot::point(Value::Unset),
                (Some(value), _) => Lot::point(value.clone()),
                (None, Some((_, local))) => self.local(*local, env, &need)?,
                (None, None) => self.lot(cell, env, &need)?,
            });
        }
        let all = self.together(cells)?;
        Ok(Lot::of(all.map(|cells| row_value(of, at, roll, cells.as_slice().into()))))
    }

    /// Whether rows that are nothing but another table lead from a table by way of others to itself. What comes of such
    /// rows is not followed: they are known by how they are written.
    fn goes_round(&mut self, id: TableId) -> bool {
        if let Some(known) = self.rounds.get(&id) {
            return *known;
        }
        let goes_round = leads_round(&self.plan.program, id);
        self.rounds.insert(id, goes_round);
        goes_round
    }

    /// `t[7]`.
    pub(super) fn lookup(&mut self, lookup: &'p Lookup, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        let (of, rows) = self.looked_up(lookup, env, need)?;
        self.rows(&of, &rows, need)
    }

    /// The table in which something is looked up, and the rows that are found.
    fn looked_up(
        &mut self,
        lookup: &'p Lookup,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<(Given<'p>, Dist<Picked>), Gap> {
        let [key] = lookup.keys.as_slice() else { return Err(Gap::Uncovered) };
        let args = self.args(lookup.table, &lookup.args, env)?;
        let Some(args) = args.outcomes().first().filter(|_| args.len() == 1).map(|(args, _)| args.clone())
        else {
            return Err(Gap::Uncovered);
        };
        let of = self.given(lookup.table, args)?;
        let plain = matches!(of.table.kind, TableKind::Table | TableKind::Chart)
            && of.table.column_keys.is_none()
            && of.table.rows.iter().all(|row| row.guard.is_none());
        if !plain {
            return Err(Gap::Uncovered);
        }
        let index = &of.lowered.index;
        let rows = match self.lot(key, env, &Need::all())? {
            Lot::Numbers(keys) => keys.try_map(|key| {
                let row = index.picked(*key).ok_or(Gap::Uncovered)?;
                Ok::<Picked, Gap>((if need.sees_roll() { Value::Number(*key) } else { Value::Nothing }, row))
            })?,
            Lot::Values(keys) => keys.try_map(|key| {
                let Value::Text(word) = key else { return Err(Gap::Uncovered) };
                let row = index.word(word).filter(|_| !need.sees_roll()).ok_or(Gap::Uncovered)?;
                Ok::<Picked, Gap>((Value::Nothing, row))
            })?,
        };
        Ok((of, rows))
    }

    /// A column of a row that is looked up or rolled, where dice without end stand in it: what is known of how they go
    /// on would be lost in whole rows. `None` of any other.
    pub(super) fn endless_cell(
        &mut self,
        of: &'p Expr,
        name: &str,
        env: &Env<'p>,
    ) -> Result<Option<Lot>, Gap> {
        let Some((id, place)) = self.endless.column(of, name) else { return Ok(None) };
        let table = self.plan.program.table(id);
        if table.rows.iter().any(|row| !row.shared.is_empty()) {
            return Ok(None);
        }
        let (given, rows) = if let ExprKind::Lookup(lookup) = &of.kind {
            self.looked_up(lookup, env, &Need::which())?
        } else if table.kind == TableKind::Table {
            let given = self.given(id, Vec::new())?;
            let rows = self.picked(&given, false)?;
            (given, rows)
        } else {
            return Ok(None);
        };
        if !rows.is_complete() || !self.are_safe_beside(&given, place) {
            return Ok(None);
        }
        let mut parts = Vec::with_capacity(rows.len());
        for ((_, at), weight) in rows.outcomes() {
            let cell = given.table.rows.get(*at as usize).and_then(|row| row.cells.get(place));
            parts.push((weight.clone(), self.lot(cell.ok_or(Gap::Uncovered)?, &given.env, &Need::all())?));
        }
        Ok(Some(Lot::mix(parts, &mut self.budget)?))
    }

    /// The rows of an each-table, each with its own chance.
    pub(super) fn each_rows(
        &mut self,
        pick: &'p RowPick,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Bag>, Gap> {
        let Some(of) = self.each_given(pick, env)? else { return Ok(None) };
        self.within(|this| this.each_bag(&of, need)).map(Some)
    }

    /// An each-table as it is mentioned, where luck has no say in its arguments.
    fn each_given(&mut self, pick: &'p RowPick, env: &Env<'p>) -> Result<Option<Given<'p>>, Gap> {
        let args = self.args(pick.table, &pick.args, env)?;
        let (1, None) = (args.len(), &pick.filter) else { return Ok(None) };
        let Some((args, _)) = args.outcomes().first() else { return Ok(None) };
        self.given(pick.table, args.clone()).map(Some)
    }

    /// How likely each row of an each-table is to be among those that come up, where a mention of it is all that was
    /// written: nobody has to know which come up together. `None` where the machine has to tell.
    pub(in crate::odds) fn chances_of_each(
        &mut self,
        written: &'p SourceExpr,
        captured: &[Value],
    ) -> Result<Option<Vec<Dist<bool>>>, Gap> {
        let ExprKind::Draw(pick) = &written.expr.kind else { return Ok(None) };
        if !self.is_kind(pick.table, TableKind::Each) || !self.effects.parts_apart(&written.expr) {
            return Ok(None);
        }
        let Some(of) = self.each_given(pick, &Env::captured(written, captured))? else { return Ok(None) };
        let guards = self.guards(&of)?;
        let chance = |this: &mut Self, (row, holds)| {
            if holds { this.chance_of_row(&of, row) } else { Ok(Dist::point(false)) }
        };
        self.within(|this| of.table.rows.iter().zip(guards).map(|row| chance(this, row)).collect()).map(Some)
    }

    fn chance_of_row(&mut self, of: &Given<'p>, row: &'p Row) -> Result<Dist<bool>, Gap> {
        match &row.chance {
            Some(chance) => self.likely(chance, &of.env)?.yeses().ok_or(Gap::Wrong),
            None => Ok(Dist::point(true)),
        }
    }

    fn each_bag(&mut self, of: &Given<'p>, need: &Need) -> Result<Bag, Gap> {
        let guards = self.guards(of)?;
        let mut groups = Vec::new();
        for ((at, row), holds) in (0u32..).zip(&of.table.rows).zip(guards) {
            if !holds {
                continue;
            }
            let chance = self.chance_of_row(of, row)?;
            let each = self.row(of, at, &Value::Nothing, &need.of_item())?;
            groups.push(Draws::new(chance.map(|yes| u32::from(*yes)), each));
        }
        Ok(Bag::of(groups))
    }

    /// An each-table as a list.
    fn each_list(&mut self, of: &Given<'p>, need: &Need) -> Result<Lot, Gap> {
        let bag = self.each_bag(of, need)?;
        let mut all: Dist<Vec<Value>> = Dist::point(Vec::new());
        let rows = bag.groups.len();
        // There are as many lists as there are sets of rows: where these are too many, none is begun.
        let lists = bag.groups.iter().map(sets_of_rows).fold(1, u64::saturating_mul);
        self.budget.check_lists(lists, rows as u64, 1)?;
        for group in bag.groups {
            let is_there = group.count.map(|count| *count > 0);
            let one = if_there(&is_there, &group.each.into_values(), &mut self.budget)?;
            all = longer(all, &one, rows, &mut self.budget)?;
        }
        Ok(Lot::of(all.relabel(|rows| Value::List(Arc::new(rows)))))
    }

    /// So many cards of a deck, and how many of each card it still holds; `None` where an expression is
    /// something else, or where a card has to be rolled.
    pub(super) fn cards(&mut self, list: &'p Expr, env: &Env<'p>) -> Result<Option<Cards>, Gap> {
        let (list, env) = env.put_in(list);
        if let ExprKind::Field(of, name) = &list.kind
            && env.is_list(of)
        {
            return self.cards_by(of, Some(name), &env);
        }
        self.cards_by(list, None, &env)
    }

    /// The same, of which a column is looked at.
    fn cards_by(
        &mut self,
        list: &'p Expr,
        column: Option<&'p Arc<str>>,
        env: &Env<'p>,
    ) -> Result<Option<Cards>, Gap> {
        let (list, env) = &env.put_in(list);
        if let ExprKind::Call(function, args) = &list.kind {
            return match self.inside_call(*function, args, env, &Need::all())? {
                Some((body, inside)) => self.within(|this| this.cards_by(body, column, &inside)),
                None => Ok(None),
            };
        }
        let ExprKind::Times { count, body, unique: false } = &list.kind else { return Ok(None) };
        // A column of each card, or the cards themselves.
        let (body, column) = match (&body.kind, column) {
            (ExprKind::Field(of, name), None) => (&**of, Some(name)),
            (_, column) => (&**body, column),
        };
        let Some(pick) = mention(body).filter(|pick| self.is_kind(pick.table, TableKind::Deck)) else {
            return Ok(None);
        };
        if !matches!(count.kind, ExprKind::Literal(_) | ExprKind::Local(_)) {
            return Ok(None);
        }
        let count = self.lot(count, env, &Need::first())?.single();
        let count = count.as_ref().and_then(Value::as_number).and_then(Num::as_int);
        let Some(count) = count.and_then(|count| u32::try_from(count).ok()) else { return Ok(None) };
        let of = self.given(pick.table, Vec::new())?;
        let left = match self.state.deck(pick.table) {
            Some(left) => left.to_vec(),
            None => of.lowered.weights.clone(),
        };
        let all_known = of.lowered.cells.iter().all(Option::is_some);
        if !all_known || left.iter().sum::<u64>() < u64::from(count) {
            return Ok(None);
        }
        let symbol = match column {
            Some(name) => Some(self.symbol(name).ok_or(Gap::Uncovered)?),
            None => None,
        };
        let mut cards = Vec::with_capacity(left.len());
        for (row, left) in (0u32..).zip(left).filter(|(_, left)| *left > 0) {
            let card = of.blank(row);
            let card = match symbol {
                Some(symbol) => self.bench.apply(Op::Field(symbol), &[card])?,
                None => card,
            };
            cards.push((card, left));
        }
        Ok(Some((count, cards)))
    }
}

fn leads_round(program: &Program, id: TableId) -> bool {
    /// A longer way round is none that anybody goes.
    const MOST_TABLES: usize = 64;
    let mut met = vec![id];
    let mut at = 0;
    while let Some(from) = met.get(at).copied().filter(|_| met.len() < MOST_TABLES) {
        at += 1;
        let rows = program.tables.get(from.index()).map_or(&[][..], |table| &table.rows);
        for to in rows.iter().filter_map(handed_to) {
            if to == id && from != id {
                return true;
            }
            if !met.contains(&to) {
                met.push(to);
            }
        }
    }
    false
}

/// The table that a row is nothing but a roll on.
fn handed_to(row: &Row) -> Option<TableId> {
    let ExprKind::Draw(pick) = &row.cells.first()?.kind else { return None };
    pick.filter.is_none().then_some(pick.table)
}

/// What is picked without the rows that are nothing but another roll on their table; `None` where there are none, or
/// no others.
fn without_again(of: &Given<'_>, picked: &Dist<Picked>) -> Result<Option<Dist<Picked>>, Gap> {
    let rolls_again = |row: u32| {
        of.table.params.is_empty()
            && of.table.coming.is_none()
            && of.table.rows.get(row as usize).and_then(handed_to) == Some(of.id)
    };
    if !picked.is_complete() || !picked.outcomes().iter().any(|((_, row), _)| rolls_again(*row)) {
        return Ok(None);
    }
    let others = picked.outcomes().iter().filter(|((_, row), _)| !rolls_again(*row)).cloned();
    let others: Vec<(Picked, Nat)> = others.collect();
    Ok(if others.is_empty() { None } else { Some(Dist::from_weights(others)?) })
}

/// The rows where all that is looked at of them is known.
fn known_rows(of: &Given<'_>, picked: &Dist<Picked>, need: &Need) -> Option<Vec<(Value, Nat)>> {
    if !picked.is_complete() {
        return None;
    }
    let known = |((roll, at), weight): &(Picked, Nat)| {
        let cells = of.lowered.cells.get(*at as usize)?.as_ref()?;
        let row = of.table.rows.get(*at as usize)?;
        let seen = |(column, cell): (usize, &Value)| {
            let name = of.table.columns.get(column).map_or("", |column| &*column.name);
            let seen = !need.of_cell(name, column, !row.says_what_it_is()).is_nothing();
            if seen { cell.clone() } else { Value::Unset }
        };
        let cells: Arc<[Value]> = cells.iter().enumerate().map(seen).collect();
        Some((row_value(of, *at, roll, cells), weight.clone()))
    };
    picked.outcomes().iter().map(known).collect()
}

fn row_value(of: &Given<'_>, row: u32, roll: &Value, cells: Arc<[Value]>) -> Value {
    Value::Row(Arc::new(RowValue {
        table: of.id,
        row,
        roll: roll.clone(),
        args: Arc::clone(&of.args),
        cells,
    }))
}

/// How many ways there are for a row to be among others, or not.
fn sets_of_rows(row: &Draws) -> u64 {
    row.count.outcomes().iter().map(|(count, _)| if *count > 0 { row.each.len() as u64 } else { 1 }).sum()
}

/// Whether a row's key holds a number.
fn holds_number(row: &Row, number: Num) -> bool {
    use crate::check::program::Match;
    row.key.matches.iter().any(|part| match part {
        Match::Numbers(low, high) => {
            low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high)
        }
        Match::Word(_) => false,
    })
}
