//! The odds of a record, field by field.

use rustc_hash::FxHashMap;

use super::inspect::Inspect;
use super::odds::{Method, Odds};
use crate::dist::Dist;
use crate::plan::Value;

/// Odds of something that may have parts.
#[derive(Debug)]
pub(crate) enum OddsInParts {
    /// It has none.
    Whole(Box<Odds>),
    /// Of each part by itself.
    Each(Vec<Odds>),
}

impl OddsInParts {
    /// The same, but for the parts of which something better is known.
    pub(super) fn but(mut self, better: Vec<Option<Odds>>) -> OddsInParts {
        if let OddsInParts::Each(parts) = &mut self {
            for (part, better) in parts.iter_mut().zip(better) {
                if let Some(better) = better {
                    *part = better;
                }
            }
        }
        self
    }
}

impl Inspect<'_> {
    /// The odds of each part by itself, where all outcomes are records with the same fields.
    pub(super) fn in_parts(self, odds: Odds) -> OddsInParts {
        match self.odds_by_field(&odds) {
            Some(parts) => OddsInParts::Each(parts),
            None => OddsInParts::Whole(Box::new(odds)),
        }
    }

    fn odds_by_field(self, odds: &Odds) -> Option<Vec<Odds>> {
        let records: Option<Vec<_>> = odds.outcomes().map(|outcome| parts(outcome.value())).collect();
        let records = records?;
        let names: Vec<&str> = records.first()?.iter().map(|(name, _)| &**name).collect();
        let same = |record: &&[(std::sync::Arc<str>, Value)]| {
            record.len() == names.len()
                && record.iter().zip(&names).all(|((name, _), known)| **name == **known)
        };
        if names.is_empty() || odds.residual.is_some() || !records.iter().all(same) {
            return None;
        }
        let field = |at: usize| {
            let values = records.iter().map(|record| record.get(at).map(|(_, value)| value.clone()));
            let values: Option<Vec<Value>> = values.collect();
            self.field(odds, values?, names.get(at)?)
        };
        // The rule-set that the question named may not be loaded any more; who shows the whole knows it.
        let seen = |field: Odds| field.seen_by(odds.viewer().clone());
        (0..names.len()).map(|at| field(at).map(seen)).collect()
    }

    /// The odds of a field, given its value in each outcome.
    fn field(self, odds: &Odds, values: Vec<Value>, name: &str) -> Option<Odds> {
        let expr = name.to_owned();
        match &odds.method {
            Method::Exact | Method::Short => {
                let weighed = values.into_iter().zip(odds.outcomes());
                let weighed = weighed.map(|(value, outcome)| (value, outcome.weight().clone()));
                Some(Odds::exact_of(self, &expr, Dist::from_weights(weighed).ok()?))
            }
            // What is left over is shared by all fields, and belongs to none.
            Method::Rounded => None,
            Method::Samples { samples, seed } => {
                let mut counts: FxHashMap<Value, u64> = FxHashMap::default();
                for (value, outcome) in values.into_iter().zip(odds.outcomes()) {
                    *counts.entry(value).or_insert(0) += outcome.weight().as_u64()?;
                }
                Some(Odds::sampled_of(self, &expr, counts, *samples, seed.parse().ok()?))
            }
        }
    }
}

/// The named parts of a record.
fn parts(value: &Value) -> Option<&[(std::sync::Arc<str>, Value)]> {
    match value {
        Value::Parts(parts) => Some(parts),
        _ => None,
    }
}
