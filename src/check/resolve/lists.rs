//! Lists, parties and tables: filters, sorting, picking, repeating.

use super::ExprResolver;
use rustc_hash::FxHashMap;

use super::calls::option_table;
use super::{Head, made};
use crate::base::Span;
use crate::check::Builtin;
use crate::check::exprs::broken;
use crate::check::kinds::{item_of, one_of};
use crate::check::program::{Expr, ExprKind, ItemScope, Kind, Literal, LocalId, TableId};
use crate::check::reports::Reports;
use crate::check::scope::{BareWords, Local, NameMeaning, Want};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Name, TableKind};

impl ExprResolver<'_, '_> {
    /// `[a, b, c]`.
    pub(crate) fn list(&mut self, items: &[ast::Expr], want: &Want, span: Span) -> Expr {
        let each = Want { kind: item_of(&want.kind).unwrap_or(Kind::Any), words: want.words };
        let items: Vec<Expr> = items.iter().map(|item| self.expr(item, &each)).collect();
        let of = one_of(items.iter().map(|item| item.gives.clone()).collect());
        made(ExprKind::List(items), span, crate::check::kinds::list_of(of))
    }

    /// `a ++ b`.
    pub(crate) fn joined(&mut self, first: &ast::Expr, second: &ast::Expr, span: Span) -> Expr {
        let lists = vec![self.listed(first), self.listed(second)];
        let items =
            lists.iter().map(|list| item_of(&super::without_nothing(&list.gives)).unwrap_or(Kind::Any));
        let gives = crate::check::kinds::list_of(one_of(items.collect()));
        made(ExprKind::Builtin(Builtin::Together, lists), span, gives)
    }

    /// `{hits: a, botches: b}`.
    pub(crate) fn parts(&mut self, parts: &[(Name, ast::Expr)], span: Span) -> Expr {
        let mut made_parts = Vec::with_capacity(parts.len());
        let mut firsts: FxHashMap<&str, Span> = FxHashMap::default();
        for (name, value) in parts {
            match firsts.get(&*name.text) {
                Some(first) => self.cx.reports.duplicate(name, *first, "part"),
                None => drop(firsts.insert(&name.text, name.span)),
            }
            made_parts.push((name.text.clone(), self.expr(value, &Want::any())));
        }
        let names = made_parts.iter().map(|(name, _)| name.clone()).collect();
        made(ExprKind::Parts(made_parts), span, Kind::Parts(names))
    }

    /// A value that has items; anything else is reported.
    pub(crate) fn listed(&mut self, written: &ast::Expr) -> Expr {
        let value = self.pools().named_dice(written).or_else(|| self.words_as_list(written));
        let value = match value {
            Some(value) => value,
            None => self.expr(written, &Want::any()),
        };
        if matches!(value.kind, ExprKind::Broken) || item_of(&super::without_nothing(&value.gives)).is_some()
        {
            return value;
        }
        if let Some(dice) = super::pools::single_dice(self.scope, &value) {
            return dice;
        }
        self.not_a_list(written, &value);
        broken(value.span)
    }

    /// A list of a kind; of dice, their single dice.
    pub(super) fn list_for(&mut self, written: &ast::Expr, kind: &Kind, place: &str) -> Expr {
        let value = match self.pools().named_dice(written) {
            Some(dice) => dice,
            None => self.expr(written, &Want::of(kind.clone())),
        };
        let is_sum = value.gives == Kind::Number;
        let dice = if is_sum { super::pools::single_dice(self.scope, &value) } else { None };
        self.cx.fitted(dice.unwrap_or(value), kind, place)
    }

    /// The single dice of a pool, named or written out.
    fn dice_of(&mut self, written: &ast::Expr, value: &Expr) -> Option<Expr> {
        self.pools().named_dice(written).or_else(|| super::pools::single_dice(self.scope, value))
    }

