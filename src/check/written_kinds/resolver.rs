//! Who resolves kinds.

use crate::check::checker::Checker;
use crate::check::program::ModuleId;

/// Resolves kinds and units as they are written in one module: it sees the checker and the module, and nothing
/// else.
pub(in crate::check) struct KindResolver<'c, 'a> {
    pub(super) cx: &'c mut Checker<'a>,
    pub(super) module: ModuleId,
}

impl<'a> Checker<'a> {
    /// For kinds and units that are written in a module.
    pub(in crate::check) fn kinds_in(&mut self, module: ModuleId) -> KindResolver<'_, 'a> {
        KindResolver { cx: self, module }
    }
}
