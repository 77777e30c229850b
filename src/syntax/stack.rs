//! Deep nesting is read on a larger stack.

use super::grammar::Rule;
use super::lines;
use crate::base::stop;

/// Runs on a larger stack where the brackets of `text` are nested deep.
pub(super) fn with_stack_for<T: Send>(text: &str, read: impl FnOnce() -> T + Send) -> T {
    const SHALLOW: usize = 6;
    if lines::rough_depth(text) <= SHALLOW { read() } else { on_large_stack(read) }
}

/// Runs on a larger stack where words of what is read by one rule could be nested deep.
pub(super) fn with_stack_for_words<T: Send>(rule: Rule, text: &str, read: impl FnOnce() -> T + Send) -> T {
    const FEW: usize = 12;
    // The lines of a table are many, and only cut into cells by it.
    let nests = rule != Rule::pipe_lines && lines::has_nesting_words(text, FEW);
    if nests { on_large_stack(read) } else { read() }
}

pub(super) fn on_large_stack<T: Send>(read: impl FnOnce() -> T + Send) -> T {
    const STACK: usize = 64 << 20;
    let sign = stop::heeded();
    let read = move || {
        let _heed = stop::heed(sign);
        read()
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read);
        let thread = thread.expect("the system gives one thread more");
        match thread.join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
