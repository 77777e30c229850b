//! Values of named parts, and what codes give.

use std::sync::Arc;

use super::{Coder, Lowerer, last};
use crate::check::program::{Expr, ExprKind};
use crate::plan::Op;

impl Lowerer<'_> {
    /// What a code gives.
    pub(crate) fn returned(&mut self, coder: &mut Coder, value: &Expr) {
        if let ExprKind::Parts(parts) = &value.kind {
            return self.returned_parts(coder, parts);
        }
        self.expr(coder, value);
    }

    /// The parts that a code gives, of which those that nobody looks at need not be worked out.
    pub(crate) fn returned_parts(&mut self, coder: &mut Coder, parts: &[(Arc<str>, Expr)]) {
        self.made_of(coder, parts, |this, coder, name, value| {
            let first = coder.here();
            this.expr(coder, value);
            if !matches!(value.kind, ExprKind::Literal(_) | ExprKind::Local(_)) {
                let symbol = this.symbol(name);
                coder.returned_part(first, symbol);
            }
        });
    }

    pub(super) fn parts(&mut self, coder: &mut Coder, parts: &[(Arc<str>, Expr)]) {
        self.made_of(coder, parts, |this, coder, _, value| this.expr(coder, value));
    }

    fn made_of(
        &mut self,
        coder: &mut Coder,
        parts: &[(Arc<str>, Expr)],
        mut part: impl FnMut(&mut Self, &mut Coder, &Arc<str>, &Expr),
    ) {
        for (name, value) in parts {
            part(self, coder, name, value);
        }
        let names: Arc<[Arc<str>]> = parts.iter().map(|(name, _)| Arc::clone(name)).collect();
        self.plan.names.push(names);
        coder.op(Op::MakeParts(last(&self.plan.names)));
    }
}
