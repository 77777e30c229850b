//! Works out what options, globals, functions and procedures are, each when it is first asked for.

use std::sync::Arc;

use super::Workspace;
use super::checker::Checker;
use super::defs::{Defined, DefinitionState};
use super::exprs::body;
use super::names::Hidden;
use super::program::{Expr, FnId, GlobalId, Kind, ModuleId, OptionId, ProcId};
use super::reports::Reports;
use super::resolve::{bind_params, summed_dice};
use super::scope::{BodyPlace, NameMeaning, Scope, Want};
use super::stmt::known_steps;
use crate::base::{Span, closest};
use crate::diag::{Diagnostic, codes};
use crate::modules::Origin;
use crate::syntax::ast;

impl Workspace {
    pub(super) fn is_stub(&self, named: NameMeaning) -> bool {
        let program = &self.program;
        match named {
            NameMeaning::Table(id) => {
                program.tables.get(id.index()).is_some_and(|table| table.stub.is_some())
            }
            NameMeaning::Fn(id) => {
                program.fns.get(id.index()).is_some_and(|function| function.stub.is_some())
            }
            NameMeaning::Proc(id) => {
                program.procs.get(id.index()).is_some_and(|procedure| procedure.stub.is_some())
            }
            NameMeaning::Option(_)
            | NameMeaning::Global(_)
            | NameMeaning::Roster(_)
            | NameMeaning::Member(..) => false,
        }
    }

    pub(super) fn options_of(&self, module: ModuleId) -> Vec<Arc<str>> {
        let names = self.scope(module).names.iter();
        let settable =
            names.filter(|(_, (named, _))| matches!(named, NameMeaning::Option(_)) || self.is_stub(*named));
        let mut names: Vec<Arc<str>> = settable.map(|(name, _)| name.clone()).collect();
        names.sort_unstable();
        names
    }
}

