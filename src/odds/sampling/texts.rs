//! Texts in great numbers: tables read as what they are for text, choices and segments.
//!
//! Where all that is asked for is text, and what it is made of is rows drawn in known proportions,
//! totals of dice and fixed words, no machine is needed: each choice is an alias table, each row a list
//! of segments that are written one after the other into the same buffer.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::batch::{Sampled, Sampling};
use crate::base::Limits;
use crate::check::program::TableId;
use crate::dist::{Alias, Nat};
use crate::engine::luck::Words;
use crate::engine::{EntryPoint, State, show};
use crate::odds::driver::Driver;
use crate::odds::exact::Exact;
use crate::odds::states::small;
use crate::plan::{Code, CodeId, DiceOp, JumpOp, Op, Plan, TableOp, Value};
use crate::syntax::ast::TableKind;

/// What makes texts.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    /// All fixed text, one piece after the other.
    fixed: String,
    /// All segments, those of one row or text side by side.
    segments: Vec<TextSlot>,
    choices: Vec<Choice>,
    top: Range<usize>,
}

#[derive(Debug, Clone)]
enum TextSlot {
    /// A piece of the fixed text.
    Fixed(Range<usize>),
    /// One of some rows or totals.
    Choice(usize),
}

/// One of some lists of segments.
#[derive(Debug)]
struct Choice {
    alias: Alias,
    rows: Vec<Range<usize>>,
}

/// What code being read leaves on the stack.
#[derive(Debug, Clone)]
enum Operand {
    /// What these steps make, which are constants, dice and arithmetic.
    Straight(Range<usize>),
    /// A row of a table.
    Row(TableId),
    /// Text.
    Text(Vec<TextSlot>),
}

/// Reads a plan.
struct TextReader<'p> {
    plan: &'p Plan,
    state: &'p State,
    limits: Limits,
    interrupt: Option<Arc<AtomicBool>>,
    texts: Texts,
    /// The choice of each table that was read, and how long its text can be; nothing while it is read.
    tables: Vec<(TableId, Option<(usize, usize)>)>,
}

/// The most outcomes of one total.
const OUTCOMES: u64 = 20_000;
/// Texts in a piece of work.
const TEXTS: u64 = 1 << 14;
/// Tables within tables.
const MAX_TABLE_DEPTH: usize = 64;

impl Texts {
    /// Reads what gives a text. `None` where it is made of more than rows, dice and fixed words: then
    /// the machine makes it.
    pub(crate) fn of(
        plan: &Plan,
        state: &State,
        code: CodeId,
        limits: &Limits,
        interrupt: Option<Arc<AtomicBool>>,
    ) -> Option<Texts> {
        let limits = Limits { outcomes: limits.outcomes.min(OUTCOMES), ..limits.clone() };
        let most = usize::try_from(limits.text_bytes).unwrap_or(usize::MAX);
        let (texts, tables) = (Texts::default(), Vec::new());
        let mut reader = TextReader { plan, state, limits, interrupt, texts, tables };
        let code = plan.code(code);
        let made = reader.read(code, 0, JumpOp::Return.into(), 1)?.pop()?;
        let mut top = Vec::new();
        reader.segment(code, made, 1, &mut top)?;
        let (top, longest) = reader.keep(top)?;
        reader.texts.top = top;
        (longest <= most).then_some(reader.texts)
    }

    /// Whether what code gives is text, and not a row or a number of which this would be the text.
    pub(super) fn are_made_by(code: &Code) -> bool {
        code.ops.iter().rev().nth(1).is_some_and(|op| matches!(op, Op::MakeText(_)))
    }

    /// Writes one text behind what is there.
    pub(crate) fn write(&self, words: &mut Words, out: &mut String) {
        self.write_all(&self.top, words, out);
    }

    fn write_all(&self, segments: &Range<usize>, words: &mut Words, out: &mut String) {
        for segment in self.segments.get(segments.clone()).unwrap_or(&[]) {
            match segment {
                TextSlot::Fixed(range) => out.push_str(self.fixed.get(range.clone()).unwrap_or("")),
                TextSlot::Choice(at) => {
                    let Some(choice) = self.choices.get(*at) else { continue };
                    let word = words.word();
                    let row = choice.alias.place(word, || words.long_word());
                    if let Some(row) = choice.rows.get(row) {
                        self.write_all(row, words, out);
                    }
                }
            }
        }
    }
}

