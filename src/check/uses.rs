//! Which modules a module uses.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::program::ModuleId;

/// The modules that a module uses, by the names they have there.
#[derive(Debug, Clone, Default)]
pub(super) struct UsedModules {
    all: Vec<(Arc<str>, ModuleId)>,
    /// The module of each name.
    of: FxHashMap<Arc<str>, ModuleId>,
    /// Each of these modules once, in the order in which they came.
    modules: Vec<ModuleId>,
}

impl UsedModules {
    /// Each with its name.
    pub(super) fn all(&self) -> &[(Arc<str>, ModuleId)] {
        &self.all
    }

    /// The modules, each once.
    pub(super) fn modules(&self) -> &[ModuleId] {
        &self.modules
    }

    /// The module of this name.
    pub(super) fn named(&self, name: &str) -> Option<ModuleId> {
        self.of.get(name).copied()
    }

    /// Adds a module. Another one of its name stays, and is the one that the name stands for.
    pub(super) fn add(&mut self, name: Arc<str>, module: ModuleId) {
        self.of.entry(Arc::clone(&name)).or_insert(module);
        self.all.push((name, module));
        if !self.modules.contains(&module) {
            self.modules.push(module);
        }
    }

    /// Adds a module, in the place of those of its name.
    pub(super) fn put(&mut self, name: Arc<str>, module: ModuleId) {
        if self.of.remove(&name).is_some() {
            self.all.retain(|(known, _)| *known != name);
            self.modules.retain(|of| self.all.iter().any(|(_, used)| used == of));
        }
        self.add(name, module);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_files_of_one_name_are_both_used_and_an_alias_has_one_module() {
        let mut uses = UsedModules::default();
        uses.add("moor".into(), ModuleId(1));
        uses.add("moor".into(), ModuleId(2));
        assert_eq!(
            (uses.modules(), uses.named("moor")),
            (&[ModuleId(1), ModuleId(2)][..], Some(ModuleId(1)))
        );
        uses.put("moor".into(), ModuleId(3));
        assert_eq!((uses.modules(), uses.named("moor")), (&[ModuleId(3)][..], Some(ModuleId(3))));
    }
}
