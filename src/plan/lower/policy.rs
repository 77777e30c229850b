//! Answers that files give to prompts.

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Coder, Lowerer};
use crate::base::Span;
use crate::check::program::{Policy, own_locals};
use crate::plan::{CodeId, JumpOp, PolicyPlan, Value};

impl Lowerer<'_> {
    /// The policies that are new since the last time.
    pub(crate) fn policies(&mut self) {
        let program = self.program;
        let known = self.plan.policies.len();
        for policy in program.policy.iter().skip(known) {
            let answer = self.policy(policy);
            self.plan.policies.push(PolicyPlan {
                prompt: Arc::clone(&policy.prompt),
                answer,
                first: answer,
                is_guarded: policy.condition.is_some(),
                is_own: program.started.contains(&policy.module),
            });
        }
        // The last for each prompt looks at all that there are for it.
        let mut new: FxHashMap<Arc<str>, Span> = FxHashMap::default();
        new.extend(program.policy.iter().skip(known).map(|policy| (Arc::clone(&policy.prompt), policy.span)));
        let mut given: FxHashMap<Arc<str>, Vec<(usize, PolicyPlan)>> = FxHashMap::default();
        let plans = self.plan.policies.iter().enumerate();
        for (at, plan) in plans.filter(|(_, plan)| new.contains_key(&plan.prompt)) {
            given.entry(Arc::clone(&plan.prompt)).or_default().push((at, plan.clone()));
        }
        for policy in program.policy.iter().skip(known) {
            if let (Some(span), Some(given)) = (new.remove(&policy.prompt), given.remove(&policy.prompt)) {
                let first = self.first_that_holds(given, &policy.prompt, span);
                self.plan.policies.decide(&policy.prompt, first);
            }
        }
    }

    /// The answer, or `nothing` while its condition does not hold.
    fn policy(&mut self, policy: &Policy) -> CodeId {
        let locals = policy.condition.iter().chain([&policy.answer]).map(own_locals).max();
        let mut coder = Coder::new(&policy.prompt, locals.unwrap_or(0));
        coder.at(policy.span);
        match &policy.condition {
            None => self.expr(&mut coder, &policy.answer),
            Some(condition) => {
                self.expr(&mut coder, condition);
                let no = coder.hole(JumpOp::SkipUnless(0));
                self.expr(&mut coder, &policy.answer);
                let end = coder.hole(JumpOp::Skip(0));
                coder.fill(no);
                self.push(&mut coder, Value::Nothing);
                coder.fill(end);
            }
        }
        let code = coder.finish(policy.span);
        self.add(code)
    }

    /// The first answer that holds, of all that were given for this prompt so far. The started file goes
    /// before the rule-sets that it uses, and an answer with a condition before one without: of several
    /// with a condition the first, of several without the last.
    fn first_that_holds(
        &mut self,
        mut given: Vec<(usize, PolicyPlan)>,
        prompt: &Arc<str>,
        span: Span,
    ) -> CodeId {
        given.sort_by_key(|(at, plan)| {
            let guarded_first = plan.is_guarded.then_some(*at);
            (Reverse(plan.is_own), guarded_first.is_none(), guarded_first, Reverse(*at))
        });
        let answers: Vec<CodeId> = given.into_iter().map(|(_, plan)| plan.answer).collect();
        let mut coder = Coder::new(prompt, 0);
        coder.at(span);
        let mut found = Vec::new();
        for (nth, answer) in answers.iter().enumerate() {
            coder.op(JumpOp::Call(*answer, 0));
            if nth + 1 < answers.len() {
                found.push(coder.hole(JumpOp::SkipIfPresent(0)));
            }
        }
        for hole in found {
            coder.fill(hole);
        }
        let code = coder.finish(span);
        self.add(code)
    }
}