    /// Reports a value that has no items where they are wanted.
    fn not_a_list(&mut self, written: &ast::Expr, value: &Expr) {
        let message = format!("this is {}, not a list", self.cx.ws.program.describe(&value.gives));
        let mut report = Diagnostic::error(&codes::kinds::NOT_A_LIST, value.span, message);
        if let ExprKind::Pool(_, ops) | ExprKind::PoolOf(_, ops) = &value.kind {
            report = report.help(super::single_dice::why_no_list(ops));
        }
        if matches!(value.gives, Kind::Row(_)) {
            report = report.help("the name of a table rolls it once; `3 times t` is a list of three rows");
        }
        let report = self.pools().sum_of_dice(written, report);
        self.cx.report(report);
    }

    /// The name of a ladder or of words, where a list is wanted: all its words.
    fn words_as_list(&mut self, written: &ast::Expr) -> Option<Expr> {
        let name = written.name()?;
        if self.names_in().found(name).is_some() {
            let local = self.expr(written, &Want::any());
            if item_of(&local.gives).is_some() {
                return Some(local);
            }
        } else if !self.cx.ws.named(self.scope.module, &name.text).is_empty() {
            return None;
        }
        match self.cx.names.kind_at(self.cx.ws, self.scope.module, name)? {
            crate::check::scope::KindName::Scale(scale) => {
                let count = self.cx.ws.program.scales.get(scale.index()).map_or(0, |scale| scale.words.len());
                let words = (0..count).filter_map(|at| {
                    let word = Literal::Word(scale, u32::try_from(at).ok()?);
                    Some(made(ExprKind::Literal(word), name.span, Kind::Word(scale)))
                });
                let words = words.collect();
                Some(made(ExprKind::List(words), name.span, crate::check::kinds::list_of(Kind::Word(scale))))
            }
            crate::check::scope::KindName::Sheet(_) => None,
        }
    }

    /// `[e for x in xs where c]`.
    pub(crate) fn comprehension(
        &mut self,
        each: &ast::Expr,
        name: &Name,
        of: &ast::Expr,
        filter: Option<&ast::Expr>,
        span: Span,
    ) -> Expr {
        let mark = self.scope.enter();
        let (item, of, filter) = self.walk(name, of, filter);
        let each = self.expr(each, &Want::any());
        self.scope.leave(mark);
        let gives = crate::check::kinds::list_of(each.gives.clone());
        let items = ItemScope { of: Box::new(of), item, filter: filter.map(Box::new) };
        // Which places of a list are looked at is known then.
        let written_out = items.written_out(&each, &self.cx.ws.program.fns);
        let kind = written_out.map_or_else(|| ExprKind::Map(items, Box::new(each)), ExprKind::List);
        made(kind, span, gives)
    }

    /// The item, the list and the condition of a loop; the item's name is in reach afterwards.
    pub(crate) fn walk(
        &mut self,
        name: &Name,
        of: &ast::Expr,
        filter: Option<&ast::Expr>,
    ) -> (LocalId, Expr, Option<Expr>) {
        let of = self.listed(of);
        let kind = self.item_kind(&of);
        let item = self.scope.bind_local(Local::named(name, kind));
        let filter = filter.map(|filter| {
            let mark = self.scope.enter();
            self.scope.as_item(item);
            let filter = self.condition(filter);
            self.scope.leave(mark);
            filter
        });
        (item, of, filter)
    }

    /// `party where hp > 0`; of a table, the rows that take part.
    pub(crate) fn filter(&mut self, of: &ast::Expr, condition: &ast::Expr, span: Span) -> Expr {
        if let Some((table, args)) = self.table_before_filter(of) {
            let mark = self.scope.enter();
            let item = self.scope.bind_item(Kind::Row(table), BareWords::None);
            let condition = self.condition(condition);
            self.scope.leave(mark);
            self.report_early_roll(table, item, &condition);
            return self.names_in().draw(table, args, Some((item, condition)), span);
        }
        let of = self.listed(of);
        let gives = of.gives.clone();
        let (mut items, condition) = self.for_item(of, |this| this.condition(condition));
        items.filter = Some(Box::new(condition));
        made(ExprKind::Filter(items), span, gives)
    }

