//! Which names were read, and the definitions that they lead to: what an editor asks about.
//!
//! A mention is taken down where a name is resolved, so it is right wherever the checker is.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::program::{GlobalId, Kind, Literal, ModuleId, PromptId, SheetId, UnitId};
use super::scope::{KindName, Local, Mention, NameMeaning};
use super::workspace::Workspace;
use crate::base::{SourceId, Span};
use crate::syntax::ast::Name;

/// What a name stood for, and its place.
pub(super) type Taken = Option<(NameMeaning, Span)>;

/// A name that stands for what it stood for before, while the value of its `let` is looked at: `let x = x + 1`.
#[derive(Debug)]
pub(super) struct Hidden {
    /// The module whose name it is.
    pub module: ModuleId,
    /// The name.
    pub name: Arc<str>,
    /// What it stands for otherwise.
    pub now: (NameMeaning, Span),
    /// What it stands for meanwhile.
    pub before: Taken,
}

/// Which names were read.
#[derive(Debug, Default)]
pub(super) struct References {
    /// The mentions, where somebody wants them.
    mentions: Option<Vec<Mention>>,
    /// The name that is hidden.
    pub hidden: Option<Hidden>,
    /// What a name stood for before a `let` at the top took it.
    shadowed: FxHashMap<GlobalId, (NameMeaning, Span)>,
}

impl References {
    /// Takes mentions down from now on, for [`References::finish`].
    pub(super) fn take_down(&mut self) {
        self.mentions.get_or_insert_default();
    }

    /// Takes down that a name leads to a definition; one without a place, such as a built-in, is left out.
    pub(super) fn lead(&mut self, at: Span, of: Span) {
        if let Some(mentions) = self.mentions.as_mut().filter(|_| of.source != SourceId(u32::MAX)) {
            mentions.push(Mention { at, of });
        }
    }

    /// The mentions in order of their places, each place once.
    pub(super) fn finish(&mut self) -> Vec<Mention> {
        let mut mentions = self.mentions.take().unwrap_or_default();
        mentions.sort_by_key(|mention| mention.at);
        mentions.dedup_by_key(|mention| mention.at);
        mentions
    }

    /// Takes down the mention of a definition; `known` is the place that its name has in the module.
    pub(super) fn named(&mut self, ws: &Workspace, at: Span, named: NameMeaning, known: Span) {
        let program = &ws.program;
        let def = match named {
            NameMeaning::Option(id) => program.options.get(id.index()).map(|option| option.def.span),
            NameMeaning::Global(id) => program.globals.get(id.index()).map(|global| global.def.span),
            NameMeaning::Roster(id) => program.rosters.get(id.index()).map(|roster| roster.def.span),
            NameMeaning::Member(..) => None,
            NameMeaning::Table(id) => program.tables.get(id.index()).map(|table| table.def.span),
            NameMeaning::Fn(id) => program.fns.get(id.index()).map(|function| function.def.span),
            NameMeaning::Proc(id) => program.procs.get(id.index()).map(|proc| proc.def.span),
        };
        self.lead(at, def.unwrap_or(known));
    }

    /// What a module itself defines under a name.
    pub(super) fn named_in(&mut self, ws: &Workspace, module: ModuleId, name: &Name) -> Option<NameMeaning> {
        let (named, known) = ws.scope(module).names.get(&name.text).copied()?;
        self.named(ws, name.span, named, known);
        Some(named)
    }

    /// What a name stands for in a module's reach, without a report where it is none or several.
    pub(super) fn named_quietly(
        &mut self,
        ws: &Workspace,
        module: ModuleId,
        name: &Name,
    ) -> Option<NameMeaning> {
        let (_, named, known) = ws.named(module, &name.text).first().copied()?;
        self.named(ws, name.span, named, known);
        Some(named)
    }

    /// The ladder, words or sheet that a name stands for in a module's reach.
    pub(super) fn kind_at(&mut self, ws: &Workspace, module: ModuleId, name: &Name) -> Option<KindName> {
        let kind = ws.kind_named(module, &name.text)?;
        self.kind(ws, name.span, kind);
        Some(kind)
    }

    /// Takes down the mention of a ladder, of words or of a sheet.
    pub(super) fn kind(&mut self, ws: &Workspace, at: Span, kind: KindName) {
        let program = &ws.program;
        let of = match kind {
            KindName::Scale(id) => program.scales.get(id.index()).map(|scale| scale.def.span),
            KindName::Sheet(id) => program.sheets.get(id.index()).map(|sheet| sheet.def.span),
        };
        if let Some(of) = of {
            self.lead(at, of);
        }
    }

