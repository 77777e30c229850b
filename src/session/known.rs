//! What an entry has defined, in a line each: `moor: 2d6, 5 rows, no holes`.

use std::sync::Arc;

use super::deeds;
use super::inspect::Inspect;
use super::typed::Typed;
use crate::check::program::Table;
use crate::diag::Diagnostic;
use crate::plan::Value;
use crate::syntax::ast::{ItemKind, StmtKind, TableBody, TableKind};

impl Inspect<'_> {
    /// What an entry has defined, for whoever typed it; `reports` are those about it.
    pub(super) fn acknowledged(self, typed: &Typed, reports: &[Diagnostic]) -> Vec<String> {
        let mut lines = Vec::new();
        for item in &typed.file.items {
            match &item.kind {
                ItemKind::Table(table) => {
                    let is_list = matches!(table.body, TableBody::Bullets(_));
                    let id = self.world().workspace().table_named(&table.name.text);
                    let known = id.and_then(|id| self.program().tables.get(id.index()));
                    lines.extend(known.map(|known| described(known, is_list, reports)));
                }
                ItemKind::Stmt(stmt) => match &stmt.kind {
                    StmtKind::Let(name, _) if !name.text.starts_with('_') => {
                        lines.extend(self.holds_now(&name.text));
                    }
                    _ => {}
                },
                ItemKind::Keep(keep) => lines.extend(self.holds_now(&keep.name.text)),
                ItemKind::Use(used) => {
                    let name = match &used.from {
                        crate::syntax::ast::UseFrom::Library(name) => name.text.to_string(),
                        crate::syntax::ast::UseFrom::File(path) => path.value.clone(),
                    };
                    lines.push(format!("{name} is in use"));
                }
                ItemKind::Fn(function) => lines.push(format!("{}: a function", function.name.text)),
                ItemKind::Procedure(function) if function.is_fn => {
                    lines.push(format!("{}: a function", function.name.text));
                }
                ItemKind::Procedure(procedure) => {
                    lines.push(format!("{}: a procedure; `do {0}` runs it", procedure.name.text));
                }
                ItemKind::Change(change) => lines.push(format!("{} is changed", change.target.name.text)),
                ItemKind::Roster(roster) => {
                    let count = self.members(&roster.name.text).map_or(0, |members| members.rows.len());
                    let what = if count == 1 { "member" } else { "members" };
                    lines.push(format!("{}: {count} {what}", roster.name.text));
                }
                ItemKind::Scale(scale) => {
                    let (what, sign) = if scale.ladder { ("a ladder", " > ") } else { ("words", " | ") };
                    let words: Vec<_> = scale.words.iter().map(|word| &*word.text).collect();
                    lines.push(format!("{}: {what}, {}", scale.name.text, words.join(sign)));
                }
                ItemKind::Unit(unit) => lines.push(format!("{}: a unit", unit.name.text)),
                ItemKind::Symbols(symbols) => lines.push(format!("{}: symbols", symbols.name.text)),
                ItemKind::Sheet(sheet) => {
                    let count = sheet.fields.len();
                    let fields = if count == 1 { "field" } else { "fields" };
                    lines.push(format!("{}: a sheet, {count} {fields}", sheet.name.text));
                }
                ItemKind::Option(option) => lines.push(format!("{}: an option", option.name.text)),
                ItemKind::Stub(stub) => lines.push(format!("{} is left for later", stub.name.text)),
                ItemKind::Policy(policies) => {
                    lines.extend(policies.iter().map(|policy| format!("{} is decided", policy.name.text)));
                }
                ItemKind::Test(_) => lines.push("a test; `tw test` runs those of a file".to_owned()),
                ItemKind::Rules(..) | ItemKind::About(..) => {}
            }
        }
        lines.dedup();
        lines
    }

    /// What the names that an entry defines stand for so far.
    pub(super) fn standing(self, typed: &Typed) -> Vec<(Arc<str>, &'static str)> {
        let names = typed.names();
        let stands_for = |name: &str| {
            let is_member = |_: &&'static str| deeds::is_member(self.world(), name);
            let what = self.world().workspace().stands_for(name)?;
            let roster = Some(what).filter(|what| *what == "a roster").filter(is_member);
            Some(roster.map_or(what, |_| "a member of a roster"))
        };
        names.iter().filter_map(|name| Some((Arc::clone(&name.text), stands_for(&name.text)?))).collect()
    }

    /// Of what an entry's names stood for, what is something else now: nothing goes without a word.
    pub(super) fn replaced(self, typed: &Typed, before: &[(Arc<str>, &'static str)]) -> Vec<String> {
        let now = self.standing(typed);
        let other = |(name, was): &&(Arc<str>, &'static str)| {
            now.iter().any(|(known, what)| known == name && what != was)
        };
        let told = |(name, was): &(Arc<str>, &'static str)| {
            format!("until now `{name}` was {was}; `:undo` brings it back")
        };
        before.iter().filter(other).map(told).collect()
    }

    /// What the file that was loaded last defines to be rolled or looked up, in a line each.
    pub(crate) fn loaded_tables(self) -> Vec<String> {
        let Some(last) = self.program().started.last().copied() else { return Vec::new() };
        let own = self.program().tables.iter().filter(|table| table.def.module == last);
        own.map(|table| described(table, table.die.is_none(), &[])).collect()
    }

    fn holds_now(self, name: &str) -> Option<String> {
        let id = self.world().workspace().global_named(name)?;
        let value = self.world().state().globals.get(id.index())?;
        (*value != Value::Unset).then(|| format!("{name} = {}", self.world().show_briefly(value)))
    }
}

/// A table in a line.
fn described(table: &Table, is_list: bool, reports: &[Diagnostic]) -> String {
    let count = table.rows.len();
    let (one, many) = match (table.kind, is_list) {
        (TableKind::Deck, _) => ("card", "cards"),
        (TableKind::Table | TableKind::Each, true) => ("line", "lines"),
        (TableKind::Table | TableKind::Each | TableKind::Chart, _) => ("row", "rows"),
    };
    let rows = format!("{count} {}", if count == 1 { one } else { many });
    let die = table.die.is_some() && !table.die_text.is_empty();
    let whole = reports.is_empty();
    match (die, whole) {
        (true, true) => format!("{}: {}, {rows}, no holes", table.def.name, table.die_text),
        (true, false) => format!("{}: {}, {rows}", table.def.name, table.die_text),
        (false, _) => format!("{}: {rows}", table.def.name),
    }
}
