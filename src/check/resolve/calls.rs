//! Calls: functions, tables with arguments, procedures, and what is built in.

use super::CallResolver;
use super::die_names::named_die_called;
use super::unfit::{missing, places_of, too_many, unknown_argument};
use super::{Head, made};
use crate::base::{Span, closest};
use crate::check::checker::Checker;
use crate::check::exprs::broken;
use crate::check::kinds::wanted_word;
use crate::check::program::{Args, Expr, ExprKind, Kind, Literal, Lookup, OptionId, Param, ProcId, TableId};
use crate::check::scope::{BareWords, NameMeaning, Want};
use crate::check::{Builtin, Workspace};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Argument};

/// Functions with a form of their own.
const SPECIAL: &[&str] = &["check", "contest", "draw", "edge", "tagged"];

impl CallResolver<'_, '_> {
    /// `f(a, name = b)` as it was written.
    pub(crate) fn call(&mut self, callee: &ast::Expr, args: &[Argument], span: Span) -> Expr {
        if let Some(name) = callee.name() {
            let known = self.names_in().found(name).is_some()
                || !self.cx.ws.named(self.scope.module, &name.text).is_empty();
            if !known && &*name.text == "tagged" {
                return self.tagged(args, span);
            }
            if !known && &*name.text == "draw" {
                return self.draw_rest(args, span);
            }
            if !known && SPECIAL.contains(&&*name.text) {
                return self.special(&name.text, args, span);
            }
            if let Some(info) = Builtin::named(&name.text).filter(|_| !known) {
                return self.builtin(info, args, span);
            }
        }
        if let Some((count, unit)) = named_die_called(self.cx.ws, self.scope, callee) {
            return self.pools().named_die((count, unit, args), &[], span);
        }
        match self.names_in().head(callee, None) {
            Head::Named(named @ (NameMeaning::Table(_) | NameMeaning::Fn(_) | NameMeaning::Proc(_))) => {
                self.call_named(named, args, span)
            }
            Head::Missing => {
                self.arguments_anyway(args);
                broken(span)
            }
            Head::Value(Expr { kind: ExprKind::Broken, .. }) => broken(span),
            Head::Named(_)
            | Head::Value(_)
            | Head::Unrolled(_)
            | Head::Scale(_)
            | Head::Module(_)
            | Head::Timer(..) => {
                self.arguments_anyway(args);
                let written = self.cx.reading.written(callee.span);
                if let Some(report) = self.cx.reading.brought_here(callee.span) {
                    self.cx.report(report);
                    return broken(span);
                }
                let message = format!("`{written}` takes no arguments");
                let report = Diagnostic::error(&codes::kinds::NOT_CALLED, callee.span, message);
                // What stands in brackets behind a number may be meant as a factor.
                let inside = Span { start: callee.span.end, ..span };
                let factor = self.cx.reading.written(inside);
                let report = report
                    .fix(format!("remove the brackets: `{written}`"), inside, "")
                    .help("functions, tables and procedures take arguments");
                let title = format!("multiply: `{written} * {factor}`");
                let one = args.len() == 1;
                self.cx.report(if one { report.fix(title, inside, format!(" * {factor}")) } else { report });
                broken(span)
            }
        }
    }

    /// Looks at arguments that have no place, for the mistakes in them.
    pub(super) fn arguments_anyway(&mut self, args: &[Argument]) {
        for arg in args {
            self.exprs().expr(&arg.value, &Want::any());
        }
    }

    /// A function, table or procedure with its arguments.
    pub(crate) fn call_named(&mut self, named: NameMeaning, args: &[Argument], span: Span) -> Expr {
        match named {
            NameMeaning::Fn(id) => {
                self.cx.declare_fn_params(id);
                let Some(function) = self.cx.ws.program.fns.get(id.index()).cloned() else {
                    return broken(span);
                };
                if let Some(stub) = &function.stub
                    && self.scope.in_text
                {
                    return made(ExprKind::StubText(stub.clone()), span, Kind::Text);
                }
                let (values, _) = self.arguments(&function.def, &function.params, None, args, span);
                self.cx.define_fn(id);
                let gives = self
                    .cx
                    .ws
                    .program
                    .fns
                    .get(id.index())
                    .map_or(Kind::Any, |function| function.gives.clone());
                made(ExprKind::Call(id, values), span, gives)
            }
            NameMeaning::Table(id) => {
                let values = self.table_args(id, args, span);
                self.names_in().draw(id, values, None, span)
            }
            NameMeaning::Proc(id) => self.run(id, args, span),
            NameMeaning::Option(_)
            | NameMeaning::Global(_)
            | NameMeaning::Roster(_)
            | NameMeaning::Member(..) => self.names_in().mention(named, span),
        }
    }