/// Makes the texts of a batch and counts them.
pub(super) fn sample_texts(work: &Sampling<'_>, texts: &Texts, progress: &(dyn Fn(u64) + Sync)) -> Sampled {
    let counts = (0..work.runs.div_ceil(TEXTS))
        .into_par_iter()
        .filter(|_| !work.is_stopped())
        .fold(FxHashMap::default, |mut counts: FxHashMap<String, u64>, piece| {
            let from = piece * TEXTS;
            let to = (from + TEXTS).min(work.runs);
            let mut words = Words::from(work.seed, from);
            let mut text = String::new();
            for _ in from..to {
                words.next_run();
                text.clear();
                texts.write(&mut words, &mut text);
                match counts.get_mut(&text) {
                    Some(count) => *count += 1,
                    None => drop(counts.insert(text.clone(), 1)),
                }
            }
            progress(to - from);
            counts
        })
        .reduce(FxHashMap::default, |a, b| {
            let (mut into, from) = if a.len() < b.len() { (b, a) } else { (a, b) };
            for (text, count) in from {
                *into.entry(text).or_insert(0) += count;
            }
            into
        });
    let runs = counts.values().sum();
    Sampled {
        counts: counts.into_iter().map(|(text, count)| (Value::text(text), count)).collect(),
        runs,
        ..Sampled::default()
    }
}

