//! How operators are written.

use std::fmt;

use super::op::{Count, Op, PoolOp};
use super::operator::About;
use super::ops;

impl<N, C> PoolOp<N, C> {
    /// What there is to know about it.
    pub(crate) const fn about(&self) -> &'static About {
        match self {
            PoolOp::Keep(keep) => keep.about(),
            PoolOp::Again(again) => again.about(),
            PoolOp::Bound(bound) => bound.about(),
            PoolOp::Count(_) => &ops::COUNT,
        }
    }
}

/// The operator in the notation of the language: `kh3`, `!>=9 limit 3`, `c>=8 cf=1`.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about().symbol)?;
        match self {
            Op::Keep(keep) => write!(f, "{}", keep.count),
            Op::Again(again) => again.write_arguments(f),
            Op::Bound(bound) => write!(f, "{}", bound.number),
            Op::Count(Count { hit, miss: None }) => write!(f, "{hit}"),
            Op::Count(Count { hit, miss: Some(miss) }) => write!(f, "{hit} cf{miss}"),
        }
    }
}
