//! Works out what options, globals, functions and procedures are, each when it is first asked for.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Workspace;
use super::checker::Checker;
use super::defs::{Defined, Progress};
use super::exprs::body;
use super::program::{Expr, FnId, GlobalId, Kind, LocalId, ModuleId, OptionId, Param, ProcId};
use super::reports::Reports;
use super::scope::{Local, Named, Place, Scope, Want};
use super::stmt::known_steps;
use crate::base::{Span, closest};
use crate::diag::{Diagnostic, codes};
use crate::modules::Origin;
use crate::syntax::ast;

impl Workspace {
    fn is_stub(&self, named: Named) -> bool {
        let program = &self.program;
        match named {
            Named::Table(id) => program.tables.get(id.index()).is_some_and(|table| table.stub.is_some()),
            Named::Fn(id) => program.fns.get(id.index()).is_some_and(|function| function.stub.is_some()),
            Named::Proc(id) => {
                program.procs.get(id.index()).is_some_and(|procedure| procedure.stub.is_some())
            }
            Named::Option(_) | Named::Global(_) | Named::Roster(_) | Named::Member(..) => false,
        }
    }

    fn options_of(&self, module: ModuleId) -> Vec<Arc<str>> {
        let names = self.scope(module).names.iter();
        let settable =
            names.filter(|(_, (named, _))| matches!(named, Named::Option(_)) || self.is_stub(*named));
        let mut names: Vec<Arc<str>> = settable.map(|(name, _)| name.clone()).collect();
        names.sort_unstable();
        names
    }
}

impl Checker<'_, '_> {
    /// Resolves parameters: they are the first locals, and each default sees those before it.
    pub(crate) fn params(&mut self, scope: &mut Scope, written: &[ast::Param]) -> Vec<Param> {
        let mark = scope.enter();
        let mut params: Vec<Param> = Vec::with_capacity(written.len());
        let mut bounds = Vec::with_capacity(written.len());
        let mut known: FxHashMap<&str, Span> = FxHashMap::default();
        for param in written {
            match known.entry(&*param.name.text) {
                Entry::Occupied(first) => self.reports.duplicate(&param.name, *first.get(), "parameter"),
                Entry::Vacant(free) => {
                    free.insert(param.name.span);
                }
            }
            let (kind, written_bounds) = match &param.kind {
                Some(kind) => self.kind(scope.module, kind, &param.name),
                None => (Kind::Any, None),
            };
            let unrolled = kind.is_unrolled();
            params.push(Param {
                name: param.name.text.clone(),
                span: param.name.span,
                kind,
                bounds: None,
                default: None,
                unrolled,
            });
            bounds.push(written_bounds);
        }
        bind_params(scope, &params);
        scope.leave(mark);
        for (at, (param, written_bounds)) in written.iter().zip(&bounds).enumerate() {
            let Some(kind) = params.get(at).map(|param| param.kind.clone()) else { continue };
            let bounds = self.bounds(scope, &kind, written_bounds);
            let default = param.default.as_ref();
            let default = default.map(|default| self.handed_over(scope, default, &kind, "the default"));
            if let Some(param) = params.get_mut(at) {
                param.bounds = bounds;
                param.default = default;
            }
            scope.see(LocalId::from(at));
        }
        params
    }

    /// Makes sure that a scope has room for what the defaults of its parameters bind.
    pub(crate) fn make_room(&mut self, scope: &mut Scope, of: Defined) {
        let room = self.ws.defs.param_locals.get(&of).copied().unwrap_or(0);
        while scope.frame().count() < room {
            let mark = scope.enter();
            scope.bind("", Kind::Any);
            scope.leave(mark);
        }
    }

    /// Makes a function's parameters known, without its body.
    pub(crate) fn declare_fn_params(&mut self, id: FnId) {
        let Some(Progress::Waiting(written)) = self.ws.defs.fns.get(id.index()).cloned() else { return };
        let Some(function) = self.ws.program.fns.get(id.index()) else { return };
        if self.ws.defs.param_locals.contains_key(&Defined::Fn(id)) {
            return;
        }
        self.ws.defs.param_locals.insert(Defined::Fn(id), 0);
        let mut scope = Scope::new(function.def.module, Place::Fn);
        let params = self.params(&mut scope, &written.params);
        self.ws.defs.param_locals.insert(Defined::Fn(id), scope.frame().count());
        if let Some(function) = self.ws.program.fns.get_mut(id.index()) {
            Arc::make_mut(function).params = params;
        }
    }

