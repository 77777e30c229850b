//! The built-in functions: their names, what they take, and a line of help with an example.
//!
//! Parser, checker, completion, help and the engine all read this one list.

/// What is known of a built-in function.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BuiltinInfo {
    /// The function.
    pub builtin: Builtin,
    /// Its names; the first is the one shown.
    pub names: &'static [&'static str],
    /// The least and the most arguments; `None` for any number.
    pub arguments: (usize, Option<usize>),
    /// What it does, in a line.
    pub help: &'static str,
    /// An example and what it gives.
    pub example: (&'static str, &'static str),
}

macro_rules! builtins {
    ($($builtin:ident $names:expr, $least:expr, $most:expr, $help:expr, $example:expr, $gives:expr;)*) => {
        /// A built-in function.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum Builtin {
            $(#[doc = $help] $builtin,)*
        }

        /// Every built-in function.
        pub(crate) static BUILTINS: &[BuiltinInfo] = &[$(BuiltinInfo {
            builtin: Builtin::$builtin,
            names: &$names,
            arguments: ($least, $most),
            help: $help,
            example: ($example, $gives),
        }),*];
    };
}

builtins! {
    Floor ["floor"], 1, Some(2), "rounds down; with a second number, to so many places", "floor(7/2)", "3";
    Ceil ["ceil"], 1, Some(2), "rounds up; with a second number, to so many places", "ceil(7/2)", "4";
    Round ["round"], 1, Some(2), "rounds to the nearest whole number, a half away from zero; with a second number, to so many places", "round(2/3, 2)", "0.67";
    Percent ["percent"], 1, Some(2), "a number as a percentage; with a second number, to so many places of it", "percent(3/8)", "37.5%";
    Digits ["digits"], 1, Some(1), "the digits of a whole number, as a list", "digits(407)", "[4, 0, 7]";
    Abs ["abs"], 1, Some(1), "takes the sign off", "abs(-3)", "3";
    Min ["min"], 1, None, "the least of a list or of several values", "min(20, 10 + 4)", "14";
    Max ["max"], 1, None, "the greatest of a list or of several values", "max([2, 5, 3])", "5";
    Sum ["sum"], 1, None, "adds up a list or several values", "sum([1, 2, 3])", "6";
    Count ["count"], 1, None, "how many items; of yes/no items, how many are yes", "count([4, 5, 6])", "3";
    Mean ["average"], 1, None, "the mean of a list's items", "average([1, 2, 4])", "7/3";
    Any ["any"], 1, None, "whether at least one is yes", "any([no, yes])", "yes";
    All ["all"], 1, None, "whether all are yes", "all([no, yes])", "no";
    NoneOf ["none"], 1, None, "whether none is yes", "none([no, no])", "yes";
    Summary ["summary"], 1, Some(1), "\"none\", \"some\" or \"all\" of a list of yes/no", "summary([no, yes])", "some";
    First ["first"], 1, Some(1), "the first item of a list", "first([4, 5])", "4";
    Last ["last"], 1, Some(1), "the last item of a list", "last([4, 5])", "5";
    Reverse ["reverse"], 1, Some(1), "the items in the opposite order", "reverse([1, 2])", "[2, 1]";
    Distinct ["distinct"], 1, Some(1), "the items without repeats", "distinct([1, 2, 1])", "[1, 2]";
    Together ["together"], 1, None, "several lists as one; `++` does the same", "together([1, 2], [3])", "[1, 2, 3]";
    Worse ["worse"], 1, Some(2), "steps towards a ladder's end, stopping there", "worse(light.bright)", "dim";
    Better ["better"], 1, Some(2), "steps towards a ladder's start, stopping there", "better(light.out)", "dim";
    Article ["a", "an"], 1, Some(1), "puts a or an before a text", "a(\"orc\")", "an orc";
    Plural ["plural"], 1, Some(2), "a word's plural; with a number, unless it is one", "plural(\"wolf\", 2)", "wolves";
    Capital ["capital"], 1, Some(1), "makes the first letter large", "capital(\"a rat\")", "A rat";
    TitleCase ["title"], 1, Some(1), "makes every word's first letter large", "title(\"old mag\")", "Old Mag";
    Upper ["upper"], 1, Some(1), "makes all letters large", "upper(\"run\")", "RUN";
    Lower ["lower"], 1, Some(1), "makes all letters small", "lower(\"RUN\")", "run";
    Join ["join"], 1, Some(2), "a list as text: a, b and c", "join([\"ash\", \"birch\"])", "ash and birch";
    ToText ["text_of"], 1, Some(1), "a value as it is shown", "text_of(3/4)", "0.75";
}

impl Builtin {
    /// The function of this name.
    pub(crate) fn named(name: &str) -> Option<&'static BuiltinInfo> {
        BUILTINS.iter().find(|info| info.names.contains(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_has_each_function() {
        let reference = include_str!("../../docs/reference.md");
        for name in BUILTINS.iter().flat_map(|info| info.names) {
            let told = [format!("`{name}("), format!("`{name}`")];
            assert!(told.iter().any(|told| reference.contains(told)), "{name}");
        }
    }
}
