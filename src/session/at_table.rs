//! Who does what at the table, and how what they do is kept.

/// The name under which dice by hand are kept.
pub(crate) const DICE: &str = ":dice";
/// The name under which rulings are kept.
pub(crate) const APPLY: &str = ":apply";
/// Who does what at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct AtTable {
    /// Whether a person rolls the dice.
    pub dice: bool,
    /// Whether the referee rules on each row before it is applied.
    pub referee: bool,
    /// Whether the person is asked what a rule-set has a policy for. The started file's own policies hold.
    pub policies: bool,
}
