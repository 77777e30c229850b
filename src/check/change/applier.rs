//! Who applies changes.

use crate::check::checker::Checker;
use crate::check::program::ModuleId;

/// Applies the changes that one module makes to what it uses: it sees the checker and the module, and nothing
/// else.
pub(in crate::check) struct ChangeApplier<'c, 'a> {
    pub(super) cx: &'c mut Checker<'a>,
    pub(super) module: ModuleId,
}

impl<'a> Checker<'a> {
    /// For the changes that a module makes.
    pub(in crate::check) fn changes_in(&mut self, module: ModuleId) -> ChangeApplier<'_, 'a> {
        ChangeApplier { cx: self, module }
    }
}
