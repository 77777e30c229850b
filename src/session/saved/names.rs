//! What is called what in a written state: names with their modules, and a number where one name
//! stands for several.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Span;
use crate::check::Workspace;
use crate::check::program::{Def, Program};
use crate::session::nowhere::NO_SOURCE;

/// The names of one kind of thing, by their ids.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    names: Vec<Arc<str>>,
    ids: FxHashMap<Arc<str>, usize>,
}

impl Names {
    fn of<'a>(program: &Program, defs: impl Iterator<Item = &'a Def>) -> Names {
        let mut all = Names::default();
        // A name that was given a thousand times is not looked for a thousand times.
        let mut given: FxHashMap<String, u32> = FxHashMap::default();
        for (id, def) in defs.enumerate() {
            let module = program.modules.get(def.module.index()).map_or("", |module| &module.name);
            // What is typed, and what is built in, goes by its bare name.
            let bare = def.module == Workspace::SESSION;
            let plain = if bare { def.name.to_string() } else { format!("{module}.{}", def.name) };
            let number = given.entry(plain.clone()).or_insert(0);
            let name: Arc<str> = loop {
                *number += 1;
                let name = if *number == 1 { plain.clone() } else { format!("{plain}#{number}") };
                if !all.ids.contains_key(name.as_str()) {
                    break name.into();
                }
            };
            all.names.push(Arc::clone(&name));
            all.ids.insert(name, id);
        }
        all
    }

    /// What these things are called among others, which were made from the same texts: what was typed
    /// goes by its place, else by its name. `gone` gets those that are in no place there.
    fn carried<'a>(
        self,
        own: impl Iterator<Item = &'a Def>,
        to: &Names,
        others: impl Iterator<Item = &'a Def>,
        gone: &mut FxHashSet<usize>,
    ) -> Names {
        // What is built in stands nowhere.
        let is_typed = |def: &Def| def.module == Workspace::SESSION && def.span.source != NO_SOURCE;
        let there = others.enumerate().filter(|(_, def)| is_typed(def));
        let places: FxHashMap<Span, usize> = there.map(|(id, def)| (def.span, id)).collect();
        let mut all = Names::default();
        for (id, (def, name)) in own.zip(self.names).enumerate() {
            let name = match places.get(&def.span) {
                _ if !is_typed(def) => name,
                Some(there) => to.name(*there).into(),
                None => {
                    gone.insert(id);
                    Arc::clone(&def.name)
                }
            };
            all.names.push(Arc::clone(&name));
            all.ids.insert(name, id);
        }
        all
    }

    /// The name of an id.
    pub(crate) fn name(&self, id: usize) -> &str {
        self.names.get(id).map_or("?", |name| name)
    }

    /// The id of a name.
    pub(crate) fn id(&self, name: &str) -> Option<usize> {
        self.ids.get(name).copied()
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }
}

/// What of a program is not in another one, by id.
#[derive(Debug, Clone, Default)]
pub(super) struct RemovedNames {
    pub globals: FxHashSet<usize>,
    pub rosters: FxHashSet<usize>,
    pub tables: FxHashSet<usize>,
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
    /// What the things of a program are called in another one that was made from the same texts and
    /// more; and what of them took the place of something else there, or is gone.
    pub(crate) fn carried(program: &Program, to: &Program) -> (Labels, RemovedNames) {
        let (own, others) = (Labels::of(program), Labels::of(to));
        let mut gone = RemovedNames::default();
        let mut rest = FxHashSet::default();
        macro_rules! named {
            ($kind:ident, $gone:expr, $defs:expr) => {{
                let defs: fn(&Program) -> Vec<&Def> = $defs;
                own.$kind.carried(defs(program).into_iter(), &others.$kind, defs(to).into_iter(), $gone)
            }};
        }
        let labels = Labels {
            globals: named!(globals, &mut gone.globals, |of| of.globals.iter().map(|of| &of.def).collect()),
            rosters: named!(rosters, &mut gone.rosters, |of| of.rosters.iter().map(|of| &of.def).collect()),
            tables: named!(tables, &mut gone.tables, |of| of.tables.iter().map(|of| &of.def).collect()),
            scales: named!(scales, &mut rest, |of| of.scales.iter().map(|of| &of.def).collect()),
            timers: named!(timers, &mut rest, |of| of.timers.iter().map(|of| &of.def).collect()),
            units: named!(units, &mut rest, |of| of.units.all.iter().map(|of| &of.def).collect()),
        };
        (labels, gone)
    }

    /// The names of a program.
    pub(crate) fn of(program: &Program) -> Labels {
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
