//! How many values steps take that take one for each part of something.

use crate::check::program::TableId;
use crate::plan::Plan;

pub(super) fn names_in(plan: &Plan, names: u32) -> u32 {
    small(plan.names.get(names as usize).map_or(0, |names| names.len()))
}

pub(super) fn holes_of(plan: &Plan, template: u32) -> u32 {
    let template = plan.templates.get(template as usize);
    small(template.map_or(0, |template| template.holes() + usize::from(template.groups.is_empty())))
}

pub(super) fn params_of(plan: &Plan, table: TableId) -> u32 {
    plan.tables.get(table.index()).map_or(0, |table| table.params)
}

pub(super) fn columns_of(plan: &Plan, table: TableId) -> u32 {
    small(plan.tables.get(table.index()).map_or(0, |table| table.columns_by_symbol.len()))
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
