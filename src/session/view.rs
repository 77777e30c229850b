//! Values shown while something runs, when the session itself is busy.

use std::sync::Arc;

use super::{Session, json};
use crate::base::Sources;
use crate::engine::State;
use crate::plan::{Plan, Value};

/// What is needed to show values: names as they stood when the run began.
#[derive(Debug, Clone)]
pub struct Viewer {
    plan: Arc<Plan>,
    state: State,
    sources: Sources,
}

impl Session {
    /// What is needed to show values while something runs.
    pub fn viewer(&self) -> Viewer {
        Viewer {
            plan: Arc::clone(&self.world.plan),
            state: self.world.state.clone(),
            sources: self.sources.clone(),
        }
    }
}

impl Viewer {
    /// A value as JSON.
    pub fn json(&self, value: &Value) -> serde_json::Value {
        json::value_json(&self.plan, &self.state, value)
    }

    /// The sources.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}
