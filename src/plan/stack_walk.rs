//! Goes through a code once, from its first step to its last, with something that stands for each value on the stack.
//! Locals and globals are no matter of the stack, so that loops need no second pass.

use rustc_hash::FxHashMap;

use super::{Ix, Leads, Plan};

/// A stack on the way through a code.
pub(super) struct StackWalk<V> {
    /// The operands; `None` where nothing leads on from the step before.
    stack: Option<Vec<V>>,
    /// What waits at steps that are led to from further up.
    waiting: FxHashMap<Ix, Vec<V>>,
    /// Whether two ways met with stacks of different heights, or a step took more than there was.
    is_uneven: bool,
}

impl<V: Clone> StackWalk<V> {
    /// Before the first step, with nothing on the stack.
    pub(super) fn begin() -> StackWalk<V> {
        StackWalk { stack: Some(Vec::new()), waiting: FxHashMap::default(), is_uneven: false }
    }

    /// Whether the stack came out uneven.
    pub(super) fn is_uneven(&self) -> bool {
        self.is_uneven
    }

    /// Comes to a step, where ways may meet; gives how high the stack is, and `None` where nothing leads there.
    pub(super) fn come_to(&mut self, at: Ix, meet: impl Fn(V, V) -> V) -> Option<usize> {
        if let Some(arrived) = self.waiting.remove(&at) {
            let here = self.stack.take();
            self.stack = Some(self.met(here, arrived, meet));
        }
        self.stack.as_ref().map(Vec::len)
    }

    /// What a step takes.
    pub(super) fn take(&mut self, count: u32) -> Vec<V> {
        let Some(stack) = &mut self.stack else { return Vec::new() };
        let at = stack.len().checked_sub(count as usize);
        self.is_uneven |= at.is_none();
        stack.split_off(at.unwrap_or(0))
    }

    /// What a step gives.
    pub(super) fn give(&mut self, value: V) {
        if let Some(stack) = &mut self.stack {
            stack.push(value);
        }
    }

    /// Goes where a step leads that took these.
    pub(super) fn lead(&mut self, plan: &Plan, leads: Leads, taken: &[V], meet: impl Fn(V, V) -> V) {
        match leads {
            Leads::On | Leads::Twice(_) => {}
            Leads::To(to) => {
                let stack = self.stack.take();
                stack.into_iter().for_each(|stack| self.wait(to, stack, &meet));
            }
            Leads::Either(to) => self.wait(to, self.stack.clone().unwrap_or_default(), meet),
            Leads::EitherKeeping(to) => {
                let stack = self.stack.iter().flatten().chain(taken).cloned().collect();
                self.wait(to, stack, meet);
            }
            Leads::ToRow(table) => {
                let starts = plan.tables.get(table.index()).map_or(&[][..], |table| &table.row_starts);
                // A row that is known already was put on the stack by this step; others are made there.
                let mut below = self.stack.clone().unwrap_or_default();
                below.pop();
                for start in starts.iter().filter(|start| **start > 0) {
                    self.wait(*start, below.clone(), &meet);
                }
            }
            Leads::Back(_) | Leads::Return | Leads::Nowhere => self.stack = None,
        }
    }

    fn wait(&mut self, to: Ix, stack: Vec<V>, meet: impl Fn(V, V) -> V) {
        let earlier = self.waiting.remove(&to);
        let both = self.met(earlier, stack, meet);
        self.waiting.insert(to, both);
    }

    /// Two ways meet.
    fn met(&mut self, stack: Option<Vec<V>>, arrived: Vec<V>, meet: impl Fn(V, V) -> V) -> Vec<V> {
        let Some(stack) = stack else { return arrived };
        self.is_uneven |= stack.len() != arrived.len();
        stack.into_iter().zip(arrived).map(|(a, b)| meet(a, b)).collect()
    }
}
