//! What is added to the coming rolls on a table.

use std::sync::Arc;

use crate::base::Num;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{Host, Stop};
use crate::plan::Value;

impl Step<'_> {
    /// So many of the coming rolls are given a bonus, on top of what they are given already.
    pub(super) fn give_next(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let (count, bonus) = (self.number(self.peek(1))?, self.number(self.peek(0))?);
        let count = count.as_int().and_then(|count| u32::try_from(count).ok()).unwrap_or(u32::MAX);
        host.budget.charge(u64::from(count))?;
        let count = count as usize;
        let mut coming = given(self.peek(2));
        coming.resize(coming.len().max(count), Num::ZERO);
        for slot in coming.iter_mut().take(count) {
            *slot = slot.add(bonus)?;
        }
        self.pop_many(3);
        Ok(self.push(list(coming)))
    }

    /// A roll with what it is given.
    pub(super) fn add_next(&mut self) -> Result<CodeFlow, Stop> {
        let bonus = given(self.peek(0)).first().copied().unwrap_or(Num::ZERO);
        let roll = self.peek(1).clone();
        let total = if let Value::Number(number) = &roll { Value::Number(number.add(bonus)?) } else { roll };
        self.pop_many(2);
        Ok(self.push(total))
    }

    /// One roll fewer.
    pub(super) fn drop_next(&mut self) -> CodeFlow {
        let coming = self.pop();
        self.push(list(given(&coming).into_iter().skip(1).collect()))
    }
}

/// What the coming rolls are given, one after the other.
fn given(coming: &Value) -> Vec<Num> {
    let items = coming.as_list().map_or(&[][..], |items| items);
    items.iter().map(|item| item.as_number().unwrap_or(Num::ZERO)).collect()
}

fn list(coming: Vec<Num>) -> Value {
    Value::List(Arc::new(coming.into_iter().map(Value::Number).collect()))
}
