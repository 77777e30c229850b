//! The tests that stand in sources.

use std::sync::Arc;

use super::Reply;
use super::entry::Attempt;
use crate::check::program::Test;
use crate::engine::{EntryPoint, Log, NoAnswers};

impl Attempt<'_> {
    /// Runs a test from the campaign's first state; nothing of it stays.
    pub(crate) fn run_test(&mut self, test: &Arc<Test>, log: &mut dyn Log) -> Reply {
        let at = self.world().program().tests.iter().position(|other| Arc::ptr_eq(other, test));
        let code = at.and_then(|at| self.world().plan().tests.get(at).copied());
        let now = self.world().clone();
        self.world().begin_again();
        let defined = self.world().has_definitions().then(|| self.run_definitions());
        let reply = match defined.filter(|reply| !reply.is_done()) {
            Some(failed) => failed,
            None => self.run_code(code.map(EntryPoint::new), test.span, &mut NoAnswers::default(), log),
        };
        *self.world() = now;
        reply
    }
}
