//! The tests that stand in sources.

use std::sync::Arc;

use super::{Reply, Session};
use crate::check::program::Test;
use crate::engine::{Entry, Log, NoAnswers};

impl Session {
    /// The tests of the started files.
    pub(crate) fn tests(&self) -> Vec<Arc<Test>> {
        let program = self.program();
        program.tests.iter().filter(|test| program.started.contains(&test.module)).cloned().collect()
    }

    /// Runs a test from the campaign's first state; nothing of it stays.
    pub(crate) fn run_test(&mut self, test: &Arc<Test>, log: &mut dyn Log) -> Reply {
        let at = self.program().tests.iter().position(|other| Arc::ptr_eq(other, test));
        let code = at.and_then(|at| self.world.plan.tests.get(at).copied());
        let now = self.world.clone();
        self.world.begin_again();
        let defined = self.has_definitions().then(|| self.run_definitions());
        let reply = match defined.filter(|reply| !reply.is_done()) {
            Some(failed) => failed,
            None => self.run_code(code.map(Entry::new), test.span, &mut NoAnswers::default(), log),
        };
        self.world = now;
        reply
    }
}
