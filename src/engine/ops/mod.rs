//! The steps, a file for each kind.

mod access;
mod arith;
mod builtins;
mod charts;
mod checks;
mod compare;
mod held;
mod jumps;
mod lists;
mod nesting;
mod next;
mod pools;
mod prompts;
mod records;
mod rulings;
mod tables;
mod tell;
mod time;
mod values;

use std::sync::Arc;

use super::step::{CodeFlow, Step};
use super::{By, EventKind, Fault, Host, Stop};
use crate::check::program::{GlobalId, ProcId};
use crate::diag::codes::running;
use crate::engine::luck::Scripted;
use crate::plan::{Code, Op, Plan, Unrolled, Value};

pub(crate) use compare::is_same;
pub(crate) use compare::{handed_on, row_identity};
pub(super) use pools::list_total;

impl Step<'_> {
    /// Takes one step. Steps that ask luck or an answer take their operands only once they have it.
    pub(super) fn step(
        &mut self,
        host: &mut Host<'_>,
        code: &Code,
        pc: u32,
        op: Op,
    ) -> Result<CodeFlow, Stop> {
        match op {
            Op::Jump(op) => self.take_jump(host, pc, op),
            Op::Dice(op) => self.take_dice(host, op),
            Op::Table(op) => self.take_table(host, code, op),
            Op::Play(op) => self.take_play(host, op),
            Op::Time(op) => self.take_time(host, op),
            Op::Const(index) => Ok(self.push(self.plan().constant(index).clone())),
            Op::Local(local) => Ok(self.push(self.local(local).clone())),
            Op::SetLocal(local) => Ok(self.take_into(local)),
            Op::Global(global) => Ok(self.push(self.global(global).clone())),
            Op::SetGlobal(global) => Ok(self.change_global(host, global)),
            Op::Option(option) => self.call(host, self.plan().option(option), 0),
            Op::Pop => {
                self.pop();
                Ok(CodeFlow::Next)
            }
            Op::Append { list, sorted } => self.append(host, code, pc, (list, sorted)),
            Op::ToItems => self.make_items(host),
            Op::ToWalk => self.make_walk(host),
            Op::ToCount => self.make_count(host),
            Op::Arith(op) => self.arith(host, op),
            Op::Negate => self.negate(),
            Op::Not => self.not(),
            Op::Compare(compare) => self.compare(compare),
            Op::Is => Ok(self.is()),
            Op::IsStanding(standing) => self.is_standing(standing),
            Op::IsEven => self.is_multiple(0),
            Op::IsOdd => self.is_multiple(1),
            Op::IsEmpty => Ok(self.is_empty()),
            Op::In => self.is_in(),
            Op::MakeList(count) => self.make_list(host, count as usize),
            Op::MakeText(count) => self.make_text(host, count as usize),
            Op::MakeParts(names) => self.make_parts(host, self.plan().part_names(names)),
            Op::MakeRange => self.make_range(),
            Op::Quantity(unit) => self.quantity(unit),
            Op::MakeUnrolled(id, count) => {
                Ok(self.make_unrolled(count as usize, |captured| Unrolled::Expr(id, captured)))
            }
            Op::MakeUnrolledTable(table, count) => {
                Ok(self.make_unrolled(count as usize, |args| Unrolled::Table(table, args)))
            }
            Op::Field(symbol) => self.read_field(symbol),
            Op::Item => self.item(),
            Op::AsWord(scale) => self.read_word(scale),
            Op::AsKept(global) => self.as_kept(global),
            Op::Roster(roster) => Ok(self.push(Value::List(Arc::new(self.records(roster))))),
            Op::Member(roster) => self.member(roster),
            Op::Builtin(builtin, count) => self.builtin(host, builtin, count as usize),
            Op::HasItem => Ok(self.has_item()),
            Op::SortBy(down) => self.sort_by(host, down),
            Op::GroupBy => self.group_by(host),
            Op::ExtremeBy(highest) => self.extreme_by(highest),
            Op::Query(site) => self.query(host, site),
            Op::Clamp => self.clamp(),
            Op::Step(worse) => self.step_word(worse),
            Op::With => self.with(host),
            Op::WithOnce => self.with_once(host),
            Op::Without => self.without(host),
            Op::Missing(text) => Err(self.missing(self.plan().text(text)).into()),
        }
    }

    /// What a rule-book only names was rolled or called; the place is the one that asked for it.
    fn missing(&self, text: &str) -> Fault {
        let (name, about) = text.split_once(": ").unwrap_or((text, "it has no definition"));
        let fault = Fault::new(&running::MISSING, format!("`{name}` is not filled in: {about}"))
            .help(format!("define your own and name it where the rules are used: `use … with {name} = …`"));
        let [.., caller, named] = self.frames() else { return fault };
        let caller = self.plan().code(caller.code).span(named.from);
        match (caller, self.plan().code(named.code).span(named.pc)) {
            (Some(caller), Some(here)) => Fault { span: Some(caller), ..fault.label(here, "named here") },
            (Some(_), None) | (None, _) => fault,
        }
    }

    pub(super) fn pop_two(&mut self) -> (Value, Value) {
        let right = self.pop();
        (self.pop(), right)
    }

    fn pop_yes_no(&mut self) -> Result<bool, Stop> {
        let value = self.pop();
        value.as_yes_no().ok_or_else(|| self.wrong_kind("yes or no", &value))
    }

    /// A fault: another kind of value was needed.
    pub(super) fn wrong_kind(&self, wanted: &str, met: &Value) -> Stop {
        if *met == Value::Nothing {
            return Fault::new(&running::NOTHING, format!("expected {wanted}, found nothing"))
                .help("`e otherwise 0` gives a value to use where there is nothing")
                .into();
        }
        let shown = self.show(met);
        Fault::new(&running::KIND, format!("expected {wanted}, found {} `{shown}`", kind_word(met))).into()
    }

    fn change_global(&mut self, host: &mut Host<'_>, global: GlobalId) -> CodeFlow {
        let value = self.pop();
        let old = self.set_global(global, value);
        let info = self.plan().program.globals.get(global.index()).filter(|info| info.kept);
        if let (Some(info), Some(value)) = (info, self.told_global(global))
            && old != *value
        {
            self.tell(host, |step| EventKind::Set {
                what: info.def.name.to_string(),
                from: step.show_briefly(&old),
                to: step.show_briefly(value),
                by: By::Rules,
                quiet: info.quiet,
            });
        }
        CodeFlow::Next
    }

    /// Rolls something unrolled. Anything else is rolled already.
    fn roll_unrolled(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let Value::Unrolled(unrolled) = self.peek(0).clone() else { return Ok(CodeFlow::Next) };
        self.pop();
        match &*unrolled {
            Unrolled::Expr(id, captured) => {
                self.push_many(captured.iter().cloned());
                let count = u32::try_from(captured.len()).unwrap_or(u32::MAX);
                self.call(host, self.plan().unrolled_code(*id), count)
            }
            Unrolled::Table(table, args) => {
                self.push_many(args.iter().cloned());
                self.draw(host, *table, 0)
            }
            Unrolled::Pool(pool) => self.roll(host, *pool),
        }
    }

    /// The single dice of something unrolled.
    fn roll_dice(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let value = self.pop();
        let Value::Unrolled(unrolled) = &value else { return Err(self.wrong_kind("dice", &value)) };
        let (code, captured) = match &**unrolled {
            Unrolled::Expr(id, captured) => {
                (self.plan().unrolled_dice.get(id.index()).copied().flatten(), captured)
            }
            Unrolled::Table(..) | Unrolled::Pool(_) => return Err(self.wrong_kind("dice", &value)),
        };
        let Some(code) = code else {
            return Err(Fault::new(&running::KIND, "the single dice are not known here")
                .help("hand over dice alone, such as `3d6` or `4d6kh3`: a sum, a count and dice with a number that is worked out behind a modifier are one number")
                .into());
        };
        self.push_many(captured.iter().cloned());
        let count = u32::try_from(captured.len()).unwrap_or(u32::MAX);
        self.call(host, code, count)
    }

    fn run_proc(&mut self, host: &mut Host<'_>, proc: ProcId, count: u32) -> Result<CodeFlow, Stop> {
        let id = self.plan().procedure(proc);
        let procedure = self.plan().program.procs.get(proc.index());
        let prompts = procedure.map_or(0, |proc| proc.prompts.len());
        self.keeps_to_bounds(id, count as usize)?;
        if prompts == 0
            && let Some(flow) = self.decided(host, (id, Some(proc)), count)?
        {
            return Ok(flow);
        }
        let answers = self.pop_many(prompts);
        let args = count.saturating_sub(u32::try_from(prompts).unwrap_or(0));
        self.call(host, id, args)?;
        let code = self.plan().code(id);
        for (at, answer) in (code.answers..).zip(answers) {
            self.set_local(at, answer);
        }
        self.is_proc(proc);
        if let Some(procedure) = procedure {
            let name = procedure.def.title.as_ref().unwrap_or(&procedure.def.name);
            let turn = procedure.takes.is_some();
            if procedure.is_fn {
                return Ok(CodeFlow::Switch);
            }
            self.tell(host, |_| EventKind::Procedure { name: Arc::clone(name), turn });
        }
        Ok(CodeFlow::Switch)
    }

    fn query(&mut self, host: &mut Host<'_>, site: u32) -> Result<CodeFlow, Stop> {
        let site = self.plan().query(site);
        // They stay on the stack until there is an answer: a question within may have to be asked first.
        let captures = site.captures as usize;
        let captured = self.peek_many(captures).to_vec();
        let Some(oracle) = host.oracle else {
            return Err(Fault::new(&running::NO_ODDS, "odds are not available here").into());
        };
        let answers = host.answers.for_odds(&|value| self.show(value));
        let value = match answers {
            Some(answers) => {
                oracle.query(&Plan { answers, ..self.plan().clone() }, self.whole(), site, &captured)?
            }
            None => oracle.query(self.plan(), self.whole(), site, &captured)?,
        };
        self.pop_many(captures);
        Ok(self.push(value))
    }

    fn script_begin(&mut self, host: &mut Host<'_>, dice: usize, names: u32) -> Result<CodeFlow, Stop> {
        let names = self.plan().part_names(names).clone();
        let answers = self.pop_many(names.len());
        let values = self.pop_many(dice);
        let mut script = Vec::with_capacity(values.len());
        for value in &values {
            script.push(value.as_number().ok_or_else(|| self.wrong_kind("a number", value))?);
        }
        host.scripts.push((self.frames().len(), Scripted::new(script)));
        host.answers.push(names.iter().cloned().zip(answers).collect());
        Ok(CodeFlow::Next)
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