    /// Works a function out, unless that is done or under way.
    pub(crate) fn define_fn(&mut self, id: FnId) {
        self.declare_fn_params(id);
        let deep = self.depth.is_deep();
        let Some(state) = self.ws.defs.fns.get_mut(id.index()) else { return };
        let written = match state {
            Progress::Done | Progress::Running => return,
            Progress::Waiting(_) if deep => return,
            Progress::Waiting(written) => written.clone(),
        };
        *state = Progress::Running;
        let Some(function) = self.ws.program.fns.get(id.index()).cloned() else { return };
        self.depth.define();
        let mut scope = Scope::new(function.def.module, Place::Fn);
        bind_params(&mut scope, &function.params);
        self.make_room(&mut scope, Defined::Fn(id));
        let value = if function.gives == Kind::Any {
            self.expr(&mut scope, &written.body, &Want::open())
        } else {
            let want = Want::of(function.gives.clone().or_nothing());
            self.value(&mut scope, &written.body, &want, &format!("what `{}` gives", function.def.name))
        };
        self.depth.defined();
        let locals = scope.frame().count();
        if let Some(function) = self.ws.program.fns.get_mut(id.index()) {
            let function = Arc::make_mut(function);
            if function.gives == Kind::Any {
                function.gives = value.gives.clone();
            } else if value.gives.may_be_nothing() {
                function.gives = super::kinds::one_of(vec![function.gives.clone(), Kind::Nothing]);
            }
            function.locals = locals;
            function.body = Some(value);
        }
        if let Some(state) = self.ws.defs.fns.get_mut(id.index()) {
            *state = Progress::Done;
        }
    }

    /// Makes a procedure's parameters known, without its body.
    pub(crate) fn declare_proc_params(&mut self, id: ProcId) {
        let Some(written) = self.ws.defs.procs.get(id.index()).and_then(|def| def.written.clone()) else {
            return;
        };
        if self.ws.defs.param_locals.contains_key(&Defined::Proc(id)) {
            return;
        }
        let Some(procedure) = self.ws.program.procs.get(id.index()) else { return };
        self.ws.defs.param_locals.insert(Defined::Proc(id), 0);
        let mut scope = Scope::new(procedure.def.module, Place::Proc(id));
        let params = self.params(&mut scope, &written.params);
        self.ws.defs.param_locals.insert(Defined::Proc(id), scope.frame().count());
        if let Some(procedure) = self.ws.program.procs.get_mut(id.index()) {
            Arc::make_mut(procedure).params = params;
        }
    }

    /// Works a procedure out, unless that is done or under way.
    pub(crate) fn define_proc(&mut self, id: ProcId) {
        self.declare_proc_params(id);
        let deep = self.depth.is_deep();
        let Some(def) = self.ws.defs.procs.get_mut(id.index()) else { return };
        let Some(written) = def.written.clone() else { return };
        match def.state {
            Progress::Done | Progress::Running => return,
            Progress::Waiting(_) if deep => return,
            Progress::Waiting(_) => def.state = Progress::Running,
        }
        def.gives.clear();
        let Some(procedure) = self.ws.program.procs.get(id.index()).cloned() else { return };
        self.depth.define();
        let mut scope = Scope::new(procedure.def.module, Place::Proc(id));
        bind_params(&mut scope, &procedure.params);
        self.make_room(&mut scope, Defined::Proc(id));
        let takes = written
            .takes
            .as_ref()
            .map(|takes| self.duration(&mut scope, takes, "the time a procedure takes"));
        known_steps(&mut self.reports, self.ws, id, &written.body);
        let block = self.block(&mut scope, &written.body);
        self.depth.defined();
        let made = body(block, &mut scope);
        if let Some(procedure) = self.ws.program.procs.get_mut(id.index()) {
            let procedure = Arc::make_mut(procedure);
            procedure.takes = takes;
            procedure.body = made;
        }
        if let Some(def) = self.ws.defs.procs.get_mut(id.index()) {
            def.state = Progress::Done;
        }
    }

