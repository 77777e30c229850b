//! Rolling dice.

use std::sync::Arc;

use super::access::whole;
use crate::base::Num;
use crate::check::program::{Tally, Threshold};
use crate::diag::codes::{limits, running};
use crate::dice::{
    Faces, Luck, PoolSource, PoolSpec, ProblemKind, Role, RollError, Rolled, Sequel, TotalError,
    apply_to_values,
};
use crate::engine::Host;
use crate::engine::control::Doing;
use crate::engine::luck::{Point, PoolAt};
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{DiceFaces, DiceRequest, DieShown, EventKind, Fault, Stop};
use crate::plan::build::{self, BuildError};
use crate::plan::{DiceOp, PoolTemplate, Unrolled, Value};

impl Step<'_> {
    pub(super) fn take_dice(&mut self, host: &mut Host<'_>, op: DiceOp) -> Result<CodeFlow, Stop> {
        match op {
            DiceOp::RollUnrolled => self.roll_unrolled(host),
            DiceOp::RollDice => self.roll_dice(host),
            DiceOp::Roll(pool) => self.roll(host, pool),
            DiceOp::RollWith(template) => self.roll_with(host, template),
            DiceOp::RollTimes(pool) => self.roll_times(host, pool),
            DiceOp::RollOrLeave(pool) => self.roll_or_leave(host, pool),
            DiceOp::RollIfLeft => self.roll_if_left(host),
            DiceOp::Label(text) => Ok(self.tell_label(host, text)),
            DiceOp::Likely => self.likely(host),
            DiceOp::PickItem => self.pick_item(host),
            DiceOp::AdvantageBegin => self.advantage_begin(),
            DiceOp::AdvantageEnd(start) => self.advantage_end(start),
            DiceOp::CheckBegin => {
                self.begin_doing(Doing::Check(Value::Nothing));
                Ok(CodeFlow::Next)
            }
            DiceOp::Check => self.check(host),
            DiceOp::Contest => self.contest(host),
        }
    }

    pub(super) fn roll(&mut self, host: &mut Host<'_>, pool: u32) -> Result<CodeFlow, Stop> {
        let place = Some(pool);
        let spec = self.plan().pool(pool);
        let enough = self.enough(host, false);
        let value = self.roll_pool(host, PoolAt { spec, place, counted: &[], enough })?;
        host.luck.taken();
        Ok(self.push(value))
    }

    /// For a list that nothing looks at before a loop goes through it.
    fn roll_or_leave(&mut self, host: &mut Host<'_>, pool: u32) -> Result<CodeFlow, Stop> {
        if host.leaves_dice() && !self.wants_natural() {
            return Ok(self.push(Value::Unrolled(Arc::new(Unrolled::Pool(pool)))));
        }
        self.roll(host, pool)
    }

    /// An item of such a list is on top.
    fn roll_if_left(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let Value::Unrolled(unrolled) = self.peek(0) else { return Ok(CodeFlow::Next) };
        let Unrolled::Pool(pool) = **unrolled else { return Ok(CodeFlow::Next) };
        let place = Some(pool);
        let spec = self.plan().pool(pool);
        let value = self.roll_pool(host, PoolAt { spec, place, counted: &[], enough: None })?;
        host.luck.taken();
        self.pop();
        Ok(self.push(value))
    }

    /// Numbers for the holes are below; for a list, the list is below them.
    pub(super) fn roll_with(&mut self, host: &mut Host<'_>, template: u32) -> Result<CodeFlow, Stop> {
        let template = self.plan().template(template);
        let holes = template.holes();
        let values = self.peek_many(holes);
        let numbers: Vec<Num> = values.iter().map(|value| self.number(value)).collect::<Result<_, _>>()?;
        let value = if template.groups.is_empty() {
            self.list_ops(host, template, &numbers, holes)?
        } else {
            let pool = build::pool(template, &mut numbers.into_iter()).map_err(cannot_build)?;
            self.roll_pool(host, PoolAt { spec: &pool, place: None, counted: &[], enough: None })?
        };
        host.luck.taken();
        // Only now, with the dice in hand, are the operands taken.
        self.drop_many(holes);
        if template.groups.is_empty() {
            self.pop();
        }
        Ok(self.push(value))
    }

    fn list_ops(
        &self,
        host: &mut Host<'_>,
        template: &PoolTemplate,
        numbers: &[Num],
        depth: usize,
    ) -> Result<Value, Stop> {
        let list = self.peek(depth).clone();
        let Value::List(items) = &list else { return Err(self.wrong_kind("a list of numbers", &list)) };
        host.budget.charge(items.len() as u64 * 2)?;
        let values: Vec<Num> = items.iter().map(|item| self.number(item)).collect::<Result<_, _>>()?;
        let ops = build::ops(template, &mut numbers.iter().copied()).map_err(cannot_build)?;
        list_total(&ops, &values, &host.budget.dice)
    }

    /// Rolls a pool once. A step may do so several times: only when all of it is done is its luck taken.
    fn roll_pool(&mut self, host: &mut Host<'_>, at: PoolAt<'_>) -> Result<Value, Stop> {
        let wants_faces = host.log.wants() || self.wants_natural();
        if !wants_faces && let Some(value) = host.decide(Point::Total(at))? {
            return Ok(value);
        }
        let pool = at.spec;
        if !wants_faces && let Some(sides) = pool.one_die().filter(|sides| host.budget.dice.allow_die(*sides))
        {
            return self.roll_one(host, pool, sides);
        }
        // A pool over its limit is refused for that, not for the steps it would take.
        let passes = passes(pool);
        host.budget.charge(pool.dice_count().min(u64::from(host.budget.dice.pool)).saturating_mul(passes))?;
        host.gather(|| self.dice_request(pool))?;
        let mut limits = host.budget.dice.clone();
        let rolled = pool.roll(host, &mut limits).map_err(|error| cannot_roll(error, |stop| stop))?;
        if passes > 1 {
            // Dice that explode are more than it began with.
            let thrown = host.budget.dice.dice_left.saturating_sub(limits.dice_left);
            host.budget.charge(thrown.saturating_mul(passes))?;
        }
        host.budget.dice = limits;
        self.note_natural(rolled.natural);
        let value = value_of(&rolled)?;
        self.tell(host, |machine| EventKind::Roll {
            expr: pool.to_string(),
            dice: shown(pool, &rolled, &|face| machine.symbols(face)),
            total: machine
                .symbols(value.as_number().unwrap_or(Num::ZERO))
                .unwrap_or_else(|| machine.show(&value)),
            label: machine.label(),
        });
        Ok(value)
    }

    /// Rolls a pool that is one plain die of which nobody sees more than the face: most rolls of most runs.
    fn roll_one(&self, host: &mut Host<'_>, pool: &PoolSpec, sides: u32) -> Result<Value, Stop> {
        host.budget.charge(1)?;
        host.gather(|| self.dice_request(pool))?;
        let face = host.face(sides)?;
        host.budget.dice.dice_left -= 1;
        Ok(Value::int(face.into()))
    }

    /// The question for the dice of a pool, for a person to roll them.
    fn dice_request(&self, pool: &PoolSpec) -> DiceRequest {
        let span = self.span();
        let expr = pool.to_string();
        let of = self.rolling();
        match &pool.source {
            PoolSource::Dice { count, faces } if faces.draws() == 1 => {
                let count = usize::try_from(*count).unwrap_or(0);
                let names = named_faces(faces, &|face| self.symbols(face));
                let shows_symbols = self.symbols(Num::ZERO).is_some();
                let die =
                    if shows_symbols { format!("d{{{}}}", names.in_words()) } else { faces.to_string() };
                let expr = if shows_symbols { format!("{count}{die}") } else { expr };
                DiceRequest { of, expr, die, faces: names, count, span }
            }
            // `d66` are two dice with six sides.
            PoolSource::Dice { count, faces } if matches!(faces, Faces::Digits(_)) => {
                let count = usize::try_from(*count).unwrap_or(0).saturating_mul(faces.draws() as usize);
                DiceRequest { of, expr, die: "d6".to_owned(), faces: DiceFaces::Sides(6), count, span }
            }
            // Of dice of several kinds each is asked for as it is thrown.
            PoolSource::Dice { .. } | PoolSource::Entries(_) => {
                DiceRequest { of, expr, die: String::new(), faces: DiceFaces::Sides(0), count: 0, span }
            }
        }
    }

    /// What a face of the dice in progress shows, where these are symbols.
    fn symbols(&self, face: Num) -> Option<String> {
        let (code, pc) = self.here()?;
        let unit = self.plan().program.units.get(*code.symbols.at(pc)?);
        let heap = face.mul(unit.factor).ok()?;
        unit.symbols.as_ref().map(|symbols| symbols.shown(heap))
    }

    /// The table, function or procedure that rolls.
    fn rolling(&self) -> String {
        let name = self.here().map(|(code, _)| &code.name);
        name.filter(|name| !name.contains(' ')).map_or_else(String::new, ToString::to_string)
    }

    /// The label of the roll in progress.
    fn label(&self) -> Option<Arc<str>> {
        let (code, pc) = self.here()?;
        code.labels.at(pc).cloned()
    }

    /// All that is asked of the dice that are rolled here, where that is how many meet conditions, and these are known.
    fn counted(&self, host: &mut Host<'_>) -> Vec<Tally> {
        let Some(tests) = self.here().and_then(|(code, pc)| code.counted.at(pc)) else { return Vec::new() };
        let mut ahead = |threshold: &Threshold| self.number_ahead(host, threshold).ok_or(());
        tests.iter().map(|test| test.try_map(&mut ahead)).collect::<Result<_, ()>>().unwrap_or_default()
    }

    /// A known pool rolled a number of times, as a sorted list.
    pub(super) fn roll_times(&mut self, host: &mut Host<'_>, pool: u32) -> Result<CodeFlow, Stop> {
        let place = Some(pool);
        let spec = self.plan().pool(pool);
        let counted = if host.log.wants() { Vec::new() } else { self.counted(host) };
        let pool = PoolAt { spec, place, counted: &counted, enough: None };
        let count = self.peek(0).as_number().and_then(whole).unwrap_or(0);
        host.budget.list(usize::try_from(count).unwrap_or(usize::MAX))?;
        let times = u32::try_from(count).unwrap_or(u32::MAX);
        if !host.log.wants()
            && let Some(list) = host.decide(Point::Times(pool, times))?
        {
            host.luck.taken();
            self.pop();
            return Ok(self.push(list));
        }
        let mut values = Vec::new();
        for _ in 0..count {
            values.push(self.roll_pool(host, pool)?);
        }
        host.luck.taken();
        values.sort_by(Value::order);
        self.pop();
        Ok(self.push(Value::List(Arc::new(values))))
    }

    pub(super) fn tell_label(&mut self, host: &mut Host<'_>, text: u32) -> CodeFlow {
        let label = Some(Arc::clone(self.plan().text(text)));
        let total = self.peek(0).clone();
        self.tell(host, |machine| EventKind::Roll {
            expr: String::new(),
            dice: Vec::new(),
            total: machine.show(&total),
            label,
        });
        CodeFlow::Next
    }

    pub(super) fn likely(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let p = self.peek(0).clone();
        let p = self.number(&p)?;
        if p < Num::ZERO || p > Num::ONE {
            return Err(Fault::new(&running::NO_PROBABILITY, format!("{p} is not a probability"))
                .help("a probability is between 0 and 1, or 0% and 100%")
                .into());
        }
        let yes = match host.decide(Point::Likely(p))? {
            Some(Value::YesNo(yes)) => yes,
            _ => {
                let sides = u64::try_from(p.denominator()).unwrap_or(1);
                let certain = p == Num::ZERO || p == Num::ONE;
                if !certain {
                    let expr = format!("{} in {sides}", p.numerator());
                    host.gather(|| one_die(self.rolling(), expr, sides))?;
                }
                let below = if certain { 0 } else { host.below(sides)? };
                if !certain {
                    self.tell_chance(host, p, below + 1);
                }
                i64::try_from(below).is_ok_and(|below| below < p.numerator())
            }
        };
        host.luck.taken();
        self.pop();
        Ok(self.push(Value::YesNo(yes)))
    }

    fn tell_chance(&self, host: &mut Host<'_>, p: Num, face: u64) {
        let yes = i64::try_from(face).is_ok_and(|face| face <= p.numerator());
        let sides = u32::try_from(p.denominator()).unwrap_or(u32::MAX);
        self.tell(host, |_| EventKind::Roll {
            expr: format!("{} in {}", p.numerator(), p.denominator()),
            dice: vec![DieShown { sides, face: face.to_string(), value: None, kept: true, why: None }],
            total: (if yes { "yes" } else { "no" }).to_owned(),
            label: None,
        });
    }

    pub(super) fn pick_item(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let count = self.peek(0).as_list().map_or(0, |items| items.len()) as u64;
        if count == 0 {
            return Err(Fault::new(&running::EMPTY, "there is nothing to pick from")
                .help("check first: `if party is not empty then …`")
                .into());
        }
        let at = self.choose_among(host, count)?;
        let list = self.pop();
        let item = list.as_list().and_then(|items| items.get(usize::try_from(at).ok()?)).cloned();
        Ok(self.push(item.unwrap_or(Value::Nothing)))
    }

    /// One of `count`, each as likely.
    fn choose_among(&self, host: &mut Host<'_>, count: u64) -> Result<u64, Stop> {
        let at = match host.decide(Point::Among(count))? {
            Some(Value::Number(at)) => whole(at).unwrap_or(0),
            _ if count == 1 => 0,
            _ => {
                host.gather(|| one_die(self.rolling(), format!("d{count}"), count))?;
                host.below(count)?
            }
        };
        host.luck.taken();
        Ok(at)
    }

    /// One by weight, of what bears this name; the weights must not all be 0.
    pub(super) fn choose_weighted(
        &self,
        host: &mut Host<'_>,
        of: &str,
        weights: &[u64],
    ) -> Result<usize, Stop> {
        let at = match host.decide(Point::Weighted(weights))? {
            Some(Value::Number(at)) => whole(at).and_then(|at| usize::try_from(at).ok()).unwrap_or(0),
            _ => {
                let total = weights.iter().fold(0u64, |sum, weight| sum.saturating_add(*weight));
                if total > 1 {
                    host.gather(|| one_die(of.to_owned(), format!("d{total}"), total))?;
                }
                let mut rest = if total > 1 { host.below(total)? } else { 0 };
                let holds = |weight: &u64| {
                    let here = rest < *weight;
                    rest = rest.saturating_sub(*weight);
                    here
                };
                weights.iter().position(holds).unwrap_or(0)
            }
        };
        host.luck.taken();
        Ok(at)
    }
}

