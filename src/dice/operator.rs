//! What there is to know about an operator, for help, completion and the reference.

/// What there is to know about an operator.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    /// How it is written: `kh`.
    pub symbol: &'static str,
    /// What it is called: `keep highest`.
    pub name: &'static str,
    /// How other systems write it.
    pub aliases: &'static [ForeignSpelling],
    /// One sentence for the help.
    pub help: &'static str,
    /// A pool that uses it.
    pub example: &'static str,
}

impl About {
    /// How other systems write it, in words, where they write it otherwise.
    pub(crate) fn elsewhere(&self) -> Option<String> {
        let others = self.aliases.iter().map(|alias| format!("`{}` ({})", alias.spelling, alias.system));
        let others: Vec<String> = others.collect();
        (!others.is_empty()).then(|| others.join(", "))
    }
}

/// Another system's spelling of an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ForeignSpelling {
    /// How it is written there.
    pub spelling: &'static str,
    /// Where.
    pub system: &'static str,
}
