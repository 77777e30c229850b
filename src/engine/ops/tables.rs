//! Rolling tables and looking them up.

use std::sync::Arc;

use super::arith::convert;
use super::compare::{in_range, is_same, row_name};
use super::nesting;
use crate::base::{Num, closest, same_text};
use crate::check::program::{Match, Table, TableId, UnitId};
use crate::diag::codes::running;
use crate::engine::Host;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{EventKind, Fault, Point, Stop};
use crate::plan::{Code, Plan, PlanTable, RowIndex, RowValue, TableOp, Unrolled, Value, cells_to_look_at};
use crate::syntax::ast::TableKind;

impl Step<'_> {
    pub(super) fn take_table(
        &mut self,
        host: &mut Host<'_>,
        code: &Code,
        op: TableOp,
    ) -> Result<CodeFlow, Stop> {
        match op {
            TableOp::Draw(table) => self.draw(host, table, 0),
            TableOp::Lookup(table) => self.draw(host, table, 1),
            TableOp::LookupCell(table) => self.lookup_cell(host, table),
            TableOp::HasKey(table, keys) => self.has_key(host, table, keys as usize),
            TableOp::HasRow(table) => self.has_row(code, table),
            TableOp::CellAt(table) => self.cell_at(host, table),
            TableOp::CellOf(table) => self.cell_of(host, table),
            TableOp::LookupIn(count) => self.lookup_in(host, count as usize),
            TableOp::KeyHolds(table, row) => self.key_holds(code, table, row),
            TableOp::FindRow(table) => self.find_row(code, table),
            TableOp::DrawAmong { table, args } => self.draw_among(host, table, args.unwrap_or(0) as usize),
            TableOp::DrawRest { table, args } => self.draw_rest(host, table, args as usize),
            TableOp::DrawRow(table) => {
                let table = self.plan().table(table);
                let code = table.row.expect("a table whose rows are drawn alone has code for that");
                self.call(host, code, table.params)
            }
            TableOp::DrawWeighted(table) => self.draw_weighted(host, table),
            TableOp::DrawCard(table) => self.draw_card(host, table),
            TableOp::RowSwitch(table) => self.row_switch(host, code, table),
            TableOp::BuildRow(table, row) => self.build_row(host, code, table, row),
            TableOp::Rows(table) => Ok(self.rows(table)),
            TableOp::Reshuffle(table) => {
                self.fill_deck(table);
                Ok(CodeFlow::Next)
            }
            TableOp::GiveNext => self.give_next(host),
            TableOp::AddNext => self.add_next(),
            TableOp::DropNext => Ok(self.drop_next()),
            TableOp::DeckLeft(table) => Ok(self.deck_left(table)),
            TableOp::NeedsKey(table) => Err(Self::needs_key(self.plan(), table)),
        }
    }

    /// Begins a table's own code; its arguments, and for a lookup its key, are on the stack.
    pub(super) fn draw(&mut self, host: &mut Host<'_>, id: TableId, keys: usize) -> Result<CodeFlow, Stop> {
        let table = self.plan().table(id);
        let key = (keys > 0).then(|| self.pop());
        let code = table.draw.expect("a table that is drawn has code for that");
        self.call(host, code, table.params)?;
        if let Some(key) = key {
            let roll = self.plan().code(code).roll;
            let key = if key == Value::Nothing { Value::text("nothing") } else { key };
            self.set_local(roll, key);
        }
        Ok(CodeFlow::Switch)
    }

    /// `t[k]` where `t` was handed over unrolled.
    pub(super) fn lookup_in(&mut self, host: &mut Host<'_>, count: usize) -> Result<CodeFlow, Stop> {
        let keys = self.pop_many(count);
        let of = self.pop();
        // A row of the table itself, or what a plain list holds.
        if let Value::List(_) = of {
            self.push(of);
            self.push_many(keys);
            return self.item();
        }
        let Value::Unrolled(unrolled) = &of else { return Err(self.wrong_kind("a table", &of)) };
        match &**unrolled {
            Unrolled::Table(table, args) => {
                self.push_many(args.iter().cloned());
                self.push_many(keys);
                if count > 1 { self.lookup_cell(host, *table) } else { self.draw(host, *table, 1) }
            }
            Unrolled::Expr(..) | Unrolled::Pool(_) => Err(self.wrong_kind("a table", &of)),
        }
    }

    pub(super) fn key_holds(&mut self, code: &Code, id: TableId, row: u32) -> Result<CodeFlow, Stop> {
        let roll = self.local(code.roll).clone();
        let key =
            table_of(self.plan(), id).and_then(|table| table.rows.get(row as usize)).map(|row| &row.key);
        let held = match (&roll, key) {
            (Value::Row(picked), _) => picked.table == id && picked.row == row,
            (Value::Text(_) | Value::Word(..), Some(key)) => {
                let text = self.show(&roll);
                key.matches.iter().any(|part| matches!(part, Match::Word(word) if same_text(word, &text)))
            }
            (_, Some(key)) => {
                let number = if let Value::Quantity(number, of) = &roll {
                    counted_in(self.plan(), *number, *of, key_unit(self.plan(), id))?
                } else {
                    self.number(&roll)?
                };
                key.matches
                    .iter()
                    .any(|part| matches!(part, Match::Numbers(low, high) if in_range(number, *low, *high)))
            }
            (_, None) => false,
        };
        Ok(self.push(Value::YesNo(held)))
    }

    /// Finds the row of the roll or key; leaves its number.
    pub(super) fn find_row(&mut self, code: &Code, id: TableId) -> Result<CodeFlow, Stop> {
        let roll = self.local(code.roll).clone();
        let lowered = self.plan().table(id);
        if let Value::Row(picked) = &roll
            && picked.table == id
        {
            return Ok(self.push(Value::int(i64::from(picked.row))));
        }
        match self.find((&lowered.index, key_unit(self.plan(), id)), &roll)? {
            Some(row) => Ok(self.push(Value::int(i64::from(row)))),
            None => Err(self.off_table(id, &roll)),
        }
    }

    /// The row or column of a key in an index, whose numbers are so many of a unit.
    pub(super) fn find(
        &self,
        (index, unit): (&RowIndex, Option<UnitId>),
        key: &Value,
    ) -> Result<Option<u32>, Stop> {
        let found = match key {
            Value::Number(number) | Value::Percent(number) => index.picked(*number),
            Value::Row(row) => {
                let by_name = index.word(row_name(self.plan(), row));
                by_name.or_else(|| row.cells.first().and_then(|cell| index.word(&self.show(cell))))
            }
            Value::Word(..) | Value::Text(_) | Value::YesNo(_) | Value::Record(..) => {
                let text = self.show(key);
                index.word(&text).or_else(|| index.word(&text.replace('_', " "))).or_else(|| {
                    let number: Option<Num> = text.parse().ok();
                    number.and_then(|number| index.number(number))
                })
            }
            Value::Quantity(number, of) => {
                let as_much = || {
                    let words = index.words().filter(|word| is_quantity(self.plan(), word, key));
                    words.filter_map(|word| index.word(word)).min()
                };
                match index.word(&self.show(key)).or_else(as_much) {
                    Some(row) => Some(row),
                    None => {
                        let number = counted_in(self.plan(), *number, *of, unit)?;
                        index.picked(number)
                    }
                }
            }
            Value::Fraction(_) => {
                let number = self.number(key)?;
                return Ok(index.picked(number));
            }
            Value::Nothing
            | Value::Unset
            | Value::Set(..)
            | Value::Range(_)
            | Value::List(_)
            | Value::Parts(_)
            | Value::Unrolled(_)
            | Value::Odds(_)
            | Value::Open(_) => return Err(self.wrong_kind("a number or a word", key)),
        };
        Ok(found)
    }

    pub(super) fn off_table(&self, id: TableId, key: &Value) -> Stop {
        let shown = self.show(key);
        let Some(table) = table_of(self.plan(), id) else {
            return Fault::new(&running::OFF_TABLE, "no such table").into();
        };
        let name = &table.def.name;
        let fault = Fault::new(&running::OFF_TABLE, format!("`{name}` has no row for {shown}"))
            .label(table.def.span, format!("`{name}` is defined here"));
        let words: Vec<&str> =
            self.plan().tables.get(id.index()).into_iter().flat_map(|table| table.index.words()).collect();
        let number = matches!(key, Value::Number(_));
        let fault = if let Value::Quantity(amount, of) = key {
            counts_otherwise(self.plan(), table, (*amount, *of), fault)
        } else {
            fault
        };
        let fault = match closest(&shown, words.iter().copied()) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None if number => fault
                .help("`clamp` on the table's line takes the nearest end, and a row such as `12+` is open"),
            None => fault,
        };
        fault.into()
    }

    pub(super) fn needs_key(plan: &Plan, id: TableId) -> Stop {
        let name = table_of(plan, id).map_or("it", |table| &table.def.name);
        Fault::new(&running::NEEDS_KEY, format!("`{name}` has no die: it is looked up, not rolled"))
            .help(format!("look it up by a key: `{name}[…]`, or give it a die: `rolls d6` on its line"))
            .into()
    }

    /// From a row's number to the row: known cells at once, others by the code that rolls them.
    pub(super) fn row_switch(
        &mut self,
        host: &mut Host<'_>,
        code: &Code,
        id: TableId,
    ) -> Result<CodeFlow, Stop> {
        let row = self.pop();
        let at = row.as_number().and_then(Num::as_int).and_then(|row| u32::try_from(row).ok()).unwrap_or(0);
        let table = self.plan().table(id);
        match table.cells.get(at as usize) {
            Some(Some(cells)) => {
                let cells = Arc::clone(cells);
                self.picked(host, code, table, (id, at), cells)
            }
            _ => Ok(CodeFlow::Jump(table.row_starts.get(at as usize).copied().unwrap_or(0))),
        }
    }

    pub(super) fn build_row(
        &mut self,
        host: &mut Host<'_>,
        code: &Code,
        id: TableId,
        row: u32,
    ) -> Result<CodeFlow, Stop> {
        let table = self.plan().table(id);
        let cells = self.pop_many(table.columns_by_symbol.len()).into();
        self.picked(host, code, table, (id, row), cells)
    }

    /// Leaves the row that was picked, and tells of it.
    fn picked(
        &mut self,
        host: &mut Host<'_>,
        code: &Code,
        table: &PlanTable,
        (id, row): (TableId, u32),
        cells: Arc<[Value]>,
    ) -> Result<CodeFlow, Stop> {
        let args: Arc<[Value]> = (0..table.params).map(|local| self.local(local).clone()).collect();
        nesting::fits(host, args.iter().chain(&*cells))?;
        let rolled = self.local(code.roll);
        let roll = if *rolled == Value::Unset { &Value::Nothing } else { rolled };
        let roll = if let Value::Row(row) = roll { row.roll.clone() } else { roll.clone() };
        let is_read = table.draw.is_none_or(|draw| host.luck.reads_roll(draw));
        let roll = if is_read { roll } else { Value::Nothing };
        let value = Value::Row(Arc::new(RowValue { table: id, row, roll: roll.clone(), args, cells }));
        self.tell(host, |machine| EventKind::Row {
            table: table_of(self.plan(), id)
                .map_or_else(|| Arc::from("?"), |table| Arc::clone(&table.def.name)),
            row,
            roll: if roll == Value::Nothing { String::new() } else { machine.show(&roll) },
            text: machine.show(&value),
            value: value.clone(),
        });
        Ok(self.push(value))
    }

    pub(super) fn draw_weighted(&mut self, host: &mut Host<'_>, id: TableId) -> Result<CodeFlow, Stop> {
        let weights = self.plan().tables.get(id.index()).map_or(&[][..], |table| &table.weights);
        if weights.iter().all(|weight| *weight == 0) {
            return Err(empty_table(self.plan(), id));
        }
        let at = self.choose_weighted(host, name_of(self.plan(), id), weights)?;
        Ok(self.push(Value::int(i64::try_from(at).unwrap_or(0))))
    }

    /// Draws among rows: a list of rows to look at (then the row itself is given), or of their
    /// numbers (then a number is).
    pub(super) fn draw_among(
        &mut self,
        host: &mut Host<'_>,
        id: TableId,
        args: usize,
    ) -> Result<CodeFlow, Stop> {
        let list = self.peek(0).clone();
        let items = list.as_list().map_or(&[][..], |items| items);
        looks_through(host, items.len())?;
        let numbers: Vec<usize> = items.iter().filter_map(row_number).collect();
        let by_row = items.iter().any(|item| matches!(item, Value::Row(_)));
        let all = self.proportions(host, id, args)?;
        let weights: Vec<u64> = numbers.iter().map(|at| all.get(*at).copied().unwrap_or(0)).collect();
        if weights.iter().all(|weight| *weight == 0) {
            return Err(empty_table(self.plan(), id));
        }
        let chosen = self.choose_weighted(host, name_of(self.plan(), id), &weights)?;
        let at = numbers.get(chosen).copied().unwrap_or(0);
        self.pop();
        if !by_row {
            return Ok(self.push(Value::int(i64::try_from(at).unwrap_or(0))));
        }
        let row = items.iter().find(|item| row_number(item) == Some(at)).cloned();
        self.push(row.unwrap_or(Value::Nothing));
        self.draw(host, id, 1)
    }

    /// Draws among the rows that were not drawn before, in their proportions, and takes the row out.
    pub(super) fn draw_rest(
        &mut self,
        host: &mut Host<'_>,
        id: TableId,
        args: usize,
    ) -> Result<CodeFlow, Stop> {
        let all = self.proportions(host, id, args)?;
        let fresh = || all.iter().map(|weight| (*weight).min(1)).collect::<Vec<u64>>();
        let left = self.deck(id).map_or_else(|| Arc::new(fresh()), Arc::clone);
        looks_through(host, left.len())?;
        let weights: Vec<u64> =
            all.iter().zip(left.iter()).map(|(weight, left)| weight * (*left).min(1)).collect();
        if weights.iter().all(|weight| *weight == 0) {
            let name = name_of(self.plan(), id);
            return Err(Fault::new(&running::EMPTY_DECK, format!("every row of `{name}` has been drawn"))
                .help(format!("`reshuffle {name}` puts all rows back"))
                .into());
        }
        let at = self.choose_weighted(host, name_of(self.plan(), id), &weights)?;
        let mut left = Arc::unwrap_or_clone(left);
        if let Some(flag) = left.get_mut(at) {
            *flag = 0;
        }
        self.set_deck(id, Arc::new(left));
        let row = RowValue {
            table: id,
            row: u32::try_from(at).unwrap_or(u32::MAX),
            roll: Value::Nothing,
            args: Arc::from([]),
            cells: Arc::from([]),
        };
        self.pop();
        self.push(Value::Row(Arc::new(row)));
        self.draw(host, id, 1)
    }

    /// In what proportions a table gives its rows: its weights, or what its die makes of them.
    fn proportions(&self, host: &mut Host<'_>, id: TableId, params: usize) -> Result<Vec<u64>, Stop> {
        let table = table_of(self.plan(), id);
        if table.is_none_or(|table| table.die.is_none()) {
            return Ok(self
                .plan()
                .tables
                .get(id.index())
                .map(|table| table.weights.clone())
                .unwrap_or_default());
        }
        let Some(oracle) = host.oracle else {
            return Err(
                Fault::new(&running::NO_ODDS, "the odds of this table's rows are not known here").into()
            );
        };
        let args = self.peek_many(params + 1).get(..params).unwrap_or(&[]);
        oracle.row_weights(self.plan(), self.whole(), id, args)
    }

    /// The rows of a table to look at: what needs rolling in them is unset yet.
    pub(super) fn rows(&mut self, id: TableId) -> CodeFlow {
        let table = self.plan().table(id);
        let written = self.plan().program.tables.get(id.index()).map_or(&[][..], |table| &table.rows);
        let row = |(at, cells): (u32, &Option<Arc<[Value]>>)| {
            let partly = || written.get(at as usize).map_or_else(|| Arc::from([]), cells_to_look_at);
            let cells = cells.as_ref().map_or_else(partly, Arc::clone);
            let args: Arc<[Value]> = Arc::from([]);
            let roll = Value::Nothing;
            Value::Row(Arc::new(RowValue { table: id, row: at, roll, args, cells }))
        };
        let rows = (0u32..).zip(&table.cells).map(row).collect();
        self.push(Value::List(Arc::new(rows)))
    }

    pub(super) fn draw_card(&mut self, host: &mut Host<'_>, id: TableId) -> Result<CodeFlow, Stop> {
        // A card asked for by name is not drawn.
        if let Value::Row(row) = self.local(self.here().map_or(0, |(code, _)| code.roll)) {
            let row = i64::from(row.row);
            return Ok(self.push(Value::int(row)));
        }
        if let Some(card) = host.decide(Point::Card(id))? {
            host.luck.taken();
            let Some(at) = row_number(&card) else { return Err(empty_deck(self.plan(), id)) };
            self.take_card(id, at, host.luck.alike(id));
            return Ok(self.push(card));
        }
        let full =
            || self.plan().tables.get(id.index()).map(|table| table.weights.clone()).unwrap_or_default();
        let left = self.deck(id).map_or_else(|| Arc::new(full()), Arc::clone);
        looks_through(host, left.len())?;
        if left.iter().all(|count| *count == 0) {
            return Err(empty_deck(self.plan(), id));
        }
        let at = self.choose_weighted(host, name_of(self.plan(), id), &left)?;
        let mut left = Arc::unwrap_or_clone(left);
        if let Some(count) = left.get_mut(at) {
            *count = count.saturating_sub(1);
        }
        self.set_deck(id, Arc::new(left));
        Ok(self.push(Value::int(i64::try_from(at).unwrap_or(0))))
    }

    pub(super) fn deck_left(&mut self, id: TableId) -> CodeFlow {
        // Of a deck the cards are counted, of any other table the rows.
        let is_deck = table_of(self.plan(), id).is_some_and(|table| table.kind == TableKind::Deck);
        let count = |weight: &u64| if is_deck { *weight } else { (*weight).min(1) };
        let full =
            || self.plan().tables.get(id.index()).map_or(0, |table| table.weights.iter().map(count).sum());
        let left = self.deck(id).map_or_else(full, |left| left.iter().sum());
        self.push(Value::int(i64::try_from(left).unwrap_or(i64::MAX)))
    }
}

