//! Room on the stack for what nests deep.

/// What one step into something that nests may take, also where nothing is optimised.
const STEP: usize = 1 << 20;
/// So much more there is at once where that is not left.
const PIECE: usize = 16 << 20;
/// What all steps together take into what nests as deep as a source may.
const LARGE: usize = 64 << 20;

/// Takes a step into something that nests, with room for it.
pub(crate) fn with_room<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STEP, PIECE, step)
}

/// Does at once what nests as deep as a source may.
pub(crate) fn with_large_stack<T>(work: impl FnOnce() -> T) -> T {
    stacker::grow(LARGE, work)
}
