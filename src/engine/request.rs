//! A question that a run stops at.

use std::sync::Arc;

use crate::base::Span;
use crate::check::program::PromptId;
use crate::plan::{AskKind, Value};

/// A question that needs an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PromptRequest {
    /// The prompt.
    pub prompt: PromptId,
    /// Its name, by which it is answered.
    pub name: Arc<str>,
    /// The question.
    pub question: String,
    /// What is asked for.
    pub ask: AskKind,
    /// What may be answered, for [`AskKind::From`]: each value with the text that names it.
    pub options: Vec<(Value, String)>,
    /// The least and greatest number, for [`AskKind::Number`].
    pub bounds: (Value, Value),
    /// The answer where defaults are wanted.
    pub default: Option<(Value, String)>,
    /// What a file answers.
    pub policy: Option<(Value, String)>,
    /// Whether the started file has a policy for it, not only a rule-set that it uses.
    pub policy_is_own: bool,
    /// Where it stands.
    pub span: Option<Span>,
}
