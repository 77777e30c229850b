//! What the value that a step gives depends on.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{Tracer, fold_symbol};
use crate::check::Builtin;
use crate::check::program::TableId;
use crate::plan::slice::abstract_value::Abstract;
use crate::plan::slice::kinds::kind_of;
use crate::plan::slice::node::{Node, ROLL, Source};
use crate::plan::slice::sure::{Base, Sure};
use crate::plan::{CodeId, Does, Gives, Leads, Locals, RollGives, RunsCode};

impl Tracer<'_> {
    pub(super) fn value(&self, does: &Does, taken: &[Abstract]) -> Abstract {
        let roll = || Abstract::on([self.local(self.code.roll)]);
        match does.gives {
            Gives::Local(local) => self.held_by(local).being(self.local_sure(local)),
            Gives::Global(global) => {
                Abstract::on([Node::of(global)]).being(self.web.sure_of(Node::of(global)))
            }
            Gives::Field(symbol) => self.field(symbol, taken),
            Gives::Parts(names) => {
                let names = self.plan.names.get(names as usize).map_or(&[][..], |names| names);
                let parts = names.iter().cloned().zip(taken.iter().cloned()).collect();
                Abstract { parts, ..Abstract::default() }.being(Sure::of(Base::Parts))
            }
            Gives::Result => self.result_of(does.runs, taken),
            Gives::Drawn { table, own } => {
                let draw = self.plan.tables.get(table.index()).and_then(|table| table.draw);
                let drawn = draw.map(|code| self.given(code)).unwrap_or_default();
                drawn.or(Abstract::of(taken)).being(if own {
                    Sure::COUNT
                } else {
                    Sure::of(Base::Row(Some(table)))
                })
            }
            Gives::HasKey(table) => {
                let has = self.plan.tables.get(table.index()).and_then(|table| table.has);
                let given = has.map(|code| self.given(code)).unwrap_or_default();
                given.or(Abstract::of(taken)).being(Sure::YES_NO)
            }
            Gives::ByRoll(RollGives::Held) => roll().being(Sure::YES_NO),
            Gives::ByRoll(RollGives::Row) => roll().being(Sure::COUNT),
            Gives::Built(table) => self.row(table, Vec::new()),
            Gives::Picked(table) => self.row(table, taken.iter().flat_map(Abstract::whole).collect()),
            Gives::Item
            | Gives::Groups
            | Gives::First
            | Gives::FirstList
            | Gives::With
            | Gives::List
            | Gives::Function(_) => self.handed_on(does.gives, taken),
            Gives::Sameness => Abstract::on(self.names(taken)).being(Sure::YES_NO),
            Gives::Any if does.runs == RunsCode::AnyHandedOver => {
                Abstract::of(taken).or(Abstract::on([Node::Unrolled])).being(Sure::ANY)
            }
            Gives::Any if does.runs == RunsCode::Policies && !does.asks => {
                Abstract::on([Node::Policies]).being(Sure::ANY)
            }
            gives @ (Gives::None
            | Gives::Any
            | Gives::YesNo
            | Gives::Text
            | Gives::Count
            | Gives::Number
            | Gives::Record
            | Gives::Records
            | Gives::Rows
            | Gives::Check
            | Gives::Const(_)
            | Gives::Pool(_)
            | Gives::Pools(_)
            | Gives::Sum
            | Gives::Product
            | Gives::Quotient
            | Gives::WholeQuotient
            | Gives::Remainder
            | Gives::Second
            | Gives::Quantity(_)
            | Gives::Remaining
            | Gives::Clamped) => Abstract::of(taken).being(kind_of(self.plan, gives, taken)),
        }
    }

    /// A field, a column or a part of a value, or of each in a list.
    fn field(&self, symbol: u32, taken: &[Abstract]) -> Abstract {
        let name = self.plan.symbols.get(symbol as usize).map_or("", |name| name);
        let part = taken.iter().flat_map(|value| value.part(name, symbol));
        let part: Vec<Node> = part.chain([Node::Field(symbol)]).collect();
        let sure = taken.first().map_or(Sure::ANY, |of| self.field_sure(of, name, symbol));
        match taken {
            // How many there are is no matter of what stands in the column.
            [of] if of.sure.list => {
                Abstract { pick: of.which(), items: part, ..Abstract::default() }.being(sure)
            }
            _ => Abstract::on(part).being(sure),
        }
    }

    /// A row of a table's own code, by what picked it: its columns can be looked at alone.
    fn row(&self, table: TableId, pick: Vec<Node>) -> Abstract {
        Abstract { pick, parts: self.cells(table), inside: self.own(table), ..Abstract::default() }
            .being(Sure::of(Base::Row(Some(table))))
    }

    /// A value that is handed on, or a list, of which no more may be looked at than of those that it is made of.
    fn handed_on(&self, gives: Gives, taken: &[Abstract]) -> Abstract {
        let sure = kind_of(self.plan, gives, taken);
        let all = || taken.iter().cloned().reduce(Abstract::or).unwrap_or_default();
        let first = || match taken.split_first() {
            // Which it is, or where it stands, is decided by the others.
            Some((of, others)) => of.clone().picked_by(others),
            None => Abstract::default(),
        };
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "of whatever is not named all is looked at: the safe answer"
        )]
        let value = match gives {
            Gives::Item | Gives::Groups | Gives::First | Gives::FirstList => first(),
            Gives::Function(Builtin::First | Builtin::Last | Builtin::Reverse | Builtin::Together) => all(),
            Gives::Function(builtin) if fold_symbol(builtin, taken).is_some() => {
                let fold = taken.iter().zip(fold_symbol(builtin, taken));
                Abstract::on(fold.flat_map(|(of, fold)| of.part("", fold)))
            }
            // How many there are is no matter of what is in them.
            Gives::Function(Builtin::Count) if taken.iter().all(|of| of.sure.is_rows()) => {
                Abstract::on(taken.iter().flat_map(Abstract::which))
            }
            Gives::With | Gives::List => all(),
            // Which are left is a matter of which rows they are, and of no column.
            Gives::Function(Builtin::Distinct) if taken.iter().all(|of| self.is_named_rows(of.sure)) => {
                let told_apart = taken.iter().flat_map(|of| self.row_nodes(of.sure));
                all().picked_by(&[Abstract::on(told_apart)])
            }
            _ => Abstract::of(taken),
        };
        value.being(sure)
    }

    /// Whether it is a list of rows of one table each of which has a name.
    fn is_named_rows(&self, sure: Sure) -> bool {
        let Base::Row(Some(table)) = sure.base else { return false };
        let table = self.plan.program.tables.get(table.index());
        sure.is_rows()
            && table.is_some_and(|table| {
                table.rows.iter().all(|row| !row.name.is_empty() && row.says_what_it_is())
            })
    }

    /// Which row of its table a row is, whatever code made it.
    fn row_nodes(&self, sure: Sure) -> Vec<Node> {
        let Base::Row(Some(table)) = sure.base else { return Vec::new() };
        let table = self.plan.tables.get(table.index());
        table.into_iter().flat_map(|table| [table.draw, table.row]).flatten().map(Node::Row).collect()
    }

    /// What the code gives that a step runs.
    fn result_of(&self, runs: RunsCode, taken: &[Abstract]) -> Abstract {
        let plan = self.plan;
        let table = |table: TableId| plan.tables.get(table.index());
        let code = match runs {
            RunsCode::Code(code) => Some(code),
            RunsCode::Option(option) => plan.options.get(option.index()).copied(),
            RunsCode::Proc(proc) => plan.procs.get(proc.index()).copied(),
            RunsCode::Draw(of) | RunsCode::Lookup(of) => table(of).and_then(|table| table.draw),
            RunsCode::DrawRow(of) => table(of).and_then(|table| table.row),
            RunsCode::Cell(of) => match table(of).and_then(|table| table.cell) {
                Some(code) => Some(code),
                None => return Abstract::of(taken).being(Sure::ANY),
            },
            RunsCode::Query(site) => {
                let code = plan.queries.get(site as usize).map(|site| site.code);
                let given = code.map(|code| self.given(code)).unwrap_or_default();
                return Abstract::of(taken).or(given).being(Sure::ANY);
            }
            RunsCode::Nothing
            | RunsCode::DrawAmong(_)
            | RunsCode::HasKey(_)
            | RunsCode::OfTable(_)
            | RunsCode::HandedOver(_)
            | RunsCode::AnyHandedOver
            | RunsCode::Effects
            | RunsCode::Sheets
            | RunsCode::Policies
            | RunsCode::Timer(_)
            | RunsCode::Every(_)
            | RunsCode::When(_)
            | RunsCode::WhatIsDue => return Abstract::of(taken).being(Sure::ANY),
        };
        code.map(|code| self.given(code)).unwrap_or_default()
    }

    /// What a code gives, of which it is not known yet how much is used.
    fn given(&self, code: CodeId) -> Abstract {
        Abstract::from(Source::Code(code)).being(self.web.sure_of(Node::Gives(code)))
    }

    fn local_sure(&self, local: u32) -> Sure {
        let is_called = self.known.ground.called.contains(&self.id);
        if !is_called && self.is_parameter(local) {
            return Sure::ANY;
        }
        self.web.sure_of(self.local(local))
    }

    /// What a field, a column or a part is.
    fn field_sure(&self, of: &Abstract, name: &str, symbol: u32) -> Sure {
        let is_row = matches!(of.sure.base, Base::Row(_));
        if !is_row && !of.parts.is_empty() && of.given.is_empty() {
            return of.part_sure(name).unwrap_or(Sure::ANY);
        }
        let one = match of.sure.base {
            Base::Never => Sure::default(),
            Base::Record => self.web.sure_of(Node::Field(symbol)),
            Base::Check if name == "success" => Sure::YES_NO,
            Base::Check if matches!(name, "total" | "margin" | "short") => Sure::NUMBER,
            Base::Parts => self.of_given(of, |code| self.web.gave.get(&code)?.part_sure(name)),
            Base::Row(Some(table)) => self.column_sure(table, symbol).unwrap_or(Sure::ANY),
            Base::Check
            | Base::Number
            | Base::YesNo
            | Base::Quantity(_)
            | Base::Word(_)
            | Base::Text
            | Base::Row(None)
            | Base::Rows
            | Base::Any => Sure::ANY,
        };
        if of.sure.list { one.as_list() } else { one }
    }

    fn of_given(&self, of: &Abstract, sure: impl Fn(CodeId) -> Option<Sure>) -> Sure {
        let each = of.given.iter().map(|source| match source {
            Source::Code(code) => sure(*code).unwrap_or(Sure::ANY),
            Source::Local(..) => Sure::ANY,
        });
        each.reduce(Sure::or).unwrap_or(Sure::ANY)
    }

    /// What a column of a table is: in the rows in which nothing has to be rolled, and in those that are made.
    fn column_sure(&self, id: TableId, symbol: u32) -> Option<Sure> {
        let table = self.plan.tables.get(id.index())?;
        let column = table.columns_by_symbol.iter().position(|column| *column == symbol)?;
        let made = self.web.sure_of(Node::Part(table.draw?, symbol));
        let known = table.cells.iter().flatten().filter_map(|cells| cells.get(column));
        Some(known.map(Sure::value).fold(made, Sure::or))
    }

    /// What is in the rows of a table's own code besides columns: which they are, and its arguments.
    fn own(&self, table: TableId) -> Vec<Node> {
        let params = self.plan.tables.get(table.index()).map_or(0, |table| table.params);
        (0..params).map(|local| self.local(local)).chain([Node::Row(self.id)]).collect()
    }

    /// The cells of a row that a table's own code makes, its name and its roll.
    fn cells(&self, table: TableId) -> Vec<(Arc<str>, Abstract)> {
        let table = self.plan.tables.get(table.index());
        let symbols = table.map_or(&[][..], |table| &table.columns_by_symbol);
        let named = |symbol: &u32| {
            let name = self.plan.symbols.get(*symbol as usize)?;
            Some((Arc::clone(name), Abstract::on([Node::Cell(self.id, *symbol)])))
        };
        let first = symbols.first().map(|symbol| Abstract::on([Node::Cell(self.id, *symbol)]));
        let name = first.map(|first| (Arc::from("name"), first));
        let cells = symbols.iter().filter_map(named);
        let mut parts: Vec<(Arc<str>, Abstract)> = Vec::new();
        for (name, part) in cells.chain(name).chain([self.roll_of_row()]) {
            match parts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = std::mem::take(known).or(part),
                None => parts.push((name, part)),
            }
        }
        parts.push((Arc::from("key"), Abstract::on([Node::Row(self.id)])));
        parts.push((Arc::from("number"), Abstract::on([Node::Row(self.id)])));
        parts
    }

    /// The roll of a row, as a part of it.
    fn roll_of_row(&self) -> (Arc<str>, Abstract) {
        (Arc::from("roll"), Abstract::on([Node::Cell(self.id, ROLL)]))
    }

    /// What decides what values are called: which rows they are, and what stands in their first columns.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of all but a row, all is shown")]
    fn names(&self, values: &[Abstract]) -> Vec<Node> {
        let first = |table: TableId| self.plan.tables.get(table.index())?.columns_by_symbol.first().copied();
        let of = |value: &Abstract| match value.sure.base {
            Base::Row(Some(table)) if !value.sure.list => match first(table) {
                Some(symbol) => {
                    let name = self.plan.symbols.get(symbol as usize).map_or("", |name| name);
                    value.part(name, symbol)
                }
                None => value.whole(),
            },
            _ => value.whole(),
        };
        values.iter().flat_map(of).collect()
    }

    /// Whether a local may have been given a value by the caller.
    fn is_parameter(&self, local: u32) -> bool {
        !self.own.get_or_init(|| self.own_locals()).contains(&local)
    }

    /// The locals that are given a value here, and not only where the caller has given none.
    fn own_locals(&self) -> FxHashSet<u32> {
        let does = || self.code.ops.iter().map(|op| op.does(self.plan));
        let mut own: FxHashSet<u32> = does().filter_map(|does| does.locals.set()).collect();
        for does in does().filter(|does| matches!(does.leads, Leads::Either(_))) {
            if let Locals::Reads(default) = does.locals {
                own.remove(&default);
            }
        }
        own
    }
}
