//! What steps do: those about dice.

use super::sizes::holes_of;
use super::{Does, Gives, Leads, Needs, Parts, RunsCode, Subject, op};
use crate::plan::{DiceOp, Plan};

impl DiceOp {
    /// What this step does.
    pub(super) fn does(self, plan: &Plan) -> Does {
        match self {
            DiceOp::RollUnrolled | DiceOp::RollDice => {
                op(1, Gives::Any).runs(RunsCode::AnyHandedOver).may_fail()
            }
            DiceOp::Roll(pool) | DiceOp::RollOrLeave(pool) => {
                op(0, Gives::Pool(pool)).reads(Parts::NATURALS).writes(Parts::NATURALS).luck()
            }
            DiceOp::RollWith(template) => op(holes_of(plan, template), Gives::Any)
                .about(Subject::Template(template))
                .writes(Parts::NATURALS)
                .luck()
                .may_fail(),
            DiceOp::RollTimes(pool) => op(1, Gives::Pools(pool)).writes(Parts::NATURALS).luck().may_fail(),
            DiceOp::RollIfLeft => op(1, Gives::First).reads(Parts::NATURALS).writes(Parts::NATURALS).luck(),
            DiceOp::Label(text) => op(1, Gives::First).about(Subject::Text(text)),
            DiceOp::Likely => op(1, Gives::YesNo).luck().may_fail(),
            DiceOp::PickItem => op(1, Gives::Item).luck().may_fail(),
            DiceOp::AdvantageBegin => op(1, Gives::Number).needs(Needs::Number).luck(),
            DiceOp::AdvantageEnd(start) => {
                let twice = op(2, Gives::Second).leads(Leads::Twice(start)).needs(Needs::Number);
                twice.writes(Parts::NATURALS).luck()
            }
            DiceOp::CheckBegin => op(0, Gives::None).writes(Parts::NATURALS),
            DiceOp::Check | DiceOp::Contest => {
                op(3, Gives::Check).writes(Parts::NATURALS).needs(Needs::Check)
            }
        }
    }
}
