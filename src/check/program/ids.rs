//! Typed numbers for what a program holds: each is an index into one list of the program.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) struct $name(pub u32);

        impl $name {
            /// The index that it is.
            pub(crate) const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            /// The id of an index; counts are limited far below the type's range.
            fn from(index: usize) -> $name {
                $name(u32::try_from(index).unwrap_or(u32::MAX))
            }
        }
    )*};
}

/// A local that code of its own sees: outside, inside.
pub(crate) type Capture = (LocalId, LocalId);

ids! {
    /// A module of [`super::Program::modules`].
    ModuleId;
    /// A unit of [`super::Units`].
    UnitId;
    /// A family of related units, which share a clock.
    UnitFamily;
    /// A ladder or list of words of [`super::Program::scales`].
    ScaleId;
    /// An option of [`super::Program::options`].
    OptionId;
    /// A global of [`super::Program::globals`].
    GlobalId;
    /// A sheet of [`super::Program::sheets`].
    SheetId;
    /// A roster of [`super::Program::rosters`].
    RosterId;
    /// A table of [`super::Program::tables`].
    TableId;
    /// A function of [`super::Program::fns`].
    FnId;
    /// A procedure of [`super::Program::procs`].
    ProcId;
    /// A timer of [`super::Program::timers`].
    TimerId;
    /// A prompt of [`super::Program::prompts`].
    PromptId;
    /// A local name of one body: its parameters come first.
    LocalId;
    /// An unrolled expression, numbered by the plan.
    UnrolledId;
}