/// What operators make of a list of numbers.
pub(in crate::engine) fn list_total(
    ops: &[crate::dice::Op],
    values: &[Num],
    limits: &crate::dice::RollLimits,
) -> Result<Value, Stop> {
    let rolled =
        apply_to_values(ops, values, limits).map_err(|error| cannot_roll(error, |never| match never {}))?;
    value_of(&rolled)
}

/// What a rolled pool gives: a number, a text, or a list of texts.
fn value_of(rolled: &Rolled) -> Result<Value, Stop> {
    match rolled.total() {
        Ok(total) => Ok(Value::Number(total)),
        Err(TotalError::Text) => Ok(match rolled.text() {
            Some(text) => Value::Text(Arc::clone(text)),
            None => Value::List(Arc::new(rolled.texts.iter().cloned().map(Value::Text).collect())),
        }),
        Err(TotalError::Number(error)) => Err(error.into()),
    }
}

/// The question for a single die that stands for a chance.
fn one_die(of: String, expr: String, sides: u64) -> DiceRequest {
    DiceRequest { of, expr, die: format!("d{sides}"), faces: DiceFaces::Sides(sides), count: 1, span: None }
}

/// What may be typed for each face of a die.
fn named_faces(faces: &Faces, symbols: &dyn Fn(Num) -> Option<String>) -> DiceFaces {
    match faces {
        Faces::Sides(sides) => DiceFaces::Sides(u64::from(*sides)),
        Faces::Fate | Faces::Digits(_) | Faces::Numbers(_) | Faces::Texts(_) => {
            let number = |face| {
                let value = faces.value(face);
                symbols(value).unwrap_or_else(|| value.to_string())
            };
            let name = |face| faces.text(face).map_or_else(|| number(face), ToString::to_string);
            DiceFaces::Named((1..=faces.count()).map(name).collect())
        }
    }
}

