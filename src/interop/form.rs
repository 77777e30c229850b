//! What a table can be written as.

/// What a table can be written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A Markdown pipe table.
    Markdown,
    /// Comma-separated values.
    Csv,
    /// A Foundry RollTable.
    Foundry,
    /// JSON.
    Json,
    /// A page.
    Html,
}

impl Form {
    /// Every form with its name.
    pub(crate) const ALL: [(&'static str, Form); 5] = [
        ("markdown", Form::Markdown),
        ("csv", Form::Csv),
        ("foundry", Form::Foundry),
        ("json", Form::Json),
        ("html", Form::Html),
    ];

    /// The form of this name.
    pub(crate) fn named(name: &str) -> Option<Form> {
        Form::ALL.iter().find(|(known, _)| *known == name).map(|(_, form)| *form)
    }
}

/// Text as HTML shows it.
pub(crate) fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
