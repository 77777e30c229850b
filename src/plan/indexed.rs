//! What an index of a plan stands for. An index that is none of its plan is a mistake in what made it: the
//! program ends, and never takes something else instead.

use std::sync::Arc;

use super::{
    Code, CodeId, Ix, Plan, PlanTable, PoolTemplate, PromptSite, QuerySite, TimerSite, Value, WatchSite,
};
use crate::check::program::{OptionId, ProcId, RosterId, TableId, UnrolledId};
use crate::dice::PoolSpec;

impl Plan {
    /// The code of an id of this plan.
    pub(crate) fn code(&self, id: CodeId) -> &Arc<Code> {
        self.codes.get(id.0 as usize).expect("a code's id is an index of its plan's codes")
    }

    /// A constant.
    pub(crate) fn constant(&self, at: Ix) -> &Value {
        self.consts.get(at as usize).expect("a constant's index is one of its plan's constants")
    }

    /// A name of a column, field or part.
    pub(crate) fn symbol(&self, at: Ix) -> &Arc<str> {
        self.symbols.get(at as usize).expect("a symbol is an index of its plan's names")
    }

    /// The place of a field in the sheet of a roster.
    pub(crate) fn field_place(&self, roster: RosterId, name: &str) -> Option<usize> {
        let sheet = self.program.rosters.get(roster.index())?.sheet;
        self.program.sheets.get(sheet.index())?.fields.place(name)
    }

    /// Whether a table has a row for whatever may be looked up: for every word of a list, or for every number.
    pub(crate) fn has_row_for_all(&self, table: TableId) -> bool {
        let Some(index) = self.tables.get(table.index()).map(|table| &table.index) else { return false };
        index.holds_all_numbers()
            || self.program.scales.iter().any(|scale| {
                !scale.words.is_empty() && scale.words.iter().all(|word| index.word(word).is_some())
            })
    }

    /// A text of a label, a step, a stub.
    pub(crate) fn text(&self, at: Ix) -> &Arc<str> {
        self.texts.get(at as usize).expect("a text's index is one of its plan's texts")
    }

    /// A list of part names.
    pub(crate) fn part_names(&self, at: Ix) -> &Arc<[Arc<str>]> {
        self.names.get(at as usize).expect("a list of names is an index of its plan's lists")
    }

    /// A pool known beforehand.
    pub(crate) fn pool(&self, at: Ix) -> &Arc<PoolSpec> {
        self.pools.get(at as usize).expect("a pool's index is one of its plan's pools")
    }

    /// A pool whose numbers are worked out.
    pub(crate) fn template(&self, at: Ix) -> &Arc<PoolTemplate> {
        self.templates.get(at as usize).expect("a template's index is one of its plan's templates")
    }

    /// A table.
    pub(crate) fn table(&self, id: TableId) -> &Arc<PlanTable> {
        self.tables.get(id.index()).expect("a table's id is an index of its plan's tables")
    }

    /// The code of a procedure.
    pub(crate) fn procedure(&self, id: ProcId) -> CodeId {
        *self.procs.get(id.index()).expect("a procedure's id is an index of its plan's procedures")
    }

    /// The code that gives an option's value.
    pub(crate) fn option(&self, id: OptionId) -> CodeId {
        *self.options.get(id.index()).expect("an option's id is an index of its plan's options")
    }

    /// The code of an unrolled expression.
    pub(crate) fn unrolled_code(&self, id: UnrolledId) -> CodeId {
        *self.unrolled.get(id.index()).expect("an unrolled expression is an index of its plan's")
    }

    /// A question about a distribution.
    pub(crate) fn query(&self, at: Ix) -> &QuerySite {
        self.queries.get(at as usize).expect("a question's index is one of its plan's questions")
    }

    /// Where a timer is started.
    pub(crate) fn timer_site(&self, at: Ix) -> &TimerSite {
        self.timers.get(at as usize).expect("where a timer is started is an index of its plan's")
    }

    /// Where an `every` is started.
    pub(crate) fn every_site(&self, at: Ix) -> &WatchSite {
        self.everys.get(at as usize).expect("where an every is started is an index of its plan's")
    }

    /// Where a `when` is started.
    pub(crate) fn when_site(&self, at: Ix) -> &WatchSite {
        self.whens.get(at as usize).expect("where a when is started is an index of its plan's")
    }

    /// A prompt as it stands in the code.
    pub(crate) fn prompt_site(&self, at: Ix) -> &PromptSite {
        self.prompts.get(at as usize).expect("a prompt's index is one of its plan's prompts")
    }
}
