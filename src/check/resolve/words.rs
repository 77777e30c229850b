//! Bare words: which may stand at a place, and which a value may be compared with.

use std::sync::Arc;

use super::NameResolver;
use super::made;
use crate::check::Builtin;
use crate::check::checker::Checker;
use crate::check::program::{Expr, ExprKind, FnId, Kind, Literal, LocalId, Table, TableId};
use crate::check::scope::{BareWords, Scope, Want};
use crate::syntax::ast::Name;

/// What `summary` gives.
const SUMMARY: &[&str] = &["none", "some", "all"];

/// How many tables inside one another are looked into for the name of a row.
const NESTED: usize = 16;

/// The table whose rows a column holds, if it holds any.
fn row_of(kind: &Kind) -> Option<TableId> {
    kind.alternatives().iter().find_map(|kind| if let Kind::Row(table) = kind { Some(*table) } else { None })
}

/// The parameter that an expression is, where it may say its kind and does not.
fn untyped_param(scope: &Scope, value: &Expr) -> Option<LocalId> {
    let ExprKind::Local(id) = value.kind else { return None };
    scope.local(id).is_some_and(|local| local.is_param && local.kind == Kind::Any).then_some(id)
}

/// The part of an expression whose value it is, or may be.
fn passed_on(value: &Expr) -> Option<&Expr> {
    if let ExprKind::Bind(_, of) = &value.kind {
        // A local is one that is bound here.
        return (!matches!(of.kind, ExprKind::Local(_))).then_some(of);
    }
    if let ExprKind::If(_, of, _)
    | ExprKind::Otherwise(of, _)
    | ExprKind::Label(of, _)
    | ExprKind::Advantage(_, of) = &value.kind
    {
        return Some(of);
    }
    None
}

impl NameResolver<'_, '_> {
    /// A word of a declared list, or a row's name, where one is wanted.
    pub(crate) fn declared_word(&mut self, name: &Name, want: &Want) -> Option<Expr> {
        want.kind.alternatives().iter().find_map(|kind| {
            if let Kind::Word(scale) | Kind::Set(scale) = kind {
                let word = self.cx.ws.program.exact_word(*scale, &name.text)?;
                self.cx.names.word(self.cx.ws, name.span, &word);
                return Some(made(ExprKind::Literal(word), name.span, Kind::Word(*scale)));
            }
            let Kind::Row(table) = kind else { return None };
            let row = self.cx.row_name(*table, &name.text)?;
            Some(made(ExprKind::Literal(row), name.span, Kind::Row(*table)))
        })
    }

    /// A word that stands written in a table, or one of any list where the kind is not known.
    pub(crate) fn written_word(&mut self, name: &Name, want: &Want) -> Option<Expr> {
        let literal = |text: Arc<str>| made(ExprKind::Literal(Literal::Text(text)), name.span, Kind::Text);
        if want.kind == Kind::AnyRow {
            let tables = 0..self.cx.ws.program.tables.len();
            let row = tables.map(TableId::from).find_map(|table| self.cx.row_name(table, &name.text));
            if let Some(row) = row {
                return Some(made(ExprKind::Literal(row), name.span, Kind::AnyRow));
            }
        }
        if matches!(want.words, BareWords::Anything(_)) {
            let scales = self.cx.ws.scales_in_reach(self.scope.module);
            let mut hits = scales
                .into_iter()
                .filter_map(|scale| Some((scale, self.cx.ws.program.exact_word(scale, &name.text)?)));
            let (Some((scale, word)), None) = (hits.next(), hits.next()) else { return None };
            if !self.cx.ws.named(self.scope.module, &name.text).is_empty() {
                return None;
            }
            self.cx.names.word(self.cx.ws, name.span, &word);
            return Some(made(ExprKind::Literal(word), name.span, Kind::Word(scale)));
        }
        let spaced = name.text.contains('_').then(|| name.text.replace('_', " "));
        let hit = self.cx.word_for(want, &name.text);
        let hit = hit.or_else(|| self.cx.word_for(want, &spaced?));
        Some(literal(hit?))
    }

    /// What words a value may be compared with, besides those of its kind.
    pub(crate) fn words_of(&mut self, value: &Expr) -> BareWords {
        self.words_within(value, &mut Vec::new())
    }

