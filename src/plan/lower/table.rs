//! Code of tables: the die, the choice of a row, and the row's cells.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::pool::known_entry;
use super::{Coder, Lowerer};
use crate::base::Num;
use crate::check::program::{Column, Expr, ExprKind, Literal, LocalId, Lookup, Row, RowPick, Table, TableId};
use crate::plan::lower::expr::literal_value;
use crate::plan::{CodeId, DiceOp, Ix, JumpOp, Loop, Op, PlanTable, RowIndex, TableOp, Value};
use crate::syntax::ast::{Compare, TableKind};

impl Lowerer<'_> {
    /// A mention of a table.
    pub(crate) fn draw(&mut self, coder: &mut Coder, pick: &RowPick) {
        self.args(coder, &pick.args);
        if pick.filter.is_some() {
            self.rows_of(coder, pick);
            coder.op(TableOp::DrawAmong { table: pick.table, args: Some(small(pick.args.len())) });
        } else {
            coder.op(TableOp::Draw(pick.table));
        }
    }

    /// The rows that a draw may give, as a list of rows to look at.
    pub(crate) fn rows_of(&mut self, coder: &mut Coder, pick: &RowPick) {
        let Some((item, condition)) = &pick.filter else { return coder.op(TableOp::Rows(pick.table)) };
        let list = coder.fresh(3);
        coder.op(TableOp::Rows(pick.table));
        coder.op(Op::SetLocal(list));
        self.push(coder, Value::int(0));
        coder.op(Op::SetLocal(list + 1));
        self.push(coder, Value::List(Arc::new(Vec::new())));
        coder.op(Op::SetLocal(list + 2));
        let start = coder.enter(Loop::Items(list));
        let exit = coder.hole(JumpOp::NextItem { list, item: item.0, exit: 0 });
        self.expr(coder, condition);
        let refused = coder.hole(JumpOp::SkipUnless(0));
        coder.op(Op::Local(item.0));
        coder.op(Op::Append { list: list + 2, sorted: false });
        coder.fill(refused);
        coder.again(start);
        coder.fill(exit);
        coder.op(JumpOp::LoopLeave);
        coder.op(Op::Local(list + 2));
        coder.release(list);
    }

    pub(crate) fn lookup(&mut self, coder: &mut Coder, lookup: &Lookup) {
        self.args(coder, &lookup.args);
        self.exprs(coder, &lookup.keys);
        let two_keys = lookup.keys.len() > 1;
        // `reaction[2d6 + charm]` is a roll on the table, `reaction[7]` a look-up.
        if !two_keys
            && lookup.keys.iter().any(rolls)
            && let Some(table) = self.program.tables.get(lookup.table.index())
        {
            spend_next(coder, table);
        }
        coder.op(if two_keys { TableOp::LookupCell(lookup.table) } else { TableOp::Lookup(lookup.table) });
    }

    pub(crate) fn table(&mut self, id: TableId, table: &Table) -> PlanTable {
        let mut lowered = PlanTable {
            params: u32::try_from(table.params.len()).unwrap_or(u32::MAX),
            columns_by_symbol: table.columns.iter().map(|Column { name, .. }| self.symbol(name)).collect(),
            ..Self::empty_table()
        };
        lowered.cells = table.rows.iter().map(known_cells).collect();
        lowered.index = RowIndex::new(
            (0u32..).zip(&table.rows).filter(|(_, row)| row.guard.is_none()).map(|(at, row)| (at, &row.key)),
            table.clamp,
        );
        lowered.columns =
            table.column_keys.as_ref().map(|keys| Box::new(RowIndex::new((0u32..).zip(keys), table.clamp)));
        weigh(&mut lowered, table);
        self.effects(&mut lowered, table);
        lowered.die = self.die_code(table);
        lowered.pool = self.known_die(table);
        lowered.is_looked_up = table.die.is_none()
            && matches!(table.kind, TableKind::Table | TableKind::Chart)
            && table.rows.iter().any(|row| !row.key.matches.is_empty());
        self.draw_code(&mut lowered, id, table);
        if table.column_keys.is_some() {
            lowered.known_cells =
                table.rows.iter().map(|row| row.cells.iter().map(known_cell).collect()).collect();
            lowered.cell = self.cell_code(id, table);
        }
        lowered.has = self.has_code(id, table);
        lowered.row = self.row_code(id, table);
        lowered
    }

    /// The die of a table, where it is a pool that is known beforehand.
    pub(crate) fn known_die(&mut self, table: &Table) -> Option<Ix> {
        let plain = table.params.iter().all(|param| param.default.is_none());
        // What the coming rolls are given is not known here.
        let plain = plain && table.coming.is_none();
        let pool = table.die.as_ref().filter(|_| plain && table.stub.is_none()).and_then(known_entry);
        pool.map(|pool| self.known_pool(pool))
    }

    /// The table's own code. Its locals are the parameters, the row, what effects bind, and, fresh,
    /// the roll.
    fn draw_code(&mut self, lowered: &mut PlanTable, id: TableId, table: &Table) {
        let mut coder = Coder::new(&table.def.name, table.locals);
        coder.at(table.def.span);
        let roll = coder.fresh(1);
        coder.roll_in(roll);
        self.defaults(&mut coder, &table.params);
        if let Some(stub) = &table.stub {
            let text = self.text(format!("{}: {stub}", table.def.name));
            coder.op(Op::Missing(text));
        }
        match table.kind {
            TableKind::Each => self.each(&mut coder, id, table),
            TableKind::Deck => coder.op(TableOp::DrawCard(id)),
            TableKind::Table | TableKind::Chart => self.roll_row(&mut coder, table, id, roll),
        }
        if table.kind != TableKind::Each {
            self.cells(&mut coder, lowered, id, table);
        }
        lowered.draw = Some({
            let code = coder.finish(table.def.span);
            self.add(code)
        });
    }

    /// The choice of a row alone: what the odds of rows are worked out from.
    fn row_code(&mut self, id: TableId, table: &Table) -> Option<CodeId> {
        if table.kind == TableKind::Each || table.stub.is_some() {
            return None;
        }
        let mut coder = Coder::new(&table.def.name, table.locals);
        coder.at(table.def.span);
        let roll = coder.fresh(1);
        coder.roll_in(roll);
        self.defaults(&mut coder, &table.params);
        match table.kind {
            TableKind::Deck => coder.op(TableOp::DrawCard(id)),
            TableKind::Table | TableKind::Chart | TableKind::Each => {
                self.roll_row(&mut coder, table, id, roll)
            }
        }
        let code = coder.finish(table.def.span);
        Some(self.add(code))
    }

    /// Whether some row holds a key, where conditions have a say in it.
    fn has_code(&mut self, id: TableId, table: &Table) -> Option<CodeId> {
        if table.rows.iter().all(|row| row.guard.is_none()) {
            return None;
        }
        let mut coder = Coder::new(&table.def.name, table.locals.max(small(table.params.len() + 1)));
        coder.at(table.def.span);
        let key = coder.fresh(1);
        coder.op(Op::Local(small(table.params.len())));
        coder.op(Op::SetLocal(key));
        coder.roll_in(key);
        self.defaults(&mut coder, &table.params);
        let mut found = Vec::new();
        for (at, row) in (0u32..).zip(&table.rows) {
            let Some(guard) = &row.guard else { continue };
            coder.op(TableOp::KeyHolds(id, at));
            let elsewhere = coder.hole(JumpOp::SkipUnless(0));
            self.expr(&mut coder, guard);
            let refused = coder.hole(JumpOp::SkipUnless(0));
            self.push(&mut coder, Value::YesNo(true));
            found.push(coder.hole(JumpOp::Skip(0)));
            coder.fill(elsewhere);
            coder.fill(refused);
        }
        coder.op(TableOp::HasRow(id));
        coder.fill_all(found);
        let code = coder.finish(table.def.span);
        Some(self.add(code))
    }

    /// One cell of a chart with two keys, where it takes more than looking: its row has a condition, or it
    /// is rolled. The locals are the parameters, what rows bind, and, fresh, both keys.
    fn cell_code(&mut self, id: TableId, table: &Table) -> Option<CodeId> {
        let guarded = table.rows.iter().any(|row| row.guard.is_some());
        let live = |cell: &&Expr| known_cell(cell).is_none();
        if !guarded && !table.rows.iter().flat_map(|row| &row.cells).any(|cell| live(&cell)) {
            return None;
        }
        let mut coder = Coder::new(&table.def.name, table.locals.max(small(table.params.len() + 2)));
        coder.at(table.def.span);
        let keys = coder.fresh(2);
        for key in 0..2 {
            coder.op(Op::Local(small(table.params.len()) + key));
            coder.op(Op::SetLocal(keys + key));
        }
        coder.roll_in(keys);
        self.defaults(&mut coder, &table.params);
        let row = coder.fresh(2);
        self.find_row(&mut coder, table, id);
        coder.op(Op::SetLocal(row));
        coder.op(Op::Local(row));
        coder.op(Op::Local(keys + 1));
        coder.op(TableOp::CellAt(id));
        coder.op(Op::SetLocal(row + 1));
        let cells = table.rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
        let mut ends = Vec::new();
        for (at, (of, cell)) in (0i64..).zip(cells).filter(|(_, (_, cell))| live(cell)) {
            coder.op(Op::Local(row + 1));
            self.push(&mut coder, Value::int(at));
            coder.op(Op::Compare(Compare::Equal));
            let other = coder.hole(JumpOp::SkipUnless(0));
            self.shared(&mut coder, table, of);
            self.expr(&mut coder, cell);
            ends.push(coder.hole(JumpOp::Skip(0)));
            coder.fill(other);
        }
        coder.op(Op::Local(row));
        coder.op(Op::Local(keys + 1));
        coder.op(TableOp::CellOf(id));
        coder.fill_all(ends);
        let code = coder.finish(table.def.span);
        Some(self.add(code))
    }

    /// A mention of a table as the number of the row that comes up; `None` where the expression is
    /// something else.
    pub(crate) fn row_of(&mut self, expr: &Expr) -> Option<(TableId, CodeId)> {
        let ExprKind::Draw(pick) = &expr.kind else { return None };
        if pick.filter.is_some() || self.plan.tables.get(pick.table.index())?.row.is_none() {
            return None;
        }
        let mut coder = Coder::new("row", 0);
        coder.at(expr.span);
        self.args(&mut coder, &pick.args);
        coder.op(TableOp::DrawRow(pick.table));
        let code = coder.finish(expr.span);
        Some((pick.table, self.add(code)))
    }

    /// The die alone.
    fn die_code(&mut self, table: &Table) -> Option<CodeId> {
        let die = table.die.as_ref().filter(|_| table.stub.is_none())?;
        let mut coder = Coder::new(&table.def.name, table.locals);
        coder.at(die.span);
        self.defaults(&mut coder, &table.params);
        self.expr(&mut coder, die);
        let code = coder.finish(die.span);
        Some(self.add(code))
    }

    /// Leaves the row's number on the stack: by the die and the key, or by weight.
    fn roll_row(&mut self, coder: &mut Coder, table: &Table, id: TableId, roll: u32) {
        let guarded = table.rows.iter().any(|row| row.guard.is_some());
        match &table.die {
            Some(die) => {
                let known = coder.hole(JumpOp::SkipIfSet { local: roll, to: 0 });
                self.expr(coder, die);
                spend_next(coder, table);
                coder.op(Op::SetLocal(roll));
                coder.fill(known);
                self.find_row(coder, table, id);
            }
            None if table.rows.iter().any(|row| !row.key.matches.is_empty()) => {
                let known = coder.hole(JumpOp::SkipIfSet { local: roll, to: 0 });
                coder.op(TableOp::NeedsKey(id));
                coder.fill(known);
                self.find_row(coder, table, id);
            }
            None => {
                // A row asked for by itself is not drawn.
                let known = coder.hole(JumpOp::SkipIfSet { local: roll, to: 0 });
                self.draw_by_weight(coder, table, id, guarded);
                let end = coder.hole(JumpOp::Skip(0));
                coder.fill(known);
                coder.op(TableOp::FindRow(id));
                coder.fill(end);
            }
        }
    }

    /// Guards say which rows take part.
    fn draw_by_weight(&mut self, coder: &mut Coder, table: &Table, id: TableId, guarded: bool) {
        if !guarded {
            return coder.op(TableOp::DrawWeighted(id));
        }
        let list = coder.fresh(1);
        self.push(coder, Value::List(Arc::new(Vec::new())));
        coder.op(Op::SetLocal(list));
        for (at, row) in (0i64..).zip(&table.rows) {
            let refused = row.guard.as_ref().map(|guard| {
                self.expr(coder, guard);
                coder.hole(JumpOp::SkipUnless(0))
            });
            self.push(coder, Value::int(at));
            coder.op(Op::Append { list, sorted: false });
            if let Some(refused) = refused {
                coder.fill(refused);
            }
        }
        coder.op(Op::Local(list));
        coder.op(TableOp::DrawAmong { table: id, args: None });
        coder.release(list);
    }

    /// Guarded rows lie over the others: the first that holds the roll and whose guard holds wins.
    fn find_row(&mut self, coder: &mut Coder, table: &Table, id: TableId) {
        let mut found = Vec::new();
        for (at, row) in (0u32..).zip(&table.rows) {
            let Some(guard) = &row.guard else { continue };
            coder.op(TableOp::KeyHolds(id, at));
            let elsewhere = coder.hole(JumpOp::SkipUnless(0));
            self.expr(coder, guard);
            let refused = coder.hole(JumpOp::SkipUnless(0));
            self.push(coder, Value::int(i64::from(at)));
            found.push(coder.hole(JumpOp::Skip(0)));
            coder.fill(elsewhere);
            coder.fill(refused);
        }
        coder.op(TableOp::FindRow(id));
        coder.fill_all(found);
    }

    /// From the row's number to the row: known cells are there already, others are rolled here.
    fn cells(&mut self, coder: &mut Coder, lowered: &mut PlanTable, id: TableId, table: &Table) {
        // Where all rows are known, there is nothing to choose.
        let rows = if lowered.cells.iter().all(Option::is_some) {
            coder.op(TableOp::RowSwitch(id));
            None
        } else {
            Some(coder.choice(TableOp::RowSwitch(id)))
        };
        let mut ends = vec![coder.hole(JumpOp::Skip(0))];
        lowered.row_starts = vec![0; table.rows.len()];
        for (at, row) in (0u32..).zip(&table.rows) {
            let known = lowered.cells.get(at as usize).is_some_and(Option::is_some);
            if known {
                continue;
            }
            if let Some(start) = lowered.row_starts.get_mut(at as usize) {
                *start = coder.here();
            }
            self.row_cells(coder, table, row);
            coder.op(TableOp::BuildRow(id, at));
            ends.push(coder.hole(JumpOp::Skip(0)));
        }
        rows.into_iter().for_each(|way| coder.reached(way));
        coder.fill_all(ends);
    }

    /// The cells of a row, those first that others use.
    fn row_cells(&mut self, coder: &mut Coder, table: &Table, row: &Row) {
        self.shared(coder, table, row);
        let shared: FxHashMap<usize, LocalId> = row.shared.iter().copied().collect();
        for (at, cell) in row.cells.iter().enumerate() {
            match shared.get(&at) {
                Some(local) => coder.op(Op::Local(local.0)),
                None => self.cell(coder, table.columns.get(at), cell, None),
            }
        }
    }

    fn shared(&mut self, coder: &mut Coder, table: &Table, row: &Row) {
        for (at, local) in &row.shared {
            if let Some(cell) = row.cells.get(*at) {
                self.cell(coder, table.columns.get(*at), cell, Some(local.0));
                coder.op(Op::SetLocal(local.0));
            }
        }
    }

    /// The cell of a column, which goes into a local where others use it.
    fn cell(&mut self, coder: &mut Coder, column: Option<&Column>, cell: &Expr, shared: Option<Ix>) {
        let first = coder.here();
        self.expr(coder, cell);
        if let Some(column) = column.filter(|_| known_cell(cell).is_none()) {
            let symbol = self.symbol(&column.name);
            coder.rolled_cell(first, symbol, shared);
        }
    }

    /// An each-table: every row that comes up, as a list.
    fn each(&mut self, coder: &mut Coder, id: TableId, table: &Table) {
        let list = coder.fresh(1);
        self.push(coder, Value::List(Arc::new(Vec::new())));
        coder.op(Op::SetLocal(list));
        for (at, row) in (0u32..).zip(&table.rows) {
            let mut refused = Vec::new();
            if let Some(guard) = &row.guard {
                self.expr(coder, guard);
                refused.push(coder.hole(JumpOp::SkipUnless(0)));
            }
            if let Some(chance) = &row.chance {
                self.expr(coder, chance);
                coder.op(DiceOp::Likely);
                refused.push(coder.hole(JumpOp::SkipUnless(0)));
            }
            self.row_cells(coder, table, row);
            coder.op(TableOp::BuildRow(id, at));
            coder.op(Op::Append { list, sorted: false });
            coder.fill_all(refused);
        }
        coder.op(Op::Local(list));
        coder.release(list);
    }

    fn effects(&mut self, lowered: &mut PlanTable, table: &Table) {
        if table.rows.iter().all(|row| row.effects.is_none()) {
            return;
        }
        lowered.effects = table
            .rows
            .iter()
            .map(|row| {
                let effects = row.effects.as_ref()?;
                let mut coder = Coder::new(&table.def.name, table.locals);
                let params = u32::try_from(table.params.len()).unwrap_or(u32::MAX);
                // Called with the arguments and the row, which may belong in a later local.
                if params != table.row_local.0 {
                    coder.op(Op::Local(params));
                    coder.op(Op::SetLocal(table.row_local.0));
                }
                self.block(&mut coder, effects);
                self.push(&mut coder, Value::Nothing);
                coder.mark_end();
                let code = coder.finish(row.span);
                Some(self.add(code))
            })
            .collect::<Vec<Option<CodeId>>>();
    }
}

