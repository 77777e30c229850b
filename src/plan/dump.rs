//! A plan as text, for those who work on the engine.

use std::fmt::Write;

use super::{Op, Plan};

impl Plan {
    /// Every piece of code, a step a line; constants are shown beside the steps that give them.
    pub fn dump(&self) -> String {
        let mut out = String::new();
        for (id, code) in self.codes.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "code {id} {:?}: {} locals", code.name, code.locals);
            for (pc, op) in code.ops.iter().enumerate() {
                let _ = write!(out, "  {pc:4} {op:?}");
                let beside = match op {
                    Op::Const(index) => self.consts.get(*index as usize).map(|value| format!("{value:?}")),
                    Op::Roll(index) => self.pools.get(*index as usize).map(ToString::to_string),
                    Op::Field(symbol) => self.symbols.get(*symbol as usize).map(ToString::to_string),
                    _ => None,
                };
                let _ = match beside {
                    Some(beside) => writeln!(out, "    {beside}"),
                    None => writeln!(out),
                };
            }
        }
        out
    }
}
