//! The one list of limits. They are counts, not clocks, so that a script stops at the same place
//! everywhere. A user may change them; a script may not.

macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident, $code:literal, $default:expr, $about:literal;)*) => {
        /// The limits in force.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Limits {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Default for Limits {
            fn default() -> Limits {
                Limits { $($name: $default,)* }
            }
        }

        /// Every limit, in the order in which they are shown.
        pub(crate) static LIMITS: &[LimitInfo] = &[$(LimitInfo {
            name: stringify!($name),
            code: $code,
            default: $default,
            about: $about,
        }),*];

        impl Limits {
            /// The value in force of the limit of this name.
            pub fn get(&self, name: &str) -> Option<u64> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Changes the limit of this name; `false` where there is none.
            pub fn set(&mut self, name: &str, value: u64) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

/// What is known of a limit besides its value in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LimitInfo {
    /// Its name, as flags and configuration say it.
    pub name: &'static str,
    /// The code of the report where it stops something.
    pub code: &'static str,
    /// Its default.
    pub default: u64,
    /// What it counts.
    pub about: &'static str,
}

impl LimitInfo {
    /// Whether it is built in: how sources are read is the same for everybody, so that what one can read,
    /// all can.
    pub(crate) fn is_fixed(&self) -> bool {
        matches!(self.name, "nesting" | "parser_calls")
    }
}

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

limits! {
    /// Bytes of one source file.
    source_bytes, "TW0801", MIB, "bytes of one source file";
    /// Bytes of all sources together.
    all_source_bytes, "TW0802", 8 * MIB, "bytes of all sources together";
    /// How many source files.
    files, "TW0803", 256, "source files";
    /// How deep files may use one another.
    use_depth, "TW0804", 16, "depth of files that use one another";
    /// Brackets and blocks inside one another, counted before parsing.
    nesting, "TW0805", 100, "brackets and blocks inside one another in a source";
    /// Lists and records inside one another.
    value_nesting, "TW0806", 64, "values inside one another";
    /// Functions, tables and procedures that call one another.
    calls, "TW0807", 200, "calls inside one another";
    /// Rule calls of the parser for one source.
    parser_calls, "TW0808", 20_000_000, "rule calls of the parser for one source";
    /// Dice rolled in one command, explosions and rerolls included.
    dice, "TW0809", 1_000_000, "dice in one command, explosions and rerolls included";
    /// Sides of a die.
    sides, "TW0810", 1_000_000, "sides of a die";
    /// Dice in one pool.
    pool, "TW0811", 100_000, "dice in one pool";
    /// Steps in one command, charged by the size of what a step touches.
    steps, "TW0812", 10_000_000, "steps in one command, charged by the size of what a step touches";
    /// Samples taken at most.
    samples, "TW0813", 1_000_000_000, "samples of one question";
    /// Outcomes or states of exact odds.
    outcomes, "TW0814", 1_000_000, "outcomes or states of exact odds; beyond them, samples are taken";
    /// Bytes of one text.
    text_bytes, "TW0815", MIB, "bytes of one text";
    /// Items of one list.
    list_items, "TW0816", 1_000_000, "items of one list";
    /// Bytes of memory that the process may hold.
    live_bytes, "TW0817", 400 * MIB, "bytes of memory held at once";
    /// Bytes of output of one command.
    output_bytes, "TW0818", 16 * MIB, "bytes of output of one command";
    /// Bytes of one report.
    report_bytes, "TW0819", 64 * KIB, "bytes of one report";
    /// Columns shown of a source line.
    line_columns, "TW0820", 200, "columns shown of a source line";
    /// Rounds in which conditions may turn true after one step.
    rounds, "TW0821", 100, "rounds in which conditions may turn true after one step";
}

/// How many samples are taken where nothing is said.
pub(crate) const DEFAULT_SAMPLES: u64 = 100_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_is_read_and_changed_by_its_name() {
        let mut limits = Limits::default();
        for info in LIMITS {
            assert_eq!(limits.get(info.name), Some(info.default), "{}", info.name);
            assert!(limits.set(info.name, info.default + 1));
            assert!(!info.is_fixed() || info.about.contains("source"), "{}", info.name);
            assert_eq!(limits.get(info.name), Some(info.default + 1), "{}", info.name);
        }
        assert!(!limits.set("patience", 3));
    }
}