    /// The arguments of a table.
    pub(crate) fn table_args(&mut self, id: TableId, args: &[Argument], span: Span) -> Args {
        self.cx.declare_table_params(id);
        let table = self.cx.ws.program.table(id);
        self.arguments(&table.def, &table.params, None, args, span).0
    }

    /// A procedure run for its result.
    pub(crate) fn run(&mut self, id: ProcId, args: &[Argument], span: Span) -> Expr {
        self.cx.declare_proc_params(id);
        let Some(procedure) = self.cx.ws.program.procs.get(id.index()).cloned() else { return broken(span) };
        if let Some(stub) = &procedure.stub
            && self.scope.in_text
        {
            return made(ExprKind::StubText(stub.clone()), span, Kind::Text);
        }
        let (values, answers) = self.arguments(&procedure.def, &procedure.params, Some(id), args, span);
        self.cx.define_proc(id);
        let gives =
            if procedure.returns.is_empty() { part_kind(self.cx.ws, id, "") } else { Kind::Returned(id) };
        made(ExprKind::Run(id, values, answers), span, gives)
    }

    /// `draw(t)`: a row that was not drawn before.
    fn draw_rest(&mut self, args: &[Argument], span: Span) -> Expr {
        let taken = if let [Argument { name: None, value }] = args { Some(value.called()) } else { None };
        let table = taken.and_then(|(callee, _)| self.exprs().table_named(callee));
        let handed = taken.map_or(&[][..], |(_, handed)| handed);
        let Some(id) = table.filter(|id| self.cx.ws.program.table(*id).kind != ast::TableKind::Each) else {
            self.arguments_anyway(args);
            let report = Diagnostic::error(&codes::kinds::ARGUMENTS, span, "`draw` takes a table");
            self.cx.report(
                report.help("for example `draw(rumors)`; each row comes up once, until `reshuffle rumors`"),
            );
            return broken(span);
        };
        let values = self.table_args(id, handed, span);
        if self.cx.ws.program.table(id).kind == ast::TableKind::Deck {
            return self.names_in().draw(id, values, None, span);
        }
        made(ExprKind::DrawRest(id, values), span, Kind::Row(id))
    }

    /// Puts arguments to parameters: those by position first, then those by name. What is named like a
    /// prompt of the procedure is its answer.
    pub(super) fn arguments(
        &mut self,
        def: &crate::check::program::Def,
        params: &[Param],
        proc: Option<ProcId>,
        args: &[Argument],
        span: Span,
    ) -> (Args, Vec<(crate::check::program::PromptId, Expr)>) {
        let mut values: Vec<Option<Expr>> = vec![None; params.len()];
        let places = places_of(params, args);
        let mut answers = Vec::new();
        let mut next = 0;
        for arg in args {
            let at = match &arg.name {
                None => {
                    if let Some(home) = self.names_in().misplaced_word(params, proc, next, &arg.value) {
                        if let Some(slot) = home.and_then(|at| values.get_mut(at)) {
                            *slot = Some(broken(arg.value.span));
                        }
                        continue;
                    }
                    next += 1;
                    if self.answers_unnamed(proc, params.get(next - 1), &arg.value) {
                        continue;
                    }
                    next - 1
                }
                Some(name) => match places.get(&*name.text).copied() {
                    Some(at) => {
                        let known = params.get(at).into_iter();
                        known.for_each(|param| self.cx.names.lead(name.span, param.span));
                        at
                    }
                    None => {
                        let prompt = proc.and_then(|proc| self.cx.ws.prompt_of(proc, &name.text));
                        match prompt {
                            Some(prompt) => {
                                self.cx.names.prompt(self.cx.ws, name.span, prompt);
                                // Who has no answer to hand through leaves it to be asked.
                                let want = Want::of(self.cx.ws.prompt_kind(prompt).or_nothing());
                                let place = format!("the answer to `{}`", name.text);
                                answers.push((prompt, self.exprs().value(&arg.value, &want, &place)));
                            }
                            None => {
                                unknown_argument(
                                    &mut self.cx.reports,
                                    &self.cx.ws.program,
                                    def,
                                    params,
                                    proc,
                                    name,
                                );
                                self.exprs().expr(&arg.value, &Want::any());
                            }
                        }
                        continue;
                    }
                },
            };
            let Some(param) = params.get(at) else {
                self.exprs().expr(&arg.value, &Want::any());
                continue;
            };
            if values.get(at).is_some_and(Option::is_some) {
                let message = format!("`{}` is given twice", param.name);
                self.cx.report(Diagnostic::error(&codes::kinds::ARGUMENTS, arg.value.span, message));
            }
            let value = self.argument(param, &arg.value);
            if let Some(slot) = values.get_mut(at) {
                *slot = Some(value);
            }
        }
        if next > params.len() {
            too_many(&mut self.cx.reports, &self.cx.ws.program, def, params, proc, args, next, span);
        }
        missing(&mut self.cx.reports, &self.cx.ws.program, def, params, &values, span);
        (values, answers)
    }

