//! What there is to know about an operator, for help, completion and the reference.

/// What there is to know about an operator.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    /// How it is written: `kh`.
    pub symbol: &'static str,
    /// What it is called: `keep highest`.
    pub name: &'static str,
    /// How other systems write it; all of this is read here, too.
    pub aliases: &'static [ForeignSpelling],
    /// What stands behind it.
    pub takes: Takes,
    /// One sentence for the help.
    pub help: &'static str,
    /// A pool that uses it.
    pub example: &'static str,
}

/// What stands behind an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// How many dice, one where nothing is said: `kh3`.
    Dice,
    /// A number: `min2`.
    Number,
    /// A condition: `c>=5`.
    Condition,
}

impl About {
    /// Whether it is written so, here or elsewhere, in capitals or not.
    pub(super) fn is_spelled(&self, spelling: &str) -> bool {
        let others = self.aliases.iter().map(|alias| alias.spelling);
        std::iter::once(self.symbol).chain(others).any(|known| known.eq_ignore_ascii_case(spelling))
    }

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
