//! A plan as text, for those who work on the engine.

use std::fmt::Write;

use super::{Gives, Plan};

impl Plan {
    /// Every piece of code, a step a line; constants are shown beside the steps that give them.
    pub fn dump(&self) -> String {
        let mut out = String::new();
        for (id, code) in self.codes.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "code {id} {:?}: {} locals", code.name, code.locals);
            for (pc, op) in code.ops.iter().enumerate() {
                let does = op.does(self);
                let _ = write!(out, "  {pc:4} {op:?}  -{} +{}", does.takes, does.given());
                let beside = self.beside(does.gives);
                let _ = match beside {
                    Some(beside) => writeln!(out, "    {beside}"),
                    None => writeln!(out),
                };
            }
        }
        out
    }
    /// What a step gives, where it is known beforehand.
    fn beside(&self, gives: Gives) -> Option<String> {
        if let Gives::Const(index) = gives {
            return self.consts.get(index as usize).map(|value| format!("{value:?}"));
        }
        if let Gives::Pool(index) | Gives::Pools(index) = gives {
            return self.pools.get(index as usize).map(ToString::to_string);
        }
        if let Gives::Field(symbol) = gives {
            return self.symbols.get(symbol as usize).map(ToString::to_string);
        }
        None
    }
}
