//! Code that makes what a campaign begins with, and that keeps records within their bounds.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{Coder, Lowerer};
use crate::check::program::{
    Expr, ExprKind, ItemScope, Kind, Literal, LocalId, Place, RosterId, Sheet, SheetField, own_locals,
};
use crate::plan::{CodeId, JumpOp, Op, PlayOp, SheetPlan, Value};
use crate::syntax::ast::ArithOp;

/// The record and the value, in code that stores a field.
const RECORD: u32 = 0;
const VALUE: u32 = 1;
/// Expressions of a sheet look at the record, and at nothing else of that code.
const OF_RECORD: u32 = 1;

impl Lowerer<'_> {
    /// The code that gives new globals and rosters what they hold at first. A roster may be there
    /// before its records are: the party is.
    pub(crate) fn beginning(&mut self) {
        let program = self.program;
        let globals = self.plan.globals;
        let records: Vec<usize> = program.rosters.iter().map(|roster| roster.records.len()).collect();
        let fields: Vec<usize> = program.sheets.iter().map(|sheet| sheet.fields.len()).collect();
        if globals == program.globals.len() && records == self.plan.records && fields == self.plan.fields {
            return;
        }
        let mut coder = Coder::new("beginning", 1);
        let holds_nothing = |expr: &Expr| matches!(expr.kind, ExprKind::Literal(Literal::Nothing));
        for (index, global) in program.globals.iter().enumerate().skip(globals) {
            // That is what it holds anyway.
            if holds_nothing(&global.initial) {
                continue;
            }
            self.apart(&mut coder, &global.initial, 0);
            coder.at(global.def.span);
            if let Some(bounds) = global.bounds.as_deref() {
                self.clamp(&mut coder, bounds, 0);
            }
            coder.op(Op::SetGlobal(index.into()));
        }
        self.grown_fields(&mut coder);
        for (index, roster) in program.rosters.iter().enumerate() {
            let made = self.plan.records.get(index).copied().unwrap_or(0);
            for record in roster.records.iter().skip(made) {
                coder.at(record.span);
                self.push(&mut coder, Value::text(record.name.clone()));
                for field in &record.fields {
                    self.given_or_nothing(&mut coder, field.as_ref(), 0);
                }
                let count = u32::try_from(record.fields.len()).unwrap_or(u32::MAX);
                coder.op(PlayOp::AddRecord(RosterId::from(index), count));
                coder.op(Op::Pop);
            }
        }
        if coder.here() > 0 {
            self.push(&mut coder, Value::Nothing);
            let nowhere = crate::base::Span::new(crate::base::SourceId(u32::MAX), 0, 0);
            let code = coder.finish(nowhere);
            let code = self.add(code);
            self.plan.beginnings.push(code);
        }
        self.plan.globals = program.globals.len();
        self.plan.records = records;
        self.plan.fields = fields;
    }

    /// Gives the fields that a module added to a sheet their defaults, in records that are there already.
    fn grown_fields(&mut self, coder: &mut Coder) {
        let program = self.program;
        for (index, roster) in program.rosters.iter().enumerate() {
            let Some(sheet) = program.sheets.get(roster.sheet.index()) else { continue };
            let known = self.plan.fields.get(roster.sheet.index()).copied().unwrap_or(sheet.fields.len());
            let order = Reading::of(sheet).order();
            let grown: Vec<&SheetField> =
                order.iter().filter(|at| **at >= known).filter_map(|at| sheet.fields.get(*at)).collect();
            if grown.is_empty() {
                continue;
            }
            let of = Expr {
                kind: ExprKind::Roster(RosterId::from(index)),
                span: sheet.def.span,
                gives: Kind::List(Box::new(Kind::Any)),
            };
            let scope = ItemScope { of: Box::new(of), item: LocalId::from(RECORD as usize), filter: None };
            self.walk(coder, &scope, |this, coder| {
                for field in grown {
                    let symbol = this.symbol(&field.name);
                    coder.op(Op::Local(RECORD));
                    this.given_or_nothing(coder, field.default.as_ref(), OF_RECORD);
                    this.clamp_field(coder, field);
                    coder.op(PlayOp::StoreField(symbol));
                }
            });
        }
    }

    /// How records of a sheet are made and changed.
    pub(crate) fn sheet(&mut self, sheet: &Sheet) -> SheetPlan {
        let reading = Reading::of(sheet);
        let store = reading.bound_by.iter().enumerate();
        let store = store.map(|(field, bound)| self.store_code(sheet, field, bound)).collect();
        let init = Some(self.init_code(sheet, &reading.order()));
        SheetPlan { init, store }
    }

    /// Stores a record's value within its bounds, then brings the fields whose bounds depend on it
    /// within theirs.
    fn store_code(&mut self, sheet: &Sheet, field: usize, dependents: &[usize]) -> Option<CodeId> {
        let own = sheet.fields.get(field)?;
        if own.bounds.is_none() && dependents.is_empty() {
            return None;
        }
        let mut coder = Coder::new(&own.name, 2);
        coder.at(sheet.def.span);
        let symbol = self.symbol(&own.name);
        coder.op(Op::Local(RECORD));
        coder.op(Op::Local(VALUE));
        self.clamp_field(&mut coder, own);
        coder.op(PlayOp::StoreField(symbol));
        for other in dependents.iter().filter_map(|other| sheet.fields.get(*other)) {
            let symbol = self.symbol(&other.name);
            coder.op(Op::Local(RECORD));
            coder.op(Op::Local(RECORD));
            coder.op(Op::Field(symbol));
            coder.op(PlayOp::SetField(symbol));
        }
        self.push(&mut coder, Value::Nothing);
        let code = coder.finish(sheet.def.span);
        Some(self.add(code))
    }

    /// A value for a place.
    pub(crate) fn held(&mut self, coder: &mut Coder, place: &Place, value: &Expr) {
        self.expr(coder, value);
        if !is_sum_with(place, value) {
            self.as_held(coder, place, &value.gives);
        }
    }

    /// Sees to it that a place may hold what the list on the stack was given, if it was given something.
    pub(crate) fn as_held_with(&mut self, coder: &mut Coder, place: &Place, value: &Expr, op: Op) {
        if matches!(op, Op::With | Op::WithOnce) {
            self.as_held(coder, place, &Kind::List(Box::new(value.gives.clone())));
        }
    }

    /// Sees to it that the value on the stack is what a place may hold, where that is not known by its kind.
    fn as_held(&mut self, coder: &mut Coder, place: &Place, gives: &Kind) {
        let program = self.program;
        match place {
            Place::Local(_) => {}
            Place::Global(global) => {
                let known = program.globals.get(global.index());
                if known.is_some_and(|known| !gives.is_surely(&known.kind)) {
                    coder.op(Op::AsKept(*global));
                }
            }
            Place::Field(of, name) => {
                let own = if let Kind::Record(sheet) = of.gives { Some(sheet.index()) } else { None };
                let sheets = program.sheets.iter().enumerate();
                let sheets = sheets.filter(|(at, _)| own.is_none_or(|own| own == *at));
                let mut fields =
                    sheets.flat_map(|(_, sheet)| &sheet.fields).filter(|field| field.name == *name);
                if fields.any(|field| !gives.is_surely(&field.kind)) {
                    // What it is a field of was worked out once, and is a plain name.
                    self.expr(coder, of);
                    let symbol = self.symbol(name);
                    coder.op(PlayOp::AsField(symbol));
                }
            }
        }
    }

    /// Keeps the value on the stack within bounds; a bound that is still `nothing` is open.
    pub(crate) fn clamp(&mut self, coder: &mut Coder, (low, high): &(Expr, Expr), shared: u32) {
        self.apart(coder, low, shared);
        self.apart(coder, high, shared);
        coder.op(Op::Clamp);
    }

    fn clamp_field(&mut self, coder: &mut Coder, field: &SheetField) {
        if let Some(bounds) = &field.bounds {
            self.clamp(coder, bounds, OF_RECORD);
        }
    }

    /// Works an expression out whose locals begin with the first so many of the code that it stands in, and the others
    /// are its own: they have no room there.
    fn apart(&mut self, coder: &mut Coder, expr: &Expr, shared: u32) {
        if own_locals(expr) == 0 {
            return self.expr(coder, expr);
        }
        let mut own = Coder::new("a value by itself", own_locals(expr).max(shared));
        own.at(expr.span);
        self.expr(&mut own, expr);
        let code = own.finish(expr.span);
        let code = self.add(code);
        (0..shared).for_each(|local| coder.op(Op::Local(local)));
        coder.op(JumpOp::Call(code, shared));
    }

    /// The same, and `nothing` where there is no expression.
    fn given_or_nothing(&mut self, coder: &mut Coder, expr: Option<&Expr>, shared: u32) {
        match expr {
            Some(expr) => self.apart(coder, expr, shared),
            None => self.push(coder, Value::Nothing),
        }
    }

    /// Fills a new record: what is given first, then defaults, those that others read before those
    /// that read them, then everything within its bounds.
    fn init_code(&mut self, sheet: &Sheet, order: &[usize]) -> CodeId {
        let count = u32::try_from(sheet.fields.len()).unwrap_or(u32::MAX);
        let mut coder = Coder::new(&sheet.def.name, count.saturating_add(1));
        coder.at(sheet.def.span);
        let given = |field: usize| u32::try_from(field + 1).unwrap_or(u32::MAX);
        for (at, field) in sheet.fields.iter().enumerate() {
            let symbol = self.symbol(&field.name);
            coder.op(Op::Local(RECORD));
            coder.op(Op::Local(given(at)));
            coder.op(PlayOp::StoreField(symbol));
        }
        for at in order {
            let Some(field) = sheet.fields.get(*at) else { continue };
            let symbol = self.symbol(&field.name);
            coder.op(Op::Local(RECORD));
            coder.op(Op::Local(given(*at)));
            let present = coder.hole(JumpOp::SkipIfPresent(0));
            self.given_or_nothing(&mut coder, field.default.as_ref(), OF_RECORD);
            coder.fill(present);
            self.clamp_field(&mut coder, field);
            coder.op(PlayOp::StoreField(symbol));
        }
        coder.op(Op::Local(RECORD));
        let code = coder.finish(sheet.def.span);
        self.add(code)
    }
}

