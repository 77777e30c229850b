//! The branches of an `if`: where an `else` belongs to.

use super::assemble::Assembler;
use super::ast::{Block, Expr, ItemKind, Stmt, StmtKind};
use super::build::{Opener, StmtLine};
use super::frame::{BlockKind, OpenBlock};
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

impl Assembler<'_> {
    /// `else if` and `else` close one branch of the innermost `if` and open the next.
    pub(super) fn other_branch(&mut self, condition: Option<Expr>, span: Span) {
        let fits = self.open.last().is_some_and(|open| open.frame.takes_else());
        let open = if fits { self.open.pop() } else { None };
        let Some(open) = open else {
            let report = Diagnostic::error(&codes::ELSE_WITHOUT_IF, span, "this `else` has no `if`");
            let report = match self.open.last() {
                Some(open) => report.label(open.head, "the block around it starts here"),
                None => report,
            };
            self.builder.report(
                report.help("a one-line `if … then …` takes its `else` on the same line or the next"),
            );
            return;
        };
        let body = Block { stmts: open.stmts };
        let branches = match open.frame {
            BlockKind::Stmt(Opener::If(first)) => vec![(first, body)],
            BlockKind::If { mut branches, condition: Some(last) } => {
                branches.push((last, body));
                branches
            }
            // Ruled out above.
            BlockKind::If { branches, condition: None } => branches,
            BlockKind::Unread(_) => return self.push(BlockKind::Unread("if"), open.head),
            other => {
                return self.open.push(OpenBlock {
                    frame: other,
                    head: open.head,
                    stmts: body.stmts,
                    doc: open.doc,
                });
            }
        };
        let frame = BlockKind::If { branches, condition };
        self.open.push(OpenBlock { frame, head: open.head, stmts: Vec::new(), doc: open.doc });
    }

    /// Whether an `else` belongs to the `if` on the line before: it stands as far in, and further than the
    /// block around, which could have an `else` of its own.
    pub(super) fn goes_on_with(&self, head: Span, line: Span) -> bool {
        let deep = self.indent_of(head);
        let outer = self.open.last().filter(|open| open.frame.takes_else());
        deep == self.indent_of(line) && outer.is_none_or(|open| self.indent_of(open.head) < deep)
    }

    /// Takes the `if` of the line before and goes on with it, where the line begins with `else`.
    pub(super) fn goes_on(&mut self, head: Span, line: StmtLine, span: Span) {
        let (condition, stmt) = match line {
            StmtLine::ElseIf(condition) => (Some(condition), None),
            StmtLine::Else => (None, None),
            StmtLine::ElseIfThen(condition, stmt) => (Some(condition), Some(stmt)),
            StmtLine::ElseThen(stmt) => (None, Some(stmt)),
            line @ (StmtLine::Whole(_) | StmtLine::Opens(_) | StmtLine::End(_)) => {
                return self.stmt_line(line, span);
            }
        };
        let Some(branches) = self.take_line_if() else { return };
        let chains = condition.is_some() && stmt.is_some();
        let doc = self.take_doc();
        let frame = BlockKind::If { branches, condition };
        self.open.push(OpenBlock { frame, head, stmts: stmt.into_iter().collect::<Vec<Stmt>>(), doc });
        let closes = self.open.last().is_some_and(|open| !open.stmts.is_empty());
        if closes && let Some(open) = self.open.pop() {
            self.close(open, span.end as usize);
            self.line_if = chains.then_some(head);
        }
    }

    /// The branches of the statement that was read last, which was an `if` on one line.
    fn take_line_if(&mut self) -> Option<Vec<(Expr, Block)>> {
        let stmt = match self.open.last_mut() {
            Some(open) => open.stmts.pop()?,
            None => match self.items.pop()?.kind {
                ItemKind::Stmt(stmt) => *stmt,
                _ => return None,
            },
        };
        match stmt.kind {
            StmtKind::If { branches, otherwise: None } => Some(branches),
            _ => None,
        }
    }
}
