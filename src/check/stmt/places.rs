//! Places that can be changed, and what changes them.

use super::resolver::StmtResolver;
use crate::base::{Span, near_names};
use crate::check::Workspace;
use crate::check::kinds::item_of;
use crate::check::parts::has_field;
use crate::check::program::{Expr, ExprKind, Kind, Literal, Place, Program, Stmt, StmtKind, TimerId};
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::check::resolve::Head;
use crate::check::scope::{BodyPlace, NameMeaning, Resolution, Scope, Want};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, ArithOp, AssignOp};
use crate::syntax::words;

/// A place and what it may hold.
pub(super) struct AssignTarget {
    pub place: Place,
    pub kind: Kind,
    /// Reads what the place holds.
    pub read: Expr,
}

impl StmtResolver<'_, '_> {
    /// `x = e`, `x += e`, `x -= e`.
    pub(super) fn assign(
        &mut self,
        target: &ast::Expr,
        op: AssignOp,
        value: &ast::Expr,
        span: Span,
        made: &mut Vec<Stmt>,
    ) {
        if let Some((timer, owner)) = self.timer_left(target) {
            let owner = owner.map(|owner| once(self.scope, *owner, made));
            let left = self.nudged(target, (timer, owner.as_ref()), (op, value), span);
            let kind = StmtKind::Nudge(timer, owner.map(Box::new), Box::new(left));
            made.push(Stmt { kind, span });
            return;
        }
        let Some(target) = self.target(target, Some((op, value)), made) else {
            self.exprs().expr(value, &Want::any());
            return;
        };
        let place_text = format!("`{}`", self.cx.reading.written(target.read.span));
        let want = Want::of(target.kind.clone());
        let value = match op {
            AssignOp::Set => {
                let written = value;
                let value = self.exprs().expr(value, &want);
                self.report_row_of_table(&place_text, written, &value);
                match target.place {
                    // A local may lose what it held.
                    Place::Local(_) => self.cx.fitted(value, &target.kind.clone().or_nothing(), &place_text),
                    Place::Global(_) | Place::Field(..) => self.cx.fitted(value, &target.kind, &place_text),
                }
            }
            AssignOp::Add | AssignOp::Subtract => self.changed_by(&target, op, value, span),
        };
        if let Place::Local(id) = target.place
            && let Some(local) = self.scope.local_mut(id)
            && local.kind != value.gives
        {
            local.kind = crate::check::kinds::one_of(vec![local.kind.clone(), value.gives.clone()]);
        }
        made.push(Stmt { kind: StmtKind::Set(target.place, value), span });
    }

    /// Warns of `weather = cloud` where that is the name of a row and not a roll, though a table is called so, too.
    fn report_row_of_table(&mut self, place: &str, written: &ast::Expr, value: &Expr) {
        let (ast::ExprKind::Name(name), ExprKind::Literal(Literal::RowName(row)), Kind::Row(table)) =
            (&written.kind, &value.kind, &value.gives)
        else {
            return;
        };
        let named = self.cx.ws.named(self.scope.module, &name.text);
        let rolled = named.iter().any(|(_, of, _)| matches!(of, NameMeaning::Table(other) if other != table));
        if !rolled {
            return;
        }
        let (text, held) = (&name.text, self.cx.ws.program.describe(&value.gives));
        let message = format!("`{text}` is {held} here, and no roll on the table `{text}`");
        let report = Diagnostic::warning(&codes::names::ROW_OR_TABLE, name.span, message);
        let report = report.help(format!("for the row, put its name in quotes: `\"{row}\"`"));
        self.cx.report(report.help(format!(
            "{place} holds a row of one table; to roll on others, let it hold their text from its beginning: `let … = \"{{…}}\"`"
        )));
    }