/// Which fields of a sheet the others read.
struct Reading {
    /// For each field, those whose bounds read it, in the order written.
    bound_by: Vec<Vec<usize>>,
    /// For each field, those that its default and its bounds read.
    reads: Vec<Vec<usize>>,
}

impl Reading {
    fn of(sheet: &Sheet) -> Reading {
        let names = sheet.fields.iter().zip(0..).map(|(field, at)| (&*field.name, at));
        let places: FxHashMap<&str, usize> = names.collect();
        let mut bound_by = vec![Vec::new(); sheet.fields.len()];
        let mut all = Vec::with_capacity(sheet.fields.len());
        for (at, field) in sheet.fields.iter().enumerate() {
            let mut read = BTreeSet::new();
            if let Some((low, high)) = &field.bounds {
                read_fields(low, &places, &mut read);
                read_fields(high, &places, &mut read);
            }
            read.remove(&at);
            for other in &read {
                if let Some(bound) = bound_by.get_mut(*other) {
                    bound.push(at);
                }
            }
            if let Some(default) = &field.default {
                read_fields(default, &places, &mut read);
            }
            read.remove(&at);
            all.push(read.into_iter().collect());
        }
        Reading { bound_by, reads: all }
    }

    /// The fields in an order in which each comes after those that its default and bounds read. Fields
    /// that read each other in a circle come in the order written.
    fn order(&self) -> Vec<usize> {
        let mut waits: Vec<usize> = self.reads.iter().map(Vec::len).collect();
        let mut readers: Vec<Vec<usize>> = vec![Vec::new(); self.reads.len()];
        for (at, read) in self.reads.iter().enumerate() {
            for other in read {
                if let Some(readers) = readers.get_mut(*other) {
                    readers.push(at);
                }
            }
        }
        let mut ready: BTreeSet<usize> = (0..waits.len()).filter(|at| waits.get(*at) == Some(&0)).collect();
        let mut left: BTreeSet<usize> = (0..waits.len()).collect();
        let mut order = Vec::with_capacity(waits.len());
        while let Some(next) = ready.pop_first().or_else(|| left.first().copied()) {
            left.remove(&next);
            order.push(next);
            for reader in readers.get(next).into_iter().flatten() {
                if let Some(count) = waits.get_mut(*reader) {
                    *count = count.saturating_sub(1);
                    if *count == 0 && left.contains(reader) {
                        ready.insert(*reader);
                    }
                }
            }
        }
        order
    }
}

/// The fields of the record (local 0) that an expression reads.
fn read_fields(expr: &Expr, places: &FxHashMap<&str, usize>, found: &mut BTreeSet<usize>) {
    for expr in expr.descendants() {
        if let ExprKind::Field(of, field) = &expr.kind
            && matches!(of.kind, ExprKind::Local(LocalId(0)))
        {
            found.extend(places.get(&**field));
        }
    }
}

/// Whether a value is what a place holds, with something added or taken away: that is of the same kind.
fn is_sum_with(place: &Place, value: &Expr) -> bool {
    let ExprKind::Arith(first, rest) = &value.kind else { return false };
    let holds = match (place, &first.kind) {
        (Place::Global(global), ExprKind::Global(read)) => global == read,
        (Place::Field(_, name), ExprKind::Field(_, read)) => name == read,
        (Place::Local(_) | Place::Global(_) | Place::Field(..), _) => false,
    };
    holds && rest.iter().all(|(op, _)| matches!(op, ArithOp::Add | ArithOp::Subtract))
}
