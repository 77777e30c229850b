//! What nothing looks at of the rows that tables make, which need not be rolled, of the named parts that codes give,
//! and of lists.

use rustc_hash::{FxHashMap, FxHashSet};

use super::node::{Node, ROLL, symbol_of};
use super::sure::{Base, Divides, Sure};
use super::versions::Versions;
use super::web::Web;
use crate::base::Num;
use crate::check::program::Fold;
use crate::plan::{CodeId, LiveCell, Loop, Op, Plan, Reach, TableOp, Value};

/// The cells of rows and the parts that nothing looks at and that cannot go wrong, the rolls that nothing looks at, and what
/// nothing wants of lists.
#[derive(Debug, Default)]
pub(crate) struct UnreadCells {
    /// What stands for cells, by their first steps.
    cells: FxHashMap<(CodeId, u32), Value>,
    /// The tables' own codes.
    rolls: FxHashSet<CodeId>,
    /// Columns that nothing looks at, by the tables' own codes and their symbols.
    columns: FxHashSet<(CodeId, u32)>,
    /// The tables' own codes of whose rows nothing looks at which they are.
    rows: FxHashSet<CodeId>,
    /// What nothing wants of the lists that steps add to, by its place in what they are looked at for.
    folds: FxHashSet<(CodeId, u32, usize)>,
}

impl UnreadCells {
    /// What stands for the cell that begins at a step of a table's own code, where nothing looks at it.
    pub(crate) fn blank_cell(&self, code: CodeId, step: u32) -> Option<Value> {
        self.cells.get(&(code, step)).cloned()
    }

    /// Whether anything looks at what was rolled for the rows of a table's own code.
    pub(crate) fn reads_roll(&self, code: CodeId) -> bool {
        !self.rolls.contains(&code)
    }

    /// Whether anything looks at a column of the rows of a table's own code.
    pub(crate) fn reads_column(&self, code: CodeId, symbol: u32) -> bool {
        !self.columns.contains(&(code, symbol))
    }

    /// Whether anything looks at which row of a table's own code it is, besides what is in its columns.
    pub(crate) fn reads_row(&self, code: CodeId) -> bool {
        !self.rows.contains(&code)
    }

    /// Whether what the list that a step adds to is looked at for makes a difference.
    pub(crate) fn wants(&self, (code, step): (CodeId, u32), fold: usize) -> bool {
        !self.folds.contains(&(code, step, fold))
    }

    pub(super) fn of(
        plan: &Plan,
        reach: &Reach,
        web: &Web,
        versions: &FxHashMap<CodeId, Versions>,
        seen: &FxHashSet<Node>,
    ) -> UnreadCells {
        let mut unread = UnreadCells::default();
        let sinking: FxHashSet<CodeId> = web.sinks.iter().map(|(code, _)| *code).collect();
        let reached: FxHashSet<CodeId> = reach.codes().collect();
        for table in &plan.tables {
            let Some(code) = table.draw.filter(|code| reached.contains(code)) else { continue };
            let idle =
                table.columns_by_symbol.iter().filter(|symbol| !seen.contains(&Node::Cell(code, **symbol)));
            unread.columns.extend(idle.map(|symbol| (code, *symbol)));
            if !seen.contains(&Node::Row(code)) {
                unread.rows.insert(code);
            }
        }
        for code in reach.codes() {
            let is_own = web.edges.contains_key(&Node::Cell(code, ROLL));
            if is_own && !seen.contains(&Node::Cell(code, ROLL)) {
                unread.rolls.insert(code);
            }
            for (step, folds) in plan.code(code).folded.each() {
                let Some(Op::Append { list, .. }) = plan.code(code).ops.get(*step as usize) else { continue };
                let version = versions.get(&code).map_or(0, |known| known.at(*step, *list));
                let local = Node::Local(code, *list, version);
                // Of other lists it is not told apart what they are looked at for.
                let whole = seen.contains(&local) || !web.sure_of(local).is_numbers();
                let idle = |fold: &Fold| {
                    let part = symbol_of(fold).map(|symbol| Node::LocalPart(code, *list, version, symbol));
                    !whole && part.is_some_and(|part| !seen.contains(&part))
                };
                let idle = folds.iter().enumerate().filter(|(_, fold)| idle(fold)).map(|(at, _)| at);
                unread.folds.extend(idle.map(|at| (code, *step, at)));
            }
            let reads_all = seen.contains(&Node::Gives(code));
            for (first, cell) in plan.code(code).cells.each() {
                let version = |local| versions.get(&code).map_or(0, |known| known.at(cell.until, local));
                let shared = cell.shared.map(|local| Node::Local(code, local, version(local)));
                let own =
                    if cell.is_part { Node::Part(code, cell.symbol) } else { Node::Cell(code, cell.symbol) };
                let is_read = [own].into_iter().chain(shared).any(|node| seen.contains(&node));
                let is_read = is_read || (cell.is_part && reads_all);
                if !is_read && is_calm(plan, (code, *first, *cell), web, &sinking) {
                    let blank = blank_of(plan, reach, web, (code, *cell));
                    unread.cells.extend(blank.map(|blank| ((code, *first), blank)));
                }
            }
        }
        unread
    }
}

