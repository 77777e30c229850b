//! The totals behind a yes or no: what each side of a comparison came to, for whoever looks at its dice.

use super::asking::Inquiry;
use super::nowhere::NO_SOURCE;
use crate::base::Num;
use crate::engine::{Event, EventKind, NoAnswers};
use crate::plan::Value;
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::parse_expression;

/// A side of a comparison, played again with the dice that were rolled.
struct ComparedSide {
    shown: String,
    dice: usize,
}

impl Inquiry<'_> {
    /// The totals that a rolled yes or no compares: `11` for `1d20+5 >= 15`, `9 and 4` for two comparisons.
    /// The sides are worked out once more with the dice of `events`; `None` where nothing is compared, or
    /// where that does not come to the same.
    pub(crate) fn compared(&mut self, text: &str, events: &[Event], value: &Value) -> Option<String> {
        let Value::YesNo(_) = value else { return None };
        let expr = parse_expression(NO_SOURCE, text).0?;
        let mut sides = Vec::new();
        comparisons(&expr, &mut sides);
        if sides.is_empty() {
            return None;
        }
        let faces = faces(events)?;
        let (again, dice) = self.played_again(text, &faces)?;
        if again != *value || dice != faces.len() {
            return None;
        }
        let mut at = 0;
        let mut totals = Vec::new();
        for (left, right) in sides {
            let mut side = |of: &Expr| {
                let slice = text.get(of.span.range())?;
                let (value, dice) = self.played_again(slice, faces.get(at..)?)?;
                at += dice;
                Some(ComparedSide { shown: self.world().show(&value), dice })
            };
            // Where an `and` was decided early, no dice are left for what follows.
            let (Some(left), right) = (side(left), right.map(&mut side)) else { break };
            let of_right = right.flatten().filter(|right| right.dice > 0);
            match (left.dice > 0, of_right) {
                (true, None) => totals.push(left.shown),
                (_, Some(right)) => totals.push(format!("{} to {}", left.shown, right.shown)),
                (false, None) => {}
            }
        }
        (!totals.is_empty()).then(|| totals.join(" and "))
    }

    /// An expression with these dice, first to last: its value, and how many it took.
    fn played_again(&mut self, text: &str, faces: &[Num]) -> Option<(Value, usize)> {
        let mut again = self.again();
        let mut attempt = again.attempt();
        let prepared = attempt.prepare(text).ok()?;
        attempt.world().give(faces.to_vec(), true);
        let reply = attempt.roll(&prepared, &mut NoAnswers::default(), &mut Vec::<Event>::new());
        Some((reply.value?, faces.len().checked_sub(attempt.world().luck().given.left())?))
    }
}

/// The two sides of each comparison that a condition is made of; the right one where it may be rolled.
fn comparisons<'e>(expr: &'e Expr, found: &mut Vec<(&'e Expr, Option<&'e Expr>)>) {
    match &expr.kind {
        ExprKind::Compare(left, _, right) => found.push((left, Some(right))),
        ExprKind::In(left, _) => found.push((left, None)),
        ExprKind::And(parts) | ExprKind::Or(parts) => parts.iter().for_each(|part| comparisons(part, found)),
        ExprKind::Not(part) => comparisons(part, found),
        _ => {}
    }
}

/// The faces that came up, in order; `None` where some are no numbers.
fn faces(events: &[Event]) -> Option<Vec<Num>> {
    let dice = events.iter().filter_map(|event| match &event.kind {
        EventKind::Roll { dice, .. } => Some(dice),
        _ => None,
    });
    let faces: Option<Vec<Num>> = dice.flatten().map(|die| die.face.parse().ok()).collect();
    faces.filter(|faces| !faces.is_empty())
}