    /// The timer of `torch.left`, or of `ash.torch.left` with whose it is.
    fn timer_left(&mut self, written: &ast::Expr) -> Option<(TimerId, Option<Box<Expr>>)> {
        let ast::ExprKind::Field(base, field) = &written.kind else { return None };
        let (ast::ExprKind::Name(name) | ast::ExprKind::Field(_, name)) = &base.kind else { return None };
        if &*field.text != "left" {
            return None;
        }
        self.cx.ws.timer_known(self.scope, name)?;
        let reports = self.cx.reports.mark();
        if let Head::Timer(timer, owner) = self.names_in().head(base, Some(field)) {
            return Some((timer, owner));
        }
        // Something with a field of that name; what is wrong with it is said where it is changed.
        self.cx.reports.back_to(reports);
        None
    }

    /// What a timer has left after `torch.left = e`, `+= e` or `-= e`.
    fn nudged(
        &mut self,
        written: &ast::Expr,
        (timer, owner): (TimerId, Option<&Expr>),
        (op, value): (AssignOp, &ast::Expr),
        span: Span,
    ) -> Expr {
        let value = self.exprs().expr(value, &Want::any());
        let op = match op {
            AssignOp::Set => return value,
            AssignOp::Add => ArithOp::Add,
            AssignOp::Subtract => ArithOp::Subtract,
        };
        let kind = ExprKind::TimerLeft(timer, owner.map(|owner| Box::new(owner.clone())));
        let left = Expr { kind, span: written.span, gives: Kind::Any };
        Expr { kind: ExprKind::Arith(Box::new(left), vec![(op, value)]), span, gives: Kind::Any }
    }

    /// The sum or difference that `+=` and `-=` stand for.
    fn changed_by(&mut self, target: &AssignTarget, op: AssignOp, value: &ast::Expr, span: Span) -> Expr {
        let place = self.cx.reading.written(target.read.span);
        match &target.kind {
            Kind::List(_) | Kind::Set(_) => {
                let message = format!("`{place}` is {}", self.cx.ws.program.describe(&target.kind));
                let (verb, link) = if op == AssignOp::Add { ("add", "to") } else { ("remove", "from") };
                let report = Diagnostic::error(&codes::kinds::WRONG, target.read.span, message);
                self.cx.report(
                    report.help(format!(
                        "write `{verb} {} {link} {place}`",
                        self.cx.reading.written(value.span)
                    )),
                );
            }
            Kind::Word(_) => {
                let message = format!("`{place}` is {}", self.cx.ws.program.describe(&target.kind));
                let report = Diagnostic::error(&codes::kinds::WRONG, target.read.span, message);
                let verb = if op == AssignOp::Add { "worsen" } else { "improve" };
                self.cx.report(
                    report.help(format!("change a ladder with `worsen` or `improve`: `{verb} {place}`")),
                );
            }
            Kind::Text | Kind::Row(_) | Kind::AnyRow | Kind::Record(_) | Kind::YesNo => {
                let described = self.cx.ws.program.describe(&target.kind);
                let message = format!("`{place}` is {described}, which cannot be added to");
                let report = Diagnostic::error(&codes::kinds::WRONG, target.read.span, message);
                let worth = self.cx.row_as_value(target.read.clone());
                let help = format!("for its number, name it so: `let {place} = … + 0`");
                let is_number = worth.gives == Kind::Number;
                self.cx.report(if is_number { report.help(help) } else { report });
            }
            Kind::Number | Kind::Quantity(_) | Kind::Any | Kind::OneOf(_) | Kind::Dice => {
                let want = if target.kind.is_quantity() { target.kind.clone() } else { Kind::Number };
                let value = self.exprs().expr(value, &Want::of(want));
                let value = self.cx.row_as_value(value);
                let value = if matches!(target.kind, Kind::Any | Kind::OneOf(_)) {
                    value
                } else {
                    self.cx.fitted(value, &target.kind, &format!("what changes `{place}`"))
                };
                let op = match op {
                    AssignOp::Subtract => ArithOp::Subtract,
                    AssignOp::Add | AssignOp::Set => ArithOp::Add,
                };
                let kind = ExprKind::Arith(Box::new(target.read.clone()), vec![(op, value)]);
                return Expr { kind, span, gives: target.kind.clone() };
            }
            Kind::Table | Kind::Range | Kind::Check | Kind::Returned(_) | Kind::Parts(_) | Kind::Nothing => {
                let message = format!(
                    "`{place}` is {}, which cannot be added to",
                    self.cx.ws.program.describe(&target.kind)
                );
                self.cx.report(Diagnostic::error(&codes::kinds::WRONG, target.read.span, message));
            }
        }
        self.exprs().expr(value, &Want::any());
        crate::check::exprs::broken(span)
    }

