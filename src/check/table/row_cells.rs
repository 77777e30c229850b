//! The results of a row while they are worked out.

use std::sync::Arc;

use crate::check::program::{Expr, LocalId, ScaleId};
use crate::syntax::ast;

/// The results of a row while they are worked out.
#[derive(Debug, Clone)]
pub(in crate::check) struct RowCells {
    /// The names of the columns.
    pub(super) names: Vec<Arc<str>>,
    pub(super) cells: Vec<(ast::Cell, Option<ScaleId>)>,
    pub(super) made: Vec<Option<Expr>>,
    /// Those that are being worked out inside one another.
    pub(super) running: Vec<usize>,
    /// What others use, in the order in which it is worked out.
    pub(crate) shared: Vec<(usize, LocalId)>,
}