    /// The same within functions that are being looked at: one that calls itself has no other words.
    fn words_within(&mut self, value: &Expr, open: &mut Vec<FnId>) -> BareWords {
        if let Some(of) = passed_on(value) {
            return self.words_within(of, open);
        }
        if let ExprKind::Field(base, name) = &value.kind {
            let Kind::Row(table) = base.gives else { return BareWords::None };
            let info = self.cx.info(table);
            let at = info.columns.place(name);
            let at = at.and_then(|at| u32::try_from(at).ok());
            return at.map_or(BareWords::Keys(table), |at| BareWords::Cells(table, at));
        }
        if let ExprKind::Lookup(lookup) = &value.kind
            && lookup.keys.len() > 1
        {
            return BareWords::AnyCell(lookup.table);
        }
        if let ExprKind::Local(id) = value.kind {
            return self.scope.local(id).map_or(BareWords::None, |local| local.words);
        }
        if let ExprKind::Call(id, _) = value.kind {
            let function = self.cx.ws.program.fns.get(id.index()).filter(|_| !open.contains(&id)).cloned();
            let body = function.as_ref().and_then(|function| function.body.as_ref());
            let body = body.filter(|body| !matches!(body.kind, ExprKind::Call(..) | ExprKind::Local(_)));
            let Some(body) = body else { return BareWords::None };
            open.push(id);
            let mut inside = Scope::new(self.scope.module, self.scope.place);
            return self.cx.names_in(&mut inside).words_within(body, open);
        }
        if let ExprKind::Run(id, ..) = value.kind {
            let def = self.cx.ws.defs.procs.get(id.index());
            let mut words = def.into_iter().flat_map(|def| &def.gives).map(|(_, _, words)| *words);
            return words.find(|words| *words != BareWords::None).unwrap_or_default();
        }
        if matches!(value.kind, ExprKind::Builtin(Builtin::Summary, _)) {
            return BareWords::Summary;
        }
        let is_known = value.gives != Kind::Any || matches!(value.kind, ExprKind::Bind(..));
        if is_known { BareWords::None } else { BareWords::Anything(None) }
    }

    /// What the right side of a comparison with this value wants.
    pub(crate) fn want_like(&mut self, value: &Expr) -> Want {
        let kind = if let Kind::Set(scale) = value.gives { Kind::Word(scale) } else { value.gives.clone() };
        let words = self.words_of(value);
        let is_open = matches!(words, BareWords::None | BareWords::Anything(_)) && kind == Kind::Any;
        let words = if is_open { BareWords::Anything(untyped_param(self.scope, value)) } else { words };
        Want { kind, words }
    }
}

impl Checker<'_> {
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

    /// The word written in a table that may stand at a place and is this one, case ignored. A table may have
    /// thousands, and as many may be looked up in it.
    pub(crate) fn word_for(&mut self, want: &Want, wanted: &str) -> Option<Arc<str>> {
        match (&want.kind, want.words) {
            (Kind::Row(table), _) => self.info(*table).row_names.get(&wanted.to_lowercase()).cloned(),
            (_, BareWords::Keys(table)) => self.info(table).keys.find(wanted).cloned(),
            (_, BareWords::Headings(table)) => self.info(table).headings.find(wanted).cloned(),
            (_, BareWords::None | BareWords::Anything(_)) => None,
            (_, BareWords::Summary | BareWords::Ties | BareWords::Cells(..) | BareWords::AnyCell(_)) => {
                let wanted = wanted.to_lowercase();
                let mut hit = None;
                self.each_word_for(want, &mut |word| {
                    let found = word.chars().flat_map(char::to_lowercase).eq(wanted.chars());
                    if found {
                        hit = Some(Arc::from(word));
                    }
                    found
                });
                hit
            }
        }
    }

    /// Whether words written in a table may stand at a place.
    pub(crate) fn has_words_for(&mut self, want: &Want) -> bool {
        self.each_word_for(want, &mut |_| true)
    }

    /// The words written in a table that may stand at a place.
    pub(crate) fn words_for(&mut self, want: &Want) -> Vec<String> {
        let mut words = Vec::new();
        self.each_word_for(want, &mut |word| {
            words.push(word.to_owned());
            false
        });
        words
    }

    /// Goes through the words written in a table that may stand at a place, until one is the one. Whether one was.
    fn each_word_for(&mut self, want: &Want, is_it: &mut dyn FnMut(&str) -> bool) -> bool {
        if let Kind::Row(table) = want.kind {
            return self.info(table).row_names.values().any(|name| is_it(name));
        }
        match want.words {
            BareWords::None | BareWords::Anything(_) => false,
            BareWords::Summary => SUMMARY.iter().any(|word| is_it(word)),
            BareWords::Ties => ["win", "lose"].into_iter().any(is_it),
            BareWords::Keys(table) => self.info(table).keys.iter().any(|key| is_it(key)),
            BareWords::Headings(table) => self.info(table).headings.iter().any(|key| is_it(key)),
            BareWords::Cells(table, column) => {
                cell_words(&self.ws.program.table(table), Some(column as usize)).any(is_it)
            }
            BareWords::AnyCell(table) => {
                cell_words(&self.ws.program.table(table), None).any(&mut *is_it)
                    || self.info(table).headings.iter().any(|key| is_it(key))
            }
        }
    }
}

fn cell_words(table: &Table, column: Option<usize>) -> impl Iterator<Item = &str> {
    let cells = table.rows.iter().flat_map(move |row| {
        let taken = row.cells.iter().enumerate();
        taken.filter(move |(at, _)| column.is_none_or(|column| column == *at)).map(|(_, cell)| cell)
    });
    cells.filter_map(|cell| Some(&**cell.literal()?.text()?)).take(10_000)
}