    /// A filter of rows looks at them before anything is rolled.
    fn report_early_roll(&mut self, table: TableId, item: LocalId, condition: &Expr) {
        if self.cx.info(table).columns.place("roll").is_some() {
            return;
        }
        let Some(span) = roll_of(condition, item) else { return };
        let message = "this filter is checked before anything is rolled, so there is no `roll` yet";
        let report = Diagnostic::error(&codes::names::UNKNOWN, span, message);
        self.cx.report(
            report.help("filter by `key` or a column; or roll first: `let row = …`, then `row.roll`"),
        );
    }

    /// The table that is mentioned before a filter, if it is one whose rows are rolled.
    fn table_before_filter(&mut self, of: &ast::Expr) -> Option<(TableId, crate::check::program::Args)> {
        let (callee, args) = of.called();
        if !matches!(callee.kind, ast::ExprKind::Name(_) | ast::ExprKind::Field(..)) {
            return None;
        }
        let table = self.table_named(callee)?;
        if self.cx.ws.program.table(table).kind == TableKind::Each {
            return None;
        }
        let args = self.calls().table_args(table, args, of.span);
        Some((table, args))
    }

    /// The table that a name leads to, without reporting where it leads elsewhere.
    pub(crate) fn table_named(&mut self, callee: &ast::Expr) -> Option<TableId> {
        if let ast::ExprKind::Field(base, name) = &callee.kind {
            let module = base.name()?;
            let taken = self.names_in().found(module).is_some()
                || !self.cx.ws.named(self.scope.module, &module.text).is_empty();
            if taken {
                return None;
            }
            let module = self.cx.module(self.scope.module, module)?;
            return self.cx.names.named_in(self.cx.ws, module, name)?.table();
        }
        let name = callee.name()?;
        if self.names_in().found(name).is_some() {
            return None;
        }
        self.cx.names.named_quietly(self.cx.ws, self.scope.module, name)?.table()
    }

    /// `party with highest haggle`.
    pub(crate) fn extreme(
        &mut self,
        of: &ast::Expr,
        which: ast::Extreme,
        key: &ast::Expr,
        span: Span,
    ) -> Expr {
        let of = self.listed(of);
        let gives = item_of(&super::without_nothing(&of.gives)).unwrap_or(Kind::Any);
        let (items, key) = self.for_item(of, |this| this.expr(key, &Want::any()));
        let highest = match which {
            ast::Extreme::Highest => true,
            ast::Extreme::Lowest => false,
        };
        made(ExprKind::Extreme(items, Box::new(key), highest), span, gives.or_nothing())
    }

    /// `sort xs by dex down, name`.
    pub(crate) fn sort(&mut self, of: &ast::Expr, keys: &[ast::SortKey], span: Span) -> Expr {
        let of = self.listed(of);
        let gives = match item_of(&super::without_nothing(&of.gives)) {
            Some(item) => crate::check::kinds::list_of(item),
            None => Kind::Any,
        };
        let (items, keys) = self.for_item(of, |this| {
            let keys = keys.iter().map(|key| (this.expr(&key.by, &Want::any()), key.down));
            keys.collect()
        });
        made(ExprKind::Sort(items, keys), span, gives)
    }

    /// `groups of xs by dex`.
    pub(crate) fn groups(&mut self, of: &ast::Expr, key: &ast::Expr, span: Span) -> Expr {
        let of = self.listed(of);
        let item = item_of(&super::without_nothing(&of.gives)).unwrap_or(Kind::Any);
        let (items, key) = self.for_item(of, |this| this.expr(key, &Want::any()));
        let gives = crate::check::kinds::list_of(crate::check::kinds::list_of(item));
        made(ExprKind::Groups(items, Box::new(key)), span, gives)
    }

    /// `pick xs`.
    pub(crate) fn pick(&mut self, of: &ast::Expr, span: Span) -> Expr {
        let of = self.listed(of);
        let gives = item_of(&super::without_nothing(&of.gives)).unwrap_or(Kind::Any);
        made(ExprKind::Pick(Box::new(of)), span, gives)
    }