    /// A time: a quantity of any clock.
    pub(crate) fn duration(&mut self, scope: &mut Scope, written: &ast::Expr, place: &str) -> Expr {
        let value = self.expr(scope, written, &Want::any());
        let value = self.row_as_value(value);
        let kind = super::resolve::without_nothing(&value.gives);
        if !matches!(kind, Kind::Quantity(_) | Kind::Any) {
            let message =
                format!("{place} must have a unit, and this is {}", self.ws.program.describe(&kind));
            let report = Diagnostic::error(&codes::kinds::UNITS, value.span, message);
            self.report(report.help("for example `10 minutes` or `6 turns`"));
        }
        value
    }

    /// Works an option out: its kind, and its default unless another value is in force.
    pub(crate) fn define_option(&mut self, id: OptionId) {
        let Some(state) = self.ws.defs.options.get_mut(id.index()) else { return };
        let written = match state {
            Progress::Done | Progress::Running => return,
            Progress::Waiting(written) => written.clone(),
        };
        *state = Progress::Running;
        let module = self.ws.option_def(id).def.module;
        let kind = written.kind.as_ref().map(|kind| self.kind(module, kind, &written.name).0);
        let value = self.option_value(module, kind.as_ref().unwrap_or(&Kind::Any), &written.default);
        if let Some(option) = self.ws.program.options.get_mut(id.index()).map(Arc::make_mut) {
            option.kind = kind.unwrap_or_else(|| value.gives.clone());
            if !option.changed {
                option.value = value;
            }
        }
        if let Some(state) = self.ws.defs.options.get_mut(id.index()) {
            *state = Progress::Done;
        }
    }

    fn option_value(&mut self, module: ModuleId, kind: &Kind, written: &ast::Expr) -> Expr {
        let mut scope = Scope::new(module, Place::Value);
        self.handed_over(&mut scope, written, kind, "this option")
    }

    /// Puts a value of an option in force; it is resolved where it was written.
    pub(crate) fn set_option(&mut self, id: OptionId, written_in: ModuleId, written: &ast::Expr) {
        self.define_option(id);
        let kind = self.ws.option_def(id).kind.clone();
        let value = self.option_value(written_in, &kind, written);
        let text = self.reading.written(written.span);
        if let Some(option) = self.ws.program.options.get_mut(id.index()).map(Arc::make_mut) {
            option.changed = text != option.default_text;
            option.text = text;
            option.value = value;
        }
    }

    /// Puts a value of an option in force, by the option's name.
    pub(crate) fn set_option_by_path(&mut self, name: &ast::Path, value: &ast::Expr) {
        let module = super::workspace::Workspace::SESSION;
        let named = match &name.module {
            Some(of) => {
                let of = self.module(module, of);
                of.and_then(|of| self.names.named_in(self.ws, of, &name.name))
            }
            None => self.named(module, &name.name),
        };
        match named {
            Some(Named::Option(id)) => self.set_option(id, module, value),
            Some(
                Named::Global(_)
                | Named::Roster(_)
                | Named::Member(..)
                | Named::Table(_)
                | Named::Fn(_)
                | Named::Proc(_),
            )
            | None => {
                let of =
                    name.module.as_ref().map_or_else(|| "here".to_owned(), |of| format!("in `{}`", of.text));
                let wanted = name.module.as_ref().and_then(|of| self.ws.module_named(module, &of.text));
                let options = self.ws.program.options.iter();
                let options =
                    options.filter(|option| wanted.is_none_or(|wanted| option.def.module == wanted));
                let options: Vec<Arc<str>> = options.map(|option| option.def.name.clone()).collect();
                unknown_option(&mut self.reports, &name.name, &of, &options);
            }
        }
    }

