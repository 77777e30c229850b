//! Statements, a line at a time; the lines of a block are put together by the assembler.

use std::sync::Arc;

use super::{Builder, Pair, Rule, next, only};
use crate::base::{Span, Spanned};
use crate::syntax::ast::{
    AssignOp, Block, Expr, ExprKind, Name, Prompt, PromptKind, RepeatKind, ReturnPart, Stmt, StmtKind, Text,
    Timer, Verb,
};
use crate::syntax::{then, words};

/// What a line of a block is.
#[derive(Debug)]
pub(crate) enum StmtLine {
    /// A whole statement.
    Whole(Stmt),
    /// The first line of a block.
    Opens(Opener),
    /// `else if c`.
    ElseIf(Expr),
    /// `else if c then s`.
    ElseIfThen(Expr, Stmt),
    /// `else`.
    Else,
    /// `else s`.
    ElseThen(Stmt),
    /// `end`, `end step`, `end procedure delve`.
    End(Option<Name>),
}

/// The first line of a block.
#[derive(Debug)]
pub(crate) enum Opener {
    If(Expr),
    For { name: Name, of: Expr, filter: Option<Expr> },
    Repeat(RepeatKind),
    Step { name: Name, title: Option<Text> },
    Timer { name: Name, each: Option<Expr>, lasts: Expr, not_while: Option<Expr> },
    Every(Expr),
    When { condition: Expr, each: Option<(Name, Expr)> },
    With { dice: Vec<Expr>, answers: Vec<(Name, Expr)> },
}

impl Opener {
    /// The word that opens it, which `end` may repeat.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Opener::If(_) => "if",
            Opener::For { .. } => "for",
            Opener::Repeat(_) => "repeat",
            Opener::Step { .. } => "step",
            Opener::Timer { .. } => "timer",
            Opener::Every(_) => "every",
            Opener::When { .. } => "when",
            Opener::With { .. } => "with",
        }
    }

    /// The statement that it is with its body; `if` takes its branches elsewhere.
    pub(crate) fn close(self, body: Block, head: Span) -> StmtKind {
        match self {
            Opener::If(condition) => StmtKind::If { branches: vec![(condition, body)], otherwise: None },
            Opener::For { name, of, filter } => {
                StmtKind::For { name, of, filter: filter.map(Box::new), body }
            }
            Opener::Repeat(kind) => StmtKind::Repeat(kind, body),
            Opener::Step { name, title } => StmtKind::Step { name, title, body },
            Opener::Timer { name, each, lasts, not_while } => {
                let head = Spanned::new((), head);
                StmtKind::Timer(Box::new(Timer { name, each, lasts, not_while, body, head }))
            }
            Opener::Every(time) => StmtKind::Every(time, body),
            Opener::When { condition, each } => StmtKind::When { condition, each: each.map(Box::new), body },
            Opener::With { dice, answers } => StmtKind::With { dice, answers, body },
        }
    }
}

impl Builder {
    /// A line of a block.
    pub(crate) fn stmt_line(&mut self, pair: Pair<'_>) -> StmtLine {
        let rule = pair.as_rule();
        match rule {
            Rule::if_head_stmt => self.if_head(only(pair)),
            Rule::else_if_stmt => StmtLine::ElseIf(self.chain(only(pair))),
            Rule::else_if_line => {
                let mut inner = pair.into_inner();
                let condition = self.chain(next(&mut inner));
                StmtLine::ElseIfThen(condition, self.stmt(next(&mut inner)))
            }
            Rule::else_stmt => StmtLine::Else,
            Rule::else_line => StmtLine::ElseThen(self.stmt(only(pair))),
            Rule::end_stmt => StmtLine::End(pair.into_inner().next().map(|word| self.name(&word))),
            Rule::step_stmt => {
                let mut inner = pair.into_inner();
                let name = self.new_name(&next(&mut inner));
                StmtLine::Opens(Opener::Step { name, title: inner.next().map(|title| self.text(title)) })
            }
            Rule::for_stmt => {
                let mut inner = pair.into_inner();
                let name = self.new_name(&next(&mut inner));
                let (of, filter) = self.loop_chain(next(&mut inner));
                StmtLine::Opens(Opener::For { name, of, filter })
            }
            Rule::repeat_stmt => {
                let inner = only(pair);
                let kind = match inner.as_rule() {
                    Rule::until_part => RepeatKind::Until(self.chain(only(inner))),
                    _ => RepeatKind::Times(self.chain(inner)),
                };
                StmtLine::Opens(Opener::Repeat(kind))
            }
            Rule::timer_stmt => StmtLine::Opens(self.timer(pair)),
            Rule::every_stmt => StmtLine::Opens(Opener::Every(self.chain(only(pair)))),
            Rule::when_stmt => {
                let mut inner = pair.into_inner();
                let condition = self.chain(next(&mut inner));
                let each = inner.next().map(|each| {
                    let mut parts = each.into_inner();
                    let name = self.new_name(&next(&mut parts));
                    (name, self.chain(next(&mut parts)))
                });
                StmtLine::Opens(Opener::When { condition, each })
            }
            Rule::with_stmt => StmtLine::Opens(self.with(pair)),
            _ => StmtLine::Whole(self.stmt(pair)),
        }
    }

