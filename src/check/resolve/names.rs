//! Bare names, and what a name leads to before a dot, a bracket or an index.

use super::NameResolver;
use super::{Head, made};
use crate::base::{Span, closest};
use crate::check::checker::Checker;
use crate::check::exprs::broken;
use crate::check::program::{Expr, ExprKind, Kind, Literal, LocalId, ModuleId, RowPick, ScaleId};
use crate::check::reports::Reports;
use crate::check::scope::{BodyPlace, KindName, NameMeaning, Resolution, Scope, Want};
use crate::check::{Builtin, Workspace};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Name};

impl NameResolver<'_, '_> {
    /// A bare name: a word of the kind that is wanted, a local, a definition.
    pub(crate) fn bare_name(&mut self, name: &Name, want: &Want) -> Expr {
        if let Some(word) = self.declared_word(name, want) {
            // What has been given that name here is meant before a row that is called like it.
            let is_row = matches!(word.gives, Kind::Row(_));
            return if is_row { self.local_row(name).unwrap_or(word) } else { word };
        }
        if let Some(local) = self.local(name) {
            return local;
        }
        if let Some(word) = self.written_word(name, want) {
            return word;
        }
        if let Some(named) = self.cx.named(self.scope.module, name) {
            self.cx.rows_in(self.scope).cell_or_definition(name);
            return self.mention(named, name.span);
        }
        if let Some(cell) = self.cx.rows_in(self.scope).row_cell(name, name.span) {
            return cell;
        }
        if &*name.text == "now" {
            let family = crate::check::units::TIME;
            return made(ExprKind::Now(family), name.span, Kind::Quantity(family));
        }
        if let Some(item) = self.scope.unknown_item() {
            let of = made(ExprKind::Local(item), name.span, Kind::Any);
            return made(ExprKind::Field(Box::new(of), name.text.clone()), name.span, Kind::Any);
        }
        self.unknown_name(name, want);
        broken(name.span)
    }

    /// What a name is inside the body: a local, or a field of an item.
    pub(crate) fn found(&mut self, name: &Name) -> Option<Resolution> {
        self.scope.find(&name.text, |kind| super::has_field(self.cx.ws, kind, &name.text))
    }

    /// A local of this name that holds a row, or may hold one.
    fn local_row(&mut self, name: &Name) -> Option<Expr> {
        let Resolution::Local(id) = self.found(name)? else { return None };
        let kind = &self.scope.local(id)?.kind;
        matches!(kind, Kind::Row(_) | Kind::AnyRow | Kind::Any).then(|| self.local(name)).flatten()
    }

    /// A local, or a bare field of an item.
    fn local(&mut self, name: &Name) -> Option<Expr> {
        match self.found(name)? {
            Resolution::Local(id) => {
                let local = self.scope.local(id)?;
                self.cx.names.local(name.span, Some(local));
                let kind = if local.unrolled { ExprKind::RollLocal(id) } else { ExprKind::Local(id) };
                let gives = match (&local.kind, local.unrolled) {
                    (Kind::Dice, true) => Kind::Any,
                    (Kind::Table, true) => Kind::AnyRow,
                    (kind, _) => kind.clone(),
                };
                Some(made(kind, name.span, gives))
            }
            Resolution::Field(item) => {
                let kind = self.scope.local(item)?.kind.clone();
                let of = made(ExprKind::Local(item), name.span, kind);
                Some(self.cx.field_of(of, name, name.span))
            }
        }
    }

    /// What an expression leads to before a dot (`field` is the name after it), a bracket or an index.
    pub(crate) fn head(&mut self, written: &ast::Expr, field: Option<&Name>) -> Head {
        if let Some(name) = written.name() {
            return self.head_name(name, field);
        }
        let ast::ExprKind::Field(base, name) = &written.kind else {
            return Head::Value(self.exprs().expr(written, &Want::any()));
        };
        let head = self.head(base, Some(name));
        if let Head::Module(module) = head {
            return self.cx.head_in(module, name, field);
        }
        self.head_of_field(head, (base.span, name), field, written.span)
    }

    /// `ash.hp` before a dot; `ash.torch` before `left` is the timer that belongs to Ash.
    fn head_of_field(
        &mut self,
        head: Head,
        (base, name): (Span, &Name),
        field: Option<&Name>,
        span: Span,
    ) -> Head {
        let left = field.is_some_and(|field| &*field.text == "left");
        let Some(timer) = self.cx.ws.timer_known(self.scope, name).filter(|_| left) else {
            return Head::Value(self.field_of_head(head, name, span));
        };
        let head = if let Head::Named(named) = head { Head::Value(self.mention(named, base)) } else { head };
        if let Head::Value(owner) = &head {
            let kind = super::without_nothing(&owner.gives);
            if matches!(kind, Kind::Record(_)) && !super::has_field(self.cx.ws, &kind, &name.text) {
                return Head::Timer(timer, Some(Box::new(owner.clone())));
            }
        }
        Head::Value(self.field_of_head(head, name, span))
    }

