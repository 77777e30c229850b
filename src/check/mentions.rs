//! Where names are mentioned, and where what they stand for is defined: what an editor asks about.
//!
//! A mention is taken down where a name is resolved, so it is right wherever the checker is.

use super::checker::Checker;
use super::program::{Kind, Literal, ModuleId, UnitId};
use super::scope::{KindName, Local, Mention, Named};
use crate::base::{SourceId, Span};
use crate::syntax::ast::Name;

impl Checker<'_, '_> {
    /// Takes down that a name leads to a definition; one without a place, such as a built-in, is left out.
    pub(crate) fn mentioned(&mut self, at: Span, of: Span) {
        if of.source != SourceId(u32::MAX) {
            self.mentions.push(Mention { at, of });
        }
    }

    /// The mentions in order of their places, each place once.
    pub(crate) fn take_mentions(&mut self) -> Vec<Mention> {
        let mut mentions = std::mem::take(&mut self.mentions);
        mentions.sort_by_key(|mention| mention.at);
        mentions.dedup_by_key(|mention| mention.at);
        mentions
    }

    /// Takes down the mention of a definition; `known` is the place that its name has in the module.
    pub(crate) fn mentioned_named(&mut self, at: Span, named: Named, known: Span) {
        let program = &self.ws.program;
        let def = match named {
            Named::Option(id) => program.options.get(id.index()).map(|option| option.def.span),
            Named::Global(id) => program.globals.get(id.index()).map(|global| global.def.span),
            Named::Roster(id) => program.rosters.get(id.index()).map(|roster| roster.def.span),
            Named::Member(..) => None,
            Named::Table(id) => program.tables.get(id.index()).map(|table| table.def.span),
            Named::Fn(id) => program.fns.get(id.index()).map(|function| function.def.span),
            Named::Proc(id) => program.procs.get(id.index()).map(|proc| proc.def.span),
        };
        self.mentioned(at, def.unwrap_or(known));
    }

    /// What a module itself defines under a name.
    pub(crate) fn named_in(&mut self, module: ModuleId, name: &Name) -> Option<Named> {
        let (named, known) = self.ws.scope(module).names.get(&name.text).copied()?;
        self.mentioned_named(name.span, named, known);
        Some(named)
    }

    /// What a name stands for in a module's reach, without a report where it is none or several.
    pub(crate) fn named_quietly(&mut self, module: ModuleId, name: &Name) -> Option<Named> {
        let (_, named, known) = self.ws.named(module, &name.text).first().copied()?;
        self.mentioned_named(name.span, named, known);
        Some(named)
    }

    /// The ladder, words or sheet that a name stands for in a module's reach.
    pub(crate) fn kind_at(&mut self, module: ModuleId, name: &Name) -> Option<KindName> {
        let kind = self.ws.kind_named(module, &name.text)?;
        self.mentioned_kind(name.span, kind);
        Some(kind)
    }

    /// Takes down the mention of a ladder, of words or of a sheet.
    pub(crate) fn mentioned_kind(&mut self, at: Span, kind: KindName) {
        let program = &self.ws.program;
        let of = match kind {
            KindName::Scale(id) => program.scales.get(id.index()).map(|scale| scale.def.span),
            KindName::Sheet(id) => program.sheets.get(id.index()).map(|sheet| sheet.def.span),
        };
        if let Some(of) = of {
            self.mentioned(at, of);
        }
    }

    /// Takes down the mention of a unit.
    pub(crate) fn mentioned_unit(&mut self, at: Span, unit: UnitId) {
        let def = &self.ws.program.units.get(unit).def;
        // What is built in has an empty place.
        if def.span.start < def.span.end {
            self.mentioned(at, def.span);
        }
    }

    /// Takes down the mention of a module.
    pub(crate) fn mentioned_module(&mut self, at: Span, module: ModuleId) {
        if let Some(of) = self.ws.program.modules.get(module.index()).map(|module| module.span) {
            self.mentioned(at, of);
        }
    }

    /// Takes down the mention of a local; those without a name of their own have no place.
    pub(crate) fn mentioned_local(&mut self, at: Span, local: Option<&Local>) {
        if let Some(of) = local.and_then(|local| local.span) {
            self.mentioned(at, of);
        }
    }

    /// Takes down the mention of a word of a ladder or list.
    pub(crate) fn mentioned_literal(&mut self, at: Span, word: &Literal) {
        let Literal::Word(scale, word) = word else { return };
        if let Some(of) = self.ws.defs.word_spans.get(&(*scale, *word)).copied() {
            self.mentioned(at, of);
        }
    }

    /// Takes down the mention of a field of a record, or of a column of a row.
    pub(crate) fn mentioned_field(&mut self, name: &Name, kind: &Kind) {
        let of = match kind {
            Kind::Record(sheet) => self.ws.defs.field_spans.get(&(*sheet, name.text.clone())).copied(),
            Kind::Row(id) => self.ws.program.tables.get(id.index()).and_then(|table| {
                table.columns.iter().find(|column| column.name == name.text).map(|column| column.span)
            }),
            Kind::List(of) => return self.mentioned_field(name, of),
            Kind::OneOf(kinds) => {
                // A field of several kinds leads to the first of them.
                let own = kinds.iter().find(|kind| super::resolve::has_field(self.ws, kind, &name.text));
                return own.cloned().into_iter().for_each(|kind| self.mentioned_field(name, &kind));
            }
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
            self.mentioned(name.span, of);
        }
    }
}