    fn timer(&mut self, pair: Pair<'_>) -> Opener {
        let mut inner = pair.into_inner().peekable();
        let name = self.new_name(&next(&mut inner));
        let owner = inner.next_if(|part| part.as_rule() == Rule::timer_owner);
        let each = owner.map(|owner| self.chain(only(owner)));
        let lasts = self.chain(next(&mut inner));
        let not_while = inner.next().map(|part| self.chain(only(part)));
        Opener::Timer { name, each, lasts, not_while }
    }

    fn with(&mut self, pair: Pair<'_>) -> Opener {
        let (mut dice, mut answers) = (Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::with_dice => dice = part.into_inner().map(|die| self.chain(die)).collect(),
                _ => answers = self.settings(part),
            }
        }
        Opener::With { dice, answers }
    }

    /// Statements on one line, separated by semicolons.
    pub(super) fn effects(&mut self, pair: Pair<'_>) -> Block {
        let stmts = pair.into_inner().map(|stmt| self.stmt(stmt)).collect();
        Block { stmts }
    }

    /// A statement that stands on one line.
    pub(super) fn stmt(&mut self, pair: Pair<'_>) -> Stmt {
        let span = self.span(&pair);
        let kind = self.deeper(span, |builder| builder.stmt_kind(pair));
        let nothing = || StmtKind::Expr(Expr { kind: ExprKind::Nothing, span });
        Stmt { kind: kind.unwrap_or_else(nothing), span }
    }

    fn stmt_kind(&mut self, pair: Pair<'_>) -> StmtKind {
        let rule = pair.as_rule();
        let mut inner = pair.into_inner();
        match rule {
            Rule::let_stmt => {
                let name = self.new_name(&next(&mut inner));
                StmtKind::Let(name, Arc::new(self.made(next(&mut inner))))
            }
            Rule::verb_stmt => {
                let verb = next(&mut inner);
                let of = self.expr(next(&mut inner));
                let verb = Verb::of(verb.as_str()).expect("the grammar knows the verbs of the language");
                StmtKind::Verb(verb, of)
            }
            Rule::advance_stmt => StmtKind::Advance(self.expr(next(&mut inner))),
            Rule::reshuffle_stmt => StmtKind::Reshuffle(self.chain(next(&mut inner))),
            Rule::next_stmt => {
                let first = next(&mut inner);
                let (count, table) = match first.as_rule() {
                    Rule::next_count => (Some(Box::new(self.chain(first))), next(&mut inner)),
                    _ => (None, first),
                };
                let table = Box::new(self.chain(table));
                StmtKind::Next { count, table, bonus: self.chain(next(&mut inner)) }
            }
            Rule::return_stmt => StmtKind::Return(inner.map(|part| self.return_part(part)).collect()),
            Rule::stop_stmt => StmtKind::Stop(inner.next().map(|name| self.name(&name))),
            Rule::skip_stmt => StmtKind::Skip,
            Rule::worsen_stmt | Rule::improve_stmt => {
                let what = self.chain(next(&mut inner));
                let by = inner.next().map(|by| self.chain(only(by)));
                if rule == Rule::worsen_stmt {
                    StmtKind::Worsen(what, by)
                } else {
                    StmtKind::Improve(what, by)
                }
            }
            Rule::cancel_stmt => {
                let name = self.name(&next(&mut inner));
                StmtKind::Cancel(name, inner.next().map(|of| self.chain(of)))
            }
            Rule::add_stmt | Rule::remove_stmt => {
                let what = self.chain(next(&mut inner));
                let of = self.chain(next(&mut inner));
                if rule == Rule::add_stmt { StmtKind::Add(what, of) } else { StmtKind::Remove(what, of) }
            }
            Rule::prompt_stmt => StmtKind::Prompt(Box::new(self.prompt(inner))),
            Rule::if_line => self.if_line(inner),
            Rule::rule_line => self.rule_line(inner),
            Rule::place_stmt => self.place_stmt(inner),
            other => unreachable!("{other:?} is a statement that nothing is made of"),
        }
    }

    /// A value, or what is added to a roster and comes back as a record.
    fn made(&mut self, pair: Pair<'_>) -> Expr {
        if pair.as_rule() != Rule::add_stmt {
            return self.expr(pair);
        }
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let record = self.chain(next(&mut inner));
        let roster = self.chain(next(&mut inner));
        Expr { kind: ExprKind::Added(Box::new(record), Box::new(roster)), span }
    }

    fn return_part(&mut self, pair: Pair<'_>) -> ReturnPart {
        let mut inner = pair.into_inner().peekable();
        let name = inner.next_if(|part| part.as_rule() == Rule::argument_name);
        let name = name.and_then(|name| self.argument_name(name));
        ReturnPart { name, value: self.made(next(&mut inner)) }
    }

    /// `x`, `x = e`, `x += e`.
    fn place_stmt<'t>(&mut self, mut inner: impl Iterator<Item = Pair<'t>>) -> StmtKind {
        let left = self.expr(next(&mut inner));
        let Some(sign) = inner.next() else { return StmtKind::Expr(left) };
        let op = match sign.as_str() {
            "+=" => AssignOp::Add,
            "=" => AssignOp::Set,
            _ => AssignOp::Subtract,
        };
        let at = self.span(&sign);
        let (before, after) = sign.as_span().get_input().split_at(sign.as_span().start());
        self.check_assigned(&left, at, before);
        // `gold =- 1` gives it another value, and takes nothing off.
        if let Some(turned) =
            after.strip_prefix('=').and_then(|rest| rest.get(..1)).filter(|s| matches!(*s, "-" | "+"))
            && after.get(2..).is_some_and(|rest| rest.starts_with(' '))
            && before.ends_with(' ')
        {
            let span = Span { end: at.end + 1, ..at };
            let message = format!("`={turned}` gives another value, however much there was before");
            let report =
                crate::diag::Diagnostic::warning(&crate::diag::codes::syntax::BROUGHT, span, message);
            let right = format!("{turned}=");
            self.report(
                report
                    .fix(format!("write `{right}`"), span, right)
                    .help("write `= -` with a blank to mean that"),
            );
        }
        StmtKind::Assign(left, op, self.made(next(&mut inner)))
    }

    fn check_assigned(&mut self, left: &Expr, sign: Span, before: &str) {
        if matches!(left.kind, ExprKind::Name(_) | ExprKind::Field(..) | ExprKind::Index(..)) {
            return;
        }
        let report = crate::diag::Diagnostic::error(
            &crate::diag::codes::syntax::NOT_A_PLACE,
            left.span,
            "only a name or a field can be given a value",
        );
        // `my-var += 1`: a name has no minus in it.
        let name = before.rsplit('\n').next().unwrap_or("").trim();
        if name.contains('-') && name.split('-').all(words::is_name) {
            let ours = name.replace('-', "_");
            return self.report(report.surely(format!("write `{ours}`"), left.span, ours));
        }
        if let Some((head, "")) = name.strip_prefix("fn").and_then(|head| head.split_once(')'))
            && head.split_once('(').is_some_and(|(name, _)| words::is_name(name))
        {
            let place = Span { end: left.span.start + 2, ..left.span };
            return self.report(report.surely(format!("write `fn {head})`"), place, "fn "));
        }
        let report = report.help("to compare, use `==` or `is`");
        self.report(report.fix("write `==`", sign, "=="));
    }

    fn if_line<'t>(&mut self, mut inner: impl Iterator<Item = Pair<'t>>) -> StmtKind {
        let condition = self.chain(next(&mut inner));
        let then = self.stmt(next(&mut inner));
        let otherwise = inner.next().map(|stmt| self.stmt(stmt));
        match (then.kind, otherwise) {
            // Both sides are bare expressions: this is the expression `if c then a else b`.
            (StmtKind::Expr(then), Some(Stmt { kind: StmtKind::Expr(otherwise), .. })) => {
                let span = condition.span.to(otherwise.span);
                let kind = ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
                StmtKind::Expr(Expr { kind, span })
            }
            (kind, otherwise) => StmtKind::If {
                branches: vec![(condition, Block { stmts: vec![Stmt { kind, span: then.span }] })],
                otherwise: otherwise.map(|stmt| Block { stmts: vec![stmt] }),
            },
        }
    }

    /// The condition of a block. `if hp is 0 stop` is read as one of `0 stop`, as of `0 minutes`.
    fn if_head(&mut self, condition: Pair<'_>) -> StmtLine {
        let text = condition.as_str();
        let span = self.span(&condition);
        let Some(start) = then::word_alone(text) else {
            return StmtLine::Opens(Opener::If(self.chain(condition)));
        };
        let word = text[start..].trim_end();
        let begin = span.start as usize + start;
        self.report(then::report(word, self.place(begin, begin + word.len())));
        let unread = Expr { kind: ExprKind::YesNo(true), span };
        let branches = vec![(unread, Block { stmts: Vec::new() })];
        StmtLine::Whole(Stmt { kind: StmtKind::If { branches, otherwise: None }, span })
    }

    /// `timer`, `every` or `when` with what is done on the same line.
    fn rule_line<'t>(&mut self, mut inner: impl Iterator<Item = Pair<'t>>) -> StmtKind {
        let head = next(&mut inner);
        let span = self.span(&head);
        let opens = self.stmt_line(head);
        let body = Block { stmts: vec![self.stmt(next(&mut inner))] };
        match opens {
            StmtLine::Opens(opener) => opener.close(body, span),
            _ => StmtKind::Expr(Expr { kind: ExprKind::Nothing, span }),
        }
    }

    fn prompt<'t>(&mut self, mut inner: impl Iterator<Item = Pair<'t>>) -> Prompt {
        let word = next(&mut inner);
        let chooses = word.as_str() == "choose";
        let name_pair = next(&mut inner);
        let name = self.new_name(&name_pair);
        let question = self.text(next(&mut inner));
        let (mut kind, mut default, mut condition) = (None, None, None);
        for part in inner {
            match part.as_rule() {
                Rule::prompt_from => kind = Some(PromptKind::From(self.chain(only(part)))),
                Rule::prompt_default => default = Some(self.chain(only(part))),
                Rule::prompt_if => condition = Some(self.chain(only(part))),
                _ => kind = Some(PromptKind::Of(self.kind(part))),
            }
        }
        let kind = kind.unwrap_or_else(|| self.missing_prompt_kind(chooses, &name, question.span));
        Prompt { name, question, kind, default, condition }
    }

    /// A prompt that does not say what it asks for asks from the words of its own name.
    fn missing_prompt_kind(&mut self, chooses: bool, name: &Name, question: Span) -> PromptKind {
        let (message, help) = match chooses {
            true => ("this does not say what to choose from", "write `from` and words, a list or a table"),
            false => (
                "this does not say what kind of answer it wants",
                "write `text`, `number`, `yes_no` or `1..12`",
            ),
        };
        self.report(
            crate::diag::Diagnostic::error(
                &crate::diag::codes::syntax::PROMPT_WITHOUT_KIND,
                question.after(),
                message,
            )
            .help(help),
        );
        PromptKind::From(Expr { kind: ExprKind::Name(name.clone()), span: name.span })
    }
}
