//! Code that makes what a campaign begins with, and that keeps records within their bounds.

use rustc_hash::FxHashSet;

use super::{Coder, Lowerer};
use crate::check::program::{Expr, ExprKind, LocalId, RosterId, Sheet, SheetField};
use crate::plan::{CodeId, Op, SheetPlan, Value};

/// The record and the value, in code that stores a field.
const RECORD: u32 = 0;
const VALUE: u32 = 1;

impl Lowerer<'_> {
    /// The code that gives new globals and rosters what they hold at first. A roster may be there
    /// before its records are: the party is.
    pub(in crate::plan) fn beginning(&mut self) {
        let program = self.program;
        let globals = self.plan.globals;
        let records: Vec<usize> = program.rosters.iter().map(|roster| roster.records.len()).collect();
        if globals == program.globals.len() && records == self.plan.records {
            return;
        }
        let mut coder = Coder::new("beginning", 0);
        for (index, global) in program.globals.iter().enumerate().skip(globals) {
            self.expr(&mut coder, &global.initial);
            coder.at(global.def.span);
            coder.op(Op::SetGlobal(index.into()));
        }
        for (index, roster) in program.rosters.iter().enumerate() {
            let made = self.plan.records.get(index).copied().unwrap_or(0);
            for record in roster.records.iter().skip(made) {
                coder.at(record.span);
                self.push(&mut coder, Value::text(record.name.clone()));
                for field in &record.fields {
                    self.optional(&mut coder, field.as_ref());
                }
                coder.op(Op::AddRecord(RosterId::from(index)));
                coder.op(Op::Pop);
            }
        }
        self.push(&mut coder, Value::Nothing);
        let nowhere = crate::base::Span::new(crate::base::SourceId(u32::MAX), 0, 0);
        let code = coder.finish(nowhere);
        let code = self.add(code);
        self.plan.beginnings.push(code);
        self.plan.globals = program.globals.len();
        self.plan.records = records;
    }

    /// Sheets may grow when a module adds fields, so their code is made anew each time.
    pub(in crate::plan) fn sheet(&mut self, sheet: &Sheet) {
        let store = (0..sheet.fields.len()).map(|field| self.store_code(sheet, field)).collect();
        let init = Some(self.init_code(sheet));
        let plan = SheetPlan { init, store };
        let index = self
            .program
            .sheets
            .iter()
            .position(|other| std::ptr::eq(other, sheet))
            .unwrap_or(self.plan.sheets.len());
        match self.plan.sheets.get_mut(index) {
            Some(slot) => *slot = plan,
            None => self.plan.sheets.push(plan),
        }
    }

    /// Stores a record's value within its bounds, then brings the fields whose bounds depend on it
    /// within theirs.
    fn store_code(&mut self, sheet: &Sheet, field: usize) -> Option<CodeId> {
        let own = sheet.fields.get(field)?;
        let dependents: Vec<&SheetField> =
            sheet.fields.iter().filter(|other| bounds_read(other, &own.name)).collect();
        if own.bounds.is_none() && dependents.is_empty() {
            return None;
        }
        let mut coder = Coder::new(&own.name, 2);
        coder.at(sheet.def.span);
        let symbol = self.symbol(&own.name);
        coder.op(Op::Local(RECORD));
        coder.op(Op::Local(VALUE));
        self.clamp(&mut coder, own);
        coder.op(Op::StoreField(symbol));
        for other in dependents {
            let symbol = self.symbol(&other.name);
            coder.op(Op::Local(RECORD));
            coder.op(Op::Local(RECORD));
            coder.op(Op::Field(symbol));
            coder.op(Op::SetField(symbol));
        }
        self.push(&mut coder, Value::Nothing);
        let code = coder.finish(sheet.def.span);
        Some(self.add(code))
    }

    /// Keeps the value on the stack within the field's bounds; a bound that is still `nothing` is open.
    fn clamp(&mut self, coder: &mut Coder, field: &SheetField) {
        if let Some((low, high)) = &field.bounds {
            self.expr(coder, low);
            self.expr(coder, high);
            coder.op(Op::Clamp);
        }
    }

    /// Fills a new record: what is given first, then defaults, those that others read before those
    /// that read them, then everything within its bounds.
    fn init_code(&mut self, sheet: &Sheet) -> CodeId {
        let count = u32::try_from(sheet.fields.len()).unwrap_or(u32::MAX);
        let mut coder = Coder::new(&sheet.def.name, count.saturating_add(1));
        coder.at(sheet.def.span);
        let given = |field: usize| u32::try_from(field + 1).unwrap_or(u32::MAX);
        for (at, field) in sheet.fields.iter().enumerate() {
            let symbol = self.symbol(&field.name);
            coder.op(Op::Local(RECORD));
            coder.op(Op::Local(given(at)));
            coder.op(Op::StoreField(symbol));
        }
        for at in in_reading_order(sheet) {
            let Some(field) = sheet.fields.get(at) else { continue };
            let symbol = self.symbol(&field.name);
            coder.op(Op::Local(RECORD));
            coder.op(Op::Local(given(at)));
            let present = coder.hole(Op::SkipIfPresent(0));
            self.optional(&mut coder, field.default.as_ref());
            coder.fill(present);
            self.clamp(&mut coder, field);
            coder.op(Op::StoreField(symbol));
        }
        coder.op(Op::Local(RECORD));
        let code = coder.finish(sheet.def.span);
        self.add(code)
    }
}

/// The fields in an order in which each comes after those that its default and bounds read. Fields
/// that read each other in a circle come in the order written.
fn in_reading_order(sheet: &Sheet) -> Vec<usize> {
    let mut order = Vec::new();
    let mut placed: FxHashSet<usize> = FxHashSet::default();
    while order.len() < sheet.fields.len() {
        let ready = sheet.fields.iter().enumerate().find(|(at, field)| {
            let waits = |(other, named): (usize, &SheetField)| {
                other != *at
                    && !placed.contains(&other)
                    && (bounds_read(field, &named.name) || default_reads(field, &named.name))
            };
            !placed.contains(at) && !sheet.fields.iter().enumerate().any(waits)
        });
        let next =
            ready.map(|(at, _)| at).or_else(|| (0..sheet.fields.len()).find(|at| !placed.contains(at)));
        let Some(next) = next else { break };
        placed.insert(next);
        order.push(next);
    }
    order
}

fn bounds_read(field: &SheetField, name: &str) -> bool {
    let read = |expr: &Expr| reads(expr, name);
    &*field.name != name && field.bounds.as_ref().is_some_and(|(low, high)| read(low) || read(high))
}

fn default_reads(field: &SheetField, name: &str) -> bool {
    field.default.as_ref().is_some_and(|default| reads(default, name))
}

/// Whether an expression reads this field of the record (local 0).
fn reads(expr: &Expr, name: &str) -> bool {
    match &expr.kind {
        ExprKind::Field(of, field) => {
            (&**field == name && matches!(of.kind, ExprKind::Local(LocalId(0)))) || reads(of, name)
        }
        _ => expr.parts().iter().any(|part| reads(part, name)),
    }
}