    /// The place that an expression names. What must be worked out to find it is worked out once, before.
    pub(super) fn target(
        &mut self,
        written: &ast::Expr,
        assigned: Option<(AssignOp, &ast::Expr)>,
        made: &mut Vec<Stmt>,
    ) -> Option<AssignTarget> {
        if let Some(name) = written.name() {
            return self.named_target(name, assigned);
        }
        let ast::ExprKind::Field(base, field) = &written.kind else {
            let message = "only a name or a field of a record can be changed";
            let report = Diagnostic::error(&codes::names::NOT_A_PLACE, written.span, message);
            let list = if let ast::ExprKind::Index(list, _) = &written.kind { Some(list.span) } else { None };
            self.cx.report(match list.map(|list| self.cx.reading.written(list)) {
                Some(list) => report
                    .help(format!("a list is changed with `add … to {list}` and `remove … from {list}`")),
                None => report,
            });
            return None;
        };
        if let Some(named) = self.of_a_module(base, field) {
            return self.defined_target(field, named, written.span);
        }
        let base = self.exprs().expr(base, &Want::any());
        if matches!(base.kind, ExprKind::Broken) {
            return None;
        }
        let kind = crate::check::resolve::without_nothing(&base.gives);
        if !matches!(kind, Kind::Record(_) | Kind::Any) {
            not_a_record(&mut self.cx.reports, &self.cx.ws.program, &self.cx.reading, &base, &kind);
            return None;
        }
        let base = once(self.scope, base, made);
        let read = self.cx.field_of(base.clone(), field, written.span);
        if matches!(read.kind, ExprKind::Broken) {
            return None;
        }
        let place = Place::Field(Box::new(base), field.text.clone());
        Some(AssignTarget { place, kind: read.gives.clone(), read })
    }

    fn named_target(
        &mut self,
        name: &ast::Name,
        assigned: Option<(AssignOp, &ast::Expr)>,
    ) -> Option<AssignTarget> {
        let found = self.names_in().found(name);
        let made = |kind: ExprKind, gives: &Kind| Expr { kind, span: name.span, gives: gives.clone() };
        match found {
            Some(Resolution::Local(id)) => {
                let local = self.scope.local(id)?;
                if local.unrolled {
                    let message = format!("`{}` is passed in unrolled and cannot be changed", name.text);
                    self.cx.report(Diagnostic::error(&codes::names::NOT_A_PLACE, name.span, message));
                    return None;
                }
                let kind = local.kind.clone();
                self.cx.names.local(name.span, self.scope.local(id));
                return Some(AssignTarget {
                    place: Place::Local(id),
                    read: made(ExprKind::Local(id), &kind),
                    kind,
                });
            }
            Some(Resolution::Field(item)) => {
                let of = made(ExprKind::Local(item), &self.scope.local(item)?.kind);
                let read = self.cx.field_of(of.clone(), name, name.span);
                let place = Place::Field(Box::new(of), name.text.clone());
                return Some(AssignTarget { place, kind: read.gives.clone(), read });
            }
            None => {}
        }
        match self.cx.named(self.scope.module, name) {
            Some(named) => self.defined_target(name, named, name.span),
            None => {
                unknown_target(&mut self.cx.reports, self.cx.ws, self.scope, name, assigned);
                None
            }
        }
    }

