//! How output looks: colours or none, full or plain characters, and how wide it may be.

use std::fmt;

use crate::base::Limits;

/// What everything that draws asks before it draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Style {
    /// Whether colours are used.
    pub color: bool,
    /// Whether only ASCII is drawn around people's text.
    pub ascii: bool,
    /// Whether long lists are shown by their ends: somebody looks at them.
    pub brief: bool,
    /// Columns of the terminal or page.
    pub width: usize,
    /// Bytes of one report, at most.
    pub report_bytes: usize,
    /// Columns of a source line that a report shows, at most.
    pub line_columns: usize,
}

impl Default for Style {
    fn default() -> Style {
        let limits = Limits::default();
        let size = |limit: u64| usize::try_from(limit).unwrap_or(usize::MAX);
        let (report_bytes, line_columns) = (size(limits.report_bytes), size(limits.line_columns));
        Style { color: false, ascii: false, brief: false, width: 80, report_bytes, line_columns }
    }
}

/// What a piece of text is, for its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tint {
    /// An error's head.
    Error,
    /// A warning's head.
    Warning,
    /// A note's head.
    Note,
    /// `help`, fixes, and what may be typed.
    Help,
    /// The value that was asked for.
    Value,
    /// A name, a heading.
    Title,
    /// What matters less: frames, dropped dice, hints.
    Dim,
    /// A bar.
    Bar,
    /// The row that came up.
    Hit,
    /// A keyword of the language.
    Keyword,
    /// A number or a die.
    Number,
    /// Text in quotes.
    Text,
}

/// All of them.
const TINTS: [Tint; 12] = [
    Tint::Error,
    Tint::Warning,
    Tint::Note,
    Tint::Help,
    Tint::Value,
    Tint::Title,
    Tint::Dim,
    Tint::Bar,
    Tint::Hit,
    Tint::Keyword,
    Tint::Number,
    Tint::Text,
];

/// Whether this is what stands between `ESC [` and `m` in text of ours, or in the pictures of reports.
pub(crate) fn is_style(code: &str) -> bool {
    let drawn = code.strip_prefix("38;5;").unwrap_or(code);
    let colour = drawn.len() <= 3 && drawn.bytes().all(|byte| byte.is_ascii_digit());
    let foreground = |code: &str| matches!(code.as_bytes(), [b'3', b'0'..=b'9'] | [b'9', b'0'..=b'7']);
    code == "0"
        || (drawn != code && colour)
        || foreground(code)
        || TINTS.iter().any(|tint| tint.code() == code)
}

impl Tint {
    const fn code(self) -> &'static str {
        match self {
            Tint::Error => "1;31",
            Tint::Warning => "1;33",
            Tint::Note => "1;36",
            Tint::Help => "32",
            Tint::Value => "1",
            Tint::Title => "1;36",
            Tint::Dim => "2",
            Tint::Bar => "36",
            Tint::Hit => "1;32",
            Tint::Keyword => "35",
            Tint::Number => "36",
            Tint::Text => "33",
        }
    }
}

/// A piece of text in its colour, where colours are on.
pub(crate) struct Tinted<T> {
    text: T,
    tint: Option<Tint>,
}

impl<T: fmt::Display> fmt::Display for Tinted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tint {
            Some(tint) => write!(f, "\x1b[{}m{}\x1b[0m", tint.code(), self.text),
            None => self.text.fmt(f),
        }
    }
}

impl Style {
    /// The text in the colour of what it is.
    pub(crate) fn tint<T: fmt::Display>(self, tint: Tint, text: T) -> Tinted<T> {
        Tinted { text, tint: self.color.then_some(tint) }
    }

    /// The first where full characters may be drawn, else the second.
    pub(crate) fn glyph<'a>(self, full: &'a str, plain: &'a str) -> &'a str {
        if self.ascii { plain } else { full }
    }
}