/// Charges for a draw among so many: each of them is looked at, and what is left of them is written down anew.
fn looks_through(host: &mut Host<'_>, rows: usize) -> Result<(), Stop> {
    const ROWS_A_STEP: u64 = 64;
    host.budget.charge(rows as u64 / ROWS_A_STEP)
}

/// Nothing is left to be drawn.
fn empty_deck(plan: &Plan, id: TableId) -> Stop {
    let name = name_of(plan, id);
    let fault = Fault::new(&running::EMPTY_DECK, format!("the deck `{name}` has been drawn to its end"));
    fault.help(format!("`reshuffle {name}` puts all cards back")).into()
}

pub(super) fn table_of(plan: &Plan, id: TableId) -> Option<&Table> {
    plan.program.tables.get(id.index()).map(|table| &**table)
}

fn name_of(plan: &Plan, id: TableId) -> &str {
    table_of(plan, id).map_or("it", |table| &table.def.name)
}

fn empty_table(plan: &Plan, id: TableId) -> Stop {
    let name = name_of(plan, id);
    Fault::new(&running::EMPTY, format!("no row of `{name}` can come up here")).into()
}

/// The number of a row to look at, or a number that stands for one.
fn row_number(item: &Value) -> Option<usize> {
    if let Value::Row(row) = item {
        return usize::try_from(row.row).ok();
    }
    let Value::Number(number) = item else { return None };
    number.as_int().and_then(|at| usize::try_from(at).ok())
}

