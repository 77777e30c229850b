//! Luck that is asked about a second time where its first result was meant: `if 2d6 >= 10 … else if 2d6 >= 7` rolls
//! twice, and so does `roll encounter` with `if encounter is goblins` behind it.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::checker::Checker;
use super::program::{Expr, ExprKind, FnId, IsTest, ProcId, Stmt, StmtKind, Telling, TextPart};
use super::scope::Scope;
use crate::base::Span;
use crate::diag::{Diagnostic, Edit, codes};

/// What has been looked into.
#[derive(Default)]
struct LookedInto {
    fns: FxHashSet<FnId>,
    procs: FxHashSet<ProcId>,
}

/// What a condition asks about, or a statement shows: luck, as it is written.
struct Roll<'e> {
    expr: &'e Expr,
    span: Span,
    written: Arc<str>,
}

impl Roll<'_> {
    /// Whether a row of a table is drawn.
    fn is_drawn(&self) -> bool {
        matches!(self.expr.kind, ExprKind::Draw(_))
    }
}

/// How these rolls are written.
fn all_written<'r>(rolls: &'r [Roll<'_>]) -> FxHashSet<&'r str> {
    rolls.iter().map(|roll| &*roll.written).collect()
}

impl Checker<'_> {
    /// Warns where a further condition of `if … then … else if …` rolls again what an earlier one rolled.
    pub(super) fn choice_rolls_anew(&mut self, scope: &Scope, choice: &Expr) {
        let mut conditions = Vec::new();
        let mut rest = choice;
        while let ExprKind::If(condition, _, no) = &rest.kind {
            conditions.push(&**condition);
            rest = no;
        }
        let Some(again) = self.asked_again(&conditions) else { return };
        let name = self.free_name(scope);
        let is_bound = self.reading.after(choice.span).trim_start().starts_with("where ");
        let kept = format!(" where {name} = {}", again.written);
        let report = again.report();
        let end = Span { start: choice.span.end, ..choice.span };
        self.report(if is_bound {
            report
        } else {
            again.kept_as(&name, report, vec![Edit { span: end, text: kept }])
        });
    }

    /// The same for the branches of the statement at `span`.
    pub(super) fn branches_roll_anew(&mut self, scope: &Scope, conditions: &[&Expr], span: Span) {
        let Some(again) = self.asked_again(conditions) else { return };
        let name = self.free_name(scope);
        let kept = self.line_before(span, &format!("let {name} = {}", again.written));
        self.report(again.kept_as(&name, again.report(), vec![kept]));
    }

    /// Warns where a condition behind `given` rolls again what it is to be about, in the question at `span`.
    pub(super) fn given_rolls_anew(&mut self, scope: &Scope, of: &Expr, given: &Expr, span: Span) {
        let asked = self.subjects(given);
        let written = all_written(&asked);
        let mut open = vec![of];
        while let Some(expr) = open.pop() {
            let Some(roll) = self.roll(expr).filter(|roll| written.contains(&*roll.written)) else {
                open.extend(expr.parts());
                continue;
            };
            let again = Again::of(&roll, &asked);
            let report =
                again.rolled_again().note("`given` is about a roll of its own, so it changes nothing");
            let name = self.free_name(scope);
            let end = given.span.end.max(of.span.end);
            let end = Span { start: end, end, ..span };
            let is_bound = self.reading.after(end).trim_start().starts_with("where ");
            let kept = Edit { span: end, text: format!(" where {name} = {}", again.written) };
            self.report(if is_bound { report } else { again.kept_as(&name, report, vec![kept]) });
            return;
        }
    }

    /// Warns where a statement of a block shows a roll, and the conditions of a later one roll again.
    pub(super) fn block_rolls_anew(&mut self, scope: &Scope, stmts: &[Stmt]) {
        let is_choice = |stmt: &Stmt| matches!(stmt.kind, StmtKind::If { .. });
        let Some(last) = stmts.iter().rposition(is_choice) else { return };
        // What is drawn from tables, and the statement that shows it first. Plain dice count in the line before alone:
        // further apart they are two rolls that look alike.
        let mut drawn: FxHashMap<Arc<str>, usize> = FxHashMap::default();
        for (at, stmt) in stmts.iter().enumerate().take(last + 1) {
            if let StmtKind::Tell(_, value) = &stmt.kind {
                for shown in self.shown(value).into_iter().filter(Roll::is_drawn) {
                    drawn.entry(shown.written).or_insert(at);
                }
            }
            let StmtKind::If { branches, .. } = &stmt.kind else { continue };
            let asked: Vec<Roll<'_>> =
                branches.iter().flat_map(|(condition, _)| self.subjects(condition)).collect();
            let far = asked.iter().filter_map(|asked| drawn.get(&asked.written).copied()).min();
            let mut places = far.into_iter().chain(at.checked_sub(1));
            let report = places
                .find_map(|before| self.shown_before(scope, stmts.get(before)?, before + 1 == at, &asked));
            report.into_iter().for_each(|report| self.report(report));
        }
    }

    fn shown_before(
        &self,
        scope: &Scope,
        stmt: &Stmt,
        is_near: bool,
        asked: &[Roll<'_>],
    ) -> Option<Diagnostic> {
        let StmtKind::Tell(telling, value) = &stmt.kind else { return None };
        let written = all_written(asked);
        let mut shown = self.shown(value).into_iter().filter(|shown| is_near || shown.is_drawn());
        let shown = shown.find(|shown| written.contains(&*shown.written))?;
        let name = self.free_name(scope);
        let again = Again::of(&shown, asked);
        let kept = format!("let {name} = {}", again.written);
        let edits = if *telling == Telling::Roll && value.span == shown.span {
            let say = self.line_before(stmt.span, &kept);
            vec![Edit { span: stmt.span, text: format!("{}say {name}", say.text) }]
        } else {
            vec![self.line_before(stmt.span, &kept), Edit { span: again.first, text: name.clone() }]
        };
        let report = again.rolled_again();
        Some(again.named(&name, report, edits))
    }

    /// The rolls that a statement shows by itself or as live parts of a text.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever is no text is shown as it is")]
    fn shown<'e>(&self, value: &'e Expr) -> Vec<Roll<'e>> {
        let parts: Vec<&Expr> = match &value.kind {
            ExprKind::Text(parts) => parts.iter().filter_map(TextPart::live).collect(),
            _ => vec![value],
        };
        parts.into_iter().filter_map(|part| self.roll(part)).collect()
    }

    /// The roll that is asked about a second time, with all its further mentions.
    fn asked_again(&self, conditions: &[&Expr]) -> Option<Again> {
        let asked: Vec<Vec<Roll<'_>>> = conditions.iter().map(|condition| self.subjects(condition)).collect();
        let rolls =
            || asked.iter().enumerate().flat_map(|(at, rolls)| rolls.iter().map(move |roll| (at, roll)));
        let last: FxHashMap<&str, usize> = rolls().map(|(at, roll)| (&*roll.written, at)).collect();
        let (at, first) =
            rolls().find(|(at, roll)| last.get(&*roll.written).is_some_and(|last| last > at))?;
        Some(Again::of(first, asked.iter().skip(at + 1).flatten()))
    }

    /// What a condition asks about, where that is luck.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of what is not named, nobody asks twice by mistake")]
    fn subjects<'e>(&self, condition: &'e Expr) -> Vec<Roll<'e>> {
        match &condition.kind {
            ExprKind::And(all) | ExprKind::Or(all) => all.iter().flat_map(|one| self.subjects(one)).collect(),
            ExprKind::Not(of) => self.subjects(of),
            ExprKind::Compare(of, _, with) if self.is_plain(with) => self.roll(of).into_iter().collect(),
            ExprKind::In(of, list) if self.is_plain(list) => self.roll(of).into_iter().collect(),
            ExprKind::Is { of, tests, .. } if tests.iter().all(|test| self.is_plain_test(test)) => {
                self.roll(of).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_plain_test(&self, test: &IsTest) -> bool {
        match test {
            IsTest::Equals(with) | IsTest::Standing(with, _) => self.is_plain(with),
            IsTest::Even | IsTest::Odd | IsTest::Empty => true,
        }
    }

    fn is_plain(&self, with: &Expr) -> bool {
        !self.is_luck(with)
    }

    /// The roll itself: of `encounter.kind` the `encounter`.
    fn roll<'e>(&self, of: &'e Expr) -> Option<Roll<'e>> {
        let mut expr = of;
        while let ExprKind::Field(base, _) = &expr.kind {
            expr = base;
        }
        // The place of a table whose column is asked for is that of both.
        let written = self.reading.written(expr.span);
        let end = if of.span == expr.span && !std::ptr::eq(of, expr) { written.rfind('.') } else { None };
        let length = u32::try_from(end.unwrap_or(written.len())).unwrap_or(0);
        let span = Span { end: expr.span.start + length, ..expr.span };
        self.is_luck(expr).then(|| Roll { expr, span, written: self.reading.written(span) })
    }

    /// Whether something is rolled, here or in what is called.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all else rolls what its parts roll")]
    pub(super) fn is_luck(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Pool(..)
            | ExprKind::PoolOf(..)
            | ExprKind::Draw(_)
            | ExprKind::RollLocal(_)
            | ExprKind::Exploding(_)
            | ExprKind::Advantage(..)
            | ExprKind::Check(..) => true,
            ExprKind::Call(..) | ExprKind::Run(..) => self.may_roll(expr, 0, &mut LookedInto::default()),
            _ => expr.parts().into_iter().any(|part| self.is_luck(part)),
        }
    }

    /// Whether something may be rolled in an expression, or in what it calls. What a name holds was rolled before. Each
    /// function and procedure is looked into once: called twice by the next, and that twice by another, it would be many times.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all else rolls what its parts roll")]
    fn may_roll(&self, expr: &Expr, deep: u32, seen: &mut LookedInto) -> bool {
        /// Calls that are looked into, one in another.
        const MAX_CALL_DEPTH: u32 = 8;
        let here = match &expr.kind {
            ExprKind::Likely(_)
            | ExprKind::Pick(_)
            | ExprKind::DrawRest(..)
            | ExprKind::DiceOf(_)
            | ExprKind::LookupIn(..)
            | ExprKind::Contest(..)
            | ExprKind::Pool(..)
            | ExprKind::PoolOf(..)
            | ExprKind::Draw(_)
            | ExprKind::RollLocal(_)
            | ExprKind::Exploding(_)
            | ExprKind::Advantage(..)
            | ExprKind::Check(..) => true,
            ExprKind::Run(id, ..) => {
                let run = self.ws.program.procs.get(id.index());
                // Of a procedure that is no function it is not asked: it may do more than roll.
                let run = run.filter(|run| run.is_fn && !run.body.block.stmts.is_empty());
                run.is_none_or(|run| {
                    deep < MAX_CALL_DEPTH
                        && seen.procs.insert(*id)
                        && run
                            .body
                            .block
                            .descendants()
                            .flat_map(Stmt::exprs)
                            .any(|expr| self.may_roll(expr, deep + 1, seen))
                })
            }
            ExprKind::Call(id, args) => {
                let called = self.ws.program.fns.get(id.index());
                let given = args.iter().all(Option::is_some);
                let body = called.and_then(|called| called.body.as_ref()).filter(|_| given);
                body.is_none_or(|body| {
                    deep < MAX_CALL_DEPTH && seen.fns.insert(*id) && self.may_roll(body, deep + 1, seen)
                })
            }
            _ => false,
        };
        here || expr.parts().into_iter().any(|part| self.may_roll(part, deep, seen))
    }

    /// A name that nothing has yet.
    fn free_name(&self, scope: &Scope) -> String {
        let taken = |name: &str| {
            scope.local_names().any(|local| local == name)
                || self.ws.scope(scope.module).names.contains_key(name)
        };
        let names = std::iter::once("rolled".to_owned()).chain((2..).map(|at| format!("rolled_{at}")));
        names.into_iter().find(|name| !taken(name)).unwrap_or_default()
    }

    /// A line put in before the statement at `span`.
    fn line_before(&self, span: Span, line: &str) -> Edit {
        let before = self.reading.before(span);
        let indent = if before.trim().is_empty() { &*before } else { "" };
        Edit { span: Span { end: span.start, ..span }, text: format!("{line}\n{indent}") }
    }
}

