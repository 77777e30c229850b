//! Walking, collecting and ordering lists; putting texts together.

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::access::whole;
use super::{is_same, nesting};
use crate::base::Num;
use crate::check::program::{Kind, Param, ScaleId, TableId};
use crate::diag::codes::running;
use crate::engine::Host;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{Fault, Stop};
use crate::plan::{Code, Plan, Unrolled, Value};

/// Longer lists are not kept in order: hardly two runs are alike that hold one, and each item would move all those behind
/// it.
const MOST_SORTED: usize = 1 << 10;

impl Step<'_> {
    pub(super) fn next_item(&mut self, list: u32, item: u32, exit: u32) -> Result<CodeFlow, Stop> {
        let at = self.local(list + 1).as_number().and_then(Num::as_int);
        let at = at.and_then(|at| usize::try_from(at).ok()).expect("a walk counts");
        let walked = self.local(list);
        let value = match walked.as_whole_range() {
            Some((low, high)) => {
                let item = low.saturating_add(i64::try_from(at).unwrap_or(i64::MAX));
                (item <= high).then(|| Value::int(item))
            }
            None => walked.as_list().expect("a list is walked").get(at).cloned(),
        };
        let Some(value) = value else { return Ok(CodeFlow::Jump(exit)) };
        self.set_local(list + 1, Value::int(i64::try_from(at + 1).unwrap_or(i64::MAX)));
        self.set_local(item, value);
        Ok(CodeFlow::Next)
    }

    pub(super) fn count_down(&mut self, count: u32, exit: u32) -> CodeFlow {
        let Value::Number(left) = *self.local(count) else { return CodeFlow::Jump(exit) };
        if left <= Num::ZERO {
            return CodeFlow::Jump(exit);
        }
        self.set_local(count, Value::Number(left.sub(Num::ONE).unwrap_or(Num::ZERO)));
        CodeFlow::Next
    }

    pub(super) fn append(
        &mut self,
        host: &mut Host<'_>,
        code: &Code,
        pc: u32,
        (list, sorted): (u32, bool),
    ) -> Result<CodeFlow, Stop> {
        let value = self.pop();
        let slot = self.local_mut(list);
        let Value::List(mut items) = std::mem::take(slot) else { unreachable!("a list grows") };
        host.budget.grows(items.len())?;
        nesting::fits(host, std::iter::once(&value))?;
        let own = Arc::make_mut(&mut items);
        if sorted && own.len() < MOST_SORTED {
            let at = own.partition_point(|item| item.order(&value) != Ordering::Greater);
            own.insert(at, value);
        } else {
            own.push(value);
        }
        if !code.folded.is_empty()
            && let (Some(folds), Some(frame)) = (code.folded.at(pc), self.frames().last())
            && let Some(shorter) = host.luck.folded((frame.code, pc), folds, &items)
        {
            items = Arc::new(shorter);
        }
        self.set_local(list, Value::List(items));
        Ok(CodeFlow::Next)
    }

    pub(super) fn make_items(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let value = self.pop();
        let items = match &value {
            Value::List(_) => return Ok(self.push(value)),
            Value::Set(scale, words) => words.iter().map(|word| Value::Word(*scale, *word)).collect(),
            Value::Range(_) => {
                let (low, high) = self.range_ends(host, &value)?;
                (low..=high).map(Value::int).collect()
            }
            Value::Unrolled(unrolled) => match &**unrolled {
                Unrolled::Table(table, _) => {
                    self.rows(*table);
                    return Ok(CodeFlow::Next);
                }
                Unrolled::Expr(..) | Unrolled::Pool(_) => return Err(self.wrong_kind("a list", &value)),
            },
            Value::Nothing => Vec::new(),
            // One row or record is a list of one.
            Value::Row(_) | Value::Record(..) => vec![value.clone()],
            Value::Unset
            | Value::YesNo(_)
            | Value::Number(_)
            | Value::Percent(_)
            | Value::Quantity(..)
            | Value::Fraction(_)
            | Value::Word(..)
            | Value::Text(_)
            | Value::Parts(_)
            | Value::Odds(_)
            | Value::Open(_) => return Err(self.no_list(&value)),
        };
        Ok(self.push(Value::List(Arc::new(items))))
    }

    /// A value that has no items. Dice that are handed to an input without a kind are a number there.
    fn no_list(&self, value: &Value) -> Stop {
        let stop = self.wrong_kind("a list", value);
        let is_open = |input: &&Param| input.kind == Kind::Any && matches!(value, Value::Number(_));
        let Some(input) = self.input_taken().filter(is_open) else { return stop };
        let Stop::Fault(fault) = stop else { return stop };
        let name = &input.name;
        let fault = fault.label(input.span, "this input takes dice as their total");
        fault.help(format!("write `{name}: list` here to be handed the single dice")).into()
    }

    /// A walk goes through a range number by number: nobody needs all of them at once.
    pub(super) fn make_walk(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        if let Value::Range(_) = self.peek(0) {
            let value = self.pop();
            self.range_ends(host, &value)?;
            return Ok(self.push(value));
        }
        self.make_items(host)
    }

    /// The ends of a range of whole numbers that has no more of them than a list may have.
    fn range_ends(&self, host: &mut Host<'_>, value: &Value) -> Result<(i64, i64), Stop> {
        let Some((low, high)) = value.as_whole_range() else {
            return Err(self.wrong_kind("a range of whole numbers", value));
        };
        let count = high.saturating_sub(low).saturating_add(1).max(0);
        host.budget.list(usize::try_from(count).unwrap_or(usize::MAX))?;
        Ok((low, high))
    }

    pub(super) fn make_count(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let value = self.pop();
        let number = self.number(&value)?;
        match whole(number) {
            Some(count) => {
                host.budget.charge(count / 64)?;
                Ok(self.push(Value::Number(number)))
            }
            None => Err(Fault::new(
                &running::KIND,
                format!("{} times: the number must be whole, 0 or more", number.shown()),
            )
            .into()),
        }
    }

    pub(super) fn make_text(&mut self, host: &mut Host<'_>, count: usize) -> Result<CodeFlow, Stop> {
        let parts = self.pop_many(count);
        let mut text = String::new();
        for part in &parts {
            if let Value::Text(part) = part {
                text.push_str(part);
            } else if let Value::List(_) = part {
                text.push_str(&self.joined(part));
            } else {
                text.push_str(&self.spoken(part));
            }
            if text.len() > host.budget.text {
                break;
            }
        }
        host.budget.text(text.len())?;
        Ok(self.push(Value::text(text)))
    }

    /// A list as text: `a, b and c`.
    pub(super) fn joined(&self, list: &Value) -> String {
        // One thing alone is joined with nothing.
        let one = std::slice::from_ref(list);
        let items = list.as_list().map_or(if *list == Value::Nothing { &[][..] } else { one }, |items| items);
        let texts: Vec<String> = items.iter().map(|item| self.spoken(item)).collect();
        match texts.as_slice() {
            [] => "nothing".to_owned(),
            [only] => only.clone(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }

    pub(super) fn sort_by(&mut self, host: &mut Host<'_>, down: u32) -> Result<CodeFlow, Stop> {
        let (items, keys) = self.pop_two();
        let mut items = list_of(items);
        host.budget.charge(items.len() as u64 * 4)?;
        let keys = list_of(keys);
        if keys.is_empty() {
            let plan = self.plan();
            items.sort_by(|a, b| if down == 0 { plan.order(a, b) } else { plan.order(b, a) });
            return Ok(self.push(Value::List(Arc::new(items))));
        }
        let mut pairs: Vec<(Value, Value)> = keys.into_iter().zip(items).collect();
        let plan = self.plan();
        pairs.sort_by(|(a, _), (b, _)| compare_keys(plan, a, b, down));
        let sorted = pairs.into_iter().map(|(_, item)| item).collect();
        Ok(self.push(Value::List(Arc::new(sorted))))
    }

    /// Groups of equal keys, highest first; items stay in order within their group.
    pub(super) fn group_by(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let (items, keys) = self.pop_two();
        let mut pairs: Vec<(Value, Value)> = list_of(keys).into_iter().zip(list_of(items)).collect();
        host.budget.charge(pairs.len() as u64 * 4)?;
        // Texts are the same whatever their case.
        for (key, _) in &mut pairs {
            if let Value::Text(text) = key {
                *key = Value::text(text.to_lowercase());
            }
            if let Some(amount) = self.plan().in_smallest_unit(key) {
                *key = amount;
            }
        }
        let plan = self.plan();
        pairs.sort_by(|(a, _), (b, _)| compare_keys(plan, b, a, 0));
        let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
        for (key, item) in pairs {
            let known = if matches!(key, Value::Row(_)) {
                // Rows of one name may stand apart: another number was rolled for them.
                host.budget.charge(groups.len() as u64)?;
                groups.iter().position(|(other, _)| is_same(self.plan(), other, &key))
            } else {
                groups.len().checked_sub(1).filter(|last| groups[*last].0.same(&key))
            };
            match known.and_then(|at| groups.get_mut(at)) {
                Some((_, group)) => group.push(item),
                None => groups.push((key, vec![item])),
            }
        }
        let groups: Vec<Value> = groups.into_iter().map(|(_, group)| Value::List(Arc::new(group))).collect();
        nesting::fits(host, groups.iter())?;
        Ok(self.push(Value::List(Arc::new(groups))))
    }

    pub(super) fn extreme_by(&mut self, highest: bool) -> Result<CodeFlow, Stop> {
        let (items, keys) = self.pop_two();
        let pairs = list_of(keys).into_iter().zip(list_of(items));
        let better = |a: &Value, b: &Value| {
            let order = self.plan().order_as_key(a, b);
            if highest { order.is_gt() } else { order.is_lt() }
        };
        let best = pairs.reduce(|best, next| if better(&next.0, &best.0) { next } else { best });
        // Of none, none is the highest.
        Ok(self.push(best.map_or(Value::Nothing, |(_, item)| item)))
    }

    /// A set with a word added, where it does not have it yet.
    pub(super) fn with_once(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let within = self.peek(1).as_list();
        let has =
            within.is_some_and(|items| items.iter().any(|item| is_same(self.plan(), item, self.peek(0))));
        if has {
            self.pop();
            return Ok(CodeFlow::Next);
        }
        self.with(host)
    }

    /// A list or set with a value added.
    pub(super) fn with(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let (to, value) = self.pop_two();
        nesting::fits(host, std::iter::once(&value))?;
        let added = if let Value::List(mut items) = to {
            // One that somebody else holds is copied.
            match Arc::get_mut(&mut items) {
                Some(items) => host.budget.grows(items.len())?,
                None => host.budget.list(items.len() + 1)?,
            }
            Arc::make_mut(&mut items).push(value);
            Value::List(items)
        } else if let Value::Set(scale, words) = to {
            let word = self.word_of_set(scale, &value)?;
            let mut words = words.to_vec();
            if let Err(at) = words.binary_search(&word) {
                words.insert(at, word);
            }
            Value::Set(scale, words.into())
        } else if to == Value::Nothing {
            Value::List(Arc::new(vec![value]))
        } else {
            return Err(self.wrong_kind("a list or a set", &to));
        };
        Ok(self.push(added))
    }

    fn word_of_set(&self, scale: ScaleId, value: &Value) -> Result<u32, Stop> {
        if let Value::Word(of, word) = value
            && *of == scale
        {
            return Ok(*word);
        }
        Err(self.wrong_kind("a word of the set's list", value))
    }

    /// A list or set with a value taken out; of a list, every item that is in a second list, or the
    /// first that is the same.
    pub(super) fn without(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let (from, value) = self.pop_two();
        host.budget.charge(from.weight())?;
        let left = if let Value::List(mut items) = from {
            if let Value::List(taken) = &value {
                items = Arc::new(self.left_of(host, &items, taken)?);
            } else if let Some(at) = items.iter().position(|item| is_same(self.plan(), item, &value)) {
                Arc::make_mut(&mut items).remove(at);
            }
            Value::List(items)
        } else if let Value::Set(scale, words) = from {
            let word = self.word_of_set(scale, &value)?;
            Value::Set(scale, words.iter().copied().filter(|other| *other != word).collect())
        } else {
            return Err(self.wrong_kind("a list or a set", &from));
        };
        Ok(self.push(left))
    }

    /// The items that are not among others. A row is the same row of the same table, whatever was rolled in it,
    /// and is looked up: as many may be drawn from a table as it has.
    fn left_of(&self, host: &mut Host<'_>, items: &[Value], taken: &[Value]) -> Result<Vec<Value>, Stop> {
        let row = |value: &Value| if let Value::Row(row) = value { Some((row.table, row.row)) } else { None };
        let rows: FxHashSet<(TableId, u32)> = taken.iter().filter_map(row).collect();
        let others: Vec<&Value> = taken.iter().filter(|other| row(other).is_none()).collect();
        let held_against = |item: &Value| if row(item).is_some() { others.len() } else { taken.len() };
        let pairs = items.iter().map(|item| held_against(item) as u64).fold(0, u64::saturating_add);
        host.budget.charge(taken.len() as u64 + pairs / 16)?;
        let stays = |item: &&Value| match row(item) {
            Some(row) => {
                !rows.contains(&row) && !others.iter().any(|other| is_same(self.plan(), item, other))
            }
            None => !taken.iter().any(|other| is_same(self.plan(), item, other)),
        };
        Ok(items.iter().filter(stays).cloned().collect())
    }
}

/// The items of a list; of anything else, none.
pub(super) fn list_of(value: Value) -> Vec<Value> {
    if let Value::List(items) = value { Arc::unwrap_or_clone(items) } else { Vec::new() }
}

/// Compares lists of keys; the bits say which keys go down.
fn compare_keys(plan: &Plan, a: &Value, b: &Value, down: u32) -> Ordering {
    match (a, b) {
        (Value::List(a), Value::List(b)) => plan.order_by_keys(a, b, down),
        (a, b) => plan.order_as_key(a, b),
    }
}