    /// Reports a word without a name that no parameter takes, but one of the procedure's questions does.
    fn answers_unnamed(&mut self, proc: Option<ProcId>, param: Option<&Param>, written: &ast::Expr) -> bool {
        let program = &self.cx.ws.program;
        let (Some(name), Some(procedure)) =
            (written.name(), proc.and_then(|id| program.procs.get(id.index())))
        else {
            return false;
        };
        let is_word = |kind: &Kind| {
            wanted_word(kind).is_some_and(|scale| program.exact_word(scale, &name.text).is_some())
        };
        if param.is_some_and(|param| is_word(&param.kind)) {
            return false;
        }
        let asked = procedure.prompts.iter().find(|id| is_word(&self.cx.ws.prompt_kind(**id)));
        let Some(asked) = asked.and_then(|id| program.prompts.get(id.index())) else { return false };
        let (asked, whose) = (asked.name.clone(), procedure.def.name.clone());
        // `search` may be a procedure, too; here it is the deed.
        let named = self.cx.ws.named(self.scope.module, &name.text);
        let is_value = named.iter().any(|(_, named, _)| !matches!(named, NameMeaning::Proc(_)));
        if is_value || self.names_in().found(name).is_some() {
            return false;
        }
        let message = format!("`{}` is an answer to `{asked}`, which `{whose}` asks", name.text);
        let answer = format!("{asked} = {}", name.text);
        let report = Diagnostic::error(&codes::kinds::ARGUMENTS, written.span, message);
        self.cx.report(report.surely(format!("write `{answer}`"), written.span, answer));
        true
    }

    /// A value for a parameter; what the parameter takes unrolled stays so.
    fn argument(&mut self, param: &Param, written: &ast::Expr) -> Expr {
        let value = self.handed_over(written, &param.kind, &format!("`{}`", param.name));
        self.within_bounds(param, &value);
        value
    }

    /// A number that is written out keeps to the bounds of what it is given to.
    fn within_bounds(&mut self, param: &Param, value: &Expr) {
        let Some((low, high)) = param.bounds.as_deref() else { return };
        let (Some(number), Some(low), Some(high)) = (value.number(), low.number(), high.number()) else {
            return;
        };
        if number >= low && number <= high {
            return;
        }
        let (low, high) = (low.shown(), high.shown());
        let message = format!("`{}` goes from {low} to {high}, and this is {}", param.name, number.shown());
        let report = Diagnostic::error(&codes::kinds::ARGUMENTS, value.span, message);
        self.cx.report(report.label(param.span, "given to this"));
    }

    /// A value of this kind; dice and tables stay unrolled.
    pub(crate) fn handed_over(&mut self, written: &ast::Expr, kind: &Kind, place: &str) -> Expr {
        if kind.is_unrolled() {
            return self.unrolled_value(written, kind);
        }
        if matches!(kind, Kind::List(_)) {
            return self.exprs().list_for(written, kind, place);
        }
        self.exprs().value(written, &Want::of(kind.clone()), place)
    }

