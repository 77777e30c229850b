//! Time: clocks, timers, what is done every so often, and what is watched.

use std::sync::Arc;

use super::arith::convert;
use crate::base::Num;
use crate::check::program::{TimerId, UnitFamily, UnitId};
use crate::diag::codes::{limits, running};
use crate::engine::Host;
use crate::engine::control::{Doing, Settling};
use crate::engine::held::HeldFor;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{ActiveTimer, By, EventKind, Every, Fault, QueueKey, Stop, Watch};
use crate::plan::{TimeOp, Value};

/// Something that is due at a moment, by its place among all that was started.
enum Due {
    Timer(u32),
    Every(u32),
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
        let timer = self.timers().first_due(self.plan(), unit, until);
        let every = self.everys().first_due(self.plan(), unit, until);
        let timer = timer.map(|first| (first, Due::Timer(first.2)));
        let every = every.map(|first| (first, Due::Every(first.2)));
        let first = timer.into_iter().chain(every).min_by_key(|(first, _)| *first);
        first.map(|((moment, ..), due)| (moment, due))
    }

    fn fall_due(&mut self, host: &mut Host<'_>, due: Due) -> Result<CodeFlow, Stop> {
        let plan = self.plan();
        match due {
            Due::Timer(order) => {
                let timer = self.timers_mut().take_out(plan, order).expect("what is due runs");
                self.run_out(host, timer)
            }
            Due::Every(order) => {
                let every = self.everys().with_order(order).expect("what is due runs");
                let next = every.due.add(every.period)?;
                let (code, captured) = (every.code, Arc::clone(&every.captured));
                self.everys_mut().change(plan, order, |every| every.due = next);
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
        let plan = self.plan();
        self.timers_mut().add(plan, timer);
        let name = |step: &Step<'_>| step.timer_name(site.timer, &each);
        self.tell(host, |step| EventKind::Timer { name: name(step), what: "started" });
        Ok(CodeFlow::Next)
    }

    fn drop_timer(&mut self, timer: TimerId, each: &Value) -> bool {
        let plan = self.plan();
        let other =
            |running: &Arc<ActiveTimer>| running.timer != timer || !super::is_same(plan, &running.each, each);
        let before = self.timers().len() + self.waiting().len();
        if matches!(each, Value::Nothing | Value::Record(..)) {
            let key = QueueKey::TimerOf(timer, each.clone());
            let timers = self.timers_mut();
            for order in timers.found(plan, &key) {
                timers.take_out(plan, order);
            }
        } else {
            // Other values may be the same where they are not equal.
            self.timers_mut().retain(other);
        }
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
        let timers = self.timers();
        let running = timers.found(self.plan(), &QueueKey::Owner(owner.clone()));
        let running = running.into_iter().filter_map(|order| timers.with_order(order));
        let waiting = self.waiting().iter().filter(|timer| timer.each == *owner);
        let own: Vec<TimerId> = running.chain(waiting).map(|timer| timer.timer).collect();
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
        let plan = self.plan();
        let Some(running) = self.timers().first_found(plan, &key_of(timer, &owner)).cloned() else {
            return Ok(CodeFlow::Next);
        };
        self.timers_mut().change(plan, running.order, |timer| (timer.due, timer.unit) = (due, unit));
        let (was_due, was_unit, each) = (running.due, running.unit, running.each.clone());
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
        let timers = self.timers();
        // Whoever says whose it is needs no other.
        if *owner != Value::Nothing && timers.first_found(self.plan(), &key_of(timer, owner)).is_some() {
            return Ok(());
        }
        let of = timers.found(self.plan(), &QueueKey::Timer(timer));
        let of: Vec<&Value> =
            of.into_iter().filter_map(|order| Some(&timers.with_order(order)?.each)).collect();
        let name = || self.timer_name(timer, owner);
        if of.is_empty() || *owner != Value::Nothing {
            let name = name();
            let fault =
                Fault::new(&running::TIME, format!("`{name}` is not running, so it has no time left"));
            return Err(fault.help(format!("`timer {name} = …` starts it")).into());
        }
        if of.len() == 1 {
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
        let running = self.timers().first_found(self.plan(), &key_of(timer, &each));
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
        let (plan, code) = (self.plan(), site.code);
        let everys = self.everys_mut();
        for other in everys.found(plan, &QueueKey::Code(code)) {
            everys.take_out(plan, other);
        }
        let every = Every { unit, period, due, order, code: site.code, captured: captured.into() };
        self.everys_mut().add(plan, every);
        Ok(CodeFlow::Next)
    }

    pub(super) fn start_when(&mut self, site: u32) -> CodeFlow {
        let site = self.plan().when_site(site);
        let captured = self.pop_many(site.captures as usize).into();
        self.watches_mut().retain(|watch| watch.code != site.code);
        self.watches_mut().push(Arc::new(Watch { code: site.code, captured, held_for: Arc::default() }));
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
    fn fired(&self) -> Vec<Arc<HeldFor>> {
        self.watches().iter().map(|watch| Arc::clone(&watch.held_for)).collect()
    }
}

/// What a timer is found by: where nobody says whose it is, it may be anybody's.
fn key_of(timer: TimerId, owner: &Value) -> QueueKey {
    if *owner == Value::Nothing { QueueKey::Timer(timer) } else { QueueKey::TimerOf(timer, owner.clone()) }
}
