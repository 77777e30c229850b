//! What the system signals, apart from Ctrl-C, and the terminal while a line is typed. The line editor takes it over, and gives it back when the line is there; where
//! the process is told to end in between (`kill`, a shutdown), it is given back first.

#[cfg(unix)]
pub(crate) use here::{heed_end, outlive_full_files, set_watched, while_typing};
#[cfg(not(unix))]
pub(crate) use nowhere::{heed_end, outlive_full_files, set_watched, while_typing};

#[cfg(unix)]
mod here {
    use std::io::stdin;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex, OnceLock, PoisonError};

    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGTERM, SIGXFSZ};
    use signal_hook::flag::register;
    use signal_hook::low_level::emulate_default_handler;

    use crate::front::door;

    /// Whether somebody calls [`heed_end`] again and again.
    static WATCHED: AtomicBool = AtomicBool::new(false);
    /// Whether the process is told to end.
    static ENDS: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    /// How the terminal was before the line editor took it.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    /// A file that may grow no further (`ulimit -f`) is a write that fails, and does not end the process unsaid.
    pub(crate) fn outlive_full_files() {
        // Where it cannot be registered, the process ends as any other does.
        let _ = register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }

    /// From now on [`heed_end`] is called again and again.
    pub(crate) fn set_watched() {
        WATCHED.store(true, Ordering::Relaxed);
    }

    /// Lets somebody type.
    pub(crate) fn while_typing<T>(ask: impl FnOnce() -> T) -> T {
        // Without a watch nobody would heed it, and the process could not be ended.
        if WATCHED.load(Ordering::Relaxed) {
            ENDS.get_or_init(|| {
                let flag = Arc::new(AtomicBool::new(false));
                // Where it cannot be registered, the process ends as any other does.
                let _ = register(SIGTERM, Arc::clone(&flag));
                flag
            });
        }
        keep(tcgetattr(stdin()).ok());
        let answer = ask();
        keep(None);
        answer
    }

    fn keep(before: Option<Termios>) -> Option<Termios> {
        std::mem::replace(&mut *BEFORE.lock().unwrap_or_else(PoisonError::into_inner), before)
    }

    /// Ends the process where it was told to, and gives the terminal back before.
    pub(crate) fn heed_end() {
        if !ENDS.get().is_some_and(|ends| ends.load(Ordering::Relaxed)) {
            return;
        }
        if let Some(before) = keep(None) {
            // A terminal that is gone needs nothing.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &before);
            door::leave_line();
        }
        // Ends it; what started it sees by what.
        let _ = emulate_default_handler(SIGTERM);
    }
}

#[cfg(not(unix))]
mod nowhere {
    /// Lets somebody type.
    pub(crate) fn while_typing<T>(ask: impl FnOnce() -> T) -> T {
        ask()
    }

    /// There is no such signal here.
    pub(crate) fn outlive_full_files() {}

    /// There is no such signal here.
    pub(crate) fn set_watched() {}

    /// There is no such signal here.
    pub(crate) fn heed_end() {}
}