    /// Something handed over unrolled: dice, or a table.
    fn unrolled_value(&mut self, written: &ast::Expr, kind: &Kind) -> Expr {
        if matches!(written.kind, ast::ExprKind::Name(_) | ast::ExprKind::Field(..)) {
            match self.quiet_head(written) {
                Some(Head::Unrolled(local)) => {
                    return made(ExprKind::Local(local), written.span, kind.clone());
                }
                Some(Head::Named(NameMeaning::Option(id))) if self.cx.option_is_unrolled(id) => {
                    return made(ExprKind::Option(id), written.span, kind.clone());
                }
                Some(Head::Named(NameMeaning::Table(id))) => {
                    let args = self.table_args(id, &[], written.span);
                    return made(ExprKind::UnrolledTable(id, args), written.span, Kind::Table);
                }
                Some(
                    Head::Named(_)
                    | Head::Value(_)
                    | Head::Scale(_)
                    | Head::Module(_)
                    | Head::Timer(..)
                    | Head::Missing,
                )
                | None => {}
            }
        }
        if let ast::ExprKind::Call(callee, args) = &written.kind
            && let Some(id) = self.exprs().table_named(callee)
        {
            let args = self.table_args(id, args, written.span);
            return made(ExprKind::UnrolledTable(id, args), written.span, Kind::Table);
        }
        let value = self.exprs().unrolled(written);
        if let (Kind::Table, ExprKind::Unrolled(closure)) = (kind, &value.kind)
            && !crate::check::kinds::fits(&closure.body.gives, &Kind::AnyRow)
        {
            let message =
                format!("expected a table, found {}", self.cx.ws.program.describe(&closure.body.gives));
            self.cx.report(Diagnostic::error(&codes::kinds::WRONG, written.span, message));
        }
        value
    }

    /// What a name leads to, where it is one of those that can be handed over as they are.
    pub(super) fn quiet_head(&mut self, written: &ast::Expr) -> Option<Head> {
        if let Some(name) = written.name() {
            match self.names_in().found(name) {
                Some(crate::check::scope::Resolution::Local(id)) => {
                    if !self.scope.local(id)?.unrolled {
                        return None;
                    }
                    self.cx.names.local(name.span, self.scope.local(id));
                    return Some(Head::Unrolled(id));
                }
                Some(crate::check::scope::Resolution::Field(_)) => return None,
                None => {}
            }
            let named = self.cx.names.named_quietly(self.cx.ws, self.scope.module, name)?;
            return Some(Head::Named(named));
        }
        self.exprs().table_named(written).map(|id| Head::Named(NameMeaning::Table(id)))
    }

    /// `t[7]`, `t[row, column]` of a known table.
    pub(crate) fn lookup(&mut self, id: TableId, args: Args, keys: &[ast::Expr], span: Span) -> Expr {
        let info = self.cx.info(id);
        let table = self.cx.ws.program.table(id);
        if keys.is_empty() || keys.len() > 2 || (keys.len() == 2 && info.headings.is_empty()) {
            let message = match keys.len() {
                0 => format!("a key of `{}` is missing here", table.def.name),
                2 => format!("`{}` is looked up by one key", table.def.name),
                more => format!("a table has two keys at most, found {more}"),
            };
            let report =
                Diagnostic::error(&codes::tables::KEYS, span, message).label(table.def.span, "the table");
            // `weather[2d6, winter]` of a table with a column of that name.
            if let [key, column] = keys
                && let Some(column) = column.name()
                && info.columns.place(&column.text).is_some()
            {
                let between = Span { start: key.span.end, end: span.end, ..span };
                let text = format!("].{}", column.text);
                let title = format!(
                    "write `{}[{}]{}`",
                    table.def.name,
                    self.cx.reading.written(key.span),
                    &text[1..]
                );
                self.cx.report(report.fix(title, between, text));
                return broken(span);
            }
            self.cx.report(report);
            for key in keys {
                self.exprs().expr(key, &Want::any());
            }
            return broken(span);
        }
        let wants = [
            Want { kind: info.key_kind.clone(), words: BareWords::Keys(id) },
            Want { kind: info.heading_kind.clone(), words: BareWords::Headings(id) },
        ];
        let mut resolved = Vec::with_capacity(keys.len());
        for (key, want) in keys.iter().zip(&wants) {
            let value = match self.printed_range(id, key) {
                Some(first) => first,
                None => self.exprs().expr(key, want),
            };
            resolved.push(self.key(id, value, want));
        }
        let gives = if resolved.len() == 1 {
            Kind::Row(id)
        } else {
            self.cx.define_table(id);
            self.cx.info(id).cell_kind()
        };
        let lookup = Lookup { table: id, args, keys: resolved };
        made(ExprKind::Lookup(Box::new(lookup)), span, gives)
    }

