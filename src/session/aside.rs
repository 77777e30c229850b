//! Copies of a session in which somebody looks around.

use super::{RollSeed, Session};
use crate::engine::State;
use crate::engine::luck::Seed;

impl Session {
    /// A copy in which somebody looks around while a run waits for an answer. It rolls from
    /// luck of its own, so that no look tells which dice come next.
    pub(crate) fn aside(&self) -> Session {
        let mut aside = self.scratch();
        aside.set_dice(Vec::new(), false);
        aside.set_callers_luck(None);
        let seed = aside.seed();
        aside.set_seed(RollSeed { seed: Seed(!seed.seed.0), ..seed });
        aside.world.all_begun();
        aside
    }

    /// Looks at this state from now on.
    pub(crate) fn look_at(&mut self, state: &State) {
        self.world.set_state(state.clone());
    }
}
