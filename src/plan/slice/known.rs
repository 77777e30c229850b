//! What is known of a code before it is traced.

use rustc_hash::FxHashSet;

use super::effect::Sinks;
use super::regions::Regions;
use super::versions::Versions;
use crate::plan::CodeId;

/// What is the same for all codes.
#[derive(Clone, Copy)]
pub(super) struct Ground<'t> {
    pub(super) sinks: Sinks,
    /// The codes that are called with arguments that can be seen.
    pub(super) called: &'t FxHashSet<CodeId>,
}

/// What is known of a code before it is traced.
#[derive(Clone, Copy)]
pub(super) struct Known<'t> {
    pub(super) regions: &'t Regions,
    pub(super) versions: &'t Versions,
    pub(super) ground: Ground<'t>,
}
