//! `in` and `has`: what a value is looked for in. Behind `in`, a number makes a chance of it, and dice are searched.

use super::{ExprResolver, made, number, pools};
use crate::base::{Num, Span};
use crate::check::kinds::{item_of, list_of};
use crate::check::program::{Expr, ExprKind, Faces, Kind};
use crate::check::scope::Want;
use crate::diag::{Diagnostic, codes};
use crate::dice::{Condition, Count, PoolOp};
use crate::syntax::ast::{self, Compare, Modifier};

impl ExprResolver<'_, '_> {
    /// `e in xs`.
    pub(crate) fn within(&mut self, item: &ast::Expr, list: &ast::Expr, span: Span) -> Expr {
        if let Some(found) = self.table_has(list, item, span) {
            return found;
        }
        // A word that nothing else is called by is one of what the list holds: `joker in hand`.
        let is_written = matches!(list.kind, ast::ExprKind::List(_));
        if item.name().is_some_and(|name| !is_written && self.is_free_word(name)) {
            return self.has(list, item, span);
        }
        let (written, searched) = (item, list);
        let item = self.expr(item, &Want::any());
        let want = self.names_in().want_like(&item);
        let list = if let ast::ExprKind::List(items) = &list.kind {
            let is_row = matches!(super::without_nothing(&item.gives), Kind::Row(_) | Kind::AnyRow);
            let items = items.iter().map(|each| {
                let value = self.expr(each, &want);
                if is_row { self.row_test(&item, value) } else { self.plain_test(&item, value) }
            });
            let items = items.collect();
            made(ExprKind::List(items), list.span, list_of(item.gives.clone()))
        } else {
            self.searched(list)
        };
        // `(n) in 6` is a chance, for a number has no items; dice before it were hardly meant so.
        let is_chance = matches!(item.gives, Kind::Number | Kind::Any)
            && list.gives == Kind::Number
            && !is_pool(&list)
            && !super::dice::has_dice(written);
        if is_chance && self.is_rolled(&list) {
            return self.total_searched(searched, &list, span);
        }
        if is_chance {
            return part_of(item, list, span);
        }
        self.holds(item, list, span)
    }

    /// `xs has x`.
    pub(crate) fn has(&mut self, list: &ast::Expr, item: &ast::Expr, span: Span) -> Expr {
        if let Some(found) = self.table_has(list, item, span) {
            return found;
        }
        let list = self.searched(list);
        let of =
            if is_pool(&list) { Some(Kind::Number) } else { item_of(&super::without_nothing(&list.gives)) };
        let probe = made(ExprKind::Broken, list.span, of.unwrap_or(Kind::Any));
        let want = self.names_in().want_like(&probe);
        let item = self.expr(item, &want);
        let item = self.plain_test(&probe, item);
        self.holds(item, list, span)
    }

    /// Whether nothing here has a name of its own.
    fn is_free_word(&mut self, name: &ast::Name) -> bool {
        self.names_in().found(name).is_none() && self.cx.ws.named(self.scope.module, &name.text).is_empty()
    }

    /// What is searched: of dice the single ones, behind a name, too.
    fn searched(&mut self, written: &ast::Expr) -> Expr {
        if let Some(dice) = self.pools().named_dice(written) {
            return dice;
        }
        let list = self.expr(written, &Want::any());
        if let Some(die) = list.one_die()
            && matches!(die.faces, Faces::Texts(_))
        {
            let (span, gives) = (list.span, list_of(list.gives.clone()));
            return made(ExprKind::List(vec![list]), span, gives);
        }
        pools::dice_of_pool(self.scope, &list).unwrap_or(list)
    }

    /// Whether a number comes from dice, here or where its name was given it.
    fn is_rolled(&mut self, list: &Expr) -> bool {
        if let ExprKind::Local(id) = list.kind {
            return self.scope.local(id).is_some_and(|local| local.rolled);
        }
        if let ExprKind::Global(id) = list.kind {
            return self.cx.ws.program.globals.get(id.index()).is_some_and(|global| global.rolled);
        }
        self.cx.is_luck(list)
    }

    /// `1 in 2d6 + 1`, `6 in n` where `n` was rolled: no dice are left to be searched, and a chance was hardly meant.
    fn total_searched(&mut self, written: &ast::Expr, total: &Expr, span: Span) -> Expr {
        let text = self.cx.reading.written(total.span);
        let message = format!("`{text}` is one number that was rolled, so `in` is ambiguous");
        let report = Diagnostic::error(&codes::kinds::NOT_A_LIST, total.span, message).help(
            "`6 in 4d6` searches dice, `1 in 6` is a chance, and `==` compares with a total; for a chance of one in a number that was rolled, write `(1 / n) chance`",
        );
        let report = self.pools().sum_of_dice(written, report);
        self.cx.report(report);
        made(ExprKind::Broken, span, Kind::YesNo)
    }

    fn holds(&mut self, item: Expr, list: Expr, span: Span) -> Expr {
        if matches!(item.gives, Kind::Number | Kind::Any)
            && let Some(found) = on_a_die(&item, &list, span)
        {
            return found;
        }
        if item_of(&super::without_nothing(&list.gives)).is_none() {
            let message = format!("this is {}, which has no items", self.cx.ws.program.describe(&list.gives));
            let report = Diagnostic::error(&codes::kinds::NOT_A_LIST, list.span, message);
            self.cx
                .report(report.help("`in` looks into a list, a set, a party, dice, or a range such as 1..6"));
        }
        made(ExprKind::In(Box::new(item), Box::new(list)), span, Kind::YesNo)
    }
}

/// Whether it is dice that show their single values: counted, they do no longer.
fn is_pool(list: &Expr) -> bool {
    let (ExprKind::Pool(_, ops) | ExprKind::PoolOf(_, ops)) = &list.kind else { return false };
    list.gives == Kind::Number && !ops.iter().any(|op| matches!(op.op, PoolOp::Count(_)))
}

/// `6 in 4d6kh3`: whether a die that the pool keeps shows it. How many do is one more operator of the pool.
fn on_a_die(item: &Expr, list: &Expr, span: Span) -> Option<Expr> {
    is_pool(list).then_some(())?;
    let hit = Condition { compare: Compare::Equal, number: Box::new(item.clone()), to: None };
    let count = Modifier { op: PoolOp::Count(Count { hit, miss: None }), span: item.span };
    let mut counted = list.clone();
    let (ExprKind::Pool(_, ops) | ExprKind::PoolOf(_, ops)) = &mut counted.kind else { return None };
    ops.push(count);
    let some = ExprKind::Compare(Box::new(counted), Compare::More, Box::new(number(Num::ZERO, span)));
    Some(made(some, span, Kind::YesNo))
}

/// `(n) in 6`: yes with this chance.
fn part_of(part: Expr, of: Expr, span: Span) -> Expr {
    let chance = ExprKind::Arith(Box::new(part), vec![(ast::ArithOp::Divide, of)]);
    let chance = made(chance, span, Kind::Number);
    made(ExprKind::Likely(Box::new(chance)), span, Kind::YesNo)
}
