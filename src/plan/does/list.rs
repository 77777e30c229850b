//! What steps do: the list, and those about values.

use super::sizes::names_in;
use super::{Does, Gives, Leads, Locals, Needs, Parts, RunsCode, Subject, op};
use crate::plan::{Op, Plan};
use crate::syntax::ast::{ArithOp, Compare};

impl Op {
    /// What this step does.
    pub(crate) fn does(self, plan: &Plan) -> Does {
        match self {
            Op::Jump(op) => op.does(plan),
            Op::Dice(op) => op.does(plan),
            Op::Table(op) => op.does(plan),
            Op::Play(op) => op.does(plan),
            Op::Time(op) => op.does(plan),
            Op::Const(value) => op(0, Gives::Const(value)),
            Op::Local(local) => op(0, Gives::Local(local)).locals(Locals::Reads(local)).passes_on(),
            Op::SetLocal(local) => op(1, Gives::None).locals(Locals::Sets(local)).passes_on(),
            Op::Global(global) => op(0, Gives::Global(global)).global(global).reads(Parts::GLOBALS),
            Op::SetGlobal(global) => op(1, Gives::None).global(global).writes(Parts::GLOBALS).passes_on(),
            Op::Option(option) => op(0, Gives::Result).runs(RunsCode::Option(option)),
            Op::Pop => op(1, Gives::None).passes_on(),
            Op::Append { list, sorted: _ } => op(1, Gives::None).locals(Locals::Grows(list)),
            Op::ToItems | Op::ToWalk => op(1, Gives::FirstList).reads(Parts::ROSTERS).needs(Needs::FirstList),
            Op::ToCount => op(1, Gives::Count).needs(Needs::Count),
            Op::Arith(ArithOp::Add | ArithOp::Subtract) => op(2, Gives::Sum).needs(Needs::Sum),
            Op::Arith(ArithOp::Multiply) => op(2, Gives::Product).needs(Needs::Product),
            Op::Arith(ArithOp::Divide) => op(2, Gives::Quotient).needs(Needs::Quotient),
            Op::Arith(ArithOp::FloorDivide) => op(2, Gives::WholeQuotient).needs(Needs::Quotient),
            Op::Arith(ArithOp::Modulo) => op(2, Gives::Remainder).needs(Needs::Quotient),
            Op::Negate => op(1, Gives::First).needs(Needs::Sign),
            Op::Not => op(1, Gives::YesNo).needs(Needs::YesNo),
            Op::Compare(Compare::Equal | Compare::NotEqual) | Op::Is => {
                op(2, Gives::Sameness).reads(Parts::ROSTERS)
            }
            Op::Compare(Compare::Less | Compare::AtMost | Compare::More | Compare::AtLeast) => {
                op(2, Gives::YesNo).needs(Needs::Order)
            }
            Op::IsStanding(_) => op(2, Gives::YesNo).needs(Needs::Standing),
            Op::IsEven | Op::IsOdd => op(1, Gives::YesNo).needs(Needs::Number),
            Op::IsEmpty => op(1, Gives::YesNo),
            Op::In => op(2, Gives::YesNo).reads(Parts::ROSTERS).needs(Needs::SecondList),
            Op::MakeList(count) => op(count, Gives::List).passes_on(),
            Op::MakeText(count) => op(count, Gives::Text).reads(Parts::ROSTERS),
            Op::MakeParts(names) => op(names_in(plan, names), Gives::Parts(names)).passes_on(),
            Op::MakeRange => op(2, Gives::Any).may_fail(),
            Op::Quantity(unit) => op(1, Gives::Quantity(unit)).needs(Needs::Number),
            Op::MakeUnrolled(of, count) => op(count, Gives::Any).runs(RunsCode::HandedOver(of)).hands_on(),
            Op::MakeUnrolledTable(table, count) => {
                op(count, Gives::Any).runs(RunsCode::OfTable(table)).hands_on()
            }
            Op::Field(symbol) => {
                let reads = Parts::FIELDS.and(Parts::ROSTERS);
                op(1, Gives::Field(symbol)).reads(reads).needs(Needs::Fields).passes_on()
            }
            Op::Item => op(2, Gives::Any).may_fail(),
            Op::Roster(roster) => op(0, Gives::Records).about(Subject::Roster(roster)).reads(Parts::ROSTERS),
            Op::Member(roster) => {
                op(1, Gives::Record).about(Subject::Roster(roster)).reads(Parts::ROSTERS).may_fail()
            }
            Op::Builtin(builtin, count) => {
                op(count, Gives::Function(builtin)).reads(Parts::ROSTERS).needs(Needs::Function(builtin))
            }
            Op::HasItem => op(2, Gives::YesNo),
            Op::AsWord(scale) => {
                op(1, Gives::Any).about(Subject::Scale(scale)).reads(Parts::ROSTERS).may_fail()
            }
            Op::AsKept(_) => op(1, Gives::Any).reads(Parts::ROSTERS).may_fail(),
            Op::SortBy(_) => op(2, Gives::FirstList).needs(Needs::FirstList),
            Op::GroupBy => op(2, Gives::Groups).needs(Needs::FirstList),
            Op::ExtremeBy(_) => op(2, Gives::Any).needs(Needs::FirstList),
            Op::Query(site) => {
                let captures = plan.queries.get(site as usize).map_or(0, |site| site.captures);
                op(captures, Gives::Result).runs(RunsCode::Query(site)).reads(Parts::ALL).may_fail()
            }
            Op::Clamp => op(3, Gives::Clamped).needs(Needs::Clamp),
            Op::Step(_) => op(2, Gives::First).needs(Needs::Step),
            Op::With | Op::WithOnce => op(2, Gives::With).reads(Parts::ROSTERS).needs(Needs::FirstList),
            Op::Without => op(2, Gives::Remaining).reads(Parts::ROSTERS).needs(Needs::FirstList),
            Op::Missing(text) => {
                op(0, Gives::Any).about(Subject::Text(text)).leads(Leads::Nowhere).may_fail()
            }
        }
    }
}
