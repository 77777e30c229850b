//! The session as a file: what was loaded, what was typed and still holds, and the house rules that
//! were set.

use std::path::Path;
use std::sync::Arc;

use super::papers::Papers;
use super::steps::RuleStep;
use super::typed::{Typed, holding};
use super::world::World;
use crate::base::{Source, Span};
use crate::modules::SourceText;
use crate::plan::Value;
use crate::syntax::{
    self,
    ast::{Item, ItemKind, PolicyEntry, StmtKind},
};

/// A session as a source.
#[derive(Debug, Clone, Default)]
pub(crate) struct Script {
    /// The text of a `.tw` file; empty where there is nothing to write.
    pub text: String,
    /// What could not be written as it is, in words.
    pub left_out: Vec<String>,
    /// Whether something in it waits for names, so that it cannot be loaded yet.
    pub waits: bool,
}

/// The parts of a file that is written, in their order.
#[derive(Debug, Default)]
struct Parts {
    /// The `rules` of a file that was loaded, and what stands with it.
    head: Vec<String>,
    /// The lines that use other files and rule-sets, each once.
    uses: Vec<String>,
    /// Everything else.
    pieces: Vec<String>,
}

impl Parts {
    fn uses(&mut self, line: String) {
        if !self.uses.contains(&line) {
            self.uses.push(line);
        }
    }

    fn text(self) -> String {
        let line = |line: &String| format!("{line}\n");
        let head = self.head.iter().map(line).collect::<String>();
        let uses = self.uses.iter().map(line).collect::<String>();
        let parts = [head, uses].into_iter().chain(self.pieces).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("\n")
    }
}

/// Writes a session down as a file.
#[derive(Debug)]
pub(super) struct Scribe<'s> {
    world: &'s World,
    papers: &'s mut Papers,
}

