//! What is wrong with a pool before any die is rolled, as data for the checker.

use super::{Condition, Count, Faces, Op, PoolSource, PoolSpec, ProblemKind};

/// Something wrong with a pool, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// Which entry it is in, from the outermost in; empty for the pool itself.
    pub entry: Vec<usize>,
    /// Which operator it is about, counted from 0; nothing where it is about the dice.
    pub op: Option<usize>,
    /// What is wrong.
    pub kind: ProblemKind,
}

impl PoolSpec {
    /// What is wrong with the pool: fatal problems and remarks, in the order they are written.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        self.collect(&mut Vec::new(), &mut found);
        found
    }

    /// The first problem that keeps the pool from being rolled.
    pub(crate) fn fatal_problem(&self) -> Option<Problem> {
        self.problems().into_iter().find(|problem| problem.kind.is_fatal())
    }

    fn collect(&self, entry: &mut Vec<usize>, found: &mut Vec<Problem>) {
        match &self.source {
            PoolSource::Dice { faces, .. } => {
                if let Some(kind) = faces_problem(faces) {
                    found.push(Problem { entry: entry.clone(), op: None, kind });
                    return;
                }
            }
            PoolSource::Entries(entries) => {
                for (at, inner) in entries.iter().enumerate() {
                    entry.push(at);
                    inner.collect(entry, found);
                    entry.pop();
                }
            }
        }
        let mut report = |op, kind| found.push(Problem { entry: entry.clone(), op: Some(op), kind });
        let mut counted = false;
        // Whether the values are still faces of the die, so that faces tell what a condition meets.
        let mut natural = true;
        for (at, op) in self.ops.iter().enumerate() {
            if counted {
                report(at, ProblemKind::AfterCount);
            }
            if let Some(kind) = self.op_problem(at, op, natural) {
                report(at, kind);
            }
            counted |= matches!(op, Op::Count(_));
            natural &= op.leaves_faces();
        }
    }

    fn op_problem(&self, at: usize, op: &Op, natural: bool) -> Option<ProblemKind> {
        let PoolSource::Dice { count, faces } = &self.source else {
            return matches!(op, Op::Again(_)).then_some(ProblemKind::NeedsDice);
        };
        if faces.is_text() {
            return Some(ProblemKind::NeedsNumbers);
        }
        let never = |condition: Condition| natural && faces.none_meet(&condition);
        match *op {
            Op::Again(again) => again
                .endless(faces)
                .or_else(|| never(again.trigger(faces)).then_some(ProblemKind::NeverMeets)),
            Op::Count(Count { hit, miss: _ }) => never(hit).then_some(ProblemKind::NeverMeets),
            Op::Keep(keep) => {
                (at == 0 && *count > 0 && keep.count >= *count).then_some(ProblemKind::KeepsAll)
            }
            Op::Bound(_) => None,
        }
    }
}

fn faces_problem(faces: &Faces) -> Option<ProblemKind> {
    match faces {
        Faces::Digits(digits) if *digits > Faces::MOST_DIGITS => Some(ProblemKind::TooManyDigits),
        Faces::Sides(_) | Faces::Fate | Faces::Digits(_) | Faces::Numbers(_) | Faces::Texts(_) => {
            (faces.count() == 0).then_some(ProblemKind::NoFaces)
        }
    }
}