    /// What `module.name` leads to, where a module stands before the dot: `delving.torches_lit`.
    pub(super) fn of_a_module(&mut self, base: &ast::Expr, field: &ast::Name) -> Option<NameMeaning> {
        let module = base.name()?;
        if self.names_in().found(module).is_some() {
            return None;
        }
        let of = self.cx.ws.module_named(self.scope.module, &module.text)?;
        let named = self.cx.names.named_in(self.cx.ws, of, field)?;
        self.cx.names.module(self.cx.ws, module.span, of);
        Some(named)
    }

    /// The place that a definition is: only what is kept can be changed.
    fn defined_target(&mut self, name: &ast::Name, named: NameMeaning, span: Span) -> Option<AssignTarget> {
        let NameMeaning::Global(id) = named else {
            fixed(&mut self.cx.reports, name, named);
            return None;
        };
        self.cx.define_global(id);
        let kind = self.cx.ws.program.globals.get(id.index()).map_or(Kind::Any, |global| global.kind.clone());
        if in_function(self.cx.ws, self.scope) {
            let message = format!("a function cannot change `{}`", name.text);
            self.cx.report(Diagnostic::error(&codes::procedures::FN_RUNS, name.span, message));
        }
        let read = Expr { kind: ExprKind::Global(id), span, gives: kind.clone() };
        Some(AssignTarget { place: Place::Global(id), kind, read })
    }

    /// The place and the number of steps of `worsen` and `improve`.
    pub(super) fn moved(
        &mut self,
        place: &ast::Expr,
        by: Option<&ast::Expr>,
        made: &mut Vec<Stmt>,
    ) -> Option<(Place, Option<Expr>)> {
        let target = self.target(place, None, made);
        let by = by.map(|by| self.exprs().number(by, "the number of steps"));
        let target = target?;
        let kind = crate::check::resolve::without_nothing(&target.kind);
        let ladder = if let Kind::Word(scale) = kind {
            self.cx.ws.program.scales.get(scale.index()).is_some_and(|scale| scale.ladder)
        } else {
            kind == Kind::Any
        };
        if !ladder {
            let message = format!(
                "only a ladder gets worse or better, and this is {}",
                self.cx.ws.program.describe(&target.kind)
            );
            let report = Diagnostic::error(&codes::kinds::NO_LADDER, place.span, message);
            self.cx.report(report.help("numbers change with `+=` and `-=`; a ladder is declared best first: `ladder light: bright > dim > out`"));
        }
        Some((target.place, by))
    }
}

/// A base that is worked out once: what is not a plain name goes into a local first.
fn once(scope: &mut Scope, base: Expr, made: &mut Vec<Stmt>) -> Expr {
    let plain = matches!(base.kind, ExprKind::Local(_) | ExprKind::Global(_))
        || matches!(&base.kind, ExprKind::Member(_, name) if name.literal().is_some());
    if plain {
        return base;
    }
    let (span, gives) = (base.span, base.gives.clone());
    let mark = scope.enter();
    let local = scope.bind("", gives.clone());
    scope.leave(mark);
    made.push(Stmt { kind: StmtKind::Let(local, base), span });
    Expr { kind: ExprKind::Local(local), span, gives }
}

/// Whether this stands in a function, of one line or of several.
pub(super) fn in_function(ws: &Workspace, scope: &Scope) -> bool {
    match scope.place {
        BodyPlace::Fn => true,
        BodyPlace::Proc(id) => ws.program.procs.get(id.index()).is_some_and(|known| known.is_fn),
        BodyPlace::Top | BodyPlace::Table | BodyPlace::Effect | BodyPlace::Test | BodyPlace::Value => false,
    }
}

/// What an item of this place may be.
pub(super) fn item_wanted(kind: &Kind) -> Option<Want> {
    item_of(&crate::check::resolve::without_nothing(kind)).map(Want::of)
}

