//! Tests, and the answers that files give themselves.

use std::sync::Arc;

use super::checker::Checker;
use super::exprs::body;
use super::program::{ModuleId, Policy, Test};
use super::scope::{Place, Scope};
use super::stmt::answer_wanted;
use crate::base::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// Resolves the tests of a module.
    pub(crate) fn tests(&mut self, module: ModuleId, tests: Vec<(ast::TestDef, Span)>) {
        for (test, span) in tests {
            self.declare_inside(module, None, &test.body);
            let mut scope = Scope::new(module, Place::Test);
            let block = self.block(&mut scope, &test.body);
            let made =
                Test { title: test.title.literal().into(), module, body: body(block, &mut scope), span };
            self.ws.program.tests.push(Arc::new(made));
        }
    }

    /// Resolves the answers that a file gives to prompts.
    pub(crate) fn policies(&mut self, module: ModuleId, policies: Vec<ast::PolicyEntry>) {
        for policy in policies {
            let mut scope = Scope::new(module, Place::Value);
            let want = answer_wanted(&mut self.reports, self.ws, &policy.name);
            let place = format!("the answer to `{}`", policy.name.text);
            let answer = self.exprs(&mut scope).value(&policy.answer, &want, &place);
            let condition =
                policy.condition.as_ref().map(|condition| self.exprs(&mut scope).condition(condition));
            let span = policy.name.span.to(policy.answer.span);
            self.ws.program.policy.push(Policy { prompt: policy.name.text, answer, condition, module, span });
        }
    }
}
