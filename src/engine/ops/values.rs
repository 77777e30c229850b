//! Values put on the stack, taken from it, and put together.

use std::sync::Arc;

use super::{is_same, nesting};
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{Host, Stop};
use crate::plan::{Unrolled, Value};

impl Step<'_> {
    pub(super) fn take_into(&mut self, local: u32) -> CodeFlow {
        let value = self.pop();
        self.set_local(local, value);
        CodeFlow::Next
    }

    pub(super) fn not(&mut self) -> Result<CodeFlow, Stop> {
        let yes = self.pop_yes_no()?;
        Ok(self.push(Value::YesNo(!yes)))
    }

    pub(super) fn is(&mut self) -> CodeFlow {
        let (left, right) = self.pop_two();
        let same = is_same(self.plan(), &left, &right);
        self.push(Value::YesNo(same))
    }

    pub(super) fn is_empty(&mut self) -> CodeFlow {
        let value = self.pop();
        let list = matches!(&value, Value::List(items) if items.is_empty());
        let set = matches!(&value, Value::Set(_, words) if words.is_empty());
        let text = matches!(&value, Value::Text(text) if text.is_empty());
        self.push(Value::YesNo(list || set || text || value == Value::Nothing))
    }

    pub(super) fn make_list(&mut self, host: &mut Host<'_>, count: usize) -> Result<CodeFlow, Stop> {
        host.budget.list(count)?;
        let items = self.pop_many(count);
        nesting::fits(host, items.iter())?;
        Ok(self.push(Value::List(Arc::new(items))))
    }

    pub(super) fn make_parts(&mut self, host: &mut Host<'_>, names: &[Arc<str>]) -> Result<CodeFlow, Stop> {
        let values = self.pop_many(names.len());
        nesting::fits(host, values.iter())?;
        let parts: Arc<[(Arc<str>, Value)]> = names.iter().cloned().zip(values).collect();
        Ok(self.push(Value::Parts(parts)))
    }

    /// Something unrolled, made with so many values.
    pub(super) fn make_unrolled(
        &mut self,
        count: usize,
        of: impl FnOnce(Arc<[Value]>) -> Unrolled,
    ) -> CodeFlow {
        let values = self.pop_many(count).into();
        self.push(Value::Unrolled(Arc::new(of(values))))
    }
}
