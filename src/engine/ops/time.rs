//! Time: clocks, timers, what is done every so often, and what is watched.

use std::sync::Arc;

use super::arith::convert;
use crate::base::{Num, Span};
use crate::check::program::{Module, TimerId, UnitFamily, UnitId};
use crate::diag::codes::{limits, running};
use crate::engine::Host;
use crate::engine::control::{Doing, Settling};
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{ActiveTimer, By, EventKind, Every, Fault, Stop, Watch};
use crate::plan::{CodeId, Plan, TimeOp, Value};

/// Something that is due at a moment.
enum Due {
    Timer(usize),
    Every(usize),
}

impl Step<'_> {
    pub(super) fn take_time(&mut self, host: &mut Host<'_>, op: TimeOp) -> Result<CodeFlow, Stop> {
        match op {
            TimeOp::Settle => self.settle(host),
            TimeOp::TurnedTrue => self.turned_true(),
            TimeOp::Advance => self.advance(),
            TimeOp::AdvanceTo => self.advance_to(host),
            TimeOp::StartTimer(site) => self.start_timer(host, site),
            TimeOp::HoldTimer => Ok(self.hold_timer()),
            TimeOp::CancelTimer(timer) => Ok(self.cancel_timer(host, timer)),
            TimeOp::NudgeTimer(timer) => self.nudge_timer(host, timer),
            TimeOp::TimerLeft(timer) => self.timer_left(timer),
            TimeOp::Now(family) => Ok(self.now(family)),
            TimeOp::StartEvery(site) => self.start_every(site),
            TimeOp::StartWhen(site) => Ok(self.start_when(site)),
        }
    }

    /// From a span of time on the stack to the moment it ends, on the clock of its family.
    pub(super) fn advance(&mut self) -> Result<CodeFlow, Stop> {
        let value = self.pop();
        let (span, unit) = self.time_span(&value)?;
        let family = self.plan().program.units.get(unit).family;
        let target = self.clock(family).add(span)?;
        Ok(self.push(Value::Quantity(target, unit)))
    }

    /// A span of time in its family's smallest unit.
    fn time_span(&self, value: &Value) -> Result<(Num, UnitId), Stop> {
        let Value::Quantity(number, unit) = value else {
            return Err(self.wrong_kind("a span of time such as `10 minutes`", value));
        };
        if number.is_negative() {
            let shown = self.show(value);
            return Err(Fault::new(
                &running::TIME,
                format!("time cannot pass by {shown}: it only goes forward"),
            )
            .into());
        }
        let family = self.plan().program.units.get(*unit).family;
        let smallest = self.plan().program.units.smallest.get(family.index()).copied().unwrap_or(*unit);
        match convert(self.plan(), *number, *unit, smallest) {
            Some(span) => Ok((span?, smallest)),
            None => Err(self.wrong_kind("a span of time", value)),
        }
    }

    /// Time passes up to the moment on the stack: what is due on the way is done first, one at a
    /// time, by due moment and then by declaration; then this step is taken again.
    pub(super) fn advance_to(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let Value::Quantity(target, unit) = *self.peek(0) else { unreachable!("time passes to a moment") };
        let family = self.plan().program.units.get(unit).family;
        match self.next_due(unit, target) {
            Some((moment, due)) => {
                if moment > self.clock(family) {
                    self.pass(host, family, unit, moment);
                }
                self.fall_due(host, due)
            }
            None => {
                self.pop();
                if target > self.clock(family) {
                    self.pass(host, family, unit, target);
                }
                Ok(CodeFlow::Next)
            }
        }
    }

    fn pass(&mut self, host: &mut Host<'_>, family: UnitFamily, unit: UnitId, to: Num) {
        let from = self.clock(family);
        self.set_clock(family, to);
        let by = to.sub(from).unwrap_or(Num::ZERO);
        self.tell(host, |machine| EventKind::Time {
            by: machine.show(&Value::Quantity(by, unit)),
            now: machine.show(&Value::Quantity(to, unit)),
        });
    }

    /// The first thing due up to a moment: of several at once the one that is declared first, and of the same
    /// timer for several owners the one that was started first.
    fn next_due(&self, unit: UnitId, until: Num) -> Option<(Num, Due)> {
        let timers = self.timers().iter().enumerate();
        let timers = timers.filter(|(_, timer)| timer.unit == unit && timer.due <= until);
        let timers = timers.map(|(at, timer)| (timer.due, (timer.code, timer.order, Due::Timer(at))));
        let everys = self.everys().iter().enumerate();
        let everys = everys.filter(|(_, every)| every.unit == unit && every.due <= until);
        let everys = everys.map(|(at, every)| (every.due, (every.code, every.order, Due::Every(at))));
        let all = || timers.clone().chain(everys.clone());
        let due = all().map(|(due, _)| due).min()?;
        // Where each is declared takes longer to find out, and thousands may be due at once.
        let now = all().filter(|(of, _)| *of == due).map(|(_, of)| of);
        let mut place = (CodeId(u32::MAX), (usize::MAX, None));
        let first = now.min_by_key(|(code, order, _)| {
            if place.0 != *code {
                place = (*code, declared(self.plan(), *code));
            }
            (place.1, *order)
        });
        first.map(|(_, _, what)| (due, what))
    }

    fn fall_due(&mut self, host: &mut Host<'_>, due: Due) -> Result<CodeFlow, Stop> {
        match due {
            Due::Timer(at) => {
                let timer = self.timers_mut().remove(at);
                self.run_out(host, timer)
            }
            Due::Every(at) => {
                let every = self.everys_mut().get_mut(at).expect("what is due runs");
                let own = Arc::make_mut(every);
                own.due = own.due.add(own.period)?;
                let (code, captured) = (own.code, Arc::clone(&own.captured));
                self.interrupt(host, code, &captured)
            }
        }
    }

    fn run_out(&mut self, host: &mut Host<'_>, timer: Arc<ActiveTimer>) -> Result<CodeFlow, Stop> {
        let told = |step: &Step<'_>| step.timer_name(timer.timer, &timer.each);
        self.tell(host, |step| EventKind::Timer { name: told(step), what: "ran out" });
        self.run_body(host, timer)
    }

    fn timer_name(&self, timer: TimerId, each: &Value) -> String {
        let name = self.plan().program.timers.get(timer.index()).map_or("it", |timer| &timer.def.name);
        if *each == Value::Nothing { name.to_owned() } else { format!("{name} for {}", self.show(each)) }
    }

    /// Starts a timer anew: whose it is, how long, then the captured values.
    pub(super) fn start_timer(&mut self, host: &mut Host<'_>, site: u32) -> Result<CodeFlow, Stop> {
        let site = self.plan().timer_site(site);
        let captured = self.pop_many(site.captures as usize);
        let lasts = self.pop();
        let each = self.pop();
        if let Value::Quantity(number, _) = &lasts
            && number.is_negative()
        {
            let (name, lasts) = (self.timer_name(site.timer, &each), self.show(&lasts));
            let fault = Fault::new(
                &running::TIME,
                format!("`{name}` would run out before it began: it lasts {lasts}"),
            );
            return Err(fault.help("a timer lasts 0 or longer; one that lasts 0 runs out at once").into());
        }
        let (span, unit) = self.time_span(&lasts)?;
        let family = self.plan().program.units.get(unit).family;
        let due = self.clock(family).add(span)?;
        self.drop_timer(site.timer, &each);
        host.budget.grows(self.timers().len())?;
        let order = self.next_order();
        let timer = ActiveTimer {
            timer: site.timer,
            each: each.clone(),
            unit,
            due,
            order,
            code: site.code,
            captured: captured.into(),
        };
        self.timers_mut().push(Arc::new(timer));
        let name = |step: &Step<'_>| step.timer_name(site.timer, &each);
        self.tell(host, |step| EventKind::Timer { name: name(step), what: "started" });
        Ok(CodeFlow::Next)
    }

    fn drop_timer(&mut self, timer: TimerId, each: &Value) -> bool {
        let plan = self.plan();
        let other =
            |running: &Arc<ActiveTimer>| running.timer != timer || !super::is_same(plan, &running.each, each);
        let before = self.timers().len() + self.waiting().len();
        self.timers_mut().retain(other);
        self.waiting_mut().retain(other);
        before != self.timers().len() + self.waiting().len()
    }

    /// The timer whose body is running may not run out yet: it waits until it may.
    pub(super) fn hold_timer(&mut self) -> CodeFlow {
        let timer = self.take_timer();
        if let Some(timer) = timer {
            let order = self.next_order();
            let (unit, due) = (UnitId(0), Num::ZERO);
            self.waiting_mut().push(Arc::new(ActiveTimer {
                unit,
                due,
                order,
                ..Arc::unwrap_or_clone(timer)
            }));
        }
        CodeFlow::Next
    }

    /// Runs the body of a timer that has run out; where it may have to wait, the body knows whose it is.
    fn run_body(&mut self, host: &Host<'_>, timer: Arc<ActiveTimer>) -> Result<CodeFlow, Stop> {
        let flow = self.interrupt(host, timer.code, &timer.captured)?;
        if self.plan().code(timer.code).holds {
            self.is_of_timer(timer);
        }
        Ok(flow)
    }

    pub(super) fn cancel_timer(&mut self, host: &mut Host<'_>, timer: TimerId) -> CodeFlow {
        let each = self.pop();
        if self.drop_timer(timer, &each) {
            let name = |step: &Step<'_>| step.timer_name(timer, &each);
            self.tell(host, |step| EventKind::Timer { name: name(step), what: "cancelled" });
        }
        CodeFlow::Next
    }

    /// Cancels every timer that belongs to this record.
    pub(super) fn cancel_timers_of(&mut self, host: &mut Host<'_>, owner: &Value) {
        let of_owner = |timer: &&Arc<ActiveTimer>| timer.each == *owner;
        let own: Vec<TimerId> =
            self.timers().iter().chain(self.waiting()).filter(of_owner).map(|timer| timer.timer).collect();
        for timer in own {
            self.drop_timer(timer, owner);
            let name = |step: &Step<'_>| step.timer_name(timer, owner);
            self.tell(host, |step| EventKind::Timer { name: name(step), what: "cancelled" });
        }
    }

    /// A timer that runs has this much left from now on.
    pub(super) fn nudge_timer(&mut self, host: &mut Host<'_>, timer: TimerId) -> Result<CodeFlow, Stop> {
        let (owner, left) = self.pop_two();
        let (span, unit) = self.time_span(&left)?;
        let due = self.clock(self.plan().program.units.get(unit).family).add(span)?;
        self.one_runs(timer, &owner)?;
        let meant = |running: &&mut Arc<ActiveTimer>| {
            running.timer == timer && (owner == Value::Nothing || running.each == owner)
        };
        let Some(running) = self.timers_mut().iter_mut().find(meant) else { return Ok(CodeFlow::Next) };
        let own = Arc::make_mut(running);
        let (was_due, was_unit) =
            (std::mem::replace(&mut own.due, due), std::mem::replace(&mut own.unit, unit));
        let each = own.each.clone();
        let was = was_due.sub(self.clock(self.plan().program.units.get(was_unit).family))?;
        let name = self.timer_name(timer, &Value::Nothing);
        self.tell(host, |machine| EventKind::Set {
            what: if each == Value::Nothing {
                format!("{name}.left")
            } else {
                format!("{}.{name}.left", machine.show(&each))
            },
            from: machine.show(&Value::Quantity(was, was_unit)),
            to: machine.show(&Value::Quantity(span, unit)),
            by: By::Rules,
            quiet: false,
        });
        Ok(CodeFlow::Next)
    }

    /// Who nudges a timer means one that runs, and only one.
    fn one_runs(&self, timer: TimerId, owner: &Value) -> Result<(), Stop> {
        let own = self.timers().iter().filter(|running| running.timer == timer);
        let of: Vec<&Value> = own.map(|running| &running.each).collect();
        let name = || self.timer_name(timer, owner);
        if of.is_empty() || (*owner != Value::Nothing && !of.contains(&owner)) {
            let name = name();
            let fault =
                Fault::new(&running::TIME, format!("`{name}` is not running, so it has no time left"));
            return Err(fault.help(format!("`timer {name} = …` starts it")).into());
        }
        if *owner != Value::Nothing || of.len() == 1 {
            return Ok(());
        }
        let whose: Vec<String> = of.iter().map(|each| self.show(each)).collect();
        let first = whose.first().map_or_else(String::new, |name| name.to_lowercase().replace(' ', "_"));
        let name = name();
        let message = format!("`{name}` runs for {}", whose.join(", "));
        Err(Fault::new(&running::TIME, message).help(format!("say whose: `{first}.{name}.left = …`")).into())
    }

    /// How long a timer still runs, in its clock's smallest unit; `nothing` where it does not run.
    pub(super) fn timer_left(&mut self, timer: TimerId) -> Result<CodeFlow, Stop> {
        let each = self.pop();
        let running = self
            .timers()
            .iter()
            .find(|running| running.timer == timer && (each == Value::Nothing || running.each == each));
        let Some(running) = running.cloned() else { return Ok(self.push(Value::Nothing)) };
        let now = self.clock(self.plan().program.units.get(running.unit).family);
        let left = running.due.sub(now)?;
        Ok(self.push(Value::Quantity(left, running.unit)))
    }

    pub(super) fn now(&mut self, family: UnitFamily) -> CodeFlow {
        let unit =
            *self.plan().program.units.smallest.get(family.index()).expect("a family has a smallest unit");
        let now = self.clock(family);
        self.push(Value::Quantity(now, unit))
    }

    /// The first moment of an `every` is the next whole period since the campaign's start.
    pub(super) fn start_every(&mut self, site: u32) -> Result<CodeFlow, Stop> {
        let site = self.plan().every_site(site);
        let captured = self.pop_many(site.captures as usize);
        let period = self.pop();
        let (period, unit) = self.time_span(&period)?;
        if period.is_zero() {
            return Err(Fault::new(&running::TIME, "every 0 of something would never end").into());
        }
        let family = self.plan().program.units.get(unit).family;
        let passed = self.clock(family).floor_div(period)?;
        let due = passed.add(Num::ONE)?.mul(period)?;
        let order = self.next_order();
        self.everys_mut().retain(|every| every.code != site.code);
        let every = Every { unit, period, due, order, code: site.code, captured: captured.into() };
        self.everys_mut().push(Arc::new(every));
        Ok(CodeFlow::Next)
    }

    pub(super) fn start_when(&mut self, site: u32) -> CodeFlow {
        let site = self.plan().when_site(site);
        let captured = self.pop_many(site.captures as usize).into();
        self.watches_mut().retain(|watch| watch.code != site.code);
        self.watches_mut().push(Arc::new(Watch { code: site.code, captured, held_for: Vec::new() }));
        CodeFlow::Next
    }

    /// What has become due or true since: one thing at a time, then this step is taken again. First what was
    /// held back, then each watch; when a whole round has changed nothing, it goes on.
    pub(super) fn settle(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let (any_held, watches) = (!self.waiting().is_empty(), self.watches().len());
        let Some(own) = self.settling() else {
            if any_held || watches > 0 {
                let (held, before) = (self.waiting().len(), self.fired());
                self.begin_doing(Doing::Settling(Settling { round: 0, at: 0, held, before }));
                return Ok(CodeFlow::Switch);
            }
            return Ok(CodeFlow::Next);
        };
        if own.held > 0 && any_held {
            own.held -= 1;
            let timer = self.waiting_mut().remove(0);
            return self.run_body(host, timer);
        }
        if own.at < watches {
            let at = own.at;
            own.at += 1;
            own.held = 0;
            let watch = Arc::clone(self.watches().get(at).expect("it is one of them"));
            return self.interrupt(host, watch.code, &watch.captured);
        }
        let round = own.round;
        let now = self.fired();
        let Some(own) = self.settling().filter(|own| own.before != now) else {
            self.end_doing();
            return Ok(CodeFlow::Next);
        };
        if round >= host.budget.rounds {
            let limit = host.budget.rounds;
            let message =
                format!("conditions keep turning true after one step; stopped after {limit} rounds");
            return Err(Stop::limit(&limits::ROUNDS, message));
        }
        *own = Settling { round: round + 1, at: 0, held: 0, before: now };
        Ok(CodeFlow::Switch)
    }

    /// How far the conditions have been looked at that the innermost code looks at now.
    fn settling(&mut self) -> Option<&mut Settling> {
        match self.doing()? {
            Doing::Settling(own) => Some(own),
            Doing::Check(_) | Doing::Advantage(_) | Doing::Applying(_) | Doing::Ruling { .. } => None,
        }
    }

    /// What has turned true so far, and for whom: when it differs after a round, there is another.
    fn fired(&self) -> Vec<Vec<Value>> {
        self.watches().iter().map(|watch| watch.held_for.clone()).collect()
    }
}

/// Where the code of a timer or an `every` is declared: by module, used ones first as they are loaded, and what
/// was typed last; then by place.
fn declared(plan: &Plan, code: CodeId) -> (usize, Option<Span>) {
    let at = plan.code(code).span(0);
    let is_in = |module: &Module| at.is_some_and(|at| at.source == module.span.source);
    (plan.program.modules.iter().position(is_in).unwrap_or(usize::MAX), at)
}
