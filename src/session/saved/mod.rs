//! The state in play as JSON, by names: written, read back, and checked against what is loaded.
//!
//! What is written holds all that a campaign goes on from besides the rules themselves: what is kept,
//! the rosters, decks, clocks, timers, what is put off, and luck. Read back into the same rules it gives
//! the same state, and is written the same again. A person may have changed it on the way; so nothing in
//! it is trusted, and each refusal points at its place.

mod bounds;
mod fit;
mod keep;
mod names;
mod place;
mod read;
mod refused;
mod values;
mod write;

pub(crate) use refused::Refused;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use self::bounds::Bounds;
use self::names::{Labels, RemovedNames};
use self::values::{StateReader, items, number, part};
use self::write::{StateWriter, is_entry};
use super::luck::LuckState;
use super::means::Means;
use super::papers::Papers;
use super::world::World;
use crate::base::{SourceId, Sources, Span};
use crate::check::Workspace;
use crate::check::program::Program;
use crate::diag::Diagnostic;
use crate::diag::codes::running::STATE;
use crate::engine::State;
use crate::engine::luck::Scripted;
use crate::syntax::words::is_name;

/// The version of the form.
const VERSION: u64 = 1;

/// The state in play, as a JSON text.
pub(super) fn export(world: &World, sources: &Sources) -> String {
    let mut text = serde_json::to_string_pretty(&written(world, sources, false)).unwrap_or_default();
    text.push('\n');
    text
}

/// The names that were given by `let` and the state holds, where nothing here has them: text that
/// defines them. Empty where there are none.
pub(super) fn definitions(world: &World, text: &str) -> String {
    let json: Json = serde_json::from_str(text).unwrap_or_default();
    let kept = json.get("kept").and_then(Json::as_object).into_iter().flatten();
    let is_new = |name: &&String| is_name(name) && !is_entry(name) && !world.workspace().reads_bare(name);
    let names = kept.map(|(name, _)| name).filter(is_new);
    names.map(|name| format!("let {name} = nothing\n")).collect()
}

/// A state whose names by `let` are those that are typed here: of several of one name, in the state as here, the last hides
/// the others, and nobody reads those.
fn with_names_of(program: &Program, mut json: Json) -> Json {
    let Some(kept) = json.get_mut("kept").and_then(Json::as_object_mut) else { return json };
    let parted = |name: &str| -> (String, u32) {
        match name.split_once('#') {
            Some((plain, number)) => (plain.to_owned(), number.parse().unwrap_or(0)),
            None => (name.to_owned(), 1),
        }
    };
    let is_of_session = |name: &str| !name.contains('.') && !is_entry(name);
    let labels = Labels::of(program);
    let mut own: BTreeMap<String, u32> = BTreeMap::new();
    for name in labels.globals.all().filter(|name| is_of_session(name)) {
        let (plain, number) = parted(name);
        let last = own.entry(plain).or_default();
        *last = number.max(*last);
    }
    let mut given: BTreeMap<String, (u32, Json)> = BTreeMap::new();
    for name in kept.keys().filter(|name| is_of_session(name)).cloned().collect::<Vec<String>>() {
        let (plain, number) = parted(&name);
        let Some(own) = own.get(&plain) else { continue };
        let Some(value) = kept.remove(&name) else { continue };
        let shown = if *own == 1 { plain } else { format!("{plain}#{own}") };
        let last = given.entry(shown).or_insert((0, Json::Null));
        if number > last.0 {
            *last = (number, value);
        }
    }
    kept.extend(given.into_iter().map(|(name, (_, value))| (name, value)));
    json
}

/// The state in play with the values of entries.
pub(super) fn all_written(world: &World, sources: &Sources) -> Json {
    written(world, sources, true)
}

/// Takes over what [`all_written`] gave; where it fails, the world is of no use.
pub(super) fn take_written(
    world: &mut World,
    sources: &Sources,
    means: &Means,
    json: &Json,
) -> Result<(), String> {
    take_json(world, sources, means, json).map_err(|refused| format!("{}: {}", refused.at, refused.why))
}

/// Takes over an exported state; where it fails, the world is of no use, and the report says where and why.
pub(super) fn take(
    world: &mut World,
    papers: &mut Papers,
    means: &Means,
    name: &str,
    text: &str,
) -> Result<(), Box<Diagnostic>> {
    let taken = match serde_json::from_str(text) {
        Ok(json) => {
            let json = with_names_of(world.program(), json);
            take_json(world, papers.sources(), means, &json).map_err(Trouble::Refused)
        }
        Err(error) => Err(Trouble::NoJson(error)),
    };
    taken.map_err(|trouble| Box::new(trouble.report(papers.add(&format!("<{name}>"), text), text)))
}

fn take_json(world: &mut World, sources: &Sources, means: &Means, json: &Json) -> Result<(), Refused> {
    known_form(json)?;
    has_rules(world.program(), json)?;
    let labels = Labels::of(world.program());
    let plan = Arc::clone(world.plan());
    let reader =
        StateReader { plan: &plan, labels: &labels, sources, notes: None, moved: RefCell::default() };
    let mut fresh = State::default();
    fresh.fit(&plan);
    // What somebody named at the prompt stays, unless the state has it.
    for (at, global) in plan.program.globals.iter().enumerate() {
        let held = world.state().globals.get(at).filter(|_| global.def.module == Workspace::SESSION);
        if let (Some(held), Some(slot)) = (held, fresh.globals.get_mut(at)) {
            slot.clone_from(held);
        }
    }
    let state = reader.state(json, fresh)?;
    world.set_luck(luck(world, json)?);
    let turns = part("", json, "turns")?;
    let no_count =
        || Refused::new("/turns", format!("{turns} is not a count")).expected("a whole number from 0");
    world.set_turns(turns.as_u64().ok_or_else(no_count)?);
    world.set_state(state);
    world.all_begun();
    match Bounds::new(means, world, &labels).beyond().into_iter().next() {
        Some((refused, _)) => Err(refused),
        None => Ok(()),
    }
}