/// Whether a cell does nothing but give its value: it cannot go wrong, and comes to an end.
fn is_calm(
    plan: &Plan,
    (code, first, cell): (CodeId, u32, LiveCell),
    web: &Web,
    sinking: &FxHashSet<CodeId>,
) -> bool {
    let of = plan.code(code);
    let steps = of.ops.get(first as usize..cell.until as usize).unwrap_or(&[]);
    let sinks = (first..cell.until).any(|at| web.sinks.contains(&(code, at)));
    let goes_on = |code: CodeId| plan.code(code).loops.all().any(|by| matches!(by, Loop::Asked));
    !sinks && !Reach::of_steps(plan, steps).codes().any(|code| sinking.contains(&code) || goes_on(code))
}

/// What stands for a cell that nothing looks at: a value of its kind, for there may be steps that take it and make no
/// difference. Of a kind for which there is none, `nothing` does where no step looks at its column.
fn blank_of(plan: &Plan, reach: &Reach, web: &Web, (code, cell): (CodeId, LiveCell)) -> Option<Value> {
    let sure = sure_of(plan, web, (code, cell))?;
    let is_taken = || reach.codes().any(|code| plan.code(code).ops.contains(&Op::Field(cell.symbol)));
    blank_for(sure).or_else(|| (!is_taken()).then_some(Value::Nothing))
}

/// What a cell or a part is for sure.
fn sure_of(plan: &Plan, web: &Web, (code, cell): (CodeId, LiveCell)) -> Option<Sure> {
    if cell.is_part {
        let name = plan.symbols.get(cell.symbol as usize)?;
        return web.gives.get(&code)?.part_sure(name);
    }
    let makes = |op: &Op| matches!(op, Op::Table(TableOp::BuildRow(..)));
    let after = plan.code(code).ops.get(cell.until as usize..)?.iter().position(makes)?;
    let at = cell.until + u32::try_from(after).ok()?;
    web.built.get(&(code, at, cell.symbol)).copied()
}

/// A value of a kind.
fn blank_for(sure: Sure) -> Option<Value> {
    // What others are divided by is not zero.
    let number = if sure.divides == Divides::Unsure { Num::ZERO } else { Num::ONE };
    if sure.list {
        return None;
    }
    match sure.base {
        Base::Number => Some(Value::Number(number)),
        Base::YesNo => Some(Value::YesNo(false)),
        Base::Quantity(unit) => Some(Value::Quantity(number, unit)),
        Base::Word(scale) => Some(Value::Word(scale, 0)),
        Base::Text => Some(Value::text("")),
        Base::Never | Base::Row(_) | Base::Rows | Base::Record | Base::Parts | Base::Check | Base::Any => {
            None
        }
    }
}
