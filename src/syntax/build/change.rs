//! `change`: what is altered of what was loaded.

use std::sync::Arc;

use super::item::{ItemLine, ProcedureChange};
use super::table::{only_row, table_kind};
use super::{Builder, Pair, Rule, next, only};
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;
use crate::syntax::ast::{
    Block, CellKind, Change, ChangeKind, ItemKind, KeyPart, KeyText, LineRow, Name, Path, RenewedBy, Segment,
    Table, TableOptions, Text,
};

impl Builder {
    /// A change that is no row's.
    pub(super) fn change(&mut self, pair: Pair<'_>) -> ItemLine {
        let rule = pair.as_rule();
        if rule == Rule::change_table {
            let (target, table) = self.change_table(pair);
            return ItemLine::ChangeTable(target, table);
        }
        if rule == Rule::change_refused {
            return self.refused(pair);
        }
        let mut inner = pair.into_inner();
        let target = self.path(next(&mut inner));
        let kind = match rule {
            Rule::change_procedure => {
                let mut how = ProcedureChange::Replace;
                let mut part = next(&mut inner);
                if part.as_rule() == Rule::change_place {
                    how = match part.as_str().trim() {
                        "before" => ProcedureChange::Before,
                        "after" => ProcedureChange::After,
                        _ => ProcedureChange::Without,
                    };
                    part = next(&mut inner);
                }
                let step = self.name(&part);
                return match how {
                    ProcedureChange::Without => {
                        let kind = how.close(step, Block::default());
                        ItemLine::Whole(ItemKind::Change(Arc::new(Change { target, kind })))
                    }
                    ProcedureChange::Replace | ProcedureChange::Before | ProcedureChange::After => {
                        ItemLine::ChangeProcedure(target, how, step)
                    }
                };
            }
            Rule::change_whole => {
                let procedure = self.procedure_rest(target.name.clone(), inner);
                return ItemLine::ChangeWhole(target, procedure);
            }
            Rule::change_rolls => {
                let mut options = TableOptions::default();
                inner.for_each(|part| self.table_option(part, &mut options));
                ChangeKind::Head(Box::new(options))
            }
            _ => {
                let def = self.fn_rest(target.name.clone(), inner);
                ChangeKind::Value(Box::new(def))
            }
        };
        ItemLine::Whole(ItemKind::Change(Arc::new(Change { target, kind })))
    }

    /// Reports a change of what cannot be changed, with what to write instead.
    fn refused(&mut self, pair: Pair<'_>) -> ItemLine {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let word = next(&mut inner).as_str().to_owned();
        let name = inner.next().map(|name| name.as_str().to_owned()).unwrap_or_default();
        let instead = match word.as_str() {
            "keep" => format!("change its value with a statement: `{name} = …`"),
            "policy" | "use" => format!("write a `{word}` of your own"),
            "party" | "roster" => "change its members with `add` and `remove`".to_owned(),
            "stub" => format!("fill it where the rules are used: `use … with {name} = …`"),
            "test" => "write a test of your own".to_owned(),
            _ => "other definitions depend on it; define one of your own under another name".to_owned(),
        };
        let report = Diagnostic::error(&codes::NOT_CHANGED, span, format!("`{word}` cannot be changed"));
        self.report(report.help(instead).help(
            "`change` reaches tables and charts, their rows and dice, functions, procedures and their steps, and options",
        ));
        match word.as_str() {
            "sheet" => ItemLine::Refused("sheet"),
            "test" => ItemLine::Refused("test"),
            _ => ItemLine::Refused(""),
        }
    }

    /// `change table …`: the first line of a table that takes another one's place.
    pub(super) fn change_table(&mut self, pair: Pair<'_>) -> (Path, Table) {
        let head = self.span(&pair);
        let mut inner = pair.into_inner();
        let kind = table_kind(next(&mut inner).as_str());
        let target = self.path(next(&mut inner));
        let table = self.table_rest(kind, target.name.clone(), inner, head);
        (target, table)
    }

    /// `change hazard row 6: text => effect`, `change lights row torch lasts: 4 hours`.
    pub(crate) fn change_row(&mut self, text: &str, base: usize) -> Option<Change> {
        let (target, mut row) = self.row(Rule::change_row, text, base)?;
        let mut column = None;
        let written =
            text.get(row.key.span.start as usize - base..row.key.span.end as usize - base).unwrap_or("");
        let quoted = written.len() > 1 && written.starts_with('"') && written.ends_with('"');
        let words = !quoted && row.key.parts.iter().any(|part| matches!(part, KeyPart::Word(_)));
        if words && let Some((key, last)) = written.rsplit_once(char::is_whitespace) {
            let end = row.key.span.end as usize;
            let start = row.key.span.start as usize;
            column = Some(Name::new(last, self.place(end.saturating_sub(last.len()), end)));
            row.key = self.key(key.trim(), start);
        }
        let target = target?;
        let plain = row.text.segments.iter().all(|part| matches!(part, Segment::Literal(_)));
        let cell = if column.is_some() && plain {
            self.cell_kind(row.text.literal().trim(), row.text.span)
        } else {
            CellKind::Text(row.text.clone())
        };
        let renewed = if column.is_none() { self.renewed(text, base, &row) } else { None };
        Some(Change { target, kind: ChangeKind::Row { column, row: Box::new(row), cell, renewed } })
    }

    /// The text of a changed row as a new key with its text, if it reads so.
    fn renewed(&mut self, text: &str, base: usize, row: &LineRow) -> Option<Box<KeyText>> {
        let (start, end) = (row.text.span.start as usize, row.text.span.end as usize);
        let written = text.get(start.checked_sub(base)?..end.checked_sub(base)?)?;
        let mark = self.diagnostics.len();
        let read = self.try_read(Rule::change_key, written, start, |builder, pairs| {
            let (mut by, mut guard) = (None, None);
            let mut rest = Text { segments: Vec::new(), span: row.text.span.after() };
            for part in only_row(pairs).into_inner() {
                let at = builder.span(&part).start as usize;
                match part.as_rule() {
                    Rule::key => by = Some(RenewedBy::Key(builder.key_of(part))),
                    Rule::quoted_key => by = Some(RenewedBy::Key(builder.key(part.as_str(), at))),
                    Rule::bullet_weight => {
                        let number = only(part);
                        let place = builder.span(&number);
                        by = Some(RenewedBy::Weight(builder.num(number.as_str(), place).0));
                    }
                    Rule::row_guard => guard = Some(builder.chain(only(part))),
                    Rule::row_text => {
                        let text = part.as_str().trim();
                        let from = at + (part.as_str().len() - part.as_str().trim_start().len());
                        rest = builder.bare_text(text, from);
                    }
                    _ => {}
                }
            }
            by.map(|by| KeyText { by, guard, text: rest })
        });
        // What is wrong with the text was told when it was read as a whole.
        self.diagnostics.truncate(mark);
        read.flatten().map(Box::new)
    }
}