impl<'s> Scribe<'s> {
    /// For this world and its texts.
    pub(crate) fn new(world: &'s World, papers: &'s mut Papers) -> Scribe<'s> {
        Scribe { world, papers }
    }

    /// The definitions of the session as a file in `folder`: files that were loaded are used, or copied
    /// where they could not be used from there. What was only rolled or done is not in it.
    pub(crate) fn script(&mut self, folder: &Path) -> Script {
        let mut script = Script::default();
        let mut parts = Parts::default();
        let mut all: Vec<Arc<Typed>> = Vec::new();
        let steps = self.world.steps().all();
        // What waits for names is in force nowhere yet, and lost if it were not written down.
        let waiting = self.world.waiting_steps(self.papers.sources());
        script.waits = !waiting.is_empty();
        for step in steps.iter().chain(&waiting) {
            match step {
                RuleStep::Load(path) => {
                    if let Some((text, place)) = self.papers.text_read(path) {
                        self.loaded(&text, &place, folder, &mut parts, &mut all);
                    }
                }
                RuleStep::Given(at) => {
                    if let Some(text) = self.papers.given(*at) {
                        all.push(self.copied(&text));
                    }
                }
                RuleStep::Text { number, text, only_value: false, .. } => {
                    all.push(self.papers.typed(*number, text))
                }
                RuleStep::Text { .. } | RuleStep::Define | RuleStep::Option { .. } | RuleStep::Once => {}
            }
        }
        for (typed, items) in all.iter().zip(holding(&all)) {
            self.pieces(typed, &items, &mut parts, &mut script);
        }
        parts.pieces.extend(self.rules_set(&steps));
        script.text = parts.text();
        script
    }

    /// What stands for a file that was loaded: a line that uses it, or its definitions.
    fn loaded(
        &mut self,
        text: &SourceText,
        place: &Path,
        folder: &Path,
        parts: &mut Parts,
        all: &mut Vec<Arc<Typed>>,
    ) {
        let below = place.strip_prefix(folder).ok();
        let line = |path: &Path| {
            let path = path.to_string_lossy().replace('\\', "/");
            format!("use \"{}\"", path.replace('"', "\\\""))
        };
        if text.is_markdown() {
            return parts.uses(line(below.unwrap_or(place)));
        }
        let copied = self.copied(text);
        // What a file does at its start is not done where it is only used.
        let needs_start = |item: &Item| match &item.kind {
            ItemKind::Use(used) => !used.with.is_empty(),
            ItemKind::Stmt(_) => true,
            ItemKind::Roster(roster) => roster.sheet.is_none(),
            _ => false,
        };
        match below {
            Some(path) if !copied.file.items.iter().any(needs_start) => parts.uses(line(path)),
            _ => all.push(copied),
        }
    }

    /// All of a text, to be written out.
    fn copied(&mut self, text: &SourceText) -> Arc<Typed> {
        let source = self.papers.add(&text.name, &text.text);
        Arc::new(Typed::of_file(source, syntax::parse_file(source, &text.text)))
    }

    /// The texts of the items that still hold: all of a file, and of an entry what defines something.
    fn pieces(&self, typed: &Typed, items: &[Item], parts: &mut Parts, script: &mut Script) {
        let Some(source) = self.papers.sources().get(typed.source).cloned() else { return };
        let start_of = |item: &Item| with_comments(source.text(), item.span.start as usize);
        let mut starts: Vec<usize> = typed.file.items.iter().map(start_of).collect();
        starts.sort_unstable();
        // What stands above everything in a file is a comment on all of it.
        let above = typed.is_file().then(|| starts.first().copied()).flatten();
        let text_of = |item: &Item| {
            let start = start_of(item);
            let end = starts.iter().find(|other| **other > start).copied().unwrap_or(source.text().len());
            let start = if above == Some(start) { 0 } else { start };
            source.slice(start..end).trim_matches('\n').trim_end().to_owned()
        };
        for item in items {
            match &item.kind {
                ItemKind::Use(_) => {
                    parts.uses(self.use_line(&source, item));
                    let around = text_of(item).replacen(source.slice(item.span.range()), "", 1);
                    let around = around.trim();
                    if typed.is_file() && !around.is_empty() {
                        parts.pieces.push(format!("{around}\n"));
                    }
                }
                ItemKind::Rules(..) | ItemKind::About(..) => parts.head.push(text_of(item)),
                ItemKind::Stmt(_) if typed.is_file() => parts.pieces.push(format!("{}\n", text_of(item))),
                ItemKind::Stmt(stmt) => match &stmt.kind {
                    StmtKind::Let(name, _) if name.text.starts_with('_') => {}
                    StmtKind::Let(name, _) => match self.let_line(&name.text, text_of(item)) {
                        Ok(line) => parts.pieces.push(format!("{line}\n")),
                        Err(line) => script.left_out.push(line),
                    },
                    StmtKind::Every(..) | StmtKind::When { .. } => {
                        parts.pieces.push(format!("{}\n", text_of(item)));
                    }
                    _ => {}
                },
                ItemKind::Policy(entries) => parts.pieces.push(policies(&source, entries)),
                _ => parts.pieces.push(format!("{}\n", text_of(item))),
            }
        }
    }

    /// A `use` with what of it still holds.
    fn use_line(&self, source: &Source, item: &Item) -> String {
        let ItemKind::Use(used) = &item.kind else { return String::new() };
        let text = source.slice(item.span.range());
        let head = text.split_once(" with ").map_or(text, |(head, _)| head).trim_end();
        let with: Vec<String> = used
            .with
            .iter()
            .map(|(name, value)| format!("{} = {}", name.text, source.slice(value.span.range())))
            .collect();
        if with.is_empty() { head.to_owned() } else { format!("{head} with {}", with.join(", ")) }
    }

    /// A `let`; where it is made from the value of an entry, which a file has not, what it holds.
    fn let_line(&self, name: &str, text: String) -> Result<String, String> {
        let value = text.split_once('=').map_or("", |(_, value)| value);
        let is_entry =
            |word: &str| word.strip_prefix('_').is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()));
        let mut words = value.split(|c: char| !c.is_alphanumeric() && c != '_');
        if !words.any(is_entry) {
            return Ok(text);
        }
        let globals = self.world.program().globals.iter().zip(&self.world.state().globals);
        let held = globals.rev().find(|(global, _)| *global.def.name == *name).map(|(_, value)| value);
        match held {
            Some(value @ (Value::Number(_) | Value::Percent(_) | Value::Quantity(..) | Value::YesNo(_))) => {
                Ok(format!("let {name} = {}", self.world.show(value)))
            }
            Some(Value::Text(text)) => Ok(format!("let {name} = {}", quoted(text))),
            _ => Err(format!("`{}`, which is made from the value of an entry", text.trim())),
        }
    }

    /// The house rules that were set by hand and still hold.
    fn rules_set(&self, steps: &[RuleStep]) -> Option<String> {
        let mut lines: Vec<String> = Vec::new();
        for step in steps.iter().rev() {
            let RuleStep::Option { name, .. } = step else { continue };
            let bare = name.rsplit('.').next().unwrap_or(name);
            let options = self.world.program().options.iter();
            let Some(option) = options.filter(|of| of.changed).find(|of| *of.def.name == *bare) else {
                continue;
            };
            let line = format!("change option {name} = {}\n", option.text);
            if !lines.iter().any(|other| other.starts_with(&format!("change option {name} ="))) {
                lines.insert(0, line);
            }
        }
        (!lines.is_empty()).then(|| lines.concat())
    }
}

/// Answers to prompts, one a line.
fn policies(source: &Source, entries: &[PolicyEntry]) -> String {
    let answers = entries.iter().map(|entry| {
        let text = |span: Span| source.slice(span.range()).to_owned();
        let when = entry.condition.as_ref();
        let when = when.map(|when| format!(" when {}", text(when.span))).unwrap_or_default();
        format!("policy {} = {}{when}\n", entry.name.text, text(entry.answer.span))
    });
    answers.collect()
}

/// Where an item begins together with the comments directly above it.
fn with_comments(text: &str, start: usize) -> usize {
    let mut begin = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    // The place of `change table …` begins with its second word.
    if !matches!(text.get(begin..start).unwrap_or("").trim(), "" | "change") {
        return start;
    }
    while let Some(above) = begin.checked_sub(1) {
        let line = text.get(..above).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        if !text.get(line..above).unwrap_or("").trim_start().starts_with('#') {
            break;
        }
        begin = line;
    }
    begin
}

/// A text as it is written in a source.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('{', "\\{").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