impl Checker<'_> {
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
        let Some(DefinitionState::Waiting(written)) = self.ws.defs.fns.get(id.index()).cloned() else {
            return;
        };
        let Some(function) = self.ws.program.fns.get(id.index()) else { return };
        if self.ws.defs.param_locals.contains_key(&Defined::Fn(id)) {
            return;
        }
        if written.params.iter().any(ast::Param::works_something_out) {
            // Whoever asks meanwhile must not begin again.
            self.ws.defs.param_locals.insert(Defined::Fn(id), 0);
        }
        let mut scope = Scope::new(function.def.module, BodyPlace::Fn);
        let params = self.calls(&mut scope).params(&written.params);
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
            DefinitionState::Done | DefinitionState::Running => return,
            DefinitionState::Waiting(_) if deep => return,
            DefinitionState::Waiting(written) => written.clone(),
        };
        *state = DefinitionState::Running;
        let Some(function) = self.ws.program.fns.get(id.index()).cloned() else { return };
        self.depth.define();
        let mut scope = Scope::new(function.def.module, BodyPlace::Fn);
        bind_params(&mut scope, &function.params);
        self.make_room(&mut scope, Defined::Fn(id));
        let value = if function.gives == Kind::Any {
            self.exprs(&mut scope).expr(&written.body, &Want::open())
        } else {
            let want = Want::of(function.gives.clone().or_nothing());
            self.exprs(&mut scope).value(&written.body, &want, &format!("what `{}` gives", function.def.name))
        };
        self.depth.defined();
        let locals = scope.frame().count();
        // With no second holder it is changed where it is, not copied.
        drop(function);
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
            *state = DefinitionState::Done;
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
        let mut scope = Scope::new(procedure.def.module, BodyPlace::Proc(id));
        let params = self.calls(&mut scope).params(&written.params);
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
            DefinitionState::Done | DefinitionState::Running => return,
            DefinitionState::Waiting(_) if deep => return,
            DefinitionState::Waiting(_) => def.state = DefinitionState::Running,
        }
        def.gives.clear();
        let Some(procedure) = self.ws.program.procs.get(id.index()).cloned() else { return };
        self.depth.define();
        let mut scope = Scope::new(procedure.def.module, BodyPlace::Proc(id));
        bind_params(&mut scope, &procedure.params);
        self.make_room(&mut scope, Defined::Proc(id));
        let takes = written
            .takes
            .as_ref()
            .map(|takes| self.stmts(&mut scope).duration(takes, "the time a procedure takes"));
        known_steps(&mut self.reports, self.ws, id, &written.body);
        let block = self.stmts(&mut scope).block(&written.body);
        self.depth.defined();
        let made = body(block, &mut scope);
        drop(procedure);
        if let Some(procedure) = self.ws.program.procs.get_mut(id.index()) {
            let procedure = Arc::make_mut(procedure);
            procedure.takes = takes;
            procedure.body = made;
        }
        if let Some(def) = self.ws.defs.procs.get_mut(id.index()) {
            def.state = DefinitionState::Done;
        }
    }

    /// Works an option out: its kind, and its default unless another value is in force.
    pub(crate) fn define_option(&mut self, id: OptionId) {
        let Some(state) = self.ws.defs.options.get_mut(id.index()) else { return };
        let written = match state {
            DefinitionState::Done | DefinitionState::Running => return,
            DefinitionState::Waiting(written) => written.clone(),
        };
        *state = DefinitionState::Running;
        let module = self.ws.option_def(id).def.module;
        let kind = written.kind.as_ref().map(|kind| self.kinds_in(module).kind(kind, &written.name).0);
        let value = self.option_value(module, kind.as_ref().unwrap_or(&Kind::Any), &written.default);
        if let Some(option) = self.ws.program.options.get_mut(id.index()).map(Arc::make_mut) {
            option.kind = kind.unwrap_or_else(|| value.gives.clone());
            if !option.changed {
                option.value = value;
            }
        }
        if let Some(state) = self.ws.defs.options.get_mut(id.index()) {
            *state = DefinitionState::Done;
        }
    }

    fn option_value(&mut self, module: ModuleId, kind: &Kind, written: &ast::Expr) -> Expr {
        let mut scope = Scope::new(module, BodyPlace::Value);
        self.calls(&mut scope).handed_over(written, kind, "this option")
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
        match named.and_then(NameMeaning::option) {
            Some(id) => self.set_option(id, module, value),
            None => {
                let of =
                    name.module.as_ref().map_or_else(|| "here".to_owned(), |of| format!("in `{}`", of.text));
                let wanted = name.module.as_ref().and_then(|of| self.ws.module_named(module, &of.text));
                let options = self.ws.program.options.iter();
                let options =
                    options.filter(|option| wanted.is_none_or(|wanted| option.def.module == wanted));
                let options = || options.map(|option| option.def.name.clone()).collect();
                // What is in play changes as it is played.
                let in_play =
                    named.filter(|named| matches!(named, NameMeaning::Global(_) | NameMeaning::Member(..)));
                let kept = in_play.map(|_| {
                    format!(
                        "`{0}` is in play, and no option: change its line in the file, or type `:set {0} …` in a session",
                        name.name.text
                    )
                });
                unknown_option(&mut self.reports, &name.name, &of, (options, kept));
            }
        }
    }

    /// Works a global out: its kind, its bounds, and what it holds at first.
    pub(crate) fn define_global(&mut self, id: GlobalId) {
        let deep = self.depth.is_deep();
        let Some(state) = self.ws.defs.globals.get_mut(id.index()) else { return };
        let written = match state {
            DefinitionState::Done | DefinitionState::Running => return,
            DefinitionState::Waiting(_) if deep => return,
            DefinitionState::Waiting(written) => written.clone(),
        };
        *state = DefinitionState::Running;
        let Some(global) = self.ws.program.globals.get(id.index()).cloned() else { return };
        let mut scope = Scope::new(global.def.module, BodyPlace::Value);
        // Only the `let` that hides its name is not to see it.
        let hidden = self.unhide();
        self.depth.define();
        if global.kept {
            let bounds = self.calls(&mut scope).bounds(&global.kind, written.bounds.as_deref());
            let want = if global.kind == Kind::Any { Want::open() } else { Want::of(global.kind.clone()) };
            let initial =
                self.exprs(&mut scope).value(&written.value, &want, &format!("`{}`", global.def.name));
            self.keep_sum(id, &initial);
            if let Some(global) = self.ws.program.globals.get_mut(id.index()) {
                if global.kind == Kind::Any && initial.gives != Kind::Nothing {
                    global.kind = loose(&initial.gives);
                }
                global.initial = initial;
                global.bounds = bounds.map(Box::new);
            }
        } else {
            // The statement gives the value and reports what is wrong with it; here only its kind counts.
            let reports = self.reports.mark();
            let value = self.exprs(&mut scope).expr(&written.value, &Want::open());
            self.reports.back_to(reports);
            let rolled = self.is_luck(&value);
            self.keep_sum(id, &value);
            if let Some(global) = self.ws.program.globals.get_mut(id.index()) {
                global.kind = loose(&value.gives);
                global.rolled = rolled;
            }
        }
        self.depth.defined();
        if let Some(hidden) = hidden {
            self.hide(hidden);
        }
        if let Some(state) = self.ws.defs.globals.get_mut(id.index()) {
            *state = DefinitionState::Done;
        }
    }

    /// Remembers the dice that a global is the sum of, for reports on whoever looks for them in it.
    fn keep_sum(&mut self, id: GlobalId, value: &Expr) {
        match summed_dice(value) {
            Some(dice) => self.ws.defs.sums.insert(id, dice),
            None if self.ws.defs.sums.contains_key(&id) => self.ws.defs.sums.remove(&id),
            None => {}
        }
    }

    /// Lets a name stand for what it stood for before its `let`, up to [`Checker::unhide`].
    pub(super) fn hide(&mut self, hidden: Hidden) {
        let names = &mut self.ws.scope_mut(hidden.module).names;
        match hidden.before {
            Some(old) => names.insert(hidden.name.clone(), old),
            None => names.remove(&hidden.name),
        };
        self.names.hidden = Some(hidden);
    }

    /// Lets the name that is hidden stand for its `let` again; gives what [`Checker::hide`] takes.
    pub(super) fn unhide(&mut self) -> Option<Hidden> {
        let hidden = self.names.hidden.take()?;
        self.ws.scope_mut(hidden.module).names.insert(hidden.name.clone(), hidden.now);
        Some(hidden)
    }

    /// What the `let` of a global gives is what it may hold, where nothing further up had to know before.
    pub(super) fn settle_global(&mut self, id: GlobalId, value: &Expr) {
        if let Some(state @ DefinitionState::Waiting(_)) = self.ws.defs.globals.get_mut(id.index()) {
            *state = DefinitionState::Done;
            if let Some(global) = self.ws.program.globals.get_mut(id.index()) {
                global.kind = loose(&value.gives);
            }
        }
        let rolled = self.is_luck(value);
        self.keep_sum(id, value);
        if let Some(global) = self.ws.program.globals.get_mut(id.index()) {
            global.rolled = rolled;
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

/// Reports an option that does not exist.
///
/// `known` are the options that there are, and what else the name may be.
pub(super) fn unknown_option(
    reports: &mut Reports,
    name: &ast::Name,
    of: &str,
    (known, other): (impl FnOnce() -> Vec<Arc<str>>, Option<String>),
) {
    let message = format!("there is no option or stub `{}` {of}", name.text);
    let mut report = Diagnostic::error(&codes::files::UNKNOWN_OPTION, name.span, message);
    // There may be very many of either: those that there are are not even listed anew for each.
    if !reports.may_compare(0) {
        return reports.add(report);
    }
    let known = known();
    reports.may_compare(known.len());
    match closest(&name.text, known.iter().map(|known| &**known)) {
        _ if other.is_some() => report = report.help(other.unwrap_or_default()),
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
    let uses = ws.scope(module).uses.all().to_vec();
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
