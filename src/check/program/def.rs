//! What all definitions have.

use std::sync::Arc;

use super::ModuleId;
use crate::base::Span;
use crate::syntax::ast::Doc;

/// What a definition is called and where it stands: the same for every kind of definition.
#[derive(Debug, Clone)]
pub(crate) struct Def {
    /// The name within the module.
    pub name: Arc<str>,
    /// The module.
    pub module: ModuleId,
    /// The title, for display.
    pub title: Option<Arc<str>>,
    /// The doc comment.
    pub doc: Doc,
    /// The name where it is defined.
    pub span: Span,
    /// The whole definition.
    pub whole: Span,
}