    fn head_name(&mut self, name: &Name, field: Option<&Name>) -> Head {
        let found = self.found(name);
        if let Some(Resolution::Local(id)) = found
            && let Some(local) = self.scope.local(id)
            && local.unrolled
        {
            self.cx.names.local(name.span, Some(local));
            return Head::Unrolled(id);
        }
        if found.is_some() {
            let no_fields =
                |kind: &Kind| matches!(kind, Kind::Word(_) | Kind::Number | Kind::Text | Kind::Quantity(_));
            if let Some(value) = self.local(name) {
                let scale = field.and_then(|field| self.cx.scale_with(self.scope.module, name, field));
                let scale = scale.filter(|_| no_fields(&value.gives));
                return scale.map_or(Head::Value(value), Head::Scale);
            }
        }
        if let Some(field) = field {
            if let Some(scale) = self.cx.scale_with(self.scope.module, name, field) {
                return Head::Scale(scale);
            }
            if &*field.text == "left"
                && let Some(timer) = self.cx.ws.timer_known(self.scope, name)
            {
                return Head::Timer(timer, None);
            }
        }
        // A rule-set may hold something of its own name: `dungeon_turn.hazard` still asks the rule-set.
        if let Some(field) = field
            && let Some(module) = self.cx.ws.module_named(self.scope.module, &name.text)
            && self.cx.ws.scope(module).holds(&field.text)
        {
            self.cx.names.module(self.cx.ws, name.span, module);
            return Head::Module(module);
        }
        if let Some(named) = self.cx.named(self.scope.module, name) {
            return Head::Named(named);
        }
        if field.is_some() {
            if let Some(KindName::Scale(scale)) = self.cx.names.kind_at(self.cx.ws, self.scope.module, name) {
                return Head::Scale(scale);
            }
            if let Some(module) = self.cx.module(self.scope.module, name) {
                return Head::Module(module);
            }
        }
        if let Some(cell) = self.cx.rows_in(self.scope).row_cell(name, name.span) {
            return Head::Value(cell);
        }
        if Builtin::named(&name.text).is_some() || self.scope.unknown_item().is_some() || &*name.text == "now"
        {
            return Head::Value(self.bare_name(name, &Want::any()));
        }
        self.unknown_name(name, &Want::any());
        Head::Missing
    }

    /// A definition mentioned: dice and tables are rolled, functions and procedures called.
    pub(crate) fn mention(&mut self, named: NameMeaning, span: Span) -> Expr {
        match named {
            NameMeaning::Option(id) => {
                self.cx.define_option(id);
                let gives = option_gives(self.cx.ws, id);
                made(ExprKind::Option(id), span, gives)
            }
            NameMeaning::Global(id) => {
                self.cx.define_global(id);
                let gives = self
                    .cx
                    .ws
                    .program
                    .globals
                    .get(id.index())
                    .map_or(Kind::Any, |global| global.kind.clone());
                made(ExprKind::Global(id), span, gives)
            }
            NameMeaning::Roster(id) => {
                let sheet = self.cx.ws.program.rosters.get(id.index()).map(|roster| roster.sheet);
                let item = sheet.map_or(Kind::Any, Kind::Record);
                made(ExprKind::Roster(id), span, crate::check::kinds::list_of(item))
            }
            NameMeaning::Member(id, at) => member(self.cx.ws, id, at, span),
            NameMeaning::Table(_) | NameMeaning::Fn(_) | NameMeaning::Proc(_) => {
                self.calls().call_named(named, &[], span)
            }
        }
    }

    /// A table rolled with these arguments.
    pub(crate) fn draw(
        &mut self,
        id: crate::check::program::TableId,
        args: crate::check::program::Args,
        filter: Option<(LocalId, Expr)>,
        span: Span,
    ) -> Expr {
        let table = self.cx.ws.program.table(id);
        if let Some(stub) = &table.stub
            && self.scope.in_text
        {
            note_stub(&mut self.cx.reports, self.cx.ws, self.scope, &table.def, stub, span);
            return made(ExprKind::StubText(stub.clone()), span, Kind::Text);
        }
        let pick = RowPick { table: id, args, filter };
        made(ExprKind::Draw(Box::new(pick)), span, self.cx.ws.program.drawn(id))
    }
}

