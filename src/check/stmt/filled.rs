//! What a list holds that begins empty: what is added to it further down.

use super::resolver::StmtResolver;
use crate::check::program::TableId;
use crate::check::scope::NameMeaning;
use crate::syntax::ast::{self, ExprKind, Name, Stmt, StmtKind};

impl StmtResolver<'_, '_> {
    /// The table whose rows alone the statements `below` put into a list that begins as `[]`. The kind of the list
    /// stays open, for a copy of it may come to hold anything.
    pub(super) fn filled_from(&self, name: &Name, value: &ast::Expr, below: &[Stmt]) -> Option<TableId> {
        let begins_empty = matches!(&value.kind, ExprKind::List(items) if items.is_empty());
        if !begins_empty {
            return None;
        }
        let below: Vec<&Stmt> = below.iter().flat_map(Stmt::descendants).collect();
        let added = all_added(name, &below)?;
        let made: Vec<&Name> = below.iter().filter_map(|stmt| stmt.kind.binding()).collect();
        let is_made = |item: &Name| made.iter().any(|made| made.text == item.text);
        let mut tables = added.into_iter().map(|item| self.table(item.name().filter(|item| !is_made(item))?));
        let first = tables.next()??;
        tables.all(|table| table == Some(first)).then_some(first)
    }

    fn table(&self, name: &Name) -> Option<TableId> {
        if self.scope.has_local(&name.text) {
            return None;
        }
        let (_, named, _) = self.cx.ws.named(self.scope.module, &name.text).first().copied()?;
        if let NameMeaning::Table(table) = named { Some(table) } else { None }
    }
}

/// What statements add to a list; `None` where they may put something else into it, or make another of its name.
fn all_added<'s>(name: &Name, stmts: &[&'s Stmt]) -> Option<Vec<&'s ast::Expr>> {
    if stmts.iter().any(|stmt| gives_anew(name, stmt)) {
        return None;
    }
    let added = |stmt: &&'s Stmt| {
        let StmtKind::Add(item, to) = &stmt.kind else { return None };
        to.name().is_some_and(|to| to.text == name.text).then_some(item)
    };
    Some(stmts.iter().filter_map(added).collect())
}

/// Whether a statement gives the name something else, or makes another of that name.
fn gives_anew(name: &Name, stmt: &Stmt) -> bool {
    if let StmtKind::Assign(target, ..) = &stmt.kind {
        return base_name(target).is_none_or(|target| target.text == name.text);
    }
    stmt.kind.binding().is_some_and(|made| made.text == name.text)
}

/// The name that a place begins with: `cards` of `cards[1]`.
fn base_name(place: &ast::Expr) -> Option<&Name> {
    if let ExprKind::Index(of, _) | ExprKind::Field(of, _) = &place.kind {
        base_name(of)
    } else {
        place.name()
    }
}