/// Why a text is not taken.
enum Trouble {
    NoJson(serde_json::Error),
    Refused(Refused),
}

impl Trouble {
    fn report(self, source: SourceId, text: &str) -> Diagnostic {
        let span = |range: std::ops::Range<usize>| Span::new(source, range.start, range.end);
        let report = match self {
            Trouble::NoJson(error) => {
                let line = text
                    .split_inclusive('\n')
                    .take(error.line().saturating_sub(1))
                    .map(str::len)
                    .sum::<usize>();
                let mut at = (line + error.column().saturating_sub(1)).min(text.len());
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                let (why, here) = if error.is_eof() {
                    ("the saved state ends too early: a part of the file is missing", "it ends here")
                } else {
                    ("the saved state is not JSON", "it cannot be read from here on")
                };
                let end =
                    text.get(at..).and_then(|rest| rest.chars().next()).map_or(at, |c| at + c.len_utf8());
                Diagnostic::error(&STATE, span(at..end), why).here(here)
            }
            Trouble::Refused(refused) => {
                let message = format!("the saved state does not fit: {}", refused.why);
                let report = Diagnostic::error(&STATE, span(first_line(text, &refused.at)), message);
                match refused.expected {
                    Some(expected) => report.here(expected),
                    None => report.here("here"),
                }
            }
        };
        report.help("nothing has changed; correct the file, or export the state again")
    }
}

/// The first line of a part; what follows it would say nothing more.
fn first_line(text: &str, at: &str) -> std::ops::Range<usize> {
    let range = place::find(text, at);
    let length = text.get(range.clone()).and_then(|part| part.find('\n'));
    range.start..length.map_or(range.end, |length| range.start + length)
}

/// All that a world goes on from besides its rules.
fn written(world: &World, sources: &Sources, entries: bool) -> Json {
    written_with(world, sources, entries, &Labels::of(&world.plan().program), &RemovedNames::default())
}

/// The same by other names, and without what is gone.
fn written_with(
    world: &World,
    sources: &Sources,
    entries: bool,
    labels: &Labels,
    gone: &RemovedNames,
) -> Json {
    let program = &world.plan().program;
    let dice: Vec<Json> = world.luck().given.rest().map(write::number).collect();
    let mut all: Map<String, Json> = [
        ("tw", json!(1)),
        ("kind", json!("state")),
        ("version", json!(VERSION)),
        ("rules", json!(rules(program))),
        ("seed", json!(world.luck().seed.to_string())),
        ("dice", json!(dice)),
        ("turns", json!(world.turns())),
    ]
    .into_iter()
    .map(|(name, part)| (name.to_owned(), part))
    .collect();
    all.extend(StateWriter { plan: world.plan(), labels, sources, entries, gone }.state(world.state()));
    Json::Object(all)
}

/// The modules that have something in the state, but for what is typed.
fn rules(program: &Program) -> Vec<&str> {
    let globals = program.globals.iter().map(|global| global.def.module);
    let rosters = program.rosters.iter().map(|roster| roster.def.module);
    let mut modules: Vec<_> = globals.chain(rosters).filter(|module| *module != Workspace::SESSION).collect();
    modules.sort_unstable();
    modules.dedup();
    modules
        .iter()
        .filter_map(|module| program.modules.get(module.index()))
        .map(|module| &*module.name)
        .collect()
}

/// Whether it is a state, and of the form that is known here.
fn known_form(json: &Json) -> Result<(), Refused> {
    if part("", json, "kind")? != "state" {
        return Err(Refused::new("/kind", "this is not an exported state")
            .expected("`\"state\"`, as `:export state` writes"));
    }
    let version = part("", json, "version")?;
    if version.as_u64() != Some(VERSION) {
        let why = format!("it has the form {version}, which this program does not know");
        return Err(Refused::new("/version", why).expected(format!("the form {VERSION}")));
    }
    Ok(())
}

/// Whether the rules that it belongs to are loaded.
fn has_rules(program: &Program, json: &Json) -> Result<(), Refused> {
    for (at, rules) in items("/rules", part("", json, "rules")?)? {
        let name = rules.as_str().unwrap_or("");
        if !program.modules.iter().any(|module| *module.name == *name) {
            let why = format!("it belongs to `{name}`, which is not loaded here");
            let load = format!("load it first: `use {name}`, or `:load {name}.tw` for a file of yours");
            return Err(Refused::new(at, why).expected(load));
        }
    }
    Ok(())
}

/// The luck that was written.
fn luck(world: &World, json: &Json) -> Result<LuckState, Refused> {
    let seed = part("", json, "seed")?;
    let seed = seed.as_str().unwrap_or("").parse();
    let seed =
        seed.map_err(|error| Refused::new("/seed", "this is not a seed").expected(format!("{error}")))?;
    let dice = items("/dice", part("", json, "dice")?)?.map(|(at, die)| number(&at, die));
    let dice: Vec<_> = dice.collect::<Result<_, _>>()?;
    Ok(LuckState { seed, given: Scripted::new(dice), ..world.luck().clone() })
}
