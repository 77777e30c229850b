//! Reports and dice as JSON.

use serde_json::{Map, Value, json};

use super::object;
use crate::base::{Sources, Span};
use crate::diag::{Diagnostic, Label};
use crate::engine::DieShown;

/// A report.
pub(crate) fn diagnostic(report: &Diagnostic, sources: &Sources) -> Value {
    let primary = std::iter::once(label(&report.primary, true, sources));
    let labels: Vec<Value> =
        primary.chain(report.labels.iter().map(|other| label(other, false, sources))).collect();
    let fixes = report.fixes.iter().map(|fix| {
        let edits = fix.edits.iter().map(|edit| {
            let mut object = place(edit.span, sources);
            object.insert("text".to_owned(), edit.text.as_str().into());
            Value::Object(object)
        });
        json!({"title": fix.title, "edits": edits.collect::<Vec<_>>()})
    });
    object(
        "diagnostic",
        json!({
            "code": report.code,
            "severity": report.severity,
            "message": report.message,
            "labels": labels,
            "help": report.help,
            "notes": report.notes,
            "fixes": fixes.collect::<Vec<_>>(),
        }),
    )
}

fn place(span: Span, sources: &Sources) -> Map<String, Value> {
    let source = sources.get(span.source);
    let at = source.map(|source| source.line_col(span.start));
    let mut object = Map::new();
    object.insert("file".to_owned(), source.map(|source| source.name()).into());
    object.insert("byte_start".to_owned(), span.start.into());
    object.insert("byte_end".to_owned(), span.end.into());
    object.insert("line".to_owned(), at.map(|at| at.line).into());
    object.insert("col".to_owned(), at.map(|at| at.col).into());
    object
}

fn label(label: &Label, primary: bool, sources: &Sources) -> Value {
    let mut object = place(label.span, sources);
    object.insert("text".to_owned(), label.text.as_str().into());
    object.insert("primary".to_owned(), primary.into());
    Value::Object(object)
}

/// A die.
pub(crate) fn die(die: &DieShown) -> Value {
    let number = |text: &str| text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from);
    let mut parts = Map::new();
    parts.insert("sides".to_owned(), die.sides.into());
    parts.insert("face".to_owned(), number(&die.face));
    if let Some(value) = &die.value {
        parts.insert("value".to_owned(), number(value));
    }
    parts.insert("kept".to_owned(), die.kept.into());
    if let Some(why) = die.why {
        parts.insert("why".to_owned(), why.into());
    }
    Value::Object(parts)
}