fn fixed(reports: &mut Reports, name: &ast::Name, named: NameMeaning) {
    let (what, help) = match named {
        NameMeaning::Option(_) => {
            ("an option", "options are set where a rule-set is used: `use … with`, or by `:set`")
        }
        NameMeaning::Table(_) => ("a table", "`change` alters a table; a picked row is kept with `let`"),
        NameMeaning::Fn(_) => ("a function", "what changes is kept with `keep`"),
        NameMeaning::Proc(_) => ("a procedure", "`change procedure` alters its steps"),
        NameMeaning::Roster(_) => ("a roster", "members come and go with `add` and `remove`"),
        NameMeaning::Member(..) => ("a record", "change one of its fields"),
        NameMeaning::Global(_) => return,
    };
    let message = format!("`{}` is {what}, which cannot be assigned to", name.text);
    reports.add(Diagnostic::error(&codes::names::NOT_A_PLACE, name.span, message).help(help));
}

fn not_a_record(
    reports: &mut Reports,
    program: &Program,
    reading: &SourceReader<'_>,
    base: &Expr,
    kind: &Kind,
) {
    let message = format!("this is {}, whose parts cannot be changed", program.describe(kind));
    let mut report = Diagnostic::error(&codes::names::NOT_A_PLACE, base.span, message);
    if matches!(kind, Kind::List(_)) {
        let list = reading.written(base.span);
        report = report.help(format!("change each of them: `for one in {list}` … `end for`"));
    } else {
        report = report.help(
            "only records of the party and of rosters are changed where they stand; all else is a copy",
        );
    }
    reports.add(report);
}

fn unknown_target(
    reports: &mut Reports,
    ws: &Workspace,
    scope: &Scope,
    name: &ast::Name,
    assigned: Option<(AssignOp, &ast::Expr)>,
) {
    let message = format!("there is no `{}` to change", name.text);
    let mut report = Diagnostic::error(&codes::names::NOTHING_TO_CHANGE, name.span, message);
    if !reports.may_compare(0) {
        return reports.add(report);
    }
    // `letgold = 3` begins with its word.
    if let Some((word, rest)) = words::glued(&name.text).find(|(word, _)| matches!(*word, "let" | "keep")) {
        let apart = format!("{word} {rest}");
        return reports.add(report.surely(format!("write `{apart}`"), name.span, apart));
    }
    let mut known: Vec<String> = scope.local_names().map(str::to_owned).collect();
    for (named, _) in ws.scope(scope.module).names.values() {
        if let NameMeaning::Global(id) = named
            && let Some(global) = ws.program.globals.get(id.index())
        {
            known.push(global.def.name.to_string());
        }
    }
    let is_global = |name: &str| {
        ws.named(scope.module, name).iter().any(|(_, named, _)| matches!(named, NameMeaning::Global(_)))
    };
    let reach = ws.names_in_reach(scope.module);
    known.extend(reach.iter().filter(|name| is_global(name)).map(ToString::to_string));
    known.sort_unstable();
    known.dedup();
    reports.may_compare(known.len());
    for near in near_names(&name.text, known.iter().map(String::as_str)) {
        report = report.did_you_mean(near, name.span);
    }
    // `hp -= 1` in `for hero in party`: the field of somebody who has a name here.
    let is_record = |kind: &Kind| matches!(kind, Kind::Record(_));
    let owned = scope.local_kinds().filter(|(_, kind)| is_record(kind) && has_field(ws, kind, &name.text));
    let owners: Vec<String> = owned.map(|(owner, _)| owner.to_owned()).collect();
    if !owners.is_empty() {
        for owner in owners {
            let text = format!("{owner}.{}", name.text);
            report = report.fix(format!("write `{text}`"), name.span, text);
        }
        return reports.add(report);
    }
    if let Some((AssignOp::Add | AssignOp::Subtract, _)) = assigned {
        report = report.help(format!("give it a first value: `let {} = 0`", name.text));
    }
    if let Some((AssignOp::Set, _)) = assigned {
        let start = Span { end: name.span.start, ..name.span };
        report = report.help("`let` makes a new name").fix("make it with `let`", start, "let ");
    }
    reports.add(report);
}
