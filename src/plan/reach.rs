//! Which globals can change, and matter, once a piece of code runs: the exact driver tells states apart
//! by these alone.

use super::{Code, CodeId, Op, Plan};

/// What a piece of code can come to.
#[derive(Debug, Default)]
pub struct Reach {
    seen: Vec<bool>,
    open: Vec<CodeId>,
    read: Vec<bool>,
    written: Vec<bool>,
    /// Whether any unrolled value, any row's effects, any sheet's code, any policy is counted already.
    all: [bool; 4],
}

impl Reach {
    /// Follows all that these pieces of code can call.
    pub fn of(plan: &Plan, codes: impl IntoIterator<Item = CodeId>) -> Reach {
        let globals = plan.program.globals.len();
        let mut reach = Reach {
            seen: vec![false; plan.codes.len()],
            read: vec![false; globals],
            written: vec![false; globals],
            ..Reach::default()
        };
        for code in codes {
            reach.visit(code);
        }
        while let Some(code) = reach.open.pop() {
            reach.scan(plan, plan.code(code));
        }
        reach
    }

    /// The globals that can change and are looked at, by their numbers.
    pub fn living(&self) -> impl Iterator<Item = usize> {
        let both = self.read.iter().zip(&self.written).enumerate();
        both.filter(|(_, (read, written))| **read && **written).map(|(at, _)| at)
    }

    /// The codes that can run.
    pub fn codes(&self) -> impl Iterator<Item = CodeId> {
        let seen = (0u32..).zip(&self.seen).filter(|(_, seen)| **seen);
        seen.map(|(code, _)| CodeId(code))
    }

    /// Whether anything that can run looks at what a clock shows: what is due at certain moments looks only
    /// at how long that is from now.
    pub fn reads_clock(&self, plan: &Plan) -> bool {
        let reads = |op: &Op| matches!(op, Op::Now(_) | Op::StartEvery(_));
        self.codes().any(|code| plan.code(code).ops.iter().any(reads))
    }

    fn visit(&mut self, code: CodeId) {
        if let Some(seen) = self.seen.get_mut(code.0 as usize)
            && !*seen
        {
            *seen = true;
            self.open.push(code);
        }
    }

    fn visit_all(&mut self, codes: impl IntoIterator<Item = CodeId>) {
        for code in codes {
            self.visit(code);
        }
    }

    /// Whether this kind of code is counted for the first time.
    fn first(&mut self, kind: usize) -> bool {
        self.all.get_mut(kind).is_some_and(|counted| !std::mem::replace(counted, true))
    }

    fn scan(&mut self, plan: &Plan, code: &Code) {
        for op in &code.ops {
            match *op {
                Op::Global(global) => {
                    if let Some(read) = self.read.get_mut(global.index()) {
                        *read = true;
                    }
                }
                Op::SetGlobal(global) => {
                    if let Some(written) = self.written.get_mut(global.index()) {
                        *written = true;
                    }
                }
                Op::Call(code, _) => self.visit(code),
                Op::Run(proc, _) => self.visit_all(plan.procs.get(proc.index()).copied()),
                Op::Option(option) => self.visit_all(plan.options.get(option.index()).copied()),
                Op::Query(site) => self.visit_all(plan.queries.get(site as usize).map(|site| site.code)),
                Op::StartTimer(site) => self.visit_all(plan.timers.get(site as usize).map(|site| site.code)),
                Op::StartEvery(site) => self.visit_all(plan.everys.get(site as usize).map(|site| site.code)),
                Op::StartWhen(site) => self.visit_all(plan.whens.get(site as usize).map(|site| site.code)),
                Op::Draw(table)
                | Op::Lookup(table)
                | Op::LookupCell(table)
                | Op::DrawAmong(table)
                | Op::DrawRow(table)
                | Op::MakeUnrolledTable(table, _)
                | Op::DrawWeighted(table)
                | Op::DrawCard(table)
                | Op::FindRow(table)
                | Op::CellOf(table)
                | Op::HasKey(table, _)
                | Op::HasRow(table)
                | Op::Rows(table) => self.table(plan, table.index()),
                Op::MakeUnrolled(unrolled, _) => {
                    self.visit_all(plan.unrolled.get(unrolled.0 as usize).copied());
                }
                Op::RollUnrolled | Op::LookupIn(_) if self.first(0) => {
                    self.visit_all(plan.unrolled.iter().copied());
                    for table in 0..plan.tables.len() {
                        self.table(plan, table);
                    }
                }
                Op::Apply if self.first(1) => {
                    self.visit_all(
                        plan.tables.iter().flat_map(|table| table.effects.iter().copied().flatten()),
                    );
                }
                Op::AddRecord(_) | Op::SetField(_) | Op::StoreField(_) if self.first(2) => {
                    let sheets = plan.sheets.iter();
                    self.visit_all(sheets.flat_map(|sheet| {
                        sheet.init.into_iter().chain(sheet.store.iter().copied().flatten())
                    }));
                }
                Op::Prompt(_) | Op::Policy(_) if self.first(3) => {
                    self.visit_all(plan.policies.iter().map(|policy| policy.first));
                }
                _ => {}
            }
        }
    }

    fn table(&mut self, plan: &Plan, table: usize) {
        if let Some(table) = plan.tables.get(table) {
            self.visit_all(
                table.draw.into_iter().chain(table.die).chain(table.row).chain(table.cell).chain(table.has),
            );
        }
    }
}