    /// `6 times 4d6kh3`.
    pub(crate) fn times(&mut self, count: &ast::Expr, of: &ast::Expr, unique: bool, span: Span) -> Expr {
        if matches!(count.kind, ast::ExprKind::Dice(_)) && is_written_out(of) {
            let (dice, value) = (self.cx.reading.written(count.span), self.cx.reading.written(of.span));
            let message = format!("this is a list of `{value}`, as often as `{dice}` says");
            let product = format!("{dice} x {value}");
            let report = Diagnostic::error(&codes::syntax::BROUGHT, span, message);
            self.cx.report(report.surely(format!("for the product, write `{product}`"), span, product));
        }
        let count = self.number(count, "how many times");
        let body = self.expr(of, &Want::any());
        if unique && !matches!(body.kind, ExprKind::Draw(_) | ExprKind::Broken) {
            let report =
                Diagnostic::error(&codes::kinds::UNIQUE, body.span, "only rows of a table can be unique");
            self.cx.report(report.help("write `3 times rumors unique`, with the name of a table"));
        }
        let gives = crate::check::kinds::list_of(body.gives.clone());
        made(ExprKind::Times { count: Box::new(count), body: Box::new(body), unique }, span, gives)
    }

    /// `t[7]`, `t[row, column]`, `xs[2]`, `party["Old Mag"]`.
    pub(crate) fn index(&mut self, base: &ast::Expr, keys: &[ast::Expr], span: Span) -> Expr {
        if let ast::ExprKind::Call(callee, args) = &base.kind
            && let Some(table) = self.table_named(callee)
        {
            let args = self.calls().table_args(table, args, base.span);
            return self.calls().lookup(table, args, keys, span);
        }
        match self.names_in().head(base, None) {
            Head::Named(NameMeaning::Table(table)) => {
                let args = self.calls().table_args(table, &[], base.span);
                self.calls().lookup(table, args, keys, span)
            }
            Head::Named(NameMeaning::Option(id)) if self.cx.option_is_unrolled(id) => {
                let of = made(ExprKind::Option(id), base.span, Kind::Table);
                let table = option_table(self.cx.ws, id);
                self.calls().lookup_in(of, table, keys, span)
            }
            Head::Unrolled(local) => {
                let of = made(ExprKind::Local(local), base.span, Kind::Table);
                self.calls().lookup_in(of, None, keys, span)
            }
            Head::Named(NameMeaning::Roster(id)) => self.member_by_key(id, keys, span),
            Head::Named(named) => {
                let value = self.names_in().mention(named, base.span);
                self.item(base, value, keys, span)
            }
            Head::Value(value) => {
                if item_of(&super::without_nothing(&value.gives)).is_none()
                    && let Some(dice) = self.dice_of(base, &value)
                {
                    return self.item(base, dice, keys, span);
                }
                // `delving.hazard[3]` has been read as a mention; its table is looked up instead.
                if let ExprKind::Draw(pick) = &value.kind
                    && pick.filter.is_none()
                {
                    let (table, args) = (pick.table, pick.args.clone());
                    return self.calls().lookup(table, args, keys, span);
                }
                if let ExprKind::Option(id) = value.kind
                    && self.cx.option_is_unrolled(id)
                {
                    let of = made(ExprKind::Option(id), base.span, Kind::Table);
                    let table = option_table(self.cx.ws, id);
                    return self.calls().lookup_in(of, table, keys, span);
                }
                self.item(base, value, keys, span)
            }
            Head::Scale(_) | Head::Module(_) | Head::Timer(..) | Head::Missing => {
                for key in keys {
                    self.expr(key, &Want::of(Kind::Any));
                }
                broken(span)
            }
        }
    }

    fn member_by_key(&mut self, id: crate::check::program::RosterId, keys: &[ast::Expr], span: Span) -> Expr {
        let sheet = self.cx.ws.program.rosters.get(id.index()).map(|roster| roster.sheet);
        let gives = sheet.map_or(Kind::Any, Kind::Record);
        let [key] = keys else { return one_key(&mut self.cx.reports, keys, span) };
        let key = self.expr(key, &Want::any());
        if matches!(key.gives, Kind::Number) {
            let of = made(ExprKind::Roster(id), span, crate::check::kinds::list_of(gives.clone()));
            return made(ExprKind::Item(Box::new(of), Box::new(key)), span, gives);
        }
        let key = self.cx.fitted(key, &Kind::Text, "the name of a record");
        made(ExprKind::Member(id, Box::new(key)), span, gives)
    }

