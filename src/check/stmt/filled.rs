//! What a list holds that begins empty: what is added to it further down.

use super::resolver::StmtResolver;
use crate::check::program::TableId;
use crate::check::scope::NameMeaning;
use crate::syntax::ast::{self, Block, ExprKind, Name, Stmt, StmtKind};

impl StmtResolver<'_, '_> {
    /// The table whose rows alone the statements `below` put into a list that begins as `[]`. The kind of the list
    /// stays open, for a copy of it may come to hold anything.
    pub(super) fn filled_from(&self, name: &Name, value: &ast::Expr, below: &[Stmt]) -> Option<TableId> {
        let begins_empty = matches!(&value.kind, ExprKind::List(items) if items.is_empty());
        let (mut added, mut made) = (Vec::new(), Vec::new());
        if !begins_empty || !all_added(name, below, &mut added, &mut made) {
            return None;
        }
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

/// Gathers what is added to a list; whether nothing else is put into it, and its name stays its own.
fn all_added<'s>(
    name: &Name,
    stmts: &'s [Stmt],
    added: &mut Vec<&'s ast::Expr>,
    made: &mut Vec<&'s Name>,
) -> bool {
    let is_list = |of: &ast::Expr| of.name().is_some_and(|of| of.text == name.text);
    stmts.iter().all(|stmt| {
        if let StmtKind::Add(item, to) = &stmt.kind
            && is_list(to)
        {
            added.push(item);
        }
        if let StmtKind::Let(new, _) | StmtKind::For { name: new, .. } = &stmt.kind {
            made.push(new);
        }
        !gives_anew(name, stmt)
            && stmt.kind.blocks().into_iter().all(|Block { stmts }| all_added(name, stmts, added, made))
    })
}

/// Whether a statement gives the name something else, or makes another of that name.
fn gives_anew(name: &Name, stmt: &Stmt) -> bool {
    if let StmtKind::Let(made, _) | StmtKind::For { name: made, .. } = &stmt.kind {
        return made.text == name.text;
    }
    let StmtKind::Assign(target, ..) = &stmt.kind else { return false };
    base_name(target).is_none_or(|target| target.text == name.text)
}

/// The name that a place begins with: `cards` of `cards[1]`.
fn base_name(place: &ast::Expr) -> Option<&Name> {
    if let ExprKind::Index(of, _) | ExprKind::Field(of, _) = &place.kind {
        base_name(of)
    } else {
        place.name()
    }
}