impl Checker<'_> {
    /// What a name is defined as in a module's reach; reports where modules disagree.
    pub(crate) fn named(&mut self, module: ModuleId, name: &Name) -> Option<NameMeaning> {
        let hits = self.ws.named(module, &name.text);
        if hits.len() > 1 {
            let names: Vec<String> = hits
                .iter()
                .map(|(of, _, _)| format!("{}.{}", self.ws.program.module_name(*of), name.text))
                .collect();
            let message = format!("`{}` is defined in several modules", name.text);
            let mut report = Diagnostic::error(&codes::names::AMBIGUOUS, name.span, message);
            for (name_of, (_, _, span)) in names.iter().zip(&hits) {
                report = report.label(*span, format!("`{name_of}`"));
            }
            for name_of in &names {
                report = report.fix(format!("write `{name_of}`"), name.span, name_of.clone());
            }
            self.report(report.help(format!("say which: {}", names.join(" or "))));
        }
        let (_, named, known) = hits.first().copied()?;
        self.names.named(self.ws, name.span, named, known);
        Some(named)
    }

    /// The ladder or list called `name` if it has the word `field`.
    fn scale_with(&mut self, module: ModuleId, name: &Name, field: &Name) -> Option<ScaleId> {
        match self.ws.kind_named(module, &name.text)? {
            KindName::Scale(scale) => {
                self.ws.program.word_of(scale, &field.text)?;
                self.names.kind(self.ws, name.span, KindName::Scale(scale));
                Some(scale)
            }
            KindName::Sheet(_) => None,
        }
    }

    /// What `module.name` leads to.
    pub(super) fn head_in(&mut self, module: ModuleId, name: &Name, field: Option<&Name>) -> Head {
        if let Some(field) = field
            && let Some(scale) = self.scale_with(module, name, field)
        {
            return Head::Scale(scale);
        }
        if let Some(named) = self.names.named_in(self.ws, module, name) {
            return Head::Named(named);
        }
        if let Some(timer) = self.ws.scope(module).timers.get(&name.text)
            && field.is_some_and(|field| &*field.text == "left")
        {
            return Head::Timer(*timer, None);
        }
        if field.is_some()
            && let Some(KindName::Scale(scale)) = self.names.kind_at(self.ws, module, name)
        {
            return Head::Scale(scale);
        }
        unknown_in(&mut self.reports, self.ws, module, name);
        Head::Missing
    }
}

/// What the mention of an option gives: an unrolled one is rolled.
fn option_gives(ws: &Workspace, id: crate::check::program::OptionId) -> Kind {
    let option = ws.option_def(id);
    if !option.kind.is_unrolled() {
        return option.kind.clone();
    }
    if let ExprKind::UnrolledTable(table, _) = option.value.kind {
        return ws.program.drawn(table);
    }
    if let ExprKind::Unrolled(closure) = &option.value.kind { closure.body.gives.clone() } else { Kind::Any }
}

fn member(ws: &Workspace, id: crate::check::program::RosterId, at: u32, span: Span) -> Expr {
    let roster = ws.program.rosters.get(id.index());
    let sheet = roster.map_or(Kind::Any, |roster| Kind::Record(roster.sheet));
    let name = ws.defs.member_names.get(&(id, at)).cloned().unwrap_or_else(|| "".into());
    let name = made(ExprKind::Literal(Literal::Text(name)), span, Kind::Text);
    made(ExprKind::Member(id, Box::new(name)), span, sheet)
}

fn unknown_in(reports: &mut Reports, ws: &Workspace, module: ModuleId, name: &Name) {
    let of = ws.program.module_name(module);
    let message = format!("`{of}` has nothing called `{}`", name.text);
    let mut report = Diagnostic::error(&codes::names::UNKNOWN, name.span, message);
    if !reports.may_compare(0) {
        return reports.add(report);
    }
    let mut known: Vec<_> = ws.scope(module).names.keys().cloned().collect();
    known.sort_unstable();
    reports.may_compare(known.len());
    match closest(&name.text, known.iter().map(|known| &**known)) {
        Some(near) => {
            report = report.help(format!("did you mean `{of}.{near}`?"));
            report = report.fix(format!("write `{near}`"), name.span, near);
        }
        None => report = report.help(format!("`tw library {of}` lists what it has")),
    }
    reports.add(report);
}

fn note_stub(
    reports: &mut Reports,
    ws: &Workspace,
    scope: &Scope,
    def: &crate::check::program::Def,
    about: &str,
    span: Span,
) {
    // Whoever uses a rule-set is told when it comes up; whoever writes one, here.
    if !ws.is_own(scope.module) || scope.place != BodyPlace::Table {
        return;
    }
    let message = format!("`{}` is not filled in, so its description is shown: [{about}]", def.name);
    let report = Diagnostic::note_at(&codes::procedures::STUB_SHOWN, span, message);
    reports.add(report.help("fill it with a table of your own: `use … with`"));
}