pub(super) fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The cells of a row that need no rolling.
fn known_cells(row: &Row) -> Option<Arc<[Value]>> {
    row.cells.iter().map(known_cell).collect()
}

/// The cells of a row that is looked at before anything is rolled: those that need rolling are unset.
pub(crate) fn cells_to_look_at(row: &Row) -> Arc<[Value]> {
    row.cells.iter().map(|cell| known_cell(cell).unwrap_or(Value::Unset)).collect()
}

fn known_cell(cell: &Expr) -> Option<Value> {
    if let ExprKind::Literal(literal) = &cell.kind {
        return Some(literal_value(literal));
    }
    let ExprKind::Quantity(of, unit) = &cell.kind else { return None };
    let ExprKind::Literal(Literal::Number { value, .. }) = &of.kind else { return None };
    Some(Value::Quantity(*value, *unit))
}

/// Turns exact weights into whole numbers in the same proportions.
fn weigh(lowered: &mut PlanTable, table: &Table) {
    let common = table.rows.iter().map(|row| row.weight.denominator()).fold(1i64, |common, next| {
        num_integer::lcm(i128::from(common), i128::from(next)).try_into().unwrap_or(i64::MAX)
    });
    let whole = |row: &Row| {
        let scaled = row.weight.mul(Num::int(common)).ok().and_then(Num::as_int).unwrap_or(0);
        u64::try_from(scaled).unwrap_or(0)
    };
    lowered.weights = table.rows.iter().map(whole).collect();
    let mut sum = 0u64;
    lowered.cumulative = lowered
        .weights
        .iter()
        .map(|weight| {
            sum = sum.saturating_add(*weight);
            sum
        })
        .collect();
}

/// Adds to the roll on the stack what the next roll on the table is given, which is then used up.
fn spend_next(coder: &mut Coder, table: &Table) {
    let Some(coming) = table.coming else { return };
    coder.op(Op::Global(coming));
    coder.op(TableOp::AddNext);
    coder.op(Op::Global(coming));
    coder.op(TableOp::DropNext);
    coder.op(Op::SetGlobal(coming));
}

/// Whether an expression rolls dice where it is written.
fn rolls(expr: &Expr) -> bool {
    expr.descendants().any(|expr| {
        matches!(
            &expr.kind,
            ExprKind::Pool(..) | ExprKind::PoolOf(..) | ExprKind::Exploding(_) | ExprKind::RollLocal(_)
        )
    })
}