impl TextReader<'_> {
    /// Reads the steps from `from` to the first `end`: what is then on the stack.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is not named is not text alone: the machine makes it"
    )]
    fn read(&mut self, code: &Code, from: usize, end: Op, depth: usize) -> Option<Vec<Operand>> {
        let mut stack: Vec<Operand> = Vec::new();
        for (pc, op) in code.ops.iter().enumerate().skip(from) {
            if *op == end {
                // What is straight arithmetic is worked out only when it is known to be shown.
                return stack.into_iter().map(|operand| self.worked_out(code, operand)).collect();
            }
            match *op {
                Op::Const(_) | Op::Dice(DiceOp::Roll(_)) => stack.push(Operand::Straight(pc..pc + 1)),
                Op::Arith(_) => {
                    let (right, left) = (stack.pop()?, stack.pop()?);
                    let (Operand::Straight(left), Operand::Straight(right)) = (left, right) else {
                        return None;
                    };
                    (left.end == right.start && right.end == pc).then_some(())?;
                    stack.push(Operand::Straight(left.start..pc + 1));
                }
                Op::Negate => {
                    let Operand::Straight(of) = stack.pop()? else { return None };
                    (of.end == pc).then_some(())?;
                    stack.push(Operand::Straight(of.start..pc + 1));
                }
                Op::Table(TableOp::Draw(table)) => stack.push(Operand::Row(table)),
                Op::MakeText(count) => {
                    let parts = stack.split_off(stack.len().checked_sub(count as usize)?);
                    let mut text = Vec::new();
                    for part in parts {
                        self.segment(code, part, depth, &mut text)?;
                    }
                    stack.push(Operand::Text(text));
                }
                _ => return None,
            }
        }
        None
    }

    fn worked_out(&mut self, code: &Code, operand: Operand) -> Option<Operand> {
        let Operand::Straight(steps) = operand else { return Some(operand) };
        let mut text = Vec::new();
        self.total(code, steps, &mut text)?;
        Some(Operand::Text(text))
    }

    /// What shows an operand.
    fn segment(
        &mut self,
        code: &Code,
        operand: Operand,
        depth: usize,
        text: &mut Vec<TextSlot>,
    ) -> Option<()> {
        match operand {
            Operand::Straight(steps) => self.total(code, steps, text)?,
            Operand::Row(table) => text.push(TextSlot::Choice(self.table(table, depth + 1)?.0)),
            Operand::Text(segments) => text.extend(segments),
        }
        Some(())
    }

    /// A constant, or what dice and arithmetic make of it.
    fn total(&mut self, code: &Code, steps: Range<usize>, text: &mut Vec<TextSlot>) -> Option<()> {
        let ops = code.ops.get(steps)?;
        if let [Op::Const(index)] = ops {
            let value = self.plan.consts.get(*index as usize)?;
            let fixed = self.fixed(value)?;
            text.push(fixed);
            return Some(());
        }
        let plain =
            |op: &Op| matches!(op, Op::Const(_) | Op::Dice(DiceOp::Roll(_)) | Op::Arith(_) | Op::Negate);
        if !ops.iter().all(plain) {
            return None;
        }
        let ops = ops.iter().copied().chain([JumpOp::Return.into()]).collect();
        let mut plan = self.plan.clone();
        let id = CodeId(small(plan.codes.len()));
        plan.codes.push(Arc::new(Code { ops, ..Code::default() }));
        let dist = self.exact().raw(&plan, &State::default(), EntryPoint::new(id)).ok()?;
        let rows = dist.outcomes().iter().map(|(value, _)| vec![self.fixed(value)]);
        let rows: Vec<Vec<TextSlot>> = rows.map(|row| row.into_iter().collect()).collect::<Option<_>>()?;
        let rows = rows.into_iter().map(|row| Some(self.keep(row)?.0)).collect::<Option<_>>()?;
        self.texts.choices.push(Choice { alias: Alias::of(&dist)?, rows });
        text.push(TextSlot::Choice(self.texts.choices.len() - 1));
        Some(())
    }

    /// Works out totals and rolls; where that is more than a moment's work, the machine makes the texts.
    fn exact(&self) -> Exact {
        let exact = Exact::new(&self.limits).with_residual(Alias::RESIDUAL_BITS);
        exact.with_interrupt(self.interrupt.clone()).for_a_moment()
    }

    fn fixed(&mut self, value: &Value) -> Option<TextSlot> {
        // Lists are joined in words, words are spoken, and what is unrolled would be rolled.
        if matches!(
            value,
            Value::List(_) | Value::Unrolled(_) | Value::Record(..) | Value::Word(..) | Value::Set(..)
        ) {
            return None;
        }
        let from = self.texts.fixed.len();
        self.texts.fixed.push_str(&show(self.plan, self.state, value));
        Some(TextSlot::Fixed(from..self.texts.fixed.len()))
    }

    /// Puts the segments of one text side by side; also how long the text can be.
    fn keep(&mut self, segments: Vec<TextSlot>) -> Option<(Range<usize>, usize)> {
        let longest = segments.iter().map(|segment| self.longest(segment)).try_fold(0, usize::checked_add)?;
        let from = self.texts.segments.len();
        self.texts.segments.extend(segments);
        Some((from..self.texts.segments.len(), longest))
    }

    fn longest(&self, segment: &TextSlot) -> usize {
        match segment {
            TextSlot::Fixed(range) => range.len(),
            TextSlot::Choice(at) => {
                let table = self.tables.iter().find_map(|(_, known)| known.filter(|(of, _)| of == at));
                let rows = || self.texts.choices.get(*at).map_or(&[][..], |choice| &choice.rows);
                table.map_or_else(
                    || rows().iter().map(|row| self.longest_of(row)).max().unwrap_or(0),
                    |(_, longest)| longest,
                )
            }
        }
    }

    /// The length of a row of totals: these hold no choices.
    fn longest_of(&self, row: &Range<usize>) -> usize {
        let segments = self.texts.segments.get(row.clone()).unwrap_or(&[]);
        let fixed = segments.iter().map(|segment| match segment {
            TextSlot::Fixed(range) => range.len(),
            TextSlot::Choice(_) => 0,
        });
        fixed.sum()
    }

    /// A table's choice of rows, each as its first result column shows it.
    fn table(&mut self, id: TableId, depth: usize) -> Option<(usize, usize)> {
        if let Some((_, known)) = self.tables.iter().find(|(of, _)| *of == id) {
            // A table within itself: the machine sees to it that it ends.
            return *known;
        }
        let program = self.plan.program.tables.get(id.index())?;
        let plain = program.kind == TableKind::Table && program.stub.is_none() && program.params.is_empty();
        if depth > MAX_TABLE_DEPTH || !plain || program.rows.iter().any(|row| row.guard.is_some()) {
            return None;
        }
        let entry = self.tables.len();
        self.tables.push((id, None));
        let weights = self.weights(id)?;
        let mut rows = Vec::with_capacity(weights.len());
        let mut longest = 0;
        for row in 0..weights.len() {
            let segments = self.row(id, row, depth)?;
            let (row, length) = self.keep(segments)?;
            rows.push(row);
            longest = longest.max(length);
        }
        self.texts.choices.push(Choice { alias: Alias::of_weights(weights.iter())?, rows });
        let known = (self.texts.choices.len() - 1, longest);
        if let Some(slot) = self.tables.get_mut(entry) {
            slot.1 = Some(known);
        }
        Some(known)
    }

    /// In what proportions rows come up, where every roll has one.
    fn weights(&self, id: TableId) -> Option<Vec<Nat>> {
        let table = self.plan.tables.get(id.index())?;
        let Some(die) = table.die else {
            return Some(table.weights.iter().copied().map(Nat::from).collect());
        };
        let dist = self.exact().distribution(self.plan, self.state, EntryPoint::new(die)).ok()?;
        if !dist.is_complete() {
            return None;
        }
        let mut weights = vec![Nat::ZERO; table.cells.len()];
        for (roll, weight) in dist.outcomes() {
            let Value::Number(number) = roll else { return None };
            let row = table.index.picked(*number)?;
            *weights.get_mut(row as usize)? += weight;
        }
        Some(weights)
    }

    fn row(&mut self, id: TableId, row: usize, depth: usize) -> Option<Vec<TextSlot>> {
        let table = self.plan.tables.get(id.index())?;
        if let Some(cells) = table.cells.get(row)? {
            return Some(vec![self.fixed(cells.first()?)?]);
        }
        let code = self.plan.code(table.draw?);
        let built = TableOp::BuildRow(id, u32::try_from(row).ok()?).into();
        let start = *table.row_starts.get(row)? as usize;
        let cells = self.read(code, start, built, depth)?;
        let mut shown = Vec::new();
        self.segment(code, cells.into_iter().next()?, depth, &mut shown)?;
        Some(shown)
    }
}
