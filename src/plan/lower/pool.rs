//! Code of dice: pools that are known beforehand become constants of the plan.

use std::convert::Infallible;
use std::sync::Arc;

use super::{Coder, Lowerer, last};
use crate::base::Num;
use crate::check::program::{DiceGroup, Expr, ExprKind, Faces, Literal};
use crate::dice::{PoolOp, PoolSpec};
use crate::plan::pools::build;
use crate::plan::{Arg, DiceOp, FacesArg, GroupArg, Op, PoolTemplate};
use crate::syntax::ast::Modifier;

impl Lowerer<'_> {
    /// `4d6kh3`; gives whether its roll is told of with the label.
    pub(crate) fn pool(
        &mut self,
        coder: &mut Coder,
        groups: &[DiceGroup],
        ops: &[Modifier<Expr>],
        label: Option<&Arc<str>>,
    ) -> bool {
        let template = self.template(coder, groups, ops);
        label.into_iter().for_each(|label| coder.label(label));
        self.roll(coder, template);
        true
    }

    fn roll(&mut self, coder: &mut Coder, template: PoolTemplate) {
        match known(&template) {
            Some(pool) => {
                let at = self.known_pool(pool);
                coder.op(DiceOp::Roll(at));
            }
            None => {
                self.plan.templates.push(Arc::new(template));
                coder.op(DiceOp::RollWith(last(&self.plan.templates)));
            }
        }
    }

    pub(crate) fn known_pool(&mut self, pool: PoolSpec) -> u32 {
        if let Some(at) = self.plan.pool_places.get(&pool) {
            return *at;
        }
        let pool = Arc::new(pool);
        self.plan.pools.push(Arc::clone(&pool));
        let at = last(&self.plan.pools);
        self.plan.pool_places.insert(pool, at);
        at
    }

    /// `{d8!, d6!}kh1`: one pool where every entry is a known pool, else a list of what the entries
    /// give; gives whether its roll is told of with the label.
    pub(crate) fn pool_of(
        &mut self,
        coder: &mut Coder,
        entries: &[Expr],
        ops: &[Modifier<Expr>],
        label: Option<&Arc<str>>,
    ) -> bool {
        let known: Option<Vec<PoolSpec>> = entries.iter().map(known_entry).collect();
        let template = PoolTemplate { groups: Vec::new(), ops: ops.iter().filter_map(known_op).collect() };
        let whole = template.ops.len() == ops.len();
        let pool = known.filter(|_| whole).and_then(|entries| {
            let built: Option<Vec<_>> =
                template.ops.iter().map(|op| build::op(op, &mut std::iter::empty()).ok()).collect();
            Some(PoolSpec { source: crate::dice::PoolSource::Entries(entries), ops: built? })
        });
        let is_known = pool.is_some();
        match pool {
            Some(pool) => {
                let at = self.known_pool(pool);
                label.into_iter().for_each(|label| coder.label(label));
                coder.op(DiceOp::Roll(at));
            }
            None => {
                let count = self.exprs(coder, entries);
                coder.op(Op::MakeList(count));
                self.list_ops(coder, ops);
            }
        }
        is_known
    }

    /// Operators on the list on the stack.
    pub(crate) fn list_ops(&mut self, coder: &mut Coder, ops: &[Modifier<Expr>]) {
        let template = self.template(coder, &[], ops);
        self.plan.templates.push(Arc::new(template));
        coder.op(DiceOp::RollWith(last(&self.plan.templates)));
    }

    /// The template; numbers that are not known are put on the stack in its order.
    fn template(&mut self, coder: &mut Coder, groups: &[DiceGroup], ops: &[Modifier<Expr>]) -> PoolTemplate {
        let (template, holes) = pool_template(groups, ops);
        for hole in holes {
            self.expr(coder, hole);
        }
        template
    }
}

/// The template of a pool, or of operators on a list, and the numbers that have to be worked out first, in
/// the template's order.
pub(crate) fn pool_template<'e>(
    groups: &'e [DiceGroup],
    ops: &'e [Modifier<Expr>],
) -> (PoolTemplate, Vec<&'e Expr>) {
    let mut holes = Vec::new();
    let mut template = PoolTemplate::default();
    for group in groups {
        let count = arg(&group.count, &mut holes);
        let faces = match &group.faces {
            Faces::Computed(sides) => FacesArg::Sides(arg(sides, &mut holes)),
            Faces::Sides(_)
            | Faces::Percent
            | Faces::Fate
            | Faces::Digits(_)
            | Faces::Numbers(_)
            | Faces::Texts(_) => known_faces(&group.faces).unwrap_or(FacesArg::Fate),
        };
        template.groups.push(GroupArg { count, faces });
    }
    for op in ops {
        let Ok(op) = op.op.try_map(|_, number| Ok::<_, Infallible>(arg(number, &mut holes)));
        template.ops.push(op);
    }
    (template, holes)
}

fn arg<'e>(expr: &'e Expr, holes: &mut Vec<&'e Expr>) -> Arg {
    known_arg(expr).unwrap_or_else(|| {
        holes.push(expr);
        Arg::Stack
    })
}

fn known(template: &PoolTemplate) -> Option<PoolSpec> {
    if template.holes() > 0 {
        return None;
    }
    build::pool(template, &mut std::iter::empty()).ok()
}

/// The pool that an expression is, where it is known beforehand.
pub(crate) fn known_entry(entry: &Expr) -> Option<PoolSpec> {
    let ExprKind::Pool(groups, ops) = &entry.kind else { return None };
    let group = |group: &DiceGroup| {
        Some(GroupArg { count: known_arg(&group.count)?, faces: known_faces(&group.faces)? })
    };
    let template = PoolTemplate {
        groups: groups.iter().map(group).collect::<Option<_>>()?,
        ops: ops.iter().map(known_op).collect::<Option<_>>()?,
    };
    known(&template)
}

fn known_op(modifier: &Modifier<Expr>) -> Option<PoolOp<Arg, Arg>> {
    modifier.op.try_map(|_, number| known_arg(number).ok_or(())).ok()
}

fn known_arg(expr: &Expr) -> Option<Arg> {
    let ExprKind::Literal(Literal::Number { value, .. }) = &expr.kind else { return None };
    Some(Arg::Known(*value))
}

fn known_faces(faces: &Faces) -> Option<FacesArg> {
    let sides = |sides: u32| FacesArg::Sides(Arg::Known(Num::int(i64::from(sides))));
    match faces {
        Faces::Sides(count) => Some(sides(*count)),
        Faces::Percent => Some(sides(100)),
        Faces::Fate => Some(FacesArg::Fate),
        Faces::Digits(count) => Some(FacesArg::Digits(*count)),
        Faces::Numbers(numbers) => Some(FacesArg::Numbers(Arc::clone(numbers))),
        Faces::Texts(texts) => Some(FacesArg::Texts(Arc::clone(texts))),
        Faces::Computed(of) => known_arg(of).map(FacesArg::Sides),
    }
}
