//! The session as a file: what was loaded, what was typed and still holds, and the house rules that
//! were set.

use std::path::Path;
use std::sync::Arc;

use super::papers::Papers;
use super::steps::RuleStep;
use super::typed::{Typed, holding};
use super::world::World;
use crate::base::Source;
use crate::modules::SourceText;
use crate::plan::Value;
use crate::syntax::{
    self,
    ast::{Item, ItemKind, StmtKind},
};

/// A session as a source.
#[derive(Debug, Clone, Default)]
pub(crate) struct Script {
    /// The text of a `.tw` file; empty where there is nothing to write.
    pub text: String,
    /// What could not be written as it is, in words.
    pub left_out: Vec<String>,
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
        let mut heads = Vec::new();
        let mut all: Vec<Arc<Typed>> = Vec::new();
        let steps = self.world.steps().all();
        for step in &steps {
            match step {
                RuleStep::Load(path) => {
                    if let Some((text, place)) = self.papers.text_read(path) {
                        self.loaded(&text, &place, folder, &mut heads, &mut all);
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
        let mut pieces = Vec::new();
        for (typed, items) in all.iter().zip(holding(&all)) {
            self.pieces(typed, items, &mut heads, &mut pieces, &mut script);
        }
        pieces.extend(self.rules_set(&steps));
        let heads = heads.into_iter().map(|line| format!("{line}\n")).collect::<String>();
        let parts = std::iter::once(heads).chain(pieces).filter(|part| !part.is_empty());
        script.text = parts.collect::<Vec<_>>().join("\n");
        script
    }

    /// What stands for a file that was loaded: a line that uses it, or its definitions.
    fn loaded(
        &mut self,
        text: &SourceText,
        place: &Path,
        folder: &Path,
        heads: &mut Vec<String>,
        all: &mut Vec<Arc<Typed>>,
    ) {
        let below = place.strip_prefix(folder).ok();
        let line = |path: &Path| {
            let path = path.to_string_lossy().replace('\\', "/");
            format!("use \"{}\"", path.replace('"', "\\\""))
        };
        if text.is_markdown() {
            return heads.push(line(below.unwrap_or(place)));
        }
        let copied = self.copied(text);
        let needs_start = |item: &Item| match &item.kind {
            ItemKind::Use(used) => !used.with.is_empty(),
            ItemKind::Stmt(stmt) => matches!(stmt.kind, StmtKind::Let(..)),
            ItemKind::Roster(roster) => roster.sheet.is_none(),
            _ => false,
        };
        match below {
            Some(path) if !copied.file.items.iter().any(needs_start) => heads.push(line(path)),
            _ => all.push(copied),
        }
    }

    /// The definitions of a text, to be written out.
    fn copied(&mut self, text: &SourceText) -> Arc<Typed> {
        let source = self.papers.add(&text.name, &text.text);
        let mut read = syntax::parse_file(source, &text.text);
        read.file.items.retain(|item| !matches!(item.kind, ItemKind::Rules(..) | ItemKind::About(..)));
        Arc::new(Typed::new(0, source, read))
    }

    /// The texts of the items of an entry that still hold and define something.
    fn pieces(
        &self,
        typed: &Typed,
        items: Vec<Item>,
        heads: &mut Vec<String>,
        pieces: &mut Vec<String>,
        script: &mut Script,
    ) {
        let Some(source) = self.papers.sources().get(typed.source).cloned() else { return };
        let mut starts: Vec<usize> = typed
            .file
            .items
            .iter()
            .map(|item| with_comments(source.text(), item.span.start as usize))
            .collect();
        starts.sort_unstable();
        let text_of = |item: &Item| {
            let start = with_comments(source.text(), item.span.start as usize);
            let end = starts.iter().find(|other| **other > start).copied().unwrap_or(source.text().len());
            source.slice(start..end).trim_end().to_owned()
        };
        for item in &items {
            match &item.kind {
                ItemKind::Use(_) => {
                    let line = self.use_line(&source, item);
                    if !heads.contains(&line) {
                        heads.push(line);
                    }
                }
                ItemKind::Stmt(stmt) => match &stmt.kind {
                    StmtKind::Let(name, _) if name.text.starts_with('_') => {}
                    StmtKind::Let(name, _) => match self.let_line(&name.text, text_of(item)) {
                        Ok(line) => pieces.push(format!("{line}\n")),
                        Err(line) => script.left_out.push(line),
                    },
                    StmtKind::Every(..) | StmtKind::When { .. } => {
                        pieces.push(format!("{}\n", text_of(item)));
                    }
                    _ => {}
                },
                ItemKind::Policy(entries) => {
                    let answers = entries.iter().map(|entry| {
                        let span = |span: crate::base::Span| source.slice(span.range()).to_owned();
                        let when = entry.condition.as_ref();
                        let when = when.map(|when| format!(" when {}", span(when.span))).unwrap_or_default();
                        format!("policy {} = {}{when}\n", entry.name.text, span(entry.answer.span))
                    });
                    pieces.push(answers.collect());
                }
                _ => pieces.push(format!("{}\n", text_of(item))),
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