/// A roll that is mentioned again where its first result was meant.
struct Again {
    first: Span,
    again: Vec<Span>,
    written: Arc<str>,
}

impl Again {
    /// Of a roll, what is written like it among those that are made later.
    fn of<'r>(first: &Roll<'_>, later: impl IntoIterator<Item = &'r Roll<'r>>) -> Again {
        let alike = later.into_iter().filter(|roll| roll.written == first.written);
        Again {
            first: first.span,
            again: alike.map(|roll| roll.span).collect(),
            written: first.written.clone(),
        }
    }

    /// The report where conditions of one choice roll again.
    fn report(&self) -> Diagnostic {
        self.rolled_again().note("the odds of the later branches are those of a new roll")
    }

    fn rolled_again(&self) -> Diagnostic {
        let at = self.again.first().copied().unwrap_or(self.first);
        let message = format!("`{}` is rolled again here", self.written);
        Diagnostic::warning(&codes::dice::ROLLED_ANEW, at, message)
            .here("a new roll")
            .label(self.first, "the first roll")
    }

    /// Offers to keep the roll under a name, which all its mentions then are.
    fn kept_as(&self, name: &str, report: Diagnostic, mut edits: Vec<Edit>) -> Diagnostic {
        edits.push(Edit { span: self.first, text: name.to_owned() });
        self.named(name, report, edits)
    }

    fn named(&self, name: &str, report: Diagnostic, mut edits: Vec<Edit>) -> Diagnostic {
        edits.extend(self.again.iter().map(|span| Edit { span: *span, text: name.to_owned() }));
        report.fix_all(format!("roll once: `{name}`"), edits)
    }
}