    fn item(&mut self, written: &ast::Expr, value: Expr, keys: &[ast::Expr], span: Span) -> Expr {
        let [key] = keys else { return one_key(&mut self.cx.reports, keys, span) };
        if let ast::ExprKind::Range(..) = &key.kind
            && matches!(value.gives, Kind::List(_))
        {
            self.several_items(&value, key, span);
            return broken(span);
        }
        let key = self.number(key, "the place in a list");
        if matches!(value.kind, ExprKind::Broken) {
            return broken(span);
        }
        let Some(gives) = item_of(&super::without_nothing(&value.gives)) else {
            let message = format!(
                "this is {}, which is neither a table nor a list",
                self.cx.ws.program.describe(&value.gives)
            );
            let report = Diagnostic::error(&codes::kinds::NOT_A_LIST, value.span, message);
            let report = self.pools().sum_of_dice(written, report);
            self.cx.report(report);
            return broken(span);
        };
        made(ExprKind::Item(Box::new(value), Box::new(key)), span, gives)
    }

    /// Reports `xs[1..3]`: one place is one item.
    fn several_items(&mut self, list: &Expr, places: &ast::Expr, span: Span) {
        let (of, to) = (self.cx.reading.written(list.span), self.cx.reading.written(places.span));
        let report = Diagnostic::error(
            &codes::kinds::WRONG,
            places.span,
            "the place in a list is one number, and this is a range",
        );
        let held = matches!(list.kind, ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Field(..));
        let at = ["i", "at", "place"].into_iter().find(|name| {
            let is_local = self.scope.local_names().any(|local| local == *name);
            !is_local && self.cx.ws.named(self.scope.module, name).is_empty()
        });
        let report = match at.filter(|_| held) {
            Some(at) => {
                let each = format!("[{of}[{at}] for {at} in {to}]");
                report.fix(format!("the items at these places: `{each}`"), span, each)
            }
            // What is rolled would be rolled anew for each place.
            None => report.help("give the list a name, and write `[xs[i] for i in 1..3]`"),
        };
        self.cx.report(report.help("of dice, the highest or lowest few are kept: `4d6kh3`, `4d6kl3`"));
    }

    /// What the items of a list are: those of one that is filled row by row are known by what is added to it.
    fn item_kind(&self, of: &Expr) -> Kind {
        let kind = item_of(&super::without_nothing(&of.gives)).unwrap_or(Kind::Any);
        let ExprKind::Local(id) = of.kind else { return kind };
        let table = self.scope.local(id).and_then(|local| local.filled_from);
        table.filter(|_| kind == Kind::Any).map_or(kind, Kind::Row)
    }

    /// Resolves something for each item of a list; the item's fields stand bare in it.
    fn for_item<T>(&mut self, of: Expr, inner: impl FnOnce(&mut Self) -> T) -> (ItemScope, T) {
        let kind = self.item_kind(&of);
        let mark = self.scope.enter();
        let item = self.scope.bind_item(kind, BareWords::None);
        let found = inner(self);
        self.scope.leave(mark);
        (ItemScope { of: Box::new(of), item, filter: None }, found)
    }
}

/// Whether a value is made of written numbers alone: `10`, `10 + 2`.
fn is_written_out(value: &ast::Expr) -> bool {
    if let ast::ExprKind::Arith(first, rest) = &value.kind {
        return is_written_out(first) && rest.iter().all(|(_, part)| is_written_out(part));
    }
    matches!(value.kind, ast::ExprKind::Number { percent: false, .. })
}

/// Where an expression asks for the roll of this row.
fn roll_of(expr: &Expr, row: LocalId) -> Option<Span> {
    let asks = |expr: &&Expr| {
        matches!(&expr.kind, ExprKind::Field(of, name)
            if &**name == "roll" && matches!(of.kind, ExprKind::Local(local) if local == row))
    };
    expr.descendants().find(asks).map(|expr| expr.span)
}

fn one_key(reports: &mut Reports, keys: &[ast::Expr], span: Span) -> Expr {
    let message = format!("expected one key, found {}", keys.len());
    reports.add(Diagnostic::error(&codes::tables::KEYS, span, message));
    broken(span)
}
