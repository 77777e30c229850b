//! Questions to the table.

use super::resolver::StmtResolver;
use crate::base::Num;
use crate::check::program::{Expr, ExprKind, Kind, Literal, Program, PromptAsk, PromptId, StmtKind};
use crate::check::resolve::option_table;
use crate::check::scope::{BodyPlace, Local, NameMeaning, Want};
use crate::check::stmt::places::in_function;
use crate::check::table::default_args;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Prompt, PromptKind};

impl StmtResolver<'_, '_> {
    /// `choose`, `ask`: binds the answer's name.
    pub(super) fn prompt(&mut self, prompt: &Prompt) -> StmtKind {
        let id = self.prompt_id(prompt);
        if in_function(self.cx.ws, self.scope) || self.scope.place == BodyPlace::Table {
            let report = Diagnostic::error(
                &codes::procedures::FN_RUNS,
                prompt.name.span,
                "a question cannot be asked here",
            );
            self.cx.report(report.help("questions belong in procedures"));
        }
        let condition = prompt.condition.as_ref().map(|condition| self.exprs().condition(condition));
        let (ask, kind) = match &prompt.kind {
            PromptKind::From(from) => self.choice_of(from),
            PromptKind::Of(written) => self.asked(id, prompt, written),
        };
        let want = Want::of(kind.clone());
        let default =
            prompt.default.as_ref().map(|default| self.exprs().value(default, &want, "the default"));
        let question = self.exprs().text(&prompt.question);
        if self.cx.ws.prompt_kind(id) == Kind::Any
            && let Some(slot) = self.cx.ws.defs.prompt_kinds.get_mut(id.index())
        {
            *slot = kind.clone();
        }
        let held = if condition.is_some() && default.is_none() { kind.or_nothing() } else { kind };
        let local = self.scope.bind_local(Local::named(&prompt.name, held));
        let (default, condition) = (default.map(Box::new), condition.map(Box::new));
        StmtKind::Prompt { prompt: id, local, question, ask: Box::new(ask), default, condition }
    }

    fn prompt_id(&mut self, prompt: &Prompt) -> PromptId {
        let proc = if let BodyPlace::Proc(proc) = self.scope.place { Some(proc) } else { None };
        let in_proc = proc.and_then(|proc| self.cx.ws.prompt_of(proc, &prompt.name.text));
        let by_place = || self.cx.ws.program.prompts.iter().position(|known| known.span == prompt.name.span);
        if let Some(id) = in_proc.or_else(|| by_place().map(PromptId::from)) {
            return id;
        }
        // A step that `change` put in brings prompts of its own.
        self.cx.declarations(self.scope.module).declare_prompt(proc, prompt);
        PromptId::from(self.cx.ws.program.prompts.len().saturating_sub(1))
    }

    /// `from e`: one of a list, of words, of a roster, or a row of a table.
    fn choice_of(&mut self, from: &ast::Expr) -> (PromptAsk, Kind) {
        if let Some(table) = self.exprs().table_named(from) {
            let args = default_args(&self.cx.ws.program, table);
            let table_value =
                Expr { kind: ExprKind::UnrolledTable(table, args), span: from.span, gives: Kind::Table };
            return (PromptAsk::Row(table_value), Kind::Row(table));
        }
        if let ast::ExprKind::Name(name) = &from.kind
            && let Some(NameMeaning::Option(id)) =
                self.cx.names.named_quietly(self.cx.ws, self.scope.module, name)
            && self.cx.option_is_unrolled(id)
        {
            let gives = option_table(self.cx.ws, id).map_or(Kind::AnyRow, Kind::Row);
            let value = Expr { kind: ExprKind::Option(id), span: from.span, gives: Kind::Table };
            return (PromptAsk::Row(value), gives);
        }
        let list = self.exprs().listed(from);
        let kind = crate::check::kinds::item_of(&crate::check::resolve::without_nothing(&list.gives));
        (PromptAsk::From(list), kind.unwrap_or(Kind::Any))
    }

    /// `ask hours: "…" 1..12`: a number, text, a yes or no, a word.
    fn asked(&mut self, id: PromptId, prompt: &Prompt, written: &ast::Kind) -> (PromptAsk, Kind) {
        let known = self.cx.ws.prompt_kind(id);
        let (kind, bounds) = match (&known, written.alternatives.as_slice()) {
            // Words written on the spot have been declared with the prompt.
            (Kind::Word(_), _) => (known, None),
            (_, _) => self.cx.kinds_in(self.scope.module).kind(written, &prompt.name),
        };
        let bounds = self.calls().bounds(&kind, bounds.as_ref());
        let ask = match crate::check::resolve::without_nothing(&kind) {
            Kind::Number | Kind::Dice => PromptAsk::Number(bounds),
            Kind::Quantity(family) => {
                let zero = self.cx.ws.program.zero(family, written.span);
                PromptAsk::Number(
                    bounds.or_else(|| Some((zero, many(&self.cx.ws.program, family, written.span)))),
                )
            }
            Kind::YesNo => PromptAsk::YesNo,
            Kind::Word(scale) => {
                let count = self.cx.ws.program.scales.get(scale.index()).map_or(0, |scale| scale.words.len());
                let words = (0..count).filter_map(|at| {
                    let word = Literal::Word(scale, u32::try_from(at).ok()?);
                    Some(Expr { kind: ExprKind::Literal(word), span: written.span, gives: Kind::Word(scale) })
                });
                let words = ExprKind::List(words.collect());
                PromptAsk::From(Expr {
                    kind: words,
                    span: written.span,
                    gives: crate::check::kinds::list_of(Kind::Word(scale)),
                })
            }
            Kind::Row(table) => {
                let kind = ExprKind::UnrolledTable(table, default_args(&self.cx.ws.program, table));
                PromptAsk::Row(Expr { kind, span: written.span, gives: Kind::Table })
            }
            Kind::Text | Kind::Any => PromptAsk::Text,
            other @ (Kind::Set(_)
            | Kind::AnyRow
            | Kind::List(_)
            | Kind::Record(_)
            | Kind::Table
            | Kind::Range
            | Kind::Check
            | Kind::Returned(_)
            | Kind::Parts(_)
            | Kind::Nothing
            | Kind::OneOf(_)) => {
                let message = format!("`ask` cannot ask for {}", self.cx.ws.program.describe(&other));
                let report = Diagnostic::error(&codes::procedures::NOT_ASKED, written.span, message);
                self.cx.report(report.help("ask for a number, a range such as 1..12, text, yes_no, or words; `choose … from` takes a list"));
                PromptAsk::Text
            }
        };
        (ask, kind)
    }
}

/// The most of a quantity that is asked for without bounds.
fn many(program: &Program, family: crate::check::program::UnitFamily, span: crate::base::Span) -> Expr {
    let zero = program.zero(family, span);
    let ExprKind::Literal(Literal::Quantity(_, unit)) = zero.kind else { return zero };
    let most = Literal::Quantity(Num::int(1_000_000_000), unit);
    Expr { kind: ExprKind::Literal(most), ..zero }
}
