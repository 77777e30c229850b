//! In debug builds, and so in all tests, each step is held to what it says of itself: how much it takes and
//! gives, which locals, globals and fields it looks at and sets, what else of what is in play it looks at and
//! changes, and that nothing has happened where it stops to ask. In play this is nothing, and costs nothing.

use crate::check::program::GlobalId;
use crate::plan::Parts;
#[cfg(debug_assertions)]
use crate::plan::{Does, Gives};

/// What a step has done so far.
#[derive(Default)]
pub(super) struct Seen {
    #[cfg(debug_assertions)]
    done: std::cell::Cell<Done>,
}

/// What a step has done so far.
#[cfg(debug_assertions)]
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Done {
    /// The least height that the stack had.
    low: usize,
    /// The first locals that were looked at, and that were set, as bits.
    locals: (u128, u128),
    /// What was looked at, and what was changed.
    parts: (Parts, Parts),
    /// The last global, and the last field by its symbol.
    global: Option<GlobalId>,
    field: Option<u32>,
}

/// How things stand.
#[cfg(debug_assertions)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stands {
    pub(super) height: usize,
    pub(super) frames: usize,
    pub(super) controls: usize,
}

#[cfg(debug_assertions)]
impl Seen {
    fn note(&self, change: impl FnOnce(&mut Done)) {
        let mut done = self.done.get();
        change(&mut done);
        self.done.set(done);
    }

    /// A step begins.
    pub(super) fn begin(&self, stands: Stands) {
        self.done.set(Done { low: stands.height, ..Done::default() });
    }

    /// The stack shrinks to this height.
    pub(super) fn shrink(&self, height: usize) {
        self.note(|done| done.low = done.low.min(height));
    }

    /// A local is looked at.
    pub(super) fn reads_local(&self, local: u32) {
        self.note(|done| done.locals.0 |= bit(local));
    }

    /// A local is set.
    pub(super) fn sets_local(&self, local: u32) {
        self.note(|done| done.locals.1 |= bit(local));
    }

    /// Parts of what is in play are looked at.
    pub(super) fn reads(&self, parts: Parts) {
        self.note(|done| done.parts.0 = done.parts.0.and(parts));
    }

    /// Parts of what is in play are changed.
    pub(super) fn writes(&self, parts: Parts) {
        self.note(|done| done.parts.1 = done.parts.1.and(parts));
    }

    /// This global is looked at or changed.
    pub(super) fn is_about_global(&self, global: GlobalId) {
        self.note(|done| done.global = Some(global));
    }

    /// The field of this symbol is looked at or changed.
    pub(super) fn is_about_field(&self, symbol: u32) {
        self.note(|done| done.field = Some(symbol));
    }

    /// What was done so far, before somebody looks aside.
    pub(super) fn aside(&self) -> Done {
        self.done.get()
    }

    /// Forgets what was done since.
    pub(super) fn restore(&self, before: Done) {
        self.done.set(before);
    }

    /// Holds a step that was taken to what it says of itself. `after` is how things stand now, where the step
    /// has not called other code.
    pub(super) fn hold(
        &self,
        does: &Does,
        what: &dyn std::fmt::Debug,
        before: Stands,
        after: Option<Stands>,
    ) {
        let done = self.done.get();
        let takes = does.takes as usize;
        let below = before.height.saturating_sub(takes);
        assert!(done.low >= below, "{what:?} takes more than {takes} values");
        if let Some(Stands { height: after, .. }) = after {
            let keeps = after == before.height && does.keeps();
            let given = below + does.given() as usize;
            assert!(
                after == given || keeps || does.leads_away(after, below),
                "{what:?} leaves {after} values of {}, not {given}",
                before.height
            );
        }
        let (read, set) = done.locals;
        if read != 0
            && let Some(declared) = does.locals.read()
        {
            let declared = declared.map(bit).fold(0, |all, bit| all | bit);
            assert!(read & !declared == 0, "{what:?} looks at a local that it does not name");
        }
        // What is called has its own locals, and gets them from the caller.
        let mut undeclared = if after.is_some() { set } else { 0 };
        while undeclared != 0 {
            let local = undeclared.trailing_zeros();
            assert!(does.locals.changes(local), "{what:?} sets a local that it does not name");
            undeclared &= !bit(local);
        }
        let (read, changed) = done.parts;
        assert!(does.reads.holds(read), "{what:?} looks at {read:?}, and says {:?}", does.reads);
        assert!(does.writes.holds(changed), "{what:?} changes {changed:?}, and says {:?}", does.writes);
        assert!(done.global.is_none() || done.global == does.global, "{what:?} is about another global");
        let read = if let Gives::Field(symbol) = does.gives { Some(symbol) } else { None };
        let field = does.field.map(|field| field.symbol()).or(read);
        assert!(done.field.is_none() || done.field == field, "{what:?} is about another field");
    }

    /// Holds a step that stopped to ask to having done nothing.
    pub(super) fn hold_stopped(&self, what: &dyn std::fmt::Debug, before: Stands, now: Stands) {
        let done = self.done.get();
        let same = done.low >= before.height && now == before;
        assert!(same && done.locals.1 == 0, "{what:?} stopped half done");
        assert!(done.parts.1 == Parts::NONE, "{what:?} stopped, having changed {:?}", done.parts.1);
    }
}

#[cfg(debug_assertions)]
fn bit(local: u32) -> u128 {
    1u128.checked_shl(local).unwrap_or(0)
}

#[cfg(not(debug_assertions))]
impl Seen {
    #[inline]
    pub(super) fn shrink(&self, _: usize) {}

    #[inline]
    pub(super) fn reads_local(&self, _: u32) {}

    #[inline]
    pub(super) fn sets_local(&self, _: u32) {}

    #[inline]
    pub(super) fn reads(&self, _: Parts) {}

    #[inline]
    pub(super) fn writes(&self, _: Parts) {}

    #[inline]
    pub(super) fn is_about_global(&self, _: GlobalId) {}

    #[inline]
    pub(super) fn is_about_field(&self, _: u32) {}

    #[inline]
    pub(super) fn aside(&self) {}

    #[inline]
    pub(super) fn restore(&self, (): ()) {}
}