    /// Takes down the mention of a unit.
    pub(super) fn unit(&mut self, ws: &Workspace, at: Span, unit: UnitId) {
        let def = &ws.program.units.get(unit).def;
        // What is built in has an empty place.
        if def.span.start < def.span.end {
            self.lead(at, def.span);
        }
    }

    /// Takes down the mention of a module.
    pub(super) fn module(&mut self, ws: &Workspace, at: Span, module: ModuleId) {
        if let Some(of) = ws.program.modules.get(module.index()).map(|module| module.span) {
            self.lead(at, of);
        }
    }

    /// Takes down the mention of a prompt.
    pub(super) fn prompt(&mut self, ws: &Workspace, at: Span, prompt: PromptId) {
        ws.program.prompts.get(prompt.index()).into_iter().for_each(|asked| self.lead(at, asked.span));
    }

    /// Takes down the answer to a prompt by its name; where several are called so, it leads to none.
    pub(super) fn answer(&mut self, ws: &Workspace, name: &Name) {
        let mut asked = ws.program.prompts.iter().filter(|prompt| prompt.name == name.text);
        if let (Some(only), None) = (asked.next(), asked.next()) {
            self.lead(name.span, only.span);
        }
    }

    /// Takes down the mention of a local; those without a name of their own have no place.
    pub(super) fn local(&mut self, at: Span, local: Option<&Local>) {
        if let Some(of) = local.and_then(|local| local.span) {
            self.lead(at, of);
        }
    }

    /// Takes down the mention of a word of a ladder or list.
    pub(super) fn word(&mut self, ws: &Workspace, at: Span, word: &Literal) {
        let Literal::Word(scale, word) = word else { return };
        if let Some(of) = ws.defs.word_spans.get(&(*scale, *word)).copied() {
            self.lead(at, of);
        }
    }

    /// Takes down the mention of a field of a record, or of a column of a row.
    pub(super) fn field(&mut self, ws: &Workspace, name: &Name, kind: &Kind) {
        let of = match kind {
            Kind::Record(sheet) => ws.defs.field_spans.get(&(*sheet, name.text.clone())).copied(),
            Kind::Row(id) => ws
                .program
                .tables
                .get(id.index())
                .and_then(|table| table.columns.named(&name.text).map(|column| column.span)),
            Kind::List(of) => return self.field(ws, name, of),
            Kind::OneOf(kinds) => {
                // A field of several kinds leads to the first of them.
                let own = kinds.iter().find(|kind| super::parts::has_field(ws, kind, &name.text));
                return own.cloned().into_iter().for_each(|kind| self.field(ws, name, &kind));
            }
            Kind::Any if self.mentions.is_some() => only_field(ws, &name.text),
            Kind::Any
            | Kind::Number
            | Kind::Quantity(_)
            | Kind::YesNo
            | Kind::Text
            | Kind::Word(_)
            | Kind::Set(_)
            | Kind::AnyRow
            | Kind::Dice
            | Kind::Table
            | Kind::Range
            | Kind::Check
            | Kind::Returned(_)
            | Kind::Parts(_)
            | Kind::Nothing => None,
        };
        if let Some(of) = of {
            self.lead(name.span, of);
        }
    }

    /// A `let` at the top takes a name that stood for this.
    pub(super) fn shadow(&mut self, by: GlobalId, taken: Taken) {
        if let Some(taken) = taken {
            self.shadowed.insert(by, taken);
        }
    }

    /// What the name stood for that this `let` takes.
    pub(super) fn shadowed(&mut self, by: GlobalId) -> Taken {
        self.shadowed.remove(&by)
    }
}

/// The field that a name behind something of no kind is, where sheets and tables have only one of that name.
fn only_field(ws: &Workspace, name: &Arc<str>) -> Option<Span> {
    let of_sheet = |at: usize| ws.defs.field_spans.get(&(SheetId::from(at), Arc::clone(name))).copied();
    let mut fields = (0..ws.program.sheets.len()).filter_map(of_sheet);
    let only = fields.next().filter(|_| fields.next().is_none())?;
    let is_column = ws.program.tables.iter().any(|table| table.columns.named(name).is_some());
    (!is_column).then_some(only)
}
