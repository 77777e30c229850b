//! How much work a program may make: names within names and loops within loops say much in few letters.

use std::cell::Cell;

use super::tree::Why;
use crate::base::stop;

/// Bytes that are written, and names that are looked through, for a whole program.
const MAX_WORK: usize = 1 << 22;
/// A statement costs this beside what is written for it.
const STATEMENT: usize = 64;

/// What is left of the work that a program may make.
#[derive(Debug)]
pub(super) struct Fuel(Cell<usize>);

impl Fuel {
    pub(super) fn new() -> Fuel {
        Fuel(Cell::new(MAX_WORK))
    }

    /// Takes so much of it.
    pub(super) fn spend(&self, much: usize) -> Result<(), Why> {
        match self.0.get().checked_sub(much).filter(|_| !stop::is_asked()) {
            Some(left) => {
                self.0.set(left);
                Ok(())
            }
            None => {
                self.0.set(0);
                Err("is more than one program may hold".to_owned())
            }
        }
    }

    /// The same for a statement.
    pub(super) fn statement(&self) -> Result<(), Why> {
        self.spend(STATEMENT)
    }
}
