//! What stands at the top of a file, for those who load it to ask for something else: what sets the table is
//! done, what plays is not, and is named.

use std::sync::Arc;

use super::entry::Attempt;
use super::nowhere::NO_SPAN;
use super::{EntryOutcome, Reply};
use crate::base::Span;
use crate::check::program::{Block, Body, ExprKind, Place, Stmt, StmtKind};
use crate::engine::{EntryPoint, NoAnswers, NoLog};

/// What becomes of a statement at the top of a file that is loaded for its rules and its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SetupEffect {
    /// It changes what is in play, and is done.
    Sets,
    /// It only tells something.
    Tells,
    /// It is a game of its own: it asks somebody, or runs a procedure to show what comes of it.
    Plays,
}

impl Attempt<'_> {
    /// Sets up what is in play as the top of the started file says: names get their values, rules are put in
    /// force, fields are set, things are done. Nothing is told, and what plays a game of its own is left out:
    /// the places of that are given. Luck in it is rolled, as a run would roll it.
    pub(crate) fn set_up(&mut self) -> (Reply, Vec<Span>) {
        let main = Arc::clone(&self.world().program().main);
        let mut stmts: Vec<Stmt> = Vec::new();
        let mut left_out = Vec::new();
        let mut has_asked = false;
        for stmt in main.block.stmts.iter().cloned() {
            // What comes after a question may depend on its answer.
            let part = if has_asked && !super::world::defines(&stmt) {
                SetupEffect::Plays
            } else {
                part_at_top(&stmt)
            };
            has_asked |= asks(&stmt);
            match part {
                SetupEffect::Sets => stmts.push(stmt),
                SetupEffect::Tells => {}
                SetupEffect::Plays => left_out.push(stmt.span),
            }
        }
        let before = self.world().clone();
        let mut reply = self.done(&stmts, &main.locals);
        if matches!(reply.outcome, EntryOutcome::Asks(_)) {
            // A procedure asks somebody: what runs it is a game of its own, as if the question stood here.
            let asking = (1..=stmts.len()).collect::<Vec<usize>>();
            let asking = asking.partition_point(|count| {
                *self.world() = before.clone();
                let first = stmts.get(..*count).unwrap_or_default();
                !matches!(self.done(first, &main.locals).outcome, EntryOutcome::Asks(_))
            });
            let later = stmts.split_off(asking);
            let (defining, playing): (Vec<Stmt>, Vec<Stmt>) =
                later.into_iter().partition(super::world::defines);
            left_out.extend(playing.iter().map(|stmt| stmt.span));
            left_out.sort_unstable_by_key(|span| span.start);
            stmts.extend(defining);
            *self.world() = before;
            reply = self.done(&stmts, &main.locals);
        }
        if reply.is_done() {
            self.world().note_step(super::steps::RuleStep::Define);
        }
        (reply, left_out)
    }

    /// Does these statements of the top of the file.
    fn done(&mut self, stmts: &[Stmt], locals: &[Arc<str>]) -> Reply {
        let body = Body::new(Block { stmts: stmts.to_vec() }, locals.to_vec());
        let code = self.world().body("definitions", &body);
        let entry = Some(EntryPoint::new(code));
        self.run_code(entry, NO_SPAN, &mut NoAnswers::default(), &mut NoLog)
    }
}

/// At the top only what leads to a place is put into a local, and the next statement changes the place:
/// `first(party).hp = 3`.
fn part_at_top(stmt: &Stmt) -> SetupEffect {
    if matches!(stmt.kind, StmtKind::Let(..)) { SetupEffect::Sets } else { part_of(stmt) }
}

fn part_of(stmt: &Stmt) -> SetupEffect {
    match &stmt.kind {
        StmtKind::Set(Place::Global(_) | Place::Field(..), _)
        | StmtKind::Every { .. }
        | StmtKind::When { .. }
        | StmtKind::Do(_)
        | StmtKind::Apply(_)
        | StmtKind::Worsen(..)
        | StmtKind::Improve(..)
        | StmtKind::Advance(_)
        | StmtKind::Timer { .. }
        | StmtKind::Cancel(..)
        | StmtKind::Nudge(..)
        | StmtKind::AddTo(..)
        | StmtKind::RemoveRecord(..)
        | StmtKind::RemoveFrom(..)
        | StmtKind::Reshuffle(_)
        | StmtKind::Next { .. } => SetupEffect::Sets,
        StmtKind::Tell(_, of) => {
            // A record that is added is a value, too.
            if matches!(of.kind, ExprKind::Added { .. }) {
                SetupEffect::Sets
            } else if of.runs() {
                SetupEffect::Plays
            } else {
                SetupEffect::Tells
            }
        }
        StmtKind::Let(..)
        | StmtKind::Set(Place::Local(_), _)
        | StmtKind::Expect(_)
        | StmtKind::Stop(_)
        | StmtKind::Skip
        | StmtKind::Return(_) => SetupEffect::Tells,
        StmtKind::Prompt { .. } => SetupEffect::Plays,
        StmtKind::If { .. }
        | StmtKind::For { .. }
        | StmtKind::Repeat(..)
        | StmtKind::Step { .. }
        | StmtKind::With { .. } => {
            let parts: Vec<SetupEffect> =
                stmt.blocks().into_iter().flat_map(|block| &block.stmts).map(part_of).collect();
            if asks(stmt) || parts.contains(&SetupEffect::Plays) {
                SetupEffect::Plays
            } else if parts.contains(&SetupEffect::Sets) {
                SetupEffect::Sets
            } else {
                SetupEffect::Tells
            }
        }
    }
}

/// Whether a statement asks something, in itself or within.
fn asks(stmt: &Stmt) -> bool {
    stmt.descendants().any(|stmt| matches!(stmt.kind, StmtKind::Prompt { .. }))
}
