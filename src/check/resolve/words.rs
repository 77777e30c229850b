//! Bare words: which may stand at a place, and which a value may be compared with.

use super::super::checker::Checker;
use super::super::program::{Expr, ExprKind, FnId, Kind, Literal, ScaleId, TableId};
use super::super::scope::{Scope, Want, Words};
use super::made;
use crate::check::Builtin;
use crate::syntax::ast::Name;

/// What `summary` gives.
const SUMMARY: &[&str] = &["none", "some", "all"];

/// How many tables inside one another are looked into for the name of a row.
const NESTED: usize = 16;

/// The table whose rows a column holds, if it holds any.
fn row_of(kind: &Kind) -> Option<TableId> {
    match kind {
        Kind::Row(table) => Some(*table),
        Kind::OneOf(kinds) => kinds.iter().find_map(row_of),
        _ => None,
    }
}

impl Checker<'_, '_> {
    /// A word of a declared list, or a row's name, where one is wanted.
    pub(crate) fn declared_word(&mut self, _scope: &Scope, name: &Name, want: &Want) -> Option<Expr> {
        let kinds = match &want.kind {
            Kind::OneOf(kinds) => kinds.as_slice(),
            kind => std::slice::from_ref(kind),
        };
        for kind in kinds {
            match kind {
                Kind::Word(scale) | Kind::Set(scale) => {
                    if let Some(word) = self.exact_word(*scale, &name.text) {
                        self.mentioned_literal(name.span, &word);
                        return Some(made(ExprKind::Literal(word), name.span, Kind::Word(*scale)));
                    }
                }
                Kind::Row(table) => {
                    if let Some(row) = self.row_name(*table, &name.text) {
                        return Some(made(ExprKind::Literal(row), name.span, Kind::Row(*table)));
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn exact_word(&self, scale: ScaleId, name: &str) -> Option<Literal> {
        let words = &self.ws.program.scales.get(scale.index())?.words;
        let at = words.iter().position(|word| &**word == name)?;
        Some(Literal::Word(scale, u32::try_from(at).ok()?))
    }

    /// The name of a row of this table, case ignored.
    pub(crate) fn row_name(&mut self, table: TableId, name: &str) -> Option<Literal> {
        let wanted = name.to_lowercase().replace("**", "").replace('`', "");
        let spaced = wanted.replace('_', " ");
        let mut table = table;
        // A row that only rolls another table goes by the name of what that gives.
        for _ in 0..NESTED {
            let info = self.info(table);
            let found = info.row_names.get(&wanted).or_else(|| info.row_names.get(&spaced));
            if let Some(name) = found {
                return Some(Literal::RowName(name.clone()));
            }
            table = info.columns.first().and_then(|column| row_of(&column.kind))?;
        }
        None
    }

    /// A word that stands written in a table, or one of any list where the kind is not known.
    pub(crate) fn written_word(&mut self, scope: &Scope, name: &Name, want: &Want) -> Option<Expr> {
        let literal =
            |text: std::sync::Arc<str>| made(ExprKind::Literal(Literal::Text(text)), name.span, Kind::Text);
        if want.kind == Kind::AnyRow {
            let tables = 0..self.ws.program.tables.len();
            let row = tables.map(TableId::from).find_map(|table| self.row_name(table, &name.text));
            if let Some(row) = row {
                return Some(made(ExprKind::Literal(row), name.span, Kind::AnyRow));
            }
        }
        if want.words == Words::Anything {
            let scales = self.ws.scales_in_reach(scope.module);
            let mut hits =
                scales.into_iter().filter_map(|scale| Some((scale, self.exact_word(scale, &name.text)?)));
            let (first, second) = (hits.next(), hits.next());
            return match (first, second) {
                (Some((scale, word)), None) if self.ws.named(scope.module, &name.text).is_empty() => {
                    self.mentioned_literal(name.span, &word);
                    Some(made(ExprKind::Literal(word), name.span, Kind::Word(scale)))
                }
                _ => None,
            };
        }
        let known = self.words_for(want);
        let wanted = name.text.to_lowercase();
        let spaced = wanted.replace('_', " ");
        let hit = known.into_iter().find(|word| {
            let word = word.to_lowercase();
            word == wanted || word == spaced
        })?;
        Some(literal(hit.into()))
    }

    /// The words written in a table that may stand at a place.
    pub(crate) fn words_for(&mut self, want: &Want) -> Vec<String> {
        if let Kind::Row(table) = want.kind {
            let info = self.info(table);
            return info.row_names.values().map(|name| name.to_string()).collect();
        }
        match want.words {
            Words::None | Words::Anything => Vec::new(),
            Words::Summary => SUMMARY.iter().map(|word| (*word).to_owned()).collect(),
            Words::Ties => vec!["win".to_owned(), "lose".to_owned()],
            Words::Keys(table) => self.info(table).keys.iter().map(|key| key.to_string()).collect(),
            Words::Headings(table) => self.info(table).headings.iter().map(|key| key.to_string()).collect(),
            Words::Cells(table, column) => self.cell_words(table, Some(column as usize)),
            Words::AnyCell(table) => {
                let mut words = self.cell_words(table, None);
                words.extend(self.info(table).headings.iter().map(|key| key.to_string()));
                words
            }
        }
    }

    fn cell_words(&self, table: TableId, column: Option<usize>) -> Vec<String> {
        let table = self.table(table);
        let cells = table.rows.iter().flat_map(|row| {
            let taken = row.cells.iter().enumerate();
            taken.filter(|(at, _)| column.is_none_or(|column| column == *at)).map(|(_, cell)| cell)
        });
        let words = cells.filter_map(|cell| match &cell.kind {
            ExprKind::Literal(Literal::Text(text)) => Some(text.to_string()),
            _ => None,
        });
        words.take(10_000).collect()
    }

    /// What words a value may be compared with, besides those of its kind.
    pub(crate) fn words_of(&mut self, scope: &Scope, value: &Expr) -> Words {
        self.words_within(scope, value, &mut Vec::new())
    }

    /// The same within functions that are being looked at: one that calls itself has no other words.
    fn words_within(&mut self, scope: &Scope, value: &Expr, open: &mut Vec<FnId>) -> Words {
        match &value.kind {
            ExprKind::Field(base, name) => match &base.gives {
                Kind::Row(table) => {
                    let info = self.info(*table);
                    let at = info.columns.iter().position(|column| column.name == *name);
                    match at.and_then(|at| u32::try_from(at).ok()) {
                        Some(at) => Words::Cells(*table, at),
                        None => Words::Keys(*table),
                    }
                }
                _ => Words::None,
            },
            ExprKind::Lookup(lookup) if lookup.keys.len() > 1 => Words::AnyCell(lookup.table),
            ExprKind::Local(id) => scope.local(*id).map_or(Words::None, |local| local.words),
            ExprKind::If(_, yes, _) => self.words_within(scope, yes, open),
            ExprKind::Otherwise(first, _) | ExprKind::Label(first, _) => {
                self.words_within(scope, first, open)
            }
            ExprKind::Bind(_, of) => match &of.kind {
                ExprKind::Local(_) => Words::None,
                _ => self.words_within(scope, of, open),
            },
            ExprKind::Edge(_, of) => self.words_within(scope, of, open),
            ExprKind::Builtin(Builtin::Summary, _) => Words::Summary,
            ExprKind::Call(id, _) if open.contains(id) => Words::None,
            ExprKind::Call(id, _) => {
                let function = self.ws.program.fns.get(id.index()).cloned();
                match function.as_ref().and_then(|function| function.body.as_ref()) {
                    Some(body) if !matches!(body.kind, ExprKind::Call(..) | ExprKind::Local(_)) => {
                        open.push(*id);
                        self.words_within(&Scope::new(scope.module, scope.place), body, open)
                    }
                    _ => Words::None,
                }
            }
            ExprKind::Run(id, _, _) => {
                let gives =
                    self.ws.defs.procs.get(id.index()).map(|def| def.gives.as_slice()).unwrap_or_default();
                gives
                    .iter()
                    .map(|(_, _, words)| *words)
                    .find(|words| *words != Words::None)
                    .unwrap_or_default()
            }
            _ if value.gives == Kind::Any => Words::Anything,
            _ => Words::None,
        }
    }

    /// What the right side of a comparison with this value wants.
    pub(crate) fn want_like(&mut self, scope: &Scope, value: &Expr) -> Want {
        let kind = match &value.gives {
            Kind::Set(scale) => Kind::Word(*scale),
            kind => kind.clone(),
        };
        let words = match self.words_of(scope, value) {
            Words::None if kind == Kind::Any => Words::Anything,
            words => words,
        };
        Want { kind, words }
    }
}