fn shown(pool: &PoolSpec, rolled: &Rolled, symbols: &dyn Fn(Num) -> Option<String>) -> Vec<DieShown> {
    let faces = pool.faces();
    let die = |die: &crate::dice::Die| {
        let text = faces.and_then(|faces| faces.text(die.face)).map(|text| text.to_string());
        let why = match (die.sequel, die.role) {
            (Sequel::Exploded, _) => Some("exploded"),
            (Sequel::Compounded, _) => Some("compounded"),
            (Sequel::Rerolled, _) => Some("rerolled"),
            (Sequel::None, Role::Extra(_)) => Some("extra"),
            (Sequel::None, Role::Added(_)) => Some("added"),
            (Sequel::None, Role::Instead(_)) => Some("instead"),
            (Sequel::None, Role::First) => None,
        };
        let value = (die.value != die.natural).then(|| die.value.to_string());
        DieShown {
            sides: die.sides,
            face: text.or_else(|| symbols(die.natural)).unwrap_or_else(|| die.natural.to_string()),
            value,
            kept: die.kept,
            why,
        }
    };
    rolled.dice.iter().map(die).collect()
}

fn cannot_build(error: BuildError) -> Stop {
    Fault::new(&running::BAD_POOL, error.to_string()).into()
}

fn cannot_roll<S>(error: RollError<S>, stop: impl FnOnce(S) -> Stop) -> Stop {
    match error {
        RollError::Stop(own) => stop(own),
        RollError::Dice { .. } => Stop::limit(&limits::DICE, error_text(&error)),
        RollError::Pool { .. } => Stop::limit(&limits::POOL, error_text(&error)),
        RollError::Sides { .. } => Stop::limit(&limits::SIDES, error_text(&error)),
        RollError::Problem(problem) => {
            let fault = Fault::new(&running::BAD_POOL, problem.to_string());
            match problem {
                ProblemKind::NeedsDice => fault
                    .help("a value that was rolled before cannot explode or be rerolled: write `!` or `r` next to the dice, as in `damage(2d8!p)`")
                    .into(),
                ProblemKind::NoFaces
                | ProblemKind::TooManyDigits
                | ProblemKind::EndlessExplosion
                | ProblemKind::EndlessReroll
                | ProblemKind::NeverMeets
                | ProblemKind::AfterCount
                | ProblemKind::NeedsNumbers
                | ProblemKind::KeepsAll => fault.into(),
            }
        }
        RollError::Number(number) => number.into(),
    }
}

fn error_text<S>(error: &RollError<S>) -> String {
    match error {
        RollError::Dice { limit } => format!("more than {limit} dice in one command"),
        RollError::Pool { met: Some(met), limit } => format!("a pool of {met} dice; the limit is {limit}"),
        RollError::Pool { met: None, limit } => format!("a pool of more than {limit} dice"),
        RollError::Sides { met, limit } => format!("a die with {met} sides; the limit is {limit}"),
        RollError::Stop(_) | RollError::Problem(_) | RollError::Number(_) => String::new(),
    }
}

/// How often the dice of a pool are gone through: a few operators cost next to nothing beside the throw.
fn passes(pool: &PoolSpec) -> u64 {
    const FEW: usize = 8;
    1 + pool.ops.len().saturating_sub(FEW) as u64
}
