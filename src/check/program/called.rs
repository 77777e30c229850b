//! What can be called: functions and procedures.

use std::sync::Arc;

use super::{Body, Def, Expr, Kind, PromptId};
use crate::base::Span;

/// A function.
#[derive(Debug, Clone)]
pub(crate) struct Function {
    /// Its definition.
    pub def: Def,
    /// Its parameters: the body's first locals.
    pub params: Vec<Param>,
    /// How many locals the body has, parameters included.
    pub locals: u32,
    /// The kind of its result.
    pub gives: Kind,
    /// What it works out; `None` for a stub.
    pub body: Option<Expr>,
    /// What a stub would be.
    pub stub: Option<Arc<str>>,
}

/// A parameter.
#[derive(Debug, Clone)]
pub(crate) struct Param {
    /// Its name.
    pub name: Arc<str>,
    /// The name where it is defined.
    pub span: Span,
    /// What it may be.
    pub kind: Kind,
    /// The bounds a number must keep to.
    pub bounds: Option<Box<(Expr, Expr)>>,
    /// What it is where the caller gives nothing; sees the parameters before it.
    pub default: Option<Expr>,
    /// `dice` and `table`: handed over unrolled.
    pub unrolled: bool,
}

/// A procedure.
#[derive(Debug, Clone)]
pub(crate) struct Procedure {
    /// Its definition.
    pub def: Def,
    /// Its parameters: the body's first locals.
    pub params: Vec<Param>,
    /// The prompts in its body that a caller may answer by name.
    pub prompts: Vec<PromptId>,
    /// Whether it is a function of several lines: nothing is told of its run.
    pub is_fn: bool,
    /// The time that passes after its last step.
    pub takes: Option<Expr>,
    /// What it does.
    pub body: Body,
    /// The names of the parts it returns; empty for a plain value.
    pub returns: Vec<Arc<str>>,
    /// What a stub would be.
    pub stub: Option<Arc<str>>,
}