/// The unit that a table's plain keys count in, where it names one.
pub(super) fn key_unit(plan: &Plan, id: TableId) -> Option<UnitId> {
    table_of(plan, id).and_then(|table| table.key_unit)
}

/// Says how plain keys count a quantity that was not found, where that is not as it is written.
fn counts_otherwise(plan: &Plan, table: &Table, (amount, of): (Num, UnitId), fault: Fault) -> Fault {
    match counted_in(plan, amount, of, table.key_unit) {
        Ok(counted) if counted != amount => fault.help(format!(
            "without a unit this is {counted}; if the keys have one, write it in their heading"
        )),
        Ok(_) | Err(_) => fault,
    }
}

/// A quantity as plain keys count it: in the unit that the table names, or else in the smallest of its
/// family, so that it does not matter how it is written.
pub(super) fn counted_in(plan: &Plan, number: Num, of: UnitId, unit: Option<UnitId>) -> Result<Num, Stop> {
    let units = &plan.program.units;
    let smallest = units.smallest.get(units.get(of).family.index()).copied().unwrap_or(of);
    let named = unit.and_then(|unit| convert(plan, number, of, unit));
    named.or_else(|| convert(plan, number, of, smallest)).unwrap_or(Ok(number))
}

/// Whether a word that is a key, such as `1 hour`, is as much as a quantity.
fn is_quantity(plan: &Plan, word: &str, key: &Value) -> bool {
    let Some((number, name)) = word.trim().split_once(' ') else { return false };
    let Ok(number) = number.parse::<Num>() else { return false };
    let units = (0..).map(UnitId).zip(&plan.program.units.all);
    let mut named =
        units.filter(|(_, unit)| [&unit.singular, &unit.plural].iter().any(|of| same_text(of, name.trim())));
    named.any(|(unit, _)| is_same(plan, &Value::Quantity(number, unit), key))
}