    /// Looks at a key that is written out: a word that no row has can never be found.
    fn key(&mut self, id: TableId, value: Expr, want: &Want) -> Expr {
        let value = self.cx.row_as_value(value);
        let ExprKind::Literal(Literal::Text(text)) = &value.kind else { return value };
        let text = text.to_lowercase();
        let want = Want { kind: Kind::Any, words: want.words };
        if !self.cx.has_words_for(&want) || self.cx.word_for(&want, &text).is_some() {
            return value;
        }
        let def = self.cx.ws.program.table(id).def.clone();
        let message = format!("`{}` has no key \"{text}\"", def.name);
        let mut report =
            Diagnostic::error(&codes::names::UNKNOWN_ROW, value.span, message).label(def.span, "the table");
        if self.cx.reports.may_compare(0) {
            let known = self.cx.words_for(&want);
            self.cx.reports.may_compare(known.len());
            if let Some(near) = closest(&text, known.iter().map(String::as_str)) {
                report = report.help(format!("did you mean \"{near}\"?"));
            }
        }
        self.cx.report(report);
        value
    }

    /// `t[k]` where the table is only known when it runs, or is the option's value in force.
    pub(crate) fn lookup_in(
        &mut self,
        of: Expr,
        table: Option<TableId>,
        keys: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let want = match table {
            Some(table) => Want { kind: self.cx.info(table).key_kind.clone(), words: BareWords::Keys(table) },
            None => Want::any(),
        };
        let keys: Vec<Expr> = keys.iter().map(|key| self.exprs().expr(key, &want)).collect();
        let gives = match (table, keys.len()) {
            (Some(table), 1) => Kind::Row(table),
            (None, 1) => Kind::AnyRow,
            (_, _) => Kind::Any,
        };
        made(ExprKind::LookupIn(Box::new(of), keys), span, gives)
    }
}

impl Checker<'_> {
    /// Whether rows of a table may be drawn without putting them back.
    pub(in crate::check) fn has_rest(&mut self, id: TableId) -> bool {
        let info = self.info(id);
        let has_column = info.columns.place("left").is_some();
        match self.ws.program.table(id).kind {
            ast::TableKind::Deck => true,
            ast::TableKind::Table | ast::TableKind::Chart => !has_column,
            ast::TableKind::Each => false,
        }
    }

    /// Whether an option holds something unrolled.
    pub(crate) fn option_is_unrolled(&mut self, id: OptionId) -> bool {
        self.define_option(id);
        self.ws.option_def(id).kind.is_unrolled()
    }
}

/// How something is called: `cost(base, prices)`.
/// The table that an option holds, where it is known.
pub(in crate::check) fn option_table(ws: &Workspace, id: OptionId) -> Option<TableId> {
    let value = &ws.option_def(id).value;
    if let ExprKind::UnrolledTable(table, _) = value.kind { Some(table) } else { None }
}

/// The kind of a part that a procedure returns; an empty name means its plain result.
pub(super) fn part_kind(ws: &Workspace, id: ProcId, name: &str) -> Kind {
    let gives = ws.defs.procs.get(id.index()).map(|def| def.gives.as_slice()).unwrap_or_default();
    let kinds = gives.iter().filter(|(part, _, _)| &**part == name).map(|(_, kind, _)| kind.clone());
    crate::check::kinds::one_of(kinds.collect())
}
