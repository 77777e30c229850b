//! The steps, a file for each kind.

mod access;
mod arith;
mod builtins;
mod charts;
mod checks;
mod compare;
mod lists;
mod nesting;
mod pools;
mod prompts;
mod records;
mod rulings;
mod tables;
mod tell;
mod time;

use std::sync::Arc;

use super::control::Doing;
use super::host::end_script;
use super::step::{Flow, Step};
use super::{By, EventKind, Fault, Host, Stop};
use crate::check::program::{GlobalId, ProcId};
use crate::diag::codes::running;
use crate::engine::luck::Scripted;
use crate::plan::{Code, Op, Plan, Unrolled, Value};

pub(crate) use compare::handed_on;
pub(super) use compare::is_same;
pub(super) use pools::list_total;

impl Step<'_> {
    /// Takes one step. Steps that ask luck or an answer take their operands only once they have it.
    #[allow(clippy::too_many_lines)] // One line for each kind of step: the table of contents.
    pub(super) fn step(
        &mut self,
        plan: &Plan,
        host: &mut Host<'_>,
        code: &Code,
        pc: u32,
        op: Op,
    ) -> Result<Flow, Stop> {
        match op {
            Op::Const(index) => {
                let value = plan.constant(index).clone();
                Ok(self.push(value))
            }
            Op::Local(local) => {
                let value = self.local(local).clone();
                Ok(self.push(value))
            }
            Op::SetLocal(local) => {
                let value = self.pop();
                self.set_local(local, value);
                Ok(Flow::Next)
            }
            Op::Global(global) => {
                let value = self.global(global).clone();
                Ok(self.push(value))
            }
            Op::SetGlobal(global) => Ok(self.change_global(plan, host, global)),
            Op::Option(option) => self.call(plan, host, plan.option(option), 0),
            Op::Pop => {
                self.pop();
                Ok(Flow::Next)
            }
            Op::Skip(to) => Ok(Flow::Jump(to)),
            Op::SkipUnless(to) => {
                let yes = self.pop_yes_no(plan)?;
                Ok(if yes { Flow::Next } else { Flow::Jump(to) })
            }
            Op::SkipIfSet { local, to } => {
                let set = *self.local(local) != Value::Unset;
                Ok(if set { Flow::Jump(to) } else { Flow::Next })
            }
            Op::SkipIfPresent(to) => {
                if *self.peek(0) != Value::Nothing {
                    return Ok(Flow::Jump(to));
                }
                self.pop();
                Ok(Flow::Next)
            }
            Op::LoopEnter => {
                self.begin_loop(pc);
                Ok(Flow::Next)
            }
            Op::LoopAgain(to) => {
                self.begin_pass();
                Ok(Flow::Jump(to))
            }
            Op::LoopLeave => {
                self.end_loop();
                Ok(Flow::Next)
            }
            Op::NextItem { list, item, exit } => self.next_item(list, item, exit),
            Op::CountDown { count, exit } => Ok(self.count_down(count, exit)),
            Op::Append { list, sorted } => self.append(host, list, sorted),
            Op::ToItems => self.make_items(plan, host),
            Op::ToCount => self.make_count(plan, host),
            Op::Arith(op) => self.arith(plan, host, op),
            Op::Negate => self.negate(plan),
            Op::Not => {
                let yes = self.pop_yes_no(plan)?;
                Ok(self.push(Value::YesNo(!yes)))
            }
            Op::Compare(compare) => self.compare(plan, compare),
            Op::Is => {
                let (left, right) = self.pop_two();
                let same = is_same(plan, &left, &right);
                Ok(self.push(Value::YesNo(same)))
            }
            Op::IsStanding(standing) => self.is_standing(plan, standing),
            Op::IsEven => self.is_multiple(plan, 0),
            Op::IsOdd => self.is_multiple(plan, 1),
            Op::IsEmpty => {
                let value = self.pop();
                let empty = match &value {
                    Value::List(items) => items.is_empty(),
                    Value::Set(_, words) => words.is_empty(),
                    Value::Text(text) => text.is_empty(),
                    other => *other == Value::Nothing,
                };
                Ok(self.push(Value::YesNo(empty)))
            }
            Op::In => self.is_in(plan),
            Op::MakeList(count) => {
                host.budget.list(count as usize)?;
                let items = self.pop_many(count as usize);
                nesting::fits(host, items.iter())?;
                Ok(self.push(Value::List(Arc::new(items))))
            }
            Op::MakeText(count) => self.make_text(plan, host, count as usize),
            Op::MakeParts(names) => {
                let names = plan.part_names(names).clone();
                let values = self.pop_many(names.len());
                nesting::fits(host, values.iter())?;
                let parts: Arc<[(Arc<str>, Value)]> = names.iter().cloned().zip(values).collect();
                Ok(self.push(Value::Parts(parts)))
            }
            Op::MakeRange => self.make_range(plan),
            Op::Quantity(unit) => self.quantity(plan, unit),
            Op::MakeUnrolled(id, count) => {
                let captured = self.pop_many(count as usize).into();
                Ok(self.push(Value::Unrolled(Arc::new(Unrolled::Expr(id, captured)))))
            }
            Op::MakeUnrolledTable(table, count) => {
                let args = self.pop_many(count as usize).into();
                Ok(self.push(Value::Unrolled(Arc::new(Unrolled::Table(table, args)))))
            }
            Op::RollUnrolled => self.roll_unrolled(plan, host),
            Op::RollDice => self.roll_dice(plan, host),
            Op::Field(symbol) => self.read_field(plan, symbol),
            Op::Item => self.item(plan),
            Op::AsWord(scale) => self.read_word(plan, scale),
            Op::Roster(roster) => {
                let records = self.records(roster);
                Ok(self.push(Value::List(Arc::new(records))))
            }
            Op::Member(roster) => self.member(plan, roster),
            Op::Builtin(builtin, count) => self.builtin(plan, host, builtin, count as usize),
            Op::Roll(pool) => self.roll(plan, host, pool),
            Op::RollWith(template) => self.roll_with(plan, host, template),
            Op::RollTimes(pool) => self.roll_times(plan, host, pool),
            Op::Label(text) => Ok(self.tell_label(plan, host, text)),
            Op::Likely => self.likely(plan, host),
            Op::PickItem => self.pick_item(plan, host),
            Op::EdgeBegin => self.edge_begin(plan),
            Op::EdgeEnd(start) => self.edge_end(plan, start),
            Op::CheckBegin => {
                self.begin_doing(Doing::Check(Value::Nothing));
                Ok(Flow::Next)
            }
            Op::Check => self.check(plan, host),
            Op::Contest => self.contest(plan, host),
            Op::Draw(table) => self.draw(plan, host, table, 0),
            Op::Lookup(table) => self.draw(plan, host, table, 1),
            Op::LookupCell(table) => self.lookup_cell(plan, host, table),
            Op::HasKey(table, keys) => self.has_key(plan, host, table, keys as usize),
            Op::HasRow(table) => self.has_row(plan, code, table),
            Op::HasItem => Ok(self.has_item()),
            Op::CellAt(table) => self.cell_at(plan, host, table),
            Op::CellOf(table) => self.cell_of(plan, host, table),
            Op::LookupIn(count) => self.lookup_in(plan, host, count as usize),
            Op::KeyHolds(table, row) => self.key_holds(plan, code, table, row),
            Op::FindRow(table) => self.find_row(plan, code, table),
            Op::DrawAmong { table, args } => self.draw_among(plan, host, table, args.unwrap_or(0) as usize),
            Op::DrawRest { table, args } => self.draw_rest(plan, host, table, args as usize),
            Op::DrawRow(table) => {
                let table = plan.table(table);
                let code = table.row.expect("a table whose rows are drawn alone has code for that");
                self.call(plan, host, code, table.params)
            }
            Op::DrawWeighted(table) => self.draw_weighted(plan, host, table),
            Op::DrawCard(table) => self.draw_card(plan, host, table),
            Op::RowSwitch(table) => self.row_switch(plan, host, code, table),
            Op::BuildRow(table, row) => self.build_row(plan, host, code, table, row),
            Op::Rows(table) => Ok(self.rows(plan, table)),
            Op::Reshuffle(table) => {
                self.fill_deck(table);
                Ok(Flow::Next)
            }
            Op::DeckLeft(table) => Ok(self.deck_left(plan, table)),
            Op::NeedsKey(table) => Err(Self::needs_key(plan, table)),
            Op::Call(code, count) => match self.decided(host, (code, None), count)? {
                Some(flow) => Ok(flow),
                None => self.call(plan, host, code, count),
            },
            Op::Run(proc, count) => self.run_proc(plan, host, proc, count),
            Op::Return => self.leave(host),
            Op::SortBy(down) => self.sort_by(host, down),
            Op::GroupBy => self.group_by(host),
            Op::ExtremeBy(highest) => self.extreme_by(highest),
            Op::Query(site) => self.query(plan, host, site),
            Op::Tell(how) => Ok(self.tell_of(plan, host, how)),
            Op::Apply => self.apply(plan, host),
            Op::SetField(symbol) => self.change_field(plan, host, symbol),
            Op::StoreField(symbol) => self.store_field(plan, host, symbol),
            Op::Clamp => self.clamp(plan),
            Op::Step(worse) => self.step_word(plan, worse),
            Op::AddRecord(roster) => self.add_record(plan, host, roster),
            Op::RemoveRecord(roster) => self.remove_record(plan, roster),
            Op::With => self.with(plan, host),
            Op::WithOnce => self.with_once(plan, host),
            Op::Without => self.without(plan, host),
            Op::StepBegin(text) => Ok(self.step_begin(plan, host, text)),
            Op::StepEnd => Ok(self.step_end(plan, host)),
            Op::Settle => self.settle(plan, host),
            Op::TurnedTrue => self.turned_true(plan),
            Op::StopProc(proc) => self.stop_proc(plan, host, proc),
            Op::Advance => self.advance(plan),
            Op::AdvanceTo => self.advance_to(plan, host),
            Op::StartTimer(site) => self.start_timer(plan, host, site),
            Op::HoldTimer => Ok(self.hold_timer()),
            Op::CancelTimer(timer) => Ok(self.cancel_timer(plan, host, timer)),
            Op::NudgeTimer(timer) => self.nudge_timer(plan, host, timer),
            Op::TimerLeft(timer) => self.timer_left(plan, timer),
            Op::Now(family) => Ok(self.now(plan, family)),
            Op::StartEvery(site) => self.start_every(plan, site),
            Op::StartWhen(site) => Ok(self.start_when(plan, site)),
            Op::Policy(site) => self.policy(plan, host, site),
            Op::Prompt(site) => self.prompt(plan, host, site),
            Op::Expect(sides) => self.expect(plan, sides),
            Op::ScriptBegin(dice, answers) => self.script_begin(plan, host, dice as usize, answers),
            Op::ScriptEnd => end_script(host).map(|()| Flow::Next),
            Op::Missing(text) => {
                let text = plan.text(text);
                Err(self.missing(plan, text).into())
            }
        }
    }

    /// What a rule-book only names was rolled or called; the place is the one that asked for it.
    fn missing(&self, plan: &Plan, text: &str) -> Fault {
        let (name, about) = text.split_once(": ").unwrap_or((text, "it has no definition"));
        let fault = Fault::new(&running::MISSING, format!("`{name}` is not filled in: {about}"))
            .help(format!("define your own and name it where the rules are used: `use … with {name} = …`"));
        let [.., caller, named] = self.frames() else { return fault };
        let caller = plan.code(caller.code).span(named.from);
        match (caller, plan.code(named.code).span(named.pc)) {
            (Some(caller), Some(here)) => Fault { span: Some(caller), ..fault.label(here, "named here") },
            (Some(_), None) | (None, _) => fault,
        }
    }

    pub(super) fn pop_two(&mut self) -> (Value, Value) {
        let right = self.pop();
        (self.pop(), right)
    }

    fn pop_yes_no(&mut self, plan: &Plan) -> Result<bool, Stop> {
        let value = self.pop();
        value.as_yes_no().ok_or_else(|| self.wrong_kind(plan, "yes or no", &value))
    }

    /// A fault: another kind of value was needed.
    pub(super) fn wrong_kind(&self, plan: &Plan, wanted: &str, met: &Value) -> Stop {
        if *met == Value::Nothing {
            return Fault::new(&running::NOTHING, format!("expected {wanted}, found nothing"))
                .help("`e otherwise 0` gives a value to use where there is nothing")
                .into();
        }
        let shown = self.show(plan, met);
        Fault::new(&running::KIND, format!("expected {wanted}, found {} `{shown}`", kind_word(met))).into()
    }

    fn change_global(&mut self, plan: &Plan, host: &mut Host<'_>, global: GlobalId) -> Flow {
        let value = self.pop();
        let old = self.set_global(global, value);
        let info = plan.program.globals.get(global.index()).filter(|info| info.kept);
        if let (Some(info), Some(value)) = (info, self.told_global(global))
            && old != *value
        {
            self.tell(plan, host, |step| EventKind::Set {
                what: info.def.name.to_string(),
                from: step.show(plan, &old),
                to: step.show(plan, value),
                by: By::Rules,
                quiet: info.quiet,
            });
        }
        Flow::Next
    }

    /// Rolls something unrolled. Anything else is rolled already.
    fn roll_unrolled(&mut self, plan: &Plan, host: &mut Host<'_>) -> Result<Flow, Stop> {
        let Value::Unrolled(unrolled) = self.peek(0).clone() else { return Ok(Flow::Next) };
        self.pop();
        match &*unrolled {
            Unrolled::Expr(id, captured) => {
                self.push_many(captured.iter().cloned());
                let count = u32::try_from(captured.len()).unwrap_or(u32::MAX);
                self.call(plan, host, plan.unrolled_code(*id), count)
            }
            Unrolled::Table(table, args) => {
                self.push_many(args.iter().cloned());
                self.draw(plan, host, *table, 0)
            }
        }
    }

    /// The single dice of something unrolled.
    fn roll_dice(&mut self, plan: &Plan, host: &mut Host<'_>) -> Result<Flow, Stop> {
        let value = self.pop();
        let Value::Unrolled(unrolled) = &value else { return Err(self.wrong_kind(plan, "dice", &value)) };
        let (code, captured) = match &**unrolled {
            Unrolled::Expr(id, captured) => (plan.unrolled_dice.get(id.index()).copied().flatten(), captured),
            Unrolled::Table(..) => return Err(self.wrong_kind(plan, "dice", &value)),
        };
        let Some(code) = code else {
            return Err(self.wrong_kind(plan, "dice with nothing added to them, such as 3d6", &value));
        };
        self.push_many(captured.iter().cloned());
        let count = u32::try_from(captured.len()).unwrap_or(u32::MAX);
        self.call(plan, host, code, count)
    }

    fn run_proc(&mut self, plan: &Plan, host: &mut Host<'_>, proc: ProcId, count: u32) -> Result<Flow, Stop> {
        let id = plan.procedure(proc);
        let procedure = plan.program.procs.get(proc.index());
        let prompts = procedure.map_or(0, |proc| proc.prompts.len());
        if prompts == 0
            && let Some(flow) = self.decided(host, (id, Some(proc)), count)?
        {
            return Ok(flow);
        }
        let answers = self.pop_many(prompts);
        let args = count.saturating_sub(u32::try_from(prompts).unwrap_or(0));
        self.call(plan, host, id, args)?;
        let code = plan.code(id);
        for (at, answer) in (code.answers..).zip(answers) {
            self.set_local(at, answer);
        }
        self.is_proc(proc);
        if let Some(procedure) = procedure {
            let name = procedure.def.title.as_ref().unwrap_or(&procedure.def.name);
            let turn = procedure.takes.is_some();
            if procedure.is_fn {
                return Ok(Flow::Switch);
            }
            self.tell(plan, host, |_| EventKind::Procedure { name: Arc::clone(name), turn });
        }
        Ok(Flow::Switch)
    }

    fn query(&mut self, plan: &Plan, host: &mut Host<'_>, site: u32) -> Result<Flow, Stop> {
        let site = plan.query(site);
        let captured = self.pop_many(site.captures as usize);
        let Some(oracle) = host.oracle else {
            return Err(Fault::new(&running::NO_ODDS, "odds are not available here").into());
        };
        let value = oracle.query(plan, self.whole(), site, &captured)?;
        Ok(self.push(value))
    }

    fn script_begin(
        &mut self,
        plan: &Plan,
        host: &mut Host<'_>,
        dice: usize,
        names: u32,
    ) -> Result<Flow, Stop> {
        let names = plan.part_names(names).clone();
        let answers = self.pop_many(names.len());
        let values = self.pop_many(dice);
        let mut script = Vec::with_capacity(values.len());
        for value in &values {
            script.push(value.as_number().ok_or_else(|| self.wrong_kind(plan, "a number", value))?);
        }
        host.scripts.push((self.frames().len(), Scripted::new(script)));
        host.answers.push(names.iter().cloned().zip(answers).collect());
        Ok(Flow::Next)
    }
}

/// What a value is, with its article.
pub(super) fn kind_word(value: &Value) -> &'static str {
    match value {
        Value::Unset | Value::Nothing => "nothing",
        Value::YesNo(_) => "the yes/no",
        Value::Number(_) | Value::Percent(_) | Value::Fraction(_) => "the number",
        Value::Quantity(..) => "the quantity",
        Value::Word(..) => "the word",
        Value::Set(..) => "the set",
        Value::Text(_) => "the text",
        Value::Range(_) => "the range",
        Value::List(_) => "the list",
        Value::Row(_) => "the row",
        Value::Record(..) => "the record",
        Value::Parts(_) => "the parts",
        Value::Unrolled(_) => "the unrolled",
        Value::Odds(_) => "the odds",
        Value::Open(_) => "the open number",
    }
}