    /// Works a global out: its kind, its bounds, and what it holds at first.
    pub(crate) fn define_global(&mut self, id: GlobalId) {
        let deep = self.depth.is_deep();
        let Some(state) = self.ws.defs.globals.get_mut(id.index()) else { return };
        let written = match state {
            Progress::Done | Progress::Running => return,
            Progress::Waiting(_) if deep => return,
            Progress::Waiting(written) => written.clone(),
        };
        *state = Progress::Running;
        let Some(global) = self.ws.program.globals.get(id.index()).cloned() else { return };
        let mut scope = Scope::new(global.def.module, Place::Value);
        self.depth.define();
        if global.kept {
            let bounds = self.bounds(&mut scope, &global.kind, &written.bounds);
            let want = if global.kind == Kind::Any { Want::open() } else { Want::of(global.kind.clone()) };
            let initial = self.value(&mut scope, &written.value, &want, &format!("`{}`", global.def.name));
            if let Some(global) = self.ws.program.globals.get_mut(id.index()) {
                if global.kind == Kind::Any && initial.gives != Kind::Nothing {
                    global.kind = loose(&initial.gives);
                }
                global.initial = initial;
                global.bounds = bounds;
            }
        } else {
            // The statement gives the value and reports what is wrong with it; here only its kind counts.
            let reports = self.reports.mark();
            let value = self.expr(&mut scope, &written.value, &Want::open());
            self.reports.back_to(reports);
            if let Some(global) = self.ws.program.globals.get_mut(id.index()) {
                global.kind = loose(&value.gives);
            }
        }
        self.depth.defined();
        if let Some(state) = self.ws.defs.globals.get_mut(id.index()) {
            *state = Progress::Done;
        }
    }

    /// What `from` offers in a prompt, by its kind, before the prompt is worked out.
    pub(crate) fn kind_of_choice(&mut self, module: ModuleId, from: &ast::Expr) -> Kind {
        let ast::ExprKind::Name(name) = &from.kind else { return Kind::Any };
        match self.names.kind_at(self.ws, module, name) {
            Some(super::scope::KindName::Scale(scale)) => return Kind::Word(scale),
            Some(super::scope::KindName::Sheet(_)) | None => {}
        }
        match self.names.named_quietly(self.ws, module, name) {
            Some(Named::Table(id)) => Kind::Row(id),
            Some(Named::Roster(id)) => {
                self.ws.program.rosters.get(id.index()).map_or(Kind::Any, |roster| Kind::Record(roster.sheet))
            }
            Some(Named::Option(_) | Named::Global(_) | Named::Member(..) | Named::Fn(_) | Named::Proc(_))
            | None => Kind::Any,
        }
    }

    /// `with name = value` of every `use`: options are set, stubs filled.
    pub(crate) fn uses_with(
        &mut self,
        module: ModuleId,
        started: bool,
        uses: Vec<(ast::Use, Option<ModuleId>)>,
    ) {
        for (written, used) in uses {
            let Some(used) = used else { continue };
            for (name, value) in &written.with {
                let named = self.names.named_in(self.ws, used, name);
                match named {
                    Some(Named::Option(id)) if started => self.set_option(id, module, value),
                    Some(Named::Option(_)) => {
                        let message =
                            format!("only the started file sets options; `{}` is left as it is", name.text);
                        let report = Diagnostic::error(&codes::files::OPTION_ELSEWHERE, name.span, message);
                        self.report(report.help("remove it here and set it in the file you run"));
                    }
                    Some(named) if self.ws.is_stub(named) => self.fill(module, used, name, named, value),
                    Some(_) | None => {
                        let known = self.ws.options_of(used);
                        let of = format!("in `{}`", self.ws.program.module_name(used));
                        unknown_option(&mut self.reports, name, &of, &known);
                    }
                }
            }
        }
    }

