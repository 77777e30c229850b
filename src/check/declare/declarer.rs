//! Who declares.

use crate::check::checker::Checker;
use crate::check::program::ModuleId;

/// Declares what one module defines: it sees the checker and the module, and nothing else.
pub(in crate::check) struct Declarer<'c, 'a> {
    pub(super) cx: &'c mut Checker<'a>,
    pub(super) module: ModuleId,
}

impl<'a> Checker<'a> {
    /// For the names of a module.
    pub(in crate::check) fn declarations(&mut self, module: ModuleId) -> Declarer<'_, 'a> {
        Declarer { cx: self, module }
    }
}
