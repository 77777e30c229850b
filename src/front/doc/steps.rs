//! What a procedure does, as numbered steps: each statement as it is written, with what hangs on it below.

use std::fmt::Write as _;

use super::{code, one_line};
use crate::base::Span;
use crate::check::program::{Block, Expr, Stmt, StmtKind};

/// The steps of a block as a nested list of Markdown.
pub(crate) fn written(block: &Block, source: &dyn Fn(Span) -> String) -> String {
    let mut out = String::new();
    list(block, 0, source, &mut out);
    out
}

fn list(block: &Block, depth: usize, source: &dyn Fn(Span) -> String, out: &mut String) {
    let indent = "   ".repeat(depth);
    for (nth, stmt) in (1..).zip(&block.stmts) {
        let parts = parts(stmt, source);
        // Where all of it is on one line, its span holds what hangs on it.
        let inside = |(_, block): &(String, &Block)| {
            block.stmts.first().is_some_and(|first| first.span.start < stmt.span.end)
        };
        if parts.is_empty() || parts.iter().any(inside) {
            let _ = writeln!(out, "{indent}{nth}. {}", code(&source(stmt.span)));
            continue;
        }
        for (part, (head, inside)) in parts.iter().enumerate() {
            // A further branch of the same statement goes on below it.
            let _ = match part {
                0 => writeln!(out, "{indent}{nth}. {head}"),
                _ => writeln!(out, "\n{indent}   {head}\n"),
            };
            list(inside, depth + 1, source, out);
        }
    }
}

fn step_head(name: &str, title: Option<&str>) -> String {
    let title = title.map(|title| format!(": {}", one_line(title))).unwrap_or_default();
    format!("**{name}**{title}")
}

/// The blocks that hang on a statement, each with what heads it.
fn parts<'s>(stmt: &'s Stmt, source: &dyn Fn(Span) -> String) -> Vec<(String, &'s Block)> {
    let head = || code(&source(stmt.span));
    if let StmtKind::If { branches, otherwise } = &stmt.kind {
        let further = |of: &Expr| code(&format!("else if {}", source(of.span)));
        let mut all: Vec<(String, &Block)> = Vec::new();
        for (nth, (condition, block)) in branches.iter().enumerate() {
            all.push((if nth == 0 { head() } else { further(condition) }, block));
        }
        all.extend((!otherwise.stmts.is_empty()).then(|| (code("else"), otherwise)));
        return all;
    }
    if let StmtKind::Step { name, title, body } = &stmt.kind {
        return vec![(step_head(name, title.as_deref()), body)];
    }
    stmt.blocks().into_iter().chain(stmt.started()).map(|block| (head(), block)).collect()
}
