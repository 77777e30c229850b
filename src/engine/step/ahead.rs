//! What steps ahead look at, as far as it is known already and stays as it is.

use std::sync::Arc;

use super::Step;
use super::world::{field_spot, spot_of};
use crate::base::Num;
use crate::check::program::Threshold;
use crate::engine::luck::Lasting;
use crate::engine::{Host, Record, Spot};
use crate::plan::{JumpOp, Op, Value};

impl Step<'_> {
    /// The number that dice are held against later on; `None` where it is not known, or may still change.
    pub(in crate::engine) fn number_ahead(&self, host: &mut Host<'_>, threshold: &Threshold) -> Option<Num> {
        if let Value::Number(number) = self.ahead(host, threshold)? { Some(number) } else { None }
    }

    fn ahead(&self, host: &mut Host<'_>, threshold: &Threshold) -> Option<Value> {
        let mut both =
            |a: &Threshold, b: &Threshold| Some((self.number_ahead(host, a)?, self.number_ahead(host, b)?));
        match threshold {
            Threshold::Number(number) => Some(Value::Number(*number)),
            Threshold::Sum(a, b) => both(a, b).and_then(|(a, b)| a.add(b).ok()).map(Value::Number),
            Threshold::Difference(a, b) => both(a, b).and_then(|(a, b)| a.sub(b).ok()).map(Value::Number),
            // That it is set before and never again is known of the code.
            Threshold::Local(local) => {
                let at = self.place_of(local.0);
                self.machine.notes.read(Spot::Slot(at));
                self.machine.stack.get(at as usize).cloned()
            }
            Threshold::Global(global) => {
                if !host.luck.lasts(Lasting::Global(*global)) {
                    return None;
                }
                self.machine.notes.read(spot_of(*global));
                self.machine.state.globals.get(global.index()).cloned()
            }
            Threshold::Option(option) => {
                let code = self.plan.code(self.plan.option(*option));
                let [Op::Const(at), Op::Jump(JumpOp::Return)] = code.ops.as_slice() else { return None };
                self.plan.consts.get(*at as usize).cloned()
            }
            Threshold::Member(roster, name) => {
                let records = self.machine.state.rosters.get(roster.index())?;
                let is_it = |record: &Option<Arc<Record>>| record.as_ref().is_some_and(|of| of.name == *name);
                let at = records.iter().position(is_it)?;
                Some(Value::Record(*roster, u32::try_from(at).ok()?))
            }
            Threshold::Field(of, name) => {
                let Value::Record(roster, record) = self.ahead(host, of)? else { return None };
                if !host.luck.lasts(Lasting::Field(name)) {
                    return None;
                }
                let at = self.plan.field_place(roster, name)?;
                self.machine.notes.read(field_spot(roster, record, at));
                let records = self.machine.state.rosters.get(roster.index())?;
                records.get(record as usize)?.as_ref()?.fields.get(at).cloned()
            }
        }
    }
}
