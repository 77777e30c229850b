//! What is called what in a written state: names with their modules, and a number where one name
//! stands for several.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::check::Workspace;
use crate::check::program::{Def, Program};

/// The names of one kind of thing, by their ids.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    names: Vec<Arc<str>>,
    ids: FxHashMap<Arc<str>, usize>,
}

impl Names {
    fn of<'a>(program: &Program, defs: impl Iterator<Item = &'a Def>) -> Names {
        let mut all = Names::default();
        for (id, def) in defs.enumerate() {
            let module = program.modules.get(def.module.index()).map_or("", |module| &module.name);
            // What is typed, and what is built in, goes by its bare name.
            let bare = def.module == Workspace::SESSION;
            let plain = if bare { def.name.to_string() } else { format!("{module}.{}", def.name) };
            let mut name: Arc<str> = plain.as_str().into();
            let mut nth = 2;
            while all.ids.contains_key(&name) {
                name = format!("{plain}#{nth}").into();
                nth += 1;
            }
            all.names.push(Arc::clone(&name));
            all.ids.insert(name, id);
        }
        all
    }

    /// The name of an id.
    pub fn name(&self, id: usize) -> &str {
        self.names.get(id).map_or("?", |name| name)
    }

    /// The id of a name.
    pub fn id(&self, name: &str) -> Option<usize> {
        self.ids.get(name).copied()
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }
}

/// The names of all that a state may speak of.
#[derive(Debug, Clone)]
pub(super) struct Labels {
    pub globals: Names,
    pub rosters: Names,
    pub tables: Names,
    pub scales: Names,
    pub timers: Names,
    pub units: Names,
}

impl Labels {
    /// The names of a program.
    pub fn of(program: &Program) -> Labels {
        Labels {
            globals: Names::of(program, program.globals.iter().map(|global| &global.def)),
            rosters: Names::of(program, program.rosters.iter().map(|roster| &roster.def)),
            tables: Names::of(program, program.tables.iter().map(|table| &table.def)),
            scales: Names::of(program, program.scales.iter().map(|scale| &scale.def)),
            timers: Names::of(program, program.timers.iter().map(|timer| &timer.def)),
            units: Names::of(program, program.units.all.iter().map(|unit| &unit.def)),
        }
    }
}
