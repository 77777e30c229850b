//! Numbers of a character sheet that a roll is given by name, as in `d20 + DEX`, where no such name is known.

use super::NameResolver;
use crate::base::Span;
use crate::check::Workspace;
use crate::check::program::ModuleId;
use crate::diag::Diagnostic;
use crate::syntax::ast::Name;
use crate::syntax::{brought, name_of, words};

/// Whether a text holds a die: `1d20 +`.
fn holds_die(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '%').any(brought::begins_with_die)
}

/// Whether a text gives names of its own: `for t in xs`, `where a = 2`.
fn binds(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| matches!(word, "for" | "where"))
}

impl NameResolver<'_, '_> {
    /// `x2` of an `x` that stands here: a factor has its sign.
    pub(super) fn factor_behind(&self, name: &Name) -> Option<String> {
        let value = name.text.trim_end_matches(|c: char| c.is_ascii_digit());
        let factor = name.text.strip_prefix(value).filter(|factor| !factor.is_empty())?;
        self.scope.local_names().any(|known| known == value).then(|| format!("{value} * {factor}"))
    }

    /// What to do about `hp` alone, where somebody has it.
    pub(super) fn field_of_somebody(&self, name: &Name) -> Option<String> {
        let heroes = self.heroes_with(&name.text);
        let first = heroes.first()?;
        Some(format!("`{}` is what somebody has: say whose it is, as in `{first}`", name.text))
    }

    /// The report on a name that is added to dice, with the lines that can be typed: with the number of each hero
    /// who has it, or with a number. `None` where the name stands elsewhere.
    pub(super) fn sheet_number(&self, name: &Name, report: &Diagnostic) -> Option<Diagnostic> {
        const MOST: usize = 3;
        // Within a definition, another name is meant and no number.
        if self.scope.local_names().next().is_some() {
            return None;
        }
        let module = self.scope.module;
        let (before, after) = (self.cx.reading.before(name.span), self.cx.reading.after(name.span));
        let added = before.trim_end().ends_with(['+', '-'])
            || before.trim().is_empty() && after.trim_start().starts_with(['+', '-']);
        let called = after.starts_with(['(', '[']);
        if !added
            || called
            || !(holds_die(&before) || holds_die(&after))
            || before.contains('"')
            || after.contains('"')
        {
            return None;
        }
        // Those names are no numbers either.
        if binds(&before) || binds(&after) {
            return None;
        }
        let start = name.span.start.saturating_sub(u32::try_from(before.len()).unwrap_or(0));
        let end = name.span.end.saturating_add(u32::try_from(after.len()).unwrap_or(0));
        let line = Span { start, end, ..name.span };
        let others = |text: &str, hero: &str| self.with_numbers(module, text, hero);
        // What is made of them keeps its name.
        let (made, added_to) = before.split_at(before.rfind(" = ").map_or(0, |sign| sign + " = ".len()));
        let with = |number: &str| {
            let hero = number.split_once('.').map_or("", |(hero, _)| hero);
            format!("{made}{}{number}{}", others(added_to, hero), others(&after, hero)).trim().to_owned()
        };
        let heroes = self.heroes_with(&name.text);
        if heroes.is_empty() {
            let text = with("2");
            let report =
                report.clone().for_example(format!("with your number, here 2: `{text}`"), line, text);
            return Some(report.help(format!("`let {} = 2` keeps it for later rolls", name.text)));
        }
        Some(heroes.iter().take(MOST).fold(report.clone(), |report, hero| {
            let text = with(hero);
            report.fix(format!("write `{text}`"), line, text)
        }))
    }

    /// A part of the line with the other names that mean nothing likewise as numbers: those of the same hero, or 2.
    fn with_numbers(&self, module: ModuleId, text: &str, hero: &str) -> String {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '%');
        let mut out = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_part) {
            let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |end| start + end);
            let word = &rest[start..end];
            let plain = word.starts_with(char::is_alphabetic) && !word.contains(['.', '%']);
            let called = rest[end..].starts_with(['(', '[']);
            let known =
                brought::begins_with_die(word) || words::is_reserved(word) || words::is_starting(word);
            let unknown = plain && !called && !known && self.cx.ws.named(module, word).is_empty();
            out.push_str(&rest[..start]);
            let own = self.heroes_with(word).into_iter().find(|of| of.split('.').next() == Some(hero));
            out.push_str(&if unknown { own.unwrap_or_else(|| "2".to_owned()) } else { word.to_owned() });
            rest = &rest[end..];
        }
        out.push_str(rest);
        out
    }

    /// Heroes whose sheet has a field of this name: `ash.dex`.
    fn heroes_with(&self, field: &str) -> Vec<String> {
        let program = &self.cx.ws.program;
        let Some(party) = program.rosters.get(Workspace::PARTY.index()) else { return Vec::new() };
        let fields = program.sheets.get(party.sheet.index()).map_or(&[][..], |sheet| &sheet.fields);
        let known = fields.iter().find(|known| known.name.eq_ignore_ascii_case(field));
        let Some(known) = known else { return Vec::new() };
        party.records.iter().map(|record| format!("{}.{}", name_of(&record.name), known.name)).collect()
    }
}