    /// Puts a definition of the user's in the place of a stub.
    fn fill(&mut self, module: ModuleId, used: ModuleId, name: &ast::Name, stub: Named, value: &ast::Expr) {
        let filler = if let ast::ExprKind::Field(base, field) = &value.kind {
            let of = base.name().and_then(|of| self.module(module, of));
            of.and_then(|of| self.names.named_in(self.ws, of, field))
        } else {
            value.name().and_then(|filler| self.names.named_quietly(self.ws, module, filler))
        };
        let what = stub.what();
        match (stub, filler) {
            (Named::Table(stub), Some(Named::Table(table))) => {
                // Bodies that are worked out already know the stub by its id, so it takes the rows too.
                if matches!(self.ws.defs.tables.get(table.index()), Some(Progress::Done)) {
                    self.copy_table(table, stub);
                }
            }
            (Named::Fn(_), Some(Named::Fn(_))) | (Named::Proc(_), Some(Named::Proc(_))) => {}
            (_, None) if matches!(value.kind, ast::ExprKind::Name(_)) => {
                let filler = self.reading.written(value.span);
                let message = format!("`{filler}` is not defined");
                let report = Diagnostic::error(&codes::names::UNKNOWN, value.span, message);
                return self
                    .report(report.help(format!("define {what} of that name to fill `{}`", name.text)));
            }
            (_, Some(_) | None) => {
                let message = format!("`{}` must be filled with the name of {what}", name.text);
                let report = Diagnostic::error(&codes::kinds::WRONG, value.span, message);
                return self.report(report.help(format!("define {what}, and write its name here")));
            }
        }
        if let Some(filler) = filler {
            let span = name.span;
            self.ws.scope_mut(used).names.insert(name.text.clone(), (filler, span));
        }
    }

    fn copy_table(&mut self, from: super::program::TableId, to: super::program::TableId) {
        let table = self.ws.program.table(from);
        let info = self.info(from);
        self.set_table(to, |stub| {
            let def = stub.def.clone();
            *stub = (*table).clone();
            stub.def = def;
        });
        if let Some(slot) = self.ws.defs.infos.get_mut(to.index()) {
            *slot = info;
        }
    }
}

/// What a name without a stated kind may hold later: numbers stay numbers, a first `nothing` says little.
pub(super) fn loose(kind: &Kind) -> Kind {
    if matches!(kind, Kind::Nothing | Kind::OneOf(_)) {
        Kind::Any
    } else if matches!(kind, Kind::List(_)) {
        Kind::List(Box::new(Kind::Any))
    } else {
        kind.clone()
    }
}

/// Makes parameters the first locals of a scope.
pub(super) fn bind_params(scope: &mut Scope, params: &[Param]) {
    for param in params {
        let unrolled = param.unrolled;
        let name = ast::Name::new(param.name.clone(), param.span);
        scope.bind_local(Local { unrolled, is_param: true, ..Local::named(&name, param.kind.clone()) });
    }
}

/// Reports an option that does not exist.
fn unknown_option(reports: &mut Reports, name: &ast::Name, of: &str, known: &[Arc<str>]) {
    let message = format!("there is no option or stub `{}` {of}", name.text);
    let mut report = Diagnostic::error(&codes::files::UNKNOWN_OPTION, name.span, message);
    match closest(&name.text, known.iter().map(|known| &**known)) {
        Some(near) => {
            report = report.did_you_mean(near, name.span);
        }
        None if known.is_empty() => {}
        None => {
            let most: Vec<&str> = known.iter().take(20).map(|known| &**known).collect();
            report = report.help(format!("there are {}", most.join(", ")));
        }
    }
    reports.add(report);
}

/// Warns of a definition of the user's that has the name of a stub and does not fill it.
pub(super) fn fills_nothing(
    reports: &mut Reports,
    ws: &Workspace,
    module: ModuleId,
    name: &Arc<str>,
    at: Span,
) {
    let uses = ws.scope(module).uses.clone();
    for (called, used) in uses {
        let named = ws.scope(used).names.get(name).map(|(named, _)| *named);
        if !named.is_some_and(|named| ws.is_stub(named)) {
            continue;
        }
        let message = format!("this does not fill the `{name}` that `{called}` leaves open");
        let report = Diagnostic::warning(&codes::files::NOT_FILLED, at, message);
        let rules = ws.program.module_name(used);
        let from = match ws.origin_of(used) {
            Origin::Library(_) if rules == called => rules.to_string(),
            Origin::Library(_) => format!("{rules} as {called}"),
            Origin::File(_) | Origin::Session(_) => "…".to_owned(),
        };
        let line = format!("use {from} with {name} = {name}");
        reports.add(report.help(format!("fill it where the rules are used: `{line}`")));
    }
}
